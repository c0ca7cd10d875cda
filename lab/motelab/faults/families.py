"""Keys from faulty signatures: families of equations, each with one unknown small difference.

An attacker knows the public key, the signed message, the right signature and a faulty one. Each family supposes a
fault, and gives the key for every difference that it may have made. The attacker tries all differences and compares the
public key. `found` does the same from the other end, for speed: the key gives the one difference that would explain the
signature, which counts if it is one that an attacker would try. `searched` tries them all, without the key."""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator

SMALL = 4096  # numbers below this are tried as nonces, and so are the powers of two


@dataclasses.dataclass(frozen=True)
class Family:
    """`key_of` gives the key of a difference, `difference_of` the difference of a key, or None where there is none;
    `differences` are those to try."""

    name: str
    key_of: Callable[[int], int | None]
    difference_of: Callable[[int], int | None]
    differences: frozenset[int]


@functools.cache
def changed_bytes(order: int) -> frozenset[int]:
    """What the change of one byte of a number adds to it."""
    count = (order.bit_length() + 7) // 8
    return frozenset(sign * (b << 8 * i) % order for i in range(count) for b in range(1, 256) for sign in (1, -1))


@functools.cache
def small_numbers(order: int) -> frozenset[int]:
    """Nonces that one tries first: zero, small ones, powers of two and those less one."""
    bits = order.bit_length()
    powers = {(1 << i) + more for i in range(bits + 1) for more in (0, -1)}
    return frozenset(number % order for number in {*range(SMALL), *powers})


def found(families: Iterable[Family], key: int) -> str | None:
    """The first family that gives the key, by its name."""
    for family in families:
        difference = family.difference_of(key)
        if difference is not None and difference in family.differences and family.key_of(difference) == key:
            return family.name
    return None


def searched(families: Iterable[Family], is_key: Callable[[int], bool]) -> tuple[str, int] | None:
    """The same by trying everything, and the key."""
    for family in families:
        for difference in family.differences:
            key = family.key_of(difference)
            if key is not None and is_key(key):
                return family.name, key
    return None


class Modular:
    """Arithmetic modulo a group order, in which a division by zero has no result."""

    def __init__(self, order: int):
        self.order = order

    def over(self, a: int | None, b: int | None) -> int | None:
        if a is None or b is None or b % self.order == 0:
            return None
        return a * pow(b, -1, self.order) % self.order

    def line(self, name: str, start: int | None, slope: int | None, differences: frozenset[int]) -> Iterator[Family]:
        """The family in which the key is start + slope * difference."""
        if start is None or slope is None:
            return
        n = self.order
        yield Family(name, lambda x: (start + slope * x) % n, lambda key: self.over(key - start, slope), differences)

    def inverse_line(
        self, name: str, start: int | None, slope: int | None, differences: frozenset[int]
    ) -> Iterator[Family]:
        """The family in which 1 / key is start + slope * difference."""
        if start is None or slope is None:
            return
        yield Family(
            name,
            lambda x: self.over(1, start + slope * x),
            lambda key: self.over((self.over(1, key) or 0) - start, slope),
            differences,
        )

    def one(self, name: str, key: int | None) -> Iterator[Family]:
        """The family of one key."""
        if key is not None:
            yield Family(name, lambda _: key % self.order, lambda _: 0, frozenset({0}))


def ecdsa(
    order: int, e: int, right: tuple[int, int], faulty: tuple[int, int], radixes: Iterable[int] = (1,)
) -> Iterator[Family]:
    """Families of deterministic ECDSA: s k = e + r d. `radixes` are the factors by which a number in Montgomery form
    may be off."""
    m, (r, s), (r2, s2) = Modular(order), right, faulty
    bytes_ = changed_bytes(order)
    if r2 != r:
        # The same nonce, another point: two equations.
        k = m.over(e * (r2 - r), s * r2 - s2 * r)
        yield from m.one("another r with the same nonce", m.over(k and s * k - e, r))
        # A nonce that differs in one byte, with its own point: s2 (k + x) = e + r2 d.
        t = m.over(1, s * r2 - s2 * r)
        if t:
            yield from m.line("nonces that differ in a byte", (s2 - s) * e * t, s * s2 * t, bytes_)
    if r2 == r and s2 != s:
        yield from _ecdsa_same_r(m, e, r, s, s2, bytes_)
    for radix in radixes:
        value = s2 * radix % order
        yield from m.one("s is the nonce", m.over(s * value - e, r))
        yield from m.one("s is the inverse of the nonce", m.over((m.over(s, value) or 0) - e, r))
    yield from ecdsa_alone(order, e, faulty, radixes)


def ecdsa_alone(order: int, e: int, faulty: tuple[int, int], radixes: Iterable[int] = (1,)) -> Iterator[Family]:
    """Those of ECDSA with a nonce that is drawn: no other signature has it, so the faulty one stands alone."""
    m, (r2, s2) = Modular(order), faulty
    for radix in radixes:
        value = s2 * radix % order
        yield from m.one("s without the inverse of the nonce", m.over(value - e, r2))
        yield from m.one("s without the digest and the inverse", m.over(value, r2))
        yield from m.one("s is the key", value)
    # A nonce that one can guess: s2 x = e + r2 d.
    yield from m.line("a guessed nonce", m.over(-e, r2), m.over(s2, r2), small_numbers(order))


def _ecdsa_same_r(m: Modular, e: int, r: int, s: int, s2: int, bytes_: frozenset[int]) -> Iterator[Family]:
    """Families whose r is right: something went wrong after it."""
    difference, ratio = (s2 - s) % m.order, m.over(s2, s)
    # s2 k = e + r (d + x): k = r x / (s2 - s).
    yield from m.line("a byte of the key in s", m.over(-e, r), m.over(s, difference), bytes_)
    # s2 k = e + x + r d: k = x / (s2 - s).
    yield from m.line("a byte of the digest in s", m.over(-e, r), m.over(s, r * difference), bytes_)
    # s2 (k + x) = s k: k = -s2 x / (s2 - s).
    yield from m.line("a byte of the nonce in s", m.over(-e, r), m.over(-s * s2, r * difference), bytes_)
    # s2 = s (1 + k x): k = (ratio - 1) / x.
    yield from m.line("a byte of the nonce's inverse", m.over(-e, r), m.over(s * (ratio - 1), r), _inverses(m.order))
    # s2 k = e + (r + x) d: 1 / d = (x - t r) / (t e) with t = ratio - 1.
    t = ratio - 1
    yield from m.inverse_line("a byte of r in s", m.over(-r, e), m.over(1, t * e), bytes_)
    # s2 k = r d, or s2 k = e.
    k = m.over(e, s - s2)
    yield from m.one("s without the digest", m.over(k and s * k - e, r))
    k = m.over(e, s2)
    yield from m.one("s without the key", m.over(k and s * k - e, r))


@functools.cache
def _inverses(order: int) -> frozenset[int]:
    return frozenset(pow(x, -1, order) for x in changed_bytes(order))


def schnorr(
    order: int, right: tuple[int, int], faulty: tuple[int, int], other_challenges: Iterable[tuple[str, int]] = ()
) -> Iterator[Family]:
    """Families of EdDSA and Schnorr's signatures: s = k + c d. A signature is the pair of s and its challenge c, which
    follows from the public parts. `other_challenges` are those of a hash with something left out, by name."""
    m, (c, s), (c2, s2) = Modular(order), right, faulty
    small = small_numbers(order)
    if s2 != s:
        yield from m.one("another challenge with the same nonce", m.over(s2 - s, c2 - c))
        for name, other in other_challenges:
            yield from m.one(f"the hash without {name}", m.over(s2 - s, other - c))
        yield from m.line("a byte of the challenge", 0, s2 - s, _inverses(order))
        yield from m.one("s is the nonce", m.over(s - s2, c))
    yield from m.one("s without the nonce", m.over(s2, c2))
    yield from m.line("a guessed nonce", m.over(s2, c2), m.over(-1, c2), small)
    yield from m.one("s is the key", s2)
