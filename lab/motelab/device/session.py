"""A session with a board that runs an image of ours: is it this image, is its clock right, and what a run gives."""

import dataclasses
import time

from motelab.common.errors import ImageFailed, MotecurveError
from motelab.device.image import FIGURE_BYTES, DeviceBuilder
from motelab.device.line import Line, LineFailed

HELLO_S, MOST_HELLO_S = 0.3, 1.5  # in which a board that runs answers; emulated on a busy computer it takes longer
PAUSE_S = 8.0  # in which the pause that shows the clock ends, on any board
SLOWER = 1.5  # so many times as long is waited after an answer that did not come
BEGINS_S = 6.0  # in which a board begins: opening the port resets many of them, and a boot loader waits
CLOCK_TOLERANCE = 0.02  # of a board's clock by this computer's
RESTARTS = 20  # of a board within one run, before it counts as broken
LEAST_PATIENCE_S, MOST_PATIENCE_S = 0.5, 5.0  # for the line, beside the time of the run itself


@dataclasses.dataclass(frozen=True)
class Run:
    """One run on the board: cycles of the call, its bytes of stack, its outputs."""

    cycles: int
    stack_bytes: int
    output: bytes


class Session:
    """Answers of a board on a line. MotecurveError if nothing answers, or another image.

    An emulated board may take `slower` times as long as the board itself, and its time says nothing; 0 for a board."""

    def __init__(self, line: Line, builder: DeviceBuilder, slower: float = 0):
        self.line, self.builder, self.slower = line, builder, slower
        self.restarts = 0
        self.counter_bits, self.empty_cycles = self._hello(BEGINS_S)

    def _hello(self, within_s: float) -> tuple[int, int]:
        """The bits of the board's counter, and the cycles of an empty call."""
        board, until, patience_s = self.builder.board, time.monotonic() + within_s, HELLO_S
        while True:
            try:
                answer, _ = self.line.exchange("H", b"", patience_s, tries=1)
                break
            except LineFailed:
                patience_s = min(SLOWER * patience_s, MOST_HELLO_S)
                if time.monotonic() > until:
                    raise MotecurveError(
                        f"nothing answers on {self.line.port}; is it the port of the {board.name}, and is the image on"
                        " it? --flash writes it"
                    ) from None
        build_id = self.builder.build_id
        if answer[: len(build_id)] != build_id or len(answer) != len(build_id) + 5:
            raise MotecurveError(f"another image answers on {self.line.port}; write this one with --flash")
        return answer[len(build_id)], int.from_bytes(answer[len(build_id) + 1 :], "little")

    def require_clock(self) -> float:
        """The clock by this computer's, as a part of the one that the board should have; MotecurveError if it is
        further off than CLOCK_TOLERANCE."""
        answer, seconds = self.line.exchange("W", b"", PAUSE_S)
        clock_hz = self.builder.board.clock_hz
        part = int.from_bytes(answer, "little") / seconds / clock_hz
        if abs(part - 1) > CLOCK_TOLERANCE:
            raise MotecurveError(
                f"the clock of the board is {part * clock_hz / 1e6:.3g} MHz by this computer's, and {clock_hz / 1e6:g}"
                f" MHz are due for {self.builder.board.name}"
            )
        return part

    def run(self, inputs: bytes, expected_s: float) -> Run:
        """One run; after a reset in its middle it begins again. `expected_s` is about how long it takes on a board."""
        longest_s = 4 * expected_s * max(1, self.slower)
        patience_s = LEAST_PATIENCE_S + longest_s
        while True:
            try:
                answer, seconds = self.line.exchange("R", inputs, patience_s, tries=3)
                break
            except LineFailed:
                patience_s = min(SLOWER * patience_s, MOST_PATIENCE_S + longest_s)
                self.restarts += 1
                if self.restarts > RESTARTS:
                    raise ImageFailed(f"the board on {self.line.port} does not come to an end; is it reset?") from None
                self._hello(BEGINS_S)
        counted = int.from_bytes(answer[:4], "little") - self.empty_cycles
        stack_bytes = int.from_bytes(answer[4:FIGURE_BYTES], "little")
        return Run(self._whole(counted, expected_s if self.slower else seconds), stack_bytes, answer[FIGURE_BYTES:])

    def _whole(self, counted: int, seconds: float) -> int:
        """The cycles of a run from a counter that may have begun again, by the seconds that it took."""
        turn = 1 << self.counter_bits
        about = seconds * self.builder.board.clock_hz
        return counted + turn * max(0, round((about - counted) / turn)) if about > turn // 2 else counted
