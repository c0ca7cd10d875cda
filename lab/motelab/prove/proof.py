"""The proof of one kernel: the contract, the method that its meaning needs, and the verdict."""

import time
from collections.abc import Callable
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.prove.kernel import contract, objects, refutation
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Done
from motelab.prove.kernel.machine import Stuck
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import NO_CONTRACT, OPEN, PROVED, REFUTED, Differs, Undecided, Verdict
from motelab.prove.meanings.algebra import statement as algebra
from motelab.prove.meanings.any_modulus import of_large_words
from motelab.prove.meanings.binary import binary
from motelab.prove.meanings.elements import elements
from motelab.prove.meanings.hashes import compression
from motelab.prove.meanings.inverses import inverse
from motelab.prove.meanings.montgomery import montgomery
from motelab.prove.meanings.parts import part
from motelab.prove.meanings.prime import exact, prime
from motelab.prove.meanings.reduced import reduced
from motelab.prove.meanings.repeated import Products, Squares, repeated
from motelab.prove.meanings.residues import residues
from motelab.prove.meanings.sums import sum_of
from motelab.prove.meanings.wide import wide
from motelab.prove.methods import (
    array_products,
    binary_fields,
    calls,
    composition,
    element_arrays,
    euclid,
    floors,
    hashes,
    parts,
    powers,
    prime_fields,
    products,
    reductions,
    repeated_squares,
    residue_classes,
    solvers,
    sums,
)
from motelab.prove.methods import montgomery as montgomery_reductions
from motelab.prove.methods import wide as wide_sums
from motelab.prove.targets import Target

# The tables of meanings, and the module that proves a statement of each.
TABLES = (
    (of_large_words, residue_classes),
    (elements, element_arrays),
    (binary, binary_fields),
    (repeated(Squares), repeated_squares),
    (repeated(Products), array_products),
    (inverse, powers),
    (inverse, euclid),
    (part, parts),
    (algebra, composition),
    (montgomery, montgomery_reductions),
    (residues, floors),
    (wide, wide_sums),
    (exact, products),
    (reduced, reductions),
    (prime, prime_fields),
    (sum_of, sums),
    (compression, hashes),
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
    if facts["verdict"] == PROVED and (absent := calls.missing(target, facts["rests"])):
        facts |= {"verdict": OPEN, "reason": f"rests on {', '.join(absent)}, not proved"}
    elif meaning.is_called:
        facts |= beside(target, promised, program, ways[0][0] if facts["verdict"] != PROVED else meaning, facts)
    seconds = round(time.monotonic() - started, 2)
    statement = promised.described + (meaning.scope(target, promised) if facts["verdict"] == PROVED else "")
    return Verdict(kernel, target.name, statement=statement, seconds=seconds, **facts)


def beside(target: Target, promised: Contract, code: Code, meaning: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """What runs with known inputs change of a verdict."""
    if facts["verdict"] == PROVED and not refutation.is_right_elsewhere(target, promised, code, meaning):
        return {"verdict": OPEN, "reason": "another result, or none, where memory lies elsewhere"}
    return examined(target, promised, code, meaning, facts) if facts["verdict"] in (OPEN, REFUTED) else {}


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
        done = attempt()
        return {"verdict": PROVED, "instructions": done.machine.steps, "rests": done.rests}
    except Differs as error:
        return {"verdict": REFUTED, "reason": str(error), "counterexample": error.inputs}
    except contract.NoContract as error:
        return {"verdict": NO_CONTRACT, "reason": str(error)}
    except RecursionError:
        return {"verdict": OPEN, "reason": "what the code computes nests too deep"}
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
