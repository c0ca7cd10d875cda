"""Deterministic nonces of RFC 6979 with Python's hmac: the oracle for the library's nonces."""

import hashlib
import hmac
from collections.abc import Iterator


def leftmost_bits(octets: bytes, bits: int) -> int:
    """bits2int of 2.3.2: the leftmost `bits` bits as an integer; all of them if there are no more."""
    return int.from_bytes(octets, "big") >> max(0, 8 * len(octets) - bits)


def typical_rejections(order: int) -> int:
    """How many candidates are out of range before the nonce, on average, rounded: 1 for an order just above a power of
    two, 0 for one just below."""
    return round((1 << order.bit_length()) / order) - 1


def states(
    order: int, private_key: int, digest: bytes, hash_name: str = "sha256", extra: bytes = b""
) -> Iterator[tuple[int, bytes, bytes]]:
    """The candidates of 3.2.h for the nonce, including those out of range, each with the generator's K and V at that
    time; `extra` is the k' of 3.6."""
    bits, size = order.bit_length(), (order.bit_length() + 7) // 8
    seed = private_key.to_bytes(size, "big") + (leftmost_bits(digest, bits) % order).to_bytes(size, "big") + extra

    def authenticate(data: bytes) -> bytes:
        return hmac.digest(key, data, hash_name)

    key = bytes(len(hmac.digest(b"", b"", hash_name)))
    value = b"\x01" * len(key)
    for separator in (b"\x00", b"\x01"):
        key = authenticate(value + separator + seed)
        value = authenticate(value)
    while True:
        text = b""
        while 8 * len(text) < bits:
            value = authenticate(value)
            text += value
        yield leftmost_bits(text, bits), key, value
        key = authenticate(value + b"\x00")
        value = authenticate(value)


def candidates(
    order: int, private_key: int, digest: bytes, hash_name: str = "sha256", extra: bytes = b""
) -> Iterator[int]:
    """The candidates alone."""
    return (candidate for candidate, _, _ in states(order, private_key, digest, hash_name, extra))


def nonce(order: int, private_key: int, digest: bytes, hash_name: str = "sha256", extra: bytes = b"") -> int:
    """The first candidate from 1 to order - 1."""
    return next(k for k in candidates(order, private_key, digest, hash_name, extra) if 1 <= k < order)


def schnorr_extra(message: bytes) -> bytes:
    """The additional data for EC-Schnorr's nonce (include/motecurve/schnorr.h), in EC-SDSA."""
    return (b"EC-SDSA\0" + hashlib.sha256(message).digest()).ljust(72, b"\0")


def schnorr_nonce(order: int, private_key: int, message: bytes) -> tuple[int, int]:
    """EC-Schnorr's nonce, and the number of candidates that are passed over before it."""
    drawn = candidates(order, private_key, hashlib.sha256(message).digest(), extra=schnorr_extra(message))
    return next((k, count) for count, k in enumerate(drawn) if 1 <= k < order)
