"""
Shapes that begin with digits: a date, a clock, a phone, an address, an account, a hash.

Each is tried only where a run of digits begins and the character behind it allows it.
"""

import re

from caveat.text.patterns import regex
from caveat.text.tables_number_noise import DAY_TIMES, MONTHS

BLANK = "[ \u00a0]"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:1[0-9]|20|21)[0-9]{2}"
_B = r"(?<![\w.,])"
_E = r"(?![\w]|[.,][0-9])"
_NAME = rf"(?:{MONTHS})(?![^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])\.?"
_ORDINAL = r"(?:st|nd|rd|th|er|\.|-?го|-?е|-?й)?"
_YEAR_TAIL = rf"(?:,? ?{_YEAR}(?![0-9]))?(?:{BLANK}?(?:г\.|гг\.|года|году|год)(?!\w))?"
_TO = rf"{BLANK}?(?:[–—-]|and|to|по|до|и|bis|und|et|au){BLANK}?"
_AM = "".join(rf"|(?<={word} )" for word in ("am", "vom", "zum", "bis", "seit", "ab", "den", "dem"))[1:]
_HOUR = r"(?:[01]?[0-9]|2[0-4])"
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})"


# Letters and digits that a number sticks to; Chinese, Japanese and Korean letters stand beside one by chance.
_W = "0-9A-Za-z_\u00c0-\u052f"


def named(name: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    """*name* with *pattern* compiled, whose ``\\w`` leaves East Asian letters out."""
    pattern = pattern.replace(r"(?!\w)", f"(?![{_W}])").replace(r"(?<!\w)", f"(?<![{_W}])")
    return name, regex(pattern.replace(r"[\w", f"[{_W}"))


_ISO = named(
    "date",
    rf"{_B}{_YEAR}-[01]?[0-9]-[0-3]?[0-9]"
    r"(?:[t ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?:z|[+-][0-9]{2}:?[0-9]{2})?)?(?![\w-])",
)
_YMD = named("date", rf"{_B}{_YEAR}[./]{_MONTH}[./]{_DAY}{_E}")
_DMY = named(
    "date",
    rf"{_B}(?:{_DAY}[./-]{_MONTH}|{_MONTH}[/-]{_DAY})[./-](?:{_YEAR}|[0-9]{{2}})(?![\w-]|[.,/][0-9])",
)
_DOTTED_DATE = named("date", rf"{_B}{_YEAR}\.{BLANK}{_MONTH}\.{BLANK}{_DAY}\.?(?![0-9]|[.,][0-9])")
_DAY_MONTH_YEAR = named("date", rf"{_B}{_DAY}[-/.](?:(?P<month>{_NAME}))[-/.](?:{_YEAR}|[0-9]{{2}})(?![\w-])")
_MY = named("date", rf"{_B}(?:0[1-9]|1[0-2])[/.]{_YEAR}{_E}|{_B}{_YEAR}-(?:0[1-9]|1[0-2])(?![\w-]|[.,][0-9])")
_DM = named("date", rf"(?:{_AM}){_DAY}\.{_MONTH}\.(?![0-9])")
_DAY_NAME = named(
    "date",
    rf"(?<![\w.,$€£])(?:{_DAY}{_ORDINAL}{_TO})?{_DAY}{_ORDINAL}{BLANK}?(?:of |de )?"
    rf"(?P<month>{_NAME}){_YEAR_TAIL}",
)
NAME_DAY = named(
    "date",
    rf"(?<![^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])(?P<month>{_NAME}){BLANK}(?:{_YEAR}(?![0-9])|{_DAY}{_ORDINAL}(?![0-9]|[.,][0-9])"
    rf"(?:{_TO}{_DAY}(?![\d.,%])(?! %))?(?:,? {_YEAR}(?![0-9]))?)",
)
_CJK_YEAR = named(
    "date",
    rf"(?<![0-9])[12][0-9]{{3}}{BLANK}?年(?:度|{BLANK}?[0-9]{{1,2}}{BLANK}?月(?:{BLANK}?[0-9]{{1,2}}{BLANK}?[日号號])?)?"
    rf"|(?<![0-9])[12][0-9]{{3}}년(?:{BLANK}?[0-9]{{1,2}}월(?:{BLANK}?[0-9]{{1,2}}일)?)?",
)
_CJK_DAY = named(
    "date",
    r"(?<![0-9.,])[0-9]{1,2}月(?:[0-9]{1,2}[日号號])?(?![间間份])|(?<![0-9.,])[0-3]?[0-9]日(?!間|间|元|圆|円|本)"
    rf"|(?<![0-9.,])[0-9]{{1,2}}월(?:{BLANK}?[0-9]{{1,2}}일)?(?!간)|(?<![0-9.,])[0-3]?[0-9]일(?!간| 동안)",
)
_CLOCK = named(
    "clock",
    rf"(?<![\w:.,]){_HOUR}:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{{1,6}})?)?(?![\w:]|[.,][0-9])(?:{BLANK}?[ap]\.?m\.?(?!\w))?",
)
_NOON = named(
    "clock", rf"(?<![\w:.,])(?:0?[0-9]|1[0-2])(?:[.:][0-5][0-9])?{BLANK}?(?:[ap]m(?!\w)|[ap]\.m\.|o'clock)"
)
_UHR = named(
    "clock",
    rf"(?<![\w:.,]){_HOUR}(?:[.:][0-5][0-9])?{BLANK}(?:uhr|утра|вечера)(?!\w)|(?<![\w:.,]){_HOUR}[.:][0-5][0-9]{BLANK}(?:{DAY_TIMES})(?!\w)"
    rf"|(?:(?<=à )|(?<=vers )|(?<=dès )|(?<=jusqu'à )){_HOUR}{BLANK}?h(?![\w]|{BLANK}?[0-9]{{2}})"
    rf"|(?<![\w.,]){_HOUR}{BLANK}?h{BLANK}?[0-5][0-9](?!\w)",
)
_CJK_CLOCK = named(
    "clock",
    rf"(?<![0-9.,]){_HOUR}[時时点點](?:[0-5]?[0-9]分|半)(?!之)|(?<=[午上晨]){_HOUR}[点點]|(?<![0-9.,]){_HOUR}[時时](?![间間])"
    rf"|(?<![0-9.,]){_HOUR}시(?:{BLANK}?[0-5]?[0-9]분)?(?!간)",
)
_IP = named("ip", rf"(?<![\w.])(?:{_OCTET}\.){{3}}{_OCTET}(?:/[0-9]{{1,2}}|:[0-9]{{2,5}})?(?![\w]|\.[0-9])")
_PHONE = named(
    "phone",
    r"(?<![\w.,-])(?:[1-9]-)?[0-9]{3}[.-][0-9]{3}[.-][0-9]{4}(?![\w-]|[.,][0-9])"
    r"|(?<![\w.,-])0[0-9]{1,3}-[0-9]{3,4}-[0-9]{3,4}(?![\w-])|(?<![\w.,-])0[0-9]{2,3}-[0-9]{7,8}(?![\w-])"
    r"|(?<![\w.,-])8-[0-9]{3}-[0-9]{3}-[0-9]{2}-[0-9]{2}(?![\w-])"
    r"|(?<![\w.,-])[0-9]{3}-[0-9]{2}-[0-9]{2}(?![\w-]|[.,][0-9])"
    r"|(?<![\w.,-])(?:555-[0-9]{4}|[0-9]{3}-0[0-9]{3})(?![\w-]|[.,][0-9])",
)
CALLED = named(
    "phone",
    r"0[0-9]{1,4}[ \u00a0]?[ \u00a0/–-][ \u00a0]?[0-9]{3,8}(?![\w-])|[0-9]{7,12}(?![\w-]|[.,][0-9])"
    r"|[0-9]{2,4}(?:-[0-9]{2,4}){1,3}(?![\w-])|[0-9]{1,4}(?:[ \u00a0-][0-9]{2,4}){2,4}(?![\w-])",
)
_SPACED_PHONE = named(
    "phone",
    r"(?<![\w.,-])1[3-9][0-9](?:[ -][0-9]{4}){2}(?![\w-])"
    r"|(?<![\w.,-])0[1-9](?:[ .][0-9]{2}){4}(?![\w])"
    r"|(?<![\w.,-])8 [0-9]{3} [0-9]{3}[ -][0-9]{2}[ -][0-9]{2}(?!\w)",
)
_ISBN13 = named("isbn", r"(?<![\w-])97[89]-[0-9]{1,5}-[0-9]{1,7}-[0-9]{1,7}-[0-9x](?![\w-])")
_ACCOUNT = named(
    "id",
    r"(?<![\w.,-])(?:[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{2}-[0-9]{7}|[0-9]{4}(?:[ -][0-9]{4}){3})"
    r"(?![\w-]|[.,][0-9]|[ ][0-9])",
)
_FORM = named(
    "model-name",
    r"(?<![\w.,])(?:[0-9]{1,3}-(?![vwa])[a-z](?![\w-])|[0-9]{3}\([a-z]\)(?:\([0-9]{1,2}\))?(?!\w))",
)
_AREA_PHONE = named("phone", r"(?<![\w.,/-])0[1-9][0-9]{1,3}/[0-9]{5,8}(?![\w/-])")
_MOVE = named(
    "label",
    r"(?<![\w.,])[0-9]{1,3}\.(?:\.\.)?[ \u00a0]?"
    r"(?=(?:[kqrbn]?[a-h]?[1-8]?x?[a-h][1-8](?:=[qrbn])?|o-o(?:-o)?|0-0(?:-0)?)[+#!?]{0,2}(?![\w]))",
)
_IDIOM = named("idiom", r"(?<![\w.,/])(?:24/7|9/11|20/20)(?![\w/]|[.,][0-9])")
_DOI = named("id", r"(?<![\d.])10\.[0-9]{4,9}/[^\s]{1,100}")
_PRERELEASE = named(
    "version",
    r"(?<![\w.,])[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,6}(?:-(?:rc|alpha|beta|dev)\.?[0-9]{0,3}|(?:rc|a|b)[0-9]{1,3})(?!\w)",
)
_MAC = named("hex", r"(?<![\w:])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?!\w)")
_HEX = named(
    "hex",
    r"(?<!\w)0x[0-9a-f]{1,64}(?!\w)"
    r"|(?<![\w.,-])(?![0-9]{1,10}e[0-9]{1,3}(?!\w))(?=[0-9]{1,63}[a-f])[0-9a-f]{7,64}(?![\w-])",
)

AT_DIGITS = {
    "(": (_FORM,),
    "-": (_ACCOUNT, _FORM, _ISO, _DMY, _DAY_MONTH_YEAR, _MY, _PHONE, _ISBN13, _DAY_NAME, _MAC),
    ".": (
        _MOVE,
        _DOTTED_DATE,
        _SPACED_PHONE,
        _DMY,
        _YMD,
        _MY,
        _DM,
        _IP,
        _PHONE,
        _DAY_NAME,
        _NOON,
        _UHR,
        _DOI,
        _PRERELEASE,
    ),
    "/": (_DMY, _YMD, _DAY_MONTH_YEAR, _MY, _AREA_PHONE, _IDIOM),
    ":": (_CLOCK, _NOON, _UHR, _MAC),
    "–": (_DAY_NAME,),
    "—": (_DAY_NAME,),
    "a": (_DAY_NAME, _NOON, _UHR, _CJK_YEAR, _CJK_DAY, _CJK_CLOCK, _HEX),
    " a": (_DAY_NAME, _NOON, _UHR, _CJK_YEAR),
    " -": (_DAY_NAME,),
    " 0": (_SPACED_PHONE, _ACCOUNT),
}
"""What stands behind a run of digits to the patterns that begin with it; ``a`` any letter, ``0`` a digit."""
