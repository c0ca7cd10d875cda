"""Lower bounds of cycles of goals: the executed operations on field elements, each at the least that its instruction
set allows. docs/lower-bounds.md says for which algorithms they hold.

processors: cycles of the instructions. work: numbers of instructions. binary, prime: the least work of an operation.
operations: how many of them a request executes. derivation: the bound."""
