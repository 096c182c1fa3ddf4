"""Vectors from a model2vec model in a folder of this machine: a table of word pieces, averaged."""

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caveat.model.errors import EmbedderUnusable, MissingExtra
from caveat.models.rows import unit_rows

FILES = ("config.json", "model.safetensors", "tokenizer.json")
"""What a model consists of."""

BATCH = 256
"""Texts given at once; our choice, a few hundredths of a second."""

MOST_CHARACTERS = 16_384
"""Characters of a text that are looked at; our choice, beyond the 512 pieces that model2vec reads."""


class Folder:
    """
    A static model (model2vec) that was saved into a folder; nothing is ever fetched.

    Args:
        path: The folder, with `FILES`.

    Raises:
        MissingExtra: model2vec is not installed.
        EmbedderUnusable: The folder does not hold such a model.
    """

    def __init__(self, path: Path) -> None:
        missing = [name for name in FILES if not (path / name).is_file()]
        if missing:
            raise EmbedderUnusable(
                f"the folder {path} holds no model2vec model ({', '.join(missing)} missing): "
                "give the folder that `StaticModel.save_pretrained` wrote"
            )
        if find_spec("model2vec") is None:
            raise MissingExtra('a model from a folder needs the extra "folder": pip install "caveat[folder]"')
        self._who = f"the model in {path}"
        with _Loading(self._who):
            self._fingerprint = f"model2vec {path.name} {_digest(path)[:16]}"
            self._model: Any = _loaded(path)

    @property
    def fingerprint(self) -> str:
        """Name of the folder and the first half of the digest of its files."""
        return self._fingerprint

    @property
    def dimensions(self) -> int:
        """As the model says."""
        return int(self._model.dim)

    @property
    def batch_size(self) -> int:
        """As many as are embedded in a moment."""
        return BATCH

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*; the model makes no difference between questions and passages."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        clean = [text[:MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8") for text in texts]
        found = self._model.encode(clean, use_multiprocessing=False, normalize=False)
        return unit_rows(found, count=len(texts), dimensions=self.dimensions, who=self._who)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*, as `embed_queries`."""
        return self.embed_queries(texts)


class _Loading:
    """A stretch in which whatever the libraries complain of is said to be the model's fault."""

    def __init__(self, who: str) -> None:
        self._who = who

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        from safetensors import SafetensorError

        known = (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError, SafetensorError)
        # The library under it raises a bare Exception for a file that is no tokenizer.
        if kind is Exception or isinstance(error, known):
            reason = " ".join(str(error).split())[:200]
            raise EmbedderUnusable(f"{self._who} cannot be loaded: {reason}") from error


def _loaded(path: Path) -> Any:
    import json

    from model2vec import StaticModel

    for name in ("config.json", "tokenizer.json"):
        if not isinstance(json.loads((path / name).read_bytes()), dict):
            raise ValueError(f"{name} holds no object")
    return StaticModel.from_pretrained(os.fspath(path), force_download=False)


def _digest(path: Path) -> str:
    from hashlib import file_digest, sha256

    whole = sha256()
    for name in FILES:
        with (path / name).open("rb") as stream:
            whole.update(file_digest(stream, "sha256").digest())
    return whole.hexdigest()
