"""The costs of a drop's calls, as its README states them."""

from collections.abc import Iterator

from motelab.common import markdown
from motelab.export.calls import FURTHER
from motelab.export.drop import Drop
from motelab.measure import bench
from motelab.measure.records import Record


def calls_table(drop: Drop) -> str:
    """The records of the calls, each with its steps below it, if it is made in steps; and of further functions. Empty
    for a chip without figures."""
    if drop.board.portable:
        return ""
    counts_cycles = drop.board.counts_cycles
    unit = ("cycles", "ms", "mJ") if counts_cycles else ("instructions",)
    headings = ["call", *unit, "flash B", "RAM B", "stack B"]
    rows = (row for name, record in _measured(drop) for row in _rows(name, record, counts_cycles, len(headings)))
    return markdown.table(headings, rows, texts=1)


def _measured(drop: Drop) -> list[tuple[str, Record]]:
    """The measured functions, each with its record; none on a chip without figures."""
    if drop.board.portable:
        return []
    of_calls = [(call.functions[0], record) for call, record in zip(drop.calls, drop.records, strict=True)]
    return of_calls + list(drop.further_records.items())


def _rows(name: str, record: Record, counts_cycles: bool, columns: int) -> Iterator[list[str]]:
    time = _time(record) if counts_cycles else [f"{record['instructions']:,}"]
    bound = record["stack_bound_bytes"]
    stack = f"{bound:,}" if bound is not None else f"{record['stack_bytes']:,}*"
    yield [f"`{name}`", *time, f"{record['flash_bytes']:,}", f"{record['ram_static_bytes']:,}", stack]
    if record["steps"] is not None:
        longest = record["longest_step_ms"]
        words = "" if longest is None else f", the longest of {longest:.1f} ms"
        yield [f"in {record['steps']} steps{words}", *[""] * (columns - 1)]


def _time(record: Record) -> list[str]:
    energy = record["energy_mj"]
    milliseconds = record["microseconds"] / 1000
    return [f"{record['cycles']:,}", f"{milliseconds:,.1f}", "-" if energy is None else f"{energy:.3f}"]


def stacks_table(drop: Drop) -> str:
    """The bounds of all functions of the drop, after an empty line; empty if there are none."""
    bounds = {name: bound for name, bound in drop.closure.stack_bounds.items() if bound is not None}
    if not bounds:
        return ""
    rows = ([f"`{name}`", f"{bound:,}"] for name, bound in bounds.items())
    return "\n" + markdown.table(["function", "stack B, at most"], rows, texts=1)


def has_measured_stacks(drop: Drop) -> bool:
    """Whether the stack of a call has no bound."""
    return any(record["stack_bound_bytes"] is None for _, record in _measured(drop))


def remarks(drop: Drop) -> str:
    """Sentences on the table: the length of messages, and functions that sign, verify or make keys and of whose time
    there is no figure. Empty if there is nothing to say."""
    found = ["Messages are of 32 bytes. "] if {"sign", "verify"} & set(drop.words) else []
    names = {call.functions[0] for call in FURTHER} & set(drop.functions) - {name for name, _ in _measured(drop)}
    if names:
        words = " and ".join(f"`{name}`" for name in sorted(names))
        found.append(f"Of the time of {words} there is no figure here; the stack is below. ")
    return "".join(found)


def made_by(drop: Drop) -> str:
    """The command that makes the drop, in the repository's folder."""
    asked = f"--board {drop.board.loaded_as} --curve {drop.curve.name} --ops {','.join(drop.words)}"
    members = "".join(f" --with {slot}={spec}" for slot, spec in drop.choices)
    purpose = f" --for {drop.purpose.name}" if drop.purpose else ""
    protect = "" if drop.protect == "timing" else f" --protect {drop.protect}"
    options = f"--prefer {drop.prefer}{members}{protect}{purpose}"
    return f"{drop.board.environment}./motecurve firmware {asked} {options} --out DIR"


def measured_by(drop: Drop) -> str:
    """The commands that measure the calls and further functions, a line each."""
    requests = [*drop.requests, *(one.request for one in drop.further)]
    return "\n".join(f"{drop.board.environment}{bench.command_for(request)}" for request in requests)
