"""Requests and answers, a line of ASCII each.

A request is IDENTIFIER CURVE PUBLIC-KEY SIGNATURE MESSAGE with one space between, the last three in hexadecimal, `-`
for an empty one. ECDSA takes SHA-256 of the message, EdDSA the message. The answer is IDENTIFIER and `valid`,
`invalid`, or `error` with the reason: the line is no request, or its key or its signature lacks the form of one. Empty
lines and those that begin with `#` are no requests."""

import dataclasses
import functools
import re
import threading
from collections.abc import Iterable, Sequence

import motecurve
from motecurve import Curve, PublicKey, Signed, Verdict, judge_many
from motelab.common.errors import MotecurveError
from motelab.library import bindings
from motelab.subjects import curves

MOST_LINE_BYTES = 65_536
MOST_NAMES = 1024  # of curves, in any capitals, that stay found
MOST_KEYS = 65_536  # that stay validated
IDENTIFIER = re.compile(rb"[!-~]{1,64}")
EMPTY = b"-"
DER_BEGINS = b"\x30"
NO_IDENTIFIER = b"-"
FORM = "IDENTIFIER CURVE PUBLIC-KEY SIGNATURE MESSAGE"


class Malformed(MotecurveError):
    """A line that is no request."""


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """A signature to verify."""

    identifier: bytes
    key: PublicKey
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
    found = key_of(name, key)
    if isinstance(found, str):
        raise Malformed(f"the public key: {found}")
    return Request(identifier, found, signature, message)


def octets(what: str, number: bytes) -> bytes:
    if number == EMPTY:
        return b""
    try:
        return bytes.fromhex(number.decode("ascii"))
    except ValueError:
        raise Malformed(f"the {what} is not hexadecimal") from None


class Libraries:
    """Where curves come from: any curve, of a library that is built when a request first names it, or those that were
    prepared, so that peers cannot make a gateway build."""

    def __init__(self) -> None:
        self._building = threading.Lock()  # one thread builds, others wait for it
        self._allowed: list[str] | None = None

    def prepare(self, names: Sequence[str]) -> None:
        """Builds the library of these curves' fields, or of all, and admits no others from then on."""
        found = [curves.find(name, curves.built()) for name in names]
        for curve in found:
            self.curve(curve.name)
        if not names:
            bindings.library()
        self._allowed = [curve.name for curve in found] or curves.built()

    def curve(self, name: str) -> Curve | None:
        """The curve of any of its names; None if there is none. FieldNotBuilt if chosen fields leave it out."""
        known = curves.named(name)
        if known is None or known.name not in (curves.built() if self._allowed is None else self._allowed):
            return None
        with self._building:
            return bindings.curve(known.name, field=known.field)


LIBRARIES = Libraries()


def prepare(names: Sequence[str]) -> None:
    """Makes these curves, or all, the only ones that requests may name, and has them ready."""
    LIBRARIES.prepare(names)
    curve_of.cache_clear()


@functools.lru_cache(MOST_NAMES)
def curve_of(name: bytes) -> Curve:
    """The curve of that name, which has signatures. Raises Malformed."""
    text = name.decode("ascii", "replace")
    found = LIBRARIES.curve(text)
    if found is None:
        raise Malformed(f"there is no curve {text[:40]!r} here; ./motecurve curves lists those that are known")
    if not found.signature_bytes:
        raise Malformed(f"there are no signatures on {found.name}")
    return found


@functools.lru_cache(MOST_KEYS)
def key_of(curve: bytes, key: bytes) -> PublicKey | str:
    """The key, validated once; why there is none of these bytes. Raises Malformed for the curve."""
    found = curve_of(curve)
    try:
        return PublicKey(found, key)
    except motecurve.MotecurveError as error:
        return str(error)


def answer(identifier: bytes, text: str) -> bytes:
    return b"%s %s\n" % (identifier, text.encode("ascii", "replace"))


def answers(requests: Iterable[bytes], is_der: bool = False) -> list[bytes]:
    """The answers of request lines, in their order, from one call of the library for each curve. `is_der`: signatures
    of ECDSA are in DER."""
    found: list[bytes | Request] = []
    for line in requests:
        try:
            found.append(parse(line))
        except Malformed as error:
            first = line[:80].split()[:1]
            is_known = bool(first) and IDENTIFIER.fullmatch(first[0]) is not None
            found.append(answer(first[0] if is_known else NO_IDENTIFIER, f"error {error}"))
    asked = [one for one in found if isinstance(one, Request)]
    judged = iter(judge_many([Signed(r.key, r.signature, r.message) for r in asked], der=is_der, threads=1))
    return [
        answer(one.identifier, in_words(next(judged), one, is_der)) if isinstance(one, Request) else one
        for one in found
    ]


def in_words(verdict: Verdict, asked: Request, is_der: bool) -> str:
    """What the answer says of a signature."""
    if verdict is None:
        return "valid"
    if isinstance(verdict, motecurve.SignatureError):
        return "invalid"
    hint = "; --der takes those in DER" if not is_der and asked.signature[:1] == DER_BEGINS else ""
    return f"error the signature: {verdict}{hint}"
