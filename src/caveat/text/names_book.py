"""
Name-like tokens of a chapter: what may be a name that nobody entered.

Katakana runs, a surname before one or two Han characters, what stands before an honorific, Latin capitals.
It is an alarm and no reader: it errs on the side of asking, and each token is told once with all its places.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from caveat.text.boundaries import script
from caveat.text.common_words import common_words, is_common
from caveat.text.fold_book import FoldedBook, fold_name, profile
from caveat.text.stretches import Stretches

LIMIT = 200
"""Most different tokens that one text tells (our choice); a text with more is not in the book's language."""


class NameLike(NamedTuple):
    """
    A token that may be a name.

    Attributes:
        text: Folded.
        why: ``katakana``, ``surname``, ``honorific`` or ``capitals``.
        spans: Where it stands in the folded text, (start, end), by place.
    """

    text: str
    why: str
    spans: tuple[tuple[int, int], ...]


_HAN = "\u4e00-\u9fff々"
_RUN = r"[\u30a1-\u30fa\u30fc-\u30ff]{2,40}"
_KATAKANA = re.compile(rf"{_RUN}(?:[・·＝=]{_RUN}){{0,4}}")
_POLITE_JA = re.compile(
    rf"([{_HAN}]{{1,4}}|[\u30a1-\u30fa\u30fc-\u30ff]{{2,20}})(さん|くん|ちゃん|さま|君|様|殿|氏|先生|先輩|嬢|卿)"
)
_POLITE_KO = re.compile(r"(?<![\uac00-\ud7a3])([\uac00-\ud7a3]{2,4})\s?(씨|님|군|양)(?![\uac00-\ud7a3]{3})")
_POLITE_ZH = re.compile(
    "先生|太太|小姐|姑娘|公子|老爷|大人|夫人|少爷|太爷|师兄|师姐|师弟|师妹|师父|掌门|长老|道长|将军|大侠|前辈"
)
_SAYS = re.compile(
    "(?:[，,:]|[微冷苦大轻]?[笑喝叫喊答问骂叹]|说|道|听|看|见|却|也|便|就|又|心中|心里|"
    "站|坐|走|跑|跪|转|点|摇|抬|低|皱|摸|拿|伸|想|觉得|知道|忽然|突然)"
)
_WORD = re.compile(r"[A-Z\u00c0-\u00de\u0410-\u042f\u0401][\w'’-]*")
_WORD_IN_HAN = re.compile(r"[A-Z][A-Za-z'-]{1,30}(?:[ ·][A-Z][A-Za-z'-]{1,30}){0,3}")
_SENTENCE_END = re.compile(r"[.!?…:»”\"'“«(\[—–-]\s*$|\n\s*$|^\s*$")
_ECHO = re.compile(r"(..{0,2})\1+[ッーっ]?")
# Surnames that are hardly anything else, and the 阿 of familiar names: the rest would alarm on every line.
_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙朱胡郭林罗郑梁谢宋唐邓冯韩曹彭萧肖蔡潘董袁蒋杜苏魏"
    "吕沈姚卢傅钟姜崔谭廖汪陆贾韦邱侯邹熊孟秦薛尹雷黎陶贺郝龚邵钱严莫汤樊葛邢鲁"
    "聂焦俞庞殷耿阮柳凌楚慕秋柯裴叶顾穆纪宁洛君阿"
)
_NOT_GIVEN = frozenset(
    "的了是在有不也就都着过们我你他她它这那和与及或被把给对从向到之其而但却又再还更最很太么吗呢吧啊呀哦"
    "说道笑问答叫喊看见听想要会能可去来上下前后里外中间时候个只一两几年月日天今家府所者人"
)
_EVERYDAY_JA = frozenset(
    (
        "お母 お父 お兄 お姉 お爺 お婆 お客 皆 皆様 神 王 客 奥 旦那 諸 貴 何 誰 母 父 兄 姉 叔母 叔父 伯母 "
        "伯父 爺 婆 医者 看護婦 運転手 お嬢 嬢 若 殿 仏 坊 姫 主 上 子供 息子 娘 店員 社長 部長 課長 隊長 "
        "王女 王子 若奥 大奥 学者 皇后 御子 妹婿 婿 姑 舅 嫁 花嫁 花婿 陛下 殿下 閣下"
    ).split()
)


def name_like(folded: FoldedBook, name: str, covered: Sequence[tuple[int, int]]) -> tuple[NameLike, ...]:
    """
    The name-like tokens of *folded* outside *covered*, by first place.

    Args:
        folded: The chapter.
        name: Its profile.
        covered: Stretches of the folded text that matched a key, (start, end), by start.

    Returns:
        `LIMIT` at most.
    """
    taken = Stretches(covered)
    found: dict[str, tuple[str, list[tuple[int, int]]]] = {}
    for text, why, start, end in _tokens(folded, name):
        if not taken.touch(start, end):
            _, spans = found.setdefault(text, (why, []))
            if not spans or start >= spans[-1][1]:
                spans.append((start, end))
    kept = [NameLike(text, why, tuple(spans)) for text, (why, spans) in found.items()]
    kept.sort(key=lambda one: one.spans[0])
    return tuple(kept[:LIMIT])


_Token = tuple[str, str, int, int]


def _tokens(folded: FoldedBook, name: str) -> Iterator[_Token]:
    if name == "ja":
        yield from _polite(folded, _POLITE_JA)
        yield from _katakana(folded)
    if name == "zh":
        yield from _surnames(folded.text)
    if name == "ko":
        yield from _polite(folded, _POLITE_KO)
    if name in ("zh", "ja", "ko"):
        for match in _WORD_IN_HAN.finditer(folded.text):
            yield match[0], "capitals", match.start(), match.end()
    else:
        yield from _capitals(folded.text, name)


def _katakana(folded: FoldedBook) -> Iterator[_Token]:
    for match in _KATAKANA.finditer(folded.composed):
        word = match[0]
        start, end = match.span()
        is_noise = _ECHO.fullmatch(word) is not None or (len(word) <= 3 and word[-1] in "ッーリン")
        if not is_noise and not is_common(folded.text[start:end], word, "ja"):
            yield word, "katakana", start, end


def _polite(folded: FoldedBook, pattern: re.Pattern[str]) -> Iterator[_Token]:
    for match in pattern.finditer(folded.composed):
        base, (start, end) = match[1], match.span(1)
        is_everyday = base in _EVERYDAY_JA or (start and folded.composed[start - 1] in "おご御")
        # 有様, 諸君, 模様: one Han character before what is written in Han is a word of its own.
        is_word = len(base) == 1 and match[2] not in ("さん", "くん", "ちゃん")
        if not is_everyday and not is_word and base not in common_words("ko"):
            yield base, "honorific", start, end


def _capitals(text: str, name: str) -> Iterator[_Token]:
    common = common_words(name)
    stop = -1
    for match in _WORD.finditer(text):
        start, end = match.span()
        word = match[0].removesuffix("'s").rstrip("'-")
        if start < stop or len(word) < 2 or (start and script(text[start - 1]) == "alphabet"):
            continue
        if _SENTENCE_END.search(text, max(0, start - 3), start) and (word.lower() in common or start == 0):
            continue
        if _SENTENCE_END.search(text[max(0, start - 3) : start]) or word.lower() in common:
            continue
        stop = end
        yield word, "capitals", start, start + len(word)


def _surnames(text: str) -> Iterator[_Token]:
    """A surname with a given name that speaks or acts, is addressed, or comes again."""
    single, double = _families()
    common = _no_names()
    seen: dict[str, int] = {}
    waiting: list[_Token] = []
    for match in double.finditer(text):
        yield from _whole(text, match, 4, common)
    for match in single.finditer(text):
        for start, end, is_sure in _cuts(text, match.start(), common):
            token = (text[start:end], "surname", start, end)
            if is_sure:
                yield token
                break
            seen[token[0]] = seen.get(token[0], 0) + 1
            waiting.append(token)
    # Who comes again and is no ordinary word is somebody: the longest of what comes equally often.
    for token in waiting:
        longer = text[token[2] : token[3] + 1]
        if seen[token[0]] >= 3 and (len(token[0]) == 3 or seen.get(longer, 0) < seen[token[0]] / 2):
            yield token


def _cuts(text: str, start: int, common: frozenset[str]) -> Iterator[tuple[int, int, bool]]:
    for end in (start + 3, start + 2):
        word = text[start:end]
        if len(word) != end - start or not all("\u4e00" <= c <= "\u9fff" for c in word):
            continue
        given = word[1:]
        if _NOT_GIVEN.intersection(given) or word in common or given in common or word[:2] in common:
            continue
        if _crosses(text, start, end, common):
            continue
        is_sure = bool(_SAYS.match(text, end) or _POLITE_ZH.match(text, end))
        yield start, end, is_sure


def _crosses(text: str, start: int, end: int, common: frozenset[str]) -> bool:
    """Whether an ordinary word runs into the token, or out of it."""
    return (start > 0 and text[start - 1 : start + 1] in common) or text[end - 1 : end + 1] in common


def _whole(text: str, match: re.Match[str], most: int, common: frozenset[str]) -> Iterator[_Token]:
    start = match.start()
    for end in range(min(len(text), start + most), match.end(), -1):
        word = text[start:end]
        given = text[match.end() : end]
        is_name = all("\u4e00" <= c <= "\u9fff" for c in word) and not _NOT_GIVEN.intersection(given)
        if is_name and not _crosses(text, match.end(), end, common):
            yield word, "surname", start, end
            return


@lru_cache(maxsize=1)
def _no_names() -> frozenset[str]:
    from caveat.text.tables_common_words import NO_NAMES_ZH

    return common_words("zh") | frozenset(NO_NAMES_ZH.split())


@lru_cache(maxsize=1)
def _families() -> tuple[re.Pattern[str], re.Pattern[str]]:
    from caveat.text.tables_surnames_zh import DOUBLE

    form = profile("zh")
    double = {fold_name(name, form) for name in DOUBLE} - {"百里"}
    return (
        re.compile(f"[{_SURNAMES}]"),
        re.compile("|".join(sorted(double, key=lambda name: (-len(name), name)))),
    )
