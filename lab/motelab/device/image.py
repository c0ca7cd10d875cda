"""Images for a board's own silicon: the bench of boards/device in the place of the simulator's."""

from pathlib import Path

from codegen.sources import Source
from motelab import ROOT
from motelab.boards.image import Builder, firmware_file
from motelab.boards.implementations.image import ImplementationBuilder
from motelab.boards.implementations.selection import ImplementationSelection
from motelab.boards.selection import Selection
from motelab.boards.sizes import address_of
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.device import drivers
from motelab.device.drivers import DEVICE
from motelab.subjects import layouts

BUILD_ID_BYTES = 8
HEAD_BYTES, FIGURE_BYTES, CRC_BYTES = 2, 6, 2  # of a frame; boards/device/main.c
LEAST_FRAME_BYTES = 32  # the answer to a greeting


class DeviceBuilder(Builder):
    """Builds the image of a selection for the board itself. The library's objects are those of the simulator's image;
    only what calls them differs."""

    of_simulator: type[Builder] = Builder  # what builds the simulator's image

    def __init__(self, selection: Selection):
        super().__init__(selection)
        self.driver = drivers.driver(self.board)
        if selection.operation.step:
            raise MotecurveError(f"{selection.operation.name} is measured step by step, on simulators alone")

    @property
    def firmware(self) -> tuple[Path, ...]:
        own = (DEVICE / "main.c", DEVICE / "frames.c", firmware_file(self.selection.firmware))
        folders = (*self.driver.folders, self.board.platform_folder)
        return (*own, *(path for folder in folders for path in sorted(folder.glob("*.[cS]"))))

    @property
    def frame_bytes(self) -> int:
        """Of the buffer: the outputs are written behind the inputs."""
        s = self.selection
        both = sum(len(layouts.encode(layout, {}, s.sizes)) for layout in (s.operation.inputs, s.operation.outputs))
        return max(LEAST_FRAME_BYTES, HEAD_BYTES + FIGURE_BYTES + both + CRC_BYTES)

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
