"""The pictures of the documentation: a recording shows a terminal with the first and the last lines, and loads
nothing."""

import re
import subprocess

import pytest

from motelab import ROOT
from tools import pictures


def words(svg: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", svg).replace("&#160;", " "))


def test_recording():
    lines = [f"line {number}" for number in range(100)]
    svg = pictures.recording(("make", "it"), "\n".join([f"\033[1m{lines[0]}\033[0m", *lines[1:], f"{ROOT}/build/x"]))
    assert "$ make it" in words(svg) and "line 0" in words(svg) and "build/x" in words(svg)
    assert "line 50" not in words(svg) and str(ROOT) not in svg
    assert f"... {101 - pictures.LINES_FIRST - pictures.LINES_LAST} more lines ..." in words(svg)
    assert "@font-face" not in svg and "url(http" not in svg and "font-weight: bold" in svg


def test_what_is_printed_is_that_of_a_terminal():
    said = pictures.printed(("sh", "-c", "test -t 1 && echo $COLUMNS; echo progress >&2"))
    assert said == f"{pictures.COLUMNS}\n"
    with pytest.raises(subprocess.CalledProcessError):
        pictures.printed(("false",))


def test_committed_pictures():
    recording = (pictures.FOLDER / "make-run.svg").read_text()
    assert "verified measurements" in words(recording) and "url(http" not in recording
    sizes = {path.name: path.stat().st_size for path in pictures.FOLDER.glob("*.png")}
    assert sizes.keys() == {"report-light.png", "report-dark.png"} and max(sizes.values()) < 200_000
