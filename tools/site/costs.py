"""The page with the cost of each call on each simulated board, from the committed records."""

from motelab.boards import board
from motelab.compare import committed
from motelab.measure.records import Record
from motelab.subjects import security

CALLS = {
    "ecdh": "agree on a secret, the peer's key checked",
    "ecdsa-sign": "sign a digest",
    "ecdsa-verify": "verify a digest, the key checked",
    "eddsa-sign": "sign a message of 32 bytes",
    "eddsa-verify": "verify a message of 32 bytes",
}
HEAD = """# What each call costs

Every row is a committed record: the image was built, run in the board's simulator and gave its known answers in the
same run. `flash` and `RAM` are what the call adds to an image without it; `stack` is the bound computed from the image
where there is one, else the deepest that runs have reached. [What a figure contains](../measuring.md) says more, and
[the boards](../boards.md) what is simulated. Verification works on public data, and its time depends on them; all other
calls are constant time.

Measure one again: `./motecurve bench --board BOARD --curve CURVE --op CALL`. Measure all: `./motecurve records`.

| call | does |
|---|---|
"""


def chosen(records: list[Record]) -> list[Record]:
    """For each curve and call the board's own choice: the first record, in the profile `fast`."""
    found: dict[tuple, Record] = {}
    for record in records:
        is_allowed = record["constant_time"] or record["operation"].endswith("-verify")
        if record["operation"] in CALLS and record["profile"] == "fast" and is_allowed:
            found.setdefault((record["curve"], record["operation"]), record)
    return list(found.values())


def cells(record: Record) -> list[str]:
    """The cells of a row."""
    stack_bytes = record["stack_bound_bytes"] or record["stack_bytes"]
    milliseconds = f"{record['microseconds'] / 1000:,.1f}" if record["microseconds"] else ""
    energy_mj = f"{record['energy_mj']:,.2f}" if record["energy_mj"] else ""
    bytes_taken = (record["flash_bytes"], record["ram_static_bytes"], stack_bytes)
    sizes = ["" if number is None else f"{number:,}" for number in bytes_taken]
    amount = record["cycles"] if record["cycles"] is not None else record["instructions"]
    curve = f"`{record['curve']}`" + " (weak)" * (security.of(record["curve"]).level == "weak")
    return [curve, f"`{record['operation']}`", f"{amount:,}", milliseconds, energy_mj, *sizes]


def described(known: board.Board) -> str:
    """Its processor, clock and the source of the figures, in words."""
    clock = f" at {known.clock_in_words}" if known.clock_hz else ""
    return f"{known.device}{clock}. The count: {known.cycle_model}"


def section(name: str) -> str:
    """A board's table."""
    known, records = board.load(name), chosen(committed.of(name))
    unit = "cycles" if records[0]["cycles"] is not None else "instructions"
    head = ["curve", "call", unit, "ms", "mJ", "flash, bytes", "RAM, bytes", "stack, bytes"]
    lines = [f"## {name}", "", f"{described(known)}.", "", f"| {' | '.join(head)} |", "|---|---|" + "--:|" * 6]
    lines += [f"| {' | '.join(cells(record))} |" for record in records]
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page in Markdown."""
    calls = "".join(f"| `{name}` | {does} |\n" for name, does in CALLS.items())
    names = [path.stem for path in sorted(committed.FOLDER.glob("*.jsonl")) if "." not in path.stem]
    return HEAD + calls + "\n" + "\n".join(section(name) for name in names)
