"""Embedding: which model of meaning is in use, and vectors for the chunks that have none."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from caveat.model.embedder import Embedder
from caveat.model.errors import CaveatError, ConfigError, EmbedderUnusable, InputError, MissingExtra
from caveat.model.store import Store
from caveat.model.vectors import Embedded, VectorModel
from caveat.models.settings import Settings, is_installed, load, open_embedder, user_file
from caveat.ops.results_meaning import Embedding
from caveat.vault.config import Config

if TYPE_CHECKING:
    from caveat.model.vectors import Vector

EMBEDDER = "embedder"
"""Key of how the embedder in use was described when its vectors were made."""

CALIBRATED = "floor_at"
"""Key of the state of the vectors that the floor was reckoned from."""

SAMPLES = 200
"""Records whose opening gives words to senseless questions; our choice: more change no floor by .01."""

LEAST_RECORDS = 20
"""Records below which there is no floor: words of so few notes in no order still say what they say."""

RECKONED = "2"
"""How the floor is reckoned; another one is reckoned anew in every index."""

PAUSE = 30.0
"""Seconds for which an embedder that failed is not asked again while somebody waits; our choice."""

TROUBLES = (MissingExtra, ConfigError, EmbedderUnusable, InputError)
"""What keeps meaning out of an answer, and never the answer itself."""


class Choice(NamedTuple):
    """
    Which embedder is to be used.

    Attributes:
        name: One of `model.embedder.EMBEDDERS`, or ``given`` and the model's fingerprint.
        settings: What the user's file says.
        is_stated: The user or the vault names it; else it is used when it is installed.
    """

    name: str
    settings: Settings
    is_stated: bool

    @property
    def is_off(self) -> bool:
        """Nobody wants meaning, or nobody said so and the default is not installed."""
        return self.name == "none" or not (self.is_stated or is_installed())

    @property
    def words(self) -> str:
        """What vectors depend on, as far as it can be told without loading anything."""
        details = {"http": sorted(self.settings.http.items()), "folder": str(self.settings.folder)}
        return f"{self.name} {details.get(self.name, '')}".rstrip()


class Embedders:
    """
    The embedder of one process: loaded when first needed, and kept.

    Args:
        given: Use this one, whatever is configured.
    """

    def __init__(self, given: Embedder | None = None) -> None:
        self._given = given
        self._opened: dict[bool, tuple[Choice, Embedder]] = {}
        self._failed: tuple[tuple[Choice, str], float, CaveatError] | None = None
        self._asked: tuple[str, str, Vector] | None = None

    def choice(self, config: Config) -> Choice:
        """
        What the user's file and the vault's ask for; a user's ``none`` is the last word.

        Raises:
            ConfigError: The user's file cannot be used.
        """
        if self._given is not None:
            return Choice(f"given {self._given.fingerprint}", Settings(), is_stated=True)
        settings = load(user_file())
        if settings.is_stated and settings.embedder == "none":
            return Choice("none", settings, is_stated=True)
        name = config.embedder or settings.embedder
        return Choice(name, settings, bool(config.embedder) or settings.is_stated)

    def opened(self, choice: Choice, *, is_hurried: bool = False) -> Embedder:
        """The embedder of *choice*; errors as of `models.settings.open_embedder`."""
        if self._given is not None:
            return self._given
        kept = self._opened.get(is_hurried)
        if kept is None or kept[0] != choice:
            kept = (choice, open_embedder(choice.settings, choice.name, is_hurried=is_hurried))
            self._opened[is_hurried] = kept
        return kept[1]

    def vector(self, config: Config, model: VectorModel, text: str) -> "Vector | None":
        """
        The vector of a question to an index whose vectors are *model*'s; None when meaning is switched off.

        Raises:
            CaveatError: One of `TROUBLES`; the next questions of `PAUSE` seconds are told the same at once.
        """
        choice = self.choice(config)
        if choice.name == "none":
            return None
        pair, failed = (choice, model.fingerprint), self._failed
        if failed is not None and failed[0] == pair and time.monotonic() - failed[1] < PAUSE:
            raise failed[2]
        self._failed = None
        try:
            embedder = self.opened(choice, is_hurried=True)
            check(model, embedder.fingerprint)
            if self._asked is None or self._asked[:2] != (model.fingerprint, text):
                self._asked = (model.fingerprint, text, embedder.embed_queries([text])[0])
        except TROUBLES as error:
            self._failed = (pair, time.monotonic(), error)
            raise
        return self._asked[2]


def check(model: VectorModel, fingerprint: str) -> None:
    """
    Nothing, when *model* is the one called *fingerprint*.

    Raises:
        InputError: It is another; the message names both and what to do.
    """
    from caveat.store.vectors_model import other_model

    if model.fingerprint != fingerprint:
        raise InputError(other_model(model.fingerprint, fingerprint))


def embed(
    store: Store,
    config: Config,
    embedders: Embedders,
    *,
    may_replace: bool = False,
    told: Callable[[Embedded], None] | None = None,
    most: int | None = None,
) -> Embedding:
    """
    Give a vector to every chunk of *store* that has none, so that it is found by meaning.

    Searching goes on meanwhile, by words and by what is embedded already. What was done stays when it is
    stopped, and the next call goes on from there.

    Args:
        store: The index, open for writing, and not within a batch.
        config: May ask for an embedder.
        embedders: Opens it.
        may_replace: Vectors of another model are dropped and made anew.
        told: Told how far it is, some times a minute or oftener.
        most: Only go on where the index is embedded but for so many chunks: what may be done while
            somebody waits; None = embed whatever there is.

    Raises:
        CaveatError: One of `TROUBLES`; the index is as usable as before.
    """
    vectors = store.vectors()
    model = vectors.model()
    if most is not None and (model is None or not 0 < vectors.embedded().pending <= most):
        return Embedding(model.fingerprint if model else "", vectors.embedded())
    choice = embedders.choice(config)
    if choice.name == "none" or (choice.is_off and model is None):
        return Embedding("", vectors.embedded(), is_off=True)
    if model is not None and not may_replace and _is_done(store, model, choice):
        return Embedding(model.fingerprint, vectors.embedded())
    embedder = embedders.opened(choice)
    replaced = model.fingerprint if model and model.fingerprint != embedder.fingerprint else ""
    vectors.use(embedder.fingerprint, embedder.dimensions, may_replace=may_replace)
    added = vectors.embed(embedder, told=told)
    vectors.prune()
    vectors.prepare()
    _calibrate(store, embedder)
    if (model := vectors.model()) is not None:
        store.put_meta({EMBEDDER: choice.words, CALIBRATED: _state(model)})
    return Embedding(embedder.fingerprint, vectors.embedded(), added, replaced)


def _is_done(store: Store, model: VectorModel, choice: Choice) -> bool:
    """Nothing is left to do, as far as can be told without loading the model."""
    is_same = store.meta(EMBEDDER) == choice.words and store.meta(CALIBRATED) == _state(model)
    return is_same and not store.vectors().embedded().pending


def _state(model: VectorModel) -> str:
    return f"{model.lineage} {model.generation} {RECKONED}"


def _calibrate(store: Store, embedder: Embedder) -> None:
    """
    Reckon below which cosine nothing in this vault is good enough, from questions that mean nothing.

    Always from the same words of the same notes, and the same words of nobody's, so that an index made anew
    has the same floor.
    """
    from caveat.rank.fusion import floor_of, senseless
    from caveat.text import tables_common_words as common

    refs = store.refs()
    step = max(1, len(refs) // SAMPLES)
    openings = [store.opening(ref) for ref in refs[::step]]
    texts = [found.chunk.text for found in openings if found is not None]
    questions = senseless(texts) if len(texts) >= LEAST_RECORDS else []
    vectors = store.vectors()

    def nearest(asked: list[str]) -> list[float]:
        found = (
            [vectors.nearest(vector, limit=1) for vector in embedder.embed_queries(asked)] if asked else []
        )
        return [matches[0].score for matches in found if matches]

    strangers = senseless([common.JA, common.KO, common.EN, common.RU]) if questions else []
    vectors.put_floor(floor_of(nearest(questions), nearest(strangers)))
