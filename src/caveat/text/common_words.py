"""Which keys are ordinary words, by the named list of a profile."""

from functools import lru_cache

from caveat.text.fold_book import fold_name, profile

LISTS = {
    "zh": "common-zh/4",
    "ja": "common-ja/4",
    "ko": "common-ko/3",
    "latin": "common-en/3",
    "ru": "common-ru/2",
}
"""Profile → name of its list; in messages and in the snapshot."""


@lru_cache(maxsize=8)
def common_words(name: str) -> frozenset[str]:
    """
    The ordinary words of the profile *name*, folded by it; in lower case where the script has two.

    Args:
        name: One of `fold_book.PROFILES`; another one has none.
    """
    if name == "zh":
        from caveat.text.tables_common_zh import WORDS

        return frozenset(WORDS.translate(profile(name).table).split())
    from caveat.text import tables_common_words

    words = getattr(tables_common_words, {"latin": "EN"}.get(name, name.upper()), "")
    form = profile(name)
    return frozenset(fold_name(word, form) for word in words.split())


def is_common(folded: str, composed: str, name: str) -> bool:
    """
    Whether a key is an ordinary word of the profile *name*.

    Args:
        folded: The key as `fold_book.fold_name` gives it.
        composed: The same as `fold_book.compose_name` gives it: a Japanese word of the list counts in the
            kana that it is usually written with, so メロス is no ordinary word because めろす were one.
        name: The profile.
    """
    words = common_words(name)
    if name in ("latin", "ru"):
        return folded.lower() in words
    if name == "ja" and _is_katakana(composed):
        return composed in _katakana_words()
    return folded in words


@lru_cache(maxsize=1)
def _katakana_words() -> frozenset[str]:
    from caveat.text.tables_common_words import JA

    return frozenset(word for word in JA.split() if _is_katakana(word))


def _is_katakana(text: str) -> bool:
    return all("\u30a1" <= character <= "\u30ff" for character in text)
