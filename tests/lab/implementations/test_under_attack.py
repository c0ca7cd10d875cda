"""Others' code under faults and under a probe: the committed rows, one of them counted again, the tables, the tool."""

import csv
import dataclasses
import io
import json
import re
import subprocess
import types

import pytest

from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations.claims import CLAIMS, NEVER_CLAIMED
from motelab.boards.implementations.image import builder_of
from motelab.boards.selection import OURS
from motelab.common.errors import MotecurveError
from motelab.compare import committed
from motelab.faults.classes import CLASSES
from motelab.leakage import inputs
from motelab.under_attack import lines, plan, store, tables
from motelab.under_attack.campaign import Campaign, Faults
from tools import peer_attacks, peer_costs

TABLES = tuple(store.PLANS)
SHARED = {
    "implementation": str, "board": str, "operation": str, "curve": str, "model": str, "seed": int,
    "implementation_commit": str | None, "elf_sha256": str, "measured_before": bool,
}  # fmt: skip
SCHEMAS = {
    "faults": SHARED
    | {"sample": int | None, "last": int | None, "first": int, "space": int, "tried": int}
    | dict.fromkeys(CLASSES, int),
    "leakage": SHARED
    | {"traces": int, "blinding": str, "end": int | None, "noise": float, "threshold": float, "whole": int}
    | {"samples": int, "leaking": int}
    | {"routines": int, "leaking_routines": int, "strongest": list, "parted": int, "parts_at": int | None}
    | {"parts_in": str | None},
}
OURS_OF = [(table, campaign) for table in TABLES for campaign in store.planned(table) if campaign.is_ours]


def row_of(table: str, campaign: Campaign) -> dict:
    row = store.find(campaign, store.rows(table))
    assert row, f"no row of {campaign}"
    return row


# ---- The committed rows


@pytest.mark.parametrize("table", TABLES)
def test_rows_have_their_fields_and_a_place_in_the_plan(table):
    rows = store.rows(table)
    assert len({row["implementation"] for row in rows}) > 8
    for row in rows:
        assert row.keys() == SCHEMAS[table].keys()
        assert all(isinstance(row[name], kind) for name, kind in SCHEMAS[table].items()), row
        assert re.fullmatch("[0-9a-f]{64}", row["elf_sha256"])
    found = [store.find(campaign, rows) for campaign in store.planned(table)]
    assert [row for row in found if row] == rows


def test_counts_add_up():
    for row in store.rows("faults"):
        assert row["tried"] == sum(row[name] for name in CLASSES)
        assert row["tried"] == (row["last"] or row["sample"]) <= row["space"]
        assert (row["accepted"] == 0) or "verify" in row["operation"]
    for row in store.rows("leakage"):
        assert row["leaking"] <= row["samples"] and row["leaking_routines"] <= row["routines"]
        assert bool(row["leaking"]) == bool(row["leaking_routines"])
        assert row["samples"] == (row["end"] or row["whole"]) <= row["whole"]
        found = [one["t"] for one in row["strongest"] if one["t"] is not None]
        assert found == sorted(found, reverse=True) and bool(row["parted"]) == bool(row["parts_in"])


@pytest.mark.parametrize("table", TABLES)
def test_rows_of_others_are_of_the_commits_of_their_manifests(table):
    for row in store.rows(table):
        wanted = None if row["implementation"] == OURS else manifests.find(row["implementation"]).commit
        assert row["implementation_commit"] == wanted


@pytest.mark.parametrize("table", TABLES)
def test_rows_of_ours_are_of_the_images_of_the_records_or_marked(table):
    compared = 0
    for _, campaign in (one for one in OURS_OF if one[0] == table):
        record = committed.find(campaign.ours())
        if record and record["blinding"] == (getattr(campaign, "blinding", "") or "none"):
            row = row_of(table, campaign)
            assert row["measured_before"] or row["elf_sha256"] == record["elf_sha256"], campaign
            compared += 1
    assert compared >= 4


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_rows_of_ours_are_of_todays_images_or_marked(table):
    for _, campaign in (one for one in OURS_OF if one[0] == table):
        row, image = row_of(table, campaign), builder_of(campaign.selection("")).build()
        assert row["measured_before"] or row["elf_sha256"] == image.sha256, campaign


def test_a_row_comes_out_again():
    """Twenty faults, counted anew."""
    row = row_of("faults", plan.REPEATED)
    assert plan.REPEATED.measured("", lambda *_: None, 1) | {"measured_before": row["measured_before"]} == row
    assert row["tried"] == 20 and row["wrong"] > 5


# ---- Claims


def test_claims_are_quoted_in_the_manifests():
    named = {OURS}
    for name in manifests.names():
        manifest = manifests.find(name)
        works = manifest.operations.values()
        said = {word for work in works for word in (work.resists_faults, work.resists_probes)}
        assert said <= {*CLAIMS, NEVER_CLAIMED}
        if said != {NEVER_CLAIMED}:
            named.add(name)
            text = (manifest.folder / manifests.FILE).read_text().replace("\n# ", " ")
            assert re.search(r"side-channel|physical|Fault injection", text), name
    assert len(named) >= 5


def test_an_unknown_claim_has_one_line(folder):
    folder.replace("implementation.toml", "constant_time = true", 'resists_faults = "maybe"')
    manifests.load.cache_clear()
    right = r"resists_faults is \"maybe\"; it must be 'claimed' or 'disclaimed'"
    with pytest.raises(MotecurveError, match=right) as caught:
        manifests.find(str(folder))
    assert "\n" not in str(caught.value)


def test_the_variable_of_random_numbers_is_found(tmp_path):
    """The compiler puts a number behind its name; another variable's name begins with it."""
    (tmp_path / "a.c").write_text(
        "int stated = 3;\nint draw(void) { static int state = 1; return state = 5 * state + stated; }\n"
    )
    command = ["arm-none-eabi-gcc", "-O1", "-mcpu=cortex-m4", "-nostdlib", "-Wl,-edraw", "-Wl,-Tdata=0x20000000"]
    subprocess.run([*command, "-o", tmp_path / "a.elf", tmp_path / "a.c"], check=True)
    image = types.SimpleNamespace(path=tmp_path / "a.elf")
    listed = subprocess.run(["arm-none-eabi-nm", image.path], capture_output=True, text=True, check=True).stdout
    (address,) = (line.split()[0] for line in listed.splitlines() if re.search(r" state\.\d+$", line))
    assert inputs.random_source(image, "state") == int(address, 16)
    assert inputs.random_source(image, "") is inputs.random_source(image, "other") is None


# ---- The tables


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_theirs_beside_ours(lab, table):
    status, out, _ = lab(f"tables --source peers --table {table} --format json")
    rows = json.loads(out)
    assert status == 0 and len(rows) == len(store.PLANS[table]())
    for row in rows:
        assert row["claim"] in (*CLAIMS, NEVER_CLAIMED)
        assert f"--implementation {row['implementation']} --source" in row["theirs_command"]
        assert row["ours_command"].startswith(f"./motecurve {table} --board {row['board']} --op {row['operation']}")
        assert row["protected_command"] or row["curve"] in plan.WITHOUT_PROTECTION
        if table == "faults":
            assert row["theirs_tried"] == row["ours_tried"] == (row["protected_tried"] or row["ours_tried"])
    status, out, _ = lab(f"tables --source peers --table {table} --format csv")
    assert status == 0 and len(list(csv.DictReader(io.StringIO(out.decode())))) == len(rows)
    status, out, _ = lab(f"tables --source peers --table {table} --format table")
    assert status == 0 and rows[0]["theirs_command"] in out.decode() and "never claimed" in out.decode()


def test_other_tables_are_refused(lab):
    status, out, error = lab("tables --source peers --table fault")
    assert status == 2 and not out and error.count("\n") == 1 and "no library 'fault'; did you mean faults" in error
    status, _, error = lab("tables --source peers --table faults --fresh")
    assert status == 2 and "tools/peer_attacks.py faults" in error


def test_ours_stands_once_beside_several():
    rows = [row for row in tables.rows("faults") if row["operation"] == "ecdh" and row["curve"] == "secp256r1"]
    found = lines.lines(rows)
    assert len(found) == len(set(found)) < 3 * len(rows)


@pytest.mark.parametrize("table", TABLES)
def test_the_page_has_the_figures(table, monkeypatch):
    page = peer_costs.PAGES[0].read_text()
    assert lines.markdown_table(table) in page
    rows = store.rows(table)
    changed = {"faults": "tried", "leakage": "samples"}[table]
    monkeypatch.setattr(store, "rows", lambda _: [row | {changed: row[changed] + 1} for row in rows])
    assert lines.markdown_table(table) not in page


# ---- The tool


@pytest.fixture
def own_file(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "file", lambda table: tmp_path / f"{table}.jsonl")


def test_a_stopped_run_goes_on(own_file, monkeypatch, tmp_path, capsys):
    """Rows are kept as they come; those of today's images are not measured again; code that is not there is named."""
    made = []

    def measured(self, source, progress, jobs):
        made.append(self)
        if len(made) == 3:
            raise KeyboardInterrupt
        return self.identity | {"elf_sha256": "1", "implementation_commit": None, "measured_before": False}

    monkeypatch.setattr(Faults, "measured", measured)
    monkeypatch.setattr(peer_attacks, "is_todays", lambda campaign, row, source: row is not None)
    with pytest.raises(KeyboardInterrupt):
        peer_attacks.run("faults", tmp_path, [], 1)
    assert "has no p256-m" in capsys.readouterr().err
    assert len(store.rows("faults")) == 2
    peer_attacks.run("faults", tmp_path, [], 1)
    ours = [campaign for campaign in store.planned("faults") if campaign.is_ours]
    assert made == [*ours[:3], *ours[2:]] and len(store.rows("faults")) == len(ours)


def test_rows_of_an_older_image_are_marked(own_file, monkeypatch):
    row = plan.REPEATED.identity | {"elf_sha256": "1", "implementation_commit": None, "measured_before": False}
    store.keep("faults", plan.REPEATED, row)
    monkeypatch.setattr(peer_attacks, "is_todays", lambda *_: False)
    peer_attacks.mark("faults")
    assert store.rows("faults") == [row | {"measured_before": True}]


def test_another_commit_is_refused(tmp_path):
    theirs = next(campaign for campaign in store.planned("faults") if not campaign.is_ours)
    with pytest.raises(MotecurveError, match="is no checked-out commit, and records of"):
        theirs.selection(str(tmp_path))
    assert dataclasses.replace(theirs, sample=7).command({}).endswith("--sample 7")
