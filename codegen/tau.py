"""Constants of tau-adic arithmetic: moduli of Koblitz curves, digits and addition sequences of wTNAF.

Z[tau] with tau^2 + 2 = mu tau, elements as pairs (c0, c1) for c0 + c1 tau (Solinas 2000). Digits and
sequences are made for mu = 1 and serve mu = -1 too: tau -> -tau carries one ring to the other, so c1 of a
digit is multiplied by mu, and tau^i in a sequence by mu^i."""

import dataclasses
import functools
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from codegen.output import GENERATED, banner

GUARD_BITS = 6
WINDOWS = range(2, 10)
WINDOWS_WITH_STEPS = range(2, 7)  # wider windows are for points known in advance
BATCHES = 2  # of steps, each with an inversion
Element = tuple[int, int]


def multiply(x: Element, y: Element, mu: int) -> Element:
    """x y, with tau^2 = mu tau - 2."""
    return x[0] * y[0] - 2 * x[1] * y[1], x[0] * y[1] + x[1] * y[0] + mu * x[1] * y[1]


def conjugate(x: Element, mu: int) -> Element:
    """The conjugate of tau is mu - tau."""
    return x[0] + mu * x[1], -x[1]


def norm(x: Element, mu: int) -> int:
    return x[0] ** 2 + mu * x[0] * x[1] + 2 * x[1] ** 2


def powers(count: int, mu: int) -> list[Element]:
    """tau^0 to tau^(count - 1)."""
    result = [(1, 0)]
    while len(result) < count:
        result.append(multiply(result[-1], (0, 1), mu))
    return result


def modulus_subgroup(m: int, mu: int) -> Element:
    """(tau^m - 1)/(tau - 1) = 1 + tau + ... + tau^(m-1): annihilates the subgroup of prime order."""
    terms = powers(m, mu)
    return sum(t[0] for t in terms), sum(t[1] for t in terms)


def modulus_full(m: int, mu: int) -> Element:
    """tau^m - 1: annihilates every point of the curve over F_2^m."""
    c0, c1 = powers(m + 1, mu)[m]
    return c0 - 1, c1


def scaled_inverse(delta: Element, m: int, mu: int) -> Element:
    """2^(m + GUARD_BITS) / delta = 2^(m + GUARD_BITS) conj(delta) / N(delta), each coefficient rounded."""
    n = norm(delta, mu)
    c0, c1 = conjugate(delta, mu)
    scale = 1 << (m + GUARD_BITS + 1)
    return (c0 * scale // n + 1) // 2, (c1 * scale // n + 1) // 2


def minus_matrix(delta: Element, mu: int) -> tuple[Element, Element]:
    """Rows of the matrix of multiplication by -delta in the basis 1, tau."""
    first, second = delta, multiply(delta, (0, 1), mu)
    return (-first[0], -second[0]), (-first[1], -second[1])


def residue_of_tau(window: int) -> int:
    """t with tau = t modulo tau^window (mu = 1): the even root of t^2 - t + 2 modulo 2^window."""
    return next(t for t in range(0, 1 << window, 2) if (t * t - t + 2) % (1 << window) == 0)


def _congruent(elements: Iterable[Element], u: int, window: int) -> list[Element]:
    """Those that are u modulo tau^window."""
    t = residue_of_tau(window)
    return [x for x in elements if (x[0] + x[1] * t - u) % (1 << window) == 0]


def _of_least_norm(elements: list[Element]) -> Element:
    return min(elements, key=lambda x: (norm(x, 1), x))


@functools.cache
def digits(window: int) -> dict[int, Element]:
    """For each odd u below 2^(window-1) the element alpha_u of least norm with alpha_u = u modulo tau^window, or, where
    there are steps, of least norm among those for which BATCHES are enough. Recoding ends as all norms are below
    2^window (the tests look at them): a digit's norm is at most a little larger than the least, for window 6 alone."""
    reach = 1 << (window // 2)
    box = list(product(range(-reach, reach + 1), repeat=2))
    alpha = {u: _of_least_norm(_congruent(box, u, window)) for u in range(1, 1 << (window - 1), 2)}
    if window in WINDOWS_WITH_STEPS:
        batch_of = {1: 0, **{step.u: step.batch for step in _steps(alpha, window)}}
        early = [u for u, batch in batch_of.items() if batch < BATCHES]
        for u in [u for u, batch in batch_of.items() if batch > BATCHES]:
            alpha[u] = _of_least_norm(_congruent(_sums(alpha, early, window), u, window))
    return alpha


@dataclasses.dataclass(frozen=True)
class Step:
    """alpha_u = sign_source tau^power alpha_source + sign_one. Steps of one batch need none of each other. Two of one
    source and one power follow each other: their inversions are one, as P and -P have the same x."""

    u: int
    batch: int
    power: int
    source: int
    sign_source: int
    sign_one: int


def _sums(
    alpha: dict[int, Element], sources: Iterable[int], window: int
) -> dict[Element, dict[tuple[int, int], tuple[int, int]]]:
    """The elements that one addition of 1 or -1 makes of those with a power of tau; for each power and source the
    signs."""
    taus, found = powers(2 * window, 1), {}
    for source, power, s, one in product(sorted(sources), range(1, 2 * window), (1, -1), (1, -1)):
        c0, c1 = multiply(taus[power], alpha[source], 1)
        found.setdefault((s * c0 + one, s * c1), {})[power, source] = (s, one)
    return found


def _grouped(left: set[int], places: dict[int, list[tuple[int, int]]]) -> list[tuple[tuple[int, int], set[int]]]:
    """The digits in as few groups as possible of the same power and source, which they have in common; of those the
    groups with the least powers."""
    if not left:
        return []
    first, options = min(left), []
    for place in places[first]:
        together = {u for u in left if place in places[u]}
        options.append([(place, together), *_grouped(left - together, places)])
    return min(options, key=lambda groups: (len(groups), sum(power for (power, _), _ in groups), groups[0][0]))


def _steps(alpha: dict[int, Element], window: int) -> list[Step]:
    batch_of, found = {1: 0}, []
    while len(batch_of) < len(alpha):
        batch = max(batch_of.values()) + 1
        sums = _sums(alpha, batch_of, window)
        left = {u for u, a in alpha.items() if u not in batch_of and a in sums}
        if not left:
            raise ValueError(f"no addition sequence for window {window}")
        batch_of.update(dict.fromkeys(left, batch))
        for (power, source), together in _grouped(left, {u: list(sums[alpha[u]]) for u in left}):
            found += [Step(u, batch, power, source, *sums[alpha[u]][power, source]) for u in sorted(together)]
    return found


@functools.cache
def steps(window: int) -> list[Step]:
    """An addition sequence for all digits except 1: one addition each, in few batches with few inversions each."""
    return _steps(digits(window), window)


def sequence_of(window: int) -> list[Step]:
    return steps(window) if window in WINDOWS_WITH_STEPS else []


@functools.cache
def slots_of(window: int) -> dict[int, int]:
    """Place in a table of points for each digit: its step's, or by size."""
    sequence = sequence_of(window)
    by_step = {1: 0, **{step.u: slot for slot, step in enumerate(sequence, 1)}}
    return by_step if sequence else {u: u // 2 for u in digits(window)}


def window_tables(window: int) -> str:
    """C tables of one window."""
    alpha, sequence, slots = digits(window), sequence_of(window), slots_of(window)
    rows = [
        f"    {{{s.batch}, {slots[s.source]}, {s.power}, {int(s.sign_source != s.sign_one)}, {int(s.sign_one < 0)}}}, "
        f"/* {s.u}: {'-' if s.sign_source < 0 else ''}tau^{s.power} alpha_{s.source} {'-+'[s.sign_one > 0]} 1 */"
        for s in sequence
    ]
    digit_rows = ", ".join(f"{{{a[0]}, {a[1]}, {slots[u]}}}" for u, a in alpha.items())
    text = f"\nstatic const MC_FLASH mc_wtnaf_digit digits_{window}[] = {{{digit_rows}}};\n"
    if rows:
        text += f"static const MC_FLASH mc_wtnaf_step steps_{window}[] = {{\n" + "\n".join(rows) + "\n};\n"
    fields = [window, residue_of_tau(window), f"digits_{window}", f"steps_{window}" if rows else "0"]
    text += f"const MC_FLASH mc_wtnaf_window EC(wtnaf_window{window}) = {{{', '.join(map(str, fields))}}};\n"
    return text


def outputs() -> dict[Path, str]:
    text = banner("codegen/tau.py") + '#include "scalar/tau/wtnaf.h"\n\n#if !FIELD_IS_PRIME\n'
    text += "".join(window_tables(window) for window in WINDOWS) + "\n#endif\n"
    return {GENERATED / "scalar/tau/windows.c": text}
