"""Assembly kernels for AArch64 with words of 64 bits: generated/native/aarch64/*.S and meta.h. Montgomery
multiplication and squaring, addition and subtraction modulo primes of special shape, points in Jacobian coordinates.

Every AArch64 has MUL and UMULH, so that there is one level of them."""

import dataclasses
from pathlib import Path

from codegen.aarch64.listing import Listing
from codegen.aarch64.primes import Fp256r1, Prime
from codegen.aarch64.routine import Routine
from codegen.hosts import jacobian as formulas
from codegen.hosts.kernel import Kernel, file_text, of_prime, promises, stack_bytes
from codegen.output import GENERATED, banner

FOLDER = GENERATED / "native/aarch64"
PRIMES: tuple[Prime, ...] = (Fp256r1(),)

TWO = "uint64_t *r, const uint64_t *a, const uint64_t *b"
ONE = "uint64_t *r, const uint64_t *a"
RULES = (
    "r = a b / 2^(64 n), a^2 / 2^(64 n), a + b and a - b mod p, by the names. Inputs and r are below p, least",
    "significant word first; r may be an input. The same instructions and addresses for every input. Saves registers",
    "by the calling convention; no secret stays on the stack.",
)
# Code that may be entered by indirect calls, with BTI on, and whose functions store no return address (PAC): the note
# says both of the object (System V ABI for AArch64, "Program property").
PROPERTY = (
    '    .section .note.gnu.property,"a"',
    "    .balign 8",
    "    .word  4, 16, 5 // the lengths of the name and of the property, NT_GNU_PROPERTY_TYPE_0",
    '    .asciz "GNU"',
    "    .word  0xc0000000, 4, 3, 0 // GNU_PROPERTY_AARCH64_FEATURE_1_AND, its length: BTI and PAC",
)


@dataclasses.dataclass(frozen=True)
class Source:
    """A file of kernels; `operation` tells caller and reader the facts."""

    name: str
    operation: tuple[str, ...]
    kernels: tuple[Kernel, ...]

    def text(self) -> str:
        return file_text("aarch64", self.operation, self.kernels, (), PROPERTY)


def kernel(
    symbol: str, parameters: str, asm: Listing, returns: str = "void", operation: tuple[str, ...] = ()
) -> Kernel:
    """A kernel; if lines of its operation are given, of inputs below p, with a contract."""
    body = tuple(asm.function())
    domain = "a below p" if parameters == ONE else "a, b below p"
    return Kernel(
        symbol, parameters, body, returns, promises(operation, domain, stack_bytes(body)) if operation else ()
    )


def one_operation(prime: Prime, method: str, *operands: str) -> Listing:
    """A kernel of one operation of Routine."""
    given = {"r": ("R",), **{name: (name.upper(),) for name in operands}}
    routine = Routine(tuple(given), given, prime)
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


def jacobian_double(prime: Prime) -> Listing:
    routine = Routine(("r", "p"), formulas.OF_DOUBLE, prime)
    formulas.double(routine, formulas.COEFFICIENTS[prime.name])
    return routine.end()


def jacobian_add(prime: Prime) -> Listing:
    routine = Routine(("r", "p", "q"), formulas.OF_ADD, prime)
    formulas.add(routine)
    return routine.end(nonzero=("H", "S"))


def jacobian_source(prime: Prime) -> Source:
    kernels = (
        kernel(f"mc_jacobian_double_{prime.name}", formulas.DOUBLE, jacobian_double(prime)),
        kernel(f"mc_jacobian_add_{prime.name}", formulas.ADD, jacobian_add(prime), returns="uint64_t"),
    )
    return Source(f"jacobian_{prime.name}", formulas.facts(prime.name, prime.modulus), kernels)


def sources() -> list[Source]:
    return [source(prime) for prime in PRIMES for source in (arithmetic_source, jacobian_source)]


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
    return "\n".join([*lines, "#endif"]) + "\n"


def outputs() -> dict[Path, str]:
    files = {FOLDER / f"{source.name}.S": source.text() for source in sources()}
    return {**files, FOLDER / "meta.h": meta_header()}
