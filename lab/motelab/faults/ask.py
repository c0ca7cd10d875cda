"""The door of this room: a question to an injector, its campaign, and the file of its outcomes."""

import dataclasses
from pathlib import Path

from motelab import BUILD
from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.common.names import one_of
from motelab.faults import campaign as campaigns
from motelab.faults import target as targets
from motelab.faults.campaign import Campaign
from motelab.faults.journal import Journal
from motelab.faults.space import MODELS, Space

FOLDER = BUILD / "faults"
SAMPLE = 1000


@dataclasses.dataclass(frozen=True)
class Asked:
    """The options of the command. Moments are counted in instructions of the call: `first` is the first of them, `end`
    the one after the last. Without `sample` every fault is tried. `last` stands for the `first` by which so many
    moments are left."""

    model: str
    sample: int | None = SAMPLE
    seed: int = 1
    routines: tuple[str, ...] = ()
    first: int | None = None
    end: int | None = None
    last: int | None = None


def campaign_of(chosen: Selection, asked: Asked) -> Campaign:
    """The faults of a question. MotecurveError for an unknown model, an operation or a board without an injector, a
    call that is wrong without a fault, and if no moment is left."""
    one_of("model of faults", asked.model, MODELS)
    target = targets.prepared(chosen)
    first = asked.first if asked.last is None else max(0, target.run.instructions - asked.last)
    moments = limited(campaigns.moments_of(target, asked.routines), first, asked.end)
    space = Space(asked.model, moments, target.processor, targets.used_ram(target))
    if not space.size:
        raise MotecurveError(f"no moment is left; the call takes {target.run.instructions:,} instructions")
    return Campaign(target, space, space.all() if asked.sample is None else space.drawn(asked.sample, asked.seed))


def journal_of(campaign: Campaign, output: Path | None = None) -> Journal:
    """The file of a campaign's outcomes, in build/faults/ unless one is named; MotecurveError as Journal."""
    space = campaign.space
    question = {"model": space.model, "moments": digest(str(space.moments)), "key": campaign.target.key}
    return Journal(output or FOLDER / f"{digest(*question.values())}.jsonl", question)


def limited(moments: tuple[range, ...], first: int | None, end: int | None) -> tuple[range, ...]:
    """The moments from `first` on and before `end`."""
    parts = (range(max(m.start, first or 0), m.stop if end is None else min(m.stop, end)) for m in moments)
    return tuple(part for part in parts if len(part))
