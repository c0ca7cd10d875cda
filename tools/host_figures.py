"""Times of this computer in the pages: measures them, and keeps them in lab/motelab/data/host-times.jsonl.

No two runs give the same time. So a page shows how two times compare, as the median of RUNS runs with the least and
the most in brackets, and `Measured on` a day. (Ratios of a single run have no brackets.) A comment above a table
describes its cells:

  <!-- host figures: bench --board host --op {0} --curve {heading} by bench --board host --op {1} --curve {heading}
  -->
  <!-- host figures: ratio of bench --board host --op ecdh --curve {heading} --versus openssl -->

The first comment gives the ratio of the first command's time to the second's, the other a field of a command's
record. `{heading}` is the heading of the column in backticks, `{0}` the text in backticks in the row's column 0. A
table may have one comment for each kind of row; a row without what a comment asks for is not its row. Columns without
backticks in their headings, and empty cells, stay. `host figures, AVX-512:` is measured only where the processor has
AVX-512.

  .venv/bin/python -m tools.host_figures [PAGE...]

measures the commands of these pages anew (of all without a name) and writes them; with MC_FIELDS the library has
these fields alone. `goals` in place of a page measures the goals of the table `host` beside another library and those
of batches (`./motecurve tables --source goals --table host`), and counts the instructions of 64-bit Arm; with MC_FIELDS
those over these fields. Each line has the processor, and the mean number of programs that wanted to run ("load"):
ratios hold on a busy machine, since blocks take turns, times do not.
"""

import argparse
import datetime
import functools
import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

from motelab import ROOT
from motelab.common.files import write_atomically
from motelab.compare import committed_host, goals
from motelab.compare.committed_host import FILE as DATA
from motelab.library import host, native_build
from motelab.measure import aarch64_counts
from motelab.measure.aarch64_counts import CountRequest
from motelab.measure.batch_rates import BatchRequest
from motelab.measure.bench import Request
from motelab.subjects import curves

GOALS = "goals"  # in place of a page
RUNS = 3
TABLE = re.compile(
    r"((?:^<!-- host figures(?:, AVX-512)?: .* -->\n)+)((?:^\|.*\n)+)((?:\n.*?Measured on )(\d{4}-\d\d-\d\d))?", re.M
)
COMMENT = re.compile(r"<!-- host figures(?:, AVX-512)?: (.*) -->")
IN_BACKTICKS = re.compile(r"`([^`]+)`")
FIELDS = ("microseconds", "ratio", "reach", "standard_ratio", "extended_ratio", "versus_ratio")
MEMBER = re.compile(r" --algorithm (\S+)")
OPERATION = re.compile(r" --op (\S+)")


def filled(text: str) -> str:
    """The page with every such table filled from the kept times."""
    return TABLE.sub(fill, text)


def fill(table: re.Match) -> str:
    comments, rows, end, _ = table.groups()
    lines, days = [], []
    for line, asked in asked_cells(comments, rows):
        for column, what in asked.items():
            line[column] = f" {cell(what)} "
            days += [committed_host.lines()[command]["date"] for command in commands_of(what)]
        lines.append(f"|{'|'.join(line)}|\n")
    if end and days:
        end = end[: -len("2026-01-01")] + max(days)
    return comments + "".join(lines) + (end or "")


def asked_cells(comments: str, rows: str) -> list[tuple[list[str], dict[int, str]]]:
    """The cells of each line, and by column the commands requested there."""
    lines = [line.strip("|").split("|") for line in rows.splitlines()]
    headings = {i: found[0] for i, text in enumerate(lines[0]) if (found := IN_BACKTICKS.findall(text))}
    table = [(line, {}) for line in lines]
    for what in COMMENT.findall(comments):
        for line, asked in table[2:]:
            in_row = {f"{{{i}}}": found[0] for i, text in enumerate(line) if (found := IN_BACKTICKS.findall(text))}
            if all(place in in_row for place in re.findall(r"{\d}", what)):
                of_row = functools.reduce(lambda text, place: text.replace(*place), in_row.items(), what)
                asked |= {
                    column: of_row.replace("{heading}", heading)
                    for column, heading in headings.items()
                    if line[column].strip() and column not in asked and f"{{{column}}}" not in in_row
                }
    return table


def commands_of(what: str) -> list[str]:
    """The commands of `COMMAND by COMMAND` or `FIELD of COMMAND`."""
    return [what.split(" of ", 1)[1]] if " of " in what else what.split(" by ")


def cell(what: str) -> str:
    """Median, least and most of a ratio."""
    runs = [committed_host.lines()[command]["runs"] for command in commands_of(what)]
    if " of " in what:
        ratios = [run[what.split(" of ")[0]] for run in runs[0]]
    else:
        ratios = [first["microseconds"] / second["microseconds"] for first, second in zip(*runs, strict=True)]
    digits = 2 if max(ratios) < 10 else 1 if max(ratios) < 100 else 0
    median, least, most = (f"{of(ratios):,.{digits}f}" for of in (statistics.median, min, max))
    return f"{median} ({least} to {most})" if len(ratios) > 1 else median


def measure(pages: list[Path]) -> None:
    """Measures all commands of the pages."""
    keep_times(asked_runs(pages))


def goal_runs() -> dict[str, set[str]]:
    """The runs for the goals of hosts beside another library, on curves over the fields that the library has."""
    requests = [match.request for row, match in goals.paired("host") if row.metric in committed_host.RATIOS]
    return {
        command: {command}
        for request in requests
        if isinstance(request, Request | BatchRequest) and is_chosen(request.curve)
        for command in [committed_host.command(request)]
    }


def is_chosen(curve: str) -> bool:
    """Whether the library has the curve."""
    return host.holds(curves.find(curve).field)


def keep_counts() -> None:
    """Counts the instructions of the goals on 64-bit Arm, and writes them."""
    day = datetime.date.today().isoformat()
    asked = [match.request for _, match in goals.paired("host") if isinstance(match.request, CountRequest)]
    rows = committed_host.counts() | {
        request: aarch64_counts.measure(request) | {"date": day} for request in asked if is_chosen(request.curve)
    }
    order = sorted(rows, key=lambda request: (request.curve, request.operation))
    write_atomically(committed_host.COUNTS_FILE, "".join(json.dumps(rows[request]) + "\n" for request in order))
    committed_host.counts.cache_clear()


def keep_times(asked: dict[str, set[str]]) -> None:
    """Runs these RUNS times, in turns, and writes the times of their commands."""
    runs = {command: [] for commands in asked.values() for command in commands}
    for turn in range(RUNS):
        for number, (run, commands) in enumerate(asked.items(), 1):
            print(f"run {turn + 1} of {RUNS}: {number}/{len(asked)} {run}", file=sys.stderr)
            records = records_of(run)
            for command in commands:
                (record,) = (record for record in records if is_of(record, command))
                runs[command].append({field: record[field] for field in FIELDS if record.get(field) is not None})
    day = datetime.date.today().isoformat()
    facts = {"date": day, "device": native_build.processor(), "load": round(os.getloadavg()[2], 1)}
    lines = committed_host.lines() | {
        command: {"command": command, **facts, "runs": of} for command, of in runs.items()
    }
    write_atomically(DATA, "".join(json.dumps(lines[command]) + "\n" for command in sorted(lines)))
    committed_host.lines.cache_clear()


def asked_runs(pages: list[Path]) -> dict[str, set[str]]:
    """A run, and the commands that it answers: commands that name a member and otherwise differ only in operation and
    member share one run for all operations and members."""
    tables = [table[:2] for page in pages for table in TABLE.findall(page.read_text())]
    if "avx512f" not in Path("/proc/cpuinfo").read_text():
        tables = [table for table in tables if "AVX-512" not in table[0]]
    whats = [what for table in tables for _, asked in asked_cells(*table) for what in asked.values()]
    alike = {}
    for command in (command for what in whats for command in commands_of(what)):
        alike.setdefault(OPERATION.sub("", MEMBER.sub("", command)) if MEMBER.search(command) else command, set()).add(
            command
        )
    runs = {}
    for rest, commands in alike.items():
        operations = sorted({OPERATION.search(command)[0] for command in commands if MEMBER.search(command)})
        runs["".join([rest, *operations, " --algorithm all" if operations else ""])] = commands
    return runs


def is_of(record: dict, command: str) -> bool:
    """Whether the record has the operation and the member that the command names, if it names any."""
    member, operation = MEMBER.search(command), OPERATION.search(command)
    if member is None:
        return True
    return (record["operation"], record["algorithm"]) == (operation[1], member[1])


def records_of(command: str) -> list[dict]:
    """The records that a command prints."""
    words = [sys.executable, "-m", "motelab", *command.split(), "--format", "json"]
    return json.loads(subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools.host_figures", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"a page, or {GOALS}; without one all pages")
    names = parser.parse_args().pages
    if names == [GOALS]:
        keep_counts()
        keep_times(goal_runs())
        return 0
    if missing := [name for name in names if not Path(name).is_file()]:
        parser.error(f"no page {missing[0]}; a page is a file such as docs/batch.md")
    pages = [Path(name).resolve() for name in names] or sorted((ROOT / "docs").rglob("*.md"))
    measure(pages)
    for page in pages:
        page.write_text(filled(page.read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
