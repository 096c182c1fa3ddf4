"""
The search analyser: what a text becomes in the index, and what a query asks of it.

Both go through the same steps, so that spellings that mean the same meet: compatibility composition,
lower case, no diacritics, snowball stems for words, pairs of neighbours for scripts written without
blanks. Tokens hold letters, digits and characters beyond ASCII only, so a store may keep them separated
by blanks and split them again with the simplest tokenizer it has.
"""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from operator import add

from caveat.model.search import Query, Term
from caveat.text.fold import compose, fold_text
from caveat.text.tables_scripts import ALPHABETIC, EMOJI, FLAG, MARKS, POINTING, UNSPACED, UNSPACED_RANGES
from caveat.text.tables_stopwords import CONTENT_ELSEWHERE, DECOYS, STOPWORDS

FINGERPRINT = f"tokens/1 unicode-{unicodedata.unidata_version}"
"""Version of the analyser without its stemmer's; `fingerprint` names both."""

JOINER = "\u00b7"
"""Stands in a token for the dot, underscore or ampersand that joined its parts: not ASCII, as promised."""

LATIN_STEMMERS = {"en": "english", "de": "german", "fr": "french", "": "english"}
"""Snowball algorithm by language; text of unknown language gets the English one, which takes little away."""

LONGEST_WORD = 64
"""Code points after which a word is cut (our choice): nobody types more, and data URIs hold millions."""

MOST_PARTS = 8
"""Parts up to which a dotted token is also kept whole (our choice)."""

LONGEST_QUERY = 10_000
"""Code points of a query that are read (our choice)."""

MOST_TERMS = 128
"""Terms after which a query is cut (our choice): a pasted page must not become a page of SQL."""

LONGEST_PHRASE = 12
"""Pairs of a run up to which the whole run is looked for as well; our choice: longer ones are sentences."""

SENTENCE_PAIRS = 6
"""
Pairs of neighbours above which a query counts as a sentence: then its hiragana endings and particles are
left out like stop words (JaQuAD nDCG@10 .907 to .910, in half the time).
"""

MEMO_LIMIT = 50_000
"""Words per language whose tokens are remembered, about 10 MB; then the memory starts anew."""

SAMPLE = 2_000
"""Code points of a text that its language is judged by (our choice), about 700 words."""

LEAST_SHARE = 0.15
"""Share of stop words from which a language is believed: running text has .3 to .5, lists have .1 to .3."""

_OPERATORS = frozenset(("AND", "OR", "NOT"))
_SIGNS = {"+": "\u207a", "#": "\u266f"}
# re-entry, e-mail, X-ray: a short first half and one hyphen make one word of it (Cranfield nDCG@10 .387 to
# .391). In ASCII letters only: Russian hyphens join particles (XQuAD ru .954 to .953).
_PREFIX = r"(?:(?<![A-Za-z0-9-])[A-Za-z]{1,3}-(?=[A-Za-z]+(?![A-Za-z0-9-])))?"
_JOINT = r"(?:['\u2019._&]|__+)"
_THOUSANDS = r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))"
_ASCII = rf"{_PREFIX}[A-Za-z0-9]+(?:(?:{_JOINT}|{_THOUSANDS})[A-Za-z0-9]+)*(?:\+\+|\#(?![A-Za-z0-9]))?"
_ASCII_WORD = re.compile(_ASCII)
_BORDERS = [border for first, last in UNSPACED_RANGES for border in (first, last + 1)]
# Endings, auxiliaries and particles: a pair of hiragana, or one that starts with a particle.
_LOOSE = re.compile("[\u3041-\u309f]{2}|[はがをにのとでもやへか].")
_PARTS = re.compile(r"[._&]+")
_HUMPS = re.compile(r"[A-Z]?[a-z]{2,}")
_CAMEL = re.compile(r"[A-Za-z][a-z]{2,}(?:[A-Z][a-z]{2,})+")
_NUMBER = re.compile(r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]+))?")
_DROPPED_PIECES = frozenset("ll re ve qu".split())
_IRREGULAR = {"can't": "can", "won't": "will", "shan't": "shall"}
_UNDECOMPOSED = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
_CYRILLIC = {"ё": "е", "ѐ": "е", "ѝ": "и"}


def fingerprint() -> str:
    """
    The version of everything that tokens depend on: this analyser, Unicode, and the stemmer.

    Returns:
        One line; two indexes with equal lines hold comparable tokens.
    """
    import Stemmer

    return f"{FINGERPRINT} snowball-{Stemmer.version()}"


def analyse(text: str, language: str) -> list[str]:
    """
    The token stream that goes into the index, stop words included.

    A word gives its stem; a dotted or underscored one its parts and its beginnings up to the whole; a run
    of a script without blanks gives each pair of neighbours and then its last character, so that a search
    for one character finds it as the start of a token.

    Args:
        text: Prose of any length.
        language: Of the words in Latin script, see `detect_language`; one that has no stemmer counts as
            unknown. Cyrillic words are always stemmed as Russian.

    Returns:
        Tokens in order, without blanks, and without ASCII characters other than letters and digits.
    """
    return " ".join(map(_memo(language).__getitem__, _words(text))).split()


def detect_language(text: str) -> str:
    """
    The language that most stop words of *text* belong to.

    Args:
        text: Prose; its first `SAMPLE` code points are read.

    Returns:
        ``en``, ``de``, ``fr``, or ``""`` when too few of the Latin words are stop words of one of them, or
        when as many belong to another language. Words of other scripts do not count.
    """
    words = re.findall(r"[a-z]+", _plain(fold_text(text[:SAMPLE])))
    owners = _owners()
    counts = Counter(words)
    tally: Counter[str] = Counter()
    for word in counts.keys() & owners.keys():
        for owner in owners[word]:
            tally[owner] += counts[word]
    ranked = tally.most_common(2)
    if not ranked or ranked[0][1] < LEAST_SHARE * len(words):
        return ""
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return ""
    return ranked[0][0] if ranked[0][0] in LATIN_STEMMERS else ""


def query(text: str, languages: Collection[str]) -> Query:
    """
    What *text* asks for.

    Args:
        text: What the user typed; nothing in it is an operator. Read up to `LONGEST_QUERY`.
        languages: Languages of the texts in the index, as `detect_language` names them. The language of a
            query is seldom known, so a Latin word asks for its stem in any of them; none = English.

    Returns:
        At most `MOST_TERMS` terms, without stop words when anything else is left; no terms for a text
        without letters, digits and pictographs.
    """
    known = sorted(set(languages).intersection(LATIN_STEMMERS)) or [""]
    words = _words(text[:LONGEST_QUERY])
    stop = _query_stopwords(words, known)
    is_sentence = sum(len(word) - 1 for word in words if _is_run(word)) > SENTENCE_PAIRS
    # A word in capitals is a name (US, IT), unless everything is in capitals.
    names = set() if text.upper() == text else {word for word in words if word.isupper() and len(word) > 1}
    kept: dict[Term, None] = {}
    spared: dict[Term, None] = {}
    for word in words:
        if _is_run(word):
            for term in _run_terms(word):
                is_loose = is_sentence and _LOOSE.fullmatch(term.alternatives[0])
                (spared if is_loose else kept)[term] = None
            continue
        wishes = _wishes(word)
        is_stop = bool(wishes) and wishes[0][0] in stop and (word not in names or word in _OPERATORS)
        (spared if is_stop else kept).update((_word_term(wish, known), None) for wish in wishes)
    terms = tuple(kept or spared)[:MOST_TERMS]
    return Query(text, terms, _phrases(words, {term.alternatives[0] for term in terms}))


def located(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """
    Tokens with their places, for showing where a query matches.

    Args:
        text: Prose.
        language: As for `analyse`.

    Yields:
        ``(start, end, token)`` in code points of *text*, end exclusive, starts ascending; the tokens of one
        word share its place, and so do those of a run that is not written at its usual width.
    """
    memo = _memo(language)
    for found in (_ASCII_WORD if text.isascii() else _any_word()).finditer(text):
        word, start, end = found[0], *found.span()
        if _is_run(word):
            for place in range(start, end - 1):
                yield place, place + 2, text[place : place + 2]
            yield end - 1, end, word[-1]
        else:
            tokens = memo[word] if word.isascii() else " ".join(map(memo.__getitem__, _words(word)))
            for token in tokens.split():
                yield start, end, token


class _Memo(dict[str, str]):
    """Tokens by word, blank-separated; runs of unspaced scripts seldom repeat and are not kept."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, word: str) -> str:
        if _is_run(word):
            return " ".join([*map(add, word, word[1:]), word[-1]])
        tokens = " ".join(_stem(surface, self._language) for surface in _surfaces(word))
        if len(self) >= MEMO_LIMIT:
            self.clear()
        if len(word) <= LONGEST_WORD:
            self[word] = tokens
        return tokens


@lru_cache(maxsize=32)
def _memo(language: str) -> _Memo:
    return _Memo(language if language in LATIN_STEMMERS else "")


def _words(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_WORD.findall(text)
    for mark in "\u00ad\u200c\u200d\u2060\ufeff":
        if mark in text:
            text = text.replace(mark, "")
    # NFKC writes the trademark signs as letters, which would grow onto the word before.
    return _any_word().findall(compose(text.replace("\u2122", " ").replace("\u2120", " ")))


# Compiled when the first text beyond ASCII comes: 5 ms that an English command line does not pay.
@lru_cache(maxsize=1)
def _any_word() -> re.Pattern[str]:
    common = _ASCII.replace("A-Za-z0-9", ALPHABETIC)
    rare = rf"(?:[^\W_{UNSPACED}{ALPHABETIC}]|[{MARKS}])+"
    return re.compile(rf"{common}|[{UNSPACED}]+|{rare}|{FLAG}|[{EMOJI}]")


def _is_run(word: str) -> bool:
    return word[0] > "\u0e00" and bisect_right(_BORDERS, ord(word[0])) % 2 == 1


def _surfaces(word: str) -> list[str]:
    """What a word is indexed as before stemming, the whole before its parts; nothing for a lone mark."""
    whole = _plain(fold_text(word)).replace("\u2019", "'")
    prefix, _, rest = whole.partition("-")
    if rest:
        surfaces = _surfaces(rest)
        return [(prefix + surfaces[0])[:LONGEST_WORD], *surfaces, prefix]
    if whole.isalnum():
        humps = _HUMPS.findall(word) if len(word) <= LONGEST_WORD and _CAMEL.fullmatch(word) else ()
        return [whole[:LONGEST_WORD], *map(str.lower, humps)]
    number = _NUMBER.fullmatch(whole)
    if number:
        return [_number(number[1], number[2] or "")]
    name = whole.rstrip("+#")
    surfaces = [surface for piece in _pieces(name) for surface in _joined(piece)]
    if name != whole:
        signs = "".join(_SIGNS[sign] for sign in whole[len(name) :])
        surfaces.insert(0, re.split(r"\W|_", name)[-1][-LONGEST_WORD:] + signs)
    return surfaces


def _number(units: str, decimals: str) -> str:
    whole = units.replace(",", "")[:LONGEST_WORD]
    # 1,250.00 and 1250 are one number; 1.5 is not two.
    return f"{whole}{JOINER}{decimals[:LONGEST_WORD]}" if decimals.strip("0") else whole


def _pieces(word: str) -> list[str]:
    """The word without contraction, elision and possessive: don't → do, l'eau → eau, Ada's → Ada."""
    if "'" not in word:
        return [word]
    if word in _IRREGULAR:
        return [_IRREGULAR[word]]
    pieces = [piece for piece in word.removesuffix("n't").split("'") if piece]
    return [piece for piece in pieces if len(piece) > 1 and piece not in _DROPPED_PIECES] or pieces


def _joined(piece: str) -> list[str]:
    parts = [part.replace(",", "")[:LONGEST_WORD] for part in _PARTS.split(piece) if part]
    if len(parts) < 2:
        return parts
    if all(len(part) == 1 and part.isalpha() for part in parts):
        return ["".join(parts)[:LONGEST_WORD]]
    if len(parts) > MOST_PARTS:
        return parts
    return [*(JOINER.join(parts[:count]) for count in range(len(parts), 1, -1)), *parts]


def _plain(word: str) -> str:
    """The word without diacritics and pointing; Cyrillic keeps its letters, save that ё becomes е."""
    return word if word.isascii() else _pointing().sub("", "".join(map(_base, word)))


@lru_cache(maxsize=1)
def _pointing() -> re.Pattern[str]:
    return re.compile(f"[{POINTING}]")


@lru_cache(maxsize=4096)
def _base(character: str) -> str:
    if "\u0400" <= character <= "\u052f":
        return _CYRILLIC.get(character, character)
    if character < "\u0700" or "\u1e00" <= character <= "\u1fff":
        return _UNDECOMPOSED.get(character) or unicodedata.normalize("NFD", character)[0]
    return character


def _stem(surface: str, language: str) -> str:
    if not surface.isalpha():
        return surface
    if "\u0400" <= surface[0] <= "\u052f":
        return _stemmer("russian")(surface)
    return _stemmer(LATIN_STEMMERS[language])(surface) if surface.isascii() else surface


@lru_cache(maxsize=8)
def _stemmer(algorithm: str) -> Callable[[str], str]:
    import Stemmer

    stem: Callable[[str], str] = Stemmer.Stemmer(algorithm, 0).stemWord
    return stem


def _run_terms(run: str) -> list[Term]:
    if len(run) == 1:
        return [Term((run,), is_prefix=True)]
    return [Term((pair,)) for pair in map(add, run, run[1:])]


def _phrases(words: Iterable[str], asked: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """Runs without blanks of which a pair is asked for: their pairs side by side are what was typed."""
    runs = (word for word in words if len(word) > 2 and _is_run(word))
    found = dict.fromkeys(tuple(map(add, run, run[1:])) for run in runs)
    return tuple(pairs for pairs in found if len(pairs) <= LONGEST_PHRASE and pairs[0] in asked)


def _wishes(word: str) -> list[tuple[str, ...]]:
    """What a word of a query asks for, each wish with the surfaces that grant it."""
    # In lower case: a camel-cased name asks for the whole. After a prefix the joined word or the second
    # half will do: e-mail finds e-mail, email and mail, but not every "e".
    surfaces = _surfaces(word.lower())
    if "-" in word:
        return [(surfaces[0], surfaces[1]), *((surface,) for surface in surfaces[2:-1])]
    return [(surface,) for surface in surfaces]


def _word_term(wish: Iterable[str], languages: Iterable[str]) -> Term:
    return Term(tuple(dict.fromkeys(_stem(surface, language) for surface in wish for language in languages)))


@lru_cache(maxsize=1)
def _owners() -> dict[str, tuple[str, ...]]:
    owners: dict[str, tuple[str, ...]] = {}
    for language, words in (*STOPWORDS.items(), *DECOYS.items()):
        for word in words:
            owners[word] = (*owners.get(word, ()), language)
    return owners


def _query_stopwords(words: Iterable[str], languages: Iterable[str]) -> frozenset[str]:
    """Stop words that the query is without: of the one language it shows, else those of all languages."""
    lists = {language or "en": STOPWORDS[language or "en"] for language in languages}
    shown: Counter[str] = Counter()
    for word in {word for word in words if not _is_run(word)}:
        surface = next(chain.from_iterable(_wishes(word)), "")
        speaking = [language for language, stop in lists.items() if surface in stop]
        if len(speaking) == 1 and surface not in CONTENT_ELSEWHERE:
            shown[speaking[0]] += 1
    ranked = shown.most_common(2)
    if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
        return lists[ranked[0][0]] | STOPWORDS["ru"]
    return frozenset.intersection(*lists.values()) | STOPWORDS["ru"]
