"""`python -m zerosum`: the command."""

from zerosum.cli import main

main()
