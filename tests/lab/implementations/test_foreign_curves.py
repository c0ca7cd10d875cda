"""Curves that the library lacks: the group laws behind the known answers of others' code, and these answers."""

import pytest

from motelab.boards.implementations import foreign_curves, manifest
from motelab.compare import committed_implementations
from motelab.foreign import answers, do255e, fourq
from motelab.subjects import known_answers

A, B = 0x1F3A9C << 220, 0x77 << 240


def test_do255e_is_a_group_of_its_order():
    """Its generator is the element with w = 1; none is a square's x."""
    assert do255e.GENERATOR == (2, 2)
    assert do255e.multiply(do255e.ORDER, do255e.GENERATOR) == do255e.NEUTRAL
    p, q = (do255e.multiply(k, do255e.GENERATOR) for k in (A, B))
    assert do255e.multiply(B, p) == do255e.multiply(A, q)
    assert not any(do255e.is_square(x) for x, _ in (p, q))
    assert [do255e.decode(do255e.encode(point)) for point in (p, q)] == [p, q]


def test_do255e_signatures_are_of_their_key():
    """s G = R + e Q."""
    own, digest = do255e.public(A), bytes(32)
    signature = do255e.sign(A, own, digest)
    r, s = signature[:32], do255e.number(signature[32:])
    e = do255e.challenge(r, own, digest)
    left = do255e.CURVE.add(do255e.decode(r), do255e.multiply(e, do255e.decode(own)))
    assert do255e.CURVE.add(left, do255e.NEUTRAL) == do255e.multiply(s, do255e.GENERATOR)


def test_fourq_is_a_group_of_its_order():
    assert fourq.is_on_curve(fourq.GENERATOR)
    assert fourq.multiply(fourq.ORDER, fourq.GENERATOR) == fourq.NEUTRAL
    d, e = (k.to_bytes(32, "little") for k in (A, B))
    p, q = (fourq.multiply(k, fourq.GENERATOR) for k in (A, B))
    assert fourq.is_on_curve(p) and fourq.agree(d, q) == fourq.agree(e, p)


def test_fourq_signatures_are_of_their_key():
    """S G + h A = R."""
    secret, message = b"\x11" * 32, bytes(32)
    signature, own = fourq.sign(secret, message), fourq.signer(secret)
    h = fourq.number(fourq.sha_512(signature[:32], own, message)[:32])
    key = fourq.multiply(fourq.number(fourq.sha_512(secret)[:32]), fourq.GENERATOR)
    sum_ = fourq.add(fourq.multiply(fourq.number(signature[32:]), fourq.GENERATOR), fourq.multiply(h, key))
    assert fourq.encode(sum_) == signature[:32]


@pytest.mark.parametrize("path", answers.FILES, ids=lambda path: path.stem)
def test_answers_are_as_computed_now(path):
    assert path.read_text() == answers.FILES[path]()


def test_keys_that_encode_nothing_are_among_the_answers():
    for name in ("do255e", "fourq"):
        refused = [case for case in known_answers.load(name, f"{name}-ecdh").edge if case.get("status")]
        assert len(refused) >= 4 and not any(case["secret"] for case in refused)


@pytest.mark.parametrize("name", ["c-do255", "fourqlib"])
def test_records_are_verified_and_of_every_claim(name):
    found, records = manifest.find(name), committed_implementations.of(name)
    claimed = {(board, operation) for board in found.boards for operation in found.operations}
    assert {(row["board"], row["operation"]) for row in records} == claimed
    assert claimed and {operation for _, operation in claimed} <= foreign_curves.OPERATIONS.keys()
    assert all(row["verified"] for row in records)
