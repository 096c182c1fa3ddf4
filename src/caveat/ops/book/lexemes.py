"""A dictionary of common Russian words, from the optional pymorphy3 (MIT); names are left out."""

from collections.abc import Mapping
from functools import lru_cache

from caveat.judge.rendering_forms import Lexemes, Tag

_CASES = {
    "nomn": "nom", "gent": "gen", "datv": "dat", "accs": "acc", "ablt": "ins", "loct": "prep",
    "gen2": "gen", "acc2": "acc", "loc2": "prep",
}  # fmt: skip
_GENDERS = {"masc": "m", "femn": "f", "neut": "n"}
_NAMES = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad"})
_DECLINES = frozenset({"NOUN", "ADJF", "PRTF"})


@lru_cache(maxsize=1)
def lexemes() -> Lexemes | None:
    """The dictionary; None when pymorphy3 is not installed, so that only the rules speak."""
    try:
        import pymorphy3  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return None
    analyzer = pymorphy3.MorphAnalyzer(lang="ru")

    @lru_cache(maxsize=4096)
    def forms_of(word: str) -> Mapping[str, frozenset[Tag]]:
        found: dict[str, set[Tag]] = {}
        for parse in analyzer.parse(word):
            tag = parse.tag
            is_known = analyzer.word_is_known(word)
            if not is_known or tag.POS not in _DECLINES or tag.case != "nomn" or _NAMES & tag.grammemes:
                continue
            for form in parse.lexeme:
                if form.tag.POS in _DECLINES and form.tag.case in _CASES and "Supr" not in form.tag:
                    case, number = _CASES[form.tag.case], "pl" if form.tag.number == "plur" else "sg"
                    tagged = Tag(case, number, _GENDERS.get(form.tag.gender or "", ""))
                    found.setdefault(form.word.replace("ё", "е"), set()).add(tagged)
        return {form: frozenset(tags) for form, tags in found.items()}

    return forms_of
