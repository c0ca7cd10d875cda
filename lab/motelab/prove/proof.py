"""The proof of one kernel: the contract, the method that its meaning needs, and the verdict."""

import time

from motelab.prove import binary_fields, contract, meanings, objects, prime_fields
from motelab.prove.binary_fields import Differs
from motelab.prove.execution import Broken
from motelab.prove.machine import Stuck
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import NO_CONTRACT, OPEN, PROVED, REFUTED, Verdict


def prove(target: Target, kernel: str, code: Code | None = None) -> Verdict:
    """The verdict on a kernel; `code` stands for its own where a fault was planted."""
    started = time.monotonic()
    try:
        promised = contract.read(target.name, kernel)
    except contract.NoContract as error:
        return Verdict(kernel, target.name, NO_CONTRACT, reason=str(error))
    meaning, prover = meanings.binary(promised), binary_fields
    if meaning is None:
        meaning, prover = meanings.prime(promised), prime_fields
    if meaning is None:
        return Verdict(
            kernel, target.name, NO_CONTRACT, promised.described, reason="the table of meanings has no such statement"
        )
    facts = {"statement": promised.described, "method": prover.METHOD}
    try:
        done = prover.prove(target, promised, code or objects.linked(target, kernel), meaning)
        facts |= {"verdict": PROVED, "instructions": done.machine.steps}
    except Stuck as error:
        facts |= {"verdict": OPEN, "reason": str(error)}
    except (Broken, prime_fields.Undecided) as error:
        facts |= {"verdict": OPEN, "reason": str(error)}
    except Differs as error:
        facts |= {
            "verdict": REFUTED,
            "reason": str(error),
            "counterexample": {n: f"{v:x}" for n, v in error.inputs.items()},
        }
    return Verdict(kernel, target.name, seconds=round(time.monotonic() - started, 2), **facts)
