"""ECDSA of the host library by source of nonces and by hash function, beyond what host.PublicInterface has."""

import ctypes
from pathlib import Path

from motecurve.library.host import PublicInterface, RandomSource, Status, random_callback


class EcdsaInterface(PublicInterface):
    """Adds the forms of signing and verifying that take a hash function, random bytes or the public key."""

    def __init__(self, word_bits: int = 64, path: Path | None = None):
        super().__init__(word_bits, path)
        self._library.mc_hash_find.restype = ctypes.c_void_p

    def sign_with_hash(
        self, private_key: bytes, data: bytes, hash_name: str, curve: str, what: str = "digest"
    ) -> tuple[Status, bytes]:
        """Signature of a `digest` or a `message` with the nonce of RFC 6979 by a hash ("SHA-384"); a name that is
        no hash's passes a null one."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(data))
        arguments = (output, private_key, data, *sizes, self._hash(hash_name))
        return self._call(f"mc_ecdsa_sign_{what}_with_hash", *arguments, curve=curve), output.raw

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
        arguments = (output, private_key, digest, *sizes, random_callback(source), None)
        return self._call("mc_ecdsa_sign_digest_hedged", *arguments, curve=curve), output.raw

    def sign_checked(
        self, private_key: bytes, public_key: bytes, digest: bytes, curve: str, source: RandomSource | None = None
    ) -> tuple[Status, bytes]:
        """Signature of a digest, verified before it is given out; hedged with bytes from `source`, if there is one."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(public_key), len(digest))
        arguments = (output, private_key, public_key, digest, *sizes)
        if source is None:
            return self._call("mc_ecdsa_sign_digest_checked", *arguments, curve=curve), output.raw
        arguments += (random_callback(source), None)
        return self._call("mc_ecdsa_sign_digest_hedged_checked", *arguments, curve=curve), output.raw

    def signature_normalise(self, signature: bytes, curve: str) -> tuple[Status, bytes]:
        """Of the signatures (r, s) and (r, n - s) that with s < n/2."""
        output = self._output(curve, "signature")
        return self._call("mc_ecdsa_signature_normalise", output, signature, len(signature), curve=curve), output.raw

    def verify_strict(self, signature: bytes, public_key: bytes, digest: bytes, curve: str) -> Status:
        """Whether the signature of a digest is valid and has s < n/2: OK, or why not."""
        sizes = (len(signature), len(public_key), len(digest))
        name = "mc_ecdsa_verify_digest_strict"
        return self._call(name, signature, public_key, digest, *sizes, curve=curve)

    def _hash(self, name: str) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._library.mc_hash_find(name.encode()))
