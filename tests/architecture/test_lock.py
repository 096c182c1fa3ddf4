"""The lock pins what pyproject.toml asks for, by hash, and names no place that it came from."""

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.sources import ROOT

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = {canonicalize_name(name): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", LOCK, re.M)}


def lock_tool() -> Any:
    spec = spec_from_file_location("lock", ROOT / "tools" / "lock.py")
    assert spec and spec.loader
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


WANTED: list[str] = lock_tool().requirements(PROJECT)


@pytest.mark.parametrize("wanted", WANTED)
def test_lock_satisfies(wanted: str) -> None:
    requirement = Requirement(wanted)

    assert requirement.specifier.contains(PINS[canonicalize_name(requirement.name)])


def test_every_pin_has_a_hash() -> None:
    without = [
        block.split("==")[0]
        for block in re.split(r"\n(?=\w)", LOCK)
        if "==" in block and "--hash=" not in block
    ]

    assert without == []


def test_all_covers_every_other_extra() -> None:
    extras = PROJECT["project"]["optional-dependencies"]

    assert extras["all"] == [f"caveat[{name}]" for name in sorted(extras) if name != "all"]


def test_requirements_leave_out_the_project_itself() -> None:
    project = {
        "project": {
            "name": "x",
            "dependencies": ["b>=1"],
            "optional-dependencies": {"all": ["x[c]"], "c": ["c"]},
        },
        "build-system": {"requires": ["a"]},
        "dependency-groups": {"dev": ["d"]},
    }

    assert lock_tool().requirements(project) == ["a", "b>=1", "c", "d"]


def test_program_and_package_have_one_version() -> None:
    import caveat

    assert caveat.__version__ == PROJECT["project"]["version"]
