"""The common part of the kernels of every target: names, registry header, facts for a caller, and the writing of code
that several fields share."""

import abc
import contextlib
import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, Protocol

from codegen.kernel_fields import UnsupportedField
from codegen.output import GENERATED, banner, meta_header


class Field(Protocol):
    """The facts about its field that a kernel's file states."""

    name: str
    word_bits: int

    @property
    def words(self) -> int: ...

    @property
    def description(self) -> str: ...


@dataclasses.dataclass(frozen=True)
class Kernel(abc.ABC):
    """A generated function.

    field: None if the kernel serves no field; header: the registry's keys that differ between kernels, none for a
    function that is no member of a family; parameters: those of C; operation: the computation, as lines of its
    comment. A target adds `facts`, the lines that end the comment, and `code`."""

    target: ClassVar[str]
    field: Field | None
    function: str
    header: dict[str, str]
    parameters: str
    operation: tuple[str, ...]

    @property
    def stem(self) -> str:
        """The name of its file, without the ending."""
        return f"{self.field.name}_{self.function}" if self.field else self.function

    @property
    def symbol(self) -> str:
        return f"mc_{self.stem}_{self.target}"

    @property
    def flag(self) -> str:
        """The macro of native/<target>/meta.h that says that the kernel exists."""
        return f"MC_NATIVE_{self.stem.upper()}"

    @property
    def path(self) -> Path:
        return native_folder(self.target) / f"{self.stem}.S"

    @abc.abstractmethod
    def facts(self) -> list[str]:
        """Further facts for a caller: lines of its comment."""

    @abc.abstractmethod
    def code(self, symbol: str) -> list[str]:
        """Definitions, tables and instructions of the function under a name."""

    def text(self, shared: str = "") -> str:
        """The kernel's file. If `shared` names a header, the code is there."""
        lines = [self.banner(), *self._registered()]
        lines += [f"/* void {self.symbol}({self.parameters})", " *", *(f" * {line}" for line in self.operation)]
        lines += [f" * {self.field.description}"] if self.field else []
        lines += [" *", *(f" * {line}".rstrip() for line in self.facts())]
        lines[-1] += " */"
        if shared:
            code = [f"#define KERNEL {self.symbol}", f'#include "native/{self.target}/{shared}"']
        else:
            code = self.code(self.symbol)
        return "\n".join([*lines, "", *code]) + "\n"

    def shared_text(self) -> str:
        """The header with code that kernels of several fields have, each under its own name."""
        return "\n".join([self.banner(), *self.code("KERNEL")]) + "\n"

    def banner(self) -> str:
        return banner(f"codegen/{self.target}/").rstrip()

    def _registered(self) -> list[str]:
        """The registry header."""
        if not self.header:
            return []
        header = {**self.header, "backend": "asm", "target": self.target, "field": self.field.name}
        return ["/*---", *(f"{key}: {value}" for key, value in header.items()), "---*/"]


def native_folder(target: str) -> Path:
    """Folder of a target's kernels."""
    return GENERATED / "native" / target


def supported(generators: Iterable[Callable], field: Field) -> list[Kernel]:
    """Every kernel that can be generated for the field."""
    found = []
    for generate in generators:
        with contextlib.suppress(UnsupportedField):
            found.append(generate(field))
    return found


def outputs(found: list[Kernel]) -> dict[Path, str]:
    """The files of a target's kernels, and the header with their flags. Some code depends on the size of an element
    alone; several fields have it, so their files include it from a header."""
    same = defaultdict(list)
    for kernel in found:
        same[kernel.function, tuple(kernel.code("KERNEL"))].append(kernel)
    target = found[0].target
    files = {native_folder(target) / "meta.h": meta_header(target, [kernel.flag for kernel in found])}
    for kernels in same.values():
        first = kernels[0]
        shared = f"{first.function}_{first.field.word_bits * first.field.words}.h" if len(kernels) > 1 else ""
        files |= {kernel.path: kernel.text(shared) for kernel in kernels}
        if shared:
            files[native_folder(target) / shared] = first.shared_text()
    return files
