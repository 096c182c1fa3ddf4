"""
Words that tell digits which are no quantity, and words that qualify one, in seven languages.

Folded as the extractor folds: lower case, е for ё.
"""

from collections.abc import Mapping
from types import MappingProxyType

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "section": (
            "section sections sec § §§ chapter chapters chap ch part parts paragraph paragraphs para"
            " article articles art"
            " appendix clause rule step steps line lines verse act scene lesson item items question exercise"
            " глава главы главе главу гл раздел раздела разделе раздел параграф параграфе пункт пункта"
            " пункте п пп статья"
            " статьи статье статью ст часть части ч приложение приложения приложении шаг строка строки строке"
            " kapitel kap abschnitt abs absatz satz artikel teil anhang ziffer zeile schritt punkt"
            " chapitre chapitres article articles partie alinéa annexe étape ligne"
        ),
        "page": ("page pages p pp pg страница страницы странице страницу страниц стр с seite seiten s folio"),
        "table": (
            "table tables tab fig figs figure figures chart charts exhibit box eq equation листинг таблица"
            " таблицы таблице таблицу"
            " табл рисунок рисунка рисунке рис схема график диаграмма tabelle tab abbildung abb bild tableau"
            " graphique schéma"
        ),
        "id": (
            "no nos nr id ids ticket tickets issue issues pr bug case order invoice sku ref item номер"
            " номера номером"
            " заказ заказа счет-фактура инн огрн кпп бик снилс артикул тикет задача договор bestellnummer"
            " rechnung окпо окато октмо удк ббк бин иин sn ssn ein plz zip zipcode postcode pin msgid"
            " auftrag nummer numéro commande facture dossier account serial barcode ean upc gtin iban vat"
            " siret siren"
        ),
        "version": "version versions ver v release build firmware версия версии версию версией сборка релиз",
        "volume": "vol volume volumes issue book tome tom том тома томе т выпуск вып band bd heft nr",
        "label": (
            "каб оф корп под error code status interstate psalm"
            " area formula terminal pier highway agent studio slot camp ward"
            " phase stage level tier type class category grade round season episode room gate flight bus"
            " line route"
            " platform track channel district ward unit squad team group zone sector week day lot batch"
            " block cluster"
            " node worker shard port experiment trial scenario option variant sample slide layer level"
            " фаза этап этапа этапе уровень уровня тип типа класс класса сезон сезона серия серии комната"
            " кабинет рейс"
            " автобус маршрут группа вариант слой порт дом д кв квартира корпус школа школы"
            " stufe phase linie gleis zimmer raum flug klasse gruppe zone woche tag"
            " étage niveau phase saison épisode salle vol ligne classe groupe zone semaine"
        ),
        "year": (
            "between между zwischen entre copyright"
            " year years in since until till by of from during before after late early mid fiscal fy circa"
            " year's"
            " в с по до к год года году от за начале конце середине jahr jahre jahren seit bis ab anno"
            " en depuis l'an année dès avant après"
        ),
    }
)
"""Noise to the words before a number that make it so."""

STANDARDS = (
    "ISO/IEC/IEEE|ISO/IEC|ISO/TS|ISO/TR|ISO|IEC|RFC|IEEE|DIN EN ISO|DIN EN|DIN|EN ISO|EN|ANSI|ECMA|ГОСТ Р"
    "|ГОСТ|СНиП|СанПиН"
    "|JIS|GB/T|NIST SP|NIST|FIPS|PEP|ASTM|ITU-T|UTF|SHA|AES|RSA|KS|NF EN|NF|ТР ТС|ФЗ|CVE|OEIS|ICD"
    "|IFRS|IAS|GAAP|МСФО|ПБУ|Unicode|TLS|SSL|HTTP|HTML|CSS|ES|USB|Bluetooth|PCIe|DDR|Wi-Fi"
)
"""Abbreviations that a standard's number follows."""

MONTHS = (
    "january|february|march|april|june|july|august|september|october|november|december|may"
    "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
    "|января|январе|январь|февраля|феврале|февраль|марта|марте|март|апреля|апреле|апрель|мая|мае|май|июня"
    "|июне|июнь"
    "|июля|июле|июль|августа|августе|август|сентября|сентябре|сентябрь|октября|октябре|октябрь|ноября"
    "|ноябре|ноябрь"
    "|декабря|декабре|декабрь|янв|фев|апр|авг|сент|окт|нояб|дек"
    "|januar|jänner|februar|märz|mai|juni|juli|oktober|dezember|okt|dez"
    "|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|janv|févr|avr|juil|déc"
)
"""Names of months; in English they count with a capital only."""

CALLS = "手机|手機|电话|電話|携帯|전화|휴대폰|연락처|热线|熱線|传真|팩스"
"""Words of East Asian languages that a number to call stands behind."""

KEYS = (
    "siret", "siren", "снилс", "паспорт", "passport", "steuernummer", "kontonummer", "kundennummer",
)  # fmt: skip
"""Names of keys that are written in groups of digits."""

CAPITAL_MONTHS = frozenset("may march mar jan sept sep oct nov dec aug jul jun apr feb april august".split())
"""Names that are other words too, or seldom stand in lower case."""

MEASURES = frozenset(
    """
    px pt em rem vh vw kb mb gb tb pb kib mib gib tib bit bits bytes kbps mbps gbps kg g mg µg μg t lb lbs
    oz km m cm mm
    nm µm μm mi ft yd in ms s sec secs min mins h hr hrs d hz khz mhz ghz w kw mw gw kwh mwh gwh twh wh v
    kv a ma mah
    ah j kj mj kcal cal l ml cl dl ha sq fps dpi ppi db lux lm k°c °c °f rpm mph kph kmh pa kpa hpa bar psi
    mol
    ppm ppb mp mpx tok tps qps rps req gw gwp co2 cc hp ps nmi yr yrs mo wk
    кг г мг т км м см мм мкм нм л мл ч с мин сек мс гб мб кб тб вт квт мвт гвт ч гц кгц мгц ггц шт чел лет
    ед руб
    ко std stk uhr
    """.split()
)
"""Short units of measure that may stick to a number; what they count is a bare number to us."""

ORDINALS = frozenset(
    "st nd rd th er re e ème eme ère nd nde й я е го му ю х ый ая ое ого ой ому ую ых ми м".split()
)
"""Endings that make a place in an order of a number."""

APPROX = frozenset(
    """
    about|around|approximately|approx|roughly|nearly|almost|some|circa|ca|c|an estimated|estimated|close to
    |near|~|≈
    |in the region of|on the order of|as of about|roughly at|или около|около|примерно|приблизительно
    |порядка|почти
    |где-то|ориентировочно|прим|прибл|с небольшим|etwa|rund|ungefähr|zirka|cirka|circa|knapp|fast|annähernd
    |environ|près de|autour de|autour des|à peu près|quelque|presque|aux alentours de|approximativement
    |close to about|в районе|без малого
    """.replace("\n", " ")
    .replace("|", "\n")
    .split("\n")
)
"""Words before a number that leave it open."""

MINIMUM = frozenset(
    """
    at least|more than|over|above|exceed|exceeds|exceeded|exceeding|minimum|a minimum of|minimum of
    |no less than
    |not less than|no fewer than|upwards of|upward of|greater than|higher than|north of|starting at
    |starts at|start at
    |starting from|from|beyond|surpassed|surpasses|topped|in excess of|min|better than
    |не менее|не меньше|не менее чем|более|более чем|больше|больше чем|свыше|от|как минимум|минимум|выше
    |превысил
    |превысила|превысило|превысили|превышает|превышают|превышал|превышала|превысит|хотя бы|по меньшей мере
    |сверх|с лишним
    |mindestens|mehr als|über|ab|wenigstens|oberhalb von|nicht weniger als|minimal|übersteigt|überstieg
    |überschritt
    |plus de|au moins|au minimum|minimum de|à partir de|dès|dépasse|dépassé|dépassent|supérieur à|supérieure à
    |pas moins de|au-dessus de|au delà de|au-delà de
    |> |>|≥|>=
    """.replace("\n", " ")
    .replace("|", "\n")
    .split("\n")
)
"""Words before a number that it is not less than."""

MAXIMUM = frozenset(
    """
    up to|at most|less than|under|below|no more than|not more than|maximum|a maximum of|maximum of
    |fewer than|max
    |not exceeding|not exceed|lower than|within|as much as|as many as|capped at|south of|smaller than
    |до|не более|не более чем|не больше|менее|менее чем|меньше|меньше чем|максимум|ниже|не превышает
    |не превысит
    |не превысил|не превысила|не превысило|не выше|в пределах|вплоть до
    |bis zu|bis|höchstens|maximal|weniger als|unter|nicht mehr als|unterhalb von
    |jusqu'à|au plus|moins de|au maximum|maximum de|inférieur à|inférieure à|pas plus de|en dessous de
    |plafonné à
    |<|≤|<=
    """.replace("\n", " ")
    .replace("|", "\n")
    .split("\n")
)
"""Words before a number that it is not more than."""

EAST_ASIAN_BEFORE: Mapping[str, str] = MappingProxyType(
    {
        "约": "approx", "約": "approx", "大约": "approx", "大約": "approx", "大概": "approx", "近": "approx",
        "将近": "approx", "接近": "approx", "およそ": "approx", "おおよそ": "approx", "ほぼ": "approx",
        "概ね": "approx",
        "약": "approx", "대략": "approx", "거의": "approx",
        "超过": "min", "超過": "min", "逾": "min", "至少": "min", "不少于": "min", "不低于": "min",
        "多于": "min",
        "高于": "min", "超": "min", "大于": "min", "最少": "min", "少なくとも": "min", "最低": "min",
        "突破": "min",
        "최소": "min", "적어도": "min", "최저": "min",
        "至多": "max", "不超过": "max", "不超過": "max", "最多": "max", "低于": "max", "不到": "max",
        "少于": "max",
        "小于": "max", "不足": "max", "不高于": "max", "最大": "max", "最高": "max", "高达": "max",
        "최대": "max",
        "최고": "max",
    }
)  # fmt: skip
"""What before a number qualifies it, in scripts without blanks and in Korean."""

EAST_ASIAN_AFTER: Mapping[str, str] = MappingProxyType(
    {
        "左右": "approx", "上下": "approx", "前後": "approx", "前后": "approx", "程度": "approx",
        "くらい": "approx",
        "ぐらい": "approx", "ほど": "approx", "弱": "approx", "정도": "approx", "쯤": "approx",
        "가량": "approx",
        "안팎": "approx", "내외": "approx", "余り": "min", "あまり": "min", "多": "min", "余": "min",
        "여": "min",
        "以上": "min", "超": "min", "を超え": "min", "を上回": "min", "以下": "max", "未満": "max",
        "以内": "max",
        "以內": "max", "を下回": "max", "이상": "min", "초과": "min", "을 넘": "min", "를 넘": "min",
        "이 넘": "min",
        "가 넘": "min", "이하": "max", "미만": "max", "이내": "max", "起": "min", "より多": "min",
    }
)  # fmt: skip
"""What behind a quantity qualifies it, in scripts without blanks and in Korean."""

AFTER: Mapping[str, str] = MappingProxyType(
    {
        "or more": "min", "or higher": "min", "or above": "min", "and up": "min", "and above": "min",
        "plus": "min",
        "and more": "min", "at least": "min", "minimum": "min", "or less": "max", "or fewer": "max",
        "or below": "max",
        "at most": "max", "maximum": "max", "tops": "max", "or so": "approx", "ish": "approx",
        "give or": "approx",
        "и более": "min", "и больше": "min", "и выше": "min", "или более": "min", "или больше": "min",
        "с лишним": "min", "с небольшим": "min", "и менее": "max", "и меньше": "max", "или меньше": "max",
        "или менее": "max", "oder mehr": "min", "und mehr": "min", "oder weniger": "max", "ou plus": "min",
        "et plus": "min", "ou moins": "max", "au moins": "min", "au plus": "max", "environ": "approx",
        "au maximum": "max", "au minimum": "min",
    }
)  # fmt: skip
"""The first two words, or one, behind a quantity that qualify it."""

NEGATIVE = frozenset("minus минус moins マイナス 마이너스 负 負 negative".split())
"""Words that are a minus sign."""

CHANGES = (
    "подн|вырос|выраст|возрос|возраст|сниз|снижен|упал|упад|увелич|сократ|сокращ|уменьш|повыс|повыш|пониз"
    "|понижен"
    "|дош|дорос|дорожа|взлет|опуст|рост|падени|паден|довед|довел|скорр|индекс|просел|обвал|подешев|подорож"
    "|разогн"
    "|rise|rose|rais|increas|grew|grow|fell|fall|drop|declin|decreas|cut|went|jump|climb|slid|slip|moved"
    "|chang|lift"
    "|up|down|plung|surg|reduc|gestieg|stieg|steig|sank|sink|gesunk|gesenkt|fiel|erhöh|wuchs|passé|passe"
    "|augment|baiss"
    "|chut|monté|grimp|redui|tomb"
)
"""How words of change begin: behind one, *to* and *до* name a result and no bound."""

YEAR_HEADS = frozenset(
    "year years год годы jahr jahre année an 年 年度 年份 연도 년도 год, fy period период".split()
)
"""Words of a column head over years."""

ID_HEADS = frozenset("# № no no. id nr nr. n° номер код code sku артикул 番号 编号 번호 пп п/п №п/п".split())
"""Words of a column head over names made of digits."""

VARIABLE_WORDS = frozenset(
    "argument arguments parameter parameters positional shell awk sed bash script placeholder аргумент"
    " аргумента"
    " параметр параметра скрипт скрипта argumente parameters paramètre"
    " 参数 變數 变量 引数 変数 인수 변수 매개변수".split()
)
"""Words near ``$1`` that make it a variable."""

ACCOUNTING_WORDS = frozenset(
    "is was are were be of to at balance loss losses deficit net accounting income ebit ebitda result"
    " баланс убыток сальдо"
    " составил составила составило составляет ist war beträgt betrug verlust saldo est était solde"
    " perte".split()
)
"""Words straight before an amount in parentheses that make it a negative one, not an aside."""

FUNCTION_WORDS = frozenset(
    """
    a an the and or but if then so as at by for from in into of on onto to with without about over under up
    down out
    only just all some every each any no not than that this these those its their our your his her my we
    you they he
    she it i is are was were be been has have had do does did will would can could should may might must per
    there when while after before since until between among around more most less least nearly almost
    roughly exactly
    another other both such same what which who how why where yes see call score scored total sum revenue
    price cost
    costs pay paid earn earned sell sold buy bought win won lose lost get got give gave take took make made
    use used
    add added set expect need needs add plus minus times
    der die das den dem des ein eine einen einem einer und oder aber wenn als am im an auf aus bei bis
    durch für gegen
    in mit nach ohne seit über um unter von vor zu zum zur nur etwa rund noch schon insgesamt
    le la les l un une des du de et ou mais si en dans par pour sur avec sans sous vers chez plus moins
    environ seulement
    в на с к по от до из за у о об для при и или но а же не ни что как это все всего только еще уже более
    менее
    """.split()
)
"""Words that a number may follow without being the name of anything."""

ORDINARY_LABELS = frozenset(
    """
    item items case order part parts point question step steps line lines act team squad group unit level
    class
    type week day sample node room bus issue issues share invoice track charge chart charts tag box build
    release code status form area formula terminal pier highway agent studio slot camp zip pin
    rule vol fig sec art ids nos abs bd rep
    """.split()
)
"""Labels that are ordinary words too: only with a capital or a dot does a number behind one belong to it."""

MAKERS = frozenset(
    """
    windows boeing airbus iphone ipad galaxy pixel python java node php ruby rust android ios macos ubuntu
    debian
    fedora gpt claude gemini llama mistral qwen deepseek gemma phi grok opus sonnet haiku office photoshop
    excel
    apollo falcon starship tesla model porsche peugeot audi mazda xbox playstation geforce radeon ryzen
    core celeron fortune vue react angular django rails kubernetes postgres postgresql mysql redis
    kotlin swift
    айфон айпад плейстейшн галакси
    boing боинг аэробус эйрбас виндовс союз протон восток прогресс ту су миг ил ваз камаз
    """.split()
)
"""Names that a number follows even where a sentence begins; elsewhere a capital is enough."""


COUNTERS: Mapping[str, str] = MappingProxyType(
    {
        "世紀": "ordinal", "世纪": "ordinal", "세기": "ordinal", "年代": "year", "년대": "year",
        "四半期": "period", "季度": "period", "분기": "period",
        "番目": "ordinal", "回目": "ordinal", "번째": "ordinal", "학년": "ordinal", "年生": "ordinal",
    }
)  # fmt: skip
"""What behind a number makes a place in an order of it, in scripts without blanks and in Korean."""

ORDERED = frozenset(
    """
    веке век веку квартале квартал кварталу кварталом полугодии полугодие этаже этаж месте место классе классу
    """.split()
)
"""Russian words that the number of a place in an order stands before, in forms that no count takes."""

ORDERED_GENITIVES = frozenset("века квартала полугодия".split())
"""Likewise, with a genitive that two to four take too."""

DAY_TIMES = "утра|вечера|дня|ночи"
"""Parts of the day behind a clock time in Russian; behind a bare hour the last two may be days and nights."""

ARTICLES = frozenset(
    "der die das den dem des im am zum zur vom beim ins jeder jedes jede jeden dieser dieses diese diesem"
    " ihr ihre ihren sein seine seinen".split()
)
"""German words that a number with a dot behind it is an ordinal after."""
