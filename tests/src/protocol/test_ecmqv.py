"""ECMQV: the vectors of GEC 2, curves of every sort against PARI/GP, one pass, and every bad input."""

import functools
import random

import pytest

from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari
from tests.public_interface import PointForm, SchnorrInterface

pytestmark = pytest.mark.word_sizes(8, 64)

# Prime curves with a = -3, 0 and general, cofactor 1 and 4; Koblitz, random and tiny curves; large cofactors.
CURVES = (
    *("secp256r1", "secp256k1", "brainpoolP256r1", "secp160r1", "secp112r2", "sect163k1", "sect163r2"),
    *("c2tnb359v1", "c2pnb176w1", "tiny7k1"),
)
OTHERS = [name for name in pari.RECORDS if name not in CURVES]
# GEC 2, 4.1 and 4.2: static and ephemeral keys of U, of V, compressed; the shared secret.
VECTORS = {
    "secp160r1": (
        ("AA374FFC3CE144E6B073307972CB6D57B2A4E982", "0251B4496FECC406ED0E75A24A3C03206251419DC0"),
        ("149EC7EA3A220A887619B3F9E5B4CA51C7D1779C", "03D99CE4D8BF52FA20BD21A962C6556B0F71F4CA1F"),
        ("45FB58A92A17AD4B15101C66E74F277E2B460866", "0349B41E0E9C0369C2328739D90F63D56707C6E5BC"),
        ("18C13FCED9EADF884F7C595C8CB565DEFD0CB41E", "02706E5D6E1F640C6E9C804E75DBC14521B1E5F3B5"),
        "5A6955CEFDB4E43255FB7FCF718611E4DF8E05AC",
    ),
    "sect163k1": (
        ("03A41434AA99C2EF40C8495B2ED9739CB2155A1E0D", "03037D529FA37E42195F10111127FFB2BB38644806BC"),
        ("032FC4C61A8211E6A7C4B8B0C03CF35F7CF20DBD52", "02015198E74BC2F1E5C9A62B80248DF0D62B9ADF8429"),
        ("57E8A78E842BF4ACD5C315AA0569DB1703541D96", "03072783FAAB9549002B4F13140B88132D1C75B3886C"),
        ("02BD198B83A667A8D908EA1E6F90FD5C6D695DE94F", "03067E3AEA3510D69E8EDD19CB2A703DDC6CF5E56E32"),
        "038359FFD30C0D5FC1E6154F483B73D43E5CF2B503",
    ),
}


@pytest.fixture(scope="session")
def ecmqv(word_bits) -> SchnorrInterface:
    return SchnorrInterface(word_bits)


def associate(curve: str, point: pari.Point) -> int:
    """SEC 1, 3.4.1, steps 2 to 4."""
    half = -(-pari.order(curve).bit_length() // 2)
    return int.from_bytes(pari.encode_element(curve, point[0]), "big") % (1 << half) + (1 << half)


@functools.cache
def agreements(curve: str) -> tuple[list[int], list[pari.Point], pari.Point, pari.Point]:
    """Private and public keys of both parties (static and ephemeral of one, then of the other) and the points of two
    passes and of one pass, by the keys of the first: PARI/GP on points, Python on numbers."""
    n, h = pari.order(curve), pari.RECORDS[curve]["h"]
    d = [random.Random(curve).randrange(1, n) for _ in range(4)]
    q = pari.multiples(curve, d)
    s = (d[1] + associate(curve, q[1]) * d[0]) % n
    shared = "multiply(add({0}, multiply({1}, {2})), {3})"
    passes = [
        shared.format(pari.text(q[last]), pari.text(q[2]), associate(curve, q[last]), h * s % (h * n))
        for last in (3, 2)
    ]
    return d, q, *pari.evaluate(curve, passes)


def check_curve(ecmqv: SchnorrInterface, curve: str) -> None:
    """Both sides of two passes and of one."""
    host.require(pari.FIELD_OF[curve])
    d, q, two, one = agreements(curve)
    d, q = [pari.encode_scalar(curve, x) for x in d], [pari.encode(curve, x) for x in q]
    two, one = (pari.encode(curve, p)[1 : (len(q[0]) + 1) // 2] for p in (two, one))
    assert ecmqv.ecmqv((d[0], d[1]), (q[1], q[2], q[3]), curve) == (Status.OK, two)
    assert ecmqv.ecmqv((d[2], d[3]), (q[3], q[0], q[1]), curve) == (Status.OK, two)
    assert ecmqv.ecmqv((d[0], d[1]), (q[1], q[2], q[2]), curve) == (Status.OK, one)
    assert ecmqv.ecmqv((d[2], d[2]), (q[2], q[0], q[1]), curve) == (Status.OK, one)


@pytest.mark.parametrize("curve", CURVES)
def test_curves_of_every_sort(ecmqv, curve):
    check_curve(ecmqv, curve)


@pytest.mark.slow
@pytest.mark.parametrize("word_bits", [64], indirect=True)
@pytest.mark.parametrize("curve", OTHERS)
def test_all_other_curves(ecmqv, curve):
    check_curve(ecmqv, curve)


@pytest.mark.parametrize("curve", VECTORS)
def test_gec_2(ecmqv, curve):
    host.require(pari.FIELD_OF[curve])
    *pairs, secret = VECTORS[curve]
    d = [pari.encode_scalar(curve, int(pair[0], 16)) for pair in pairs]
    q = [ecmqv.point_decode(bytes.fromhex(pair[1]), curve)[1] for pair in pairs]
    assert [ecmqv.public_key(key, curve) for key in d] == [(Status.OK, key) for key in q]
    expected = (Status.OK, bytes.fromhex(secret))
    assert ecmqv.ecmqv((d[0], d[1]), (q[1], q[2], q[3]), curve) == expected
    assert ecmqv.ecmqv((d[2], d[3]), (q[3], q[0], q[1]), curve) == expected


@pytest.mark.parametrize("curve", ["secp256r1", "sect163k1", "tiny7k1"])
def test_infinity(ecmqv, curve):
    """An ephemeral key that cancels the static one: the own s is 0, or the peer's point is infinity."""
    n = pari.order(curve)
    d2 = 5
    (q2,) = pari.multiples(curve, [d2])
    d1 = -d2 * pow(associate(curve, q2), -1, n) % n
    (q1,) = pari.multiples(curve, [d1])
    d, q = (
        (pari.encode_scalar(curve, d1), pari.encode_scalar(curve, d2)),
        (pari.encode(curve, q1), pari.encode(curve, q2)),
    )
    expected = (Status.ERROR_SHARED_INFINITY, bytes((len(q[0]) - 1) // 2))
    peer = pari.encode(curve, pari.generator(curve))
    assert ecmqv.ecmqv(d, (q[1], peer, peer), curve) == expected
    assert (
        ecmqv.ecmqv((pari.encode_scalar(curve, 1), pari.encode_scalar(curve, 1)), (peer, q[0], q[1]), curve) == expected
    )


@pytest.mark.parametrize("curve", ["secp112r2", "sect163k1"])
def test_bad_keys(ecmqv, curve):
    """Each key in each place. A longer one would take a byte of the next key if its length were not checked."""
    host.require(pari.FIELD_OF[curve])
    good, d = pari.encode(curve, pari.generator(curve)), pari.encode_scalar(curve, 1)
    nothing, n = bytes((len(good) - 1) // 2), pari.order(curve)
    infinity = good[:1] + bytes(len(good) - 1)
    x_of_ones = good[:1] + b"\xff" * (len(good) - 1)
    off = good[:-1] + bytes([good[-1] ^ 1])
    outside = pari.encode(curve, pari.outside_subgroup(curve)[1])
    compressed = b"\x02" + good[1:]
    bad = {
        infinity: Status.ERROR_INFINITY,
        x_of_ones: Status.ERROR_COORDINATE_RANGE,
        off: Status.ERROR_NOT_ON_CURVE,
        outside: Status.ERROR_SUBGROUP,
        compressed: Status.ERROR_ENCODING,
    }
    for key, expected in bad.items():
        for place in range(3):
            keys = [good] * 3
            keys[place] = key
            assert ecmqv.ecmqv((d, d), tuple(keys), curve) == (expected, nothing)
    numbers = {
        0: Status.ERROR_SCALAR_ZERO,
        n: Status.ERROR_SCALAR_RANGE,
        (1 << 8 * len(d)) - 1: Status.ERROR_SCALAR_RANGE,
    }
    for number, expected in numbers.items():
        key = pari.encode_scalar(curve, number)
        for keys in ((key, d), (d, key)):
            assert ecmqv.ecmqv(keys, (good, good, good), curve) == (expected, nothing)
    for keys in ((d[1:], d), (d + b"\0", d), (b"", d)):
        assert ecmqv.ecmqv(keys, (good, good, good), curve) == (Status.ERROR_LENGTH, nothing)
    for keys in ((good[:-1], good, good), (good + b"\0", good + b"\0", good + b"\0"), (b"", good, good)):
        assert ecmqv.ecmqv((d, d), keys, curve) == (Status.ERROR_LENGTH, nothing)


def test_compressed_keys_are_decoded_first(ecmqv):
    """A compressed key at its own length is refused for its form."""
    good = pari.encode("sect163k1", pari.generator("sect163k1"))
    short = ecmqv.point_encode(good, PointForm.COMPRESSED, "sect163k1")[1]
    d = pari.encode_scalar("sect163k1", 1)
    assert ecmqv.ecmqv((d, d), (short,) * 3, "sect163k1") == (Status.ERROR_ENCODING, bytes(21))


@pytest.mark.parametrize("curve", ["none", "Curve25519", "Ed25519"])
def test_other_forms(ecmqv, curve):
    host.require("fp255")
    left = b"\xaa" * 64 if curve == "none" else bytes(32)
    assert ecmqv.ecmqv((bytes(32),) * 2, (bytes(32),) * 3, curve) == (Status.ERROR_UNSUPPORTED, left)
