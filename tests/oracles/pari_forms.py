"""Multiples on Edwards and Montgomery curves by PARI/GP, through their maps to Weierstrass form."""

import json
import subprocess

from codegen.built import edwards, identifier, montgomery
from codegen.fields import FIELDS

Point = tuple[int, int]

# B v^2 = u^3 + A u^2 + u, multiplied by B^3, is y^2 = x^3 + A B x^2 + B^2 x with x = B u, y = B^2 v.
MONTGOMERY = """
curve(A, B) = ellinit([0, A * B, 0, B^2, 0]);
"""
# Bernstein, Birkner, Joye, Lange and Peters, Twisted Edwards curves (2008), Theorem 3.2.
EDWARDS = """
one = Mod(1, {p}); a = {a} * one; d = {d} * one;
A = 2 * (a + d) / (a - d); B = 4 / (a - d);
E = curve(A, B);
to(x, y) = if(x == 0, if(y == 1, [0], [0, 0]), my(u = (1 + y * one) / (1 - y * one)); [B * u, B^2 * u / x]);
back(P) = if(#P == 1, [0, 1], if(P[1] == 0, [0, -one], my(u = P[1] / B); [B * P[1] / P[2], (u - 1) / (u + 1)]));
multiple(k, x, y) = lift(back(ellmul(E, to(x, y), k)));
total(x1, y1, x2, y2) = lift(back(elladd(E, to(x1, y1), to(x2, y2))));
"""
# The point (u, 1) lies on B v^2 = u^3 + A u^2 + u for the B computed here: the curve or its twist. x-coordinates of
# multiples do not depend on B.
X_MULTIPLE = """
multiple(k, u) = {
  my(m = Mod(u, %(p)d), B = m^3 + %(a)d * m^2 + m, P);
  if(B == 0, return(if(k %% 2, u, 0)));
  P = ellmul(curve(%(a)d, B), [B * m, B^2], k);
  if(#P == 1, 0, lift(P[1] / B))
};
"""

EDWARDS_CURVES = {identifier(r): r | {"field": field} for field in FIELDS for r in edwards(field)}
MONTGOMERY_CURVES = {identifier(r): r | {"field": field} for field in FIELDS for r in montgomery(field)}


def _run(program: str, expressions: list[str]) -> list:
    script = program + "".join(f"print({expression});\n" for expression in expressions)
    run = subprocess.run(["gp", "-q", "-f", "-s", "64M"], input=script, capture_output=True, text=True, check=True)
    assert not run.stderr and "***" not in run.stdout, (run.stderr + run.stdout)[:300]
    return [json.loads(line) for line in run.stdout.splitlines()]


def edwards_values(curve: str, expressions: list[str]) -> list[Point]:
    """Points that expressions in multiple(k, x, y) and total(x1, y1, x2, y2) give on an Edwards curve."""
    record = EDWARDS_CURVES[curve]
    constants = {"p": FIELDS[record["field"]], "a": int(record["a"], 16), "d": int(record["d"], 16)}
    return [tuple(point) for point in _run(MONTGOMERY + EDWARDS.format(**constants), expressions)]


def x_multiples(curve: str, cases: list[tuple[int, int]]) -> list[int]:
    """x-coordinates of k p for pairs of k and the x-coordinate of p, on the curve or its twist; 0 for infinity."""
    record = MONTGOMERY_CURVES[curve]
    program = MONTGOMERY + X_MULTIPLE % {"p": FIELDS[record["field"]], "a": int(record["a"], 16)}
    return _run(program.replace("\n", " ").replace(";  ", ";\n") + "\n", [f"multiple({k}, {u})" for k, u in cases])
