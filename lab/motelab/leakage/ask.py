"""The door of this room: a question to simulated traces, and its rows."""

import dataclasses
from collections.abc import Callable

from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.leakage import information, matrix, models, pairs, results
from motelab.leakage.attacks import horizontal, product, profiled
from motelab.leakage.campaign import Campaign, Progress, Window
from motelab.leakage.export import formats
from motelab.leakage.inputs import Inputs
from motelab.leakage.models import MODELS
from motelab.leakage.results import Answer, Question, Row

# Test -> classes of its traces (inputs.CLASSES), what makes its answer, or the rows of an attack.
TESTS: dict[str, tuple[str, Callable[..., Answer | list[Row]]]] = {
    "fixed-random": ("fixed-random", results.t_test),
    "fixed-fixed": ("fixed-fixed", results.t_test),
    "mutual-information": ("fixed-random", information.of_classes),
    "correlation": ("random-random", matrix.correlation),
    "product": ("all-fixed", product.attack),
    "horizontal": ("all-fixed", horizontal.attack),
    "profiled": ("all-fixed", profiled.attack),
}
ATTACKS = ("product", "horizontal", "profiled")
# Traces of a test; of others, results.LEAST.
LEAST = {"horizontal": 1, "mutual-information": information.LEAST, "profiled": profiled.LEAST}


@dataclasses.dataclass(frozen=True)
class Asked:
    """The options of the command."""

    model: str
    traces: int
    test: str = "fixed-random"
    order: int = 1
    noise: float | None = None  # in the unit of the model; None: its own
    seed: int = 1
    is_public_drawn: bool = False
    begin: str = ""
    end: str = ""
    calls: bool = False
    output: str | None = None
    pairs: int = 0
    by: str = "routine"  # of rows, or "instruction", or "module" of a netlist


def campaign_of(chosen: Selection, asked: Asked) -> Campaign:
    """The traces that a question needs. An attack on products needs public inputs that differ."""
    models.require(chosen.board, asked.model)
    drawn = asked.is_public_drawn or asked.test == "product"
    inputs = Inputs(chosen, TESTS[asked.test][0], drawn, asked.seed)
    return Campaign(inputs, asked.model, Window(asked.begin, asked.end), asked.calls, asked.by == "module")


def rows(chosen: Selection, asked: Asked, progress: Progress | None = None) -> list[Row]:
    """The rows of a question, strongest first; MotecurveError for what cannot be asked."""
    found = answer(chosen, asked, progress)
    return found.rows if isinstance(found, Answer) else found


def answer(chosen: Selection, asked: Asked, progress: Progress | None = None) -> Answer | list[Row]:
    """The answer of a test, with the rows asked for, or the rows of an attack; MotecurveError as `rows`."""
    if asked.order == 2 and (asked.calls or asked.test not in ("fixed-random", "fixed-fixed")):
        raise MotecurveError("--order 2 is for t-tests of instructions: leave out --calls, or take --test fixed-random")
    least = LEAST.get(asked.test, results.LEAST)
    if asked.pairs and asked.order != 2:
        raise MotecurveError("--pairs is of second order: add --order 2")
    if asked.traces < least:
        raise MotecurveError(f"--traces {asked.traces} is too few for --test {asked.test}: at least {least}")
    if asked.calls and asked.test in ATTACKS:
        raise MotecurveError(f"--test {asked.test} is for instructions: leave out --calls")
    if asked.by == "module" and (asked.model != "toggles" or asked.calls or asked.pairs or asked.output):
        raise MotecurveError("--by module is for --model toggles, without --calls, --pairs and --output")
    if asked.by == "module" and TESTS[asked.test][1] is not results.t_test:
        raise MotecurveError(f"--by module is for t-tests: leave out --test {asked.test}")
    if asked.output:
        formats.require_name(asked.output)
    campaign = campaign_of(chosen, asked)
    if asked.output and asked.test not in ATTACKS:  # which choose a window
        formats.require_room(asked.output, campaign, asked.traces)
    model = MODELS[asked.model]
    noise = model.noise if asked.noise is None else asked.noise
    question = Question(asked.traces, asked.test, asked.order, noise, model.step, asked.pairs)
    found = (pairs.t_test if asked.pairs else TESTS[asked.test][1])(campaign, question, progress)
    if asked.output:
        formats.write(asked.output, campaign, question)
    if asked.test in ATTACKS:
        return found
    asked_for = found.rows if asked.by == "instruction" else results.by(found.rows, asked.by)
    return dataclasses.replace(found, rows=results.with_sources(campaign, asked_for))
