"""Times for more threads than the algorithms here take, predicted by arruda2014, Table 2: the products of the busiest
thread, and the hand-overs of its phases.

GMP's products, and calls of so many phases that do nothing, are measured, each by itself. Sums and copies, of O(n), are
left out, so a prediction is below the true time where they count."""

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping

from motelab.parallel import programs

ROUNDS_MAX = 101
LIMB_BITS = 64  # of GMP's limbs on the hosts that programs run on
Shape = tuple[int, int]  # limbs of the factors of a product, the larger first


@dataclasses.dataclass(frozen=True)
class Cost:
    """Products of the busiest thread, by shape, and how often all threads wait for all."""

    products: Mapping[Shape, float]
    barriers: int


@dataclasses.dataclass(frozen=True)
class Measured:
    """Microseconds of products by shape, and of calls with two threads that do nothing, by engine and barriers."""

    products: Mapping[Shape, float]
    handovers: Mapping[tuple[str, int], float]

    def handover(self, engine: str, threads: int, barriers: int) -> float | None:
        """Microseconds of the barriers of a call, for so many threads; None if they are not known.

        They are measured with two threads. Each further one is taken to cost as much again, since a line of cache moves
        to each."""
        if threads == 1 or engine == "sequential":
            return 0.0
        known = self.handovers.get((engine, barriers))
        return None if known is None else known * (threads - 1)


def limbs_of(bits: int) -> int:
    return -(-bits // LIMB_BITS)


def part(n: float, of: float) -> int:
    """ceil(n / of), at least one limb."""
    return max(1, math.ceil(n / of))


def cost(algorithm: str, threads: int, bits: int) -> Cost | None:
    """The cost by arruda2014, Table 2, for threads = theta_1 theta_2 with both as near to each other as can be; None
    for an algorithm that the table does not have, or for one thread."""
    factor = TABLE_2.get(algorithm)
    if factor is None or threads < 2:
        return None
    n = limbs_of(bits)
    theta = max(k for k in range(1, math.isqrt(threads) + 1) if threads % k == 0)
    products, barriers = factor(threads)
    return Cost({_shape(part(n, theta), part(n, threads // theta)): products}, barriers)


def predicted(cost: Cost | None, engine: str, threads: int, measured: Measured) -> float | None:
    """Microseconds; None where the cost, a product or the hand-over is not known."""
    handover = None if cost is None else measured.handover(engine, threads, cost.barriers)
    if cost is None or handover is None or not cost.products.keys() <= measured.products.keys():
        return None
    return sum(count * measured.products[shape] for shape, count in cost.products.items()) + handover


def measure(costs: Iterable[Cost | None], processors: int, runs: int = 200) -> Measured:
    """Measures the products of the costs and, where there are two processors, calls with so many barriers: the least of
    the runs, as for the multiplications. Raises what programs.run raises."""
    known = [cost for cost in costs if cost]
    shapes = sorted({shape for cost in known for shape in cost.products})
    lines = programs.run("product_times", "--runs", runs, *(f"{a}x{b}" for a, b in shapes)) if shapes else []
    products = {(int(line["a_limbs"]), int(line["b_limbs"])): float(line["minimum"]) for line in lines}
    handovers = {}
    for barriers in sorted({cost.barriers for cost in known} - {0}) if processors > 1 else ():
        options = ("--threads", 2, "--phases", barriers, "--rounds", min(runs, ROUNDS_MAX))
        for line in programs.run("handover", *options, environment=programs.spinning()):
            handovers[line["engine"], barriers] = float(line["minimum_nanoseconds"]) / 1000
    return Measured(products, handovers)


def _shape(a: int, b: int) -> Shape:
    return (a, b) if a >= b else (b, a)


# By algorithm: threads -> (products of n / theta_1 and n / theta_2 limbs, barriers).
TABLE_2: dict[str, Callable[[int], tuple[float, int]]] = {
    "montgomery": lambda threads: (3, 6),
    "barrett": lambda threads: (3, 6),
    "bipartite": lambda threads: (2.5, 2 if threads == 2 else 6),
    "multipartite-v1": lambda threads: (2.5 + 9 / (4 * threads), 3),
    "multipartite-v2": lambda threads: (1.5 + 9 / (4 * threads) + threads / 2, 2),
}
