import sqlite3

import pytest

from caveat.model.errors import InputError
from caveat.store.foreign import tables
from caveat.vault.glossaries import wenyi

SCHEMA = """
CREATE TABLE glossary (source TEXT PRIMARY KEY, target TEXT NOT NULL, reading TEXT, type TEXT, gender TEXT,
  aliases TEXT, first_chapter INTEGER, note TEXT, status TEXT DEFAULT 'ok', updated_at REAL);
CREATE TABLE term_conflicts (id INTEGER PRIMARY KEY, source TEXT, existing_target TEXT, proposed_target TEXT,
  chapter INTEGER, note TEXT, resolved INTEGER DEFAULT 0, created_at REAL);
"""


def database(script: str, mode: str = "DELETE") -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.executescript(script)
    data = bytearray(connection.serialize())
    connection.close()
    if mode == "WAL":
        data[18:20] = b"\x02\x02"
    return bytes(data)


ROWS = """
INSERT INTO glossary (source, target, reading, type, gender, aliases, first_chapter, note) VALUES
  ('阿Q', 'А-Кью', 'ā Q', 'person', 'male', '["阿桂", "老Q"]', 1, 'герой'),
  ('未庄', 'Вэйчжуан', NULL, NULL, NULL, NULL, NULL, NULL),
  ('x', 'y', '', 'beast', 'male?', 'oops', 2, '');
INSERT INTO term_conflicts (source, existing_target, proposed_target, chapter, note, resolved) VALUES
  ('阿Q', 'А-Кью', 'Акью', 3, '', 0), ('未庄', 'Вэйчжуан', 'Вэй', 4, '', 1);
"""


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_glossary_and_open_conflicts_are_rows(mode: str) -> None:
    found = tables(database(SCHEMA + ROWS, mode), (wenyi.GLOSSARY, wenyi.CONFLICTS, "none"))
    rows = wenyi.read_tables(found["glossary"], found["term_conflicts"])
    first = rows.terms[0]

    assert {"glossary", "term_conflicts"} == found.keys()
    assert [("阿Q", "А-Кью", 1), ("未庄", "Вэйчжуан", 2), ("x", "y", 3), ("阿Q", "Акью", 4)] == [
        (term.headword, term.rendering, term.line) for term in rows.terms
    ]
    assert ("person", "m", "ā Q", "герой") == (first.kind, first.gender, first.reading, first.note)
    assert ["阿Q", "阿桂", "老Q"] == [key.text for key in first.keys]
    assert ["not-taken"] * 4 == [finding.code for finding in rows.findings]


@pytest.mark.parametrize(
    "script",
    [
        "CREATE VIEW glossary AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
        "CREATE TABLE other (a)",
    ],
)
def test_only_tables_are_read(script: str) -> None:
    assert {} == tables(database(script), ("glossary",))


def test_column_that_computes_something_huge_is_refused() -> None:
    script = "CREATE TABLE glossary (a, b AS (hex(zeroblob(a)))); INSERT INTO glossary (a) VALUES (8000000);"

    with pytest.raises(InputError, match="cannot be read"):
        tables(database(script), ("glossary",))


@pytest.mark.parametrize("data", [b"", b"SQLite format 3", b"SQLite format 3\0" + b"\xff" * 200])
def test_what_is_no_database_is_an_input_error(data: bytes) -> None:
    with pytest.raises(InputError):
        tables(data, ("glossary",))


def test_flipped_bytes_raise_nothing_else() -> None:
    whole = database(SCHEMA + ROWS)
    for place in range(16, 4096, 61):
        data = whole[:place] + bytes([whole[place] ^ 0xA5]) + whole[place + 1 :]
        try:
            tables(data, ("glossary",))
        except InputError:
            continue
