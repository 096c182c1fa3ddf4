import unicodedata
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.vault.config import defaults_for, parse
from caveat.vault.propose import (
    MAX_PROPOSED,
    NoteFacts,
    Proposal,
    normal_name,
    propose,
    render_toml,
)
from caveat.vault.rules import NO_DEFAULTS, Rule
from caveat.vault.tables_folder_names import NAMES


def notes_in(folder: str, count: int = 1, **facts: object) -> list[NoteFacts]:
    return [NoteFacts(f"{folder}/n{number}.md", **facts) for number in range(count)]  # type: ignore[arg-type]


def rules_of(proposal: Proposal) -> list[Rule]:
    return [proposed.rule for proposed in proposal.rules]


def hints_of(proposal: Proposal) -> list[Rule]:
    return [proposed.rule for proposed in proposal.hints]


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("Transcripts", Rule(folder="Transcripts", kind="transcript")),
        ("文字起こし", Rule(folder="文字起こし", kind="transcript")),
        ("Besprechungen", Rule(folder="Besprechungen", record_class="log")),
        ("회의록", Rule(folder="회의록", record_class="log")),
        ("02 - Clippings", Rule(folder="02 - Clippings", kind="web")),
        ("Вырезки", Rule(folder="Вырезки", kind="web")),
        ("📅 Daily_Notes", Rule(folder="📅 Daily_Notes", record_class="log")),
        ("日记", Rule(folder="日记", record_class="log")),
        ("Lecciones aprendidas", Rule(folder="Lecciones aprendidas", record_class="lesson")),
        (unicodedata.normalize("NFD", "Привычки/Извлечённые уроки"), None),
        ("people", Rule(folder="people", record_class="record")),
        ("プロジェクト", Rule(folder="プロジェクト", record_class="record")),
        ("Recettes", Rule(folder="Recettes", record_class="skill")),
        ("AI Summaries", Rule(folder="AI Summaries", generated_by="language model")),
        (unicodedata.normalize("NFD", "Résumés"), None),
    ],
)
def test_a_folder_whose_name_says_it_gets_a_rule(folder: str, expected: Rule | None) -> None:
    proposal = propose(notes_in(folder, 3))

    assert 1 == len(proposal.rules)
    assert expected is None or [expected] == rules_of(proposal)
    assert folder == proposal.rules[0].rule.folder
    assert (3, 0, 3) == (proposal.rules[0].notes, proposal.untouched, proposal.notes)


@pytest.mark.parametrize("folder", ["contract work", "Notes", "dailyish", "web", "Inbox", "2024", "a.b", "_"])
def test_a_folder_whose_name_says_nothing_is_left_alone(folder: str) -> None:
    proposal = propose(notes_in(folder, 30))

    assert Proposal(untouched=30, notes=30) == proposal


@pytest.mark.parametrize(
    ("folder", "kind"), [("Contracts", "contract"), ("Verträge", "contract"), ("Legal", "official document")]
)
def test_full_trust_is_only_suggested_by_a_name(folder: str, kind: str) -> None:
    proposal = propose(notes_in(folder, 9))

    assert ([], [Rule(folder=folder, kind=kind)]) == (rules_of(proposal), hints_of(proposal))
    assert 9 == proposal.untouched


def test_a_contract_needs_its_name_and_its_tags_to_agree() -> None:
    tagged = notes_in("contracts", 9, tags=("Contract",))

    assert [Rule(folder="contracts", kind="contract")] == rules_of(propose(tagged))
    assert [] == rules_of(propose(tagged + notes_in("contracts/x", 3)))
    made = frozenset({"sources"})
    assert [] == rules_of(propose(notes_in("contracts", 9, tags=("contract",), frontmatter_keys=made)))


def test_a_folder_named_after_a_model_may_be_about_it() -> None:
    proposal = propose(notes_in("AI", 9))

    assert [] == rules_of(proposal)
    assert [Rule(folder="AI", generated_by="language model")] == hints_of(proposal)


@pytest.mark.parametrize("key", ["sources", "generated_by"])
def test_a_kind_is_only_suggested_where_notes_were_made_from_others(key: str) -> None:
    made = notes_in("transcripts/a", 3, frontmatter_keys=frozenset({key}))

    assert [] == rules_of(propose(made + notes_in("transcripts", 9)))
    assert 1 == len(rules_of(propose(made + notes_in("transcripts", 90))))


def test_only_the_top_most_folder_is_named() -> None:
    assert ["daily"] == [rule.folder for rule in rules_of(propose(notes_in("daily/2024/logs", 5)))]


def test_folders_below_a_project_are_looked_at_and_come_later() -> None:
    proposal = propose(notes_in("projects/x/meetings", 2) + notes_in("projects/x/projects", 2))

    assert ["projects", "projects/x/meetings"] == [rule.folder for rule in rules_of(proposal)]


def test_a_folder_of_daily_notes_is_known_by_its_file_names() -> None:
    days = [NoteFacts(f"Kalender/2024/2024-01-{day:02}.md") for day in range(1, 20)]
    index = [NoteFacts("Kalender/index.md")]

    assert [Rule(folder="Kalender", record_class="log")] == rules_of(propose(days + index))
    assert [] == rules_of(propose(days[:4]))
    assert [] == rules_of(propose(days + notes_in("Kalender/2024", 5)))


@pytest.mark.parametrize("name", ["20240131", "2024-W05", "2024-01"])
def test_weeks_months_and_compact_days_count_as_days(name: str) -> None:
    assert 1 == len(propose([NoteFacts(f"x/{name}.md")] * 5).rules)


def test_daily_notes_in_the_root_get_a_path_rule() -> None:
    days = [NoteFacts(f"2024-01-{day:02}.md") for day in range(1, 9)]
    proposal = propose([*days, NoteFacts("other.md")])
    config = parse(render_toml(proposal).encode())

    assert (8, 1) == (proposal.rules[0].notes, proposal.untouched)
    assert "log" == defaults_for(config, "2024-12-31.md").record_class
    assert NO_DEFAULTS == defaults_for(config, "x/2024-12-31.md")


def test_a_folder_of_notes_with_addresses_is_from_the_web() -> None:
    saved = notes_in("Saved", 10, has_url_property=True)

    assert [Rule(folder="Saved", kind="web")] == rules_of(propose(saved))
    assert [] == rules_of(propose(saved + notes_in("Saved", 5)))


def test_a_folder_that_holds_a_named_one_is_not_judged_by_its_look() -> None:
    days = [NoteFacts(f"v/daily/2024-01-{day:02}.md") for day in range(1, 20)]

    assert ["v/daily"] == [rule.folder for rule in rules_of(propose(days))]


def test_templates_are_suggested_for_the_ignore_file() -> None:
    proposal = propose(notes_in("x/01_Templates!", 2) + notes_in("Шаблоны/daily", 1))

    assert [] == rules_of(proposal)
    assert (("Шаблоны", 1), ("x/01_Templates!", 2)) == proposal.ignore
    assert "\n#     /x/01_Templates\\!/\n" in render_toml(proposal)


def test_tags_speak_where_folders_do_not() -> None:
    tagged = notes_in("inbox", 3, tags=("Type/Lesson", "x"))

    assert [Rule(tag="type/lesson", record_class="lesson")] == rules_of(propose(tagged))
    assert [] == rules_of(propose(tagged[:2]))
    assert [] == rules_of(propose(notes_in("inbox", 9, tags=("contract", "project", "ai"))))
    assert ["lessons"] == [
        rule.folder for rule in rules_of(propose(notes_in("lessons", 9, tags=("lesson",))))
    ]


def test_a_vault_of_many_named_folders_gets_a_list_that_a_human_can_read() -> None:
    notes = [note for number in range(100) for note in notes_in(f"c{number}/meetings", number + 1)]
    proposal = propose(notes)

    assert MAX_PROPOSED == len(proposal.rules)
    assert "c99/meetings" in {rule.folder for rule in rules_of(proposal)}
    assert sum(range(1, 61)) == proposal.untouched


def test_every_rule_says_why_and_how_many() -> None:
    text = render_toml(propose(notes_in("daily", 2) + notes_in("Contracts", 1)))

    assert "# 2 notes: the name of the folder says it; what is distilled from a log should" in text
    assert "# 1 note: the name of the folder says it; only if these notes are the contracts' own text" in text
    assert '# kind = "contract"' in text
    assert ["daily"] == [rule.folder for rule in parse(text.encode()).rules]


def test_an_empty_proposal_shows_how_a_rule_looks() -> None:
    text = render_toml(propose([]))

    assert () == parse(text.encode()).rules
    example = "\n".join(
        line[2:] for line in text.splitlines() if line.startswith(("# [[", "# folder", "# path", "# kind"))
    )
    assert ["**", ""] == [rule.path for rule in parse(example.encode()).rules]


@pytest.mark.parametrize(
    "folder",
    [
        'da"ily/daily',
        "a\\b/daily",
        r"a\n\xff/daily",
        "'''/daily",
        "#x/daily",
        "[a]*?/daily",
        " a /daily",
        "é/daily",
    ],
)
def test_a_hostile_folder_name_survives_the_file(folder: str) -> None:
    proposal = propose(notes_in(folder, 2))
    config = parse(render_toml(proposal).encode())

    assert [folder] == [rule.folder for rule in config.rules]
    assert "log" == defaults_for(config, f"{folder}/n0.md").record_class


@pytest.mark.parametrize(
    "folder", ["a\n[trust]\n/daily", "a\ud800/daily", "../daily", "/daily", "x" * 500 + "/daily"]
)
def test_a_folder_that_no_rule_can_name_gets_none(folder: str) -> None:
    proposal = propose(notes_in(folder, 2))

    assert [] == rules_of(proposal)
    assert () == parse(render_toml(proposal).encode()).rules


_WORDS = st.sampled_from(
    ["daily", "Contracts", "templates", "clips", "x", "2024-01-01", "projects", "ИИ", "#"]
)
_FACTS = st.builds(
    NoteFacts,
    st.lists(_WORDS | st.text(max_size=4), min_size=1, max_size=4).map("/".join),
    st.lists(_WORDS | st.text(max_size=4), max_size=2).map(tuple),
    st.booleans(),
    st.frozensets(st.sampled_from(["sources", "title"])),
)


@given(st.lists(_FACTS, max_size=12))
@settings(max_examples=150, deadline=None)
def test_whatever_is_proposed_can_be_read_back_as_the_same_rules(facts: list[NoteFacts]) -> None:
    proposal = propose(facts)
    config = parse(render_toml(proposal).encode())

    assert tuple(rules_of(proposal)) == config.rules
    silent = sum(defaults_for(config, note.path, note.tags) is NO_DEFAULTS for note in facts)
    assert silent == proposal.untouched
    assert all(rule.kind != "contract" or rule.folder for rule in config.rules)


@given(st.lists(_FACTS, max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_notes_changes_nothing(facts: list[NoteFacts], random: Random) -> None:
    shuffled = list(facts)
    random.shuffle(shuffled)

    assert propose(facts) == propose(shuffled)


def test_no_name_stands_in_two_categories_and_each_is_found_in_its_normal_form() -> None:
    pairs = {(normal_name(name), category) for name, category in NAMES}

    assert {} == {name: count for name, count in Counter(name for name, _ in pairs).items() if count > 1}
    assert all(normal_name(name) == name and name for name, _ in pairs)
