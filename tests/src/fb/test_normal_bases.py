"""Normal bases: the tables and every member against PARI/GP, which builds Gaussian periods from their definition, and
Python's integers in polynomial basis. All pairs of basis elements: tests/c/test_fb_normal.c."""

import functools
import random

import pytest

from codegen.fields import load_curves
from codegen.normal_bases import NORMAL_ELEMENTS, normal_type, polynomial
from curves.check import seeded
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari
from tests.public_interface import PointForm, PublicInterface
from tests.src.fb.test_fb import WORD_TYPES, gp, inverse, multiply, remainder

# Degree and type as IEEE P1363, A.3, and FIPS 186 list them.
TYPES = {163: 4, 233: 2, 283: 6, 409: 4, 571: 10, 191: 2, 239: 2, 162: 1, 7: 4}
SAMPLES = 6
RANDOM_CURVES = {"fb163": "sect163r2", "fb233": "sect233r1", "fb283": "sect283r1", "fb409": "sect409r1"}
RANDOM_CURVES["fb571"] = "sect571r1"
fields = pytest.mark.parametrize("field", NORMAL_ELEMENTS)


# The minimal polynomial of the Gaussian period over F_2: its powers modulo the polynomial of gamma, in coordinates.
PERIOD = """
minimal(m, T) = {
  my(p = T * m + 1, u = znprimroot(p)^m, f = Mod(1, 2) * polcyclo(p, 'x), period, power, rows = List(), kernel);
  period = sum(j = 0, T - 1, Mod(1, 2) * 'x^lift(u^j));
  power = Mod(1, 2) * 'x^0;
  for(i = 0, m, listput(rows, vector(m, i, polcoef(power, lift(Mod(2, p)^(i - 1))) + polcoef(power, 0)));
    if(i == 0, rows[1] = vector(m, i, Mod(1, 2))); power = (power * period) % ('x^p - 1));
  kernel = matker(matconcat(apply(mattranspose, Vec(rows))));
  if(#kernel != 1, error("no basis"));
  Pol(Vecrev(kernel[, 1]), 'x)
};
"""


def modulus(field: str) -> int:
    return sum(1 << e for e in polynomial(field))


@functools.cache
def conjugates(field: str) -> list[int]:
    """beta^(2^i) in polynomial basis."""
    found = [NORMAL_ELEMENTS[field]]
    while len(found) < polynomial(field)[0]:
        found.append(remainder(multiply(found[-1], found[-1]), modulus(field)))
    return found


def value(vector: int, field: str) -> int:
    """The element in polynomial basis: bit m - 1 - i of the number is the coefficient of beta^(2^i)."""
    degree = polynomial(field)[0]
    terms = (beta for i, beta in enumerate(conjugates(field)) if vector >> (degree - 1 - i) & 1)
    return functools.reduce(int.__xor__, terms, 0)


def times(a: int, b: int, field: str) -> int:
    return remainder(multiply(a, b), modulus(field))


@functools.cache
def vectors(field: str) -> list[int]:
    """Elements in normal basis: 0, 1 (all ones), single bits at the ends of the element and of its words, runs,
    patterns; random ones."""
    degree, source = polynomial(field)[0], random.Random(field)
    full = (1 << degree) - 1
    special = [0, full, 1, 1 << (degree - 1), full ^ 1, full // 3, full & ~(full // 3), full >> degree // 2]
    special += [1 << e for e in (31, 32, 63, 64, 127, 128) if e < degree]
    return special + [source.getrandbits(degree) for _ in range(SAMPLES)]


def pairs(field: str) -> list[tuple[int, int]]:
    found = vectors(field)
    return [*zip(found, random.Random(1).sample(found, len(found)), strict=True), (found[1], found[1])]


@fields
def test_element_is_a_gaussian_period(field: str):
    """beta is a root of the polynomial that PARI/GP finds from roots of unity alone."""
    degree = polynomial(field)[0]
    script = f"default(parisizemax, 2^29);{PERIOD}" + (
        f"g = ffgen(Mod(1, 2) * Pol(binary({modulus(field)})), 'y); f = minimal({degree}, {TYPES[degree]});"
        f"beta = subst(Pol(binary({NORMAL_ELEMENTS[field]})), 'x, g);"
        "print(poldegree(f)); print(polisirreducible(f)); print(subst(lift(f), 'x, beta) == 0);"
    )
    assert gp(script) == [degree, 1, 1]
    assert normal_type(degree) == TYPES[degree]


@pytest.mark.parametrize("field", RANDOM_CURVES)
def test_bits_are_those_of_fips_186(word_bits: int, field: str):
    """b of a random curve of NIST, in normal basis, is the number drawn from the curve's seed."""
    library = host.Library(word_bits, field)
    record = load_curves()[RANDOM_CURVES[field]]
    drawn = seeded(bytes.fromhex(record["seed"]), polynomial(field)[0])
    assert value(drawn, field) == int(record["b"], 16)
    assert convert(library, "normal_from_polynomial", int(record["b"], 16)) == drawn


@pytest.mark.parametrize("name", ("c2onb191v4", "c2onb191v5", "c2onb239v4", "c2onb239v5"))
def test_bits_are_those_of_x962(word_bits: int, name: str):
    """Coefficients of the standard's curves, which PARI/GP compares in curves/check.py."""
    record = load_curves()[name]
    library = host.Library(word_bits, "fb191n" if "191" in name else "fb239n")
    for key in "ab":
        normal, other = int(record[key], 16), int(record["polynomial_basis_equivalent"][key], 16)
        assert convert(library, "normal_to_polynomial", normal) == other
        assert convert(library, "normal_from_polynomial", other) == normal


def convert(library: host.Library, name: str, a: int, *more: int) -> int:
    """Result of a function on one element, and numbers; the function is no member of a family."""
    output = library.elements((1 << library.degree) - 1)
    library.function(name)(output, library.elements(a), *more)
    return library.values(output)[0]


@fields
def test_conversions(word_bits: int, field: str):
    library = host.Library(word_bits, field)
    for a in vectors(field):
        assert convert(library, "normal_to_polynomial", a) == value(a, field)
        assert convert(library, "normal_from_polynomial", value(a, field)) == a


@fields
def test_products(word_bits: int, field: str):
    library = host.Library(word_bits, field)
    members = library.members("fb-normal-mul")
    assert {"normal_mul_bit_serial", "normal_mul_rotations", "normal_mul_ring", "normal_mul_ring_comb"} <= set(members)
    for a, b in pairs(field):
        expected = times(value(a, field), value(b, field), field)
        for member in members:
            assert value(library.call(member, a, b), field) == expected, (member, hex(a), hex(b))


@fields
def test_inverses(word_bits: int, field: str):
    library = host.Library(word_bits, field)
    (member,) = library.members("fb-normal-inv")
    for a in vectors(field):
        expected = inverse(value(a, field), modulus(field))
        assert value(library.call(member, a), field) == expected, hex(a)


@fields
def test_squares_and_roots_are_rotations(word_bits: int, field: str):
    library = host.Library(word_bits, field)
    degree = polynomial(field)[0]
    for a in vectors(field):
        square = convert(library, "normal_sqr", a)
        assert value(square, field) == times(value(a, field), value(a, field), field)
        assert convert(library, "normal_sqrt", square) == a
        for count in (0, 1, 2, degree // 2, degree - 1):
            rotated = a >> count | (a << (degree - count) & (1 << degree) - 1)
            assert convert(library, "normal_sqr_times", a, count) == rotated


@fields
def test_traces_and_quadratic_equations(word_bits: int, field: str):
    """z^2 + z = c has a solution for the c of trace 0 and no others; the trace is the sum of all conjugates."""
    library, degree = host.Library(word_bits, field), polynomial(field)[0]
    word = WORD_TYPES[word_bits]
    trace, solve = library.function("normal_trace", word), library.function("normal_solve_quadratic", word)
    for c in vectors(field)[:8]:
        power, total = value(c, field), 0
        for _ in range(degree):
            total, power = total ^ power, times(power, power, field)
        assert trace(library.elements(c)) == total
        output = library.elements(0)
        assert solve(output, library.elements(c)) == (0 if total else (1 << word_bits) - 1)
        z = value(library.values(output)[0], field)
        assert total or times(z, z, field) ^ z == value(c, field)


CURVES = ("c2onb191v4", "c2onb191v5", "c2onb239v4")


def x962_generator(name: str) -> bytes:
    """As the standard prints it: compressed."""
    return bytes.fromhex(load_curves()[name]["G"]["compressed_x962"].removeprefix("0x"))


@pytest.mark.parametrize("name", CURVES)
def test_points_are_written_as_in_x962(word_bits: int, name: str):
    """The generator of the standard, from bytes and back, and as the public key of 1."""
    field = pari.FIELD_OF[name]
    interface, compressed = PublicInterface(word_bits), x962_generator(name)
    host.require(field)
    status, point = interface.point_decode(compressed, name)
    size = len(compressed) - 1
    coordinates = [int.from_bytes(point[1 + i * size :][:size], "big") for i in range(2)]
    assert status == Status.OK and tuple(value(c, field) for c in coordinates) == pari.generator(name)
    assert interface.point_encode(point, PointForm.COMPRESSED, name)[1] == compressed
    one = (1).to_bytes(interface.size(name, "scalar"), "big")
    assert interface.public_key(one, name) == (Status.OK, point)


class NormalArithmetic:
    """Points of y^2 + xy = x^3 + a x^2 + b, with only the library's arithmetic in normal basis."""

    def __init__(self, library: host.Library, a: int):
        self.library, self.a = library, a

    def multiply(self, a: int, b: int) -> int:
        return self.library.call("normal_mul_ring", a, b)

    def divide(self, a: int, b: int) -> int:
        return self.multiply(a, self.library.call("normal_inv_itoh_tsujii", b))

    def add(self, p: tuple[int, int] | None, q: tuple[int, int] | None) -> tuple[int, int] | None:
        """Hankerson, Menezes and Vanstone 2004, Section 3.1.2."""
        if p is None or q is None:
            return p or q
        (x, y), (u, v) = p, q
        if x == u and (y != v or x == 0):
            return None
        slope = x ^ self.divide(y, x) if p == q else self.divide(y ^ v, x ^ u)
        rx = convert(self.library, "normal_sqr", slope) ^ slope ^ self.a ^ x ^ u
        return rx, self.multiply(slope, x ^ rx) ^ rx ^ y

    def times(self, k: int, p: tuple[int, int]) -> tuple[int, int] | None:
        total = None
        for bit in f"{k:b}":
            total = self.add(total, total)
            total = self.add(total, p) if bit == "1" else total
        return total


@pytest.mark.parametrize("name", CURVES)
def test_scalar_multiplication_in_normal_basis(name: str):
    """k G with the standard's own coefficient a and generator, where no element is ever in polynomial basis, against
    PARI/GP and the library's scalar multiplication, which computes in that basis."""
    field, record = pari.FIELD_OF[name], load_curves()[name]
    library, interface = host.Library(64, field), PublicInterface()
    size = len(x962_generator(name)) - 1
    _, octets = interface.point_decode(x962_generator(name), name)
    generator = int.from_bytes(octets[1 : 1 + size], "big"), int.from_bytes(octets[1 + size :], "big")
    arithmetic = NormalArithmetic(library, int(record["a"], 16))
    n = pari.order(name)
    assert arithmetic.times(n, generator) is None
    for k in (2, n - 1, random.Random(name).randrange(n)):
        x, y = arithmetic.times(k, generator)
        plain = value(x, field), value(y, field)
        assert (plain,) == tuple(pari.evaluate(name, [f"multiply({pari.text(pari.generator(name))}, {k})"]))
        assert library.scalar_mult("scalar_mult_ladder", k, pari.generator(name), name) == (Status.OK, plain)
        public = b"\x04" + x.to_bytes(size, "big") + y.to_bytes(size, "big")
        assert interface.public_key(k.to_bytes(interface.size(name, "scalar"), "big"), name) == (Status.OK, public)
