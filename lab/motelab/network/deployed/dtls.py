"""DTLS 1.2 (RFC 6347) and 1.3 (RFC 9147) with raw public keys on both sides (RFC 7250): their messages, octet by octet,
with zeros where keys, random numbers and signatures stand. On secp256r1, with AES-128-CCM-8 and ECDSA, a minimum of
algorithms and extensions, and as many messages as possible in a record."""

from collections.abc import Sequence

SECP256R1, ECDSA_SHA256 = b"\x00\x17", b"\x04\x03"
CCM_8_OF_12, CCM_8_OF_13 = b"\xc0\xae", b"\x13\x05"
RAW_PUBLIC_KEY = b"\x02"
POINT_BYTES, KEY_INFO_BYTES, SIGNATURE_BYTES = 65, 91, 71  # a signature in DER: 70 to 72, on average 71
TAG_BYTES, EXPLICIT_NONCE_BYTES, RECORD_HEADER_BYTES = 8, 8, 13
UNIFIED_HEADER_BYTES = 2  # 8 bits of the number and no length; an octet more with a connection id of one
(CLIENT_HELLO, SERVER_HELLO, HELLO_VERIFY_REQUEST, ENCRYPTED_EXTENSIONS, CERTIFICATE, SERVER_KEY_EXCHANGE,
 CERTIFICATE_REQUEST, SERVER_HELLO_DONE, CERTIFICATE_VERIFY, CLIENT_KEY_EXCHANGE, FINISHED) = (
    1, 2, 3, 8, 11, 12, 13, 14, 15, 16, 20)  # fmt: skip


def vector(bytes_of_length: int, *parts: bytes) -> bytes:
    """Parts behind their length."""
    text = b"".join(parts)
    return len(text).to_bytes(bytes_of_length) + text


def extension(number: int, *parts: bytes) -> bytes:
    return number.to_bytes(2) + vector(2, *parts)


def handshake(kind: int, *parts: bytes) -> bytes:
    """A message in one fragment."""
    text = b"".join(parts)
    length = len(text).to_bytes(3)
    return bytes([kind]) + length + bytes(2) + bytes(3) + length + text


GROUPS = extension(10, vector(2, SECP256R1))
POINT_FORMATS = extension(11, vector(1, b"\0"))
SIGNATURES = extension(13, vector(2, ECDSA_SHA256))
MASTER_SECRET = extension(23)
OFFERS_KEYS = extension(19, vector(1, RAW_PUBLIC_KEY)) + extension(20, vector(1, RAW_PUBLIC_KEY))
TAKES_KEYS = extension(19, RAW_PUBLIC_KEY) + extension(20, RAW_PUBLIC_KEY)
SIGNATURE = ECDSA_SHA256 + vector(2, bytes(SIGNATURE_BYTES))


def connection_id(octets: int) -> bytes:
    """The extension (RFC 9146), or nothing."""
    return extension(54, vector(1, bytes(octets))) if octets else b""


def hello(suites: bytes, cookie: bytes, *extensions: bytes) -> bytes:
    """A client's, without a session."""
    parts = (b"\xfe\xfd", bytes(32), b"\0", vector(1, cookie), vector(2, suites), b"\x01\0")
    return handshake(CLIENT_HELLO, *parts, vector(2, *extensions))


def answer(suite: bytes, *extensions: bytes, session: bytes = b"") -> bytes:
    """A server's hello."""
    return handshake(SERVER_HELLO, b"\xfe\xfd", bytes(32), vector(1, session), suite, b"\0", vector(2, *extensions))


# DTLS 1.3


def flights_13(connection_id_bytes: int = 0) -> list[int]:
    """Octets of the three flights."""
    ids = connection_id(connection_id_bytes)
    key_share = SECP256R1 + vector(2, bytes(POINT_BYTES))
    first = hello(CCM_8_OF_13, b"", GROUPS, SIGNATURES, extension(51, vector(2, key_share)),
                  extension(43, vector(1, b"\x03\x04")), OFFERS_KEYS, ids)  # fmt: skip
    second = answer(CCM_8_OF_13, extension(51, key_share), extension(43, b"\x03\x04"), ids)
    certificate = handshake(CERTIFICATE, b"\0", vector(3, vector(3, bytes(KEY_INFO_BYTES)), vector(2)))
    proof = certificate + handshake(CERTIFICATE_VERIFY, SIGNATURE) + handshake(FINISHED, bytes(32))
    asked = handshake(ENCRYPTED_EXTENSIONS, vector(2, TAKES_KEYS))
    asked += handshake(CERTIFICATE_REQUEST, b"\0", vector(2, SIGNATURES))
    return [
        RECORD_HEADER_BYTES + len(first),
        RECORD_HEADER_BYTES + len(second) + protected_13(len(asked + proof), connection_id_bytes),
        protected_13(len(proof), connection_id_bytes),
    ]


def protected_13(octets: int, connection_id_bytes: int = 0) -> int:
    """A record of so many octets: header, the type behind them, the tag."""
    return UNIFIED_HEADER_BYTES + connection_id_bytes + octets + 1 + TAG_BYTES


# DTLS 1.2


def messages_12(cookie_bytes: int = 0) -> list[list[bytes]]:
    """The messages of each flight: without a cookie four flights, with one six."""
    offers = (OFFERS_KEYS, GROUPS, POINT_FORMATS, SIGNATURES, MASTER_SECRET)
    certificate = handshake(CERTIFICATE, vector(3, bytes(KEY_INFO_BYTES)))
    curve = b"\x03" + SECP256R1
    flights = [[hello(CCM_8_OF_12, bytes(cookie_bytes), *offers)]]
    if cookie_bytes:
        asks = handshake(HELLO_VERIFY_REQUEST, b"\xfe\xff", vector(1, bytes(cookie_bytes)))
        flights = [[hello(CCM_8_OF_12, b"", *offers)], [asks], *flights]
    flights.append([
        answer(CCM_8_OF_12, TAKES_KEYS, POINT_FORMATS, MASTER_SECRET),
        certificate,
        handshake(SERVER_KEY_EXCHANGE, curve, vector(1, bytes(POINT_BYTES)), SIGNATURE),
        handshake(CERTIFICATE_REQUEST, vector(1, b"\x40"), vector(2, ECDSA_SHA256), vector(2)),
        handshake(SERVER_HELLO_DONE),
    ])  # fmt: skip
    flights.append([
        certificate,
        handshake(CLIENT_KEY_EXCHANGE, vector(1, bytes(POINT_BYTES))),
        handshake(CERTIFICATE_VERIFY, SIGNATURE),
    ])  # fmt: skip
    return flights


def flights_12(cookie_bytes: int = 0) -> list[int]:
    """Octets of each flight; the last two end with ChangeCipherSpec and Finished."""
    ends = RECORD_HEADER_BYTES + 1 + protected_12(len(handshake(FINISHED, bytes(12))))
    lengths = [RECORD_HEADER_BYTES + sum(map(len, flight)) for flight in messages_12(cookie_bytes)]
    return [*lengths[:-1], lengths[-1] + ends, ends]


def protected_12(octets: int) -> int:
    """A record of so many octets: header, nonce, tag."""
    return RECORD_HEADER_BYTES + EXPLICIT_NONCE_BYTES + octets + TAG_BYTES


def transcript(flights: Sequence[int]) -> int:
    """Octets that both sides hash, about: what was sent, less the records' headers."""
    return sum(flights) - RECORD_HEADER_BYTES * len(flights)
