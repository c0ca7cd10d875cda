"""Messages of any length that EdDSA signs and verifies: small ones in memory, the files of others read by the library
in pieces, twice for a signature."""

import hashlib
from typing import BinaryIO

from motecurve.common.errors import MotecurveError
from motecurve.keys.streams import PIECE_BYTES, Message, readable
from motecurve.library.host import Status
from motecurve.library.host_eddsa import EdDSA


class FileReader:
    """What mc_eddsa_sign_read and mc_eddsa_verify_read read a file by: from the first byte to the last, which is a
    pass. `digests` tells whether two passes saw the same."""

    def __init__(self, stream: BinaryIO):
        self._stream, self._start = stream, stream.tell()
        self._passes, self._piece, self._offset = [], b"", 0
        self.error: OSError | None = None

    @property
    def digests(self) -> set[bytes]:
        """Of what each pass has read."""
        return {each.digest() for each in self._passes}

    def __call__(self, offset: int, count: int) -> bytes | None:
        """The bytes from the offset on; None if they are not there any more."""
        try:
            if offset == 0:
                self._stream.seek(self._start)
                self._passes.append(hashlib.sha256())
                self._piece, self._offset = b"", 0
            while (at := offset - self._offset) + count > len(self._piece):
                more = self._stream.read(PIECE_BYTES)
                if not more:
                    return None
                self._passes[-1].update(more)
                self._piece, self._offset = self._piece[at:] + more, offset
        except OSError as error:  # of which C cannot tell
            self.error = error
            return None
        return self._piece[at : at + count]


def sign(library: EdDSA, key: bytes, message: bytes | Message, curve: str, context: bytes) -> tuple[Status, bytes]:
    """Status and signature. MotecurveError for a file that differs between the two readings: the signature would give
    the private key away."""
    if isinstance(message, bytes):
        return library.eddsa_sign(key, message, curve, context)
    with message.whole_or_sized() as found:
        if isinstance(found, bytes):
            return library.eddsa_sign(key, found, curve, context)
        stream, size = found
        reader = FileReader(stream)
        made = library.eddsa_sign_read(key, reader, size, curve, context)
        _refuse_changed(message, reader, made[0])
        return made


def verify(
    library: EdDSA, signature: bytes, key: bytes, message: bytes | Message, curve: str, context: bytes
) -> Status:
    """Whether the signature is valid."""
    if isinstance(message, bytes):
        return library.eddsa_verify(signature, key, message, curve, context)
    with message.whole_or_sized() as found:
        if isinstance(found, bytes):
            return library.eddsa_verify(signature, key, found, curve, context)
        stream, size = found
        reader = FileReader(stream)
        status = library.eddsa_verify_read(signature, key, reader, size, curve, context)
        _refuse_changed(message, reader, status)
        return status


def _refuse_changed(message: Message, reader: FileReader, status: Status) -> None:
    """MotecurveError if the file could not be read, or became shorter or another meanwhile."""
    if reader.error is not None:
        with readable(message.name, "the file"):
            raise reader.error
    if status == Status.ERROR_READER or len(reader.digests) > 1:
        raise MotecurveError(f"the file {message.name} changed while it was read; there is no signature of it")
