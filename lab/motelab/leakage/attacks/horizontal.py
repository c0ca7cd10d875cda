"""The private key from one trace of a Montgomery ladder, or from the mean of a few.

Its iterations are sorted into two groups, those that swap and those that do not, or those of bits 1 and 0. Samples that
have two values sort them, in some tens of ways; the public key tells which way is right. Several traces of one key are
attacked each alone, and by their mean. Unprofiled clustering of one execution: Heyszl, Ibing, Mangard, De Santis and
Sigl, "Clustering Algorithms for Non-Profiled Single-Execution Attacks on Exponentiations", CARDIS 2013. Of conditional
swaps: Nascimento, Chmielewski, Oswald and Schwabe, "Attacking Embedded ECC Implementations Through cmov Side Channels",
SAC 2016.

A ladder with a blinded scalar (src/scalar/ladder/ladder_blinded.c) has more steps, another scalar in each call, and two
swaps a step, of shares. There the sums of two ways are tried, too. A number serves as a key if it is the scalar modulo
the points of the curve or of its twist; most bits of it alone tell nothing, so all are right or none."""

import functools
import itertools
from collections.abc import Callable, Sequence

import numpy as np

from motelab.common.errors import MotecurveError
from motelab.leakage import matrix, results, routines
from motelab.leakage.campaign import Campaign, Progress, Window
from motelab.leakage.results import Question, Row
from motelab.subjects.curves import Curve

STEP = "ladder_step"
BITS = {255: 255, 448: 448}  # field -> bits of its clamped scalars (RFC 7748, 5), and iterations
BLINDED_BITS = {255: 383, 448: 671}  # of words of 8 to 32 bits
BEFORE = 16  # samples before a step, in which its caller prepares it
ROUNDS = 8
SAMPLES = 400  # that are looked at, those with the clearest groups
BETWEEN = 0.75  # of the variance must lie between the groups; 0.64 does in normal noise
LEAST_SPREAD = 0.01  # of a sample's variance within its groups: a limit for its weight
AGREEMENT = 0.8  # of two samples, from -1 to 1
CANDIDATES = 32  # ways of sorting that are tried on the public key

Judge = Callable[[Sequence[int]], int]  # how many bits are right


def attack(campaign: Campaign, asked: Question, progress: Progress | None = None) -> list[Row]:
    """One row: in how many traces, each alone, every bit of the scalar was right, and whether it was in their mean."""
    chosen = campaign.asked.chosen
    entries, address = iterations(campaign)
    length = int(np.diff(entries).min())
    begin = max(int(entries[0]) - BEFORE, 0)
    campaign.window = Window(str(begin), str(begin + int(entries[-1] - entries[0]) + length))
    traces = campaign.matrix(asked.traces, progress)
    scalar, bits = clamped(campaign.asked.secret("fixed", 0), chosen.curve.bits), len(entries)
    is_blinded = bits == BLINDED_BITS[chosen.curve.bits]
    judge = serving(chosen.curve, scalar) if is_blinded else functools.partial(agreeing, scalar=scalar)
    right = []
    total = np.zeros(traces.shape[1])
    for number, trace in enumerate(traces):
        noisy = matrix.noisy(np.asarray(trace), asked.sigma, campaign.asked.seed, number)
        total += noisy
        right.append(right_bits(noisy, entries - entries[0], length, judge, is_blinded))
    whole = sum(count == bits for count in right)
    told = f"the scalar is recovered from {whole} of {asked.traces} traces, each alone"
    told += f"; right bits from {min(right)} to {max(right)} of {bits}"
    if asked.traces > 1:
        together = right_bits(total / asked.traces, entries - entries[0], length, judge, is_blinded)
        told += f"; from the mean of all {asked.traces} traces {together} bits are right"
        whole += together == bits
    found = results.described(campaign, asked, 0) | results.where(campaign, address)
    found |= {"instruction": f"{address:#x}", "leaks": whole > 0, "threshold": None, "parted": 0}
    return [found | {"recovered": whole > 0, "evidence": told}]


def right_bits(trace: np.ndarray, starts: np.ndarray, length: int, judge: Judge, has_shares: bool) -> int:
    """How many bits of the scalar the best way of sorting gives: by swaps, or by the bits themselves."""
    alone = candidates(cut(trace, starts, length))
    ways = alone + [one ^ other for one, other in itertools.combinations(alone, 2)] if has_shares else alone
    tried = [bits for way in ways for turned in (way, way ^ 1) for bits in (bits_of(turned), turned.tolist())]
    return max(map(judge, tried), default=0)


def serving(curve: Curve, scalar: int) -> Judge:
    """All bits are right if their number does what the scalar does, to points of the curve or of its twist."""
    points = curve.order * curve.cofactor
    orders = points, 2 * curve.modulus + 2 - points

    def judge(bits: Sequence[int]) -> int:
        number = int("".join(map(str, bits)), 2)
        return len(bits) if any((number - scalar) % order == 0 for order in orders) else 0

    return judge


def iterations(campaign: Campaign) -> tuple[np.ndarray, int]:
    """The first samples of the ladder's steps, and the routine's address; MotecurveError without such a ladder."""
    names = routines.of(campaign.image.path)
    starts = [int(names.starts[i]) for i, name in enumerate(names.names) if f"_{STEP}_" in name]
    bits = campaign.asked.chosen.curve.bits
    for start in starts:
        entries = np.flatnonzero(campaign.addresses == start)
        if len(entries) in (BITS.get(bits), BLINDED_BITS.get(bits)):
            return entries, start
    raise MotecurveError("--test horizontal sorts the steps of a ladder on x: take --op ecdh --curve Curve25519")


def cut(trace: np.ndarray, starts: np.ndarray, length: int) -> np.ndarray:
    """The iterations, a row each."""
    return np.stack([trace[start : start + length] for start in starts])


def splits(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The side of each iteration by each sample alone (2-means): about 1 or -1; and the part of the sample's variance
    that lies between the two groups."""
    middle = (rows.min(axis=0) + rows.max(axis=0)) / 2
    for _ in range(ROUNDS):
        upper = rows > middle
        count = np.clip(upper.sum(axis=0), 1, len(rows) - 1)
        above = (rows * upper).sum(axis=0) / count
        below = (rows * ~upper).sum(axis=0) / (len(rows) - count)
        middle = (above + below) / 2
    between = count * (len(rows) - count) / len(rows) ** 2 * (above - below) ** 2
    sides = 2 * (rows - middle) / np.maximum(above - below, 1e-9)
    return sides.T, between / np.maximum(rows.var(axis=0), 1e-9)


def candidates(rows: np.ndarray) -> list[np.ndarray]:
    """0 or 1 for each iteration, in the ways that samples with two values sort them: samples that agree count as one,
    and vote, the clearest with the most weight. The most frequent way stands first."""
    all_sides, part = splits(rows)
    chosen = np.argsort(-part)[:SAMPLES]
    chosen = chosen[part[chosen] > BETWEEN]
    sides = all_sides[chosen].astype(np.float32)
    weight = 1 / np.maximum(1 - part[chosen], LEAST_SPREAD)
    found: list[np.ndarray] = []
    while len(sides) and len(found) < CANDIDATES:
        signs = np.where(sides > 0, 1, -1).astype(np.float32)
        agreement = signs @ signs.T / signs.shape[1]
        first = int((np.abs(agreement) > AGREEMENT).sum(axis=0).argmax())
        friends = np.abs(agreement[first]) > AGREEMENT
        voices = np.sign(agreement[first][friends]) * weight[friends]
        found.append(((sides[friends] * voices[:, None]).sum(axis=0) > 0).astype(np.uint8))
        sides, weight = sides[~friends], weight[~friends]
    return found


def bits_of(swaps: np.ndarray) -> list[int]:
    """The bits of the scalar, highest first: a swap is the sum of a bit and the one before."""
    bits, before = [], 0
    for swap in swaps:
        before ^= int(swap)
        bits.append(before)
    return bits


def agreeing(bits: Sequence[int], scalar: int) -> int:
    """How many bits are right."""
    return sum(bit == scalar >> place & 1 for place, bit in zip(reversed(range(len(bits))), bits, strict=True))


def clamped(secret: int, bits: int) -> int:
    """The scalar of a private key: RFC 7748, section 5."""
    if bits == 448:
        return secret & ~3 | 1 << 447
    return secret & ((1 << 254) - 8) | 1 << 254
