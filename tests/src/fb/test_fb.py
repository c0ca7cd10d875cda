"""Binary fields: every member of every family, in every field, against Python's integers, which PARI/GP confirms.
Tests that need no oracle (basis vectors, all elements of a tiny field, aliasing) are in tests/c/test_fb_*.c."""

import ctypes
import functools
import random
import subprocess

import pytest

from codegen.fields import BINARY_FIELDS
from motelab.library import host

WORD_TYPES = {8: ctypes.c_uint8, 16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}
SAMPLES, SAMPLES_SLOW = 4, 200
ARGUMENTS = {"fb-reduce": ("product",)} | dict.fromkeys(
    ("fb-mul", "fb-mul-reduce", "fb-mul-constant", "fb-mul-montgomery"), ("a", "b")
)  # others: a
FAMILIES = (
    "fb-mul",
    "fb-mul-reduce",
    "fb-mul-constant",
    "fb-mul-montgomery",
    "fb-sqr",
    "fb-sqr-reduce",
    "fb-reduce",
    "fb-inv",
    "fb-sqrt",
    "fb-half-trace",
)


def multiply(a: int, b: int) -> int:
    """Product of polynomials, bit after bit."""
    product = 0
    for i in range(b.bit_length()):
        if b >> i & 1:
            product ^= a << i
    return product


def remainder(a: int, f: int) -> int:
    """a modulo f, by division."""
    while a.bit_length() >= f.bit_length():
        a ^= f << (a.bit_length() - f.bit_length())
    return a


def inverse(a: int, f: int) -> int:
    """1 / a modulo f by Euclid's algorithm with quotients of one term; the inverse of 0 is 0."""
    u, v, s, t = a, f, 1, 0  # u = s a and v = t a modulo f
    while u > 1:
        shift = v.bit_length() - u.bit_length()
        if shift < 0:
            u, v, s, t = v, u, t, s
        else:
            v, t = v ^ u << shift, t ^ s << shift
    return remainder(s, f) if a else 0


def case(a: int, b: int, f: int) -> dict[str, int]:
    """The result of each family for a and b modulo f, by the name of the family; and the trace of a."""
    degree = f.bit_length() - 1
    powers = [a]  # a^(2^i)
    while len(powers) < degree:
        powers.append(remainder(multiply(powers[-1], powers[-1]), f))
    product, square = multiply(a, b), multiply(a, a)
    return {
        "a": a,
        "b": b,
        "product": product,
        "powers": powers,
        "fb-mul": product,
        "fb-reduce": remainder(product, f),
        "fb-mul-reduce": remainder(product, f),
        "fb-mul-constant": remainder(product, f),
        "fb-sqr": square,
        "fb-sqr-reduce": remainder(square, f),
        "fb-inv": inverse(a, f),
        "fb-sqrt": powers[-1],
        "fb-half-trace": functools.reduce(int.__xor__, powers[: degree + 1 : 2]),
        "trace": functools.reduce(int.__xor__, powers),
    }


def modulus(field: str) -> int:
    return sum(1 << e for e in BINARY_FIELDS[field])


@functools.cache
def cases(field: str, samples: int = SAMPLES) -> list[dict[str, int]]:
    """Pairs of elements: the ends of the range, the lower terms of f, runs and patterns of ones; random ones."""
    f, source = modulus(field), random.Random(field)
    degree = f.bit_length() - 1
    full = (1 << degree) - 1
    special = [0, 1, 2, full, 1 << (degree - 1), f & full, full // 3, full & ~(full // 3), full >> degree // 2]
    values = special + [source.getrandbits(degree) for _ in range(samples)]
    pairs = [*zip(values, source.sample(values, len(values)), strict=True), (full, full)]
    return [case(a, b, f) for a, b in pairs]


def gp(script: str) -> list[int]:
    """The integers that a PARI/GP script prints."""
    done = subprocess.run(["gp", "-q", "-f", "-s", "64M"], input=script, capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()]


@pytest.mark.parametrize("field", BINARY_FIELDS)
def test_expected_values_are_those_of_pari(field: str):
    checked = cases(field)[3:]
    script = [
        f"f = Mod(1, 2) * Pol(binary({modulus(field)})); degree = poldegree(f); g = ffgen(f, 'y);",
        "polynomial(n) = Mod(1, 2) * Pol(binary(n));",
        "element(n) = subst(lift(polynomial(n)), x, g);",
        "integer(p) = subst(lift(p), variable(p), 2);",
        "show(e) = print(integer(e.pol));",
        "print(polisirreducible(f));",
    ]
    for c in checked:
        script += [
            f"p = polynomial({c['a']}); q = polynomial({c['b']}); a = element({c['a']}); b = element({c['b']});",
            "print(integer(p * q)); show(a * b); print(integer(p^2)); show(a^2); show(1 / a);",
            "show(a^(2^(degree - 1))); print(lift(trace(a)));",
        ]
    answers = iter(gp("\n".join(script)))
    assert next(answers) == 1
    names = ("fb-mul", "fb-mul-reduce", "fb-sqr", "fb-sqr-reduce", "fb-inv", "fb-sqrt", "trace")
    for c in checked:
        assert [next(answers) for _ in names] == [c[name] for name in names], c["a"]
        square = remainder(multiply(c["fb-half-trace"], c["fb-half-trace"]), modulus(field))
        if BINARY_FIELDS[field][0] % 2:
            assert square ^ c["fb-half-trace"] == c["a"] ^ c["trace"]


def expected(c: dict[str, int], family: str, library: host.Library) -> int:
    """The family's result for a case; Montgomery products are divided by z^(bits of an element's words)."""
    if family != "fb-mul-montgomery":
        return c[family]
    f = modulus(library.field)
    return remainder(multiply(c["fb-mul-reduce"], inverse(remainder(1 << 8 * library.element_bytes, f), f)), f)


def check_members(library: host.Library, field: str, samples: int):
    for family in FAMILIES:
        members = library.members(family)
        assert members or (family == "fb-half-trace" and library.degree % 2 == 0), f"{field}: no member of {family}"
        for member in members:
            for c in cases(field, samples):
                arguments = (c[name] for name in ARGUMENTS.get(family, ("a",)))
                assert library.call(member, *arguments) == expected(c, family, library), (
                    member,
                    hex(c["a"]),
                    hex(c["b"]),
                )


@pytest.mark.parametrize("field", BINARY_FIELDS)
def test_members(word_bits: int, field: str):
    check_members(host.Library(word_bits, field), field, SAMPLES)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("word_bits", [64], indirect=True)
@pytest.mark.parametrize("field", BINARY_FIELDS)
def test_members_on_many_elements(word_bits: int, field: str):
    check_members(host.Library(word_bits, field), field, SAMPLES_SLOW)


@pytest.mark.parametrize("field", BINARY_FIELDS)
def test_trace_and_quadratic_equations(word_bits: int, field: str):
    """z^2 + z = c has a solution for the c of trace 0 and no others."""
    library = host.Library(word_bits, field)
    trace = library.function("trace", WORD_TYPES[word_bits])
    solve = library.function("solve_quadratic", WORD_TYPES[word_bits])
    traces = set()
    for c in cases(field):
        root = library.elements(0)
        assert trace(library.elements(c["a"])) == c["trace"]
        mask = solve(root, library.elements(c["a"]))
        assert mask == (0 if c["trace"] else (1 << word_bits) - 1)
        (z,) = library.values(root)
        assert c["trace"] or remainder(multiply(z, z), modulus(field)) ^ z == c["a"]
        traces.add(c["trace"])
    assert traces == {0, 1}


@pytest.mark.parametrize("field", BINARY_FIELDS)
def test_multi_squaring(word_bits: int, field: str):
    library = host.Library(word_bits, field)
    table = library.elements(*[0] * (16 * -(-library.degree // 4)))
    for k in (0, 1, library.degree // 2, library.degree - 1):
        library.function("multi_sqr_table")(table, k)
        for c in cases(field)[:8]:
            output = library.elements(0)
            library.function("multi_sqr_var")(output, library.elements(c["a"]), table)
            assert library.values(output) == (c["powers"][k],)


def test_every_algorithm_of_the_papers_is_there():
    assert {
        "mul_comb_right_to_left", "mul_comb_left_to_right", "mul_comb_window4", "mul_comb_window4_merged",
        "mul_lopez_dahab", "mul_ld_registers", "mul_ld_registers_light", "mul_karatsuba_ld_registers",
    } <= set(host.Library(8).members("fb-mul"))  # fmt: skip
    assert {"reduce_words", "reduce_words_merged", "reduce_registers"} <= set(host.Library(8).members("fb-reduce"))
    assert {
        "mul_comb_byte_shifts", "mul_comb_byte_shifts_word32", "mul_comb_byte_shifts_parallel",
        "mul_karatsuba_lopez_dahab",
    } <= set(host.Library(64).members("fb-mul"))  # fmt: skip
    assert {"shift_and_add_left_to_right", "shift_and_add_right_to_left"} <= {
        name.removeprefix("mul_reduce_") for name in host.Library(8).members("fb-mul-reduce")
    }
