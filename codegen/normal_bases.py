"""Gaussian normal bases of binary fields: their part of the field headers, and generated/fb/normal/<field>.c.

Let p = T m + 1 be a prime, u of order T modulo p, and gamma a p-th root of unity. If beta is the sum of the T powers
gamma^(u^j), then beta, beta^2, beta^4, ... is a Gaussian normal basis of type T of F_2^m (IEEE P1363, A.3). beta and
its conjugates are the roots of one polynomial; any of them may be called beta. In the fields of NIST's curves it is
the one of FIPS 186: the b of its random curves, in normal basis, is the number drawn from the seed."""

import math
import textwrap
from functools import cache
from pathlib import Path

from codegen.fields import BINARY_FIELDS, GROUP_FIELDS, TEST_FIELDS, multiply, square, trace_exponents
from codegen.output import GENERATED, banner

# beta in polynomial basis. The fields ...n use beta's own polynomial; for fb7 and fb162 it is the least number.
NORMAL_ELEMENTS = {
    "fb7": 0xD,
    "fb162": 0x2D615805B7A21BB4B422BC0D5F64EE7CE34C314,
    "fb163": 0x715169C109C612E390D347C748342BCD3B02A0BEF,
    "fb191n": 2,
    "fb233": 0x1499E398AC5D79E368559B35CA49BB7305DA6C0390BCF9E2300253203C9,
    "fb239n": 2,
    "fb283": 0x31E0ED791C3282DC5624A720818049D053E8C7AB8663792BC1D792EBA9867FC7B317A99,
    "fb409": int(
        "dfa06be206aa97b7a41fffb9b0c55f8f048062fbe8381b4248adf92912ccc8e3f91a24e1cfb3950532b988971c23042e85708d", 16
    ),
    "fb571": int(
        "452186bbf5840a0bcf8c9f02a54efa04e813b43c3d4149606c4d27b487bf107393c8907f79d9778beb35ee87467d3288274caebda6ce05"
        "aeb4ca5cf3c3044bd4372232f2c1a27c4",
        16,
    ),
}


def has_normal_basis(field: str) -> bool:
    """Whether the library has a normal basis of the field."""
    return field in NORMAL_ELEMENTS


def polynomial(field: str) -> tuple[int, ...]:
    """Exponents of the field's polynomial."""
    return {**BINARY_FIELDS, **TEST_FIELDS, **GROUP_FIELDS}[field]


def is_type(degree: int, kind: int) -> bool:
    """Whether F_2^degree has a Gaussian normal basis of that type: p is prime, and 2 and the elements of order T
    generate all residues (IEEE P1363, A.3)."""
    p = kind * degree + 1
    if any(p % d == 0 for d in range(2, math.isqrt(p) + 1)):
        return False
    order, power = 1, 2 % p
    while power != 1:
        order, power = order + 1, power * 2 % p
    return math.gcd((p - 1) // order, degree) == 1


def normal_type(degree: int) -> int:
    """The least type of a Gaussian normal basis of F_2^degree, degree no multiple of 8."""
    return next(kind for kind in range(1, 8 * degree) if is_type(degree, kind))


@cache
def classes(degree: int) -> list[int]:
    """F of IEEE P1363: F[2^i u^j mod p] = i, so that gamma^k is one of the powers that make up beta^(2^F[k])."""
    kind = normal_type(degree)
    p = kind * degree + 1
    subgroups = ({pow(g, degree * j, p) for j in range(kind)} for g in range(1, p))
    powers_of_u = next(powers for powers in subgroups if len(powers) == kind)
    found = [0] * p
    for i in range(degree):
        for power in powers_of_u:
            found[pow(2, i, p) * power % p] = i
    return found


def products(degree: int) -> list[list[int]]:
    """For d up to degree/2, the w whose beta^(2^w) add up to beta beta^(2^d): F[k + 1] for all k with F[k] = d. For k
    = p - 1 the term is gamma^0, the sum of all."""
    sequence = classes(degree)
    p = len(sequence)
    rows = [set() for _ in range(degree // 2 + 1)]
    for k in range(1, p):
        if sequence[k] <= degree // 2:
            rows[sequence[k]] ^= set(range(degree)) if k == p - 1 else {sequence[k + 1]}
    return [sorted(row) for row in rows]


def dual_element(field: str) -> int:
    """delta, in polynomial basis, with Tr(delta beta) = 1 and Tr(delta beta^(2^i)) = 0 for all other i: beta if the
    type is even, else beta^(2^(m/2)) + 1."""
    poly, element = polynomial(field), NORMAL_ELEMENTS[field]
    if normal_type(poly[0]) % 2 == 0:
        return element
    for _ in range(poly[0] // 2):
        element = square(element, poly)
    return element ^ 1


def trace_mask(field: str) -> int:
    """The number with bit e = Tr(z^e delta)."""
    poly = polynomial(field)
    traces = sum(1 << e for e in trace_exponents(poly))
    power, mask = dual_element(field), 0
    for e in range(poly[0]):
        mask |= ((power & traces).bit_count() & 1) << e
        power = multiply(power, 2, poly)
    return mask


def array(name: str, comment: str, values: list[int]) -> str:
    """A table of 16-bit numbers."""
    body = textwrap.fill(", ".join(map(str, values)), 116, initial_indent="    ", subsequent_indent="    ")
    return f"/* {comment} */\nconst uint16_t FB({name})[{len(values)}] = {{\n{body},\n}};\n"


def source(field: str) -> str:
    """generated/fb/normal/<field>.c."""
    degree = polynomial(field)[0]
    kind, sequence, rows = normal_type(degree), classes(degree), products(degree)
    kept = sequence if kind % 2 else sequence[: len(sequence) // 2 + 1]
    numbered = [number for row in rows[1:] for number in (len(row), *row)]
    text = banner("codegen/normal_bases.py") + '#include "fb/normal_basis/normal.h"\n\n#if FB_HAS_NORMAL_BASIS\n\n'
    text += array("normal_classes", "F(k); F(p - k) = F(k) for even types. F(0) means nothing.", kept) + "\n"
    text += array("normal_products", "For d = 1 ... m/2 the number of w, and these w.", numbered)
    return text + "\n#endif\n"


def outputs() -> dict[Path, str]:
    return {GENERATED / f"fb/normal/{field}.c": source(field) for field in NORMAL_ELEMENTS}
