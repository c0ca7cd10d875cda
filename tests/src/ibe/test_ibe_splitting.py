"""A master secret split t of n: shares by the reference, keys that t of them make, and parts that do not fit."""

import itertools

import pytest

from tests.src.ibe.ibe_library import Random, Result
from tests.src.ibe.ibe_reference import AGREEMENT, ENCRYPTION, SIGNATURES, identity

ALICE = identity(b"alice")
THRESHOLD, COUNT = 3, 4
pytestmark = pytest.mark.word_sizes(8, 64)


def pieces(octets: bytes, count: int) -> list[bytes]:
    size = len(octets) // count
    return [octets[i * size : (i + 1) * size] for i in range(count)]


class Authorities:
    """A master secret and its shares."""

    def __init__(self, ibe, threshold: int = THRESHOLD, count: int = COUNT):
        self.ibe = ibe
        _, self.master, self.parameters = ibe.setup(Random(b"setup"))
        status, shares, publics = ibe.split(self.master, threshold, count, Random(b"split"))
        assert status == Result.OK
        self.shares, self.publics = pieces(shares, count), pieces(publics, count)

    def parts(self, use: int, places: list[int]) -> list[bytes]:
        return [self.ibe.extract_partial(use, self.shares[i], ALICE)[1] for i in places]


@pytest.fixture
def authorities(each_type) -> Authorities:
    return Authorities(each_type)


def test_shares_by_the_reference(ibe):
    authorities, schemes = Authorities(ibe), ibe.schemes
    s = schemes.reduced(Random(b"setup").next(64))
    random = Random(b"split")
    drawn = [random.next(64) for _ in range(THRESHOLD - 1)]
    values = [schemes.polynomial(s, drawn, i + 1) for i in range(COUNT)]
    for i in range(COUNT):
        assert authorities.shares[i] == schemes.share(values[i], i + 1, THRESHOLD)
    assert authorities.publics[0] == schemes.public_share(values[0], 1, THRESHOLD)
    part = ibe.extract_partial(AGREEMENT, authorities.shares[1], ALICE)
    assert part == (Result.OK, schemes.partial_key(values[1], 2, THRESHOLD, AGREEMENT, ALICE))


@pytest.mark.parametrize("use", [ENCRYPTION, SIGNATURES, AGREEMENT])
def test_any_parts_make_the_key(authorities, use):
    ibe = authorities.ibe
    key = ibe.extract(use, authorities.master, ALICE)[1]
    for places in ([3, 2, 0], [0, 1, 2, 3]):
        assert ibe.combine(use, authorities.parts(use, places)) == (Result.OK, key)


def test_any_shares_make_the_secret(ibe):
    """Of thresholds from one to nearly all."""
    for threshold, count in ((1, 1), (1, 2), (2, 3), (4, 5)):
        authorities = Authorities(ibe, threshold, count)
        for chosen in itertools.islice(itertools.permutations(authorities.shares, threshold), 0, 40, 13):
            assert ibe.recover(list(chosen)) == (Result.OK, authorities.master)
        assert ibe.public_shares_check(b"".join(authorities.publics), count, authorities.parameters) == Result.OK


def test_the_most_shares(each_type):
    """255, of which the last ones are taken: every difference of places is inverted on the way."""
    ibe = each_type
    _, master, _ = ibe.setup(Random(b"setup"))
    s, random = ibe.schemes.reduced(Random(b"setup").next(64)), Random(b"many")
    drawn = [random.next(64)]
    shares = [ibe.schemes.share(ibe.schemes.polynomial(s, drawn, i), i, 2) for i in range(1, 256)]
    for pair in ((0, 254), (254, 253), (100, 0), (7, 135)):
        assert ibe.recover([shares[i] for i in pair]) == (Result.OK, master)


def test_fewer_shares_give_another_secret(authorities):
    """t - 1 shares lie on a polynomial for every secret: one less, with a threshold that lies, gives a wrong one."""
    shares = [share[:8] + bytes([THRESHOLD - 1]) + share[9:] for share in authorities.shares[: THRESHOLD - 1]]
    status, found = authorities.ibe.recover(shares)
    assert status == Result.OK and found != authorities.master


def test_parts_are_checked(authorities):
    ibe, (share, other), (public, next_public) = authorities.ibe, authorities.shares[:2], authorities.publics[:2]
    assert ibe.share_check(share, public) == Result.OK
    assert ibe.share_check(other, public) == Result.IBE_ERROR_KEY
    assert ibe.share_check(share[:7] + b"\2" + share[8:], public) == Result.IBE_ERROR_KEY
    assert ibe.share_check(share[:8] + b"\2" + share[9:], public) == Result.IBE_ERROR_KEY
    for use in (ENCRYPTION, SIGNATURES, AGREEMENT):
        part = authorities.parts(use, [0])[0]
        assert ibe.partial_key_check(part, use, ALICE, public) == Result.OK
        assert ibe.partial_key_check(part, use, ALICE, next_public) == Result.IBE_ERROR_KEY
        assert ibe.partial_key_check(part, use, identity(b"bob"), public) == Result.IBE_ERROR_KEY
        renamed = part[:7] + b"\2" + part[8:]  # the first share's part under the second's index
        assert ibe.partial_key_check(renamed, use, ALICE, next_public) == Result.IBE_ERROR_KEY


def test_public_shares_are_checked(authorities):
    ibe, publics, parameters = authorities.ibe, authorities.publics, authorities.parameters
    other = Authorities(ibe).ibe.setup(Random(b"another"))[2]
    check = ibe.public_shares_check
    assert check(b"".join(publics), COUNT, parameters) == Result.OK
    assert check(b"".join(reversed(publics)), COUNT, parameters) == Result.OK
    assert check(b"".join(publics), COUNT, other) == Result.IBE_ERROR_PARAMETERS
    assert check(b"".join(publics[:2]), 2, parameters) == Result.IBE_ERROR_THRESHOLD
    assert check(b"".join([*publics[:3], publics[0]]), 4, parameters) == Result.IBE_ERROR_INDEX
    for i in range(COUNT):  # the point of another
        changed = list(publics)
        changed[i] = publics[i][:9] + publics[(i + 1) % COUNT][9:]
        assert check(b"".join(changed), COUNT, parameters) == Result.IBE_ERROR_PARAMETERS
    changed[0] = publics[0][:8] + b"\4" + publics[0][9:]
    assert check(b"".join([*changed[:1], *publics[1:]]), COUNT, parameters) == Result.IBE_ERROR_PARAMETERS


def test_parts_that_do_not_combine(authorities):
    ibe = authorities.ibe
    parts = authorities.parts(SIGNATURES, [0, 1, 2])
    key = ibe.extract(SIGNATURES, authorities.master, ALICE)[1]
    assert ibe.combine(SIGNATURES, parts[:2])[0] == Result.IBE_ERROR_THRESHOLD
    assert ibe.combine(SIGNATURES, [])[0] == Result.IBE_ERROR_THRESHOLD
    assert ibe.combine(SIGNATURES, [parts[0], parts[1], parts[0]])[0] == Result.IBE_ERROR_INDEX
    other = Result.IBE_ERROR_USE if ibe.sides == 1 else Result.ERROR_TRAILING  # points of the other side are longer
    assert ibe.combine(ENCRYPTION, parts)[0] == other
    same = [part[:7] + bytes([i]) + parts[0][8:] for i, part in enumerate(parts, 1)]  # 3 S - 3 S + S
    assert ibe.combine(SIGNATURES, same)[0] == Result.IBE_ERROR_KEY
    zero = parts[0][:7] + b"\0" + parts[0][8:]
    assert ibe.combine(SIGNATURES, [zero, *parts[1:]])[0] == Result.IBE_ERROR_INDEX
    assert ibe.recover(authorities.shares[:2])[0] == Result.IBE_ERROR_THRESHOLD
    others = ibe.extract_partial(SIGNATURES, authorities.shares[2], identity(b"bob"))[1]
    status, mixed = ibe.combine(SIGNATURES, [*parts[:2], others])
    assert status == Result.OK and mixed != key
    assert ibe.private_key_check(mixed, SIGNATURES, ALICE, authorities.parameters) == Result.IBE_ERROR_KEY


@pytest.mark.parametrize("use", [ENCRYPTION, SIGNATURES, AGREEMENT])
def test_parts_that_add_up_to_infinity(each_type, use):
    """Two shares v at 1 and 2 v at 2: Lagrange's 2 and -1 make them 0. Each is valid; their sum is no secret, no public
    value and no key."""
    ibe, v = each_type, 123456789
    shares = [ibe.schemes.share(i * v, i, 2) for i in (1, 2)]
    publics = [ibe.schemes.public_share(i * v, i, 2) for i in (1, 2)]
    parts = [ibe.extract_partial(use, share, ALICE)[1] for share in shares]
    for share, public, part in zip(shares, publics, parts, strict=True):
        assert ibe.share_check(share, public) == Result.OK
        assert ibe.partial_key_check(part, use, ALICE, public) == Result.OK
    assert ibe.recover(shares)[0] == Result.ERROR_SCALAR_ZERO
    assert ibe.combine(use, parts)[0] == Result.IBE_ERROR_KEY
    parameters = ibe.schemes.parameters(v)
    assert ibe.public_shares_check(b"".join(publics), 2, parameters) == Result.IBE_ERROR_PARAMETERS


def test_thresholds_out_of_range(each_type):
    _, master, _ = each_type.setup(Random(b"setup"))
    for threshold, count in ((0, 3), (4, 3), (1, 0)):
        assert each_type.split(master, threshold, count, Random())[0] == Result.IBE_ERROR_THRESHOLD
