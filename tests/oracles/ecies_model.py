"""ECIES in Python (SEC 1 version 2, 5.1), over PARI/GP's points, `cryptography` and hashlib: the tests' oracle."""

import dataclasses
import functools
import hashlib
import hmac
import random

from cryptography.hazmat.primitives.asymmetric.x448 import X448PrivateKey, X448PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from codegen.fields import bits
from tests.encryption_interface import Options
from tests.oracles import pari_curves as pari
from tests.src.encoding.test_encoding import y_bit

MONTGOMERY = {"Curve25519": (X25519PrivateKey, X25519PublicKey, 32), "Curve448": (X448PrivateKey, X448PublicKey, 56)}
CIPHER_KEY_BYTES = {"aes128_ctr": 16, "aes192_ctr": 24, "aes256_ctr": 32}


@dataclasses.dataclass(frozen=True)
class Exchange:
    """A key pair, an ephemeral one, and their shared secrets without and with the cofactor. R is uncompressed and
    compressed; on Montgomery curves both are the same."""

    private_key: bytes
    public_key: bytes
    ephemeral_key: bytes
    r: bytes
    r_compressed: bytes
    secret: bytes
    cofactor_secret: bytes


@functools.cache
def exchange(curve: str) -> Exchange:
    """One of each curve."""
    draw = random.Random(curve)
    if curve in MONTGOMERY:
        private, public, size = MONTGOMERY[curve]
        d, k = draw.randbytes(size), draw.randbytes(size)
        q, r = (private.from_private_bytes(key).public_key().public_bytes_raw() for key in (d, k))
        z = private.from_private_bytes(k).exchange(public.from_public_bytes(q))
        return Exchange(d, q, k, r, r, z, z)
    n, h = pari.order(curve), pari.RECORDS[curve]["h"]
    d, k = (draw.randrange(1, n) for _ in range(2))
    g = pari.text(pari.generator(curve))
    products = (d, k, d * k % n, h * d * k % n)
    q, r, z, hz = pari.evaluate(curve, [f"multiply({g}, {product})" for product in products])
    size, scalar = (bits(pari.FIELD_OF[curve]) + 7) // 8, (n.bit_length() + 7) // 8
    octets = functools.partial(int.to_bytes, length=size, byteorder="big")
    plain = [b"\x04" + octets(x) + octets(y) for x, y in (q, r)]
    compressed = bytes([2 + y_bit(curve, r)]) + octets(r[0])
    keys = (d.to_bytes(scalar, "big"), k.to_bytes(scalar, "big"))
    return Exchange(keys[0], plain[0], keys[1], plain[1], compressed, octets(z[0]), octets(hz[0]))


def kdf_x963(secret: bytes, info: bytes, count: int, hash_name: str) -> bytes:
    """SEC 1, 3.6.1."""
    size = hashlib.new(hash_name).digest_size
    blocks = (hashlib.new(hash_name, secret + i.to_bytes(4, "big") + info) for i in range(1, count // size + 2))
    return b"".join(block.digest() for block in blocks)[:count]


def kdf_hkdf(secret: bytes, info: bytes, count: int, hash_name: str) -> bytes:
    """RFC 5869 without a salt."""
    size = hashlib.new(hash_name).digest_size
    key = hmac.digest(bytes(size), secret, hash_name)
    block, output = b"", b""
    for i in range(1, -(-count // size) + 1):
        block = hmac.digest(key, block + info + bytes([i]), hash_name)
        output += block
    return output[:count]


KDFS = {"x963": kdf_x963, "hkdf": kdf_hkdf}


def encrypt(parts: Exchange, message: bytes, options: Options) -> bytes:
    """R, C, T."""
    r = parts.r_compressed if options.is_compressed else parts.r
    secret = parts.cofactor_secret if options.has_cofactor else parts.secret
    info = (r if options.binds_ephemeral else b"") + options.shared_info1
    mac_bytes = hashlib.new(options.hash).digest_size
    key_bytes = CIPHER_KEY_BYTES.get(options.cipher, len(message))
    counter_bytes = 16 if options.derives_counter and options.cipher != "xor" else 0
    keys = KDFS[options.kdf](secret, info, key_bytes + counter_bytes + mac_bytes, options.hash)
    key, counter, mac_key = keys[:key_bytes], keys[key_bytes:-mac_bytes], keys[-mac_bytes:]
    if options.cipher == "xor":
        body = bytes(a ^ b for a, b in zip(message, key, strict=True))
    else:
        body = Cipher(algorithms.AES(key), modes.CTR(counter or bytes(16))).encryptor().update(message)
    return r + body + hmac.digest(mac_key, body + options.shared_info2, options.hash)[: options.tag_bytes]
