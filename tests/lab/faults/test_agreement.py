"""Attacks on faulty shared secrets: planted faults of a multiplication are told apart, and cut loops give the key."""

import random

import pytest

from codegen.points import curve_of
from motelab.faults.agreement import Multiples, key_from_cuts, model_of, root
from motelab.subjects import curves

NAMES = ("secp256r1", "Curve25519")


def multiples(name: str) -> Multiples:
    curve = curves.find(name)
    model = model_of(curve)
    q = model.lifted(9) if name == "Curve25519" else curve_of(curve.record).generator
    return Multiples(model, model.group.multiply(12345, q), curve.bits)


@pytest.mark.parametrize("name", NAMES)
def test_what_faulty_secrets_tell(name):
    found, d = multiples(name), random.Random(name).getrandbits(250) | 1 << 250 | 1
    group, secret = found.model.group, found.model.secret
    right = secret(group.multiply(d, found.q))
    told = {
        0: "the secret is zero",
        secret(group.multiply(77, found.q)): "a loop left out: 77 times the peer's point",
        secret(group.multiply(d - (5 << 100), found.q)): "a digit: 5 times 2^100",
        secret(group.multiply(d + (31 << 3), found.q)): "a digit: 31 times 2^3",
        secret(
            group.multiply(d >> 9, found.q)
        ): f"a loop cut short: the lowest 9 bits are {d % 512}, or less by the order",
        secret(group.multiply(d ^ 0x5555 << 200, found.q)): None,
        random.Random(1).getrandbits(250): None,
    }
    assert {faulty: found.explained(right, faulty) for faulty in told} == told


def test_a_key_from_loops_that_were_cut():
    """One fault after another, each a bit later: the secrets of the leading bits of the key."""
    found, d = multiples("secp256r1"), 0xC0FFEE123456789
    prefixes = [d >> j for j in reversed(range(d.bit_length()))]
    secrets = [found.model.secret(found.model.group.multiply(k, found.q)) for k in prefixes]
    assert key_from_cuts(found, secrets) == d
    assert key_from_cuts(found, [secrets[0], *secrets[2:]]) is None


def test_binary_curves_are_looked_up_alone():
    curve = curves.find("sect163k1")
    model, q = model_of(curve), curve_of(curve.record).generator
    found = Multiples(model, q, curve.bits)
    assert found.explained(5, model.group.multiply(3, q)[0]) == "a loop left out: 3 times the peer's point"
    assert found.explained(5, 6) is None


def test_roots():
    for p in (2**255 - 19, curves.find("secp256r1").modulus):
        assert {root(a * a % p, p) for a in (2, 3)} <= {2, 3, p - 2, p - 3}
        assert any(root(a, p) is None for a in range(2, 9))
