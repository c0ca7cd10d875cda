"""Inversion kernel: the extended Euclidean algorithm, each step adding a shifted polynomial (hankerson2004 Algorithm
2.48; aranha2008 Algorithm 7 is its relative that divides by z).

The kernel holds u = a b and v = a c modulo f. With j = deg u - deg v it adds z^j v to u and z^j c to b, until u is 1;
if j is negative, (u, b) and (v, c) first trade places. Only the bytes that v and c have are added: b and c grow by as
many bytes as u and v shrink, so that every step costs about the same. A shift is by `offset` bytes and by some bits:
no bits and one bit have code of their own, more bits are a product with `factor`.

Degrees and shifts are two bytes: the high one counts bytes, the upper three bits of the low one count bits, so that a
subtraction carries from bits to bytes. b and c are at a fixed distance above u and v."""

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import (
    CALLEE_SAVED,
    MAX_DISPLACEMENT,
    RETURN_ADDRESS_BYTES,
    Frame,
    add_constant,
    add_to_pair,
    restore,
    save,
)
from codegen.avr.loops import BranchListing

ADD, CLEAR = "add_shifted", "clear_polynomials"
RESULT = 1  # place in the frame of the pointer r
POLYNOMIALS = 3  # place of u, v, b, c
BIT = 0x20  # one bit in the low byte of a degree
REGISTERS = {"at_u": 2, "at_v": 4, "degree_v": 6, "byte_v": 7, "degree_b": 8, "byte_b": 9, "byte_c": 10, "zero": 11}
REGISTERS |= {"next": 12, "target": 13, "block_words": 16, "count": 17, "degree_u": 18, "byte_u": 19, "shift": 20}
REGISTERS |= {"offset": 21, "factor": 22, "source": 23, "end_low": 24, "end_high": 25}
SAVED = tuple(register for register in CALLEE_SAVED if register not in (14, 15))


def listing() -> BranchListing:
    """A listing that knows the names of the registers."""
    asm = BranchListing()
    for name, register in REGISTERS.items():
        asm.name(register, name)
    return asm


class Euclid:
    """The routine and its subroutines."""

    def __init__(self, field: BinaryField):
        self.field = field
        self.f_bytes = field.degree // 8 + 1
        self.stride = self.f_bytes + 1  # one more for the byte of bits shifted out, even if it is zero
        self.frame = Frame(POLYNOMIALS - 1 + 4 * self.stride)
        self.variants: dict[str, int] = {}  # label of the end of the blocks -> words of a block

    def add_shifted(self) -> BranchListing:
        """Adds the count + 1 bytes at X, shifted, to those at Y + offset; the variant of the shift is named by its
        end and block_words. On return Y is above the highest byte of the sum."""
        asm = listing()
        asm("inc", "count")
        asm("add", "YL", "offset")
        asm("adc", "YH", "zero")
        asm("mul", "count", "block_words")
        asm("movw", "ZL", "end_low")
        asm("ld", "target", "Y", note="for the product; other shifts load it themselves")
        asm("mov", "next", "target")
        asm("sub", "ZL", "r0", note="enter so far before the end that count blocks run")
        asm("sbc", "ZH", "r1", note="C = 0")
        asm("ijmp")
        asm.block("Shift by 0.")
        self._blocks(asm, "by_0", self._block_by_0)
        asm("ret")
        asm.block("Shift by 1.")
        self._blocks(asm, "by_1", self._block_by_1)
        asm("brcc", ".Lno_carry")
        asm("ldi", "source", 1)
        asm("ld", "target", "Y")
        asm("eor", "target", "source")
        asm("st", "Y+", "target")
        asm.label(".Lno_carry")
        asm("ret")
        asm.block("Shift by 2 to 7.")
        self._blocks(asm, "by_many", self._block_by_many)
        asm("st", "Y+", ("target", "next")[self.f_bytes % 2])
        asm("ret")
        return asm

    def _blocks(self, asm: BranchListing, end: str, write_block) -> None:
        """One block for each byte, in the order of bytes; the code before jumps to the block where it must begin."""
        before = asm.code_bytes
        for index in range(self.f_bytes):
            write_block(asm, index)
        asm.label(end)
        self.variants[end] = (asm.code_bytes - before) // (2 * self.f_bytes)

    @staticmethod
    def _block_by_0(asm: BranchListing, _: int) -> None:
        asm("ld", "source", "X+")
        asm("ld", "target", "Y")
        asm("eor", "target", "source")
        asm("st", "Y+", "target")

    @staticmethod
    def _block_by_1(asm: BranchListing, _: int) -> None:
        """The bit shifted out is in the carry."""
        asm("ld", "source", "X+")
        asm("rol", "source")
        asm("ld", "target", "Y")
        asm("eor", "target", "source")
        asm("st", "Y+", "target")

    @staticmethod
    def _block_by_many(asm: BranchListing, index: int) -> None:
        """The byte at Y is in a register, together with the bits shifted out of the byte before; the bits shifted out
        of this one go into the other register."""
        this, above = ("target", "next") if index % 2 == 0 else ("next", "target")
        asm("ld", "source", "X+")
        asm("mul", "source", "factor")
        asm("eor", this, "r0")
        asm("ldd", above, "Y+1")
        asm("eor", above, "r1")
        asm("st", "Y+", this)

    def clear_polynomials(self) -> BranchListing:
        """Zeros u, v, b and c. Y is the byte below the frame; afterwards X is above them."""
        asm = listing()
        asm("movw", "XL", "YL")
        add_constant(asm, "X", POLYNOMIALS)
        asm("ldi", "count", self.stride)
        asm.label(".Lclear")
        for _ in range(4):
            asm("st", "X+", "zero")
        asm("dec", "count")
        asm("brne", ".Lclear")
        asm("ret")
        return asm

    def start(self, asm: BranchListing) -> None:
        """u = a, v = f, b = 1, c = 0. If a = 0, it skips to .Lcopy_result with b = 0. Y is then above u."""
        asm("std", f"Y+{RESULT}", "r24")
        asm("std", f"Y+{RESULT + 1}", "r25")
        asm("movw", "ZL", "r22", note="a")
        asm("clr", "zero")
        asm("rcall", CLEAR)
        asm("movw", "r24", "YL")
        for name, distance in (("u", POLYNOMIALS), ("v", self.stride)):
            add_to_pair(asm, 24, distance)
            asm("movw", f"at_{name}", "r24")
        asm.block("u = a; target: whether any byte is not zero.")
        asm("movw", "YL", "at_u")
        asm("clr", "target")
        asm("ldi", "count", self.field.byte_count)
        asm.label(".Lcopy_a")
        asm("ld", "source", "Z+")
        asm("st", "Y+", "source")
        asm("or", "target", "source")
        asm("dec", "count")
        asm("brne", ".Lcopy_a")
        asm("tst", "target")
        asm("brne", ".Lnot_zero")
        asm("rjmp", ".Lcopy_result")
        asm.label(".Lnot_zero")
        asm.block("b = 1, v = f.")
        self._point_at_sum(asm, "Z", "u")
        asm("ldi", "source", 1)
        asm("st", "Z", "source")
        asm("clr", "degree_b")
        asm("clr", "byte_b")
        asm("movw", "ZL", "at_v")
        f = sum(1 << e for e in self.field.exponents)
        position = 0
        for index, value in enumerate(f.to_bytes(self.f_bytes, "little")):
            if value:
                if index - position > MAX_DISPLACEMENT:
                    add_constant(asm, "Z", index - position)
                    position = index
                asm("ldi", "source", f"0x{value:02x}")
                asm("std", f"Z+{index - position}", "source")
        for register, value in (("degree_v", self.field.degree % 8 * BIT), ("byte_v", self.field.degree // 8)):
            asm("ldi", "source", value)
            asm("mov", register, "source")
        asm("rjmp", ".Lfind_degree")

    def _point_at_sum(self, asm: BranchListing, pointer: str, name: str) -> None:
        """pointer = the address of b for u, of c for v."""
        asm("movw", f"{pointer}L", f"at_{name}")
        add_constant(asm, pointer, 2 * self.stride)

    def step(self, asm: BranchListing) -> None:
        """Adds once, and loops until u is 1."""
        asm.label(".Lstep")
        self._order(asm)
        self._choose_shift(asm)
        asm.block("b += z^shift c.")
        self._point_at_sum(asm, "X", "v")
        self._point_at_sum(asm, "Y", "u")
        asm("mov", "count", "byte_c")
        asm("rcall", ADD)
        asm.block("u += z^shift v.")
        asm("movw", "XL", "at_v")
        asm("movw", "YL", "at_u")
        asm("mov", "count", "byte_v")
        asm("rcall", ADD)
        self._find_degree(asm)
        asm("mov", "source", "degree_u")
        asm("or", "source", "byte_u")
        asm("breq", ".Lcopy_result")
        asm("rjmp", ".Lstep")

    @staticmethod
    def _order(asm: BranchListing) -> None:
        """shift = deg u - deg v, which is not negative after (u, b) and (v, c) have traded places."""
        asm.block("shift = deg u - deg v; if that is negative, trade.")
        asm("movw", "shift", "degree_u")
        asm("sub", "shift", "degree_v")
        asm("sbc", "offset", "byte_v")
        asm("brcc", ".Lordered")
        asm("com", "offset")
        asm("neg", "shift")
        asm("sbci", "offset", "0xff")
        asm("movw", "ZL", "at_u")
        asm("movw", "at_u", "at_v")
        asm("movw", "at_v", "ZL")
        asm("movw", "degree_v", "degree_u")
        asm("mov", "byte_c", "byte_b", note="c has the degree of b")
        asm("add", "degree_b", "shift", note="the degree of b once z^shift c is added")
        asm("adc", "byte_b", "offset")
        asm.label(".Lordered")

    def _choose_shift(self, asm: BranchListing) -> None:
        """The variant of ADD, with the operands that it needs."""
        asm.block("How to shift by the bits.")
        self._choose(asm, "by_0")
        asm("tst", "shift")
        asm("breq", ".Ladd")
        self._choose(asm, "by_1")
        asm("cpi", "shift", BIT)
        asm("breq", ".Ladd")
        self._choose(asm, "by_many")
        asm("ldi", "factor", 1, note="factor = 2^bits")
        asm("sbrc", "shift", 6)
        asm("ldi", "factor", 4)
        asm("sbrc", "shift", 5)
        asm("lsl", "factor")
        asm("sbrc", "shift", 7)
        asm("swap", "factor")
        asm.label(".Ladd")

    def _choose(self, asm: BranchListing, end: str) -> None:
        asm("ldi", "end_low", f"pm_lo8({end})")
        asm("ldi", "end_high", f"pm_hi8({end})")
        asm("ldi", "block_words", self.variants[end])

    def _find_degree(self, asm: BranchListing) -> None:
        """Sets degree_u. Y is above the highest byte that u can have; u is not zero."""
        asm.block("Degree of u: the index of its highest byte, and 7 less the zeros above the highest bit.")
        asm.label(".Lfind_degree")
        asm("ld", "source", "-Y")
        asm("tst", "source")
        asm("breq", ".Lfind_degree")
        asm("mov", "byte_u", "YL")
        asm("sub", "byte_u", "at_u")
        asm("ldi", "degree_u", 7 * BIT)
        asm("cpi", "source", "0x10")
        asm("brsh", ".Lhigh_nibble")
        asm("swap", "source")
        asm("subi", "degree_u", 4 * BIT)
        asm.label(".Lhigh_nibble")
        asm("cpi", "source", "0x40")
        asm("brsh", ".Lhigh_bits")
        asm("lsl", "source")
        asm("lsl", "source")
        asm("subi", "degree_u", 2 * BIT)
        asm.label(".Lhigh_bits")
        asm("sbrs", "source", 7)
        asm("subi", "degree_u", BIT)

    def finish(self, asm: BranchListing) -> None:
        """r = b; wipes u, v, b, c."""
        asm.block("r = b.")
        asm.label(".Lcopy_result")
        asm("in", "YL", "SPL")
        asm("in", "YH", "SPH")
        asm("ldd", "ZL", f"Y+{RESULT}")
        asm("ldd", "ZH", f"Y+{RESULT + 1}")
        self._point_at_sum(asm, "X", "u")
        asm("ldi", "count", self.field.byte_count)
        asm.label(".Lcopy_b")
        asm("ld", "source", "X+")
        asm("st", "Z+", "source")
        asm("dec", "count")
        asm("brne", ".Lcopy_b")
        asm("rcall", CLEAR)


def inv_euclid_var(field: BinaryField) -> Kernel:
    """r = 1/a."""
    euclid = Euclid(field)
    add = euclid.add_shifted()
    asm = listing()
    saved = save(asm, SAVED)
    euclid.frame.enter(asm)
    euclid.start(asm)
    euclid.step(asm)
    euclid.finish(asm)
    euclid.frame.leave(asm, 0)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    asm.append(ADD, add)
    asm.append(CLEAR, euclid.clear_polynomials())
    return Kernel(
        field=field,
        function="inv_euclid_var",
        header={
            "name": "euclid",
            "family": "fb-inv",
            "summary": "extended Euclidean algorithm, shifted additions of only the bytes in use",
            "source": "hankerson2004 Algorithm 2.48",
            "domain": "any a; the inverse of 0 is 0",
            "constant_time": "no",
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=("r = 1/a; r may be a; 1/0 = 0. The executed instructions depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + euclid.frame.size + RETURN_ADDRESS_BYTES,
    )
