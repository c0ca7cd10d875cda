"""Builds images of somebody else's code: the bench, an adapter, their files with their own flags."""

import dataclasses
import hashlib
import os
import re
from pathlib import Path

from codegen.sources import Source as Compiled
from motelab.boards.board import BOARDS
from motelab.boards.image import FIRMWARE, INCLUDES, Builder, Image
from motelab.boards.implementations import operations, source
from motelab.boards.implementations.selection import ImplementationSelection
from motelab.boards.selection import Selection
from motelab.common.files import digest, sources_digest, write_atomically

HOSTED = FIRMWARE / "hosted"  # headers of a C library that others include and freestanding compilers lack
MARKER = re.compile(r'^# \d+ "([^"<]+)"', re.M)  # of preprocessed text: a file that it comes from
ASSEMBLY, PREPROCESSED = (".s", ".S"), "assembler-with-cpp"
OF_C_ALONE = ("-std=gnu11",)  # flags of boards that a compiler of C++ does not take


def builder_of(selection: Selection) -> Builder:
    """What builds the images of a selection, of ours or of others."""
    return ImplementationBuilder(selection) if isinstance(selection, ImplementationSelection) else Builder(selection)


class ImplementationBuilder(Builder):
    """Builds images of a selection whose code is somebody else's. The list beside an image names the files of their
    source that the compiler read, each with its SHA-256, as sha256sum writes it."""

    selection: ImplementationSelection

    def __init__(self, selection: ImplementationSelection):
        super().__init__(selection)
        self.read: set[Path] = set()

    def config_header(self) -> str:
        """The calls of the adapter and the sizes of their octets."""
        s = self.selection
        values = {"MC_SINGLE_CURVE": s.curve.identifier, "MC_WORD_BITS": str(s.board.word_bits)}
        values |= operations.defines(s.operation.name, s.curve)
        values |= {"MC_BENCH_SET_UP": s.work.set_up} if s.work.set_up else {}
        return "".join(f"#define {name} {value}\n" for name, value in values.items())

    def build(self) -> Image:
        """As Builder's. MotecurveError for a file that their source does not have."""
        source.files(self.selection.manifest, self.selection.build, self.selection.source)
        image = super().build()
        listed = image.path.with_suffix(".sources").read_bytes()
        build = self.selection.build
        flags = " ".join([*self.flags, *build.flags, *build.assembly_flags, *self.board.compiler.link_flags])
        return dataclasses.replace(image, source_sha256=hashlib.sha256(listed).hexdigest(), flags=flags)

    def target(self, extra: tuple[str, ...]) -> Path:
        s, tools = self.selection, self.board.compiler
        ours = sources_digest(*INCLUDES, BOARDS, s.manifest.folder, (s.manifest.folder / s.manifest.adapter).parent)
        inputs = (ours, source.state(s.source), repr(s.build), self.config_header(), self.version, *self.flags, *extra)
        inputs += (*tools.assembler_flags, *tools.link_flags)
        return self.folder / "implementations" / f"{digest(*inputs)}.elf"

    def objects(self, work: Path, extra: tuple[str, ...]) -> dict[Path, Compiled]:
        """Objects of the bench, the adapter and their files, in the order of linking."""
        (work / "image.h").write_text(self.config_header())
        s, field = self.selection, self.selection.curve.field
        own = (*extra, *(["-DBENCH_HAS_FLOATS=1"] if s.build.has_floats else []))
        found = {self.compile(Compiled(path, field), work, own): Compiled(path, field) for path in self.firmware}
        adapter = s.manifest.folder / s.manifest.adapter
        sizes = (f"-I{work}", "-include", "image.h", f"-DIMPLEMENTATION_CURVE_{s.curve.identifier}=1")
        found[self.compile_theirs(adapter, work, sizes)] = Compiled(adapter, field)
        for path in source.files(s.manifest, s.build, s.source):
            found[self.compile_theirs(path, work)] = Compiled(path, field)
        return found

    def compile_theirs(self, path: Path, work: Path, extra: tuple[str, ...] = ()) -> Path:
        """Object of the adapter, with `extra` flags, or of a file of theirs, kept under the digest of its preprocessed
        text and flags."""
        s = self.selection
        is_cpp, compiler = path.suffix == ".cpp", self.board.compiler.command
        flags = [flag for flag in self.flags if not (is_cpp and flag in OF_C_ALONE)]
        flags += [*s.build.flags, *extra, *(s.build.assembly_flags if path.suffix in ASSEMBLY else ())]
        folders = (*(s.source.folder / name for name in (*s.build.include, ".")), s.manifest.folder, FIRMWARE)
        folders += (self.board.platform_folder, *([HOSTED] if self.board.platform_folder != self.board.folder else []))
        command = [re.sub("gcc$", "g++", compiler) if is_cpp else compiler, *flags, *(f"-I{path}" for path in folders)]
        is_plain = path.suffix == ".s" and PREPROCESSED not in flags
        text = path.read_bytes() if is_plain else self.run([*command, "-E", str(path)])
        read = {path} if is_plain else {path, *map(Path, MARKER.findall(text))}
        self.read |= {name for name in read if name.is_relative_to(s.source.folder)}
        # The linker writes the name of an object without one of its source into the image: not a digest.
        kept = self.folder / "objects" / digest(path.name, text, self.version, *flags) / f"{path.name}.o"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            made = work / kept.name
            self.assemble(command, path, made)
            os.replace(made, kept)
        return kept

    def keep_listing(self, listed: Path, objects: dict[Path, Compiled]) -> None:
        folder = self.selection.source.folder
        rows = ((hashlib.sha256(path.read_bytes()).hexdigest(), path.relative_to(folder)) for path in sorted(self.read))
        write_atomically(listed, "".join(f"{sha256}  {path}\n" for sha256, path in rows))
