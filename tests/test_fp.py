"""Arithmetic modulo group orders against Python's integers, at every word size, for edge values and many moduli."""

import ctypes
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.orders import orders
from motecurve import host, registry

# Name -> bits of the C functions' size, modulus.
ORDERS = {r["name"]: (bits, int(r["n"], 16)) for bits, records in orders().items() for r in records}
SMALL = [name for name, (_, n) in ORDERS.items() if n < 2**7]
# Odd moduli of 163 bits at the ends of the range, or with special words at their ends; one that fills its words.
MODULI = [(163, n) for n in (2**163 - 1, 2**162 + 1, 2**163 - 2**64 + 1, 2**162 + 2**161 + 2**160 - 1)]
MODULI += [order for order in ORDERS.values() if order[0] > 7]
INVERSES = [f for a in registry.load() if a.family == "fp-inv" and a.backend == "c" for f in a.functions]


class Modulus:
    """The C functions for one size, on integers, modulo any odd n of that size."""

    def __init__(self, word_bits: int, bits: int, n: int):
        self.library = ctypes.CDLL(str(host.build(word_bits) / "libmotecurve.so"))
        self.bits, self.n = bits, n
        self.size = -(-bits // word_bits) * word_bits // 8
        self.r = 1 << (8 * self.size)
        minus_inverse = -pow(n, -1, 1 << word_bits) % (1 << word_bits)
        constants = (n, self.size), (self.r**2 % n, self.size), (minus_inverse, word_bits // 8)
        self.constants = ctypes.create_string_buffer(b"".join(v.to_bytes(s, "little") for v, s in constants))

    def words(self, value: int) -> ctypes.Array:
        return ctypes.create_string_buffer(value.to_bytes(self.size, "little"), self.size)

    def call(self, name: str, *arguments: int) -> int:
        """Result of the function, which must be the same when the output is its first input."""
        apart, *inputs = self.words(0), *map(self.words, arguments)
        function = self.library[f"mc_fp{self.bits}_{name}"]
        function(apart, *inputs, self.constants)
        function(inputs[0], *inputs, self.constants)
        assert apart.raw == inputs[0].raw
        return int.from_bytes(apart.raw, "little")

    def from_octets(self, octets: bytes) -> int:
        result = self.words(0)
        self.library[f"mc_fp{self.bits}_from_octets"](result, octets, ctypes.c_size_t(len(octets)), self.constants)
        return int.from_bytes(result.raw, "little")

    def mask(self, name: str, *arguments) -> bool:
        """A mask as truth; ctypes sees its lowest 8 bits, which are those of every word size."""
        function = self.library[f"mc_fp{self.bits}_{name}"]
        function.restype = ctypes.c_uint8
        mask = function(*(self.words(a) if isinstance(a, int) else a for a in arguments))
        assert mask in (0, 0xFF)
        return mask == 0xFF


@pytest.fixture(scope="module", params=MODULI, ids=lambda modulus: hex(modulus[1]))
def modulus(request, word_bits) -> Modulus:
    return Modulus(word_bits, *request.param)


def edges(n: int) -> list[int]:
    return [0, 1, 2, n // 2, n - 2, n - 1] + [value % n for value in (2**64 - 1, 2**128, 2**160, 2**163 - 1)]


def test_edges(modulus):
    n, inverse_r = modulus.n, pow(modulus.r, -1, modulus.n)
    for a in edges(n):
        assert modulus.call("to_montgomery", a) == a * modulus.r % n
        assert modulus.call("from_montgomery", a) == a * inverse_r % n
        for b in edges(n):
            assert modulus.call("add", a, b) == (a + b) % n
            assert modulus.call("sub", a, b) == (a - b) % n
            assert modulus.call("mul", a, b) == a * b * inverse_r % n


def test_random_values(modulus):
    n, inverse_r, draw = modulus.n, pow(modulus.r, -1, modulus.n), random.Random(163)
    for _ in range(100):
        a, b = draw.randrange(n), draw.randrange(n)
        assert modulus.call("add", a, b) == (a + b) % n
        assert modulus.call("sub", a, b) == (a - b) % n
        assert modulus.call("mul", a, b) == a * b * inverse_r % n


@settings(max_examples=200, deadline=None)
@given(half=st.integers(2**161, 2**162 - 1), a=st.integers(0, 2**163 - 1), b=st.integers(0, 2**163 - 1))
def test_any_odd_modulus(word_bits, half, a, b):
    n = 2 * half + 1
    modulus = Modulus(word_bits, 163, n)
    assert modulus.call("mul", a % n, b % n) == a * b * pow(modulus.r, -1, n) % n


def test_masks(modulus):
    n = modulus.n
    top = modulus.r - 1
    for a in [*edges(n), n, n + 1, top]:
        assert modulus.mask("mask_zero", a) == (a == 0)
        assert modulus.mask("mask_below", a, modulus.constants) == (a < n)
        for b in [*edges(n), top, a ^ 1]:
            assert modulus.mask("mask_equal", a, b) == (a == b)


@pytest.mark.parametrize("count", [0, 1, 20, 21, 22, 32, 64])
def test_octet_strings_of_any_length(modulus, count):
    draw = random.Random(count)
    for octets in (bytes(count), b"\xff" * count, draw.randbytes(count)):
        assert modulus.from_octets(octets) == int.from_bytes(octets, "big") % modulus.n


@pytest.mark.parametrize("member", INVERSES)
@pytest.mark.parametrize("name", ORDERS)
def test_inverse(word_bits, name, member):
    modulus = Modulus(word_bits, *ORDERS[name])
    n, draw = modulus.n, random.Random(7)
    assert modulus.call(member, 0) == 0
    for a in {1, 2, 3, n // 2, n - 2, n - 1, *(draw.randrange(1, n) for _ in range(50))}:
        montgomery = a * modulus.r % n
        assert modulus.call(member, montgomery) == pow(a, -1, n) * modulus.r % n


@settings(max_examples=500, deadline=None)
@given(half=st.integers(2**161, 2**162 - 1), a=st.integers(0, 2**163 - 1))
def test_inverse_modulo_any_odd_number(word_bits, half, a):
    n = 2 * half + 1
    modulus = Modulus(word_bits, 163, n)
    if math.gcd(a, n) == 1:
        montgomery = a * modulus.r % n
        assert modulus.call("inv_safegcd", montgomery) == pow(a, -1, n) * modulus.r % n


@pytest.mark.parametrize("name", ORDERS)
def test_generated_constants(word_bits, name):
    modulus = Modulus(word_bits, *ORDERS[name])
    size = len(modulus.constants.raw) - 1  # ctypes ends the string with a zero
    built = (ctypes.c_char * size).in_dll(modulus.library, f"mc_{name}_order")
    assert built.raw == modulus.constants.raw[:size]


@pytest.mark.parametrize("name", SMALL)
def test_every_pair_of_residues(word_bits, name):
    modulus = Modulus(word_bits, *ORDERS[name])
    n = modulus.n
    inverse_r = pow(modulus.r, -1, n)
    for a in range(n):
        for b in range(n):
            assert modulus.call("add", a, b) == (a + b) % n
            assert modulus.call("sub", a, b) == (a - b) % n
            assert modulus.call("mul", a, b) == a * b * inverse_r % n
