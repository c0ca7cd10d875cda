"""The possible contents of a drop: operations by the words of the command line, with their public functions and
records."""

import dataclasses
import os
from collections.abc import Collection, Sequence

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards import protection
from motelab.boards.board import Board
from motelab.boards.selection import Selection, select
from motelab.common.errors import DoesNotFit, MotecurveError
from motelab.common.names import one_of
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.subjects import known_answers, operations
from motelab.subjects.curves import Curve
from motelab.subjects.operations import Operation

KEYS = ("mc_key_generate", "mc_public_key", "mc_public_key_validate")
STEPWISE = "stepwise"
# A board for each target, if none is named.
TARGETS = {
    "avr": "micaz", "msp430": "telosb", "thumb": "cortex-m0plus", "cortex-m0plus": "cortex-m0plus",
    "cortex-m4": "cortex-m4", "armv7": "rpi2", "riscv": "rv32",
}  # fmt: skip
TARGETS_IN_WORDS = "avr, msp430, thumb or cortex-m0plus, cortex-m4, armv7 (Cortex-A with Linux), riscv"
EXAMPLE_BOARDS = ROOT / "examples/boards"  # the place of riscv's board


@dataclasses.dataclass(frozen=True)
class Call:
    """An operation of the lab, and the public functions that do it."""

    operation: str
    functions: tuple[str, ...]


# By the word of --ops; of two operations, the one that the curve has.
CALLS = {
    "ecdh": (Call("ecdh", ("mc_ecdh",)),),
    "sign": (
        Call("ecdsa-sign", ("mc_ecdsa_sign_digest", "mc_ecdsa_sign_message")),
        Call("eddsa-sign", ("mc_eddsa_sign",)),
    ),
    "verify": (
        Call("ecdsa-verify", ("mc_ecdsa_verify_digest", "mc_ecdsa_verify_message")),
        Call("eddsa-verify", ("mc_eddsa_verify",)),
    ),
}
IN_STEPS = {
    "sign": Call("ecdsa-sign-stepwise", ("mc_ecdsa_sign_digest_begin", "mc_task_step", "mc_task_abandon")),
    "verify": Call("ecdsa-verify-stepwise", ("mc_ecdsa_verify_digest_begin", "mc_task_step", "mc_task_abandon")),
}
# What measures further functions of a drop; of two operations, the one that the curve has.
FURTHER = (
    Call("ecdsa-sign-message", ("mc_ecdsa_sign_message",)),
    Call("ecdsa-verify-message", ("mc_ecdsa_verify_message",)),
    Call("ecdsa-keygen", KEYS[:1]),
    Call("eddsa-keygen", KEYS[:1]),
)
WORDS = (*CALLS, STEPWISE)
Choices = tuple[tuple[str, str], ...]  # (slot, member spec), as in board files


def device(name: str | None, target: str | None) -> Board:
    """The board that is named, or a target's board; MotecurveError for none, for both, and for hosts. A
    chip without figures is a device, too, for packages in C."""
    if (name is None) == (target is None):
        raise MotecurveError(f"name a device: --board, or --target {TARGETS_IN_WORDS}")
    if target is not None:
        return board_of(target)
    found = boards.portable(name) or boards.load(name)
    if found.is_host:
        raise MotecurveError(f"{name} is this computer, for which the library is installed; name a simulated board")
    return found


def board_of(target: str) -> Board:
    """The board that stands for a target; MotecurveError with near names for any other."""
    name = TARGETS[one_of("target", target, TARGETS)]
    if name not in boards.names():
        more = filter(None, (os.environ.get(boards.MORE_BOARDS), str(EXAMPLE_BOARDS)))
        os.environ[boards.MORE_BOARDS] = os.pathsep.join(more)
    return boards.load(name)


def parsed(words: str) -> tuple[str, ...]:
    """The words of a list such as "ecdh,sign", each once, in the order of WORDS; MotecurveError for any other."""
    chosen = {one_of("operation of a drop", word.strip(), WORDS) for word in words.split(",") if word.strip()}
    if not chosen - {STEPWISE}:
        raise MotecurveError(f"a drop needs an operation: {', '.join(CALLS)}")
    return tuple(word for word in WORDS if word in chosen)


def of(words: Sequence[str], curve: Curve) -> list[Call]:
    """The calls that the words stand for on a curve; MotecurveError if it has no such operation. `stepwise` makes
    ECDSA in steps, instead of in one call."""
    found = {word: _on_curve(word, curve) for word in words if word != STEPWISE}
    if STEPWISE in words:
        in_steps = {word: IN_STEPS[word] for word in words if word in IN_STEPS}
        if not in_steps or curve.has_eddsa:
            raise MotecurveError("stepwise is for ECDSA: add sign or verify, on a curve that has it")
        found |= in_steps
    return list(found.values())


def _on_curve(word: str, curve: Curve) -> Call:
    fitting = [call for call in CALLS[word] if operations.fits(call.operation, curve)]
    if not fitting:
        has = [other for other in CALLS if any(operations.fits(call.operation, curve) for call in CALLS[other])]
        raise MotecurveError(f"{curve.name} has no {word}; it has {', '.join(has)}")
    return fitting[0]


def further(functions: Collection[str], curve: Curve) -> list[Call]:
    """Those of FURTHER that a drop of these functions has, and for which there are known answers on the curve."""
    found = [c for c in FURTHER if c.functions[0] in functions and operations.fits(c.operation, curve)]
    return [call for call in found if known_answers.has(curve.name, call.operation)]


# The functions of calls against faults.
CHECKED = {
    "ecdsa-sign-checked": ("mc_ecdsa_sign_digest_checked",),
    "eddsa-sign-checked": ("mc_eddsa_sign_checked",),
    "ecdsa-verify-verdict": ("mc_ecdsa_verify_digest_verdict",),
    "eddsa-verify-verdict": ("mc_eddsa_verify_verdict",),
    "ecdh-checked": ("mc_ecdh_checked",),
}


def protected(calls: Sequence[Call], profile: str, board: Board, curve: Curve) -> list[Call]:
    """The calls of a profile of protection; MotecurveError where one cannot have it."""
    names = [protection.of(profile, call.operation, board, curve).operation for call in calls]
    return [
        call if name == call.operation else Call(name, CHECKED[name]) for call, name in zip(calls, names, strict=True)
    ]


def selected(
    calls: Sequence[Call], board: Board, curve: Curve, profile: str, wanted: Choices = (), blinding: str = ""
) -> list[Selection]:
    """The bindings of each call's image, with the same members in all slots that they share: those in `wanted`, else
    the board's own; and with that blinding, or the board's own. One operation may prescribe a member, as calls in steps
    do if the board's own has no place to pause. Then all calls use it: it computes the same for the others.
    MotecurveError if `wanted` has another there, or a member whose time tells a secret."""
    found = [operations.on(operations.find(call.operation), curve) for call in calls]
    prescribed = {slot: spec for operation in found for slot, spec in operation.choices}
    for slot, spec in wanted:
        if prescribed.get(slot, spec) != spec:
            raise MotecurveError(f"these operations need {slot}={prescribed[slot]}; leave out {slot}={spec}")
    choices = tuple((dict(wanted) | prescribed).items())
    defines = tuple(
        pair for pair in dict.fromkeys(p for operation in found for p in operation.defines) if _shared(pair)
    )
    backend = board.best_backend(profile)
    chosen = [
        select(
            _with(operation, defines), board, curve, backend=backend, profile=profile, choices=_of(choices, curve),
            blinding=blinding,
        )
        for operation in found
    ]  # fmt: skip
    _refuse_contradiction(chosen)
    for one in chosen if wanted else ():
        if one.operation.takes_secrets and not one.is_constant_time:
            told = f"the time of {one.operation.name} by {one.algorithm} tells the secret"
            raise MotecurveError(f"{told}; name members in constant time")
    return chosen


def _shared(define: tuple[str, str]) -> bool:
    """Whether a macro of an operation configures the library, and not only its firmware."""
    return not define[0].startswith("MC_BENCH_")


def _with(operation: Operation, defines: tuple[tuple[str, str], ...]) -> Operation:
    return dataclasses.replace(operation, defines=tuple(dict.fromkeys((*operation.defines, *defines))))


def _of(choices: tuple[tuple[str, str], ...], curve: Curve) -> tuple[tuple[str, str], ...]:
    return tuple((slot, spec) for slot, spec in choices if operations.fits(slot, curve))


def _refuse_contradiction(chosen: Sequence[Selection]) -> None:
    """MotecurveError if two selections bind different members to a slot."""
    for one in chosen:
        for slot, member in one.bound.items():
            if chosen[0].bound[slot] != member:
                names = (
                    f"{chosen[0].operation.name} takes {chosen[0].bound[slot].spec}, {one.operation.name} {member.spec}"
                )
                raise MotecurveError(f"these operations do not go together: of {slot}, {names}")


def is_committed(chosen: Selection) -> bool:
    """Whether the committed records may have the selection: it has nothing that another operation adds."""
    return chosen.operation == operations.on(operations.find(chosen.operation.name), chosen.curve)


def request(chosen: Selection, wanted: Choices) -> Request:
    """The request for the image of a call, with the members that were wanted instead of the board's own."""
    return Request(
        chosen.board.loaded_as, chosen.operation.name, backend=chosen.board.best_backend(chosen.profile),
        curve=chosen.curve.name, profile=chosen.profile, choices=wanted,
        blinding="" if chosen.build_blinding == chosen.board.blinding else chosen.build_blinding,
    )  # fmt: skip


def record(chosen: Selection, asked: Request) -> Record:
    """The committed record of a call or, if there is none, one measured now; DoesNotFit if the board is too small for
    it."""
    kept = committed.find_for(chosen.board, asked) if is_committed(chosen) else None
    if kept is not None:
        return kept
    if is_committed(chosen) and not asked.choices:
        for row in committed.left_out(chosen.board.name):
            if committed.is_of(row, asked) and chosen.profile == "fast":
                raise DoesNotFit(row["reason"])
    return bench.measure_one(chosen)
