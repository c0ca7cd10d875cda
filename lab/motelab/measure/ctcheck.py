"""Constant-time check on the shipped image: the same routine with different secrets in the same places must execute
the same instructions, in the same number of cycles."""

from collections.abc import Sequence
from typing import Any

from motelab.boards.execution import Execution, Trace
from motelab.boards.image import Image
from motelab.boards.implementations.image import builder_of
from motelab.boards.selection import OURS, Selection
from motelab.boards.sizes import routine_at
from motelab.common.errors import MotecurveError
from motelab.measure import bench, operand_times, run_limits, secret_values
from motelab.measure.bench import Request
from motelab.measure.secret_values import Secret
from motelab.subjects import operations

# Cycles or instructions that all secrets together may take unless their number is given: some seconds.
COST = 40_000_000
# A run of at most so many cycles is short: it takes SECRETS secrets at least.
SHORT, SECRETS = 2_500_000, 64
# Secrets whose runs are compared instruction by instruction with the first: each takes two traces.
TRACED = 3

Row = dict[str, Any]


def secrets_for(chosen: Selection, count: int) -> list[Secret]:
    """So many scalars below the order, or nonzero field elements."""
    scalar = chosen.operation.on_curve
    limit = chosen.curve.order if scalar else chosen.curve.elements
    return secret_values.chosen(limit, count, "n-1" if scalar else "all ones")


def is_checkable(request: Request) -> bool:
    """Whether it has a secret and claims that this does not show."""
    chosen = bench.select(request)
    return bool(chosen.operation.secret) and chosen.is_constant_time


def check(request: Request, secrets: int | None = None) -> Row:
    """One row of `ctcheck`, with so many secrets, or as many as COST allows. Of its `random_secrets` one branch is seen
    with `seen_percent`, if at least one secret in `seen_one_in` takes it. MotecurveError for an operation without a
    secret or a member that does not claim to be constant time; ImageFailed if the image does not run."""
    chosen = bench.select(request)
    if chosen.operation.secret is None:
        known = ", ".join(o.name for o in operations.OPERATIONS.values() if o.secret)
        raise MotecurveError(f"{chosen.operation.name} has no secret input; ctcheck takes {known}")
    if not chosen.is_constant_time:
        if chosen.implementation != OURS:
            raise MotecurveError(f"{chosen.implementation} does not claim constant time for {chosen.operation.name}")
        readers = " and ".join(member.spec for member in chosen.table_readers)
        why = f"with {readers}, which reads tables, on a data cache" if readers else "by its own header"
        raise MotecurveError(f"{chosen.algorithm} is not constant time {why}")
    return check_selection(chosen, secrets)


def check_selection(chosen: Selection, count: int | None = None) -> Row:
    """Builds the image that `bench` measures and runs it with every secret, other inputs unchanged."""
    operation = chosen.operation
    image = builder_of(chosen).build()
    public = bench.cases_of(chosen)[1][0]
    secrets = secrets_for(chosen, count or affordable(image, chosen, public))
    cases = [public | {operation.secret: secret.value} for secret in secrets]
    if operation.settle:
        cases = [operation.settle(case, chosen.curve) for case in cases]
    fitting = [(secret, kept) for secret, case in zip(secrets, cases, strict=True) for kept in chosen.fitted([case])]
    secrets, cases = [secret for secret, _ in fitting], [case for _, case in fitting]
    return {
        "board": chosen.board.name,
        "curve": chosen.curve.name if operation.on_curve else None,
        "operation": operation.name,
        "algorithm": chosen.algorithm,
        "backend": chosen.backend,
        **compare(image, chosen, bench.inputs(chosen, cases), secrets),
    }


def affordable(image: Image, chosen: Selection, case: dict[str, int]) -> int:
    """The number of secrets that COST allows, from the cost of one run of the image; SECRETS at least if that is
    short."""
    data = bench.inputs(chosen, [case])
    execution = bench.simulator_of(chosen.board).execute(
        image.path,
        measure=image.symbol,
        data=data,
        max_cycles=run_limits.limit(chosen, 1),
        **chosen.board.machine,
    )
    cost = max(execution.runs[0].cost, 1)
    least = SECRETS if cost <= SHORT else secret_values.MIN_COUNT
    return min(max(COST // cost, least), secret_values.MAX_COUNT)


def compare(image: Image, chosen: Selection, data: bytes, secrets: list[Secret]) -> Row:
    """Runs the image once with all secrets. Returns how its runs differ, and its instructions that could take another
    time without differing."""
    # One image's limit for every hundred secrets, so that a thousand of the dearest do not look like an endless loop.
    limit = chosen.max_cycles * (1 + len(secrets) // 100)
    options = {"measure": image.symbol, "data": data, "max_cycles": limit, **chosen.board.machine}
    simulator = bench.simulator_of(chosen.board)
    execution: Execution = simulator.execute(image.path, **options)
    first, *others = execution.runs
    leaks = [slow_by_operands(place) for place in operand_times.not_allowed(image.path, chosen.board)]
    seen: set[tuple[str, str]] = set()
    for index, run in enumerate(others, start=1):
        if (run.trace_hash, run.address_hash) in seen or len(seen) == TRACED:
            continue
        same_trace, same_addresses = run.trace_hash == first.trace_hash, run.address_hash == first.address_hash
        if same_trace and (same_addresses or not chosen.board.has_data_cache):
            continue
        seen.add((run.trace_hash, run.address_hash))
        one, other = (simulator.full_trace(image.path, run=i, **options) for i in (0, index))
        leak = (divergence if not same_trace else address_divergence)(image, one, other)
        leak["secrets"] = [secrets[0].name, secrets[index].name]
        if leak["address"] not in [known["address"] for known in leaks]:
            leaks.append(leak)
    random = sum(secret.name == secret_values.RANDOM_NAME for secret in secrets)
    return {
        "elf_sha256": image.sha256,
        "secrets": [{"name": secret.name, "value": hex(secret.value)} for secret in secrets],
        "equal_cycles": len({run.cost for run in execution.runs}) == 1,
        "equal_trace": len({run.trace_hash for run in execution.runs}) == 1,
        "equal_addresses": len({run.address_hash for run in execution.runs}) == 1,
        "leaks": leaks,
        "random_secrets": random,
        "seen_one_in": secret_values.rarest(random),
        "seen_percent": secret_values.SEEN_PERCENT,
    }


def first_difference(one: Sequence[int], other: Sequence[int]) -> int:
    """Index where two sequences part; if one begins the other, the end of the shorter one."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def divergence(image: Image, one: Trace, other: Trace) -> Row:
    """Where two traces part: the last instruction that both took before they differ, and its routine."""
    address = one.counters[max(first_difference(one.counters, other.counters) - 1, 0)]
    return {"kind": "branch", "routine": routine_at(image.path, address), "address": hex(address)}


def address_divergence(image: Image, one: Trace, other: Trace) -> Row:
    """Where traces of the same instructions part: the first instruction that accesses different addresses, and its
    routine."""
    address = one.counters[first_difference(one.addresses, other.addresses)]
    return {"kind": "address", "routine": routine_at(image.path, address), "address": hex(address)}


def slow_by_operands(place: operand_times.Place) -> Row:
    """A leak that no trace shows."""
    return {"kind": place.kind, "routine": place.routine, "address": hex(place.address), "secrets": []}


def leaked(row: Row) -> bool:
    """Whether the secret shows: in the cycles, in the executed instructions, in their operands, or, with a cache, in
    addresses."""
    return bool(row["leaks"]) or not (row["equal_cycles"] and row["equal_trace"])
