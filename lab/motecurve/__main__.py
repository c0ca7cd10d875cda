"""`python -m motecurve`: the command line behind ./motecurve."""

from motecurve.cli import main

main()
