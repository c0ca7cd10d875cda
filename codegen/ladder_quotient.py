"""The last quotient of the ladder on Curve25519, where the whole ladder is a kernel of routines
(codegen/armv7/ladder.py, codegen/avr/prime/ladder.py)."""

X2, Z2, X3, Z3, S, T = range(6)  # elements; S and T are room
# (a^(2^squarings)) b in place of r, as (squarings, r, a, b): Z2^(p - 2) in T, by 2^2 - 1, 2^4 - 1, 2^8 - 1, 2^16 - 1,
# 2^32 - 1, 2^48 - 1, 2^50 - 1, 2^100 - 1, 2^200 - 1 and 2^250 - 1, and X2/Z2.
QUOTIENT = (
    (1, X3, Z2, Z2),
    (2, Z3, X3, X3),
    (4, S, Z3, Z3),
    (8, Z3, S, S),
    (16, S, Z3, Z3),
    (16, S, S, Z3),
    (2, S, S, X3),
    (50, Z3, S, S),
    (100, T, Z3, Z3),
    (50, T, T, S),
    (2, T, T, Z2),
    (3, T, T, X3),
    (0, X2, T, X2),
)
