"""Identity-based cryptography of the package: each scheme, split secrets, and each exception of its own."""

import dataclasses

import pytest

import motecurve
from motecurve import MotecurveError, ibe

group = ibe.group()
MASTER, PARAMETERS = group.setup()
NODE, PEER = ibe.Identity("node 17"), ibe.Identity(b"node 4", not_after=1_800_000_000)
KEYS = {use: group.extract(MASTER, NODE, use) for use in ibe.USES}
SEALED, SIGNATURE = group.encrypt(PARAMETERS, NODE, b"a message"), group.sign(KEYS["signatures"], NODE, b"a message")


@pytest.mark.parametrize("kind", (bytes, bytearray, memoryview))
def test_encryption(kind):
    sealed = group.encrypt(kind(PARAMETERS), PEER, kind(b"node 4 alone"))
    assert group.decrypt(kind(group.extract(MASTER, PEER, "encryption")), kind(sealed)) == b"node 4 alone"
    assert group.decrypt(KEYS["encryption"], group.encrypt(PARAMETERS, NODE, b"")) == b""


def test_signatures_and_agreements():
    group.verify(PARAMETERS, NODE, SIGNATURE, b"a message")
    made = [group.sign(KEYS["signatures"], NODE, b"m", hedged=how) for how in (True, True, False, False)]
    assert made[0] != made[1] and made[2] == made[3]
    theirs = group.extract(MASTER, PEER, "agreement")
    for count in (1, 32, 100):
        key = group.agree(KEYS["agreement"], NODE, PEER, count)
        assert len(key) == count and key == group.agree(theirs, PEER, NODE, count)


def test_split_secrets():
    shares = group.split(MASTER, 2, 3)
    group.check_public_shares([public for _, public in shares], PARAMETERS)
    parts = []
    for share, public in shares:
        group.check_share(share, public)
        parts.append(group.extract_partial(share, NODE, "agreement"))
        group.check_partial_key(parts[-1], NODE, "agreement", public)
    for chosen in ((0, 1), (2, 0), (0, 1, 2)):
        assert group.combine([parts[i] for i in chosen], "agreement") == KEYS["agreement"]
        assert group.recover([shares[i][0] for i in chosen]) == MASTER
    assert group.parameters(MASTER) == PARAMETERS
    group.check_parameters(PARAMETERS)
    for use, key in KEYS.items():
        group.check_private_key(key, NODE, use, PARAMETERS)


@pytest.mark.parametrize("identity", (NODE, PEER, ibe.Identity("a", 5, 9), ibe.Identity("b", not_before=7)))
def test_identities(identity):
    found = group.decode_identity(group.encode_identity(identity))
    assert found.octets == identity.octets
    times = (identity.not_before, identity.not_after)
    filled = times if times == (None, None) else (times[0] or 0, ibe.TIME_MAX if times[1] is None else times[1])
    assert (found.not_before, found.not_after) == filled
    for time in {0, 5, 9, 2_000_000_000}:
        is_valid = (times[0] or 0) <= time <= (ibe.TIME_MAX if times[1] is None else times[1])
        try:
            group.check_identity(identity, time)
        except (motecurve.ExpiredError, motecurve.NotYetValidError):
            assert not is_valid
        else:
            assert is_valid


def changed(data: bytes, place: int, octet: int) -> bytes:
    return data[:place] + bytes([octet]) + data[place + 1 :]


PARTS = [group.extract_partial(share, NODE, "encryption") for share, _ in group.split(MASTER, 2, 2)]
OTHER = group.setup()[1]
OUTSIDE = b"\x80" + bytes(46) + b"\4"  # a point with x = 4, outside of G1
RAISES = (
    ("VersionError", lambda: group.check_parameters(changed(PARAMETERS, 0, 9))),
    ("ObjectKindError", lambda: group.check_parameters(MASTER)),
    ("GroupError", lambda: group.check_parameters(changed(PARAMETERS, 2, 1))),
    ("UseError", lambda: group.decrypt(KEYS["signatures"], SEALED)),
    ("IdentityError", lambda: group.encode_identity(ibe.Identity(""))),
    ("IdentityError", lambda: group.encode_identity(ibe.Identity("x" * 256))),
    ("IdentityError", lambda: group.encode_identity(ibe.Identity("x", 9, 8))),
    ("IdentityError", lambda: group.decode_identity(b"\1\5node")),
    ("ExpiredError", lambda: group.check_identity(PEER, 1_800_000_001)),
    ("NotYetValidError", lambda: group.check_identity(ibe.Identity("x", not_before=5), 4)),
    ("SameIdentityError", lambda: group.agree(KEYS["agreement"], NODE, dataclasses.replace(NODE))),
    ("KeyMismatchError", lambda: group.check_private_key(KEYS["encryption"], PEER, "encryption", PARAMETERS)),
    ("ParametersError", lambda: group.check_parameters(PARAMETERS[:55] + OTHER[55:])),
    ("ThresholdError", lambda: group.combine(PARTS[:1], "encryption")),
    ("ThresholdError", lambda: group.split(MASTER, 3, 2)),
    ("ThresholdError", lambda: group.split(MASTER, 1, 256)),
    ("ShareIndexError", lambda: group.combine([PARTS[0]] * 2, "encryption")),
    ("LengthError", lambda: group.combine([PARTS[0][1:]], "encryption")),
    ("LengthError", lambda: group.decrypt(KEYS["encryption"], SEALED[:-1])),
    ("LengthError", lambda: group.decrypt(KEYS["encryption"], b"")),
    ("LengthError", lambda: group.agree(KEYS["agreement"], NODE, PEER, 0)),
    ("LengthError", lambda: group.agree(KEYS["agreement"], NODE, PEER, 8161)),
    ("TrailingError", lambda: group.decrypt(KEYS["encryption"], SEALED + b"?")),
    ("MacError", lambda: group.decrypt(KEYS["encryption"], SEALED[:-1] + bytes([SEALED[-1] ^ 1]))),
    ("MacError", lambda: group.decrypt(group.extract(MASTER, PEER, "encryption"), SEALED)),
    ("SignatureError", lambda: group.verify(PARAMETERS, NODE, SIGNATURE, b"another message")),
    ("SignatureError", lambda: group.verify(OTHER, NODE, SIGNATURE, b"a message")),
    ("SubgroupError", lambda: group.decrypt(KEYS["encryption"], SEALED[:7] + OUTSIDE + SEALED[55:])),
    ("UnsupportedError", lambda: ibe.group("tate-512")),
    ("MotecurveError", lambda: group.extract(MASTER, NODE, "payment")),
)


@pytest.mark.parametrize(("name", "call"), RAISES, ids=[f"{name}-{i}" for i, (name, _) in enumerate(RAISES)])
def test_it_is_raised(name, call):
    with pytest.raises(MotecurveError) as raised:
        call()
    assert type(raised.value).__name__ == name and "\n" not in str(raised.value)


def test_every_exception_of_identities_is_tried():
    own = {kind.__name__ for kind in MotecurveError.__subclasses__() if kind.status >= motecurve.VersionError.status}
    assert own == own & {name for name, _ in RAISES}
