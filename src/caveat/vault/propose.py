"""
Proposing a first ``caveat.toml``: what the names of folders, files and tags say about the notes in them.

A guess must cost little when it is wrong. So a rule is proposed only where a name says by itself what
the notes are, or where nearly all of them look alike; whatever would raise trust a lot (a contract is
believed at 1.0) needs two signs that agree and is otherwise only shown as a comment, to be switched on
by a human. No note is opened here and none is changed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from caveat.vault import checks
from caveat.vault.rules import NO_DEFAULTS, VALUE_FIELDS, Rule, defaults_of, folded, index_rules
from caveat.vault.tables_folder_names import NAMES, Category

DEPTH = 6
"""Deepest folder that is looked at (our choice: rules are for top folders)."""
MAX_PROPOSED = 40
"""Most rules proposed (our choice: a human is meant to read them); those with the most notes stay."""
LONGEST = 400
"""Longest folder or tag proposed, in code points (our choice)."""
FEWEST = 5
"""Notes below which a folder's look says nothing (our choice)."""
FEWEST_TAGGED = 3
"""Notes below which a tag earns no rule (our choice)."""
NEARLY_ALL = 0.9
"""Share of notes that must look alike before a folder is judged by them (our choice)."""
SOME = 0.2
"""Share of derived or generated notes from which a kind is only suggested (our choice)."""

_DAY_NAME = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|\d{8}|\d{4}-?W\d{2}", re.IGNORECASE)
_DAY_PATH = "/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].md"
_MADE_KEYS = frozenset({"sources", "generated_by", "step"})
_MODEL = "language model"

_SAYS: Mapping[Category, tuple[Mapping[str, Any], str]] = {
    "transcript": ({"kind": "transcript"}, "a transcript repeats what was said"),
    "meeting": ({"record_class": "log"}, "what is distilled from a meeting should come before its raw notes"),
    "web": ({"kind": "web"}, "text from the web is second-hand"),
    "log": ({"record_class": "log"}, "what is distilled from a log should come before the log"),
    "lesson": ({"record_class": "lesson"}, "lessons are drawn from logs and come before them"),
    "people": ({"record_class": "record"}, "what is known of people comes before logs and lessons"),
    "project": ({"record_class": "record"}, "what is known of projects comes before logs and lessons"),
    "skill": ({"record_class": "skill"}, "what has proved itself comes first"),
    "generated": ({"generated_by": _MODEL}, "a model wrote these; without sources they count as undeclared"),
    "summary": ({"step": "summary"}, "says how notes with sources were made from them; changes no other"),
    "contract": ({"kind": "contract"}, "only if these notes are the contracts' own text (trusted at 1.0)"),
    "legal": ({"kind": "official document"}, "only if these are the documents' own text (trusted at 1.0)"),
    "perhaps generated": ({"generated_by": _MODEL}, "only if a model wrote these notes"),
}
_HINT_ONLY: frozenset[Category] = frozenset({"contract", "legal", "perhaps generated"})
_BY_TAG: frozenset[Category] = frozenset({"transcript", "meeting", "web", "log", "lesson", "skill"})
_LOOK_BELOW: frozenset[Category] = frozenset({"people", "project"})
"""Folders in which other folders with a name of their own are usual."""


class NoteFacts(NamedTuple):
    """
    What is known of a note before anything is configured.

    Attributes:
        path: Vault-relative, with ``/``.
        tags: Without ``#``.
        has_url_property: Its frontmatter names a web address as its origin.
        frontmatter_keys: Names of its properties.
    """

    path: str
    tags: tuple[str, ...] = ()
    has_url_property: bool = False
    frontmatter_keys: frozenset[str] = frozenset()


class Proposed(NamedTuple):
    """
    A rule worth considering.

    Attributes:
        rule: The rule.
        reason: Why, in words; on one line.
        notes: Number of notes that it selects.
    """

    rule: Rule
    reason: str
    notes: int


class Proposal(NamedTuple):
    """
    What a first configuration could say.

    Attributes:
        rules: Rules to write, in the order in which later ones win.
        hints: Rules that a human has to switch on: they depend on what a name cannot tell.
        ignore: Folders of templates with their number of notes, for ``.caveatignore``.
        untouched: Number of notes that none of *rules* selects.
        notes: Number of all notes.
    """

    rules: tuple[Proposed, ...] = ()
    hints: tuple[Proposed, ...] = ()
    ignore: tuple[tuple[str, int], ...] = ()
    untouched: int = 0
    notes: int = 0


class _Tally(NamedTuple):
    """Notes of one folder and below: all, named by a day, with an address, tagged contract, made."""

    notes: int = 0
    days: int = 0
    urls: int = 0
    contracts: int = 0
    made: int = 0


def normal_name(name: str) -> str:
    """*name* without numbering, decoration and case: ``01_Templates`` and ``📋 templates`` are one."""
    # Composed first: a combining mark is no letter to a regular expression and would be taken off.
    bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", folded(name[:LONGEST]))
    return re.sub(r"[\s_-]+", " ", bare)


_CATEGORIES: Mapping[str, Category] = {normal_name(name): category for name, category in NAMES}


def propose(facts: Iterable[NoteFacts]) -> Proposal:
    """
    Rules for a vault that has none yet; time is linear in the number of notes.

    The answer does not depend on the order of *facts*.
    """
    notes = list(facts)
    tallies = _tallies(notes)
    named = _by_name(tallies)
    rules = [
        _folder_rule(folder, category, tallies[folder])
        for folder, category in named.items()
        if category != "template"
    ]
    rules += _by_look(tallies, named)
    active = [proposed for proposed, is_hint in rules if not is_hint]
    active += _root_days(notes)
    active += _by_tag(notes, [proposed.rule for proposed in active])
    kept = set(sorted(active, key=lambda proposed: (-proposed.notes, proposed.rule.words))[:MAX_PROPOSED])
    active = [proposed for proposed in active if proposed in kept]
    hints = sorted((proposed for proposed, is_hint in rules if is_hint), key=lambda one: -one.notes)
    ignore = [(folder, tallies[folder].notes) for folder, category in named.items() if category == "template"]
    index = index_rules([proposed.rule for proposed in active])
    untouched = sum(defaults_of(index, note.path, note.tags) is NO_DEFAULTS for note in notes)
    return Proposal(
        tuple(active), tuple(hints[:MAX_PROPOSED]), tuple(ignore[:MAX_PROPOSED]), untouched, len(notes)
    )


def render_toml(proposal: Proposal) -> str:
    """The text of a ``caveat.toml`` that says what *proposal* proposes, each rule with its reason."""
    lines = [
        "# caveat.toml: what notes are taken to be when their own properties do not say.",
        "# A note's own properties always go before a rule; later rules win. Change what does not fit.",
        f"# Of {proposal.notes:,} notes, {proposal.notes - proposal.untouched:,} fit a rule below.",
        "#",
        "# A note that nothing is known of counts as undeclared (0.60). If most of yours are first-hand, of",
        "# your own seeing and doing, remove the '#' from the next three lines; rules below go before it.",
        "# [[rule]]",
        '# path = "**"',
        '# kind = "first-hand"',
    ]
    for proposed in proposal.rules:
        lines += ["", f"# {_counted(proposed.notes)}: {proposed.reason}.", *_rule_lines(proposed.rule)]
    if proposal.hints:
        lines += ["", "# Not switched on, for a folder's name cannot tell. Remove the '#' where it is true."]
    for proposed in proposal.hints:
        lines += ["", f"# {_counted(proposed.notes)}: {proposed.reason}."]
        lines += [f"# {line}" for line in _rule_lines(proposed.rule)]
    # An escape in a shown path stands for bytes that the pattern would not fit.
    templates = [(folder, notes) for folder, notes in proposal.ignore if "\\" not in folder]
    if templates:
        total = _counted(sum(notes for _, notes in templates))
        lines += ["", f"# Templates state nothing ({total}). To leave them out, put this into .caveatignore:"]
        lines += [f"#     /{_ignore_escaped(folder)}/" for folder, _ in templates]
    if not proposal.rules and not proposal.hints:
        example = Rule(folder="inbox/clippings", kind="web")
        lines += ["", "# No folder, file or tag says by its name what it holds. A rule looks like this:"]
        lines += [f"# {line}" for line in _rule_lines(example)]
    return "\n".join(lines) + "\n"


def _tallies(notes: Sequence[NoteFacts]) -> dict[str, _Tally]:
    """Counts by folder, shallow folders first, then by name; folders that no rule can name are absent."""
    counts: dict[str, list[int]] = {}
    for note in notes:
        *folders, name = note.path.split("/")
        signs = (
            1,
            _is_day(name),
            note.has_url_property,
            any(_category_of_tag(tag) == "contract" for tag in note.tags),
            not _MADE_KEYS.isdisjoint(note.frontmatter_keys),
        )
        for depth in range(1, min(len(folders), DEPTH) + 1):
            count = counts.setdefault("/".join(folders[:depth]), [0] * len(signs))
            for place, sign in enumerate(signs):
                count[place] += sign
    usable = [folder for folder in counts if _is_accepted(checks.folder, folder)]
    usable.sort(key=lambda folder: (folder.count("/"), folder))
    return {folder: _Tally(*counts[folder]) for folder in usable}


def _by_name(tallies: Mapping[str, _Tally]) -> dict[str, Category]:
    """Top-most folders whose own name says what they hold."""
    found: dict[str, Category] = {}
    settled: set[str] = set()
    for folder in tallies:
        category = _CATEGORIES.get(normal_name(folder.rpartition("/")[2]))
        if category is None or not settled.isdisjoint(_above(folder)):
            continue
        if category in _LOOK_BELOW and any(found.get(above) == category for above in _above(folder)):
            continue
        found[folder] = category
        if category not in _LOOK_BELOW:
            settled.add(folder)
    return found


def _by_look(tallies: Mapping[str, _Tally], named: Iterable[str]) -> list[tuple[Proposed, bool]]:
    """Rules for top-most folders whose notes nearly all look alike, apart from those already named."""
    settled = set(named)
    holds_named = {above for folder in settled for above in _above(folder)}
    found: list[tuple[Proposed, bool]] = []
    for folder, tally in tallies.items():
        if tally.notes < FEWEST or folder in holds_named:
            continue
        if not settled.isdisjoint((folder, *_above(folder))):
            continue
        if tally.days >= NEARLY_ALL * tally.notes:
            look = f"{tally.days:,} of them are named by a day"
            found.append(_folder_rule(folder, "log", tally, look))
        elif tally.urls >= NEARLY_ALL * tally.notes:
            look = f"{tally.urls:,} of them name the address they came from"
            found.append(_folder_rule(folder, "web", tally, look))
        else:
            continue
        settled.add(folder)
    return found


def _folder_rule(folder: str, category: Category, tally: _Tally, look: str = "") -> tuple[Proposed, bool]:
    """The rule for a folder, and whether it is only a hint."""
    values, why = _SAYS[category]
    is_hint = category in _HINT_ONLY
    few_made = tally.made < SOME * tally.notes
    if category == "contract" and few_made and tally.contracts >= NEARLY_ALL * tally.notes:
        is_hint, why = False, f"the folder's name and the tags of {_counted(tally.contracts)} agree"
    elif "kind" in values and not few_made:
        is_hint, why = True, f"{why}; but {_counted(tally.made)} were made from others or by a model"
    reason = f"{look or 'the name of the folder says it'}; {why}"
    return Proposed(Rule(folder=folder, **values), reason, tally.notes), is_hint


def _root_days(notes: Iterable[NoteFacts]) -> list[Proposed]:
    """A rule for daily notes that lie in the vault's root."""
    days = sum(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\.md", note.path) is not None for note in notes)
    values, why = _SAYS["log"]
    reason = f"named by a day; {why}"
    return [Proposed(Rule(path=_DAY_PATH, **values), reason, days)] if days >= FEWEST else []


def _by_tag(notes: Sequence[NoteFacts], rules: Sequence[Rule]) -> list[Proposed]:
    """Rules for tags that say what a note is, counted over the notes that *rules* leave alone."""
    index = index_rules(rules)
    counts: dict[str, int] = {}
    for note in notes:
        tags = {folded(tag) for tag in note.tags if _category_of_tag(tag) in _BY_TAG}
        if tags and defaults_of(index, note.path) is NO_DEFAULTS:
            for tag in tags:
                counts[tag] = counts.get(tag, 0) + 1
    found: list[Proposed] = []
    for tag, count in sorted(counts.items()):
        category = _category_of_tag(tag)
        if count >= FEWEST_TAGGED and category is not None and _is_accepted(checks.tag, tag):
            values, why = _SAYS[category]
            found.append(Proposed(Rule(tag=tag, **values), f"the tag says it; {why}", count))
    return found


def _category_of_tag(tag: str) -> Category | None:
    """What a tag says of its note; of a nested tag the last part speaks."""
    return _CATEGORIES.get(normal_name(tag.rpartition("/")[2]))


def _is_day(file_name: str) -> bool:
    """Whether a file is named by nothing but a day, a week or a month."""
    return _DAY_NAME.fullmatch(file_name.rpartition(".")[0]) is not None


def _is_accepted(check: checks.Check, text: str) -> bool:
    """Whether *check* accepts *text* and leaves it as it is."""
    try:
        return len(text) <= LONGEST and check(text) == text
    except checks.Refused:
        return False


def _above(folder: str) -> list[str]:
    """The folders that *folder* lies in, nearest last."""
    parts = folder.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts))]


def _counted(notes: int) -> str:
    """``1 note``, ``2 notes``."""
    return f"{notes:,} note" if notes == 1 else f"{notes:,} notes"


def _rule_lines(rule: Rule) -> list[str]:
    """A rule as lines of TOML."""
    lines = ["[[rule]]"]
    for field in ("folder", "path", "tag", *VALUE_FIELDS):
        value = getattr(rule, field)
        if value not in (None, ""):
            key = "class" if field == "record_class" else field
            lines.append(f"{key} = {_toml_text(value) if isinstance(value, str) else repr(value)}")
    return lines


def _toml_text(text: str) -> str:
    """*text*, which holds no control character, as a TOML string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _ignore_escaped(folder: str) -> str:
    """*folder* without what gitignore would read as a pattern."""
    return re.sub(r"([*?\[\]!#]| (?=/|$))", r"\\\1", folder)
