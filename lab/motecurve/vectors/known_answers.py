"""Known answers in our own JSON: of PARI/GP (tests/vectors/kat), of GEC 2, of RFC 6979, by curve."""

from collections.abc import Callable
from typing import Any

from motecurve.keys import model
from motecurve.library import host, host_hash
from motecurve.library.host import Status
from motecurve.library.host_encryption import CIPHERS, Encryption, Options
from motecurve.library.host_schnorr import SchnorrInterface
from motecurve.subjects.curves import Curve
from motecurve.vectors import digests
from motecurve.vectors.arithmetic import Numbers
from motecurve.vectors.checks import (
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
# Reads a case, which raises one of FAULTS if a value is missing or none. The last argument is all of its curve.
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


def _answer(status: Status, *values: bytes | int) -> str:
    words = ", ".join(value.hex() if isinstance(value, bytes) else f"{value:x}" for value in values)
    return words if status == Status.OK else f"refused: {host.meaning(status)}"


def scalar_mult(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """k G, as a key pair; where the published generator is of composite order, as a product of that."""
    k, x, y = (_number(case[name]) for name in "kxy")

    def perform() -> Outcome:
        expected = f"{x:x}, {y:x}"
        if published := _published_generator(numbers.curve):
            status, point = numbers.multiple(k, published)
            return Outcome((status, point) == (Status.OK, (x, y)), expected, _answer(status, *(point or ())))
        status, public = numbers.public_key(k)
        return Outcome((status, public) == (Status.OK, numbers.point(x, y)), expected, _answer(status, public))

    return perform


def ecdh(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """Both sides, and the key of X9.63's KDF if there is one. Points that are multiples of a generator of composite
    order are no keys, and are multiplied."""
    sides = [(_number(case[f"d{own}"]), _point(case[f"Q{peer}"])) for own, peer in ("AB", "BA")]
    z, key = _number(case["Zx"]), bytes.fromhex(case.get("key", ""))

    def perform() -> Outcome:
        for d, point in sides:
            if _published_generator(numbers.curve):
                status, product = numbers.multiple(d, point)
                secret = numbers.element(product[0]) if product else b""
            else:
                status, secret = numbers.shared(d, *point, cofactor=False)
            if (status, secret) != (Status.OK, numbers.element(z)):
                return Outcome(False, f"{z:x}", _answer(status, secret))
        return Outcome(True, f"{z:x}", _answer(status, secret)) if not key else _derived(case["hash"], secret, key)

    return perform


def _derived(hash_name: str, secret: bytes, key: bytes) -> Outcome:
    """Whether X9.63's KDF gives the key."""
    status, own = host_hash.kdf_x963(hash_name, secret, len(key))
    return Outcome((status, own) == (Status.OK, key), key.hex(), _answer(status, own))


def ecmqv(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """Both sides of two passes, and the key of X9.63's KDF."""
    keys = [tuple(map(_number, pair)) for pair in zip(case["static"], case["ephemeral"], strict=True)]
    z, key = _number(case["Zx"]), bytes.fromhex(case["key"])

    def perform() -> Outcome:
        library, name = SchnorrInterface(model.WORD_BITS), numbers.curve.name
        private = [tuple(map(numbers.scalar, pair)) for pair in keys]
        public = [tuple(numbers.public_key(d)[1] for d in pair) for pair in keys]
        for own, peer in ((0, 1), (1, 0)):
            status, secret = library.ecmqv(private[own], (public[own][1], *public[peer]), name)
            if (status, secret) != (Status.OK, numbers.element(z)):
                return Outcome(False, f"{z:x}", _answer(status, secret))
        return _derived(case["hash"], secret, key)

    return perform


def ecies(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """A message encrypted with a given ephemeral key, and decrypted: X9.63's KDF, no SharedInfo, the whole tag, and R
    compressed."""
    recipient, ephemeral = (numbers.scalar(_number(case[name])) for name in ("recipient", "ephemeral"))
    message, ciphertext = bytes.fromhex(case["message"]), bytes.fromhex(case["ciphertext"])
    if case["cipher"].lower() not in CIPHERS:
        raise Unsupported(f"cipher {case['cipher']}")
    options = Options(
        hash=case["hash"].replace("-", "").lower(),
        cipher=case["cipher"].lower(),
        is_compressed=True,
        tag_bytes=digests.size(case["hash"]),
        binds_ephemeral=False,
    )

    def perform() -> Outcome:
        library, name = Encryption(model.WORD_BITS), numbers.curve.name
        _, public = library.public_key(recipient, name)
        status, own = library.ecies_encrypt(public, message, ephemeral, options, name)
        if (status, own) != (Status.OK, ciphertext):
            return Outcome(False, ciphertext.hex(), _answer(status, own))
        status, plain = library.ecies_decrypt(recipient, ciphertext, options, name)
        return Outcome((status, plain) == (Status.OK, message), message.hex(), _answer(status, plain))

    return perform


def ecdsa(numbers: Numbers, case: dict[str, Any], _answers: dict[str, Any]) -> Perform:
    """A signature with a given nonce, made and verified."""
    d, k, r, s = (_number(case[name]) for name in "dkrs")
    message, digest = bytes.fromhex(case["message"]), digests.function(case["hash"])

    def perform() -> Outcome:
        status, *own = numbers.sign(digest(message), d, k)
        _, public = numbers.public_key(d)
        agrees = (status, own) == (Status.OK, [r, s])
        if agrees:
            signature = b"".join(map(numbers.scalar, (r, s)))
            status = model.library().verify(signature, public, digest(message), numbers.curve.name)
        return Outcome(agrees and status == Status.OK, f"{r:x}, {s:x}", _answer(status, *own))

    return perform


def rfc6979(numbers: Numbers, case: dict[str, Any], answers: dict[str, Any]) -> Perform:
    """A signature with the nonce of RFC 6979; the message is text."""
    key, message, hash_name = numbers.scalar(_number(answers["private_key"])), case["message"].encode(), case["hash"]
    expected = b"".join(numbers.scalar(_number(case[part])) for part in "rs")

    def perform() -> Outcome:
        status, own = model.library().sign_with_hash(key, message, hash_name, numbers.curve.name, "message")
        return Outcome((status, own) == (Status.OK, expected), expected.hex(), _answer(status, own))

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
    """The standard's generator where it is of composite order, and the library has another."""
    if curve.published_generator_order is None:
        return None
    return int(curve.record["G"]["x"], 16), int(curve.record["G"]["y"], 16)
