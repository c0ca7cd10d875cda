"""The bytes that must not be found after a call: secrets in every form that the library may give them."""

import hashlib
import hmac
import re
import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from codegen.rfc6979 import states

Secrets = dict[str, bytes]


def numbers(values: dict[str, int], order: int, word_bits: int, size: int) -> Secrets:
    """Numbers modulo the order, little-endian: unchanged, in Montgomery form, negated, and with multiples of the
    order added, as multiplications do to give all one length."""
    radix = 1 << size
    octets = size // 8 + 8
    found = {}
    for name, value in values.items():
        forms = {"": value, " R": value * radix % order, " negated": order - value % order}
        forms |= {f" + {i} n": value + i * order for i in (1, 2)}
        found |= {name + form: number.to_bytes(octets, "little").rstrip(b"\0") for form, number in forms.items()}
    return found


def ecdsa(d: int, digest: bytes, signature: bytes, order: int, hash_name: str = "sha256", extra: bytes = b"") -> dict:
    """Numbers and bytes of a signature with the nonce of RFC 6979."""
    size = len(signature) // 2
    r, s = (int.from_bytes(half, "big") for half in (signature[:size], signature[size : 2 * size]))
    k, key, value = next(state for state in states(order, d, digest, hash_name, extra) if 1 <= state[0] < order)
    return {"nonce": k, "1/k": pow(k, -1, order), "d r": d * r % order, "e + d r": s * k % order}, {
        "K": key,
        "V": value,
        **pads(key, "K"),
    }


def given_nonce(d: int, k: int, signature: bytes, order: int) -> dict[str, int]:
    """Numbers of an ECDSA signature with this nonce."""
    size = len(signature) // 2
    r, s = (int.from_bytes(half, "big") for half in (signature[:size], signature[size:]))
    return {"nonce": k, "1/k": pow(k, -1, order), "d r": d * r % order, "e + d r": s * k % order}


def xor(octets: bytes, mask: int) -> bytes:
    return bytes(octet ^ mask for octet in octets)


def pads(key: bytes, name: str = "HMAC key") -> Secrets:
    """HMAC's key with both pads; the SHA-256 states after these blocks, which suffice to make tags; and the last
    words of the blocks' expansion, which reveal the blocks."""
    found = {f"{name}, inner pad": xor(key, 0x36), f"{name}, outer pad": xor(key, 0x5C)}
    if len(key) <= 64:
        for pad, mask in (("inner", 0x36), ("outer", 0x5C)):
            state, schedule = sha256_block(xor(key.ljust(64, b"\0"), mask))
            found |= {f"{name}, {pad} state": words(state), f"{name}, {pad} schedule": words(schedule[-16:])}
    return found


def words(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % p for p in found):
            found.append(candidate)
        candidate += 1
    return found


def root_bits(value: int, degree: int) -> int:
    """The first 32 bits of the fraction of a square or cube root (FIPS 180-4, 4.2.2 and 5.3.3)."""
    low, high = 0, 1 << 64
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= value << 32 * degree else (low, middle)
    return low & 0xFFFFFFFF


def sha256_block(block: bytes) -> tuple[list[int], list[int]]:
    """State and message schedule of SHA-256 after one block."""

    def rotate(x: int, bits: int) -> int:
        return (x >> bits | x << 32 - bits) & 0xFFFFFFFF

    constants, initial = ([root_bits(p, degree) for p in primes(count)] for count, degree in ((64, 3), (8, 2)))
    w = list(struct.unpack(">16I", block))
    for t in range(16, 64):
        s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3
        s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10
        w.append((s1 + w[t - 7] + s0 + w[t - 16]) & 0xFFFFFFFF)
    a, b, c, d, e, f, g, h = initial
    for constant, word in zip(constants, w, strict=True):
        big1, choice = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25), e & f ^ ~e & g
        big0, majority = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22), a & b ^ a & c ^ b & c
        first = h + big1 + choice + constant + word
        a, b, c, d, e, f, g, h = (first + big0 + majority) & 0xFFFFFFFF, a, b, c, (d + first) & 0xFFFFFFFF, e, f, g
    return [(x + y) & 0xFFFFFFFF for x, y in zip(initial, (a, b, c, d, e, f, g, h), strict=True)], w


def aes_round_keys(key: bytes) -> Secrets:
    """FIPS 197, 5.2. The S-box comes from AES itself: the last round of a key of zeros shows nothing else."""
    box, count = s_box(), len(key) // 4
    expanded = [key[4 * i : 4 * i + 4] for i in range(count)]
    constant = 1
    for i in range(count, 4 * (count + 7)):
        word = expanded[-1]
        if i % count == 0:
            word = bytes(box[x] for x in word[1:] + word[:1])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = constant << 1 ^ (0x11B if constant & 0x80 else 0)
        elif count > 6 and i % count == 4:
            word = bytes(box[x] for x in word)
        expanded.append(bytes(a ^ b for a, b in zip(expanded[i - count], word, strict=True)))
    return {f"round key {i}": b"".join(expanded[4 * i : 4 * i + 4]) for i in range(len(expanded) // 4)}


def s_box() -> list[int]:
    """FIPS 197, 5.1.1: the inverse in F_256, then the affine map."""

    def product(a: int, b: int) -> int:
        result = 0
        while b:
            result ^= a if b & 1 else 0
            a = a << 1 ^ (0x11B if a & 0x80 else 0)
            b >>= 1
        return result

    box = []
    for x in range(256):
        inverse = next((y for y in range(256) if product(x, y) == 1), 0)
        bits = inverse | inverse << 8
        box.append(0x63 ^ inverse ^ (bits >> 7 ^ bits >> 6 ^ bits >> 5 ^ bits >> 4) & 0xFF)
    return box


def key_stream(key: bytes, counter: bytes, count: int) -> bytes:
    return Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor().update(bytes(count))


def sealed(key: bytes, nonce: bytes, message: bytes, data: bytes) -> bytes:
    """AES-CCM with a tag of 8 bytes."""
    return AESCCM(key, 8).encrypt(nonce, message, data)


def kdf_x963(secret: bytes, info: bytes, count: int, hash_name: str = "sha256") -> bytes:
    blocks = (hashlib.new(hash_name, secret + i.to_bytes(4, "big") + info).digest() for i in range(1, count // 20 + 2))
    return b"".join(blocks)[:count]


def hkdf(secret: bytes, salt: bytes, info: bytes, count: int) -> tuple[bytes, bytes]:
    """The extracted key; the output."""
    key = hmac.digest(salt or bytes(32), secret, "sha256")
    block, output = b"", b""
    for i in range(1, -(-count // 32) + 1):
        block = hmac.digest(key, block + info + bytes([i]), "sha256")
        output += block
    return key, output[:count]


def ecies(secret: bytes, r: bytes, message_bytes: int, kdf: str = "x963") -> Secrets:
    """Keys of AES-128 and HMAC-SHA-256."""
    if kdf == "x963":
        extracted, keys = {}, kdf_x963(secret, r, 48)
    else:
        key, keys = hkdf(secret, b"", r, 48)
        extracted = {"HKDF key": key, **pads(key, "HKDF key")}
    cipher_key, mac_key = keys[:16], keys[16:]
    stream = key_stream(cipher_key, bytes(16), message_bytes)
    return {"key stream": stream, "HMAC key": mac_key, **aes_round_keys(cipher_key), **pads(mac_key), **extracted}


def parts(secret: bytes, count: int) -> set[bytes]:
    """Every run of `count` bytes, in either order, except runs of a single byte value, which are found anywhere."""
    runs = {secret[i : i + count] for i in range(len(secret) - count + 1)}
    return {run for each in runs if len(set(each)) > 1 for run in (each, each[::-1])}


def found_in(memory: bytes, secrets: Secrets, count: int) -> dict[str, bytes]:
    """The secrets with a part of `count` bytes in the memory, and the longest run of each there."""
    pieces = re.split(rb"\0{32,}|\xa5{32,}", memory)  # most of the memory: untouched, or wiped
    windows = {piece[i : i + count] for piece in pieces for i in range(len(piece) - count + 1)}
    found = {name: parts(secret, count) & windows for name, secret in secrets.items()}
    return {name: longest(secrets[name], memory, count) for name, runs in found.items() if runs}


def longest(secret: bytes, memory: bytes, count: int) -> bytes:
    """The longest run of the secret, in either order, in the memory."""
    best = b""
    for text in (secret, secret[::-1]):
        for start in range(len(text)):
            end = start + max(count, len(best) + 1)
            while end <= len(text) and text[start:end] in memory:
                best = text[start:end]
                end += 1
    return best
