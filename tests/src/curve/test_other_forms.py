"""Curves of Edwards and Montgomery form: X25519 and X448 against RFC 7748 and Wycheproof, multiples against PARI/GP,
every case on tiny curves. Scalar multiplications on the tiny Edwards curves are in tests/c/test_scalar_exhaustive.c."""

import ctypes
import functools
import gzip
import itertools
import json
import random

import pytest

from codegen.fields import FIELDS
from codegen.points import EdwardsCurve, PrimeCurve
from motelab import ROOT
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_forms as pari
from tests.public_interface import PublicInterface

VECTORS = ROOT / "tests/vectors"
RFC7748 = json.loads((VECTORS / "rfc/rfc7748.json").read_text())["functions"]
EDWARDS = tuple(name for name in pari.EDWARDS_CURVES if not name.startswith("tiny"))
TINY_EDWARDS = tuple(name for name in pari.EDWARDS_CURVES if name.startswith("tiny"))
MONTGOMERY = tuple(name for name in pari.MONTGOMERY_CURVES if not name.startswith("tiny"))
TINY_MONTGOMERY = tuple(name for name in pari.MONTGOMERY_CURVES if name.startswith("tiny"))
BITS = {"Curve25519": 255, "Curve448": 448}
# Coordinates of points of small order, on the curve or its twist: 0 has order two, 1 and -1 have order four there;
# the two of order eight on Curve25519 are from Bernstein's list (cr.yp.to/ecdh.html).
ORDER_EIGHT = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)


def order(record: dict) -> int:
    return int(record["n"], 16)


@functools.cache
def generator(name: str) -> pari.Point:
    point = pari.EDWARDS_CURVES[name]["G"]
    return int(point["x"], 16), int(point["y"], 16)


# ---- Montgomery curves: the ladder


def x_multiple(library: host.Library, k: int, x: int, curve: str, name: str = "scalar_mult_x_ladder"):
    """Status and x-coordinate of k times the point with that x-coordinate."""
    output = library.elements(library.to_form(1))
    function = library.function(name, ctypes.c_int)
    status = Status(function(output, library.scalar(k), library.elements(library.to_form(x)), library.curve(curve)))
    return status, library.from_form(library.values(output)[0])


@functools.cache
def x_cases(curve: str) -> list[tuple[int, int, int]]:
    """k, x and the x-coordinate of the multiple: scalars at the ends of the range and around the order, x on the
    curve, on the twist, of small order, at the ends of the field."""
    source, record = random.Random(7748), pari.MONTGOMERY_CURVES[curve]
    p, n, top = FIELDS[record["field"]], order(record), 1 << BITS[curve]
    base = int(record["G"]["x"], 16)
    scalars = [0, 1, 2, 3, 4, 8, n - 1, n, n + 1, 2 * n, 8 * n - 1, top - 1, top // 2]
    special = [0, 1, p - 1, 2, 3, p - 2, *(ORDER_EIGHT if curve == "Curve25519" else ())]
    pairs = [(k, base) for k in scalars] + [(k, source.randrange(p)) for k in scalars]
    pairs += [(k, x) for x in special for k in (1, 2, 3, 4, 5, 7, 8, source.randrange(top))]
    pairs += [(source.randrange(top), source.randrange(p)) for _ in range(12)]
    pairs = [(k, x) for k, x in pairs if k < top]
    return [(k, x, r) for (k, x), r in zip(pairs, pari.x_multiples(curve, pairs), strict=True)]


@pytest.mark.parametrize("curve", MONTGOMERY)
def test_ladder_on_curve_and_twist(word_bits, curve):
    library = host.Library(word_bits, pari.MONTGOMERY_CURVES[curve]["field"])
    for member in library.members("scalar-mult-x"):
        for k, x, expected in x_cases(curve):
            assert x_multiple(library, k, x, curve, member) == (Status.OK, expected), (member, hex(k), hex(x))
        if BITS[curve] % word_bits:
            assert x_multiple(library, 1 << BITS[curve], 9, curve, member) == (Status.ERROR_SCALAR_RANGE, 0)


@functools.cache
def tiny_x_multiples(curve: str) -> list[list[int]]:
    """For each x the coordinates of all multiples, by additions on B v^2 = u^3 + A u^2 + u for the B of the point (x,
    1). The substitution u = w/B - A/3 gives w^3 + ... in Weierstrass form."""
    record = pari.MONTGOMERY_CURVES[curve]
    p, a = FIELDS[record["field"]], int(record["a"], 16)
    third, rows = a * pow(3, -1, p), []
    for x in range(p):
        b = (x**3 + a * x * x + x) % p
        if b == 0:
            rows.append([x * (k % 2) for k in range(1 << p.bit_length())])
            continue
        weierstrass = PrimeCurve(p, (1 - a * third) * b * b % p)
        point, total, row = (b * (x + third) % p, b * b % p), None, []
        for _ in range(1 << p.bit_length()):
            row.append(0 if total is None else (total[0] * pow(b, -1, p) - third) % p)
            total = weierstrass.add(total, point)
        rows.append(row)
    return rows


@pytest.mark.parametrize("curve", TINY_MONTGOMERY)
def test_every_multiple_on_a_tiny_curve(word_bits, curve):
    library = host.Library(word_bits, pari.MONTGOMERY_CURVES[curve]["field"])
    for member in library.members("scalar-mult-x"):
        for x, row in enumerate(tiny_x_multiples(curve)):
            for k, expected in enumerate(row):
                assert x_multiple(library, k, x, curve, member) == (Status.OK, expected), (member, k, x)


# ---- X25519 and X448


def ecdh(interface: PublicInterface, curve: str, private: str, public: str) -> tuple[Status, str]:
    status, secret = interface.ecdh(bytes.fromhex(private), bytes.fromhex(public), curve)
    return status, secret.hex()


@pytest.mark.parametrize("curve", RFC7748)
def test_rfc7748(interface, curve):
    vectors = RFC7748[curve]
    for case in vectors["cases"]:
        assert ecdh(interface, curve, case["scalar"], case["u"]) == (Status.OK, case["result"])
    keys = vectors["agreement"]
    for own, peer in (("a", "b"), ("b", "a")):
        found = interface.public_key(bytes.fromhex(keys[own]), curve)
        assert found == (Status.OK, bytes.fromhex(keys[f"{own}_public"]))
        assert ecdh(interface, curve, keys[own], keys[f"{peer}_public"]) == (Status.OK, keys["secret"])


@pytest.mark.parametrize("curve", RFC7748)
def test_rfc7748_iterated(interface, word_bits, curve):
    """k and u are the base point; k becomes the result and u the old k, as many times as in the RFC."""
    size = interface.size(curve, "field")
    k = u = bytes([9 if curve == "Curve25519" else 5]) + bytes(size - 1)
    known = {int(count): result for count, result in RFC7748[curve]["iterated"].items()}
    for count in range(1, 1 + (max(known) if word_bits >= 32 else 1)):
        status, result = interface.ecdh(k, u, curve)
        assert status == Status.OK
        k, u = result, k
        assert k.hex() == known.get(count, k.hex())


def test_wycheproof(interface):
    """Points of small order are refused; everything else is accepted, including points of the twist and numbers above
    p."""
    groups = json.loads(gzip.decompress((VECTORS / "wycheproof/x25519_test.json.gz").read_bytes()))["testGroups"]
    tests = [test for group in groups for test in group["tests"]]
    assert len(tests) == 518
    for test in tests:
        refused = "ZeroSharedSecret" in test["flags"]
        expected = (Status.ERROR_SHARED_INFINITY if refused else Status.OK, test["shared"])
        assert ecdh(interface, "Curve25519", test["private"], test["public"]) == expected, test["tcId"]
        valid = interface.public_key_validate(bytes.fromhex(test["public"]), "Curve25519")
        assert valid == (Status.ERROR_SUBGROUP if refused else Status.OK), test["tcId"]


@pytest.mark.parametrize("curve", TINY_MONTGOMERY)
def test_every_public_key_on_a_tiny_curve(interface, curve):
    """Clamping and decoding by the RFC's rules, for every byte as a public key."""
    record = pari.MONTGOMERY_CURVES[curve]
    p, multiples = FIELDS[record["field"]], tiny_x_multiples(curve)
    for private, public in itertools.product((0, 1, 0x2A, 0x55, 0x7F, 0x80, 0xFF), range(256)):
        k = (private & 0x7F & -record["h"]) | 0x40
        expected = multiples[(public & 0x7F) % p][k]
        status = Status.OK if expected else Status.ERROR_SHARED_INFINITY
        assert interface.ecdh(bytes([private]), bytes([public]), curve) == (status, bytes([expected])), (
            private,
            public,
        )
    for public in range(256):
        small = multiples[(public & 0x7F) % p][record["h"]] == 0
        assert interface.public_key_validate(bytes([public]), curve) == (Status.ERROR_SUBGROUP if small else Status.OK)


@pytest.mark.parametrize("curve", MONTGOMERY)
def test_small_order_is_refused(interface, curve):
    p, size = FIELDS[pari.MONTGOMERY_CURVES[curve]["field"]], interface.size(curve, "field")
    numbers = [0, 1, p - 1, p, p + 1, *(ORDER_EIGHT if curve == "Curve25519" else ())]
    for number in numbers:
        public = number.to_bytes(size, "little")
        for cofactor in (False, True):
            found = interface.ecdh(bytes(range(size)), public, curve, cofactor)
            assert found == (Status.ERROR_SHARED_INFINITY, bytes(size)), number
        assert interface.public_key_validate(public, curve) == Status.ERROR_SUBGROUP


def test_scalar_that_is_a_multiple_of_the_order(interface):
    """4 n is the private key of no public key of X448; its neighbour 4 n - 4 is the private key of -4 G, which has
    the x of 4 G."""
    n = order(pari.MONTGOMERY_CURVES["Curve448"])
    base = bytes([5]) + bytes(55)
    assert interface.public_key((4 * n).to_bytes(56, "little"), "Curve448") == (Status.ERROR_SCALAR_ZERO, bytes(56))
    assert interface.ecdh((4 * n).to_bytes(56, "little"), base, "Curve448")[0] == Status.ERROR_SHARED_INFINITY
    status, near = interface.public_key((4 * n - 4).to_bytes(56, "little"), "Curve448")
    fourfold = pari.x_multiples("Curve448", [(4, 5)])[0]
    assert (status, near) == (Status.OK, fourfold.to_bytes(56, "little"))


@pytest.mark.parametrize("curve", MONTGOMERY)
def test_wrong_lengths(interface, curve):
    size = interface.size(curve, "field")
    key = bytes([9]) + bytes(size - 1)
    for wrong in (b"", key[:-1], key + b"\0"):
        assert interface.ecdh(wrong, key, curve) == (Status.ERROR_LENGTH, bytes(size))
        assert interface.ecdh(key, wrong, curve) == (Status.ERROR_LENGTH, bytes(size))
        assert interface.public_key(wrong, curve) == (Status.ERROR_LENGTH, bytes(size))
        assert interface.public_key_validate(wrong, curve) == Status.ERROR_LENGTH


@pytest.mark.parametrize("curve", MONTGOMERY)
def test_key_generation(interface, curve):
    size, source = interface.size(curve, "field"), random.Random(1)
    drawn = []

    def draw(count: int) -> bytes:
        drawn.append(source.randbytes(count))
        return drawn[-1]

    status, private, public = interface.key_generate(draw, curve)
    assert (status, private) == (Status.OK, drawn[-1])
    assert interface.public_key(private, curve) == (Status.OK, public)
    failing = iter([b"\1" * 16, b"\2" * 16, None])
    for bad in (lambda count: None, lambda count: bytes(count), lambda count: next(failing)):
        assert interface.key_generate(bad, curve) == (Status.ERROR_RANDOM, bytes(size), bytes(size))


# ---- Edwards curves


@pytest.mark.parametrize("curve", TINY_EDWARDS)
def test_every_sum_on_a_tiny_curve(word_bits, curve):
    record = pari.EDWARDS_CURVES[curve]
    p, a, d = FIELDS[record["field"]], int(record["a"], 16), int(record["d"], 16)
    library, reference = host.Library(word_bits, record["field"]), EdwardsCurve(p, a, d)
    on_curve = library.function("affine_mask_on_curve", ctypes.c_uint8)
    pairs = itertools.product(range(p), repeat=2)
    points = [q for q in pairs if on_curve(library.point(q), library.curve(curve))]
    assert set(points) == {(x, y) for x, y in itertools.product(range(p), repeat=2) if is_on_curve(reference, x, y)}
    assert len(points) == order(record) * record["h"]
    for q, r in itertools.product(points, repeat=2):
        assert library.point_call("affine_add_var", q, r, curve=curve) == reference.add(q, r), (q, r)
    for q in points:
        assert library.is_in_subgroup(q, curve) == (reference.multiply(order(record), q) == (0, 1))


def is_on_curve(curve: EdwardsCurve, x: int, y: int) -> bool:
    return (curve.a * x * x + y * y - 1 - curve.d * x * x * y * y) % curve.p == 0


@functools.cache
def edwards_cases(curve: str) -> list[tuple[int, pari.Point, pari.Point]]:
    """Scalars, points, multiples: at the ends of the range, around the order, points of small order and their sums with
    others, the neutral element."""
    source, record = random.Random(8032), pari.EDWARDS_CURVES[curve]
    p, n = FIELDS[record["field"]], order(record)
    top = 1 << p.bit_length()
    x, y = generator(curve)
    small = [(0, 1), (0, p - 1)] + [(1, 0), (p - 1, 0)] * (int(record["a"], 16) == 1)
    random_points = [f"multiple({source.randrange(1, n)}, {x}, {y})" for _ in range(4)]
    points = [(x, y), *small, *pari.edwards_values(curve, random_points)]
    points += pari.edwards_values(curve, [f"total({x}, {y}, {sx}, {sy})" for sx, sy in small])
    scalars = [0, 1, 2, 3, 4, 8, n - 1, n, n + 1, 2 * n, 4 * n + 1, top - 1, top - 2, top // 2]
    cases = [(k, points[0]) for k in scalars if k < top]
    cases += [(k, q) for q in points for k in (0, 1, 2, 5, top - 1, source.randrange(top))]
    multiples = pari.edwards_values(curve, [f"multiple({k}, {q[0]}, {q[1]})" for k, q in cases])
    return [(k, q, r) for (k, q), r in zip(cases, multiples, strict=True)]


ON_ONE_FIELD = ("Ed448_Goldilocks", "curve448_edwards_rfc7748")  # the cofactor of Ed448


@pytest.mark.parametrize(
    "curve", [pytest.param(c, marks=[pytest.mark.word_sizes(64)] if c in ON_ONE_FIELD else []) for c in EDWARDS]
)
def test_multiples(word_bits, curve):
    record = pari.EDWARDS_CURVES[curve]
    library = host.Library(word_bits, record["field"])
    members = library.members("scalar-mult")
    assert {f"scalar_mult_regular_window{w}" for w in (3, 4, 5)} < set(members)
    for member in members:
        for k, point, expected in edwards_cases(curve)[:: 1 if word_bits == 64 else 3]:
            found = library.scalar_mult(member, k, point, curve)
            if found[0] == Status.ERROR_UNSUPPORTED:
                break
            assert found == (Status.OK, expected), (member, hex(k), point)
        else:
            top = 1 << library.scalar_bits
            if library.scalar_bits % word_bits:
                found = library.scalar_mult(member, top, generator(curve), curve)
                assert found == (Status.ERROR_SCALAR_RANGE, (0, 1))


def test_selection_takes_every_coordinate(word_bits):
    """Multiplications use only three of the five coordinates after a selection."""
    library = host.Library(word_bits, "fp255")
    select, ones = library.function("point_select"), ctypes.c_uint64((1 << 64) - 1)
    for mask, expected in ((ctypes.c_uint64(0), (1, 2, 3, 4, 5)), (ones, (6, 7, 8, 9, 10))):
        result = library.elements(1, 2, 3, 4, 5)
        select(result, library.elements(6, 7, 8, 9, 10), mask)
        assert library.values(result) == expected


@pytest.mark.parametrize("curve", EDWARDS)
def test_validation(word_bits, curve):
    record = pari.EDWARDS_CURVES[curve]
    library, p = host.Library(word_bits, record["field"]), FIELDS[record["field"]]
    validate = library.function("affine_validate", ctypes.c_int)
    x, y = generator(curve)
    moved = pari.edwards_values(curve, [f"total({x}, {y}, 0, {p - 1})"])[0]
    cases = [((x, y), Status.OK), ((p - x, y), Status.OK), ((0, 1), Status.ERROR_INFINITY)]
    cases += [((0, p - 1), Status.ERROR_SUBGROUP), (moved, Status.ERROR_SUBGROUP)]
    cases += [((x, (y + 1) % p), Status.ERROR_NOT_ON_CURVE), ((0, 0), Status.ERROR_NOT_ON_CURVE)]
    for point, expected in cases:
        assert Status(validate(library.point(point), library.curve(curve))) == expected, point


# ---- The public interface


def test_names_and_sizes(interface):
    records = {**pari.EDWARDS_CURVES, **pari.MONTGOMERY_CURVES}
    for name in (*EDWARDS, *MONTGOMERY):
        record = records[name]
        for text in (record["name"], *record["aliases"], *record["oids"]):
            assert interface.find(text) == record["name"]
    sizes = ("field", "scalar", "public_key", "signature")
    found = {records[name]["name"]: [interface.size(records[name]["name"], what) for what in sizes] for name in records}
    assert found["Curve25519"] == [32, 32, 32, 0] and found["Curve448"] == [56, 56, 56, 0]
    assert found["Ed25519"] == [32, 32, 32, 64]
    assert found["Ed448"] == [56, 57, 57, 114]  # the others have no EdDSA
    assert all(found[name] == [56, 57, 57, 0] for name in ("Ed448-Goldilocks", "curve448-edwards-rfc7748"))


def test_what_is_not_for_a_curve(interface):
    """Outputs are zeroed."""
    key = bytes(range(32))
    assert interface.sign(key, key, "Curve25519") == (Status.ERROR_UNSUPPORTED, b"")
    assert interface.verify(b"", key, key, "Curve25519") == Status.ERROR_UNSUPPORTED
    assert interface.ecdh(key, key, "Ed25519") == (Status.ERROR_UNSUPPORTED, bytes(32))
    assert interface.sign(key, key, "Ed25519") == (Status.ERROR_UNSUPPORTED, bytes(64))
    for curve in ("Ed448-Goldilocks", "curve448-edwards-rfc7748"):
        assert interface.public_key(key, curve) == (Status.ERROR_UNSUPPORTED, bytes(57))
        assert interface.public_key_validate(key, curve) == Status.ERROR_UNSUPPORTED
        assert interface.key_generate(lambda count: bytes(count), curve)[0] == Status.ERROR_UNSUPPORTED
