"""Kernels for AVR of prime fields."""
