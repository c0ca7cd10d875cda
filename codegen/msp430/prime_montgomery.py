"""Montgomery's reduction, in blocks of 32 bits, modulo primes that are -1 modulo 2^32."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.prime_reduction import ONES, digits
from codegen.prime_fields import GeneralisedMersenne, is_montgomery, shape


def form(field: PrimeField) -> str:
    """The form of the elements, as a member's header states it."""
    return "montgomery" if is_montgomery(field.name, WORD_BITS) else "plain"


class Montgomery:
    """r = c / 2^bits mod p for c < 2^bits p. Let M[i] be block i of the sum of c and of the M[j] p before it. Adding
    M[i] p makes that block 0, since p is -1 modulo 2^32 (Montgomery 1985, but no product is needed to find M). p + 1
    is a sum of few powers x^e of x = 2^32: M[i] is added to the blocks i + e or subtracted from them. The M of the
    upper half are held in registers. At the end the upper half of the residue takes their place. Those of the lower
    half take the places of the blocks of c.

    2^bits - p is added as well. The sum without it is below 2 p; if the sum with it is below 2^bits, it is subtracted
    again.

    If a block loses an M, the block before gained the same M: if that M is all ones, the part above that block is not
    negative. So the part above a block is at least -1. It is held with 1 more, so that it has no sign; the next block
    subtracts the 1."""

    HELD = tuple(f"r{i}" for i in range(4, 12))
    LOW = ("r12", "r13")  # the sum if it is not held
    OVER = "r14"
    R = "r15"

    def __init__(self, asm: Listing, field: PrimeField, words: list[str], above: str | None) -> None:
        """words: the places of c in memory; above: the place of a small number that is added to its upper quarter."""
        self.asm, self.words, self.above = asm, words, above
        self.values = digits(field.prime, 2 * len(self.HELD))
        self.complement = shape(field.prime).coefficients  # blocks of 2^bits - p
        self.blocks = len(self.complement)
        self.shifts = {e: -m for e, m in enumerate(self.complement) if e and m} | {self.blocks: 1}
        self.bias = 0

    @classmethod
    def is_for(cls, field: PrimeField) -> bool:
        is_sum = isinstance(shape(field.prime), GeneralisedMersenne)
        return form(field) == "montgomery" and is_sum and field.words == 2 * len(cls.HELD)

    def place(self, block: int) -> tuple[str, str]:
        """The place of M[block]."""
        held = 2 * block - len(self.HELD)
        return self.HELD[held : held + 2] if held >= 0 else self.block(block)

    def block(self, block: int) -> tuple[str, str]:
        """The place of the block of c."""
        return self.words[2 * block], self.words[2 * block + 1]

    def reduce(self, result: str) -> None:
        """`result` has the address of r."""
        asm, n = self.asm, self.blocks
        first, second, *_ = sorted(self.shifts)
        asm("mov", result, self.R)
        for block in range(first, second):
            self._add_once(block, first)
        for block in range(second, n):
            asm.block(f"M[{block}].")
            self._load(block, self.place(block))
            self._sum(block, self.place(block), is_carried=block == second)
        for block in range(n):
            asm.block(f"Block {block} of the residue.")
            if 2 * block >= len(self.HELD):
                if 2 * block == len(self.HELD) and self.above:
                    asm("add", self.above, self.OVER)
                self._sum(n + block, self.place(block))
                continue
            self._load(n + block, self.LOW)
            self._sum(n + block, self.LOW)
            for k, word in enumerate(self.LOW):
                asm("mov", word, at(self.R, WORD_BYTES * (2 * block + k)))
        self._finish()

    def _load(self, block: int, target: tuple[str, str]) -> None:
        for source, word in zip(self.block(block), target, strict=True):
            self.asm("mov", source, word)

    def _add_once(self, block: int, first: int) -> None:
        """The M to which only one other M is added; their carry goes from one to the next."""
        asm, words, target = self.asm, self.place(block - first), self.place(block)
        asm.block(f"M[{block}].")
        if 2 * block < len(self.HELD):
            for word, source in zip(self.LOW, words, strict=True):
                asm("mov", source, word)
            words = self.LOW
        else:
            self._load(block, target)
        for k, (word, source) in enumerate(zip(target, words, strict=True)):
            asm("addc" if k or block > first else "add", source, word)

    def _sum(self, block: int, target: tuple[str, str], is_carried: bool = False) -> None:
        """Adds to the target all terms of the block: the part above the block before, or its carry if is_carried, and
        the M. If the target holds an M of the residue's upper half, it adds the block of c instead."""
        asm, n = self.asm, self.blocks
        terms = {e: sign for e, sign in self.shifts.items() if 0 <= block - e < n}
        plus = [self.place(block - e) for e, sign in terms.items() if sign > 0]
        minus = [self.place(block - e) for e, sign in terms.items() if sign < 0]
        if block >= n and target == self.place(block - n):
            plus[plus.index(target)] = self.block(block)
        constant = (self.complement[block - n] if block >= n else 0) - self.bias
        self.bias = int(bool(minus) or constant < 0)
        first = plus.pop(0) if is_carried else (self.OVER, "#0")
        for word, source, mnemonic in zip(target, first, ("addc" if is_carried else "add", "addc"), strict=True):
            asm(mnemonic, source, word)
        asm("mov", f"#{self.bias}", self.OVER)
        asm("adc", self.OVER, note="which clears the carry")
        for source in plus:
            self._add(target, source, ("add", "addc", "adc"))
        for i, source in enumerate(minus):
            is_borrowed = i == 0 and constant < 0
            self._add(target, source, ("subc" if is_borrowed else "sub", "subc", "sbc"))
            constant += is_borrowed
        if constant:
            mnemonics = ("sub", "subc", "sbc") if constant < 0 else ("add", "addc", "adc")
            self._add(target, (f"#{abs(constant)}", "#0"), mnemonics)

    def _add(self, target: tuple[str, str], source: tuple[str, str], mnemonics: tuple[str, str, str]) -> None:
        self.asm(mnemonics[0], source[0], target[0])
        self.asm(mnemonics[1], source[1], target[1])
        self.asm(mnemonics[2], self.OVER)

    def _finish(self) -> None:
        """Stores the upper half; adds p and subtracts 2^bits if nothing is above."""
        asm, mask, (other,) = self.asm, self.OVER, set(self.values) - {0, ONES}
        asm.block("If that did not carry, add p again.")
        asm("sub", "#1", mask)
        asm("mov", mask, self.LOW[0])
        asm("and", f"#{other}", self.LOW[0])
        sources = {0: "#0", ONES: mask, other: self.LOW[0]}
        for k, value in enumerate(self.values):
            held = k - len(self.HELD)
            asm("addc" if k else "add", sources[value], self.HELD[held] if held >= 0 else at(self.R, WORD_BYTES * k))
            if held >= 0:
                asm("mov", self.HELD[held], at(self.R, WORD_BYTES * k))
