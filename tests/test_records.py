"""Committed records: of the current schema and verified, all that is planned, measured again with the same bytes; what
is stale is said in one line."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from motecurve import BUILD, ROOT, bench, board, committed, display, goals, overview, security, side_by_side, tables
from motecurve.bench import Request
from motecurve.commands import records as command
from motecurve.errors import DoesNotFit, ImageFailed, MotecurveError
from motecurve.records import FIELDS, identity, new_record

SIMULATED = board.simulated()


def silent(*_) -> None:
    """Progress that nobody sees."""


@pytest.mark.parametrize("name", SIMULATED)
def test_records_are_verified_and_of_the_schema(name):
    device, found = board.load(name), committed.of(name)
    assert all(tuple(record) == FIELDS for record in found)
    assert all(record["board"] == name and record["verified"] and record["elf_sha256"] for record in found)
    assert {record["cycle_model"] for record in found} == {device.cycle_model}
    assert {record["cycles"] is not None for record in found} == {device.counts_cycles}
    assert len({identity(record) for record in found}) == len(found)


def test_there_are_files_only_for_boards():
    names = {path.name.partition(".")[0] for path in committed.FOLDER.iterdir()}
    assert names <= set(SIMULATED)


@pytest.mark.slow
@pytest.mark.parametrize("name", SIMULATED)
def test_a_sample_is_measured_with_the_same_bytes(name):
    assert {request.operation for request in committed.sample(name)} == {
        operation for operation, _ in committed.SAMPLED
    }
    assert committed.stale(name, silent, os.cpu_count() or 1) is None


@pytest.mark.slow
def test_images_are_the_same_wherever_they_are_built(tmp_path):
    """The digest in a record does not depend on the folder of the sources."""
    other = tmp_path / "quite" / "another" / "folder"
    for folder in ("src", "include", "boards", "lab", "codegen", "curves", "simulators"):
        shutil.copytree(ROOT / folder, other / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (other / "build").mkdir()
    (other / "build" / "tools").symlink_to(BUILD / "tools")  # assemblers that take a minute to build
    requests = [committed.sample(name)[0] for name in SIMULATED]
    program = "import sys; from motecurve import bench, image; from motecurve.bench import Request\n"
    program += f"print(*(image.Builder(bench.select(r)).build().sha256 for r in {requests!r}))"
    paths = os.environ | {"PYTHONPATH": f"{other}:{other / 'lab'}"}
    run = subprocess.run([sys.executable, "-c", program], env=paths, cwd=other, capture_output=True, text=True)
    assert run.stdout.split() == [committed.find(request)["elf_sha256"] for request in requests], run.stderr


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """An empty folder of records, and a plan of two measurements on one board."""
    plan = [Request("pxa270", "scalar-mult"), Request("pxa270", "fb-mul-reduce")]
    monkeypatch.setattr(committed, "FOLDER", tmp_path)
    monkeypatch.setattr(committed, "planned", lambda _: (plan, []))
    committed._by_identity.cache_clear()
    yield tmp_path
    committed._by_identity.cache_clear()


@pytest.fixture
def answer(monkeypatch):
    """Measurements that give the records, or failures, of a dictionary by operation."""
    answers = {}

    def measured(selections, *_):
        for i, chosen in reversed(list(enumerate(selections))):
            made = answers.get(chosen.operation.name, {})
            failed = isinstance(made, Exception)
            yield i, made if failed else bench.described(chosen, verified=True) | {"instructions": 7} | made

    monkeypatch.setattr(bench, "answers", measured)
    return answers


def run(*words: str):
    return CliRunner().invoke(command.command, ["--board", "pxa270", *words])


def test_files_are_in_the_order_of_the_plan_and_written_once(folder, answer):
    assert run().exit_code == 0
    path = folder / "pxa270.jsonl"
    first = path.read_bytes(), path.stat().st_mtime_ns
    assert [json.loads(line)["operation"] for line in first[0].splitlines()] == ["scalar-mult", "fb-mul-reduce"]
    assert "is as it was: 2 records, 0 left out" in run().output
    assert (path.read_bytes(), path.stat().st_mtime_ns) == first


def test_what_does_not_fit_is_left_out_with_its_reason(folder, answer):
    answer["scalar-mult"] = DoesNotFit("the image takes 9 B of RAM")
    assert run().exit_code == 0
    (row,) = committed.left_out("pxa270")
    assert (row["operation"], row["curve"], row["reason"]) == ("scalar-mult", "sect163k1", "the image takes 9 B of RAM")
    assert len(committed.of("pxa270")) == 1
    answer.clear()
    run()
    assert committed.left_out("pxa270") == [] and len(committed.of("pxa270")) == 2


def test_a_wrong_result_leaves_the_file_as_it_was(folder, answer):
    run()
    old = (folder / "pxa270.jsonl").read_bytes()
    answer["fb-mul-reduce"] = ImageFailed("a wrong result")
    result = run()
    assert result.exit_code == 1 and "1 images of pxa270 failed" in result.output and "a wrong result" in result.output
    assert (folder / "pxa270.jsonl").read_bytes() == old


def test_a_stale_file_is_named_with_the_command(folder, answer):
    run()
    assert run("--check").exit_code == 0
    answer["fb-mul-reduce"] = {"instructions": 8, "xors": 9}
    result = run("--check")
    (line,) = [line for line in result.output.splitlines() if line.startswith("motecurve:")]
    assert result.exit_code == 1 and "pxa270.jsonl is stale" in line and "instructions, xors differ" in line
    assert "--op fb-mul-reduce" in line and line.endswith("rewrite it with ./motecurve records --board pxa270")


def test_a_file_that_lacks_what_is_planned_is_stale(folder, answer, monkeypatch):
    run()
    later = [Request("pxa270", "scalar-mult", "ladder"), Request("pxa270", "fb-mul-reduce")]
    monkeypatch.setattr(committed, "planned", lambda _: (later, []))
    result = run("--check")
    assert result.exit_code == 1 and "1 are missing, first ./motecurve bench --board pxa270" in result.output


def test_a_board_without_a_file_is_named(folder, answer):
    result = run("--check")
    assert result.exit_code == 1 and "pxa270 has no committed records" in result.output


def test_a_damaged_file_and_a_host_are_one_clear_line(folder, answer):
    (folder / "pxa270.jsonl").write_text("{")
    with pytest.raises(MotecurveError, match=r"pxa270\.jsonl is damaged .*\./motecurve records"):
        committed.of("pxa270")
    result = CliRunner().invoke(command.command, ["--board", "host"])
    assert "no simulated board 'host'" in str(result.exception)


def test_goals_of_other_boards_are_read_and_those_of_boards_to_come_say_so(monkeypatch):
    goal = {"subject": "sect163k1", "operation": "random point", "algorithm": "constant time", "language": "C"}
    request = {"operation": "scalar-mult", "backend": "c", "curve": "sect163k1"}
    made = [
        goal | {"limits": {"instructions": 10**9}, "request": request | {"board": name}} for name in ("pxa270", "z")
    ]
    monkeypatch.setattr(goals, "each", lambda: made)
    paired = tables.source_rows("goals")
    kept = tables.kept(paired)
    rows = tables.compare(paired, tables.read(kept))
    assert [request.board for request in kept] == ["pxa270"]
    assert [(row["reached"], row["reason"]) for row in rows] == [(True, None), (None, "there is no board z yet")]
    assert rows[0]["ours"] == committed.find(kept[0])["instructions"] and tables.all_reached(rows)


def test_a_goal_without_a_record_says_how_to_make_it(folder):
    answered = tables.read_one(Request("pxa270", "scalar-mult"))
    assert answered.record is None and "./motecurve records --board pxa270" in answered.reason
    unknown = tables.read_one(Request("pxa270", "scalar-mult", algorithm="halve"))
    assert unknown.record is None and "no algorithm of scalar-mult on sect163k1 'halve'" in unknown.reason


def made(name: str, microseconds: float | None = None, **values):
    figures = {"curve": "sect163k1", "operation": "scalar-mult", "profile": "fast", "constant_time": True}
    figures |= {"board": name, "microseconds": microseconds, "median": microseconds or 5, "instructions": 5}
    figures |= {"ram_static_bytes": 1, "stack_bytes": 2, "clock_hz": 10**6, "cycle_model": board.load(name).cycle_model}
    return new_record(**figures | values)


@pytest.fixture
def boards(monkeypatch, folder):
    """Two boards, one of which counts instructions; what is committed of each."""
    kept = {"micaz": [made("micaz", 30)], "pxa270": [made("pxa270")]}
    monkeypatch.setattr(board, "simulated", lambda: list(kept))
    monkeypatch.setattr(committed, "of", lambda name: kept[name])
    return kept


def test_a_curve_stands_side_by_side_on_every_board(boards):
    """By time, what varies only where nothing is constant, instructions behind; figures of this run before others."""
    varying, other = (made("micaz", 1, constant_time=False, algorithm="x"), made("host", 10, algorithm="y"))
    (group,) = side_by_side.groups([made("micaz", 40), varying, other])
    shown = [(row.board, row.record["microseconds"], row.part, row.worth, row.clock_mhz) for row in group.rows]
    assert shown == [
        ("host", 10, 0.25, "estimate", 1), ("micaz", 40, 1, "exact", 1), ("pxa270", None, None, "instructions", None),
    ]  # fmt: skip
    assert [row.ram_bytes for row in group.rows] == [3, 3, 3]


def test_a_board_without_room_says_so(boards, monkeypatch):
    reason = {"board": "pxa270", "curve": "sect163k1", "operation": "scalar-mult", "reason": "too large"}
    monkeypatch.setattr(committed, "left_out", lambda name: [reason] if name == "pxa270" else [])
    boards["pxa270"].clear()
    (group,) = side_by_side.groups()
    assert [(row.board, row.reason) for row in group.rows] == [("micaz", ""), ("pxa270", "too large")]


def test_a_run_finds_stale_records(boards):
    assert side_by_side.stale_boards([made("micaz", 30)]) == []
    (line,) = side_by_side.stale_boards([made("micaz", 31), made("micaz", 30, algorithm="new")])
    assert "micaz.jsonl is stale" in line and line.endswith("./motecurve records --board micaz")


@pytest.mark.parametrize(("model", "worth"), [("cycle-exact (x)", "exact"), ("model (an estimate)", "model")])
def test_worth_of_a_cycle_model(model, worth):
    assert board.cycle_worth(model) == worth


def test_a_cycle_model_without_a_worth_is_refused():
    with pytest.raises(MotecurveError, match="says none of exact, model, estimate, instructions"):
        board.cycle_worth("remodelled")


def test_the_overview_measures_the_mote_and_reads_the_rest(monkeypatch):
    """Goals of other boards and the same curve on them come from their files; only the mote is measured."""
    asked = []

    def measure(wanted, *_):
        asked.extend(wanted)
        return {request: tables.Measured(None, "not today") for request in wanted}

    monkeypatch.setattr(tables, "measure", measure)
    monkeypatch.setattr(tables, "sources", lambda: ["aranha2008", "dahab2006", "goals"])
    monkeypatch.setattr(overview, "every_algorithm", lambda: [Request(operation="scalar-mult")])
    everything = overview.collect()
    assert {request.board for request in asked} == {overview.BOARD}
    assert set(everything.failures) == set(asked) and not everything.all_verified
    assert set(everything.tables) == {"aranha2008", "goals"}  # dahab2006 has times of hosts
    assert {row["table"] for row in everything.tables["goals"]} == set(goals.tables()) - {"host"}
    shown = {row.board for group in everything.on_boards for row in group.rows}
    assert shown >= set(SIMULATED) and {group.curve for group in everything.on_boards} == set(committed.CURVES)


def test_the_terminal_shows_the_first_operation_of_each_curve(capsys):
    display.on_boards(side_by_side.groups())
    shown = capsys.readouterr().out
    assert all(f"{security.marked(curve)} · " in shown for curve in committed.CURVES)
    assert "Curve25519 · X25519" in shown and "none: instructions only" in shown and "exact" in shown
    assert max(map(len, shown.splitlines())) <= 100
