"""Bytes are bytes: whatever takes some refuses a number, a list and text, of which `bytes` would make zeros or
others."""

import collections.abc
import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import motecurve
from motecurve import (
    PrivateKey,
    PublicKey,
    Signed,
    batch,
    bls,
    ecdh,
    ecdsa,
    ecies,
    ecqv,
    eddsa,
    elgamal,
    hpke,
    ibe,
    judge_many,
    schnorr,
    spake2plus,
    verify_many,
)
from motecurve.ibe import Group, Identity
from motecurve.library import Octets
from motecurve.secret import SharedSecret

MESSAGE, DIGEST = b"node 17", bytes(32)
curve, edwards = motecurve.curve("secp256r1"), motecurve.curve("Ed25519").generate_key()
key = curve.generate_key()
public, request = key.public_key, curve.generate_key()
SIGNATURE, DER = ecdsa.sign(key, MESSAGE), ecdsa.sign(key, MESSAGE, der=True)
ED, PREHASHED = eddsa.sign(edwards, MESSAGE), eddsa.sign_digest(edwards, bytes(64))
issued = ecqv.issue(key, request.public_key, MESSAGE)
secret = ecdh.agree(key, request.public_key)
SIGNER = bls.generate_key()
SUM, BLS_PUBLIC = bls.sign(SIGNER, MESSAGE), bls.public_key(SIGNER)
group, node = ibe.group(), Identity("node 17")
MASTER, PARAMETERS = group.setup()
KEYS = {use: group.extract(MASTER, node, use) for use in ibe.USES}
SHARES = group.split(MASTER, 1, 2)
PART = group.extract_partial(SHARES[0][0], node, "encryption")
private = {"private_key": key, "message": MESSAGE}
sender = hpke.Sender(public)
receiver = hpke.Receiver(key, sender.enc)
SEED = bytes(range(80))
NUMBERS, RECORD = spake2plus.scalars(curve, SEED), spake2plus.record(curve, SEED)
prover = spake2plus.Prover(curve, *NUMBERS)
verifier = spake2plus.Verifier(curve, prover.share, *RECORD)
other = spake2plus.Prover(curve, *NUMBERS)
other_verifier = spake2plus.Verifier(curve, other.share, *RECORD)
CONFIRMATION = other.finish(other_verifier.share, other_verifier.confirmation).confirmation

# A call of each function that takes bytes: its arguments by name.
CALLS: dict[Callable[..., Any], dict[str, Any]] = {
    PublicKey: {"curve": curve, "data": bytes(public)},
    PublicKey.from_der: {"data": public.to_der()},
    PublicKey.from_pem: {"text": public.to_pem()},
    PublicKey.from_certificate: {"data": b""},
    PrivateKey: {"curve": curve, "data": key.to_bytes()},
    PrivateKey.from_der: {"data": key.to_der(password=b"p"), "password": b"p"},
    PrivateKey.from_pem: {"text": key.to_pem(password=b"p"), "password": b"p"},
    key.to_der: {"password": b"p"},
    key.to_pem: {"password": b"p"},
    curve.private_key: {"data": key.to_bytes()},
    curve.public_key: {"data": bytes(public)},
    secret.hkdf: {"count": 5, "salt": b"s", "info": b"i"},
    secret.kdf_x963: {"count": 5, "info": b"i"},
    ecdsa.sign: private,
    ecdsa.sign_digest: {"private_key": key, "digest": DIGEST},
    ecdsa.verify: {"public_key": public, "signature": SIGNATURE, "message": MESSAGE},
    ecdsa.verify_digest: {"public_key": public, "signature": ecdsa.sign_digest(key, DIGEST), "digest": DIGEST},
    ecdsa.to_der: {"curve": curve, "signature": SIGNATURE},
    ecdsa.from_der: {"curve": curve, "der": DER},
    ecdsa.normalise: {"curve": curve, "signature": SIGNATURE},
    eddsa.sign: {"private_key": edwards, "message": MESSAGE, "context": b"c"},
    eddsa.sign_digest: {"private_key": edwards, "digest": bytes(64), "context": b"c"},
    eddsa.verify: {"public_key": edwards.public_key, "signature": ED, "message": MESSAGE, "context": b""},
    eddsa.verify_digest: {
        **{"public_key": edwards.public_key, "signature": PREHASHED, "digest": bytes(64), "context": b""}
    },
    eddsa.sign_read: {"private_key": edwards, "read": lambda _at, n: bytes(n), "count": 9, "context": b"c"},
    eddsa.verify_read: {
        **{"public_key": edwards.public_key, "signature": eddsa.sign(edwards, bytes(9))},
        **{"read": lambda _at, n: bytes(n), "count": 9, "context": b""},
    },
    ecies.encrypt: {"public_key": public, "message": MESSAGE},
    ecies.encrypt_given: {"public_key": public, "message": MESSAGE, "ephemeral_key": request},
    ecies.decrypt: {"private_key": key, "ciphertext": ecies.encrypt(public, MESSAGE)},
    schnorr.sign: private,
    schnorr.verify: {"public_key": public, "signature": schnorr.sign(key, MESSAGE), "message": MESSAGE},
    ecqv.issue: {"authority_key": key, "request": request.public_key, "info": MESSAGE},
    ecqv.receive: {
        **{"certificate": issued.certificate, "contribution": issued.contribution},
        **{"request_key": request, "authority_public_key": public},
    },
    ecqv.public_key: {"certificate": issued.certificate, "authority_public_key": public},
    elgamal.embed: {"curve": curve, "message": MESSAGE},
    elgamal.encrypt: {"public_key": public, "message": MESSAGE},
    elgamal.decrypt: {"private_key": key, "ciphertext": elgamal.encrypt(public, MESSAGE)},
    elgamal.decrypt_point: {"private_key": key, "ciphertext": elgamal.encrypt(public, MESSAGE)},
    elgamal.hashed_encrypt: {"public_key": public, "message": MESSAGE},
    elgamal.hashed_decrypt: {"private_key": key, "ciphertext": elgamal.hashed_encrypt(public, MESSAGE)},
    hpke.derive_key: {"curve": curve, "material": bytes(32)},
    hpke.Sender: {"peer_key": public, "info": b"i"},
    hpke.Receiver: {"private_key": key, "enc": bytes(public), "info": b"i"},
    sender.seal: {"message": MESSAGE, "data": b"d"},
    receiver.open: {"ciphertext": sender.seal(MESSAGE, b"d"), "data": b"d"},
    sender.export: {"count": 16, "use": b"u"},
    receiver.export: {"count": 16, "use": b"u"},
    spake2plus.scalars: {"curve": curve, "seed": SEED},
    spake2plus.record: {"curve": curve, "seed": SEED},
    spake2plus.Prover: {"curve": curve, **{name: bytes(number) for name, number in NUMBERS._asdict().items()}},
    spake2plus.Verifier: {
        **{"curve": curve, "peer_share": prover.share, "w0": bytes(RECORD.w0), "record": RECORD.record}
    },
    prover.finish: {"peer_share": verifier.share, "peer_confirmation": verifier.confirmation},
    other_verifier.finish: {"peer_confirmation": CONFIRMATION},
    batch.sign_extended: private,
    batch.extend: {"public_key": public, "signature": SIGNATURE, "message": MESSAGE},
    bls.derive_key: {"secret": bytes(32), "info": b"i"},
    bls.public_key: {"private_key": SIGNER},
    bls.validate: {"public_key": BLS_PUBLIC},
    bls.sign: {"private_key": SIGNER, "message": MESSAGE},
    bls.verify: {"public_key": BLS_PUBLIC, "signature": SUM, "message": MESSAGE},
    bls.aggregate: {"signatures": [SUM]},
    bls.verify_aggregate: {"public_keys": [BLS_PUBLIC], "signature": SUM, "messages": [MESSAGE]},
    bls.verify_aggregate_of_one: {"public_keys": [BLS_PUBLIC], "signature": SUM, "message": MESSAGE},
    bls.prove_possession: {"private_key": SIGNER},
    bls.verify_possession: {"public_key": BLS_PUBLIC, "proof": bls.prove_possession(SIGNER)},
    group.validate: {"data": PARAMETERS, "kind": 3},
    group.decode_identity: {"encoded": group.encode_identity(node)},
    group.parameters: {"master_secret": MASTER},
    group.check_parameters: {"parameters": PARAMETERS},
    group.extract: {"master_secret": MASTER, "identity": node, "use": "encryption"},
    group.check_private_key: {
        **{"private_key": KEYS["encryption"], "identity": node, "use": "encryption", "parameters": PARAMETERS}
    },
    group.split: {"master_secret": MASTER, "threshold": 1, "count": 2},
    group.check_share: {"share": SHARES[0][0], "public_share": SHARES[0][1]},
    group.check_public_shares: {"public_shares": [one for _, one in SHARES], "parameters": PARAMETERS},
    group.extract_partial: {"share": SHARES[0][0], "identity": node, "use": "encryption"},
    group.check_partial_key: {
        **{"partial_key": PART, "identity": node, "use": "encryption", "public_share": SHARES[0][1]}
    },
    group.combine: {"partial_keys": [PART], "use": "encryption"},
    group.recover: {"shares": [SHARES[0][0]]},
    group.encrypt: {"parameters": PARAMETERS, "identity": node, "message": MESSAGE},
    group.decrypt: {**{"private_key": KEYS["encryption"], "ciphertext": group.encrypt(PARAMETERS, node, MESSAGE)}},
    group.sign: {"private_key": KEYS["signatures"], "identity": node, "message": MESSAGE},
    group.verify: {
        **{"parameters": PARAMETERS, "identity": node, "message": MESSAGE},
        **{"signature": group.sign(KEYS["signatures"], node, MESSAGE)},
    },
    group.agree: {"private_key": KEYS["agreement"], "identity": node, "peer": Identity("node 4")},
}
PARTS = frozenset(typing.get_args(Octets))
NO_BYTES = (5, [1, 2], "text", 1.5, None)


def of_type(hint: Any) -> Iterator[Any]:
    """The types in a union or a sequence."""
    is_function = typing.get_origin(hint) is collections.abc.Callable
    inner = () if is_function else typing.get_args(hint)
    yield from (one for part in inner for one in of_type(part)) if inner else (hint,)


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    own = function.__init__ if inspect.isclass(function) else function  # type: ignore[misc]
    names = dict.fromkeys(("PublicKeyTypes", "PrivateKeyTypes"), object)  # of `cryptography`, for type checkers alone
    return typing.get_type_hints(own, localns=names)


def takes_bytes(function: Callable[..., Any]) -> list[str]:
    hints = hints_of(function)
    return [name for name, hint in hints.items() if name != "return" and set(of_type(hint)) >= PARTS]


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All that the package shows: functions of its modules, methods of its classes."""
    for module in (
        motecurve,
        batch,
        bls,
        ecdsa,
        ecies,
        ecqv,
        eddsa,
        elgamal,
        hpke,
        ibe,
        schnorr,
        spake2plus,
        motecurve.ecdh,
        motecurve.ecmqv,
    ):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if not name.startswith("_") and function.__module__ == module.__name__:
                yield f"{module.__name__}.{name}", function
    states = (hpke.Sender, hpke.Receiver, spake2plus.Prover, spake2plus.Verifier)
    for kind in (motecurve.Curve, PublicKey, PrivateKey, Group, SharedSecret, *states):
        for name, function in inspect.getmembers(kind, inspect.isroutine):
            if not name.startswith("_") or (name == "__init__" and kind in (PublicKey, PrivateKey, *states)):
                yield f"{kind.__name__}.{name}", function


def name_of(function: Callable[..., Any]) -> str:
    """As `public_functions` names it."""
    if inspect.isclass(function):
        return f"{function.__name__}.__init__"
    own = getattr(function, "__self__", None)
    if own is None:
        return f"{function.__module__}.{function.__name__}"
    return f"{own.__name__ if inspect.isclass(own) else type(own).__name__}.{function.__name__}"


def test_every_function_that_takes_bytes_is_tried():
    missing = {name for name, function in public_functions() if takes_bytes(function)} - set(map(name_of, CALLS))
    assert not missing - {"motecurve.batch.verify_many", "motecurve.batch.judge_many"}  # which take rows, see below


@pytest.mark.parametrize("function", CALLS, ids=name_of)
def test_what_holds_no_bytes_is_a_type_error(function):
    given = CALLS[function]
    if function != PublicKey.from_certificate:
        function(**given)
    names = takes_bytes(function)
    assert names
    for name in names:
        allowed = tuple(kind for kind in of_type(hints_of(function)[name]) if kind not in PARTS)
        for other in NO_BYTES:
            if isinstance(other, allowed) and not isinstance(given[name], list):
                continue
            wrong = [other] if isinstance(given[name], list) else other
            with pytest.raises(TypeError):
                function(**given | {name: wrong})


@pytest.mark.parametrize("function", (verify_many, judge_many))
@pytest.mark.parametrize("kind", ({}, {"prehashed": True}, {"der": True}, {"extended": True}))
def test_rows_of_batches(function, kind):
    rows = [Signed(public, SIGNATURE, MESSAGE), Signed(edwards.public_key, ED, MESSAGE)]
    for row in rows:
        for other in NO_BYTES:
            for place in ("signature", "message"):
                with pytest.raises(TypeError):
                    function([row._replace(**{place: other})], **kind)
    wrong = Signed(public, ecdsa.sign(key, b"\1\2"), [1, 2])  # passed for b"\1\2"
    with pytest.raises(TypeError, match="bytes are needed, not list"):
        function([wrong])


def test_bytes_that_a_program_gives_back():
    """A reader's, an identity's, and those of options."""
    for other in NO_BYTES:
        with pytest.raises(TypeError):
            eddsa.sign_read(edwards, lambda _at, _n, other=other: other, 2)
        if not isinstance(other, str):
            with pytest.raises(TypeError):
                group.encode_identity(Identity(other))  # type: ignore[arg-type]
        for name in ("shared_info1", "shared_info2"):
            with pytest.raises(TypeError):
                ecies.encrypt(public, MESSAGE, options=ecies.Options(**{name: other}))


HUGE = 1 << 300
LENGTHS = {
    "hkdf": lambda count: secret.hkdf(count),
    "x963": lambda count: secret.kdf_x963(count),
    "agree": lambda count: group.agree(KEYS["agreement"], node, Identity("node 4"), count),
    "sign_read": lambda count: eddsa.sign_read(edwards, lambda _at, n: bytes(n), count),
    "verify_read": lambda count: eddsa.verify_read(edwards.public_key, ED, lambda _at, n: bytes(n), count),
    "shares": lambda count: group.split(MASTER, 1, count),
    "threshold": lambda count: group.split(MASTER, count, 3),
    "not_before": lambda time: group.encode_identity(Identity("node", time)),
    "not_after": lambda time: group.encode_identity(Identity("node", 0, time)),
    "now": lambda time: group.check_identity(node, time),
    "kind": lambda number: group.validate(PARAMETERS, number),
    "tag": lambda count: ecies.encrypt(public, MESSAGE, options=ecies.Options(tag_bytes=count)),
    "scalar": lambda number: curve.private_key(number if number != 1 << 64 else 0),  # 2^64 is a key
    "x": lambda number: PublicKey.from_coordinates(curve, number, 1),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_numbers_beyond_what_c_takes(name):
    """Lengths and times that are negative or huge are the package's own exceptions."""
    for number in (-1, -HUGE, HUGE, 1 << 64):
        with pytest.raises(motecurve.MotecurveError) as raised:
            LENGTHS[name](number)
        assert "\n" not in str(raised.value)
    with pytest.raises(TypeError):
        LENGTHS[name]("5")


def test_names_that_nothing_has():
    for name in ("\udc80", "secp256r1\0", "setup", "group_name", "bls12-381\0x", ""):
        for find in (motecurve.curve, motecurve.ibe.group, lambda name: secret.hkdf(5, hash=name)):
            with pytest.raises(motecurve.UnsupportedError):
                find(name)
    with pytest.raises(motecurve.IdentityError):
        group.encode_identity(Identity("\udc80"))
