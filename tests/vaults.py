"""Small vaults for tests, and what they must leave as it was."""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import caveat
from caveat.ops.vault import Vault


def make(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A vault at *root* with *files* by path; text is written as UTF-8, line ends as they are."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    root.mkdir(exist_ok=True)
    return root


def opened(root: Path, files: Mapping[str, str | bytes]) -> Vault:
    """An indexed vault at ``root/vault`` with its index beside it."""
    make(root / "vault", files)
    vault = caveat.open(root / "vault", index=root / "index.sqlite")
    vault.index()
    return vault


def tree_hash(root: Path) -> str:
    """A hash over every name, link and byte below *root*."""
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(os.fsencode(root)):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            digest.update(path)
            if os.path.islink(path):
                digest.update(os.readlink(path))
            elif os.path.isfile(path):  # a pipe would be waited for
                digest.update(Path(os.fsdecode(path)).read_bytes())
    return digest.hexdigest()


def hit_paths(vault: Vault, query: str, **options: object) -> list[str]:
    """Paths of the hits, best first."""
    return [hit.path for hit in vault.search(query, **options)]  # type: ignore[arg-type]
