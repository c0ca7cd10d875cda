"""The strict form of ECDSA signatures: of (r, s) and (r, n - s), which are both valid, the one with s < n/2."""

import hashlib

import pytest

from codegen.built import curves_by_field, identifier, order
from motelab.library.host import Status, require
from tests.public_interface import EcdsaInterface

pytestmark = pytest.mark.word_sizes(8, 64)

ORDERS = {identifier(r): (order(r), field) for field, records in curves_by_field().items() for r in records}
CURVES = ("sect163k1", "sect163r2", "secp256r1", "secp256k1", "secp521r1")


@pytest.fixture(scope="module")
def ecdsa(word_bits) -> EcdsaInterface:
    return EcdsaInterface(word_bits)


def halves(signature: bytes) -> tuple[bytes, int]:
    size = len(signature) // 2
    return signature[:size], int.from_bytes(signature[size:], "big")


@pytest.mark.parametrize("curve", CURVES)
def test_both_halves_of_every_pair(ecdsa, curve):
    """Both are valid. Normalising gives the lower one, and that alone is valid in the strict form, in DER too."""
    n, field = ORDERS[curve]
    require(field)
    size, found = ecdsa.size(curve, "scalar"), set()
    key = (n // 3).to_bytes(size, "big")
    _, public = ecdsa.public_key(key, curve)
    for i in range(8):
        digest = hashlib.sha256(bytes([i])).digest()
        _, signature = ecdsa.sign(key, digest, curve)
        r, s = halves(signature)
        low, high = (r + half.to_bytes(size, "big") for half in sorted((s, n - s)))
        found.add(signature == low)
        for one in (low, high):
            assert ecdsa.verify(one, public, digest, curve) == Status.OK
            assert ecdsa.signature_normalise(one, curve) == (Status.OK, low)
            expected = Status.OK if one == low else Status.ERROR_HIGH_S
            assert ecdsa.signature_validate(one, curve, strict=True) == expected
            assert ecdsa.verify_strict(one, public, digest, curve) == expected
            _, der, _ = ecdsa.signature_to_der(one, curve)
            assert ecdsa.signature_from_der(der, curve) == (Status.OK, one)
        assert ecdsa.verify_strict(low, public, bytes(32), curve) == Status.ERROR_SIGNATURE
    assert found == {True, False}, "signing gives both"


@pytest.mark.parametrize("curve", CURVES)
def test_ends_of_the_halves(ecdsa, curve):
    """(n - 1)/2 is the greatest low s, the next is high; 1 and n - 1 are a pair, 0 and n none."""
    n, field = ORDERS[curve]
    require(field)
    size = ecdsa.size(curve, "scalar")
    r = (1).to_bytes(size, "big")
    for s in (1, 2, (n - 1) // 2, (n + 1) // 2, n - 2, n - 1):
        signature, low = (r + number.to_bytes(size, "big") for number in (s, min(s, n - s)))
        assert ecdsa.signature_normalise(signature, curve) == (Status.OK, low)
        expected = Status.OK if 2 * s < n else Status.ERROR_HIGH_S
        assert ecdsa.signature_validate(signature, curve, strict=True) == expected
    for s, status in ((0, Status.ERROR_SCALAR_ZERO), (n, Status.ERROR_SCALAR_RANGE)):
        signature = r + s.to_bytes(size, "big")
        assert ecdsa.signature_normalise(signature, curve) == (status, bytes(2 * size))
        assert ecdsa.signature_validate(signature, curve, strict=True) == status
