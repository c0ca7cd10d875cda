"""Bindings of include/motecurve/batch.h: many signatures at once, extended signatures."""

import ctypes
import dataclasses
import functools

from motecurve.library.host import PublicInterface, RandomSource, Status, random_callback


@dataclasses.dataclass(frozen=True)
class Signed:
    """A signature with what it is verified by."""

    signature: bytes
    public_key: bytes
    digest: bytes


class _SignedDigest(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_char_p) for name in ("signature", "public_key", "digest")),
        *((f"{name}_bytes", ctypes.c_size_t) for name in ("signature", "public_key", "digest")),
    ]


def _in_c(signed: list[Signed]) -> ctypes.Array:
    rows = [dataclasses.astuple(one) for one in signed]
    return (_SignedDigest * len(rows))(*(_SignedDigest(*row, *map(len, row)) for row in rows))


class BatchInterface(PublicInterface):
    """The functions of batch.h on octet strings; memory and results hold 0xAA bytes before each call."""

    def memory_bytes(self, count: int, curve: str) -> tuple[Status, int]:
        """Status, and bytes of memory for so many signatures."""
        return self._size("mc_ecdsa_batch_bytes", count, curve=curve)

    def extended_bytes(self, curve: str) -> tuple[Status, int]:
        """Status, and bytes of an extended signature."""
        return self._size("mc_ecdsa_extended_signature_bytes", curve=curve)

    def sign_extended(self, private_key: bytes, digest: bytes, curve: str) -> tuple[Status, bytes]:
        """Extended signature of a digest, with the nonce of RFC 6979."""
        output, sizes = self._filled(self.extended_bytes(curve)[1]), (len(private_key), len(digest))
        return self._call("mc_ecdsa_sign_digest_extended", output, private_key, digest, *sizes, curve=curve), output.raw

    def extend(self, signed: Signed, curve: str) -> tuple[Status, bytes]:
        """The extended form of a valid signature."""
        output, row = self._filled(self.extended_bytes(curve)[1]), dataclasses.astuple(signed)
        return self._call("mc_ecdsa_extend", output, *row, *map(len, row), curve=curve), output.raw

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
        return self._verify("mc_ecdsa_verify_extended_batch", signed, curve, short_by, 0, random_callback(source), None)

    def _verify(self, name, signed, curve, short_by, misaligned_by, *source) -> tuple[Status, list[Status]]:
        size = self.memory_bytes(len(signed), curve)[1] - short_by
        memory = self._filled(size + misaligned_by)
        results = (ctypes.c_int * len(signed))(*[-1] * len(signed))
        place = ctypes.byref(memory, misaligned_by)
        status = self._call(name, results, place, _in_c(signed), size, len(signed), *source, curve=curve)
        return status, [result if result == -1 else Status(result) for result in results]

    def _size(self, name: str, *arguments: int, curve: str) -> tuple[Status, int]:
        size = ctypes.c_size_t(0)
        return self._call(name, ctypes.byref(size), *arguments, curve=curve), size.value


@functools.cache
def interface(word_bits: int = 64) -> BatchInterface:
    """The interface of the host library, loaded once."""
    return BatchInterface(word_bits)
