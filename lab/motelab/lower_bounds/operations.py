"""The operations on field elements that the multiplication of a request executes, counted on the host."""

import ctypes
import statistics

from motelab.boards.selection import Selection
from motelab.common import cache
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.library.host import Status
from motelab.measure import counting, operation_counts
from motelab.subjects.curves import Curve

# Products, those of them by a factor whose table another one made, squares, products by coefficients or small numbers,
# sums, inversions.
COUNTED = ("M", "shared", "S", "C", "A", "I")
SCALARS = 20  # counts are means over so many
FAMILIES = ("scalar-mult", "scalar-mult-base", "scalar-mult-double", "scalar-mult-x")

Counts = dict[str, int]


def counts(chosen: Selection) -> Counts:
    """COUNTED of the multiplication that a selection measures or that its protocol calls, means rounded down; the
    protocol's other work is not in them. MotecurveError if the host cannot count it."""
    family, function = chosen.member.algorithm.family, chosen.member.function
    if family not in FAMILIES:
        raise MotecurveError(f"the operations of {chosen.operation.name} on {chosen.curve.name} are not counted")
    key = digest("operations of a bound", counting.identity(chosen.curve.field), chosen.curve.name, function)
    found = cache.get(key)
    if found is None:
        drawn = operation_counts.scalars(chosen.curve, 2 * SCALARS)
        runs = [executed(chosen.curve, family, function, *pair) for pair in zip(drawn[::2], drawn[1::2], strict=True)]
        found = {name: int(statistics.mean(run[name] for run in runs)) for name in COUNTED}
        cache.put(key, found)
    return found


def executed(curve: Curve, family: str, function: str, k: int, other: int) -> Counts:
    """The operations of one call of a member for k, on the generator G, and for sums k G + `other` Q. MotecurveError if
    the result is wrong or the library has no such member."""
    library = counting.library(curve.field)
    place, output = library.curve(curve.identifier), library.point(None)
    if family == "scalar-mult-x":
        arguments, expected = (library.elements(library.to_form(curve.generator[0])),), None
    elif family == "scalar-mult-double":
        point = operation_counts.multiple(curve, 3)
        arguments = (library.scalar(other), library.point(point))
        expected = operation_counts.multiple(curve, (k + 3 * other) % curve.order)
    else:
        arguments = (library.point(curve.generator),) if family == "scalar-mult" else ()
        expected = operation_counts.multiple(curve, k)
    try:
        call = library.function(function, ctypes.c_int)
    except AttributeError:
        why = f"the host's library of {curve.field} has no {function}"
        raise MotecurveError(f"the operations of {family} on {curve.name} are not counted: {why}") from None
    with library.counting() as found:
        status = Status(call(output, library.scalar(k), *arguments, place))
    if status != Status.OK or (expected is not None and library.coordinates(output) != expected):
        raise counting.WrongResult(f"{function} on {curve.name} gives {status.name}, a wrong point for k = {k:#x}")
    return found
