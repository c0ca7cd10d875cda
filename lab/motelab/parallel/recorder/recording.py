"""The file that record.sh writes, as rows of `parallel modmul` with `machine cores topology`."""

import csv
import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import Any

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.parallel import derived, prediction, store, topology
from motelab.parallel.modmul import Line, Request
from motelab.parallel.recorder.folder import PARTS
from motelab.parallel.scenarios import SCENARIOS, Test
from motelab.parallel.topology import Processor

Row = dict[str, Any]
FOLDER = DATA / "parallel/machines"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
FIRST, LAST = "motecurve parallel record 1", "end"
CPU = re.compile(r"cpu (\d+) package (\S+) core (\S+) governor (\S+)")
PROCESS = re.compile(r"process (\S+) --bits \S+ --runs \d+ --operation multiply( \S+)+")
COLUMNS = "algorithm,threads,engine,bits,split,batch,runs,calls,minimum,median,spread,verified"
COLUMNS_OF_PARTS = "algorithm,threads,engine,bits,split,runs,what,phase,thread,minimum,median,verified"


WHOLE_NUMBERS = {"threads", "bits", "split", "batch", "runs", "thread"}
TIMES = {"minimum", "median", "spread"}


@dataclasses.dataclass(frozen=True)
class Recording:
    """What a file says of its machine, and the lines of the program by scenario."""

    date: str
    processor: str
    processors: tuple[Processor, ...]
    governor: str | None
    lines: tuple[tuple[str, dict[str, str]], ...]

    @property
    def topology(self) -> str:
        return topology.in_words(self.processors)


def parsed(text: str) -> Recording:
    """The recording of a file's text; MotecurveError with the line that is none, or if the end is missing."""
    lines = text.splitlines()
    if not lines or lines[0] != FIRST:
        raise MotecurveError(f"this is no file of record.sh: its first line must be {FIRST!r}")
    if lines[-1] != LAST:
        raise MotecurveError("the file is not complete: its last line must be 'end'; run record.sh again")
    facts: dict[str, str] = {}
    processors, governors, measured = [], set(), []
    scenario = columns = ""
    for number, line in enumerate(lines[1:-1], 2):
        name, _, rest = line.partition(" ")
        if found := CPU.fullmatch(line):
            processors.append(
                Processor(int(found[1]), *(None if word == "unknown" else word for word in found.group(2, 3)))
            )
            governors.add(found[4])
        elif not scenario and name in ("date", "processor", "processors"):
            facts[name] = rest
        elif (found := PROCESS.fullmatch(line)) and found[1] in (*SCENARIOS, PARTS):
            scenario = found[1]
            columns = COLUMNS_OF_PARTS if scenario == PARTS else COLUMNS
        elif scenario and line != columns:
            measured.append((scenario, values(line, number, columns)))
        elif line != columns:
            raise MotecurveError(f"line {number} is none of record.sh: {line[:60]!r}")
    if {"date", "processor", "processors"} - facts.keys() or not processors or not measured:
        raise MotecurveError("the file lacks its machine or its times; run record.sh again")
    known = governors - {"unknown"}
    return Recording(
        facts["date"], facts["processor"], tuple(processors), ", ".join(sorted(known)) or None, tuple(measured)
    )


def values(line: str, number: int, columns: str) -> dict[str, str]:
    """A line of a program by column, its numbers checked; MotecurveError if it is none."""
    found = dict(zip(columns.split(","), next(csv.reader([line])), strict=False))
    try:
        if len(found) != columns.count(",") + 1:
            raise ValueError
        for name in WHOLE_NUMBERS & found.keys():
            int(found[name])
        if not all(float(found[name]) >= 0 for name in TIMES & found.keys()):
            raise ValueError
    except ValueError:
        raise MotecurveError(f"line {number} is no line of times: {line[:60]!r}") from None
    return found


def rows(recording: Recording, machine: str) -> list[Row]:
    """Rows of `parallel modmul`, with speedups over the sequential ones of the same scenario, and `machine`, the
    processor, `cores` and the topology."""
    made = []
    predictions = _predictions(recording)
    for scenario in dict.fromkeys(scenario for scenario, _ in recording.lines if scenario != PARTS):
        lines = [_line(found, recording) for name, found in recording.lines if name == scenario]
        request = Request(scenario=scenario)
        made += [derived.record(line, request, lines, predictions) for line in lines]
    cores = len({(one.package, one.core) for one in recording.processors})
    facts = {"machine": machine, "processor": recording.processor, "cores": cores, "date": recording.date}
    facts["command"] = f"./motecurve parallel import FILE --machine {machine}"
    return [row | facts for row in made]


def _predictions(recording: Recording) -> dict[prediction.Key, prediction.Prediction]:
    """Of the lines of parts; none without such. MotecurveError if one lacks, or a result was wrong."""
    try:
        found = prediction.of_lines(line for name, line in recording.lines if name == PARTS)
    except KeyError as missing:
        raise MotecurveError(f"the file lacks a line of parts ({missing.args[0]}); run record.sh again") from None
    for one in found.values():
        if not one.verified:
            raise MotecurveError(f"a result of parts is wrong: {one.key[0]} at {one.key[3]} bits; none is kept")
    return found


def _line(found: dict[str, str], recording: Recording) -> Line:
    test = Test(int(found["threads"]), found["engine"], found["algorithm"])
    times = (float(found[name]) for name in ("minimum", "median", "spread"))
    return Line(
        test, int(found["bits"]), int(found["runs"]), int(found["batch"]), int(found["split"]) or None, *times,
        found["verified"] == "1", test.threads > len(recording.processors), recording.governor, recording.topology,
    )  # fmt: skip


def keep(text: str, machine: str) -> list[Row]:
    """Takes a file in as the records of a machine, in place of older ones of the same name. MotecurveError for a name
    that is none, and for a wrong result."""
    if not NAME.fullmatch(machine):
        raise MotecurveError(f"{machine!r} is no name of a machine: give small letters, digits and -, such as epyc-8")
    found = rows(parsed(text), machine)
    if wrong := [row for row in found if not row["verified"]]:
        row = wrong[0]
        raise MotecurveError(
            f"{len(wrong)} results are wrong, first {row['algorithm']} at {row['bits']} bits; none is kept"
        )
    FOLDER.mkdir(exist_ok=True)
    store.write(machine, found, FOLDER)
    return found


def machines() -> Iterator[tuple[str, Sequence[Row]]]:
    """The machines that were taken in, with their rows."""
    for file in sorted(FOLDER.glob("*.jsonl")):
        yield file.stem, store.rows(file.stem, FOLDER)
