"""What a model gives, checked and brought to the length that every embedder promises."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from caveat.model.errors import EmbedderUnusable


def unit_rows(raw: Any, *, count: int, dimensions: int | None, who: str) -> NDArray[np.float32]:
    """
    *raw* as ``(count, dimensions)`` float32, each row of length 1; a row of zeros stays one.

    Args:
        raw: Anything that numpy takes for a matrix of numbers.
        count: Rows there must be.
        dimensions: Columns there must be; None = any number but 0.
        who: The model, for the message.

    Raises:
        EmbedderUnusable: Another shape, or a number that is not finite.
    """
    try:
        found = np.asarray(raw, np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise EmbedderUnusable(f"{who} gave vectors of unequal length, or no numbers: {error}") from error
    if count == 0:
        return np.zeros((0, dimensions or found.shape[-1]), np.float32)
    if found.ndim != 2 or len(found) != count or not found.shape[1]:
        raise EmbedderUnusable(f"{who} gave an answer of shape {found.shape} for {count} texts")
    if dimensions is not None and found.shape[1] != dimensions:
        raise EmbedderUnusable(
            f"{who} gave vectors of {found.shape[1]} numbers where {dimensions} were expected: "
            "it is another model than before, so index again with `caveat index --full`"
        )
    if not np.isfinite(found).all():
        raise EmbedderUnusable(f"{who} gave a vector with a number that is not finite")
    # In double precision: a row of very small or very large numbers must not vanish or overflow.
    lengths = np.sqrt(np.einsum("ij,ij->i", found, found, dtype=np.float64))
    lengths[lengths == 0] = 1
    return np.asarray(found / lengths[:, None], np.float32)
