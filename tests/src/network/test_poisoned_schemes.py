"""No jump and no address of the schemes on curves depends on a secret (tests/src/network/poisoned_schemes.c)."""

import re
import subprocess
from pathlib import Path

import pytest

from motelab import INCLUDE_FLAGS, ROOT
from motelab.library import host

PROGRAM = ROOT / "tests/src/network/poisoned_schemes.c"
FLAGS = ("-std=gnu11", "-DMC_WORD_BITS=64", *INCLUDE_FLAGS)
NETWORK = ROOT / "src/network"
SOURCES = [
    NETWORK / "cbor.c",
    NETWORK / "random.c",
    *sorted((NETWORK / "edhoc").glob("*.c")),
    *(NETWORK / "schemes" / f"{name}.c" for name in ("on_curve", "ecqv", "ecdsa_ecdh", "edhoc")),
]
# Of the library, and what of EDHOC reads a plaintext.
RENAMED = (
    *("mc_ecdh", "mc_key_generate", "mc_ecdsa_sign_digest", "mc_ecdsa_sign_digest_hedged"),
    "mc_ecdsa_verify_digest",
    *("mc_aes_ccm_decrypt", "mc_octets_equal", "mc_edhoc_get_identifier", "mc_edhoc_get_plaintext"),
)
VALGRIND = ("valgrind", "-q", "--error-exitcode=99", "--expensive-definedness-checks=yes", "--error-limit=no")


def build(folder: Path, compiler: str, level: str) -> Path:
    curves = host.build() / "libmotecurve.so"
    objects = []
    for source in (*SOURCES, PROGRAM):
        names = [] if source in (PROGRAM, NETWORK / "edhoc/plaintext.c") else [f"-D{n}=public_{n}" for n in RENAMED]
        objects.append(folder / f"{source.parent.name}-{source.stem}.o")
        subprocess.run([compiler, *FLAGS, level, *names, "-c", source, "-o", objects[-1]], check=True)
    program = folder / "poisoned_schemes"
    subprocess.run([compiler, *objects, curves, f"-Wl,-rpath,{curves.parent}", "-o", program], check=True)
    return program


def leaks(program: Path, *arguments: str) -> set[tuple[str, str]]:
    """Kind and function of every report."""
    run = subprocess.run([*VALGRIND, program, *arguments], capture_output=True, text=True)
    found = set(re.findall(r"== (\w+).*\n==\d+==    at 0x\w+: (\w+)", run.stderr))
    assert run.returncode == (99 if found else 0), run.stdout + run.stderr[:2000]
    assert run.stdout == "right\n"
    return found


@pytest.mark.parametrize(("compiler", "level"), (("gcc", "-O2"), ("clang", "-O2")))
def test_no_leak(tmp_path, compiler, level):
    host.require("fp256r1")
    program = build(tmp_path, compiler, level)
    assert leaks(program) == set()


def test_planted_secrets_are_found(tmp_path):
    host.require("fp256r1")
    assert leaks(build(tmp_path, "gcc", "-O2"), "planted")
