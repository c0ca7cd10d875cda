"""The operations of GLS254 and FourQ, which compute them without the families of curves."""

from motelab.subjects import public_keys
from motelab.subjects.layouts import DIGEST, ELEMENT, LITTLE_ENDIAN, SCALAR, STATUS, TAG
from motelab.subjects.operation import Operation

# The first two are named as those of curves.
OF_SCHNORRQ = ("schnorrq-sign", "schnorrq-sign-expanded", "schnorrq-verify")
OF_OTHER_GROUPS = {"gls": ("scalar-mult", "ecdh"), "fourq": ("scalar-mult", "ecdh", *OF_SCHNORRQ)}
IN_FOURQ = ("fp-add", "fp-sub", "fp2-mul", "fp2-sqr", "fp-sqr-reduce")
# 32 bytes are two elements of F_2^127 or of F_p with p = 2^127 - 1.
PRIVATE_PAIR, PUBLIC_PAIR, PAIRS_OF_SIGNATURE = (
    tuple((f"{name}{i}", LITTLE_ENDIAN) for name in names for i in range(2)) for names in ("d", "q", "rs")
)

# Signatures on FourQ.
SCHNORRQ = (
    Operation(
        "schnorrq-sign", "fp-mul-reduce", "schnorrq_sign.c", (*PRIVATE_PAIR, ("message", DIGEST)),
        (("status", STATUS), *PAIRS_OF_SIGNATURE), "random keys and messages of 32 bytes", on_curve=True, random_runs=3,
        edge_runs=2, secret="d0", symbols=("mc_schnorrq_sign",), uses=IN_FOURQ,
        nonce="hash of the second half of the key's hash and the message",
    ),
    Operation(
        "schnorrq-sign-expanded", "fp-mul-reduce", "schnorrq_sign_expanded.c",
        (*((f"hash{i}", LITTLE_ENDIAN) for i in range(4)), *PUBLIC_PAIR, ("check", TAG), ("message", DIGEST)),
        (("status", STATUS), *PAIRS_OF_SIGNATURE), "random expanded keys and messages of 32 bytes", on_curve=True,
        random_runs=3, edge_runs=2, symbols=("mc_schnorrq_sign_expanded",), uses=IN_FOURQ, answers="schnorrq-sign",
        complete=public_keys.with_expanded_of_fourq, nonce="hash of the second half of the key's hash and the message",
    ),
    Operation(
        "schnorrq-verify", "fp-mul-reduce", "schnorrq_verify.c",
        (*PAIRS_OF_SIGNATURE, *PUBLIC_PAIR, ("message", DIGEST)), (("status", STATUS),),
        "random valid signatures of messages of 32 bytes", on_curve=True, random_runs=2, edge_runs=6,
        symbols=("mc_schnorrq_verify",), uses=IN_FOURQ,
    ),
)  # fmt: skip

# An element of F_2^254 is two of F_2^127.
BY_GLS = {
    "scalar-mult": Operation(
        "scalar-mult", "fb-mul-reduce", "gls_multiply.c",
        (("k", SCALAR), *((name, ELEMENT) for name in ("px0", "px1", "ps0", "ps1"))),
        tuple((name, ELEMENT) for name in ("rx0", "rx1", "rs0", "rs1")), "random scalar and element of the group",
        on_curve=True, random_runs=3, secret="k", symbols=("mc_{field}_gls_multiply",),
        uses=("fb-sqr-reduce", "fb-inv"),
    ),
    "ecdh": Operation(
        "ecdh", "fb-mul-reduce", "gls_ecdh.c", (("d", SCALAR), ("q0", LITTLE_ENDIAN), ("q1", LITTLE_ENDIAN)),
        (("status", STATUS), ("secret0", LITTLE_ENDIAN), ("secret1", LITTLE_ENDIAN)), "random key pairs", on_curve=True,
        random_runs=3, secret="d", symbols=("mc_gls254_ecdh",),
        uses=("fb-sqr-reduce", "fb-inv", "fb-sqrt", "fb-half-trace"),
    ),
}  # fmt: skip


# A scalar of FourQ is below the order here; the library takes any of 256 bits.
BY_FOURQ = {
    "scalar-mult": Operation(
        "scalar-mult", "fp-mul-reduce", "fourq_multiply.c",
        (("k", SCALAR), *((name, ELEMENT) for name in ("px0", "px1", "py0", "py1"))),
        tuple((name, ELEMENT) for name in ("rx0", "rx1", "ry0", "ry1")), "random scalar and point of the group",
        on_curve=True, random_runs=3, secret="k", symbols=("mc_{field}_fourq_multiply_affine",), uses=IN_FOURQ,
    ),
    "ecdh": Operation(
        "ecdh", "fp-mul-reduce", "fourq_ecdh.c", (("d", SCALAR), *PUBLIC_PAIR),
        (("status", STATUS), ("secret0", LITTLE_ENDIAN), ("secret1", LITTLE_ENDIAN)), "random key pairs", on_curve=True,
        random_runs=3, secret="d", symbols=("mc_fourq_ecdh",), uses=IN_FOURQ,
    ),
}  # fmt: skip
BY_FAMILY = {"gls": BY_GLS, "fourq": BY_FOURQ}
