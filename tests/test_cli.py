"""The command line: JSON on stdout, progress and errors on stderr, exit status, help with an example."""

import json
import os
import subprocess
import sys

import click
import pytest

from motecurve import ROOT, cli, commands
from motecurve.cli import Lab

MULTIPLICATION = ("bench", "--op", "fb-mul", "--algorithm", "ld-registers")


def motecurve(*words: str, **environment: str) -> subprocess.CompletedProcess:
    """Runs the lab as ./motecurve does."""
    env = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'lab'}"} | environment
    return subprocess.run([sys.executable, "-m", "motecurve", *words], env=env, capture_output=True, text=True)


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


def test_every_command_module_is_listed():
    assert {"bench", "ctcheck", "profile"} <= set(Lab().list_commands(None))
    assert commands.__path__
