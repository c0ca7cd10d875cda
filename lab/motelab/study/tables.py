"""The lines that `study anomalous` prints: rows of the paper's tables with ours, claims, pairs."""

from typing import Any

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.study import claims, decisions, fair_claims, measuring, names, store, trade
from motelab.study.hypotheses import OPENSSL
from motelab.study.measuring import BEST, WNAF
from motelab.study.names import Name

Row = dict[str, Any]
TABLES = ("rows", "claims", "fair", "pairs", "conclusion", "I", "II", "A-I", "A-II", "III", "memory", "algorithms")
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
                found += _on_board(boards.load(name), implementation, known.get((name, implementation), {}))
    return found


def _on_board(board: Board, implementation: str, lines: dict[str, store.Line]) -> list[Row]:
    """The rows of every name on one board."""
    deltas = in_groups({name: line["median"] for name, line in in_whole_groups(lines).items() if "median" in line})
    column = PRINTED.get((board.name, implementation))
    times = printed_times(column) if column else {}
    printed = in_groups(times)
    return [
        _row(one, board, lines.get(one.name, {}))
        | {"implementation": implementation, "delta_percent": deltas.get(one.name)}
        | {"published_microseconds": times.get(one.name), "published_delta_percent": printed.get(one.name)}
        for one in names.load()
    ]


def _row(one: Name, board: Board, line: store.Line) -> Row:
    """A row without the figures that depend on others."""
    unit, median = "microseconds" if board.is_host else board.unit, line.get("median")
    cycles = median if unit == "cycles" else None
    return {
        "kind": "row",
        "table": one.table,
        "curve": one.name,
        "parameters": one.curve.name,
        "field": one.curve.field_notation,
        "small_parameters": one.small_parameters,
        "board": board.name,
        "implementation": None,
        "microseconds": median if unit == "microseconds" else board.microseconds(cycles),
        "cycles": cycles,
        "instructions": median if unit == "instructions" else None,
        "min": line.get("min"),
        "max": line.get("max"),
        "delta_percent": None,
        "published_microseconds": None,
        "published_delta_percent": None,
        "flash_bytes": line.get("flash_bytes"),
        "ram_bytes": line["ram_static_bytes"] + line["stack_bytes"] if "stack_bytes" in line else None,
        "algorithm": line.get("algorithm"),
        "base": line.get("base"),
        "reason": line.get("reason") or (None if line else "not measured yet"),
        "bytes_lacking": line.get("bytes_lacking"),
        "command": None if line else COMMAND.format(board.name),
    }


def printed_times(column: str) -> dict[str, float]:
    """The paper's times by name, where it has them."""
    return {one.name: time for one in names.load() if (time := getattr(one, column)) is not None}


def in_whole_groups(lines: dict[str, store.Line]) -> dict[str, store.Line]:
    """The lines of groups that are measured whole, or do not fit: in others nobody knows the fastest."""
    absent = {(one.table, one.group) for one in names.load() if one.name not in lines}
    return {one.name: lines[one.name] for one in names.load() if (one.table, one.group) not in absent}


def in_groups(costs: dict[str, float]) -> dict[str, float]:
    """How many percent more each name takes than the fastest of its group, of the same kind of field."""
    groups = {one.name: (one.table, one.group) for one in names.load()}
    fastest: dict[tuple, float] = {}
    for name, cost in costs.items():
        fastest[groups[name]] = min(cost, fastest.get(groups[name], cost))
    return {name: round(100 * (cost / fastest[groups[name]] - 1), 2) for name, cost in costs.items()}


def lengths(table: str) -> list[Row]:
    """Tables A-I and A-II, computed from the parameters; `printed` has the lengths that the paper prints otherwise, but
    for its m, which is one bit too long throughout."""
    known, found = names.printed_lengths(), []
    for one in (names.by_standard(one) for one in names.load() if one.table == table.removeprefix("A-")):
        other = {name: bits for name, bits in known[one.name].items() if name != "m" and bits != one.lengths[name]}
        printed = ", ".join(f"{name} {bits}" for name, bits in other.items())
        row = {"kind": "row", "table": table, "curve": one.name, "parameters": one.curve.name}
        found.append(row | one.lengths | {"small_parameters": one.small_parameters, "printed": printed or None})
    return found


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
        "fair": lambda: fair_claims.rows(board),
        "pairs": lambda: pairs(board),
        "A-I": lambda: lengths("A-I"),
        "A-II": lambda: lengths("A-II"),
        "III": context,
        "algorithms": algorithms,
    }[name]()


def all_lines(board: str | None = None) -> list[Row]:
    """Rows, claims and pairs."""
    return [*rows(board), *claims.rows(board), *pairs(board)]
