"""The boards telosb and msp430f5438a: the compiler's helper functions, records, words of two sizes, constant time,
refusals."""

import dataclasses
import itertools
import json
import random

import pytest
from click.testing import CliRunner

from motelab import ROOT
from motelab.boards import binutils, board, msp430
from motelab.boards.image import Builder
from motelab.commands.profile import command as profile_command
from motelab.common.errors import DoesNotFit, MissingTool, MotecurveError
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request
from tests.simulators.msp430 import build

BOARDS = ("telosb", "msp430f5438a")


def measured(**request) -> bench.Record:
    (record,) = bench.measure([Request(**{"board": "telosb", **request})], fresh=True)
    assert record["verified"], record
    return record


def edges(bits: int, generator: random.Random) -> list[int]:
    return [
        0,
        1,
        (1 << bits) - 1,
        1 << bits - 1,
        (1 << bits - 1) + 1,
        *(generator.randrange(1 << bits) for _ in range(3)),
    ]


def truncated(quotient_of: int, by: int) -> int:
    """The quotient of C, which rounds towards zero."""
    return abs(quotient_of) // abs(by) * (-1 if (quotient_of < 0) != (by < 0) else 1)


def signed(value: int, bits: int) -> int:
    return value - (value >> bits - 1 << bits)


def helper_cases() -> list[tuple[str, list[tuple[str, int]], int, int]]:
    """Helper, its operands (first register or "stack", followed by the words), bytes of its result, the result."""
    generator, cases = random.Random(1), []
    words = {bits: edges(bits, generator) for bits in (16, 32, 64)}
    for bits, name, first, second in ((16, "i", "r12", "r13"), (32, "l", "r12", "r14"), (64, "ll", "r8", "r12")):
        for a, b in itertools.product(words[bits], repeat=2):
            low = a * b % 2**bits
            cases.append((f"__mspabi_mpy{name}", [(first, a, bits), (second, b, bits)], bits // 8, low))
    for bits, name, second in ((16, "u", "r13"), (32, "ul", "r14")):
        for a, b in itertools.product(words[bits], words[bits][1:]):
            operands = [("r12", a, bits), (second, b, bits)]
            cases.append((f"__mspabi_div{name}", operands, bits // 8, a // b))
            cases.append((f"__mspabi_rem{name}", operands, bits // 8, a % b))
    for a, b in itertools.product(words[16], words[16][1:]):
        quotient = truncated(signed(a, 16), signed(b, 16))
        operands = [("r12", a, 16), ("r13", b, 16)]
        cases.append(("__mspabi_divi", operands, 2, quotient % 2**16))
        cases.append(("__mspabi_remi", operands, 2, (signed(a, 16) - quotient * signed(b, 16)) % 2**16))
    for bits, names, count_in in ((32, ("slll", "srll", "sral"), "r14"), (64, ("ashl", "lshr", "ashr"), "stack")):
        for a, count in itertools.product(words[bits], (0, 1, 15, 16, bits - 1)):
            for name, result in zip(names, (a << count, a >> count, signed(a, bits) >> count), strict=True):
                symbol = f"__mspabi_{name}" if bits == 32 else f"__{name}di3"
                cases.append((symbol, [("r12", a, bits), (count_in, count, 16)], bits // 8, result % 2**bits))
    return cases


def helper_program(cases) -> str:
    """Calls each helper and writes its result to the output."""
    lines = []
    for symbol, operands, size, _ in cases:
        for place, value, bits in operands:
            parts = [value >> 16 * i & 0xFFFF for i in range(bits // 16)]
            first = 0 if place == "stack" else int(place[1:])
            lines += [f"mov #{part}, r{first + i}" if first else f"push #{part}" for i, part in enumerate(parts)]
        lines += [f"call #{symbol}"] + ["incd r1" for place, _, _ in operands if place == "stack"]
        for i in range(size // 2):
            lines += [f"call #write{12 + i}"]
    writers = [
        f"routine write{r}\n mov.b r{r}, &OUTPUT\n swpb r{r}\n mov.b r{r}, &OUTPUT\n ret\nend write{r}"
        for r in range(12, 16)
    ]
    return "\n".join(['.include "io.inc"', *writers, "routine main", *lines, "exit_with 0", "end main", ""])


@pytest.mark.parametrize("name", BOARDS)
def test_what_the_compiler_calls(name, tmp_path):
    objects, cases = build.helpers(name, tmp_path), helper_cases()
    for begin in range(0, len(cases), 400):
        part = cases[begin : begin + 400]
        elf = build.image(name, helper_program(part), tmp_path, objects)
        output = msp430.execute(elf, measure=None, **board.load(name).machine).output
        for symbol, operands, size, expected in part:
            assert int.from_bytes(output[:size], "little") == expected, (symbol, operands)
            output = output[size:]
        assert not output


SAME_TIME = ("mpyi", "mpyl", "mpyll", "divu", "remu", "divi", "remi")


@pytest.mark.parametrize("symbol", [f"__mspabi_{name}" for name in SAME_TIME])
def test_products_and_short_quotients_take_the_same_time(symbol, tmp_path):
    cases = [case for case in helper_cases() if case[0] == symbol]
    elf = build.image("telosb", helper_program(cases), tmp_path, build.helpers("telosb", tmp_path))
    runs = msp430.execute(elf, measure=symbol).runs
    assert len(runs) == len(cases) and len({(run.cycles, run.trace_hash) for run in runs}) == 1


def test_record():
    record = measured(operation="fb-mul", curve="sect163k1")
    assert record["unit"] == "cycles" and record["simulator"] == "mc-msp430 1.0" and record["word_bits"] == 16
    assert record["min"] == record["max"] == record["cycles"] and record["constant_time"]
    assert record["microseconds"] == record["cycles"] / 8
    assert record["energy_mj"] == pytest.approx(record["cycles"] * 0.675e-6, abs=1e-6)
    assert record["cycle_model"].startswith("model (tables of")
    assert "binutils" in record["compiler"] and record["compiler"].startswith("clang-14 14.")
    assert measured(operation="fb-mul", curve="sect163k1") == record


@pytest.mark.parametrize("operation", ["fp-mul", "fp-inv"])
@pytest.mark.parametrize("name", BOARDS)
def test_prime_fields(name, operation):
    """Inversion uses division steps, whose products of digits do not come from the compiler."""
    record = measured(board=name, operation=operation, curve="secp160r1")
    assert record["verified"] and record["min"] == record["max"]


def test_words_of_eight_bits():
    narrow, wide = (measured(board=name, operation="fb-mul", curve="sect163k1") for name in ("telosb:8", "telosb"))
    assert (narrow["board"], narrow["word_bits"]) == ("telosb", 8)
    assert narrow["cycles"] > 1.5 * wide["cycles"]
    assert board.load("telosb:16") is board.load("telosb")
    for name in ("telosb:9", "telosb:", "host:8"):
        with pytest.raises(MotecurveError, match=r"words of (another size|an image)"):
            board.load(name)


def planted(name: str):
    """A selection whose image holds a routine of tests/boards/leaks instead of the multiplication."""
    chosen = bench.select(Request(board="telosb", operation="scalar-mult"))
    source = str(ROOT / "tests/boards/leaks" / f"{name}.c")
    operation = dataclasses.replace(chosen.operation, firmware=source, symbols=("planted",))
    return dataclasses.replace(chosen, operation=operation)


@pytest.mark.parametrize("name", ["branch", "loop"])
def test_planted_leak_is_found(name):
    row = ctcheck.check_selection(planted(name))
    assert ctcheck.leaked(row) and {leak["routine"] for leak in row["leaks"]} == {"planted"}


@pytest.mark.parametrize(("name", "equal_addresses"), [("none", True), ("index", False)])
def test_no_leak_where_there_is_none(name, equal_addresses):
    """An index is no leak: there is no cache."""
    row = ctcheck.check_selection(planted(name))
    assert not ctcheck.leaked(row) and row["equal_addresses"] == equal_addresses


def test_what_ships_is_constant_time():
    row = ctcheck.check(Request(board="telosb", operation="fb-inv"))
    assert row["equal_cycles"] and row["equal_trace"] and row["leaks"] == []


def test_profile():
    options = [
        "--board",
        "telosb",
        "--op",
        "fb-inv",
        "--algorithm",
        "itoh-tsujii",
        "--backend",
        "c",
        "--curve",
        "sect163k1",
    ]
    rows = json.loads(CliRunner().invoke(profile_command, [*options, "--format", "json"]).stdout)
    record = measured(operation="fb-inv", algorithm="itoh-tsujii", curve="sect163k1")
    assert sum(row["cycles_self"] for row in rows) == record["cycles"] and len(rows) > 3


def test_an_image_that_does_not_fit_is_refused_with_the_numbers(tmp_path):
    chosen = bench.select(Request(board="telosb", operation="scalar-mult", algorithm="ladder", curve="sect163k1"))
    builder = Builder(chosen)
    message = builder.overflow_in_numbers("region `flash' overflowed by 1000 bytes")
    assert message == "the image takes 50,120 B of flash; telosb has 49,120 B of its 49,152 for images"
    assert builder.overflow_in_numbers("region `ram' overflowed by 1 bytes").endswith(
        "10,241 B of RAM; telosb has 10,240"
    )
    firmware = tmp_path / "large.c"
    firmware.write_text(
        '#include "bench.h"\nstatic const volatile char large[60000] = {1};\n'
        "void bench_operation(void)\n{\n    BENCH_OUTPUT = large[bench_read_byte()];\n}\n"
    )
    operation = dataclasses.replace(chosen.operation, firmware=str(firmware))
    with pytest.raises(DoesNotFit, match=r"the image takes 6\d,\d\d\d B of flash; telosb has 49,120"):
        Builder(dataclasses.replace(chosen, operation=operation)).build()


def test_a_missing_tool_is_named_with_its_package(monkeypatch, tmp_path):
    device = board.load("telosb")
    without = dataclasses.replace(device, compiler=dataclasses.replace(device.compiler, command="no-such-clang"))
    monkeypatch.setattr(board, "load", lambda _: without)
    with pytest.raises(MissingTool, match="apt-get install clang-14"):
        bench.measure([Request(board="telosb")])
    monkeypatch.setattr(binutils, "ARCHIVES", tmp_path)
    binutils.archive.cache_clear()
    with pytest.raises(MissingTool, match="apt-get install binutils-source"):
        binutils.archive()
    binutils.archive.cache_clear()


def test_the_build_of_binutils_names_what_it_lacks(monkeypatch, tmp_path):
    monkeypatch.setattr(binutils, "BUILD", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match=r"apt-get install (gcc|make)"):
        binutils.folder.__wrapped__("msp430-elf")
    assert not list((tmp_path / "tools").glob("*building"))
