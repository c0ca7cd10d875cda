"""The routines for x86-64 on points in Jacobian coordinates of curves with a = -3 or 0: results against Python's
integers for points of the curves, for infinity, equal and opposite points, and for any elements; aliasing, the calling
convention, nothing left on the stack. The operations of which they are made, and the carries that sums and halves
take."""

import ctypes
import functools
import platform
import random
import subprocess

import pytest

from codegen import x86_64
from codegen.x86_64 import jacobian
from codegen.x86_64.kernel import Source, kernel
from codegen.x86_64.reduction import SpecialPrime
from motelab.subjects import curves
from tests.src.native.x86_64 import calls, carries, processor
from tests.src.native.x86_64.calls import Elements

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64" or not processor.has_adx(), reason="x86-64 with ADX only"
)

PRIMES = {prime.name: prime for prime in x86_64.JACOBIAN_PRIMES}


def structured(noise: random.Random, prime: SpecialPrime) -> int:
    """A number below the prime whose words make long carries, a small or a large one, or any."""
    p, kind = prime.modulus, noise.randrange(5)
    if kind == 0:
        return noise.choice((0, 1, 2, p // 2, p // 2 + 1, p - 2, p - 1))
    if kind == 1:
        listed = (
            0,
            0,
            1,
            2**64 - 1,
            2**64 - 1,
            2**64 - 2,
            2**32,
            2**32 - 1,
            2**64 - 2**32,
            *prime.constants[: prime.n],
        )
        return sum(noise.choice(listed) << 64 * i for i in range(prime.n)) % p
    if kind == 2:
        return (-1) ** noise.randrange(2) * (noise.getrandbits(64) << noise.randrange(64 * prime.n)) % p
    return noise.randrange(p)


def in_form(prime: SpecialPrime, *values: int) -> list[int]:
    return [(value << 64 * prime.n) % prime.modulus for value in values]


def out_of_form(prime: SpecialPrime, *values: int) -> list[int]:
    inverse = pow(1 << 64 * prime.n, -1, prime.modulus)
    return [value * inverse % prime.modulus for value in values]


def doubled(prime: SpecialPrime, x: int, y: int, z: int) -> list[int]:
    """The usual doubling (hankerson2004, Algorithm 3.21)."""
    p, t = prime.modulus, 3 * x * x + jacobian.COEFFICIENTS[prime.name] * z**4
    x3 = t * t - 8 * x * y * y
    return [value % p for value in (x3, t * (4 * x * y * y - x3) - 8 * y**4, 2 * y * z)]


def added(p: int, first: list[int], second: list[int]) -> list[int]:
    (x1, y1, z1), (x2, y2) = first, second
    h, s = x2 * z1 * z1 - x1, y2 * z1**3 - y1
    x3 = s * s - h**3 - 2 * x1 * h * h
    return [value % p for value in (x3, s * (x1 * h * h - x3) - y1 * h**3, z1 * h)]


def same_point(p: int, first: list[int], second: list[int]) -> bool:
    """Whether Jacobian coordinates name the same point, for any elements: x z'^2 = x' z^2, y z'^3 = y' z^3."""
    (x, y, z), (x2, y2, z2) = first, second
    return (x * z2 * z2 - x2 * z * z) % p == 0 and (y * z2**3 - y2 * z**3) % p == 0 and (not z) == (not z2)


def run_double(caller: calls.Caller, prime: SpecialPrime, point: list[int], in_place: bool) -> list[int]:
    memory = Elements(*in_form(prime, *point), n=prime.n)
    result = memory if in_place else Elements(0, 0, 0, n=prime.n)
    caller.run(f"mc_jacobian_double_{prime.name}_adx", [result.address, memory.address])
    assert in_place or memory.values() == in_form(prime, *point)
    assert max(result.values()) < prime.modulus
    return out_of_form(prime, *result.values())


def run_add(
    caller: calls.Caller, prime: SpecialPrime, point: list[int], affine: list[int], in_place: bool
) -> tuple[list[int], bool]:
    """The sum, and whether the routine says that the points are equal."""
    memory, others = Elements(*in_form(prime, *point), n=prime.n), Elements(*in_form(prime, *affine), n=prime.n)
    result = memory if in_place else Elements(0, 0, 0, n=prime.n)
    symbol = f"mc_jacobian_add_{prime.name}_adx"
    start = Elements(*memory.values(), n=prime.n)
    caller.run(symbol, [result.address, memory.address, others.address])
    function = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_void_p] * 3)(caller.library.kernel_address(symbol.encode()))
    again = Elements(0, 0, 0, n=prime.n)
    differs = function(again.address, start.address, others.address)
    assert again.values() == result.values() and max(result.values()) < prime.modulus
    assert others.values() == in_form(prime, *affine) and (in_place or memory.values() == start.values())
    return out_of_form(prime, *result.values()), differs == 0


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> calls.Caller:
    return calls.caller(tmp_path_factory.mktemp("jacobian"))


@pytest.mark.parametrize("name", PRIMES)
def test_elements(caller, name):
    """Any elements, of a curve or not: the formulas are polynomials."""
    prime, noise = PRIMES[name], random.Random(name)
    for case in range(400):
        point, affine = ([structured(noise, prime) for _ in range(count)] for count in (3, 2))
        found = run_double(caller, prime, point, in_place=case % 2 == 0)
        halved = [value * pow(2, -power, prime.modulus) for value, power in zip(
            doubled(prime, *point), (2, 3, 1), strict=True)]  # fmt: skip
        assert found == [value % prime.modulus for value in halved], point
        found, is_equal = run_add(caller, prime, point, affine, in_place=case % 3 == 0)
        assert found == added(prime.modulus, point, affine), (point, affine)
        (x, y, z), (x2, y2) = point, affine
        assert is_equal == ((x2 * z * z - x) % prime.modulus == (y2 * z**3 - y) % prime.modulus == 0)


@pytest.mark.parametrize("name", PRIMES)
def test_points(caller, name):
    """Multiples of the generator, by doublings and additions in turns; equal and opposite points, and infinity."""
    prime, curve = PRIMES[name], curves.find(f"sec{name[1:].replace('521', '521r1')}")
    p, (gx, gy), coefficients = prime.modulus, curve.generator, dict(curve.coefficients)
    assert (coefficients["a"] - jacobian.COEFFICIENTS[name]) % p == 0
    z = pow(7, 5, p)
    generator = [gx * z * z % p, gy * z**3 % p, z]
    assert same_point(p, run_double(caller, prime, generator, in_place=False), doubled(prime, *generator))
    assert run_add(caller, prime, generator, [gx, gy], in_place=True) == ([0, 0, 0], True)
    infinity, is_equal = run_add(caller, prime, generator, [gx, p - gy], in_place=True)
    assert infinity[2] == 0 and not is_equal
    assert run_double(caller, prime, [gx, gy, 0], in_place=True)[2] == 0
    multiple = [gx, gy, 1]
    for _ in range(40):
        multiple = run_double(caller, prime, multiple, in_place=True)
        multiple, is_equal = run_add(caller, prime, multiple, [gx, gy], in_place=False)
        assert not is_equal and on_curve(p, coefficients, multiple)


def on_curve(p: int, coefficients: dict[str, int], point: list[int]) -> bool:
    x, y, z = point
    return (y * y - x**3 - coefficients["a"] * x * z**4 - coefficients["b"] * z**6) % p == 0


# The operations of which the routines are made, as functions of their own: operands, and the result modulo p.
OPERATIONS = {
    "sum_": ("ab", lambda a, b, p, n: a + b),
    "difference": ("ab", lambda a, b, p, n: a - b),
    "three_halves": ("a", lambda a, _, p, n: 3 * a * pow(2, -1, p)),
    "product": ("ab", lambda a, b, p, n: a * b * pow(2, -64 * n, p)),
    "square": ("a", lambda a, _, p, n: a * a * pow(2, -64 * n, p)),
    "below_p": ("a", lambda a, _, p, n: a),
}
ALWAYS_ONE_WAY = ("product", "square")  # whose carries test_x86_64_kernels.py has seen in kernels of the same rows


def operands_bound(prime: SpecialPrime, operation: str) -> tuple[int, int]:
    """Bounds of operands, which are at most p but where the residues have room."""
    p = prime.modulus
    if not jacobian.residues_of(prime).has_larger:
        return p, p
    return (2**529, 2 * p + 1) if operation == "difference" else (2**529, 2**529)


@functools.cache
def operation_source(operation: str, prime: SpecialPrime) -> str:
    given = {"r": ("R",), "a": ("a",), "b": ("b",)}
    routine = jacobian.begun(("r", "a", "b"), given, prime)
    getattr(routine, operation)("R", *OPERATIONS[operation][0])
    kernels = (kernel("mc_operation", "", routine.end()), *jacobian.called_kernels(prime))
    source = Source(operation, ("Test.",), kernels, prime.data())
    return source.text().replace(".hidden", ".globl")


@pytest.mark.parametrize(
    ("operation", "name"),
    [(o, n) for o in OPERATIONS for n in PRIMES if o != "below_p" or jacobian.residues_of(PRIMES[n]).has_larger],
)
def test_operations(tmp_path, operation, name):
    """Results and their bounds; but for products every carry as 0 and as 1."""
    prime, noise = PRIMES[name], random.Random(operation)
    p, n = prime.modulus, prime.n
    text, sites = carries.counting(operation_source(operation, prime), "carries")
    (tmp_path / "operation.S").write_text(text)
    subprocess.run(["gcc", "-shared", tmp_path / "operation.S", "-o", tmp_path / "operation.so"], check=True)
    function = ctypes.CDLL(str(tmp_path / "operation.so")).mc_operation
    bounds = operands_bound(prime, operation)
    for case in range(6_000):
        a, b = (any_residue(noise, prime, bound) for bound in bounds)
        if case % 3 == 0:  # a structured result
            a = structured(noise, prime) * pow(3, -1, p) * 2 % p if operation == "three_halves" else a
            b = (structured(noise, prime) - a if operation == "sum_" else a - structured(noise, prime)) % p
        memory, result = Elements(a, b, n=n), Elements(0, n=n)
        function(*map(ctypes.c_void_p, (result.address, memory.address, memory.address + 8 * n)))
        (found,) = result.values()
        assert found % p == OPERATIONS[operation][1](a, b, p, n) % p, (hex(a), hex(b))
        assert found < result_bound(prime, operation), (hex(a), hex(b))
    table = (ctypes.c_uint8 * 2 * len(sites)).in_dll(ctypes.CDLL(str(tmp_path / "operation.so")), "carries")
    one_way = [
        site.text
        for site, counts in zip(sites, table, strict=True)
        if not all(counts) and not site.is_clear and site.function == "mc_operation"
    ]
    if operation not in ALWAYS_ONE_WAY:
        assert not one_way


def any_residue(noise: random.Random, prime: SpecialPrime, bound: int) -> int:
    """A structured number below the bound; where that is above p, often a multiple of p more or less."""
    if bound == prime.modulus:
        return structured(noise, prime)
    return (structured(noise, prime) + noise.choice((0, 1, bound // prime.modulus - 1)) * prime.modulus) % bound


def result_bound(prime: SpecialPrime, operation: str) -> int:
    if not jacobian.residues_of(prime).has_larger or operation == "below_p":
        return prime.modulus
    return prime.modulus + 2**484 if operation in ALWAYS_ONE_WAY else 2**531
