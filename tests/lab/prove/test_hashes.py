"""Compressions of hash functions: the meaning, the domain on numbers, kernels with faults, and lies."""

import dataclasses
import hashlib
import random

import pytest

from motelab.prove import targets
from motelab.prove.domains.terms import Row, Terms
from motelab.prove.kernel import contract, objects, refutation
from motelab.prove.kernel.execution import Broken
from motelab.prove.kernel.machine import Stuck, Unknown
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.hashes import HASHES, Numbers, compression
from motelab.prove.methods import hashes
from motelab.prove.targets.ir import CONCRETE
from tests.lab.prove.faults import faulty
from tests.lab.prove.test_domains import OPERANDS, RESULTS, WIDTH, operand

INITIAL = {
    256: "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19",
    512: "6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1"
    "510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179",
}
SLOW = [("avr", "sha256_compress"), ("avr", "sha512_compress"), ("msp430", "sha256_compress"),
        ("msp430x", "sha256_compress")]  # fmt: skip


@pytest.mark.parametrize("bits", [256, 512])
def test_meaning_is_that_of_the_standard(bits):
    """Of messages of one block, by Python's hashlib."""
    meaning, source = HASHES[f"mc_sha{bits}_context"], random.Random(bits)
    size = meaning.size
    for length in (0, 3, 55):
        message = source.randbytes(length)
        padded = (message + b"\x80").ljust(15 * size, b"\0") + (8 * length).to_bytes(size, "big")
        block = [int.from_bytes(padded[i : i + size], "big") for i in range(0, len(padded), size)]
        start = bytes.fromhex(INITIAL[bits])
        state = [int.from_bytes(start[i : i + size], "big") for i in range(0, len(start), size)]
        found = meaning.compressed(Numbers(meaning.bits), state, block)
        assert b"".join(one.to_bytes(size, "big") for one in found) == hashlib.new(f"sha{bits}", message).digest()


class Values:
    """Values of the variables of a domain, where those without a meaning are drawn."""

    def __init__(self, domain: Terms, source: random.Random):
        self.variables, self.values = domain.variables, {}
        digits = {}
        for sums in (domain.digits, domain.names):
            for key, row in sums.items():
                for place, bit in enumerate(row):
                    if len(bit) == 1 and len(one := next(iter(bit))) == 1:
                        digits.setdefault(next(iter(one)), (dict(key), place))
        for v, one in enumerate(self.variables.all):
            p, place = digits.get(v, ({}, 0))
            if one.base:
                self.values[v] = self.variables.value(one.definition, self.values) // one.base
            elif v in domain.meanings:
                self.values[v] = self.bit(domain.meanings[v])
            elif p and all(m == () or max(m) < v for m in p):
                self.values[v] = self.variables.value(p, self.values) >> place & 1
            else:
                self.values[v] = source.randint(0, one.high)
            assert 0 <= self.values[v] <= one.high

    def bit(self, bit) -> int:
        return sum(all(self.values[v] for v in one) for one in bit) & 1

    def of(self, value) -> int:
        if isinstance(value, int):
            return value
        if isinstance(value, Row):
            return sum(self.bit(bit) << place for place, bit in enumerate(value))
        return self.variables.value(value.p, self.values)


@pytest.mark.parametrize("name", [n for n in OPERANDS if n not in ("mul", "clmul", "less", "half_add", "half_sub")])
def test_operations_on_numbers(name):
    source, known = random.Random(name), 0
    for _ in range(40):
        domain = Terms()

        def word(n: int, domain=domain):
            x, y, z = (domain.row(WIDTH) for _ in range(3))
            total, carry = domain.apply("add", WIDTH, [x, y, 0], 2)
            (mixed,) = domain.apply("xor", WIDTH, [x, z], 1)
            second, other = domain.apply("sub", WIDTH, [total, mixed, carry], 2)
            if n == 1:
                return source.choice([domain.row(1), carry, other])
            (both,) = domain.apply("and", WIDTH, [second, mixed], 1)
            return source.choice([x, total, second, mixed, both])

        operands = [operand(source, kind, word) for kind in OPERANDS[name]]
        if all(isinstance(one, int) for one in operands):
            continue
        try:
            found = domain.apply(name, WIDTH, operands, RESULTS.get(name, 1))
        except Unknown:
            continue
        known += 1
        for _ in range(10):
            at = Values(domain, source)
            expected = CONCRETE[name](WIDTH, *(at.of(one) for one in operands))
            assert tuple(at.of(one) for one in found) == expected[: len(found)]
    assert known >= 5 or name == "overflow_add"


def is_proved(target, promised, code, meaning) -> bool:
    try:
        hashes.prove(target, promised, code, meaning)
    except (Stuck, Broken, Undecided):
        return False
    return True


def proved_faults(name: str, kernel: str, count: int) -> None:
    """A fault that is proved changes no result of inputs drawn."""
    target, source = targets.named(name), random.Random(kernel)
    promised = contract.read(name, kernel)
    meaning = compression(promised)
    for number in range(count):
        code = faulty(target, kernel, source, number)
        if is_proved(target, promised, code, meaning):
            inputs = {one: source.randrange(limit) for one, limit in meaning.limits(target, promised).items()}
            assert not refutation.differs(target, promised, code, meaning, inputs), number


def test_compression_is_proved():
    target, promised = targets.named("armv7"), contract.read("armv7", "sha256_compress")
    assert is_proved(target, promised, objects.linked(target, promised.kernel), compression(promised))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kernel"), SLOW)
def test_compressions_are_proved(name, kernel):
    target, promised = targets.named(name), contract.read(name, kernel)
    assert is_proved(target, promised, objects.linked(target, kernel), compression(promised))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["armv7", "msp430"])
def test_planted_faults_are_not_proved(name):
    proved_faults(name, "sha256_compress", 6)


def test_planted_fault_is_not_proved():
    proved_faults("armv7", "sha256_compress", 1)


@pytest.mark.slow
@pytest.mark.parametrize("lie", [{"rotations": ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 11))}, {"rounds": 63}])
def test_lies_are_not_proved(lie):
    target, promised = targets.named("armv7"), contract.read("armv7", "sha256_compress")
    meaning = dataclasses.replace(compression(promised), **lie)
    assert not is_proved(target, promised, objects.linked(target, promised.kernel), meaning)


def test_block_that_changes_is_not_kept():
    target, promised = targets.named("armv7"), contract.read("armv7", "sha256_compress")
    meaning = dataclasses.replace(compression(promised), is_kept=True)
    assert not is_proved(target, promised, objects.linked(target, promised.kernel), meaning)
