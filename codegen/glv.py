"""Efficient endomorphisms of curves y^2 = x^3 + b over F_p: (x, y) -> (beta x, y), with beta^3 = 1, is a
multiplication by lambda in a group of prime order n (Gallant, Lambert and Vanstone 2001). A scalar k becomes
k0 + k1 lambda with k0 and k1 of half its size: (k, 0) less a near vector of the lattice of all (x, y) with
x + y lambda = 0 modulo n."""

import dataclasses
import functools
from itertools import product

from codegen.points import PrimeCurve
from codegen.tau import GUARD_BITS

Vector = tuple[int, int]
WIDEST = 5  # window of the members in scalar/glv/
LEAST_BITS = 64  # of orders; the tests' tiny curves lack room between vectors


@dataclasses.dataclass(frozen=True)
class Endomorphism:
    """beta modulo p, lambda modulo n, and a basis of the lattice."""

    beta: int
    eigenvalue: int
    order: int
    scalar_bits: int
    basis: tuple[Vector, Vector]

    @property
    def scaled_coordinates(self) -> tuple[int, int]:
        """2^(scalar bits + GUARD_BITS) times the coordinates of (1, 0) in the basis, each rounded."""
        (a1, b1), (a2, b2) = self.basis
        determinant = a1 * b2 - a2 * b1
        return tuple(_rounded(c << self.scalar_bits + GUARD_BITS, determinant) for c in (b2, -b1))

    @property
    def minus_matrix(self) -> tuple[Vector, Vector]:
        """Rows of the matrix that has the basis, negated, as its columns."""
        (a1, b1), (a2, b2) = self.basis
        return (-a1, -a2), (-b1, -b2)

    def halves(self, k: int) -> Vector:
        """k0 and k1 with k = k0 + k1 lambda modulo n, as src/scalar/lattice.c finds them."""
        shift = self.scalar_bits + GUARD_BITS
        c = [(k * s + (1 << shift - 1)) >> shift for s in self.scaled_coordinates]
        (m00, m01), (m10, m11) = self.minus_matrix
        return k + m00 * c[0] + m01 * c[1], m10 * c[0] + m11 * c[1]

    @property
    def bounds(self) -> Vector:
        """More than k0 and k1 are in size: coordinates are off by at most 1/2 + 2^-(GUARD_BITS + 1)."""
        off = (1 << GUARD_BITS) + 1
        first, second = (sum(map(abs, part)) * off >> GUARD_BITS + 1 for part in zip(*self.basis, strict=True))
        return first + 1, second + 1

    @property
    def bits(self) -> int:
        """Of k0 and k1 in size."""
        return max(self.bounds).bit_length()


def _rounded(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def _cube_root_of_one(modulus: int) -> int:
    """One other than 1, modulo a prime."""
    return next(root for g in range(2, modulus) if (root := pow(g, (modulus - 1) // 3, modulus)) != 1)


def _reduced(first: Vector, second: Vector) -> tuple[Vector, Vector]:
    """A shortest basis of a lattice (Lagrange and Gauss)."""

    def product_of(x: Vector, y: Vector) -> int:
        return x[0] * y[0] + x[1] * y[1]

    while True:
        if product_of(first, first) > product_of(second, second):
            first, second = second, first
        times = _rounded(product_of(first, second), product_of(first, first))
        if not times:
            return first, second
        second = second[0] - times * first[0], second[1] - times * first[1]


def _has_room(endomorphism: Endomorphism) -> bool:
    """Whether no vector of the lattice but 0 has coordinates up to `bounds` and a window's digit and its double more:
    so no sum of scalar/glv/ meets equal or opposite points. Small combinations of a shortest basis suffice."""
    most0, most1 = (bound + (3 << WIDEST) for bound in endomorphism.bounds)
    (a1, b1), (a2, b2) = endomorphism.basis
    combinations = (c for c in product(range(-4, 5), repeat=2) if any(c))
    return all(abs(i * a1 + j * a2) > most0 or abs(i * b1 + j * b2) > most1 for i, j in combinations)


@functools.cache
def endomorphism(name: str, curve: PrimeCurve, n: int, size: int) -> Endomorphism | None:
    """That of a curve with a generator of order n, the order of the whole group, for scalars of `size` bits; None for
    curves that have none."""
    if curve.a or curve.p % 3 != 1 or n.bit_length() < LEAST_BITS:
        return None
    eigenvalue, root, p = _cube_root_of_one(n), _cube_root_of_one(curve.p), curve.p
    x, y = curve.generator
    image = curve.multiply(eigenvalue, curve.generator)
    beta = next(b for b in (root, root * root % p) if (b * x % p, y) == image)
    found = Endomorphism(beta, eigenvalue, n, size, _reduced((n, 0), (-eigenvalue, 1)))
    if not _has_room(found):
        raise ValueError(f"{name}: the proofs of scalar/glv/ do not hold")
    return found
