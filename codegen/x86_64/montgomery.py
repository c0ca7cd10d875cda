"""Montgomery multiplication and squaring of numbers of n words, for any method of cancelling the lowest word."""

from codegen.x86_64.listing import Listing, word
from codegen.x86_64.reduction import Reduction
from codegen.x86_64.rows import AdxRows, words_at
from codegen.x86_64.select import subtract_modulus_once

# Up to this size, all words of a square stay in registers.
MAX_REGISTER_SQUARE = 4


def spill_until(asm: Listing, free: int, names: tuple[str, ...]) -> None:
    """Moves arguments to the stack, in the order of `names`, until so many registers are free."""
    for name in names:
        if len(asm.free) >= free:
            return
        if name in asm.home:
            asm.spill(name)


def finish(asm: Listing, values: list[str], top: str, reduction: Reduction) -> None:
    """r = the number in `values` and `top`, which is below twice the modulus, reduced."""
    r = asm.pointer("r", asm.take() if "r" in asm.slots else "")
    modulus = reduction.modulus_pointer(asm)
    subtract_modulus_once(asm, values, top, modulus, r)


def montgomery_mul(n: int, rows_type: type, reduction: Reduction) -> Listing:
    """r = a b / 2^(64 n) mod modulus, coarsely integrated operand scanning.

    If t < 2 modulus before, the sum of t, a b[i] and q modulus is below 2^65 modulus: n + 2 words hold it, and the
    last of them is 0 or 1. After the division by 2^64, t < 2 modulus again. If the modulus `has_room`, n + 1 words
    suffice."""
    asm = Listing(("r", "a", "b", *reduction.parameters), rows_type.extensions)
    asm.block("Arguments")
    if n <= 7:
        asm.move("b", "r10")
    else:
        asm.spill("b")
    rows = rows_type(asm)
    spill_until(asm, n + 2, ("r", "minus_inverse", "b"))
    shared = ""
    if len(asm.free) < n + 2:
        asm.spill("modulus")
        asm.spill("a")
        shared = asm.take("rsi")
    acc = asm.take_many(n + 1 if reduction.has_room else n + 2)
    for i in range(n):
        asm.block(f"t += a b[{i}]")
        row = acc if i else acc[: n + 1]
        rows.load(word(asm.pointer("b", row[-1]), i), row)
        words = words_at(asm.pointer("a", shared), n)
        if i:
            rows.add(row, words, reduction.row_carries)
        else:
            rows.first(row, words)
        asm.block("t = (t + q modulus) / 2^64")
        acc = reduction.cancel(asm, rows, acc, fresh=i == 0 and not reduction.has_room, shared=shared)
    for register in (*rows.scratch, acc[-1], shared, asm.home.get("a"), asm.home.get("b")):
        if register:
            asm.release(register)
    finish(asm, acc[:n], "" if reduction.has_room else acc[n], reduction)
    return asm


class Square:
    """Words of a square: each is in a register, or in a word of the stack frame, or in both in turn."""

    def __init__(self, words: list[str], asm: Listing, rows: AdxRows) -> None:
        """`words`: operands in memory."""
        n = len(words)
        self.words, self.n, self.asm, self.rows = words, n, asm, rows
        self.in_frame = n > MAX_REGISTER_SQUARE
        self.frame = asm.reserve(2 * n) if self.in_frame else 0
        self.registers: dict[int, str] = {}

    def _fresh(self, index: int) -> str:
        self.registers[index] = self.asm.take()
        return self.registers[index]

    def _store(self, index: int) -> None:
        """Word `index` leaves its register, if there is a frame."""
        if self.in_frame:
            register = self.registers.pop(index)
            self.asm("mov", word("rsp", self.frame + index), register)
            self.asm.release(register)

    def _load(self, index: int) -> str:
        if self.in_frame:
            self.asm("mov", self._fresh(index), word("rsp", self.frame + index))
        return self.registers[index]

    def products(self) -> None:
        """Words 1 to 2 n - 2 = the sum of a[i] a[j] 2^(64 (i + j)) for i < j."""
        for i in range(self.n - 1):
            self.asm.block(f"a[{i}] times the words above it")
            for index in range(1, self.n + 1) if i == 0 else (i + self.n,):
                self._fresh(index)
            acc = [self.registers[index] for index in range(2 * i + 1, i + self.n + 1)]
            self.rows.load(self.words[i], acc)
            multiply = self.rows.add if i else self.rows.first
            multiply(acc, self.words[i + 1 :])
            self._store(2 * i + 1)
            self._store(2 * i + 2)

    def double_and_add_squares(self, first: int, last: int) -> None:
        """Makes words 2 first to 2 last - 1 of the square from the products: one chain of carries doubles, the other
        adds a[i]^2. Their carries into the next part, at most 2 in sum, wait in the frame in the unused place of word
        0 of the products. They are added to the lower word of a square, which is 0, 1 or 4 mod 8, so that they carry
        no further."""
        asm, low, high = self.asm, self.rows.low, self.rows.high
        asm.block(f"Words {2 * first} to {2 * last - 1}: twice the products, and the squares of the words")
        if first == 0:
            asm("xor", low, low)
        for i in range(first, last):
            asm("mov", "rdx", self.words[i])
            if i == 0:
                asm("mulx", high, self._fresh(0), "rdx")
            else:
                asm("mulx", high, low, "rdx")
                if i == first:
                    asm("add", low, word("rsp", self.frame))
                    asm("xor", "rdx", "rdx")
                self._double_and_add(2 * i, low)
            self._double_and_add(2 * i + 1, high)
        if last < self.n:
            asm("mov", low, 0)
            asm("adox", low, low)
            asm("adc", low, 0)
            asm("mov", word("rsp", self.frame), low)

    def _double_and_add(self, index: int, value: str) -> None:
        if index == 2 * self.n - 1:
            register = self._fresh(index)
            self.asm("mov", register, 0)
        else:
            register = self._load(index)
        self.asm("adcx", register, register)
        self.asm("adox", register, value)
        if index >= self.n:
            self._store(index)

    def upper(self) -> list[str]:
        """The place of the upper half."""
        n = self.n
        return words_at("rsp", n, self.frame + n) if self.in_frame else [self.registers[n + j] for j in range(n)]

    def end(self) -> None:
        """Wipes the frame, gives back the registers of the upper half."""
        if not self.in_frame:
            self.asm.release(*self.upper())
            return
        self.asm.block("No word of the square stays on the stack.")
        self.asm("pxor", "xmm0", "xmm0")
        for index in range(0, 2 * self.n, 2):
            self.asm("movups", word("rsp", self.frame + index), "xmm0")


def montgomery_sqr(n: int, reduction: Reduction) -> Listing:
    """r = a^2 / 2^(64 n) mod modulus: the square, then only its lower half is reduced.

    A number below 2^(64 n) plus q modulus fits in n + 1 words, so no row leaves a carry. The n rows make the lower
    half at most the modulus; with the upper half it is below twice the modulus. Each row waits for the one before, so
    the upper half of a square in the frame is finished after the rows: processors do it meanwhile."""
    asm = Listing(("r", "a", *reduction.parameters), AdxRows.extensions)
    asm.block("Arguments")
    if "modulus" in asm.home:
        asm.move("modulus", "r8")
    rows = AdxRows(asm)
    square = Square(words_at(asm.home["a"], n), asm, rows)
    spill_until(asm, n + 1 if square.in_frame else 2 * n, ("r", "minus_inverse"))
    square.products()
    middle = (n + 1) // 2 if square.in_frame else n
    square.double_and_add_squares(0, middle)
    if middle == n:
        asm.release(asm.home.pop("a"))
    acc = [*(square.registers[j] for j in range(n)), asm.take()]
    for i in range(n):
        asm.block(f"Lower half, {i}: t = (t + q modulus) / 2^64")
        acc = reduction.cancel(asm, rows, acc, fresh=True)
    values = acc[:n]
    asm.release(acc[n])
    if middle < n:
        square.double_and_add_squares(middle, n)
        asm.release(asm.home.pop("a"))
    asm.block("Add the upper half.")
    top = "" if reduction.has_room else asm.take()
    if top:
        asm("mov", top, 0)
    for j, (value, upper) in enumerate(zip(values, square.upper(), strict=True)):
        asm("adc" if j else "add", value, upper)
    if top:
        asm("adc", top, 0)
    square.end()
    asm.release(*rows.scratch)
    finish(asm, values, top, reduction)
    return asm
