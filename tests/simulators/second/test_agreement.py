"""Two simulators that share no code agree to the cycle: those of the boards, and the ones here, which were typed from
the manuals of the processors."""

import dataclasses
import functools
import subprocess
from pathlib import Path

import pytest

from motelab.boards.execution import Execution
from motelab.boards.image import Builder, Image
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request

FOLDER = Path(__file__).parent
SOURCES = {
    "micaz": ("avr.c",),
    "telosb": ("msp430.c", "msp430_multiplier.c"),
    "msp430f5438a": ("msp430.c", "msp430_multiplier.c"),
    "cortex-m0plus": ("arm.c", "thumb.c", "cortex_m0plus.c"),
    "cortex-m4": ("arm.c", "thumb.c", "thumb2.c", "thumb2_memory.c", "fpu.c", "cortex_m4.c"),
}
FLAGS = ("-O1", "-Wall", "-Wextra", "-Werror", f"-I{FOLDER}")
# Images of few cycles that hold most instructions between them.
QUICK = (
    Request(operation="fb-mul-reduce", backend="asm"),
    Request(operation="fb-inv", backend="asm"),
    Request(operation="fp-mul-reduce", curve="secp256r1", backend="asm"),
    Request(operation="order-inv", curve="sect163k1", backend="c"),
    Request(operation="ecdsa-sign", curve="sect163k1", backend="asm"),
)
ONE_IN = 3  # of the committed records


@dataclasses.dataclass(frozen=True)
class Run:
    """One run of the measured routine, and the stack by the bytes that it changed."""

    cycles: int
    instructions: int
    loads: int
    stores: int
    stack_bytes: int
    painted_bytes: int


def compiled(board: str, folder: Path, right: str = "", wrong: str = "") -> Path:
    """The second simulator of a board, with an error in the place of a text that stands in its sources once."""
    texts = {name: (FOLDER / name).read_text() for name in (*SOURCES[board], "common.c")}
    assert not right or sum(text.count(right) for text in texts.values()) == 1
    for name, text in texts.items():
        (folder / name).write_text(text.replace(right, wrong) if right else text)
    subprocess.run(["gcc", *FLAGS, "-o", folder / "second", *(folder / name for name in texts)], check=True)
    return folder / "second"


@pytest.fixture(scope="module")
def programs(tmp_path_factory) -> dict[str, Path]:
    """The second simulator of each board."""
    return {board: compiled(board, tmp_path_factory.mktemp(board)) for board in SOURCES}


def on(board: str, request: Request) -> Request:
    """The request for a board."""
    return dataclasses.replace(request, board=board)


@functools.cache
def of_the_first(request: Request) -> tuple[Image, bytes, Execution]:
    """The image of a request, the input for all its cases, and how the board's own simulator runs it."""
    chosen = bench.select(request)
    image = Builder(chosen).build()
    edge, random = bench.cases_of(chosen)
    return image, bench.inputs(chosen, edge + random), bench.executed(chosen, image, edge + random)


def difference(program: Path, request: Request) -> str | None:
    """Where the two simulators differ on the image and all cases of a request; None if they agree."""
    image, data, first = of_the_first(request)
    done = subprocess.run([program, request.board, image.path, image.symbol], input=data, capture_output=True, timeout=600)
    if done.returncode:
        return done.stderr.decode() or f"exit status {done.returncode}"
    *lines, output = done.stdout.decode().splitlines()
    runs = [Run(*map(int, line.split())) for line in lines]
    command = bench.command_for(request)
    if output != first.output.hex() or len(runs) != len(first.runs):
        return f"{command}: other outputs"
    for one, other in zip(first.runs, runs, strict=True):
        for name in ("cycles", "instructions", "loads", "stores", "stack_bytes"):
            if getattr(one, name) != getattr(other, name):
                return f"{command}: {name} {getattr(one, name)} and {getattr(other, name)}"
        if not other.stack_bytes / 2 < other.painted_bytes <= other.stack_bytes:
            return f"{command}: {other.painted_bytes} of {other.stack_bytes} B of stack changed"
    return None


@pytest.mark.parametrize("board", SOURCES)
@pytest.mark.parametrize("request_", QUICK, ids=lambda request: request.operation)
def test_both_agree(programs, board, request_):
    assert difference(programs[board], on(board, request_)) is None


@pytest.mark.slow
@pytest.mark.parametrize("board", SOURCES)
def test_both_agree_on_a_third_of_the_records(programs, board, capsys):
    """The commit chooses which."""
    requests = committed.share(committed.recorded(board), ONE_IN)
    with capsys.disabled():
        print(f"second simulator of {board}: {', '.join(sorted(bench.command_for(r) for r in requests))}")
    assert len(requests) > 20
    assert not [why for request in requests if (why := difference(programs[board], request))]


# Errors of a table or a rule, as somebody could type them.
PLANTED_AVR = {
    "MUL of one cycle": ("data[r], 0);\n        counts.cycles += 2;", "data[r], 0);\n        counts.cycles += 1;"),
    "CALL of three": ("call(target, 4);", "call(target, 3);"),
    "RCALL of four": ("call((pc + (uint32_t)far) & 0xffff, 3);", "call((pc + (uint32_t)far) & 0xffff, 4);"),
    "RET of five": ("pc |= pop();\n        counts.cycles += 4;", "pc |= pop();\n        counts.cycles += 5;"),
    "ADIW of one": ("counts.cycles += 2;\n}\n\n/* 9800", "counts.cycles += 1;\n}\n\n/* 9800"),
    "LD of one": ("    counts.loads++;\n    counts.cycles += 2;", "    counts.loads++;\n    counts.cycles += 1;"),
    "LPM of two": ("    counts.loads++;\n    counts.cycles += 3;", "    counts.loads++;\n    counts.cycles += 2;"),
    "PUSH of one": (
        "        counts.cycles += 2;\n    } else if (mode >= 4",
        "        counts.cycles += 1;\n    } else if (mode >= 4",
    ),
    "a skip without its own cycle": ("    counts.cycles += 1;\n    if (condition) {", "    if (condition) {"),
    "CPC sets Z": ("if (keeps_zero && !before)", "if (keeps_zero && !before && 0)"),
    "LSR loses its bit": ("carry = a & 1;", "carry = a >> 7;"),
    "ST counted as a load": ("    counts.stores++;", "    counts.loads++;"),
}
PLANTED_MSP430 = {
    "a constant of two cycles": ("cycles_of_two(from.way, &to,", "cycles_of_two(from.is_constant ? IMMEDIATE : from.way, &to,"),
    "to a register from memory two": ("to_register[] = {1, 2, 2, 2, 3}", "to_register[] = {1, 2, 2, 2, 2}"),
    "to PC from a stack two": ("to_pc[] = {2, 2, 3, 3, 3}", "to_pc[] = {2, 2, 2, 3, 3}"),
    "to memory from a register three": (" to_memory[] = {4, 5, 5, 5, 6}", "to_memory[] = {3, 5, 5, 5, 6}"),
    "to memory from memory five": (" to_memory[] = {4, 5, 5, 5, 6}", "to_memory[] = {4, 5, 5, 5, 5}"),
    "PUSH of four": ("{3, 4, 5, 4, 5}", "{4, 4, 5, 4, 5}"),
    "CALL of an address four": ("{4, 4, 5, 5, 5}", "{4, 4, 5, 4, 5}"),
    "jumps of one": ("    counts.cycles += 2;", "    counts.cycles += 1;"),
    "SUBC without its borrow": ("r = sum(d, s ^ ones, reg[SR] & C, is_byte);", "r = sum(d, s ^ ones, 1, is_byte);"),
    "a product that adds nothing": ("if (multiplier.kind & ACCUMULATES)", "if (0)"),
    "pops counted as loads": ("!o->is_pop", "1"),
    "RRC loses its bit": ("(reg[SR] & C) << (is_byte ? 7 : 15)", "0u << (is_byte ? 7 : 15)"),
}  # fmt: skip
PLANTED_CPUX = {
    "a jump to an address of two": ("to_pc_cpux[] = {3, 4, 4, 3, 5}", "to_pc_cpux[] = {3, 4, 4, 2, 5}"),
    "RET of three": ("to_pc_cpux[] = {3, 4, 4, 3, 5}", "to_pc_cpux[] = {3, 4, 3, 3, 5}"),
    "a move to memory without its footnote": ("(to_memory_cpux[from] - only_moves)", "(to_memory_cpux[from] - 0 * only_moves)"),
    "the footnote for sums": ("kind == MOV || kind == BIT || kind == CMP)", "1)"),
    "to memory from memory five": ("to_memory_cpux[] = {4, 5, 5, 5, 6}", "to_memory_cpux[] = {4, 5, 5, 5, 5}"),
    "to memory from a pointer four": ("to_memory_cpux[] = {4, 5, 5, 5, 6}", "to_memory_cpux[] = {4, 4, 5, 5, 6}"),
    "CALL of an address five": ("{4, 4, 4, 4, 5}", "{4, 4, 4, 5, 5}"),
    "PUSH of four": ("{3, 3, 3, 3, 4}", "{4, 3, 3, 3, 4}"),
    "PUSHM of one cycle less": ("counts.cycles += 2 + last + 1;", "counts.cycles += 2 + last;"),
    "POPM counted as loads": ("= read_data(reg[SP], 0, 0);", "= read_data(reg[SP], 0, 1);"),
    "the first operand without its high word": ("(uint32_t)value << 16;\n    else if", "0;\n    else if"),
    "a product of 32 bits": ("? UINT64_MAX : UINT32_MAX", "? UINT32_MAX : UINT32_MAX"),
    "the second operand without its low word": ("value << 16 | multiplier.second_low", "value << 16"),
}  # fmt: skip
PLANTED_ARMV6M = {
    "loads of one": ("    case LOAD:\n    case STORE:", "    case LOAD:\n        return 1;\n    case STORE:"),
    "stores of one": ("    case STORE:\n        return 2;", "        return 2;\n    case STORE:\n        return 1;"),
    "LDM and STM without their own cycle": ("now->words + (now->is_taken ? 3u : 1u)", "now->words + (now->is_taken ? 3u : 0u)"),
    "POP of PC of two more": ("now->words + (now->is_taken ? 3u : 1u)", "now->words + (now->is_taken ? 2u : 1u)"),
    "a branch taken of three": ("return now->is_taken ? 2 : 1;", "return now->is_taken ? 3 : 1;"),
    "a branch not taken of two": ("return now->is_taken ? 2 : 1;", "return 2;"),
    "B of three": ("    case BRANCH:\n", "    case BRANCH:\n        return 3;\n"),
    "BX of three": ("    case EXCHANGE:\n    case TO_PC:", "        return 2;\n    case EXCHANGE:\n        return 3;\n    case TO_PC:"),
    "BL of four": ("    case CALL:\n    case BARRIER:\n        return 3;", "    case CALL:\n        return 4;\n    case BARRIER:\n        return 3;"),
    "POP counted as loads": ("    cpu.moves_stack = 1;", "    cpu.moves_stack = !(op >> 11 & 1);"),
    "SBC without its borrow": ("arm_sum(*to, ~m, cpu.c, sets)", "arm_sum(*to, ~m, 1, sets)"),
    "ADC without its carry": ("arm_sum(*to, m, cpu.c, sets)", "arm_sum(*to, m, 0, sets)"),
    "UXTB of 16 bits": ("(op & 0x40 ? 0xff : 0xffff)", "(op & 0x40 ? 0xffff : 0xffff)"),
}  # fmt: skip
PLANTED = {
    "micaz": PLANTED_AVR,
    "telosb": PLANTED_MSP430,
    "msp430f5438a": PLANTED_CPUX,
    "cortex-m0plus": PLANTED_ARMV6M,
}


@pytest.mark.parametrize(
    ("board", "name"),
    [(board, name) for board, errors in PLANTED.items() for name in errors],
    ids=lambda text: text.replace(" ", "-"),
)
def test_a_planted_error_is_found(board, name, tmp_path):
    program = compiled(board, tmp_path, *PLANTED[board][name])
    assert any(difference(program, on(board, request)) for request in QUICK)
