"""The file of a kernel for ARM with UMAAL."""

import dataclasses
from typing import ClassVar

from codegen.arm.kernel import Kernel as ArmKernel
from codegen.armv7 import cortex_m4

# The instructions of wide kernels that have a short form, with the registers for which they have one.
WIDENED = ("adcs", "add", "adds", "ldm", "ldr", "pop", "push", "rsb", "sbcs", "str", "sub", "subs")


@dataclasses.dataclass(frozen=True)
class Kernel(ArmKernel):
    """A function whose listing assembles as A32 and as Thumb-2; the compiler's flags say which.

    is_wide: its Thumb-2 instructions have 32 bits each. A Cortex-M4 waits for long ones in a row at addresses that are
    no multiples of 4 (docs/cortex-m-cycles.md)."""

    target: ClassVar[str] = "armv7"
    is_wide: bool = False

    def facts(self) -> list[str]:
        cycles = cortex_m4.cycles(self.asm)
        return [*super().facts()[:2], f"Cycles on a Cortex-M4, by the rules of its manual: {cycles}."]

    def start(self) -> list[str]:
        wide = [f"#define {mnemonic} {mnemonic}.w" for mnemonic in WIDENED] if self.is_wide else []
        return ["#ifdef __thumb__", "    .thumb", *wide, "#else", "    .arm", "#endif"]


def adapted(kernel: ArmKernel) -> Kernel:
    """The same function, which must use only what Thumb-2 has."""
    return Kernel(**{field.name: getattr(kernel, field.name) for field in dataclasses.fields(kernel)})
