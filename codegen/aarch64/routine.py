"""Routines of several operations on residues, without a call. The operations are first listed, then written: which
elements stay in registers, and which are stored in the frame, follows from the operations to come."""

import dataclasses
from collections.abc import Callable

from codegen.aarch64.listing import ZERO, Listing, Place
from codegen.aarch64.products import Products, Words

# How comments write methods: between their operands, and behind the only one.
BETWEEN = {"product": " ", "plus": " + ", "minus": " - ", "chosen": " or, if {} is 1, ", "sum_with_multiple": " + {} "}
BETWEEN["reduced_product"] = BETWEEN["product"]
BEHIND = {"square": "^2", "reduced_square": "^2", "halved": " / 2"}


@dataclasses.dataclass(frozen=True)
class Operation:
    """result = method(operands, word) of the residues; `room`: the registers that it takes at most, in elements;
    `word`: the register of a number of one word, where the method has one."""

    method: str
    result: str
    operands: tuple[str, ...]
    room: int
    word: str = ""

    @property
    def comment(self) -> str:
        if self.method in BETWEEN:
            return f"{self.result} = {BETWEEN[self.method].format(self.word).join(self.operands)}"
        return f"{self.result} = {self.operands[0]}{BEHIND[self.method]}"


class Routine:
    """`given` names the elements in a row where each argument points, the argument's name -> their names. `results` are
    stored at once. Others live in registers, and in their places or in the frame when there is no room for them."""

    def __init__(
        self,
        parameters: tuple[str, ...],
        given: dict[str, tuple[str, ...]],
        residues: Callable[[Listing], Products],
        results: tuple[str, ...],
    ) -> None:
        self.asm = Listing(parameters)
        self.residues, self.results = residues(self.asm), results
        self.n = self.residues.n
        self.places: dict[str, Place] = {
            element: (self.asm.home[name], self.n * i)
            for name, names in given.items()
            for i, element in enumerate(names)
        }
        self.operations: list[Operation] = []
        self.held: dict[str, Words] = {}  # elements in registers
        self.nonzero: tuple[str, ...] = ()
        self.unstored: set[str] = set()  # those of them that memory does not have
        self.frame: list[Place] = []

    # The operations

    def product(self, result: str, a: str, b: str, below_p: bool = False) -> None:
        """All results are below p."""
        self.operations.append(Operation("product", result, (a, b), room=3))

    def square(self, result: str, a: str) -> None:
        self.operations.append(Operation("square", result, (a,), room=3))

    def sum_(self, result: str, a: str, b: str) -> None:
        self.operations.append(Operation("plus", result, (a, b), room=3))

    def difference(self, result: str, a: str, *others: str, below_p: bool = False) -> None:
        """result = a less the others. Only the last difference may be stored in place of an element."""
        for i, other in enumerate(others):
            target = result if i == len(others) - 1 else f"{result}'"
            self.operations.append(Operation("minus", target, (a, other), room=2))
            a = target

    def choose(self, result: str, a: str, b: str, choice: str) -> None:
        """result = a if the register `choice` is 0, b if it is 1."""
        self.operations.append(Operation("chosen", result, (a, b), room=1, word=choice))

    def sum_with_multiple(self, result: str, a: str, b: str, factor: str) -> None:
        """result = a + factor b for a register `factor`."""
        operation = Operation("sum_with_multiple", result, (a, b), room=3, word=factor)
        self.operations.append(operation)

    def one(self, method: str, result: str, *operands: str) -> None:
        """A method of the residues."""
        self.operations.append(Operation(method, result, operands, room=3))

    def three_halves(self, result: str, a: str) -> None:
        self.operations.append(Operation("halved", f"{result}'", (a,), room=2))
        self.sum_(result, f"{result}'", a)

    def arrange(self, order: tuple[int, ...]) -> None:
        """Takes the operations so far in another order, by their numbers."""
        self.operations = [self.operations[at] for at in order]

    def end(self, nonzero: tuple[str, ...] = ()) -> Listing:
        """Writes the operations. Returns, if elements are named, 0 if all of them are 0, else another number."""
        asm = self.asm
        self.nonzero = nonzero
        self.write()
        if nonzero:
            asm.block(f"Whether any of {' and '.join(nonzero)} is not 0")
            words = [word for name in nonzero for word in self._in_registers(name, len(self.operations), nonzero)]
            asm("orr", "x0", *words[:2])
            for word in words[2:]:
                asm("orr", "x0", "x0", word)
        return self.wiped()

    def write(self) -> None:
        """Writes the operations alone. Elements that none of them reads afterwards are in memory, or nowhere."""
        for at, operation in enumerate(self.operations):
            self.asm.block(operation.comment)
            self._write(at, operation)

    def wiped(self) -> Listing:
        """The routine, with zeros in place of the elements in its frame."""
        if self.frame:
            self.asm.block("No secret stays on the stack.")
            for place in self.frame:
                self.asm.store([ZERO] * self.n, place)
        return self.asm

    # How they are written

    def _write(self, at: int, operation: Operation) -> None:
        operands = [self._in_registers(name, at, operation.operands) for name in operation.operands]
        self._make_room(operation.room * self.n, at, operation.operands)
        words = [operation.word] if operation.word else []
        values = getattr(self.residues, operation.method)(*operands, *words)
        if operation.result in self.held:
            self._drop(operation.result)
        self.held[operation.result] = values
        if operation.result in self.results:
            self.asm.store(values, self.places[operation.result])
        else:
            self.unstored.add(operation.result)
        for name in [name for name in self.held if self._next_use(name, at + 1) is None]:
            self._drop(name)

    def _in_registers(self, name: str, at: int, operands: tuple[str, ...]) -> Words:
        if name not in self.held:
            self._make_room(self.n, at, operands)
            self.held[name] = self.asm.take_many(self.n)
            self.asm.load(self.held[name], self.places[name])
        return self.held[name]

    def _make_room(self, registers: int, at: int, operands: tuple[str, ...]) -> None:
        """Frees registers of the elements that are used last of all; the operands stay."""
        while self.asm.free < registers:
            others = [name for name in self.held if name not in operands]
            last = max(others, key=lambda name: self._next_use(name, at) or 0)
            if last in self.unstored:
                self._store(last)
            self._drop(last)

    def _store(self, name: str) -> None:
        if name not in self.places:
            self.places[name] = self.asm.reserve(self.n + self.n % 2)
            self.frame.append(self.places[name])
        self.asm.store(self.held[name], self.places[name])

    def _drop(self, name: str) -> None:
        self.asm.release(*self.held.pop(name))
        self.unstored.discard(name)

    def _next_use(self, name: str, start: int) -> int | None:
        """The number of the operation from `start` on that reads the element's value; none if it is not read."""
        for at, operation in enumerate(self.operations[start:], start):
            if name in operation.operands:
                return at
            if name == operation.result:
                return None
        return len(self.operations) if name in self.nonzero else None
