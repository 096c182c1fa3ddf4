"""
Kana in Cyrillic after the system of Polivanov, kana for the Latin spellings of Japanese, and what writes a
long vowel.

Written down from the rules of the system. Kana is given as hiragana; katakana is brought to it by its
distance in
Unicode. What only foreign words have (ティ, ファ, ヴ) is no part of the system and follows common usage.
"""

from collections.abc import Mapping
from types import MappingProxyType

_MORAE = """
あ а い и う у え э お о
か ка き ки く ку け кэ こ ко が га ぎ ги ぐ гу げ гэ ご го
さ са し си す су せ сэ そ со ざ дза じ дзи ず дзу ぜ дзэ ぞ дзо
た та ち ти つ цу て тэ と то だ да ぢ дзи づ дзу で дэ ど до
な на に ни ぬ ну ね нэ の но
は ха ひ хи ふ фу へ хэ ほ хо ば ба び би ぶ бу べ бэ ぼ бо ぱ па ぴ пи ぷ пу ぺ пэ ぽ по
ま ма み ми む му め мэ も мо
や я ゆ ю よ ё
ら ра り ри る ру れ рэ ろ ро
わ ва ゐ и ゑ э を о
きゃ кя きゅ кю きょ кё ぎゃ гя ぎゅ гю ぎょ гё
しゃ ся しゅ сю しょ сё じゃ дзя じゅ дзю じょ дзё
ちゃ тя ちゅ тю ちょ тё ぢゃ дзя ぢゅ дзю ぢょ дзё
にゃ ня にゅ ню にょ нё
ひゃ хя ひゅ хю ひょ хё びゃ бя びゅ бю びょ бё ぴゃ пя ぴゅ пю ぴょ пё
みゃ мя みゅ мю みょ мё
りゃ ря りゅ рю りょ рё
ぁ а ぃ и ぅ у ぇ э ぉ о ゃ я ゅ ю ょ ё ゎ ва ゕ ка ゖ кэ
くゎ ква ぐゎ гва
"""

_FOREIGN = """
ゔ ву ゔぁ ва ゔぃ ви ゔぇ вэ ゔぉ во ゔゃ вя ゔゅ вю ゔょ вё
てぃ ти でぃ ди とぅ ту どぅ ду てゅ тю でゅ дю てゃ тя でゃ дя
ふぁ фа ふぃ фи ふぇ фэ ふぉ фо ふゅ фю ふゃ фя ふょ фё
うぃ ви うぇ вэ うぉ во うぁ ва いぇ е
しぇ сэ じぇ дзэ ちぇ тэ ひぇ хе りぇ ре
つぁ ца つぃ ци つぇ цэ つぉ цо
くぁ ква くぃ кви くぇ квэ くぉ кво ぐぁ гва ぐぃ гви ぐぇ гвэ ぐぉ гво
すぃ си ずぃ дзи きぇ ке ぎぇ ге にぇ не みぇ ме びぇ бе ぴぇ пе
"""

_MORA_CELLS = _MORAE.split()
_FOREIGN_CELLS = _FOREIGN.split()

MORAE: Mapping[str, str] = MappingProxyType(dict(zip(_MORA_CELLS[::2], _MORA_CELLS[1::2], strict=True)))
"""One mora in hiragana, of one kana or two → Cyrillic, lower case; ん, っ and ー follow rules instead."""

FOREIGN: Mapping[str, str] = MappingProxyType(
    dict(zip(_FOREIGN_CELLS[::2], _FOREIGN_CELLS[1::2], strict=True))
)
"""The same for morae that only foreign words have."""

_ROMAJI = """
a あ i い u う e え o お
ka か ki き ku く ke け ko こ ga が gi ぎ gu ぐ ge げ go ご
sa さ shi し si し su す se せ so そ za ざ ji じ zi じ zu ず ze ぜ zo ぞ
ta た chi ち ti ち tsu つ tu つ te て to と da だ di ぢ dzi ぢ du づ dzu づ de で do ど
na な ni に nu ぬ ne ね no の
ha は hi ひ fu ふ hu ふ he へ ho ほ ba ば bi び bu ぶ be べ bo ぼ pa ぱ pi ぴ pu ぷ pe ぺ po ぽ
ma ま mi み mu む me め mo も ya や yu ゆ yo よ
ra ら ri り ru る re れ ro ろ wa わ wi ゐ we ゑ wo を
kya きゃ kyu きゅ kyo きょ gya ぎゃ gyu ぎゅ gyo ぎょ
sha しゃ shu しゅ sho しょ sya しゃ syu しゅ syo しょ ja じゃ ju じゅ jo じょ
zya じゃ zyu じゅ zyo じょ jya じゃ jyu じゅ jyo じょ
cha ちゃ chu ちゅ cho ちょ tya ちゃ tyu ちゅ tyo ちょ dya ぢゃ dyu ぢゅ dyo ぢょ
nya にゃ nyu にゅ nyo にょ hya ひゃ hyu ひゅ hyo ひょ bya びゃ byu びゅ byo びょ pya ぴゃ pyu ぴゅ pyo ぴょ
mya みゃ myu みゅ myo みょ rya りゃ ryu りゅ ryo りょ kwa くゎ gwa ぐゎ
vu ゔ va ゔぁ vi ゔぃ ve ゔぇ vo ゔぉ fa ふぁ fi ふぃ fe ふぇ fo ふぉ she しぇ je じぇ che ちぇ
tsa つぁ tsi つぃ tse つぇ tso つぉ
"""

_ROMAJI_CELLS = _ROMAJI.split()

ROMAJI: Mapping[str, str] = MappingProxyType(dict(zip(_ROMAJI_CELLS[::2], _ROMAJI_CELLS[1::2], strict=True)))
"""Latin spelling of a mora (Hepburn, Kunrei, Nihon) → hiragana."""

LONG_PAIRS = frozenset({"ああ", "うう", "おう", "おお"})
"""Vowel of a mora and the vowel kana after it that only makes it long; ええ and いい stay two vowels."""

OWN_VOWEL: Mapping[str, str] = MappingProxyType(
    {
        "上": "うえ うわ うら", "浦": "うら", "裏": "うら", "梅": "うめ", "植": "うえ",
        "臼": "うす", "牛": "うし", "鵜": "う", "宇": "う", "打": "うち",
        "薄": "うす", "歌": "うた", "氏": "うじ", "後": "うしろ", "畝": "うね", "魚": "うお", "移": "うつ",
        "瓜": "うり", "岡": "おか", "丘": "おか", "沖": "おき", "奥": "おく", "尾": "お", "緒": "お",
        "音": "おと", "男": "お", "雄": "お", "夫": "お", "織": "おり", "鬼": "おに", "小": "お",
        "親": "おや", "折": "おり",
    }
)  # fmt: skip
"""Kanji → readings that begin with a vowel of their own: it is not the length of the vowel before it."""

OWN_I = frozenset("井衣伊居位入猪飯池石磯稲泉岩市糸犬今出生五一")
"""Kanji whose reading begins with い: after a vowel it is и, where any other い is й (酒井 Сакаи, 愛 Ай)."""

HONORIFICS: Mapping[str, str] = MappingProxyType(
    {
        "さん": "сан", "くん": "кун", "ちゃん": "тян", "さま": "сама", "せんせい": "сэнсэй",
        "せんぱい": "сэмпай", "どの": "доно", "たん": "тан", "ちん": "тин",
    }
)  # fmt: skip
"""Words of address after a name, which Russian joins by a hyphen."""

_READINGS = """
千葉 ちば  東京 とうきょう  京都 きょうと  大阪 おおさか  横浜 よこはま  神戸 こうべ  名古屋 なごや
札幌 さっぽろ  福岡 ふくおか  広島 ひろしま  仙台 せんだい  川崎 かわさき  埼玉 さいたま
北海道 ほっかいどう  青森 あおもり  岩手 いわて  宮城 みやぎ  秋田 あきた  山形 やまがた  福島 ふくしま
茨城 いばらき  栃木 とちぎ  群馬 ぐんま  神奈川 かながわ  新潟 にいがた  富山 とやま  石川 いしかわ
福井 ふくい  山梨 やまなし  長野 ながの  岐阜 ぎふ  静岡 しずおか  愛知 あいち  三重 みえ  滋賀 しが
兵庫 ひょうご  奈良 なら  和歌山 わかやま  鳥取 とっとり  島根 しまね  岡山 おかやま  山口 やまぐち
徳島 とくしま  香川 かがわ  愛媛 えひめ  高知 こうち  佐賀 さが  長崎 ながさき  熊本 くまもと
大分 おおいた  宮崎 みやざき  鹿児島 かごしま  沖縄 おきなわ  本州 ほんしゅう  四国 しこく
九州 きゅうしゅう  江戸 えど  日光 にっこう  鎌倉 かまくら  箱根 はこね  渋谷 しぶや  新宿 しんじゅく
池袋 いけぶくろ  上野 うえの  浅草 あさくさ  銀座 ぎんざ  秋葉原 あきはばら  品川 しながわ
新橋 しんばし  日本橋 にほんばし  六本木 ろっぽんぎ  原宿 はらじゅく  富士山 ふじさん  富士 ふじ
関東 かんとう  関西 かんさい  東北 とうほく  中部 ちゅうぶ  中国 ちゅうごく  琵琶湖 びわこ  那覇 なは
函館 はこだて  小樽 おたる  旭川 あさひかわ  金沢 かなざわ  伊勢 いせ  出雲 いずも  吉野 よしの
熱海 あたみ  伊豆 いず  佐渡 さど  対馬 つしま  下関 しものせき  倉敷 くらしき  姫路 ひめじ  堺 さかい
難波 なんば  別府 べっぷ  横須賀 よこすか  佐藤 さとう  鈴木 すずき  高橋 たかはし  田中 たなか
渡辺 わたなべ  伊藤 いとう  山本 やまもと  中村 なかむら  小林 こばやし  加藤 かとう  吉田 よしだ
山田 やまだ  佐々木 ささき  松本 まつもと  井上 いのうえ  木村 きむら  斎藤 さいとう  斉藤 さいとう
清水 しみず  山崎 やまざき  池田 いけだ  阿部 あべ  安倍 あべ  橋本 はしもと  山下 やました  森 もり
小川 おがわ  石井 いしい  長谷川 はせがわ  後藤 ごとう  岡田 おかだ  近藤 こんどう  前田 まえだ
藤田 ふじた  遠藤 えんどう  坂本 さかもと  村上 むらかみ  太田 おおた  藤井 ふじい  西村 にしむら
福田 ふくだ  岡本 おかもと  三浦 みうら  藤原 ふじわら  松田 まつだ  中川 なかがわ  中野 なかの
原田 はらだ  小野 おの  田村 たむら  竹内 たけうち  金子 かねこ  和田 わだ  中山 なかやま  石田 いしだ
上田 うえだ  森田 もりた  柴田 しばた  酒井 さかい  工藤 くどう  横山 よこやま  宮本 みやもと
内田 うちだ  高木 たかぎ  安藤 あんどう  谷口 たにぐち  大野 おおの  丸山 まるやま  今井 いまい
高田 たかだ  藤本 ふじもと  武田 たけだ  村田 むらた  上杉 うえすぎ  杉山 すぎやま  増田 ますだ
平野 ひらの  大塚 おおつか  千田 ちだ  久保 くぼ  松井 まつい  小島 こじま  岩崎 いわさき  桜井 さくらい
野口 のぐち  松尾 まつお  野村 のむら  木下 きのした  菊地 きくち  菊池 きくち  佐野 さの  大西 おおにし
杉本 すぎもと  新井 あらい  古川 ふるかわ  本田 ほんだ  本間 ほんま  織田 おだ  徳川 とくがわ
豊臣 とよとみ  黒澤 くろさわ  黒沢 くろさわ  三島 みしま  川端 かわばた  夏目 なつめ  芥川 あくたがわ
太宰 だざい  大江 おおえ  松下 まつした  本多 ほんだ  服部 はっとり  土屋 つちや  千代田 ちよだ
朝倉 あさくら  明智 あけち  真田 さなだ  伊達 だて  島津 しまづ  毛利 もうり  足利 あしかが  太郎 たろう
次郎 じろう  一郎 いちろう  三郎 さぶろう  健一 けんいち  健二 けんじ  真一 しんいち  花子 はなこ
恵子 けいこ  洋子 ようこ  幸子 さちこ  和子 かずこ  達也 たつや  拓也 たくや  翔太 しょうた
大輔 だいすけ  千尋 ちひろ  信長 のぶなが  秀吉 ひでよし  家康 いえやす  信玄 しんげん  謙信 けんしん
政宗 まさむね  幸村 ゆきむら  陽子 ようこ  美咲 みさき
"""

_READING_CELLS = _READINGS.split()

READINGS: Mapping[str, str] = MappingProxyType(
    dict(zip(_READING_CELLS[::2], _READING_CELLS[1::2], strict=True))
)
"""Kanji of well-known places, frequent surnames and given names that nearly everybody reads one way →
hiragana."""
