"""Polynomials over F_2 as integers: bit i is the coefficient of z^i."""


def product(a: int, b: int) -> int:
    """a b."""
    total = 0
    for i in range(b.bit_length()):
        if b >> i & 1:
            total ^= a << i
    return total


def remainder(a: int, f: int) -> int:
    """a mod f."""
    while a.bit_length() >= f.bit_length():
        a ^= f << (a.bit_length() - f.bit_length())
    return a
