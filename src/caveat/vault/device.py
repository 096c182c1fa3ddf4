"""Which device this is: the name of the one ledger file that it appends to."""

import os
import re
import secrets
from pathlib import Path

from caveat.model.errors import InputError

VARIABLE = "CAVEAT_DEVICE"
"""Environment variable that names the device instead of the kept one."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


def device() -> str:
    """
    The name of this device: 8 random hexadecimal digits, made once for each user.

    It is kept under ``$XDG_STATE_HOME/caveat`` (XDG Base Directory Specification; ``~/.local/state`` when
    unset or not absolute), outside every vault, so that a synced vault never gives two devices one name.

    Raises:
        InputError: ``CAVEAT_DEVICE`` is no name, or the kept one cannot be read or made.
    """
    given = os.environ.get(VARIABLE, "")
    if given:
        return _checked(given, f"{VARIABLE} is")
    path = _state_home() / "caveat" / "device"
    try:
        try:
            kept = path.read_text("ascii", "replace").strip()
        except FileNotFoundError:
            kept = _made(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            f"the name of this device cannot be kept in {path}: {reason}; "
            f"make that folder writable, or set {VARIABLE} to a name of your own"
        ) from error
    return _checked(kept, f"{path} holds")


def _state_home() -> Path:
    base = os.environ.get("XDG_STATE_HOME", "")
    return Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state"


def _made(path: Path) -> str:
    """A new name, or the one that another process kept first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    name = secrets.token_hex(4)
    draft = path.with_name(f"device.{os.getpid()}.{name}")
    with draft.open("x", encoding="ascii") as stream:
        stream.write(name + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    try:
        # A link, unlike a rename, does not replace what is there; and what it makes is whole at once.
        os.link(draft, path)
    except FileExistsError:
        name = path.read_text("ascii", "replace").strip()
    except OSError:
        # A file system without links.
        os.replace(draft, path)
        return name
    draft.unlink()
    return name


def _checked(name: str, where: str) -> str:
    if _NAME.fullmatch(name) is None:
        raise InputError(f"{where} {name[:40]!r}: a device is named by up to 40 letters, digits, - and _")
    return name
