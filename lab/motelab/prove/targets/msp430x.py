"""The MSP430F5438A, CPUX with the multiplier of 32 bits: the decoder is that of msp430.py, as are the kernels."""

from motelab.prove.targets.msp430 import WITH_X as TARGET

__all__ = ["TARGET"]
