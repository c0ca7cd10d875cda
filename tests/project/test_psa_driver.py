"""The PSA driver (packages/psa): in an Mbed TLS that calls it, and its entry points by themselves."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.library import host

PSA, HERE = ROOT / "packages/psa", ROOT / "tests/project/psa"
# The crate that carries Mbed TLS 3.6.5; cargo compiles nothing of it.
SOURCE, SHA256 = "mbedtls-rs-sys", "ed3d6fe75492994df511a63da8de669a0c59938ada3345e3d4756aec095d2ffb"
CRATE = """
[package]
name = "mbedtls-source"
version = "0.0.0"
edition = "2021"
[lib]
path = "/dev/null"
[dependencies]
mbedtls-rs-sys = { version = "=0.3.1", default-features = false }
"""
FIELDS = "fp255;fp256r1;fp384r1"
OPERATIONS = ("import_key", "generate_key", "export_public_key", "sign_hash", "verify_hash", "sign_message")
OPERATIONS += ("verify_message", "key_agreement")
OURS = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{PSA}", f"-I{ROOT / 'include'}")
# Parts of Mbed TLS that PSA does not need.
LEFT_OUT = re.compile("ssl|x509|net_|debug|mps|pkcs7")
NOT_SUPPORTED = "-134"
ED25519 = ("-DPSA_WANT_ECC_TWISTED_EDWARDS_255", "-DPSA_WANT_ALG_PURE_EDDSA")  # which Mbed TLS 2.28 does not know
# The driver in front of the software of the PSA implementation, and in its place.
IN_FRONT = ("-DPSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT", "-DMOTECURVE_PSA_DRIVER")
ALONE = '"motecurve_psa_config.h"'


def run(*command, **how) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **how)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@dataclasses.dataclass(frozen=True)
class Implementation:
    """Sources of a PSA implementation, how they are compiled, and the macro for a file of changes to its wants."""

    sources: list[Path]
    public: tuple[str, ...]
    private: tuple[str, ...]
    changes: str


@pytest.fixture(scope="module")
def library() -> Path:
    return host.build(64, tests=False, fields=FIELDS, is_checked=False) / "libmotecurve.a"


def of_crate(folder: Path) -> Path:
    """The folder of Mbed TLS in the crate, which cargo downloads if it has not yet."""
    cargo = shutil.which("cargo")
    version = re.search(r"(\d+)\.(\d+)", run(cargo, "--version")) if cargo else None
    if not version or (int(version[1]), int(version[2])) < (1, 85):
        pytest.skip("no cargo of 1.85 or later, which the crate demands")
    (folder / "Cargo.toml").write_text(CRATE)
    command = [cargo, "metadata", "--format-version=1", "--filter-platform=x86_64-unknown-linux-gnu"]
    try:
        fetched = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip(f"cargo does not get {SOURCE} in time")
    if fetched.returncode:
        pytest.skip(f"cargo does not get {SOURCE}")
    assert SHA256 in (folder / "Cargo.lock").read_text()
    packages = json.loads(fetched.stdout)["packages"]
    return next(Path(package["manifest_path"]).parent for package in packages if package["name"] == SOURCE) / "mbedtls"


def registered(folder: Path) -> None:
    """The driver is registered: in as many places again if the templates of the dispatch are there, too."""
    for _ in range(2):  # a second run changes nothing
        assert run(sys.executable, PSA / "register.py", folder).split() == list(OPERATIONS)
    for pattern in ("*/psa_crypto_driver_wrappers*", "scripts/data_files/driver_templates/*"):
        text = "".join(path.read_text() for path in folder.glob(pattern))
        assert text.count("motecurve_transparent_") == len(OPERATIONS)


@pytest.fixture(scope="module")
def mbedtls(tmp_path_factory) -> Implementation:
    """A copy of Mbed TLS 3.6 with the driver registered."""
    folder = tmp_path_factory.mktemp("mbedtls") / "mbedtls"
    shutil.copytree(of_crate(tmp_path_factory.mktemp("crate")), folder)
    registered(folder)
    sources = [path for path in sorted(folder.glob("library/*.c")) if not LEFT_OUT.match(path.name)]
    files = ('-DMBEDTLS_CONFIG_FILE="mbedtls_parts.h"', '-DMBEDTLS_PSA_CRYPTO_CONFIG_FILE="psa_wants.h"')
    changes = "MBEDTLS_PSA_CRYPTO_USER_CONFIG_FILE"
    return Implementation(sources, (f"-I{folder / 'include'}", *files), (f"-I{folder / 'library'}",), changes)


@pytest.fixture(scope="module")
def tf_psa_crypto(tmp_path_factory) -> Implementation:
    """A copy of TF-PSA-Crypto 1.x with the driver registered, from the folder that MC_TF_PSA_CRYPTO names."""
    if not os.environ.get("MC_TF_PSA_CRYPTO"):
        pytest.skip("no registry has TF-PSA-Crypto; MC_TF_PSA_CRYPTO names a folder with it and its generated files")
    folder = tmp_path_factory.mktemp("tf-psa-crypto") / "tf-psa-crypto"
    shutil.copytree(os.environ["MC_TF_PSA_CRYPTO"], folder)
    registered(folder)
    builtin = folder / "drivers/builtin"
    sources = sorted((*folder.glob("core/*.c"), *builtin.glob("src/*.c")))
    public = (f"-I{folder / 'include'}", f"-I{builtin / 'include'}", '-DTF_PSA_CRYPTO_CONFIG_FILE="psa_wants.h"')
    private = (f"-I{folder / 'core'}", f"-I{builtin / 'src'}")
    return Implementation(sources, public, private, "TF_PSA_CRYPTO_USER_CONFIG_FILE")


def build(implementation: Implementation, library: list[Path], folder: Path, *driver: str) -> Path:
    """calls.c on the implementation, with the linker's functions around the driver's. `library` is Motecurve."""
    headers = (*implementation.public, f"-I{HERE}", *driver)
    theirs = ("-std=gnu11", "-O1", "-w", *implementation.private, *OURS[-2:])
    run("gcc", *theirs, *headers, "-c", *implementation.sources, cwd=folder)
    run("gcc", *OURS, *headers, "-c", PSA / "motecurve_psa.c", HERE / "calls.c", cwd=folder)
    wrap = [f"-Wl,--wrap=motecurve_transparent_{operation}" for operation in OPERATIONS]
    run("gcc", *wrap, *folder.glob("*.o"), *library, "-o", folder / "calls")
    return folder / "calls"


def has_come(lines: list[str], *curves: str) -> None:
    """Calls of every operation have come to the driver, on each of these curves of ECDSA, and it has done them."""
    assert {line.split()[0] for line in lines} == set(OPERATIONS)
    met = {tuple(line.split()[0:5:2]) for line in lines if line.split()[-1] == "0"}
    for bits in curves:
        wanted = ("generate_key", "export_public_key", "sign_hash", "key_agreement")
        assert {(operation, "7112", bits) for operation in wanted} <= met
        assert ("verify_hash", "4112", bits) in met
    others = {("import_key", "7141", "255"), ("key_agreement", "7141", "255"), ("export_public_key", "7142", "255")}
    assert others <= met or curves == ("256",)


# The software of the PSA implementation for elliptic curves, and for the numbers that they are made of.
SOFTWARE = re.compile(r" [TtDdRr] mbedtls_(ecp|ecdh|mpi)_")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mbedtls", "tf_psa_crypto"])
def test_calls_come_to_the_driver(name, request, library, tmp_path):
    """Every operation that the README lists, with results of public vectors; P-521 is left to the software behind."""
    calls = build(request.getfixturevalue(name), [library], tmp_path, *IN_FRONT)
    assert SOFTWARE.search(run("nm", calls))
    lines = run(calls).splitlines()
    has_come(lines, "256", "384")
    left = [line for line in lines if " 521 " in line]
    assert len(left) >= 5 and all(line.endswith(NOT_SUPPORTED) for line in left)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mbedtls", "tf_psa_crypto"])
def test_driver_takes_the_place_of_the_software(name, request, library, tmp_path):
    """With motecurve_psa_config.h no code for curves but Motecurve's is left, and the same calls are done."""
    implementation = request.getfixturevalue(name)
    calls = build(implementation, [library], tmp_path, f"-D{implementation.changes}={ALONE}")
    assert not SOFTWARE.search(run("nm", *tmp_path.glob("*.o")))
    lines = run(calls).splitlines()
    has_come(lines, "256", "384")
    assert not any(" 521 " in line for line in lines)


def drop(folder: Path, *request: str) -> Path:
    """A firmware drop on secp256r1; one that prefers small code has no assembly, and so runs on a host."""
    command = (ROOT / "motecurve", "firmware", "--board", "cortex-m4", "--curve", "secp256r1", "--prefer", "small")
    run(*command, "--out", folder, "--format", "json", *request)
    return folder


@pytest.mark.slow
def test_driver_works_on_a_drop(mbedtls, tmp_path):
    made, work = drop(tmp_path / "drop", "--ops", "sign,verify,ecdh"), tmp_path / "work"
    work.mkdir()
    units = re.search(r"^UNITS = (.*)$", (made / "Makefile").read_text(), re.M)[1].split()
    objects = [tmp_path / f"unit_{unit}.o" for unit in units]
    for unit, made_object in zip(units, objects, strict=True):
        run("gcc", "-std=gnu11", "-O1", "-w", f"-DMC_UNIT={unit}", "-c", made / "motecurve.c", "-o", made_object)
    driver = (f"-D{mbedtls.changes}={ALONE}", "-DP256_ALONE", "-DMOTECURVE_PSA_ON_DROP", f"-I{made}")
    lines = run(build(mbedtls, objects, work, *driver)).splitlines()
    has_come(lines, "256")


@pytest.mark.slow
def test_driver_that_verifies_needs_little(mbedtls, tmp_path):
    """The configuration of packages/psa/bench: of Motecurve the driver calls two functions, which the drop has."""
    made = drop(tmp_path / "drop", "--ops", "verify")
    wants = f'-DMBEDTLS_PSA_CRYPTO_CONFIG_FILE="{PSA / "bench/verify.h"}"'
    own = ("-DON_MOTECURVE", "-DMBEDTLS_PSA_CRYPTO_EXTERNAL_RNG=")
    headers = (*mbedtls.public[:-1], wants, *own, f"-I{HERE}", f"-I{made}")
    run("gcc", *OURS, *headers, "-c", PSA / "motecurve_psa.c", "-o", tmp_path / "driver.o")
    called = {line.split()[-1] for line in run("nm", "--undefined-only", tmp_path / "driver.o").splitlines()}
    assert called == {"mc_ecdsa_verify_digest", "mc_public_key_validate", "memmove"}


def test_entry_points(library, tmp_path):
    """What each leaves to others and refuses, with Debian's headers of Mbed TLS."""
    if not Path("/usr/include/psa/crypto.h").exists():
        pytest.skip("libmbedtls-dev is not installed")
    sources = (PSA / "motecurve_psa.c", HERE / "entry_points.c")
    run("gcc", *OURS, *ED25519, *sources, library, "-lmbedcrypto", "-o", tmp_path / "entry_points")
    run(tmp_path / "entry_points")


@pytest.mark.parametrize("script", ["register.py", "bench/prepare.py"])
@pytest.mark.parametrize("arguments", [(), ("nowhere",), (str(ROOT),), ("a", "b"), ("a", "b", "c", "d")])
def test_scripts_say_what_is_wrong(script, arguments):
    done = subprocess.run([sys.executable, PSA / script, *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
