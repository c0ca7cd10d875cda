"""`python3 curves/find_tate.py` finds the groups of the Tate pairing on y^2 = x^3 + x again, and prints them as records
of pairings.json, all but their remarks. A second.

The order r is given: a prime 2^a + 2^b + 1, for which the loop of the pairing has one addition. The prime of the field
is q = h r - 1 with h = 4 m, so that q = 3 mod 4 and the curve has q + 1 = h r points. Candidates for m are numbers of
the length that q asks for, from SHAKE256 of the name and a counter from 0: the first q of exactly that size that is
prime, with h not divisible by r, is taken. So q has no special form but that it is -1 modulo r; r's form is no help to
a number field sieve, which sees q alone.

The generator is h times the first point with an x-coordinate from SHAKE256 of the name and a counter, and with even y,
whose multiple is not infinity."""

import hashlib
import json
import sys
from collections.abc import Iterator

# Name, bits of q, the exponents a and b of r.
GROUPS = (("tate-256", 256, 159, 63), ("tate-256-short", 256, 127, 25), ("tate-512", 512, 159, 63))
Point = tuple[int, int] | None


def is_probable_prime(n: int) -> bool:
    """Miller and Rabin's test to 40 bases that SHAKE256 draws from n; curves/check.py proves the primes."""
    if n < 1000 or n % 2 == 0:
        return n > 1 and all(n % d for d in range(2, n))
    twos = ((n - 1) & -(n - 1)).bit_length() - 1
    for i in range(40):
        base = number(f"base {i} of {n}", n.bit_length() + 64) % (n - 3) + 2
        power = pow(base, (n - 1) >> twos, n)
        if power not in (1, n - 1) and all((power := power * power % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


def number(text: str, bits: int) -> int:
    """A number of at most so many bits: the first bits of SHAKE256 of the text."""
    count = -(-bits // 8)
    return int.from_bytes(hashlib.shake_256(text.encode()).digest(count), "big") >> (8 * count - bits)


def primes(name: str, bits: int, r: int) -> Iterator[tuple[int, int]]:
    """Counters and primes q = h r - 1 of exactly so many bits, h = 4 m not divisible by r."""
    length = bits - r.bit_length() - 1  # m has this length, or one bit less
    for counter in range(1 << 20):
        h = 4 * number(f"motecurve {name} m {counter}", length)
        q = h * r - 1
        if q.bit_length() == bits and h % r and is_probable_prime(q):
            yield counter, q


def add(p: Point, q: Point, prime: int) -> Point:
    """The sum of two points of y^2 = x^3 + x; None is infinity."""
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if (p[1] + q[1]) % prime == 0:
            return None
        slope = (3 * p[0] * p[0] + 1) * pow(2 * p[1], -1, prime)
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, prime)
    x = (slope * slope - p[0] - q[0]) % prime
    return x, (slope * (p[0] - x) - p[1]) % prime


def multiply(k: int, p: Point, prime: int) -> Point:
    """k p."""
    result: Point = None
    for bit in f"{k:b}":
        result = add(result, result, prime)
        if bit == "1":
            result = add(result, p, prime)
    return result


def generator(name: str, q: int, r: int) -> tuple[int, int]:
    """The generator of the group of order r."""
    for counter in range(1000):
        x = number(f"motecurve {name} x {counter}", q.bit_length() + 64) % q
        square = (x**3 + x) % q
        y = pow(square, (q + 1) // 4, q)
        if y * y % q == square:
            point = multiply((q + 1) // r, (x, min(y, q - y, key=lambda root: root % 2)), q)
            if point is not None:
                return point
    raise ValueError(f"{name}: no point among 1000 numbers")


def record(name: str, bits: int, a: int, b: int) -> dict:
    """The group as a record of pairings.json."""
    r = 2**a + 2**b + 1
    counter, q = next(primes(name, bits, r))
    x, y = generator(name, q, r)
    return {
        "name": name,
        "p": hex(q),
        "a": "0x1",
        "b": "0x0",
        "x": hex(x),
        "y": hex(y),
        "order": hex(r),
        "order_form": f"2^{a} + 2^{b} + 1",
        "cofactor": hex((q + 1) // r),
        "counter": counter,
    }


def main() -> int:
    json.dump([record(*group) for group in GROUPS], sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
