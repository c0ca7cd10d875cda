"""Kernels of prime fields for ARM on operands that make every carry. A copy of the committed text counts, at each
instruction that takes a carry, whether the carry has been 0 and whether it has been 1."""

import functools
import itertools
import re
import subprocess

from motelab import ROOT
from tests.src.native.arm.kernels import (
    APART,
    IS_A,
    IS_B,
    PXA270,
    bound,
    compile_program,
    operation,
    text_of,
    texts_beside,
)
from tests.src.native.arm.montgomery_operands import crafted
from tests.src.native.kernels import borders

READS = {"adc", "adcs", "sbc", "sbcs"}
WORD_BYTES = 4
WORDS_COVERED = 12  # longer products are made of shorter ones, whose operands make every carry
POOL_LINES = 60  # lines between pools of constants: counting moves those of the kernel out of the reach of loads


def counting(text: str) -> tuple[str, list[str]]:
    """The text that counts, with kernel_carries.S; for each such instruction its number in the function and its
    text."""
    lines, sites, place = [], [], 0
    has_pool = re.search(r"^    ldr .*, =", text, re.M) is not None  # then constants do not lie in a table of words
    for line in text.splitlines():
        if len(lines) % POOL_LINES == POOL_LINES - 1 and has_pool:
            lines += ["    b      7f", "    .pool", "7:"]
        if found := re.match(r"    (\w+) +([^@]+)", line):
            mnemonic, operands = found.groups()
            if mnemonic in READS:
                lines += ["    push   {r0, lr}", "    bl     mc_count_carry", f"    .word  {len(sites)}"]
                sites.append(f"{place} {mnemonic} {operands.strip()}")
            place += 1
        lines.append(line)
    return "\n".join([*lines, ""]), sites


CRAFTED = (
    4  # one of so many inputs in Montgomery form is made for the carries of reductions; of squares in F_p(u) all others
)


@functools.cache
def montgomery_inputs(family: str, prime: int, limit: int, count: int, seed: int) -> list[tuple[int, ...]]:
    """Operands for a kernel in Montgomery form."""
    found = list(inputs(family, prime, limit, count, seed))
    bits = 8 * WORD_BYTES * -(-prime.bit_length() // (8 * WORD_BYTES))
    plain = inputs("fp-mul-reduce", prime, 2 * prime, 2 * count, seed) if family == "fp2-sqr" else []
    places = (i for i in range(count) if bool(i % CRAFTED) == bool(plain))
    for i, case in zip(places, crafted(family, prime, bits, plain, seed), strict=False):
        found[i] = case
    return found


@functools.cache
def inputs(family: str, prime: int, limit: int, count: int, seed: int) -> list[tuple[int, ...]]:
    """Operands. For an extension, each of two neighbouring operands of products of the field."""
    if family.startswith("fp2-"):
        bits = 8 * WORD_BYTES * -(-prime.bit_length() // (8 * WORD_BYTES))
        made = inputs("fp-mul-reduce", prime, limit, count + 1, seed)
        elements = [tuple(x | y << bits for x, y in zip(*two, strict=True)) for two in itertools.pairwise(made)]
        return [element[: 1 if family == "fp2-sqr" else 2] for element in elements]
    return list(itertools.islice(borders.many(family, prime, 8 * WORD_BYTES, limit, seed), count))


def of_unequal_halves(words: int) -> tuple[int, int]:
    """Operands of an odd number of words, whose lower half has one word more: in Karatsuba's method the sum of the
    middle words, just below a power of two, and the shorter upper ones carry, which others do once in 2^64.

    With w bits in an upper half and h in a lower one, the upper product is 2^(2w-1) - 2^(w-1); the middle words become
    2^h - 2^(2w-2-h), to which its upper part, 2^(2w-1-h) - 1, is added."""
    lower = 8 * WORD_BYTES * -(-words // 2)
    upper = 8 * WORD_BYTES * words - lower
    middle = (1 << upper - 1) - (1 << 2 * upper - 2 - lower)
    return 1 << lower - 1 | 1 << lower + upper - 1, 2 * middle | ((1 << upper) - 1) << lower


def limit_of(kernel, prime: int) -> int:
    """The upper bounds of the kernel's operands."""
    bits = 8 * WORD_BYTES * kernel.field.words
    limits = {"fp-mul": 1 << bits, "fp-sqr": 1 << bits, "fp-reduce": 1 << 2 * prime.bit_length()}
    if kernel.header.get("form") == "montgomery":
        limits["fp-reduce"] = prime << bits
    return limits.get(kernel.header["family"], bound(kernel, prime))


def check_structured(kernel, folder, prime, count, machine=PXA270, seed=1, counting=counting, unset=()) -> None:
    """Results of the kernel for so many operands, separate from and in place of each. With seed 1 it checks that, for
    every carry but those in `unset`, some operand sets it and another does not."""
    family, n = kernel.header["family"], kernel.field.words
    is_extension = family.startswith("fp2-")
    words = 2 * n if family == "fp-reduce" or is_extension else n
    result_words = 2 * n if family in ("fp-mul", "fp-sqr") or is_extension else n
    second_words = (words if is_extension else n) if "*b" in kernel.parameters else 1
    places = (
        (APART,)
        if result_words > n and not is_extension
        else (APART, IS_A, IS_B)
        if "*b" in kernel.parameters
        else (APART, IS_A)
    )
    made = montgomery_inputs if kernel.header.get("form") == "montgomery" else inputs
    cases = list(made(family, prime, limit_of(kernel, prime), count, seed))
    if n % 2 and family in ("fp-mul", "fp-mul-reduce"):
        cases[0] = of_unequal_halves(n)
    data = b"".join(
        _words(places[i % len(places)], 1) + _words(case[0], words) + _words(case[1] if case[1:] else 0, second_words)
        for i, case in enumerate(cases)
    )
    texts, sites, twin = {**texts_beside(machine), "kernel.S": text_of(kernel, folder, machine)}, [], kernel.symbol
    if seed == 1:
        twin = f"{kernel.symbol}_counting"
        texts["counting.S"], sites = counting(texts["kernel.S"].replace(kernel.symbol, twin))
    sizes = {"WORDS": words, "SECOND_WORDS": second_words, "RESULT_WORDS": result_words, "CARRIES": len(sites)}
    defines = [f"-D{name}={value}" for name, value in sizes.items()] + [f"-DCOUNTING={twin}"]
    callers = [ROOT / "tests/src/native/arm/structured_caller.c", machine.target().carries]
    elf = compile_program(kernel, folder, texts, callers, defines, machine)
    done = subprocess.run(
        [machine.target().emulator, "-cpu", machine.mcu, elf], input=data, capture_output=True, env={}
    )
    assert done.returncode == 0, f"{kernel.symbol}: code {done.returncode} {done.stderr}"
    size = WORD_BYTES * result_words
    computed = operation(kernel, prime)
    for i, case in enumerate(cases):
        expected = computed(case[0], case[-1])
        result = int.from_bytes(done.stdout[size * i : size * (i + 1)], "little")
        assert result == expected, f"{kernel.symbol} of {[*map(hex, case)]}, r in {places[i % len(places)]}"
    counts = done.stdout[size * len(cases) :]
    one_way = [site for i, site in enumerate(sites) if 0 in counts[2 * i : 2 * i + 2] and site not in unset]
    if n > WORDS_COVERED:
        one_way = []
    assert len(counts) == 2 * len(sites) and not one_way, f"{kernel.symbol}: carries always, or never, set: {one_way}"


def _words(value: int, count: int) -> bytes:
    return value.to_bytes(WORD_BYTES * count, "little")
