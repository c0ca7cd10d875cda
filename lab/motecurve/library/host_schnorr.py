"""EC-Schnorr, ECQV and ECMQV of the host library on octet strings."""

import ctypes
import enum

from motecurve.library.host import PublicInterface, RandomSource, Status, random_callback

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
        arguments = (private_key, message, len(private_key), len(message), ctypes.c_int(form), self._hash(hash_name))
        output = self._schnorr_signature(curve, hash_name)
        return self._call("mc_schnorr_sign", output, *arguments, curve=curve), output.raw

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
        arguments = (private_key, message, len(private_key), len(message), ctypes.c_int(form), self._hash(hash_name))
        output, random = self._schnorr_signature(curve, hash_name), (random_callback(source), None)
        return self._call("mc_schnorr_sign_random", output, *arguments, *random, curve=curve), output.raw

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
        arguments = (signature, public_key, message, *sizes, ctypes.c_int(form), self._hash(hash_name))
        return self._call("mc_schnorr_verify", *arguments, curve=curve)

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
        arguments = (private_key, request, info, *sizes, self._hash(hash_name), random_callback(source), None)
        status = self._call("mc_ecqv_issue", certificate, contribution, *arguments, curve=curve)
        return status, certificate.raw, contribution.raw

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
        return status, *(output.raw for output in outputs)

    def ecqv_public_key(
        self, certificate: bytes, authority: bytes, curve: str, hash_name: str = "sha256"
    ) -> tuple[Status, bytes]:
        """Status and public key of a certificate."""
        output, sizes = self._output(curve, "public_key"), (len(certificate), len(authority))
        arguments = (output, certificate, authority, *sizes, self._hash(hash_name))
        return self._call("mc_ecqv_public_key", *arguments, curve=curve), output.raw

    def ecmqv(
        self, private_keys: tuple[bytes, bytes], public_keys: tuple[bytes, bytes, bytes], curve: str
    ) -> tuple[Status, bytes]:
        """Status and shared secret of the own private keys, static and ephemeral, and of public keys: the own ephemeral
        one, the peer's static and its ephemeral one. The lengths passed are those of the first of each."""
        output, sizes = self._output(curve, "field"), (len(private_keys[0]), len(public_keys[0]))
        return self._call("mc_ecmqv", output, *private_keys, *public_keys, *sizes, curve=curve), output.raw

    def _hash(self, name: str):
        return None if name == UNKNOWN else ctypes.byref(ctypes.c_char.in_dll(self._library, f"mc_{name}"))

    def _schnorr_signature(self, curve: str, hash_name: str) -> ctypes.Array:
        digest = 32
        if hash_name != UNKNOWN:
            self._library.mc_hash_digest_bytes.restype = ctypes.c_size_t
            digest = self._library.mc_hash_digest_bytes(self._hash(hash_name))
        return self._filled(digest + self.size(curve, "scalar"))
