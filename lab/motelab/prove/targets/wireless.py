"""Wireless MMX of XScale processors, coprocessors 0 and 1 of ARM, from the "Intel Wireless MMX Technology Developer
Guide": the registers of data wR0 to wR15, of 64 bits, and those of control wCGR0 to wCGR3."""

from motelab.prove.targets.thumb import Meaning

DATA = tuple(f"wr{i}" for i in range(16))
CONTROL = tuple(f"wcgr{i}" for i in range(4))
KEPT = ()  # the procedure call standard keeps wr10 to wr15


def meaning(code: int) -> Meaning | None:
    """An instruction of these coprocessors; None if it is none that we know."""
    return None
