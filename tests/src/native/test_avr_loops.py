"""The AVR kernels for numbers of any length in the simulator: a matrix of division steps applied to two numbers, and
Montgomery products modulo a number in flash. Results against Python's integers, calling convention, stack, cycles."""

import random
from pathlib import Path

import pytest

from codegen.avr.kernel import LoopKernel
from codegen.avr.prime.divsteps import divsteps_kernels
from codegen.avr.prime.montgomery_product import montgomery_product
from motelab.boards.execution import Run
from tests.src.native.avr.checks import check_object_code
from tests.src.native.avr.kernels import (
    ARENA_BYTES,
    CALLEE_SAVED_COUNT,
    GUARD_BYTES,
    INPUT_A,
    INPUT_B,
    OUTPUT,
    RETURN_ADDRESS_BYTES,
    Call,
    Caller,
    Outcome,
    link_caller,
)

PLAIN, MODULAR = divsteps_kernels()
PRODUCT = montgomery_product()
KERNELS = pytest.mark.parametrize("kernel", [PLAIN, MODULAR, PRODUCT], ids=lambda k: k.function)
DIGIT_BITS = 14
UNIT = 1 << DIGIT_BITS
Ran = tuple[Call, Outcome, Run]


def runs(caller: Caller, contents: list[dict[int, bytes]]) -> list[Ran]:
    """Calls with these bytes at offsets of the arena, and noise around them."""
    noise, calls = random.Random(1), []
    for parts in contents:
        arena = bytearray(noise.randbytes(ARENA_BYTES))
        for offset, data in parts.items():
            arena[offset : offset + len(data)] = data
        registers, lower_by = noise.randbytes(CALLEE_SAVED_COUNT), noise.randrange(256)
        calls.append(Call((OUTPUT, INPUT_A, INPUT_B), registers, bytes(arena), lower_by))
    outcomes, found = caller.execute(calls)
    return list(zip(calls, outcomes, found, strict=True))


def check_run(kernel: LoopKernel, ran: Ran, count: int, size: int, above: int = 0) -> bytes:
    """Checks everything but the `size` bytes of the result, which are returned; above: stack that lies above."""
    call, outcome, run = ran
    expected = bytearray(call.arena)
    result = outcome.arena[OUTPUT : OUTPUT + size]
    expected[OUTPUT : OUTPUT + size] = result
    assert outcome.arena == bytes(expected)
    assert outcome.registers == call.registers
    assert (outcome.zero_register, outcome.stack_pointer_change) == (0, 0)
    assert run.stack_bytes == kernel.stack_bytes + RETURN_ADDRESS_BYTES
    assert outcome.intact_guard_bytes >= GUARD_BYTES - run.stack_bytes - above
    assert run.cycles == kernel.cycles(count)
    return result


# ---- Division steps


def digits(value: int, count: int) -> bytes:
    """The number in digits, of which the top one has the sign."""
    low = [value >> DIGIT_BITS * i & UNIT - 1 for i in range(count - 1)]
    top = value >> DIGIT_BITS * (count - 1)
    return b"".join(d.to_bytes(2, "little") for d in low) + top.to_bytes(2, "little", signed=True)


def number(data: bytes) -> int:
    low = sum(int.from_bytes(data[i : i + 2], "little") << DIGIT_BITS * i // 2 for i in range(0, len(data) - 2, 2))
    return low + (int.from_bytes(data[-2:], "little", signed=True) << DIGIT_BITS * (len(data) // 2 - 1))


def row(noise: random.Random) -> tuple[int, int]:
    """u, v with |u| + |v| <= 2^14, at the bound in half of all cases."""
    u = noise.choice((0, 1, UNIT // 2, UNIT - 1, UNIT, noise.randrange(UNIT)))
    v = UNIT - u if noise.randrange(2) else noise.randrange(UNIT - u + 1)
    return u * noise.choice((1, -1)), v * noise.choice((1, -1))


def long_number(noise: random.Random, count: int, signed: bool) -> int:
    """A number of so many digits, of ones, zeros, a single bit, or random ones."""
    bits = DIGIT_BITS * (count - 1) + 11
    size = noise.choice((0, 1, (1 << bits) - 1, 1 << noise.randrange(bits), noise.getrandbits(bits), UNIT - 1))
    return -size if signed and noise.randrange(2) else size


def division_case(noise: random.Random, count: int) -> tuple[tuple[int, ...], tuple[int, int, int]]:
    """The matrix with the multiples of n, and x, y, n."""
    m = [noise.choice((0, UNIT, 1 - 2 * UNIT, noise.randrange(1 - 2 * UNIT, UNIT + 1))) for _ in range(2)]
    numbers = (long_number(noise, count, True), long_number(noise, count, True), long_number(noise, count, False))
    return (*row(noise), *row(noise), *m), numbers


def check_division_steps(kernel: LoopKernel, caller: Caller) -> None:
    """The quotients are those rounded down; the kernels are only used where nothing is lost."""
    noise = random.Random(14)
    for count in (2, 12, 19):
        cases = [division_case(noise, count) for _ in range(150)]
        contents = []
        for matrix, numbers in cases:
            data = b"".join(f.to_bytes(2, "little", signed=True) for f in matrix) + bytes([count])
            used = numbers if kernel is MODULAR else numbers[:2]
            contents.append({OUTPUT: b"".join(digits(value, count) for value in used), INPUT_A: data})
        found = runs(caller, contents)
        assert len({(run.trace_hash, run.cycles) for _, _, run in found}) == 1
        for (matrix, (x, y, n)), ran in zip(cases, found, strict=True):
            u, v, q, r, mx, my = matrix if kernel is MODULAR else (*matrix[:4], 0, 0)
            result = check_run(kernel, ran, count, 4 * count)
            expected = [(u * x + v * y + mx * n) >> DIGIT_BITS, (q * x + r * y + my * n) >> DIGIT_BITS]
            assert [number(result[: 2 * count]), number(result[2 * count :])] == expected, (matrix, x, y, n)


@pytest.mark.parametrize("kernel", [PLAIN, MODULAR], ids=lambda k: k.function)
def test_division_steps(kernel, tmp_path):
    check_division_steps(kernel, link_caller(kernel, tmp_path))


# ---- Montgomery products

ENTRY = """
    .section .progmem.data.modulus,"a",@progbits
modulus:
    .byte {bytes}
    .section .text.kernel_entry,"ax",@progbits
    .global kernel_entry
kernel_entry:
    push r14
    push r16
    ldi r18, lo8(modulus)
    ldi r19, hi8(modulus)
    ldi r16, {words}
    mov r14, r16
    ldi r16, {inverse}
    call ENTERED
    pop r16
    pop r14
    ret
"""
ENTRY_STACK = 4  # its pushes and the return address to it


def product_caller(folder: Path, n: int, words: int) -> Caller:
    """The kernel behind a function that passes it the modulus."""
    folder.mkdir()
    entry = folder / "entry.S"
    data = ", ".join(map(str, n.to_bytes(words, "little")))
    entry.write_text(ENTRY.format(bytes=data, words=words, inverse=-pow(n, -1, 256) % 256))
    return link_caller(PRODUCT, folder, entry)


def operands(noise: random.Random, n: int, words: int) -> list[tuple[int, int]]:
    """Random ones, the edges, and pairs whose product is 0 or -1 modulo R, or makes a quotient of ones."""
    radix = 1 << 8 * words
    odd = [a | 1 for a in (noise.randrange(n) for _ in range(20))]
    chosen = [(a, value * pow(a, -1, radix) % radix) for a in odd for value in (0, -1, n, -n, radix // 256)]
    edges = [(0, 0), (n - 1, n - 1), (1, n - 1), (0, n - 1)]
    return edges + [(noise.randrange(n), noise.randrange(n)) for _ in range(60)] + [c for c in chosen if max(c) < n]


def moduli(noise: random.Random) -> list[tuple[int, int]]:
    """Odd numbers and their bytes: with bits to spare, of ones, with zeros."""
    whole = [(1 << 8 * words) - 1 for words in (2, 21)]
    found = [(n, (n.bit_length() + 7) // 8) for n in whole]
    of_32_bytes = (noise.getrandbits(253) | 1 << 252 | 1, (1 << 255) + 1, noise.getrandbits(256) | 1 << 255 | 1)
    return found + [(n, 32) for n in of_32_bytes]


def test_montgomery_products(tmp_path):
    noise = random.Random(256)
    for index, (n, words) in enumerate(moduli(noise)):
        pairs = operands(noise, n, words)
        caller = product_caller(tmp_path / str(index), n, words)
        contents = [{INPUT_A: a.to_bytes(words, "little"), INPUT_B: b.to_bytes(words, "little")} for a, b in pairs]
        found = runs(caller, contents)
        assert len({(run.trace_hash, run.cycles) for _, _, run in found}) == 1
        for (a, b), ran in zip(pairs, found, strict=True):
            result = int.from_bytes(check_run(PRODUCT, ran, words, words + 1, ENTRY_STACK), "little")
            assert result < 2 * n and (result << 8 * words) % n == a * b % n, (hex(n), hex(a), hex(b))


# ---- All of them


@KERNELS
def test_object_code(kernel, tmp_path):
    check_object_code(kernel, tmp_path)


@KERNELS
def test_committed_file_is_fresh(kernel):
    assert kernel.path.read_text() == kernel.text(), "run python3 -m codegen"
    assert f"#define {kernel.flag} 1\n" in kernel.path.with_name("meta.h").read_text()


@pytest.mark.parametrize(
    ("kernel", "right_line", "wrong_line"),
    [
        (MODULAR, "sbc   r11, r24", "nop"),
        (MODULAR, "sub   r8, r10", "add   r8, r10"),
        (PLAIN, "rol   r11", "lsl   r11"),
    ],
)
def test_a_broken_kernel_is_noticed(tmp_path, kernel, right_line, wrong_line):
    """Without the sign of a product, with the correction of a negative top digit added, without a carry of the
    shift."""
    text = kernel.text()
    assert right_line in text
    broken = tmp_path / "broken.S"
    broken.write_text(text.replace(right_line, wrong_line, 1))
    with pytest.raises(AssertionError):
        check_division_steps(kernel, link_caller(kernel, tmp_path, source=broken))
