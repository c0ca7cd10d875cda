"""Kernels for MSP430 with local routines as subjects of kernels/carries.py: the routines of the ladder's step and of a
doubling, and the doubling that calls them. Residues of the ladder are below 2^255 and not unique: results are those of
the routines' own rule."""

import itertools
import random
from collections.abc import Callable, Iterator

from codegen.msp430.kernel import Kernel
from tests.src.native.arm.doublings import Doubling, doublings, product
from tests.src.native.kernels import lanes
from tests.src.native.kernels.carries import Inputs, Subject
from tests.src.native.kernels.lanes import Place
from tests.src.native.kernels.operands import operands
from tests.src.native.msp430.straight_line import ADDRESSES, SP, STACK_POINTER, cell_of, code_of, radix_of

P = 2**255 - 19
BORDER = 2**255
SIZE = 32  # bytes of an element
RESULT, FIRST, SECOND = ADDRESSES
SMALL = (0, 1, 2, 0x7FFF, 0x8000, 0xFFFF, 0xFFFE, 60833)  # factors


def weak(value: int) -> int:
    """The residue of a product or a sum: twice, what is above bit 255 is replaced."""
    for _ in range(2):
        value = value % BORDER + 19 * (value // BORDER)
    return value


def weak_product(a: int, b: int) -> int:
    upper, lower = divmod(a * b, 2 * BORDER)
    return weak(lower + 38 * upper)


def weak_difference(a: int, b: int) -> int:
    difference = a - b
    while difference < 0:
        difference += P
    return difference


def multiple(e: int, a: int, s: int) -> int:
    above, rest = divmod(a + 2 * s * e, BORDER)
    return rest + 19 * above


def pairs(seed: int) -> Iterator[Inputs]:
    """Operands of sums and of differences by turns."""
    made = (operands(family, P, 16, BORDER, 1, 1, seed) for family in ("fp-add", "fp-sub"))
    return itertools.chain.from_iterable(zip(*made, strict=True))


def multiples(seed: int) -> Iterator[Inputs]:
    """Operands of sums and differences; factors at borders; sums whose lower or whole part carries far."""
    source = random.Random(seed)
    for e, a in pairs(seed):
        s = source.choice((source.choice(SMALL), source.getrandbits(16)))
        yield e, a, s
        modulus = 1 << 16 * source.randrange(1, 16)
        run = (modulus - source.choice((0, 1, 2)) - 2 * s * e) % modulus
        yield e, a - a % modulus + run if a - a % modulus + run < BORDER else run, s
        below = source.randrange(1, 2 * s + 2) * BORDER - source.getrandbits(source.choice((4, 17, 24))) - a
        yield min(max(below // max(2 * s, 1), 0), BORDER - 1), a, s


def _subject(
    kernel: Kernel,
    routine: str,
    places: list[Place],
    results: int,
    made: Callable[[int], Iterator[Inputs]],
    expected: Callable[[Inputs], int],
    arguments: tuple[int, int, int] = ADDRESSES,
) -> Subject:
    """The routine, or the function itself for an empty name; `results` elements from its first argument on."""
    code = code_of(kernel.path, routine)
    registers = dict(zip((12, 13, 14), arguments, strict=True)) | {SP: STACK_POINTER}
    result = Place(cell_of(RESULT), results * SIZE)
    return Subject(
        symbol=f"{kernel.symbol}.{routine or 'whole'}",
        run=lambda inputs, faults=None: lanes.run(code, registers, places, result, inputs, faults),
        operands=made,
        expected=expected,
    )


def routines_of(kernel: Kernel) -> list[Subject]:
    """The subjects of a kernel with routines; none of others."""
    made = {"ladder-step": _of_ladder, "doubling": _of_doubling, "window-step": _of_window}
    return made.get(kernel.header["family"], lambda _: [])(kernel)


def _of_ladder(kernel: Kernel) -> list[Subject]:
    a, b, behind_a = (Place(cell_of(address), SIZE) for address in (FIRST, SECOND, FIRST + SIZE))
    factor = Place(15, 2)  # in its register

    def products(family: str, limit: int) -> Callable[[int], Iterator[Inputs]]:
        return lambda seed: operands(family, P, 16, limit, 1, 1, seed)

    return [
        _subject(kernel, "product", [a, b], 1, products("fp-mul-reduce", 2 * BORDER), lambda v: weak_product(*v)),
        _subject(kernel, "square", [a], 1, products("fp-sqr-reduce", BORDER), lambda v: weak_product(v[0], v[0])),
        _subject(
            kernel, "pair", [a, behind_a], 2, pairs, lambda v: weak(v[0] + v[1]) + weak_difference(*v) * 2 * BORDER
        ),
        _subject(kernel, "multiple", [a, b, factor], 1, multiples, lambda v: multiple(*v)),
    ]


def _of_doubling(kernel: Kernel) -> list[Subject]:
    """The point and power lie in a row, as the results do."""
    radix, point = radix_of(kernel), Place(cell_of(RESULT), 3 * SIZE)
    power = RESULT + 3 * SIZE
    az4 = power + SIZE

    def points(seed: int) -> Iterator[Inputs]:
        for batch in itertools.count(seed << 16):
            for made in doublings(200, batch):
                yield made.x + (made.y2 << 256) + (made.z << 512), made.az4

    def double(values: Inputs) -> int:
        x, y2, z = (values[0] >> 256 * i & radix - 1 for i in range(3))
        return int.from_bytes(Doubling(x, y2, z, values[1]).result(), "little")

    return [
        *_products_in_montgomery_form(kernel),
        _subject(kernel, "", [point, Place(cell_of(az4), SIZE)], 4, points, double, (RESULT, az4, power)),
    ]


def _of_window(kernel: Kernel) -> list[Subject]:
    """Its products; its sums are those of a doubling and of the same writer."""
    return _products_in_montgomery_form(kernel)


def _products_in_montgomery_form(kernel: Kernel) -> list[Subject]:
    prime, radix = kernel.field.prime, radix_of(kernel)
    a, b = Place(cell_of(FIRST), SIZE), Place(cell_of(SECOND), SIZE)

    def products(family: str) -> Callable[[int], Iterator[Inputs]]:
        return lambda seed: operands(family, prime, 16, prime, radix, 1, seed)

    return [
        _subject(kernel, "product", [a, b], 1, products("fp-mul-reduce"), lambda v: product(*v)),
        _subject(kernel, "square", [a], 1, products("fp-sqr-reduce"), lambda v: product(v[0], v[0])),
    ]
