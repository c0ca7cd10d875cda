"""`./motecurve sweep`: plans, queries, formats, and lines for what cannot be."""

import csv
import io
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from motelab import ROOT
from motelab.boards import board as boards
from motelab.commands import sweep
from motelab.common import progress
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import identity
from motelab.sweep import freshness, plan, store, work
from motelab.sweep.journal import Journal
from tests.lab.sweep.conftest import made_up

SMALL = "--board micaz --curve sect283k1 --operation fb-sqr-reduce --operation fb-mul-reduce"


@pytest.fixture
def own_journal(tmp_path, monkeypatch):
    """A journal of its own, and nothing that is committed."""
    monkeypatch.setattr(work, "FOLDER", tmp_path / "journal")
    monkeypatch.setattr(sweep, "recorded", lambda request: None)
    monkeypatch.setattr(work, "stored_rows", lambda folder, wanted: {})


def test_plan(lab, own_journal):
    status, output, error = lab(f"sweep --plan {SMALL}")
    [micaz, everything] = json.loads(output)
    assert (status, error) == (0, "") and micaz["board"] == "micaz" and everything["board"] == "all"
    assert micaz["rows"] == 2 == micaz["missing"]
    lines = lab(f"sweep --plan {SMALL} --format csv")[1].decode()
    assert [row["rows"] for row in csv.DictReader(io.StringIO(lines))] == ["2", "2"]


def test_query(lab):
    status, output, _ = lab("sweep --query \"SELECT DISTINCT board FROM sweep WHERE board = 'micaz'\"")
    assert (status, json.loads(output)) == (0, [{"board": "micaz"}])


def test_query_as_a_table_and_as_latex(lab):
    sql = "SELECT 'fb_mul & 5%' AS name_of, 1234 AS cycles, NULL AS nothing"
    assert lab(f'sweep --format latex --query "{sql}"')[1].decode() == "\n".join(
        [
            r"\begin{tabular}{lr}", r"\toprule", r"name\_of & cycles \\", r"\midrule", r"fb\_mul \& 5\% & 1234 \\",
            r"\bottomrule", r"\end{tabular}", "",
        ]
    )  # fmt: skip
    assert "1,234" in lab(f'sweep --format table --query "{sql}"')[1].decode()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--board micas", "no simulated board 'micas'; did you mean micaz?"),
        ("--board host", "no simulated board 'host'"),
        ("--curve sect163k2", "no curve 'sect163k2'; did you mean sect163"),
        ("--operation ecdhh", "no operation 'ecdhh'; did you mean ecdh"),
        ("--query SELEC", "the query is wrong: Parser Error"),
        ("--commit --full", "--commit writes the default plan into the committed store; leave out --full and --store"),
        ("--plan --commit", "--plan only counts"),
        ("--full --query x", "--query only asks"),
        (f"{SMALL} --scheduler nonsense", "no Dask scheduler answers at nonsense"),
    ],
)
def test_bad_input(lab, own_journal, line, message):
    status, output, error = lab(f"sweep {line}")
    assert (status, output) == (2, b"") and message in error and "Traceback" not in error


def test_committed_store_is_whole():
    """It is below 5 MB, made within three hours on two processors, and contents.json says what is in it."""
    facts = store.contents()["boards"].values()
    seconds = sum(board["planned"] * (board["seconds_a_row"] or work.GUESSED_SECONDS) for board in facts)
    assert seconds / 2 < 3 * 3600
    assert sum(path.stat().st_size for path in store.FOLDER.iterdir()) < 5_000_000
    assert freshness.damaged() == []
    rows = store.query("SELECT command, count(*) AS n FROM sweep GROUP BY command HAVING n > 1")
    assert rows == []
    for row in store.left_out():
        assert row["reason"] and (row["lacking_bytes"] is None or row["lacking_bytes"] > 0), row["command"]


def test_committed_store_agrees_with_the_records():
    """Measurements that both have are the same, byte for byte, but for means of many random cases."""
    for board in (name for name in boards.simulated() if boards.load(name).recorded.sweep):
        device = boards.load(board)
        of_records = {identity(record): bench.without_mean(record, device) for record in committed.of(board)}
        swept = store.records(board)
        both = [record for record in swept if identity(record) in of_records]
        operations = {record["operation"] for record in swept}
        of_sweep = [record for record in of_records.values() if record["operation"] in operations]
        further = sum(len(point["operations"]) for point in device.recorded.points)  # which no sweep has
        assert len(both) >= (len(of_sweep) - further) / 2, board
        for record in both:
            assert json.dumps(record) == json.dumps(of_records[identity(record)])


def test_measured_rows_are_stored(tmp_path, requests):
    """What is recorded or in the journal is not measured, and comes into the store."""
    journal = Journal(tmp_path / "journal")
    measured, recorded = requests[0], requests[1]
    journal.answers = {bench.command_for(measured): made_up(measured)}
    record = store.records_of([made_up(recorded)["row"]])[0]
    todo = work.Work(requests, journal, tmp_path, lambda request: record if request == recorded else None)
    assert todo.missing() == requests[2:]
    everything = todo.state(jobs=2)[-1]
    assert [everything[name] for name in ("rows", "stored", "measured", "missing")] == [60, 0, 2, 58]
    assert everything["minutes"] == round((29 * 2 + 29 * work.GUESSED_SECONDS) / 60 / 2, 1)
    work.write(todo, tmp_path / "store")
    assert [todo.state(jobs=2)[-1][name] for name in ("stored", "measured", "missing")] == [2, 0, 58]
    assert store.records("telosb", folder=tmp_path / "store") == [record]
    again = work.Work(requests, Journal(tmp_path / "none"), tmp_path / "store")
    assert again.missing() == requests[2:] and again.seconds_of(measured) == 2.0


def test_stale_rows_stay_until_they_are_measured(tmp_path, requests, monkeypatch):
    """A sweep that ended early leaves them; they answer nothing."""
    journal, folder = Journal(tmp_path / "journal"), tmp_path / "store"
    journal.answers = {bench.command_for(request): made_up(request) for request in requests}
    work.write(work.Work(requests, journal, folder), folder)
    of_telosb = [request for request in requests if request.board == "telosb"]
    monkeypatch.setattr(freshness, "is_fresh", lambda row: row["board"] != "telosb")
    todo = work.Work(requests, Journal(tmp_path / "none"), folder)
    assert todo.missing() == of_telosb
    before = store.rows("telosb", folder)
    work.write(todo, folder)
    assert store.rows("telosb", folder) == before and len(before) == len(of_telosb)
    assert todo.missing() == of_telosb


def test_time_left(tmp_path, requests, monkeypatch):
    """By processor seconds of each board: three quarters of the work are left after ten seconds."""
    clock = iter([0, 0, 10])
    monkeypatch.setattr(work.time, "monotonic", lambda: next(clock))
    todo = work.Work(requests, Journal(tmp_path / "none"), tmp_path)
    todo.start()
    for request in requests[:15]:
        todo.arrived(request)
    assert todo.seconds_left() == pytest.approx(30)


def test_progress_tells_the_minutes(monkeypatch, capsys):
    """By the time that the sweep knows, not by the number of rows."""
    clock = itertools.count(step=10)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with progress.Progress("sweeping", 4, lambda: 200) as tell:
        tell(1, 4, "row")
    assert capsys.readouterr().err == "1/4 row, 3 min 20 s left\n"


def test_damaged(tmp_path, requests):
    journal = Journal(tmp_path / "journal")
    journal.answers = {bench.command_for(request): made_up(request) for request in requests}
    folder = tmp_path / "store"
    assert "there is no store" in freshness.damaged(folder)[0]
    work.write(work.Work(requests, journal, folder), folder)
    everything = set(journal.answers)
    assert freshness.damaged(folder) == freshness.stale(folder) == []
    assert work.stored_rows(folder, everything).keys() == everything
    damaged = bytearray(store.parquet_file("micaz", folder).read_bytes())
    damaged[len(damaged) // 2] ^= 1
    store.parquet_file("micaz", folder).write_bytes(damaged)
    assert {row["board"] for row in work.stored_rows(folder, everything).values()} == {"telosb"}
    assert [line.partition(";")[0] for line in freshness.damaged(folder)] == [
        "micaz.parquet is not the file that contents.json names"
    ]


def test_digest_of_sources(tmp_path):
    """A changed, a new or a renamed file changes it; a cache of Python does not."""
    (tmp_path / "a.c").write_text("1")
    seen = [freshness.folder_digest(tmp_path)]
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/a.pyc").write_text("1")
    assert freshness.folder_digest(tmp_path) == seen[0]
    (tmp_path / "a.c").write_text("2")
    seen.append(freshness.folder_digest(tmp_path))
    (tmp_path / "b.c").write_text("")
    seen.append(freshness.folder_digest(tmp_path))
    (tmp_path / "a.c").rename(tmp_path / "aa.c")
    seen.append(freshness.folder_digest(tmp_path))
    assert len(set(seen)) == len(seen)


def fresh_rows(count: int) -> list[tuple[Request, dict]]:
    """Rows of these sources that the commit draws, with their requests; rows of others are named by `make check`."""
    planned = plan.default(plan.subjects((), committed.CURVES, ()))
    kept = {row["command"]: row for board in store.contents()["boards"] for row in store.rows(board)}
    fitting = [r for r in planned if (row := kept.get(bench.command_for(r))) and row["reason"] is None]
    drawn = ((r, kept[bench.command_for(r)]) for r in committed.share(fitting, max(1, len(fitting) // (32 * count))))
    return list(itertools.islice((pair for pair in drawn if freshness.is_fresh(pair[1])), count))


@pytest.mark.slow
def test_share_of_the_store_measured_anew():
    """Eight rows, byte for byte."""
    rows = fresh_rows(8)
    if not rows:
        pytest.skip("the store has no row of these sources; ./motecurve sweep --commit renews it")
    for request, row in rows:
        made = bench.measure_one(bench.select(request), fresh=True)
        (record,) = store.records_of([row])
        assert json.dumps(made) == json.dumps(record), request


@pytest.mark.slow
def test_real_sweep_killed(tmp_path):
    """A sweep of boards, killed twice and finished, has the records of `bench`."""
    home = tmp_path / "journal"
    code = f"from pathlib import Path; from motelab.sweep import work; work.FOLDER = Path({str(home)!r})"
    code += "; from motelab.commands import sweep"  # as if nothing were committed
    code += "; work.stored_rows = lambda folder, wanted: {}; sweep.recorded = lambda request: None"
    line = [sys.executable, "-c", f"{code}; from motelab.cli import main; main()", "sweep", *SMALL.split()]
    line += ["--operation", "fb-inv", "--jobs", "1", "--store", str(tmp_path / "store")]
    for _ in range(2):
        process = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(2, 8))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True)
    names = ("fb-sqr-reduce", "fb-mul-reduce", "fb-inv")
    requests = plan.default(plan.subjects(("micaz",), ("sect283k1",), names))
    expected = [bench.measure_one(bench.select(request)) for request in requests]
    assert store.records(folder=tmp_path / "store") == expected
