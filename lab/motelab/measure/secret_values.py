"""Secrets with which ctcheck runs an image: numbers near the ends and halves, numbers whose digits take every value,
and random ones."""

import dataclasses
import itertools
import math
import secrets as randomness
from collections.abc import Iterator

MIN_COUNT = 8  # the first of the named ones, and random ones
STRUCTURED = 438  # different ones of fields from 113 bits on: named ones and those of digits
MAX_COUNT = 2 * STRUCTURED
RANDOM = 2  # at least; half of the secrets if all named ones have room beside them
RANDOM_NAME = "random"
NAMED = 14
SEEN_PERCENT = 99  # the probability with which a condition of rarest() is seen
# Bits of digits, in the order in which secrets are made of them: the windows of recodings, then whole bytes.
DIGIT_BITS = (4, 2, 5, 3, 8, 6)
TEETH = (4, 5)  # of combs


@dataclasses.dataclass(frozen=True)
class Secret:
    """One value of the secret input and its purpose."""

    name: str
    value: int


def chosen(limit: int, count: int, highest: str) -> list[Secret]:
    """`count` secrets from 1 to limit - 1, at least MIN_COUNT: first `named` ones; then `digits`, as many as leave half
    of all to random ones, which are at least the last RANDOM. `highest` is the name of limit - 1."""
    found: dict[int, Secret] = {}
    structured = min(count - RANDOM, max(NAMED, count // 2))
    for secret in (*named(limit, highest), *digits(limit.bit_length() - 1)):
        if len(found) < structured and 0 < secret.value < limit:
            found.setdefault(secret.value, secret)
    fresh = [Secret(RANDOM_NAME, 1 + randomness.randbelow(limit - 1)) for _ in range(count - len(found))]
    return [*found.values(), *fresh]


def rarest(random: int) -> int | None:
    """The largest n for which so many random secrets show a branch that one secret in n takes, with SEEN_PERCENT: some
    take it, and others do not. None if they are too few for a branch of one half. Structured secrets show more, but of
    a condition that nobody knows nothing can be said about them."""
    missed = 1 - SEEN_PERCENT / 100
    if 2 * 0.5**random > missed:
        return None
    return max(2, int(1 / (1 - missed ** (1 / random))))


def needed(one_in: int) -> int:
    """The number of secrets of which enough are random to show a branch of one secret in so many."""
    random = math.ceil(math.log(1 - SEEN_PERCENT / 100) / math.log(1 - 1 / one_in))
    random = next(count for count in itertools.count(random) if (rarest(count) or 0) >= one_in)
    return random + min(max(random, NAMED), STRUCTURED)


def named(limit: int, highest: str) -> list[Secret]:
    """1, the largest, a sparse and a dense number, all digits 0 except the highest, all 1, and the neighbours of the
    ends and of half of the limit."""
    bits = limit.bit_length() - 1
    dense = (1 << bits) - 1
    return [
        Secret("1", 1),
        Secret(highest, limit - 1),
        Secret("sparse", 1 << bits // 2),
        Secret("dense", dense - (1 << bits // 3)),
        Secret("all digits 0 but the highest", 1 << bits - 1),
        Secret("all digits ones", dense),
        Secret("half", limit // 2),
        Secret("above half", limit // 2 + 1),
        Secret("2", 2),
        Secret(f"{highest} less 1", limit - 2),
        Secret("digits 01", dense // 3),
        Secret("3", 3),
        Secret("low half ones", (1 << bits // 2) - 1),
        Secret("high half ones", dense - ((1 << bits // 2) - 1)),
    ]


def digits(bits: int) -> Iterator[Secret]:
    """For each width of DIGIT_BITS, numbers of `bits` bits that together have every value of a digit at every place,
    with no two places alike in one number. After those of four bits come, for combs, numbers whose columns all have
    one value."""
    mask = (1 << bits) - 1
    for width in DIGIT_BITS:
        for shift in range(1 << width):
            places = range(-(-bits // width))
            value = sum(((shift + 7 * place) % (1 << width)) << width * place for place in places)
            yield Secret(f"digits of {width} bits, {shift}", value & mask)
        for teeth in TEETH if width == DIGIT_BITS[0] else ():
            rows = -(-bits // teeth)
            ones = (1 << rows) - 1
            for column in range(1, 1 << teeth):
                value = sum(ones << rows * tooth for tooth in range(teeth) if column >> tooth & 1)
                yield Secret(f"comb of {teeth} teeth, {column}", value & mask)
