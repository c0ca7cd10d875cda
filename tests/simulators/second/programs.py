"""The second simulators: how they are compiled, with an error planted or without, and what they print."""

import dataclasses
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent
OF_MSP430 = ("msp430.c", "msp430_multiplier.c")
OF_ARM = ("arm.c", "steps.c", "thumb.c")
# Board -> sources beside common.c.
SOURCES = {
    "micaz": ("avr.c",),
    "telosb": OF_MSP430,
    "msp430f5438a": OF_MSP430,
    "cortex-m0plus": (*OF_ARM, "cortex_m0plus.c"),
    "cortex-m4": (*OF_ARM, "thumb2.c", "thumb2_memory.c", "fpu.c", "cortex_m4.c"),
}
COMPILER = ("gcc", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{FOLDER}")
FIGURES = ("cycles", "instructions", "loads", "stores", "stack_bytes")


@dataclasses.dataclass(frozen=True)
class Run:
    """One run of the measured routine, and the stack by the bytes that it changed."""

    cycles: int
    instructions: int
    loads: int
    stores: int
    stack_bytes: int
    painted_bytes: int


def objects(folder: Path) -> dict[str, Path]:
    """The object of each source, compiled into a folder."""
    names = {"common.c", *(name for of_board in SOURCES.values() for name in of_board)}
    return {name: _object(FOLDER / name, folder) for name in sorted(names)}


def linked(board: str, compiled: dict[str, Path], folder: Path, right: str = "", wrong: str = "") -> Path:
    """The second simulator of a board; with an error in the place of a text that stands in its sources once."""
    parts = {name: compiled[name] for name in (*SOURCES[board], "common.c")}
    if right:
        texts = {name: (FOLDER / name).read_text() for name in SOURCES[board]}
        (changed,) = (name for name, text in texts.items() for _ in range(text.count(right)))
        (folder / changed).write_text(texts[changed].replace(right, wrong))
        parts[changed] = _object(folder / changed, folder)
    program = folder / f"second-{board}"
    subprocess.run([*COMPILER, "-o", program, *parts.values()], check=True)
    return program


def run(program: Path, board: str, image: Path, routine: str, data: bytes) -> tuple[list[Run], str]:
    """The runs of a routine of an image, and the image's output in hexadecimal; RuntimeError if it fails."""
    done = subprocess.run([program, board, image, routine], input=data, capture_output=True, timeout=600)
    if done.returncode:
        raise RuntimeError(done.stderr.decode().strip() or f"exit status {done.returncode}")
    *lines, output = done.stdout.decode().splitlines()
    return [Run(*map(int, line.split())) for line in lines], output


def _object(source: Path, folder: Path) -> Path:
    target = folder / f"{source.stem}.o"
    subprocess.run([*COMPILER, "-c", "-o", target, source], check=True)
    return target
