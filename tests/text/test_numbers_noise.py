"""Digits that are no quantity: each kind has its name, and none hides an amount."""

import pytest

from caveat.text.numbers import Setting, extract_text


def found(text: str, language: str = "en") -> tuple[list[str], list[str]]:
    """Values of the quantities, and ``name text`` of the noise."""
    read = extract_text(text, Setting(language=language))
    return (
        [f"{one.value}{one.unit}" for one in read.quantities],
        [f"{one.name} {text[one.start : one.end]}" for one in read.noise],
    )


@pytest.mark.parametrize(
    ("text", "language", "noise"),
    [
        ("on 2024-05-12", "en", ["date 2024-05-12"]),
        ("am 12.05.2024", "de", ["date 12.05.2024"]),
        ("May 5, 2024 was warm", "en", ["date May 5, 2024"]),
        ("с 5 по 7 мая", "ru", ["date 5 по 7 мая"]),
        ("发布于2024年5月12日", "zh", ["date 2024年5月12日"]),
        ("令和6年5月", "ja", ["date 令和6年5月"]),
        ("2024년 5월 12일에", "ko", ["date 2024년 5월 12일"]),
        ("at 14:30", "en", ["clock 14:30"]),
        ("um 14.30 Uhr", "de", ["clock 14.30 Uhr"]),
        ("à 14h30", "fr", ["clock 14h30"]),
        ("下午3点开会", "zh", ["clock 3点"]),
        ("3시 30분", "ko", ["clock 3시 30분"]),
        ("Call +1 (555) 123-4567", "en", ["phone +1 (555) 123-4567"]),
        ("8-800-555-35-35", "ru", ["phone 8-800-555-35-35"]),
        ("電話は東京03-1234-5678", "ja", ["phone 03-1234-5678"]),
        ("at 192.168.0.1:80", "en", ["ip 192.168.0.1:80"]),
        ("ISBN 978-3-16-148410-0", "en", ["isbn ISBN 978-3-16-148410-0"]),
        ("0x1F and #ffa07a", "en", ["hex 0x1F", "hex #ffa07a"]),
        ("RFC 9110, ISO/IEC 27001:2013, ГОСТ 7.1-2003", "en", None),
        ("See § 5, pp. 12–15 and Fig. 3", "en", ["section 5", "page 12", "page 15", "table 3"]),
        ("стр. 34, рис. 5, № 12", "ru", ["page 34", "table 5", "id 12"]),
        ("第3章", "zh", ["section 3"]),
        ("ticket #4512", "en", ["id 4512"]),
        ("v0.50 and 2.10.3", "en", ["version v0.50", "version 2.10.3"]),
        ("in 2024 and the 1990s", "en", ["year 2024", "year 1990s"]),
        ("в 2020–2024 гг.", "ru", ["year 2020", "year 2024"]),
        ("the 1st, 2nd", "en", ["ordinal 1st", "ordinal 2nd"]),
        ("COVID-19, COP28, 5G, gpt-3.5-turbo", "en", None),
        ("It is true [1, 2]", "en", ["footnote [1, 2]"]),
        ("1. one thing", "en", ["list-marker 1."]),
        ("If $x = 5$ holds", "en", ["math $x = 5$"]),
        ("Set $1 to $HOME", "en", ["shell-variable $1"]),
        ("see https://a.org/5?p=$9 here", "en", ["url https://a.org/5?p=$9"]),
        ("run `a 5`", "en", ["code `a 5`"]),
        ("open 24/7", "en", ["idiom 24/7"]),
    ],
)
def test_noise_has_its_name(text: str, language: str, noise: list[str] | None) -> None:
    quantities, named = found(text, language)

    assert [] == quantities
    assert "unclassified" not in " ".join(named)
    assert noise is None or noise == named


@pytest.mark.parametrize(
    ("text", "language", "quantities"),
    [
        ("May 12 $ be enough?", "en", []),
        ("version 3 %", "en", ["3%"]),
        ("Windows 11 $ a year", "en", ["11USD"]),
        ("Tabelle 5 %", "de", ["5%"]),
        ("ISO 5 %", "en", ["5%"]),
        ("in 2024 $", "en", ["2024USD"]),
        ("COVID-19 %", "en", ["19%"]),
        ("section 5 percent", "en", ["5%"]),
        ("№ 5 руб.", "ru", ["5RUB"]),
        ("第3元", "zh", ["3CNY"]),
        ("`$0.20`", "en", ["0.20USD"]),
        ("pay $1 for it", "en", ["1USD"]),
        ("$1.50 to $HOME", "en", ["1.50USD"]),
        ("may 5 people come", "en", ["5"]),
        ("2,024 rows", "en", ["2024"]),
        ("2000 rows", "en", ["2000"]),
        ("Add 12 items, 3 lines", "en", ["12", "3"]),
    ],
)
def test_sign_or_word_of_money_or_percent_wins_over_a_name(
    text: str, language: str, quantities: list[str]
) -> None:
    assert quantities == found(text, language)[0]


@pytest.mark.parametrize("text", ["12.05.2024 $", "14:30 %", "555-0199 dollars", "v2 $", "5G $"])
def test_shape_beside_a_unit_is_unclassified(text: str) -> None:
    quantities, noise = found(text)

    assert ([], True) == (quantities, any(one.startswith("unclassified") for one in noise))
