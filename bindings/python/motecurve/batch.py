"""Many signatures at once, on all cores; and extended signatures, which are faster to verify so.

ECDSA signatures of one curve share inversions and the tables of keys. An extended signature is r and s as everywhere
and then the few bits that r lacks to be a point. Those of one curve, and signatures of EdDSA, are verified in one
equation, times random numbers, so that a bad one passes once in 2^126 times."""

import itertools
import operator
import os
import struct
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from motecurve.errors import MotecurveError, UnsupportedError
from motecurve.hashing import digest as digest_of
from motecurve.keys import Curve, PrivateKeyLike, PublicKey, PublicKeyLike, private_key_of, public_key_of
from motecurve.library import HashName, Library, Octets, octets_of

AT_ONCE = 1024  # signatures that a thread takes: more share no more


class Signed(NamedTuple):
    """A signature with what it is verified by."""

    public_key: PublicKeyLike
    signature: Octets
    message: Octets


Verdict = MotecurveError | None
"""Of a signature: None if it is valid, else the exception that a verification of it alone would raise."""
_Row = tuple[PublicKey, bytes, bytes]


def verify_many(
    signed: Iterable[Signed | tuple[PublicKeyLike, Octets, Octets]],
    *,
    hash: HashName = "SHA-256",
    prehashed: bool = False,
    extended: bool = False,
    der: bool = False,
    threads: int | None = None,
) -> list[bool]:
    """For each public key, signature and message whether the signature is valid, in their order. Keys may be on any
    curves with ECDSA, whose digests `hash` makes, or EdDSA. `prehashed`: messages are digests (EdDSA: Ed25519ph,
    Ed448ph). `extended`: signatures of ECDSA are extended. `der`: those of ECDSA are in DER. `threads`: as many as the
    process may use processors, if None. `judge_many` tells why one is not valid.

    Everything here is public, and the time depends on it. Raises UnsupportedError for keys on curves without
    signatures, RandomError for EdDSA and with `extended`, MotecurveError for `extended` with `der`, TypeError for what
    holds no bytes. A signature without the form of one is not valid, and raises nothing."""
    kind = _Kind(hash, prehashed, extended, der)
    return [verdict is None for verdict in _judged(signed, kind, threads)]


def judge_many(
    signed: Iterable[Signed | tuple[PublicKeyLike, Octets, Octets]],
    *,
    hash: HashName = "SHA-256",
    prehashed: bool = False,
    extended: bool = False,
    der: bool = False,
    threads: int | None = None,
) -> list[Verdict]:
    """The same with a reason: None for a signature that is valid, SignatureError for one that is not, and for what
    lacks the form of a signature the exception that says why, as `ecdsa.verify` and `eddsa.verify` raise it."""
    return _judged(signed, _Kind(hash, prehashed, extended, der), threads)


class _Kind(NamedTuple):
    """What the rows are, as `verify_many` is told."""

    hash: HashName
    prehashed: bool
    extended: bool
    der: bool


def _judged(
    signed: Iterable[Signed | tuple[PublicKeyLike, Octets, Octets]], kind: _Kind, threads: int | None
) -> list[Verdict]:
    """The verdicts of `judge_many`."""
    if kind.extended and kind.der:
        raise MotecurveError("extended signatures have no form in DER")
    rows = [(public_key_of(key), octets_of(signature), octets_of(message)) for key, signature, message in signed]
    results: list[Verdict] = [None] * len(rows)
    workers = threads_of(threads)

    def work(job: tuple[Curve, list[int]]) -> None:
        curve, indices = job
        verify = _ecdsa if curve.is_weierstrass else _eddsa
        found = verify(curve, [rows[index] for index in indices], kind)
        for index, verdict in zip(indices, found, strict=True):
            results[index] = verdict

    jobs = _jobs([key.curve for key, _, _ in rows], workers)
    if len(jobs) == 1:
        work(jobs[0])
    elif jobs:
        with ThreadPoolExecutor(max_workers=min(workers, len(jobs))) as pool:
            list(pool.map(work, jobs))
    return results


def _jobs(curves: list[Curve], workers: int) -> list[tuple[Curve, list[int]]]:
    """The places of signatures on these curves, cut up by curve so that all workers have of them. Raises
    UnsupportedError for a curve without signatures."""
    by_curve: dict[Curve, list[int]] = {}
    for index, curve in enumerate(curves):
        by_curve.setdefault(curve, []).append(index)
    if unsigned := [curve.name for curve in by_curve if not curve.signature_bytes]:
        raise UnsupportedError(f"there are no signatures on {unsigned[0]}")
    return [
        (curve, indices[start : start + size])
        for curve, indices in by_curve.items()
        for size in [min(AT_ONCE, -(-len(indices) // workers))]
        for start in range(0, len(indices), size)
    ]


def threads_of(threads: int | None) -> int:
    """The number asked for, or that of the processors that this process may use."""
    if threads is None:
        return processors()
    if operator.index(threads) < 1:
        raise MotecurveError(f"threads is {threads}; it must be 1 or more")
    return threads


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def sign_extended(private_key: PrivateKeyLike, message: Octets, *, hash: HashName = "SHA-256") -> bytes:
    """An extended signature of a message, with the nonce of RFC 6979 by HMAC-SHA-256; without its last
    `extension_bytes` it is a standard one. Raises UnsupportedError on curves of Montgomery and Edwards form."""
    key = private_key_of(private_key)
    library, out = key.curve.library, key.curve.library.buffer(_extended_bytes(key.curve))
    inputs = [key.memory, digest_of(message, hash)]
    library.call("ecdsa_sign_digest_extended", [out], inputs, key.curve.pointer)
    return library.bytes(out)


def extend(public_key: PublicKeyLike, signature: Octets, message: Octets, *, hash: HashName = "SHA-256") -> bytes:
    """The extended form of a valid signature; this takes a verification and no secret. Raises what `ecdsa.verify`
    does."""
    key = public_key_of(public_key)
    library, out = key.curve.library, key.curve.library.buffer(_extended_bytes(key.curve))
    inputs = [signature, key.to_bytes(), digest_of(message, hash)]
    library.call("ecdsa_extend", [out], inputs, key.curve.pointer)
    return library.bytes(out)


def extension_bytes(curve: Curve) -> int:
    """Bytes of an extended signature beyond those of a standard one: 1, or 3 on curves with a cofactor above 126."""
    return _extended_bytes(curve) - curve.signature_bytes


def _extended_bytes(curve: Curve) -> int:
    count = curve.library.ffi.new("size_t *")
    curve.library.raw("ecdsa_extended_signature_bytes", count, curve.pointer)
    return int(count[0])


def _ecdsa(curve: Curve, rows: list[_Row], kind: _Kind) -> list[Verdict]:
    """Verifies signatures of one curve in one call."""
    if kind.der:
        return _in_der(curve, rows, kind._replace(der=False))
    library = curve.library
    digests = [message if kind.prehashed else digest_of(message, kind.hash) for _, _, message in rows]
    parts = [(signature, key.to_bytes(), digest) for (key, signature, _), digest in zip(rows, digests, strict=True)]
    octets, numbers = _pointers_and_lengths(library, parts)
    signed = library.ffi.from_buffer("mc_signed_digest[]", struct.pack(f"{6 * len(rows)}N", *numbers))
    name = "ecdsa_verify_extended_batch" if kind.extended else "ecdsa_verify_batch"
    results = _verified(name, "ecdsa_batch_bytes", signed, len(rows), curve, is_random=kind.extended)
    del octets  # which the array points to
    return results


def _in_der(curve: Curve, rows: list[_Row], kind: _Kind) -> list[Verdict]:
    """The same of signatures in DER; those that are none are left out of the call."""
    library, verdicts = curve.library, list[Verdict]()
    plain: list[_Row] = []
    for key, signature, message in rows:
        raw = library.buffer(curve.signature_bytes)
        try:
            library.call("ecdsa_signature_from_der", [raw], [signature], curve.pointer)
            plain.append((key, library.bytes(raw), message))
            verdicts.append(None)
        except MotecurveError as error:
            verdicts.append(error)
    judged = iter(_ecdsa(curve, plain, kind))
    return [error or next(judged) for error in verdicts]


def _eddsa(curve: Curve, rows: list[_Row], kind: _Kind) -> list[Verdict]:
    """The same of EdDSA."""
    library = curve.library
    parts = [(signature, key.to_bytes(), message, b"") for key, signature, message in rows]
    octets, numbers = _pointers_and_lengths(library, parts)
    each = [(*numbers[i : i + 8], kind.prehashed) for i in range(0, len(numbers), 8)]
    packed = struct.pack("8N?0N" * len(rows), *itertools.chain.from_iterable(each))
    signed = library.ffi.from_buffer("mc_signed_message[]", packed)
    results = _verified("eddsa_verify_batch", "eddsa_batch_bytes", signed, len(rows), curve, is_random=True)
    del octets
    return results


def _verified(name: str, sizing: str, signed: Any, count: int, curve: Curve, is_random: bool) -> list[Verdict]:
    """The results of a function of batches on an array of signatures."""
    library = curve.library
    size, results = library.ffi.new("size_t *"), library.ffi.new("mc_status[]", count)
    library.raw(sizing, size, count, curve.pointer)
    memory = library.buffer(size[0])
    source = (library.random, library.ffi.NULL) if is_random else ()
    status = getattr(library.c, f"mc_{name}")(results, memory, signed, size[0], count, *source, curve.pointer)
    if status not in (library.c.MC_OK, library.c.MC_ERROR_SIGNATURE):  # of all, as when the random source fails
        raise library.error(status)
    return [None if status == library.c.MC_OK else library.error(status) for status in results]


def _pointers_and_lengths(library: Library, rows: Sequence[tuple[bytes, ...]]) -> tuple[Any, list[int]]:
    """What the rows point to, one after the other in memory, and the pointers and lengths of each."""
    octets = library.given(b"".join(itertools.chain.from_iterable(rows)))
    start, numbers = int(library.ffi.cast("uintptr_t", octets)), []
    for row in rows:
        lengths = tuple(map(len, row))
        for length in lengths:
            numbers.append(start)
            start += length
        numbers.extend(lengths)
    return octets, numbers
