"""Modules are nouns of the domain."""

import re

import pytest

from tests.architecture.sources import Module, modules

EMPTY_NAME = re.compile(r"(?:^|_)(?:utils?|helpers?|managers?|services?)(?:_|$)")


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.path)
def test_no_part_of_a_path_is_a_name_for_anything(module: Module) -> None:
    parts = module.path.removesuffix(".py").split("/")

    assert [part for part in parts if EMPTY_NAME.search(part)] == []


@pytest.mark.parametrize("name", ["utils", "text_helpers", "manager", "service_x", "util"])
def test_empty_name_is_seen(name: str) -> None:
    assert EMPTY_NAME.search(name)


@pytest.mark.parametrize("name", ["futile", "managed", "numbers", "serviced"])
def test_name_of_the_domain_is_fine(name: str) -> None:
    assert not EMPTY_NAME.search(name)
