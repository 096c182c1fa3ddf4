"""Elements and attributes of HTML by what they do to the text (living standard, sections 4 and 15.3)."""

VOID = frozenset(
    """
    area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
    """.split()
)
"""Elements without content, which are never closed."""

UNREAD = frozenset("script style template noscript noembed noframes iframe".split())
"""Elements whose content no reader sees; all but template hold text, whatever it looks like."""

PREFORMATTED = frozenset("pre listing xmp plaintext textarea".split())
"""Elements in which blanks and line ends count."""

CODE = frozenset("code kbd samp tt".split())
"""Elements that hold code inside a line."""

PARTED = frozenset("del s strike sub mn".split())
"""Elements whose digits are not read on with those beside them: struck out, lowered, a number in MathML."""

BOXES = frozenset(
    """
    address article aside blockquote body center details dialog dir div fieldset figcaption figure
    footer form frameset head header hgroup html legend main menu nav object optgroup option p search section
    select summary title video audio canvas
    """.split()
)
"""Elements that stand by themselves; a style may lay them into a line."""

STRUCTURE = frozenset(
    """
    caption col colgroup dd dl dt h1 h2 h3 h4 h5 h6 hr li listing ol plaintext pre table tbody td textarea
    tfoot th thead tr ul xmp
    """.split()
)
"""Elements that stand by themselves and mean more than that."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}
"""Level by element."""

LISTS = frozenset("ul ol menu dir".split())
"""Elements that hold ``li``."""

SECTIONS = frozenset("article aside blockquote details dialog figure section".split())
"""Elements whose headings do not reach beyond them."""

TABLE_PARTS = frozenset("caption tbody td tfoot th thead tr".split())
"""What belongs to the innermost table only."""

ENDS: dict[str, frozenset[str]] = {
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
    "td": frozenset({"td", "th", "caption"}),
    "th": frozenset({"td", "th", "caption"}),
    "tr": frozenset({"td", "th", "tr", "caption"}),
    "tbody": frozenset({"td", "th", "tr", "tbody", "thead", "tfoot", "caption"}),
    "thead": frozenset({"td", "th", "tr", "tbody", "thead", "tfoot", "caption"}),
    "tfoot": frozenset({"td", "th", "tr", "tbody", "thead", "tfoot", "caption"}),
}
"""Elements that the start of another ends, for want of their own end tags."""

ASIDES = frozenset(
    """
    title aria-label aria-description aria-placeholder aria-valuetext aria-roledescription summary label
    data-tooltip data-title data-label
    """.split()
)
"""Attributes whose text reaches readers beside the text: tooltips, and what a screen reader says."""

DESCRIPTIONS = frozenset(
    """
    description og:title og:description og:image:alt og:price:amount product:price:amount twitter:title
    twitter:description twitter:image:alt twitter:label1 twitter:data1 twitter:label2 twitter:data2 price
    """.split()
)
"""Names of ``meta`` whose content is shown in a preview or a list of results."""

UNSHOWN_INPUTS = frozenset("hidden checkbox radio password file color image".split())
"""Types of ``input`` that do not show their value."""
