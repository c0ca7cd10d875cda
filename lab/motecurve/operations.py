"""Operations that can be measured: their firmware, what goes in and out, which families compute them.

Nothing here names an algorithm; a member of a family that the registry lists can be measured at once."""

import dataclasses
from collections.abc import Callable

from motecurve import nonces
from motecurve.names import one_of

# A build binds one member of each slot (src/word/config.h); the slots of a family that has two are for
# secrets (constant time) and, with -var, for public values.
SLOTS = {
    "fb-mul": "fb-mul",
    "fb-sqr": "fb-sqr",
    "fb-reduce": "fb-reduce",
    "fb-mul-reduce": "fb-mul-reduce",
    "fb-sqr-reduce": "fb-sqr-reduce",
    "fb-inv": "fb-inv",
    "fb-inv-var": "fb-inv",
    "fp-inv": "fp-inv",
    "coordinates": "coordinates",
    "scalar-mult": "scalar-mult",
    "scalar-mult-var": "scalar-mult",
    "scalar-mult-base": "scalar-mult-base",
    "scalar-mult-double": "scalar-mult-double",
}


# Ways a number goes to and from the firmware: words as they lie in memory, a status byte, or the big-endian
# octets of the public interface; "point-mark" is the octet before an uncompressed point, "digest" is one of SHA-256.
ELEMENT, PRODUCT, STATUS, OCTETS, POINT_MARK = "element", "product", "status", "octets", "point-mark"
DIGEST = "digest"

Layout = tuple[tuple[str, str], ...]


def encode(layout: Layout, case: dict[str, int], word_bytes: int, degree: int) -> bytes:
    """The values of `case` in the order and form of `layout`, for a field of that degree."""
    element_bytes = -(-degree // (8 * word_bytes)) * word_bytes
    forms = {
        ELEMENT: lambda value: value.to_bytes(element_bytes, "little"),
        PRODUCT: lambda value: value.to_bytes(2 * element_bytes, "little"),
        STATUS: lambda value: value.to_bytes(1, "little"),
        OCTETS: lambda value: value.to_bytes((degree + 7) // 8, "big"),
        POINT_MARK: lambda _: b"\x04",
        DIGEST: lambda value: value.to_bytes(nonces.DIGEST_BYTES, "big"),
    }
    return b"".join(forms[form](case.get(name, 0)) for name, form in layout)


@dataclasses.dataclass(frozen=True)
class Operation:
    """One operation: the firmware file that runs it ({algorithm} in its name the member's), what that reads
    and writes.

    `input` describes what is timed: `random_runs` random cases (`random_runs_var` where a member is not in
    constant time); `edge_runs` limits the edge cases, which are only checked. `symbols` are names of the routine
    measured, the first that the image has; {function} in it is the member's. `secret` is the input that must
    not show in the time of constant-time members; `settle` gives a case with another secret, by the order of the curve,
    the other inputs that make its public course that of the rest. `uses` are families that the operation calls
    besides its own. `nonce` says how signatures get theirs. A composed operation names the slots
    whose members make it when joined; the first of them may be asked for by name."""

    name: str
    family: str
    firmware: str
    inputs: Layout
    outputs: Layout
    input: str
    on_curve: bool = False
    random_runs: int = 20
    random_runs_var: int = 20
    edge_runs: int | None = None
    symbols: tuple[str, ...] = ("mc_{field}_{function}",)
    secret: str | None = None
    composed_of: tuple[str, ...] = ()
    defines: tuple[tuple[str, str], ...] = ()
    uses: tuple[str, ...] = ()
    nonce: str | None = None
    settle: Callable[[dict[str, int], int], dict[str, int]] | None = None

    @property
    def is_protocol(self) -> bool:
        """Whether the routine measured is not a member of the family but calls one with secrets."""
        return not any("{" in symbol for symbol in self.symbols)

    @property
    def slots(self) -> tuple[str, ...]:
        """Slots of its family: one, or one for secrets and one for public values."""
        return tuple(slot for slot, family in SLOTS.items() if family == self.family)


ONE_ELEMENT = (("MC_BENCH_RESULT_ELEMENTS", "1"),)
TWO_ELEMENTS = (("MC_BENCH_RESULT_ELEMENTS", "2"),)
A, B, R = ("a", ELEMENT), ("b", ELEMENT), ("r", ELEMENT)
POINT_P = (("px", ELEMENT), ("py", ELEMENT))
POINT_R = (("rx", ELEMENT), ("ry", ELEMENT))
PUBLIC_KEY = (("", POINT_MARK), ("px", OCTETS), ("py", OCTETS))
SIGNATURE = (("r", OCTETS), ("s", OCTETS))

_ALL = (
    Operation(
        "fb-mul", "fb-mul", "fb_binary.c", (A, B), (("c", PRODUCT),), "random elements", defines=TWO_ELEMENTS
    ),
    Operation("fb-sqr", "fb-sqr", "fb_unary.c", (A,), (("c", PRODUCT),), "random elements", defines=TWO_ELEMENTS),
    Operation("fb-reduce", "fb-reduce", "fb_reduce.c", (("c", PRODUCT),), (R,), "random products"),
    Operation(
        "fb-mul-reduce", "fb-mul-reduce", "fb_binary.c", (A, B), (R,), "random elements",
        composed_of=("fb-mul", "fb-reduce"), defines=ONE_ELEMENT,
    ),
    Operation(
        "fb-sqr-reduce", "fb-sqr-reduce", "fb_unary.c", (A,), (R,), "random elements",
        composed_of=("fb-sqr", "fb-reduce"), defines=ONE_ELEMENT,
    ),
    Operation("fb-inv", "fb-inv", "fb_unary.c", (A,), (R,), "random elements", secret="a", defines=ONE_ELEMENT),
    Operation(
        "fp-inv", "fp-inv", "fp_unary.c", (A,), (R,), "random residues", on_curve=True, secret="a",
        symbols=("mc_fp{degree}_{function}",),
    ),
    Operation(
        "point-add", "coordinates", "point_{algorithm}.c", (*POINT_P, ("qx", ELEMENT), ("qy", ELEMENT)), POINT_R,
        "random points", on_curve=True, defines=(("MC_BENCH_ADD", "1"),),
        symbols=("mc_{field}_{algorithm}_add_var", "mc_{field}_{algorithm}_add_mixed_var"),
    ),
    Operation(
        "point-double", "coordinates", "point_{algorithm}.c", POINT_P, POINT_R,
        "random points", on_curve=True, defines=(("MC_BENCH_ADD", "0"),),
        symbols=("mc_{field}_{algorithm}_double_var", "mc_{field}_{algorithm}_double"),
    ),
    Operation(
        "scalar-mult", "scalar-mult", "scalar_mult.c", (("k", ELEMENT), *POINT_P), (("status", STATUS), *POINT_R),
        "random scalar and point", on_curve=True, random_runs=3, random_runs_var=4, edge_runs=4, secret="k",
    ),
    Operation(
        "scalar-mult-base", "scalar-mult-base", "scalar_mult_base.c", (("k", ELEMENT),), (("status", STATUS), *POINT_R),
        "random scalar", on_curve=True, random_runs=3, edge_runs=4, secret="k",
    ),
    Operation(
        "scalar-mult-double", "scalar-mult-double", "scalar_mult_double.c",
        (("k", ELEMENT), ("l", ELEMENT), ("qx", ELEMENT), ("qy", ELEMENT)), (("status", STATUS), *POINT_R),
        "random scalars and point", on_curve=True, random_runs_var=3, edge_runs=3,
    ),
    Operation(
        "ecdh", "scalar-mult", "ecdh.c", (("d", OCTETS), ("", POINT_MARK), ("px", OCTETS), ("py", OCTETS)),
        (("status", STATUS), ("secret", OCTETS)), "random key pairs", on_curve=True, random_runs=3, secret="d",
        symbols=("mc_ecdh",), defines=(("MC_BENCH_ECDH", "mc_ecdh"),),
    ),
    Operation(
        "ecdsa-keygen", "scalar-mult-base", "ecdsa_keygen.c", (("d", OCTETS),),
        (("status", STATUS), ("d", OCTETS), *PUBLIC_KEY), "random private key", on_curve=True, random_runs=3,
        secret="d", symbols=("mc_key_generate",),
    ),
    Operation(
        "ecdsa-sign", "scalar-mult-base", "ecdsa_sign.c", (("d", OCTETS), ("digest", DIGEST)),
        (("status", STATUS), *SIGNATURE), "random keys and digests whose nonce is the second candidate, the average",
        on_curve=True, random_runs=3, edge_runs=2, secret="d", symbols=("mc_ecdsa_sign_digest",), uses=("fp-inv",),
        nonce="RFC 6979, HMAC-SHA-256", settle=nonces.with_one_rejected,
    ),
    Operation(
        "ecdsa-verify", "scalar-mult-double", "ecdsa_verify.c", (*SIGNATURE, *PUBLIC_KEY, ("digest", DIGEST)),
        (("status", STATUS),), "random valid signatures", on_curve=True, random_runs_var=2, edge_runs=5,
        symbols=("mc_ecdsa_verify_digest",), uses=("fp-inv",),
    ),
    Operation(
        "ecdsa", "scalar-mult-base", "ecdsa.c", (("d", OCTETS), *PUBLIC_KEY, ("digest", DIGEST)),
        (("status", STATUS), *SIGNATURE), "random keys and digests, signature and its verification", on_curve=True,
        random_runs=1, edge_runs=1, symbols=("mc_bench_ecdsa",), uses=("fp-inv", "scalar-mult-double"),
        nonce="RFC 6979, HMAC-SHA-256",
    ),
)  # fmt: skip

OPERATIONS = {operation.name: operation for operation in _ALL}


def find(name: str) -> Operation:
    """The operation of that name; MotecurveError with near matches if there is none."""
    return OPERATIONS[one_of("operation", name, OPERATIONS)]
