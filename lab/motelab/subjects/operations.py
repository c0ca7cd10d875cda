"""Operations that can be measured: their firmware, their inputs and outputs, the families that compute them.

Nothing here names an algorithm; a member of a family that the registry lists can be measured at once."""

import dataclasses

from codegen.normal_bases import has_normal_basis
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.subjects import certificates, nonces, pairing_points, public_keys
from motelab.subjects.curves import Curve
from motelab.subjects.layouts import (
    DIGEST,
    EDDSA_OCTETS,
    ELEMENT,
    INTEGER,
    LITTLE_ENDIAN,
    OBJECT,
    OCTETS,
    POINT_MARK,
    PRODUCT,
    SCALAR,
    SCALAR_OCTETS,
    STATUS,
    TAG,
    Layout,
)
from motelab.subjects.operation import Operation
from motelab.subjects.operations_of_groups import BY_FAMILY, OF_OTHER_GROUPS, OF_SCHNORRQ, SCHNORRQ
from motelab.subjects.slots import X_ONLY

# The operations of groups with pairings, by family. Slots of towers are of their fields alone.
OF_IDENTITIES = ("ibe-extract", "ibe-encrypt", "ibe-decrypt", "ibe-sign", "ibe-verify", "ibe-agree")
OF_GROUPS = {
    "tate": ("pairing-tate", *OF_IDENTITIES),
    "eta": ("pairing-eta",),
    "bls12": ("pairing-ate", "bls-sign", "bls-verify", *OF_IDENTITIES),
    "gls": (),
    "fourq": (),
}
TOWER = ("fp2-", "fp4-")

# Slots of kernels that compute with points of Weierstrass curves over prime fields.
OF_WEIERSTRASS = ("doubling", "addition", "jacobian-addition", "jacobian-doubling", "window-step", "differences-step")


def fits(name: str, curve: Curve) -> bool:
    """Whether a curve has the slot, or the operation of that name. It must belong to the curve's kind of field.
    Half-traces need a field of odd degree, operations in normal basis a field with one in the library. Montgomery
    curves have only the operations on x-coordinates, groups with pairings those of their family."""
    if curve.family:
        return fits_group(name, curve)
    if name.startswith(TOWER) or name in OF_SCHNORRQ or any(name in names for names in OF_GROUPS.values()):
        return False
    if name.startswith("fb-" if curve.is_prime else "fp-"):
        return False
    if name == "fb-half-trace" and curve.bits % 2 == 0:
        return False
    if name.startswith("fb-normal") and not has_normal_basis(curve.field):
        return False
    if name in OF_WEIERSTRASS and curve.kind != "prime":
        return False
    if name.startswith("eddsa") and not curve.has_eddsa:
        return False
    if name.startswith(("spake2plus", "hpke")) and curve.name != "secp256r1":
        return False
    if curve.form == "Montgomery":
        return name in (*X_ONLY, "ecdh", "ecdh-checked") or name.startswith("fp-")
    if curve.kind == "edwards" and name.startswith(("ec", "schnorr", "elgamal")):
        return False
    return name not in X_ONLY


def fits_group(name: str, group: Curve) -> bool:
    """The same for a group that is no curve of the catalogue: its field's own operations, numbers modulo the order,
    those of its family. GLS254 and FourQ have `OF_OTHER_GROUPS`, too, as operations and not as slots (`on`)."""
    if name.startswith(("fb-normal", *X_ONLY)):
        return False
    of_field = ("fp-", *TOWER, "order-") if group.is_prime else ("fb-", "order-")
    return name.startswith(of_field) or name in OF_GROUPS[group.family or ""]


# Families of numbers modulo the group order.
ORDER = ("order-mul-reduce", "order-inv")
ONE_ELEMENT = (("MC_BENCH_RESULT_ELEMENTS", "1"),)
TWO_ELEMENTS = (("MC_BENCH_RESULT_ELEMENTS", "2"),)
INTEGERS = (("a", INTEGER), ("b", INTEGER))
C = (("c", PRODUCT),)
FOUR_PAIRS = tuple((f"{name}{i}", ELEMENT) for name in "ab" for i in range(4))
FOUR = tuple((f"r{i}", ELEMENT) for i in range(4))
A, B, R = ("a", ELEMENT), ("b", ELEMENT), ("r", ELEMENT)
POINT_P = (("px", ELEMENT), ("py", ELEMENT))
POINT_R = (("rx", ELEMENT), ("ry", ELEMENT))
PUBLIC_KEY = (("", POINT_MARK), ("px", OCTETS), ("py", OCTETS))
SIGNATURE = (("r", SCALAR_OCTETS), ("s", SCALAR_OCTETS))
EDDSA_SIGNATURE = (("r", EDDSA_OCTETS), ("s", EDDSA_OCTETS))
R_POINT = (("", POINT_MARK), ("rx", OCTETS), ("ry", OCTETS))
SEALED = (*R_POINT, ("body", DIGEST), ("tag", TAG))  # of ECIES
POINT_PAIR = (*R_POINT, ("", POINT_MARK), ("cx", OCTETS), ("cy", OCTETS))  # of EC-ElGamal
POINT_OF_G2 = (("x1", OCTETS), ("x0", OCTETS))  # compressed, with its flags
IDENTITY = ("identity", OBJECT)
IN_TOWER = ("fp-add", "fp-sub", "fp2-mul", "fp2-sqr", "fp4-sqr")
V_POINT = (("", POINT_MARK), ("vx", OCTETS), ("vy", OCTETS))  # the verifier's share
TYPE_1_POINTS = (*POINT_P, ("qx", ELEMENT), ("qy", ELEMENT))
ATE_POINTS = (*POINT_P, *((name, ELEMENT) for name in ("qx0", "qx1", "qy0", "qy1")))
SCHNORR = (("r", DIGEST), ("s", SCALAR_OCTETS))
REQUEST = (("", POINT_MARK), ("rx", OCTETS), ("ry", OCTETS))
# 32 bytes of information and a compressed point, whose first byte is a number like the status.
CERTIFICATE = (("info", DIGEST), ("mark", STATUS), ("cx", OCTETS))


def elements(count: int) -> Layout:
    """So many elements r0, r1, ... as outputs."""
    return tuple((f"r{i}", ELEMENT) for i in range(count))


_ALL = (
    Operation(
        "fb-mul", "fb-mul", "field_binary.c", (A, B), C, "random elements", defines=TWO_ELEMENTS
    ),
    Operation("fb-sqr", "fb-sqr", "field_unary.c", (A,), C, "random elements", defines=TWO_ELEMENTS),
    Operation("fb-reduce", "fb-reduce", "field_reduce.c", C, (R,), "random products"),
    Operation(
        "fb-mul-reduce", "fb-mul-reduce", "field_binary.c", (A, B), (R,), "random elements",
        composed_of=("fb-mul", "fb-reduce"), defines=ONE_ELEMENT,
    ),
    Operation(
        "fb-mul-constant", "fb-mul-constant", "field_constant.c", (A, B), (R,), "random elements, one of them constant",
        answers="fb-mul-reduce",
    ),
    Operation(
        "fb-mul-montgomery", "fb-mul-montgomery", "field_binary.c", (A, B), (R,), "random elements in Montgomery form",
        answers="fb-mul-reduce", defines=ONE_ELEMENT,
    ),
    Operation(
        "fb-sqr-reduce", "fb-sqr-reduce", "field_unary.c", (A,), (R,), "random elements",
        composed_of=("fb-sqr", "fb-reduce"), defines=ONE_ELEMENT,
    ),
    Operation("fb-mul-four", "fb-mul-four", "field_four.c", FOUR_PAIRS, FOUR, "four pairs of random elements"),
    Operation("fb-inv", "fb-inv", "field_unary.c", (A,), (R,), "random elements", secret="a", defines=ONE_ELEMENT),
    Operation("fb-sqrt", "fb-sqrt", "field_unary.c", (A,), (R,), "random elements", secret="a", defines=ONE_ELEMENT),
    Operation(
        "fb-half-trace", "fb-half-trace", "field_unary.c", (A,), (R,), "random elements", secret="a",
        defines=ONE_ELEMENT,
    ),
    Operation(
        "fb-normal-mul", "fb-normal-mul", "field_binary.c", (A, B), (R,), "random elements in normal basis",
        defines=ONE_ELEMENT,
    ),
    Operation(
        "fb-normal-inv", "fb-normal-inv", "field_unary.c", (A,), (R,), "random elements in normal basis", secret="a",
        defines=ONE_ELEMENT,
    ),
    Operation("fp-add", "fp-add", "field_binary.c", (A, B), (R,), "random elements", defines=ONE_ELEMENT),
    Operation("fp-sub", "fp-sub", "field_binary.c", (A, B), (R,), "random elements", defines=ONE_ELEMENT),
    Operation("fp-mul", "fp-mul", "field_binary.c", INTEGERS, C, "random elements", defines=TWO_ELEMENTS),
    Operation("fp-sqr", "fp-sqr", "field_unary.c", INTEGERS[:1], C, "random elements", defines=TWO_ELEMENTS),
    Operation("fp-reduce", "fp-reduce", "field_reduce.c", C, (R,), "random products"),
    Operation(
        "fp-mul-reduce", "fp-mul-reduce", "field_binary.c", (A, B), (R,), "random elements",
        composed_of=("fp-mul", "fp-reduce"), defines=ONE_ELEMENT,
    ),
    Operation(
        "fp-sqr-reduce", "fp-sqr-reduce", "field_unary.c", (A,), (R,), "random elements",
        composed_of=("fp-sqr", "fp-reduce"), defines=ONE_ELEMENT,
    ),
    Operation(
        "scalar-mult-x", "scalar-mult-x", "scalar_mult_x.c", (("k", SCALAR), ("x", ELEMENT)),
        (("status", STATUS), ("rx", ELEMENT)), "random scalar and point", on_curve=True, random_runs=3, edge_runs=4,
        secret="k",
    ),
    Operation("fp-inv", "fp-inv", "field_unary.c", (A,), (R,), "random elements", secret="a", defines=ONE_ELEMENT),
    Operation(
        "order-inv", "fp-inv", "order_inv.c", (("a", SCALAR),), (("r", SCALAR),), "random residues", on_curve=True,
        secret="a", symbols=("mc_order{scalar_bits}_{function}",), slot="order-inv",
    ),
    Operation(
        "point-add", "coordinates", "point.c", (*POINT_P, ("qx", ELEMENT), ("qy", ELEMENT)), POINT_R,
        "random points", on_curve=True, defines=(("MC_BENCH_ADD", "1"),),
        symbols=("mc_{field}_{algorithm}_add_var", "mc_{field}_point_add_mixed_var"),
    ),
    Operation(
        "point-double", "coordinates", "point.c", POINT_P, POINT_R,
        "random points", on_curve=True, defines=(("MC_BENCH_ADD", "0"),),
        symbols=("mc_{field}_{algorithm}_double_var", "mc_{field}_{algorithm}_double"),
    ),
    Operation(
        "scalar-mult", "scalar-mult", "scalar_mult.c", (("k", SCALAR), *POINT_P), (("status", STATUS), *POINT_R),
        "random scalar and point", on_curve=True, random_runs=3, random_runs_var=4, edge_runs=4, secret="k",
    ),
    Operation(
        "scalar-mult-base", "scalar-mult-base", "scalar_mult_base.c", (("k", SCALAR),), (("status", STATUS), *POINT_R),
        "random scalar", on_curve=True, random_runs=3, edge_runs=4, secret="k",
    ),
    Operation(
        "scalar-mult-double", "scalar-mult-double", "scalar_mult_double.c",
        (("k", SCALAR), ("l", SCALAR), ("qx", ELEMENT), ("qy", ELEMENT)), (("status", STATUS), *POINT_R),
        "random scalars and point", on_curve=True, random_runs_var=3, edge_runs=3,
    ),
    Operation(
        "ecdh", "scalar-mult", "ecdh.c", (("d", SCALAR_OCTETS), ("", POINT_MARK), ("px", OCTETS), ("py", OCTETS)),
        (("status", STATUS), ("secret", OCTETS)), "random key pairs", on_curve=True, random_runs=3, secret="d",
        symbols=("mc_ecdh",), defines=(("MC_BENCH_ECDH", "mc_ecdh"),),
    ),
    Operation(
        "ecdsa-keygen", "scalar-mult-base", "ecdsa_keygen.c", (("d", SCALAR_OCTETS),),
        (("status", STATUS), ("d", SCALAR_OCTETS), *PUBLIC_KEY), "random private key", on_curve=True, random_runs=3,
        secret="d", symbols=("mc_key_generate",),
    ),
    Operation(
        "ecdsa-sign", "scalar-mult-base", "ecdsa_sign.c", (("d", SCALAR_OCTETS), ("digest", DIGEST)),
        (("status", STATUS), *SIGNATURE), "random keys and digests that reject as many nonces as the average",
        on_curve=True, random_runs=3, edge_runs=2, secret="d", symbols=("mc_ecdsa_sign_digest",), uses=ORDER,
        nonce="RFC 6979, HMAC-SHA-256", settle=nonces.with_typical_rejections,
    ),
    Operation(
        "ecdsa-sign-message", "scalar-mult-base", "ecdsa_sign_message.c",
        (("d", SCALAR_OCTETS), ("message", DIGEST)), (("status", STATUS), *SIGNATURE),
        "random keys and messages of 32 bytes, hashed with SHA-256, that reject as many nonces as the average",
        on_curve=True, random_runs=3, edge_runs=1, symbols=("mc_ecdsa_sign_message",), uses=ORDER,
        nonce="RFC 6979, HMAC-SHA-256",
    ),
    Operation(
        "ecdsa-sign-hedged", "scalar-mult-base", "ecdsa_sign_hedged.c",
        (("d", SCALAR_OCTETS), ("digest", DIGEST), ("hedge", DIGEST)), (("status", STATUS), *SIGNATURE),
        "random keys, digests and bytes of the source that reject as many nonces as the average", on_curve=True,
        random_runs=3, edge_runs=1, secret="d", symbols=("mc_ecdsa_sign_digest_hedged",), uses=ORDER,
        nonce="RFC 6979, HMAC-SHA-256, with 32 random bytes", settle=nonces.with_typical_rejections,
    ),
    Operation(
        "ecdsa-sign-checked", "scalar-mult-base", "ecdsa_sign_checked.c",
        (("d", SCALAR_OCTETS), *PUBLIC_KEY, ("digest", DIGEST)), (("status", STATUS), *SIGNATURE),
        "random keys and digests, signature verified before release", on_curve=True, random_runs=1, edge_runs=1,
        symbols=("mc_ecdsa_sign_digest_checked",), uses=(*ORDER, "scalar-mult-double"), answers="ecdsa",
        nonce="RFC 6979, HMAC-SHA-256",
    ),
    Operation(
        "ecdsa-sign-random", "scalar-mult-base", "ecdsa_sign_random.c",
        (("d", SCALAR_OCTETS), ("k", SCALAR_OCTETS), ("message", DIGEST)), (("status", STATUS), *SIGNATURE),
        "random keys, nonces and messages of 32 bytes, hashed with SHA-1", on_curve=True, random_runs=3, edge_runs=2,
        secret="k", symbols=("mc_bench_ecdsa_sign_random",), uses=ORDER, nonce="random",
    ),
    Operation(
        "ecdsa-sign-digest-random", "scalar-mult-base", "ecdsa_sign_digest_random.c",
        (("d", SCALAR_OCTETS), ("k", SCALAR_OCTETS), ("digest", DIGEST)), (("status", STATUS), *SIGNATURE),
        "random keys and digests, nonces of RFC 6979 from the source", on_curve=True, random_runs=3, edge_runs=2,
        secret="k", symbols=("mc_ecdsa_sign_digest_random",), uses=ORDER, nonce="from the caller",
        answers="ecdsa-sign", complete=nonces.with_nonce,
    ),
    Operation(
        "ecdsa-verify", "scalar-mult-double", "ecdsa_verify.c", (*SIGNATURE, *PUBLIC_KEY, ("digest", DIGEST)),
        (("status", STATUS),), "random valid signatures", on_curve=True, random_runs_var=2, edge_runs=5,
        symbols=("mc_ecdsa_verify_digest",), uses=ORDER,
    ),
    Operation(
        "ecdsa-verify-message", "scalar-mult-double", "ecdsa_verify_message.c",
        (*SIGNATURE, *PUBLIC_KEY, ("message", DIGEST)), (("status", STATUS),),
        "random valid signatures of messages of 32 bytes, hashed with SHA-256", on_curve=True, random_runs_var=2,
        edge_runs=1, symbols=("mc_ecdsa_verify_message",), uses=ORDER,
    ),
    Operation(
        "schnorr-sign", "scalar-mult-base", "schnorr_sign.c", (("d", SCALAR_OCTETS), ("message", DIGEST)),
        (("status", STATUS), *SCHNORR), "random keys and messages that reject as many nonces as the average",
        on_curve=True, random_runs=3, edge_runs=2, secret="d", symbols=("mc_schnorr_sign",), uses=ORDER[:1],
        nonce="RFC 6979, HMAC-SHA-256, for EC-SDSA", settle=nonces.with_typical_schnorr_rejections,
    ),
    Operation(
        "schnorr-sign-checked", "scalar-mult-base", "schnorr_sign_checked.c",
        (("d", SCALAR_OCTETS), *PUBLIC_KEY, ("message", DIGEST)), (("status", STATUS), *SCHNORR),
        "random keys and messages, signature verified before release", on_curve=True, random_runs=1, edge_runs=0,
        symbols=("mc_schnorr_sign_checked",), uses=(*ORDER[:1], "scalar-mult-double"), answers="schnorr-sign",
        complete=public_keys.with_point, nonce="RFC 6979, HMAC-SHA-256, for EC-SDSA",
    ),
    Operation(
        "schnorr-verify", "scalar-mult-double", "schnorr_verify.c", (*SCHNORR, *PUBLIC_KEY, ("message", DIGEST)),
        (("status", STATUS),), "random valid signatures", on_curve=True, random_runs_var=2, edge_runs=5,
        symbols=("mc_schnorr_verify",),
    ),
    Operation(
        "ecqv-issue", "scalar-mult-base", "ecqv_issue.c",
        (("d", SCALAR_OCTETS), ("k", SCALAR_OCTETS), *REQUEST, ("info", DIGEST)),
        (("status", STATUS), *CERTIFICATE, ("r", SCALAR_OCTETS)), "random keys and 32 bytes of information",
        on_curve=True, random_runs=3, edge_runs=2, secret="k", symbols=("mc_ecqv_issue",), uses=ORDER[:1],
        settle=certificates.with_the_same_point,
    ),
    Operation(
        "ecqv-receive", "scalar-mult-base", "ecqv_receive.c",
        (*CERTIFICATE, ("r", SCALAR_OCTETS), ("k", SCALAR_OCTETS), *PUBLIC_KEY),
        (("status", STATUS), ("d", SCALAR_OCTETS), ("", POINT_MARK), ("qx", OCTETS), ("qy", OCTETS)),
        "random keys and 32 bytes of information", on_curve=True, random_runs=3, edge_runs=2, secret="k",
        symbols=("mc_ecqv_receive",), uses=(*ORDER[:1], "scalar-mult-var"),
    ),
    Operation(
        "ecqv-public-key", "scalar-mult", "ecqv_public_key.c", (*CERTIFICATE, *PUBLIC_KEY),
        (("status", STATUS), ("", POINT_MARK), ("qx", OCTETS), ("qy", OCTETS)), "random certificates", on_curve=True,
        random_runs_var=3, edge_runs=2, symbols=("mc_ecqv_public_key",), slot="scalar-mult-var",
    ),
    Operation(
        "ecmqv", "scalar-mult", "ecmqv.c",
        (
            ("d", SCALAR_OCTETS), ("t", SCALAR_OCTETS), ("", POINT_MARK), ("ex", OCTETS), ("ey", OCTETS), *PUBLIC_KEY,
            ("", POINT_MARK), ("qx", OCTETS), ("qy", OCTETS),
        ),
        (("status", STATUS), ("secret", OCTETS)), "random key pairs", on_curve=True, random_runs=3, edge_runs=2,
        secret="d", symbols=("mc_ecmqv",), uses=(*ORDER[:1], "scalar-mult-var"),
    ),
    Operation(
        "ecies-encrypt", "scalar-mult", "ecies_encrypt.c", (("k", SCALAR_OCTETS), *PUBLIC_KEY, ("message", DIGEST)),
        (("status", STATUS), *SEALED), "random keys and 32 bytes, AES-128 and SHA-256", on_curve=True, random_runs=3,
        edge_runs=2, secret="k", symbols=("mc_ecies_encrypt",), uses=("scalar-mult-base",),
    ),
    Operation(
        "ecies-decrypt", "scalar-mult", "ecies_decrypt.c", (("d", SCALAR_OCTETS), *SEALED),
        (("status", STATUS), ("message", DIGEST)), "random keys and 32 bytes, AES-128 and SHA-256", on_curve=True,
        random_runs=3, edge_runs=2, secret="d", symbols=("mc_ecies_decrypt",),
    ),
    Operation(
        "spake2plus-prove", "scalar-mult", "spake2plus_prove.c",
        (
            ("w0", SCALAR_OCTETS), ("w1", SCALAR_OCTETS), ("x", SCALAR_OCTETS), *V_POINT, ("answer", DIGEST),
        ),
        (("status", STATUS), *PUBLIC_KEY, ("proof", DIGEST), ("key", DIGEST)), "random passwords, SHA-256",
        on_curve=True, random_runs=3, edge_runs=1, secret="x", symbols=("mc_bench_spake2plus_prove",),
        uses=("scalar-mult-base", *ORDER[:1]),
    ),
    Operation(
        "spake2plus-verify", "scalar-mult", "spake2plus_verify.c",
        (
            ("w0", SCALAR_OCTETS), ("", POINT_MARK), ("lx", OCTETS), ("ly", OCTETS), ("y", SCALAR_OCTETS), *PUBLIC_KEY,
            ("proof", DIGEST),
        ),
        (("status", STATUS), *V_POINT, ("answer", DIGEST), ("key", DIGEST)), "random passwords, SHA-256",
        on_curve=True, random_runs=3, edge_runs=1, secret="y", symbols=("mc_bench_spake2plus_verify",),
        uses=("scalar-mult-base", *ORDER[:1]),
    ),
    Operation(
        "hpke-seal", "scalar-mult", "hpke_seal.c", (("k", SCALAR_OCTETS), *PUBLIC_KEY, ("message", DIGEST)),
        (("status", STATUS), *SEALED), "random keys and 32 bytes, ChaCha20-Poly1305 and SHA-256", on_curve=True,
        random_runs=3, edge_runs=2, secret="k", symbols=("mc_bench_hpke_seal",), uses=("scalar-mult-base",),
    ),
    Operation(
        "hpke-open", "scalar-mult", "hpke_open.c", (("d", SCALAR_OCTETS), *SEALED),
        (("status", STATUS), ("message", DIGEST)), "random keys and 32 bytes, ChaCha20-Poly1305 and SHA-256",
        on_curve=True, random_runs=3, edge_runs=2, secret="d", symbols=("mc_bench_hpke_open",),
        uses=("scalar-mult-base",),
    ),
    Operation(
        "elgamal-encrypt", "scalar-mult", "elgamal_encrypt.c",
        (("k", SCALAR_OCTETS), *PUBLIC_KEY, ("", POINT_MARK), ("mx", OCTETS), ("my", OCTETS)),
        (("status", STATUS), *POINT_PAIR), "random keys and points", on_curve=True, random_runs=3, edge_runs=2,
        secret="k", symbols=("mc_elgamal_encrypt_point",), uses=("scalar-mult-base",),
    ),
    Operation(
        "elgamal-decrypt", "scalar-mult", "elgamal_decrypt.c", (("d", SCALAR_OCTETS), *POINT_PAIR),
        (("status", STATUS), ("", POINT_MARK), ("mx", OCTETS), ("my", OCTETS)), "random keys and points",
        on_curve=True, random_runs=3, edge_runs=2, secret="d", symbols=("mc_elgamal_decrypt_point",),
    ),
    Operation(
        "ecdsa", "scalar-mult-base", "ecdsa.c", (("d", SCALAR_OCTETS), *PUBLIC_KEY, ("digest", DIGEST)),
        (("status", STATUS), *SIGNATURE), "random keys and digests, signature and its verification", on_curve=True,
        random_runs=1, edge_runs=1, symbols=("mc_bench_ecdsa",), uses=(*ORDER, "scalar-mult-double"),
        nonce="RFC 6979, HMAC-SHA-256",
    ),
    Operation(
        "eddsa-keygen", "scalar-mult-base", "eddsa_keygen.c", (("d", EDDSA_OCTETS),),
        (("status", STATUS), ("q", EDDSA_OCTETS)), "random private key", on_curve=True, random_runs=3, edge_runs=2,
        secret="d", symbols=("mc_public_key",),
    ),
    Operation(
        "eddsa-sign", "scalar-mult-base", "eddsa_sign.c", (("d", EDDSA_OCTETS), ("message", DIGEST)),
        (("status", STATUS), *EDDSA_SIGNATURE), "random keys and messages of 32 bytes", on_curve=True, random_runs=3,
        edge_runs=2, secret="d", symbols=("mc_eddsa_sign",), uses=("order-mul-reduce",),
        nonce="RFC 8032: hash of the key's second half and the message",
    ),
    Operation(
        "eddsa-sign-checked", "scalar-mult-base", "eddsa_sign_checked.c",
        (("d", EDDSA_OCTETS), ("q", EDDSA_OCTETS), ("message", DIGEST)), (("status", STATUS), *EDDSA_SIGNATURE),
        "random keys and messages of 32 bytes, signature verified before release", on_curve=True, random_runs=1,
        edge_runs=1, symbols=("mc_eddsa_sign_checked",), uses=("order-mul-reduce", "scalar-mult-double"),
        answers="eddsa-sign", complete=public_keys.with_encoded,
        nonce="RFC 8032: hash of the key's second half and the message",
    ),
    Operation(
        "eddsa-sign-expanded", "scalar-mult-base", "eddsa_sign_expanded.c",
        (*((name, EDDSA_OCTETS) for name in ("first", "prefix", "q")), ("check", TAG), ("message", DIGEST)),
        (("status", STATUS), *EDDSA_SIGNATURE), "random expanded keys and messages of 32 bytes", on_curve=True,
        random_runs=3, edge_runs=2, symbols=("mc_eddsa_sign_expanded",), uses=("order-mul-reduce",),
        answers="eddsa-sign", complete=public_keys.with_expanded,
        nonce="RFC 8032: hash of the key's second half and the message",
    ),
    Operation(
        "eddsa-verify-protected", "scalar-mult-double", "eddsa_verify.c",
        (*EDDSA_SIGNATURE, ("q", EDDSA_OCTETS), ("message", DIGEST)), (("status", STATUS),),
        "random valid signatures of messages of 32 bytes, in a build with MC_PROTECT_FAULTS", on_curve=True,
        random_runs_var=2, edge_runs=4, symbols=("mc_eddsa_verify",), uses=("order-mul-reduce",),
        answers="eddsa-verify", defines=(("MC_PROTECT_FAULTS", "1"),),
    ),
    Operation(
        "eddsa-verify", "scalar-mult-double", "eddsa_verify.c",
        (*EDDSA_SIGNATURE, ("q", EDDSA_OCTETS), ("message", DIGEST)), (("status", STATUS),),
        "random valid signatures of messages of 32 bytes", on_curve=True, random_runs_var=2, edge_runs=4,
        symbols=("mc_eddsa_verify",), uses=("order-mul-reduce",),
    ),
    Operation(
        "pairing-tate", "fp-mul-reduce", "pairing_tate.c", TYPE_1_POINTS, elements(2), "two random points of the group",
        on_curve=True, random_runs=2, edge_runs=3, symbols=("mc_{field}_tate_pairing",), secret="k",
        settle=pairing_points.of_secret, uses=IN_TOWER,
    ),
    Operation(
        "pairing-eta", "fb-mul-reduce", "pairing_eta.c", TYPE_1_POINTS, elements(4), "two random points of the group",
        on_curve=True, random_runs=2, edge_runs=3, symbols=("mc_{field}_eta_pairing",), secret="k",
        settle=pairing_points.of_secret, uses=("fb-sqrt",),
    ),
    Operation(
        "pairing-ate", "fp-mul-reduce", "pairing_ate.c", ATE_POINTS, elements(12), "random points of G1 and G2",
        on_curve=True, random_runs=2, edge_runs=3, symbols=("mc_bench_pairing",), secret="k",
        settle=pairing_points.of_secret, uses=IN_TOWER,
    ),
    Operation(
        "bls-sign", "fp-mul-reduce", "bls_sign.c", (("d", SCALAR_OCTETS), ("message", DIGEST)),
        (("status", STATUS), *POINT_OF_G2), "published keys and messages of 32 bytes, suite G2_POP", on_curve=True,
        random_runs=2, edge_runs=2, symbols=("mc_bls_sign",), secret="d", uses=IN_TOWER,
        nonce="none: signatures of BLS are deterministic",
    ),
    Operation(
        "bls-verify", "fp-mul-reduce", "bls_verify.c", (*POINT_OF_G2, ("public", OCTETS), ("message", DIGEST)),
        (("status", STATUS),), "published valid signatures of messages of 32 bytes, suite G2_POP", on_curve=True,
        random_runs=2, edge_runs=4, symbols=("mc_bls_verify",), uses=IN_TOWER,
    ),
    Operation(
        "ibe-extract", "fp-mul-reduce", "ibe_extract.c", (("master", OBJECT), IDENTITY),
        (("status", STATUS), ("key", OBJECT)), "random master secrets, an identity of 25 bytes", on_curve=True,
        random_runs=2, edge_runs=3, symbols=("mc_ibe_extract",), secret="k", settle=pairing_points.with_master_secret,
        uses=IN_TOWER,
    ),
    Operation(
        "ibe-encrypt", "fp-mul-reduce", "ibe_encrypt.c",
        (("message", DIGEST), IDENTITY, ("parameters", OBJECT), ("seed", DIGEST)),
        (("status", STATUS), ("ciphertext", OBJECT)), "random messages of 32 bytes, an identity of 25 bytes",
        on_curve=True, random_runs=2, edge_runs=1, symbols=("mc_ibe_encrypt",), secret="seed", uses=IN_TOWER,
    ),
    Operation(
        "ibe-decrypt", "fp-mul-reduce", "ibe_decrypt.c", (("key", OBJECT), ("ciphertext", OBJECT)),
        (("status", STATUS), ("message", DIGEST)), "random messages of 32 bytes", on_curve=True, random_runs=2,
        edge_runs=1, symbols=("mc_ibe_decrypt",), secret="k", settle=pairing_points.with_private_key, uses=IN_TOWER,
    ),
    Operation(
        "ibe-sign", "fp-mul-reduce", "ibe_sign.c", (("key", OBJECT), IDENTITY, ("message", DIGEST)),
        (("status", STATUS), ("signature", OBJECT)), "random messages of 32 bytes, an identity of 25 bytes",
        on_curve=True, random_runs=2, edge_runs=1, symbols=("mc_ibe_sign",), secret="k",
        settle=pairing_points.with_private_key, uses=IN_TOWER, nonce="HMAC-SHA-256 of the key and the message",
    ),
    Operation(
        "ibe-verify", "fp-mul-reduce", "ibe_verify.c",
        (("signature", OBJECT), IDENTITY, ("message", DIGEST), ("parameters", OBJECT)), (("status", STATUS),),
        "valid signatures of random messages of 32 bytes", on_curve=True, random_runs=2, edge_runs=1,
        symbols=("mc_ibe_verify",), uses=IN_TOWER,
    ),
    Operation(
        "ibe-agree", "fp-mul-reduce", "ibe_agree.c", (("key", OBJECT), IDENTITY, ("peer", OBJECT)),
        (("status", STATUS), ("shared", DIGEST)), "identities of 25 bytes, a key of 32 bytes", on_curve=True,
        random_runs=2, edge_runs=1, symbols=("mc_ibe_agree",), secret="k", settle=pairing_points.with_private_key,
        uses=IN_TOWER,
    ),
)  # fmt: skip


def in_steps(name: str, choices: tuple[tuple[str, str], ...] = ()) -> Operation:
    """The operation of that name, made in steps by a firmware of its own."""
    whole = next(operation for operation in _ALL if operation.name == name)
    return dataclasses.replace(
        whole,
        name=f"{name}-stepwise",
        firmware=whole.firmware.replace(".c", "_steps.c"),
        symbols=("mc_bench_steps",),
        defines=(*whole.defines, ("MC_STEPWISE", "1")),
        step="mc_task_step",
        answers=name,
        choices=choices,
    )


def with_verdict(name: str) -> Operation:
    """The verification of that name, with a verdict that its caller examines."""
    whole = next(operation for operation in _ALL if operation.name == name)
    return dataclasses.replace(
        whole, name=f"{name}-verdict", firmware=whole.firmware.replace(".c", "_verdict.c"), answers=name,
        input=f"{whole.input}, with a verdict that the caller examines", symbols=("mc_bench_verdict",),
    )  # fmt: skip


def computed_twice(whole: Operation) -> Operation:
    """ECDH whose secret is given out if a second computation agrees."""
    return dataclasses.replace(
        whole, name="ecdh-checked", input=f"{whole.input}, computed twice", symbols=("mc_ecdh_checked",),
        defines=(("MC_BENCH_ECDH", "mc_ecdh_checked"),), answers="ecdh",
    )  # fmt: skip


# The kernel of the inversion has no place to pause; the version in C has.
_IN_STEPS = (in_steps("ecdsa-sign", (("fb-inv", "itoh-tsujii:c"),)), in_steps("ecdsa-verify"))
_WITH_VERDICT = tuple(map(with_verdict, ("ecdsa-verify", "eddsa-verify", "schnorr-verify")))
_TWICE = computed_twice(next(operation for operation in _ALL if operation.name == "ecdh"))

OPERATIONS = {operation.name: operation for operation in (*_ALL, *SCHNORRQ, *_IN_STEPS, *_WITH_VERDICT, _TWICE)}

# Operations that Montgomery curves perform differently.
_BY_X = {
    "ecdh": Operation(
        "ecdh", "scalar-mult-x", "ecdh.c", (("d", LITTLE_ENDIAN), ("px", LITTLE_ENDIAN)),
        (("status", STATUS), ("secret", LITTLE_ENDIAN)), "random key pairs", on_curve=True, random_runs=3, secret="d",
        symbols=("mc_ecdh",), defines=(("MC_BENCH_ECDH", "mc_ecdh"),),
    ),
}  # fmt: skip
_BY_X["ecdh-checked"] = computed_twice(_BY_X["ecdh"])


def has(operation: str, curve: Curve) -> bool:
    """Whether the curve or group has the operation of that name."""
    return operation in OF_OTHER_GROUPS.get(curve.family or "", ()) or fits(operation, curve)


def on(operation: Operation, curve: Curve) -> Operation:
    """The curve's variant of the operation; MotecurveError if it has none of that name."""
    if not has(operation.name, curve):
        raise MotecurveError(f"{operation.name} is no operation of {curve.name}")
    if curve.family in BY_FAMILY:
        return BY_FAMILY[curve.family].get(operation.name, operation)
    return _BY_X.get(operation.name, operation) if curve.form == "Montgomery" else operation


def find(name: str) -> Operation:
    """The operation of that name; MotecurveError with similar names if there is none."""
    return OPERATIONS[one_of("operation", name, OPERATIONS)]
