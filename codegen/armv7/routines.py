"""Kernels with routines that they call."""

import dataclasses

from codegen.arm.listing import Listing
from codegen.armv7.kernel import Kernel


@dataclasses.dataclass(frozen=True)
class Routines(Kernel):
    """The function, and its routines by the ends of their names; are_aligned: each begins at a multiple of 4;
    are_global: other kernels call them, too."""

    routines: tuple[tuple[str, Listing], ...] = ()
    are_aligned: bool = False
    are_global: bool = False

    def facts(self) -> list[str]:
        return [f"Stack: {self.stack_bytes} bytes.", f"Instructions: {self.asm.instructions}, the return included."]

    def code(self, symbol: str) -> list[str]:
        lines = super().code(symbol)
        end = next(i for i, line in enumerate(lines) if line.startswith(f"    .size {symbol},"))
        more = []
        for name, asm in self.routines:
            label = f"{symbol}_{name}"
            more += ["", *(["    .balign 4"] if self.are_aligned else [])]
            more += [f"    .global {label}"] if self.are_global else []
            more += [f"    .type {label}, %function"]
            more += [f"{label}:", *asm.lines, f"    .size {label}, . - {label}"]
        text = "\n".join([*lines[: end + 1], *more, *lines[end + 1 :]])
        return text.replace("KERNEL_", f"{symbol}_").split("\n")


@dataclasses.dataclass(frozen=True)
class Calling(Kernel):
    """A kernel that calls others. `run_cycles` are those of a whole run; so are the instructions of the listing."""

    run_cycles: int = 0

    def facts(self) -> list[str]:
        return [*super().facts()[:2], f"Cycles on a Cortex-M4, by the rules of its manual: {self.run_cycles}."]
