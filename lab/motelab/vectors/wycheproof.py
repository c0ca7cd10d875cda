"""The cases of Wycheproof's files, of both generations of schemas. The subject of a group of tests follows from its
members and from those of its tests; names of schemas count only if these leave it open."""

import functools
import re
from collections.abc import Callable
from typing import Any

from motecurve import PublicKey, ecdsa, eddsa
from motelab.common.errors import MotecurveError
from motelab.keys import model
from motelab.subjects import curves
from motelab.subjects.curves import Curve
from motelab.vectors import decisions, digests, wycheproof_keys
from motelab.vectors.checks import (
    ACCEPTED,
    REFUSED,
    UNDECIDED,
    Check,
    Document,
    Malformed,
    Outcome,
    Unsupported,
    curve_of,
    eddsa_curve,
    hexadecimal,
    unsupported,
)

RESULTS = ("valid", "invalid", "acceptable")
# Members that hold the public key of a group, in both generations: all must be the same key.
KEYS = ("publicKey", "key")
ENCODED_KEYS = {"publicKeyDer": "asn", "keyDer": "asn", "publicKeyPem": "pem", "keyPem": "pem"}
JWKS = ("publicKeyJwk", "jwk", "keyJwk")
CURVE_MEMBERS = ("p", "n", "a", "b", "gx", "gy", "h")
HEXADECIMAL, DECIMAL = re.compile("[0-9a-fA-F]{1,1000}"), re.compile("[0-9]{1,1000}")

Test = dict[str, Any]
Group = dict[str, Any]
# The result of a test: the value that it gives, empty if there is none; MotecurveError if its inputs are refused.
Attempt = Callable[[], str]


class Refusal(MotecurveError):
    """The library's verdict that a signature or key is invalid."""


def document(content: Any, name: str) -> Document:
    """The cases of a file; Malformed if a member is missing that every file has."""
    groups = _member(content, "testGroups", list, name)
    notes, checks, kinds = [], [], []
    for index, group in enumerate(groups):
        what = f"{name}: group {index + 1}"
        if not isinstance(group, dict):
            raise Malformed(f"{what} is no object")
        kinds.append(str(group.get("type") or "without a type"))
        checks += _group(content, group, what)
    if not checks:
        raise Malformed(f"{name} has no tests")
    declared = content.get("numberOfTests")
    if declared is not None and declared != len(checks):
        notes.append(f"numberOfTests is {declared}, but there are {len(checks)}")
    return Document(name, "Wycheproof " + ", ".join(dict.fromkeys(kinds)), checks, notes)


def _member(holder: Any, member: str, kind: type, what: str) -> Any:
    """A member of an object, with a check of its type."""
    value = holder.get(member) if isinstance(holder, dict) else None
    if not isinstance(value, kind):
        raise Malformed(f"{what} has no member {member} that is a {kind.__name__}")
    return value


def _group(content: dict, group: Group, what: str) -> list[Check]:
    """The cases of a group."""
    tests = _member(group, "tests", list, what)
    for test in tests:
        label = test.get("tcId", "?") if isinstance(test, dict) else "?"
        result = _member(test, "result", str, f"{what}, tcId {label}")
        if result not in RESULTS:
            raise Malformed(f"{what}, tcId {label}: the result is {result!r}, none of {', '.join(RESULTS)}")
    algorithm, attempts = _attempts(content, group, tests, what)
    return [
        Check(f"tcId {test.get('tcId')}", str(test.get("comment", "")), perform, _flags(test))
        for test, perform in zip(tests, _performed(algorithm, tests, attempts), strict=True)
    ]


def _flags(test: Test) -> tuple[str, ...]:
    flags = test.get("flags") or ()
    return tuple(map(str, flags)) if isinstance(flags, list) else ()


def _attempts(content: dict, group: Group, tests: list[Test], what: str) -> tuple[str, list[Attempt] | str]:
    """The algorithm, and a call for each test or the reason why there is none."""
    members = set.intersection(*(set(test) for test in tests)) if tests else set()
    try:
        if members >= {"public", "private", "shared"}:
            return _agreements(content, group, tests, what)
        if members >= {"msg", "sig"} and _names_curve(group):
            return _signatures(content, group, tests, what)
        if members >= set(CURVE_MEMBERS):
            return "curve", [functools.partial(_parameters, _numbers(test, what), test) for test in tests]
        raise Unsupported(f"group of type {group.get('type')}")
    except Unsupported as reason:
        return "", str(reason)


def _performed(algorithm: str, tests: list[Test], attempts: list[Attempt] | str) -> list[Callable[[], Outcome]]:
    if isinstance(attempts, str):
        return [unsupported(attempts)] * len(tests)
    return [functools.partial(_judged, algorithm, *both) for both in zip(tests, attempts, strict=True)]


def _judged(algorithm: str, test: Test, attempt: Attempt) -> Outcome:
    """The expected and the actual result of a test. A value is compared whenever there is one."""
    expected = str(test.get("shared", "")).lower()
    try:
        value, reason = attempt(), None
    except Malformed:
        raise
    except MotecurveError as error:
        value, reason = "", str(error)
    got = f"refused: {reason}" if reason is not None else " ".join(("accepted", value)).strip()
    wanted, decided = test["result"] != "invalid", ""
    if test["result"] == "acceptable":
        decision = decisions.decide(algorithm, _flags(test), has_zero_secret=not expected.strip("0"))
        wanted = reason is None if decision is None else decision
        decided = UNDECIDED if decision is None else REFUSED if reason is not None else ACCEPTED
    agrees = (reason is None) == wanted and (reason is not None or value == expected)
    return Outcome(agrees, " ".join((ACCEPTED, expected)).strip() if wanted else REFUSED, got, decided)


# ---- Agreement


def _agreements(content: dict, group: Group, tests: list[Test], what: str) -> tuple[str, list[Attempt]]:
    """ECDH, X25519 and X448."""
    name = str(group.get("curve") or tests[0].get("curve"))
    form = "Montgomery" if name.lower() in ("curve25519", "x25519", "curve448", "x448") else "Weierstrass"
    encoding = _encoding(content, group, tests, form)
    attempts = []
    for test in tests:
        curve = curve_of(str(test.get("curve", name)), form)
        hexadecimal(test["shared"], f"{what}, tcId {test.get('tcId')}: shared")
        for member in ("public", "private"):
            place = f"{what}, tcId {test.get('tcId')}: {member}"
            if encoding in ("raw", "asn"):
                hexadecimal(test[member], place)
            elif encoding == "pem" and not isinstance(test[member], str):
                raise Malformed(f"{place} is no text")
        attempts.append(functools.partial(_agreed, curve, encoding, test))
    return ("XDH" if form == "Montgomery" else "ECDH"), attempts


ENCODINGS = {"ecpoint": "raw", "webcrypto": "jwk", "web": "jwk", "jwk": "jwk", "pem": "pem", "asn": "asn", "der": "asn"}


def _encoding(content: dict, group: Group, tests: list[Test], form: str) -> str:
    """The encoding of keys: as the group says by its type or schema, or as they look."""
    public = tests[0]["public"]
    if isinstance(public, dict):
        return "jwk"
    for words in (group.get("encoding"), group.get("type"), content.get("schema")):
        found = next((ENCODINGS[word] for word in ENCODINGS if word in str(words or "").lower()), None)
        if found:
            return found
    if any("-----BEGIN" in str(test["public"]) for test in tests):
        return "pem"
    if form == "Montgomery":
        return "asn" if all(str(test["public"]).startswith("30") for test in tests) else "raw"
    return "raw" if any(str(test["public"])[:2] in ("02", "03", "04") for test in tests) else "asn"


def _agreed(curve: Curve, encoding: str, test: Test) -> str:
    private = wycheproof_keys.private_key(curve, encoding, test["private"])
    return bytes(model.agree(private, wycheproof_keys.public_key(curve, encoding, test["public"]))).hex()


# ---- Signatures


def _names_curve(group: Group) -> bool:
    """Whether the key of a group of signatures is on a curve."""
    return any(isinstance(group.get(member), dict) and "curve" in group[member] for member in KEYS) or any(
        isinstance(group.get(member), dict) and "crv" in group[member] for member in JWKS
    )


def _signatures(content: dict, group: Group, tests: list[Test], what: str) -> tuple[str, list[Attempt]]:
    """ECDSA, in DER or as r, s; EdDSA."""
    kind = f"{group.get('type')} {content.get('schema')} {content.get('algorithm')}".lower()
    name = next(
        group[member][part]
        for member, part in (*((member, "curve") for member in KEYS), *((member, "crv") for member in JWKS))
        if isinstance(group.get(member), dict) and part in group[member]
    )
    inputs = [
        [hexadecimal(test[member], f"{what}, tcId {test.get('tcId')}: {member}") for member in ("msg", "sig")]
        for test in tests
    ]
    keys, is_eddsa = _group_keys(group, what), str(name).lower().startswith("ed") or "eddsa" in kind
    curve = eddsa_curve(str(name)) if is_eddsa else curve_of(str(name))
    key = functools.cache(functools.partial(_group_key, curve, keys))
    if is_eddsa:
        return "EdDSA", [functools.partial(_verified_eddsa, key, *pair) for pair in inputs]
    digest = digests.function(_member(group, "sha", str, what))
    is_der, is_low = "p1363" not in kind, "bitcoin" in kind
    return "ECDSA", [
        functools.partial(_verified, key, digest(message), signature, is_der, is_low) for message, signature in inputs
    ]


def _group_keys(group: Group, what: str) -> list[tuple[str, Any]]:
    """Every encoding of the public key of a group of signatures, with its name."""
    points = [(member, group[member]) for member in KEYS if isinstance(group.get(member), dict)]
    found = [
        ("raw", part[name], f"{what}: {member}")
        for member, part in points
        for name in ("uncompressed", "pk")
        if name in part
    ]
    found += [
        (encoding, group[member], f"{what}: {member}") for member, encoding in ENCODED_KEYS.items() if member in group
    ]
    for encoding, value, place in found:
        if encoding != "pem":
            hexadecimal(value, place)
        elif not isinstance(value, str):
            raise Malformed(f"{place} is no text")
    found += [("jwk", group[member], member) for member in JWKS if isinstance(group.get(member), dict)]
    if not found:
        raise Malformed(f"{what} has no public key")
    return [(encoding, value) for encoding, value, _ in found]


def _group_key(curve: Curve, keys: list[tuple[str, Any]]) -> PublicKey:
    """The key of all its encodings, which must agree."""
    first, *others = (wycheproof_keys.public_key(curve, *key) for key in keys)
    if any(other != first for other in others):
        raise Refusal("the encodings of the public key are not of one key")
    return first


def _verified(key: Callable[[], PublicKey], digest: bytes, signature: bytes, is_der: bool, is_low: bool) -> str:
    """Empty, or the reason of the refusal. `is_low`: Bitcoin's rule that s is at most half the order."""
    public = key()
    with model.refusals("signature"):
        raw = ecdsa.from_der(public.curve, signature) if is_der else signature
        ecdsa.verify_digest(public, raw, digest)
    if is_low and 2 * int.from_bytes(raw[len(raw) // 2 :], "big") > public.curve.order:
        raise Refusal("s is above half the order")
    return ""


def _verified_eddsa(key: Callable[[], PublicKey], message: bytes, signature: bytes) -> str:
    """The same of EdDSA."""
    with model.refusals("signature"):
        eddsa.verify(key(), signature, message)
    return ""


# ---- Parameters of curves


def _numbers(test: Test, what: str) -> dict[str, int]:
    """The parameters of a curve in a file: hexadecimal, except h, which is decimal."""
    forms = {member: DECIMAL if member == "h" else HEXADECIMAL for member in CURVE_MEMBERS}
    for member, form in forms.items():
        if not form.fullmatch(str(test[member])):
            raise Malformed(f"{what}, tcId {test.get('tcId')}: {member} is no number of such a curve")
    return {member: int(str(test[member]), 10 if form is DECIMAL else 16) for member, form in forms.items()}


def _parameters(theirs: dict[str, int], test: Test) -> str:
    """Compares the parameters of a curve with ours."""
    try:
        curve = curves.find(str(test.get("name") or test.get("oid")))
    except MotecurveError as error:
        raise Unsupported(f"curve {test.get('name')}") from error
    if not isinstance(curve.modulus, int):
        raise Unsupported("parameters of binary curves")
    a, b = (value for _, value in curve.coefficients)
    ours = dict(zip(CURVE_MEMBERS, (curve.modulus, curve.order, a, b, *curve.generator, curve.cofactor), strict=True))
    other = [member for member in CURVE_MEMBERS if ours[member] != theirs[member]]
    if "oid" in test and test["oid"] not in (*curve.oids, ""):
        other.append("oid")
    if other:
        raise Refusal(f"{', '.join(other)} of {curve.name} differ")
    return ""
