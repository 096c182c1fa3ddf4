"""Words that turn round or put in doubt what follows them in the same sentence."""

DOUBT_WORDS = frozenset(
    # en
    "not no never nobody none nothing neither nor without unless if whether false wrong untrue deny denies"
    " denied doubt doubts hardly cannot isn't wasn't aren't don't doesn't didn't won't can't maybe perhaps"
    " allegedly supposedly rumour rumor myth would should could might may"
    " wrongly falsely mistakenly incorrectly erroneously mistaken incorrect lie lies lied lying pretend"
    " pretends pretended rumours rumors rumoured rumored dispute disputes disputed refute refutes refuted"
    " reject rejects rejected retracted unlikely improbable supposed alleged purported purportedly probably"
    " possibly apparently unconfirmed until except assume assumes assuming suppose guess hypothetically"
    " hoax fake fiction fictional fictitious hypothetical hypothesis theory debunked disproved"
    " disproven disproves"
    " doubtful dubious questionable uncertain unclear unproven unsure unverified inaccurate"
    " inexact misleading"
    " outdated obsolete formerly previously hope hopes hoped wish wishes wished dream dreams"
    " dreamt dreamed imagine"
    " imagines imagined imaginary refuse refuses invented fabricated bogus joke joking kidding"
    " contrary so-called"
    " claims claimed believes believed thinks thought opinion barely scarcely rarely seldom"
    " provided once when"
    " whenever hearsay reportedly ostensibly presumably conceivably"
    # de
    " nicht kein keine keinen keiner nie niemals ohne falsch falls wenn ob bestreitet angeblich vielleicht"
    " niemand nichts weder bestreiten bestritt leugnet leugnete dementiert fälschlich fälschlicherweise"
    " irrtümlich unwahr gelogen vermutlich wahrscheinlich möglicherweise könnte sollte würde dürfte"
    " gerücht gerüchte gerüchten zufolge sobald sofern solange vorausgesetzt unbestätigt"
    " zweifelhaft fraglich unklar"
    " veraltet ehemals früher erfunden scherz lüge lügt glaubt meint denkt behauptet behauptete"
    " kaum zweifel zweifelt"
    # fr
    " ne pas jamais aucun aucune sans faux fausse si nie peut-être prétendument"
    " personne rien nient démenti dément prétend prétendue faussement tort probablement soi-disant pourrait"
    " inexact inexacte mensonge mensonger rumeur rumeurs doute douteux peut pourvu quand lorsque"
    " ment prétendent croit"
    " pense imaginez imaginons supposons hypothèse blague inventé périmé autrefois"
    # es
    " no nunca jamás ningún ninguna sin falso falsa si niega quizás supuestamente"
    " nadie nada niegan negó falsamente miente probablemente podría quizá presunto"
    " mentira mentiras rumores duda dudoso cuando cree piensa inventado antiguamente supongamos broma"
    # ru
    " не нет ни никогда без ложь неверно неправда если ли отрицает якобы возможно может вряд"
    " сомнительно"
    " никто ничего ложно ошибочно неправильно ошибается лжёт лжет врёт врет отрицают отрицал отрицала будто"
    " наверное вероятно предположительно опроверг опровергает опровергла"
    " слух слухи слухам слухов сомнительный говорят похоже кажется допустим предположим"
    " представим выдумка выдумал"
    " обман миф когда прежде раньше устарело считает думает утверждает едва неточно шутка сомневается"
    # What denies in neighbours of these: it, pt, nl.
    " non nessuno nessuna nulla falsa não ninguém nenhum sem talvez boato niet geen nooit onwaar".split()
)
"""Folded words of languages that put blanks between words (our choice, from each language's grammar)."""

DOUBT_SIGNS = (
    "不", "没", "沒", "無", "无", "非", "未", "别", "別", "假", "错", "錯", "如果", "若", "否",
    "谣", "謠", "谎", "謊", "据说", "據說", "据称", "據稱", "传言", "傳言", "传闻", "傳聞", "可能",
    "也许", "也許", "或许",
    "或許", "大概", "疑", "虚", "虛", "猜", "以为", "以為", "曾", "只有", "除非",
    "噂", "うわさ", "らしい", "かもしれ", "だろう", "でしょう", "はず", "仮に", "仮定", "たぶん", "多分",
    "恐らく", "おそらく",
    "思", "偽", "とは限", "소문", "아마", "것 같", "추측", "가정", "만일", "라면", "다면", "의심",
    "지도 모", "농담",
    "✗", "✘", "❌", "❎", "👎", "🚫",
    "ない", "なかっ", "ません", "もし", "嘘", "誤", "아니", "않", "못", "거짓", "만약", "없",
)  # fmt: skip
"""The same for Chinese, Japanese and Korean, looked for anywhere in the sentence."""

DOUBT_PHRASES = (
    " in case ", " as long as ", " as if ", " as though ", " on condition ", " made that up ",
    " made it up ",
    " or so ", " far from ", " used to be ", " im fall ", " à condition ", " en cas ", " tant que ",
    " en caso ",
    " siempre que ", " в случае ", " до тех пор ", " при условии ",
)  # fmt: skip
"""Words that do so together only, each with a blank on both sides."""

LEADING_WORDS = frozenset(
    # en
    "that and but because since so for as says say said saying states stated writes wrote written"
    " confirms confirmed"
    " notes noted reports reported shows showed means meant adds added agrees agreed knows knew"
    " know found finds"
    " records recorded repeats repeated see"
    # de
    " dass daß siehe und aber denn weil da sagt sagte schreibt schrieb bestätigt bestätigte steht"
    # fr
    " que et mais car donc parce dit écrit confirme"
    # es, pt, it, nl
    " y pero porque pues dice dijo escribe confirma mas che ma perché dat maar want en"
    # ru
    " что и а но потому сказал сказала сказали пишет писал писала подтверждает подтвердил подтвердила".split()
)
"""Folded words behind which a clause begins: conjunctions, and verbs of saying (our choice)."""

PASSED_WORDS = frozenset(
    # en
    "the a an this then now thus hence therefore also here today"
    # de
    " der die das ein eine dann also daher heute jetzt"
    # fr, es
    " le la les un une el los las una alors ainsi entonces hoy"
    # ru
    " тогда значит теперь сейчас сегодня итак".split()
)
"""Folded words that may stand between the beginning of a clause and what is looked for: articles, adverbs."""

OTHER_HEADS = frozenset(
    "before old previous earlier past option options alternative proposal proposals proposed"
    " plan planned draft"
    " vorher alt alte alter bisher früher variante vorschlag entwurf"
    " avant ancien ancienne anciens proposition brouillon"
    " antes anterior opción propuesta borrador"
    " до было раньше прежде старое старая старый вариант предложение черновик ошибка ошибки"
    " 旧 以前 变更前 変更前 修改前 方案 草案 提案 案 이전 변경전 안 초안".split()
)
"""Words in the head of a table that tell what held before, or might hold: neither is stated as it stands."""
