"""On hosts nothing of a secret stays behind. After a call of any public function that takes or makes one, neither the
stack below the caller nor the registers hold a part of it, or of a value derived from it on the way."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from codegen.built import curves_by_field
from codegen.interface.descriptions import described
from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.library import host
from tests.conftest import part
from tests.src.native.x86_64 import processor
from tests.src.whole.wiping import described as description_call
from tests.src.whole.wiping import host as calls_on_host
from tests.src.whole.wiping import secrets
from tests.src.whole.wiping.calls import CALLS, Call, Subject
from tests.src.whole.wiping.described import calls_on, calls_without_curve

pytestmark = pytest.mark.skipif(not processor.has("lm"), reason="the program that calls is for x86-64")

PART_BYTES = 6  # six bytes of a secret would be found by chance once in a million runs
# Frames above those that are burned: the public function's, with its arguments.
TOP_BYTES = 1536
# Some of each form of curve, by length and kind of field.
CURVES = [
    *("sect163k1", "sect283r1", "secp384r1", "Curve25519", "Ed25519", "Ed448"),
    *(pytest.param(curve, marks=pytest.mark.slow) for curve in ("sect571k1", "secp256r1", "Curve448")),
]
FIRST_CALLS = ["sect283r1", pytest.param("secp384r1", marks=pytest.mark.slow)]
# A few of them for each build: compiler, level of instructions.
FIELDS, SOME = "fb283;fp384r1;fp255", ("sect283r1", "secp384r1", "Curve25519", "Ed25519")
WAYS = [
    *(("gcc", "x86_64"), ("gcc", "adx"), ("gcc", "vpclmul")),
    *(("clang", ""), ("clang", "x86_64")),
]
HAS = {
    "": True,
    "x86_64": True,
    "adx": processor.has_carryless() and processor.has_adx(),
    "vpclmul": processor.has_wide(),
}


def field_of(curve: str) -> str:
    return next(f for f, records in curves_by_field().items() if any(r["name"] == curve for r in records))


@pytest.fixture(scope="module", params=["a", "so"], ids=["static", "shared"])
def program(request, tmp_path_factory) -> Path:
    return calls_on_host.program(tmp_path_factory.mktemp("wiping"), host.build(64) / f"libmotecurve.{request.param}")


def burned(name: str) -> int:
    """One of the depths of src/native/burn.h; the curves' depth is given for elements without bytes."""
    text = (ROOT / "src/native/burn.h").read_text()
    return int(re.search(rf"#define MC_BURN_{name}_BYTES\D* \(?(\d+)", text)[1])


def burned_by_octet() -> int:
    return int(re.search(r"(\d+) \* \(field_bytes\)", (ROOT / "src/native/burn.h").read_text())[1])


def burned_on(subject: Subject) -> int:
    """The depth of stack that is burned after a call on the curve."""
    return burned("CURVE") + burned_by_octet() * subject.field_bytes


def left_behind(program: Path, calls: list[Call]) -> dict[str, dict[str, bytes]]:
    """For each call, the secrets that were found, and the longest part of each."""
    found = {}
    for call, answer in zip(calls, calls_on_host.answers(program, calls), strict=True):
        assert answer.status == 0 or not is_on_curve(call), (call.function, answer.status)
        known = {**call.secret, **call.made(answer.outputs)}
        for place, memory in (("stack", answer.stack), ("registers", answer.registers)):
            if parts := secrets.found_in(memory, known, PART_BYTES):
                found[f"{call.function}, {place}"] = parts
    return found


def is_on_curve(call: Call) -> bool:
    return call.arguments[-1].startswith("c")


def test_every_function_with_secrets_has_a_call(program):
    """Tasks have stacks of their own, which tests/c/test_stepwise.c checks. One without a maker is called by its
    description, which must know its parameters."""
    with_secrets = {f"mc_{one.name}" for one in described().values() if one.has_secrets and not one.is_in_steps}
    assert set(CALLS) <= with_secrets
    for name in with_secrets - set(CALLS):
        description_call.call(Subject("secp256r1", calls_on_host.asker(program)), described()[name[3:]])


@pytest.mark.parametrize("name", ["ecdh", "schnorr_sign", "schnorr_sign_random", "ecqv_issue"])
def test_calls_by_description_are_right(program, name):
    """Their form is that of the makers, whose calls succeed; and a library that forgets to burn is told."""
    host.require(field_of("secp256r1"))
    call = description_call.call(Subject("secp256r1", calls_on_host.asker(program)), described()[name])
    (made,) = [
        own
        for own in CALLS[f"mc_{name}"][1](Subject("secp256r1", calls_on_host.asker(program)))
        if own.function == call.function
    ][:1]
    assert [word[0] for word in call.arguments] == [word[0] for word in made.arguments] and call.secret
    assert left_behind(program, [call]) == {}


@pytest.mark.parametrize("curve", CURVES)
def test_calls_on_curves_leave_nothing(program, curve):
    host.require(field_of(curve))
    subject = Subject(curve, calls_on_host.asker(program))
    calls = calls_on(subject)
    assert len(calls) >= 6 and left_behind(program, calls) == {}


@pytest.mark.parametrize("curve", FIRST_CALLS)
def test_first_calls_leave_nothing(program, curve):
    """Each as the first of its process: the program's names may be bound only then."""
    host.require(field_of(curve))
    for call in calls_on(Subject(curve, calls_on_host.asker(program))):
        assert left_behind(program, [call]) == {}, call.function


def test_calls_without_curve_leave_nothing(program):
    subject = Subject("none", calls_on_host.asker(program))
    assert left_behind(program, calls_without_curve(subject)) == {}


@pytest.mark.parametrize("curve", CURVES)
def test_what_calls_touched_is_zero(program, curve):
    """Nothing at all stays below the frame of the public function, as deep as is burned. The exception is a checked
    signature: its verification comes last, where everything is public."""
    host.require(field_of(curve))
    subject = Subject(curve, calls_on_host.asker(program))
    calls = [call for call in calls_on(subject) if not call.function.endswith("_checked")]
    for call, answer in zip(calls, calls_on_host.answers(program, calls), strict=True):
        assert answer.touched <= burned_on(subject) + TOP_BYTES, call.function
        assert not others(answer.stack[:-TOP_BYTES]), call.function


def others(stack: bytes) -> list[str]:
    """Nonzero words that were written and are not addresses: burning itself leaves its return address."""
    words = [stack[i - 8 : i] for i in range(len(stack), 7, -8)]
    values = [int.from_bytes(word, "little") for word in words if word.strip(b"\0\xa5")]
    return [f"{value:016x}" for value in values if not 1 << 44 <= value < 1 << 47]


# Without burning


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory) -> Path:
    """The program with an mc_burn that does nothing."""
    library = host.build(64) / "libmotecurve.a"
    return calls_on_host.program(tmp_path_factory.mktemp("forgetful"), library, options=("-Wl,--wrap=mc_burn",))


@pytest.mark.parametrize("curve", CURVES)
def test_calls_go_no_deeper_than_is_burned(forgetful, curve):
    host.require(field_of(curve))
    subject = Subject(curve, calls_on_host.asker(forgetful))
    for call in calls_on(subject):  # each as the first of its process
        (answer,) = calls_on_host.answers(forgetful, [call])
        assert answer.touched <= burned_on(subject), call.function


def test_other_calls_go_no_deeper_than_is_burned(forgetful):
    for call in calls_without_curve(Subject("none", calls_on_host.asker(forgetful))):
        if call.function.startswith(("mc_aes", "mc_chacha20", "mc_kdf", "mc_hkdf")):
            (answer,) = calls_on_host.answers(forgetful, [call])
            assert answer.touched <= burned("CIPHER"), call.function


@pytest.mark.parametrize(
    ("curve", "function", "secret"),
    [
        ("Ed25519", "mc_key_generate", "prefix"),
        ("secp384r1", "mc_ecies_encrypt", "shared secret"),
    ],
)
def test_what_is_not_burned_is_found(forgetful, curve, function, secret):
    host.require(field_of(curve))
    subject = Subject(curve, calls_on_host.asker(forgetful))
    found = left_behind(forgetful, [call for call in calls_on(subject) if call.function == function])
    assert len(found[f"{function}, stack"][secret]) >= PART_BYTES


# Every build


def build(compiler: str, level: str) -> Path:
    """The library built by a compiler for a level, kept beside the lab's."""
    folder = BUILD / f"wiping-{compiler}-{level or 'any'}"
    options = {
        "MC_FIELDS": FIELDS,
        "MC_X86_64_LEVEL": level,
        "CMAKE_C_COMPILER": compiler,
        "CMAKE_ASM_COMPILER": compiler,
    }
    if shutil.which("ccache"):
        options["CMAKE_C_COMPILER_LAUNCHER"] = "ccache"
    given = [f"-D{name}={value}" for name, value in options.items()]
    with locks.held(BUILD / f"{folder.name}.lock"):
        for command in (["-S", ROOT, "-B", folder, *given], ["--build", folder, "--parallel", "2"]):
            run = subprocess.run(["cmake", *command], capture_output=True, text=True, env=os.environ)
            assert run.returncode == 0, run.stderr
    return folder


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("linked", ["a", "so"], ids=["static", "shared"])
@pytest.mark.parametrize(("compiler", "level"), part(WAYS, 2))
def test_every_compiler_and_level(tmp_path, compiler, level, linked):
    """Half of the builds take turns."""
    if not shutil.which(compiler) or not HAS[level]:
        pytest.skip(f"no {compiler}" if HAS[level] else f"this processor has no {level}")
    program = calls_on_host.program(tmp_path, build(compiler, level) / f"libmotecurve.{linked}", compiler)
    for curve in SOME:
        subject = Subject(curve, calls_on_host.asker(program))
        assert left_behind(program, calls_on(subject)) == {}, curve
    assert left_behind(program, calls_without_curve(subject)) == {}
    if linked == "a":
        options = ("-Wl,--wrap=mc_burn",)
        test_calls_go_no_deeper_than_is_burned(
            calls_on_host.program(tmp_path, build(compiler, level) / "libmotecurve.a", compiler, options), "secp384r1"
        )
