"""Two simulators that share no code agree to the cycle: those of the boards, and the ones here, which were typed from
the manuals of the processors."""

import dataclasses
import functools
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from motelab.boards import qemu_system
from motelab.boards.execution import Execution
from motelab.boards.image import Builder, Image
from motelab.common.files import digest
from motelab.compare import committed
from motelab.measure import bench, run_facts
from motelab.measure.bench import Request
from tests.conftest import ALL
from tests.simulators.second import programs, random_thumb
from tests.simulators.second.planted import PLANTED
from tests.simulators.second.programs import FIGURES, SOURCES

# Images of few cycles that hold most instructions between them.
QUICK = (
    Request(operation="fb-mul-reduce", backend="asm"),
    Request(operation="fb-inv", backend="asm"),
    Request(operation="fp-mul-reduce", curve="secp256r1", backend="asm"),
    Request(operation="order-inv", curve="sect163k1", backend="c"),
    Request(operation="ecdsa-sign", curve="sect163k1", backend="asm"),
)
ONE_IN = 3  # of the committed records
# Of a processor, for each board, outside `make test-all`; a record may take a fifth. Images take about so long to
# build, and both simulators together run 20 million instructions a second.
SECONDS = 15
SECONDS_TO_BUILD, INSTRUCTIONS_PER_SECOND = {"in a field": 1, "on a curve": 2}, 20_000_000


@pytest.fixture(scope="module")
def objects(tmp_path_factory) -> dict[str, Path]:
    """The objects of all second simulators."""
    return programs.objects(tmp_path_factory.mktemp("objects"))


@pytest.fixture(scope="module")
def simulators(objects, tmp_path_factory) -> dict[str, Path]:
    """The second simulator of each board."""
    return {board: programs.linked(board, objects, tmp_path_factory.mktemp(board)) for board in SOURCES}


def on(board: str, request: Request) -> Request:
    """The request for a board."""
    return dataclasses.replace(request, board=board)


@functools.cache
def of_the_first(request: Request) -> tuple[Image, bytes, Execution]:
    """The image of a request, the input for all its cases, and how the board's own simulator runs it."""
    chosen = bench.select(request)
    image = Builder(chosen).build()
    edge, drawn = bench.cases_of(chosen)
    return image, bench.inputs(chosen, edge + drawn), bench.executed(chosen, image, edge + drawn)


def disagreement(first: Execution, runs: list[programs.Run], output: str) -> str | None:
    """The first figure that differs; None if none does."""
    if output != first.output.hex() or len(runs) != len(first.runs):
        return "other outputs"
    for one, other in zip(first.runs, runs, strict=True):
        for name in FIGURES:
            if getattr(one, name) != getattr(other, name):
                return f"{name} {getattr(one, name)} and {getattr(other, name)}"
        if not other.stack_bytes / 2 < other.painted_bytes <= other.stack_bytes:
            return f"{other.painted_bytes} of {other.stack_bytes} B of stack changed"
    return None


def difference(program: Path, request: Request) -> str | None:
    """Where the two simulators differ on the image and all cases of a request; None if they agree."""
    image, data, first = of_the_first(request)
    try:
        why = disagreement(first, *programs.run(program, request.board, image.path, image.symbol, data))
    except RuntimeError as error:
        why = str(error)
    return why and f"{bench.command_for(request)}: {why}"


@pytest.mark.parametrize("board", SOURCES)
@pytest.mark.parametrize("request_", QUICK, ids=lambda request: request.operation)
def test_both_agree(simulators, board, request_):
    assert difference(simulators[board], on(board, request_)) is None


def seconds(request: Request) -> float:
    """How long a record takes here, about: to build its image and to run it on both simulators."""
    record = committed.find(request)
    kind = "in a field" if request.operation in committed.IN_FIELDS else "on a curve"
    return SECONDS_TO_BUILD[kind] + record["instructions"] * record["runs"] / INSTRUCTIONS_PER_SECOND


def affordable(requests: Sequence[Request]) -> list[Request]:
    """Those that fit into SECONDS, in the order that the commit draws; all in `make test-all`."""
    left, chosen = float(SECONDS), []
    for request in sorted(requests, key=lambda request: digest(run_facts.draw(), repr(request))):
        if ALL or seconds(request) <= min(left, SECONDS / 5):
            chosen.append(request)
            left -= seconds(request)
    return chosen


@pytest.mark.slow
@pytest.mark.parametrize("board", SOURCES)
def test_both_agree_on_a_third_of_the_records(simulators, board, capsys):
    """The commit chooses which."""
    requests = committed.share(committed.recorded(board), ONE_IN)
    chosen = affordable(requests)
    with capsys.disabled():
        for what, those in (("runs", chosen), ("leaves out", [r for r in requests if r not in chosen])):
            named = ", ".join(sorted(bench.command_for(request) for request in those))
            print(f"the second simulator of {board} {what} {len(those)} of {len(requests)} records: {named}")
    assert len(requests) > 20 and len(chosen) >= 5
    assert not [why for request in chosen if (why := difference(simulators[board], request))]


@functools.cache
def random_image(board: str, folder: Path, bodies: int, seed: str) -> tuple[Path, Execution]:
    """An image of random routines, and how the board's own simulator runs them."""
    image = random_thumb.image(board, folder, bodies, random.Random(seed))
    return image, qemu_system.execute(image, mcu=board, measure="measured")


def random_difference(program: Path, board: str, folder: Path, bodies: int, seed: str) -> str | None:
    """Where the two simulators differ on random routines; None if they agree."""
    image, first = random_image(board, folder, bodies, seed)
    try:
        return disagreement(first, *programs.run(program, board, image, "measured", b""))
    except RuntimeError as error:
        return str(error)


@pytest.fixture(scope="module")
def random_folders(tmp_path_factory) -> dict[str, Path]:
    """Folders for images of random routines."""
    return {board: tmp_path_factory.mktemp(f"random-{board}") for board in random_thumb.FORMS}


@pytest.mark.parametrize("board", random_thumb.FORMS)
def test_both_agree_on_random_routines(simulators, random_folders, board):
    """Neighbours that no compiler chooses, as the times of Cortex-M4 depend on these."""
    assert random_difference(simulators[board], board, random_folders[board], 60, "60 routines") is None


@pytest.mark.slow
@pytest.mark.parametrize("board", random_thumb.FORMS)
def test_both_agree_on_more_random_routines(simulators, tmp_path, board):
    """The commit chooses them."""
    assert random_difference(simulators[board], board, tmp_path, 600, run_facts.draw()) is None


@pytest.mark.parametrize(
    ("board", "name"),
    [(board, name) for board, errors in PLANTED.items() for name in errors],
    ids=lambda text: text.replace(" ", "-"),
)
def test_a_planted_error_is_found(objects, random_folders, board, name, tmp_path):
    program = programs.linked(board, objects, tmp_path, *PLANTED[board][name])
    is_found = board in random_folders and random_difference(program, board, random_folders[board], 60, "60 routines")
    assert is_found or any(difference(program, on(board, request)) for request in QUICK)
