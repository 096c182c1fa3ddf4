"""The second tier: what looks like a name, for a reviewer only."""

from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.judge.terms_similar import Similarity
from caveat.model.terms import UNVERIFIED, Key, Term
from caveat.text.fold_book import profile

ZH = profile("zh")


def term(headword: str, *keys: str, is_retracted: bool = False) -> Term:
    approval = UNVERIFIED._replace(is_retracted=is_retracted)
    return Term(f"term:b/{headword}", headword, keys=tuple(map(Key, (headword, *keys))), approval=approval)


def test_more_shared_characters_come_first_and_traditional_ones_count() -> None:
    found = Similarity([term("赵太爷"), term("钱太爷"), term("未庄")], ZH).near("趙太太")

    assert ["赵太爷", "钱太爷"] == [one.headword for one in found]
    assert found[0].score > found[1].score > 0


def test_keys_count_and_what_was_taken_back_does_not() -> None:
    found = Similarity([term("阿Q", "老桂"), term("桂花", is_retracted=True)], ZH).near("阿桂")

    assert ["阿Q"] == [one.headword for one in found]


def test_nothing_in_common_is_nothing() -> None:
    assert () == Similarity([term("未庄")], ZH).near("阿Q") == Similarity([], ZH).near("阿Q")


@given(
    st.lists(st.text("甲乙丙丁", min_size=1, max_size=4), unique=True, max_size=8),
    st.text("甲乙丙戊", max_size=5),
)
@settings(max_examples=60)
def test_order_of_the_terms_makes_no_difference(headwords: list[str], name: str) -> None:
    terms = [term(headword) for headword in headwords]
    first, second = Similarity(terms, ZH).near(name), Similarity(terms[::-1], ZH).near(name)

    assert [(one.term, round(one.score, 9)) for one in first] == [
        (one.term, round(one.score, 9)) for one in second
    ]
    assert all(one.score > 0 for one in first)
