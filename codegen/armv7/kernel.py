"""The file of a kernel for ARM with UMAAL."""

import dataclasses
from typing import ClassVar

from codegen.arm.kernel import Kernel as ArmKernel
from codegen.armv7 import cortex_m4


@dataclasses.dataclass(frozen=True)
class Kernel(ArmKernel):
    """A function whose listing assembles as A32 and as Thumb-2; the compiler's flags say which."""

    target: ClassVar[str] = "armv7"

    def facts(self) -> list[str]:
        cycles = cortex_m4.cycles(self.asm)
        return [*super().facts()[:2], f"Cycles on a Cortex-M4, by the rules of its manual: {cycles}."]

    def start(self) -> list[str]:
        return ["#ifdef __thumb__", "    .thumb", "#else", "    .arm", "#endif"]


def adapted(kernel: ArmKernel) -> Kernel:
    """The same function, which must use only what Thumb-2 has."""
    return Kernel(**{field.name: getattr(kernel, field.name) for field in dataclasses.fields(kernel)})
