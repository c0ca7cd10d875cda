"""The operations that adapters can have: their call, and the octets in and out (boards/firmware/implementation.h)."""

import dataclasses

from motelab.boards.implementations import datagram_security, foreign_curves, key_encapsulation
from motelab.boards.implementations.call import Call
from motelab.subjects import operations
from motelab.subjects.curves import Curve
from motelab.subjects.layouts import (
    DIGEST,
    EDDSA_OCTETS,
    ELEMENT,
    LITTLE_ENDIAN,
    OCTETS,
    POINT_MARK,
    SCALAR,
    SCALAR_OCTETS,
    STATUS,
    Sizes,
    encode,
)
from motelab.subjects.operations import EDDSA_SIGNATURE, SIGNATURE, Operation

KEY = (("", POINT_MARK), ("px", OCTETS), ("py", OCTETS))
PRIVATE = (("d", SCALAR_OCTETS),)
EDDSA_KEY = (("q", EDDSA_OCTETS),)
HASHED = (("digest", DIGEST),)
MESSAGE = (("message", DIGEST),)
ELEMENTS = ((("a", ELEMENT),), (("b", ELEMENT),))
RESULT = (("r", ELEMENT),)


OPERATIONS = {
    "ecdh": Call("ecdh", (PRIVATE, KEY), (("secret", OCTETS),)),
    "ecdsa-keygen": Call("keygen", (PRIVATE,), KEY),
    "ecdsa-sign": Call("ecdsa_sign", (PRIVATE, HASHED), SIGNATURE),
    "ecdsa-sign-digest-random": Call("ecdsa_sign_digest_random", (PRIVATE, HASHED, (("k", SCALAR_OCTETS),)), SIGNATURE),
    "ecdsa-verify": Call("ecdsa_verify", (SIGNATURE, KEY, HASHED)),
    "eddsa-keygen": Call("keygen", ((("d", EDDSA_OCTETS),),), EDDSA_KEY),
    "eddsa-sign": Call("eddsa_sign", ((("d", EDDSA_OCTETS),), MESSAGE), EDDSA_SIGNATURE),
    "eddsa-verify": Call("eddsa_verify", (EDDSA_SIGNATURE, EDDSA_KEY, MESSAGE)),
    "scalar-mult": Call(
        "scalar_mult",
        ((("k", SCALAR_OCTETS),), (("px", OCTETS), ("py", OCTETS))),
        (("rx", OCTETS), ("ry", OCTETS)),
    ),
    **{f"{kind}-mul-reduce": Call("field_mul", ELEMENTS, RESULT) for kind in ("fb", "fp")},
    **{f"{kind}-sqr-reduce": Call("field_sqr", ELEMENTS[:1], RESULT) for kind in ("fb", "fp")},
    **{f"{kind}-inv": Call("field_inv", ELEMENTS[:1], RESULT) for kind in ("fb", "fp")},
}
# Those that only others have: their call and operation.
OF_OTHERS = key_encapsulation.OPERATIONS | datagram_security.OPERATIONS | foreign_curves.OPERATIONS
OPERATIONS |= {name: call for name, (call, _) in OF_OTHERS.items()}
# X25519 and X448.
BY_X = {
    "ecdh": Call("ecdh", ((("d", LITTLE_ENDIAN),), (("px", LITTLE_ENDIAN),)), (("secret", LITTLE_ENDIAN),)),
}

# GLS254, whose encodings are two elements.
ENCODED, ENCODED_SECRET = (tuple((f"{name}{i}", LITTLE_ENDIAN) for i in range(2)) for name in ("q", "secret"))
OF_GLS = {"ecdh": Call("ecdh", ((("d", SCALAR),), ENCODED), ENCODED_SECRET)}


def find(name: str) -> Operation:
    """The operation of that name; MotecurveError with similar names if there is none."""
    if name in OF_OTHERS:
        return OF_OTHERS[name][1]
    return operations.find(name)


def call_of(operation: str, curve: Curve) -> Call:
    """The function for an operation on a curve."""
    if curve.family == "gls":
        return OF_GLS[operation]
    return (BY_X if curve.form == "Montgomery" and operation in BY_X else OPERATIONS)[operation]


def on(operation: Operation, curve: Curve) -> Operation:
    """The operation with the octets of adapters, which come and go through one firmware."""
    call = call_of(operation.name, curve)
    is_of_others = operation.name in OF_OTHERS
    return dataclasses.replace(
        operation if is_of_others else operations.on(operation, curve),
        firmware="implementation.c",
        inputs=tuple(item for argument in call.arguments for item in argument),
        outputs=(("status", STATUS), *call.result),
        symbols=(f"implementation_{call.function}",),
        composed_of=(),
        defines=(),
    )


def octet_sizes(curve: Curve) -> Sizes:
    """Sizes of octets: words of a byte, elements in plain form."""
    order_bits = curve.order.bit_length()
    return Sizes(1, curve.bits, order_bits, order_bits)


def defines(operation: str, curve: Curve) -> dict[str, str]:
    """Macros of the image: the call with its places in the buffers, and the sizes of these."""
    call, sizes = call_of(operation, curve), octet_sizes(curve)
    lengths = [len(encode(argument, {}, sizes)) for argument in call.arguments]
    places = [f"input + {sum(lengths[:i])}" for i in range(len(lengths))]
    arguments = ", ".join(["result", *places] if call.result else places)
    return {
        "MC_BENCH_CALL": f"implementation_{call.function}({arguments})",
        "MC_BENCH_INPUT_BYTES": str(sum(lengths)),
        "MC_BENCH_RESULT_BYTES": str(len(encode(call.result, {}, sizes))),
        "MC_BENCH_FIELD_BYTES": str(curve.field_bytes),
        "MC_BENCH_ORDER_BYTES": str((curve.order.bit_length() + 7) // 8),
    }
