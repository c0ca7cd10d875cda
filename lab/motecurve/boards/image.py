"""Builds one firmware image: the bench, one operation, the members that it binds, nothing else.

Sources enter by need: a file is compiled when an object already taken refers to one of its symbols."""

import dataclasses
import functools
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from codegen.built import scalar_bits
from motecurve import BUILD, HEADERS, ROOT, SOURCES
from motecurve.boards import binutils
from motecurve.boards.board import BOARDS, Board
from motecurve.boards.selection import Selection
from motecurve.boards.sizes import defined_symbols, sizes, undefined_symbols
from motecurve.common.errors import DoesNotFit, ImageFailed, MissingTool, MotecurveError
from motecurve.common.files import digest, sources_digest, write_atomically
from motecurve.subjects import registry, templates

FIRMWARE = ROOT / "boards/firmware"
INCLUDES = (*HEADERS, FIRMWARE)


@dataclasses.dataclass(frozen=True)
class Image:
    """A linked image and what identifies it; `symbol` is the routine measured, `baseline` the image without it."""

    path: Path
    sha256: str
    baseline: Path
    symbol: str
    compiler: str
    flags: str
    kernels: tuple[str, ...]


@functools.cache
def compiler_version(board: Board) -> str:
    """Name and version of the board's compiler; MissingTool if it is not installed."""
    compiler = board.compiler
    if shutil.which(compiler.command) is None:
        raise MissingTool(compiler.command, compiler.package)
    run = subprocess.run([compiler.command, "-dumpversion"], capture_output=True, text=True, check=True)
    version = f"{compiler.command} {run.stdout.strip()}"
    return f"{version}, binutils {binutils.version()}" if compiler.binutils else version


def text_of(path: Path) -> str:
    """The source, and that of the header of its name, which may define what it compiles (fb/basic.h)."""
    header = path.with_suffix(".h")
    return path.read_text() + (header.read_text() if path.suffix == ".c" and header.exists() else "")


@functools.cache
def support_files() -> dict[Path, str]:
    """Sources whose functions the registry does not name, with their text: no algorithms, or coordinates."""
    algorithms = {ROOT / a.file for a in registry.load() if a.family != "coordinates"}
    paths = [path for tree in SOURCES for path in sorted(tree.rglob("*.[cS]")) if path.parent.name != "firmware"]
    return {path: text_of(path) for path in paths if path not in algorithms}


def firmware_file(name: str) -> Path:
    """The file that runs an operation: that of the name beside its protocol's sources or, for what is no protocol, in
    boards/firmware/."""
    return next((ROOT / "src/protocol").glob(f"*/firmware/{name}"), None) or FIRMWARE / name


def too_large_table(selection: Selection) -> str | None:
    """Which table alone needs more RAM than the board has; None if every one fits."""
    board = selection.board
    for spec, count in selection.ram_table_bytes.items():
        if count > board.ram_bytes:
            has = f"{board.name} has {board.ram_bytes:,}"
            return f"the table of {spec} on {selection.curve.name} takes {count:,} B of RAM; {has}"
    return None


class Builder:
    """Builds images of one selection; one that is already built is not built again."""

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
        self.folder = BUILD / "boards" / self.board.name

    def config_header(self) -> str:
        """Text of the image's configuration: curve, field, words, one member a slot, the operation."""
        s = self.selection
        values = {"MC_SINGLE_CURVE": s.curve.identifier, "MC_WORD_BITS": str(self.board.word_bits)}
        values["MC_HAS_DATA_CACHE"] = str(int(self.board.has_data_cache))
        for slot, member in s.bound.items():
            values["MC_" + slot.upper().replace("-", "_")] = (
                member.identifier if slot == "coordinates" else member.function
            )
        if s.blinding != "none":
            values["MC_BLINDING"] = f"MC_BLINDING_{s.blinding.upper()}"
        kernels = ROOT / "generated/native"
        targets = [t for t in self.board.compiler.targets if (kernels / t / "sha256_compress.S").exists()]
        if targets and (s.profile, s.backend) == ("fast", "asm"):
            values["MC_SHA256_COMPRESS"] = f"mc_sha256_compress_{targets[0]}"
        values |= {"MC_BENCH_FUNCTION": s.member.function, **dict(s.operation.defines)}
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
        """DoesNotFit if flash or static RAM of the image, with its tables, are more than the board has."""
        used = sizes(path)
        ram = used.ram_static + max(self.selection.ram_table_bytes.values(), default=0)
        for what, needed, has in (("flash", used.flash, self.flash_bytes), ("RAM", ram, self.board.ram_bytes)):
            if needed > has:
                raise DoesNotFit(f"the image takes {needed:,} B of {what}; {self.board.name} has {has:,}")

    @property
    def flash_bytes(self) -> int:
        """Flash for an image."""
        return self.board.image_flash_bytes or self.board.flash_bytes

    def link(self, extra: tuple[str, ...]) -> Path:
        """Path of the linked image with `extra` flags for the firmware."""
        header = self.config_header()
        firmware = firmware_file(self.selection.firmware)
        sources = sources_digest(*INCLUDES, BOARDS, firmware.parent)
        tools = self.board.compiler
        inputs = (sources, self.selection.firmware, header, self.version, *self.flags, *extra)
        inputs += (*tools.assembler_flags, *tools.link_flags)
        target = self.folder / "images" / f"{digest(*inputs)}.elf"
        if target.exists() and target.with_suffix(".symbols").exists():
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            work = Path(folder)
            (work / "image.h").write_text(header)
            objects = self.objects(work, extra)
            linked = work / "image.elf"
            # GNU ld writes their names into some images, which must not depend on where the project lies.
            names = [os.path.relpath(path, ROOT) for path in objects]
            command = [*self.linker(), "-o", str(linked), *names]
            self.run([*command, *self.board.compiler.link_flags])
            # The list of symbols, slow to read from the image, is there before the image is.
            write_atomically(target.with_suffix(".symbols"), "\n".join(sorted(defined_symbols(linked))))
            os.replace(linked, target)
        return target

    def linker(self) -> list[str]:
        """The command that links, without objects and flags of linking."""
        compiler = self.board.compiler
        return [binutils.tool(compiler.binutils, "ld")] if compiler.binutils else [compiler.command, *self.flags]

    def objects(self, work: Path, extra: tuple[str, ...]) -> list[Path]:
        """Objects of the firmware and, from there, of every source that is referred to."""
        firmware = (FIRMWARE / "main.c", firmware_file(self.selection.firmware))
        firmware += tuple(sorted(self.board.platform_folder.glob("*.[cS]")))
        objects = [self.compile(source, work, self.selection.curve.field, None, extra) for source in firmware]
        defined: set[str] = set()
        wanted: set[str] = set()
        for taken in objects:  # grows while it is walked
            defined |= defined_symbols(taken)
            wanted |= {name for name in undefined_symbols(taken) if name.startswith("mc_")}
            for symbol in sorted(wanted - defined):
                found = self.object_defining(symbol, work)
                if found not in objects:
                    objects.append(found)
                defined |= defined_symbols(found)
        return objects

    def object_defining(self, symbol: str, work: Path) -> Path:
        """Object of the algorithm or support file that defines `symbol`."""
        curve = self.selection.curve
        order = f"order{scalar_bits(curve.field)}"
        field = order if symbol.startswith(f"mc_{order}_") else curve.field
        name = symbol.removeprefix(f"mc_{field}_")
        foreign = "binary" if curve.is_prime or field == order else "prime"
        for algorithm in registry.load():
            native = algorithm.field in ("", field) and templates.kind_of(ROOT / algorithm.file) != foreign
            if name in algorithm.functions and name != symbol and native:
                window = algorithm.windows[algorithm.functions.index(name)] if algorithm.windows else None
                return self.compile(ROOT / algorithm.file, work, field, window)
        names = "|".join(map(re.escape, {name, symbol}))
        definition = re.compile(rf"^\w[^;{{}}]*\b({names})\b[^;{{}}]*[{{=]|^{symbol}:$", re.M)
        for path, text in support_files().items():
            if templates.kind_of(path) == foreign:
                continue
            if not (name in text or symbol in text) or not definition.search(text):  # the search alone is slow
                continue
            if path.parent.name in ("data", "generator") and path.stem != curve.field:  # tables of another field
                continue
            candidate = self.compile(path, work, field, None)
            if symbol in defined_symbols(candidate):
                return candidate
        raise ImageFailed(f"no source defines {symbol}")

    def compile(self, source: Path, work: Path, field: str, window: int | None, extra: tuple[str, ...] = ()) -> Path:
        """Object of `source` for a field or size of order, kept under the digest of its preprocessed text, flags and
        compiler."""
        flags = [*self.flags, f"-DMC_FIELD={field}", '-DMC_CONFIG_HEADER="image.h"']
        flags += [f"-I{work}", f"-I{self.board.platform_folder}"]
        flags += [f"-I{path}" for path in INCLUDES] + list(extra)
        flags += [f"-DMC_WINDOW={window}"] if window is not None else []
        command = self.board.compiler.command
        text = self.run([command, *flags, "-E", "-P", str(source)])
        named = [source.name] if source.suffix == ".c" else []  # which compilers write into the object
        key = digest(*named, text, self.version, *self.flags, *self.board.compiler.assembler_flags)
        kept = self.folder / "objects" / f"{key}.o"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            made = work / kept.name
            self.assemble([command, *flags], source, made)
            os.replace(made, kept)
        return kept

    def assemble(self, command: list[str], source: Path, made: Path) -> None:
        """The object, by the compiler alone or, where the board has binutils, by way of an assembly file."""
        compiler = self.board.compiler
        if not compiler.binutils:
            self.run([*command, "-c", str(source), "-o", str(made)])
            return
        listing = made.with_suffix(".s")
        self.run([*command, "-S" if source.suffix == ".c" else "-E", str(source), "-o", str(listing)])
        self.run([binutils.tool(compiler.binutils, "as"), *compiler.assembler_flags, str(listing), "-o", str(made)])

    def run(self, command: list[str]) -> str:
        """Output of a compiler run from the root; ImageFailed with its first error line, DoesNotFit with the linker's
        if a memory of the board overflowed."""
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if run.returncode != 0:
            lines = run.stderr.strip().splitlines() or [f"{command[0]} failed"]
            overflow = next((line for line in lines if "overflowed by" in line), None)
            if overflow:
                raise DoesNotFit(self.overflow_in_numbers(overflow.rpartition(": ")[2]))
            first = next((line for line in lines if "error" in line or "undefined" in line), lines[0])
            raise ImageFailed(first.replace(f"{ROOT}/", ""))
        return run.stdout

    def overflow_in_numbers(self, message: str) -> str:
        """What the linker says of a region, which is too small, in bytes of the board."""
        found = re.search(r"region `(\w+)' overflowed by (\d+) bytes", message)
        known = {"flash": ("flash", self.flash_bytes), "ram": ("RAM", self.board.ram_bytes)}
        if not found or found.group(1) not in known:
            return message
        what, has = known[found.group(1)]
        return f"the image takes {has + int(found.group(2)):,} B of {what}; {self.board.name} has {has:,}"
