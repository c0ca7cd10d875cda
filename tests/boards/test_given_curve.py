"""An image with a curve that is given by its parameters."""

import dataclasses

import pytest

from motelab.boards import board, selection
from motelab.boards.image import Builder
from motelab.subjects import curves, operations
from motelab.subjects.curves import Given


def image(curve: curves.Curve) -> str:
    """The hash of the image that multiplies on it."""
    device = board.load("cortex-m0plus")
    chosen = selection.select(operations.find("scalar-mult"), device, curve, algorithm="wnaf", window=4, backend="asm")
    return Builder(chosen).build().sha256


@pytest.mark.slow
def test_a_library_curve_given_by_its_parameters_is_the_same_image():
    """One with another generator, or with formulas that ignore a, is another one."""
    curve = curves.find("secp160r1")
    same = dataclasses.replace(curve, given=Given())
    x, y = curve.generator
    others = [
        dataclasses.replace(same, generator=(x, -y % curve.modulus)),
        dataclasses.replace(same, given=Given(general_formulas=True)),
    ]
    assert image(same) == image(curve) and image(curve) not in map(image, others)
