"""The board `host` beside other libraries than OpenSSL: each one's results are ours, and what it lacks has a line."""

import dataclasses
import os
import subprocess

import pytest

from motelab import ROOT, cli
from motelab.boards import board
from motelab.common.errors import MissingTool, MotecurveError
from motelab.library import host, native_build, other_libraries
from motelab.library.other_libraries import OTHERS, PACKAGED, Other
from motelab.measure import bench, catalogue, native, records, run_facts
from motelab.measure.bench import Request
from motelab.subjects import groups

HOST = board.load("host")
SODIUM = Request(board="host", operation="ecdh", curve="Curve25519", versus="libsodium")
# The folder with s2n-bignum's source, which no package has; tests of it need a clone.
S2N_SOURCE = os.environ.get("MC_S2N_BIGNUM", "")


@pytest.fixture(autouse=True)
def own_outputs(tmp_path, monkeypatch):
    """Records and run facts stay out of the build folder; a few short blocks suffice here."""
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(run_facts, "RUN_FILE", tmp_path / "run.json")
    monkeypatch.setattr(native, "BLOCKS", 5)
    monkeypatch.setattr(native, "BLOCK_MICROSECONDS", 300)


def need(versus: str) -> None:
    """Skips where the library is not installed."""
    try:
        native_build.other_side(versus, S2N_SOURCE if versus == "s2n-bignum" else "")
    except MotecurveError as error:
        pytest.skip(str(error))


def one(request: Request, **changes) -> records.Record:
    request = dataclasses.replace(request, **changes)
    host.require(groups.find(request.curve).field)
    need(request.versus)
    (record,) = bench.measure([request])
    return record


@pytest.mark.parametrize(
    ("versus", "operation", "curve"),
    [(versus, *subject) for versus in OTHERS for subject in OTHERS[versus].compared],
)
def test_they_agree(versus, operation, curve, capsys):
    """Each library's results are the known answers, or verify; a time stands beside ours with its spread."""
    source = S2N_SOURCE if versus == "s2n-bignum" else ""
    record = one(Request(board="host", operation=operation, curve=curve, versus=versus, source=source))
    assert record["verified"] and record["versus"].lower().startswith(versus), capsys.readouterr().err
    assert record["versus_min"] <= record["versus_microseconds"] <= record["versus_max"]
    assert record["reach"] == pytest.approx(1 / record["ratio"], rel=0.01) and record["yardstick_ratio"] > 0
    assert record["level"] and record["device"]


def test_a_signature_of_the_other_kind_is_seen(monkeypatch, capsys):
    """A library that finds every signature valid disagrees about one that is not."""
    need("libsecp256k1")
    host.require("fp256k1")
    execute = native.execute

    def altered(*arguments):
        run = execute(*arguments)
        ours, theirs, yardstick = run.sides
        theirs = dataclasses.replace(theirs, results=tuple(r | {"status": r["status"] ^ 1} for r in theirs.results))
        return dataclasses.replace(run, sides=(ours, theirs, yardstick))

    monkeypatch.setattr(native, "execute", altered)
    record = one(Request(board="host", operation="ecdsa-verify", curve="secp256k1", versus="libsecp256k1"))
    assert record["verified"] and record["ratio"] is None
    assert "no comparison with libsecp256k1: it disagrees on a signature" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("versus", "operation", "curve", "reason"),
    [
        ("libsodium", "ecdh", "secp256r1", "it lacks this curve"),
        ("libsecp256k1", "ecdh", "secp256r1", "it lacks this curve"),
        ("libsecp256k1", "ecdsa-keygen", "secp256k1", "it lacks this operation"),
        ("botan", "ecdh", "sect163k1", "it lacks this curve"),
        ("botan", "ecdh", "Curve448", "it lacks this curve"),
        ("botan", "scalar-mult", "secp256r1", "it is compared in ecdh, ecdsa-sign and ecdsa-verify alone"),
        ("s2n-bignum", "ecdsa-sign", "secp256r1", "it lacks this operation on this curve"),
    ],
)
def test_what_they_lack_has_a_line(versus, operation, curve, reason, capsys):
    source = S2N_SOURCE if versus == "s2n-bignum" else ""
    record = one(Request(board="host", operation=operation, curve=curve, versus=versus, source=source))
    assert record["verified"] and record["versus"] is None and record["ratio"] is None
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("motecurve: ")]
    assert lines == [f"motecurve: {operation} on {curve}: no comparison with {versus}: {reason}"]


# Without the library


def without(monkeypatch, name: str, *options: str) -> None:
    """Lets the compiler miss the library."""
    monkeypatch.setitem(OTHERS, name, Other(OTHERS[name].package, options))
    monkeypatch.setattr(native_build, "other_side", native_build.other_side.__wrapped__)


def status_of(words: str, monkeypatch) -> int:
    """Exit status of the command line, in this process."""
    monkeypatch.setattr("sys.argv", ["motecurve", *words.split()])
    return cli.outcome()


@pytest.mark.parametrize("options", [("-lno-such-library",), ("-include", "no-such-header.h")])
def test_a_missing_library_is_named_with_its_package(options, monkeypatch):
    """Before anything is built or measured."""
    host.require("fp255")
    without(monkeypatch, "libsodium", *options)
    monkeypatch.setattr(native, "execute", None)
    with pytest.raises(
        MissingTool, match=r"^libsodium is not installed; install it with: apt-get install libsodium-dev$"
    ):
        bench.measure([SODIUM])


def test_missing_libraries_end_with_two(monkeypatch, capsys):
    """One line, the status 2, and no figure."""
    host.require("fp255")
    without(monkeypatch, "botan", "-lno-such-library")
    words = "bench --board host --op ecdh --curve Curve25519 --versus botan --format json"
    assert status_of(words, monkeypatch) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "motecurve: botan is not installed; install it with: apt-get install libbotan-2-dev\n")


def test_source_of_what_is_no_package(tmp_path):
    """s2n-bignum's is asked for, looked at, and refused for a library of a package."""
    with pytest.raises(MotecurveError, match="s2n-bignum is no package: git clone"):
        native_build.other_side("s2n-bignum")
    with pytest.raises(MotecurveError, match="holds no source of s2n-bignum"):
        native_build.other_side("s2n-bignum", str(tmp_path))
    with pytest.raises(MotecurveError, match="libsodium is Debian's libsodium-dev; --source is for"):
        native_build.other_side("libsodium", str(tmp_path))


def test_the_commit_of_a_source(tmp_path):
    assert other_libraries.commit(tmp_path) == "of unknown commit"
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "first")):
        (tmp_path / "file").write_text("first")
        subprocess.run(["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b.c", *words], check=True)
    first = other_libraries.commit(tmp_path)
    assert len(first) == other_libraries.COMMIT_CHARACTERS
    (tmp_path / "file").write_text("second")
    assert other_libraries.commit(tmp_path) == f"{first}+"


# What is compared


@pytest.mark.parametrize("versus", [name for name in OTHERS if OTHERS[name].compared])
def test_what_is_compared_without_names(versus):
    """Each subject of the library once, in constant time where there is a choice."""
    known = [s for s in OTHERS[versus].compared if host.holds(groups.find(s[1]).field)]
    if not known:
        pytest.skip("the chosen fields have none of its curves")
    requests = catalogue.compared(HOST, versus=versus)
    assert [(request.operation, request.curve) for request in requests] == known
    secret = [r for r in requests if not r.operation.endswith("verify")]
    assert all(bench.select(request).is_constant_time for request in secret)


def test_a_curve_that_the_library_has_not():
    with pytest.raises(MotecurveError, match=r"^libsodium is compared on Curve25519, Ed25519$"):
        catalogue.compared(HOST, "secp256r1", versus="libsodium")


def test_packages_are_set_up():
    text = (ROOT / "tools" / "setup.sh").read_text()
    assert all(OTHERS[name].package in text for name in PACKAGED)


def test_rpi2_runs_openssl_alone(monkeypatch, capsys):
    assert status_of("bench --board rpi2 --op ecdh --versus botan", monkeypatch) == 2
    assert "rpi2 does not run botan; --board host does" in capsys.readouterr().err
