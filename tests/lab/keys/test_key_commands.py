"""`key`, `ecdh`, `sign` and `verify` on files, stdin and stdout; the page docs/keys.md; bad input is one line and exit
status 2."""

import codecs
import errno
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from motecurve import keyfiles
from motelab import ROOT, python_path
from motelab.keys import files, model, targets
from motelab.subjects import curves
from tests.conftest import require_curve
from tests.lab.conftest import MESSAGE

# The curves of the commands below and of the page.
CURVES = (
    "secp256r1",
    "secp256k1",
    "secp521r1",
    "sect113r1",
    "sect163k1",
    "sect283r1",
    "Curve25519",
    "Curve448",
    "Ed25519",
    "Ed448",
)


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """A library of chosen fields may have left some out."""
    for curve in CURVES:
        require_curve(curve)


def openssl(*words: str) -> bytes:
    run = subprocess.run(["openssl", *words], capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def mode(path: str) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def test_from_key_to_verified_signature(lab):
    assert lab("key generate --curve P-256 -o own.pem") == (0, b"", "")
    assert lab("key public own.pem -o public.pem") == (0, b"", "")
    assert (mode("own.pem"), mode("public.pem")) == (0o600, 0o644)
    assert lab("sign own.pem message -o signature") == (0, b"", "")
    assert b"OK" in openssl("dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "message")
    for key in ("public.pem", "own.pem"):
        assert lab(f"verify {key} signature message") == (0, b"the signature is valid\n", "")
    line = "motecurve: the signature is not valid for this key, file and hash\n"
    assert lab("verify public.pem signature -", MESSAGE + b"!") == (1, b"", line)
    assert lab("verify public.pem signature message --hash sha384") == (1, b"", line)


def test_streams(lab):
    _, own, _ = lab("key generate --curve sect283r1 --format der")
    status, public, _ = lab("key public -", own)
    assert status == 0 and public.startswith(b"-----BEGIN PUBLIC KEY-----\n")
    with open("own", "wb") as file:
        file.write(own)
    _, signature, _ = lab("sign own - --hash sha3-512 --format raw", MESSAGE)
    assert len(signature) == 72 and lab("sign own message --hash sha3-512 --format raw")[1] == signature
    with open("signature", "wb") as file:
        file.write(signature)
    assert lab("verify - signature message --hash sha3-512 --format raw", public)[0] == 0
    assert lab("sign - -", own) == (2, b"", "motecurve: only one of the inputs can be -, which is stdin\n")


@pytest.mark.parametrize("name", ("P-256", "sect163k1", "Curve25519"))
def test_ecdh(lab, name):
    for who in ("a", "b"):
        lab(f"key generate --curve {name} -o {who}.pem")
        lab(f"key public {who}.pem -o {who}-public.pem")
    status, secret, _ = lab("ecdh a.pem b-public.pem")
    assert status == 0 and lab("ecdh b.pem a-public.pem -o secret")[0] == 0
    with open("secret", "rb") as file:
        assert file.read() == secret == openssl("pkeyutl", "-derive", "-inkey", "a.pem", "-peerkey", "b-public.pem")
    assert mode("secret") == 0o600
    cofactor = lab("ecdh a.pem b-public.pem --cofactor")[1]
    assert (cofactor != secret) == (name == "sect163k1") and len(cofactor) == len(secret)


def test_convert(lab):
    lab("key generate --curve secp256k1 -o own.pem")
    own = lab("key convert own.pem")[1]
    with open("own.pem", "rb") as file:
        assert file.read() == own
    for line in ("", "--sec1", "--format der", "--explicit --point compressed", "--sec1 --point hybrid --format der"):
        assert lab(f"key convert own.pem {line} -o other --force") == (0, b"", "") and mode("other") == 0o600
        assert lab("key convert other")[1] == own
    assert lab("key convert own.pem --new-passphrase-file passphrase -o locked")[0] == 0
    assert lab("key convert locked --passphrase-file passphrase")[1] == own
    assert openssl("pkey", "-in", "locked", "-passin", "file:passphrase") == own
    assert lab("key generate --curve X448 --passphrase-file passphrase -o x")[0] == 0
    assert b"X448" in openssl("pkey", "-in", "x", "-passin", "file:passphrase", "-noout", "-text")


@pytest.mark.parametrize(("name", "level"), (("sect113r1", "weak"), ("sect163k1", "weak"), ("P-256", "fine")))
def test_show(lab, name, level):
    _, own, warning = lab(f"key generate --curve {name}")
    assert warning.count("\n") == warning.count(" is weak: ") == (level == "weak")
    key = files.read(own, None, "").key
    status, output, _ = lab("key show - --format json", own)
    (row,) = json.loads(output)
    assert status == 0 and (row["kind"], row["security"], row["container"]) == ("private", level, "PKCS #8")
    assert row["public_key"] == key.public_key.to_bytes().hex() and key.to_bytes().hex() not in output.decode()
    text = lab("key show - --format table", own)[1].decode()
    assert key.to_bytes().hex() not in text.replace("\n", "").replace(" ", "")
    assert (f"{key.curve.name} (weak)" in text) == (level == "weak")


def test_scalars_of_other_lengths(lab):
    """Keys whose number has more or fewer bytes than the curve's order, as other programs wrote them (OpenSSL up to
    1.0.2: those of the field). What is written again has the standard's."""
    for name, number, count in (
        *(("secp256r1", 1, count) for count in (1, 31, 33)),
        ("sect163k1", 7, 22),
        ("sect283r1", 5, 60),
        ("sect233k1", 9, 30),
        ("sect409k1", curves.find("sect409k1").order - 1, 52),
    ):
        curve = curves.find(require_curve(name))
        key = model.private_key(curve, number.to_bytes((curve.order.bit_length() + 7) // 8, "big"))
        point, octets = bytes(key.public_key), number.to_bytes(count, "big")
        whole = files.write(key, files.Layout(is_pem=False))
        for data in (
            keyfiles.sec1(octets, point, curve.oids[0]),
            keyfiles.pkcs8(curve.oids[0], True, octets, point),
        ):
            assert lab("key convert - --format der", data)[:2] == (0, whole)
        for wrong in (curve.order, 0):
            data = keyfiles.sec1(wrong.to_bytes(count + 60, "big"), point, curve.oids[0])
            assert lab("key convert -", data)[0] == 2


def test_marks_of_editors(lab):
    """UTF-8 may begin with one: before a key, and before a passphrase."""
    own = lab("key generate --curve P-256")[1]
    assert lab("key convert -", codecs.BOM_UTF8 + own) == (0, own, "")
    lab("key generate --curve P-256 --passphrase-file passphrase -o locked")
    opened = lab("key convert locked --passphrase-file passphrase")[1]
    with open("marked", "wb") as file:
        file.write(codecs.BOM_UTF8 + b"correct horse\r\n")
    assert lab("key convert locked --passphrase-file marked") == (0, opened, "")
    told = "motecurve: the key on stdin: the text is in UTF-16; PEM is ASCII\n"
    assert lab("key convert -", own.decode().encode("utf-16")) == (2, b"", told)
    with open("marked", "wb") as file:
        file.write(codecs.BOM_UTF8 + b"\n")
    assert lab("key generate --curve P-256 --passphrase-file marked")[0] == 2


def test_file_stays_as_it_was(lab, monkeypatch):
    lab("key generate --curve P-256 -o own.pem")
    before = os.stat("own.pem").st_ino, lab("key convert own.pem")[1]

    def full(*_paths):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(targets.os, "replace", full)
        found = lab("key generate --curve P-256 -o own.pem --force")
    assert found == (2, b"", "motecurve: cannot write own.pem: No space left on device\n")
    assert (os.stat("own.pem").st_ino, lab("key convert own.pem")[1]) == before and len(os.listdir(".")) == 3


def test_links_and_devices_stay(lab):
    os.symlink("target", "link")
    assert lab("key generate --curve P-256 -o link")[0] == 0
    assert os.path.islink("link") and mode("target") == 0o600
    assert lab("key public link -o /dev/null") == (0, b"", "") and stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize(
    ("line", "message"),
    (
        ("key generate --curve P-257", "no curve 'P-257'; did you mean"),
        (
            "key generate --curve c2onb239v5",
            "there are no keys on c2onb239v5: its published generator has another order",
        ),
        (
            "key generate --curve Ed448-Goldilocks",
            "no key on Ed448-Goldilocks: the curve or algorithm is not part of this build",
        ),
        ("key generate --curve P-256 --sec1 --passphrase-file passphrase", "keys of SEC 1 are not encrypted here"),
        ("key generate --curve X25519 --sec1", "keys on Curve25519 have no form in SEC 1"),
        ("key generate --curve P-256 -o none/own", "cannot write none/own: No such file or directory"),
        ("key generate --curve P-256 --passphrase-file none", "cannot read passphrase none: No such file"),
        ("key generate --curve P-256 --passphrase-file empty", "the first line of empty, is empty"),
        ("key public none", "cannot read the key none: No such file or directory"),
        ("key public .", "cannot read the key .: Is a directory"),
        ("key public message", "the key message is no key, in PEM or in DER"),
        ("key public damaged.pem", "the key damaged.pem: damaged PEM"),
        ("key show locked", "the key locked is encrypted: name the file of its passphrase"),
        ("key show locked --passphrase-file message", "wrong passphrase for the key locked"),
        ("key convert public.pem --sec1", "the key public.pem is a public key; --sec1, --encrypt and"),
        ("ecdh public.pem public.pem", "the key public.pem is a public key; a private key is needed"),
        ("ecdh own.pem other.pem", "the key is on secp256r1, the peer's on sect163k1: they must be the same"),
        ("sign x.pem message", "keys on Curve25519 are for agreements, not for signatures; take one on Ed25519"),
        ("sign own.pem message --prehash", "--context and --prehash are for keys on Ed25519 and Ed448"),
        ("sign own.pem none", "cannot read the file none: No such file or directory"),
        ("sign own.pem message --hash md5", "'md5' is not one of"),
        ("verify public.pem trailing message", "signature on secp256r1: bytes follow the end of an encoding"),
        ("verify public.pem message message", "signature on secp256r1: an encoding starts with, or contains, a byte"),
        ("verify public.pem signature message --format raw", "is shorter or longer than its curve demands"),
        (
            "verify other.pem signature message",
            "signature on sect163k1: a private key, scalar or half of a signature lies outside its range",
        ),
        ("verify public.pem zero message --format raw", "or half of a signature is zero"),
        ("verify x.pem signature message", "keys on Curve25519 are for agreements, not for signatures"),
    ),
)
def test_bad_input(lab, prepared, line, message):
    for name, octets in prepared.items():
        with open(name, "wb") as file:
            file.write(octets)
    status, output, error = lab(line)
    assert status == 2 and output == b"" and message in error
    assert not PYTHON.search(error), error
    lines = [part for part in error.splitlines() if not part.startswith(("Usage:", "Try ", "motecurve: sect")) and part]
    assert len(lines) == 1, error


# What only a program in Python could follow.
PYTHON = re.compile(
    r"motecurve\.\w+\(|\b(password|library|der|form)=|\bfrom_(der|pem)\b|to_(pem|bytes|der)\b|\bpip\b|\(\)"
)


@pytest.mark.parametrize(
    "command", ("key public", "key convert", "key show", "sign", "verify", "ecdh", "encrypt", "decrypt")
)
def test_commands_speak_of_commands(lab, prepared, command):
    """Whatever is wrong with a key: no hint is for a program in Python."""
    peer, bad = (
        "public.pem",
        {
            **{"text": b"hello", "damaged": prepared["own.pem"][:-20], "locked": prepared["locked"]},
            **{
                "two": 2 * prepared["own.pem"],
                "short": prepared["own.pem"].replace(b"M", b"", 1),
                "utf16": "-----BEGIN".encode("utf-16"),
            },
            "rsa": b"-----BEGIN RSA PRIVATE KEY-----\nMAA=\n-----END RSA PRIVATE KEY-----\n",
            "old": b"-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMAA=\n-----END EC PRIVATE KEY-----\n",
            "unknown": keyfiles.public_info("1.3.132.0.99", True, b"\4"),
            "unbuilt": keyfiles.public_info(curves.find("c2onb239v5").oids[0], True, b"\4"),
            "kind": keyfiles.public_info(curves.find("Ed25519").oids[0], True, b"\4"),
            "unnamed": keyfiles.public_info("1.2.840.10045.2.1", False, b"\4"),
        },
    )
    for name, octets in (prepared | bad).items():
        with open(name, "wb") as file:
            file.write(octets)
    rest = {"sign": "message", "verify": "signature message", "ecdh": peer, "encrypt": "message", "decrypt": "message"}
    for name in bad:
        status, output, error = lab(f"{command} {name} {rest.get(command, '')}")
        assert (status, output) == (2, b"") and error.count("\n") == 1 and not PYTHON.search(error), error
        assert error.startswith(f"motecurve: the key {name}") or "no keys on c2onb239v5" in error


@pytest.fixture(scope="module")
def prepared() -> dict[str, bytes]:
    """Valid files and others."""
    own, other, x = (model.generate(curves.find(name)) for name in ("P-256", "sect163k1", "X25519"))
    signature = model.sign(own, MESSAGE, "sha256")
    text = files.write(own, files.Layout())
    locked = files.write(own, files.Layout(passphrase=b"correct horse"))
    return {
        "own.pem": text,
        "public.pem": files.write(own.public_key, files.Layout()),
        "other.pem": files.write(other, files.Layout()),
        "x.pem": files.write(x, files.Layout()),
        "damaged.pem": text[:-20],
        "locked": locked,
        "empty": b"\n",
        "signature": signature,
        "trailing": signature + b"\0",
        "zero": bytes(64),
    }


# ---- The page


def shell_blocks(text: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)


def run_blocks(blocks: list[str], folder: Path) -> str:
    """The output of the commands, in one shell that stops at the first failure."""
    program = folder / "motecurve"
    program.write_text(f'#!/bin/sh\nexec env PYTHONPATH={python_path()} {sys.executable} -m motelab "$@"\n')
    program.chmod(0o755)
    script = "set -eo pipefail\n" + "".join(blocks)
    run = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_page(tmp_path):
    """Every command of the page, in order."""
    printed = run_blocks(shell_blocks((ROOT / "docs/keys.md").read_text()), tmp_path)
    assert printed.count("Verified OK") == 2 and printed.count("the signature is valid") == 3


def test_readme(tmp_path):
    """The first steps of a newcomer: a key, a signature, OpenSSL."""
    text = (ROOT / "README.md").read_text()
    assert run_blocks([b for b in shell_blocks(text) if "key generate" in b], tmp_path) == "Verified OK\n"
    assert "docs/keys.md" in text


@pytest.mark.parametrize("words", ("key generate", "key public", "key convert", "key show", "ecdh", "sign", "verify"))
def test_help_has_an_example(lab, words):
    status, output, _ = lab(f"{words} --help")
    assert status == 0 and f"./motecurve {words} " in output.decode()
