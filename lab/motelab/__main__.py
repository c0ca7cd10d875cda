"""`python -m motelab`: the command line behind ./motecurve."""

from motelab.cli import main

main()
