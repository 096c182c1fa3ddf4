"""The Python API: one object for one vault; the command line uses nothing else."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from caveat.model.errors import CaveatError
from caveat.model.events import Actor
from caveat.model.policy import Policy
from caveat.model.records import Day, RecordClass
from caveat.model.search import Hit
from caveat.model.store import Store
from caveat.ops.clock import today
from caveat.ops.paths import index_path, vault_root
from caveat.ops.results import Answer, Diagnosis, IndexReport, Progress, Setup, Status, Why
from caveat.ops.site import Site
from caveat.vault.config import Config

if TYPE_CHECKING:
    from typing import Unpack

    from caveat.model.embedder import Embedder
    from caveat.model.vectors import Embedded
    from caveat.ops.check import Asked
    from caveat.ops.check import Progress as Step
    from caveat.ops.pen import Pen
    from caveat.ops.request import Options
    from caveat.ops.results_audit import AuditReport, Review, Stamped
    from caveat.ops.results_check import CheckReport
    from caveat.ops.results_claims import ClaimList
    from caveat.ops.results_diff import Diff
    from caveat.ops.results_exchange import Exported, Imported
    from caveat.ops.results_meaning import Embedding
    from caveat.ops.results_passages import Passages

SWITCH = "VAULT_TIER_WEIGHTS_ENABLED"
"""Environment switch of the second-brain article: ``0`` turns trust off."""


class Vault:
    """
    A folder of notes, with its index.

    Use `caveat.open`. A vault is a context manager; closing it twice does nothing. It is not to be shared
    between threads; several processes may open the same vault at once.

    Args:
        path: The vault's folder.
        index: Where the index lies; by default under the user's cache folder, never in the vault.
        store: An open store to use instead of an index file, such as the in-memory one.
        embedder: A model of meaning to use instead of what is configured.

    Raises:
        VaultMissing: *path* is not a folder that can be read.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        index: str | os.PathLike[str] | None = None,
        store: Store | None = None,
        embedder: "Embedder | None" = None,
    ) -> None:
        self.root: Path = vault_root(path)
        self.index_path: Path = Path(index) if index is not None else index_path(self.root)
        self._site = Site(self.root, self.index_path, store, embedder)

    def __enter__(self) -> "Vault":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the index."""
        self._site.close()

    @property
    def config(self) -> Config:
        """
        What ``caveat.toml`` says now.

        Raises:
            ConfigError: The file cannot be used.
        """
        return self._site.config()

    @property
    def policy(self) -> Policy:
        """Every constant of the arithmetic, with the vault's own values."""
        return self.config.policy

    def init(self, *, dry_run: bool = False) -> Setup:
        """
        Look at the vault and write a first ``caveat.toml``; no note is touched.

        Args:
            dry_run: Only look.

        Raises:
            ConfigError: There is one already.
        """
        from caveat.ops.init import init

        return init(self.root, is_dry=dry_run)

    def index(self, *, full: bool = False, progress: Progress | None = None) -> IndexReport:
        """
        Bring the index up to date with the files; no file of the vault is written.

        What is new is found by words at once, and by meaning after `embed`.

        Args:
            full: Parse every note anew.
            progress: Called with the number of notes done and of all.

        Raises:
            ConfigError: ``caveat.toml`` cannot be used.
            IndexUnusable: The index file cannot be written.
        """
        return self._index(full=full, progress=progress, may_fork=True)

    def _index(self, *, full: bool = False, progress: Progress | None = None, may_fork: bool) -> IndexReport:
        from caveat.ops.index import index

        config = self.config
        store = self._site.opened(is_writer=True)
        from caveat.store.connection import usable

        try:
            with usable(self.index_path):
                return index(self.root, store, config, is_full=full, progress=progress, may_fork=may_fork)
        finally:
            if self._site.given is None:
                store.close()

    def embed(
        self,
        *,
        replace: bool = False,
        most: int | None = None,
        progress: "Callable[[Embedded], None] | None" = None,
    ) -> "Embedding":
        """
        Give vectors to what has none, so that it is found by meaning; arguments and errors as of
        `ops.embedding.embed`. Searches go on meanwhile, and a call that was stopped is gone on from.
        """
        from caveat.ops.embedding import embed

        with self._site.writing() as store:
            return embed(
                store, self.config, self._site.embedders, may_replace=replace, told=progress, most=most
            )

    def watch(self) -> Iterator[IndexReport | CaveatError]:
        """
        Index again whenever files change; a report for each change that mattered, or the reason why
        it could not be taken in, until interrupted.

        Raises:
            MissingExtra: The extra ``watch`` is not installed.
        """
        from caveat.ops.watch import watch

        # A watcher has threads of its own beside this one.
        return watch(self.root, partial(self._index, may_fork=False))

    def search(self, query: str, k: int = 10, **options: "Unpack[Options]") -> list[Hit]:
        """The hits of `answer`, best first; arguments and errors are the same."""
        return list(self.answer(query, k, **options).hits)

    def answer(
        self,
        query: str,
        k: int = 10,
        *,
        trust: bool | None = None,
        as_of: Day | None = None,
        record_class: RecordClass | None = None,
        folder: str = "",
        since: Day | None = None,
        until: Day | None = None,
        min_trust: float = 0.0,
        explain: bool = False,
        meaning: bool = True,
    ) -> Answer:
        """
        Hits with what a reader must know beside them: why there is none, whether trust changed the
        order, how far the index is behind the files, and each score explained when *explain*.

        Args:
            query: Anything; it is never an error.
            k: Most hits, ``>= 1``.
            trust: Whether trust takes part in the order; None = unless the environment switches it off.
            as_of: The day freshness is reckoned at; None = now.
            record_class: Only records of this class.
            folder, since, until: Only notes in it, and records of these days; see `ops.request.scope_of`.
            min_trust: Least trust of a hit, in ``[0, 1]``.
            explain: Explain each score.
            meaning: Whether meaning takes part where the index has vectors; else words alone.

        Raises:
            IndexMissing: The vault was never indexed.
            InputError: *k*, *min_trust*, *folder* or the days cannot be.
        """
        from caveat.ops.request import Request, scope_of
        from caveat.ops.results_meaning import Senses
        from caveat.ops.search import search

        is_on = os.environ.get(SWITCH, "1") != "0" if trust is None else trust
        scope = scope_of(self.root, record_class, folder, since, until)
        request = Request(query, k, is_on, _day(as_of), scope, min_trust, explain, not meaning).checked()
        config = self.config
        with self._site.reading() as store:
            self._site.warm.begin(store)
            made_by, warm = self._site.made_by(), self._site.warm
            senses = Senses(self._site.embedders, config)
            return search(self.root, store, request, config.policy, made_by, warm, senses)

    def why(self, ref: str, *, as_of: Day | None = None) -> Why:
        """
        Why a record is trusted as far as it is.

        Args:
            ref: A canonical ref, path, ``path:line``, ``[[link]]``, title or start of a claim's id.
            as_of: The day freshness is reckoned at; None = now.

        Raises:
            IndexMissing: The vault was never indexed.
            RefNotFound: Nothing fits *ref*.
            RefAmbiguous: Several records do.
        """
        from caveat.ops.why import why

        config = self.config
        with self._site.reading() as store:
            return why(
                self.root,
                store,
                ref,
                as_of=_day(as_of),
                policy=config.policy,
                made_by=self._site.made_by(),
            )

    def passages(self, refs: Iterable[str], *, whole: bool = True, as_of: Day | None = None) -> "Passages":
        """
        Records as *refs* name them (see `why`), with trust and what speaks against each.

        With *whole* their text is there too; without, they are taken as the answer just given saw them.
        """
        from caveat.ops.passages import passages

        made_by, policy, day = self._site.made_by(), self.policy, _day(as_of)
        with self._site.reading() as store:
            if whole:
                self._site.warm.begin(store)
            warm = self._site.warm
            return passages(
                self.root, store, refs, as_of=day, policy=policy, made_by=made_by, warm=warm, is_whole=whole
            )

    def status(self, *, as_of: Day | None = None) -> Status:
        """
        What the vault holds and how it stands.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        from caveat.ops.results_meaning import Senses
        from caveat.ops.status import status

        config = self.config
        with self._site.reading() as store:
            return status(
                self.root,
                self.index_path,
                store,
                as_of=_day(as_of),
                policy=config.policy,
                made_by=self._site.made_by(),
                senses=Senses(self._site.embedders, config),
            )

    def diff(self, since: Day, *, as_of: Day | None = None) -> "Diff":
        """
        What gained or lost trust since a day, and through which event.

        Raises:
            IndexMissing: The vault was never indexed.
            InputError: *since* lies after *as_of*.
        """
        from caveat.ops.diff import diff

        with self._site.reading() as store:
            return diff(store, since, as_of=_day(as_of), policy=self.policy)

    def doctor(self) -> Diagnosis:
        """Everything that is looked at, well or not, and every finding; changes nothing."""
        from caveat.ops.doctor import doctor

        return doctor(self.root, self.index_path, self._site.reading, self._site.embedders)

    def check(
        self, asked: "Asked", *, as_of: Day | None = None, progress: "Step | None" = None
    ) -> "CheckReport":
        """The numbers of drafts against facts, those of the vault's own notes among them; writes no draft."""
        from caveat.ops.check import check
        from caveat.ops.check_facts import CheckVault

        vault = CheckVault(self.root, self.config, self._site.reading, self.index)
        return check(asked, vault, as_of=_day(as_of), progress=progress)

    def claims(
        self,
        *,
        author: str | None = None,
        contested: bool = False,
        superseded: bool = False,
        retracted: bool = False,
        limit: int | None = None,
        as_of: Day | None = None,
    ) -> "ClaimList":
        """Claims, latest first: active ones; with *superseded* or *retracted* those instead, or both."""
        from caveat.ops.claim_list import claim_list, wanted

        asked = wanted(author, contested=contested, superseded=superseded, retracted=retracted, limit=limit)
        made_by, policy, day = self._site.made_by(), self.policy, _day(as_of)
        with self._site.reading() as store:
            return claim_list(self.root, store, asked, as_of=day, policy=policy, made_by=made_by)

    def export(self, output: str | os.PathLike[str] | None = None, *, replace: bool = False) -> "Exported":
        """Every ledger event as a line; with *output* also in that file, which *replace* may be there."""
        from caveat.ops.exchange import export

        return export(self.root, None if output is None else Path(output), is_replacing=replace)

    def import_events(self, data: bytes, *, name: str = "", dry_run: bool = False) -> "Imported":
        """Take exported lines into the ledger; *name* says where they come from, a dry run writes nothing."""
        from caveat.ops.exchange import import_events

        return import_events(
            self.root, data, name=name, is_dry=dry_run, writing=self._site.writing, config=self.config
        )

    def review(self, k: int = 20, *, as_of: Day | None = None) -> "Review":
        """The *k* records most worth a human look, why, and what a look would do."""
        from caveat.ops.review import review

        with self._site.reading() as store:
            return review(self.root, store, k, as_of=_day(as_of), config=self.config)

    def audit(
        self, *, since: Day | None = None, as_of: Day | None = None, observe: bool = True
    ) -> "AuditReport":
        """Everything that someone should look at; what is new is noted in the ledger unless not *observe*."""
        from caveat.ops.audit import audit

        with self._site.writing() as store:
            return audit(self.root, store, self.config, as_of=_day(as_of), since=since, is_observing=observe)

    def stamp(self, refs: Sequence[str] = (), *, write: bool = False, as_of: Day | None = None) -> "Stamped":
        """Computed tier and reliability of *refs*, else of all notes where they are wrong; or write them."""
        from caveat.ops.stamp import stamp

        with self._site.writing() as store:
            return stamp(self.root, store, refs, self.config, as_of=_day(as_of), is_written=write)

    def by(self, author: str, *, actor: Actor = "human", is_patient: bool = True) -> "Pen":
        """
        What records under the name *author*: claims, contradictions, human looks.

        Args:
            author: The name; an author scores by how their claims fared.
            actor: What kind of author. Only a human can verify and confirm, and an agent takes back and
                replaces only what agents claimed.
            is_patient: The files are taken in before each act; False = only when a name fits nothing.
        """
        from caveat.ops.pen import Pen
        from caveat.ops.recorded import Author

        return Pen(self.root, self._site.writing, Author(author, actor), is_patient=is_patient)


def open_vault(
    path: str | os.PathLike[str] = ".",
    *,
    index: str | os.PathLike[str] | None = None,
    store: Store | None = None,
    embedder: "Embedder | None" = None,
) -> Vault:
    """The vault at *path*; arguments and errors are those of `Vault`."""
    return Vault(path, index=index, store=store, embedder=embedder)


def _day(as_of: Day | None) -> Day:
    return today() if as_of is None else as_of
