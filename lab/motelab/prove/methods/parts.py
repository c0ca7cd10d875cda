"""Proofs of what C does not call: parts of kernels, whose registers their comments name, and tables.

A part is executed twice, with its memory at two places."""

from types import SimpleNamespace
from typing import Any

from motelab.prove.domains.counting import Counting
from motelab.prove.domains.forms import Forms
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken
from motelab.prove.kernel.machine import EXIT, Machine, Opaque, Region, Unknown
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.binary import BINARY, carryless, reduced, spread
from motelab.prove.meanings.parts import Part, Rows, Squares
from motelab.prove.methods.binary_fields import input_bytes
from motelab.prove.targets import Target

METHOD = "forms over GF(2)"
Z128 = (128, 64, 1)  # z^128 + z^64 + z is z f
BYTES, ROWS = 16, 16
PLACES = ((0x200, 0x4), (0x7F5, 0x6))  # of the element, and the page of the table


def prove(target: Target, contract: Contract, code: Code, meaning: Part) -> Any:
    """The execution that shows the statement, for what is executed; raises Undecided, Stuck or Broken."""
    if isinstance(meaning, Squares):
        return of_squares(target, contract, code)
    done = None
    for element, page in PLACES:
        part = RowsProof if isinstance(meaning, Rows) else RowSumsProof
        done = part(target, contract, code, element, page, getattr(meaning, "of_sum", False)).run()
    return done


def of_squares(target: Target, contract: Contract, code: Code) -> Any:
    """Every entry of the table."""
    start = code.symbols.get(f"mc_{target.name}_{contract.kernel}", -1)
    size, count = (int(one) for one in contract.parameters[0].type.removeprefix("uint").rstrip("]").split("_t["))
    for u in range(count):
        read = [code.constant(start + u * size // 8 + i) for i in range(size // 8)]
        if count != 256 or None in read or int.from_bytes(bytes(read), "little") != spread(u):
            raise Undecided(f"entry {u} is not the square")
    return SimpleNamespace(machine=SimpleNamespace(steps=0), rests=())


class PartProof:
    """A part with the memory at one place."""

    def __init__(self, target: Target, contract: Contract, code: Code, element: int, page: int, of_sum: bool):
        self.target, self.contract, self.code, self.of_sum = target, contract, code, of_sum
        self.element, self.table = element, 256 * page
        self.degree = contract.modulus[0]
        self.forms = Forms(self.degree, self.degree)
        self.left = [self.forms.left_bit(i) for i in range(self.degree)]
        self.right = [self.forms.right_bit(i) for i in range(self.degree)]

    def executed(self, known: dict[str, int], memory: dict[int, Any], is_table_written: bool) -> Machine:
        """The machine on return. Registers that the comment does not name as clobbered are kept."""
        regions = [
            Region("X", self.element, BYTES),
            Region("T", self.table, BYTES * ROWS, True, is_table_written),
        ]
        stack = self.target.memory[1]
        machine = Machine(
            self.target,
            Counting(self.forms),
            self.code,
            regions,
            stack,
            self.contract.stack_bytes + self.target.return_bytes,
        )
        machine.values |= {name: Opaque(f"{name} of the caller") for name in self.target.registers if name[0] == "r"}
        machine.values |= known
        machine.memory |= memory
        before = dict(machine.values)
        self.target.entry(machine, EXIT)
        try:
            machine.run(self.code.symbols[self.contract.symbol])
        except Unknown as error:
            raise machine.stuck(str(error)) from None
        kept = set(before) - set(self.target.flags) - (self.contract.clobbers or frozenset()) | {"I"}
        for name in sorted(kept):
            value = machine.read(name)
            if value is not before[name] and not (isinstance(value, int) and value == before[name]):
                raise Broken(f"{name} is not kept")
        if machine.secret_addresses and not self.contract.allows_secret_addresses:
            raise Broken("addresses depend on inputs, and the comment says that they do not")
        return machine

    def pointer(self) -> dict[str, int]:
        return {"r26": self.element & 255, "r27": self.element >> 8}

    def combination(self, forms: list[int], by: int, modulus: tuple[int, ...]) -> list[int]:
        """The forms of the product by a number, modulo a polynomial."""
        result = [0] * (8 * BYTES)
        for i, form in enumerate(forms):
            image = reduced(carryless(1 << i, by), modulus)
            for place in range(image.bit_length()):
                result[place] ^= form if image >> place & 1 else 0
        return result

    def bits(self, machine: Machine, values: list[Any]) -> list[int]:
        return [bit for byte in values for bit in self.forms.bits(machine.forced(byte), 8)]

    def bytes_of(self, forms: list[int], start: int) -> dict[int, Any]:
        return {start + i: byte for i, byte in enumerate(input_bytes(forms, BYTES))}


class RowsProof(PartProof):
    """The rows of a table."""

    def run(self) -> Any:
        memory = self.bytes_of(self.left, self.element)
        b = self.left
        if self.of_sum:
            memory |= self.bytes_of(self.right, self.table + BYTES)
            b = [x ^ y for x, y in zip(self.left, self.right, strict=True)]
        page = self.table >> 8
        machine = self.executed(self.pointer() | {"r25": page, "r31": page}, memory, True)
        for row in range(1, ROWS):
            start = self.table + BYTES * row
            if any(start + i not in machine.memory for i in range(BYTES)):
                raise Broken(f"row {row} is not written")
            got = self.bits(machine, [machine.memory[start + i] for i in range(BYTES)])
            if got != self.combination(b, row, Z128):
                raise Undecided(f"row {row} is another polynomial")
        if any(self.table + i in machine.memory for i in range(BYTES)):
            raise Undecided("row 0 is written")
        return SimpleNamespace(machine=machine, rests=())


class RowSumsProof(PartProof):
    """The sum of rows for an element, of which the row i is i times another one."""

    def run(self) -> Any:
        memory = self.bytes_of(self.left, self.element)
        for row in range(ROWS):
            memory |= self.bytes_of(self.combination(self.right, row, Z128), self.table + BYTES * row)
        machine = self.executed(self.pointer() | {"r31": self.table >> 8}, memory, False)
        got = self.bits(machine, [machine.read(f"r{2 + i}") for i in range(BYTES)])
        f, total = self.contract.modulus, [0] * self.degree
        for place, form in enumerate(got):
            if not self.forms.is_known(form):
                raise Broken(f"bit {place} of the sum: a product of bits that is no form")
            for at in range(self.degree):
                total[at] ^= form if reduced(1 << place, f) >> at & 1 else 0
        if total != list(BINARY["r = a b mod f"].expected(f, self.forms, self.degree)):
            raise Undecided("the sum is another polynomial")
        return SimpleNamespace(machine=machine, rests=())
