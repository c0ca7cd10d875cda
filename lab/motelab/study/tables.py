"""The lines that `study anomalous` prints: rows of the paper's tables with ours, claims, pairs."""

from typing import Any

from motelab.boards import board as boards
from motelab.study import claims, decisions, measuring, names, store, trade
from motelab.study.hypotheses import OPENSSL
from motelab.study.measuring import BEST, WNAF
from motelab.study.names import Name

Row = dict[str, Any]
TABLES = ("rows", "claims", "pairs", "conclusion", "I", "II", "A-I", "A-II", "III", "memory", "algorithms")
# Printed times stand beside ours of the same library, or of one with the same arithmetic, on the same chip.
PRINTED = {("rpi2", OPENSSL): "pi_microseconds", ("msp430f5438a", WNAF): "msp430_microseconds"}
COMMAND = "./motecurve study anomalous --missing --board {}"
# Table III: the paper's context, the savings that it quotes from other works by the numbers of its references.
CONTEXT = (
    ("[26]", "double-and-add in wireless sensor networks", "46-48"),
    ("[26]", "w-NAF in wireless sensor networks", "32-37"),
    ("[27]", "double-and-add by a Fibonacci sequence: lengths of chains, no times", "no data"),
    ("[28]", "Montgomery's modular multiplication", "4-38"),
    ("[29]", "Curve25519: no comparison on one device", "no data"),
    ("[30]", "ECDSA on a small processor beside an FPGA", "50"),
    ("[31]", "modified extended Euclidean algorithm", ">50"),
)


def measured() -> dict[tuple[str, str], dict[str, store.Line]]:
    """Lines by board and implementation, then by the paper's name."""
    found: dict[tuple[str, str], dict[str, store.Line]] = {}
    for line in store.rows():
        found.setdefault((line["board"], line["implementation"]), {})[line["name"]] = line
    return found


def rows(board: str | None = None) -> list[Row]:
    """Every name on every board, by every implementation; a row that is not measured says which command does it."""
    known, found = measured(), []
    for implementation in (WNAF, BEST, OPENSSL):
        for name in measuring.BOARDS[implementation]:
            if board in (None, name):
                lines = known.get((name, implementation), {})
                found += [_row(name, implementation, one, lines) for one in names.load()]
    return found


def _row(board: str, implementation: str, one: Name, lines: dict[str, store.Line]) -> Row:
    line, unit = lines.get(one.name, {}), boards.load(board).unit if board not in boards.hosts() else "microseconds"
    median = line.get("median")
    cycles = median if unit == "cycles" else None
    printed = PRINTED.get((board, implementation))
    return {
        "kind": "row",
        "table": one.table,
        "curve": one.name,
        "parameters": one.curve.name,
        "field": one.curve.field_notation,
        "small_parameters": one.small_parameters,
        "board": board,
        "implementation": implementation,
        "microseconds": median if unit == "microseconds" else boards.load(board).microseconds(cycles),
        "cycles": cycles,
        "instructions": median if unit == "instructions" else None,
        "min": line.get("min"),
        "max": line.get("max"),
        "delta_percent": delta(one, {name: found.get("median") for name, found in lines.items()}),
        "published_microseconds": printed and getattr(one, printed),
        "published_delta_percent": delta(one, printed_times(printed)) if printed else None,
        "flash_bytes": line.get("flash_bytes"),
        "ram_bytes": line["ram_static_bytes"] + line["stack_bytes"] if "stack_bytes" in line else None,
        "algorithm": line.get("algorithm"),
        "base": line.get("base"),
        "reason": line.get("reason") or (None if line else "not measured yet"),
        "bytes_lacking": line.get("bytes_lacking"),
        "command": None if line else COMMAND.format(board),
    }


def printed_times(column: str) -> dict[str, float | None]:
    """The paper's times by name."""
    return {one.name: getattr(one, column) for one in names.load()}


def delta(one: Name, times: dict[str, float | None]) -> float | None:
    """How many percent more a name takes than the fastest of its group, of the same kind of field."""
    group = [times.get(other.name) for other in names.load() if (other.table, other.group) == (one.table, one.group)]
    known, own = [time for time in group if time is not None], times.get(one.name)
    return None if own is None else round(100 * (own / min(known) - 1), 2)


def lengths(table: str) -> list[Row]:
    """Tables A-I and A-II, computed from the parameters, with the printed lengths that differ."""
    return [
        {"kind": "row", "table": table, "curve": one.name, "parameters": one.curve.name, **one.lengths}
        | {"small_parameters": one.small_parameters}
        for one in names.load()
        if one.table == table.removeprefix("A-")
    ]


def context() -> list[Row]:
    """Table III."""
    return [
        {"kind": "row", "table": "III", "reference": reference, "work": work, "saving_percent": saving}
        for reference, work, saving in CONTEXT
    ]


def pairs(board: str | None = None) -> list[Row]:
    """Every planned pair that is measured, decided."""
    return [
        {
            "kind": "pair",
            "hypothesis": found.pair.hypothesis,
            "changed": found.pair.changed,
            "curve": found.pair.curve.name,
            "twin": found.pair.twin.name,
            "reduction": found.pair.twin.reduction if found.pair.curve.implementation != OPENSSL else None,
            "board": found.pair.curve.board,
            "implementation": found.pair.curve.implementation,
            "ratio": round(found.ratio, 5),
            "interval": [round(end, 5) for end in found.interval],
            "least": round(min(found.ratios), 5),
            "greatest": round(max(found.ratios), 5),
            "p_corrected": round(found.p, 4),
            "limit_percent": round(found.limit_percent, 2),
            "verdict": found.verdict,
        }
        for found in decisions.decided()
        if board in (None, found.pair.curve.board)
    ]


def algorithms() -> list[Row]:
    """The paper's future work: cost of each algorithm on each form of one curve, and by that with a = -3."""
    known = {(line["algorithm"], line["form"]): line for line in store.trades()}
    found = []
    for one in trade.planned():
        line, first = known.get((one.algorithm, one.form), {}), known.get((one.algorithm, trade.FORMS[0]), {})
        ratio = round(line["median"] / first["median"], 4) if line and first else None
        found.append(
            {"kind": "trade", "board": one.board, "curve": f"{trade.BASE}-{one.form}", "algorithm": one.algorithm}
            | {"cycles": line.get("median"), "min": line.get("min"), "max": line.get("max"), "ratio": ratio}
        )
    return found


def table(name: str, board: str | None = None) -> list[Row]:
    """The lines of one of TABLES but the conclusion."""
    if name in ("I", "II"):
        return [row for row in rows(board) if row["table"] == name]
    return {
        "rows": lambda: rows(board),
        "memory": lambda: [row for row in rows(board) if row["implementation"] != OPENSSL],
        "claims": lambda: claims.rows(board),
        "pairs": lambda: pairs(board),
        "A-I": lambda: lengths("A-I"),
        "A-II": lambda: lengths("A-II"),
        "III": context,
        "algorithms": algorithms,
    }[name]()


def all_lines(board: str | None = None) -> list[Row]:
    """Rows, claims and pairs."""
    return [*rows(board), *claims.rows(board), *pairs(board)]
