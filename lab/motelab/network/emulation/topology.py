"""Who hears whom among 2 to 8 motes, which have the numbers from 1 on: links, each a pair with the lesser one first."""

from pathlib import Path

from motelab.common.errors import MotecurveError

Links = tuple[tuple[int, int], ...]
NAMED = ("line", "star", "full")
MOST = 8


def require_count(motes: int) -> None:
    """MotecurveError unless a network can have so many motes."""
    if not 2 <= motes <= MOST:
        raise MotecurveError(f"--motes is {motes}; a network has 2 to {MOST} motes")


def links(topology: str, motes: int) -> Links:
    """The links of a named topology, or of a file with a link in each line, two numbers of motes. MotecurveError for a
    network in which a mote has no neighbour, and for a file that is none of links."""
    require_count(motes)
    every = range(1, motes + 1)
    if topology == "line":
        return tuple((a, a + 1) for a in every[:-1])
    if topology == "star":
        return tuple((1, a) for a in every[1:])
    if topology == "full":
        return tuple((a, b) for a in every for b in every if a < b)
    found = _of_file(Path(topology), motes)
    lonely = [str(a) for a in every if not any(a in link for link in found)]
    if lonely:
        raise MotecurveError(f"{topology}: no link of mote {', '.join(lonely)}; each of the {motes} needs a neighbour")
    return found


def _of_file(path: Path, motes: int) -> Links:
    if not path.is_file():
        raise MotecurveError(f"no topology {str(path)!r}; there is {', '.join(NAMED)}, or the name of a file of links")
    try:
        lines = path.read_text("ascii").splitlines()
    except UnicodeDecodeError:
        raise MotecurveError(f"{path} is no text of links such as: 1 2") from None
    found = set()
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if words:
            found.add(_link(words, f"{path}, line {number}", motes))
    return tuple(sorted(found))


def _link(words: list[str], where: str, motes: int) -> tuple[int, int]:
    if len(words) != 2 or not all(word.isdecimal() for word in words):
        raise MotecurveError(f"{where}: {' '.join(words)!r} is no link; a link is two numbers of motes, such as: 1 2")
    a, b = sorted(map(int, words))
    if a < 1 or b > motes:
        raise MotecurveError(f"{where}: a link of motes {a} and {b}; the motes are 1 to {motes}")
    if a == b:
        raise MotecurveError(f"{where}: mote {a} is no neighbour of itself")
    return a, b
