"""Keys, agreements and signatures beside OpenSSL, Mbed TLS, Botan and libsodium in one process, both ways, on every
curve that both have (tests/src/whole/interop/)."""

import subprocess

import pytest

from motelab import ROOT
from motelab.library import host

FOLDER = ROOT / "tests/src/whole/interop"
# Library -> options for compiler and linker, curves that both have.
LIBRARIES = {
    "openssl": (("-lcrypto",), 76),
    "mbedtls": (("-lmbedcrypto",), 12),
    "botan": (("-I/usr/include/botan-2", "-lbotan-2"), 24),
    "sodium": (("-lsodium",), 2),
}
KEYS = 3


@pytest.mark.parametrize("name", LIBRARIES)
def test_both_ways_on_every_curve_of_both(name, tmp_path):
    (options, curves), folder, program = LIBRARIES[name], host.build(64), tmp_path / name
    sources = [FOLDER / "interop.c", FOLDER / f"{name}.c"]
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include"]
    linked = [f"-L{folder}", "-lmotecurve", f"-Wl,-rpath,{folder}"]
    subprocess.run(["cc", *flags, *sources, "-o", program, *linked, *options], check=True)
    run = subprocess.run([program, str(KEYS)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == curves or host.chosen_fields(64), run.stdout
