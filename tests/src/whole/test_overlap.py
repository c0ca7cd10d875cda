"""Buffers that overlap, in every public function (include/motecurve/api.h): either the result is the one with
separate buffers, or the status is MC_ERROR_OVERLAP and nothing has been written."""

import ctypes

import pytest

from motelab.library.host import Status
from tests.src.whole.overlap import cases as overlap_cases
from tests.src.whole.overlap.cases import CURVES, FILLER, FUNCTIONS, GUARD_BYTES, Buffer, Cases, filled

GAP = 16


@pytest.fixture(scope="module", params=CURVES)
def cases(request) -> Cases:
    return Cases(request.param)


def offsets(first: Buffer, second: Buffer) -> list[int]:
    """The offsets of the second buffer from the start of the first at which they still overlap."""
    n, m = first.size, second.size
    found = {0, 1, -1, n // 2, -(m // 2), n - 1, 1 - m, n - m}
    return sorted(offset for offset in found if -m < offset < n)


def laid_out(buffers: list[Buffer], first: Buffer, second: Buffer, offset: int) -> tuple[bytearray, dict[str, int]]:
    """Memory before the call and the place of each buffer in it: these two at that distance, the others separate."""
    places, end = {}, GAP
    for buffer in buffers:
        if buffer not in (first, second):
            places[buffer.name], end = end, end + buffer.size + GAP
    places[first.name] = end + second.size
    places[second.name] = places[first.name] + offset
    memory = bytearray([FILLER]) * (end + first.size + 2 * second.size + GAP)
    # What an input writes over is an output; what an object writes over is bytes: its pointers stay whole.
    for buffer in sorted(buffers, key=lambda own: (own.content is not None, own.is_object, not own.is_output)):
        memory[places[buffer.name] : places[buffer.name] + buffer.size] = filled(buffer)
    return memory, places


def as_they_lie(buffers: list[Buffer], memory: bytearray, places: dict[str, int]) -> list[Buffer]:
    """The buffers with their content in memory, where one may have overwritten part of another."""
    return [
        Buffer(
            *(b.name, bytes(memory[places[b.name] : places[b.name] + b.size]), b.size),
            *(b.is_output, b.is_work, b.is_object),
        )
        for b in buffers
    ]


def is_refused(name: str, first: Buffer, second: Buffer) -> bool:
    if (first.name, second.name) in FUNCTIONS[name].apart or first.is_work or second.is_work:
        return True
    return second.is_output and FUNCTIONS[name].result == "mc_status"


def check(cases: Cases, name: str, buffers: list[Buffer], first: Buffer, second: Buffer, offset: int) -> None:
    memory, places = laid_out(buffers, first, second, offset)
    apart, outputs = cases.call(name, as_they_lie(buffers, memory, places))
    memory += bytes([FILLER]) * GUARD_BYTES
    lying = (ctypes.c_char * len(memory)).from_buffer_copy(memory)
    where = {own: ctypes.addressof(lying) + place for own, place in places.items()}
    status = cases.run(name, cases.arguments(name, buffers, where))
    what = f"mc_{name}: {second} at {offset} from {first}"
    if is_refused(name, first, second) and (apart != Status.ERROR_UNSUPPORTED or status == Status.ERROR_OVERLAP):
        assert status == Status.ERROR_OVERLAP, what
        assert lying.raw == memory, f"{what}: written to"
        return
    assert status == apart, what
    for buffer in sorted(buffers, key=lambda own: own.content is None):  # contexts before digests
        if buffer.is_output and not buffer.is_work:
            memory[places[buffer.name] : places[buffer.name] + buffer.size] = outputs[buffer.name]
    if not any(buffer.is_work for buffer in (first, second)):
        for buffer in buffers:
            if buffer.is_work:
                end = places[buffer.name] + buffer.size
                memory[places[buffer.name] : end] = lying.raw[places[buffer.name] : end]
        assert lying.raw == memory, what


def pairs(buffers: list[Buffer]) -> list[tuple[Buffer, Buffer]]:
    """Every output with every other buffer, each pair once."""
    found = []
    for i, first in enumerate(buffers):
        for second in buffers[i + 1 :]:
            if first.is_output or second.is_output:
                found.append((first, second) if first.is_output else (second, first))
    return [(a, b) for a, b in found if a.size and b.size]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_pair(cases, name):
    """Refused, or right, wherever they lie."""
    buffers = cases.buffers(name)
    for first, second in pairs(buffers):
        if not FUNCTIONS[name].has_status and (first.name, second.name) in FUNCTIONS[name].apart:
            continue  # it cannot refuse: the caller keeps them apart
        for offset in offsets(first, second):
            check(cases, name, buffers, first, second, offset)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_cases_are_valid(name):
    """Every function with a status gives MC_OK for its own arguments on some curve; this build has no steps."""
    if FUNCTIONS[name].result != "mc_status":
        return
    found = {cases_of(curve).call(name)[0] for curve in ("secp256r1", "Ed25519", "Curve25519")}
    expected = Status.ERROR_UNSUPPORTED if FUNCTIONS[name].header in ("stepwise", "task") else Status.OK
    assert expected in found or name == "task_step"


def cases_of(curve: str) -> Cases:
    return overlap_cases.Cases(curve)
