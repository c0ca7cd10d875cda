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


@pytest.mark.slow
@pytest.mark.parametrize(("page", "command", "figures"), documented(), ids=lambda value: str(value)[:60])
def test_figures_are_those_of_the_command(page, command, figures):
    run = subprocess.run([sys.executable, "-m", "motecurve", *command.split(), "--format", "json"], capture_output=True)
    (record,) = json.loads(run.stdout)
    assert {name: record[name] for name in figures} == figures and record["verified"]
