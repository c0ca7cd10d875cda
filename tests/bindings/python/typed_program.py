"""A program that the type checker reads, and that runs: every function with its types of arguments and results."""

import motecurve
from motecurve import (
    Curve,
    MotecurveError,
    PrivateKey,
    PublicKey,
    SharedSecret,
    Signed,
    bls,
    ecdh,
    ecdsa,
    ecies,
    ecmqv,
    ecqv,
    eddsa,
    hpke,
    ibe,
    schnorr,
    spake2plus,
)

curve: Curve = motecurve.curve("secp256r1")
key: PrivateKey = curve.generate_key()
public: PublicKey = key.public_key
message = bytearray(b"node 17: 21.5 degrees")

signature: bytes = ecdsa.sign(key, memoryview(message), hash="SHA-512", nonce="hedged", checked=True, der=True)
assert ecdsa.verify(public, signature, message, hash="SHA-512", der=True) is None  # type: ignore[func-returns-value]
secret: SharedSecret = ecdh.agree(key, public, cofactor=True)
secrets: list[SharedSecret | MotecurveError] = ecdh.agree_many([(key, public)])
derived: bytes = secret.hkdf(32, info=b"radio")
agreed: SharedSecret = ecmqv.agree(key, key, public, public)
plain: bytes = ecies.decrypt(
    key, ecies.encrypt(public, message, options=ecies.Options(tag_bytes=32)), options=ecies.Options(tag_bytes=32)
)
schnorr.verify(public, schnorr.sign(key, message, form="optimised"), message, form="optimised")
issued: ecqv.Issued = ecqv.issue(key, public, b"node 17")
own: PrivateKey = ecqv.receive(*issued, key, public)
sender: hpke.Sender = hpke.Sender(public, key, info=message, options=hpke.Options(aead="aes128-gcm"))
receiver: hpke.Receiver = hpke.Receiver(
    key, sender.enc, public, info=message, options=hpke.Options(aead="aes128-gcm", hash="SHA-256")
)
unsealed: bytes = receiver.open(sender.seal(message, memoryview(b"data")), data=b"data")
exported: bytes = sender.export(32, b"use")
derived_key: PrivateKey = hpke.derive_key(curve, bytes(32))
numbers: spake2plus.Scalars = spake2plus.scalars(curve, bytes(range(80)))
kept: spake2plus.Record = spake2plus.record(curve, bytes(range(80)))
prover: spake2plus.Prover = spake2plus.Prover(curve, numbers.w0, bytes(numbers.w1))
verifier: spake2plus.Verifier = spake2plus.Verifier(
    curve, prover.share, kept.w0, kept.record, names=spake2plus.Names(context=b"pairing"), hash="SHA-512"
)
finished: spake2plus.Finished = prover.finish(
    verifier.share, verifier.confirmation, names=spake2plus.Names(b"pairing"), hash="SHA-512"
)
assert verifier.finish(finished.confirmation) == finished.key and unsealed == message
assert exported == receiver.export(32, use=b"use")
edwards: PrivateKey = motecurve.curve("Ed25519").private_key(bytes(32))
read: bytes = eddsa.sign_read(edwards, lambda offset, count: message[offset : offset + count], len(message))
eddsa.verify_read(edwards.public_key, read, lambda offset, count: message[offset : offset + count], len(message))
digested: bytes = ecdsa.sign_digest(key, bytes(32), nonce_hash="SHA-384")
verdicts: list[motecurve.Verdict] = motecurve.judge_many([(public, signature, message)], hash="SHA-512", der=True)
version: str = motecurve.__version__
certified = PublicKey.from_certificate
results: list[bool] = motecurve.verify_many([Signed(edwards.public_key, eddsa.sign(edwards, message), message)])
order: int = curve.order
text: str = PublicKey.from_pem(public.to_pem()).to_pem() + PrivateKey.from_der(key.to_der("SEC1")).to_pem()
suite: bls.Suite = "G1_POP"
bls_key: bytes = bls.generate_key()
bls.verify(bls.public_key(bls_key, suite), bls.aggregate([bls.sign(bls_key, message, suite)], suite), message, suite)
group: ibe.Group = ibe.group("bls12-381")
master, parameters = group.setup()
identity: ibe.Identity = ibe.Identity("node 17", not_after=1_800_000_000)
opened: bytes = group.decrypt(
    group.extract(master, identity, "encryption"), group.encrypt(parameters, identity, memoryview(message))
)
assert opened == message
assert (
    results == [True]
    and verdicts == [None]
    and plain == message
    and own.public_key == ecqv.public_key(issued.certificate, public)
)
