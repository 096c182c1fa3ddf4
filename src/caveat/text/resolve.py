"""Resolving links: from a name as written to the one file that it means, or to all that it could mean."""

import posixpath
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from caveat.text.fold import fold_key

if TYPE_CHECKING:
    from caveat.text.markdown import Heading
    from caveat.text.yamlmap import Value

How = Literal["path", "folder", "shortest", "alias", "missing", "ambiguous"]

_NOTE_ENDINGS = (".md", ".markdown")


class Resolution(NamedTuple):
    """
    What a link means.

    Attributes:
        path: The file; None when it is missing or ambiguous.
        candidates: All files of that name, the shortest path first, whenever there is more than one (even
            if a rule chose between them) or the named place does not exist; else empty.
        how: The rule that decided.
    """

    path: str | None
    candidates: tuple[str, ...]
    how: How

    @property
    def is_ambiguous(self) -> bool:
        """Several files have the name, and neither a path nor the note's own folder says which."""
        return self.how == "ambiguous" or (self.how in ("shortest", "alias") and len(self.candidates) > 1)


class _Known(NamedTuple):
    """
    A target's meaning apart from the own folder.

    Attributes:
        target: The target, normalised.
        listed: The files of its name, if there are several.
        answer: What it means unless the own folder decides.
        is_path: It is a path from the root, so the own folder is not asked.
    """

    target: str
    listed: tuple[str, ...]
    answer: Resolution
    is_path: bool = False


class Resolver:
    """
    Links over a list of paths; the same answer for any order of the paths.

    The rules, as Obsidian 1.13.7 was seen to apply them: a path from the vault's root; the folder of the
    note that links; the shortest path, counted in characters; an alias. ``.md`` may be left out, other
    endings may not. A target with folders fits every path that ends with it. ``./`` and ``../`` start from
    the note's folder, ``/`` from the root, and these three must fit exactly. Spelling is compared folded
    (`fold_key`); where several files fold alike, the one spelt like the target wins. Two shortest paths of
    one length, or two notes with one alias, stay ambiguous.
    """

    def __init__(self, paths: Iterable[str], aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        """
        Args:
            paths: Vault-relative paths with ``/`` of notes and other files.
            aliases: Other names by path of a note.
        """
        self._folders: dict[str, str] = {"": ""}
        self._by_path: dict[str, list[str]] = {}
        self._by_name: dict[str, list[str]] = {}
        self._by_alias: dict[str, list[tuple[str, str]]] = {}
        self._known: dict[str, _Known] = {}
        files = list(dict.fromkeys(paths))
        names = [path.rpartition("/")[2] for path in files]
        stems = [_stem(name) for name in names]
        keys = _fold_all([name if stem is None else stem for name, stem in zip(names, stems, strict=True)])
        for path, stem, key in zip(files, stems, keys, strict=True):
            name = key if stem is None else key + ".md"
            folder = self._folded(path.rpartition("/")[0])
            self._by_path.setdefault(folder + name, []).append(path)
            self._by_name.setdefault(name, []).append(path)
        for path, others in (aliases or {}).items():
            for alias in others:
                if key := fold_key(alias):
                    self._by_alias.setdefault(key, []).append((alias, path))

    def resolve(self, target: str, source_path: str) -> Resolution:
        """
        The file that a link means.

        Args:
            target: Name or path as written, without fragment and alias; empty means the note itself.
            source_path: Vault-relative path of the note that links.

        Returns:
            A path only when a rule leads to exactly one file. After the first call for a target the time
            does not depend on the number of paths. Never raises.
        """
        target = target.strip()
        if not target:
            return Resolution(source_path, (), "path")
        if "\\" in target and not self._find(target):
            target = target.replace("\\", "/")
        own = source_path.rpartition("/")[0]
        if target.startswith(("/", "./", "../")) or target in (".", ".."):
            return self._exact(target, own)
        known = self._known.get(target)
        if known is None:
            known = self._known[target] = self._anywhere(target)
        if own and not known.is_path and (found := self._find(f"{own}/{known.target}")):
            return _one(_spelt_like(found, f"{own}/{known.target}"), known.listed, "folder")
        return known.answer

    def _anywhere(self, target: str) -> "_Known":
        """What a target means in a note whose own folder does not decide."""
        target = posixpath.normpath(target) if "//" in target or "/." in target else target
        candidates = self._candidates(target)
        listed = candidates if len(candidates) > 1 else ()
        if found := self._find(target):
            return _Known(target, listed, _one(_spelt_like(found, target), listed, "path"), True)
        if candidates:
            shortest = _spelt_like([path for path in candidates if len(path) == len(candidates[0])], target)
            return _Known(target, listed, _one(shortest, listed, "shortest"))
        return _Known(target, listed, self._alias(target))

    def _exact(self, target: str, own: str) -> Resolution:
        joined = target.lstrip("/") if target.startswith("/") else posixpath.join(own, target)
        path = posixpath.normpath(joined)
        found = [] if path.startswith("..") else _spelt_like(self._find(path), path)
        if found:
            return _one(found, (), "path")
        return Resolution(None, self._candidates(path.rpartition("/")[2]), "missing")

    def _alias(self, target: str) -> Resolution:
        named = self._by_alias.get(fold_key(target), [])
        exact = {path for alias, path in named if alias.strip() == target}
        paths = sorted(exact or {path for _, path in named}, key=_by_length)
        listed = tuple(sorted({path for _, path in named}, key=_by_length)) if len(named) > 1 else ()
        if not paths:
            return Resolution(None, (), "missing")
        return _one(paths, listed if len(listed) > 1 else (), "alias")

    def _find(self, path: str) -> list[str]:
        """Files at a path from the root; notes before files without an ending."""
        folder, name = self._split(path)
        for key in _name_keys(name):
            if found := self._by_path.get(folder + key):
                return found
        return []

    def _candidates(self, target: str) -> tuple[str, ...]:
        """Files whose path ends with *target*, the shortest first."""
        folder, name = self._split(target)
        found: Sequence[str] = ()
        for key in _name_keys(name):
            named = self._by_name.get(key, [])
            found = [path for path in named if not folder or self._lies_in(path, folder)]
            if found:
                break
        return tuple(sorted(found, key=_by_length))

    def _split(self, path: str) -> tuple[str, str]:
        folder, _, name = path.rpartition("/")
        return self._folded(folder), name

    def _lies_in(self, path: str, folder: str) -> bool:
        return f"/{self._folded(path.rpartition('/')[0])}".endswith(f"/{folder}")

    def _folded(self, folder: str) -> str:
        """The folded folder with a closing slash; empty for the root."""
        known = self._folders.get(folder)
        if known is None:
            known = "/".join(map(fold_key, folder.split("/"))) + "/"
            self._folders[folder] = known
        return known


def title(values: "Mapping[str, Value]", headings: "Sequence[Heading]", path: str) -> str:
    """
    How a note names itself: ``title`` of its frontmatter, else its first heading of level 1, else its file.

    Args:
        values: Frontmatter; a title that is no string or blank does not count.
        headings: Headings of its prose.
        path: Vault-relative path.

    Returns:
        One line, never empty unless the file name is.
    """
    written = values.get("title")
    if isinstance(written, str) and written.strip():
        return " ".join(written.split())
    for heading in headings:
        if heading.level == 1 and heading.text:
            return heading.text
    name = path.rpartition("/")[2]
    stem = _stem(name)
    return stem if stem else name


def _stem(name: str) -> str | None:
    """A note's name without its ending; None for a file that is no note."""
    for ending in _NOTE_ENDINGS:
        if name[-len(ending) :].lower() == ending and len(name) > len(ending):
            return name[: -len(ending)]
    return None


def _fold_all(names: list[str]) -> list[str]:
    """`fold_key` of each name, in one go: no name holds a slash, and none composes with what follows it."""
    folded = [name.strip() for name in fold_key("/".join(names)).split("/")]
    # A full-width slash becomes a slash, and then the parts are more than the names.
    return folded if len(folded) == len(names) else [fold_key(name) for name in names]


def _name_keys(name: str) -> tuple[str, ...]:
    """Keys under which a written name is looked up, the likeliest file first."""
    folded = fold_key(name)
    if not folded:
        return ()
    stem = _stem(name)
    if stem is not None:
        return fold_key(stem) + ".md", folded + ".md"
    # "img.png" is the picture even if a note "img.png.md" lies beside it; "LICENSE" is the note.
    return (folded, folded + ".md") if "." in name else (folded + ".md", folded)


def _spelt_like(paths: Sequence[str], target: str) -> Sequence[str]:
    """Those of *paths* that are spelt like the target: by character, else in one normal form, else all."""
    if len(paths) < 2:
        return paths
    same: tuple[Callable[[str], str], ...] = (str, lambda text: unicodedata.normalize("NFC", text))
    for form in same:
        wanted = form(target)
        names = (wanted, *(wanted + ending for ending in _NOTE_ENDINGS))
        exact = [path for path in paths if any(f"/{form(path)}".endswith(f"/{name}") for name in names)]
        if exact:
            return exact
    return paths


def _one(paths: Sequence[str], listed: tuple[str, ...], how: How) -> Resolution:
    if len(paths) == 1:
        return Resolution(paths[0], listed, how)
    return Resolution(None, listed or tuple(sorted(paths, key=_by_length)), "ambiguous")


def _by_length(path: str) -> tuple[int, str]:
    return len(path), path
