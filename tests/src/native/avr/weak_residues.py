"""The functions for AVR that the ladder's step on Curve25519 calls, as subjects of kernels/carries.py. Residues are
not unique: results are those of the functions' own rules."""

import dataclasses
import random
from collections.abc import Callable, Iterator

from codegen.avr.kernel import Kernel
from tests.src.native.arm.ladder_steps import root, weak_product
from tests.src.native.avr.straight_line import SPL, SREG, STACK_POINTER, code_of
from tests.src.native.kernels import lanes
from tests.src.native.kernels.carries import Inputs, Subject
from tests.src.native.kernels.lanes import MEMORY, Place
from tests.src.native.kernels.operands import SMALL, operands

P = 2**255 - 19
BORDER, TOP = 2**255, 2**256
SIZE = 32
FIRST, SECOND, THIRD, FOURTH = 0x20, 0x80, 0xC0, 0xE0  # addresses of arguments
FRAME = 0x110
MOST_FACTOR = 1 << 17


def residue(value: int) -> int:
    """Twice, what is above bit 255 is replaced."""
    for _ in range(2):
        value = value % BORDER + 19 * (value // BORDER)
    return value


def product(a: int, b: int) -> int:
    upper, lower = divmod(a * b, TOP)
    return residue(lower + 38 * upper)


def difference(a: int, b: int) -> int:
    return a - b + P if a - b + P >= 0 else a - b + 3 * P


def multiple(a: int, c: int, e: int) -> int:
    above, rest = divmod(a + c * e, BORDER)
    return rest + 19 * above


def joined(*elements: int) -> int:
    return sum(element << 8 * SIZE * i for i, element in enumerate(elements))


def split(number: int, count: int) -> list[int]:
    return [number >> 8 * SIZE * i & TOP - 1 for i in range(count)]


def selected(points: int, mask: int) -> int:
    """X2, Z2, s, X3, Z3 as they lie in memory, exchanged; then the sums."""
    x2, z2, _, x3, z3 = split(points, 5)
    (a, b), (c, d) = ((x3, z3), (x2, z2)) if mask else ((x2, z2), (x3, z3))
    return joined(c + d, difference(a, b), a + b, x3, difference(c, d))


# Operands


def mixed(seed: int) -> Iterator[Inputs]:
    """Operands of sums and of differences by turns, and differences below -p."""
    source = random.Random(seed)
    made = [operands(family, P, 8, BORDER, 1, 1, seed) for family in ("fp-add", "fp-sub")]
    for of_sum, of_difference in zip(*made, strict=True):
        a = source.randrange(18)
        yield from (of_sum, of_difference, (a, BORDER - 1 - source.randrange(18 - a)))


def products(seed: int) -> Iterator[Inputs]:
    """Those of every kernel; and products whose residue is 2^255 or a little more before bit 255 folds."""
    source = random.Random(seed)
    for made in operands("fp-mul-reduce", P, 8, TOP, 1, 1, seed):
        yield made
        factor = source.getrandbits(source.choice((255, 256))) | 1
        found = weak_product(BORDER + source.randrange(600), factor)
        if found is not None:
            yield factor, found


def squares(seed: int) -> Iterator[Inputs]:
    """Likewise."""
    source = random.Random(seed)
    for made in operands("fp-sqr-reduce", P, 8, TOP, 1, 1, seed):
        yield made
        found = root(19 + source.randrange(600))
        if found is not None:
            yield (source.choice((found, P - found, P + found, 2 * P - found)),)


def multiples(seed: int) -> Iterator[Inputs]:
    """a, c, e: sums whose lower part, or the whole, carries far; factors at borders."""
    source = random.Random(seed)
    factors = [*(c for c in SMALL if c < MOST_FACTOR), MOST_FACTOR - 1]
    for (e, _), (a, _) in zip(operands("fp-mul-reduce", P, 8, TOP, 1, 1, seed), mixed(seed + 1), strict=False):
        c = source.choice((source.choice(factors), source.getrandbits(17)))
        yield a, c, e
        modulus = 1 << 8 * source.randrange(1, SIZE)
        run = (modulus - source.choice((0, 1, 2)) - c * e) % modulus
        yield a - a % modulus + run if a - a % modulus + run < BORDER else run, c, e
        below = source.randrange(1, c + 2) * BORDER - source.getrandbits(source.choice((4, 17, 24))) - a
        yield a, c, min(max(below // max(c, 1), 0), TOP - 1)


def elements(seed: int) -> Iterator[Inputs]:
    """Structured numbers, and those around p."""
    source = random.Random(seed)
    for a, b in mixed(seed):
        yield from ((a,), (b,), (P + source.randrange(-20, 19),))


def points(seed: int) -> Iterator[Inputs]:
    """Two pairs of operands, and a mask."""
    source = random.Random(seed)
    made = mixed(seed)
    for (x2, z2), (x3, z3) in zip(made, made, strict=False):
        yield joined(x2, z2, 0, x3, z3), source.choice((0, 255))


# The functions


@dataclasses.dataclass(frozen=True)
class Function:
    """arguments: registers and the addresses in them; places: of the inputs; result: its place; made: operands."""

    arguments: dict[int, int]
    places: list[Place]
    result: Place
    made: Callable[[int], Iterator[Inputs]]
    expected: Callable[..., int]


def at(address: int, elements: int = 1) -> Place:
    return Place(MEMORY + address, elements * SIZE)


FUNCTIONS = {
    "mul_weak_bare": Function(
        {24: FIRST, 22: SECOND, 20: THIRD}, [at(SECOND), at(THIRD)], at(FIRST), products, product
    ),
    "sqr_weak_bare": Function({24: FIRST, 22: SECOND}, [at(SECOND)], at(FIRST), squares, lambda a: product(a, a)),
    "sub_weak_bare": Function({24: FIRST, 22: SECOND}, [at(SECOND), at(FIRST)], at(FIRST), mixed, difference),
    "add_sub_weak_bare": Function(
        {24: FIRST, 22: SECOND},
        [at(FIRST), at(SECOND)],
        at(FIRST, 2),
        mixed,
        lambda a, b: joined(a + b, difference(a, b)),
    ),
    "add_sub_selected_weak_bare": Function(
        {24: FIRST, 18: FIRST + 2 * SIZE, 22: FIRST + 3 * SIZE},
        [at(FIRST, 5), Place(20, 1)],
        at(FIRST, 5),
        points,
        selected,
    ),
    "add_multiple_weak_bare": Function(
        {24: FIRST, 22: SECOND, 16: THIRD},
        [at(SECOND), Place(18, 3), at(THIRD)],
        at(FIRST),
        multiples,
        multiple,
    ),
    "reduce_weak_bare": Function({24: FIRST}, [at(FIRST)], at(FIRST), elements, lambda a: a % P),
}


def subject(kernel: Kernel) -> Subject:
    """A function of the step, by itself."""
    function, code = FUNCTIONS[kernel.function], code_of(kernel.path)
    registers = {SPL: STACK_POINTER & 255, SPL + 1: STACK_POINTER >> 8, SREG: 0, 28: FRAME & 255, 29: FRAME >> 8}
    for register, address in function.arguments.items():
        registers |= {register: address & 255, register + 1: address >> 8}
    return Subject(
        symbol=kernel.symbol,
        run=lambda inputs, faults=None: lanes.run(code, registers, function.places, function.result, inputs, faults),
        operands=function.made,
        expected=lambda values: function.expected(*values),
    )
