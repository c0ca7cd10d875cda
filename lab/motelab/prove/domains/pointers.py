"""Pointers of which the place is unknown: a base, which stands for any place, plus a number.

Code may add numbers to such a pointer, move it, and load and store through it; nothing else has a value. What holds
after an execution holds for every place of the memory behind each base, as long as it does not wrap. A pointer of two
registers is added to byte by byte: the carry between both is a token that only the upper byte takes."""

import dataclasses
from typing import Any

from motelab.prove.domains.counts import Counted
from motelab.prove.domains.forms import Forms
from motelab.prove.kernel.machine import Opaque, Unknown

SPAN = 1 << 16
FLAG = Opaque("a flag of a pointer")


@dataclasses.dataclass(frozen=True, slots=True)
class Pointer:
    """The base plus a number, as a word."""

    base: str
    offset: int


@dataclasses.dataclass(frozen=True, slots=True)
class PointerPart:
    """A byte of a pointer, the lower one at index 0. That one does not depend on the upper byte of the number."""

    base: str
    offset: int
    index: int


@dataclasses.dataclass(frozen=True, slots=True)
class PointerCarry:
    """The carry or borrow of the lower bytes of base + offset and a number."""

    base: str
    offset: int
    number: int
    name: str


VALUES = (Pointer, PointerPart, PointerCarry)


def lower(base: str, offset: int) -> PointerPart:
    return PointerPart(base, offset % 256, 0)


def upper(base: str, offset: int) -> PointerPart:
    return PointerPart(base, offset % SPAN, 1)


def parts_of(pointer: Pointer) -> tuple[PointerPart, PointerPart]:
    return lower(pointer.base, pointer.offset), upper(pointer.base, pointer.offset)


def joined(low: Any, high: Any) -> Pointer | None:
    """The pointer whose bytes these are."""
    if not isinstance(low, PointerPart) or not isinstance(high, PointerPart) or (low.index, high.index) != (0, 1):
        return None
    if low.base != high.base or (low.offset - high.offset) % 256:
        return None
    return Pointer(high.base, high.offset)


class Pointed(Counted):
    """Forms, numbers of passes, and pointers. at: a number for the place of each base, which code cannot see."""

    def __init__(self, forms: Forms, at: dict[str, int]):
        super().__init__(forms)
        self.at = at

    def placed(self, parts: list[Any]) -> list[Any]:
        """The parts of an address, with the number that stands for a pointer."""
        pointer = parts[0] if len(parts) == 1 else joined(*parts) if len(parts) == 2 else None
        if not isinstance(pointer, Pointer):
            return parts
        number = self.at[pointer.base] + pointer.offset & SPAN - 1
        return [number] if len(parts) == 1 else [number & 255, number >> 8]

    def apply(self, name: str, width: int, operands: list[Any], count: int) -> tuple[Any, ...]:
        if not any(isinstance(one, VALUES) for one in operands):
            return super().apply(name, width, operands, count)
        rule = getattr(self, f"pointer_{name}", None)
        found = rule(width, *operands) if rule else None
        if found is None:
            raise Unknown(f"{name} of a pointer")
        return found

    def pointer_join(self, width: int, *parts: Any) -> tuple[Any, ...] | None:
        found = joined(*parts) if len(parts) == 2 and width == 8 else None
        return (found,) if found else None

    def pointer_split(self, width: int, a: Any) -> tuple[Any, ...] | None:
        return parts_of(a) if isinstance(a, Pointer) and width == 8 else None

    def pointer_add(self, width: int, a: Any, b: Any, carry: Any) -> tuple[Any, ...] | None:
        if isinstance(b, Pointer | PointerPart):
            a, b = b, a
        return self.moved(width, a, b, carry, "add")

    def pointer_sub(self, width: int, a: Any, b: Any, borrow: Any) -> tuple[Any, ...] | None:
        return self.moved(width, a, b, borrow, "sub")

    def moved(self, width: int, a: Any, b: Any, carry: Any, name: str) -> tuple[Any, ...] | None:
        """A pointer plus or minus a number. Of bytes: (l + 256 h) + (k + 256 m) = (l + k mod 256) + 256 (h + m + the
        carry), modulo 2^16; that the upper byte knows of base + offset and k is what the token keeps."""
        if not isinstance(b, int):
            return None
        sign = 1 if name == "add" else -1
        if isinstance(a, Pointer) and width == 16 and carry == 0:
            return Pointer(a.base, (a.offset + sign * b) % SPAN), FLAG
        if not isinstance(a, PointerPart) or width != 8:
            return None
        if a.index == 0 and carry == 0:
            return lower(a.base, a.offset + sign * b), PointerCarry(a.base, a.offset, b, name)
        is_own = isinstance(carry, PointerCarry) and (carry.base, carry.name) == (a.base, name)
        if a.index == 1 and is_own and (a.offset - carry.offset) % 256 == 0:
            return upper(a.base, a.offset + sign * (carry.number + 256 * b)), FLAG
        return None
