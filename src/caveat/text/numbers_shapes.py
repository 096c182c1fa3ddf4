"""
Digits that are no quantity by their shape alone: dates, clocks, phones, addresses, hashes.

Most patterns are tried only where a run of digits begins and the character behind it allows them; the others
only in a passage that holds a character they cannot do without. Each runs over a bounded stretch.
"""

import re

from caveat.text.numbers_fold import Passage
from caveat.text.numbers_shapes_digits import AT_DIGITS, BLANK, CALLED, NAME_DAY, named
from caveat.text.patterns import regex
from caveat.text.tables_number_noise import (
    CALLS,
    CAPITAL_MONTHS,
    KEYS,
    MONTHS,
    STANDARDS,
    VARIABLE_WORDS,
)
from caveat.text.tables_number_units import SIGNS

Span = tuple[int, int, str]

_NEVER_BEHIND_POINT = frozenset((".", " 0", " -", ""))
"""What stands behind decimals that none of the patterns for it may begin with."""

# 219.30 and nothing behind it that could make a date, a clock, a phone or an address of it.
_PLAIN_DECIMAL = regex(
    r"[0-9]+\.[0-9]{1,3}(?![0-9./:-]|[ \u00a0][0-9]|[ \u00a0]?(?:[ap]\.?m|o'c|uhr|h|утр|веч|дня|ноч))"
)

# An address ends where East Asian letters begin: no blank stands there, and a price may follow.
_EAST = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
_DOMAIN = regex(r"\.(?:com|org|net|io|dev|ru|de|fr|cn|jp|kr|ai|app|gov|edu)")

_ANYWHERE: tuple[tuple[tuple[str, ...] | re.Pattern[str], str, re.Pattern[str]], ...] = tuple(
    (triggers, *named(name, pattern))
    for triggers, name, pattern in (
        (
            ("://",),
            "url",
            rf"(?<![a-z0-9])[a-z][a-z0-9+.-]{{1,15}}://[^\s<>\"'）」』、。，\x1f{_EAST}]{{1,2000}}",
        ),
        (("www.",), "url", rf"(?<![\w@.])www\.[^\s<>\"'）」』、。，{_EAST}]{{1,2000}}"),
        (("@",), "url", r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}"),
        (
            _DOMAIN,
            "url",
            r"(?<![\w@./-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|org|net|io|dev|ru|de|fr|cn|jp|kr|ai|app|gov|edu)(?![\w.])"
            rf"(?:/[^\s<>\"{_EAST}]{{0,500}})?",
        ),
        (("doi", "arxiv"), "id", r"doi:?[ \u00a0]?10\.[^\s]{1,100}|arxiv:[ \u00a0]?[^\s]{4,30}"),
        (
            regex(f"{CALLS}"),
            "phone",
            rf"(?<=[机機话話帯화폰처线線真스])(?:[は은는:：号號]|번호)?"
            rf"{BLANK}?:?{BLANK}?\+?[0-9][0-9 -]{{5,18}}[0-9](?![\w-])",
        ),
        (
            ("iban",),
            "id",
            r"iban:?[ \u00a0]?[a-z]{2}[0-9]{2}(?:[ \u00a0]?[0-9a-z]{4}){3,7}"
            r"(?:[ \u00a0]?[0-9a-z]{1,3})?(?![0-9a-z])",
        ),
        (
            KEYS,
            "id",
            rf"(?<![\w])(?:{'|'.join(KEYS)})(?:[a-zа-я]{{0,3}})(?:{BLANK}(?:no|nr|№)\.?)?:?{BLANK}{{0,2}}"
            r"(?=(?:[0-9][ \u00a0-]?){9})"
            r"[0-9]{2,9}(?:[ \u00a0-][0-9]{2,9}){1,5}(?![\w]|[.,][0-9]|[ \u00a0]?[%$€£₽])",
        ),
        (("isbn", "issn"), "isbn", r"(?:isbn|issn)(?:-1[03])?:?[ \u00a0]?[0-9][0-9x -]{6,20}[0-9x]"),
        (
            ("令和", "平成", "昭和", "大正", "明治", "民国", "民國"),
            "date",
            r"(?:令和|平成|昭和|大正|明治|民国|民國)[0-9]{1,3}年(?:[0-9]{1,2}月(?:[0-9]{1,2}[日号號])?)?",
        ),
        (
            ("::",),
            "ip",
            r"(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}:?){1,6}(?![\w:])",
        ),
        (
            ("+",),
            "phone",
            r"(?<![\w])\+[0-9]{1,3}[ \u00a0.-]?(?:\([0-9]{1,5}\)|[0-9]{1,5})"
            r"(?:[ \u00a0.-]?[0-9]{2,4}){2,5}(?![\w]|[.,][0-9])",
        ),
        (
            ("(",),
            "phone",
            r"(?<![\w])(?:[0-9][ -]?)?\([0-9]{3,5}\)"
            r"[ \u00a0]?[0-9]{2,4}(?:[ -][0-9]{2,4}){1,3}(?![\w]|[.,][0-9])",
        ),
        (("#",), "hex", r"(?<![\w&])#(?=[0-9a-f]{0,7}[a-f])(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})(?!\w)"),
        (("-",), "hex", r"(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])"),
        (("[",), "footnote", r"\[[0-9]{1,3}(?:[,;–-][ \u00a0]?[0-9]{1,3}){0,20}\]"),
    )
)
"""Patterns that do not begin with a digit, each with what a passage must hold to be searched."""

_STANDARD_WORDS = tuple(STANDARDS.split("|"))
_STANDARD = named(
    "standard",
    rf"(?<!\w)(?:{STANDARDS})(?:{BLANK}?[-–]{BLANK}?|{BLANK})(?:[A-ZР][ \u00a0.])?"
    r"[0-9]{1,7}(?:[.:/–-][0-9]{1,6}){0,4}"
    r"(?![\w%$€£]|[.,][0-9]|[ \u00a0][%€$])",
)[1]
_EMISSION = regex(r"(?<!\w)(?:Euro|EURO|Евро)[ \u00a0-][1-7](?![\w%$€£]|[.,][0-9]|[ \u00a0][%€$])")
_MATH = regex(
    r"\$\$[^$\x1e\x1f]{1,400}\$\$|\\\([^\n\x1e\x1f]{1,200}?\\\)"
    r"|(?<![\w$])\$(?=[A-Za-z\\({|])[^$\n\x1e\x1f]{0,80}(?<![ \u00a0])\$(?![0-9A-Za-z])"
)
_CODE = regex(r"`[^`\n\x1e\x1f]{1,200}`")
_VERSION = regex(
    r"(?<![^\W_])v\.?[ \u00a0]?[0-9]{1,4}(?:\.[0-9]{1,5}){0,4}"
    r"(?:[-.]?(?:rc|alpha|beta|dev|post)\.?[0-9]{0,3})?(?![\w]|[.,][0-9])"
)
_VARIABLE = named(
    "shell-variable",
    r"(?<![\w$])\$\{[0-9]{1,2}\}"
    r"|(?<![\w$])\$[0-9](?![\w.,]|[ \u00a0]?(?:k|m|bn|thousand|million|billion|тыс|млн|млрд)(?!\w))",
)[1]
_NAMED_VARIABLE = regex(r"\$(?:[A-Za-z_][A-Za-z_0-9]{1,40}|\{[A-Za-z_0-9]|[@*#?]|\([a-z])")
_WORDS = regex(r"[a-zà-ÿа-я]{3,14}|参数|變數|变量|引数|変数|인수|변수|매개변수")
_WORD_BEFORE = regex(r"([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{2,12})[.:]{0,2}[ \u00a0]$")
_FORMULA = regex(r"[=\\^_{}+*<>]|^\$[A-Za-z]\$$")
OTHER_DIGITS = "①-⓿❶-➓㉈-㉏㉑-㉟㊱-㊿Ⅰ-ↈ⁰¹²³⁴-⁹₀-₉"
"""Figures that are no decimal digits, for a class of characters; beside a sign none may pass unseen."""

_OTHER_DIGITS = regex(f"(?<=[$€£¥₽])[{OTHER_DIGITS}]+|[{OTHER_DIGITS}]+(?=[ \u00a0]?[%‰$€£₽])")
_DIGIT = regex(r"[0-9]+")
_BESIDE = regex(r"[ \u00a0]?(.)[ \u00a0]?([0-9])?")
_CALL_WORDS = frozenset("tel phone call fax тел телефон звоните факс".split())
_MONTH_NAMES = frozenset(MONTHS.split("|"))


def shapes(passage: Passage) -> list[Span]:
    """
    Stretches of *passage* that are no quantity, with their names.

    Returns:
        By start, not overlapping; where two meet, the one that begins first wins, then the longer one.
    """
    text, low = passage.text, passage.low
    if not _DIGIT.search(text) and text.isascii():
        return []
    found = [span for run in _DIGIT.finditer(low) for span in _at_digits(passage, run.start(), run.end())]
    for triggers, name, pattern in _ANYWHERE:
        if _may_hold(low, triggers):
            found += [(match.start(), match.end(), name) for match in pattern.finditer(low)]
    found += _cased(text)
    found += _variables(passage)
    if not text.isascii():
        found += [(match.start(), match.end(), "unclassified") for match in _OTHER_DIGITS.finditer(text)]
    found.sort(key=lambda span: (span[0], -span[1]))
    kept: list[Span] = []
    for span in found:
        holds_digits = span[2] == "unclassified" or _DIGIT.search(text, span[0], span[1])
        if (not kept or span[0] >= kept[-1][1]) and holds_digits:
            kept.append(span)
    return kept


def _may_hold(low: str, triggers: tuple[str, ...] | re.Pattern[str]) -> bool:
    if not isinstance(triggers, tuple):
        return triggers.search(low) is not None
    for trigger in triggers:  # noqa: SIM110 - three times as fast as any()
        if trigger in low:
            return True
    return False


def _at_digits(passage: Passage, start: int, end: int) -> list[Span]:
    """Shapes that begin with the run of digits, or with the month or the ``v`` before it."""
    low = passage.low
    before, after = low[start - 1 : start], low[end : end + 1]
    if after and after in " \u00a0":
        behind = low[end + 1 : end + 2]
        key = (
            " 0"
            if behind.isdecimal()
            else " a"
            if behind.isalpha()
            else " -"
            if behind in ("-", "–", "—")
            else ""
        )
    else:
        key = "a" if after.isalpha() else after
    found: list[Span] = []
    if before == "." and start > 1 and low[start - 2].isdecimal() and key in _NEVER_BEHIND_POINT:
        return found
    is_plain = key == "." and _PLAIN_DECIMAL.match(low, start)
    for name, pattern in AT_DIGITS.get(key, ()) if end - start <= 64 and not is_plain else ():
        match = pattern.match(low, start)
        if match and (name != "date" or _is_month(passage, match)):
            found.append((start, match.end(), name))
    if before and before in " \u00a0v.":
        found += _behind_word(passage, start, after)
    return found


def _behind_word(passage: Passage, start: int, after: str) -> list[Span]:
    low = passage.low
    head = low[max(0, start - 2) : start]
    if head[-1] == "v" or head in ("v.", "v "):
        begin = start - (1 if head[-1] == "v" else 2)
        match = _VERSION.match(low, begin)
        return [(begin, match.end(), "version")] if match else []
    word = _WORD_BEFORE.search(low[max(0, start - 16) : start])
    if word is None:
        return []
    if word[1] in _MONTH_NAMES:
        begin = start - len(word[0])
        match = NAME_DAY[1].match(low, begin)
        return [(begin, match.end(), "date")] if match and _is_month(passage, match) else []
    if word[1] in _CALL_WORDS:
        match = CALLED[1].match(low, start)
        return [(start, match.end(), "phone")] if match else []
    return []


def _cased(text: str) -> list[Span]:
    found: list[Span] = []
    if any(word in text for word in _STANDARD_WORDS):
        found += [(match.start(), match.end(), "standard") for match in _STANDARD.finditer(text)]
    if "uro" in text or "вро" in text or "URO" in text:
        found += [(match.start(), match.end(), "standard") for match in _EMISSION.finditer(text)]
    if "$" in text or "\\(" in text:
        found += [
            (match.start(), match.end(), "math")
            for match in _MATH.finditer(text)
            if _FORMULA.search(match[0])
        ]
    if "`" in text:
        # Code with a sign of money or percent may be a price.
        found += [
            (match.start(), match.end(), "code")
            for match in _CODE.finditer(text)
            if SIGNS.keys().isdisjoint(match[0])
        ]
    return found


def is_beside_sign(text: str, start: int, end: int) -> bool:
    """Whether a sign of money or percent touches ``text[start:end]`` and belongs to no other number."""
    before = text[start - 1 : start]
    if before and before in SIGNS:
        return True
    after = _BESIDE.match(text, end)
    return after is not None and after[1] in SIGNS and (after[2] is None or after[1] in "%‰")


def _is_month(passage: Passage, match: re.Match[str]) -> bool:
    """Names that are words too count with a capital only: May 5, but not *may 5*."""
    name = match.groupdict().get("month")
    if not name or name.rstrip(".") not in CAPITAL_MONTHS:
        return True
    return passage.text[match.start("month")].isupper()


def _variables(passage: Passage) -> list[Span]:
    text = passage.text
    found = list(_VARIABLE.finditer(text)) if "$" in text else []
    if not found:
        return []
    is_script = _NAMED_VARIABLE.search(text) is not None
    return [
        (match.start(), match.end(), "shell-variable")
        for match in found
        if is_script or _is_near_variable_word(passage.low, match.start())
    ]


def _is_near_variable_word(low: str, at: int) -> bool:
    return any(word in VARIABLE_WORDS for word in _WORDS.findall(low[max(0, at - 40) : at + 40]))
