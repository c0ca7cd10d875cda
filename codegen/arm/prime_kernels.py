"""The kernels of prime fields: product and square, reduction, product and square with reduction, sum and difference."""

from codegen.arm import prime_product, prime_wireless
from codegen.arm.kernel import Kernel
from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, at, listed
from codegen.arm.prime_field import PrimeField
from codegen.arm.prime_reduction import MASK, OVER, RESIDUE, add_masked, reduce, subtract_once
from codegen.arm.product import SAVED_BYTES

ROWS = "hankerson2004 Algorithm 2.9"
SOLINAS = "Solinas, Generalized Mersenne Numbers, 1999"
UNREDUCED, BELOW_P = "any a, b of its words", "a, b below p"


def _enter(asm: Listing, frame: int) -> None:
    asm.block("Save r0 and the registers that belong to the caller.")
    asm("push", listed(("r0", *CALLEE_SAVED)))
    if frame:
        asm("sub", "sp", "sp", f"#{frame}")


def _leave(asm: Listing, frame: int) -> None:
    asm("add", "sp", "sp", f"#{frame + WORD_BYTES}")
    asm("pop", listed((*CALLEE_SAVED[:-1], "pc")))


def _store_residue(asm: Listing, field: PrimeField, frame: int) -> None:
    asm.block("Store r.")
    asm("ldr", "r0", at("sp", frame))
    asm("stm", "r0", listed(RESIDUE[: field.words]))


def _kernel(
    field: PrimeField, asm: Listing, frame: int, prefix: str, header: dict[str, str], parameters: str, operation: str
) -> Kernel:
    """`header` plus the keys that all kernels have in common. A kernel that requires something is for Wireless MMX."""
    header = {**header, "constant_time": "same-trace-and-addresses"}
    return Kernel(
        field=field,
        function=f"{prefix}_{header['name'].replace('-', '_')}",
        header=header,
        parameters=parameters,
        operation=(operation,),
        asm=asm,
        stack_bytes=frame + SAVED_BYTES,
        architecture="iwmmxt" if "requires" in header else "armv5te",
    )


def _frame(size: int) -> int:
    """Bytes that, together with the saved registers, keep the stack pointer at multiples of 8."""
    return size + -(size + SAVED_BYTES) % 8


def mul_operand_scanning(field: PrimeField) -> Kernel:
    """c = a b."""
    asm, frame = Listing(), _frame(WORD_BYTES * field.words)
    _enter(asm, frame)
    asm.block("A copy of a, whose register is needed.")
    copied = prime_product.WINDOW[: field.words]
    asm("ldm", "r1", listed(copied))
    asm("stm", "sp", listed(copied))
    prime_product.multiply(asm, field, a="sp", b="r2", c="r0", factor="r1")
    _leave(asm, frame)
    header = {"name": "operand-scanning", "family": "fp-mul", "summary": "multiplication by rows, straight-line"}
    header |= {"source": ROWS, "domain": UNREDUCED}
    parameters = "uint32_t *c, const uint32_t *a, const uint32_t *b"
    return _kernel(field, asm, frame, "mul", header, parameters, "c = a b, not reduced; c apart from a and b.")


def sqr_operand_scanning(field: PrimeField) -> Kernel:
    """c = a^2."""
    asm = Listing()
    _enter(asm, 0)
    prime_product.square(asm, field, a="r1", c="r0", factor="r2")
    _leave(asm, 0)
    header = {"name": "operand-scanning", "family": "fp-sqr", "summary": "squaring by rows, straight-line"}
    header |= {"source": ROWS, "domain": "any a of its words"}
    parameters = "uint32_t *c, const uint32_t *a"
    return _kernel(field, asm, 0, "sqr", header, parameters, "c = a^2, not reduced; c apart from a.")


def reduce_special(field: PrimeField) -> Kernel:
    """r = c mod p."""
    asm = Listing()
    _enter(asm, 0)
    reduce(asm, field, "r1")
    _store_residue(asm, field, 0)
    _leave(asm, 0)
    header = {"name": "special", "family": "fp-reduce", "form": "plain"}
    header |= {"summary": "upper words folded by the prime's shape, straight-line", "source": SOLINAS}
    header |= {"domain": f"any c below 2^{2 * field.bits}"}
    return _kernel(field, asm, 0, "reduce", header, "uint32_t *r, uint32_t *c", "r = c mod p; r may be c.")


def mul_reduce_operand_scanning_special(field: PrimeField) -> Kernel:
    """r = a b mod p."""
    asm, frame = Listing(), _frame(2 * WORD_BYTES * field.words)
    _enter(asm, frame)
    prime_product.multiply(asm, field, a="r1", b="r2", c="sp", factor="r0")
    reduce(asm, field, "sp")
    _store_residue(asm, field, frame)
    _leave(asm, frame)
    header = {"name": "operand-scanning-special", "family": "fp-mul-reduce", "form": "plain"}
    header |= {"summary": "multiplication by rows, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{ROWS}; {SOLINAS}", "domain": BELOW_P}
    parameters = "uint32_t *r, const uint32_t *a, const uint32_t *b"
    return _kernel(field, asm, frame, "mul_reduce", header, parameters, "r = a b mod p; r may be a or b.")


def mul_reduce_operand_scanning_wmmx_special(field: PrimeField) -> Kernel:
    """r = a b mod p."""
    asm, frame = Listing(), _frame(2 * WORD_BYTES * field.words)
    _enter(asm, frame)
    rows = prime_wireless.WirelessRows(asm, field, a="", c="sp", factor="r0")
    prime_wireless.multiply(rows, a="r1", b="r2")
    reduce(asm, field, "sp")
    _store_residue(asm, field, frame)
    _leave(asm, frame)
    header = {"name": "operand-scanning-wmmx-special", "family": "fp-mul-reduce", "form": "plain"}
    header |= {
        "summary": "multiplication by rows, its operands in registers of Wireless MMX, reduced by the prime's shape"
    }
    header |= {"source": f"{ROWS}; {SOLINAS}", "domain": BELOW_P, "requires": "MC_NATIVE_WMMX"}
    parameters = "uint32_t *r, const uint32_t *a, const uint32_t *b"
    return _kernel(field, asm, frame, "mul_reduce", header, parameters, "r = a b mod p; r may be a or b.")


def sqr_reduce_operand_scanning_special(field: PrimeField) -> Kernel:
    """r = a^2 mod p."""
    asm, frame = Listing(), _frame(2 * WORD_BYTES * field.words)
    _enter(asm, frame)
    asm("mov", "r0", "sp")
    prime_product.square(asm, field, a="r1", c="r0", factor="r2")
    reduce(asm, field, "sp")
    _store_residue(asm, field, frame)
    _leave(asm, frame)
    header = {"name": "operand-scanning-special", "family": "fp-sqr-reduce", "form": "plain"}
    header |= {"summary": "squaring by rows, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{ROWS}; {SOLINAS}", "domain": "a below p"}
    return _kernel(
        field, asm, frame, "sqr_reduce", header, "uint32_t *r, const uint32_t *a", "r = a^2 mod p; r may be a."
    )


def add_modular(field: PrimeField) -> Kernel:
    """r = a + b mod p."""
    asm = Listing()
    _add_words(asm, field, ("adds", "adcs"))
    asm("mov", OVER, "#0")
    asm("adc", OVER, OVER, "#0")
    subtract_once(asm, field)
    return _sum(field, asm, "add", "sum", "+")


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    asm = Listing()
    _add_words(asm, field, ("subs", "sbcs"))
    asm("sbc", MASK, MASK, MASK)
    asm.block("Add p if the difference borrows.")
    add_masked(asm, field, ("sub", "sbc"))
    return _sum(field, asm, "sub", "difference", "-")


def _add_words(asm: Listing, field: PrimeField, mnemonics: tuple[str, str]) -> None:
    """Makes the residue = a + b or a - b."""
    _enter(asm, 0)
    words = RESIDUE[: field.words]
    asm("ldm", "r1", listed(words))
    for i, word in enumerate(words):
        asm("ldr", "r3", at("r2", WORD_BYTES * i))
        asm(mnemonics[i > 0], word, word, "r3")


def _sum(field: PrimeField, asm: Listing, prefix: str, summary: str, sign: str) -> Kernel:
    _store_residue(asm, field, 0)
    _leave(asm, 0)
    header = {"name": "modular", "family": f"fp-{prefix}", "summary": f"{summary}, and p by a mask, straight-line"}
    header |= {"source": "hankerson2004 Algorithms 2.7 and 2.8", "domain": BELOW_P}
    parameters = "uint32_t *r, const uint32_t *a, const uint32_t *b"
    return _kernel(field, asm, 0, prefix, header, parameters, f"r = a {sign} b mod p; r may be a or b.")


GENERATORS = (
    mul_operand_scanning,
    sqr_operand_scanning,
    reduce_special,
    mul_reduce_operand_scanning_special,
    mul_reduce_operand_scanning_wmmx_special,
    sqr_reduce_operand_scanning_special,
    add_modular,
    sub_modular,
)
