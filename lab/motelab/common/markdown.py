"""Tables in Markdown."""

from collections.abc import Iterable, Sequence


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], texts: int | None = None) -> str:
    """A table, without an end of line. The first columns are text, as many as given (all if None); the others are
    numbers, aligned to the right."""
    columns = len(headings)
    texts = columns if texts is None else texts
    rule = "---|" * texts + "---:|" * (columns - texts)
    return "\n".join([_line(headings), f"|{rule}", *map(_line, rows)])


def _line(cells: Sequence[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)
