"""Our own known answers: multiples of generators, and ECDH, by curve (tests/vectors/kat)."""

import functools
from collections.abc import Callable
from typing import Any

from motecurve import host
from motecurve.curves import Curve
from motecurve.host import Status
from motecurve.vectors.arithmetic import Numbers
from motecurve.vectors.checks import Check, Document, Malformed, Outcome, Unsupported, curve_of, unsupported

Operation = Callable[[Numbers, Any], Outcome]


def document(content: dict, name: str) -> Document:
    """The cases of a file; Malformed if values are missing."""
    checks = []
    for curve_name, answers in content["curves"].items():
        for kind, operation in OPERATIONS.items():
            for number, case in enumerate(_list(answers, kind, f"{name}: {curve_name}"), 1):
                label = f"{curve_name} {kind} {number}"
                try:
                    numbers = Numbers(curve_of(curve_name))
                    values = _integers(case, kind, f"{name}: {label}")
                    checks.append(Check(label, "", functools.partial(operation, numbers, values)))
                except Unsupported as reason:
                    checks.append(Check(label, "", unsupported(str(reason))))
    if not checks:
        raise Malformed(f"{name} has no cases")
    return Document(name, "known answers", checks)


def _list(answers: Any, kind: str, what: str) -> list:
    found = answers.get(kind, []) if isinstance(answers, dict) else None
    if not isinstance(found, list):
        raise Malformed(f"{what} has no list of {kind}")
    return found


MEMBERS = {"scalar_mult": ("k", "x", "y"), "ecdh": ("dA", "dB", "Zx")}
POINTS = {"scalar_mult": (), "ecdh": ("QA", "QB")}


def _integers(case: Any, kind: str, what: str) -> dict[str, Any]:
    """The members of a case as numbers, points as pairs."""
    try:
        numbers = {member: int(case[member], 16) for member in MEMBERS[kind]}
        for member in POINTS[kind]:
            x, y = case[member]
            numbers[member] = int(x, 16), int(y, 16)
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed(f"{what} lacks one of {', '.join((*MEMBERS[kind], *POINTS[kind]))} in hexadecimal") from error
    return numbers


def scalar_mult(numbers: Numbers, case: dict[str, Any]) -> Outcome:
    """k G, as a key pair; where the published generator is of composite order, as a product of that."""
    expected = f"{case['x']:x}, {case['y']:x}"
    if published := _published_generator(numbers.curve):
        status, point = numbers.multiple(case["k"], published)
        return Outcome(
            (status, point) == (Status.OK, (case["x"], case["y"])), expected, _answer(status, *(point or ()))
        )
    status, public = numbers.public_key(case["k"])
    wanted = (Status.OK, numbers.point(case["x"], case["y"]))
    return Outcome((status, public) == wanted, expected, _answer(status, public.hex()))


def ecdh(numbers: Numbers, case: dict[str, Any]) -> Outcome:
    """Both sides. Points that are multiples of a generator of composite order are no keys, and are multiplied."""
    for own, peer in (("A", "B"), ("B", "A")):
        d, point = case[f"d{own}"], case[f"Q{peer}"]
        if _published_generator(numbers.curve):
            status, product = numbers.multiple(d, point)
            agrees, got = (
                (status, (product or (None,))[0]) == (Status.OK, case["Zx"]),
                _answer(status, *(product or ())),
            )
        else:
            status, secret = numbers.shared(d, *point, cofactor=False)
            agrees, got = (status, secret) == (Status.OK, numbers.element(case["Zx"])), _answer(status, secret.hex())
        if not agrees:
            break
    return Outcome(agrees, f"{case['Zx']:x}", f"side {own}: {got}")


OPERATIONS: dict[str, Operation] = {"scalar_mult": scalar_mult, "ecdh": ecdh}


def _published_generator(curve: Curve) -> tuple[int, int] | None:
    """The standard's generator where it is of composite order, and the library has another."""
    if curve.published_generator_order is None:
        return None
    return int(curve.record["G"]["x"], 16), int(curve.record["G"]["y"], 16)


def _answer(status: Status, *values: str | int) -> str:
    words = ", ".join(value if isinstance(value, str) else f"{value:x}" for value in values)
    return words if status == Status.OK else f"refused: {host.meaning(status)}"
