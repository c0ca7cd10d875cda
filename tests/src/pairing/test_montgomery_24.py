"""Arithmetic on 24 words for x86-64 (src/pairing/host/montgomery_24.h): every level against Python's integers, by
operands whose words make long and rare carries; aliasing; every carry of the assembly is set by some of them; and the
object code of the vector level, which valgrind cannot run, has no jump and no address from a secret."""

import ctypes
import functools
import itertools
import math
import platform
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from codegen.fields import PRIMES
from codegen.pairings import host
from codegen.x86_64 import blocks
from motelab import INCLUDE_FLAGS, ROOT
from tests.src.native.x86_64 import carries, disassembly, processor, secret_flow

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")

SOURCES = ROOT / "src/pairing/host"
VECTORS = SOURCES / "montgomery_24_ifma.c"
FLAGS = ("-std=gnu11", "-fPIC", "-Wall", "-Wextra", "-Werror", *INCLUDE_FLAGS, "-DMC_WORD_BITS=64")
R, WORD, DIGIT = 1 << 1536, 1 << 64, 1 << 52
LEVELS = ("ifma", "adx", "x86_64")
PRODUCTS = ("mc_montgomery_mul_24", "mc_montgomery_sqr_24")
SUMS = ("mc_modular_add_24", "mc_modular_sub_24")
SYMBOLS = [*PRODUCTS, *SUMS, *(f"{name}_{level}" for name in PRODUCTS for level in LEVELS)]
# A carry through words of which each is full once in 2^64: `rippling` finds operands for some.
THROUGH_WORDS = re.compile(r"mc_montgomery_(mul|sqr)_24_\w+ \d+ adc \w+, 0$")
LARGEST = R - (R >> 28) - 1  # the largest modulus of the contract
MODULI = (
    PRIMES["fp1536t"],
    LARGEST,
    R // 2 + 1,
    R // 2 - 1,
    (1 << 1500) + 1,
    3,
    random.Random(24).getrandbits(1536) | 1,
)


def needs(level: str) -> bool:
    """Whether this processor lacks the level's instructions."""
    wanted = {"adx": ("adx", "bmi2"), "ifma": ("avx512ifma", "avx512_vbmi2", "avx512vbmi", "avx512vl", "bmi2")}
    return not processor.has(*wanted.get(level, ()))


def level_of(symbol: str) -> str:
    return next((level for level in LEVELS if symbol.endswith(f"_{level}")), "")


def compiled(folder: Path, sources: list[Path], compiler: str = "gcc") -> ctypes.CDLL:
    output = folder / "functions.so"
    parts = [ROOT / "tests/src/pairing/montgomery_24.c", SOURCES / "montgomery_24.c", VECTORS, *sources]
    command = [compiler, *FLAGS, "-Wno-pedantic", "-O3", "-shared", *map(str, parts), "-o", str(output)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    library = ctypes.CDLL(str(output))
    library.function_address.restype = ctypes.c_void_p
    return library


def assembly() -> list[Path]:
    return sorted(path for path in blocks.outputs() if path.suffix == ".S")


@pytest.fixture(scope="module", params=["gcc", pytest.param("clang", marks=pytest.mark.slow)])
def library(request, tmp_path_factory) -> ctypes.CDLL:
    if not shutil.which(request.param):
        pytest.skip(f"no {request.param}")
    return compiled(tmp_path_factory.mktemp("montgomery_24"), assembly(), request.param)


def modulus(n: int) -> tuple[ctypes.Array, int]:
    """mc_modulus_24 of n: a buffer, and the address in it, a multiple of 64."""
    multiple = (n * (-pow(n, -1, DIGIT) % DIGIT) + 1) // DIGIT
    octets = n.to_bytes(192, "little") + (-pow(n, -1, WORD) % WORD).to_bytes(8, "little") + bytes(56)
    for value in (n, multiple, multiple * DIGIT):
        octets += b"".join((value >> 52 * j & DIGIT - 1).to_bytes(8, "little") for j in range(32))
    buffer = ctypes.create_string_buffer(len(octets) + 64)
    address = -(-ctypes.addressof(buffer) // 64) * 64
    ctypes.memmove(address, octets, len(octets))
    return buffer, address


def expected(symbol: str, n: int, a: int, b: int) -> int:
    if "_add_" in symbol:
        return (a + b) % n
    if "_sub_" in symbol:
        return (a - b) % n
    return a * (a if "_sqr_" in symbol else b) * inverse_of_r(n) % n


@functools.cache
def inverse_of_r(n: int) -> int:
    return pow(R, -1, n)


class Caller:
    """One function with one modulus, on integers."""

    def __init__(self, library: ctypes.CDLL, symbol: str, n: int):
        address = library.function_address(symbol.encode())
        assert address, symbol
        self.is_square = "_sqr_" in symbol
        self.function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (3 if self.is_square else 4))(address)
        self.buffer, self.modulus = modulus(n)

    def __call__(self, a: int, b: int, alias: int) -> int:
        """The result, in a place of its own (alias 0) or in that of a or b; the other inputs must not change."""
        places = [ctypes.create_string_buffer(x.to_bytes(192, "little") + b"\xa5" * 8, 200) for x in (0, a, b)]
        before = [place.raw for place in places]
        inputs = places[1:2] if self.is_square else places[1:]
        self.function(places[alias], *inputs, self.modulus)
        for i, place in enumerate(places):
            assert place.raw[0 if i != alias else 192 :] == before[i][0 if i != alias else 192 :], (
                "other memory changed"
            )
        return int.from_bytes(places[alias].raw[:192], "little")


def structured(n: int, noise: random.Random) -> int:
    """A number below n of runs of words of all ones, of zeros, of single bits, or random ones; or near n."""
    value = 0
    while value.bit_length() < 1536:
        length, kind = noise.randrange(1, 9), noise.randrange(6)
        words = {0: 0, 1: (1 << 64 * length) - 1, 2: 1, 3: 1 << 64 * length - 1}
        value = value << 64 * length | words.get(kind, noise.getrandbits(64 * length)) | (1 << 1536 if not value else 0)
        if noise.randrange(40) == 0:
            break
    value &= R - 1
    return (n - 1 - value % (1 << noise.choice((1, 64, 700)))) % n if noise.randrange(8) == 0 else value % n


def operands(n: int, count: int) -> Iterator[tuple[int, int]]:
    """All pairs of edges, and `count` structured and random ones. A product whose Montgomery form is 0, 1 or n - 1
    has all its digits cancelled."""
    edges = [0, 1, 2, n - 1, n - 2, n // 2, R % n, R * R % n, -R % n, WORD - 1, n & -WORD, (R - 1) // (WORD * WORD - 1)]
    yield from itertools.product(sorted({value % n for value in edges}), repeat=2)
    noise = random.Random(n)
    for words in range(41, 48):  # squares whose words 40 to `words` - 1 are 0: a carry goes through them
        square = noise.getrandbits(64 * (48 - words)) << 64 * words
        yield min(math.isqrt(square) + 1, n - 1), noise.randrange(n)
    yield from ((a % n, b % n) for a, b in rippling(n, noise))
    for _ in range(count):
        yield structured(n, noise), structured(n, noise)
        yield noise.randrange(n), noise.randrange(n)
    for _ in range(count // 4):
        a = noise.randrange(1, n)
        if n in PRIMES.values():
            yield a, pow(a, -1, n) * noise.choice((1, n - 1, R, R - R % n)) % n


def rippling(n: int, noise: random.Random) -> Iterator[tuple[int, int]]:
    """Operands of which a carry goes through whole words at the end of a sweep: where the words above those of a, in
    the product by some words of b, are 0; and where they are 0 in the sum with q n, of the q of a block."""
    block = 1 << 512
    for words, high in itertools.product((16, 24), range(1, 8)):
        for _ in range(8):
            a = noise.randrange(n // 2, n)
            yield a, -(-(noise.getrandbits(512 - 64 * high) << 64 * (words + 16 + high)) // a)
    for i, high in itertools.product(range(3), range(1, 8)):
        for _ in range(8):
            q = -(-(noise.getrandbits(512 - 64 * high) << 64 * (24 + high)) // n) % block
            yield -q * n % block + (noise.getrandbits(1000) << 512), 1 << 512 * i


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_results(library, symbol):
    if needs(level_of(symbol)):
        pytest.skip("this processor has other instructions")
    for n in MODULI:
        call = Caller(library, symbol, n)
        for case, (a, b) in enumerate(operands(n, 300)):
            alias = case % (2 if call.is_square else 3)
            assert call(a, b, alias) == expected(symbol, n, a, b), f"{symbol} modulo {n:#x} of {a:#x}, {b:#x}"


def test_a_wrong_result_is_seen(library):
    """The same check fails with a modulus whose 1 / n is not its own."""
    n = MODULI[0]
    call = Caller(library, "mc_montgomery_mul_24_x86_64", n)
    ctypes.memset(call.modulus + 192, 1, 8)
    assert call(2, 3, 0) != expected("mc_montgomery_mul_24", n, 2, 3)


def test_constants_of_fields():
    """The generated constants are those of these tests."""
    buffer, address = modulus(PRIMES["fp1536t"])
    octets = ctypes.string_at(address, len(buffer) - 64)
    words = [int.from_bytes(octets[i : i + 8], "little") for i in (*range(0, 200, 8), *range(256, 1024, 8))]
    assert [int(word, 16) for word in re.findall("0x[0-9a-f]+", host.header("fp1536t"))] == words


def test_a_modulus_too_near_to_r_is_refused(monkeypatch):
    monkeypatch.setitem(host.PRIMES, "near", R - 1)
    with pytest.raises(ValueError, match="28 high bits"):
        host.header("near")


@pytest.fixture(scope="module")
def counting(tmp_path_factory) -> tuple[ctypes.CDLL, list[tuple[carries.Site, ctypes.Array]]]:
    """The assembly with code that counts carries; each instruction that takes one with its two bytes."""
    folder, found, copies = tmp_path_factory.mktemp("counting"), {}, []
    for source in assembly():
        text, found[source.stem] = carries.counting(source.read_text(), f"carries_{source.stem}")
        copies.append(folder / source.name)
        copies[-1].write_text(text)
    library, sites = compiled(folder, copies), []
    for stem, listed in found.items():
        table = (ctypes.c_uint8 * 2 * len(listed)).in_dll(library, f"carries_{stem}")
        sites += zip(listed, table, strict=True)
    return library, sites


@pytest.mark.skipif(needs("adx"), reason="this processor has no ADX")
def test_every_carry_is_set(counting):
    """For every carry that an instruction takes, some operands set it and some do not, unless XOR has just cleared
    it."""
    library, sites = counting
    for symbol, n in itertools.product([s for s in SYMBOLS if level_of(s) != "ifma"], MODULI):
        if symbol in PRODUCTS:
            continue
        call = Caller(library, symbol, n)
        for a, b in operands(n, 300):
            assert call(a, b, 0) == expected(symbol, n, a, b)
    one_way = {str(site) for site, counts in sites if not all(counts) and not (site.is_clear and not counts[1])}
    assert {site for site in one_way if not THROUGH_WORDS.search(site)} == set()
    assert len(one_way) < 0.6 * sum(bool(THROUGH_WORDS.search(str(site))) for site, _ in sites)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", ["-O3", pytest.param("-O2", marks=pytest.mark.slow)])
def test_the_vector_level_is_constant_time(tmp_path, compiler, level):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    target = tmp_path / "ifma.o"
    subprocess.run([compiler, *FLAGS, level, "-c", VECTORS, "-o", target], check=True)
    functions = disassembly.functions(target)
    assert {f"{name}_ifma" for name in PRODUCTS} <= functions.keys()
    callees = {"mc_montgomery_mul_24_ifma": ("rdi", "rsi", "rdx", "rcx"), "memset": ("rdi", "rdx")}
    for name, body in functions.items():
        memory = ("rcx",) if "_mul_" in name else ("rdx",)
        assert secret_flow.leaks(body, callees=callees, public_memory=memory) == [], name
