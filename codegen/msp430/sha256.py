"""SHA-256's compression function (FIPS 180-4): a schedule of 64 words and eight variables in the stack frame.

A round moves nothing: it is written eight times, each with the variables' places turned by one. A rotation by 16 bits
is another order of registers, a rotation by 8 a swap of bytes. The remaining rotations are by one bit, nested so that
the rotations of a sum share them."""

import dataclasses

from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import SAVED_BYTES, Listing, at
from codegen.sha2 import round_constants

TABLE = "mc_sha256_compress_msp430_constants"
CONTEXT, NEXT, CONSTANTS, COUNT = "r12", "r13", "r14", "r15"
SPARE = COUNT  # in the rounds, which the constants count
SUM, X, Y, Z = ("r4", "r5"), ("r6", "r7"), ("r8", "r9"), ("r10", "r11")  # low and high words
VARIABLES, ROUNDS, BLOCK_WORDS = 8, 64, 16
WORD = 4  # bytes
STATE_BYTES = WORD * VARIABLES
BLOCK_OFFSET = STATE_BYTES + WORD  # in mc_sha256_context: after the state and the length
SCHEDULE = STATE_BYTES  # in the frame
FRAME = SCHEDULE + WORD * ROUNDS


@dataclasses.dataclass(frozen=True)
class Words:
    """Instructions on words of 32 bits."""

    asm: Listing

    def load(self, word: tuple[str, str], base: str, offset: int) -> None:
        for i, register in enumerate(word):
            self.asm("mov", at(base, offset + 2 * i), register)

    def store(self, word: tuple[str, str], base: str, offset: int) -> None:
        for i, register in enumerate(word):
            self.asm("mov", register, at(base, offset + 2 * i))

    def each(self, mnemonic: str, source: tuple[str, str], word: tuple[str, str]) -> None:
        for one, register in zip(source, word, strict=True):
            self.asm(mnemonic, one, register)

    def add(self, source: tuple[str, str], word: tuple[str, str]) -> None:
        self.asm("add", source[0], word[0])
        self.asm("addc", source[1], word[1])

    def turn(self, word: tuple[str, str], bits: int) -> None:
        """Rotates right."""
        for _ in range(bits):
            self.asm("bit", "#1", word[0])
            self.asm("rrc", word[1])
            self.asm("rrc", word[0])

    def turn_byte(self, word: tuple[str, str], spare: str) -> None:
        """Rotates right by 8."""
        low, high = word
        self.asm("swpb", low)
        self.asm("swpb", high)
        self.asm("mov", low, spare)
        self.asm("xor", high, spare)
        self.asm("and", "#0xff00", spare)
        self.asm("xor", spare, low)
        self.asm("xor", spare, high)

    def shift(self, word: tuple[str, str], bits: int) -> None:
        """Shifts right."""
        low, high = word
        for i in range(bits):
            if i == 0:
                self.asm("clrc")
            self.asm("rra" if i else "rrc", high)
            self.asm("rrc", low)

    def shift_byte(self, word: tuple[str, str], spare: str) -> None:
        """Shifts right by 8."""
        low, high = word
        self.asm("swpb", low)
        self.asm("mov.b", low, low)
        self.asm("swpb", high)
        self.asm("mov.b", high, spare)
        self.asm("xor", spare, high)
        self.asm("bis", high, low)
        self.asm("mov", spare, high)


def _swapped(word: tuple[str, str]) -> tuple[str, str]:
    """The word rotated by 16."""
    return word[1], word[0]


def _schedule(asm: Listing) -> None:
    """The next word, 16 after the word at NEXT: the sum of the word at NEXT, s0 of the word after it, word 9 and s1
    of word 14."""
    words = Words(asm)
    asm.block("s0: rotations by 7 and 18, and a shift by 3.")
    words.load(X, NEXT, WORD)
    words.each("mov", X, Y)
    words.turn(Y, 5)
    words.each("xor", _swapped(X), Y)
    words.turn(Y, 2)
    words.shift(X, 3)
    words.each("xor", X, Y)
    for register in SUM:
        asm("mov", f"@{NEXT}+", register)
    words.add(Y, SUM)
    words.add((at(NEXT, 8 * WORD), at(NEXT, 8 * WORD + 2)), SUM)
    asm.block("s1: rotations by 17 and 19, and a shift by 10.")
    words.load(X, NEXT, 13 * WORD)
    words.each("mov", _swapped(X), Y)
    words.turn(Y, 2)
    words.each("xor", _swapped(X), Y)
    words.turn(Y, 1)
    words.shift_byte(X, Z[0])
    for _ in range(2):
        asm("rra", X[1])
        asm("rrc", X[0])
    words.each("xor", X, Y)
    words.add(Y, SUM)
    words.store(SUM, NEXT, 15 * WORD)


def _round(asm: Listing, number: int) -> None:
    """One round; the variable with index i is at place i - number."""
    words = Words(asm)

    def place(i: int) -> tuple[str, str]:
        offset = WORD * ((i - number) % VARIABLES)
        return at("r1", offset), at("r1", offset + 2)

    a, b, c, d, e, f, g, h = map(place, range(VARIABLES))
    asm.block(f"Round {number}: h, the word, the constant, Ch(e, f, g).")
    words.each("mov", h, SUM)
    words.add((f"@{NEXT}+",) * 2, SUM)
    words.add((f"@{CONSTANTS}+",) * 2, SUM)
    words.each("mov", e, X)
    words.each("mov", f, Y)
    words.each("xor", g, Y)
    words.each("and", X, Y)
    words.each("xor", g, Y)
    words.add(Y, SUM)
    asm.block("S1(e): rotations by 6, 11 and 25; the sum adds to d.")
    words.each("mov", X, Y)
    words.turn(Y, 3)
    words.turn_byte(X, Z[0])
    words.each("xor", X, Y)
    words.turn(Y, 2)
    words.each("xor", _swapped(X), Y)
    words.turn(Y, 1)
    words.add(Y, SUM)
    words.add(SUM, d)
    asm.block("S0(a): rotations by 2, 13 and 22; Maj(a, b, c).")
    words.each("mov", a, X)
    words.each("mov", _swapped(X), Y)
    words.turn(Y, 1)
    words.each("mov", X, Z)
    words.turn_byte(Z, SPARE)
    words.each("xor", Z, Y)
    words.turn(Y, 3)
    words.each("xor", X, Y)
    words.turn(Y, 2)
    words.add(Y, SUM)
    words.each("mov", b, Y)
    words.each("mov", c, Z)
    words.each("xor", Y, Z)
    words.each("xor", Y, X)
    words.each("and", Z, X)
    words.each("xor", Y, X)
    words.add(X, SUM)
    words.each("mov", SUM, h)


def _data() -> tuple[str, ...]:
    lines = [f'    .section .rodata.{TABLE},"a",@progbits', "    .balign 2", f"    .type {TABLE}, @object", f"{TABLE}:"]
    constants = round_constants(64, 32)
    for i in range(0, len(constants), 4):
        lines.append("    .long " + ", ".join(f"0x{value:08x}" for value in constants[i : i + 4]))
    return (*lines, f"    .size {TABLE}, . - {TABLE}", "")


def _point(asm: Listing, base: str, offset: int) -> None:
    """NEXT = an address."""
    asm("mov", base, NEXT)
    asm("add", f"#{offset}", NEXT)


def sha256_compress() -> Kernel:
    """state = the state after the block."""
    asm = Listing()
    asm.save()
    asm.block("The block, below it the state.")
    asm("sub", f"#{FRAME}", "r1")
    for i in range(2 * BLOCK_WORDS):
        asm("mov", at(CONTEXT, BLOCK_OFFSET + 2 * i), at("r1", SCHEDULE + 2 * i))
    for i in range(2 * VARIABLES):
        asm("mov", at(CONTEXT, 2 * i), at("r1", 2 * i))
    _point(asm, "r1", SCHEDULE)
    asm("mov", f"#{ROUNDS - BLOCK_WORDS}", COUNT)
    body = Listing()
    _schedule(body)
    asm.repeat(".Lnext_word", body, ROUNDS - BLOCK_WORDS, ("sub", "#1", COUNT))
    asm.block("The rounds.")
    asm("mov", f"#{TABLE}", CONSTANTS)
    _point(asm, "r1", SCHEDULE)
    body = Listing()
    for number in range(VARIABLES):
        _round(body, number)
    asm.repeat(".Lrounds", body, ROUNDS // VARIABLES, ("cmp", f"#{TABLE} + {WORD * ROUNDS}", CONSTANTS))
    asm.block("The state.")
    for i in range(2 * VARIABLES):
        asm("addc" if i % 2 else "add", at("r1", 2 * i), at(CONTEXT, 2 * i))
    _wipe(asm)
    asm.leave(FRAME)
    return Kernel(
        field=None,
        function="sha256_compress",
        header={},
        parameters="mc_sha256_context *context",
        operation=(
            "state = the state after the block, which holds 16 words in the machine's byte order. The",
            f"address of the state is the context's; the block is at {BLOCK_OFFSET}. Wipes its stack frame.",
        ),
        asm=asm,
        stack_bytes=FRAME + SAVED_BYTES,
        table_bytes=WORD * ROUNDS,
        data=_data(),
    )


def _wipe(asm: Listing) -> None:
    """Zeros the frame."""
    asm.block("Wipe the frame.")
    part = FRAME // 9
    asm("mov", "r1", NEXT)
    asm("mov", f"#{FRAME // part}", COUNT)
    body = Listing()
    for i in range(0, part, 2):
        body("mov", "#0", at(NEXT, i))
    body("add", f"#{part}", NEXT)
    asm.repeat(".Lwipe", body, FRAME // part, ("sub", "#1", COUNT))
