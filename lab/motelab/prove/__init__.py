"""Kernels proved from the bytes of their object code, for all inputs of their domain.

A target (targets/NAME.py) decodes an instruction into assignments (targets/ir.py). The machine (machine.py)
executes them; a value is an integer while it is known, and else belongs to a domain (domains/), which knows sets of
functions of the inputs exactly. The contract of a kernel is read from the comment of its source (contract.py), and
its meaning from a table (meanings/). proof.py compares both and says proved, refuted or not proved, and
certificates.py keeps the verdicts. docs/assurance.md says what is trusted."""
