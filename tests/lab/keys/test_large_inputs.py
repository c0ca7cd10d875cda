"""Messages of any length and inputs without end: memory does not grow with them, or a stated limit applies.
Ciphertext made in pieces equals the output of mc_ecies_encrypt. No plaintext appears before its tag is verified."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from motecurve import ecies, pem
from motecurve.ecies import Options
from motecurve.errors import PemError
from motelab.common.errors import MotecurveError
from motelab.keys import eddsa_messages, files, messages, streams
from tests.conftest import limited, require_curve
from tests.lab.keys.test_key_commands import openssl

SMALL_PEAK_BYTES = 90 << 20  # of a process that holds no message
ENOUGH = 1 << 30  # address space


@pytest.fixture
def keys(lab):
    """p.pem on P-256 and ed.pem on Ed25519, with their public keys."""
    for name, curve in (("p", "secp256r1"), ("ed", "Ed25519")):
        require_curve(curve)
        lab(f"key generate --curve {curve} -o {name}.pem")
        lab(f"key public {name}.pem -o {name}-public.pem")
    return lab


def sparse(name: str, size: int) -> None:
    """A file of zeros that takes no room."""
    with open(name, "wb") as stream:
        stream.truncate(size)


def test_memory_of_ecdsa(keys):
    sparse("large", 160 << 20)
    run = limited(ENOUGH, "sign", "p.pem", "large", "-o", "signature")
    assert (run.status, run.error) == (0, "") and run.peak_bytes < SMALL_PEAK_BYTES
    assert b"OK" in openssl("dgst", "-sha256", "-verify", "p-public.pem", "-signature", "signature", "large")
    run = limited(ENOUGH, "verify", "p-public.pem", "signature", "large")
    assert (run.status, run.error) == (0, "") and run.peak_bytes < SMALL_PEAK_BYTES


def test_memory_of_prehashed_eddsa(keys):
    sparse("large", 120 << 20)
    run = limited(ENOUGH, "sign", "ed.pem", "large", "--prehash", "-o", "signature")
    assert (run.status, run.error) == (0, "") and run.peak_bytes < SMALL_PEAK_BYTES


def test_memory_of_encryption(keys):
    """Four times the message exceeds the limit."""
    size = 20 << 20
    sparse("large", size)
    run = limited(ENOUGH, "encrypt", "p-public.pem", "large", "-o", "sealed")
    assert (run.status, run.error) == (0, "") and run.peak_bytes < SMALL_PEAK_BYTES
    run = limited(ENOUGH, "decrypt", "p.pem", "sealed", "-o", "opened")
    assert (run.status, run.error) == (0, "") and run.peak_bytes < SMALL_PEAK_BYTES
    assert os.stat("opened").st_size == size and not any(Path("opened").read_bytes())


def test_message_without_end(keys):
    """EdDSA limits the message that it must hold in memory; ECDSA continues, in little memory."""
    run = limited(ENOUGH, "sign", "ed.pem", "/dev/zero")
    message = "the message has more than 67,108,864 bytes and is no file, which EdDSA could read twice"
    assert run.status == 2 and run.error.startswith(f"motecurve: {message}") and run.error.count("\n") == 1
    with pytest.raises(subprocess.TimeoutExpired):
        limited(400 << 20, "sign", "p.pem", "/dev/zero", timeout=3)


@pytest.mark.parametrize("line", ("key show {}", "verify p-public.pem {} message", "sign {} message"))
def test_small_inputs_without_end(keys, line):
    run = limited(ENOUGH, *line.format("/dev/zero").split())
    assert run.status == 2 and run.peak_bytes < SMALL_PEAK_BYTES
    assert run.error.endswith(" /dev/zero has more than 1,048,576 bytes, and so is none\n")


# ---- EdDSA of files that are read by the library


@pytest.mark.parametrize("size", (0, 1, 32, 4096, (1 << 18) - 1, (1 << 18) + 33))
@pytest.mark.parametrize("name", ("Ed25519", "Ed448"))
def test_eddsa_of_files(lab, monkeypatch, name, size):
    """The signature of a file that is read in parts equals the signature of its bytes."""
    require_curve(name)
    lab(f"key generate --curve {name} -o ed.pem")
    message = os.urandom(size)
    Path("message").write_bytes(message)
    whole = lab("sign ed.pem message --context c")
    monkeypatch.setattr(streams, "WHOLE_BYTES_MAX", -1)
    assert lab("sign ed.pem message --context c -o signature") == (0, b"", "")
    assert (0, Path("signature").read_bytes(), "") == whole
    assert lab("verify ed.pem signature message --context c")[0] == 0
    Path("message").write_bytes(message + b"!")
    assert lab("verify ed.pem signature message --context c")[0] == 1


@pytest.mark.parametrize("change", ("other", "shorter"))
def test_a_file_that_changes_while_it_is_signed(keys, monkeypatch, change):
    """Two readings that differ would reveal the private key: there is no signature."""
    octets = os.urandom(1000)
    Path("large").write_bytes(octets)
    monkeypatch.setattr(streams, "WHOLE_BYTES_MAX", -1)
    plain_read, passes = eddsa_messages.FileReader.__call__, []

    def read(reader, offset, count):
        passes.append(offset)
        if passes.count(0) == 2 and offset == 0:
            Path("large").write_bytes(octets[::-1] if change == "other" else octets[:500])
        return plain_read(reader, offset, count)

    monkeypatch.setattr(eddsa_messages.FileReader, "__call__", read)
    message = "motecurve: the file large changed while it was read; there is no signature of it\n"
    assert keys("sign ed.pem large -o signature") == (2, b"", message)
    assert not Path("signature").exists() and passes.count(0) == 2


# ---- ECIES in pieces


@pytest.mark.parametrize("size", (0, 1, 15, 16, streams.PIECE_BYTES, streams.PIECE_BYTES + 17))
def test_pieces_are_those_of_the_library(keys, size):
    """Both ways against mc_ecies_encrypt and mc_ecies_decrypt."""
    own, message = files.read(Path("p.pem").read_bytes(), None, "").key, os.urandom(size)
    suite = messages.Suite("aes192", "hkdf", "sha384")
    options = Options("SHA-384", "hkdf", "aes192-ctr", False, True, 48, shared_info1=bytes([suite.octet]))
    Path("plain").write_bytes(message)
    sealed = b"".join(messages.encrypt(own.public_key, streams.Message("plain"), suite))
    assert ecies.decrypt(own, sealed[1:], options=options) == message
    theirs = ecies.encrypt(own.public_key, message, options=options)
    for step in (1 << 20, 7 + size // 5):
        data = bytes([suite.octet]) + theirs
        pieces = [data[i : i + step] for i in range(0, len(data), step)]
        assert b"".join(messages.decrypt(own, pieces, "")) == message


def test_no_plaintext_before_its_tag(keys, monkeypatch):
    """A long file with only its tag wrong, kept in memory or in a file."""
    Path("plain").write_bytes(bytes(1 << 20))
    keys("encrypt p-public.pem plain -o sealed")
    sealed = Path("sealed").read_bytes()
    Path("sealed").write_bytes(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    before = sorted(os.listdir("."))
    for kept_bytes in (messages.KEPT_BYTES, 1000):
        monkeypatch.setattr(messages, "KEPT_BYTES", kept_bytes)
        for output in ("-", "opened"):
            line = "motecurve: sealed was changed, or was not encrypted for this key\n"
            assert keys(f"decrypt p.pem sealed -o {output}") == (1, b"", line)
    assert sorted(os.listdir(".")) == before


# ---- PEM


def test_pem_takes_each_line_once():
    """Time grows with the size, not with its square, whatever is left unclosed."""

    def seconds(count: int) -> float:
        texts = (b"-----BEGIN A-----\n" * count, b"-----BEGIN A-----\n" + b"-----END B-----\n" * count)
        began = time.process_time()
        for text in texts:
            with pytest.raises(PemError, match="a line BEGIN without the line END"):
                pem.blocks(text)
        return time.process_time() - began

    assert seconds(50_000) < 1 + 40 * seconds(5_000)
    assert seconds(50_000) < 2


def test_keys_have_a_largest_size():
    with pytest.raises(MotecurveError, match="it has more than 1,048,576 bytes, and so is none"):
        files.read(bytes(1 << 21), None, "it")


@pytest.mark.parametrize("label", ("RSA PRIVATE KEY", "PRIVATE KEY", "PUBLIC KEY"))
def test_keys_of_other_kinds_are_named(lab, label):
    openssl("genrsa", "-traditional", "-out", "rsa.pem", "1024")
    if label == "PRIVATE KEY":
        openssl("pkcs8", "-topk8", "-nocrypt", "-in", "rsa.pem", "-out", "other.pem")
    elif label == "PUBLIC KEY":
        openssl("rsa", "-in", "rsa.pem", "-pubout", "-out", "other.pem")
    else:
        os.rename("rsa.pem", "other.pem")
    line = "motecurve: the key other.pem is an RSA key; a key on an elliptic curve is needed\n"
    assert lab("sign other.pem message") == (2, b"", line)
