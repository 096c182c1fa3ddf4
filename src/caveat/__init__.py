"""
caveat: a memory that knows how far to trust what it knows.

    import caveat

    with caveat.open("notes") as vault:
        vault.index()
        for hit in vault.search("monthly rent"):
            print(hit.rank, hit.title, hit.trust)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caveat.model.errors import CaveatError as CaveatError
    from caveat.model.search import Hit as Hit
    from caveat.ops.vault import Vault as Vault
    from caveat.ops.vault import open_vault as open

__version__ = "0.1.0"

__all__ = ["CaveatError", "Hit", "Vault", "open"]

_HOMES = {
    "CaveatError": ("caveat.model.errors", "CaveatError"),
    "Hit": ("caveat.model.search", "Hit"),
    "Vault": ("caveat.ops.vault", "Vault"),
    "open": ("caveat.ops.vault", "open_vault"),
}


def __getattr__(name: str) -> Any:
    # Imported when first used (PEP 562), so that `import caveat` costs next to nothing.
    if name not in _HOMES:
        raise AttributeError(f"module 'caveat' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
