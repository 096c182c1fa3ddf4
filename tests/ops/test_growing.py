"""
An index that grew step by step is the same as one made at once, whatever the steps were.

The state is read out of both indexes whole: records, edges, findings, and answers to a few questions.
"""

import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import caveat
from caveat.model.events import Event
from caveat.ops import index as index_journey
from caveat.ops.vault import Vault
from caveat.store.sqlite import SqliteStore
from caveat.vault.ledger import encode_event

NAMES = st.sampled_from(
    ["a.md", "b.md", "c.md", "sub/a.md", "d (conflicted copy 2026-01-01).md", "d.md", "sub/e.md"]
)
KEYS = ("sources", "supports", "contradicts", "supersedes", "corrects", "aliases")
VALUES = st.sampled_from(["a", "b", "c", "d", "sub/a", "e", "gone", "Alias", "picture.png"])
PROPERTIES = st.lists(st.tuples(st.sampled_from(KEYS), VALUES), max_size=3)
BODIES = st.sampled_from(
    ["apple [[a]] [[Alias]]", "apple pear [[sub/e]]", "one two three four five six seven eight nine", "plum"]
)
STATED = st.sampled_from(
    [
        "",
        "kind: contract",
        "kind: web",
        "verified: 2026-01-02",
        "verified: 2962-01-05",
        "generated_by: some-llm",
    ]
)
REFS = st.sampled_from(
    ["note:a.md", "note:b.md", "note:d.md", "note:sub/e.md", "note:gone.md", "claim:1", "claim:2", "claim:3"]
)
ACTORS = st.sampled_from(["human", "agent"])
DAYS = ("", "2026-01-02", "2962-01-05")


def text(properties: list[tuple[str, str]], stated: str, body: str) -> str:
    lines = [f'{key}: ["{value if key == "aliases" else f"[[{value}]]"}"]' for key, value in properties]
    return "\n".join(["---", *lines, *([stated] if stated else []), "---", body, ""])


def ulid(number: int) -> str:
    return f"01J{number:023d}"


def content(vault: Vault) -> object:
    """Everything that the index of *vault* says."""
    store = SqliteStore(vault.index_path)
    refs = store.refs()
    edges = sorted(
        (link.source, link.kind, link.target or "", link.raw, link.path, link.line, link.how, link.candidates)
        for link in store.links()
    )
    found = (refs, store.records(refs), store.entries(refs), edges, vault.doctor().findings)
    store.close()
    answers = [vault.answer(query, 50, as_of=20500.0) for query in ("apple", "pear plum", "claim one", "a")]
    return found, answers, [vault.why(ref, as_of=20500.0) for ref in refs]


class Growing(RuleBasedStateMachine):
    """Edits of every kind, each followed by an index run."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.root = self.folder / "vault"
        self.root.mkdir()
        (self.root / "picture.png").write_bytes(b"")
        self.ledger = self.root / ".caveat" / "ledger" / "00c0ffee.jsonl"
        self.ledger.parent.mkdir(parents=True)
        self.vault = caveat.open(self.root, index=self.folder / "grown.sqlite")
        self.events = 0
        self.hour = 12
        self.vault.index()

    def teardown(self) -> None:
        self.vault.close()
        shutil.rmtree(self.folder)

    @rule(name=NAMES, properties=PROPERTIES, stated=STATED, body=BODIES)
    def write(self, name: str, properties: list[tuple[str, str]], stated: str, body: str) -> None:
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text(properties, stated, body), encoding="utf-8")

    @rule(name=NAMES)
    def delete(self, name: str) -> None:
        (self.root / name).unlink(missing_ok=True)

    @rule(old=NAMES, new=NAMES)
    def rename(self, old: str, new: str) -> None:
        if (self.root / old).exists():
            (self.root / new).parent.mkdir(exist_ok=True)
            (self.root / old).rename(self.root / new)

    @rule(old=NAMES, new=NAMES)
    def copy(self, old: str, new: str) -> None:
        if (self.root / old).exists() and old != new:
            (self.root / new).parent.mkdir(exist_ok=True)
            shutil.copy(self.root / old, self.root / new)

    @rule(
        kind=st.sampled_from(["claim", "edge", "supersede", "retract", "confirm", "withdraw", "request"]),
        source=REFS,
        aim=REFS,
        relation=st.sampled_from(["supports", "contradicts", "concerns"]),
        words=st.lists(REFS, max_size=2),
        actor=ACTORS,
        has_end=st.booleans(),
    )
    def record(
        self, kind: str, source: str, aim: str, relation: str, words: list[str], actor: str, has_end: bool
    ) -> None:
        hashes = {named(ref): self.content_hash(ref) for ref in words}
        bodies: dict[str, dict[str, object]] = {
            "claim": {"text": f"claim number {self.events} one", "stated": 0.9, "from": [named(source)]},
            "edge": {"kind": relation, "source": named(source), "target": named(aim)},
            "supersede": {"source": named(source), "target": named(aim), "because": "corrected"},
            "retract": {"ref": named(source)},
            "confirm": {
                "edge": {"kind": "supports", "source": named(source), "target": named(aim)},
                **({"hashes": hashes} if hashes else {}),
            },
            "withdraw": {"edge": {"kind": relation, "source": named(source), "target": named(aim)}},
            "request": {"ref": named(source)},
        }
        self.add(kind, actor, bodies[kind], has_end=has_end)

    def content_hash(self, ref: str) -> str:
        """As it was indexed last."""
        try:
            return self.vault.why(named(ref)).record.content_hash
        except caveat.CaveatError:
            return "nobody has this"

    @rule(number=st.integers(1, 8), by_id=st.sampled_from(["confirm", "forget", "withdraw"]), actor=ACTORS)
    def speak_of_an_event(self, number: int, by_id: str, actor: str) -> None:
        """Of one that is there, or that comes later."""
        body: dict[str, object] = {"id": ulid(number)} if by_id == "forget" else {"edge": ulid(number)}
        self.add(by_id, actor, body)

    @rule(
        ref=REFS,
        content=NAMES,
        kind=st.sampled_from(["verify", "observed"]),
        day=st.sampled_from(DAYS),
        was=REFS,
    )
    def look(self, ref: str, content: str, kind: str, day: str, was: str) -> None:
        """At a content that may be another note's, under a name that may be gone."""
        try:
            digest = self.vault.why(f"note:{content}").record.content_hash
        except caveat.CaveatError:
            digest = "nobody has this"
        body: dict[str, object] = {"ref": named(ref), "hash": digest, "sources": {"note:gone": ""}}
        if kind == "observed" and day:
            body["verified"] = day
        if kind == "observed" and was.startswith("note:") and was != ref:
            body["was"] = was
        self.add(kind, "human" if kind == "verify" else "program", body)

    @rule(
        source=REFS, aim=REFS, act=st.sampled_from(["claim", "support", "supersede", "withdraw", "retract"])
    )
    def write_down(self, source: str, aim: str, act: str) -> None:
        """Somebody records through the product, which takes in only what is new."""
        pen = self.vault.by("bob", is_patient=False)
        acts: dict[str, Callable[[], object]] = {
            "claim": lambda: pen.claim(f"bob says {aim}", stated=0.7, sources=[source], contradicts=[aim]),
            "support": lambda: pen.support(named(source), named(aim)),
            "supersede": lambda: pen.supersede(named(source), named(aim), because="updated"),
            "withdraw": lambda: pen.withdraw(named(source), named(aim)),
            "retract": lambda: pen.retract(named(aim)),
        }
        with suppress(caveat.CaveatError):
            acts[act]()

    @rule(name=NAMES)
    def verify(self, name: str) -> None:
        """A human looks at a note as it was indexed last, under the name that it had then."""
        try:
            found = self.vault.why(f"note:{name}")
        except caveat.CaveatError:
            return
        sources = {ref: self.vault.why(ref).record.content_hash for ref in found.record.sources}
        body = {"ref": f"note:{name}", "hash": found.record.content_hash, "sources": sources}
        self.add("verify", "human", body)

    @rule(is_early=st.booleans())
    def set_clock(self, is_early: bool) -> None:
        """Events of another device come late, dated before those that are here."""
        self.hour = 0 if is_early else 12

    def add(self, kind: str, actor: str, body: Mapping[str, object], *, has_end: bool = True) -> None:
        self.events += 1
        at = f"2026-02-01T{self.hour:02}:00:{self.events % 60:02}Z"
        line = encode_event(Event(1, ulid(self.events), at, kind, "ada", actor, body))  # type: ignore[arg-type]
        known = self.ledger.read_bytes() if self.ledger.exists() else b""
        gap = b"\n" if known and not known.endswith(b"\n") else b""
        self.ledger.write_bytes(known + gap + (line if has_end else line.rstrip(b"\n")))

    @rule()
    def forget_last_line(self) -> None:
        if self.ledger.exists():
            lines = self.ledger.read_bytes().splitlines(keepends=True)
            self.ledger.write_bytes(b"".join(lines[:-1]))

    @rule()
    def audit(self) -> None:
        """What the ledger has to know is noted down, and after that there is nothing to note."""
        self.vault.audit()

        assert 0 == self.vault.audit().observed

    @rule(at=st.sampled_from(["settle", "flush"]))
    def kill(self, at: str) -> None:
        """An index run ends in the middle; the next one has to make up for it."""

        def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(index_journey, "BATCH", 1)
            if at == "settle":
                for name in ("settle", "settle_narrow", "settle_events"):
                    patch.setattr(index_journey, name, killed)
            else:
                patch.setattr(index_journey, "_finish", killed)
            with suppress(KeyboardInterrupt):
                self.vault.index()

    @rule(is_kept=st.booleans())
    def configure(self, is_kept: bool) -> None:
        config = self.root / "caveat.toml"
        if is_kept:
            config.write_text('[[rule]]\nfolder = "sub"\nkind = "web"\nclass = "log"\n', encoding="utf-8")
        else:
            config.unlink(missing_ok=True)

    @invariant()
    def is_as_if_made_at_once(self) -> None:
        self.vault.index()
        with caveat.open(self.root, index=self.folder / "fresh.sqlite") as fresh:
            fresh.index()
            expected = content(fresh)
        (self.folder / "fresh.sqlite").unlink()

        assert expected == content(self.vault), difference(expected, content(self.vault))


def difference(one: object, other: object) -> str:
    """Where two contents part, innermost."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(difference(one[key], other[key]) for key in one if one[key] != other[key])
    if isinstance(one, tuple | list) and isinstance(other, tuple | list) and len(one) == len(other):
        return next(difference(a, b) for a, b in zip(one, other, strict=True) if a != b)
    return f"fresh: {one!r}\ngrown: {other!r}"


def named(ref: str) -> str:
    """``claim:1`` is the claim of the first event."""
    return f"claim:{ulid(int(ref[6:]))}" if ref.startswith("claim:") else ref


TestGrowing = Growing.TestCase
TestGrowing.settings = settings(
    max_examples=10,
    stateful_step_count=12,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
