"""SHA-256 compression: sixteen rounds with the variables in registers, then the next sixteen words of the schedule.

A round moves nothing. Of the eight variables only a, e and f are in registers, with a ^ b and b ^ c, since Maj(a, b,
c) = ((a ^ b) & (b ^ c)) ^ (a ^ b) ^ a, and a ^ b is the next round's b ^ c. The others come from a copy of the state
in the stack frame, where a round replaces d and h. Registers and places have their roles again after four rounds, so
the loop is four rounds long. A rotation by bytes is another order of registers. The remaining rotations are by one
bit, nested so that the rotations of a sum share them."""

import dataclasses

from codegen.avr.kernel import Kernel, flash_object
from codegen.avr.listing import RETURN_ADDRESS_BYTES, Frame, Listing, add_constant, restore, save
from codegen.avr.words import Word, WordListing, right, word
from codegen.sha2 import round_constants

TABLE = "mc_sha256_compress_avr_constants"

WORD_BYTES = 4
BLOCK_BYTES = 64
STATE_BYTES = 32
BLOCK_OFFSET = STATE_BYTES + 4  # in mc_sha256_context: after the state and the length
BLOCK_END = 1 + STATE_BYTES  # place in the frame of the low byte of the block's end
FRAME = Frame(STATE_BYTES + 1)
UNROLLED_ROUNDS = 4
ROUND_TABLE_BYTES = 256


def place(variable: str) -> list[str]:
    """Operands for a variable of round 0 in the frame; its words lie as in the state."""
    return [f"Y+{1 + WORD_BYTES * 'abcdefgh'.index(variable) + i}" for i in range(WORD_BYTES)]


@dataclasses.dataclass(frozen=True)
class Roles:
    """The registers of a, a ^ b, b ^ c, of e and f, and the free ones for the sum."""

    a: Word
    ab: Word
    bc: Word
    sum: Word
    e: Word
    f: Word

    def after_round(self) -> "Roles":
        return Roles(a=self.sum, ab=self.a, bc=self.ab, sum=self.bc, e=self.f, f=self.e)


GROUPS = "pqstuv"  # of the registers r2 to r25
P, Q, S, T, U, V = (word(group, WORD_BYTES) for group in GROUPS)
FIRST_ROLES = Roles(a=P, ab=Q, bc=S, sum=T, e=U, f=V)


def load_variables(asm: WordListing) -> None:
    roles = FIRST_ROLES
    asm.block("Variables in registers: p = a, q = a ^ b, s = b ^ c, u = e, v = f.")
    for name, registers in zip("abcef", (roles.a, roles.ab, roles.bc, roles.e, roles.f), strict=True):
        for register, operand in zip(registers, place(name), strict=True):
            asm("ldd", register, operand, note=name)
    asm.each("eor", roles.bc, roles.ab)
    asm.each("eor", roles.ab, roles.a)


def one_round(asm: WordListing, number: int, roles: Roles) -> None:
    """Round 4 k + number; the names of the frame's words step down by one with each round."""
    sum_, e, f, bc = roles.sum, roles.e, roles.f, roles.bc
    place_d, place_g, place_h = (
        place(group[(group.index(variable) - number) % 4])
        for variable, group in (("d", "abcd"), ("g", "efgh"), ("h", "efgh"))
    )
    names = f"a = {roles.a[0][0]}, a^b = {roles.ab[0][0]}, b^c = {bc[0][0]}, e = {e[0][0]}, f = {f[0][0]}"
    asm.block(f"Round {UNROLLED_ROUNDS} k + {number}: {names}, sum = {sum_[0][0]}.", "sum = Sigma1(e)")
    asm.copy(sum_, e)
    asm.rotate_right(sum_, 3)
    asm.each("eor", sum_, right(e, 1))
    asm.rotate_right(sum_, 2)
    asm.each("eor", sum_, right(e, 3))
    asm.rotate_right(sum_)
    asm.block("sum += h + w[t] + the round's constant")
    asm.add_memory(sum_, "ldd", place_h)
    asm.add_memory(sum_, "ld", ["X+"] * WORD_BYTES)
    asm.add_memory(sum_, "lpm", ["Z+"] * WORD_BYTES)
    asm.block("sum += Ch(e, f, g) = ((f ^ g) & e) ^ g, in place of f")
    for i in range(WORD_BYTES):
        asm("ldd", "r0", place_g[i], note="g")
        asm("eor", f[i], "r0")
        asm("and", f[i], e[i])
        asm("eor", f[i], "r0")
        asm("adc" if i else "add", sum_[i], f[i])
    asm.block("Sigma0(a)")
    asm.copy(f, roles.a)
    asm.rotate_left(f, 3, zero="r1")
    asm.each("eor", f, right(roles.a, 1))
    asm.rotate_left(f, 1, zero="r1")
    asm.each("eor", f, right(roles.a, 2))
    asm.rotate_left(f, 2, zero="r1")
    asm.block("Maj(a, b, c) in place of b^c, += Sigma0(a)")
    for i in range(WORD_BYTES):
        asm("and", bc[i], roles.ab[i])
        asm("eor", bc[i], roles.ab[i])
        asm("eor", bc[i], roles.a[i])
        asm("adc" if i else "add", bc[i], right(f, 1)[i])
    asm.block("Next e = d + sum, over h")
    for i in range(WORD_BYTES):
        asm("ldd", f[i], place_d[i], note="d")
        asm("adc" if i else "add", f[i], sum_[i])
        asm("std", place_h[i], f[i])
    asm.block("Next a = sum + Sigma0(a) + Maj(a, b, c), over d; next a^b")
    for i in range(WORD_BYTES):
        asm("adc" if i else "add", sum_[i], bc[i])
        asm("std", place_d[i], sum_[i])
        asm("eor", roles.a[i], sum_[i])


def sixteen_rounds(asm: WordListing) -> None:
    load_variables(asm)
    with asm.repeat(BLOCK_BYTES // WORD_BYTES // UNROLLED_ROUNDS, ".Lrounds", far=True):
        roles = FIRST_ROLES
        for number in range(UNROLLED_ROUNDS):
            one_round(asm, number, roles)
            roles = roles.after_round()
        asm.block("Until the end of the block.")
        asm("ldd", "r0", f"Y+{BLOCK_END}")
        asm("cp", "XL", "r0")
    add_constant(asm, "X", -BLOCK_BYTES)


# Words of the schedule: w[t-1], w[t-2], w[t-15], w[t-16].
W1, W2, W15, W16, SIGMA, TURNED = P, Q, S, T, U, V


def schedule_words(count: int) -> WordListing:
    """Subroutine: `count` words of the schedule, which r1 holds on entry; r1 = 0 on return.

    X, Y, Z point to w[t-15], w[t-16], which w[t] replaces, and w[t-7]."""
    asm = WordListing()
    name_registers(asm)
    with asm.repeat(count, ".Lword", far=True):
        asm.block("w[t-16] + w[t-7]; load w[t-15]")
        asm.add_memory(W16, "ld", ["Z+"] * WORD_BYTES)
        for register in W15:
            asm("ld", register, "X+")
        asm.block("+ sigma0(w[t-15]); the bits that the shift by 3 loses are cleared, then it is a rotation")
        asm.copy(SIGMA, W15)
        asm.shift_right(SIGMA)
        asm("andi", SIGMA[0], "0xfc")
        asm.each("eor", SIGMA, right(W15, 2))
        asm.rotate_right(SIGMA, 2)
        asm.copy(TURNED, W15)
        asm.rotate_left(TURNED)
        asm.each("eor", SIGMA, right(TURNED, 1))
        asm.add(W16, SIGMA)
        asm.block("+ sigma1(w[t-2]), likewise for the shift by 10")
        asm.copy(SIGMA, W2)
        asm.rotate_right(SIGMA)
        asm("mov", TURNED[0], W2[1])
        asm("andi", TURNED[0], "0xfc")
        asm("eor", SIGMA[2], TURNED[0])
        asm("eor", SIGMA[3], W2[2])
        asm("eor", SIGMA[0], W2[3])
        asm.rotate_right(SIGMA)
        asm.each("eor", SIGMA, W2)
        asm.rotate_right(SIGMA)
        asm.add(W16, right(SIGMA, 2))
        for register in W16:
            asm("st", "Y+", register)
        asm.block("The next t.")
        asm.copy(W2, W1)
        asm.copy(W1, W16)
        asm.copy(W16, W15)
        asm("dec", "r1")
    asm("ret")
    return asm


def sixteen_words(asm: WordListing) -> WordListing:
    """Replaces the last sixteen words by the next; keeps X = the block and Z; returns the subroutine.

    The pointers meet the end of the block after 7 and after 15 words."""
    asm.block("The next sixteen words of the schedule.")
    asm("push", "ZL")
    asm("push", "ZH")
    asm("movw", "YL", "XL")
    asm("movw", "ZL", "XL")
    add_constant(asm, "Z", 9 * WORD_BYTES)
    for register in W16:
        asm("ld", register, "X+", note="w[0]")
    for index, registers in ((14, W2), (15, W1)):
        for i, register in enumerate(registers):
            asm("ldd", register, f"Y+{WORD_BYTES * index + i}", note=f"w[{index}]")
    for count, wrapped in ((7, "Z"), (8, "X"), (1, None)):
        asm("ldi", SIGMA[0], count)
        asm("mov", "r1", SIGMA[0])
        words = schedule_words(count)
        asm.call(".Lwords", words)
        if wrapped:
            add_constant(asm, wrapped, -BLOCK_BYTES)
    add_constant(asm, "X", -WORD_BYTES)
    asm("pop", "ZH")
    asm("pop", "ZL")
    asm("in", "YL", "SPL")
    asm("in", "YH", "SPH")
    return words


def name_registers(asm: Listing) -> None:
    for group, prefix in enumerate(GROUPS):
        for i, register in enumerate(word(prefix, WORD_BYTES)):
            asm.name(2 + WORD_BYTES * group + i, register)


def copy_state(asm: WordListing) -> None:
    """Copies it to the frame; X = the block afterwards."""
    asm.block("The state to the frame.")
    asm("movw", "XL", "r24")
    asm("movw", "ZL", "YL")
    add_constant(asm, "Z", 1)
    asm("ldi", "u0", STATE_BYTES // WORD_BYTES)
    with asm.repeat(STATE_BYTES // WORD_BYTES, ".Lcopy_word"):
        for _ in range(WORD_BYTES):
            asm("ld", "r0", "X+")
            asm("st", "Z+", "r0")
        asm("dec", "u0")
    add_constant(asm, "X", BLOCK_OFFSET - STATE_BYTES)


def add_state(asm: WordListing) -> None:
    """state += the variables, and wipes their copies in the frame; X = the block before."""
    asm.block("state += a to h; the frame is wiped.")
    add_constant(asm, "X", -BLOCK_OFFSET)
    asm("movw", "ZL", "YL")
    add_constant(asm, "Z", 1)
    asm("ldi", "u0", STATE_BYTES // WORD_BYTES)
    with asm.repeat(STATE_BYTES // WORD_BYTES, ".Ladd_word"):
        for i in range(WORD_BYTES):
            asm("ld", "u1", "Z")
            asm("ld", "r0", "X")
            asm("adc" if i else "add", "r0", "u1")
            asm("st", "X+", "r0")
            asm("st", "Z+", "r1")
        asm("dec", "u0")


def table_lines() -> tuple[str, ...]:
    constants = [f"0x{k:08x}" for k in round_constants(64, 32)]
    rows = [f"    .long {', '.join(constants[i : i + 8])}" for i in range(0, len(constants), 8)]
    return flash_object(TABLE, rows)


def sha256_compress() -> Kernel:
    """The whole function."""
    asm = WordListing()
    name_registers(asm)
    saved = save(asm, range(2, 30))
    FRAME.enter(asm)
    copy_state(asm)
    asm("movw", "ZL", "XL")
    add_constant(asm, "Z", BLOCK_BYTES)
    asm("std", f"Y+{BLOCK_END}", "ZL")
    asm("ldi", "ZL", f"lo8({TABLE})")
    asm("ldi", "ZH", f"hi8({TABLE})")
    parts = ROUND_TABLE_BYTES // BLOCK_BYTES
    asm.label(".Lpart")
    with asm.times(parts):
        sixteen_rounds(asm)
        asm("cpi", "ZL", f"lo8({TABLE} + {ROUND_TABLE_BYTES})")
        asm("breq", ".Llast")
    asm.cycles += 1  # the branch, taken once
    with asm.times(parts - 1):
        words = sixteen_words(asm)
        asm("rjmp", ".Lpart")
    asm.label(".Llast")
    add_state(asm)
    FRAME.leave(asm, 0)
    restore(asm, saved)
    asm("ret")
    asm.append(".Lwords", words)
    pushed = 2  # Z, saved around the subroutine
    return Kernel(
        field=None,
        function="sha256_compress",
        header={},
        parameters="mc_sha256_context *context",
        operation=(
            "state = the state after the block, which holds 16 words in the machine's byte order and is",
            f"destroyed. The address of the state is the context's; the block is at {BLOCK_OFFSET}.",
            "Constant time: the same instructions and addresses for every input. Wipes its stack frame.",
        ),
        asm=asm,
        stack_bytes=len(saved) + FRAME.size + pushed + RETURN_ADDRESS_BYTES,
        table_bytes=ROUND_TABLE_BYTES,
        data=table_lines(),
    )
