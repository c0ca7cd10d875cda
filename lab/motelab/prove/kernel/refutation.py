"""Counterexamples: inputs at which the code computes another number than its statement says, found by drawing, or given
by a proof that failed, and confirmed by the simulator of the board."""

import random
import time
from typing import Any

from motelab.prove.kernel import simulation
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, execute
from motelab.prove.kernel.machine import Stuck, Unknown
from motelab.prove.kernel.objects import Code
from motelab.prove.targets import Target

DRAWN, SECONDS_MAX = 2000, 4  # inputs, and the time for them
ELSEWHERE = 236  # bytes; to the next address of a word
Inputs = dict[str, int]


class Numbers:
    """The domain of a run on known inputs: nothing is unknown. A run of more instructions does not end."""

    steps_max = 500_000

    def apply(self, *_: Any) -> None:
        raise Unknown("a value that nobody has written")

    load = apply


def output(target: Target, contract: Contract, code: Code, meaning: Any, call: Call) -> int | None:
    """The output of our semantics; None if the run breaks off."""
    try:
        done = execute(target, contract, code, Numbers(), call)
        return int.from_bytes(b"".join(bytes(done.output(name)) for name in meaning.output_names), "little")
    except (Stuck, Broken):
        return None


def differs(target: Target, contract: Contract, code: Code, meaning: Any, inputs: Inputs) -> bool:
    """Whether the result of our semantics is another than the statement's; False if the run breaks off."""
    found = output(target, contract, code, meaning, meaning.call(target, contract, inputs))
    return found is not None and not meaning.holds(contract, inputs, found)


def confirmed(target: Target, contract: Contract, code: Code, meaning: Any, inputs: Inputs) -> bool:
    """Whether the board's simulator gives another result, too."""
    found = simulation.run(target, contract, code, meaning.call(target, contract, inputs))
    if found is None:
        return False
    whole = b"".join(found[name] for name in meaning.output_names)
    return not meaning.holds(contract, inputs, int.from_bytes(whole, "little"))


def is_right_elsewhere(target: Target, contract: Contract, code: Code, meaning: Any) -> bool:
    """Whether the result is right with all memory at other addresses, across the end of 256 bytes, for drawn inputs."""
    source = random.Random(contract.kernel)
    inputs = meaning.draw(target, contract, source)
    word = target.word_bits // 8
    call = meaning.call(target, contract, inputs).moved(-(-ELSEWHERE // word) * word)
    found = output(target, contract, code, meaning, call)
    return found is not None and meaning.holds(contract, inputs, found)


def drawn(target: Target, contract: Contract, code: Code, meaning: Any) -> Inputs | None:
    """Inputs at which the result is wrong, or None if none of some drawn ones shows it."""
    source = random.Random(contract.kernel)
    until = time.monotonic() + SECONDS_MAX
    for turn in range(DRAWN):
        if turn and time.monotonic() > until:
            break
        inputs = meaning.draw(target, contract, source if turn else None)
        if differs(target, contract, code, meaning, inputs):
            return inputs
    return None


__all__ = ["Inputs", "Numbers", "confirmed", "differs", "drawn", "is_right_elsewhere"]
