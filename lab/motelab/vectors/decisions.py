"""The fate of the cases that Wycheproof leaves open, result `acceptable`: one decision for each flag that explains
why a case is open. docs/vectors.md has the table."""

import dataclasses
from collections.abc import Iterable

from motelab.common import markdown


@dataclasses.dataclass(frozen=True)
class Decision:
    """Whether cases of an algorithm with a flag are accepted, and why; None if that depends on their secret."""

    algorithm: str
    flag: str
    accepts: bool | None
    why: str


EXPLICIT = "explicit parameters must be exactly those of a known curve"
ONE_ENCODING = "DER has one encoding of a value; every other is refused"
ZERO = "RFC 7748, 6: a secret of zeros is refused"
DECISIONS = (
    Decision("ECDH", "CompressedPoint", True, "SEC 1, 2.3.4: points are decoded from every form"),
    Decision("ECDH", "CompressedPublic", True, "the same"),
    Decision("ECDH", "UnusedParam", False, EXPLICIT),
    Decision("ECDH", "WrongOrder", False, EXPLICIT),
    Decision("ECDH", "ModifiedGenerator", False, EXPLICIT),
    Decision("ECDH", "ModifiedCofactor", False, EXPLICIT),
    Decision("ECDH", "NegativeCofactor", False, EXPLICIT),
    Decision("ECDH", "LargeCofactor", False, EXPLICIT),
    Decision("ECDH", "NoCofactor", False, EXPLICIT + ", the cofactor too"),
    Decision("ECDH", "ModifiedPrime", False, EXPLICIT),
    Decision("ECDH", "ModifiedGroup", False, "both keys must be on one curve"),
    Decision("ECDH", "ModifiedCurveParameter", False, EXPLICIT),
    Decision("ECDH", "IsomorphicPublicKey", False, EXPLICIT),
    Decision("ECDH", "InvalidAsn", False, ONE_ENCODING),
    Decision(
        "ECDH", "InvalidPem", False, "the same, and PEM is base64 between two lines that name it alike (RFC 7468)"
    ),
    Decision("ECDH", "InvalidEncoding", False, "a point has the forms of SEC 1, 2.3.3, and no other"),
    Decision("ECDH", "InvalidPublic", False, "a peer's key is validated in full"),
    Decision("ECDH", "WeakPublicKey", False, "a peer's key is validated in full"),
    Decision("ECDH", "LowOrderPublic", False, "a peer's point must be in the subgroup of prime order"),
    Decision(
        "XDH", "Twist", True, "RFC 7748, 5: the function is defined on the twist, and the curves' twists are secure"
    ),
    Decision("XDH", "NonCanonicalPublic", True, "RFC 7748, 5: u is reduced modulo p"),
    Decision("XDH", "SmallPublicKey", True, "RFC 7748 excludes no u; secrets of zeros are refused"),
    Decision("XDH", "LowOrderPublic", None, ZERO),
    Decision("XDH", "ZeroSharedSecret", None, ZERO),
    Decision("XDH", "InvalidPublic", False, "both keys must be on one curve"),
    Decision("XDH", "InvalidAsn", False, ONE_ENCODING),
    Decision("XDH", "InvalidPem", False, ONE_ENCODING),
    Decision("XDH", "MissingOctetString", False, "RFC 8410, 7: a private key is an OCTET STRING in an OCTET STRING"),
    Decision("ECDSA", "MissingZero", False, "an INTEGER with its top bit set is negative"),
    Decision("ECDSA", "BER", False, ONE_ENCODING),
    Decision("ECDSA", "BerEncodedSignature", False, ONE_ENCODING),
    Decision("ECDSA", "InvalidEncoding", False, ONE_ENCODING),
    Decision("ECDSA", "SigSize", False, "r and s have the length of the order, each"),
    Decision("ECDSA", "SignatureSize", False, "r and s have the length of the order, each"),
    Decision("EdDSA", "SignatureMalleability", False, "RFC 8032, 5.1.7: S is below the order"),
    Decision("EdDSA", "InvalidEncoding", False, "RFC 8032, 5.1.3: points have one encoding"),
)
CASES_ARE = {True: "accepted", False: "refused", None: "refused if the secret is zeros, else accepted"}
_ACCEPTS = {(decision.algorithm, decision.flag): decision.accepts for decision in DECISIONS}


def decide(algorithm: str, flags: Iterable[str], has_zero_secret: bool = False) -> bool | None:
    """Whether a case with these flags is accepted. It is refused if one flag is refused; accepted if one is accepted
    and none refused; None if no flag is known. Other flags describe a case, but not why it is open."""
    known = [_ACCEPTS[algorithm, flag] for flag in flags if (algorithm, flag) in _ACCEPTS]
    return all(not has_zero_secret if accepts is None else accepts for accepts in known) if known else None


def table() -> str:
    """The decisions in Markdown."""
    rows = ([d.algorithm, d.flag, CASES_ARE[d.accepts], d.why] for d in DECISIONS)
    return markdown.table(["algorithm", "flag", "cases are", "because"], rows) + "\n"
