"""Products of integers by rows whose operands lie in registers of Wireless MMX: TMRRC moves two words to the core at
once, and no core register holds an address.

(WMACU adds four products of 16 bits to a sum of 64. It is not used: the manual does not say how wide the sum of the
four is, and QEMU 7.2 adds them in 32 bits, which full words exceed.)"""

import dataclasses

from codegen.arm.listing import WORD_BYTES, listed
from codegen.arm.prime_product import WINDOW, Rows, chains
from codegen.kernel_fields import UnsupportedField

PAIR = ("r1", "r2")
A, B = (tuple(f"wr{first + i}" for i in range(4)) for first in (0, 4))


@dataclasses.dataclass(frozen=True)
class WirelessRows(Rows):
    """Rows without the register `a`: the words of a are in pairs, in the order in which a row takes them."""

    @property
    def order(self) -> list[int]:
        return [j for chain in chains(0, self.field.words) for j in chain]

    def load(self, a: str, b: str) -> None:
        """Moves a and b from the addresses in these registers; the first pair of a stays in core registers if there
        is room."""
        words = WINDOW[: self.field.words]
        for address, registers, order in ((a, A, self.order), (b, B, range(len(words)))):
            self.asm("ldm", address, listed(words))
            for register, low, high in zip(registers, order[::2], order[1::2], strict=False):
                self.asm("tmcrr", register, words[low], words[high])
        if self.held:
            self.asm("tmrrc", *self.held, A[0])

    def load_factor(self, i: int) -> None:
        """factor = b[i]"""
        self.asm("textrmuw", self.factor, B[i // 2], f"#{i % 2}")

    def word(self, j: int) -> str:
        """The register of a[j], which is loaded together with the next word that the row takes."""
        pair, half = divmod(self.order.index(j), 2)
        if self.held and pair == 0:
            return self.held[half]
        if half == 0:
            self.asm("tmrrc", *PAIR, A[pair])
        return PAIR[half]


def multiply(rows: WirelessRows, a: str, b: str) -> None:
    """c[2n] = a b, the addresses of a and b in registers."""
    n = rows.field.words
    if n not in (6, 8):
        raise UnsupportedField(f"{rows.field.name}: elements of {n} words; the kernel is for 6 or 8")
    rows.asm.block(f"a and b, of {WORD_BYTES * n} bytes, to Wireless MMX.")
    rows.load(a, b)
    for i in range(n):
        rows.asm.block(f"Row {i}: a b[{i}].")
        rows.load_factor(i)
        rows.add(i, 0)
        rows.store(i)
    rows.store_upper()
