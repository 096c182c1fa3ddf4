"""Random and hostile drafts: the gate never fails in another way, and never lets an invented number pass."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caveat.ops.check import Asked, DraftSource, check_files
from caveat.ops.results_check import CheckReport
from tests.vaults import make

FACTS = (
    "| id | subject | attribute | value | note |\n|---|---|---|---|---|\n"
    "| alpha.out | Alpha; Альфа | output; выход | $15 | |\n| beta.out | Beta; Бета | output; выход | $12 | |\n"
    "| share | Alpha | share | 20% | |\n"
)
PIECES = st.sampled_from(
    "Alpha|Beta|Альфы|Беты|output|вход|$15|$12|15 долл.|20 %|двенадцать долларов|and|, |. |\n\n|# |- || |<b>|</b>"
    "|&nbsp;|<!-- fact: alpha.out -->|**|`|$|1,200|3..4|−|(5)|–|10|%|¥|€|\u200b|\ufeff|²|½|٣|<td>|<script>|```\n".split(
        "|"
    )
)


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> str:
    return os.fspath(make(tmp_path_factory.mktemp("fuzz"), {"facts.md": FACTS}) / "facts.md")


def check(draft: str, facts: str, name: str = "-") -> CheckReport:
    data = draft.encode("utf-8", "surrogatepass")
    return check_files(Asked((DraftSource(name, data),), (facts,), may_be_empty=True))


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=40), st.sampled_from(["-", "a.md", "a.html", "a.txt"]))
def test_any_draft_is_judged_twice_alike(facts: str, pieces: list[str], name: str) -> None:
    draft = " ".join(pieces)
    report = check(draft, facts, name)

    assert report == check(draft, facts, name)
    assert report.status in (0, 1, 2)
    for one in report.drafts:
        for finding in one.findings:
            assert 1 <= finding.line <= draft.count("\n") + draft.count("\r") + 1
            assert finding.column >= 1


@settings(max_examples=60)
@given(st.lists(PIECES, max_size=20), st.lists(PIECES, max_size=20))
def test_an_invented_number_never_passes_whatever_stands_around_it(
    facts: str, before: list[str], after: list[str]
) -> None:
    text = " ".join([*before, "\n\nBeta costs 7777 USD now.\n\n", *after])
    report = check(text, facts, "a.txt")

    assert report.status != 0


@settings(max_examples=60)
@given(st.text(max_size=300))
def test_any_text_is_judged(facts: str, text: str) -> None:
    assert check(text, facts).status in (0, 1, 2)


@settings(max_examples=30)
@given(st.binary(max_size=300))
def test_any_bytes_are_judged(facts: str, data: bytes) -> None:
    assert check_files(Asked((DraftSource("-", data),), (facts,))).status in (0, 1, 2)


@settings(max_examples=40)
@given(st.binary(max_size=400))
def test_any_facts_file_is_judged(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "facts.md")
        path.write_bytes(FACTS.encode() + data)
        report = check_files(Asked((DraftSource("-", b"Alpha's output costs $15."),), (os.fspath(path),)))

    assert report.status in (0, 1, 2)
