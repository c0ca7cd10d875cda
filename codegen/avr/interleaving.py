"""Squaring kernel that reduces before it spreads, on halves.

a^2 has a bit at each even place. Its upper half is z^m or z^(m + 1) times a square, and z^m is a sum of z^e. So the
even bits of the result are a sum of shifted pieces of a, and so are the odd bits; each piece is as long as the half
of a. The two sums are then interleaved, a nibble of each at a time, by a table of 256 entries."""

import collections
import dataclasses

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, Frame, Listing, add_constant, restore, save
from codegen.avr.squaring import PAGE_BYTES, flash_table, spread

FACTOR_REGISTERS = (24, 25)
CARRY_REGISTERS = (22, 23, *range(17, 1, -1))
# Of a byte, its lower nibble in the even bits, its upper one in the odd bits.
INTERLEAVED = [spread(x & 15) | spread(x >> 4) << 1 for x in range(PAGE_BYTES)]
NAMES = {"even": 18, "odd": 19, "source": 20, "temporary": 21}


@dataclasses.dataclass(frozen=True, order=True)
class Piece:
    """The bits source to source + length - 1 of a, at bit `target` of the sum of parity `odd`."""

    odd: bool
    source: int
    length: int
    target: int

    @property
    def shift(self) -> int:
        """Bits by which the bytes of a are shifted down to their place."""
        return (self.source - self.target) % 8

    @property
    def bytes(self) -> range:
        """The bytes of the sum that the piece touches."""
        return range(self.target // 8, (self.target + self.length + 7) // 8)

    def source_byte(self, byte: int) -> int:
        """The byte of a that has the lowest bit for byte `byte` of the sum."""
        return (self.source - self.target) // 8 + byte


def sum_bits(field: BinaryField) -> tuple[int, int]:
    """Bits of the even sum and of the odd one."""
    return (field.degree + 1) // 2, field.degree // 2


def pieces(field: BinaryField) -> list[Piece]:
    """The pieces of both sums. A piece that leaves its sum is replaced by the powers that make up z^m."""
    found = collections.Counter({Piece(False, 0, sum_bits(field)[0], 0): 1})

    def fold(source: int, length: int, power: int) -> None:
        """Adds the square of the bits, times z^power, power >= degree."""
        for e in field.exponents[1:]:
            target, odd = divmod(e + power - field.degree, 2)
            limit = sum_bits(field)[odd]
            inside = min(length, limit - target)
            found[Piece(bool(odd), source, inside, target)] += 1
            if inside < length:
                fold(source + inside, length - inside, 2 * limit + odd)

    even_bits, _ = sum_bits(field)
    fold(even_bits, field.degree - even_bits, 2 * even_bits)
    return sorted(piece for piece, count in found.items() if count % 2)


class InterleavedSquare:
    """Emits r = a^2 mod f: first the sums, in the frame, then the result; r may be a."""

    def __init__(self, field: BinaryField, label: str):
        self.field, self.label, self.asm = field, label, Listing()
        self.pieces = pieces(field)
        self.columns = (sum_bits(field)[0] + 7) // 8
        self.frame = Frame(2 * self.columns)
        for name, register in NAMES.items():
            self.asm.name(register, name)
        shifts = collections.Counter(piece.shift for piece in self.pieces for _ in piece.bytes if piece.shift)
        self.factors = dict(zip([shift for shift, _ in shifts.most_common()], FACTOR_REGISTERS, strict=False))
        self.carries: dict[Piece, int] = {}
        self.z_position = max(0, field.byte_count - 1 - MAX_DISPLACEMENT)
        self.loaded = -1
        self.begun: set[str] = set()

    def carry_registers(self) -> tuple[int, ...]:
        """As many as there are pieces with a shift at a time."""
        shifted = [piece for piece in self.pieces if piece.shift]
        return CARRY_REGISTERS[: max(sum(k in piece.bytes for piece in shifted) for k in range(self.columns))]

    def _load(self, byte: int, register: str) -> None:
        """register = a[byte]; Z is moved if necessary."""
        if not 0 <= byte - self.z_position <= MAX_DISPLACEMENT:
            position = max(0, byte - MAX_DISPLACEMENT)
            add_constant(self.asm, "Z", position - self.z_position)
            self.z_position = position
        self.asm("ldd", register, f"Z+{byte - self.z_position}", note=f"a[{byte}]")

    def _multiply(self, byte: int, shift: int) -> None:
        """r1 = a[byte] >> shift, r0 = the bits shifted out, as the upper ones of a byte."""
        if self.loaded != byte:
            self._load(byte, "source")
            self.loaded = byte
        factor = f"r{self.factors[shift]}" if shift in self.factors else "temporary"
        if shift not in self.factors:
            self.asm("ldi", factor, 1 << 8 - shift)
        self.asm("mul", "source", factor, note=f"a[{byte}] >> {shift}")

    def _add(self, target: str, source: str) -> None:
        self.asm("eor" if target in self.begun else "mov", target, source)
        self.begun.add(target)

    def _add_piece(self, piece: Piece, column: int) -> None:
        """Adds the piece's part of byte `column` of its sum; masks out the bits below the piece."""
        asm, byte, target = self.asm, piece.source_byte(column), "odd" if piece.odd else "even"
        below = piece.target - 8 * column
        if piece.shift:
            if column == piece.bytes[0]:
                free = set(self.carry_registers()) - set(self.carries.values())
                self.carries[piece] = max(free)
                self._multiply(byte, piece.shift)
                asm("mov", f"r{self.carries[piece]}", "r1")
            ends = piece.source + piece.length <= 8 * (byte + 1)
            parts = [f"r{self.carries[piece]}"]
            if not ends:
                self._multiply(byte + 1, piece.shift)
                parts.append("r0")
        else:
            if target not in self.begun and self.loaded != byte and below <= 0:
                self._load(byte, target)
                self.begun.add(target)
                return
            if self.loaded != byte:
                self._load(byte, "source")
                self.loaded = byte
            parts = ["source"]
        if below > 0:
            asm("mov", "temporary", parts[0])
            for part in parts[1:]:
                asm("eor", "temporary", part)
            asm("andi", "temporary", f"0x{256 - (1 << below):02x}")
            self._add(target, "temporary")
        else:
            for part in parts:
                self._add(target, part)
        if piece.shift and column == piece.bytes[-1]:
            del self.carries[piece]
        elif piece.shift:
            asm("mov", parts[0], "r1")

    def sums(self) -> None:
        """Writes the sums of even and odd bits, byte by byte in turn, to X."""
        asm = self.asm
        for shift, register in self.factors.items():
            asm("ldi", f"r{register}", 1 << 8 - shift)
        for column in range(self.columns):
            asm.block(f"Byte {column} of the even and the odd bits.")
            self.begun = set()
            met = [piece for piece in self.pieces if column in piece.bytes]
            for piece in sorted(met, key=lambda p: (p.source_byte(column) + (p.shift > 0), p)):
                self._add_piece(piece, column)
            for name, bits in zip(("even", "odd"), sum_bits(self.field), strict=True):
                if name not in self.begun:
                    asm("clr", name)
                elif 0 < bits - 8 * column < 8:
                    asm("andi", name, f"0x{(1 << bits - 8 * column) - 1:02x}")
                asm("st", "X+", name)

    def interleave(self) -> None:
        """Writes r below X from the sums below Y."""
        asm, n = self.asm, self.field.byte_count
        asm("ldi", "ZH", f"hi8({self.label})")
        for column in reversed(range(self.columns)):
            asm.block(f"Bytes {2 * column} and {2 * column + 1}: nibbles of odd bits beside those of even bits.")
            asm("ld", "ZL", "-Y")
            asm("ld", "even", "-Y")
            asm("swap", "even")
            asm("mov", "temporary", "even")
            asm("eor", "temporary", "ZL")
            asm("andi", "temporary", "0x0f")
            if 2 * column + 1 < n:
                asm("eor", "ZL", "temporary")
                asm("lpm", "r0", "Z")
                asm("st", "-X", "r0", note=f"r[{2 * column + 1}]")
            asm("eor", "even", "temporary")
            asm("swap", "even")
            asm("mov", "ZL", "even")
            asm("lpm", "r0", "Z")
            asm("st", "-X", "r0", note=f"r[{2 * column}]")


def sqr_reduce_interleave_table(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    label = f"mc_{field.name}_sqr_reduce_interleave_table_avr_table"
    square = InterleavedSquare(field, label)
    asm = square.asm
    saved = save(asm, (*sorted(square.carry_registers()), 28, 29))
    square.frame.enter(asm)
    asm.block("Z = a, X = the sums; r waits.")
    asm("movw", "ZL", "r22")
    asm("push", "r24", note="r")
    asm("push", "r25")
    add_constant(asm, "Z", square.z_position)
    asm("movw", "XL", "YL")
    asm("adiw", "XL", 1)
    square.sums()
    asm.block("Y = the end of the sums, X = the end of r.")
    asm("movw", "YL", "XL")
    asm("pop", "XH")
    asm("pop", "XL")
    add_constant(asm, "X", field.byte_count)
    square.interleave()
    square.frame.leave(asm, 1)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="sqr_reduce_interleave_table",
        header={
            "name": "interleave-table",
            "family": "fb-sqr-reduce",
            "summary": "even and odd bits of the result summed apart, then interleaved by a table of 256 entries",
            "source": "-",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": str(PAGE_BYTES),
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=("r = a^2 mod f; r may be a. The addresses of the table entries, in flash, depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + square.frame.size + 2,
        table_bytes=PAGE_BYTES,
        data=flash_table(label, [INTERLEAVED], PAGE_BYTES),
    )
