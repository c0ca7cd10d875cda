"""Times of parallel multiplications, predicted: the products of the busiest thread, and the hand-overs of its phases.

GMP's products, and calls of so many phases that do nothing, are measured, each by itself. Sums and copies, of O(n), are
left out, so a prediction is below the measured time where they count. The costs are those of docs/parallel; for more
threads than the algorithms here take, those of arruda2014, Table 2."""

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


def cost(algorithm: str, threads: int, bits: int, split: int = 0) -> Cost | None:
    """The cost of a multiplication modulo a number of so many bits; None for an algorithm that consists of other things
    than products. split is the algorithm's, in limbs: of bipartite with 2 threads, and of message-passing."""
    n = limbs_of(bits)
    formula = _COSTS.get((algorithm, threads)) or _COSTS.get((algorithm, 0))
    return formula(n, threads, split) if formula else None


def cost_of_table_2(algorithm: str, threads: int, bits: int) -> Cost | None:
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


def _sum(barriers: int, *terms: tuple[float, int, int]) -> Cost:
    """The cost of terms (count, limbs, limbs); products without limbs cost nothing."""
    products: dict[Shape, float] = {}
    for count, a, b in terms:
        if min(a, b) > 0:
            products[_shape(a, b)] = products.get(_shape(a, b), 0) + count
    return Cost(products, barriers)


def _bipartite_2(n: int, threads: int, split: int) -> Cost:
    """t limbs are reduced from below in one thread, n - t from above in the other; the longer side counts."""
    t = max(split, n - split)
    return _sum(2, (2, n, t), (1, t, t))


def _message_passing(n: int, threads: int, split: int) -> Cost:
    w = max(1, split)
    b = part(n, w)
    return _sum(2 if threads > 1 else 0, ((2 * b * b + b) / threads, w, w))


# By algorithm and number of threads, 0 for any: (limbs, threads, split) -> cost, as docs/parallel states them.
_COSTS: dict[tuple[str, int], Callable[[int, int, int], Cost]] = {
    ("montgomery", 1): lambda n, threads, split: _sum(0, (3, n, n)),
    ("barrett", 1): lambda n, threads, split: _sum(0, (1, n, n), (1, n + 1, n + 1), (1, n + 1, n)),
    **{
        (name, threads): lambda n, threads, split: _sum(6, (3, n, part(n, threads)))
        for name in ("montgomery", "barrett")
        for threads in (2, 3)
    },
    **{(name, 4): lambda n, threads, split: _sum(6, (3, part(n, 2), part(n, 2))) for name in ("montgomery", "barrett")},
    ("bipartite", 2): _bipartite_2,
    ("bipartite", 4): lambda n, threads, split: _sum(6, (2, n, part(n, 4)), (1, part(n, 2), part(n, 4))),
    ("tripartite", 3): lambda n, threads, split: _sum(2, (2, part(n, 2), part(n, 2)), (1, n, part(n, 2))),
    ("multipartite-v1", 3): lambda n, threads, split: _sum(3, (2, part(n, 2), part(n, 2)), (1, n, part(n, 3))),
    ("multipartite-v1", 4): lambda n, threads, split: _sum(3, (8, part(n, 4), part(n, 4)), (1, part(n, 2), part(n, 2))),
    ("multipartite-v2", 3): lambda n, threads, split: _sum(2, (2, part(n, 2), part(n, 2)), (1, n, part(n, 2))),
    ("multipartite-v2", 4): lambda n, threads, split: _sum(2, (13, part(n, 4), part(n, 4))),
    ("message-passing", 0): _message_passing,
}
# By algorithm: threads -> (products of n / theta_1 and n / theta_2 limbs, barriers).
TABLE_2: dict[str, Callable[[int], tuple[float, int]]] = {
    "montgomery": lambda threads: (3, 6),
    "barrett": lambda threads: (3, 6),
    "bipartite": lambda threads: (2.5, 2 if threads == 2 else 6),
    "multipartite-v1": lambda threads: (2.5 + 9 / (4 * threads), 3),
    "multipartite-v2": lambda threads: (1.5 + 9 / (4 * threads) + threads / 2, 2),
}
