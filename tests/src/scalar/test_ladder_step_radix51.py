"""A step of the ladder on limbs of 51 bits: RFC 7748's formulas at the borders of coordinates, sums of columns at their
bounds, carries that run through every limb, and no branch in it."""

import ctypes
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab import INCLUDE_FLAGS, ROOT
from tests.src.native.arm.ladder_steps import TOP, P, Step, steps

SOURCE = ROOT / "src/scalar/ladder/ladder_step_radix51.c"
FLAGS = ("-std=gnu11", "-O3", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-DMC_WORD_BITS=64")
FLAGS += ("-DMC_FIELD=fp255", "-fvisibility=default", *INCLUDE_FLAGS)
LIMBS, LIMB = 5, 2**51
LOOSE = 2**54  # limbs of a factor are below
# What a column sums at most: a product, and those that count 19 times.
COLUMN_BOUNDS = [((k + 1) + 19 * (LIMBS - 1 - k)) * (LOOSE - 1) ** 2 for k in range(LIMBS)]
WRAPPERS = f"""
#include "{SOURCE}"
void carry_and_pack(uint64_t *r, const uint64_t *columns)
{{
    unsigned __int128 column[LIMBS];
    for (int i = 0; i < LIMBS; i++)
        column[i] = (unsigned __int128)columns[2 * i + 1] << 64 | columns[2 * i];
    pack(r, carried(column));
}}
void products(uint64_t *r, const uint64_t *a, const uint64_t *b)
{{
    element51 x, y;
    for (int i = 0; i < LIMBS; i++) {{
        x.limb[i] = a[i];
        y.limb[i] = b[i];
    }}
    pack(r, times(x, y));
    pack(r + 4, squared(x));
}}
"""
BRANCHES = {"aarch64": r"\t(b|b\.\w+|cbz|cbnz|tbz|tbnz|bl|blr|br)\s", "x86-64": r"\t(j\w+|call)\s"}
COMPILERS = {"aarch64": "aarch64-linux-gnu-gcc", "x86-64": "x86_64-linux-gnu-gcc"}


@pytest.fixture(scope="module", params=["gcc", "clang"])
def library(request, tmp_path_factory) -> ctypes.CDLL:
    if shutil.which(request.param) is None:
        pytest.skip(f"no {request.param}")
    folder = tmp_path_factory.mktemp("radix51")
    (folder / "wrappers.c").write_text(WRAPPERS)
    words = [request.param, *FLAGS, "-shared", "-fPIC", folder / "wrappers.c", "-o", folder / "wrappers.so"]
    subprocess.run(words, check=True)
    return ctypes.CDLL(str(folder / "wrappers.so"))


def words(*numbers: int, count: int = 4):
    """Numbers of so many words each, one after the other."""
    data = b"".join(number.to_bytes(8 * count, "little") for number in numbers)
    return (ctypes.c_uint64 * (len(data) // 8)).from_buffer_copy(data)


def number(array, place: int) -> int:
    return int.from_bytes(bytes(array)[32 * place : 32 * place + 32], "little")


def check(library: ctypes.CDLL, step: Step) -> None:
    points = words(step.x2, step.z2, step.x3, step.z3, 0, 0)
    call = library.mc_fp255_ladder_step_radix51
    call(points, words(step.x), ctypes.c_uint64(step.swap), ctypes.c_uint32(step.a24))
    found = [number(points, i) for i in range(4)]
    assert [value % P for value in found] == step.result() and max(found) < TOP, step


def test_steps(library):
    for step in steps(seed=51, count=300):
        check(library, step)
        check(library, step.swapped())


def test_random_steps_and_constants(library):
    source = random.Random(2)
    for _ in range(500):
        numbers = [source.choice((source.randrange(TOP), TOP - 1, 0)) for _ in range(5)]
        check(library, Step(*numbers, swap=source.getrandbits(1), a24=source.choice((121665, 2**32 - 1, 0))))


def edge_columns():
    """Columns at their bounds, and those whose limbs are all ones with what the last column carries into the first."""
    source = random.Random(3)
    yield COLUMN_BOUNDS
    yield [0] * LIMBS
    for carried in (0, 1, LIMB - 1, LIMB // 19, LIMB // 19 + 1, 2**59):
        for low in range(LIMB - 25, LIMB):
            yield [low, *[LIMB - 1] * 3, LIMB - 1 + carried * LIMB]
    for _ in range(1000):
        yield [source.choice((bound, source.randrange(bound), LIMB - 1)) for bound in COLUMN_BOUNDS]


def test_carries(library):
    """The result is below 2 p; the carry runs from the first limb to the last."""
    ran = 0
    for columns in edge_columns():
        r = words(0)
        library.carry_and_pack(r, words(*columns, count=2))
        value = sum(column * LIMB**i for i, column in enumerate(columns))
        assert number(r, 0) % P == value % P and number(r, 0) < TOP, columns
        ran += number(r, 0) >= 2**255
    assert ran > 20  # the last limb reached 2^51


def test_products_of_the_largest_limbs(library):
    source = random.Random(4)
    for case in range(1000):
        a, b = (
            [LOOSE - 1 if case == 0 else source.choice((LOOSE - 1, source.randrange(LOOSE), 0)) for _ in range(LIMBS)]
            for _ in "ab"
        )
        r = words(0, 0)
        library.products(r, (ctypes.c_uint64 * LIMBS)(*a), (ctypes.c_uint64 * LIMBS)(*b))
        x, y = (sum(limb * LIMB**i for i, limb in enumerate(limbs)) for limbs in (a, b))
        assert [number(r, i) % P for i in (0, 1)] == [x * y % P, x * x % P]


@pytest.mark.parametrize("processor", BRANCHES)
def test_no_branch(processor, tmp_path):
    """The compiler unrolls everything and selects without a branch."""
    compiler = COMPILERS[processor]
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    made = Path(tmp_path) / "step.o"
    subprocess.run([compiler, *FLAGS, "-c", SOURCE, "-o", made], check=True)
    dump = compiler.replace("gcc", "objdump")
    text = subprocess.run([dump, "-d", "--no-show-raw-insn", made], capture_output=True, text=True, check=True).stdout
    assert text.count("mul") >= 5 * 25 and not re.search(BRANCHES[processor], text)
