"""Points of charts, and where the words beside them stand, so that neighbours do not cover each other."""

import dataclasses
import math
from collections.abc import Sequence

SIDES = {"middle right": (0.5, 0.0), "middle left": (-0.5, 0.0), "top center": (0.0, 1.0), "bottom center": (0.0, -1.0)}
ACROSS, UP = 480, 300  # pixels of a panel that is half as wide as a page
LETTER, LINE, GAP = 6.2, 13, 7  # pixels: of a letter, of a line, from a point to its words
Ends = tuple[tuple[float, float], tuple[float, float]]  # of the axes across and, in decades, up
Box = tuple[float, float, float, float]  # left, right, bottom, top


@dataclasses.dataclass(frozen=True)
class Point:
    """A point: its place (across may be a category), the lines shown beside a pointer; hollow for a second kind; words
    beside it."""

    x: float | str
    y: float | str
    lines: tuple[str, ...] = ()
    is_hollow: bool = False
    label: str = ""


def sides(members: Sequence[Point], ends: Ends | None) -> list[str]:
    """The side of each point on which its label stands, in plotly's words. On axes with these ends (across and, in
    decades, up) the first one that covers no other point or label, or else as little as can be; in rows of words,
    above."""
    if ends is None or any(isinstance(point.y, str) for point in members):
        return ["top center"] * len(members)
    centres = [pixels(point, ends) for point in members]
    taken = [around(centre, GAP, GAP) for centre in centres]
    found = []
    for i, point in enumerate(members):
        others = taken[:i] + taken[i + 1 :]
        side = min(SIDES, key=lambda s, p=point, c=centres[i], o=others: covered(box(p, c, s), o))
        found.append(side)
        taken.append(box(point, centres[i], side))
    return found


def pixels(point: Point, ends: Ends) -> tuple[float, float]:
    """Where a point stands on the panel."""
    (left, right), (bottom, top) = ends
    up = (math.log10(point.y) - bottom) / (top - bottom)
    return ACROSS * (point.x - left) / (right - left), UP * up


def box(point: Point, centre: tuple[float, float], side: str) -> Box:
    """The place of a point's label on a side of it."""
    width = LETTER * len(point.label)
    across, up = SIDES[side]
    middle = (centre[0] + across * (width + 2 * GAP), centre[1] + up * (LINE / 2 + GAP))
    return around(middle, width / 2, LINE / 2)


def around(centre: tuple[float, float], width: float, height: float) -> Box:
    return centre[0] - width, centre[0] + width, centre[1] - height, centre[1] + height


def covered(one: Box, others: Sequence[Box]) -> float:
    """The square pixels of a box that others cover, and three times those that lie outside of the panel."""
    outside = max(0.0, -one[0]) + max(0.0, one[1] - ACROSS)
    return 3 * outside * LINE + sum(
        max(0.0, min(one[1], other[1]) - max(one[0], other[0]))
        * max(0.0, min(one[3], other[3]) - max(one[2], other[2]))
        for other in others
    )
