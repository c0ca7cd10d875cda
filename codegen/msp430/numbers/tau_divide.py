"""Several divisions by tau of c - d tau, numbers of six words, all in registers: for tau-adic digits
(src/scalar/tau/recode_regular.c). A division makes (mu c / 2 - d, c / 2) of (c, d), here for mu = 1. Two of them are,
but for a sign,

    c = c / 2,  d = d - c,  d = d / 2,  c = c + d.

One more leaves the new c, negative, in the registers of d, and the new d in those of c. How many there are is
public."""

import dataclasses

from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import CORES, JUMP_CYCLES, SAVED_BYTES, WORD_BYTES, Listing, at

WORDS = 6
REGISTERS = tuple(f"r{i}" for i in range(4, 16))
C, D = REGISTERS[:WORDS], REGISTERS[WORDS:]
ADD_C, ADD_D, PLACES_OFFSET = (WORD_BYTES * i for i in range(3))  # in mc_tau_division
TO_C, TO_D, DIVISION = "r12", "r13", "r14"  # arguments
ADDEND, MASK = "r15", "r11"
# The frame: the sign of add_d, places XOR their half, pairs of divisions left, places, and the addresses of d and c.
SIGN, GRAY, PAIRS, PLACES, FRAME_D, FRAME_C = range(0, 6 * WORD_BYTES, WORD_BYTES)
FRAME_BYTES = 6 * WORD_BYTES


@dataclasses.dataclass(frozen=True)
class Division(Kernel):
    """once, pair: cycles of a call for one place but for what `options` says, and of two places, by core; options:
    whether a part of the kernel runs for so many places, and its cycles."""

    once: dict[str, int] = dataclasses.field(default_factory=dict)
    pair: dict[str, int] = dataclasses.field(default_factory=dict)
    options: tuple[tuple[int, dict[str, int]], ...] = ()

    def cycles(self, core: str, places: int) -> int:
        """For one place or more."""
        flags = (places & 1, places >> 1 & 1, (places ^ places >> 1) & 1)
        optional = sum(cycles[core] for flag, (_, cycles) in zip(flags, self.options, strict=True) if flag)
        return self.once[core] + places // 2 * self.pair[core] + optional

    def facts(self) -> list[str]:
        *others, _, flash = super().facts()
        counts = [", ".join(str(self.cycles(core, places)) for places in range(1, 9)) for core in CORES]
        return [
            *others,
            f"Cycles for 1 to 8 places, the return included: {counts[0]} on MSP430,",
            f"{counts[1]} on CPUX.",
            flash,
        ]


def _sum(asm: Listing, mnemonic: str, numbers: tuple[str, ...], others: tuple[str, ...]) -> None:
    """Adds numbers to others, or subtracts them, word by word."""
    for i, (number, other) in enumerate(zip(numbers, others, strict=True)):
        asm(f"{mnemonic}c" if i else mnemonic, number, other)


def _halve(asm: Listing, number: tuple[str, ...]) -> None:
    for i, register in enumerate(reversed(number)):
        asm("rrc" if i else "rra", register)


def _half_pair(c: tuple[str, ...], d: tuple[str, ...], mnemonic: str) -> Listing:
    asm = Listing()
    _halve(asm, c)
    _sum(asm, mnemonic, c, d)
    return asm


def _negative(number: tuple[str, ...]) -> Listing:
    asm = Listing()
    for register in number:
        asm("inv", register)
    _sum(asm, "add", ("#1", *["#0"] * (WORDS - 1)), number)
    return asm


def _load_addend(asm: Listing, offset: int, mask: str) -> None:
    """ADDEND, and the mask of its sign."""
    asm("mov", at(DIVISION, offset), ADDEND)
    asm("mov", ADDEND, mask)
    asm("rla", mask)
    asm("subc", mask, mask)
    asm("inv", mask)


def _load(asm: Listing) -> None:
    asm.block("The frame.")
    asm("push", TO_C)
    asm("push", TO_D)
    asm("mov", at(DIVISION, PLACES_OFFSET), MASK)
    asm("push", MASK)
    asm("mov", MASK, ADDEND)
    asm("rra", ADDEND)
    asm("push", ADDEND)
    asm("xor", ADDEND, MASK)
    asm("push", MASK)
    asm.block("c + add_c. Moves leave the carry as it is.")
    _load_addend(asm, ADD_C, MASK)
    for i, register in enumerate(C):
        asm("mov", f"@{TO_C}+", register)
        asm("addc" if i else "add", MASK if i else ADDEND, register)
    asm.block("d + add_d, over the addresses and the mask.")
    _load_addend(asm, ADD_D, DIVISION)
    asm("push", DIVISION)
    asm("mov", f"@{TO_D}+", D[0])
    asm("add", ADDEND, D[0])
    asm("mov", TO_D, ADDEND)
    for register in D[1:4]:
        asm("mov", f"@{ADDEND}+", register)
        asm("addc", DIVISION, register)
    asm("addc", f"@{ADDEND}+", D[4])
    asm("mov", f"@{ADDEND}", D[5])
    asm("addc", at("r1", SIGN), D[5])


def _store(asm: Listing) -> None:
    asm.block("The numbers.")
    pointer, last = D[5], D[4]
    asm("push", pointer)
    asm("mov", at("r1", WORD_BYTES + FRAME_C), pointer)
    for i, register in enumerate(C):
        asm("mov", register, at(pointer, WORD_BYTES * i))
    asm("mov", at("r1", WORD_BYTES + FRAME_D), pointer)
    for i, register in enumerate(D[:-1]):
        asm("mov", register, at(pointer, WORD_BYTES * i))
    asm("mov", at("r1"), last)
    asm("mov", last, at(pointer, WORD_BYTES * (WORDS - 1)))


def _append(asm: Listing, body: Listing) -> None:
    """Its lines and bytes."""
    asm.lines += body.lines
    asm.code_bytes += body.code_bytes


def _jump(asm: Listing, jump: str, label: str) -> None:
    asm.lines.append(f"    {jump:<5} {label}")
    asm.code_bytes += 2


def _total(*listings: Listing, jumps: int) -> dict[str, int]:
    return {core: sum(listing.cycles[core] for listing in listings) + jumps * JUMP_CYCLES for core in CORES}


def _pairs(asm: Listing) -> dict[str, int]:
    """Two divisions a turn; returns the cycles of a turn."""
    asm.block("Two divisions a turn.")
    bodies = _half_pair(C, D, "sub"), _half_pair(D, C, "add")
    asm.lines.append(".Lpair:")
    asm("sub", "#1", at("r1", PAIRS))
    _jump(asm, "jn", ".Lpairs_end")
    for body in bodies:
        _append(asm, body)
    _jump(asm, "jmp", ".Lpair")
    asm.lines.append(".Lpairs_end:")
    test = Listing()
    test("sub", "#1", at("r1", PAIRS))
    return _total(test, *bodies, jumps=2)


def tau_divide() -> Division:
    asm = Listing()
    asm.save()
    _load(asm)
    pair = _pairs(asm)
    options = []
    for comment, bit, offset, body in (
        ("One more.", 1, PLACES, _half_pair(C, D, "sub")),
        ("The sign of what is in the registers of c.", 2, PLACES, _negative(C)),
        ("The sign of what is in those of d.", 1, GRAY, _negative(D)),
    ):
        asm.block(comment)
        asm("bit", f"#{bit}", at("r1", offset))
        _jump(asm, "jz", f".Lwithout_{len(options)}")
        _append(asm, body)
        asm.lines.append(f".Lwithout_{len(options)}:")
        options.append((bit, body.cycles))
    _store(asm)
    asm.leave(FRAME_BYTES + WORD_BYTES)
    return Division(
        field=None,
        function="tau_divide",
        header={},
        parameters="uint16_t *c, uint16_t *d, const mc_tau_division *by",
        operation=(
            "c - d tau = (c + add_c - (d + add_d) tau) / tau^places, which divides it, for mu = 1; c and d have six",
            "words and signs. An odd number of places, which is public, leaves the new c in the place of d, and d in",
            "that of c. Constant time in all but the places.",
        ),
        asm=asm,
        stack_bytes=SAVED_BYTES + FRAME_BYTES + WORD_BYTES,
        once=_total(asm, jumps=1 + len(options)),
        pair=pair,
        options=tuple(options),
    )
