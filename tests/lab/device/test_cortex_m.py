"""Images for chips with a Cortex-M: memories, vectors, the counter beyond 24 bits, the code of instructions."""

import subprocess

import pytest
from elftools.elf.elffile import ELFFile

from motelab.common.errors import MotecurveError
from motelab.device import drivers, emulator, flashing
from motelab.device.emulated_cortex_m import command
from motelab.device.image import DeviceBuilder
from motelab.device.line import Line
from motelab.device.session import PAUSE_S, Session
from motelab.measure import bench
from motelab.measure.bench import Request

# By the chips' data sheets: where the vectors are, where code may be, where variables and the stack may be.
MEMORIES = {
    "cortex-m0plus": (0x0000_0000, (0x0000_0000, 0x0004_0000), (0x2000_0000, 0x2000_8000)),
    "cortex-m4": (0x0800_0000, (0x0800_0000, 0x0810_0000), (0x2000_0000, 0x2002_0000)),
    "nrf52840": (0x0000_0000, (0x0000_0000, 0x0010_0000), (0x2000_0000, 0x2004_0000)),
    "rp2040": (0x2000_0100, (0x2000_0000, 0x2002_0000), (0x2002_0000, 0x2004_2000)),
    "stm32l0": (0x0800_0000, (0x0800_0000, 0x0803_0000), (0x2000_0000, 0x2000_5000)),
}
MARK_CYCLES = 60  # of the marks, and of a pause's beginning and end


def built(board: str) -> DeviceBuilder:
    return DeviceBuilder(bench.select(Request(board, "fp-mul-reduce", backend="asm", curve="secp256r1")))


def of_this_platform() -> list[str]:
    return [name for name, driver in drivers.known().items() if driver.drivers[0] == "cortex_m"]


def test_every_chip_is_tested():
    assert sorted(MEMORIES) == sorted(of_this_platform())


@pytest.mark.parametrize("board", MEMORIES)
def test_an_image_lies_where_its_chip_looks_for_it(board):
    vectors, (code, code_end), (ram, ram_end) = MEMORIES[board]
    with built(board).image().open("rb") as stream:
        elf = ELFFile(stream)
        parts = [(s["p_paddr"], s.data()) for s in elf.iter_segments("PT_LOAD") if s["p_filesz"]]
        variables = [s for s in elf.iter_sections() if s["sh_flags"] & 3 == 3]  # written, and in memory
        entry = elf["e_entry"]
        names = {s.name: s["st_value"] for s in elf.get_section_by_name(".symtab").iter_symbols()}
    assert all(code <= begin and begin + len(data) <= code_end for begin, data in parts)
    assert all(ram <= s["sh_addr"] and s["sh_addr"] + s["sh_size"] < ram_end for s in variables)
    begin, data = next((begin, data) for begin, data in parts if begin <= vectors < begin + len(data))
    stack, start, *faults = (int.from_bytes(data[vectors - begin + 4 * i :][:4], "little") for i in range(7))
    assert ram < stack <= ram_end and stack % 8 == 0 and stack > names["bench_stack_limit"]
    assert start == names["bench_start"] and all(at == names["fault"] for at in faults)
    assert all(at & 1 and code < at < code_end for at in (start, *faults))
    assert entry == (code | 1 if board == "rp2040" else start)
    assert "bench_semihosting" not in names and b"\xab\xbe" not in data[vectors - begin :][:64]


@pytest.mark.parametrize("board", ["cortex-m0plus", pytest.param("rp2040", marks=pytest.mark.slow)])
def test_the_counter_goes_on_after_24_bits(board):
    """By the pause, whose loop takes 4 cycles on a Cortex-M0+: SysTick begins again once at 24 MHz, 7 times at 133."""
    builder = built(board)
    clock_hz = builder.board.clock_hz
    assert clock_hz > 1 << 24
    with emulator.running(builder.board, builder.image()) as emulated:
        line = Line(emulated.port)
        Session(line, builder)
        answer, _ = line.exchange("W", b"", 4 * PAUSE_S)
        line.close()
    assert 0 <= int.from_bytes(answer, "little") - clock_hz // 4 * 4 <= MARK_CYCLES


def test_an_image_with_another_clock_is_refused():
    builder = built("stm32l0")
    words = command(builder.board, builder.image())
    words[words.index("16000000")] = "8000000"
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        line = Line(process.stdout.readline().decode().strip())
        with pytest.raises(MotecurveError):
            line.exchange("H", b"", 1.0, tries=1)
        line.close()
        assert process.communicate()[1] == (
            b"mc-cortex-m-serial: the image sets a clock of 16000000 Hz, where 8000000 are due\n"
        )


def test_chips_that_wait_are_not_emulated(tmp_path):
    board = bench.select(Request("cortex-m4", "fp-mul-reduce", curve="secp256r1")).board
    object.__setattr__(board, "flash_wait_states", 1)
    try:
        with pytest.raises(MotecurveError, match="has wait states or a slow multiplier"):
            command(board, tmp_path)
    finally:
        object.__setattr__(board, "flash_wait_states", 0)


@pytest.mark.parametrize("board", MEMORIES)
def test_the_command_that_writes_an_image(board):
    builder = built(board)
    words = flashing.command(builder, "/dev/ttyACM0")
    image = str(builder.image())
    assert words[0] == "openocd" and words[-2] == "-c"
    vectors, (code, _), _ = MEMORIES[board]
    into_ram = f"load_image {image}; resume {code:#x}; exit"
    assert words[-1].endswith(into_ram if vectors > code else f"program {image} verify reset exit")
