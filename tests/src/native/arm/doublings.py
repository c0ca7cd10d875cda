"""Operands of a doubling in Montgomery form modulo the prime of secp256r1, solved for the sums that it reduces:
3 X^2 + a Z^4, A^2 - 2 B, B - X3 and 2 A (B - X3) - (2 Y)^4 have words of zeros and ones, at which rare carries run."""

import dataclasses
import itertools
import random
import subprocess
from collections.abc import Iterator

from codegen.fields import PRIMES
from motelab import ROOT
from tests.src.native.arm.kernels import Machine, compile_program, text_of, texts_beside
from tests.src.native.arm.structured import counting, montgomery_inputs

P = PRIMES["fp256r1"]
WORDS = 8
BYTES = 4 * WORDS
R = 1 << 8 * BYTES
CALLER = """
#include <stdint.h>

void {kernel}(uint32_t *sum, const uint32_t *az4, uint32_t *power);

/* r: the double of a's first three elements, and power; the fourth is a Z^4. */
void {name}(uint32_t *r, const uint32_t *a, const uint32_t *b)
{{
    for (int i = 0; i < 3 * WORDS / 4; i++)
        r[i] = a[i];
    {kernel}(r, a + 3 * WORDS / 4, r + 3 * WORDS / 4);
}}
"""


def product(*factors: int) -> int:
    """a b c ... in Montgomery form."""
    first, *others = factors
    for other in others:
        first = first * other * pow(R, -1, P) % P
    return first


def quotient(a: int, b: int) -> int:
    return a * R * pow(b, -1, P) % P


def root(square: int) -> int | None:
    """An element with that square, if there is one."""
    found = pow(square * R, (P + 1) // 4, P)
    return found if product(found, found) == square else None


@dataclasses.dataclass(frozen=True)
class Doubling:
    x: int
    y2: int
    z: int
    az4: int

    def data(self) -> bytes:
        return b"".join(value.to_bytes(BYTES, "little") for value in dataclasses.astuple(self))

    def result(self) -> bytes:
        """X, 2 Y and Z of the double, and (2 Y)^4, by hankerson2004 Algorithm 3.23."""
        a = (3 * product(self.x, self.x) + self.az4) % P
        b = product(self.x, self.y2, self.y2)
        x3, power = (product(a, a) - 2 * b) % P, product(*[self.y2] * 4)
        found = x3, (2 * product(a, b - x3) - power) % P, product(self.z, self.y2), power
        return b"".join(value.to_bytes(BYTES, "little") for value in found)


def through(a: int, b: int, y2: int, z: int) -> Doubling:
    """The doubling with such A = 3 X^2 + a Z^4 and B = X (2 Y)^2."""
    x = quotient(b, product(y2, y2))
    return Doubling(x, y2, z, (a - 3 * product(x, x)) % P)


class Source:
    """Makes doublings."""

    def __init__(self, seed: int) -> None:
        self.noise = random.Random(seed)

    def element(self) -> int:
        return self.noise.randrange(1, P)

    def number(self) -> int:
        """256 bits, in words that are often zeros or ones, or near."""
        words = (self.noise.choice((0, 1, -1, -2, -3, self.noise.getrandbits(32))) % 2**32 for _ in range(WORDS))
        return sum(word << 32 * i for i, word in enumerate(words))

    def below_p(self) -> int:
        while (x := self.number()) >= P:
            pass
        return x

    def within(self, least: int, end: int) -> int:
        """A number and a small multiple of 2^256."""
        while not least <= (x := self.number() + self.noise.randrange(-2, 4) * R) < end:
            pass
        return x

    def tangent(self) -> Doubling | None:
        """3 X^2 + a Z^4 is such a number."""
        total = self.within(0, 4 * P)
        square = min(max(total - self.noise.randrange(P), 0) // 3, P - 1)
        x, az4 = root(square), total - 3 * square
        return None if x is None or az4 >= P else Doubling(x, self.element(), self.element(), az4)

    def abscissa(self) -> Doubling | None:
        """A^2 - 2 B is."""
        total = self.within(1 - 2 * P, P)
        b = self.noise.randrange(max(0, -(total // 2)), min(P, (P - total + 1) // 2))
        a = root(total + 2 * b) if 0 <= total + 2 * b < P else None
        return a and through(a, b, self.element(), self.element())

    def difference(self) -> Doubling | None:
        """B and X3, or B - X3, is."""
        b, x3 = self.below_p(), self.below_p()
        if self.noise.randrange(2):
            b = (b + x3) % P
        a = root((x3 + 2 * b) % P)
        return a and through(a, b, self.element(), self.element())

    def ordinate(self) -> Doubling | None:
        """2 A (B - X3) - (2 Y)^4 is."""
        total, y2, a = self.within(1 - P, 2 * P), self.element(), self.element()
        half, is_odd = divmod(total + product(*[y2] * 4), 2)
        difference = quotient(half, a)
        b = (difference + product(a, a)) * pow(3, -1, P) % P
        return None if is_odd or not 0 <= half < P else through(a, b, y2, self.element())

    def solved(self) -> Iterator[Doubling]:
        """Doublings of the four kinds in turn."""
        for make in itertools.cycle((self.tangent, self.abscissa, self.difference, self.ordinate)):
            yield next(doubling for doubling in (make() for _ in itertools.count()) if doubling)


def doublings(count: int, seed: int) -> list[Doubling]:
    """Half of them are solved for; the others have factors that make the carries of a product and a square."""
    solved = itertools.islice(Source(seed).solved(), count // 2)
    pairs = montgomery_inputs("fp-mul-reduce", P, P, count - count // 2, seed)
    squares = montgomery_inputs("fp-sqr-reduce", P, P, count - count // 2, seed)
    return [*solved, *(Doubling(x, y2, z, (x * y2) % P) for (z, y2), (x, *_) in zip(pairs, squares, strict=True))]


def check_doublings(kernel, folder, count: int, machine: Machine, seed: int = 1) -> None:
    """Results of the kernel, and of a copy that counts carries; that each carry has been 0 and has been 1."""
    text, twin = text_of(kernel, folder, machine), f"{kernel.symbol}_counting"
    counted, sites = counting(text.replace(kernel.symbol, twin))
    texts = {**texts_beside(machine), "kernel.S": text, "counting.S": counted}
    for name, symbol in (("doubled", kernel.symbol), ("doubled_counting", twin)):
        texts[f"{name}.c"] = CALLER.format(name=name, kernel=symbol)
    sizes = {"WORDS": 4 * WORDS, "SECOND_WORDS": 1, "RESULT_WORDS": 4 * WORDS, "CARRIES": len(sites)}
    defines = [f"-D{name}={value}" for name, value in sizes.items()]
    defines += ["-UKERNEL", "-DKERNEL=doubled", "-DCOUNTING=doubled_counting"]
    callers = [ROOT / "tests/src/native/arm/structured_caller.c", machine.target().carries]
    elf = compile_program(kernel, folder, texts, callers, defines, machine)
    cases = doublings(count, seed)
    data = b"".join(case.data().join((bytes(4), bytes(4))) for case in cases)
    command = [machine.target().emulator, "-cpu", machine.mcu, elf]
    done = subprocess.run(command, input=data, capture_output=True, env={}, check=True)
    size = 4 * BYTES
    for i, case in enumerate(cases):
        assert done.stdout[size * i : size * (i + 1)] == case.result(), case
    counts = done.stdout[size * len(cases) :]
    one_way = [site for i, site in enumerate(sites) if 0 in counts[2 * i : 2 * i + 2]]
    assert len(counts) == 2 * len(sites) and not one_way, f"{kernel.symbol}: carries always, or never, set: {one_way}"
