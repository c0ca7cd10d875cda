"""Doubling and mixed addition of points in Jacobian coordinates X, Y, Z, as operations of a generated routine: those of
every processor whose kernels have them."""

from typing import Protocol

# a of the curve y^2 = x^3 + a x + b of each prime that has such routines.
COEFFICIENTS = {"fp224r1": -3, "fp256r1": -3, "fp256k1": 0, "fp384r1": -3, "fp521": -3}

DOUBLE = "uint64_t *r, const uint64_t *p"
ADD = "uint64_t *r, const uint64_t *p, const uint64_t *q"


class Routine(Protocol):
    """Operations on elements by their names. Only those that are `below_p` need be, where residues may be larger."""

    def product(self, result: str, a: str, b: str, below_p: bool = False) -> None: ...

    def square(self, result: str, a: str) -> None: ...

    def sum_(self, result: str, a: str, b: str) -> None: ...

    def difference(self, result: str, a: str, *others: str, below_p: bool = False) -> None: ...

    def three_halves(self, result: str, a: str) -> None: ...


def coordinates(index: int) -> tuple[str, ...]:
    return tuple(f"{name}{index}" for name in "XYZ")


OF_DOUBLE = {"r": coordinates(3), "p": coordinates(1)}
OF_ADD = {**OF_DOUBLE, "q": ("X2", "Y2")}


def double(routine: Routine, coefficient: int) -> None:
    """Half of the usual Z, which saves sums: with T = (3 X^2 + a Z^4) / 2 and B = X Y^2: X3 = T^2 - 2 B,
    Y3 = T (B - X3) - Y^4, Z3 = Y Z. Z = 0 gives Z3 = 0. a is 0 or -3."""
    if coefficient == 0:
        routine.square("A", "X1")
        routine.square("S", "Y1")
        routine.product("B", "X1", "S")
    else:  # X^2 - Z^4 = (X - Z^2)(X + Z^2)
        routine.square("C", "Z1")
        routine.square("S", "Y1")
        routine.difference("A", "X1", "C")
        routine.sum_("C", "X1", "C")
        routine.product("B", "X1", "S")
        routine.product("A", "A", "C")
    routine.product("Z3", "Y1", "Z1", below_p=True)
    routine.three_halves("T", "A")
    routine.square("S", "S")
    routine.square("A", "T")
    routine.difference("X3", "A", "B", "B", below_p=True)
    routine.difference("B", "B", "X3")
    routine.product("T", "T", "B")
    routine.difference("Y3", "T", "S", below_p=True)


def add(routine: Routine) -> None:
    """H = X2 Z1^2 - X1, S = Y2 Z1^3 - Y1, V = X1 H^2: X3 = S^2 - H^3 - 2 V, Y3 = S (V - X3) - Y1 H^3, Z3 = Z1 H. The
    points are equal if H and S are 0."""
    routine.square("A", "Z1")
    routine.product("S", "Y2", "Z1")
    routine.product("H", "X2", "A")
    routine.product("S", "S", "A")
    routine.difference("H", "H", "X1", below_p=True)
    routine.difference("S", "S", "Y1", below_p=True)
    routine.product("Z3", "Z1", "H", below_p=True)
    routine.square("A", "H")
    routine.square("B", "S")
    routine.product("V", "X1", "A")
    routine.product("A", "A", "H")
    routine.difference("X3", "B", "V", "V", "A", below_p=True)
    routine.product("A", "Y1", "A")
    routine.difference("V", "V", "X3")
    routine.product("V", "V", "S")
    routine.difference("Y3", "V", "A", below_p=True)


def facts(name: str, modulus: int) -> tuple[str, ...]:
    """The comment of a file with both."""
    equation = {-3: "x^3 - 3 x + b", 0: "x^3 + b"}[COEFFICIENTS[name]]
    return (
        f"Points of a curve y^2 = {equation} in Jacobian coordinates X, Y, Z; elements in Montgomery form, below p.",
        "r = 2 p of every point; r = p + q for an affine q, neither of them infinity: opposite points give Z = 0; for",
        f"p = q it returns 0, and r is nothing; else it returns another number. r may be p. Modulo {modulus:#x}.",
        "The same instructions and addresses for every input. Saves registers by the calling convention; no secret",
        "stays on the stack.",
    )
