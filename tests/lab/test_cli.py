"""The command line: JSON on stdout, progress and errors on stderr, exit status, help with an example."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from motelab import ROOT, build_folder, cli, commands, python_path
from motelab.cli import Lab
from motelab.report import display
from tests.conftest import limited

MULTIPLICATION = ("bench", "--op", "fb-mul", "--algorithm", "ld-registers")


def motecurve(*words: str, stdout=subprocess.PIPE, **environment: str) -> subprocess.CompletedProcess:
    """Runs the lab as ./motecurve does."""
    env = os.environ | {"PYTHONPATH": python_path()} | environment
    command = [sys.executable, "-m", "motelab", *words]
    return subprocess.run(command, env=env, stdout=stdout, stderr=subprocess.PIPE, text=True)


def test_bench_prints_records():
    run = motecurve(*MULTIPLICATION)
    assert run.returncode == 0
    records = json.loads(run.stdout)
    assert {(r["algorithm"], r["backend"], r["verified"]) for r in records} == {
        ("ld-registers", "c", True),
        ("ld-registers", "asm", True),
    }
    assert "2/2 fb-mul ld-registers" in run.stderr


def test_bench_table():
    run = motecurve(*MULTIPLICATION, "--backend", "asm", "--format", "table")
    assert run.returncode == 0
    assert "fb-mul on F_2^163, ATmega128 at 7.3728 MHz" in run.stdout
    assert "ld-registers, asm" in run.stdout and "flash B" in run.stdout


def test_constant_time_filters():
    inversions = ("bench", "--op", "fb-inv", "--algorithm", "all", "--backend", "c")
    kept = {kind: json.loads(motecurve(*inversions, kind).stdout) for kind in ("--ct", "--var")}
    assert {r["constant_time"] for r in kept["--ct"]} == {True}
    assert {r["constant_time"] for r in kept["--var"]} == {False}


def test_replaced_member():
    run = motecurve(
        "bench", "--op", "fb-mul-reduce", "--algorithm", "composed", "--backend", "c", "--with", "fb-mul=lopez-dahab"
    )
    (record,) = json.loads(run.stdout)
    assert record["choices"]["fb-mul"] == "lopez-dahab"


def test_ctcheck():
    run = motecurve("ctcheck", "--op", "fb-inv", "--algorithm", "itoh-tsujii", "--backend", "asm")
    (row,) = json.loads(run.stdout)
    assert run.returncode == 0 and row["equal_trace"] and row["leaks"] == []


def test_profile():
    run = motecurve("profile", "--op", "fb-inv", "--algorithm", "itoh-tsujii", "--backend", "c")
    rows = json.loads(run.stdout)
    assert list(rows[0]) == ["routine", "calls", "cycles_self", "cycles_total"]
    total = max(row["cycles_total"] for row in rows)
    assert sum(row["cycles_self"] for row in rows) == total


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("bench", "--op", "fb-mull"), "no operation 'fb-mull'; did you mean fb-mul"),
        (("bench", "--op", "fb-mul", "--algorithm", "lopez"), "did you mean lopez-dahab"),
        (
            ("bench", "--op", "scalar-mult", "--algorithm", "wnaf", "--window", "9"),
            "wnaf has windows 3, 4, 5, 6, not 9",
        ),
        (("bench", "--op", "fb-mul", "--algorithm", "lopez-dahab", "--backend", "asm"), "has no backend asm on micaz"),
        (("bench", "--algorithm", "wtnaf", "--curve", "sect163r2"), "on sect163r2 'wtnaf'"),
        (("bench", "--board", "telosc"), "no board 'telosc'"),
        (("bench", "--with", "fb-mul"), "is not FAMILY=NAME"),
        (("bench", "--jobs", "0"), "0 is not in the range"),
        (
            ("bench", "--algorithm", "all", "--algorithm", "wnaf"),
            "'--algorithm': given 2 times, and only one is measured",
        ),
        (("profile", "--op", "ecdh", "--board", "micaz", "--board", "telosb"), "'--board': given 2 times"),
        (("bench", "--op", "ecdh", "--curve", "sect163k1", "--curve", "P-255"), "no curve 'P-255'"),
        (
            ("bench", "--op", "scalar-mult", "--algorithm", "wnaf", "--window", "4", "--window", "9"),
            "wnaf has windows 3, 4, 5, 6, not 9",
        ),
        (("profile", "--op", "fb-mul", "--op", "fb-sqr"), "'--op': given 2 times"),
        (("bench", "--op", "fb-mul", "--window", "4"), "--window 4 needs an algorithm: name one with --algorithm"),
        (("bench", "--board", "host", "--versus", "openssl", "--window", "4"), "--window 4 needs an algorithm"),
        (("bench", "--board", "host:8"), "for simulated boards, as in micaz:16; host has those of its processor"),
        (("bench", "--board", "micaz:24"), "micaz:24: words of an image have one of 8, 16, 32 bits"),
        (("ctcheck", "--op", "fb-mul"), "fb-mul has no secret input"),
        (("ctcheck", "--op", "fb-inv", "--algorithm", "euclid"), "not constant time"),
        (("profile", "--op", "nothing"), "no operation 'nothing'"),
        (("nothing",), "nothing"),
    ],
)
def test_bad_input_is_one_clear_error(words, message):
    run = motecurve(*words)
    assert run.returncode == 2
    assert message in run.stderr and "Traceback" not in run.stderr and run.stdout == ""


@pytest.mark.parametrize("status", [0, 1])
def test_status_of_a_command_reaches_the_shell(status, monkeypatch):
    @click.command("end")
    @click.pass_context
    def end(context):
        context.exit(status)

    monkeypatch.setattr(cli.Lab, "get_command", lambda *_: end)
    monkeypatch.setattr(sys, "argv", ["motecurve", "end"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == status


def test_missing_compiler(tmp_path):
    run = motecurve(*MULTIPLICATION, PATH=str(tmp_path))
    assert run.returncode == 2
    assert (
        run.stderr
        == "motecurve: avr-gcc is not installed; install it with: apt-get install gcc-avr avr-libc binutils-avr\n"
    )


@pytest.mark.parametrize("name", Lab().list_commands(None))
def test_help_has_an_example(name):
    run = motecurve(name, "--help")
    assert run.returncode == 0
    assert f"./motecurve {name}" in run.stdout


@pytest.mark.parametrize("words", [(), ("key",), ("curves",)])
def test_help_cuts_no_sentence(words):
    output = motecurve(*words, "--help").stdout
    commands_of = output.partition("Commands:")[2]
    assert commands_of and "..." not in commands_of


def test_version():
    """The version of the library."""
    project = re.search(r"^project\(motecurve VERSION ([\d.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.M)
    run = motecurve("--version")
    assert (run.returncode, run.stdout) == (0, f"motecurve {project[1]}\n")


def test_csv_holds_what_json_holds():
    """One line a row; lists and objects as JSON, empty for null."""
    for words in (("curves", "list"), ("curves", "show", "sect163k1"), ("algorithms", "--family", "fb-sqr")):
        rows = json.loads(motecurve(*words, "--format", "json").stdout)
        lines = list(csv.DictReader(io.StringIO(motecurve(*words, "--format", "csv").stdout)))
        assert len(lines) == len(rows)
        for line, row in zip(lines, rows, strict=True):
            texts = {name: "" if v is None else v if isinstance(v, str) else json.dumps(v) for name, v in row.items()}
            assert line == texts


def test_csv_steers_no_terminal(capsys):
    display.for_programs([{"name": "a\x1b[2J,\n", "count": 1}, {"other": [1.5, None]}], "csv")
    assert capsys.readouterr().out == 'name,count,other\n"a\\x1b[2J,\\n",1,\n,,"[1.5, null]"\n'
    assert not display.for_programs([], "table") and capsys.readouterr().out == ""


# ---- Refusals of the system


@pytest.mark.parametrize(
    "words", [("curves", "list"), ("algorithms", "--format", "table"), ("--help",), ("--version",)]
)
def test_full_device(words):
    with open("/dev/full", "w") as full:
        run = motecurve(*words, stdout=full)
    assert (run.returncode, run.stderr) == (2, "motecurve: cannot write: No space left on device\n")


@pytest.mark.parametrize("words", [("curves", "list"), ("algorithms",)])
def test_reader_that_has_enough(words):
    """As with `head -1`: quiet, and the status that a shell gives for SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        run = motecurve(*words, stdout=closed)
    assert (run.returncode, run.stderr) == (141, "")


@pytest.mark.parametrize("address_bytes", [40 << 20, 60 << 20, 80 << 20, 120 << 20])
def test_too_little_memory(address_bytes, tmp_path):
    """One line, whichever part runs out of memory; some commands need less than the largest limit."""
    (tmp_path / "large.json").write_text("{" + '"a":[' * 100 + "[]," * 3_000_000 + "[]" + "]" * 100 + "}")
    run = limited(address_bytes, "vectors", str(tmp_path / "large.json"))
    assert run.status == 2 and run.error.startswith("motecurve: ") and run.error.count("\n") == 1, run.error


def test_folder_of_builds(tmp_path, monkeypatch):
    """In the checkout; if that cannot be written, in a separate folder among the user's caches."""
    assert build_folder(tmp_path) == tmp_path / "build"
    monkeypatch.setattr(os, "access", lambda path, _: not str(path).startswith(str(tmp_path)))
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    other = build_folder(tmp_path)
    assert other.parent == Path("/caches/motecurve") and other != build_folder(tmp_path / "other")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/user")
    assert build_folder(tmp_path).parent == Path("/home/user/.cache/motecurve")


def test_every_command_module_is_listed():
    assert {"bench", "ctcheck", "profile"} <= set(Lab().list_commands(None))
    assert commands.__path__
