"""Networks of motes with the firmware of echo.c."""

import dataclasses
import functools
from pathlib import Path

from codegen.sources import Source
from motelab import ROOT
from motelab.boards import board
from motelab.common.files import digest
from motelab.network.emulation import simulator
from motelab.network.emulation.image import FIRMWARE, NetworkBuilder

ECHO = ROOT / "tests/simulators/network/echo.c"
NOBODY = 0xFFFF
BROADCAST, RETRY, FAIL, BUSY, SLEEPS, HURRIES = 1, 2, 4, 8, 16, 32  # flags
MCUS = {"micaz": ("atmega128", 7_372_800), "telosb": ("msp430f1611", 8_000_000)}


class EchoBuilder(NetworkBuilder):
    """The image of echo.c for a board."""

    def __init__(self, name: str):
        super().__init__(board.load(name), "global", None)

    def objects(self, work: Path, extra: tuple[str, ...]) -> dict[Path, Source]:
        (work / "image.h").write_text(self.config_header())
        paths = [ECHO, FIRMWARE / "mailbox.c", *sorted(self.board.platform_folder.glob("*.[cS]"))]
        return self.closure([Source(path, self.selection.curve.field) for path in paths], work, extra)


@functools.cache
def image(name: str) -> Path:
    """The image's name depends on its flags, so one of them says which text of echo.c it is of."""
    return EchoBuilder(name).link((f"-I{FIRMWARE}", f"-DECHO_{digest(ECHO.read_bytes())[:12]}"))


@dataclasses.dataclass(frozen=True)
class Mote:
    """A mote and its settings; `delay` in seconds before each frame."""

    own: int
    peer: int = NOBODY
    frames: int = 0
    delay: float = 1 / 64
    flags: int = 0
    octets: int = 30
    board: str = "micaz"
    boot: float = 0.0

    @property
    def line(self) -> str:
        numbers = (self.own, self.peer, self.flags, self.frames, self.octets, round(self.delay * 32768))
        settings = b"".join(n.to_bytes(w, "little") for n, w in zip(numbers, (2, 2, 1, 1, 1, 2), strict=True))
        return "\t".join(
            map(str, ("mote", self.own, *MCUS[self.board], self.boot, image(self.board), settings.hex(), "00"))
        )


def run(motes, links, *, messages=1, limit=10.0, loss=0.0, seed=1, more=(), capture=None):
    """The results of a network; `more` are further lines of the scenario."""
    lines = [f"seed\t{seed}", f"loss\t{loss}", f"limit\t{limit}", f"messages\t{messages}"]
    lines += [f"capture\t{capture}"] if capture else []
    lines += [mote.line for mote in motes] + [f"link\t{a}\t{b}" for a, b in links] + list(more)
    return simulator.run("\n".join(lines) + "\n")
