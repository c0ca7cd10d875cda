"""Routines of several operations on residues, without a call: elements are in memory, in the frame or where arguments
point, and each operation leaves its result there."""

from collections.abc import Callable
from typing import Any

from codegen.x86_64.listing import Listing
from codegen.x86_64.rows import AdxRows, words_at

Residues = Any  # such as WeakResidues, MontgomeryResidues


class Routine:
    """`given` names the elements in a row where each argument points, the argument's name -> their names; others are
    in the frame. Products that wait for no other one stand side by side, so that the processor computes them at once.
    """

    def __init__(
        self, parameters: tuple[str, ...], spilled: tuple[str, ...], given: dict[str, tuple[str, ...]], n: int
    ) -> None:
        self.asm = Listing(parameters, AdxRows.extensions)
        self.asm.block("Arguments")
        for name in spilled:
            self.asm.spill(name)
        self.n = n
        self.given = {element: (name, n * i) for name, names in given.items() for i, element in enumerate(names)}
        self.frame: dict[str, list[str]] = {}

    def begin(self, residues: Callable[[Listing, AdxRows], Residues]) -> None:
        """From here on there are operations."""
        self.residues = residues(self.asm, AdxRows(self.asm))

    def place(self, name: str) -> list[str]:
        """The words of an element whose pointer is in a register, or of the frame."""
        if name in self.given:
            argument, start = self.given[name]
            return words_at(self.asm.home[argument], self.n, start)
        if name not in self.frame:
            self.frame[name] = words_at("rsp", self.n, self.asm.reserve(self.n + self.n % 2))
        return self.frame[name]

    def set(self, name: str, values: list[str]) -> None:
        self.residues.store(self.place(name), values)

    def sum_(self, result: str, a: str, b: str) -> None:
        self.asm.block(f"{result} = {a} + {b}")
        values = self.residues.load(self.place(a))
        self.set(result, self.residues.plus(values, self.place(b)))

    def difference(self, result: str, a: str, *others: str, below_p: bool = False) -> None:
        """result = a less the others, which stays in registers meanwhile."""
        self.asm.block(f"{result} = {' - '.join((a, *others))}")
        values = self.residues.load(self.place(a))
        for other in others:
            values = self.residues.minus(values, self.place(other))
        self.set(result, self.residues.below_p(values) if below_p else values)

    def three_halves(self, result: str, a: str) -> None:
        self.asm.block(f"{result} = 3 {a} / 2")
        values = self.residues.halved(self.residues.load(self.place(a)))
        self.set(result, self.residues.plus(values, self.place(a)))

    def nonzero(self, *names: str) -> None:
        """The routine returns 0 if all these elements are 0, else another number."""
        self.asm.block(f"Whether any of {' and '.join(names)} is not 0")
        for i, word in enumerate(word for name in names for word in self.place(name)):
            self.asm("or" if i else "mov", "rax", word)

    def product(self, result: str, a: str, b: str, below_p: bool = False) -> None:
        self.asm.block(f"{result} = {a} {b}")
        multiply = self.residues.reduced_product if below_p else self.residues.product
        self.set(result, multiply(self.place(a), self.place(b)))

    def product_with(self, result: str, a: str, argument: str) -> None:
        """result = a times the element where an argument in the frame points."""
        self.asm.block(f"{result} = {a} {argument}")
        pointer = self.asm.pointer(argument, self.asm.take())
        values = self.residues.product_words(words_at(pointer, self.n), self.place(a))
        self.asm.release(pointer)
        self.set(result, self.residues.weak(values))

    def square(self, result: str, a: str) -> None:
        self.asm.block(f"{result} = {a}^2")
        self.set(result, self.residues.square(self.place(a)))

    def below_p(self, result: str, a: str) -> None:
        """result = a below p."""
        self.asm.block(f"{result} = {a} below p")
        self.set(result, self.residues.below_p(self.residues.load(self.place(a))))

    def choose(self, result: str, a: str, b: str, argument: str) -> None:
        """result = b if the argument, in the frame, is 1; a if it is 0."""
        self.asm.block(f"{result} = {argument} ? {b} : {a}")
        values, condition = self.residues.load(self.place(b)), self.asm.take()
        self.asm("mov", condition, self.asm.operand(argument))
        self.asm("test", condition, condition)
        self.asm.release(condition)
        for value, other in zip(values, self.place(a), strict=True):
            self.asm("cmovz", value, other)
        self.set(result, values)

    def end(self, secret: tuple[str, ...] = ()) -> Listing:
        """Wipes the elements of the frame, two words at a time, and arguments there that are secret."""
        self.asm.block("No secret stays on the stack.")
        if secret:
            self.asm("xor", "rax", "rax")
        for name in secret:
            self.asm("mov", self.asm.operand(name), "rax")
        self.asm("pxor", "xmm0", "xmm0")
        for words in self.frame.values():
            for place in words[::2]:
                self.asm("movups", place, "xmm0")
        return self.asm
