"""Buffers of identity-based schemes that overlap: an output may lie on any input, two outputs may not overlap."""

import ctypes

import pytest

from tests.src.ibe.ibe_library import BAD, Random, Result
from tests.src.ibe.ibe_reference import AGREEMENT, ENCRYPTION, SIGNATURES, identity

pytestmark = pytest.mark.word_sizes(64)
ALICE, BOB = identity(b"alice"), identity(b"bob")
MESSAGE = bytes(range(70))


def calls(ibe) -> dict:
    """Of each function with an output: its size, arguments before the inputs and after their lengths, the inputs."""
    _, master, parameters = ibe.setup(Random(b"setup"))
    _, shares, _ = ibe.split(master, 2, 2, Random())
    share = shares[: len(shares) // 2]
    key = {use: ibe.extract(use, master, ALICE)[1] for use in (ENCRYPTION, SIGNATURES, AGREEMENT)}
    parts = b"".join(ibe.extract_partial(SIGNATURES, x, ALICE)[1] for x in (share, shares[len(share) :]))
    ciphertext = ibe.encrypt(MESSAGE, ALICE, parameters, Random())[1]
    basic = ibe.encrypt(MESSAGE, ALICE, parameters, Random(), "basic_")[1]
    source = "random", None
    use = ctypes.c_int(SIGNATURES)
    return {
        "parameters": (len(parameters), (), [master], ()),
        "extract": (len(key[SIGNATURES]), (use,), [master, ALICE], ()),
        "extract_partial": (len(parts) // 2, (use,), [share, ALICE], ()),
        "combine": (len(key[SIGNATURES]), (use,), [parts], None),
        "recover": (len(master), (), [shares], None),
        "encrypt": (len(ciphertext), (), [MESSAGE, ALICE, parameters], source),
        "basic_encrypt": (len(basic), (), [MESSAGE, ALICE, parameters], source),
        "decrypt": (len(MESSAGE), (), [key[ENCRYPTION], ciphertext], ()),
        "basic_decrypt": (len(MESSAGE), (), [key[ENCRYPTION], basic], ()),
        "sign": (ibe.size("signature"), (), [key[SIGNATURES], ALICE, MESSAGE], ()),
        "sign_hedged": (ibe.size("signature"), (), [key[SIGNATURES], ALICE, MESSAGE], source),
        "agree": (40, (ctypes.c_size_t(40),), [key[AGREEMENT], ALICE, BOB], ()),
    }


def call(ibe, name: str, row: tuple, memory, out: int, places: list[int]) -> Result:
    """The function on inputs at these places of the memory, with its output at `out`."""
    _, before, inputs, after = row
    base = ctypes.addressof(memory)
    random = Random(b"overlap")
    lengths = [ctypes.c_size_t(len(x)) for x in inputs] if after is not None else [ctypes.c_size_t(2)]
    rest = [random.c if x == "random" else x for x in after or ()]
    pointers = [ctypes.c_void_p(base + place) for place in (out, *places)]
    return Result(ibe.c[f"mc_ibe_{name}"](pointers[0], *before, *pointers[1:], *lengths, *rest, ibe.group))


def run(ibe, name: str, row: tuple, out: int, places: list[int]) -> bytes:
    memory = ctypes.create_string_buffer(bytes([BAD]) * 4096, 4096)
    for octets, place in zip(row[2], places, strict=True):
        memory[place : place + len(octets)] = octets
    assert call(ibe, name, row, memory, out, places) == Result.OK, name
    return memory[out : out + row[0]]


def test_outputs_on_inputs(each_type):
    for name, row in calls(each_type).items():
        apart = [1000 * (i + 1) for i in range(len(row[2]))]
        expected = run(each_type, name, row, 0, apart)
        for place, octets in zip(apart, row[2], strict=True):
            for out in {place - row[0] + 1, place - 7, place, place + 3, place + len(octets) - 1}:
                assert run(each_type, name, row, out, apart) == expected, (name, out - place)


def test_outputs_that_overlap(each_type):
    ibe, random = each_type, Random()
    memory = ctypes.create_string_buffer(bytes([BAD]) * 4096, 4096)
    base = ctypes.addressof(memory)
    _, master, _ = ibe.setup(Random())
    size = ibe.size("master_secret")
    setup = ibe.c.mc_ibe_setup(ctypes.c_void_p(base), ctypes.c_void_p(base + size - 1), random.c, None, ibe.group)
    first, second = ctypes.c_void_p(base), ctypes.c_void_p(base + 2 * ibe.size("share") - 1)
    split = ibe.c.mc_ibe_split(first, second, master, ctypes.c_size_t(len(master)), 2, 2, random.c, None, ibe.group)
    assert (setup, split) == (Result.ERROR_OVERLAP, Result.ERROR_OVERLAP)
    assert memory.raw == bytes([BAD]) * 4096 and random.calls == 0
