"""The Python package as its users get it: a source distribution without the lab, and a wheel of one extension for
every Python from 3.11 on. In an environment with that wheel run the package's tests, its types, and the page that
documents it."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from motelab import BUILD, ROOT
from motelab.library import host
from tools.site import c_reference

HERE = Path(__file__).parent
INSTALLED = HERE / "installed"
PAGE = ROOT / "docs/start/python.md"
README = ROOT / "bindings/python/README.md"


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)


BLOCKS = python_blocks(PAGE)


@pytest.mark.parametrize("name", sorted(path.name for path in INSTALLED.glob("test_*.py")))
def test_in_the_environment(package, name):
    done = package.run("-m", "pytest", "-q", "-p", "no:cacheprovider", INSTALLED / name)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_page_runs_as_it_is(package, number, tmp_path):
    """Each block continues where the one before it ended; without `cryptography` only those before the one about it
    run."""
    for forbidden in ("", "import sys; sys.modules['cryptography'] = None\n"):
        if forbidden and "cryptography" in BLOCKS[number]:
            continue
        text = forbidden + f"import os; os.chdir({str(tmp_path)!r})\n"
        text += "".join(block for block in BLOCKS[: number + 1] if not (forbidden and "cryptography" in block))
        done = package.run("-c", text)
        assert done.returncode == 0, done.stderr


def test_the_readme_runs_as_it_is(package):
    (block,) = python_blocks(README)
    done = package.run("-c", block)
    assert done.returncode == 0, done.stderr


def test_types_of_a_program(package, tmp_path):
    """The type checker accepts a program that uses every protocol, and refuses one with a single wrong type."""
    program = (HERE / "typed_program.py").read_text()
    assert package.run(HERE / "typed_program.py").returncode == 0
    (tmp_path / "right.py").write_text(program)
    (tmp_path / "wrong.py").write_text(program + 'number: int = ecdsa.sign(key, "text", nonce="best")\n')
    found = complaints(package, tmp_path, "right.py", "wrong.py")
    assert sorted(found) == [("wrong.py", kind) for kind in ("arg-type", "arg-type", "assignment")]


def test_types_of_the_documents(package, tmp_path):
    """A program that is typed strictly may hold what the page and the package's README show."""
    (tmp_path / "page.py").write_text("".join(BLOCKS))
    (tmp_path / "readme.py").write_text("".join(python_blocks(README)))
    assert complaints(package, tmp_path, "page.py", "readme.py") == []


def test_types_of_the_package(tmp_path):
    """Its own code and the stubs beside it."""
    folder = ROOT / "bindings/python/motecurve"
    command = (sys.executable, "-m", "mypy", "--strict", f"--cache-dir={BUILD / 'mypy'}", folder)
    done = subprocess.run(list(map(str, command)), cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def complaints(package, folder: Path, *names: str) -> list[tuple[str, str]]:
    """Files and kinds of what the type checker says of them, at its strictest, with the package that is installed."""
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--python-executable", package.python)
    command = (*mypy, f"--cache-dir={BUILD / 'mypy'}", *names)
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True)
    found = re.findall(r"^(\w+\.py):.*\[([\w-]+)\]$", done.stdout, re.M)
    assert bool(found) == bool(done.returncode), done.stdout + done.stderr
    return found


def test_the_version(package):
    """That of the project, which the wheel, the crates and the citation have, too."""
    version = re.search(r"project\(motecurve VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    done = package.run("-c", "import motecurve; print(motecurve.__version__)")
    assert done.stdout.strip() == version == package.wheel.name.split("-")[1]
    for name in ("bindings/rust/motecurve/Cargo.toml", "bindings/rust/motecurve-sys/Cargo.toml", "CITATION.cff"):
        assert re.search(rf'^version(:| =) "?{re.escape(version)}"?$', (ROOT / name).read_text(), re.M), name


def test_the_source_distribution_has_what_the_build_needs_alone(package):
    with tarfile.open(package.sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    roots = {name.split("/")[0] for name in names}
    assert roots == {
        *("CMakeLists.txt", "LICENSE", "PKG-INFO", "pyproject.toml", "bindings", "cmake", "generated", "include"),
        "src",
    }
    other = re.compile(r"native/(avr|msp430|arm|thumb|armv7)/|firmware|answers|__pycache__")
    assert not [name for name in names if other.search(name)] and package.sdist.stat().st_size < 4 << 20


def test_the_wheel_is_for_every_python(package):
    assert re.fullmatch(r"motecurve-[\d.]+-cp311-abi3-\w+\.whl", package.wheel.name)
    with zipfile.ZipFile(package.wheel) as archive:
        names = set(archive.namelist())
        metadata = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    extensions = {name for name in names if name.endswith(".so")}
    assert extensions == {"motecurve/_native.abi3.so"}
    sources = {f"motecurve/{path.name}" for path in (ROOT / "bindings/python/motecurve").glob("*.*")}
    assert {name for name in names if name.startswith("motecurve/")} - extensions == sources | {"motecurve/_open.py"}
    assert re.findall(r"^(?:Requires-Dist|License-Expression|Requires-Python): (.*)$", metadata, re.M) == [
        *("MIT", ">=3.11", "cffi>=1.17", 'cryptography>=42; extra == "cryptography"')
    ]


@pytest.mark.skipif(not shutil.which("nm"), reason="nm is not installed")
def test_the_extension_shows_no_function_of_the_library(package):
    """Otherwise another extension's symbols might take their place."""
    path = next(package.python.parents[1].rglob("_native.abi3.so"))
    listing = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    names = [line.split()[-1] for line in listing.splitlines()]
    assert "PyInit__native" in names and not [name for name in names if name.startswith("mc_")]


# Public functions that the package does not call: Python has them (hashes, HMAC, key files), or has no use for them
# (calls in steps, and for boards whose supply is disturbed), or other functions include them.
NOT_CALLED = re.compile(
    r"mc_(sha\d+|shake256|hash|hmac|hmac_sha256)_(begin|feed|finish|squeeze|block_bytes|set_key|set_zero_key)|mc_(aes|chacha20_poly1305)_\w+"
    r"|mc_task_\w+|\w+_begin|mc_eddsa_(sign|verify)|mc_ecies_ephemeral_bytes|mc_\w+_signature_validate(_strict)?"
    r"|mc_ecdsa_sign_digest|mc_ecdsa_(sign|verify)_message(_with_hash)?|mc_\w+_verdict|mc_ecdh_checked"
    r"|mc_((certificate_)?public|private)_key_(from|to)_(der|pem)"
    r"|mc_ibe_(basic_\w+|look|status_text)|mc_bls_signature_bytes"
)
GROUPS = ("bls12_381.h", "tate.h", "eta.h")
CHOSEN = ("gls254.h", "fourq.h")  # for builds with an option
COMPOSED = {"mc_schnorr_sign", "mc_schnorr_sign_random"} | {
    f"mc_ecdsa_sign_digest{kind}" for kind in ("_with_hash", "_hedged", "_random", "_checked", "_hedged_checked")
}


def test_every_public_function_is_in_the_package():
    # Of pairings the package has schemes, not the groups; EDHOC is for firmware and gateways in C.
    headers = [h for h in c_reference.headers() if h.name not in (*GROUPS, *CHOSEN) and h.parent.name != "network"]
    text = "".join(header.read_text() for header in headers)
    functions = set(re.findall(r"^MC_API[^;(]*?\b(mc_\w+)\(", text, re.M))
    sources = "".join(path.read_text() for path in (ROOT / "bindings/python/motecurve").glob("*.py"))
    both = "".join(sources.replace("{self._kind}", kind) for kind in ("prover", "verifier"))
    called = set(re.findall(r"\bmc_\w+", both))
    for name in re.findall(r"\"(\w+)\"", sources):
        called |= {f"mc_{name}", f"mc_ibe_{name}", f"mc_ibe_{name}_bytes"}
    missing = {name for name in functions - called - COMPOSED if not NOT_CALLED.fullmatch(name)}
    assert not missing and functions >= COMPOSED


OPENED = """
import sys, motecurve
from motecurve import ecdh, ecdsa, ecies
library = motecurve.Library(sys.argv[1])
for name in ("secp256r1", "sect233k1"):
    key, its = (motecurve.curve(name, library=library).generate_key() for _ in "ab")
    own = motecurve.curve(name)
    assert ecdh.agree(key, its.public_key) == ecdh.agree(its, key.public_key)
    for options in (ecies.Options(), ecies.Options(kdf="hkdf", cipher="xor", cofactor=True)):
        ciphertext = ecies.encrypt(key.public_key, b"letter", options=options)
        assert ecies.decrypt(own.private_key(key.to_bytes()), ciphertext, options=options) == b"letter"
key = motecurve.curve("secp256r1", library=library).generate_key()
assert motecurve.verify_many([(key.public_key, ecdsa.sign(key, b"letter"), b"letter")]) == [True]
for attempt in (lambda: ecdh.agree(key, motecurve.curve("secp256r1").generate_key().public_key),
                lambda: ecdsa.verify(key.public_key, bytes(64), b"letter")):
    try:
        attempt()
    except motecurve.MotecurveError as error:
        print(error)
"""


def test_a_library_that_is_opened(package):
    """The same functions over an installed libmotecurve.so, or the lab's library."""
    shared = host.build(64, tests=False, fields="fb233;fp256r1") / "libmotecurve.so"
    done = package.run("-c", OPENED, shared)
    assert done.returncode == 0, done.stderr
    assert "of different libraries" in done.stdout and "is zero" in done.stdout
    missing = package.run("-c", "import motecurve; motecurve.Library('/nowhere.so')")
    assert "OSError" in missing.stderr and "/nowhere.so" in missing.stderr
