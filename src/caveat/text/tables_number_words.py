"""
Number words in seven languages, written down from the grammars.

A word stands with every form that it takes; folded as the extractor folds: lower case, е for ё.
"""

from collections.abc import Mapping
from types import MappingProxyType

ENGLISH = """
zero 0|one 1|two 2|three 3|four 4|five 5|six 6|seven 7|eight 8|nine 9|ten 10|eleven 11|twelve 12|thirteen 13
fourteen 14|fifteen 15|sixteen 16|seventeen 17|eighteen 18|nineteen 19|twenty 20|thirty 30|forty 40|fourty 40
fifty 50|sixty 60|seventy 70|eighty 80|ninety 90|hundred 100|thousand 1e3|million 1e6|billion 1e9
trillion 1e12
lakh 1e5|crore 1e7|dozen 12
"""

RUSSIAN = """
ноль ноля нулю нолем нуль нуля нулем 0
один одного одному одним одном одна одну одной одною одно одни 1
два две двух двум двумя 2
три трех трем тремя 3
четыре четырех четырем четырьмя 4
пять пяти пятью 5
шесть шести шестью 6
семь семи семью 7
восемь восьми восемью восьмью 8
девять девяти девятью 9
десять десяти десятью десяток 10
одиннадцать одиннадцати одиннадцатью 11
двенадцать двенадцати двенадцатью дюжина дюжину 12
тринадцать тринадцати тринадцатью 13
четырнадцать четырнадцати четырнадцатью 14
пятнадцать пятнадцати пятнадцатью 15
шестнадцать шестнадцати шестнадцатью 16
семнадцать семнадцати семнадцатью 17
восемнадцать восемнадцати восемнадцатью 18
девятнадцать девятнадцати девятнадцатью 19
двадцать двадцати двадцатью 20
тридцать тридцати тридцатью 30
сорок сорока 40
пятьдесят пятидесяти пятьюдесятью пятидесятью 50
шестьдесят шестидесяти шестьюдесятью шестидесятью 60
семьдесят семидесяти семьюдесятью семидесятью 70
восемьдесят восьмидесяти восемьюдесятью восьмьюдесятью 80
девяносто девяноста 90
сто ста сотня сотню сотней 100
двести двухсот двумстам двумястами двухстах 200
триста трехсот тремстам тремястами трехстах 300
четыреста четырехсот четыремстам четырьмястами четырехстах 400
пятьсот пятисот пятистам пятьюстами пятистах 500
шестьсот шестисот шестистам шестьюстами шестистах 600
семьсот семисот семистам семьюстами семистах 700
восемьсот восьмисот восьмистам восемьюстами восьмистах 800
девятьсот девятисот девятистам девятьюстами девятистах 900
тысяча тысячи тысяче тысячу тысячей тысячью тысяч тысячам тысячами тысячах тыс 1e3
миллион миллиона миллиону миллионом миллионе миллионы миллионов миллионам миллионами миллионах млн 1e6
миллиард миллиарда миллиарду миллиардом миллиарде миллиарды миллиардов миллиардам миллиардами миллиардах 1e9
млрд 1e9
триллион триллиона триллиону триллионом триллионе триллионы триллионов триллионам триллионами трлн 1e12
полтора полторы полутора 1.5
полтораста полутораста 150
полмиллиона полумиллиона 5e5
полмиллиарда полумиллиарда 5e8
полтысячи 500
пол 0.5
"""

GERMAN = """
null 0|ein eins eine einen einem einer eines 1|zwei zwo 2|drei 3|vier 4|fünf fuenf 5|sechs 6|sieben 7|acht 8
neun 9|zehn 10|elf 11|zwölf zwoelf 12|dreizehn 13|vierzehn 14|fünfzehn fuenfzehn 15|sechzehn 16|siebzehn 17
achtzehn 18|neunzehn 19|zwanzig 20|dreißig dreissig 30|vierzig 40|fünfzig fuenfzig 50|sechzig 60|siebzig 70
achtzig 80|neunzig 90|hundert 100|tausend 1e3|million millionen 1e6|milliarde milliarden 1e9
billion billionen 1e12|anderthalb 1.5|eineinhalb 1.5|zweieinhalb 2.5|dreieinhalb 3.5|viereinhalb 4.5
fünfeinhalb 5.5|dutzend 12
"""

FRENCH = """
zéro 0|un une 1|deux 2|trois 3|quatre 4|cinq 5|six 6|sept 7|huit 8|neuf 9|dix 10|onze 11|douze 12|treize 13
quatorze 14|quinze 15|seize 16|vingt vingts 20|trente 30|quarante 40|cinquante 50|soixante 60|septante 70
huitante octante 80|nonante 90|cent cents 100|dizaine 10|douzaine 12|quinzaine 15|vingtaine 20|trentaine 30
quarantaine 40|cinquantaine 50|soixantaine 60|centaine 100|millier 1e3|mille 1e3
million millions 1e6|milliard milliards 1e9
billion billions 1e12
"""

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": ENGLISH, "ru": RUSSIAN, "de": GERMAN, "fr": FRENCH})
"""Language to lines of ``form form … value``, parted by line feeds or ``|``."""

LINKS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"en": frozenset({"and"}), "ru": frozenset(), "de": frozenset(), "fr": frozenset({"et"})}
)
"""Words that may stand between the words of one number."""

HALVES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": ("and a half", "and one half"),
        "ru": ("с половиной",),
        "de": ("und ein halb", "einhalb"),
        "fr": ("et demi", "et demie"),
    }
)
"""What adds one half to the number before it."""

VAGUE_HEADS = frozenset(
    """
    thousand million billion trillion hundred lakh crore dozen тысячи тысяч тысячам тысячами тысячах миллионы
    миллионов миллионам миллионами миллионах миллиарды миллиардов миллиардам миллиардами миллиардах триллионы
    триллионов триллионам триллионами тыс млн млрд трлн миллиона миллиарда триллиона
    millionen milliarden billionen million milliarde billion millions milliard milliards billions
    cents vingts
    """.split()
)
"""Words that alone, without a number before them, count nothing: millions of dollars."""

PARTS: Mapping[str, int] = MappingProxyType(
    {
        "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5, "sixth": 6,
        "sixths": 6,
        "seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10,
        "tenths": 10,
        "треть": 3, "трети": 3, "третей": 3, "третьих": 3, "четверть": 4, "четверти": 4, "четвертей": 4,
        "четвертых": 4, "пятая": 5, "пятых": 5, "шестых": 6, "седьмых": 7, "восьмых": 8, "девятых": 9,
        "десятая": 10,
        "десятых": 10,
        "drittel": 3, "dritteln": 3, "viertel": 4, "vierteln": 4, "fünftel": 5, "sechstel": 6, "siebtel": 7,
        "achtel": 8, "neuntel": 9, "zehntel": 10,
        "tiers": 3, "quart": 4, "quarts": 4, "cinquième": 5, "cinquièmes": 5, "sixièmes": 6, "septièmes": 7,
        "huitièmes": 8, "neuvièmes": 9, "dixième": 10, "dixièmes": 10,
    }
)  # fmt: skip
"""Words for a part, behind a number word: two thirds."""

POINTS: Mapping[str, str] = MappingProxyType({"en": "point", "de": "komma", "fr": "virgule"})
"""Word for the decimal point."""

GERMAN_PARTS = (
    "null|eins|eine|ein|zwei|zwo|drei|vier|fünf|fuenf|sechs|sech|sieben|sieb|acht|neun|zehn|elf|zwölf|zwoelf"
    "|zwanzig|dreißig|dreissig|zig|und|hundert|tausend"
)
"""Pieces that German numbers up to a million are put together from."""

RUSSIAN_COMBINING: Mapping[str, str] = MappingProxyType(
    {
        "одно": "1", "двух": "2", "дву": "2", "трех": "3", "тре": "3", "четырех": "4", "пяти": "5",
        "шести": "6",
        "семи": "7", "восьми": "8", "девяти": "9", "десяти": "10", "одиннадцати": "11", "двенадцати": "12",
        "тринадцати": "13", "четырнадцати": "14", "пятнадцати": "15", "шестнадцати": "16", "семнадцати": "17",
        "восемнадцати": "18", "девятнадцати": "19", "двадцати": "20", "тридцати": "30", "сорока": "40",
        "пятидесяти": "50", "шестидесяти": "60", "семидесяти": "70", "восьмидесяти": "80", "девяносто": "90",
        "сто": "100", "двухсот": "200", "трехсот": "300", "четырехсот": "400", "пятисот": "500",
        "шестисот": "600",
        "семисот": "700", "восьмисот": "800", "девятисот": "900", "тысяче": "1000", "полутора": "1.5",
    }
)  # fmt: skip
"""First parts of Russian compound adjectives: двадцатипятипроцентный, пятикратный."""

RUSSIAN_HEADS: Mapping[str, str] = MappingProxyType(
    {
        "процентн": "%",
        "долларов": "$",
        "рублев": "RUB",
        "евров": "EUR",
        "центов": "¢",
        "копеечн": "RUB/100",
        "кратн": "x",
    }
)
"""Second parts of such adjectives, without their ending, and the unit that they name."""

RUSSIAN_ENDINGS = "ый|ого|ому|ым|ом|ая|ой|ую|ое|ые|ых|ыми|о"
"""Endings of such adjectives."""

IDIOMS: Mapping[str, str] = MappingProxyType(
    {
        "вдвое": "2", "втрое": "3", "вчетверо": "4", "впятеро": "5", "вшестеро": "6", "всемеро": "7",
        "ввосьмеро": "8", "вдевятеро": "9", "вдесятеро": "10",
        "twofold": "2", "threefold": "3", "fourfold": "4", "fivefold": "5", "sixfold": "6", "sevenfold": "7",
        "eightfold": "8", "ninefold": "9", "tenfold": "10", "twentyfold": "20", "fiftyfold": "50",
        "hundredfold": "100", "thousandfold": "1000",
        "zweifach": "2", "zweifache": "2", "dreifach": "3", "dreifache": "3", "vierfach": "4",
        "vierfache": "4",
        "fünffach": "5", "fünffache": "5", "sechsfach": "6", "sechsfache": "6", "siebenfach": "7",
        "siebenfache": "7", "achtfach": "8", "achtfache": "8", "neunfach": "9", "neunfache": "9",
        "zehnfach": "10", "zehnfache": "10", "hundertfach": "100", "hundertfache": "100",
    }
)  # fmt: skip
"""Words that are a number of times by themselves."""

HALF_UNITS: Mapping[str, str] = MappingProxyType(
    {"полпроцента": "%", "полдоллара": "$", "полцента": "¢", "полрубля": "RUB", "полпункта": "pp"}
)
"""Words that are half of a unit."""

HAN_DIGITS: Mapping[str, int] = MappingProxyType(
    {
        "〇": 0, "零": 0, "一": 1, "壹": 1, "壱": 1, "二": 2, "贰": 2, "貳": 2, "弐": 2, "两": 2, "兩": 2,
        "三": 3,
        "叁": 3, "參": 3, "参": 3, "四": 4, "肆": 4, "五": 5, "伍": 5, "六": 6, "陆": 6, "陸": 6, "七": 7,
        "柒": 7,
        "八": 8, "捌": 8, "九": 9, "玖": 9,
    }
)  # fmt: skip
"""Digits of Chinese and Japanese, with those of contracts."""

HAN_SMALL: Mapping[str, int] = MappingProxyType(
    {"十": 1, "拾": 1, "百": 2, "佰": 2, "千": 3, "仟": 3, "십": 1, "백": 2, "천": 3}
)
"""Powers of ten inside a myriad."""

HAN_GREAT: Mapping[str, int] = MappingProxyType(
    {"万": 4, "萬": 4, "亿": 8, "億": 8, "兆": 12, "京": 16, "만": 4, "억": 8, "조": 12}
)
"""Powers of ten by myriads."""

HANGUL_DIGITS: Mapping[str, int] = MappingProxyType(
    {
        "영": 0,
        "공": 0,
        "일": 1,
        "이": 2,
        "삼": 3,
        "사": 4,
        "오": 5,
        "육": 6,
        "륙": 6,
        "칠": 7,
        "팔": 8,
        "구": 9,
    }
)
"""Digits of Sino-Korean numerals."""

HANGUL_NATIVE: Mapping[str, int] = MappingProxyType(
    {
        "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
        "열한": 11, "열두": 12, "열세": 13, "열네": 14, "열다섯": 15, "스무": 20, "스물": 20, "서른": 30,
        "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90,
    }
)  # fmt: skip
"""Native Korean numerals as they stand before a counter."""

UNDECIDED_HEADS = frozenset("数數几幾何多수몇上近半")
"""What before a numeral makes it a vague one: 数千元, 수천 원."""
