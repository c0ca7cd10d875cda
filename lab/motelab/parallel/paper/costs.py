"""Table 2 of arruda2014: costs and synchronisations as printed, beside those counted in the library."""

import functools
import re
from collections.abc import Sequence

from motelab.common.errors import MotecurveError
from motelab.parallel import programs
from motelab.parallel.paper.cells import Row

THREADS = 4  # theta_1 = theta_2 = 2, where the paper has every algorithm
NAMES = {
    "parallel Montgomery / Barrett": ("montgomery", "barrett"),
    "Bipartite": ("bipartite",),
    "k-ary Multipartite v1": ("multipartite-v1",),
    "k-ary Multipartite v2": ("multipartite-v2",),
}
COMMAND = "./motecurve tables --source {} --table {}"
TWO_THREADS = "2 (two threads) or 6"  # the printed synchronisations of Bipartite


@functools.cache
def counted() -> tuple[programs.Line, ...]:
    """Products of the busiest thread, in squares of n limbs, and barriers of every algorithm and number of threads.
    Raises what programs.run raises."""
    return tuple(programs.run("costs"))


def of(algorithm: str, threads: int, lines: Sequence[programs.Line]) -> tuple[float, int]:
    """Products of n / 2 by n / 2 limbs in the busiest thread, and barriers."""
    (line,) = (one for one in lines if (one["algorithm"], one["threads"]) == (algorithm, str(threads)))
    return float(line["products"]) * THREADS, int(line["barriers"])


def factor(printed: str) -> float:
    """The factor of M(n / theta_1, n / theta_2) in a printed cost, with theta_1 theta_2 = THREADS."""
    text = printed.partition("M(")[0].strip("()").replace("t1 t2", str(THREADS))
    return sum(_term(term) for term in text.split("+"))


def _term(term: str) -> float:
    """A term such as 2.5, 9/(4 4) or 4/2, in which a space multiplies."""
    top, _, bottom = term.partition("/")
    value = float(top)
    for divisor in re.findall(r"[\d.]+", bottom):
        value /= float(divisor)
    return value


def beside(row: Row) -> Row:
    """Ours beside a row of Table 2, with the ratio of the costs; or the reason why there is none."""
    try:
        lines = counted()
    except MotecurveError as error:
        return {"reason": str(error)}
    found: Row = {"command": COMMAND.format(row["source"], row["table"]), "verified": True, "is_recorded": False}
    products, barriers = max(of(name, THREADS, lines) for name in NAMES[row["algorithm"]])
    if row["metric"] == "complexity":
        return found | {"ours": f"{products:.2f}M(n/2)", "ratio": round(products / factor(row["value"]), 3)}
    if row["value"] == TWO_THREADS:
        pair = (of(NAMES[row["algorithm"]][0], 2, lines)[1], barriers)
        return found | {"ours": "{} (two threads) or {}".format(*pair), "ratio": float(pair == (2, 6))}
    return found | {"ours": barriers, "ratio": round(barriers / float(row["value"]), 3)}
