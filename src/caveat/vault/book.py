"""
The folder of a book: ``book.toml`` and terms files.

    name = "ah-q"                  # as in refs: term:ah-q/…; letters, digits, - and _
    source = "zh"                  # language of the book
    target = "ru"                  # language of the translation
    fold = "zh"                    # zh, ja, ko, ru, latin; default: by the source language
    transliteration = "palladius"  # palladius, polivanov; default: by the source language, for Russian
    brief = "brief.md"             # files that a translation depends on; a change changes the snapshot
    bible = "bible.md"
    prompt = "prompt.md"
    summaries = "summaries"        # a folder
    chapters = "chapters"          # where the chapters lie, and their translations: for runs over the book
    translations = "translations"

    [series]                       # terms shared with other books
    name = "lu-xun"
    terms = "../series-terms"      # a terms file, or a folder of them

    [assembly]                     # how a block is put together
    budget = 1200                  # tokens, by the estimator; 0 = no limit
    chunk = 0                      # code points of a chunk; 0 = a chapter is one
    forms = true
    gender = true
    heading = "…"
    instruction = "…"
    unverified = "…"

    [model]                        # any keys: what a run was planned with

The terms of the book are ``terms/*.jsonl``, by name of the file. Nothing here runs a program or reaches
an address.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from caveat.model.errors import ConfigError, InputError
from caveat.model.findings import Finding
from caveat.model.terms import Assembly, Book
from caveat.text.decode import decode
from caveat.text.fold_book import PROFILES, profile_of
from caveat.vault import checks
from caveat.vault.checks import Check, Refused
from caveat.vault.scan import read_bytes
from caveat.vault.terms import WrittenTerm, read_terms

FILE_NAME = "book.toml"
TERMS = "terms"
"""Folder of the terms files."""
MAX_BYTES = 256 * 1024
"""Largest ``book.toml`` and plan file that is read whole (our choice)."""
MAX_TERMS_BYTES = 64 * 1024 * 1024
"""Largest terms file (our choice: 10,000 terms take about 2 MB)."""
STANDARDS = ("palladius", "polivanov", "none")
_NAME = re.compile(r"[\w-]{1,80}")
_PLAN = ("brief", "bible", "prompt", "summaries")


class WrittenBook(NamedTuple):
    """
    A book as its files state it.

    Attributes:
        book: Without terms.
        terms: In the order of the files, those of the series first; not yet checked against each other.
        chapters: Folder of the chapters, relative to the book.
        translations: Folder of their translations.
        summaries: File or folder of the summaries; empty = there are none.
    """

    book: Book
    terms: tuple[WrittenTerm, ...]
    chapters: str = "chapters"
    translations: str = "translations"
    summaries: str = ""


def read_book(folder: Path) -> WrittenBook:
    """
    The book in *folder*.

    Raises:
        InputError: There is no ``book.toml``.
        ConfigError: It cannot be used; the message lists every problem.
    """
    said = _toml(folder)
    problems: list[str] = []
    top = {key: value for key, value in said.items() if key not in ("series", "assembly", "model")}
    values = _values(top, _TOP, "", problems)
    assembly = _values(said.get("assembly", {}), _ASSEMBLY, "[assembly]", problems)
    series = _values(said.get("series", {}), _SERIES, "[series]", problems)
    if "name" not in values:
        problems.append("name is missing: how refs call the book")
    if "series" in said and series.keys() != {"name", "terms"}:
        problems.append("[series] needs name and terms")
    if series.get("name") is not None and series.get("name") == values.get("name"):
        problems.append("[series] name must not be that of the book")
    if problems:
        where = folder / FILE_NAME
        raise ConfigError("\n".join(f"{where}: {problem}" for problem in problems[:20]))
    source, target = values.get("source", "zh"), values.get("target", "ru")
    terms, findings = _terms(folder, values["name"], series, source)
    book = Book(
        name=values["name"],
        source=source,
        target=target,
        fold=values.get("fold") or profile_of(source),
        transliteration=_standard(values.get("transliteration", ""), source, target),
        assembly=Assembly(**{_ASSEMBLY_NAMES.get(key, key): value for key, value in assembly.items()}),
        plan=_plan(folder, values, said.get("model", {}), findings),
        findings=tuple(findings),
    )
    return WrittenBook(
        book,
        tuple(terms),
        values.get("chapters", "chapters"),
        values.get("translations", "translations"),
        values.get("summaries", ""),
    )


def input_files(folder: Path) -> tuple[Path, ...]:
    """
    The files whose bytes decide what `read_book` gives, ``book.toml`` first; one that is not there too.

    Raises:
        InputError: There is no ``book.toml``.
        ConfigError: It is no TOML.
    """
    said = _toml(folder)
    series, found = said.get("series"), [folder / FILE_NAME, *_files(folder / TERMS)]
    shared = series.get("terms") if isinstance(series, dict) else None
    if isinstance(shared, str):
        found += _files(folder / shared)
    for name in (said.get(key) for key in _PLAN):
        if isinstance(name, str):
            try:
                found += _plan_files(folder / _inside(name))
            except Refused:
                continue  # told where the book is read
    return tuple(found)


def _toml(folder: Path) -> dict[str, Any]:
    import tomllib

    path = folder / FILE_NAME
    try:
        data = read_bytes(os.path.realpath(path), limit=MAX_BYTES)
    except FileNotFoundError as error:
        raise InputError(
            f"{folder} is no book: it has no {FILE_NAME}; make one with `caveat book init`"
        ) from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (RecursionError, ValueError) as error:
        raise ConfigError(f"{path}: not TOML in UTF-8: {str(error)[:200]}. Correct it.") from error


def _values(given: object, expected: Mapping[str, Check], table: str, problems: list[str]) -> dict[str, Any]:
    if not isinstance(given, dict):
        problems.append(f"{table} must be a table, not {checks.shown(given)}")
        return {}
    values = {}
    for key, value in given.items():
        name = f"{table} {key}".strip()
        if key not in expected:
            problems.append(f"{name} is not known{checks.nearest(key, expected)}")
            continue
        try:
            values[key] = expected[key](value)
        except Refused as error:
            problems.append(f"{name} {error}")
    return values


def _terms(
    folder: Path, name: str, series: Mapping[str, str], source: str
) -> tuple[list[WrittenTerm], list[Finding]]:
    terms: list[WrittenTerm] = []
    findings: list[Finding] = []
    files = [(path, series["name"]) for path in _files(folder / series["terms"])] if series else []
    if series and not files:
        findings.append(_missing(series["terms"]))
    files += [(path, name) for path in _files(folder / TERMS)]
    for path, owner in files:
        shown = os.path.relpath(path, folder).replace(os.sep, "/")
        text = _text(path, shown, findings, limit=MAX_TERMS_BYTES)
        if text is not None:
            read = read_terms(text, path=shown, book=owner, origin=source)
            terms += read.terms
            findings += read.findings
    return terms, findings


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for file in path.glob("*.jsonl") if not file.name.startswith("."))
    return [path] if path.exists() else []


def _missing(path: str) -> Finding:
    return Finding(
        "missing-file", "error", "there is nothing there", path, help="Put it there, or drop the key."
    )


def _text(path: Path, shown: str, findings: list[Finding], *, limit: int) -> str | None:
    try:
        data = read_bytes(os.path.realpath(path), limit=limit)
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
        findings.append(Finding("unreadable-file", "error", reason, shown, help="Make it readable."))
        return None
    decoded = decode(data)
    findings += [finding._replace(path=shown) for finding in decoded.findings]
    return decoded.text


def _plan(
    folder: Path, values: Mapping[str, Any], model: object, findings: list[Finding]
) -> tuple[tuple[str, str], ...]:
    """What a translation depends on beside the terms: digests of files, and the plan of models."""
    import json
    from hashlib import sha256

    plan: dict[str, str] = {}
    for key in _PLAN:
        name = values.get(key)
        if name is None:
            continue
        path = folder / name
        digest = sha256()
        for file in _plan_files(path):
            shown = os.path.relpath(file, folder).replace(os.sep, "/")
            text = _text(file, shown, findings, limit=MAX_TERMS_BYTES)
            digest.update(f"{shown}\0{text}\0".encode("utf-8", "surrogatepass"))
        plan[key] = digest.hexdigest()
    if model:
        text = json.dumps(model, ensure_ascii=True, sort_keys=True, default=str)
        plan["model"] = sha256(text.encode("ascii")).hexdigest()
    return tuple(sorted(plan.items()))


def _plan_files(path: Path) -> list[Path]:
    return sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def _standard(said: str, source: str, target: str) -> str:
    if said or not target.startswith("ru"):
        return "" if said == "none" else said
    return {"zh": "palladius", "ja": "polivanov"}.get(profile_of(source), "")


def _name(value: object) -> str:
    text = checks.line_of_text(value)
    if not _NAME.fullmatch(text):
        raise Refused(f"must be letters, digits, - and _, not {checks.shown(value)}")
    return text


def _inside(value: object) -> str:
    text = checks.line_of_text(value)
    if os.path.isabs(text) or ".." in text.replace("\\", "/").split("/"):
        raise Refused("must lie in the folder of the book")
    return text


def _relative(value: object) -> str:
    text = checks.line_of_text(value)
    if os.path.isabs(text):
        raise Refused("must be a path relative to the book")
    return text


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"must be true or false, not {checks.shown(value)}")
    return value


_TOP: Mapping[str, Check] = {
    "name": _name,
    "source": _name,
    "target": _name,
    "fold": checks.choice(PROFILES),
    "transliteration": checks.choice(STANDARDS),
    **dict.fromkeys((*_PLAN, "chapters", "translations"), _inside),
}
_SERIES: Mapping[str, Check] = {"name": _name, "terms": _relative}
_ASSEMBLY: Mapping[str, Check] = {
    "budget": checks.whole(0, 1_000_000),
    "chunk": checks.whole(0, 10_000_000),
    "forms": _yes,
    "gender": _yes,
    "heading": checks.line_of_text,
    "instruction": checks.line_of_text,
    "unverified": checks.line_of_text,
}
_ASSEMBLY_NAMES = {"forms": "shows_forms", "gender": "shows_gender"}
