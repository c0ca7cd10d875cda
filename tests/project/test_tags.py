"""A reader finds the name that she looks up although macros make the names (.ctags.d/motecurve.ctags): the function
of every member in its file, by its name without window."""

import re
import shutil
import subprocess

import pytest

from motelab import ROOT
from motelab.subjects import registry


@pytest.fixture(scope="module")
def tags() -> set[tuple[str, str]]:
    """Names and files of the tags that the committed configuration makes."""
    if not shutil.which("ctags"):
        pytest.skip("no ctags")
    run = subprocess.run(["ctags", "-f", "-", "src"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    return {(name, file) for name, file, *_ in lines}


def test_every_member_is_found(tags):
    members = [a for a in registry.load() if a.backend == "c" and a.family != "coordinates"]
    expected = {
        (re.sub(rf"{max(a.windows)}(_var)?$", "", a.functions[-1]) if a.windows else a.functions[0], a.file)
        for a in members
    }
    # Functions in line on hosts are in the header of the file.
    in_files = tags | {(name, re.sub(r"h$", "c", file)) for name, file in tags}
    assert len(expected) > 100 and expected - in_files == set()


def test_elements_points_and_protocols_are_found(tags):
    assert {("field_add", "src/curve/element.h"), ("ec_double", "src/curve/curve.h")} <= tags
    assert {("affine_negate", "src/curve/prime/fp_point.c"), ("ecmqv", "src/protocol/ecmqv/ecmqv.c")} <= tags
