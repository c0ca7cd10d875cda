"""Assembly kernels for AArch64 with words of 64 bits: generated/native/aarch64/*.S and meta.h. Montgomery
multiplication and squaring, addition and subtraction modulo primes of special shape, points in Jacobian coordinates;
products modulo 2^255 - 19 and the steps of its ladder.

Every AArch64 has MUL and UMULH, so that there is one level of them."""

from pathlib import Path

from codegen.aarch64 import fp255
from codegen.aarch64.kernel import ONE, TWO, Source, kernel
from codegen.aarch64.listing import Listing
from codegen.aarch64.primes import Fp256r1, Prime
from codegen.aarch64.residues import Residues
from codegen.aarch64.routine import Routine
from codegen.hosts import jacobian as formulas
from codegen.hosts.kernel import Kernel, of_prime
from codegen.output import GENERATED, banner

FOLDER = GENERATED / "native/aarch64"
PRIMES: tuple[Prime, ...] = (Fp256r1(),)

RULES = (
    "r = a b / 2^(64 n), a^2 / 2^(64 n), a + b and a - b mod p, by the names. Inputs and r are below p, least",
    "significant word first; r may be an input. The same instructions and addresses for every input. Saves registers",
    "by the calling convention; no secret stays on the stack.",
)


def montgomery_routine(parameters: tuple[str, ...], given: dict[str, tuple[str, ...]], prime: Prime) -> Routine:
    return Routine(parameters, given, lambda asm: Residues(asm, prime), given["r"])


def one_operation(prime: Prime, method: str, *operands: str) -> Listing:
    """A kernel of one operation of Routine."""
    given = {"r": ("R",), **{name: (name.upper(),) for name in operands}}
    routine = montgomery_routine(tuple(given), given, prime)
    getattr(routine, method)("R", *(name.upper() for name in operands))
    return routine.end()


def arithmetic_source(prime: Prime) -> Source:
    def one(name: str, method: str, operation: str, inputs: tuple[str, ...], radix_bits: int = 0) -> Kernel:
        lines = of_prime(operation, inputs, prime.modulus, radix_bits)
        asm = one_operation(prime, method, *inputs)
        return kernel(f"mc_{name}_{prime.name}", TWO if "b" in inputs else ONE, asm, operation=lines)

    bits = 64 * prime.n
    kernels = (
        one("montgomery_mul", "product", "a b / R", ("a", "b"), bits),
        one("montgomery_sqr", "square", "a^2 / R", ("a",), bits),
        one("modular_add", "sum_", "a + b", ("a", "b")),
        one("modular_sub", "difference", "a - b", ("a", "b")),
    )
    return Source(f"montgomery_{prime.name}", (f"n = {prime.n}, p = {prime.modulus:#x}.", *RULES), kernels)


# The operations of the formulas in an order in which fewer elements wait in memory: local moves found it. No result
# takes the place of a coordinate that is still read.
ORDER_OF_DOUBLE = (0, 6, 2, 3, 5, 7, 8, 1, 4, 9, 10, 11, 12, 13, 14, 15)
ORDER_OF_ADD = (1, 0, 3, 5, 2, 4, 7, 9, 10, 8, 11, 12, 13, 15, 16, 14, 17, 6)


def jacobian_double(prime: Prime) -> Listing:
    routine = montgomery_routine(("r", "p"), formulas.OF_DOUBLE, prime)
    formulas.double(routine, formulas.COEFFICIENTS[prime.name])
    routine.arrange(ORDER_OF_DOUBLE)
    return routine.end()


def jacobian_add(prime: Prime) -> Listing:
    routine = montgomery_routine(("r", "p", "q"), formulas.OF_ADD, prime)
    formulas.add(routine)
    routine.arrange(ORDER_OF_ADD)
    return routine.end(nonzero=("H", "S"))


def jacobian_source(prime: Prime) -> Source:
    kernels = (
        kernel(f"mc_jacobian_double_{prime.name}", formulas.DOUBLE, jacobian_double(prime)),
        kernel(f"mc_jacobian_add_{prime.name}", formulas.ADD, jacobian_add(prime), returns="uint64_t"),
    )
    return Source(f"jacobian_{prime.name}", formulas.facts(prime.name, prime.modulus), kernels)


def sources() -> list[Source]:
    of_primes = [source(prime) for prime in PRIMES for source in (arithmetic_source, jacobian_source)]
    return [*of_primes, fp255.product_source(), fp255.steps_source()]


def kernels() -> list[Kernel]:
    """Every kernel of every file."""
    return [one for source in sources() for one in source.kernels]


def meta_header() -> str:
    """native/aarch64/meta.h: the fields that have kernels."""
    names = [prime.name for prime in PRIMES]
    classes = {-3: "MC_COEFFICIENT_MINUS_3", 0: "0"}
    lines = [
        banner("codegen/aarch64/").rstrip(),
        "#ifndef MC_NATIVE_AARCH64_META_H",
        "#define MC_NATIVE_AARCH64_META_H",
    ]
    lines += ["/* Prime fields with functions of their own. */"]
    lines += ["#define MC_AARCH64_PRIMES(X) " + " ".join(f"X({name})" for name in names)]
    lines += [f"#define MC_AARCH64_PRIME_{name} 1" for name in names]
    lines += ["/* Prime fields with points in Jacobian coordinates, of curves with this coefficient a. */"]
    lines += [f"#define MC_AARCH64_JACOBIAN_{name} 1" for name in names]
    lines += [f"#define MC_AARCH64_JACOBIAN_A_{name} {classes[formulas.COEFFICIENTS[name]]}" for name in names]
    lines += ["/* Products in plain form, and the steps of the Montgomery ladder. */"]
    lines += [f"#define MC_AARCH64_MODULAR_{fp255.FIELD} 1", f"#define MC_AARCH64_LADDER_{fp255.FIELD} 1"]
    return "\n".join([*lines, "#endif"]) + "\n"


def outputs() -> dict[Path, str]:
    files = {FOLDER / f"{source.name}.S": source.text() for source in sources()}
    return {**files, FOLDER / "meta.h": meta_header()}
