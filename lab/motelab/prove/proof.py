"""The proof of one kernel: the contract, the method that its meaning needs, and the verdict."""

import time
from collections.abc import Callable
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.prove import contract, objects, refutation, solvers
from motelab.prove.contract import Contract
from motelab.prove.execution import Broken, Done
from motelab.prove.machine import Stuck
from motelab.prove.meanings.any_modulus import of_large_words
from motelab.prove.meanings.binary import binary
from motelab.prove.meanings.montgomery import montgomery
from motelab.prove.meanings.prime import prime
from motelab.prove.meanings.reduced import reduced
from motelab.prove.meanings.sums import sum_of
from motelab.prove.methods import binary_fields, prime_fields, reductions, residues, sums
from motelab.prove.methods import montgomery as montgomery_reductions
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import NO_CONTRACT, OPEN, PROVED, REFUTED, Differs, Undecided, Verdict

# The tables of meanings, and the module that proves a statement of each.
TABLES = (
    (of_large_words, residues),
    (binary, binary_fields),
    (reduced, reductions),
    (montgomery, montgomery_reductions),
    (prime, prime_fields),
    (sum_of, sums),
)


def prove(target: Target, kernel: str, code: Code | None = None) -> Verdict:
    """The verdict on a kernel; `code` stands for its own where a fault was planted."""
    started = time.monotonic()
    try:
        promised = contract.read(target.name, kernel)
        ways = ways_of(promised)
    except contract.NoContract as error:
        return Verdict(kernel, target.name, NO_CONTRACT, reason=str(error))
    if not ways:
        reason = "the table of meanings has no such statement"
        return Verdict(kernel, target.name, NO_CONTRACT, promised.described, reason=reason)
    program = code or objects.linked(target, kernel)
    facts: dict[str, Any] = {}
    for meaning, prover in ways:
        facts = attempted(target, promised, program, meaning, prover)
        if facts["verdict"] != OPEN:
            break
    if facts["verdict"] == PROVED and not refutation.is_right_elsewhere(target, promised, program, meaning):
        facts |= {"verdict": OPEN, "reason": "another result, or none, where memory lies elsewhere"}
    elif facts["verdict"] in (OPEN, REFUTED):
        facts |= examined(target, promised, program, ways[0][0], facts)
    seconds = round(time.monotonic() - started, 2)
    return Verdict(kernel, target.name, statement=promised.described, seconds=seconds, **facts)


def ways_of(promised: Contract) -> list[tuple[Any, Any]]:
    """The meanings of a statement, each with the module that proves it; NoContract if a table misses what it needs, and
    no other has the statement."""
    found, missing = [], None
    for table, prover in TABLES:
        try:
            if one := table(promised):
                found.append((one, prover))
        except contract.NoContract as error:
            missing = error
    if missing and not found:
        raise missing
    return found


def attempted(target: Target, promised: Contract, program: Code, meaning: Any, prover: Any) -> dict[str, Any]:
    """What one method gives; bit vectors need solvers, which may be missing."""
    used: tuple[str, ...] = ()
    if prover is sums:
        try:
            used = solvers.versions(solvers.available())
        except MotecurveError as error:
            return {"method": prover.METHOD, "verdict": OPEN, "reason": str(error)}
    facts = decided(lambda: prover.prove(target, promised, program, meaning))
    return {"method": prover.METHOD, "solvers": used} | facts


def decided(attempt: Callable[[], Done]) -> dict[str, Any]:
    """The part of a verdict that an attempt gives."""
    try:
        return {"verdict": PROVED, "instructions": attempt().machine.steps}
    except Differs as error:
        return {"verdict": REFUTED, "reason": str(error), "counterexample": error.inputs}
    except contract.NoContract as error:
        return {"verdict": NO_CONTRACT, "reason": str(error)}
    except (Stuck, Broken, Undecided, solvers.Disagree) as error:
        return {"verdict": OPEN, "reason": str(error)}


def examined(target: Target, promised: Contract, code: Code, meaning: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """What is left of a proof that failed: refuted with inputs that give a wrong result, drawn if the proof gave none,
    and confirmed by the simulator of the board where we have one; else not proved."""
    try:
        inputs = facts.get("counterexample") or refutation.drawn(target, promised, code, meaning)
    except contract.NoContract:
        inputs = None
    if inputs is None:
        return facts
    if not refutation.differs(target, promised, code, meaning, inputs):
        return {"verdict": OPEN, "reason": f"{facts['reason']}; running the code does not show it"}
    return {
        "verdict": REFUTED,
        "reason": facts["reason"],
        "counterexample": {name: f"{value:x}" for name, value in inputs.items()},
        "confirmed": refutation.confirmed(target, promised, code, meaning, inputs),
    }
