"""Many named tuples at once, as rankings make them."""

from caveat.model.many import many
from caveat.model.search import Match


def test_many_is_what_each_call_would_give() -> None:
    rows = [("note:a.md", 3, 0.5), ("note:b.md", 4, 0.25)]
    found = many(Match, rows)
    assert found == [Match(*row) for row in rows]
    assert [type(each) for each in found] == [Match, Match]
    assert found[1].score == 0.25
