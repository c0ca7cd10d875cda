"""The scheme ibe, dahab2006's steps: message 1 equals that of the reference octet by octet, and whatever is not the
right message for this exchange is refused with the status that says why."""

import hmac

import pytest

import motecurve
from tests.src.ibe.ibe_library import opened as schemes_of
from tests.src.ibe.ibe_reference import FULL, identity
from tests.src.network.pairings import direct
from tests.src.network.pairings.direct import Failed, Result, authority, node, nonces, run

M, A, OTHER = 5, 0x1207, 0x2001
SECRET = slice(4, 20)


def pair(group: str, *seeds: bytes) -> tuple[direct.Node, direct.Node]:
    return tuple(node("ibe", group, own, seed=b"".join(seeds)) for own in (M, A))


def message(group: str, number: int = 1) -> bytes:
    """A right message of M to A, of the exchange with these nonces."""
    m, _ = pair(group)
    m.begin(A, nonces(number))
    return m.write(1)


def refused(reader: direct.Node, octets: bytes, number: int = 1, peer: int = M) -> Result:
    """The status with which a message is refused; OK if it is not."""
    reader.begin(peer, nonces(number))
    try:
        reader.read(1, octets)
    except Failed as failure:
        assert not any(reader.memory.raw), "a message that was refused has not been wiped"
        return failure.status
    return Result.OK


def test_both_sides_have_one_secret(group):
    m, a = pair(group)
    messages = run(m, a)
    assert m.secret == a.secret and any(m.secret)
    assert not any(a.memory.raw), "the plaintext has not been wiped"
    assert list(map(len, messages)) == [{"tate-256": 173, "bls12-381": 218}[group]]


def drawn(octets: bytes) -> bytes:
    """What the scheme makes of random octets: HKDF-SHA-256 with `fresh`, zeros here, as the salt."""
    return hmac.digest(hmac.digest(bytes(8), octets, "sha256"), b"\1", "sha256")[: len(octets)]


def test_message_is_that_of_the_reference(group):
    """id_M | id_A | k | nonce_A, signed and encrypted by the papers' formulas over Python's integers."""
    schemes, m = schemes_of(group, 64).schemes, pair(group)[0]
    s = int.from_bytes(authority(group).master_secret[7:])
    names = [identity(own.to_bytes(2)) for own in (M, A)]
    key, hedge, seed = (drawn(m.stream[at:end]) for at, end in ((0, 16), (16, 48), (48, 80)))
    text = M.to_bytes(2) + A.to_bytes(2) + key + nonces()[1]
    m.begin(A, nonces())
    expected = text + schemes.signature(text, names[0], s, hedge)
    assert m.write(1) == schemes.ciphertext(FULL, expected, names[1], s, seed)
    assert m.secret == key


def test_another_authority_is_refused(group):
    fake = authority(group, b"a fake base station")
    m, a = (node("ibe", group, own, fake) for own in (M, A))
    m.begin(A, nonces())
    assert refused(pair(group)[1], m.write(1)) == Result.ERROR_MAC, "a stranger's message to a right node"
    assert refused(a, message(group)) == Result.ERROR_MAC, "a right message to a stranger's node"


def test_signature_of_another_authority_is_refused(group):
    """Parameters are public: a stranger encrypts for A, and signs with a key that a fake base station extracted."""
    right, fake = authority(group).ibe(M), authority(group, b"a fake base station").ibe(M)
    keys_at = 1 + len(authority(group).parameters)
    m = direct.Node("ibe", right[:keys_at] + fake[keys_at:], M)
    m.begin(A, nonces())
    assert refused(pair(group)[1], m.write(1)) == Result.ERROR_SIGNATURE


def test_another_identity_is_refused(group):
    a = pair(group)[1]
    impostor = direct.Node("ibe", authority(group).ibe(OTHER), M)  # says that it is M, with keys of another
    impostor.begin(A, nonces())
    assert refused(a, impostor.write(1)) == Result.ERROR_SIGNATURE
    assert refused(a, message(group), peer=OTHER % A) == Result.NETWORK_ERROR_PEER, "of M, as if of another"
    assert refused(node("ibe", group, OTHER), message(group)) == Result.ERROR_MAC, "for A, to another"


def test_a_receiver_cannot_pass_it_on(group):
    """A encrypts what M signed for it anew, for another node: id_A stands in the signed text."""
    by = authority(group)
    key = by.group.extract(by.master_secret, direct.identity(A), "encryption")
    text = by.group.decrypt(key, message(group))
    passed = by.group.encrypt(by.parameters, direct.identity(OTHER), text)
    assert refused(node("ibe", group, OTHER), passed) == Result.NETWORK_ERROR_PEER


def test_every_octet_counts(group):
    octets, a = message(group), pair(group)[1]
    found = set()
    for i in range(len(octets)):
        altered = octets[:i] + bytes([octets[i] ^ 1 << i % 8]) + octets[i + 1 :]
        status = refused(a, altered)
        assert status != Result.OK, f"octet {i} was altered, and the message taken"
        found.add(status)
    head = {Result.IBE_ERROR_VERSION, Result.IBE_ERROR_KIND, Result.IBE_ERROR_GROUP}
    assert head < found and Result.ERROR_MAC in found
    points = {
        Result.ERROR_ENCODING,
        Result.ERROR_COORDINATE_RANGE,
        Result.ERROR_NOT_ON_CURVE,
        Result.ERROR_SUBGROUP,
        Result.ERROR_INFINITY,
    }
    assert found - head <= points | {Result.ERROR_MAC, Result.ERROR_LENGTH, Result.ERROR_TRAILING}


def test_every_octet_of_the_signed_text_counts(group):
    """Whoever can encrypt can alter what is within: by A's parameters, which are public."""
    by, a = authority(group), pair(group)[1]
    text = by.group.decrypt(by.group.extract(by.master_secret, direct.identity(A), "encryption"), message(group))
    for i in range(0, len(text), 3):
        altered = text[:i] + bytes([text[i] ^ 0x10]) + text[i + 1 :]
        status = refused(a, by.group.encrypt(by.parameters, direct.identity(A), altered))
        expected = Result.NETWORK_ERROR_PEER if i < SECRET.start else None
        expected = Result.NETWORK_ERROR_NONCE if SECRET.stop <= i < SECRET.stop + 8 else expected
        assert status == expected if expected else status != Result.OK, f"octet {i} of the text"
        assert status == Result.ERROR_SIGNATURE or i not in range(SECRET.start, SECRET.stop)


def test_lengths(group):
    octets, a = message(group), pair(group)[1]
    for count in (0, 1, 6, 7, 39, 40, len(octets) // 2, len(octets) - 1):
        assert refused(a, octets[:count]) == Result.ERROR_LENGTH
    longer = direct.Node("ibe", authority("tate-256").ibe(A), A)  # has room for messages of longer groups
    assert refused(longer, message("tate-256") + b"\0") == Result.ERROR_TRAILING


def test_a_replay_is_refused(group):
    recorded, a = message(group), pair(group)[1]
    assert refused(a, recorded) == Result.OK
    assert refused(a, recorded, number=2) == Result.NETWORK_ERROR_NONCE


def test_repeated_nonces_give_other_secrets(group):
    m, a = pair(group)
    run(m, a)
    first = m.secret
    run(m, a)
    assert m.secret == a.secret != first


def test_no_random_bytes_no_message(group):
    m, _ = pair(group)
    m.is_dry = True
    m.begin(A, nonces())
    with pytest.raises(Failed) as failure:
        m.write(1)
    assert failure.value.status == Result.ERROR_RANDOM


class TestWeaknesses:
    """What the slides' steps do not protect from; docs/network/wire-format.md says so."""

    def test_replay_to_a_node_that_repeats_its_nonce(self, group):
        """A node whose source of random bytes starts alike at each restart takes a recorded message, and so an old
        key."""
        before, after = pair(group)[1], pair(group)[1]
        recorded = message(group)
        assert refused(before, recorded) == refused(after, recorded) == Result.OK
        assert before.secret == after.secret

    def test_a_captured_node_opens_what_it_once_received(self, group):
        """No forward secrecy: A's store opens every key that was sent to A; those that A sent to others it does not."""
        m, a = pair(group)
        greater = node("ibe", group, OTHER)
        received, sent = run(m, a)[0], run(a, greater, nonces(2))[0]
        by = authority(group)
        key = by.ibe(A)[-len(by.group.extract(by.master_secret, direct.identity(A), "encryption")) :]
        assert by.group.decrypt(key, received)[SECRET] == m.secret
        with pytest.raises(motecurve.MacError):
            by.group.decrypt(key, sent)
