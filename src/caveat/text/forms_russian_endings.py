"""The endings of Russian declension by class, and what one must know of a word to choose among them."""

from typing import Literal, NamedTuple

Gender = Literal["m", "f", "n"]
Origin = Literal["chinese", "japanese", "foreign", "native"]
Kind = Literal["person", "place", "thing"]
Numbers = Literal["sg", "both", "pl"]

Cell = tuple[tuple[str, bool], ...]
"""Forms of one case and number, each with whether it is sure; empty where there is none."""


class Traits(NamedTuple):
    """
    What is known of a word beside its letters.

    Attributes:
        gender: None when the ending decides.
        origin: `native` also for a common noun that was translated.
        kind: What it names.
        is_proper: It is written as a name, with a capital.
        agrees: It stands beside a noun that it could agree with as an adjective.
        is_surname: It is the last of several parts of a person's name.
        numbers: Which forms are wanted; for ``pl`` the word given is itself a plural.
    """

    gender: Gender | None
    origin: Origin
    kind: Kind
    is_proper: bool = True
    agrees: bool = False
    is_surname: bool = False
    numbers: Numbers = "both"

    @property
    def is_name(self) -> bool:
        """The name of a person, not a noun that stands for one."""
        return self.kind == "person" and self.is_proper


class Paradigm(NamedTuple):
    """
    All forms of a word.

    Attributes:
        cells: Fourteen: nominative, genitive, dative, accusative of a thing, instrumental, prepositional of
            the singular, the same of the plural, then the accusatives of a living being, singular and plural.
            Empty where the number was not asked for.
        stems: What stays in the forms, that of the nominative first; the word itself when it never changes.
    """

    cells: tuple[Cell, ...]
    stems: tuple[str, ...]


class Model(NamedTuple):
    """
    A stem with its endings.

    Attributes:
        stem: In lower case.
        endings: Five cases of the singular from the genitive on, then six of the plural. ``/`` parts
            alternatives, ``?`` marks an unsure one, ``-`` is no ending, ``=`` the nominative singular,
            ``+`` the same with more letters, ``@`` the accusative by animacy, ``0`` the bare stem of the
            genitive plural with its vowel put in.
        is_sure: Whether its forms are.
    """

    stem: str
    endings: str
    is_sure: bool = True

    @property
    def doubtful(self) -> "Model":
        """The same, not sure."""
        return self._replace(is_sure=False)


PLACES: dict[Numbers, tuple[int, ...]] = {
    "sg": (0, 1, 2, 3, 4, 5, 12),
    "pl": (6, 7, 8, 9, 10, 11, 13),
    "both": tuple(range(14)),
}
"""The cells of a `Paradigm` that are filled, by the numbers that are asked for."""

VOWELS = frozenset("аеёиоуыэюя")
VELAR = frozenset("гкх")
HUSHING = frozenset("жшчщ")

SAME = "= = = = = | = = = = = ="

MASCULINE = "а у @ ом е | ы ов ам @ ами ах"
VELAR_M = "а у @ ом е | и ов ам @ ами ах"
HUSHING_M = "а у @ ем е | и ей ам @ ами ах"
HUSHING_STRESSED_M = "а у @ ом е | и ей ам @ ами ах"
HUSHING_OPEN_M = "а у @ ем?/ом? е | и ей ам @ ами ах"
TS_M = "а у @ ем е | ы ев ам @ ами ах"
TS_STRESSED_M = "а у @ ом е | ы ов ам @ ами ах"
TS_OPEN_M = "а у @ ем?/ом? е | ы ев?/ов? ам @ ами ах"
SOFT_M = "я ю @ ем е | и ей ям @ ями ях"
SOFT_OPEN_M = "я ю @ ем?/ём? е | и ей ям @ ями ях"
SHORT_I_M = "я ю @ ем е | и ев ям @ ями ях"
SHORT_I_STRESSED_M = "я ю @ ём е | и ёв ям @ ями ях"
IY_M = "я ю @ ем и | и ев ям @ ями ях"
FEMININE = "ы е у ой/ою е | ы 0 ам @ ами ах"
VELAR_F = "и е у ой/ою е | и 0 ам @ ами ах"
HUSHING_F = "и е у ей/ею е | и 0 ам @ ами ах"
HUSHING_STRESSED_F = "и е у ой/ою е | и 0 ам @ ами ах"
HUSHING_OPEN_F = "и е у ей/ею/ой? е | и 0 ам @ ами ах"
TS_F = "ы е у ей/ею е | ы 0 ам @ ами ах"
TS_STRESSED_F = "ы е у ой/ою е | ы 0 ам @ ами ах"
TS_OPEN_F = "ы е у ей/ею/ой? е | ы 0 ам @ ами ах"
SOFT_F = "и е ю ей/ею е | и 0 ям @ ями ях"
SOFT_STRESSED_F = "и е ю ёй/ёю е | и 0 ям @ ями ях"
IYA = "и и ю ей/ею и | и й ям @ ями ях"
SIGN_F = "и и = ью и | и ей ям @ ями ях"
SIGN_FLEETING_F = "и и = +ю и | и ей ям @ ями ях"
SIGN_HUSHING_F = "и и = ью и | и ей ам @ ами ах"
NEUTER = "а у = ом е | а 0 ам @ ами ах"
SMALL_N = "а у = ом е | и 0 ам @ ами ах"
HUSHING_N = "а у = ем е | а 0 ам @ ами ах"
SOFT_N = "я ю = ем е | я ей ям @ ями ях"
IE = "я ю = ем и | я й ям @ ями ях"
YE = "я ю = ем е/и? | я 0 ям @ ями ях"
YO = "я ю = ём е | я 0 ям @ ями ях"
MYA = "ени ени = енем ени | ена ён енам @ енами енах"
SURNAME_M = "а у @ ым е | ы ых ым @ ыми ых"
SURNAME_F = "ой ой у ой/ою ой | ы ых ым @ ыми ых"

Softness = Literal["hard", "velar", "hushing", "soft", "stressed"]

ADJECTIVE: dict[tuple[Gender, Softness], str] = {
    ("m", "hard"): "ого ому @ ым ом | ые ых ым @ ыми ых",
    ("m", "velar"): "ого ому @ им ом | ие их им @ ими их",
    ("m", "hushing"): "его ему @ им ем | ие их им @ ими их",
    ("m", "soft"): "его ему @ им ем | ие их им @ ими их",
    ("m", "stressed"): "ого ому @ им ом | ие их им @ ими их",
    ("f", "hard"): "ой ой ую ой/ою ой | ые ых ым @ ыми ых",
    ("f", "velar"): "ой ой ую ой/ою ой | ие их им @ ими их",
    ("f", "hushing"): "ей ей ую ей/ею ей | ие их им @ ими их",
    ("f", "soft"): "ей ей юю ей/ею ей | ие их им @ ими их",
    ("f", "stressed"): "ой ой ую ой/ою ой | ие их им @ ими их",
    ("n", "hard"): "ого ому = ым ом | ые ых ым @ ыми ых",
    ("n", "velar"): "ого ому = им ом | ие их им @ ими их",
    ("n", "hushing"): "его ему = им ем | ие их им @ ими их",
    ("n", "soft"): "его ему = им ем | ие их им @ ими их",
    ("n", "stressed"): "ого ому = им ом | ие их им @ ими их",
}
POSSESSIVE: dict[str, str] = {
    "ий": "ьего ьему @ ьим ьем | ьи ьих ьим @ ьими ьих",
    "ья": "ьей ьей ью ьей/ьею ьей | ьи ьих ьим @ ьими ьих",
    "ье": "ьего ьему = ьим ьем | ьи ьих ьим @ ьими ьих",
}
