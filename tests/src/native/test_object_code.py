"""Wide kernels, which valgrind cannot run, are constant time: an analysis of their object code
(x86_64/secret_flow.py) finds no jump on a secret, no address from one, and no instruction whose time may vary. The
analysis finds planted leaks of every kind, and reports none where there is none. It does not look at the callers of
kernels: they must be the same code for every level, and valgrind runs them at the level that it knows
(tests/src/whole/test_poisoned_secrets.py)."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab import INCLUDE_FLAGS, ROOT, SOURCES
from tests.src.native.x86_64 import disassembly, processor, secret_flow

pytestmark = pytest.mark.skipif(not processor.has("lm"), reason="x86-64 only")

PLANTED = ROOT / "tests/src/native/x86_64/planted_leaks.c"
LANES = {  # sources of kernels in lanes, and their functions of secrets
    "src/native/x86_64/ladder_eight.c": "ladder_ifma",
    "src/native/x86_64/edwards_four.c": "mc_four_comb",
}
FLAGS = ("-std=gnu11", "-fPIC", "-DMC_WORD_BITS=64", *INCLUDE_FLAGS)
LEVELS = [("gcc", "-O3"), ("clang", "-O3"), ("gcc", "-O2"), ("clang", "-O2"), ("gcc", "-Os")]
USUAL_LEVELS = LEVELS[:2]

# Functions that kernels may call, with the registers that must be public: those with addresses and lengths. They are
# checked elsewhere (tests/src/whole/test_poisoned_secrets.py).
THREE = ("rdi", "rsi", "rdx")
REVIEWED = {
    "memset": ("rdi", "rdx"),
    "memcpy": THREE,
    "mc_wipe": THREE[:2],
    "mc_lookup": (*THREE, "rcx"),
    "__stack_chk_fail": (),
}
# The same for functions of a field, among them kernels of other files, which are checked there.
REVIEWED_OF_FIELDS = {
    "recode_wtnaf_regular_digits": ("rdi", "rsi", "rdx", "rcx", "r8", "r9"),
    "sqr_times_carryless": THREE,
    "multi_sqr_bytes_vpclmul": THREE[:2],
    "inv_multi_sqr_bytes_vpclmul": THREE[:2],
    "wide_add_vpclmul": THREE,
    "wide_add_complete_vpclmul": (*THREE, "rcx"),
}
# Arguments that point to public memory, such as a curve: function -> registers.
PUBLIC_MEMORY: dict[str, tuple[str, ...]] = {
    "wtnaf_streams_vpclmul": ("rcx", "r9"),
    "wtnaf_streams_table": ("rdx",),
}
# A function is a kernel if it has one of these names, or registers of 512 bits. Functions work on public values if
# their names end in _var, and so do these, on others' public keys.
OF_PUBLIC_VALUES = ("validate_some",)
# Judged only in these cases. Elsewhere compilers keep public pointers on the stack above an array, and the analysis
# takes them for a part of it after a call; or compilers pass arguments in other registers than PUBLIC_MEMORY says.
GCC = tuple((field, "gcc", "-O3") for field in ("fb163", "fb233", "fb409", "fb571"))
JUDGED_IN = {"wtnaf_streams_vpclmul": GCC[:2], "wtnaf_streams_table": (*GCC, ("fb163", "clang", "-O3"))}
OF_KERNELS = re.compile(r"v?pclmul|kmov")
HEADERS = re.compile(r'#include "(fb/wide|fb/squaring/multi_sqr_bytes|curve/binary/fb_wide|native/x86_64/wide)\.h"')
PAIRS = ("mul_reduce_carryless.c", "sqr_reduce_carryless.c")  # kernels that valgrind runs too


def compiled(folder: Path, source: Path, compiler: str, level: str, *options: str) -> dict:
    """Functions of the source, disassembled."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    path = folder / f"{source.stem}.o"
    subprocess.run([compiler, *FLAGS, level, *options, "-c", source, "-o", path], check=True)
    return disassembly.functions(path)


# The analysis itself


def findings(compiler: str, level: str, folder: Path) -> dict[str, list[secret_flow.Finding]]:
    """The findings in the planted leaks."""
    callees = {"reviewed": THREE, "memcpy": THREE}
    found = {}
    for name, body in compiled(folder, PLANTED, compiler, level).items():
        public = ("rdx",) if name == "clean_curve" else ()
        found[name] = secret_flow.leaks(body, callees=callees, public_memory=public)
    return found


@pytest.mark.parametrize(
    ("compiler", "level"),
    [level if level in USUAL_LEVELS else pytest.param(*level, marks=pytest.mark.slow) for level in LEVELS],
)
def test_planted_leaks_are_found(tmp_path, compiler, level):
    found = findings(compiler, level, tmp_path)
    names = set(re.findall(r"^(?:WIDE )?void (\w+)\(", PLANTED.read_text(), re.M))
    assert set(found) == names and len(names) > 20
    sure = [name for name in sorted(names) if not name.startswith("maybe_")]
    assert [name for name in sure if bool(found[name]) != name.startswith("leak_")] == [], found


def test_what_a_compiler_makes_of_a_mask_is_found(tmp_path):
    """One compiler makes a jump of it, the other does not."""
    jumps = [i for i in compiled(tmp_path, PLANTED, "clang", "-O2")["maybe_scan"] if i.mnemonic in ("je", "jne")]
    assert jumps and "jump on a secret" in " ".join(map(str, findings("clang", "-O2", tmp_path)["maybe_scan"]))
    assert findings("gcc", "-O2", tmp_path)["maybe_scan"] == []


KINDS = {
    "leak_jump": "jump on a secret",
    "leak_index": "address from a secret",
    "leak_division": "an instruction that is not known",
    "leak_argument": "secret argument of reviewed in rdx",
    "leak_call": "call of unknown",
    "leak_array": "jump on a secret",
    "leak_result": "jump on a secret",
    "leak_wide_jump": "jump on a secret",
    "leak_wide_index": "address from a secret",
    "leak_gather": "an instruction that is not known",
    "leak_compress": "an instruction that is not known",
    "leak_masked_store": "access to memory masked by a secret",
}


def test_kinds_of_leaks(tmp_path):
    found = findings("gcc", "-O2", tmp_path)
    assert [name for name, kind in KINDS.items() if kind not in " ".join(map(str, found[name]))] == [], found


def test_a_curve_is_secret_unless_it_is_said_to_be_public(tmp_path):
    body = compiled(tmp_path, PLANTED, "gcc", "-O2")["clean_curve"]
    assert secret_flow.leaks(body) and not secret_flow.leaks(body, public_memory=["rdx"])


def test_arguments_that_must_be_public(tmp_path):
    """Addresses and numbers of rounds must be public, depending on how the function uses them."""
    bodies = compiled(tmp_path, PLANTED, "gcc", "-O2")
    assert secret_flow.needed(bodies["clean_scan"]) == ["rdi", "rsi", "rdx"]
    assert secret_flow.needed(bodies["clean_compare"]) == ["rdi", "rsi"]


# The library


def sources() -> list[Path]:
    """Files of the library that have kernels with wide registers, and some that have other kernels."""
    files = sorted(path for tree in SOURCES for path in tree.rglob("*.c"))
    return [path for path in files if path.name in PAIRS or HEADERS.search(path.read_text())]


def is_of_kernels(instruction: disassembly.Instruction) -> bool:
    wide = any(isinstance(o, disassembly.Register) and o.bytes == 64 for o in instruction.operands)
    return wide or bool(OF_KERNELS.match(instruction.mnemonic))


def has_secrets(name: str) -> bool:
    """Whether a function may work on secrets; copies of it that a compiler makes have its name and a dot."""
    name = name.partition(".")[0]
    return not name.endswith("_var") and name not in OF_PUBLIC_VALUES


def kernels(functions: dict) -> dict:
    """The functions that are kernels of secrets, and the functions that these call in the same object."""
    found = {n: body for n, body in functions.items() if has_secrets(n) and any(map(is_of_kernels, body))}
    waiting = list(found)
    while waiting:
        for instruction in found[waiting.pop()]:
            if (name := instruction.symbol) in functions and name not in found and name not in REVIEWED:
                found[name] = functions[name]
                waiting.append(name)
    return found


def callees_of(functions: dict, field: str) -> dict:
    """The registers that must be public in calls of reviewed functions, and of functions that others call."""
    reviewed = REVIEWED | {f"mc_{field}_{name}": registers for name, registers in REVIEWED_OF_FIELDS.items()}
    called = {i.symbol for body in functions.values() for i in body} & functions.keys()
    needed: dict = {name: () for name in called}
    while True:
        known = reviewed | needed
        needed = {name: secret_flow.needed(functions[name], callees=known) for name in called}
        if reviewed | needed == known:
            return known


CASES = [
    ("fb163", "gcc", "-O3"),
    *(pytest.param("fb163", *level, marks=pytest.mark.slow) for level in (("clang", "-O3"), ("gcc", "-Os"))),
    *(pytest.param(field, "gcc", "-O3", marks=pytest.mark.slow) for field in ("fb233", "fb409", "fb571")),
    pytest.param("fb283", "clang", "-O2", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("field", "compiler", "level"), CASES)
def test_kernels_have_no_leak(tmp_path, field, compiler, level):
    checked, found = set(), {}
    for source in sources():
        functions = kernels(compiled(tmp_path, source, compiler, level, f"-DMC_FIELD={field}"))
        callees = callees_of(functions, field)
        for name, body in functions.items():
            own_name = name.removeprefix(f"mc_{field}_")
            checked.add(name)
            if (field, compiler, level) not in JUDGED_IN.get(own_name, [(field, compiler, level)]):
                continue
            public = PUBLIC_MEMORY.get(own_name, ())
            if leaks := secret_flow.leaks(body, callees=callees, public_memory=public):
                found[name] = list(map(str, leaks))
    assert found == {}
    assert {"mul_reduce_native", "sqr_reduce_native", "sqr_times_native", "ladder_steps_vpclmul"} <= checked
    assert {f"mc_{field}_{name}" for name in REVIEWED_OF_FIELDS if name.endswith("_vpclmul")} <= checked


@pytest.mark.parametrize("source", LANES)
@pytest.mark.parametrize(("compiler", "level"), LEVELS)
def test_kernels_in_lanes_have_no_leak(tmp_path, compiler, level, source):
    functions = kernels(compiled(tmp_path, ROOT / source, compiler, level))
    assert set(functions) == {LANES[source]}
    assert list(map(str, secret_flow.leaks(functions[LANES[source]], callees=REVIEWED))) == []
