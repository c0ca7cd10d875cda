"""Many faults of one call: injected in parts, several at a time, kept as they come, and counted."""

import bisect
import collections
import dataclasses
import fnmatch
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.faults import attacks, classes
from motelab.faults.classes import CLASSES, WORST_FIRST, Outcome
from motelab.faults.journal import Journal
from motelab.faults.space import Space
from motelab.faults.target import Target, listed_symbols

PART = 200  # faults of one run of the simulator, which begins with the run up to the first of them
PROTECTED = frozenset({"checked", "verdict", "protected"})  # in the names of operations
Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Campaign:
    """Some faults of a space, by their numbers, in ascending order."""

    target: Target
    space: Space
    numbers: Sequence[int]

    def run(self, journal: Journal, jobs: int, told: Callable[[int, int], None]) -> None:
        """Answers what the journal does not have yet; calls `told` with the number of answers and of all faults."""
        missing = [number for number in self.numbers if number not in journal.outcomes]
        parts = [missing[i : i + PART] for i in range(0, len(missing), PART)]
        stop, done = threading.Event(), len(self.numbers) - len(missing)
        attack = attacks.attack_of(self.target)
        with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
            try:
                waiting = iter(parts)
                first = [part for _ in range(jobs) for part in _next(waiting)]
                running = {pool.submit(self.answered, part, attack, stop) for part in first}
                while running:
                    ended, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in ended:
                        answers = future.result()
                        journal.append(answers)
                        done += len(answers)
                        told(done, len(self.numbers))
                        running |= {pool.submit(self.answered, part, attack, stop) for part in _next(waiting)}
            except BaseException:
                stop.set()
                raise

    def answered(
        self, part: Sequence[int], attack: attacks.Attack | None, stop: threading.Event
    ) -> list[tuple[int, Outcome]]:
        """Numbers and outcomes of one run of the simulator; fewer if it is to stop."""
        target, answers = self.target, []
        lines = [self.space.fault(number).line for number in part]
        reports = target.simulator.inject(
            target.image.path, lines, measure=target.image.symbol, data=target.data, max_cycles=target.limit,
            **target.chosen.board.machine,
        )  # fmt: skip
        for number, report in zip(part, reports, strict=False):
            answers.append((number, classes.outcome_of(target, attack, report)))
            if stop.is_set():
                break
        else:
            if len(answers) < len(part):
                raise MotecurveError(f"the simulator answered {len(answers)} of {len(part)} faults")
        return answers


def _next(parts: Iterator[list[int]]) -> list[list[int]]:
    """The next part, if there is one."""
    part = next(parts, None)
    return [] if part is None else [part]


def moments_of(target: Target, routines: Sequence[str]) -> tuple[range, ...]:
    """The moments at which the run is in routines whose names match one of the patterns, all without patterns;
    MotecurveError if no routine of the image matches one."""
    if not routines:
        return (range(target.run.instructions),)
    listed = listed_symbols(target.image.path)
    names = sorted({name for _, name in listed})
    for pattern in routines:
        if not fnmatch.filter(names, pattern):
            raise MotecurveError(f"no routine {pattern!r} in the image; it has {', '.join(names)}")
    ends = [begin for begin, _ in listed[1:]] + [1 << 32]
    parts = [
        (begin, end)
        for (begin, name), end in zip(listed, ends, strict=True)
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in routines)
    ]
    return target.simulator.visits(
        target.image.path, parts, measure=target.image.symbol, data=target.data, **target.chosen.board.machine
    )


def summary(campaign: Campaign, journal: Journal) -> Row:
    """One row: how many faults there are, were tried, and became what."""
    chosen, space = campaign.target.chosen, campaign.space
    answered = [journal.outcomes[number] for number in campaign.numbers if number in journal.outcomes]
    counts = collections.Counter(outcome.kind for outcome in answered)
    return {
        "board": chosen.board.name,
        "operation": chosen.operation.name,
        "curve": chosen.curve.name,
        "implementation": chosen.implementation,
        "profile": chosen.profile,
        "protect": "faults" if PROTECTED.intersection(chosen.operation.name.split("-")) else "none",
        "model": space.model,
        "space": space.size,
        "tried": len(answered),
        "sampled": len(campaign.numbers) < space.size,
        **{kind: counts[kind] for kind in CLASSES},
        "elf_sha256": campaign.target.image.sha256,
    }


def places(campaign: Campaign, journal: Journal) -> list[Row]:
    """A row for each instruction at which a fault was worse than a crash: its routine, its address, what became of the
    faults there. The worst come first."""
    listed = listed_symbols(campaign.target.image.path)
    begins = [begin for begin, _ in listed]
    found: dict[int, list[Outcome]] = collections.defaultdict(list)
    for number in campaign.numbers:
        if number in journal.outcomes:
            found[journal.outcomes[number].pc].append(journal.outcomes[number])
    rows = []
    for pc, outcomes in found.items():
        counts = collections.Counter(outcome.kind for outcome in outcomes)
        by_attack = collections.Counter(outcome.attack for outcome in outcomes if outcome.attack)
        if counts[classes.KEY] or counts[classes.ACCEPTED] or counts[classes.WRONG]:
            routine = listed[bisect.bisect_right(begins, pc) - 1][1] if pc >= begins[0] else "start-up"
            row = {"routine": routine, "address": f"{pc:#x}", "tried": len(outcomes)}
            row |= {kind: counts[kind] for kind in (classes.KEY, classes.ACCEPTED, classes.WRONG)}
            rows.append(row | {"attacks": dict(by_attack.most_common())})
    return sorted(rows, key=lambda row: [*(-row[kind] for kind in WORST_FIRST[:3]), row["address"]])


def routines(rows: Sequence[Row]) -> list[Row]:
    """The places by routine, the worst first."""
    found: dict[str, Row] = {}
    for row in rows:
        total = found.setdefault(
            row["routine"],
            {"routine": row["routine"], "instructions": 0, **dict.fromkeys(WORST_FIRST[:3], 0), "attacks": {}},
        )
        total["instructions"] += 1
        for kind in WORST_FIRST[:3]:
            total[kind] += row[kind]
        total["attacks"] = dict(collections.Counter(total["attacks"]) + collections.Counter(row["attacks"]))
    return sorted(found.values(), key=lambda row: [*(-row[kind] for kind in WORST_FIRST[:3]), row["routine"]])
