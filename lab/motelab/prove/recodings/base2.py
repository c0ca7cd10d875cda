"""Recodings of base 2, by induction on the digits.

A reader is a loop whose only state is a position: what it has read of the scalar k and, from the right, a carry. Each
state stands for a number, what is left to be read; that of the first state is k, that of the last 0. It is shown of the
C that each iteration of the loop, from each state and for all bits that it reads, either leaves the number and passes
to the next state, or gives a digit such that number = digit 2^place + number of the next state. Bits that a step does
not read cancel in this equation, and reading any other bit is an error. So the digits add up to k, whichever it is."""

import itertools
from collections.abc import Iterator

from codegen.recodings import Promise
from motelab.prove.recodings.bits import BITS_MAX, Library, Unread


class Broken(Exception):
    """A promise that a step breaks."""


def expect(condition: bool, message: str) -> None:
    if not condition:
        raise Broken(message)


def all_bits(count: int) -> Iterator[tuple[int, ...]]:
    return itertools.product((0, 1), repeat=count)


def number(bits: tuple[int, ...]) -> int:
    """Bits, the lowest one first."""
    return sum(bit << i for i, bit in enumerate(bits))


def check_digit(promise: Promise, digit: int, place: int, length: int) -> None:
    """What the header says of each digit."""
    expect(0 <= place <= length, "a digit is at no place")
    expect(abs(digit) < promise.below and (promise.signed or digit > 0), f"{digit} is no digit")
    expect(not promise.odd or digit & 1 == 1, f"{digit} is even")
    expect(place % promise.step == 0, f"a digit is at place {place}")


# From the right: state (unread, carry), number 2^unread (floor(k / 2^unread) + carry).


def from_right(library: Library, reader: str, promise: Promise, length: int, near: int = BITS_MAX) -> int:
    """Proves a reader for scalars of a length, at places not farther than `near` from an end; returns the number of
    steps that were looked at. Broken or Unread if a step is wrong."""
    steps = 0
    carries = (0, 1) if promise.signed else (0,)
    window = promise.width if promise.signed else 1
    for unread, carry in itertools.product(range(length + 1), carries):
        if near < unread < length - near:
            continue
        for bits in all_bits(min(window, length - unread)):
            low = bits[0] if bits else 0
            if low == carry:
                continue  # an iteration that gives no digit: see skipped
            steps += 1
            library.forget(length)
            library.know(unread, bits)
            digit, (after, place, new) = library.step(reader, (unread, 0, carry), window)
            value = number(bits) + carry
            expect(digit != 0, "no digit where there is one")
            expect(place == unread and after == unread + window and new in (0, 1), "the position is wrong")
            expect(value == digit + (new << window), f"{digit} is not what {value} needs")
            expect(after - place >= promise.apart, "digits are too near")
            check_digit(promise, digit, place, length)
            steps += skipped(library, reader, (unread, carry), bits, window, length)
    return steps + ends(library, reader, window, length)


def skipped(library: Library, reader: str, state: tuple[int, int], bits: tuple[int, ...], window: int, length: int):
    """An iteration before this one, whose bit is the carry, passes to this state: 2^(u-1) (2 F + c + c) = 2^u (F + c).
    The digit and the position are then the same."""
    unread, carry = state
    if not unread:
        return 0
    direct = library.step(reader, (unread, 0, carry), window)
    library.know(unread - 1, (carry,))
    expect(library.step(reader, (unread - 1, 0, carry), window) == direct, "a bit that is passed over counts")
    return 1


def ends(library: Library, reader: str, window: int, length: int) -> int:
    """Where all bits are 0 and there is no carry, the number is 0 and no digit comes. With a carry the last iteration,
    at the length, has the bit 0 and gives a digit: from_right has looked at it."""
    for unread in range(length + 1):
        library.forget(length)
        library.know(unread, [0] * (length - unread))
        expect(library.step(reader, (unread, 0, 0), window)[0] == 0, "a digit of nothing")
    return length + 1


# From the left: state place, number k mod 2^place, from which in mutual opposite form k_(place-1) 2^place is taken.


def from_left(library: Library, reader: str, promise: Promise, length: int, near: int = BITS_MAX) -> int:
    """The same for a reader from the left."""
    opposite = reader == "read_mof"
    window = promise.width or 1
    step = promise.step
    steps = 0
    first = length + 1  # RECODE_DIGITS
    for place in range(first, 0, -1):
        if step > 1 and place != first and place % step:
            continue  # no state: places after the first are multiples of the step
        if near < place < length - near:
            continue
        low = max(place - window - 1, 0) if step == 1 else (place - 1) // step * step
        high = place if step == 1 or place == first else low + step
        for bits in all_bits(min(high, length) - low):
            bits += (0,) * (high - low - len(bits))
            if step == 1 and passes(bits, opposite, low):
                continue
            steps += 1
            library.forget(length)
            library.know(low, bits)
            if step > 1 and not any(bits):
                nothing_before(library, low)
            digit, (after, *_) = library.step(reader, (place,), window)
            if step > 1 and not digit:
                expect(not any(bits), "a window is lost")
                continue
            expect(low <= after < place, "the position is wrong")
            is_left = left_of(bits, low, after, opposite)
            expect(left_of(bits, low, place, opposite) == (digit << after) + is_left, f"{digit} is another number")
            check_digit(promise, digit, after, length)
            if step == 1 and promise.third > 2 * promise.apart:
                below = max(place - window, 0)
                for passed in range(after, below, -1):
                    expect(passes(bits[: passed - low], opposite, low), "two windows overlap")
            if step == 1 and place < first:
                steps += passed_over(library, reader, place, bits, (window, opposite), (digit, after))
    return steps + ends_left(library, reader, window, length)


def passes(bits: tuple[int, ...], opposite: bool, low: int) -> bool:
    """Whether the iteration at the place after the last of the bits gives no digit: its bit is 0 or, in mutual
    opposite form, that of the place below."""
    if not bits:
        return True
    below = bits[-2] if len(bits) > 1 else 0
    assert len(bits) > 1 or low == 0 or not opposite
    return bits[-1] == below if opposite else not bits[-1]


def left_of(bits: tuple[int, ...], low: int, place: int, opposite: bool) -> int:
    """The number of the state, without what the bits below `low` add to each."""
    own = bits[: place - low]
    taken = own[-1] << place if opposite and own else 0
    return (number(own) << low) - taken


def nothing_before(library: Library, low: int) -> None:
    """Zeros below a window of zeros, so that the reader goes on and gives nothing."""
    library.know(0, [0] * low)


def passed_over(library, reader, place, bits, window, result) -> int:
    """An iteration before this one that gives no digit passes to this state: k_place is 0 or k_(place-1), and the
    number is the same."""
    size, opposite = window
    above = bits[-1] if opposite else 0
    if place >= library.length.value and above:
        return 0
    library.know(place, (above,))
    digit, (after, *_) = library.step(reader, (place + 1,), size)
    expect((digit, after) == result, "a bit that is passed over counts")
    return 1


def ends_left(library: Library, reader: str, window: int, length: int) -> int:
    """Where nothing is left, no digit comes."""
    library.forget(length)
    library.know(0, [0] * length)
    for place in range(length + 2):
        expect(library.step(reader, (place,), window)[0] == 0, "a digit of nothing")
    return length + 2


def regular(library: Library, promise: Promise, length: int) -> int:
    """Signs of windows: 2 signs + 1 - 2^w is the sum of b_j 2^j of the window, with b = 2 k_(i+1) - 1 at place i and 1
    at the last. Over all n = windows w places that is (k - k_0) - (2^(n-1) - 1) + 2^(n-1): k for an odd k, else
    k + 1, as k < 2^n."""
    window = promise.width
    windows = (length + window - 1) // window
    steps = 0
    function = library.function("step_regular_signs")
    for index in range(windows):
        for bits in all_bits(window):
            places = [index * window + j for j in range(window)]
            if any(bit and place + 1 >= length for bit, place in zip(bits, places, strict=True)):
                continue
            steps += 1
            library.forget(length)
            library.know(index * window + 1, bits)
            signs = function(index, window, windows) & 0xFF
            if library.unknown.value:
                raise Unread("a window reads another bit")
            b = [1 if place == windows * window - 1 else 2 * bit - 1 for bit, place in zip(bits, places, strict=True)]
            digit = 2 * signs + 1 - (1 << window)
            expect(digit == sum(one << j for j, one in enumerate(b)), f"window {index}: {digit} is another number")
            expect(digit & 1 == 1 and abs(digit) < promise.below, f"{digit} is no digit")
    expect(windows * window >= length, "windows are too few")
    return steps


def small_scalars(library: Library, function: str, promise: Promise, length: int, fault) -> int:
    """The whole recoding, of every scalar of a small length: that the digits are stored where they are read."""
    for k in range(1 << length):
        broken = fault(promise, k, library.recode(function, length, k, promise.width or 1))
        expect(broken is None, f"{function} of {k}: {broken}")
    return 1 << length
