"""Squares in a row by the sums of pieces of interleaving.py, without a place for the sums.

The bytes of a^2 are written from the top down, a pair for each byte of the two sums. A byte of a that is needed after
its place has been written waits in a register, so r may be a. A piece at a shift is multiplied byte by byte: the upper
byte of the product belongs to this byte of the sum, the lower one to the next, whose register collects it."""

from codegen.avr.field import BinaryField
from codegen.avr.interleaving import INTERLEAVED, Piece, pieces, sum_bits
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, Listing, add_constant, restore, save
from codegen.avr.loops import BranchListing
from codegen.avr.squaring import PAGE_BYTES, flash_table
from codegen.kernel_fields import UnsupportedField

HELD_REGISTERS = (*range(2, 18), 24, 23)  # the last ones hold factors if they are free
SUM_REGISTERS = {"even": (18, 20), "odd": (19, 21)}
MASKED, COUNT = 22, 25
FACTOR_REGISTERS = 2


class SquareInPlace:
    """Writes one squaring of the element at Y to the bytes below X; ZH = the table of both nibbles."""

    def __init__(self, asm: Listing, field: BinaryField):
        self.asm, self.field, self.pieces = asm, field, pieces(field)
        self.columns = (sum_bits(field)[0] + 7) // 8
        held = {byte for column in range(self.columns) for byte in self._sources(column) if byte >= 2 * column + 2}
        if len(held) > len(HELD_REGISTERS) or field.byte_count - 1 > MAX_DISPLACEMENT:
            raise UnsupportedField(f"{field.name}: {len(held)} bytes wait; there are {len(HELD_REGISTERS)} registers")
        self.held = {byte: f"held{index}" for index, byte in enumerate(sorted(held))}
        for index in range(len(held)):
            asm.name(HELD_REGISTERS[index], f"held{index}")
        for name, registers in SUM_REGISTERS.items():
            for index, register in enumerate(registers):
                asm.name(register, f"{name}{index}")
        asm.name(MASKED, "masked")
        asm.name(COUNT, "count")
        shifts = sorted({piece.shift for piece in self.pieces if piece.shift}, key=self._uses, reverse=True)
        free = HELD_REGISTERS[max(len(held), len(HELD_REGISTERS) - FACTOR_REGISTERS) :]
        self.factors = dict(zip(shifts, free, strict=False))
        self.begun: set[str] = set()

    @property
    def saved(self) -> tuple[int, ...]:
        return (*HELD_REGISTERS[: len(self.held)], 28, 29)

    def _uses(self, shift: int) -> int:
        return sum(len(piece.bytes) for piece in self.pieces if piece.shift == shift)

    def _sources(self, column: int) -> set[int]:
        """The bytes of a that are read for byte `column` of the sums."""
        return {byte for piece in self.pieces for byte, _, _ in self._terms(piece, column)}

    def _terms(self, piece: Piece, column: int) -> list[tuple[int, bool, bool]]:
        """(byte of a, for this byte of the sum, for the next lower one), as products by the piece's shift. A byte
        below the piece's lowest bit has no part in it."""
        if column not in piece.bytes:
            return []
        byte, lower = piece.source_byte(column), column - 1 in piece.bytes
        begins = piece.source < 8 * (byte + 1)
        if not piece.shift:
            return [(byte, True, False)]
        terms = [(byte, begins, lower)] if begins or lower else []
        if column == piece.bytes[-1] and piece.source + piece.length > 8 * (byte + 1):
            terms = [(byte + 1, False, True), *terms]
        return terms

    def prepare(self) -> None:
        """The factors."""
        for shift, register in self.factors.items():
            self.asm("ldi", f"r{register}", 1 << 8 - shift)

    def body(self) -> None:
        asm = self.asm
        for byte, register in self.held.items():
            asm("ldd", register, f"Y+{byte}", note=f"a[{byte}]")
        for column in reversed(range(self.columns)):
            asm.block(f"Byte {column} of the even and the odd bits.")
            for piece in sorted(self.pieces, key=lambda p: p.shift > 0):
                self._add_piece(piece, column)
            for name, bits in zip(SUM_REGISTERS, sum_bits(self.field), strict=True):
                register = self._sum(name == "odd", column)
                if register not in self.begun:
                    asm("clr", register)
                elif 0 < bits - 8 * column < 8:
                    asm("andi", register, f"0x{(1 << bits - 8 * column) - 1:02x}")
                self.begun.discard(register)
            self._interleave(column)

    def _sum(self, odd: bool, column: int) -> str:
        return f"{'odd' if odd else 'even'}{column % 2}"

    def _add(self, target: str, source: str) -> None:
        self.asm("eor" if target in self.begun else "mov", target, source)
        self.begun.add(target)

    def _add_piece(self, piece: Piece, column: int) -> None:
        for byte, here, next_lower in self._terms(piece, column):
            if not piece.shift:
                self._add_byte(piece, byte, column)
                continue
            source = self.held.get(byte, "r0")
            if source == "r0":
                self.asm("ldd", "r0", f"Y+{byte}", note=f"a[{byte}]")
            factor = f"r{self.factors[piece.shift]}" if piece.shift in self.factors else "masked"
            if factor == "masked":
                self.asm("ldi", "masked", 1 << 8 - piece.shift)
            self.asm("mul", source, factor, note=f"a[{byte}] >> {piece.shift}")
            above = byte > piece.source_byte(column)
            if here:
                self._add_masked(piece, column, "r1")
            if above or next_lower:
                self._add_masked(piece, column if above else column - 1, "r0", byte)

    def _add_masked(self, piece: Piece, column: int, source: str, byte: int | None = None) -> None:
        """Adds to byte `column` of the sum without the bits below the piece. Bits of the lower byte of a product, that
        of a[byte], are below it only if the piece begins in that byte."""
        below, target = piece.target - 8 * column, self._sum(piece.odd, column)
        if below > 0 and (byte is None or piece.source >= 8 * byte):
            self.asm("mov", "masked", source)
            self.asm("andi", "masked", f"0x{256 - (1 << below):02x}")
            source = "masked"
        self._add(target, source)

    def _add_byte(self, piece: Piece, byte: int, column: int) -> None:
        """A byte of a piece that keeps its place in the byte."""
        target, below = self._sum(piece.odd, column), piece.target - 8 * column
        if byte in self.held:
            self._add_masked(piece, column, self.held[byte])
        elif target not in self.begun and below <= 0:
            self.asm("ldd", target, f"Y+{byte}", note=f"a[{byte}]")
            self.begun.add(target)
        else:
            self.asm("ldd", "r0", f"Y+{byte}", note=f"a[{byte}]")
            self._add_masked(piece, column, "r0")

    def _interleave(self, column: int) -> None:
        """Stores the pair of bytes below X: nibbles of odd bits beside those of even bits."""
        asm, even, odd = self.asm, self._sum(False, column), self._sum(True, column)
        asm("swap", even)
        asm("mov", "ZL", even)
        asm("eor", "ZL", odd)
        asm("andi", "ZL", "0x0f")
        asm("eor", even, "ZL")
        if 2 * column + 1 < self.field.byte_count:
            asm("eor", "ZL", odd)
            asm("lpm", "r0", "Z")
            asm("st", "-X", "r0", note=f"r[{2 * column + 1}]")
        asm("swap", even)
        asm("mov", "ZL", even)
        asm("lpm", "r0", "Z")
        asm("st", "-X", "r0", note=f"r[{2 * column}]")


def sqr_times_interleave(field: BinaryField) -> Kernel:
    """r = a^(2^count)."""
    asm, n = BranchListing(), field.byte_count
    label = f"mc_{field.name}_sqr_times_interleave_avr_table"
    square = SquareInPlace(asm, field)
    saved = save(asm, square.saved)
    asm("movw", "XL", "r24", note="r")
    asm("mov", "count", "r20")
    asm("movw", "YL", "r22", note="a")
    asm("ldi", "ZH", f"hi8({label})")
    square.prepare()
    asm("tst", "count")
    asm("brne", ".Lbegin")
    begin = asm.cycles + 1  # the branch is taken
    asm("rjmp", ".Lcopy")
    asm.cycles = begin
    asm.label(".Lbegin")
    add_constant(asm, "X", n)
    before = asm.cycles
    asm.label(".Lsquare")
    square.body()
    asm("movw", "YL", "XL")
    asm("dec", "count")
    asm("breq", ".Lend")
    last = asm.cycles + 1  # the branch is taken
    add_constant(asm, "X", n)
    asm("rjmp", ".Lsquare")
    cycles_each = asm.cycles - before
    asm.cycles = last
    asm.label(".Lend")
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    cycles = asm.cycles
    asm.label(".Lcopy")
    for byte in range(n):
        asm("ldd", "r0", f"Y+{byte}")
        asm("st", "X+", "r0")
    asm("rjmp", ".Lend")
    asm.cycles = cycles
    return Kernel(
        field=field,
        function="sqr_times_interleave",
        header={
            "name": "interleave",
            "family": "fb-sqr-times",
            "summary": "even and odd bits of each square summed in registers, then interleaved by a table",
            "source": "-",
            "domain": "any a; count < 256 is public",
            "constant_time": "same-trace",
            "flash_table_bytes": str(PAGE_BYTES),
        },
        parameters="uint8_t *r, const uint8_t *a, unsigned count",
        operation=("r = a^(2^count); r may be a. The addresses of the table entries, in flash, depend on a.",),
        asm=asm,
        stack_bytes=len(saved),
        table_bytes=PAGE_BYTES,
        data=flash_table(label, [INTERLEAVED], PAGE_BYTES),
        cycles_each=cycles_each,
    )


def sqr_reduce_interleave_times(field: BinaryField) -> Kernel:
    """r = a^2 mod f by the kernel for squares in a row, so that an image needs no other."""
    asm, times = Listing(), sqr_times_interleave(field)
    asm("ldi", "r20", 1)
    asm.call_kernel(times.symbol, times.asm.cycles, tail=True)
    return Kernel(
        field=field,
        function="sqr_reduce_interleave_times",
        header={
            **times.header,
            "name": "interleave-times",
            "family": "fb-sqr-reduce",
            "summary": "a square by the kernel of fb-sqr-times, with a count of 1",
            "domain": "any a",
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=("r = a^2 mod f; r may be a.",),
        asm=asm,
        stack_bytes=times.stack_bytes,
        calls=(times,),
    )
