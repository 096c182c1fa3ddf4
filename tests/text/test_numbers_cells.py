"""Units that stand in the heads of a table."""

import pytest

from caveat.text.numbers import Setting, extract
from caveat.text.visible import visible


def cells(source: str, language: str = "en") -> list[str]:
    """``value unit`` of every quantity in a Markdown source."""
    return [
        f"{one.value} {one.unit or one.kind}"
        for one in extract(visible(source, "markdown"), Setting(language)).quantities
    ]


def table(head: str, cell: str) -> str:
    return f"| Model | {head} |\n|---|---|\n| A | {cell} |"


@pytest.mark.parametrize(
    ("head", "cell", "language", "found"),
    [
        ("Price, $", "0.20", "en", ["0.20 USD"]),
        ("Price, $M", "1.5", "en", ["1500000 USD"]),
        ("US$ bn", "2", "en", ["2000000000 USD"]),
        ("Revenue ($ in millions)", "(71)", "en", ["-71000000 USD"]),
        ("Share, %", "5–7", "en", ["5 %", "7 %"]),
        ("Growth (pp)", "-2", "en", ["-2 pp"]),
        ("Speedup, ×", "2", "en", ["2 x"]),
        ("Выручка, млн руб.", "1,5", "ru", ["1500000 RUB"]),
        ("Umsatz (in Mio. €)", "1,5", "de", ["1500000 EUR"]),
        ("売上（千円）", "1,500", "ja", ["1500000 JPY"]),
        ("价格（万元）", "12", "zh", ["120000 CNY"]),
        ("매출(억 원)", "35", "ko", ["3500000000 KRW"]),
        ("Price, $", "€5", "en", ["5 EUR"]),
        ("Price, $", "12 users", "en", ["12 number"]),
        ("Users", "12", "en", ["12 number"]),
        ("Year", "2023", "en", []),
        ("#", "12", "en", []),
    ],
)
def test_head_gives_unit_and_scale_to_bare_cells(
    head: str, cell: str, language: str, found: list[str]
) -> None:

    assert found == cells(table(head, cell), language)


def test_name_of_a_row_holds_for_the_cells_beside_it() -> None:
    source = "| | 2022 | 2023 |\n|---|---|---|\n| Revenue, $M | 1.5 | 2 |\n| Staff | 10 | 12 |"

    assert ["1500000 USD", "2000000 USD", "10 number", "12 number"] == cells(source)


def test_caption_gives_unit_and_scale_where_no_head_does() -> None:
    source = "(in thousands of dollars)\n\n| | 2022 | 2023 |\n|---|---|---|\n| Loss | (71) | $ 12 |\n| Rate | 5% | 6% |"

    assert ["-71000 USD", "12000 USD", "5 %", "6 %"] == cells(source)


def test_long_paragraph_before_a_table_is_no_caption() -> None:
    source = "We pay in dollars, " + "and more " * 20 + ".\n\n" + table("Users", "12")

    assert ["12 number"] == cells(source)
