"""Curves of parallel scalar multiplications: the generated ones, and those of files."""

import json

import pytest

from motelab.common.errors import MotecurveError
from motelab.parallel import point_curves

TINY = {"p": "17", "a": "1", "b": "1", "x": "0", "y": "1", "order": "1c"}  # y^2 = x^3 + x + 1 modulo 23, 28 points


@pytest.mark.parametrize("name", point_curves.GENERATED)
def test_generated_curves(name):
    """On the curve; supersingular with p = 3 mod 4, so of order p + 1, of which the point's order is a prime factor."""
    curve = point_curves.find(name)
    assert curve.bits == int(name.rpartition("-")[2])
    assert curve.p % 4 == 3 and curve.b == 0 and curve.a == curve.p - 3
    assert (curve.x**3 - 3 * curve.x - curve.y**2) % curve.p == 0
    assert (curve.p + 1) % curve.order == 0 and curve.order.bit_length() == curve.bits - 36
    assert pow(3, curve.order - 1, curve.order) == pow(3, curve.p - 1, curve.p) == 1


def test_the_order_of_a_generated_curve():
    curve = point_curves.find("supersingular-640")
    assert curve.multiply(curve.order) is None


def test_a_scalar_of_a_generated_curve():
    curve = point_curves.find("supersingular-640")
    assert point_curves.key_of(curve, "full").scalar.bit_count() == 320
    with pytest.raises(MotecurveError, match="give --key full or random"):
        point_curves.key_of(curve, "paper")


def write(tmp_path, **changes):
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps(TINY | changes))
    return str(file)


def test_a_curve_of_a_file(tmp_path):
    curve = point_curves.find(write(tmp_path))
    assert (curve.name, curve.p, curve.order, curve.bits) == ("tiny", 23, 28, 5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"p": "x"}, "hexadecimal texts"),
        ({"p": None}, "hexadecimal texts"),
        ({"p": "19"}, "odd prime"),
        ({"p": "18"}, "odd prime"),
        ({"y": "2"}, "must be a point"),
        ({"x": "17"}, "must be a point"),
        ({"order": "1b"}, "order"),
    ],
)
def test_a_file_that_is_none(tmp_path, changes, message):
    with pytest.raises(MotecurveError, match=message):
        point_curves.find(write(tmp_path, **changes))


def test_no_file(tmp_path):
    with pytest.raises(MotecurveError, match="No such file"):
        point_curves.find(str(tmp_path / "none.json"))
