"""Start a book: a folder with ``book.toml`` and an empty terms file."""

import os
import re
from pathlib import Path

from caveat.model.errors import InputError
from caveat.text.fold_book import profile_of
from caveat.vault.book import FILE_NAME, TERMS, read_book

_TEMPLATE = """\
name = "{name}"
source = "{source}"
target = "{target}"
fold = "{fold}"
# transliteration = "palladius"   # zh: palladius, ja: polivanov; the default for Russian
# brief = "brief.md"              # files that a translation depends on; a change changes the snapshot
# bible = "bible.md"
# prompt = "prompt.md"

[assembly]
budget = 1200                     # tokens that a block may take; 0 = no limit
chunk = 0                         # characters of a chunk; 0 = a chapter is one chunk
"""

_TERMS = """\
// One term a line; lines like this one are left out. For example:
// {"headword": "阿Q", "rendering": "А-Кью", "kind": "person", "gender": "m", "since": 1, "keys": ["阿桂"]}
"""


def init_book(
    folder: str | os.PathLike[str], *, source: str, target: str, name: str = ""
) -> tuple[Path, ...]:
    """
    Make *folder* a book.

    Args:
        folder: Made when it is not there.
        source: Language of the book.
        target: Language of the translation.
        name: How refs call it; empty = the folder's name in letters, digits and hyphens.

    Returns:
        The files that were written.

    Raises:
        InputError: It is a book already, the name cannot be used, or the files cannot be written.
        ConfigError: A language is no name of one.
    """
    root = Path(os.path.realpath(folder))
    called = name or re.sub(r"[^\w-]+", "-", root.name).strip("-")
    if not called:
        raise InputError("the folder gives no name: name the book with --name")
    if any('"' in text or "\\" in text or not text.isprintable() for text in (called, source, target)):
        raise InputError("name and languages must be plain words")
    text = _TEMPLATE.format(name=called, source=source, target=target, fold=profile_of(source))
    try:
        written = _written(root, text)
    except OSError as error:
        is_there = isinstance(error, FileExistsError)
        why = f"it has a {FILE_NAME} already" if is_there else error.strerror or str(error)
        raise InputError(f"{root} cannot be made a book: {why}") from error
    read_book(root)
    return written


def _written(root: Path, text: str) -> tuple[Path, ...]:
    """Write *text* as the settings, and a terms file where there is none; which files were written."""
    config, terms = root / FILE_NAME, root / TERMS / "terms.jsonl"
    terms.parent.mkdir(parents=True, exist_ok=True)
    with config.open("x", encoding="utf-8") as file:
        file.write(text)
    if terms.exists():
        return (config,)
    terms.write_text(_TERMS, encoding="utf-8")
    return config, terms
