"""Errors that papers print (data/errata.toml): if a statement can be computed, it is, both as printed and as
corrected."""

import math
import random
from collections.abc import Callable

import pytest

from codegen.fields import multiply, reduce
from codegen.points import inverse
from motelab.compare import errata, published
from motelab.compare.errata import Erratum
from motelab.compare.published import PublishedRow
from motelab.subjects import curves

F_2_163 = (163, 7, 6, 3, 0)
F_2_8 = (8, 4, 3, 1, 0)
SMALL = (7, 1, 0)  # the field of a small curve
PRODUCT_BYTES = 42  # of two elements of F_2^163


def value(source: str, table: str, metric: str = "microseconds", **wanted: str) -> float:
    """The only published figure that agrees with `wanted`."""
    (found,) = (
        row.value
        for row in published.rows(source, table)
        if row.metric == metric and all(getattr(row, name) == text for name, text in wanted.items())
    )
    return found


def products(count: int = 100) -> list[int]:
    """Polynomials that occur as products of two elements of F_2^163, one with every coefficient."""
    source = random.Random(1)
    return [2**325 - 1, *(source.getrandbits(325) for _ in range(count))]


def reduces(algorithm: Callable[[list[int]], None]) -> bool:
    """Whether an algorithm over bytes reduces every product."""
    for product in products():
        c = list(product.to_bytes(PRODUCT_BYTES, "little"))
        algorithm(c)
        if int.from_bytes(c[:21], "little") != reduce(product, F_2_163):
            return False
    return True


def fold_top(c: list[int]) -> None:
    """aranha2008 Algorithm 5, lines 7 to 10: the upper five bits of byte 20."""
    t = c[20] >> 3
    c[0] ^= (t << 7 ^ t << 6 ^ t << 3 ^ t) & 0xFF
    c[1] ^= t >> 1 ^ t >> 2
    c[20] &= 7


def aranha2008_algorithm_5(c: list[int], third: Callable[[int], int]) -> None:
    for i in range(41, 20, -1):
        t = c[i]
        c[i - 21] ^= t << 5 & 0xFF
        c[i - 20] ^= (t << 4 ^ third(t) ^ t ^ t >> 3) & 0xFF
        c[i - 19] ^= t >> 4 ^ t >> 5
    fold_top(c)


def aranha2008_algorithm_6(c: list[int], first: Callable[[int, int], int], last: Callable[[list[int]], None]) -> None:
    r = dict.fromkeys("abc", 0)

    def accumulate(r0: str, r1: str, r2: str, t: int) -> None:
        r[r0] = first(r[r0], t)
        r[r1] ^= (t ^ t << 3 ^ t << 4 ^ t >> 3) & 0xFF
        r[r2] = t << 5 & 0xFF

    for i in range(21, 3, -3):
        for k, names in enumerate(("bca", "cab", "abc")):
            accumulate(*names, c[i + 19 - k])
            c[i - k] ^= r[names[0]]
    accumulate(*"bca", c[22])
    c[3] ^= r["b"]
    accumulate(*"cab", c[21])
    c[2] ^= r["c"]
    c[1] ^= r["a"]
    c[0] ^= r["b"]
    last(c)


def tinyecck2008_algorithm_5(c: list[int], mask: int) -> None:
    for i in range(41, 21, -4):
        t1, t2, t3, t4 = c[i], c[i - 1], c[i - 2], c[i - 3]
        c[i - 24] ^= t4 << 5 & 0xFF
        c[i - 23] ^= (t3 << 5 ^ t4 << 4 ^ t4 << 3 ^ t4 ^ t4 >> 3) & 0xFF
        c[i - 22] ^= (t2 << 5 ^ t3 << 4 ^ t3 << 3 ^ t3 ^ t3 >> 3 ^ t4 >> 4 ^ t4 >> 5) & 0xFF
        c[i - 21] ^= (t1 << 5 ^ t2 << 4 ^ t2 << 3 ^ t2 ^ t2 >> 3 ^ t3 >> 4 ^ t3 >> 5) & 0xFF
        c[i - 20] ^= (t1 << 4 ^ t1 << 3 ^ t1 ^ t1 >> 3 ^ t2 >> 4 ^ t2 >> 5) & 0xFF
        c[i - 19] ^= t1 >> 4 ^ t1 >> 5
    t1, t2 = c[21], c[20] & mask
    c[0] ^= (t1 << 5 ^ t2 << 4 ^ t2 << 3 ^ t2 ^ t2 >> 3) & 0xFF
    c[1] ^= (t1 << 4 ^ t1 << 3 ^ t1 ^ t1 >> 3 ^ t2 >> 4 ^ t2 >> 5) & 0xFF
    c[2] ^= t1 >> 4 ^ t1 >> 5
    c[20] &= 7


def product(a: int, b: int) -> int:
    """The product of two polynomials, not reduced."""
    return multiply(a, b, (a.bit_length() + b.bit_length(), 0))


def aranha2008_algorithm_4(a: bytes, b: int, keeps_sums: bool) -> int:
    """a b, where the sums of the second pass are kept or, as printed, overwritten."""
    v, low = 0, 0
    for i, byte in enumerate(a):
        v = v >> 8 ^ product(byte >> 4, b)
        low |= (v & 0xFF) << 8 * i
    c = (v >> 8 << 8 * len(a) | low) << 4
    v = 0
    for i, byte in enumerate(a):
        v = (v >> 8 if keeps_sums else 0) ^ product(byte & 15, b)
        c ^= (v & 0xFF) << 8 * i
    return c ^ v >> 8 << 8 * len(a)


def aranha2008_algorithm_7(a: int, returns_after_loop: bool) -> int | None:
    f = sum(1 << k for k in F_2_8)
    b, c, u, v = 1, 0, a, f
    while u != 1:
        while not u & 1:
            u >>= 1
            b = (b if not b & 1 else b ^ f) >> 1
        if u == 1:
            return b
        if u.bit_length() < v.bit_length():
            u, v, b, c = v, u, c, b
        u, b = u ^ v, b ^ c
    return b if returns_after_loop else None


def aranha2008_algorithm_9(k: int, x: int, b: int, squares_are_right: bool, line_9_is_right: bool) -> int:
    """The x-coordinate of k P; the squares are those at the end of lines 5 and 8."""

    def times(*factors: int) -> int:
        result = 1
        for factor in factors:
            result = multiply(result, factor, SMALL)
        return result

    x1, z1, z2 = x, 1, times(x, x)
    x2 = times(z2, z2) ^ b
    for bit in bin(k)[3:]:
        r1, r2 = times(x1, z2), times(x2, z1)
        r3, r4 = r1 ^ r2, times(r1, r2)
        if bit == "1":
            z1 = times(r3, r3)
            x1 = times(x, z1) ^ r4
            r1, r2 = (times(x2, x2), times(z2, z2)) if squares_are_right else (times(z2, z2), times(x2, x2))
            z2, x2 = times(r1, r2), times(r1, r1) ^ times(b, r2, r2)
        else:
            z2 = times(r3, r3)
            x2 = times(x, z2) ^ r4
            r1, r2 = (times(x1, x1), times(z1, z1)) if squares_are_right else (times(z1, z1), times(x1, x1))
            z1, x1 = times(r1, r2), times(r1, r1) ^ times(b, *((r2, r2) if line_9_is_right else (r1,)))
    return times(x1, inverse(z1, SMALL)) if z1 else 0


def x_of_multiple(k: int, x: int, y: int, b: int) -> int:
    """The x-coordinate of k P on y^2 + xy = x^3 + x^2 + b by sums of affine points; 0 for infinity."""
    total = None
    for _ in range(k):
        if total is None:
            total = (x, y)
            continue
        x1, y1 = total
        if x1 == x and y1 != y:
            total = None
            continue
        numerator, denominator = (y1 ^ y, x1 ^ x) if x1 != x else (y, x)
        slope = multiply(numerator, inverse(denominator, SMALL), SMALL)
        slope ^= x if x1 == x else 0
        x3 = multiply(slope, slope, SMALL) ^ slope ^ x1 ^ x ^ 1
        total = (x3, multiply(slope, x ^ x3, SMALL) ^ x3 ^ y)
    return total[0] if total else 0


def multiplies(squares_are_right: bool = True, line_9_is_right: bool = True) -> bool:
    """Whether Algorithm 9 finds the first multiples of a point with y^2 + xy = x^3 + x^2 + b."""
    x, y = 2, 5
    b = multiply(y, y ^ x, SMALL) ^ multiply(multiply(x, x, SMALL), x ^ 1, SMALL)
    return all(aranha2008_algorithm_9(k, x, b, squares_are_right, line_9_is_right) == x_of_multiple(k, x, y, b)
               for k in range(2, 40))  # fmt: skip


def coefficients(name: str) -> dict[str, int]:
    return dict(curves.find(name).coefficients)


def parts(operation: str, language: str) -> float:
    return value("dahab2006", "XScale ECDSA", subject="B-163", operation=operation, language=language)


def on_msp430(curve: str) -> float:
    return value("fujdiak2017", "II", subject=curve, platform="MSP430F5438A")


def over(a: str, b: str) -> float:
    """How much longer a takes than b on the MSP430, in percent, as the paper prints it."""
    return round(100 * (on_msp430(a) / on_msp430(b) - 1), 2)


def saved(of: float, than: float) -> int:
    """Percent, rounded."""
    return round(100 * (1 - of / than))


CLOCK_MHZ = 7.3828
A, T, D, F, R = "aranha2008", "tinyecck2008", "dahab2006", "fujdiak2017", "arruda2014"
SUPERSINGULAR = "1536-bit supersingular (RELIC)"


# By paper and the beginning of the place: whether the correction holds, and whether the printed statement fails.
def printed(table: str, subject: str = "") -> list[PublishedRow]:
    """Rows of arruda2014, of one subject or of all."""
    return [row for row in published.rows(R, table) if row.subject == subject or not subject]


def statistics(table: str) -> list[tuple]:
    """(algorithm, mean, median, deviation, coefficient) of each row with Multp."""
    rows = [row for row in printed(table) if "Multp" in row.note]
    return [(rows[i].algorithm, *(row.value for row in rows[i : i + 4])) for i in range(0, len(rows), 4)]


def clocks(subject: str, algorithm: str) -> list[int]:
    """The clocks in MHz of a scalar multiplication in Tables 19, 31 and 33, from the least of its cycles."""
    times = [value(R, table, subject=subject, algorithm=algorithm) for table in ("19", "31", "33")]
    return [400 if time > 1.5 * min(times) else 800 for time in times]


COMPUTED: dict[tuple[str, str], Callable[[], bool]] = {
    (A, "Section 4, the length"): lambda: math.ceil(math.log(163, 8)) == 3 and math.ceil(163 / 8) == 21,
    (A, "Algorithm 4"): lambda: (
        all(aranha2008_algorithm_4(bytes((p % 251, p % 241, p % 239)), p, True)
            == product(int.from_bytes(bytes((p % 251, p % 241, p % 239)), "little"), p) for p in products())
        and aranha2008_algorithm_4(b"\1\1", 0x101, True) != aranha2008_algorithm_4(b"\1\1", 0x101, False)
    ),
    (A, "Algorithm 5"): lambda: (
        reduces(lambda c: aranha2008_algorithm_5(c, lambda t: t << 3))
        and not reduces(lambda c: aranha2008_algorithm_5(c, lambda t: t >> 3))
    ),
    (A, "Algorithm 6, function R"): lambda: (
        reduces(lambda c: aranha2008_algorithm_6(c, lambda r0, t: r0 ^ (t ^ t >> 1) >> 4, fold_top))
        and not reduces(lambda c: aranha2008_algorithm_6(c, lambda r0, t: (r0 ^ t ^ t >> 1) >> 4, fold_top))
    ),
    (A, "Algorithm 6, after"): lambda: not reduces(
        lambda c: aranha2008_algorithm_6(c, lambda r0, t: r0 ^ (t ^ t >> 1) >> 4, lambda c: None)
    ),
    (A, "Algorithm 7"): lambda: (
        all(multiply(a, aranha2008_algorithm_7(a, True), F_2_8) == 1 for a in range(1, 256))
        and aranha2008_algorithm_7(1, False) is None
    ),
    (A, "Algorithm 9, lines 5"): lambda: multiplies() and not multiplies(squares_are_right=False),
    (A, "Algorithm 9, line 9"): lambda: multiplies() and not multiplies(line_9_is_right=False),
    (A, "Table 4"): lambda: round(9_120 / CLOCK_MHZ) == 1_235 and value(A, "4", "cycles", language="assembly",
        algorithm="LD (optimised variant)") == 9_120,
    (A, "Tables 5 and 6"): lambda: round(9_979_042 / CLOCK_MHZ / 1e6, 2) == 1.35 and [
        value(A, "5", metric, subject="sect163k1", algorithm="LD ladder", language="C")
        for metric in ("cycles", "seconds")
    ] == [9_979_042, 1.3],
    (A, "Table 6, gain"): lambda: saved(9_752, 19_670) == 50,
    (A, "Table 6, losses"): lambda: (saved(1.35, 1.14), saved(1.6, 1.14)) == (-18, -40)
    and (saved(1.14, 1.3), saved(1.14, 1.6)) == (12, 29),
    (T, "Algorithm 5"): lambda: (
        reduces(lambda c: tinyecck2008_algorithm_5(c, 0xF8))
        and not reduces(lambda c: tinyecck2008_algorithm_5(c, 0xFF))
    ),
    (T, "Table 5 against"): lambda: [
        value(T, table, "seconds", operation=operation, algorithm=algorithm, subject="sect163k1")
        for operation in ("ECDSA sign", "ECDSA verify")
        for table, algorithm in (("3", "4TNAF, proposed"), ("5", "TinyECCK"), ("6", "TinyECCK with ECDSA"))
    ] == [1.3613, 1.3607, 1.3613, 2.3116, 2.3237, 2.3116],
    (T, "Table 1"): lambda: round(0.07302550 / 0.00036982, 2) == 197.46,
    (T, "Table 2"): lambda: round(100 * (1 - 0.00025801 / 0.00034239), 2) == 24.64,
    (T, "Footnote 3"): lambda: 2**4 == 16,
    (T, "Sections 1 and 7"): lambda: "secp160r1" in curves.load() and "sect160r1" not in curves.load(),
    (D, "Example"): lambda: multiply(0x89, 0x64, F_2_8) == 0xB9 and product(0x89, 0x64) == 0b11000101000100,
    (D, "XScale"): lambda: [
        round(parts("ECDSA verify", language) / parts("ECDSA sign", language)) for language in ("C", "assembly", "wMMX")
    ] == [28, 3, 3],
    (F, "Table A-I, column m"): lambda: curves.find("sect113r1").modulus[0] == 113,
    (F, "Tables I and A-I, sect113k1"): lambda: "sect113k1" not in curves.load() and curves.find("wtls1").is_koblitz,
    (F, "Table A-I, sect283, "): lambda: coefficients("sect283k1") == {"a": 0, "b": 1}
    and coefficients("sect283r1")["b"].bit_length() == 282,
    (F, "Table A-I, sect283r1"): lambda: coefficients("sect283r1")["a"] == 1,
    (F, "Table I, column No."): lambda: all(
        sum(c.bit_length() <= 1 for c in coefficients(f"sect{m}{kind}").values()) == count
        for m in (409, 571) for kind, count in (("r1", 1), ("k1", 2))
    ),
    (F, "Table A-I, ipsec3"): lambda: [curves.find(n).order.bit_length() for n in ("ipsec3", "ipsec4")] == [152, 183],
    (F, "Table I, c2pnb176v1"): lambda: curves.find("c2pnb176w1").order.bit_length() == 161,
    (F, "Table A-II"): lambda: curves.find("wtls7").name == "secp160r1",
    (F, "Table II, MSP430, secp192k1"): lambda: (over("secp192k1", "prime192v2"), over("prime192v3", "prime192v2"))
    == (5.36, 7.57),
    (F, "Table II, MSP430, curves"): lambda: (over("wtls6", "secp112r1"), over("secp160r2", "wtls7")) == (8.68, 7.15),
    (F, "Table II, curves"): lambda: coefficients("secp160k1")["a"] == 0
    and coefficients("secp160r1")["a"] == curves.find("secp160r1").modulus - 3,
    (R, "Section 4.3"): lambda: min((row.value, row.algorithm) for row in printed("17", SUPERSINGULAR))
    == (44598.24, "4-ary Multi. v1, 4 threads"),
    (R, "Table 19"): lambda: clocks(SUPERSINGULAR, "Montgomery, 3 threads") == [400, 800, 400],
    (R, "Table 31"): lambda: clocks("NIST P-256", "Bipartite, 2 threads") == [800, 400, 400],
    (R, "Table 36"): lambda: [row[0] for row in statistics("36") if abs(row[1] - row[2]) > row[3]]
    == ["Montgomery, 2 threads", "2-ary Multi. v1, 3 threads", "Montgomery, 4 threads", "4-ary Multi. v1, 4 threads"],
    (R, "Table 40"): lambda: sum(
        squaring[1] < 0.6 * product[1]
        and any(
            abs(squaring[4] - other[4]) < 0.015 and abs(squaring[1] - other[1]) < 0.03 for other in statistics("23")
        )
        for squaring, product in zip(statistics("40"), statistics("39"), strict=True)
    ) == 9,
    (R, "Section 4.5"): lambda: [
        sum(low < round(abs(row.value - 1), 2) <= high for row in printed("26"))
        for low, high in ((-1, 0.05), (0.05, 0.1), (0.1, 1))
    ] == [22, 9, 2],
}  # fmt: skip
READ = {(A, "Table 1 against Section 2"), (T, "Table 3 and Sections 5.2 and 6.3")}  # nothing to compute


@pytest.mark.parametrize("erratum", errata.load(), ids=lambda erratum: f"{erratum.paper}: {erratum.place}")
def test_every_erratum_is_computed_or_read(erratum: Erratum):
    found = [check for (paper, place), check in COMPUTED.items()
             if paper == erratum.paper and erratum.place.startswith(place)]  # fmt: skip
    assert len(found) == ((erratum.paper, erratum.place) not in READ)
    assert all(check() for check in found)


def test_errata_are_of_tables_and_curves_that_there_are():
    assert len(errata.load()) == len(COMPUTED) + len(READ)
    for erratum in errata.load():
        assert set(erratum.tables) <= set(published.tables(erratum.paper)) and set(erratum.curves) <= set(curves.load())


def test_errata_of_a_curve():
    assert [erratum.place for erratum in errata.of_curve("ipsec3")] == [
        "Table A-I, column m, and the headings of Tables I and A-I", "Table A-I, ipsec3 and ipsec4"
    ]  # fmt: skip
