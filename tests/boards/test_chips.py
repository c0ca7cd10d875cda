"""Chips by the names that stand on them (boards/chips.toml)."""

import pytest

from motelab.boards import board as boards
from motelab.boards import chips
from motelab.boards.schemas import ChipsFile
from motelab.common.errors import MotecurveError
from motelab.common.schema_types import faults

FOLLOWING = sorted({chip.names[0] for chip in chips.every().values() if chip.follows})
WITHOUT = sorted({chip.names[0] for chip in chips.every().values() if chip.without})


@pytest.mark.parametrize("name", ["nano", "Arduino Nano", "ATmega328P", "arduino-uno"])
def test_other_names_of_a_board(name):
    assert boards.load(name) is boards.load("uno")


@pytest.mark.parametrize("name", ["ESP32-C3", "esp32_c3", "CortexM4", "XIAO ESP32C3"])
def test_a_board_however_it_is_written(name):
    assert boards.load(name) is boards.load("cortex-m4" if "M4" in name else "esp32c3")


def test_every_chip_is_a_board_or_says_why_not():
    for name, chip in chips.every().items():
        assert name == chips.plain(name) and name not in boards.names()
        if not chip.without:
            assert not boards.load(name).is_host
    assert FOLLOWING and WITHOUT


@pytest.mark.parametrize("name", FOLLOWING)
def test_a_chip_that_follows_a_board(name):
    """Processor, compiler and choices are the board's; clock and memories the chip's; no current is made up."""
    chip, found = chips.find(name), boards.load(name.upper())
    core = boards.load(chip.follows)
    assert found.follows == core.name and found.name == name and found.device == chip.device != core.device
    assert (found.clock_hz, found.ram_bytes, found.flash_bytes) == (chip.clock_hz, chip.ram_bytes, chip.flash_bytes)
    assert (found.word_bits, found.choices, found.simulator, found.mcu) == (
        core.word_bits, core.choices, core.simulator, core.mcu,
    )  # fmt: skip
    assert found.power == {} and found.usable_ram_bytes == min(found.ram_bytes, core.usable_ram_bytes)
    assert found.cycle_worth == ("estimate" if chip.similar else core.cycle_worth)


@pytest.mark.parametrize("name", WITHOUT)
def test_a_chip_without_figures(name):
    with pytest.raises(MotecurveError, match=f"no figures for {name}: it has a"):
        boards.load(name)


@pytest.mark.parametrize(
    ("name", "suggestion"), [("atmega328pb", "atmega328p"), ("msp430f1612", "msp430f1611"), ("stm32g072", "stm32g071")]
)
def test_an_unknown_chip(name, suggestion):
    with pytest.raises(MotecurveError, match=f"no board '{name}'; did you mean {suggestion}"):
        boards.load(name)


@pytest.mark.parametrize("name", ["ESP32", "esp32-s3"])
def test_a_chip_that_only_sources_are_written_for(name):
    """In C, for its own memories; it is no board to measure on."""
    chip, found = chips.find(name), boards.portable(name)
    assert (found.device, found.ram_bytes, found.portable) == (chip.device, chip.ram_bytes, "xtensa")
    assert "asm" not in found.choices and found.compiler.targets == [] and found.follows is None
    assert found.best_backend("balanced") == "c"
    assert boards.portable("ESP32-C3") is boards.portable("uno") is boards.portable("nothing") is None


NANO = {"names": ["nano"], "board": "uno"}
OWN = {"device": "X", "clock_hz": 8_000_000, "ram_bytes": 2_048, "flash_bytes": 32_768, "source": "a data sheet"}


@pytest.mark.parametrize(
    ("chips_", "fault"),
    [
        ([NANO, NANO], "nano stands once"),
        ([{"names": ["nano"]}], "one of board, core, similar, without"),
        ([NANO | {"core": "uno"}], "one of board, core, similar, without"),
        ([{"names": ["x"], "core": "uno"}], "device, clock_hz, ram_bytes, flash_bytes, source"),
        ([NANO | OWN], "device, clock_hz, ram_bytes, flash_bytes, source"),
        ([NANO | {"firmware": "xtensa"}], "firmware only with without"),
        ([{"names": ["x"], "without": "y", "firmware": "xtensa"}], "device, clock_hz, ram_bytes, flash_bytes, source"),
        ([{"names": ["x"], "without": "y", "firmware": "z80"} | OWN], "xtensa"),
        ([{"names": ["ESP-32"], "board": "uno"}], "small letters and digits"),
    ],
)
def test_faults_of_the_file(chips_, fault):
    assert faults(ChipsFile, {"chip": [NANO]}) == [] and any(
        fault in line for line in faults(ChipsFile, {"chip": chips_})
    )
