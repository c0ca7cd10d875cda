"""Fills in the templates of packages/, each a file with .in behind its name.

@NAME@ is replaced by its value. Lines between `@if name@`, or `@if not name@`, and `@end@` stay if the value is true,
or false. Nothing is nested."""

import re
from collections.abc import Mapping
from pathlib import Path

from motelab import ROOT

FOLDER = ROOT / "packages"
BLOCK = re.compile(r"^[ \t]*@if (not )?(\w+)@\n(.*?)^[ \t]*@end@\n", re.M | re.S)
VALUE = re.compile(r"@([A-Z][A-Z0-9_]*)@")


def of(folder: Path) -> dict[str, Path]:
    """The templates in a folder and below, by the paths of the files that they become."""
    return {str(path.relative_to(folder).with_suffix("")): path for path in sorted(folder.rglob("*.in"))}


def filled(path: Path, values: Mapping[str, str | bool]) -> str:
    """The text of a filled-in template; KeyError for a name without a value. An empty string is false."""

    def block(found: re.Match[str]) -> str:
        return found.group(3) if bool(values[found.group(2)]) != bool(found.group(1)) else ""

    text = VALUE.sub(lambda found: str(values[found.group(1)]), BLOCK.sub(block, path.read_text()))
    return re.sub(r"\n{3,}", "\n\n", text)
