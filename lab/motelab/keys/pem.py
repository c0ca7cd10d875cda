"""PEM (RFC 7468) as it is read: base64 between lines that name what it is. motecurve.keyfiles writes it."""

import base64
import binascii
import re
from collections.abc import Iterator

from motelab.common.errors import MotecurveError

BEGIN = b"-----BEGIN "
BEGIN_LINE = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?")


def is_pem(data: bytes) -> bool:
    """Whether the bytes are meant as PEM."""
    return BEGIN in data


def blocks(data: bytes, what: str) -> list[tuple[str, bytes]]:
    """Label and bytes of every block; MotecurveError if one is damaged or there is none. Takes each line once."""
    found, lines = [], iter(data.split(b"\n"))
    for line in lines:
        if begin := BEGIN_LINE.fullmatch(line):
            found.append((begin[1].decode(), _octets(_body(lines, begin[1], what), what)))
        elif BEGIN in line:
            raise _unfinished(what)
    if not found:
        raise _unfinished(what)
    return found


def _body(lines: Iterator[bytes], label: bytes, what: str) -> bytes:
    """The lines up to the line END of that label."""
    body, end = [], b"-----END %s-----" % label
    for line in lines:
        if line.rstrip(b" \t\r") == end:
            return b"\n".join(body)
        if BEGIN in line:
            break
        body.append(line)
    raise _unfinished(what)


def _unfinished(what: str) -> MotecurveError:
    return MotecurveError(f"{what} is damaged PEM: a line BEGIN without the line END that belongs to it")


def _octets(body: bytes, what: str) -> bytes:
    if b"Proc-Type:" in body:
        raise MotecurveError(
            f"{what} is encrypted in the old way of OpenSSL, with MD5; write it anew with: openssl pkcs8 -topk8"
        )
    try:
        return base64.b64decode(b"".join(body.split()), validate=True)
    except binascii.Error as error:
        raise MotecurveError(f"{what} is damaged PEM: its lines are not base64") from error
