"""Addition chains for powers with a known exponent: few multiplications, as steps over a few registers.

The exponent is cut from the top into runs of ones and short odd windows; powers a^(2^l - 1) for the runs come from an
addition chain of their lengths (Itoh and Tsujii 1988), the small odd powers from a^2."""

import dataclasses
import functools
import itertools

MAX_WINDOW = 5
LONG_BITS, LONG_WINDOW = 1024, 6  # longer exponents gain by wider windows
MAX_STEPS = 255  # a byte counts them (src/fp/inversion/chain.h)


@dataclasses.dataclass(frozen=True)
class Step:
    """registers[result] = registers[start]^(2^squarings) registers[factor]; no product if factor = result."""

    squarings: int
    start: int
    factor: int
    result: int


@dataclasses.dataclass(frozen=True)
class Chain:
    """Steps that start from register 0 = a; the last step computes the result into register 0."""

    steps: tuple[Step, ...]
    registers: int

    def multiplications(self) -> int:
        return sum(step.factor != step.result for step in self.steps)

    def squarings(self) -> int:
        return sum(step.squarings for step in self.steps)

    def exponent(self) -> int:
        """The power that the steps compute."""
        powers = {0: 1}
        for s in self.steps:
            power = powers[s.start] << s.squarings
            powers[s.result] = power if s.factor == s.result else power + powers[s.factor]
        return powers[0]


# A step over values instead of registers: exponent = start 2^squarings + factor; a factor of 0 means no product.
Operation = tuple[int, int, int, int]


def _tokens(exponent: int, window: int, longest: int) -> list[tuple[int, int]]:
    """(value, zeros below it): windows that together make up the exponent, from the top. A value is either a run of
    ones longer than the window, cut to at most `longest` unless it is the first; or it is odd and no longer than the
    window."""
    text, tokens, i = f"{exponent:b}", [], 0
    while i < len(text):
        run = len(text[i:]) - len(text[i:].lstrip("1"))
        cut = min(run, longest) if i else run
        end = i + (cut if run > window else len(text[i : i + window].rstrip("0")))
        zeros = len(text[end:]) - len(text[end:].lstrip("0"))
        tokens.append((int(text[i:end], 2), zeros))
        i = end + zeros
    return tokens


@functools.cache
def _run_lengths(targets: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """(length, summand): the shortest addition chain from 1 over all targets. Every element is the sum of the one
    before it and a summand that is already in the chain."""

    def extend(known: tuple[int, ...], depth: int) -> tuple[int, ...] | None:
        missing = [t for t in targets if t > known[-1]]
        if not missing:
            return known
        if depth < len(missing) or known[-1] << depth < missing[-1]:
            return None
        for summand in known[::-1]:
            value = known[-1] + summand
            if value <= missing[0] and (found := extend((*known, value), depth - 1)):
                return found
        return None

    chain = next(found for depth in itertools.count() if (found := extend((1,), depth)))
    return tuple((value, value - before) for before, value in itertools.pairwise(chain))


def _operations(exponent: int, window: int, longest: int) -> list[Operation]:
    tokens = _tokens(exponent, window, longest)
    values = {value for value, _ in tokens}
    odd = max((v for v in values if v.bit_length() <= window), default=1)
    runs = tuple(sorted(v.bit_length() for v in values if v.bit_length() > window))
    operations: list[Operation] = []
    known = {1}
    if odd == 3:
        operations.append((3, 1, 1, 1))
        known.add(3)
    elif odd > 3:
        operations.append((2, 1, 1, 0))
        for value in range(3, odd + 1, 2):
            operations.append((value, value - 2, 0, 2))
            known.add(value)
    for length, summand in _run_lengths(runs) if runs else ():
        value, low = (1 << length) - 1, (1 << summand) - 1
        if value not in known:
            operations.append((value, (1 << (length - summand)) - 1, summand, low))
            known.add(value)
    power, zeros = tokens[0]
    for value, following in tokens[1:]:
        squarings = zeros + value.bit_length()
        operations.append(((power << squarings) + value, power, squarings, value))
        power, zeros = operations[-1][0], following
    if zeros:
        operations.append((power << zeros, power, zeros, 0))
    return operations


def _needed(operations: list[Operation], exponent: int) -> list[Operation]:
    """Drops the operations whose values nothing uses."""
    used, kept = {exponent}, []
    for operation in operations[::-1]:
        if operation[0] in used:
            used |= {operation[1], operation[3]}
            kept.append(operation)
    return kept[::-1]


def _allocate(operations: list[Operation]) -> Chain:
    """Registers for the values; a value gives its register back after its last use. A result is never in its factor's
    register."""
    last = {}
    for i, (_, start, _, factor) in enumerate(operations):
        last[start] = last[factor] = i
    place, free, count, steps = {1: 0}, [], 1, []
    for i, (value, start, squarings, factor) in enumerate(operations):
        ending = {v for v in (start, factor) if v and last[v] == i}
        source, other = place[start], place.get(factor)
        candidates = sorted(free + [place[v] for v in ending if place[v] != other])
        if candidates:
            result = source if source in candidates else candidates[0]
        else:
            result, count = count, count + 1
        free = [r for r in {*free, *(place[v] for v in ending)} if r != result]
        for v in ending:
            del place[v]
        place[value] = result
        steps.append(Step(squarings, source, result if other is None else other, result))
    return Chain(tuple(_result_in_zero(steps)), count)


def _result_in_zero(steps: list[Step]) -> list[Step]:
    """The steps, with the last result in register 0; a copy puts it there if necessary."""
    place = steps[-1].result
    return steps if place == 0 else [*steps, Step(0, place, 0, 0)]


def _runs(exponent: int) -> list[int]:
    """Lengths of the runs of ones in the exponent."""
    return sorted({len(run) for run in f"{exponent:b}".split("0") if run})


@functools.cache
def chain_for(exponent: int) -> Chain:
    """The chain with the fewest squarings and multiplications. All windows and run lengths are tried."""
    chains = []
    widest = MAX_WINDOW if exponent.bit_length() <= LONG_BITS else LONG_WINDOW
    for window, longest in itertools.product(range(1, widest + 1), {*_runs(exponent), 16, 32}):
        if longest > window:
            chain = _allocate(_needed(_operations(exponent, window, longest), exponent))
            if chain.exponent() != exponent:
                raise AssertionError(f"the chain for {exponent:#x} computes {chain.exponent():#x}")
            chains.append(chain)
    best = min(chains, key=lambda c: (c.squarings() + c.multiplications(), c.registers))
    if len(best.steps) > MAX_STEPS:
        raise ValueError(f"the chain for {exponent:#x} has {len(best.steps)} steps, at most {MAX_STEPS}")
    return best


# The elements of ladders on Curve25519 that are one kernel with routines (codegen/armv7/ladder.py,
# codegen/avr/prime/ladder.py); S and T are room.
X2, Z2, X3, Z3, S, T = range(6)
# Their quotient: (a^(2^squarings)) b in place of r, as (squarings, r, a, b): Z2^(p - 2) in T, by 2^2 - 1, 2^4 - 1,
# 2^8 - 1, 2^16 - 1, 2^32 - 1, 2^48 - 1, 2^50 - 1, 2^100 - 1, 2^200 - 1 and 2^250 - 1, and X2/Z2.
QUOTIENT = (
    (1, X3, Z2, Z2),
    (2, Z3, X3, X3),
    (4, S, Z3, Z3),
    (8, Z3, S, S),
    (16, S, Z3, Z3),
    (16, S, S, Z3),
    (2, S, S, X3),
    (50, Z3, S, S),
    (100, T, Z3, Z3),
    (50, T, T, S),
    (2, T, T, Z2),
    (3, T, T, X3),
    (0, X2, T, X2),
)
