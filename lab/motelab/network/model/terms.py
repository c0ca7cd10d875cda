"""Terms: what messages, keys and secrets are made of. A term is made once, so equal terms are the same object.

Cryptography is perfect: a term opens by its key alone, and hides everything else. Of groups the model knows that
exponents commute, and that whoever knows one takes it away again."""

from collections.abc import Iterator
from typing import Any

_made: dict[tuple[Any, ...], "Term"] = {}


class Term:
    """An atom or an application: `head` says which, `args` are terms and text."""

    __slots__ = ("args", "head", "number")

    def __init__(self, head: str, args: tuple[Any, ...]):
        self.head, self.args, self.number = head, args, len(_made)

    def __repr__(self) -> str:
        return shown(self)


def term(head: str, *args: Any) -> Term:
    """The one term of that head and these arguments."""
    key = (head, *args)
    found = _made.get(key)
    if found is None:
        found = _made[key] = Term(head, args)
    return found


def public(name: str) -> Term:
    """An id, a number or a label that everybody knows."""
    return term("public", name)


def secret(*parts: Any) -> Term:
    """A secret that nothing else gives away: a master key, a private key."""
    return term("secret", *parts)


def drawn(kind: str, *parts: Any) -> Term:
    """A fresh value of a node: `nonce` of an initiator, `hello`, a nonce of HELLOs, `key`, `scalar` (private)."""
    return term(kind, *parts)


def hashed(label: str, *args: Term) -> Term:
    """SHA-256, HMAC or HKDF: whoever has all arguments computes it, nothing leads back."""
    return term("hash", label, *args)


def exp(*factors: Term) -> Term:
    """The group's generator, multiplied by all these scalars."""
    return term("exp", *sorted(factors, key=lambda factor: factor.number))


def raised(point: Term, scalar: Term) -> Term:
    """scalar * point."""
    return exp(*point.args, scalar)


def log(point: Term) -> Term:
    """The private key of a public key; of a point with several factors one that nobody has."""
    return point.args[0] if len(point.args) == 1 else term("log", point)


def sealed(key: Term, *texts: Term) -> Term:
    """AES-CCM: opens by the key, is made by who has the key and the texts."""
    return term("sealed", key, *texts)


def padded(stream: Term, text: Term) -> Term:
    """text xor stream: either one gives the other."""
    return term("padded", stream, text)


def signed(private: Term, *texts: Term) -> Term:
    """A signature, which only the private key makes. The texts are not in it."""
    return term("signed", private, *texts)


def extracted(use: str, of: Term) -> Term:
    """A private key that the authority of an identity-based scheme makes for an id."""
    return term("extracted", use, of)


def encrypted_to(of: Term, *texts: Term) -> Term:
    """Identity-based encryption."""
    return term("encrypted", of, *texts)


def paired(one: Term, other: Term) -> Term:
    """e(s Q_one, Q_other): either one's extracted key gives it."""
    return term("paired", *sorted((one, other), key=lambda of: of.number))


def certified(of: Term, point: Term) -> Term:
    """The private key of an implicit certificate for that id and point. Everybody computes its public key."""
    return term("certified", of, point)


def subterms(whole: Term) -> Iterator[Term]:
    """The term and all in it."""
    yield whole
    for arg in whole.args:
        if isinstance(arg, Term):
            yield from subterms(arg)


NAMES = {"exp": "g", "sealed": "ccm", "padded": "xor", "signed": "sign", "encrypted": "enc", "paired": "pairing",
         "certified": "d", "extracted": "private"}  # fmt: skip
ATOMS = ("public", "secret", "nonce", "hello", "key", "scalar")
DEPTH = 2  # of what is printed


def shown(of: Term, depth: int = DEPTH) -> str:
    """Text for a person: what lies deeper is left out."""
    if of.head in ATOMS:
        parts = [shown(arg) if isinstance(arg, Term) else str(arg) for arg in of.args]
        return " ".join(parts) if of.head in ("public", "secret") else f"{of.head}_{''.join(parts)}"
    args = list(of.args)
    name = args.pop(0) if of.head == "hash" else NAMES.get(of.head, of.head)
    if not depth:
        return f"{name}(..)"
    inner = ", ".join(shown(arg, depth - 1) if isinstance(arg, Term) else str(arg) for arg in args)
    return f"{name}^({inner})" if of.head == "exp" and args else f"{name}({inner})" if args else name
