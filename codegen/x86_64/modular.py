"""Modular addition and subtraction: both results are computed, and the carry chooses one."""

from codegen.x86_64.listing import Listing, word
from codegen.x86_64.select import keep_copies, store_selected, subtract_modulus_once


def _load_and_combine(asm: Listing, n: int, operation: str, with_carry: str) -> list[str]:
    """The words of a + b or a - b in registers, the carry in CF."""
    values = asm.take_many(n)
    for j, value in enumerate(values):
        asm("mov", value, word(asm.home["a"], j))
    for j, value in enumerate(values):
        asm(with_carry if j else operation, value, word(asm.home["b"], j))
    return values


def modular_add(n: int) -> Listing:
    """r = a + b mod modulus."""
    asm = Listing(("r", "a", "b", "modulus"))
    asm.block("a + b")
    values = _load_and_combine(asm, n, "add", "adc")
    asm.release(asm.home["a"], asm.home["b"])
    top = asm.take()
    asm("mov", top, 0)
    asm("adc", top, 0)
    subtract_modulus_once(asm, values, top, asm.home["modulus"], asm.home["r"])
    return asm


def modular_sub(n: int) -> Listing:
    """r = a - b mod modulus."""
    asm = Listing(("r", "a", "b", "modulus"))
    asm.block("a - b")
    values = _load_and_combine(asm, n, "sub", "sbb")
    asm.release(asm.home["a"], asm.home["b"])
    borrow = asm.take()
    asm("sbb", borrow, borrow)
    asm.block("Add the modulus; keep the sum if the difference was negative.")
    copies = keep_copies(asm, values, asm.home["r"])
    for j, value in enumerate(values):
        asm("adc" if j else "add", value, word(asm.home["modulus"], j))
    asm("test", borrow, borrow)
    store_selected(asm, values, "z", copies, asm.home["r"])
    return asm
