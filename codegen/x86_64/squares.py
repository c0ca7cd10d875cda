"""Squares of numbers of n words, in registers or in the stack frame."""

from codegen.x86_64.listing import Listing, word
from codegen.x86_64.rows import AdxRows, words_at

# Up to this size, all words of a square stay in registers.
MAX_REGISTER_SQUARE = 4


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
