"""The import graph that `make check` prints (tools/imports.py) notices each fault that it exists to find."""

import importlib.util
import sys
from pathlib import Path

import pytest

from motelab import ROOT

specification = importlib.util.spec_from_file_location("imports", ROOT / "tools/imports.py")
imports = importlib.util.module_from_spec(specification)
sys.modules["imports"] = imports
specification.loader.exec_module(imports)

FOLDERS = (ROOT / "codegen", ROOT / "bindings/python/motecurve", ROOT / "lab/motelab", ROOT / "tools")


def planted(folder: Path, files: dict[str, str]) -> "imports.Graph":
    """The graph of a lab of these files."""
    for name, text in files.items():
        path = folder / "motelab" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return imports.graph((folder / "motelab",))


def complaints(folder: Path, files: dict[str, str]) -> list[str]:
    return imports.report(planted(folder, {"__init__.py": "", **files})).complaints


def test_the_python_side_is_in_order():
    found = imports.report(imports.graph(FOLDERS))
    assert not found.complaints
    rooms = {line.split()[0] for line in found.lines}
    assert set(imports.ROOMS) <= rooms


def test_every_room_is_a_folder_or_a_file():
    for room in imports.ROOMS:
        homes = {"motelab": ROOT / "lab", "motecurve": ROOT / "bindings/python"}
        path = homes.get(room.partition(".")[0], ROOT) / room.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").exists(), room


@pytest.mark.parametrize(
    "back",
    [
        "from motelab.common import a",
        "from motelab.common.a import name",
        "import motelab.common.a as other",
        "from . import a",
        "from .a import name",
        "def later():\n    from motelab.common import a",
    ],
)
def test_a_circle_is_found(tmp_path, back):
    files = {"common/__init__.py": "", "common/a.py": "from motelab.common import b", "common/b.py": back}
    circle = "motelab.common.a > motelab.common.b > motelab.common.a"
    assert complaints(tmp_path, files) == [f"modules import one another: {circle}"]


def test_a_circle_of_rooms_is_found(tmp_path):
    files = {
        "common/a.py": "from motelab.boards import b",
        "boards/b.py": "",
        "boards/c.py": "import motelab.common.d",
        "common/d.py": "",
    }
    up, circle = complaints(tmp_path, files)
    assert up == "motelab.common.a imports motelab.boards.b: motelab.common stands before motelab.boards"
    assert circle == "rooms import one another: motelab.boards > motelab.common > motelab.boards"


def test_an_arrow_against_the_order_is_found(tmp_path):
    files = {"measure/a.py": "def f():\n    import motelab.report.b", "report/b.py": "X = 1"}
    (found,) = complaints(tmp_path, files)
    assert found == "motelab.measure.a imports motelab.report.b: motelab.measure stands before motelab.report"


def test_too_many_floors_are_found(tmp_path):
    most = imports.MODULE_FLOORS_MAX
    files = {f"common/m{i}.py": f"from motelab.common import m{i - 1}" for i in range(1, most)} | {"common/m0.py": ""}
    assert not complaints(tmp_path, files)
    (found,) = complaints(tmp_path, files | {f"common/m{most}.py": f"from motelab.common import m{most - 1}"})
    assert found.startswith(f"motelab.common has modules on {most + 1} floors, at most {most}: motelab.common.m{most} ")


def test_too_many_floors_of_rooms_are_found(tmp_path, monkeypatch):
    names = [f"motelab.r{i}" for i in range(imports.ROOM_FLOORS_MAX + 1)]
    monkeypatch.setattr(imports, "ROOMS", ("motelab", *names))
    files = {f"r{i}.py": f"import motelab.r{i - 1}" for i in range(1, len(names))} | {"r0.py": ""}
    (found,) = complaints(tmp_path, files)
    assert found.startswith("rooms are on 11 floors, at most 10: motelab.r10 ")


def test_a_module_without_a_room_is_refused(monkeypatch):
    monkeypatch.setattr(imports, "ROOMS", ("motelab.common",))
    with pytest.raises(ValueError, match="lies in no room"):
        imports.room_of("motelab.boards.board")
