"""Boards that people hold in their hands, which share processors with others: an Arduino Uno has little RAM, an Arduino
Mega a longer program counter, others another clock. Clocks stand with wait states."""

import dataclasses
import json

import pytest

from motelab.boards import board, qemu_system
from motelab.common.errors import DoesNotFit
from motelab.compare import committed, committed_pairings
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.profile import profile
from motelab.measure.records import FIELDS, completed
from motelab.subjects.operations import fits
from motelab.sweep import parts

INVERSION = Request("mega", "fb-inv", "itoh-tsujii", backend="c")
LEFT_TO_THE_PROGRAM = 512


def test_every_protocol_fits_an_uno():
    """On every curve of the records; 512 B of RAM are left."""
    device, records = board.load("uno"), committed.of("uno")
    assert device.ram_bytes - device.usable_ram_bytes == LEFT_TO_THE_PROGRAM
    found = {(r["curve"], r["operation"]) for r in records if r["profile"] == "fast"}
    wanted = [(c, name) for c in committed.curves_of(device) for name in committed.PROTOCOLS if fits(name, c)]
    assert {(curve.name, name) for curve, name in wanted} <= found and len(wanted) == 7 * 3 + 1 + 2
    assert all(r["ram_static_bytes"] + r["stack_bound_bytes"] <= device.usable_ram_bytes for r in records)
    assert all(r["flash_bytes"] <= device.usable_flash_bytes for r in records)
    assert not {row["operation"] for row in committed.left_out("uno")} & set(committed.PROTOCOLS)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            Request("uno", "scalar-mult", "regular-window", 4, "asm", "Ed25519"),
            r"takes \d{3} B of static RAM and up to 2,\d{3} B of stack; uno has 1,536 B of its 2,048 for images",
        ),
        (
            Request("uno", "ecdsa-sign", "comb", 6, "asm", "secp256r1", choices=(("fp-inv", "safegcd"),)),
            r"the image takes 3\d,\d{3} B of flash; uno has 32,256 B of its 32,768 for images",
        ),
    ],
    ids=["RAM", "flash"],
)
def test_what_does_not_fit_an_uno_says_by_how_much(request_, message):
    """The stack runs into the variables there, and the linker would only say that the code is too large."""
    with pytest.raises(DoesNotFit, match=message):
        bench.measure_one(bench.select(request_))


def test_calls_of_a_mega_take_a_cycle_more():
    """So do returns; each return address takes a byte of stack more."""
    on_mica = dataclasses.replace(INVERSION, board="micaz")
    mega, mica = (bench.measure_one(bench.select(request)) for request in (INVERSION, on_mica))
    rows = profile(INVERSION)
    runs = next(row["calls"] for row in rows if row["routine"] == "mc_fb163_inv_itoh_tsujii")
    calls = sum(row["calls"] for row in rows) // runs - 1
    assert calls > 100 and mega["instructions"] == mica["instructions"]
    assert mega["cycles"] - mica["cycles"] == 2 * calls + 1
    assert 1 < mega["stack_bytes"] - mica["stack_bytes"] < 6  # nested calls


@pytest.mark.parametrize(
    ("name", "model"), [("nrf52840", "cortex-m4"), ("rp2040", "cortex-m0plus"), ("stm32l0", "cortex-m0plus")]
)
def test_a_board_like_another(name, model):
    """It has the other's processor, compiler and members, and its own clock, memories and currents."""
    own, other = board.load(name), board.load(model)
    for shared in ("mcu", "platform", "cycle_model", "simulator", "curves", "choices", "operand_times"):
        assert getattr(own, shared) == getattr(other, shared), shared
    assert own.compiler.flags == other.compiler.flags and own.compiler.targets == other.compiler.targets
    assert own.device != other.device and own.clock_hz != other.clock_hz and own.flash_bytes != own.ram_bytes
    assert own.power != other.power or not own.power
    top = f"-Wl,--defsym=bench_stack_top={0x20000000 + own.usable_ram_bytes:#x}"
    assert top in own.compiler.link_flags and own.machine["ram_bytes"] == own.usable_ram_bytes
    assert {r.curve for r in committed.planned(name)[0]} <= {*own.recorded.curves}
    assert committed_pairings.planned(name) == []


def test_an_emulated_machine_has_the_ram_of_the_board():
    options = " ".join(qemu_system._launch("cortex-m0plus", 20_480, {}).options)
    assert "sram-size=20480" in options


@pytest.mark.parametrize("name", board.simulated())
def test_a_clock_stands_with_wait_states(name):
    """On boards with cycles; the others tell no time."""
    device = board.load(name)
    assert (device.flash_wait_states is not None) == device.counts_cycles
    assert device.clock_in_words.endswith(", no waits") == device.counts_cycles


@pytest.mark.parametrize(
    ("waits", "words"),
    [(0, "7.3728 MHz, no waits"), (1, "7.3728 MHz, 1 wait"), (2, "7.3728 MHz, 2 waits"), (None, "7.3728 MHz")],
)
def test_clock_in_words(waits, words):
    assert board.clock_in_words(7_372_800, waits) == words


def test_records_of_before_are_without_waits():
    """Whether they count cycles or instructions, with every field in its place; other rows stay as they are."""
    for name, waits in (("micaz", 0), ("rpi2", None)):
        record = committed.of(name)[0]
        assert tuple(record) == FIELDS and record["flash_wait_states"] == waits
        older = {field: value for field, value in record.items() if field != "flash_wait_states"}
        assert json.dumps(completed(older)) == json.dumps(completed(record)) == json.dumps(record)
    assert completed({"board": "micaz"}) == {"board": "micaz"}
    assert completed({"clock_hz": 1, "flash_wait_states": 2})["flash_wait_states"] == 2


def test_rows_of_a_sweep_count_new_values_where_a_board_sets_them():
    """Waits, memories that images cannot use: rows of other boards stay fresh."""
    telosb = board.load("telosb")
    values = parts.values.__wrapped__
    assert not {"flash_wait_states", "image_ram_bytes", "recorded"} & values(telosb, "fast").keys()
    assert values(dataclasses.replace(telosb, flash_wait_states=1), "fast")["flash_wait_states"] == 1
    assert values(board.load("uno"), "fast")["image_ram_bytes"] == 1_536
