"""The library in a folder whose name has a space, a dollar and other signs: CMake configures all parts, and the linker
finds its script. CMake itself takes no # and no quotation mark."""

import shlex
import subprocess

import pytest

from motelab import ROOT

NAME = "a $b%c'd+é"


@pytest.fixture(scope="module")
def configured(tmp_path_factory):
    """A build folder of a checkout, both in a folder of that name."""
    folder = tmp_path_factory.mktemp("paths") / NAME
    folder.mkdir()
    (folder / "checkout").symlink_to(ROOT)
    command = ["cmake", "-S", folder / "checkout", "-B", folder / "build", "-DMC_FIELDS=fb163"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "build"


def test_all_parts_are_configured(configured):
    folders = {path.name for path in (configured / "CMakeFiles").iterdir()}
    assert {"mc_order163_library.dir", "mc_fb163_points.dir", "mc_fb163_protocol.dir"} <= folders


def test_the_linker_finds_its_script(configured):
    """From the folder where the makefiles run it."""
    words = shlex.split((configured / "CMakeFiles/motecurve_shared.dir/link.txt").read_text())
    (script,) = (word.partition("=")[2] for word in words if word.startswith("-Wl,--version-script"))
    assert (configured / script).exists()
