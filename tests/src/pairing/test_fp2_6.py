"""Products in F_p2 and F_p6 of a prime of 6 words for x86-64 (src/pairing/host/fp2_6_ifma.h): every level against
Python's integers, by operands made for carries that random ones set once in 2^52 or never; aliasing; planted faults
that these operands find and random ones do not; and the object code of the vector level, which valgrind cannot run, has
no jump and no address from a secret."""

import ctypes
import itertools
import platform
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codegen.fields import PRIMES
from codegen.pairings import host
from motelab import INCLUDE_FLAGS, ROOT
from motelab.library import pairing_build
from tests.src.native.x86_64 import disassembly, processor, secret_flow
from tests.src.pairing.library import Library

pytestmark = [pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only"), pytest.mark.word_sizes(64)]

VECTORS = ROOT / "src/pairing/host/fp2_6_ifma.c"
FLAGS = ("-std=gnu11", "-fPIC", "-Wall", "-Wextra", "-Werror", *INCLUDE_FLAGS, "-DMC_WORD_BITS=64")
P = PRIMES["fp381"]
R, WORD, DIGIT, ROWS = 1 << 384, 1 << 64, 1 << 52, 8
LARGEST = (1 << 381) - 1  # of the contract, and all of its digits are full
MODULI = {"p381": P, "largest": LARGEST, "lowest": (1 << 380) + 1, "drawn": random.Random(6).getrandbits(381) | 1}
SYMBOLS = {"mc_fp2_mul_6_ifma": 1, "mc_fp2_mul_two_6_ifma": 2, "mc_fp2_mul_three_6_ifma": 3}
has_vectors = processor.has("avx512ifma", "avx512_vbmi2", "avx512vbmi", "avx512vl", "bmi2")
vectors_only = pytest.mark.skipif(not has_vectors, reason="this processor has no AVX-512 IFMA")

Element = tuple[int, int]
Terms = list[tuple[Element, Element]]


def compiled(folder: Path, vectors: Path = VECTORS, compiler: str = "gcc") -> ctypes.CDLL:
    output = folder / "functions.so"
    command = [compiler, *FLAGS, "-Wno-pedantic", "-O2", "-shared", ROOT / "tests/src/pairing/fp2_6.c", vectors]
    run = subprocess.run([*map(str, command), "-o", str(output)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    library = ctypes.CDLL(str(output))
    library.function_address.restype = ctypes.c_void_p
    return library


@pytest.fixture(scope="module", params=["gcc", pytest.param("clang", marks=pytest.mark.slow)])
def library(request, tmp_path_factory) -> ctypes.CDLL:
    if not shutil.which(request.param):
        pytest.skip(f"no {request.param}")
    return compiled(tmp_path_factory.mktemp("fp2_6"), VECTORS, request.param)


def prime(monkeypatch, n: int) -> tuple[ctypes.Array, int]:
    """mc_prime_6 of n, as the generator writes it: a buffer, and the address in it, a multiple of 64."""
    monkeypatch.setitem(host.PRIMES, "of the test", n)
    words = [int(word, 16) for word in re.findall("0x[0-9a-f]+", host.header_of_6_words("of the test").split("{{")[1])]
    octets = b"".join(word.to_bytes(8, "little") for word in words)
    buffer = ctypes.create_string_buffer(len(octets) + 64 + 64)
    address = -(-ctypes.addressof(buffer) // 64) * 64
    ctypes.memmove(address, octets, len(octets))
    return buffer, address


def octets_of(a: Element) -> bytes:
    return b"".join(value.to_bytes(48, "little") for value in a)


def element_of(octets: bytes) -> Element:
    return int.from_bytes(octets[:48], "little"), int.from_bytes(octets[48:96], "little")


class Vectors:
    """One function of the vector level with one modulus, on integers as they lie in memory."""

    def __init__(self, library: ctypes.CDLL, symbol: str, monkeypatch, n: int):
        self.address, self.count = library.function_address(symbol.encode()), SYMBOLS[symbol]
        self.buffer, self.prime = prime(monkeypatch, n)

    def __call__(self, terms: Terms, alias: int = 0) -> Element:
        """The sum, in a place of its own (alias 0) or in that of an input; the other inputs must not change."""
        inputs = [octets_of(value) + b"\xa5" * 8 for term in terms for value in term]
        places = [ctypes.create_string_buffer(x, 104) for x in (bytes(96) + b"\xa5" * 8, *inputs)]
        before = [place.raw for place in places]
        if self.count == 3:
            pointers = ctypes.c_void_p * 3
            rows = [pointers(*(ctypes.addressof(places[1 + 2 * j + side]) for j in range(3))) for side in (0, 1)]
            ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)(self.address)(places[alias], *rows, self.prime)
        else:
            kinds = [ctypes.c_void_p] * (2 + 2 * self.count)
            ctypes.CFUNCTYPE(None, *kinds)(self.address)(places[alias], *places[1:], self.prime)
        for i, place in enumerate(places):
            begin = 96 if i == alias else 0
            assert place.raw[begin:] == before[i][begin:], "other memory changed"
        return element_of(places[alias].raw)


def expected(terms: Terms, n: int) -> Element:
    """The sum of the products, divided by R."""
    inverse = pow(R, -1, n)
    c0 = sum(a[0] * b[0] - a[1] * b[1] for a, b in terms)
    c1 = sum(a[0] * b[1] + a[1] * b[0] for a, b in terms)
    return c0 * inverse % n, c1 * inverse % n


# Operands


def structured(n: int, noise: random.Random) -> int:
    """A number below n of runs of digits that are full, 0, of one bit, or random."""
    value = 0
    for _ in range(ROWS):
        value = value * DIGIT + noise.choice((0, DIGIT - 1, 1, DIGIT // 2, noise.randrange(DIGIT)))
    return value % n


def sums_of_digits(n: int, noise: random.Random) -> Iterator[int]:
    """Numbers s below 2 n for which digits of 2^20 s, or words of s - n, are full or 0 in a run: a carry goes through
    such digits, and a borrow through such words."""
    for first, last in itertools.combinations(range(1, ROWS + 1), 2):
        begin, end = max(52 * first - 20, 0), 52 * last - 20
        run = ((1 << end) - 1) ^ ((1 << begin) - 1)
        s = noise.randrange(2 * n)
        yield (s & ~run) % (2 * n)
        yield (s | run) % (2 * n)
    for first in range(6):
        for offset in (0, 1, -1):
            yield (n + offset * (WORD**first)) % (2 * n)
            yield (n - (n % WORD**first) + offset) % (2 * n)


def with_quotients(n: int, noise: random.Random) -> Iterator[tuple[int, int]]:
    """(a, b) below n for which a b = -q n modulo R, where digits of q are 0 or full: a row whose lowest digit is 0
    has no carry, and others take the largest quotient."""
    for zeros in itertools.chain([(i,) for i in range(ROWS)], [range(i) for i in range(2, ROWS)]):
        for digit in (0, DIGIT - 1):
            digits = [digit if i in zeros else noise.randrange(DIGIT) for i in range(ROWS)]
            q = sum(d * DIGIT**i for i, d in enumerate(digits)) % R
            for _ in range(60):
                a = noise.randrange(n) | 1
                b = -q * n * pow(a, -1, R) % R
                if a < n and b < n:
                    yield a, b
                    break


def of_sums(n: int, noise: random.Random) -> Iterator[tuple[Element, Element]]:
    """Factors (a, 0) and (b0, b1) whose product has such sums as its coefficients, where n is prime."""
    wanted = list(sums_of_digits(n, noise))
    for s, t in zip(wanted, wanted[1:] + wanted[:1], strict=True):
        for _ in range(2):
            a = noise.randrange(1, n)
            inverse = pow(a, -1, n) * R
            yield (a, 0), (s * inverse % n, t * inverse % n)


def made(n: int, count: int) -> Iterator[Terms]:
    """Sums of `count` products. The other products are 0 or make operands that are as large as they get."""
    noise = random.Random(f"{n} {count}")
    edges = [0, 1, n - 1, n // 2, R % n, -R % n, (DIGIT - 1) % n, n - n % WORD**3, n & ~(DIGIT - 1)]
    rest = [((0, 0), (0, 0))] * (count - 1)
    for a, b in itertools.product(itertools.product(edges[:6], repeat=2), repeat=2):
        yield [(a, b), *[(b, a)] * (count - 1)]
    yield from ([(a, b), *rest] for a, b in with_sides(with_quotients(n, noise), n, noise))
    if n == P:
        yield from ([pair, *rest] for pair in of_sums(n, noise))
    for _ in range(200):
        yield [tuple((structured(n, noise), noise.choice(edges)) for _ in range(2)) for _ in range(count)]
    yield from drawn(n, count, 200)


def with_sides(pairs: Iterator[tuple[int, int]], n: int, noise: random.Random) -> Iterator[tuple[Element, Element]]:
    """Each product as the first coefficient, as the second, and as both."""
    for a, b in pairs:
        yield (a, 0), (b, noise.randrange(n))
        yield (a, 0), (noise.randrange(n), b)
        yield (a, 0), (b, b)


def drawn(n: int, count: int, cases: int) -> Iterator[Terms]:
    """Random sums of products."""
    noise = random.Random(f"drawn {n} {count}")
    for _ in range(cases):
        yield [tuple((noise.randrange(n), noise.randrange(n)) for _ in range(2)) for _ in range(count)]


# The vector level


@vectors_only
@pytest.mark.parametrize("modulus", MODULI)
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_vectors(library, symbol, modulus, monkeypatch):
    n = MODULI[modulus]
    call = Vectors(library, symbol, monkeypatch, n)
    for case, terms in enumerate(made(n, call.count)):
        assert call(terms, case % (1 + 2 * call.count)) == expected(terms, n), f"modulo {n:#x} of {terms}"


FAULTS = {
    "a carry goes through no full digit": ("(2 * more + full) ^ full", "2 * more + 0 * full"),
    "a borrow goes through no equal word": ("(2 * less + equal) ^ equal", "2 * less + 0 * equal"),
    "every row has a carry": (
        "_mm512_maskz_srli_epi64(1, _mm512_add_epi64(s, all(BITS(DIGIT_BITS))), DIGIT_BITS)",
        "_mm512_maskz_add_epi64(1, _mm512_srai_epi64(s, DIGIT_BITS), all(1))",
    ),
}


@vectors_only
@pytest.mark.parametrize("fault", FAULTS)
def test_rare_carries_are_met(fault, tmp_path, monkeypatch):
    """A fault in code for a rare carry passes random operands, and none of ours."""
    text, (right, wrong) = VECTORS.read_text(), FAULTS[fault]
    assert text.count(right) == 1
    copy = tmp_path / "faulty.c"
    copy.write_text(text.replace(right, wrong))
    call = Vectors(compiled(tmp_path, copy), "mc_fp2_mul_6_ifma", monkeypatch, P)
    assert all(call(terms) == expected(terms, P) for terms in drawn(P, 1, 2000))
    assert any(call(terms) != expected(terms, P) for terms in made(P, 1))


def test_constants_of_fields(monkeypatch):
    """The generated constants are those of the tests."""
    committed = (ROOT / "generated/pairing/host/fp381.h").read_text()
    made_anew = host.header_of_6_words("fp381")
    assert re.findall("0x[0-9a-f]+", committed) == re.findall("0x[0-9a-f]+", made_anew)
    monkeypatch.setitem(host.PRIMES, "longer", (1 << 382) - 1)
    with pytest.raises(ValueError, match="at most 381 bits"):
        host.header_of_6_words("longer")


POINTERS = {  # arguments whose memory is public: the prime, and the lists of addresses
    "mc_fp2_mul_6_ifma": ("rcx",),
    "mc_fp2_mul_two_6_ifma": ("r9",),
    "mc_fp2_mul_three_6_ifma": ("rsi", "rdx", "rcx"),
}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", ["-O3", pytest.param("-O2", marks=pytest.mark.slow)])
def test_the_vector_level_is_constant_time(tmp_path, compiler, level):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    target = tmp_path / "ifma.o"
    subprocess.run([compiler, *FLAGS, level, "-c", VECTORS, "-o", target], check=True)
    functions = disassembly.functions(target)
    assert functions.keys() >= POINTERS.keys()
    for name, body in functions.items():
        callees = {"memset": ("rdi", "rdx")}
        assert secret_flow.leaks(body, callees=callees, public_memory=POINTERS.get(name, ())) == [], name


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_branch_on_a_secret_is_seen(tmp_path, compiler):
    """The same check finds a subtraction that is left out by a branch, and a mask of memory that is secret."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    text = VECTORS.read_text()
    for right, wrong, what in (
        ("_mm512_mask_storeu_epi64(r, OF_SIX,", "if (less) _mm512_mask_storeu_epi64(r, OF_SIX,", "jump on a secret"),
        ("_mm512_mask_storeu_epi64(r, OF_SIX,", "_mm512_mask_storeu_epi64(r, (__mmask8)less,", "masked by a secret"),
    ):
        assert text.count(right) == 1
        copy, target = tmp_path / "leak.c", tmp_path / "leak.o"
        copy.write_text(text.replace(right, wrong))
        subprocess.run([compiler, *FLAGS, "-O3", "-c", copy, "-o", target], check=True)
        body = disassembly.functions(target)["mc_fp2_mul_6_ifma"]
        found = secret_flow.leaks(body, callees={"memset": ("rdi", "rdx")}, public_memory=("rcx",))
        assert any(what in finding.what for finding in found)


# The library at every level


@pytest.fixture(scope="module", params=["", "x86_64", pytest.param("adx", marks=pytest.mark.slow)], ids=str)
def at_level(request) -> Library:
    """The library that asks the processor, and those of one level: without vectors."""
    if request.param == "adx" and not processor.has("adx", "bmi2"):
        pytest.skip("this processor has no ADX")
    return Library("bls12-381", 64, level=request.param)


def product(a: Element, b: Element) -> Element:
    return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P


def plus(*values: Element) -> Element:
    return sum(value[0] for value in values) % P, sum(value[1] for value in values) % P


def by_v3(a: Element) -> Element:
    """a (1 + u)"""
    return (a[0] - a[1]) % P, (a[0] + a[1]) % P


def held(library: Library, function: str, count: int, *inputs: list[Element]) -> list[Element]:
    """The elements that a function writes, of inputs as they lie in memory: with R^-1 for each product."""
    out = ctypes.create_string_buffer(96 * count)
    library.function(function)(out, *(b"".join(map(octets_of, values)) for values in inputs))
    return [element_of(out.raw[96 * i :]) for i in range(count)]


def over_r(value: Element) -> Element:
    inverse = pow(R, -1, P)
    return value[0] * inverse % P, value[1] * inverse % P


def pairs(count: int) -> Iterator[tuple[list[Element], list[Element]]]:
    """First factors and second factors."""
    for terms in made(P, count):
        yield [a for a, _ in terms], [b for _, b in terms]


def each(check: Callable[[list[Element], list[Element]], None], count: int) -> None:
    for a, b in pairs(count):
        check(a, b)


def test_products_and_squares(at_level):
    def check(a, b):
        assert held(at_level, "fp2_mul", 1, a, b) == [over_r(product(a[0], b[0]))]
        assert held(at_level, "fp2_sqr", 1, a) == [over_r(product(a[0], a[0]))]

    each(check, 1)


def test_squares_of_the_fourth_degree(at_level):
    """(a0 + a1 s)^2 with s^2 = 1 + u."""

    def check(a, b):
        out = [ctypes.create_string_buffer(96) for _ in range(2)]
        at_level.function("fp4_sqr_bound")(*out, octets_of(a[0]), octets_of(b[0]))
        middle = product(a[0], b[0])
        first = plus(product(a[0], a[0]), by_v3(product(b[0], b[0])))
        assert [element_of(part.raw) for part in out] == [over_r(first), over_r(plus(middle, middle))]

    each(check, 1)


def test_products_of_the_sixth_degree(at_level):
    """By three coefficients, and by two."""

    def check(a, b):
        b2 = by_v3(b[2])
        found = held(at_level, "fp6_mul", 3, a, b)
        assert found[2] == over_r(plus(product(a[0], b[2]), product(a[1], b[1]), product(a[2], b[0])))
        c1 = plus(product(a[0], b[1]), product(a[1], b[0]), product(a[2], b2))
        assert found[1] == over_r(c1)
        assert found[0] == over_r(plus(product(a[0], b[0]), product(a[1], b2), product(a[2], by_v3(b[1]))))
        two = held(at_level, "fp6_mul_two", 3, a, b[:1], b[1:2])
        assert two[0] == over_r(plus(product(a[0], b[0]), product(a[2], by_v3(b[1]))))
        assert two[1] == over_r(plus(product(a[0], b[1]), product(a[1], b[0])))
        assert two[2] == over_r(plus(product(a[1], b[1]), product(a[2], b[0])))

    each(check, 3)


def test_levels_have_builds_of_their_own():
    """A level that is fixed takes no vectors: the functions are not looked up by the loader."""
    folders = {level: pairing_build.build("bls12-381", 64, level).parent.name for level in ("", "x86_64")}
    assert folders["x86_64"] == f"{folders['']}-x86_64"
    symbols = subprocess.run(
        ["nm", "-D", pairing_build.build("bls12-381", 64, "x86_64")], capture_output=True, text=True
    ).stdout
    assert re.search(r" T mc_fp381_fp2_mul@", symbols)
