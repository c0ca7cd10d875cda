"""PEM (RFC 7468): base64 between lines that name what it is. Text around the blocks is left alone."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from motecurve.errors import LengthError, PemError, UnsupportedError
from motecurve.library import Octets, octets_of

BEGIN = b"-----BEGIN "
BEGIN_LINE = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?")
HEADERS = (b"Proc-Type:", b"DEK-Info:")  # of RFC 1421, by which OpenSSL encrypted keys before PKCS #8
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
BYTES_MAX = 1 << 20
LINE = 64


class Block(NamedTuple):
    """A label and the lines below it."""

    label: str
    body: bytes

    def octets(self) -> bytes:
        """The bytes. Raises UnsupportedError if they are encrypted in the old way of OpenSSL, PemError if the lines are
        not base64."""
        if any(header in self.body for header in HEADERS):
            raise UnsupportedError(
                "the key is encrypted in the old way of OpenSSL, with MD5; write it anew with: openssl pkcs8 -topk8"
            )
        try:
            return base64.b64decode(b"".join(self.body.split()), validate=True)
        except binascii.Error:
            raise PemError("damaged PEM: its lines are not base64") from None


def is_pem(data: bytes) -> bool:
    """Whether the bytes are meant as PEM, be it in UTF-16, which `blocks` refuses with its reason."""
    return BEGIN in data or data.startswith(UTF16_MARKS)


def blocks(text: str | Octets) -> list[Block]:
    """Every block, a UTF-8 mark before the first or none. Raises PemError if one is damaged or there is none,
    LengthError for a text above 1 MiB. Takes each line once."""
    data = text.encode(errors="replace") if isinstance(text, str) else octets_of(text)
    if len(data) > BYTES_MAX:
        raise LengthError(f"a text of {len(data):,} bytes is no key; those have at most {BYTES_MAX:,}")
    if data.startswith(UTF16_MARKS):
        raise PemError("the text is in UTF-16; PEM is ASCII")
    found, lines = [], iter(data.removeprefix(codecs.BOM_UTF8).split(b"\n"))
    for line in lines:
        if begin := BEGIN_LINE.fullmatch(line):
            found.append(Block(begin[1].decode(), _body(lines, begin[1])))
        elif BEGIN in line:
            raise _unfinished()
    if not found:
        raise _unfinished() if is_pem(data) else PemError("the text has no key in PEM")
    return found


def _body(lines: Iterator[bytes], label: bytes) -> bytes:
    """The lines up to the line END of that label."""
    body: list[bytes] = []
    end = b"-----END %s-----" % label
    for line in lines:
        if line.rstrip(b" \t\r") == end:
            return b"\n".join(body)
        if BEGIN in line:
            break
        body.append(line)
    raise _unfinished()


def _unfinished() -> PemError:
    return PemError("damaged PEM: a line BEGIN without the line END that belongs to it")


def write(label: str, data: bytes) -> str:
    """The bytes in PEM."""
    text = base64.b64encode(data).decode()
    lines = [text[i : i + LINE] for i in range(0, len(text), LINE)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""])
