"""Sums, multiples by constants of the curve and squares in F_2^254 = F_2^127(u), of GLS254 (src/gls/gls.h):
z^127 = z^63 + 1, u^2 = u + 1, a = u, sqrt(b) = 1 + z^27."""

import dataclasses

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Listing, add_constant, restore, save
from codegen.avr.whole_bytes import Halves, square_of_half, squares_table
from codegen.kernel_fields import UnsupportedField

POLYNOMIAL = (127, 63, 0)
BYTES = 16
FIRST_REGISTER = 2  # of an element: r2 to r17
Y_REGISTERS = (28, 29)


def _kernel(field: BinaryField, function: str, parameters: str, operation: str, asm: Listing, saved: list) -> Kernel:
    if field.exponents != POLYNOMIAL:
        raise UnsupportedField(f"{field.name}: z^127 = z^63 + 1 alone")
    restore(asm, saved)
    asm("ret")
    note = "Constant time: the same instructions and addresses for every input."
    return Kernel(field, function, {}, parameters, (operation, note), asm, len(saved))


def plain_sum(field: BinaryField) -> Kernel:
    """r = a + b."""
    asm = Listing()
    saved = save(asm, Y_REGISTERS)
    for pointer, argument in (("YL", 24), ("XL", 22), ("ZL", 20)):
        asm("movw", pointer, f"r{argument}")
    for byte in range(2 * BYTES):
        asm("ld", "r18", "X+")
        asm("ldd", "r19", f"Z+{byte}")
        asm("eor", "r18", "r19")
        asm("std", f"Y+{byte}", "r18")
    parameters = "uint8_t *r, const uint8_t *a, const uint8_t *b"
    return _kernel(field, "gls_sum", parameters, "r = a + b; r may be a or b.", asm, saved)


def sum_with_a(field: BinaryField, plus_1: bool) -> Kernel:
    """r += a c: r0 + c1 and r1 + c0 + c1; with (a + 1) c, r0 + c0 + c1 and r1 + c0."""
    asm = Listing()
    saved = save(asm, Y_REGISTERS)
    asm("movw", "YL", "r24")
    asm("movw", "ZL", "r22")
    both, other = (0, BYTES) if plus_1 else (BYTES, 0)  # the half of r that takes c0 + c1, and the one that takes one
    for byte in range(BYTES):
        asm("ldd", "r18", f"Z+{byte}")
        asm("ldd", "r19", f"Z+{BYTES + byte}")
        asm("ldd", "r20", f"Y+{other + byte}")
        asm("eor", "r20", "r18" if plus_1 else "r19")
        asm("std", f"Y+{other + byte}", "r20")
        asm("ldd", "r20", f"Y+{both + byte}")
        asm("eor", "r20", "r18")
        asm("eor", "r20", "r19")
        asm("std", f"Y+{both + byte}", "r20")
    name, factor = ("gls_add_a_plus_1", "(a + 1)") if plus_1 else ("gls_add_a", "a")
    return _kernel(
        field, name, "uint8_t *r, const uint8_t *c", f"r += {factor} c for a = u, u^2 = u + 1; apart.", asm, saved
    )


def sums_with_sqrt_b(field: BinaryField) -> Kernel:
    """r[0] = p[0] + p[3] sqrt(b) and r[1] = p[1] + p[2] sqrt(b). Of c z^27 the part h from z^127 on, four bytes,
    becomes h + h z^63."""
    asm = Listing()
    saved = save(asm, (*range(FIRST_REGISTER, FIRST_REGISTER + BYTES), *Y_REGISTERS))
    for byte in range(BYTES):
        asm.name(FIRST_REGISTER + byte, f"c{byte}")
    for index in range(4):
        asm.name(18 + index, f"over{index}")
    for pointer, argument in (("YL", 24), ("XL", 22), ("ZL", 22)):
        asm("movw", pointer, f"r{argument}")
    add_constant(asm, "Z", 4 * BYTES)
    for name, register, factor in (("by_8", 22, 8), ("by_16", 23, 16), ("by_128", 24, 128)):
        asm.name(register, name)
        asm("ldi", name, factor)
    asm("ldi", "r25", "0x7f")
    for half, place in enumerate((2, 3, 0, 1)):
        asm.block(f"c, half {place % 2} of p[{2 + place // 2}], and its bits from z^100 on.")
        for byte in range(BYTES):
            asm("ldd", f"c{byte}", f"Z+{place * BYTES + byte}")
        for index in range(4):
            asm("mul", f"c{12 + index}", "by_16")
            if index:
                asm("eor", f"over{index - 1}", "r0")
            asm("mov", f"over{index}", "r1")
        asm.block("c z^27, without the bits from z^127 on.")
        for byte in reversed(range(13)):
            asm("mul", f"c{byte}", "by_8")
            asm("eor", f"c{byte + 3}", "r0")
            if byte < 12:
                asm("eor", f"c{byte + 4}", "r1")
        asm("and", "c15", "r25")
        asm.block("These bits, times 1 + z^63.")
        for index in range(4):
            asm("eor", f"c{index}", f"over{index}")
            asm("mul", f"over{index}", "by_128")
            asm("eor", f"c{7 + index}", "r0")
            asm("eor", f"c{8 + index}", "r1")
        for byte in range(BYTES):
            asm("ld", "r0", "X+")
            asm("eor", f"c{byte}", "r0")
            asm("std", f"Y+{half * BYTES + byte}", f"c{byte}")
    asm("clr", "r1")
    operation = "r[0] = p[0] + p[3] sqrt(b) and r[1] = p[1] + p[2] sqrt(b) for b = 1 + z^54; apart."
    return _kernel(field, "gls_add_sqrt_b", "uint8_t *r, const uint8_t *p", operation, asm, saved)


def turn(field: BinaryField) -> Kernel:
    """r = zeta(q) and -r, each where its mask is ~0, byte by byte: x0 + x1, s0 + s1 + x0, s1 + x0 + x1, then s + x."""
    asm = Listing()
    saved = save(asm, Y_REGISTERS)
    names = ("negative", "zeta", "x0", "x1", "s0", "s1", "t")
    for name, register in zip(names, (18, 20, 21, 22, 23, 26, 27), strict=True):
        asm.name(register, name)
    asm("movw", "YL", "r24")
    asm("movw", "ZL", "r22")
    for byte in range(BYTES):
        for index, name in enumerate(("x0", "x1", "s0", "s1")):
            asm("ldd", name, f"Z+{index * BYTES + byte}")
        asm("mov", "t", "s1")
        asm("eor", "t", "x0")
        asm("and", "t", "zeta")
        asm("eor", "s0", "t")
        asm("mov", "t", "x1")
        asm("eor", "t", "x0")
        asm("and", "t", "zeta")
        asm("eor", "s1", "t")
        asm("mov", "t", "x1")
        asm("and", "t", "zeta")
        asm("eor", "x0", "t")
        for x, s in (("x0", "s0"), ("x1", "s1")):
            asm("mov", "t", x)
            asm("and", "t", "negative")
            asm("eor", s, "t")
        for index, name in enumerate(("x0", "x1", "s0", "s1")):
            asm("std", f"Y+{index * BYTES + byte}", name)
    parameters = "uint8_t *r, const uint8_t *q, uint8_t zeta, uint8_t negative"
    operation = (
        "r = zeta(q), and then -r, each where its mask is ~0 and not where it is 0; zeta(x, s) = (x', s' + (u + 1) x'),"
        " -(x, s) = (x, s + x), with u' = u + 1, u^2 = u + 1; r may be q."
    )
    return _kernel(field, "gls_turn", parameters, operation, asm, saved)


def square(field: BinaryField, with_next: bool) -> Kernel:
    """r0 = a0^2 + a1^2, r1 = a1^2: the upper half first, which the lower one takes. The same of r and its neighbour's
    sum."""
    function = "gls_sqr_sum" if with_next else "gls_sqr"
    halves = Halves(field, function)
    asm = halves.asm
    for pointer, argument in (("XL", 24 if with_next else 22), ("YL", 24)):
        asm("movw", pointer, f"r{argument}")
        asm("adiw", pointer, 2 * BYTES)
    asm("ldi", "ZH", f"hi8({halves.label})")
    summand = 2 * BYTES if with_next else 0
    square_of_half(halves, summand=summand)
    square_of_half(halves, added=BYTES, summand=summand)
    if not with_next:
        return halves.kernel(function, squares_table(), {}, "r = a^2 in F_2^127(u), u^2 = u + 1")
    kernel = halves.kernel(function, squares_table(), {}, "")
    operation = (
        "r[0] = (r[0] + r[1])^2 in F_2^127(u), u^2 = u + 1. The addresses of the table entries, in flash, depend on r."
    )
    return dataclasses.replace(kernel, parameters="uint8_t *r", operation=(operation,))


def quadratic_sums(field: BinaryField) -> list[Kernel]:
    """All of them."""
    sums = [plain_sum(field), sum_with_a(field, False), sum_with_a(field, True), sums_with_sqrt_b(field)]
    return [*sums, turn(field), square(field, False), square(field, True)]
