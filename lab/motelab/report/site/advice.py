"""The page of advice: the recorded choices as a script file, which advice.js filters and ranks as `advise` does."""

from typing import Any

from motelab.boards import board
from motelab.measure.identities import member as label
from motelab.measure.records import Record, cost
from motelab.report.overview import Overview
from motelab.report.site.subjects import recorded
from motelab.subjects import groups, operations, security
from motelab.subjects.security import LEGACY_BITS, WEAK_BITS

# Word of a call -> operations that do it; each curve has one of them.
CALLS = {
    "ecdh": ("ecdh",),
    "sign": ("ecdsa-sign", "eddsa-sign"),
    "verify": ("ecdsa-verify", "eddsa-verify"),
    "scalar-mult": ("scalar-mult",),
    "scalar-mult-base": ("scalar-mult-base",),
}
FIELDS = (
    "board", "curve", "operation", "algorithm", "window", "backend", "profile", "count", "cycles", "milliseconds",
    "energy_mj", "flash_bytes", "ram_bytes", "stack_bytes", "security_bits", "level", "constant_time", "takes_secret",
    "field", "standards",
)  # fmt: skip
OF_CURVE = ("security_bits", "level", "field", "standards")  # fields that a curve determines
OF_OPERATION = ("takes_secret",)


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    rows = choices(overview)
    shown = [device for device in board.every() if device.name in {row["board"] for row in rows}]
    return {
        "devices": shown,
        "calls": {word: names for word, names in CALLS.items() if any(row["operation"] in names for row in rows)},
        "standards": sorted({name for row in rows for name in row["standards"]}),
        "weak_bits": WEAK_BITS,
        "legacy_bits": LEGACY_BITS,
        "count": len(rows),
    }


def data(overview: Overview) -> dict[str, Any]:
    """The content of the script file: facts of the boards and, by name, of curves and operations; words of calls; the
    choices, each a list in the order of `fields`."""
    rows = choices(overview)
    own = [name for name in FIELDS if name not in (*OF_CURVE, *OF_OPERATION)]
    return {
        "boards": {device.name: facts(device) for device in board.every() if not device.is_host},
        "curves": {row["curve"]: {name: row[name] for name in OF_CURVE} for row in rows},
        "operations": {row["operation"]: {name: row[name] for name in OF_OPERATION} for row in rows},
        "calls": CALLS,
        "weak_bits": WEAK_BITS,
        "fields": own,
        "rows": [[row[name] for name in own] for row in rows],
    }


def facts(device: board.Board) -> dict[str, Any]:
    """Memories of a board, the unit that it counts, and whether its current is known."""
    return {"flash_bytes": device.usable_flash_bytes, "ram_bytes": device.usable_ram_bytes, "unit": device.unit,
            "has_power": bool(device.power)}  # fmt: skip


def choices(overview: Overview) -> list[dict[str, Any]]:
    """Every recorded choice for a call of CALLS on a simulated board, as FIELDS name it. RAM is static RAM and the
    bound of the stack or, without one, the deepest stack; `count` is in the unit of the board."""
    wanted = {operation for names in CALLS.values() for operation in names}
    return [choice(r) for r in recorded(overview) if r["operation"] in wanted and r["verified"]]


def choice(record: Record) -> dict[str, Any]:
    """A record as a choice."""
    curve, operation = groups.find(record["curve"]), operations.OPERATIONS[record["operation"]]
    known, stack = security.of(curve.name), record["stack_bound_bytes"] or record["stack_bytes"]
    return {
        **{name: record[name] for name in FIELDS if name in record},
        "algorithm": label(record),
        "count": cost(record),
        "milliseconds": None if record["microseconds"] is None else round(record["microseconds"] / 1000, 3),
        "ram_bytes": record["ram_static_bytes"] + stack,
        "stack_bytes": stack,
        "security_bits": known.bits,
        "level": known.level,
        "takes_secret": operation.secret is not None or operation.takes_secrets,
        "field": "prime" if curve.is_prime else "binary",
        "standards": curve.standards,
    }
