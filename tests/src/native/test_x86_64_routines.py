"""The routines for x86-64, several operations each: the step of the ladder on Curve25519, a doubling and two additions
on Ed25519. Results against Python's integers for random and for extreme elements; the calling convention, nothing left
on the stack. The operations of which they are made, and every carry that these take."""

import ctypes
import functools
import itertools
import platform
import random
import subprocess

import pytest

from codegen.x86_64.fp255 import MODULUS as P
from codegen.x86_64.kernel import Source, kernel
from codegen.x86_64.listing import Listing
from codegen.x86_64.rows import AdxRows, words_at
from codegen.x86_64.weak_residues import WeakResidues
from tests.src.native.x86_64 import calls, carries, processor
from tests.src.native.x86_64.calls import Elements

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64" or not processor.has_adx(), reason="x86-64 with ADX only"
)

N = 4
STEP, DOUBLE, ADD = "mc_ladder_step_fp255_adx", "mc_extended_double_fp255_adx", "mc_extended_add_fp255_adx"
APART = "mc_extended_add_apart_fp255_adx"
# Words that make long carries, and elements at the ends of their ranges.
WORDS = (0, 1, 18, 19, 38, 2**63 - 1, 2**63, 2**64 - 39, 2**64 - 38, 2**64 - 20, 2**64 - 19, 2**64 - 1)
EDGES = (0, 1, 19, P - 20, P - 1, P, P + 1, 2 * P - 1, 2**255 - 1, 2**255, 2**255 + 1462, 2**256 - 39)


def element(noise: random.Random, bound: int) -> int:
    """An element below the bound: of edges, of words that carry, or random."""
    kind = noise.randrange(4)
    if kind == 0:
        return noise.choice(EDGES) % bound
    if kind == 1:
        return sum(noise.choice(WORDS) << 64 * i for i in range(N)) % bound
    return noise.randrange(bound)


def step_expected(points: list[int], x: int, swap: int, a24: int) -> list[int]:
    x2, z2, x3, z3 = points[2:] + points[:2] if swap else points
    aa, bb = (x2 + z2) ** 2, (x2 - z2) ** 2
    da, cb = (x3 - z3) * (x2 + z2), (x3 + z3) * (x2 - z2)
    return [value % P for value in (aa * bb, (aa - bb) * (aa + a24 * (aa - bb)), (da + cb) ** 2, x * (da - cb) ** 2)]


def extended_expected(p: list[int], q: list[int] | None, d: int) -> list[int]:
    x, y, z, e, h = p
    if q is None:
        a, b = x * x, y * y
        big_e, g, big_h = (x + y) ** 2 - a - b, b - a, b + a
        f = 2 * z * z - g
    else:
        a, b, c = x * q[0], y * q[1], d * e * h * q[0] * q[1]
        big_e, f, g, big_h = (x + y) * (q[0] + q[1]) - a - b, z - c, z + c, b + a
    return [value % P for value in (big_e * f, g * big_h, f * g, big_e, big_h)]


def apart_expected(p: list[int], q: list[int]) -> list[int]:
    x, y, z, e, h = p
    a, b, c, d = (y - x) * (q[1] + q[0]), (y + x) * (q[1] - q[0]), 2 * q[0] * q[1] * z, 2 * e * h
    big_e, f, g, big_h = d + c, b - a, b + a, d - c
    return [value % P for value in (big_e * f, g * big_h, f * g, big_e, big_h)]


def run_step(run, noise: random.Random) -> None:
    points, x, swap = [element(noise, 2 * P) for _ in range(4)], element(noise, 2**256), noise.randrange(2)
    a24 = noise.choice((121665, 0, 1, 2**17 - 1))
    memory, of_x = Elements(*points, room=2), Elements(x)
    run(STEP, [memory.address, of_x.address, swap, noise.getrandbits(32) << 32 | a24], public=(a24,))
    found = memory.values()[:4]
    assert max(found) < 2 * P and of_x.values() == [x]
    assert [value % P for value in found] == step_expected(points, x, swap, a24), (points, x, swap, a24)


def run_extended(run, noise: random.Random, symbol: str) -> None:
    p, q, d = [element(noise, P) for _ in range(5)], [element(noise, P) for _ in range(2)], element(noise, P)
    memory, others, of_d = Elements(*p), Elements(*q), Elements(d)
    result = memory if noise.randrange(2) else Elements(*[0] * 5)
    arguments = {DOUBLE: [], APART: [others.address], ADD: [others.address, of_d.address]}[symbol]
    run(symbol, [result.address, memory.address, *arguments])
    expected = apart_expected(p, q) if symbol == APART else extended_expected(p, q if symbol == ADD else None, d)
    assert result.values() == expected, (p, q, d)
    assert (others.values(), of_d.values()) == (q, [d]) and (result is memory or memory.values() == p)


RUNS = {
    STEP: run_step,
    **{symbol: functools.partial(run_extended, symbol=symbol) for symbol in (DOUBLE, ADD, APART)},
}


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> calls.Caller:
    return calls.caller(tmp_path_factory.mktemp("routines"))


@pytest.mark.parametrize("symbol", RUNS)
def test_results(caller, symbol):
    noise = random.Random(symbol)
    for _ in range(600):
        RUNS[symbol](caller.run, noise)


def test_ladder_step_at_edges(caller):
    """Edges of both coordinates with each other, for both swaps."""
    for (x2, z2), swap in itertools.product(itertools.product(EDGES, repeat=2), (0, 1)):
        points = [x2 % (2 * P), z2 % (2 * P)] * 2
        memory, of_x = Elements(*points, room=2), Elements(2**256 - 1)
        caller.run(STEP, [memory.address, of_x.address, swap, 121665])
        assert [v % P for v in memory.values()[:4]] == step_expected(points, 2**256 - 1, swap, 121665), (points, swap)


# The operations of which routines are made, of a < 2^256 and b < 2 p, as functions of their own.
OPERATIONS = {
    "sum": (lambda residues, a, b: residues.plus(residues.load(a), b), lambda a, b: a + b),
    "difference": (lambda residues, a, b: residues.minus(residues.load(a), b), lambda a, b: a - b),
    "product": (lambda residues, a, b: residues.product(a, b), lambda a, b: a * b),
    "square": (lambda residues, a, _: residues.square(a), lambda a, _: a * a),
    "reduced": (lambda residues, a, _: residues.below_p(residues.load(a)), lambda a, _: a),
    "multiple": (lambda residues, a, b: residues.sum_with_multiple(a, "131071", b), lambda a, b: a + 131071 * b),
}
BELOW = {"product": 2**255 + 1463, "square": 2**255 + 1463, "reduced": P, "multiple": 2**255 + 2**24}


def operation_source(name: str) -> str:
    asm = Listing(("r", "a", "b"), AdxRows.extensions)
    asm.move("b", "r10")
    residues = WeakResidues(asm, AdxRows(asm))
    values = OPERATIONS[name][0](residues, *(words_at(asm.home[operand], N) for operand in "ab"))
    residues.store(words_at(asm.home["r"], N), values)
    return Source(name, ("Test.",), (kernel(f"mc_{name}", "", asm),)).text().replace(".hidden", ".globl")


def related(noise: random.Random, name: str) -> tuple[int, int]:
    """Two operands whose sum, difference or multiple is a structured number, or any."""
    a, b, kind = element(noise, 2**256), element(noise, 2 * P), noise.randrange(4)
    if kind == 0:
        b = (a - element(noise, 2**256)) % 2**256 % (2 * P)
    elif kind == 1:
        b = (element(noise, 2**256) - a) % 2**256 % (2 * P)
    elif kind == 2 and name == "multiple":
        a = (element(noise, 2**256) - 131071 * b) % 2**256
    elif kind == 2 and b % P:
        a = element(noise, P) * pow(b, -1, P) % P
    return (a % (2**255 + 1463) if name == "multiple" else a), b


# Carries that no operands set. Upper words of multiples are below 2^17, and a[3] is at most 2^63.
DEAD = {"multiple": {"adox rbp, r9"}}


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations(tmp_path, name):
    """Results, their bounds, and every carry that an instruction takes as 0 and as 1."""
    text, sites = carries.counting(operation_source(name), "carries")
    (tmp_path / "operation.S").write_text(text)
    subprocess.run(["gcc", "-shared", tmp_path / "operation.S", "-o", tmp_path / "operation.so"], check=True)
    library = ctypes.CDLL(str(tmp_path / "operation.so"))
    noise, function = random.Random(name), getattr(library, f"mc_{name}")
    for _ in range(8_000):
        a, b = related(noise, name)
        memory, result = Elements(a, b), Elements(0)
        pointers = (result.address, memory.address, memory.address + 8 * N)
        function(*map(ctypes.c_void_p, pointers))
        (found,) = result.values()
        assert found % P == OPERATIONS[name][1](a, b) % P and found < BELOW.get(name, 2**256), (hex(a), hex(b))
    table = (ctypes.c_uint8 * 2 * len(sites)).in_dll(library, "carries")
    one_way = {
        site.text
        for site, counts in zip(sites, table, strict=True)
        if not all(counts) and not (site.is_clear and not counts[1])
    }
    assert one_way == DEAD.get(name, set())
