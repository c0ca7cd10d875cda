"""Kernels of formulas of points that call routines (codegen/armv7/montgomery_routines.py). It uses codegen.armv7's
arithmetic; start at calls.py."""
