"""SHA-512 compression: sixteen rounds, then the next sixteen words of the schedule, both as loops.

The variables lie in the stack frame, a first. A round writes the next a below a, and the next e over d: then each
variable lies where the next one did, so nothing moves, and the frame is one copy of the state longer. After eight
rounds the variables move up again. A rotation by bytes is another order of registers. The remaining rotations are by
one bit, nested so that the rotations of a sum share them."""

from codegen.avr.kernel import Kernel, flash_object
from codegen.avr.listing import RETURN_ADDRESS_BYTES, Frame, add_constant, restore, save
from codegen.avr.words import WordListing, right, word
from codegen.sha2 import round_constants

TABLE = "mc_sha512_compress_avr_constants"

WORD_BYTES = 8
BLOCK_BYTES = 128
STATE_BYTES = 64
BLOCK_OFFSET = STATE_BYTES + 4  # in mc_sha512_context: after the state and the length
ROUNDS, ROUNDS_DOWN = 80, 8  # rounds between which the variables move up
TABLE_BYTES = WORD_BYTES * ROUNDS
FRAME = Frame(2 * STATE_BYTES)

GROUPS = "pqs"  # of the registers r2 to r25
P, Q, S = (word(group, WORD_BYTES) for group in GROUPS)
POST_INCREMENT = {pointer: [f"{pointer}+"] * WORD_BYTES for pointer in "XZ"}


def name_registers(asm: WordListing) -> None:
    for group, prefix in enumerate(GROUPS):
        for i, register in enumerate(word(prefix, WORD_BYTES)):
            asm.name(2 + WORD_BYTES * group + i, register)


def place(variable: str) -> list[str]:
    """Operands for a variable; Y is at a."""
    return [f"Y+{WORD_BYTES * 'abcdefgh'.index(variable) + i}" for i in range(WORD_BYTES)]


def load(asm: WordListing, target: tuple[str, ...], mnemonic: str, operands: list[str]) -> None:
    for register, operand in zip(target, operands, strict=True):
        asm(mnemonic, register, operand)


def one_round(asm: WordListing) -> None:
    """Y is at a; afterwards it is at the next a. X goes through the words, Z through the constants."""
    asm.block("Sigma1(e): by 14, 18, 41; q = e")
    load(asm, Q, "ldd", place("e"))
    asm.copy(P, Q)
    asm.rotate_left(P, 3, zero="r1")
    asm.each("eor", P, right(Q, 3))
    asm.rotate_left(P, 1, zero="r1")
    asm.each("eor", P, Q)
    asm.rotate_right(P, 2)
    total = right(P, 2)
    asm.block("+ h + w[t] + the round's constant")
    asm.add_memory(total, "ldd", place("h"))
    asm.add_memory(total, "ld", POST_INCREMENT["X"])
    asm.add_memory(total, "lpm", POST_INCREMENT["Z"])
    asm.block("+ Ch(e, f, g) = ((f ^ g) & e) ^ g")
    for i in range(WORD_BYTES):
        asm("ldd", S[i], place("f")[i])
        asm("ldd", "r0", place("g")[i])
        asm("eor", S[i], "r0")
        asm("and", S[i], Q[i])
        asm("eor", S[i], "r0")
        asm("adc" if i else "add", total[i], S[i])
    asm.block("The next e, over d")
    for i in range(WORD_BYTES):
        asm("ldd", "r0", place("d")[i])
        asm("adc" if i else "add", "r0", total[i])
        asm("std", place("d")[i], "r0")
    asm.block("+ Sigma0(a): by 28, 34, 39; q = a")
    load(asm, Q, "ldd", place("a"))
    asm.copy(S, Q)
    asm.rotate_left(S, 3, zero="r1")
    asm.each("eor", S, right(Q, 1))
    asm.rotate_left(S, 3, zero="r1")
    asm.each("eor", S, Q)
    asm.rotate_right(S, 2)
    asm.add(total, right(S, 4))
    asm.block("+ Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b")
    for i in range(WORD_BYTES):
        asm("ldd", S[i], place("b")[i])
        asm("ldd", "r0", place("c")[i])
        asm("eor", "r0", S[i])
        asm("eor", Q[i], S[i])
        asm("and", Q[i], "r0")
        asm("eor", Q[i], S[i])
        asm("adc" if i else "add", total[i], Q[i])
    asm.block("The next a, below a")
    add_constant(asm, "Y", -WORD_BYTES)
    for operand, register in zip(place("a"), total, strict=True):
        asm("std", operand, register)


def move_up(asm: WordListing) -> None:
    """Moves the variables to the upper half of the frame, in parts of as many bytes as there are registers, from the
    top; Y is at a before and after it."""
    asm.block("The variables up.")
    registers, here = (*P, *Q, *S), 0
    for stop in range(STATE_BYTES, 0, -len(registers)):
        start = max(stop - len(registers), 0)
        for base, mnemonic in ((0, "ldd"), (STATE_BYTES, "std")):
            add_constant(asm, "Y", base + start - here)
            here = base + start
            for i, register in enumerate(registers[: stop - start]):
                asm(mnemonic, *((register, f"Y+{i}") if mnemonic == "ldd" else (f"Y+{i}", register)))


def sixteen_rounds(asm: WordListing) -> None:
    """In two parts, which end when Y is at the lower half of the frame; X is at the block afterwards."""
    asm.label(".Lrounds")
    with asm.times(BLOCK_BYTES // WORD_BYTES // ROUNDS_DOWN):
        with asm.repeat(ROUNDS_DOWN, ".Lround", far=True):
            one_round(asm)
            asm.block("Until the lower half of the frame is full.")
            asm("in", "r18", "SPL")
            asm("subi", "r18", f"lo8({-1})")
            asm("cp", "YL", "r18")
        move_up(asm)
        asm.block("Until the end of the block, which is where a part of the constants ends.")
        asm("mov", "r18", "ZL")
        asm("subi", "r18", f"lo8({TABLE})")
        asm("andi", "r18", BLOCK_BYTES - 1)
        asm("breq", ".Lrounds_end")
        asm("rjmp", ".Lrounds")
    asm.cycles -= 1  # at the end breq is taken, and rjmp is not met
    asm.label(".Lrounds_end")
    add_constant(asm, "X", -BLOCK_BYTES)


def schedule_words(count: int) -> WordListing:
    """Subroutine: `count` words of the schedule, which r1 holds on entry; r1 = 0 on return.

    X, Y, Z point to w[t-2], w[t-16], which w[t] replaces, and w[t-7]; w[t-15] follows w[t-16]."""
    asm = WordListing()
    name_registers(asm)
    with asm.repeat(count, ".Lword", far=True):
        load(asm, Q, "ldd", place("b"))
        asm.label(".Lloaded")
        asm.block("sigma0(w[t-15]): by 1, 8; and shifted by 7, which is one up and a byte down; the top bit to s0")
        asm.copy(P, Q)
        asm.rotate_right(P)
        asm.each("eor", P, right(Q, 1))
        asm.copy(S, Q)
        asm.shift_left(S)
        asm("sbc", S[0], S[0])
        asm("neg", S[0])
        asm.each("eor", P, right(S, 1))
        asm.block("+ w[t-16] + w[t-7]")
        asm.add_memory(P, "ldd", place("a"))
        asm.add_memory(P, "ld", POST_INCREMENT["Z"])
        load(asm, Q, "ld", POST_INCREMENT["X"])
        asm.block("+ sigma1(w[t-2]): by 19, 61; and shifted by 6, which is two up and a byte down; the top bits to s0")
        asm.copy(S, Q)
        asm.rotate_right(Q, 3)
        asm.rotate_left(S, 2)
        sigma = right(Q, 2)
        asm.each("eor", sigma[:-1], S[1:])
        asm("mov", "r0", S[0])
        asm("andi", S[0], 3)
        asm("eor", sigma[-1], S[0])
        asm("mov", S[0], "r0")
        asm.rotate_left(S)
        asm.each("eor", sigma, S)
        asm.add(P, sigma)
        for register in P:
            asm("st", "Y+", register)
        asm("dec", "r1")
    asm("ret")
    return asm


def sixteen_words(asm: WordListing) -> WordListing:
    """Replaces the last sixteen words by the next; keeps X = the block, Y and Z; returns the subroutine.

    w[t-2] meets the end of the block after 2 words, w[t-7] after 7, and the word after w[t-16] at the last one."""
    asm.block("The next sixteen words of the schedule.")
    for register in ("YL", "YH", "ZL", "ZH"):
        asm("push", register)
    asm("movw", "YL", "XL")
    asm("movw", "ZL", "XL")
    add_constant(asm, "X", 14 * WORD_BYTES)
    add_constant(asm, "Z", 9 * WORD_BYTES)
    for count, wrapped in ((2, "X"), (5, "Z"), (8, None)):
        _call_words(asm, ".Lwords", count)
        if wrapped:
            add_constant(asm, wrapped, -BLOCK_BYTES)
    asm.block("The last one, with w[0] for w[t-15].")
    add_constant(asm, "Y", -15 * WORD_BYTES)
    load(asm, Q, "ldd", place("a"))
    add_constant(asm, "Y", 15 * WORD_BYTES)
    words = _call_words(asm, ".Lloaded", 1)
    asm.cycles -= 2 * WORD_BYTES  # the load that it leaves out
    add_constant(asm, "X", -14 * WORD_BYTES)
    for register in ("ZH", "ZL", "YH", "YL"):
        asm("pop", register)
    return words


def _call_words(asm: WordListing, label: str, count: int) -> WordListing:
    """Calls the subroutine for `count` words, and returns it."""
    asm("ldi", S[0], count)
    asm("mov", "r1", S[0])
    words = schedule_words(count)
    asm.call(label, words)
    return words


def copy_state(asm: WordListing) -> None:
    """Copies it to the upper half of the frame; Y is at a and X at the block afterwards."""
    asm.block("The state to the upper half of the frame.")
    asm("movw", "XL", "r24")
    add_constant(asm, "Y", 1 + STATE_BYTES)
    asm("movw", "ZL", "YL")
    asm("ldi", S[0], STATE_BYTES // WORD_BYTES)
    with asm.repeat(STATE_BYTES // WORD_BYTES, ".Lcopy_word"):
        for _ in range(WORD_BYTES):
            asm("ld", "r0", "X+")
            asm("st", "Z+", "r0")
        asm("dec", S[0])
    add_constant(asm, "X", BLOCK_OFFSET - STATE_BYTES)


def add_state(asm: WordListing) -> None:
    """state += the variables, and wipes the frame; X = the block and Y = a before."""
    asm.block("state += a to h; the frame is wiped.")
    add_constant(asm, "X", -BLOCK_OFFSET)
    asm("movw", "ZL", "YL")
    add_constant(asm, "Y", -STATE_BYTES)
    asm("ldi", S[0], STATE_BYTES // WORD_BYTES)
    with asm.repeat(STATE_BYTES // WORD_BYTES, ".Ladd_word"):
        for i in range(WORD_BYTES):
            asm("ld", S[1], "Z")
            asm("ld", "r0", "X")
            asm("adc" if i else "add", "r0", S[1])
            asm("st", "X+", "r0")
            asm("st", "Z+", "r1")
            asm("st", "Y+", "r1")
        asm("dec", S[0])


def table_lines() -> tuple[str, ...]:
    constants = [f"0x{k:016x}" for k in round_constants(ROUNDS, 8 * WORD_BYTES)]
    return flash_object(TABLE, [f"    .quad {', '.join(constants[i : i + 4])}" for i in range(0, ROUNDS, 4)])


def sha512_compress() -> Kernel:
    """The whole function."""
    asm = WordListing()
    name_registers(asm)
    saved = save(asm, range(2, 30))
    FRAME.enter(asm)
    copy_state(asm)
    asm("ldi", "ZL", f"lo8({TABLE})")
    asm("ldi", "ZH", f"hi8({TABLE})")
    parts = TABLE_BYTES // BLOCK_BYTES
    asm.label(".Lpart")
    with asm.times(parts):
        sixteen_rounds(asm)
        asm("ldi", S[0], f"hi8({TABLE} + {TABLE_BYTES})")
        asm("cpi", "ZL", f"lo8({TABLE} + {TABLE_BYTES})")
        asm("cpc", "ZH", S[0])
        asm("breq", ".Llast")
    asm.cycles += 1  # the branch, taken once
    with asm.times(parts - 1):
        words = sixteen_words(asm)
        asm("rjmp", ".Lpart")
    asm.label(".Llast")
    add_state(asm)
    asm("in", "YL", "SPL")
    asm("in", "YH", "SPH")
    FRAME.leave(asm, 0)
    restore(asm, saved)
    asm("ret")
    asm.append(".Lwords", words)
    pushed = 4  # Y and Z, saved around the subroutine
    return Kernel(
        field=None,
        function="sha512_compress",
        header={},
        parameters="mc_sha512_context *context",
        operation=(
            "state = the state after the block, which holds 16 words in the machine's byte order and is",
            f"destroyed. The address of the state is the context's; the block is at {BLOCK_OFFSET}.",
            "Constant time: the same instructions and addresses for every input. Wipes its stack frame.",
        ),
        asm=asm,
        stack_bytes=len(saved) + FRAME.size + pushed + RETURN_ADDRESS_BYTES,
        table_bytes=TABLE_BYTES,
        data=table_lines(),
    )
