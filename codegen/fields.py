"""The fields that are built, and arithmetic in the binary ones."""

import json
from pathlib import Path

from codegen.output import ROOT

# Exponents of the reduction polynomial. If several fields have one degree, a name ends in the middle exponent, or in
# n for the polynomial of an optimal normal basis. fb7 belongs to no standard: it is small enough for exhaustive
# tests.
BINARY_FIELDS = {
    "fb7": (7, 1, 0),
    "fb113": (113, 9, 0),
    "fb131": (131, 8, 3, 2, 0),
    "fb155": (155, 62, 0),
    "fb163": (163, 7, 6, 3, 0),
    "fb163k8": (163, 8, 2, 1, 0),
    "fb176": (176, 43, 2, 1, 0),
    "fb185": (185, 69, 0),
    "fb191": (191, 9, 0),
    "fb191n": (191, 190, 188, 184, 176, 160, 128, 64, 63, 62, 60, 56, 48, 32, 0),
    "fb193": (193, 15, 0),
    "fb208": (208, 83, 2, 1, 0),
    "fb233": (233, 74, 0),
    "fb239": (239, 158, 0),
    "fb239k36": (239, 36, 0),
    "fb239n": (
        *(239, 238, 236, 232, 224, 208, 207, 206, 204, 200, 192),
        *(144, 143, 142, 140, 136, 128, 16, 15, 14, 12, 8, 0),
    ),
    "fb272": (272, 56, 3, 1, 0),
    "fb283": (283, 12, 7, 5, 0),
    "fb304": (304, 11, 2, 1, 0),
    "fb359": (359, 68, 0),
    "fb368": (368, 85, 2, 1, 0),
    "fb409": (409, 87, 0),
    "fb431": (431, 120, 0),
    "fb571": (571, 10, 5, 2, 0),
}

# Primes. If several have one size, the name says which curve uses the prime: r1, k1 of SEC 2, w of WTLS, bp of
# Brainpool. fp7 is the prime of tiny test curves, fp7e the prime of tiny curves of Edwards and Montgomery form.
PRIME_FIELDS = {
    "fp7": 127,
    "fp7e": 109,
    "fp112r1": (2**128 - 3) // 76439,
    "fp112w8": 2**112 - 537,
    "fp128r1": 2**128 - 2**97 - 1,
    "fp160k1": 2**160 - 2**32 - 21389,
    "fp160r1": 2**160 - 2**31 - 1,
    "fp160w9": 2**160 - 229233,
    "fp160bp": 0xE95E4A5F737059DC60DFC7AD95B3D8139515620F,
    "fp192k1": 2**192 - 2**32 - 4553,
    "fp192r1": 2**192 - 2**64 - 1,
    "fp192bp": 0xC302F41D932A36CDA7A3463093D18DB78FCE476DE1A86297,
    "fp224k1": 2**224 - 2**32 - 6803,
    "fp224r1": 2**224 - 2**96 + 1,
    "fp224bp": 0xD7C134AA264366862A18302575D1D787B09F075797DA89F57EC8C0FF,
    "fp239": 2**239 - 2**143 - 2**95 + 2**47 - 1,
    "fp255": 2**255 - 19,
    "fp256k1": 2**256 - 2**32 - 977,
    "fp256r1": 2**256 - 2**224 + 2**192 + 2**96 - 1,
    "fp256bp": 0xA9FB57DBA1EEA9BC3E660A909D838D726E3BF623D52620282013481D1F6E5377,
    "fp256sm2": 2**256 - 2**224 - 2**96 + 2**64 - 1,
    "fp256frp": 0xF1FD178C0B3AD58F10126DE8CE42435B3961ADBCABC8CA6DE8FCF353D86E9C03,
    "fp320bp": 0xD35E472036BC4FB7E13C785ED201E065F98FCFA6F6F40DEF4F92B9EC7893EC28FCD412B1F1B32E27,
    "fp384r1": 2**384 - 2**128 - 2**96 + 2**32 - 1,
    "fp384bp": 0x8CB91E82A3386D280F5D6F7E50E641DF152F7109ED5456B412B1DA197FB71123ACD3A729901D1A71874700133107EC53,
    "fp448": 2**448 - 2**224 - 1,
    "fp512bp": int(
        "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e6"
        "2881ff2f2d82c68528aa6056583a48f3",
        16,
    ),
    "fp521": 2**521 - 1,
}

# Fields without curves, for tests of fb/ alone: no field with curves has an optimal normal basis of type I.
TEST_FIELDS = {"fb162": (162, 27, 0)}

FIELDS = {**BINARY_FIELDS, **PRIME_FIELDS}


def load_pairings(path: Path = ROOT / "curves/pairings.json") -> dict[str, dict]:
    """Records of the groups with pairings by name."""
    return {record["name"]: record for record in json.loads(path.read_text())["pairings"]}


def load_groups() -> dict[str, dict]:
    """Records of the groups that are no curves of the catalogue, by name: those with pairings, GLS254, FourQ."""
    files = [json.loads((ROOT / f"curves/{name}.json").read_text()) for name in ("gls254", "fourq")]
    return {**load_pairings(), **{record["name"]: record for file in files for record in file["groups"]}}


def modulus_of(field: dict) -> int | tuple[int, ...]:
    """The prime of a record's field, or the exponents of its polynomial."""
    return int(field["p"], 16) if field["type"] == "prime" else tuple(field["poly"])


# Fields of these groups, which the library has only by MC_PAIRINGS, MC_GLS254 and MC_FOURQ (cmake/pairings.cmake). No
# curve of curves.json is over one of them.
GROUP_FIELDS = {record["field"]["name"]: modulus_of(record["field"]) for record in load_groups().values()}

# Exponents of the polynomials of all binary fields.
POLYNOMIALS = {**BINARY_FIELDS, **{field: e for field, e in GROUP_FIELDS.items() if isinstance(e, tuple)}}
# Every prime with arithmetic.
PRIMES = {**PRIME_FIELDS, **{field: p for field, p in GROUP_FIELDS.items() if isinstance(p, int)}}
# Binary fields for which hosts have every operation: those of the NIST curves, and the tiny field of their tests.
COMMON_FIELDS = ("fb7", "fb163", "fb233", "fb283", "fb409", "fb571")
TINY_FIELDS = ("fb7", "fp7", "fp7e")

_NAMES = {modulus: name for name, modulus in FIELDS.items()}


def field_name(record: dict) -> str:
    """Name of the field of a curve's record in curves.json."""
    field = record["field"]
    modulus = modulus_of(field)
    if modulus not in _NAMES:
        raise ValueError(f"{record['name']}: no field is built for {modulus}")
    return _NAMES[modulus]


def bits(field: str) -> int:
    """Bits of an element: the degree, or the size of the prime."""
    modulus = {**FIELDS, **TEST_FIELDS, **GROUP_FIELDS}[field]
    return modulus[0] if isinstance(modulus, tuple) else modulus.bit_length()


def reduce(a: int, poly: tuple[int, ...]) -> int:
    """a modulo the polynomial, as integers with bit i for z^i."""
    while high := a >> poly[0]:
        a ^= high << poly[0]
        for e in poly[1:]:
            a ^= high << e
    return a


def multiply(a: int, b: int, poly: tuple[int, ...]) -> int:
    """Product of two elements of a binary field."""
    product = 0
    while b:
        lowest = b & -b
        product ^= a * lowest
        b ^= lowest
    return reduce(product, poly)


def square(a: int, poly: tuple[int, ...]) -> int:
    """a^2: the bits of a in the even places, as if its binary notation were read in base 4."""
    return reduce(int(f"{a:b}", 4), poly)


def square_root(a: int, poly: tuple[int, ...]) -> int:
    """a^(2^(m-1))."""
    for _ in range(poly[0] - 1):
        a = square(a, poly)
    return a


def trace_exponents(poly: tuple[int, ...]) -> list[int]:
    """The i with Tr(z^i) = 1; Tr(a) is the sum of these coefficients of a.

    Tr(z^i) is the sum of the i-th powers of the polynomial's roots, which Newton's identities give from its
    coefficients: p_i = e_1 p_(i-1) + ... + e_(i-1) p_1 + i e_i, with e_j the coefficient of z^(m-j)."""
    degree = poly[0]
    lower = [degree - e for e in poly[1:]]
    sums = [degree % 2]
    for i in range(1, degree):
        term = sum(sums[i - j] for j in lower if j < i) + (i if i in lower else 0)
        sums.append(term % 2)
    return [i for i, value in enumerate(sums) if value]


def inverse_series(poly: tuple[int, ...]) -> list[int]:
    """The e <= m - 2 with a term z^-e in z^m / f, as a power series in 1/z. For c of degree at most 2m - 2, the
    quotient of c by f is the sum of the c / z^(m+e), without the fractional parts."""
    steps = [poly[0] - e for e in poly[1:]]
    series = [1]
    for i in range(1, poly[0] - 1):
        series.append(sum(series[i - step] for step in steps if step <= i) % 2)
    return [e for e, value in enumerate(series) if value]


def subfield_element_of_trace_one(poly: tuple[int, ...], degree: int) -> int:
    """An element of F_2^degree, where m/degree is odd, of trace 1: the relative trace of an element of trace 1."""
    conjugate, total = 1 << trace_exponents(poly)[0], 0
    for _ in range(poly[0] // degree):
        total ^= conjugate
        for _ in range(degree):
            conjugate = square(conjugate, poly)
    return total


def load_curves(path: Path = ROOT / "curves/curves.json") -> dict[str, dict]:
    """Curve records by name."""
    return {record["name"]: record for record in json.loads(path.read_text())["curves"]}
