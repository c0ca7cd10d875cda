"""Kernels of eta_T's products by interpolation (src/pairing/eta/sparse.c): sums of moved elements, and quotients. w is
z^8; fields are those of whole_bytes.py.

An element times w^k is moved by k bytes. The bytes beyond the end, and bit z^m, fold once for each sum. Quotients are
those of sparse.c: a multiple of the modulus first makes the sum one of w^k, then of w^k + 1."""

import dataclasses

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Listing, add_constant, restore, save
from codegen.avr.whole_bytes import distances

BASES = {"r": 24, "a": 22, "b": 20}  # low registers of the arguments: arrays of elements
FIRST_REGISTER = 2
OVER = (19, 26, 27, 28, 29, 1)  # registers of the bytes beyond the end
POINTERS = {"r": "Z", "b": "Y", "c": "X"}  # of a quotient


@dataclasses.dataclass(frozen=True)
class Term:
    """The element at index `row` of an array, times w^power."""

    base: str
    row: int
    power: int = 0


@dataclasses.dataclass(frozen=True)
class Sum:
    """The element `row` of r becomes the sum of the terms; it may be among them, without a power."""

    row: int
    terms: tuple[Term, ...]


def terms(*words: str) -> tuple[Term, ...]:
    """From words such as a2 or a2^3, the row 2 of a, and times w^3."""
    split = [word.partition("^") for word in words]
    return tuple(Term(name[0], int(name[1:]), int(power or 0)) for name, _, power in split)


# The functions of sparse.c. Arrays of evaluate: r, the values at w, w + 1, w^2, 1; a, the coefficients.
CUBIC = (
    Sum(3, terms("a0", "a1", "a2", "a3")),
    Sum(0, terms("a0", "a1^1", "a2^2", "a3^3")),
    Sum(1, terms("r3", "a1^1", "a2^2", "a3^1", "a3^2", "a3^3")),
    Sum(2, terms("a0", "a1^2", "a2^4", "a3^6")),
)
SQUARE = (
    Sum(3, terms("a0", "a1", "a2")),
    Sum(0, terms("a0", "a1^1", "a2^2")),
    Sum(1, terms("r3", "a1^1", "a2^2")),
    Sum(2, terms("a0", "a1^2", "a2^4")),
)
# r: F_1, q, F_2, which become A, h3, A + B; a: h0, h5.
REMAINDERS = (
    Sum(2, terms("r0", "r2", "r1^1", "r1^2", "a1^3", "a1^6")),
    Sum(0, terms("r0", "r1", "r1^1", "a1^1", "a1^2")),
    Sum(1, terms("r1", "a1", "a1^1", "a1^2")),
)
# r: f, which becomes the result; a: A, h3, h4, S; b: h0, h5, then a free place, at the end h3 + f0. r5 is no row of f.
RESULT = (
    Sum(0, terms("b0", "a2", "r1")),
    Sum(1, terms("a3", "a0", "a2", "a2^1", "a2^2", "a1", "r1", "r2")),
    Sum(2, terms("a0", "a2", "a2^1", "a2^2", "b1", "r2", "r3")),
    Sum(3, terms("b2", "r3")),
)
REMAINDERS_ARE = (
    "r[0] = r[0] + (1 + w) r[1] + (w + w^2) a[1], r[1] = r[1] + (1 + w + w^2) a[1], "
    "r[2] = r[0] + (w + w^2) r[1] + r[2] + (w^3 + w^6) a[1]: (F_1, q, F_2) becomes (A, h3, A + B), with a = (h0, h5)"
)
RESULT_IS = (
    "r[0] = r[1] + a[2] + b[0], r[1] = r[1] + r[2] + a[0] + a[1] + (1 + w + w^2) a[2] + a[3], "
    "r[2] = r[2] + r[3] + a[0] + (1 + w + w^2) a[2] + b[1], r[3] = r[3] + b[2]: "
    "f becomes the product, from a = (A, h3, h4, S) and b = (h0, h5, h3 + f0)"
)
SUMS = {
    "eta_evaluate_cubic": (CUBIC, "r = the polynomial a of degree 3 at w, w + 1, w^2 and 1"),
    "eta_evaluate_square": (SQUARE, "r = the polynomial a of degree 2 at w, w + 1, w^2 and 1"),
    "eta_remainders": (REMAINDERS, REMAINDERS_ARE),
    "eta_result": (RESULT, RESULT_IS),
}


class Sums:
    """Emits sums one after the other: of each its upper half with the bytes beyond the end, then its lower half."""

    def __init__(self, field: BinaryField, asm: Listing, sums: tuple[Sum, ...]):
        self.asm, self.n, self.half, self.sums = asm, field.byte_count, field.byte_count // 2, sums
        self.folds = [field.byte_count - distance for distance in distances(field)]
        self.begun: set[int] = set()

    @property
    def over(self) -> int:
        """The most bytes beyond the end."""
        return max(term.power for each in self.sums for term in each.terms)

    @property
    def registers(self) -> tuple[int, ...]:
        return (*range(FIRST_REGISTER, FIRST_REGISTER + self.half), *OVER[: self.over])

    def place(self, byte: int) -> str:
        """The register of a byte of the sum."""
        return f"r{OVER[byte - self.n]}" if byte >= self.n else f"r{FIRST_REGISTER + byte % self.half}"

    def _point(self, base: str, offset: int) -> None:
        self.asm("movw", "ZL", f"r{BASES[base]}")
        add_constant(self.asm, "Z", offset)

    def _add(self, byte: int, register: str) -> None:
        self.asm("eor" if byte in self.begun else "mov", self.place(byte), register)
        self.begun.add(byte)

    def _add_terms(self, each: Sum, start: int, stop: int) -> None:
        """Bytes from `start` to `stop` of the sum, without folds."""
        self.begun = set()
        for term in each.terms:
            found = range(max(start, term.power), min(stop, self.n + term.power))
            self.asm.block(f"{term.base}[{term.row}] w^{term.power}")
            self._point(term.base, self.n * term.row + found[0] - term.power)
            for byte in found:
                source = f"Z+{byte - found[0]}"
                if byte in self.begun:
                    self.asm("ldd", "r0", source)
                    self._add(byte, "r0")
                else:
                    self.asm("ldd", self.place(byte), source)
                    self.begun.add(byte)

    def _store(self, row: int, start: int, stop: int) -> None:
        self._point("r", self.n * row + start)
        for byte in range(start, stop):
            self.asm("std", f"Z+{byte - start}", self.place(byte))

    def _fold(self, over: int, start: int, stop: int) -> None:
        """Adds the bytes beyond the end where they are whole, and the bit z^m, in T."""
        for fold in self.folds:
            for j in range(over):
                if start <= j + fold < stop:
                    self._add(j + fold, self.place(self.n + j))
            if over and start <= fold - 1 < stop:
                self._add(fold - 1, "r0")

    def body(self) -> None:
        for each in self.sums:
            self._sum(each)
        if 1 in self.registers:
            self.asm("clr", "r1")

    def _sum(self, each: Sum) -> None:
        asm, n, half = self.asm, self.n, self.half
        over = max(term.power for term in each.terms)
        asm.block(f"r[{each.row}]: its upper half.")
        self._add_terms(each, half, n + over)
        if over:
            asm("bst", self.place(n - 1), 7)
            asm("andi", self.place(n - 1), "0x7f")
            asm("clr", "r0")
            asm("bld", "r0", 7)
            self._fold(over, half, n)
        self._store(each.row, half, n)
        asm.block(f"r[{each.row}]: its lower half.")
        self._add_terms(each, 0, half)
        if over:
            asm("clr", "r0")
            asm("bld", "r0", 7)
            self._fold(over, 0, half)
            asm("lsl", "r0")
            for j in range(over):
                asm("rol", self.place(n + j))
                self._add(j, self.place(n + j))
        self._store(each.row, 0, half)


class Quotient:
    """Emits r = ((r + b) / w^k + c) / (w^l + 1), or the same without c, in two passes: the sum over w^k, with its
    remainder modulo w^l + 1; then the quotient."""

    def __init__(self, field: BinaryField, asm: Listing, k: int, over: int, with_c: bool):
        self.asm, self.n, self.k, self.l, self.with_c = asm, field.byte_count, k, over, with_c
        self.folds = [field.byte_count - distance - 1 for distance in distances(field)]
        asm.name(18, "sum")
        for index in range(3):
            asm.name(19 + index, f"moved{index}")
            asm.name(22 + index, f"rest{index}")
        for index in range(4):
            asm.name(2 + index, f"rest_moved{index}")

    @property
    def registers(self) -> tuple[int, ...]:
        return (*range(2, 3 + self.l), 28, 29)

    def _move(self, source: list[str], target: list[str]) -> None:
        """target = source times z^7: to the left by a byte, to the right by a bit."""
        asm = self.asm
        for index in reversed(range(len(source))):
            asm("mov", target[index + 1], source[index])
        asm("clr", target[0])
        for index in reversed(range(len(target))):
            asm("lsr" if index == len(source) else "ror", target[index])

    def body(self) -> None:
        asm, n, k, count = self.asm, self.n, self.k, self.l
        under = [f"rest_moved{index}" for index in range(k)]
        for index in range(k):
            asm("ldd", under[index], f"Z+{index}")
            asm("ld", "r0", "Y+")
            asm("eor", under[index], "r0")
        moved = [f"moved{index}" for index in range(k + 1)]
        self._move(under, moved)
        added = {fold - k + j: moved[j] for fold in (*self.folds, n - 1) for j in range(k + 1) if fold - k + j < n}
        for byte in range(n):
            asm.block(f"Byte {byte} of the sum over w^{k}.")
            whole = byte + k < n
            if whole:
                asm("ldd", "sum", f"Z+{byte + k}")
                asm("ld", "r0", "Y+")
                asm("eor", "sum", "r0")
            if byte in added:
                asm("eor" if whole else "mov", "sum", added[byte])
            if self.with_c:
                asm("ld", "r0", "X+")
                asm("eor", "sum", "r0")
            asm("eor" if byte >= count else "mov", f"rest{byte % count}", "sum")
            asm("std", f"Z+{byte}", "sum")
        rests = [f"rest{index}" for index in range(count)]
        moved = [f"rest_moved{index}" for index in range(count + 1)]
        self._move(rests, moved)
        added = {fold + j: moved[j] for fold in (*self.folds, n - 1) for j in range(count + 1) if fold + j < n}
        for byte in range(n):
            asm.block(f"Byte {byte} of the quotient.")
            place = rests[byte % count]
            asm("ldd", "r0", f"Z+{byte}")
            asm("eor", place, "r0")  # the first ones have the rest itself
            if byte in added:
                asm("eor", place, added[byte])
            asm("std", f"Z+{byte}", place)


QUOTIENTS = {  # k, l, whether there is c
    "eta_quotient_1_1": (1, 1, False),
    "eta_quotient_sum_1_1": (1, 1, True),
    "eta_quotient_sum_2_2": (2, 2, True),
    "eta_quotient_1_3": (1, 3, False),
}


def _kernel(field: BinaryField, function: str, parameters: str, operation: str, asm: Listing, saved: list) -> Kernel:
    restore(asm, saved)
    asm("ret")
    note = "Constant time: the same instructions and addresses for every input."
    return Kernel(field, function, {}, parameters, (operation, note), asm, len(saved))


def sums_kernel(field: BinaryField, function: str) -> Kernel:
    """The sums of that name."""
    sums, operation = SUMS[function]
    asm = Listing()
    body = Sums(field, asm, sums)
    saved = save(asm, tuple(sorted(body.registers)))
    body.body()
    uses_b = any(term.base == "b" for each in sums for term in each.terms)
    parameters = "uint8_t *r, const uint8_t *a" + (", const uint8_t *b" if uses_b else "")
    return _kernel(field, function, parameters, f"{operation}; w = z^8. Arrays of elements, apart.", asm, saved)


def quotient_kernel(field: BinaryField, function: str) -> Kernel:
    """The quotient of that name."""
    k, over, with_c = QUOTIENTS[function]
    asm = Listing()
    body = Quotient(field, asm, k, over, with_c)
    saved = save(asm, body.registers)
    for pointer, low in zip(("ZL", "YL", "XL")[: 2 + with_c], (24, 22, 20), strict=False):
        asm("movw", pointer, f"r{low}")
    body.body()
    parameters = "uint8_t *r, const uint8_t *b" + (", const uint8_t *c" if with_c else "")
    operation = f"r = ((r + b) / w^{k}{' + c' if with_c else ''}) / (w^{over} + 1); w = z^8; r apart from others."
    return _kernel(field, function, parameters, operation, asm, saved)


def interpolation_kernels(field: BinaryField) -> list[Kernel]:
    """All kernels for the field."""
    return [*(sums_kernel(field, name) for name in SUMS), *(quotient_kernel(field, name) for name in QUOTIENTS)]
