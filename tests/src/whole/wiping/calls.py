"""Calls of every public function that takes or makes a secret, with the secrets that must not stay behind.

An argument is a letter and a value, as left_behind.c describes. CALLS is by function. A function whose description
names a secret and that has no call fails a test."""

import base64
import dataclasses
import functools
import hashlib
import random
from collections.abc import Callable, Iterator

from codegen.built import curves_by_field, has_eddsa, order, scalar_bits
from codegen.fields import bits
from tests.src.whole.wiping import secrets
from tests.src.whole.wiping.secrets import Secrets

MESSAGE_BYTES = 40
KEY_BYTES_MAX = 72  # MC_MAX_SCALAR_BYTES on hosts
DIGEST = bytes(range(32))
HASHES = {"sha256": "SHA-256", "sha512": "SHA-512"}


@dataclasses.dataclass(frozen=True)
class Call:
    """One call. `secret` has the secrets known before it; `made` computes those that its outputs are or lead to."""

    function: str
    arguments: tuple[str, ...]
    secret: Secrets
    made: Callable[[list[bytes]], Secrets] = lambda outputs: {}
    status: int = 0


Ask = Callable[[str, tuple[str, ...]], list[bytes]]


@dataclasses.dataclass(frozen=True)
class Subject:
    """A curve, its keys, and questions to the library about public values."""

    name: str
    ask: Ask
    word_bits: int = 64

    @functools.cached_property
    def draw(self) -> random.Random:
        return random.Random(self.name)

    @functools.cached_property
    def field(self) -> str:
        return next(f for f, records in curves_by_field().items() if any(r["name"] == self.name for r in records))

    @functools.cached_property
    def record(self) -> dict:
        return next(r for r in curves_by_field()[self.field] if r["name"] == self.name)

    @property
    def form(self) -> str:
        form = self.record.get("form", "Weierstrass")
        return "Edwards" if form != "Montgomery" and has_eddsa(self.record) else form

    @functools.cached_property
    def order(self) -> int:
        return order(self.record)

    @property
    def radix_bits(self) -> int:
        """Forms of scalars, in the words of the library."""
        return -(-scalar_bits(self.field) // self.word_bits) * self.word_bits

    @property
    def field_bytes(self) -> int:
        return (bits(self.field) + 7) // 8

    @property
    def scalar_bytes(self) -> int:
        if self.form == "Weierstrass":
            return (self.order.bit_length() + 7) // 8
        return self.point_bytes

    @property
    def point_bytes(self) -> int:
        sizes = {"Montgomery": self.field_bytes, "Edwards": bits(self.field) // 8 + 1}
        return sizes.get(self.form, 1 + 2 * self.field_bytes)

    def draw_key(self) -> bytes:
        """A private key."""
        if self.form != "Weierstrass":
            return self.draw.randbytes(self.scalar_bytes)
        return self.draw.randrange(1, self.order).to_bytes(self.scalar_bytes, "big")

    @functools.cached_property
    def key(self) -> bytes:
        return self.draw_key()

    @functools.cached_property
    def peer_key(self) -> bytes:
        return self.draw_key()

    @functools.cached_property
    def nonce(self) -> bytes:
        """A key drawn in a call."""
        return self.draw_key()

    @functools.cached_property
    def message(self) -> bytes:
        return self.draw.randbytes(MESSAGE_BYTES)

    @functools.cache  # noqa: B019, subjects live as long as the tests
    def public(self, key: bytes) -> bytes:
        return self.ask("mc_public_key", (out(self.point_bytes), *octets(key), self.curve))[0]

    @functools.cache  # noqa: B019
    def shared(self, key: bytes, peer_key: bytes) -> bytes:
        public = self.public(peer_key)
        arguments = (out(self.field_bytes), octet(key), octet(public), count(key), count(public), self.curve)
        return self.ask("mc_ecdh", arguments)[0]

    @property
    def curve(self) -> str:
        return "c" + self.name

    def tape(self, *drawn: bytes) -> tuple[str, str]:
        """Source and context: two blocks for the library's check of its source, then the numbers drawn."""
        return "r", "t" + (bytes(16) + bytes([1] * 16) + b"".join(drawn)).hex()

    def numbers(self, **values: int) -> Secrets:
        named = {name.replace("_", " "): value for name, value in values.items()}
        return secrets.numbers(named, self.order, self.word_bits, self.radix_bits)

    def key_secrets(self, key: bytes, name: str = "private key") -> Secrets:
        """A private key in every form."""
        if self.form == "Weierstrass":
            number = int.from_bytes(key, "big")
            times_h = number * self.record["h"] % self.order
            return secrets.numbers({name: number, f"h {name}": times_h}, self.order, self.word_bits, self.radix_bits)
        if self.form == "Montgomery":
            return {name: key, f"clamped {name}": clamped(key, self.field)}
        return expanded(self, key, name)


def out(size: int) -> str:
    return f"o{size}"


def octet(value: bytes) -> str:
    return "b" + value.hex()


def count(value: bytes) -> str:
    return f"i{len(value)}"


def octets(value: bytes) -> tuple[str, str]:
    return octet(value), count(value)


def clamped(key: bytes, field: str) -> bytes:
    """RFC 7748, 5; RFC 8032, 5.1.5 and 5.2.5."""
    top, low = (0x80, 0xFC) if field == "fp448" else (0x40, 0xF8)
    key = key[: bits(field) // 8 + (field == "fp255")]
    return bytes([key[0] & low]) + key[1:-1] + bytes([key[-1] & (2 * top - 1 & 0xFF) | top])


def ed_hash(subject: Subject, data: bytes) -> bytes:
    if subject.field == "fp448":
        return hashlib.shake_256(data).digest(114)
    return hashlib.sha512(data).digest()


def expanded(subject: Subject, key: bytes, name: str = "private key") -> Secrets:
    """An EdDSA key, its hash, its scalar."""
    halves = ed_hash(subject, key)
    half, prefix = halves[: len(key)], halves[len(key) :]
    scalar = int.from_bytes(clamped(half, subject.field), "little")
    forms = subject.numbers(scalar=scalar % subject.order)
    return {name: key, "half": half, "prefix": prefix, "scalar": clamped(half, subject.field), **forms}


def eddsa_secrets(subject: Subject, dom: bytes, message: bytes) -> Callable[[list[bytes]], Secrets]:
    """Secrets of a signature."""
    key = subject.key
    halves = ed_hash(subject, key)
    half, prefix = halves[: len(key)], halves[len(key) :]
    hashed = ed_hash(subject, dom + prefix + message)
    nonce = int.from_bytes(hashed, "little") % subject.order

    def made(outputs: list[bytes]) -> Secrets:
        s = int.from_bytes(outputs[0][len(key) :], "little")
        return {"hashed nonce": hashed, **subject.numbers(nonce=nonce, k_s=(s - nonce) % subject.order)}

    assert half
    return made


def dom(subject: Subject, is_digest: int = 0, context: bytes = b"") -> bytes:
    """dom2 or dom4."""
    if subject.field == "fp448":
        return b"SigEd448" + bytes([is_digest, len(context)]) + context
    if not is_digest and not context:
        return b""
    return b"SigEd25519 no Ed25519 collisions" + bytes([is_digest, len(context)]) + context


Maker = Callable[[Subject], Iterator[Call]]
CALLS: dict[str, tuple[tuple[str, ...], Maker]] = {}


def calls_of(*names: str, forms: tuple[str, ...] = ("Weierstrass",)):
    """The calls of these functions on curves of these forms; no form stands for functions without a curve."""

    def keep(maker: Maker) -> Maker:
        for name in names:
            CALLS[name] = forms, maker
        return maker

    return keep


EVERY_FORM = ("Weierstrass", "Montgomery", "Edwards")


@calls_of("mc_key_generate", "mc_public_key", forms=EVERY_FORM)
def keys(s: Subject) -> Iterator[Call]:
    sizes = out(s.scalar_bytes), out(s.point_bytes)
    yield Call("mc_key_generate", (*sizes, *s.tape(s.nonce), s.curve), s.key_secrets(s.nonce))
    yield Call("mc_public_key", (sizes[1], *octets(s.key), s.curve), s.key_secrets(s.key))


@calls_of("mc_private_key_from_der", "mc_private_key_from_pem", "mc_private_key_to_der", forms=EVERY_FORM)
def key_files(s: Subject) -> Iterator[Call]:
    own, found = s.key_secrets(s.key), (out(KEY_BYTES_MAX), out(8))
    arguments = (out(s.scalar_bytes + s.point_bytes + 64), out(8), *octets(s.key), s.curve)
    yield Call("mc_private_key_to_der", arguments, own)
    der, size = s.ask("mc_private_key_to_der", arguments)
    der = der[: int.from_bytes(size, "little")]
    yield Call("mc_private_key_from_der", (*found, *octets(der)), own)
    text = b"-----BEGIN PRIVATE KEY-----\n" + base64.encodebytes(der) + b"-----END PRIVATE KEY-----\n"
    yield Call("mc_private_key_from_pem", (*found, *octets(text)), own)


@calls_of("mc_ecdh", "mc_ecdh_cofactor", "mc_ecdh_checked", forms=("Weierstrass", "Montgomery"))
def agreements(s: Subject) -> Iterator[Call]:
    public = s.public(s.peer_key)
    arguments = (out(s.field_bytes), octet(s.key), octet(public), count(s.key), count(public), s.curve)
    for name in ("mc_ecdh", "mc_ecdh_cofactor", "mc_ecdh_checked"):
        yield Call(name, arguments, s.key_secrets(s.key), lambda outputs: {"shared secret": outputs[0]})


@calls_of("mc_ecdh_batch", forms=("Montgomery",))
def batches_of_agreements(s: Subject) -> Iterator[Call]:
    for size in (1, 2, 16):
        own, public = s.key + s.nonce * (size - 1), s.public(s.peer_key) * size
        arguments = (out(4 * size), out(s.field_bytes * size), octet(own), octet(public), count(own), count(public))
        found = {**s.key_secrets(s.key), **(s.key_secrets(s.nonce, "other key") if size > 1 else {})}
        yield Call(
            "mc_ecdh_batch",
            (*arguments, f"i{size}", s.curve),
            found,
            lambda outputs: {"first secret": outputs[1][: s.field_bytes], "last secret": outputs[1][-s.field_bytes :]},
        )


@calls_of("mc_ecmqv")
def ecmqv(s: Subject) -> Iterator[Call]:
    static, ephemeral = s.public(s.peer_key), s.public(s.key)
    arguments = (out(s.field_bytes), octet(s.key), octet(s.nonce), octet(s.public(s.nonce)), octet(static))
    arguments += (octet(ephemeral), count(s.key), count(static), s.curve)
    d, t, half = int.from_bytes(s.key, "big"), int.from_bytes(s.nonce, "big"), 1 << -(-s.order.bit_length() // 2)
    own = {**s.key_secrets(s.key), **s.key_secrets(s.nonce, "ephemeral key")}
    x = int.from_bytes(s.public(s.nonce)[1 : 1 + s.field_bytes], "big")
    product = (x % half + half) * d % s.order
    own |= s.numbers(a_d=product, s=(t + product) * s.record["h"] % s.order)
    yield Call("mc_ecmqv", arguments, own, lambda outputs: {"shared secret": outputs[0]})


def signature_of(s: Subject, function: str, extra: bytes = b"", hash_name: str = "sha256", digest: bytes = DIGEST):
    """A call of ECDSA without its arguments: secrets of the key, and of the signature."""
    d = int.from_bytes(s.key, "big")

    def made(outputs: list[bytes]) -> Secrets:
        found, drawn = secrets.ecdsa(d, digest, outputs[0][: 2 * s.scalar_bytes], s.order, hash_name, extra)
        return {**secrets.numbers(found, s.order, s.word_bits, s.radix_bits), **drawn}

    return functools.partial(Call, function, secret=s.key_secrets(s.key), made=made)


@calls_of(
    *("mc_ecdsa_sign_digest", "mc_ecdsa_sign_message", "mc_ecdsa_sign_digest_with_hash"),
    *("mc_ecdsa_sign_message_with_hash", "mc_ecdsa_sign_digest_checked", "mc_ecdsa_sign_digest_extended"),
)
def signatures(s: Subject) -> Iterator[Call]:
    signature, digest = out(2 * s.scalar_bytes), octet(DIGEST)
    sizes = (count(s.key), count(DIGEST))
    yield signature_of(s, "mc_ecdsa_sign_digest")((signature, octet(s.key), digest, *sizes, s.curve))
    extended = out(2 * s.scalar_bytes + 3)
    yield signature_of(s, "mc_ecdsa_sign_digest_extended")((extended, octet(s.key), digest, *sizes, s.curve))
    for name in ("sha256", "sha512"):
        made = signature_of(s, "mc_ecdsa_sign_digest_with_hash", hash_name=name)
        yield made((signature, octet(s.key), digest, *sizes, f"h{HASHES[name]}", s.curve))
        hashed = hashlib.new(name, s.message).digest()
        made = signature_of(s, "mc_ecdsa_sign_message_with_hash", hash_name=name, digest=hashed)
        arguments = (
            signature,
            octet(s.key),
            octet(s.message),
            count(s.key),
            count(s.message),
            f"h{HASHES[name]}",
            s.curve,
        )
        yield made(arguments)
    made = signature_of(s, "mc_ecdsa_sign_message", digest=hashlib.sha256(s.message).digest())
    yield made((signature, octet(s.key), octet(s.message), count(s.key), count(s.message), s.curve))
    public = s.public(s.key)
    arguments = (signature, octet(s.key), octet(public), digest, sizes[0], count(public), sizes[1], s.curve)
    yield signature_of(s, "mc_ecdsa_sign_digest_checked")(arguments)


@calls_of("mc_ecdsa_sign_digest_hedged", "mc_ecdsa_sign_digest_hedged_checked")
def hedged_signatures(s: Subject) -> Iterator[Call]:
    signature, digest, hedge = out(2 * s.scalar_bytes), octet(DIGEST), hashlib.sha256(s.key).digest()
    source = ("r", "t" + hedge.hex())
    plain = signature_of(s, "mc_ecdsa_sign_digest_hedged", extra=hedge)
    yield plain((signature, octet(s.key), digest, count(s.key), count(DIGEST), *source, s.curve))
    public, checked = s.public(s.key), signature_of(s, "mc_ecdsa_sign_digest_hedged_checked", extra=hedge)
    arguments = (signature, octet(s.key), octet(public), digest, count(s.key), count(public), count(DIGEST))
    yield checked((*arguments, *source, s.curve))


@calls_of("mc_ecdsa_sign_digest_random")
def random_signatures(s: Subject) -> Iterator[Call]:
    d, k = (int.from_bytes(key, "big") for key in (s.key, s.nonce))
    arguments = (out(2 * s.scalar_bytes), octet(s.key), octet(DIGEST), count(s.key), count(DIGEST), *s.tape(s.nonce))

    def made(outputs: list[bytes]) -> Secrets:
        found = secrets.given_nonce(d, k, outputs[0], s.order)
        return secrets.numbers(found, s.order, s.word_bits, s.radix_bits)

    yield Call("mc_ecdsa_sign_digest_random", (*arguments, s.curve), s.key_secrets(s.key), made)


@calls_of("mc_schnorr_sign", "mc_schnorr_sign_random", "mc_schnorr_sign_checked")
def schnorr(s: Subject) -> Iterator[Call]:
    d, size = int.from_bytes(s.key, "big"), s.scalar_bytes
    arguments = (out(32 + size), octet(s.key), octet(s.message), count(s.key), count(s.message), "i0", "hSHA-256")

    def made(outputs: list[bytes]) -> Secrets:
        r, sum_of = int.from_bytes(outputs[0][:32], "big"), int.from_bytes(outputs[0][32:], "big")
        return s.numbers(nonce=(sum_of - r * d) % s.order, r_d=r * d % s.order)

    yield Call("mc_schnorr_sign", (*arguments, s.curve), s.key_secrets(s.key), made)
    yield Call("mc_schnorr_sign_random", (*arguments, *s.tape(s.nonce), s.curve), s.key_secrets(s.key), made)
    public = s.public(s.key)
    arguments = (*arguments[:2], octet(public), *arguments[2:4], count(public), *arguments[4:])
    yield Call("mc_schnorr_sign_checked", (*arguments, s.curve), s.key_secrets(s.key), made)


@calls_of("mc_ecqv_issue", "mc_ecqv_receive")
def certificates(s: Subject) -> Iterator[Call]:
    info, request, n = b"node 17", s.public(s.peer_key), s.order
    size = len(info) + 1 + s.field_bytes
    issue = (out(size), out(s.scalar_bytes), octet(s.key), octet(request), octet(info), count(s.key), count(request))
    issue += (count(info), "hSHA-256", *s.tape(s.nonce), s.curve)
    d = int.from_bytes(s.key, "big")
    own = {**s.key_secrets(s.key), **s.key_secrets(s.nonce, "k")}

    def issued(outputs: list[bytes]) -> Secrets:
        r = int.from_bytes(outputs[1], "big")
        return s.numbers(e_k=(r - d) % n)  # r may be seen by anyone (SEC 4, 2.4)

    yield Call("mc_ecqv_issue", issue, own, issued)
    certificate, contribution = s.ask("mc_ecqv_issue", issue)
    authority = s.public(s.key)
    receive = (out(s.scalar_bytes), out(s.point_bytes), octet(certificate), octet(contribution), octet(s.peer_key))
    receive += (octet(authority), count(certificate), count(contribution), count(s.peer_key), count(authority))

    def received(outputs: list[bytes]) -> Secrets:
        new = int.from_bytes(outputs[0], "big")
        return {
            **s.numbers(e_k=(new - int.from_bytes(contribution, "big")) % n),
            **s.key_secrets(outputs[0], "new key"),
        }

    yield Call("mc_ecqv_receive", (*receive, "hSHA-256", s.curve), s.key_secrets(s.peer_key, "request key"), received)


@calls_of("mc_ecies_encrypt", "mc_ecies_encrypt_given", "mc_ecies_decrypt", forms=("Weierstrass", "Montgomery"))
def ecies(s: Subject) -> Iterator[Call]:
    public, z, message = s.public(s.peer_key), s.shared(s.nonce, s.peer_key), s.message
    r = s.public(s.nonce)
    for kdf in ("x963", "hkdf"):
        options = "e" + kdf
        derived = {"shared secret": z, "message": message, **secrets.ecies(z, r, len(message), kdf)}
        ephemeral = {**s.key_secrets(s.nonce, "ephemeral key"), **derived}
        size = out(len(r) + len(message) + 16)
        first = (size, octet(public), octet(message))
        given = (*first, octet(s.nonce), count(public), count(message), count(s.nonce), options, s.curve)
        drawn = (*first, count(public), count(message), options, *s.tape(s.nonce), s.curve)
        yield Call("mc_ecies_encrypt", drawn, ephemeral)
        yield Call("mc_ecies_encrypt_given", given, ephemeral)
        (ciphertext,) = s.ask("mc_ecies_encrypt_given", given)
        arguments = (out(len(message)), octet(s.peer_key), octet(ciphertext), count(s.peer_key), count(ciphertext))
        own = {**s.key_secrets(s.peer_key), **derived}
        yield Call("mc_ecies_decrypt", (*arguments, options, s.curve), own)


@calls_of("mc_elgamal_hashed_encrypt", "mc_elgamal_hashed_decrypt", forms=("Weierstrass", "Montgomery"))
def hashed_elgamal(s: Subject) -> Iterator[Call]:
    public, z, message = s.public(s.peer_key), s.shared(s.nonce, s.peer_key), s.message
    derived = {"shared secret": z, "message": message, "key stream": secrets.kdf_x963(z, b"", len(message))}
    size = out(s.point_bytes + len(message))
    arguments = (size, octet(public), octet(message), count(public), count(message), "hSHA-256", *s.tape(s.nonce))
    own = {**s.key_secrets(s.nonce, "ephemeral key"), **derived}
    yield Call("mc_elgamal_hashed_encrypt", (*arguments, s.curve), own)
    (ciphertext,) = s.ask("mc_elgamal_hashed_encrypt", (*arguments, s.curve))
    arguments = (out(len(message)), octet(s.peer_key), octet(ciphertext), count(s.peer_key), count(ciphertext))
    own = {**s.key_secrets(s.peer_key), **derived}
    yield Call("mc_elgamal_hashed_decrypt", (*arguments, "hSHA-256", s.curve), own)


@calls_of(
    *("mc_elgamal_embed", "mc_elgamal_extract", "mc_elgamal_encrypt_point", "mc_elgamal_decrypt_point"),
    *("mc_elgamal_encrypt", "mc_elgamal_decrypt"),
)
def elgamal(s: Subject) -> Iterator[Call]:
    """Points that carry messages have them in x."""
    message, public = s.message[: s.field_bytes - 4], s.public(s.peer_key)
    plain, z = {"message": message}, {"shared secret": s.shared(s.nonce, s.peer_key)}
    yield Call("mc_elgamal_embed", (out(s.point_bytes), *octets(message), s.curve), plain)
    (point,) = s.ask("mc_elgamal_embed", (out(s.point_bytes), *octets(message), s.curve))
    extract = (out(s.field_bytes), out(8), *octets(point), s.curve)
    yield Call("mc_elgamal_extract", extract, plain)
    own = {**s.key_secrets(s.nonce, "ephemeral key"), **plain, **z}
    for name, text in (("mc_elgamal_encrypt_point", point), ("mc_elgamal_encrypt", message)):
        arguments = (out(2 * s.point_bytes), octet(public), octet(text), count(public), count(text))
        yield Call(name, (*arguments, *s.tape(s.nonce), s.curve), own)
        (ciphertext,) = s.ask(name, (*arguments, *s.tape(s.nonce), s.curve))
    rest = (octet(s.peer_key), octet(ciphertext), count(s.peer_key), count(ciphertext), s.curve)
    own = {**s.key_secrets(s.peer_key), **plain, **z}
    yield Call("mc_elgamal_decrypt_point", (out(s.point_bytes), *rest), own)
    yield Call("mc_elgamal_decrypt", (out(s.field_bytes), out(8), *rest), own)


@calls_of(
    *("mc_eddsa_sign", "mc_eddsa_sign_context", "mc_eddsa_sign_digest", "mc_eddsa_sign_read", "mc_eddsa_sign_checked"),
    *("mc_eddsa_key_expand", "mc_eddsa_sign_expanded"),
    forms=("Edwards",),
)
def eddsa(s: Subject) -> Iterator[Call]:
    signature, context, own = out(2 * s.scalar_bytes), b"context", s.key_secrets(s.key)
    digest = hashlib.sha512(s.message).digest()
    texts = {"mc_eddsa_sign_context": s.message, "mc_eddsa_sign_digest": digest}
    sizes = (count(s.key), count(s.message))
    arguments = (signature, octet(s.key), octet(s.message), *sizes, s.curve)
    yield Call("mc_eddsa_sign", arguments, own, eddsa_secrets(s, dom(s), s.message))
    public = s.public(s.key)
    checked = (signature, octet(s.key), octet(public), octet(s.message), count(s.key), count(public), count(s.message))
    yield Call("mc_eddsa_sign_checked", (*checked, s.curve), own, eddsa_secrets(s, dom(s), s.message))
    expand = (out(3 * len(s.key) + 16), octet(s.key), count(s.key), s.curve)
    yield Call("mc_eddsa_key_expand", expand, own)
    (expanded,) = s.ask("mc_eddsa_key_expand", expand)
    arguments = (signature, octet(expanded), octet(s.message), octet(context))
    lengths = (count(expanded), count(s.message), count(context), s.curve)
    own_of_expanded = eddsa_secrets(s, dom(s, 0, context), s.message)
    yield Call("mc_eddsa_sign_expanded", (*arguments, *lengths), own, own_of_expanded)
    for name, text in texts.items():
        flagged = dom(s, int(name.endswith("digest")), context)
        arguments = (signature, octet(s.key), octet(text), octet(context), sizes[0], count(text), count(context))
        yield Call(name, (*arguments, s.curve), own, eddsa_secrets(s, flagged, text))
    arguments = (signature, octet(s.key), octet(context), *sizes, count(context), "x", octet(s.message), s.curve)
    yield Call("mc_eddsa_sign_read", arguments, own, eddsa_secrets(s, dom(s, 0, context), s.message))


@calls_of("mc_aes_encrypt", "mc_aes_ctr", forms=())
def aes(s: Subject) -> Iterator[Call]:
    for size in (16, 24, 32):
        key, block, text = s.draw.randbytes(size), s.draw.randbytes(16), s.draw.randbytes(100)
        own = {"key": key, **secrets.aes_round_keys(key)}
        yield Call("mc_aes_encrypt", (out(16), octet(block), *octets(key)), {**own, "block": block})
        stream = {"key stream": secrets.key_stream(key, block, 128), "text": text}
        arguments = (out(100), octet(block), octet(text), octet(key), count(text), count(key))
        yield Call("mc_aes_ctr", arguments, {**own, **stream})


@calls_of("mc_aes_ccm_encrypt", "mc_aes_ccm_decrypt", forms=())
def aes_ccm(s: Subject) -> Iterator[Call]:
    for size in (16, 32):
        key, nonce, text, data = s.draw.randbytes(size), s.draw.randbytes(13), s.draw.randbytes(40), b"data"
        counter = b"\x01" + nonce + b"\0\1"
        own = {"key": key, **secrets.aes_round_keys(key), "text": text}
        own |= {"key stream": secrets.key_stream(key, counter, 48)}
        sealed = secrets.sealed(key, nonce, text, data)
        for name, given, result in (("encrypt", text, sealed), ("decrypt", sealed, text)):
            sizes = (count(key), count(nonce), count(given), count(data), "i8")
            yield Call(f"mc_aes_ccm_{name}", (out(len(result)), *map(octet, (key, nonce, given, data)), *sizes), own)


@calls_of("mc_kdf_x963", "mc_hkdf", forms=())
def key_derivations(s: Subject) -> Iterator[Call]:
    secret, info, salt = s.draw.randbytes(32), b"info", b"salt"
    made = secrets.kdf_x963(secret, info, 96)
    arguments = (out(80), "i80", "hSHA-256", *octets(secret), *octets(info))
    yield Call("mc_kdf_x963", arguments, {"secret": secret, "output": made})
    key, made = secrets.hkdf(secret, salt, info, 96)
    arguments = (out(80), "i80", "hSHA-256", *octets(salt), *octets(secret), *octets(info))
    yield Call("mc_hkdf", arguments, {"secret": secret, "key": key, "output": made, **secrets.pads(key)})


@calls_of(
    *("mc_hmac_begin", "mc_hmac_feed", "mc_hmac_finish", "mc_hmac_sha256_set_key", "mc_hmac_sha256_begin"),
    "mc_hmac_sha256_finish",
    forms=(),
)
def hmac(s: Subject) -> Iterator[Call]:
    """The context, which holds the key, is the caller's."""
    key, text = s.draw.randbytes(32), s.draw.randbytes(150)
    own = {"key": key, "text": text, **secrets.pads(key)}
    for name, slot in (("sha256", "m0"), ("sha512", "m3")):
        yield Call("mc_hmac_begin", (slot, f"h{HASHES[name]}", *octets(key)), own)
        yield Call("mc_hmac_feed", (slot, *octets(text)), own)
        yield Call("mc_hmac_finish", (out(64), slot), own)
    yield Call("mc_hmac_sha256_set_key", ("m1", *octets(key)), own)
    yield Call("mc_hmac_sha256_begin", ("m2", "m1"), own)
    yield Call("mc_sha256_feed", ("m2", *octets(text)), own)
    yield Call("mc_hmac_sha256_finish", (out(32), "m2", "m1"), own)


@calls_of(
    *(f"mc_{name}_{step}" for name in ("hash", "sha1", "sha256", "sha512", "shake256") for step in ("feed", "finish")),
    "mc_shake256_squeeze",
    forms=(),
)
def hashes(s: Subject) -> Iterator[Call]:
    """For a secret text, whose digest is secret too."""
    text = s.draw.randbytes(300)
    sizes = {"hash": 32, "sha1": 20, "sha256": 32, "sha512": 64, "shake256": 114}
    for name, size in sizes.items():
        digest = hashlib.sha256(text) if name == "hash" else None if name == "shake256" else hashlib.new(name, text)
        made = digest.digest() if digest else hashlib.shake_256(text).digest(size)
        yield Call(f"mc_{name}_begin", ("m0", *(("hSHA-256",) if name == "hash" else ())), {})
        yield Call(f"mc_{name}_feed", ("m0", *octets(text)), {"text": text, "digest": made})
        if name == "shake256":
            yield Call("mc_shake256_squeeze", (out(size), f"i{size}", "m0"), {"text": text, "digest": made})
            yield Call("mc_shake256_finish", ("m0",), {"text": text, "digest": made})
        else:
            yield Call(f"mc_{name}_finish", (out(size), "m0"), {"text": text, "digest": made})
