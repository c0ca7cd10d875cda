"""The check for circles (tools/circles.py) finds each kind of circle, and takes none for one that is none."""

import importlib.util

import pytest

from motelab import ROOT

specification = importlib.util.spec_from_file_location("circles", ROOT / "tools/circles.py")
circles = importlib.util.module_from_spec(specification)
specification.loader.exec_module(circles)


def found(folder, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    graph = circles.graph(folder, [folder / name for name in files])
    return [line for line in circles.complaints(circles.circles(graph)) if line.startswith("a circle")]


@pytest.mark.parametrize(
    "files",
    [
        {"a.h": '#include "b.h"\n', "b.h": '#include "a.h"\n'},
        {"a.h": "", "a.c": '#include "b.h"\n', "b.h": "", "b.c": '#include "a.h"\n'},
        {
            "all.h": "void f(void);\nvoid g(void);\n",
            "a.c": "void f(void)\n{\n    g();\n}\n",
            "b.c": "void g(void) { f(); }",
        },
    ],
)
def test_a_circle_is_found(tmp_path, files):
    assert found(tmp_path, files) == ["a circle of 2: a b"]


@pytest.mark.parametrize(
    "files",
    [
        {"a.c": '#include "a.h"\n', "a.h": ""},
        {"a.c": '#include "b.h"\n', "b.h": '/* #include "a.h" */\n', "a.h": ""},
        {"a.c": "void f(void)\n{\n    g();\n}\n", "b.c": "void g(void);\nvoid f(void);\nvoid g(void) {}\n"},
    ],
)
def test_no_circle_is_none(tmp_path, files):
    assert not found(tmp_path, files)
