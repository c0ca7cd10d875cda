"""The proof of one kernel: the contract, the method that its meaning needs, and the verdict."""

import time
from typing import Any

from motelab.prove import binary_fields, contract, meanings, objects, prime_fields, solvers, sums
from motelab.prove.binary_fields import Differs
from motelab.prove.execution import Broken
from motelab.prove.machine import Stuck
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import NO_CONTRACT, OPEN, PROVED, REFUTED, Verdict

# The tables of meanings, and the module that proves a statement of each.
TABLES = ((meanings.binary, binary_fields), (meanings.sums, sums), (meanings.prime, prime_fields))


def prove(target: Target, kernel: str, code: Code | None = None) -> Verdict:
    """The verdict on a kernel; `code` stands for its own where a fault was planted."""
    started = time.monotonic()
    try:
        promised = contract.read(target.name, kernel)
    except contract.NoContract as error:
        return Verdict(kernel, target.name, NO_CONTRACT, reason=str(error))
    found = next(((one, prover) for table, prover in TABLES if (one := table(promised))), None)
    if found is None:
        reason = "the table of meanings has no such statement"
        return Verdict(kernel, target.name, NO_CONTRACT, promised.described, reason=reason)
    meaning, prover = found
    used = solvers.versions(solvers.available()) if prover is sums else ()
    facts = decided(lambda: prover.prove(target, promised, code or objects.linked(target, kernel), meaning))
    seconds = round(time.monotonic() - started, 2)
    return Verdict(
        kernel,
        target.name,
        statement=promised.described,
        method=prover.METHOD,
        solvers=used,
        seconds=seconds,
        **facts,
    )


def decided(attempt) -> dict[str, Any]:
    """The part of a verdict that an attempt gives."""
    try:
        return {"verdict": PROVED, "instructions": attempt().machine.steps}
    except Differs as error:
        values = {name: f"{value:x}" for name, value in error.inputs.items()}
        return {"verdict": REFUTED, "reason": str(error), "counterexample": values}
    except (Stuck, Broken, prime_fields.Undecided, solvers.Disagree) as error:
        return {"verdict": OPEN, "reason": str(error)}
