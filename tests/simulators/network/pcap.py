"""A reader of captures: pcap with link type 195, frames of IEEE 802.15.4 with their check sequences."""

import binascii
import dataclasses
import struct
from pathlib import Path

REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


@dataclasses.dataclass(frozen=True)
class Frame:
    """One frame: the time of its first bit in microseconds, its octets without the check sequence."""

    microseconds: int
    octets: bytes

    @property
    def is_acknowledgement(self) -> bool:
        return self.octets[0] & 7 == 2

    @property
    def sequence(self) -> int:
        return self.octets[2]

    @property
    def source(self) -> int:
        return struct.unpack_from("<H", self.octets, 7)[0]

    @property
    def air_microseconds(self) -> int:
        """Preamble, start of frame, length, octets, check sequence at 250 kbit/s."""
        return (6 + len(self.octets) + 2) * 32


def check_sequence(octets: bytes) -> bytes:
    """By the standard library, whose CRC is that of the same polynomial with the bits the other way round."""
    crc = binascii.crc_hqx(octets.translate(REVERSED), 0)
    return bytes(REVERSED[byte] for byte in crc.to_bytes(2, "big"))


def read(path: Path) -> list[Frame]:
    """All frames; AssertionError for a file that is not as it should be."""
    data = path.read_bytes()
    assert struct.unpack_from("<IHHiIII", data) == (0xA1B2C3D4, 2, 4, 0, 0, 127, 195)
    at, found = 24, []
    while at < len(data):
        seconds, microseconds, kept, bytes_ = struct.unpack_from("<IIII", data, at)
        octets = data[at + 16 : at + 16 + kept]
        assert kept == bytes_ == len(octets) <= 127 and microseconds < 1_000_000
        assert octets[-2:] == check_sequence(octets[:-2])
        found.append(Frame(seconds * 1_000_000 + microseconds, octets[:-2]))
        at += 16 + kept
    return found
