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
SPILLING = ["climb", "climb_differences", "mc_fp256r1_list_run", "mc_fp256r1_inv_fermat", "mc_order256_inv_fermat"]
# Curves of which `small` holds whole products.
COMPOSED = [
    ("cortex-m0plus", "secp192r1"), ("cortex-m4", "secp160r1"), ("cortex-m4", "secp192r1"), ("telosb", "secp160r1"),
    ("micaz", "secp192r1"),
]  # fmt: skip
KERNEL_BYTES = 72  # of the stack, in which a product of two elements holds words of theirs
WINDOW = (
    ("scalar-mult", "regular-window-common-z/4"), ("doubling", "calls:asm"), ("fp-inv", "as-order"),
    ("fp-mul-reduce", "montgomery-special:asm"), ("fp-sqr-reduce", "montgomery-special:asm"),
)  # fmt: skip


def built(board: str, operation: str, profile: str, curve: str = "secp256r1", choices=()) -> Image:
    backend = boards.load(board).best_backend(profile)
    request = Request(board=board, curve=curve, operation=operation, profile=profile, backend=backend, choices=choices)
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
    """A signature makes the point of its nonce, and solves the equation of s, in frames of theirs or in its own."""
    image = built(board, operation, profile)
    assert deepest(image, "wipe_below") <= deepest(image, "nonce_point", "solve", *SPILLING) + FEW_BYTES


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("board", BOARDS)
def test_wiping_covers_arithmetic_modulo_the_order(board, profile):
    """From the frame of a signature on: what solves the equation of s."""
    image = built(board, "ecdsa-sign", profile)
    assert deepest(image, "solve") <= deepest(image, "wipe_below", "mc_fp256r1_wipe_spilled")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "board, curve, operation",
    [
        (board, "secp256r1", operation)
        for board in [*BOARDS, "micaz", "msp430f5438a"]
        for operation in ("ecdh", "ecdsa-sign-digest-random")
    ]
    + [(*place, "ecdh") for place in COMPOSED]
    + [(board, "brainpoolP256r1", "ecdsa-sign-digest-random") for board in BOARDS],
)
def test_wiping_covers_a_ladder(board, curve, operation, profile):
    """From the frame of a key agreement or a signature on, whose elements are wiped by name: what a step and an
    inversion spill. Where the order's inversion goes by divsteps, signatures have other frames (nonce_point)."""
    image = built(board, operation, profile, curve)
    field = curve.removeprefix("sec")
    if named(image, "nonce_point"):
        assert operation != "ecdh" and profile == "balanced"
        return
    assert deepest(image, *(name.replace("p256r1", field) for name in SPILLING)) <= deepest(image, "wipe_below")


@pytest.mark.parametrize("board", [*BOARDS, "micaz", "msp430f5438a"])
def test_wiping_covers_the_ladder_of_a_pair_of_keys(board):
    """From the frame of the generation on, which has the ladder's elements, in images for size."""
    image = built(board, "ecdsa-keygen", "small")
    assert deepest(image, *SPILLING) <= deepest(image, "wipe_below")


def test_wiping_covers_a_window():
    """From the frame of the multiplication on, but for a few words that a product spills."""
    image = built("cortex-m4", "ecdh", "balanced", choices=WINDOW)
    multiplied, wiped = deepest(image, "common_z_multiply"), deepest(image, "common_z_wipe_below")
    assert multiplied - KERNEL_BYTES <= wiped <= multiplied


@pytest.mark.parametrize(("board", "target"), [("cortex-m4", "armv7"), ("micaz", "avr")])
def test_wiping_is_as_deep_as_the_kernel_of_a_ladder(board, target):
    """From the frame of a key agreement on Curve25519 on: all that the kernel stores, and no deeper."""
    image = built(board, "ecdh", "balanced", "Curve25519")
    ladder = deepest(image, f"mc_fp255_scalar_mult_x_ladder_routines_{target}")
    assert ladder <= deepest(image, "x_wipe_below") <= ladder + FEW_BYTES


def test_wiping_covers_a_narrow_ladder():
    """From the frame of an agreement on Curve25519 on: the ladder's loop with its step, and the inversion."""
    image = built("cortex-m0plus", "ecdh", "fast", "Curve25519")
    ladder, wiped = deepest(image, "mc_fp255_scalar_mult_x_ladder_narrow"), deepest(image, "x_wipe_below")
    assert wiped - FEW_BYTES <= ladder <= wiped
