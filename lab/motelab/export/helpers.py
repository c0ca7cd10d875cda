"""Routines that a compiler calls by name, such as products of words and memset, where the lab's images have their own:
constant time was measured with these. A drop takes them along under names of its own, and its parts call them there, so
that those of the user's toolchain neither clash with them nor take their place."""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from codegen.sources import Source
from motelab.boards.board import Board
from motelab.boards.sizes import defined_symbols, undefined_symbols

PREFIX = re.compile(r"^(?:mc_msp430_|__mspabi_|_*)")
INCLUDED = re.compile(r'^#include "([^"]+)"\n', re.M)


def needed(board: Board, objects: Mapping[Path, Source], own: Collection[Source]) -> dict[Path, Source]:
    """Of the objects those of the board's platform that define what the library's parts call; `own` are the sources
    that are not the library's. Empty for compilers that bring such routines with them, which the images take, too."""
    if not board.compiler.binutils:
        return {}
    platform = {path: source for path, source in objects.items() if source.path.parent == board.platform_folder}
    found: dict[Path, Source] = {}
    waiting = [path for path, source in objects.items() if source not in own]
    for taken in waiting:  # grows while it is walked
        wanted = undefined_symbols(taken)
        for path, source in platform.items():
            if path not in found and wanted & defined_symbols(path):
                found[path] = source
                waiting.append(path)
    return found


def renames(helpers: Iterable[Path]) -> dict[str, str]:
    """The name in a drop of each routine of these objects, such as motecurve_mpyi for __mspabi_mpyi."""
    names = sorted(frozenset().union(*(defined_symbols(path) for path in helpers)))
    return {name: f"motecurve_{PREFIX.sub('', name)}" for name in names}


def text(source: Path, names: Mapping[str, str]) -> str:
    """A file of the platform with these routines renamed, and the headers beside it inserted."""
    joined = INCLUDED.sub(lambda found: (source.parent / found[1]).read_text(), source.read_text())
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), joined)


def redirections(names: Mapping[str, str]) -> str:
    """C that makes a part call the drop's routines; empty without any."""
    if not names:
        return ""
    lines = "".join(f'        ".set {name}, {own}\\n"\n' for name, own in names.items())
    comment = "/* The compiler's calls of these go to the routines of this library, whose time was measured. */"
    return f"{comment}\n__asm__(\n{lines.rstrip()});\n\n"
