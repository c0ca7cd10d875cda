"""Prime fields and arithmetic modulo group orders against Python's integers: every member of every family, at every
word size, for edge values, random ones, and all elements of a small field."""

import ctypes
import functools
import math
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen import prime_fields
from codegen.addition_chains import chain_for
from codegen.built import FIELDS, curves_by_field, order, scalar_bits
from codegen.fields import PRIME_FIELDS
from motelab.library import host
from motelab.subjects import registry

SIZES = [7, 112, 113, 161, 163, 256, 521]


@functools.cache
def moduli(size: int) -> list[int]:
    """Orders of a size, and odd numbers at the ends of its range or with special words at their ends."""
    orders = [order(r) for field in FIELDS if scalar_bits(field) == size for r in curves_by_field()[field]]
    special = [2**size - 1, 2 ** (size - 1) + 1, 2**size - 2 ** (size // 2) + 1]
    return [*orders[:1], *special]


TEMPLATES = list(PRIME_FIELDS.items())
TEMPLATES += [(f"order{size}", n) for size in SIZES for n in moduli(size)]
TEMPLATES += [("order64", n) for n in (2**64 - 1, 2**64 - 59, 2**63 + 1)]


@functools.cache
def requirements(family: str) -> dict[str, str]:
    """The requirements in the header of each member of a family."""
    found = [a for a in registry.load() if a.family == family and a.backend == "c"]
    return {function: a.requires for a in found for function in a.functions}


def members(family: str) -> list[str]:
    return list(requirements(family))


def library_path(word_bits: int) -> Path:
    return host.build(word_bits) / host.CATALOGUE


class Template:
    """The C functions of a prime field, or of a size of orders with a modulus n, on integers in the form of the
    words."""

    def __init__(self, word_bits: int, name: str, n: int):
        self.library = ctypes.CDLL(str(library_path(word_bits)))
        self.name, self.n, self.word_bits = name, n, word_bits
        self.is_field = name.startswith("fp")
        if self.is_field:
            host.require(name, word_bits)
        elif host.chosen_fields(word_bits) and not self.has("copy"):
            raise host.FieldNotBuilt(f"the chosen fields at {word_bits} bits a word leave {name} out")
        bits = n.bit_length() if self.is_field else int(name.removeprefix("order"))
        self.size = -(-bits // word_bits) * word_bits // 8
        self.r = 1 << (8 * self.size)
        self.is_montgomery = not self.is_field or prime_fields.is_montgomery(name, word_bits)
        self.radix = self.r if self.is_montgomery else 1
        self.constants = [] if self.is_field else [ctypes.create_string_buffer(self.modulus())]

    def modulus(self) -> bytes:
        """The structure of n and its Montgomery constants."""
        word = 1 << self.word_bits
        values = b"".join(v.to_bytes(self.size, "little") for v in (self.n, self.r % self.n, self.r**2 % self.n))
        return values + (-pow(self.n, -1, word) % word).to_bytes(self.word_bits // 8, "little")

    def has(self, member: str) -> bool:
        return hasattr(self.library, f"mc_{self.name}_{member}")

    def members(self, family: str) -> list[str]:
        """The members of a family that the library has. The test fails if a member is missing that requires only a
        constant modulus, when this modulus is one. It is skipped if no member is left to test."""
        met = {"1", "!defined(FP_RUNTIME_MODULUS)"} if self.is_field else {"1"}
        missing = {member: needs for member, needs in requirements(family).items() if not self.has(member)}
        lost = [member for member, needs in missing.items() if needs in met]
        assert not lost, f"{self.name} has no {', '.join(lost)}"
        if len(missing) == len(requirements(family)):
            pytest.skip(f"{self.name} has no member of {family}: {missing}")
        return [member for member in requirements(family) if member not in missing]

    def words(self, value: int, count: int = 1) -> ctypes.Array:
        return ctypes.create_string_buffer(value.to_bytes(self.size * count, "little"), self.size * count)

    def function(self, name: str, result=None):
        function = self.library[f"mc_{self.name}_{name}"]
        function.restype = result
        return function

    def call(self, name: str, *arguments: int, extra=()) -> int:
        """Result of the function, which must be the same if the output is one of the inputs."""
        function, outputs = self.function(name), []
        for alias in (None, *range(len(arguments))):
            inputs = [self.words(a) for a in arguments]
            outputs.append(self.words(self.r - 1) if alias is None else inputs[alias])
            function(outputs[-1], *inputs, *extra, *self.constants)
        assert len({output.raw for output in outputs}) == 1, f"{name} {list(map(hex, arguments))}: aliasing"
        return int.from_bytes(outputs[0].raw, "little")

    def product(self, name: str, *arguments: int) -> int:
        """Result of an unreduced product or square."""
        output = self.words(self.r**2 - 1, 2)
        self.function(name)(output, *map(self.words, arguments))
        return int.from_bytes(output.raw, "little")

    def reduce(self, name: str, c: int) -> int:
        output = self.words(self.r - 1)
        self.function(name)(output, self.words(c, 2), *self.constants)
        return int.from_bytes(output.raw, "little")

    def mask(self, name: str, *arguments: int, modulus: bool = False) -> bool:
        """A mask as a truth value; ctypes sees its lowest 8 bits, which are the same at every word size."""
        constants = self.constants if modulus else []
        mask = self.function(name, ctypes.c_uint8)(*map(self.words, arguments), *constants)
        assert mask in (0, 0xFF)
        return mask == 0xFF

    def sqrt(self, name: str, a: int) -> tuple[bool, int]:
        output, a_words = self.words(self.r - 1), self.words(a)
        function = self.function(name, ctypes.c_uint8)
        mask = function(output, a_words)
        assert mask in (0, 0xFF)
        assert function(a_words, a_words) == mask
        assert a_words.raw == output.raw
        return mask == 0xFF, int.from_bytes(output.raw, "little")

    def from_octets(self, octets: bytes, name: str) -> int:
        result, bits = self.words(0), ctypes.c_uint16(self.n.bit_length())
        self.function(name)(result, octets, ctypes.c_size_t(len(octets)), bits, *self.constants)
        return int.from_bytes(result.raw, "little")


@pytest.fixture(scope="module", params=TEMPLATES, ids=lambda t: f"{t[0]}-{t[1] % 2**32:x}")
def template(request, word_bits) -> Template:
    return Template(word_bits, *request.param)


def edges(n: int, word_bits: int = 64) -> list[int]:
    """Residues at the ends of the range, single bits, runs of ones, and words of all ones."""
    bits = n.bit_length()
    values = [0, 1, 2, 3, n // 2, n // 2 + 1, n - 3, n - 2, n - 1, 2**bits - n]
    values += [2**k + d for k in (word_bits, bits // 2, bits - 1) for d in (-1, 0)]
    values += [(2**word_bits - 1) << shift for shift in range(0, bits, max(word_bits, bits // 3))]
    values += [sum(1 << k for k in range(0, bits, 2)), 2**bits - 2 ** (bits // 2)]
    return sorted({value % n for value in values})


def numbers(template: Template, count: int) -> list[int]:
    draw = random.Random(template.n)
    return edges(template.n, template.word_bits) + [draw.randrange(template.n) for _ in range(count)]


def pairs(template: Template, count: int) -> list[tuple[int, int]]:
    """Edges with each other, the extreme ones with all, and random pairs."""
    draw, n = random.Random(template.n), template.n
    values = edges(n, template.word_bits)
    found = [(a, b) for a in values for b in (1, n - 1, a, n - a, values[-3])]
    found += list(zip(values, values[1:] + values[:1], strict=True))
    found += [(draw.randrange(n), draw.randrange(n)) for _ in range(count)]
    return [(a % n, b % n) for a, b in found]


def test_products(template):
    n, word = template.n, template.r - 1  # factors may have any words
    for a, b in [*pairs(template, 50), (word, word), (word, 1), (word, n), (word - 1, word)]:
        for member in template.members("fp-mul"):
            assert template.product(member, a, b) == a * b, f"{member} {a:#x} {b:#x}"
    for a in [*numbers(template, 100), word, word - 1, word - template.r // 2]:
        for member in template.members("fp-sqr"):
            assert template.product(member, a) == a * a, f"{member} {a:#x}"


def reduction(template: Template, member: str) -> tuple[int, int]:
    """The end of a reduction's input range, and the divisor of its result."""
    limits = {
        "reduce_special": (1 << 2 * template.n.bit_length(), 1),
        "reduce_barrett": (template.r**2, 1),
        "reduce_montgomery": (template.n * template.r, template.r),
        "reduce_montgomery_special": (template.n * template.r, template.r),
    }
    return limits[member]


def test_reductions(template):
    """Near the ends of the range, near multiples of p and of powers of 2, and with all ones in some words."""
    n, bits, draw = template.n, template.n.bit_length(), random.Random(template.n)
    for member in template.members("fp-reduce"):
        end, divisor = reduction(template, member)
        inverse = pow(divisor, -1, n)
        values = {0, 1, (n - 1) ** 2, end - 1, end - 2, end // 2}
        for q in (1, 2, 3, n - 1, n, n + 1, end // n, end // n - 1, *(draw.randrange(end // n) for _ in range(40))):
            values |= {q * n + d for d in (-2, -1, 0, 1)}
        for k in range(0, 2 * bits, 8):
            values |= {end - 2**k, 2**k, 2**k - 1, (end - 1) ^ (2**32 - 1 << k)}
        values |= {draw.randrange(end) for _ in range(100)}
        for c in values:
            if 0 <= c < end:
                assert template.reduce(member, c) == c * inverse % n, f"{member} {c:#x}"


def test_reduced_products(template):
    """A member for Montgomery's form gives a b / R in every field; a composed one follows the bound reduction."""
    n = template.n
    forms = {f: a.form for a in registry.load() if a.family in ("fp-mul-reduce", "fp-sqr-reduce") for f in a.functions}
    inverses = {
        member: pow(template.r if form == "montgomery" else template.radix, -1, n) for member, form in forms.items()
    }
    for a, b in pairs(template, 50):
        for member in template.members("fp-mul-reduce"):
            assert template.call(member, a, b) == a * b * inverses[member] % n, f"{member} {a:#x} {b:#x}"
    for a in numbers(template, 100):
        for member in template.members("fp-sqr-reduce"):
            assert template.call(member, a) == a * a * inverses[member] % n, f"{member} {a:#x}"


def test_sums(template):
    n = template.n
    for a, b in pairs(template, 50):
        for member in template.members("fp-add"):
            assert template.call(member, a, b) == (a + b) % n
        for member in template.members("fp-sub"):
            assert template.call(member, a, b) == (a - b) % n


def test_products_with_small_numbers(template):
    n, draw = template.n, random.Random(18)
    factors = [0, 1, 2, 3, 19, 63, 64, 511, 512, 39081, 121665, 2**17, 2**18 - 2, 2**18 - 1]
    factors += [draw.randrange(2**18) for _ in range(10)]
    for member in template.members("fp-mul-small"):
        for a in numbers(template, 20):
            for c in factors:
                assert template.call(member, a, extra=[ctypes.c_uint32(c)]) == a * c % n, f"{member} {a:#x} {c}"


def test_form(template):
    n, radix = template.n, template.radix
    for a in edges(n, template.word_bits):
        assert template.call("to_form", a) == a * radix % n
        assert template.call("from_form", a) == a * pow(radix, -1, n) % n


def test_masks(template):
    n, top = template.n, template.r - 1
    for a in [*edges(n), n % (top + 1), min(n + 1, top), top]:
        assert template.mask("mask_zero", a) == (a == 0)
        assert template.mask("mask_below", a, modulus=True) == (a < n)
        for b in [*edges(n), top, a ^ 1]:
            assert template.mask("mask_equal", a, b) == (a == b)


@pytest.mark.parametrize("count", [0, 1, 20, 21, 22, 32, 64])
def test_octet_strings_of_any_length(template, count):
    draw = random.Random(count)
    for octets in (bytes(count), b"\xff" * count, draw.randbytes(count)):
        assert template.from_octets(octets, "from_octets") == int.from_bytes(octets, "big") % template.n
        assert template.from_octets(octets, "from_octets_little") == int.from_bytes(octets, "little") % template.n


# Inverses by powers need a prime.
PRIMES = {*PRIME_FIELDS.values(), *(order(r) for records in curves_by_field().values() for r in records)}


def test_inverse(template):
    n, radix = template.n, template.radix
    for member in template.members("fp-inv"):
        if "fermat" in member and n not in PRIMES:
            continue
        assert template.call(member, 0) == 0
        for a in numbers(template, 5):
            if math.gcd(a, n) == 1:
                assert template.call(member, a * radix % n) == pow(a, -1, n) * radix % n, f"{member} {a:#x}"


@pytest.mark.parametrize("field", PRIME_FIELDS)
def test_square_root(word_bits, field):
    p = PRIME_FIELDS[field]
    template = Template(word_bits, field, p)
    for member in template.members("fp-sqrt"):
        assert template.sqrt(member, 0) == (True, 0)
        for a in {1, 2, 3, 4, p - 1, p - 2, p - 4, *numbers(template, 5)}:
            is_square, root = template.sqrt(member, a * template.radix % p)
            assert is_square == (pow(a, (p - 1) // 2, p) < 2), f"{member} {a:#x}"
            assert root < p
            if is_square:
                assert pow(root, 2, p) == a * template.radix**2 % p


@pytest.mark.parametrize("order_of_root", range(97))
def test_square_root_of_every_two_power_order(word_bits, order_of_root):
    """The steps of Tonelli and Shanks' method depend on the power of 2 in the element's order. That is 2^95 or 2^96
    for almost all elements of fp224r1."""
    p = PRIME_FIELDS["fp224r1"]
    template = Template(word_bits, "fp224r1", p)
    a = pow(prime_fields.nonresidue(p), 2 ** (96 - order_of_root) * (2**128 - 1), p) * pow(3, 2**96, p) % p
    is_square, root = template.sqrt("sqrt_exponent", a * template.radix % p)
    assert is_square == (order_of_root < 96)
    assert not is_square or pow(root, 2, p) == a * template.radix**2 % p


@settings(max_examples=200, deadline=None)
@given(half=st.integers(2**161, 2**162 - 1), a=st.integers(0, 2**163 - 1), b=st.integers(0, 2**163 - 1))
def test_any_odd_modulus(word_bits, half, a, b):
    n = 2 * half + 1
    template = Template(word_bits, "order163", n)
    product = a * b * pow(template.r, -1, n) % n
    assert {template.call(m, a % n, b % n) for m in template.members("fp-mul-reduce")} == {product}


@settings(max_examples=300, deadline=None)
@given(half=st.integers(2**161, 2**162 - 1), a=st.integers(0, 2**163 - 1))
def test_inverse_modulo_any_odd_number(word_bits, half, a):
    n = 2 * half + 1
    template = Template(word_bits, "order163", n)
    if math.gcd(a, n) == 1:
        inverse = pow(a, -1, n) * template.r % n
        for member in ("inv_safegcd", "inv_euclid_var", "inv_binary_gcd", "inv_binary_gcd_var"):
            assert template.call(member, a * template.r % n) == inverse


def test_small_field_exhaustively(word_bits):
    p = PRIME_FIELDS["fp7"]
    template = Template(word_bits, "fp7", p)
    radix, inverse = template.radix, pow(template.radix, -1, p)
    for a in range(p):
        for b in range(p):
            assert template.call("add_modular", a, b) == (a + b) % p
            assert template.call("sub_modular", a, b) == (a - b) % p
            assert template.call("mul_reduce_composed", a, b) == a * b * inverse % p
            for member in template.members("fp-mul"):
                assert template.product(member, a, b) == a * b
        for member in template.members("fp-inv"):
            assert template.call(member, a) == pow(a, p - 2, p) * radix * radix % p
        is_square, root = template.sqrt("sqrt_exponent", a)
        assert is_square == (pow(a * inverse, (p - 1) // 2, p) < 2)
        assert not is_square or root * root % p == a * radix % p
    for c in range(p * p):
        for member in template.members("fp-reduce"):
            assert template.reduce(member, c) == c * pow(reduction(template, member)[1], -1, p) % p


@pytest.mark.parametrize("field", PRIME_FIELDS)
def test_shape(field, word_bits):
    """The shape is the prime's, and the bounds hold on which reduce_special relies."""
    p = PRIME_FIELDS[field]
    shape = prime_fields.shape(p)
    if isinstance(shape, prime_fields.PseudoMersenne):
        assert 2**shape.bits - shape.c == p
        if shape.fits(word_bits):
            words = -(-shape.bits // word_bits)
            fold, limit = shape.fold(word_bits), 1 << words * word_bits
            assert fold % p == limit % p
            assert (limit * limit - 1) // limit * fold + limit - 1 < (fold + 1) * limit  # after a fold: top <= FP_FOLD
            assert fold * fold + fold <= limit  # a carry out of the second fold: no further carry
            assert 2**shape.bits + (limit >> shape.bits) * shape.c <= 2 * p
            assert shape.c < 2**word_bits or shape.spare(word_bits) == 0
    elif shape:
        limit = 1 << shape.block_bits * len(shape.coefficients)
        delta = sum(c << (shape.block_bits * i) for i, c in enumerate(shape.coefficients))
        assert limit - delta == p << shape.spare
        most = max(sum(map(abs, row)) for row in shape.rows())
        assert most + 2 <= 1 << (shape.digit_bits(word_bits) - 2)  # a sum of digits fits a digit_sum
        assert (most + 2) * delta < limit  # after a carry out of the second pass, no carry out of the third
        assert limit <= 2 * p << shape.spare


@pytest.mark.parametrize("field", PRIME_FIELDS)
def test_barrett_quotient(field, word_bits):
    """The part by which the quotient of reduce_barrett is too small, besides the error of the reciprocal: less than
    1."""
    p, b = PRIME_FIELDS[field], 1 << word_bits
    n = -(-p.bit_length() // word_bits)
    assert b ** (n - 1) * b + n * p < p * b


@pytest.mark.parametrize("field", PRIME_FIELDS)
def test_chains(field):
    p = PRIME_FIELDS[field]
    for exponent in (p - 2, prime_fields.root_exponent(p)):
        chain = chain_for(exponent)
        assert chain.exponent() == exponent
        assert chain.squarings() <= exponent.bit_length() + 3
        assert all(step.factor != step.result or step.squarings or step.start != step.factor for step in chain.steps)


@pytest.mark.parametrize("field", PRIME_FIELDS)
def test_reciprocal(field):
    assert 2**24 <= (1 << prime_fields.reciprocal_bits(PRIME_FIELDS[field])) // PRIME_FIELDS[field] < 2**25 + 1


def test_generated_constants(word_bits):
    """Words of the moduli of all orders, as the library holds them."""
    for field in (field for field in FIELDS if host.holds(field, word_bits)):
        for record in curves_by_field()[field]:
            template = Template(word_bits, f"order{scalar_bits(field)}", order(record))
            name = f"mc_{record['name'].replace('-', '_')}_order"
            if record.get("form", "Weierstrass") == "Weierstrass":
                expected = template.modulus()
                assert (ctypes.c_char * len(expected)).in_dll(template.library, name).raw == expected
