"""The cases of NIST CAVP files. The values that its cases have determine what a file tests."""

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from motecurve import CoordinateRangeError, NotOnCurveError, SubgroupError
from motelab.vectors import digests
from motelab.vectors.arithmetic import Numbers, answer, octets
from motelab.vectors.cavp import Case, parse
from motelab.vectors.checks import Check, Document, Malformed, Outcome, Unsupported, curve_of, unsupported

# Values that cases have -> the test; the first entry whose values are all there. In KAS files the name of one of two
# kinds of key pairs, static or ephemeral, is part of the names of values.
KINDS = {
    "ECC-CDH": ("QCAVSx", "QCAVSy", "dIUT", "ZIUT"),
    "KAS static": ("QsCAVSx", "QsCAVSy", "dsIUT", "QsIUTx", "QsIUTy", "Z", "Result"),
    "KAS ephemeral": ("QeCAVSx", "QeCAVSy", "deIUT", "QeIUTx", "QeIUTy", "Z", "Result"),
    "SigVer": ("Msg", "Qx", "Qy", "R", "S", "Result"),
    "SigGen": ("Msg", "Qx", "Qy", "R", "S"),
    "PKV": ("Qx", "Qy", "Result"),
    "KeyPair": ("d", "Qx", "Qy"),
}
KEYS = {key for keys in KINDS.values() for key in keys}
COUNTERS = {"N", "COUNT"}
# FIPS 186-2 files name no hash: it has SHA-1 alone.
DEFAULT_HASH = "SHA-1"
# Words of a result -> the errors with the same meaning, in PKV files; their numbers differ between editions. A point
# with an "Added PT of order 2" in files of FIPS 186-2 is on the curve, but outside the subgroup, for K curves alone.
PKV_REASONS = {
    "out of range": (CoordinateRangeError,),
    "not on curve": (NotOnCurveError,),
    "order 2": (SubgroupError, NotOnCurveError),
}
# Results of KAS files that concern a value derived from the secret.
KAS_DERIVED = re.compile(r"F \((9|10|11|12)\b")

Perform = Callable[[], Outcome]


def document(text: str, name: str) -> Document:
    """The cases of a file; Malformed if there are none, or if one has no values or no curve."""
    reader = parse(text, name)
    kinds = [(kind_of(case), case) for case in reader.cases]
    found = [(kind, case) for kind, case in kinds if kind]
    if not found:
        raise Malformed(f"{name} has no case with its answer: neither a NIST CAVP response file nor JSON")
    says_component = any("component" in comment.lower() for comment in (*reader.comments, name.rsplit("/", 1)[-1]))
    checks, seen = [], set()
    for (curve, hash_name, kind), group in groupby(found, key=lambda item: (item[1].curve, item[1].hash, item[0])):
        cases = [case for _, case in group]
        section = f"[{curve},{hash_name}]" if hash_name else f"[{curve}]"
        performs = list(section_checks(kind, cases, says_component))
        for number, (case, perform) in enumerate(zip(cases, performs, strict=True), 1):
            label = f"{section} case {number}, line {case.place.rsplit(':', 1)[1]}"
            checks.append(Check(label, case.values.get("Result", ""), perform))
        seen.add(kind)
    return Document(name, f"CAVP {', '.join(sorted(seen))}", checks)


def kind_of(case: Case) -> str:
    """The test of a case; empty for blocks that only count. Malformed if values are missing."""
    keys = set(case.values)
    kind = next((kind for kind, needed in KINDS.items() if keys.issuperset(needed)), "")
    if not kind and keys & KEYS:
        raise Malformed(
            f"{case.place}: a case with {', '.join(case.values)} alone; its answer or other values are missing"
        )
    if not kind and not keys <= COUNTERS:
        return "other"
    if kind and kind != "other" and not case.curve:
        raise Malformed(f"{case.place}: no section such as [P-256] before it says which curve it is on")
    return kind


def section_checks(kind: str, cases: list[Case], says_component: bool) -> Iterator[Perform]:
    """The calls of the cases of one section."""
    if kind == "other":
        for case in cases:
            yield unsupported(f"values {', '.join(case.values)}")
        return
    try:
        numbers = Numbers(curve_of(cases[0].curve))
        if kind in ("SigGen", "SigVer"):
            digests.function(cases[0].hash or DEFAULT_HASH)
    except Unsupported as reason:
        yield from [unsupported(str(reason))] * len(cases)
        return
    if kind in ("SigGen", "SigVer"):
        yield from signatures(kind, numbers, cases, says_component)
        return
    check = {"PKV": validation, "KeyPair": key_pair, "ECC-CDH": cofactor_dh}.get(kind, key_agreement)
    for case in cases:
        try:
            yield check(numbers, case)
        except Unsupported as reason:
            yield unsupported(str(reason))


def integers(case: Case, *keys: str) -> list[int]:
    return [case.integer(key) for key in keys]


def key_pair(numbers: Numbers, case: Case) -> Perform:
    d, x, y = integers(case, "d", "Qx", "Qy")

    def perform() -> Outcome:
        public = answer(numbers.public_point, d)
        return Outcome(public.gives(x, y), f"{x:x}, {y:x}", str(public))

    return perform


def validation(numbers: Numbers, case: Case) -> Perform:
    """PKV, with the reason why a key is invalid if the file gives it."""
    x, y = integers(case, "Qx", "Qy")
    result = case.values["Result"]
    is_valid = passes(case)
    reasons = next((errors for words, errors in PKV_REASONS.items() if words in result.lower()), ())

    def perform() -> Outcome:
        found = answer(numbers.validated, x, y)
        agrees = found.is_accepted == is_valid and (is_valid or not reasons or isinstance(found.error, reasons))
        return Outcome(agrees, result, "P" if found.is_accepted else str(found))

    return perform


def passes(case: Case) -> bool:
    """Whether the result is P."""
    result = case.values["Result"]
    if not re.match(r"[PF]\b", result):
        raise Malformed(f"{case.place}: the result is {result!r}, neither P nor F")
    return result[0] == "P"


def cofactor_dh(numbers: Numbers, case: Case) -> Perform:
    d, x, y, z = integers(case, "dIUT", "QCAVSx", "QCAVSy", "ZIUT")
    own = integers(case, "QIUTx", "QIUTy") if {"QIUTx", "QIUTy"} <= case.values.keys() else None

    def perform() -> Outcome:
        public = answer(numbers.public_point, d)
        if own is not None and not public.gives(*own):
            return Outcome(False, "the public key " + ", ".join(f"{value:x}" for value in own), str(public))
        secret = answer(numbers.shared, d, x, y, True)
        return Outcome(secret.gives(octets(z, numbers.curve.field_bytes)), f"{z:x}", str(secret))

    return perform


def key_agreement(numbers: Numbers, case: Case) -> Perform:
    """A KAS validity case of one key pair a side: either everything in the file holds, or something does not."""
    pair = "s" if "dsIUT" in case.values else "e"
    if {"QsCAVSx", "QeCAVSx"} <= case.values.keys():
        return unsupported("key agreement with two key pairs a side")
    if KAS_DERIVED.match(case.values["Result"]):
        return unsupported("key derivation and confirmation")
    d, own_x, own_y, x, y = integers(
        case, f"d{pair}IUT", f"Q{pair}IUTx", f"Q{pair}IUTy", f"Q{pair}CAVSx", f"Q{pair}CAVSy"
    )
    z, is_valid = case.integer("Z"), passes(case)
    hashed = case.octets("CAVSHashZZ") if "CAVSHashZZ" in case.values else None
    digest = digests.function(case.hash) if case.hash and hashed is not None else None

    def fault() -> str:
        if not answer(numbers.public_point, d).gives(own_x, own_y):
            return "the private key has another public key"
        secret = answer(numbers.shared, d, x, y, True)
        if not secret.is_accepted:
            return str(secret)
        if not secret.gives(octets(z, numbers.curve.field_bytes)):
            return f"the secret is {secret}"
        return "the digest of the secret is another" if digest and digest(*secret.values) != hashed else ""

    def perform() -> Outcome:
        found = fault()
        return Outcome(bool(found) != is_valid, case.values["Result"], f"F, {found}" if found else "P")

    return perform


def signatures(kind: str, numbers: Numbers, cases: list[Case], says_component: bool) -> Iterator[Perform]:
    """SigVer, SigGen and SigGenComponent. The latter has the form of SigGen with digests instead of messages. If
    every message is as long as a digest, and no word of the file says which it is, the signatures decide."""
    hash_name = cases[0].hash or DEFAULT_HASH
    digest = digests.function(hash_name)
    given = [case.octets("Msg") for case in cases]
    read = [(case, *integers(case, "Qx", "Qy", "R", "S")) for case in cases]
    sizes = {digests.size(hash_name)} if cases[0].hash else {20, 28, 32, 48, 64}
    are_digests = says_component and kind == "SigGen"
    if kind == "SigGen" and not are_digests and all(len(message) in sizes for message in given):

        def valid(values: list[bytes]) -> int:
            return sum(answer(numbers.verify, v, *rest).is_accepted for v, (_, *rest) in zip(values, read, strict=True))

        are_digests = valid(given) > valid([digest(message) for message in given])
    for message, (case, *rest) in zip(given, read, strict=True):
        yield signature(numbers, case, message if are_digests else digest(message), *rest)


def signature(numbers: Numbers, case: Case, digest: bytes, x: int, y: int, r: int, s: int) -> Perform:
    """One signature: made again if the file gives key and nonce, and verified."""
    d, k = (case.integer(key) if key in case.values else None for key in "dk")
    is_valid = passes(case) if "Result" in case.values else True

    def perform() -> Outcome:
        if d is not None:
            public = answer(numbers.public_point, d)
            if not public.gives(x, y):
                return Outcome(False, f"the public key {x:x}, {y:x}", str(public))
        if d is not None and k is not None:
            own = answer(numbers.sign, digest, d, k)
            if not own.gives(r, s):
                return Outcome(False, f"{r:x}, {s:x}", str(own))
        found = answer(numbers.verify, digest, x, y, r, s)
        expected = case.values.get("Result", "a valid signature")
        return Outcome(found.is_accepted == is_valid, expected, "P" if found.is_accepted else str(found))

    return perform
