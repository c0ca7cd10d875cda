"""Constant-time check on the shipped image: the same routine with different secrets in the same places must
take the same instructions, in the same number of cycles."""

import dataclasses
import secrets as randomness
from collections.abc import Sequence
from typing import Any

from motecurve import bench, operations
from motecurve.bench import Request
from motecurve.errors import MotecurveError
from motecurve.execution import Execution, Trace
from motecurve.image import Builder, Image
from motecurve.selection import Selection
from motecurve.sizes import routine_at

FRESH_SECRETS = 2

Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Secret:
    """One value of the secret input and what it is for."""

    name: str
    value: int


def secrets_for(chosen: Selection) -> list[Secret]:
    """1, the largest, a sparse and a dense value, and fresh random ones: scalars below the order, or nonzero
    field elements."""
    scalar = chosen.operation.on_curve
    limit = chosen.curve.order if scalar else chosen.curve.elements
    bits = limit.bit_length() - 1
    dense = (1 << bits) - 1
    fixed = [
        Secret("1", 1),
        Secret("n-1" if scalar else "all ones", limit - 1),
        Secret("sparse", 1 << bits // 2),
        Secret("dense", dense - (1 << bits // 3)),
    ]
    return fixed + [Secret("random", 1 + randomness.randbelow(limit - 1)) for _ in range(FRESH_SECRETS)]


def check(request: Request) -> Row:
    """One row of `ctcheck`. MotecurveError for an operation without a secret or a member that does not claim
    to be constant time; ImageFailed if the image does not run."""
    chosen = bench.select(request)
    if chosen.operation.secret is None:
        known = ", ".join(o.name for o in operations.OPERATIONS.values() if o.secret)
        raise MotecurveError(f"{chosen.operation.name} has no secret input; ctcheck takes {known}")
    if not chosen.is_constant_time:
        readers = " and ".join(member.spec for member in chosen.table_readers)
        why = f"with {readers}, which reads tables, on a data cache" if readers else "by its own header"
        raise MotecurveError(f"{chosen.algorithm} is not constant time {why}")
    return check_selection(chosen)


def check_selection(chosen: Selection) -> Row:
    """Builds the image that `bench` measures and runs it with every secret, other inputs unchanged."""
    operation = chosen.operation
    image = Builder(chosen).build()
    public = bench.cases_of(chosen)[1][0]
    secrets = secrets_for(chosen)
    cases = [public | {operation.secret: secret.value} for secret in secrets]
    if operation.settle:
        cases = [operation.settle(case, chosen.curve) for case in cases]
    return {
        "board": chosen.board.name,
        "curve": chosen.curve.name if operation.on_curve else None,
        "operation": operation.name,
        "algorithm": chosen.algorithm,
        "backend": chosen.backend,
        **compare(image, chosen, bench.inputs(chosen, cases), secrets),
    }


def compare(image: Image, chosen: Selection, data: bytes, secrets: list[Secret]) -> Row:
    """Runs the image once with all secrets and says in what its runs differ."""
    options = {"measure": image.symbol, "data": data, **chosen.board.machine}
    simulator = bench.simulator_of(chosen.board)
    execution: Execution = simulator.execute(image.path, **options)
    first, *others = execution.runs
    leaks = []
    for index, run in enumerate(others, start=1):
        same_trace, same_addresses = run.trace_hash == first.trace_hash, run.address_hash == first.address_hash
        if same_trace and (same_addresses or not chosen.board.has_data_cache):
            continue
        one, other = (simulator.full_trace(image.path, run=i, **options) for i in (0, index))
        leak = (divergence if not same_trace else address_divergence)(image, one, other)
        leak["secrets"] = [secrets[0].name, secrets[index].name]
        if leak["address"] not in [known["address"] for known in leaks]:
            leaks.append(leak)
    return {
        "elf_sha256": image.sha256,
        "secrets": [{"name": secret.name, "value": hex(secret.value)} for secret in secrets],
        "equal_cycles": len({run.cost for run in execution.runs}) == 1,
        "equal_trace": len({run.trace_hash for run in execution.runs}) == 1,
        "equal_addresses": len({run.address_hash for run in execution.runs}) == 1,
        "leaks": leaks,
    }


def first_difference(one: Sequence[int], other: Sequence[int]) -> int:
    """Index where two sequences part: that of the end of the shorter one if it begins the other."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def divergence(image: Image, one: Trace, other: Trace) -> Row:
    """Where two traces part: the last instruction that both took before they differ, and its routine."""
    address = one.counters[max(first_difference(one.counters, other.counters) - 1, 0)]
    return {"kind": "branch", "routine": routine_at(image.path, address), "address": hex(address)}


def address_divergence(image: Image, one: Trace, other: Trace) -> Row:
    """Where traces of the same instructions part: the first that accesses different addresses, and its routine."""
    address = one.counters[first_difference(one.addresses, other.addresses)]
    return {"kind": "address", "routine": routine_at(image.path, address), "address": hex(address)}


def leaked(row: Row) -> bool:
    """Whether the secret shows: in the cycles, in the instructions taken, or, with a cache, in addresses."""
    return bool(row["leaks"]) or not (row["equal_cycles"] and row["equal_trace"])
