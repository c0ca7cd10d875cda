"""Calls of ChaCha20-Poly1305, AES-GCM, SPAKE2+ and HPKE: the part of calls.py that goes on with states. Those of HPKE
have addresses: they lie in slots, which a call before has filled."""

import hashlib
import hmac
from collections.abc import Iterator

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

from tests.src.protocol.test_spake2plus import hkdf, mask
from tests.src.whole.wiping import secrets
from tests.src.whole.wiping.calls import Call, Subject, calls_of, count, octet, octets, out
from tests.src.whole.wiping.secrets import Secrets

TEXT, DATA, INFO = bytes(range(100, 140)), b"data", b"info"
NAMES = (b"pairing 1.0", b"phone", b"lamp")  # those of left_behind.c
# DHKEM by curve: its number and hash (RFC 9180, 7.1).
KEMS = {"secp256r1": (16, "sha256"), "secp384r1": (17, "sha384"), "secp521r1": (18, "sha512")}
KEMS |= {"Curve25519": (32, "sha256"), "Curve448": (33, "sha512")}
OF_SPAKE2PLUS = ("secp256r1", "secp384r1", "secp521r1")


def chacha20_poly1305(key: bytes, nonce: bytes, text_bytes: int) -> Secrets:
    """Key stream, and the key of the tag (RFC 8439, 2.6)."""
    stream = Cipher(algorithms.ChaCha20(key, bytes(4) + nonce), None).encryptor().update(bytes(64 + text_bytes))
    r = bytes(a & b for a, b in zip(stream, bytes.fromhex("ffffff0ffcffff0ffcffff0ffcffff0f"), strict=False))
    return {"key": key, "tag key": stream[:32], "r": r, "key stream": stream[64:]}


def aes_gcm(key: bytes, nonce: bytes, text_bytes: int) -> Secrets:
    """Round keys, key stream, the key of the tag and its mask (SP 800-38D, 7.1)."""
    found = {"tag key": secrets.key_stream(key, bytes(16), 16), **secrets.aes_round_keys(key), "key": key}
    stream = secrets.key_stream(key, nonce + bytes((0, 0, 0, 1)), 16 + text_bytes)
    return found | {"tag mask": stream[:16], "key stream": stream[16:]}


@calls_of(
    *("mc_chacha20_poly1305_encrypt", "mc_chacha20_poly1305_decrypt", "mc_aes_gcm_encrypt", "mc_aes_gcm_decrypt"),
    forms=(),
)
def aeads(s: Subject) -> Iterator[Call]:
    kinds = [("chacha20_poly1305", ChaCha20Poly1305, 32, chacha20_poly1305)]
    kinds += [("aes_gcm", AESGCM, size, aes_gcm) for size in (16, 32)]
    for name, other, size, known in kinds:
        key, nonce, text = s.draw.randbytes(size), s.draw.randbytes(12), s.draw.randbytes(100)
        own, sealed = {**known(key, nonce, len(text)), "text": text}, other(key).encrypt(nonce, text, DATA)
        for way, given, result in (("encrypt", text, sealed), ("decrypt", sealed, text)):
            sizes = map(count, (key, nonce, given, DATA))
            arguments = (out(len(result)), *map(octet, (key, nonce, given, DATA)), *sizes)
            yield Call(f"mc_{name}_{way}", arguments, own)


def masked(s: Subject, w0: bytes, letter: str) -> bytes:
    """The x-coordinate of w0 M or w0 N."""
    point = mask(s.name, letter)
    arguments = (out(s.field_bytes), octet(w0), octet(point), count(w0), count(point), s.curve)
    return s.ask("mc_ecdh", arguments)[0]


def spake2plus_keys(s: Subject, w0: bytes, shares: list[bytes], z: bytes, v: bytes) -> Secrets:
    """Everything that is hashed or derived (RFC 9383, 3.3 and 3.4), of encoded points z and v."""
    parts = (*NAMES, mask(s.name, "M"), mask(s.name, "N"), *shares, z, v, w0)
    main = hashlib.sha256(b"".join(len(part).to_bytes(8, "little") + part for part in parts)).digest()
    keys = hkdf("sha256", main, b"ConfirmationKeys", 64)
    extracted = hmac.digest(bytes(32), main, "sha256")
    found = {"main key": main, "HKDF key": extracted, "confirmation keys": keys, "z": z, "v": v}
    found |= {"shared key": hkdf("sha256", main, b"SharedKey", 32)}
    return found | secrets.pads(extracted, "HKDF key") | secrets.pads(keys[:32], "prover's confirmation key")


def product(s: Subject, k: bytes, point: bytes) -> bytes:
    """k times k' G, encoded, for the private key k' of `point`."""
    number = int.from_bytes(k, "big") * int.from_bytes(point, "big") % s.order
    return s.public(number.to_bytes(s.scalar_bytes, "big"))


@calls_of(
    *("mc_spake2plus_scalars", "mc_spake2plus_record", "mc_spake2plus_prover_begin", "mc_spake2plus_prover_finish"),
    *("mc_spake2plus_verifier_respond", "mc_spake2plus_verifier_finish"),
)
def spake2plus(s: Subject) -> Iterator[Call]:
    if s.name not in OF_SPAKE2PLUS:
        return
    half, point, digest = s.scalar_bytes + 8, out(s.point_bytes), out(32)
    seed = s.draw.randbytes(2 * half)
    w0, w1 = (
        (int.from_bytes(part, "big") % s.order).to_bytes(s.scalar_bytes, "big") for part in (seed[:half], seed[half:])
    )
    x, y, record = s.nonce, s.peer_key, s.public(w1)
    of_w = {**s.key_secrets(w0, "w0"), **s.key_secrets(w1, "w1")}
    of_seed = {"seed": seed, **of_w}
    yield Call("mc_spake2plus_scalars", (out(s.scalar_bytes), out(s.scalar_bytes), *octets(seed), s.curve), of_seed)
    yield Call("mc_spake2plus_record", (out(s.scalar_bytes), point, *octets(seed), s.curve), of_seed)
    begin = ("m0", point, octet(w0), octet(w1), count(w0), count(w1), *s.tape(x), s.curve)
    (share,) = s.ask("mc_spake2plus_prover_begin", begin)
    respond = ("m1", point, digest, octet(share), octet(w0), octet(record), *map(count, (share, w0, record)))
    respond += ("w", "hSHA-256", *s.tape(y), s.curve)
    answer, confirmation = s.ask("mc_spake2plus_verifier_respond", respond)
    keys = spake2plus_keys(s, w0, [share, answer], product(s, x, y), product(s, w1, y))
    of_prover = {**of_w, **s.key_secrets(x, "x"), "x G": s.public(x)[1:], "w0 M": masked(s, w0, "M")}
    of_verifier = {**s.key_secrets(w0, "w0"), **s.key_secrets(y, "y"), "y G": s.public(y)[1:]}
    of_verifier["w0 N"] = masked(s, w0, "N")
    yield Call("mc_spake2plus_prover_begin", begin, of_prover)
    state = b"".join(part.ljust(72, b"\0") for part in (x, w0, w1)) + share.ljust(145, b"\0")
    finish = (digest, digest, octet(state), octet(answer), octet(confirmation), count(answer), count(confirmation))
    yield Call("mc_spake2plus_prover_finish", (*finish, "w", "hSHA-256", s.curve), of_prover | keys)
    yield Call("mc_spake2plus_verifier_respond", respond, of_verifier | keys)
    tag = hmac.digest(keys["confirmation keys"][:32], answer, "sha256")
    state = bytes([32]) + tag.ljust(64, b"\0") + keys["shared key"].ljust(64, b"\0")
    yield Call("mc_spake2plus_verifier_finish", (digest, octet(state), *octets(tag), "hSHA-256"), keys)


def labelled(hash_name: str, salt: bytes, suite: bytes, label: bytes, secret: bytes) -> bytes:
    """LabeledExtract (RFC 9180, 4)."""
    return hmac.digest(salt, b"HPKE-v1" + suite + label + secret, hash_name)


def expanded(hash_name: str, key: bytes, suite: bytes, label: bytes, info: bytes, size: int) -> bytes:
    """LabeledExpand, of a digest at most."""
    block = size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info + b"\1"
    return hmac.digest(key, block, hash_name)[:size]


def hpke_keys(s: Subject, agreed: bytes, publics: bytes, psk: bytes, key_bytes: int, aead: int) -> Secrets:
    """Everything that is derived in mode auth-PSK, from the secrets agreed upon (RFC 9180, 4.1 and 5.1)."""
    number, kem_hash = KEMS[s.name]
    kem = b"KEM" + number.to_bytes(2, "big")
    suite = b"HPKE" + number.to_bytes(2, "big") + b"\0\1" + aead.to_bytes(2, "big")
    prk = labelled(kem_hash, b"", kem, b"eae_prk", agreed)
    shared = expanded(kem_hash, prk, kem, b"shared_secret", publics, hashlib.new(kem_hash).digest_size)
    ids = [labelled("sha256", b"", suite, b"psk_id_hash", b"id"), labelled("sha256", b"", suite, b"info_hash", INFO)]
    secret, bound = labelled("sha256", shared, suite, b"secret", psk), b"\3" + b"".join(ids)
    sizes = {"key": key_bytes, "base_nonce": 12, "exp": 32}
    found = {name: expanded("sha256", secret, suite, name.encode(), bound, size) for name, size in sizes.items()}
    found |= {"exported": expanded("sha256", found["exp"], suite, b"sec", b"use", 32)}
    return found | {"agreed": agreed, "prk": prk, "shared secret": shared, "secret": secret, **secrets.pads(secret)}


@calls_of(
    *("mc_hpke_derive_key_pair", "mc_hpke_sender_begin", "mc_hpke_receiver_begin", "mc_hpke_seal", "mc_hpke_open"),
    "mc_hpke_export",
    forms=("Weierstrass", "Montgomery"),
)
def hpke(s: Subject) -> Iterator[Call]:
    """Mode auth-PSK; the keys of the AEAD make all that a message is encrypted with."""
    if s.name not in KEMS:
        return
    material, psk, enc, peer = s.draw.randbytes(90), s.draw.randbytes(32), s.public(s.nonce), s.public(s.peer_key)
    number, hash_name = KEMS[s.name]
    prk = labelled(hash_name, b"", b"KEM" + number.to_bytes(2, "big"), b"dkp_prk", material)
    sizes = (out(s.scalar_bytes), out(s.point_bytes))
    yield Call(
        "mc_hpke_derive_key_pair", (*sizes, *octets(material), s.curve), {"material": material, "prk": prk},
        lambda outputs: s.key_secrets(outputs[0]),
    )  # fmt: skip
    agreed = s.shared(s.nonce, s.peer_key) + s.shared(s.key, s.peer_key)
    publics, sender_key = enc + peer + s.public(s.key), s.public(s.key)
    for letter, aead, key_bytes, known in (("c", 3, 32, chacha20_poly1305), ("a", 1, 16, aes_gcm)):
        keys, options = hpke_keys(s, agreed, publics, psk, key_bytes, aead), f"k{letter}{psk.hex()}"
        begin = ("m0", out(s.point_bytes), octet(peer), octet(s.key), octet(INFO), *map(count, (peer, s.key, INFO)))
        of_sender = {**s.key_secrets(s.nonce, "ephemeral key"), **s.key_secrets(s.key)}
        yield Call("mc_hpke_sender_begin", (*begin, options, *s.tape(s.nonce), s.curve), of_sender | keys)
        begin = (
            "m1",
            *map(octet, (s.peer_key, enc, sender_key, INFO)),
            *map(count, (s.peer_key, enc, sender_key, INFO)),
        )
        yield Call("mc_hpke_receiver_begin", (*begin, options, s.curve), {**s.key_secrets(s.peer_key), **keys})
        of_message = known(keys["key"], keys["base_nonce"], len(TEXT)) | keys | {"text": TEXT}
        sealed = (AESGCM if letter == "a" else ChaCha20Poly1305)(keys["key"]).encrypt(keys["base_nonce"], TEXT, DATA)
        for name, slot, given, size in (("seal", "m0", TEXT, len(sealed)), ("open", "m1", sealed, len(TEXT))):
            arguments = (out(size), slot, octet(given), octet(DATA), count(given), count(DATA))
            yield Call(f"mc_hpke_{name}", arguments, of_message)
        yield Call("mc_hpke_export", (out(32), "i32", "m0", *octets(b"use")), keys)
