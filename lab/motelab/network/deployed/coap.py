"""CoAP messages (RFC 7252) protected by OSCORE (RFC 8613), and the request that carries EDHOC's last message, too (RFC
9668). Only what such an exchange sends."""

from collections.abc import Sequence

import cbor2
from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CONFIRMABLE, ACKNOWLEDGEMENT = 0, 2
POST, CHANGED = 0x02, 0x44
OSCORE_OPTION, URI_PATH, CONTENT_FORMAT, EDHOC_OPTION = 9, 11, 12, 21
CID_EDHOC, EDHOC = 65, 64  # content formats of EDHOC's messages (RFC 9528, 10.9)
AES_CCM_16_64_128, TAG_BYTES, KEY_BYTES, NONCE_BYTES = 10, 8, 16, 13
MARKER = b"\xff"
Option = tuple[int, bytes]


def options(values: Sequence[Option]) -> bytes:
    """Options in rising order of their numbers, none of them long."""
    found, last = b"", 0
    for number, value in values:
        delta, last = number - last, number
        if delta > 268 or len(value) > 268:
            raise ValueError("an option is further away, or longer, than this writes")
        high, more = (delta, b"") if delta < 13 else (13, bytes([delta - 13]))
        low, longer = (len(value), b"") if len(value) < 13 else (13, bytes([len(value) - 13]))
        found += bytes([high << 4 | low]) + more + longer + value
    return found


def message(
    kind: int, code: int, number: int, token: bytes, values: Sequence[Option] = (), payload: bytes = b""
) -> bytes:
    """A message with its header."""
    head = bytes([1 << 6 | kind << 4 | len(token), code]) + number.to_bytes(2)
    return head + token + options(values) + (MARKER + payload if payload else b"")


def plaintext(code: int, values: Sequence[Option] = (), payload: bytes = b"") -> bytes:
    """What OSCORE encrypts: code, options and payload of the message."""
    return bytes([code]) + options(values) + (MARKER + payload if payload else b"")


def number_octets(number: int) -> bytes:
    """A partial IV: the shortest, at least an octet."""
    return number.to_bytes(max(1, -(-number.bit_length() // 8)))


def derived(secret: bytes, salt: bytes, who: bytes, what: str, count: int) -> bytes:
    """A key or the common IV of a security context (RFC 8613, 3.2.1)."""
    info = cbor2.dumps([who, None, AES_CCM_16_64_128, what, count])
    return HKDF(SHA256(), count, salt, info).derive(secret)


def sealed(key: bytes, iv: bytes, asker: bytes, number: int, text: bytes) -> bytes:
    """The ciphertext of a request by `asker` with that number, or of its response, which has no number of its own."""
    partial = number_octets(number)
    external = cbor2.dumps([1, [AES_CCM_16_64_128], asker, partial, b""])
    aad = cbor2.dumps(["Encrypt0", b"", external])
    padded = bytes([len(asker)]) + asker.rjust(NONCE_BYTES - 6, b"\0") + partial.rjust(5, b"\0")
    nonce = bytes(a ^ b for a, b in zip(padded, iv, strict=True))
    return AESCCM(key, TAG_BYTES).encrypt(nonce, text, aad)


def request_option(asker: bytes, number: int) -> Option:
    """The OSCORE option of a request."""
    partial = number_octets(number)
    return OSCORE_OPTION, bytes([0x08 | len(partial)]) + partial + asker


RESPONSE_OPTION: Option = (OSCORE_OPTION, b"")


def first_message(message_1: bytes, has_format: bool = True) -> tuple[Sequence[Option], bytes]:
    """Options and payload of the request with EDHOC's message 1."""
    path = ((URI_PATH, b".well-known"), (URI_PATH, b"edhoc"))
    return (*path, *([(CONTENT_FORMAT, bytes([CID_EDHOC]))] if has_format else [])), b"\xf5" + message_1
