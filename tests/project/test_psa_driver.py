"""The PSA driver (packages/psa): in an Mbed TLS that calls it, and its entry points by themselves."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.library import host

PSA, HERE = ROOT / "packages/psa", ROOT / "tests/project/psa"
# The crate that carries Mbed TLS 3.5.1; cargo compiles nothing of it.
SOURCE, SHA256 = "psa-crypto-sys", "f507eb19095cece94cafcef49c235dd463649e8c629c0b74fcdf9e6e16895feb"
CRATE = """
[package]
name = "mbedtls-source"
version = "0.0.0"
edition = "2021"
[lib]
path = "/dev/null"
[dependencies]
psa-crypto-sys = { version = "=0.13.0", default-features = false }
"""
FIELDS = "fp255;fp256r1;fp384r1"
OPERATIONS = ("import_key", "generate_key", "export_public_key", "sign_hash", "verify_hash", "sign_message")
OPERATIONS += ("verify_message", "key_agreement")
OURS = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{PSA}", f"-I{ROOT / 'include'}")
# Parts of Mbed TLS that PSA does not need.
LEFT_OUT = re.compile("ssl|x509|net_|debug|mps|pkcs7")
NOT_SUPPORTED = "-134"


def run(*command, **how) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **how)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def library() -> Path:
    return host.build(64, tests=False, fields=FIELDS, is_checked=False) / "libmotecurve.a"


@pytest.fixture(scope="module")
def mbedtls(tmp_path_factory) -> Path:
    """A copy of Mbed TLS with the driver registered."""
    cargo = shutil.which("cargo")
    version = re.search(r"(\d+)\.(\d+)", run(cargo, "--version")) if cargo else None
    if not version or (int(version[1]), int(version[2])) < (1, 70):
        pytest.skip("no cargo of 1.70 or later, whose index is small")
    crate, cache = tmp_path_factory.mktemp("crate"), tmp_path_factory.mktemp("mbedtls")
    (crate / "Cargo.toml").write_text(CRATE)
    try:
        fetched = subprocess.run([cargo, "vendor", cache], cwd=crate, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip(f"cargo does not get {SOURCE} in time")
    if fetched.returncode:
        pytest.skip(f"cargo does not get {SOURCE}")
    assert json.loads((cache / SOURCE / ".cargo-checksum.json").read_text())["package"] == SHA256
    folder = cache / SOURCE / "vendor"
    for _ in range(2):  # a second run changes nothing
        assert run(sys.executable, PSA / "register.py", folder).split() == list(OPERATIONS)
    text = "".join(path.read_text() for path in folder.glob("library/psa_crypto_driver_wrappers*"))
    assert text.count("motecurve_transparent_") == len(OPERATIONS)
    return folder


@pytest.mark.slow
def test_calls_come_to_the_driver(mbedtls, library, tmp_path):
    """Every operation that the README lists, with results of public vectors; P-521 is left to Mbed TLS."""
    headers = (f"-I{mbedtls / 'include'}", f"-I{HERE}", '-DMBEDTLS_CONFIG_FILE="mbedtls_config.h"')
    sources = [path for path in sorted(mbedtls.glob("library/*.c")) if not LEFT_OUT.match(path.name)]
    driver = ("-DPSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT", "-DMOTECURVE_PSA_DRIVER")
    theirs = ("-std=gnu11", "-O1", "-w", f"-I{mbedtls / 'library'}", *OURS[-2:])
    run("gcc", *theirs, *headers, *driver, "-c", *sources, cwd=tmp_path)
    run("gcc", *OURS, *headers, "-c", PSA / "motecurve_psa.c", HERE / "calls.c", cwd=tmp_path)
    wrap = [f"-Wl,--wrap=motecurve_transparent_{operation}" for operation in OPERATIONS]
    run("gcc", *wrap, *tmp_path.glob("*.o"), library, "-o", tmp_path / "calls")
    lines = run(tmp_path / "calls").splitlines()
    assert {line.split()[0] for line in lines} == set(OPERATIONS)
    met = {tuple(line.split()[0:5:2]) for line in lines if line.split()[-1] == "0"}
    assert {("sign_hash", "7112", "256"), ("sign_hash", "7112", "384"), ("key_agreement", "7112", "384")} <= met
    assert {("key_agreement", "7141", "255"), ("sign_message", "7142", "255"), ("verify_message", "7142", "255")} <= met
    left = [line for line in lines if " 521 " in line]
    assert len(left) >= 5 and all(line.endswith(NOT_SUPPORTED) for line in left)


def test_entry_points(library, tmp_path):
    """What each leaves to others and refuses, with Debian's headers of Mbed TLS."""
    if not Path("/usr/include/psa/crypto.h").exists():
        pytest.skip("libmbedtls-dev is not installed")
    sources = (PSA / "motecurve_psa.c", HERE / "entry_points.c")
    run("gcc", *OURS, *sources, library, "-lmbedcrypto", "-o", tmp_path / "entry_points")
    run(tmp_path / "entry_points")


@pytest.mark.parametrize("arguments", [(), ("nowhere",), (str(ROOT),), ("a", "b")])
def test_register_says_what_is_wrong(arguments):
    done = subprocess.run([sys.executable, PSA / "register.py", *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
