"""`tools/new.py recoding`: a stranger's recoding in a copy of the tree, by the commands of CONTRIBUTING.md and its own
file alone."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab import ROOT

COPIED = (
    "src",
    "generated",
    "include",
    "codegen",
    "curves",
    "lab",
    "bindings",
    "cmake",
    "boards",
    "simulators",
    "tools",
)
FILES = ("CMakeLists.txt", "Makefile", "motecurve", "pyproject.toml")
WRITTEN = {
    "summary": "windows of w bits, as an example of a recoding that a stranger writes",
    "source": "-",
    "widths": "1 to 7",
    "digits": "below 2**w, step w",
    "density": "(1 - 2**-w) / w",
}
BODY = "{\n    return EC(store_from_left)(digits, EC(read_fixed_window), k, window);\n}\n"
FILE = "src/scalar/recode/recode_toy_window.c"
SECTION = re.search(r"## A recoding\n+```sh\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)[1]
NEW, GENERATE, CHECK, _ = [line.partition("#")[0].strip() for line in SECTION.splitlines()]


def linked(source: str, target: str) -> None:
    """A hard link, or a copy on another file system. Files of the tree are replaced, never written in place."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@pytest.fixture
def tree(tmp_path) -> Path:
    """A copy of what the commands read, with a build folder of its own."""
    ignored = shutil.ignore_patterns("__pycache__", "build", "target")
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name, copy_function=linked, ignore=ignored)
    for name in FILES:
        shutil.copy2(ROOT / name, tmp_path / name)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    return tmp_path


def typed(tree: Path, line: str, **more: str) -> subprocess.CompletedProcess:
    """A command in the copy."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("MC_", "PYTHONPATH"))}
    own = {"MC_STALE_ALLOWED": "1", "PYTHONPATH": ":".join(f"{tree}/{f}" for f in ("", "lab", "bindings/python"))}
    command = line.replace("NAME", "toy-window")
    return subprocess.run(["bash", "-c", command], cwd=tree, env=given | own | more, capture_output=True, text=True)


def left(tree: Path) -> list[str]:
    code = "from tools import check; print(*check.check_left(), sep=chr(10), end=str())"
    return typed(tree, f".venv/bin/python -c '{code}'").stdout.splitlines()


def registered(tree: Path) -> subprocess.CompletedProcess:
    """What `make generate` does first and last: it refuses a header, or writes the files of the registry."""
    code = (
        "from codegen import output, registry, sources\n"
        "for one in (registry, sources):\n"
        "    for path, text in one.outputs().items():\n"
        "        output.write_if_changed(path, output.fitted(path, text))\n"
    )
    return typed(tree, f".venv/bin/python -c '{code}'")


def write(path: Path, body: str = BODY) -> None:
    """All that is left to write."""
    text = path.read_text()
    for key, value in WRITTEN.items():
        text = re.sub(rf"^{key}: TODO.*$", f"{key}: {value}", text, flags=re.M)
    path.unlink()
    path.write_text(text[: text.index("{\n")] + body)


def test_a_new_recoding(tree):
    assert GENERATE == "make generate"
    assert left(tree) == []
    made = typed(tree, NEW)
    assert made.returncode == 0 and "What is left" in made.stdout
    found = left(tree)
    assert [line.split(": ")[1] for line in found[:-1]] == list(WRITTEN) and found[-1].startswith(f"{FILE}:")
    refused = registered(tree)
    assert f"{FILE}: the key 'widths' is left to write" in refused.stderr
    write(tree / FILE)
    assert left(tree) == []
    done = registered(tree)
    assert done.returncode == 0, done.stderr
    assert "recode_toy_window_var, 7, 128, 0, 0, 7, 7, 14, 0" in (tree / "generated/scalar/recodings.h").read_text()


@pytest.mark.slow
def test_a_new_recoding_is_checked(tree):
    """Every width; and a digit too large for the promise is told."""
    typed(tree, NEW)
    write(tree / FILE)
    assert registered(tree).returncode == 0
    checked = typed(tree, f"{CHECK} --format json")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.count('"verified": true') == 14


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wnaf", "src/scalar/recode/recode_wnaf.c exists already"),
        ("Wide", "'Wide' is no name of a recoding: small letters and digits, with single hyphens between"),
        ("a_b", "'a_b' is no name of a recoding"),
        ("a--b", "'a--b' is no name of a recoding"),
        ("../b", "'../b' is no name of a recoding"),
    ],
)
def test_names_that_are_refused(name, message):
    done = typed(ROOT, f".venv/bin/python tools/new.py recoding {name}")
    assert done.returncode == 2 and done.stderr.startswith(f"tools/new.py: {message}")
    assert done.stderr.count("\n") == 1
