"""The check for circles (tools/circles.py) finds each kind of circle, and takes none for one that is none."""

import importlib.util

import pytest

from motelab import ROOT

specification = importlib.util.spec_from_file_location("circles", ROOT / "tools/circles.py")
circles = importlib.util.module_from_spec(specification)
specification.loader.exec_module(circles)


PAIR = '#pragma once\n#include "{}.h"\n'


def found(folder, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return circles.complaints(circles.graph(folder, [folder / name for name in files]))


@pytest.mark.parametrize(
    ("files", "edges"),
    [
        ({"a.h": PAIR.format("b"), "b.h": PAIR.format("a")}, "a.h includes b.h; b.h includes a.h"),
        (
            {"a.h": "#pragma once\n", "a.c": '#include "b.h"\n', "b.h": "#pragma once\n", "b.c": '#include "a.h"\n'},
            "a.c includes b.h; b.c includes a.h",
        ),
        (
            {
                "all.h": "#pragma once\nvoid f(void);\nvoid g(void);\n",
                "a.c": "void f(void)\n{\n    g();\n}\n",
                "b.c": "void g(void) { f(); }",
            },
            "a.c calls g of b.c; b.c calls f of a.c",
        ),
        (  # a header calls what another one declares
            {"a.h": "#pragma once\nstatic void f(void) { g(); }\n", "b.c": '#include "a.h"\nvoid g(void) { f(); }\n'},
            "a.h calls g of b.c; b.c includes a.h",
        ),
    ],
)
def test_a_circle_is_found(tmp_path, files, edges):
    assert found(tmp_path, files) == [f"a circle of 2: a b: {edges}"]


def test_a_circle_with_a_fragment_is_found(tmp_path):
    """A header without a guard that includes the one that it is a part of."""
    assert found(tmp_path, {"a.h": '#include "b.h"\n', "b.h": PAIR.format("a")}) == [
        "a circle of 2: a.h b: a.h includes b.h; b.h includes a.h"
    ]


@pytest.mark.parametrize(
    "files",
    [
        {"a.c": '#include "a.h"\n', "a.h": "#pragma once\n"},
        {"a.c": '#include "b.h"\n', "b.h": '#pragma once\n/* #include "a.h" */\n', "a.h": "#pragma once\n"},
        {"a.c": "void f(void)\n{\n    g();\n}\n", "b.c": "void g(void);\nvoid f(void);\nvoid g(void) {}\n"},
        # A header calls what it declares; another unit fulfils that.
        {
            "a.h": "#ifndef A_H\n#define A_H\nvoid g(void);\nstatic void f(void) { g(); }\n#endif\n",
            "b.c": '#include "a.h"\nvoid g(void) {}\n',
        },
        # A template's names are made by a macro.
        {
            "a.h": "#pragma once\n#define NAME(f) mc_##f\nstatic int NAME(f)(void) { return 1; }\n",
            "b.c": '#include "a.h"\nint NAME(g)(void) { return NAME(f)(); }\n',
        },
        # A fragment is no interface of the file beside it that makes functions of it.
        {"a.c": '#include "b.h"\n#include "a.h"\n', "a.h": "TEXT\n", "b.h": PAIR.format("a")},
    ],
)
def test_no_circle_is_none(tmp_path, files):
    assert not found(tmp_path, files)


def test_the_edges_of_a_circle_of_modules():
    assert circles.complaints({"a": {"b"}, "b": {"a"}, "c": {"a"}}) == ["a circle of 2: a b: a imports b; b imports a"]
