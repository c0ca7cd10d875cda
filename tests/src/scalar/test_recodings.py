"""Recodings of base 2: digits of scalars of every size by each recoding's definition, and their share of nonzero
digits against theory. tests/c/test_recodings.c tries every scalar below 2^16."""

import ctypes
import itertools
import random
from collections.abc import Callable, Iterable

import pytest

from motelab.library import host
from motelab.measure import operation_counts
from motelab.subjects import recodings, registry

# Sizes from 113 to 571 bits, and 161: one bit more than the field.
FIELDS = ("fb113", "fb163", "fb571", "fp160r1", "fp256r1", "fp521")
# Name -> windows. Recodings without windows say so in their domain and ignore the window.
WINDOWS = {
    "binary": (2,),
    "naf": (2,),
    "mof": (2,),
    "wnaf": range(2, 9),
    "wmof": range(2, 9),
    "sliding-window": range(1, 8),
    "fixed-window": range(1, 8),
    "regular": range(1, 8),
}
CASES = [(name, window) for name, windows in WINDOWS.items() for window in windows]
SIGNED = ("naf", "mof", "wnaf", "wmof")
Digits = list[int]


def member(name: str) -> registry.Algorithm:
    return next(a for a in registry.load() if (a.family, a.name) == ("recoding", name))


def test_every_recoding_of_base_2_is_here():
    of_base_2 = {a.name for a in registry.load() if a.family == "recoding" and a.file.startswith("src/scalar/recode/")}
    assert set(WINDOWS) == {name for name in of_base_2 if member(name).density and "tau" not in member(name).summary}


def recoder(library: host.Library, name: str, window: int) -> Callable[[int], Digits]:
    """Digits of scalars by the library. The buffer is full of other digits before, and ends filled up with zeros."""
    function = library.function(member(name).functions[0], ctypes.c_uint16)
    room, guard = library.scalar_bits + 1, 8
    buffer = (ctypes.c_int8 * (room + guard))()

    def recode(k: int) -> Digits:
        ctypes.memset(buffer, 0x55, room + guard)
        length = function(buffer, library.scalar(k), ctypes.c_uint8(window))
        digits = buffer[:]
        assert length <= room and not any(digits[length:room]) and set(digits[room:]) == {0x55}
        return digits[:length]

    return recode


def check(name: str, window: int, k: int, digits: Digits) -> None:
    """The properties that every recoding, and this one, guarantees."""
    stood_for = k | 1 if name == "regular" else k
    assert sum(digit << place for place, digit in enumerate(digits)) == stood_for, (name, window, hex(k))
    assert not digits or digits[-1], (name, window, hex(k))
    assert DIGITS_OF[name](digits, window, k), (name, window, hex(k), digits)


def places(digits: Digits) -> list[int]:
    return [place for place, digit in enumerate(digits) if digit]


def are_odd_below(digits: Iterable[int], bound: int) -> bool:
    """Whether all but zeros are odd and below the bound in size."""
    return all(digit == 0 or (digit & 1 and abs(digit) < bound) for digit in digits)


def distances(digits: Digits, apart: int = 1) -> list[int]:
    """The distance from every nonzero digit to the one that is `apart` further."""
    found = places(digits)
    return [high - low for low, high in zip(found, found[apart:], strict=False)]


def is_wnaf(digits: Digits, window: int, _k: int) -> bool:
    return are_odd_below(digits, 1 << (window - 1)) and all(d >= window for d in distances(digits))


def is_mof(digits: Digits, _window: int, k: int) -> bool:
    """Signs alternate: from the left the first is 1 and the last is -1, so that it ends where 2 k does."""
    signs = [digit for digit in reversed(digits) if digit]
    return (
        signs == [1, -1] * (len(signs) // 2) and len(signs) % 2 == 0 and len(digits) == (k.bit_length() + 1 if k else 0)
    )


def is_wmof(digits: Digits, window: int, _k: int) -> bool:
    """One digit in each window. Windows may touch, so a whole window lies between the first and the third of three
    digits."""
    return are_odd_below(digits, 1 << (window - 1)) and all(d > window for d in distances(digits, 2))


def is_sliding_window(digits: Digits, window: int, k: int) -> bool:
    """Windows of the bits, with the digit at the place where each ends."""
    above = k.bit_length()
    for place in reversed(places(digits)):
        value = digits[place]
        if value < 0 or not value & 1 or value >= 1 << window or place + value.bit_length() > above:
            return False
        above = place
    return all(d > window for d in distances(digits, 2))


def is_fixed_window(digits: Digits, window: int, _k: int) -> bool:
    return all(0 <= digit < 1 << window for digit in digits) and all(place % window == 0 for place in places(digits))


def is_regular(digits: Digits, window: int, _k: int) -> bool:
    found = places(digits)
    return are_odd_below(digits, 1 << window) and found == list(range(0, found[-1] + 1, window))


DIGITS_OF: dict[str, Callable[[Digits, int, int], bool]] = {
    "binary": lambda digits, _window, _k: set(digits) <= {0, 1},
    "naf": lambda digits, _window, k: is_wnaf(digits, 2, k),
    "mof": is_mof,
    "wnaf": is_wnaf,
    "wmof": is_wmof,
    "sliding-window": is_sliding_window,
    "fixed-window": is_fixed_window,
    "regular": is_regular,
}


def scalars(size: int) -> list[int]:
    """The ends of the range, long rows of equal and of alternating bits, and random ones."""
    source, top = random.Random(size), 1 << size
    rows = [((1 << length) - 1) << low for length in (2, 7, 8, 9, size // 2) for low in (0, 1, size - length)]
    ends = [0, 1, 2, 3, top - 1, top - 2, top // 2, top // 2 + 1, top // 3, 2 * top // 3, 0x77 * (top // 0x100)]
    return [k % top for k in (*rows, *ends)] + [source.randrange(top) for _ in range(40)]


@pytest.mark.parametrize("field", FIELDS)
def test_scalars_of_every_size(word_bits, field):
    library = host.Library(word_bits, field)
    for name, window in CASES:
        recode = recoder(library, name, window)
        for k in scalars(library.scalar_bits):
            check(name, window, k, recode(k))


@pytest.mark.parametrize(("name", "window"), [case for case in CASES if case[0] in recodings.RECODINGS])
def test_digits_are_those_of_the_definition(word_bits, name, window):
    """The recodings that count operations, on Python's integers, digit for digit."""
    library = host.Library(word_bits, "fb163")
    recode = recoder(library, name, window)
    for k in [*range(1, 1 << 9), *filter(None, scalars(library.scalar_bits))]:
        assert recode(k) == list(recodings.recode(name, k, window))


@pytest.mark.parametrize(("name", "window"), CASES)
def test_density_is_that_of_theory(name, window):
    """Over 500 random scalars of 163 bits; the end of a string of L digits makes a difference of about 1/L."""
    library, source = host.Library(64, "fb163"), random.Random(1)
    recode, size = recoder(library, name, window), library.scalar_bits
    found = [recode(source.randrange(1 << (size - 1), 1 << size)) for _ in range(500)]
    share = sum(len(places(digits)) for digits in found) / sum(map(len, found))
    theory = operation_counts.value(member(name), member(name).density, w=window)
    assert share == pytest.approx(theory, abs=0.6 * window / size)


@pytest.mark.parametrize("name", SIGNED)
def test_signs_are_equally_frequent(name):
    """Over all scalars, so that no multiplication subtracts more than it adds."""
    library, source = host.Library(64, "fb163"), random.Random(2)
    recode = recoder(library, name, 4)
    digits = list(itertools.chain.from_iterable(recode(source.randrange(1 << 163)) for _ in range(300)))
    assert sum(d > 0 for d in digits) == pytest.approx(sum(d < 0 for d in digits), rel=0.1)
