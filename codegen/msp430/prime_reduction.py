"""Reduction modulo primes by their shape; the product is at the stack pointer, the residue goes to the address in R.

At the end v + c, where c = 2^bits mod p and v < 2 p, has a bit above p's if p is to be taken off, which then is done;
otherwise c is taken off again."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.prime_sums import Sums
from codegen.prime_fields import GeneralisedMersenne, is_montgomery, shape

R = "r13"
ONES = (1 << WORD_BITS) - 1


def form(field: PrimeField) -> str:
    """The form of the elements, as a member's header says it."""
    return "montgomery" if is_montgomery(field.name, WORD_BITS) else "plain"


def reduce(asm: Listing, field: PrimeField, result: int) -> None:
    """r = c mod p for any c of its words, or c / 2^bits mod p for c < 2^bits p in Montgomery form; r is what lies
    `result` bytes from the stack pointer."""
    words = field.words
    if field.complement == (1 << 31) + 1 and words == 10:
        words = _reduce_two_terms(asm, field)
        asm("mov", at("r1", result), "r14")
        for k, word in enumerate(words):
            asm("mov", word, at("r14", WORD_BYTES * k))
    elif form(field) == "montgomery" and isinstance(shape(field.prime), GeneralisedMersenne) and words == 16:
        Montgomery(asm, field).reduce(result)
    else:
        Sums(asm, field).reduce(result)


def c(word: int) -> str:
    """A word of the product."""
    return at("r1", WORD_BYTES * word)


def r(word: int) -> str:
    return at(R, WORD_BYTES * word)


def digits(value: int, count: int) -> list[int]:
    """The words of a number."""
    return [value >> WORD_BITS * i & ONES for i in range(count)]


# 2^160 - 2^31 - 1


def _reduce_two_terms(asm: Listing, field: PrimeField) -> list[str]:
    """The upper words, plus the same shifted by 31 bits: by two words up, and one bit down."""
    n = field.words
    words, over = [f"r{i}" for i in (*range(4, 13), 13)], ("r14", "r15")
    asm.block("The lower words, and the upper ones.")
    for k, word in enumerate(words):
        asm("mov", c(k), word)
    for k, word in enumerate(words):
        asm("addc" if k else "add", c(n + k), word)
    asm("clr", over[0])
    asm("adc", over[0])
    asm("clr", over[1])
    asm.block("The upper words by 2^31.")
    asm("clrc")
    for k in reversed(range(n)):
        asm("rrc", c(n + k))
    asm("mov", "#0", c(0))
    asm("rrc", c(0))
    for k in range(n + 1):
        register = (*words[1:], *over)[k]
        asm("addc" if k else "add", c(n + k - 1) if k else c(0), register)
    asm.block("What is above, and one more, by 2^31 + 1.")
    asm("add", "#1", over[0])
    asm("adc", over[1])
    for k, word in enumerate(words):
        asm("addc" if k else "add", over[k] if k < 2 else "#0", word)
    asm("mov", "#0", c(1))
    asm("addc", "#0", c(1))
    asm("mov", "#0", c(0))
    asm("clrc")
    asm("rrc", over[1])
    asm("rrc", over[0])
    asm("rrc", c(0))
    for k, word in enumerate(words[1:]):
        asm("addc" if k else "add", {0: c(0), 1: over[0], 2: over[1]}.get(k, "#0"), word)
    asm("addc", "#0", c(1))
    mask, spare = over
    asm("mov", c(1), mask, note="1 if p goes")
    asm("sub", "#1", mask)
    subtract_masked(asm, field, words, mask, spare)
    return words


def subtract_masked(asm: Listing, field: PrimeField, words: list[str], mask: str, spare: str) -> None:
    """words -= 2^bits - p, whose words are 0, 1 and one other, where the mask is all ones."""
    values = digits(field.complement, len(words))
    (other,) = set(values) - {0, 1}
    asm("mov", mask, spare)
    asm("and", f"#{other}", spare)
    asm("and", "#1", mask)
    sources = {0: "#0", 1: mask, other: spare}
    for k, (word, value) in enumerate(zip(words, values, strict=True)):
        asm("subc" if k else "sub", sources[value], word)


# Montgomery's way, in blocks of 32 bits


class Montgomery:
    """r = c / 2^bits mod p for c < 2^bits p. M[i] being block i of the sum of c and of the M[j] p before it, adding
    M[i] p makes that block 0, since p is -1 modulo 2^32 (Montgomery 1985 without his product). p + 1 is a sum of few
    powers x^e of x = 2^32: M[i] is added to the blocks i + e or taken from them. The M of the upper half are held in
    registers, where at the end the upper half of the residue takes their place; those of the lower half lie where the
    blocks of c were.

    2^bits - p is added as well, and taken off again if the sum, which is below 2 p without it, does not pass 2^bits.

    What is above a block is at least -1: where it could be -1, a block that is added to the next one is all ones. It is
    held with 1 more, which the next block takes off, so that it has no sign."""

    HELD = tuple(f"r{i}" for i in range(4, 12))
    LOW = ("r12", "r13")  # the sum where it is not held
    OVER = "r14"
    R = "r15"

    def __init__(self, asm: Listing, field: PrimeField) -> None:
        self.asm = asm
        self.values = digits(field.prime, 2 * len(self.HELD))
        self.complement = shape(field.prime).coefficients  # of 2^bits - p, by blocks
        self.blocks = len(self.complement)
        self.shifts = {e: -m for e, m in enumerate(self.complement) if e and m} | {self.blocks: 1}
        self.bias = 0

    def place(self, block: int) -> tuple[str, str]:
        """Where M[block] is."""
        held = 2 * block - len(self.HELD)
        return self.HELD[held : held + 2] if held >= 0 else (c(2 * block), c(2 * block + 1))

    def reduce(self, result: int) -> None:
        asm, n = self.asm, self.blocks
        first, second, *_ = sorted(self.shifts)
        asm("mov", at("r1", result), self.R)
        for block in range(first, second):
            self._add_once(block, first)
        for block in range(second, n):
            asm.block(f"M[{block}].")
            self._load(block, self.place(block))
            self._sum(block, self.place(block), is_carried=block == second)
        for block in range(n):
            asm.block(f"Block {block} of the residue.")
            if 2 * block >= len(self.HELD):
                self._sum(n + block, self.place(block))
                continue
            self._load(n + block, self.LOW)
            self._sum(n + block, self.LOW)
            for k, word in enumerate(self.LOW):
                asm("mov", word, at(self.R, WORD_BYTES * (2 * block + k)))
        self._finish()

    def _load(self, block: int, target: tuple[str, str]) -> None:
        for k, word in enumerate(target):
            self.asm("mov", c(2 * block + k), word)

    def _add_once(self, block: int, first: int) -> None:
        """Those M to which only one other is added; their carry goes from one to the next."""
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
        """Adds to the target what belongs to the block: what is above the block before, or its carry with is_carried,
        and the M; where it holds an M of the residue's upper half, the block of c instead."""
        asm, n = self.asm, self.blocks
        terms = {e: sign for e, sign in self.shifts.items() if 0 <= block - e < n}
        plus = [self.place(block - e) for e, sign in terms.items() if sign > 0]
        minus = [self.place(block - e) for e, sign in terms.items() if sign < 0]
        if block >= n and target == self.place(block - n):
            plus[plus.index(target)] = (c(2 * block), c(2 * block + 1))
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
        """Stores the upper half; adds p, less 2^bits, if nothing is above."""
        asm, mask, (other,) = self.asm, self.OVER, set(self.values) - {0, ONES}
        asm.block("If that did not carry, plus p again.")
        asm("sub", "#1", mask)
        asm("mov", mask, self.LOW[0])
        asm("and", f"#{other}", self.LOW[0])
        sources = {0: "#0", ONES: mask, other: self.LOW[0]}
        for k, value in enumerate(self.values):
            held = k - len(self.HELD)
            asm("addc" if k else "add", sources[value], self.HELD[held] if held >= 0 else at(self.R, WORD_BYTES * k))
            if held >= 0:
                asm("mov", self.HELD[held], at(self.R, WORD_BYTES * k))
