"""Known answers of RFC 7748 (X25519, X448) and RFC 8032 (EdDSA), in our own JSON (tests/vectors/rfc)."""

from collections.abc import Callable, Iterator
from typing import Any

from motecurve.keys import model
from motecurve.library import host
from motecurve.library.host import Status
from motecurve.vectors import digests
from motecurve.vectors.checks import (
    Check,
    Document,
    Malformed,
    Outcome,
    Unsupported,
    curve_of,
    eddsa,
    eddsa_curve,
    faults_of,
    unsupported,
)

Call = Callable[[], tuple[Status, bytes]]
ITERATIONS_MAX = 1_000_000  # the most that RFC 7748, 5.2, asks for
BASE_POINTS = {"Curve25519": 9, "Curve448": 5}


def functions(content: dict, name: str) -> Document:
    """RFC 7748; Malformed if values are missing."""
    return _document(name, "RFC 7748", _functions(content["functions"]))


def instances(content: dict, name: str) -> Document:
    """RFC 8032; Malformed if values are missing."""
    return _document(name, "RFC 8032", _instances(content["instances"]))


def _document(name: str, kind: str, cases: Iterator[tuple[str, Call | str, bytes]]) -> Document:
    """A document of calls, or reasons why there are none, and what they should give."""
    with faults_of(name):
        checks = [Check(label, "", _check(call, expected)) for label, call, expected in cases]
    if not checks:
        raise Malformed(f"{name} has no cases")
    return Document(name, kind, checks)


def _check(call: Call | str, expected: bytes) -> Callable[[], Outcome]:
    if isinstance(call, str):
        return unsupported(call)

    def perform() -> Outcome:
        status, own = call()
        got = own.hex() if status == Status.OK else f"refused: {host.meaning(status)}"
        return Outcome((status, own) == (Status.OK, expected), expected.hex(), got)

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
            yield f"{curve} case {number}", _bound(model.library().ecdh, *inputs, curve), bytes.fromhex(case["result"])
        for count, result in answers["iterated"].items():
            if not 0 < int(count) <= ITERATIONS_MAX:
                raise ValueError(f"iterated {count} times, not 1 to {ITERATIONS_MAX:,}")
            yield f"{curve} iterated {count}", _bound(_iterated, curve, int(count)), bytes.fromhex(result)
        keys = {key: bytes.fromhex(value) for key, value in answers["agreement"].items()}
        for own, peer in ("ab", "ba"):
            yield (
                f"{curve} public key {own}",
                _bound(model.library().public_key, keys[own], curve),
                keys[f"{own}_public"],
            )
            agreement = _bound(model.library().ecdh, keys[own], keys[f"{peer}_public"], curve)
            yield f"{curve} secret of {own}", agreement, keys["secret"]


def _bound(function: Callable, *arguments: Any) -> Call:
    return lambda: function(*arguments)


def _iterated(curve: str, count: int) -> tuple[Status, bytes]:
    """k and u are the base point; k becomes the result and u the old k, so often (RFC 7748, 5.2)."""
    k = u = BASE_POINTS[curve].to_bytes(model.library().size(curve, "field"), "little")
    status = Status.OK
    for _ in range(count):
        status, result = model.library().ecdh(k, u, curve)
        if status != Status.OK:
            return status, b""
        k, u = result, k
    return status, k


# Hash functions of the instances that sign a digest (RFC 8032, 5.1 and 5.2).
PREHASHES = {"Ed25519ph": "SHA-512", "Ed448ph": "SHAKE256"}


def _instances(by_name: dict[str, Any]) -> Iterator[tuple[str, Call | str, bytes]]:
    """Of every case the public key, the signature, and that it verifies."""
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
            inputs = (digest(message), curve, context)
            label = f"{instance} case {number}"
            yield f"{label}: public key", _bound(eddsa().public_key, private, curve), public
            yield f"{label}: signature", _bound(_signer(what), private, *inputs), signature
            yield f"{label}: verified", _bound(_verified, what, signature, public, *inputs), signature


def _signer(what: str) -> Callable:
    return eddsa().eddsa_sign_digest if what == "digest" else eddsa().eddsa_sign


def _verified(what: str, signature: bytes, public: bytes, *inputs: Any) -> tuple[Status, bytes]:
    """Status, and the signature itself."""
    verify = eddsa().eddsa_verify_digest if what == "digest" else eddsa().eddsa_verify
    return verify(signature, public, *inputs), signature
