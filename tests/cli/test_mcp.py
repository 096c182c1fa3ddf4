"""``caveat mcp``: what it needs, and how it is written into a client's configuration."""

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from caveat.model.errors import EditRefused, InputError
from caveat.ops import agent_clients
from caveat.ops.agent_clients import config_path, planned
from tests.vaults import make, tree_hash

pytest.importorskip("mcp_types")

OTHERS = '{\n    "theme": "dark",\n    "mcpServers": {\n        "other": {"command": "x", "env": {"KEY": "s3cret"}}\n    },\n    "n": 1.0\n}\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "home"
    found.mkdir()
    monkeypatch.setenv("HOME", str(found))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(found / ".config"))
    return found


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return make(tmp_path / "vault", {"caveat.toml": "", "a.md": "rent"})


def run(*words: str, cwd: Path, code: str = "") -> subprocess.CompletedProcess[bytes]:
    start = ["-c", code] if code else ["-P", "-m", "caveat"]
    return subprocess.run(
        [sys.executable, *start, *words],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


def place(client: str, home: Path, vault: Path) -> Path:
    return {
        "claude-code": vault / ".mcp.json",
        "claude-desktop": home / ".config/Claude/claude_desktop_config.json",
        "cursor": home / ".cursor/mcp.json",
    }[client]


@pytest.mark.parametrize("client", agent_clients.CLIENTS)
def test_install_adds_one_entry_and_loses_nothing(client: str, home: Path, vault: Path) -> None:
    path = place(client, home, vault)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(OTHERS, encoding="utf-8")
    path.chmod(0o640)
    done = run("mcp", "install", client, "--author", "scribe", "--yes", cwd=vault)
    after = path.read_text(encoding="utf-8")
    entry = json.loads(after)["mcpServers"].pop("caveat")

    assert 0 == done.returncode, done.stderr
    assert ["mcp", "--vault", str(vault), "--author", "scribe"] == entry["args"][-5:]
    assert Path(entry["command"]).is_absolute()
    assert after.startswith(OTHERS[: OTHERS.index("\n    },")])
    assert after.endswith('\n    },\n    "n": 1.0\n}\n')
    assert 0o640 == stat.S_IMODE(path.stat().st_mode)
    assert [path.name] == [name for name in os.listdir(path.parent) if "mcp" in name or "claude" in name]


@pytest.mark.parametrize("client", agent_clients.CLIENTS)
def test_install_makes_the_file_and_twice_is_once(client: str, home: Path, vault: Path) -> None:
    first = run("mcp", "install", client, "--yes", cwd=vault)
    written = place(client, home, vault).read_bytes()
    again = run("mcp", "install", client, "--yes", cwd=vault)

    assert [0, 0] == [first.returncode, again.returncode]
    assert ["caveat"] == list(json.loads(written)["mcpServers"])
    assert written == place(client, home, vault).read_bytes()
    assert b"there already" in again.stdout


def test_what_was_installed_starts_a_server(home: Path, vault: Path) -> None:
    from mcp import StdioServerParameters

    from tests.mcp.agents import Agent, environment

    run("mcp", "install", "cursor", "--author", "scribe", "--yes", cwd=vault)
    entry = json.loads((home / ".cursor/mcp.json").read_text())["mcpServers"]["caveat"]
    bot = Agent(StdioServerParameters(**entry, env=environment(), cwd=home), "auto")
    try:
        assert "scribe" == bot.ok("status")["author"]
    finally:
        bot.close()


def test_the_change_is_shown_and_nothing_of_the_neighbours(home: Path, vault: Path) -> None:
    path = place("cursor", home, vault)
    path.parent.mkdir()
    path.write_text(
        OTHERS.replace("}}\n", "}\n        }\n").replace('{"command"', '{\n"command"'), encoding="utf-8"
    )
    before = tree_hash(home)
    done = run("mcp", "install", "cursor", "--dry-run", cwd=vault)

    assert 0 == done.returncode
    assert str(path).encode() in done.stdout
    assert b'+        "caveat": {' in done.stdout
    assert b"s3cret" not in done.stdout
    assert before == tree_hash(home)


def test_nobody_to_ask_is_no_consent(home: Path, vault: Path) -> None:
    before = tree_hash(home), tree_hash(vault)
    done = run("mcp", "install", "claude-code", cwd=vault)

    assert 2 == done.returncode
    assert b"--yes" in done.stderr
    assert before == (tree_hash(home), tree_hash(vault))


def test_several_vaults_and_projects_stand_side_by_side(home: Path, vault: Path, tmp_path: Path) -> None:
    project = make(tmp_path / "project", {"x.txt": ""})
    for name in ("notes", "work"):
        run("mcp", "install", "cursor", "--name", name, "--project", str(project), "--yes", cwd=vault)
    done = run("mcp", "install", "claude-code", "--project", str(project), "--yes", "--json", cwd=vault)

    assert ["notes", "work"] == list(json.loads((project / ".cursor/mcp.json").read_text())["mcpServers"])
    assert str(project / ".mcp.json") == json.loads(done.stdout)["path"]
    assert not (home / ".cursor").exists()


@pytest.mark.parametrize("content", [b"{", b"// x\n{}", b"[]", b'{"mcpServers": 3}', b"\xff\xfe{}"])
def test_a_file_that_is_no_such_json_stays_as_it_is(home: Path, vault: Path, content: bytes) -> None:
    (vault / ".mcp.json").write_bytes(content)
    done = run("mcp", "install", "claude-code", "--yes", cwd=vault)

    assert 2 == done.returncode
    assert b"stays as it is" in done.stderr
    assert content == (vault / ".mcp.json").read_bytes()


def test_a_link_stays_a_link(home: Path, vault: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}", encoding="utf-8")
    (home / ".cursor").mkdir()
    (home / ".cursor/mcp.json").symlink_to(real)
    run("mcp", "install", "cursor", "--yes", cwd=vault)

    assert (home / ".cursor/mcp.json").is_symlink()
    assert "caveat" in real.read_text(encoding="utf-8")


def test_a_file_that_changed_meanwhile_is_left_alone(home: Path, vault: Path) -> None:
    found = planned("claude-code", vault, author="agent")
    (vault / ".mcp.json").write_text("{}", encoding="utf-8")

    with pytest.raises(EditRefused, match="just been changed"):
        agent_clients.install(found)
    assert "{}" == (vault / ".mcp.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("platform", "environment", "tail"),
    [
        ("darwin", {}, "Library/Application Support/Claude/claude_desktop_config.json"),
        ("linux", {}, ".config/Claude/claude_desktop_config.json"),
        ("linux", {"XDG_CONFIG_HOME": "/c"}, "/c/Claude/claude_desktop_config.json"),
        ("win32", {}, "AppData/Roaming/Claude/claude_desktop_config.json"),
        ("win32", {"APPDATA": "/r"}, "/r/Claude/claude_desktop_config.json"),
    ],
)
def test_claude_desktop_is_found_on_every_system(
    home: Path, platform: str, environment: dict[str, str], tail: str
) -> None:
    found = config_path(
        "claude-desktop", vault=Path("v"), project=None, platform=platform, environment=environment
    )

    assert home / tail == found


def test_claude_desktop_knows_no_projects() -> None:
    with pytest.raises(InputError, match="no projects"):
        config_path("claude-desktop", vault=Path("v"), project=Path("p"), platform="linux", environment={})


@pytest.mark.parametrize("words", [("mcp",), ("mcp", "install", "cursor", "--yes")])
@pytest.mark.parametrize("absent", ["mcp", "mcp_types"])
def test_a_missing_extra_is_one_line_at_once(
    home: Path, vault: Path, words: tuple[str, ...], absent: str
) -> None:
    code = f"import sys\nsys.modules[{absent!r}] = None\nfrom caveat.cli.main import main\nmain(sys.argv[1:])"
    start = time.perf_counter()
    done = run(*words, cwd=vault, code=code)

    assert (2, b"") == (done.returncode, done.stdout)
    assert b"caveat: the MCP server needs the extra `mcp`: pip install 'caveat[mcp]'\n" == done.stderr
    assert time.perf_counter() - start < 5  # under a second; a busy machine gets more


def test_help_of_the_server_loads_no_sdk(vault: Path) -> None:
    code = (
        "import sys\nfrom caveat.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'mcp', 'mcp_types', 'pydantic', 'anyio', 'asyncio'} & sys.modules.keys()), file=sys.stderr)"
    )
    for words in (
        ("--help",),
        ("mcp", "--help"),
        ("mcp", "install", "--help"),
        ("mcp", "install", "cursor", "--dry-run"),
    ):
        assert b"[]\n" == run(*words, cwd=vault, code=code).stderr
