"""A number passes when it is a fact of the subject that the text names for it, and in no other way."""

from decimal import Decimal

import pytest

from caveat.model.facts import Leeway
from tests.judge.facts import PRICES, fact, reasons, verdicts

BOUND = {
    "one sentence": "Alpha's output costs $15.",
    "value and subject suffice when no attribute is named": "Alpha costs $15.",
    "number words": "Beta takes twelve dollars for output.",
    "cents": "Alpha mini takes 20 cents for input.",
    "clauses": "Alpha takes $15, Beta $12, and Alpha mini $1.20 for output.",
    "two attributes": "Alpha takes $15 for output and $3 for input.",
    "attributes as a list": "Alpha's input and output cost $3 and $15.",
    "subjects as a list": "Alpha and Beta cost $15 and $12 for output.",
    "subjects as a list behind": "It is $15 and $12 for Alpha and Beta.",
    "quoted subjects as a list": "«Alpha» and “Beta” cost $15 and $12 for output.",
    "quoted subjects as a list behind": "It is $15 and $12 for „Alpha“ und »Beta«.",
    "declined subjects as a list": "Выход «Альфы» и «Беты» — 15 долларов и 12 долларов.",
    "alternating": "Alpha at $15 beats Beta at $12.",
    "compared before": "Unlike Beta, Alpha costs $15.",
    "compared behind": "Alpha costs $15, more than Beta.",
    "compared with its own number": "Alpha costs $15, more than Beta at $12.",
    "longest name": "Alpha mini takes $1.20 for output, Alpha $15.",
    "alias": "Альфа стоит 15 долларов.",
    "declined": "Выход Альфы стоит 15 долларов, а Беты — 12 долларов.",
    "declined, dative": "По Бете вход стоит 2 доллара.",
    "declined phrase": "У Альфы мини выход стоит 1,20 $.",
    "heading": "# Alpha\n\nThe output costs $15.",
    "inner heading first": "# Beta\n\n## Alpha\n\nThe output costs $15.",
    "list lead": "What Alpha takes:\n\n- output: $15\n- input: $3",
    "outer list item": "- Alpha\n  - output: $15\n- Beta\n  - output: $12",
    "subject in the item": "Prices:\n\n- Alpha: $15\n- Beta: $12",
    "table": "| model | input | output |\n|---|---|---|\n| Alpha | $3 | $15 |\n| Beta | $2 | $12 |",
    "table turned": "| | Alpha | Beta |\n|---|---|---|\n| input | $3 | $2 |\n| output | $15 | $12 |",
    "unit in the head": "| model | output, $ |\n|---|---|\n| Alpha | 15 |\n| Beta | 12 |",
    "subject not in the first column": "| n | model | output |\n|---|---|---|\n| a | Alpha | $15 |",
    "percent": "Alpha is 20 % cheaper.",
    "pair": "Alpha costs 1.25x as much as Beta.",
    "rounded as it is written": "Alpha mini takes $1 for output.",
    "bold inside the number": "Alpha costs **15** $.",
    "possessive with a typographic apostrophe": "Alpha’s output costs $15.",
    "hyphen for a blank": "Alpha-mini takes $1.20 for output.",
    "true of all that are named": "Alpha, Альфа: $15.",
    "number in a phrase before": "At $15, Alpha is cheap.",
    "number in a participle before": "Costing $15, Alpha is not cheap.",
    "condition before": "If output costs $15, it is Alpha.",
    "attribute begins the clause before": "Output costs $15, Alpha says.",
    "apposition with a name": "Alpha, OpenAI's model, costs $15.",
    "report before": "According to Reuters, Alpha costs $15.",
    "last of a list of names": "Alpha is sold by AWS, Azure and Google for $15.",
    "compared between, ru": "Альфа, в отличие от Беты, стоит $15.",
    "compared between, fr": "Alpha, contrairement à Beta, coûte 15 $.",
    "compared and going on, de": "Alpha ist teurer als Beta und kostet 15 $.",
    "phrase before, ru": "За $15 вы получаете выход Альфы.",
    "phrase before, de": "Mit 15 $, so der Anbieter, ist Alpha teuer.",
}


@pytest.mark.parametrize("draft", BOUND.values(), ids=BOUND)
def test_right_numbers_pass(draft: str) -> None:
    assert {"BOUND"} == set(reasons(draft))


BLOCKED = {
    "invented": ("Alpha costs $9.", "UNKNOWN"),
    "of another subject": ("Beta costs $15.", "MISBOUND"),
    "of another attribute": ("Alpha's input costs $15.", "MISBOUND"),
    "of another subject in a table": ("| model | output |\n|---|---|\n| Beta | $15 |", "MISBOUND"),
    "of another column": ("| model | input |\n|---|---|\n| Alpha | $15 |", "MISBOUND"),
    "of the shorter name": ("Alpha mini costs $15.", "MISBOUND"),
    "of the longer name": ("Alpha costs $1.20.", "MISBOUND"),
    "of another one, declined": ("Выход Беты стоит 15 долларов.", "MISBOUND"),
    "under the other heading": ("# Beta\n\nThe output costs $15.", "MISBOUND"),
    "in the other item": ("- Beta\n  - output: $15", "MISBOUND"),
    "no subject": ("The output costs $15.", "SUBJECT"),
    "subject of an earlier sentence": ("Alpha is new. The output costs $15.", "SUBJECT"),
    "subject of an earlier paragraph": ("Alpha is new.\n\nThe output costs $15.", "SUBJECT"),
    "heading against the sentence before": ("# Beta\n\nAlpha is new. Output is $15.", "SUBJECT"),
    "two subjects": ("Both Alpha and Beta cost $15.", "SUBJECT"),
    "number before two subjects": ("At $15 Alpha beats Beta.", "SUBJECT"),
    "two subjects behind": ("It is $15 for Alpha and Beta.", "SUBJECT"),
    "two attributes": ("Alpha's output or input costs $15.", "SUBJECT"),
    "other currency": ("Alpha costs 15 EUR.", "UNKNOWN"),
    "percentage points are no percent": ("Alpha became cheaper by 20 percentage points.", "UNKNOWN"),
    "percent is no money": ("Alpha's output takes 15 %.", "UNKNOWN"),
    "sign": ("Alpha changed by -20 %.", "UNKNOWN"),
    "longer name with digits": ("We tried Alpha 2.5 for $15.", "SUBJECT"),
    "hyphenated longer name": ("Alpha-3 costs $15.", "SUBJECT"),
    "rounded to nothing": ("Alpha mini takes $0 for input.", "UNKNOWN"),
    "invented places": ("Alpha costs $15.04.", "UNKNOWN"),
    "pair without its other half": ("Alpha costs 1.25x as much.", "MISBOUND"),
    "unknown owner, then the subject": ("Gamma costs $15, Alpha is cheaper.", "SUBJECT"),
    "the subject, then an unknown owner": ("Alpha is cheaper, Gamma costs $15.", "SUBJECT"),
    "unknown owner behind a semicolon": ("Alpha is cheap; Gamma costs $15.", "SUBJECT"),
    "unknown owner, then more than the subject": ("Gamma costs $15, more than Alpha.", "SUBJECT"),
    "compared with the only subject": ("Unlike Alpha, Gamma costs $15.", "SUBJECT"),
    "compared with an unknown one": ("Alpha is cheaper than Gamma at $15.", "SUBJECT"),
    "unknown owner after a reason": ("Alpha is cheaper because Gamma costs $15.", "SUBJECT"),
    "brackets behind an unknown owner": ("Gamma ($15) beats Alpha.", "SUBJECT"),
    "number set off from its unknown owner": ("Gamma's price, $15, is above Alpha's.", "SUBJECT"),
    "pronoun before the subject": ("It costs $15, Alpha is cheaper.", "SUBJECT"),
    "unknown owner, ru": ("Гамма стоит $15, Альфа дешевле.", "SUBJECT"),
    "compared with the only subject, ru": ("В отличие от Альфы, Гамма стоит $15.", "SUBJECT"),
    "compared with the only subject, de": ("Anders als Alpha kostet Gamma 15 $.", "SUBJECT"),
    "unknown owner behind, fr": ("Alpha est moins cher, Gamma coûte 15 $.", "SUBJECT"),
    "carried into a clause that ends in another subject": ("Alpha is $15, and at $15, Beta wins.", "SUBJECT"),
}


@pytest.mark.parametrize(("draft", "reason"), BLOCKED.values(), ids=BLOCKED)
def test_wrong_numbers_are_blocked_with_their_reason(draft: str, reason: str) -> None:
    assert reason == reasons(draft)[-1]


def test_swapped_lists_are_misbound() -> None:
    assert ["MISBOUND", "MISBOUND"] == reasons("Alpha and Beta cost $12 and $15 for output.")


def test_a_mark_settles_a_number_that_stands_apart() -> None:
    assert ["BOUND"] == reasons("You pay $15 <!-- fact: alpha.out -->, Alpha says.")


def test_misbound_names_both_and_what_stands_for_the_subject() -> None:
    found = verdicts("Beta's output costs $15.")[0]

    assert ("Beta",) == found.named
    assert ["alpha.out"] == [one.id for one in found.facts]
    assert ["beta.out"] == [one.id for one in found.instead]


def test_unknown_names_the_nearest_fact_of_the_subject() -> None:
    found = verdicts("Alpha mini's output costs $12.50.")[0]

    assert ("UNKNOWN", ["mini.out"]) == (found.reason, [one.id for one in found.facts])


def test_unknown_without_a_subject_names_the_nearest_fact_of_all() -> None:
    assert ["beta.out"] == [one.id for one in verdicts("It costs $12.50.")[0].facts]


@pytest.mark.parametrize(
    ("draft", "detail"),
    [
        ("Alpha changed by -20 %.", "only the sign differs"),
        ("Alpha rose by 20 percentage points.", "only the unit differs"),
    ],
)
def test_unknown_says_what_alone_differs(draft: str, detail: str) -> None:
    assert detail == verdicts(draft)[0].detail


def test_a_fact_without_a_subject_binds_by_value_and_unit() -> None:
    facts = (fact("f", "", "", "890000000"),)

    assert ["BOUND", "UNKNOWN"] == reasons("Somebody raised $890M, not $890.", facts)


def test_a_value_that_both_subjects_share_passes_for_both() -> None:
    facts = (fact("a", "Alpha", "", "5"), fact("b", "Beta", "", "5"), fact("c", "Gamma", "", "6"))

    assert ["BOUND"] == reasons("Both Alpha and Beta cost $5.", facts)
    assert ["SUBJECT"] == reasons("Both Alpha and Gamma cost $5.", facts)


def test_a_shared_alias_decides_nothing() -> None:
    facts = (fact("a", "Alpha mini;Mini", "", "5"), fact("b", "Beta mini;Mini", "", "6"))

    assert ["SUBJECT"] == reasons("The Mini costs $5.", facts)
    assert ["BOUND"] == reasons("The Beta mini costs $6.", facts)


def test_rows_with_names_in_another_order_speak_of_one_subject() -> None:
    facts = (fact("a", "Alpha;Альфа", "input", "5"), fact("b", "Альфа;Alpha", "output", "6"))

    assert ["BOUND", "BOUND"] == reasons("Alpha takes $5 for input, $6 for output.", facts)


def test_two_readings_ask_even_when_one_is_a_fact() -> None:
    facts = (fact("a", "Alpha", "", "1200"),)
    found = verdicts("Alpha: 1,200 EUR", facts, language="")

    assert ["READING"] == [one.reason for one in found] or found[0].quantity.others == ()  # type: ignore[union-attr]


def test_a_bare_dollar_that_no_setting_decides_is_ambiguous() -> None:
    from caveat.judge.book import Book
    from caveat.judge.numbers import judge
    from caveat.text.numbers import Setting, extract
    from caveat.text.visible import visible

    text = visible("Alpha costs $15.", "text")
    found = judge(text, extract(text, Setting(dollar="")), Book(PRICES))

    assert ["READING"] == [one.reason for one in found.verdicts]


MARKS = {
    "settles what is ambiguous": ("It costs $15 <!-- fact: alpha.out -->.", "BOUND"),
    "settles two subjects": ("Both Alpha and Beta start at $15 <!-- fact: alpha.out -->.", "BOUND"),
    "against a named subject": ("Beta costs $15 <!-- fact: alpha.out -->.", "MISBOUND"),
    "of a third subject": ("Both Beta and Alpha mini take $15 <!-- fact: alpha.out -->.", "MISBOUND"),
    "of another value": ("It costs $15 <!-- fact: beta.out -->.", "UNKNOWN"),
    "that names nothing": ("Alpha costs $15 <!-- fact: nope -->.", "UNKNOWN"),
    "on an invented number": ("It costs $9 <!-- fact: alpha.out -->.", "UNKNOWN"),
    "as an attribute": ('It costs <span data-fact="alpha.out">$15</span>.', "BOUND"),
}


@pytest.mark.parametrize(("draft", "reason"), MARKS.values(), ids=MARKS)
def test_a_mark_settles_what_is_ambiguous_and_nothing_else(draft: str, reason: str) -> None:
    assert [reason] == reasons(draft)


def test_a_fact_that_may_not_be_relied_on_is_stale_and_says_why() -> None:
    facts = (fact("a", "Alpha", "", "5")._replace(objection="it was never verified"),)
    found = verdicts("Alpha costs $5.", facts)[0]

    assert ("REJECTED", "STALE", "it was never verified") == (found.decision, found.reason, found.detail)


def test_an_approved_fact_stands_in_for_a_stale_one_of_the_same_number() -> None:
    stale = fact("a", "Alpha", "", "5")._replace(objection="aged")

    assert ["BOUND"] == reasons("Alpha costs $5.", (stale, fact("b", "Alpha", "", "5")))


def test_value_only_is_a_comparison_of_sets() -> None:
    swapped = "Beta costs $15 and Alpha $9."

    assert ["BOUND", "UNKNOWN"] == reasons(swapped, value_only=True)
    assert ["MISBOUND", "UNKNOWN"] == reasons(swapped)


def test_unclassified_digits_are_rejected() -> None:
    found = [one for one in verdicts("Alpha costs $15, see 1..2.3..4") if one.quantity is None]

    assert all(one.reason == "UNCLASSIFIED" for one in found)


def test_only_gated_kinds_are_judged() -> None:
    assert ["BOUND"] == reasons("Alpha served 37 customers at $15.")
    assert 2 == len(reasons("Alpha served 37 customers at $15.", kinds=("money", "number")))


def test_bounds_are_stated_as_such() -> None:
    plain, bound = fact("a", "Alpha", "", "5"), fact("a", "Alpha", "", "5")._replace(modifier="max")

    assert ["BOUND"] == reasons("Alpha costs up to $5.", (plain,))
    assert ["BOUND"] == reasons("Alpha costs up to $5.", (bound,))
    assert ["UNKNOWN"] == reasons("Alpha costs $5.", (bound,))
    assert ["UNKNOWN"] == reasons("Alpha costs at least $5.", (bound,))


def test_both_ends_of_a_range_are_claims() -> None:
    low = fact("a.lo", "Alpha", "", "5")._replace(range_end="lo")
    high = fact("a.hi", "Alpha", "", "9")._replace(range_end="hi")

    assert ["BOUND", "BOUND"] == reasons("Alpha costs from $5 to $9.", (low, high))
    assert ["BOUND", "UNKNOWN"] == reasons("Alpha costs from $5 to $8.", (low, high))
    assert ["UNKNOWN"] == reasons("Alpha costs at least $5.", (low._replace(modifier="max"),))


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("Jones had 12 rebounds and 7 assists.", ["BOUND", "BOUND"]),
        ("Jones posted a 12-rebound night that also included 7 assists.", ["BOUND", "BOUND"]),
        ("Jones added 12 rebounds to 7 assists.", ["BOUND", "BOUND"]),
        ("Jones had 7 rebounds and 12 assists.", ["MISBOUND", "MISBOUND"]),
        ("Jones had twelve rebounds.", ["BOUND"]),
    ],
)
def test_the_noun_behind_a_count_is_what_it_counts(draft: str, expected: list[str]) -> None:
    facts = (fact("r", "Jones", "rebound", "12", ""), fact("a", "Jones", "assist", "7", ""))

    assert expected == reasons(draft, facts, kinds=("number",), nouns=frozenset({"rebounds", "assists"}))


@pytest.mark.parametrize(
    ("leeway", "draft", "reason"),
    [
        (Leeway(), "Alpha raised $1.2M.", "BOUND"),
        (Leeway(), "Alpha raised $1.3M.", "UNKNOWN"),
        (Leeway(is_exact=True), "Alpha raised $1.2M.", "UNKNOWN"),
        (Leeway(is_exact=True), "Alpha raised $1,234,567.", "BOUND"),
        (Leeway(within=Decimal(100_000)), "Alpha raised $1.3M.", "BOUND"),
        (Leeway(about=Decimal(100_000)), "Alpha raised $1.3M.", "UNKNOWN"),
        (Leeway(about=Decimal(100_000)), "Alpha raised about $1.3M.", "BOUND"),
        (Leeway(), "Alpha raised about $1.3M.", "UNKNOWN"),
    ],
)
def test_written_precision_and_leeway(leeway: Leeway, draft: str, reason: str) -> None:
    assert [reason] == reasons(draft, (fact("a", "Alpha", "", "1234567", leeway=leeway),), language="en")
