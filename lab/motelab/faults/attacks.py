"""Whether a faulty output gives the key away: the attack of each operation, on what its caller sees."""

import functools
import hashlib
from collections.abc import Callable, Iterator

from codegen.points import curve_of
from codegen.rfc6979 import candidates
from motelab.faults import agreement, families
from motelab.faults.families import Family
from motelab.faults.target import Target
from motelab.subjects import nonces

DRAWN = frozenset({"random", "hedged"})  # in the names of signatures no two of which have one nonce
LEAST_PLAIN = 8  # so many octets of a secret, one after the other, are not there by chance
Attack = Callable[[bytes], str | None]  # of the output without its status: the attack that gives the key, or None


def attack_of(target: Target) -> Attack | None:
    """The attack on outputs of an operation; None for a verification, which has no secret, and for operations without
    an attack here."""
    name, curve = target.chosen.operation.name, target.chosen.curve
    if target.is_verification:
        return None
    if name.startswith("ecdsa-sign"):
        return functools.partial(on_ecdsa, target)
    if name.startswith("schnorr-sign"):
        return functools.partial(on_schnorr, target)
    if name.startswith("eddsa-sign") and curve.name == "Ed25519":
        return functools.partial(on_ed25519, target)
    if name in ("ecdh", "ecdh-checked") and not curve.family:
        return functools.partial(on_agreement, target, multiples_of(target))
    return None


def plain_secret(secrets: dict[str, bytes], output: bytes) -> str | None:
    """The secret of which the output has LEAST_PLAIN octets one after the other, in either order of octets."""
    for name, secret in secrets.items():
        for octets in (secret, secret[::-1]):
            parts = (octets[i : i + LEAST_PLAIN] for i in range(len(octets) - LEAST_PLAIN + 1))
            if any(part in output for part in parts if len(set(part)) > LEAST_PLAIN // 2):
                return f"{name} itself"
    return None


def numbers(target: Target, output: bytes) -> tuple[int, int]:
    half = len(output) // 2
    return int.from_bytes(output[:half], "big"), int.from_bytes(output[half:], "big")


def first_nonce(order: int, key: int, digest: int) -> int:
    drawn = candidates(order, key, digest.to_bytes(nonces.DIGEST_BYTES, "big"))
    return next(k for k in drawn if 1 <= k < order)


def radixes(order: int, word_bits: int) -> tuple[int, ...]:
    """Factors between a number and its Montgomery form."""
    radix = 1 << -(-order.bit_length() // word_bits) * word_bits
    return 1, radix % order, pow(radix, -1, order)


def on_ecdsa(target: Target, output: bytes) -> str | None:
    n, d, digest = target.chosen.curve.order, target.case["d"], target.case["digest"]
    octets = (n.bit_length() + 7) // 8
    k = first_nonce(n, d, digest)
    if named := plain_secret({"the key": d.to_bytes(octets, "big"), "the nonce": k.to_bytes(octets, "big")}, output):
        return named
    e = digest >> max(0, 8 * nonces.DIGEST_BYTES - n.bit_length())
    faulty, right = numbers(target, output), numbers(target, target.right[1:])
    if 0 in faulty:
        return None
    forms = radixes(n, target.chosen.board.word_bits)
    if DRAWN.intersection(target.chosen.operation.name.split("-")):
        found = families.ecdsa_alone(n, e, faulty, forms)
    else:
        found = families.ecdsa(n, e, right, faulty, forms)
    return families.found([*found, *_known_nonces(n, e, digest, faulty)], d)


def _known_nonces(n: int, e: int, digest: int, faulty: tuple[int, int]) -> Iterator[Family]:
    """Nonces that follow from public numbers alone."""
    m, (r, s) = families.Modular(n), faulty
    for name, k in (("the nonce of the key 0", first_nonce(n, 0, digest)), ("the digest as a nonce", e)):
        yield from m.one(name, m.over(s * k - e, r))


def on_ed25519(target: Target, output: bytes) -> str | None:
    n, seed, message = target.chosen.curve.order, target.case["d"], target.case["message"]
    hashed = hashlib.sha512(seed.to_bytes(32, "little")).digest()
    scalar = (int.from_bytes(hashed[:32], "little") & (1 << 254) - 8) | 1 << 254
    group = curve_of(target.chosen.curve.record)
    secrets = {"the key": seed.to_bytes(32, "little"), "the scalar": hashed[:32], "the prefix": hashed[32:]}
    if named := plain_secret(secrets | {"the scalar mod n": (scalar % n).to_bytes(32, "little")}, output):
        return named
    x, y = _public_point(group, scalar)
    public, text = (y | (x & 1) << 255).to_bytes(32, "little"), message.to_bytes(32, "big")

    def challenge(*parts: bytes) -> int:
        return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % n

    def pair(signature: bytes) -> tuple[int, int]:
        return challenge(signature[:32], public, text), int.from_bytes(signature[32:], "little") % n

    r = output[:32]
    others = {"R": (public, text), "A": (r, text), "the message": (r, public), "A and the message": (r,)}
    found = families.schnorr(
        n, pair(target.right[1:]), pair(output), [(name, challenge(*parts)) for name, parts in others.items()]
    )
    return families.found(found, scalar % n)


@functools.cache
def _public_point(group, scalar: int):
    return group.multiply(scalar, group.generator)


def on_schnorr(target: Target, output: bytes) -> str | None:
    n, d = target.chosen.curve.order, target.case["d"]
    octets = (n.bit_length() + 7) // 8
    if named := plain_secret({"the key": d.to_bytes(octets, "big")}, output):
        return named

    def pair(signature: bytes) -> tuple[int, int]:
        return int.from_bytes(signature[:-octets], "big") % n, int.from_bytes(signature[-octets:], "big") % n

    return families.found(families.schnorr(n, pair(target.right[1:]), pair(output)), d)


def multiples_of(target: Target) -> agreement.Multiples:
    """Multiples of the peer's point of the target's case."""
    curve, case = target.chosen.curve, target.case
    model = agreement.model_of(curve)
    if curve.form == "Montgomery":
        return agreement.Multiples(model, model.lifted(case["px"]), curve.bits)
    return agreement.Multiples(model, (case["px"], case["py"]), curve.bits)


def on_agreement(target: Target, multiples: agreement.Multiples, output: bytes) -> str | None:
    order = "little" if target.chosen.curve.form == "Montgomery" else "big"
    secret = target.case["d"].to_bytes(len(output), order)
    if named := plain_secret({"the key": secret}, output):
        return named
    right, faulty = (int.from_bytes(octets, order) for octets in (target.right[1:], output))
    if found := multiples.explained(right, faulty):
        return found
    return "a loop cut short" if faulty in cut_secrets(target, multiples) else None


@functools.cache
def _cut_secrets(multiples: agreement.Multiples, d: int) -> frozenset[int]:
    """Secrets of the leading bits of d alone, and of the lower ones alone."""
    group, model = multiples.model.group, multiples.model
    parts = {d >> j for j in range(1, d.bit_length())} | {d & ((1 << j) - 1) for j in range(1, d.bit_length())}
    return frozenset(model.secret(group.multiply(part, multiples.q)) for part in parts) - {None}


def cut_secrets(target: Target, multiples: agreement.Multiples) -> frozenset[int]:
    d = target.case["d"]
    if target.chosen.curve.form == "Montgomery":
        d = (d & (1 << 254) - 8) | 1 << 254 if target.chosen.curve.bits == 255 else (d & (1 << 447) - 4) | 1 << 447
    return _cut_secrets(multiples, d)
