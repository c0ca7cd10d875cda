"""Points of curves against PARI/GP, validation, the curve data and their check. tests/c/test_curve_exhaustive.c has
the exhaustive tests on tiny curves (all pairs in all coordinates)."""

import functools
import json
import random
import subprocess
import sys

import pytest

from codegen import curves as generator
from codegen.output import ROOT
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari

CHECK = ROOT / "curves/check.py"


# Curves of every class of coefficients and of every kind of cofactor, in small and large fields.
CURVES = (
    *("sect163k1", "sect163r2", "sect233k1", "sect571r1", "ipsec3", "ipsec4", "c2pnb176w1", "c2onb191v5", "c2pnb304w1"),
    *("c2tnb239v2", "c2tnb239v3", "c2tnb359v1", "c2pnb368w1", "c2tnb431r1"),
    *("secp112r2", "secp128r1", "secp160r1", "secp192k1", "secp256r1", "brainpoolP320r1", "secp521r1"),
)


@functools.cache
def tiny_points(name: str) -> list[pari.Point]:
    """All points: multiples of a generator of the whole group, which is cyclic here."""
    count = pari.order(name) * pari.RECORDS[name]["h"]
    for candidate in pari.evaluate(name, ["random(curve)"] * 40):
        points = pari.evaluate(name, [f"multiply({pari.text(candidate)}, {i})" for i in range(count)])
        if len(set(points)) == count:
            return points
    raise AssertionError(f"the group of {name} is not cyclic")


@functools.cache
def tiny_sums(name: str) -> list[pari.Point]:
    texts = [pari.text(point) for point in tiny_points(name)]
    return pari.evaluate(name, [f"add({p}, {q})" for p in texts for q in texts])


@pytest.mark.parametrize("curve", pari.TINY)
def test_every_sum_on_a_tiny_curve(word_bits, curve):
    library, points = host.Library(word_bits, pari.FIELD_OF[curve]), tiny_points(curve)
    expected = iter(tiny_sums(curve))
    for p in points:
        for q in points:
            assert library.point_call("affine_add_var", p, q, curve=curve) == next(expected), (p, q)


@functools.cache
def sums(curve: str) -> list[tuple[pari.Point, pari.Point, pari.Point]]:
    """Pairs of points and their sums: random, equal, opposite, with infinity and with points of small order."""
    source = random.Random(163)
    base = pari.text(pari.generator(curve))
    scalars = [source.randrange(1, pari.order(curve)) for _ in range(4)]
    points = [*pari.evaluate(curve, [f"multiply({base}, {k})" for k in scalars]), *pari.outside_subgroup(curve)]
    if pari.is_binary(curve):
        points.append(pari.order_two(curve))
    pairs = [(p, q) for p in points for q in points] + [(p, pari.negative(curve, p)) for p in points]
    pairs += [(None, None), *((p, None) for p in points), *((None, p) for p in points)]
    found = pari.evaluate(curve, [f"add({pari.text(p)}, {pari.text(q)})" for p, q in pairs])
    return [(p, q, r) for (p, q), r in zip(pairs, found, strict=True)]


@pytest.mark.parametrize("curve", CURVES)
def test_sums_on_standard_curves(word_bits, curve):
    library = host.Library(word_bits, pari.FIELD_OF[curve])
    for p, q, expected in sums(curve):
        assert library.point_call("affine_add_var", p, q, curve=curve) == expected, (p, q)
        if p == q:
            assert library.point_call("affine_double_var", p, curve=curve) == expected, p


@pytest.mark.parametrize("curve", [name for name in pari.RECORDS if name not in pari.TINY])
def test_validation(word_bits, curve):
    """Each fault of a public key has its own status."""
    library = host.Library(word_bits, pari.FIELD_OF[curve])
    x, y = pari.generator(curve)
    outside = pari.outside_subgroup(curve)
    cases = {
        (x, y): Status.OK,
        pari.negative(curve, (x, y)): Status.OK,
        (0, 0): Status.ERROR_INFINITY,
        (x, y ^ 1): Status.ERROR_NOT_ON_CURVE,
        (x ^ 2, y): Status.ERROR_NOT_ON_CURVE,
        **dict.fromkeys(outside, Status.ERROR_SUBGROUP),
    }
    if pari.is_binary(curve):
        cases[pari.order_two(curve)] = Status.ERROR_SUBGROUP
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
    """Each kind of number, if changed, is named and gives exit status 1."""
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
