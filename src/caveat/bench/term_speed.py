"""
How long a chapter takes: matched, prepared, and the forms of a name; on made-up text of a given size.

Bars are held against processor time, which other processes on the machine do not lengthen; all of it is one
thread, so on an idle machine the clock on the wall shows the same. Best and median of that one are told too.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import NamedTuple

from caveat.bench.speed_figures import Figure, spread
from caveat.judge.terms_lexicon import Build, Lexicon
from caveat.judge.terms_match import matches
from caveat.judge.terms_prepare import Chunk, prepare
from caveat.judge.terms_snapshot import snapshot
from caveat.model.terms import APPROVED, Book, Key, Term
from caveat.text.automaton import Automaton
from caveat.text.fold_book import fold_chapter
from caveat.text.forms import forms
from caveat.text.tables_surnames_zh import SINGLE

MATCHING_BAR = 5.0
PREPARED_BAR = 30.0
FORMS_BAR = 0.1
"""Most milliseconds of the median, for a chapter of 10 KB against 10,000 terms, and for one name."""

EVERY = 40
"""Characters of made-up text for one name in it (our choice: a name in every second sentence)."""

_COMMON = (
    "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多"
)
_GIVEN = (
    "安白冰晨春东飞风歌光海涵浩红华欢辉慧佳建杰静娟军凯兰雷丽莉林玲龙露明敏"
    "宁平青晴秋蓉瑞珊诗思涛婷薇文霞贤晓心欣秀雪雅艳燕阳怡颖勇玉云泽芝志中竹子"
)
_PARTS = "ань бай вэй гуан дэ жун и кай линь мин нань пин сюэ тао фан хуэй цзин чжи шу юань".split()


class Setting(NamedTuple):
    """
    What is measured.

    Attributes:
        terms: Terms of the book.
        kilobytes: Bytes of the chapter in UTF-8, in units of 1,024.
        runs: Times that each is measured.
        seed: Of everything that is made up.
    """

    terms: int = 10_000
    kilobytes: int = 10
    runs: int = 15
    seed: int = 1


def measure_term_speed(setting: Setting) -> list[Figure]:
    """
    The figures, each the median with the best and the worst; bars hold for 10,000 terms and 10 KB.

    Args:
        setting: Sizes, runs and seed.
    """
    chance = random.Random(setting.seed)
    terms = made_terms(setting.terms, chance)
    text = made_chapter(terms, setting.kilobytes * 1024, chance)
    is_barred = setting.terms <= 10_000 and setting.kilobytes <= 10
    book = Book("speed", terms=tuple(terms))
    state = snapshot(book)
    found = []
    for name, build in _builds():
        lexicon = Lexicon(terms, book.fold, build=build)
        chunk = Chunk(text, 1, digest="0" * 64)

        def match(lexicon: Lexicon = lexicon) -> object:
            return matches(lexicon, fold_chapter(text, lexicon.form), text, chapter=1)

        def ready(lexicon: Lexicon = lexicon, chunk: Chunk = chunk) -> object:
            return prepare(lexicon, book, chunk, snapshot=state)

        found.append(_figure(f"chapter matched{name}", match, setting, MATCHING_BAR if is_barred else None))
        found.append(_figure(f"chapter prepared{name}", ready, setting, PREPARED_BAR if is_barred else None))
    names = _made_names(chance)
    each = [_timed(partial(forms, name, origin="chinese", gender="m")) for name in names]
    found.append(_of_times("forms of a name", each, FORMS_BAR))
    return found


def made_terms(count: int, chance: random.Random) -> list[Term]:
    """*count* people, approved, each name once: equal seeds give equal ones."""
    surnames = sorted(SINGLE)
    found: dict[str, Term] = {}
    while len(found) < count:
        name = chance.choice(surnames) + "".join(chance.choices(_GIVEN, k=chance.choice((1, 2, 2))))
        rendering = " ".join("".join(chance.choices(_PARTS, k=size)).capitalize() for size in (1, 2))
        found.setdefault(
            name,
            Term(
                f"term:speed/{name}",
                name,
                rendering,
                keys=(Key(name),),
                kind="person",
                gender=chance.choice(("m", "f")),
                origin="zh",
                approval=APPROVED,
            ),
        )
    return list(found.values())


def made_chapter(terms: Sequence[Term], size: int, chance: random.Random) -> str:
    """A text of at most *size* bytes in UTF-8, with a name every now and then."""
    parts: list[str] = []
    length = 0
    while length < size - 3 * EVERY:
        words = "".join(chance.choices(_COMMON, k=EVERY - 6)) + "，" + chance.choice(terms).headword + "。"
        parts.append(words)
        length += len(words.encode())
    return "".join(parts)


def _made_names(chance: random.Random) -> list[str]:
    """Different names, so that no cache answers."""
    found: dict[str, None] = {}
    while len(found) < 500:
        found[" ".join("".join(chance.choices(_PARTS, k=size)).capitalize() for size in (1, 2))] = None
    return list(found)


def _builds() -> list[tuple[str, Build]]:
    """What a scanner may be made by: in Python, and the native library where it is installed."""
    from importlib.util import find_spec

    found: list[tuple[str, Build]] = [("", Automaton)]
    if find_spec("ahocorasick_rs") is not None:
        from caveat.text.automaton_native import NativeAutomaton

        found.append((", native", NativeAutomaton))
    return found


def _figure(name: str, work: Callable[[], object], setting: Setting, bar: float | None) -> Figure:
    work()
    return _of_times(name, [_timed(work) for _ in range(setting.runs)], bar)


def _of_times(name: str, times: Sequence[tuple[float, float]], bar: float | None) -> Figure:
    """The median of the processor's times, with what the clock showed as a note."""
    processor, clock = zip(*times, strict=True)
    note = f"by the clock best {min(clock):.3f} ms, median {median(clock):.3f} ms"
    return spread(name, processor, "ms", bar=bar)._replace(note=note)


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of the processor, and of the clock."""
    started, spent = time.perf_counter(), time.process_time()
    work()
    spent, took = time.process_time() - spent, time.perf_counter() - started
    return 1000 * spent, 1000 * took
