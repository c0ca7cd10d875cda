"""The Montgomery ladder modulo 2^255 - 19 as one kernel with routines, which it calls: all steps, the quotient X2/Z2
and its residue below p. It takes a third of the flash of a step by straight-line functions (ladder_step.py). And the
product by the same routines, for Ed25519."""

from codegen.addition_chains import QUOTIENT, X2, X3, Z2, Z3, S, T
from codegen.avr.kernel import Kernel
from codegen.avr.listing import CALLEE_SAVED, RETURN_ADDRESS_BYTES, Frame, Listing, restore, save
from codegen.avr.loops import LoopListing
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.halves import BYTES, Part
from codegen.avr.prime.kernels import HUTTER
from codegen.avr.prime.weak_residues import PRIME
from codegen.avr.prime.weak_routines import ARGUMENTS, MULTIPLY, PRODUCT_CELLS, SQUARE, Cells, Routines, pair
from codegen.kernel_fields import UnsupportedField

BITS = 255
DEEPEST = 3  # calls within one another: a product, the subroutine of a half or the last sum, and what that calls
# Cells of the frame beside those of products: pointers, a factor, and single bytes.
CELLS = {"points": 2, "x": 2, "k": 2, "a24": 3} | dict.fromkeys(
    ("mask", "before", "byte", "bits", "bytes", "count", "to", "by"), 1
)
OPERATION = (
    "points: X2, Z2, X3, Z3, below 2^255, and two elements of room. The first becomes X2/Z2 mod p, 0 for Z2 = 0, after",
    "a step for each of the 255 bits of k from the left: it exchanges the points if the bit is not the one before,",
    "which was 0 at first, then doubles the first, and adds it to the second, whose difference has the x-coordinate",
    "x < 2^256; a24 < 2^17. In the end it exchanges them again if the last bit is 1. Neither instructions nor",
    "addresses depend on k. The other elements, and the stack, keep secrets.",
)


class Main:
    """The main function: its beginning, its end, and the `routines` that it calls."""

    def __init__(self, cells: dict[str, int], for_ladder: bool = False) -> None:
        self.asm, self.cells = LoopListing(), Cells({**cells, **PRODUCT_CELLS})
        self.routines = Routines(self.cells, for_ladder)
        self.saved = save(self.asm, CALLEE_SAVED)
        self.frame = Frame(self.cells.frame_bytes)
        self.frame.enter(self.asm)

    def end(self, routines: dict[str, Listing], parts: tuple[Part, ...]) -> None:
        """The result below p; the routines, then the subroutines of the halves."""
        self.asm.block("The residue below p.")
        self.routines.call(self.asm, "canonical")
        self.frame.leave(self.asm, 0)
        restore(self.asm, self.saved)
        self.asm("clr", "r1")
        self.asm("ret")
        for name, routine in routines.items():
            self.asm.append(f".L{name}", routine)
        for part in parts:
            self.asm.append(part.label, part.listing)

    def stack_bytes(self, deepest: int) -> int:
        return len(self.saved) + self.frame.size + deepest * RETURN_ADDRESS_BYTES


class Ladder(Main):
    """Writes the ladder."""

    def __init__(self) -> None:
        super().__init__(CELLS, for_ladder=True)
        self.steps()
        self.quotient()
        self.end({"power": self.power(), **self.routines.parts}, (MULTIPLY, SQUARE))

    def call(self, name: str, *elements: int) -> None:
        """A routine with elements behind `points`."""
        for low, element in zip(ARGUMENTS, elements, strict=False):
            self.asm("ldi", f"r{low}", BYTES * element)
        self.routines.call(self.asm, name)

    def steps(self) -> None:
        """All steps, by the bits of k from the left, byte by byte; and the last exchange."""
        asm = self.asm
        asm.block("The arguments. The first byte of k has one bit less.")
        for name, low in zip(("points", "x", "k"), ARGUMENTS, strict=True):
            self.cells.keep(asm, name, *pair(low))
        self.cells.keep(asm, "a24", "r16", "r17", "r18")
        asm("movw", "ZL", "r20")
        asm("adiw", "ZL", BYTES - 1)
        self.cells.keep(asm, "k", "ZL", "ZH")
        asm("ld", "r18", "Z")
        asm("lsl", "r18")
        self.cells.keep(asm, "byte", "r18")
        asm("clr", "r18")
        self.cells.keep(asm, "before", "r18")
        for name, count in (("bits", 7), ("bytes", BYTES)):
            asm("ldi", "r18", count)
            self.cells.keep(asm, name, "r18")
        self.bytes_of_k()
        asm.block("The point of k.")
        self.cells.load(asm, "before", "r18")
        self.cells.keep(asm, "mask", "r18")
        self.call("select", X2, X3)

    def bytes_of_k(self) -> None:
        asm = self.asm
        asm.label(".Lbit")
        before = asm.cycles
        asm.block("The bit of k, and whether it is not the one before, as masks.")
        self.cells.load(asm, "byte", "r18")
        asm("lsl", "r18")
        self.cells.keep(asm, "byte", "r18")
        asm("sbc", "r18", "r18")
        self.cells.load(asm, "before", "r19")
        self.cells.keep(asm, "before", "r18")
        asm("eor", "r18", "r19")
        self.cells.keep(asm, "mask", "r18")
        self.step()
        self.cells.load(asm, "bits", "r18")
        asm("dec", "r18")
        self.cells.keep(asm, "bits", "r18")
        asm("breq", ".Lbyte")
        asm("rjmp", ".Lbit")
        bit = asm.cycles - before
        asm.label(".Lbyte")
        before = asm.cycles
        self.cells.load(asm, "bytes", "r18")
        asm("dec", "r18")
        self.cells.keep(asm, "bytes", "r18")
        asm("breq", ".Lbytes_end")
        self.cells.load(asm, "k", "ZL", "ZH")
        asm("ld", "r18", "-Z")
        self.cells.keep(asm, "k", "ZL", "ZH")
        self.cells.keep(asm, "byte", "r18")
        asm("ldi", "r18", 8)
        self.cells.keep(asm, "bits", "r18")
        asm("rjmp", ".Lbit")
        byte = asm.cycles - before
        asm.label(".Lbytes_end")
        # At the end of a byte a branch is taken, a cycle more, in the place of a jump of two; the last has no next.
        end = 2 * 3 + 2  # of the code up to the branch, which is taken
        asm.cycles += (BITS - 1) * bit - BYTES + (BYTES - 2) * byte + end - 1

    def step(self) -> None:
        """A step, by the letters of RFC 7748: A, B, C, D are in S, T, X2, Z2. If the points are exchanged, so are A
        with C and B with D: DA + CB stays, and the sign of DA - CB is lost in its square."""
        asm = self.asm
        asm.block("A, B, C, D; DA, CB.")
        self.call("sums", S, X2)
        self.call("sums", X2, X3)
        self.call("product", X3, Z2, S)
        self.call("product", Z3, X2, T)
        asm.block("A and B of the point that is doubled.")
        self.call("select", S, X2)
        asm.block("X3 = (DA + CB)^2, Z3 = x (DA - CB)^2.")
        self.call("sums", X3, X3)
        self.call("square", X3, X3)
        self.call("square", Z3, Z3)
        self.call("resolve", Z3, Z3)
        self.cells.load(asm, "x", *pair(ARGUMENTS[2]))
        self.routines.call(asm, "times")
        asm.block("E = AA - BB in Z2; X2 = AA BB, Z2 = E (AA + a24 E).")
        self.call("square", S, S)
        self.call("square", T, T)
        self.call("sums", X2, S)
        self.call("product", X2, S, T)
        self.call("multiple", S, Z2)
        self.call("product", Z2, Z2, S)

    def quotient(self) -> None:
        """X2/Z2, by the list."""
        asm = self.asm
        for squarings, r, a, b in QUOTIENT:
            if not squarings:
                self.call("product", r, a, b)
                continue
            asm.block(f"Element {a} to the power 2^{squarings}, times element {b}, in element {r}.")
            asm("ldi", "r18", squarings)
            for low, element in zip(ARGUMENTS, (r, a, b), strict=True):
                asm("ldi", f"r{low}", BYTES * element)
            asm("rcall", ".Lpower")
            power = self.power()
            asm.cycles += power.cycles + (squarings - 1) * self.again

    def power(self) -> LoopListing:
        """r = a^(2^r18) b; its cycles are those of one squaring, and `again` those of each further one."""
        asm = LoopListing()
        for cell, register in (("count", "r18"), ("to", "r24"), ("by", "r20")):
            self.cells.keep(asm, cell, register)
        asm.label(".Lpower_square")
        start = asm.cycles
        self.routines.call(asm, "square")
        self.cells.load(asm, "to", "r24")
        asm("mov", "r22", "r24")
        self.cells.load(asm, "count", "r18")
        asm("dec", "r18")
        self.cells.keep(asm, "count", "r18")
        asm("brne", ".Lpower_square")
        self.again = asm.cycles - start + 1
        self.cells.load(asm, "by", "r20")
        self.routines.go(asm, "product")
        return asm


def _check(field: PrimeField) -> None:
    if field.prime != PRIME:
        raise UnsupportedField(f"{field.name}: the weak residues are those of 2^255 - 19")


def ladder_routines(field: PrimeField) -> Kernel:
    _check(field)
    ladder = Ladder()
    return Kernel(
        field=field,
        function="ladder_routines",
        header={},
        parameters="uint8_t *points, const uint8_t *x, const uint8_t *k, uint32_t a24",
        operation=OPERATION,
        asm=ladder.asm,
        stack_bytes=ladder.stack_bytes(DEEPEST),
    )


def mul_reduce_halves_folded(field: PrimeField) -> Kernel:
    """r = a b mod p."""
    _check(field)
    main = Main({})
    main.routines.call(main.asm, "times")
    main.end(main.routines.parts, (MULTIPLY,))
    return Kernel(
        field=field,
        function="mul_reduce_halves_folded",
        header={
            "name": "halves-folded",
            "family": "fp-mul-reduce",
            "summary": "subtractive Karatsuba over a subroutine for products of half the bytes, folded in loops",
            "source": HUTTER,
            "domain": "a, b < p",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b",
        operation=("r = a b mod p; r may be a or b.",),
        asm=main.asm,
        stack_bytes=main.stack_bytes(2),
    )
