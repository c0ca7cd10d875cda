"""Products in binary fields by PCLMULQDQ: bound if the processor and the system have everything they need, portable
ones elsewhere; the loop of squarings has the only jump. tests/src/fb/test_fb.py and tests/c/test_fb_*.c, which know
every member, test the results; tests/src/whole/test_poisoned_secrets.py tests secrets."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from codegen.fields import BINARY_FIELDS
from motelab import INCLUDE_FLAGS, ROOT
from motelab.subjects import templates
from tests.src.native.x86_64 import processor

pytestmark = pytest.mark.skipif(not processor.has("lm"), reason="x86-64 only")

SOURCES = ROOT / "tests/src/native/x86_64"
FLAGS = ("-O2", "-std=gnu11", "-fPIC", "-Wall", "-Wextra", "-Wshadow", "-Werror")
FLAGS += ("-DMC_WORD_BITS=64", *INCLUDE_FLAGS)
WRAPPED = ("mul_reduce_composed", "sqr_reduce_composed", "sqr_times_composed")
FILES = ("basic", "mul_reduce_composed", "sqr_reduce_composed", "mul_integer_products", "sqr_spread", "reduce_words",
         "sqr_times_composed", "reduce_barrett", "mul_reduce_carryless", "sqr_reduce_carryless")  # fmt: skip
CALLS = 3 * 200  # calls of a portable function, one for each that is bound and each sample
# Bits of ecx of leaf 1 of CPUID.
ABSENT = {"PCLMULQDQ": 1 << 1, "AVX": 1 << 28, "an operating system that saves the registers of AVX": 1 << 27}
# The only instructions of these kernels: their time and addresses cannot depend on data.
MOVES = {"lea", "mov", "movabs", "push", "pop", "ret", "and", "shr", "sub", "add", "xor", "leave"}
LOOP = {"test", "je", "jne", "cmp", "jmp", "jb", "jae"}
FAST = ("fb163", "fb571")
BY_WORDS = [field for field in BINARY_FIELDS if field not in ("fb7", "fb191n", "fb239n")]


def compiled(folder: Path, field: str, *options: str, compiler: str = "gcc") -> Path:
    """The program for a field: each file becomes an object, so that calls from one to another can be seen."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    files = [*map(templates.named, FILES)]
    files.append(ROOT / "tests/src/native/carryless.c")
    subprocess.run([compiler, *FLAGS, f"-DMC_FIELD={field}", *options, "-c", *files], cwd=folder, check=True)
    wrapped = [f"-Wl,--wrap=mc_{field}_{name}" for name in WRAPPED]
    links = [option for option in options if option in ("-static", "-flto") or option.startswith("-fsanitize")]
    program = folder / "carryless"
    subprocess.run([compiler, *links, *wrapped, *folder.glob("*.o"), "-o", program], check=True)
    return program


def reached(program: Path, *wrapper: str) -> tuple[str, int]:
    """The detected level of the processor, and the number of calls of portable functions; all results must be right."""
    run = subprocess.run([*wrapper, program], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    level, calls = run.stdout.strip().split("; ")
    return level, int(calls)


def by_processor() -> tuple[str, int]:
    return ("native", 0) if processor.has_carryless() else ("portable", CALLS)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("-static",),
        ("-O0", "-fstack-protector-all"),
        ("-fsanitize=address,undefined",),
        ("-O3", "-march=x86-64-v3"),
    ],
    ids=lambda options: " ".join(options) or "plain",
)
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_bound_to_processor(tmp_path, compiler, options):
    program = compiled(tmp_path, "fb163", *options, compiler=compiler)
    assert reached(program) == by_processor()


@pytest.mark.parametrize("field", ["fb239", "fb571", "fb239n"])
def test_bound_in_other_fields(tmp_path, field):
    program = compiled(tmp_path, field)
    assert reached(program) == by_processor()


@pytest.mark.parametrize("absent", ABSENT)
def test_falls_back(tmp_path, absent):
    """A processor without one of the instructions runs the portable functions."""
    options = (f"-I{SOURCES / 'lacking'}", f"-DLACKING={ABSENT[absent]:#x}U")
    assert reached(compiled(tmp_path, "fb163", *options)) == ("portable", CALLS)


@pytest.mark.parametrize("level", ["adx", "x86_64"])
def test_fixed_level(tmp_path, level):
    best = level == "adx"
    if best and not processor.has_carryless():
        pytest.skip("needs PCLMULQDQ and AVX")
    program = compiled(tmp_path, "fb163", f"-DMC_X86_64_LEVEL={level}")
    assert reached(program) == (("native", 0) if best else ("portable", CALLS))


@pytest.mark.skipif(not shutil.which("valgrind"), reason="no valgrind")
def test_bound_under_valgrind(tmp_path):
    """Valgrind's processor has PCLMULQDQ and AVX, so test_poisoned_secrets.py does judge the kernels."""
    assert reached(compiled(tmp_path, "fb163"), "valgrind", "-q", "--error-exitcode=1") == by_processor()


def kernels(path: Path, objdump: str = "objdump") -> dict[str, list[str]]:
    """Mnemonics of each function of an object file whose name says native."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True)
    found = {}
    for name, body in re.findall(r"^\w+ <(\w+_native)>:\n((?:.+\n)+)", text.stdout, re.M):
        found[name] = [line.split()[1] for line in body.splitlines()]
    return found


def compiled_kernels(folder: Path, field: str, *options: str, tools: str = "") -> dict[str, list[str]]:
    """Mnemonics of a field's kernels; `tools` is the prefix in the names of another processor's compiler and
    objdump."""
    found = {}
    for name in ("mul_reduce_carryless", "sqr_reduce_carryless"):
        source, path = templates.named(name), folder / f"{name}.o"
        command = [f"{tools}gcc", *FLAGS, "-O3", f"-DMC_FIELD={field}", *options, "-c", source, "-o", path]
        subprocess.run(command, check=True)
        found |= kernels(path, f"{tools}objdump")
    return found


@pytest.mark.parametrize("field", [f if f in FAST else pytest.param(f, marks=pytest.mark.slow) for f in BY_WORDS])
def test_instructions(tmp_path, field):
    """Only moves, logic and shifts of vectors, and PCLMULQDQ; one loop, over the number of squarings. (Fields whose
    reduction is portable call it.)"""
    found = compiled_kernels(tmp_path, field)
    assert set(found) == {"mul_reduce_native", "sqr_reduce_native", "sqr_times_native"}
    for name, mnemonics in found.items():
        others = {m for m in mnemonics if not m.startswith(("v", "nop", "cs", "data16", "xchg"))} - MOVES
        assert others <= (LOOP if name == "sqr_times_native" else set()), (name, others)
        assert any(m.startswith("vpclmul") for m in mnemonics)
