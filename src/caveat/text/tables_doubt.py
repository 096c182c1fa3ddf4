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
    # de
    " nicht kein keine keinen keiner nie niemals ohne falsch falls wenn ob bestreitet angeblich vielleicht"
    " niemand nichts weder bestreiten bestritt leugnet leugnete dementiert fälschlich fälschlicherweise"
    " irrtümlich unwahr gelogen vermutlich wahrscheinlich möglicherweise könnte sollte würde dürfte"
    # fr
    " ne pas jamais aucun aucune sans faux fausse si nie peut-être prétendument"
    " personne rien nient démenti dément prétend prétendue faussement tort probablement soi-disant pourrait"
    # es
    " no nunca jamás ningún ninguna sin falso falsa si niega quizás supuestamente"
    " nadie nada niegan negó falsamente miente probablemente podría quizá presunto"
    # ru
    " не нет ни никогда без ложь неверно неправда если ли отрицает якобы возможно может вряд"
    " сомнительно"
    " никто ничего ложно ошибочно неправильно ошибается лжёт лжет врёт врет отрицают отрицал отрицала будто"
    " наверное вероятно предположительно опроверг опровергает опровергла".split()
)
"""Folded words of languages that put blanks between words (our choice, from each language's grammar)."""

DOUBT_SIGNS = (
    "不", "没", "沒", "無", "无", "非", "未", "别", "別", "假", "错", "錯", "如果", "若", "否",
    "ない", "なかっ", "ません", "もし", "嘘", "誤", "아니", "않", "못", "거짓", "만약", "없",
)  # fmt: skip
"""The same for Chinese, Japanese and Korean, looked for anywhere in the sentence."""
