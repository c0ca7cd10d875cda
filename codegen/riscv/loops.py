"""Kernels that repeat straight-line code on an element in registers."""

import dataclasses
import functools

from codegen.kernel_fields import UnsupportedField
from codegen.riscv.allocation import Allocation
from codegen.riscv.kernel import CarrylessKernel
from codegen.riscv.listing import CALLEE_SAVED, CALLER_SAVED, WORD_BYTES, Instruction, Listing

RESULT, OPERAND, COUNT = "a0", "a1", "a2"
STACK_ALIGNMENT = 16
TAKEN_BRANCH = 2  # cycles
LOOP_INSTRUCTIONS = 2  # that count and jump


@dataclasses.dataclass(frozen=True)
class Loop:
    """The parts of the code, in their order."""

    entry: Listing
    body: Listing
    end: Listing
    frame: int


def _looped(kernel: CarrylessKernel) -> Loop:
    words = len(kernel.program.arguments)
    homes = [name for name in (*CALLER_SAVED, *CALLEE_SAVED) if name not in (RESULT, OPERAND, COUNT)][:words]
    made = Allocation(kernel.program, 1, tuple(homes), (RESULT, COUNT))
    if made.slot_count or any(made.held[value] != home for value, home in made.homes.items()):
        raise UnsupportedField(f"{kernel.field.name}: the loop does not fit the registers")
    entry, end, body = Listing(), Listing(), made.asm
    saved = [register for register in CALLEE_SAVED if register in made.used]
    frame = -(-WORD_BYTES * len(saved) // STACK_ALIGNMENT) * STACK_ALIGNMENT
    if frame:
        entry.add(Instruction("addi", f"sp, sp, {-frame}"))
    for i, register in enumerate(saved):
        entry.add(Instruction("sw", f"{register}, {WORD_BYTES * i}(sp)"))
    for i, home in enumerate(homes):
        entry.add(Instruction("lw", f"{home}, {WORD_BYTES * i}({OPERAND})", home))
    for i, home in enumerate(homes):
        end.add(Instruction("sw", f"{home}, {WORD_BYTES * i}({RESULT})"))
    for i, register in enumerate(saved):
        end.add(Instruction("lw", f"{register}, {WORD_BYTES * i}(sp)", register))
    if frame:
        end.add(Instruction("addi", f"sp, sp, {frame}"))
    end.add(Instruction("ret", "", "", ("ra",)))
    return Loop(entry, body, end, frame)


@dataclasses.dataclass(frozen=True)
class LoopKernel(CarrylessKernel):
    """r = f(f(... a)), as often as the last argument says. The program makes of the words of an element, its arguments,
    those that it keeps."""

    def __post_init__(self) -> None:
        self.loop  # noqa: B018 -- says at once whether the field is supported

    @functools.cached_property
    def loop(self) -> Loop:
        return _looped(self)

    @property
    def stack_bytes(self) -> int:
        return self.loop.frame

    def instructions(self, count: int) -> int:
        """Instructions of a call that repeats the body so often."""
        loop = self.loop
        outer = loop.entry.instructions + 1 + loop.end.instructions
        return outer + count * (loop.body.instructions + LOOP_INSTRUCTIONS)

    def start(self) -> list[str]:
        """Without short instructions, so that the target of the jump is aligned: else it costs a cycle."""
        return [*super().start(), "    .option norvc"]

    def facts(self) -> list[str]:
        loop = self.loop
        once = loop.entry.cycles + loop.end.cycles
        each = loop.body.cycles + LOOP_INSTRUCTIONS - 1 + TAKEN_BRANCH
        return [
            f"Stack: {self.stack_bytes} bytes.",
            f"Cycles on Ibex with the single-cycle multiplier, c > 0: {once} + {each} c, the return included,",
            f"for every a; instructions: {self.instructions(0)} + {self.instructions(1) - self.instructions(0)} c.",
        ]

    def code(self, symbol: str) -> list[str]:
        loop = self.loop
        lines = [*loop.entry.lines, f"    beqz   {COUNT}, 2f", "1:", *loop.body.lines]
        lines += [f"    addi   {COUNT}, {COUNT}, -1", f"    bnez   {COUNT}, 1b", "2:", *loop.end.lines]
        return self.framed(symbol, lines)
