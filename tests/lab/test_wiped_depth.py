"""Protocols wipe the stack below them (src/protocol/wipe_spilled.c): at least as deep as arithmetic modulo the order
goes, and no deeper than the calls before, so that it costs no memory."""

import pytest

from motelab.boards import stack
from motelab.boards.image import Builder, Image
from motelab.boards.stack.program import Program
from motelab.measure import bench
from motelab.measure.bench import Request

BOARDS = ["cortex-m0plus", "cortex-m4", "telosb"]


def built(board: str, operation: str) -> Image:
    """An image for size."""
    request = Request(board=board, curve="secp256r1", operation=operation, profile="small", backend="c")
    return Builder(bench.select(request)).build()


def bound(image: Image, routine: str) -> stack.Bound:
    """Of the routine of that name, of which compilers make special copies (solve.isra.0)."""
    names = Program.read(image.path).routines.values()
    return stack.bound(image.path, next(name for name in names if name.split(".")[0] == routine))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("operation", ["ecdsa-sign", "ecdsa-sign-digest-random"])
def test_wiping_costs_no_stack(board, operation):
    image = built(board, operation)
    assert "wipe_below" not in {link.routine for link in bound(image, image.symbol).path}


@pytest.mark.parametrize("board", BOARDS)
def test_wiping_covers_arithmetic_modulo_the_order(board):
    """From the frame of a signature on: what solves the equation of s."""
    image = built(board, "ecdsa-sign")
    assert bound(image, "solve").bytes <= bound(image, "mc_fp256r1_wipe_spilled").bytes


@pytest.mark.parametrize("board", BOARDS)
def test_wiping_covers_a_ladder(board):
    """From the frame of a key agreement on, whose elements are wiped by name: what a step spills."""
    image = built(board, "ecdh")
    assert bound(image, "mc_fp256r1_list_run").bytes <= bound(image, "wipe_below").bytes
