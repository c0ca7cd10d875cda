"""algorithms: prints the registry unchanged."""

import dataclasses
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from motelab import ROOT, python_path
from motelab.boards import board
from motelab.commands.algorithms import command
from motelab.common.errors import MotecurveError
from motelab.measure import catalogue
from motelab.subjects import registry


def run(*arguments: str):
    return CliRunner().invoke(command, arguments)


def test_json_is_the_registry():
    expected = [json.loads(json.dumps(dataclasses.asdict(algorithm))) for algorithm in registry.load()]
    assert json.loads(run("--format", "json").stdout) == expected


@pytest.mark.parametrize("family", sorted({algorithm.family for algorithm in registry.load()}))
def test_one_family(family):
    rows = json.loads(run("--family", family, "--format", "json").stdout)
    assert rows and {row["family"] for row in rows} == {family}
    table = run("--family", family, "--format", "table").stdout
    assert all(row["name"] in table for row in rows)
    assert max(map(len, table.splitlines())) <= 100


def test_unknown_family_is_one_clear_error():
    result = run("--family", "fb-mull")
    assert isinstance(result.exception, MotecurveError)
    assert "fb-mul" in str(result.exception)


# A generator that calls the named files stale.
CODEGEN = """
import pathlib, sys
names = pathlib.Path("codegen/stale.json").read_text().split()
sys.stderr.writelines(f"stale: {name} (run python3 -m codegen)\\n" for name in names)
pathlib.Path("ran").write_text(pathlib.Path("ran").read_text() + "x")
sys.exit(bool(names))
"""


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Path:
    """Sources with that generator in place of ours."""
    for folder in ("src", "codegen", "build"):
        (tmp_path / folder).mkdir()
    for name, text in {
        "codegen/__init__.py": "",
        "codegen/__main__.py": CODEGEN,
        "codegen/stale.json": "",
        "ran": "",
        "src/a.c": "",
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.delenv(registry.STALE_ALLOWED, raising=False)
    monkeypatch.setattr(registry, "ROOT", tmp_path)
    (tmp_path / "registry.json").write_text('{"algorithms": []}')
    monkeypatch.setattr(registry, "REGISTRY_FILE", tmp_path / "registry.json")
    monkeypatch.setattr(registry, "FRESH_STAMP", tmp_path / "build/generated.fresh")
    return tmp_path


def test_fresh_sources_are_checked_once(tree):
    for _ in range(2):
        registry.require_fresh()
    assert (tree / "ran").read_text() == "x"
    os.utime(tree / "src/a.c", ns=(0, 0))
    registry.require_fresh()
    (tree / "src/a.c").unlink()
    registry.require_fresh()
    assert (tree / "ran").read_text() == "xxx"


@pytest.mark.parametrize(
    ("names", "first"), [("src/a.c", "src/a.c is stale"), ("src/a.c b.c c.c", "src/a.c and 2 more are stale")]
)
def test_stale_sources_are_told_in_one_line_and_left(tree, monkeypatch, names, first):
    (tree / "codegen/stale.json").write_text(names)
    for _ in range(2):
        with pytest.raises(MotecurveError) as caught:
            registry.require_fresh()
        assert str(caught.value).startswith(first) and str(caught.value).endswith("; run: make generate")
    assert (tree / "ran").read_text() == "x"  # hundreds of tests may ask
    assert (tree / "src/a.c").read_text() == "" and not registry.FRESH_STAMP.exists()
    monkeypatch.setenv(registry.STALE_ALLOWED, "1")
    registry.require_fresh()


def test_a_new_algorithm_is_told_of_at_once(tree):
    """The check runs before the generators, and suggests no other names."""
    (tree / "src/mine.c").write_text("/*---\nname: mine\nfamily: fb-sqr\nsummary: bit by bit\n---*/\nname: other\n")
    for told in (registry.require_registered, registry.require_fresh):
        with pytest.raises(MotecurveError) as caught:
            told()
        expected = "fb-sqr mine of src/mine.c is not in the registry yet; run: make generate"
        assert str(caught.value) == expected and (tree / "ran").read_text() == ""
    algorithm = dataclasses.replace(registry.read(ROOT / "generated/registry.json")[0], file="src/mine.c")
    (tree / "registry.json").write_text(json.dumps({"algorithms": [dataclasses.asdict(algorithm)]}))
    registry.require_registered()


def test_bench_names_the_generator_for_a_new_algorithm(monkeypatch):
    """Even if stale files are allowed and other names are similar."""

    def told() -> None:
        raise MotecurveError("fb-sqr spreads of src/mine.c is not in the registry yet; run: make generate")

    monkeypatch.setattr(registry, "require_registered", told)
    with pytest.raises(MotecurveError, match="run: make generate"):
        catalogue.expand(board.load("micaz"), ("fb-sqr",), algorithm="spreads")
    assert catalogue.expand(board.load("micaz"), ("fb-sqr",), algorithm="spread")


@pytest.mark.slow
def test_changed_kernels_and_new_algorithms_are_told_of_and_left(tmp_path):
    """The message of `./motecurve` about a committed kernel that was changed, and about a member that the registry
    does not have."""
    for folder in (
        *("src", "generated", "include", "boards", "lab", "codegen", "curves", "simulators", "cmake", "docs"),
        "bindings",
    ):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "CMakeLists.txt", tmp_path)  # has the version
    (tmp_path / "tools").mkdir()
    (tmp_path / "build").mkdir()
    kernel = next((tmp_path / "generated/native/avr").rglob("*.S"))
    text = (ROOT / "src/fb/squaring/sqr_spread.c").read_text()
    changed = kernel.read_text().replace("adc", "add", 1) + "/* changed */\n"
    kernel.write_text(changed)
    new = tmp_path / "src/fb/squaring/sqr_mine.c"
    new.write_text(text.replace("name: spread", "name: mine"))
    command = [sys.executable, "-m", "motelab", "bench", "--op", "fb-sqr", "--algorithm", "mine"]
    environment = os.environ | {"PYTHONPATH": python_path(tmp_path)}
    for told in ("fb-sqr mine of src/fb/squaring/sqr_mine.c is not in the registry yet", f"{kernel.name} is stale, "):
        run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert run.returncode == 2 and len(run.stderr.splitlines()) == 1, run.stderr
        assert told in run.stderr and run.stderr.endswith("; run: make generate\n")
        new.unlink(missing_ok=True)
    assert kernel.read_text() == changed
