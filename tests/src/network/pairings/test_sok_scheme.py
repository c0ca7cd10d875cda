"""The scheme sok: the pair's secret is that of the reference, both sides prove to have it, and nobody else can."""

import hmac

import pytest

from tests.src.ibe.ibe_library import opened as schemes_of
from tests.src.ibe.ibe_reference import identity
from tests.src.network.pairings import direct
from tests.src.network.pairings.direct import Failed, Result, authority, node, nonces, run

LESSER, GREATER, OTHER = 5, 0x1207, 0x2001
SCHEME_NUMBER, MAC_BYTES = 3, 8


def pair(group: str) -> tuple[direct.Node, direct.Node]:
    return node("sok", group, LESSER), node("sok", group, GREATER)


def failure_of(a: direct.Node, b: direct.Node, alter=lambda number, octets: octets) -> tuple[int, Result]:
    """The number of the message that is refused, with messages altered on their way, and the status; 0 and OK."""
    a.begin(b.own, nonces())
    b.begin(a.own, nonces())
    for number in (1, 2, 3):
        writer, reader = (a, b) if number % 2 else (b, a)
        octets = writer.write(number)
        try:
            reader.read(number, alter(number, octets))
        except Failed as failure:
            return number, failure.status
    return 0, Result.OK


def text(number: int, of: tuple[bytes, bytes]) -> bytes:
    """What a MAC is of, and the secret for number 0."""
    head = b"motecurve pair" + bytes([SCHEME_NUMBER, number, 0])
    return head + LESSER.to_bytes(2) + GREATER.to_bytes(2) + b"".join(of)


def test_messages_and_secret_are_those_of_the_reference(group):
    schemes, (a, b) = schemes_of(group, 64).schemes, pair(group)
    s = int.from_bytes(authority(group).master_secret[7:])
    key = schemes.agreed(16, identity(LESSER.to_bytes(2)), identity(GREATER.to_bytes(2)), s)
    macs = [hmac.digest(key, text(number, nonces()), "sha256") for number in range(4)]
    assert run(a, b) == [b"\0", macs[2][:MAC_BYTES], macs[3][:MAC_BYTES]]
    assert a.secret == b.secret == macs[0][:16]


def test_another_authority_is_refused(group):
    fake = authority(group, b"a fake base station")
    right, wrong = pair(group), (node("sok", group, LESSER, fake), node("sok", group, GREATER, fake))
    assert failure_of(right[0], wrong[1]) == (2, Result.ERROR_MAC)
    assert failure_of(wrong[0], right[1]) == (2, Result.ERROR_MAC)
    # the responder finds it, too: a stranger who passes message 2 over
    a, b = wrong[0], right[1]
    a.begin(GREATER, nonces())
    b.begin(LESSER, nonces())
    b.read(1, a.write(1))
    b.write(2)
    with pytest.raises(Failed) as failure:
        b.read(3, bytes(MAC_BYTES))
    assert failure.value.status == Result.ERROR_MAC


def test_another_identity_is_refused(group):
    impostor = direct.Node(
        "sok", authority(group).sok(OTHER), LESSER
    )  # says that it is the lesser, with the key of another
    assert failure_of(impostor, pair(group)[1]) == (2, Result.ERROR_MAC)
    impostor = direct.Node("sok", authority(group).sok(OTHER), GREATER)
    assert failure_of(pair(group)[0], impostor) == (2, Result.ERROR_MAC)


@pytest.mark.parametrize("number, count, status", [(1, 1, "UNSUPPORTED"), (2, 8, "MAC"), (3, 8, "MAC")])
def test_every_octet_counts(number, count, status):
    for i in range(count):

        def alter(at, octets, i=i):
            return octets[:i] + bytes([octets[i] ^ 0x40]) + octets[i + 1 :] if at == number else octets

        assert failure_of(*pair("tate-256"), alter) == (number, Result[f"ERROR_{status}"])


@pytest.mark.parametrize("number", [1, 2, 3])
def test_lengths(number):
    for change in (lambda octets: octets[:-1], lambda octets: b""):

        def alter(at, octets, change=change):
            return change(octets) if at == number else octets

        assert failure_of(*pair("tate-256"), alter) == (number, Result.ERROR_MESSAGE_LENGTH)


def test_reflected_and_replayed_messages_are_refused(group):
    a, b = pair(group)
    _, second, third = run(a, b)
    assert failure_of(a, b, lambda number, octets: second if number == 3 else octets) == (3, Result.ERROR_MAC)
    a.begin(GREATER, nonces(2))
    b.begin(LESSER, nonces(2))
    b.read(1, a.write(1))
    with pytest.raises(Failed) as failure:
        a.read(2, second)
    assert failure.value.status == Result.ERROR_MAC
    b.write(2)
    with pytest.raises(Failed) as failure:
        b.read(3, third)
    assert failure.value.status == Result.ERROR_MAC


def test_one_fresh_nonce_makes_a_fresh_secret(group):
    a, b = pair(group)
    of, secrets = [nonces(1), nonces(2)], set()
    for first in of:
        for second in of:
            run(a, b, (first[0], second[1]))
            secrets.add(a.secret)
    assert len(secrets) == 4


class TestWeaknesses:
    """What static keys do not protect from."""

    def test_both_nonces_repeated_give_the_old_secret(self, group):
        a, b = pair(group)
        run(a, b)
        first = a.secret
        run(a, b)
        assert a.secret == first

    def test_a_captured_node_opens_all_that_it_exchanged(self, group):
        """And nothing of others: the store of GREATER gives its pairs' secrets alone."""
        a, b = pair(group)
        run(a, b)
        by, key = authority(group), bytes(b.store[direct.PROVISION_AT + 1 :])
        own, peer, other = map(direct.identity, (GREATER, LESSER, OTHER))
        found = by.group.agree(key, own, peer, 16)
        assert hmac.digest(found, text(0, nonces()), "sha256")[:16] == a.secret
        run(a, node("sok", group, OTHER))
        guesses = [by.group.agree(key, mine, theirs, 16) for mine, theirs in ((peer, other), (own, other))]
        assert a.secret not in [hmac.digest(k, text(0, nonces()), "sha256")[:16] for k in guesses]
