"""The figures of the pages are those of committed records; those of which only pages have records are measured again,
a share in each commit. test_held_figures.py has the figures in sentences."""

import collections
import re
import sys

import pytest

from codegen.avr.listing import CYCLES
from motelab import ROOT
from motelab.boards import board as boards
from motelab.common.errors import MotecurveError
from motelab.compare import committed_host
from motelab.measure import bench
from motelab.sweep import freshness, store
from tests.conftest import share
from tools import figures, host_figures, page_records

ONE_IN = 8  # of the figures whose commands are run


def documented() -> list[tuple[str, str, dict[str, int]]]:
    """Page, command and figures of every row."""
    rows = []
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for command, unit, table in figures.MEASURED.findall(page.read_text()):
            for row in table.splitlines():
                rest, *cells = (cell.strip() for cell in row.strip("|").split("|"))
                numbers = [int(cell.replace(",", "")) for cell in cells]
                named = dict(zip((unit, "flash_bytes", "stack_bytes"), numbers, strict=True))
                rows.append((page.name, f"{command} {rest.strip('`')}", named))
    return rows


def test_pages_have_figures():
    assert {page for page, _, _ in documented()} == {
        "faults.md",
        "footprint.md",
        "improved-comb.md",
        "prime-fields.md",
        "profiles.md",
        "protocols.md",
        "signatures.md",
        "verified-boot.md",
    }


def test_tables_of_records():
    """Tables that tools/figures.py writes agree with the committed records, and a wrong digit is noticed."""
    page = (ROOT / "docs/boards.md").read_text()
    assert len(figures.TABLE.findall(page)) == 1 and not figures.stale()
    (figure,) = re.findall(r"^\| `micaz` \| ([0-9,]+)", page, re.M)
    row = f"| `micaz` | {figure}"
    wrong = page.replace(row, row[:-1] + str((int(row[-1]) + 1) % 10))
    assert figures.filled(wrong) == page


def test_pages_by_name(monkeypatch, capsys):
    """With names, only those are checked; another file is one clear error."""
    monkeypatch.setattr(figures, "written", lambda page: page.read_text() + "stale")
    monkeypatch.setattr(sys, "argv", ["figures.py", "--check", "docs/arithmetic/chains.md"])
    assert figures.main() == 1 and capsys.readouterr().out == "docs/arithmetic/chains.md: stale; run tools/figures.py\n"
    monkeypatch.setattr(sys, "argv", ["figures.py", "--check", "CHANGELOG.md"])
    with pytest.raises(SystemExit, match="2"):
        figures.main()
    assert "CHANGELOG.md is no page of figures" in capsys.readouterr().err


PAGE = """<!-- figures: bench {algorithm} => - cycles/1000 stack_bytes -->
<!-- figures: bench --op {row} => - - - -->
| algorithm | kilocycles | stack |
|---|--:|--:|
| `wnaf`, w = 4 | **5** | 7 B |
| `mof` | 8 (w = 3) | 7 B |
| `binary` | | |
"""


def test_annotated_tables(monkeypatch):
    """Numbers are replaced and the text around them stays; empty cells are not measured."""
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


def test_pages_have_all_records():
    """Every command that a page names has a committed record with the fields that the page shows; a row without a
    record, and a record without a field, are named."""
    for command, fields in figures.asked().items():
        figures.of_records(command, fields)
    with pytest.raises(MotecurveError, match=r"no committed record answers `bench --op ecdh --curve sect571k1"):
        figures.record_of("bench --op ecdh --curve sect571k1 --backend c")
    with pytest.raises(MotecurveError, match="lacks digits"):
        figures.of_records("bench --board micaz --op ecdh --curve secp256r1", {"digits"})


def test_records_of_pages_are_of_these_sources():
    """The store holds nothing that another record has, and is whole."""
    assert not freshness.damaged(page_records.FOLDER)
    asked = figures.asked()
    lacking = {command for command, fields in asked.items() if not page_records.is_recorded(command, fields)}
    kept = [row for board in boards.simulated() for row in store.records(board, folder=page_records.FOLDER)]
    assert {page_records.subject_of(command)[1] for command in lacking} == set(page_records.by_key(kept))


@pytest.mark.slow
@pytest.mark.parametrize("command", share(sorted(figures.asked()), ONE_IN), ids=lambda command: command[:60])
def test_figures_are_those_of_the_command(command):
    (record,) = bench.measure([page_records.request_of(command)])
    assert record["verified"]
    kept = page_records.record(command)
    names = ("cycles", "instructions", "flash_bytes", "stack_bytes", "ram_static_bytes")
    assert {name: record[name] for name in names} == {name: kept.get(name) for name in names}


HOST_PAGE = """<!-- host figures: bench --op {0} --curve {heading} by bench --op {1} --curve {heading} -->
<!-- host figures: ratio of bench --op {0} --curve {heading} -->
| member | by | `a` | `b` | remark |
|---|---|---|---|---|
| `slow` | `fast` | 0 | | 7 |
| `ecdh` | | 0 | 0 | 7 |

Medians. Measured on 2000-01-01, here.
"""


def test_tables_of_times(monkeypatch):
    """Ratios are taken run by run; empty cells, and columns without a heading in backticks, stay."""
    times = {
        "bench --op slow --curve a": {"date": "2026-02-03", "runs": [{"microseconds": t} for t in (10, 30, 20)]},
        "bench --op fast --curve a": {"date": "2026-02-01", "runs": [{"microseconds": t} for t in (1, 2, 5)]},
        "bench --op ecdh --curve a": {"date": "2026-02-02", "runs": [{"ratio": 250}]},
        "bench --op ecdh --curve b": {"date": "2026-02-02", "runs": [{"ratio": 2.5}]},
    }
    monkeypatch.setattr(committed_host, "lines", lambda: times)
    lines = host_figures.filled(HOST_PAGE).splitlines()
    assert lines[4:] == ["| `slow` | `fast` | 10.0 (4.0 to 15.0) | | 7 |", "| `ecdh` | | 250 | 2.50 | 7 |", "",
                         "Medians. Measured on 2026-02-03, here."]  # fmt: skip


def test_commands_are_measured_together(tmp_path, monkeypatch):
    """Commands that differ only in operation and member are one run; both tell its records apart."""
    page = tmp_path / "page.md"
    by = "bench --op x --algorithm {0} --curve {heading} by bench --op y --algorithm {1} --curve {heading}"
    page.write_text(HOST_PAGE.replace("bench --op {0} --curve {heading} by bench --op {1} --curve {heading}", by))
    first, second = "bench --op x --algorithm slow --curve a", "bench --op y --algorithm fast --curve a"
    assert host_figures.asked_runs([page]) == {
        "bench --curve a --op x --op y --algorithm all": {first, second},
        **{command: {command} for command in ("bench --op ecdh --curve a", "bench --op ecdh --curve b")},
    }
    assert host_figures.is_of({"operation": "x", "algorithm": "slow"}, first)
    assert not host_figures.is_of({"operation": "y", "algorithm": "slow"}, first)


PARTS = {  # rows of the table, and the comments of the blocks of the kernel that they count
    "table: shifts, sums, stores": r"T\[|Column ",
    "pass 1": "High nibble",
    "shifts by 4": "Shift the bytes still|shift it left by 4 and out",
    "pass 2": "Low nibble",
    "reduction": "reduce it into|Reduce the bits",
    "call: registers, frame, constants, result": "",
}


def test_parts_of_the_multiplication():
    """The table of docs/arithmetic/multiplication.md counts the committed kernel's instructions, block by block."""
    kernel = (ROOT / "generated/native/avr/fb163_mul_reduce_ld_registers.S").read_text()
    counted = {part: collections.Counter() for part in PARTS}
    for block in kernel[kernel.index("    ; Save the registers") :].split("\n\n"):
        comment, _, code = block.partition("\n")
        part = next(name for name, blocks in PARTS.items() if re.search(blocks, comment))
        for name, operands in re.findall(r"^    ([a-z]+)\b *([^;\n]*)", code, re.M):
            counted[part]["cycles"] += CYCLES[name]
            counted[part]["loads"] += name in ("ld", "ldd")
            counted[part]["stores"] += name in ("st", "std")
            counted[part]["xors"] += name == "eor" and len(set(operands.replace(" ", "").split(","))) == 2
    total = sum(counted.values(), collections.Counter())
    page = (ROOT / "docs/arithmetic/multiplication.md").read_text()
    for part, found in [*counted.items(), ("sum", total)]:
        (row,) = re.findall(rf"^\| {part} \| [0-9]* ?\|(.*)\|$", page, re.M)
        share = f"{100 * found['cycles'] / total['cycles']:.0f} %" if part != "sum" else ""
        figures_of_row = [
            f"{found[name] or '':{',' if found[name] else ''}}" for name in ("loads", "stores", "xors", "cycles")
        ]
        assert [cell.strip() for cell in row.split("|")] == [*figures_of_row, share], part
