"""A campaign against one call, of ours or of others: what `./motecurve faults` or `./motecurve leakage` is asked, the
command that asks it, and the committed row that answers it."""

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar

from motelab.boards import board as boards
from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations.image import builder_of
from motelab.boards.implementations.manifest import Work
from motelab.boards.selection import OURS, Selection
from motelab.boards.sizes import plain
from motelab.compare import committed_implementations
from motelab.faults import ask as faults
from motelab.faults import campaign as fault_counts
from motelab.faults.classes import CLASSES
from motelab.leakage import ask as leakage
from motelab.measure import bench, catalogue, implementation_requests
from motelab.measure.bench import Request

Row = dict[str, Any]
Progress = Callable[[int, int, str], None]
SEED, NOISE_BITS, STRONGEST = 1, 1.0, 4  # STRONGEST routines are named in a row


@dataclasses.dataclass(frozen=True)
class Campaign:
    """What faults and traces share: whose call it is, and where it runs."""

    implementation: str
    board: str
    operation: str
    curve: str

    word: ClassVar[str]  # of the command

    @property
    def is_ours(self) -> bool:
        return self.implementation == OURS

    @property
    def work(self) -> Work:
        """What the manifest of others' code says of the call."""
        return manifests.find(self.implementation).operations[self.operation]

    @property
    def identity(self) -> Row:
        """The fields of a row that tell it from the others."""
        return dataclasses.asdict(self) | {"seed": SEED}

    @property
    def subject(self) -> str:
        """The words of a command that name the call."""
        theirs = "" if self.is_ours else f"--implementation {self.implementation} --source {self.implementation} "
        return f"./motecurve {self.word} {theirs}--board {self.board} --op {self.operation} --curve {self.curve}"

    def ours(self) -> Request:
        """The request of ours."""
        return Request(
            self.board, self.operation, backend=boards.load(self.board).best_backend("fast"), curve=self.curve
        )

    def selection(self, source: str) -> Selection:
        """The call, with others' code in the folder `source`. MotecurveError unless that is at the manifest's commit,
        or if the manifest does not claim the call."""
        if self.is_ours:
            return bench.select(self.ours())
        committed_implementations.require_commit(self.implementation, source)
        (request,) = implementation_requests.expand(
            self.implementation, source, [self.board], [self.operation], [self.curve]
        )
        return bench.select(request)

    def described(self, chosen: Selection) -> Row:
        """The first fields of a row."""
        return self.identity | {
            "implementation_commit": chosen.implementation_commit,
            "elf_sha256": builder_of(chosen).build().sha256,
            "measured_before": False,
        }


@dataclasses.dataclass(frozen=True)
class Faults(Campaign):
    """Skipped instructions: `sample` of a whole call, or each of the `last` ones."""

    sample: int | None = None
    last: int | None = None
    model: str = "skip"

    word: ClassVar[str] = "faults"

    def measured(self, source: str, progress: Progress, jobs: int) -> Row:
        """The row, by as many runs at a time as `jobs`. What an interrupted run has answered is not asked again."""
        chosen = self.selection(source)
        asked = faults.Asked(self.model, self.sample, SEED, last=self.last)
        campaign = faults.campaign_of(chosen, asked)
        with faults.journal_of(campaign) as journal:
            campaign.run(journal, jobs, lambda done, total: progress(done, total, "faults"))
        counts = fault_counts.summary(campaign, journal)
        first = campaign.space.moments[0].start
        return self.described(chosen) | {"first": first} | {name: counts[name] for name in ("space", "tried", *CLASSES)}

    def command(self, row: Row) -> str:
        """The command that repeats a row."""
        part = f"--sample {self.sample}" if self.last is None else f"--all --from {row['first']}"
        return f"{self.subject} {part}"

    @property
    def claim(self) -> str:
        return self.work.resists_faults


@dataclasses.dataclass(frozen=True)
class Leakage(Campaign):
    """Traces, fixed against random secrets: of whole calls, or of the instructions before `end`. `blinding` is that of
    ours."""

    traces: int = 50
    blinding: str = ""
    end: int | None = None
    model: str = "weight"

    word: ClassVar[str] = "leakage"

    def ours(self) -> Request:
        """As the command chooses it."""
        request = catalogue.expand(boards.load(self.board), (self.operation,), curve=self.curve)[0]
        return dataclasses.replace(request, blinding=self.blinding)

    def measured(self, source: str, progress: Progress, jobs: int) -> Row:
        """The row. An interrupted run goes on; there is one run at a time, whatever `jobs`."""
        chosen = self.selection(source)
        asked = leakage.Asked(self.model, self.traces, noise=NOISE_BITS, seed=SEED, end=str(self.end or ""))
        found = leakage.answer(chosen, asked, progress)
        parting = next((row for row in found.rows if row["parted"]), None)
        compared = [row for row in found.rows if not row["parted"]]
        leaking = [row for row in compared if row["leaks"]]
        return self.described(chosen) | {
            "noise": NOISE_BITS,
            "threshold": found.rows[0]["threshold"],
            "whole": len(found.campaign.addresses),
            "samples": sum(row["samples"] for row in compared),
            "leaking": sum(row["leaking"] for row in compared),
            "routines": len(compared),
            "leaking_routines": len(leaking),
            "strongest": [{"routine": plain(row["routine"]), "t": row["t_max"]} for row in compared[:STRONGEST]],
            "parted": parting["parted"] if parting else 0,
            "parts_at": found.parts_at,
            "parts_in": plain(parting["routine"]) if parting else None,
        }

    def command(self, row: Row) -> str:
        """The command that repeats a row."""
        more = [f"--to {self.end}"] if self.end else []
        more += [f"--blinding {self.blinding}"] if self.blinding else []
        return " ".join([self.subject, f"--traces {self.traces} --model {self.model}", *more])

    @property
    def claim(self) -> str:
        return self.work.resists_probes
