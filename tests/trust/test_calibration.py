"""How an author's claims fared."""

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.records import Edge, Record, Tally
from caveat.trust.calibration import claims_in, kappa, kappas, other_claims, tallies
from caveat.trust.graph import build_graph
from tests.trust.building import derived, primary


def claim(ref: str, declared: float | None = 0.9, author: str = "A", **fields) -> Record:
    return Record(ref, kind="claim", declared=declared, asserted_by=author, **fields)


def tally(records: list[Record], edges: list[Edge], author: str = "A") -> Tally:
    graph = build_graph(records, edges)
    claims = claims_in(graph)
    return tallies([author], graph, claims)[author]


CLAIMS = [claim("c"), claim("d"), claim("e")]
CRITIC = primary("x", 0.6, asserted_by="B")


@pytest.mark.parametrize(
    ("record", "edge"),
    [
        (CRITIC, Edge("contradicts", "x", "c")),
        (CRITIC._replace(asserted_by=None), Edge("contradicts", "x", "c", at=5.0)),
        (CRITIC._replace(declared=0.45), Edge("contradicts", "x", "c")),
        (CRITIC, Edge("supersedes", "x", "c", because="corrected")),
        (CRITIC._replace(asserted_by="A"), Edge("supersedes", "x", "c", because="corrected")),
        (CRITIC._replace(status="superseded"), Edge("supersedes", "x", "c", because="corrected")),
    ],
    ids=["contradicted", "by nobody", "half", "corrected", "corrected by itself", "correction corrected"],
)
def test_claim_is_wrong(record: Record, edge: Edge) -> None:
    assert tally([*CLAIMS, record], [edge]) == Tally(3, (("c", 0.9),))


@pytest.mark.parametrize(
    ("record", "edge"),
    [
        (CRITIC._replace(declared=0.44), Edge("contradicts", "x", "c")),
        (CRITIC._replace(asserted_by="A"), Edge("contradicts", "x", "c")),
        (CRITIC._replace(status="superseded"), Edge("contradicts", "x", "c")),
        (CRITIC._replace(status="retracted"), Edge("contradicts", "x", "c")),
        (CRITIC._replace(status="retracted"), Edge("supersedes", "x", "c", because="corrected")),
        (CRITIC, Edge("supersedes", "x", "c", because="updated")),
        (CRITIC, Edge("concerns", "x", "c")),
        (CRITIC, Edge("supports", "x", "c")),
    ],
    ids=[
        "junk",
        "own author",
        "superseded",
        "retracted",
        "correction retracted",
        "updated",
        "concern",
        "support",
    ],
)
def test_claim_is_not_wrong(record: Record, edge: Edge) -> None:
    assert tally([*CLAIMS, record], [edge]) == Tally(3)


@pytest.mark.parametrize(("at", "is_wrong"), [(49.0, False), (50.0, False), (51.0, True), (None, True)])
def test_later_verification_settles_a_contradiction(at: float | None, is_wrong: bool) -> None:
    found = tally([claim("c", verified=50.0), CRITIC], [Edge("contradicts", "x", "c", at=at)])

    assert bool(found.wrong) is is_wrong


def test_verification_does_not_undo_a_correction() -> None:
    edge = Edge("supersedes", "x", "c", because="corrected", at=1.0)

    assert tally([claim("c", verified=50.0), CRITIC], [edge]).wrong == (("c", 0.9),)


def test_pedigree_of_the_critic_is_reckoned_with_every_kappa_one() -> None:
    """The critic's author has only wrong claims, and the critic still reaches half."""
    others = [claim(f"b{i}", 1.0, "B") for i in range(3)]
    edges = [Edge("supersedes", "x", f"b{i}", because="corrected") for i in range(3)]

    found = tally([*CLAIMS, CRITIC._replace(declared=0.45), *others], [*edges, Edge("contradicts", "x", "c")])

    assert found.wrong == (("c", 0.9),)


def test_pedigree_of_a_derived_critic_counts_its_steps() -> None:
    records = [*CLAIMS, primary("p", 0.5), derived("x", "p", step="leap")]

    assert tally([*records[:4], derived("x", "p", step="copy")], [Edge("contradicts", "x", "c")]).wrong
    assert not tally([*records[:3], primary("p", 0.49), records[4]], [Edge("contradicts", "x", "c")]).wrong


def test_retracted_claims_and_notes_do_not_feed_it() -> None:
    records = [
        claim("c", status="retracted"),
        claim("d", status="superseded"),
        primary("n", 0.9, asserted_by="A"),
        CRITIC,
    ]
    edges = [Edge("contradicts", "x", ref) for ref in ("c", "d", "n")]

    assert tally(records, edges) == Tally(1, (("d", 0.9),))


def test_claim_without_a_stated_confidence_counts_as_undeclared() -> None:
    assert tally([claim("c", None), CRITIC], [Edge("contradicts", "x", "c")]).wrong == (("c", 0.6),)


def test_claim_is_left_out_of_its_own_calibration() -> None:
    kappa_of = kappas({"A": Tally(4, (("c", 0.9), ("d", 0.6)))})

    assert kappa_of(claim("c")) == kappa(3, 0.6) == 1 - 0.6 / 3
    assert kappa_of(claim("e")) == kappa(3, 1.5) == 0.5
    assert kappa_of(claim("e", status="retracted")) == kappa(4, 1.5)


def test_note_feels_all_claims_of_its_author() -> None:
    kappa_of = kappas({"A": Tally(3, (("c", 0.9),))})

    assert kappa_of(primary("n", asserted_by="A")) == 1 - 0.9 / 3
    assert kappa_of(claim("d")) == 1.0
    assert kappa_of(primary("n", asserted_by="B")) == kappa_of(primary("n")) == 1.0


def test_humble_author_who_is_never_contradicted_keeps_one() -> None:
    assert kappa(10, 0.0) == 1.0


def test_author_without_claims_has_no_tally() -> None:
    graph = build_graph([CRITIC], [])

    assert tallies(["B", "nobody"], graph, claims_in(graph)) == {}


class Watched(Mapping[str, Tally]):
    """Tallies that note whose are asked for."""

    def __init__(self, tallies: dict[str, Tally]) -> None:
        self._tallies = tallies
        self.asked: set[str] = set()

    def __getitem__(self, author: str) -> Tally:
        self.asked.add(author)
        return self._tallies[author]

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("all tallies were gone through")

    def __len__(self) -> int:
        return len(self._tallies)


def test_only_authors_that_are_met_are_looked_at() -> None:
    watched = Watched({author: Tally(4, (("w", 0.8),)) for author in "ABC"})
    kappa_of = kappas(watched)

    found = [kappa_of(claim(ref, author="B")) for ref in ("w", "v", "w")]

    assert {"B"} == watched.asked
    assert [1.0, pytest.approx(1 - 0.8 / 3), 1.0] == found


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.integers(0, 20))
def test_each_wrong_claim_feels_the_others_to_the_last_bit(shares: list[float], right: int) -> None:
    known = Tally(len(shares) + right, tuple((f"w{number}", share) for number, share in enumerate(shares)))
    kappa_of = kappas({"A": known})
    records = [claim(ref) for ref, _ in known.wrong]

    assert [kappa(*other_claims(record, known)) for record in records] == [kappa_of(r) for r in records]


def test_thousands_of_wrong_claims_of_one_author_take_linear_time() -> None:
    from time import process_time

    known = Tally(30_000, tuple((f"w{number}", number / 30_000) for number in range(20_000)))
    records, kappa_of = [claim(ref) for ref, _ in known.wrong], kappas({"A": known})
    start = process_time()
    found = {kappa_of(record) for record in records}

    # Adding up the others for each took more than 20 seconds.
    assert process_time() - start < 3
    assert found
