"""Primes of special shape: how Montgomery's reduction cancels the lowest word of a number."""

from codegen.aarch64.listing import Listing

ALL_ONES = 2**64 - 1


class Fp256r1:
    """p = 2^256 - 2^224 + 2^192 + 2^96 - 1 (Gueron and Krasnov, Fast prime field elliptic-curve cryptography with 256
    bit primes, 2013): p = -1 mod 2^64, so q = t[0], and q p = q (2^64 - 2^32 + 1) 2^192 + q 2^96 - q needs no product.
    """

    name = "fp256r1"
    modulus = 2**256 - 2**224 + 2**192 + 2**96 - 1
    n = 4

    def cancel(self, asm: Listing, t: list[str]) -> list[str]:
        """(t + q p) / 2^64 in n registers, for t < 2^256: it is below (2^256 + 2^64 p) / 2^64, so below 2^256.

        Of q (2^64 - 2^32 + 1) = q 2^64 + (q - q 2^32) the lower word is q less the lower half of q moved up. The upper
        word is q less the upper half moved down and less the borrow; it takes the place of q."""
        q = t[0]
        upper, low, high = asm.take_many(3)
        asm("lsr", upper, q, 32)
        asm("subs", low, q, q, "lsl #32")
        asm("sbc", high, q, upper)
        asm("adds", t[1], t[1], q, "lsl #32")
        asm("adcs", t[2], t[2], upper)
        asm("adcs", t[3], t[3], low)
        asm("adc", q, high, "xzr")
        asm.release(upper, low, high)
        return [*t[1:], q]


Prime = Fp256r1


def words_of(prime: Prime) -> list[int]:
    return [prime.modulus >> 64 * j & ALL_ONES for j in range(prime.n)]
