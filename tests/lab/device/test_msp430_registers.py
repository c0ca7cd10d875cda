"""Timers, DMA and serial ports of the emulated MSP430 chips do what the families' user's guides say: SLAU049, chapters
8 (DMA), 11 and 12 (timers), 13 (USART); SLAU208, the chapters of these names and of USCI in UART mode."""

import os
import select
import struct
import subprocess
from pathlib import Path

import pytest

from motelab.boards import binutils
from motelab.boards.board import load
from motelab.device import emulator

PATIENCE_S = 20
DIVIDER = 20  # of the serial port's clock
# Board -> addresses and bits, the set-up of its port, the cycles in ten ticks of ACLK after a reset (0.8 MHz are within
# the range of SLAS368; SLAU208: 1.048 MHz).
CHIPS = {
    "telosb": (
        {"WATCHDOG": 0x120, "FINE": 0x160, "COARSE": 0x180, "DMATRIGGER": 0x122, "DMACONTROL": 0x1E0,
         "DMASOURCE": 0x1E2, "DMADESTINATION": 0x1E4, "DMASIZE": 0x1E6, "TRIGGER": 2, "FLAGS": 3, "RXBUF": 0x7E,
         "TXBUF": 0x7F, "RXIFG": 0x10, "TXIFG": 0x20},
        ((0x78, 0x11), (0x79, 0x20), (0x7C, DIVIDER), (0x7D, 0), (5, 0x30), (0x78, 0x10)),
        244,
    ),
    "msp430f5438a": (
        {"WATCHDOG": 0x15C, "FINE": 0x340, "COARSE": 0x380, "DMATRIGGER": 0x500, "DMACONTROL": 0x510,
         "DMASOURCE": 0x512, "DMADESTINATION": 0x516, "DMASIZE": 0x51A, "TRIGGER": 4, "FLAGS": 0x61D, "RXBUF": 0x60C,
         "TXBUF": 0x60E, "RXIFG": 1, "TXIFG": 2},
        ((0x600, 0x81), (0x606, DIVIDER), (0x607, 0), (0x600, 0x80)),
        320,
    ),
}  # fmt: skip


def image(board: str, work: Path) -> Path:
    """The program that asks the registers, for a board."""
    equates, port, _ = CHIPS[board]
    text = "".join(f".equ {name}, {value:#x}\n" for name, value in equates.items())
    text += ".macro port\n" + "".join(f"mov.b #{value:#x}, &{at:#x}\n" for at, value in port) + ".endm\n"
    source, made, linked = work / "registers.S", work / "registers.o", work / "registers.elf"
    source.write_text(text + Path(__file__).with_name("msp430_registers.S").read_text())
    compiler = load(board).compiler
    subprocess.run([binutils.tool("msp430-elf", "as"), "-mn", str(source), "-o", str(made)], check=True)
    subprocess.run([binutils.tool("msp430-elf", "ld"), *compiler.link_flags, str(made), "-o", str(linked)], check=True)
    return linked


def received(port: int, count: int) -> bytes:
    content = b""
    while len(content) < count:
        assert select.select([port], [], [], PATIENCE_S)[0], f"{len(content)} of {count} bytes came"
        content += os.read(port, count - len(content))
    return content


@pytest.mark.parametrize("board", CHIPS)
def test_registers(board, tmp_path):
    equates, _, in_ten_ticks = CHIPS[board]
    with emulator.running(load(board), image(board, tmp_path)) as emulated:
        port = os.open(emulated.port, os.O_RDWR | os.O_NOCTTY)
        assert received(port, 2) == b"AB"
        os.write(port, b"x")
        words = struct.unpack("<20H", received(port, 40))
        os.close(port)
    three, more, by_8, stood, cleared, before, after, running, over, ticks, *rest = words
    assert (three, more, by_8, stood, cleared) == (3, 23, 16, 0, 0)
    assert (before & 1, after & 1, running & 1, over & 1) == (0, 1, 0, 1)
    assert abs(ticks - in_ten_ticks) <= 16
    cycles, left, moved, flag, *serial = rest
    assert (cycles, left, moved, flag & 1) == (63 + 4, 6, 0x5678, 0)
    first, second, until_out, came, byte, taken = serial
    sends, receives = equates["TXIFG"], equates["RXIFG"]
    assert first & sends and not second & sends and 10 * DIVIDER <= until_out <= 10 * DIVIDER + 24
    assert came & receives and byte == ord("x") and not taken & receives
