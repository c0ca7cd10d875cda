"""Rows of a campaign: which routines and instructions tell the secret, strongest first."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from motelab.boards import ibex_open
from motelab.leakage import lines, routines, statistics
from motelab.leakage.campaign import Campaign, Progress
from motelab.leakage.moments import Sums
from motelab.leakage.simulator import MODULE_SHIFT

Row = dict[str, Any]
LEAST = 4  # traces of a test, unless it takes more
MODEL_ONLY = "a model of what instructions handle; no chip was measured"


@dataclasses.dataclass(frozen=True)
class Question:
    """What is asked of a campaign's traces."""

    traces: int
    test: str
    order: int = 1
    noise: float = 1.0  # its standard deviation, in the unit of the model
    step: float = 1.0  # of samples, in that unit
    pairs: int = 0  # order 2: the most instructions between the samples of a pair; 0: one sample

    @property
    def sigma(self) -> float:
        """The noise in steps of samples."""
        return self.noise / self.step


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a test found. `values` are its statistic of each kept sample, which grows with the number of traces to the
    power `growth`; `limit_of` is the threshold of so many traces, `least` the fewest that the test takes. Traces part
    at the sample `parts_at` of a whole run, if they do."""

    campaign: Campaign
    asked: Question
    values: np.ndarray
    limit_of: Callable[[int], float]
    rows: list[Row]
    growth: float = 0.5
    least: int = LEAST
    parts_at: int | None = None

    @property
    def limit(self) -> float:
        return self.limit_of(self.asked.traces)

    def traces_needed(self, value: float) -> int:
        """An estimate of the fewest traces, from `least` on, whose threshold a statistic exceeds that is `value` with
        all traces."""
        low, high = self.least - 1, self.asked.traces
        while high - low > 1:
            middle = (low + high) // 2
            is_enough = value * (middle / self.asked.traces) ** self.growth > self.limit_of(middle)
            low, high = (low, middle) if is_enough else (middle, high)
        return high


def t_test(campaign: Campaign, asked: Question, progress: Progress | None = None) -> Answer:
    """A t-test between the two classes."""
    sums = campaign.sums(asked.traces, asked.order, progress)
    draw = np.random.default_rng(campaign.asked.seed)
    values = np.zeros(sums.width)
    for piece, classes in sums.pieces():
        noisy = [moments.with_noise(asked.sigma, draw) for moments in classes]
        values[piece] = statistics.t_values(noisy, asked.order)

    def limit_of(traces: int) -> float:
        return statistics.threshold(sums.width, traces // 2)

    limit = limit_of(asked.traces)
    rows = rows_of(campaign, asked, values, limit) + parting(campaign, asked, sums, limit)
    return Answer(campaign, asked, values, limit_of, rows, parts_at=sums.first_parting if sums.parted else None)


def parting(campaign: Campaign, asked: Question, sums: Sums, limit: float) -> list[Row]:
    """A row for the instruction after which traces part, if any do: from there on they are not compared."""
    if not sums.parted:
        return []
    begin, _ = campaign.limits
    place = max(sums.first_parting - 1, 0)
    address = int(campaign.addresses[max(place, begin)])
    found = described(campaign, asked, limit) | where(campaign, address)
    return [found | {"t_max": None, "leaks": True, "samples": 1, "leaking": 1, "parted": sums.parted}]


def rows_of(campaign: Campaign, asked: Question, values: np.ndarray, limit: float) -> list[Row]:
    """A row for each instruction, strongest first."""
    kinds, number = np.unique(campaign.kept, return_inverse=True)
    most, leaking = np.zeros(len(kinds)), np.bincount(number, values > limit, len(kinds))
    np.maximum.at(most, number, values)
    samples = np.bincount(number, minlength=len(kinds))
    common = described(campaign, asked, limit)
    found = []
    for i in np.argsort(-most, kind="stable"):
        t = float(most[i])
        found.append(
            common
            | where(campaign, int(kinds[i]))
            | {"t_max": round(t, 2) if math.isfinite(t) else None, "leaks": bool(leaking[i])}
            | {"samples": int(samples[i]), "leaking": int(leaking[i]), "parted": 0}
        )
    return found


def described(campaign: Campaign, asked: Question, limit: float) -> Row:
    """The fields that all rows share."""
    chosen, inputs = campaign.asked.chosen, campaign.asked
    return {
        "board": chosen.board.name,
        "operation": chosen.operation.name,
        "curve": chosen.curve.name if chosen.operation.on_curve else None,
        "implementation": chosen.implementation,
        "algorithm": chosen.algorithm,
        "protect": chosen.blinding,
        "model": campaign.model,
        "test": asked.test,
        "order": asked.order,
        "traces": asked.traces,
        "noise": asked.noise,
        "public": "drawn" if inputs.is_public_drawn else "fixed",
        "seed": inputs.seed,
        "elf_sha256": campaign.image.sha256,
        "routine": None,
        "module": None,
        "instruction": None,
        "source": None,
        "t_max": None,
        "threshold": round(limit, 2),
        "leaks": False,
    }


def title(row: Row) -> str:
    """The conditions of a row, in words."""
    on = f" on {row['curve']}" if row["curve"] else ""
    what = f"{row['operation']} {row['algorithm']}".rstrip()
    subject = f"{what}{on}, {row['board']}, blinding {row['protect']}"
    return f"{subject}: {row['traces']:,} traces, {row['model']}; {MODEL_ONLY}"


def where(campaign: Campaign, address: int) -> Row:
    """Routine, module and instruction of the address of a sample."""
    module, instruction = divmod(address, 1 << MODULE_SHIFT)
    name = ibex_open.MODULES[module] if campaign.has_modules else None
    return {"routine": routines.of(campaign.image.path).name(instruction), "module": name, "instruction": instruction}


def by(rows: list[Row], what: str) -> list[Row]:
    """The strongest row of each routine, or module, with the number of its samples and of those that leak; rows of
    traces that part stay."""
    found: dict[tuple[str, int], Row] = {}
    for row in rows:
        key = (row[what], row["parted"])
        if key in found and not row["parted"]:
            found[key]["samples"] += row["samples"]
            found[key]["leaking"] += row["leaking"]
        else:
            found[key] = dict(row)
    return sorted(found.values(), key=lambda row: -strength(row))


def strength(row: Row) -> float:
    """t, which is infinite if there is a difference without spread."""
    return row["t_max"] if row["t_max"] is not None else math.inf


def with_sources(campaign: Campaign, rows: list[Row]) -> list[Row]:
    """The rows with the source line of each instruction, and its address in hexadecimal."""
    places = lines.of(campaign.asked.chosen, campaign.image, [row["instruction"] for row in rows])
    return [
        row | {"instruction": f"{row['instruction']:#x}", "source": place}
        for row, place in zip(rows, places, strict=True)
    ]
