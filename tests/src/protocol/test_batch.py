"""Many signatures at once: every result equals single verification's, whatever stands beside it; extensions agree
with Python's integers; forged combinations, small orders, bad memory and bad sources are caught."""

import functools
import hashlib
import os
import random
import shutil
import subprocess

import pytest

from codegen import tiny_curves
from codegen.points import curve_of
from motelab.commands import batch as batch_command
from motelab.common.errors import MotecurveError
from motelab.library import host
from motelab.library.host import Status
from motelab.measure import batch_rates, bench
from motelab.subjects import curves
from tests.public_interface import BatchInterface, PointForm, Signed

pytestmark = pytest.mark.word_sizes(8, 64)

# By kind: Koblitz of cofactors 4 and 2, random binary, cofactor 65390 (three bytes), a = -3, a = 0, general a, h = 4.
CURVES = (
    *("sect163k1", "sect233k1", "sect283k1", "sect163r2", "sect163r1", "c2pnb176w1", "secp256r1", "secp256k1"),
    *("brainpoolP160r1", "secp112r2", "secp160r1"),
)
TINY = ("tiny7k0", "tiny7k1", "tiny7r1", "tiny7p3", "tiny7pgh6")
AT_ONCE = 64
# Fewer with word sizes that hosts do not use: these test results, not speed.
FEW_CURVES, FEW = ("sect163k1", "secp160r1"), 16
NOT_ONE_OCTET = 126


def is_pointless(params: dict) -> bool:
    """With small words only FEW_CURVES and at most FEW signatures are of use."""
    too_many = params.get("count", 0) > FEW or params.get("curve", FEW_CURVES[0]) not in FEW_CURVES
    return params.get("word_bits", 64) != 64 and too_many


@pytest.fixture(scope="module")
def batch(word_bits) -> BatchInterface:
    return BatchInterface(word_bits)


def find(name: str) -> curves.Curve:
    """The curve; skips if the library is one of chosen fields without its field."""
    found = curves.find(name)
    host.require(found.field)
    return found


@pytest.fixture(params=CURVES)
def curve(request, word_bits) -> curves.Curve:
    return find(request.param)


@functools.cache
def made(
    interface: BatchInterface, name: str, count: int, signers: int
) -> tuple[tuple[Signed, ...], tuple[Signed, ...]]:
    """Signatures by so many signers in turn, standard and extended; the same for every test."""
    keys = [interface.key_generate(os.urandom, name)[1:] for _ in range(signers)]
    standard, extended = [], []
    for i in range(count):
        private_key, public_key = keys[i % signers]
        digest = hashlib.sha256(b"%d" % i).digest()
        status, signature = interface.sign_extended(private_key, digest, name)
        assert status == Status.OK
        size = interface.size(name, "signature")
        standard.append(Signed(signature[:size], public_key, digest))
        extended.append(Signed(signature, public_key, digest))
    return tuple(standard), tuple(extended)


def singly(interface: BatchInterface, one: Signed, name: str) -> Status:
    return interface.verify(one.signature, one.public_key, one.digest, name)


# Extensions


def point_of(curve: curves.Curve, one: Signed) -> tuple[int, int]:
    """R = u G + v Q by Python's integers."""
    group, n = curve_of(curve.record), curve.order
    size = (n.bit_length() + 7) // 8
    r, s = (int.from_bytes(one.signature[i : i + size], "big") for i in (0, size))
    e = int.from_bytes(one.digest, "big") >> max(0, 8 * len(one.digest) - n.bit_length())
    x, y = (one.public_key[1:][i * curve.field_bytes : (i + 1) * curve.field_bytes] for i in (0, 1))
    key = int.from_bytes(x, "big"), int.from_bytes(y, "big")
    w = pow(s, -1, n)
    return group.add(group.multiply(e * w % n, group.generator), group.multiply(r * w % n, key))


def y_bit(curve: curves.Curve, interface: BatchInterface, point: tuple[int, int]) -> int:
    """R in the compressed form (SEC 1, 2.3.3), which other tests compare with OpenSSL's."""
    octets = b"\x04" + b"".join(c.to_bytes(curve.field_bytes, "big") for c in point)
    return interface.point_encode(octets, PointForm.COMPRESSED, curve.name)[1][0] & 1


def extension_of(curve: curves.Curve, interface: BatchInterface, point: tuple[int, int]) -> bytes:
    value = 2 * (point[0] // curve.order) + y_bit(curve, interface, point)
    return value.to_bytes(1 if curve.cofactor <= NOT_ONE_OCTET else 3, "big")


def test_extensions_are_those_of_the_points(batch, curve):
    standard, extended = made(batch, curve.name, 2, 1)
    for one, longer in zip(standard, extended, strict=True):
        octets = extension_of(curve, batch, point_of(curve, one))
        assert longer.signature == one.signature + octets
        assert batch.extend(one, curve.name) == (Status.OK, longer.signature)


def test_what_is_not_valid_has_no_extension(batch, curve):
    (one,), _ = made(batch, curve.name, 1, 1)
    bad = Signed(one.signature, one.public_key, one.digest[1:])
    assert batch.extend(bad, curve.name) == (Status.ERROR_SIGNATURE, bytes(batch.extended_bytes(curve.name)[1]))
    nothing = bytes(batch.extended_bytes(curve.name)[1])
    assert batch.sign_extended(bytes(batch.size(curve.name, "scalar")), one.digest, curve.name) == (
        Status.ERROR_SCALAR_ZERO,
        nothing,
    )


def openssl(*arguments: str, data: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
@pytest.mark.parametrize("name", ["sect163k1", "sect283k1", "sect163r2", "secp256r1"])
def test_signatures_of_openssl(batch, tmp_path, name):
    """Signed by OpenSSL, extended here."""
    curve, signed = find(name), []
    own = "prime256v1" if name == "secp256r1" else name
    for i in range(6):
        key = tmp_path / f"{i}.pem"
        key.write_bytes(openssl("ecparam", "-name", own, "-genkey", "-noout"))
        der = openssl("dgst", "-sha256", "-sign", str(key), data=bytes([i]))
        public_key = openssl("ec", "-in", str(key), "-pubout", "-outform", "DER")[-1 - 2 * curve.field_bytes :]
        signature = batch.signature_from_der(der, name)[1]
        signed.append(Signed(signature, public_key, hashlib.sha256(bytes([i])).digest()))
    assert batch.verify_batch(signed, name) == (Status.OK, [Status.OK] * 6)
    extended = [Signed(batch.extend(one, name)[1], one.public_key, one.digest) for one in signed]
    assert batch.verify_extended_batch(extended, os.urandom, name) == (Status.OK, [Status.OK] * 6)


def test_extended_signatures_are_standard_ones(batch, curve):
    """Without the extension it is the signature of RFC 6979, which other tests compare with OpenSSL and the RFC."""
    private_key, digest = (1).to_bytes(batch.size(curve.name, "scalar"), "big"), hashlib.sha256(b"").digest()
    signature = batch.sign(private_key, digest, curve.name)[1]
    assert batch.sign_extended(private_key, digest, curve.name)[1][: len(signature)] == signature


# Batches


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, AT_ONCE - 2, AT_ONCE, AT_ONCE + 1])
@pytest.mark.parametrize("signers", [1, 5, AT_ONCE])
def test_valid_signatures(batch, word_bits, curve, count, signers):
    most = AT_ONCE + 1 if word_bits == 64 else FEW
    standard, extended = (list(all_of[:count]) for all_of in made(batch, curve.name, most, min(signers, most)))
    assert batch.verify_batch(standard, curve.name) == (Status.OK, [Status.OK] * count)
    assert batch.verify_extended_batch(extended, os.urandom, curve.name) == (Status.OK, [Status.OK] * count)


def spoiled(one: Signed, other: Signed, size: int) -> list[Signed]:
    """The possible faults of a signature, whose first `size` bytes are r and s."""
    flipped = [one.signature[:i] + bytes([one.signature[i] ^ 1]) + one.signature[i + 1 :] for i in (size // 2 - 1, -1)]
    zero = bytes(size // 2)
    return [
        *(Signed(signature, one.public_key, one.digest) for signature in flipped),
        Signed(zero + one.signature[size // 2 :], one.public_key, one.digest),
        Signed(one.signature[: size // 2] + zero + one.signature[size:], one.public_key, one.digest),
        Signed(b"\xff" * size + one.signature[size:], one.public_key, one.digest),
        Signed(one.signature[:-1], one.public_key, one.digest),
        Signed(one.signature + b"\0", one.public_key, one.digest),
        Signed(one.signature, other.public_key, one.digest),
        Signed(one.signature, one.public_key[:-1] + bytes([one.public_key[-1] ^ 1]), one.digest),
        Signed(one.signature, one.public_key[:-1], one.digest),
        Signed(one.signature, b"\0", one.digest),
        Signed(one.signature, one.public_key, other.digest),
        Signed(one.signature, one.public_key, b""),
    ]


def test_bad_signatures_are_named(batch, word_bits, curve):
    """One among good ones, several, and all: a bad standard signature has the status of single verification."""
    size, count = batch.size(curve.name, "signature"), AT_ONCE + 1 if word_bits == 64 else FEW
    for which, verify in enumerate((batch.verify_batch, batch.verify_extended_batch)):
        signed = list(made(batch, curve.name, count, 5)[which])
        bad = spoiled(signed[0], signed[1], size)
        extra = (curve.name,) if which == 0 else (os.urandom, curve.name)
        for places in (range(7, 8), range(3, 3 + len(bad)), range(count - 5, count)):
            mixed = list(signed)
            for place, one in zip(places, bad, strict=False):
                mixed[place] = one
            status, results = verify(mixed, *extra)
            assert status == Status.ERROR_SIGNATURE
            wrong = set(places[: len(bad)])
            assert {i for i, result in enumerate(results) if result != Status.OK} == wrong
            if which == 0:
                assert results == [singly(batch, one, curve.name) for one in mixed]
        status, results = verify(bad, *extra)
        assert status == Status.ERROR_SIGNATURE and Status.OK not in results


@pytest.mark.parametrize("count", [3, 4, 7])
def test_one_bad_signature_at_each_place(batch, curve, count):
    """Signatures may be verified side by side in groups of four, the last one not full: no verdict depends on
    another."""
    signed = list(made(batch, curve.name, 8, 8)[0])[: count + 1]
    spare = signed.pop()
    wrong_key = [Signed(one.signature, spare.public_key, one.digest) for one in signed]
    wrong_digest = [Signed(one.signature, one.public_key, spare.digest) for one in signed]
    for place in range(count):
        for wrong in (wrong_key, wrong_digest):
            mixed = [*signed[:place], wrong[place], *signed[place + 1 :]]
            expected = [Status.ERROR_SIGNATURE if i == place else Status.OK for i in range(count)]
            assert batch.verify_batch(mixed, curve.name) == (Status.ERROR_SIGNATURE, expected)
            good_alone = [*wrong[:place], signed[place], *wrong[place + 1 :]]
            expected = [Status.OK if i == place else Status.ERROR_SIGNATURE for i in range(count)]
            assert batch.verify_batch(good_alone, curve.name)[1] == expected


def signed_by_integers(curve: curves.Curve, d: int, k: int, e: int | None, ratio: int = 0) -> Signed:
    """A signature by Python's integers: of e or, if e is None, of the e for which s = ratio r. d and k may be
    negative."""
    group, n = curve_of(curve.record), curve.order
    size = (n.bit_length() + 7) // 8
    nonce_point, key = (group.multiply(abs(factor), group.generator) for factor in (k, d))
    r = nonce_point[0] % n
    s = (e + d * r if e is not None else ratio * k * r) * pow(k, -1, n) % n
    digest = (((s * k - d * r) % n) << 8 * size - n.bit_length()).to_bytes(size, "big")
    octets = b"\x04" + b"".join(c.to_bytes(curve.field_bytes, "big") for c in (key if d > 0 else group.negate(key)))
    return Signed(r.to_bytes(size, "big") + s.to_bytes(size, "big"), octets, digest)


def test_special_scalars(batch, curve):
    """e = 0 and +-1, r/s = +-1 and 2, keys +-G and +-2 G, results among the multiples in tables: each at every place
    of four. They are valid by Python's integers, and invalid with the digest changed by one."""
    special = [
        signed_by_integers(curve, d, k, e, ratio)
        for d in (1, -1, 2, -2)
        for k, e, ratio in ((5, 0, 0), (-3, 1, 0), (11, None, 1), (1, None, -1), (-7, None, 2), (2, -1, 0))
    ]
    signed = [one for one in special if any(one.signature[len(one.signature) // 2 :])]
    assert len(signed) > 2 * len(special) // 3
    bad = [changed_digest(curve, one, 1) for one in signed]
    for shift in range(4):
        moved = signed[shift:] + signed[:shift]
        assert batch.verify_batch(moved, curve.name) == (Status.OK, [Status.OK] * len(signed))
        halves = [pair[i % 2] for i, pair in enumerate(zip(moved, bad[shift:] + bad[:shift], strict=True))]
        expected = [Status.ERROR_SIGNATURE if i % 2 else Status.OK for i in range(len(signed))]
        assert batch.verify_batch(halves, curve.name)[1] == expected


@pytest.mark.word_sizes(64)
def test_every_signature_of_tiny_curves(batch):
    """All r and s, one key and digest: batches give the results of single verification. Exactly one extension of a
    valid signature is valid, its own."""
    orders = {record["name"]: int(record["n"], 16) for record in tiny_curves.records()}
    for name in TINY:
        order = orders[name]
        _, _, public_key = batch.key_generate(random.Random(name).randbytes, name)
        signed = [Signed(bytes([r, s]), public_key, b"\x55") for r in range(order + 1) for s in range(order)]
        expected = [singly(batch, one, name) for one in signed]
        assert batch.verify_batch(signed, name)[1] == expected
        valid = [one for one, status in zip(signed, expected, strict=True) if status == Status.OK]
        assert valid
        for one in valid[:3]:
            _, extended = batch.extend(one, name)
            forms = [Signed(one.signature + bytes([i]), public_key, one.digest) for i in range(256)]
            good = [f.signature for f in forms if batch.verify_extended_batch([f], os.urandom, name)[0] == Status.OK]
            assert good == [extended]


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("name", TINY)
def test_every_key_of_tiny_curves(batch, name):
    """Valid signatures, each with a key's few nonces, beside signatures of another digest. Tables of many of these
    keys hold infinity, or points that are added to equal ones."""
    record = next(record for record in tiny_curves.records() if record["name"] == name)
    if not batch.find(name):
        pytest.skip(f"MC_FIELDS leaves the field of {name} out")
    group, n, nonces = curve_of(record), int(record["n"], 16), range(2, 8)
    r = {k: group.multiply(k, group.generator)[0] % n for k in nonces}
    e = 0x55 >> (8 - n.bit_length())
    for d in range(1, n):
        status, public_key = batch.public_key(bytes([d]), name)
        assert status == Status.OK
        pairs = [(r[k], (e + d * r[k]) * pow(k, -1, n) % n) for k in nonces]
        pairs = [pair for pair in pairs if all(pair)]
        signed = [Signed(bytes(pair), public_key, digest) for pair in pairs for digest in (b"\x55", b"\x2a")]
        found = batch.verify_batch(signed, name)[1]
        assert found == [singly(batch, one, name) for one in signed], d
        assert found[::2] == [Status.OK] * len(pairs)


# Forgeries


def changed_digest(curve: curves.Curve, one: Signed, by: int) -> Signed:
    """The same signature for another digest: u = e / s becomes u + by."""
    n = curve.order
    size = (n.bit_length() + 7) // 8
    s = int.from_bytes(one.signature[size : 2 * size], "big")
    e = int.from_bytes(one.digest, "big") >> max(0, 8 * len(one.digest) - n.bit_length())
    digest = ((e + by * s) % n << 8 * size - n.bit_length()).to_bytes(size, "big")
    return Signed(one.signature, one.public_key, digest)


def test_errors_that_cancel_are_caught(batch, curve):
    """Two bad signatures whose errors G and -G cancel if both are multiplied by one number. With known numbers the
    forgery passes, which shows that it is one; with the library's own it does not."""
    signed = list(made(batch, curve.name, 10, 5)[1])
    signed[2], signed[6] = changed_digest(curve, signed[2], 1), changed_digest(curve, signed[6], -1)
    blocks = iter([b"a" * 16, b"b" * 16])
    known = batch.verify_extended_batch(signed, lambda count: next(blocks, b"c" * count), curve.name)
    assert known == (Status.OK, [Status.OK] * 10)
    for _ in range(5):
        status, results = batch.verify_extended_batch(signed, os.urandom, curve.name)
        assert status == Status.ERROR_SIGNATURE
        assert [i for i, result in enumerate(results) if result != Status.OK] == [2, 6]


def test_sums_that_are_infinity(batch, curve):
    """e = -r d makes u G + v Q infinity, whatever s: no R, alone, in a batch, and beside valid signatures."""
    name, n, d = curve.name, curve.order, 77
    private_key = d.to_bytes(batch.size(name, "scalar"), "big")
    public_key = batch.public_key(private_key, name)[1]
    extended = batch.sign_extended(private_key, b"digest", name)[1]
    bytes_of_n = (n.bit_length() + 7) // 8
    r = int.from_bytes(extended[:bytes_of_n], "big")
    digest = (-r * d % n << 8 * bytes_of_n - n.bit_length()).to_bytes(bytes_of_n, "big")
    forged = Signed(extended, public_key, digest)
    plain = Signed(extended[: batch.size(name, "signature")], public_key, digest)
    standard_ones, extended_ones = made(batch, name, 4, 2)
    assert singly(batch, plain, name) == Status.ERROR_SIGNATURE
    expected = (Status.ERROR_SIGNATURE, [Status.OK] * 4 + [Status.ERROR_SIGNATURE])
    assert batch.verify_batch([*standard_ones, plain], name) == expected
    assert batch.verify_extended_batch([*extended_ones, forged], os.urandom, name) == expected


@pytest.mark.parametrize("name", ["sect163k1", "sect163r2"])
def test_points_of_small_order_are_caught(batch, name):
    """r belongs to R + T, T of order two, and every even multiple of that is the multiple of R: the equation holds
    for every other factor."""
    curve, digest = find(name), bytes(31) + b"\x07"
    group, n = curve_of(curve.record), curve.order
    root = dict(curve.coefficients)["b"]
    for _ in range(curve.bits - 1):
        root = group.square(root)
    d, k, size = 1234567, 7654321, (n.bit_length() + 7) // 8
    shifted = group.add(group.multiply(k, group.generator), (0, root))
    r, e = shifted[0] % n, int.from_bytes(digest, "big") >> 256 - n.bit_length()
    s = (e + d * r) * pow(k, -1, n) % n
    signature = r.to_bytes(size, "big") + s.to_bytes(size, "big") + extension_of(curve, batch, shifted)
    forged = Signed(signature, batch.public_key(d.to_bytes(size, "big"), name)[1], digest)
    signed = [*made(batch, name, 3, 3)[1], forged]
    for _ in range(8):
        assert batch.verify_extended_batch(signed, os.urandom, name)[1] == [*[Status.OK] * 3, Status.ERROR_SIGNATURE]


@pytest.mark.parametrize("name", ["sect163k1", "sect163r2", "sect233k1", "sect283k1"])
def test_keys_outside_the_subgroup(batch, name):
    """Keys plus a point of order two or four, and these points themselves, each among good ones."""
    curve = find(name)
    group = curve_of(curve.record)
    root = dict(curve.coefficients)["b"]
    for _ in range(curve.bits - 1):
        root = group.square(root)
    small = [(0, root), *([(1, 0), (1, 1)] if curve.cofactor == 4 else [])]  # of order four if a = 0, b = 1
    good = list(made(batch, name, 7, 7)[0])
    for place, point in enumerate(small * 2):
        one = good[place]
        x, y = (int.from_bytes(one.public_key[1:][i * curve.field_bytes :][: curve.field_bytes], "big") for i in (0, 1))
        moved = group.add((x, y), point) if place < len(small) else point
        key = b"\x04" + b"".join(c.to_bytes(curve.field_bytes, "big") for c in moved)
        mixed = [*good[:place], Signed(one.signature, key, one.digest), *good[place + 1 :]]
        expected = [Status.ERROR_SUBGROUP if i == place else Status.OK for i in range(len(good))]
        assert batch.verify_batch(mixed, name) == (Status.ERROR_SIGNATURE, expected)
        assert singly(batch, mixed[place], name) == Status.ERROR_SUBGROUP


# Sources, memory, curves


def test_sources_that_fail(batch):
    signed = list(made(batch, find("secp256r1").name, 3, 3)[1])
    everything = (Status.ERROR_RANDOM, [Status.ERROR_RANDOM] * 3)
    for good_calls in range(3):
        left = iter(range(good_calls))
        source = lambda count, left=left: os.urandom(count) if next(left, None) is not None else None  # noqa: E731
        assert batch.verify_extended_batch(signed, source, "secp256r1") == everything
    assert batch.verify_extended_batch(signed, lambda count: b"x" * count, "secp256r1") == everything


@pytest.mark.parametrize("count", [0, 1, AT_ONCE + 1])
def test_memory(batch, word_bits, count):
    name = find("sect163k1").name
    standard, extended = (list(all_of[:count]) for all_of in made(batch, name, max(count, 1), 1))
    for offset in range(0, 9, 2):
        assert batch.verify_batch(standard, name, misaligned_by=offset)[0] == Status.OK
    failed = (Status.ERROR_LENGTH, [Status.ERROR_LENGTH] * count)
    assert batch.verify_batch(standard, name, short_by=1) == failed
    assert batch.verify_extended_batch(extended, os.urandom, name, short_by=1) == failed
    assert batch.memory_bytes(AT_ONCE, name) == batch.memory_bytes(10**9, name)


@pytest.mark.parametrize("name", ["Curve25519", "Ed25519", "no-curve"])
def test_curves_without_ecdsa(batch, name):
    assert batch.memory_bytes(1, name)[0] == Status.ERROR_UNSUPPORTED
    assert batch.extended_bytes(name)[0] == Status.ERROR_UNSUPPORTED
    assert batch.verify_batch([], name)[0] == Status.ERROR_UNSUPPORTED
    assert batch.verify_extended_batch([], os.urandom, name)[0] == Status.ERROR_UNSUPPORTED


# Rates


def test_rates():
    """Each method has verified good signatures and named a bad one before it is timed."""
    for name, ways in (("secp256r1", batch_rates.WAYS), ("Ed25519", batch_rates.WAYS_OF_EDDSA)):
        record = batch_rates.measure(find(name), signatures=4, signers=2)
        assert record["verified"] and (record["signatures"], record["signers"]) == (4, 2)
        assert all(record[f"{way}_per_second"] > 0 for way in ways)
        assert {key for key in record if key.endswith("_ratio")} == {f"{way}_ratio" for way in ways[1:]}


@pytest.mark.parametrize("name", ["sect163k1", "secp160r1"])
def test_rates_beside_another_library(name, monkeypatch):
    """The bench measures the ratio of OpenSSL's time to ours; on a curve that OpenSSL does not have there is nothing
    to compare."""
    curve = find(name)
    compared = {"versus": "OpenSSL 3", "ratio": 2.5}
    if name == "secp160r1":
        compared = dict.fromkeys(compared)
    monkeypatch.setattr(bench, "measure_one", lambda chosen, versus: compared if versus.name == "openssl" else None)
    rates = {"single_per_second": 5000, "standard_per_second": 20_000, "extended_per_second": 1}
    record = batch_rates.beside(rates, curve, "openssl")
    known = {"versus": "OpenSSL 3", "versus_per_second": 2000, "versus_ratio": 10.0}
    assert record == (known if name == "sect163k1" else dict.fromkeys(known))
    full = record | rates | {"curve": name, "signatures": 4, "signers": 2, "standard_ratio": 1.5, "extended_ratio": 1.5}
    assert len(batch_command.table([full]).columns) == 10


@pytest.mark.parametrize(
    ("name", "signatures", "signers"), [("secp256r1", 4, 5), ("secp256r1", 0, 0), ("Curve25519", 4, 4)]
)
def test_what_has_no_rates(name, signatures, signers):
    with pytest.raises(MotecurveError, match=r"no signatures|no more signers"):
        batch_rates.measure(curves.find(name), signatures, signers)
