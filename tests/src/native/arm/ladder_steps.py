"""Operands for a kernel of the family ladder-step modulo 2^255 - 19, and their results by the formulas of RFC 7748.

Kernels compute with weak residues, numbers that may be above p. Carries out of sums of two of them, and long runs of
carries, need products with residues of a certain representation, so operands are solved for: `weak_product` finds
factors by the rule that kernels reduce with."""

import dataclasses
import math
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from motelab import ROOT
from motelab.boards import qemu
from tests.src.native.arm.kernels import Machine, compile_program, text_of, texts_beside

P = 2**255 - 19
A24 = 121665
WORDS = 8
TOP = 2 * P  # coordinates are below
RESULT_BYTES = 4 * 4 * WORDS


@dataclasses.dataclass(frozen=True)
class Step:
    x2: int
    z2: int
    x3: int
    z3: int
    x: int = 9
    swap: int = 0
    a24: int = A24

    def data(self) -> bytes:
        numbers = b"".join(
            value.to_bytes(4 * WORDS, "little") for value in (self.x2, self.z2, self.x3, self.z3, self.x)
        )
        return b"\1" + numbers + self.swap.to_bytes(4, "little") + self.a24.to_bytes(4, "little")

    def swapped(self) -> "Step":
        return dataclasses.replace(self, x2=self.x3, z2=self.z3, x3=self.x2, z3=self.z2, swap=1 - self.swap)

    def result(self) -> list[int]:
        """X2, Z2, X3, Z3 modulo p."""
        points = [(self.x2, self.z2), (self.x3, self.z3)]
        (x2, z2), (x3, z3) = points[::-1] if self.swap else points
        aa, bb = (x2 + z2) ** 2, (x2 - z2) ** 2
        da, cb = (x3 - z3) * (x2 + z2), (x3 + z3) * (x2 - z2)
        e = aa - bb
        return [y % P for y in (aa * bb, e * (aa + self.a24 * e), (da + cb) ** 2, self.x * (da - cb) ** 2)]


def weak_residue(product: int) -> int:
    """The residue of a product of 16 words: 38 times the upper half is added to the lower one; the part above 2^255
    folds, estimated by the upper words alone."""
    upper, lower = divmod(product, 2**256)
    above = ((upper >> 224) * 38 + (lower >> 224)) >> 31
    return lower + 38 * upper - above * P


def weak_product(value: int, factor: int) -> int | None:
    """b for which the weak residue of factor b, which is value + 2 h p for an h, is the value, of 2^250 or more."""
    least = max(0, -(-(value - 2**255) // 38))
    h = -value * pow(2 * P, -1, factor) % factor
    h += -(-(least - h) // factor) * factor if h < least else 0
    b = (value + 2 * P * h) // factor
    return b if b < 2**256 and weak_residue(b * factor) == value else None


def with_products(da: int, cb: int, source: random.Random) -> Step:
    """Operands with such weak residues DA and CB; CB less 1 if only one of them is odd, as A + B is even."""
    cb -= (da + cb) % 2
    while True:
        factor = source.getrandbits(228) | 1
        a, b = weak_product(da, factor), weak_product(cb, factor)
        if a is None or b is None:
            continue
        if a >= b:
            return Step((a + b) // 2, (a - b) // 2, factor, 0)


def root(value: int) -> int | None:
    found = pow(value, (P + 3) // 8, P)
    for candidate in (found, found * pow(2, (P - 1) // 4, P) % P):
        if candidate * candidate % P == value % P:
            return candidate
    return None


def with_squares(aa: int, bb: int) -> Step | None:
    """Operands with such AA and BB, if both are squares."""
    a, b = root(aa), root(bb)
    if a is None or b is None:
        return None
    half = (P + 1) // 2
    return Step((a + b) * half % P, (a - b) * half % P, 4, 1)


def steps(seed: int, count: int) -> Iterator[Step]:
    """Borders of coordinates and of values within the step, then random ones, `count` of each kind."""
    source = random.Random(seed)
    ends = [0, 1, 2, 37, 38, 39, P - 1, P, P + 1, TOP - 1, TOP - 2, 2**255, 2**255 - 1, 2**32 - 1, 2**224, 2**224 - 1]
    yield from (Step(a, b, b, a) for a in ends for b in ends)
    for _ in range(count):
        yield Step(
            *(source.choice((source.randrange(TOP), source.choice(ends))) for _ in range(5)), source.getrandbits(1)
        )
    for _ in range(count):
        run = (1 << 32 * source.randrange(8)) - source.randrange(80)  # a sum or a difference that ends in 0s or 1s
        a = source.randrange(2**255 + 2**254, TOP)
        yield Step(a, 2**256 + abs(run) - a, source.randrange(2**254), source.randrange(2**255, TOP))
        b = source.randrange(2**254)
        yield Step(b, b + abs(run), a, 2**256 + abs(run) - a)
    for _ in range(count):
        run = (1 << 32 * source.randrange(8)) - source.randrange(60)
        da = 2**255 + source.getrandbits(source.choice((4, 60, 227)))
        yield with_products(da, max(2**255, 2**256 + run - da), source)
        da = source.randrange(2**254, 2**255 - 2**225)
        yield with_products(da, da + run, source)
    made = 0
    while made < count:
        aa = source.randrange(2**250, P)
        found = with_squares(aa, aa + (1 << 32 * source.randrange(8)) - source.randrange(60))
        made += found is not None
        if found:
            yield found


def _ones(source: random.Random) -> int:
    """A number below p most of whose words are ones, or nearly so: products of such words carry far."""
    ones = 2**32 - 1
    words = (source.choice((ones, ones, ones, ones - 1, 0, source.getrandbits(32))) for _ in range(WORDS))
    return sum(word << 32 * i for i, word in enumerate(words)) % 2**255 % P


def _halves(total: int, difference: int) -> tuple[int, int]:
    half = (P + 1) // 2
    return (total + difference) * half % P, (total - difference) * half % P


def _with_factors(a: int, b: int, da: int, cb: int, x: int = 9) -> Step:
    """Operands with such A, B, DA and CB modulo p; A and B are not 0."""
    d, c = da * pow(a, -1, P) % P, cb * pow(b, -1, P) % P
    return Step(*_halves(a, b), *_halves(c, d), x)


def long_steps(seed: int, count: int) -> Iterator[Step]:
    """For each product of the step so many operands whose factors have words of ones."""
    source = random.Random(seed)
    made = 0
    while made < count:
        a, b, c, d = (_ones(source) for _ in range(4))
        if not a * b % P:
            continue
        yield Step(*_halves(a, b), *_halves(c, d))
        a, b = source.randrange(1, P), source.randrange(1, P)
        yield _with_factors(a, b, *_halves(c, d))  # DA + CB, DA - CB
        difference, aa, bb, e, t = root(c), _ones(source), _ones(source), _ones(source), _ones(source)
        if difference is not None:
            yield _with_factors(a, b, *_halves(_ones(source), difference), x=d)
        found = [with_squares(aa, bb), with_squares(t - A24 * e, t - A24 * e - e)]  # AA BB, E (AA + a24 E)
        yield from (step for step in found if step)
        made += found[1] is not None


def runs_of_residues(seed: int, count: int) -> Iterator[Step]:
    """Operands whose DA and CB modulo p have a sum or a difference that ends in 0s or 1s, or is near 0; others whose
    AA + a24 E is just above a multiple of 2^224: the part above 2^255, which folds, carries to its uppermost word."""
    source = random.Random(seed)
    for _ in range(count):
        e, t = source.randrange(P), source.randrange(2**30) << 224 | source.getrandbits(18)
        yield from filter(None, [with_squares((t - A24 * e) % P, (t - A24 * e - e) % P)])
    for _ in range(count):
        run = (1 << 32 * source.randrange(8)) - source.randrange(60)
        da = source.randrange(2**224, P)
        for cb in (run - da, da + run, da - run):
            yield _with_factors(source.randrange(1, P), source.randrange(1, P), da, cb % P)
        yield Step(da, (da + run) % P, da, (run - da) % P)


def runs_in_upper_quarter(seed: int, count: int) -> Iterator[Step]:
    """Operands of a product and of a square, so many of each, the product of whose upper halves has ones in its words
    4, 5 and 6: a carry into it, as Karatsuba's method adds one, runs to its uppermost word."""
    source, half = random.Random(seed), 128
    made = 0
    while made < count:
        wanted = (source.randrange(2**29, 2**30) << 96 | 2**96 - 1) << half
        upper = math.isqrt(wanted + 2**half)
        if upper * upper >> half == wanted >> half:
            yield Step(upper << half | source.getrandbits(half), 0, 4, 1)
            made += 1
    for _ in range(count):
        x2, z2, x3, z3 = (source.randrange(P) for _ in range(4))
        factor = weak_residue(pow((x3 - z3) * (x2 + z2) - (x3 + z3) * (x2 - z2), 2, P))
        wanted = (source.getrandbits(28) << 96 | 2**96 - 1) << half
        upper = (wanted + 2**half - 1) // max(factor >> half, 1)
        yield Step(x2, z2, x3, z3, x=(upper << half | source.getrandbits(half)) % 2**256)


def check_steps(
    kernel,
    machine: Machine,
    count: int,
    folder: Path,
    counting: Callable[[str], tuple[str, list[str]]],
    launch: qemu.Launch | None = None,
    unset: tuple[str, ...] = (),
    longer: int = 0,
    further: Iterable[Step] = (),
    top: int = TOP,
) -> None:
    """Runs the kernel on `steps`, so many `long_steps` and further ones, of coordinates below `top`, exchanged, too;
    compares the results, their bounds, the caller's registers, the number of instructions and the trace. A copy counts
    carries: each but those in `unset` has been 0 and 1."""
    cases = [*steps(1, count), *long_steps(1, longer), *further]
    cases = [case for case in cases if max(case.x2, case.z2, case.x3, case.z3) < top]
    cases += [case.swapped() for case in cases]
    output, runs, sites = _run(kernel, machine, cases, folder, counting, launch)
    size = 2 * RESULT_BYTES + 1
    for case, start in zip(cases, range(0, size * len(cases), size), strict=True):
        points, twin = output[start : start + RESULT_BYTES], output[start + RESULT_BYTES : start + 2 * RESULT_BYTES]
        assert points == twin and output[start + size - 1] == 1, case
        found = [int.from_bytes(points[i : i + 4 * WORDS], "little") for i in range(0, RESULT_BYTES, 4 * WORDS)]
        assert [y % P for y in found] == case.result() and max(found) < 2 * P, case
    counts = output[size * len(cases) :]
    one_way = [site for i, site in enumerate(sites) if 0 in counts[2 * i : 2 * i + 2] and site not in unset]
    assert len(counts) == 2 * len(sites) and not one_way, f"carries always, or never, set: {one_way}"
    assert {run.instructions for run in runs} == {kernel.asm.instructions}
    assert len({run.trace_hash for run in runs}) == 1


def _run(kernel, machine, cases, folder, counting, launch):
    """The output of the kernel and of the copy that counts; the runs of the kernel; the instructions that take
    carries."""
    twin = f"{kernel.symbol}_counting"
    texts = {"kernel.S": text_of(kernel, folder, machine)}
    texts |= texts_beside(machine)
    texts["counting.S"], sites = counting(texts["kernel.S"].replace(kernel.symbol, twin))
    target = machine.target()
    callers = [ROOT / "tests/src/native/arm/ladder_step_caller.c", target.shim, target.carries]
    defines = [f"-DWORDS={WORDS}", f"-DCARRIES={len(sites)}", f"-DCOUNTING={twin}"]
    elf = compile_program(kernel, folder, texts, callers, defines, machine)
    data = b"".join(case.data() for case in cases) + b"\0"
    execution = qemu.execute(elf, measure=kernel.symbol, data=data, mcu=machine.mcu, launch=launch)
    return execution.output, execution.runs, sites
