"""The serial line to a board: frames that are answered, sent again when one is lost, and faults in one line each."""

import contextlib
import termios
import time
from collections.abc import Iterator

import serial
from serial.tools import list_ports

from motelab.common.errors import MotecurveError
from motelab.device import frames

BAUD = 115_200
LOOK_S = 0.02  # how long a read of the port waits
TRIES = 8  # of a frame whose answer does not come


class LineFailed(MotecurveError):
    """No answer came in time."""


class Line:
    """An open port. `exchange` takes the content of a frame without its number, which tells a late answer from the one
    that is due."""

    def __init__(self, port: str):
        self.port = port
        self.number = 0
        self.received = b""
        try:
            self.serial = serial.Serial(port, BAUD, timeout=LOOK_S, write_timeout=5, exclusive=True)
        except (serial.SerialException, ValueError) as error:
            raise MotecurveError(_why_not_open(port, error)) from None

    def close(self) -> None:
        self.serial.close()

    def exchange(self, kind: str, content: bytes, patience_s: float, tries: int = TRIES) -> tuple[bytes, float]:
        """The answer's content, without type and number, and the seconds from the end of the question to the answer.
        LineFailed if none came, `tries` times in `patience_s` each; MotecurveError if the board refuses or is gone."""
        for _ in range(tries):
            self.number = self.number % 255 + 1
            with _unplugged(self.port):
                self._forget()
                self.serial.write(frames.encoded(bytes([ord(kind), self.number]) + content))
                self.serial.flush()
            sent = time.monotonic()
            for answer in self._frames(sent + patience_s):
                if answer[1] != self.number:
                    continue
                if answer[:1] == b"e":
                    raise MotecurveError(
                        f"the board on {self.port} refuses a question; flash this image again: --flash"
                    )
                if answer[:1] == kind.lower().encode():
                    return answer[2:], time.monotonic() - sent
        raise LineFailed(f"nothing answers on {self.port}, {tries} times in {patience_s:.3g} s")

    def _forget(self) -> None:
        """What came late or is noise."""
        self.received = b""
        self.serial.reset_input_buffer()

    def _frames(self, until: float) -> Iterator[bytes]:
        """The whole frames that come until then."""
        while time.monotonic() < until:
            with _unplugged(self.port):
                self.received += self.serial.read(max(1, self.serial.in_waiting))
            *whole, self.received = self.received.split(bytes([frames.END]))
            for line in filter(None, whole):
                content = frames.decoded(line)
                if content is not None:
                    yield content


@contextlib.contextmanager
def _unplugged(port: str) -> Iterator[None]:
    """One line in the place of what the system says when a cable is pulled."""
    try:
        yield
    except (serial.SerialException, OSError, termios.error) as error:
        raise MotecurveError(f"{port} is gone ({_first_line(error)}); connect the board, and run it again") from None


def _why_not_open(port: str, error: Exception) -> str:
    """Why a port does not open, and how it would."""
    number = getattr(error, "errno", None)
    if number == 13:
        return f"{port} may not be opened: join its group (sudo usermod -aG dialout $USER), and log in again"
    if number in (16, 11) or "exclusively lock" in str(error):
        return f"{port} is in use by another program; close it"
    found = ", ".join(sorted(info.device for info in list_ports.comports())) or "none; connect the board"
    return f"no port {port} ({_first_line(error)}); ports here: {found}"


def _first_line(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error.args[-1] if error.args else error)).splitlines()[0]
