"""What besides the files decides what an index holds."""

from caveat.history.schema import VERSION as LEDGER_VERSION
from caveat.text.tokenize import fingerprint as analyser
from caveat.vault.config import Config, fingerprint
from caveat.vault.version import NOTES_VERSION

STANDING = "standing/2"
"""How status and human looks are decided; another one and every index decides them anew."""


def fingerprint_of(config: Config) -> str:
    """Rules, analyser, and how notes and events are read: an index made by anything else is made anew."""
    return f"{fingerprint(config)} {analyser()} {NOTES_VERSION} ledger/{LEDGER_VERSION} {STANDING}"
