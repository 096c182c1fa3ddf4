"""What stands between a number and its unit, and what keeps digits from being swallowed by it."""

import pytest

from caveat.text.numbers import Setting, extract, extract_text
from caveat.text.visible import visible


def said(text: str, language: str, *, is_html: bool = False) -> list[str]:
    """``value unit`` of every quantity, and the name of what is unclassified."""
    read = visible(text, "html" if is_html else "text")
    found = extract(read, Setting(language=language))
    items = [(one.start, f"{one.value} {one.unit or one.kind}") for one in found.quantities]
    items += [(one.start, one.name) for one in found.noise if one.name == "unclassified"]
    return [name for _, name in sorted(items)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("<p>15<sup>1</sup>&nbsp;₽</p>", "ru", ["15 RUB"]),
        ("<p>12<sup>2</sup> %</p>", "en", ["12 %"]),
        ("<p>12<sup>(1)</sup> €</p>", "fr", ["12 EUR"]),
        ("<p>12<sup>※1</sup>円</p>", "ja", ["12 JPY"]),
        ("<p>costs <sup>12</sup> $</p>", "en", ["12 USD"]),
    ],
)
def test_raised_mark_never_becomes_a_digit_of_the_number(
    text: str, language: str, expected: list[str]
) -> None:
    assert expected == said(text, language, is_html=True)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Pay 12* dollars or 9† %.", "en", ["12 USD", "9 %"]),
        ("That is 2*$5.", "en", ["2 number", "5 USD"]),
        ("Total 12(USD).", "en", ["12 USD"]),
        ("unter 0,5 Vol.-%", "de", ["0.5 %"]),
        ("der 12-€-Tarif und die 5-%-Hürde", "de", ["12 EUR", "5 %"]),
        ("数据线USB 30元", "zh", ["30 CNY"]),
    ],
)
def test_unit_is_found_behind_a_mark_and_no_other_numbers_sign_is(
    text: str, language: str, expected: list[str]
) -> None:
    assert expected == said(text, language)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("от 5 (пяти) до 7 (семи) процентов", ["5 %", "7 %"]),
        ("Цена 12 (двадцать) долларов.", ["unclassified"]),
        ("12,50 (двенадцать рублей пятьдесят копеек) рублей", ["12.50 RUB"]),
    ],
)
def test_number_spelled_out_in_brackets_is_the_same_or_closes_the_gate(
    text: str, expected: list[str]
) -> None:
    assert expected == said(text, "ru")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("面值有5、10、20元。", "zh", ["5 CNY", "10 CNY", "20 CNY"]),
        ("скидки 5, 10, 15 %", "ru", ["5 %", "10 %", "15 %"]),
        ("1、5元的套餐", "zh", ["1 number", "5 CNY"]),
        ("rows 3, 5 %", "en", ["3 number", "5 %"]),
        ("€4-6m", "en", ["4000000 EUR", "6000000 EUR"]),
    ],
)
def test_list_shares_its_unit_but_an_item_number_does_not(
    text: str, language: str, expected: list[str]
) -> None:
    assert expected == said(text, language)


def test_price_near_the_word_argument_is_no_variable() -> None:
    found = extract_text("Type $1 as the argument; the book costs $9.", Setting(language="en"))

    assert "$9" in ["$" + str(one.value) for one in found.quantities]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("七成五的受访者", "zh", ["75 %"]),
        ("增速为负百分之五", "zh", ["-5 %"]),
        ("이분의 일은 끝났다.", "ko", []),
        ("hundertprozentig sicher, eine hundertprozentige Tochter", "de", ["100 %"]),
        ("на 8 проц. пунктов", "ru", ["8 pp"]),
    ],
)
def test_idiom_is_worth_what_it_says(text: str, language: str, expected: list[str]) -> None:
    assert expected == said(text, language)
