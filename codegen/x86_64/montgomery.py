"""Montgomery multiplication and squaring of numbers of n words, for any method of cancelling the lowest word."""

from codegen.x86_64.listing import Listing, word
from codegen.x86_64.reduction import Reduction
from codegen.x86_64.rows import AdxRows, words_at
from codegen.x86_64.select import subtract_modulus_once
from codegen.x86_64.squares import Square


def spill_until(asm: Listing, free: int, names: tuple[str, ...]) -> None:
    """Moves arguments to the stack, in the order of `names`, until so many registers are free."""
    for name in names:
        if len(asm.free) >= free:
            return
        if name in asm.home:
            asm.spill(name)


def finish(asm: Listing, values: list[str], top: str, reduction: Reduction, below_p: bool) -> None:
    """r = the number in `values` and `top`, which is below twice the modulus, reduced if it must be `below_p`."""
    r = asm.pointer("r", asm.take() if "r" in asm.slots else "")
    if not below_p:
        for place, value in zip(words_at(r, len(values)), values, strict=True):
            asm("mov", place, value)
        return
    modulus = reduction.modulus_pointer(asm)
    subtract_modulus_once(asm, values, top, modulus, r)


def montgomery_mul(n: int, rows_type: type, reduction: Reduction, below_p: bool = True) -> Listing:
    """r = a b / 2^(64 n) mod modulus, coarsely integrated operand scanning.

    If t < 2 modulus before, the sum of t, a b[i] and q modulus is below 2^65 modulus: n + 2 words hold it, and the
    last of them is 0 or 1. After the division by 2^64, t < 2 modulus again. If the modulus `has_room`, n + 1 words
    suffice."""
    asm = Listing(("r", "a", "b", *reduction.parameters), rows_type.extensions)
    asm.block("Arguments")
    if n <= 7:
        asm.move("b", "r10")
    else:
        asm.spill("b")
    rows = rows_type(asm)
    spill_until(asm, n + 2, ("r", "minus_inverse", "b"))
    shared = ""
    if len(asm.free) < n + 2:
        asm.spill("modulus")
        asm.spill("a")
        shared = asm.take("rsi")
    acc = asm.take_many(n + 1 if reduction.has_room else n + 2)
    for i in range(n):
        asm.block(f"t += a b[{i}]")
        row = acc if i else acc[: n + 1]
        rows.load(word(asm.pointer("b", row[-1]), i), row)
        words = words_at(asm.pointer("a", shared), n)
        if i:
            rows.add(row, words, reduction.row_carries)
        else:
            rows.first(row, words)
        asm.block("t = (t + q modulus) / 2^64")
        acc = reduction.cancel(asm, rows, acc, fresh=i == 0 and not reduction.has_room, shared=shared)
    for register in (*rows.scratch, acc[-1], shared, asm.home.get("a"), asm.home.get("b")):
        if register:
            asm.release(register)
    finish(asm, acc[:n], "" if reduction.has_room else acc[n], reduction, below_p)
    return asm


def montgomery_sqr(n: int, reduction: Reduction, below_p: bool = True) -> Listing:
    """r = a^2 / 2^(64 n) mod modulus: the square, then only its lower half is reduced.

    A number below 2^(64 n) plus q modulus fits in n + 1 words, so no row leaves a carry. The n rows make the lower
    half at most the modulus; with the upper half it is below twice the modulus. Each row waits for the one before, so
    the upper half of a square in the frame is finished after the rows: processors do it meanwhile."""
    asm = Listing(("r", "a", *reduction.parameters), AdxRows.extensions)
    asm.block("Arguments")
    if "modulus" in asm.home:
        asm.move("modulus", "r8")
    rows = AdxRows(asm)
    square = Square(words_at(asm.home["a"], n), asm, rows)
    spill_until(asm, n + 1 if square.in_frame else 2 * n, ("r", "minus_inverse"))
    square.products()
    middle = (n + 1) // 2 if square.in_frame else n
    square.double_and_add_squares(0, middle)
    if middle == n:
        asm.release(asm.home.pop("a"))
    acc = [*(square.registers[j] for j in range(n)), asm.take()]
    for i in range(n):
        asm.block(f"Lower half, {i}: t = (t + q modulus) / 2^64")
        acc = reduction.cancel(asm, rows, acc, fresh=True)
    values = acc[:n]
    asm.release(acc[n])
    if middle < n:
        square.double_and_add_squares(middle, n)
        asm.release(asm.home.pop("a"))
    asm.block("Add the upper half.")
    top = "" if reduction.has_room else asm.take()
    if top:
        asm("mov", top, 0)
    for j, (value, upper) in enumerate(zip(values, square.upper(), strict=True)):
        asm("adc" if j else "add", value, upper)
    if top:
        asm("adc", top, 0)
    square.end()
    asm.release(*rows.scratch)
    finish(asm, values, top, reduction, below_p)
    return asm
