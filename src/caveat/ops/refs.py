"""Which record a person means: a ref, a path, a link, a title or the start of a claim's id."""

import os
import re
from pathlib import Path

from caveat.history.ids import ALPHABET
from caveat.model.errors import RefAmbiguous, RefNotFound
from caveat.model.store import Store
from caveat.text.fold import fold_key
from caveat.text.resolve import Resolver

LEAST_PREFIX = 6
"""Characters of a claim's id that may stand for it (DESIGN, "Refs")."""

LEAST_START = 3
"""Characters of a title that may stand for it; our choice."""

SHOWN = 20
"""Candidates that a message lists; our choice."""

_LINE = re.compile(r"(?P<path>.+?):\d+(?::\d+)?$", re.DOTALL)
_LINK = re.compile(r"!?\[\[(?P<target>[^\]#|]+)[^\]]*\]\]$", re.DOTALL)


def found_ref(root: Path, store: Store, text: str) -> str:
    """
    The canonical ref of the one record that *text* means.

    Args:
        root: Real path of the vault, for paths typed from another folder.
        store: Its index.
        text: ``note:…`` or ``claim:…``, a path with or without line and suffix, ``[[link]]``, a title,
            alias or file name, the start of a title, or the first 6 or more characters of a claim's id.

    Raises:
        RefNotFound: Nothing fits; the message names what is nearest.
        RefAmbiguous: Several fit; the message lists them.
    """
    wanted = text.strip()
    guesses = _as_written(root, wanted)
    # Mostly a record is named exactly, and then there is no need to know all of them.
    known = store.records(filter(_is_text, guesses))
    for guess in guesses:
        if guess in known:
            return guess
    fits = (
        _by_link(store, wanted)
        or _by_name(store, wanted)
        or _by_claim(store, wanted)
        or _by_start(store, wanted)
    )
    if len(fits) == 1:
        return fits[0]
    if fits:
        listed = "".join(f"\n  {ref}" for ref in fits[:SHOWN])
        more = f"\n  … and {len(fits) - SHOWN} more" if len(fits) > SHOWN else ""
        raise RefAmbiguous(f"{text!r} fits {len(fits)} records; name one of them:{listed}{more}")
    if wanted.startswith("term:"):
        raise RefNotFound(_of_a_book(wanted))
    raise RefNotFound(f"no record is called {text!r}{_nearest(wanted, store.refs())}")


def _of_a_book(ref: str) -> str:
    """Where terms are: no index has them, for they are read with their book."""
    return f"no book of this vault has {ref}: `caveat book snapshot` in its folder says what a book is called"


def _as_written(root: Path, wanted: str) -> list[str]:
    guesses = [wanted]
    paths = [wanted]
    if match := _LINE.match(wanted):
        paths.append(match["path"])
    for path in paths:
        for name in (path, f"{path}.md"):
            guesses.append(f"note:{name.removeprefix('note:')}")
            if typed := _from_here(root, name):
                guesses.append(f"note:{typed}")
    return guesses


def _from_here(root: Path, name: str) -> str:
    """The vault-relative path of the file that *name* is in the current folder; empty when there is none."""
    try:
        typed = os.path.realpath(name)
        is_inside = os.path.exists(typed) and typed.startswith(str(root) + os.sep)
    except ValueError:
        # A NUL, or a character that this locale cannot write: no such file here.
        return ""
    return os.path.relpath(typed, root).replace(os.sep, "/") if is_inside else ""


def _is_text(name: str) -> bool:
    """Whether *name* can be part of a ref: a lone half of a character cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _by_link(store: Store, wanted: str) -> list[str]:
    if not (match := _LINK.match(wanted)):
        return []
    paths = [ref.removeprefix("note:") for ref in store.refs(kind="note")]
    resolution = Resolver(paths, store.aliases()).resolve(match["target"].strip(), "")
    if resolution.path is not None and not resolution.candidates:
        return [f"note:{resolution.path}"]
    return [f"note:{path}" for path in resolution.candidates]


def _by_name(store: Store, wanted: str) -> list[str]:
    key = fold_key(wanted)
    found = store.named(key) if key else []
    if not found and key.endswith(".md"):
        found = store.named(key.removesuffix(".md"))
    return found


def _by_claim(store: Store, wanted: str) -> list[str]:
    prefix = wanted.removeprefix("claim:").upper()
    if len(prefix) < LEAST_PREFIX or not set(prefix) <= set(ALPHABET):
        return []
    return [ref for ref in store.refs(kind="claim") if ref[6:].startswith(prefix)]


def _by_start(store: Store, wanted: str) -> list[str]:
    """Records whose title starts with what was typed."""
    start = fold_key(wanted)
    if len(start) < LEAST_START:
        return []
    titles = ((ref, record.title) for ref, record in store.records(store.refs()).items())
    return sorted(ref for ref, title in titles if fold_key(title).startswith(start))


def _nearest(wanted: str, refs: list[str]) -> str:
    from difflib import get_close_matches

    names = {fold_key(ref.rsplit("/", 1)[-1].removeprefix("note:").removesuffix(".md")): ref for ref in refs}
    near = get_close_matches(fold_key(wanted), list(names)[:20_000], n=3, cutoff=0.6)
    if near:
        return "; near it: " + ", ".join(names[name] for name in near)
    return ": `caveat search` finds records by their words"
