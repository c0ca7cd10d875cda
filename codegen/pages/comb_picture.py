"""docs/arithmetic/improved-comb.svg: the order in which a comb takes the nibbles of a, and the order in improvement III
of dahab2006."""

from pathlib import Path

from codegen.output import ROOT, banner

PICTURE = ROOT / "docs/arithmetic/improved-comb.svg"
WORDS, NIBBLES = 6, 8  # F_2^163 in words of 32 bits
CELL_WIDTH, CELL_HEIGHT = 58, 20
LEFT, GAP = 66, 10  # left edge of the cells; between two bytes
UPPER, LOWER = ("#b3261e", "#fbe9e7"), ("#1a56b0", "#e6eefb")  # line and fill of the nibbles of a byte
ARROW_ROOM, PANEL_TOP = 58, 42
PANEL_HEIGHT = PANEL_TOP + WORDS * CELL_HEIGHT + ARROW_ROOM + 16
WIDTH = LEFT + NIBBLES * CELL_WIDTH + NIBBLES // 2 * GAP + 30

# The step that takes each nibble of a word, from the highest nibble on.
PLAIN = (1, 2, 3, 4, 5, 6, 7, 8)
IMPROVED = (1, 5, 2, 6, 3, 7, 4, 8)


def column_left(column: int) -> int:
    return LEFT + column * CELL_WIDTH + column // 2 * GAP


def text(x: float, y: float, content: str, **attributes: str) -> str:
    written = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x:g}" y="{y:g}"{written}>{content}</text>'


def column(index: int, step: int, top: int) -> list[str]:
    """A nibble of every word, with its step's number above."""
    line, fill = LOWER if index % 2 else UPPER
    x = column_left(index)
    parts = [text(x + CELL_WIDTH / 2, top - 5, str(step), fill=line, font_weight="bold", text_anchor="middle")]
    for row in range(WORDS):
        y = top + row * CELL_HEIGHT
        parts.append(
            f'<rect x="{x}" y="{y}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}" fill="{fill}" stroke="{line}"/>'
        )
        bits = f"{4 * (NIBBLES - index) - 1}..{4 * (NIBBLES - index - 1)}"
        parts.append(text(x + CELL_WIDTH / 2, y + 14, bits, fill=line, text_anchor="middle", font_size="11"))
    return parts


def arrow(first: int, second: int, label: str, colour: str, y: int) -> list[str]:
    """From one column to the next: the factor of the sum between them."""
    start, end = (column_left(index) + CELL_WIDTH / 2 for index in (first, second))
    start, end = start + 4, end - 4
    return [
        f'<path d="M {start:g} {y} Q {(start + end) / 2:g} {y + 22} {end:g} {y}" fill="none" stroke="{colour}"/>',
        f'<path d="M {end - 7:g} {y + 1} L {end:g} {y} L {end - 3:g} {y + 7}" fill="none" stroke="{colour}"/>',
        text((start + end) / 2, y + 25, label, fill=colour, text_anchor="middle", font_size="12"),
    ]


def panel(top: int, title: str, order: tuple[int, ...]) -> list[str]:
    """The words of a, one below the other, their nibbles in the order of the steps, and the shifts between steps."""
    cells = top + PANEL_TOP
    parts = [text(8, top + 16, title, font_weight="bold")]
    for row in range(WORDS):
        parts.append(text(LEFT - 10, cells + row * CELL_HEIGHT + 14, f"A[{WORDS - 1 - row}]", text_anchor="end"))
    for index, step in enumerate(order):
        parts += column(index, step, cells)
    below = cells + WORDS * CELL_HEIGHT + 6
    stride = order.index(2) - order.index(1)
    for index in range(NIBBLES - stride):
        colour = (LOWER if index % 2 else UPPER)[0] if stride == 2 else "#555"
        depth = below + (28 if stride == 2 and index % 2 else 0)
        parts += arrow(index, index + stride, f"z^{4 * stride}", colour, depth)
    return parts


def outputs() -> dict[Path, str]:
    parts = panel(0, "Comb with windows of 4 bits: one sum, seven shifts by 4 bits", PLAIN)
    parts += panel(PANEL_HEIGHT, "Shifts by bytes: two sums, each with three shifts by 8 bits", IMPROVED)
    bottom = 2 * PANEL_HEIGHT + 22
    ends = f'<tspan fill="{UPPER[0]}">sum of 1 to 4</tspan> times z^4 + <tspan fill="{LOWER[0]}">sum of 5 to 8</tspan>'
    parts.append(text(LEFT, bottom, f"In the end, once: a b = {ends}"))
    size = f'width="{WIDTH}" height="{bottom + 14}" viewBox="0 0 {WIDTH} {bottom + 14}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    title = "<title>Order of the nibbles of a in the comb and in the improved comb</title>"
    ground = '<rect width="100%" height="100%" fill="white"/>'
    lines = [banner("codegen/pages/comb_picture.py", ("<!-- ", " -->")).strip(), head, title, ground, *parts, "</svg>"]
    return {PICTURE: "\n".join(lines) + "\n"}
