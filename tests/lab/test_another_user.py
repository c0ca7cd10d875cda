"""A checkout that another user set up, and one whose folder of builds cannot be written."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab import ROOT

NOBODY = 65534
# Without rights to write; it may pass through folders of root, in which Python or a test's files may lie.
DROP = (
    "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search",
)  # fmt: skip
pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None or ROOT.stat().st_uid != 0,
    reason="only root, with setpriv, can become another user",
)


def as_nobody(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run([*DROP, *map(str, command)], env=variables, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("words", "home"),
    [
        ("advise --board micaz --op ecdh", {}),
        ("curves show sect163k1", {"HOME": "/nonexistent", "TMPDIR": "/nonexistent"}),
    ],
)
def test_commands_that_only_read_work(words, home):
    done = as_nobody(ROOT / "motecurve", *words.split(), **home)
    assert done.returncode == 0 and len(done.stdout) > 100, done.stderr
    assert not done.stderr.startswith("motecurve: ")


@pytest.mark.parametrize("home", [{}, {"XDG_CACHE_HOME": "/nonexistent"}])
def test_a_command_that_builds_names_the_cache_and_what_to_set(home, tmp_path):
    """Without a home it named no cache, and nobody knew what to do."""
    done = as_nobody(ROOT / "motecurve", "bench", "--op", "fb-mul", **home)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    where = Path(next(iter(home.values()), "/nonexistent"))
    assert last.startswith(f"motecurve: {where}") and "/motecurve/" in last
    assert last.endswith("for builds and results, cannot be written; set XDG_CACHE_HOME to a folder of yours")


@pytest.fixture
def checkout(tmp_path) -> Path:
    """The files of another user's checkout that setting up reads."""
    for name in ("tools/setup.sh", "lab/requirements.lock", "lab/checkout.pth"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def set_up(checkout: Path) -> None:
    """As far as another user's commands need: Python, with the packages of the lock."""
    (checkout / ".venv/bin").mkdir(parents=True)
    (checkout / ".venv/bin/python").symlink_to(shutil.which("true"))
    lock = subprocess.run(["sha256sum"], stdin=(checkout / "lab/requirements.lock").open(), capture_output=True)
    (checkout / ".venv/lock.sha256").write_bytes(lock.stdout)


def test_a_checkout_that_is_not_set_up_names_its_owner(checkout):
    done = as_nobody(checkout / "tools/setup.sh", "host")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(
        f"setup: {checkout} is not set up, and this user cannot write there (its owner is root)"
    )


def test_a_checkout_that_is_set_up_for_another_level(checkout):
    """It said `build/setup/lock: Permission denied`, even for `advise`."""
    set_up(checkout)
    (checkout / "build/setup").mkdir(parents=True)
    done = as_nobody(checkout / "tools/setup.sh", "run")
    assert (done.returncode, done.stderr) == (0, "")
    (checkout / "lab/requirements.lock").write_text("newer")
    done = as_nobody(checkout / "tools/setup.sh", "run")
    assert done.returncode == 2 and "is not set up" in done.stderr and done.stderr.count("\n") == 1


def test_a_higher_level_has_what_a_lower_one_needs(checkout):
    set_up(checkout)
    names = ("tools/setup.sh", "lab/requirements.lock", "lab/checkout.pth")
    both = b"".join((checkout / name).read_bytes() for name in names)
    stamp = subprocess.run(["sha256sum"], input=both, capture_output=True).stdout
    (checkout / "build/setup").mkdir(parents=True)
    (checkout / "build/setup/run").write_bytes(stamp)
    (checkout / ".venv/lock.sha256").unlink()
    assert as_nobody(checkout / "tools/setup.sh", "host").returncode == 0
    assert as_nobody(checkout / "tools/setup.sh", "test").returncode == 2
