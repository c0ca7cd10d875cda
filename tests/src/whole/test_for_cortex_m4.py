"""Balanced code for secp256r1 on Cortex-M4, with its kernels: the sources of a drop (`./motecurve firmware`) compiled
for Linux on ARM, and run on Wycheproof's vectors and on what must be refused."""

import hashlib
import re
import subprocess

import pytest

from motelab import ROOT
from motelab.boards import board as boards
from motelab.export import calls, layout
from motelab.export.drop import Drop
from motelab.library.host import Status
from motelab.subjects import curves
from tests.src.native.arm.kernels import arm_linux
from tests.src.whole.test_for_size import N256, key_pair, octets, wycheproof

CPU = "cortex-a7"
FLAGS = (f"-mcpu={CPU}", "-mthumb", "-Os", "-w")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder, target = tmp_path_factory.mktemp("drop"), arm_linux()
    drop = Drop(boards.load("cortex-m4"), curves.find("secp256r1"), calls.parsed("ecdh,verify"), "balanced")
    for name, text in layout.library(drop).items():
        (folder / name).write_text(text)
    include = [f"-I{path}" for path in (folder, target.platform, ROOT / "boards/firmware")]
    command = [target.command, *target.flags, *FLAGS, *include]
    objects = []
    for path in (folder / "motecurve.c", *folder.glob("*.S")):
        for number in re.findall(r"^#if MC_UNIT == ([1-9]\d*) /\*", path.read_text(), re.M):
            objects.append(folder / f"{number}.o")
            subprocess.run([*command, f"-DMC_UNIT={number}", "-c", path, "-o", objects[-1]], check=True)
    sources = [ROOT / "tests/src/whole/drop_caller.c", *sorted(target.platform.glob("*.[cS]"))]
    subprocess.run([*command, *sources, *objects, "-o", folder / "drop.elf", *target.link_flags], check=True)

    def run(cases: list[bytes]) -> bytes:
        started = [target.emulator, "-cpu", CPU, folder / "drop.elf"]
        return subprocess.run(started, input=b"".join(cases) + b"\0", capture_output=True, env={}, check=True).stdout

    return run


def verification(signature: bytes, public: bytes, digest: bytes) -> bytes:
    return b"\1" + signature + public + digest


def test_ecdsa_vectors(program):
    """Among them x of u G + v Q from n on, which a signature has less n."""
    made, expected = [], []
    for group, case in wycheproof("ecdsa_secp256r1_sha256_p1363_test", 32):
        public = bytes.fromhex((group.get("publicKey") or group["key"])["uncompressed"])
        signature = bytes.fromhex(case["sig"])
        if len(signature) == 64:
            made.append(verification(signature, public, hashlib.sha256(bytes.fromhex(case["msg"])).digest()))
            expected.append((case["result"] == "valid", case["comment"]))
    found = program(made)
    assert [(status == Status.OK, comment) for status, (_, comment) in zip(found, expected, strict=True)] == expected
    assert any(is_valid and "large x-coordinate" in comment for is_valid, comment in expected)


def test_ecdsa_exceptions(program):
    """u G + v Q is infinity with Q = G and u = -v; so it is with the doubling u G = v Q that additions lack."""
    _, _, base = key_pair(1)
    double = int.from_bytes(key_pair(2)[2][1:33], "big") % N256  # r = e: u = v, so that u (G + Q) = 2 G for s = e
    cases = [(N256 - 5, 7, 5), (5, 7, 5), (double, double, double), (1, 1, 5), (N256 - 1, N256 - 1, 5)]
    wanted = [Status.ERROR_SIGNATURE] * 2 + [Status.OK] + [Status.ERROR_SIGNATURE] * 2
    assert list(program([verification(octets(r, s), base, octets(e)) for r, s, e in cases])) == wanted


def test_ecdh_vectors(program):
    made, expected = [], []
    for _, case in wycheproof("ecdh_secp256r1_ecpoint_test", 32):
        public = bytes.fromhex(case["public"])
        if len(public) == 65:
            made.append(b"\2" + octets(int(case["private"], 16)) + public)
            expected.append(case)
    found = program(made)
    for i, case in enumerate(expected):
        status, secret = found[33 * i], found[33 * i + 1 : 33 * (i + 1)]
        if case["result"] == "valid":
            assert (status, secret.hex()) == (Status.OK, case["shared"]), case
        else:
            assert status != Status.OK and not any(secret), case


@pytest.mark.parametrize("number", [1, 2, 3, N256 - 1, N256 - 2, N256 // 2, N256 // 2 + 1, 1 << 255])
def test_ecdh_of_all_scalars(program, number):
    (_, private, public), (_, other, peer) = key_pair(number), key_pair(8765432123456789)
    first, second = program([b"\2" + private + peer]), program([b"\2" + other + public])
    assert first == second and first[0] == Status.OK
