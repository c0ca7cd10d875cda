"""Straight-line programs over values that have no registers yet, and the allocation of registers.

A value is a variable: it occupies a register from the first instruction that names it to the last. The allocator
makes no copies and spills nothing; every store to memory stands in the program. All instructions exist in A32 and in
Thumb-2."""

import dataclasses

from codegen.arm.listing import CALLEE_SAVED, WORD_BITS, WORD_BYTES, Listing, at, listed
from codegen.kernel_fields import UnsupportedField

NEXT = f"[{{}}], #{WORD_BYTES}"  # the word at an address, which then advances past it
TOP_BIT = f"#{1 << (WORD_BITS - 1):#x}"
REGISTERS = (*(f"r{i}" for i in range(13)), "lr")


class Value:
    """A word, or an address."""


@dataclasses.dataclass(frozen=True)
class Operand:
    """A value in an operand: shifted, or an address in brackets, perhaps with a second one."""

    template: str
    value: Value
    offset: Value | None = None

    def last(self) -> "Operand":
        """The operand at the last use of the value: an advancing address need not be written back."""
        return Operand({"{}!": "{}", NEXT: "[{}]"}.get(self.template, self.template), self.value, self.offset)


def shifted(value: Value, shift: str) -> Operand:
    return Operand(f"{{}}, {shift}", value)


def memory(base: Value | str, offset: int) -> Operand | str:
    return at(base, offset) if isinstance(base, str) else Operand(at("{}", offset), base)


Part = Value | Operand | str | tuple[Value, ...]  # operands of an instruction; a tuple is a list of registers
Step = tuple[str, tuple[Part, ...]]


def values(part: Part) -> tuple[Value, ...]:
    """Those that the operand names."""
    if isinstance(part, tuple):
        return part
    if isinstance(part, Operand):
        return (part.value, part.offset) if part.offset else (part.value,)
    return (part,) if isinstance(part, Value) else ()


class Program:
    """Instructions of a function whose arguments are values; `frame_bytes` are at the stack pointer. The first
    argument, the address of the result, waits on the stack above the frame unless the program `keeps_result`."""

    def __init__(self, arguments: int, frame_bytes: int = 0, keeps_result: bool = False) -> None:
        self.arguments = [Value() for _ in range(arguments)]
        self.frame_bytes, self.keeps_result = frame_bytes, keeps_result
        self.steps: list[Step] = []

    def __call__(self, mnemonic: str, *parts: Part) -> Value:
        """Appends an instruction; returns its first operand."""
        self.steps.append((mnemonic, parts))
        return parts[0]

    def new(self, mnemonic: str, *parts: Part) -> Value:
        """A new value: the result of the instruction."""
        return self(mnemonic, Value(), *parts)

    def block(self, comment: str) -> None:
        self.steps.append(("@", (comment,)))

    def zero(self) -> Value:
        return self.new("mov", "#0")

    def load(self, base: Value | str, offset: int) -> Value:
        return self.new("ldr", memory(base, offset))

    def load_next(self, base: Value, count: int) -> list[Value]:
        """That many words from an address, which advances past them."""
        found = tuple(Value() for _ in range(count))
        if count == 1:
            self("ldr", found[0], Operand(NEXT, base))
        else:
            self("ldm", Operand("{}!", base), found)
        return list(found)

    def load_words(self, places: range) -> list[Value]:
        """Words of the frame."""
        if places.start == 0 and len(places) > 1:
            found = tuple(Value() for _ in places)
            self("ldm", "sp", found)
            return list(found)
        return [self.load("sp", WORD_BYTES * place) for place in places]

    def combined(self, count: int, start: str, go_on: str) -> list[Value]:
        """The words of a + b or a - b; the second and third arguments are their addresses."""
        _, a, b = self.arguments
        words = self.load_next(a, count)
        for first in range(0, count, 4):
            others = self.load_next(b, min(4, count - first))
            for i, other in enumerate(others, start=first):
                self(go_on if i else start, words[i], words[i], other)
        return words

    def store(self, value: Value, base: Value | str, offset: int) -> None:
        self("str", value, memory(base, offset))

    def store_result(self, words: list[Value]) -> None:
        """Stores the words at the address in the first argument."""
        self.block("Store r.")
        r = self.arguments[0] if self.keeps_result else self.load("sp", self.frame_bytes)
        for i, word in enumerate(words):
            self.store(word, r, WORD_BYTES * i)

    def write(
        self,
        asm: Listing,
        held: dict[Value, str] | None = None,
        kept: tuple[Value, ...] = (),
        wanted: dict[Value, str] | None = None,
        order: tuple[str, ...] = REGISTERS,
    ) -> dict[Value, str]:
        """Appends the instructions to a listing; UnsupportedField if the registers do not suffice. held: the registers
        of the values that there are before, the arguments' unless given. kept: values that are needed afterwards.
        wanted: registers that values get if these are free then. The first free one of `order` is taken. Returns the
        registers of the values that are left."""
        last = {}
        for i, (_, parts) in enumerate(self.steps):
            last |= {value: i for part in parts for value in values(part)}
        last |= dict.fromkeys(kept, len(self.steps))
        if held is None:
            held = dict(zip(self.arguments, REGISTERS, strict=False))
            if not self.keeps_result:
                del held[self.arguments[0]]
        for i, (mnemonic, parts) in enumerate(self.steps):
            if mnemonic == "@":
                asm.block(*parts)
                continue
            parts = tuple(
                part.last() if isinstance(part, Operand) and last[part.value] == i else part for part in parts
            )
            before = dict(held)
            for value in [value for value in held if last.get(value, -1) <= i]:
                del held[value]  # the instruction's result may take its register
            named = [value for part in parts for value in values(part)]
            names = {value: before[value] for value in named if value in before}
            for value in dict.fromkeys(named):
                if value not in names:
                    names[value] = held[value] = _free(held, (wanted or {}).get(value), order)
            for value in named:
                if last[value] == i:
                    held.pop(value, None)
            asm(mnemonic, *(_text(part, names) for part in parts))
        return held

    def listing(self) -> tuple[Listing, int]:
        """The function's instructions, and the bytes of stack that it uses."""
        body = Listing()
        self.write(body)
        text = " ".join(body.lines)
        saved = [r for r in CALLEE_SAVED if r == "lr" or f"{r}," in text or f"{r}]" in text or f"{r}}}" in text]
        pushed = saved if self.keeps_result else ["r0", *saved]
        frame = self.frame_bytes
        asm = Listing()
        asm.block("Save registers that belong to the caller.")
        asm("push", listed(pushed))
        if frame:
            asm("sub", "sp", "sp", f"#{frame}")
        asm.lines += body.lines
        asm.instructions += body.instructions
        if frame or not self.keeps_result:
            asm("add", "sp", "sp", f"#{frame + (0 if self.keeps_result else WORD_BYTES)}")
        asm("pop", listed([*saved[:-1], "pc"]))
        return asm, frame + WORD_BYTES * len(pushed)


def _free(held: dict[Value, str], wanted: str | None, order: tuple[str, ...]) -> str:
    """The wanted register, or else the first one, that holds nothing."""
    taken = set(held.values())
    found = next((r for r in (wanted, *order) if r and r not in taken), None)
    if found is None:
        raise UnsupportedField(f"more than {len(REGISTERS)} words would have to be in registers")
    return found


def _text(part: Part, names: dict[Value, str]) -> str:
    if isinstance(part, tuple):
        return listed(names[value] for value in part)
    if isinstance(part, Operand):
        return part.template.format(*(names[value] for value in values(part)))
    return names[part] if isinstance(part, Value) else part
