"""Calls of the library for hosts on this machine, and the data that they leave on the stack and in registers."""

import dataclasses
import subprocess
from pathlib import Path

from codegen.interface.descriptions import described, headers
from motelab import ROOT
from tests.src.whole.wiping.calls import Call

PROGRAM = ROOT / "tests/src/whole/wiping/left_behind.c"


@dataclasses.dataclass(frozen=True)
class Answer:
    """The results of a call, and its remains: the stack from the deepest byte that it touched up, `touched` bytes;
    registers."""

    status: int
    outputs: list[bytes]
    touched: int
    stack: bytes
    registers: bytes


def program(folder: Path, library: Path, compiler: str = "gcc", options: tuple[str, ...] = ()) -> Path:
    """The program linked with a static or a shared library, and with further options."""
    made, shared = folder / "left_behind", library.suffix == ".so"
    listed = " ".join(f"X(mc_{name})" for name in described())
    includes = "".join(f'#include "motecurve/{name}"\n' for name in headers())
    (folder / "functions.h").write_text(f"{includes}#define FUNCTIONS(X) {listed}\n")
    command = [compiler, "-O2", f"-I{folder}", f"-I{ROOT / 'include'}", PROGRAM, library, *options, "-o", made]
    # Names bound at first calls, as distributions link programs by default.
    run = subprocess.run([*command, "-Wl,-z,lazy", *([f"-Wl,-rpath,{library.parent}"] if shared else [])])
    assert run.returncode == 0
    return made


def answers(program: Path, calls: list[Call]) -> list[Answer]:
    """Outcomes of the calls, one after the other in one process."""
    text = "".join(f"{call.function} {' '.join(call.arguments)}\n" for call in calls)
    run = subprocess.run([program], input=text, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    return [answer(line, call) for line, call in zip(lines, calls, strict=True)]


def answer(line: str, call: Call) -> Answer:
    status, written, touched, stack, registers = line.split(" ")
    octets, outputs = bytes.fromhex(written.rstrip("-")), []
    for argument in call.arguments:
        if argument[0] == "o":
            size = int(argument[1:])
            outputs.append(octets[:size])
            octets = octets[size:]
    return Answer(int(status), outputs, int(touched), bytes.fromhex(stack), bytes.fromhex(registers))


def asker(program: Path):
    """The library's own answers about public values (tests/src/whole/wiping/calls.py)."""

    def ask(function: str, arguments: tuple[str, ...]) -> list[bytes]:
        (given,) = answers(program, [Call(function, arguments, {})])
        assert given.status == 0, (function, given.status)
        return given.outputs

    return ask
