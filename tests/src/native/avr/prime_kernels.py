"""The expected results of the kernels of prime fields, for the caller in `kernels.py`."""

from pathlib import Path

from codegen.avr.kernel import Kernel
from codegen.avr.prime.field import PrimeField
from motelab import ROOT
from tests.src.native.avr.kernels import FAMILIES, Caller, Family, link_caller

WORD_LIMIT = 1 << 18  # of fp-mul-small


def any_bytes(field: PrimeField, inputs: tuple[int, ...]) -> list[int]:
    return [1 << 8 * size * field.byte_count for size in inputs]


def residues(field: PrimeField, inputs: tuple[int, ...]) -> list[int]:
    return [field.prime if size else WORD_LIMIT for size in inputs]


def montgomery_factor(field: PrimeField) -> int:
    """The factor that a product's reduction brings: 1, or 1/R."""
    return pow(1 << 8 * field.byte_count, -1, field.prime) if field.is_montgomery else 1


def product(field: PrimeField, a: int, b: int) -> int:
    return a * b * montgomery_factor(field) % field.prime


def reduction_limits(field: PrimeField, inputs: tuple[int, ...]) -> list[int]:
    """Any number of twice the bytes, or below p R for Montgomery's reduction."""
    return [field.prime << 8 * field.byte_count] if field.is_montgomery else any_bytes(field, inputs)


def product_in_extension(field: PrimeField, a: int, b: int) -> int:
    """The product in F_p(u), u^2 = -1, of elements in one number: c0 in the lower half, c1 in the upper."""
    size = 8 * field.byte_count
    (a1, a0), (b1, b0) = (divmod(number, 1 << size) for number in (a, b))
    factor = montgomery_factor(field)
    return (a0 * b0 - a1 * b1) * factor % field.prime | (a0 * b1 + a1 * b0) * factor % field.prime << size


def pairs_of_residues(field: PrimeField, inputs: tuple[int, ...]) -> list[int]:
    """The lower half of each must be below p, too."""
    return [field.prime << 8 * field.byte_count for _ in inputs]


FAMILIES |= {
    "fp2-mul": Family(product_in_extension, 2, (2, 2), may_alias=True, limits=pairs_of_residues),
    "fp2-sqr": Family(lambda f, a: product_in_extension(f, a, a), 2, (2,), may_alias=True, limits=pairs_of_residues),
    "fp-mul": Family(lambda _, a, b: a * b, 2, (1, 1), may_alias=False, limits=any_bytes),
    "fp-sqr": Family(lambda _, a: a * a, 2, (1,), may_alias=False, limits=any_bytes),
    "fp-reduce": Family(lambda f, c: product(f, c, 1), 1, (2,), may_alias=True, limits=reduction_limits),
    "fp-mul-reduce": Family(product, 1, (1, 1), may_alias=True, limits=residues),
    "fp-sqr-reduce": Family(lambda f, a: product(f, a, a), 1, (1,), may_alias=True, limits=residues),
    "fp-add": Family(lambda f, a, b: (a + b) % f.prime, 1, (1, 1), may_alias=True, limits=residues),
    "fp-sub": Family(lambda f, a, b: (a - b) % f.prime, 1, (1, 1), may_alias=True, limits=residues),
    "fp-mul-small": Family(lambda f, a, c: a * c % f.prime, 1, (1, 0), may_alias=True, limits=residues),
}


def link_prime_caller(kernel: Kernel, folder: Path, source: Path | None = None) -> Caller:
    """`link_caller`, with the code that passes a number in registers if the kernel takes one."""
    takes_word = kernel.header["family"] == "fp-mul-small"
    return link_caller(kernel, folder, ROOT / "tests/src/native/avr/word_argument.S" if takes_word else None, source)
