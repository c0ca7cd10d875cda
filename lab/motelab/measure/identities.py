"""Records by their identity (records.py), the only key of charts and tables of the report: all that names a
measurement, its field included. Records that differ in any part of it never share a point; of one identity there is one
value."""

from collections.abc import Collection, Iterable, Sequence

from motelab.common.errors import MotecurveError
from motelab.measure.records import IDENTITY, OF_OURS, Record, cost, identity

VALUES = ("median", "flash_bytes", "ram_static_bytes", "stack_bytes")  # that two records of one identity share
IN_LABELS = ("algorithm", "window")  # parts of the identity that every label holds
# Parts that whoever builds an image chooses: a chart shows members beside each other, or the best of them.
CHOSEN = (*IN_LABELS, "backend", "choices")


def one_each(records: Iterable[Record]) -> list[Record]:
    """The records, each identity once; with its mean over random inputs where one of equal records has it.
    MotecurveError for two of one identity with different values."""
    found: dict[str, Record] = {}
    for record in records:
        other = found.setdefault(identity(record), record)
        if differing := [name for name in VALUES if record[name] != other[name]]:
            values = "; ".join(f"{name} {other[name]} and {record[name]}" for name in differing)
            raise MotecurveError(f"two records of one measurement, {in_words(record)}: {values}")
        if other.get("mean") is None and record.get("mean") is not None:
            found[identity(record)] = record
    return list(found.values())


def overlaid(*layers: Iterable[Record]) -> list[Record]:
    """The records of all layers, each identity once: a later layer takes the place of an earlier one."""
    found: dict[str, Record] = {}
    for layer in layers:
        found |= {identity(record): record for record in one_each(layer)}
    return list(found.values())


def groups(records: Iterable[Record], varying: Collection[str]) -> list[list[Record]]:
    """Records that agree in every part of their identity but those that may vary, each identity once."""
    found: dict[str, list[Record]] = {}
    for record in one_each(records):
        found.setdefault(identity(record, but=varying), []).append(record)
    return list(found.values())


def by(records: Iterable[Record], *parts: str) -> dict[tuple, Record]:
    """The records by some parts of their identities. MotecurveError if two of different identities share these."""
    found: dict[tuple, Record] = {}
    for record in one_each(records):
        other = found.setdefault(tuple(record[name] for name in parts), record)
        if other is not record:
            raise MotecurveError(f"{' and '.join(parts)} name two measurements: {in_words(other)}; {in_words(record)}")
    return found


def best(records: Iterable[Record]) -> list[Record]:
    """Of this library's records on a curve that differ in nothing but the members chosen, the cheapest, in constant
    time if there is any such: one for each board, curve and operation. Blinded ones, and those compiled for size, do
    not count."""
    return [min(alike, key=_rank) for alike in groups(filter(_is_usual, records), CHOSEN)]


def _is_usual(record: Record) -> bool:
    is_of_ours = record.get("implementation") in (None, OF_OURS["implementation"])
    is_plain = record["profile"] == "fast" and record.get("blinding") in (None, "none")
    return bool(record["curve"] and record["verified"]) and is_of_ours and is_plain


def _rank(record: Record) -> tuple[bool, float]:
    return not record["constant_time"], cost(record)


def labels(records: Sequence[Record]) -> dict[str, str]:
    """Identity -> a label that no other of these records has: algorithm and window; then, where records share it, each
    other part in which these differ, without the backend, which charts tell apart by colour."""
    found: dict[str, str] = {}
    for alike in groups(records, [name for name in IDENTITY if name not in (*IN_LABELS, "backend")]):
        of_backend = member(alike[0])
        parts = [name for name in IDENTITY if len({_text(record.get(name)) for record in alike}) > 1]
        for record in alike:
            others = [text for name in parts if (text := _difference(record, name, alike))]
            found[identity(record)] = of_backend + (f" ({', '.join(others)})" if others else "")
    return found


def member(record: Record) -> str:
    """An algorithm as charts name it, with its window."""
    return record["algorithm"] + ("" if record["window"] is None else f", w={record['window']}")


def in_words(record: Record) -> str:
    """The parts of an identity, but for the members that it binds."""
    parts = (str(record[name]) for name in IDENTITY if name != "choices" and record.get(name) is not None)
    return ", ".join(parts)


def _difference(record: Record, name: str, others: Sequence[Record]) -> str:
    """The value of a part; of the choices, those slots that are not bound alike in all the others."""
    if name != "choices":
        return _text(record.get(name))
    bound = {slot: {(other["choices"] or {}).get(slot) for other in others} for slot in record["choices"] or {}}
    return ", ".join(f"{slot}={spec}" for slot, spec in (record["choices"] or {}).items() if len(bound[slot]) > 1)


def _text(value: object) -> str:
    return "" if value is None else str(value)
