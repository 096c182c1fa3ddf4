import os
import re
import tomllib
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from caveat.model.errors import ConfigError
from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.vault import checks
from caveat.vault.config import (
    _RULE_KEYS,
    _TABLES,
    MAX_BYTES,
    MAX_RULES,
    Config,
    defaults_for,
    fingerprint,
    load,
    parse,
)
from caveat.vault.rules import NO_DEFAULTS, Defaults, Rule, compiled_glob, glob_matches

MANUAL = Path(__file__).parents[2] / "docs" / "configuration.md"


def config_of(text: str) -> Config:
    return parse(text.encode())


def refusal(text: str | bytes) -> str:
    with pytest.raises(ConfigError) as caught:
        parse(text.encode() if isinstance(text, str) else text, "v/caveat.toml")
    return str(caught.value)


# --- reading


def test_a_vault_without_a_file_has_the_defaults(tmp_path: Path) -> None:
    assert Config() == load(tmp_path)


def test_an_empty_file_says_the_same_as_none(tmp_path: Path) -> None:
    (tmp_path / "caveat.toml").write_bytes(b"")
    config = load(tmp_path)

    assert DEFAULT_POLICY == config.policy
    assert () == config.rules
    assert fingerprint(Config()) == fingerprint(config)


def test_a_file_with_a_byte_order_mark_and_crlf_is_read(tmp_path: Path) -> None:
    (tmp_path / "caveat.toml").write_bytes(b'\xef\xbb\xbfname = "x"\r\n[trust]\r\nundeclared = 0.5\r\n')

    assert ("x", 0.5) == (load(tmp_path).name, load(tmp_path).policy.undeclared)


def test_a_linked_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text('name = "linked"')
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "caveat.toml").symlink_to("../real.toml")

    assert "linked" == load(tmp_path / "v").name


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink("nowhere", path)])
def test_what_stands_in_place_of_the_file_is_refused_and_never_waited_for(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "caveat.toml")
    with pytest.raises(ConfigError, match=r"caveat\.toml cannot be read: .*remove it"):
        load(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads files whatever their permissions say")
def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "caveat.toml").write_text("")
    (tmp_path / "caveat.toml").chmod(0)
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


def test_a_refused_open_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "caveat.toml").write_text("")
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(ConfigError, match=r"caveat\.toml cannot be read: Permission denied"):
        load(tmp_path)


def test_every_table_reaches_the_policy() -> None:
    policy = config_of(
        """
        [half_life]
        fast = 30
        [class_weight]
        log = 0.7
        [retention]
        leap = 0.85
        [kind]
        "Lab  Report" = 0.97
        web = 1
        [trust]
        default_step = "leap"
        undeclared = 0
        witness_limit = 3
        """
    ).policy

    assert {**DEFAULT_POLICY.half_life, "fast": 30.0} == policy.half_life
    assert {**DEFAULT_POLICY.class_weight, "log": 0.7} == policy.class_weight
    assert {**DEFAULT_POLICY.retention, "leap": 0.85} == policy.retention
    assert {**DEFAULT_POLICY.kind_reliability, "lab report": 0.97, "web": 1.0} == policy.kind_reliability
    assert ("leap", 0.0, 3) == (policy.default_step, policy.undeclared, policy.witness_limit)


def test_every_scalar_of_the_policy_can_be_set_and_keeps_its_default() -> None:
    tables = {"retention", "half_life", "class_weight", "kind_reliability"}

    assert set(Policy._fields) - tables == set(_TABLES["trust"])
    for key, check in _TABLES["trust"].items():
        assert getattr(DEFAULT_POLICY, key) == check(getattr(DEFAULT_POLICY, key))


# --- refusing


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[rules]]\nfolder='a'", "v/caveat.toml:1: 'rules' is not known; did you mean 'rule'?"),
        ("\n[half_live]\n", "v/caveat.toml:2: 'half_live' is not known; did you mean 'half_life'?"),
        (
            "[[rule]]\nfolder='a'\nvolatilty='slow'\nclass='log'",
            "v/caveat.toml:3: [[rule]] 1: 'volatilty' is not known; did you mean 'volatility'?",
        ),
        (
            "[[rule]]\nfolder='a'\nclass='log'\n[[rule]]\ntag='b'\nclass='logs'",
            "v/caveat.toml:6: [[rule]] 2: 'class' must be one of log, lesson, record, skill, "
            "not 'logs'; did you mean 'log'?",
        ),
        ("[trust]\nundeclared = 2", "v/caveat.toml:2: [trust]: 'undeclared' must lie from 0 to 1, not at 2"),
        ("[trust]\nundeclared = nan", "[trust]: 'undeclared' must lie from 0 to 1, not at nan"),
        ("[trust]\nundeclared = true", "'undeclared' must be a number, not True"),
        ("[trust]\nwitness_limit = 2.0", "'witness_limit' must be a whole number from 0 to 16, not 2.0"),
        ("[half_life]\nslow = 0", "'slow' must lie above 0 to 100000, not at 0"),
        ("[half_life]\nslow = inf", "'slow' must lie above 0 to 100000, not at inf"),
        ("[half_life]\nstatic = 5", "'static' is not known"),
        ("half_life = 3", "v/caveat.toml:1: 'half_life' must be a table, not 3"),
        ("[kind]\nweb = '0.8'", "v/caveat.toml:2: [kind]: 'web' must be a number, not '0.8'"),
        ("[kind]\n'a b' = 1\n'A  b' = 1", "v/caveat.toml:3: [kind]: 'A  b' is given twice"),
        ("[kind]\n' ' = 1", "' ' is no name for a kind"),
        ("[rule]\nfolder='a'", "'rule' must be written as [[rule]]"),
        ("rule = [3]", "'rule' must be a table, not 3"),
        ("[[rule]]\nkind='web'", "v/caveat.toml:1: [[rule]] 1: selects nothing"),
        ("[[rule]]\nfolder='a'", "v/caveat.toml:1: [[rule]] 1: says nothing: give at least one of kind"),
        ("[[rule]]\nfolder='../a'\nkind='web'", "'folder' must stay inside the vault"),
        ("[[rule]]\nfolder='./'\nkind='web'", "'folder' names no folder"),
        ("[[rule]]\nfolder=''\nkind='web'", "'folder' must not be empty"),
        ("[[rule]]\nfolder=['a']\nkind='web'", "'folder' must be a text in quotes, not a list"),
        ("[[rule]]\ntag='a b'\nkind='web'", "'tag' must be one tag without blanks"),
        ('[[rule]]\ntag="a"\nauthor="x\\ny"', "'author' must be on one line"),
        ("[[rule]]\ntag='a'\nkind='contrakt'", "'kind' 'contrakt' is no kind; did you mean 'contract'?"),
        (f"[[rule]]\npath='{'a/' * 65}'\nkind='web'", "'path' has 66 parts, at most 64"),
        (f"[[rule]]\ntag='{'a' * 5000}'\nkind='web'", "'tag' has 5,000 characters"),
        ("name = 3", "v/caveat.toml:1: 'name' must be a text in quotes, not 3"),
        ("name = 'x'\nname = 'y'\n\n", "v/caveat.toml:2: not TOML"),
        ("x = [1,\n", "not TOML"),
        (b"name = 'x'\n# caf\xe9\n", "v/caveat.toml:2: not UTF-8 at this line. Save the file as UTF-8."),
    ],
)
def test_a_problem_is_told_with_its_place_and_the_nearest_key(text: str | bytes, told: str) -> None:
    assert told in refusal(text)


@pytest.mark.parametrize("key", ["command", "ledger", "index", "include", "url", "plugins", "path"])
def test_no_key_can_run_or_reach_something(key: str) -> None:
    assert f"'{key}' is not known" in refusal(f"{key} = 'x'")


def test_all_problems_are_told_at_once_up_to_a_limit() -> None:
    told = refusal("\n".join(f"[unknown{number}]" for number in range(30))).splitlines()

    assert 22 == len(told)
    assert "v/caveat.toml: 10 more problems" == told[-2]


@pytest.mark.parametrize("quotes", ['"""', "'''"])
def test_a_line_that_a_multi_line_string_could_fake_is_not_told(quotes: str) -> None:
    told = refusal(f"name = {quotes}\n[trust]\nundeclared = 1{quotes}\n[trust]\nundeclared = 2")

    assert "v/caveat.toml: [trust]: 'undeclared'" in told


def test_a_refused_key_cannot_steer_the_terminal() -> None:
    told = refusal('"\\u001b[2J\\nall is well" = 1')

    assert "\x1b" not in told
    assert 2 == len(told.splitlines())


# --- hostile size


RULE_TEXT = "[[rule]]\nfolder = 'a'\nclass = 'log'\n"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"#" * 5_000_000, "v/caveat.toml has 5,000,000 bytes; at most 262,144 are read"),
        (RULE_TEXT.encode() * (MAX_RULES + 1), "'rule' has 1,001 rules, at most 1,000"),
        (b"[kind]\n" + b"".join(b"k%d = 1\n" % n for n in range(MAX_RULES + 1)), "'kind' has 1,001 kinds"),
        (b"x = " + b"[" * 100_000, "nested too deeply"),
        (b"x = " + b"1" * 5_000, "not TOML"),
        (b"x = 0x" + b"f" * 100_000, "'x' is not known"),
        (b"[trust]\nundeclared = 0x" + b"f" * 100_000, "not at a number of that size"),
        (b"# \n" + b".".join([b"a"] * 120_000) + b" = 1", "v/caveat.toml:2: more than 100 dots in one line"),
        (b"k" * 200_000 + b" = 1", "is not known"),
        (b"name = '" + b"x" * 200_000 + b"'", "'name' has 200,000 characters"),
    ],
)
def test_a_hostile_file_is_refused_in_words(data: bytes, told: str) -> None:
    message = refusal(data)

    assert told in message
    assert len(message) < 500


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "caveat.toml").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(ConfigError, match="larger than 262,144 bytes"):
        load(tmp_path)


def test_a_thousand_rules_are_read() -> None:
    assert MAX_RULES == len(config_of(RULE_TEXT * MAX_RULES).rules)


@given(st.text() | st.binary())
@example("rule = [[1]]")
@example("[rule.folder]\n[kind.web]\n")
@example("rule = [{folder = {a = 1}}]")
@settings(max_examples=150, deadline=None)
def test_no_content_raises_anything_but_a_config_error(content: str | bytes) -> None:
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    with suppress(ConfigError):
        parse(data)


_SCALARS = st.sampled_from(
    ["1", "-1", "0.5", "nan", "true", "'log'", "'web'", "'a/b'", "[]", "{}", "10:00:00"]
)
_KEYS = st.sampled_from([*_RULE_KEYS, "name", "rule", "undeclared", "slow", "wat"])
_HEADERS = st.sampled_from(["[[rule]]", "[kind]", "[trust]", "[half_life]", "[rule]", "[[kind]]", "[wat]"])


@given(st.lists(st.one_of(_HEADERS, st.builds("{} = {}".format, _KEYS, _SCALARS)), max_size=8))
@settings(max_examples=200, deadline=None)
def test_any_mix_of_known_words_is_read_or_refused(lines: list[str]) -> None:
    try:
        config = config_of("\n".join(lines))
    except ConfigError:
        return
    for rule in config.rules:
        assert rule.words
        assert rule.kind is None or rule.kind in config.policy.kind_reliability


# --- defaults


CONTRACTS = config_of(
    """
    [[rule]]
    folder = "Verträge"
    kind = "Contract"
    author = "Ada"
    reliability = 0.9
    [[rule]]
    path = "*.log.md"
    class = "log"
    [[rule]]
    tag = "#lesson"
    class = "lesson"
    volatility = "slow"
    [[rule]]
    folder = "verträge/web"
    kind = "web"
    [[rule]]
    folder = "work"
    tag = "minutes"
    path = "**/2024/**"
    step = "summary"
    """
)


@pytest.mark.parametrize(
    ("path", "tags", "expected"),
    [
        ("a.md", (), {}),
        ("Verträge.md", (), {}),
        ("Verträge", (), {}),
        ("Verträge2/a.md", (), {}),
        ("x/Verträge/a.md", (), {}),
        ("VERTRA\u0308GE/a.md", (), {"kind": "contract", "author": "Ada", "reliability": 0.9}),
        ("verträge/x/y/a.md", (), {"kind": "contract", "author": "Ada", "reliability": 0.9}),
        ("verträge/web/a.md", (), {"kind": "web", "author": "Ada"}),
        ("a.LOG.md", (), {"record_class": "log"}),
        ("x/y/a.log.md", ("Lesson/Go",), {"record_class": "lesson", "volatility": "slow"}),
        ("a.md", ("lessons",), {}),
        ("work/2024/a.md", ("minutes",), {"step": "summary"}),
        ("work/2024/a.md", (), {}),
        ("work/2023/a.md", ("minutes",), {}),
        ("home/2024/a.md", ("minutes",), {}),
    ],
)
def test_rules_that_fit_give_defaults_and_later_ones_win_per_key(
    path: str, tags: tuple[str, ...], expected: dict[str, object]
) -> None:
    actual = defaults_for(CONTRACTS, path, tags)

    assert Defaults(**expected) == actual._replace(origin=NO_DEFAULTS.origin)  # type: ignore[arg-type]
    assert expected.keys() == actual.origin.keys()


def test_each_default_names_the_rule_it_came_from() -> None:
    assert {
        "author": "folder rule Verträge/",
        "kind": "folder rule verträge/web/",
        "record_class": "tag rule #lesson",
        "volatility": "tag rule #lesson",
    } == dict(defaults_for(CONTRACTS, "verträge/web/a.log.md", ["lesson"]).origin)
    assert (
        "folder and path and tag rule work/ **/2024/** #minutes"
        == (defaults_for(CONTRACTS, "work/2024/a.md", ["minutes"]).origin["step"])
    )


@pytest.mark.parametrize("first", ["folder = 'f'", "path = '**'", "tag = 't'"])
@pytest.mark.parametrize("second", ["folder = 'f'", "path = '**'", "tag = 't'"])
def test_the_order_written_decides_whatever_the_selectors(first: str, second: str) -> None:
    config = config_of(f"[[rule]]\n{first}\nauthor = '1'\n[[rule]]\n{second}\nauthor = '2'")

    assert "2" == defaults_for(config, "f/n.md", ["t"]).author


def test_a_later_reliability_stands_beside_an_earlier_kind() -> None:
    config = config_of("[[rule]]\ntag='a'\nkind='web'\n[[rule]]\ntag='b'\nreliability=0.3")

    assert ("web", 0.3) == defaults_for(config, "n.md", ["b", "a"])[0:6:5]


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("*.md", "a/b.md", True),
        ("/*.md", "a/b.md", False),
        ("/*.md", "b.md", True),
        ("a/*.md", "a/b.md", True),
        ("a/*.md", "a/c/b.md", False),
        ("a/**", "a/c/b.md", True),
        ("a/", "a/c/b.md", True),
        ("a/", "b/a/b.md", False),
        ("**/a/**", "b/a/b.md", True),
        ("**/a/**/b.md", "a/b.md", True),
        ("**/a/**/b.md", "a/x/a/y/b.md", True),
        ("**/a/**/b.md", "a/x/a/y/c.md", False),
        ("**", "x.md", True),
        ("a?c.md", "abc.md", True),
        ("a?c.md", "a/c.md", False),
        ("[ab]/x.md", "b/x.md", True),
        ("[!ab]/x.md", "b/x.md", False),
        ("[", "[", True),
        ("Ä.md", "ä.md", True),
        ("x.md", "xyz.md", False),
    ],
)
def test_a_glob_fits_as_the_manual_says(glob: str, path: str, fits: bool) -> None:
    assert fits is bool(defaults_for(config_of(f"[[rule]]\npath = '{glob}'\nkind = 'web'"), path).kind)


def test_a_glob_of_many_stars_takes_no_exponential_time() -> None:
    glob = compiled_glob("*a" * 60 + "b")

    assert not glob_matches(glob, ["a" * 250])
    assert not glob_matches(compiled_glob("**/a/" * 30 + "b"), ["a"] * 2_000)


_NAMES = st.text(st.sampled_from("abÄé\u0301 .#"), min_size=1, max_size=4)


@given(st.lists(_NAMES, min_size=1, max_size=4), st.lists(st.tuples(_NAMES, _NAMES), max_size=6))
@settings(max_examples=100, deadline=None)
def test_the_index_finds_what_a_plain_reading_of_the_rules_finds(
    parts: list[str], pairs: list[tuple[str, str]]
) -> None:
    lines = [f"[[rule]]\nfolder = '{'/'.join(pair)}'\nauthor = '{n}'" for n, pair in enumerate(pairs)]
    try:
        config = config_of("\n".join(lines))
    except ConfigError:
        return  # a folder such as '..' or one of blanks
    key = plain_key("/".join(parts))
    fitting = [rule.author for rule in config.rules if key.startswith(plain_key(rule.folder) + "/")]

    assert (fitting[-1] if fitting else None) == defaults_for(config, "/".join(parts)).author


def plain_key(text: str) -> str:
    composed = unicodedata.normalize("NFC", text).casefold()
    return unicodedata.normalize("NFC", composed)


# --- fingerprint


def test_the_fingerprint_is_the_same_on_every_machine() -> None:
    assert "9b63f5cb34d89bf3" == fingerprint(CONTRACTS)[:16]


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("# a comment", False),
        ("name = 'x'", False),
        ("[trust]\nundeclared = 0.1", False),
        ("[kind]\nweb = 0.8", False),
        ("[kind]\nweb = 0.7", True),
        ("[kind]\nnew = 0.7", True),
        ("[[rule]]\nfolder = 'a'\nclass = 'log'", True),
    ],
)
def test_the_fingerprint_differs_when_a_stored_record_would(text: str, differs: bool) -> None:
    assert differs is (fingerprint(Config()) != fingerprint(config_of(text)))


def test_the_order_of_rules_counts() -> None:
    one, two = "[[rule]]\ntag='a'\nclass='log'\n", "[[rule]]\ntag='b'\nclass='log'\n"

    assert fingerprint(config_of(one + two)) != fingerprint(config_of(two + one))
    assert fingerprint(config_of("[[rule]]\ntag='a'\nreliability=1")) == fingerprint(
        config_of("[[rule]]\nreliability=1.0\ntag='#a'")
    )


# --- manual


def test_every_example_of_the_manual_is_read() -> None:
    examples = re.findall(r"```toml\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)

    assert examples
    for text in examples:
        assert tomllib.loads(text)
        assert config_of(text) != Config()


def test_the_manual_names_every_key_and_default() -> None:
    manual = MANUAL.read_text("utf-8")
    for key in ("name", "kind", *_RULE_KEYS, *DEFAULT_POLICY.kind_reliability):
        assert f"`{key}`" in manual or f"`[{key}]`" in manual, key
    rows = dict(re.findall(r"^\|[^|]*\| `(\w+)` \| [^|]+ \| ([^|]+) \|", manual, re.MULTILINE))
    for table, keys in _TABLES.items():
        assert f"`[{table}]`" in manual
        if table == "meaning":  # chooses a model, and is no constant of the arithmetic
            assert all(f"`{key}`" in manual for key in keys)
            continue
        stated = DEFAULT_POLICY._asdict() if table == "trust" else getattr(DEFAULT_POLICY, table)
        for key in keys:
            default = stated[key]
            told = rows[key].strip(' `"')
            assert (default == told) or default == float(told), key


def test_a_rule_is_known_by_its_selectors() -> None:
    assert "path rule *.md" == Rule(path="*.md", kind="web").words


@pytest.mark.parametrize("text", ["a\nb", "a\x1bb", "a\u2028b", "a\ud800b"])
def test_text_that_could_break_a_line_is_refused(text: str) -> None:
    with pytest.raises(checks.Refused):
        checks.line_of_text(text)
