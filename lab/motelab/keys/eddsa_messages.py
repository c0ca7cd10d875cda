"""Messages of any length that EdDSA signs and verifies: small ones in memory, the files of others read by the library
in pieces, twice for a signature."""

import hashlib
from typing import BinaryIO

from motecurve import PrivateKey, PublicKey, eddsa
from motelab.common.errors import MotecurveError
from motelab.keys.streams import PIECE_BYTES, Message, readable


class FileReader:
    """Gives the bytes of a file to eddsa.sign_read and verify_read, from the first byte to the last, which is a pass.
    MotecurveError for what cannot be read, and for a file that becomes shorter or, by `refuse_changed`, another."""

    def __init__(self, stream: BinaryIO, name: str):
        self._stream, self._start, self._name = stream, stream.tell(), name
        self._passes, self._piece, self._offset = [], b"", 0

    def __call__(self, offset: int, count: int) -> bytes:
        """The bytes from the offset on."""
        if offset == 0:
            with readable(self._name, "the file"):
                self._stream.seek(self._start)
            self._passes.append(hashlib.sha256())
            self._piece, self._offset = b"", 0
        while (at := offset - self._offset) + count > len(self._piece):
            with readable(self._name, "the file"):
                more = self._stream.read(PIECE_BYTES)
            if not more:
                raise self._changed()
            self._passes[-1].update(more)
            self._piece, self._offset = self._piece[at:] + more, offset
        return self._piece[at : at + count]

    def refuse_changed(self) -> None:
        """MotecurveError if two passes saw different bytes."""
        if len({each.digest() for each in self._passes}) > 1:
            raise self._changed()

    def _changed(self) -> MotecurveError:
        return MotecurveError(f"the file {self._name} changed while it was read; there is no signature of it")


def sign(key: PrivateKey, message: bytes | Message, context: bytes) -> bytes:
    """The signature. MotecurveError for a file that differs between the two readings: the signature would give the
    private key away."""
    if isinstance(message, bytes):
        return eddsa.sign(key, message, context=context)
    with message.whole_or_sized() as found:
        if isinstance(found, bytes):
            return eddsa.sign(key, found, context=context)
        stream, size = found
        reader = FileReader(stream, message.name)
        signature = eddsa.sign_read(key, reader, size, context=context)
        reader.refuse_changed()
        return signature


def verify(key: PublicKey, signature: bytes, message: bytes | Message, context: bytes) -> None:
    """Returns if the signature is valid; else it raises as eddsa.verify does."""
    if isinstance(message, bytes):
        return eddsa.verify(key, signature, message, context=context)
    with message.whole_or_sized() as found:
        if isinstance(found, bytes):
            return eddsa.verify(key, signature, found, context=context)
        stream, size = found
        return eddsa.verify_read(key, signature, FileReader(stream, message.name), size, context=context)
