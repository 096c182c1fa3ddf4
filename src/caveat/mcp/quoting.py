"""
Material: text that others wrote, in a form that cannot pass for anything else.

In the structured answer it stands in fields of its own. In the readable one each line of it starts with
`MARK`, which no other line does, and a name on a line of ours is a JSON string, whose end it cannot forge.
"""

import json
import re

MARK = "| "
"""What every line of quoted material starts with, after its indent."""

# Characters that a reader cannot see or that move what they see: controls, line ends other than the line
# feed, bidirectional overrides and isolates, tag characters, and halves of surrogate pairs. Joiners, soft
# hyphens and direction marks stay: scripts need them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def cleaned(text: str) -> str:
    """*text* with its line ends as line feeds and what cannot be seen as escapes; tabs stay."""
    return _UNSEEN.sub(_escaped, text.replace("\r\n", "\n").replace("\r", "\n"))


def line(text: str) -> str:
    """*text* on one line, as a field of a structured answer names something."""
    return cleaned(text).replace("\n", "\\n").replace("\t", " ")


def named(text: str) -> str:
    """*text* as a JSON string: on a line of ours a name ends where the quotes do."""
    return json.dumps(line(text), ensure_ascii=False)


def block(text: str, indent: str = "") -> str:
    """*text* as quoted lines, each behind `MARK`."""
    return "\n".join(f"{indent}{MARK}{part}" for part in cleaned(text).split("\n"))


def shortened(text: str, length: int) -> str:
    """The first *length* characters of *text*, with an ellipsis when there are more."""
    return text if len(text) <= length else text[: max(length - 1, 0)].rstrip() + "…"


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
