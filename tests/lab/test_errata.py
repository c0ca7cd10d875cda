"""Errors that papers print (data/errata.toml). Each test starts from the printed text and shows that it fails; then it
computes with the correction."""

import math
import random
from collections.abc import Callable

import pytest

from codegen.fields import multiply
from motelab.compare import errata, published
from motelab.compare.errata import Erratum
from motelab.compare.published import PublishedRow
from motelab.study import names
from motelab.subjects import curves
from tests.lab import printed_algorithms as text
from tests.lab.printed_algorithms import F_2_8, multiplies, reduces

A, T, D, F, R = "aranha2008", "tinyecck2008", "dahab2006", "fujdiak2017", "arruda2014"
CLOCK_MHZ = 7.3828
SUPERSINGULAR = "1536-bit supersingular (RELIC)"
EXCHANGED = {"k1": "r1", "r1": "k1"}


def value(source: str, table: str, metric: str = "microseconds", **wanted: str) -> float:
    """The only published figure that agrees with `wanted`."""
    (found,) = (
        row.value
        for row in published.rows(source, table)
        if row.metric == metric and all(getattr(row, name) == text for name, text in wanted.items())
    )
    return found


def coefficients(name: str) -> dict[str, int]:
    return dict(curves.find(name).coefficients)


def parts(operation: str, language: str) -> float:
    return value(D, "XScale ECDSA", subject="B-163", operation=operation, language=language)


def verifying_over_signing(verifying_in_c: float) -> set[int]:
    """How many times as long as signing verifying takes, in C, in assembly and with wMMX."""
    times = {"C": verifying_in_c, **{name: parts("ECDSA verify", name) for name in ("assembly", "wMMX")}}
    return {round(time / parts("ECDSA sign", language)) for language, time in times.items()}


def on_msp430(curve: str) -> float:
    return value(F, "II", subject=curve, platform="MSP430F5438A")


def over(a: str, b: str) -> float:
    """How much longer a takes than b on the MSP430, in percent, as the paper prints it."""
    return round(100 * (on_msp430(a) / on_msp430(b) - 1), 2)


def saved(of: float, than: float) -> int:
    """Percent, rounded."""
    return round(100 * (1 - of / than))


def lengths_are_printed(*of: str, exchanged: bool = False) -> bool:
    """Whether Table A-I prints the lengths of a and b of these curves; `exchanged` reads the row of r1 for
    k1, and the other way round."""
    rows = {name: name[:-2] + EXCHANGED[name[-2:]] if exchanged else name for name in of}
    known = names.printed_lengths()
    return all(known[row][number] == names.find(name).lengths[number] for name, row in rows.items() for number in "ab")


def holds_element(length: int) -> bool:
    """Whether so many bytes hold an element of F_2^163."""
    return 8 * length >= 163


def table_5_agrees(operation: str) -> bool:
    """Whether the tables of TinyECCK with w = 4 print one time for an operation."""
    columns = (("3", "4TNAF, proposed"), ("5", "TinyECCK"), ("6", "TinyECCK with ECDSA"))
    times = {value(T, table, "seconds", operation=operation, algorithm=name, subject="sect163k1")
             for table, name in columns}  # fmt: skip
    return len(times) == 1


def small_counts(r1: int, k1: int) -> bool:
    """Whether so many coefficients of sect409 and sect571 are 0 or 1."""
    return all(
        sum(c.bit_length() <= 1 for c in coefficients(f"sect{m}{kind}").values()) == count
        for m in (409, 571)
        for kind, count in (("r1", r1), ("k1", k1))
    )


def printed(table: str, subject: str = "") -> list[PublishedRow]:
    """Rows of arruda2014, of one subject or of all."""
    return [row for row in published.rows(R, table) if row.subject == subject or not subject]


def fastest_of_table_17() -> tuple[float, str]:
    return min((row.value, row.algorithm) for row in printed("17", SUPERSINGULAR))


def statistics(table: str) -> list[tuple]:
    """(algorithm, mean, median, deviation, coefficient) of each row with Multp."""
    rows = [row for row in printed(table) if "Multp" in row.note]
    return [(rows[i].algorithm, *(row.value for row in rows[i : i + 4])) for i in range(0, len(rows), 4)]


def impossible_means() -> list[str]:
    """Rows of Table 36 whose mean lies further from the median than the standard deviation."""
    return [row[0] for row in statistics("36") if abs(row[1] - row[2]) > row[3]]


def too_fast_squarings() -> list[tuple]:
    """Rows of Table 40 with less than 0.6 of the same algorithm's product in Table 39."""
    pairs = zip(statistics("40"), statistics("39"), strict=True)
    return [squaring for squaring, product in pairs if squaring[1] < 0.6 * product[1]]


def of_table_23(row: tuple) -> bool:
    """Whether Table 23, of 521 bits, has nearly its mean and coefficient."""
    return any(abs(row[4] - other[4]) < 0.015 and abs(row[1] - other[1]) < 0.03 for other in statistics("23"))


def clocks(subject: str, algorithm: str) -> list[int]:
    """The clocks in MHz of a scalar multiplication in Tables 19, 31 and 33, from the least of its cycles."""
    times = [value(R, table, subject=subject, algorithm=algorithm) for table in ("19", "31", "33")]
    return [400 if time > 1.5 * min(times) else 800 for time in times]


def cases_of_table_26() -> list[int]:
    """How many relations differ from 1 by at most 0.05, by at most 0.10, by more."""
    return [
        sum(low < round(abs(row.value - 1), 2) <= high for row in printed("26"))
        for low, high in ((-1, 0.05), (0.05, 0.1), (0.1, 1))
    ]


def square_of(bits: str) -> str:
    """The square of a polynomial without reduction, as binary digits."""
    return "0".join(bits)


def ordinary_sum(p: tuple[int, int], q: tuple[int, int]) -> tuple[int, int]:
    """The correction of Equation 2.4, for a = 1."""
    (x1, y1), (x2, y2) = p, q
    slope = text.divided(y1 ^ y2, x1 ^ x2)
    x3 = multiply(slope, slope, text.SMALL) ^ slope ^ x1 ^ x2 ^ 1
    return x3, multiply(slope, x1 ^ x3, text.SMALL) ^ x3 ^ y1


def ordinary_double(p: tuple[int, int]) -> tuple[int, int]:
    """The correction of Equation 2.5, for a = 1."""
    x1, y1 = p
    slope = x1 ^ text.divided(y1, x1)
    x3 = multiply(slope, slope, text.SMALL) ^ slope ^ 1
    return x3, multiply(x1, x1, text.SMALL) ^ multiply(slope, x3, text.SMALL) ^ x3


Statement = Callable[[], bool]
C5, C6, K5 = text.aranha2008_algorithm_5, text.aranha2008_algorithm_6, text.tinyecck2008_algorithm_5
# By paper and the beginning of the place: whether the printed statement holds, and whether the correction does.
COMPUTED: dict[tuple[str, str], tuple[Statement, Statement]] = {
    (A, "Section 4, the length"): (
        lambda: holds_element(math.ceil(math.log(163, 8))),
        lambda: holds_element(math.ceil(163 / 8)) and math.ceil(163 / 8) == 21,
    ),
    (A, "Algorithm 5"): (lambda: reduces(C5), lambda: reduces(lambda c: C5(c, shifts_left=True))),
    (A, "Algorithm 6, function R"): (
        lambda: reduces(C6) or reduces(lambda c: C6(c, folds_top=True)),
        lambda: reduces(lambda c: C6(c, shifts_new_terms=True, folds_top=True)),
    ),
    (A, "Algorithm 6, after"): (
        lambda: reduces(C6) or reduces(lambda c: C6(c, shifts_new_terms=True)),
        lambda: reduces(lambda c: C6(c, shifts_new_terms=True, folds_top=True)),
    ),
    (A, "Algorithm 7"): (
        lambda: text.aranha2008_algorithm_7(1) == 1,
        lambda: all(multiply(a, text.aranha2008_algorithm_7(a, returns_after_loop=True), F_2_8) == 1
                    for a in range(1, 256)),
    ),
    (A, "Algorithm 9, lines 5"): (
        lambda: multiplies() or multiplies(corrects_line_9=True),
        lambda: multiplies(exchanges_squares=True, corrects_line_9=True),
    ),
    (A, "Algorithm 9, line 9"): (
        lambda: multiplies() or multiplies(exchanges_squares=True),
        lambda: multiplies(exchanges_squares=True, corrects_line_9=True),
    ),
    (A, "Table 4"): (
        lambda: round(value(A, "4", "cycles", language="assembly", algorithm="LD (optimised variant)") / CLOCK_MHZ)
        == value(A, "4", language="assembly", algorithm="LD (optimised variant)"),
        lambda: round(9_120 / CLOCK_MHZ) == 1_235,
    ),
    (A, "Tables 5 and 6"): (
        lambda: round(9_979_042 / CLOCK_MHZ / 1e6, 2)
        == value(A, "5", "seconds", subject="sect163k1", algorithm="LD ladder", language="C"),
        lambda: round(9_979_042 / CLOCK_MHZ / 1e6, 2) == 1.35,
    ),
    (A, "Table 6, gain"): (lambda: saved(9_752, 19_670) == 51, lambda: saved(9_752, 19_670) == 50),
    (A, "Table 6, losses"): (
        lambda: (saved(1.3, 1.14), saved(1.6, 1.14)) == (-12, -29),
        lambda: (saved(1.35, 1.14), saved(1.6, 1.14)) == (-18, -40)
        and (saved(1.14, 1.3), saved(1.14, 1.6)) == (12, 29),
    ),
    (T, "Section 4.4, Koblitz"): (lambda: text.is_smooth_koblitz(0), lambda: text.is_smooth_koblitz(1)),
    (T, "Algorithm 5, line 3"): (
        lambda: reduces(K5) or reduces(lambda c: K5(c, masks=True)),
        lambda: reduces(lambda c: K5(c, ends_at_25=True, masks=True)),
    ),
    (T, "Algorithm 5, line 12"): (
        lambda: reduces(K5) or reduces(lambda c: K5(c, ends_at_25=True)),
        lambda: reduces(lambda c: K5(c, ends_at_25=True, masks=True)),
    ),
    (T, "Table 5 against"): (
        lambda: table_5_agrees("ECDSA sign") or table_5_agrees("ECDSA verify"),
        lambda: value(T, "3", "seconds", operation="ECDSA sign", algorithm="4TNAF, proposed") == 1.3613
        and value(T, "3", "seconds", operation="ECDSA verify", algorithm="4TNAF, proposed") == 2.3116,
    ),
    (T, "Table 1"): (
        lambda: round(0.07302550 / 0.00036982, 2) == 197.47,
        lambda: round(0.07302550 / 0.00036982, 2) == 197.46,
    ),
    (T, "Table 2"): (
        lambda: round(100 * (1 - 0.00025801 / 0.00034239), 2) == 24.68,
        lambda: round(100 * (1 - 0.00025801 / 0.00034239), 2) == 24.64,
    ),
    (T, "Footnote 3"): (lambda: 2**4 == 15, lambda: 2**4 == 16),
    (T, "Sections 1 and 7"): (lambda: "sect160r1" in curves.load(), lambda: "secp160r1" in curves.load()),
    (D, "Example of F_2^8"): (
        lambda: multiply(0x89, 0x64, F_2_8) == 0xBD,
        lambda: multiply(0x89, 0x64, F_2_8) == 0xB9,
    ),
    (D, "Squaring in F_2^m"): (
        lambda: square_of("10101001") == "01000100010000001",
        lambda: square_of("10101001") == "100010001000001",
    ),
    (D, "Squaring in normal bases"): (
        lambda: text.squared_in_normal_basis(5),
        lambda: text.squared_in_normal_basis(6),
    ),
    (D, "Gaussian normal bases"): (
        lambda: len((163, 233, 283, 409)) == 5,
        lambda: len((163, 233, 283, 409, 571)) == 5,
    ),
    (D, "Conclusions"): (lambda: saved(3.78, 9.80) == 54, lambda: saved(3.78, 9.80) == 61),
    (D, "XScale"): (
        lambda: verifying_over_signing(parts("ECDSA verify", "C")) == {3},
        lambda: verifying_over_signing(11743) == {3},
    ),
    (F, "Table A-I, column m"): (
        lambda: curves.find("sect113r1").modulus[0] == 114,
        lambda: curves.find("sect113r1").modulus[0] == 113,
    ),
    (F, "Tables I and A-I, sect113k1"): (
        lambda: "sect113k1" in curves.load(),
        lambda: curves.find("wtls1").is_koblitz and curves.find("wtls1").bits == 113,
    ),
    (F, "Table A-I, sect283, "): (
        lambda: any(lengths_are_printed(f"sect{m}{kind}") for m in (283, 409, 571) for kind in ("r1", "k1")),
        lambda: lengths_are_printed("sect283k1", "sect409k1", "sect571k1", "sect409r1", "sect571r1", exchanged=True),
    ),
    (F, "Table A-I, sect283r1"): (
        lambda: coefficients("sect283r1")["a"].bit_length() == names.printed_lengths()["sect283k1"]["a"],
        lambda: coefficients("sect283r1")["a"].bit_length() == 1,
    ),
    (F, "Table I, column No."): (lambda: small_counts(r1=2, k1=1), lambda: small_counts(r1=1, k1=2)),
    (F, "Table A-I, ipsec3"): (
        lambda: [curves.find(n).order.bit_length() for n in ("ipsec3", "ipsec4")] == [154, 184],
        lambda: [curves.find(n).order.bit_length() for n in ("ipsec3", "ipsec4")] == [152, 183],
    ),
    (F, "Table I, c2pnb176v1"): (
        lambda: curves.find("c2pnb176w1").order.bit_length() >= curves.find("sect163r1").order.bit_length(),
        lambda: curves.find("c2pnb176w1").order.bit_length() == 161,
    ),
    (F, "Table A-II"): (
        lambda: curves.find("wtls7").name == "secp160r2",
        lambda: curves.find("wtls7").name == "secp160r1" and (over("wtls7", "secp160r1"), over("secp160r2", "wtls7"))
        == (-0.15, 7.15),
    ),
    (F, "Table II, MSP430, secp192k1"): (
        lambda: (over("secp192k1", "prime192v2"), over("prime192v3", "prime192v2")) == (7.57, 5.36),
        lambda: (over("secp192k1", "prime192v2"), over("prime192v3", "prime192v2")) == (5.36, 7.57),
    ),
    (F, "Table II, MSP430, curves"): (
        lambda: over("wtls6", "secp112r1") == 0 or over("secp224r1", "wtls12") == 0,
        lambda: (over("wtls6", "secp112r1"), over("secp224r1", "wtls12")) == (8.68, 1.46)
        and [curves.find(name).name for name in ("wtls6", "wtls12")] == ["secp112r1", "secp224r1"],
    ),
    (F, "Table II, curves with small"): (
        lambda: coefficients("secp160k1")["a"] == coefficients("secp160r1")["a"],
        lambda: coefficients("secp160k1")["a"] == 0
        and coefficients("secp160r1")["a"] == curves.find("secp160r1").modulus - 3,
    ),
    (F, "Section IV and VI"): (
        lambda: len({row.subject for row in published.rows(F)}) > 60,
        lambda: len({row.subject for row in published.rows(F)}) == 51 and len(names.load()) == 50,
    ),
    (R, "Section 2.3, the curve"): (
        lambda: text.is_supersingular(text.ordinary),
        lambda: not text.is_supersingular(text.ordinary),
    ),
    (R, "Footnote 2"): (
        lambda: text.is_supersingular(text.ordinary) and text.is_supersingular(text.supersingular),
        lambda: not text.is_supersingular(text.ordinary) and text.is_supersingular(text.supersingular),
    ),
    (R, "Equation 2.4"): (
        lambda: any(text.adds_ordinary_points(lambda p, q, c=c: text.arruda2014_equation_2_4(p, q, c))
                    for c in range(128)),
        lambda: text.adds_ordinary_points(ordinary_sum),
    ),
    (R, "Equation 2.5"): (
        lambda: any(text.arruda2014_equation_2_5((2, 5), a, c) == ordinary_double((2, 5))
                    for a in (0, 1) for c in range(1, 128)),
        lambda: text.coefficient_b(ordinary_double((2, 5)), 1) == text.coefficient_b((2, 5), 1),
    ),
    (R, "Section 4.3"): (
        lambda: fastest_of_table_17()[1].startswith("2-ary Multi. v2"),
        lambda: fastest_of_table_17() == (44598.24, "4-ary Multi. v1, 4 threads"),
    ),
    (R, "Table 19"): (
        lambda: clocks(SUPERSINGULAR, "Montgomery, 3 threads") == [800, 800, 400],
        lambda: clocks(SUPERSINGULAR, "Montgomery, 3 threads") == [400, 800, 400],
    ),
    (R, "Table 31"): (
        lambda: clocks("NIST P-256", "Bipartite, 2 threads") == [800, 800, 400],
        lambda: clocks("NIST P-256", "Bipartite, 2 threads") == [800, 400, 400],
    ),
    (R, "Table 36"): (
        lambda: not impossible_means(),
        lambda: impossible_means()
        == ["Montgomery, 2 threads", "2-ary Multi. v1, 3 threads", "Montgomery, 4 threads",
            "4-ary Multi. v1, 4 threads"],
    ),
    (R, "Table 40"): (
        lambda: not too_fast_squarings(),
        lambda: len(too_fast_squarings()) == 9 and all(map(of_table_23, too_fast_squarings())),
    ),
    (R, "Section 4.5"): (
        lambda: sum(cases_of_table_26()) == 32,
        lambda: cases_of_table_26() == [22, 9, 2] and sum(cases_of_table_26()) == 33,
    ),
}  # fmt: skip
READ = {(A, "Table 1 against Section 2"), (T, "Table 3 and Sections 5.2 and 6.3")}  # nothing to compute


@pytest.mark.parametrize("erratum", errata.load(), ids=lambda erratum: f"{erratum.paper}: {erratum.place}")
def test_the_printed_text_fails_and_the_correction_holds(erratum: Erratum):
    found = [both for (paper, place), both in COMPUTED.items()
             if paper == erratum.paper and erratum.place.startswith(place)]  # fmt: skip
    assert len(found) == ((erratum.paper, erratum.place) not in READ)
    for printed_text, correction in found:
        assert not printed_text()
        assert correction()


def test_what_the_printed_reductions_do():
    """As printed, tinyecck2008's reduces none of 200 random products, aranha2008's none."""
    source = random.Random(2)
    inputs = [source.getrandbits(325) for _ in range(200)]
    assert [text.reduced_right(algorithm, inputs) for algorithm in (K5, C5, C6)] == [0, 0, 0]


def test_the_printed_sum_is_of_a_supersingular_curve():
    """arruda2014's Equations 2.4 and 2.5 are right for y^2 + c y = x^3 + a x + b."""
    p, a, c = (2, 5), 1, 3
    double = text.arruda2014_equation_2_5(p, a, c)
    assert text.on_supersingular(double, p, a, c) and double != p
    assert text.on_supersingular(text.arruda2014_equation_2_4(p, double, c), p, a, c)


def test_errata_are_of_tables_and_curves_that_there_are():
    assert len(errata.load()) == len(COMPUTED) + len(READ)
    for erratum in errata.load():
        assert set(erratum.tables) <= set(published.tables(erratum.paper)) and set(erratum.curves) <= set(curves.load())


def test_errata_of_a_curve():
    assert [erratum.place for erratum in errata.of_curve("ipsec3")] == [
        "Table A-I, column m, and the headings of Tables I and A-I", "Table A-I, ipsec3 and ipsec4"
    ]  # fmt: skip
