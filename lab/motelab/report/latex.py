"""Rows as a table of LaTeX, for papers."""

from collections.abc import Callable, Sequence
from typing import Any

# Characters that LaTeX reads as commands, or that its usual font lacks.
ESCAPED = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}",
}  # fmt: skip
TABULAR = r"""\begin{tabular}{SIDES}
\toprule
HEADING
\midrule
ROWS
\bottomrule
\end{tabular}
"""


PAGE_CHARACTERS = 110  # of a line of a table on a page, in small letters
SPACE = 2  # characters between columns
# The columns of records that matter most to a reader of a paper, the first before the others.
OF_RECORDS = (
    "board", "curve", "field", "operation", "algorithm", "window", "backend", "constant_time", "cycles", "instructions",
    "microseconds", "energy_mj", "flash_bytes", "ram_static_bytes", "stack_bytes",
)  # fmt: skip
Cell = Callable[[Any], str]


def tabular(rows: Sequence[dict[str, Any]], cell: Cell, is_whole: bool = False) -> str:
    """A tabular with the fields that are not null in all rows, those of numbers to the right; `cell` writes a value. It
    needs the package booktabs. Unless `is_whole`, one that is wider than a page has the fields of `fitting` alone, and
    comments above say what all rows share, and what is left out."""
    fields = [name for name in dict.fromkeys(name for row in rows for name in row) if _values(rows, name)]
    comments = []
    if not is_whole and _width(rows, fields, cell) > PAGE_CHARACTERS:
        fields, comments = fitting(rows, fields, cell)
    sides = "".join("r" if all(map(_is_number, _values(rows, name))) else "l" for name in fields)
    lines = [_line(cell(row.get(name)) for name in fields) for row in rows]
    parts = {"SIDES": sides or "l", "HEADING": _line(fields), "ROWS": "\n".join(lines)}
    text = TABULAR
    for name, part in parts.items():
        text = text.replace(name, part, 1)
    return "".join(f"% {' '.join(comment.split())}\n" for comment in comments) + text


def fitting(rows: Sequence[dict[str, Any]], fields: Sequence[str], cell: Cell) -> tuple[list[str], list[str]]:
    """The fields for which a page has room, and comments on the others. Of records those of OF_RECORDS; a value that
    all of several rows share is a comment; of the rest as many as fit, from the left."""
    known = [name for name in OF_RECORDS if name in fields] if {"algorithm", "cycles"} <= set(fields) else list(fields)
    shared = [n for n in known if len(rows) > 1 and all(cell(row.get(n)) == cell(rows[0].get(n)) for row in rows)]
    kept: list[str] = []
    for name in (name for name in known if name not in shared):
        if not kept or _width(rows, [*kept, name], cell) <= PAGE_CHARACTERS:
            kept.append(name)
    comments = [f"{name}: {cell(rows[0].get(name))}" for name in shared]
    left_out = [name for name in fields if name not in (*kept, *shared)]
    return kept, comments + ([f"left out, for --columns: {', '.join(left_out)}"] if left_out else [])


def _width(rows: Sequence[dict[str, Any]], fields: Sequence[str], cell: Cell) -> int:
    """Characters of a line with these fields."""
    widest = (max(len(text) for text in (name, *(cell(row.get(name)) for row in rows))) for name in fields)
    return sum(width + SPACE for width in widest)


def _line(cells) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _values(rows: Sequence[dict[str, Any]], name: str) -> list[Any]:
    """The values of a field other than null."""
    return [row[name] for row in rows if row.get(name) is not None]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _escaped(text: str) -> str:
    return "".join(ESCAPED.get(character, character) for character in text)
