"""Marks: comments of pages that say where the figures of the paragraph or table below them are from.

tools/held_figures.py tells which there are, and checks them."""

import dataclasses
import re

MARK = re.compile(r"^<!-- (measured|published by|earlier,|held by|counted,) ?([^:]*): (.*?) -->$", re.M | re.S)
MEASURED = "measured"
KERNEL = "kernel "  # before the name of a generated kernel, in place of a command
LESS = " less "  # between two commands whose difference is meant


@dataclasses.dataclass(frozen=True)
class Mark:
    """Its kind, the source that it names, and commands or figures."""

    kind: str
    source: str
    items: tuple[str, ...]


def of(text: str) -> list[Mark]:
    """The marks of a text."""
    return [Mark(kind, source, tuple(map(str.strip, items.split(";")))) for kind, source, items in MARK.findall(text)]


def commands(text: str) -> list[str]:
    """The commands that marks of a text name."""
    items = [item for mark in of(text) if mark.kind == MEASURED for item in mark.items]
    return [command for item in items if not item.startswith(KERNEL) for command in item.split(LESS)]
