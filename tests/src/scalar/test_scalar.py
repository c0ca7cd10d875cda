"""Scalar multiplications against PARI/GP and known answers; recodings reassembled. tests/c/test_scalar_exhaustive.c
tries every point and scalar of the tiny curves."""

import ctypes
import functools
import itertools
import json
import random
import re

import pytest

from codegen import generator_tables, tau
from codegen.built import scalar_bits
from codegen.fields import bits
from motelab import ROOT
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari

KNOWN_ANSWERS = ROOT / "tests/vectors/kat/scalar_mult_ecdh.json"
WNAF_WINDOWS, WTNAF_WINDOWS = range(2, 6), range(2, 7)
# All Koblitz curves; every cofactor of binary curves, with even degrees and dense polynomials; over F_p every class of
# a, with cofactors, and orders of more and of fewer bits than the prime.
CURVES = (
    *(name for name in pari.KOBLITZ if name not in pari.TINY),
    *("sect163r2", "sect233r1", "sect571r1", "c2tnb191v2", "c2tnb191v3", "c2onb191v5", "c2onb239v4", "c2tnb239v3"),
    *("ipsec3", "ipsec4", "c2pnb176w1", "c2pnb208w1", "c2pnb272w1", "c2pnb304w1", "c2tnb359v1", "c2pnb368w1"),
    *("c2tnb431r1", "secp112r2", "secp128r2", "secp160r1", "secp160k1", "secp192r1", "secp224k1", "secp224r1"),
    *("secp256r1", "secp256k1", "brainpoolP160r1", "brainpoolP320t1", "secp384r1", "secp521r1"),
)
# Above LARGE bits a member is tried on every FEWth case, each member on other ones; with words smaller than a host's,
# on fewer again by the same factor.
FEW = 3
LARGE = 240


def has_endomorphism(curve: str) -> bool:
    """Whether (x, y) -> (beta x, y) is a multiplication, on a curve that is large enough."""
    record = pari.RECORDS[curve]
    return not pari.is_binary(curve) and int(record["a"], 16) == 0 and bits(pari.FIELD_OF[curve]) > 100


def check_member(library, member: str, curve: str, k: int, point: pari.Point, expected: pari.Point) -> bool:
    """The member gives the expected point, or says that it is for Koblitz curves or points of prime order only;
    returns whether it gave the point."""
    status, result = library.scalar_mult(member, k, point, curve)
    if status == Status.ERROR_UNSUPPORTED and not (curve in pari.KOBLITZ or has_endomorphism(curve)):
        assert result is None
        return False
    if status == Status.ERROR_SUBGROUP and not library.is_in_subgroup(point, curve):
        assert result is None
        return False
    assert (status, result) == (Status.OK, expected), (member, hex(k), point)
    return True


@functools.cache
def cases(curve: str) -> list[tuple[int, pari.Point, pari.Point]]:
    """Scalars, points, results: scalars at the ends of the range, around the order and anywhere; points of the
    subgroup, outside of it, of small order, infinity."""
    source, n, top = random.Random(2008), pari.order(curve), 1 << scalar_bits(pari.FIELD_OF[curve])
    base = pari.text(pari.generator(curve))
    scalars = [0, 1, 2, n - 1, n, n + 1, (n - 1) // 2, top - 1, top - 2, top // 2, 2 * n - 1, 2 * n]
    scalars = [k for k in scalars if k < top] + [source.randrange(top) for _ in range(4)]
    inside = [base, *(f"multiply({base}, {source.randrange(1, n)})" for _ in range(2))]
    outside = [pari.text(p) for p in pari.outside_subgroup(curve)]
    outside += [pari.text(pari.order_two(curve))] if pari.is_binary(curve) else []
    pairs = [(k, inside[i % len(inside)]) for i, k in enumerate(scalars)]
    pairs += [(k, p) for p in outside for k in (1, 2, top - 1, source.randrange(top))] + [(n - 1, "[0]"), (0, "[0]")]
    results = pari.evaluate(curve, [e for k, p in pairs for e in (p, f"multiply({p}, {k})")])
    return [(k, *found) for (k, _), *found in zip(pairs, results[::2], results[1::2], strict=True)]


def step_for(word_bits: int, curve: str) -> int:
    return (1 if bits(pari.FIELD_OF[curve]) < LARGE else FEW) * (1 if word_bits == 64 else FEW)


def check_curve(word_bits: int, curve: str, step: int):
    library = host.Library(word_bits, pari.FIELD_OF[curve])
    for number, member in enumerate(library.members("scalar-mult")):
        done = [check_member(library, member, curve, *case) for case in cases(curve)[number % step :: step]]
        is_of_others = ("tnaf" in member and curve not in pari.KOBLITZ) or (
            "glv" in member and not has_endomorphism(curve)
        )
        assert any(done) or is_of_others, member


@pytest.mark.parametrize("curve", CURVES)
def test_random_points_and_scalars(word_bits, curve):
    check_curve(word_bits, curve, step_for(word_bits, curve))


@pytest.mark.parametrize("curve", ["secp192r1", "secp256r1", "brainpoolP160r1"])
def test_exceptional_scalars_of_the_ladder_on_differences(word_bits, curve):
    """Those on whose way a point is infinity, and those that end at opposite points: around 0 and half the order."""
    library, n = host.Library(word_bits, pari.FIELD_OF[curve]), pari.order(curve)
    base = pari.generator(curve)
    scalars = [*range(4), *((n + i) // 2 for i in (-3, -1, 1, 3)), *range(n - 3, n + 3)]
    results = pari.evaluate(curve, [f"multiply({pari.text(base)}, {k})" for k in scalars])
    for k, expected in zip(scalars, results, strict=True):
        assert check_member(library, "scalar_mult_ladder_differences_list", curve, k, base, expected)


@pytest.mark.exhaustive
@pytest.mark.parametrize("word_bits", [64], indirect=True)
@pytest.mark.parametrize("curve", [name for name in pari.RECORDS if name not in pari.TINY])
def test_every_case_on_every_curve(word_bits, curve):
    check_curve(word_bits, curve, 1)


@pytest.mark.parametrize("curve", CURVES)
def test_sums_and_multiples_of_the_generator(word_bits, curve):
    """Members of the other two families; those with tables have none for most curves and say so."""
    library, n = host.Library(word_bits, pari.FIELD_OF[curve]), pari.order(curve)
    base = pari.text(pari.generator(curve))
    for number, (k, point, multiple) in enumerate(cases(curve)[:: max(FEW, step_for(word_bits, curve))]):
        second = cases(curve)[number][0]
        expected = pari.evaluate(
            curve, [f"multiply({base}, {k})", f"add(multiply({base}, {second}), {pari.text(multiple)})"]
        )
        arguments = library.scalar(k), library.curve(curve)
        calls = [(member, arguments, expected[0]) for member in library.members("scalar-mult-base")]
        arguments = library.scalar(second), library.scalar(k), library.point(point), library.curve(curve)
        calls += [(member, arguments, expected[1]) for member in library.members("scalar-mult-double")]
        for member, arguments, result in calls:
            output = library.point(None)
            status = Status(library.function(member, ctypes.c_int)(output, *arguments))
            found = library.coordinates(output)
            if status != Status.ERROR_UNSUPPORTED or "generic" in member or "separate" in member:
                assert (status, found if any(found) else None) == (Status.OK, result), (member, hex(k), hex(second), n)


@pytest.mark.parametrize("curve", ["secp112r2", "secp128r2", "secp160r1", "secp256r1"])
def test_sums_that_meet_points_of_the_tables(word_bits, curve):
    """k G + l q for small multiples q of G, whose multiples are in the tables, for points of small order, and for sums
    of both: sums in between equal a point of a table, are opposite to it, or infinity, which no random case shows."""
    library, n = host.Library(word_bits, pari.FIELD_OF[curve]), pari.order(curve)
    base, source = pari.text(pari.generator(curve)), random.Random(7)
    points = [f"multiply({base}, {m})" for m in (1, 2, 3, 5, 31, n - 1, n - 3)]
    for small in pari.outside_subgroup(curve)[:1]:
        points += [f"multiply({pari.text(small)}, {m})" for m in (1, 2)]
        points += [f"add({points[i]}, {point})" for i in (0, 2) for point in points[-2:]]
    scalars = [0, 1, 2, 3, 4, 16, 31, 32, n - 1, n, n + 1, n - 31, (n + 1) // 2, source.randrange(n)]
    scalars = [k for k in scalars if k < 1 << library.scalar_bits]
    pairs = [(k, scalars[(i + 5 * j) % len(scalars)], q) for j, q in enumerate(points) for i, k in enumerate(scalars)]
    pairs += [(k, m * k % n, points[5]) for k in scalars for m in (1, 2)]
    expressions = [e for k, m, q in pairs for e in (q, f"add(multiply({base}, {k}), multiply({q}, {m}))")]
    values = pari.evaluate(curve, expressions)
    for (k, second, _), q, expected in zip(pairs, values[::2], values[1::2], strict=True):
        for member in library.members("scalar-mult-double"):
            output = library.point(None)
            arguments = library.scalar(k), library.scalar(second), library.point(q), library.curve(curve)
            status = Status(library.function(member, ctypes.c_int)(output, *arguments))
            if status != Status.ERROR_UNSUPPORTED or "separate" in member:
                assert (status, library.coordinates(output)) == (Status.OK, expected or (0, 0)), (member, k, second, q)


@pytest.mark.parametrize("curve", pari.BUILT)
def test_known_answers(library, curve):
    answers = json.loads(KNOWN_ANSWERS.read_text())["curves"][curve]["scalar_mult"]
    assert len(answers) > 8
    for answer in answers:
        expected = int(answer["x"], 16), int(answer["y"], 16)
        for member in library.members("scalar-mult"):
            check_member(library, member, curve, int(answer["k"], 16), pari.generator(curve), expected)


@pytest.mark.parametrize("curve", CURVES)
def test_scalar_of_too_many_bits(word_bits, curve):
    library = host.Library(word_bits, pari.FIELD_OF[curve])
    if library.scalar_bits % word_bits == 0:
        return  # no such scalar can be written
    for member in library.members("scalar-mult"):
        status, result = library.scalar_mult(member, 1 << library.scalar_bits, pari.generator(curve), curve)
        assert result is None
        assert status in (Status.ERROR_SCALAR_RANGE, Status.ERROR_UNSUPPORTED)


@pytest.mark.parametrize("tables", [1, 2])
@pytest.mark.parametrize("teeth", [4, 5, 6])
def test_bound_of_the_comb(teeth, tables):
    """The condition from which the comment of base_comb.h draws its conclusion: 6 B < n for every order of the bits
    that it requires. No test of results would show it, as equal or opposite points are too rare on large curves."""
    source = re.sub(r"/\*.*?\*/", "", (ROOT / "src/scalar/fixed_base/base_comb.h").read_text(), flags=re.S)
    rows_of, proved = (re.search(rf"#define {name}\s+\((.*)\)", source)[1] for name in ("ROWS", "ORDER_BITS_PROVED"))
    for size in range(64, 600):
        names = {"EC_SCALAR_BITS": size, "TEETH": teeth, "TABLES": tables}
        rows = names["ROWS"] = eval(rows_of.replace("/", "//"), names)
        spacing = names["SPACING"] = tables * rows
        assert size < teeth * spacing <= size + tables * teeth
        columns = sum(1 << (j * spacing + t * rows) for j in range(teeth) for t in range(tables))
        assert 6 * columns < 1 << (eval(proved, names) - 1)


def doubled_at_last(n: int, size: int, teeth: int, tables: int) -> int | None:
    """The odd scalar k < n whose comb adds two equal points at the end: k = n + 2 c for the integer c of column (0,
    0), so that the bits of k that represent c's digits are those of n, changed. None if that is above n. No random
    scalar hits this one."""
    rows = (size + tables * teeth) // (tables * teeth)
    k = n ^ sum(2 << j * tables * rows for j in range(teeth))
    return k if k < n else None


TABLED = [name for name in pari.RECORDS if name in generator_tables.TABLED]


def test_some_combs_add_equal_points_at_last():
    for teeth, tables in itertools.product(generator_tables.COMB_TEETH, (1, 2)):
        assert doubled_at_last(pari.order("secp192r1"), 192, teeth, tables)


@pytest.mark.parametrize("curve", TABLED)
def test_last_addition_of_a_comb(word_bits, curve):
    """The comb is complete where it adds equal points, and where it adds opposite ones."""
    library, n = host.Library(word_bits, pari.FIELD_OF[curve]), pari.order(curve)
    for teeth, tables in itertools.product(generator_tables.COMB_TEETH, (1, 2)):
        member = f"scalar_mult_base_comb{'_one_table' if tables == 1 else ''}{teeth}"
        special = doubled_at_last(n, library.scalar_bits, teeth, tables)
        for k, point in [(0, None), (n, None), *((k, pari.multiples(curve, [k])[0]) for k in [special] if k)]:
            for scalar, expected in ((k, point), (n - k, pari.negative(curve, point) if point else None)):
                output = library.point(None)
                status = library.function(member, ctypes.c_int)(output, library.scalar(scalar), library.curve(curve))
                assert (status, library.coordinates(output)) == (Status.OK, expected or (0, 0)), (member, hex(scalar))


def check_sparse(digits: list[int], window: int):
    """Digits are 0 or odd and below 2^(window-1) in size; of `window` neighbours at most one is nonzero."""
    assert all(d == 0 or (d % 2 and abs(d) < 1 << (window - 1)) for d in digits)
    places = [i for i, d in enumerate(digits) if d]
    assert all(b - a >= window for a, b in itertools.pairwise(places))
    assert not digits or digits[-1]


def scalars_to_recode(size: int) -> list[int]:
    """The ends of the range and numbers between; fewer for sizes that more than one test has."""
    source, top = random.Random(7), 1 << size
    small = range(min(top, 600 if size <= 163 else 20))
    return [*small, *(max(0, top - 1 - k) for k in small), *(source.randrange(top) for _ in range(len(small) // 3))]


class Recoder:
    """The recodings of one library."""

    def __init__(self, library: host.Library):
        self.library = library
        self.word_bytes = library.word_bits // 8
        self.tau_bytes = -(-(library.degree // 2 + 10) // library.word_bits) * self.word_bytes

    def wnaf(self, k: int, window: int) -> list[int]:
        digits = (ctypes.c_int8 * (self.library.scalar_bits + 1))()
        length = self.library.function("recode_wnaf_var", ctypes.c_uint16)(digits, self.library.scalar(k), window)
        return digits[:length]

    def reduce(self, k: int, curve: str, modulus: int, mu: int) -> tuple[int, int]:
        """k modulo the subgroup's delta (modulus 0) or the whole curve's (1)."""
        koblitz = ctypes.addressof(ctypes.c_char.in_dll(self.library._library, f"mc_{curve}_koblitz"))
        address = koblitz + self.word_bytes + modulus * 6 * self.tau_bytes  # mu takes a word
        buffer = ctypes.create_string_buffer(2 * self.tau_bytes)
        self.library.function("tau_reduce")(buffer, self.library.elements(k), ctypes.c_void_p(address), mu)
        halves = buffer.raw[: self.tau_bytes], buffer.raw[self.tau_bytes :]
        return tuple(int.from_bytes(half, "little", signed=True) for half in halves)

    def wtnaf(self, r: tuple[int, int], window: int, mu: int) -> list[int]:
        raw = b"".join(c.to_bytes(self.tau_bytes, "little", signed=True) for c in r)
        buffer = ctypes.create_string_buffer(raw, len(raw))
        digits = (ctypes.c_int8 * (self.library.degree + window + 5))()
        tables = ctypes.c_char.in_dll(self.library._library, f"mc_{self.library.field}_wtnaf_window{window}")
        recode = self.library.function("recode_wtnaf_var", ctypes.c_uint16)
        return digits[: recode(digits, buffer, ctypes.byref(tables), mu)]


@pytest.mark.parametrize("field", ["fb7", "fb163", "fb176", "fb571", "fp7", "fp160r1", "fp256r1", "fp521"])
def test_wnaf_is_the_scalar(word_bits, field):
    recoder = Recoder(host.Library(word_bits, field))
    for window in WNAF_WINDOWS:
        for k in scalars_to_recode(recoder.library.scalar_bits):
            digits = recoder.wnaf(k, window)
            check_sparse(digits, window)
            assert sum(d << i for i, d in enumerate(digits)) == k


def times_tau(x: tuple[int, int], mu: int) -> tuple[int, int]:
    return -2 * x[1], x[0] + mu * x[1]


def norm(x: tuple[int, int], mu: int) -> int:
    return x[0] ** 2 + mu * x[0] * x[1] + 2 * x[1] ** 2


def is_multiple(x: tuple[int, int], delta: tuple[int, int], mu: int) -> bool:
    """Whether delta divides x: x conj(delta) is divisible by the norm of delta."""
    c0, c1 = delta[0] + mu * delta[1], -delta[1]
    product = x[0] * c0 - 2 * x[1] * c1, x[0] * c1 + x[1] * c0 + mu * x[1] * c1
    return all(c % norm(delta, mu) == 0 for c in product)


def moduli(degree: int, mu: int) -> list[tuple[int, int]]:
    """(tau^m - 1)/(tau - 1) and tau^m - 1."""
    power, total = (1, 0), (0, 0)
    for _ in range(degree):
        total = total[0] + power[0], total[1] + power[1]
        power = times_tau(power, mu)
    return [total, (power[0] - 1, power[1])]


# Of larger norm than the least, which would take a third inversion (codegen/tau.py); for mu = 1.
OTHER_DIGITS = {(6, 19): (-5, 4)}


@functools.cache
def representatives(window: int, mu: int) -> dict[int, tuple[int, int]]:
    """alpha_u by its definition: the least norm among the elements congruent to u modulo tau^window. tau^window
    divides the difference. But for OTHER_DIGITS."""
    power = (1, 0)
    for _ in range(window):
        power = times_tau(power, mu)
    reach = range(-9, 10)
    by_norm = sorted(((c0, c1) for c0 in reach for c1 in reach), key=lambda x: norm(x, mu))
    found = {
        u: next(x for x in by_norm if is_multiple((x[0] - u, x[1]), power, mu))
        for u in range(1, 1 << (window - 1), 2)
    }  # fmt: skip
    for (of_window, u), (c0, c1) in OTHER_DIGITS.items():
        if window == of_window:
            assert is_multiple((c0 - u, mu * c1), power, mu) and norm((c0, mu * c1), mu) < 1 << window
            found[u] = c0, mu * c1
    return found


@pytest.mark.parametrize("window", range(3, 7))
def test_inversions_of_a_batch(window):
    """As many as the scratch of wtnaf_table_var is for: WTNAF_TABLE_SCRATCH of scalar/tau/wtnaf.h."""
    inversions = {(step.batch, step.source, step.power) for step in tau.steps(window)}
    batches = [batch for batch, _, _ in inversions]
    assert max(map(batches.count, batches)) == window - 2


@pytest.mark.parametrize(("curve", "mu"), pari.KOBLITZ.items())
def test_wtnaf_is_the_scalar(word_bits, curve, mu):
    """The sum of alpha_u tau^i over the digits is congruent to k, and as short as the modulus allows."""
    recoder = Recoder(host.Library(word_bits, pari.FIELD_OF[curve]))
    degree = recoder.library.degree
    for index, delta in enumerate(moduli(degree, mu)):
        for k in scalars_to_recode(degree)[::3]:
            r = recoder.reduce(k, curve, index, mu)
            assert is_multiple((k - r[0], -r[1]), delta, mu)
            assert norm(r, mu) <= 0.6 * norm(delta, mu)  # 4/7 for exact rounding (Solinas 2000)
            for window in WTNAF_WINDOWS:
                digits = recoder.wtnaf(r, window, mu)
                check_sparse(digits, window)
                assert len(digits) <= degree + window + 3
                assert expand(digits, representatives(window, mu), mu) == r


def expand(digits: list[int], alpha: dict[int, tuple[int, int]], mu: int) -> tuple[int, int]:
    """The element of Z[tau] that a wTNAF stands for."""
    value = 0, 0
    for digit in reversed(digits):
        value = times_tau(value, mu)
        if digit:
            sign, (c0, c1) = (1 if digit > 0 else -1), alpha[abs(digit)]
            value = value[0] + sign * c0, value[1] + sign * c1
    return value


def test_tau_tables_have_no_special_sums():
    """The condition from which multi_scalar.c and protocol/batch/batch_verify_standard.c draw their conclusion: in
    the tables of window 5 of a point P of prime order n, no sum is infinity, or adds equal or opposite points. alpha
    P is infinity only if n divides the norm of alpha, and the smallest order of a Koblitz curve is 29."""
    orders = [pari.order(curve) for curve in pari.KOBLITZ]
    alpha = representatives(5, 1)
    for step in tau.steps(5):
        staged = alpha[step.source]
        for _ in range(step.power):
            staged = times_tau(staged, 1)
        for one in (-1, 0, 1):
            assert 0 < norm((staged[0] + one, staged[1]), 1) < min(orders)


class Multiple(ctypes.Structure):
    """EC(multiple) of scalar/multi/multi_scalar.h, with more room."""

    _fields_ = (("table", ctypes.c_void_p), ("window", ctypes.c_uint8), ("length", ctypes.c_uint16))
    _fields_ += (("digits", ctypes.c_int8 * 700),)


@pytest.mark.parametrize("curve", ["tiny7r1", "tiny7p3", "secp112r2", "secp112r1", "sect163r2", "secp256r1"])
def test_short_scalars(word_bits, curve):
    """As many bits of the bytes as a number surely below the order has, and the digits of that number."""
    library, n = host.Library(word_bits, pari.FIELD_OF[curve]), pari.order(curve)
    for octets in (bytes(16), b"\xff" * 16, bytes(range(0x81, 0x91))):
        k, multiple = library.scalar(0), Multiple(window=5)
        library.function("multi_scalar_set_short_var")(
            ctypes.byref(multiple), k, octets, library.scalar(0), library.curve(curve)
        )
        number = int.from_bytes(octets, "big") % (1 << min(128, n.bit_length() - 1))
        assert number < n and int.from_bytes(k.raw, "little") == number
        assert sum(d << i for i, d in enumerate(multiple.digits[: multiple.length])) == number


@pytest.mark.parametrize(("curve", "mu"), pari.KOBLITZ.items())
def test_short_tau_adic_scalars(word_bits, curve, mu):
    """a + b tau for numbers of half as many bits, and that number modulo n for the eigenvalue tau."""
    library, n = host.Library(word_bits, pari.FIELD_OF[curve]), pari.order(curve)
    delta = moduli(library.degree, mu)[0]
    eigenvalue = -delta[0] * pow(delta[1], -1, n) % n
    assert (eigenvalue**2 - mu * eigenvalue + 2) % n == 0
    tau_modulo_n = library.scalar(0)
    library.function("multi_scalar_tau")(tau_modulo_n, library.curve(curve))
    for octets in (bytes(16), b"\xff" * 16, bytes(range(0x81, 0x91))):
        k, multiple = library.scalar(0), Multiple(window=5)
        library.function("multi_scalar_set_short_var")(
            ctypes.byref(multiple), k, octets, tau_modulo_n, library.curve(curve)
        )
        most = min(64, n.bit_length() // 2)
        a, b = (int.from_bytes(half, "big") % (1 << most) for half in (octets[:8], octets[8:]))
        assert int.from_bytes(k.raw, "little") == (a + b * eigenvalue) % n
        assert expand(multiple.digits[: multiple.length], representatives(5, mu), mu) == (a, b)
