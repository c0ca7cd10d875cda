"""`compare`: which rows of records changed, and by how many per cent; sources are files, folders and revisions."""

import csv
import io
import json
import subprocess

import pytest

from motelab.compare import changes, committed, record_files

RECORDS = committed.of("micaz")[:6]


def write(path, records, as_lines=False):
    lines = [json.dumps(record) for record in records]
    path.write_text("\n".join(lines) if as_lines else f"[{','.join(lines)}]")
    return path.name


@pytest.fixture
def files(tmp_path):
    """Old records in lines, and new ones: one faster, one with more flash, one gone, one new."""
    assert all(record["flash_bytes"] > 1000 and record["stack_bytes"] for record in RECORDS)
    faster = RECORDS[0] | {"median": RECORDS[0]["median"] * 3 // 4, "choices": {"fb-mul-reduce": "another"}}
    larger = RECORDS[1] | {"flash_bytes": RECORDS[1]["flash_bytes"] + 1, "ram_static_bytes": 8, "stack_bytes": None}
    old = write(tmp_path / "old.jsonl", RECORDS[:5], as_lines=True)
    new = write(tmp_path / "new.json", [faster, larger, *RECORDS[3:]])
    return f"{old} {new}"


def rows_of(lab, line: str) -> list[dict]:
    status, out, error = lab(f"compare {line} --format json")
    assert (status, error) == (0, "")
    return json.loads(out)


def test_rows_and_per_cent(lab, files):
    rows = rows_of(lab, files)
    assert [row["change"] for row in rows] == ["changed", "changed", "new", "vanished"]
    faster, larger, new, gone = rows
    expected = round(100 * (RECORDS[0]["median"] * 3 // 4) / RECORDS[0]["median"] - 100, 3)
    assert faster["median_percent"] == expected and faster["flash_bytes_percent"] == 0
    assert larger["median_percent"] == 0 and 0 < larger["flash_bytes_percent"] < 1
    assert (larger["ram_static_bytes_old"], larger["ram_static_bytes_new"]) == (0, 8)
    assert larger["ram_static_bytes_percent"] is None and larger["stack_bytes_percent"] is None
    assert (new["median_old"], new["median_new"]) == (None, RECORDS[5]["median"])
    assert (gone["operation"], gone["field"]) == (RECORDS[2]["operation"], RECORDS[2]["field"])
    assert rows_of(lab, files.split()[0] + " " + files.split()[0]) == []


def test_rows_that_differ_in_blinding_alone():
    """Each of two such rows has its own partner, even if the choices of a board have changed since."""
    both = [RECORDS[0] | {"blinding": name, "median": cost} for name, cost in (("none", 100), ("coordinates", 200))]
    new = [record | {"choices": {"fb-mul-reduce": "another"}, "median": record["median"] + 10} for record in both]
    assert [row["median_percent"] for row in changes.changes(both, new[::-1])] == [5.0, 10.0]
    unsaid = {name: value for name, value in both[0].items() if name != "blinding"}  # as old records write it
    assert [row["median_percent"] for row in changes.changes([unsaid], new[:1])] == [10.0]


def test_threshold_board_and_forms(lab, files):
    assert [row["change"] for row in rows_of(lab, f"{files} --threshold 20")] == [
        "changed",
        "changed",
        "new",
        "vanished",
    ]
    # A figure that grows from 0 or disappears exceeds any threshold; one of 25 per cent does not.
    assert [row["change"] for row in rows_of(lab, f"{files} --threshold 30")] == ["changed", "new", "vanished"]
    assert rows_of(lab, f"{files} --board micaz") == rows_of(lab, files)
    lines = list(csv.DictReader(io.StringIO(lab(f"compare {files} --format csv")[1].decode())))
    assert [line["change"] for line in lines] == ["changed", "changed", "new", "vanished"]
    status, out, _ = lab(f"compare {files} --format table")
    text = out.decode()
    assert status == 0 and "micaz: 2 changed, 1 new, 1 vanished" in text and "-25.0" in text and "0 > 8" in text
    assert max(map(len, text.splitlines())) <= 100
    status, out, _ = lab(f"compare {files.split()[0]} {files.split()[0]} --format table")
    assert (status, out) == (0, b"no change: 5 records before, 5 after\n")


def test_revisions_and_folders(lab, tmp_path, monkeypatch):
    """A separate repository, whose records change and move to another folder."""
    monkeypatch.setattr(record_files, "ROOT", tmp_path / "house")
    records = tmp_path / "house/data/records"
    records.mkdir(parents=True)
    monkeypatch.setattr(committed, "FOLDER", tmp_path / "house/moved/records")

    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path / "house", check=True)

    git("init", "-q")
    write(records / "micaz.jsonl", RECORDS[:3], as_lines=True)
    write(records / "micaz.versus-openssl.jsonl", [{"other": 1}], as_lines=True)
    git("add", "-A")
    git("commit", "-qm", "first")
    (tmp_path / "house/moved").mkdir()
    git("mv", "data/records", "moved/records")
    write(committed.FOLDER / "micaz.jsonl", [RECORDS[0] | {"stack_bytes": 1}, *RECORDS[1:3]], as_lines=True)
    git("commit", "-qam", "second")
    (row,) = rows_of(lab, "HEAD~1 HEAD")
    assert (row["stack_bytes_old"], row["stack_bytes_new"]) == (RECORDS[0]["stack_bytes"], 1)
    assert rows_of(lab, "HEAD~1") == [row] and rows_of(lab, "HEAD") == []
    assert rows_of(lab, "HEAD~1 house/moved/records") == [row]


def test_records_of_this_checkout_are_its_own_revision():
    assert changes.changes(record_files.of_checkout(), record_files.of_checkout()) == []
    assert len(record_files.of_checkout()) > 500


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nothing", "nothing is no file of records, no folder of such, and no revision of this repository"),
        ("--option-of-git", "No such option"),
        ("-- --all", "--all is no file of records"),
        ("damaged damaged", "damaged holds no records: "),
        ("other other", "other holds no records, as bench --format json and records write them"),
        ("good good --board micax", "no board in these records 'micax'; did you mean micaz?"),
        ("good good --threshold -1", "-1.0 is not in the range"),
    ],
)
def test_bad_input_is_one_line(lab, tmp_path, line, message):
    write(tmp_path / "good", RECORDS)
    (tmp_path / "damaged").write_text("[{")
    (tmp_path / "other").write_text('[{"board": "micaz"}]')
    status, out, error = lab(f"compare {line}")
    assert (status, out) == (2, b"") and message in error and "Traceback" not in error
