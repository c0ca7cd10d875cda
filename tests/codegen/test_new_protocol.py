"""`tools/new.py protocol`: a stranger's protocol in a copy of the tree, by the commands of CONTRIBUTING.md and the six
places that it lists. The tests of all public functions call it without a line of theirs."""

import re
from pathlib import Path

import pytest

from codegen.output import LEFT_TO_WRITE
from tests.codegen import stranger
from tests.codegen.stranger import left, registered, typed

NEW, GENERATE, ANSWERS, BENCH, TESTS = (line.replace("NAME", "toy") for line in stranger.section("A protocol"))
FOLDERS = ("tests", "docs")
FIELD, CURVE = "fp256r1", "secp256r1"
# What is left to write, in the order of the files, with its text.
BODY = """{
    uint8_t point[EC_POINT_BYTES];
    mc_status status = EC(public_key)(point, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        memcpy(secret, point + 1, EC_BYTES);
    mc_wipe(point, sizeof point);
    EC_WIPE_SPILLED();
    return status;
}
"""
SECRETS = "    secrets = [x for x, _ in curve.multiples(keys)]"
PLACES = {
    "src/protocol/toy",
    "include/motecurve",
    "tests/src/protocol",
    "docs",
    "lab/motelab/subjects",
    "bindings/python/motecurve",
}


@pytest.fixture
def tree(tmp_path) -> Path:
    return stranger.made(tmp_path, *FOLDERS)


def replace(path: Path, text: str) -> None:
    """Files of the copy are links to those of the tree."""
    path.unlink()
    path.write_text(text)


def write(tree: Path) -> None:
    """All that is left to write."""
    source, answers = tree / "src/protocol/toy/toy.c", tree / "src/protocol/toy/answers.py"
    text = source.read_text()
    replace(source, "#include <string.h>\n\n" + text[: text.index("{\n")] + BODY)
    replace(answers, re.sub(rf"    # {re.escape(LEFT_TO_WRITE)}.*\n.*", lambda _: SECRETS, answers.read_text()))
    for line in left(tree):
        path = tree / line.partition(":")[0]
        if path.exists():
            replace(path, path.read_text().replace(LEFT_TO_WRITE, "As an example,"))


def test_a_new_protocol(tree):
    """Stubs in six places; once they are written, the generated calls compile, and every generic test takes it."""
    assert GENERATE == "make generate" and left(tree) == []
    made = typed(tree, NEW)
    assert made.returncode == 0, made.stderr
    found = left(tree)
    named = {str(Path(line.partition(":")[0]).parent) for line in found}
    assert {place for place in PLACES if any(name.startswith(place) for name in named)} == PLACES
    assert all(name.startswith(tuple(PLACES)) for name in named)
    assert all(line in made.stdout for line in found)
    write(tree)
    assert left(tree) == []
    done = registered(tree)
    assert done.returncode == 0, done.stderr
    assert "protocol/toy/prototypes.h" in (tree / "generated/protocol/prototypes.h").read_text()
    assert "mc_toy(" in (tree / "generated/protocol/single/toy.c").read_text()
    files = "tests/src/protocol/test_toy.py tests/src/whole/test_overlap.py tests/src/whole/test_outputs_on_errors.py"
    run = typed(tree, f".venv/bin/python -m pytest -q {files} -k toy", MC_FIELDS=FIELD)
    assert run.returncode == 0, run.stdout
    code = (
        "import sys; sys.path.insert(0, str()); from tests.src.whole.wiping import described as d;"
        "from tests.src.whole.wiping.calls import Subject; from tests.src.whole import test_host_wiping as t;"
        "from pathlib import Path; from motelab.library import host;"
        "p = t.calls_on_host.program(Path('build'), host.build(64) / 'libmotecurve.a');"
        f"calls = [c for c in d.calls_on(Subject('{CURVE}', t.calls_on_host.asker(p))) if c.function == 'mc_toy'];"
        "print(len(calls), sorted(calls[0].secret)[-1], t.left_behind(p, calls))"
    )
    wiped = typed(tree, f'.venv/bin/python -c "{code}"', MC_FIELDS=FIELD)
    assert wiped.stdout.startswith("1 private_key"), wiped.stdout + wiped.stderr
    assert wiped.stdout.endswith(" {}\n")


@pytest.mark.slow
def test_a_new_protocol_on_a_mote(tree):
    """Its known answers, which PARI/GP makes, are those of the image."""
    typed(tree, NEW)
    write(tree)
    assert registered(tree).returncode == 0
    answered = typed(tree, ANSWERS)
    assert answered.returncode == 0, answered.stderr
    measured = typed(tree, f"{BENCH} --format json")
    assert measured.returncode == 0, measured.stderr
    assert '"verified": true' in measured.stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("schnorr", "src/protocol/schnorr exists already"),
        ("status", "include/motecurve/status.h exists already"),
        ("hkdf", "there is a function mc_hkdf already"),
        ("To-y", "'To-y' is no name of a protocol: small letters and digits, the first a letter"),
    ],
)
def test_names_that_are_refused(name, message):
    done = typed(stranger.ROOT, f".venv/bin/python tools/new.py protocol {name}")
    assert (done.returncode, done.stderr) == (2, f"tools/new.py: {message}\n")
