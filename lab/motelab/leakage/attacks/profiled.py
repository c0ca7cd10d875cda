"""The private key from one trace of a Montgomery ladder, by templates from another board.

The attacker owns a second board with the same image, chooses its keys and knows its random source. Its traces give
templates of the bits by which a step swaps, of two shares where the scalar is blinded: one set for all steps, since
code in constant time repeats itself in each. Each of the attacked traces is read alone. The least certain swaps are
tried both ways; the public key tells which number is right.

A swapped word keeps its weight (templates.py). So samples at the beginning of a step, where a plain ladder swaps, are
compared with all others of it and of the step before; where the caller swaps, as in a blinded ladder, its own samples
with each other."""

import dataclasses
import functools

import numpy as np

from motelab.leakage import matrix, results, routines
from motelab.leakage.attacks import ladder, swaps
from motelab.leakage.attacks.templates import Pairs, Templates, of_interest
from motelab.leakage.campaign import Campaign, Progress, Window
from motelab.leakage.results import Question, Row

OTHER_BOARD = 1 << 32  # is added to the seed of all that is drawn for the board that is profiled
ATTACKED = 10  # traces of the key
LEAST = 5  # traces of a profile
ROWS, VALUES = 6000, 1 << 26  # steps by which samples are chosen, at most, and samples of them in memory
CERTAIN = 1e9  # the score of a swap that is known
PRODUCTS = 1 << 24  # of two samples that are looked at
LEAST_CERTAIN = 16  # swaps that are tried both ways


class Steps:
    """Where the steps of a ladder lie in a trace, each with the work of its caller before it."""

    def __init__(self, campaign: Campaign):
        entries, self.address = ladder.iterations(campaign, "profiled")
        numbers = routines.of(campaign.image.path).numbers(campaign.addresses)
        caller = numbers[entries[1] - 1]
        own = 1 + int(np.flatnonzero(numbers[entries[1] + 1 : entries[2]] == caller)[0])
        self.length = int(np.diff(entries).min())
        before = self.length - own
        self.window = Window(str(int(entries[0]) - before), str(int(entries[-1]) + own))
        self.starts = entries - entries[0]
        part = numbers[entries[1] - before : entries[1] + own]
        self.of_caller = np.flatnonzero(part == caller) + self.length
        self.is_blinded = ladder.is_blinded(len(entries), campaign.asked.chosen.curve)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def width(self) -> int:
        """Samples of a row: of a step, and of the one before."""
        return 2 * self.length

    @property
    def pairs(self) -> Pairs:
        """The columns that are compared, at most PRODUCTS pairs."""
        if self.is_blinded:
            most = int(PRODUCTS**0.5)
            return self.of_caller[-most:], self.of_caller[-most:]
        own = np.arange(self.length, self.width)
        return np.arange(self.width), own[: PRODUCTS // self.width]

    def rows(self, trace: np.ndarray, columns: np.ndarray | slice = slice(None)) -> np.ndarray:
        """[step, sample]: columns of the rows. No step is before the first, whose samples stand there twice."""
        own = ladder.cut(trace, self.starts, self.length)
        return np.concatenate([own[[0, *range(len(own) - 1)]], own], axis=1)[:, columns]


class Traces:
    """Traces of one board with noise, and the bits by which their steps swap."""

    def __init__(self, campaign: Campaign, steps: Steps, count: int, sigma: float, progress: Progress | None = None):
        self.campaign, self.steps, self.count, self.sigma = campaign, steps, count, sigma
        self.samples = campaign.matrix(count, progress)

    def trace(self, number: int) -> np.ndarray:
        """One trace with its noise."""
        return matrix.noisy(np.asarray(self.samples[number]), self.sigma, self.campaign.asked.seed, number)

    @functools.cached_property
    def mean(self) -> np.ndarray:
        """The mean of all traces."""
        return (sum(map(self.trace, range(self.count))) / self.count).astype(np.float32)

    def scalar(self, number: int) -> int:
        """The scalar of the key of a trace."""
        asked = self.campaign.asked
        return ladder.clamped(asked.case(number)[asked.chosen.operation.secret], asked.chosen.curve.bits)

    def bits(self, number: int) -> np.ndarray:
        """[step, bit]: those whose sum is the swap."""
        asked = self.campaign.asked
        if not self.steps.is_blinded:
            return swaps.plain(self.scalar(number), len(self.steps))
        state = int.from_bytes(asked.job(number, True).poke, "little")
        return swaps.blinded(self.scalar(number), asked.case(number)["px"], state, asked.chosen)


@dataclasses.dataclass(frozen=True)
class Profile:
    """What a board's traces tell of another one."""

    steps: Steps
    mean: np.ndarray  # of traces
    known: np.ndarray  # [step]: the score of a swap that is the same for all keys, else 0
    columns: list[np.ndarray]  # for each bit
    templates: list[Templates]

    @classmethod
    def of(cls, traces: Traces) -> "Profile":
        """From all traces of a board."""
        steps, mean = traces.steps, traces.mean
        bits = np.stack([traces.bits(i) for i in range(traces.count)])
        known = CERTAIN * known_swaps(traces)
        use = np.flatnonzero(known == 0)
        few = max(1, min(traces.count, min(ROWS, VALUES // steps.width) // len(steps)))
        some = np.concatenate([steps.rows(traces.trace(i) - mean)[use] for i in range(few)])
        targets = range(bits.shape[2])
        columns = [of_interest(some, bits[:few, use, k].ravel(), steps.pairs) for k in targets]
        del some
        cut: list[list[np.ndarray]] = [[] for _ in targets]
        for number in range(traces.count):
            trace = traces.trace(number) - mean
            for k in targets:
                cut[k].append(steps.rows(trace, columns[k])[use])
        made = [Templates.of(np.concatenate(cut[k]), bits[:, use, k].ravel()) for k in targets]
        return cls(steps, mean, known, columns, made)

    def scores(self, trace: np.ndarray) -> np.ndarray:
        """[step]: above 0 for a swap, in one trace; the more, the more certain."""
        rows = [self.steps.rows(trace - self.mean, columns) for columns in self.columns]
        parts = [one.scores(part) for one, part in zip(self.templates, rows, strict=True)]
        return np.where(self.known != 0, self.known, swaps.joined(np.stack(parts, axis=1)))


def known_swaps(traces: Traces) -> np.ndarray:
    """[step]: 1 or -1 for a swap, or none, that clamping fixes for every key, else 0."""
    steps, curve = len(traces.steps), traces.campaign.asked.chosen.curve
    if traces.steps.is_blinded:
        return np.zeros(steps)
    least, most = (ladder.clamped(key, curve.bits) for key in (0, (1 << curve.bits) - 1))
    varies = [(least ^ most) >> i & 3 for i in reversed(range(steps))]
    return np.where(varies, 0, 2.0 * swaps.plain(least, steps)[:, 0] - 1)


def attack(campaign: Campaign, asked: Question, progress: Progress | None = None) -> list[Row]:
    """One row: from how many traces of the key, each alone, it was recovered."""
    steps, curve = Steps(campaign), campaign.asked.chosen.curve
    campaign.window = steps.window
    other = dataclasses.replace(campaign.asked, classes="random-random", seed=campaign.asked.seed + OTHER_BOARD)
    board = Campaign(other, campaign.model, steps.window)
    campaign.require_room(
        board.missing_bytes(asked.traces) + campaign.missing_bytes(ATTACKED), "the traces of both boards"
    )
    profile = Profile.of(Traces(board, steps, asked.traces, asked.sigma, progress))
    attacked = Traces(campaign, steps, ATTACKED, asked.sigma)
    found, wrong = [], []
    for number in range(ATTACKED):
        scores, scalar = profile.scores(attacked.trace(number)), attacked.scalar(number)
        found.append(swaps.search(scores, lambda key, scalar=scalar: ladder.serves(key, scalar, curve), LEAST_CERTAIN))
        wrong.append(int(((scores > 0) != attacked.bits(number).sum(axis=1) % 2).sum()))
    whole = sum(key is not None for key in found)
    told = f"the scalar is recovered from {whole} of {ATTACKED} traces, each alone, by a profile of {asked.traces} "
    told += f"traces of another board; swaps that were read wrong, of {len(steps)}: {', '.join(map(str, wrong))}; the "
    told += f"{LEAST_CERTAIN} least certain ones are tried both ways"
    row = results.described(campaign, asked, 0) | results.where(campaign, steps.address)
    row |= {"instruction": f"{steps.address:#x}", "leaks": whole > 0, "threshold": None, "parted": 0}
    return [row | {"recovered": whole > 0, "evidence": told}]
