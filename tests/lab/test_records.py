"""Committed records: of the current schema and verified, complete by the plan, measured again with the same bytes; a
stale one is reported in one line."""

import hashlib
import json
import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from motelab import BUILD, ROOT, python_path
from motelab.boards import board
from motelab.boards.image import Builder
from motelab.commands import records as command
from motelab.common.errors import DoesNotFit, ImageFailed, MotecurveError
from motelab.compare import committed, goals
from motelab.measure import bench, contradictions, operand_times, run_facts
from motelab.measure.bench import Request
from motelab.measure.records import FIELDS, MEANS, identity, new_record
from motelab.report import display, overview, side_by_side, tables
from motelab.subjects import registry, security
from tests.conftest import boards_in_turn, share

SIMULATED = board.simulated()
IN_TURN = boards_in_turn()  # of tests that build or measure


def silent(*_) -> None:
    """Progress that nobody sees."""


@pytest.mark.parametrize("name", SIMULATED)
def test_records_are_verified_and_of_the_schema(name):
    device, found = board.load(name), committed.of(name)
    assert all(tuple(record) in (FIELDS, (*FIELDS, *MEANS)) for record in found)
    assert all(record["board"] == name and record["verified"] and record["elf_sha256"] for record in found)
    assert {record["cycle_model"] for record in found} == {device.cycle_model}
    assert {record["cycles"] is not None for record in found} == {device.counts_cycles}
    assert len({identity(record) for record in found}) == len(found)


def test_there_are_files_only_for_boards():
    names = {path.name.partition(".")[0] for path in committed.FOLDER.iterdir()}
    assert names <= set(SIMULATED)


@pytest.mark.parametrize("name", SIMULATED)
def test_evidence_names_the_weakest_part(name):
    """Also where the figures come from the cache."""
    for request in committed.recorded(name):
        record, declared = committed.find(request), bench.select(request).declared_constancy
        if record["constant_time"]:
            assert record["constant_time_evidence"].startswith(f"{declared};"), bench.command_for(request)


@pytest.mark.parametrize("name", SIMULATED)
def test_records_do_not_contradict_themselves(name):
    assert {contradictions.found(request, committed.find(request)) for request in committed.recorded(name)} == {None}
    assert len(committed.recorded(name)) == len(committed.of(name))


@pytest.mark.parametrize("name", IN_TURN)
def test_a_share_of_the_images_is_as_recorded(name):
    """Digest, sizes, kernels, compiler and flags; each commit checks other images."""
    chosen = committed.share(committed.recorded(name), committed.ONE_IN)
    assert chosen and {bench.command_for(request): committed.image_difference(request) for request in chosen} == {
        bench.command_for(request): None for request in chosen
    }


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("name", IN_TURN)
def test_every_image_is_as_recorded(name):
    """Builds the image alone; the sample and `records --check --all` run it. On an eighth of the images; the commit
    chooses which."""
    for request in share(committed.recorded(name), 8):
        image = Builder(bench.select(request)).link(()).read_bytes()
        assert hashlib.sha256(image).hexdigest() == committed.find(request)["elf_sha256"], bench.command_for(request)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("name", IN_TURN)
def test_images_have_no_instruction_whose_time_tells_a_secret(name):
    """For all operations with secrets: no instruction whose time depends on operands, except those that
    lab/motelab/data/operand_times.toml allows. In a quarter of the images; the commit chooses which."""
    taking = [r for r in committed.recorded(name) if bench.select(r).operation.secret and is_constant(r)]
    found = {
        bench.command_for(r): operand_times.not_allowed(Builder(bench.select(r)).link(()), board.load(name))
        for r in share(taking, 4)
    }
    assert {command: places for command, places in found.items() if places} == {} and taking


def is_constant(request: Request) -> bool:
    """Whether the record claims constant time."""
    return committed.find(request)["constant_time"]


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("name", IN_TURN)
def test_a_sample_is_measured_with_the_same_bytes(name):
    assert {request.operation for request in committed.sample(name)} == {
        operation for operation, _ in committed.SAMPLED
    }
    assert committed.stale(name, silent, os.cpu_count() or 1) is None


def test_a_share_is_chosen_by_what_is_measured(monkeypatch):
    requests, drawn = committed.recorded("micaz"), []
    for draw in "abc":
        monkeypatch.setattr(run_facts, "draw", lambda draw=draw: draw)
        drawn.append(committed.share(requests, 20))
        assert committed.share(requests, 20) == drawn[-1] and len(drawn[-1]) == -(-len(requests) // 20)
    assert drawn[0] != drawn[1] != drawn[2] and committed.share(requests, 1) == requests
    assert len(committed.share(requests, 1000)) == 1 and committed.share([], 3) == []


def test_by_turns_every_record_is_drawn(monkeypatch):
    requests, drawn = committed.recorded("micaz"), set()
    for turn in range(400):
        monkeypatch.setattr(run_facts, "draw", lambda turn=turn: str(turn))
        drawn.update(committed.share(requests, committed.ONE_IN))
    assert drawn == set(requests)


X25519 = Request("cortex-m0plus", "ecdh", curve="Curve25519")


def forged(**values) -> dict:
    """The committed record of X25519 with other values."""
    return committed.find(recorded_x25519()) | values


def recorded_x25519() -> Request:
    requests = committed.recorded(X25519.board)
    return next(r for r in requests if (r.operation, r.curve) == (X25519.operation, X25519.curve))


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"cycles": 100}, "microseconds is"),
        ({"microseconds": 1.0}, "microseconds is"),
        ({"energy_mj": 1.0}, "energy_mj is"),
        ({"median": 7}, "median is"),
        ({"min": 10**9, "max": 10**9}, "out of order"),
        ({"verified": False}, "verified is"),
        ({"elf_sha256": "0" * 64}, "no verified image"),
        ({"elf_sha256": None, "instructions": -1}, "no number from 0 on"),
        ({"constant_time": False}, "constant_time is"),
        ({"device": "another"}, "device is"),
        ({"choices": {}}, "choices is"),
        ({"stack_bytes": 10**6}, "more stack than the bound"),
    ],
)
def test_a_record_that_contradicts_itself_is_not_verified(monkeypatch, values, named):
    request, changed = recorded_x25519(), forged(**values)
    assert named in contradictions.found(request, changed)
    monkeypatch.setattr(committed, "find", lambda _: changed)
    answered = tables.read_one(request)
    assert answered.record is None and "contradicts itself" in answered.reason and named in answered.reason


def test_changed_figures_of_an_image_are_found(monkeypatch):
    for values, named in [({"elf_sha256": "01234567" * 8}, "elf_sha256"), ({"flash_bytes": 1}, "flash_bytes")]:
        changed = forged(**values)
        monkeypatch.setattr(committed, "find", lambda _, changed=changed: changed)
        assert committed.image_difference(recorded_x25519()) == f"{named} differ"
        monkeypatch.undo()


def test_a_figure_changed_with_all_that_follows_is_measured_again(folder, answer):
    """Without a contradiction; --all always finds it, a share only on some commits."""
    run()
    path = folder / "pxa270.jsonl"
    path.write_text(path.read_text().replace(": 7,", ": 1,"))
    committed._by_identity.cache_clear()
    result = run("--check", "--all")
    assert result.exit_code == 1 and "instructions, min, median, max differ" in result.output
    for words in (["--all"], ["--share", "3"], ["--check", "--all", "--share", "3"]):
        assert run(*words).exit_code == 2


@pytest.mark.slow
def test_images_are_the_same_wherever_they_are_built(tmp_path):
    """The digest in a record does not depend on the folder of the sources."""
    other = tmp_path / "quite" / "another" / "folder"
    folders = ("src", "generated", "include", "boards", "lab", "codegen", "curves", "simulators", "cmake")
    for folder in (*folders, "bindings/python"):
        shutil.copytree(ROOT / folder, other / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (other / "build").mkdir()
    (other / "build" / "tools").symlink_to(BUILD / "tools")  # assemblers take a minute to build
    stamp = other / registry.FRESH_STAMP.relative_to(ROOT)
    shutil.copy(registry.FRESH_STAMP, stamp)  # the copies keep the times of their sources
    requests = [committed.sample(name)[0] for name in SIMULATED]
    program = "import sys; from motelab.boards import image; from motelab.measure import bench\n"
    program += "from motelab.measure.bench import Request\n"
    program += f"print(*(image.Builder(bench.select(r)).build().sha256 for r in {requests!r}))"
    paths = os.environ | {"PYTHONPATH": python_path(other)}
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
    """Measurements that return the records, or failures, of a dictionary by operation."""
    answers = {}

    def measured(selections, *_):
        for i, chosen in reversed(list(enumerate(selections))):
            made = answers.get(chosen.operation.name, {})
            figures = {"instructions": 7, "min": 7, "median": 7, "max": 7, "runs": 1, "unit": "instructions"}
            figures |= {"elf_sha256": "0123456789abcdef" * 4, "cycle_model": chosen.board.cycle_model}
            figures |= bench.constancy(chosen, 7, 7, 1) | bench.table_bytes(chosen)
            failed = isinstance(made, Exception)
            yield i, made if failed else bench.described(chosen, verified=True) | figures | made

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
    answer["fb-mul-reduce"] = DoesNotFit("the image takes 9 B of RAM")
    assert run().exit_code == 0
    (row,) = committed.left_out("pxa270")
    assert (row["operation"], row["curve"]) == ("fb-mul-reduce", "sect163k1")
    assert row["reason"] == "the image takes 9 B of RAM"
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


def test_what_is_missing_is_added_in_its_place(folder, answer, monkeypatch):
    """Neither a record nor a measurement that did not fit is taken again."""
    answer["fb-mul-reduce"] = DoesNotFit("the image takes 9 B of RAM")
    run()
    plan = [Request("pxa270", "fb-sqr-reduce"), *committed.planned("pxa270")[0]]
    monkeypatch.setattr(committed, "planned", lambda _: (plan, []))
    answer["scalar-mult"] = answer["fb-mul-reduce"] = ImageFailed("it was measured again")
    assert run("--missing").exit_code == 0
    assert [record["operation"] for record in committed.of("pxa270")] == ["fb-sqr-reduce", "scalar-mult"]
    assert [row["operation"] for row in committed.left_out("pxa270")] == ["fb-mul-reduce"]
    assert run("--missing", "--check").exit_code == 2


def test_a_board_without_a_file_is_named(folder, answer):
    result = run("--check")
    assert result.exit_code == 1 and "pxa270 has no committed records" in result.output


def test_a_damaged_file_and_a_host_are_one_clear_line(folder, answer):
    (folder / "pxa270.jsonl").write_text("{")
    with pytest.raises(MotecurveError, match=r"pxa270\.jsonl is damaged .*\./motecurve records"):
        committed.of("pxa270")
    result = CliRunner().invoke(command.command, ["--board", "host"])
    assert "no simulated board 'host'" in str(result.exception)


def test_goals_of_other_boards_are_read_and_those_of_boards_to_come_say_so(monkeypatch, capsys):
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
    assert [row["origin"] for row in rows] == [tables.RECORDED, None]
    display.published_tables(rows)
    shown = capsys.readouterr().out
    assert "✓r" in shown and "r: recorded, not measured now; --fresh measures" in shown


def test_figures_beyond_the_best_known_are_read_from_records_on_every_board():
    paired = tables.source_rows("goals", goals.RECORDS)
    of_motes = [(row, match) for row, match in paired if match.request and match.request.board == tables.LIVE]
    assert of_motes and {match.request for _, match in of_motes} <= set(tables.kept(paired))
    live = {match.request for _, match in tables.source_rows("goals", tables.LIVE)}
    assert not live & set(tables.kept(tables.source_rows("goals")))
    assert all(match.request for _, match in paired)
    assert {match.request for _, match in of_motes} <= set(goals.measured_on(tables.LIVE))


def test_a_goal_without_a_record_says_how_to_make_it(folder):
    answered = tables.read_one(Request("pxa270", "scalar-mult"))
    assert answered.record is None and "./motecurve records --board pxa270" in answered.reason
    unknown = tables.read_one(Request("pxa270", "scalar-mult", algorithm="halve"))
    assert unknown.record is None and "no algorithm of scalar-mult on sect163k1 'halve'" in unknown.reason


def made(name: str, microseconds: float | None = None, **values):
    figures = {"curve": "sect163k1", "operation": "scalar-mult", "profile": "fast", "constant_time": True}
    figures |= {
        "board": name,
        "verified": True,
        "microseconds": microseconds,
        "median": microseconds or 5,
        "instructions": 5,
    }
    device = board.load(name)
    waits = 2 if device.counts_cycles and not device.is_host else None
    figures |= {"ram_static_bytes": 1, "stack_bytes": 2, "clock_hz": 10**6, "flash_wait_states": waits}
    figures |= {"cycle_model": device.cycle_model, "unit": "microseconds" if device.is_host else device.unit}
    return new_record(**figures | values)


@pytest.fixture
def boards(monkeypatch, folder):
    """Two boards, one of which counts instructions; the committed records of each."""
    kept = {"micaz": [made("micaz", 30)], "pxa270": [made("pxa270")]}
    monkeypatch.setattr(board, "simulated", lambda: list(kept))
    monkeypatch.setattr(committed, "of", lambda name: kept[name])
    return kept


def test_a_curve_stands_side_by_side_on_every_board(boards):
    """By time; varying times only if nothing is constant; instruction counts after times; this run's figures first."""
    varying, other = (made("micaz", 1, constant_time=False, algorithm="x"), made("host", 10, algorithm="y"))
    (group,) = side_by_side.groups([made("micaz", 40), varying, other])
    shown = [(row.board, row.record["microseconds"], row.part, row.worth, row.clock) for row in group.rows]
    assert shown == [
        ("host", 10, 0.25, "estimate", "1 MHz"), ("micaz", 40, 1, "exact", "1 MHz, 2 waits"),
        ("pxa270", None, None, "instructions", ""),
    ]  # fmt: skip
    assert [row.ram_bytes for row in group.rows] == [3, 3, 3]
    assert {row.board: row.origin for row in group.rows} == {"host": "record", "micaz": "now", "pxa270": "record"}


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
    with pytest.raises(MotecurveError, match="contains none of exact, model, estimate, instructions"):
        board.cycle_worth("remodelled")


def test_the_overview_measures_the_mote_and_reads_the_rest(monkeypatch):
    """Goals of other boards, and the same curve on them, come from their files; only the mote is measured."""
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
    assert {row["table"] for row in everything.tables["goals"]} == set(goals.tables()) - {"host", goals.PARALLEL}
    shown = {row.board for group in everything.on_boards for row in group.rows}
    assert shown >= set(SIMULATED) and {group.curve for group in everything.on_boards} == set(committed.CURVES)


def test_the_terminal_shows_the_first_operation_of_each_curve(capsys):
    display.on_boards(side_by_side.groups())
    shown = capsys.readouterr().out
    assert all(f"{security.marked(curve)} · " in shown for curve in committed.CURVES)
    assert "…" not in shown and " record" in shown and " now" not in shown
    assert "Curve25519 · X25519" in shown and "none: instructions only" in shown and "exact" in shown
    assert max(map(len, shown.splitlines())) <= 100
