"""A model2vec model of a few words, made on the spot."""

import json
from pathlib import Path

import numpy as np
import pytest

WORDS = (
    "[UNK]",
    "the",
    "a",
    "lease",
    "rent",
    "tenant",
    "pays",
    "monthly",
    "cat",
    "sleeps",
    "boundary",
    "layer",
)


def tiny_model(folder: Path, dimensions: int = 16, seed: int = 1) -> Path:
    """Write it into *folder* in the form that model2vec saves; the test is skipped without the package."""
    tokenizers = pytest.importorskip("tokenizers")
    pytest.importorskip("model2vec")
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.normalizer = tokenizers.normalizers.Lowercase()
    tokenizer.save(str(folder / "tokenizer.json"))
    table = np.random.default_rng(seed).normal(size=(len(WORDS), dimensions)).astype(np.float32)
    save_file({"embeddings": table}, str(folder / "model.safetensors"))
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec", "normalize": True}))
    return folder
