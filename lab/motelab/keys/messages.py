"""Encrypted messages as files: a suite byte, then R, C, T of ECIES (docs/encryption.md says it exactly)."""

import contextlib
import dataclasses
import hmac
import itertools
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO

from motecurve import Library, PrivateKey, PublicKey, SharedSecret, UnsupportedError, ecdh
from motelab.common.errors import MotecurveError
from motelab.keys.model import NONCE_HASHES, Refused, agree, refusals
from motelab.keys.streams import PIECE_BYTES
from motelab.library.symmetric import CounterMode, Hmac

VERSION = 1
# The numbers of the suite byte: its lowest two bits are the cipher, the next the KDF, the next two the hash.
CIPHERS = ("aes128", "aes192", "aes256")
KDFS = ("x963", "hkdf")
HASHES = ("sha256", "sha384", "sha512")
CIPHER_KEY_BYTES = {"aes128": 16, "aes192": 24, "aes256": 32}
DIGEST_BYTES = {"sha256": 32, "sha384": 48, "sha512": 64}
KEPT_BYTES = 1 << 23  # of a ciphertext, in memory


class Forged(MotecurveError):
    """The tag is not that of the ciphertext."""


@dataclasses.dataclass(frozen=True)
class Suite:
    """What a file is encrypted with."""

    cipher: str = "aes256"
    kdf: str = "x963"
    hash: str = "sha256"

    @property
    def octet(self) -> int:
        numbers = (CIPHERS.index(self.cipher), KDFS.index(self.kdf), HASHES.index(self.hash))
        return VERSION << 5 | numbers[2] << 3 | numbers[1] << 2 | numbers[0]

    @classmethod
    def of_octet(cls, octet: int) -> "Suite | None":
        """The suite of a number; None if it is none."""
        cipher, kdf, hash_number = octet & 3, octet >> 2 & 1, octet >> 3 & 3
        if octet >> 5 != VERSION or cipher >= len(CIPHERS) or hash_number >= len(HASHES):
            return None
        return cls(CIPHERS[cipher], KDFS[kdf], HASHES[hash_number])


@dataclasses.dataclass(frozen=True)
class Seal:
    """The keys of one message: those of a secret, of R as it is sent and of the suite. The library has the
    functions."""

    suite: Suite
    library: Library
    cipher_key: bytes = dataclasses.field(repr=False)
    mac_key: bytes = dataclasses.field(repr=False)

    @classmethod
    def derived(cls, suite: Suite, library: Library, secret: SharedSecret, r: bytes) -> "Seal":
        """SEC 1, 5.1.3, step 5, with R before SharedInfo1."""
        key_bytes, mac_bytes = CIPHER_KEY_BYTES[suite.cipher], DIGEST_BYTES[suite.hash]
        derive = secret.kdf_x963 if suite.kdf == "x963" else secret.hkdf
        keys = derive(key_bytes + mac_bytes, info=r + bytes([suite.octet]), hash=NONCE_HASHES[suite.hash])
        return cls(suite, library, keys[:key_bytes], keys[key_bytes:])

    def cipher(self) -> CounterMode:
        return CounterMode(self.library, self.cipher_key)

    def tag(self) -> Hmac:
        return Hmac(self.library, NONCE_HASHES[self.suite.hash], self.mac_key)


def encrypt(key: PublicKey, message: Iterable[bytes], suite: Suite) -> Iterator[bytes]:
    """The file in pieces, with an ephemeral key of the operating system's random bytes; the pieces of the message are
    whole blocks, but for the last."""
    _refuse_without_agreement(key)
    with refusals(f"no encryption on {key.curve.name}"):
        ephemeral = key.curve.generate_key()
    r = ephemeral.public_key.to_bytes("compressed" if key.curve.is_weierstrass else "uncompressed")
    seal = Seal.derived(suite, key.curve.library, agree(ephemeral, key), r)
    cipher, tag, pieces = seal.cipher(), seal.tag(), iter(message)
    first = next(pieces, b"")  # a message that cannot be read is no message
    yield bytes([suite.octet]) + r
    for piece in itertools.chain((first,), pieces):
        sealed = cipher.apply(piece)
        tag.feed(sealed)
        yield sealed
    yield tag.finish()


def decrypt(key: PrivateKey, file: Iterable[bytes], what: str) -> Iterator[bytes]:
    """The message of a file, in pieces. None comes before the tag is found right: until then the ciphertext is
    kept, beyond KEPT_BYTES in a file without a name of the folder for temporary files.

    Forged if the tag is not right, MotecurveError, which begins with `what`, if the bytes are none that were encrypted
    here."""
    curve, pieces = key.curve.name, iter(file)
    start = _first(pieces, 1)
    suite = Suite.of_octet(start[0]) if start else None
    if suite is None:
        raise MotecurveError(f"{what} is no file of ./motecurve encrypt, or one of a later version")
    _refuse_without_agreement(key.public_key)
    r_bytes, tag_bytes = _ephemeral_bytes(key.public_key), DIGEST_BYTES[suite.hash]
    start += _first(pieces, 1 + r_bytes + tag_bytes - len(start))
    if len(start) < 1 + r_bytes + tag_bytes:
        shortest = 1 + r_bytes + tag_bytes
        raise MotecurveError(f"{what} is cut off: on {curve} the shortest has {shortest} bytes")
    r = start[1 : 1 + r_bytes]
    with refusals(f"{what}, encrypted on {curve} or for another curve"):
        secret = ecdh.agree(key, PublicKey(key.curve, r))
    seal = Seal.derived(suite, key.curve.library, secret, r)
    return _opened(seal, itertools.chain((start[1 + r_bytes :],), pieces), what)


def _opened(seal: Seal, pieces: Iterator[bytes], what: str) -> Iterator[bytes]:
    """The message of C and T, once T is found right."""
    tag, tag_bytes, held = seal.tag(), DIGEST_BYTES[seal.suite.hash], b""
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(tempfile.SpooledTemporaryFile(KEPT_BYTES))
        for piece in pieces:
            held += piece
            body, held = held[:-tag_bytes], held[-tag_bytes:]
            tag.feed(body)
            _keep(kept, body)
        if not hmac.compare_digest(tag.finish(), held):
            raise Forged(f"{what} was changed, or was not encrypted for this key")
        kept.seek(0)
        return _decrypted(seal, kept, stack.pop_all())


def _decrypted(seal: Seal, kept: IO[bytes], stack: contextlib.ExitStack) -> Iterator[bytes]:
    """The message of a ciphertext; the stack is closed at its end."""
    with stack:
        yield from map(seal.cipher().apply, iter(lambda: kept.read(PIECE_BYTES), b""))


def _keep(kept: IO[bytes], body: bytes) -> None:
    try:
        kept.write(body)
    except OSError as error:
        folder = tempfile.gettempdir()
        raise MotecurveError(f"cannot keep the ciphertext in {folder}: {error.strerror}; see TMPDIR") from error


def _first(pieces: Iterator[bytes], count: int) -> bytes:
    """At least so many of the next bytes, if there are; whole pieces."""
    found = b""
    while len(found) < count and (piece := next(pieces, b"")):
        found += piece
    return found


def _ephemeral_bytes(key: PublicKey) -> int:
    """Of R: a compressed point, or u."""
    return key.curve.field_bytes + key.curve.is_weierstrass


def _refuse_without_agreement(key: PublicKey) -> None:
    if key.curve.form == "eddsa":
        unsupported = key.curve.library.error(UnsupportedError.status)
        raise Refused(f"no encryption on {key.curve.name}: {unsupported}")
