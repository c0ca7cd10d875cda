"""Kernels for MSP430 on numbers that belong to no field: division steps, and scalars divided by tau."""
