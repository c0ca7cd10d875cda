"""One network from its start until every pair of neighbours shares a key and has exchanged messages."""

import dataclasses
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from motelab.boards import board as boards
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.network import identities, provision
from motelab.network.emulation import image, simulator, topology
from motelab.network.emulation.image import Firmware

KILL = re.compile(r"(\d+)@(\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?")
MACS = ("always", "lpl", "beacon")
WAKE_INTERVAL_MS, WAKE_LEAST_MS, WAKE_MOST_MS = 500, 20, 4000  # the usual one; the firmware's timers bound it
MESSAGES_MOST = 100
SECONDS_MOST = 1_000_000
SEED_BYTES = 8


@dataclasses.dataclass(frozen=True)
class Kill:
    """A mote is switched off, and on again so many seconds later; None: never. Its store stays."""

    mote: int
    seconds: float
    restart_after: float | None


@dataclasses.dataclass(frozen=True)
class Request:
    """What is emulated. `loss` is the probability that a frame is lost on its way to one listener; `messages` is how
    many authenticated messages each mote must get from each neighbour; `limit` is in simulated seconds. The radio wakes
    each `wake_interval_ms` under a `mac` that sleeps; None: the usual interval."""

    motes: int
    scheme: str
    board: str = "micaz"
    topology: str = "line"
    loss: float = 0.0
    seed: int = 1
    curve: str = ""
    messages: int = 1
    limit: float = 600.0
    kills: tuple[Kill, ...] = ()
    capture: Path | None = None
    mac: str = "always"
    wake_interval_ms: int | None = None

    @property
    def cycle_ms(self) -> int:
        """Between the radio's wakings; 0: it is always on."""
        if self.mac == "always":
            return 0
        return WAKE_INTERVAL_MS if self.wake_interval_ms is None else self.wake_interval_ms


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What came of it: the firmware of all motes, the results of the simulator (simulators/network/results.c), and the
    pairs of neighbours that share no key or did not exchange their messages."""

    request: Request
    firmware: Firmware
    results: dict[str, Any]
    links: topology.Links
    curve: str | None = None  # or group, on which the scheme computes

    @property
    def is_done(self) -> bool:
        """Whether every pair has."""
        return self.results["done"]

    @property
    def missing(self) -> list[tuple[int, int]]:
        """Pairs that have not, of motes that are on at the end."""
        return [link for link in self.links if not all(self._is_served(*pair) for pair in (link, link[::-1]))]

    def _is_served(self, mote: int, peer: int) -> bool:
        known = next(n for n in self.results["motes"][mote - 1]["neighbours"] if n["id"] == peer)
        return not known["expected"] or (known["keyed_s"] is not None and known["messages"] >= self.request.messages)


def parse_kill(text: str, motes: int) -> Kill:
    """MOTE@SECONDS[:SECONDS_UNTIL_RESTART]; MotecurveError for another text."""
    found = KILL.fullmatch(text)
    if not found:
        raise MotecurveError(
            f"--kill is {text!r}; it is MOTE@SECONDS or MOTE@SECONDS:SECONDS_UNTIL_RESTART, as in 2@1.5:4"
        )
    mote, seconds, again = int(found[1]), float(found[2]), float(found[3]) if found[3] else None
    if not 1 <= mote <= motes:
        raise MotecurveError(f"--kill {text}: no mote {mote}; the motes are 1 to {motes}")
    if again == 0:
        raise MotecurveError(f"--kill {text}: a mote stays off for more than 0 seconds")
    return Kill(mote, seconds, again)


def check(request: Request) -> None:
    """MotecurveError for a request that no network can meet."""
    topology.require_count(request.motes)
    image.scheme(request.scheme)
    one_of("board", request.board, image.BOARD_NAMES)
    if not 0 <= request.messages <= MESSAGES_MOST:
        raise MotecurveError(f"--messages is {request.messages}; it must be from 0 to {MESSAGES_MOST}")
    if not 0 < request.limit <= SECONDS_MOST:
        raise MotecurveError(f"--limit is {request.limit}; it must be above 0 and at most {SECONDS_MOST:,}")
    one_of("MAC", request.mac, MACS)
    if request.wake_interval_ms is not None and request.mac == "always":
        raise MotecurveError("--wake-interval-ms is of a radio that sleeps; add --mac lpl")
    if request.cycle_ms and not WAKE_LEAST_MS <= request.cycle_ms <= WAKE_MOST_MS:
        raise MotecurveError(
            f"--wake-interval-ms is {request.cycle_ms}; it must be from {WAKE_LEAST_MS} to {WAKE_MOST_MS:,}"
        )
    if not 0 <= request.loss < 1:
        raise MotecurveError(f"--loss is {request.loss}; it is a probability, at least 0 and less than 1")
    if request.seed < 0 or request.seed >> 64:
        raise MotecurveError(f"--seed is {request.seed}; it must be at least 0 and less than 2^64")
    if request.capture is not None and not request.capture.absolute().parent.is_dir():
        raise MotecurveError(f"--capture {request.capture}: there is no folder {request.capture.parent}")


def emulate(request: Request) -> Outcome:
    """Builds the firmware and runs the network. MotecurveError for a request that makes no sense, ImageFailed if a
    firmware does not build or fails, DoesNotFit if a memory of the mote is too small."""
    check(request)
    links = topology.links(request.topology, request.motes)
    device = boards.load(request.board)
    curve = image.curve_for(request.scheme, device, request.curve)
    firmware = image.NetworkBuilder(device, request.scheme, curve, request.mac, request.cycle_ms).firmware()
    held = stores(request, curve)
    lines = scenario(request, links, held, device, firmware)
    if request.capture is None:
        return Outcome(request, firmware, simulator.run(lines), links, curve)
    with tempfile.TemporaryDirectory(dir=request.capture.absolute().parent, prefix=".motecurve-") as folder:
        made = Path(folder) / "capture.pcap"
        results = simulator.run(f"capture\t{made}\n{lines}")
        os.replace(made, request.capture)
    return Outcome(request, firmware, results, links, curve)


def scenario(
    request: Request, links: topology.Links, held: dict[int, bytes], device: boards.Board, firmware: Firmware
) -> str:
    """The simulator's input (simulators/network/scenario.h)."""
    settings = bytes([request.messages]).hex()
    lines = [("seed", request.seed), ("loss", request.loss), ("limit", request.limit), ("messages", request.messages)]
    lines += [
        ("mote", mote, device.mcu, device.clock_hz, 0, firmware.path, settings, held[mote].hex())
        for mote in range(1, request.motes + 1)
    ]
    lines += [("link", a - 1, b - 1) for a, b in links]
    for kill in request.kills:
        again = () if kill.restart_after is None else (kill.seconds + kill.restart_after,)
        lines.append(("off", kill.mote - 1, kill.seconds, *again))
    return "".join("\t".join(map(str, line)) + "\n" for line in lines)


def stores(request: Request, curve: str | None) -> dict[int, bytes]:
    """What each mote's store holds at first; `curve` is that of the firmware, or its group, None if it has none."""
    name = request.scheme.replace("-", "_")
    options = {} if curve is None or name == "edhoc" else {"group" if name in identities.SCHEMES else "curve": curve}
    seed = request.seed.to_bytes(SEED_BYTES, "big")
    return provision.provision(name, range(1, request.motes + 1), seed, options=options)


def with_kills(request: Request, texts: tuple[str, ...]) -> Request:
    """The request with the kills of these texts."""
    kills = tuple(parse_kill(text, request.motes) for text in texts)
    return dataclasses.replace(request, kills=kills)
