"""Many agreements at once (motecurve/batch.h): RFC 7748, a ladder in Python, OpenSSL, and mc_ecdh, over numbers at
borders, places in a batch and sizes of it."""

import json
import random

import pytest

from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.library.host import Status
from motelab.measure import batch_rates
from motelab.subjects import curves
from tests.public_interface import BatchInterface

RFC7748 = json.loads((ROOT / "tests/vectors/rfc/rfc7748.json").read_text())["functions"]
P, A24 = {"Curve25519": 2**255 - 19, "Curve448": 2**448 - 2**224 - 1}, {"Curve25519": 121665, "Curve448": 39081}
CURVES = tuple(P)
SIZES = (1, 2, 3, 7, 8, 9, 10, 15, 16, 17, 18, 25, 33)
# Coordinates of order eight on Curve25519 (cr.yp.to/ecdh.html).
ORDER_EIGHT = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)


@pytest.fixture(scope="module")
def batch():
    return BatchInterface()


def octets_of(curve: str) -> int:
    return 32 if curve == "Curve25519" else 56


def multiple(curve: str, private: bytes, peer: bytes) -> bytes:
    """X25519 or X448 as RFC 7748 writes it, on Python's integers."""
    p, bits, size = P[curve], {"Curve25519": 255, "Curve448": 448}[curve], octets_of(curve)
    k = int.from_bytes(private, "little") % 2**bits & -(8 if size == 32 else 4) | 1 << bits - 1
    u = int.from_bytes(peer, "little") % 2**bits % p
    (x2, z2), (x3, z3) = (1, 0), (u, 1)
    for digit in f"{k:b}":
        if digit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, da, cb = x2 + z2, x2 - z2, (x3 - z3) * (x2 + z2), (x3 + z3) * (x2 - z2)
        e = a * a - b * b
        x3, z3 = (da + cb) ** 2 % p, u * (da - cb) ** 2 % p
        x2, z2 = a * a * b * b % p, e * (a * a + A24[curve] * e) % p
        if digit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, p - 2, p) % p).to_bytes(size, "little")


def border_coordinates(curve: str) -> list[int]:
    """Numbers near 0, p and the borders of limbs of 51 bits and of words; small orders; not canonical ones."""
    p, bits = P[curve], 8 * octets_of(curve)
    near = [n + d for n in (0, p, 2 * p, 2**bits, 2 ** (bits - 1)) for d in range(-3, 4)]
    limbs = [(1 << 51 * i) + d for i in range(1, 5) for d in (-1, 0, 1)] + [(1 << 64 * i) - 1 for i in range(1, 5)]
    full = [sum(((1 << 51) - 1) << 51 * i for i in chosen) for chosen in ((0, 2, 4), (1, 3), (0, 1, 2, 3))]
    return [n for n in (*near, *limbs, *full, *ORDER_EIGHT) if 0 <= n < 2**bits]


def border_keys(curve: str) -> list[bytes]:
    size = octets_of(curve)
    patterns = [bytes([byte]) * size for byte in (0x00, 0xFF, 0x55, 0xAA)]
    return patterns + [(1 << 8 * size - i).to_bytes(size, "little") for i in (1, 2, 64, 65, 128, 129)]


def expected(curve: str, pairs) -> tuple[list[Status], list[bytes]]:
    secrets = [multiple(curve, *pair) for pair in pairs]
    return [Status.OK if any(secret) else Status.ERROR_SHARED_INFINITY for secret in secrets], secrets


@pytest.mark.parametrize("curve", CURVES)
def test_rfc7748(batch, curve):
    """Its cases at every place of a batch."""
    cases = RFC7748[curve]["cases"]
    rows = [tuple(bytes.fromhex(case[name]) for name in ("scalar", "u", "result")) for case in cases]
    for shift in range(16):
        turned = [rows[(i // 3 + shift) % len(rows)] for i in range(17)]
        found = batch.ecdh_batch([row[:2] for row in turned], curve)
        assert found == (Status.OK, [Status.OK] * 17, [row[2] for row in turned])


@pytest.mark.parametrize("curve", CURVES)
def test_borders(batch, curve):
    """Every coordinate at a border with a key at one, each time beside others."""
    size, draw, keys = octets_of(curve), random.Random(curve), border_keys(curve)
    points = [n.to_bytes(size, "little") for n in border_coordinates(curve)]
    pairs = [(draw.choice(keys) if i % 3 else draw.randbytes(size), point) for i, point in enumerate(points * 2)]
    pairs += [(key, draw.randbytes(size)) for key in keys]
    draw.shuffle(pairs)
    statuses, secrets = expected(curve, pairs)
    assert Status.ERROR_SHARED_INFINITY in statuses
    assert batch.ecdh_batch(pairs, curve) == (Status.ERROR_SHARED_INFINITY, statuses, secrets)


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("curve", CURVES)
def test_sizes(batch, curve, count):
    """The same as one by one; then with one peer's key of small order, wherever it stands."""
    size, draw = octets_of(curve), random.Random(count)
    pairs = [(draw.randbytes(size), draw.randbytes(size)) for _ in range(count)]
    secrets = [batch.ecdh(*pair, curve)[1] for pair in pairs]
    assert secrets[0] == multiple(curve, *pairs[0]) and secrets[-1] == multiple(curve, *pairs[-1])
    assert batch.ecdh_batch(pairs, curve) == (Status.OK, [Status.OK] * count, secrets)
    for bad in {0, count // 2, count - 1}:
        spoilt = [(own, bytes(size) if i == bad else peer) for i, (own, peer) in enumerate(pairs)]
        status, statuses, found = batch.ecdh_batch(spoilt, curve)
        assert status == Status.ERROR_SHARED_INFINITY and not any(found[bad])
        assert [i for i, one in enumerate(statuses) if one != Status.OK] == [bad]
        assert [*found[:bad], *found[bad + 1 :]] == [*secrets[:bad], *secrets[bad + 1 :]]


def test_all_of_small_order(batch):
    """No z is left to invert."""
    pairs = [(bytes([i + 1]) * 32, n.to_bytes(32, "little")) for i, n in enumerate((0, 1, *ORDER_EIGHT) * 4)]
    status, statuses, secrets = batch.ecdh_batch(pairs, "Curve25519")
    assert status == Status.ERROR_SHARED_INFINITY and statuses == [status] * 16 and not any(map(any, secrets))


@pytest.mark.parametrize("curve", CURVES)
def test_lengths(batch, curve):
    size = octets_of(curve)
    assert batch.ecdh_batch([], curve) == (Status.OK, [], [])
    pairs = [(bytes([9]) * size, bytes([9]) * size)] * 3
    failed = (Status.ERROR_LENGTH, [Status.ERROR_LENGTH] * 3, [bytes(size)] * 3)
    for more in ((1, 0), (0, 1), (-1, -1), (size, size), (-size, -size), (size, -size)):
        assert batch.ecdh_batch(pairs, curve, more) == failed


@pytest.mark.parametrize("curve", ["secp256r1", "sect163k1", "Ed25519", "no-curve"])
def test_other_curves(batch, curve):
    status, statuses, secrets = batch.ecdh_batch([(bytes(8), bytes(8))] * 2, curve)
    assert status == Status.ERROR_UNSUPPORTED and statuses == [status] * 2
    assert curve == "no-curve" or not any(map(any, secrets))


def test_rates():
    """The program compares all secrets with OpenSSL's before it prints times."""
    record = batch_rates.measure_agreements(curves.find("Curve25519"), 16)
    assert record["verified"] and record["agreements"] == 16 and record["versus"].startswith("OpenSSL")
    assert record["reach"] > 0 and record["together_per_second"] > 0
    assert batch_rates.requested(batch_rates.BatchRequest("Curve448", agreements=3))["agreements"] == 3
    for name, agreements in (("secp256r1", 4), ("Curve25519", 0), ("Curve25519", 5000)):
        with pytest.raises(MotecurveError, match=r"Montgomery curves|give 1 to"):
            batch_rates.measure_agreements(curves.find(name), agreements)
