"""The sources of a drop, each with the headers that it includes in the drop's configuration."""

import contextlib
import dataclasses
import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from codegen.sources import Source
from motelab import HEADERS, ROOT
from motelab.boards import make_rule, stack
from motelab.boards.image import INCLUDES, Builder
from motelab.boards.sizes import defined_symbols, sizes
from motelab.export import helpers

ROOTS = "roots.c"  # refers to the public functions, and is not part of the drop
# The source of random bytes stands for the programs' own sources (boards/stack/indirect.py), which may use more
# stack.
ROOT_PROGRAM = """#include MC_CONFIG_HEADER
#include <stddef.h>
#include <stdint.h>
{}static int source(void *context, uint8_t *out, size_t bytes)
{{
    (void)context, (void)bytes;
    *out = 0;
    return 0;
}}
#ifdef MC_BLINDING
int mc_blinding_random(uint8_t *out, size_t bytes)
{{
    return source(NULL, out, bytes);
}}
#endif
static int (*const volatile random_source)(void *, uint8_t *, size_t) = source;
static void (*const volatile roots[])(void) = {{{}}};
int main(void)
{{
    uint8_t octet;
    random_source(NULL, &octet, 1);
    for (unsigned i = 0; i < sizeof roots / sizeof roots[0]; i++)
        roots[i]();
    return 0;
}}
"""
FORCED = "-Wl,--noinhibit-exec"


@dataclasses.dataclass(frozen=True)
class Unit:
    """A piece that is compiled by itself: a source for a field, and a window if it has one. `number` counts from 1;
    `headers` are those of the library that it includes."""

    number: int
    source: Source
    headers: frozenset[Path]

    @property
    def is_assembly(self) -> bool:
        return self.source.path.suffix == ".S"

    @property
    def is_for_order(self) -> bool:
        """Whether it computes modulo the group order."""
        return self.source.field.startswith("order")

    @property
    def is_helper(self) -> bool:
        """Whether it is no part of the library, but what the compiler calls (helpers.py)."""
        return self.source.path.is_relative_to(ROOT / "boards")

    @property
    def title(self) -> str:
        """Its path in the library, and its field and window."""
        window = "" if self.source.window is None else f", window {self.source.window}"
        order = " modulo the order" if self.is_for_order else ""
        return f"{self.source.path.relative_to(ROOT)}{order}{window}"


@dataclasses.dataclass(frozen=True)
class Closure:
    """Everything that some public functions need, C before assembly; the symbols that it defines, its bytes in flash,
    for each function the bound of its stack, if it has one, and the compiler's names of routines among the units, each
    with its name in a drop (helpers.py)."""

    units: tuple[Unit, ...]
    symbols: frozenset[str]
    flash_bytes: int
    stack_bounds: dict[str, int | None]
    renames: dict[str, str]


def closure(builder: Builder, functions: Iterable[str], configuration: str) -> Closure:
    """The parts of the library that the functions need under a configuration header of that text; ImageFailed if no
    source defines one of them."""
    names = list(dict.fromkeys(functions))
    with workplace(builder, configuration) as work:
        own = program(builder, names, work)
        objects = builder.closure(own, work, builder.flags_of_firmware)
        symbols = frozenset().union(*map(defined_symbols, objects))
        called = helpers.needed(builder.board, objects, own)
        parts = {path: source for path, source in objects.items() if source not in own} | called
        sources = sorted(parts.values(), key=lambda s: s.path.suffix == ".S")
        numbered = enumerate(sources, start=1)
        return Closure(
            tuple(Unit(number, source, headers(builder, source, work)) for number, source in numbered),
            symbols,
            sum(sizes(path).flash for path in parts),
            stack_bounds(linked(builder, objects, work), names),
            helpers.renames(called),
        )


def linked_flash_bytes(builder: Builder, functions: Iterable[str], configuration: str) -> int:
    """Bytes that the functions add to the flash of a program, with everything that they need and the linker keeps."""
    found = []
    for names in ([], list(functions)):
        with workplace(builder, configuration) as work:
            objects = builder.closure(program(builder, names, work), work, builder.flags_of_firmware)
            found.append(sizes(linked(builder, objects, work)).flash)
    without, together = found
    return together - without


@contextlib.contextmanager
def workplace(builder: Builder, configuration: str) -> Iterator[Path]:
    """A folder for builds with a configuration header of that text."""
    builder.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=builder.folder) as folder:
        (Path(folder) / "image.h").write_text(configuration)
        yield Path(folder)


def program(builder: Builder, names: Iterable[str], work: Path) -> list[Source]:
    """The sources of a program that refers to these functions and to nothing else of the library."""
    root = Source(work / ROOTS, builder.selection.curve.field)
    addresses = "".join(f"void {name}(void);\n" for name in names)
    root.path.write_text(ROOT_PROGRAM.format(addresses, ", ".join(names)))
    return [root, *(Source(path, root.field) for path in sorted(builder.board.platform_folder.glob("*.[cS]")))]


def linked(builder: Builder, objects: Iterable[Path], work: Path) -> Path:
    """An image of the objects, whether it fits the board or not."""
    image = work / "all.elf"
    flags = [
        *builder.board.compiler.link_flags,
        *(["--noinhibit-exec"] if builder.board.compiler.binutils else [FORCED]),
    ]
    builder.run([*builder.linker(), "-o", str(image), *map(str, objects), *flags])
    return image


def stack_bounds(image: Path, names: Iterable[str]) -> dict[str, int | None]:
    """For each function the most stack that it uses in an image of all of them; None for one without a bound."""
    sha256 = hashlib.sha256(image.read_bytes()).hexdigest()
    found = {name: stack.kept_bound(image, sha256, name) for name in names}
    return {name: bound and bound.bytes for name, bound in found.items()}


def headers(builder: Builder, source: Source, work: Path) -> frozenset[Path]:
    """The library's headers that the preprocessor opens for a source."""
    if source.path.suffix == ".S":
        return frozenset()
    flags = [*builder.flags, f"-DMC_FIELD={source.field}", '-DMC_CONFIG_HEADER="image.h"', f"-I{work}"]
    flags += [f"-I{path}" for path in (builder.board.platform_folder, *INCLUDES)]
    flags += [f"-DMC_WINDOW={source.window}"] if source.window is not None else []
    rule = builder.run([builder.board.compiler.command, *flags, "-MM", str(source.path)])
    paths = {Path(name).resolve() for name in make_rule.prerequisites(rule)}
    return frozenset(p for p in paths if p.suffix == ".h" and any(p.is_relative_to(h) for h in HEADERS))
