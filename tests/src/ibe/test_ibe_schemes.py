"""Every object of the identity-based schemes, equal to that of the reference byte for byte; what a scheme promises of
right inputs; and that wrong ones, which have the right form, are found."""

import pytest

from tests.src.ibe.ibe_library import Random, Result
from tests.src.ibe.ibe_reference import AGREEMENT, BASIC, ENCRYPTION, FULL, SIGNATURES, identity

ALICE = identity(b"mote-17", (1_700_000_000, 1_702_592_000))
BOB = identity(b"bob@example.org")
MESSAGE = bytes(range(256)) * 2
USES = (ENCRYPTION, SIGNATURES, AGREEMENT)


def secret(ibe) -> int:
    return ibe.schemes.reduced(Random(b"setup").next(64))


def keys(ibe, who: bytes = ALICE) -> tuple[bytes, bytes, dict[int, bytes]]:
    """Master secret, parameters, and the private keys of an identity."""
    status, master, parameters = ibe.setup(Random(b"setup"))
    assert status == Result.OK
    return master, parameters, {use: ibe.extract(use, master, who)[1] for use in USES}


def test_setup_and_extraction(ibe):
    s = secret(ibe)
    master, parameters, private = keys(ibe)
    assert master == ibe.schemes.master_secret(s)
    assert parameters == ibe.schemes.parameters(s)
    assert ibe.parameters(master) == (Result.OK, parameters)
    assert private == {use: ibe.schemes.private_key(s, use, ALICE) for use in USES}


def test_keys_are_checked(ibe):
    _, parameters, private = keys(ibe)
    _, other_master, other = ibe.setup(Random(b"another authority"))
    assert ibe.parameters_check(parameters) == Result.OK
    for use in USES:
        assert ibe.private_key_check(private[use], use, ALICE, parameters) == Result.OK
        assert ibe.private_key_check(private[use], use, BOB, parameters) == Result.IBE_ERROR_KEY
        assert ibe.private_key_check(private[use], use, ALICE, other) == Result.IBE_ERROR_KEY
        wrong = ibe.extract(use, other_master, ALICE)[1]
        assert ibe.private_key_check(wrong, use, ALICE, parameters) == Result.IBE_ERROR_KEY
    # the two points of parameters and of a key for agreement must fit one another
    if ibe.sides == 2:
        assert ibe.parameters_check(parameters[:-96] + other[-96:]) == Result.IBE_ERROR_PARAMETERS
        mixed = private[AGREEMENT][:-96] + ibe.extract(AGREEMENT, other_master, ALICE)[1][-96:]
        assert ibe.private_key_check(mixed, AGREEMENT, ALICE, parameters) == Result.IBE_ERROR_KEY


@pytest.mark.parametrize("kind, basic", [(FULL, ""), (BASIC, "basic_")])
def test_encryption(ibe, kind, basic):
    _, parameters, private = keys(ibe)
    for message in (MESSAGE[:45], b""):
        seed = Random(message).next(32)
        status, ciphertext = ibe.encrypt(message, ALICE, parameters, Random(message), basic)
        assert status == Result.OK
        if message:
            assert ciphertext == ibe.schemes.ciphertext(kind, message, ALICE, secret(ibe), seed)
        assert ibe.decrypt(private[ENCRYPTION], ciphertext, basic) == (Result.OK, message)


def test_long_messages(each_type):
    _, parameters, private = keys(each_type)
    message = MESSAGE * 9
    for basic in ("", "basic_"):
        _, ciphertext = each_type.encrypt(message, ALICE, parameters, Random(), basic)
        assert each_type.decrypt(private[ENCRYPTION], ciphertext, basic) == (Result.OK, message)


def test_changed_ciphertexts(each_type):
    """One status for whatever was changed, and for another's key; a point that is none is seen before."""
    ibe = each_type
    master, parameters, private = keys(ibe)
    _, ciphertext = ibe.encrypt(MESSAGE[:40], ALICE, parameters, Random())
    point = ibe.schemes.pairing.point_bytes[0]
    for place in (7 + point, 7 + point + 31, 7 + point + 32, len(ciphertext) - 1):
        changed = bytearray(ciphertext)
        changed[place] ^= 4
        assert ibe.decrypt(private[ENCRYPTION], bytes(changed))[0] == Result.ERROR_MAC, place
    negated = bytearray(ciphertext)
    negated[7] ^= 1 if ibe.sides == 1 else 0x20  # -U for U
    assert ibe.decrypt(private[ENCRYPTION], bytes(negated))[0] == Result.ERROR_MAC
    others = ibe.extract(ENCRYPTION, master, BOB)[1]
    assert ibe.decrypt(others, ciphertext)[0] == Result.ERROR_MAC
    shorter = ciphertext[:3] + (len(ciphertext) - 8).to_bytes(4) + ciphertext[7:-1]
    assert ibe.decrypt(private[ENCRYPTION], shorter)[0] == Result.ERROR_MAC


def test_basic_ciphertexts_can_be_changed(each_type):
    """So the documentation says: the message changes with them."""
    _, parameters, private = keys(each_type)
    _, ciphertext = each_type.encrypt(b"pay 10", ALICE, parameters, Random(), "basic_")
    changed = ciphertext[:-1] + bytes([ciphertext[-1] ^ ord("0") ^ ord("9")])
    assert each_type.decrypt(private[ENCRYPTION], changed, "basic_") == (Result.OK, b"pay 19")


def test_signatures(ibe):
    _, parameters, private = keys(ibe)
    status, signature = ibe.sign(private[SIGNATURES], ALICE, MESSAGE)
    assert (status, signature) == (Result.OK, ibe.schemes.signature(MESSAGE, ALICE, secret(ibe)))
    assert ibe.verify(signature, ALICE, MESSAGE, parameters) == Result.OK
    assert ibe.verify(signature, ALICE, MESSAGE[1:], parameters) == Result.ERROR_SIGNATURE
    status, hedged = ibe.sign(private[SIGNATURES], ALICE, MESSAGE, Random(b"hedge"))
    assert hedged == ibe.schemes.signature(MESSAGE, ALICE, secret(ibe), Random(b"hedge").next(32))
    assert hedged != signature and ibe.verify(hedged, ALICE, MESSAGE, parameters) == Result.OK


def test_forged_signatures(each_type):
    ibe = each_type
    _, parameters, private = keys(ibe)
    _, _, other = ibe.setup(Random(b"another authority"))
    signature = ibe.sign(private[SIGNATURES], ALICE, MESSAGE)[1]
    point = ibe.schemes.pairing.point_bytes[0]
    swapped = signature[:7] + signature[7 + point :] + signature[7 : 7 + point]
    assert ibe.verify(swapped, ALICE, MESSAGE, parameters) == Result.ERROR_SIGNATURE
    for place in (7, 7 + point):  # -U, -V
        forged = bytearray(signature)
        forged[place] ^= 1 if ibe.sides == 1 else 0x20
        assert ibe.verify(bytes(forged), ALICE, MESSAGE, parameters) == Result.ERROR_SIGNATURE
    assert ibe.verify(signature, BOB, MESSAGE, parameters) == Result.ERROR_SIGNATURE
    assert ibe.verify(signature, ALICE, MESSAGE, other) == Result.ERROR_SIGNATURE
    later = identity(b"mote-17", (1_700_000_000, 1_702_592_001))
    assert ibe.verify(signature, later, MESSAGE, parameters) == Result.ERROR_SIGNATURE


def test_agreement(ibe):
    """Both have the same key, whoever comes first; it is another with another peer."""
    master, _, private = keys(ibe)
    bobs = ibe.extract(AGREEMENT, master, BOB)[1]
    status, key = ibe.agree(48, private[AGREEMENT], ALICE, BOB)
    assert (status, key) == (Result.OK, ibe.schemes.agreed(48, BOB, ALICE, secret(ibe)))
    assert ibe.agree(48, bobs, BOB, ALICE) == (Result.OK, key)
    assert ibe.agree(16, bobs, BOB, ALICE) == (Result.OK, key[:16])
    assert ibe.agree(48, private[AGREEMENT], ALICE, identity(b"carol"))[1] != key
    assert ibe.agree(48, bobs, ALICE, BOB)[1] != key, "a key of another identity"


def test_agreements_that_are_refused(each_type):
    _, _, private = keys(each_type)
    assert each_type.agree(32, private[AGREEMENT], ALICE, ALICE)[0] == Result.IBE_ERROR_SAME_IDENTITY
    assert each_type.agree(255 * 32, private[AGREEMENT], ALICE, BOB)[0] == Result.OK
    assert each_type.agree(255 * 32 + 1, private[AGREEMENT], ALICE, BOB)[0] == Result.ERROR_LENGTH
    assert each_type.agree(0, private[AGREEMENT], ALICE, BOB)[0] == Result.ERROR_LENGTH


def test_failing_sources(each_type):
    ibe, broken = each_type, Random(fails=0)
    master, parameters, private = keys(ibe)
    assert ibe.setup(broken)[0] == Result.ERROR_RANDOM
    assert ibe.encrypt(b"m", ALICE, parameters, Random(fails=0))[0] == Result.ERROR_RANDOM
    assert ibe.sign(private[SIGNATURES], ALICE, b"m", Random(fails=0))[0] == Result.ERROR_RANDOM
    assert ibe.split(master, 3, 4, Random(fails=1))[0] == Result.ERROR_RANDOM
    broken.c = None
    assert ibe.setup(broken)[0] == Result.ERROR_RANDOM
