"""SHA-256's compression function (FIPS 180-4) with all variables in registers.

A round moves nothing: it is written eight times, each with the variables' registers turned by one. Operands of sums are
rotated for nothing, so a sum of rotations has the least of its turns left for the addition. Of Maj(a, b, c) =
((a ^ b) & (b ^ c)) ^ b, the second factor is the first of the round before. The schedule overwrites the block."""

import dataclasses

from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, at, listed
from codegen.armv7.kernel import Kernel
from codegen.sha2 import round_constants

TABLE = "mc_sha256_compress_armv7_constants"
CONTEXT, CONSTANTS, FIRST, SECOND = "r0", "r1", "r2", "r3"
VARIABLES = ("r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11")  # a to h before the first round
DIFFERENCES = ("r12", "lr")  # b ^ c, a ^ b in rounds of even numbers
ROUNDS, BLOCK_WORDS = 64, 16
BLOCK_OFFSET = WORD_BYTES * len(VARIABLES) + 8  # in mc_sha256_context: after the state and the length


@dataclasses.dataclass(frozen=True)
class HashKernel(Kernel):
    """A function with a table of its own, `data`."""

    data: tuple[str, ...] = ()

    def facts(self) -> list[str]:
        return [*super().facts()[:2], f"Tables: {WORD_BYTES * ROUNDS} bytes of flash."]

    def code(self, symbol: str) -> list[str]:
        return [*self.data, *super().code(symbol)]


def _word(place: int) -> str:
    """A word of the block."""
    return at(CONTEXT, BLOCK_OFFSET + WORD_BYTES * (place % BLOCK_WORDS))


def _round(asm: Listing, number: int, extends: bool) -> None:
    """Round `number` of those of a loop; with the word of the schedule that takes this one's place, or without."""
    a, b, _, d, e, f, g, h = (VARIABLES[(i - number) % len(VARIABLES)] for i in range(len(VARIABLES)))
    older, newer = DIFFERENCES[number % 2], DIFFERENCES[(number + 1) % 2]
    asm.block(f"Round {number}.")
    asm("ldr", FIRST, f"[{CONSTANTS}], #{WORD_BYTES}")
    asm("ldr", SECOND, _word(number))
    asm("add", h, h, FIRST)
    asm("add", h, h, SECOND)
    if extends:
        _extend(asm, number, newer)
    asm("eor", FIRST, e, e, "ror #5", note="by 6, 11, 25")
    asm("eor", FIRST, FIRST, e, "ror #19")
    asm("add", h, h, FIRST, "ror #6")
    asm("eor", FIRST, f, g, note="Ch")
    asm("and", FIRST, FIRST, e)
    asm("eor", FIRST, FIRST, g)
    asm("add", h, h, FIRST)
    asm("add", d, d, h)
    asm("eor", FIRST, a, a, "ror #11", note="by 2, 13, 22")
    asm("eor", FIRST, FIRST, a, "ror #20")
    asm("add", h, h, FIRST, "ror #2")
    asm("eor", newer, a, b, note="Maj")
    asm("and", older, older, newer)
    asm("eor", older, older, b)
    asm("add", h, h, older)


def _extend(asm: Listing, place: int, spare: str) -> None:
    """w[t + 16] = w[t] + sigma0(w[t + 1]) + w[t + 9] + sigma1(w[t + 14]), for w[t] in a register."""
    asm("ldr", FIRST, _word(place + 1))
    asm("ldr", spare, _word(place + 9))
    asm("add", SECOND, SECOND, spare)
    _add_turned(asm, spare, 7, 18, 3)
    asm("ldr", FIRST, _word(place + 14))
    _add_turned(asm, spare, 17, 19, 10)
    asm("str", SECOND, _word(place))


def _add_turned(asm: Listing, spare: str, one: int, other: int, shift: int) -> None:
    asm("ror", spare, FIRST, f"#{one}")
    asm("eor", spare, spare, FIRST, f"ror #{other}")
    asm("eor", spare, spare, FIRST, f"lsr #{shift}")
    asm("add", SECOND, SECOND, spare)


def _set_address(asm: Listing, register: str, words: int) -> None:
    """The address of a constant."""
    for half, mnemonic in (("lower16", "movw"), ("upper16", "movt")):
        asm(mnemonic, register, f"#:{half}:{TABLE} + {WORD_BYTES * words}")


def _rounds(asm: Listing, label: str, first: int, end: int, body: Listing, at_once: int) -> None:
    """Repeats a body of so many rounds until the address of the constants is that of round `end`."""
    _set_address(body, FIRST, end)
    body("cmp", CONSTANTS, FIRST)
    asm.repeat(label, body, (end - first) // at_once)


def _add_to_state(asm: Listing) -> None:
    for i in range(0, len(VARIABLES), 2):
        for j, sum_ in enumerate((FIRST, SECOND)):
            asm("ldr", sum_, at(CONTEXT, WORD_BYTES * (i + j)))
        for j, sum_ in enumerate((FIRST, SECOND)):
            asm("add", sum_, sum_, VARIABLES[i + j])
        for j, sum_ in enumerate((FIRST, SECOND)):
            asm("str", sum_, at(CONTEXT, WORD_BYTES * (i + j)))


def _data() -> tuple[str, ...]:
    lines = [f'    .section .rodata.{TABLE},"a",%progbits', "    .balign 4", f"    .type {TABLE}, %object", f"{TABLE}:"]
    constants = round_constants(64, 32)
    for i in range(0, len(constants), 4):
        lines.append("    .word " + ", ".join(f"0x{value:08x}" for value in constants[i : i + 4]))
    return (*lines, f"    .size {TABLE}, . - {TABLE}", "")


def sha256_compress() -> HashKernel:
    """state = the state after the block."""
    asm = Listing()
    asm.block("Save registers that belong to the caller.")
    asm("push", listed(CALLEE_SAVED))
    _set_address(asm, CONSTANTS, 0)
    asm("ldm", CONTEXT, listed(VARIABLES))
    asm("eor", DIFFERENCES[0], *VARIABLES[1:3])
    extending, body, turns = Listing(), Listing(), len(VARIABLES)
    for number in range(BLOCK_WORDS):
        _round(extending, number, True)
    _rounds(asm, ".Lextending", 0, ROUNDS - BLOCK_WORDS, extending, BLOCK_WORDS)
    for number in range(turns):
        _round(body, number, False)
    body("add", CONTEXT, CONTEXT, f"#{WORD_BYTES * turns}", note="the next words of the block")
    _rounds(asm, ".Llast", ROUNDS - BLOCK_WORDS, ROUNDS, body, turns)
    asm.block("The state.")
    asm("sub", CONTEXT, CONTEXT, f"#{WORD_BYTES * BLOCK_WORDS}")
    _add_to_state(asm)
    asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))
    return HashKernel(
        field=None,
        function="sha256_compress",
        header={},
        parameters="mc_sha256_context *context",
        operation=(
            "state = the state after the block, which holds 16 words in the machine's byte order and then others. The",
            f"address of the state is the context's; the block is at {BLOCK_OFFSET}.",
        ),
        asm=asm,
        stack_bytes=WORD_BYTES * len(CALLEE_SAVED),
        data=_data(),
    )
