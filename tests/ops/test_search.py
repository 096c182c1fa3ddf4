"""Searching: what must be found, in which order, and what is said beside it."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import caveat
from caveat.model.errors import IndexMissing, InputError
from caveat.ops.vault import Vault
from tests.vaults import hit_paths, make, opened

MET = "met Ada, Ada said, asked Ada about the lease\n" * 40


def test_a_missing_index_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    vault = caveat.open(make(tmp_path / "vault", {"a.md": "x"}), index=tmp_path / "index.sqlite")

    with pytest.raises(IndexMissing, match="caveat index"):
        vault.search("x")

    assert not (tmp_path / "index.sqlite").exists()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("食べ", "1.md"),
        ("を食", "1.md"),
        ("リンゴ", "1.md"),
        ("ビル", "2.md"),
        ("朝", "1.md"),
        ("ﾘﾝｺﾞ", "1.md"),
    ],
)
def test_words_across_kanji_and_kana_are_found(tmp_path: Path, query: str, expected: str) -> None:
    with opened(tmp_path, {"1.md": "毎朝リンゴを食べます", "2.md": "駅前のビルで働く"}) as vault:
        assert [expected] == hit_paths(vault, query)


def test_scattered_characters_are_no_match(tmp_path: Path) -> None:
    files = {"1.md": "指輪リング", "2.md": "グリーンの壁紙", "3.md": "リリースのスクリーン"}
    with opened(tmp_path, files) as vault:
        assert "1.md" == hit_paths(vault, "リング")[0]
        assert ["1.md"] == hit_paths(vault, "リング", k=1)


def test_a_run_as_typed_comes_before_its_pieces(tmp_path: Path) -> None:
    pieces = "纸土的人。村者不在。路村很远。者的名字。的纸很白。土者也走。" * 3
    files = {"1.md": pieces, "2.md": pieces[6:], "3.md": "他看见路村者的纸土者站在桥边，" + "天气很好，" * 40}
    with opened(tmp_path, files) as vault:
        assert "3.md" == hit_paths(vault, "路村者的纸土者")[0]
        assert {"1.md", "3.md"} <= set(hit_paths(vault, "路村者的纸土者"))


REST = "\n\n" + "Nothing of note happened on any of these days, and nobody wrote. " * 25 + "\n\n"


def test_a_note_that_tells_both_comes_before_those_that_tell_one(tmp_path: Path) -> None:
    files = {f"{n}.md": "The kiln was fired again." for n in range(6)}
    files |= {f"g{n}.md": "There is no cobalt left." for n in range(6)}
    files["both.md"] = f"The kiln stands by the door.{REST}We ordered cobalt."
    with opened(tmp_path, files) as vault:
        assert "both.md" == hit_paths(vault, "kiln cobalt")[0]
        # The note holds both words, so it must not be said that nothing does.
        assert vault.answer("kiln cobalt").reason.startswith("no one passage holds all of these words")


def test_words_far_apart_in_a_long_log_do_not_count_together(tmp_path: Path) -> None:
    def log(place: int) -> str:
        days = ["Nothing of note happened on any of these days, and nobody wrote. " * 25] * 20
        days[2] += "The kiln stands by the door."
        days[place] += "We ordered cobalt."
        return "\n\n".join(days)

    files = {f"{n}.md": "The kiln was fired again." for n in range(6)}
    with opened(tmp_path, {**files, "near.md": log(4), "far.md": log(16)}) as vault:
        score = {hit.path: hit.score for hit in vault.search("kiln cobalt", trust=False)}
    assert score["near.md"] > 1.2 * score["far.md"]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("договора аренды", "Подписан договор аренды."),
        ("договор аренды", "Копия договора аренды."),
        ("ещё", "Еще раз"),
        ("houses", "a house by the sea"),
        ("Häuser", "Ein Haus am See, das Häuser überragt"),
        ("cafe", "Le café est fermé"),
        ("ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("租", "每月租金"),
        ("金", "每月租金"),
        ("租金", "每月租金五千元"),
        ("vault_indexer.py", "run vault_indexer.py nightly"),
        ("indexer", "run vault_indexer.py nightly"),
        ("192.168.0.1", "the host 192.168.0.1 is down"),
        ("v1.2.3", "released v1.2.3 today"),
        ("한글", "\u1112\u1161\u11ab\u1100\u1173\u11af 문서"),
    ],
)
def test_what_must_be_found_is_found(tmp_path: Path, query: str, text: str) -> None:
    with opened(tmp_path, {"hit.md": text, "other.md": "something else"}) as vault:
        assert ["hit.md"] == hit_paths(vault, query)


@pytest.mark.parametrize("query", ["Kiln plan", "kiln PLAN", "The plan", "plans/kiln", "kiln"])
def test_titles_aliases_and_file_names_are_found(tmp_path: Path, query: str) -> None:
    files = {"plans/kiln.md": "---\ntitle: Kiln plan\naliases: [The plan]\n---\nclay", "b.md": "other"}
    with opened(tmp_path, files) as vault:
        assert "plans/kiln.md" == hit_paths(vault, query)[0]


QUERIES = [
    '"',
    "'",
    '"open',
    "a AND",
    "NEAR(",
    "*",
    "-x",
    "a:b",
    "()",
    "^",
    "\\",
    "{}",
    "🦊",
    " ",
    "",
    "\x00",
    "　",
    "%",
    "NOT",
    "OR OR",
]


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_never_an_error(tmp_path: Path, query: str) -> None:
    with opened(tmp_path, {"a.md": "x and b: (near) 🦊"}) as vault:
        answer = vault.answer(query)

    assert answer.hits or answer.reason


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=60))
def test_no_text_whatever_is_an_error(shared: Vault, query: str) -> None:
    shared.answer(query)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    return opened(tmp_path_factory.mktemp("shared"), {"a.md": "some words 文字", "b.md": "other words"})


def test_a_partial_match_beats_an_empty_answer_and_says_so(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "apple", "b.md": "pear"}) as vault:
        answer = vault.answer("apple zebra")

    assert ["a.md"] == [hit.path for hit in answer.hits]
    assert "some" in answer.reason


def test_an_exact_title_comes_first_whatever_else_matches(tmp_path: Path) -> None:
    files = {f"n{i}.md": "order ledger orders ledgers invoice order ledger " * 3 for i in range(30)}
    files["target.md"] = "---\ntitle: Order Ledger\n---\nshort\n"
    with opened(tmp_path, files) as vault:
        assert "target.md" == hit_paths(vault, "Order Ledger")[0]
        assert "target.md" == hit_paths(vault, "Order Ledger", trust=False)[0]


def test_equal_scores_share_a_rank(tmp_path: Path) -> None:
    with opened(tmp_path, {"3.md": "apple", "13.md": "apple", "19.md": "apple pear plum fig"}) as vault:
        ranks = [(hit.path, hit.rank) for hit in vault.search("apple")]

    assert [("13.md", 1), ("3.md", 1), ("19.md", 3)] == ranks


def test_of_equal_scores_the_later_verified_comes_first(tmp_path: Path) -> None:
    def note(day: str) -> str:
        return f"---\nkind: contract\nverified: {day}\n---\napple\n"

    files = {
        "a.md": note("2020-01-01"),
        "b.md": note("2021-01-01"),
        "c.md": "---\nkind: contract\n---\napple\n",
    }
    with opened(tmp_path, files) as vault:
        assert ["b.md", "a.md", "c.md"] == hit_paths(vault, "apple")


def test_metadata_is_not_prose(tmp_path: Path) -> None:
    files = {
        "a.md": "---\ntitle: Glaciers\nkeywords: [zinc, zinc, zinc]\nid: 42-zinc\n---\n# Notes\nice\n",
        "b.md": "zinc plating steps\n",
    }
    with opened(tmp_path, files) as vault:
        assert ["b.md"] == hit_paths(vault, "zinc")
        glaciers = vault.search("glaciers")[0]

    assert ("a.md", "Glaciers") == (glaciers.path, glaciers.title)
    assert "keywords" not in glaciers.snippet


@pytest.mark.parametrize("is_trust_on", [True, False])
def test_volume_is_not_relevance(tmp_path: Path, is_trust_on: bool) -> None:
    files = {
        "log/2026-01.md": MET,
        "people/Ada.md": "---\ntier: 0\n---\nAda Brandt. Lease ends 2027-05-31.\n",
    }
    with opened(tmp_path, files) as vault:
        assert "people/Ada.md" == hit_paths(vault, "when does Ada's lease end", trust=is_trust_on)[0]


def test_a_hit_carries_its_own_heading_path_and_whole_code(tmp_path: Path) -> None:
    text = (
        "# Auth\n## Tokens\nThey expire after 1 hour.\n```py\n# not a heading\nx = 1\n```\n"
        "# Billing\nThey expire after 30 days.\n"
    )
    with opened(tmp_path, {"a.md": text}) as vault:
        token, billing = vault.search("token expiry")[0], vault.search("billing expiry")[0]

    assert (("Auth", "Tokens"), ("Billing",)) == (token.heading, billing.heading)
    assert (1, 8) == (token.line, billing.line)


def test_no_ghost_is_shown_as_current(tmp_path: Path) -> None:
    with opened(tmp_path, {"g.md": "token zebra41", "h.md": "old quokka7"}) as vault:
        (vault.root / "g.md").unlink()
        (vault.root / "h.md").write_text("new ocelot8", encoding="utf-8")
        (vault.root / "n.md").write_text("brand new", encoding="utf-8")
        behind = vault.answer("zebra41").behind

        assert (("h.md",), ("n.md",), ("g.md",)) == (behind.changed, behind.new, behind.removed)
        assert "1 changed, 1 new, 1 removed" == vault.answer("ocelot8").behind.words

        vault.index()

        assert "" == vault.answer("ocelot8").behind.words
        assert [] == hit_paths(vault, "zebra41 quokka7")


def test_trust_orders_what_words_alone_would_not(tmp_path: Path) -> None:
    files = {
        "fluent.md": "---\nsources: ['[[guess]]']\nstep: leap\n---\nmonthly rent of the studio, monthly rent\n",
        "guess.md": "somebody said so\n",
        "contract.md": "---\nkind: contract\n---\nthe monthly rent of the studio is 1480, rent due monthly\n",
    }
    with opened(tmp_path, files) as vault:
        plain = vault.answer("monthly rent studio", trust=False)
        trusting = vault.answer("monthly rent studio")

    assert "fluent.md" == plain.hits[0].path
    assert "contract.md" == trusting.hits[0].path
    assert (False, True) == (plain.is_reordered, trusting.is_reordered)
    assert (None, 2) == (plain.hits[0].trust, trusting.hits[0].plain_rank)


def test_the_environment_switches_trust_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path, {"a.md": "apple"}) as vault:
        monkeypatch.setenv("VAULT_TIER_WEIGHTS_ENABLED", "0")

        assert not vault.answer("apple").is_trust_on
        assert vault.answer("apple", trust=True).is_trust_on


def test_a_score_is_relevance_times_multiplier_times_class_weight(tmp_path: Path) -> None:
    files = {
        "a.md": "---\nclass: log\nkind: web\n---\napple\n",
        "b.md": "---\nclass: skill\n---\napple pear\n",
    }
    with opened(tmp_path, files) as vault:
        hits = vault.search("apple")

    for hit in hits:
        assert hit.multiplier is not None
        assert hit.score == hit.relevance * hit.multiplier * hit.class_weight
    assert {"a.md": 0.55, "b.md": 1.2} == {hit.path: hit.class_weight for hit in hits}


def test_class_and_least_trust_narrow_the_list(tmp_path: Path) -> None:
    files = {"a.md": "---\nclass: log\n---\napple\n", "b.md": "---\nkind: contract\n---\napple\n"}
    with opened(tmp_path, files) as vault:
        assert ["a.md"] == hit_paths(vault, "apple", record_class="log")
        assert ["b.md"] == hit_paths(vault, "apple", min_trust=0.9)
        assert "has trust 0.9 or more" in vault.answer("apple pear", min_trust=0.9, record_class="log").reason


PLACED = {
    "log/a.md": "---\ncreated: 2026-03-01\n---\napple\n",
    "log/deep/b.md": "---\ncreated: 2026-03-02T15:00\n---\napple\n",
    "logbook/c.md": "apple\n",
}


@pytest.mark.parametrize(
    ("options", "paths"),
    [
        ({"folder": "log"}, ["log/a.md", "log/deep/b.md"]),
        ({"folder": "./log/deep/"}, ["log/deep/b.md"]),
        ({"folder": "log/../logbook"}, ["logbook/c.md"]),
        ({"folder": "."}, ["log/a.md", "log/deep/b.md", "logbook/c.md"]),
        ({"since": 20514.0}, ["log/deep/b.md"]),
        ({"until": 20513.0}, ["log/a.md"]),
        ({"until": 20514.0}, ["log/a.md", "log/deep/b.md"]),
        ({"until": 20514.625}, ["log/a.md", "log/deep/b.md"]),
        ({"until": 20514.6}, ["log/a.md"]),
        ({"folder": "log", "since": 20513.0, "until": 20513.0}, ["log/a.md"]),
    ],
)
def test_folder_and_days_narrow_the_list(
    tmp_path: Path, options: dict[str, object], paths: list[str]
) -> None:
    with opened(tmp_path, PLACED) as vault:
        assert paths == sorted(hit_paths(vault, "apple", **options))


def test_a_folder_is_looked_for_among_all_notes(tmp_path: Path) -> None:
    files = {f"log/{i}.md": "apple apple apple\n" for i in range(350)}
    files["far/one.md"] = "apple and much else besides\n"
    with opened(tmp_path, files) as vault:
        assert ["far/one.md"] == hit_paths(vault, "apple", folder="far")
        assert [] == hit_paths(vault, "0", folder="far")  # the title of a note elsewhere


def test_a_folder_may_be_named_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path, PLACED) as vault:
        monkeypatch.chdir(tmp_path / "vault" / "log")
        assert ["log/deep/b.md"] == hit_paths(vault, "apple", folder="deep")
        assert ["logbook/c.md"] == hit_paths(vault, "apple", folder="../logbook")
        assert ["log/deep/b.md"] == hit_paths(vault, "apple", folder=str(tmp_path / "vault/log/deep"))


def test_what_replaces_a_note_of_another_folder_is_found_in_its_own(tmp_path: Path) -> None:
    files = {
        "old/a.md": "---\ncreated: 2026-01-01\n---\napple\n",
        "new/b.md": "---\ncreated: 2026-02-01\nsupersedes: '[[a]]'\n---\npear\n",
    }
    with opened(tmp_path, files) as vault:
        assert ["new/b.md"] == hit_paths(vault, "apple", folder="new")
        assert ["new/b.md"] == hit_paths(vault, "apple", since=20484.0)
        assert [] == hit_paths(vault, "apple", folder="old")


def test_nothing_found_says_where_it_was_looked_for(tmp_path: Path) -> None:
    with opened(tmp_path, PLACED) as vault:
        none = vault.answer("pear", folder="log", since=20513.0, until=20514.0).reason
        typo = vault.answer("apple", folder="lgo").reason

    assert none == (
        "no note in the folder 'log' made since 2026-03-01 until 2026-03-02 (undated ones left out)"
        " holds any of these words"
    )
    assert typo.startswith("the index has no note in the folder 'lgo'")


@pytest.mark.parametrize(
    "options",
    [
        {"k": 0},
        {"min_trust": 1.5},
        {"min_trust": -1.0},
        {"folder": "../elsewhere"},
        {"folder": "/"},
        {"since": 20514.0, "until": 20513.0},
    ],
)
def test_an_option_out_of_range_is_refused(tmp_path: Path, options: dict[str, object]) -> None:
    with opened(tmp_path, {"a.md": "apple"}) as vault, pytest.raises(InputError):
        vault.search("apple", **options)  # type: ignore[arg-type]


def test_a_superseded_note_gives_its_place_to_the_one_that_replaces_it(tmp_path: Path) -> None:
    files = {
        "old.md": "The nightly backup of the research share starts at 02:00, runs on node seven, mails a report.",
        "fix.md": "---\nsupersedes: '[[old]]'\n---\nBackup moved to 04:30.",
    }
    query = "when does the nightly backup of the research share start"
    with opened(tmp_path, files) as vault:
        first = vault.search(query)[0]

        assert ("fix.md", ("note:old.md",)) == (first.path, first.replaces)
        assert ["fix.md"] == hit_paths(vault, query)
        assert "old.md" == hit_paths(vault, query, trust=False)[0]


def test_notes_that_supersede_each_other_both_stay(tmp_path: Path) -> None:
    files = {"a.md": "---\nsupersedes: '[[b]]'\n---\napple", "b.md": "---\nsupersedes: '[[a]]'\n---\napple"}
    with opened(tmp_path, files) as vault:
        assert ["a.md", "b.md"] == sorted(hit_paths(vault, "apple"))


def test_as_of_moves_only_the_clock_of_freshness(tmp_path: Path) -> None:
    with opened(
        tmp_path, {"a.md": "---\nkind: contract\nvolatility: fast\ncreated: 2026-01-01\n---\napple"}
    ) as vault:
        day = 20454.0  # 2026-01-01
        fresh, aged = vault.search("apple", as_of=day)[0], vault.search("apple", as_of=day + 90)[0]

    assert (1.0, 0.5) == (fresh.trust, aged.trust)
    assert fresh.credibility == aged.credibility


@pytest.mark.parametrize("query", ["\ud800", "a\udcff", "\ud800 apple"])
def test_text_that_is_no_text_is_no_error(tmp_path: Path, query: str) -> None:
    with opened(tmp_path, {"a.md": "apple"}) as vault:
        vault.answer(query)
        with pytest.raises(caveat.CaveatError):
            vault.why(query + "nothing")


def test_a_class_is_looked_for_among_all_records(tmp_path: Path) -> None:
    files = {f"log/{i}.md": "---\nclass: log\n---\napple apple apple\n" for i in range(150)}
    files["skill.md"] = "---\nclass: skill\n---\napple and much else besides\n"
    with opened(tmp_path, files) as vault:
        assert ["skill.md"] == hit_paths(vault, "apple", record_class="skill")
        assert ["skill.md"] == hit_paths(vault, "apple zebra", record_class="skill")


def test_what_replaces_a_record_of_another_class_is_found_in_its_own(tmp_path: Path) -> None:
    files = {
        "old.md": "---\nclass: log\n---\napple\n",
        "new.md": "---\nclass: skill\nsupersedes: '[[old]]'\n---\npear\n",
    }
    with opened(tmp_path, files) as vault:
        assert ["new.md"] == hit_paths(vault, "apple", record_class="skill")
        assert [] == hit_paths(vault, "apple", record_class="log")


def test_a_swap_of_the_only_hit_shown_is_said(tmp_path: Path) -> None:
    files = {"a.md": "apple apple apple apple\n", "b.md": "---\nkind: contract\n---\napple apple apple\n"}
    with opened(tmp_path, files) as vault:
        answer = vault.answer("apple", 1)

    assert (["b.md"], True, "note:a.md") == (
        [hit.path for hit in answer.hits],
        answer.is_reordered,
        answer.leader,
    )


def test_least_trust_needs_trust(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "apple"}) as vault, pytest.raises(InputError, match="needs trust"):
        vault.search("apple", trust=False, min_trust=0.5)


def test_tags_are_found(tmp_path: Path) -> None:
    files = {
        "a.md": "---\ntags: [reading-list]\n---\nx\n",
        "b.md": "some text #garden/spring here",
        "c.md": "other",
    }
    with opened(tmp_path, files) as vault:
        assert ["a.md"] == hit_paths(vault, "#reading-list")
        assert ["b.md"] == hit_paths(vault, "#garden/spring")


def test_a_heading_far_down_is_no_title(tmp_path: Path) -> None:
    files = {"Kevin.md": "Some text first.\n\n# Clippings\n\nmore\n", "b.md": "\n\n# Real title\n\ntext\n"}
    with opened(tmp_path, files) as vault:
        assert ["Kevin", "Real title"] == [vault.why(path).record.title for path in files]


def test_attachments_are_no_broken_links(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "![[x.png]] [[y]]", "x.png": b""}) as vault:
        assert ["asset", "missing"] == [link.how for link in vault.why("a").links]


def test_a_damaged_index_is_named_with_the_way_out(tmp_path: Path) -> None:
    vault = opened(tmp_path, {f"n{i}.md": f"apple {i} " * 200 for i in range(60)})
    vault.close()
    data = bytearray(vault.index_path.read_bytes())
    for start in range(8192, len(data), 3 * 4096):
        data[start : start + 600] = b"\xff" * 600
    vault.index_path.write_bytes(data)

    for ask in (lambda: vault.search("apple", 50), vault.status, vault.index):
        with pytest.raises(caveat.CaveatError, match="delete it and run `caveat index`"):
            ask()
    assert [] != [check for check in vault.doctor().checks if not check.is_well]


def test_one_huge_note_does_not_crowd_out_the_others(tmp_path: Path) -> None:
    files = {f"n{i}.md": f"zorbal and something else, number {i}, at some length\n" for i in range(12)}
    files["big.md"] = "zorbal zorbal zorbal\n\n" * 60_000
    with opened(tmp_path, files) as vault:
        assert 13 == len(vault.search("zorbal", 20))
        assert 10 == len(vault.search("zorbal"))
