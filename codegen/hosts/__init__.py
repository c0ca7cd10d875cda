"""The common part of the kernels for processors of hosts: their files, and formulas of points."""
