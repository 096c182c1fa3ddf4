"""Columns: what the trust of a whole graph is reckoned from, as arrays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Bytes = NDArray[np.int8]
    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int32]
    Starts = NDArray[np.int64]


class Columns(NamedTuple):
    """
    Records and evidence, a column for each input; n records in ascending order of their refs.

    A record is known by its number in that order, so that ties between refs are ties between numbers.

    Attributes:
        declared: ``(n,)`` float64; NaN = undeclared.
        step: ``(n,)`` int8, a place in `STEPS`; -1 = not stated.
        author: ``(n,)`` int32, a number for each author; -1 = an author of its own.
        is_claim: ``(n,)`` bool; only claims feed calibration.
        volatility: ``(n,)`` int8, a place in `VOLATILITIES`; -1 = undeclared.
        model_text: ``(n,)`` bool, as `Record.is_model_text`.
        grounded: ``(n,)`` bool, read on primaries only.
        status: ``(n,)`` int8, a place in `STATUSES`.
        created: ``(n,)`` float64, a day; NaN = unknown.
        verified: ``(n,)`` float64, a day; NaN = never.
        pinned: ``(n,)`` bool, as `Record.is_pinned`.
        stale: ``(n,)`` bool, as `Record.is_stale`.
        identity: ``(n,)`` int32, a number that copies share; -1 = only itself.
        source_starts: ``(n + 1,)`` int64; the sources of record i are
            ``sources[source_starts[i]:source_starts[i + 1]]``.
        sources: int32, numbers of records; -1 = cannot be found.
        kind: ``(m,)`` int8, a place in `KINDS`.
        speaker: ``(m,)`` int32, the record that speaks; -1 = cannot be found.
        target: ``(m,)`` int32, the record spoken of; -1 = cannot be found.
        at: ``(m,)`` float64, a day; NaN = unknown.
        confirmed: ``(m,)`` bool, as `Edge.is_confirmed`.
        corrected: ``(m,)`` bool, a record that was superseded because it was wrong.
        refs: Refs by number; may be left out.
        authors: Names of authors by number; may be left out.
    """

    declared: "Floats"
    step: "Bytes"
    author: "Numbers"
    is_claim: "Bools"
    volatility: "Bytes"
    model_text: "Bools"
    grounded: "Bools"
    status: "Bytes"
    created: "Floats"
    verified: "Floats"
    pinned: "Bools"
    stale: "Bools"
    identity: "Numbers"
    source_starts: "Starts"
    sources: "Numbers"
    kind: "Bytes"
    speaker: "Numbers"
    target: "Numbers"
    at: "Floats"
    confirmed: "Bools"
    corrected: "Bools"
    refs: Sequence[str] = ()
    authors: Sequence[str] = ()
