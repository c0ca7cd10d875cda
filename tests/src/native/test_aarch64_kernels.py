"""The assembly kernels for AArch64, by the cross compiler and the emulator: results against Python's integers and, for
operands that make every carry, against plain C; points, infinity, equal and opposite ones included; aliasing, the
calling convention, nothing left on the stack, no instruction that could make the trace depend on data."""

import itertools
import random
import re
import subprocess
from pathlib import Path

import pytest

from codegen import aarch64
from codegen.hosts import jacobian
from motelab import ROOT
from motelab.subjects import curves
from tests.src.native.aarch64.carries import counting
from tests.src.native.test_aarch64 import CPUS, SOURCES, TOOLCHAIN, answers, compiled
from tests.src.native.test_aarch64 import pytestmark as pytestmark
from tests.src.native.test_x86_64_jacobian import PRIMES as SHAPES
from tests.src.native.test_x86_64_jacobian import (
    added,
    doubled,
    in_form,
    on_curve,
    out_of_form,
    structured,
)
from tests.src.native.test_x86_64_kernels import operands
from tests.src.native.x86_64.carries import Site

NAMES = [prime.name for prime in aarch64.PRIMES]
PRIMES = {prime.name: prime for prime in aarch64.PRIMES}
KERNEL_FOLDER = ROOT / "generated/native/aarch64"
COMPARISON = ROOT / "tests/src/native/x86_64/structured.c"
# Name, the number of structured.c (none: the tests' own), operands, and the result modulo p.
OPERATIONS = {
    "montgomery_mul": (0, 2, lambda a, b, p, n: a * b * pow(2, -64 * n, p)),
    "montgomery_sqr": (1, 1, lambda a, _, p, n: a * a * pow(2, -64 * n, p)),
    "modular_add": (2, 2, lambda a, b, p, n: a + b),
    "modular_sub": (3, 2, lambda a, b, p, n: a - b),
    "modular_three_halves": (None, 1, lambda a, _, p, n: 3 * a * pow(2, -1, p)),
}
OWN = ("modular_three_halves",)  # a part of doublings, which is no kernel
MNEMONICS = {
    "adc",
    "adcs",
    "add",
    "adds",
    "and",
    "bti",
    "cmn",
    "cmp",
    "csel",
    "csetm",
    "eor",
    "extr",
    "ldp",
    "lsl",
    "lsr",
    "mov",
    "mul",
}
MNEMONICS |= {"orr", "ret", "sbc", "sbcs", "sbfx", "stp", "sub", "subs", "umulh"}
# A loop's: the rounds to come, the address of a scalar, which is in the frame, and its word of this round.
OF_LOOP = {"cbnz", "ldr", "str"}
ROUND = re.compile(
    r"str \w+, \[sp\]\n(?P<start>\w+): ldr (?P<k>\w+), \[sp\]\n\w+: sub (?P<left>\w+), (?P=left), #0x1\n"
    r"\w+: lsr (?P<at>\w+), (?P=left), #6\n\w+: ldr (?P=at), \[(?P=k), (?P=at), lsl #3\]\n"
)


def octets(*values: int, n: int) -> str:
    return b"".join(value.to_bytes(8 * n, "little") for value in values).hex()


def build(output: Path, *kernels: Path) -> Path:
    own = (SOURCES / "kernels.c", SOURCES / "call.S", COMPARISON)
    return compiled(output, "-static", *own, *kernels)


class Runner:
    """A program of kernels, and the questions that it is asked."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def ask(self, questions: list[str]) -> list[str]:
        return answers(self.program, questions, CPUS[0])

    def results(self, symbol: str, cases: list[tuple[int, list[int], list[int]]], size: int, n: int) -> list[list[int]]:
        """x0, then the `size` elements of the result, for cases (alias, first operand, second operand)."""
        name = symbol.encode().hex()
        questions = [
            f"run {name} {bytes((alias, size * n)).hex()} {octets(*a, n=n)} {octets(*b, n=n)}" for alias, a, b in cases
        ]
        found = []
        for line in self.ask(questions):
            data = bytes.fromhex(line)
            ends = range(8, 8 + 8 * n * size, 8 * n)
            elements = [int.from_bytes(data[at : at + 8 * n], "little") for at in ends]
            found.append([int.from_bytes(data[:8], "little"), *elements])
        return found


@pytest.fixture(scope="module")
def runner(tmp_path_factory) -> Runner:
    """The committed kernels."""
    return Runner(build(tmp_path_factory.mktemp("kernels") / "kernels", *sorted(KERNEL_FOLDER.glob("*.S"))))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o not in OWN])
def test_results(runner, operation, name):
    """All pairs of edges and of structured numbers, the result apart from and in place of every operand."""
    prime, noise = PRIMES[name], random.Random(operation)
    p, n, (_, count, expected) = prime.modulus, prime.n, OPERATIONS[operation]
    edges = [
        *operands(p, n),
        *(structured(noise, SHAPES[name]) for _ in range(12)),
        *(noise.randrange(p) for _ in "abcd"),
    ]
    pairs = list(itertools.product(edges, repeat=2)) if count == 2 else [(a, 0) for a in edges]
    cases = [(i % (count + 1), [a], [b]) for i, (a, b) in enumerate(pairs)]
    found = runner.results(f"mc_{operation}_{name}", cases, 1, n)
    for (_, result), (a, b) in zip(found, pairs, strict=True):
        assert result == expected(a, b, p, n) % p, (hex(a), hex(b))


@pytest.mark.parametrize("name", NAMES)
def test_elements_of_points(runner, name):
    """Any elements, of a curve or not: the formulas are polynomials."""
    prime, noise = SHAPES[name], random.Random(name)
    p, n = prime.modulus, prime.n
    points = [
        ([structured(noise, prime) for _ in "XYZ"], [structured(noise, prime) for _ in "XY"]) for _ in range(1500)
    ]
    cases = [(i % 2, in_form(prime, *a), in_form(prime, *b)) for i, (a, b) in enumerate(points)]
    doubles = runner.results(f"mc_jacobian_double_{name}", [(at, a, []) for at, a, _ in cases], 3, n)
    sums = runner.results(f"mc_jacobian_add_{name}", cases, 3, n)
    for (point, affine), (_, *double), (differs, *total) in zip(points, doubles, sums, strict=True):
        assert max(*double, *total) < p
        halved = zip(doubled(prime, *point), (4, 8, 2), strict=True)
        assert out_of_form(prime, *double) == [value * pow(factor, -1, p) % p for value, factor in halved], point
        assert out_of_form(prime, *total) == added(p, point, affine), (point, affine)
        (x, y, z), (x2, y2) = point, affine
        assert (differs == 0) == ((x2 * z * z - x) % p == (y2 * z**3 - y) % p == 0)


@pytest.mark.parametrize("name", NAMES)
def test_points(runner, name):
    """Multiples of the generator; equal and opposite points, infinity."""
    prime, curve = SHAPES[name], curves.find(f"sec{name[1:]}")
    p, n, (gx, gy), coefficients = prime.modulus, prime.n, curve.generator, dict(curve.coefficients)
    assert (coefficients["a"] - jacobian.COEFFICIENTS[name]) % p == 0

    def add(point: list[int], affine: list[int]) -> tuple[int, list[int]]:
        case = (1, in_form(prime, *point), in_form(prime, *affine))
        ((differs, *total),) = runner.results(f"mc_jacobian_add_{name}", [case], 3, n)
        return differs, out_of_form(prime, *total)

    def double(point: list[int]) -> list[int]:
        ((_, *result),) = runner.results(f"mc_jacobian_double_{name}", [(1, in_form(prime, *point), [])], 3, n)
        return out_of_form(prime, *result)

    z = pow(7, 5, p)
    generator = [gx * z * z % p, gy * z**3 % p, z]
    assert add(generator, [gx, gy]) == (0, [0, 0, 0])
    differs, infinity = add(generator, [gx, p - gy])
    assert differs and infinity[2] == 0
    assert double([gx, gy, 0])[2] == 0
    multiple = generator
    for _ in range(10):
        differs, multiple = add(double(multiple), [gx, gy])
        assert differs and on_curve(p, coefficients, multiple)


# Carries


class Counting(Runner):
    """The checking build, with the tests' own kernel."""

    def __init__(self, folder: Path) -> None:
        self.sites: list[Site] = []
        texts = {path.stem: path.read_text() for path in sorted(KERNEL_FOLDER.glob("*.S"))}
        for prime in aarch64.PRIMES:
            own = aarch64.one_operation(prime, "three_halves", "a")
            kernel = aarch64.kernel(f"mc_modular_three_halves_{prime.name}", aarch64.ONE, own)
            texts[f"three_halves_{prime.name}"] = aarch64.Source("", ("Test.",), (kernel,)).text()
        for stem, text in texts.items():
            counted, sites = counting(text)
            (folder / f"{stem}.S").write_text(counted)
            self.sites += sites
        super().__init__(build(folder / "counting", *(folder / f"{stem}.S" for stem in texts)))

    def one_way(self, symbol: str, questions: list[str]) -> tuple[list[str], list[str]]:
        """The answers, and the sites of the kernel whose carry was always the same."""
        *found, counts = self.ask([*questions, "carries"])
        data = bytes.fromhex(counts)
        pairs = zip(self.sites, zip(data[::2], data[1::2], strict=True), strict=True)
        return found, [str(site) for site, both in pairs if site.function == symbol and not all(both)]


@pytest.fixture(scope="module")
def checking(tmp_path_factory) -> Counting:
    return Counting(tmp_path_factory.mktemp("counting"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_carry_is_set(checking, operation, name):
    """Structured operands are right, and set each carry in some cases and not in others."""
    prime, symbol, noise = PRIMES[name], f"mc_{operation}_{name}", random.Random(operation)
    p, n, (number, _, expected) = prime.modulus, prime.n, OPERATIONS[operation]
    if number is None:
        numbers = [structured(noise, SHAPES[name]) for _ in range(1500)]
        numbers += [structured(noise, SHAPES[name]) * pow(3, -1, p) * 2 % p for _ in range(1500)]
        setting = bytes((0, n)).hex()
        questions = [f"run {symbol.encode().hex()} {setting} {octets(a, n=n)}" for a in numbers]
        found, one_way = checking.one_way(symbol, questions)
        results = [int.from_bytes(bytes.fromhex(line)[8:], "little") for line in found]
        assert results == [expected(a, 0, p, n) % p for a in numbers]
    else:
        count = 100_000
        subject = octets(number, count, 1, n=1)
        question = f"try {symbol.encode().hex()} {subject} {octets(p, n=n)}"
        question += f" {octets(pow(2, 128 * n, p), n=n)}"
        found, one_way = checking.one_way(symbol, [question])
        assert int.from_bytes(bytes.fromhex(found[0]), "little") == count
    assert one_way == []


# Object code


def output_of(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_object_code(tmp_path):
    """No branch but the return and a loop's, no instruction beyond MNEMONICS; addresses are arguments, which no
    instruction changes before their last use, or the stack pointer with a constant; no register that is the platform's
    or a frame's."""
    for source in sorted(KERNEL_FOLDER.glob("*.S")):
        target = tmp_path / f"{source.stem}.o"
        compiled(target, "-c", source)
        text = output_of(f"{TOOLCHAIN}-objdump", "-d", "--no-show-raw-insn", target)
        functions = re.findall(r"^[0-9a-f]+ <(mc_\w+)>:\n(.*?)(?=^\n|\Z)", text, re.M | re.S)
        assert {name for name, _ in functions} == set(re.findall(r"^(mc_\w+):", source.read_text(), re.M))
        for name, body in functions:
            found = re.findall(r"^ +([0-9a-f]+):\t(\w+)(?:\.\w+)?\s*([^/\n]*)", body, re.M)
            instructions = [(place, mnemonic, rest.strip()) for place, mnemonic, rest in found if mnemonic != "nop"]
            check_function(name, without_loop(name, instructions))
        notes = output_of(f"{TOOLCHAIN}-readelf", "-nS", target)
        assert "BTI, PAC" in notes and re.search(r"\.note\.GNU-stack +PROGBITS +\w+ +\w+\s+\w+ +\w+ +\d", notes)


def without_loop(name: str, instructions: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """All but the instructions of a loop, whose branch reads a number of rounds that nothing else writes."""
    rest = [(mnemonic, operands) for _, mnemonic, operands in instructions if mnemonic not in OF_LOOP]
    own = [(mnemonic, operands) for _, mnemonic, operands in instructions if mnemonic in OF_LOOP]
    if own:
        lines = "".join(f"{place}: {mnemonic} {operands}\n" for place, mnemonic, operands in instructions)
        (found,) = ROUND.finditer(lines)
        assert [mnemonic for mnemonic, _ in own] == ["str", "ldr", "ldr", "cbnz", "str"], name
        assert re.fullmatch(f"{found['left']}, {found['start']} <.*>", own[3][1]) and own[4] == ("str", "xzr, [sp]")
        assert [operands for _, operands in rest if operands.startswith(f"{found['left']},")] == [
            f"{found['left']}, {found['left']}, #0x1"
        ], name
    return rest


def check_function(name: str, instructions: list[tuple[str, str]]) -> None:
    assert {mnemonic for mnemonic, _ in instructions} <= MNEMONICS, name
    assert instructions[0] == ("bti", "c") and [m for m, _ in instructions].index("ret") == len(instructions) - 1
    used = set(re.findall(r"\bx\d+", " ".join(rest for _, rest in instructions)))
    assert not used & {"x18", "x29", "x30"}, name
    last: dict[str, int] = {}
    for at, (mnemonic, rest) in enumerate(instructions):
        if mnemonic in ("ldp", "stp"):
            base = re.fullmatch(r"\w+, \w+, \[(x[0-2]|sp)(?:, #\d+)?\]", rest)
            assert base, (name, rest)
            last[base[1]] = at
    for at, (mnemonic, rest) in enumerate(instructions):
        written = re.findall(r"\w+", rest)[: {"ldp": 2, "stp": 0, "ret": 0, "bti": 0}.get(mnemonic, 1)]
        assert not [r for r in written if r != "sp" and last.get(r, -1) > at], (name, mnemonic, rest)
