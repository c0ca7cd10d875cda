"""The Tate pairing of type 1 against its definition over integers (tate_reference.py) and PARI/GP: all groups on words
of 64 bits, tate-256 at each word size."""

import ctypes
import functools
import random

import pytest

from motelab.library.host import Status
from tests.src.pairing.library import Library, of_type_1
from tests.src.pairing.tate_reference import Group, Value

GROUPS = ("tate-256", "tate-256-short", "tate-512", "tate-1536")
EVERYWHERE = "tate-256"
RAW = random.Random(1536)


def is_pointless(params: dict) -> bool:
    """Other groups share the templates of tate-256."""
    return params.get("word_bits", 64) != 64 and params.get("name", EVERYWHERE) != EVERYWHERE


class Tate(Library):
    """The public functions of a group on integers: points are pairs of coordinates."""

    def __init__(self, name: str, word_bits: int):
        super().__init__(name, word_bits, together=of_type_1(word_bits))
        self.group = Group.of(name)
        self.c_group = ctypes.byref(ctypes.c_char.in_dll(self.c, f"mc_{name.replace('-', '_')}"))
        self.order_bytes = -(-self.group.r.bit_length() // 8)
        self.point_bytes = 1 + 2 * self.group.bytes
        self.value_bytes = 2 * self.group.bytes

    def number(self, value: int) -> bytes:
        return value.to_bytes(self.group.bytes, "big")

    def encode(self, point: tuple[int, int]) -> bytes:
        return b"\4" + self.number(point[0]) + self.number(point[1])

    def shorten(self, point: tuple[int, int]) -> bytes:
        return bytes([2 | point[1] & 1]) + self.number(point[0])

    def decode(self, octets: bytes) -> tuple[int, int]:
        """The two numbers of a point, or of a value."""
        octets = octets[-self.value_bytes :]
        size = self.group.bytes
        return int.from_bytes(octets[:size], "big"), int.from_bytes(octets[size:], "big")

    def run(self, name: str, out_bytes: int, *inputs: bytes) -> tuple[Status, bytes]:
        """A function with its inputs, then their lengths, then the group."""
        found = self.public(f"tate_{name}", out_bytes, *inputs, *map(len, inputs), self.c_group)
        assert found[0] == Status.OK or found[1] == bytes(out_bytes), "an output is not zero after an error"
        return found

    def right(self, name: str, out_bytes: int, *inputs: bytes) -> bytes:
        status, out = self.run(name, out_bytes, *inputs)
        assert status == Status.OK, status
        return out

    def multiply(self, k: int, point: tuple[int, int]) -> tuple[int, int]:
        octets = k.to_bytes(self.order_bytes, "big")
        return self.decode(self.right("multiply", self.point_bytes, octets, self.encode(point)))

    def pairing(self, p: tuple[int, int], q: tuple[int, int]) -> Value:
        return self.decode(self.right("pairing", self.value_bytes, self.encode(p), self.encode(q)))

    def hash(self, message: bytes, tag: bytes = b"tests") -> tuple[int, int]:
        return self.decode(self.right("hash_to_point", self.point_bytes, message, tag))

    def product(self, pairs: list) -> Value:
        """Of no more pairs than a byte counts."""
        p, q = (b"".join(self.encode(pair[i]) for pair in pairs) for i in (0, 1))
        status, out = self.public("tate_pairing_product", self.value_bytes, p, q, len(pairs), self.c_group)
        assert status == Status.OK
        return self.decode(out)

    def fixed(self, p: tuple[int, int], qs: list) -> list[Value]:
        """The pairings of each of qs with p, by the lines of p."""
        size = self.function_of("mc_tate_lines_bytes", ctypes.c_size_t)(self.c_group)
        lines = (ctypes.c_uint64 * -(-size // 8))()
        octets = self.encode(p)
        assert self.c.mc_tate_fix(lines, octets, ctypes.c_size_t(len(octets)), self.c_group) == Status.OK
        return [self.decode(self._by_lines(lines, self.encode(q))) for q in qs]

    def _by_lines(self, lines, q: bytes) -> bytes:
        status, out = self.public("tate_pairing_fixed", self.value_bytes, lines, q, len(q), self.c_group)
        assert status == Status.OK
        return out

    def function_of(self, name: str, result):
        found = self.c[name]
        found.restype = result
        return found


@functools.cache
def opened(name: str, word_bits: int) -> Tate:
    return Tate(name, word_bits)


@pytest.fixture(params=GROUPS)
def name(request) -> str:
    return request.param


@pytest.fixture
def tate(name, word_bits) -> Tate:
    return opened(name, word_bits)


def random_point(group: Group) -> tuple[int, int]:
    """A point of the curve, of any order."""
    return group.map(RAW.randrange(group.q))


def test_sizes_and_generator(tate):
    sizes = [tate.function_of(f"mc_tate_{what}_bytes", ctypes.c_size_t) for what in ("field", "point", "order")]
    assert [size(tate.c_group) for size in sizes] == [tate.group.bytes, tate.point_bytes, tate.order_bytes]
    assert [size(None) for size in sizes] == [0, 0, 0]
    assert tate.decode(tate.right("generator", tate.point_bytes)) == tate.group.generator


def test_multiples(tate):
    """Among them k = r - 1 and r + 1, where one of the ladder's points is infinity at the end."""
    group = tate.group
    for k in (1, 2, 3, group.r - 2, group.r - 1, group.r + 1, RAW.randrange(group.r)):
        assert tate.multiply(k, group.generator) == group.multiply(k, group.generator), k
    for k in (0, group.r):
        octets = k.to_bytes(tate.order_bytes, "big")
        status, _ = tate.run("multiply", tate.point_bytes, octets, tate.encode(group.generator))
        assert status == Status.ERROR_SCALAR_ZERO


def test_multiples_of_any_point(tate):
    """The ladder itself, on points of other orders: of even order, and k = 0."""
    group = tate.group
    for k in (0, 1, 4, group.h, RAW.randrange(group.r)):
        point = random_point(group)
        words = k.to_bytes(256, "little")
        found = tate.call("tate_multiply", 2, list(point), words, ctypes.c_uint16(group.h.bit_length()))
        k %= 1 << group.h.bit_length()
        assert tuple(found) == (group.multiply(k, point) or (0, 0))


def test_map_and_its_sign(tate):
    """u and -u give a point and its inverse, so every point belongs to one u."""
    group = tate.group
    for u in (1, 2, group.q - 2, *(RAW.randrange(group.q) for _ in range(8))):
        x, y = tate.call("tate_map", 2, [u])
        assert (x, y) == group.map(u)
        assert tate.call("tate_map", 2, [-u % group.q]) == [x, -y % group.q]
    assert tate.call("tate_map", 2, [0]) == [0, 0]


def test_hash_to_point(tate):
    for message, tag in ((b"", b"t"), (b"alice@example.org", b"tests"), (bytes(300), bytes(range(255)))):
        assert tate.hash(message, tag) == tate.group.hash(message, tag)
    assert tate.run("hash_to_point", tate.point_bytes, b"message", b"")[0] == Status.ERROR_CONTEXT_LENGTH


def test_pairing_by_pari_and_by_definition(tate):
    group = tate.group
    p, q = tate.hash(b"P"), tate.hash(b"Q")
    found = tate.pairing(p, q)
    assert found == group.pari_pairing(p, q)
    assert found == group.pairing(p, q)


def test_bilinear_symmetric_and_not_degenerate(tate):
    group = tate.group
    k, m = RAW.randrange(1, group.r), RAW.randrange(1, group.r)
    p, q = tate.hash(b"P"), tate.hash(b"Q")
    first = tate.pairing(p, q)
    assert tate.pairing(q, p) == first
    assert tate.pairing(tate.multiply(k, p), tate.multiply(m, q)) == group.power(first, k * m % group.r)
    own = tate.pairing(p, p)
    assert own != (1, 0)
    assert group.power(own, group.r) == (1, 0)


def test_real_part(tate):
    p, q = tate.hash(b"P"), tate.hash(b"Q")
    real = tate.right("pairing_real", tate.group.bytes, tate.encode(p), tate.encode(q))
    assert int.from_bytes(real, "big") == tate.pairing(p, q)[0]


def test_products(tate):
    """Counts on both sides of those that are computed at once."""
    group = tate.group
    points = [tate.hash(bytes([i])) for i in range(10)]
    total = (1, 0)
    for count in range(6):
        assert tate.product([(points[i], points[5 + i]) for i in range(count)]) == total
        if count < 5:
            total = group.mul(total, tate.pairing(points[count], points[5 + count]))
    minus = (points[5][0], -points[5][1] % group.q)
    assert tate.product([(points[0], points[5]), (points[0], minus)]) == (1, 0)


def test_fixed_point(tate):
    p, qs = tate.hash(b"P"), [tate.hash(bytes([i])) for i in range(3)]
    assert tate.fixed(p, qs) == [tate.pairing(p, q) for q in qs]


def test_infinity_gives_1(tate):
    """Within the library (0, 0) stands for infinity; public functions refuse it."""
    group = tate.group
    p, q, infinity = group.generator, tate.hash(b"Q"), (0, 0)
    for pair in ((p, infinity), (infinity, q), (infinity, infinity)):
        assert tate.call("tate_pairing", 2, *map(list, pair)) == [1, 0]
        assert tate.call("tate_pairing_product", 2, [*pair[0], *p], [*pair[1], *q], 2) == list(tate.pairing(p, q))
        lines = tate.call("tate_fix", 2 * lines_of(group), list(pair[0]))
        f = tate.call("tate_miller_fixed", 2, lines, list(pair[1]))
        assert tate.call("tate_final", 2, f) == [1, 0]


def lines_of(group: Group) -> int:
    """Doublings and additions for r, but for the last addition."""
    return group.r.bit_length() - 1 + group.r.bit_count() - 2


def test_final_power(tate):
    """Numbers of F_q and of i F_q, where an inverse of 0 could spoil the result, and others."""
    group = tate.group
    for f in ((5, 0), (0, 7), (group.q - 1, 0), (RAW.randrange(group.q), RAW.randrange(group.q))):
        expected = group.final(f)
        assert tuple(tate.call("tate_final", 2, list(f))) == expected
        assert tate.call("tate_final_real", 1, list(f)) == [expected[0]]


def test_powers_of_values(tate):
    group = tate.group
    value = tate.pairing(group.generator, group.generator)
    for k in (0, 1, 2, group.r - 1, group.r, RAW.randrange(group.r)):
        assert power(tate, k, value) == (Status.OK, group.power(value, k))
    assert power(tate, 5, (1, 0)) == (Status.OK, (1, 0))


def power(tate: Tate, k: int, value: Value) -> tuple[Status, Value]:
    octets = tate.number(value[0]) + tate.number(value[1])
    status, out = tate.run("value_power", tate.value_bytes, k.to_bytes(tate.order_bytes, "big"), octets)
    return status, tate.decode(out)


def test_values_that_are_refused(tate):
    """Of norm 1 and another order; of order r times a number of F_q, whose norm is another; the real part alone right;
    not reduced; of wrong length."""
    group = tate.group
    value = tate.pairing(group.generator, group.generator)
    a = (RAW.randrange(group.q), RAW.randrange(group.q))
    of_norm_1 = group.mul((a[0], -a[1] % group.q), group.inverse(a))
    beside = (value[0], (value[1] + 1) % group.q)
    for wrong in (of_norm_1, group.mul(value, (2, 0)), beside, (group.q - 1, 0), (0, 0)):
        assert power(tate, 2, wrong)[0] == Status.ERROR_SUBGROUP
    assert power(tate, 2, (group.q, 0))[0] == Status.ERROR_COORDINATE_RANGE
    assert power(tate, 2, (1, group.q))[0] == Status.ERROR_COORDINATE_RANGE
    octets = bytes(tate.value_bytes - 1)
    assert tate.run("value_power", tate.value_bytes, bytes(tate.order_bytes), octets)[0] == Status.ERROR_LENGTH
    octets = tate.number(value[0]) + tate.number(value[1])
    for count in (tate.order_bytes - 1, tate.order_bytes + 1, 0):
        assert tate.run("value_power", tate.value_bytes, bytes(count), octets)[0] == Status.ERROR_LENGTH


def wrong_points(tate: Tate) -> list[tuple[Status, bytes]]:
    """Malformed points, and the error of each."""
    group, n = tate.group, tate.group.bytes
    good = tate.encode(group.generator)
    x, y = group.generator
    beside = next(point for point in iter(lambda: random_point(group), None) if group.multiply(group.r, point))
    no_square = next(x for x in range(2, 100) if pow(group.right_hand_side(x), (group.q - 1) // 2, group.q) != 1)
    return [
        (Status.ERROR_LENGTH, b""),
        (Status.ERROR_LENGTH, good[:-1]),
        (Status.ERROR_LENGTH, good + b"\0"),
        (Status.ERROR_LENGTH, b"\0\0"),
        (Status.ERROR_LENGTH, tate.shorten(group.generator)[:-1]),
        (Status.ERROR_LENGTH, b"\2" + good[1:]),
        (Status.ERROR_INFINITY, b"\0"),
        (Status.ERROR_ENCODING, b"\5" + good[1:]),
        (Status.ERROR_ENCODING, b"\6" + good[1:]),
        (Status.ERROR_COORDINATE_RANGE, b"\4" + group.q.to_bytes(n, "big") + tate.number(y)),
        (Status.ERROR_COORDINATE_RANGE, b"\4" + tate.number(x) + b"\xff" * n),
        (Status.ERROR_COORDINATE_RANGE, b"\2" + group.q.to_bytes(n, "big")),
        (Status.ERROR_NOT_ON_CURVE, tate.encode((x, y ^ 1))),
        (Status.ERROR_NOT_ON_CURVE, b"\2" + tate.number(no_square)),
        (Status.ERROR_SUBGROUP, tate.encode((0, 0))),
        (Status.ERROR_SUBGROUP, b"\2" + bytes(n)),
        (Status.ERROR_SUBGROUP, tate.encode(beside)),
        (Status.ERROR_SUBGROUP, tate.shorten(beside)),
    ]


def test_points_that_are_refused(tate):
    group = tate.group
    good, k = tate.encode(group.generator), (5).to_bytes(tate.order_bytes, "big")
    for status, octets in wrong_points(tate):
        assert tate.run("point_check", 0, octets)[0] == status, octets.hex()
        assert tate.run("pairing", tate.value_bytes, good, octets)[0] == status
        assert tate.run("pairing", tate.value_bytes, octets, good)[0] == status
        assert tate.run("pairing_real", tate.group.bytes, octets, good)[0] == status
        assert tate.run("multiply", tate.point_bytes, k, octets)[0] == status
        assert tate.run("point_shorten", 1 + group.bytes, octets)[0] == status
        assert tate.run("point_lengthen", tate.point_bytes, octets)[0] == status


def test_points_of_the_whole_curve_have_their_order_told(tate):
    """Of order r times small divisors of the cofactor, and of order 4 and 2 alone."""
    group = tate.group
    for _ in range(4 if group.name == EVERYWHERE else 1):
        point = random_point(group)
        for scale in (group.h // 2, group.h // 4, group.r, group.r * (group.h // 4), group.r * (group.h // 2)):
            multiple = group.multiply(scale, point)
            if multiple is not None:
                is_right = group.multiply(group.r, multiple) is None
                status = tate.run("point_check", 0, tate.encode(multiple))[0]
                assert (status == Status.OK) == is_right


def test_points_without_y_are_in_no_group(tate):
    """Of order 2, with x^2 = -a: the ladder takes them for infinity. On y^2 = x^3 + x there is none but (0, 0)."""
    group = tate.group
    x = pow(-group.a, (group.q + 1) // 4, group.q)
    if (x * x + group.a) % group.q == 0:
        assert group.right_hand_side(x) == 0
        assert not tate.says("tate_mask_in_group", [x, 0])
        assert tate.run("point_check", 0, tate.encode((x, 0)))[0] == Status.ERROR_SUBGROUP


def test_short_points(tate):
    group = tate.group
    for point in (group.generator, (group.generator[0], -group.generator[1] % group.q), tate.hash(b"P")):
        short = tate.right("point_shorten", 1 + group.bytes, tate.encode(point))
        assert short == tate.shorten(point)
        assert tate.decode(tate.right("point_lengthen", tate.point_bytes, short)) == point
        mixed = tate.right("pairing", tate.value_bytes, short, tate.encode(group.generator))
        assert tate.decode(mixed) == tate.pairing(point, group.generator)


def test_no_group():
    tate = opened(EVERYWHERE, 64)
    good, n = tate.encode(tate.group.generator), ctypes.c_size_t(tate.point_bytes)
    for name, inputs in (("pairing", [good, good, n, n]), ("point_shorten", [good, n]), ("generator", [])):
        out = ctypes.create_string_buffer(tate.value_bytes)
        assert Status(tate.c[f"mc_tate_{name}"](out, *inputs, None)) == Status.ERROR_UNSUPPORTED
