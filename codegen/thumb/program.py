"""Programs of Thumb instructions (codegen/values.py). Carries pass from `adds` or `subs` to the `adcs`, `sbcs` and
`borrow_mask` that follow; shifts, `ands` and sums without "c" must not stand between. Moves, loads and stores that the
allocation inserts keep the flags. Products, constants and `uxth` keep the carry."""

import dataclasses

from codegen import values
from codegen.values import Value


@dataclasses.dataclass(frozen=True)
class Step(values.Step):
    """destroys: the target takes the register of the first source, or of either if is_commutative. advances: the
    address in the first source moves on by a word; no other instruction changes a value. is_paired: the next step loads
    the next word, so that both become one instruction."""

    destroys: bool = False
    is_commutative: bool = False
    advances: bool = False
    is_paired: bool = False


class Program(values.Program):
    step_type = Step
    is_frame_kept = False  # whether words that are loaded from the frame stay there to the end of the program

    def is_constant(self, step: Step) -> bool:
        """Whether the value is made anew rather than kept: a word that the frame holds anyway."""
        return self.is_frame_kept and step.mnemonic == "ldr" and "[sp, " in step.template

    shifts = ("lsls", "lsrs", "asrs")

    def constant(self, value: int) -> Value:
        """A number below 256."""
        return self._make("movs", f"{{d}}, #{value}")

    def number(self, value: int) -> Value:
        """A number of 32 bits, from a pool of constants in the code if it does not fit the instruction."""
        return self.constant(value) if value < 256 else self._make("ldr", f"{{d}}, ={value:#x}")

    def load(self, base: Value, offset: int) -> Value:
        return self._make("ldr", f"{{d}}, [{{0}}, #{offset}]", base)

    def load_next(self, base: Value) -> Value:
        """The word at an address, which advances to the next. Several in a row may become one instruction."""
        return self._make("ldm", "{0}!, {{d}}", base, advances=True)

    def load_pair(self, base: Value) -> tuple[Value, Value]:
        """The two words at an address, which advances past them, by one instruction."""
        first = self._make("ldm", "{0}!, {{d}}", base, advances=True, is_paired=True)
        return first, self.load_next(base)

    def store_next(self, value: Value, base: Value) -> None:
        self._do("stm", "{0}!, {{1}}", base, value, advances=True)

    def load_half(self, base: Value, index: Value) -> Value:
        return self._make("ldrh", "{d}, [{0}, {1}]", base, index)

    def store(self, value: Value, base: Value, offset: int) -> None:
        self._do("str", f"{{0}}, [{{1}}, #{offset}]", value, base)

    def store_table(self, value: Value, offset: int) -> None:
        self._do("str", f"{{0}}, [sp, #{offset}]", value)

    def load_table(self, offset: int) -> Value:
        return self._make("ldr", f"{{d}}, [sp, #{offset}]")

    def table_address(self, offset: int) -> Value:
        return self._make("add", f"{{d}}, sp, #{offset}")

    def literal(self, symbol: str) -> Value:
        """The address of a symbol."""
        return self._make("ldr", f"{{d}}, ={symbol}")

    def shift(self, mnemonic: str, a: Value, bits: int) -> Value:
        return self._make(mnemonic, f"{{d}}, {{0}}, #{bits}", a) if bits else a

    def uxth(self, a: Value) -> Value:
        return self._make("uxth", "{d}, {0}", a)

    def adds(self, a: Value, b: Value) -> Value:
        return self._make("adds", "{d}, {0}, {1}", a, b)

    def subs(self, a: Value, b: Value) -> Value:
        return self._make("subs", "{d}, {0}, {1}", a, b)

    def adds_small(self, a: Value, number: int) -> Value:
        return self._make("adds", f"{{d}}, #{number}", a, destroys=True)

    def subs_small(self, a: Value, number: int) -> Value:
        return self._make("subs", f"{{d}}, #{number}", a, destroys=True)

    def adcs(self, a: Value, b: Value) -> Value:
        return self._make("adcs", "{d}, {1}", a, b, destroys=True, is_commutative=True)

    def sbcs(self, a: Value, b: Value) -> Value:
        return self._make("sbcs", "{d}, {1}", a, b, destroys=True)

    def borrow_mask(self) -> Value:
        """All ones if the last difference borrowed, else 0."""
        return self._make("sbcs", "{d}, {d}")

    def set_carry(self, mask: Value) -> None:
        """The carry = 1 if the mask is all ones, 0 if it is 0."""
        self._do("cmn", "{0}, {0}", mask)

    def carry(self) -> Value:
        """The carry as a number."""
        zero = self.constant(0)
        return self._make("adcs", "{d}, {d}", zero, destroys=True)

    def negative(self, a: Value) -> Value:
        return self._make("rsbs", "{d}, {0}, #0", a)

    def inverted(self, a: Value) -> Value:
        return self._make("mvns", "{d}, {0}", a)

    def add_stack_pointer(self, a: Value) -> Value:
        """Keeps the flags."""
        return self._make("add", "{d}, sp", a, destroys=True)

    def _logic(self, mnemonic: str, a: Value, b: Value, *, is_commutative: bool = True) -> Value:
        return self._make(mnemonic, "{d}, {1}", a, b, destroys=True, is_commutative=is_commutative)

    def ands(self, a: Value, b: Value) -> Value:
        return self._logic("ands", a, b)

    def orrs(self, a: Value, b: Value) -> Value:
        return self._logic("orrs", a, b)

    def eors(self, a: Value, b: Value) -> Value:
        return self._logic("eors", a, b)

    def bics(self, a: Value, b: Value) -> Value:
        return self._logic("bics", a, b, is_commutative=False)

    def muls(self, a: Value, b: Value) -> Value:
        """The lower word of the product."""
        return self._make("muls", "{d}, {1}, {d}", a, b, destroys=True, is_commutative=True)
