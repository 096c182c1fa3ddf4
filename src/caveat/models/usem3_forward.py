"""
Pieces into a vector: the network of universal-sentence-encoder-multilingual-3, in numpy.

Each piece has a row of a table. Three stacks of two convolutions look at windows of 2, 3 and 5 rows; what
they see is added up over the text and goes through four dense layers (Yang et al. 2019, "Multilingual
Universal Sentence Encoder for Semantic Retrieval").
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caveat.models.usem3_source import CHUNKS, ORDERS

DIMENSIONS = 512
CHANNELS = 256
"""Numbers that a stack of convolutions gives a piece."""

GAP = 2
"""Empty rows around a text, as many as the widest window looks to one side."""

ROWS = 512
"""Rows that go through at once; our choice: what they need stays in a core's cache."""

Floats = NDArray[np.float32]


def forward(arrays: Mapping[str, Any], texts: Sequence[Sequence[int]]) -> Floats:
    """
    The vectors of *texts*, each a sequence of piece numbers.

    Args:
        arrays: As `usem3_source.read_source` gives them.
        texts: None of them empty.

    Returns:
        ``(len(texts), 512)`` float32, rows L2-normalised.
    """
    found = np.empty((len(texts), DIMENSIONS), np.float32)
    first, rows = 0, 0
    for number, pieces in enumerate(texts):
        if rows and rows + len(pieces) + GAP > ROWS:
            found[first:number] = _together(arrays, texts[first:number])
            first, rows = number, 0
        rows += len(pieces) + GAP
    if rows:
        found[first:] = _together(arrays, texts[first:])
    return found


def _together(arrays: Mapping[str, Any], texts: Sequence[Sequence[int]]) -> Floats:
    """Texts side by side with empty rows between them, so that no window sees two of them."""
    lengths = np.array([len(pieces) for pieces in texts])
    starts = np.cumsum(lengths + GAP) - lengths
    total = int(starts[-1] + lengths[-1]) + GAP
    is_gap = np.ones(total, bool)
    pieces = np.zeros(total, np.int64)
    for start, text in zip(starts, texts, strict=True):
        is_gap[start : start + len(text)] = False
        pieces[start : start + len(text)] = text
    gaps = np.flatnonzero(is_gap)
    part = pieces % CHUNKS
    features = np.empty((total, DIMENSIONS + CHANNELS * len(ORDERS)), np.float32)
    rows = features[:, :DIMENSIONS]
    np.copyto(rows, arrays["table"][pieces])
    rows *= arrays["scale"][part, None]
    rows += arrays["low"][part, None]
    inner = rows @ arrays["projection"] + arrays["projection_bias"]
    _level(inner, arrays["inner_gain"], arrays["inner_bias"], arrays["epsilon"])
    inner[gaps] = 0
    for number, order in enumerate(ORDERS):
        own = np.ascontiguousarray(inner[:, number * CHANNELS : (number + 1) * CHANNELS])
        seen = own + _window(own, arrays, order, 1)
        seen[gaps] = 0
        column = DIMENSIONS + number * CHANNELS
        features[:, column : column + CHANNELS] = seen + _window(seen, arrays, order, 2)
    _level(features, arrays["outer_gain"], arrays["outer_bias"], arrays["epsilon"])
    features[gaps] = 0
    return _dense(arrays, np.add.reduceat(features, starts, axis=0), lengths.astype(np.float32)[:, None])


def _window(rows: Floats, arrays: Mapping[str, Any], order: int, layer: int) -> Floats:
    """One convolution: what each row of the window adds, row by row of the window."""
    weights = arrays[f"convolution{order}_{layer}"]
    total = np.tile(arrays[f"convolution{order}_{layer}_bias"], (len(rows), 1))
    for slot in range(order):
        shift = slot - (order - 1) // 2
        part = rows @ weights[slot * CHANNELS : (slot + 1) * CHANNELS]
        if shift > 0:
            total[:-shift] += part[shift:]
        elif shift < 0:
            total[-shift:] += part[:shift]
        else:
            total += part
    np.maximum(total, 0, out=total)
    return total


def _level(rows: Floats, gain: Floats, bias: Floats, epsilon: Floats) -> None:
    """Layer normalisation of each row, in place."""
    rows -= rows.mean(axis=1, keepdims=True)
    spread = np.einsum("ij,ij->i", rows, rows) / rows.shape[1]
    rows *= (1 / np.sqrt(spread + epsilon[0]))[:, None]
    rows *= gain
    rows += bias


def _dense(arrays: Mapping[str, Any], added: Floats, lengths: Floats) -> Floats:
    mixed = (added @ arrays["gather"] + lengths * arrays["gather_bias"]) / np.sqrt(lengths)
    first = np.maximum(mixed @ arrays["dense0"], 0)
    second = np.maximum(mixed @ arrays["pass1"] + first @ arrays["dense1"], 0)
    third = np.maximum(second @ arrays["dense2"], 0)
    last = np.tanh(second @ arrays["pass3"] + third @ arrays["dense3"])
    last /= np.sqrt(np.maximum(np.einsum("ij,ij->i", last, last), arrays["epsilon"][0]))[:, None]
    return np.asarray(last, np.float32)
