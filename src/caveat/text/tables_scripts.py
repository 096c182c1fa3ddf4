"""
Character classes for regular expressions: which scripts are written without blanks, which marks are vowels.

Ranges are those of the Unicode blocks and of ``PropList.txt``; each string goes between ``[`` and ``]``.
"""

UNSPACED_RANGES = (
    (0x0E01, 0x0E3A),  # Thai with vowel signs and tones
    (0x0E40, 0x0E4E),
    (0x0E81, 0x0ECE),  # Lao
    (0x0EDC, 0x0EDF),
    (0x1000, 0x109F),  # Burmese
    (0x1100, 0x11FF),  # Hangul jamo
    (0x1780, 0x17D3),  # Khmer
    (0x3005, 0x3007),  # iteration mark, closing mark, zero
    (0x3041, 0x3096),  # hiragana
    (0x3099, 0x309A),  # voicing marks
    (0x309D, 0x309F),
    (0x30A1, 0x30FA),  # katakana, without the middle dot
    (0x30FC, 0x30FF),
    (0x3100, 0x312F),  # bopomofo
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),  # Hangul jamo, then syllables
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),  # Han for compatibility
    (0x1B000, 0x1B16F),  # kana, historic
    (0x20000, 0x323AF),  # Han, rare
)
"""Scripts written without blanks between words, first and last code point, ascending; Hangul because its
particles stick to the word. All are one class: a Japanese word crosses the border of Han and kana."""

UNSPACED = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_RANGES)
"""The same as a character class."""

ALPHABETIC = (
    "A-Za-z0-9\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0300-\u0373\u0376-\u037d"
    "\u0386\u0388-\u03ff\u0400-\u0481\u0483-\u052f\u1e00-\u1fbc\u1fc2-\u1fcc\u1fd0-\u1fdb"
    "\u1fe0-\u1fec\u1ff2-\u1ffc"
)
"""Latin, Greek and Cyrillic letters with loose diacritics, and ASCII digits: most words there are."""

MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u0900-\u0963\u0966-\u0dff\u0f71-\u0f84\u1ab0-\u1aff\u1dc0-\u1dff"
)
"""Vowel signs and diacritics, which are no word characters to `re` and would cut words at a syllable."""

POINTING = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06e4\u1ab0-\u1aff\u1dc0-\u1dff"
)
"""Marks that a reader may leave out: diacritics, Hebrew and Arabic pointing, the Arabic stretching sign."""

EMOJI = "\u2600-\u27bf\u2b50\u2b55\U0001f300-\U0001f3fa\U0001f400-\U0001faff"
"""Pictographs without skin tones and flag letters."""

FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
"""Two flag letters, which make one flag."""
