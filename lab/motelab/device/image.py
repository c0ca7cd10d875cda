"""Images for a board's own silicon: the bench of boards/device in the place of the simulator's."""

import dataclasses
from pathlib import Path

from codegen.sources import Source
from motelab import ROOT
from motelab.boards.board import Board
from motelab.boards.image import Builder, Image, firmware_file
from motelab.boards.implementations.image import ImplementationBuilder
from motelab.boards.implementations.selection import ImplementationSelection
from motelab.boards.selection import Selection
from motelab.boards.sizes import address_of
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.device import drivers
from motelab.device.drivers import DEVICE, Driver
from motelab.subjects import layouts

BUILD_ID_BYTES = 8
SCRIPT = "image.ld"  # of a driver, for the linker
HEAD_BYTES, FIGURE_BYTES, CRC_BYTES = 2, 6, 2  # of a frame; boards/device/main.c
LEAST_FRAME_BYTES = 32  # the answer to a greeting
ALIGNMENT = 4


def _with_script(board: Board, driver: Driver) -> Board:
    """The board, whose images are linked by the driver's own script if it has one."""
    script = next((folder / SCRIPT for folder in driver.folders if (folder / SCRIPT).exists()), None)
    if script is None:
        return board
    flags = [f"-T{script.relative_to(ROOT)}" if flag.startswith("-T") else flag for flag in board.compiler.link_flags]
    return dataclasses.replace(board, compiler=dataclasses.replace(board.compiler, link_flags=flags))


class DeviceBuilder(Builder):
    """Builds the image of a selection for the board itself. The library's objects are those of the simulator's image;
    only what calls them differs."""

    of_simulator: type[Builder] = Builder  # what builds the simulator's image

    def __init__(self, selection: Selection):
        super().__init__(selection)
        self.driver = drivers.driver(self.board)
        self.board = _with_script(self.board, self.driver)
        if selection.operation.step:
            raise MotecurveError(f"{selection.operation.name} is measured step by step, on simulators alone")

    @property
    def firmware(self) -> tuple[Path, ...]:
        own = (DEVICE / "main.c", DEVICE / "frames.c", firmware_file(self.selection.firmware))
        folders = (*self.driver.folders, self.board.platform_folder)
        # A driver's file takes the place of one with its name that the simulator's images have.
        by_name = {path.name: path for folder in reversed(folders) for path in sorted(folder.glob("*.[cS]"))}
        others = list(by_name.values())
        if self.driver.fetch_bytes > 1:
            # The platform's files come last, right before the library as in the simulator's images: the distance to
            # what the library calls in them decides how the linker encodes the call, and so where all behind it lies.
            others.sort(key=lambda path: path.parent == self.board.platform_folder)
        return (*own, *others)

    @property
    def frame_bytes(self) -> int:
        """Of the buffer: the outputs are written behind the inputs. A multiple of ALIGNMENT, so that the operation's
        own bytes, which are copied faster at aligned addresses, lie after it as in the simulator's image."""
        s = self.selection
        both = sum(len(layouts.encode(layout, {}, s.sizes)) for layout in (s.operation.inputs, s.operation.outputs))
        least = max(LEAST_FRAME_BYTES, HEAD_BYTES + FIGURE_BYTES + both + CRC_BYTES)
        return least + -least % ALIGNMENT

    @property
    def extra(self) -> tuple[str, ...]:
        """Flags of the firmware, but for the name of the build."""
        return (
            "-DMC_BENCH_DEVICE",
            f"-DMC_DEVICE_CLOCK_HZ={self.board.clock_hz}UL",
            f"-DMC_DEVICE_FRAME_BYTES={self.frame_bytes}",
            f"-iquote{DEVICE.relative_to(ROOT)}",
            *(f"-iquote{folder.relative_to(ROOT)}" for folder in self.driver.folders),
            *self.driver.flags,
        )

    def compile(self, source: Source, work: Path, extra: tuple[str, ...] = ()) -> Path:
        """As Builder.compile; the driver's flags are for files of boards/device alone."""
        is_own = DEVICE in source.path.parents
        return super().compile(source, work, tuple(flag for flag in extra if is_own or flag not in self.driver.flags))

    @property
    def build_id(self) -> bytes:
        """Tells this image from any other: the digest of all that determines it."""
        return bytes.fromhex(digest(self.target(self.extra).name))[:BUILD_ID_BYTES]

    def build(self) -> Image:
        """Refused: it would keep an image with another firmware under the name of the simulator's."""
        raise TypeError("a board's own image is made by image(); builder_of builds the simulator's")

    def image(self) -> Path:
        """The linked image, built if need be."""
        name = ",".join(f"0x{byte:02x}" for byte in self.build_id)
        extra = (*self.extra, f"-DMC_DEVICE_BUILD_ID={name}")
        shift = self._shift(self.link(extra)) if self.driver.fetch_bytes > 1 else 0
        return self.link((*extra, f"-DMC_DEVICE_SHIFT={shift}") if shift else extra)

    def _shift(self, image: Path) -> int:
        """The bytes by which the code must move so that it lies as in the simulator's image, modulo the bytes that the
        core fetches at once."""
        simulated = self.of_simulator(self.selection).link(())
        here, there = (address_of(path, self.selection.symbols) for path in (image, simulated))
        return (there - here) % self.driver.fetch_bytes


class DeviceBuilderOfOthers(DeviceBuilder, ImplementationBuilder):
    """The same for somebody else's code: the bench of boards/device calls their adapter."""

    of_simulator = ImplementationBuilder


def builder_for(selection: Selection) -> DeviceBuilder:
    """What builds the images of a selection, of ours or of others, for a board itself. MotecurveError if its board has
    no driver, or for a call in steps."""
    is_of_others = isinstance(selection, ImplementationSelection)
    return DeviceBuilderOfOthers(selection) if is_of_others else DeviceBuilder(selection)
