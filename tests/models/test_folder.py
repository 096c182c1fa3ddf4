"""A model from a folder is the library's, and a folder that holds none is told before anything is loaded."""

from pathlib import Path

import numpy as np
import pytest

from caveat.model.errors import EmbedderUnusable, MissingExtra
from caveat.models.folder import FILES, Folder
from tests.models.tiny_model import tiny_model


def test_vectors_are_those_of_the_library(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "m")
    from model2vec import StaticModel

    texts = ["the tenant pays", "monthly rent", "lease", "a cat"]
    expected = StaticModel.from_pretrained(str(folder)).encode(texts)

    assert np.allclose(expected, Folder(folder).embed_queries(texts), atol=1e-5)


@pytest.mark.parametrize("missing", FILES)
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    for name in set(FILES) - {missing}:
        (tmp_path / name).touch()

    with pytest.raises(EmbedderUnusable, match=missing):
        Folder(tmp_path)


@pytest.mark.parametrize("damaged", FILES)
def test_a_damaged_file_is_told_in_one_line(tmp_path: Path, damaged: str) -> None:
    folder = tiny_model(tmp_path / "m")
    (folder / damaged).write_bytes(b"\x07\x00\x00\x00\x00\x00\x00\x00garbage")

    with pytest.raises(EmbedderUnusable, match="cannot be loaded") as caught:
        Folder(folder)

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tokenizer.json", '{"model": {}}'),
        ("tokenizer.json", '{"model": {"type": "WordLevel", "vocab": {"a": 0}}}'),
        ("tokenizer.json", "[" * 100_000),
        ("config.json", "[1]"),
        ("config.json", "null"),
        ("config.json", '{"hidden_dim": "many", "max_length": "long"}'),
    ],
)
def test_a_file_that_describes_something_else_is_told(tmp_path: Path, name: str, text: str) -> None:
    folder = tiny_model(tmp_path / "m")
    (folder / name).write_text(text)

    with pytest.raises(EmbedderUnusable, match=r"cannot be loaded: .+"):
        Folder(folder)


def test_a_missing_library_is_one_line_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in FILES:
        (tmp_path / name).touch()
    monkeypatch.setattr("caveat.models.folder.find_spec", lambda name: None)

    with pytest.raises(MissingExtra, match=r'pip install "caveat\[folder\]"'):
        Folder(tmp_path)
