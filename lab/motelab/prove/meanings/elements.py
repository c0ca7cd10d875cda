"""Statements on several elements of a binary field, in arrays: sums, multiples by constants, products and squares in
F_2^m or in F_2^m(u), u^2 = u + 1. Each is a function that is linear over GF(2), or linear in each of two groups of
inputs, and is written here by the arithmetic of the field alone."""

import dataclasses
import functools
import random
from collections.abc import Callable

from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.binary import carryless, reduced
from motelab.prove.meanings.common import Meaning
from motelab.prove.targets import Target

Exponents = tuple[int, ...]
Rows = dict[str, list[int]]


class Field:
    """F_2^m, and F_2^m(u) as pairs."""

    def __init__(self, f: Exponents):
        self.f = f

    def times(self, a: int, b: int) -> int:
        return reduced(carryless(a, b), self.f)

    def over(self, a: int, b: int) -> int:
        """a / b."""
        return self.times(a, inverse(b, self.f))

    def times_u(self, a: list[int], b: list[int]) -> list[int]:
        """(a0 + a1 u)(b0 + b1 u) = a0 b0 + a1 b1 + (a0 b1 + a1 b0 + a1 b1) u."""
        high = self.times(a[1], b[1])
        return [self.times(a[0], b[0]) ^ high, self.times(a[0], b[1]) ^ self.times(a[1], b[0]) ^ high]

    def polynomial(self, coefficients: list[int], x: int) -> int:
        total = 0
        for one in reversed(coefficients):
            total = self.times(total, x) ^ one
        return total


@functools.cache
def inverse(b: int, f: Exponents) -> int:
    """1/b: b^(2^m - 2)."""
    result, power = 1, b
    for _ in range(f[0] - 1):
        power = reduced(carryless(power, power), f)
        result = reduced(carryless(result, power), f)
    return result


@dataclasses.dataclass(frozen=True)
class Elements(Meaning):
    """A statement on arrays. output and inputs: parameters and their elements; function: the elements of the output.
    It is linear over GF(2) in all inputs, or, if `right` names some, linear in these and linear in the others.
    switches: parameters that are a mask, 0 or all ones in a word, given to the function as 0 or 1."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    function: Callable[[Field, Rows], list[int]]
    right: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        size = places(contract) // 8
        found = {name: size * count for name, count in self.inputs}
        return found | {self.output[0]: max(size * self.output[1], found.get(self.output[0], 0))}

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: high + 1 for name, high in self.draw(target, contract, None).items()}

    def draw(self, target: Target, contract: Contract, source: random.Random | None) -> dict[str, int]:
        bits, values = contract.modulus[0], {}
        for name, count in self.inputs:
            rows = [source.getrandbits(bits) if source else (1 << bits) - 1 for _ in range(count)]
            values[name] = packed(rows, contract)
        ones = (1 << target.word_bits) - 1
        return values | {name: source.choice((0, ones)) if source else ones for name in self.switches}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        size, rows = places(contract), {}
        for name, count in self.inputs:
            rows[name] = [inputs[name] >> size * i & (1 << size) - 1 for i in range(count)]
        switches = {name: [int(inputs[name] != 0)] for name in self.switches}
        result = self.function(Field(contract.modulus), rows | switches)
        return output & (1 << size * len(result)) - 1 == packed(result, contract)


def places(contract: Contract) -> int:
    """Bits of an element's place in an array: whole bytes, as on AVR, which alone has such kernels."""
    return -(-contract.modulus[0] // 8) * 8


def packed(rows: list[int], contract: Contract) -> int:
    """An array as a number."""
    return sum(row << places(contract) * i for i, row in enumerate(rows))


def sum_of_two(k: Field, n: Rows) -> list[int]:
    return [x ^ y for x, y in zip(n["a"], n["b"], strict=True)]


def product(k: Field, n: Rows) -> list[int]:
    return k.times_u(n["a"], n["b"])


def two_products(k: Field, n: Rows) -> list[int]:
    return k.times_u(n["a"][:2], n["b"]) + k.times_u(n["a"][2:], n["b"])


def frobenius_u(k: Field, a: list[int]) -> list[int]:
    """a^2, which is linear: a0^2 + a1^2 u^2."""
    return [k.times(a[0], a[0]) ^ k.times(a[1], a[1]), k.times(a[1], a[1])]


def square(k: Field, n: Rows) -> list[int]:
    return frobenius_u(k, n["a"])


def square_of_sum(k: Field, n: Rows) -> list[int]:
    a, b, c, d = n["r"]
    return [*frobenius_u(k, [a ^ c, b ^ d]), c, d]


def plus_multiple(constant: list[int]) -> Callable[[Field, Rows], list[int]]:
    def function(k: Field, n: Rows) -> list[int]:
        return [x ^ y for x, y in zip(n["r"], k.times_u(constant, n["c"]), strict=True)]

    return function


def plus_multiples_by_root(k: Field, n: Rows) -> list[int]:
    """sqrt(b)^2 = b = 1 + z^54."""
    root, p = [1 | 1 << 27, 0], n["p"]
    first, second = k.times_u(root, p[6:8]), k.times_u(root, p[4:6])
    return [x ^ y for x, y in zip(p[:4], [*first, *second], strict=True)]


def turned(k: Field, n: Rows) -> list[int]:
    """zeta and the opposite of a point (x, s), each if its switch is 1. The conjugate of u is u + 1."""
    x, s = n["q"][:2], n["q"][2:]
    if n["zeta"][0]:
        x, s = [x[0] ^ x[1], x[1]], [s[0] ^ s[1], s[1]]
        s = [p ^ q for p, q in zip(s, k.times_u([1, 1], x), strict=True)]
    if n["negative"][0]:
        s = [p ^ q for p, q in zip(s, x, strict=True)]
    return [*x, *s]


W = 1 << 8  # w = z^8 of the eta pairing


def values_of(k: Field, n: Rows) -> list[int]:
    return [k.polynomial(n["a"], x) for x in (W, W ^ 1, W << 8, 1)]


def quotient(first: int, second: int) -> Callable[[Field, Rows], list[int]]:
    """((r + b) / w^first + c) / (w^second + 1)."""

    def function(k: Field, n: Rows) -> list[int]:
        total = k.over(n["r"][0] ^ n["b"][0], 1 << 8 * first) ^ n.get("c", [0])[0]
        return [k.over(total, 1 << 8 * second ^ 1)]

    return function


def remainders(k: Field, n: Rows) -> list[int]:
    (r0, r1, r2), (_, a1) = n["r"], n["a"]
    w, w2, w3, w6 = (1 << 8 * i for i in (1, 2, 3, 6))
    return [
        r0 ^ k.times(1 ^ w, r1) ^ k.times(w ^ w2, a1),
        r1 ^ k.times(1 ^ w ^ w2, a1),
        r0 ^ k.times(w ^ w2, r1) ^ r2 ^ k.times(w3 ^ w6, a1),
    ]


def combined(k: Field, n: Rows) -> list[int]:
    (_, r1, r2, r3), (a0, a1, a2, a3), (b0, b1, b2) = n["r"], n["a"], n["b"]
    multiple = k.times(1 ^ 1 << 8 ^ 1 << 16, a2)
    return [r1 ^ a2 ^ b0, r1 ^ r2 ^ a0 ^ a1 ^ multiple ^ a3, r2 ^ r3 ^ a0 ^ multiple ^ b1, r3 ^ b2]


QUADRATIC = "in F_2^127(u), u^2 = u + 1"
# Field and statement -> meaning. An element of F_2^127(u) is two of F_2^127.
ELEMENTS = {
    ("fb127", "r = a + b"): Elements(("r", 2), (("a", 2), ("b", 2)), sum_of_two),
    ("fb127", f"r = a b {QUADRATIC}"): Elements(("r", 2), (("a", 2), ("b", 2)), product, ("b",)),
    ("fb127", f"r[i] = a[i] b for i < 2 {QUADRATIC}"): Elements(("r", 4), (("a", 4), ("b", 2)), two_products, ("b",)),
    ("fb127", f"r = a^2 {QUADRATIC}"): Elements(("r", 2), (("a", 2),), square),
    ("fb127", f"r[0] = (r[0] + r[1])^2 {QUADRATIC}"): Elements(("r", 4), (("r", 4),), square_of_sum),
    ("fb127", "r += a c for a = u, u^2 = u + 1"): Elements(("r", 2), (("r", 2), ("c", 2)), plus_multiple([0, 1])),
    ("fb127", "r += (a + 1) c for a = u, u^2 = u + 1"): Elements(("r", 2), (("r", 2), ("c", 2)), plus_multiple([1, 1])),
    ("fb127", "r[0] = p[0] + p[3] sqrt(b) and r[1] = p[1] + p[2] sqrt(b) for b = 1 + z^54"): Elements(
        ("r", 4), (("p", 8),), plus_multiples_by_root
    ),
    ("fb127", "r = zeta(q), and then -r, each where its mask is ~0 and not where it is 0"): Elements(
        ("r", 4), (("q", 4),), turned, switches=("zeta", "negative")
    ),
    ("fb271", "r = the polynomial a of degree 3 at w, w + 1, w^2 and 1"): Elements(("r", 4), (("a", 4),), values_of),
    ("fb271", "r = the polynomial a of degree 2 at w, w + 1, w^2 and 1"): Elements(("r", 4), (("a", 3),), values_of),
    ("fb271", "r = ((r + b) / w^1) / (w^1 + 1)"): Elements(("r", 1), (("r", 1), ("b", 1)), quotient(1, 1)),
    ("fb271", "r = ((r + b) / w^1) / (w^3 + 1)"): Elements(("r", 1), (("r", 1), ("b", 1)), quotient(1, 3)),
    ("fb271", "r = ((r + b) / w^1 + c) / (w^1 + 1)"): Elements(
        ("r", 1), (("r", 1), ("b", 1), ("c", 1)), quotient(1, 1)
    ),
    ("fb271", "r = ((r + b) / w^2 + c) / (w^2 + 1)"): Elements(
        ("r", 1), (("r", 1), ("b", 1), ("c", 1)), quotient(2, 2)
    ),
    (
        "fb271",
        "r[0] = r[0] + (1 + w) r[1] + (w + w^2) a[1], r[1] = r[1] + (1 + w + w^2) a[1], r[2] = r[0] + (w + w^2) r[1] + "
        "r[2] + (w^3 + w^6) a[1]: (F_1, q, F_2) becomes (A, h3, A + B), with a = (h0, h5)",
    ): Elements(("r", 3), (("r", 3), ("a", 2)), remainders),
    (
        "fb271",
        "r[0] = r[1] + a[2] + b[0], r[1] = r[1] + r[2] + a[0] + a[1] + (1 + w + w^2) a[2] + a[3], r[2] = r[2] + r[3] + "
        "a[0] + (1 + w + w^2) a[2] + b[1], r[3] = r[3] + b[2]: f becomes the product, from a = (A, h3, h4, S) and b = "
        "(h0, h5, h3 + f0)",
    ): Elements(("r", 4), (("r", 4), ("a", 4), ("b", 3)), combined),
}


def elements(contract: Contract) -> Elements | None:
    """The meaning of a statement on arrays of elements; None if the table has none."""
    if contract.target not in ("avr", "armv7") or not contract.kernel.startswith(("fb127_gls_", "fb271_eta_")):
        return None
    return ELEMENTS.get((contract.field, contract.statement))
