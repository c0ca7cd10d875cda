"""A whole handshake of DTLS 1.2 (RFC 6347) with raw public keys on both sides, TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8 on
secp256r1, and a protected datagram each way: the octets that an implementation must send, given its keys and what it
draws. Each message goes in a datagram of its own, with the extensions that TinyDTLS sends. Signatures and agreements
are those of codegen's curve and of `cryptography`, and none of this is TinyDTLS's."""

import dataclasses
import hashlib
import hmac

from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from codegen.points import PrimeCurve
from motelab.network.deployed import dtls
from motelab.network.deployed.dtls import extension, vector
from motelab.subjects import curves

CHANGE_CIPHER_SPEC, HANDSHAKE, APPLICATION_DATA = 20, 22, 23  # types of records
VERSION_10, VERSION_12 = b"\xfe\xff", b"\xfe\xfd"
CCM_OF_12, NO_RENEGOTIATION = b"\xc0\xac", b"\x00\xff"  # RFC 7251; RFC 5746, 3.3
RENEGOTIATION = extension(0xFF01, b"\0")
KEY_INFO = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200")  # before a point (RFC 5480)
MASTER_BYTES, KEY_BYTES, SALT_BYTES, VERIFY_BYTES, COOKIE_BYTES = 48, 16, 4, 12, 16
RECORD = curves.find("secp256r1")
Point = tuple[int, int]
CURVE = PrimeCurve(RECORD.modulus, -3, RECORD.generator)


@dataclasses.dataclass
class Side:
    """What a side has and draws: its key, its random octets, the private key of the exchange, the signature's nonce,
    the octets of its cookies; the point that it sends for a public key of the exchange in an attack; its counters of
    records in each epoch, and of messages."""

    key: int
    random: bytes
    ephemeral: int
    nonce: int
    cookie_secret: bytes
    sends: Point | None = None
    records: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    messages: int = 0

    def public(self) -> Point:
        return CURVE.multiply(self.key, CURVE.generator)

    def share(self) -> bytes:
        """The public key of the exchange, uncompressed."""
        return point(self.exchanged())

    def exchanged(self) -> Point:
        return self.sends or CURVE.multiply(self.ephemeral, CURVE.generator)

    def record(self, kind: int, text: bytes, version: bytes = VERSION_12) -> bytes:
        """In the first epoch."""
        number, self.records[0] = self.records[0], self.records[0] + 1
        return bytes([kind]) + version + number.to_bytes(8) + vector(2, text)

    def message(self, kind: int, *parts: bytes) -> bytes:
        """The next message, in one fragment."""
        text = b"".join(parts)
        number, self.messages = self.messages, self.messages + 1
        length = len(text).to_bytes(3)
        return bytes([kind]) + length + number.to_bytes(2) + bytes(3) + length + text

    def sealed(self, kind: int, text: bytes, key: bytes, salt: bytes) -> bytes:
        """A protected record of the second epoch (RFC 6655)."""
        number, self.records[1] = (1 << 48) + self.records[1], self.records[1] + 1
        head = number.to_bytes(8)
        data = head + bytes([kind]) + VERSION_12 + len(text).to_bytes(2)
        return bytes([kind]) + VERSION_12 + head + vector(
            2, head, AESCCM(key, dtls.TAG_BYTES).encrypt(salt + head, text, data))  # fmt: skip


def point(p: Point) -> bytes:
    return b"\x04" + p[0].to_bytes(32) + p[1].to_bytes(32)


def integer(number: int) -> bytes:
    """In DER."""
    return b"\x02" + vector(1, number.to_bytes(number.bit_length() // 8 + 1))


def signature(key: int, nonce: int, text: bytes) -> bytes:
    """ECDSA with SHA-256, with its algorithm and length before it."""
    n = RECORD.order
    r = CURVE.multiply(nonce, CURVE.generator)[0] % n
    s = pow(nonce, -1, n) * (int.from_bytes(hashlib.sha256(text).digest()) + r * key) % n
    return dtls.ECDSA_SHA256 + vector(2, b"\x30", vector(1, integer(r), integer(s)))


def prf(secret: bytes, label: bytes, seed: bytes, count: int) -> bytes:
    """RFC 5246, 5."""
    found, a = b"", label + seed
    while len(found) < count:
        a = hmac.digest(secret, a, "sha256")
        found += hmac.digest(secret, a + label + seed, "sha256")
    return found[:count]


def client_hello(side: Side, cookie: bytes) -> bytes:
    extensions = (dtls.OFFERS_KEYS, dtls.GROUPS, dtls.POINT_FORMATS, dtls.SIGNATURES, dtls.MASTER_SECRET)
    suites = dtls.CCM_8_OF_12 + CCM_OF_12 + NO_RENEGOTIATION
    return side.message(
        dtls.CLIENT_HELLO, VERSION_12, side.random, b"\0", vector(1, cookie), vector(2, suites), b"\x01\0",
        vector(2, *extensions),
    )  # fmt: skip


def cookie_of(secret: bytes, address: bytes, hello: bytes) -> bytes:
    """A server's cookie is its own affair; this is TinyDTLS's, of the address and of the hello without extensions."""
    body = hello[12:]
    before, after = body[:35], body[36 + body[35] :]
    suites = 2 + int.from_bytes(after[:2])
    kept = after[: suites + 1 + after[suites]]
    return hmac.digest(secret, address + before + kept, "sha256")[:COOKIE_BYTES]


def handshake(client: Side, server: Side, address: bytes, asked: bytes, told: bytes) -> list[tuple[str, bytes]]:
    """The datagrams, each with its sender: "client" or "server". `address` are the octets by which the server knows
    the client; `asked` and `told` are the data."""
    found: list[tuple[str, bytes]] = []
    text = b""  # of all messages since the last hello of the client

    def send(name: str, side: Side, message: bytes, version: bytes = VERSION_12) -> None:
        nonlocal text
        text += message
        found.append((name, side.record(HANDSHAKE, message, version)))

    hello = client_hello(client, b"")
    send("client", client, hello, VERSION_10)
    cookie = cookie_of(server.cookie_secret, address, hello)
    send("server", server, server.message(dtls.HELLO_VERIFY_REQUEST, VERSION_12, vector(1, cookie)), VERSION_10)
    text = b""
    send("client", client, client_hello(client, cookie), VERSION_10)
    takes = (dtls.TAKES_KEYS, dtls.POINT_FORMATS, dtls.MASTER_SECRET, RENEGOTIATION)
    send("server", server, server.message(
        dtls.SERVER_HELLO, VERSION_12, server.random, b"\0", dtls.CCM_8_OF_12, b"\0", vector(2, *takes)))  # fmt: skip

    def certificate(side: Side) -> bytes:
        return side.message(dtls.CERTIFICATE, vector(3, KEY_INFO, point(side.public())))

    send("server", server, certificate(server))
    share = b"\x03" + dtls.SECP256R1 + vector(1, server.share())
    proof = signature(server.key, server.nonce, client.random + server.random + share)
    send("server", server, server.message(dtls.SERVER_KEY_EXCHANGE, share, proof))
    wanted = (vector(1, b"\x40"), vector(2, dtls.ECDSA_SHA256), vector(2))
    send("server", server, server.message(dtls.CERTIFICATE_REQUEST, *wanted))
    send("server", server, server.message(dtls.SERVER_HELLO_DONE))
    send("client", client, certificate(client))
    send("client", client, client.message(dtls.CLIENT_KEY_EXCHANGE, vector(1, client.share())))
    one, other = (client, server) if server.sends else (server, client)
    agreed = CURVE.multiply(one.ephemeral, other.exchanged())[0].to_bytes(32)
    master = prf(agreed, b"extended master secret", hashlib.sha256(text).digest(), MASTER_BYTES)  # RFC 7627
    send("client", client, client.message(dtls.CERTIFICATE_VERIFY, signature(client.key, client.nonce, text)))
    block = prf(master, b"key expansion", server.random + client.random, 2 * (KEY_BYTES + SALT_BYTES))
    keys, salts = (block[:16], block[16:32]), (block[32:36], block[36:])
    for name, side, key, salt in (("client", client, keys[0], salts[0]), ("server", server, keys[1], salts[1])):
        found.append((name, side.record(CHANGE_CIPHER_SPEC, b"\x01")))
        code = prf(master, name.encode() + b" finished", hashlib.sha256(text).digest(), VERIFY_BYTES)
        finished = side.message(dtls.FINISHED, code)
        text += finished
        found.append((name, side.sealed(HANDSHAKE, finished, key, salt)))
    found.append(("client", client.sealed(APPLICATION_DATA, asked, keys[0], salts[0])))
    found.append(("server", server.sealed(APPLICATION_DATA, told, keys[1], salts[1])))
    return found
