#!/usr/bin/env python3
"""Runs routines of other people's assembly whose cycles were published, and which the bench has no operation for.

    .venv/bin/python tools/calibrate_routines.py SOURCE_ROOT

The rows are those of lab/motelab/data/calibration.toml, `[[outside]]`, that name a routine; the code of each lies in
the folder of its name below SOURCE_ROOT. The routine runs alone, with the registers that its authors' internal
interface gives it, and what it writes is compared with arithmetic on Python's integers: no answer, no figure. Prints a
table in Markdown; exits with 1 for a wrong result.
"""

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

from motelab.boards import qemu_system
from motelab.compare import calibration

FILES = {
    ("curve9767", "cortex-m4"): "bench-cm4/ops_cm4.s",
    ("curve9767", "cortex-m0plus"): "bench-cm0/ops_cm0.s",
    ("gls254-cm4", "cortex-m4"): "gls254-cm4.s",
}
FLAGS = {"cortex-m4": ["-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16"], "cortex-m0plus": ["-mcpu=cortex-m0plus"]}
RESULT = 0x20000100
# Calls the routine with the result in r0 and the operands in r1 and r2, and writes the result into the file `output`.
DRIVER = """
    .syntax unified
    .thumb
    .section .vectors, "a"
    .word 0x20004000, calibrate_start + 1
    .text
    .balign 4
    .global memmove
memmove:
    .type calibrate_start, %function
calibrate_start:
    {floats}
    ldr r0, ={result}
    ldr r1, =calibrate_first
    ldr r2, =calibrate_second
    bl {routine}
    movs r0, #1
    ldr r1, =calibrate_open
    bkpt 0xab
    ldr r1, ={result} - 16
    str r0, [r1]
    ldr r0, ={result}
    str r0, [r1, #4]
    movs r0, #{octets}
    str r0, [r1, #8]
    movs r0, #5
    bkpt 0xab
    ldr r1, =calibrate_end
    movs r0, #0x20
    bkpt 0xab
    .ltorg
    .balign 4
calibrate_open: .word calibrate_name, 5, 6
calibrate_end: .word 0x20026, 0
calibrate_name: .asciz "output"
    .balign 4
calibrate_first: .byte {first}
    .balign 4
calibrate_second: .byte {second}
"""
ALLOW_FLOATS = "ldr r0, =0xe000ed88\n ldr r1, =0xf00000\n str r1, [r0]\n dsb\n isb"

# GF(2^254) as GF(2^127)[u]: z^127 = z^63 + 1, u^2 = u + 1; two words of 128 bits, least significant first.
Element = tuple[int, ...]


def binary_product(a: Element, b: Element) -> Element:
    low, high = product_127(a[0], b[0]), product_127(a[1], b[1])
    return low ^ high, product_127(a[0], b[1]) ^ product_127(a[1], b[0]) ^ high


def product_127(a: int, b: int) -> int:
    result = 0
    for i in range(128):
        result ^= (a << i) * (b >> i & 1)
    for i in range(result.bit_length() - 1, 126, -1):
        if result >> i & 1:
            result ^= (1 << 127 | 1 << 63 | 1) << (i - 127)
    return result


def binary_octets(a: Element) -> bytes:
    return b"".join(word.to_bytes(16, "little") for word in a)


def binary_element(octets: bytes) -> Element:
    return tuple(product_127(int.from_bytes(octets[i : i + 16], "little"), 1) for i in (0, 16))


# GF(9767^19): z^19 = 2, coefficients of 16 bits from 1 to 9767, times 2^32.
PRIME, DEGREE, FACTOR = 9767, 19, 1 << 32


def prime_product(a: Element, b: Element) -> Element:
    result = [0] * DEGREE
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[(i + j) % DEGREE] += x * y * (2 if i + j >= DEGREE else 1)
    return tuple(value % PRIME for value in result)


def prime_octets(a: Element) -> bytes:
    return b"".join((value * FACTOR % PRIME or PRIME).to_bytes(2, "little") for value in a) + bytes(2)


def prime_element(octets: bytes) -> Element:
    inverse = pow(FACTOR, -1, PRIME)
    return tuple(int.from_bytes(octets[2 * i : 2 * i + 2], "little") * inverse % PRIME for i in range(DEGREE))


Field = tuple[Callable[[Element, Element], Element], Callable[[Element], bytes], Callable[[bytes], Element], Element]
FIELDS: dict[str, tuple[Field, Element, Element]] = {
    "gls254-cm4": (
        (binary_product, binary_octets, binary_element, (1, 0)),
        (0x123456789ABCDEF0FEDCBA9876543210, 0x0F1E2D3C4B5A69788796A5B4C3D2E1F0),
        (0x5A5A1234A5A5FEDC0BADCAFE12345678, 0x31415926535897932384626433832795),
    ),
    "curve9767": (
        (prime_product, prime_octets, prime_element, (1, *[0] * (DEGREE - 1))),
        tuple((7 * i * i + 3 * i + 11) % PRIME for i in range(DEGREE)),
        tuple((5 * i * i * i + 29) % PRIME for i in range(DEGREE)),
    ),
}


def is_right(operation: str, field: Field, first: Element, second: Element, result: Element) -> bool:
    """Whether a result is the one due."""
    multiply, one = field[0], field[3]
    return {
        "field multiplication": lambda: result == multiply(first, second),
        "field squaring": lambda: result == multiply(first, first),
        "field inversion": lambda: multiply(result, first) == one,
        "field square root": lambda: multiply(result, result) == first,
    }[operation]()


def cycles_of(row: dict, root: Path, folder: Path) -> int:
    """Cycles of the row's routine, from its first to its last instruction; SystemExit for a wrong result."""
    board, field = row["board"], FIELDS[row["implementation"]][0]
    _, first, second = FIELDS[row["implementation"]]
    if row["operation"] == "field square root":
        first = field[0](first, first)
    values = {"first": field[1](first), "second": field[1](second)}
    driver = DRIVER.format(
        floats=ALLOW_FLOATS if board == "cortex-m4" else "",
        result=RESULT,
        routine=row["routine"],
        octets=len(values["first"]),
        **{name: ", ".join(map(str, octets)) for name, octets in values.items()},
    )
    source = root / row["implementation"] / FILES[row["implementation"], board]
    (folder / "image.S").write_text(source.read_text() + driver)
    flags = [*FLAGS[board], "-mthumb", "-nostdlib", "-Wl,--section-start=.vectors=0", "-Wl,-Ttext=0x40"]
    image = folder / "image.elf"
    command = ["arm-none-eabi-gcc", *flags, "-Wl,-ecalibrate_start", folder / "image.S", "-o", image]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    execution = qemu_system.execute(image, measure=row["routine"], mcu=board)
    if not is_right(row["operation"], field, first, second, field[2](execution.output)):
        raise SystemExit(f"{row['implementation']}: {row['routine']} on {board} gave {execution.output.hex()}")
    return execution.runs[0].cycles


def main() -> None:
    """Prints the table."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: calibrate_routines.py SOURCE_ROOT")
    rows = [row for row in tomllib.loads(calibration.FILE.read_text())["outside"] if "routine" in row]
    print("| code, operation | board | routine | held out | published | here | % |\n|---|---|---|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        for row in rows:
            cycles = cycles_of(row, Path(sys.argv[1]), Path(folder))
            difference = 100 * (cycles / row["published_cycles"] - 1)
            held_out = "yes" if row.get("held_out") else ""
            names = f"{row['implementation']}, {row['operation']} | `{row['board']}` | `{row['routine']}`"
            print(f"| {names} | {held_out} | {row['published_cycles']:,} | {cycles:,} | {difference:+.2f} |")


if __name__ == "__main__":
    main()
