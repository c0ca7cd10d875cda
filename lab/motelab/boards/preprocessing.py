"""Saves preprocessing a source again: an object that was made under one configuration serves under every other with
the same values of the macros on which the source's text depends.

Images differ by a few macros of their configuration, image.h, and most sources use none of these: after an image for
ECDSA, an image for ECDH over the same field compiles only a few files. The macros are those that the preprocessor
expands or tests, which GCC lists (-dU). GCC does not list an undefined name in a bare `#if NAME`, nor one that stays
in the text. Both are searched for, the former in every file that the source includes."""

import collections
import dataclasses
import functools
import re
from collections.abc import Callable
from pathlib import Path

NAME = re.compile(r"\bMC_\w+")  # of any macro of a configuration
DEFINITION = re.compile(r"#define (MC_\w+) (.*)\n")
USE = re.compile(r"^#(?:define|undef) (MC_\w+)", re.M)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:el)?if\b(?:.*\\\n)*.*", re.M)
ListUses = Callable[[], tuple[str, list[Path]]]  # the text with the macros that it uses, and the files it was made of


@dataclasses.dataclass
class Seen:
    """A source with its flags: how often it was preprocessed, and its objects by the macros that they were made
    under."""

    times: int = 0
    objects: list[tuple[dict[str, str | None], Path]] = dataclasses.field(default_factory=list)


_seen: dict[tuple, Seen] = collections.defaultdict(Seen)


def configuration(path: Path) -> dict[str, str]:
    """The macros of an image.h, which must hold only definitions; ValueError if it does not."""
    text = path.read_text()
    if rest := DEFINITION.sub("", text):
        raise ValueError(f"{path} holds {rest.splitlines()[0]!r}; it may hold only `#define MC_NAME value`")
    return dict(DEFINITION.findall(text))


def recall(key: tuple, macros: dict[str, str]) -> Path | None:
    """The object of the source and flags that `key` names, if there is one that serves under these macros."""
    for used, made in _seen[key].objects:
        if all(macros.get(name) == value for name, value in used.items()):
            return made
    return None


def remember(key: tuple, macros: dict[str, str], text: str, list_uses: ListUses, made: Path) -> None:
    """Keeps the object of a preprocessed text, but only from the second time on: `list_uses` runs the preprocessor
    again, and a single image need not wait for that."""
    seen = _seen[key]
    seen.times += 1
    if seen.times > 1:
        listed, files = list_uses()
        names = {*USE.findall(listed), *NAME.findall(text)}.union(*map(_tested, files))
        seen.objects.append(({name: macros.get(name) for name in names}, made))


@functools.cache
def _tested(path: Path) -> frozenset[str]:
    """Names in the conditions of a file."""
    return frozenset(name for found in CONDITION.findall(path.read_text()) for name in NAME.findall(found))
