"""The end of every modular operation: one of two results, chosen without a branch."""

from codegen.x86_64.listing import Listing, word


def keep_copies(asm: Listing, values: list[str], r: str) -> list[str]:
    """Copies `values`, into free registers while there are any, the rest to r; returns the places of the copies."""
    spare = len(asm.free)
    places = [asm.free[j] if j < spare else word(r, j) for j in range(len(values))]
    for place, value in zip(places, values, strict=True):
        if place in asm.free:
            asm.take(place)
        asm("mov", place, value)
    return places


def store_selected(asm: Listing, values: list[str], condition: str, copies: list[str], r: str) -> None:
    """r = the copies if the condition code holds, else the values."""
    for j, (value, copy) in enumerate(zip(values, copies, strict=True)):
        asm(f"cmov{condition}", value, copy)
        asm("mov", word(r, j), value)


def subtract_modulus_once(asm: Listing, values: list[str], top: str, modulus: str, r: str) -> None:
    """r = the number in `values` and `top`, which is below twice the modulus, minus the modulus if it is at least the
    modulus. Without `top` the number fits in `values`."""
    asm.block("Subtract the modulus; keep the difference if it is not negative.")
    copies = keep_copies(asm, values, r)
    for j, value in enumerate(values):
        asm("sbb" if j else "sub", value, word(modulus, j))
    if top:
        asm("sbb", top, 0)
    store_selected(asm, values, "c", copies, r)
