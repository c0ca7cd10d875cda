"""A kernel run by the simulator of its board on given inputs: the bytes that were proved or refuted, at their
addresses, behind a start that fills memory from the input port, calls, and writes memory to the output port."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from motelab.boards import simavr
from motelab.common.errors import ImageFailed
from motelab.prove.kernel import objects, programs
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call, arguments, free_place, parts_of, placed, word_of
from motelab.prove.kernel.objects import Code
from motelab.prove.targets import Target

# The ports of the simulator of AVR: output, exit, input (simulators/avr).
AVR = """
    .text
    .global main
main:
    ldi r28, lo8({stack})
    ldi r29, hi8({stack})
    out 0x3e, r29
    out 0x3d, r28
    clr r1
    ldi r26, lo8({start})
    ldi r27, hi8({start})
    ldi r24, lo8({size})
    ldi r25, hi8({size})
1:  lds r0, 0xfd
    st X+, r0
    sbiw r24, 1
    brne 1b
{arguments}
    call routine
    ldi r26, lo8({start})
    ldi r27, hi8({start})
    ldi r24, lo8({size})
    ldi r25, hi8({size})
2:  ld r0, X+
    sts 0xfb, r0
    sbiw r24, 1
    brne 2b
    clr r0
    sts 0xfc, r0
3:  rjmp 3b
"""


def avr(work: Path, target: Target, contract: Contract, code: Code, places: dict[str, int], call: Call) -> Path:
    """The program."""
    loads = []
    for one, registers in arguments(target, contract):
        word = word_of(one, places, call)
        loads += loaded(registers, parts_of(target, word) if isinstance(word, int) else word)
    if contract.frame_bytes is not None:
        loads += loaded(target.frame_pointer, parts_of(target, free_place(target, contract, call, places) - 1))
    start, size = span(target, places, call)
    text = AVR.format(stack=target.memory[1], start=start, size=size, arguments="\n".join(loads))
    at = dict(code.executable) | dict(code.constants)
    for address, data in sorted(at.items()):
        (work / f"{address:x}.bin").write_bytes(data)
        text += f'    .org {address}\n    .incbin "{work}/{address:x}.bin"\n'
    text += f"    .set routine, {code.symbols[contract.symbol]}\n"
    (work / "run.S").write_text(text)
    compiler = objects.toolchain(target.board)
    objects.run([compiler.command, "-mmcu=atmega128", "-nostdlib", str(work / "run.S"), "-o", str(work / "run.elf")])
    return work / "run.elf"


def loaded(registers: tuple[str, ...], parts: list[int]) -> list[str]:
    """Instructions that put known bytes into registers from r16 on."""
    return [f"    ldi {register}, {part}" for register, part in zip(registers, parts, strict=False)]


def span(target: Target, places: dict[str, int], call: Call) -> tuple[int, int]:
    """The memory of all parameters: its start and its bytes."""
    start = target.memory[0]
    return start, max(places[name] + call.sizes[name] for name in places) - start


PROGRAMS: dict[str, tuple[Callable, Callable]] = {"avr": (avr, simavr.execute), **programs.PROGRAMS}


def run(target: Target, contract: Contract, code: Code, call: Call) -> dict[str, bytes] | None:
    """The memory of each parameter afterwards; None if the simulator stops, or this target has none here."""
    if target.name not in PROGRAMS:
        return None
    program, execute = PROGRAMS[target.name]
    places = placed(target, contract, call)
    start, size = span(target, places, call)
    memory = bytearray(size)
    for name, values in call.inputs.items():
        if name not in places:  # an integer, in registers
            continue
        memory[places[name] - start : places[name] - start + len(values)] = bytes(value or 0 for value in values)
    with tempfile.TemporaryDirectory() as folder:
        elf = program(Path(folder), target, contract, code, places, call)
        try:
            output = execute(elf, measure=None, data=bytes(memory)).output
        except ImageFailed:
            return None
    return {name: output[at - start : at - start + call.sizes[name]] for name, at in places.items()}
