"""A transcript of the public functions is the same on processors of other byte orders, word sizes and alignments, under
QEMU, as on this one, which other tests compare with OpenSSL and Python's integers."""

import functools
import re
import shutil
import subprocess

import pytest

from motelab import ROOT
from motelab.library import host
from tests.src.whole.overlap.cases import FIELD
from tests.src.whole.transcript import calls

FIELDS = "fb163;fp255;fp256r1"
CURVES = ("sect163k1", "secp256r1", "Curve25519", "Ed25519")
# Big-endian with 64 bits; with 32 bits; little-endian with 32 bits, where 64-bit numbers lie at multiples of four.
PROCESSORS = {"s390x-linux-gnu": 64, "mips-linux-gnu": 32, "i386-linux-gnu": 32}
FLAGS = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}")


@functools.cache
def transcript() -> tuple[calls.Call, ...]:
    for curve in CURVES:
        host.require(FIELD[curve])
    return tuple(call for curve in CURVES for call in calls.calls(curve))


def compiler(toolchain: str) -> list[str]:
    """That of the build: the file's own, or Debian's cross compiler (debian-cross.cmake)."""
    text = (ROOT / f"cmake/toolchains/{toolchain}.cmake").read_text()
    flags = re.search(r'CMAKE_C_FLAGS_INIT "(.*)"', text)
    own = re.search(r"CMAKE_C_COMPILER (.*)\)", text)
    return [own[1] if own else f"{toolchain}-gcc", *(flags[1].split() if flags else ())]


def emulator(toolchain: str) -> list[str]:
    processor = toolchain.partition("-")[0]
    return [f"qemu-{processor}", *([] if processor == "i386" else ["-L", f"/usr/{toolchain}"])]


def require_tools(toolchain: str) -> None:
    for tool in (compiler(toolchain)[0], emulator(toolchain)[0]):
        if not shutil.which(tool):
            pytest.skip(f"there is no {tool}: tools/setup.sh test")


@pytest.mark.slow
@pytest.mark.parametrize("toolchain", PROCESSORS)
def test_transcript(toolchain, tmp_path):
    require_tools(toolchain)
    folder = host.build(PROCESSORS[toolchain], tests=False, fields=FIELDS, toolchain=toolchain)
    source, program = tmp_path / "transcript.c", tmp_path / "transcript"
    source.write_text(calls.program())
    subprocess.run(
        [*compiler(toolchain), *FLAGS, source, folder / "libmotecurve.a", "-static", "-o", program], check=True
    )
    asked = "".join(f"{call.asked}\n" for call in transcript())
    done = subprocess.run([*emulator(toolchain), program], input=asked, capture_output=True, text=True)
    expected = [*calls.hashes(), *(call.expected for call in transcript())]
    for found, wanted in zip(done.stdout.splitlines(), expected, strict=False):
        assert found == wanted
    assert (done.returncode, done.stdout.count("\n")) == (0, len(expected)), done.stderr


def test_transcript_holds_nearly_all_functions():
    """All but those that steps, tasks, hashing contexts and states of protocols need, and sizes that differ."""
    others = {name for name in calls.FUNCTIONS if name not in calls.taken()}
    of_contexts = ("hash_", "hmac_", "sha1_", "sha256_", "sha512_", "shake256_", "task_", "curve_", "status_text")
    of_states = ("hpke_", "spake2plus_prover_", "spake2plus_verifier_")
    assert {n for n in others if not n.startswith((*of_contexts, *of_states))} == {
        *("ecdsa_batch_bytes", "eddsa_batch_bytes"),
        *("ecdh_begin", "ecdsa_sign_digest_begin", "ecdsa_verify_digest_begin", "key_generate_begin"),
    }
