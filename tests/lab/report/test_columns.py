"""--columns chooses the columns of what programs read; a table for LaTeX fits a page."""

import pytest

from motelab.measure.records import FIELDS, new_record
from motelab.report import latex

QUERY = "sweep --query \"SELECT board, operation, cycles FROM sweep WHERE board = 'micaz' LIMIT 2\""


def row(**values) -> dict:
    """A record whose every field is full."""
    full = {name: f"{name}-value" for name in FIELDS}
    return new_record(**(full | {"cycles": 1234, "flash_bytes": 9, "algorithm": "comb", "window": None} | values))


def test_a_record_fits_a_page():
    """Columns that matter, without those that are null or the same in all rows, which comments name."""
    made = latex.tabular([row(curve="a"), row(curve="b", cycles=77)], str)
    comments = [line for line in made.splitlines() if line.startswith("%")]
    table = made[made.index(r"\begin") :]
    heading = table.splitlines()[2]
    assert len(heading) <= latex.PAGE_CHARACTERS and heading.startswith("curve & ") and "cycles" in heading
    assert "% board: board-value" in comments and "% algorithm: comb" in comments
    assert comments[-1].startswith("% left out, for --columns: ") and "elf_sha256" in comments[-1]
    assert "window" not in heading and len(table.splitlines()[4]) <= latex.PAGE_CHARACTERS


def test_what_fits_is_whole():
    rows = [{"board": "micaz", "cycles": 5}, {"board": "micaz", "cycles": 6}]
    made = latex.tabular(rows, str)
    assert made.startswith("\\begin{tabular}{lr}\n\\toprule\nboard & cycles") and "%" not in made


def test_wide_rows_of_queries_lose_their_last_columns():
    made = latex.tabular([{f"column{i}": "x" * 20 for i in range(9)}], str)
    assert "% left out, for --columns: column5, column6, column7, column8" in made.replace("\\_", "_")


def test_columns_that_were_asked_for_are_all_there():
    rows = [{f"column{i}": "x" * 20 for i in range(9)}]
    assert latex.tabular(rows, str, is_whole=True).count("x" * 20) == 9


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ("--format csv --columns cycles,board", b"cycles,board\n"),
        ("--format latex --columns board", b"\\begin{tabular}{l}\n\\toprule\nboard \\\\"),
    ],
)
def test_chosen_columns(lab, options, shown):
    status, out, _ = lab(f"{QUERY} {options}")
    assert status == 0 and out.startswith(shown)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--format json --columns bord", "no column bord; there are board"),
        ("--format table --columns board", "--columns is for --format json, csv or latex"),
        ("--format csv --columns ,", "--columns names no column"),
    ],
)
def test_wrong_columns(lab, options, message):
    status, out, error = lab(f"{QUERY} {options}")
    assert (status, out) == (2, b"") and message in error and "Traceback" not in error
