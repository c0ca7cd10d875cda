"""No jump and no address depends on a secret: valgrind runs compiled code on secrets that are marked undefined
(tests/c/poisoned_secrets.c). A compiler may turn masks into branches at one level and not at another, so the slow
part tries many."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from codegen.built import scalar_bits
from motelab import INCLUDE_FLAGS, ROOT, SOURCES
from motelab.subjects import registry, templates
from tests.conftest import part
from tests.src.native.x86_64 import processor

PROGRAM = ROOT / "tests/c/poisoned_secrets.c"
# Blinded as hosts are. Drawn numbers are marked defined, so blinding hides no input that depends on a secret.
FLAGS = ("-std=gnu11", *INCLUDE_FLAGS, "-DMC_BLINDING=MC_BLINDING_COORDINATES")
VALGRIND = ("valgrind", "-q", "--error-exitcode=99", "--expensive-definedness-checks=yes", "--error-limit=no")
# A Koblitz curve and others over F_2^163, a = -3 over a prime of special shape, Montgomery and Edwards curves:
# together at every level of both compilers. FAST are in every commit, half of the others take turns. Tests marked
# exhaustive repeat a compiler and a level on another field.
FAST = (("fb163", "gcc", "-O2"), ("fp256r1", "clang", "-O3"))
LEVELS = (
    *part(
        (("fb163", "gcc", "-O3"), ("fb163", "clang", "-O2"), ("fp256r1", "gcc", "-Os"), ("fp255", "clang", "-Os")), 2
    ),
    pytest.param("fp256r1", "clang", "-O2", marks=pytest.mark.exhaustive),
    pytest.param("fp255", "gcc", "-O3", marks=pytest.mark.exhaustive),
)
# More words, general a, primes without shape; 32-bit words for gateways that have them.
OTHERS = (
    *part((("fp160r1", "clang", 64), ("fp256bp", "gcc", 64), ("fb163", "clang", 32), ("fp256r1", "gcc", 32)), 2),
    pytest.param("fb233", "gcc", 64, marks=pytest.mark.exhaustive),
    pytest.param("fp521", "clang", 64, marks=pytest.mark.exhaustive),
)

# Whether a tag is right is public.
TAGS = ("-Dmc_octets_equal=public_mc_octets_equal",)
# Only for processors without a cache: functions that read tables at places that depend on a field element.
TABLE_READERS = ("mc_fb*_sqr_byte_table", "sqr_*_square_half*", "registers_*_digits*")
SUPPRESSION = "{{\n  {0}\n  Memcheck:Value8\n  fun:{0}\n}}\n"


def public_names(field: str) -> list[str]:
    """Linker options that redirect calls of functions that decide a public outcome to the program."""
    order = f"mc_order{scalar_bits(field)}"
    arithmetic = [f for a in registry.load() if a.family in ("fp-mul-reduce", "fp-add") for f in a.functions]
    names = [f"{order}_{f}" for f in ("mask_zero", "mask_below", "from_octets_little", *arithmetic)]
    names += [f"mc_{field}_{f}" for f in ("mask_zero", "mask_equal", "affine_mask_infinity", "affine_y_bit_var")]
    return [f"-D{name}=public_{name}" for name in names]


def files(folder: str, pattern: str = "*.c") -> list[Path]:
    """Files of the library in a folder, written by people or generated."""
    return sorted(path for tree in SOURCES for path in tree.glob(f"{folder}/{pattern}"))


def sources(field: str) -> dict[tuple[str, tuple[str, ...]], list[Path]]:
    """Files of a field, of its orders and of every field, by folder and definitions: the files that
    cmake/library.cmake compiles, without the curves of other fields."""
    windows = {ROOT / a.file: a.windows for a in registry.load()}
    groups = defaultdict(list)
    for folder in (field[:2], "curve", "scalar", "encoding", "protocol"):
        extra = [*public_names(field), *TAGS] if folder in ("encoding", "protocol") else []
        for path in templates.files(folder, field):
            for window in windows.get(path) or (0,):
                groups[folder, (f"-DMC_FIELD={field}", f"-DMC_WINDOW={window}", *extra)].append(path)
    for folder in ("curve/data", "curve/generator", "fb/normal"):  # the last is for some fields only
        if (path := ROOT / f"generated/{folder}/{field}.c").exists():
            groups[folder, (f"-DMC_FIELD={field}",)] = [path]
    groups["order", (f"-DMC_FIELD=order{scalar_bits(field)}",)] = templates.files("fp", f"order{scalar_bits(field)}")
    for digits in range(1, 11):
        groups[f"digits{digits}", (f"-DMC_DIGITS={digits}",)] = files("fp/host")
    for folder in ("word", "native", "hash", "native/x86_64"):
        groups[folder, ()] = files(folder, "*.[cS]")
    outcomes = [path for path in files("protocol/*/once") if "batch" not in path.parts]
    groups["common", TAGS] = outcomes + files("cipher")
    groups["encoding/once", ()] = files("encoding/once")
    groups["batch/once", ()] = files("protocol/batch/once")
    chosen = ("-DMC_FIELDS_CHOSEN", f"-DMC_HAS_{field}")
    groups["host", chosen] = files("protocol/host")
    groups["program", (f"-DMC_FIELD={field}",)] = [PROGRAM]
    return groups


def build(folder: Path, field: str, compiler: str, *flags: str, word_bits: int = 64) -> Path:
    """The program for one field, compiled with `flags`."""
    for number, ((_, definitions), paths) in enumerate(sources(field).items()):
        objects = folder / str(number)
        objects.mkdir()
        command = [compiler, *FLAGS, *flags, f"-DMC_WORD_BITS={word_bits}"]
        run = subprocess.run([*command, *definitions, "-c", *paths], cwd=objects, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr[:2000]
    program = folder / "poisoned_secrets"
    subprocess.run([compiler, *folder.glob("*/*.o"), "-o", program], check=True)
    return program


def leaks(
    program: Path, *arguments: str, allow: tuple[str, ...] = (), has_kernels: bool = True
) -> set[tuple[str, str]]:
    """Kind (`Conditional` jump, `Use` in an address) and function of every report. All results must be right. The
    kernels for x86-64 that run are those that the processor has and that valgrind 3.19 shows the program: those with
    PCLMULQDQ if this processor has it, but none with ADX or VPCLMULQDQ. tests/src/native/test_object_code.py checks
    the latter."""
    suppressions = program.parent / "allowed"
    suppressions.write_text("".join(SUPPRESSION.format(name) for name in allow))
    command = [*VALGRIND, f"--suppressions={suppressions}", program, *arguments]
    run = subprocess.run(command, capture_output=True, text=True)
    found = set(re.findall(r"== (\w+).*\n==\d+==    at 0x\w+: (\w+)", run.stderr))
    assert run.returncode == (99 if found else 0), run.stdout + run.stderr[:2000]
    kernels = "x86_64, pclmul" if processor.has_carryless() else "x86_64"
    assert run.stdout == ("" if arguments or not has_kernels else f"level {kernels}\n")
    return found


def check(folder: Path, field: str, compiler: str, level: str, word_bits: int) -> None:
    """The compiled library has no leak, and a planted leak is seen."""
    program = build(folder, field, compiler, level, word_bits=word_bits)
    assert leaks(program, has_kernels=word_bits == 64 and processor.has("lm")) == set()
    assert leaks(program, "branch") == {("Conditional", "leak_by_branch")}
    assert leaks(program, "index") == {("Use", "leak_by_index")}


@pytest.mark.parametrize(("field", "compiler", "level"), FAST)
def test_no_leak(tmp_path, field, compiler, level):
    check(tmp_path, field, compiler, level, 64)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", ["-Os", "-O2", "-O3"])
def test_no_leak_of_base64(tmp_path, compiler, level):
    program = tmp_path / "poisoned_base64"
    paths = [ROOT / "tests/c/poisoned_base64.c", *files("encoding/once", "base64.c"), *files("word", "wipe.c")]
    subprocess.run([compiler, *FLAGS, level, "-DMC_WORD_BITS=64", *paths, "-o", program], check=True)
    assert leaks(program, has_kernels=False) == set()


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize(("field", "compiler", "level"), LEVELS)
def test_no_leak_at_any_level(tmp_path, field, compiler, level):
    check(tmp_path, field, compiler, level, 64)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize(("field", "compiler"), [("fb163", "gcc"), ("fp256r1", "clang")])
def test_no_leak_of_split_scalars(tmp_path, field, compiler):
    program = build(tmp_path, field, compiler, "-O2", "-UMC_BLINDING", "-DMC_BLINDING=MC_BLINDING_BOTH")
    assert leaks(program, has_kernels=processor.has("lm")) == set()


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize(("field", "compiler", "word_bits"), OTHERS)
def test_no_leak_of_other_fields_and_words(tmp_path, field, compiler, word_bits):
    check(tmp_path, field, compiler, "-O2", word_bits)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("field", "reader"),
    [("fp256r1", "mc_fp256r1_scalar_mult_base_comb4"), ("fb233", "mc_fb233_scalar_mult_regular_wtnaf5")],
)
def test_tables_at_secret_places_are_found(tmp_path, field, reader):
    """The library for processors without a cache, which reads a table at a secret place."""
    program = build(tmp_path, field, "gcc", "-O2", "-DMC_HAS_DATA_CACHE=0")
    assert ("Use", reader) in leaks(program, allow=TABLE_READERS)
