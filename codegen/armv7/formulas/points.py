"""Doublings of points of secp256r1 or other Weierstrass curves over its field, in Montgomery form, and additions of
such a point and one with Z = 1, by calls of routines (montgomery_routines.py): of X, 2 Y, Z, and of Jacobian points."""

from collections.abc import Sequence

from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, listed
from codegen.armv7.formulas.calls import ELEMENT_BYTES, Element, Formula, function, with_and_without_squares
from codegen.armv7.formulas.multiples import THRICE_PLUS, TWICE_LESS, multiples
from codegen.armv7.kernel import Kernel
from codegen.armv7.montgomery_residues import check
from codegen.armv7.montgomery_routines import sub_modular_routine
from codegen.armv7.routines import Calling
from codegen.kernel_fields import PrimeField

ARGUMENTS = ("r0", "r1", "r2")


class Frame:
    """The room of a formula at the stack pointer, and above it the addresses of its arguments."""

    def __init__(self, elements: int, arguments: int) -> None:
        self.elements, self.arguments = elements, arguments

    @property
    def room(self) -> list[Element]:
        return [Element(i) for i in range(self.elements)]

    def argument(self, index: int, elements: int) -> list[Element]:
        """The elements in a row at an argument."""
        pointer = ELEMENT_BYTES * self.elements + WORD_BYTES * index
        return [Element(i, f"argument {index}", pointer) for i in range(elements)]

    def kernel(
        self, formula: Formula, header: dict[str, str], parameters: str, operation: str, beside: Sequence[str] = ()
    ) -> Kernel:
        """A function of the formula, whose first argument it changes; beside: the lines of local routines."""
        saved = [*ARGUMENTS[: self.arguments], *CALLEE_SAVED]
        asm, body = Listing(), formula.asm
        asm("push", listed(saved))
        asm("sub", "sp", "sp", f"#{ELEMENT_BYTES * self.elements}")
        asm.lines += body.lines
        asm.instructions += formula.instructions
        asm("add", "sp", "sp", f"#{ELEMENT_BYTES * self.elements + WORD_BYTES * self.arguments}")
        asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))
        cycles = formula.cycles_within(asm)
        asm.lines += beside
        return Calling(
            field=formula.field,
            function=function(header),
            header=header,
            parameters=parameters,
            operation=(operation, "All are below p, and numbers times R = 2^256 modulo p."),
            asm=asm,
            stack_bytes=ELEMENT_BYTES * self.elements + WORD_BYTES * len(saved) + formula.depth,
            run_cycles=cycles,
        )


def doubling(field: PrimeField, has_squares: bool) -> Kernel:
    """The double of X, 2 Y, Z."""
    check(field)
    frame = Frame(2, 3)
    a, b = frame.room
    x, y2, z = frame.argument(0, 3)
    (az4,), (power,) = frame.argument(1, 1), frame.argument(2, 1)
    local, beside = multiples(sub_modular_routine(field).symbol)
    calculate = Formula(field, x, has_squares, local)
    calculate("mul", z, z, y2)
    calculate("sqr", power, y2)
    calculate("sqr", b, x)
    calculate(THRICE_PLUS, a, b, az4)
    calculate("mul", b, x, power)
    calculate("sqr", power, power)
    calculate("sqr", x, a)
    calculate("sub", x, x, b)
    calculate("sub", x, x, b)
    calculate("sub", b, b, x)
    calculate("mul", b, b, a)
    calculate(TWICE_LESS, y2, b, power)
    source, domain = (
        "hankerson2004 Algorithm 3.23, without its division by two",
        "any points of curves with a other than 0, infinity too",
    )
    header = calculate.header("doubling", "a doubling of X, 2 Y, Z", source=source, domain=domain)
    parameters = "uint32_t *sum, const uint32_t *az4, uint32_t *power"
    operation = "sum: X, 2 Y, Z, whose place the double takes; az4 = a Z^4, power = (2 Y)^4 of the point given."
    return frame.kernel(calculate, header, parameters, operation, beside)


def _add(field: PrimeField, has_squares: bool, is_doubled: bool) -> Kernel:
    """The sum of a point and one with Z = 1; is_doubled: 2 Y is in the place of Y."""
    check(field)
    frame = Frame(4, 2)
    h, s, t, v = frame.room
    x, y, z = frame.argument(0, 3)
    x_entry, y_entry = frame.argument(1, 2)
    calculate = Formula(field, x, has_squares)
    calculate("sqr", t, z)
    calculate("mul", h, x_entry, t)
    calculate("mul", t, z, t)
    calculate("mul", s, y_entry, t)
    calculate("sub", s, s, y)
    calculate("sub", h, h, x)
    if is_doubled:
        calculate("add", t, h, h)
    scale = t if is_doubled else h
    calculate("mul", z, z, scale)
    calculate("sqr", t, scale)
    calculate("mul", h, h, t)
    calculate("mul", v, x, t)
    calculate("sqr", x, s)
    calculate("sub", x, x, h)
    calculate("sub", x, x, v)
    calculate("sub", x, x, v)
    calculate("sub", v, v, x)
    calculate("mul", v, v, s)
    calculate("mul", h, h, y)
    calculate("sub", v if is_doubled else y, v, h)
    if is_doubled:
        calculate("add", y, v, v)
    family, own, other = ("addition", "2 Y", "2 y") if is_doubled else ("jacobian-addition", "Y", "y")
    domain = "any points but infinity; equal ones give X = Z = 0, opposite ones Z = 0"
    summary = f"an addition to X, {own}, Z"
    header = calculate.header(family, summary, source="Cohen, Miyaji and Ono 1998", domain=domain)
    operation = f"sum: X, {own}, Z, which the sum of it and of x, {other} in entry replaces."
    return frame.kernel(calculate, header, "uint32_t *sum, const uint32_t *entry", operation)


def addition(field: PrimeField, has_squares: bool) -> Kernel:
    """The sum of X, 2 Y, Z and x, 2 y."""
    return _add(field, has_squares, is_doubled=True)


def jacobian_addition(field: PrimeField, has_squares: bool) -> Kernel:
    """The sum of X, Y, Z and x, y."""
    return _add(field, has_squares, is_doubled=False)


def jacobian_doubling(field: PrimeField, has_squares: bool) -> Kernel:
    """The double of X, Y, Z for a = -3."""
    check(field)
    frame = Frame(2, 1)
    a, b = frame.room
    x, y, z = frame.argument(0, 3)
    calculate = Formula(field, x, has_squares)
    calculate("sqr", b, z)
    calculate("sub", a, x, b)
    calculate("add", b, x, b)
    calculate("mul", a, a, b)
    calculate("add", b, a, a)
    calculate("add", a, a, b)
    calculate("mul", z, z, y)
    calculate("add", z, z, z)
    calculate("sqr", y, y)
    calculate("add", y, y, y)
    calculate("mul", b, x, y)
    calculate("add", b, b, b)
    calculate("sqr", y, y)
    calculate("add", y, y, y)
    calculate("sqr", x, a)
    calculate("sub", x, x, b)
    calculate("sub", x, x, b)
    calculate("sub", b, b, x)
    calculate("mul", b, b, a)
    calculate("sub", y, b, y)
    source, domain = (
        "hankerson2004 Algorithm 3.21, without its division by two",
        "any points of curves with a = -3, infinity too",
    )
    header = calculate.header("jacobian-doubling", "a doubling of X, Y, Z", source=source, domain=domain)
    operation = "point: X, Y, Z, which its double replaces, on a curve with a = -3."
    return frame.kernel(calculate, header, "uint32_t *point", operation)


GENERATORS = tuple(
    generator
    for generate in (doubling, addition, jacobian_addition, jacobian_doubling)
    for generator in with_and_without_squares(generate)
)
