"""Passphrases typed on a terminal: asked for if no file gives one, never echoed, never taken from a pipe."""

import os
import pty
import select
import sys

import pytest

from motelab import python_path
from motelab.keys import streams
from tests.conftest import require_curve

SECONDS = 120


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    require_curve("secp256r1")


def on_terminal(folder, words: list[str], answers: list[str]) -> tuple[int, str]:
    """Exit status and terminal output of a command that gets one answer to each line that ends with a colon."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ["PYTHONPATH"] = python_path()
        os.execv(sys.executable, [sys.executable, "-m", "motelab", *words])
    shown, waiting = b"", list(answers)
    while select.select([terminal], [], [], SECONDS)[0]:
        try:
            piece = os.read(terminal, 1000)
        except OSError:  # the command has ended
            break
        shown += piece
        if piece.endswith(b": ") and waiting:
            os.write(terminal, waiting.pop(0).encode() + b"\n")
    os.close(terminal)
    assert not waiting, shown
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode()


def test_a_key_is_encrypted_and_opened(tmp_path, lab):
    words = ["key", "generate", "--curve", "P-256", "--encrypt", "-o", "own.pem"]
    status, shown = on_terminal(tmp_path, words, ["open sesame", "open sesame"])
    assert status == 0 and "Passphrase of the new key: " in shown and "The same again: " in shown
    assert "sesame" not in shown
    assert (tmp_path / "own.pem").read_bytes().startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----")
    status, shown = on_terminal(tmp_path, ["key", "public", "own.pem", "-o", "public.pem"], ["open sesame"])
    assert status == 0 and "Passphrase of the key own.pem: " in shown and (tmp_path / "public.pem").exists()
    (tmp_path / "word").write_text("open sesame\n")
    assert lab("key public own.pem --passphrase-file word")[1] == (tmp_path / "public.pem").read_bytes()
    status, shown = on_terminal(tmp_path, ["key", "convert", "own.pem", "-o", "x"], ["open sesam"])
    assert status == 2 and "motecurve: wrong passphrase for the key own.pem" in shown and not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("answers", "message"),
    [(["a", "b"], "two different passphrases of the new key were typed"), ([""], "passphrase of the new key is empty")],
)
def test_what_is_refused(tmp_path, answers, message):
    words = ["key", "generate", "--curve", "P-256", "--encrypt", "-o", "own.pem"]
    status, shown = on_terminal(tmp_path, words, answers)
    assert status == 2 and message in shown and not (tmp_path / "own.pem").exists()


def test_without_a_terminal(lab):
    """Nothing waits for an answer that cannot come, and piped input is no passphrase."""
    line = "motecurve: there is no terminal to ask for the passphrase on: name its file with --passphrase-file\n"
    assert lab("key generate --curve P-256 --encrypt -o own.pem", b"a\na\n") == (2, b"", line)
    assert lab("key generate --curve P-256 --passphrase-file passphrase -o own.pem")[0] == 0
    line = "motecurve: the key own.pem is encrypted: name the file of its passphrase with --passphrase-file\n"
    assert lab("key public own.pem", b"correct horse\n") == (2, b"", line)
    both = lab("key generate --curve P-256 --encrypt --passphrase-file passphrase -o new.pem")
    assert both[0] == 2 and "leave it out, or --passphrase-file" in both[2]


def test_a_file_is_asked_for_nothing(lab, monkeypatch):
    lab("key generate --curve P-256 --passphrase-file passphrase -o own.pem")
    lab("key generate --curve P-256 -o plain.pem")
    monkeypatch.setattr(streams, "asked_passphrase", lambda *_: pytest.fail("asked"))
    assert lab("key public own.pem --passphrase-file passphrase")[0] == 0
    assert lab("key public plain.pem")[0] == 0
