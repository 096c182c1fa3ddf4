"""
A vault for the measurements of speed: plain notes in five languages, made of invented words.

Which words occur how often follows Zipf's law, as in any language, so that common words match half of the
notes and rare ones a few; the figures depend on that, not on what the words mean. Everything follows from
the seed: the same seed gives the same bytes.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

VOCABULARY = 6_000
"""Different content words of a language; our choice, what a few thousand notes of one person hold."""

OWN_WORDS = 12
"""Content words of a note that queries are made of; our choice."""

MATTER = 20
"""Notes on one matter, which rest on each other and on no others; our choice."""

LANGUAGES = ("en", "de", "ru", "zh", "ja")
SHARES = (60, 10, 10, 10, 10)
"""In percent: how many of the notes are in each of them; our choice."""

FOLDERS = ("work", "home", "areas/deep", "daily")


class Tongue(NamedTuple):
    """
    How sentences of a language are put together.

    Attributes:
        syllables: Pieces that content words consist of.
        endings: What may follow them, so that stemmers have something to do.
        glue: Function words.
        blank: What stands between words.
        stop: What ends a sentence.
        asks: Patterns of questions, each with four content words.
    """

    syllables: str
    endings: str
    glue: str
    blank: str
    stop: str
    asks: tuple[str, ...]


TONGUES = {
    "en": Tongue(
        "ba cel dor fin gra hol jin kem lar mon nep pra quil ros sten tur vel wick yar zan bru clo dri fro",
        "- - - s ed ing er ment",
        "the of and to in a is that for it was on with as by this from at are not have which",
        " ",
        ". ",
        (
            "what did the {} say about {} and why is {} before {}?",
            "who was asked for {} when the {} of {} was at {}?",
        ),
    ),
    "de": Tongue(
        "bar dach feld gru hain kel lorn mag nied pfor rand schim tal wen zorn bre stel fuhr kamm lind",
        "- - en er ung heit e",
        "der die das und in den von zu mit sich auf ist nicht ein eine als auch es an war",
        " ",
        ". ",
        (
            "was hat {} über {} gesagt und warum ist {} vor {}?",
            "wer war für {} zuständig als {} und {} bei {} lagen?",
        ),
    ),
    "ru": Tongue(
        "бар вел гор дам жил зор кан лум мир нов пор рас сел тан фир хол чер шам бру кле ста вро",
        "- - ы ов ами ость ение",
        "и в не на что с по это как из у за от для о же но к был при",
        " ",
        ". ",
        (
            "что говорится о {} и почему {} важнее чем {} в {}?",
            "кто отвечал за {} когда {} и {} были при {}?",
        ),
    ),
    "zh": Tongue(
        "山 水 火 木 金 土 风 云 雨 雪 春 夏 秋 冬 东 西 南 北 海 河 湖 田 林 石 城 市 村 路 桥"
        " 车 船 书 笔 纸 茶 米 鱼 鸟 马",
        "- - - 会 者 性",
        "的 是 在 了 和 有 不 这 就 也 与 为 到 说",
        "",
        "。",
        ("为什么{}的{}和{}在{}之后?", "谁说过{}与{}是{}的{}?"),
    ),
    "ja": Tongue(
        "空 花 星 月 光 影 声 音 色 形 道 町 村 駅 橋 港 島 谷 岸 丘 池 森 畑 庭 窓 扉"
        " 机 椅 鏡 鍵 糸 布 紙 墨 筆 茶 酒 米 塩 油",
        "- - - 会 者 性",
        "の は を に が と で も から まで です ます した という",
        "",
        "。",
        ("なぜ{}は{}と{}の{}より先ですか?", "{}で{}を{}に{}と言ったのは誰ですか?"),
    ),
}


class Words(NamedTuple):
    """The content words of a language, the commonest first, and their summed weights (Zipf)."""

    every: tuple[str, ...]
    weights: tuple[float, ...]


class Note(NamedTuple):
    """
    A generated note.

    Attributes:
        path: Vault-relative, with ``/``.
        title: Unique.
        language: Of `LANGUAGES`.
        text: The whole file.
        words: Some content words of its prose, for queries.
    """

    path: str
    title: str
    language: str
    text: str
    words: tuple[str, ...]


@lru_cache(maxsize=len(LANGUAGES))
def vocabulary(language: str) -> Words:
    """The words of *language*; the same ones for every seed."""
    draw, tongue = random.Random(f"vocabulary {language}"), TONGUES[language]
    syllables, endings = tongue.syllables.split(), tongue.endings.replace("-", "").split(" ")
    found: dict[str, None] = {}
    while len(found) < VOCABULARY:
        parts = draw.choices(syllables, k=draw.choice((2, 2, 2, 3)))
        found["".join([*parts, draw.choice(endings)])] = None
    # 2.7: Mandelbrot's shift, which keeps the very first ranks from being as common as function words.
    weights = accumulate(1 / (rank + 2.7) for rank in range(1, VOCABULARY + 1))
    return Words(tuple(found), tuple(weights))


def sentence(draw: random.Random, language: str) -> tuple[str, list[str]]:
    """A sentence of 8 to 16 content words, and those words."""
    tongue, known = TONGUES[language], vocabulary(language)
    words = draw.choices(known.every, cum_weights=known.weights, k=draw.randint(8, 16))
    glue = draw.choices(tongue.glue.split(), k=len(words))
    spoken = [part for pair in zip(glue, words, strict=True) for part in pair]
    if draw.random() < 0.2:
        spoken.append(f"{draw.randint(100, 9000):,} EUR")
    text = tongue.blank.join(spoken)
    return text[:1].upper() + text[1:] + tongue.stop, words


def paragraph(draw: random.Random, language: str) -> tuple[str, list[str]]:
    """Three to six sentences on one line, and their content words."""
    found = [sentence(draw, language) for _ in range(draw.randint(3, 6))]
    return "".join(text for text, _ in found).rstrip(), [word for _, words in found for word in words]


def titles(count: int, seed: int) -> list[str]:
    """A title for each of *count* notes, in its language."""
    return [_title(number, seed) for number in range(count)]


def language_of(number: int, seed: int) -> str:
    """The language of note *number*."""
    return random.Random(f"language {seed} {number}").choices(LANGUAGES, SHARES)[0]


def _title(number: int, seed: int) -> str:
    draw, language = random.Random(f"title {seed} {number}"), language_of(number, seed)
    return f"{' '.join(draw.choices(vocabulary(language).every, k=2))} {number:05d}"


def notes(count: int, seed: int) -> Iterator[Note]:
    """*count* notes of about 5 KB that link to each other; sources always lead to an earlier note."""
    named = titles(count, seed)
    return (_note(number, named, seed) for number in range(count))


def write_vault(root: Path, count: int, seed: int) -> list[Note]:
    """Write *count* notes under *root*; all of them, without their texts."""
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True)
    found = []
    for note in notes(count, seed):
        (root / note.path).write_text(note.text, encoding="utf-8", newline="\n")
        found.append(note._replace(text=""))
    return found


def sources(draw: random.Random, number: int) -> list[int]:
    """What note *number* is made from: for two of three notes one to three earlier ones of its matter."""
    earlier = range(number - number % MATTER, number)
    if not earlier or draw.random() < 1 / 3:
        return []
    return draw.sample(earlier, min(draw.choice((1, 1, 2, 3)), len(earlier)))


def keywords(known: Sequence[Note], count: int, seed: int) -> list[str]:
    """*count* queries as one types them: one to three words of a note, or the title of one."""
    draw = random.Random(f"keywords {seed}")
    found = []
    for note in draw.choices(known, k=count):
        size = draw.choices((0, 1, 2, 3), (10, 30, 40, 20))[0]
        found.append(" ".join(draw.sample(note.words, size)) if size else note.title)
    return found


def questions(known: Sequence[Note], count: int, seed: int) -> list[str]:
    """*count* questions, each with four words of a note."""
    draw = random.Random(f"questions {seed}")
    return [
        draw.choice(TONGUES[note.language].asks).format(*draw.sample(note.words, 4))
        for note in draw.choices(known, k=count)
    ]


def _note(number: int, named: Sequence[str], seed: int) -> Note:
    draw, language, title = random.Random(f"note {seed} {number}"), language_of(number, seed), named[number]
    lines, words = [*_front(draw, number, named), f"# {title}", ""], []
    for section in range(draw.randint(2, 4)):
        heading = " ".join(draw.choices(vocabulary(language).every, k=2))
        lines += [f"## {heading}", ""] if section else []
        for _ in range(draw.randint(1, 3)):
            text, more = paragraph(draw, language)
            words += more
            lines += [text, ""]
        if draw.random() < 0.5:
            other, third = draw.choices(named, k=2)
            lines += [f"- [[{other}]] #{draw.choice(FOLDERS)}", f"- [[{third}|{heading}]]", ""]
    own = tuple(draw.sample(sorted(set(words)), OWN_WORDS))
    path = f"{FOLDERS[number % len(FOLDERS)]}/{title}.md"
    return Note(path, title, language, "\n".join(lines), own)


def _front(draw: random.Random, number: int, named: Sequence[str]) -> list[str]:
    """Frontmatter: a third of the notes primary, the others made from earlier ones of their matter."""
    day = f"{draw.randint(2022, 2025)}-{draw.randint(1, 12):02d}-{draw.randint(1, 28):02d}"
    lines = ["---", f"title: {named[number]}", f"aliases: [N{number:05d}]", f"tags: [{draw.choice(FOLDERS)}]"]
    lines += [f"created: {day}", f"volatility: {draw.choice(('static', 'slow', 'fast'))}"]
    if not (made_from := sources(draw, number)):
        lines.append(f"kind: {draw.choice(('contract', 'transcript', 'web'))}")
    else:
        lines += ["sources:", *(f'  - "[[{named[earlier]}]]"' for earlier in made_from)]
        # Only of one note can a note be a copy.
        steps = ("summary", "synthesis", "leap", *(["copy"] if len(made_from) == 1 else []))
        lines.append(f"step: {draw.choice(steps)}")
    if number and draw.random() < 0.1:
        other = named[draw.randrange(number)]
        lines.append(f'{draw.choice(("supports", "supports", "contradicts"))}: "[[{other}]]"')
    if draw.random() < 0.3:
        lines.append(f"verified: {day[:4]}-12-31")
    return [*lines, "---", ""]
