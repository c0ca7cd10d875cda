"""The store: rows come back as they were, the same rows give the same bytes, SQL sees them and nothing else."""

import functools
import json
import time

import pytest

from motelab.common.errors import MotecurveError
from motelab.compare import committed
from motelab.measure.records import FIELDS, MEANS, PROVENANCE
from motelab.sweep import store
from tests.lab.sweep.conftest import made_up


@pytest.fixture
def filled(tmp_path, requests):
    """A store of two boards, and its rows."""
    rows = [made_up(request)["row"] for request in requests]
    for board in ("micaz", "telosb"):
        assert store.write(board, [row for row in rows if row["board"] == board], tmp_path)
    store.write_contents({"src/a.c": "1"}, {"micaz": 31, "telosb": 30, "rpi2": 5}, {"micaz": 1.5}, tmp_path)
    return tmp_path, rows


def without_provenance(row):
    """A row as the store has it, whose measurements are all of this library."""
    return {name: value for name, value in row.items() if name not in (*PROVENANCE, *MEANS)}


def test_rows_come_back(filled):
    folder, rows = filled
    for board in ("micaz", "telosb"):
        kept = [row for row in rows if row["board"] == board]
        fitting = [{name: row[name] for name in FIELDS} for row in kept if row["reason"] is None]
        assert json.dumps(store.records(board, folder=folder)) == json.dumps(fitting)
        assert [row["lacking_bytes"] for row in store.left_out(board, folder=folder)] == [3, 10, 17, 24]
        assert store.rows(board, folder) == [without_provenance(row) for row in kept]
    operations = {row["operation"] for row in rows}
    assert all(r["operation"] == o for o in operations for r in store.records(operation=o, folder=folder))
    assert store.records("rpi2", folder=folder) == []


def test_committed_records_come_back(tmp_path):
    """Records of every board, with every type of field, byte for byte."""
    for board in ("micaz", "rpi2", "cortex-m0plus"):
        beside = dict.fromkeys(store.BESIDE)
        store.write(board, [record | beside for record in committed.of(board)], tmp_path)
        kept = [{name: record[name] for name in FIELDS} for record in committed.of(board)]
        assert json.dumps(store.records(board, folder=tmp_path)) == json.dumps(kept)


def test_same_rows_same_bytes(filled, tmp_path):
    folder, rows = filled
    micaz = [row for row in rows if row["board"] == "micaz"]
    before = store.parquet_file("micaz", folder).read_bytes()
    assert not store.write("micaz", micaz, folder)
    assert store.parquet_file("micaz", folder).read_bytes() == before
    assert store.write("micaz", micaz[1:], folder)


def test_contents(filled):
    folder, _ = filled
    found = store.contents(folder)
    assert found["parts"] == {"src/a.c": "1"}
    micaz = found["boards"]["micaz"]
    assert (micaz["planned"], micaz["records"], micaz["left_out"], micaz["seconds_a_row"]) == (31, 26, 4, 1.5)
    assert micaz["compiler"] == sorted({r["compiler"] for r in committed.of("micaz")})
    assert found["boards"]["rpi2"]["records"] == 0 and found["boards"]["rpi2"]["sha256"] is None


def test_queries(filled):
    folder, rows = filled
    counted = store.query("SELECT board, count(*) AS n FROM sweep GROUP BY board ORDER BY board", folder)
    assert counted == [{"board": "micaz", "n": 30}, {"board": "telosb", "n": 30}]
    member = next(iter(rows[0]["choices"]))
    [found] = store.query(f"SELECT choices['{member}'] AS m FROM sweep WHERE board = 'micaz' LIMIT 1", folder)
    assert found["m"] == rows[0]["choices"][member]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELEC", "syntax error"),
        ("SELECT * FROM nosuch", "nosuch does not exist"),
        ("SELECT * FROM read_text('/etc/hostname')", "disabled by configuration"),
        ("COPY sweep TO 'stolen.csv'", "disabled by configuration"),
        ("SET enable_external_access = true", "configuration"),
    ],
)
def test_wrong_queries(filled, sql, message):
    with pytest.raises(MotecurveError, match=message) as found:
        store.query(sql, filled[0])
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: b"x" * 99])
def test_damaged_files(filled, damage):
    file = store.parquet_file("micaz", filled[0])
    file.write_bytes(damage(file.read_bytes()))
    for ask in (store.records, store.left_out, functools.partial(store.query, "SELECT 1")):
        with pytest.raises(MotecurveError, match=r"damaged.* renew it: \./motecurve sweep --commit"):
            ask(folder=filled[0])
    store.contents_file(filled[0]).unlink()
    with pytest.raises(MotecurveError, match=r"damaged .*renew it: \./motecurve sweep --commit"):
        store.records(folder=filled[0])


def test_no_store(tmp_path):
    assert store.records(folder=tmp_path) == []
    with pytest.raises(MotecurveError, match="no store of a sweep"):
        store.query("SELECT * FROM sweep", tmp_path)
    store.contents_file(tmp_path).write_text("{")
    with pytest.raises(MotecurveError, match=r"contents\.json of the sweep is damaged"):
        store.contents(tmp_path)


def test_answers_in_under_a_second():
    """The committed store, by the processor's time."""
    began = time.process_time()
    store.query("SELECT board, operation, min(median) FROM sweep GROUP BY board, operation")
    assert time.process_time() - began < 1
