"""Routines 3 x + y and 2 x - y modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1, which a kernel of formulas has beside it:
each reduces once, where calls of the routines of montgomery_routines.py would reduce and store after each sum. Their
calling convention is that of those routines, with the address of x in r1 and that of y in r2; x and y are below p."""

from codegen.arm.listing import WORD_BYTES, Listing, at, listed
from codegen.armv7 import cortex_m4
from codegen.armv7.montgomery_residues import ALL_ONES, less_primes
from codegen.armv7.montgomery_routines import ELEMENT, ENDING, MASK, ending, joined, local_label
from codegen.armv7.program import Program, Value

THRICE_PLUS, TWICE_LESS = "thrice_plus", "twice_less"
MULTIPLE = "multiple"  # how both go on
TEXTS = {TWICE_LESS: "r = 2 x - y: p - y, and twice x.", THRICE_PLUS: "r = 3 x + y.", MULTIPLE: "r += r3 x."}
FACTOR, ABOVE, WORD = "r3", "r12", "r2"
PRIME_WORDS = ("r3",) * 3 + ("r12",) * 3 + ("r2", "r3")  # the registers of -1, 0 and 1, as p has them


def _thrice_plus() -> Listing:
    asm = Listing()
    asm("ldm", "r2", listed(ELEMENT))
    asm("mov", ABOVE, "#0")
    asm("movs", FACTOR, "#3")
    return asm


def _twice_less() -> Listing:
    """Words 0 to 2 of p have all bits set, so that nothing is borrowed there."""
    asm = Listing()
    asm("ldm", "r2", listed(ELEMENT))
    asm("mov", "r3", ALL_ONES)
    asm("mov", ABOVE, "#0")
    asm("movs", "r2", "#1")
    for i, (word, prime) in enumerate(zip(ELEMENT, PRIME_WORDS, strict=True)):
        if i < 3:
            asm("mvn", word, word)
        elif i == 3:
            asm("rsbs", word, word, "#0")
        else:
            asm("sbcs", word, prime, word)
    asm("movs", FACTOR, "#2")
    asm("b", local_label(MULTIPLE))
    return asm


def _multiple(end: str) -> Listing:
    """The words and FACTOR times x, a sum below 4 p since the words are at most p."""
    asm = Listing()
    for i, word in enumerate(ELEMENT):
        asm("ldr", WORD, at("r1", WORD_BYTES * i))
        asm("umaal", word, ABOVE, WORD, FACTOR)
    program, words, above = Program(0), [Value() for _ in ELEMENT], Value()
    mask = less_primes(program, words, above)
    held = {**dict(zip(words, ELEMENT, strict=True)), above: ABOVE}
    program.write(asm, held, (*words, mask), order=(MASK,))
    asm("b", end)
    return asm


def multiples(difference: str) -> tuple[dict[str, tuple[int, int]], list[str]]:
    """What a run of each takes, instructions and cycles, and the lines of both. They end as the routine of differences
    does, which that symbol has."""
    parts = {TWICE_LESS: _twice_less(), THRICE_PLUS: _thrice_plus(), MULTIPLE: _multiple(f"{difference}_{ENDING}")}
    whole = Listing()
    for name, part in parts.items():
        whole.block(TEXTS[name])
        whole.lines += [f"{local_label(name)}:", *part.lines]
    return {name: _run(parts[name], parts[MULTIPLE], ending()) for name in (THRICE_PLUS, TWICE_LESS)}, whole.lines


def _run(*parts: Listing) -> tuple[int, int]:
    asm = joined(*parts)
    jumps = sum(line.startswith("    b ") for line in asm.lines)
    return asm.instructions, cortex_m4.cycles(asm) + jumps * cortex_m4.REFILL_EARLY
