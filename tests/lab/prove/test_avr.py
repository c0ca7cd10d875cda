"""The semantics of AVR beside the simulator of the board, simavr, which somebody else wrote: random programs of all
instructions, from random states."""

import random
import subprocess
from pathlib import Path

import pytest

from motelab.boards import simavr
from motelab.prove import targets
from motelab.prove.kernel.machine import EXIT, Machine, Region
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.refutation import Numbers
from motelab.prove.targets import Undecoded, avr
from motelab.prove.targets.ir import Access, Instruction
from motelab.prove.targets.patterns import pattern

START, SIZE, STACK = 0x200, 0x200, 0x3C0
POINTERS = {f"r{n}" for n in range(26, 32)}
STEPS = ("X+", "-X", "Y+,", "Y+", "-Y", "Z+,", "Z+", "-Z")
LEFT_OUT = ("ret", "lpm")
LENGTH, MOVES = 1500, 40  # instructions, and those that move a pointer


def drawn(source: random.Random, text: str) -> int:
    """A random word of a pattern."""
    one = pattern(text)
    return one.value | source.getrandbits(16) & ~one.mask


def is_usable(word: int, may_move: bool) -> bool:
    """Whether a random program may contain it: pointers and the stack pointer stay in the memory that is compared."""
    try:
        found = avr.straight(word)
    except Undecoded:
        return False
    if found.text.startswith(LEFT_OUT) or (found.text.startswith("out") and "0x3f" not in found.text):
        return False
    written = {name for one in found.body for name in results(one)}
    pointers = written & POINTERS
    return not pointers or (may_move and any(mark in found.text for mark in STEPS) and word >> 4 & 31 < 26)


def results(one) -> tuple[str, ...]:
    if isinstance(one, Access):
        return () if one.is_store else (one.value,)
    return tuple(name for name in one.results if name)


def program(source: random.Random) -> list[int]:
    """Words of a random program in which every pattern of the table occurs."""
    patterns = [text for text, _ in avr.TABLE]
    words: list[int] = []
    moves = 0
    while len(words) < LENGTH:
        word = drawn(source, patterns[len(words) % len(patterns)])
        if is_usable(word, moves < MOVES):
            moves += not is_usable(word, False)
            words.append(word)
        else:
            words.append(drawn(source, "0001 110d dddd rrrr") & ~0x80)  # adc of lower registers
    return words


HARNESS = """
    .text
    .global main
main:
    ldi r28, lo8({stack})
    ldi r29, hi8({stack})
    out 0x3e, r29
    out 0x3d, r28
    ldi r30, lo8({start})
    ldi r31, hi8({start})
    ldi r24, lo8({size})
    ldi r25, hi8({size})
1:  lds r0, 0xfd
    st Z+, r0
    sbiw r24, 1
    brne 1b
{registers}
    lds r0, 0xfd
    out 0x3f, r0
{pointers}
    .global block
block:
    .word {words}
    .global finish
finish:
{written}
    in r0, 0x3f
    sts 0xfb, r0
    ldi r30, lo8({start})
    ldi r31, hi8({start})
    ldi r24, lo8({size})
    ldi r25, hi8({size})
2:  ld r0, Z+
    sts 0xfb, r0
    sbiw r24, 1
    brne 2b
    clr r0
    sts 0xfc, r0
3:  rjmp 3b
"""


def built(words: list[int], folder: Path) -> Path:
    pointers = {"X": 0x240, "Y": 0x280, "Z": 0x2C0}
    loads = []
    for number, at in zip((26, 28, 30), pointers.values(), strict=True):
        loads += [f"    ldi r{number}, {at & 255}", f"    ldi r{number + 1}, {at >> 8}"]
    text = HARNESS.format(
        stack=STACK,
        start=START,
        size=SIZE,
        registers="\n".join(f"    lds r{n}, 0xfd" for n in range(26)).replace("lds r0, 0xfd\n", "lds r0, 0xfd\n", 1),
        pointers="\n".join(loads),
        words=", ".join(map(hex, words)),
        written="\n".join(f"    sts 0xfb, r{n}" for n in range(32)),
    )
    (folder / "run.S").write_text(text)
    elf = folder / "run.elf"
    subprocess.run(["avr-gcc", "-mmcu=atmega128", "-nostdlib", folder / "run.S", "-o", elf], check=True)
    return elf


@pytest.mark.parametrize("seed", range(3))
def test_random_programs_end_alike(seed, tmp_path):
    """All registers, the flags and the memory."""
    source = random.Random(seed)
    data = source.randbytes(SIZE + 26 + 1)
    # The harness reads r0 for the flags after r0 itself, so r0 holds the flags in both.
    elf = built(program(source), tmp_path)
    expected = simavr.execute(elf, measure=None, data=data).output
    code = Code(targets.named("avr"), elf)
    machine = Machine(code.target, Numbers(), code, [Region("all", START, SIZE, True, True)], STACK, STACK - START)
    machine.memory = {START + i: data[i] for i in range(SIZE)}
    flags = data[SIZE + 26]
    machine.values |= {f"r{n}": data[SIZE + n] for n in range(26)} | {"r0": flags}
    machine.values |= {name: flags >> place & 1 for place, name in enumerate(avr.FLAGS)}
    machine.values |= {"r26": 0x40, "r27": 2, "r28": 0x80, "r29": 2, "r30": 0xC0, "r31": 2}
    machine.pc = code.symbols["block"]
    while machine.pc != code.symbols["finish"]:
        instruction = code.instruction(machine.pc)
        machine.text = instruction.text
        machine.execute(instruction)
        machine.pc = machine.next(instruction)
    registers = bytes(machine.read(f"r{n}") for n in range(32))
    status = sum(machine.read(name) << place for place, name in enumerate(avr.FLAGS))
    memory = bytes(machine.forced(machine.memory[START + i]) for i in range(SIZE))
    assert registers == expected[:32]
    assert status == expected[32]
    assert memory == expected[33:]


def test_calls_and_branches_go_where_the_manual_says():
    """Targets and conditions, by words of the manual's encodings."""
    assert avr.decode(bytes.fromhex("0e94 3412".replace(" ", "")), 0).jump.target == 2 * 0x1234
    assert avr.decode(bytes.fromhex("fecf"), 0x100).jump.target == 0xFE
    assert avr.decode(bytes.fromhex("01f4"), 0x100).jump.target == 0x102
    assert avr.decode(bytes.fromhex("10fc0e943412"), 0x100).jump.target == 0x106
    assert isinstance(avr.decode(bytes.fromhex("0895"), 0), Instruction)
    assert EXIT % 2 == 0
