"""
Characters that look alike and are not: a slip of the scanner or the keyboard. They are told, never folded.

The pairs that a book in Han and kana meets, from Unicode Technical Standard 39 and from what scanned books
have; the Latin, Greek and Cyrillic letters that share a shape.
"""

from functools import lru_cache

GROUPS = (
    "二ニ 口ロ 力カ 工エ 一ー—―─ 夕タ 卜ト 八ハ 千チ 三ミ 才オ 木ホ 又ヌ 七セ ノ丿 丶ヽ 勺ク "
    "AАΑ BВΒ CС EЕΕ HНΗ KКΚ MМΜ OОΟ PРΡ TТΤ XХΧ IІΙ SЅ aа cс eе oоο pр xх yу"
).split()
"""Characters of one shape; the first stands for all."""


_NO_DASHES = dict.fromkeys(map(ord, "—―─"))


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    found: dict[int, str] = {}
    for group in GROUPS:
        for character in group:
            found.setdefault(ord(character), group[0])
    return found


def skeleton(composed: str) -> str:
    """*composed* with every character that has a look-alike replaced by the one that stands for its shape."""
    return composed.translate(_table())


def has_lookalike(composed: str) -> bool:
    """Whether some character of *composed* looks like another one."""
    return not _table().keys().isdisjoint(map(ord, composed))


def lookalikes(composed: str) -> frozenset[str]:
    """What may stand for some character of *composed* by a slip; dashes, which are punctuation, left out."""
    groups = _groups()
    return frozenset(other for one in set(composed) for other in groups.get(one, "") if other != one)


@lru_cache(maxsize=1)
def _groups() -> dict[str, str]:
    return {one: group.translate(_NO_DASHES) for group in GROUPS for one in group}


def is_slip(text: str, key: str) -> bool:
    """
    Whether *text* is *key* with look-alikes in some places: alike in shape, and not the same.

    Args:
        text: As long as the key.
        key: The key, composed.

    Returns:
        False where what differs is a dash beside a dash, which is punctuation.
    """
    different = [place for place, pair in enumerate(zip(text, key, strict=True)) if pair[0] != pair[1]]
    return bool(different) and not all(text[place] in "—―─" for place in different)
