"""Statements on binary fields with a public number of passes: a square of a square and so on, and products of many
elements by one."""

import dataclasses
import random
import re

from motelab.prove import targets
from motelab.prove.kernel.contract import Contract, NoContract
from motelab.prove.meanings.binary import BINARY, frobenius
from motelab.prove.meanings.common import A, B, Meaning, R, element_bytes
from motelab.prove.targets import Target

DRAWN = 3  # products where numbers are drawn
DOMAIN = re.compile(r"any a(?:, b)?; (\w+)(?: < (\d+)| > (0))? is public")


@dataclasses.dataclass(frozen=True)
class Repeated(Meaning):
    """A statement with a number of passes. count: its parameter."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    count: str

    def width(self, target: Target, contract: Contract) -> int:
        """Bits of the number in its register."""
        return target.registers[target.argument(self.place(contract))[0]]

    def place(self, contract: Contract) -> int:
        found = [index for index, one in enumerate(contract.parameters) if one.name == self.count]
        if not found:
            raise NoContract(f"no parameter {self.count}")
        return found[0]

    def most(self, target: Target, contract: Contract) -> int:
        """The greatest number of passes: the domain's, or the type's."""
        found = DOMAIN.fullmatch(contract.domain)
        if not found or found[1] not in (self.count, "count"):
            raise NoContract(f"the domain {contract.domain!r} has no meaning here")
        kind = contract.parameters[self.place(contract)].type
        bits = {"uint8_t": 8, "uint32_t": 32, "unsigned": min(2 * target.word_bits, 16)}.get(kind)
        if bits is None:
            raise NoContract(f"a number of passes of the type {kind}")
        most = (int(found[2]) if found[2] else 1 << bits) - 1
        if most >> self.width(target, contract):
            raise NoContract("the number of passes does not fit its register")
        return most


@dataclasses.dataclass(frozen=True)
class Squares(Repeated):
    """a to the power of two to the number of passes."""

    def scope(self, target: Target, contract: Contract) -> str:
        most = self.most(target, contract)
        return f", for every {self.count} <= {most}, by induction"

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        """Few passes, where numbers are drawn."""
        return {"a": 1 << contract.modulus[0], self.count: 5}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        return output == frobenius(inputs["a"], contract.modulus, inputs[self.count])


@dataclasses.dataclass(frozen=True)
class Products(Repeated):
    """Products of elements of an array by one element."""

    def scope(self, target: Target, contract: Contract) -> str:
        most = self.most(target, contract)
        return f", for 0 < {self.count} <= {most}, by induction, at any places of r and a"

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        element = element_bytes(target, contract)
        return {"r": DRAWN * element, "a": DRAWN * element, "b": element}

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: 1 << contract.modulus[0] for name in ("a", "b")}

    def draw(self, target: Target, contract: Contract, source: random.Random | None) -> dict[str, int]:
        """A few elements, apart in memory by the size of one."""
        element, limit = 8 * element_bytes(target, contract), 1 << contract.modulus[0]
        values = [source.randrange(limit) if source else limit - 1 for _ in range(DRAWN + 1)]
        a = sum(value << element * i for i, value in enumerate(values[1:]))
        return {"a": a, "b": values[0], self.count: DRAWN}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        element = 8 * element_bytes(targets.named(contract.target), contract)
        one = BINARY["r = a b mod f"]
        for i in range(DRAWN):
            a, r = (value >> element * i & (1 << element) - 1 for value in (inputs["a"], output))
            if r != one.value(contract.modulus, {"a": a, "b": inputs["b"]}):
                return False
        return not output >> element * DRAWN


REPEATED = {
    "r = a^(2^c) mod f": Squares(R, (A,), "c"),
    "r = a^(2^count)": Squares(R, (A,), "count"),
    "r[i] = a[i] b mod f for i < count": Products(R, (A, B), "count"),
}


def repeated(kind: type[Repeated]):
    """The table of one kind."""

    def meaning(contract: Contract) -> Repeated | None:
        found = REPEATED.get(contract.statement) if isinstance(contract.modulus, tuple) else None
        return found if isinstance(found, kind) else None

    return meaning
