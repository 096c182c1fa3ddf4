"""A rendering that is offered for a name nobody rendered."""

import pytest

from caveat.text.transliteration_offer import offer


@pytest.mark.parametrize(
    ("name", "system", "kind", "expected"),
    [
        ("王胡", "palladius", "person", "Ван Ху"),
        ("长安", "palladius", "place", "Чанъань"),
        ("メロス", "polivanov", "person", "Мэросу"),
        ("王胡", "polivanov", "person", None),
        ("王胡", "none", "person", None),
        ("Quei", "palladius", "person", None),
        ("", "palladius", "person", None),
        ("ヴァイオレット", "polivanov", "person", None),
    ],
)
def test_offer(name: str, system: str, kind: str, expected: str | None) -> None:
    found = offer(name, system=system, kind=kind)

    assert expected == (found.text if found is not None else None)
