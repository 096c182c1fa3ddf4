"""
The arithmetic of doubt: records and edges in, numbers and their reasons out.

Pure: no file, no clock, no randomness. A reader of one journey starts at `caveat.trust.assess`; what
has to be loaded for it is `caveat.trust.reach`, and why a number is what it is `caveat.trust.explanation`.
"""
