"""`./motecurve bench --front`: what no other choice of an operation equals or beats."""

import json
import random

import pytest

from motelab.common import pareto
from motelab.measure import bench
from motelab.sweep import front


def test_front_is_what_nothing_beats():
    """By its definition, over random figures with many that are equal."""
    source = random.Random(1)
    for _ in range(50):
        items = [(source.randrange(4), source.randrange(4), source.randrange(4)) for _ in range(12)]
        found = pareto.front(items, lambda item: item)
        beaten = [x for x in items if any(y != x and all(b <= a for a, b in zip(x, y, strict=True)) for y in items)]
        assert found == sorted(x for x in items if x not in beaten)


def made_up(cycles: int, flash: int, ram: int, **others) -> dict:
    """A record with these figures and no more than a front needs."""
    plain = {"board": "micaz", "operation": "ecdh", "curve": "sect163k1", "field": "F_2^163", "profile": "fast"}
    figures = {"median": cycles, "flash_bytes": flash, "ram_static_bytes": 0, "stack_bytes": ram}
    return {**plain, **figures, "verified": True, "choices": {}, **others}


def test_fronts_by_subject():
    fast, small, beaten = made_up(10, 900, 50), made_up(30, 100, 40), made_up(30, 900, 60)
    twin, wrong = made_up(10, 900, 50, choices={"fb-inv": "euclid"}), made_up(1, 1, 1, verified=False)
    other = made_up(99, 999, 99, curve="sect233k1")
    assert front.fronts([beaten, fast, other, twin, small, wrong]) == [fast, small, other]


def test_differences_are_members_that_the_own_choice_lacks():
    own = made_up(1, 1, 1, choices={"fb-inv": "itoh-tsujii-table:asm", "fb-mul": "ld-registers:asm"})
    assert front.differences(made_up(1, 1, 1, choices=own["choices"] | {"fb-inv": "itoh-tsujii"}), own) == [
        "fb-inv=itoh-tsujii"
    ]


def test_candidates_are_of_one_class():
    found = front.candidates(["micaz"], ["sect163k1"], ["scalar-mult"])
    assert all(bench.select(request).is_constant_time for request in found)
    assert (found[0].algorithm, found[0].window, found[0].choices) == ("regular-wtnaf-slopes", 5, ())
    assert {"ladder", "regular-wtnaf-slopes"} <= {request.algorithm for request in found}
    assert any(dict(request.choices).get("fb-inv") for request in found)
    public = front.candidates(["micaz"], ["sect163k1"], ["scalar-mult"], constant_time=False)
    assert public and not any(bench.select(request).is_constant_time for request in public)


def test_command(lab):
    """The whole front of a field operation, measured; the board's own choice is the fastest."""
    status, output, _ = lab("bench --op fb-sqr --curve sect163k1 --front --format json")
    records = json.loads(output)
    assert status == 0
    assert len(records) > 1 and records[0]["choices"] == {"fb-sqr": "nibble-table:asm"}
    assert front.fronts(records) == records


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("--op fb-sqr", "name it with --op, and a --curve"),
        ("--op fb-sqr --curve sect163k1 --algorithm all", "--front tries every choice, so --algorithm is left out"),
        ("--op fb-sqr --curve sect163k1 --board host", "no simulated board"),
    ],
)
def test_bad_input(lab, options, line):
    status, _, error = lab(f"bench --front {options}")
    assert status == 2 and line in error
