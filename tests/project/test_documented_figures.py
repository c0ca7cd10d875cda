"""The figures of the pages are what their commands print: every table of docs/ whose first column is a command."""

import json
import re
import subprocess
import sys

import pytest

from motecurve import ROOT
from tools import figures


def documented() -> list[tuple[str, str, dict[str, int]]]:
    """Page, command and figures of every row."""
    rows = []
    for page in sorted((ROOT / "docs").glob("*.md")):
        for command, unit, table in figures.MEASURED.findall(page.read_text()):
            for row in table.splitlines():
                rest, *cells = (cell.strip() for cell in row.strip("|").split("|"))
                numbers = [int(cell.replace(",", "")) for cell in cells]
                named = dict(zip((unit, "flash_bytes", "stack_bytes"), numbers, strict=True))
                rows.append((page.name, f"{command} {rest.strip('`')}", named))
    return rows


def test_pages_have_figures():
    assert {page for page, _, _ in documented()} == {
        "footprint.md",
        "improved-comb.md",
        "prime-fields.md",
        "protocols.md",
    }


def test_tables_of_records():
    """Tables that tools/figures.py writes hold the committed records, and a wrong digit is noticed."""
    readme = (ROOT / "README.md").read_text()
    assert len(figures.TABLE.findall(readme)) == 1 and not figures.stale()
    (figure,) = re.findall(r"^\| `micaz` \| ([0-9,]+)", readme, re.M)
    wrong = readme.replace(figure, figure[:-1] + str((int(figure[-1]) + 1) % 10))
    assert figures.filled(wrong) == readme


PAGE = """<!-- figures: bench {algorithm} => - cycles/1000 stack_bytes -->
<!-- figures: bench --op {row} => - - - -->
| algorithm | kilocycles | stack |
|---|--:|--:|
| `wnaf`, w = 4 | **5** | 7 B |
| `mof` | 8 (w = 3) | 7 B |
| `binary` | | |
"""


def test_annotated_tables(monkeypatch):
    """Numbers are replaced, what stands around them stays; empty cells are not measured."""
    asked = []
    page = PAGE.replace("- - - -->", "- - %1:2 -->")
    monkeypatch.setattr(figures, "record_of", lambda c: asked.append(c) or {"cycles": 1_234_567, "stack_bytes": 1000})
    filled = figures.annotated(page)
    assert asked == ["bench --algorithm wnaf --window 4", "bench --algorithm mof --window 3", "bench --op wnaf",
                     "bench --op mof"]  # fmt: skip
    assert filled.splitlines()[4:] == ["| `wnaf`, w = 4 | **1,235** | +23.5 B |", "| `mof` | 1,235 (w = 3) | +23.5 B |",
                                       "| `binary` | | |"]  # fmt: skip
    with pytest.raises(ValueError, match="2 items for 3 columns"):
        figures.annotated(PAGE.replace("cycles/1000 stack_bytes", "cycles"))


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in figures.pages() if figures.ANNOTATED.search(page.read_text())],
                         ids=lambda page: page.name)  # fmt: skip
def test_annotated_figures_are_those_of_their_commands(page):
    assert figures.annotated(page.read_text()) == page.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(("page", "command", "figures"), documented(), ids=lambda value: str(value)[:60])
def test_figures_are_those_of_the_command(page, command, figures):
    run = subprocess.run([sys.executable, "-m", "motecurve", *command.split(), "--format", "json"], capture_output=True)
    (record,) = json.loads(run.stdout)
    assert {name: record[name] for name in figures} == figures and record["verified"]
