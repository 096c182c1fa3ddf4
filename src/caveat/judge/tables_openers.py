"""Words that tell what stands before a number from an owner that nobody knows; lower case, by hand."""

OPENERS = frozenset(
    (
        # Prepositions, and what limits a number: at $15, Alpha …; only $3, Alpha …
        "at for with from by in on after before during since within under over above below around about of to"
        " per as given despite thanks following only just merely nearly almost roughly some up starting"
        " costing priced charging asking weighing offering using counting including between"
        " once already today yesterday tomorrow soon still both cut cheap fast last next this each every"
        " сейчас сегодня вчера теперь уже раньше за при по с со от до в во на после из у около всего лишь"
        " только почти примерно ценой стоимостью"
        " благодаря начиная"
        " heute gestern jetzt derzeit aktuell schon mit für bei von ab zu zum zur nach in im an am auf um"
        " über unter rund etwa nur knapp fast trotz dank"
        " seit pro je"
        " aujourd'hui maintenant déjà pour à au avec de dès par en sur sous dans après environ seulement"
        " près malgré chez"
    ).split()
)
"""What begins with one of these goes with the clause behind it."""

OPENERS_EAST_ASIAN = (*"以按在从用自只仅从對对每", "約", "约", "わずか", "たった", "단", "약")
"""The same where words are not parted."""

SKIPPED = frozenset(
    (
        "if when where and but while whereas or then so now yet also though although"
        " если когда и а но или то тогда же зато"
        " wenn wer wo und aber oder während doch dann"
        " si quand et mais ou puis tandis"
        " the a an der die das den dem ein eine einen einem le la les un une l'"
    ).split()
)
"""Joining words and articles, which say nothing of what follows."""

NO_OWNERS = frozenset(
    (
        "i monday tuesday wednesday thursday friday saturday sunday january february march april may"
        " june july"
        " august september october november december api usd eur gbp rub us eu uk"
        " montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli"
        " oktober"
        " dezember preis preise"
    ).split()
)
"""Words with a capital inside a sentence that own no number."""

REASONS = frozenset("because as weil denn ведь что que car".split())
"""Words before a clause of its own that no comma need part from the one before."""

RELATIVE = frozenset(
    ("which that who at который которая которое которые которого которой der die das qui").split()
)
"""Words that go on with the name before them, behind a comma."""
