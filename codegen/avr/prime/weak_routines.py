"""The arithmetic of `weak_residues.py` modulo 2^255 - 19 as routines of one kernel, for little flash: products and
squares by Karatsuba's method over a subroutine for 16 bytes (Hutter, Schwabe 2015, 4), the rest in loops. Elements are
below 2^255, operands of products any number below 2^256.

Elements lie side by side behind a pointer, and routines get their distances from there. Y is below the frame."""

import itertools

from codegen.avr.listing import Listing, add_constant, add_to_pair
from codegen.avr.loops import LoopListing
from codegen.avr.prime.halves import BYTES, HALF, multiplication_part, square_part
from codegen.avr.prime.weak_residues import COMPLEMENT, TOP_BIT

BLOCK = 4  # bytes that a loop takes at once
ARGUMENTS = (24, 22, 20)  # low registers of the pairs
WIDE, MIDDLE = 2 * BYTES, BYTES
MULTIPLY, SQUARE = multiplication_part(), square_part()
# Cells of the frame that products need: pointers, and whether the middle product is subtracted.
PRODUCT_CELLS = {"r": 2, "a": 2, "b": 2, "subtract": 1}


class Cells:
    """The frame: that of the subroutines, cells of so many bytes by their names, a product, and Karatsuba's middle
    product. places: displacements from Y."""

    def __init__(self, sizes: dict[str, int]) -> None:
        self.places: dict[str, int] = {}
        place = max(MULTIPLY.frame_bytes, SQUARE.frame_bytes) + 1
        for name, size in {**sizes, "product": WIDE, "middle": MIDDLE}.items():
            self.places[name] = place
            place += size
        self.frame_bytes = place - 1

    def load(self, asm: Listing, name: str, *registers: str) -> None:
        """Registers = the bytes of a cell."""
        for offset, register in enumerate(registers):
            asm("ldd", register, f"Y+{self.places[name] + offset}", note="" if offset else name)

    def keep(self, asm: Listing, name: str, *registers: str) -> None:
        """A cell = registers."""
        for offset, register in enumerate(registers):
            asm("std", f"Y+{self.places[name] + offset}", register, note="" if offset else name)

    def point(self, asm: Listing, low: int, name: str, offset: int = 0) -> None:
        """A pair of registers = the address of bytes in the frame."""
        asm("movw", f"r{low}", "YL")
        add_to_pair(asm, low, self.places[name] + offset)


def pair(low: int) -> tuple[str, str]:
    return f"r{low}", f"r{low + 1}"


def _add_masked(asm: Listing, name: str, mask: str, targets: list[str], sources: list[str]) -> None:
    """A block of a chain of carries, which wait in a mask: targets name sources. A source "Z+1" is loaded first, and
    the complement of ("Y+1", mask) taken under another mask."""
    asm("lsr", mask)
    for target, source in zip(targets, sources, strict=True):
        if source[0] in "YZ":
            place, _, under = source.partition(" ")
            asm("ldd", "r0", place)
            if under:
                asm("eor", "r0", under)
            source = "r0"
        asm(name, target, source)
    asm("sbc", mask, mask)


def difference() -> Listing:
    """X = |z0 - z1| of halves at Z; r18 is the mask of z0 < z1."""
    asm, registers = Listing(), [f"r{i}" for i in range(2, 2 + HALF)]
    for i, register in enumerate(registers):
        asm("ldd", register, f"Z+{i}")
        asm("ldd", "r0", f"Z+{HALF + i}")
        asm("sbc" if i else "sub", register, "r0")
    asm("sbc", "r18", "r18")
    for register in registers:
        asm("eor", register, "r18")
    for i, register in enumerate(registers):
        asm("sbc" if i else "sub", register, "r18")
        asm("st", "X+", register)
    asm("ret")
    return asm


def ripple() -> Listing:
    """Z += r27:r24, and r18, r19 for each pair of bytes above; Z is then behind the number, r1 unchanged."""
    asm = LoopListing()
    asm("sub", "r0", "r0")
    with asm.repeat(BYTES // BLOCK, "r20", ".Lripple_block"):
        for i in range(BLOCK):
            asm("ld", "r0", "Z")
            asm("adc", "r0", f"r{24 + i}")
            asm("st", "Z+", "r0")
        asm("movw", "r24", "r18")
        asm("movw", "r26", "r18")
    asm("ret")
    return asm


def _clear_top(asm: Listing, register: str) -> None:
    """Bit 255 of the number at Z is 0 then, and the carry flag what it was."""
    asm("ldd", register, f"Z+{BYTES - 1}")
    asm("lsl", register)


def _store_top(asm: Listing, register: str) -> None:
    asm("lsr", register)
    asm("std", f"Z+{BYTES - 1}", register)


class Routines:
    """The routines by the ends of their labels: those of a product, whose result is at `r`, and below p after
    `canonical`; with `for_ladder`, also those that take distances of elements from `points`, the first of which
    `canonical` finishes."""

    def __init__(self, cells: Cells, for_ladder: bool = False) -> None:
        self.cells, self.result = cells, "points" if for_ladder else "r"
        self.parts = {"difference": difference(), "ripple": ripple()}
        makers = [self.end, self.fold, self.combine, self.times, self.canonical]
        if for_ladder:
            makers += [self.resolve, self.square, self.product, self.sums, self.multiple, self.select]
        for make in makers:
            self.parts[make.__name__] = make()

    def call(self, asm: Listing, name: str) -> None:
        asm.call(f".L{name}", self.parts[name])

    def go(self, asm: Listing, name: str) -> None:
        """The last thing that a routine does."""
        asm("rjmp", f".L{name}")
        asm.cycles += self.parts[name].cycles

    def resolve(self) -> Listing:
        """The three pairs of arguments = addresses of elements, of which they hold the distances."""
        asm = Listing()
        self.cells.load(asm, "points", "ZL", "ZH")
        asm("clr", "r1")
        for low in ARGUMENTS:
            asm("mov", f"r{low + 1}", "r1")
            asm("add", f"r{low}", "ZL")
            asm("adc", f"r{low + 1}", "ZH")
        asm("ret")
        return asm

    def end(self) -> Listing:
        """The number before X, and r20:r18 above it, below 2^256 then. If the whole was below 2^262, the rest is below
        2^255.

        The bits from 255 on, t, times 19 are added to those below, which makes less than 2^255 + 19 t. If that has bit
        255, what is below it is less than 2^24, and 19 in its place changes three bytes."""
        asm = LoopListing()
        asm.block("The bits from 255 on, times 19.")
        asm("movw", "ZL", "XL")
        asm("sbiw", "ZL", BYTES)
        _clear_top(asm, "r21")
        for register in ("r18", "r19", "r20"):
            asm("rol", register)
        _store_top(asm, "r21")
        asm("ldi", "r21", COMPLEMENT)
        for factor, (first, *rest) in (("r18", ("r24", "r25")), ("r20", ("r26",))):
            asm("mul", factor, "r21")
            asm(*(("movw", first, "r0") if rest else ("mov", first, "r0")))
        asm("mul", "r19", "r21")
        asm("add", "r25", "r0")
        asm("adc", "r26", "r1")
        for register in ("r27", "r18", "r19", "r1"):
            asm("clr", register)
        self.call(asm, "ripple")
        asm.block("Bit 255, times 19.")
        asm("sbiw", "ZL", BYTES)
        _clear_top(asm, "r22")
        asm("sbc", "r18", "r18")
        _store_top(asm, "r22")
        asm("and", "r18", "r21")
        for i in range(3):
            asm("ldd", "r0", f"Z+{i}")
            asm("adc" if i else "add", "r0", "r1" if i else "r18")
            asm("std", f"Z+{i}", "r0")
        asm("ret")
        return asm

    def fold(self) -> Listing:
        """Half a residue: X = z + 38 (z + 256^32) + r18, of HALF bytes, and the rest in r18. r19 is 38, r21 0."""
        asm, sources, products = LoopListing(), ("r2", "r3", "r4", "r5"), ("r6", "r7", "r8", "r9")
        with asm.repeat(HALF // BLOCK, "r20", ".Lfold_block"):
            for i, source in enumerate(sources):
                asm("ldd", source, f"Z+{BYTES + i}")
            asm("mul", sources[0], "r19")
            asm("movw", products[0], "r0")
            asm("add", products[0], "r18")
            asm("adc", products[1], "r21")
            asm("mul", sources[2], "r19")
            asm("movw", products[2], "r0")
            asm("mul", sources[1], "r19")
            asm("add", products[1], "r0")
            asm("adc", products[2], "r1")
            asm("adc", products[3], "r21")
            asm("mul", sources[3], "r19")
            asm("add", products[3], "r0")
            asm("mov", "r18", "r1")
            asm("adc", "r18", "r21")
            for i, byte in enumerate(products):
                asm("ldd", "r0", f"Z+{i}")
                asm("adc" if i else "add", byte, "r0")
                asm("st", "X+", byte)
            asm("adc", "r18", "r21")
            asm("adiw", "ZL", BLOCK)
        asm("ret")
        return asm

    def combine(self) -> Listing:
        """The weak residue at r of a product by its parts: with x = 256^16 and L, H the products of the lower and of
        the upper halves, side by side, the product is L + x (L + H - s M) + x^2 H for the middle product M; s is 1
        where the cell `subtract` is 255, else -1.

        Let L = L0 + L1 x, and so on. W = L1 + H0 + L0 - s M0 and U = L1 + H0 + H1 - s M1 take the places of L1 and H0.
        Their carries are c and d: the product is L0 + W x + (U + c) x^2 + (H1 + d) x^3, where x^2 is 38. c is 0 to 3, d
        is -1 to 3. d is -1 only if U + c carries, for the product of the rest is not negative; then 38 (U + c) brings
        38 or more to x, and the sum there with 38 d is not negative."""
        asm, low, upper = LoopListing(), [f"r{i}" for i in range(2, 6)], [f"r{i}" for i in range(6, 10)]
        sums, first, second, third, fourth = (f"r{i}" for i in range(22, 27))
        asm.block("Both sums at once.")
        self.cells.point(asm, 30, "product")
        self.cells.load(asm, "subtract", "r19")
        add_constant(asm, "Y", self.cells.places["middle"])
        for mask in (sums, first, third, fourth):
            asm("clr", mask)
        asm("mov", second, "r19", note="a complement is less by 1")
        with asm.repeat(HALF // BLOCK, "r20", ".Lcombine_block"):
            for i, byte in enumerate(low):
                asm("ldd", byte, f"Z+{HALF + i}")
            _add_masked(asm, "adc", sums, low, [f"Z+{BYTES + i}" for i in range(BLOCK)])
            for i in (0, 2):
                asm("movw", upper[i], low[i])
            _add_masked(asm, "adc", first, low, [f"Z+{i}" for i in range(BLOCK)])
            _add_masked(asm, "adc", second, low, [f"Y+{i} r19" for i in range(BLOCK)])
            _add_masked(asm, "adc", third, upper, [f"Z+{BYTES + HALF + i}" for i in range(BLOCK)])
            _add_masked(asm, "adc", fourth, upper, [f"Y+{HALF + i} r19" for i in range(BLOCK)])
            for i in range(BLOCK):
                asm("std", f"Z+{HALF + i}", low[i])
                asm("std", f"Z+{BYTES + i}", upper[i])
            asm("adiw", "ZL", BLOCK)
            asm("adiw", "YL", BLOCK)
        add_constant(asm, "Y", -self.cells.places["middle"] - HALF)
        asm("sbiw", "ZL", HALF)
        asm.block("d in r23, times 38; c in r18.")
        asm("clr", "r18")
        for mask in (sums, first, second):
            asm("sub", "r18", mask)
        asm("sub", "r19", sums)
        asm("sub", "r19", third)
        asm("sub", "r19", fourth)
        asm("mov", "r23", "r19")
        asm("ldi", "r19", 2 * COMPLEMENT)
        asm("mul", "r23", "r19")
        asm("mov", "r23", "r0")
        asm("mul", "r18", "r19")
        asm("mov", "r18", "r0")
        asm("clr", "r21")
        self.cells.load(asm, "r", "XL", "XH")
        self.call(asm, "fold")
        asm("add", "r18", "r23")
        self.call(asm, "fold")
        asm("clr", "r19")
        asm("clr", "r20")
        self.go(asm, "end")
        return asm

    def _difference(self, asm: Listing, name: str, low: int) -> None:
        self.cells.keep(asm, name, *pair(low))
        asm("movw", "ZL", f"r{low}")
        self.call(asm, "difference")

    def _halves(self, asm: Listing, operands: tuple[str, ...]) -> None:
        """The product, or square, of the differences, then of the lower and of the upper halves."""
        part = MULTIPLY if len(operands) > 1 else SQUARE
        self.cells.point(asm, 24, "middle")
        for index, low in enumerate(ARGUMENTS[1 : 1 + len(operands)]):
            self.cells.point(asm, low, "product", HALF * index)
        asm.call(part.label, part.listing)
        for offset in (0, HALF):
            self.cells.point(asm, 24, "product", 2 * offset)
            for name, low in zip(operands, ARGUMENTS[1:], strict=False):
                self.cells.load(asm, name, *pair(low))
                if offset:
                    add_to_pair(asm, low, offset)
            asm.call(part.label, part.listing)

    def square(self) -> Listing:
        """r = a^2."""
        asm = LoopListing()
        self.call(asm, "resolve")
        self.cells.keep(asm, "r", *pair(24))
        self.cells.point(asm, 26, "product")
        self._difference(asm, "a", 22)
        asm("ldi", "r18", "0xff")
        self.cells.keep(asm, "subtract", "r18")
        self._halves(asm, ("a",))
        self.go(asm, "combine")
        return asm

    def times(self) -> Listing:
        """r = a b of resolved addresses."""
        asm = LoopListing()
        self.cells.keep(asm, "r", *pair(24))
        self.cells.keep(asm, "b", *pair(20))
        self.cells.point(asm, 26, "product")
        self._difference(asm, "a", 22)
        self.cells.keep(asm, "subtract", "r18")
        self.cells.load(asm, "b", "ZL", "ZH")
        self.call(asm, "difference")
        self.cells.load(asm, "subtract", "r0")
        asm("eor", "r18", "r0")
        asm("com", "r18", note="subtract if the signs are the same")
        self.cells.keep(asm, "subtract", "r18")
        self._halves(asm, ("a", "b"))
        self.go(asm, "combine")
        return asm

    def product(self) -> Listing:
        """r = a b."""
        asm = LoopListing()
        self.call(asm, "resolve")
        self.go(asm, "times")
        return asm

    def sums(self) -> Listing:
        """r = (a0 + a1, a0 - a1 + p) for elements a0, a1 side by side; both are below 2^256.

        19 less than the difference, with bit 255 turned, is a0 - a1 + p, unless a0 + 2^255 - a1 is below 19: then it is
        -18 to -1, and bit 255 is set, though there was a borrow. The lowest byte is 238 or more, and 38 less gives the
        number with 2 p in place of 2^256."""
        asm = LoopListing()
        rest, other, total = ([f"r{i}" for i in range(start, start + BLOCK)] for start in (2, 6, 10))
        add, subtract, less, digit = "r18", "r19", "r21", "r22"
        self.call(asm, "resolve")
        asm("movw", "ZL", "r22")
        asm("push", "YL")
        asm("push", "YH")
        asm("movw", "YL", "r24")
        for mask in (add, subtract, less):
            asm("clr", mask)
        asm("ldi", digit, COMPLEMENT)
        with asm.repeat(BYTES // BLOCK, "r20", ".Lsums_block"):
            for i in range(BLOCK):
                asm("ldd", rest[i], f"Z+{i}")
                asm("ldd", other[i], f"Z+{BYTES + i}")
            for i in (0, 2):
                asm("movw", total[i], rest[i])
            _add_masked(asm, "adc", add, total, other)
            _add_masked(asm, "sbc", subtract, rest, other)
            _add_masked(asm, "sbc", less, rest, [digit, "r1", "r1", "r1"])
            asm("clr", digit)
            for i in range(BLOCK):
                asm("std", f"Y+{i}", total[i])
                asm("std", f"Y+{BYTES + i}", rest[i])
            asm("adiw", "ZL", BLOCK)
            asm("adiw", "YL", BLOCK)
        asm("or", subtract, less)
        asm("ldi", "r20", f"0x{TOP_BIT:02x}")
        asm("eor", rest[-1], "r20")
        asm("std", f"Y+{BYTES - 1}", rest[-1])
        asm("lsl", rest[-1])
        asm("sbc", less, less)
        asm("and", subtract, less)
        asm("ldi", "r20", 2 * COMPLEMENT)
        asm("and", subtract, "r20")
        asm("ldd", "r0", "Y+0")
        asm("sub", "r0", subtract)
        asm("std", "Y+0", "r0")
        asm("pop", "YH")
        asm("pop", "YL")
        asm("ret")
        return asm

    def multiple(self) -> Listing:
        """r += c a for any a, an element r, and c = a24 < 2^17; below 2^256. Carries are below 2^18."""
        asm, factors, zero = LoopListing(), ("r21", "r22", "r23"), "r19"
        carry = ("r2", "r3", "r4", "r5")
        self.call(asm, "resolve")
        asm("movw", "XL", "r24")
        asm("movw", "ZL", "r22")
        self.cells.load(asm, "a24", *factors)
        for register in (*carry, zero):
            asm("clr", register)
        with asm.repeat(BYTES, "r20", ".Lmultiple_byte"):
            asm("ld", "r18", "Z+")
            asm("ld", "r0", "X")
            for i, byte in enumerate(carry[:3]):
                asm("adc" if i else "add", byte, zero if i else "r0")
            for i, factor in enumerate(factors):
                asm("mul", "r18", factor)
                asm("add", carry[i], "r0")
                asm("adc", carry[i + 1], zero if i == 2 else "r1")
                if i < 2:
                    asm("adc", carry[i + 2], zero)
            asm("st", "X+", carry[0])
            for to, source in itertools.pairwise(carry):
                asm("mov", to, source)
            asm("clr", carry[-1])
        for to, source in zip(("r18", "r19", "r20"), carry, strict=False):
            asm("mov", to, source)
        self.go(asm, "end")
        return asm

    def select(self) -> Listing:
        """The two elements at r = those at a, where the mask is 255."""
        asm = LoopListing()
        self.call(asm, "resolve")
        asm("movw", "XL", "r24")
        asm("movw", "ZL", "r22")
        self.cells.load(asm, "mask", "r18")
        with asm.repeat(BYTES, "r20", ".Lselect_bytes"):
            for _ in range(2):
                asm("ld", "r0", "X")
                asm("ld", "r1", "Z+")
                asm("eor", "r1", "r0")
                asm("and", "r1", "r18")
                asm("eor", "r0", "r1")
                asm("st", "X+", "r0")
        asm("ret")
        return asm

    def canonical(self) -> Listing:
        """The result modulo p: 19 is added; if that sets bit 255, it is cleared, else 19 subtracted."""
        asm = LoopListing()
        self.cells.load(asm, self.result, "ZL", "ZH")
        asm("ldi", "r24", COMPLEMENT)
        for register in ("r25", "r26", "r27"):
            asm("clr", register)
        asm("movw", "r18", "r26")
        self.call(asm, "ripple")
        asm("sbiw", "ZL", BYTES)
        _clear_top(asm, "r22")
        asm("sbc", "r18", "r18")
        _store_top(asm, "r22")
        asm("com", "r18")
        asm("mov", "r19", "r18")
        for register in ("r24", "r26"):
            asm("movw", register, "r18")
        asm("ldi", "r21", f"0x{256 - COMPLEMENT:02x}")
        asm("and", "r24", "r21")
        self.go(asm, "ripple")
        return asm
