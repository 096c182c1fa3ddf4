"""The search analyser: what is found by what."""

import re
import sqlite3
import subprocess
import sys
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.search import Query, Term
from caveat.text.tables_stopwords import STOPWORDS
from caveat.text.tokenize import (
    FINGERPRINT,
    LONGEST_WORD,
    MOST_TERMS,
    analyse,
    detect_language,
    fingerprint,
    located,
    query,
)

SCRAPS = "a1é.,'’_-&+#@/:\"*()^ \n中あーが한ㄱกั👍🏽🇩🇪é\u0301\u00ad\u200d½™ﾊﾞЁёй"
texts = st.text(max_size=40) | st.text(alphabet=SCRAPS, max_size=30)


def satisfies(tokens: list[str], asked: Query) -> bool:
    """Whether a document of these tokens holds every term; False for a query without terms."""

    def holds(term: Term) -> bool:
        if term.is_prefix:
            return any(token.startswith(term.alternatives[0]) for token in tokens)
        return not set(term.alternatives).isdisjoint(tokens)

    return bool(asked.terms) and all(map(holds, asked.terms))


def ranking(documents: dict[int, str], asked: str) -> list[tuple[int, float]]:
    """Documents that share a term with the query, best first, by FTS5 with its plainest tokenizer."""
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE tokens USING fts5(body, tokenize='ascii')")
    rows = [(number, " ".join(analyse(text, ""))) for number, text in documents.items()]
    index.executemany("INSERT INTO tokens (rowid, body) VALUES (?, ?)", rows)
    match = " OR ".join(
        f'"{token}"' + "*" * term.is_prefix
        for term in query(asked, [""]).terms
        for token in term.alternatives
    )
    found = index.execute("SELECT rowid, -rank FROM tokens WHERE tokens MATCH ? ORDER BY rank", (match,))
    return found.fetchall()


@pytest.mark.parametrize(
    ("document", "asked"),
    [
        ("Условия договора аренды", "договор аренды"),
        ("договор аренды", "договора аренды"),
        ("Ёлка и всё остальное", "елка"),
        ("за\u0301мок на холме", "замок"),
        ("Йод", "йод"),
        ("the leases expired", "lease expire"),
        ("Ada's lease doesn’t end", "ada lease"),
        ("un café à l’école", "cafe ecole"),
        ("un cafe noir", "café"),
        ("Herr Müller, Straße 5", "muller strasse"),
        ("Herr Muller", "Müller"),
        ("Smørrebrød in Łódź", "smorrebrod lodz"),
        ("ＡＢＣ株式会社", "abc"),
        ("ﾌﾟﾛｼﾞｪｸﾄの計画", "プロジェクト"),
        ("プロジェクト", "ﾌﾟﾛｼﾞｪｸﾄ"),
        ("한국어 문서를 찾습니다", unicodedata.normalize("NFD", "문서")),
        (unicodedata.normalize("NFD", "한국어 문서"), "한국어"),
        ("我们签订了租赁合同", "租赁合同"),
        ("สวัสดีครับทุกคน", "ครับ"),
        ("हिन्दी में लिखा", "हिन्दी"),
        ("שָׁלוֹם עולם", "שלום"),
        ("open vault_indexer.py now", "vault_indexer.py"),
        ("open vault_indexer.py now", "vault_indexer"),
        ("open vault_indexer.py now", "indexer"),
        ("released v1.2.3 today", "v1.2.3"),
        ("released v1.2.3 today", "v1.2"),
        ("built with Vue.js", "vue"),
        ("built with Vue.js", "Vue.js"),
        ("written in C++ and C#", "c++"),
        ("written in C++17", "C++"),
        ("written in C++ and C#", "c#"),
        ("tagged #project/alpha", "#project"),
        ("tagged #project/alpha", "#project/alpha"),
        ("mail ada@example.org", "ada@example.org"),
        ("mail ada@example.org", "example.org"),
        ("host 192.168.0.1 is up", "192.168.0.1"),
        ("host 192.168.0.1 is up", "192.168"),
        ("docs/specs/api-v2.md", "api-v2"),
        ("costs 1,250.00 in all", "1250"),
        ("costs 1250 in all", "1,250.00"),
        ("send an e-mail", "email"),
        ("send an email", "e-mail"),
        ("call getUserName first", "user name"),
        ("call getUserName first", "getusername"),
        ("call __init__ first", "init"),
        ("the U.S. economy", "US economy"),
        ("AT&T and R&D", "AT&T"),
        ("party 🎉 at noon", "🎉"),
        ("flags 🇩🇪🇫🇷", "🇫🇷"),
        ("well done 👍🏽", "👍"),
        ("Donau\u00addampfer", "Donaudampfer"),
        ("Foo™ is sold", "foo"),
        ("to be or not to be", "to be"),
    ],
)
def test_what_must_be_found(document: str, asked: str) -> None:
    language = detect_language(document)

    assert satisfies(analyse(document, language), query(asked, [language]))


@pytest.mark.parametrize(
    ("document", "asked"),
    [
        ("иод", "йод"),
        ("written in C", "c++"),
        ("costs 1.5", "5"),
        ("written in C++", "c#"),
        ("flags 🇩🇪🇫🇷", "🇪🇫"),
        ("return to base", "re-entry"),
        ("グリーンの壁紙", "リング"),
    ],
)
def test_what_must_not_be_found(document: str, asked: str) -> None:

    assert not satisfies(analyse(document, "en"), query(asked, ["en"]))


@pytest.mark.parametrize(
    ("asked", "best"), [("食べ", 1), ("を食", 1), ("リンゴ", 1), ("ビル", 2), ("朝", 1), ("く", 2), ("駅", 2)]
)
def test_strings_across_the_border_of_kanji_and_kana_are_found(asked: str, best: int) -> None:
    documents = {1: "毎朝リンゴを食べます", 2: "駅前のビルで働く"}

    assert [best] == [number for number, _ in ranking(documents, asked)]


def test_scattered_characters_are_no_match() -> None:
    documents = {1: "指輪リング", 2: "グリーンの壁紙", 3: "リリースのスクリーン"}

    assert [1] == [number for number, _ in ranking(documents, "リング")]


@given(st.text(alphabet="毎朝食べるリンゴー々한국어กข", min_size=1, max_size=12))
def test_every_single_character_is_found(text: str) -> None:
    tokens = analyse(text, "")

    assert all(satisfies(tokens, query(character, [])) for character in text)


def test_a_japanese_question_is_asked_without_its_endings() -> None:
    asked = query("アレクサンダー・ベルはどこで生まれましたか", [""])

    tokens = {term.alternatives[0] for term in asked.terms}
    assert {"ベル", "生ま"} <= tokens
    assert tokens.isdisjoint({"した", "たか", "は生"})


@pytest.mark.parametrize(
    ("asked", "languages", "left"),
    [
        ("When does Ada's lease end?", ["en"], ["ada", "leas", "end"]),
        ("war in Europe", ["en", "de"], ["war", "europ"]),
        ("was ist der Preis", ["en", "de"], ["preis"]),
        ("what is the US policy", ["en"], ["us", "polici"]),
        ("WHAT IS THE POLICY", ["en"], ["polici"]),
        ("milk AND honey", ["en"], ["milk", "honey"]),
        ("где находится договор", ["en"], ["наход", "договор"]),
        ("to be or not to be", ["en"], ["not"]),
        ("who is it", ["en"], ["who", "is", "it"]),
        ("lease lease", ["en"], ["leas"]),
    ],
)
def test_stop_words_are_dropped_when_anything_else_is_left(
    asked: str, languages: list[str], left: list[str]
) -> None:

    assert left == [term.alternatives[0] for term in query(asked, languages).terms]


def test_a_latin_word_asks_for_its_stem_in_each_language_of_the_index() -> None:
    (term,) = query("nationalisation", ["fr", "en", "de"]).terms

    assert {"nationalis"} < set(term.alternatives)
    assert set(analyse("nationalisations", "fr")) <= set(term.alternatives)
    assert set(analyse("nationalisations", "en")) <= set(term.alternatives)


@pytest.mark.parametrize("asked", ["", "   ", '"', "( ) * ^ - :", "...", "???", "\u0301", "\u200d", "、。"])
def test_a_query_without_words_has_no_terms(asked: str) -> None:

    assert Query(asked, ()) == query(asked, ["en"])


def test_a_long_query_is_cut() -> None:

    assert MOST_TERMS == len(query(" ".join(f"word{n}" for n in range(5000)), ["en"]).terms)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The lease of the flat ends in May and Ada has to look for another one.", "en"),
        ("Der Mietvertrag der Wohnung endet im Mai und Ada muss sich eine andere suchen.", "de"),
        ("Le bail de l’appartement se termine en mai et Ada doit en chercher un autre.", "fr"),
        ("El contrato del piso termina en mayo y Ada tiene que buscar otro para su familia.", ""),
        ("De huur van het huis eindigt in mei en Ada moet een ander huis zoeken.", ""),
        ("Договор аренды заканчивается в мае, и Ада ищет другую квартиру.", ""),
        ("賃貸契約は五月に終わります。", ""),
        ("Договор аренды (the lease of the flat is in the drawer)", "en"),
        ("milk eggs bread", ""),
        ("", ""),
    ],
)
def test_the_language_is_told_by_its_function_words(text: str, language: str) -> None:

    assert language == detect_language(text)


@settings(max_examples=400)
@given(texts, st.sampled_from(["en", "de", "fr", "", "xx"]))
def test_tokens_need_the_plainest_tokenizer_only(text: str, language: str) -> None:
    tokens = analyse(text, language)

    assert tokens == " ".join(tokens).split()
    assert not re.search(r"[\x00-/:-@\[-`{-\x7f]", "".join(tokens))


@settings(max_examples=400)
@given(texts)
def test_a_query_for_its_own_text_is_satisfied(text: str) -> None:
    asked = query(text, ["en"])

    assert all(term.alternatives and all(term.alternatives) for term in asked.terms)
    assert not asked.terms or satisfies(analyse(text, "en"), asked)


@settings(max_examples=200)
@given(texts)
def test_composed_and_decomposed_text_gives_the_same_tokens(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)

    assert analyse(composed, "en") == analyse(decomposed, "en")


@given(texts)
def test_places_lie_in_the_text_in_order(text: str) -> None:
    places = [(start, end) for start, end, _ in located(text, "en")]

    assert all(0 <= start < end <= len(text) for start, end in places)
    assert [start for start, _ in places] == sorted(start for start, _ in places)


def test_places_lead_to_the_words() -> None:
    text = "Ada's «leases» 毎朝"

    found = {token: text[start:end] for start, end, token in located(text, "en")}

    assert {"ada": "Ada's", "leas": "leases", "毎朝": "毎朝", "朝": "朝"} == found


def test_a_word_of_any_length_gives_a_token_of_bounded_length() -> None:
    (token,) = analyse("a" * 100_000, "en")

    assert LONGEST_WORD == len(token)


def test_function_words_of_one_language_do_not_drop_a_name_of_another_index() -> None:

    assert "war" in STOPWORDS["de"]
    assert ["war"] == [term.alternatives[0] for term in query("the war", ["de", "en", "fr"]).terms]


def test_the_fingerprint_names_analyser_unicode_and_stemmer() -> None:

    assert fingerprint().startswith(f"{FINGERPRINT} snowball-")
    assert unicodedata.unidata_version in FINGERPRINT


def test_importing_the_analyser_does_not_load_the_stemmer() -> None:
    code = "import sys, caveat.text.tokenize; sys.exit('Stemmer' in sys.modules)"

    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode


@pytest.mark.parametrize(
    "piece", ["a.", "あ", "'a", "-a", "_", "a+", "1,000", "a\u0301", "aB", "é.", "👍🏽", "กั"]
)
def test_a_hostile_line_takes_linear_time(piece: str) -> None:
    hostile = piece * (300_000 // len(piece))
    began = time.perf_counter()

    analyse(hostile, "en")
    query(hostile, ["en"])

    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("language", sorted(STOPWORDS))
def test_stop_words_are_written_as_the_analyser_sees_them(language: str) -> None:
    index = ["en" if language == "ru" else language]

    assert set() == {word for word in STOPWORDS[language] if len(query(f"{word} zebra", index).terms) > 1}
