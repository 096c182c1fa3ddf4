"""How long the memory takes: a ledger replayed, a claim written through MCP until it is found, an audit."""

import os
import random
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from caveat.bench.mcp_client import McpClient
from caveat.bench.speed_figures import Figure, NotMeasured, attempted, percentile, spread
from caveat.bench.speed_process import caveat_words, repeated, surroundings, timed
from caveat.bench.speed_vault import write_vault
from caveat.history import ids
from caveat.history.fold import State
from caveat.model.events import Event
from caveat.text.dates import iso_instant
from caveat.vault.ledger import encode_event

REPLAY_BAR, VISIBLE_BAR, AUDIT_BAR = 2.0, 20.0, 2.0
"""Most seconds of a replay of 100,000 events, most milliseconds until a claim is found, most seconds of an
audit of 10,000 notes when nothing changed (bars of the project's first design)."""

START = 1_760_000_000_000
"""Instant of the first generated event, in milliseconds since 1970; any would do."""

AUTHORS = 50
"""Authors of the generated events; our choice."""


class Setting(NamedTuple):
    """
    What is measured.

    Attributes:
        events: Events that are replayed.
        notes: Notes of the vault that claims are written into.
        audited: Notes of the vault that is audited.
        claims: Claims that are written through MCP.
        runs: Times that the replay and the audit are measured.
        seed: Of everything that is made up.
    """

    events: int
    notes: int
    audited: int
    claims: int
    runs: int
    seed: int


def measure_memory_speed(setting: Setting) -> list[Figure]:
    """The figures of *setting*, each with its bar; one that cannot be had says why."""
    with TemporaryDirectory(prefix="caveat-bench-") as name:
        folder = Path(name)
        return [*_replay(folder, setting), *_written(folder, setting), *_audit(folder, setting)]


def events(count: int, seed: int) -> Iterator[Event]:
    """*count* events as agents make them: claims, what they say of each other, some taken back."""
    draw = random.Random(seed)
    claims: list[str] = []
    at = START
    for number in range(count):
        at += draw.randrange(1, 5_000)
        event_id = ids.ulid(at, draw.getrandbits(ids.RANDOM_BITS - 1))
        kind, body = _body(draw, number, claims)
        if kind == "claim":
            claims.append(f"claim:{event_id}")
        by = f"agent{draw.randrange(AUTHORS)}"
        yield Event(1, event_id, iso_instant(at / 86_400_000), kind, by, "human", body)


def _body(draw: random.Random, number: int, claims: list[str]) -> tuple[str, Mapping[str, Any]]:
    chance = draw.random()
    if chance < 0.5 or len(claims) < 2:
        text = f"Setting {number} of service {draw.randrange(500)} is {draw.randrange(10_000)}"
        sources = [draw.choice(claims)] if claims and draw.random() < 0.3 else []
        return "claim", {"text": text, "stated": round(draw.random(), 2), "from": sources}
    source, target = draw.sample(claims, 2)
    if chance < 0.9:
        relation = draw.choice(["supports", "contradicts", "concerns"])
        return "edge", {"kind": relation, "source": source, "target": target}
    if chance < 0.95:
        return "retract", {"ref": source}
    because = draw.choice(["updated", "corrected"])
    return "supersede", {"source": source, "target": target, "because": because}


def _replay(folder: Path, setting: Setting) -> list[Figure]:
    bar = REPLAY_BAR if setting.events == 100_000 else None
    blank = Figure(f"replay of {setting.events:,} events", None, "s", bar=bar)
    return attempted([blank], lambda: [spread(blank.name, _replays(folder, setting), "s", bar=bar)])


def _replays(folder: Path, setting: Setting) -> list[float]:
    """Times of one read of the ledger's files and the fold of all that they say."""
    from caveat.history import fold
    from caveat.vault.ledger import tail
    from caveat.vault.ledger_files import ledger_files

    ledger = folder / "replay" / ".caveat" / "ledger"
    ledger.mkdir(parents=True)
    lines = b"".join(encode_event(event) for event in events(setting.events, setting.seed))
    (ledger / "bench.jsonl").write_bytes(lines)
    took = []
    for _ in range(setting.runs):
        state: State = fold.empty()
        start = time.perf_counter()
        for file in ledger_files(folder / "replay"):
            fold.apply_judged(state, ((entry.event, entry.changes) for entry in tail(file).entries))
        took.append(time.perf_counter() - start)
        if len(state.events) != setting.events:
            raise NotMeasured(f"{len(state.events)} of {setting.events} events were read")
    return took


def _written(folder: Path, setting: Setting) -> list[Figure]:
    blanks = [
        Figure("claim written through MCP, p50", None, "ms"),
        Figure("and found by the next search, p50", None, "ms", bar=VISIBLE_BAR),
        Figure("and found by the next search, p95", None, "ms"),
    ]
    return attempted(blanks, lambda: _through_mcp(folder, setting, blanks))


def _through_mcp(folder: Path, setting: Setting, blanks: list[Figure]) -> list[Figure]:
    vault = folder / "written"
    write_vault(vault, setting.notes, setting.seed)
    wrote, found = [], []
    words = caveat_words("mcp", "--vault", os.fspath(vault), "--author", "bench")
    with McpClient(words, surroundings(folder), advice="; is the extra mcp installed?") as client:
        client.call("search", {"query": "anything"})
        for number in range(setting.claims):
            start = time.perf_counter()
            claim = {"text": f"The port of zyx{number} is {number}", "stated": 0.8}
            done = client.call("record_claim", claim)
            between = time.perf_counter()
            answer = client.call("search", {"query": f"zyx{number}"})
            found.append((time.perf_counter() - between) * 1_000)
            wrote.append((between - start) * 1_000)
            # The answer repeats the question, so only the ref among its passages tells that it was found.
            if done["structuredContent"]["ref"] not in _refs(answer):
                raise NotMeasured(f"claim {number} was not found by the search after it")
    values = [percentile(wrote, 0.5), percentile(found, 0.5), percentile(found, 0.95)]
    ranges = [wrote, found, found]
    return [
        blank._replace(value=value, low=min(times), high=max(times))
        for blank, value, times in zip(blanks, values, ranges, strict=True)
    ]


def _refs(answer: Mapping[str, Any]) -> set[str]:
    return {passage["ref"] for passage in answer["structuredContent"]["passages"]}


def _audit(folder: Path, setting: Setting) -> list[Figure]:
    bar = AUDIT_BAR if setting.audited == 10_000 else None
    blank = Figure(f"audit of {setting.audited:,} unchanged notes", None, "s", bar=bar)
    return attempted([blank], lambda: [_audited(folder, setting, blank)])


def _audited(folder: Path, setting: Setting, blank: Figure) -> Figure:
    vault = folder / "audited"
    write_vault(vault, setting.audited, setting.seed)
    environment = surroundings(folder)
    timed(caveat_words("audit", os.fspath(vault)), environment, folder)
    done = repeated(caveat_words("audit", os.fspath(vault)), environment, folder, runs=setting.runs)
    return spread(blank.name, [one.seconds for one in done], "s", bar=blank.bar)
