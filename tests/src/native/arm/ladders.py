"""Whole ladders on Curve25519 for kernels of routines: operands, and their results by the steps of RFC 7748."""

import dataclasses
import random
from collections.abc import Iterator

from tests.src.native.arm.ladder_steps import P, Step, long_steps, steps

BITS = 255
# The primes that divide the orders of the curve (RFC 7748, Section 4.1) and of its twist.
CURVE = 2**252 + 27742317777372353535851937790883648493
TWIST = (2 * P + 2 - 8 * CURVE) // 4
OF_ORDER_8 = 325606250916557431795983626356110631294008115727848805560023387167927233504


def ladder(step: Step, k: int) -> int:
    """X2/Z2 after a step for each bit of k."""
    before = 0
    for i in reversed(range(BITS)):
        bit = k >> i & 1
        step = dataclasses.replace(step, swap=bit ^ before)
        step = Step(*step.result(), x=step.x, a24=step.a24)
        before = bit
    x, z = (step.x3, step.z3) if before else (step.x2, step.z2)
    return x * pow(z, -1, P) % P if z % P else 0


def times(k: int, x: int) -> int:
    """The x-coordinate of k times a point."""
    return ladder(Step(1, 0, x, 1, x=x), k)


def with_result(x: int) -> Step | None:
    """A first point that 255 doublings take to x, if there is one of large prime order."""
    for order in (CURVE, TWIST):
        if times(order, x) == 0:
            return Step(times(pow(2, -BITS, order), x), 1, 4, 1)
    return None


def results(seed: int) -> Iterator[Step]:
    """Points with results to which 19 is added with a carry through every word, and with small ones, that the last
    product may give increased by p."""
    source, made = random.Random(seed), []
    while len(made) < 6:
        made += filter(None, [with_result((source.getrandbits(30) + 1 << 224) - 1 - source.randrange(19))])
    while len(made) < 30:
        made += filter(None, [with_result(source.getrandbits(source.choice((5, 60, 200, 224))) + 2)])
    yield from made


def cases() -> list[tuple[Step, int]]:
    """Operands of a first step, and scalars that exchange as the step says; infinity and points of small order."""
    source = random.Random(1)
    first = [*steps(1, 30), *long_steps(1, 20)]
    found = [(step, source.getrandbits(BITS - 1) | step.swap << BITS - 1) for step in first]
    found += [
        (Step(1, 0, x, 1, x=x), k) for x in (0, 1, P - 1, P, P + 1, 2**255 - 1, OF_ORDER_8) for k in (0, 8, 2**254 + 8)
    ]
    ends = [0, 1, 2**BITS - 1, 2**254, sum(2**i for i in range(0, BITS, 2))]
    found += [
        (Step(1, 0, x, 1, x=x), k)
        for x in (9, source.getrandbits(255))
        for k in [*ends, *map(source.getrandbits, [BITS] * 9)]
    ]
    return found + [(step, 0) for step in results(2)]
