"""
Function words and question words by language: what a question is made of besides its subject.

Closed classes only (articles, pronouns, prepositions, conjunctions, auxiliaries, question words, a few
particles), written down from the grammars, folded as the analyser folds: lower case, without diacritics,
``ss`` for the sharp s. Stop words stay in the index; they are left out of a query that asks for more.
English words that turn a question round (not, without, against, before, since, about, there) are none:
dropping them too costs nDCG@10 .001 on XQuAD and .004 on LoCoMo.
"""

from collections.abc import Mapping
from types import MappingProxyType

ENGLISH = frozenset(
    """
    a an the this that these those it its itself i me my mine myself we us our ours ourselves
    you your yours yourself yourselves he him his himself she her hers herself they them their theirs
    themselves one who whom whose which what when where why how whether
    am is are was were be been being do does did doing done have has had having will would shall should
    can could may might must ought ca wo ain
    and or nor but if then else so than because while as although though unless
    of at by for with between among into onto through during above
    below to up down in out on off over under within upon toward towards via
    only own same such too very just also any some each every both all more most other another few
    many much ever again further once however yet still
    """.split()
)

GERMAN = frozenset(
    """
    der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines
    dieser diese dieses diesen diesem jener jene jenes jenen jenem jeder jede jedes jeden jedem alle allen
    aller alles manche mancher solche solcher welche welcher welches welchen welchem
    ich mich mir du dich dir er ihn ihm sie ihr ihnen es wir uns euch man sich selbst
    mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine seinen seinem seiner seines
    ihre ihren ihrem ihrer ihres unser unsere unseren unserem unserer euer eure
    wer wen wem wessen was wann wo wohin woher warum wieso weshalb wie wieviel womit wodurch woran worauf
    bin bist ist sind seid war waren warst wart gewesen sei habe hast hat haben habt hatte hatten
    werde wirst wird werden werdet wurde wurden worden wurden kann kannst konnen konnte konnten
    muss mussen musste mussten soll sollen sollte sollten will wollen wollte wollten darf durfen durfte
    mag mogen mochte mochten
    und oder aber denn sondern doch weil dass ob wenn als wahrend bevor nachdem obwohl damit sobald sowie
    sowohl weder noch entweder
    in im ins an am ans auf aus bei beim bis durch fur gegen hinter mit nach neben ohne seit statt trotz
    um unter uber von vom vor wegen zu zum zur zwischen
    nicht nur auch schon sehr so dann da dort hier ja nein noch immer wieder etwa etwas mehr hin her
    """.split()
)

FRENCH = frozenset(
    """
    le la les l un une des du de d au aux ce cet cette ces celui celle ceux celles ceci cela ca
    je j me m moi tu te t toi il elle on nous vous ils elles se s soi lui leur leurs eux en y
    mon ma mes ton ta tes son sa ses notre nos votre vos
    qui que qu quoi dont ou quel quelle quels quelles lequel laquelle lesquels lesquelles quand comment
    pourquoi combien
    suis es est sommes etes sont etais etait etions etaient ete etant sera seront serait seraient fut furent
    soit soient ai as a avons avez ont avais avait avaient aura auront aurait eu ayant ait
    fait faire font peut peuvent pouvait doit doivent devait va vont
    et mais donc or ni car si comme lorsque puisque tandis afin parce
    dans par pour sur sous avec sans chez vers entre depuis pendant avant apres contre selon jusque jusqu
    ne n pas plus moins tres trop peu aussi bien encore deja toujours jamais rien tout toute tous toutes
    meme memes autre autres chaque quelque quelques aucun aucune c ici
    """.split()
)

RUSSIAN = frozenset(
    """
    я меня мне мной мною ты тебя тебе тобой тобою он его него ему нему им ним нем она ее нее ей ней ею нею
    оно мы нас нам нами вы вас вам вами они их них ими ними себя себе собой собою
    мой моя мое мои моего моей моему моим моем моих моими твой твоя твое твои твоего твоей твоих
    наш наша наше наши нашего нашей нашему нашим нашем наших нашими ваш ваша ваше ваши вашего вашей ваших
    свой своя свое свои своего своей своему своим своем своих своими свою
    этот эта это эти этого этой этому этим этом этих этими эту тот та то те того той тому тем том тех теми ту
    такой такая такое такие таких такого сам сама само сами самого самой самих весь вся все всего всей всему
    всем всех всеми всю каждый каждая каждое каждого каждой
    кто кого кому кем ком что чего чему чем где куда откуда когда почему зачем отчего как какой какая какое
    какие какого какой какому каким каком каких какими какую который которая которое которые которого которой
    которому которым котором которых которыми которую сколько чей чья чье чьи ли
    быть был была было были есть буду будет будут будем будешь будучи являлся являлась является являются
    может могут мог могла могли можно нужно надо нельзя
    и а но да или либо если чтобы чтоб хотя пока потому поэтому так также тоже же ведь лишь только уже еще
    ни не нет бы б раз разве даже вот там тут здесь очень более менее больше меньше
    в во на с со к ко о об обо от ото у из изо за до для по под подо над при про без через между перед
    после среди около вокруг кроме ради против сквозь
    """.split()
)

STOPWORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "ru": RUSSIAN}
)
"""Stop words by language of stemming."""

CONTENT_ELSEWHERE = frozenset(
    """
    war die man hat bald will also art her hier mag main son sons car or sans pour plus sur tout as a on en
    comment mine per do so was in an am ton tons dont fut des es dir me ma fait
    """.split()
)
"""Stop words of one language that are ordinary words of another: alone they do not show a language."""

DECOYS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "es": frozenset("el los las una del que por para con como pero mas su sus es y esta este lo".split()),
        "it": frozenset("il lo gli una di del della che per con non sono come anche piu nel alla e".split()),
        "pt": frozenset("o os as uma do da dos das que para com nao por mais como mas ao em e sao".split()),
        "nl": frozenset("de het een van en dat niet zijn voor met op aan ook naar maar bij is te".split()),
        "sv": frozenset("och att det som en ett pa av for med till den har inte om var de jag vi".split()),
        "pl": frozenset("i w na z do nie sie to jest ze jak po ale od za przez dla tak o by".split()),
    }
)
"""The commonest words of languages that are not stemmed, so that they are not taken for one that is."""
