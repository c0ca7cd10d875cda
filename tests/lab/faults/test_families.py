"""Attacks on faulty signatures, each with a fault that is planted: the key comes out, and nothing comes out of a right
signature or of one that is only wrong."""

import random

import pytest

from codegen.points import curve_of
from motelab.faults import families
from motelab.subjects import curves

CURVE = curves.find("secp256r1")
GROUP, N = curve_of(CURVE.record), CURVE.order
SOURCE = random.Random(42)
KEY, NONCE, E = (SOURCE.randrange(1, N) for _ in range(3))
CHANGE = 0x5A << 8 * 11  # of one byte


def r_of(k: int) -> int:
    return GROUP.multiply(k, GROUP.generator)[0] % N


R = r_of(NONCE)


def s_of(*, k: int = NONCE, e: int = E, r: int = R, d: int = KEY) -> int:
    return pow(k, -1, N) * (e + r * d) % N


RIGHT = (R, s_of())
WRONG_R = SOURCE.randrange(N)
FAULTY = {
    "another r with the same nonce": (WRONG_R, s_of(r=WRONG_R)),
    "nonces that differ in a byte": (r_of(NONCE + CHANGE), s_of(k=NONCE + CHANGE, r=r_of(NONCE + CHANGE))),
    "a guessed nonce": (r_of(77), s_of(k=77, r=r_of(77))),
    "a byte of the key in s": (R, s_of(d=KEY + CHANGE)),
    "a byte of the digest in s": (R, s_of(e=E + CHANGE)),
    "a byte of the nonce in s": (R, s_of(k=NONCE + CHANGE)),
    "a byte of the nonce's inverse": (R, (pow(NONCE, -1, N) + CHANGE) * (E + R * KEY) % N),
    "a byte of r in s": (R, s_of(r=R + CHANGE)),
    "s without the digest": (R, s_of(e=0)),
    "s without the key": (R, s_of(d=0)),
    "s without the inverse of the nonce": (R, (E + R * KEY) % N),
    "s without the digest and the inverse": (R, R * KEY % N),
    "s is the key": (R, KEY),
    "s is the nonce": (R, NONCE),
    "s is the inverse of the nonce": (R, pow(NONCE, -1, N)),
}


@pytest.mark.parametrize("name", FAULTY)
def test_ecdsa(name):
    assert families.found(families.ecdsa(N, E, RIGHT, FAULTY[name]), KEY) == name


ALONE = (
    "a guessed nonce", "s without the inverse of the nonce", "s without the digest and the inverse", "s is the key",
)  # fmt: skip


@pytest.mark.parametrize("name", FAULTY)
def test_ecdsa_with_a_drawn_nonce(name):
    """No second signature has the nonce, so a faulty one must give the key alone."""
    assert families.found(families.ecdsa_alone(N, E, FAULTY[name]), KEY) == (name if name in ALONE else None)


def test_an_attacker_has_only_public_numbers():
    """The search compares public keys."""
    public = GROUP.multiply(KEY, GROUP.generator)
    for name in ("another r with the same nonce", "s without the key"):
        tried = (f for f in families.ecdsa(N, E, RIGHT, FAULTY[name]) if len(f.differences) == 1)
        is_key = lambda d: GROUP.multiply(d, GROUP.generator) == public  # noqa: E731
        assert families.searched(tried, is_key) == (name, KEY)


def test_a_search_of_all_differences():
    """Without the key but for the comparison, which stands for that of public keys: these would take minutes."""
    for name in ("a byte of the key in s", "a byte of r in s", "nonces that differ in a byte"):
        tried = (f for f in families.ecdsa(N, E, RIGHT, FAULTY[name]) if f.name == name)
        assert families.searched(tried, lambda d: d == KEY) == (name, KEY)


def test_nothing_is_found_in_what_gives_nothing_away():
    k = SOURCE.randrange(1, N)
    others = [RIGHT, (r_of(k), s_of(k=k, r=r_of(k))), (R, SOURCE.randrange(N)), (SOURCE.randrange(N), RIGHT[1])]
    for other in others:
        assert families.found(families.ecdsa(N, E, RIGHT, other), KEY) is None
    c, c2 = SOURCE.randrange(N), SOURCE.randrange(N)
    right = (c, (NONCE + c * KEY) % N)
    for other in (right, (c2, (k + c2 * KEY) % N), (c, SOURCE.randrange(N))):
        assert families.found(families.schnorr(N, right, other), KEY) is None


CHALLENGE, OTHER = SOURCE.randrange(N), SOURCE.randrange(N)
FAULTY_SUMS = {
    "another challenge with the same nonce": (OTHER, NONCE + OTHER * KEY),
    "the hash without R": (OTHER, NONCE + (OTHER + 5) * KEY),
    "a byte of the challenge": (CHALLENGE, NONCE + (CHALLENGE + CHANGE) * KEY),
    "s is the nonce": (CHALLENGE, NONCE),
    "s without the nonce": (CHALLENGE, CHALLENGE * KEY),
    "a guessed nonce": (OTHER, 3 + OTHER * KEY),
    "s is the key": (CHALLENGE, KEY),
}


@pytest.mark.parametrize("name", FAULTY_SUMS)
def test_eddsa_and_schnorr(name):
    right, (c, s) = (CHALLENGE, (NONCE + CHALLENGE * KEY) % N), FAULTY_SUMS[name]
    found = families.schnorr(N, right, (c, s % N), [("R", OTHER + 5)])
    assert families.found(found, KEY) == name
