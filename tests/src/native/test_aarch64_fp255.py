"""Kernels for AArch64 modulo 2^255 - 19, under QEMU: products and squares below p, the steps of the ladder by the
formulas of RFC 7748, and the operations of which it is made, with every carry that these take."""

import dataclasses
import random

import pytest

from codegen import aarch64
from codegen.aarch64.fp255 import MODULUS as P
from codegen.aarch64.routine import Routine
from codegen.aarch64.weak_residues import WeakResidues
from tests.src.native.aarch64.carries import counting
from tests.src.native.arm import ladder_steps
from tests.src.native.arm.ladder_steps import Step
from tests.src.native.test_aarch64 import pytestmark as pytestmark
from tests.src.native.test_aarch64_kernels import KERNEL_FOLDER, Runner, build, octets

N = 4
OF_PRODUCT = 2**255 + 2**198  # products are below
# Words that make long carries, and numbers at the ends of their ranges.
WORDS = (0, 1, 18, 19, 37, 38, 2**63 - 1, 2**63, 2**64 - 39, 2**64 - 38, 2**64 - 20, 2**64 - 19, 2**64 - 1)
EDGES = (0, 1, 19, P - 20, P - 1, P, P + 1, 2**255 - 1, 2**255, OF_PRODUCT - 1, 2 * P - 1, 2 * P, 2**256 - 1)
A24 = 131071


def element(noise: random.Random, bound: int) -> int:
    """An element below the bound: of edges, of words that carry, at the bound, or random."""
    kind = noise.randrange(5)
    if kind == 0:
        return noise.choice(EDGES) % bound
    if kind == 1:
        return sum(noise.choice(WORDS) << 64 * i for i in range(N)) % bound
    return bound - 1 - noise.randrange(2**20) if kind == 2 else noise.randrange(bound)


@pytest.fixture(scope="module")
def runner(tmp_path_factory) -> Runner:
    """The committed kernels."""
    return Runner(build(tmp_path_factory.mktemp("fp255") / "kernels", *sorted(KERNEL_FOLDER.glob("*.S"))))


@pytest.mark.parametrize("name", ["mul", "sqr"])
def test_products(runner, name):
    """Any numbers of 32 bytes, the result apart from and in place of every operand."""
    noise = random.Random(name)
    edges = [*EDGES, *(element(noise, 2**256) for _ in range(20))]
    pairs = [(a, b) for a in edges for b in edges] if name == "mul" else [(a, a) for a in edges * 10]
    places = 3 if name == "mul" else 2
    cases = [(i % places, [a], [b]) for i, (a, b) in enumerate(pairs)]
    found = runner.results(f"mc_modular_{name}_fp255", cases, 1, N)
    assert [result for _, result in found] == [a * b % P for a, b in pairs]


# The steps of the ladder


def coordinates(runner: Runner, cases: list[tuple[Step, int, int]]) -> list[list[int]]:
    """After so many steps, from the coordinates of a step on, by bits of k."""
    questions = [
        f"steps {octets(c.x2, c.z2, c.x3, c.z3, c.x, k, n=N)} {octets(bits, c.a24, n=1)}" for c, k, bits in cases
    ]
    found = []
    for line in runner.ask(questions):
        data = bytes.fromhex(line)
        found.append([int.from_bytes(data[i : i + 8 * N], "little") for i in range(0, len(data), 8 * N)])
    return found


def steps():
    noise = random.Random(255)
    yield from (*ladder_steps.steps(1, 20), *ladder_steps.long_steps(1, 20))
    for _ in range(300):
        numbers = [*(element(noise, 2 * P) for _ in range(4)), element(noise, 2**256)]
        yield Step(*numbers, swap=noise.randrange(2), a24=noise.choice((121665, 0, 1, A24)))
    high = (2 * P - 1, 2**255, P, 0)
    yield from (Step(a, b, c, d, 2**256 - 1) for a in high for b in high for c in high for d in high)


def test_ladder_steps(runner):
    cases = [case for step in steps() for case in (step, step.swapped())]
    for case, found in zip(cases, coordinates(runner, [(c, c.swap, 1) for c in cases]), strict=True):
        assert [value % P for value in found] == case.result() and max(found) < OF_PRODUCT, case


@pytest.mark.parametrize("bits", [1, 2, 63, 64, 65, 128, 129, 192, 193, 254, 255, 256])
def test_steps_by_bits(runner, bits):
    """Bits of all words, the exchanges between them; what lies above the bits of k is not read."""
    noise = random.Random(bits)
    scalars = [0, 2**bits - 1, 2 ** (bits - 1), 1, 2**256 // 3, *(noise.randrange(2**256) for _ in range(5))]
    cases = []
    for k in scalars:
        x, z = noise.randrange(1, P), noise.randrange(1, P)
        cases.append((Step(1, 0, x * z % P, z, x), k, bits))
    for (case, k, _), found in zip(cases, coordinates(runner, cases), strict=True):
        above, expected = 0, case
        for i in reversed(range(bits)):
            expected = dataclasses.replace(expected, swap=above ^ (k >> i & 1))
            expected, above = Step(*expected.result(), x=case.x), k >> i & 1
        assert [value % P for value in found] == [expected.x2, expected.z2, expected.x3, expected.z3], (case, hex(k))


# Operations: the result, the bounds of operands and of the result. The step is made of the first, which are kernels of
# the tests' own.
OWN = {
    "plus": (lambda a, b: a + b, 2 * P, 2 * P, 2**256),
    "minus": (lambda a, b: a - b, 2 * P, 2 * P, 2**256),
    "product": (lambda a, b: a * b, 2**256, 2**256, OF_PRODUCT),
    "square": (lambda a, b: a * a, 2**256, 2**256, OF_PRODUCT),
    "sum_with_multiple": (lambda a, b: a + A24 * b, OF_PRODUCT, 2**256, 2**255 + 2**210),
}
OPERATIONS = {
    **OWN,
    "modular_mul": (lambda a, b: a * b, 2**256, 2**256, P),
    "modular_sqr": (lambda a, b: a * a, 2**256, 2**256, P),
}
# Carries that no operands set.
DEAD: dict[str, set[str]] = {}


def related(noise: random.Random, name: str) -> tuple[int, int]:
    """Two operands whose sum, difference, product or multiple is a structured number, or any."""
    _, first, second, _ = OPERATIONS[name]
    a, b, aim, kind = element(noise, first), element(noise, second), element(noise, 2**256), noise.randrange(4)
    if kind == 0:
        b = (a - aim) % 2**256 % second
    elif kind == 1:
        b = (aim - a) % 2**256 % second
    elif kind == 2 and name == "sum_with_multiple":
        a = (aim - A24 * b) % 2**256 % first
    elif name in ("square", "modular_sqr"):
        near = (noise.randrange(1, 2**62) << 192) - noise.randrange(20)  # a carry through three words
        a = ladder_steps.root((aim if kind == 2 else near) % P) or a
    elif kind == 2 and b % P:
        a = aim * pow(b, -1, P) % P % first
    return a, b


def own_kernel(name: str) -> str:
    given = {"r": ("R",), "a": ("A",), "b": ("B",)}
    routine = Routine(tuple(given), given, WeakResidues, given["r"])
    if name == "sum_with_multiple":
        factor = routine.asm.take()
        routine.asm("mov", factor, A24)
        routine.sum_with_multiple("R", "A", "B", factor)
    else:
        routine.one(name, "R", *("A" if name == "square" else "AB"))
    own = aarch64.kernel(f"mc_{name}_fp255", aarch64.TWO, routine.end())
    return aarch64.Source("", ("Test.",), (own,)).text()


@pytest.fixture(scope="module")
def checking(tmp_path_factory):
    """A program of kernels with code that notes carries, and the sites of these."""
    folder, sites = tmp_path_factory.mktemp("counting"), []
    texts = {path.stem: path.read_text() for path in sorted(KERNEL_FOLDER.glob("*.S"))}
    texts |= {name: own_kernel(name) for name in OWN}
    for stem, text in texts.items():
        counted, of_file = counting(text)
        (folder / f"{stem}.S").write_text(counted)
        sites += of_file
    return Runner(build(folder / "counting", *(folder / f"{stem}.S" for stem in texts))), sites


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations(checking, name):
    """Results, their bounds, and every carry that an instruction takes as 0 and as 1."""
    (runner, sites), noise = checking, random.Random(name)
    expected, _, _, below = OPERATIONS[name]
    symbol, pairs = f"mc_{name}_fp255", [related(noise, name) for _ in range(2_500)]
    asked = symbol.encode().hex()
    *lines, counts = runner.ask([*(f"run {asked} 0004 {octets(a, n=N)} {octets(b, n=N)}" for a, b in pairs), "carries"])
    for (a, b), line in zip(pairs, lines, strict=True):
        found = int.from_bytes(bytes.fromhex(line)[8:], "little")
        assert found % P == expected(a, b) % P and found < below, (hex(a), hex(b))
    data = bytes.fromhex(counts)
    one_way = {
        site.text
        for site, both in zip(sites, zip(data[::2], data[1::2], strict=True), strict=True)
        if site.function == symbol and not all(both)
    }
    assert one_way == DEAD.get(name, set())
