"""Expressions that are compiled when first used."""

import re
from typing import Any

import pytest

from caveat.text.patterns import regex


def test_expression_is_compiled_at_its_first_use_only(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[object, ...]] = []
    compile_ = re.compile

    def noted(*words: Any) -> object:
        made.append(words)
        return compile_(*words)

    monkeypatch.setattr(re, "compile", noted)
    digits = regex("[0-9]+")

    assert [] == made
    assert ["1", "23"] == digits.findall("1 23")
    assert digits.search("a7") and digits.fullmatch("7") and not digits.match("a7")
    assert 1 == len(made)


def test_flags_count() -> None:
    assert regex("a+", re.IGNORECASE).fullmatch("AaA")


def test_what_no_expression_has_is_missing_here_too() -> None:
    with pytest.raises(AttributeError):
        _ = regex("a").groups
