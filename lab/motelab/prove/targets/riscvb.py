"""RV32IMC with bit manipulation: the decoder is that of riscv.py, the kernels are others."""

from motelab.prove.targets.riscv import WITH_BITS as TARGET

__all__ = ["TARGET"]
