"""Known answers of RFC 7748 (X25519, X448) and RFC 8032 (EdDSA), in our own JSON (tests/vectors/rfc)."""

from collections.abc import Callable, Iterator
from typing import Any

from motecurve import PrivateKey, PublicKey, eddsa
from motelab.keys import model
from motelab.subjects import curves
from motelab.vectors import digests
from motelab.vectors.arithmetic import answer
from motelab.vectors.checks import (
    Check,
    Document,
    Malformed,
    Outcome,
    Unsupported,
    curve_of,
    eddsa_curve,
    faults_of,
    unsupported,
)

Call = Callable[[], bytes]
ITERATIONS_MAX = 1_000_000  # the most iterations that RFC 7748, 5.2, asks for
BASE_POINTS = {"Curve25519": 9, "Curve448": 5}


def functions(content: dict, name: str) -> Document:
    """RFC 7748; Malformed if values are missing."""
    return _document(name, "RFC 7748", _functions(content["functions"]))


def instances(content: dict, name: str) -> Document:
    """RFC 8032; Malformed if values are missing."""
    return _document(name, "RFC 8032", _instances(content["instances"]))


def _document(name: str, kind: str, cases: Iterator[tuple[str, Call | str, bytes]]) -> Document:
    """A document of calls, or of reasons why there are none, and their expected results."""
    with faults_of(name):
        checks = [Check(label, "", _check(call, expected)) for label, call, expected in cases]
    if not checks:
        raise Malformed(f"{name} has no cases")
    return Document(name, kind, checks)


def _check(call: Call | str, expected: bytes) -> Callable[[], Outcome]:
    if isinstance(call, str):
        return unsupported(call)

    def perform() -> Outcome:
        own = answer(call)
        return Outcome(own.gives(expected), expected.hex(), str(own))

    return perform


def _functions(by_curve: dict[str, Any]) -> Iterator[tuple[str, Call | str, bytes]]:
    for curve, answers in by_curve.items():
        try:
            curve_of(curve, "Montgomery")
        except Unsupported as reason:
            yield curve, str(reason), b""
            continue
        for number, case in enumerate(answers["cases"], 1):
            inputs = (bytes.fromhex(case["scalar"]), bytes.fromhex(case["u"]))
            yield f"{curve} case {number}", _bound(_function, curve, *inputs), bytes.fromhex(case["result"])
        for count, result in answers["iterated"].items():
            if not 0 < int(count) <= ITERATIONS_MAX:
                raise ValueError(f"iterated {count} times, not 1 to {ITERATIONS_MAX:,}")
            yield f"{curve} iterated {count}", _bound(_iterated, curve, int(count)), bytes.fromhex(result)
        keys = {key: bytes.fromhex(value) for key, value in answers["agreement"].items()}
        for own, peer in ("ab", "ba"):
            yield (
                f"{curve} public key {own}",
                _bound(_public_key, curve, keys[own]),
                keys[f"{own}_public"],
            )
            agreement = _bound(_function, curve, keys[own], keys[f"{peer}_public"])
            yield f"{curve} secret of {own}", agreement, keys["secret"]


def _bound(function: Callable, *arguments: Any) -> Call:
    return lambda: function(*arguments)


def _function(curve: str, k: bytes, u: bytes, rounds: int = 1) -> bytes:
    """X25519 or X448; of several rounds each takes the result of the last for k, and the old k for u."""
    own = model.own_curve(curves.find(curve))
    for _ in range(rounds):
        result = own.library.buffer(own.field_bytes)
        own.library.call("ecdh", [result], [k, u], own.pointer)
        k, u = own.library.bytes(result), k
    return k


def _iterated(curve: str, count: int) -> bytes:
    """From the base point for both (RFC 7748, 5.2)."""
    base = BASE_POINTS[curve].to_bytes(curves.find(curve).field_bytes, "little")
    return _function(curve, base, base, count)


def _public_key(curve: str, private: bytes) -> bytes:
    return PrivateKey(model.own_curve(curves.find(curve)), private).public_key.to_bytes()


# Hash functions of the instances that sign a digest (RFC 8032, 5.1 and 5.2).
PREHASHES = {"Ed25519ph": "SHA-512", "Ed448ph": "SHAKE256"}


def _instances(by_name: dict[str, Any]) -> Iterator[tuple[str, Call | str, bytes]]:
    """For every case the public key, the signature, and that it verifies."""
    for instance, cases in by_name.items():
        try:
            curve = eddsa_curve(instance.removesuffix("ph").removesuffix("ctx")).name
        except Unsupported as reason:
            yield instance, str(reason), b""
            continue
        what = "digest" if instance in PREHASHES else "message"
        digest = digests.function(PREHASHES[instance]) if instance in PREHASHES else bytes
        for number, case in enumerate(cases, 1):
            names = ("private_key", "public_key", "message", "context", "signature")
            private, public, message, context, signature = (bytes.fromhex(case[name]) for name in names)
            inputs = (digest(message), context)
            label = f"{instance} case {number}"
            yield f"{label}: public key", _bound(_public_key, curve, private), public
            yield f"{label}: signature", _bound(_signed, what, curve, private, *inputs), signature
            yield f"{label}: verified", _bound(_verified, what, curve, signature, public, *inputs), signature


def _signed(what: str, curve: str, private: bytes, data: bytes, context: bytes) -> bytes:
    sign = eddsa.sign_digest if what == "digest" else eddsa.sign
    return sign(PrivateKey(model.own_curve(curves.find(curve)), private), data, context=context)


def _verified(what: str, curve: str, signature: bytes, public: bytes, data: bytes, context: bytes) -> bytes:
    """The signature itself."""
    verify = eddsa.verify_digest if what == "digest" else eddsa.verify
    verify(PublicKey(model.own_curve(curves.find(curve)), public), signature, data, context=context)
    return signature
