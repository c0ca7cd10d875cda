"""Measures algorithms on boards: the request, the record that answers it, the command that repeats it."""

import dataclasses
import importlib
import json
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from motecurve import board as boards
from motecurve import cache, curves, known_answers, operations, run_facts
from motecurve.errors import ImageFailed, MotecurveError
from motecurve.image import Builder, Image, digest
from motecurve.names import one_of
from motecurve.records import Record, keep_records, new_record
from motecurve.selection import BACKENDS, Member, Selection, bind, find_member, slot_of, usable
from motecurve.sizes import sizes

Progress = Callable[[int, int, str], None]
RUN, EXIT = b"\x01", b"\x00"  # commands of boards/firmware/bench.h
MAX_CYCLES = 3_000_000_000  # of one image with all its cases; more is an endless loop


@dataclasses.dataclass(frozen=True)
class Request:
    """What to measure. Without `algorithm` it is the board's own choice; `choices` overrides the board's own
    members of other slots: (family, 'name' or 'name:backend'), as in board files."""

    board: str = "micaz"
    operation: str = "fb-mul"
    algorithm: str = ""
    window: int | None = None
    backend: str = "c"
    curve: str = "sect163k1"
    profile: str = "fast"
    choices: tuple[tuple[str, str], ...] = ()


def command_for(request: Request) -> str:
    """The one command that repeats a measurement."""
    words = ["./motecurve bench", f"--board {request.board}", f"--op {request.operation}"]
    words += [f"--algorithm {request.algorithm}"] if request.algorithm else []
    words += [f"--window {request.window}"] if request.window is not None else []
    words += [f"--backend {request.backend}", f"--curve {request.curve}"]
    words += [f"--profile {request.profile}"] if request.profile != "fast" else []
    words += [f"--with {family}={member}" for family, member in request.choices]
    return " ".join(words)


def select(request: Request) -> Selection:
    """What an image for `request` measures and binds; MotecurveError if a name is unknown or does not fit."""
    board = boards.load(request.board)
    operation = operations.find(request.operation)
    curve = curves.find(request.curve, board.curves)
    one_of("backend", request.backend, BACKENDS)
    one_of("profile", request.profile, board.compiler.profiles)
    bound = {
        slot: bind(slot, spec, board, curve.field)
        for slot, spec in board.own_choices(request.backend, curve.name).items()
    }
    for slot, spec in request.choices:
        one_of("family", slot, operations.SLOTS)
        bound[slot] = bind(slot, spec, board, curve.field, request.backend)
    if not request.algorithm:
        member = bound[operation.slots[0]]
    else:
        member = requested_member(request, operation, board, curve.field, bound)
        bound[slot_of(operation, member)] = member
    return Selection(
        operation, board, curve.name, curve.field, curve.degree, request.backend, request.profile,
        request.algorithm or member.algorithm.name, member, bound,
    )  # fmt: skip


def requested_member(
    request: Request, operation: operations.Operation, board: boards.Board, field: str, bound: dict[str, Member]
) -> Member:
    """The member that `request` names. A name that is only known among the parts of a composed operation is
    bound there, and the composition is measured."""
    spec = request.algorithm if request.window is None else f"{request.algorithm}/{request.window}"
    known = {a.name for a in usable(operation.family, board, field)}
    part = operation.composed_of[0] if operation.composed_of else None
    if part and request.algorithm not in known and request.algorithm in {a.name for a in usable(part, board, field)}:
        bound[part] = with_backend(find_member(part, spec, board, field, request.backend), request.backend, board)
        return find_member(operation.family, "composed", board, field)
    return with_backend(find_member(operation.family, spec, board, field, request.backend), request.backend, board)


def with_backend(member: Member, backend: str, board: boards.Board) -> Member:
    """`member`, unless assembly was asked for and neither it nor what it calls has any."""
    algorithm = member.algorithm
    if backend == "asm" and algorithm.backend == "c" and not algorithm.uses:
        raise MotecurveError(f"{algorithm.family} {algorithm.name} has no assembly for {board.name}; use --backend c")
    return member


def measure(
    requests: Sequence[Request], fresh: bool = False, progress: Progress | None = None, jobs: int = 2
) -> list[Record]:
    """Measures `requests`, `jobs` at a time, and returns their records in the same order.

    A figure comes only from a run whose every output equals its known answer; an image that fails gives a
    record with `verified` false and no figures, and says why in build/run.json. `progress(done, total, what)`
    is called after each. `fresh` ignores cached results. Raises MotecurveError for a request that cannot be
    met (unknown names) and MissingTool for a missing compiler or simulator."""
    selections = [select(request) for request in requests]
    records: list[Record] = [{}] * len(requests)
    failures: dict[str, str] = {}
    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        waiting = {pool.submit(measure_one, selection, fresh): i for i, selection in enumerate(selections)}
        try:
            for done, future in enumerate(as_completed(waiting), start=1):
                index = waiting[future]
                try:
                    records[index] = future.result()
                except ImageFailed as error:
                    records[index] = described(selections[index], verified=False)
                    failures[command_for(requests[index])] = str(error)
                if progress:
                    progress(done, len(requests), f"{requests[index].operation} {selections[index].algorithm}")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    keep_records(records)
    run_facts.write(failures)
    return records


def measure_one(selection: Selection, fresh: bool = False) -> Record:
    """The record of one selection; ImageFailed if its image does not build, crashes or gives a wrong result."""
    simulator = importlib.import_module(f"motecurve.{selection.board.simulator}")
    image = Builder(selection).build()
    edge, random = cases_of(selection)
    data, expected = vectors(selection, edge + random)
    question = json.dumps(described(selection))
    key = digest(image.sha256, image.baseline.read_bytes(), data, expected, simulator.fingerprint(), question)
    record = None if fresh else cache.get(key)
    if record is None:
        execution = simulator.execute(image.path, measure=selection.symbol, data=data, max_cycles=MAX_CYCLES, **selection.board.machine)
        check_output(execution, edge + random, expected, selection)
        record = described(selection, verified=True) | figures(selection, image, execution, len(random))
        record["simulator"] = simulator.version()
        cache.put(key, record)
    return record


def cases_of(selection: Selection) -> tuple[list[known_answers.Case], list[known_answers.Case]]:
    """Edge cases, which are only checked, and random cases, which are also timed."""
    operation = selection.operation
    cases = known_answers.load(selection.curve if operation.on_curve else selection.field, operation.name)
    runs = operation.random_runs if selection.member.algorithm.is_constant_time else operation.random_runs_var
    return cases.edge[: operation.edge_runs], cases.random[:runs]


def vectors(selection: Selection, cases: list[known_answers.Case]) -> tuple[bytes, bytes]:
    """What the firmware reads and must write for `cases`."""
    layout = (selection.board.word_bits // 8, selection.degree)
    operation = selection.operation
    data = b"".join(RUN + operations.encode(operation.inputs, case, *layout) for case in cases) + EXIT
    return data, b"".join(operations.encode(operation.outputs, case, *layout) for case in cases)


def check_output(execution, cases: list[known_answers.Case], expected: bytes, selection: Selection) -> None:
    """ImageFailed unless every case was run once and gave its known answer."""
    if execution.output != expected:
        size = len(expected) // len(cases)
        pairs = [(execution.output[i : i + size], expected[i : i + size]) for i in range(0, len(expected), size)]
        wrong = next(i for i, (got, right) in enumerate(pairs) if got != right)
        raise ImageFailed(f"{selection.symbol} gives a wrong result for {cases[wrong]}")
    if len(execution.runs) != len(cases):
        raise ImageFailed(f"{selection.symbol} ran {len(execution.runs)} times in {len(cases)} cases")


def described(selection: Selection, verified: bool = False) -> Record:
    """A record of what was asked, without figures."""
    s, board = selection, selection.board
    return new_record(
        board=board.name, device=board.device, clock_hz=board.clock_hz, profile=s.profile,
        curve=s.curve if s.operation.on_curve else None, field=f"F_2^{s.degree}", operation=s.operation.name,
        input=s.operation.input, algorithm=s.algorithm, window=s.window, backend=s.backend,
        word_bits=board.word_bits, constant_time=s.is_constant_time, threads=1, verified=verified,
        choices=s.choices,
    )  # fmt: skip


def figures(selection: Selection, image: Image, execution, timed: int) -> Record:
    """Figures of the last `timed` runs; the run of the (lower) median stands for all in what is counted."""
    runs = sorted(execution.runs[-timed:], key=lambda run: run.cycles)
    cycles = [run.cycles for run in runs]
    typical = runs[cycles.index(statistics.median_low(cycles))]
    board = selection.board
    used = sizes(image.path) - sizes(image.baseline)
    equal = cycles[0] == cycles[-1]
    spread = f"cycles {'equal' if equal else 'differ'} in {len(runs)} runs on different inputs"
    declared = selection.member.algorithm.constant_time
    return {
        "kernel": " + ".join(image.kernels) or None,
        "constant_time": selection.is_constant_time and equal,
        "constant_time_evidence": f"declared {declared}; {spread}" if selection.is_constant_time else None,
        "cycles": typical.cycles,
        "instructions": typical.instructions,
        "microseconds": board.microseconds(typical.cycles),
        "energy_mj": board.energy_mj(typical.cycles),
        "flash_bytes": used.flash,
        "flash_const_bytes": used.flash_const,
        "ram_static_bytes": used.ram_static,
        "stack_bytes": max(run.stack_bytes for run in execution.runs),
        "loads": typical.loads,
        "stores": typical.stores,
        "xors": typical.xors,
        "runs": len(runs),
        "min": cycles[0],
        "median": typical.cycles,
        "max": cycles[-1],
        "unit": "cycles",
        "elf_sha256": image.sha256,
        "compiler": image.compiler,
        "flags": image.flags,
        "cycle_model": board.cycle_model,
    }
