"""The Python API: few names, typed, documented, and cheap to import."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import caveat
from tests.vaults import opened


def test_the_names_are_these() -> None:
    assert ["CaveatError", "Hit", "Vault", "open"] == sorted(
        caveat.__all__, key=lambda name: (name.islower(), name)
    )
    for name in caveat.__all__:
        assert getattr(caveat, name).__doc__

    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        caveat.nothing  # noqa: B018


def test_every_public_method_is_documented_and_typed() -> None:
    for name, member in inspect.getmembers(caveat.Vault, inspect.isfunction):
        if not name.startswith("_"):
            assert member.__doc__, name
            assert "return" in member.__annotations__, name


def test_importing_costs_nothing() -> None:
    code = "import caveat, sys; print(sorted(m for m in sys.modules if m.startswith('caveat')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)

    assert b"['caveat']" == done.stdout.strip()


def test_a_session(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "# Lease\nthe monthly rent\n"}) as vault:
        hits = vault.search("rent", k=5)

        assert [("Lease", 1, "a.md")] == [(hit.title, hit.rank, hit.path) for hit in hits]
        assert hits[0].trust == vault.why("Lease").assessment.trust
        assert 1 == vault.status().counts.notes

    with pytest.raises(caveat.CaveatError):
        caveat.open(tmp_path / "none")
