"""Where the index of a vault lies: in the user's cache, never inside a folder that is synced."""

import os
from pathlib import Path

from caveat.model.errors import VaultMissing


def vault_root(path: str | os.PathLike[str]) -> Path:
    """
    The real path of the vault at *path*.

    Raises:
        VaultMissing: It is not a folder, or cannot be read.
    """
    given = Path(path)
    try:
        root = given.resolve(strict=True)
        is_folder = root.is_dir()
    except (OSError, RuntimeError) as error:
        raise VaultMissing(f"cannot open the vault {given}: {error}: give the path of a folder") from error
    if not is_folder:
        raise VaultMissing(f"{given} is a file, not a vault: give the path of a folder")
    if not os.access(root, os.R_OK | os.X_OK):
        raise VaultMissing(f"the vault {given} cannot be read: check its permissions")
    return root


def index_path(root: Path) -> Path:
    """
    The index file of the vault at real path *root*.

    It lies under ``$XDG_CACHE_HOME/caveat`` (XDG Base Directory Specification; ``~/.cache`` when unset or
    not absolute), in a folder named after the vault and a hash of its real path.
    """
    import hashlib

    base = os.environ.get("XDG_CACHE_HOME", "")
    cache = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in root.name)[:40].strip("-")
    return cache / "caveat" / f"{name or 'vault'}-{digest}" / "index.sqlite"
