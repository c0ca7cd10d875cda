"""Plans: what they hold, in which order, and that the reasons of what does not fit become bytes."""

import dataclasses

from motelab.boards import board as boards
from motelab.compare import committed
from motelab.measure import bench
from motelab.subjects import operations, registry
from motelab.sweep import plan, run


def of(board_names=("micaz",), curve_names=("sect163k1", "secp160r1", "Curve25519"), operation_names=()):
    return plan.subjects(board_names, curve_names, operation_names)


def test_default_plan_has_the_committed_requests():
    """Every operation that `records` measures with the board's own choices."""
    wanted = {
        bench.command_for(dataclasses.replace(r, cases=0))
        for r in committed.planned("micaz")[0]
        if r.curve in of().curves and not r.choices and r.profile == "fast" and ":" not in r.board
        and r.operation in (*committed.ON_CURVES, *committed.IN_FIELDS) and r.backend == "asm"
    }  # fmt: skip
    own = {bench.command_for(request) for request in plan.default(of())}
    assert len(wanted & own) > 20
    assert {c for c in wanted - own if "scalar-mult" in c} == set()


def test_default_plan_has_every_multiplication():
    """Every member of the registry that suits the curve, with every window, once."""
    planned = plan.default(of(curve_names=("sect163k1",), operation_names=plan.MULTIPLICATIONS))
    kinds = ("any", "binary", "koblitz")
    members = {
        (a.family, a.name, window)
        for a in registry.load()
        if a.family in plan.MULTIPLICATIONS and a.curves in kinds and a.field in ("", "fb163")
        for window in a.windows or (None,)
    }
    found = [(r.operation, r.algorithm, r.window) for r in planned]
    assert len(found) == len(set(found)) and set(found) <= members
    assert {name for _, name, _ in members - set(found)} <= {a.name for a in registry.load() if a.requires or a.target}


def test_default_plan_has_every_member_of_compared_fields():
    """On a board that counts cycles, not on one that counts instructions; of other fields the board's own choice."""
    compared = plan.default(of(("micaz", "rpi2"), ("sect163k1", "secp160r1"), ("fb-mul", "fp-mul-reduce")))
    found = {(r.board, r.curve): {x.algorithm for x in compared if (x.board, x.curve) == (r.board, r.curve)}
             for r in compared}  # fmt: skip
    members = {r.algorithm for r in plan.each(plan.every_member, of(("micaz",), ("sect163k1",), ("fb-mul",)))}
    assert found["micaz", "sect163k1"] == members and len(members) > 10
    assert len(found["micaz", "secp160r1"]) == 1 == len(found["rpi2", "sect163k1"])


def test_order():
    """Exact counts first, instructions last; on each board its own choices before other algorithms."""
    subjects = of((), ("sect163k1",), ("ecdh", "scalar-mult"))
    swept = {name for name in boards.simulated() if boards.load(name).recorded.sweep}
    assert subjects.boards[0] == "micaz" and set(subjects.boards) == swept and "uno" not in swept
    worths = [boards.load(name).cycle_worth for name in subjects.boards]
    assert worths == sorted(worths, key=boards.WORTHS.index)
    found = [r for r in plan.default(subjects) if r.board == "telosb"]
    assert [r.operation for r in found[:3]] == ["scalar-mult", "scalar-mult", "ecdh"]
    assert all(r.operation == "scalar-mult" for r in found[3:]) and len(found) > 20
    mixed = plan.default(of(curve_names=("sect163k1",), operation_names=("fb-mul-reduce", "scalar-mult")))
    assert [r.operation for r in mixed[:3]] == ["scalar-mult", "scalar-mult", "fb-mul-reduce"]
    everywhere = [r.board for r in plan.default(of((), ("sect163k1",), ("ecdh",)))]
    counting = [boards.load(name).counts_cycles for name in everywhere]
    assert counting == sorted(counting, reverse=True) and len(everywhere) == len(subjects.boards)


def test_operations_of_fields_once_a_field():
    found = plan.default(of(curve_names=("sect163k1", "sect163r2"), operation_names=("fb-sqr-reduce",)))
    assert {r.curve for r in found} == {"sect163k1"}


def test_full_plan_changes_one_choice_at_a_time():
    found = list(plan.full(of(curve_names=("sect163k1",), operation_names=("ecdh",))))
    assert set(plan.default(of(curve_names=("sect163k1",), operation_names=("ecdh",)))) <= set(found)
    others = [r.choices for r in found if r.choices]
    assert all(len(choices) == 1 for choices in others) and len(others) == len(set(others))
    assert {slot for ((slot, _),) in others} >= {"fb-mul-reduce", "fb-sqr-reduce", "fb-inv"}
    assert not {"scalar-mult"} & {slot for ((slot, _),) in others}
    own = bench.select(next(r for r in found if r.choices))
    assert operations.find("ecdh") == own.operation


def test_lacking_bytes():
    reasons = {
        "the image takes 140,000 B of flash; micaz has 131,072": 8_928,
        "the image takes 4,100 B of RAM; micaz has 4,096": 4,
        "the table of precomputed-doublings on sect283k1 takes 20,376 B of RAM; cortex-m0plus has 16,384": 3_992,
        "mc_ecdh takes 1,000 B of static RAM and 3,100 B of stack; micaz has 4,096": 4,
        "mc_ecdh takes 1,000 B of static RAM and up to 4,000 B of stack; micaz has 4,096": 904,
        "section .text will not fit in region": None,
    }
    assert {reason: run.lacking_bytes(reason) for reason in reasons} == reasons
