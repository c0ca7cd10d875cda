"""Frames of the serial line (boards/device/frames.h): SLIP with a CRC of 16 bits."""

import binascii

END, ESCAPE, ESCAPED_END, ESCAPED_ESCAPE = 0xC0, 0xDB, 0xDC, 0xDD
CRC_BYTES = 2
SHORTEST = 2 + CRC_BYTES  # a type and a number


def crc(content: bytes) -> int:
    """CRC-16 with x^16 + x^12 + x^5 + 1, from 0xffff."""
    return binascii.crc_hqx(content, 0xFFFF)


def encoded(content: bytes) -> bytes:
    """The bytes on the line; an end comes first, too, and ends whatever noise came before."""
    whole = content + crc(content).to_bytes(CRC_BYTES, "big")
    escaped = whole.replace(bytes([ESCAPE]), bytes([ESCAPE, ESCAPED_ESCAPE])).replace(
        bytes([END]), bytes([ESCAPE, ESCAPED_END])
    )
    return bytes([END]) + escaped + bytes([END])


def decoded(line: bytes) -> bytes | None:
    """The content of a frame from its bytes between two ends; None if a byte was lost or changed."""
    parts = line.split(bytes([ESCAPE]))
    whole = bytearray(parts[0])
    for part in parts[1:]:
        if part[:1] not in (bytes([ESCAPED_END]), bytes([ESCAPED_ESCAPE])):
            return None
        whole += bytes([END if part[0] == ESCAPED_END else ESCAPE]) + part[1:]
    return bytes(whole[:-CRC_BYTES]) if len(whole) >= SHORTEST and crc(bytes(whole)) == 0 else None
