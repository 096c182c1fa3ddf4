"""
Digits that are no quantity by their shape alone: dates, clocks, phones, addresses, hashes.

Most patterns are tried only where a run of digits begins and the character behind it allows them; the others
only in a passage that holds a character they cannot do without. Each runs over a bounded stretch.
"""

import re

from caveat.text.numbers_fold import Passage
from caveat.text.patterns import regex
from caveat.text.tables_number_noise import CAPITAL_MONTHS, MONTHS, STANDARDS, VARIABLE_WORDS
from caveat.text.tables_number_units import SIGNS

Span = tuple[int, int, str]

_S = "[ \u00a0]"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:1[0-9]|20|21)[0-9]{2}"
_B = r"(?<![\w.,])"
_E = r"(?![\w]|[.,][0-9])"
_NAME = rf"(?:{MONTHS})(?![^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])\.?"
_ORDINAL = r"(?:st|nd|rd|th|er|\.|-?го|-?е|-?й)?"
_YEAR_TAIL = rf"(?:,? ?{_YEAR}(?![0-9]))?(?:{_S}?(?:г\.|гг\.|года|году|год)(?!\w))?"
_TO = rf"{_S}?(?:[–—-]|and|to|по|до|и|bis|und|et|au){_S}?"
_AM = "".join(rf"|(?<={word} )" for word in ("am", "vom", "zum", "bis", "seit", "ab", "den", "dem"))[1:]
_HOUR = r"(?:[01]?[0-9]|2[0-4])"
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})"


# Letters and digits that a number sticks to; Chinese, Japanese and Korean letters stand beside one by chance.
_W = "0-9A-Za-z_\u00c0-\u052f"


def _p(name: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    pattern = pattern.replace(r"(?!\w)", f"(?![{_W}])").replace(r"(?<!\w)", f"(?<![{_W}])")
    return name, regex(pattern.replace(r"[\w", f"[{_W}"))


_ISO = _p(
    "date",
    rf"{_B}{_YEAR}-[01]?[0-9]-[0-3]?[0-9]"
    r"(?:[t ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?:z|[+-][0-9]{2}:?[0-9]{2})?)?(?![\w-])",
)
_YMD = _p("date", rf"{_B}{_YEAR}[./]{_MONTH}[./]{_DAY}{_E}")
_DMY = _p(
    "date",
    rf"{_B}(?:{_DAY}[./-]{_MONTH}|{_MONTH}[/-]{_DAY})[./-](?:{_YEAR}|[0-9]{{2}})(?![\w-]|[.,/][0-9])",
)
_MY = _p("date", rf"{_B}(?:0[1-9]|1[0-2])[/.]{_YEAR}{_E}|{_B}{_YEAR}-(?:0[1-9]|1[0-2])(?![\w-]|[.,][0-9])")
_DM = _p("date", rf"(?:{_AM}){_DAY}\.{_MONTH}\.(?![0-9])")
_DAY_NAME = _p(
    "date",
    rf"(?<![\w.,$€£])(?:{_DAY}{_ORDINAL}{_TO})?{_DAY}{_ORDINAL}{_S}?(?:of |de )?"
    rf"(?P<month>{_NAME}){_YEAR_TAIL}",
)
_NAME_DAY = _p(
    "date",
    rf"(?<![^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])(?P<month>{_NAME}){_S}(?:{_YEAR}(?![0-9])|{_DAY}{_ORDINAL}(?![0-9]|[.,][0-9])"
    rf"(?:{_TO}{_DAY}(?![\d.,%])(?! %))?(?:,? {_YEAR}(?![0-9]))?)",
)
_CJK_YEAR = _p(
    "date",
    rf"(?<![0-9])[12][0-9]{{3}}{_S}?年(?:度|{_S}?[0-9]{{1,2}}{_S}?月(?:{_S}?[0-9]{{1,2}}{_S}?[日号號])?)?"
    rf"|(?<![0-9])[12][0-9]{{3}}년(?:{_S}?[0-9]{{1,2}}월(?:{_S}?[0-9]{{1,2}}일)?)?",
)
_CJK_DAY = _p(
    "date",
    r"(?<![0-9.,])[0-9]{1,2}月(?:[0-9]{1,2}[日号號])?(?![间間份])|(?<![0-9.,])[0-3]?[0-9]日(?!間|间|元|圆|円|本)"
    rf"|(?<![0-9.,])[0-9]{{1,2}}월(?:{_S}?[0-9]{{1,2}}일)?(?!간)|(?<![0-9.,])[0-3]?[0-9]일(?!간| 동안)",
)
_CLOCK = _p(
    "clock",
    rf"(?<![\w:.,]){_HOUR}:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{{1,6}})?)?(?![\w:]|[.,][0-9])(?:{_S}?[ap]\.?m\.?(?!\w))?",
)
_NOON = _p(
    "clock", rf"(?<![\w:.,])(?:0?[0-9]|1[0-2])(?:[.:][0-5][0-9])?{_S}?(?:[ap]m(?!\w)|[ap]\.m\.|o'clock)"
)
_UHR = _p(
    "clock",
    rf"(?<![\w:.,]){_HOUR}(?:[.:][0-5][0-9])?{_S}uhr(?!\w)|(?<![\w.,]){_HOUR}{_S}?h{_S}?[0-5][0-9](?!\w)",
)
_CJK_CLOCK = _p(
    "clock",
    rf"(?<![0-9.,]){_HOUR}[時时点點](?:[0-5]?[0-9]分|半)(?!之)|(?<=[午上晨]){_HOUR}[点點]|(?<![0-9.,]){_HOUR}[時时](?![间間])"
    rf"|(?<![0-9.,]){_HOUR}시(?:{_S}?[0-5]?[0-9]분)?(?!간)",
)
_IP = _p("ip", rf"(?<![\w.])(?:{_OCTET}\.){{3}}{_OCTET}(?:/[0-9]{{1,2}}|:[0-9]{{2,5}})?(?![\w]|\.[0-9])")
_PHONE = _p(
    "phone",
    r"(?<![\w.,-])(?:[1-9]-)?[0-9]{3}[.-][0-9]{3}[.-][0-9]{4}(?![\w-]|[.,][0-9])"
    r"|(?<![\w.,-])0[0-9]{1,3}-[0-9]{3,4}-[0-9]{3,4}(?![\w-])|(?<![\w.,-])0[0-9]{2,3}-[0-9]{7,8}(?![\w-])"
    r"|(?<![\w.,-])8-[0-9]{3}-[0-9]{3}-[0-9]{2}-[0-9]{2}(?![\w-])"
    r"|(?<![\w.,-])(?:555-[0-9]{4}|[0-9]{3}-0[0-9]{3})(?![\w-]|[.,][0-9])",
)
_CALLED = _p(
    "phone", r"[0-9]{2,4}(?:-[0-9]{2,4}){1,3}(?![\w-])|[0-9]{1,4}(?:[ \u00a0-][0-9]{2,4}){2,4}(?![\w-])"
)
_SPACED_PHONE = _p(
    "phone",
    r"(?<![\w.,-])1[3-9][0-9](?:[ -][0-9]{4}){2}(?![\w-])"
    r"|(?<![\w.,-])0[1-9](?:[ .][0-9]{2}){4}(?![\w])"
    r"|(?<![\w.,-])8 [0-9]{3} [0-9]{3}[ -][0-9]{2}[ -][0-9]{2}(?!\w)",
)
_ISBN13 = _p("isbn", r"(?<![\w-])97[89]-[0-9]{1,5}-[0-9]{1,7}-[0-9]{1,7}-[0-9x](?![\w-])")
_IDIOM = _p("idiom", r"(?<![\w.,/])(?:24/7|9/11|20/20)(?![\w/]|[.,][0-9])")
_DOI = _p("id", r"(?<![\d.])10\.[0-9]{4,9}/[^\s]{1,100}")
_PRERELEASE = _p(
    "version",
    r"(?<![\w.,])[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,6}(?:-(?:rc|alpha|beta|dev)\.?[0-9]{0,3}|(?:rc|a|b)[0-9]{1,3})(?!\w)",
)
_MAC = _p("hex", r"(?<![\w:])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?!\w)")
_HEX = _p(
    "hex",
    r"(?<!\w)0x[0-9a-f]{1,64}(?!\w)"
    r"|(?<![\w.,-])(?![0-9]{1,10}e[0-9]{1,3}(?!\w))(?=[0-9]{1,63}[a-f])[0-9a-f]{7,64}(?![\w-])",
)

_AT_DIGITS = {
    "-": (_ISO, _DMY, _MY, _PHONE, _ISBN13, _DAY_NAME, _MAC),
    ".": (_SPACED_PHONE, _DMY, _YMD, _MY, _DM, _IP, _PHONE, _DAY_NAME, _NOON, _UHR, _DOI, _PRERELEASE),
    "/": (_DMY, _YMD, _MY, _IDIOM),
    ":": (_CLOCK, _NOON, _UHR, _MAC),
    "–": (_DAY_NAME,),
    "—": (_DAY_NAME,),
    "a": (_DAY_NAME, _NOON, _UHR, _CJK_YEAR, _CJK_DAY, _CJK_CLOCK, _HEX),
    " a": (_DAY_NAME, _NOON, _UHR, _CJK_YEAR),
    " -": (_DAY_NAME,),
    " 0": (_SPACED_PHONE,),
}
"""What stands behind a run of digits to the patterns that begin with it; ``a`` any letter, ``0`` a digit."""

_NEVER_BEHIND_POINT = frozenset((".", " 0", " -", ""))
"""What stands behind decimals that none of the patterns for it may begin with."""

# 219.30 and nothing behind it that could make a date, a clock, a phone or an address of it.
_PLAIN_DECIMAL = regex(r"[0-9]+\.[0-9]{1,3}(?![0-9./:-]|[ \u00a0][0-9]|[ \u00a0]?(?:[ap]\.?m|o'c|uhr|h))")

_DOMAIN = regex(r"\.(?:com|org|net|io|dev|ru|de|fr|cn|jp|kr|ai|app|gov|edu)")

_ANYWHERE: tuple[tuple[tuple[str, ...] | re.Pattern[str], str, re.Pattern[str]], ...] = tuple(
    (triggers, *_p(name, pattern))
    for triggers, name, pattern in (
        (("://",), "url", r"(?:https?|ftp|file)://[^\s<>\"'）」』、。，\x1f]{1,2000}"),
        (("www.",), "url", r"(?<![\w@.])www\.[^\s<>\"'）」』、。，]{1,2000}"),
        (("@",), "url", r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}"),
        (
            _DOMAIN,
            "url",
            r"(?<![\w@./-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|org|net|io|dev|ru|de|fr|cn|jp|kr|ai|app|gov|edu)(?![\w.])"
            r"(?:/[^\s<>\"]{0,500})?",
        ),
        (("doi", "arxiv"), "id", r"doi:?[ \u00a0]?10\.[^\s]{1,100}|arxiv:[ \u00a0]?[^\s]{4,30}"),
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
_STANDARD = regex(
    rf"(?<!\w)(?:{STANDARDS})(?:{_S}?[-–]{_S}?|{_S})(?:[A-ZР][ \u00a0.])?"
    r"[0-9]{1,7}(?:[.:/–-][0-9]{1,6}){0,4}"
    r"(?![\w%$€£]|[.,][0-9]|[ \u00a0][%€$])"
)
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
_VARIABLE = regex(
    r"(?<![\w$])\$[0-9](?![\w.,]|[ \u00a0]?(?:k|m|bn|thousand|million|billion|тыс|млн|млрд)(?!\w))"
)
_NAMED_VARIABLE = regex(r"\$(?:[A-Za-z_][A-Za-z_0-9]{1,40}|\{[A-Za-z_0-9]|[@*#?]|\([a-z])")
_WORDS = regex(r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{4,14}")
_WORD_BEFORE = regex(r"([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{2,12})(?:\.|:)?[ \u00a0]$")
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
    for name, pattern in _AT_DIGITS.get(key, ()) if end - start <= 64 and not is_plain else ():
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
        match = _NAME_DAY[1].match(low, begin)
        return [(begin, match.end(), "date")] if match and _is_month(passage, match) else []
    if after in ("-", " ", "\u00a0") and word[1] in _CALL_WORDS:
        match = _CALLED[1].match(low, start)
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
