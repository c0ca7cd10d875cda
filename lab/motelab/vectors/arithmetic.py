"""The library's functions on the numbers of a curve, in the form of the vectors' files."""

import ctypes
import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import motecurve
from motecurve import CoordinateRangeError, PrivateKey, PublicKey, ScalarRangeError, ecdh, ecdsa
from motelab.keys import model
from motelab.library import bindings, host
from motelab.library.host import Status
from motelab.subjects.curves import Curve


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a call gave: values, or the error that refuses its inputs."""

    values: tuple[Any, ...] = ()
    error: motecurve.MotecurveError | None = None

    @property
    def is_accepted(self) -> bool:
        return self.error is None

    def gives(self, *expected: Any) -> bool:
        """Whether it gave exactly these values."""
        return self.is_accepted and self.values == expected

    def __str__(self) -> str:
        words = (value.hex() if isinstance(value, bytes) else f"{value:x}" for value in self.values)
        return ", ".join(words) if self.is_accepted else f"refused: {self.error}"


def answer(call: Callable[..., Any], *arguments: Any) -> Answer:
    """What the call gives: nothing, a value, or a tuple of values."""
    try:
        found = call(*arguments)
    except motecurve.MotecurveError as error:
        return Answer(error=error)
    return Answer(found if isinstance(found, tuple) else () if found is None else (found,))


@dataclasses.dataclass(frozen=True)
class Numbers:
    """Calls on the numbers of a curve; each raises a motecurve.MotecurveError that refuses them."""

    curve: Curve

    @property
    def own(self) -> motecurve.Curve:
        """The curve as the package has it."""
        return model.own_curve(self.curve)

    def scalar(self, value: int) -> bytes:
        found = octets(value, self.curve.private_key_bytes)
        if found is None:
            raise ScalarRangeError("a number is longer than the order")
        return found

    def element(self, value: int) -> bytes:
        found = octets(value, self.curve.field_bytes)
        if found is None:
            raise CoordinateRangeError("a coordinate is longer than an element of the field")
        return found

    def point(self, x: int, y: int) -> bytes:
        """Without compression."""
        return b"\x04" + self.element(x) + self.element(y)

    def private_key(self, d: int) -> PrivateKey:
        return PrivateKey(self.own, self.scalar(d))

    def validated(self, x: int, y: int) -> PublicKey:
        """The public key of a point."""
        return PublicKey(self.own, self.point(x, y))

    def public_point(self, d: int) -> tuple[int, int]:
        """The coordinates of a private key's public key."""
        key = self.private_key(d).public_key
        return key.x, key.y

    def shared(self, d: int, x: int, y: int, cofactor: bool) -> bytes:
        """The secret of ECDH."""
        return bytes(ecdh.agree(self.private_key(d), self.validated(x, y), cofactor=cofactor))

    def verify(self, digest: bytes, x: int, y: int, r: int, s: int) -> None:
        """Returns if r, s sign the digest."""
        ecdsa.verify_digest(self.validated(x, y), self.scalar(r) + self.scalar(s), digest)

    def sign(self, digest: bytes, d: int, k: int) -> tuple[int, int]:
        """The signature with the nonce k."""
        if not (0 < d < self.curve.order and 0 < k < self.curve.order):
            raise ScalarRangeError("a private key or a nonce is not below the order")
        library, curve = of_field(self.curve.field), self.curve.identifier
        e = library.scalar(0)
        decode = library.function("digest_decode", ctypes.c_int)
        _refuse(decode(e, digest, ctypes.c_size_t(len(digest)), library.curve(curve)))
        status, *signature = library.ecdsa_sign_nonce(d, int.from_bytes(e.raw, "little"), k, curve)
        _refuse(status)
        return tuple(signature)

    def multiple(self, k: int, point: tuple[int, int]) -> tuple[int, ...]:
        """k times any point of the curve; nothing for infinity."""
        status, product = of_field(self.curve.field).scalar_mult("scalar_mult_ladder", k, point, self.curve.identifier)
        _refuse(status)
        return product or ()

    def multiple_x(self, k: int, point: tuple[int, int]) -> bytes:
        """The x-coordinate of the same as an element; nothing for infinity."""
        return b"".join(map(self.element, self.multiple(k, point)[:1]))


def octets(value: int, size: int) -> bytes | None:
    """The number in so many bytes, big-endian; None if it is larger."""
    return None if value >> 8 * size else value.to_bytes(size, "big")


@functools.cache
def of_field(field: str) -> host.Library:
    """The library seen through a field."""
    return host.Library(model.WORD_BITS, field)


def _refuse(status: int) -> None:
    """Raises the error of a status other than OK."""
    if status != Status.OK:
        raise bindings.library(model.WORD_BITS).error(status)
