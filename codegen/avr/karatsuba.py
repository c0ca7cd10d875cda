"""Karatsuba multiplication in levels. A level splits its operands in two halves, of which the upper may be a byte
shorter, and makes three products by one subroutine: Lopez-Dahab with registers, or the next level.

With a = a0 + a1 x, b = b0 + b1 x and x = z^(8 half): a b = a0 b0 + (m + a0 b0 + a1 b1) x + a1 b1 x^2, where m = (a0 +
a1)(b0 + b1). Every routine takes r25:r24 = c, r23:r22 = a, r21:r20 = b, r1 = 0 and destroys all registers but r1."""

import functools

from codegen.avr.field import BinaryField
from codegen.avr.halves import USED as HALVES_REGISTERS
from codegen.avr.halves import mul_halves_body
from codegen.avr.kernel import Kernel
from codegen.avr.listing import (
    MAX_DISPLACEMENT,
    RETURN_ADDRESS_BYTES,
    Frame,
    Listing,
    add_constant,
    add_to_pair,
    restore,
    save,
)
from codegen.avr.lopez_dahab import RING_REGISTERS, LopezDahab, row_width
from codegen.avr.multiplication import FRAME_POINTER, mul_unreduced_body
from codegen.avr.reduction import POINTER_BYTES, reduce_registers
from codegen.avr.table_page import PAGE_BYTES
from codegen.avr.whole_bytes import reduce_whole_bytes
from codegen.avr.window_table import table_bytes
from codegen.kernel_fields import UnsupportedField

ARGUMENTS = {"c": 24, "a": 22, "b": 20}  # low registers of the pairs
ARGUMENT_PLACES = {"c": 1, "a": 3, "b": 5}  # in the frame, from Y
OPERANDS = 7  # in the frame, then the product m
WORK = ("r18", "r19", "r20")
BLOCK_REGISTERS = range(2, 18)
HEADER = {
    "name": "karatsuba-ld-registers",
    "source": "aranha2008 Algorithms 2 and 4",
    "domain": "any a, b",
    "constant_time": "same-trace",
}
SUMMARY = "Karatsuba over Lopez-Dahab multiplication with the accumulator in registers"


class Leaf:
    """The subroutine c = a b of `n` bytes by Lopez-Dahab, in halves if the sum does not fit in registers."""

    def __init__(self, n: int):
        self.label, self.listing = f"multiply_{n}_bytes", Listing()
        if row_width(8 * n) < RING_REGISTERS:
            product = LopezDahab(self.listing, 8 * n)
            self.registers = {*product.registers, *FRAME_POINTER}
            self.table_bytes = table_bytes(product.width)
            self.stack_bytes = mul_unreduced_body(self.listing, product, 2 * n)
            self.listing("clr", "r1")
        else:
            self.registers = {*HALVES_REGISTERS}
            self.table_bytes = PAGE_BYTES
            self.stack_bytes = mul_halves_body(self.listing, 8 * n)
        self.listing("ret")

    def append_to(self, asm: Listing) -> None:
        asm.append(self.label, self.listing)


class Level:
    """c = a b of `n` bytes by three products of `half` bytes; product_bytes of c are not always zero.

    Frame from Y: the arguments, two operands of `half` bytes, m."""

    def __init__(self, n: int, product_bytes: int):
        self.n, self.half, self.product_bytes = n, (n + 1) // 2, product_bytes
        self.m = OPERANDS + 2 * self.half
        self.frame = Frame(self.m + 2 * self.half - 1)
        self.near = max(4 * self.half - 1, self.frame.size) <= MAX_DISPLACEMENT
        self.part = routine(self.half)
        self.table_bytes = self.part.table_bytes
        self.label = f"multiply_{n}_bytes"

    @property
    def registers(self) -> set[int]:
        return self.part.registers | (set() if self.near else set(BLOCK_REGISTERS))

    @property
    def stack_bytes(self) -> int:
        """Stack that the body uses."""
        return self.frame.size + RETURN_ADDRESS_BYTES + self.part.stack_bytes

    @functools.cached_property
    def listing(self) -> Listing:
        """The level as a subroutine."""
        asm = Listing()
        self.body(asm)
        asm("ret")
        return asm

    def append_to(self, asm: Listing) -> None:
        asm.append(self.label, self.listing)
        self.part.append_to(asm)

    def body(self, asm: Listing) -> None:
        """The level; Y at the end is the stack pointer."""
        self.frame.enter(asm)
        for name, place in ARGUMENT_PLACES.items():
            asm("std", f"Y+{place}", f"r{ARGUMENTS[name]}", note=name)
            asm("std", f"Y+{place + 1}", f"r{ARGUMENTS[name] + 1}")
        if self.n % 2:
            self._uneven_products(asm)
        else:
            self._even_products(asm)
        y_offset = self._combine(asm)
        self.frame.leave(asm, y_offset)

    def _call(self, asm: Listing) -> None:
        """Calls the subroutine, which changes Y; then Y = SP."""
        asm.call(self.part.label, self.part.listing)
        asm("in", "YL", "SPL")
        asm("in", "YH", "SPH")

    def _even_products(self, asm: Listing) -> None:
        """a0 b0 and a1 b1 in c, m in the frame."""
        asm.block("a0 b0.")
        self._call(asm)
        asm.block("a1 b1.")
        self._load_arguments(asm)
        for name, offset in (("c", 2 * self.half), ("a", self.half), ("b", self.half)):
            add_to_pair(asm, ARGUMENTS[name], offset)
        self._call(asm)
        for index, name in enumerate("ab"):
            asm.block(f"{name}0 + {name}1.")
            self._load_pointer(asm, "Z", name)
            asm("movw", "XL", "ZL")
            add_constant(asm, "Z", self.half)
            place = OPERANDS + index * self.half
            if index and not self.near:
                add_constant(asm, "Y", self.half)
                place = OPERANDS
            for byte in range(self.half):
                asm("ld", WORK[0], "X+")
                asm("ldd", "r0", f"Z+{byte}")
                asm("eor", WORK[0], "r0")
                asm("std", f"Y+{place + byte}", WORK[0])
        if not self.near:
            add_constant(asm, "Y", -self.half)
        self._product_in_frame(asm)

    def _uneven_products(self, asm: Listing) -> None:
        """The same if a1 and b1 need a byte of zero: through the frame."""
        half, upper = self.half, self.n - self.half
        places = {"a": OPERANDS, "b": OPERANDS + half}
        for name, place in places.items():
            asm.block(f"{name}1 into the frame.")
            self._load_pointer(asm, "Z", name)
            for byte in range(half):
                if byte < upper:
                    asm("ldd", "r0", f"Z+{half + byte}")
                asm("std", f"Y+{place + byte}", "r0" if byte < upper else "r1")
        asm.block("a1 b1, into the upper half of c.")
        self._product_in_frame(asm)
        self._store_upper_product(asm, 2 * upper)
        for name, place in places.items():
            asm.block(f"{name}0 + {name}1.")
            self._load_pointer(asm, "Z", name)
            for byte in range(half):
                asm("ldd", WORK[0], f"Y+{place + byte}")
                asm("ldd", "r0", f"Z+{byte}")
                asm("eor", WORK[0], "r0")
                asm("std", f"Y+{place + byte}", WORK[0])
        self._product_in_frame(asm)
        asm.block("a0 b0, in its place.")
        self._load_arguments(asm)
        self._call(asm)

    def _load_arguments(self, asm: Listing) -> None:
        for name, place in ARGUMENT_PLACES.items():
            asm("ldd", f"r{ARGUMENTS[name]}", f"Y+{place}")
            asm("ldd", f"r{ARGUMENTS[name] + 1}", f"Y+{place + 1}")

    def _load_pointer(self, asm: Listing, pointer: str, name: str) -> None:
        asm("ldd", f"{pointer}L", f"Y+{ARGUMENT_PLACES[name]}", note=name)
        asm("ldd", f"{pointer}H", f"Y+{ARGUMENT_PLACES[name] + 1}")

    def _product_in_frame(self, asm: Listing) -> None:
        """m = the product of the operands in the frame."""
        asm.block("m, the product of the operands in the frame.")
        for low, place in ((24, self.m), (22, OPERANDS), (20, OPERANDS + self.half)):
            asm("movw", f"r{low}", "YL")
            add_to_pair(asm, low, place)
        self._call(asm)

    def _store_upper_product(self, asm: Listing, count: int) -> None:
        """Copies m to c from byte 2 half on."""
        self._load_pointer(asm, "Z", "c")
        if not self.near:
            asm("movw", "XL", "YL")
            add_constant(asm, "X", self.m)
            add_constant(asm, "Z", 2 * self.half)
        for byte in range(count):
            note = f"c[{2 * self.half + byte}]"
            if self.near:
                asm("ldd", "r0", f"Y+{self.m + byte}")
                asm("std", f"Z+{2 * self.half + byte}", "r0", note=note)
            else:
                asm("ld", "r0", "X+")
                asm("st", "Z+", "r0", note=note)

    def _combine(self, asm: Listing) -> int:
        """Adds m + a0 b0 + a1 b1 to c from byte `half` on; c holds the other two products. Returns Y - SP."""
        half, m = self.half, self.m
        asm.block("c += (m + a0 b0 + a1 b1) x.")
        self._load_pointer(asm, "Z", "c")
        if self.near:
            for byte in range(half):
                operands = [f"Z+{part * half + byte}" for part in range(4)]
                self._combine_bytes(asm, byte, operands, [f"Y+{m + byte}", f"Y+{m + half + byte}"])
            return 0
        asm("movw", "XL", "ZL")
        add_constant(asm, "Y", m)
        add_constant(asm, "Z", 3 * half)
        size = len(BLOCK_REGISTERS)
        for start in range(0, half, size):
            asm.block(f"Z = c + {3 * half + start}, X = c + {start}, Y = m + {start}.")
            block = range(start, min(start + size, half))
            for byte in block:
                if 3 * half + byte < self.product_bytes:
                    asm("ldd", f"r{BLOCK_REGISTERS[byte - start]}", f"Z+{byte - start}")
            add_constant(asm, "Z", -2 * half)
            for byte in block:
                at = byte - start
                operands = ["X+", f"Z+{at}", f"Z+{half + at}", f"r{BLOCK_REGISTERS[at]}"]
                self._combine_bytes(asm, byte, operands, [f"Y+{at}", f"Y+{half + at}"])
            if block.stop < half:
                add_constant(asm, "Z", 2 * half + size)
                add_constant(asm, "Y", size)
        return m + (half - 1) // size * size

    def _combine_bytes(self, asm: Listing, byte: int, c: list[str], m: list[str]) -> None:
        """Bytes half + byte and 2 half + byte. c: the place of byte `byte` in each quarter of c; m: in each half of
        m."""
        half = self.half
        asm.block(f"Bytes {half + byte} and {2 * half + byte}.")
        shared, lower, upper = WORK
        asm("ldd", shared, c[1])
        asm("ldd", lower, c[2])
        asm("eor", shared, lower, note="upper half of a0 b0 + lower half of a1 b1")
        asm("mov", upper, shared)
        asm("ld" if c[0] == "X+" else "ldd", "r0", c[0])
        asm("eor", shared, "r0")
        asm("ldd", "r0", m[0])
        asm("eor", shared, "r0")
        asm("std", c[1], shared)
        if 3 * half + byte < self.product_bytes:
            if self.near:
                asm("ldd", "r0", c[3])
            asm("eor", upper, "r0" if self.near else c[3])
        asm("ldd", "r0", m[1])
        asm("eor", upper, "r0")
        asm("std", c[2], upper)


def routine(n: int) -> Leaf | Level:
    """Multiplication of n bytes: by Lopez-Dahab if possible."""
    try:
        return Leaf(n)
    except UnsupportedField:
        return Level(n, 2 * n)


def top_level(field: BinaryField) -> Level:
    """The whole multiplication, by one level at least."""
    level = Level(field.byte_count, field.product_bytes)
    if field.byte_count % 2 and OPERANDS + 2 * level.half - 1 > MAX_DISPLACEMENT:
        raise UnsupportedField(f"{field.name}: {field.byte_count} bytes, an odd number, are too many to split")
    return level


def mul_karatsuba_ld_registers(field: BinaryField) -> Kernel:
    """c = a b, not reduced."""
    level, asm = top_level(field), Listing()
    header = {**HEADER, "family": "fb-mul", "summary": SUMMARY, "ram_table_bytes": str(level.table_bytes)}
    saved = save(asm, tuple(sorted(level.registers)))
    level.body(asm)
    restore(asm, saved)
    asm("ret")
    level.part.append_to(asm)
    return Kernel(
        field=field,
        function="mul_karatsuba_ld_registers",
        header=header,
        parameters="uint8_t *c, const uint8_t *a, const uint8_t *b",
        operation=("c = a b, not reduced; c apart from a and b. The addresses of the tables' rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + level.stack_bytes,
    )


def reduction_kernel(field: BinaryField) -> Kernel:
    """The field's faster reduction."""
    try:
        return reduce_whole_bytes(field)
    except UnsupportedField:
        return reduce_registers(field)


def mul_reduce_karatsuba_ld_registers(field: BinaryField) -> Kernel:
    """r = a b mod f, by the kernels for c = a b and r = c mod f."""
    if row_width(field.degree) < RING_REGISTERS:
        raise UnsupportedField(f"{field.name}: elements of {field.byte_count} bytes are multiplied in registers")
    product, reduction, asm = mul_karatsuba_ld_registers(field), reduction_kernel(field), Listing()
    header = {**product.header, "family": "fb-mul-reduce", "summary": f"{SUMMARY}, then reduction"}
    frame = Frame(2 * field.byte_count)
    saved = save(asm, FRAME_POINTER)
    asm("push", "r24", note="r")
    asm("push", "r25")
    frame.enter(asm)
    asm("movw", "r24", "YL")
    asm("adiw", "r24", 1)
    asm.call_kernel(product.symbol, product.asm.cycles)
    asm.block("Reduce it into r.")
    asm("movw", "r22", "YL")
    add_to_pair(asm, 22, 1)
    asm("movw", "ZL", "YL")
    add_constant(asm, "Z", frame.size + 1)
    asm("ld", "r25", "Z+", note="r")
    asm("ld", "r24", "Z")
    asm.call_kernel(reduction.symbol, reduction.asm.cycles)
    frame.leave(asm, 0, above=POINTER_BYTES)
    restore(asm, saved)
    asm("ret")
    return Kernel(
        field=field,
        function="mul_reduce_karatsuba_ld_registers",
        header=header,
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the tables' rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + POINTER_BYTES + frame.size + RETURN_ADDRESS_BYTES + product.stack_bytes,
        calls=(product, reduction),
    )
