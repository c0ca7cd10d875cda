"""Objects that have not the right form: each mistake has its status, at every function that reads such an object, and
outputs are zero."""

import ctypes
import functools
import re

import pytest

from tests.src.ibe.ibe_library import GROUPS, HEADER, Ibe, Random, Result, opened
from tests.src.ibe.ibe_reference import (
    AGREEMENT,
    BASIC,
    ENCRYPTION,
    FULL,
    MASTER_SECRET,
    PARAMETERS,
    PARTIAL_KEY,
    PRIVATE_KEY,
    PUBLIC_SHARE,
    SHARE,
    SIGNATURE,
    SIGNATURES,
    identity,
)
from tests.src.pairing.bls12_reference import E1, E2
from tests.src.pairing.test_bls12_groups import of_order, outside

ALICE, BOB = identity(b"alice", (5, 9)), identity(b"bob")
# No size of words shows in a head; points are read at all of them in tests/src/pairing.
pytestmark = pytest.mark.word_sizes(64)
POINTS_AT = {  # after the head, and for keys the side where they begin
    PARAMETERS: 7,
    PUBLIC_SHARE: 9,
    PRIVATE_KEY: 8,
    PARTIAL_KEY: 10,
    FULL: 7,
    BASIC: 7,
    SIGNATURE: 7,
}


class Objects:
    """One object of each kind, and the functions that read it."""

    def __init__(self, ibe: Ibe):
        self.ibe = ibe
        _, master, parameters = ibe.setup(Random(b"setup"))
        _, share, public = ibe.split(master, 1, 1, Random())
        key = {use: ibe.extract(use, master, ALICE)[1] for use in (ENCRYPTION, SIGNATURES, AGREEMENT)}
        part = ibe.extract_partial(AGREEMENT, share, ALICE)[1]
        full = ibe.encrypt(b"message", ALICE, parameters, Random())[1]
        basic = ibe.encrypt(b"message", ALICE, parameters, Random(), "basic_")[1]
        signature = ibe.sign(key[SIGNATURES], ALICE, b"message")[1]
        self.octets = {
            MASTER_SECRET: master,
            SHARE: share,
            PARAMETERS: parameters,
            PUBLIC_SHARE: public,
            PRIVATE_KEY: key[AGREEMENT],
            PARTIAL_KEY: part,
            FULL: full,
            BASIC: basic,
            SIGNATURE: signature,
        }
        self.readers = {
            MASTER_SECRET: [
                ibe.parameters,
                lambda x: ibe.extract(SIGNATURES, x, ALICE),
                lambda x: ibe.split(x, 2, 2, Random()),
            ],
            SHARE: [lambda x: ibe.share_check(x, public), lambda x: ibe.extract_partial(AGREEMENT, x, ALICE)],
            PARAMETERS: [
                ibe.parameters_check,
                lambda x: ibe.encrypt(b"message", ALICE, x, Random()),
                lambda x: ibe.encrypt(b"message", ALICE, x, Random(), "basic_"),
                lambda x: ibe.verify(signature, ALICE, b"message", x),
                lambda x: ibe.private_key_check(key[AGREEMENT], AGREEMENT, ALICE, x),
                lambda x: ibe.public_shares_check(public, 1, x),
            ],
            PUBLIC_SHARE: [
                lambda x: ibe.share_check(share, x),
                lambda x: ibe.partial_key_check(part, AGREEMENT, ALICE, x),
            ],
            PRIVATE_KEY: [
                lambda x: ibe.private_key_check(x, AGREEMENT, ALICE, parameters),
                lambda x: ibe.agree(32, x, ALICE, BOB),
            ],
            PARTIAL_KEY: [lambda x: ibe.partial_key_check(x, AGREEMENT, ALICE, public)],
            FULL: [lambda x: ibe.decrypt(key[ENCRYPTION], x)],
            BASIC: [lambda x: ibe.decrypt(key[ENCRYPTION], x, "basic_")],
            SIGNATURE: [lambda x: ibe.verify(x, ALICE, b"message", parameters)],
        }

    def expect(self, kind: int, octets: bytes, expected: Result, unread: tuple[int, ...] = ()) -> None:
        """Of mc_ibe_validate and of all readers but those of `unread` places."""
        assert self.ibe.validate(octets, kind) == expected, f"kind {kind}: {octets.hex()}"
        for i, reader in enumerate(self.readers[kind]):
            if i not in unread:
                found = reader(octets)
                assert (found[0] if isinstance(found, tuple) else found) == expected, f"kind {kind}, reader {i}"


@functools.cache
def made(ibe: Ibe) -> Objects:
    return Objects(ibe)


@pytest.fixture
def objects(each_type) -> Objects:
    return made(each_type)


@pytest.fixture(params=range(1, 10))
def kind(request) -> int:
    return request.param


def test_right_objects(objects, kind):
    ibe, octets = objects.ibe, objects.octets[kind]
    objects.expect(kind, octets, Result.OK)
    assert ibe.look(octets) == (Result.OK, kind, ibe.schemes.pairing.number)
    ibe.c.mc_ibe_group_name.restype = ctypes.c_char_p
    assert ibe.c.mc_ibe_group_name(ibe.group) == ibe.name.encode()
    assert ibe.c.mc_ibe_group_number(ibe.group) == octets[2]


def test_heads(objects, kind):
    right = objects.octets[kind]
    has_message = kind in (FULL, BASIC)

    def head(place: int, value: int) -> bytes:
        return right[:place] + bytes([value]) + right[place + 1 :]

    objects.expect(kind, head(0, 2), Result.IBE_ERROR_VERSION)
    objects.expect(kind, head(1, kind % 9 + 1), Result.IBE_ERROR_KIND)
    objects.expect(kind, head(1, 10), Result.IBE_ERROR_KIND)
    objects.expect(kind, head(2, right[2] % 5 + 1), Result.IBE_ERROR_GROUP)
    objects.expect(kind, head(6, right[6] + 1), Result.ERROR_LENGTH)
    objects.expect(kind, head(6, right[6] - 1), Result.ERROR_TRAILING)
    objects.expect(kind, head(3, 1), Result.ERROR_LENGTH)
    objects.expect(kind, right[:-1], Result.ERROR_LENGTH)
    objects.expect(kind, right[:6], Result.ERROR_LENGTH)
    objects.expect(kind, b"", Result.ERROR_LENGTH)
    objects.expect(kind, right + b"\0", Result.ERROR_TRAILING)
    # lengths that agree with the head, but not with the kind
    body = right[7:-8] if has_message else right[7:-1]
    objects.expect(kind, right[:3] + len(body).to_bytes(4) + body, Result.ERROR_LENGTH)
    objects.expect(kind, right[:3] + bytes(4), Result.ERROR_LENGTH)
    if not has_message:
        longer = right[7:] + b"\0"
        objects.expect(kind, right[:3] + len(longer).to_bytes(4) + longer, Result.ERROR_TRAILING)


def test_longest_objects():
    """MC_IBE_MAX_... are the lengths of the longest group's objects."""
    uses = (ENCRYPTION, SIGNATURES, AGREEMENT)
    for what in (
        "master_secret",
        "share",
        "parameters",
        "public_share",
        "private_key",
        "partial_key",
        "overhead",
        "signature",
    ):
        arguments = [(use,) for use in uses] if what.endswith("_key") else [()]
        longest = max(opened(name, 64).size(what, *use) for name in GROUPS for use in arguments)
        assert f"#define MC_IBE_MAX_{what.upper()}_BYTES {longest}\n" in re.sub(" +", " ", HEADER)


def test_unknown_kinds(objects):
    octets = objects.octets[SIGNATURE]
    for kind in (0, 10):
        assert objects.ibe.validate(octets, kind) == Result.IBE_ERROR_KIND
        changed = octets[:1] + bytes([kind]) + octets[2:]
        assert objects.ibe.look(changed) == (Result.IBE_ERROR_KIND, 0, 0)
    for cut in range(len(octets)):
        assert objects.ibe.look(octets[:cut]) == (Result.ERROR_LENGTH, 0, 0)


@pytest.mark.parametrize("kind", [MASTER_SECRET, SHARE])
def test_numbers(objects, kind):
    right, size = objects.octets[kind], objects.ibe.schemes.order_bytes
    order = objects.ibe.schemes.pairing.order
    cases = {
        0: Result.ERROR_SCALAR_ZERO,
        order: Result.ERROR_SCALAR_RANGE,
        2 ** (8 * size) - 1: Result.ERROR_SCALAR_RANGE,
    }
    for value, expected in cases.items():
        objects.expect(kind, right[:-size] + value.to_bytes(size), expected)
    assert objects.ibe.validate(right[:-size] + (order - 1).to_bytes(size), kind) == Result.OK


@pytest.mark.parametrize("kind", [SHARE, PUBLIC_SHARE, PARTIAL_KEY])
def test_indices_and_thresholds(objects, kind):
    right = objects.octets[kind]
    objects.expect(kind, right[:7] + b"\0" + right[8:], Result.IBE_ERROR_INDEX)
    objects.expect(kind, right[:8] + b"\0" + right[9:], Result.IBE_ERROR_THRESHOLD)


def test_uses(objects):
    ibe, master = objects.ibe, objects.octets[MASTER_SECRET]
    _, parameters = ibe.parameters(master)
    for kind, at in ((PRIVATE_KEY, 7), (PARTIAL_KEY, 9)):
        for use in (0, 4, 255):
            right = objects.octets[kind]
            objects.expect(kind, right[:at] + bytes([use]) + right[at + 1 :], Result.IBE_ERROR_USE)
    for use in (ENCRYPTION, SIGNATURES, AGREEMENT):
        key = ibe.extract(use, master, ALICE)[1]
        signed, decrypted = ibe.sign(key, ALICE, b"m")[0], ibe.decrypt(key, objects.octets[FULL])[0]
        assert (signed == Result.OK, signed == Result.IBE_ERROR_USE) == (use == SIGNATURES, use != SIGNATURES)
        assert (decrypted == Result.OK, decrypted == Result.IBE_ERROR_USE) == (use == ENCRYPTION, use != ENCRYPTION)
        assert ibe.agree(32, key, ALICE, BOB)[0] == (Result.OK if use == AGREEMENT else Result.IBE_ERROR_USE)
        assert ibe.private_key_check(key, use % 3 + 1, ALICE, parameters) == Result.IBE_ERROR_USE
    for use in (0, 4):
        assert ibe.extract(use, master, ALICE)[0] == Result.IBE_ERROR_USE
        assert ibe.extract_partial(use, objects.octets[SHARE], ALICE)[0] == Result.IBE_ERROR_USE
        assert ibe.combine(use, [objects.octets[PARTIAL_KEY]])[0] == Result.IBE_ERROR_USE


def test_identities(objects):
    ibe, master, parameters = objects.ibe, objects.octets[MASTER_SECRET], objects.octets[PARAMETERS]
    key, signing = objects.octets[PRIVATE_KEY], objects.ibe.extract(SIGNATURES, master, ALICE)[1]
    for who in (b"", b"alice", ALICE[:-1], ALICE + b"\0"):
        found = [
            ibe.extract(SIGNATURES, master, who),
            ibe.extract_partial(SIGNATURES, objects.octets[SHARE], who),
            ibe.encrypt(b"m", who, parameters, Random()),
            ibe.encrypt(b"m", who, parameters, Random(), "basic_"),
            ibe.sign(signing, who, b"m"),
            ibe.agree(32, key, who, BOB),
            ibe.agree(32, key, ALICE, who),
            (ibe.verify(objects.octets[SIGNATURE], who, b"message", parameters),),
            (ibe.private_key_check(key, AGREEMENT, who, parameters),),
            (ibe.partial_key_check(objects.octets[PARTIAL_KEY], AGREEMENT, who, objects.octets[PUBLIC_SHARE]),),
        ]
        assert [result[0] for result in found] == [Result.IBE_ERROR_IDENTITY] * len(found)


def bad_points(ibe: Ibe, side: int) -> dict[bytes, Result]:
    """Encodings of the right length that are no point of order r of a side."""
    pairing, size = ibe.schemes.pairing, ibe.schemes.pairing.point_bytes[side]
    right = pairing.encode(pairing.generator(side), side)
    if ibe.sides == 1:
        group = pairing.group
        x = next(x for x in range(1, 99) if pow(group.right_hand_side(x), (group.q - 1) // 2, group.q) != 1)
        wide = next(x for x in range(2, 99) if group.multiply(group.r, group.map(x)) is not None)
        return {
            b"\5" + right[1:]: Result.ERROR_ENCODING,
            b"\4" + right[1:]: Result.ERROR_LENGTH,  # a long form, of which this is not the length
            bytes(size): Result.ERROR_LENGTH,  # infinity is a single byte 0
            b"\2" + group.q.to_bytes(group.bytes): Result.ERROR_COORDINATE_RANGE,
            b"\2" + x.to_bytes(group.bytes): Result.ERROR_NOT_ON_CURVE,
            b"\2" + bytes(group.bytes): Result.ERROR_SUBGROUP,  # (0, 0), of order 2
            pairing.encode(group.map(wide), 0): Result.ERROR_SUBGROUP,
        }
    curve = (E1, E2)[side]
    name, small = (("g1", 3), ("g2", 13))[side]
    x = next(x for x in range(1, 99) if curve.with_x(x if side == 0 else (x, 0)) is None)
    near = curve.add(pairing.generator(side), of_order(name, small))
    return {
        bytes([right[0] & 0x7F]) + right[1:]: Result.ERROR_ENCODING,
        b"\xc0" + bytes(size - 1): Result.ERROR_INFINITY,
        b"\xc0" + bytes(size - 2) + b"\1": Result.ERROR_ENCODING,
        b"\x9f" + b"\xff" * (size - 1): Result.ERROR_COORDINATE_RANGE,
        b"\x80" + x.to_bytes(size - 1): Result.ERROR_NOT_ON_CURVE,
        pairing.encode(outside(name), side): Result.ERROR_SUBGROUP,
        pairing.encode(near, side): Result.ERROR_SUBGROUP,  # a right point and one of small order
    }


@pytest.mark.parametrize("kind", POINTS_AT)
def test_points(objects, kind):
    """Each point of the object in turn; of parameters only functions that use both sides read both."""
    ibe, right, at = objects.ibe, objects.octets[kind], POINTS_AT[kind]
    sides = [0] if kind in (FULL, BASIC) else [0, 0] if kind == SIGNATURE else [*range(ibe.sides)]
    for i, side in enumerate(sides):
        size = ibe.schemes.pairing.point_bytes[side]
        for octets, expected in bad_points(ibe, side).items():
            changed = right[:at] + octets + right[at + size :]
            unread: tuple[int, ...] = ()
            if kind == PARAMETERS and ibe.sides == 2:
                unread = (3,) if i == 0 else (1, 2)  # verification reads side 1, encryption side 0
            if kind == PRIVATE_KEY and ibe.sides == 2 and i == 0:
                unread = (1,)  # bob, without dates, comes before alice, and so does his point
            objects.expect(kind, changed, expected, unread)
        at += size


def test_keys_of_one_side(objects):
    """For encryption and signatures, whose points lie in G2 and in G1 on type 3."""
    ibe, master = objects.ibe, objects.octets[MASTER_SECRET]
    for use, side in ((ENCRYPTION, ibe.sides - 1), (SIGNATURES, 0)):
        head = ibe.extract(use, master, ALICE)[1][:8]
        for octets, expected in bad_points(ibe, side).items():
            run = (
                ibe.decrypt(head + octets, objects.octets[FULL])
                if use == ENCRYPTION
                else ibe.sign(head + octets, ALICE, b"")
            )
            assert run[0] == expected == ibe.validate(head + octets, PRIVATE_KEY)


def test_no_group(word_bits):
    """Every function, with sizes of 0 and zeroed or untouched outputs."""
    ibe = opened("bls12-381", word_bits)
    objects = Objects(ibe)
    group, ibe.group = ibe.group, None
    try:
        assert [ibe.size(what) for what in ("master_secret", "parameters", "share", "public_share")] == [0] * 4
        assert [ibe.size(what, AGREEMENT) for what in ("private_key", "partial_key")] == [0, 0]
        assert [ibe.size(what) for what in ("overhead", "basic_overhead", "signature")] == [0] * 3
        found = [reader(objects.octets[kind]) for kind, readers in objects.readers.items() for reader in readers]
        found += [ibe.setup(Random()), ibe.sign(b"", ALICE, b""), ibe.sign(b"", ALICE, b"", Random())]
        found += [ibe.combine(AGREEMENT, [b""]), ibe.recover([b""]), ibe.validate(b"", SIGNATURE)]
        assert {result[0] if isinstance(result, tuple) else result for result in found} == {Result.ERROR_UNSUPPORTED}
        assert ibe.c.mc_ibe_group_number(None) == 0
    finally:
        ibe.group = group
