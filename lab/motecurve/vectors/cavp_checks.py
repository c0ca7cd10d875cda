"""The cases of NIST CAVP files. What a file tests is read from the values that its cases have."""

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from motecurve.library import host
from motecurve.library.host import Status
from motecurve.vectors import digests
from motecurve.vectors.arithmetic import Numbers
from motecurve.vectors.cavp import Case, parse
from motecurve.vectors.checks import Check, Document, Malformed, Outcome, Unsupported, curve_of, unsupported

# Values that cases have -> what they test; the first whose values are all there. The name of one of two kinds of key
# pairs, static or ephemeral, is part of the names of values in KAS files.
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
# Words of a result -> the statuses that say the same, in PKV files; their numbers differ between editions. What has
# an "Added PT of order 2" in files of FIPS 186-2 is on the curve, but outside the subgroup, for K curves alone.
PKV_REASONS = {
    "out of range": (Status.ERROR_COORDINATE_RANGE,),
    "not on curve": (Status.ERROR_NOT_ON_CURVE,),
    "order 2": (Status.ERROR_SUBGROUP, Status.ERROR_NOT_ON_CURVE),
}
# Results of KAS files that speak of what is derived from the secret.
KAS_DERIVED = re.compile(r"F \((9|10|11|12)\b")

Perform = Callable[[], Outcome]


def document(text: str, name: str) -> Document:
    """The cases of a file; Malformed if there are none, or if one lacks values or a curve."""
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
    """What a case tests; empty for blocks that only count. Malformed if values are missing."""
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


def hexadecimal(value: bytes | int) -> str:
    return value.hex() if isinstance(value, bytes) else f"{value:x}"


def answer(status: Status, *values: bytes | int) -> str:
    """What the library gave, in words."""
    return ", ".join(map(hexadecimal, values)) if status == Status.OK else f"refused: {host.meaning(status)}"


def integers(case: Case, *keys: str) -> list[int]:
    return [case.integer(key) for key in keys]


def key_pair(numbers: Numbers, case: Case) -> Perform:
    d, x, y = integers(case, "d", "Qx", "Qy")

    def perform() -> Outcome:
        status, public = numbers.public_key(d)
        expected = numbers.point(x, y)
        return Outcome(status == Status.OK and public == expected, f"{x:x}, {y:x}", answer(status, public))

    return perform


def validation(numbers: Numbers, case: Case) -> Perform:
    """PKV, with the reason why a key is none where the file gives it."""
    x, y = integers(case, "Qx", "Qy")
    result = case.values["Result"]
    is_valid = passes(case)
    reasons = next((statuses for words, statuses in PKV_REASONS.items() if words in result.lower()), ())

    def perform() -> Outcome:
        status = numbers.validate(x, y)
        agrees = (status == Status.OK) == is_valid and (is_valid or not reasons or status in reasons)
        return Outcome(agrees, result, "P" if status == Status.OK else answer(status))

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
        status, public = numbers.public_key(d)
        if own is not None and (status != Status.OK or public != numbers.point(*own)):
            return Outcome(False, "the public key " + ", ".join(map(hexadecimal, own)), answer(status, public))
        status, secret = numbers.shared(d, x, y, cofactor=True)
        return Outcome(status == Status.OK and secret == numbers.element(z), f"{z:x}", answer(status, secret))

    return perform


def key_agreement(numbers: Numbers, case: Case) -> Perform:
    """A KAS validity case of one key pair a side: everything the file says holds, or something does not."""
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
        status, public = numbers.public_key(d)
        if status != Status.OK or public != numbers.point(own_x, own_y):
            return "the private key's public key is another"
        status, secret = numbers.shared(d, x, y, cofactor=True)
        if status != Status.OK:
            return answer(status)
        if secret != numbers.element(z):
            return f"the secret is {secret.hex()}"
        return "the digest of the secret is another" if digest and digest(secret) != hashed else ""

    def perform() -> Outcome:
        found = fault()
        return Outcome(bool(found) != is_valid, case.values["Result"], f"F, {found}" if found else "P")

    return perform


def signatures(kind: str, numbers: Numbers, cases: list[Case], says_component: bool) -> Iterator[Perform]:
    """SigVer, SigGen and SigGenComponent. The latter has the form of SigGen with digests for messages: where every
    message is as long as a digest, and no word of the file says what they are, the signatures do."""
    hash_name = cases[0].hash or DEFAULT_HASH
    digest = digests.function(hash_name)
    given = [case.octets("Msg") for case in cases]
    read = [(case, *integers(case, "Qx", "Qy", "R", "S")) for case in cases]
    sizes = {digests.size(hash_name)} if cases[0].hash else {20, 28, 32, 48, 64}
    are_digests = says_component and kind == "SigGen"
    if kind == "SigGen" and not are_digests and all(len(message) in sizes for message in given):

        def valid(values: list[bytes]) -> int:
            return sum(numbers.verify(v, *rest) == Status.OK for v, (_, *rest) in zip(values, read, strict=True))

        are_digests = valid(given) > valid([digest(message) for message in given])
    for message, (case, *rest) in zip(given, read, strict=True):
        yield signature(numbers, case, message if are_digests else digest(message), *rest)


def signature(numbers: Numbers, case: Case, digest: bytes, x: int, y: int, r: int, s: int) -> Perform:
    """One signature: made again if the file gives key and nonce, and verified."""
    d, k = (case.integer(key) if key in case.values else None for key in "dk")
    is_valid = passes(case) if "Result" in case.values else True

    def perform() -> Outcome:
        if d is not None:
            status, public = numbers.public_key(d)
            if status != Status.OK or public != numbers.point(x, y):
                return Outcome(False, f"the public key {x:x}, {y:x}", answer(status, public))
        if d is not None and k is not None:
            status, *own = numbers.sign(digest, d, k)
            if status != Status.OK or own != [r, s]:
                return Outcome(False, f"{r:x}, {s:x}", answer(status, *own))
        status = numbers.verify(digest, x, y, r, s)
        expected = case.values.get("Result", "a valid signature")
        return Outcome((status == Status.OK) == is_valid, expected, "P" if status == Status.OK else answer(status))

    return perform
