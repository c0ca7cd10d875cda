"""The coefficients of ELMO, a model of a Cortex-M0's voltage (McCann, Oswald, Whitnall, USENIX Security 2017; licence
and origin in the data file), for simulators/traces/cortex_m/elmo.c."""

import csv
import functools
import itertools
import struct
from pathlib import Path

from motelab import BUILD, DATA
from motelab.common.files import digest, write_atomically

FIGURES = DATA / "elmo-coefficients.csv"
GROUPS = ("arithmetic", "shift", "store", "load", "multiply")
NEIGHBOURS = GROUPS[1:]
BITS = tuple(str(bit) for bit in range(32))
PAIRS = tuple(f"{low}-{high}" for low, high in itertools.combinations(range(32), 2))
# The order of the program's file, for each group.
OF_GROUP = (("constant", ("",)), ("previous", NEIGHBOURS), ("next", NEIGHBOURS))
OF_OPERAND = (
    ("weight", BITS), ("change", BITS), ("weight-previous", NEIGHBOURS), ("change-previous", NEIGHBOURS),
    ("weight-next", NEIGHBOURS), ("change-next", NEIGHBOURS), ("pair", PAIRS),
)  # fmt: skip


@functools.cache
def coefficients() -> dict[tuple[str, str, str], dict[str, float]]:
    """Volts by term, operand ("", "1", "2") and place, then by group; 0 where the file has no figure."""
    with FIGURES.open() as stream:
        rows = list(csv.DictReader(line for line in stream if not line.startswith("#")))
    return {(r["term"], r["operand"], r["place"]): {g: float(r[g] or 0) for g in GROUPS} for r in rows}


@functools.cache
def packed() -> bytes:
    """The file that the program reads: doubles, group after group."""
    known = coefficients()
    terms = [(term, operand, place) for term, operand, places in _order() for place in places]
    values = [known[term][group] for group in GROUPS for term in terms]
    return struct.pack(f"={len(values)}d", *values)


def _order() -> list[tuple[str, str, tuple[str, ...]]]:
    alone = [(term, "", places) for term, places in OF_GROUP]
    return alone + [(term, operand, places) for operand in "12" for term, places in OF_OPERAND]


def file() -> Path:
    """The program's file, written first if it is missing."""
    path = BUILD / "leakage" / f"elmo-{digest(packed())[:16]}.coefficients"
    if not path.exists():
        write_atomically(path, packed())
    return path
