"""A listing of AVR assembly that counts its own cycles and code bytes while it is written.

Kernels are straight-line code, so the sum over the instructions is exact; the tests compare it with the
simulator."""

import dataclasses

# Cycles of every instruction that kernels use, on AVRe+ cores with a 16-bit program counter (AVR Instruction Set
# Manual). There is no conditional branch or skip: the trace cannot depend on data.
CYCLES_BY_COUNT = {
    1: "add adc sub sbc subi sbci and andi or eor com inc mov movw ldi lsl lsr rol ror asr swap clr in out cli bst bld",
    2: "ld ldd st std push pop mul adiw sbiw",
    3: "lpm rcall jmp",
    4: "call ret",
}
CYCLES = {mnemonic: cycles for cycles, mnemonics in CYCLES_BY_COUNT.items() for mnemonic in mnemonics.split()}

CALLEE_SAVED = (*range(2, 18), 28, 29)
RETURN_ADDRESS_BYTES = 2
MAX_DISPLACEMENT = 63  # of ldd and std
POINTERS = {"XL": 26, "XH": 27, "YL": 28, "YH": 29, "ZL": 30, "ZH": 31}
IO = {"SPL": "0x3d", "SPH": "0x3e", "SREG": "0x3f"}


class Listing:
    """Instructions and comments of one function, with the names of its registers.

    `cycles` and `code_bytes` count the emitted instructions; `timing` lists the instructions that a kernel may use."""

    timing = CYCLES

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.cycles = 0
        self.code_bytes = 0
        self._names: dict[str, str] = {**{name: f"r{number}" for name, number in POINTERS.items()}, **IO}
        self._used: set[str] = set()

    def name(self, register: int, *names: str) -> None:
        """Gives `r<register>` one or more symbolic names."""
        for name in names:
            self._names[name] = f"r{register}"

    def __call__(self, mnemonic: str, *operands: str | int, note: str = "") -> None:
        """Appends an instruction; raises KeyError if kernels may not use it."""
        self.cycles += self.timing[mnemonic]
        self.code_bytes += 2
        self._used.update(str(operand) for operand in operands)
        text = f"    {mnemonic:<5} {', '.join(map(str, operands))}".rstrip()
        self.lines.append(f"{text:<31} ; {note}" if note else text)

    def block(self, *comment: str) -> None:
        """Starts a block of code with a comment of one or more lines."""
        self.lines.append("")
        self.lines += [f"    ; {line}" for line in comment]

    def call(self, label: str, subroutine: "Listing") -> None:
        """Calls a subroutine that `append` adds; its cycles count each time."""
        self("rcall", label)
        self.cycles += subroutine.cycles

    def call_kernel(self, symbol: str, cycles: int, tail: bool = False) -> None:
        """Calls another kernel, which takes `cycles`. With `tail` it is the last thing that a subroutine does."""
        self("jmp" if tail else "call", symbol)
        self.cycles += cycles
        self.code_bytes += 2  # call and jmp are the instructions of two words

    def append(self, label: str, subroutine: "Listing") -> None:
        """Adds the code of a subroutine after this code; its cycles count where it is called."""
        self.lines += ["", f"{label}:", *subroutine.lines]
        self.code_bytes += subroutine.code_bytes
        self._names |= subroutine._names
        self._used |= subroutine._used

    def definitions(self) -> list[str]:
        """A #define for each symbolic name that the code uses."""
        return [f"#define {name:<10} {value}" for name, value in self._names.items() if name in self._used]


@dataclasses.dataclass(frozen=True)
class Frame:
    """A stack frame of `size` bytes, made and removed the way the compiler does it: with interrupts off for the
    one instruction between the two halves of the stack pointer."""

    size: int

    def _write_stack_pointer(self, asm: Listing) -> None:
        asm("in", "r0", "SREG")
        asm("cli")
        asm("out", "SPH", "YH")
        asm("out", "SREG", "r0")
        asm("out", "SPL", "YL")

    def enter(self, asm: Listing, later: int = 0) -> None:
        """Y = stack pointer = the byte below the frame, except for the lowest `later` bytes, which later code
        pushes."""
        asm.block(f"Stack frame: {self.size} bytes" + (f", {later} of them pushed below." if later else "."))
        asm("in", "YL", "SPL")
        asm("in", "YH", "SPH")
        add_constant(asm, "Y", -(self.size - later))
        self._write_stack_pointer(asm)

    def leave(self, asm: Listing, y_offset: int, above: int = 0) -> None:
        """Frees the frame and the `above` bytes that were pushed before it; Y is y_offset above the byte below it."""
        asm.block("Free the frame.")
        add_constant(asm, "Y", self.size + above - y_offset)
        self._write_stack_pointer(asm)


def add_constant(asm: Listing, pointer: str, value: int, high: str | None = None) -> None:
    """pointer += value, 2 cycles, or nothing for zero; `pointer` is X, Y or Z, or with `high` the low register of
    r25:r24."""
    low, high = (pointer, high) if high else (f"{pointer}L", f"{pointer}H")
    if value == 0:
        return
    if 0 < value < 64:
        asm("adiw", low, value)
    elif -64 < value < 0:
        asm("sbiw", low, -value)
    else:
        asm("subi", low, f"lo8({-value})")
        asm("sbci", high, f"hi8({-value})")


def add_to_pair(asm: Listing, low: int, value: int) -> None:
    """r<low + 1>:r<low> += value, low being 16 or more, 2 cycles."""
    asm("subi", f"r{low}", f"lo8({-value})")
    asm("sbci", f"r{low + 1}", f"hi8({-value})")


def save(asm: Listing, registers: range | tuple[int, ...]) -> list[int]:
    """Pushes the call-saved ones among the registers; returns them for `restore`."""
    saved = [r for r in registers if r in CALLEE_SAVED]
    if saved:
        asm.block("Save the registers that belong to the caller.")
    for register in saved:
        asm("push", f"r{register}")
    return saved


def restore(asm: Listing, saved: list[int]) -> None:
    """Pops the registers that `save` pushed."""
    if saved:
        asm.block("Restore the registers of the caller.")
    for register in reversed(saved):
        asm("pop", f"r{register}")
