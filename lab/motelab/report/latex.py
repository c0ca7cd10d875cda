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


def tabular(rows: Sequence[dict[str, Any]], cell: Callable[[Any], str]) -> str:
    """A tabular with the fields that are not null in all rows, those of numbers to the right; `cell` writes a value. It
    needs the package booktabs."""
    fields = [name for name in dict.fromkeys(name for row in rows for name in row) if _values(rows, name)]
    sides = "".join("r" if all(map(_is_number, _values(rows, name))) else "l" for name in fields)
    lines = [_line(cell(row.get(name)) for name in fields) for row in rows]
    parts = {"SIDES": sides or "l", "HEADING": _line(fields), "ROWS": "\n".join(lines)}
    text = TABULAR
    for name, part in parts.items():
        text = text.replace(name, part, 1)
    return text


def _line(cells) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _values(rows: Sequence[dict[str, Any]], name: str) -> list[Any]:
    """The values of a field other than null."""
    return [row[name] for row in rows if row.get(name) is not None]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _escaped(text: str) -> str:
    return "".join(ESCAPED.get(character, character) for character in text)
