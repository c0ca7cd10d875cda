"""A case of a file of vectors, and the results of running many."""

import contextlib
import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import motecurve
from motelab.common.errors import MotecurveError
from motelab.keys import model
from motelab.library import bindings
from motelab.library.host import FieldNotBuilt
from motelab.subjects import curves
from motelab.subjects.curves import Curve

EDDSA_CURVES = ("Ed25519", "Ed448")
ACCEPTED, REFUSED, UNDECIDED = "accepted", "refused", "undecided"


class Malformed(MotecurveError):
    """A faulty file; the message begins with its name, and with the line if there is one."""


class Unsupported(Exception):
    """A case that needs a missing feature; the message is the reason that is counted."""


# Python's errors for values of a wrong type, length or form.
FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@contextlib.contextmanager
def faults_of(what: str) -> Iterator[None]:
    """Turns faults into Malformed, which begins with `what`; errors that name no file begin with it too."""
    try:
        yield
    except Malformed:
        raise
    except MotecurveError as error:
        raise Malformed(f"{what}: {error}") from error
    except FAULTS as error:
        raise Malformed(f"{what} has a missing or malformed value: {error}") from error


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The expected and the actual result, in words. `decided` is the fate of a case that its file leaves open."""

    agrees: bool
    expected: str
    got: str
    decided: str = ""


@dataclasses.dataclass(frozen=True)
class Check:
    """A case: its place in the file, the file's values, and the call that runs it, which raises Unsupported if it
    cannot. `flags` are the flags of a case that the file leaves open."""

    label: str
    comment: str
    perform: Callable[[], Outcome]
    flags: tuple[str, ...] = ()


@dataclasses.dataclass
class Report:
    """The results of a file. `open_cases` counts the fates of the cases that the file leaves open, by their flags."""

    file: str
    kind: str
    cases: int = 0
    passed: int = 0
    failures: list[dict[str, str]] = dataclasses.field(default_factory=list)
    unsupported: Counter[str] = dataclasses.field(default_factory=Counter)
    decided: Counter[str] = dataclasses.field(default_factory=Counter)
    open_cases: Counter[tuple[tuple[str, ...], str]] = dataclasses.field(default_factory=Counter)
    notes: list[str] = dataclasses.field(default_factory=list)

    @property
    def failed(self) -> int:
        return len(self.failures)

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "file": self.file,
            "kind": self.kind,
            "cases": self.cases,
            "passed": self.passed,
            "failed": self.failed,
            "acceptable": {name: self.decided[name] for name in (ACCEPTED, REFUSED, UNDECIDED)},
            "acceptable_by_flags": [
                {"flags": list(flags), "result": result, "cases": count}
                for (flags, result), count in self.open_cases.items()
            ],
            "unsupported": dict(self.unsupported),
            "notes": self.notes,
            "failures": self.failures,
        }


@dataclasses.dataclass(frozen=True)
class Document:
    """The cases of a file, not yet run."""

    file: str
    kind: str
    checks: list[Check]
    notes: list[str] = dataclasses.field(default_factory=list)


def run(document: Document, step: Callable[[], None] = lambda: None) -> Report:
    """Runs every case; `step` is called after each. Malformed for a case whose values cannot be run."""
    bindings.library(model.WORD_BITS)  # one that does not build is no refusal of a key
    report = Report(document.file, document.kind, len(document.checks), notes=list(document.notes))
    for check in document.checks:
        try:
            with faults_of(f"{document.file}: {check.label}"):
                outcome = check.perform()
        except Unsupported as reason:
            report.unsupported[str(reason)] += 1
        else:
            count(report, check, outcome)
        step()
    return report


def count(report: Report, check: Check, outcome: Outcome) -> None:
    """Enters an outcome in a report."""
    if outcome.decided:
        report.decided[outcome.decided] += 1
        report.open_cases[check.flags, outcome.decided] += 1
    if outcome.agrees:
        report.passed += 1
        return
    report.failures.append(
        {
            "file": report.file,
            "case": check.label,
            "comment": check.comment,
            "expected": outcome.expected,
            "got": outcome.got,
        }
    )


def unsupported(reason: str) -> Callable[[], Outcome]:
    """The call of a case that cannot be run."""

    def perform() -> Outcome:
        raise Unsupported(reason)

    return perform


def curve_of(name: str, *forms: str) -> Curve:
    """The curve of any of its names, in a form for which the operation exists, by default Weierstrass'; Unsupported
    if the library does not have it."""
    found = _known(name)
    if found is None or found.form not in (forms or ("Weierstrass",)):
        raise Unsupported(f"curve {name}")
    try:
        bindings.curve(found.name, model.WORD_BITS)
    except (motecurve.UnsupportedError, FieldNotBuilt) as error:
        raise Unsupported(f"curve {name}") from error
    return found


_found: dict[str, Curve | None] = {}


def _known(name: str) -> Curve | None:
    if name not in _found:
        try:
            _found[name] = curves.find(name)
        except MotecurveError:
            _found[name] = None
    return _found[name]


def eddsa_curve(name: str) -> Curve:
    """The same for EdDSA."""
    curve = curve_of(name, "Edwards", "TwistedEdwards")
    if curve.name not in EDDSA_CURVES:
        raise Unsupported(f"curve {name}")
    return curve


def hexadecimal(value: Any, what: str) -> bytes:
    """The bytes of a hexadecimal string; Malformed, which begins with `what`, otherwise."""
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError) as error:
        raise Malformed(f"{what} is not a string of hexadecimal bytes") from error
