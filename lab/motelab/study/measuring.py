"""From states and rows to measured lines. Every result is compared with Python's affine arithmetic."""

import dataclasses
import random
import re
import statistics
from collections.abc import Sequence

from motelab.boards import board as boards
from motelab.boards import selection
from motelab.boards.image import Builder
from motelab.boards.selection import Selection
from motelab.common.errors import DoesNotFit, ImageFailed
from motelab.measure import bench, versus_counted
from motelab.study import host_openssl, hypotheses, names, twins
from motelab.study.hypotheses import OPENSSL, State
from motelab.study.names import Name
from motelab.study.store import STATE_KEY, Line
from motelab.subjects import operations
from motelab.subjects.curves import Curve, Given
from motelab.subjects.known_answers import Case

WINDOW = 4  # of w-NAF
MONTGOMERY = (("fp-mul-reduce", "montgomery-cios"), ("fp-sqr-reduce", "multiply"))
WNAF, BEST = "wnaf-montgomery", "best"  # implementations of rows, besides OpenSSL
KEY_GENERATION = "ecdsa-keygen"
ROW_SCALARS = 4  # private keys of each name, its own: twin names have different ones
BOARDS = {
    WNAF: ("cortex-m0plus", "msp430f5438a", "rpi2", "micaz", "telosb"),
    BEST: ("cortex-m0plus", "msp430f5438a", "rpi2", "micaz", "telosb"),
    OPENSSL: ("rpi2", "host"),
}
BACKENDS = {"special": "asm", "special-c": "c", "montgomery": "c"}


def selected(state: State) -> Selection:
    """The members that a state is measured with: w-NAF of any point."""
    choices = MONTGOMERY if state.reduction == "montgomery" else ()
    return selection.select(
        operations.find("scalar-mult"),
        boards.load(state.board),
        twins.twin(state),
        algorithm="wnaf",
        window=WINDOW,
        backend=BACKENDS[state.reduction],
        choices=choices,
    )


def measured_state(state: State) -> Line:
    """The costs of a state, one for each scalar, on a simulated board."""
    chosen, cases = selected(state), list(twins.cases(state))
    values = {name: getattr(state, name) for name in STATE_KEY} | lengths(state)
    values |= {"hypotheses_sha256": hypotheses.sha256(), "unit": chosen.board.unit}
    if state.implementation == OPENSSL:
        counted = versus_counted.count(chosen, cases, OPENSSL)
        reason = counted.reason or versus_counted.disagreement(chosen, cases, counted.results)
        if reason:
            raise ImageFailed(f"{OPENSSL}: {state.name}: {reason}")
        return values | {"version": counted.version, "costs": list(counted.instructions)}
    return values | costs_of(chosen, cases)


def lengths(state: State) -> Line:
    """Bits of a, b and of the coordinates of the point that is multiplied."""
    (_, a), (_, b) = twins.twin(state).coefficients
    x, y = twins.base_point(state)
    numbers = {"a_bits": a, "b_bits": b, "x_bits": x, "y_bits": y}
    return {name: value.bit_length() for name, value in numbers.items()}


def costs_of(chosen: Selection, cases: Sequence[Case]) -> Line:
    """Costs of the cases in their order, and the memory, of our library; DoesNotFit or ImageFailed."""
    image = Builder(chosen).build()
    execution = bench.executed(chosen, image, list(cases))
    memory = bench.image_figures(image)
    return {
        "costs": [run.cost for run in execution.runs],
        "flash_bytes": memory["flash_bytes"],
        "flash_const_bytes": memory["flash_const_bytes"],
        "ram_static_bytes": memory["ram_static_bytes"],
        "stack_bytes": max(run.stack_bytes for run in execution.runs),
        "elf_sha256": image.sha256,
    }


def measured_states_of_host(states: Sequence[State]) -> list[Line]:
    """Microseconds of states that share a base curve, by OpenSSL on this computer: scalar by scalar, all states in
    turns."""
    cases = [twins.cases(state) for state in states]
    groups = [host_openssl.Group(twins.twin(state)) for state in states]
    costs = []
    for of_scalar in zip(*cases, strict=True):
        calls = [group.multiplication(case) for group, case in zip(groups, of_scalar, strict=True)]
        costs.append(host_openssl.medians(calls))
    return [
        {name: getattr(state, name) for name in STATE_KEY}
        | lengths(state)
        | {"hypotheses_sha256": hypotheses.sha256(), "unit": "microseconds", "version": host_openssl.version()}
        | {"costs": list(of_state)}
        for state, of_state in zip(states, zip(*costs, strict=True), strict=True)
    ]


def row(board: str, implementation: str, name: str) -> Line:
    """The line of a row before it is measured."""
    return {"board": board, "implementation": implementation, "name": name}


def measured_row(board: str, implementation: str, one: Name) -> Line:
    """A key generation on a simulated board. If it does not fit, why, and how many bytes are lacking."""
    line = row(board, implementation, one.name)
    curve = as_openssl(one.curve) if implementation == OPENSSL else one.curve
    chosen, cases = key_generation(board, implementation, curve), key_cases(one, curve)
    if implementation == OPENSSL:
        counted = versus_counted.count(chosen, cases, OPENSSL)
        reason = counted.reason or versus_counted.disagreement(chosen, cases, counted.results)
        if reason:
            raise ImageFailed(f"{OPENSSL}: {KEY_GENERATION} on {one.name}: {reason}")
        return line | summary(chosen.board.unit, counted.instructions) | {"version": counted.version}
    try:
        costs = costs_of(chosen, cases)
    except ImageFailed as error:
        reason = str(error).rpartition(".elf: ")[2]
        lacking = bytes_lacking(reason)
        if lacking is None and not isinstance(error, DoesNotFit):
            raise
        return line | {"reason": reason, "bytes_lacking": lacking}
    members = {"algorithm": chosen.bound["scalar-mult"].spec, "base": chosen.bound["scalar-mult-base"].spec}
    return line | summary(chosen.board.unit, costs.pop("costs")) | members | costs


def key_generation(board: str, implementation: str, curve: Curve) -> Selection:
    """The members of a row: the paper's own, w-NAF and Montgomery's multiplication in C, or the board's own choice."""
    device, operation = boards.load(board), operations.find(KEY_GENERATION)
    if implementation != WNAF:
        return selection.select(operation, device, curve, backend=device.best_backend("fast"))
    choices = (("scalar-mult", f"wnaf/{WINDOW}"), ("scalar-mult-base", "generic"))
    if curve.is_prime:
        curve = dataclasses.replace(curve, given=Given(montgomery=True))
        choices += MONTGOMERY
    return selection.select(operation, device, curve, backend="c", choices=choices)


def as_openssl(curve: Curve) -> Curve:
    """The curve by its parameters, since OpenSSL has code of its own for some names; with the published generator,
    even if its order is composite, as OpenSSL has it."""
    curve = dataclasses.replace(curve, name=f"{curve.name}-given", record=twins.without_names(curve.record))
    order = curve.published_generator_order
    if order is None:
        return curve
    x, y = (int(curve.record["G"][name], 16) for name in "xy")
    return dataclasses.replace(curve, generator=(x, y), order=order, cofactor=curve.cofactor * curve.order // order)


def key_cases(one: Name, curve: Curve) -> list[Case]:
    """Private keys as long as the order, drawn by the name, and their public keys."""
    draw, points = random.Random(f"{hypotheses.method()['seed']} {one.name}"), twins.arithmetic(curve)
    least = 1 << (curve.order.bit_length() - 1)
    keys = [draw.randrange(least, curve.order) for _ in range(ROW_SCALARS)]
    publics = [points.multiply(d, curve.generator) for d in keys]
    return [{"d": d, "px": x, "py": y, "status": 0} for d, (x, y) in zip(keys, publics, strict=True)]


def summary(unit: str, costs: Sequence[float]) -> Line:
    """Unit, lower median, least and greatest cost."""
    return {"unit": unit, "median": statistics.median_low(costs), "min": min(costs), "max": max(costs)}


def bytes_lacking(reason: str) -> int | None:
    """Bytes that a board would need beyond its own, from the reason why an image does not fit; the least number if a
    simulator stopped where the stack met the variables."""
    met = re.search(r"it reaches (0x\w+), variables end at (0x\w+)", reason)
    if met:
        return int(met[2], 16) - int(met[1], 16)
    has = re.search(r"has ([\d,]+)$", reason)
    needed = re.findall(r"([\d,]+) B\b", reason)
    return sum(map(_number, needed)) - _number(has[1]) if has and needed else None


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def measured_rows_of_host() -> list[Line]:
    """Microseconds of OpenSSL's key generations on every name, in turns."""
    known = names.load()
    found = host_openssl.times([host_openssl.key_generation(as_openssl(one.curve)) for one in known])
    rounded = [[round(value, 3) for value in of_name] for of_name in found]
    version = {"version": host_openssl.version()}
    return [
        row("host", OPENSSL, one.name) | summary("microseconds", of_name) | version
        for one, of_name in zip(known, rounded, strict=True)
    ]
