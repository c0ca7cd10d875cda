"""Requests and answers, a line of ASCII each.

A request is IDENTIFIER CURVE PUBLIC-KEY SIGNATURE MESSAGE with one space between, the last three in hexadecimal, `-`
for an empty one. ECDSA takes SHA-256 of the message, EdDSA the message. The answer is IDENTIFIER and `valid`,
`invalid` or `error` with the reason. Empty lines and those that begin with `#` are no requests."""

import dataclasses
import functools
import re
from collections.abc import Iterable

import motecurve
from motecurve import Curve, PublicKey, Signed, verify_many
from motelab.common.errors import MotecurveError
from motelab.library import bindings

MOST_LINE_BYTES = 65_536
MOST_KEYS = 65_536  # that stay validated
IDENTIFIER = re.compile(rb"[!-~]{1,64}")
EMPTY = b"-"
NO_IDENTIFIER = b"-"
FORM = "IDENTIFIER CURVE PUBLIC-KEY SIGNATURE MESSAGE"


class Malformed(MotecurveError):
    """A line that is no request."""


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """A signature to verify; without a key where the bytes given are no key, which makes it invalid."""

    identifier: bytes
    key: PublicKey | None
    signature: bytes
    message: bytes


def is_request(line: bytes) -> bool:
    """Whether the line asks for an answer."""
    return bool(line.strip()) and not line.startswith(b"#")


def parse(line: bytes) -> Request:
    """The request of a line. Raises Malformed."""
    if len(line) > MOST_LINE_BYTES:
        raise Malformed(f"a line above {MOST_LINE_BYTES} bytes")
    words = line.split()
    if len(words) != 5:
        raise Malformed(f"{len(words)} words; a request is {FORM}")
    identifier, name, *numbers = words
    if not IDENTIFIER.fullmatch(identifier):
        raise Malformed("the identifier is not 1 to 64 letters, digits or signs of ASCII")
    key, signature, message = (
        octets(what, number) for what, number in zip(("public key", "signature", "message"), numbers, strict=True)
    )
    return Request(identifier, key_of(name, key), signature, message)


def octets(what: str, number: bytes) -> bytes:
    if number == EMPTY:
        return b""
    try:
        return bytes.fromhex(number.decode("ascii"))
    except ValueError:
        raise Malformed(f"the {what} is not hexadecimal") from None


@functools.cache
def curve_of(name: bytes) -> Curve:
    """The curve of that name, which has signatures. Raises Malformed."""
    text = name.decode("ascii", "replace")
    try:
        found = bindings.curve(text)
    except motecurve.UnsupportedError:
        raise Malformed(f"there is no curve {text[:40]!r}; ./motecurve curves lists them") from None
    if not found.signature_bytes:
        raise Malformed(f"there are no signatures on {found.name}")
    return found


@functools.lru_cache(MOST_KEYS)
def key_of(curve: bytes, key: bytes) -> PublicKey | None:
    """The key, validated once; None if there is none of these bytes. Raises Malformed for the curve."""
    found = curve_of(curve)
    try:
        return PublicKey(found, key)
    except motecurve.MotecurveError:
        return None


def answer(identifier: bytes, text: str) -> bytes:
    return b"%s %s\n" % (identifier, text.encode("ascii", "replace"))


def answers(requests: Iterable[bytes]) -> list[bytes]:
    """The answers of request lines, in their order, from one call of the library for each curve."""
    found: list[bytes | Request] = []
    for line in requests:
        try:
            found.append(parse(line))
        except Malformed as error:
            first = line[:80].split()[:1]
            is_known = bool(first) and IDENTIFIER.fullmatch(first[0]) is not None
            found.append(answer(first[0] if is_known else NO_IDENTIFIER, f"error {error}"))
    asked = [one for one in found if isinstance(one, Request)]
    judged = iter(verify_many([Signed(r.key, r.signature, r.message) for r in asked if r.key], threads=1))
    verdict = {id(r): r.key is not None and next(judged) for r in asked}
    return [
        answer(one.identifier, "valid" if verdict[id(one)] else "invalid") if isinstance(one, Request) else one
        for one in found
    ]
