"""Four elements of a binary field side by side (src/fb/wide.h), against Python's integers: random and structured
operands, every square and many products of basis vectors, in every binary field, by both compilers. The integers come
from tests/src/fb/test_fb.py, where PARI/GP confirms them."""

import ctypes
import functools
import itertools
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable

import pytest

from codegen.fields import BINARY_FIELDS, COMMON_FIELDS
from motelab import INCLUDE_FLAGS, ROOT
from motelab.library import host
from tests.src.fb.test_fb import modulus, multiply, remainder
from tests.src.native.x86_64 import processor

WIDE = pytest.mark.skipif(not processor.has_wide(), reason="needs VPCLMULQDQ and AVX-512")

FAST = ("fb163", "fb233", "fb571")
ALL_PAIRS = ("fb163", "fb283")
PAIRS, RANDOM = 2000, 40
WORD = 64
COMPILERS = ("gcc", "clang")
BUILDS = [
    pytest.param(
        field, compiler, marks=() if (field in FAST and compiler == "gcc") or field == "fb163" else pytest.mark.slow
    )
    for field in COMMON_FIELDS
    for compiler in COMPILERS
]


def degree(field: str) -> int:
    return BINARY_FIELDS[field][0]


class Wide:
    """The functions of tests/src/native/x86_64/wide.c for a field, on lists of integers."""

    def __init__(self, path, field: str):
        self.library, self.bytes = ctypes.CDLL(str(path)), -(-degree(field) // WORD) * WORD // 8

    def packed(self, values: Iterable[int]) -> ctypes.Array:
        """The elements one after the other, zeros up to a multiple of four."""
        octets = b"".join(value.to_bytes(self.bytes, "little") for value in values)
        size = -(-len(octets) // (4 * self.bytes)) * 4 * self.bytes
        return ctypes.create_string_buffer(octets, size)

    def unpacked(self, buffer: ctypes.Array) -> list[int]:
        return [int.from_bytes(buffer.raw[i : i + self.bytes], "little") for i in range(0, len(buffer), self.bytes)]

    def call(self, function: str, *operands: list[int], after: tuple[int, ...] = ()) -> list[int]:
        """Results for operands that are lists of the same length."""
        buffers = [self.packed(values) for values in operands]
        result = ctypes.create_string_buffer(len(buffers[0]))
        count = len(result) // (4 * self.bytes)
        self.library[function](result, *buffers, ctypes.c_uint(count), *map(ctypes.c_uint, after))
        return self.unpacked(result)[: len(operands[0])]


@pytest.fixture(scope="module")
def build(tmp_path_factory) -> Callable[[str, str], Wide]:
    @functools.cache
    def built(field: str, compiler: str) -> Wide:
        if not shutil.which(compiler):
            pytest.skip(f"no {compiler}")
        path = tmp_path_factory.mktemp("wide") / f"{field}-{compiler}.so"
        command = [compiler, "-shared", "-fPIC", "-O2", "-std=gnu11", "-Wall", "-Wextra", "-Wshadow", "-Werror"]
        command += ["-Wno-missing-prototypes", f"-DMC_FIELD={field}", "-DMC_WORD_BITS=64", *INCLUDE_FLAGS]
        source = ROOT / "tests/src/native/x86_64/wide.c"
        subprocess.run([*command, f"-I{ROOT / 'include'}", source, "-o", path], check=True)
        return Wide(path, field)

    return built


@functools.cache
def powers(field: str) -> list[int]:
    """z^k modulo the field's polynomial, for all k of unreduced products."""
    f, found = modulus(field), [1]
    while len(found) < 2 * degree(field):
        found.append(remainder(found[-1] << 1, f))
    return found


def structured(field: str) -> list[int]:
    """Zero, one, all ones, alternating bits, single bits and runs of ones at both sides of every word's ends."""
    m = degree(field)
    full = (1 << m) - 1
    edges = [e for word in range(0, m, WORD) for e in (word - 1, word, word + 1) if 0 <= e < m]
    values = [0, 1, full, full // 3, full & ~(full // 3), 1 << m - 1, modulus(field) & full]
    return values + [1 << e for e in edges] + [(1 << e) - 1 for e in edges] + [full >> e << e for e in edges]


def product(a: int, b: int, field: str) -> int:
    return remainder(multiply(a, b), modulus(field))


@WIDE
@pytest.mark.parametrize(("field", "compiler"), BUILDS)
def test_products(build, field, compiler):
    """Pairs of structured operands, all ones twice, random pairs."""
    source, values = random.Random(field), structured(field)
    pairs = list(itertools.product(values, values))
    pairs = [*source.sample(pairs, min(len(pairs), RANDOM)), (values[2], values[2])]
    pairs += [(source.getrandbits(degree(field)), source.getrandbits(degree(field))) for _ in range(RANDOM)]
    left, right = (list(side) for side in zip(*pairs, strict=True))
    assert build(field, compiler).call("products", left, right) == [product(a, b, field) for a, b in pairs]


@WIDE
@pytest.mark.parametrize(("field", "compiler"), BUILDS)
def test_products_of_basis_vectors(build, field, compiler):
    pairs = list(itertools.product(range(degree(field)), repeat=2))
    if field not in ALL_PAIRS:
        pairs = random.Random(field).sample(pairs, min(len(pairs), PAIRS))
    left, right = ([1 << e for e in side] for side in zip(*pairs, strict=True))
    expected = [powers(field)[i + j] for i, j in pairs]
    assert build(field, compiler).call("products", left, right) == expected


@WIDE
@pytest.mark.parametrize(("field", "compiler"), BUILDS)
def test_squares(build, field, compiler):
    """Squares of every basis vector, structured and random operands; some several times in a row."""
    wide, source = build(field, compiler), random.Random(field)
    basis = [1 << e for e in range(degree(field))]
    assert wide.call("squares", basis) == [powers(field)[2 * e] for e in range(degree(field))]
    values = structured(field) + [source.getrandbits(degree(field)) for _ in range(RANDOM)]
    expected = [product(a, a, field) for a in values]
    assert wide.call("squares", values) == expected
    fourth = [product(a, a, field) for a in expected]
    assert wide.call("squares_in_a_row", values, after=(2,)) == fourth
    assert wide.call("squares_in_a_row", values, after=(0,)) == values


@WIDE
@pytest.mark.parametrize(("field", "compiler"), BUILDS)
def test_places(build, field, compiler):
    wide, source = build(field, compiler), random.Random(field)
    a, b = ([source.getrandbits(degree(field)) for _ in range(4)] for _ in "ab")
    at, masks = (1, 3, 0, 1), (0, (1 << 64) - 1, (1 << 64) - 1, 0)
    result = ctypes.create_string_buffer(7 * 4 * wide.bytes)
    wide.library.places(
        result, wide.packed(a), wide.packed(b), (ctypes.c_uint64 * 4)(*at), (ctypes.c_uint64 * 4)(*masks)
    )
    expected = [
        [a[2], a[0], a[3], a[3]],
        [a[place] for place in at],
        [a[0], b[1], a[2], b[3]],
        [0, a[1], a[2], 0],
        [a[0], b[1], b[2], a[3]],
        [x ^ y for x, y in zip(a, b, strict=True)],
        [b[0]] * 4,
    ]
    assert wide.unpacked(result) == [value for four in expected for value in four]


@pytest.mark.parametrize("field", BINARY_FIELDS)
def test_members(field):
    """Every member of fb-mul-four, through the library; the result may overwrite an operand."""
    library, source = host.Library(64, field), random.Random(field)
    values = [v for v in structured(field)][-8:] + [source.getrandbits(degree(field)) for _ in range(8)]
    members = library.members("fb-mul-four")
    assert ("mul_four_composed" in members) and ("mul_four_vpclmul" in members) == (field in COMMON_FIELDS)
    for member, four in itertools.product(members, range(0, len(values) - 4, 4)):
        a, b = values[four : four + 4], values[four + 4 : four + 8]
        expected = tuple(product(x, y, field) for x, y in zip(a, b, strict=True))
        for over in range(3):
            buffers = [library.elements(*a), library.elements(*b), library.elements(*a)]
            library.function(member)(buffers[(2, 0, 1)[over]], *buffers[:2])
            assert library.values(buffers[(2, 0, 1)[over]]) == expected, (member, over)


# Dispatch

# Features that a processor, or its system, may not have: the macro of tests/src/native/x86_64/lacking/cpuid.h and its
# bits.
ABSENT = {
    "PCLMULQDQ": ("LACKING", 1 << 1),
    "AVX": ("LACKING", 1 << 28),
    "a system that saves the registers": ("LACKING", 1 << 27),
    "BMI2": ("LACKING_EBX_7", 1 << 8),
    "AVX-512 F": ("LACKING_EBX_7", 1 << 16),
    "AVX-512 DQ": ("LACKING_EBX_7", 1 << 17),
    "AVX-512 BW": ("LACKING_EBX_7", 1 << 30),
    "AVX-512 VL": ("LACKING_EBX_7", 1 << 31),
    "VPCLMULQDQ": ("LACKING_ECX_7", 1 << 10),
}
NO_X86_64 = pytest.mark.skipif(not processor.has("lm"), reason="x86-64 only")


def portable_calls(folder, *options: str, compiler: str = "gcc") -> int:
    """How often four products called the portable function."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    sources = [ROOT / "src/fb/multiplication/mul_four_vpclmul.c", ROOT / "tests/src/native/x86_64/wide_bound.c"]
    flags = ["-O2", "-std=gnu11", "-fPIC", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-DMC_FIELD=fb163"]
    flags += ["-DMC_WORD_BITS=64", *options, *INCLUDE_FLAGS]
    subprocess.run([compiler, *flags, *sources, "-o", folder / "bound"], check=True)
    run = subprocess.run([folder / "bound"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return int(run.stdout)


@NO_X86_64
@pytest.mark.parametrize("compiler", COMPILERS)
def test_bound_to_processor(tmp_path, compiler):
    assert portable_calls(tmp_path, compiler=compiler) == (0 if processor.has_wide() else 1)


@NO_X86_64
@pytest.mark.parametrize("absent", ABSENT)
def test_falls_back(tmp_path, absent):
    """A processor without one of the instructions runs the portable functions."""
    macro, bits = ABSENT[absent]
    assert portable_calls(tmp_path, f"-I{ROOT / 'tests/src/native/x86_64/lacking'}", f"-D{macro}={bits:#x}U") == 1


@NO_X86_64
@pytest.mark.parametrize("level", ["vpclmul", "adx", "x86_64"])
def test_fixed_level(tmp_path, level):
    has = {"vpclmul": processor.has_wide(), "adx": processor.has_carryless(), "x86_64": True}
    if not has[level]:
        pytest.skip(f"needs the instructions of the level {level}")
    assert portable_calls(tmp_path, f"-DMC_X86_64_LEVEL={level}") == (0 if level == "vpclmul" else 1)
