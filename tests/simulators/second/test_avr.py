"""Two simulators of the ATmega128 that share no code agree to the cycle: libsimavr in simulators/avr, and avr.c here,
which was typed from the manual."""

import dataclasses
import subprocess
from pathlib import Path

import pytest

from motelab.boards.image import Builder
from motelab.common.errors import DoesNotFit
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request

FOLDER = Path(__file__).parent
SOURCE = FOLDER / "avr.c"
FLAGS = ("-O2", "-Wall", "-Wextra", "-Werror")
# Images of few cycles that hold most instructions between them.
QUICK = (
    Request(operation="fb-mul", algorithm="ld-registers"),
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


def compiled(source: str, folder: Path) -> Path:
    """The program of a source text."""
    program = folder / "avr"
    (folder / "avr.c").write_text(source)
    files = (folder / "avr.c", FOLDER / "common.c")
    subprocess.run(["gcc", *FLAGS, f"-I{FOLDER}", "-o", program, *files], check=True)
    return program


@pytest.fixture(scope="module")
def second(tmp_path_factory) -> Path:
    return compiled(SOURCE.read_text(), tmp_path_factory.mktemp("second"))


def difference(program: Path, request: Request) -> str | None:
    """Where the two simulators differ on the image and all cases of a request; None if they agree."""
    chosen = bench.select(request)
    image = Builder(chosen).build()
    edge, random = bench.cases_of(chosen)
    first = bench.executed(chosen, image, edge + random)
    done = subprocess.run(
        [program, image.path, image.symbol], input=bench.inputs(chosen, edge + random), capture_output=True, timeout=600
    )
    if done.returncode:
        return done.stderr.decode() or f"exit status {done.returncode}"
    *lines, output = done.stdout.decode().splitlines()
    runs = [Run(*map(int, line.split())) for line in lines]
    if output != first.output.hex() or len(runs) != len(first.runs):
        return f"{request.operation}: other outputs"
    for one, other in zip(first.runs, runs, strict=True):
        for name in ("cycles", "instructions", "loads", "stores", "stack_bytes"):
            if getattr(one, name) != getattr(other, name):
                return f"{bench.command_for(request)}: {name} {getattr(one, name)} and {getattr(other, name)}"
        if not other.stack_bytes / 2 < other.painted_bytes <= other.stack_bytes:
            return f"{bench.command_for(request)}: the painted stack has {other.painted_bytes} of {other.stack_bytes} B"
    return None


@pytest.mark.parametrize("request_", QUICK, ids=lambda request: request.operation)
def test_both_agree(second, request_):
    assert difference(second, request_) is None


@pytest.mark.slow
def test_both_agree_on_a_third_of_the_records(second, capsys):
    """The commit chooses which."""
    requests = committed.share(committed.recorded("micaz"), ONE_IN)
    with capsys.disabled():
        print(f"second simulator of AVR: {len(requests)} records, {', '.join(sorted({r.operation for r in requests}))}")
    assert len(requests) > 20
    for request in requests:
        try:
            assert difference(second, request) is None
        except DoesNotFit as reason:
            pytest.fail(f"a recorded measurement does not fit: {reason}")


# Errors of a table or a rule, as somebody could type them.
PLANTED = {
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


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_found(name, tmp_path):
    right, wrong = PLANTED[name]
    source = SOURCE.read_text()
    assert source.count(right) == 1
    program = compiled(source.replace(right, wrong), tmp_path)
    assert any(difference(program, request) for request in QUICK)
