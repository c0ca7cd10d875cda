"""EdDSA signatures (RFC 8032; FIPS 186-5, 7) on Ed25519, with SHA-512, and Ed448, with SHAKE256.

A signature is curve.signature_bytes bytes. Signing needs no random bytes. Every function raises UnsupportedError on
other curves, and ContextLengthError for a context above 255 bytes."""

from collections.abc import Callable
from typing import Any

from motecurve.errors import MotecurveError, ReaderError
from motecurve.keys import PrivateKeyLike, PublicKeyLike, private_key_of, public_key_of
from motecurve.library import Library, Octets, count_of, octets_of
from motecurve.secret import Secret

CHECK_BYTES = 16  # MC_EDDSA_CHECK_BYTES
COUNT_MAX = (1 << 63) - 1
Read = Callable[[int, int], Octets]
"""`read(offset, count)` returns the `count` bytes of a message that begin at `offset`. Calls go from the first byte to
the last, with a few bytes each."""


def sign(private_key: PrivateKeyLike, message: Octets, *, context: Octets = b"", checked: bool = False) -> bytes:
    """The signature of a message: Ed25519, or Ed25519ctx with a context; Ed448 with either. Constant time. `checked`
    verifies the signature before it is given out, which a fault in the computation does not pass. Raises FaultError by
    `checked`, MotecurveError for `checked` with a context."""
    if not checked:
        return _sign("eddsa_sign_context", private_key, message, context)
    if context:
        raise MotecurveError("a checked signature has no context")
    key = private_key_of(private_key)
    library, signature = key.curve.library, key.curve.library.buffer(key.curve.signature_bytes)
    inputs = [key.memory, key.public_key.to_bytes(), message]
    library.call("eddsa_sign_checked", [signature], inputs, key.curve.pointer)
    return library.bytes(signature)


def sign_digest(private_key: PrivateKeyLike, digest: Octets, *, context: Octets = b"") -> bytes:
    """Ed25519ph or Ed448ph: the signature of a digest of 64 bytes, of SHA-512 or, for Ed448, SHAKE256. It is not one of
    the message; prefer those, which are valid even where the hash has collisions. Raises DigestLengthError."""
    return _sign("eddsa_sign_digest", private_key, digest, context)


class ExpandedKey(Secret):
    """A private key with what every signature needs of it: for who signs often, since a signature then takes one
    multiplication instead of two. The signatures are those of `sign`. `bytes(key)` is as secret as the private key."""

    __slots__ = ("curve",)

    def __init__(self, private_key: PrivateKeyLike) -> None:
        key = private_key_of(private_key)
        self.curve = key.curve
        library = key.curve.library
        expanded = library.buffer(3 * key.curve.scalar_bytes + CHECK_BYTES)
        library.call("eddsa_key_expand", [expanded], [key.memory], key.curve.pointer)
        super().__init__(library, expanded)

    def sign(self, message: Octets, *, context: Octets = b"") -> bytes:
        """The signature of a message. Raises FaultError if the memory of the key has changed."""
        library, signature = self.curve.library, self.curve.library.buffer(self.curve.signature_bytes)
        library.call("eddsa_sign_expanded", [signature], [self.memory, message, context], self.curve.pointer)
        return library.bytes(signature)


def verify(public_key: PublicKeyLike, signature: Octets, message: Octets, *, context: Octets = b"") -> None:
    """Returns if the signature of the message is valid under this context, and then only. The equation is
    multiplied by the cofactor, as RFC 8032 and FIPS 186-5 have it: whatever the key's owner adds of small order to R or
    to the key, `verify` and `verify_many` agree.

    Raises SignatureError; LengthError; ScalarRangeError for an S that is not below n; CoordinateRangeError for an R
    whose y is not below the prime. MotecurveError is all of them."""
    _verify("eddsa_verify_context", public_key, signature, message, context)


def verify_digest(public_key: PublicKeyLike, signature: Octets, digest: Octets, *, context: Octets = b"") -> None:
    """The same of Ed25519ph and Ed448ph. Raises DigestLengthError, too."""
    _verify("eddsa_verify_digest", public_key, signature, digest, context)


def sign_read(private_key: PrivateKeyLike, read: Read, count: int, *, context: Octets = b"") -> bytes:
    """The same signature as that of `sign`, of a message of `count` bytes that is not in memory. The message is read
    twice, and must be the same both times: one that changes in between gives the private key away. Raises what `read`
    raises, ReaderError where it returns another number of bytes, and LengthError for a `count` that is negative or
    above 2^63 - 1."""
    key = private_key_of(private_key)
    library, signature = key.curve.library, key.curve.library.buffer(key.curve.signature_bytes)
    _call_read(library, "eddsa_sign_read", [signature], [key.memory], read, count, context, key.curve.pointer)
    return library.bytes(signature)


def verify_read(public_key: PublicKeyLike, signature: Octets, read: Read, count: int, *, context: Octets = b"") -> None:
    """The same as `verify` for a message of `count` bytes that is not in memory, which is read once. Raises what `read`
    raises, too, ReaderError where it returns another number of bytes, and LengthError as `sign_read` does."""
    key = public_key_of(public_key)
    inputs = [signature, key.to_bytes()]
    _call_read(key.curve.library, "eddsa_verify_read", [], inputs, read, count, context, key.curve.pointer)


def _call_read(
    library: Library,
    name: str,
    outputs: list[Any],
    inputs: list[Any],
    read: Read,
    count: int,
    context: Octets,
    curve: Any,
) -> None:
    """A call that reads a message of `count` bytes; it raises what `read` raised."""
    raised: list[BaseException] = []

    def fill(_context: Any, out: Any, offset: int, wanted: int) -> int:
        try:
            octets = octets_of(read(offset, wanted))
        except BaseException as error:  # which C would not pass on
            raised.append(error)
            return 1
        if len(octets) == wanted:
            library.ffi.memmove(out, octets, wanted)
        return int(len(octets) != wanted)

    reader = library.ffi.callback("mc_reader", fill, error=1)
    pointers = [library.given(data) for data in (*inputs, context)]
    lengths = (*map(len, pointers[:-1]), count_of(count, COUNT_MAX), len(pointers[-1]))
    try:
        library.raw(name, *outputs, *pointers, *lengths, reader, library.ffi.NULL, curve)
    except ReaderError:
        if raised:
            raise raised[0] from None
        raise


def _sign(name: str, private_key: PrivateKeyLike, data: Octets, context: Octets) -> bytes:
    key = private_key_of(private_key)
    library, signature = key.curve.library, key.curve.library.buffer(key.curve.signature_bytes)
    library.call(name, [signature], [key.memory, data, context], key.curve.pointer)
    return library.bytes(signature)


def _verify(name: str, public_key: PublicKeyLike, signature: Octets, data: Octets, context: Octets) -> None:
    key = public_key_of(public_key)
    key.curve.library.call(name, [], [signature, key.to_bytes(), data, context], key.curve.pointer)
