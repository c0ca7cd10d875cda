"""Measures algorithms on boards: the request, the record that answers it, the command that repeats it."""

import dataclasses
import importlib
import json
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from types import ModuleType

from motelab.boards import board as boards
from motelab.boards import selection, stack
from motelab.boards.execution import Execution, Run
from motelab.boards.image import Image
from motelab.boards.implementations import answers as answers_of_others
from motelab.boards.implementations import operations as operations_of_others
from motelab.boards.implementations import selection as implementations
from motelab.boards.implementations.image import builder_of
from motelab.boards.selection import Selection
from motelab.boards.sizes import sizes
from motelab.common import cache
from motelab.common.errors import DoesNotFit, ImageFailed, MotecurveError
from motelab.common.files import digest
from motelab.common.progress import heartbeat
from motelab.measure import drawn_cases, kept_inputs, native, operation_counts, run_facts, run_limits, versus_counted
from motelab.measure.native import NO_OTHER, Other
from motelab.measure.records import MEANS, MEASURED, WAITS, Record, cost, keep_records, new_record
from motelab.subjects import groups, known_answers, layouts, operations

Progress = Callable[[int, int, str], None]
RUN, EXIT = b"\x01", b"\x00"  # commands of boards/firmware/bench.h
CASES_OF_A_RUN = 20  # so that long runs stay below the limit of one
LIMIT_REACHED = re.compile(r"no exit after \d+ cycles|runs for more than \d+ instructions")  # of the simulators
COUNTED_OPERATION = "scalar-mult"  # families whose records count executed operations


@dataclasses.dataclass(frozen=True)
class Request:
    """A request for a measurement. Without `algorithm` it is the board's own choice. `choices` overrides the board's
    own members of other slots: (family, 'name' or 'name:backend'), as in board files. The library `versus`, if given,
    is measured beside. `blinding` is one of selection.BLINDINGS; without it, the board's own. `implementation` is
    somebody else's, by its name or its folder, with its code in the folder `source`. If its time varies, the mean of
    `cases` random inputs is measured, too."""

    board: str = "micaz"
    operation: str = "fb-mul"
    algorithm: str = ""
    window: int | None = None
    backend: str = "c"
    curve: str = "sect163k1"
    profile: str = "fast"
    choices: tuple[tuple[str, str], ...] = ()
    versus: str = ""
    blinding: str = ""
    implementation: str = ""
    source: str = ""
    cases: int = 0


def command_for(request: Request) -> str:
    """The command that repeats a measurement."""
    words = ["./motecurve bench", f"--board {request.board}", f"--op {request.operation}"]
    words += [f"--algorithm {request.algorithm}"] if request.algorithm else []
    words += [f"--window {request.window}"] if request.window is not None else []
    words += [] if request.implementation else [f"--backend {request.backend}"]
    words += [f"--curve {request.curve}"]
    words += [f"--profile {request.profile}"] if request.profile != "fast" else []
    words += [f"--with {family}={member}" for family, member in request.choices]
    words += [f"--versus {request.versus}"] if request.versus else []
    words += [f"--blinding {request.blinding}"] if request.blinding else []
    words += [f"--implementation {request.implementation}"] if request.implementation else []
    words += [f"--source {request.source}"] if request.source else []
    words += [f"--cases {request.cases}"] if request.cases else []
    return " ".join(words)


def request_of(command: str) -> Request:
    """The request whose `command_for` this is; MotecurveError for another text."""
    fields = {f"--{name}": name for name in ("board", "algorithm", "window", "backend", "curve", "profile", "versus")}
    fields |= {"--op": "operation", "--blinding": "blinding"}
    fields |= {f"--{name}": name for name in ("implementation", "source")}
    words = command.split()[2:]
    pairs = list(zip(words[::2], words[1::2], strict=False))
    choices = tuple(tuple(value.split("=", 1)) for option, value in pairs if option == "--with")
    given = {fields[option]: value for option, value in pairs if option in fields}
    window = int(given["window"]) if given.get("window", "").isdigit() else None
    cases = next((int(value) for option, value in pairs if option == "--cases" and value.isdigit()), 0)
    request = Request(**{**given, "window": window}, choices=choices, cases=cases)
    if command_for(request) != command:
        raise MotecurveError(f"{command!r} is no command that repeats a measurement")
    return request


def select(request: Request) -> Selection:
    """The selection for `request`: the members that an image measures and binds; MotecurveError if a name is unknown
    or does not fit."""
    return dataclasses.replace(_selected(request), cases=request.cases)


def _selected(request: Request) -> Selection:
    """The same, without the number of cases."""
    board, curve = boards.load(request.board), groups.find(request.curve)
    if request.implementation:
        operation = operations_of_others.find(request.operation)
        return implementations.select(request.implementation, request.source, operation, board, curve)
    return selection.select(
        operations.on(operations.find(request.operation), curve),
        board,
        curve,
        algorithm=request.algorithm,
        window=request.window,
        backend=request.backend,
        profile=request.profile,
        choices=request.choices,
        blinding=request.blinding,
    )


def measure(
    requests: Sequence[Request],
    fresh: bool = False,
    progress: Progress | None = None,
    jobs: int = 2,
    counts: bool = False,
    arrived: Callable[[int, Record], None] | None = None,
) -> list[Record]:
    """Measures `requests`, `jobs` at a time, and returns their records in the same order.

    A figure comes only from a run whose every output equals its known answer. An image that fails gives a record with
    `verified` false and no figures; build/run.json has the reason. After each, `arrived(index, record)` is called,
    then `progress(done, total, what)`. `fresh` ignores cached results; hosts are always measured afresh. With
    `counts`, scalar multiplications are also run in builds that count the operations that they execute
    (motelab/measure/operation_counts.py). Raises MotecurveError for a request that cannot be met (unknown names) and
    MissingTool for a missing compiler or simulator."""
    selections = [select(request) for request in requests]
    asked = zip(requests, selections, strict=True)
    beside = {(r.board, r.versus, r.source): chosen.board for r, chosen in asked if r.versus}
    for (_, versus, source), board in beside.items():
        if board.is_host:
            native.require_other(versus, source)
        else:
            versus_counted.require(board, versus)
    records: list[Record] = [{}] * len(requests)
    failures: dict[str, str] = {}
    others = [Other(request.versus, request.source) for request in requests]
    for done, (index, answer) in enumerate(answers(selections, fresh, jobs, others), start=1):
        if isinstance(answer, ImageFailed):
            records[index] = described(selections[index], verified=False)
            failures[command_for(requests[index])] = str(answer)
        else:
            records[index] = answer
        if arrived:
            arrived(index, records[index])
        if progress:
            progress(done, len(requests), named(selections[index]) + figure(records[index]))
    for i, chosen in enumerate(selections if counts else ()):  # counting libraries are not made two at a time
        if records[i]["verified"] and chosen.operation.name == COUNTED_OPERATION:
            records[i] |= operation_counts.means(chosen.member.algorithm, chosen.member.window, chosen.curve)
    keep_records(records)
    run_facts.write(failures)
    return records


def answers(
    selections: Sequence[Selection], fresh: bool, jobs: int, versus: Sequence[Other] = ()
) -> Iterator[tuple[int, Record | ImageFailed]]:
    """Index and record, or failure, of each selection as it is measured, `jobs` at a time, each beside the library of
    `versus` if that is given; if the caller stops early, no further one begins."""
    others = versus or [NO_OTHER] * len(selections)
    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        waiting = {pool.submit(measure_one, chosen, fresh, others[i]): i for i, chosen in enumerate(selections)}
        try:
            for future in as_completed(waiting):
                error = future.exception()
                if error and not isinstance(error, ImageFailed):
                    raise error
                yield waiting[future], error or future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def named(chosen: Selection) -> str:
    """A selection in words, for progress."""
    subject = f" on {chosen.curve.name}" if chosen.board.is_host else ""
    return f"{chosen.operation.name} {chosen.algorithm}{subject}"


def figure(record: Record) -> str:
    """Version and main figure of a record, or that it failed, for progress."""
    window = "" if record["window"] is None else f" w={record['window']}"
    taken = f"{cost(record):,} {record['unit']}" if record["verified"] else "failed"
    taken += f", {basis(record)}" if record["verified"] and basis(record) else ""
    return f"{window}, {record['backend']}, {record['board']}: {taken}"


def basis(record: Record) -> str:
    """What the figure of a record whose time varies is taken from, in a few words; nothing for one number alone."""
    if record.get("mean") is not None:
        return f"mean of {record['cases']}"
    return "" if record["min"] == record["max"] else f"median of {record['runs']}"


def measure_one(chosen: Selection, fresh: bool = False, versus: Other = NO_OTHER) -> Record:
    """The record of one selection, beside another library if one is named; ImageFailed if its image does not build,
    crashes or gives a wrong result."""
    if chosen.board.is_host:
        return (
            described(chosen, verified=True) | native.figures(chosen, *cases_of(chosen), versus) | table_bytes(chosen)
        )
    simulator = simulator_of(chosen.board)
    image = builder_of(chosen).build()
    edge, random = cases_of(chosen)
    data, expected = inputs(chosen, edge + random), outputs(chosen, edge + random)
    asked = {name: value for name, value in described(chosen).items() if name in MEASURED and name != WAITS}
    question = json.dumps(asked | chosen.board.timing)
    question += "" if chosen.implementation == selection.OURS else " with inputs kept"
    key = digest(image.sha256, image.baseline.read_bytes(), data, expected, simulator.fingerprint(), question)
    record = None if fresh else cache.get(key)
    if record is None:
        require_kept_inputs(chosen, image, random)
        execution = executed(chosen, image, edge + random)
        record = described(chosen, verified=True) | figures(chosen, image, execution, len(random))
        record["simulator"] = simulator.version()
        cache.put(key, {name: record[name] for name in MEASURED})
    beside = versus_counted.comparison(chosen, random, record["median"], versus.name, fresh) if versus.name else {}
    # The values that the image does not hold may be newer than the cache.
    newer = {
        **constancy(chosen, record["min"], record["max"], record["runs"]),
        "implementation_sha256": image.source_sha256,
        WAITS: chosen.board.flash_wait_states,
        **times(chosen.board, record["cycles"]),
    }
    record = new_record(**record) | newer | stack_figures(image) | table_bytes(chosen)
    return (with_mean(record, means(chosen, image, fresh), chosen.board) if varies(chosen) else record) | beside


def varies(chosen: Selection) -> bool:
    """Whether a mean is asked for, of an operation whose time depends on its inputs."""
    return bool(chosen.cases) and has_mean(chosen)


def has_mean(chosen: Selection) -> bool:
    """Whether its time depends on its inputs, and further inputs can be drawn."""
    can_vary = not chosen.is_constant_time and not chosen.board.is_host
    return can_vary and drawn_cases.can_draw(chosen.operation.name, chosen.curve)


def means(chosen: Selection, image: Image, fresh: bool = False) -> Record:
    """MEANS over `chosen.cases` drawn inputs, all of whose results must be right. Kept in the cache."""
    cases = chosen.fitted(drawn_cases.drawn(chosen.operation.name, chosen.curve, chosen.cases))
    data, expected = inputs(chosen, cases), outputs(chosen, cases)
    timing = json.dumps(chosen.board.timing)
    key = digest("means", image.sha256, data, expected, simulator_of(chosen.board).fingerprint(), timing)
    found = None if fresh else cache.get(key)
    if found is None:
        parts = (cases[i : i + CASES_OF_A_RUN] for i in range(0, len(cases), CASES_OF_A_RUN))
        costs = [run.cost for part in parts for run in executed(chosen, image, part).runs]
        found = {"cases": len(costs), "mean": round(statistics.fmean(costs), 1)}
        found["deviation"] = round(statistics.stdev(costs), 1) if len(costs) > 1 else None
        cache.put(key, found)
    return found


def with_mean(record: Record, mean: Record, board: boards.Board) -> Record:
    """A record with MEANS, whose cycles, or instructions, are then the mean."""
    record = record | {board.unit: round(mean["mean"])}
    return record | times(board, record["cycles"]) | mean


def without_mean(record: Record, board: boards.Board) -> Record:
    """The record of the few known answers alone, whose cycles, or instructions, are the median."""
    kept = {name: value for name, value in record.items() if name not in MEANS} | {board.unit: record["median"]}
    return kept | times(board, kept["cycles"])


def repeated(request: Request, record: Record) -> Request:
    """The request that measures a record again, with its mean if it has one."""
    return dataclasses.replace(request, cases=record.get("cases", 0))


def times(board: boards.Board, cycles: int | None) -> Record:
    """The fields that follow from the cycles."""
    return {"microseconds": board.microseconds(cycles), "energy_mj": board.energy_mj(cycles)}


def executed(chosen: Selection, image: Image, cases: list[known_answers.Case]) -> Execution:
    """One run of the image for each case; ImageFailed if it crashes or gives a wrong result, DoesNotFit if its stack
    does not fit, by what it took or by its bound."""
    try:
        execution = run(chosen, image, cases)
    except ImageFailed as error:
        raise stack_overflow(image, chosen.board) or error from None
    check_output(execution, cases, outputs(chosen, cases), image.symbol)
    check_stack(execution, image, chosen.board)
    return execution


def run(chosen: Selection, image: Image, cases: list[known_answers.Case], path: Path | None = None) -> Execution:
    """One run for each case of an image, or of the one at `path` with the same routine; a line on stderr from time to
    time. ImageFailed, which names whose code it is, if it crashes or takes longer than run_limits.py allows."""
    limit = run_limits.limit(chosen, len(cases))
    name, count = f"{chosen.implementation}, {image.symbol} on {chosen.board.name}", run_limits.runs(len(cases))
    with heartbeat(lambda s: f"{name}: {count} for {s} s so far; at {limit:,} {chosen.board.unit} it ends"):
        try:
            return simulator_of(chosen.board).execute(
                path or image.path,
                measure=image.symbol,
                step=chosen.operation.step,
                data=inputs(chosen, cases),
                max_cycles=limit,
                **chosen.board.machine,
            )
        except ImageFailed as error:
            why = f"; {run_limits.in_words(chosen, len(cases))}" if LIMIT_REACHED.search(str(error)) else ""
            raise ImageFailed(f"{name}: {error}{why}") from None


def require_kept_inputs(chosen: Selection, image: Image, cases: list[known_answers.Case]) -> None:
    """ImageFailed if somebody else's code changes an input, or does not come to an end, in the first of the cases; all
    others show in the measured image."""
    if not isinstance(chosen, implementations.ImplementationSelection) or not cases:
        return
    try:
        execution = run(chosen, image, cases[:1], kept_inputs.image_of(chosen))
    except ImageFailed as error:
        if LIMIT_REACHED.search(str(error)):
            raise
        return
    kept_inputs.require(chosen, execution, image.symbol)


def cases_of(chosen: Selection) -> tuple[list[known_answers.Case], list[known_answers.Case]]:
    """Edge cases, which are only checked, and random cases, which are also timed."""
    operation = chosen.operation
    subject = operation.of_subject or (chosen.curve.name if operation.on_curve else chosen.curve.field)
    cases = known_answers.load(subject, operation.answers or operation.name)
    if operation.complete:
        groups = ([operation.complete(case, chosen.curve) for case in group] for group in (cases.edge, cases.random))
        cases = known_answers.Cases(*groups)
    edge, random = chosen.fitted(cases.edge[: operation.edge_runs]), chosen.fitted(cases.random[: chosen.timed_runs])
    return edge + chosen.refusals(random), random


def inputs(chosen: Selection, cases: list[known_answers.Case]) -> bytes:
    """The firmware's input to run `cases` one after the other and end."""
    return b"".join(RUN + layouts.encode(chosen.operation.inputs, case, chosen.sizes) for case in cases) + EXIT


def outputs(chosen: Selection, cases: list[known_answers.Case]) -> bytes:
    """The firmware's expected output for `cases`."""
    return b"".join(layouts.encode(chosen.operation.outputs, case, chosen.sizes) for case in cases)


def simulator_of(board: boards.Board) -> ModuleType:
    """The module that runs images of the board."""
    return importlib.import_module(f"motelab.boards.{board.simulator}")


def check_output(execution: Execution, cases: list[known_answers.Case], expected: bytes, symbol: str) -> None:
    """ImageFailed unless every case was run once and gave its known answer."""
    if len(execution.output) > len(expected):
        raise ImageFailed(f"{symbol}: the image wrote {len(execution.output)} bytes instead of {len(expected)}")
    if execution.output != expected:
        size = len(expected) // len(cases)
        pairs = [(execution.output[i : i + size], expected[i : i + size]) for i in range(0, len(expected), size)]
        wrong = next(i for i, (got, right) in enumerate(pairs) if got != right)
        got, right = pairs[wrong]
        case = ", ".join(f"{name} = {value:#x}" for name, value in cases[wrong].items())
        raise ImageFailed(f"{symbol} {fault(symbol, got, right)}; known answer: {case}")
    if len(execution.runs) != len(cases):
        raise ImageFailed(f"{symbol} ran {len(execution.runs)} times in {len(cases)} cases")


def fault(symbol: str, got: bytes, right: bytes) -> str:
    """What a wrong output shows."""
    if got[:1] == bytes([answers_of_others.OVERRUN]) and symbol.startswith("implementation_"):
        return f"writes past the {len(right) - 1} bytes of its result"
    return f"gives a wrong result, {got.hex() or 'nothing'} where {right.hex()} is due"


def check_stack(execution: Execution, image: Image, board: boards.Board) -> None:
    """DoesNotFit if the stack reached into the image's data in RAM."""
    static, stack = sizes(image.path).ram_static, max(run.stack_bytes for run in execution.runs)
    if static + stack > board.usable_ram_bytes:
        needed = f"{static:,} B of static RAM and {stack:,} B of stack"
        raise DoesNotFit(f"{image.symbol} takes {needed}; {board.room('RAM')}")


def stack_overflow(image: Image, board: boards.Board) -> DoesNotFit | None:
    """Why a crashed image does not fit, if its static data and the bound of its stack exceed the board's RAM."""
    bound, static = stack.kept_bound(image.path, image.sha256, image.symbol), sizes(image.path).ram_static
    if bound is None or bound.bytes is None or static + bound.bytes <= board.usable_ram_bytes:
        return None
    needed = f"{static:,} B of static RAM and up to {bound.bytes:,} B of stack"
    return DoesNotFit(f"{image.symbol} takes {needed}; {board.room('RAM')}")


def described(chosen: Selection, verified: bool = False) -> Record:
    """A record of the request, without figures."""
    s, board = chosen, chosen.board
    return new_record(
        board=board.name, device=board.device, clock_hz=board.clock_hz, flash_wait_states=board.flash_wait_states,
        profile=s.profile,
        curve=s.curve.name if s.operation.on_curve else None, field=s.curve.field_notation, operation=s.operation.name,
        input=s.operation.input, implementation=s.implementation, implementation_commit=s.implementation_commit,
        algorithm=s.algorithm, window=s.window, backend=s.backend,
        word_bits=s.word_bits, blinding=s.blinding, nonce=s.operation.nonce, constant_time=s.is_constant_time,
        threads=1, verified=verified, choices=s.choices,
    )  # fmt: skip


def stack_figures(image: Image) -> Record:
    """Upper bound of the stack, by the image alone."""
    bound = stack.kept_bound(image.path, image.sha256, image.symbol)
    return {"stack_bound_bytes": bound and bound.bytes}


def table_bytes(chosen: Selection) -> Record:
    """Bytes of the tables of a scalar multiplication, by its header."""
    if chosen.operation.name != COUNTED_OPERATION or chosen.implementation != selection.OURS:
        return {}
    algorithm, window, sizes_ = chosen.member.algorithm, chosen.member.window, chosen.sizes
    words = sizes_.words(sizes_.field_bits) // sizes_.word_bytes
    measures = (window, words, sizes_.word_bytes, sizes_.scalar_bits)
    return {"ram_table_bytes": algorithm.ram_bytes(*measures), "flash_table_bytes": algorithm.flash_bytes(*measures)}


def figures(chosen: Selection, image: Image, execution: Execution, timed: int) -> Record:
    """Figures of the last `timed` runs; counts come from the run of the (lower) median."""
    runs = sorted(execution.runs[-timed:], key=lambda run: run.cost)
    costs = [run.cost for run in runs]
    typical = runs[costs.index(statistics.median_low(costs))]
    board = chosen.board
    return {
        **image_figures(image),
        **constancy(chosen, costs[0], costs[-1], len(runs)),
        "cycles": typical.cycles,
        "instructions": typical.instructions,
        **times(board, typical.cycles),
        "stack_bytes": max(run.stack_bytes for run in execution.runs),
        "loads": typical.loads,
        "stores": typical.stores,
        "xors": typical.xors,
        "runs": len(runs),
        "min": costs[0],
        "median": typical.cost,
        "max": costs[-1],
        "unit": board.unit,
        **(step_figures(chosen.board, execution.runs) if chosen.operation.step else {}),
        "cycle_model": board.cycle_model,
    }


def image_figures(image: Image) -> Record:
    """The image's facts that need no run."""
    used = sizes(image.path) - sizes(image.baseline)
    return {
        "kernel": " + ".join(image.kernels) or None,
        "flash_bytes": used.flash,
        "flash_const_bytes": used.flash_const,
        "ram_static_bytes": used.ram_static,
        "elf_sha256": image.sha256,
        "compiler": image.compiler,
        "flags": image.flags,
        "implementation_sha256": image.source_sha256,
    }


def constancy(chosen: Selection, least: int, most: int, runs: int) -> Record:
    """Whether a selection is constant time, and the evidence, given the least and the greatest cost of its runs."""
    equal = least == most
    spread = f"{chosen.board.unit} {'equal' if equal else 'differ'} in {runs} runs on different inputs"
    # Time may depend on public inputs; ctcheck holds these equal.
    all_secret = len(chosen.operation.inputs) == 1
    return {
        "constant_time": chosen.is_constant_time and (equal or not all_secret),
        "constant_time_evidence": f"{chosen.declared_constancy}; {spread}" if chosen.is_constant_time else None,
    }


def milliseconds(board: boards.Board, cycles: int | None) -> float | None:
    """Time of so many cycles; None if they are not known."""
    return None if cycles is None else round(board.microseconds(cycles) / 1000, 3)


def step_figures(board: boards.Board, runs: Sequence[Run]) -> Record:
    """Figures of a call in steps: over all runs, the most steps, the longest step, and the deepest use of the task's
    stack. (`stack_bytes` is then the stack of the code that makes the steps.)"""
    longest = max(run.longest_step for run in runs) if board.counts_cycles else None
    return {
        "steps": max(run.steps for run in runs),
        "longest_step_cycles": longest,
        "longest_step_ms": milliseconds(board, longest),
        "task_stack_bytes": max(run.task_stack_bytes for run in runs),
    }
