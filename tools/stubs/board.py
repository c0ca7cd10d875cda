"""A board by its chip: boards/<name>/board.toml, with the facts that compilers know, and a list of those that only a
data sheet gives. The board works at once; boards of its platform or core say the rest."""

import argparse
import dataclasses
import os
import re
import shutil
import subprocess
from pathlib import Path

from codegen.output import ROOT, write_if_changed
from tools import left

NAME = re.compile(r"[a-z][a-z0-9_-]*")
BOARDS = "MOTECURVE_BOARDS"
STUB = """# {device}. {mark} the maker's name of the board, and the data sheet
name = "{name}"
device = "{device}"
{origin}
clock_hz = {clock_hz:_}
flash_wait_states = 0 # {mark} how many the chip has at this clock
ram_bytes = {ram_bytes:_}
flash_bytes = {flash_bytes:_}
# {mark} image_ram_bytes and image_flash_bytes, if a boot loader, vectors or a program need a part

# {mark} a table [power] with voltage_v and active_a at this clock, and the place in the data sheet; no energy without
[recorded] # {mark} which committed records it has (docs/adding-a-board.md)
curves = []
pairings = false
sweep = false
{compiler}"""
LEFT = """{file} is written. What is left:
{places}
Then:
  {environment}./motecurve bench --board {name} --op scalar-mult --curve sect163k1
  {environment}./motecurve ctcheck --board {name} --op ecdh"""


@dataclasses.dataclass(frozen=True)
class Core:
    """What the chips whose names begin so have in common. like: the board with the same core; None for the platform
    whose compiler knows the chip's memories."""

    chips: str
    like: str | None = None


# By the beginning of a chip's name, from its maker's list of parts.
CORES = (
    Core(r"at(mega|xmega|tiny|90)"),
    Core(r"msp430f1\d\d", "telosb"),
    Core(r"msp430f5\d\d", "msp430f5438a"),
    Core(r"stm32(l0|g0|c0|u0)|rp2040|samd[12]|samc2|nrf51|mkl|efm32zg", "cortex-m0plus"),
    Core(r"stm32(f3|f4|g4|l4|wb|wl)|nrf52|samd5|same5|sam4|mk[246]|efm32wg|lm4f|tm4c|imxrt500", "cortex-m4"),
)


@dataclasses.dataclass
class Facts:
    """Of a chip; None where neither a compiler nor the caller says it."""

    ram_bytes: int | None
    flash_bytes: int | None
    origin: str
    compiler: str = ""


def of_avr(chip: str) -> Facts:
    """From the header and the specification that avr-gcc has of the chip. ValueError if it knows none."""
    if not shutil.which("avr-gcc"):
        raise ValueError("avr-gcc knows the memories of the chip, and is not installed; apt install gcc-avr avr-libc")
    text = "#include <avr/io.h>\nmemories RAMSTART RAMEND FLASHEND\n"
    command = ["avr-gcc", f"-mmcu={chip}", "-E", "-P", "-"]
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    found = re.search(r"^memories (\S+) (\S+) (\S+)$", run.stdout, re.M)
    if run.returncode != 0 or not found:
        raise ValueError(f"avr-gcc knows no chip {chip}; avr-gcc --target-help lists those that it knows")
    begin, end, last = (int(value.strip("()UL"), 0) for value in found.groups())
    compiler = f'\n[compiler]\nmachine_flags = ["-mmcu={chip}"]\n'
    return Facts(end - begin + 1, last + 1, f'mcu = "{chip}"\nplatform = "avr"', compiler)


def facts_of(chip: str, like: str | None) -> Facts:
    """From the chip's name, or from the board that it is like. ValueError for a name that tells no core."""
    core = next((one for one in CORES if re.match(one.chips, chip.lower())), None)
    if core and not core.like and not like:
        return of_avr(chip.lower())
    board = like or (core and core.like)
    if not board:
        raise ValueError(f"the name {chip} tells no core; give a board with the same core by --like, such as cortex-m4")
    if not (ROOT / "boards" / board / "board.toml").exists():
        raise ValueError(f"--like {board}: there is no such board; ./motecurve boards lists them")
    return Facts(None, None, f'like = "{board}"')


def text_of(asked: argparse.Namespace) -> str:
    """The board file. ValueError that names each option which is missing."""
    facts = facts_of(asked.chip, asked.like)
    values = {"ram_bytes": asked.ram_bytes or facts.ram_bytes, "flash_bytes": asked.flash_bytes or facts.flash_bytes}
    values["clock_hz"] = asked.clock_hz
    if missing := [f"--{key.replace('_', '-')}" for key, value in values.items() if not value]:
        raise ValueError(f"only the data sheet of {asked.chip} says this; give {', '.join(missing)}")
    return STUB.format(
        name=asked.name, device=asked.chip, mark=left.MARK, origin=facts.origin, compiler=facts.compiler, **values
    )


def create(asked: argparse.Namespace) -> int:
    if not NAME.fullmatch(asked.name):
        raise ValueError(f"{asked.name!r} is no name of a board: small letters, digits, hyphens and underscores")
    folder = asked.folder or ROOT / "boards"
    path = folder / asked.name / "board.toml"
    known = [one for one in (path, ROOT / "boards" / asked.name) if one.exists()]
    if known:
        raise ValueError(f"the board {asked.name} exists already, in {known[0]}")
    write_if_changed(path, text_of(asked))
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    places = "\n".join(f"  {line}" for line in left.in_file(path))
    environment = f"{BOARDS}={os.path.abspath(folder)} " if asked.folder else ""
    print(LEFT.format(file=shown, places=places, name=asked.name, environment=environment))
    return 0


def add_to(kinds: argparse._SubParsersAction) -> None:
    board = kinds.add_parser("board", help="a board, by the name of its chip")
    board.add_argument("name", metavar="NAME", help="its folder's name")
    board.add_argument("--chip", required=True, metavar="CHIP", help="such as ATmega1284P, nRF52832, STM32L412KB")
    board.add_argument("--like", metavar="BOARD", help="a board with the same core, where the chip's name tells none")
    for option, what in (("clock-hz", "its clock"), ("ram-bytes", "its RAM"), ("flash-bytes", "its flash")):
        board.add_argument(f"--{option}", type=int, metavar="NUMBER", help=f"{what}, if no compiler knows it")
    board.add_argument("--folder", type=Path, metavar="DIR", help=f"a folder of boards of your own ({BOARDS})")
    board.set_defaults(run=create)
