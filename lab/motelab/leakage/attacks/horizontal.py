"""The private key from one trace of a Montgomery ladder, or from the mean of a few.

Its iterations are sorted into two groups, those that swap and those that do not, or those of bits 1 and 0. Samples that
have two values sort them, in some tens of ways; the public key tells which way is right. Several traces of one key are
attacked each alone, and by their mean. Unprofiled clustering of one execution: Heyszl, Ibing, Mangard, De Santis and
Sigl, "Clustering Algorithms for Non-Profiled Single-Execution Attacks on Exponentiations", CARDIS 2013. Of conditional
swaps: Nascimento, Chmielewski, Oswald and Schwabe, "Attacking Embedded ECC Implementations Through cmov Side Channels",
SAC 2016.

A ladder with a blinded scalar has two swaps a step, of shares: there the sums of two ways are tried, too."""

import functools
import itertools

import numpy as np

from motelab.leakage import matrix, results
from motelab.leakage.attacks import ladder
from motelab.leakage.attacks.ladder import Judge
from motelab.leakage.campaign import Campaign, Progress, Window
from motelab.leakage.results import Question, Row

BEFORE = 16  # samples before a step, in which its caller prepares it
ROUNDS = 8
SAMPLES = 400  # that are looked at, those with the clearest groups
BETWEEN = 0.75  # of the variance must lie between the groups; 0.64 does in normal noise
LEAST_SPREAD = 0.01  # of a sample's variance within its groups: a limit for its weight
AGREEMENT = 0.8  # of two samples, from -1 to 1
CANDIDATES = 32  # ways of sorting that are tried on the public key


def attack(campaign: Campaign, asked: Question, progress: Progress | None = None) -> list[Row]:
    """One row: in how many traces, each alone, every bit of the scalar was right, and whether it was in their mean."""
    chosen = campaign.asked.chosen
    entries, address = ladder.iterations(campaign, "horizontal")
    length = int(np.diff(entries).min())
    begin = max(int(entries[0]) - BEFORE, 0)
    campaign.window = Window(str(begin), str(begin + int(entries[-1] - entries[0]) + length))
    traces = campaign.matrix(asked.traces, progress)
    scalar, bits = ladder.clamped(campaign.asked.secret("fixed", 0), chosen.curve.bits), len(entries)
    is_blinded = ladder.is_blinded(bits, chosen.curve)
    judge = ladder.serving(chosen.curve, scalar) if is_blinded else functools.partial(ladder.agreeing, scalar=scalar)
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
    alone = candidates(ladder.cut(trace, starts, length))
    ways = alone + [one ^ other for one, other in itertools.combinations(alone, 2)] if has_shares else alone
    tried = [bits for way in ways for turned in (way, way ^ 1) for bits in (ladder.bits_of(turned), turned.tolist())]
    return max(map(judge, tried), default=0)


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
