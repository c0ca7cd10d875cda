"""The assembly kernels for x86-64: results against Python's integers and, for operands that make every carry, against
plain C; aliasing, the calling convention, nothing left on the stack, no instruction that could make the trace depend
on data; and the level to which their names are bound."""

import ctypes
import functools
import itertools
import platform
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from codegen import x86_64
from codegen.x86_64 import fp255, weak_residues
from tests.src.native.x86_64 import calls, carries, processor
from tests.src.native.x86_64.calls import KERNEL_FOLDER, SOURCES, WORD, Caller, compile_to, words

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")

SPECIAL = {prime.name: (prime.n, prime.modulus) for prime in x86_64.SPECIAL_PRIMES}
SPECIAL[fp255.FIELD] = (weak_residues.N, fp255.MODULUS)
EVERY_KERNEL = [kernel.symbol for kernel in x86_64.kernels()]
# Of one operation; test_x86_64_routines.py has the others.
KERNELS = [symbol for symbol in EVERY_KERNEL if symbol.startswith(("mc_montgomery_", "mc_modular_"))]
# Names that a shared library binds when it is loaded.
BOUND = [symbol.removesuffix("_x86_64") for symbol in KERNELS if symbol.endswith("_x86_64")]
# Operands found by search for carries that random ones do not set. The square of this one leaves t[1] + 2^64 t[2] = q
# 2^32 - 1 in the third step of its reduction: all but 32 of its bits were solved for that, and the 32 were found by
# trial.
FOUND = {"mc_montgomery_sqr_fp224r1_adx": (0xAEC7C3788324EA088CA887866850D142942D764791B7584A2265B1F5,)}
# Roots modulo 2^521 - 1 of 2^576 times numbers whose lower 512 bits are 1, so that the last subtraction borrows nothing
# for them.
FOUND["mc_montgomery_sqr_fp521_adx"] = tuple(
    pow((k << 512 | (1 << 512) - 1) << 576, 1 << 519, 2**521 - 1) for k in range(16)
)

# Besides arithmetic of words, moves and pointers: cmov for choices, jmp for squarings that continue as products, call
# for subroutines.
BASE_MNEMONICS = {"adc", "add", "and", "call", "cmovb", "cmove", "cmp", "imul", "jmp", "lea", "mov", "movabs", "movups"}
BASE_MNEMONICS |= {"mul", "neg", "or", "pop", "push", "pxor", "ret", "sbb", "shl", "shr", "shrd", "sub", "test", "xor"}
ADX_MNEMONICS = {"adcx", "adox", "mulx"}


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Caller:
    return calls.caller(tmp_path_factory.mktemp("x86_64"))


def parse(symbol: str) -> tuple[str, int, int | None]:
    """The parts of a symbol: operation, number of words, the prime if the symbol is for one. Products without 1 / 2^(64
    n) are "plain"."""
    form, operation, kind = re.fullmatch(
        r"mc_(montgomery|modular)_(mul|sqr|add|sub)_([a-z0-9]+?)(?:_adx|_x86_64)?", symbol
    ).groups()
    if form == "modular" and operation in ("mul", "sqr"):
        operation = f"plain {operation}"
    return (operation, *SPECIAL[kind]) if kind in SPECIAL else (operation, int(kind), None)


def moduli(n: int) -> list[int]:
    """Moduli that fill their words or do not, with words of all ones, all zeros, and random ones."""
    full = 1 << 64 * n
    noise = random.Random(n)
    edges = [full - 1, full - 59, full - WORD + 1, full - WORD ** (n - 1) + 1, full // 2 + 1, full // 2 - 1, 3]
    edges += [WORD ** (n - 1) + 1, (1 << 64 * n - 40) + 1, WORD + 1]
    return edges + [noise.getrandbits(64 * n) | 1 for _ in range(3)]


def operands(p: int, n: int) -> list[int]:
    """Edges of the range, and numbers whose words make long carries."""
    full = 1 << 64 * n
    edges = [0, 1, 2, p - 1, p - 2, p // 2, p // 2 + 1, full % p, full * full % p, WORD - 1, full // 2, p & -WORD]
    return sorted({value % p for value in edges})


def expected(operation: str, p: int, n: int, numbers: tuple[int, ...]) -> int:
    a, b = numbers if len(numbers) == 2 else numbers * 2
    if operation.startswith("plain"):
        return a * b % p
    if operation in ("mul", "sqr"):
        return a * b * pow(1 << 64 * n, -1, p) % p
    return (a + b if operation == "add" else a - b) % p


def check(caller: Caller, symbol: str, random_count: int) -> None:
    """All pairs of edge operands and random ones, the result separate from and in place of every operand."""
    operation, n, prime = parse(symbol)
    for p in [prime] if prime else moduli(n):
        constants = [] if prime else [p] if operation in ("add", "sub") else [p, -pow(p, -1, WORD) % WORD]
        noise = random.Random(p)
        count = 1 if operation.endswith("sqr") else 2
        edges = operands(p, n)
        if operation.startswith("plain"):  # which take any words
            edges += [p, p + 1, 2 * p - 1, 2 * p, (1 << 64 * n) - 1, 1 << 64 * n - 1]
        cases = [*itertools.product(edges, repeat=count)]
        cases += [tuple(noise.randrange(p) for _ in range(count)) for _ in range(random_count)]
        for case, numbers in enumerate(cases):
            alias = case % (count + 1)
            result = caller.call(symbol, n, list(numbers), alias, constants)
            assert result == expected(operation, p, n, numbers), f"{symbol} modulo {p:#x} of {numbers}, in {alias}"


@pytest.mark.parametrize("symbol", KERNELS + BOUND)
def test_results(caller, symbol):
    if symbol.endswith("_adx") and not processor.has_adx():
        pytest.skip("needs ADX")
    check(caller, symbol, random_count=40)


class Subject(ctypes.Structure):
    """Fields of structured.c."""

    _fields_ = (
        ("kernel", ctypes.c_void_p),
        *((name, ctypes.c_uint64) for name in ("operation", "n", "is_prime", "minus_inverse")),
        ("modulus", ctypes.c_void_p),
        ("r_squared", ctypes.c_void_p),
    )


@functools.cache
def primes(n: int) -> list[int]:
    """The primes below 2^(64 n) and above 2^(64 n - 1)."""
    full = 1 << 64 * n
    ways = (range(full - 1, 0, -2), range(full // 2 + 1, full, 2))
    return [next(m for m in way if pow(3, m - 1, m) == 1) for way in ways]


def subjects(library: ctypes.CDLL, symbol: str) -> list[tuple[Subject, ctypes.Array]]:
    """The kernel with each modulus of its tests; the subject points to the words of the modulus."""
    operation, n, prime = parse(symbol)
    found = []
    for p in [prime] if prime else primes(n) + moduli(n):
        modulus, r_squared = words(p, n), words((1 << 128 * n) % p, n)
        address, is_prime = library.kernel_address(symbol.encode()), p == prime or p in primes(n)
        kind = ("mul", "sqr", "add", "sub", "plain mul", "plain sqr").index(operation)
        constants = (kind, n, is_prime, -pow(p, -1, WORD) % WORD)
        pointers = (ctypes.addressof(modulus), ctypes.addressof(r_squared))
        subject = Subject(address, *constants, *pointers)
        subject.kept = r_squared
        found.append((subject, modulus))
    return found


def check_structured(library: ctypes.CDLL, symbol: str, count: int) -> None:
    """`count` pairs of operands for each modulus, ten times as many for the modulus of a kernel for one prime."""
    _, n, prime = parse(symbol)
    for subject, modulus in subjects(library, symbol):
        a, b = words(0, n), words(0, n)
        pairs = 10 * count if prime else count
        wrong = library.first_wrong(ctypes.byref(subject), modulus[0], pairs, a, b)
        for a_found in FOUND.get(symbol, ()):
            assert library.is_right(ctypes.byref(subject), 0, words(a_found, n), b), f"{symbol} of {a_found:#x}"
        assert wrong == pairs, f"{symbol} modulo {[*map(hex, modulus)]} of {[*map(hex, a)]}, {[*map(hex, b)]}"


def with_structured(library: ctypes.CDLL) -> ctypes.CDLL:
    library.kernel_address.restype = ctypes.c_void_p
    library.is_right.restype = ctypes.c_bool
    library.is_right.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]
    library.first_wrong.restype = ctypes.c_size_t
    library.first_wrong.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]
    return library


@pytest.fixture(scope="module")
def structured(tmp_path_factory) -> ctypes.CDLL:
    """The committed kernels."""
    output = tmp_path_factory.mktemp("structured") / "kernels.so"
    compile_to(output, "-shared", SOURCES / "structured.c", SOURCES / "kernels.c")
    return with_structured(ctypes.CDLL(str(output)))


@pytest.mark.parametrize("symbol", KERNELS)
@pytest.mark.parametrize("count", [4_000, pytest.param(50_000, marks=(pytest.mark.slow, pytest.mark.turns(2)))])
def test_structured_operands(structured, symbol, count):
    if symbol.endswith("_adx") and not processor.has_adx():
        pytest.skip("this processor has no ADX")
    check_structured(structured, symbol, count)


def test_plain_arithmetic(structured):
    """Compares the C code against which kernels are compared with Python's integers."""
    for symbol in KERNELS:
        operation, n, _ = parse(symbol)
        for subject, modulus in subjects(structured, symbol)[:3]:
            p, state, result = number(modulus), ctypes.c_uint64(modulus[0]), words(0, n)
            for _ in range(50):
                a, b = words(0, n), words(0, n)
                for operand in (a, b):
                    structured.structured(ctypes.byref(subject), ctypes.byref(state), operand)
                structured.reference(ctypes.byref(subject), result, a, b)
                numbers = (number(a),) if operation.endswith("sqr") else (number(a), number(b))
                assert max(numbers) < p or operation.startswith("plain")
                assert number(result) == expected(operation, p, n, numbers), symbol


def number(array: ctypes.Array) -> int:
    return sum(word << 64 * j for j, word in enumerate(array))


class Counting:
    """The checking build; `sites` of a kernel with the two bytes of each."""

    def __init__(self, folder: Path):
        found = {}
        for source in sorted(KERNEL_FOLDER.glob("*.S")):
            text, found[source.stem] = carries.counting(source.read_text(), f"carries_{source.stem}")
            (folder / source.name).write_text(text)
        output = folder / "counting.so"
        compile_to(output, "-shared", SOURCES / "structured.c", SOURCES / "kernels.c", kernels=folder)
        self.library = with_structured(ctypes.CDLL(str(output)))
        self.sites: dict[str, list[tuple[carries.Site, ctypes.Array]]] = {}
        for stem, sites in found.items():
            table = (ctypes.c_uint8 * 2 * len(sites)).in_dll(self.library, f"carries_{stem}")
            for site, counts in zip(sites, table, strict=True):
                self.sites.setdefault(site.function, []).append((site, counts))


@pytest.fixture(scope="module")
def counting(tmp_path_factory) -> Counting:
    return Counting(tmp_path_factory.mktemp("counting"))


@functools.cache
def dead_carries() -> dict[str, str]:
    """Carries that are never set, and why, by site: lines `site: reason` of dead_carries.txt."""
    lines = (SOURCES / "dead_carries.txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("symbol", KERNELS)
def test_every_carry_is_set(counting, symbol):
    """For every carry that an instruction takes, some operands set it and some do not, unless XOR has just cleared
    it."""
    if symbol.endswith("_adx") and not processor.has_adx():
        pytest.skip("this processor has no ADX")
    check_structured(counting.library, symbol, 12_500)
    symbols = (symbol, symbol.replace("_montgomery_", "_subroutine_"))  # which some call
    sites = [site for name in symbols for site in counting.sites.get(name, [])]
    one_way = {str(site) for site, counts in sites if not all(counts) and not (site.is_clear and not counts[1])}
    assert one_way == {site for site in dead_carries() if site.split()[0] in symbols}


def test_dead_carries_are_of_kernels(counting):
    assert dead_carries().keys() <= {str(site) for sites in counting.sites.values() for site, _ in sites}


def disassembly(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Mnemonic and operands of every instruction of every kernel, as objdump reads the object code."""
    found: dict[str, list[tuple[str, str]]] = {}
    for source in sorted(KERNEL_FOLDER.glob("*.S")):
        target = folder / f"{source.stem}.o"
        subprocess.run(["gcc", "-c", source, "-o", target], check=True)
        command = ["objdump", "-d", "-M", "intel", "--no-show-raw-insn", target]
        for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
            if label := re.fullmatch(r"[0-9a-f]+ <(\w+)>:", line):
                instructions = found.setdefault(label.group(1), [])
            elif instruction := re.match(r" +[0-9a-f]+:\t(\w+) *([^#<]*)", line):
                instructions.append(instruction.groups())
    return found


def test_object_code(tmp_path):
    """No conditional branch, no division, no address made from two registers, no instruction beyond the level."""
    kernels = disassembly(tmp_path)
    assert set(kernels) == set(EVERY_KERNEL)
    for symbol, instructions in kernels.items():
        allowed = BASE_MNEMONICS | (ADX_MNEMONICS if symbol.endswith("_adx") else set())
        assert {mnemonic for mnemonic, _ in instructions} <= allowed, symbol
        for mnemonic, text in instructions:
            address = re.search(r"\[(.*)\]", text)
            assert not address or not re.search(r"[+*]r", address.group(1)), (symbol, mnemonic, text)
        called = [text for mnemonic, text in instructions if mnemonic == "call"]
        assert not called or symbol.replace("_montgomery_", "_subroutine_") in kernels or "_jacobian_" in symbol
        jumps = [text for mnemonic, text in instructions if mnemonic == "jmp"]
        assert len(jumps) == ("_sqr_" in symbol and symbol.endswith("_x86_64"))


def level_of(program: Path, *wrapper: str) -> str:
    run = subprocess.run([*wrapper, program], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout.strip()


@pytest.mark.parametrize(
    "options",
    [(), ("-static",), ("-fsanitize=address,undefined",), ("-O0", "-fstack-protector-all"), ("-flto",)],
    ids=lambda options: " ".join(options) or "plain",
)
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_bound_to_processor(tmp_path, compiler, options):
    """Relocated in a program: the names stand for the processor's best level."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    program = compile_to(tmp_path / "bound", SOURCES / "bound.c", *options, compiler=compiler)
    assert level_of(program) == processor.level("adx" if processor.has_adx() else "x86_64")


@pytest.mark.parametrize(
    ("level", "has", "name"),
    [
        ("vpclmul", processor.has_wide, "adx, pclmul, vpclmul"),
        ("adx", processor.has_adx, "adx, pclmul"),
        ("x86_64", lambda: True, "x86_64"),
    ],
)
def test_fixed_level(tmp_path, level, has, name):
    if not has():
        pytest.skip(f"needs the instructions of the level {level}")
    program = compile_to(tmp_path / "bound", SOURCES / "bound.c", f"-DMC_X86_64_LEVEL={level}")
    assert level_of(program) == name


@pytest.mark.skipif(not shutil.which("valgrind"), reason="no valgrind")
def test_bound_without_adx(tmp_path):
    """Valgrind's processor has no ADX and no AVX-512: the names fall back to plain instructions there."""
    program = compile_to(tmp_path / "bound", SOURCES / "bound.c")
    expected = "x86_64, pclmul" if processor.has_carryless() else "x86_64"
    assert level_of(program, "valgrind", "-q", "--error-exitcode=1") == expected
