"""Programs of RISC-V instructions (codegen/values.py)."""

import dataclasses

from codegen import values
from codegen.values import Value

IMMEDIATES = range(-2048, 2048)


@dataclasses.dataclass(frozen=True)
class Step(values.Step):
    """place: the offset that it loads from or stores to, from the last source or from the stack pointer.
    is_repeatable: the value can be made again at any place: a constant, or a word of an operand."""

    place: int | None = None
    is_repeatable: bool = False
    words: int = 1


class Program(values.Program):
    """Words at an address are read before the first `store`, so they may be read again instead of being kept."""

    step_type = Step
    shifts = ("slli", "srli", "srai")

    def __init__(self, arguments: int, table_bytes: int = 0) -> None:
        super().__init__(arguments, table_bytes)
        self.kept: tuple[Value, ...] = ()
        self._constants: dict[int, Value] = {}

    def keep(self, values: list[Value]) -> None:
        """Uses the values at this place: of a loop's body, its results at the end."""
        self.kept = tuple(values)
        self._do("", "", *self.kept)

    def constant(self, number: int) -> Value:
        """A number of 32 bits."""
        if number not in self._constants:
            signed = (number & 0xFFFFFFFF ^ 1 << 31) - (1 << 31)
            if signed in IMMEDIATES:
                made = self._make("li", f"{{d}}, {signed}", is_repeatable=True)
            elif number & 0xFFF == 0:
                made = self._make("lui", f"{{d}}, {number >> 12:#x}", is_repeatable=True)
            else:
                made = self._make("li", f"{{d}}, {number:#x}", words=2)
            self._constants[number] = made
        return self._constants[number]

    def load(self, base: Value, offset: int) -> Value:
        return self._make("lw", f"{{d}}, {offset}({{0}})", base, place=offset, is_repeatable=base in self.arguments)

    def store(self, value: Value, base: Value, offset: int) -> None:
        self._do("sw", f"{{0}}, {offset}({{1}})", value, base, place=offset)

    def store_table(self, value: Value, offset: int) -> None:
        self._do("sw", f"{{0}}, {offset}(sp)", value, place=offset)

    def binary(self, mnemonic: str, a: Value, b: Value) -> Value:
        return self._make(mnemonic, "{d}, {0}, {1}", a, b)

    def immediate(self, mnemonic: str, a: Value, number: int) -> Value:
        if number not in IMMEDIATES:
            raise ValueError(f"{number} does not fit an instruction")
        return self._make(mnemonic, f"{{d}}, {{0}}, {number}", a)

    def shift(self, mnemonic: str, a: Value, bits: int) -> Value:
        return self.immediate(mnemonic, a, bits) if bits else a

    def ands(self, a: Value, b: Value) -> Value:
        return self.binary("and", a, b)

    def orrs(self, a: Value, b: Value) -> Value:
        return self.binary("or", a, b)

    def eors(self, a: Value, b: Value) -> Value:
        return self.binary("xor", a, b)

    def add(self, a: Value, b: Value) -> Value:
        return self.binary("add", a, b)

    def sub(self, a: Value, b: Value) -> Value:
        return self.binary("sub", a, b)

    def shifted_sum(self, a: Value, b: Value) -> Value:
        """2 a + b, by Zba."""
        return self.binary("sh1add", a, b)

    def less(self, a: Value, b: Value) -> Value:
        """1 if a < b, else 0."""
        return self.binary("sltu", a, b)

    def nonzero(self, a: Value) -> Value:
        """1 if a is not 0, else 0."""
        return self._make("snez", "{d}, {0}", a)

    def negative(self, a: Value) -> Value:
        return self._make("neg", "{d}, {0}", a)

    def add_stack_pointer(self, a: Value) -> Value:
        return self._make("add", "{d}, sp, {0}", a)

    def muls(self, a: Value, b: Value) -> Value:
        """The lower word of the product."""
        return self.binary("mul", a, b)

    def upper(self, a: Value, b: Value) -> Value:
        """The upper word of the product."""
        return self.binary("mulhu", a, b)

    def clmul(self, a: Value, b: Value) -> tuple[Value, Value]:
        """The two words of the product of polynomials over F_2."""
        return self.binary("clmul", a, b), self.binary("clmulh", a, b)
