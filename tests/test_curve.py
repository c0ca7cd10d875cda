"""Points of binary curves against PARI/GP, validation, the curve data and their check. What the tiny curves settle
case by case (all pairs in all coordinates) is in tests/c/test_curve_exhaustive.c."""

import functools
import json
import random
import subprocess
import sys

import pari_curves as pari
import pytest

from codegen import curves as generator
from codegen.output import ROOT
from motecurve import host
from motecurve.host import Status

CHECK = ROOT / "curves/check.py"


@functools.cache
def tiny_points(name: str) -> list[pari.Point]:
    """All points: the multiples of G, moved by the powers of a point that generates the small part."""
    n, h = pari.order(name), pari.RECORDS[name]["h"]
    base = pari.text(pari.generator(name))
    small = pari.text((1, 0) if h == 4 else pari.order_two(name))
    terms = [f"add(multiply({base}, {i}), multiply({small}, {j}))" for i in range(n) for j in range(h)]
    return pari.evaluate(name, terms)


@functools.cache
def tiny_sums(name: str) -> list[pari.Point]:
    texts = [pari.text(point) for point in tiny_points(name)]
    return pari.evaluate(name, [f"add({p}, {q})" for p in texts for q in texts])


@pytest.fixture(scope="module")
def tiny_library(word_bits):
    return host.Library(word_bits, "fb7")


@pytest.mark.parametrize("curve", pari.TINY)
def test_every_sum_on_a_tiny_curve(tiny_library, curve):
    points = tiny_points(curve)
    assert len(set(points)) == pari.order(curve) * pari.RECORDS[curve]["h"]
    expected = iter(tiny_sums(curve))
    for p in points:
        for q in points:
            assert tiny_library.point_call("affine_add_var", p, q, curve=curve) == next(expected), (p, q)


@functools.cache
def cases_of_163_bits(curve: str) -> tuple[list[tuple[pari.Point, pari.Point]], list[pari.Point]]:
    """Pairs of points and their sums: random, equal, opposite, with infinity and with the point of order two."""
    source = random.Random(163)
    base, two = pari.text(pari.generator(curve)), pari.order_two(curve)
    scalars = [source.randrange(1, pari.order(curve)) for _ in range(6)]
    points = pari.evaluate(curve, [f"multiply({base}, {k})" for k in scalars])
    moved = pari.evaluate(curve, [f"add({pari.text(p)}, {pari.text(two)})" for p in points])
    pairs = [(p, q) for p in points[:3] for q in points[3:] + moved]
    pairs += [(p, p) for p in points + moved] + [((x, y), (x, x ^ y)) for x, y in points]
    pairs += [(None, None), (two, two), (two, None), (None, two), (points[0], two), (points[0], None), (None, moved[0])]
    return pairs, pari.evaluate(curve, [f"add({pari.text(p)}, {pari.text(q)})" for p, q in pairs])


@pytest.mark.parametrize("curve", pari.BUILT)
def test_sums_on_standard_curves(library, curve):
    for (p, q), expected in zip(*cases_of_163_bits(curve), strict=True):
        assert library.point_call("affine_add_var", p, q, curve=curve) == expected, (p, q)
        if p == q:
            assert library.point_call("affine_double_var", p, curve=curve) == expected, p


@pytest.mark.parametrize("curve", pari.BUILT)
def test_validation(library, curve):
    """Each way to be no public key has its status."""
    x, y = pari.generator(curve)
    two = pari.order_two(curve)
    moved = pari.evaluate(curve, [f"add({pari.text((x, y))}, {pari.text(two)})"])[0]
    cases = {
        (x, y): Status.OK,
        (0, 0): Status.ERROR_INFINITY,
        (x, y ^ 1): Status.ERROR_NOT_ON_CURVE,
        (x ^ 2, y): Status.ERROR_NOT_ON_CURVE,
        two: Status.ERROR_SUBGROUP,
        moved: Status.ERROR_SUBGROUP,
    }
    validate = library.function("affine_validate", int)
    for point, expected in cases.items():
        assert validate(library.point(point), library.curve(curve)) == expected, point


def test_curve_data_is_right():
    names = [f"--curve={name}" for name in (*pari.BUILT, *pari.TINY)]
    subprocess.run([sys.executable, CHECK, *names], check=True)


@pytest.mark.slow
def test_all_curve_data_is_right():
    subprocess.run([sys.executable, CHECK], check=True)


FAULTS = {
    "b": "generator is not on the curve",
    "n": "n is not prime",
    "h": "h n is not the number of points",
    "field": "polynomial is not irreducible",
    "G": "generator is not on the curve",
}


@pytest.mark.parametrize("key", FAULTS)
def test_check_finds_faults(tmp_path, key):
    """Each kind of number, changed, is named and gives exit status 1."""
    record = json.loads(json.dumps(pari.RECORDS["sect163k1"]))
    changed = {"b": "0x2", "n": hex(pari.order("sect163k1") - 1), "h": 4}
    changed |= {"field": record["field"] | {"poly": [163, 7, 6, 4, 0]}, "G": record["G"] | {"x": "0x2"}}
    path = tmp_path / "curves.json"
    path.write_text(json.dumps({"curves": [record | {key: changed[key]}]}))
    run = subprocess.run([sys.executable, CHECK, path], capture_output=True, text=True)
    assert run.returncode == 1
    assert FAULTS[key] in run.stdout


def test_check_of_unknown_curve_and_broken_file(tmp_path):
    broken = tmp_path / "curves.json"
    broken.write_text("[")
    for arguments, words in (["--curve=sect1"], "no curve is named sect1"), ([broken], "not a JSON file"):
        run = subprocess.run([sys.executable, CHECK, *arguments], capture_output=True, text=True)
        assert run.returncode == 2
        assert words in run.stderr and len(run.stderr.splitlines()) == 1


def test_generated_numbers_do_not_wrap():
    """A constant that does not fit in its words is refused, not cut."""
    assert generator.words(-1, 16, 8) == "{0xff, 0xff}"
    with pytest.raises(ValueError, match="does not fit in 16 bits"):
        generator.words(1 << 16, 16, 8)
