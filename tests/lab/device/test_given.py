"""Records from silicon that users give: which are taken, which are refused and why, how they are shown."""

import json

import pytest

from motelab.common.errors import FaultyFile, MotecurveError
from motelab.device import emulator, given, silicon
from motelab.device.image import builder_for
from motelab.measure import bench
from motelab.measure.bench import Request

REQUEST = Request("uno", "fp-mul-reduce", backend="asm", curve="secp256r1", profile="balanced")


@pytest.fixture(scope="module")
def record() -> dict:
    """A record as silicon would give it: the emulator's, with another origin."""
    builder = builder_for(bench.select(REQUEST))
    with emulator.running(builder.board, builder.image()) as board:
        (found,) = silicon.measured([REQUEST], board.port, True, lambda *_: None)
    return found | {"origin": silicon.SILICON, "clock_part": 1.0004, "contributor": "a maker"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(given, "FOLDER", tmp_path / "silicon")


def written(path, *records: dict):
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def test_records_are_taken_once_for_each_contributor(record, tmp_path):
    other = record | {"contributor": "another"}
    for found in ([record], [other, record]):
        given.keep(given.read(written(tmp_path / "given.jsonl", *found)))
    assert given.of("uno") == given.every() == [record, other]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"origin": "emulated"}, "records from silicon alone"),
        ({"verified": False}, "only right results"),
        ({"contributor": None}, "--contributor NAME"),
        ({"board": "micaz"}, "with a driver are uno"),
        ({"date": "2031-01-01"}, "not from 2026-11-01 to "),
        ({"date": "today"}, "a day is such as"),
        ({"cycles": 5000.5}, "a whole number is due"),
        ({"clock_part": 1.03}, "beyond 2 per cent"),
        ({"clock_part": None}, "clock_part is no number"),
        ({"min": 10**6}, "not the median"),
        ({"energy_mj": 1.0}, "follows from the others"),
        ({"difference_percent": 4.0}, "difference_percent is 4.0, and"),
        ({"stack_bytes": 500}, "500 B of stack"),
        ({"compiler": "avr-gcc 12.1.0"}, "its digests cannot be checked"),
        ({"elf_sha256": "00" * 32}, "measure again with this commit"),
        ({"build_id": "00" * 8}, "measure again with this commit"),
        ({"simulated_stack_bytes": 123}, "the simulator counts 167"),
        ({"command": "./motecurve bench --board uno --op no"}, "command: "),
        ({"more": 1}, "unknown field more"),
    ],
)
def test_what_cannot_be_true_is_refused(record, changes, words, tmp_path):
    path = written(tmp_path / "given.jsonl", record, record | changes)
    with pytest.raises(FaultyFile) as refused:
        given.read(path)
    assert f"{path}:2: " in str(refused.value) and words in str(refused.value)
    assert not given.FOLDER.exists()


def test_too_fast_and_too_slow(record, tmp_path):
    """A consistent record whose cycles no such board gives."""
    for part in (0.5, 9):
        cycles = round(part * record["simulated"])
        times = bench.times(bench.select(REQUEST).board, cycles)
        away = {"difference_percent": silicon.difference_percent(cycles, record["simulated"])}
        changed = record | dict.fromkeys(("cycles", "min", "median", "max"), cycles) | times | away
        with pytest.raises(FaultyFile, match=r"are not between 0.85 and 4.0 times the simulator's"):
            given.read(written(tmp_path / "given.jsonl", changed))


def test_files_without_records(tmp_path):
    (tmp_path / "empty").write_text("")
    (tmp_path / "text").write_text("hello\n")
    for name, words in (("empty", "is empty; bench --device"), ("text", "text:1: no JSON"), ("none", "No such file")):
        with pytest.raises(MotecurveError, match=words):
            given.read(tmp_path / name)


def test_the_commands(record, tmp_path, lab):
    written(tmp_path / "given.jsonl", record)
    status, _, told = lab("calibrate --device recorded")
    assert status == 2 and "no record from silicon has been given yet" in told
    status, _, told = lab("records --from-device given.jsonl --check")
    assert status == 0 and "1 records can be true" in told and not given.FOLDER.exists()
    assert lab("records --from-device given.jsonl")[0] == 0
    _, output, _ = lab("calibrate --device recorded")
    assert json.loads(output) == [record]
    assert "a maker" in lab("calibrate --device recorded --format table")[1].decode()
    for line, words in {
        "records --from-device given.jsonl --board uno": "takes one file",
        "calibrate --device /dev/ttyNONE": "--device PORT and --board NAME go together",
        "calibrate --board uno": "--device PORT and --board NAME go together",
        "calibrate --device /dev/ttyNONE --board micaz": "these have: uno",
    }.items():
        status, _, told = lab(line)
        assert status == 2 and words in told
