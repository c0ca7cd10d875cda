"""`parallel record` and `import`: the folder for another machine, the file of its script, and what is refused."""

import json
import subprocess

import pytest

from motelab.parallel.paper import cells
from motelab.parallel.paper.beside import Paper
from motelab.parallel.paper.cells import Cell
from motelab.parallel.recorder import folder, recording
from motelab.report import tables
from tests.lab.parallel.conftest import Programs

CPUS = "".join(f"cpu {number} package 0 core {number} governor performance\n" for number in range(4))
HEAD = f"motecurve parallel record 1\ndate 2026-11-29\nprocessor Some CPU\nprocessors 4\n{CPUS}"
TESTS = {("gmp", 1, "sequential"): 8.0, ("barrett", 1, "sequential"): 7.0, ("montgomery", 1, "sequential"): 6.0,
         ("bipartite", 4, "openmp"): 2.0}  # fmt: skip


def process(name: str, threads: int, engine: str, time: float, verified: int = 1) -> str:
    return (
        f"process 1 --bits 1024 --runs 1000 --operation multiply {name}:{threads}:{engine}\n{recording.COLUMNS}\n"
        f"{name},{threads},{engine},1024,0,1,1000,1,{time},{time},0.1,{verified}\n"
    )


def written(**more) -> str:
    return HEAD + "".join(process(*test, time, **more) for test, time in TESTS.items()) + "end\n"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A store of machines in a folder of the test."""
    monkeypatch.setattr(recording, "FOLDER", tmp_path / "machines")
    return tmp_path


def test_a_file_is_taken_in(lab, kept):
    (kept / "m.txt").write_text(written())
    status, output, error = lab(f"parallel import {kept / 'm.txt'} --machine some-4")
    rows = json.loads(output)
    assert status == 0 and "4 rows of some-4 are kept" in error and len(rows) == 4
    last = rows[-1]
    assert (last["machine"], last["processor"], last["cores"]) == ("some-4", "Some CPU", 4)
    assert (last["topology"], last["governor"], last["speedup"]) == ("4 physical cores", "performance", 3)
    assert not last["oversubscribed"] and last["verified"]
    assert [name for name, _ in recording.machines()] == ["some-4"]


def test_it_stands_in_a_column_of_its_own(kept):
    printed = tables.printed_for_parallel("arruda2014")
    recording.keep(written(), "some-4")
    paper = Paper(printed, (), (), (), recording.machines())
    by_cell = {cells.of(row): row for row in printed if row["table"] in ("5", "6")}
    time, speedup = (paper.beside(by_cell[Cell(table, "1024-bit modulus", "Bipartite, 4 threads")])
                     for table in ("5", "6"))  # fmt: skip
    assert (time["elsewhere"], time["ours"]) == ({"some-4": 2}, None)
    assert speedup["elsewhere"] == {"some-4": 3}
    other = paper.beside(by_cell[Cell("5", "1024-bit modulus", "Montgomery, 4 threads")])
    assert other["elsewhere"] is None


def with_parts(lost: str = "", wrong: str = "") -> str:
    """The file with the parts of its parallel test: 50 and 10 in the phases' longest parts, 4 threads by OpenMP."""
    stand_in = Programs()
    stand_in.wrong = wrong
    lines = stand_in.parts(["bipartite", "4", "openmp", "0"], 1024)
    rows = [",".join(one.values()) for one in lines if one["what"] != lost]
    head = "process parts --bits 1024 --runs 200 --operation multiply bipartite:4:openmp"
    return written().replace("end\n", "\n".join((head, recording.COLUMNS_OF_PARTS, *rows, "end\n")))


def test_parts_predict(kept):
    """On four processors the time of four threads is measured, and predicted beside. Hand-overs cost three times as
    much as with two: 150 to another thread, 148.5 from it to the next, 150 back."""
    last = recording.keep(with_parts(), "some-4")[-1]
    assert last["microseconds"] == 2 and last["predicted_microseconds"] == 1 + 50 + 150 + 148.5 + 150
    assert last["prediction_error"] == pytest.approx(499.5 / 2 - 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (with_parts(lost="serial"), "lacks a line of parts (serial)"),
        (with_parts(wrong="bipartite"), "a result of parts is wrong: bipartite at 1024 bits"),
        ("", "no file of record.sh"),
        (written().replace("end\n", ""), "not complete"),
        (written().replace("date 2026-11-29\n", ""), "lacks its machine"),
        (written().replace("1024,0,1,1000,1,2.0", "1024,0,1,1000,1,fast"), "line 20 is no line of times"),
        (written().replace("processor Some", "prozessor Some"), "line 3 is none of record.sh"),
        (written(verified=0), "4 results are wrong, first gmp at 1024 bits"),
    ],
)
def test_a_damaged_file_is_refused(lab, kept, text, said):
    (kept / "m.txt").write_text(text)
    status, output, error = lab(f"parallel import {kept / 'm.txt'} --machine some-4")
    assert (status, output) == (2, b"") and said in error and error.count("\n") == 1
    assert not list(recording.machines())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import none.txt --machine x", "none.txt cannot be read"),
        ("record", "give one of --out FILE and --folder FOLDER"),
        ("record --folder .", "is not empty"),
    ],
)
def test_bad_input(lab, tmp_path, line, said):
    (tmp_path / "something").touch()
    status, _, error = lab(f"parallel {line}")
    assert status == 2 and said in error


def test_a_name_of_a_machine(lab, kept):
    (kept / "m.txt").write_text(written())
    status, _, error = lab(f"parallel import {kept / 'm.txt'} --machine ../up")
    assert status == 2 and "is no name of a machine" in error


def test_the_plan_is_the_papers():
    """Every scenario, and the tests of the tables; a process has one number of threads, so that others can be left
    out. Two processors measure the parts for all numbers of threads."""
    whole = list(folder.plan())
    parts = [process for scenario, process in whole if scenario == folder.PARTS]
    assert [{test.engine for test in process.tests} for process in parts] == [{"openmp"}, {"pool"}]
    assert all(folder.line(folder.PARTS, process).startswith("2 parts --bits 128,") for process in parts)
    plan = [(scenario, process) for scenario, process in whole if scenario != folder.PARTS]
    assert {scenario for scenario, _ in plan} == {"1", "2", "decreasing", "each-alone"}
    assert all(len({test.threads for test in process.tests}) == 1 for _, process in plan)
    assert {test for _, process in plan for test in process.tests} == set(folder.tests())
    assert len(folder.tests()) == 3 + 2 * (3 + 3 + 2 + 2 + 2)


def test_the_script_leaves_out_more_threads_than_processors(tmp_path):
    """With a program that only says its arguments; a failure leaves no file."""
    script = folder.Path(folder.__file__).with_name(folder.SCRIPT)
    (tmp_path / folder.SCRIPT).write_bytes(script.read_bytes())
    program = tmp_path / folder.PROGRAMS[0]
    program.write_text(f'#!/bin/sh\necho "{recording.COLUMNS}"\necho "gmp,1,sequential,128,0,1,1,1,1.0,1.0,0.0,1"\n')
    program.chmod(0o755)
    rest = "1 --bits 128 --runs 1 --operation multiply gmp:1:sequential"
    (tmp_path / folder.PLAN).write_text(f"1 {rest}\n1000 {rest}\n")
    folder.run(tmp_path, tmp_path / "out.txt")
    found = recording.parsed((tmp_path / "out.txt").read_text())
    assert len(found.lines) == 1 and found.processors and found.processor
    program.write_text("#!/bin/sh\nexit 3\n")
    done = subprocess.run(["sh", str(tmp_path / folder.SCRIPT), str(tmp_path / "second.txt")], capture_output=True)
    assert done.returncode == 3 and not list(tmp_path.glob("second*"))


@pytest.mark.slow
def test_the_folder_measures(tmp_path):
    """The static program itself, for one line of the plan."""
    folder.write(tmp_path / "recorder", runs=1)
    plan = tmp_path / "recorder" / folder.PLAN
    lines = plan.read_text().splitlines(keepends=True)
    parts = "2 parts --bits 128 --runs 1 --operation multiply bipartite:4:pool\n"
    plan.write_text("".join(lines[:2]) + parts)
    folder.run(tmp_path / "recorder", tmp_path / "out.txt")
    found = recording.parsed((tmp_path / "out.txt").read_text())
    rows = recording.rows(found, "here")
    assert len(rows) == 2 and all(row["verified"] for row in rows)
    assert any(scenario == folder.PARTS for scenario, _ in found.lines) == (len(found.processors) > 1)
