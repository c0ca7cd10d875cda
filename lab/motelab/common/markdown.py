"""Tables in Markdown."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

BLOCK = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.S)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], texts: int | None = None) -> str:
    """A table, without an end of line. The first columns are text, as many as given (all if None); the others are
    numbers, aligned to the right."""
    columns = len(headings)
    texts = columns if texts is None else texts
    rule = "---|" * texts + "---:|" * (columns - texts)
    return "\n".join([_line(headings), f"|{rule}", *map(_line, rows)])


def filled(page: str, blocks: Mapping[str, Callable[[], str]]) -> str:
    """The page with each block, `<!-- NAME -->` to `<!-- end -->`, as the function of its name makes it."""

    def made(found: re.Match) -> str:
        return f"{found[1]}\n{blocks[found[2]]()}\n\n{found[3]}" if found[2] in blocks else found[0]

    return BLOCK.sub(made, page)


def _line(cells: Sequence[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)
