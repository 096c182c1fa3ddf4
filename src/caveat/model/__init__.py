"""
The nouns of caveat: what a record is, what an edge says, what a reader is told.

Nothing here computes trust, reads a file or knows a clock. Every other room imports from here and this
room imports from none, so a name that two rooms share lives here.
"""
