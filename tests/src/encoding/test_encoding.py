"""Forms of points, and signatures in DER: exhaustively on tiny curves, and on curves of every class, against Python
and PARI/GP. Every error has its own status, and outputs are zeroed."""

import functools
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen import tiny_curves
from codegen.fields import FIELDS, multiply
from codegen.points import inverse
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari
from tests.public_interface import PointForm, PublicInterface
from tests.src.whole.test_public_interface import CURVES, encode, field_bits, on_twist, out_of_range, outside_subgroup

pytestmark = pytest.mark.word_sizes(8, 64)

TINY = tuple(name for name in pari.TINY if pari.RECORDS[name].get("form", "Weierstrass") == "Weierstrass")
MONTGOMERY_AND_EDWARDS = ("Curve25519", "Curve448", "Ed25519", "Ed448")


def require(interface: PublicInterface, curve: str) -> str:
    """The curve, which a library of chosen fields may have left out."""
    if interface.find(curve) is None:
        host.require_curve(curve, interface.word_bits)
    return curve


# ---- Points


def y_bit(curve: str, point: tuple[int, int]) -> int:
    """SEC 1, 2.3.3, step 2.2."""
    x, y = point
    if not pari.is_binary(curve):
        return y & 1
    polynomial = FIELDS[pari.FIELD_OF[curve]]
    return multiply(y, inverse(x, polynomial), polynomial) & 1 if x else 0


def forms(curve: str, point: tuple[int, int]) -> dict[PointForm, bytes]:
    """The three encodings of a point."""
    plain, bit = encode(curve, point), y_bit(curve, point)
    return {
        PointForm.COMPRESSED: bytes([2 + bit]) + plain[1 : (len(plain) + 1) // 2],
        PointForm.UNCOMPRESSED: plain,
        PointForm.HYBRID: bytes([6 + bit]) + plain[1:],
    }


@functools.cache
def tiny_points(curve: str) -> frozenset[tuple[int, int]]:
    """Every point but infinity, found by trying all pairs."""
    record = pari.RECORDS[curve]
    search = tiny_curves.binary_points if pari.is_binary(curve) else tiny_curves.prime_points
    return frozenset(search(int(record["a"], 16), int(record["b"], 16)))


@functools.cache
def compressed(curve: str) -> dict[tuple[int, int], tuple[int, int]]:
    """(x, bit of y) -> point."""
    return {(point[0], y_bit(curve, point)): point for point in tiny_points(curve)}


def expected(curve: str, octets: bytes) -> Status | tuple[int, int]:
    """The point that the bytes encode on a tiny curve, or the status of their fault."""
    size = 127 if not pari.is_binary(curve) else 128
    if not octets or octets == b"\0":
        return Status.ERROR_INFINITY if octets else Status.ERROR_LENGTH
    form, coordinates = octets[0], tuple(octets[1:])
    if form not in (2, 3, 4, 6, 7):
        return Status.ERROR_ENCODING
    if len(coordinates) != (1 if form < 4 else 2):
        return Status.ERROR_LENGTH
    if max(coordinates) >= size:
        return Status.ERROR_COORDINATE_RANGE
    if form < 4:
        known = compressed(curve)
        other = Status.ERROR_Y_BIT if (coordinates[0], 3 - form) in known else Status.ERROR_NOT_ON_CURVE
        return known.get((coordinates[0], form - 2), other)
    if coordinates == (0, 0):
        return Status.ERROR_INFINITY
    if coordinates not in tiny_points(curve):
        return Status.ERROR_NOT_ON_CURVE
    return coordinates if form == 4 or form - 6 == y_bit(curve, coordinates) else Status.ERROR_Y_BIT


def check_tiny(interface: PublicInterface, curve: str, octets: bytes) -> None:
    point = expected(curve, octets)
    result = (point, bytes(3)) if isinstance(point, Status) else (Status.OK, b"\4" + bytes(point))
    assert interface.point_decode(octets, curve) == result, octets.hex()


@pytest.mark.parametrize("curve", TINY)
def test_every_short_encoding_of_a_tiny_curve(interface, curve):
    """All strings of one byte, all compressed points, every form of every point, and their neighbours."""
    require(interface, curve)
    for octets in ([], *((first,) for first in range(256)), *itertools.product(range(9), range(256))):
        check_tiny(interface, curve, bytes(octets))
    for x, y in {*tiny_points(curve), (0, 0), *((x, 5) for x in range(256))}:
        for other, first in itertools.product((y, y ^ 1, y + 1, 127, 128, 255), (0, 2, 4, 5, 6, 7)):
            check_tiny(interface, curve, bytes((first, x, other)))


@pytest.mark.word_sizes(64)
@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize("curve", TINY)
def test_every_pair_of_coordinates_of_a_tiny_curve(interface, curve):
    require(interface, curve)
    for octets in itertools.product((4, 6, 7), range(256), range(256)):
        check_tiny(interface, curve, bytes(octets))


@pytest.mark.parametrize("curve", TINY)
def test_every_point_of_a_tiny_curve_in_every_form(interface, curve):
    require(interface, curve)
    for point in tiny_points(curve):
        for form, encoded in forms(curve, point).items():
            assert interface.point_encode(encode(curve, point), form, curve) == (Status.OK, encoded)


@functools.cache
def some_points(curve: str) -> list[tuple[int, int]]:
    """Multiples of the generator; points of small order and their neighbours, on binary curves the point with x = 0."""
    base = pari.text(pari.generator(curve))
    multiples = pari.evaluate(curve, [f"multiply({base}, {k})" for k in (1, 2, 3, 5, 77, pari.order(curve) - 2)])
    return multiples + pari.outside_subgroup(curve) + ([pari.order_two(curve)] if pari.is_binary(curve) else [])


@pytest.mark.parametrize("curve", (*CURVES, "secp224r1", "secp521r1", "sect571r1", "c2pnb368w1"))
def test_points_in_every_form(interface, curve):
    """Both points with an x, and those whose y has the lowest bit set or clear."""
    require(interface, curve)
    for point, negative in itertools.product(some_points(curve), (False, True)):
        its = pari.negative(curve, point) if negative else point
        plain = encode(curve, its)
        for form, encoded in forms(curve, its).items():
            assert interface.point_encode(plain, form, curve) == (Status.OK, encoded)
            assert interface.point_decode(encoded, curve) == (Status.OK, plain)


def bad_encodings(curve: str) -> list[tuple[bytes, Status]]:
    generator = forms(curve, pari.generator(curve))
    short, plain, hybrid = generator.values()
    found = [(b"", Status.ERROR_LENGTH), (b"\0", Status.ERROR_INFINITY), (b"\0\0", Status.ERROR_ENCODING)]
    found += [(bytes([first]) + plain[1:], Status.ERROR_ENCODING) for first in (0, 1, 5, 8, 0x82, 255)]
    for encoded in (short, plain, hybrid):
        found += [(encoded[:end], Status.ERROR_LENGTH) for end in (1, len(encoded) - 1)]
        found += [(encoded + b"\0", Status.ERROR_LENGTH)]
    found += [(short[:1] + plain[1:], Status.ERROR_LENGTH), (plain[: len(short)], Status.ERROR_LENGTH)]
    size = (field_bits(curve) + 7) // 8
    for number in out_of_range(curve):
        octets = number.to_bytes(size, "big")
        found += [
            (first[:1] + octets + first[1 + size :], Status.ERROR_COORDINATE_RANGE) for first in generator.values()
        ]
        found += [(first[: 1 + size] + octets, Status.ERROR_COORDINATE_RANGE) for first in (plain, hybrid)]
    no_point = on_twist(curve)[0].to_bytes(size, "big")
    found += [(bytes([first]) + no_point, Status.ERROR_NOT_ON_CURVE) for first in (2, 3)]
    found += [(first[:-1] + bytes([first[-1] ^ 2]), Status.ERROR_NOT_ON_CURVE) for first in (plain, hybrid)]
    found += [(bytes([hybrid[0] ^ 1]) + hybrid[1:], Status.ERROR_Y_BIT)]
    found += [(bytes([first]) + bytes(2 * size), Status.ERROR_INFINITY) for first in (4, 6, 7)]
    return found + ([(b"\3" + bytes(size), Status.ERROR_Y_BIT)] if pari.is_binary(curve) else [])


@pytest.mark.parametrize("curve", CURVES)
def test_bad_points(interface, curve):
    """Each kind of fault has its status; a point outside the subgroup has none of them."""
    require(interface, curve)
    zeros = bytes(interface.size(curve, "public_key"))
    for encoded, status in bad_encodings(curve):
        assert interface.point_decode(encoded, curve) == (status, zeros), encoded.hex()
        if encoded[:1] == b"\4" and status != Status.OK:
            assert interface.point_encode(encoded, PointForm.HYBRID, curve) == (status, zeros), encoded.hex()
    for point in outside_subgroup(curve):
        assert interface.point_decode(encode(curve, point), curve)[0] == Status.OK


@pytest.mark.parametrize("curve", ("sect163k1", "secp256r1"))
def test_only_uncompressed_points_are_encoded(interface, curve):
    require(interface, curve)
    short, plain, hybrid = forms(curve, pari.generator(curve)).values()
    for encoded in (short, hybrid):
        status, output = interface.point_encode(encoded, PointForm.COMPRESSED, curve)
        assert status == Status.ERROR_ENCODING and not any(output)
    for form in (0, 1, 3, 5, 7, 256 + 2):
        assert interface.point_encode(plain, form, curve) == (Status.ERROR_ENCODING, bytes(len(plain)))


@pytest.mark.parametrize("curve", (*MONTGOMERY_AND_EDWARDS, "none"))
def test_curves_whose_points_have_one_encoding(interface, curve):
    key, signature, left = (
        bytes(interface.size(curve, "public_key")),
        bytes(64),
        set(b"\xaa" if curve == "none" else b"\0"),
    )
    for status, output in (
        interface.point_encode(key, PointForm.HYBRID, curve),
        interface.point_decode(key, curve),
        interface.signature_from_der(b"\x30\x00", curve),
    ):
        assert status == Status.ERROR_UNSUPPORTED and set(output) <= left
    assert interface.signature_validate(signature, curve) == Status.ERROR_UNSUPPORTED
    assert interface.signature_to_der(signature, curve)[0] == Status.ERROR_UNSUPPORTED


# ---- Signatures in DER


def tagged(tag: int, contents: bytes) -> bytes:
    count = len(contents)
    return bytes([tag, count] if count < 128 else [tag, 0x81, count]) + contents


def integer(number: int) -> bytes:
    return tagged(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def der(r: int, s: int) -> bytes:
    return tagged(0x30, integer(r) + integer(s))


class Refused(Exception):
    """A fault found by a strict parser; its argument is the status."""


def refuse_if(condition: bool, status: Status) -> None:
    if condition:
        raise Refused(status)


def value(tag: int, octets: bytes) -> tuple[bytes, bytes]:
    """Contents of the value at the head of the bytes, and the bytes after it (X.690, 8.1 and 10.1)."""
    refuse_if(octets[:1] not in (b"", bytes([tag])), Status.ERROR_ENCODING)
    refuse_if(len(octets) < 2, Status.ERROR_LENGTH)
    count, rest = octets[1], octets[2:]
    if count & 0x80:
        size = count & 0x7F
        refuse_if(size == 0, Status.ERROR_ENCODING)
        refuse_if(len(rest) < size, Status.ERROR_LENGTH)
        count, rest = int.from_bytes(rest[:size], "big"), rest[size:]
        refuse_if(count < 128 or count.bit_length() <= 8 * (size - 1), Status.ERROR_NOT_MINIMAL)
    refuse_if(len(rest) < count, Status.ERROR_LENGTH)
    return rest[:count], rest[count:]


def number(contents: bytes, order: int) -> int:
    refuse_if(not contents, Status.ERROR_ENCODING)
    found = int.from_bytes(contents, "big", signed=True)
    short = contents[1:] and int.from_bytes(contents[1:], "big", signed=True) == found
    refuse_if(bool(short), Status.ERROR_NOT_MINIMAL)
    refuse_if(found < 0 or found >= 1 << 8 * ((order.bit_length() + 7) // 8), Status.ERROR_SCALAR_RANGE)
    return found


def parsed(octets: bytes, order: int) -> tuple[int, int]:
    """r and s, or Refused with the first fault: the forms from left to right, then the ranges."""
    contents, rest = value(0x30, octets)
    refuse_if(bool(rest), Status.ERROR_TRAILING)
    found = []
    for _ in range(2):
        its, contents = value(2, contents)
        found.append(number(its, order))
    refuse_if(bool(contents), Status.ERROR_TRAILING)
    for half in found:
        refuse_if(half == 0, Status.ERROR_SCALAR_ZERO)
        refuse_if(half >= order, Status.ERROR_SCALAR_RANGE)
    return found[0], found[1]


def check_der(interface: PublicInterface, curve: str, octets: bytes) -> Status:
    order, size = pari.order(curve), interface.size(curve, "scalar")
    try:
        status, signature = Status.OK, b"".join(half.to_bytes(size, "big") for half in parsed(octets, order))
    except Refused as refused:
        status, signature = refused.args[0], bytes(2 * size)
    assert interface.signature_from_der(octets, curve) == (status, signature), octets.hex()
    if status == Status.OK:
        assert interface.signature_to_der(signature, curve)[:2] == (status, octets)
    return status


def mutations(octets: bytes) -> set[bytes]:
    """Every other value of a byte, every byte omitted, doubled or prefixed, every end, bytes after it."""
    found = {octets[:i] + bytes([v]) + octets[i + 1 :] for i in range(len(octets)) for v in range(256)}
    for i in range(len(octets)):
        found |= {octets[:i], octets[:i] + octets[i + 1 :]}
        found |= {
            octets[:i] + bytes([v]) + octets[i:] for v in (0, 1, 2, 0x30, 0x7F, 0x80, 0x81, 0x82, 0xFF, octets[i])
        }
    return found | {octets + bytes([v]) for v in range(256)} | {octets + octets}


def halves(curve: str) -> list[int]:
    """Numbers of all lengths that matter, with and without the highest bit of their first byte."""
    n, size = pari.order(curve), 8 * ((pari.order(curve).bit_length() + 7) // 8)
    edges = [1 << e for e in (0, 6, 7, 8, 15, size - 9, size - 8, size - 7, size - 1) if e >= 0]
    return sorted({m for edge in edges for m in (edge - 1, edge, edge + 1) if 0 < m < n} | {n - 1})


DER_CURVES = (
    "secp256r1",
    "secp521r1",
    "sect571k1",
    "sect163k1",
    "c2pnb368w1",
    "wtls8",
    "tiny7p3",
    "tiny7pgh6",
    "tiny7k0",
)


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("curve", DER_CURVES)
def test_signatures_of_all_sizes(interface, curve):
    require(interface, curve)
    size = interface.size(curve, "scalar")
    for r, s in itertools.product(halves(curve), repeat=2):
        raw = r.to_bytes(size, "big") + s.to_bytes(size, "big")
        status, found, rest = interface.signature_to_der(raw, curve)
        assert (status, found) == (Status.OK, der(r, s)) and not any(rest)
        assert interface.signature_from_der(found, curve) == (Status.OK, raw)


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("curve", ("secp256r1", "secp521r1", "tiny7p3", "tiny7k0"))
def test_mutated_signatures(interface, curve):
    """Against the parser above; together they meet every error."""
    require(interface, curve)
    source, n = random.Random(curve), pari.order(curve)
    seen = {check_der(interface, curve, changed) for changed in mutations(der(n - 1, source.randrange(1, n)))}
    assert seen >= {Status.OK, Status.ERROR_ENCODING, Status.ERROR_LENGTH, Status.ERROR_TRAILING}
    assert seen >= {Status.ERROR_NOT_MINIMAL, Status.ERROR_SCALAR_RANGE}


@pytest.mark.parametrize("curve", ("secp256r1", "secp521r1", "sect163k1", "tiny7p3"))
def test_bad_signatures(interface, curve):
    require(interface, curve)
    n, size = pari.order(curve), interface.size(curve, "scalar")
    good = der(1, n - 1)
    one, sequence = integer(1), good[good.index(b"\2") :]
    cases = [
        (b"", Status.ERROR_LENGTH),
        (b"\x30", Status.ERROR_LENGTH),
        (b"\x31" + good[1:], Status.ERROR_ENCODING),
        (b"\x30\x80" + sequence + b"\0\0", Status.ERROR_ENCODING),
        (tagged(0x30, one), Status.ERROR_LENGTH),
        (tagged(0x30, one + one + one), Status.ERROR_TRAILING),
        (good + b"\0", Status.ERROR_TRAILING),
        (b"\x30\x82\0" + bytes([len(sequence)]) + sequence, Status.ERROR_NOT_MINIMAL),
        (b"\x30\x81\6" + one + one, Status.ERROR_NOT_MINIMAL),
        (tagged(0x30, one + b"\2\x81\1\1"), Status.ERROR_NOT_MINIMAL),
        (tagged(0x30, one + b"\2\2\0\1"), Status.ERROR_NOT_MINIMAL),
        (tagged(0x30, one + b"\2\2\xff\xff"), Status.ERROR_NOT_MINIMAL),
        (tagged(0x30, one + b"\2\0"), Status.ERROR_ENCODING),
        (tagged(0x30, one + b"\2\1\xff"), Status.ERROR_SCALAR_RANGE),
        (b"\x30\x85" + bytes([1]) * 5 + sequence, Status.ERROR_LENGTH),
        (der(0, 1), Status.ERROR_SCALAR_ZERO),
        (der(1, 0), Status.ERROR_SCALAR_ZERO),
        (der(n, 1), Status.ERROR_SCALAR_RANGE),
        (der(1, n), Status.ERROR_SCALAR_RANGE),
        (der(1, 1 << 8 * size), Status.ERROR_SCALAR_RANGE),
    ]
    for octets, status in cases:
        assert interface.signature_from_der(octets, curve) == (status, bytes(2 * size)), octets.hex()
    for raw, status in (
        (bytes(2 * size), Status.ERROR_SCALAR_ZERO),
        (n.to_bytes(size, "big") * 2, Status.ERROR_SCALAR_RANGE),
        (bytes([1]) * (2 * size - 1), Status.ERROR_LENGTH),
        (b"", Status.ERROR_LENGTH),
    ):
        assert interface.signature_validate(raw, curve) == status
        found, encoded, rest = interface.signature_to_der(raw, curve)
        assert (found, encoded) == (status, b"") and not any(rest)


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("curve", ("tiny7p3", "secp256r1"))
def test_octets_of_any_kind(interface, curve):
    require(interface, curve)
    pieces = st.sampled_from([b"\x30", b"\2", b"\1", b"\0", b"\x80", b"\x81", b"\x82", b"\x7f", b"\xff", b"\6", b"\3"])

    @settings(max_examples=400, deadline=None)
    @given(st.lists(st.one_of(pieces, st.binary(max_size=3)), max_size=14).map(b"".join))
    def check(octets: bytes) -> None:
        check_der(interface, curve, octets)

    check()
