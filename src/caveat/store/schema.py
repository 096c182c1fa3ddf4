"""The index's tables, as numbered migrations: each runs once, in order, in one transaction."""

BM25_WEIGHTS = (4.0, 2.0, 1.0)
"""Weights of the columns names, heading and text in BM25; our choice, see docs/decisions/0004."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE record (
        id INTEGER PRIMARY KEY,
        ref TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        declared REAL,
        declared_by TEXT NOT NULL,
        step TEXT,
        asserted_by TEXT,
        generated_by TEXT,
        volatility TEXT,
        is_model_text INTEGER NOT NULL,
        is_grounded INTEGER NOT NULL,
        status TEXT NOT NULL,
        created REAL,
        verified REAL,
        is_pinned INTEGER NOT NULL,
        is_stale INTEGER NOT NULL,
        identity TEXT,
        record_class TEXT,
        path TEXT NOT NULL,
        line INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        aliases TEXT NOT NULL,
        tags TEXT NOT NULL,
        language TEXT NOT NULL,
        written TEXT NOT NULL,
        verified_written REAL,
        own_identity TEXT
    );
    CREATE INDEX record_author ON record (asserted_by) WHERE kind = 'claim';

    CREATE TABLE file (
        path TEXT PRIMARY KEY,
        file_hash TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL,
        inode INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE name (key TEXT NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (key, record)) WITHOUT ROWID;
    CREATE INDEX name_record ON name (record);

    CREATE TABLE link (
        id INTEGER PRIMARY KEY,
        owner INTEGER NOT NULL,
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        target TEXT,
        raw TEXT NOT NULL,
        fragment TEXT NOT NULL,
        path TEXT NOT NULL,
        line INTEGER NOT NULL,
        at REAL,
        is_confirmed INTEGER NOT NULL,
        because TEXT,
        event TEXT NOT NULL,
        how TEXT NOT NULL,
        candidates TEXT NOT NULL
    );
    CREATE INDEX link_owner ON link (owner);
    CREATE INDEX link_source ON link (source, kind);
    CREATE INDEX link_target ON link (target, kind);

    CREATE TABLE finding (
        owner TEXT NOT NULL,
        ordinal INTEGER NOT NULL,
        code TEXT NOT NULL,
        severity TEXT NOT NULL,
        message TEXT NOT NULL,
        path TEXT NOT NULL,
        line INTEGER NOT NULL,
        place INTEGER NOT NULL,
        help TEXT NOT NULL,
        PRIMARY KEY (owner, ordinal)
    ) WITHOUT ROWID;

    CREATE TABLE chunk (
        id INTEGER PRIMARY KEY,
        record INTEGER NOT NULL,
        heading TEXT NOT NULL,
        text TEXT NOT NULL,
        start_line INTEGER NOT NULL,
        end_line INTEGER NOT NULL,
        names_tokens TEXT NOT NULL,
        heading_tokens TEXT NOT NULL,
        text_tokens TEXT NOT NULL
    );
    CREATE INDEX chunk_record ON chunk (record);
    CREATE VIRTUAL TABLE chunk_index USING fts5(
        names_tokens, heading_tokens, text_tokens,
        content = 'chunk', content_rowid = 'id', tokenize = 'ascii', columnsize = 1
    );

    CREATE TABLE ledger_file (
        name TEXT PRIMARY KEY, offset INTEGER NOT NULL, prefix_hash TEXT NOT NULL, pending TEXT NOT NULL,
        size INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE ledger_line (line TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE ledger_ref (ref TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    DROP TABLE ledger_line;
    CREATE TABLE ledger_line (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, line TEXT NOT NULL);
    CREATE TABLE ledger_key (key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
    CREATE INDEX link_dangling ON link (raw) WHERE target IS NULL;
    DELETE FROM ledger_file;
    DELETE FROM meta WHERE key = 'made_by';
    """,
    """
    DROP INDEX record_author;
    CREATE INDEX record_author ON record (asserted_by, status, ref) WHERE kind = 'claim';
    DROP INDEX link_target;
    CREATE INDEX link_target ON link (target, kind, owner, at, is_confirmed, because);
    CREATE INDEX link_verdict ON link (target)
        WHERE kind = 'contradicts' OR (kind = 'supersedes' AND because = 'corrected');
    """,
    # Rows of chunks are used again by SQLite, so a trigger takes the vector away in the transaction that
    # takes the chunk away: the vector of one text can never stand for another.
    """
    CREATE TABLE vector_model (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        fingerprint TEXT NOT NULL,
        dimensions INTEGER NOT NULL,
        lineage TEXT NOT NULL,
        generation INTEGER NOT NULL,
        floor REAL
    );
    CREATE TABLE vector (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, data BLOB NOT NULL);
    CREATE TABLE chunk_vector (chunk INTEGER PRIMARY KEY, vector INTEGER NOT NULL);
    CREATE INDEX chunk_vector_vector ON chunk_vector (vector);
    CREATE TRIGGER chunk_is_gone AFTER DELETE ON chunk
        BEGIN DELETE FROM chunk_vector WHERE chunk = old.id; END;
    CREATE TRIGGER vector_is_gone AFTER DELETE ON chunk_vector
        BEGIN UPDATE vector_model SET generation = generation + 1; END;
    """,
)

VERSION = len(MIGRATIONS)
"""Schema version that this program reads and writes; kept in SQLite's ``user_version``."""
