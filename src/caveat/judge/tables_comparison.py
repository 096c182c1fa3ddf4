"""Words beside which a name is what something is compared to, not whose number it is; lower case, by hand."""

from caveat.text.patterns import regex

BEFORE_REFERENCE = frozenset(
    (
        "than unlike versus vs against above below"
        " чем против отличие дешевле дороже ниже выше больше меньше быстрее медленнее лучше хуже"
        " als gegenüber gegen"
        " que contre"
    ).split()
)
"""One word right before the name."""

PHRASES_BEFORE_REFERENCE = (
    "compared to",
    "compared with",
    "in contrast to",
    "relative to",
    "as opposed to",
    "в отличие от",
    "по сравнению с",
    "по сравнению со",
    "im vergleich zu",
    "im vergleich zum",
    "im gegensatz zu",
    "anders als",
    "par rapport à",
    "contrairement à",
    "comparé à",
)
"""Several words right before the name."""

ARTICLES = frozenset("the a an der die das dem den des ein eine einem einer le la les du l'".split())
"""May stand between those and the name."""

BEHIND_REFERENCE = regex(
    r"\s*(?:不同|相比|相反"
    r"|とは?(?:違い|違って|異なり|反対に)|(?:に|と)比べ|より"
    r"|보다|(?:와|과)는? 달리|에 비해)"
)
"""What follows the name at once in languages that say so behind it; matched at its end."""
