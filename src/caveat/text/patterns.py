"""Regular expressions that are compiled when first used: most texts need few of the many there are."""

import re
from typing import Any, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class _Pattern:
    """Stands in for the compiled expression; after the first use its methods are that one's own."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """
    What ``re.compile`` gives, compiled when it is first asked.

    Compiling all of the expressions that numbers need takes longer than reading a short text.

    Args:
        source: A regular expression.
        flags: Those of `re`.

    Returns:
        Something with the methods of a compiled expression; an error in *source* shows at the first use.
    """
    return cast("re.Pattern[str]", _Pattern(source, flags))
