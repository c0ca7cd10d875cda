"""The recodings of base 2: the promises that the header of each one states about its digits, which tests in C and in
Python hold it to. generated/scalar/recodings.h has them for C.

Keys of a header, besides those of every algorithm:

    widths: 2 to 8                 of its windows; none, if it ignores the window
    density: 1 / (w + 1)           share of the digits other than 0, over random scalars of many bits
    digits: below 2**(w-1), ...    of the digits other than 0, in any order:
        below F       their size; the one promise that each recoding makes
        odd           none is even
        signed        some are negative; else none is
        step F        their places are multiples of F; else any
        apart F       from each to the next are F places or more; else as many as a step
        third F       from each to the next but one; else twice as many as `apart`
        none 0        at no multiple of the step is a 0, and for even k the digits are those of k + 1

F is arithmetic in the width w."""

import dataclasses
import re
from collections.abc import Iterable, Mapping

from codegen.output import GENERATED, banner

FAMILY = "recoding"
KEYS = ("widths", "density", "digits")  # those of this family alone, all of them needed
WIDTHS = re.compile(r"none|([1-8]) to ([1-8])")
FORMULA = re.compile(r"[\dw\s()*/+-]+")
SIMPLE, COUNTED = ("odd", "signed", "none 0"), ("below", "step", "apart", "third")
ANY_WIDTH = 2  # is given to a recoding that ignores it


@dataclasses.dataclass(frozen=True)
class Promise:
    """What the digits of one recoding keep to, for one width."""

    width: int
    below: int
    odd: bool
    signed: bool
    step: int
    apart: int
    third: int
    is_without_0: bool


def fault(values: Mapping[str, str]) -> str | None:
    """What is wrong with the keys of a recoding's header, one line; None if they are right."""
    for key in KEYS:
        if not values.get(key):
            return f"a recoding needs the key {key!r}"
    try:
        for promise in promises(values["widths"], values["digits"]):
            share = number(values["density"], promise.width)
            if not 0 < share <= 1:
                return f"density is {share:g} for w = {promise.width}; it must be above 0 and at most 1"
    except (ValueError, ArithmeticError) as error:
        return str(error)
    return None


def widths(text: str) -> tuple[int, ...]:
    """The widths of a header's key; ValueError if it has none of its forms."""
    found = WIDTHS.fullmatch(text)
    if not found or (text != "none" and int(found[1]) > int(found[2])):
        raise ValueError(f"widths is {text!r}; it must be none, or like 2 to 8")
    return (ANY_WIDTH,) if text == "none" else tuple(range(int(found[1]), int(found[2]) + 1))


def number(formula: str, width: int) -> float:
    """A formula's value for a width; ValueError if it is no formula."""
    if not FORMULA.fullmatch(formula):
        raise ValueError(f"{formula!r} is no formula in w")
    try:
        return eval(formula, {"__builtins__": {}}, {"w": width})
    except (SyntaxError, TypeError, NameError) as error:
        raise ValueError(f"{formula!r} is no formula in w") from error


def promises(width_text: str, digits: str) -> list[Promise]:
    """The promises of a header by width; ValueError if a term is none of those above."""
    simple, counted = set(), {}
    for term in (part.strip() for part in digits.split(",")):
        name, _, formula = term.partition(" ")
        if term in SIMPLE:
            simple.add(term)
        elif name in COUNTED and formula:
            counted[name] = formula
        else:
            known = ", ".join((*(f"{name} F" for name in COUNTED), *SIMPLE))
            raise ValueError(f"digits has {term!r}, which is none of: {known}")
    if "below" not in counted:
        raise ValueError("digits lacks 'below F', the bound of their size")
    return [_promise(width, simple, counted) for width in widths(width_text)]


def _promise(width: int, simple: set[str], counted: dict[str, str]) -> Promise:
    def of(name: str, otherwise: int) -> int:
        return int(number(counted[name], width)) if name in counted else otherwise

    step = of("step", 1)
    apart = of("apart", step)
    has = [name in simple for name in SIMPLE]
    return Promise(width, of("below", 0), has[0], has[1], step, apart, of("third", 2 * apart), has[2])


def row(function: str, name: str, promise: Promise) -> str:
    """A promise as a test in C reads it: name, function, then the numbers of Promise."""
    numbers = ", ".join(str(int(value)) for value in dataclasses.astuple(promise))
    return f'X("{name}", {function}, {numbers})'


def header(members: Iterable[tuple[str, str, str, str]]) -> str:
    """generated/scalar/recodings.h of members: name, function, widths, digits."""
    guard = "MC_SCALAR_RECODINGS_H"
    rows = [row(f, name, promise) for name, f, sizes, digits in members for promise in promises(sizes, digits)]
    text = banner("the headers of src/scalar/") + f"#ifndef {guard}\n#define {guard}\n\n"
    text += "/* Name, function, width, and what its digits keep to: below, odd, signed, step, apart, third, without 0\n"
    text += " * (codegen/recodings/__init__.py). */\n#define MC_RECODE_PROMISES(X) \\\n"
    return text + " \\\n".join(f"    {one}" for one in rows) + "\n\n#endif\n"


HEADER = GENERATED / "scalar" / "recodings.h"
