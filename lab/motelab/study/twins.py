"""Curves of the same group with other parameters, and the same scalars and points on all of them.

Over F_p, (x, y) -> (u^2 x, u^3 y) maps a curve to one with a' = u^4 a, b' = u^6 b. Over F_2^m, (x, y) -> (x, y + t x)
maps to a' = a + t^2 + t with the same b; squaring every element maps to a' = a^2, b' = b^2."""

import dataclasses
import functools
import itertools
import random
from typing import Any

from codegen.fields import multiply, square
from codegen.points import BinaryCurve, PrimeCurve
from motelab.common.errors import MotecurveError
from motelab.study import hypotheses
from motelab.study.hypotheses import State
from motelab.subjects import curves
from motelab.subjects.curves import Curve, Given, Point
from motelab.subjects.known_answers import Case

NEARLY_FULL_BITS = 2  # a full-size number has at most so many bits less than the field


@functools.cache
def twin(state: State) -> Curve:
    """The curve of a state, with the base point that its `point` names."""
    base = curves.find(state.base)
    made = of_form(base, state.form)
    record = without_names(base.record)
    given = Given(general_formulas=state.formulas == "general", montgomery=state.reduction == "montgomery")
    return dataclasses.replace(made, name=state.name, record=record, given=given)


def without_names(record: dict[str, Any]) -> dict[str, Any]:
    """A record of curves.json without the names by which another library would find its own code."""
    return {**record, "aliases": [], "oids": [], "openssl_names": []}


def of_form(base: Curve, form: str) -> Curve:
    """The base curve in a form of hypotheses.toml; MotecurveError if its class has no such curve."""
    a, b = (value for _, value in base.coefficients)
    if base.is_prime:
        if form in ("minus-3", "zero"):
            if a != {"minus-3": base.modulus - 3, "zero": 0}[form]:
                raise MotecurveError(f"{base.name} has no form {form}")
            return base
        return scaled(base, factor(base, form, a, b))
    if form in ("small-a", "small-b"):
        return base
    return with_full_a(base) if form == "full-a" else conjugate(base)


def scaled(base: Curve, u: int) -> Curve:
    """The isomorphic curve with a' = u^4 a, b' = u^6 b."""
    p = base.modulus
    (_, a), (_, b) = base.coefficients
    x, y = base.generator
    return dataclasses.replace(
        base,
        coefficients=(("a", a * pow(u, 4, p) % p), ("b", b * pow(u, 6, p) % p)),
        generator=(x * u * u % p, y * pow(u, 3, p) % p),
    )


def factor(base: Curve, form: str, a: int, b: int) -> int:
    """The u of a form: random for `general`; else that of the smallest a or b, from 1 on, that an isomorphic curve
    has."""
    p, draw = base.modulus, random.Random(base.name)
    if form == "general":
        while True:
            u = draw.randrange(2, p)
            if all(is_full(value, base) for value in (a * pow(u, 4, p) % p, b * pow(u, 6, p) % p)):
                return u
    weight, own = {"small-a": (4, a), "small-b": (6, b)}[form]
    for small in itertools.count(1):
        u = root(small * pow(own, -1, p) % p, weight, p)
        if u is not None:
            return u
    raise AssertionError


def root(value: int, weight: int, p: int) -> int | None:
    """A fourth or sixth root modulo p, p = 3 modulo 4 and, for sixth ones, 4 modulo 9; None if there is none."""
    if p % 4 != 3 or (weight == 6 and p % 9 != 4):
        raise MotecurveError(f"roots modulo {p:#x} are not computed here")
    part = pow(value, (2 * p + 1) // 9, p) if weight == 6 else square_root(value, p)
    if part is not None and square_root(part, p) is None:
        part = p - part
    u = None if part is None else square_root(part, p)
    return u if u is not None and pow(u, weight, p) == value else None


def square_root(value: int, p: int) -> int | None:
    """A square root modulo p, p = 3 modulo 4."""
    found = pow(value, (p + 1) // 4, p)
    return found if found * found % p == value else None


def with_full_a(base: Curve) -> Curve:
    """The binary curve with y + t x for y and a random t."""
    draw, (_, a), b = random.Random(base.name), *base.coefficients
    x, y = base.generator
    while True:
        t = draw.getrandbits(base.bits)
        full = a ^ square(t, base.modulus) ^ t
        if is_full(full, base):
            return dataclasses.replace(
                base, coefficients=(("a", full), b), generator=(x, y ^ multiply(t, x, base.modulus))
            )


def conjugate(base: Curve) -> Curve:
    """The binary curve with every element squared until b is full-size."""
    numbers = [*(value for _, value in base.coefficients), *base.generator]
    while not all(is_full(value, base) for value in numbers if value > 1):
        numbers = [square(value, base.modulus) for value in numbers]
    a, b, x, y = numbers
    return dataclasses.replace(base, coefficients=(("a", a), ("b", b)), generator=(x, y))


def is_full(value: int, curve: Curve) -> bool:
    """Whether a number is as long as the field's elements, but for NEARLY_FULL_BITS."""
    return value.bit_length() >= curve.bits - NEARLY_FULL_BITS


def arithmetic(curve: Curve) -> PrimeCurve | BinaryCurve:
    """Affine arithmetic in Python."""
    a = curve.coefficients[0][1]
    return PrimeCurve(curve.modulus, a) if curve.is_prime else BinaryCurve(curve.modulus, a)


def base_point(state: State) -> Point:
    """The point that is multiplied: the image of the generator, or the point of prime order with the smallest x."""
    curve = twin(state)
    return curve.generator if state.point == "full" else smallest_point(curve)


@functools.cache
def smallest_point(curve: Curve) -> Point:
    """The point of prime order with the smallest x, from 1 on."""
    points = arithmetic(curve)
    for x in itertools.count(1):
        y = y_of(x, curve)
        if y is not None and points.multiply(curve.order, (x, y)) is None:
            return x, y
    raise AssertionError


def y_of(x: int, curve: Curve) -> int | None:
    """A y with (x, y) on the curve; None if there is none. Binary fields of odd degree: z = y/x solves
    z^2 + z = x + a + b/x^2, by the half-trace."""
    (_, a), (_, b) = curve.coefficients
    if curve.is_prime:
        return square_root((x**3 + a * x + b) % curve.modulus, curve.modulus)
    poly = curve.modulus
    inverse = power(x, (1 << curve.bits) - 2, poly)
    c = x ^ a ^ multiply(b, square(inverse, poly), poly)
    z = c
    for _ in range((curve.bits - 1) // 2):
        z = square(square(z, poly), poly) ^ c
    return multiply(z, x, poly) if square(z, poly) ^ z == c else None


def power(value: int, exponent: int, poly: tuple[int, ...]) -> int:
    """value^exponent in a binary field."""
    result = 1
    for bit in bin(exponent)[2:]:
        result = square(result, poly)
        result = multiply(result, value, poly) if bit == "1" else result
    return result


@functools.cache
def scalars(base: str) -> tuple[int, ...]:
    """The scalars of every form of a curve, all with as many bits as the order."""
    rules, order = hypotheses.method(), curves.find(base).order
    draw = random.Random(f"{rules['seed']} {base}")
    return tuple(draw.randrange(1 << (order.bit_length() - 1), order) for _ in range(rules["scalars"]))


@functools.cache
def cases(state: State) -> tuple[Case, ...]:
    """Scalars, point and multiples, which Python's affine arithmetic gives."""
    point, points = base_point(state), arithmetic(twin(state))
    found = []
    for k in scalars(state.base):
        x, y = points.multiply(k, point)
        found.append({"k": k, "px": point[0], "py": point[1], "rx": x, "ry": y, "status": 0})
    return tuple(found)
