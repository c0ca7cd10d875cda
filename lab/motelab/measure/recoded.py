"""Digits of scalars by the library's recodings of base 2, held to the promises of their headers
(codegen/recodings/__init__.py)."""

import ctypes
import functools
import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from codegen import recodings as headers
from codegen.recodings import Promise
from motelab.common.names import one_of
from motelab.library import host
from motelab.measure import counting
from motelab.subjects import registry
from motelab.subjects.recodings import Digits

FIELDS = ("fb163", "fp256r1")  # in which `rows` recodes: one of each kind
DRAWN = 40  # random scalars


@functools.cache
def members() -> dict[str, registry.Algorithm]:
    """All recodings of base 2, by name."""
    return {a.name: a for a in registry.load() if a.family == headers.FAMILY}


def cases() -> list[tuple[str, int]]:
    """Name and width of each recoding; one width of those that ignore it."""
    return [(name, width) for name, one in members().items() for width in headers.widths(one.widths)]


@functools.cache
def promise(name: str, width: int) -> Promise:
    """What the header of a recoding promises of its digits."""
    own = members()[one_of("recoding", name, members())]
    return next(one for one in headers.promises(own.widths, own.digits) if one.width == width)


def recoder(library: host.Library, name: str, width: int) -> Callable[[int], Digits]:
    """Digits of scalars by the library, with the zeros that it stores above them up to l + 1 places. ValueError if it
    writes beyond these, or leaves one of them as it was. The buffer is full of other digits before."""
    function = library.function(members()[name].functions[0], ctypes.c_uint16)
    room, guard = library.scalar_bits + 1, 8
    buffer = (ctypes.c_int8 * (room + guard))()

    def recode(k: int) -> Digits:
        ctypes.memset(buffer, 0x55, room + guard)
        length = function(buffer, library.scalar(k), ctypes.c_uint8(width))
        digits = buffer[:]
        if length > room or any(digits[length:room]) or set(digits[room:]) != {0x55}:
            raise ValueError(f"{name}, width {width}, k = {k:#x}: not {room} places, zeros from the length on")
        return digits[:length]

    return recode


def places(digits: Sequence[int]) -> list[int]:
    """Where digits other than 0 stand."""
    return [place for place, digit in enumerate(digits) if digit]


def fault(promised: Promise, k: int, digits: Sequence[int]) -> str | None:
    """Which promise the digits of k break; None if they keep all."""
    found = places(digits)
    others = [digits[place] for place in found]
    low, high = (-promised.below if promised.signed else 0), promised.below
    stood_for = k | 1 if promised.is_without_0 else k
    kept = {
        "sum": sum(digit << place for place, digit in enumerate(digits)) == stood_for,
        "length": not digits or digits[-1] != 0,
        "below": all(low < digit < high for digit in others),
        "odd": not promised.odd or all(digit & 1 for digit in others),
        "step": all(place % promised.step == 0 for place in found),
        "apart": all(b - a >= promised.apart for a, b in pairwise(found)),
        "third": all(b - a >= promised.third for a, b in zip(found, found[2:], strict=False)),
        "none 0": not promised.is_without_0 or found == list(range(0, len(digits), promised.step)),
    }
    return next((name for name, is_kept in kept.items() if not is_kept), None)


def scalars(size: int) -> list[int]:
    """The ends of the range, long rows of equal and of alternating bits, and random ones."""
    source, top = random.Random(size), 1 << size
    rows = [((1 << length) - 1) << low for length in (2, 7, 8, 9, size // 2) for low in (0, 1, size - length)]
    ends = [0, 1, 2, 3, top - 1, top - 2, top // 2, top // 2 + 1, top // 3, 2 * top // 3, 0x77 * (top // 0x100)]
    return [k % top for k in (*rows, *ends)] + [source.randrange(top) for _ in range(DRAWN)]


def rows(name: str) -> list[dict[str, Any]]:
    """Rows of `./motecurve check` for a recoding: every width, on this computer, over FIELDS; none for other names."""
    own = members().get(name)
    return (
        [_row(name, width, field) for field in filter(host.holds, FIELDS) for width in headers.widths(own.widths)]
        if own
        else []
    )


def _row(name: str, width: int, field: str) -> dict[str, Any]:
    library = counting.library(field)
    tried = scalars(library.scalar_bits)
    reason = _wrong(library, name, width, tried)
    return {
        "board": "host", "word_bits": counting.WORD_BITS, "operation": headers.FAMILY, "curve": None, "field": field,
        "algorithm": name, "window": width if members()[name].widths != "none" else None, "backend": "c",
        "known_answers": len(tried), "verified": reason is None, "reason": reason,
    }  # fmt: skip


def _wrong(library: host.Library, name: str, width: int, tried: list[int]) -> str | None:
    """The first scalar whose digits are wrong, and why; None if all are right."""
    recode = recoder(library, name, width)
    for k in tried:
        try:
            broken = fault(promise(name, width), k, recode(k))
        except ValueError as error:
            return str(error)
        if broken:
            return f"{name}, width {width}, k = {k:#x}: its digits break the promise {broken!r}"
    return None
