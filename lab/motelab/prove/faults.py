"""Faults planted into the code of a kernel, and what is said of a kernel that has one."""

import dataclasses
import random
import time
from typing import Any

from motelab.prove import proof
from motelab.prove.kernel import contract, kernels, objects, refutation
from motelab.prove.kernel.execution import Broken, execute
from motelab.prove.kernel.machine import Stuck
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import PROVED, REFUTED
from motelab.prove.targets import Target, Undecoded

# An instruction without an effect; where it is shorter than one that leaves, several.
NOTHING = {
    "avr": b"\x00\x00",
    "msp430": b"\x03\x43",
    "msp430x": b"\x03\x43",
    "thumb": b"\x00\xbf",
    "armv7": b"\x00\xbf",
    "riscv": b"\x01\x00",
    "riscvb": b"\x01\x00",
    "arm": b"\x00\x00\xa0\xe1",
    "aarch64": b"\x1f\x20\x03\xd5",
    "x86_64": b"\x90",
}
CONFIRMED, UNCONFIRMED, BREAKS, EQUAL, LEFT, WRONG = (
    *("refuted, confirmed", "refuted, not confirmed", "breaks a promise", "proved equal", "not decided", "WRONG PROOF"),
)
OUTCOMES = (CONFIRMED, UNCONFIRMED, BREAKS, EQUAL, LEFT, WRONG)
RUNS, SECONDS_MAX = 100, 3  # with drawn inputs, and the time for them


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a planted fault. reason: of the proof that failed, or of the promise that a run broke."""

    target: str
    kernel: str
    fault: str
    outcome: str
    reason: str = ""
    seconds: float = 0.0


def faulty(target: Target, kernel: str, source: random.Random, number: int) -> Code:
    """The kernel with one bit changed or, every second time, an instruction left out, in its own code."""
    return left_out(target, kernel, source)[0] if number % 2 else bit_changed(target, kernel, source)[0]


def left_out(target: Target, kernel: str, source: random.Random) -> tuple[Code, str]:
    """An instruction that does not jump becomes one without an effect."""
    code, at, size = drawn(target, kernel, source)
    text = code.instruction(at).text
    return patched(code, at, (NOTHING[target.name] * size)[:size]), f"{text} left out"


def bit_changed(target: Target, kernel: str, source: random.Random) -> tuple[Code, str]:
    """One bit of the opcode of an instruction that does not jump."""
    code, at, size = drawn(target, kernel, source)
    place, text = source.randrange(8 * size), code.instruction(at).text
    data = bytearray(code.bytes_at(at)[:size])
    data[place // 8] ^= 1 << place % 8
    return patched(code, at, data), f"bit {place} of {text}"


def drawn(target: Target, kernel: str, source: random.Random) -> tuple[Code, int, int]:
    """The code, and the address and size of one of its instructions."""
    code = objects.linked(target, kernel)
    at, size = source.choice(straight(target, code, code.symbols[contract.read(target.name, kernel).symbol]))
    return code, at, size


def patched(code: Code, at: int, data: bytes) -> Code:
    code.patched({at + i: byte for i, byte in enumerate(data)})
    return code


def straight(target: Target, code: Code, start: int) -> list[tuple[int, int]]:
    """Addresses and sizes of the instructions from a routine's start to its last one, that do not jump. The last one
    returns, or jumps into another routine: behind it is no code, or filling."""
    found = []
    try:
        while (one := code.instruction(start)).jump is None or not isinstance(one.jump.target, str):
            if one.jump is None:
                found.append((start, one.size))
            start += one.size
    except Undecoded:
        pass
    return found


def is_another(target: Target, kernel: str, code: Code) -> bool:
    """Whether code has other bytes than the kernel."""
    own = objects.linked(target, kernel)
    return (code.executable, code.constants) != (own.executable, own.constants)


def judged(target: Target, kernel: str, code: Code, fault: str) -> Outcome:
    """What the proof says of a kernel with a fault, and runs on drawn inputs beside it."""
    started = time.monotonic()
    found = proof.prove(target, kernel, code)
    outcome, reason = LEFT, found.reason
    if found.verdict == REFUTED:
        outcome = CONFIRMED if found.confirmed else UNCONFIRMED
    elif found.verdict == PROVED:
        shown = broken(target, kernel, code)
        outcome, reason = (WRONG, shown) if shown else (EQUAL, "")
    elif shown := broken(target, kernel, code):
        outcome, reason = BREAKS, shown
    return Outcome(target.name, kernel, fault, outcome, reason, round(time.monotonic() - started, 2))


def broken(target: Target, kernel: str, code: Code) -> str:
    """The promise that a run on drawn inputs breaks, or nothing: memory, registers, the stack, or a wrong result."""
    promised = contract.read(target.name, kernel)
    meaning = meaning_of(promised)
    source, until = random.Random(kernel), time.monotonic() + SECONDS_MAX
    for turn in range(RUNS):
        inputs = meaning.draw(target, promised, source if turn else None)
        call = meaning.call(target, promised, inputs)
        try:
            done = execute(target, promised, code, refutation.Numbers(), call)
            output = int.from_bytes(b"".join(bytes(done.output(name)) for name in meaning.output_names), "little")
        except (Stuck, Broken) as error:
            return str(error)
        if not meaning.holds(promised, inputs, output):
            return f"a wrong result for {inputs}"
        if time.monotonic() > until:
            break
    return ""


def meaning_of(promised: contract.Contract) -> Any:
    return next(one for table, _ in proof.TABLES if (one := table(promised)))


def is_called(target: Target, kernel: str) -> bool:
    """Whether C calls the kernel."""
    return meaning_of(contract.read(target.name, kernel)).is_called


def source_of(target: Target, kernel: str) -> tuple[str, str]:
    """The text of a kernel, and the folder that it lies in."""
    path = kernels.source(target.name, kernel)
    return path.read_text(), path.parent.name
