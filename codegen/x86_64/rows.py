"""Rows of a product: a number of several words, times one word, added to an accumulator in registers.

`acc` lists registers, least significant first. Every level of instructions has the same rows; the registers that they
need beyond `acc` are in `scratch`."""

from codegen.x86_64.listing import ADX, Listing, word


class AdxRows:
    """MULX leaves the flags unchanged, and ADCX and ADOX have a carry each: low and high halves are added in two
    chains."""

    name = "adx"
    extensions = ADX

    def __init__(self, asm: Listing) -> None:
        self.asm = asm
        asm.take("rdx")
        self.low, self.high = asm.take_many(2)
        self.scratch = ("rdx", self.low, self.high)

    def load(self, source: str, _acc: list[str]) -> None:
        """The multiplier of the next row, which writes `acc`, is at `source`."""
        self.asm("mov", "rdx", source)

    def first(self, acc: list[str], words: list[str]) -> None:
        """acc = multiplier times words; acc is one longer than words."""
        asm = self.asm
        asm("mulx", acc[1], acc[0], words[0])
        for j in range(1, len(words)):
            asm("mulx", acc[j + 1], self.low, words[j])
            asm("add" if j == 1 else "adc", acc[j], self.low)
        if len(words) > 1:
            asm("adc", acc[-1], 0)

    def add(self, acc: list[str], words: list[str], carries: bool = True) -> None:
        """acc += multiplier times words. acc is one or two longer than words, and its last register had no value
        before. If it is two longer, the last is 0 unless the sum `carries` into it."""
        self.asm("xor", acc[-1], acc[-1])
        self._chains(acc, words)
        if len(acc) == len(words) + 2:
            self.asm("adcx", acc[-2], acc[-1])
            if not carries:
                return
            self.asm("adox", acc[-1], acc[-1])
        self.asm("adc", acc[-1], 0)

    def cancel(self, acc: list[str], words: list[str], minus_inverse: str, fresh: bool) -> None:
        """acc += q times words, with the q that makes acc[0] zero. If `fresh`, the last register had no value
        before."""
        asm, top = self.asm, acc[-1] if fresh else self.low
        asm("mov", "rdx", acc[0])
        asm("imul", "rdx", minus_inverse)
        asm("xor", top, top)
        self._chains(acc, words)
        if len(acc) == len(words) + 2:
            asm("adcx", acc[-2], acc[0])
            asm("adox", acc[-1], acc[0])
        asm("adc", acc[-1], 0)

    def quotient_times(self, lowest: str, minus_inverse: str, factor: str) -> tuple[str, str]:
        """Registers of q = lowest minus_inverse mod 2^64 and of the upper word of q factor."""
        self.asm("mov", "rdx", lowest)
        self.asm("imul", "rdx", minus_inverse)
        self.asm("mulx", self.high, self.low, factor)
        return "rdx", self.high

    def _chains(self, acc: list[str], words: list[str]) -> None:
        """Both carries are 0 before: XOR cleared them. The first ADCX and the first ADOX therefore take none in; ADD
        in their places would change the other carry. (ADOX in place of the first ADCX gives the same sum: the next
        ADOX takes its carry where the next ADCX would.)"""
        for j, source in enumerate(words):
            self.asm("mulx", self.high, self.low, source)
            self.asm("adcx", acc[j], self.low)
            self.asm("adox", acc[j + 1], self.high)


class PlainRows:
    """MUL and a carry of a whole word, for every x86-64. The multiplier waits in the register of `acc` that has no
    value yet or no longer has one."""

    name = "x86_64"
    extensions: frozenset[str] = frozenset()

    def __init__(self, asm: Listing) -> None:
        self.asm = asm
        self.carry = asm.take("r9")
        self.scratch = (asm.take("rax"), asm.take("rdx"), self.carry)

    def load(self, source: str, acc: list[str]) -> None:
        """The multiplier of the next row, which writes `acc`, is at `source`."""
        self.asm("mov", acc[-1], source)

    def first(self, acc: list[str], words: list[str]) -> None:
        """acc = multiplier times words; acc is one longer than words."""
        for j, source in enumerate(words):
            self._multiply(source, acc[-1], carry_in=j > 0)
            self.asm("mov", acc[j], "rax")
            self.asm("mov", self.carry, "rdx")
        self.asm("mov", acc[-1], self.carry)

    def add(self, acc: list[str], words: list[str], carries: bool = True) -> None:
        """acc += multiplier times words. acc is one or two longer than words, and its last register had no value
        before. If it is two longer, the last is 0 unless the sum `carries` into it."""
        self._chain(acc, words, acc[-1], 0)
        if len(acc) == len(words) + 2:
            self.asm("add", acc[-2], self.carry)
            self.asm("mov", acc[-1], 0)
            if carries:
                self.asm("adc", acc[-1], 0)
        else:
            self.asm("mov", acc[-1], self.carry)

    def cancel(self, acc: list[str], words: list[str], minus_inverse: str, fresh: bool) -> None:
        """acc += q times words, with the q that makes acc[0] zero. If `fresh`, the last register had no value
        before."""
        asm = self.asm
        asm("mov", self.carry, acc[0])
        asm("imul", self.carry, minus_inverse)
        asm("mov", "rax", words[0])
        asm("mul", self.carry)
        asm("add", "rax", acc[0])
        asm("mov", acc[0], self.carry)
        asm("adc", "rdx", 0)
        asm("mov", self.carry, "rdx")
        self._chain(acc, words, acc[0], 1)
        if len(acc) == len(words) + 1:
            asm("mov", acc[-1], self.carry)
            return
        if fresh:
            asm("mov", acc[-1], 0)
        asm("add", acc[-2], self.carry)
        asm("adc", acc[-1], 0)

    def quotient_times(self, lowest: str, minus_inverse: str, factor: str) -> tuple[str, str]:
        """Registers of q = lowest minus_inverse mod 2^64 and of the upper word of q factor."""
        self.asm("mov", self.carry, lowest)
        self.asm("imul", self.carry, minus_inverse)
        self.asm("mov", "rax", factor)
        self.asm("mul", self.carry)
        return self.carry, "rdx"

    def _multiply(self, source: str, multiplier: str, carry_in: bool) -> None:
        self.asm("mov", "rax", source)
        self.asm("mul", multiplier)
        if carry_in:
            self.asm("add", "rax", self.carry)
            self.asm("adc", "rdx", 0)

    def _chain(self, acc: list[str], words: list[str], multiplier: str, start: int) -> None:
        for j in range(start, len(words)):
            self._multiply(words[j], multiplier, carry_in=j > 0)
            self.asm("add", acc[j], "rax")
            self.asm("adc", "rdx", 0)
            self.asm("mov", self.carry, "rdx")


Rows = AdxRows | PlainRows
LEVELS = {rows.name: rows for rows in (AdxRows, PlainRows)}


def words_at(base: str, count: int, start: int = 0) -> list[str]:
    """Memory operands of `count` words from the address in `base`, from word `start` on."""
    return [word(base, start + j) for j in range(count)]
