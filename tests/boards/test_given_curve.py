"""An image with a curve that is given by its parameters."""

import dataclasses
import re

import pytest

from codegen import built
from motelab.boards import board, given_curve, selection
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


def test_an_endomorphism_has_the_form_of_the_other_constants():
    """beta of a curve with a = 0, in Montgomery form by the wish of the given curve: beta R mod p, R = 2^256."""
    curve = dataclasses.replace(curves.find("secp256k1"), given=Given(montgomery=True))
    source = given_curve.texts(curve, board.load("cortex-m0plus"))["curve/data/fp256k1.c"]
    beta = built.endomorphism(given_curve.as_record(curve)).beta
    held = (beta << 256) % curve.modulus
    words = [f"0x{held >> 32 * i & 0xFFFFFFFF:08x}" for i in range(8)]
    assert re.findall(r"0x[0-9a-f]{8}", source.partition(".beta = ")[2])[:8] == words
