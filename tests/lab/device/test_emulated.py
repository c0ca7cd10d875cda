"""The bench on emulated boards through their serial port: right results, the simulator's cycles, and no wrong figure
whatever happens to the line."""

import contextlib
import json
import os
import random
import select
import threading
import time

import pytest

from motelab.common.errors import ImageFailed, MotecurveError
from motelab.device import emulator, flashing, line, session, silicon
from motelab.device.image import builder_for
from motelab.measure import bench
from motelab.measure.bench import Request

MARK_CYCLES = 40  # of the marks and of loading arguments, which the simulator's interval leaves out
# Of an Ibex image: beside its simulator's, the linker encodes some calls of the library in other sizes (boards.toml).
CALLS_PART = 0.001


def requested(board: str, operation: str, curve: str, profile: str = "balanced") -> Request:
    return Request(board, operation, backend="asm", curve=curve, profile=profile)


@contextlib.contextmanager
def on_emulator(request: Request):
    builder = builder_for(bench.select(request))
    with emulator.running(builder.board, builder.image()) as board:
        yield board


def measured(request: Request) -> dict:
    with on_emulator(request) as board:
        return silicon.measured([request], board.port, True, lambda *_: None)[0]


@pytest.mark.parametrize(
    "place",
    [
        ("uno", "fp-mul-reduce", "secp256r1"),
        ("cortex-m0plus", "fp-mul-reduce", "secp256r1"),
        ("telosb", "fp-mul-reduce", "secp256r1"),
        ("msp430f5438a", "fp-mul-reduce", "secp256r1"),
        ("ibex", "fp-mul-reduce", "secp256r1"),
        pytest.param(("uno", "ecdh", "Curve25519"), marks=pytest.mark.slow),
        pytest.param(("uno", "ecdh", "secp256r1"), marks=pytest.mark.slow),
        pytest.param(("mega", "ecdsa-sign", "secp256r1", "fast"), marks=pytest.mark.slow),
        *(
            pytest.param((board, *place), marks=pytest.mark.slow)
            for board in ("cortex-m0plus", "cortex-m4")
            for place in (("ecdh", "Curve25519"), ("ecdh", "secp256r1"), ("ecdsa-sign", "secp256r1"))
        ),
        *(
            pytest.param((board, "ecdsa-verify", "secp256r1"), marks=pytest.mark.slow)
            for board in ("cortex-m4", "nrf52840", "rp2040", "stm32l0")
        ),
        *(
            pytest.param((board, operation, curve, "fast"), marks=pytest.mark.slow)
            for board in ("telosb", "msp430f5438a", "ibex")
            for operation, curve in (("ecdh", "Curve25519"), ("ecdh", "secp256r1"), ("ecdsa-sign", "secp256r1"))
        ),
        pytest.param(("ibex-b", "fp-mul-reduce", "secp256r1"), marks=pytest.mark.slow),
    ],
)
def test_figures_are_those_of_the_simulator(place):
    record = measured(requested(*place))
    assert record["verified"] and record["origin"] == "emulated" and record["simulator"] is None
    by_calls = CALLS_PART * record["simulated"] if place[0].startswith("ibex") else 0
    assert -by_calls <= record["cycles"] - record["simulated"] <= MARK_CYCLES + by_calls
    assert abs(record["stack_bytes"] - record["simulated_stack_bytes"]) <= 2
    assert record["instructions"] is None and record["flash_bytes"] > 0


class FaultyLine:
    """A port in front of another one, which loses, changes and adds bytes, and resets the board, `faults` times."""

    def __init__(self, board: emulator.Emulated, faults: int, seed: int):
        self.board, self.left, self.source = board, faults, random.Random(seed)
        self.own, other = os.openpty()
        self.port, self.to_board = os.ttyname(other), os.open(board.port, os.O_RDWR | os.O_NOCTTY)
        threading.Thread(target=self.forward, daemon=True).start()

    def forward(self) -> None:
        ways = {self.own: self.to_board, self.to_board: self.own}
        with contextlib.suppress(OSError):
            while True:
                for source in select.select([*ways], [], [])[0]:
                    content = os.read(source, 256)
                    if not content:
                        return  # the emulator has ended
                    os.write(ways[source], self.spoiled(content))

    def spoiled(self, content: bytes) -> bytes:
        if not self.left or self.source.random() < 0.75:
            return content
        self.left -= 1
        place, kind = self.source.randrange(len(content)), self.source.randrange(4)
        if kind == 3:
            self.board.reset()
            return content
        middle = (b"", bytes([content[place] ^ 1 << self.source.randrange(8)]), content[place : place + 1] * 2)[kind]
        return content[:place] + middle + content[place + 1 :]


@pytest.mark.parametrize(
    "board, faults, patience_s",
    [
        ("uno", 5, 0.15),
        pytest.param("uno", 100, 0.15, marks=pytest.mark.slow),
        pytest.param("telosb", 100, 0.15, marks=pytest.mark.slow),
        pytest.param("cortex-m0plus", 100, 0.15, marks=pytest.mark.slow),
        pytest.param("ibex", 100, 0.3, marks=pytest.mark.slow),
    ],
)
def test_faults_of_the_line_change_no_figure(monkeypatch, board, faults, patience_s):
    """Of each of the 20 and more runs the output is right, and all have the same cycles."""
    monkeypatch.setattr(session, "LEAST_PATIENCE_S", patience_s)
    monkeypatch.setattr(session, "RESTARTS", 10 * faults)
    monkeypatch.setattr(session, "BEGINS_S", 60.0)
    request = requested(board, "fp-mul-reduce", "secp256r1")
    with on_emulator(request) as emulated:
        faulty = FaultyLine(emulated, faults, seed=1)
        records = [
            silicon.measured([request], faulty.port, True, lambda *_: None)[0]
            for _ in iter(lambda: faulty.left > 0, False)
        ]
    assert records and {(r["min"], r["max"]) for r in records} == {(records[0]["min"],) * 2}
    assert 0 <= records[0]["min"] - records[0]["simulated"] <= MARK_CYCLES


def test_another_image_and_a_wrong_result(monkeypatch):
    here, other = requested("uno", "fp-mul-reduce", "secp256r1"), requested("uno", "fp-sqr-reduce", "secp256r1")
    with on_emulator(here) as board:
        with pytest.raises(MotecurveError, match=r"another image answers on .*; write this one with --flash"):
            silicon.measured([other], board.port, True, lambda *_: None)
        monkeypatch.setattr(session.Session, "run", lambda self, *_: session.Run(1, 2, bytes(32)))
        with pytest.raises(
            ImageFailed, match=r"fp-mul-reduce .* on the board gives 0+ where [0-9a-f]+ is due; known answer"
        ):
            silicon.measured([here], board.port, True, lambda *_: None)


def test_a_clock_that_is_wrong_is_refused(monkeypatch):
    """By a clock that goes a hundred times as fast as the emulator's."""
    request = requested("uno", "fp-mul-reduce", "secp256r1")
    monkeypatch.setattr(session, "PAUSE_S", 1e4)
    monkeypatch.setattr(session, "BEGINS_S", 1e4)
    start = time.monotonic()
    monkeypatch.setattr(line.time, "monotonic", lambda: start + 100 * (time.perf_counter() - start))
    with (
        on_emulator(request) as board,
        pytest.raises(MotecurveError, match=r"the clock of the board is .* 16 MHz are due for uno"),
    ):
        silicon.measured([request], board.port, False, lambda *_: None)


def test_counters_that_begin_again():
    one = session.Session.__new__(session.Session)
    one.counter_bits = 27
    one.builder = builder_for(bench.select(requested("uno", "fp-mul-reduce", "secp256r1")))
    for cycles in (1_000, 2**26, 2**27 + 5, 3 * 2**27 - 1, 620_000_000):
        for error in (0.98, 1, 1.02):
            assert one._whole(cycles % 2**27, error * cycles / 16e6) == cycles


def test_the_command(lab):
    status, output, _ = lab("bench --board uno --op fp-mul-reduce --curve secp256r1 --device emulator")
    (record,) = json.loads(output)
    assert status == 0 and record["origin"] == "emulated" and record["difference_percent"] < 1
    for arguments, words in {
        "--board micaz --op ecdh --curve secp256r1 --device emulator": "these have: uno, mega",
        "--board uno --op ecdh --curve secp256r1 --flash": "go with --device",
        "--board uno --op fp-mul-reduce --curve secp256r1 --device /dev/ttyNONE": "no port /dev/ttyNONE",
        "--board uno --op ecdh --curve P-256 --device emulator --contribute x --contributor y": "emulator's are none",
        "--board uno --op fp-mul-reduce --curve secp256r1 --device /dev/ttyNONE --contribute x": "go together",
        "--board uno --op ecdsa-verify --curve secp256r1 --cases 9 --device emulator": "leave out --versus",
    }.items():
        status, _, told = lab(f"bench {arguments}")
        assert status == 2 and words in told


def test_writing_an_image(monkeypatch, tmp_path):
    """By a tool that keeps its arguments, and one that fails."""
    tool = tmp_path / "avrdude"
    tool.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/told\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    builder = builder_for(bench.select(requested("uno", "fp-mul-reduce", "secp256r1")))
    flashing.flash(builder, "/dev/ttyACM0")
    told = (tmp_path / "told").read_text()
    assert told.startswith("-p m328p -c arduino -P /dev/ttyACM0 ") and ".hex:i" in told
    assert flashing.written(builder).read_text().startswith(":10")
    for_motes = builder_for(bench.select(requested("telosb", "fp-mul-reduce", "secp256r1")))
    assert flashing.written(for_motes).read_text().startswith(":10400000")  # its flash begins there
    by_no_tool = builder_for(bench.select(requested("ibex", "fp-mul-reduce", "secp256r1")))
    with pytest.raises(MotecurveError, match=r"no tool writes images to ibex; load .* yourself"):
        flashing.flash(by_no_tool, "/dev/ttyUSB0")
    tool.write_text("#!/bin/sh\necho 'avrdude: stk500_recv(): not responding' >&2\necho 'Error: no sync' >&2\nexit 1\n")
    with pytest.raises(MotecurveError, match="avrdude did not write the image: Error: no sync; run it again"):
        flashing.flash(builder, "/dev/ttyACM0")
