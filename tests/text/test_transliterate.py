"""Palladius and Polivanov: syllables, joints and what the tables hold."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.text.kana import kana_words, spell
from caveat.text.pinyin import parse_pinyin
from caveat.text.readings_zh import cut_surname, read_name
from caveat.text.tables_established_ru import ESTABLISHED_JA, ESTABLISHED_ZH
from caveat.text.tables_hanzi import HANZI
from caveat.text.tables_palladius import SYLLABLES, UMLAUTS, VOWELLESS
from caveat.text.tables_polivanov import FOREIGN, MORAE, READINGS, ROMAJI
from caveat.text.tables_readings_zh import OTHERS, SIMPLIFIED, WORDS
from caveat.text.tables_surnames_zh import DOUBLE, EVERYDAY, SINGLE
from caveat.text.transliterate import palladius, palladius_of, polivanov

INITIALS = dict(
    zip(
        "b p m f d t n l g k h j q x zh ch sh r z c s".split(),
        "б п м ф д т н л г к х цз ц с чж ч ш ж цз ц с".split(),
        strict=True,
    )
)
OPEN = dict(
    zip(
        "a o e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang".split(),
        "а о э ай эй ао оу ань энь ан эн ун у уа о уай уй уань унь уан".split(),
        strict=True,
    )
)
PALATAL = dict(
    zip(
        "i ia ie iao iu ian in iang ing iong ü üe üan ün".split(),
        "и я е яо ю янь инь ян ин юн юй юэ юань юнь".split(),
        strict=True,
    )
)
BARE = dict(
    zip(
        "a o e ê ai ei ao ou an en ang eng er yi ya yai ye yao you yan yin yang ying yong yo "
        "wu wa wo wai wei wan wen wang weng yu yue yuan yun".split(),
        "а о э э ай эй ао оу ань энь ан эн эр и я яй е яо ю янь инь ян ин юн йо "
        "у ва во вай вэй вань вэнь ван вэн юй юэ юань юнь".split(),
        strict=True,
    )
)
# Not by rule: the sibilants' own vowel, labials with o, the name form of hui.
IRREGULAR = {
    "zhi": "чжи", "chi": "чи", "shi": "ши", "ri": "жи", "zi": "цзы", "ci": "цы", "si": "сы", "hui": "хуэй",
}  # fmt: skip
# Which finals each initial has in the standard language, interjections and slang apart.
LABIAL = "a o ai ei ao ou an en ang eng i ie iao ian in ing u"
ALVEOLAR = "a e ai ei ao ou an en ang eng ong i ie iao ian ing u uo uan un"
VELAR = "a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang"
SIBILANT = "a e ai ao ou an en ang eng ong u uo ui uan un"
PALATALS = "i ia ie iao iu ian in iang ing iong ü üe üan ün"
FINALS = {
    "b": f"{LABIAL} -ou", "p": LABIAL, "m": f"{LABIAL} e iu", "f": "a o ei ou an en ang eng u",
    "d": f"{ALVEOLAR} ia iu ui", "t": f"{ALVEOLAR} ui -ei -en", "n": f"{ALVEOLAR} in iang iu ü üe",
    "l": f"{ALVEOLAR} ia in iang iu ü üe o -en", "g": VELAR, "k": VELAR, "h": VELAR,
    "j": PALATALS, "q": PALATALS, "x": PALATALS,
    "zh": f"{SIBILANT} ei i ua uai uang", "ch": f"{SIBILANT} i ua uai uang",
    "sh": f"{SIBILANT} ei i ua uai uang -ong", "r": f"{SIBILANT} i -a -ai", "z": f"{SIBILANT} ei i",
    "c": f"{SIBILANT} i", "s": f"{SIBILANT} i",
}  # fmt: skip
REGULAR = sorted(
    (initial, final)
    for initial, finals in FINALS.items()
    for final in finals.split()
    if not final.startswith("-") and f"-{final}" not in finals.split()
)


def pinyin_of(initial: str, final: str) -> str:
    return initial + (final.replace("ü", "u") if initial in "jqx" else final)


@pytest.mark.parametrize(("initial", "final"), REGULAR, ids=lambda part: part)
def test_a_syllable_is_its_initial_and_its_final(initial: str, final: str) -> None:
    syllable = pinyin_of(initial, final)
    regular = INITIALS[initial] + (PALATAL.get(final) or OPEN[final])

    assert IRREGULAR.get(syllable, regular) == SYLLABLES[syllable]


def test_beyond_the_rules_are_only_bare_finals_interjections_and_dialect() -> None:
    known = {pinyin_of(*pair) for pair in REGULAR} | BARE.keys() | VOWELLESS
    rare = set("biang cei din fiao lüan lün nia rua tei".split())

    assert rare == SYLLABLES.keys() - known


@pytest.mark.parametrize(("syllable", "cyrillic"), BARE.items())
def test_a_final_without_an_initial_has_its_own_spelling(syllable: str, cyrillic: str) -> None:
    assert cyrillic == SYLLABLES[syllable]


def test_final_n_is_soft_and_final_ng_is_hard() -> None:
    for syllable, cyrillic in SYLLABLES.items():
        if syllable not in VOWELLESS:
            assert syllable.endswith("n") == cyrillic.endswith("нь"), syllable
            assert syllable.endswith("ng") == cyrillic.endswith("н"), syllable


def test_every_reading_in_the_tables_is_a_syllable_of_the_system() -> None:
    readings = {*HANZI.values(), *UMLAUTS.values()}
    for table in (WORDS, OTHERS, SINGLE, DOUBLE):
        for syllables in table.values():
            readings |= set(syllables)

    assert readings <= SYLLABLES.keys() and not readings & VOWELLESS


def test_words_and_compound_surnames_have_one_syllable_for_each_character() -> None:
    assert [word for table in (WORDS, DOUBLE) for word, read in table.items() if len(word) != len(read)] == []
    assert all(len(character) == 1 for table in (SINGLE, OTHERS, HANZI) for character in table)
    assert len(SINGLE) >= 500 and EVERYDAY & SINGLE.keys()


def test_words_and_established_names_are_keyed_in_simplified_characters() -> None:
    assert [word for word in (*WORDS, *ESTABLISHED_ZH) if word.translate(dict(SIMPLIFIED)) != word] == []


def test_other_readings_are_other_than_the_usual_one() -> None:
    assert [character for character, read in OTHERS.items() if HANZI[character] in read] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Lǚ Shù", (("lü",), ("shu",))),
        ("lü3 shu4", (("lü",), ("shu",))),
        ("lv shu", (("lü",), ("shu",))),
        ("Lyu Shu", (("lü",), ("shu",))),
        ("Xi'an", (("xi", "an"),)),
        ("Tiān'ānmén", (("tian", "an", "men"),)),
        ("fangan", (("fan", "gan"),)),
        ("fang'an", (("fang", "an"),)),
        ("nǚ'ér", (("nü", "er"),)),
        ("huar", (("hua", "r"),)),
        ("Ōuyáng Xiū", (("ou", "yang"), ("xiu",))),
        ("xüe", (("xue",),)),
        ("u\u0308", None),
        ("Smith", None),
        ("", None),
        ("3", None),
    ],
)
def test_pinyin_is_read_in_every_spelling(text: str, words: tuple[tuple[str, ...], ...] | None) -> None:
    assert words == parse_pinyin(text)


def test_as_many_syllables_are_read_as_there_are_characters() -> None:
    assert (("xi", "an"),) == parse_pinyin("xian", choices=[["xi"], ["an"]])
    assert (("xian",),) == parse_pinyin("xian", choices=[["xian"]])
    assert parse_pinyin("xian", choices=[["xi"], ["an"], ["shi"]]) is None


@pytest.mark.parametrize(
    ("syllables", "kind", "cyrillic"),
    [
        ([["chang", "an"]], "place", "Чанъань"),
        ([["dong", "e"]], "place", "Дунъэ"),
        ([["ping", "yao"]], "place", "Пинъяо"),
        ([["ping", "yuan"]], "place", "Пинъюань"),
        ([["huang", "wu"]], "place", "Хуанъу"),
        ([["dong", "wei"]], "place", "Дунвэй"),
        ([["yan", "an"]], "place", "Яньань"),
        ([["xi", "an"]], "place", "Сиань"),
        ([["tian", "men"]], "place", "Тяньмэнь"),
        ([["tai"], ["shan"]], "place", "Тайшань"),
        ([["xi"], ["jin", "ping"]], "person", "Си Цзиньпин"),
        ([["wan", "er"]], "person", "Ваньэр"),
        ([["hua", "r"]], "concept", "хуар"),
        ([["dou", "qi"]], "technique", "доуци"),
    ],
)
def test_syllables_are_joined_by_the_rules(syllables: list[list[str]], kind: str, cyrillic: str) -> None:
    assert cyrillic == palladius(syllables, kind=kind).text


def test_what_is_no_syllable_is_refused() -> None:
    with pytest.raises(ValueError, match="shr"):
        palladius([["shr"]])


@pytest.mark.parametrize(
    ("name", "surname"),
    [
        ("吕树", 1),
        ("欧阳修", 2),
        ("欧阳", 1),
        ("爱新觉罗溥仪", 4),
        ("小白", 0),
        ("孔明", 0),
        ("阿桂", 0),
        ("乐乐", 0),
    ],
)
def test_the_surname_is_cut_off(name: str, surname: int) -> None:
    assert surname == cut_surname(name)[0]


def test_a_surname_is_read_as_a_surname_in_the_name_of_a_person_only() -> None:
    person, word = read_name("单雄", kind="person"), read_name("单雄", kind="concept")

    assert person and word
    assert "Шань Сюн" == palladius_of(person).text
    assert "даньсюн" == palladius_of(word, kind="concept").text


def test_traditional_characters_are_read_like_simplified_ones() -> None:
    for one, other in [("呂樹", "吕树"), ("諸葛亮", "诸葛亮"), ("長安", "长安"), ("單雄信", "单雄信")]:
        assert read_name(one) == read_name(other)


@pytest.mark.parametrize("headword", ["阿Q", "哈利·波特", "", "Harry", "吕" * 25])
def test_what_is_not_written_in_characters_alone_has_no_reading(headword: str) -> None:
    assert read_name(headword) is None


def test_kana_without_a_rule_of_its_own_is_in_the_table() -> None:
    plain = {chr(code) for code in range(0x3041, 0x3097)} - set("っんゔ")

    assert plain <= MORAE.keys()
    assert not MORAE.keys() & FOREIGN.keys() and "ゔ" in FOREIGN


@pytest.mark.parametrize(
    ("kana", "cyrillic"), [("し", "си"), ("じ", "дзи"), ("ち", "ти"), ("つ", "цу"), ("づ", "дзу")]
)
@pytest.mark.parametrize("small", ["", "ゃ", "ゅ", "ょ"])
def test_a_palatal_mora_keeps_the_consonant(kana: str, cyrillic: str, small: str) -> None:
    if kana + small in MORAE:
        consonant = cyrillic[:-1]

        assert consonant + {"": cyrillic[-1], "ゃ": "я", "ゅ": "ю", "ょ": "ё"}[small] == MORAE[kana + small]


@pytest.mark.parametrize(
    ("word", "headword", "cyrillic"),
    [
        ("とうきょう", "", "токё"),
        ("おおさか", "", "осака"),
        ("おおおか", "大岡", "оока"),
        ("にいがた", "新潟", "ниигата"),
        ("けいこ", "", "кэйко"),
        ("せんだい", "仙台", "сэндай"),
        ("あおい", "葵", "аой"),
        ("さかい", "酒井", "сакаи"),
        ("さかい", "堺", "сакай"),
        ("おおい", "大井", "ои"),
        ("いのうえ", "井上", "иноуэ"),
        ("ともお", "智雄", "томоо"),
        ("りょうま", "龍馬", "рёма"),
        ("こうち", "高知", "коти"),
        ("けんいち", "", "кэнъити"),
        ("じゅんや", "", "дзюнъя"),
        ("ほんま", "", "хомма"),
        ("しんばし", "", "симбаси"),
        ("てんのう", "", "тэнно"),
        ("ほっかいどう", "", "хоккайдо"),
        ("はっちょう", "", "хаттё"),
        ("みっつ", "", "миццу"),
        ("いえやす", "", "иэясу"),
        ("ゔぁいおりん", "", "вайорин"),
        ("らーめん", "", "рамэн"),
        ("っ", "", ""),
    ],
)
def test_kana_follows_polivanov(word: str, headword: str, cyrillic: str) -> None:
    assert cyrillic == spell(word, headword=headword).text


@pytest.mark.parametrize(
    ("long", "cyrillic"), [("plain", "токё"), ("double", "тоокёо"), ("macron", "то\u0304кё\u0304")]
)
def test_long_vowels_are_written_as_asked(long: str, cyrillic: str) -> None:
    assert cyrillic == spell("とうきょう", long=long).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("くろさわ あきら", ("くろさわ", "あきら")),
        ("クロサワ・アキラ", ("くろさわ", "あきら")),
        ("ｱｷﾗ", ("あきら",)),
        ("Kurosawa Akira", ("くろさわ", "あきら")),
        ("Jun'ichirō", ("じゅんいちろー",)),
        ("Namba", ("なんば",)),
        ("Hatchōbori", ("はっちょーぼり",)),
        ("sinzyuku", ("しんじゅく",)),
        ("黒澤", None),
        ("Smith", None),
        ("", None),
    ],
)
def test_readings_are_brought_to_hiragana(text: str, words: tuple[str, ...] | None) -> None:
    assert words == kana_words(text)


def test_latin_and_kana_spellings_of_a_mora_agree() -> None:
    for latin, kana in ROMAJI.items():
        assert kana_words(latin) == (kana,), latin


@pytest.mark.parametrize(
    ("reading", "kind", "headword", "cyrillic"),
    [
        ("くろさわ あきら", "person", "黒澤明", "Акира Куросава"),
        ("Akira Kurosawa", "person", "", "Акира Куросава"),
        ("みなもとの よりとも", "person", "源頼朝", "Ёритомо Минамото-но"),
        ("きたの たけし", "person", "北野武", "Такэси Китано"),
        ("さくらちゃん", "person", "さくらちゃん", "Сакура-тян"),
        ("すずきせんせい", "person", "鈴木先生", "Судзуки-сэнсэй"),
        ("ふじ さん", "place", "富士山", "Фудзисан"),
        ("にんじゅつ", "technique", "忍術", "ниндзюцу"),
    ],
)
def test_japanese_names_are_laid_out_by_kind(reading: str, kind: str, headword: str, cyrillic: str) -> None:
    found = polivanov(reading, kind=kind, headword=headword)

    assert found and cyrillic == found.text


def test_every_built_in_reading_is_kana_and_every_established_name_is_cyrillic() -> None:
    assert [word for word, kana in READINGS.items() if kana_words(kana) != (kana,)] == []
    for table in (ESTABLISHED_ZH, ESTABLISHED_JA):
        for name, forms in table.items():
            assert all(
                "\u0400" <= letter <= "\u04ff" or letter in " -" for form in forms for letter in form
            ), name


@settings(max_examples=150)
@given(st.lists(st.sampled_from(sorted(SYLLABLES.keys() - VOWELLESS)), min_size=1, max_size=4))
def test_syllables_parted_by_apostrophes_are_read_back(syllables: list[str]) -> None:
    assert (tuple(syllables),) == parse_pinyin("'".join(syllables))


@settings(max_examples=150)
@given(st.text(alphabet="あいうえおかきしちつんっゃょーのゔぁabnmo'・ 井上", max_size=20))
def test_no_kana_raises(text: str) -> None:
    found = polivanov(text, headword=text)

    assert found is None or found.standard == "polivanov"


def test_hostile_readings_take_no_time() -> None:
    began = time.perf_counter()
    for text in ("a" * 1_000_000, "xian" * 30, "ん" * 1_000_000, "n" * 120):
        parse_pinyin(text)
        polivanov(text)

    assert time.perf_counter() - began < 5
