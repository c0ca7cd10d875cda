"""Arithmetic modulo numbers of 24 words, too long for registers: generated/pairing/host/*_24*.S. Their contract:
src/pairing/host/montgomery_24.h.

A product of 48 words is made in the frame. Then its lower half is cancelled, eight words at a time, by multiples of the
modulus; the upper half with what they add to it is below twice the modulus. Both go by blocks of 8 words times 8, which
are functions of their own, so that the code stays small:

  add       acc + carry + t[0..7] + rows * columns: t[0..7] = its lower half, acc the upper one but for a carry
  cancel    acc + q * columns with the q of 8 words that makes the lower half 0: t[0..7] = q, acc the upper half

t, rows and columns are where the registers TARGET, ROWS and COLUMNS point, acc lies in eight registers, and the carry,
0 or -1, is in the frame. It is that of acc + t, which no row has room for; rows * columns + acc + carry + t < 2^1024,
so that acc has room for it in the end."""

from pathlib import Path

from codegen.output import GENERATED
from codegen.x86_64.kernel import Kernel, Source, kernel
from codegen.x86_64.listing import CALLEE_SAVED, Listing, word
from codegen.x86_64.rows import AdxRows, PlainRows, words_at

N = 24
BLOCK = 8
BLOCKS = N // BLOCK
FOLDER = GENERATED / "pairing/host"

TARGET, ROWS, COLUMNS = "rdi", "rsi", "rcx"
# The registers of acc, and the one that a row needs besides.
ACC = ("r8", "r10", "r11", "rbx", "rbp", "r12", "r13", "r14", "r15")
# The frame, in words: the product, a square of a block, the carries of a block and of a sum, -1 / modulus, arguments.
SQUARE, CARRY, SUM_CARRY, INVERSE, ARGUMENTS = (
    2 * N + offset for offset in (0, BLOCK, BLOCK + 1, BLOCK + 2, BLOCK + 3)
)
FRAME = ARGUMENTS + 5

OPERANDS = "uint64_t *r, const uint64_t *a, const uint64_t *b, const mc_modulus_24 *m"
OPERAND = "uint64_t *r, const uint64_t *a, const mc_modulus_24 *m"
RULES = (
    "n = 24; m holds the modulus and -1 / modulus mod 2^64. Inputs and r are below the modulus; r may be an input. The",
    "same instructions and addresses for every input. No secret stays on the stack.",
)


def carry_from(asm: Listing, slot: int) -> None:
    """The carry flag from a word of 0 or -1."""
    asm("mov", "rdx", word("rsp", slot))
    asm("add", "rdx", "rdx")


def carry_to(asm: Listing, slot: int) -> None:
    """A word of 0 or -1 from the carry flag."""
    asm("sbb", "rdx", "rdx")
    asm("mov", word("rsp", slot), "rdx")


def block(symbol: str, rows_type: type, cancels: bool) -> Kernel:
    """One of the two functions of the module's description. A row drops the lowest register of acc and takes another
    as the highest, so at the end registers change places."""
    asm = Listing((), rows_type.extensions | {"call"})
    rows = rows_type(asm)
    acc = [asm.take(register) for register in ACC]
    if not cancels:
        asm.block("acc += t")
        carry_from(asm, CARRY + 1)  # above the return address
        for j in range(BLOCK):
            asm("adc", acc[j], word(TARGET, j))
        carry_to(asm, CARRY + 1)
    columns = words_at(COLUMNS, BLOCK)
    for i in range(BLOCK):
        asm.block(f"row {i}")
        if cancels:
            rows.cancel(acc, columns, word("rsp", INVERSE + 1), fresh=True)
            asm("mov", word(TARGET, i), "rdx" if rows_type is AdxRows else acc[0])
        else:
            rows.load(word(ROWS, i), acc)
            rows.add(acc, columns)
            asm("mov", word(TARGET, i), acc[0])
        acc = [*acc[1:], acc[0]]
    asm.block("acc in its registers")
    for j in reversed(range(BLOCK)):
        asm("mov", ACC[j], acc[j])
    return Kernel(symbol, "see above", ("    .cfi_startproc", *asm.lines, "    ret", "    .cfi_endproc"))


class Program:
    """A product or square: its frame, and the blocks that it calls."""

    def __init__(self, level: str, parameters: tuple[str, ...]) -> None:
        self.asm = asm = Listing(parameters, frozenset({"call"}))
        self.level = level
        asm.reserve(FRAME)
        for register in CALLEE_SAVED:
            asm.take(register)
        asm.block("Arguments, and -1 / modulus")
        self.slot = {name: ARGUMENTS + i for i, name in enumerate(parameters)}
        for name, register in asm.home.items():
            asm("mov", word("rsp", self.slot[name]), register)
        asm("mov", "rax", word(asm.home["m"], N))
        asm("mov", word("rsp", INVERSE), "rax")
        asm("pxor", "xmm0", "xmm0")

    def clear(self, first: int, end: int) -> None:
        """Words first to end - 1 of the frame become 0."""
        for index in range(first, end, 2):
            self.asm("movups", word("rsp", index), "xmm0")

    def begin(self, target: int, rows: tuple[str, int], columns: tuple[str, int]) -> None:
        """A sweep begins: acc and carry are 0, rows and columns are words of arguments."""
        for register, (name, index) in ((ROWS, rows), (COLUMNS, columns)):
            self.asm("mov", register, word("rsp", self.slot[name]))
            if index:
                self.asm("add", register, 8 * index)
        self.asm("lea", TARGET, word("rsp", target))
        for register in ACC[:BLOCK]:
            self.asm("xor", register, register)
        self.asm("mov", word("rsp", CARRY), ACC[0])

    def add_blocks(self, count: int, onward: bool = False) -> None:
        """`count` blocks side by side; `onward`: the first is at the right of the one before."""
        for j in range(count):
            if j or onward:
                self.asm("add", TARGET, 8 * BLOCK)
                self.asm("add", COLUMNS, 8 * BLOCK)
            self.asm("call", f"mc_block_add_{self.level}")

    def end(self, target: int, carries: bool) -> None:
        """Stores acc, with the carry if there may be one."""
        if carries:
            carry_from(self.asm, CARRY)
        for j, register in enumerate(ACC[:BLOCK]):
            if carries:
                self.asm("adc", register, 0)
            self.asm("mov", word("rsp", target + j), register)

    def product(self) -> None:
        self.asm.block("The product")
        self.clear(0, N)
        for i in range(0, N, BLOCK):
            self.begin(i, ("b", i), ("a", 0))
            self.add_blocks(BLOCKS)
            self.end(i + N, carries=i > 0)  # the words of the first sweep were 0

    def square(self) -> None:
        """Twice the products of different blocks, then the squares of blocks."""
        asm = self.asm
        asm.block("The products of different blocks")
        self.clear(0, 2 * N)
        for i in range(0, N - BLOCK, BLOCK):
            self.begin(2 * i + BLOCK, ("a", i), ("a", i + BLOCK))
            self.add_blocks(BLOCKS - 1 - i // BLOCK)
            self.end(i + N, carries=False)  # words were 0, or acc was
        asm.block("Twice these: 32 words and a carry")
        for j in range(BLOCK, 2 * N - BLOCK + 1):
            asm("mov", "rax", word("rsp", j))
            asm("adc" if j > BLOCK else "add", "rax", "rax")
            asm("mov", word("rsp", j), "rax")
        asm.block("The squares of blocks")
        for i in range(0, N, BLOCK):
            self.clear(SQUARE, SQUARE + BLOCK)
            self.begin(SQUARE, ("a", i), ("a", i))
            self.add_blocks(1)
            if i:
                carry_from(asm, SUM_CARRY)
            for j in range(2 * BLOCK):
                value = ACC[j - BLOCK]
                if j < BLOCK:
                    value = "rax"
                    asm("mov", value, word("rsp", SQUARE + j))
                if i or j >= BLOCK:  # the lowest words of the products are 0
                    asm("adc" if i or j > BLOCK else "add", value, word("rsp", 2 * i + j))
                asm("mov", word("rsp", 2 * i + j), value)
            if i + BLOCK < N:
                carry_to(asm, SUM_CARRY)

    def cancel(self) -> None:
        asm = self.asm
        asm.block("Cancel the lower half.")
        for i in range(0, N, BLOCK):
            self.begin(i, ("m", 0), ("m", 0))
            asm("mov", ROWS, TARGET)
            for j, register in enumerate(ACC[:BLOCK]):
                asm("mov", register, word("rsp", i + j))
            asm("call", f"mc_block_cancel_{self.level}")
            self.add_blocks(BLOCKS - 1, onward=True)
            self.add_upper(i + N, carries=i > 0)

    def add_upper(self, target: int, carries: bool) -> None:
        """Adds acc and the carry to words of the product, with the carry of such a sum before it if it `carries`."""
        asm = self.asm
        carry_from(asm, CARRY)
        for register in ACC[:BLOCK]:
            asm("adc", register, 0)
        if carries:
            carry_from(asm, SUM_CARRY)
        for j, register in enumerate(ACC[:BLOCK]):
            asm("adc" if j or carries else "add", register, word("rsp", target + j))
            asm("mov", word("rsp", target + j), register)
        carry_to(asm, SUM_CARRY)

    def finish(self) -> None:
        """r = the upper half and the carry, less the modulus if they are not below it."""
        asm = self.asm
        asm.block("Subtract the modulus; keep the difference if it is not negative.")
        asm("mov", TARGET, word("rsp", self.slot["r"]))
        asm("mov", COLUMNS, word("rsp", self.slot["m"]))
        subtract_once(asm, N, word("rsp", SUM_CARRY))
        asm.block("No word of the product stays on the stack.")
        self.clear(0, INVERSE)


def subtract_once(asm: Listing, at: int, carry: str) -> None:
    """Where TARGET points: the number of N words in the frame from word `at` on and of a carry, 0 or -1, less the
    modulus, where COLUMNS points, if that is not negative."""
    asm("mov", "rdx", carry)
    for j in range(N):
        asm("mov", "rax", word("rsp", at + j))
        asm("sbb" if j else "sub", "rax", word(COLUMNS, j))
        asm("mov", word(TARGET, j), "rax")
    asm("adc", "rdx", 0)  # a carry comes with a borrow: 0 or 1
    asm("neg", "rdx")  # 1, a carry: the difference is negative
    for j in range(N):
        asm("mov", "rax", word(TARGET, j))
        asm("cmovc", "rax", word("rsp", at + j))
        asm("mov", word(TARGET, j), "rax")


def product(level: str) -> Listing:
    program = Program(level, ("r", "a", "b", "m"))
    program.product()
    program.cancel()
    program.finish()
    return program.asm


def square(level: str) -> Listing:
    program = Program(level, ("r", "a", "m"))
    program.square()
    program.cancel()
    program.finish()
    return program.asm


def combine(first: str, others: str) -> tuple[Listing, str]:
    """a + b or a - b in a frame of N words; the carry or borrow, 0 or -1, in the register that is the second result."""
    asm = Listing(("r", "a", "b", "m"))
    asm.reserve(N)
    asm.block("To the frame")
    for j in range(N):
        asm("mov", "rax", word("rsi", j))
        asm(others if j else first, "rax", word("rdx", j))
        asm("mov", word("rsp", j), "rax")
    asm("sbb", "r8", "r8")
    return asm, "r8"


def wipe_frame(asm: Listing) -> None:
    asm.block("The frame is wiped.")
    asm("pxor", "xmm0", "xmm0")
    for j in range(0, N, 2):
        asm("movups", word("rsp", j), "xmm0")


def modular_add() -> Listing:
    asm, carry = combine("add", "adc")
    asm.block("Subtract the modulus; keep the difference if it is not negative.")
    subtract_once(asm, 0, carry)
    wipe_frame(asm)
    return asm


def modular_sub() -> Listing:
    asm, borrow = combine("sub", "sbb")
    asm.block("Add the modulus; keep the sum if the difference was negative.")
    for j in range(N):
        asm("mov", "rax", word("rsp", j))
        asm("adc" if j else "add", "rax", word(COLUMNS, j))
        asm("mov", word(TARGET, j), "rax")
    asm("add", borrow, borrow)
    for j in range(N):
        asm("mov", "rax", word("rsp", j))
        asm("cmovc", "rax", word(TARGET, j))
        asm("mov", word(TARGET, j), "rax")
    wipe_frame(asm)
    return asm


def sources() -> list[Source]:
    found = [
        Source(
            f"montgomery_{N}_{rows.name}",
            ("r = a b / 2^1536 mod modulus, r = a^2 / 2^1536 mod modulus.", *RULES),
            (
                kernel(f"mc_montgomery_mul_{N}_{rows.name}", OPERANDS, product(rows.name)),
                kernel(f"mc_montgomery_sqr_{N}_{rows.name}", OPERAND, square(rows.name)),
                block(f"mc_block_add_{rows.name}", rows, cancels=False),
                block(f"mc_block_cancel_{rows.name}", rows, cancels=True),
            ),
        )
        for rows in (AdxRows, PlainRows)
    ]
    modular = (
        kernel(f"mc_modular_add_{N}", OPERANDS, modular_add()),
        kernel(f"mc_modular_sub_{N}", OPERANDS, modular_sub()),
    )
    return [*found, Source(f"modular_{N}", ("r = a + b mod modulus, r = a - b mod modulus.", *RULES), modular)]


def outputs() -> dict[Path, str]:
    return {FOLDER / f"{source.name}.S": source.text() for source in sources()}
