"""Profiles of protection: one word for the choices that a call takes against a clock, a probe and a glitch
(docs/protection/profiles.md)."""

import dataclasses

from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.subjects import operations
from motelab.subjects.curves import Curve

PROFILES = ("none", "timing", "power", "faults", "all")
UNPROTECTED = "none"
AGAINST_POWER, AGAINST_FAULTS = ("power", "all"), ("faults", "all")
# The form of an operation that faults do not make tell a key, or accept: docs/protection/faults.md.
CHECKED = {
    "ecdsa-sign": "ecdsa-sign-checked", "schnorr-sign": "schnorr-sign-checked", "eddsa-sign": "eddsa-sign-checked",
    "ecdsa-verify": "ecdsa-verify-verdict", "schnorr-verify": "schnorr-verify-verdict",
    "eddsa-verify": "eddsa-verify-verdict", "ecdh": "ecdh-checked",
}  # fmt: skip
IN_VARIABLE_TIME = ("ecdh",)  # protocols whose multiplication by a secret another member may do (selection.select)


@dataclasses.dataclass(frozen=True)
class Protection:
    """The choices of a profile for one operation: its name, the blinding of the build, members by slot."""

    operation: str
    blinding: str = "none"
    choices: tuple[tuple[str, str], ...] = ()


def of(profile: str, operation: str, board: Board, curve: Curve, code: str = "fast", backend: str = "c") -> Protection:
    """The choices of a profile for an operation; MotecurveError where it cannot be had."""
    one_of("protection", profile, PROFILES)
    if profile == "timing":
        return Protection(operation)
    if profile == UNPROTECTED:
        return _unprotected(operation, board, curve, code, backend)
    if board.is_host:
        raise MotecurveError(
            f"--protect {profile} is for images of motes; a host has -DMC_BLINDING and the _checked calls: {board.name}"
        )
    name = checked(operation) if profile in AGAINST_FAULTS else operation
    return Protection(name, "both" if profile in AGAINST_POWER and takes_secret(operation) else "none")


def checked(operation: str) -> str:
    """The form of an operation against faults; MotecurveError without one."""
    if operation in CHECKED.values():
        return operation
    if operation not in CHECKED:
        known = ", ".join(CHECKED)
        raise MotecurveError(f"{operation} has no form against faults, which {known} have; use --protect power")
    return CHECKED[operation]


def takes_secret(operation: str) -> bool:
    """Whether an operation computes with a secret of its own."""
    known = operations.find(operation)
    return known.secret is not None or known.takes_secrets


def _unprotected(operation: str, board: Board, curve: Curve, code: str, backend: str) -> Protection:
    """The multiplication for public scalars in place of the one for secrets, where a protocol can have it."""
    if not takes_secret(operation):
        return Protection(operation)
    own = board.own_choices(backend, curve, code).get("scalar-mult-var", ())
    if operation not in IN_VARIABLE_TIME or not own or curve.form == "Montgomery":
        raise MotecurveError(
            f"{operation} on {curve.name} has no code in variable time, which ECDH on other curves has; "
            "use --protect timing"
        )
    return Protection(operation, choices=(("scalar-mult", own[0]),))


def warning(profile: str) -> str:
    """The line that a user must read; empty for profiles in constant time."""
    told = "--protect none: the time of these calls tells the private key; for comparisons alone, never for use"
    return told if profile == UNPROTECTED else ""
