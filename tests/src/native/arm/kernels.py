"""Tests of kernels for ARM: operands, the program that calls a kernel, and the comparisons."""

import dataclasses
import functools
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from codegen.fields import multiply
from motelab import ROOT
from motelab.boards import board, qemu
from tests.src.native.kernels import committed

APART, IS_A, IS_B = range(3)


def operands(degree: int) -> list[tuple[int, int]]:
    """Pairs of elements: extremes, single bits around the borders of words, random ones."""
    source = random.Random(163)
    ones = (1 << degree) - 1
    borders = (0, 3, 4, 7, 8, 31, 32, 63, 64, 95, 96, 127, 128, 159, 160, degree - 1)
    bits = [1 << e for e in borders if e < degree]
    found = [
        (0, 0),
        (0, ones),
        (ones, 0),
        (1, ones),
        (ones, ones),
        *((x, ones) for x in bits),
        *((ones, x) for x in bits),
    ]
    found += [(x, y) for x in bits[::3] for y in bits[1::4]]
    return found + [(source.getrandbits(degree), source.getrandbits(degree)) for _ in range(20)]


@dataclasses.dataclass(frozen=True)
class Target:
    """The programs for a kind of machine: emulator; compiler with its flags; the folder of the start-up code and io.h;
    the sources that call a kernel with marks in the registers, and that count carries; the bytes of stack of the
    first."""

    emulator: str
    command: str
    flags: tuple[str, ...]
    link_flags: tuple[str, ...]
    platform: Path
    shim: Path
    carries: Path
    shim_bytes: int


@functools.cache
def arm_linux() -> Target:
    compiler, folder = board.load("pxa270").compiler, ROOT / "tests/src/native/arm"
    return Target(
        emulator="qemu-arm",
        command=compiler.command,
        flags=tuple(compiler.flags),
        link_flags=tuple(compiler.link_flags),
        platform=ROOT / "boards/linux_arm",
        shim=folder / "kernel_shim.S",
        carries=folder / "kernel_carries.S",
        shim_bytes=10 * 4 + 32,
    )


@dataclasses.dataclass(frozen=True)
class Machine:
    """The machine that runs a kernel: the emulator's processor, the compiler's flags, the architecture named in the
    source for it (the one of Thumb kernels, ARMv6-M, has no Linux), sources beside the kernel."""

    mcu: str = "pxa270"
    flags: tuple[str, ...] = ()
    architecture: tuple[str, str] = ("", "")
    sources: tuple[Path, ...] = ()
    target: Callable[[], Target] = arm_linux


PXA270 = Machine()


def text_of(kernel, folder, machine):
    """The kernel's committed file, adapted to the machine, with the header that it shares with other fields
    inserted."""
    text = committed.source(kernel, folder).read_text()
    found = re.search(r'#include "(native/.+)"', text)
    shared = (ROOT / "generated" / found[1]).read_text() if found else ""
    return text.replace(found[0] if found else "", shared).replace(*machine.architecture)


def texts_beside(machine):
    """The sources beside the kernel, adapted to the machine, by the names of their files."""
    return {path.name: path.read_text().replace(*machine.architecture) for path in machine.sources}


def compile_program(kernel, folder, texts, callers, defines, machine):
    """A program of the texts, by the names of their files, and of the sources that call the kernel."""
    target = machine.target()
    elf = folder / "kernel.elf"
    for name, text in texts.items():
        (folder / name).write_text(text)
    sources = [*(folder / name for name in texts), *callers, *sorted(target.platform.glob("*.[cS]"))]
    defines = [
        f"-DKERNEL={kernel.symbol}",
        *defines,
        *(f"-I{path}" for path in (target.platform, ROOT / "boards/firmware")),
    ]
    if kernel.parameters.endswith("uint32_t c"):
        defines.append("-DLAST_IS_NUMBER")
    if kernel.parameters.endswith("uint32_t mask"):
        defines.append("-DSECOND_IS_NUMBER")
    command = [target.command, *target.flags, *machine.flags, "-O2", *defines, *sources, "-o", elf]
    subprocess.run([*command, *target.link_flags], check=True)
    return elf


def image(kernel, folder, words, result_words, machine=PXA270):
    """A program that calls the kernel."""
    texts = {**texts_beside(machine), "kernel.S": text_of(kernel, folder, machine)}
    callers = [ROOT / "tests/src/native/arm/kernel_caller.c", machine.target().shim]
    defines = [f"-DWORDS={words}", f"-DRESULT_WORDS={result_words}"]
    return compile_program(kernel, folder, texts, callers, defines, machine)


def check(kernel, folder, cases, words, result_words, machine=PXA270, instructions=None):
    """Runs the kernel on (place of r, a, b, r) and compares r, the caller's registers and words, the number of
    instructions (those of its listing unless given), the trace and the stack."""
    elf = image(kernel, folder, words, result_words, machine)
    execution = qemu.execute(elf, measure=kernel.symbol, data=requests(cases, words), mcu=machine.mcu)
    compare(execution.output, cases, result_words)
    expected = kernel.asm.instructions if instructions is None else instructions
    assert {run.instructions for run in execution.runs} == {expected}
    assert len({run.trace_hash for run in execution.runs}) == 1
    # The caller's mark is above the frame of the function that calls the kernel; without a store nothing is seen.
    used = kernel.stack_bytes and kernel.stack_bytes + machine.target().shim_bytes
    assert {run.stack_bytes for run in execution.runs} == {used}


def check_in_thumb(kernel, folder, cases, words, result_words, machine, instructions=None, settled=bytes):
    """The same for Thumb kernels, except their stack, which is not known for a mixture of ARM and Thumb code. `settled`
    makes one of all forms of a result."""
    elf = image(kernel, folder, words, result_words, machine)
    launch = qemu.Launch("qemu-arm", ("-cpu", machine.mcu), plugin_arguments=("code=mixed",))
    execution = qemu.execute(elf, measure=kernel.symbol, data=requests(cases, words), launch=launch)
    compare(execution.output, cases, result_words, settled)
    expected = kernel.asm.instructions if instructions is None else instructions
    assert {run.instructions for run in execution.runs} == {expected}
    assert len({run.trace_hash for run in execution.runs}) == 1


def requests(cases, words) -> bytes:
    """The input of the program."""
    data = len(cases[0][2]).to_bytes(4, "little")
    for mode, a, b, _ in cases:
        data += bytes([1, mode]) + a.to_bytes(4 * words, "little") + b
    return data + b"\0"


def compare(output, cases, result_words, settled=bytes):
    """Compares the results, and checks that the caller's registers and words are as before."""
    step, size = 4 * result_words + 2, 4 * result_words
    rows = [output[i : i + step] for i in range(0, len(output), step)]
    got = [(settled(row[:size]) + row[size:]).hex() for row in rows]
    assert got == [(settled(r.to_bytes(size, "little")) + b"\1\1").hex() for *_, r in cases]


def binary_cases(kernel, poly):
    """For a kernel of a binary field: (place of r, a, b, r), the words of an operand and of the result."""
    words = kernel.field.words
    is_square = kernel.header["family"] == "fb-sqr-reduce"
    modes = (APART, IS_A) if is_square else (APART, IS_A, IS_B)
    cases = [
        (modes[i % len(modes)], a, b.to_bytes(4 * words, "little"), multiply(a, a if is_square else b, poly))
        for i, (a, b) in enumerate(operands(poly[0]))
    ]
    return cases, words, words


def repeated_cases(kernel, poly, count):
    """The same for a kernel that squares so many times."""
    words, second = kernel.field.words, count.to_bytes(4, "little")
    squared = [(a, functools.reduce(lambda x, _: multiply(x, x, poly), range(count), a)) for a, _ in operands(poly[0])]
    return [(i % 2, a, second, r) for i, (a, r) in enumerate(squared)], words, words


def integers(count: int, p: int) -> list[int]:
    """Numbers of `count` words: extremes, all ones in some words, neighbours of multiples of p, random ones."""
    source, top = random.Random(192), 1 << 32 * count
    words = [0xFFFFFFFF << 32 * i for i in range(count)]
    found = [0, 1, p - 1, p, p + 1, p // 2, top - 1, top - p, top >> 1, (top >> 1) - 1, *words]
    found += [top - 1 - word for word in words] + [1 << 32 * i for i in range(count)]
    found += [(top // p - i) * p + j for i in range(3) for j in (-1, 0, 1)]
    found += [i * (1 << 32 * (count // 2)) + j for i in (1, 2, p - 1) for j in (0, 1, p - 1)]
    found += [source.getrandbits(32 * count) for _ in range(20)]
    found += [sum(source.choice((0, 0xFFFFFFFF)) << 32 * i for i in range(count)) for _ in range(20)]
    return [x for x in dict.fromkeys(found) if 0 <= x < top]


OPERATIONS = {  # of a and b, by the family of the kernel
    "fp-mul": lambda a, b, p: a * b,
    "fp-sqr": lambda a, b, p: a * a,
    "fp-reduce": lambda a, b, p: a % p,
    "fp-mul-reduce": lambda a, b, p: a * b % p,
    "fp-sqr-reduce": lambda a, b, p: a * a % p,
    "fp-mul-small": lambda a, b, p: a * b % p,
    "fp-add": lambda a, b, p: (a + b) % p,
    "fp-sub": lambda a, b, p: (a - b) % p,
}


def operation(kernel, p):
    """The function of a and b that the kernel computes. Elements of F_p(u) are numbers, with the coefficient of u in
    the upper half of the words."""
    family, bits = kernel.header["family"], 32 * kernel.field.words
    scale = pow(1 << bits, -1, p) if kernel.header.get("form") == "montgomery" else 1

    def extension(a, b):
        (a1, a0), (b1, b0) = (divmod(x, 1 << bits) for x in (a, a if family == "fp2-sqr" else b))
        return (a0 * b0 - a1 * b1) * scale % p + ((a0 * b1 + a1 * b0) * scale % p << bits)

    if family.startswith("fp2-"):
        return extension
    if scale != 1:
        return lambda a, b: OPERATIONS[family](a, b, p) * scale % p
    return lambda a, b: OPERATIONS[family](a, b, p)


def bound(kernel, p):
    """The bound of operands of kernels that reduce."""
    return 2 * p if "below 2 p" in kernel.header["domain"] else p


def extension_cases(kernel, p):
    """prime_cases for a kernel of F_p(u)."""
    bits, limit = 32 * kernel.field.words, bound(kernel, p)
    numbers = [x for x in [*integers(kernel.field.words, p), limit - 1, limit - 2] if x < limit]
    elements = [x | y << bits for i, x in enumerate(numbers) for y in numbers[i % 5 :: 5]]
    modes = (APART, IS_A, IS_B) if "*b" in kernel.parameters else (APART, IS_A)
    computed = operation(kernel, p)
    cases = [
        (modes[i % len(modes)], a, b.to_bytes(bits // 4, "little"), computed(a, b))
        for i, (a, b) in enumerate(zip(elements, elements[1:] + elements[:1], strict=True))
    ]
    return cases, bits // 16, bits // 16


def prime_cases(kernel, p):
    """For a kernel of a prime field: (place of r, a, b, r), the words of an operand and of the result."""
    family, n = kernel.header["family"], kernel.field.words
    if family.startswith("fp2-"):
        return extension_cases(kernel, p)
    computed = operation(kernel, p)
    words = 2 * n if family == "fp-reduce" else n
    is_unreduced = family in ("fp-mul", "fp-sqr")
    bits = 2 * p.bit_length() if family == "fp-reduce" else 32 * words
    limit = p << 32 * n if kernel.header.get("form") == "montgomery" else 1 << bits
    numbers = [
        x for x in integers(words, p) if x < bound(kernel, p) or (x < limit and (is_unreduced or family == "fp-reduce"))
    ]
    modes = (APART,) if is_unreduced else (APART, IS_A, IS_B) if "*b" in kernel.parameters else (APART, IS_A)
    step = 7 if "*b" in kernel.parameters else len(numbers)
    pairs = [(a, b) for i, a in enumerate(numbers) for b in numbers[i % step :: step]]
    pairs += [(a, b) for a in numbers[:8] for b in numbers[:8]] + [(a, a) for a in numbers]
    if family == "fp-mul-small":
        small = (0, 1, 2, 0xFFFF, 0x10000, 0x1FFFF, 121665, (1 << 18) - 1)
        pairs = [(a, c) for a in numbers for c in small]
    cases = [
        (modes[i % len(modes)], a, b.to_bytes(4 * words, "little"), computed(a, b)) for i, (a, b) in enumerate(pairs)
    ]
    return cases, words, 2 * n if is_unreduced else n


def doubling_cases(kernel, p):
    """For a kernel of the family doubling, which takes X for a Z^4 here, since the program calls kernels with the same
    address twice: (place of r, operands, power, r), the words of the operands and of the result."""
    n = kernel.field.words
    radix = 1 << 32 * n if kernel.header.get("form") == "montgomery" else 1
    inverse = pow(radix, -1, p)
    numbers = [x for x in integers(n, p) if x < p]
    cases = []
    for i, x in enumerate(numbers):
        before = (x, numbers[7 * i % len(numbers)], numbers[(11 * i + 3) % len(numbers)])
        x, y2, z = (value * inverse % p for value in before)
        a, b = 3 * x * x + x, x * y2 * y2
        x3 = a * a - 2 * b
        after = [value * radix % p for value in (x3, 2 * a * (b - x3) - y2**4, y2 * z)]
        joined = [sum(v << 32 * n * j for j, v in enumerate(element)) for element in (before, after)]
        cases.append((IS_A, joined[0], bytes(4 * n), joined[1]))
    return cases, 3 * n, 3 * n


def differences_cases(kernel, p):
    """For a kernel of the family differences-step: (place of r, elements, mask, r), the words of the elements and of
    the result. The step by the formulas of src/scalar/ladder/ladder_differences_list.c, with u and d in the room."""
    n = kernel.field.words
    radix = 1 << 32 * n
    inverse = pow(radix, -1, p)
    numbers = [x for x in integers(n, p) if x < p]
    cases = []
    for i, x in enumerate(numbers):
        before = [x, *(numbers[(j * i + j // 2) % len(numbers)] for j in (7, 11, 1 if i % 3 else 13))]
        mask = (0, 0xFFFFFFFF)[i // 2 % 2]
        x0, v0, x1, v1 = (value * inverse % p for value in (before[2:] + before[:2] if mask else before))
        v0, v1 = -v0, -v1  # as for -Z
        h = x1 - x0
        a, product = x0 * h * h, v0 * v1
        u = product - a
        n_, d = a - u - v0 * v0, u * (a + v0 * v0) - h**3 * v0 * v0
        x1, v1 = v0 * v0 * product, -v0 * v0 * (d + u * u)
        point = [numbers[-1 - i], numbers[i // 2]]
        after = [value * radix % p for value in (x1 - d, d * n_ - v1, x1, -v1, u, d)]
        after[4:4] = point
        cases.append((IS_A, packed([*before, *point], n), mask.to_bytes(4, "little"), packed(after, n)))
    return cases, 8 * n, 8 * n


def packed(elements, n) -> int:
    """Elements of n words in a row."""
    return sum(value << 32 * n * i for i, value in enumerate(elements))


def addition_cases(kernel, p):
    """For a kernel of the families addition and jacobian-addition, whose sum is the second operand here: (place of r,
    entry, sum, r), the words of the entry and of the result. With Z = 1 the entry is the sum or its opposite."""
    n, factor = kernel.field.words, 1 if kernel.header["family"] == "addition" else 2  # of its Y in 2 Y
    radix = 1 << 32 * n
    inverse, half = pow(radix, -1, p), pow(factor, -1, p)
    numbers = [x for x in integers(n, p) if x < p]
    cases = []
    for i, x in enumerate(numbers):
        others = [numbers[(j * i + j // 2) % len(numbers)] for j in (7, 11, 13, 17)]
        own = (others[0], -others[0] % p)[i % 2]
        for entry, added in ((others[2:], (x, *others[:2])), ((x, own), (x, others[0], radix % p))):
            (x2, y2), (x1, y1, z1) = ([value * inverse % p for value in values] for values in (entry, added))
            h, s = x2 * z1**2 - x1, factor * (y2 * z1**3 - y1)  # of 2 Y
            x3 = s * s - 4 * h**3 - 8 * x1 * h * h
            y3 = 2 * (s * (4 * x1 * h * h - x3) - 4 * factor * y1 * h**3)
            after = x3 * half**2, y3 * half**4, 2 * h * z1 * half
            joined = [packed(row, n) for row in (entry, added, [value * radix % p for value in after])]
            cases.append((IS_B, joined[0], joined[1].to_bytes(12 * n, "little"), joined[2]))
    return cases, 2 * n, 3 * n


def jacobian_doubling_cases(kernel, p):
    """For a kernel of the family jacobian-doubling: (place of r, point, nothing, r), the words of both."""
    n = kernel.field.words
    radix = 1 << 32 * n
    inverse = pow(radix, -1, p)
    numbers = [x for x in integers(n, p) if x < p]
    cases = []
    for i, x in enumerate(numbers):
        for k in range(3):
            before = (x, numbers[(7 * i + k) % len(numbers)], numbers[(11 * i + 3 + 5 * k) % len(numbers)])
            x1, y1, z1 = (value * inverse % p for value in before)
            slope, b = 3 * x1 * x1 - 3 * z1**4, 4 * x1 * y1 * y1
            x3 = slope * slope - 2 * b
            after = x3, slope * (b - x3) - 8 * y1**4, 2 * y1 * z1
            cases.append((IS_A, packed(before, n), bytes(4), packed([value * radix % p for value in after], n)))
    return cases, 3 * n, 3 * n
