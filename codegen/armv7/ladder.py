"""The Montgomery ladder modulo 2^255 - 19 as one kernel with routines, which it calls: all steps, the quotient X2/Z2
and its residue below p. It takes a fraction of the flash of a step in a straight line (ladder_step.py)."""

from codegen.addition_chains import QUOTIENT, T
from codegen.arm.listing import CALLEE_SAVED, WORD_BITS, WORD_BYTES, Listing, at, listed
from codegen.armv7 import weak_routines
from codegen.armv7.kernel import Kernel
from codegen.armv7.routines import Routines
from codegen.armv7.weak_residues import DOUBLE_EXCESS, EXCESS, WORDS
from codegen.kernel_fields import PrimeField, UnsupportedField

ELEMENT_BYTES = WORD_BYTES * WORDS
BITS = 255
# Words of the frame: the mask of the exchange waits where squares, which come later, keep a word.
MASK = weak_routines.WORD
POINTS, X, SCALAR, A24, INDEX, BIT = range(weak_routines.FRAME_WORDS, weak_routines.FRAME_WORDS + 6)
LIST, COUNT = SCALAR, INDEX  # of the inversion
FRAME_BYTES = WORD_BYTES * (BIT + 1)
ELEMENT = tuple(f"r{i}" for i in range(4, 4 + WORDS))  # the registers of an element
OPERATION = (
    "points: X2, Z2, X3, Z3, below 2 p, and two elements of room. The first becomes X2/Z2 mod p, 0 for Z2 = 0, after a",
    "step for each of the 255 bits of k from the left: it exchanges the points if the bit is not the one before, which",
    "was 0 at first, then doubles the first, and adds it to the second, whose difference has the x-coordinate",
    "x < 2^256; a24 < 2^17. In the end it exchanges them again if the last bit is 1. Neither instructions nor",
    "addresses depend on k. The other elements, and the stack, keep secrets.",
)


def _sum() -> Listing:
    """r0 = a + c b for a in its registers, b at r1 and c < 2^17 in r3, below 2^255 + 2^242. The part above 2^255 of the
    upper words' sum comes back times 19 as the carry into the lowest word."""
    asm, top = Listing(), ELEMENT[-1]
    asm("ldr", "r2", at("r1", ELEMENT_BYTES - WORD_BYTES))
    asm("mov", "r12", "#0")
    asm("umaal", top, "r12", "r2", "r3")
    asm("lsl", "r12", "r12", "#1")
    asm("add", "r12", "r12", top, f"lsr #{WORD_BITS - 1}")
    asm("movs", "r2", f"#{EXCESS}")
    asm("mul", "r12", "r12", "r2")
    asm("bic", top, top, f"#{1 << (WORD_BITS - 1):#x}")
    for i, word in enumerate(ELEMENT[:-1]):
        asm("ldr", "r2", at("r1", WORD_BYTES * i))
        asm("umaal", word, "r12", "r2", "r3")
    asm("add", top, top, "r12")
    asm("stm", "r0", listed(ELEMENT))
    asm("bx", "lr")
    return asm


def _difference() -> Listing:
    """r0 = a - b for the pair a, b at r1, both below 2 p; also in the registers of an element. If that borrows, the
    rest is above 38, since b - a < 2 p. In the end r1 is behind the pair."""
    asm = Listing()
    asm("ldm", "r1!", listed(ELEMENT))
    others = ("r2", "r3", "r12")
    for i, word in enumerate(ELEMENT):
        if i % 3 == 0:
            asm("ldm", "r1!", listed(others[: WORDS - i]))
        asm("sbcs" if i else "subs", word, word, others[i % 3])
    asm("sbcs", "r2", "r2", "r2")
    asm("and", "r2", "r2", f"#{DOUBLE_EXCESS}")
    asm("movs", "r3", "#0")
    for i, word in enumerate(ELEMENT):
        asm("sbcs" if i else "subs", word, word, "r3" if i else "r2")
    asm("stm", "r0", listed(ELEMENT))
    asm("bx", "lr")
    return asm


def _select() -> Listing:
    """The pair of elements at r0 = the one at r1 if the lowest bit of r2 is 1. SEL takes bytes by the carries of
    UADD8, which nothing else changes."""
    asm, body = Listing(), Listing()
    asm("lsls", "r2", "r2", f"#{WORD_BITS - 1}")
    asm("asr", "r2", "r2", f"#{WORD_BITS - 1}")
    asm("uadd8", "r2", "r2", "r2")
    asm("movs", "r3", "#4")
    half = WORDS // 2
    own, other = ELEMENT[half:], ELEMENT[:half]
    body("ldm", "r1!", listed(other))
    body("ldm", "r0", listed(own))
    for theirs, word in zip(other, own, strict=True):
        body("sel", theirs, theirs, word)
    body("stm", "r0!", listed(other))
    body("subs", "r3", "r3", "#1")
    asm.repeat("1", body, 4)
    asm.lines[-1] = "    bne    1b"
    asm("bx", "lr")
    return asm


class Caller:
    """The main function: its instructions, and how many of those in all are executed."""

    def __init__(self, routines: dict[str, Listing]) -> None:
        self.routines, self.asm = routines, Listing()

    def call(self, name: str, *setting: str) -> None:
        """Calls a routine after instructions such as "adds r0, #32"."""
        for text in setting:
            mnemonic, _, operands = text.partition(" ")
            self.asm(mnemonic, *operands.split(", "))
        self.asm("bl", f"KERNEL_{name}")
        self.asm.instructions += self.routines[name].instructions
        if name in ("product", "square"):
            self.asm.instructions += self.routines["fold"].instructions

    def step(self) -> None:
        """A step, by the letters of RFC 7748: A, B, C, D are in S, T, X2, Z2. If the points are exchanged, so are A
        with C and B with D: DA + CB stays, and the sign of DA - CB is lost in its square."""
        element, pair = ELEMENT_BYTES, 2 * ELEMENT_BYTES
        points, x, a24, mask = (at("sp", WORD_BYTES * i) for i in (POINTS, X, A24, MASK))
        self.asm.block("A, B, C, D.")
        self.pair(f"ldr r1, {points}", f"add r0, r1, #{5 * element}")
        self.pair(f"adds r1, r1, #{element}", f"sub r0, r0, #{3 * element}")
        self.asm.block("DA, CB.")
        self.call("product", f"add r2, r1, #{element}", f"add r1, r0, #{element}", f"adds r0, r0, #{pair}")
        self.call("product", f"sub r1, r0, #{pair}", f"add r2, r0, #{3 * element}", f"adds r0, r0, #{element}")
        self.asm.block("A and B of the point that is doubled.")
        self.call("select", f"sub r1, r0, #{3 * element}", f"adds r0, r0, #{element}", f"ldr r2, {mask}")
        self.asm.block("X3 = (DA + CB)^2, Z3 = x (DA - CB)^2.")
        self.pair(f"sub r0, r1, #{element}")
        self.call("square", "mov r1, r0", f"adds r0, r0, #{pair}")
        self.call("square", f"subs r0, r0, #{element}", "mov r1, r0")
        self.call("product", "mov r1, r0", f"ldr r2, {x}", f"adds r0, r0, #{pair}")
        self.asm.block("X2 = AA BB, Z2 = E (AA + a24 E) with E = AA - BB.")
        self.call("square", f"adds r0, r0, #{element}", "mov r1, r0")
        self.call("square", f"adds r0, r0, #{element}", "mov r1, r0")
        self.call("product", "mov r1, r0", f"sub r2, r0, #{element}", f"subs r0, r0, #{5 * element}")
        self.call("difference", f"add r1, r0, #{2 * pair}", f"adds r0, r0, #{5 * element}")
        self.asm("subs", "r0", "r0", f"#{element}")
        self.asm("mov", "r1", "r0")
        self.asm("ldm", "r1!", listed(ELEMENT))
        self.call("sum", f"ldr r3, {a24}")
        self.call("product", "mov r2, r0", f"subs r0, r0, #{3 * element}")

    def pair(self, *setting: str) -> None:
        """The difference of the pair at r1 in place of r0, its sum in the element before: a - b, and that and 2 b."""
        self.call("difference", *setting)
        self.call("sum", f"subs r0, r0, #{ELEMENT_BYTES}", f"subs r1, r1, #{ELEMENT_BYTES}", "movs r3, #2")

    def ladder(self) -> None:
        """All steps; the last exchange."""
        outer = self.asm
        outer.block("Save registers that belong to the caller.")
        outer("push", listed(CALLEE_SAVED))
        outer("sub", "sp", "sp", f"#{FRAME_BYTES}")
        outer("mov", "r4", "#0")
        outer("mov", "r5", f"#{BITS - 1}")
        for word, register in ((POINTS, "r0"), (X, "r1"), (SCALAR, "r2"), (A24, "r3"), (BIT, "r4"), (INDEX, "r5")):
            outer("str", register, at("sp", WORD_BYTES * word))
        body = self.asm = Listing()
        body.block("The bit of k, and whether it is the one before.")
        for name, place in (("r3", INDEX), ("r2", SCALAR)):
            body("ldr", name, at("sp", WORD_BYTES * place))
        body("lsrs", "r1", "r3", "#5")
        body("ldr", "r1", "[r2, r1, lsl #2]")
        body("and", "r3", "r3", f"#{WORD_BITS - 1}")
        body("lsrs", "r1", "r1", "r3")
        body("ldr", "r2", at("sp", WORD_BYTES * BIT))
        body("str", "r1", at("sp", WORD_BYTES * BIT))
        body("eors", "r1", "r1", "r2")
        body("str", "r1", at("sp", WORD_BYTES * MASK))
        self.step()
        body("ldr", "r3", at("sp", WORD_BYTES * INDEX))
        body("subs", "r3", "r3", "#1")
        body("str", "r3", at("sp", WORD_BYTES * INDEX))
        body("bpl", "2b")
        outer.lines += ["", "2:", *body.lines]
        outer.instructions += BITS * body.instructions
        self.asm = outer
        outer.block("The point of k.")
        points, bit = (at("sp", WORD_BYTES * i) for i in (POINTS, BIT))
        self.call("select", f"ldr r0, {points}", f"add r1, r0, #{2 * ELEMENT_BYTES}", f"ldr r2, {bit}")

    def quotient(self) -> None:
        """X2/Z2, by the list."""
        asm, powers = self.asm, sum(1 for squarings, *_ in QUOTIENT if squarings)
        points, place, count = (at("sp", WORD_BYTES * i) for i in (POINTS, LIST, COUNT))
        asm.block("The quotient by Fermat: four bytes for each power times an element.")
        asm("adr", "r4", "KERNEL_powers")
        power = self.asm = Listing()
        power("ldrb", "r5", "[r4]")
        power("cmp", "r5", "#0")
        power("beq", "5f")
        for i, register in enumerate(("r0", "r1"), start=1):
            power("ldrb", register, at("r4", i))
        power("str", "r4", place)
        power("ldr", "r3", points)
        for register in ("r0", "r1"):
            power("adds", register, register, "r3")
        squaring = self.asm = Listing()
        squaring("str", "r5", count)
        self.call("square")
        squaring("mov", "r1", "r0")
        squaring("ldr", "r5", count)
        squaring("subs", "r5", "r5", "#1")
        squaring("bne", "4b")
        times = self.asm = Listing()
        times("ldr", "r4", place)
        times("ldrb", "r2", at("r4", 3))
        times("ldr", "r3", points)
        self.call("product", "adds r2, r2, r3")
        times("ldr", "r4", place)
        times("adds", "r4", "r4", "#4")
        times("b", "3b")
        asm.lines += ["", "3:", *power.lines, "4:", *squaring.lines, *times.lines, "5:"]
        asm.instructions += powers * (power.instructions + times.instructions) + 3
        asm.instructions += squaring.instructions * sum(squarings for squarings, *_ in QUOTIENT)
        self.asm = asm
        self.call("product", f"ldr r0, {points}", f"add r1, r0, #{T * ELEMENT_BYTES}", "mov r2, r0")

    def end(self) -> None:
        """The residue below p of x < 2^255 + 2^242: x + 19 less 2^255, or x if the sum is below 2^255."""
        asm, top = self.asm, ELEMENT[-1]
        asm.block("The residue below p.")
        asm("ldm", "r0", listed(ELEMENT))
        asm("movs", "r1", "#0")
        asm("movs", "r2", f"#{EXCESS}")
        for i, word in enumerate(ELEMENT):
            asm("adcs" if i else "adds", word, word, "r1" if i else "r2")
        asm("bic", "r2", "r2", top, f"asr #{WORD_BITS - 1}")
        for i, word in enumerate(ELEMENT):
            asm("sbcs" if i else "subs", word, word, "r1" if i else "r2")
        asm("bic", top, top, f"#{1 << (WORD_BITS - 1):#x}")
        asm("stm", "r0", listed(ELEMENT))
        asm("add", "sp", "sp", f"#{FRAME_BYTES}")
        asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))
        asm.lines += ["", "    .balign 4", "    .type KERNEL_powers, %object", "KERNEL_powers:"]
        for squarings, r, a, b in QUOTIENT[:-1]:
            asm.lines.append(f"    .byte  {squarings}, {', '.join(str(ELEMENT_BYTES * i) for i in (r, a, b))}")
        asm.lines += ["    .byte  0", "    .size KERNEL_powers, . - KERNEL_powers", "    .balign 4"]


def ladder_routines(field: PrimeField) -> Kernel:
    """The ladder."""
    if field.name != "fp255":
        raise UnsupportedField(f"{field.name}: the weak residues are those of 2^255 - 19")
    product, places = weak_routines.product()
    routines = {"product": product, "fold": weak_routines.fold(places), "square": weak_routines.square(places)}
    routines["square"].lines.append("    b      KERNEL_fold")
    routines["square"].instructions += 1
    routines |= {"sum": _sum(), "difference": _difference(), "select": _select()}
    caller = Caller(routines)
    caller.ladder()
    caller.quotient()
    caller.end()
    return Routines(
        field=field,
        function="ladder_routines",
        header={},
        parameters="uint32_t *points, const uint32_t *x, const uint32_t *k, uint32_t a24",
        operation=OPERATION,
        asm=caller.asm,
        stack_bytes=FRAME_BYTES + WORD_BYTES * len(CALLEE_SAVED),
        routines=tuple(routines.items()),
    )
