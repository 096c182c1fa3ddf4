"""``python -m caveat``: the command line."""

from caveat.cli.main import main

main()
