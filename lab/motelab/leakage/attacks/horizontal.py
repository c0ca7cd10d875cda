"""The private key from one trace of a Montgomery ladder, without any other trace: its iterations are sorted into two
groups, those that swap and those that do not. Unprofiled clustering of one execution: Heyszl, Ibing, Mangard, De Santis and
Sigl, "Clustering Algorithms for Non-Profiled Single-Execution Attacks on Exponentiations", CARDIS 2013; of conditional
swaps: Nascimento, Chmielewski, Oswald and Schwabe, "Attacking Embedded ECC Implementations Through cmov Side Channels", SAC
2016."""

import numpy as np

from motelab.common.errors import MotecurveError
from motelab.leakage import matrix, results, routines
from motelab.leakage.campaign import Campaign, Progress, Window
from motelab.leakage.results import Question, Row

STEP = "ladder_step"
BITS = {255: 255, 448: 448}  # field -> bits of its clamped scalars (RFC 7748, 5), and iterations


def attack(campaign: Campaign, asked: Question, progress: Progress | None = None) -> list[Row]:
    """One row: in how many traces, each alone, every bit of the scalar was right."""
    chosen = campaign.asked.chosen
    entries, address = iterations(campaign)
    length = int(np.diff(entries).min())
    campaign.window = Window(str(entries[0]), str(int(entries[-1]) + length))
    traces = campaign.matrix(asked.traces, progress)
    scalar = clamped(campaign.asked.secret("fixed", 0), chosen.curve.bits)
    right = []
    for number, trace in enumerate(traces):
        noisy = matrix.noisy(np.asarray(trace), asked.noise, campaign.asked.seed, number)
        swaps = sorted_in_two(cut(noisy, entries - entries[0], length))
        right.append(max(agreeing(bits_of(swaps ^ flipped), scalar) for flipped in (0, 1)))
    bits = chosen.curve.bits
    whole = sum(count == bits for count in right)
    told = f"the scalar is recovered from {whole} of {asked.traces} traces, each alone"
    found = results.described(campaign, asked, 0) | results.where(campaign, address)
    found |= {"instruction": f"{address:#x}", "leaks": whole > 0, "threshold": None, "parted": 0}
    return [found | {"recovered": whole > 0, "evidence": f"{told}; right bits from {min(right)} to {max(right)} of {bits}"}]


def iterations(campaign: Campaign) -> tuple[np.ndarray, int]:
    """The first samples of the ladder's steps, and the routine's address; MotecurveError without such a ladder."""
    names = routines.of(campaign.image.path)
    starts = [int(names.starts[i]) for i, name in enumerate(names.names) if f"_{STEP}_" in name]
    bits = campaign.asked.chosen.curve.bits
    for start in starts:
        entries = np.flatnonzero(campaign.addresses == start)
        if len(entries) == BITS.get(bits):
            return entries, start
    raise MotecurveError("--test horizontal sorts the steps of a ladder on x: take --op ecdh --curve Curve25519")


def cut(trace: np.ndarray, starts: np.ndarray, length: int) -> np.ndarray:
    """The iterations, a row each."""
    return np.stack([trace[start : start + length] for start in starts])


def sorted_in_two(rows: np.ndarray) -> np.ndarray:
    """0 or 1 for each row, by the sign of the first principal component: the mask of a swap is in very many samples of
    its iteration, and any other value in few."""
    centred = rows - rows.mean(axis=0)
    _, vectors = np.linalg.eigh((centred @ centred.T).astype(np.float64))
    scores = vectors[:, -1]
    middle = (scores.min() + scores.max()) / 2
    for _ in range(50):
        upper = scores > middle
        middle = (scores[upper].mean() + scores[~upper].mean()) / 2
    return (scores > middle).astype(np.uint8)


def bits_of(swaps: np.ndarray) -> list[int]:
    """The bits of the scalar, highest first: a swap is the sum of a bit and the one before."""
    bits, before = [], 0
    for swap in swaps:
        before ^= int(swap)
        bits.append(before)
    return bits


def agreeing(bits: list[int], scalar: int) -> int:
    """How many bits are right."""
    return sum(bit == scalar >> place & 1 for place, bit in zip(reversed(range(len(bits))), bits, strict=True))


def clamped(secret: int, bits: int) -> int:
    """The scalar of a private key: RFC 7748, section 5."""
    if bits == 448:
        return secret & ~3 | 1 << 447
    return secret & ((1 << 254) - 8) | 1 << 254
