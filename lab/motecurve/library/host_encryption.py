"""ECIES and EC-ElGamal of the host library, on bytes."""

import ctypes
import dataclasses

from motecurve.library.host import PublicInterface, RandomSource, Status, random_callback

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


class _Options(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("hash", "kdf", "cipher", "agree", "compression")),
        *((name, ctypes.c_uint8) for name in ("tag_bytes", "binds_ephemeral", "derives_counter")),
        *((name, ctypes.c_char_p) for name in ("shared_info1", "shared_info2")),
        *((name, ctypes.c_size_t) for name in ("shared_info1_bytes", "shared_info2_bytes")),
    )


class Encryption(PublicInterface):
    """The functions of ecies.h and elgamal.h. As in PublicInterface, outputs hold 0xAA bytes before the call."""

    def __init__(self, word_bits: int = 64):
        super().__init__(word_bits)
        for name in ("ephemeral", "overhead"):
            getattr(self._library, f"mc_ecies_{name}_bytes").restype = ctypes.c_size_t

    def ephemeral_bytes(self, options: Options, curve: str) -> int:
        return self._library.mc_ecies_ephemeral_bytes(self._options(options), self._curve(curve))

    def overhead_bytes(self, options: Options, curve: str) -> int:
        return self._library.mc_ecies_overhead_bytes(self._options(options), self._curve(curve))

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
        data = ctypes.create_string_buffer(message, max(1, len(message)))
        if in_place:
            ctypes.memmove(ctypes.addressof(output) + start, message, len(message))
            data = ctypes.c_void_p(ctypes.addressof(output) + start)
        name, given, last = "mc_ecies_encrypt", (), (self._options(options),)
        if isinstance(source, bytes):
            name, given = "mc_ecies_encrypt_given", (source,)
        else:
            last += (random_callback(source), None)
        sizes = (len(public_key), len(message), *map(len, given))
        return self._call(name, output, public_key, data, *given, *sizes, *last, curve=curve), output.raw

    def ecies_decrypt(
        self, private_key: bytes, ciphertext: bytes, options: Options, curve: str, in_place: bool = False
    ) -> tuple[Status, bytes]:
        """The message; in_place, the ciphertext's buffer receives it."""
        count = max(0, len(ciphertext) - self.overhead_bytes(options, curve))
        data = ctypes.create_string_buffer(ciphertext, max(1, len(ciphertext)))
        output = self._filled(count)
        target = output
        if in_place:
            target = ctypes.c_void_p(ctypes.addressof(data) + self.ephemeral_bytes(options, curve))
        arguments = (target, private_key, data, len(private_key), len(ciphertext), self._options(options))
        status = self._call("mc_ecies_decrypt", *arguments, curve=curve)
        return status, ctypes.string_at(target, count) if in_place else output.raw

    def elgamal_capacity(self, curve: str) -> tuple[Status, int]:
        """Bytes that fit in a point."""
        count = ctypes.c_size_t(0)
        return self._call("mc_elgamal_capacity", ctypes.byref(count), curve=curve), count.value

    def elgamal_embed(self, message: bytes, curve: str) -> tuple[Status, bytes]:
        output = self._output(curve, "public_key")
        return self._call("mc_elgamal_embed", output, message, len(message), curve=curve), output.raw

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
        return self._call("mc_elgamal_decrypt_point", *arguments, curve=curve), output.raw

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
        arguments = (output, public_key, message, *sizes, self._part(hash_name), random_callback(source), None)
        return self._call("mc_elgamal_hashed_encrypt", *arguments, curve=curve), output.raw

    def elgamal_hashed_decrypt(
        self, private_key: bytes, ciphertext: bytes, hash_name: str, curve: str
    ) -> tuple[Status, bytes]:
        output = self._filled(max(0, len(ciphertext) - self.size(curve, "public_key")))
        arguments = (output, private_key, ciphertext, len(private_key), len(ciphertext), self._part(hash_name))
        return self._call("mc_elgamal_hashed_decrypt", *arguments, curve=curve), output.raw

    def _elgamal_encrypt(self, name, public_key, plain, source, curve) -> tuple[Status, bytes]:
        output, sizes = self._filled(2 * self.size(curve, "public_key")), (len(public_key), len(plain))
        return self._call(
            name, output, public_key, plain, *sizes, random_callback(source), None, curve=curve
        ), output.raw

    def _message(self, name: str, *arguments, curve: str) -> tuple[Status, bytes]:
        output, count = self._filled(self.elgamal_capacity(curve)[1] or 64), ctypes.c_size_t(0)
        status = self._call(name, output, ctypes.byref(count), *arguments, curve=curve)
        if any(output.raw[count.value :]) and status != Status.ERROR_UNSUPPORTED:
            raise AssertionError(f"{name} leaves bytes after the message")
        return status, output.raw[: count.value]

    def _part(self, name: str) -> ctypes.c_void_p:
        """Address of what the library exports as mc_<name>."""
        return ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(self._library, f"mc_{name}")))

    def _options(self, options: Options):
        agree = self._library.mc_ecdh_cofactor if options.has_cofactor else self._library.mc_ecdh
        return ctypes.byref(
            _Options(
                self._part(options.hash),
                self._part(f"ecies_{options.kdf}"),
                self._part(f"ecies_{options.cipher}"),
                ctypes.cast(agree, ctypes.c_void_p),
                self._part("ecies_compressed") if options.is_compressed else None,
                options.tag_bytes,
                options.binds_ephemeral,
                options.derives_counter,
                options.shared_info1,
                options.shared_info2,
                len(options.shared_info1),
                len(options.shared_info2),
            )
        )
