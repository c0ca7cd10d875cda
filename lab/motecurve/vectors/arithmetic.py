"""The library's functions on the numbers of a curve, as files of vectors state them."""

import ctypes
import dataclasses
import functools

from motecurve.keys import model
from motecurve.library import host
from motecurve.library.host import Status
from motecurve.subjects.curves import Curve


@dataclasses.dataclass(frozen=True)
class Numbers:
    """Bytes of a curve's numbers. A number too large for its bytes is none: a status says so instead."""

    curve: Curve

    def scalar(self, value: int) -> bytes | None:
        return octets(value, self.curve.private_key_bytes)

    def element(self, value: int) -> bytes | None:
        return octets(value, self.curve.field_bytes)

    def point(self, x: int, y: int) -> bytes | None:
        """Without compression."""
        parts = self.element(x), self.element(y)
        return None if None in parts else b"\x04" + b"".join(parts)

    def public_key(self, d: int) -> tuple[Status, bytes]:
        scalar = self.scalar(d)
        if scalar is None:
            return Status.ERROR_SCALAR_RANGE, b""
        return model.library().public_key(scalar, self.curve.name)

    def validate(self, x: int, y: int) -> Status:
        """Of a public key."""
        point = self.point(x, y)
        return (
            Status.ERROR_COORDINATE_RANGE
            if point is None
            else model.library().public_key_validate(point, self.curve.name)
        )

    def shared(self, d: int, x: int, y: int, cofactor: bool) -> tuple[Status, bytes]:
        """The secret of ECDH."""
        scalar, point = self.scalar(d), self.point(x, y)
        if scalar is None or point is None:
            return (Status.ERROR_COORDINATE_RANGE if scalar else Status.ERROR_SCALAR_RANGE), b""
        return model.library().ecdh(scalar, point, self.curve.name, cofactor)

    def verify(self, digest: bytes, x: int, y: int, r: int, s: int) -> Status:
        """Whether r, s sign the digest."""
        point, parts = self.point(x, y), (self.scalar(r), self.scalar(s))
        if point is None:
            return Status.ERROR_COORDINATE_RANGE
        if None in parts:
            return Status.ERROR_SCALAR_RANGE
        return model.library().verify(b"".join(parts), point, digest, self.curve.name)

    def sign(self, digest: bytes, d: int, k: int) -> tuple[Status, int, int]:
        """The signature with the nonce k."""
        if not (0 < d < self.curve.order and 0 < k < self.curve.order):
            return Status.ERROR_SCALAR_RANGE, 0, 0
        library, curve = of_field(self.curve.field), self.curve.identifier
        e = library.scalar(0)
        decode = library.function("digest_decode", ctypes.c_int)
        status = Status(decode(e, digest, ctypes.c_size_t(len(digest)), library.curve(curve)))
        if status != Status.OK:
            return status, 0, 0
        return library.ecdsa_sign_nonce(d, int.from_bytes(e.raw, "little"), k, curve)

    def multiple(self, k: int, point: tuple[int, int]) -> tuple[Status, host.Point]:
        """k times any point of the curve."""
        return of_field(self.curve.field).scalar_mult("scalar_mult_ladder", k, point, self.curve.identifier)


def octets(value: int, size: int) -> bytes | None:
    """The number in so many bytes, big-endian; None if it is larger."""
    return None if value >> 8 * size else value.to_bytes(size, "big")


@functools.cache
def of_field(field: str) -> host.Library:
    """The library seen through a field."""
    return host.Library(model.WORD_BITS, field)
