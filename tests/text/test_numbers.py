"""The number extractor: what each notation is worth, and that no digit gets lost."""

import itertools
import json
from collections import Counter
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.quantities import Extraction, Quantity
from caveat.model.visible import Block, Mask, TextFormat, Visible
from caveat.text.numbers import Setting, extract, extract_text, key, language_of, plain
from caveat.text.numbers_passage import digit_runs
from caveat.text.visible import visible

DATA = Path(__file__).parent.parent / "data"
OWN = Path(str(files("caveat.bench") / "numbers.jsonl"))
FORMATS: dict[str, TextFormat] = {"text": "text", "md": "markdown", "html": "html"}
CASES = [
    json.loads(line)
    for path in (DATA / "numbers.jsonl", OWN)
    for line in path.read_text(encoding="utf-8").splitlines()
]
SCRAPS = (
    list("0123456789" * 3)
    + list(
        "  \n.,'’%$€£¥₽-–—−+~≈<>()[]{}/:;#§№*×xX^eEkKMmbpv_\\`|½⅓²⁶①Ⅻ元円万亿百分之三五十点年月日원만억조배割成折第"
    )
    + list("\u00a0\u202f\u00ad\u200b\u202e１２，．３٣٪\u0301가М")
    + [
        " million ",
        " dollars",
        " руб. ",
        "тыс.",
        " двадцать ",
        " to ",
        " до ",
        " Mio. ",
        "percent",
        " п.п.",
        "May ",
    ]
    + [" мая", " cents", "USD ", "half ", "quatre-vingt", " раза", "COP", "http://a", "$x", "|a|b|\n|-|-|\n|"]
)
texts = st.lists(st.sampled_from(SCRAPS), max_size=30).map("".join) | st.text(max_size=30)
LANGUAGES = st.sampled_from(["", "en", "ru", "de", "fr", "zh", "ja", "ko"])


def said(text: str, language: str = "en") -> list[str]:
    """``value unit`` of every quantity; the kind where there is no unit."""
    found = extract_text(text, Setting(language=language)).quantities
    return [f"{one.value} {one.unit or one.kind}" for one in found]


def names(text: str, language: str = "en") -> list[str]:
    """``name text`` of all noise."""
    return [
        f"{one.name} {text[one.start : one.end]}"
        for one in extract_text(text, Setting(language=language)).noise
    ]


def only(text: str, language: str = "en") -> Quantity:
    """The one quantity of *text*."""
    (found,) = extract_text(text, Setting(language=language)).quantities
    return found


def test_every_kind_of_notation_is_read_in_its_siblings_too() -> None:
    lines = [
        line
        for name in ("numbers_kinds.jsonl", "numbers_kinds_second.jsonl")
        for line in (DATA / name).read_text(encoding="utf-8").splitlines()
    ]

    misses = []
    for case in map(json.loads, lines):
        found = extract(visible(case["text"], FORMATS[case["format"]]), Setting(language=case["lang"]))
        expected = Counter((Decimal(one["value"]), one["unit"], one["kind"]) for one in case["expect"])
        is_open = any(one.name == "unclassified" for one in found.noise) and not case["note"]
        if is_open or expected != Counter(map(key, found.quantities)):
            misses.append((case["id"], case["text"], found))

    assert [] == misses


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['lang']}-{case['tier']}")
def test_snippet_holds_just_the_expected_quantities(case: dict) -> None:
    read = visible(case["text"], FORMATS[case["format"]])

    found = extract(read, Setting(language=case["lang"]))

    expected = Counter((Decimal(one["value"]), one["unit"], one["kind"]) for one in case["expect"])
    assert expected == Counter(map(key, found.quantities))
    assert [] == [one for one in found.noise if one.name == "unclassified"]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if any("mod" in one for one in case["expect"])],
    ids=lambda case: case["id"],
)
def test_snippet_is_qualified_as_expected(case: dict) -> None:
    found = extract(visible(case["text"], FORMATS[case["format"]]), Setting(language=case["lang"]))

    assert [one.get("mod", "") for one in case["expect"]] == [one.modifier for one in found.quantities]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if any("range" in one for one in case["expect"])],
    ids=lambda case: case["id"],
)
def test_snippet_has_the_expected_ends_of_ranges(case: dict) -> None:
    found = extract(visible(case["text"], FORMATS[case["format"]]), Setting(language=case["lang"]))

    assert [one.get("range", "") for one in case["expect"]] == [one.range_end for one in found.quantities]


def covers(found: Extraction, text: str) -> bool:
    """Whether every digit lies in a quantity or in noise."""
    spans = [(one.start, one.end) for one in found.quantities] + [(one.start, one.end) for one in found.noise]
    inside = {place for start, end in spans for place in range(start, end)}
    return all(place in inside for start, end in digit_runs(text) for place in range(start, end))


@given(texts, LANGUAGES, st.sampled_from(list(FORMATS.values())))
@settings(max_examples=300, deadline=None)
def test_no_digit_gets_lost(text: str, language: str, form: TextFormat) -> None:
    read = visible(text, form)

    assert covers(extract(read, Setting(language=language)), read.text)


@given(texts, LANGUAGES)
@settings(max_examples=200, deadline=None)
def test_quantities_do_not_overlap_and_have_a_step(text: str, language: str) -> None:
    found = extract_text(text, Setting(language=language)).quantities

    assert all(left.end <= right.start for left, right in itertools.pairwise(found))
    assert all(one.step > 0 and one.value.is_finite() and one.start < one.end for one in found)


@given(st.integers(0, 10**9), st.sampled_from(["en", "de", "fr", "ru"]))
@settings(max_examples=100, deadline=None)
def test_grouped_amount_is_worth_its_digits(value: int, language: str) -> None:
    grouped = f"{value:,}".replace(",", {"en": ",", "de": ".", "fr": "\u202f", "ru": "\u00a0"}[language])

    assert (Decimal(value), "EUR", "money") == key(only(f"x: {grouped} € y", language))


def test_place_is_that_of_number_and_unit() -> None:
    text = "It costs A$ 1.5 million, not more."

    found = only(text)

    assert "A$ 1.5 million" == text[found.start : found.end]


def test_places_count_what_was_folded_away() -> None:
    text = "Ge\u0301bu\u0308hr: 1\u00ad200\u00a0€ heute"

    found = only(text, "de")

    assert ("1\u00ad200\u00a0€", Decimal(1200)) == (text[found.start : found.end], found.value)


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("$1.2M", "100000"),
        ("$1.20", "0.01"),
        ("$12", "1"),
        ("8 cents", "0.01"),
        ("25 bps", "0.01"),
        ("$2 million", "1000000"),
        ("five million dollars", "1000000"),
    ],
)
def test_written_precision_is_the_last_written_place(text: str, step: str) -> None:

    assert Decimal(step) == only(text).step


@pytest.mark.parametrize(
    ("text", "language", "readings"),
    [
        ("1,200 EUR", "", ["1200", "1.200"]),
        ("1.200 EUR", "", ["1.200", "1200"]),
        ("1.200 руб.", "ru", ["1.200", "1200"]),
        ("1,200 EUR", "en", ["1200"]),
        ("1,200 EUR", "ru", ["1.200"]),
        ("1.200 EUR", "de", ["1200"]),
        ("3.350 USD", "en", ["3.350"]),
        ("0,125 EUR", "", ["0.125"]),
        ("1,200,000 EUR", "", ["1200000"]),
        ("1.234,5 EUR", "", ["1234.5"]),
    ],
)
def test_notation_is_open_only_where_nothing_decides(text: str, language: str, readings: list[str]) -> None:
    found = only(text, language)

    assert [Decimal(one) for one in readings] == [found.value, *(other.value for other in found.others)]


@pytest.mark.parametrize(
    ("text", "setting", "unit", "is_assumed"),
    [
        ("$5", Setting("en"), "USD", True),
        ("$5", Setting("en", dollar="AUD"), "AUD", True),
        ("$5", Setting("en", dollar=""), "$", True),
        ("US$5", Setting("en", dollar="AUD"), "USD", False),
        ("$5 CAD", Setting("en"), "CAD", False),
        ("¥5", Setting("ja"), "JPY", True),
        ("¥5", Setting("zh"), "CNY", True),
        ("¥5", Setting("en"), "¥", True),
        ("¥5", Setting("en", yen="CNY"), "CNY", True),
        ("5 cents", Setting("de"), "EUR", True),
        ("5 cents", Setting("de", cents="USD"), "USD", True),
        ("5 cents", Setting("en", dollar="CAD"), "CAD", True),
        ("5 pounds", Setting("en"), "GBP", True),
        ("5 €", Setting("en"), "EUR", False),
    ],
)
def test_unit_that_the_text_leaves_open_comes_from_the_setting(
    text: str, setting: Setting, unit: str, is_assumed: bool
) -> None:
    (found,) = extract_text(text, setting).quantities

    assert (unit, is_assumed) == (found.unit, found.unit_is_assumed)


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("$1,234,567.890 and 3.350 USD", "en", ["1234567.890 USD", "3.350 USD"]),
        ("now only ,89 € or $.75", "en", ["0.89 EUR", "0.75 USD"]),
        ("fell −4 %, (4)%, -4%, 4% down", "en", ["-4 %", "-4 %", "-4 %", "4 %"]),
        ("$1000.50 and $1,700.00 and $70", "en", ["1000.50 USD", "1700.00 USD", "70 USD"]),
        ("USD 890,000,000; $890M; 0.89 billion dollars", "en", ["890000000 USD"] * 3),
        ("$-5, -$5, −$5", "en", ["-5 USD"] * 3),
        ("a loss of ($40) million", "en", ["-40000000 USD"]),
        ("the Pro plan ($40) is better", "en", ["40 USD"]),
        ("5 - 7 %; 5-7 %; 5…7 %", "en", ["5 %", "7 %"] * 3),
        ("$500–1.5M", "en", ["500 USD", "1500000 USD"]),
        ("rose 1.2% to 5,000", "en", ["1.2 %", "5000 number"]),
        ("$5, 7 days and 9 people", "en", ["5 USD", "7 number", "9 number"]),
        ("8 долларов вместо 12.", "ru", ["8 USD", "12 USD"]),
        ("1 млн 200 тыс. рублей", "ru", ["1200000 RUB"]),
        ("12 dollars¹ and 5%²", "en", ["12 USD", "5 %"]),
        ("page 12 %, model 12 $, #12 $", "en", ["12 %", "12 USD", "12 USD"]),
        ("iPhone 12 $ 799", "en", ["799 USD"]),
        ("10 $ 30 $", "en", ["10 USD", "30 USD"]),
        ("the Wizards 29-18 here", "en", ["29 number", "18 number"]),
        ("TRY 500, but TRY 3 times", "en", ["500 TRY", "3 number"]),
        ("$ 20.00 $ 30.50", "en", ["20.00 USD", "30.50 USD"]),
        ("75 USD million", "en", ["75000000 USD"]),
        ("siebenunddreißig Prozent, vierundvierzig Euro", "de", ["37 %", "44 EUR"]),
        ("zweitausendfünfhundert Euro", "de", ["2500 EUR"]),
        ("on 7-of-14 shooting", "en", ["7 number", "14 number"]),
        ("Five of twelve apostles", "en", []),
        ("数千元、几百元", "zh", []),
        ("사원 구원 일원", "ko", []),
        ("𝟏𝟐% of １２, with ٣٫٥%", "en", ["12 %", "12 number", "3.5 %"]),
    ],
)
def test_value_and_unit(text: str, language: str, found: list[str]) -> None:

    assert found == said(text, language)


@pytest.mark.parametrize("space", ["", " ", "\u00a0", "\u2009", "\u202f", "\u3000", "\n", "\u00ad"])
def test_any_blank_may_stand_before_the_unit(space: str) -> None:

    assert ["20 %"] == said(f"about 20{space}% off")


def test_number_words_count_beside_the_nouns_of_the_setting() -> None:
    text = "He had twelve rebounds and six kids."

    found = extract_text(text, Setting("en", nouns=frozenset({"rebounds"}))).quantities

    assert [(Decimal(12), "", "number")] == [key(one) for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "$1OO",
        "1O%",
        "$12.05.2024",
        "1,23,45 $",
        "12.34.56 $",
        "a12b%",
        "$12abc",
        "$5%",
        "[12] dollars",
        "$①②",
        "Ⅻ%",
        "192.168.0.1 $",
        "1" * 61 + " $",
    ],
)
def test_what_looks_like_an_amount_and_does_not_read_is_unclassified(text: str) -> None:
    found = extract_text(text, Setting("en"))

    assert ((), {"unclassified"}) == (found.quantities, {one.name for one in found.noise})


def test_digits_behind_an_override_of_direction_are_unclassified() -> None:

    assert ["unclassified 12"] == names("now \u202e12 $")


def test_mask_says_what_digits_are_and_a_price_in_code_is_a_claim() -> None:
    text = "Run x=5 for $0.20 at a.b/7"
    masks = (Mask("inline-code", 4, 7), Mask("inline-code", 12, 17), Mask("url", 21, 26))
    read = Visible(text, range(27), range(1, 27), (Block("paragraph", 0, 26),), masks)

    found = extract(read, Setting("en"))

    assert [(Decimal("0.20"), "USD", "money")] == [key(one) for one in found.quantities]
    assert [("code", 4, 7), ("url", 21, 26)] == list(map(tuple, found.noise))


def test_language_of_a_block_wins_over_the_setting() -> None:
    text = "1.200 €"
    read = Visible(text, range(8), range(1, 8), (Block("paragraph", 0, 7, language="de"),))

    assert [Decimal(1200)] == [one.value for one in extract(read, Setting("en")).quantities]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Цена выросла вдвое", "ru"),
        ("价格上涨了", "zh"),
        ("価格は上がった", "ja"),
        ("가격이 올랐다", "ko"),
        ("The price is what it was before and nobody knows why", "en"),
        ("Der Preis ist nicht so hoch wie er war", "de"),
        ("", ""),
    ],
)
def test_language_shows_in_script_and_stop_words(text: str, language: str) -> None:

    assert language == language_of(text)


@pytest.mark.parametrize(
    "scrap",
    [
        "1",
        "1,",
        "1.",
        "$",
        "(",
        "%",
        "1 111 ",
        "5-",
        "$1 ",
        "1: ",
        "v1",
        "a@",
        "[1,",
        "one ",
        "百",
        "十1",
        "ein",
        "5 to ",
        "5 and ",
        "May 5 ",
        "`1",
        "$x ",
        "f0",
        "f:",
        "двадцатипяти",
        "일이",
        "1/",
        "1e",
        "http://1 ",
        "1_",
    ],
)
def test_hostile_repetition_is_read_to_the_end(scrap: str) -> None:
    text = scrap * (4_000 // len(scrap))

    assert covers(extract_text(text, Setting("en")), text)


def test_plain_text_is_parted_at_blank_lines() -> None:
    read = plain("12\n\ndollars and 5\n%")

    assert ["12 number", "5 %"] == [f"{one.value} {one.unit or one.kind}" for one in extract(read).quantities]
