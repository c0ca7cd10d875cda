"""Frames of the serial line: whatever is lost or changed on it, and what is told of a port that does not work."""

import os
import random
import termios
import threading

import pytest

from motelab.common.errors import MotecurveError
from motelab.device import frames
from motelab.device.line import Line, LineFailed


def whole(content: bytes) -> list[bytes]:
    """The frames between the ends of the encoded content."""
    return [line for line in frames.encoded(content).split(bytes([frames.END])) if line]


@pytest.mark.parametrize("content", [b"ab", bytes(range(256)), bytes([frames.END, frames.ESCAPE] * 40)])
def test_frames_come_back(content):
    assert [frames.decoded(line) for line in whole(content)] == [content]


def test_the_crc_is_the_one_of_its_name():
    """CRC-16/IBM-3740, by the check value of its catalogue."""
    assert frames.crc(b"123456789") == 0x29B1


def test_a_changed_or_lost_byte_is_noticed():
    source = random.Random(1)
    line = whole(source.randbytes(60))[0]
    for place in range(len(line)):
        for bad in (
            line[:place] + line[place + 1 :],
            line[:place] + bytes([line[place] ^ 1 << place % 8]) + line[place + 1 :],
        ):
            assert frames.decoded(bad) is None
    assert frames.decoded(b"") is None and frames.decoded(bytes([frames.ESCAPE])) is None


@pytest.fixture
def terminal():
    """Both ends of a pseudo-terminal: a descriptor, and the name of a port."""
    own, other = os.openpty()
    yield own, os.ttyname(other)
    for descriptor in (own, other):
        os.close(descriptor)


def answering(own: int, answers: list[bytes]) -> threading.Thread:
    """A board that answers each question with the next of these; %c is the number of the question."""

    def answer():
        for reply in answers:
            seen = b""
            while seen.count(bytes([frames.END])) < 2:
                seen += os.read(own, 1000)
            number = frames.decoded(seen.split(bytes([frames.END]))[1])[1]
            os.write(own, frames.encoded(reply % number) if b"%c" in reply else reply)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    return thread


def test_noise_and_late_answers_are_passed_over(terminal):
    own, port = terminal
    line = Line(port)
    answering(own, [b"noise without an end", frames.encoded(b"h\xfflate"), b"h%cright"])
    assert line.exchange("H", b"", 0.3)[0] == b"right"
    line.close()


def test_silence_a_refusal_and_a_pulled_cable(terminal):
    own, port = terminal
    line = Line(port)
    with pytest.raises(LineFailed, match=r"nothing answers on .*, 2 times in 0.05 s"):
        line.exchange("H", b"", 0.05, tries=2)
    os.read(own, 1000)  # what it did not answer
    answering(own, [b"e%c"])
    with pytest.raises(MotecurveError, match="refuses a question; flash this image again"):
        line.exchange("X", b"", 0.5)
    line.serial.close()
    with pytest.raises(MotecurveError, match=r"is gone .*; connect the board, and run it again"):
        line.exchange("H", b"", 0.05)


def test_a_cable_that_is_pulled_while_a_question_leaves(terminal, monkeypatch):
    line = Line(terminal[1])

    def pulled():
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr(line.serial, "flush", pulled)
    with pytest.raises(MotecurveError, match=r"is gone \(Input/output error\); connect the board"):
        line.exchange("H", b"", 0.05)
    line.close()


def test_a_port_that_does_not_open(terminal, monkeypatch):
    with pytest.raises(MotecurveError, match=r"no port /dev/ttyNONE .*; ports here: "):
        Line("/dev/ttyNONE")
    first = Line(terminal[1])
    with pytest.raises(MotecurveError, match="is in use by another program; close it"):
        Line(terminal[1])
    first.close()

    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serialposix.os.open", refused)
    with pytest.raises(MotecurveError, match="may not be opened: join its group"):
        Line(terminal[1])
