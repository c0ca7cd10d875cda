"""`encrypt` and `decrypt` on files, stdin and stdout; the container against a model; the page docs/encryption.md; bad
input is one line."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

from motelab import ROOT, python_path
from motelab.keys import messages
from tests.conftest import require_curve
from tests.encryption_interface import Options
from tests.lab.keys.test_key_commands import mode, shell_blocks
from tests.oracles.ecies_model import Exchange, encrypt

MESSAGE = bytes(range(256)) * 3 + b"\r\n\0"
SUITES = list(itertools.product(messages.CIPHERS, messages.KDFS, messages.HASHES))


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    for curve in ("secp256r1", "sect163k1", "Curve25519"):
        require_curve(curve)


@pytest.fixture
def files(lab):
    """Keys on three curves, one with a passphrase, and a message of all bytes; the command line."""
    for name, curve in (("own", "P-256"), ("x", "X25519"), ("weak", "sect163k1"), ("ed", "Ed25519")):
        lab(f"key generate --curve {curve} -o {name}.pem")
        lab(f"key public {name}.pem -o {name}-public.pem")
    lab("key convert own.pem --new-passphrase-file passphrase -o locked.pem")
    Path("message").write_bytes(MESSAGE)
    return lab


def secret_of(private_key: str, r: bytes) -> bytes:
    """With `cryptography`, from the key file."""
    key = serialization.load_pem_private_key(Path(private_key).read_bytes(), None)
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(key.curve, r))
    return key.exchange(X25519PublicKey.from_public_bytes(r))


def container(private_key: str, r: bytes, message: bytes, cipher: str, kdf: str, hash_name: str) -> bytes:
    """The file with that R, built by the model and docs/encryption.md."""
    numbers = (messages.HASHES.index(hash_name), messages.KDFS.index(kdf), messages.CIPHERS.index(cipher))
    suite = bytes([0b001_00_0_00 | numbers[0] << 3 | numbers[1] << 2 | numbers[2]])
    tag_bytes = {"sha256": 32, "sha384": 48, "sha512": 64}[hash_name]
    options = Options(hash=hash_name, kdf=kdf, cipher=f"{cipher}_ctr", tag_bytes=tag_bytes, shared_info1=suite)
    secret = secret_of(private_key, r)
    return suite + encrypt(Exchange(b"", b"", b"", r, r, secret, secret), message, options)


@pytest.mark.parametrize(("name", "size"), (("own", 33), ("x", 32)))
def test_container(files, name, size):
    """Every suite, both ways against the model."""
    for cipher, kdf, hash_name in SUITES:
        line = f"encrypt {name}-public.pem message --cipher {cipher} --kdf {kdf} --hash {hash_name}"
        status, found, error = files(line)
        assert (status, error) == (0, "")
        r = found[1 : 1 + size]
        assert found == container(f"{name}.pem", r, MESSAGE, cipher, kdf, hash_name)
        Path("other").write_bytes(container(f"{name}.pem", r, b"other", cipher, kdf, hash_name))
        assert files(f"decrypt {name}.pem other") == (0, b"other", "")


def test_files_and_streams(files):
    assert files("encrypt own-public.pem message -o sealed") == (0, b"", "")
    assert files("decrypt own.pem sealed -o opened") == (0, b"", "")
    assert Path("opened").read_bytes() == MESSAGE and mode("opened") == 0o600 and mode("sealed") == 0o644
    sealed = files("encrypt own-public.pem", MESSAGE)[1]
    assert sealed[0] == 0b001_00_0_10 and sealed != Path("sealed").read_bytes()
    assert files("decrypt own.pem -", sealed) == (0, MESSAGE, "")
    assert files("decrypt locked.pem sealed --passphrase-file passphrase")[1] == MESSAGE
    assert files("decrypt own.pem", files("encrypt own.pem", b"")[1]) == (0, b"", "")
    status, sealed, warning = files("encrypt weak-public.pem message")
    assert status == 0 and " is weak: " in warning and files("decrypt weak.pem", sealed) == (0, MESSAGE, "")


def test_changed_files(files):
    """Exit status 1, one line, and nothing written; even an older file stays."""
    sealed = files("encrypt own-public.pem message")[1]
    Path("opened").write_bytes(b"older")
    line = "motecurve: sealed was changed, or was not encrypted for this key\n"
    for changed in (sealed[:-1], sealed + b"\0", b"\x20" + sealed[1:], sealed[:-1] + bytes([sealed[-1] ^ 1])):
        Path("sealed").write_bytes(changed)
        assert files("decrypt own.pem sealed -o opened") == (1, b"", line)
        assert Path("opened").read_bytes() == b"older"
    files("key generate --curve P-256 -o other.pem")
    assert files("decrypt other.pem -", sealed) == (1, b"", line.replace("sealed", "stdin"))


@pytest.mark.parametrize(
    ("line", "message"),
    (
        ("encrypt none message", "cannot read the key none: No such file or directory"),
        ("encrypt own-public.pem none", "cannot read the file none: No such file or directory"),
        ("encrypt - -", "only one of the inputs can be -, which is stdin"),
        ("encrypt ed-public.pem message", "no encryption on Ed25519: the curve or algorithm is not part of this build"),
        ("encrypt own-public.pem message --cipher aes", "'aes' is not one of"),
        ("decrypt own-public.pem sealed", "the key own-public.pem is a public key; a private key is needed"),
        ("decrypt locked.pem sealed", "the key locked.pem is encrypted: name the file of its passphrase"),
        ("decrypt locked.pem sealed --passphrase-file message", "wrong passphrase for the key locked.pem"),
        ("decrypt own.pem message", "message is no file of ./motecurve encrypt, or one of a later version"),
        ("decrypt own.pem empty", "empty is no file of ./motecurve encrypt, or one of a later version"),
        ("decrypt own.pem short", "short is cut off: on secp256r1 the shortest has 66 bytes"),
        ("decrypt weak.pem sealed", "sealed, encrypted on sect163k1 or for another curve: "),
        ("decrypt own.pem infinity", "infinity, encrypted on secp256r1 or for another curve: "),
        ("decrypt ed.pem sealed", "no encryption on Ed25519: the curve or algorithm is not part of this build"),
    ),
)
def test_bad_input(files, line, message):
    """Exit status 2, one line, nothing on stdout."""
    sealed = files("encrypt own-public.pem message")[1]
    bad_r = sealed[:1] + b"\2" + b"\xff" * 21 + sealed[23:]  # out of range on sect163k1
    octets = {"sealed": bad_r, "empty": b"", "short": sealed[:65], "infinity": sealed[:1] + bytes(33) + sealed[34:]}
    for name, content in octets.items():
        Path(name).write_bytes(content)
    status, output, error = files(line)
    assert status == 2 and output == b"" and message in error
    lines = [part for part in error.splitlines() if part and not part.startswith(("Usage:", "Try "))]
    assert len(lines) == 1, error


def test_page(tmp_path):
    program = tmp_path / "motecurve"
    program.write_text(f'#!/bin/sh\nexec env PYTHONPATH={python_path()} {sys.executable} -m motelab "$@"\n')
    program.chmod(0o755)
    script = "set -eo pipefail\n" + "".join(shell_blocks((ROOT / "docs/encryption.md").read_text()))
    run = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "node 17: 21.5 degrees\n"), run.stderr
    assert "(encryption.md)" in (ROOT / "docs/README.md").read_text()


@pytest.mark.parametrize("words", ("encrypt", "decrypt"))
def test_help_has_an_example(files, words):
    status, output, _ = files(f"{words} --help")
    assert status == 0 and f"./motecurve {words} " in output.decode()
