"""ECIES: messages encrypted for the owner of a public key, and authenticated (SEC 1 version 2, 5.1).

Whoever has the public key can make a ciphertext: it does not say who did. Every function raises UnsupportedError on
Edwards curves, and for options that are none."""

import dataclasses
from typing import Any, Literal

from motecurve.errors import UnsupportedError
from motecurve.keys import Curve, PrivateKeyLike, PublicKeyLike, one_curve, private_key_of, public_key_of
from motecurve.library import HashName, Library, Octets, choice

Kdf = Literal["x963", "hkdf"]
Cipher = Literal["aes128-ctr", "aes192-ctr", "aes256-ctr", "xor"]
_KDFS: dict[str, str] = {"x963": "mc_ecies_x963", "hkdf": "mc_ecies_hkdf"}
_CIPHERS: dict[str, str] = {
    **{f"aes{bits}-ctr": f"mc_ecies_aes{bits}_ctr" for bits in (128, 192, 256)},
    "xor": "mc_ecies_xor",
}


@dataclasses.dataclass(frozen=True)
class Options:
    """What both parties have agreed on. The defaults give 128 bits of security on a curve that has them."""

    hash: HashName = "SHA-256"
    """Of the key derivation and of HMAC."""
    kdf: Kdf = "x963"
    """ANSI X9.63, or HKDF without a salt."""
    cipher: Cipher = "aes128-ctr"
    """`xor` is for messages of one length, known to the receiver."""
    cofactor: bool = False
    """Diffie-Hellman with the cofactor."""
    compressed: bool = False
    """Whether the ephemeral key is; not on Curve25519 and Curve448."""
    tag_bytes: int = 16
    """From 8 to a digest's."""
    binds_ephemeral: bool = True
    """Whether the ephemeral key is part of what the keys are derived from, so that a ciphertext cannot be written in
    another way; without, for peers that do not."""
    derives_counter: bool = False
    """Whether AES's first counter is derived, too (3GPP TS 33.501, C.3); else it begins with 0."""
    shared_info1: bytes = b""
    """What both know, for the key derivation."""
    shared_info2: bytes = b""
    """What both know, for the tag; it should always have one length, or end with it."""


DEFAULTS = Options()


def encrypt(public_key: PublicKeyLike, message: Octets, *, options: Options = DEFAULTS) -> bytes:
    """The ciphertext, `overhead_bytes` longer than the message: the ephemeral public key, the encrypted message, the
    tag. Constant time in the message. Raises RandomError; MessageLengthError for more than the key derivation gives,
    which with `xor` and `hkdf` is 254 digests; what `ecdh.agree` raises."""
    key = public_key_of(public_key)
    library = key.curve.library
    return _encrypt("ecies_encrypt", key.curve, options, message, [key.to_bytes(), message], _source(library))


def encrypt_given(
    public_key: PublicKeyLike, message: Octets, ephemeral_key: PrivateKeyLike, *, options: Options = DEFAULTS
) -> bytes:
    """The same with a given ephemeral key, for known answers. One that was used before, or is known to others, gives
    the messages away."""
    ephemeral = private_key_of(ephemeral_key)
    key = public_key_of(public_key, ephemeral.curve.library)
    curve = one_curve(key, ephemeral)
    return _encrypt("ecies_encrypt_given", curve, options, message, [key.to_bytes(), message, ephemeral.memory], ())


def decrypt(private_key: PrivateKeyLike, ciphertext: Octets, *, options: Options = DEFAULTS) -> bytes:
    """The message. Nothing is decrypted before the tag is found right.

    Raises MacError for another key, other options or another ciphertext than those of the message; LengthError for a
    ciphertext that is too short; for its ephemeral key what PublicKey raises, and SharedInfinityError."""
    key = private_key_of(private_key)
    library, parts = key.curve.library, _in_c(key.curve.library, options)
    given = library.given(ciphertext)
    message = library.buffer(max(0, len(given) - _overhead(key.curve, parts[0])))
    library.call("ecies_decrypt", [message], [key.memory, given], parts[0], key.curve.pointer)
    return library.bytes(message)


def overhead_bytes(curve: Curve, *, options: Options = DEFAULTS) -> int:
    """Bytes of a ciphertext beyond those of its message; 0 where the other functions are unsupported."""
    return _overhead(curve, _in_c(curve.library, options)[0])


def _overhead(curve: Curve, options: Any) -> int:
    return int(curve.library.c.mc_ecies_overhead_bytes(options, curve.pointer))


def _source(library: Library) -> tuple[Any, ...]:
    return library.random, library.ffi.NULL


def _encrypt(
    name: str, curve: Curve, options: Options, message: Octets, inputs: list[Any], source: tuple[Any, ...]
) -> bytes:
    library, parts = curve.library, _in_c(curve.library, options)
    ciphertext = library.buffer(memoryview(message).nbytes + _overhead(curve, parts[0]))
    library.call(name, [ciphertext], inputs, parts[0], *source, curve.pointer)
    return library.bytes(ciphertext)


def _in_c(library: Library, options: Options) -> tuple[Any, ...]:
    """mc_ecies_options, and what it points to, which must live as long."""
    infos = library.given(options.shared_info1), library.given(options.shared_info2)
    if not 0 <= options.tag_bytes <= 255:
        raise UnsupportedError(f"tag_bytes is {options.tag_bytes}; it must be from 8 to the digest's")
    own = library.ffi.new("mc_ecies_options *")
    own.hash = library.hash(options.hash)
    own.kdf = library.ffi.cast("mc_ecies_kdf *", library.object(choice("kdf", options.kdf, _KDFS)))
    own.cipher = library.ffi.cast("mc_ecies_cipher *", library.object(choice("cipher", options.cipher, _CIPHERS)))
    own.agree = library.ffi.addressof(library.c, "mc_ecdh_cofactor" if options.cofactor else "mc_ecdh")
    if options.compressed:
        own.compression = library.ffi.cast("mc_ecies_compression *", library.object("mc_ecies_compressed"))
    own.tag_bytes = options.tag_bytes
    own.binds_ephemeral, own.derives_counter = options.binds_ephemeral, options.derives_counter
    own.shared_info1, own.shared_info2 = infos
    own.shared_info1_bytes, own.shared_info2_bytes = map(len, infos)
    return own, *infos
