"""
Errors: a broken environment or a misused call. Content problems are `Finding` values instead.

    CaveatError
    ├── ConfigError      (ValueError)         caveat.toml cannot be used
    ├── IndexMissing     (FileNotFoundError)  the vault was never indexed
    ├── IndexUnusable    (RuntimeError)       the index is damaged, or newer than this program
    ├── RefNotFound      (LookupError)        a ref fits no record
    ├── RefAmbiguous     (LookupError)        a ref fits several records
    ├── VaultMissing     (FileNotFoundError)  the vault is not a folder that can be read
    ├── LedgerUnwritable (OSError)            an event cannot be recorded
    ├── EmbedderUnusable (RuntimeError)       a model of meaning cannot be loaded, or gives no vectors
    ├── EditRefused      (ValueError)         a one-key edit cannot be made without touching other bytes
    ├── MissingExtra     (ImportError)        an optional dependency is not installed
    └── InputError       (ValueError)         an argument or an input file cannot be judged
"""


class CaveatError(Exception):
    """
    Base of everything caveat raises on purpose; the message says what, where and what to do next.

    `code` is a stable kebab-case name for ``--json`` and for tests.
    """

    code = "error"


class ConfigError(CaveatError, ValueError):
    """``caveat.toml`` cannot be used; the message names the file, the key and the nearest known one."""

    code = "bad-config"


class IndexMissing(CaveatError, FileNotFoundError):
    """The vault was never indexed."""

    code = "index-missing"


class IndexUnusable(CaveatError, RuntimeError):
    """The index file is damaged, locked for too long, or written by a newer program."""

    code = "index-unusable"


class RefNotFound(CaveatError, LookupError):
    """A ref fits no record."""

    code = "ref-not-found"


class RefAmbiguous(CaveatError, LookupError):
    """A ref fits several records; the message lists all of them."""

    code = "ref-ambiguous"


class VaultMissing(CaveatError, FileNotFoundError):
    """The vault is not a folder that can be read."""

    code = "vault-missing"


class LedgerUnwritable(CaveatError, OSError):
    """An event cannot be recorded: the ledger file is not writable, or the disk is full; nothing changed."""

    code = "ledger-unwritable"


class EmbedderUnusable(CaveatError, RuntimeError):
    """A model cannot be loaded, or an endpoint gives no vectors; the message says which and what to do."""

    code = "embedder-unusable"


class EditRefused(CaveatError, ValueError):
    """A one-key edit cannot be made without touching other bytes, so nothing was written."""

    code = "edit-refused"


class MissingExtra(CaveatError, ImportError):
    """An optional dependency is not installed; the message is the command that installs it."""

    code = "missing-extra"


class InputError(CaveatError, ValueError):
    """An argument or an input file cannot be judged."""

    code = "bad-input"
