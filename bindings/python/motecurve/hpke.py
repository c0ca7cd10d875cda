"""HPKE: messages encrypted for the owner of a public key, any number with one key agreement (RFC 9180).

    sender = hpke.Sender(peer_key, info=b"readings, version 1")
    ciphertext = sender.seal(b"21.5 degrees")                     # send sender.enc once, and each ciphertext
    receiver = hpke.Receiver(private_key, sender.enc, info=b"readings, version 1")
    message = receiver.open(ciphertext)

The curve of the keys is the KEM: Curve25519, secp256r1, secp384r1, secp521r1 or Curve448. The keys given decide the
mode: the sender's own key authenticates it, and so does a pre-shared key of the options. A receiver opens messages in
the order of sealing, each once. Senders and receivers may be used by several threads, and are not copied or pickled:
no nonce comes twice.

Everything raises UnsupportedError for other curves, and for options that are none."""

import dataclasses
import threading
from types import TracebackType
from typing import Any, Literal, Self

from motecurve.errors import MotecurveError
from motecurve.keys import (
    Curve,
    PrivateKey,
    PrivateKeyLike,
    PublicKeyLike,
    one_curve,
    private_key_of,
    public_key_of,
)
from motecurve.library import HashName, Library, Octets, choice, count_of
from motecurve.secret import Secret

TAG_BYTES = 16  # of every AEAD
Aead = Literal["chacha20-poly1305", "aes128-gcm", "aes256-gcm", "export-only"]
_AEADS: dict[str, str] = {
    **{"chacha20-poly1305": "mc_hpke_chacha20_poly1305", "export-only": ""},
    **{f"aes{bits}-gcm": f"mc_hpke_aes{bits}_gcm" for bits in (128, 256)},
}
_BASE, _PSK, _AUTH = 0, 1, 2  # sums of these are the modes


@dataclasses.dataclass(frozen=True)
class Options:
    """What both parties have agreed on."""

    hash: HashName = "SHA-256"
    """Of the key schedule: SHA-256, SHA-384 or SHA-512."""
    aead: Aead = "chacha20-poly1305"
    """`export-only` is for secrets that both derive, without messages."""
    psk: bytes = dataclasses.field(default=b"", repr=False)
    """A pre-shared key of 32 bytes at least, or none."""
    psk_id: bytes = b""
    """The name of the pre-shared key, with one alone."""


DEFAULTS = Options()


def derive_key(curve: Curve, material: Octets) -> PrivateKey:
    """The key pair of keying material with the entropy of a private key (RFC 9180, 7.1.3). Raises LengthError for
    fewer bytes than curve.scalar_bytes."""
    library = curve.library
    secret, public = Secret(library, library.buffer(curve.scalar_bytes)), library.buffer(curve.public_key_bytes)
    library.call("hpke_derive_key_pair", [secret.memory, public], [material], curve.pointer)
    return PrivateKey._of(curve, secret, public)


class _Context:
    """The keys of one setup, in memory of C."""

    def __init__(self, library: Library, kind: str) -> None:
        self._library, self._lock = library, threading.Lock()
        self._state: Any = library.ffi.new(f"mc_hpke_{kind} *")

    def _open(self) -> Any:
        if self._state is None:
            raise MotecurveError("this context was closed, and is wiped")
        return self._state

    def _context(self) -> Any:
        return self._library.ffi.addressof(self._open(), "context")

    def export(self, count: int, use: Octets) -> bytes:
        """`count` bytes that both sides derive, by what they are for. Raises LengthError for more than 255 digests."""
        given = self._library.given(use)
        out = self._library.buffer(count_of(count, 255 * 64))
        with self._lock:
            self._library.raw("hpke_export", out, count, self._context(), given, len(given))
        return self._library.bytes(out)

    def close(self) -> None:
        """Wipes the keys."""
        with self._lock:
            if self._state is not None:
                self._library.c.mc_hpke_end(self._context())
                self._state = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_state", None) is not None:
            self.close()

    def __reduce__(self) -> str:
        raise TypeError("a context of HPKE is not pickled or copied: two would use a nonce twice")


class Sender(_Context):
    """A sender to the owner of a public key."""

    def __init__(
        self,
        peer_key: PublicKeyLike,
        own_key: PrivateKeyLike | None = None,
        *,
        info: Octets = b"",
        options: Options = DEFAULTS,
    ) -> None:
        """`own_key` says who sends, and `info` is what both know. Raises LengthError for a pre-shared key that is too
        short or without a name, RandomError, SharedInfinityError."""
        own = None if own_key is None else private_key_of(own_key)
        peer = public_key_of(peer_key, own.curve.library if own else None)
        curve = one_curve(peer, *([own] if own else []))
        super().__init__(curve.library, "sender")
        library = curve.library
        enc, parts = library.buffer(curve.public_key_bytes), _in_c(library, options, own is not None)
        inputs = [peer.to_bytes(), own.memory if own else b"", info]
        rest = (parts[0], library.random, library.ffi.NULL, curve.pointer)
        library.call("hpke_sender_begin", [self._state, enc], inputs, *rest)
        self.enc = library.bytes(enc)
        """The ephemeral public key, which the receiver needs."""

    def seal(self, message: Octets, data: Octets = b"") -> bytes:
        """The next ciphertext, 16 bytes longer than the message; `data` is authenticated with it. Raises
        UnsupportedError for export alone."""
        given = [self._library.given(part) for part in (message, data)]
        out = self._library.buffer(len(given[0]) + TAG_BYTES)
        with self._lock:
            self._library.call("hpke_seal", [out, self._open()], given)
        return self._library.bytes(out)


class Receiver(_Context):
    """A receiver of what one sender seals."""

    def __init__(
        self,
        private_key: PrivateKeyLike,
        enc: Octets,
        peer_key: PublicKeyLike | None = None,
        *,
        info: Octets = b"",
        options: Options = DEFAULTS,
    ) -> None:
        """Of the sender's `enc`; `peer_key` is its own public key, if it has one. Another key, info or option than the
        sender's shows when a message is opened. Raises what PublicKey raises for `enc`, and SharedInfinityError."""
        own = private_key_of(private_key)
        library = own.curve.library
        peer = None if peer_key is None else public_key_of(peer_key, library)
        curve = one_curve(own, *([peer] if peer else []))
        super().__init__(library, "receiver")
        parts = _in_c(library, options, peer is not None)
        inputs = [own.memory, enc, peer.to_bytes() if peer else b"", info]
        library.call("hpke_receiver_begin", [self._state], inputs, parts[0], curve.pointer)

    def open(self, ciphertext: Octets, data: Octets = b"") -> bytes:
        """The message. Raises MacError for one that is not the next of this sender, or was changed, and still waits for
        the next; LengthError for one shorter than its tag."""
        given = [self._library.given(part) for part in (ciphertext, data)]
        out = self._library.buffer(max(0, len(given[0]) - TAG_BYTES))
        with self._lock:
            self._library.call("hpke_open", [out, self._open()], given)
        return self._library.bytes(out)


def _in_c(library: Library, options: Options, is_authenticated: bool) -> tuple[Any, ...]:
    """mc_hpke_options, and what it points to, which must live as long."""
    texts = library.given(options.psk), library.given(options.psk_id)
    own, aead = library.ffi.new("mc_hpke_options *"), choice("aead", options.aead, _AEADS)
    own.hash = library.hash(options.hash)
    own.aead = library.ffi.cast("mc_hpke_aead *", library.object(aead)) if aead else library.ffi.NULL
    own.mode = (_AUTH if is_authenticated else _BASE) + (_PSK if len(texts[0]) or len(texts[1]) else _BASE)
    own.psk, own.psk_id = texts
    own.psk_bytes, own.psk_id_bytes = map(len, texts)
    return own, *texts
