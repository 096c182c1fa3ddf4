"""Agents' clients: where each keeps its configuration, and the entry that leads it to a vault."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from caveat.model.errors import EditRefused, InputError
from caveat.text.json_edit import put_member
from caveat.vault.replacement import replace

Client = Literal["claude-code", "claude-desktop", "cursor"]

CLIENTS: tuple[Client, ...] = get_args(Client)

SERVERS = "mcpServers"
"""Member under which all three clients keep their servers."""

LONGEST_AUTHOR = 100
"""Most characters of an agent's name; our choice."""


class Installation(NamedTuple):
    """
    What would be written into a client's configuration.

    Attributes:
        client: Whose.
        path: The file.
        before: What it holds; None when there is none.
        after: What it would hold.
        name: Name of the entry.
        entry: The entry.
    """

    client: Client
    path: Path
    before: str | None
    after: str
    name: str
    entry: dict[str, object]

    @property
    def is_there(self) -> bool:
        """Nothing has to be written."""
        return self.before == self.after


def author_name(text: str) -> str:
    """
    *text* as the name that an agent writes under.

    Raises:
        InputError: It is empty, too long, or more than one line.
    """
    name = text.strip()
    if not name or not name.isprintable() or len(name) > LONGEST_AUTHOR:
        raise InputError(
            f"an author needs a name of one line, {LONGEST_AUTHOR} characters at most: give one with --author"
        )
    return name


def config_path(
    client: Client, *, vault: Path, project: Path | None, platform: str, environment: Mapping[str, str]
) -> Path:
    """
    The file in which *client* looks for servers.

    Args:
        client: Whose.
        vault: Real path of the vault; Claude Code reads ``.mcp.json`` of the folder that it is started in.
        project: A folder instead of the vault, or of the user's own configuration; not for Claude Desktop.
        platform: As `sys.platform` has it.
        environment: Of this process.

    Raises:
        InputError: Claude Desktop knows no projects.
    """
    if client == "claude-code":
        return (project or vault) / ".mcp.json"
    if client == "cursor":
        return (project or Path.home()) / ".cursor" / "mcp.json"
    if project is not None:
        raise InputError("Claude Desktop has one configuration and no projects: leave out --project")
    name = "claude_desktop_config.json"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Claude" / name
    if platform == "win32":
        roaming = environment.get("APPDATA")
        return (Path(roaming) if roaming else Path.home() / "AppData" / "Roaming") / "Claude" / name
    config = environment.get("XDG_CONFIG_HOME")
    return (Path(config) if config else Path.home() / ".config") / "Claude" / name


def planned(
    client: Client, vault: Path, *, author: str, name: str = "caveat", project: Path | None = None
) -> Installation:
    """
    The configuration of *client* with one entry more, or with that entry as it shall be; nothing is written.

    Args:
        client: Whose.
        vault: Real path of the vault to serve.
        author: The name that agents write under.
        name: Name of the entry; vaults that are served side by side need one each.
        project: See `config_path`.

    Raises:
        EditRefused: The file is no JSON, or not one that servers can be put into.
        InputError: *author* or *name* is no name, or the file cannot be read.
    """
    path = config_path(client, vault=vault, project=project, platform=sys.platform, environment=os.environ)
    if not name.strip() or not name.isprintable():
        raise InputError("the entry needs a name of one line: give one with --name")
    command, *words = _command()
    entry: dict[str, object] = {
        "command": command,
        "args": [*words, "mcp", "--vault", str(vault), "--author", author_name(author)],
    }
    before = _read(path)
    try:
        after = put_member(before or "", SERVERS, name.strip(), entry)
    except EditRefused as error:
        raise EditRefused(f"{path} stays as it is: {error}") from error
    return Installation(client, path, before, after, name.strip(), entry)


def install(planned_: Installation) -> None:
    """
    Write what was planned, in one step; a file that is a link stays one.

    Raises:
        EditRefused: The file is not what it was when it was planned.
        InputError: It cannot be written.
    """
    if _read(planned_.path) != planned_.before:
        raise EditRefused(f"{planned_.path} has just been changed by somebody else: run this again")
    path = Path(os.path.realpath(planned_.path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = planned_.before is None
        like = None if is_new else path.stat()
        replace(path, planned_.after.encode("utf-8"), like=like, mode=0o600 if is_new else None)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from error


def _command() -> list[str]:
    """What starts this very caveat, whatever the search path and the folder of the client are."""
    script = Path(sys.executable).with_name("caveat.exe" if sys.platform == "win32" else "caveat")
    # -P: a folder of the client's that is called like a package of ours is not taken for it.
    return [str(script)] if script.exists() else [sys.executable, "-P", "-m", "caveat"]


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise EditRefused(f"{path} stays as it is: it is not UTF-8") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
