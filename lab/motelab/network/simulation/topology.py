"""Who hears whom, and which pairs shall share a key. Neighbours are lists of indices in rising order.

- grid: rows of a square, eight neighbours; the last row may be shorter.
- random: places drawn in a square, in which a circle around a node holds MEAN_NEIGHBOURS others on average.
- clustered: heads on a grid with eight neighbours, each with its members; a cluster hears itself, heads hear heads.
- line, star, full, or a file with the numbers of a link in each line, as `emulate` takes them."""

import dataclasses
import math
import random
from collections import deque
from pathlib import Path

from motelab.common.errors import MotecurveError

NAMES = ("grid", "random", "clustered", "line", "star", "full")
MEAN_NEIGHBOURS = 12  # above ln 100,000 = 11.5, where random graphs begin to be connected
MEMBERS_OF_A_HEAD = 15  # unless --heads says otherwise
MOST_MEMBERS = 200  # all of a cluster hear each other: pairs grow with the square
MOST_OF_FULL = 500


@dataclasses.dataclass(frozen=True)
class Topology:
    """`near[i]` are the nodes that hear node i; `wanted[i]` those of them with which i shall share a key; nodes below
    `heads` are heads of clusters."""

    near: list[list[int]]
    wanted: list[list[int]]
    heads: int = 0

    @property
    def links(self) -> int:
        """Pairs that shall share a key."""
        return sum(map(len, self.wanted)) // 2


def make(name: str, nodes: int, heads: int | None, seed: str) -> Topology:
    """The topology of that name, or of the file, with at least 2 nodes; MotecurveError if there is none with so many
    nodes and heads."""
    if name == "clustered":
        return clustered(nodes, heads)
    if heads is not None and not 0 < heads < nodes:
        raise MotecurveError(f"--heads is {heads}; give a number from 1 to {nodes - 1}, one less than the nodes")
    simple = {"grid": grid, "line": line, "star": star, "full": full}
    if name in simple:
        near = simple[name](nodes)
    elif name == "random":
        near = drawn(nodes, random.Random(f"{seed} places"))
    elif Path(name).is_file():
        near = of_file(Path(name), nodes)
    else:
        raise MotecurveError(f"there is no topology {name!r}; use {', '.join(NAMES)}, or a file of pairs of nodes")
    return Topology(near, near, heads or 0)


def of_pairs(nodes: int, pairs) -> list[list[int]]:
    """Neighbours by pairs, which may come in any order and twice."""
    near: list[set[int]] = [set() for _ in range(nodes)]
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    return [sorted(found) for found in near]


def grid(nodes: int) -> list[list[int]]:
    """Rows of ceil(sqrt(nodes)); each node hears the eight around it."""
    side = math.isqrt(nodes - 1) + 1
    pairs = []
    for node in range(nodes):
        column = node % side
        around = [(1, 0), (-1, side), (0, side), (1, side)]  # each pair once
        others = [node + step + row for step, row in around if 0 <= column + step < side]
        pairs += [(node, other) for other in others if other < nodes]
    return of_pairs(nodes, pairs)


def line(nodes: int) -> list[list[int]]:
    """Each node hears the one before it and the one after it."""
    return of_pairs(nodes, ((node, node + 1) for node in range(nodes - 1)))


def star(nodes: int) -> list[list[int]]:
    """All hear the first, and it hears all; they do not hear each other."""
    return of_pairs(nodes, ((0, node) for node in range(1, nodes)))


def full(nodes: int) -> list[list[int]]:
    """All hear all."""
    if nodes > MOST_OF_FULL:
        raise MotecurveError(f"--nodes is {nodes}; the topology full takes at most {MOST_OF_FULL} nodes")
    return of_pairs(nodes, ((one, other) for other in range(nodes) for one in range(other)))


def drawn(nodes: int, draw: random.Random) -> list[list[int]]:
    """Places drawn in the unit square; MotecurveError if a node hears nobody."""
    reach = math.sqrt(MEAN_NEIGHBOURS / (math.pi * nodes))
    places = [(draw.random(), draw.random()) for _ in range(nodes)]
    cells: dict[tuple[int, int], list[int]] = {}
    for node, (x, y) in enumerate(places):
        cells.setdefault((int(x / reach), int(y / reach)), []).append(node)
    pairs = []
    for (column, row), members in cells.items():
        around = [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        others = [other for cell in around for other in cells.get(cell, ())]
        for node in members:
            pairs += [
                (node, other) for other in others if other > node and math.dist(places[node], places[other]) < reach
            ]
    return of_pairs(nodes, pairs)


def clustered(nodes: int, heads: int | None) -> Topology:
    """Heads are the first nodes; the others belong to them in turn. Members share keys with their head alone, heads
    with the heads around them, too."""
    count = max(1, round(nodes / (1 + MEMBERS_OF_A_HEAD))) if heads is None else heads
    if not 0 < count < nodes:
        raise MotecurveError(f"--heads is {count}; a clustered network of {nodes} has 1 to {nodes - 1} heads")
    if (nodes - count - 1) // count + 1 > MOST_MEMBERS:
        least = -(-nodes // (1 + MOST_MEMBERS))
        raise MotecurveError(
            f"--heads is {count}; a head takes at most {MOST_MEMBERS} members, so give {least} or more"
        )
    of_heads = grid(count) if count > 1 else [[]]
    near = [list(found) for found in of_heads]
    wanted = [list(found) for found in of_heads]
    for head in range(count):
        members = list(range(count + head, nodes, count))
        near[head] += members
        wanted[head] += members
    for node in range(count, nodes):
        head = (node - count) % count
        near.append([head, *(other for other in range(count + head, nodes, count) if other != node)])
        wanted.append([head])
    return Topology(near, wanted, count)


def of_file(path: Path, nodes: int) -> list[list[int]]:
    """The links of a file, as `emulate` takes it: two numbers a line, from 1; lines that begin with # are remarks.
    MotecurveError for another line, or a number that is none of a node."""
    pairs = []
    for number, text in enumerate(path.read_text(errors="replace").splitlines(), start=1):
        words = text.partition("#")[0].split()
        if not words:
            continue
        known = [int(word) for word in words if word.isdecimal() and 0 < int(word) <= nodes]
        if not len(words) == len(known) == len(set(known)) == 2:
            raise MotecurveError(f"{path}:{number}: a line has two different numbers from 1 to {nodes}")
        pairs.append((known[0] - 1, known[1] - 1))
    if not pairs:
        raise MotecurveError(f"{path} has no link; a line is two numbers, such as: 1 2")
    return of_pairs(nodes, pairs)


def parts(near: list[list[int]]) -> int:
    """How many parts of the network do not hear each other."""
    seen, count = bytearray(len(near)), 0
    for first in range(len(near)):
        if seen[first]:
            continue
        count += 1
        seen[first], waiting = 1, deque([first])
        while waiting:
            for other in near[waiting.popleft()]:
                if not seen[other]:
                    seen[other] = 1
                    waiting.append(other)
    return count
