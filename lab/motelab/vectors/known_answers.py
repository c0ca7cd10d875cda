"""Known answers in our own JSON: of PARI/GP (tests/vectors/kat), of GEC 2, of RFC 6979, by curve."""

from collections.abc import Callable
from typing import Any, get_args

import motecurve
from motelab.keys import model
from motelab.library import bindings, symmetric
from motelab.subjects.curves import Curve
from motelab.vectors import digests
from motelab.vectors.arithmetic import Numbers, answer, octets
from motelab.vectors.checks import (
    Check,
    Document,
    Malformed,
    Outcome,
    Unsupported,
    curve_of,
    faults_of,
    unsupported,
)

Perform = Callable[[], Outcome]
# Reads a case; raises one of FAULTS if a value is missing or malformed. The last argument is the whole entry of its
# curve.
Reader = Callable[[Numbers, dict[str, Any], dict[str, Any]], Perform]


def document(content: dict, name: str) -> Document:
    """The cases of a file; Malformed if values are missing."""
    checks = [
        Check(label, "", _read(reader, curve, case, answers, f"{name}: {label}"))
        for curve, answers in content["curves"].items()
        for kind, reader in READERS.items()
        for number, case in enumerate(_list(answers, kind, f"{name}: {curve}"), 1)
        for label in (f"{curve} {kind} {number}",)
    ]
    if not checks:
        raise Malformed(f"{name} has no cases")
    return Document(name, "known answers", checks)


def _list(answers: Any, kind: str, what: str) -> list:
    found = answers.get(kind, []) if isinstance(answers, dict) else None
    if not isinstance(found, list):
        raise Malformed(f"{what} has no list of {kind}")
    return found


def _read(reader: Reader, curve: str, case: Any, answers: dict[str, Any], what: str) -> Perform:
    try:
        with faults_of(what):
            return reader(Numbers(curve_of(curve)), case, answers)
    except Unsupported as reason:
        return unsupported(str(reason))


def _number(text: str) -> int:
    return int(text, 16)


def _point(texts: list[str]) -> tuple[int, int]:
    x, y = texts
    return _number(x), _number(y)


def scalar_mult(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """k G, as a key pair; if the published generator has composite order, as a product of the generator."""
    k, x, y = (_number(case[name]) for name in "kxy")

    def perform() -> Outcome:
        published = _published_generator(numbers.curve)
        own = answer(numbers.multiple, k, published) if published else answer(numbers.public_point, k)
        return Outcome(own.gives(x, y), f"{x:x}, {y:x}", str(own))

    return perform


def ecdh(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """Both sides, and the key of X9.63's KDF if there is one. Points that are multiples of a generator of composite
    order are not keys; they are multiplied."""
    sides = [(_number(case[f"d{own}"]), _point(case[f"Q{peer}"])) for own, peer in ("AB", "BA")]
    z, key = _number(case["Zx"]), bytes.fromhex(case.get("key", ""))

    def perform() -> Outcome:
        for d, point in sides:
            if _published_generator(numbers.curve):
                secret = answer(numbers.multiple_x, d, point)
            else:
                secret = answer(numbers.shared, d, *point, False)
            if not secret.gives(octets(z, numbers.curve.field_bytes)):
                return Outcome(False, f"{z:x}", str(secret))
        return Outcome(True, f"{z:x}", str(secret)) if not key else _derived(case["hash"], numbers.element(z), key)

    return perform


def _derived(hash_name: str, secret: bytes, key: bytes) -> Outcome:
    """Whether X9.63's KDF gives the key."""
    own = answer(symmetric.kdf_x963, bindings.library(model.WORD_BITS), hash_name, secret, len(key))
    return Outcome(own.gives(key), key.hex(), str(own))


def ecmqv(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """Both sides of two passes, and the key of X9.63's KDF."""
    keys = [tuple(map(_number, pair)) for pair in zip(case["static"], case["ephemeral"], strict=True)]
    z, key = _number(case["Zx"]), bytes.fromhex(case["key"])

    def perform() -> Outcome:
        pairs = [tuple(map(numbers.private_key, pair)) for pair in keys]
        for own, peer in (pairs, pairs[::-1]):
            public = [key.public_key for key in peer]
            secret = answer(lambda own=own, public=public: bytes(motecurve.ecmqv.agree(*own, *public)))
            if not secret.gives(octets(z, numbers.curve.field_bytes)):
                return Outcome(False, f"{z:x}", str(secret))
        return _derived(case["hash"], numbers.element(z), key)

    return perform


def ecies(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """A message encrypted with a given ephemeral key, and decrypted: X9.63's KDF, no SharedInfo, the whole tag, and R
    compressed."""
    recipient, ephemeral = (_number(case[name]) for name in ("recipient", "ephemeral"))
    message, ciphertext = bytes.fromhex(case["message"]), bytes.fromhex(case["ciphertext"])
    cipher = case["cipher"].lower().replace("_", "-")
    if cipher not in get_args(motecurve.ecies.Cipher):
        raise Unsupported(f"cipher {case['cipher']}")
    options = motecurve.ecies.Options(
        hash=case["hash"],
        cipher=cipher,
        compressed=True,
        tag_bytes=digests.size(case["hash"]),
        binds_ephemeral=False,
    )

    def perform() -> Outcome:
        own, its = (answer(numbers.private_key, d) for d in (recipient, ephemeral))
        for key in (own, its):
            if not key.is_accepted:
                return Outcome(False, ciphertext.hex(), str(key))
        (key,), (once,) = own.values, its.values
        sealed = answer(lambda: motecurve.ecies.encrypt_given(key.public_key, message, once, options=options))
        if not sealed.gives(ciphertext):
            return Outcome(False, ciphertext.hex(), str(sealed))
        opened = answer(lambda: motecurve.ecies.decrypt(key, ciphertext, options=options))
        return Outcome(opened.gives(message), message.hex(), str(opened))

    return perform


def ecdsa(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """A signature with a given nonce, made and verified."""
    d, k, r, s = (_number(case[name]) for name in "dkrs")
    message, digest = bytes.fromhex(case["message"]), digests.function(case["hash"])

    def perform() -> Outcome:
        own = answer(numbers.sign, digest(message), d, k)
        if not own.gives(r, s):
            return Outcome(False, f"{r:x}, {s:x}", str(own))
        verified = answer(lambda: numbers.verify(digest(message), *numbers.public_point(d), r, s))
        return Outcome(verified.is_accepted, f"{r:x}, {s:x}", str(own if verified.is_accepted else verified))

    return perform


def rfc6979(numbers: Numbers, case: dict[str, Any], answers: dict[str, Any]) -> Perform:
    """A signature with the nonce of RFC 6979; the message is text."""
    d, message, hash_name = _number(answers["private_key"]), case["message"].encode(), case["hash"]
    expected = b"".join(numbers.scalar(_number(case[part])) for part in "rs")

    def perform() -> Outcome:
        own = answer(lambda: motecurve.ecdsa.sign(numbers.private_key(d), message, hash=hash_name))
        return Outcome(own.gives(expected), expected.hex(), str(own))

    return perform


READERS: dict[str, Reader] = {
    "scalar_mult": scalar_mult,
    "ecdh": ecdh,
    "ecmqv": ecmqv,
    "ecies": ecies,
    "ecdsa": ecdsa,
    "signatures": rfc6979,
}


def _published_generator(curve: Curve) -> tuple[int, int] | None:
    """The standard's generator, if it has composite order and the library uses another."""
    if curve.published_generator_order is None:
        return None
    return int(curve.record["G"]["x"], 16), int(curve.record["G"]["y"], 16)
