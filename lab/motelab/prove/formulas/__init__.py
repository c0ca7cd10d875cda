"""Proofs that point formulas in C are the group law: `./motecurve prove --formulas`.

The C is compiled with a field whose elements are expressions (simulators/symbolic), run on symbols, and the expressions
are compared with the affine law as polynomials modulo the curve's equation."""
