"""The library for 64-bit Arm, built by the cross compiler and run by QEMU: the C test programs, products and squares
against Python's integers, agreements and signatures against known answers. Products use PMULL if the processor has
it, and portable code otherwise."""

import functools
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from codegen.fields import BINARY_FIELDS, bits
from motelab import INCLUDE_FLAGS, ROOT
from motelab.library import host
from motelab.subjects import curves, known_answers, templates
from tests.src.fb.test_fb import cases, modulus, multiply, remainder
from tests.src.native.test_carryless import CALLS, compiled_kernels, reached
from tests.src.native.test_carryless import compiled as compiled_bound

TOOLCHAIN = "aarch64-linux-gnu"
COMPILER, EMULATOR = f"{TOOLCHAIN}-gcc", ("qemu-aarch64", "-L", f"/usr/{TOOLCHAIN}")
pytestmark = pytest.mark.skipif(not all(map(shutil.which, (COMPILER, EMULATOR[0]))), reason="no compiler or emulator")

SOURCES = ROOT / "tests/src/native/aarch64"
FLAGS = ("-O2", "-std=gnu11", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-DMC_WORD_BITS=64")
FLAGS += INCLUDE_FLAGS
PORTABLE_FILES = ("basic", "mul_reduce_composed", "sqr_reduce_composed", "mul_integer_products", "sqr_spread")
PORTABLE_FILES += ("sqr_times_composed", "reduce_words", "reduce_barrett", "inv_itoh_tsujii")
NATIVE_FILES = ("mul_reduce_carryless", "sqr_reduce_carryless")
CPUS = ("cortex-a57", "max")  # both have PMULL, the second also SHA-3
NATIVE, PORTABLE = ("native", 0), ("portable", CALLS)
WITH_SHA3 = ("-march=armv8.2-a+sha3",)
# The only instructions of these kernels: their time and addresses cannot depend on data.
MNEMONICS = {
    "add",
    "adrp",
    "and",
    "dup",
    "eor",
    "eor3",
    "ext",
    "fmov",
    "ins",
    "ldp",
    "ldr",
    "mov",
    "movi",
    "movk",
    "nop",
}
MNEMONICS |= {"pmull", "pmull2", "ret", "shl", "stp", "str", "sub", "ushr"}
FAST, LARGER = "fb163", "fb233;fb283;fb571"
OF_PROGRAMS = "fb163;fb233"  # examples belong to the second
CURVES = ("sect163k1", "sect163r2", "sect233k1", "sect283r1", "sect571k1", "sect571r1")
# Programs that take minutes in the emulator and test nothing specific to a processor.
LONG_PROGRAMS = "recodings|exhaustive|formulas|scalar_secret"
SQUARES = (0, 1, 2, 77)  # in a row


def slow_but(fast, parameters):
    """The parameters; those that are not fast belong to the slow tests."""
    return [p if p == fast else pytest.param(p, marks=pytest.mark.slow) for p in parameters]


def compiled(output: Path, *arguments: str | Path) -> Path:
    subprocess.run([COMPILER, *FLAGS, *arguments, "-o", output], check=True)
    return output


def answers(program: Path, questions: list[str], cpu: str, *arguments: str) -> list[str]:
    command = [*EMULATOR, "-cpu", cpu, program, *arguments]
    run = subprocess.run(command, input="".join(f"{q}\n" for q in questions), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_programs():
    folder = host.build(fields=OF_PROGRAMS, toolchain=TOOLCHAIN)
    command = ["ctest", "--test-dir", folder, "--output-on-failure", "--timeout", "300", "-E", LONG_PROGRAMS]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert f"test_fb_basis_{FAST} " in run.stdout


def test_documented_commands():
    """Over the folder that is already built, so that they have little work."""
    folder = host.build(fields=OF_PROGRAMS, toolchain=TOOLCHAIN)
    page = (ROOT / "docs/arithmetic/multiplication.md").read_text()
    commands = [line for line in page.splitlines() if re.match(r"(cmake|ctest) .*build/aarch64", line)]
    assert len(commands) == 3
    for command in commands:
        subprocess.run(command.replace("build/aarch64", str(folder)), shell=True, cwd=ROOT, check=True)


# Which functions run


def bound(folder: Path, field: str, *options: str) -> Path:
    return compiled_bound(folder, field, *options, compiler=COMPILER)


def reached_on(cpu: str, program: Path) -> tuple[str, int]:
    return reached(program, *EMULATOR, "-cpu", cpu)


@pytest.mark.parametrize(
    "options",
    slow_but((), [(), ("-static",), ("-O0", "-fstack-protector-all"), ("-O3", "-march=armv8.2-a+crypto")]),
    ids=" ".join,
)
def test_bound_to_processor(tmp_path, options):
    assert reached_on(CPUS[0], bound(tmp_path, FAST, *options)) == NATIVE


@pytest.mark.parametrize("level", ["pmull", "aarch64"])
def test_fixed_level(tmp_path, level):
    program = bound(tmp_path, FAST, f"-DMC_AARCH64_LEVEL={level}")
    assert reached_on(CPUS[0], program) == (NATIVE if level == "pmull" else PORTABLE)


def test_falls_back(tmp_path):
    """QEMU has no processor without PMULL, so the program tests for SHA-3, which one processor has and one does not."""
    program = bound(tmp_path, FAST, f"-I{SOURCES / 'lacking'}")
    assert [reached_on(cpu, program) for cpu in CPUS] == [PORTABLE, NATIVE]


def test_library_has_the_instruction():
    library = host.build(fields=FAST, toolchain=TOOLCHAIN) / "libmotecurve.so"
    code = subprocess.run([f"{TOOLCHAIN}-objdump", "-d", library], capture_output=True, text=True, check=True).stdout
    assert code.count("\tpmull\t") > 10 and code.count("\tpmull2\t") > 2


@pytest.mark.parametrize("field", slow_but(FAST, (FAST, *LARGER.split(";"))))
def test_instructions(tmp_path, field):
    """Only moves, logic and shifts of vectors, and PMULL; one loop, over the number of squarings."""
    for options, special in (((), set()), (WITH_SHA3, {"eor3"})):
        found = compiled_kernels(tmp_path, field, *options, tools=f"{TOOLCHAIN}-")
        assert set(found) == {"mul_reduce_native", "sqr_reduce_native", "sqr_times_native"}
        for name, mnemonics in found.items():
            others = set(mnemonics) - MNEMONICS - special
            assert others <= ({"b.ne", "cbz", "cmn", "cmp"} if name == "sqr_times_native" else set()), (name, others)
            assert {"pmull", *special} <= set(mnemonics)


# Fields


def element(field: str, value: int) -> str:
    return value.to_bytes(8 * -(-bits(field) // 64), "big").hex()


def structured(field: str) -> list[int]:
    """Single bits at and beside the ends of words, words of ones, all ones; random numbers."""
    degree, source = bits(field), random.Random(field)
    places = {low + step for low in range(0, degree, 64) for step in (-1, 0, 1)} | {degree - 2, degree - 1}
    full = (1 << degree) - 1
    values = [1 << e for e in sorted(places) if 0 <= e < degree]
    values += [((1 << 64) - 1) << low & full for low in range(0, degree, 64)]
    return [*values, full, *(source.getrandbits(degree) for _ in range(6))]


@functools.cache
def questions_of(field: str) -> tuple[list[str], list[str]]:
    """Questions on a field, and the answers of Python's integers; test_fb.py has PARI/GP confirm those of `cases`."""
    f, questions, expected = modulus(field), [], []

    def ask(word: str, result: int, *operands: int, last: str = "") -> None:
        questions.append(" ".join([word, *(element(field, o) for o in operands), last]))
        expected.append(element(field, result))

    for c in cases(field):
        ask("mul", c["fb-mul-reduce"], c["a"], c["b"])
        ask("sqr", c["fb-sqr-reduce"], c["a"])
        ask("inv", c["fb-inv"], c["a"])
        for count in SQUARES:
            ask("sqr-times", c["powers"][count % bits(field)], c["a"], last=f"{count:02x}")
    for e in range(bits(field)):
        ask("sqr", remainder(1 << 2 * e, f), 1 << e)
    values = structured(field)
    for i, a in enumerate(values):
        ask("sqr", remainder(multiply(a, a), f), a)
        for b in values[i:]:
            ask("mul", remainder(multiply(a, b), f), a, b)
    return questions, expected


@pytest.mark.parametrize("field", slow_but(FAST, BINARY_FIELDS))
def test_field(tmp_path, field):
    define = f"-DMC_FIELD={field}"
    portable = [SOURCES / "field.c", ROOT / "src/word/wipe.c", *map(templates.named, PORTABLE_FILES)]
    subprocess.run([COMPILER, *FLAGS, define, "-O1", "-c", *portable], cwd=tmp_path, check=True)
    native = [*tmp_path.glob("*.o"), *map(templates.named, NATIVE_FILES)]
    questions, expected = questions_of(field)
    for cpu, options in zip(CPUS, ((), WITH_SHA3), strict=True):
        program = compiled(tmp_path / cpu, define, *options, *native)
        assert answers(program, questions, cpu) == expected


# Curves


def known(curve: curves.Curve) -> tuple[list[str], list[str]]:
    """Questions on a curve, and the answers of PARI/GP."""
    questions, expected = [], []

    def octets(value: int, count: int = curve.private_key_bytes) -> str:
        return value.to_bytes(count, "big").hex()

    def point(case: known_answers.Case) -> str:
        return "04" + "".join(octets(case[name], curve.field_bytes) for name in ("px", "py"))

    def signature(case: known_answers.Case) -> str:
        return octets(case["r"]) + octets(case["s"])

    for case in known_answers.load(curve.name, "ecdh").random[:3]:
        questions.append(f"ecdh {octets(case['d'])} {point(case)}")
        expected.append(octets(case["secret"], curve.field_bytes))
    for case in known_answers.load(curve.name, "ecdsa-sign").random[:3]:
        questions.append(f"sign {octets(case['d'])} {octets(case['digest'], 32)}")
        expected.append(signature(case))
    for case in known_answers.load(curve.name, "ecdsa-verify").edge:
        questions.append(f"verify {signature(case)} {point(case)} {octets(case['digest'], 32)}")
        expected.append("no" if case["status"] else "")
    return questions, expected


@pytest.mark.parametrize(
    ("name", "fields"),
    [(n, FAST) if FAST[2:] in n else pytest.param(n, LARGER, marks=pytest.mark.slow) for n in CURVES],
)
def test_known_answers(tmp_path, name, fields):
    library = host.build(tests=fields == FAST, fields=fields, toolchain=TOOLCHAIN) / "libmotecurve.a"
    program = compiled(tmp_path / "curve", SOURCES / "curve.c", library)
    questions, expected = known(curves.find(name))
    for cpu in CPUS:
        assert answers(program, ["level", *questions], cpu, name) == ["aarch64, pmull", *expected]
