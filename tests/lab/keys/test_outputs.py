"""Where `key`, `sign`, `encrypt`, `decrypt` and `ecdh` write: no private key is lost, no input overwritten, nothing
half written; the next run removes the remains of a run that was killed."""

import contextlib
import fcntl
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from motelab import ROOT, python_path
from motelab.common.errors import MotecurveError
from motelab.keys import targets
from motelab.keys.targets import Target
from motelab.library import host, native_build
from tests.conftest import require_curve
from tests.lab.keys.test_key_commands import mode


@pytest.fixture
def keys(lab):
    """own.pem, peer.pem and their public keys, a signature, a ciphertext."""
    require_curve("secp256r1")
    for name in ("own", "peer"):
        lab(f"key generate --curve P-256 -o {name}.pem")
        lab(f"key public {name}.pem -o {name}-public.pem")
    lab("sign own.pem message -o signature")
    lab("encrypt own-public.pem message -o sealed")
    return lab


def contents() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir() if not path.is_symlink()}


WRITERS = (
    "key generate --curve P-256",
    "key public peer.pem",
    "key convert peer.pem",
    "sign peer.pem message",
    "encrypt peer-public.pem message",
    "decrypt own.pem sealed",
    "ecdh peer.pem own-public.pem",
)


@pytest.mark.parametrize("line", WRITERS)
@pytest.mark.parametrize("form", ("", "--format der", "--sec1 --format der"))
def test_a_private_key_is_not_lost(keys, line, form):
    """A key other than the command's own, in PEM or DER, by its name or a link."""
    keys(f"key generate --curve P-256 {form} -o kept")
    os.symlink("kept", "link")
    before = contents()
    for name in ("kept", "link", "./kept"):
        status, output, error = keys(f"{line} -o {name}")
        if line.startswith("key"):
            message = f"motecurve: {name} exists and holds a private key; --force replaces it\n"
        else:
            message = f"motecurve: {name} holds a private key, which would be lost: write to another file\n"
        assert (status, output, error) == (2, b"", message)
    assert contents() == before


@pytest.mark.parametrize("line", WRITERS)
def test_an_input_is_not_written_over(keys, line):
    """By its own name, a hard link or a symbolic one; with --force too."""
    force = " --force" if line.startswith("key") else ""
    for word in line.replace(
        "key generate --curve P-256", "key generate --curve P-256 --passphrase-file passphrase"
    ).split():
        if not Path(word).is_file():
            continue
        os.link(word, "hard")
        os.symlink(word, "soft")
        before = contents()
        for name in (word, "hard", "soft"):
            run = keys(f"{line if word != 'passphrase' else line + ' --passphrase-file passphrase'} -o {name}{force}")
            same = "an input of the command" if name == word else f"the same file as the input {word}"
            assert run == (2, b"", f"motecurve: {name} is {same}: write to another file\n")
        assert contents() == before
        os.unlink("hard")
        os.unlink("soft")


def test_force_and_existing_files(keys):
    """Files of other kinds: a key command asks for --force; the others replace files that they can make again."""
    line = "motecurve: peer-public.pem exists; --force replaces it\n"
    assert keys("key public own.pem -o peer-public.pem") == (2, b"", line)
    assert keys("key public own.pem -o peer-public.pem --force") == (0, b"", "")
    assert Path("peer-public.pem").read_bytes() == Path("own-public.pem").read_bytes()
    before = Path("peer.pem").read_bytes()
    assert keys("key generate --curve P-256 -o peer.pem --force") == (0, b"", "")
    assert Path("peer.pem").read_bytes() != before and mode("peer.pem") == 0o600
    for line in ("sign own.pem message -o signature", "encrypt own-public.pem message -o sealed"):
        assert keys(line) == (0, b"", "")
    for number in range(2):
        assert keys("decrypt own.pem sealed -o opened") == (0, b"", ""), number
    assert mode("opened") == 0o600


def test_stdin_is_an_input(keys):
    """A file that the shell opened has no name."""
    command = [sys.executable, "-m", "motelab", "key", "public", "-", "-o", "own.pem", "--force"]
    environment = os.environ | {"PYTHONPATH": python_path()}
    with Path("own.pem").open("rb") as own:
        run = subprocess.run(command, stdin=own, env=environment, capture_output=True)
    assert (run.returncode, run.stderr) == (
        2,
        b"motecurve: own.pem is the same file as the input stdin: write to another file\n",
    )


# ---- Races


@pytest.mark.parametrize("exists", (False, True))
def test_what_comes_meanwhile_stays(tmp_path, exists):
    """A file that appears or is exchanged after the check is not replaced."""
    path = tmp_path / "out"
    if exists:
        path.write_bytes(b"looked at")
    target = Target(str(path))

    def pieces():
        yield b"new"
        other = tmp_path / "other"
        other.write_bytes(b"another's key")
        os.replace(other, path)

    with pytest.raises(MotecurveError, match="was made or changed meanwhile; nothing is written"):
        target.write(pieces())
    assert path.read_bytes() == b"another's key" and [p.name for p in tmp_path.iterdir()] == ["out"]


def test_of_many_that_make_one_file_one_succeeds(tmp_path):
    """Names are given by link, which never replaces: if several threads see no file, only one makes it."""
    path, together, results = tmp_path / "out", threading.Barrier(8), []

    def make(number: int) -> None:
        target = Target(str(path), must_be_new=True)
        together.wait()
        try:
            target.write(b"%d" % number, is_secret=True)
        except MotecurveError:
            return
        results.append(b"%d" % number)

    threads = [threading.Thread(target=make, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [path.read_bytes()] and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["out"]


def test_folders_without_hard_links(tmp_path, monkeypatch):
    def refused(*_paths):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(targets.os, "link", refused)
    Target(str(tmp_path / "out")).write(b"octets")
    assert (tmp_path / "out").read_bytes() == b"octets" and os.listdir(tmp_path) == ["out"]


# ---- Runs that are killed

KILLED = """
import os, signal, sys
from motelab import cli
from motelab.keys import targets
def kill(*_): os.kill(os.getpid(), signal.SIGKILL)
setattr(targets.os, sys.argv.pop(1), kill)
sys.argv[0] = "motecurve"
cli.main()
"""


@pytest.mark.parametrize("moment", ("fchmod", "fsync", "link"))
def test_what_a_killed_run_left_is_removed(keys, moment):
    """The key is in a file for its owner alone until it has its name; the next command that writes there removes that
    file."""
    environment = os.environ | {"PYTHONPATH": python_path()}
    words = ("key", "generate", "--curve", "P-256", "-o", "new.pem")
    run = subprocess.run([sys.executable, "-c", KILLED, moment, *words], env=environment, capture_output=True)
    assert run.returncode == -signal.SIGKILL
    (left,) = (name for name in os.listdir(".") if targets.PARTIAL.fullmatch(name))
    assert not Path("new.pem").exists() and mode(left) == 0o600 and b"PRIVATE KEY" in Path(left).read_bytes()
    status, _, error = keys("key public own.pem -o another.pem")
    assert status == 0
    assert error == f"motecurve: removed {Path(left).resolve()}, which a run that was killed left incomplete\n"
    assert not Path(left).exists() and Path("another.pem").exists()


def test_what_is_not_ours_stays(tmp_path, capsys, monkeypatch):
    """Names that only look similar, folders, links, another user's files, and files of runs that are still alive."""
    names = (".motecurve-abc.partial", "motecurve-abcdefgh.partial", ".motecurve-abcdefgh.partial.pem")
    for name in names:
        (tmp_path / name).write_bytes(b"kept")
    (tmp_path / ".motecurve-folder01.partial").mkdir()
    (tmp_path / ".motecurve-link0001.partial").symlink_to(tmp_path / names[0])
    with targets.partial(tmp_path) as (stream, path):
        stream.write(b"half")
        targets.remove_stale(tmp_path)
        assert path.exists()
    stale = tmp_path / ".motecurve-stale001.partial"
    stale.write_bytes(b"half")
    before = sorted(os.listdir(tmp_path))
    monkeypatch.setattr(targets.os, "geteuid", lambda: os.getuid() + 1)
    targets.remove_stale(tmp_path)
    assert sorted(os.listdir(tmp_path)) == before and capsys.readouterr().err == ""
    monkeypatch.undo()
    with stale.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        targets.remove_stale(tmp_path)
        assert stale.exists()
    targets.remove_stale(tmp_path)
    assert sorted(os.listdir(tmp_path)) == [name for name in before if name != stale.name]


def test_a_run_that_fails_leaves_nothing(tmp_path):
    def pieces():
        yield b"half"
        raise MotecurveError("no more")

    with pytest.raises(MotecurveError, match="no more"):
        Target(str(tmp_path / "out")).write(pieces())
    assert os.listdir(tmp_path) == []


# ---- Where the library is built for a key


def test_a_key_needs_its_own_field_alone(monkeypatch, tmp_path, capsys):
    """As long as the catalogue is not built, or where it leaves the field out."""
    calls = []
    monkeypatch.setattr(host, "CHOSEN_FIELDS", "")
    monkeypatch.setitem(host.CHOSEN_BY_WORD, 64, "fb163;fp256r1")
    monkeypatch.setattr(host, "build_folder", lambda *_, **settings: tmp_path / settings.get("fields", "all"))
    monkeypatch.setattr(host, "build", lambda *_, **settings: calls.append(settings) or tmp_path)
    native_build.library_with("fp256r1", 64)
    assert calls == [{"tests": False, "fields": "fp256r1", "is_checked": False}]
    assert capsys.readouterr().err == "motecurve: building the host library for the curves over fp256r1\n"
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / host.CATALOGUE).touch()
    native_build.library_with("fp256r1", 64)
    assert "fields" not in calls[1] and len(calls) == 2 and capsys.readouterr().err == ""
    native_build.library_with("fp521", 64)
    assert calls[2]["fields"] == "fp521" and "over fp521" in capsys.readouterr().err


@pytest.mark.parametrize(("lines", "steps"), [("[1/3] a;[2/3] b;done", [(1, 3), (2, 3)]), ("[ 50%] a", [(50, 100)])])
def test_a_build_shows_its_steps_on_a_terminal(monkeypatch, lines, steps):
    """The progress lines of Ninja and of Make; nothing is shown for others."""
    told = []

    class Bar(contextlib.ExitStack):
        def __call__(self, done, total, what):
            told.append((done, total))

    monkeypatch.setattr(host, "Progress", lambda title, total: Bar())
    command = ["printf", "%s", lines.replace(";", "\n")]
    host.run_quietly(command)
    assert told == []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    host.run_quietly(command)
    assert told == steps


def test_a_build_that_fails_is_told_in_one_line():
    script = "echo '[1/2] cc'; echo 'a.c:1: warning: x' >&2; echo 'a.c:2: error: y' >&2; exit 1"
    with pytest.raises(host.HostBuildFailed, match=r"^sh -c .* failed: a\.c:2: error: y$"):
        host.run_quietly(["sh", "-c", script])


# Runs the lab as on a read-only file system: every write below the folder is refused.
READ_ONLY = """
import os, sys
folder = sys.argv.pop(1)
access = os.access
def inside(path): return isinstance(path, str | os.PathLike) and os.path.abspath(path).startswith(folder)
os.access = lambda path, mode, **more: not (mode & os.W_OK and inside(path)) and access(path, mode, **more)
def refuse(event, args):
    writes = event == "open" and args[2] is not None and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if (writes or event in ("os.mkdir", "os.rename", "os.remove", "os.utime")) and inside(args[0]):
        raise PermissionError(13, "Permission denied", args[0])
sys.addaudithook(refuse)
sys.argv[0] = "motecurve"
from motelab import cli
cli.main()
"""


@pytest.mark.slow
def test_checkout_that_cannot_be_written(tmp_path):
    """Builds and caches go to the user's folder of caches."""
    environment = os.environ | {"PYTHONPATH": python_path(), "XDG_CACHE_HOME": f"{tmp_path}/caches"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "MC_FIELDS": ""}
    for words in (("curves", "show", "sect113r1"), ("key", "generate", "--curve", "sect113r1", "-o", "own.pem")):
        command = [sys.executable, "-c", READ_ONLY, str(ROOT), *words]
        run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    assert (tmp_path / "own.pem").exists()
    assert list(tmp_path.glob("caches/motecurve/*/host-plain-fb113-w64/libmotecurve.so"))
