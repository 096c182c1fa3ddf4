import pytest

from caveat.model.terms import APPROVED, Forbidden, Key, Term
from caveat.vault.glossaries.registry import read, write
from caveat.vault.glossaries.rows import Pair

OLD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">
<martif type="TBX-Basic" xml:lang="en"><martifHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></martifHeader>
<text><body>
<termEntry id="1">
  <descrip type="subjectField">person</descrip>
  <descripGrp><descrip type="definition">Герой  повести</descrip></descripGrp>
  <langSet xml:lang="zh-CN">%s</langSet>
  <langSet xml:lang="ru">%s</langSet>
</termEntry>
</body></text></martif>
"""
TIG = "<tig><term>{0}</term><termNote type='grammaticalGender'>masculine</termNote></tig>"
NTIG = (
    "<ntig><termGrp><term>{0}</term><termNote type='grammaticalGender'>masculine</termNote></termGrp></ntig>"
)
NEW = """<tbx type="TBX-Basic" style="%s" xml:lang="zh" xmlns="urn:iso:std:iso:30042:ed-2"
  xmlns:basic="http://www.tbxinfo.net/ns/basic" xmlns:min="http://www.tbxinfo.net/ns/min"><text><body>
<conceptEntry id="c1"><langSec xml:lang="zh"><termSec><term>阿Q</term></termSec></langSec>
<langSec xml:lang="ru">
<termSec><term>Акью</term>%s</termSec>
<termSec><term>А-<hi>Кью</hi></term>%s<note>дефис</note></termSec>
<termSec><term>А-Кэу</term>%s</termSec></langSec></conceptEntry></body></text></tbx>
"""
DCA = "<termNote type='administrativeStatus'>{}</termNote>"
DCT = "<min:administrativeStatus>{}</min:administrativeStatus>"


def terms_in(text: str, pair: Pair = Pair("zh", "ru")) -> list[Term]:  # noqa: B008
    return list(read(text.encode("utf-8"), "tbx", pair).terms)


@pytest.mark.parametrize("source", [TIG, NTIG])
@pytest.mark.parametrize("target", [TIG, NTIG])
def test_version_two_is_read_with_tig_and_ntig(source: str, target: str) -> None:
    [term] = terms_in(OLD % (source.format("阿Q"), target.format("А-Кью")))

    assert ("阿Q", "А-Кью", "person", "m", "Герой повести", 5) == (
        term.headword, term.rendering, term.kind, term.gender, term.note, term.line,
    )  # fmt: skip


@pytest.mark.parametrize(("style", "status"), [("dca", DCA), ("dct", DCT)])
def test_version_three_is_read_in_both_styles(style: str, status: str) -> None:
    said = ("supersededTerm-admn-sts", "preferredTerm-admn-sts", "admittedTerm-admn-sts")
    [term] = terms_in(NEW % (style, *(status.format(one) for one in said)))

    assert ("阿Q", "А-Кью", ("А-Кэу",), (Forbidden("Акью"),), "дефис") == (
        term.headword, term.rendering, term.aliases, term.forbidden, term.note,
    )  # fmt: skip


def test_further_terms_of_the_source_are_spellings() -> None:
    variant = "<termNote type='termType'>variant</termNote></tig>"
    sources = TIG.format("阿Q") + TIG.format("阿桂").replace("</tig>", variant)
    [term] = terms_in(OLD % (sources, TIG.format("А-Кью")))

    assert (Key("阿Q"), Key("阿桂", "orthographic")) == term.keys


def test_concept_without_the_other_language_is_refused_by_its_line() -> None:
    rows = read((OLD % (TIG.format("阿Q"), "")).encode(), "tbx", Pair("zh", "ru"))

    assert ((), [(5, "unreadable-row")]) == (rows.terms, [(f.line, f.code) for f in rows.findings])
    assert [] == terms_in(OLD % (TIG.format("阿Q"), TIG.format("А-Кью")), Pair("ja", "ru"))


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE martif [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><martif>&b;</martif>',
        '<!DOCTYPE martif [<!ENTITY x SYSTEM "file:///etc/passwd">]><martif>&x;</martif>',
        '<!DOCTYPE martif SYSTEM "x.dtd" [<!ELEMENT a ANY>]><martif/>',
        '<!DOCTYPE martif SYSTEM "x.dtd"><martif>&nbsp;</martif>',
        "<martif>",
        "<martif></tbx>",
        "<html/>",
        "<a>" * 5000,
        "",
        "<?xml version='1.0' encoding='x-none'?><martif/>",
    ],
)
def test_xml_that_cannot_be_trusted_or_read_is_a_finding(text: str) -> None:
    rows = read(text.encode(), "tbx")

    assert ((), ["unreadable-row"]) == (rows.terms, [finding.code for finding in rows.findings])


def test_concepts_before_the_damage_count() -> None:
    whole = OLD % (TIG.format("阿Q"), TIG.format("А-Кью"))
    rows = read(whole.replace("</body>", "<oops></body>").encode(), "tbx")

    assert (1, [11]) == (len(rows.terms), [finding.line for finding in rows.findings])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "windows-1251"])
def test_xml_names_its_own_encoding(encoding: str) -> None:
    text = (OLD % (TIG.format("A-Q"), TIG.format("А-Кью"))).replace("UTF-8", encoding.removesuffix("-sig"))
    rows = read(text.encode(encoding), "tbx")

    assert ["А-Кью"] == [term.rendering for term in rows.terms]


@pytest.mark.parametrize("form", ["tbx", "tbx-v2"])
def test_markup_in_names_is_text(form: str) -> None:
    term = Term("", "<b>&amp;]]>", 'А"<Кью>', note="a & b")
    [found] = read(write([term], form).data, form).terms

    assert (term.headword, term.rendering, term.note) == (found.headword, found.rendering, found.note)


@pytest.mark.parametrize("form", ["tbx", "tbx-v2"])
def test_blanks_that_xml_does_not_lay_out_are_part_of_a_name(form: str) -> None:
    term = Term("", "ジャン\u3000バル", "Жан\u00a0Вальжан", approval=APPROVED)
    written = write([term], form, Pair("ja", "ru"))
    [found] = read(written.data, form, Pair("ja", "ru")).terms

    assert () == written.losses
    assert (term.headword, term.rendering) == (found.headword, found.rendering)


def test_blanks_in_a_row_are_said_to_be_lost() -> None:
    written = write([Term("", "阿  桂", "А-Гуй", approval=APPROVED)], "tbx")

    assert ["runs of blanks, which are one blank in XML"] == [loss.what for loss in written.losses]
