"""Assembly kernels for x86-64 with words of 64 bits: generated/native/x86_64/*.S and meta.h. Montgomery multiplication
and squaring, modular addition and subtraction, for any odd modulus of 2 to 9 words and for primes of special shape;
products and the step of the Montgomery ladder modulo 2^255 - 19 (fp255.py). Tables for vectors (edwards_four.py)."""

from pathlib import Path

from codegen.hosts.kernel import of_prime
from codegen.output import GENERATED, banner
from codegen.x86_64 import edwards, edwards_four, fp255, jacobian
from codegen.x86_64.kernel import Kernel, Promise, Source, jump_kernel, kernel
from codegen.x86_64.listing import Listing
from codegen.x86_64.modular import modular_add, modular_sub
from codegen.x86_64.montgomery import montgomery_mul, montgomery_sqr
from codegen.x86_64.reduction import (
    AnyModulus,
    Fp192r1,
    Fp224r1,
    Fp256r1,
    Fp256sm2,
    Fp384r1,
    Fp448,
    Fp521,
    PseudoMersenne,
    SpecialPrime,
)
from codegen.x86_64.rows import AdxRows, PlainRows

FOLDER = GENERATED / "native/x86_64"
WORDS = range(2, 10)
SPECIAL_PRIMES = (
    Fp192r1("fp192r1"),
    Fp224r1("fp224r1"),
    Fp256r1("fp256r1"),
    Fp256sm2("fp256sm2"),
    PseudoMersenne("fp192k1", 3, 2**32 + 4553),
    PseudoMersenne("fp256k1", 4, 2**32 + 977),
    Fp384r1("fp384r1"),
    Fp448("fp448"),
    Fp521("fp521"),
)
# Primes of the curves whose points have routines: jacobian.py knows the coefficient a of these curves.
JACOBIAN_PRIMES = tuple(prime for prime in SPECIAL_PRIMES if prime.name in jacobian.COEFFICIENTS)

MUL = "uint64_t *r, const uint64_t *a, const uint64_t *b"
SQR = "uint64_t *r, const uint64_t *a"
MODULUS = ", const uint64_t *modulus"
ANY_MODULUS = f"{MODULUS}, uint64_t minus_inverse"

MUL_OPERATION = "r = a b / 2^(64 n) mod modulus."
SQR_OPERATION = "r = a^2 / 2^(64 n) mod modulus."
RULES = (
    "Inputs and r are below the modulus, least significant word first; r may be an input. The same instructions and",
    "addresses for every input. Saves registers by the calling convention; no secret stays on the stack.",
)
MODULUS_RULES = ("modulus: n words, odd; minus_inverse = -1 / modulus mod 2^64.", *RULES)


def of_any_modulus(operation: str, inputs: str, n: int) -> Promise:
    """The contract of a kernel for moduli of n words; with a line on Montgomery's radix if the operation has it."""
    facts = f"m is any number of {n} words but 0"
    if "/ R" in operation:
        facts = f"m is any odd number of {n} words, R = 2^{64 * n}, minus_inverse = -1 / m mod 2^64"
    aliases = " or ".join(inputs.split(", "))
    return Promise((f"r = {operation} mod m; r may be {aliases}; {facts}.",), f"{inputs} below m")


def mul_of_any_modulus(n: int, rows: type) -> Kernel:
    asm, promise = montgomery_mul(n, rows, AnyModulus(n)), of_any_modulus("a b / R", "a, b", n)
    return kernel(f"mc_montgomery_mul_{n}_{rows.name}", MUL + ANY_MODULUS, asm, promise=promise)


def sqr_of_any_modulus(n: int) -> Kernel:
    asm, promise = montgomery_sqr(n, AnyModulus(n)), of_any_modulus("a^2 / R", "a", n)
    return kernel(f"mc_montgomery_sqr_{n}_adx", SQR + ANY_MODULUS, asm, promise=promise)


def sqr_as_mul_of_any_modulus(n: int) -> Kernel:
    symbol, promise = f"mc_montgomery_sqr_{n}_x86_64", of_any_modulus("a^2 / R", "a", n)
    return jump_kernel(symbol, SQR + ANY_MODULUS, mul_of_any_modulus(n, PlainRows), promise)


def mul_source(rows: type) -> Source:
    """Multiplications for any modulus, at one level of instructions."""
    kernels = tuple(mul_of_any_modulus(n, rows) for n in WORDS)
    return Source(f"montgomery_mul_{rows.name}", (MUL_OPERATION, *MODULUS_RULES), kernels)


def sqr_sources() -> list[Source]:
    """Squarings for any modulus; without ADX they are multiplications with equal operands."""
    operation = (SQR_OPERATION, *MODULUS_RULES)
    return [
        Source("montgomery_sqr_adx", operation, tuple(map(sqr_of_any_modulus, WORDS))),
        Source("montgomery_sqr_x86_64", operation, tuple(map(sqr_as_mul_of_any_modulus, WORDS))),
    ]


def special_source(prime: SpecialPrime) -> Source:
    """Multiplication and squaring modulo one prime, both levels."""
    mul, sqr = f"mc_montgomery_mul_{prime.name}", f"mc_montgomery_sqr_{prime.name}"
    called = jacobian.called_kernels(prime) if prime in JACOBIAN_PRIMES else ()
    if called:
        adx_mul, adx_sqr = jacobian.product_kernels(prime)
    else:
        adx_mul, adx_sqr = montgomery_mul(prime.n, AdxRows, prime), montgomery_sqr(prime.n, prime)
    of_mul = Promise(of_prime("a b / R", ("a", "b"), prime.modulus, 64 * prime.n), "a, b below p")
    of_sqr = Promise(of_prime("a^2 / R", ("a",), prime.modulus, 64 * prime.n), "a below p")
    plain = kernel(f"{mul}_x86_64", MUL, montgomery_mul(prime.n, PlainRows, prime), promise=of_mul)
    kernels = (
        kernel(f"{mul}_adx", MUL, adx_mul, promise=of_mul, calls=called),
        kernel(f"{sqr}_adx", SQR, adx_sqr, promise=of_sqr, calls=called),
        plain,
        jump_kernel(f"{sqr}_x86_64", SQR, plain, of_sqr),
    )
    operation = (MUL_OPERATION, SQR_OPERATION, f"n = {prime.n}, modulus = {prime.modulus:#x}.", *RULES)
    return Source(f"montgomery_{prime.name}", operation, kernels, prime.data())


def of_sum(name: str, sign: str, n: int, asm: Listing) -> Kernel:
    promise = of_any_modulus(f"a {sign} b", "a, b", n)
    return kernel(f"mc_modular_{name}_{n}", MUL + MODULUS, asm, promise=promise)


def modular_sources() -> list[Source]:
    """Additions and subtractions, the same code on every x86-64."""
    rules = ("modulus: n words.", *RULES)
    return [
        Source(
            f"modular_{name}",
            (f"r = a {sign} b mod modulus.", *rules),
            tuple(of_sum(name, sign, n, generate(n)) for n in WORDS),
        )
        for name, sign, generate in (("add", "+", modular_add), ("sub", "-", modular_sub))
    ]


def sources() -> list[Source]:
    return [
        mul_source(AdxRows),
        mul_source(PlainRows),
        *sqr_sources(),
        *map(special_source, SPECIAL_PRIMES),
        fp255.product_source(),
        fp255.step_source(),
        edwards.source(fp255.FIELD, fp255.RULES),
        *map(jacobian.source, JACOBIAN_PRIMES),
        *modular_sources(),
    ]


def kernels() -> list[Kernel]:
    """Every kernel of every file."""
    return [one for source in sources() for one in source.kernels]


def meta_header() -> str:
    """native/x86_64/meta.h: the numbers of words and the fields that have kernels."""
    primes = [prime.name for prime in SPECIAL_PRIMES]
    lines = [banner("codegen/x86_64/").rstrip(), "#ifndef MC_NATIVE_X86_64_META_H", "#define MC_NATIVE_X86_64_META_H"]
    lines += ["/* Numbers of words with functions for any modulus. */"]
    lines += ["#define MC_X86_64_WORDS(X) " + " ".join(f"X({n})" for n in WORDS)]
    lines += ["#define MC_X86_64_CASES(X, ...) " + " ".join(f"X({n}, __VA_ARGS__)" for n in WORDS)]
    lines += ["/* Prime fields with functions of their own. */"]
    lines += ["#define MC_X86_64_PRIMES(X) " + " ".join(f"X({name})" for name in primes)]
    lines += [f"#define MC_X86_64_PRIME_{name} 1" for name in primes]
    lines += ["/* Prime fields in plain form: products, a step of the Montgomery ladder, points of Edwards curves. */"]
    lines += [f"#define MC_X86_64_MODULAR_{fp255.FIELD} 1", f"#define MC_X86_64_LADDER_{fp255.FIELD} 1"]
    lines += [f"#define MC_X86_64_EXTENDED_{fp255.FIELD} 1"]
    lines += ["/* Prime fields with points in Jacobian coordinates, of curves with this coefficient a. */"]
    lines += ["#define MC_X86_64_JACOBIAN(X) " + " ".join(f"X({prime.name})" for prime in JACOBIAN_PRIMES)]
    lines += [f"#define MC_X86_64_JACOBIAN_{prime.name} 1" for prime in JACOBIAN_PRIMES]
    classes = {-3: "MC_COEFFICIENT_MINUS_3", 0: "0"}
    lines += [f"#define MC_X86_64_JACOBIAN_A_{name} {classes[a]}" for name, a in jacobian.COEFFICIENTS.items()]
    return "\n".join([*lines, "#endif"]) + "\n"


def outputs() -> dict[Path, str]:
    files = {FOLDER / f"{source.name}.S": source.text() for source in sources()}
    return {**files, FOLDER / "meta.h": meta_header(), FOLDER / edwards_four.NAME: edwards_four.header()}
