"""The one public header of a drop: the functions that users may call, and their types."""

import functools
import re
from collections.abc import Collection
from pathlib import Path

from motelab import ROOT

FOLDER = ROOT / "include"
# With its description (codegen/interface/descriptions.py), if it has one.
DECLARATION = re.compile(r"^(?:/\*---\n(?:[^*]|\*(?!/))*\*/\n)?MC_API(?:_DATA)?\b[^;{]*;\n?", re.M)
# References in comments to files that a drop does not have: alone in parentheses, with words, or one of several items.
FILE = r"[\w/*-]+\.(?:h|c|S|md|py|toml)\b"
REFERENCE = re.compile(rf"(?<=\S) \({FILE}(?: [^()]*)?\)|; {FILE}(?=\))|(?<=\(){FILE}; ")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAME = re.compile(r"\b(mc_\w+)\s*(?:\(|;|\[)")


@functools.cache
def headers() -> dict[str, Path]:
    """The header that declares each public function."""
    paths = sorted((FOLDER / "motecurve").glob("*.h"))
    return {name_of(found[0]): path for path in paths for found in DECLARATION.finditer(path.read_text())}


def name_of(declaration: str) -> str:
    return NAME.search(declaration).group(1)


def needed(symbols: Collection[str]) -> frozenset[Path]:
    """The public headers that declare functions among the symbols, and those that they include."""
    found = {headers()[name] for name in symbols if name in headers()}
    waiting = list(found)
    while waiting:
        for name in re.findall(r'#include "(motecurve/[^"]+)"', waiting.pop().read_text()):
            if FOLDER / name not in found:
                found.add(FOLDER / name)
                waiting.append(FOLDER / name)
    return frozenset(found)


def split(text: str, symbols: Collection[str]) -> tuple[str, dict[str, str]]:
    """Headers without the declarations of functions that are not among the symbols, and without comments on these
    alone; and those declarations by name."""
    removed: dict[str, str] = {}
    paragraphs = []
    for paragraph in re.split(r"\n{2,}", text):
        gone = {name_of(found[0]): found[0] for found in DECLARATION.finditer(paragraph + "\n")}
        gone = {name: declaration for name, declaration in gone.items() if name not in symbols}
        removed |= gone
        kept = paragraph + "\n"
        for declaration in gone.values():
            kept = kept.replace(declaration, "")
        if not gone or re.sub(r"/\*.*?\*/|\s", "", kept, flags=re.S):
            paragraphs.append(kept.rstrip("\n"))
    return "\n\n".join(paragraphs) + "\n", removed


def without_references(text: str) -> str:
    """A header whose comments do not send the reader to files that a drop lacks."""
    return COMMENT.sub(lambda comment: REFERENCE.sub("", comment[0]), text)
