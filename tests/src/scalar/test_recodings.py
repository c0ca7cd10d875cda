"""Recodings of base 2: digits of scalars of every size by each recoding's definition, and their share of nonzero
digits against theory. tests/c/test_recodings.c tries every scalar below 2^16."""

import itertools
import random
from collections.abc import Callable, Sequence

import pytest

from codegen import recodings as headers
from motelab.library import host
from motelab.measure import recoded
from motelab.measure.recoded import places, recoder, scalars
from motelab.subjects import recodings

# Sizes from 113 to 571 bits, and 161: one bit more than the field.
FIELDS = ("fb113", "fb163", "fb571", "fp160r1", "fp256r1", "fp521")
CASES = recoded.cases()
SIGNED = [name for name, width in CASES if recoded.promise(name, width).signed and name != "regular"]
Digits = Sequence[int]


def check(name: str, window: int, k: int, digits: Digits) -> None:
    """The promises of its header, and what no header can say."""
    assert recoded.fault(recoded.promise(name, window), k, digits) is None, (name, window, hex(k), digits)
    assert BESIDES.get(name, lambda *_: True)(digits, window, k), (name, window, hex(k), digits)


def is_mof(digits: Digits, _window: int, k: int) -> bool:
    """Signs alternate: from the left the first is 1 and the last is -1, so that it ends where 2 k does."""
    signs = [digit for digit in reversed(digits) if digit]
    return (
        signs == [1, -1] * (len(signs) // 2) and len(signs) % 2 == 0 and len(digits) == (k.bit_length() + 1 if k else 0)
    )


def is_sliding_window(digits: Digits, window: int, k: int) -> bool:
    """Windows of the bits, with the digit at the place where each ends."""
    above = k.bit_length()
    for place in reversed(places(digits)):
        if place + digits[place].bit_length() > above:
            return False
        above = place
    return True


BESIDES: dict[str, Callable[[Digits, int, int], bool]] = {"mof": is_mof, "sliding-window": is_sliding_window}


@pytest.mark.parametrize(
    ("digits", "k", "broken"),
    [
        ([1, 0, 0, 0, 1], 17, None),
        ([1, 0, 0, 0, 1], 16, "sum"),
        ([1, 0, 0, 0, 1, 0], 17, "length"),
        ([9], 9, "below"),
        ([2], 2, "odd"),
        ([-1, 0, 0, 1], 7, "apart"),
    ],
)
def test_promises_can_be_broken(digits, k, broken):
    assert recoded.fault(recoded.promise("wnaf", 4), k, digits) == broken


@pytest.mark.parametrize(
    ("name", "window", "digits", "k", "broken"),
    [
        ("wmof", 4, [1, 3, 0, 0, 1], 23, "third"),
        ("fixed-window", 4, [0, 1], 2, "step"),
        ("binary", 2, [-1, 1], 1, "below"),
        ("regular", 2, [1, 0, 0, 0, 1], 17, "none 0"),
    ],
)
def test_other_promises_can_be_broken(name, window, digits, k, broken):
    assert recoded.fault(recoded.promise(name, window), k, digits) == broken


HEADER = {"widths": "2 to 5", "density": "1/(w+1)", "digits": "below 2**w, odd"}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"density": ""}, "a recoding needs the key 'density'"),
        ({"widths": ""}, "a recoding needs the key 'widths'"),
        ({"digits": ""}, "a recoding needs the key 'digits'"),
        ({"density": "2*w"}, "density is 4 for w = 2; it must be above 0 and at most 1"),
        ({"density": "1/(w-2)"}, "division by zero"),
        ({"density": "1/(w"}, "'1/(w' is no formula in w"),
        ({"density": "half"}, "'half' is no formula in w"),
        ({"widths": "2-5"}, "widths is '2-5'; it must be none, or like 2 to 8"),
        ({"widths": "5 to 2"}, "widths is '5 to 2'; it must be none, or like 2 to 8"),
        ({"digits": "odd"}, "digits lacks 'below F', the bound of their size"),
        ({"digits": "below 2, even"}, "digits has 'even', which is none of: below F, step F, apart F"),
    ],
)
def test_headers_that_are_refused(changed, message):
    assert headers.fault(HEADER) is None
    assert headers.fault(HEADER | changed).startswith(message)


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
    theory = headers.number(recoded.members()[name].density, window)
    assert share == pytest.approx(theory, abs=0.6 * window / size)


@pytest.mark.parametrize("name", sorted(set(SIGNED)))
def test_signs_are_equally_frequent(name):
    """Over all scalars, so that no multiplication subtracts more than it adds."""
    library, source = host.Library(64, "fb163"), random.Random(2)
    recode = recoder(library, name, 4)
    digits = list(itertools.chain.from_iterable(recode(source.randrange(1 << 163)) for _ in range(300)))
    assert sum(d > 0 for d in digits) == pytest.approx(sum(d < 0 for d in digits), rel=0.1)
