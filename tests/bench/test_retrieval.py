"""Retrieval on small collections: caveat's own search beside SQLite's tokenizers."""

import pytest

from caveat.bench.collection import Collection, Document, Question
from caveat.bench.engine import engine
from caveat.bench.metrics import Mean
from caveat.bench.peers import PEERS, peer_ranking
from caveat.bench.retrieval import measure_retrieval, score_run
from caveat.bench.trec import Scored
from caveat.model.errors import InputError

RUSSIAN = Collection(
    (
        Document("lease", "Срок договора аренды истекает весной."),
        Document("tea", "Мы пили чай в саду."),
        Document("fire", "Печь остывает два дня."),
    ),
    (Question("q", "договор"), Question("r", "печи")),
    {"q": {"lease": 1}, "r": {"fire": 1}},
)


def test_caveat_is_measured_beside_every_peer() -> None:
    found = measure_retrieval("ru", [RUSSIAN])

    assert list(found.scores) == ["caveat", *(peer.name for peer in PEERS)]
    assert (found.documents, found.queries) == (3, 2)
    assert found.figures()["ru caveat nDCG@10"] == 1.0
    # No stems: an inflected form is another word, and a found substring only helps the first query.
    assert found.figures()["ru unicode61 nDCG@10"] == 0.0
    assert found.figures()["ru trigram, words nDCG@10"] == 0.5


def test_collections_are_searched_apart_and_count_together() -> None:
    other = RUSSIAN._replace(queries=RUSSIAN.queries[:1])

    found = measure_retrieval("ru", [RUSSIAN, other])

    assert found.queries == 3
    assert found.scores["caveat"].recall == Mean(3.0, 3)


def test_query_without_a_relevant_document_is_not_asked() -> None:
    found = measure_retrieval("ru", [RUSSIAN._replace(qrels={"q": {"lease": 1}, "r": {"fire": 0}})])

    assert found.queries == 1


def test_two_runs_give_the_same_figures() -> None:
    assert measure_retrieval("ru", [RUSSIAN]) == measure_retrieval("ru", [RUSSIAN])


def test_title_of_a_document_is_searched() -> None:
    with engine([Document("1", "Washed twice.", "Ash glaze"), Document("2", "Ash.")]) as ours:
        assert ours.ranking("glaze") == ["1"]


def test_id_of_a_document_is_no_word_of_it() -> None:
    with engine([Document("184", "Ash."), Document("2", "184 pots.")]) as ours:
        assert ours.ranking("184") == ["2"]


def test_declared_reliability_acts_only_with_trust_on() -> None:
    documents = [Document("a", "ash ash glaze"), Document("b", "ash glaze")]
    with engine(documents, {"a": 0.0, "b": 1.0}) as ours:
        assert ours.ranking("ash", is_trust_on=False) == ["a", "b"]
        assert ours.ranking("ash", is_trust_on=True) == ["b", "a"]


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
@pytest.mark.parametrize("text", ['"', "'", "a*", "NEAR(", "-", "", "печь OR", "с 1"])
def test_no_query_breaks_a_peer(peer, text: str) -> None:
    with peer_ranking(peer, RUSSIAN) as ranking:
        assert isinstance(ranking(text), list)


def test_peer_is_asked_without_stop_words() -> None:
    collection = Collection(
        (Document("a", "the the the of the"), Document("b", "the glaze of ash")),
        (Question("q", "what is the glaze of the ash"),),
        {"q": {"b": 1}},
    )
    with peer_ranking(PEERS[0], collection) as ranking:
        assert ranking("what is the glaze of the ash") == ["b"]


def test_run_of_another_engine_is_scored_on_every_judged_query() -> None:
    found = score_run({"q": [Scored("lease", 1.0)]}, RUSSIAN.qrels, "run")

    assert found.named() == {"nDCG@10": 0.5, "R@10": 0.5, "MRR@10": 0.5}


def test_run_of_other_queries_is_refused() -> None:
    with pytest.raises(InputError, match="run: none of its queries"):
        score_run({"x": [Scored("lease", 1.0)]}, RUSSIAN.qrels, "run")
