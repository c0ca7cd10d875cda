"""A listing of RV32IM assembly, with Zbc where a kernel asks for it, that counts its own cycles on Ibex.

Kernels are straight-line code, so the sum is exact. The cycles are those of Ibex with the single-cycle multiplier, the
write-back stage and memories that answer in the next cycle (lowRISC, Ibex Reference Guide, "Pipeline Details")."""

import dataclasses

WORD_BYTES = 4
WORD_BITS = 32

# Cycles of instructions that take more than one. A load takes one more if the next instruction reads its result.
SLOW = {"mulhu": 2, "ret": 2}
SINGLE = {
    "add",
    "addi",
    "and",
    "andi",
    "clmul",
    "clmulh",
    "li",
    "lui",
    "lw",
    "mul",
    "neg",
    "or",
    "sh1add",
    "slli",
    "sltiu",
    "sltu",
}
SINGLE |= {"snez", "srai", "srli", "sub", "sw", "xor"}
OPERAND = "operand"
WAIT = 1  # cycles of an instruction that reads what the one before it loads
REACH = 24  # instructions that a load may move ahead

ARGUMENTS = tuple(f"a{i}" for i in range(8))
# x3 and x4 belong to the linker and to threads.
CALLER_SAVED = (*ARGUMENTS, *(f"t{i}" for i in range(7)))
CALLEE_SAVED = (*(f"s{i}" for i in range(12)), "ra")


@dataclasses.dataclass(frozen=True)
class Instruction:
    """An instruction, or a pair of two `words` that one mnemonic stands for. reads: the registers that it reads; place:
    the base and offset that it loads from or stores to, the base OPERAND for a word of an operand."""

    mnemonic: str
    text: str
    target: str = ""
    reads: tuple[str, ...] = ()
    place: tuple[str, int] | None = None
    words: int = 1

    @property
    def is_load(self) -> bool:
        return self.mnemonic == "lw"

    @property
    def line(self) -> str:
        return f"    {self.mnemonic:<6} {self.text}".rstrip()

    def can_pass(self, other: "Instruction") -> bool:
        """Whether this and the other, which stands before it, may change places."""
        if other.target and (other.target == self.target or other.target in self.reads):
            return False
        if self.target and self.target in other.reads:
            return False
        if not (self.place and other.place) or (self.is_load and other.is_load):
            return True
        bases = {self.place[0], other.place[0]}
        return bases == {"sp", OPERAND} or (len(bases) == 1 and self.place[1] != other.place[1])


class Listing:
    """Instructions and comments of one function."""

    def __init__(self) -> None:
        self.items: list[Instruction | str] = []

    def block(self, comment: str) -> None:
        """Starts a block of code with a comment."""
        self.items.append(comment)

    def add(self, instruction: Instruction) -> None:
        if instruction.mnemonic not in SINGLE and instruction.mnemonic not in SLOW:
            raise ValueError(f"{instruction.mnemonic} is not among the instructions of kernels")
        self.items.append(instruction)

    @property
    def code(self) -> list[Instruction]:
        return [item for item in self.items if isinstance(item, Instruction)]

    @property
    def instructions(self) -> int:
        return sum(instruction.words for instruction in self.code)

    @property
    def cycles(self) -> int:
        """Cycles on Ibex, the return included."""
        total, loaded = 0, ""
        for instruction in self.code:
            total += SLOW.get(instruction.mnemonic, instruction.words)
            total += WAIT if loaded and loaded in instruction.reads else 0
            loaded = instruction.target if instruction.is_load else ""
        return total

    @property
    def lines(self) -> list[str]:
        found = []
        for item in self.items:
            found += [item.line] if isinstance(item, Instruction) else ["", f"    # {item}"]
        return found

    def spread_loads(self) -> None:
        """Moves each load whose result the next instruction reads ahead of an instruction before it, or moves a later
        instruction between the two."""
        i = 0
        while i + 1 < len(self.items):
            if self._waits(i):
                self._move_load(i) or self._fill(i)
            i += 1

    def _waits(self, i: int) -> bool:
        load = self.items[i]
        if not (isinstance(load, Instruction) and load.is_load):
            return False
        following = next((item for item in self.items[i + 1 :] if isinstance(item, Instruction)), None)
        return following is not None and load.target in following.reads

    def _move_load(self, i: int) -> bool:
        """Moves the load ahead of the first instruction before it that need not wait itself."""
        load, at = self.items[i], i
        while at > 0 and i - at < REACH:
            before = self.items[at - 1]
            if isinstance(before, str) or not load.can_pass(before):
                return False
            at -= 1
            if not self._would_wait(at, i):
                self.items.insert(at, self.items.pop(i))
                return True
        return False

    def _would_wait(self, at: int, i: int) -> bool:
        """Whether the load `i`, moved to `at`, would part from its reader only a load from its own reader."""
        between = self.items[at:i]
        last = between[-1]
        reader = self.items[i + 1] if i + 1 < len(self.items) else None
        return (
            isinstance(last, Instruction)
            and last.is_load
            and isinstance(reader, Instruction)
            and last.target in reader.reads
        )

    def _fill(self, i: int) -> bool:
        """Moves an instruction from below between the load and its reader."""
        load = self.items[i]
        for at in range(i + 2, min(i + REACH, len(self.items))):
            moved = self.items[at]
            if isinstance(moved, str):
                return False
            passed = self.items[i + 1 : at]
            is_apart = load.target not in (*moved.reads, moved.target) and not moved.is_load
            if is_apart and all(moved.can_pass(item) for item in passed):
                self.items.insert(i + 1, self.items.pop(at))
                return True
        return False
