"""
Units of quantities and what they are worth: words, signs and scales in seven languages.

Folded as the extractor folds: lower case, е for ё, one blank for a hyphen or a dot inside. A unit is an ISO
4217 code, ``%``, ``pp`` or ``x``; ``$``, ``¥``, ``¢`` and ``kr`` are signs that the setting must decide; a
``/`` gives the share of it, so that a kopeck is ``RUB/100``, and ``*`` a multiple.
"""

from collections.abc import Mapping
from types import MappingProxyType

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "$": "$", "€": "EUR", "£": "GBP", "¥": "¥", "₩": "KRW", "₹": "INR", "₽": "RUB", "₴": "UAH",
        "₸": "KZT",
        "₺": "TRY", "₼": "AZN", "₾": "GEL", "₪": "ILS", "₫": "VND", "₱": "PHP", "฿": "THB", "₦": "NGN",
        "₡": "CRC",
        "₲": "PYG", "₵": "GHS", "₭": "LAK", "₮": "MNT", "₿": "XBT", "֏": "AMD", "៛": "KHR", "৳": "BDT",
        "₨": "INR",
        "¢": "¢", "%": "%", "‰": "%/10", "‱": "pp/100",
    }
)  # fmt: skip
"""Signs that make a quantity of the number beside them."""

DOLLARS: Mapping[str, str] = MappingProxyType(
    {
        "us": "USD", "u.s.": "USD", "u.s": "USD", "usd": "USD", "a": "AUD", "au": "AUD", "aud": "AUD",
        "aus": "AUD",
        "c": "CAD", "ca": "CAD", "can": "CAD", "cad": "CAD", "cdn": "CAD", "hk": "HKD", "hkd": "HKD",
        "nz": "NZD",
        "nzd": "NZD", "s": "SGD", "sg": "SGD", "sgd": "SGD", "nt": "TWD", "ntd": "TWD", "twd": "TWD",
        "r": "BRL",
        "mx": "MXN", "mex": "MXN", "mxn": "MXN", "j": "JMD", "tt": "TTD", "bz": "BZD", "fj": "FJD",
        "b": "BND",
        "n": "NAD", "z": "ZWL", "ar": "ARS", "clp": "CLP", "ec": "XCD", "col": "COP", "cop": "COP",
    }
)  # fmt: skip
"""Letters before or behind ``$`` that say which."""

OTHER_PREFIXED: Mapping[str, str] = MappingProxyType(
    {"cn¥": "CNY", "rmb¥": "CNY", "jp¥": "JPY", "e£": "EGP", "ir£": "IEP", "a£": "AUD"}
)
"""The same for other signs."""

ABBREVIATIONS: Mapping[str, str] = MappingProxyType(
    {
        "rs": "INR", "re": "INR", "inr": "INR", "rmb": "CNY", "cny": "CNY", "chf": "CHF", "sfr": "CHF",
        "fr": "CHF",
        "kr": "kr", "eur": "EUR", "usd": "USD", "gbp": "GBP", "rub": "RUB", "rur": "RUB", "jpy": "JPY",
        "krw": "KRW", "uah": "UAH", "kzt": "KZT", "byn": "BYN", "hkd": "HKD", "aud": "AUD", "cad": "CAD",
        "nzd": "NZD", "sgd": "SGD", "twd": "TWD", "ntd": "TWD", "sek": "SEK", "nok": "NOK", "dkk": "DKK",
        "czk": "CZK", "pln": "PLN", "brl": "BRL", "mxn": "MXN", "zar": "ZAR", "thb": "THB", "vnd": "VND",
        "idr": "IDR", "myr": "MYR", "php": "PHP", "ils": "ILS", "aed": "AED", "btc": "XBT", "eth": "XET",
        "usdt": "USDT", "usdc": "USDC", "rm": "MYR", "rp": "IDR", "zł": "PLN", "kč": "CZK", "dm": "DEM",
        "人民币": "CNY", "人民幣": "CNY", "日元": "JPY", "美元": "USD", "欧元": "EUR", "港币": "HKD",
        "新台币": "TWD",
        "新台幣": "TWD",
    }
)  # fmt: skip
"""What stands before a number as a currency, in any case."""

RISKY_WORDS = frozenset("won вон rand rands dram drams ether".split())
"""Names of currencies that are ordinary words too: 12 won."""

RISKY_CODES = frozenset(
    """
    ALL TRY TOP CUP PEN COP MAD BOB GEL MOP SOS BAM DOP RON MUR LAK SLE SAR BIF GIP FOR KID MGA PAB TOP STN
    SHP
    ETB ERN MOP PHP ANG WST SCR
    """.split()
)
"""Codes of ISO 4217 that are words, names or abbreviations too: ALL 5 tests, COP 28."""

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "%": (
            "percent|percents|per cent|pct|percentage|prozent|prozents|prozente|prozentig|prozentige"
            "|prozentiger"
            "|prozentigen|prozentiges|prozentigem|v h|vh|vom hundert|pour cent|pour cents"
            "|pourcent|pourcents|pourcentage|p cent|проц|パーセント|퍼센트|프로"
        ),
        "%/10": "permille|per mille|per mil|permil|promille|pour mille|промилле|パーミル|퍼밀",
        "pp": (
            "pp|pps|ppt|ppts|p p|pt pct|percentage point|percentage points|percent point|percent points"
            "|per cent points"
            "|pct points|pct pts|prozentpunkt|prozentpunkte|prozentpunkten|prozentpunktes|prozentpunkts"
            "|point de pourcentage|points de pourcentage|pt de pourcentage|pts de pourcentage"
            "|prozent punkt|prozent punkte|prozent punkten|п п|пп|проц пункт|проц пункта|проц пунктов|проц п"
            "|パーセントポイント|个百分点|個百分點|百分点|百分點|퍼센트포인트"
        ),
        "pp/100": (
            "bp|bps|b p|basis point|basis points|basispunkt|basispunkte|basispunkten|point de base"
            "|points de base"
            "|pb|pdb|б п|бп|базисный пункт|个基点|個基點|基点|基點|ベーシスポイント|베이시스포인트"
        ),
        "x": (
            "fold|fach|fache|fachen|faches|facher|кратный|кратная|кратное|кратные|кратного|кратной|кратному"
            "|кратным|кратном|кратную|кратных|кратными|кратно|倍|배|갑절|곱절"
        ),
        "$": (
            "dollar|dollars|dollarn|buck|bucks|долл|доллара сша|долларов сша|доллар сша|долларам сша"
            "|долларами сша"
            "|долларах сша|доллару сша|долларом сша|бакс|бакса|баксов|у е|ドル|달러|美金"
        ),
        "USD": (
            "us dollar|us dollars|u s dollar|u s dollars|american dollar|american dollars|us dollarn"
            "|dollar us"
            "|dollars us|dollar américain|dollars américains|amerikanische dollar|amerikanischen dollar|"
            "долл сша|美元|米ドル|미국달러|미달러|미 달러"
        ),
        "¢": "cent|cents|cts|ct|セント|센트",
        "USD/100": "us cent|us cents|美分|米セント|미국센트",
        "EUR": ("euro|euros|eur|евро|欧元|歐元|ユーロ|유로|euronen"),
        "EUR/100": (
            "centime|centimes|eurocent|eurocents|euro cent|euro cents|евроцент|евроцента|евроцентов|欧分"
        ),
        "GBP": (
            "pound|pounds|pound sterling|pounds sterling|quid|pfund sterling|britische pfund|britischen pfund"
            "|pfund|pfunde|livre sterling|livres sterling|фунт стерлингов|фунта стерлингов|фунтов стерлингов"
            "|фунтам стерлингов"
            "|英镑|英鎊|ポンド|英ポンド|파운드"
        ),
        "GBP/100": "pence|penny|pennies|пенс|пенса|пенсов|便士",
        "JPY": "yen|yens|円|日元|日圆|日圓|엔|엔화|yen japonais",
        "JPY/100": "銭",
        "CNY": (
            "yuan|yuans|renminbi|rmb|kuai|元|圆|圓|人民币|人民幣|人民元|中国元|块钱|塊錢|元人民币|"
            "元人民幣|위안|위안화"
            "|chinese yuan"
        ),
        "CNY/10": "毛钱|毛錢|角",
        "CNY/100": "分钱|分錢",
        "KRW": "won|wons|원|ウォン|韩元|韓元|韩圆|우리돈",
        "HKD": "港元|港币|港幣|香港ドル|홍콩달러|hong kong dollar|hong kong dollars|hongkong dollar",
        "TWD": "新台币|新台幣|台币|台幣|台湾ドル|대만달러|대만 달러|taiwan dollar|taiwan dollars|元新台幣",
        "SGD": "新加坡元|新元|シンガポールドル|싱가포르달러|싱가포르 달러|singapore dollar|singapore dollars",
        "AUD": (
            "澳元|豪ドル|オーストラリアドル|호주달러|"
            "australian dollar|australian dollars|australische dollar|australischen dollar"
        ),
        "CAD": (
            "加元|カナダドル|캐나다달러|canadian dollar|"
            "canadian dollars|dollars canadiens|kanadische dollar|kanadischen dollar"
        ),
        "NZD": "neuseeland dollar|新西兰元|ニュージーランドドル|뉴질랜드달러",
        "CHF": (
            "franc|francs|franken|schweizer franken|sfr|franc suisse|francs suisses|swiss franc"
            "|swiss francs|stutz"
            "|瑞士法郎|法郎|スイスフラン|フラン|스위스프랑|스위스 프랑|프랑"
        ),
        "CHF/100": "rappen",
        "RUB": "rubel|rubels|rubeln|ruble|rubles|rouble|roubles|руб|р|卢布|盧布|ルーブル|루블",
        "RUB/100": "kopeck|kopecks|kopek|kopeks|kopeke|kopeken|коп|戈比",
        "1000*RUB": "т р|тр|тыс р",
        "UAH": "hryvnia|hryvnias|hryvnya|griwna|hrywnja|грн",
        "KZT": "tenge|tenges|тенге|тг|坚戈",
        "INR": "rupee|rupees|rupien|rupie|roupie|roupies|卢比|ルピー|루피|印度卢比",
        "THB": "baht|bahts|бат|бата|батов|泰铢|バーツ|바트",
        "VND": "dong|dongs|越南盾|ドン|동화",
        "TRY": "lira|liras|turkish lira|türkische lira|里拉|リラ|리라",
        "PLN": "zloty|zlotys|złoty|złotych|zł|злотый",
        "CZK": "kč|чешская крона",
        "ILS": "shekel|shekels|schekel",
        "BRL": "reais|brazilian real",
        "MXN": "peso|pesos|песо|ペソ|페소",
        "ZAR": "rand|rands",
        "kr": "kr|kronor|kroner|krona|krone|kronen|couronne|couronnes|クローナ|クローネ",
        "SEK": "swedish kronor|schwedische kronen|couronnes suédoises",
        "NOK": "norwegian kroner|norwegische kronen|couronnes norvégiennes",
        "DKK": "danish kroner|dänische kronen|couronnes danoises",
        "HUF": "forint|forints|форинт|форинта|форинтов",
        "GEL": "lari|лари",
        "AMD": "dram|drams|драм|драма|драмов",
        "UZS": "сум|сума|сумов",
        "KGS": "сом|сома|сомов",
        "AZN": "манат|маната|манатов|manat|manats",
        "AED": "dirham|dirhams|дирхам|дирхама|дирхамов",
        "ESP": "peseta|pesetas|peseten",
        "DEM": "deutschmark|deutschmarks|d mark|deutsche mark|dm",
        "ITL": "lire",
        "XBT": "bitcoin|bitcoins|биткоин|биткоина|биткоинов|比特币|ビットコイン|비트코인|btc",
        "XET": "ether|ethers|eth",
    }
)
"""Unit to the words for it that are written out here, apart from what `DECLINED` and CLDR add."""

DECLINED: Mapping[str, str] = MappingProxyType(
    {
        "%": "процент: а у ом е ы ов ам ами ах|процентн:ый ого ому ым ом ая ой ую ое ые ых ыми",
        "pp": (
            "процентный пункт:|процентн:ого*пункта ому*пункту ым*пунктом ых*пункта ых*пунктов ым*пунктам"
            " ыми*пунктами ые*пункты ых*пунктах"
        ),
        "pp/100": (
            "базисн:ый*пункт ого*пункта ому*пункту ым*пунктом ых*пункта ых*пунктов ым*пунктам ыми*пунктами"
            " ые*пункты ых*пунктах"
        ),
        "$": "доллар: а у ом е ы ов ам ами ах|долларов:ый ого ому ым ом ая ой ую ое ые ых ыми",
        "¢": "цент: а у ом е ы ов ам ами ах|центов:ый ого ому ым ом ая ой ую ое ые ых ыми",
        "RUB": "рубл:ь я ю ем е и ей ям ями ях|рублев:ый ого ому ым ом ая ой ую ое ые ых ыми",
        "RUB/100": "копе:йка йки йке йку йкой ек йкам йками йках|копеечн:ый ого ая ой ую ое ые ых",
        "UAH": "грив:на ны не ну ной ен нам нами нах|гривн:я и е ю ей ям ями ях",
        "EUR": "еврик: а ов|евров:ый ого ому ым ом ая ой ую ое ые ых ыми",
        "GBP": "фунт: а у ом е ы ов ам ами ах",
        "CNY": "юан:ь я ю ем е и ей ям ями ях",
        "JPY": "иен: а ы е у ой ам ами ах|йен: а ы е у ой ам ами ах",
        "CHF": "франк: а у ом е и ов ам ами ах",
        "INR": "рупи:я и ю ей й ям ями ях",
        "KRW": "вон: а ы е у ой ам ами ах",
        "TRY": "лир: а ы е у ой ам ами ах",
        "PLN": "злот:ый ого ому ым ых ые ыми",
        "kr": "крон: а ы е у ой ам ами ах",
        "ILS": "шекел:ь я ю ем ей и ям",
    }
)
"""Unit to Russian stems with their endings; ``*`` is a blank."""

RUSSIAN_COUNTRIES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "американск": {"$": "USD"}, "австралийск": {"$": "AUD"}, "канадск": {"$": "CAD"},
        "гонконгск": {"$": "HKD"},
        "сингапурск": {"$": "SGD"}, "новозеландск": {"$": "NZD"}, "тайваньск": {"$": "TWD"},
        "белорусск": {"RUB": "BYN"}, "российск": {"RUB": "RUB"}, "украинск": {"UAH": "UAH"},
        "японск": {"JPY": "JPY"}, "китайск": {"CNY": "CNY"}, "швейцарск": {"CHF": "CHF"},
        "британск": {"GBP": "GBP"}, "английск": {"GBP": "GBP"}, "египетск": {"GBP": "EGP"},
        "шведск": {"kr": "SEK"}, "норвежск": {"kr": "NOK"}, "датск": {"kr": "DKK"}, "чешск": {"kr": "CZK"},
        "турецк": {"TRY": "TRY"}, "индийск": {"INR": "INR"}, "пакистанск": {"INR": "PKR"},
        "южнокорейск": {"KRW": "KRW"}, "корейск": {"KRW": "KRW"}, "польск": {"PLN": "PLN"},
        "казахстанск": {"KZT": "KZT"}, "казахск": {"KZT": "KZT"},
    }
)  # fmt: skip
"""Stem of an adjective to what it makes of the currency behind it."""

ASSUMED = frozenset(
    """
    $ ¥ ¢ kr dollar pound pounds pfund pfunde franc francs peso pesos песо rupee rupees rupien roupies
    lira liras centime centimes
    """.split()
)
"""Names that several countries share: the unit is a guess that the document's setting makes."""

SCALES: Mapping[str, str] = MappingProxyType(
    {
        "hundred": "1e2", "thousand": "1e3", "thousands": "1e3", "million": "1e6", "millions": "1e6",
        "mln": "1e6", "mn": "1e6", "mio": "1e6", "billion": "1e9", "billions": "1e9", "bn": "1e9",
        "bln": "1e9", "trillion": "1e12", "trillions": "1e12", "tn": "1e12", "trn": "1e12", "lakh": "1e5",
        "lakhs": "1e5", "lac": "1e5", "crore": "1e7", "crores": "1e7",
        "тыс": "1e3", "тысяча": "1e3", "тысячи": "1e3", "тысяч": "1e3", "тысячам": "1e3", "тысячами": "1e3",
        "тысячах": "1e3", "тысячу": "1e3", "тысяче": "1e3", "тысячей": "1e3", "кк": "1e6", "млн": "1e6",
        "миллион": "1e6", "миллиона": "1e6", "миллионов": "1e6", "миллиону": "1e6", "миллионом": "1e6",
        "миллионам": "1e6", "миллионами": "1e6", "миллионах": "1e6", "миллионе": "1e6", "миллионы": "1e6",
        "млрд": "1e9", "миллиард": "1e9", "миллиарда": "1e9", "миллиардов": "1e9", "миллиарду": "1e9",
        "миллиардом": "1e9", "миллиардам": "1e9", "миллиардами": "1e9", "миллиардах": "1e9",
        "миллиарды": "1e9",
        "трлн": "1e12", "триллион": "1e12", "триллиона": "1e12", "триллионов": "1e12", "триллионам": "1e12",
        "tsd": "1e3", "tausend": "1e3", "millionen": "1e6", "mrd": "1e9", "mrden": "1e9", "milliarde": "1e9",
        "milliarden": "1e9", "billionen": "1e12", "bio": "1e12",
        "mille": "1e3", "milliers": "1e3", "milliard": "1e9", "milliards": "1e9", "md": "1e9", "mds": "1e9",
    }
)  # fmt: skip
"""Words that multiply the number before them."""

SCALE_ADJECTIVES: Mapping[str, str] = MappingProxyType(
    {"тысячн": "1e3", "миллионн": "1e6", "миллиардн": "1e9", "триллионн": "1e12"}
)
"""Stems of Russian adjectives that a hyphen ties to a number: 5-миллионный."""

ADJECTIVE_ENDINGS = tuple("ый ого ому ым ом ая ой ую ое ые ых ыми".split())
"""Their endings."""

LETTER_SCALES: Mapping[str, str] = MappingProxyType(
    {"k": "1e3", "K": "1e3", "к": "1e3", "К": "1e3", "M": "1e6", "М": "1e6", "B": "1e9", "T": "1e12"}
)
"""Letters that multiply a number they stick to, whatever is counted."""

MONEY_SCALES: Mapping[str, str] = MappingProxyType(
    {**LETTER_SCALES, "m": "1e6", "b": "1e9", "t": "1e12", "T": "1e12", "м": "1e6"}
)
"""Letters that multiply money only: 5 m are metres, $5m are dollars."""

LONG_SCALE_LANGUAGES = frozenset({"de", "fr"})
"""Languages in which *billion* is a million millions."""

CONNECTORS = frozenset("de d of в von an".split())
"""Words between a scale and the unit: millions d'euros."""

EAST_ASIAN_TAILS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "원": ("원색", "원소", "원칙", "원정", "원격"),
        "엔": ("엔진", "엔드", "엔지"),
        "배": ("배럴", "배달", "배포", "배치", "배송", "배터"),
        "프로": (
            "프로그",
            "프로젝",
            "프로세",
            "프로필",
            "프로토",
            "프로모",
            "프로야",
            "프로축",
            "프로농",
            "프로듀",
        ),
        "프랑": ("프랑스",),
        "元": ("元素", "元旦", "元帅", "元化"),
        "圆": ("圆形", "圆周", "圆桌"),
        "円": ("円形", "円卓", "円周"),
        "角": ("角形", "角度", "角色", "角落", "角的"),
        "동화": ("동화책",),
        "セント": ("セントラル",),
        "ドン": ("ドンキ",),
    }
)
"""Longer words that begin like a unit."""
