"""`tools/new.py recoding`: a stranger's recoding in a copy of the tree, by the commands of CONTRIBUTING.md and its own
file alone."""

import re
from pathlib import Path

import pytest

from codegen.output import LEFT_TO_WRITE
from motelab import ROOT
from tests.codegen import stranger
from tests.codegen.stranger import left, registered, typed

WRITTEN = {
    "summary": "windows of w bits, as an example of a recoding that a stranger writes",
    "source": "-",
    "widths": "1 to 7",
    "digits": "below 2**w, step w",
    "density": "(1 - 2**-w) / w",
}
BODY = "{\n    return EC(store_from_left)(digits, EC(read_fixed_window), k, window);\n}\n"
FILE = "src/scalar/recode/recode_toy_window.c"
NEW, GENERATE, CHECK, _ = (line.replace("NAME", "toy-window") for line in stranger.section("A recoding"))


@pytest.fixture
def tree(tmp_path) -> Path:
    return stranger.made(tmp_path)


def write(path: Path, body: str = BODY) -> None:
    """All that is left to write."""
    text = path.read_text()
    for key, value in WRITTEN.items():
        text = re.sub(rf"^{key}: {re.escape(LEFT_TO_WRITE)}.*$", f"{key}: {value}", text, flags=re.M)
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
    assert f"{FILE}: the key 'summary' is left to write" in refused.stderr
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
