"""What the journeys of meaning return."""

from typing import TYPE_CHECKING, NamedTuple

from caveat.model.vectors import Embedded
from caveat.rank.order import Candidate
from caveat.vault.config import Config

if TYPE_CHECKING:
    from caveat.ops.embedding import Embedders


class Embedding(NamedTuple):
    """
    What embedding did.

    Attributes:
        model: Fingerprint of the model in use; empty when there is none.
        progress: How far it is now.
        added: Chunks that have a vector and had none before.
        replaced: Fingerprint of the model whose vectors were dropped; empty when none were.
        is_off: Nobody wants meaning, or the packages of the default model are not installed.
    """

    model: str
    progress: Embedded
    added: int = 0
    replaced: str = ""
    is_off: bool = False


class Meaning(NamedTuple):
    """
    How an index stands with meaning.

    Attributes:
        model: Fingerprint of the model whose vectors it holds; empty when none.
        embedder: What is configured, one of `model.embedder.EMBEDDERS`; empty when it cannot be told.
        progress: How far embedding is.
        floor: Cosine below which nothing is good enough; None when there is no such limit.
        trouble: Why searches go by words alone; empty when they do not.
    """

    model: str
    embedder: str
    progress: Embedded
    floor: float | None
    trouble: str


class Meant(NamedTuple):
    """
    Candidates of a search, whether by words alone or by both.

    Attributes:
        candidates: Best first.
        is_used: Meaning took part.
        notices: What a reader should know of that.
        best_left_out: Largest cosine among what only meaning spoke for, when that was not good enough.
        floor: The cosine that would have been.
    """

    candidates: list[Candidate]
    is_used: bool = False
    notices: tuple[str, ...] = ()
    best_left_out: float | None = None
    floor: float | None = None


class Senses(NamedTuple):
    """What asks by meaning: what opens the model, and the configuration that may ask for one."""

    embedders: "Embedders"
    config: Config
