"""The arithmetic of montgomery_special.py as routines, which kernels of formulas call without saving registers between
operations: product, square, sum and difference modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1.

A kernel is a function by the usual convention around such a routine. The routine's own convention: r0 has the address
of the result, also in the end, r1 and r2 those of the operands. All other registers change but sp. No word of a result
is stored before the operands are read.

A difference ends with a routine of its own, which other sums may end with: it adds p if a mask is all ones."""

import dataclasses
from collections.abc import Callable

from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, at, listed
from codegen.arm.prime_kernels import BELOW_P
from codegen.armv7 import cortex_m4
from codegen.armv7.kernel import Kernel
from codegen.armv7.montgomery_residues import SOURCE, MontgomeryResidues, add_prime, canonical, check
from codegen.armv7.program import Program, Value
from codegen.armv7.routines import Routines
from codegen.armv7.weak_residues import WORDS, Place
from codegen.kernel_fields import PrimeField, UnsupportedField

ROUTINE, ENDING = "routine", "ending"
RESULT, ADDRESS = WORDS - 1, WORDS  # words of a product's frame: the addresses of the result and of a factor
ELEMENT = tuple(f"r{i}" for i in range(4, 4 + WORDS))  # the registers of a sum
MASK = "r1"  # of the ending
SHORT = tuple(f"r{i}" for i in range(8))  # registers of short forms
READERS = ("adc", "adcs", "sbc", "sbcs")
# The orders in which products and squares take registers: results in ascending ones, and many short forms; found by
# trials.
OF_PRODUCT = ("r3", "r5", "r7", "r0", "r6", "r4", "r9", "r1", "r11", "r10", "r12", "lr", "r2", "r8")
OF_SQUARE = ("r2", "r7", "r9", "r11", "r5", "r1", "r3", "r0", "r4", "lr", "r12", "r6", "r8", "r10")


@dataclasses.dataclass(frozen=True)
class Routine(Routines):
    """The function and its routine."""

    @property
    def routine(self) -> Listing:
        """All that it runs through."""
        return joined(*(asm for _, asm in self.routines))

    def facts(self) -> list[str]:
        cycles = cortex_m4.cycles(self.asm) + cortex_m4.REFILL_EARLY + cortex_m4.cycles(self.routine)
        return [
            *super().facts(),
            f"Cycles on a Cortex-M4, by the rules of its manual: {cycles}; {cortex_m4.cycles(self.routine)} of them in",
            "the routine, whose calling convention is codegen/armv7/montgomery_routines.py's.",
        ]


def joined(*listings: Listing) -> Listing:
    """One after the other."""
    asm = Listing()
    asm.lines = [line for listing in listings for line in listing.lines]
    asm.instructions = sum(listing.instructions for listing in listings)
    return asm


def local_label(name: str) -> str:
    """That of a routine which a kernel has beside it for itself alone."""
    return f".L{name}"


def _kernel(
    field: PrimeField, prefix: str, name: str, parameters: str, operation: str, frame_bytes: int, *routines: Listing
) -> Kernel:
    asm = Listing()
    asm("push", listed(CALLEE_SAVED))
    asm("bl", f"KERNEL_{ROUTINE}")
    asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))
    asm.instructions += joined(*routines).instructions
    is_sum = name == "modular-routine"
    summary = "sum" if prefix == "add" else "difference"
    return Routine(
        field=field,
        function=f"{prefix}_{name.replace('-', '_')}",
        header={
            "name": name,
            "family": f"fp-{prefix.replace('_', '-')}",
            **({} if is_sum else {"form": "montgomery"}),
            "summary": f"{summary}, and p by a mask, as a routine that kernels of formulas call"
            if is_sum
            else "that of montgomery-special, as a routine that kernels of formulas call",
            "source": "hankerson2004 Algorithms 2.7 and 2.8" if is_sum else SOURCE,
            "domain": BELOW_P,
            "constant_time": "same-trace-and-addresses",
        },
        parameters=parameters,
        operation=(operation,),
        asm=asm,
        stack_bytes=WORD_BYTES * len(CALLEE_SAVED) + frame_bytes,
        routines=tuple(zip((ROUTINE, ENDING), routines, strict=False)),
        are_global=True,
    )


def _written(
    residues: MontgomeryResidues, held: dict[Value, str], words: list[Value], order: tuple[str, ...]
) -> Listing:
    """The instructions between those for the frame, and the result, whose words are in ascending registers."""
    body = Listing()
    registers = residues.program.write(body, held, tuple(words), order=order)
    _narrow(body)
    places = [registers[word] for word in words]
    if "r0" in places:
        raise UnsupportedField("r0 is that of the result's address")
    body("ldr", "r0", at("sp", WORD_BYTES * RESULT))
    body("stm", "r0", listed(places))
    return body


def _narrow(asm: Listing) -> None:
    """Zeros by the short form, which sets flags, where nothing reads them before others do."""
    is_read = False  # whether an instruction further on reads the flags that there are
    for i, line in reversed([*enumerate(asm.lines)]):
        mnemonic, _, operands = line.strip().partition(" ")
        register, _, source = operands.strip().partition(", ")
        if mnemonic in READERS:
            is_read = True
        elif mnemonic.endswith("s"):
            is_read = False
        elif mnemonic == "mov" and source == "#0" and register in SHORT and not is_read:
            asm.lines[i] = f"    movs   {register}, #0"


def _framed(body: Listing, pushed: tuple[str, ...]) -> Listing:
    asm = Listing()
    asm("push", listed(pushed))
    asm("sub", "sp", "sp", f"#{WORD_BYTES * RESULT}")
    asm.lines += body.lines
    asm.instructions += body.instructions
    asm("add", "sp", "sp", f"#{WORD_BYTES * (RESULT + len(pushed) - 1)}")
    asm("pop", "{pc}")
    return asm


def product(order: tuple[str, ...] = OF_PRODUCT) -> Listing:
    """r = a b / R mod p."""
    residues, b = MontgomeryResidues(Program(0), Place(0)), Value()
    sums = residues.sum_of_product(Place(0, ADDRESS), Place(0, b))
    body = _written(residues, {b: "r2"}, canonical(residues.program, *sums), order)
    return _framed(body, ("r0", "r1", "lr"))


def square(order: tuple[str, ...] = OF_SQUARE) -> Listing:
    """r = a^2 / R mod p."""
    residues, a = MontgomeryResidues(Program(0), Place(0)), Value()
    sums = residues.sum_of_square(Place(0, a))
    body = _written(residues, {a: "r1"}, canonical(residues.program, *sums), order)
    return _framed(body, ("r0", "lr"))


def _sum(mnemonics: tuple[str, str]) -> Listing:
    """The words of a + b or a - b; the carry is in the flags."""
    asm = Listing()
    asm("ldm", "r1", listed(ELEMENT))
    others = ("r1", "r3", "r12")
    for i, word in enumerate(ELEMENT):
        if i % len(others) == 0:
            asm("ldm", "r2!", listed(others[: WORDS - i]))
        asm(mnemonics[i > 0], word, word, others[i % len(others)])
    return asm


def _ended(asm: Listing, add: Callable[[Program, list[Value], Value], list[Value]]) -> Listing:
    """Ends with the residue that is made of the words and of MASK."""
    program, words, over = Program(0), [Value() for _ in ELEMENT], Value()
    residue = add(program, words, over)
    registers = program.write(asm, {**dict(zip(words, ELEMENT, strict=True)), over: MASK}, tuple(residue))
    asm("stm", "r0", listed(registers[word] for word in residue))
    asm("bx", "lr")
    return asm


def total() -> Listing:
    """r = a + b mod p."""
    asm = _sum(("adds", "adcs"))
    asm("mov", "r1", "#0")
    asm("adc", "r1", "r1", "r1")
    return _ended(asm, canonical)


def difference() -> Listing:
    """a - b, and the mask of its borrow; the ending is to follow."""
    asm = _sum(("subs", "sbcs"))
    asm("sbc", MASK, MASK, MASK)
    return asm


def ending() -> Listing:
    """r = the words in ELEMENT, and p if MASK is all ones; what is carried out of them is lost."""
    return _ended(Listing(), add_prime)


ONE, TWO = "uint32_t *r, const uint32_t *a", "uint32_t *r, const uint32_t *a, const uint32_t *b"
PRODUCT_FRAME, SQUARE_FRAME = (WORD_BYTES * (RESULT + pushed) for pushed in (3, 2))


def mul_reduce_montgomery_routine(field: PrimeField) -> Kernel:
    """r = a b / R mod p."""
    check(field)
    operation = "r = a b / 2^256 mod p; r may be a or b."
    return _kernel(field, "mul_reduce", "montgomery-routine", TWO, operation, PRODUCT_FRAME, product())


def sqr_reduce_montgomery_routine(field: PrimeField) -> Kernel:
    """r = a^2 / R mod p."""
    check(field)
    operation = "r = a^2 / 2^256 mod p; r may be a."
    return _kernel(field, "sqr_reduce", "montgomery-routine", ONE, operation, SQUARE_FRAME, square())


def add_modular_routine(field: PrimeField) -> Kernel:
    """r = a + b mod p."""
    check(field)
    return _kernel(field, "add", "modular-routine", TWO, "r = a + b mod p; r may be a or b.", 0, total())


def sub_modular_routine(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    check(field)
    return _kernel(field, "sub", "modular-routine", TWO, "r = a - b mod p; r may be a or b.", 0, difference(), ending())


GENERATORS = (
    mul_reduce_montgomery_routine,
    sqr_reduce_montgomery_routine,
    add_modular_routine,
    sub_modular_routine,
)
