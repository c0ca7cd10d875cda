"""Protocols wipe the stack below them (src/protocol/wipe_spilled.c): at least as deep as arithmetic modulo the order
goes, and no deeper than the calls before, so that it costs no memory."""

import pytest

from motelab.boards import board as boards
from motelab.boards import stack
from motelab.boards.image import Builder, Image
from motelab.boards.stack.program import Program
from motelab.measure import bench
from motelab.measure.bench import Request

BOARDS = ["cortex-m0plus", "cortex-m4", "telosb"]
PROFILES = ["small", "balanced"]
FEW_BYTES = 8  # that wiping may go deeper than what it wipes


def built(board: str, operation: str, profile: str, curve: str = "secp256r1") -> Image:
    backend = boards.load(board).best_backend(profile)
    request = Request(board=board, curve=curve, operation=operation, profile=profile, backend=backend)
    return Builder(bench.select(request)).build()


def named(image: Image, *routines: str) -> list[str]:
    """Routines of these names; compilers make special copies (solve.isra.0), and inline what one other calls."""
    every = Program.read(image.path).routines.values()
    return [name for name in every if name.split(".")[0] in routines]


def deepest(image: Image, *routines: str) -> int:
    """The most bytes that one of the routines of these names takes."""
    names = named(image, *routines)
    assert names, routines
    return max(stack.bound(image.path, name).bytes for name in names)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("operation", ["ecdsa-sign", "ecdsa-sign-digest-random"])
def test_wiping_costs_no_stack(board, operation, profile):
    """A signature makes the point of its nonce, and solves the equation of s."""
    image = built(board, operation, profile)
    assert deepest(image, "wipe_below") <= deepest(image, "nonce_point", "solve") + FEW_BYTES


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("board", BOARDS)
def test_wiping_covers_arithmetic_modulo_the_order(board, profile):
    """From the frame of a signature on: what solves the equation of s."""
    image = built(board, "ecdsa-sign", profile)
    assert deepest(image, "solve") <= deepest(image, "wipe_below", "mc_fp256r1_wipe_spilled")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "board, curve",
    [(board, "secp256r1") for board in [*BOARDS, "micaz", "msp430f5438a"]]
    + [("cortex-m0plus", "secp192r1"), ("telosb", "secp160r1"), ("micaz", "secp192r1")],
)
def test_wiping_covers_a_ladder(board, curve, profile):
    """From the frame of a key agreement on, whose elements are wiped by name: what a step and an inversion spill."""
    image = built(board, "ecdh", profile, curve)
    field = curve.removeprefix("sec")
    spilling = [
        "climb",
        "climb_differences",
        f"mc_f{field}_list_run",
        f"mc_f{field}_inv_fermat",
        "mc_order256_inv_fermat",
    ]
    assert deepest(image, *spilling) <= deepest(image, "wipe_below")


def test_wiping_covers_a_narrow_ladder():
    """From the frame of an agreement on Curve25519 on: the ladder's loop with its step, and the inversion."""
    image = built("cortex-m0plus", "ecdh", "fast", "Curve25519")
    ladder, wiped = deepest(image, "mc_fp255_scalar_mult_x_ladder_narrow"), deepest(image, "x_wipe_below")
    assert wiped - FEW_BYTES <= ladder <= wiped
