"""OpenSSL's instructions beside ours: the package for armhf is fetched once, counts are the same every time, results
checked, committed counts up to date; anything missing is reported in one line."""

import dataclasses
import json
import re
import subprocess

import pytest
from click.testing import CliRunner

from motelab.commands import bench as bench_command
from motelab.commands import records as records_command
from motelab.common.errors import MissingTool, MotecurveError
from motelab.compare import committed, committed_versus
from motelab.measure import bench, openssl_armhf, records, run_facts, versus_counted
from motelab.measure.bench import Request
from motelab.report import tables

OPERATIONS = ("scalar-mult", "scalar-mult-double", "ecdh", "ecdsa-keygen", "ecdsa-sign", "ecdsa-verify")
SUBJECTS = [("secp160r1", operation) for operation in OPERATIONS]
SUBJECTS += [
    ("sect163k1", "ecdsa-sign"),
    ("brainpoolP160r1", "ecdh"),
    ("secp256r1", "ecdsa-keygen"),
    ("ipsec3", "ecdsa-keygen"),
]
SUBJECTS += [("Curve25519", "ecdh"), ("Ed25519", "eddsa-sign")]


@pytest.fixture(scope="session")
def openssl():
    try:
        openssl_armhf.program()
    except openssl_armhf.NotFetched as reason:
        pytest.skip(str(reason))


@pytest.fixture
def ready(tmp_path, monkeypatch):
    """A place without anything fetched, and a folder of programs that take precedence over the system's."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setattr(openssl_armhf, "READY", tmp_path / "tools" / "openssl-armhf")
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    openssl_armhf.program.cache_clear()
    yield programs
    openssl_armhf.program.cache_clear()


def counted(curve: str, operation: str, fresh: bool = True):
    chosen = bench.select(Request(board="rpi2", operation=operation, curve=curve, backend="asm"))
    cases = bench.cases_of(chosen)[1]
    return chosen, cases, versus_counted.count(chosen, cases, "openssl", fresh)


@pytest.mark.parametrize(("curve", "operation"), SUBJECTS)
def test_results_are_known_answers(openssl, curve, operation):
    chosen, cases, theirs = counted(curve, operation, fresh=False)
    assert theirs.reason is None and len(theirs.instructions) == len(theirs.results) == len(cases)
    assert "OPENSSL_armcap=0x1," in theirs.version and "Debian" in theirs.version  # with NEON
    assert versus_counted.disagreement(chosen, cases, theirs.results) is None
    assert all(100_000 < count < 100_000_000 for count in theirs.instructions)


def test_a_curve_that_openssl_refuses(openssl, capsys):
    """Its polynomial is neither a trinomial nor a pentanomial."""
    chosen, cases, theirs = counted("c2onb191v4", "scalar-mult")
    assert theirs.reason and theirs.instructions == theirs.results == ()
    beside = versus_counted.comparison(chosen, cases, 1000, "openssl")
    assert beside == {"versus": None, "versus_instructions": None, "ratio": None}
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"motecurve: scalar-mult on c2onb191v4: no comparison with openssl: {theirs.reason}"


def test_counts_are_the_same_every_time(openssl):
    first, second = (counted("secp160r1", "ecdsa-sign")[2] for _ in range(2))
    assert first == second and len(set(first.instructions)) > 1


@pytest.mark.parametrize(
    ("operation", "wrong", "reason"),
    [
        ("ecdsa-keygen", "px", "its result differs"),
        ("ecdsa-sign", "s", "its result is not valid"),
        ("ecdsa-sign", "r", "its result is not valid"),
        ("ecdh", "status", "it reports an error"),
    ],
)
def test_wrong_results_are_found(openssl, operation, wrong, reason):
    chosen, cases, theirs = counted("brainpoolP160r1", operation, fresh=False)
    bad = [*theirs.results[:-1], theirs.results[-1] | {wrong: theirs.results[-1][wrong] ^ 1}]
    assert versus_counted.disagreement(chosen, cases, bad) == reason


def test_a_bench_beside_openssl(openssl, tmp_path, monkeypatch):
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(run_facts, "RUN_FILE", tmp_path / "run.json")
    words = ["--board", "rpi2", "--op", "ecdsa-keygen", "--curve", "sect113r1", "--versus", "openssl"]
    run = CliRunner().invoke(bench_command.command, [*words, "--format", "json"])
    (record,) = json.loads(run.stdout)
    assert run.exit_code == 0 and record["verified"] and record["versus"].startswith("OpenSSL ")
    assert record["ratio"] == round(record["versus_instructions"] / record["instructions"], 3)
    committed_row = committed_versus.find(Request("rpi2", "ecdsa-keygen", curve="sect113r1"), "openssl")
    assert committed_row["versus"] != record["versus"] or committed_row["median"] == record["versus_instructions"]
    shown = CliRunner().invoke(bench_command.command, [*words, "--format", "table"]).stdout
    assert f"{record['versus_instructions']:,}" in shown and "theirs" in shown


def test_a_board_that_runs_no_openssl():
    with pytest.raises(MotecurveError, match="no library that pxa270 runs 'openssl'"):
        bench.measure([Request(board="pxa270", operation="ecdh", versus="openssl")])


# The package


def script(folder, name: str, *lines: str) -> None:
    (folder / name).write_text("\n".join(["#!/bin/sh", *lines, ""]))
    (folder / name).chmod(0o755)


def test_a_package_that_is_not_to_be_had(ready):
    script(ready, "apt-get", 'case "$*" in *download*) echo "E: Unable to locate package x" >&2; exit 100;; esac')
    with pytest.raises(openssl_armhf.NotFetched, match=r"no libssl-dev:armhf in .* \(Unable to locate package x\)$"):
        openssl_armhf.program()
    assert [path.name for path in openssl_armhf.READY.parent.iterdir()] == ["openssl-armhf.lock"]


def test_a_package_is_unpacked_once(ready, tmp_path):
    tree = tmp_path / "package"
    (tree / openssl_armhf.ARCHIVE).parent.mkdir(parents=True)
    (tree / openssl_armhf.ARCHIVE).write_text("archive")
    (tree / "DEBIAN").mkdir()
    control = "Package: libssl-dev\nVersion: 3.9-1\nArchitecture: armhf\nMaintainer: a\nDescription: a\n"
    (tree / "DEBIAN/control").write_text(control)
    subprocess.run(["dpkg-deb", "-b", tree, tmp_path / "made.deb"], check=True, capture_output=True)
    script(ready, "apt-get", f'case "$*" in *download*) cp {tmp_path}/made.deb .;; esac')
    assert openssl_armhf.version() == "3.9-1"
    (ready / "apt-get").unlink()
    assert (openssl_armhf.folder() / openssl_armhf.ARCHIVE).read_text() == "archive"
    assert {path.name for path in openssl_armhf.READY.parent.iterdir()} == {"openssl-armhf", "openssl-armhf.lock"}


def test_a_missing_compiler_is_named_with_its_packages(openssl, monkeypatch):
    monkeypatch.setattr(openssl_armhf, "COMPILER", "no-such-compiler")
    openssl_armhf.program.cache_clear()
    with pytest.raises(MissingTool, match="apt-get install gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"):
        openssl_armhf.program()


# Committed counts


def silent(*_) -> None:
    """Progress that nobody sees."""


def test_committed_counts_are_those_measured(openssl):
    assert committed_versus.stale("rpi2", "openssl", silent) is None


@pytest.fixture
def altered(tmp_path, monkeypatch):
    """The committed counts, in a folder of their own, with each row changed by `change`."""

    def alter(change) -> None:
        text = committed_versus.file("rpi2", "openssl").read_text()
        rows = [change(json.loads(line)) for line in text.splitlines()]
        monkeypatch.setattr(committed, "FOLDER", tmp_path)
        committed.write_lines(committed_versus.file("rpi2", "openssl"), [row for row in rows if row])
        committed_versus._by_subject.cache_clear()

    yield alter
    committed_versus._by_subject.cache_clear()


def test_a_count_that_differs_is_stale(openssl, altered):
    altered(lambda row: row | {"median": 1})
    line = committed_versus.stale("rpi2", "openssl", silent)
    assert re.match(r"rpi2.versus-openssl.jsonl is stale \(ecd\S+ on \S+ takes \d[\d,]+ instructions, not 1\);", line)
    assert line.endswith("./motecurve records --board rpi2")


def test_counts_of_another_version_are_not_compared(openssl, altered):
    altered(lambda row: row | {"median": 1, "versus": "OpenSSL 2"})
    assert committed_versus.stale("rpi2", "openssl", silent) is None


def test_a_count_that_lacks_is_stale(altered):
    altered(lambda row: None if row["curve"] == "ipsec4" else row)
    assert "1 are missing, first ipsec4" in committed_versus.stale("rpi2", "openssl", silent)


@pytest.mark.parametrize("words", [["--check"], []])
def test_records_without_the_package_leave_the_file(monkeypatch, altered, words):
    def missing() -> None:
        raise openssl_armhf.NotFetched("no network")

    altered(lambda row: row)
    path = committed_versus.file("rpi2", "openssl")
    before = path.read_text()
    monkeypatch.setattr(openssl_armhf, "program", missing)
    for name in ("checked", "written", "of_pairings"):
        monkeypatch.setattr(records_command, name, lambda *_: True)
    run = CliRunner().invoke(records_command.command, ["--board", "rpi2", *words])
    assert run.exit_code == 0 and "rpi2.versus-openssl.jsonl is not " in run.stderr and "no network" in run.stderr
    assert path.read_text() == before


def test_rows_of_a_paper_show_the_committed_count():
    """Without measurements: every figure of ours is assumed to be 1,000,000 instructions."""
    paired = [pair for pair in tables.source_rows("fujdiak2017") if pair[1].request]
    record = dict.fromkeys(("cycles", "instructions"), 1_000_000) | {"constant_time": True}
    rows = tables.compare(paired, {match.request: tables.Measured(record) for _, match in paired})
    beside = [row for row in rows if "versus" in row]
    assert len(beside) == len([row for row in rows if row["algorithm"] == "OpenSSL"]) == 50
    for row in beside:
        assert row["versus_ratio"] == pytest.approx(row["versus_instructions"] / 1e6, abs=0.001)
        if row["subject"] != "prime256v1":  # OpenSSL has code of its own for it by now
            assert row["value"] * 0.1 < row["versus_instructions"] / 900 < row["value"]  # microseconds at 900 MHz
    by_time = sorted(beside, key=lambda row: row["value"])
    assert by_time[0]["versus_instructions"] * 10 < by_time[-1]["versus_instructions"]


def test_a_row_that_was_not_counted_has_no_count(altered):
    altered(lambda row: None)
    _, match = next(pair for pair in tables.source_rows("fujdiak2017") if pair[1].versus)
    assert tables.beside_ours(dataclasses.replace(match), 5) == dict.fromkeys(tables.VERSUS_FIELDS)
