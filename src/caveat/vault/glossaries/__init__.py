"""
The glossaries of other programs: one module a format, each from bytes to terms and back.

`registry` names the formats and tells which one a file has. What a row cannot mean here is a finding with its
line; what a format cannot hold is named when it is written.
"""
