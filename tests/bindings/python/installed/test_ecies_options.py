"""Every option of ECIES against a model in Python: HMAC and hashes from the standard library, AES from
`cryptography`."""

import hashlib
import hmac

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

import motecurve
from motecurve import ecdh, ecies

MESSAGE = b"node 17: 21.5 degrees, node 18: 22 degrees"
AES = {"aes128-ctr": 16, "aes192-ctr": 24, "aes256-ctr": 32}
OPTIONS = [
    ecies.Options(),
    ecies.Options(hash="SHA-512", tag_bytes=64),
    ecies.Options(kdf="hkdf", cipher="aes256-ctr"),
    ecies.Options(cipher="aes192-ctr", hash="SHA-384", tag_bytes=8),
    ecies.Options(cipher="xor", tag_bytes=32),
    ecies.Options(cofactor=True),
    ecies.Options(compressed=True),
    ecies.Options(binds_ephemeral=False),
    ecies.Options(derives_counter=True),
    ecies.Options(shared_info1=b"one"),
    ecies.Options(shared_info2=b"two and more"),
    ecies.Options(kdf="hkdf", compressed=True, derives_counter=True, shared_info1=b"one", shared_info2=b"two"),
]


def derived(options: ecies.Options, secret: bytes, info: bytes, count: int) -> bytes:
    name = options.hash.replace("-", "").lower()
    if options.kdf == "x963":
        blocks = (hashlib.new(name, secret + i.to_bytes(4, "big") + info).digest() for i in range(1, 20))
        return b"".join(blocks)[:count]
    key, out, block = hmac.digest(bytes(hashlib.new(name).digest_size), secret, name), b"", b""
    while len(out) < count:
        block = hmac.digest(key, block + info + bytes([len(out) // len(key) + 1]), name)
        out += block
    return out[:count]


def model(options: ecies.Options, ephemeral: bytes, secret: bytes) -> bytes:
    """The ciphertext of MESSAGE."""
    name = options.hash.replace("-", "").lower()
    info = (ephemeral if options.binds_ephemeral else b"") + options.shared_info1
    cipher_bytes = AES.get(options.cipher, len(MESSAGE))
    counter_bytes = 16 if options.derives_counter and options.cipher in AES else 0
    keys = derived(options, secret, info, cipher_bytes + counter_bytes + hashlib.new(name).digest_size)
    own, counter, mac = keys[:cipher_bytes], keys[cipher_bytes:][:counter_bytes], keys[cipher_bytes + counter_bytes :]
    if options.cipher == "xor":
        body = bytes(a ^ b for a, b in zip(own, MESSAGE, strict=True))
    else:
        body = Cipher(algorithms.AES(own), modes.CTR(counter or bytes(16))).encryptor().update(MESSAGE)
    return ephemeral + body + hmac.digest(mac, body + options.shared_info2, name)[: options.tag_bytes]


@pytest.mark.parametrize("name", ["secp256r1", "sect233k1", "Curve25519"])
@pytest.mark.parametrize("options", OPTIONS, ids=[str(number) for number in range(len(OPTIONS))])
def test_options(name, options):
    curve = motecurve.curve(name)
    key, ephemeral = curve.generate_key(), curve.generate_key()
    if options.compressed and not curve.is_weierstrass:
        with pytest.raises(motecurve.UnsupportedError):
            ecies.encrypt(key.public_key, MESSAGE, options=options)
        return
    secret = bytes(ecdh.agree(ephemeral, key.public_key, cofactor=options.cofactor))
    point = ephemeral.public_key.to_bytes("compressed" if options.compressed else "uncompressed")
    expected = model(options, point, secret)
    assert ecies.encrypt_given(key.public_key, MESSAGE, ephemeral, options=options) == expected
    assert ecies.decrypt(key, expected, options=options) == MESSAGE
    assert len(expected) == len(MESSAGE) + ecies.overhead_bytes(curve, options=options)
    drawn = ecies.encrypt(key.public_key, MESSAGE, options=options)
    assert drawn != expected and ecies.decrypt(key, drawn, options=options) == MESSAGE
