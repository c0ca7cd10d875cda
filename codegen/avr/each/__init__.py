"""Kernels for AVR of products with a common factor, for binary fields whose elements are too long for registers."""
