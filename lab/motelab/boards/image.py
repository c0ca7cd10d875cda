"""Builds one firmware image: the bench, one operation, the members that it binds, nothing else.

Sources enter by need: a file is compiled when an object already taken refers to one of its symbols. A list beside the
image, <image>.sources, names these files in the order of linking: path, field, window if it has one."""

import collections
import dataclasses
import functools
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from codegen.sources import Source
from motelab import BUILD, HEADERS, ROOT
from motelab.boards import binutils, given_curve, make_rule, preprocessing, profiles
from motelab.boards.board import BOARDS, Board
from motelab.boards.selection import Selection
from motelab.boards.sizes import defined_symbols, sizes, undefined_symbols
from motelab.boards.sources import defining
from motelab.common.errors import DoesNotFit, ImageFailed, MissingTool, MotecurveError
from motelab.common.files import digest, sources_digest, write_atomically
from motelab.subjects import registry
from motelab.subjects.curves import Curve
from motelab.subjects.operations import OF_IDENTITIES

FIRMWARE = ROOT / "boards/firmware"
INCLUDES = (*HEADERS, FIRMWARE)
DECLARED = ("-Werror=implicit-function-declaration",)  # a call without a declaration takes any arguments
# Warnings that a source of the library may not cause, since a user's build may take them as errors. A test sets them:
# another version of a compiler, which has more of them, still measures.
STRICT: tuple[str, ...] = ()
NAME = re.compile(r"\bmc_\w+")
DECLARATION = re.compile(r"^(?:void|mc_\w+|u?int\d+_t) \**(mc_\w+)\([^;{}]*\);\n", re.M)


@dataclasses.dataclass(frozen=True)
class Image:
    """A linked image and its identity; `symbol` is the measured routine, `baseline` the image without it."""

    path: Path
    sha256: str
    baseline: Path
    symbol: str
    compiler: str
    flags: str
    kernels: tuple[str, ...]
    source_sha256: str | None = None  # of somebody else's code (motelab/boards/implementations)


@functools.cache
def compiler_version(board: Board) -> str:
    """Name and version of the board's compiler; MissingTool if it is not installed."""
    compiler = board.compiler
    if shutil.which(compiler.command) is None:
        raise MissingTool(compiler.command, compiler.package)
    run = subprocess.run([compiler.command, "-dumpversion"], capture_output=True, text=True, check=True)
    version = f"{compiler.command} {run.stdout.strip()}"
    return f"{version}, binutils {binutils.version()}" if compiler.binutils else version


def without_idle_declarations(text: str) -> str:
    """Preprocessed C without the declarations of functions that it does not name again; these produce no code."""
    uses = collections.Counter(NAME.findall(text))
    return DECLARATION.sub(lambda found: found[0] if uses[found[1]] > 1 else "", text)


def warnings_of(source: Source) -> tuple[str, ...]:
    """The warnings under which a source in C is compiled; programs that call the library have fewer."""
    is_of_library = source.path.is_relative_to(ROOT / "src") and source.path.parent.name != "firmware"
    return (*DECLARED, *STRICT) if is_of_library else DECLARED


def firmware_file(name: str) -> Path:
    """The file that runs an operation: beside the sources of its protocol or of pairings, or in boards/firmware/."""
    folders = (*(ROOT / "src/protocol").glob("*/firmware"), *(ROOT / "src").glob("*/firmware"), FIRMWARE)
    return next((folder / name for folder in folders if (folder / name).exists()), FIRMWARE / name)


def too_large_table(selection: Selection) -> str | None:
    """The table that alone needs more RAM than the board has; None if every one fits."""
    board = selection.board
    for spec, count in selection.ram_table_bytes.items():
        if count > board.usable_ram_bytes:
            return f"the table of {spec} on {selection.curve.name} takes {count:,} B of RAM; {board.room('RAM')}"
    return None


def object_sizes(group: Curve) -> dict[str, str]:
    """The bytes of the longest number and point in identity-based schemes over a group (src/ibe/group.h); of BLS12 also
    those of a point of G1, the shorter one (src/ibe/firmware/ibe.h)."""
    if group.family == "eta":
        return {}
    point = 2 * group.field_bytes if group.family == "bls12" else 1 + group.field_bytes
    sizes = {"ORDER": (group.order.bit_length() + 7) // 8, "POINT": point}
    found = {f"MC_IBE_{what}_MAX_BYTES": str(count) for what, count in sizes.items()}
    return found | ({"MC_IBE_SHORT_POINT_BYTES": str(group.field_bytes)} if group.family == "bls12" else {})


def configuration(s: Selection) -> dict[str, str]:
    """The macros that configure the library in an image: curve, words, one member a slot."""
    values = {"MC_SINGLE_CURVE": s.curve.identifier, "MC_WORD_BITS": str(s.board.word_bits)}
    values |= {"MC_HAS_DATA_CACHE": str(int(s.board.has_data_cache)), **s.board.form_macros}
    for slot, member in s.bound.items():
        values["MC_" + slot.upper().replace("-", "_")] = member.identifier if slot == "coordinates" else member.function
    if s.curve.family == "tate" or s.operation.name in OF_IDENTITIES:
        values |= object_sizes(s.curve)
    if s.profile in profiles.FOR_SIZE:
        values["MC_PREFER_SIZE"] = "2" if s.profile == profiles.SMALL else "1"
    if s.blinding != "none":
        values["MC_BLINDING"] = f"MC_BLINDING_{s.blinding.upper()}"
    if profiles.R_SQUARED in extras(s) and s.board.is_montgomery(s.curve):
        values["MC_HAS_R_SQUARED"] = "1"
    return values | (kernels_without_field(s) if s.backend == "asm" else {})


def extras(s: Selection) -> list[str]:
    """What a `balanced` image has by its board's file."""
    return s.board.balanced_extras if s.profile == profiles.BALANCED else []


def kernels_without_field(s: Selection) -> dict[str, str]:
    """The macros that name the kernels of the board's targets that serve no field, or every one: all of them in `fast`
    images, in `balanced` ones those that the board's file names."""
    found = {}
    for kernel in profiles.KERNELS_WITHOUT_FIELD if s.profile == profiles.FAST else extras(s):
        targets = [t for t in s.board.compiler.targets if (ROOT / "generated/native" / t / f"{kernel}.S").exists()]
        found |= {f"MC_{kernel.upper()}": f"mc_{kernel}_{t}" for t in targets[:1]}
    return found


class Builder:
    """Builds images of one selection; an image that is already built is not built again."""

    for_assembly: tuple[str, ...] = ()  # flags for GNU as, of sources in assembly alone

    def __init__(self, selection: Selection):
        if selection.board.is_host:
            raise MotecurveError(
                f"{selection.board.name} runs no images; name a simulated board (how hosts are checked: "
                "docs/measuring.md, Constant time)"
            )
        self.selection = selection
        self.board = selection.board
        self.version = compiler_version(self.board)
        self.flags = [*self.board.compiler.flags, *self.board.compiler.profiles[selection.profile]]
        # An application calls the library, which is optimised as a whole where the profile says so.
        self.flags_of_firmware = ("-fno-lto",) if "-flto" in self.flags else ()
        self.folder = BUILD / "boards" / self.board.name
        self.given = given_curve.headers(selection.curve, self.board)

    def config_header(self) -> str:
        """Text of the image's configuration: the library's macros, and the operation."""
        s = self.selection
        values = {**configuration(s), "MC_BENCH_FUNCTION": s.member.function, **dict(s.operation.defines)}
        if self.flags_of_firmware:
            values["MC_WHOLE_LIBRARY"] = "1"
        return "".join(f"#define {name} {value}\n" for name, value in values.items())

    def build(self) -> Image:
        """The image and its baseline; ImageFailed with the compiler's first error if one does not build."""
        self.refuse_large_tables()
        path, baseline = self.link(()), self.link(("-DMC_BENCH_EMPTY",))
        self.refuse_large_image(path)
        symbols = path.with_suffix(".symbols").read_text().split()
        kernels = [
            f for a in registry.load() for f in a.functions if a.backend == "asm" and f"mc_{a.field}_{f}" in symbols
        ]
        kernels += self.selection.inlined_kernels
        flags = " ".join([*self.flags, *self.board.compiler.link_flags])
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        symbol = next((name for name in self.selection.symbols if name in symbols), None)
        if symbol is None:
            raise ImageFailed(f"the image has no routine {' or '.join(self.selection.symbols)}")
        return Image(path, sha256, baseline, symbol, self.version, flags, tuple(sorted(set(kernels))))

    def refuse_large_tables(self) -> None:
        """DoesNotFit if one table alone needs more RAM than the board has."""
        reason = too_large_table(self.selection)
        if reason:
            raise DoesNotFit(reason)

    def refuse_large_image(self, path: Path) -> None:
        """DoesNotFit if flash or static RAM of the image, with its tables, exceed the board's."""
        used = sizes(path)
        on_stack = {} if self.selection.operation.step else self.selection.ram_table_bytes  # a task's is a variable
        ram = used.ram_static + max(on_stack.values(), default=0)
        board = self.board
        for what, needed, has in (
            ("flash", used.flash, board.usable_flash_bytes),
            ("RAM", ram, board.usable_ram_bytes),
        ):
            if needed > has:
                raise DoesNotFit(f"the image takes {needed:,} B of {what}; {board.room(what)}")

    def listing(self) -> str:
        """The list beside the image. Without an image its sources are compiled, and nothing is linked; ImageFailed if
        one does not compile."""
        listed = self.target(()).with_suffix(".sources")
        if not listed.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.folder) as work:
                self.keep_listing(listed, self.objects(Path(work), ()))
        return listed.read_text()

    def keep_listing(self, listed: Path, objects: dict[Path, Source]) -> None:
        write_atomically(listed, "".join(f"{source}\n" for source in objects.values()))

    def target(self, extra: tuple[str, ...]) -> Path:
        """Where the image with `extra` flags for the firmware is kept: a name of everything that determines it."""
        firmware = firmware_file(self.selection.firmware)
        sources = sources_digest(*INCLUDES, BOARDS, firmware.parent)
        tools = self.board.compiler
        inputs = (sources, self.selection.firmware, self.config_header(), self.version, *self.flags, *extra)
        inputs += (*tools.assembler_flags, *tools.link_flags, *([self.given.name] if self.given else []))
        return self.folder / "images" / f"{digest(*inputs)}.elf"

    def link(self, extra: tuple[str, ...]) -> Path:
        """Path of the linked image with `extra` flags for the firmware."""
        target = self.target(extra)
        if all(path.exists() for path in (target, target.with_suffix(".symbols"), target.with_suffix(".sources"))):
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            work = Path(folder)
            objects = self.objects(work, extra)
            linked = work / "image.elf"
            # GNU ld writes the names of its files into some images, which must not depend on the place of the
            # project.
            names = [os.path.relpath(path, ROOT) for path in objects]
            command = [*self.linker(), "-o", str(linked), *names]
            self.run([*command, *self.board.compiler.link_flags])
            self.keep_listing(target.with_suffix(".sources"), objects)
            # The list of symbols, which is slow to read from the image, is written before the image.
            write_atomically(target.with_suffix(".symbols"), "\n".join(sorted(defined_symbols(linked))))
            os.replace(linked, target)
        return target

    def linker(self) -> list[str]:
        """The command that links, without objects and flags of linking."""
        compiler = self.board.compiler
        return [binutils.tool(compiler.binutils, "ld")] if compiler.binutils else [compiler.command, *self.flags]

    def objects(self, work: Path, extra: tuple[str, ...]) -> dict[Path, Source]:
        """Objects of the firmware and, from there, of every source that they refer to, in the order of linking; the
        configuration goes to the folder `work`."""
        (work / "image.h").write_text(self.config_header())
        field = self.selection.curve.field
        firmware = [Source(path, field) for path in self.firmware]
        return self.closure(firmware, work, (*extra, *self.flags_of_firmware))

    @property
    def firmware(self) -> tuple[Path, ...]:
        """The sources that are no part of the library."""
        own = (FIRMWARE / "main.c", firmware_file(self.selection.firmware))
        return (*own, *sorted(self.board.platform_folder.glob("*.[cS]")))

    def closure(self, sources: list[Source], work: Path, extra: tuple[str, ...] = ()) -> dict[Path, Source]:
        """Objects of these sources, with `extra` flags, and of everything that they need of the library, in the order
        of linking; `work` holds the configuration, image.h."""
        objects = {self.compile(source, work, extra): source for source in sources}
        defined: set[str] = set()
        wanted: set[str] = set()
        waiting = list(objects)
        for taken in waiting:  # grows while it is walked
            defined |= defined_symbols(taken)
            wanted |= {name for name in undefined_symbols(taken) if name.startswith(("mc_", "ibe_"))}
            for symbol in sorted(wanted - defined):
                if symbol in defined:
                    continue
                found, source = self.object_of(symbol, work)
                if found not in objects:
                    objects[found] = source
                    waiting.append(found)
                defined |= defined_symbols(found)
        return objects

    def object_of(self, symbol: str, work: Path) -> tuple[Path, Source]:
        """Object that defines `symbol`, and its source."""
        for source in defining(symbol, self.selection.curve):
            source = given_curve.replaced(source, self.given)
            found = self.compile(source, work)
            if symbol in defined_symbols(found):
                return found, source
        raise ImageFailed(f"no source defines {symbol}")

    def compile(self, source: Source, work: Path, extra: tuple[str, ...] = ()) -> Path:
        """Object of `source`, kept under the digest of its preprocessed text, flags and compiler. All files see the
        declarations of a family, so a new member causes no new object."""
        key = (source, self.folder, self.given, *self.flags, *extra)
        macros = preprocessing.configuration(work / "image.h")
        if made := preprocessing.recall(key, macros):
            return made
        flags = [*self.flags, f"-DMC_FIELD={source.field}", '-DMC_CONFIG_HEADER="image.h"']
        flags += [f"-I{work}", f"-I{self.board.platform_folder}"]
        includes = (self.given, *INCLUDES) if self.given else INCLUDES
        flags += [f"-I{path}" for path in includes] + list(extra)
        flags += [f"-DMC_WINDOW={source.window}"] if source.window is not None else []
        command = self.board.compiler.command
        text = self.run([command, *flags, "-E", "-P", str(source.path)])
        is_c = source.path.suffix == ".c"
        named = [source.path.name] if is_c else []  # which compilers write into the object
        compiled = without_idle_declarations(text)
        unseen = [flag for flag in extra if not flag.startswith("-D")]  # macros are in the text
        name = digest(*named, compiled, self.version, *self.flags, *unseen, *self.board.compiler.assembler_flags)
        kept = self.folder / "objects" / f"{name}.o"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            made = work / kept.name
            taken = self.preprocessed(made.with_suffix(".i"), source.path.name, compiled) if is_c else source.path
            self.assemble([command, *flags, *(warnings_of(source) if is_c else ())], taken, made)
            os.replace(made, kept)
        if command.endswith("gcc"):  # clang lists no uses
            preprocessing.remember(key, macros, text, lambda: self.uses([command, *flags], source.path, work), kept)
        return kept

    def uses(self, command: list[str], source: Path, work: Path) -> tuple[str, list[Path]]:
        """The preprocessed text with the macros that it uses, and the project's files that it includes."""
        rule = work / "uses.d"
        listed = self.run([*command, "-E", "-P", "-dU", "-MMD", "-MF", str(rule), str(source)])
        return listed, [ROOT / name for name in make_rule.prerequisites(rule.read_text())]

    @staticmethod
    def preprocessed(path: Path, name: str, text: str) -> Path:
        """The file to compile: exactly the text whose digest names the object. Compilers number the variables of
        functions (table.1234) after all declarations before them, idle ones too, and put these names into the image."""
        path.write_text(f'# 1 "{name}"\n{text}')
        return path

    def assemble(self, command: list[str], source: Path, made: Path) -> None:
        """The object, by the compiler alone or, if the board has binutils, through an assembly file."""
        compiler = self.board.compiler
        if not compiler.binutils:
            self.run([*command, "-c", str(source), "-o", str(made)])
            return
        listing = made.with_suffix(".s")
        self.run([*command, "-S" if source.suffix in (".c", ".i") else "-E", str(source), "-o", str(listing)])
        flags = [*compiler.assembler_flags, *(self.for_assembly if source.suffix == ".S" else ())]
        self.run([binutils.tool(compiler.binutils, "as"), *flags, str(listing), "-o", str(made)])

    def run(self, command: list[str]) -> str:
        """Output of a compiler run from the root; ImageFailed with its first error line, DoesNotFit with the linker's
        if a memory of the board overflowed."""
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if run.returncode != 0:
            lines = run.stderr.strip().splitlines() or [f"{command[0]} failed"]
            overflow = next((line for line in lines if "overflowed by" in line), None)
            if overflow:
                raise DoesNotFit(self.overflow_in_numbers(overflow.rpartition(": ")[2]))
            if any("is not within region `data'" in line for line in lines):
                raise DoesNotFit(f"the variables of the image need more RAM than {self.board.name} has")
            first = next((line for line in lines if "error" in line.lower() or "undefined" in line), lines[0])
            raise ImageFailed(first.replace(f"{ROOT}/", ""))
        return run.stdout

    def overflow_in_numbers(self, message: str) -> str:
        """The linker's message on a region that is too small, in bytes of the board."""
        found = re.search(r"region `(\w+)' overflowed by (\d+) bytes", message)
        board = self.board
        known = {"flash": ("flash", board.usable_flash_bytes), "ram": ("RAM", board.usable_ram_bytes)}
        if not found or found.group(1) not in known:
            return message
        what, has = known[found.group(1)]
        return f"the image takes {has + int(found.group(2)):,} B of {what}; {board.room(what)}"
