"""The eta_T pairing over F_2^271, which is insecure since 2013, against PARI/GP: it is the power of the Tate pairing of
order N that it must be, points are PARI's, and malformed ones are refused."""

import ctypes
import random
import subprocess

import pytest

from codegen.fields import load_pairings, multiply
from motelab.library.host import Status
from tests.src.pairing.library import build, of_type_1

RECORD = load_pairings()["eta-271"]
POLY = tuple(RECORD["field"]["poly"])
R, H = int(RECORD["r"], 16), int(RECORD["h"], 16)
G = (int(RECORD["G"]["x"], 16), int(RECORD["G"]["y"], 16))
BYTES, ORDER_BYTES = 34, 32
POINT_BYTES, VALUE_BYTES = 1 + 2 * BYTES, 4 * BYTES
SOURCE = random.Random(271)
Point = tuple[int, int]
Value = tuple[int, int, int, int]  # c0 + c1 s + c2 t + c3 s t


class Eta:
    """The public functions on integers."""

    def __init__(self, word_bits: int):
        self.c = ctypes.CDLL(str(build(of_type_1(word_bits), word_bits)))

    def run(self, name: str, out_bytes: int, *inputs: bytes) -> tuple[Status, bytes]:
        """Inputs are followed by their lengths; an output is zero after an error."""
        out = ctypes.create_string_buffer(b"\xa5" * max(out_bytes, 1), max(out_bytes, 1))
        lengths = [ctypes.c_size_t(len(x)) for x in inputs]
        status = Status(self.c[f"mc_eta_271_{name}"](*([out] if out_bytes else []), *inputs, *lengths))
        assert status == Status.OK or out.raw[:out_bytes] == bytes(out_bytes)
        return status, out.raw[:out_bytes]

    def multiply(self, k: int, point: Point) -> Point:
        status, out = self.run("multiply", POINT_BYTES, k.to_bytes(ORDER_BYTES, "big"), encode(point))
        assert status == Status.OK
        return int.from_bytes(out[1 : 1 + BYTES], "big"), int.from_bytes(out[1 + BYTES :], "big")

    def pairing(self, p: Point, q: Point) -> Value:
        status, out = self.run("pairing", VALUE_BYTES, encode(p), encode(q))
        assert status == Status.OK
        return tuple(int.from_bytes(out[i : i + BYTES], "big") for i in range(0, VALUE_BYTES, BYTES))


@pytest.fixture(scope="module")
def eta(word_bits) -> Eta:
    return Eta(word_bits)


def encode(point: Point) -> bytes:
    return b"\4" + point[0].to_bytes(BYTES, "big") + point[1].to_bytes(BYTES, "big")


def product(a: Value, b: Value) -> Value:
    """In F_2^1084, by s^2 = s + 1, t^2 = t + s."""

    def quadratic(x: tuple[int, int], y: tuple[int, int]) -> tuple[int, int]:
        high = multiply(x[1], y[1], POLY)
        low = multiply(x[0], y[0], POLY)
        return low ^ high, multiply(x[0], y[1], POLY) ^ multiply(x[1], y[0], POLY) ^ high

    low, high = quadratic(a[:2], b[:2]), quadratic(a[2:], b[2:])
    first, second = quadratic(a[:2], b[2:]), quadratic(a[2:], b[:2])
    times_s = (high[1], high[0] ^ high[1])
    return (
        *(low[i] ^ times_s[i] for i in (0, 1)),
        *(first[i] ^ second[i] ^ high[i] for i in (0, 1)),
    )


def power(a: Value, k: int) -> Value:
    result: Value = (1, 0, 0, 0)
    for bit in f"{k:b}":
        result = product(result, result)
        result = product(result, a) if bit == "1" else result
    return result


# N times T = 2^136 + 1: eta_T(P, Q)^T is the Tate pairing of order N.
PARI = """
z = ffgen((x^271 + x^207 + x^175 + x^111 + 1) * Mod(1, 2), 'z);
w = ffgen(2^(4 * 271), 'w);
embedding = ffembed(z, w);
element(c) = ffmap(embedding, sum(i = 0, #binary(c) - 1, bittest(c, i) * z^i) * z^0);
s = polrootsmod(x^2 + x + 1, w)[1];
t = polrootsmod(x^2 + x + s, w)[1];
E = ellinit([0, 0, 1, 1, 0] * w^0);
N = 2^271 + 2^136 + 1;
P = apply(element, %s);
Q = apply(element, %s);
v = apply(element, %s);
D = [Q[1] + s + 1, Q[2] + s * Q[1] + t];
tate = elltatepairing(E, P, D, N)^((2^(4 * 271) - 1) / N);
print(tate == (v[1] + v[2] * s + v[3] * t + v[4] * s * t)^(2^136 + 1), " ", tate != 1);
print(ellmul(E, apply(element, %s), %d) == P);
"""


def test_power_of_the_tate_pairing(eta):
    k = SOURCE.randrange(R)
    p, q = eta.multiply(k, G), eta.multiply(SOURCE.randrange(R), G)
    script = PARI % (list(p), list(q), list(eta.pairing(p, q)), list(G), k)
    found = subprocess.run(["gp", "-q", "-f", "-s", "256M"], input=script, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == ["1 1", "1"]


def test_bilinear_and_not_degenerate(eta):
    k, m = SOURCE.randrange(1, R), SOURCE.randrange(1, R)
    first = eta.pairing(G, G)
    assert first != (1, 0, 0, 0)
    assert eta.pairing(eta.multiply(k, G), eta.multiply(m, G)) == power(first, k * m % R)
    assert power(first, R) == (1, 0, 0, 0)


def test_multiples(eta):
    """Small ones by repeated sums, among them a double; those next to the order; and infinity."""
    x, y = G
    square = multiply(x, x, POLY)
    fourth = multiply(square, square, POLY)
    y2 = multiply(y, y, POLY)
    assert eta.multiply(2, G) == (fourth ^ 1, fourth ^ multiply(y2, y2, POLY))
    assert eta.multiply(1, G) == eta.multiply(R + 1, G) == G
    assert eta.multiply(R - 1, G) == (x, y ^ 1)
    k, m = SOURCE.randrange(R), SOURCE.randrange(R)
    assert eta.multiply(k, eta.multiply(m, G)) == eta.multiply(k * m % R, G)
    for k in (0, R, 2 * R):
        octets = k.to_bytes(ORDER_BYTES, "big")
        assert eta.run("multiply", POINT_BYTES, octets, encode(G))[0] == Status.ERROR_SCALAR_ZERO


def test_generator(eta):
    out = ctypes.create_string_buffer(POINT_BYTES)
    eta.c.mc_eta_271_generator(out)
    assert out.raw == encode(G)


WRONG = {
    Status.ERROR_LENGTH: [b"", encode(G)[:-1], encode(G) + b"\0", b"\2" + encode(G)[1 : 1 + BYTES]],
    Status.ERROR_INFINITY: [b"\0"],
    Status.ERROR_ENCODING: [b"\2" + encode(G)[1:], b"\0" + encode(G)[1:]],
    Status.ERROR_COORDINATE_RANGE: [encode((1 << 271, G[1])), encode((G[0], G[1] | 1 << 271))],
    Status.ERROR_NOT_ON_CURVE: [encode((G[0], G[1] ^ 2)), encode((G[0] ^ 2, G[1]))],
    Status.ERROR_SUBGROUP: [encode(point) for point in ((0, 0), (0, 1), (1, 0), (1, 1))],  # of order 5
}


@pytest.mark.parametrize("status", WRONG, ids=lambda status: status.name)
def test_points_that_are_refused(eta, status):
    for octets in WRONG[status]:
        assert eta.run("point_check", 0, octets)[0] == status
        assert eta.run("pairing", VALUE_BYTES, octets, encode(G))[0] == status
        assert eta.run("pairing", VALUE_BYTES, encode(G), octets)[0] == status
        assert eta.run("multiply", POINT_BYTES, bytes(ORDER_BYTES), octets)[0] == status
    assert eta.run("point_check", 0, encode(G))[0] == Status.OK
    assert eta.run("multiply", POINT_BYTES, bytes(31), encode(G))[0] == Status.ERROR_LENGTH
