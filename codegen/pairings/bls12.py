"""Constants of BLS12 groups, generated/pairing/data/<field>.h, from curves/pairings.json: generators, the Frobenius
maps of the tower F_p2 = F_p(u), F_p6 = F_p2(v), F_p12 = F_p6(w) with u^2 = -1, v^3 = 1 + u, w^2 = v, the endomorphisms
of both groups, and the curves and isogenies of hashing."""

from pathlib import Path

from codegen.curves import per_word_size
from codegen.output import GENERATED, banner
from codegen.pairings.constants import Constants, of_family

Pair = tuple[int, int]
XI = (1, 1)  # v^3, which is no square and no cube in F_p2


def multiply(a: Pair, b: Pair, p: int) -> Pair:
    """The product in F_p2."""
    return (a[0] * b[0] - a[1] * b[1]) % p, (a[0] * b[1] + a[1] * b[0]) % p


def power(a: Pair, exponent: int, p: int) -> Pair:
    """a^exponent in F_p2 for an exponent that is not negative."""
    result = (1, 0)
    for bit in f"{exponent:b}":
        result = multiply(result, result, p)
        result = multiply(result, a, p) if bit == "1" else result
    return result


def inverse(a: Pair, p: int) -> Pair:
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, p)
    return a[0] * norm % p, -a[1] * norm % p


def root(a: int, p: int) -> int:
    """The even square root for p = 3 mod 4; ValueError if there is none."""
    found = pow(a, (p + 1) // 4, p)
    if found * found % p != a % p:
        raise ValueError(f"{a:#x} is no square")
    return p - found if found % 2 else found


def pair(values: list[str]) -> Pair:
    return int(values[0], 16), int(values[1], 16)


def cube_root_of_one(record: dict) -> int:
    """beta such that (beta x, y) is -x^2 times the point (x, y) of G1, x the parameter (Scott 2021, 4). The other root
    gives the multiple by x^2 - 1; curves/check_pairings.py tells which is which."""
    return int(record["g1"]["beta"], 16)


def frobenius(p: int) -> list[Pair]:
    """(1 + u)^(i (p - 1) / 6) for i from 1 to 5: w^p = w times the first."""
    return [power(XI, i * (p - 1) // 6, p) for i in range(1, 6)]


def lines(record: dict, word_bits: int) -> list[str]:
    """The macros at one word size."""
    c = Constants(record["field"]["name"], word_bits)
    p, factors = c.prime, frobenius(c.prime)
    g1, g2, hashed = record["g1"], record["g2"], record["hash"]
    values = {
        "BLS12_ORDER": c.order(int(record["r"], 16)),
        "BLS12_MINUS_X_WORDS": c.number(-int(record["parameter"], 16), 64),
        "BLS12_X_SQUARED": c.number(int(record["parameter"], 16) ** 2, 128),
        "BLS12_G1_X": c.element(int(g1["G"]["x"], 16)),
        "BLS12_G1_Y": c.element(int(g1["G"]["y"], 16)),
        "BLS12_G2_X": c.pair(pair(g2["G"]["x"])),
        "BLS12_G2_Y": c.pair(pair(g2["G"]["y"])),
        "BLS12_BETA": c.element(cube_root_of_one(record)),
        "BLS12_FROBENIUS": "{" + ", ".join(map(c.pair, factors)) + "}",
        "BLS12_FROBENIUS_SQUARED": "{" + ", ".join(c.element((a * a + b * b) % p) for a, b in factors) + "}",
        "BLS12_PSI_X": c.pair(inverse(factors[1], p)),
        "BLS12_PSI_Y": c.pair(inverse(factors[2], p)),
        **hash_g1(c, hashed["g1"]),
        **hash_g2(c, hashed["g2"]),
    }
    return [f"#define {name} {value}" for name, value in values.items()]


def hash_g1(c: Constants, data: dict) -> dict[str, str]:
    """The curve of the map to G1, -Z, the root by which a square root becomes one of the other candidate, and the
    isogeny (RFC 9380, 8.8.1, E.2)."""
    a, b, z = (int(data[key], 16) for key in "abz")
    values = {
        "BLS12_MAP1_A": c.element(a),
        "BLS12_MAP1_B": c.element(b),
        "BLS12_MAP1_Z": c.element(z),
        "BLS12_MAP1_MINUS_B_BY_A": c.element(-b * pow(a, -1, c.prime)),
        "BLS12_MAP1_B_BY_ZA": c.element(b * pow(z * a, -1, c.prime)),
        "BLS12_MAP1_ROOT": c.element(root(-(z**3), c.prime)),
    }
    for name, coefficients in data["isogeny"].items():
        listed = ", ".join(f"{{{c.element(int(value, 16))}}}" for value in coefficients)
        values[f"BLS12_MAP1_{name.upper()}"] = f"{{{listed}}}"
    return values


def hash_g2(c: Constants, data: dict) -> dict[str, str]:
    """The same for G2 (RFC 9380, 8.8.2, E.3); the root is that of the norms."""
    a, b, z = (pair(data[key]) for key in "abz")
    minus_b = (-b[0] % c.prime, -b[1] % c.prime)
    values = {
        "BLS12_MAP2_A": c.pair(a),
        "BLS12_MAP2_B": c.pair(b),
        "BLS12_MAP2_Z": c.pair(z),
        "BLS12_MAP2_MINUS_B_BY_A": c.pair(multiply(minus_b, inverse(a, c.prime), c.prime)),
        "BLS12_MAP2_B_BY_ZA": c.pair(multiply(b, inverse(multiply(z, a, c.prime), c.prime), c.prime)),
        "BLS12_MAP2_ROOT": c.element(root(-((z[0] ** 2 + z[1] ** 2) ** 3), c.prime)),
    }
    for name, coefficients in data["isogeny"].items():
        values[f"BLS12_MAP2_{name.upper()}"] = "{" + ", ".join(c.pair(pair(value)) for value in coefficients) + "}"
    return values


def header(record: dict) -> str:
    """generated/pairing/data/<field>.h. Elements are in the field's form; no monic highest coefficient of an isogeny is
    listed."""
    parameter = int(record["parameter"], 16)
    if not 1 << 63 <= -parameter < 1 << 64:
        raise ValueError(f"{record['name']}: src/pairing/bls12 computes with a negative parameter of 64 bits")
    text = banner("curves/pairings.json and codegen/pairings/bls12.py")
    text += f"#define BLS12_ORDER_BITS {int(record['r'], 16).bit_length()}\n"
    text += f"#define BLS12_MINUS_X {-parameter:#x}ULL /* the parameter, without its sign */\n"
    return text + per_word_size(lambda w: "\n".join([*lines(record, w), ""]))


def outputs() -> dict[Path, str]:
    return {GENERATED / f"pairing/data/{record['field']['name']}.h": header(record) for record in of_family("bls12")}
