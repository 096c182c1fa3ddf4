"""An index of many chunks, filled without a vault: for warm searches only."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from caveat.bench.speed_vault import OWN_WORDS, Note, language_of, paragraph, sources, titles
from caveat.model.notes import Chunk
from caveat.model.records import Record
from caveat.model.store import ChunkTokens, Entry, StoredLink
from caveat.ops.behind import MADE_BY, SETTLED
from caveat.ops.index import BATCH
from caveat.ops.made_by import fingerprint_of
from caveat.store.sqlite import SqliteStore
from caveat.text.fold import fold_key
from caveat.text.tokenize import analyse, detect_language
from caveat.vault.config import load

CHUNKS_PER_NOTE = 5
"""As the notes of `speed_vault` have them, on average."""

SAMPLED = 2_000
"""Notes that queries are drawn from; our choice."""


def fill(vault: Path, index: Path, chunks: int, seed: int) -> list[Note]:
    """
    Fill the index at *index* with *chunks* chunks of notes that have no files.

    Args:
        vault: An empty folder, whose index it is.
        index: Where it lies; nothing is there yet.
        chunks: How many; a last note may have fewer than the others.
        seed: Of every draw.

    Returns:
        Some of the notes, without their texts.
    """
    store = SqliteStore(index, is_writer=True)
    try:
        made = _entries(chunks, seed)
        known: list[Note] = []
        while some := list(islice(made, BATCH)):
            with store.batch():
                for note, entry in some:
                    store.put(entry)
                    if len(known) < SAMPLED:
                        known.append(note)
        store.put_meta({SETTLED: SETTLED, MADE_BY: fingerprint_of(load(vault))})
        return known
    finally:
        store.close()


def _entries(chunks: int, seed: int) -> Iterator[tuple[Note, Entry]]:
    count = -(-chunks // CHUNKS_PER_NOTE)
    named = titles(count, seed)
    for number in range(count):
        size = min(CHUNKS_PER_NOTE, chunks - number * CHUNKS_PER_NOTE)
        yield _entry(number, named, size, seed)


def _entry(number: int, named: list[str], size: int, seed: int) -> tuple[Note, Entry]:
    draw, spoken = random.Random(f"entry {seed} {number}"), language_of(number, seed)
    title, ref = named[number], f"note:{number:07d}.md"
    told = [paragraph(draw, spoken) for _ in range(size)]
    language = detect_language(told[0][0])
    names = " ".join(analyse(title, language))
    links = tuple(
        StoredLink(0, "derives", ref, f"note:{earlier:07d}.md", named[earlier])
        for earlier in sources(draw, number)
    )
    record = Record(
        ref, title=title, declared=None if links else 0.9, is_grounded=not links, created=19_000.0
    )
    entry = Entry(
        record=record,
        names=(fold_key(title),),
        chunks=tuple(Chunk(text, (title,), at + 1, at + 1) for at, (text, _) in enumerate(told)),
        tokens=tuple(ChunkTokens(names, names, " ".join(analyse(text, language))) for text, _ in told),
        links=links,
        language=language,
    )
    words = sorted({word for _, more in told for word in more})
    own = tuple(draw.sample(words, min(OWN_WORDS, len(words))))
    return Note(ref, title, spoken, "", own), entry
