"""The public interface on a curve of every class, with every cofactor that matters: scalars at the ends of their
range, and points off the curve, on its twist, of small order, outside the subgroup or badly encoded. Each has its own
status, and outputs are zeroed."""

import functools

import pytest

from codegen.fields import FIELDS, bits
from motelab.library.host import Status
from tests.oracles import pari_curves as pari

# By a: -3, 0, general; binary curves: Koblitz, random; then by cofactor: 4, 6, 12, 76, 10080, 65390.
CURVES = (
    *("secp256r1", "secp256k1", "brainpoolP256r1", "secp160r1", "wtls8", "sect163k1", "sect233k1", "sect163r2"),
    *("secp112r2", "secp128r2", "c2tnb191v3", "ipsec3", "c2tnb359v1", "c2tnb431r1", "c2pnb176w1"),
)
DIGEST = bytes(range(32))


@pytest.fixture(params=CURVES)
def curve(request) -> str:
    return request.param


def field_bits(curve: str) -> int:
    return bits(pari.FIELD_OF[curve])


def encode(curve: str, point: tuple[int, int]) -> bytes:
    size = (field_bits(curve) + 7) // 8
    return b"\x04" + b"".join(c.to_bytes(size, "big") for c in point)


def scalar_bytes(curve: str) -> int:
    return (pari.order(curve).bit_length() + 7) // 8


def private_keys(curve: str) -> dict[str, tuple[bytes, Status]]:
    """Encodings and the status of their fault."""
    n, size = pari.order(curve), scalar_bytes(curve)
    numbers = {
        "0": (0, Status.ERROR_SCALAR_ZERO),
        "1": (1, Status.OK),
        "n - 1": (n - 1, Status.OK),
        "n": (n, Status.ERROR_SCALAR_RANGE),
        "n + 1": (n + 1, Status.ERROR_SCALAR_RANGE),
        "2 n": (2 * n, Status.ERROR_SCALAR_RANGE),
        "all ones": ((1 << 8 * size) - 1, Status.ERROR_SCALAR_RANGE),
    }
    keys = {k: (number.to_bytes(size, "big"), s) for k, (number, s) in numbers.items() if number < 1 << 8 * size}
    one = (1).to_bytes(size, "big")
    lengths = {"empty": b"", "short": one[1:], "long": b"\0" + one}
    return keys | {name: (key, Status.ERROR_LENGTH) for name, key in lengths.items()}


def test_private_keys(interface, curve):
    """For 1 and n - 1 the public keys are G and -G, and the shared secret with G is its x."""
    generator = pari.generator(curve)
    peer = encode(curve, generator)
    proper = {1: peer, pari.order(curve) - 1: encode(curve, pari.negative(curve, generator))}
    x = peer[1 : (len(peer) + 1) // 2]
    for name, (key, status) in private_keys(curve).items():
        public_key = proper[int.from_bytes(key, "big")] if status == Status.OK else bytes(len(peer))
        secret = x if status == Status.OK else bytes(len(x))
        assert interface.public_key(key, curve) == (status, public_key), name
        assert interface.ecdh(key, peer, curve) == (status, secret), name
        assert interface.ecdh_checked(key, peer, curve) == (status, secret), name
        found, signature = interface.sign(key, DIGEST, curve)
        assert found == status and any(signature) == (status == Status.OK), name
        if status == Status.OK:
            assert interface.verify(signature, public_key, DIGEST, curve) == Status.OK
        else:
            assert interface.ecdh(key, peer, curve, cofactor=True) == (status, bytes(len(x))), name


def test_halves_of_signatures(interface, curve):
    """r and s have the same range as private keys."""
    peer, size = encode(curve, pari.generator(curve)), scalar_bytes(curve)
    _, signature = interface.sign((1).to_bytes(size, "big"), DIGEST, curve)
    for name, (number, status) in private_keys(curve).items():
        expected = Status.ERROR_SIGNATURE if status == Status.OK else status
        for changed in (number + signature[size:], signature[:size] + number):
            assert interface.verify(changed, peer, DIGEST, curve) == expected, name


@functools.cache
def on_twist(curve: str) -> tuple[int, int]:
    """An x that no point of the curve has, with y = 1: a point of the quadratic twist in the curve's coordinates."""
    search = "if(1, x = 2; while(#ellordinate(curve, element(x)), x++); [element(x), element(1)])"
    return pari.evaluate(curve, [search])[0]


@functools.cache
def outside_subgroup(curve: str) -> list[tuple[int, int]]:
    return pari.outside_subgroup(curve)


def out_of_range(curve: str) -> list[int]:
    """Numbers that fit an element's bytes but are no element: for binary fields those with too many bits, for prime
    fields those from p on."""
    top, modulus = 1 << 8 * ((field_bits(curve) + 7) // 8), FIELDS[pari.FIELD_OF[curve]]
    least = modulus if isinstance(modulus, int) else 1 << modulus[0]
    return sorted({number for number in (least, least + 1, top - 1) if least <= number < top})


def bad_points(curve: str) -> list[tuple[tuple[int, int], Status]]:
    x, y = pari.generator(curve)
    points = [((0, 0), Status.ERROR_INFINITY), ((x, y ^ 1), Status.ERROR_NOT_ON_CURVE)]
    points += [((x ^ 1, y), Status.ERROR_NOT_ON_CURVE), (on_twist(curve), Status.ERROR_NOT_ON_CURVE)]
    points += [(point, Status.ERROR_SUBGROUP) for point in outside_subgroup(curve)]
    for number in out_of_range(curve):
        points += [((number, y), Status.ERROR_COORDINATE_RANGE), ((x, number), Status.ERROR_COORDINATE_RANGE)]
    return points


def public_keys(curve: str) -> list[tuple[bytes, Status]]:
    generator = encode(curve, pari.generator(curve))
    half = len(generator) // 2 + 1
    lengths = [b"", b"\x04", generator[:-1], generator + b"\0", generator[:half]]
    prefixes = [bytes([prefix]) + generator[1:] for prefix in (0, 1, 2, 3, 5, 6, 7, 255)]
    return [
        (b"\x00", Status.ERROR_INFINITY),
        *((key, Status.ERROR_LENGTH) for key in lengths),
        *((key, Status.ERROR_ENCODING) for key in (*prefixes, b"\x02" + generator[1:half], b"\x00\x00")),
        *((encode(curve, point), status) for point, status in bad_points(curve)),
    ]


def test_public_keys(interface, curve):
    one, size = (1).to_bytes(scalar_bytes(curve), "big"), (field_bits(curve) + 7) // 8
    _, signature = interface.sign(one, DIGEST, curve)
    assert interface.public_key_validate(encode(curve, pari.generator(curve)), curve) == Status.OK
    for key, status in public_keys(curve):
        assert interface.public_key_validate(key, curve) == status, key.hex()
        assert interface.verify(signature, key, DIGEST, curve) == status, key.hex()
        for cofactor in (False, True):
            assert interface.ecdh(one, key, curve, cofactor) == (status, bytes(size)), key.hex()


def test_classes_and_cofactors():
    """The properties that the curves above represent."""
    records = [pari.RECORDS[curve] for curve in CURVES]
    assert {record["h"] for record in records} >= {1, 2, 4, 6, 12, 76, 10080, 65390}
    differences = {
        int(r["a"], 16) - FIELDS[pari.FIELD_OF[c]]
        for r, c in zip(records, CURVES, strict=True)
        if not pari.is_binary(c)
    }
    assert -3 in differences and len(differences) > 2 and {"secp256k1", "wtls8"} <= set(CURVES)
    assert any(out_of_range(curve) for curve in CURVES) and all(out_of_range(c) for c in ("secp256r1", "sect163k1"))
