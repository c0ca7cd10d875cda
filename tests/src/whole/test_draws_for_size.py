"""Signatures with a drawn nonce by code for size, which keeps the nonce alone while its ladder runs, and reads the key
and the digest again afterwards: built as in test_for_size.py."""

import ctypes

import pytest

from motelab.export import calls
from motelab.library.host import Status
from tests.src.whole import test_for_size as for_size
from tests.src.whole.test_for_size import BAD_PRIVATE_KEYS, N256, THE_CURVE, WORD_BITS, key_pair, octets

DRAWN = calls.Call("ecdsa-sign-digest-random", ("mc_ecdsa_sign_digest_random",))
BLOCK_BYTES = 16  # of two blocks that the library compares before each nonce
NONCES_MAX = 64
FILLED = 0xAA
RANDOM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
D, E, K = 0x1234567 << 219 | 5, 0xFEDCBA << 230 | 9, 0x7777 << 240 | 3


@pytest.fixture(scope="module", params=WORD_BITS)
def library(request, tmp_path_factory):
    """No word of a drop stands for this call."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(calls.CALLS, "sign", (DRAWN,))
        return for_size.built(tmp_path_factory.mktemp("drawn"), request.param, "secp256r1", "sign").library


def source(nonces: list[int], fails: bool = False):
    """A source of these nonces, the last of which it repeats, and the list of those that it gave."""
    given, blocks = [], []

    def draw(_context, out, count):
        if count == BLOCK_BYTES:
            blocks.append(count)
            ctypes.memset(out, len(blocks) & 1, count)
        else:
            given.append(nonces[min(len(given), len(nonces) - 1)])
            ctypes.memmove(out, octets(given[-1]), count)
        return fails

    return RANDOM(draw), given


def signed(library, d: bytes, digest: bytes, random) -> tuple[Status, bytes]:
    signature = ctypes.create_string_buffer(bytes([FILLED]) * 64, 64)
    counts = ctypes.c_size_t(len(d)), ctypes.c_size_t(len(digest))
    status = library.mc_ecdsa_sign_digest_random(signature, d, digest, *counts, random, None, THE_CURVE)
    return Status(status), signature.raw


def x_of(k: int) -> int:
    return int.from_bytes(key_pair(k)[2][1:33], "big") % N256


def expected(d: int, e: int, k: int) -> bytes:
    r = x_of(k)
    return octets(r, pow(k, -1, N256) * (e + r * d) % N256)


@pytest.mark.parametrize("d", [1, D, N256 - 1])
@pytest.mark.parametrize("e", [0, E, N256, 2**256 - 1])
@pytest.mark.parametrize("k", [1, 2, K, N256 - 1])
def test_signatures(library, d, e, k):
    random, _ = source([k])
    assert signed(library, octets(d), octets(e), random) == (Status.OK, expected(d, e, k))


def test_nonces_out_of_range_are_drawn_again(library):
    random, given = source([0, N256, N256 + 5, 2**256 - 1, K])
    assert signed(library, octets(D), octets(E), random) == (Status.OK, expected(D, E, K))
    assert len(given) == 5


def test_a_nonce_that_gives_no_signature(library):
    """s = 0 for e = -r d: another nonce is drawn, as often as the other forms of signing do."""
    e = -x_of(K) * D % N256
    random, given = source([K, K, K + 1])
    assert signed(library, octets(D), octets(e), random) == (Status.OK, expected(D, e, K + 1))
    assert given == [K, K, K + 1]
    random, given = source([K])
    assert signed(library, octets(D), octets(e), random) == (Status.ERROR_RANDOM, bytes(64))
    assert given == [K] * NONCES_MAX


@pytest.mark.parametrize("key_at", [0, 1, 31, 32, 40, 64])
@pytest.mark.parametrize("digest_at", [0, 17, 32, 33, 64])
def test_signature_over_its_inputs(library, key_at, digest_at):
    """The inputs lie in the place of the signature, in part or as a whole."""
    memory = ctypes.create_string_buffer(128)
    for at, octet in ((key_at, octets(D)), (digest_at, octets(E))):
        memory[at : at + 32] = octet
    d, e = (int.from_bytes(memory.raw[at : at + 32], "big") for at in (key_at, digest_at))
    if not 0 < d < N256:
        pytest.skip("the digest makes the key invalid")
    random, _ = source([K])
    place, counts = ctypes.addressof(memory), (ctypes.c_size_t(32), ctypes.c_size_t(32))
    inputs = (ctypes.c_void_p(place + at) for at in (key_at, digest_at))
    status = library.mc_ecdsa_sign_digest_random(ctypes.c_void_p(place), *inputs, *counts, random, None, THE_CURVE)
    assert (Status(status), memory.raw[:64]) == (Status.OK, expected(d, e, K))


def test_refuses(library):
    """Before anything is drawn, but for a source that fails or is none."""
    random, given = source([K])
    for wrong, status in BAD_PRIVATE_KEYS.items():
        assert signed(library, wrong, octets(E), random) == (status, bytes(64))
    for length in (0, 65):
        assert signed(library, octets(D), bytes(length), random) == (Status.ERROR_DIGEST_LENGTH, bytes(64))
    assert given == []
    assert signed(library, octets(D), octets(E), source([K], fails=True)[0]) == (Status.ERROR_RANDOM, bytes(64))
    assert signed(library, octets(D), octets(E), None) == (Status.ERROR_RANDOM, bytes(64))
    random, given = source([0])
    assert signed(library, octets(D), octets(E), random) == (Status.ERROR_RANDOM, bytes(64))
