"""EdDSA of the host library, called from Python: include/motecurve/eddsa.h."""

import ctypes
from collections.abc import Callable

from motecurve.library.host import PublicInterface, Status

# Writes so many bytes of a message from an offset on: returns them, or None to fail.
Reader = Callable[[int, int], bytes | None]


def reader_callback(reader: Reader):
    """`reader` as a C callback, mc_reader."""

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
    def read(_context, out, offset, count):
        octets = reader(offset, count)
        if octets is not None:
            ctypes.memmove(out, octets, count)
        return 1 if octets is None else 0

    return read


class EdDSA(PublicInterface):
    """The public interface with EdDSA: on the curves Ed25519 and Ed448.

    A `context` makes Ed25519 Ed25519ctx; a digest is one of 64 bytes of SHA-512, for Ed25519ph, or SHAKE256, for
    Ed448ph."""

    def eddsa_sign(self, private_key: bytes, message: bytes, curve: str, context: bytes = b"") -> tuple[Status, bytes]:
        """Signature of a message."""
        return self._sign("mc_eddsa_sign_context", private_key, message, context, curve)

    def eddsa_verify(
        self, signature: bytes, public_key: bytes, message: bytes, curve: str, context: bytes = b""
    ) -> Status:
        """Whether the signature of a message is valid: OK, or why not."""
        return self._verify("mc_eddsa_verify_context", signature, public_key, message, context, curve)

    def eddsa_sign_plain(self, private_key: bytes, message: bytes, curve: str) -> tuple[Status, bytes]:
        """The same as without a context, by the function that has none."""
        output = self._output(curve, "signature")
        sizes = (len(private_key), len(message))
        return self._call("mc_eddsa_sign", output, private_key, message, *sizes, curve=curve), output.raw

    def eddsa_verify_plain(self, signature: bytes, public_key: bytes, message: bytes, curve: str) -> Status:
        """The same as without a context, by the function that has none."""
        sizes = (len(signature), len(public_key), len(message))
        return self._call("mc_eddsa_verify", signature, public_key, message, *sizes, curve=curve)

    def eddsa_sign_digest(
        self, private_key: bytes, digest: bytes, curve: str, context: bytes = b""
    ) -> tuple[Status, bytes]:
        """Signature of a digest: Ed25519ph, Ed448ph."""
        return self._sign("mc_eddsa_sign_digest", private_key, digest, context, curve)

    def eddsa_verify_digest(
        self, signature: bytes, public_key: bytes, digest: bytes, curve: str, context: bytes = b""
    ) -> Status:
        """Whether the signature of a digest is valid."""
        return self._verify("mc_eddsa_verify_digest", signature, public_key, digest, context, curve)

    def eddsa_sign_read(
        self, private_key: bytes, reader: Reader, count: int, curve: str, context: bytes = b""
    ) -> tuple[Status, bytes]:
        """Signature of a message of `count` bytes that a reader gives."""
        output, sizes = self._output(curve, "signature"), (len(private_key), count, len(context))
        arguments = (output, private_key, context, *sizes, reader_callback(reader), None)
        return self._call("mc_eddsa_sign_read", *arguments, curve=curve), output.raw

    def eddsa_verify_read(
        self, signature: bytes, public_key: bytes, reader: Reader, count: int, curve: str, context: bytes = b""
    ) -> Status:
        """Whether the signature of a message that a reader gives is valid."""
        sizes = (len(signature), len(public_key), count, len(context))
        arguments = (signature, public_key, context, *sizes, reader_callback(reader), None)
        return self._call("mc_eddsa_verify_read", *arguments, curve=curve)

    def eddsa_signature_validate(self, signature: bytes, curve: str) -> Status:
        """Whether S is in its range, and y of R."""
        return self._call("mc_eddsa_signature_validate", signature, len(signature), curve=curve)

    def _sign(self, name: str, private_key: bytes, data: bytes, context: bytes, curve: str) -> tuple[Status, bytes]:
        output, sizes = self._output(curve, "signature"), (len(private_key), len(data), len(context))
        return self._call(name, output, private_key, data, context, *sizes, curve=curve), output.raw

    def _verify(
        self, name: str, signature: bytes, public_key: bytes, data: bytes, context: bytes, curve: str
    ) -> Status:
        sizes = (len(signature), len(public_key), len(data), len(context))
        return self._call(name, signature, public_key, data, context, *sizes, curve=curve)
