"""The classes of what becomes of a fault."""

import dataclasses
from typing import Any

from motelab.boards.implementations.answers import OVERRUN
from motelab.faults.attacks import Attack
from motelab.faults.target import Target

RIGHT, DETECTED, CRASHED, ENDLESS = "right", "detected", "crashed", "endless"
WRONG, ACCEPTED, KEY = "wrong", "accepted", "key_revealing"
CLASSES = {
    RIGHT: "as without a fault; of a verification, the bad signature is refused",
    DETECTED: "an error is returned, of a verification another than without a fault",
    CRASHED: "an illegal instruction or access, or an output of the wrong length",
    ENDLESS: "no end after twice the cycles",
    WRONG: "a wrong output with MC_OK, from which no attack here gets the key",
    ACCEPTED: "a verification says MC_OK to a bad signature",
    KEY: "an attack of ours gets the key, or bits of it, from the output",
}
WORST_FIRST = (KEY, ACCEPTED, WRONG, ENDLESS, CRASHED, DETECTED, RIGHT)
# Of simulators/mote/failure.h.
STATUS_OK, STATUS_CYCLE_LIMIT = 0, 9
MC_OK = 0
# What the code itself returned: a result beside its place is noticed by the bench of others' code, not by that code.
RETURNED_OK = frozenset({MC_OK, OVERRUN})


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a fault: its class, the address of the instruction that it struck, and of a key that is given
    away by which attack."""

    kind: str
    pc: int
    attack: str | None = None


def outcome_of(target: Target, attack: Attack | None, told: dict[str, Any]) -> Outcome:
    """The class of a simulator's report."""
    kind, name = classified(target, attack, told["status"], bytes.fromhex(told["output"]))
    return Outcome(kind, told["pc"], name)


def classified(target: Target, attack: Attack | None, status: int, output: bytes) -> tuple[str, str | None]:
    if status != STATUS_OK:
        return (ENDLESS if status == STATUS_CYCLE_LIMIT else CRASHED), None
    if len(output) != len(target.right):
        return CRASHED, None
    if target.is_verification:
        return (ACCEPTED if output[0] in RETURNED_OK else RIGHT if output == target.right else DETECTED), None
    if output == target.right:
        return RIGHT, None
    shows = output[0] in RETURNED_OK or any(output[1:])
    found = attack(output[1:]) if attack and shows and output[1:] != target.right[1:] else None
    if found:
        return KEY, found
    return (WRONG if output[0] in RETURNED_OK else DETECTED), None
