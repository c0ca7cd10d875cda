"""ECIES and EC-ElGamal as programs in C call them; see tests/public_interface.py."""

import dataclasses
from typing import Any

from motelab.library.host import Status
from tests.public_interface import PublicInterface, RandomSource

CIPHERS = ("aes128_ctr", "aes192_ctr", "aes256_ctr", "xor")
KDFS = ("x963", "hkdf")
HASHES = ("sha1", "sha224", "sha256", "sha384", "sha512")


@dataclasses.dataclass(frozen=True)
class Options:
    """mc_ecies_options, with its defaults; the parts by their names in C, after mc_ and mc_ecies_."""

    hash: str = "sha256"
    kdf: str = "x963"
    cipher: str = "aes128_ctr"
    has_cofactor: bool = False
    is_compressed: bool = False
    tag_bytes: int = 16
    binds_ephemeral: bool = True
    derives_counter: bool = False
    shared_info1: bytes = b""
    shared_info2: bytes = b""


class Encryption(PublicInterface):
    """The functions of ecies.h and elgamal.h. As in PublicInterface, outputs hold 0xAA bytes before the call."""

    def ephemeral_bytes(self, options: Options, curve: str) -> int:
        return self._ecies_bytes("ephemeral", options, curve)

    def overhead_bytes(self, options: Options, curve: str) -> int:
        return self._ecies_bytes("overhead", options, curve)

    def _ecies_bytes(self, what: str, options: Options, curve: str) -> int:
        own = self._options(options)
        return getattr(self._c, f"mc_ecies_{what}_bytes")(own[0], self._curve(curve) or self._ffi.NULL)

    def ecies_encrypt(
        self, public_key: bytes, message: bytes, source: RandomSource | bytes, options: Options, curve: str
    ) -> tuple[Status, bytes]:
        """The ciphertext with an ephemeral key from a source, or with the given one."""
        return self._ecies_encrypt(public_key, message, source, options, curve, in_place=False)

    def ecies_encrypt_in_place(
        self, public_key: bytes, message: bytes, source: RandomSource | bytes, options: Options, curve: str
    ) -> tuple[Status, bytes]:
        """The same with the message where its ciphertext will be."""
        return self._ecies_encrypt(public_key, message, source, options, curve, in_place=True)

    def _ecies_encrypt(self, public_key, message, source, options, curve, in_place: bool) -> tuple[Status, bytes]:
        start = self.ephemeral_bytes(options, curve)
        output = self._filled(self.overhead_bytes(options, curve) + len(message))
        data, own = message, self._options(options)
        if in_place:
            data = output + start
            self._ffi.memmove(data, message, len(message))
        name, given, last = "mc_ecies_encrypt", (), (own[0],)
        if isinstance(source, bytes):
            name, given = "mc_ecies_encrypt_given", (source,)
        else:
            last += (self._random(source), None)
        sizes = (len(public_key), len(message), *map(len, given))
        return self._into(output, name, public_key, data, *given, *sizes, *last, curve=curve)

    def ecies_decrypt(
        self, private_key: bytes, ciphertext: bytes, options: Options, curve: str, in_place: bool = False
    ) -> tuple[Status, bytes]:
        """The message; in_place, the ciphertext's buffer receives it."""
        count = max(0, len(ciphertext) - self.overhead_bytes(options, curve))
        data, own = self._ffi.new("uint8_t[]", max(1, len(ciphertext))), self._options(options)
        self._ffi.memmove(data, ciphertext, len(ciphertext))
        target = data + self.ephemeral_bytes(options, curve) if in_place else self._filled(count)
        arguments = (target, private_key, data, len(private_key), len(ciphertext), own[0])
        status = self._call("mc_ecies_decrypt", *arguments, curve=curve)
        return status, bytes(self._ffi.buffer(target, count))

    def elgamal_capacity(self, curve: str) -> tuple[Status, int]:
        """Bytes that fit in a point."""
        count = self._ffi.new("size_t *")
        return self._call("mc_elgamal_capacity", count, curve=curve), count[0]

    def elgamal_embed(self, message: bytes, curve: str) -> tuple[Status, bytes]:
        output = self._output(curve, "public_key")
        return self._into(output, "mc_elgamal_embed", message, len(message), curve=curve)

    def elgamal_extract(self, point: bytes, curve: str) -> tuple[Status, bytes]:
        """The message, without what the buffer holds after it, which must be zeros."""
        return self._message("mc_elgamal_extract", point, len(point), curve=curve)

    def elgamal_encrypt_point(
        self, public_key: bytes, point: bytes, source: RandomSource, curve: str
    ) -> tuple[Status, bytes]:
        return self._elgamal_encrypt("mc_elgamal_encrypt_point", public_key, point, source, curve)

    def elgamal_decrypt_point(self, private_key: bytes, ciphertext: bytes, curve: str) -> tuple[Status, bytes]:
        output = self._output(curve, "public_key")
        arguments = (output, private_key, ciphertext, len(private_key), len(ciphertext))
        return self._call("mc_elgamal_decrypt_point", *arguments, curve=curve), self._octets(output)

    def elgamal_encrypt(
        self, public_key: bytes, message: bytes, source: RandomSource, curve: str
    ) -> tuple[Status, bytes]:
        return self._elgamal_encrypt("mc_elgamal_encrypt", public_key, message, source, curve)

    def elgamal_decrypt(self, private_key: bytes, ciphertext: bytes, curve: str) -> tuple[Status, bytes]:
        sizes = (len(private_key), len(ciphertext))
        return self._message("mc_elgamal_decrypt", private_key, ciphertext, *sizes, curve=curve)

    def elgamal_hashed_encrypt(
        self, public_key: bytes, message: bytes, hash_name: str, source: RandomSource, curve: str
    ) -> tuple[Status, bytes]:
        output = self._filled(self.size(curve, "public_key") + len(message))
        sizes = (len(public_key), len(message))
        arguments = (output, public_key, message, *sizes, self._object(hash_name), self._random(source), None)
        return self._call("mc_elgamal_hashed_encrypt", *arguments, curve=curve), self._octets(output)

    def elgamal_hashed_decrypt(
        self, private_key: bytes, ciphertext: bytes, hash_name: str, curve: str
    ) -> tuple[Status, bytes]:
        output = self._filled(max(0, len(ciphertext) - self.size(curve, "public_key")))
        arguments = (output, private_key, ciphertext, len(private_key), len(ciphertext), self._object(hash_name))
        return self._call("mc_elgamal_hashed_decrypt", *arguments, curve=curve), self._octets(output)

    def _elgamal_encrypt(self, name, public_key, plain, source, curve) -> tuple[Status, bytes]:
        output, sizes = self._filled(2 * self.size(curve, "public_key")), (len(public_key), len(plain))
        return self._into(output, name, public_key, plain, *sizes, self._random(source), None, curve=curve)

    def _message(self, name: str, *arguments, curve: str) -> tuple[Status, bytes]:
        output, count = self._filled(self.elgamal_capacity(curve)[1] or 64), self._ffi.new("size_t *")
        status = self._call(name, output, count, *arguments, curve=curve)
        if any(self._octets(output)[count[0] :]) and status != Status.ERROR_UNSUPPORTED:
            raise AssertionError(f"{name} leaves bytes after the message")
        return status, self._octets(output)[: count[0]]

    def _options(self, options: Options) -> tuple[Any, ...]:
        """mc_ecies_options, and what it points to, which must live as long."""
        infos = [self._ffi.from_buffer("uint8_t[]", info) for info in (options.shared_info1, options.shared_info2)]
        own, cast = self._ffi.new("mc_ecies_options *"), self._ffi.cast
        own.hash = cast("mc_hash *", self._object(options.hash))
        own.kdf = cast("mc_ecies_kdf *", self._object(f"ecies_{options.kdf}"))
        own.cipher = cast("mc_ecies_cipher *", self._object(f"ecies_{options.cipher}"))
        own.agree = self._ffi.addressof(self._c, "mc_ecdh_cofactor" if options.has_cofactor else "mc_ecdh")
        if options.is_compressed:
            own.compression = cast("mc_ecies_compression *", self._object("ecies_compressed"))
        own.tag_bytes, own.binds_ephemeral = options.tag_bytes, options.binds_ephemeral
        own.derives_counter = options.derives_counter
        own.shared_info1, own.shared_info2 = infos
        own.shared_info1_bytes, own.shared_info2_bytes = map(len, infos)
        return own, *infos
