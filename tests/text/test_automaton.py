"""Many keys in one pass: every scanner finds what a naive search finds; then the longest, leftmost first."""

import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import CaveatError, InputError, MissingExtra
from caveat.text.automaton import Automaton, Match, Resolved, Scanner, Suppressed, resolve, whole_words
from caveat.text.automaton_native import NativeAutomaton

Build = Callable[[Sequence[str]], Scanner]

needs_native = pytest.mark.skipif(not find_spec("ahocorasick_rs"), reason="ahocorasick_rs is not installed")
scanners = pytest.mark.parametrize("build", [Automaton, pytest.param(NativeAutomaton, marks=needs_native)])

letters = st.text(alphabet="abcа国家𠮷\ud800", min_size=1, max_size=4)
texts = st.text(alphabet="abcа国家𠮷\ud800", max_size=30)


def naive(keys: Sequence[str], text: str) -> list[Match]:
    """Every place of every key, by asking at every place."""
    found = [
        Match(index, start, start + len(key))
        for index, key in enumerate(keys)
        for start in range(len(text))
        if text.startswith(key, start)
    ]
    return sorted(found, key=lambda match: (match.end, match.start, match.key))


def words(text: str, matches: Sequence[Match]) -> list[str]:
    return [text[match.start : match.end] for match in matches]


@scanners
@settings(max_examples=150)
@given(st.lists(letters, max_size=12), texts)
def test_scan_finds_what_a_naive_search_finds(build: Build, keys: list[str], text: str) -> None:

    assert naive(keys, text) == build(keys).scan(text)


@scanners
@pytest.mark.parametrize(
    ("keys", "text", "found"),
    [
        (["he", "she", "his", "hers"], "ushers", ["she", "he", "hers"]),
        (["知识产权"], "国家知识产权", ["知识产权"]),
        (
            ["国家", "知识产权", "国家知识产权局", "产权"],
            "国家知识产权局",
            ["国家", "知识产权", "产权", "国家知识产权局"],
        ),
        (["a", "aa", "aaa"], "aaa", ["a", "aa", "a", "aaa", "aa", "a"]),
        (["abcd", "bc"], "abcx", ["bc"]),
        (["送灶"], "把柴送到灶前", []),
        (["[Sister]", ".*", "#hello"], "call [Sister] now, say #hello", ["[Sister]", "#hello"]),
        (["Red"], "the red door", []),
        (["𠮷野"], "在𠮷野家", ["𠮷野"]),
        (["注文", "주문"], "注文が届く。주문을 처리한다", ["注文", "주문"]),
        (["x"], "", []),
        ([], "text", []),
    ],
    ids=[
        "classic",
        "inside",
        "nested",
        "repeated",
        "falls-back",
        "apart",
        "literal",
        "case",
        "astral",
        "cjk",
        "no-text",
        "no-keys",
    ],
)
def test_scan_finds(build: Build, keys: list[str], text: str, found: list[str]) -> None:

    assert found == words(text, build(keys).scan(text))


@scanners
def test_equal_keys_are_all_found(build: Build) -> None:

    assert [Match(0, 1, 3), Match(2, 1, 3)] == build(["ab", "c", "ab"]).scan("xab")


@scanners
def test_scanning_leaves_no_trace_in_the_next_scan(build: Build) -> None:
    scanner = build(["ab", "bc"])
    first = scanner.scan("abcabc")
    scanner.scan("bbbbaaaacccc")

    assert first == scanner.scan("abcabc")


@scanners
@pytest.mark.parametrize("keys", [[""], ["a", "", "b"]])
def test_empty_key_is_refused_with_its_index(build: Build, keys: list[str]) -> None:
    with pytest.raises(InputError, match=f"key {keys.index('')} is empty"):
        build(keys)


@scanners
@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["a" * 3000 + "b"], "a" * 200_000),
        (["a" * depth + "b" for depth in range(1, 300)], "a" * 200_000),
        (["ab" * length + "x" for length in range(1, 300)], "ab" * 100_000),
        (["key"] * 20_000, "no such thing here " * 5_000),
    ],
    ids=["long-key", "many-tails", "many-lengths", "many-equal"],
)
def test_hostile_text_takes_linear_time(build: Build, keys: list[str], text: str) -> None:
    scanner = build(keys)
    started = time.process_time()
    found = scanner.scan(text)
    seconds = time.process_time() - started

    assert found == []
    assert seconds < 2


@pytest.mark.skipif(find_spec("ahocorasick_rs") is not None, reason="ahocorasick_rs is installed")
def test_native_scanner_names_its_extra_when_the_library_is_missing() -> None:
    with pytest.raises(MissingExtra, match=r"caveat\[fast\]"):
        NativeAutomaton(["a"])


def test_native_scanner_reports_a_library_that_does_not_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ahocorasick_rs", None)

    with pytest.raises(CaveatError, match="pip install"):
        NativeAutomaton(["a"])


@pytest.mark.parametrize(
    ("keys", "text", "kept", "suppressed"),
    [
        (["知识产权", "国家知识产权局"], "国家知识产权局", ["国家知识产权局"], ["知识产权"]),
        (["知识产权"], "国家知识产权局", ["知识产权"], []),
        (["革命", "革命党"], "革命党要革命", ["革命党", "革命"], ["革命"]),
        (["华老栓", "老栓"], "华老栓忽然", ["华老栓"], ["老栓"]),
        (["小D", "王胡"], "给小D王胡等", ["小D", "王胡"], []),
        (["Alpha", "Alpha mini"], "Alpha mini and Alpha", ["Alpha mini", "Alpha"], ["Alpha"]),
        (["ab", "bcd", "de"], "abcde", ["ab", "de"], ["bcd"]),
        (["a", "aa"], "aaaaa", ["aa", "aa", "a"], ["a", "aa", "a", "aa", "a", "a"]),
    ],
)
def test_longest_of_the_leftmost_is_kept(
    keys: list[str], text: str, kept: list[str], suppressed: list[str]
) -> None:
    resolved = resolve(Automaton(keys).scan(text))

    assert kept == words(text, resolved.kept)
    assert sorted(suppressed) == sorted(words(text, [loser.match for loser in resolved.suppressed]))


def test_keys_of_one_span_are_all_kept() -> None:
    resolved = resolve(Automaton(["下級生", "下級生", "級生"]).scan("下級生"))

    assert (
        Resolved((Match(0, 0, 3), Match(1, 0, 3)), (Suppressed(Match(2, 1, 3), Match(0, 0, 3)),)) == resolved
    )


def test_nothing_found_resolves_to_nothing() -> None:

    assert Resolved((), ()) == resolve([])


@settings(max_examples=150)
@given(st.lists(letters, max_size=12), texts, st.randoms(use_true_random=False))
def test_resolving_loses_nothing_and_knows_no_order(keys: list[str], text: str, chance) -> None:
    matches = Automaton(keys).scan(text)
    shuffled = list(matches)
    chance.shuffle(shuffled)
    resolved = resolve(shuffled)
    spans = sorted({(match.start, match.end) for match in resolved.kept})

    assert resolve(matches) == resolved
    assert sorted(matches) == sorted([*resolved.kept, *(loser.match for loser in resolved.suppressed)])
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert all(loser.match.start < loser.by.end for loser in resolved.suppressed)
    assert all(
        loser.by in resolved.kept and loser.by.start <= loser.match.start for loser in resolved.suppressed
    )


@pytest.mark.parametrize(
    ("keys", "text", "found"),
    [
        (["Ki"], "The Kintargo Rumor Mill, Ki and Kiki", ["Ki"]),
        (["Vue", "Vue.js", "JS"], "Vue.js is not Vue; Vue.jsx neither", ["Vue", "Vue.js", "Vue", "Vue"]),
        (["#hello"], "say#hello now", ["#hello"]),
        (["#hello"], "say #hellos", []),
        (["Альфа"], "Альфа-банк, Альфабет, «Альфа»", ["Альфа", "Альфа"]),
        (["GPT-4"], "GPT-4, GPT-45, xGPT-4", ["GPT-4"]),
        (["未庄"], "回到未庄的阿Q", ["未庄"]),
        (["阿Q"], "小阿Q回", ["阿Q"]),
        (["Q"], "阿Q回", ["Q"]),
    ],
)
def test_whole_words_leaves_out_what_is_inside_a_longer_word(
    keys: list[str], text: str, found: list[str]
) -> None:

    assert found == words(text, list(whole_words(text, Automaton(keys).scan(text))))
