"""Rules for make are read as GCC writes them."""

import subprocess

import pytest

from motelab.boards import make_rule

NAMES = ("plain", "a b", "$c", "d#e", "f'g", "h%i", "ü")


@pytest.mark.parametrize("name", NAMES)
def test_as_gcc_writes_them(name, tmp_path):
    folder = tmp_path / name
    folder.mkdir()
    (folder / "a.h").write_text("int a;\n")
    (folder / "a.c").write_text('#include "a.h"\n')
    rule = subprocess.run(["gcc", "-MM", folder / "a.c"], capture_output=True, text=True, check=True).stdout
    assert make_rule.prerequisites(rule) == [str(folder / "a.c"), str(folder / "a.h")]
