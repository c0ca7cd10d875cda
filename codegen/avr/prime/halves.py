"""Products and squares of 32 bytes by Karatsuba's method over one subroutine for 16 bytes, so that the code is a third
of straight-line code (Hutter, Schwabe 2015, 4: subtractive, without branches); constant time."""

import functools
from collections.abc import Callable

from codegen.avr.allocation import Allocation, Bindings
from codegen.avr.kernel import Kernel
from codegen.avr.listing import (
    RETURN_ADDRESS_BYTES,
    Frame,
    Listing,
    add_constant,
    add_to_pair,
)
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.kernel import in_frame
from codegen.avr.prime.multiplication import multiply
from codegen.avr.prime.squaring import square
from codegen.avr.virtual import Program
from codegen.kernel_fields import UnsupportedField

BYTES, HALF = 32, 16
LEAF_BYTES = 8
BLOCK = 8  # bytes of a sum between which its two carries change places
BARE = "For other kernels alone: it saves no register, and r1 is any number on return."
ALL_REGISTERS = "r0-r31 and the flags"
# Registers of the last sum. The shared bytes are in r2 to r17.
VALUE = 18  # the first of BLOCK
NEGATE, FIRST, SECOND = "r1", "r26", "r27"  # a mask, and two carries as masks
TOP, ZERO = "r18", "r19"  # afterwards
ARGUMENTS = {"c": 24, "a": 22, "b": 20}


class Part:
    """The subroutine c = a b or c = a^2 of HALF bytes. Y must be below `frame_bytes` that it may use, and is kept; it
    destroys all other registers but for the zero in none."""

    def __init__(self, label: str, names: tuple[str, ...], compute: Callable[..., list]):
        self.label, self.names = label, names
        program = Program()
        product = compute(program, *(program.argument(name, HALF) for name in names[1:]))
        for offset, byte in enumerate(product):
            program.store("c", offset, byte)
        self.listing, self.frame_bytes = self._listing(program, in_frame(names))

    @staticmethod
    def _listing(program: Program, bindings: Bindings) -> tuple[Listing, int]:
        asm = Listing()
        for name, register in bindings.register.items():
            place = 1 + 2 * bindings.in_z.index(name)
            asm("std", f"Y+{place}", f"r{register}", note=name)
            asm("std", f"Y+{place + 1}", f"r{register + 1}")
        trial = Allocation(program, bindings, bindings.in_z, Listing())
        trial.run()
        asm("movw", "ZL", f"r{bindings.register[trial.first_in_z]}", note=trial.first_in_z)
        Allocation(program, bindings, bindings.in_z, asm).run()
        asm("ret")
        return asm, trial.frame_bytes


def multiplication_part() -> Part:
    return Part(".Lmultiply_half", ("c", "a", "b"), lambda p, a, b: multiply(p, a, b, LEAF_BYTES))


def square_part() -> Part:
    return Part(".Lsquare_half", ("c", "a"), lambda p, a: square(p, a, LEAF_BYTES))


class Halves:
    """c = a b of BYTES bytes by three products of HALF bytes. Frame from Y: that of the part, the arguments, a mask,
    the middle product."""

    def __init__(self, part: Part):
        self.part, self.asm = part, Listing()
        start = part.frame_bytes + 1
        self.places = {name: start + 2 * i for i, name in enumerate(part.names)}
        self.sign = start + 2 * len(part.names)
        self.middle = self.sign + 1
        self.frame = Frame(self.middle + BYTES - 1)
        self.operands = part.names[1:]
        self.signed = len(self.operands) > 1

    def body(self) -> None:
        asm = self.asm
        self.frame.enter(asm)
        for name, place in self.places.items():
            asm("std", f"Y+{place}", f"r{ARGUMENTS[name]}", note=name)
            asm("std", f"Y+{place + 1}", f"r{ARGUMENTS[name] + 1}")
        for i, name in enumerate(self.operands):
            self._difference(name, i)
        asm.block("Their product, into the frame.")
        asm("movw", "r22", f"r{ARGUMENTS['c']}")
        if self.signed:
            asm("movw", "r20", "r22")
            add_to_pair(asm, 20, HALF)
        asm("movw", "r24", "YL")
        add_to_pair(asm, 24, self.middle)
        asm.call(self.part.label, self.part.listing)
        for offset, text in ((0, "The lower halves."), (HALF, "The upper halves.")):
            asm.block(text)
            for name, place in self.places.items():
                asm("ldd", f"r{ARGUMENTS[name]}", f"Y+{place}", note=name)
                asm("ldd", f"r{ARGUMENTS[name] + 1}", f"Y+{place + 1}")
                if offset:
                    add_to_pair(asm, ARGUMENTS[name], offset * (2 if name == "c" else 1))
            asm.call(self.part.label, self.part.listing)
        self._combine()
        self.frame.leave(asm, self.middle)

    def _difference(self, name: str, index: int) -> None:
        """|a0 - a1| into c; the mask of the signs in the frame."""
        asm, registers, mask = self.asm, [f"r{i}" for i in range(2, 18)], "r18"
        asm.block(f"|{name}0 - {name}1|, into c.")
        asm("movw", "ZL", f"r{ARGUMENTS[name]}")
        for i, register in enumerate(registers):
            asm("ldd", register, f"Z+{i}")
            asm("ldd", "r0", f"Z+{HALF + i}")
            asm("sbc" if i else "sub", register, "r0")
        asm("sbc", mask, mask)
        if self.signed:
            if index:
                asm("ldd", "r0", f"Y+{self.sign}")
                asm("eor", "r0", mask)
            asm("std", f"Y+{self.sign}", "r0" if index else mask, note="whether the signs differ" if index else "")
        for register in registers:
            asm("eor", register, mask)
        asm("movw", "ZL", f"r{ARGUMENTS['c']}")
        for i, register in enumerate(registers):
            asm("sbc" if i else "sub", register, mask)
            asm("std", f"Z+{HALF * index + i}", register)

    def _combine(self) -> None:
        """c += (a0 b0 + a1 b1 - m) x, x = 256^HALF, with the sign of the mask if there is one. Then Z = c, and Y is at
        the middle product."""
        asm, shared = self.asm, [f"r{i}" for i in range(2, 18)]
        asm.block("The upper half of a0 b0 + the lower half of a1 b1; the carry to T.")
        self._load_pointer("Z", "c")
        if self.signed:
            asm("ldd", NEGATE, f"Y+{self.sign}")
            asm("com", NEGATE, note="m is subtracted as its complement, plus 1")
        add_constant(asm, "Y", self.middle)
        for i, register in enumerate(shared):
            asm("ldd", register, f"Z+{HALF + i}")
            asm("ldd", "r0", f"Z+{2 * HALF + i}")
            asm("adc" if i else "add", register, "r0")
        asm("sbc", FIRST, FIRST)
        asm("bst", FIRST, 0)
        for start in range(0, HALF, BLOCK):
            self._combine_low(shared, start)
        asm.block("The two carries of 256^(2 HALF), then a1 b1's upper half.")
        asm("clr", "r0")
        asm("bld", "r0", 0)
        asm("sub", "r0", FIRST)
        asm("clr", TOP)
        for i, register in enumerate(shared):
            asm("adc" if i else "add", register, TOP if i else "r0")
        asm("adc", TOP, TOP)
        for i, register in enumerate(shared):
            asm("ldd", "r0", f"Z+{3 * HALF + i}")
            asm("adc" if i else "add", register, "r0")
        asm("clr", "r0")
        asm("adc", TOP, "r0")
        asm("lsr", SECOND)
        for i, register in enumerate(shared):
            self._add_middle(register, HALF + i, first=False)
            asm("std", f"Z+{2 * HALF + i}", register)
        asm.block("The carries of 256^(3 HALF): their sum is not negative.")
        self._sum_top()
        for i in range(HALF):
            asm("ldd", "r0", f"Z+{3 * HALF + i}")
            asm("adc" if i else "add", "r0", ZERO if i else TOP)
            asm("std", f"Z+{3 * HALF + i}", "r0")

    def _combine_low(self, shared: list[str], start: int) -> None:
        """c[HALF + start], ..., BLOCK bytes: the shared sum, a0 b0's lower half, and -m."""
        asm = self.asm
        block = range(start, start + BLOCK)
        asm.block(f"Bytes {HALF + block.start} to {HALF + block.stop - 1}.")
        if start:
            asm("lsr", FIRST)
        for i in block:
            asm("ldd", f"r{VALUE + i - start}", f"Z+{i}")
            asm("adc" if i else "add", f"r{VALUE + i - start}", shared[i])
        asm("sbc", FIRST, FIRST)
        if start:
            asm("lsr", SECOND)
        elif self.signed:
            asm("mov", SECOND, NEGATE)
            asm("lsr", SECOND)
        for i in block:
            self._add_middle(f"r{VALUE + i - start}", i, first=i == 0)
            asm("std", f"Z+{HALF + i}", f"r{VALUE + i - start}")
        asm("sbc", SECOND, SECOND)

    def _add_middle(self, register: str, i: int, first: bool) -> None:
        """Byte i of -m, or of m, in a chain of carries, or of borrows for a square."""
        asm = self.asm
        asm("ldd", "r0", f"Y+{i}")
        if self.signed:
            asm("eor", "r0", NEGATE)
            asm("adc", register, "r0")
        else:
            asm("sub" if first else "sbc", register, "r0")

    def _sum_top(self) -> None:
        """TOP += the other carries to 256^(3 HALF)."""
        asm = self.asm
        asm("clr", ZERO)
        if self.signed:
            asm("adc", TOP, NEGATE, note="-1 if m was subtracted")
        else:
            asm("sbc", TOP, ZERO)
        asm("clr", "r0")
        asm("bld", "r0", 0)
        asm("add", TOP, "r0")

    def _load_pointer(self, pointer: str, name: str) -> None:
        self.asm("ldd", f"{pointer}L", f"Y+{self.places[name]}", note=name)
        self.asm("ldd", f"{pointer}H", f"Y+{self.places[name] + 1}")


def _bare(field: PrimeField, part: Part, function: str, operation: str, parameters: str) -> Kernel:
    """The product as a function that saves no register."""
    if field.byte_count != BYTES:
        raise UnsupportedField(f"{field.name}: elements have {field.byte_count} bytes, not {BYTES}")
    halves = Halves(part)
    asm = halves.asm
    halves.body()
    asm("ret")
    asm.append(part.label, part.listing)
    return Kernel(
        field=field,
        function=function,
        header={},
        parameters=parameters,
        operation=(operation, BARE),
        asm=asm,
        stack_bytes=halves.frame.size + RETURN_ADDRESS_BYTES,
        destroyed=ALL_REGISTERS,
    )


@functools.cache
def mul_halves_bare(field: PrimeField) -> Kernel:
    """c = a b, not reduced."""
    operation = "c = a b, not reduced; c apart from a and b."
    parameters = "uint8_t *c, const uint8_t *a, const uint8_t *b"
    return _bare(field, multiplication_part(), "mul_halves_bare", operation, parameters)


@functools.cache
def sqr_halves_bare(field: PrimeField) -> Kernel:
    """c = a^2, not reduced."""
    operation = "c = a^2, not reduced; c apart from a."
    return _bare(field, square_part(), "sqr_halves_bare", operation, "uint8_t *c, const uint8_t *a")
