"""The matcher among honest quotes: what somebody copies out of a note as it is shown is found there."""

import pytest

from caveat.text.quote import is_quoted

TABLE = """\
The costs of March:

| No. | What | Amount |
|----:|:-----|-------:|
| 1 | The rent of the studio is due | EUR 1,480 |
| 2 | **Electricity** for [[kiln\\|ten firings]] costs 195 | EUR 195 |
| 3 | There is no smoking in the rooms | house rule |
| 4 | Аренда студии оплачена вперёд | да |
| 5 | 工作室的租金每月支付 | 是 |
| 6 | 家賃は毎月前払いです | 済 |
| 7 | Die Miete ist im Voraus fällig | ja |
| 8 | Le loyer est payable d'avance | oui |
| 9 | El alquiler se paga por adelantado | sí |
"""

CALLOUT = """\
Not everything here was looked at.

> [!info]+ The importer is new
> The importer reads one folder at a time. It keeps the dates.
> - Each note keeps its own name
>
> [!tip]
> Ключи лежат под лестницей у входа.
"""

LIST = """\
Nothing of this is new. What the lease says:

1. The rent is 900 a month
   - The deposit is three months' rent
2. **Pets** are welcome in [the yard](yard.md)
- [x] The keys were handed over in May
- Die Kaution beträgt drei Mieten
- Le dépôt est de trois loyers
- Залог равен трём арендным платам
- 押金是三个月的租金
- 敷金は家賃の三か月分です
- El depósito es de tres meses
"""

PROSE = """\
# The lease of the studio

It is not cheap. The rent is 900 a month; the deposit is 2,700 euros. (The yard is ours to use.)
Ada wrote: "The landlord pays for the roof." See [[§ 3|the third paragraph]] for the water.
The *old* kiln burns `cone 9` in __seven__ hours. The ash goes to the garden. Both are ours.

## Wer zahlt das Wasser im Haus

Nicht alles steht hier. Die Miete beträgt 900 Euro; das Wasser zahlt der Vermieter. **Die Heizung** läuft mit Gas.

## Le loyer de l'atelier

Ce n'est pas cher. Le loyer est de 900 euros par mois ; l'eau est comprise. (La cour est à nous.)

## Кто платит за воду в доме

Не всё здесь записано. Аренда стоит 900 евро в месяц; воду оплачивает хозяин. Ада писала: «Крышу чинит хозяин дома».

## El alquiler del taller

No es caro. El alquiler es de 900 euros al mes; el agua está incluida. (El patio es nuestro.)

## 工作室的租金和押金

不贵。租金是每月九百元；水费由房东支付。2024年续签了合同。

## 工房の家賃について

高くない。家賃は月九百ユーロです。2024年に契約を更新しました。「屋根は大家が直します」と書いてある。
※庭は自由に使えます。
"""


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (text, statement)
        for text, statements in (
            (TABLE, "The rent of the studio is due/Electricity for ten firings costs 195/There is no smoking in"
             " the rooms/Аренда студии оплачена вперёд/工作室的租金每月支付/家賃は毎月前払いです/Die Miete ist im"
             " Voraus fällig/Le loyer est payable d'avance/El alquiler se paga por adelantado"),
            (CALLOUT, "Not everything here was looked at/The importer is new/The importer reads one folder at a"
             " time/It keeps the dates./Each note keeps its own name/Ключи лежат под лестницей у входа"),
            (LIST, "The rent is 900 a month/The deposit is three months' rent/Pets are welcome in the yard/The"
             " keys were handed over in May/Die Kaution beträgt drei Mieten/Le dépôt est de trois loyers/Залог"
             " равен трём арендным платам/押金是三个月的租金/敷金は家賃の三か月分です/El depósito es de tres meses"),
            (PROSE, "The lease of the studio/It is not cheap./The rent is 900 a month/the deposit is 2,700 euros/"
             "The yard is ours to use/The landlord pays for the roof./See the third paragraph for the water/The"
             " *old* kiln burns cone 9 in seven hours/The old kiln burns `cone 9` in __seven__ hours/The ash goes"
             " to the garden. Both are ours./Wer zahlt das Wasser im Haus/Nicht alles steht hier/Die Miete"
             " beträgt 900 Euro/das Wasser zahlt der Vermieter/Die Heizung läuft mit Gas/Le loyer de l'atelier/Le"
             " loyer est de 900 euros par mois/l'eau est comprise/La cour est à nous/Кто платит за воду в доме/"
             "Не всё здесь записано/Аренда стоит 900 евро в месяц/воду оплачивает хозяин/Крышу чинит хозяин"
             " дома/El alquiler del taller/El alquiler es de 900 euros al mes/el agua está incluida/El patio es"
             " nuestro/工作室的租金和押金/租金是每月九百元/水费由房东支付/2024年续签了合同/工房の家賃について/"
             "家賃は月九百ユーロです/2024年に契約を更新しました/屋根は大家が直します/庭は自由に使えます"),
        )
        for statement in statements.split("/")
    ],
)  # fmt: skip
def test_an_honest_quote_is_found(text: str, statement: str) -> None:
    assert is_quoted(statement, text)


@pytest.mark.parametrize(
    "text",
    [
        "| What | State |\n|---|---|\n| The rent is 900 | not true |",
        "| What | State |\n|---|---|\n| The rent is 900 | ❌ |",
        "| What is wrong | Why |\n|---|---|\n| The rent is 900 | it is 950 |",
        "| True | False |\n|---|---|\n| The rent is 950 | The rent is 900 |",
        "None of this is so:\n\n| What | Who |\n|---|---|\n| The rent is 900 | Ada |",
        "| What | Who |\n|---|---|\n| Half the rent is 900 | Ada |",
        "| What | Who |\n|---|---|\n| The rent is 900? | Ada |",
        "> [!failure] The rent is 900.",
        "> [!note] Nobody says:\n> The rent is 900.",
        "None of this is so:\n- What Ada says:\n  - The rent is 900",
        "None of this is so:\n- " + "What Ada says, and more of " * 60 + "it:\n  - The rent is 900",
        "| Before | After |\n|---|---|\n| The rent is 900 | The rent is 950 |",
        "| Option A | Option B |\n|---|---|\n| The rent is 900 | The rent is 950 |",
        "| Ошибка | Верно |\n|---|---|\n| The rent is 900 | The rent is 950 |",
        "這是誤。租金如果改變: the rent is 900",
    ],
)
def test_what_a_table_callout_or_outer_list_denies_is_not_found(text: str) -> None:
    assert not is_quoted("The rent is 900", text)


@pytest.mark.parametrize("text", ["|a" * 9_000 + "\n" + "|b\n" * 100_000, "|" * 200_000, "> [!a]" * 30_000])
def test_hostile_tables_take_no_time(text: str) -> None:
    assert not is_quoted("the rent is 900", text)
