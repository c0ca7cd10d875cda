"""The features of the processor that runs the tests, as the system reports them."""

import functools
from pathlib import Path


@functools.cache
def has(*instructions: str) -> bool:
    """Whether it has all of the instructions, by their names in /proc/cpuinfo."""
    return set(instructions) <= set(Path("/proc/cpuinfo").read_text().split())


def has_adx() -> bool:
    return has("adx", "bmi2")


def has_carryless() -> bool:
    return has("pclmulqdq", "avx")


def has_wide() -> bool:
    return has_carryless() and has("vpclmulqdq", "avx512f", "avx512bw", "avx512dq", "avx512vl", "bmi2")


def level(integers: str) -> str:
    """The answer of mc_native_level: the level of the products of integers, and whether products of polynomials have
    instructions of their own here, for one pair of words and for four."""
    return integers + (", pclmul" if has_carryless() else "") + (", vpclmul" if has_wide() else "")
