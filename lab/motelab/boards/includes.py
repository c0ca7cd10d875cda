"""The files that a source includes, from its text alone. Both branches of every condition count, so there may be more
of them than a compiler reads, never fewer."""

import functools
import re
from pathlib import Path

from codegen.sources import COMMENTS
from motelab import ROOT
from motelab.boards.board import Board
from motelab.boards.image import INCLUDES

DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:include|define)\b(?:\\\n|[^\n])*", re.M)
NAMED = re.compile(r'#[ \t]*include[ \t]*["<]([^">]+)[">]')
# A name that the preprocessor joins: MC_STRINGIFY(MC_CONCATENATE(fb/data/multi_sqr_, MC_FIELD).h).
JOINED = re.compile(r"MC_STRINGIFY\(((?:MC_CONCATENATE\([^()]*\)|[^()])*)\)")
JOINERS = re.compile(r"MC_CONCATENATE|[(),\s]")
FIELD = "MC_FIELD"


@functools.cache
def folders(board: Board) -> tuple[Path, ...]:
    """Where the compiler of an image looks for a file, in its order, after the folder of the file that includes it."""
    flagged = (ROOT / flag.removeprefix("-I") for flag in board.compiler.flags if flag.startswith("-I"))
    return (*flagged, board.platform_folder, *INCLUDES)


@functools.cache
def closure(path: Path, field: str, where: tuple[Path, ...]) -> frozenset[Path]:
    """The file itself, and those that it includes for a field, directly or through others, from these folders. Files
    of the system and of the configuration are none of them."""
    found = {path}
    todo = [path]
    while todo:
        one = todo.pop()
        for name in names(one):
            header = place(name.replace(FIELD, field), one.parent, where)
            if header and header not in found:
                found.add(header)
                todo.append(header)
    return frozenset(found)


@functools.cache
def place(name: str, beside: Path, where: tuple[Path, ...]) -> Path | None:
    """The file of a name in a directive of a file in the folder `beside`; None for one of the system."""
    return next((folder / name for folder in (beside, *where) if (folder / name).is_file()), None)


@functools.cache
def names(path: Path) -> tuple[str, ...]:
    """The names of files in the directives of a file; MC_FIELD stands for the field."""
    found: list[str] = []
    for directive in DIRECTIVE.findall(COMMENTS.sub(" ", path.read_text())):
        joined = JOINED.findall(directive)
        found += [JOINERS.sub("", name) for name in joined] or NAMED.findall(directive)
    return tuple(found)
