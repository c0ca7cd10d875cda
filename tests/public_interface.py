"""The public functions as programs in C call them, by the declarations of the Python package: with null pointers, wrong
lengths, random sources of the test's own, and outputs that can be looked at after an error."""

import dataclasses
import enum
from collections.abc import Callable
from pathlib import Path
from typing import Any

from motelab.library import bindings, host
from motelab.library.host import Status

RandomSource = Callable[[int], bytes | None]  # returns the bytes asked for, or None to fail
Reader = Callable[[int, int], bytes | None]  # the same of so many bytes of a message from an offset on


class PointForm(enum.IntEnum):
    """The forms of an encoded point: mc_point_form."""

    COMPRESSED = 2
    UNCOMPRESSED = 4
    HYBRID = 6


class PublicInterface:
    """The functions of include/motecurve/ on byte strings, with curves by any of their names.

    Every call returns its status first, then its outputs, which hold 0xAA bytes before the call: what an
    error leaves unzeroed shows. A name that is no curve's passes a null curve."""

    def __init__(self, word_bits: int = 64, path: Path | None = None):
        """`path` is another build of the library, such as that of one field."""
        self.word_bits = word_bits
        self._library = bindings.opened(path or host.build(word_bits) / host.CATALOGUE)
        self._ffi, self._c = self._library.ffi, self._library.c

    def find(self, name: str) -> str | None:
        """First name of the curve with that name, alias or OID."""
        curve = self._curve(name)
        return self._name(curve) if curve else None

    def curves(self) -> list[str]:
        """First names of all curves of the build."""
        pointers = [self._c.mc_curve_at(i) for i in range(self._c.mc_curve_count() + 1)]
        return [self._name(pointer) for pointer in pointers if pointer]

    def size(self, curve: str, what: str) -> int:
        """Bytes of a `field`, `scalar`, `public_key` or `signature` of a curve; 64 for an unknown curve."""
        pointer = self._curve(curve)
        return getattr(self._c, f"mc_curve_{what}_bytes")(pointer) if pointer else 64

    def public_key(self, private_key: bytes, curve: str) -> tuple[Status, bytes]:
        output = self._output(curve, "public_key")
        return self._into(output, "mc_public_key", private_key, len(private_key), curve=curve)

    def public_key_validate(self, public_key: bytes, curve: str) -> Status:
        return self._call("mc_public_key_validate", public_key, len(public_key), curve=curve)

    def ecdh(self, private_key: bytes, peer_key: bytes, curve: str, cofactor: bool = False) -> tuple[Status, bytes]:
        output = self._output(curve, "field")
        name = "mc_ecdh_cofactor" if cofactor else "mc_ecdh"
        sizes = (len(private_key), len(peer_key))
        return self._into(output, name, private_key, peer_key, *sizes, curve=curve)

    def ecdh_checked(self, private_key: bytes, peer_key: bytes, curve: str) -> tuple[Status, bytes]:
        """The shared secret, computed twice."""
        sizes = (len(private_key), len(peer_key))
        return self._into(self._output(curve, "field"), "mc_ecdh_checked", private_key, peer_key, *sizes, curve=curve)

    def key_generate(self, source: RandomSource, curve: str) -> tuple[Status, bytes, bytes]:
        """Private and public key from `source`, which returns the bytes asked for, or None to fail."""
        private_key, public_key = self._output(curve, "scalar"), self._output(curve, "public_key")
        status = self._call("mc_key_generate", private_key, public_key, self._random(source), None, curve=curve)
        return status, self._octets(private_key), self._octets(public_key)

    def sign(self, private_key: bytes, data: bytes, curve: str, what: str = "digest") -> tuple[Status, bytes]:
        """Signature of a `digest` or a `message`, with the nonce of RFC 6979."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(data))
        return self._into(output, f"mc_ecdsa_sign_{what}", private_key, data, *sizes, curve=curve)

    def sign_random(self, private_key: bytes, digest: bytes, source: RandomSource, curve: str) -> tuple[Status, bytes]:
        """Signature of a digest with a nonce from `source`."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(digest))
        arguments = (output, private_key, digest, *sizes, self._random(source), None)
        return self._call("mc_ecdsa_sign_digest_random", *arguments, curve=curve), self._octets(output)

    def verify(self, signature: bytes, public_key: bytes, data: bytes, curve: str, what: str = "digest") -> Status:
        """Whether the signature of a `digest` or a `message` is valid: OK, or why not."""
        sizes = (len(signature), len(public_key), len(data))
        return self._call(f"mc_ecdsa_verify_{what}", signature, public_key, data, *sizes, curve=curve)

    def point_encode(self, point: bytes, form: PointForm, curve: str) -> tuple[Status, bytes]:
        """An uncompressed point in another form."""
        size = 1 + self.size(curve, "field") if form == PointForm.COMPRESSED else self.size(curve, "public_key")
        output = self._filled(size)
        return self._into(output, "mc_point_encode", point, form, len(point), curve=curve)

    def point_decode(self, encoded: bytes, curve: str) -> tuple[Status, bytes]:
        """A point of any form, uncompressed."""
        output = self._output(curve, "public_key")
        return self._into(output, "mc_point_decode", encoded, len(encoded), curve=curve)

    def signature_to_der(self, signature: bytes, curve: str) -> tuple[Status, bytes, bytes]:
        """Status, the DER encoding of a signature, and what the buffer holds after it."""
        output, count = self._filled(self.size(curve, "signature") + 9), self._ffi.new("size_t *")
        arguments = (output, count, signature, len(signature))
        status = self._call("mc_ecdsa_signature_to_der", *arguments, curve=curve)
        return status, self._octets(output)[: count[0]], self._octets(output)[count[0] :]

    def signature_from_der(self, der: bytes, curve: str) -> tuple[Status, bytes]:
        """The signature r, s of its DER encoding."""
        output = self._output(curve, "signature")
        return self._into(output, "mc_ecdsa_signature_from_der", der, len(der), curve=curve)

    def signature_validate(self, signature: bytes, curve: str, strict: bool = False) -> Status:
        """Whether r and s are in their range and, if `strict`, s is below n/2."""
        name = "mc_ecdsa_signature_validate_strict" if strict else "mc_ecdsa_signature_validate"
        return self._call(name, signature, len(signature), curve=curve)

    def _curve(self, name: str) -> Any:
        pointer = self._c.mc_curve_find(name.encode())
        if not pointer and host.chosen_fields(self.word_bits):
            host.require_curve(name, self.word_bits)
        return pointer or None

    def _name(self, curve: Any) -> str:
        return self._ffi.string(self._c.mc_curve_name(curve)).decode()

    def _output(self, curve: str, what: str) -> Any:
        return self._filled(self.size(curve, what))

    def _filled(self, size: int) -> Any:
        output = self._ffi.new("uint8_t[]", size)
        self._ffi.memmove(output, b"\xaa" * size, size)
        return output

    def _octets(self, output: Any) -> bytes:
        """What an output holds."""
        return bytes(self._ffi.buffer(output))

    def _object(self, name: str) -> Any:
        """Address of what the library exports as mc_<name>."""
        return self._library.object(f"mc_{name}")

    def _random(self, source: RandomSource) -> Any:
        """`source` as a C callback."""

        def fill(_context: Any, out: Any, count: int) -> int:
            octets = source(count)
            if octets is not None:
                self._ffi.memmove(out, octets, count)
            return int(octets is None)

        return self._ffi.callback("mc_random", fill, error=1)

    def _reader(self, reader: Reader) -> Any:
        """`reader` as a C callback."""

        def read(_context: Any, out: Any, offset: int, count: int) -> int:
            octets = reader(offset, count)
            if octets is not None:
                self._ffi.memmove(out, octets, count)
            return int(octets is None)

        return self._ffi.callback("mc_reader", read, error=1)

    def _into(self, output: Any, name: str, *arguments: Any, curve: str) -> tuple[Status, bytes]:
        """Status of a call with one output, and what that holds."""
        return self._call(name, output, *arguments, curve=curve), self._octets(output)

    def _call(self, name: str, *arguments: Any, curve: str) -> Status:
        given = [self._ffi.NULL if argument is None else argument for argument in (*arguments, self._curve(curve))]
        return Status(getattr(self._c, name)(*given))


class EcdsaInterface(PublicInterface):
    """Adds the forms of signing and verifying that take a hash function, random bytes or the public key."""

    def sign_with_hash(
        self, private_key: bytes, data: bytes, hash_name: str, curve: str, what: str = "digest"
    ) -> tuple[Status, bytes]:
        """Signature of a `digest` or a `message` with the nonce of RFC 6979 by a hash ("SHA-384"); a name that is
        no hash's passes a null one."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(data))
        arguments = (output, private_key, data, *sizes, self._hash(hash_name))
        return self._call(f"mc_ecdsa_sign_{what}_with_hash", *arguments, curve=curve), self._octets(output)

    def verify_with_hash(
        self, signature: bytes, public_key: bytes, message: bytes, hash_name: str, curve: str
    ) -> Status:
        """Whether the signature of a message is valid: OK, or why not."""
        arguments = (signature, public_key, message, len(signature), len(public_key), len(message))
        name = "mc_ecdsa_verify_message_with_hash"
        return self._call(name, *arguments, self._hash(hash_name), curve=curve)

    def sign_hedged(self, private_key: bytes, digest: bytes, source: RandomSource, curve: str) -> tuple[Status, bytes]:
        """Signature of a digest with the nonce of RFC 6979 and bytes from `source`."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(digest))
        arguments = (output, private_key, digest, *sizes, self._random(source), None)
        return self._call("mc_ecdsa_sign_digest_hedged", *arguments, curve=curve), self._octets(output)

    def sign_checked(
        self, private_key: bytes, public_key: bytes, digest: bytes, curve: str, source: RandomSource | None = None
    ) -> tuple[Status, bytes]:
        """Signature of a digest, verified before it is given out; hedged with bytes from `source`, if there is one."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(public_key), len(digest))
        arguments = (output, private_key, public_key, digest, *sizes)
        if source is None:
            return self._call("mc_ecdsa_sign_digest_checked", *arguments, curve=curve), self._octets(output)
        arguments += (self._random(source), None)
        return self._call("mc_ecdsa_sign_digest_hedged_checked", *arguments, curve=curve), self._octets(output)

    def signature_normalise(self, signature: bytes, curve: str) -> tuple[Status, bytes]:
        """Of the signatures (r, s) and (r, n - s) that with s < n/2."""
        output = self._output(curve, "signature")
        return self._into(output, "mc_ecdsa_signature_normalise", signature, len(signature), curve=curve)

    def verify_strict(self, signature: bytes, public_key: bytes, digest: bytes, curve: str) -> Status:
        """Whether the signature of a digest is valid and has s < n/2: OK, or why not."""
        sizes = (len(signature), len(public_key), len(digest))
        name = "mc_ecdsa_verify_digest_strict"
        return self._call(name, signature, public_key, digest, *sizes, curve=curve)

    def verify_verdict(self, signature: bytes, public_key: bytes, digest: bytes, curve: str) -> tuple[Status, bytes]:
        """Whether the signature of a digest is valid, and its verdict."""
        output, sizes = self._filled(8), (len(signature), len(public_key), len(digest))
        return self._into(output, "mc_ecdsa_verify_digest_verdict", signature, public_key, digest, *sizes, curve=curve)

    def _hash(self, name: str) -> Any:
        return self._c.mc_hash_find(name.encode())


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
        return self._into(output, "mc_eddsa_sign", private_key, message, *sizes, curve=curve)

    def eddsa_sign_checked(
        self, private_key: bytes, public_key: bytes, message: bytes, curve: str
    ) -> tuple[Status, bytes]:
        """Signature of a message, verified before it is given out."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(public_key), len(message))
        return self._into(output, "mc_eddsa_sign_checked", private_key, public_key, message, *sizes, curve=curve)

    def eddsa_key_expand(self, private_key: bytes, curve: str) -> tuple[Status, bytes]:
        """The expanded key."""
        output = self._filled(3 * self.size(curve, "scalar") + 16)
        return self._into(output, "mc_eddsa_key_expand", private_key, len(private_key), curve=curve)

    def eddsa_sign_expanded(
        self, expanded_key: bytes, message: bytes, curve: str, context: bytes = b""
    ) -> tuple[Status, bytes]:
        """Signature of a message with an expanded key."""
        output, sizes = self._output(curve, "signature"), (len(expanded_key), len(message), len(context))
        return self._into(output, "mc_eddsa_sign_expanded", expanded_key, message, context, *sizes, curve=curve)

    def eddsa_verify_plain(self, signature: bytes, public_key: bytes, message: bytes, curve: str) -> Status:
        """The same as without a context, by the function that has none."""
        sizes = (len(signature), len(public_key), len(message))
        return self._call("mc_eddsa_verify", signature, public_key, message, *sizes, curve=curve)

    def eddsa_verify_verdict(
        self, signature: bytes, public_key: bytes, message: bytes, curve: str
    ) -> tuple[Status, bytes]:
        """Whether the signature of a message is valid, and its verdict."""
        output, sizes = self._filled(8), (len(signature), len(public_key), len(message))
        return self._into(output, "mc_eddsa_verify_verdict", signature, public_key, message, *sizes, curve=curve)

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
        arguments = (output, private_key, context, *sizes, self._reader(reader), None)
        return self._call("mc_eddsa_sign_read", *arguments, curve=curve), self._octets(output)

    def eddsa_verify_read(
        self, signature: bytes, public_key: bytes, reader: Reader, count: int, curve: str, context: bytes = b""
    ) -> Status:
        """Whether the signature of a message that a reader gives is valid."""
        sizes = (len(signature), len(public_key), count, len(context))
        arguments = (signature, public_key, context, *sizes, self._reader(reader), None)
        return self._call("mc_eddsa_verify_read", *arguments, curve=curve)

    def eddsa_signature_validate(self, signature: bytes, curve: str) -> Status:
        """Whether S is in its range, and y of R."""
        return self._call("mc_eddsa_signature_validate", signature, len(signature), curve=curve)

    def _sign(self, name: str, private_key: bytes, data: bytes, context: bytes, curve: str) -> tuple[Status, bytes]:
        output, sizes = self._output(curve, "signature"), (len(private_key), len(data), len(context))
        return self._into(output, name, private_key, data, context, *sizes, curve=curve)

    def _verify(
        self, name: str, signature: bytes, public_key: bytes, data: bytes, context: bytes, curve: str
    ) -> Status:
        sizes = (len(signature), len(public_key), len(data), len(context))
        return self._call(name, signature, public_key, data, context, *sizes, curve=curve)


UNWRITTEN = 0x7F7F7F7F  # no status
UNKNOWN = "none"  # passes a null hash


class Form(enum.IntEnum):
    """mc_schnorr_form."""

    SDSA = 0
    OPTIMISED = 1


class SchnorrInterface(PublicInterface):
    """The functions of schnorr.h, ecqv.h and ecmqv.h; hash functions by their names in hashlib."""

    def schnorr_sign(
        self, private_key: bytes, message: bytes, curve: str, form: int = Form.SDSA, hash_name: str = "sha256"
    ) -> tuple[Status, bytes]:
        """Signature with the nonce made from the private key and the message."""
        arguments = (private_key, message, len(private_key), len(message), form, self._hash(hash_name))
        output = self._schnorr_signature(curve, hash_name)
        return self._into(output, "mc_schnorr_sign", *arguments, curve=curve)

    def schnorr_sign_random(
        self,
        private_key: bytes,
        message: bytes,
        source: RandomSource,
        curve: str,
        form: int = Form.SDSA,
        hash_name: str = "sha256",
    ) -> tuple[Status, bytes]:
        """Signature with a nonce from `source`."""
        arguments = (private_key, message, len(private_key), len(message), form, self._hash(hash_name))
        output, random = self._schnorr_signature(curve, hash_name), (self._random(source), None)
        return self._into(output, "mc_schnorr_sign_random", *arguments, *random, curve=curve)

    def schnorr_sign_checked(
        self, private_key: bytes, public_key: bytes, message: bytes, curve: str, hash_name: str = "sha256"
    ) -> tuple[Status, bytes]:
        """Signature of EC-SDSA, verified before it is given out."""
        sizes = (len(private_key), len(public_key), len(message))
        arguments = (private_key, public_key, message, *sizes, Form.SDSA, self._hash(hash_name))
        output = self._schnorr_signature(curve, hash_name)
        return self._into(output, "mc_schnorr_sign_checked", *arguments, curve=curve)

    def schnorr_verify(
        self,
        signature: bytes,
        public_key: bytes,
        message: bytes,
        curve: str,
        form: int = Form.SDSA,
        hash_name: str = "sha256",
    ) -> Status:
        """Whether the signature is valid: OK, or why not."""
        sizes = (len(signature), len(public_key), len(message))
        arguments = (signature, public_key, message, *sizes, form, self._hash(hash_name))
        return self._call("mc_schnorr_verify", *arguments, curve=curve)

    def schnorr_verify_verdict(
        self, signature: bytes, public_key: bytes, message: bytes, curve: str, hash_name: str = "sha256"
    ) -> tuple[Status, bytes]:
        """Whether the signature of EC-SDSA is valid, and its verdict."""
        sizes = (len(signature), len(public_key), len(message))
        arguments = (signature, public_key, message, *sizes, Form.SDSA, self._hash(hash_name))
        return self._into(self._filled(8), "mc_schnorr_verify_verdict", *arguments, curve=curve)

    def ecqv_issue(
        self,
        private_key: bytes,
        request: bytes,
        info: bytes,
        source: RandomSource,
        curve: str,
        hash_name: str = "sha256",
    ) -> tuple[Status, bytes, bytes]:
        """Status, certificate and contribution of an authority for a request."""
        certificate = self._filled(len(info) + 1 + self.size(curve, "field"))
        contribution, sizes = self._output(curve, "scalar"), (len(private_key), len(request), len(info))
        arguments = (private_key, request, info, *sizes, self._hash(hash_name), self._random(source), None)
        status = self._call("mc_ecqv_issue", certificate, contribution, *arguments, curve=curve)
        return status, self._octets(certificate), self._octets(contribution)

    def ecqv_receive(
        self,
        certificate: bytes,
        contribution: bytes,
        private_key: bytes,
        authority: bytes,
        curve: str,
        hash_name: str = "sha256",
    ) -> tuple[Status, bytes, bytes]:
        """Status, private and public key of the subject that has the private key of its request."""
        outputs = (self._output(curve, "scalar"), self._output(curve, "public_key"))
        inputs = (certificate, contribution, private_key, authority)
        arguments = (*outputs, *inputs, *map(len, inputs), self._hash(hash_name))
        status = self._call("mc_ecqv_receive", *arguments, curve=curve)
        return status, *map(self._octets, outputs)

    def ecqv_public_key(
        self, certificate: bytes, authority: bytes, curve: str, hash_name: str = "sha256"
    ) -> tuple[Status, bytes]:
        """Status and public key of a certificate."""
        output, sizes = self._output(curve, "public_key"), (len(certificate), len(authority))
        arguments = (output, certificate, authority, *sizes, self._hash(hash_name))
        return self._call("mc_ecqv_public_key", *arguments, curve=curve), self._octets(output)

    def ecmqv(
        self, private_keys: tuple[bytes, bytes], public_keys: tuple[bytes, bytes, bytes], curve: str
    ) -> tuple[Status, bytes]:
        """Status and shared secret of the own private keys, static and ephemeral, and of public keys: the own ephemeral
        one, the peer's static and its ephemeral one. The lengths passed are those of the first of each."""
        output, sizes = self._output(curve, "field"), (len(private_keys[0]), len(public_keys[0]))
        return self._into(output, "mc_ecmqv", *private_keys, *public_keys, *sizes, curve=curve)

    def _hash(self, name: str) -> Any:
        return None if name == UNKNOWN else self._object(name)

    def _schnorr_signature(self, curve: str, hash_name: str) -> Any:
        digest = 32 if hash_name == UNKNOWN else self._c.mc_hash_digest_bytes(self._hash(hash_name))
        return self._filled(digest + self.size(curve, "scalar"))


@dataclasses.dataclass(frozen=True)
class Signed:
    """A signature with what it is verified by."""

    signature: bytes
    public_key: bytes
    digest: bytes


@dataclasses.dataclass(frozen=True)
class SignedMessage:
    """A signature of EdDSA with what it is verified by."""

    signature: bytes
    public_key: bytes
    message: bytes
    context: bytes = b""
    is_digest: bool = False


class BatchInterface(PublicInterface):
    """The functions of batch.h on byte strings; memory and results hold 0xAA bytes before each call."""

    def memory_bytes(self, count: int, curve: str) -> tuple[Status, int]:
        """Status, and bytes of memory for so many signatures."""
        return self._size("mc_ecdsa_batch_bytes", count, curve=curve)

    def extended_bytes(self, curve: str) -> tuple[Status, int]:
        """Status, and bytes of an extended signature."""
        return self._size("mc_ecdsa_extended_signature_bytes", curve=curve)

    def sign_extended(self, private_key: bytes, digest: bytes, curve: str) -> tuple[Status, bytes]:
        """Extended signature of a digest, with the nonce of RFC 6979."""
        output, sizes = self._filled(self.extended_bytes(curve)[1]), (len(private_key), len(digest))
        return self._into(output, "mc_ecdsa_sign_digest_extended", private_key, digest, *sizes, curve=curve)

    def extend(self, signed: Signed, curve: str) -> tuple[Status, bytes]:
        """The extended form of a valid signature."""
        output, row = self._filled(self.extended_bytes(curve)[1]), dataclasses.astuple(signed)
        return self._into(output, "mc_ecdsa_extend", *row, *map(len, row), curve=curve)

    def verify_batch(
        self, signed: list[Signed], curve: str, short_by: int = 0, misaligned_by: int = 0
    ) -> tuple[Status, list[Status]]:
        """Status and results for standard signatures; the memory is `short_by` bytes smaller than it has to be, and
        begins `misaligned_by` bytes after an aligned place."""
        return self._verify("mc_ecdsa_verify_batch", signed, curve, short_by, misaligned_by)

    def verify_extended_batch(
        self, signed: list[Signed], source: RandomSource, curve: str, short_by: int = 0
    ) -> tuple[Status, list[Status]]:
        """The same for extended signatures, with random bytes from `source`."""
        return self._verify("mc_ecdsa_verify_extended_batch", signed, curve, short_by, 0, self._random(source), None)

    def eddsa_memory_bytes(self, count: int, curve: str) -> tuple[Status, int]:
        """Status, and bytes of memory for so many signatures of EdDSA."""
        return self._size("mc_eddsa_batch_bytes", count, curve=curve)

    def verify_eddsa_batch(
        self, signed: list[SignedMessage], source: RandomSource, curve: str, short_by: int = 0, misaligned_by: int = 0
    ) -> tuple[Status, list[Status]]:
        """The same for signatures of EdDSA."""
        name = "mc_eddsa_verify_batch"
        return self._verify(name, signed, curve, short_by, misaligned_by, self._random(source), None)

    def ecdh_batch(
        self, pairs: list[tuple[bytes, bytes]], curve: str, longer_by: tuple[int, int] = (0, 0)
    ) -> tuple[Status, list[Status], list[bytes]]:
        """Status, results and secrets of many agreements; the lengths of private keys and of peers' keys are given as
        `longer_by` more than they are."""
        size, count = self.size(curve, "field"), len(pairs)
        results, secrets = self._ffi.new("mc_status[]", [UNWRITTEN] * count), self._filled(size * count)
        inputs = [b"".join(column) for column in zip(*pairs, strict=True)] or [b"", b""]
        sizes = [len(given) + more for given, more in zip(inputs, longer_by, strict=True)]
        status = self._call("mc_ecdh_batch", results, secrets, *inputs, *sizes, count, curve=curve)
        found = self._octets(secrets)
        return status, list(map(Status, results)), [found[i * size : (i + 1) * size] for i in range(count)]

    def _verify(self, name, signed, curve, short_by, misaligned_by, *source) -> tuple[Status, list[Status]]:
        is_eddsa = "eddsa" in name
        size = (self.eddsa_memory_bytes if is_eddsa else self.memory_bytes)(len(signed), curve)[1] - short_by
        memory = self._filled(size + misaligned_by)
        results = self._ffi.new("mc_status[]", [UNWRITTEN] * len(signed))
        rows = (self._messages if is_eddsa else self._rows)(signed)
        arguments = (results, memory + misaligned_by, rows[0], size, len(signed), *source)
        status = self._call(name, *arguments, curve=curve)
        return status, [-1 if result == UNWRITTEN else Status(result) for result in results]

    def _rows(self, signed: list[Signed]) -> tuple[Any, ...]:
        """An array of mc_signed_digest, and what it points to, which must live as long."""
        rows, kept = self._ffi.new("mc_signed_digest[]", len(signed)), []
        for row, one in zip(rows, map(dataclasses.astuple, signed), strict=True):
            parts = [self._ffi.from_buffer("uint8_t[]", part) for part in one]
            row.signature, row.public_key, row.digest = parts
            row.signature_bytes, row.public_key_bytes, row.digest_bytes = map(len, parts)
            kept += parts
        return rows, kept

    def _messages(self, signed: list[SignedMessage]) -> tuple[Any, ...]:
        """An array of mc_signed_message, and what it points to."""
        rows, kept = self._ffi.new("mc_signed_message[]", len(signed)), []
        for row, one in zip(rows, signed, strict=True):
            for name in ("signature", "public_key", "message", "context"):
                octets = self._ffi.from_buffer("uint8_t[]", getattr(one, name))
                setattr(row, name, octets)
                setattr(row, f"{name}_bytes", len(octets))
                kept.append(octets)
            row.is_digest = one.is_digest
        return rows, kept

    def _size(self, name: str, *arguments: int, curve: str) -> tuple[Status, int]:
        size = self._ffi.new("size_t *")
        return self._call(name, size, *arguments, curve=curve), size[0]
