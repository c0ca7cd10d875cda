"""The boards with Cortex-M: images verified, records in cycles, constant time without a data cache."""

import dataclasses

import pytest

from motelab import ROOT
from motelab.boards import board
from motelab.boards.image import Builder
from motelab.common.errors import ImageFailed, MissingTool
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request
from motelab.measure.profile import profile

BOARDS = ("cortex-m0plus", "cortex-m4")


def measured(**request) -> bench.Record:
    (record,) = bench.measure([Request(**request)], fresh=True)
    assert record["verified"], record
    return record


@pytest.mark.parametrize("name", BOARDS)
def test_record_counts_cycles(name):
    record = measured(board=name, operation="fb-mul")
    assert record["cycles"] == record["min"] == record["max"] > record["instructions"] > 1_000
    assert record["unit"] == "cycles" and record["constant_time"]
    assert record["microseconds"] == round(record["cycles"] / board.load(name).clock_hz * 1e6, 3)
    assert record["simulator"].startswith("qemu-system-arm 7.")
    assert 100 < record["flash_bytes"] < 10_000 and 100 < record["stack_bytes"] < 1_000
    assert record["ram_static_bytes"] == 0
    assert measured(board=name, operation="fb-mul") == record


def planted(name: str, device: str):
    """A selection whose image holds a routine of tests/boards/leaks instead of the multiplication."""
    chosen = bench.select(Request(board=device, operation="scalar-mult"))
    source = str(ROOT / "tests/boards/leaks" / f"{name}.c")
    return dataclasses.replace(
        chosen, operation=dataclasses.replace(chosen.operation, firmware=source, symbols=("planted",))
    )


@pytest.mark.parametrize("device", BOARDS)
@pytest.mark.parametrize("name", ["branch", "loop"])
def test_planted_leak_is_found(name, device):
    row = ctcheck.check_selection(planted(name, device))
    assert ctcheck.leaked(row) and not row["equal_trace"]
    assert {(leak["kind"], leak["routine"]) for leak in row["leaks"]} == {("branch", "planted")}


@pytest.mark.parametrize("device", BOARDS)
@pytest.mark.parametrize("name", ["index", "none"])
def test_no_leak_where_there_is_none(name, device):
    """An index does not show in the time: there is no cache."""
    row = ctcheck.check_selection(planted(name, device))
    assert not ctcheck.leaked(row) and row["leaks"] == []
    assert row["equal_addresses"] == (name == "none")


def test_profile_adds_up():
    request = Request(board=BOARDS[0], operation="fb-inv")
    rows, record = profile(request), measured(**dataclasses.asdict(request))
    runs = next(row["calls"] for row in rows if row["routine"] == "mc_fb163_inv_itoh_tsujii")
    assert sum(row["cycles_self"] for row in rows) == runs * record["cycles"]


def test_no_product_of_the_compilers_library():
    """It branches on carries, and so does its count of leading zeros."""
    for curve, operation in (("secp160r1", "ecdsa-sign"), ("sect163k1", "scalar-mult"), ("Curve25519", "ecdh")):
        image = Builder(bench.select(Request(board="cortex-m0plus", operation=operation, curve=curve))).build()
        symbols = image.path.with_suffix(".symbols").read_text().split()
        assert not {"__aeabi_lmul", "__muldi3", "__clzsi2", "__ctzsi2"} & set(symbols), operation


def test_an_image_that_does_not_fit_is_refused_with_the_numbers(monkeypatch):
    device = board.load(BOARDS[0])
    monkeypatch.setattr(board, "load", lambda _: dataclasses.replace(device, flash_bytes=1_000))
    with pytest.raises(ImageFailed, match=r"the image takes [\d,]+ B of flash; cortex-m0plus has 1,000"):
        Builder(bench.select(Request(board=BOARDS[0]))).build()


def test_a_missing_compiler_is_named_with_its_package(monkeypatch):
    device = board.load(BOARDS[0])
    without = dataclasses.replace(device, compiler=dataclasses.replace(device.compiler, command="no-such-gcc"))
    monkeypatch.setattr(board, "load", lambda _: without)
    with pytest.raises(MissingTool, match="gcc-arm-none-eabi"):
        bench.measure([Request(board=BOARDS[0])])
