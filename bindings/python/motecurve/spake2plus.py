"""SPAKE2+: a key agreed upon by a password, of which the verifier keeps a record alone (RFC 9383).

    seed = hashlib.pbkdf2_hmac("sha256", password, salt, 100_000, 80)
    w0, w1 = spake2plus.scalars(curve, seed)                       # the prover's
    w0, record = spake2plus.record(curve, seed)                    # the verifier's, once
    prover = spake2plus.Prover(curve, w0, w1)                      # sends prover.share
    verifier = spake2plus.Verifier(curve, prover.share, w0, record)  # sends verifier.share and .confirmation
    finished = prover.finish(verifier.share, verifier.confirmation)  # sends finished.confirmation
    assert finished.key == verifier.finish(finished.confirmation)

The curves are secp256r1, secp384r1 and secp521r1, the hashes SHA-256 and SHA-512; everything raises UnsupportedError
for others. An exchange tells who takes part whether one password is right, so count the failures. A state serves one
exchange, and is not copied or pickled."""

import dataclasses
import threading
from types import TracebackType
from typing import Any, NamedTuple, Self

from motecurve.errors import MotecurveError
from motecurve.keys import Curve
from motecurve.library import HashName, Library, Octets
from motecurve.secret import Secret


@dataclasses.dataclass(frozen=True)
class Names:
    """What both sides know beside the password, and must give alike: the application with its version, and who takes
    part."""

    context: bytes = b""
    prover: bytes = b""
    verifier: bytes = b""


class Scalars(NamedTuple):
    """The prover's numbers, curve.scalar_bytes bytes each."""

    w0: Secret
    w1: Secret


class Record(NamedTuple):
    """What the verifier keeps. Who has it cannot prove, but can try passwords."""

    w0: Secret
    record: bytes
    """L = w1 G, curve.public_key_bytes bytes."""


class Finished(NamedTuple):
    """The prover's end."""

    key: Secret
    """A digest."""
    confirmation: bytes
    """For the verifier."""


def scalars(curve: Curve, seed: Octets) -> Scalars:
    """w0 and w1 of a seed, which a key derivation makes of the password: on secp256r1 80 bytes. Constant time. Raises
    LengthError for an odd number of bytes, or for less than the order's and 64 bits in each half; ScalarZeroError."""
    library = curve.library
    w0, w1 = (Secret(library, library.buffer(curve.scalar_bytes)) for _ in range(2))
    library.call("spake2plus_scalars", [w0.memory, w1.memory], [seed], curve.pointer)
    return Scalars(w0, w1)


def record(curve: Curve, seed: Octets) -> Record:
    """The verifier's w0 and record of a seed. Raises what `scalars` raises."""
    library = curve.library
    w0, point = Secret(library, library.buffer(curve.scalar_bytes)), library.buffer(curve.public_key_bytes)
    library.call("spake2plus_record", [w0.memory, point], [seed], curve.pointer)
    return Record(w0, library.bytes(point))


class _State:
    """One exchange, in memory of C."""

    def __init__(self, library: Library, kind: str) -> None:
        self._library, self._kind, self._lock = library, kind, threading.Lock()
        self._state: Any = library.ffi.new(f"mc_spake2plus_{kind} *")

    def _taken(self) -> Any:
        """The state for its last call: no other has it."""
        with self._lock:
            state, self._state = self._state, None
        if state is None:
            raise MotecurveError("this exchange has ended; each needs a state of its own")
        return state

    def close(self) -> None:
        """Ends an exchange that does not come to its end, and wipes its state."""
        if self._state is not None:
            getattr(self._library.c, f"mc_spake2plus_{self._kind}_abandon")(self._taken())

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
        raise TypeError("a state of SPAKE2+ is not pickled or copied: it serves one exchange")


class Prover(_State):
    """The side that has the password."""

    def __init__(self, curve: Curve, w0: Octets | Secret, w1: Octets | Secret) -> None:
        """Raises LengthError, ScalarZeroError, ScalarRangeError, RandomError."""
        library = curve.library
        super().__init__(library, "prover")
        share, inputs = library.buffer(curve.public_key_bytes), [_memory(w0), _memory(w1)]
        rest = (library.random, library.ffi.NULL, curve.pointer)
        library.call("spake2plus_prover_begin", [self._state, share], inputs, *rest)
        self._curve = curve
        self.share = library.bytes(share)
        """For the verifier."""

    def finish(
        self, peer_share: Octets, peer_confirmation: Octets, *, names: Names = Names(), hash: HashName = "SHA-256"
    ) -> Finished:
        """The key, and the confirmation for the verifier. Raises MacError for another password, other names or another
        hash than the verifier's; what PublicKey raises for its share, and SharedInfinityError; MotecurveError for an
        exchange that has ended. The exchange has ended after that, whatever came out."""
        library, (own, *_parts) = self._library, _in_c(self._library, names)
        size = library.c.mc_hash_digest_bytes(library.hash(hash))
        key, confirmation = Secret(library, library.buffer(size)), library.buffer(size)
        given = [library.given(part) for part in (peer_share, peer_confirmation)]
        outputs = [key.memory, confirmation, self._taken()]
        library.call("spake2plus_prover_finish", outputs, given, own, library.hash(hash), self._curve.pointer)
        return Finished(key, library.bytes(confirmation))


class Verifier(_State):
    """The side that has the record."""

    def __init__(
        self,
        curve: Curve,
        peer_share: Octets,
        w0: Octets | Secret,
        record: Octets,
        *,
        names: Names = Names(),
        hash: HashName = "SHA-256",
    ) -> None:
        """The answer to the prover's share. Raises what PublicKey raises for the share and the record; LengthError,
        ScalarZeroError, ScalarRangeError for w0; SharedInfinityError, RandomError."""
        library, (own, *_parts) = curve.library, _in_c(curve.library, names)
        super().__init__(library, "verifier")
        self._hash = library.hash(hash)
        share = library.buffer(curve.public_key_bytes)
        confirmation = library.buffer(library.c.mc_hash_digest_bytes(self._hash))
        inputs, rest = [peer_share, _memory(w0), record], (library.random, library.ffi.NULL, curve.pointer)
        library.call("spake2plus_verifier_respond", [self._state, share, confirmation], inputs, own, self._hash, *rest)
        self.share, self.confirmation = library.bytes(share), library.bytes(confirmation)
        """Both are for the prover."""

    def finish(self, peer_confirmation: Octets) -> Secret:
        """The key, a digest. Raises MacError for a confirmation that is not right: another password, other names,
        another hash; MotecurveError for an exchange that has ended. It has ended after that, whatever came out."""
        library, given = self._library, self._library.given(peer_confirmation)
        key = Secret(library, library.buffer(library.c.mc_hash_digest_bytes(self._hash)))
        library.call("spake2plus_verifier_finish", [key.memory, self._taken()], [given], self._hash)
        return key


def _memory(number: Octets | Secret) -> Any:
    return number.memory if isinstance(number, Secret) else number


def _in_c(library: Library, names: Names) -> tuple[Any, ...]:
    """mc_spake2plus_names, and what it points to, which must live as long."""
    texts = [library.given(text) for text in (names.context, names.prover, names.verifier)]
    own = library.ffi.new("mc_spake2plus_names *")
    own.context, own.prover, own.verifier = texts
    own.context_bytes, own.prover_bytes, own.verifier_bytes = map(len, texts)
    return own, *texts
