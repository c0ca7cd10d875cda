"""The campaigns: which calls of others are struck and traced, how often, and which of ours stand beside them."""

import dataclasses
from collections.abc import Iterator

from motelab.boards.implementations import manifest as manifests
from motelab.boards.selection import OURS
from motelab.under_attack.campaign import Campaign, Faults, Leakage

# The calls, by board and curve.
SIGNATURES = ("ecdsa-sign", "ecdsa-sign-digest-random")
CALLS = {
    "cortex-m4": {
        "Curve25519": ("ecdh",), "secp256r1": ("ecdh", *SIGNATURES, "ecdsa-verify"),
        "Ed25519": ("eddsa-sign", "eddsa-verify"), "GLS254": ("ecdh",),
    },
    "cortex-m0plus": {"Curve25519": ("ecdh",)},
    "telosb": {"Curve25519": ("ecdh",)},
    "micaz": {"Curve25519": ("ecdh",), "secp256r1": ("ecdh",)},
}  # fmt: skip
# On boards beside the Cortex-M4, which calls of whose code are struck: runs there are long.
FOR_THE_BOARD = {
    "cortex-m0plus": ("x25519-cm0",), "telosb": ("monocypher",), "micaz": ("micro-ecc", "arduinolibs"),
}  # fmt: skip
SAMPLE, LAST = 500, 2000  # faults of whole calls; the last instructions of a verification, each of which is skipped
# Samples of code, or on boards, whose runs are long.
FEWER = {
    "bearssl": 100, "mbedtls": 100, "micro-ecc": 100, "p256-m": 100, "tinycrypt": 100,
    "c25519": 20,
    "cortex-m0plus": 100, "micaz": 30, "telosb": 20,
}  # fmt: skip
# Of calls that are longer the beginning alone is traced, so many instructions.
BEGINNING = 2_000_000
LONG = {
    "bearssl": ("secp256r1",), "c25519": ("Curve25519", "Ed25519"), "mbedtls": ("Curve25519", "secp256r1"),
    "micro-ecc": ("secp256r1",), "micro-ecc-blinded": ("secp256r1",), "p256-m": ("secp256r1",),
    "tinycrypt": ("secp256r1",),
}  # fmt: skip
PROBED_ALONE = ("micro-ecc-blinded",)  # whose random numbers matter to a probe alone
UNSTRUCK = (("c25519", "eddsa-verify"),)  # a run takes more than 100 million instructions
# They keep words in registers of the floating-point unit, of which the model of traces knows nothing.
UNTRACED = ("gls254-cm4", "p256-cortex-m4")
# What ours has against faults, in place of a call. A signature with a drawn nonce has no form of its own.
PROTECTED = {
    "ecdh": "ecdh-checked", "ecdsa-sign": "ecdsa-sign-checked", "ecdsa-sign-digest-random": "ecdsa-sign-checked",
    "eddsa-sign": "eddsa-sign-checked", "ecdsa-verify": "ecdsa-verify-verdict", "eddsa-verify": "eddsa-verify-verdict",
}  # fmt: skip
WITHOUT_PROTECTION = ("GLS254",)  # curves on which ours has no such form
REPEATED = Faults(OURS, "cortex-m4", "ecdh", "Curve25519", sample=20)  # which a test counts again


@dataclasses.dataclass(frozen=True)
class Beside:
    """A campaign against others' code, the same against ours, and that against ours with its protection, if it has
    one."""

    theirs: Campaign
    plain: Campaign
    protected: Campaign | None

    @property
    def every(self) -> tuple[Campaign, ...]:
        return tuple(filter(None, (self.theirs, self.plain, self.protected)))


def calls() -> Iterator[tuple[str, str, str, str]]:
    """Implementation, board, operation and curve of every call of others."""
    for board, by_curve in CALLS.items():
        for curve, operations in by_curve.items():
            for operation in operations:
                for name in FOR_THE_BOARD.get(board, manifests.names()):
                    manifest = manifests.find(name)
                    work = manifest.operations.get(operation)
                    if work and board in manifest.boards and work.claims(board, curve):
                        yield name, board, operation, curve


def faults() -> list[Beside]:
    """A sample of every call, and the end of every verification. In a verification a skip rarely matters elsewhere, so
    that small samples of it tell nothing and are left out."""
    found = []
    for name, board, operation, curve in calls():
        if name in PROBED_ALONE or (name, operation) in UNSTRUCK:
            continue
        sample = min(FEWER.get(name, SAMPLE), FEWER.get(board, SAMPLE))
        is_verification = "verify" in operation
        parts = [{"sample": sample}] if sample == SAMPLE or not is_verification else []
        for part in [*parts, *([{"last": LAST}] if is_verification else [])]:
            plain = Faults(OURS, board, operation, curve, **part)
            protected = dataclasses.replace(plain, operation=PROTECTED[operation])
            has = curve not in WITHOUT_PROTECTION
            found.append(Beside(dataclasses.replace(plain, implementation=name), plain, protected if has else None))
    return found


def leakage() -> list[Beside]:
    """Every call with a secret on the Cortex-M4. Of ours the whole is traced."""
    found = []
    for name, board, operation, curve in calls():
        if board == "cortex-m4" and "verify" not in operation and name not in UNTRACED:
            plain = Leakage(OURS, board, operation, curve, blinding="none")
            end = BEGINNING if curve in LONG.get(name, ()) else None
            theirs = dataclasses.replace(plain, implementation=name, blinding="", end=end)
            found.append(Beside(theirs, plain, dataclasses.replace(plain, blinding="coordinates")))
    return found
