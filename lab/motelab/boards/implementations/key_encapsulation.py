"""ML-KEM-512 on the bench: an operation that only other people's code has. It computes on no curve; a manifest names
the curve that stands beside it in a hybrid agreement. Its octets are blocks of 32, as all of its lengths are.

Known answers: implementations/answers/, by another library, which the file names."""

from motelab.boards.implementations.call import Call
from motelab.subjects.curves import Curve
from motelab.subjects.layouts import DIGEST, Layout
from motelab.subjects.operations import Operation

BLOCK = 32
SUBJECT = "ml-kem-512"  # the file of its answers
OCTETS = {"d": 32, "z": 32, "m": 32, "ss": 32, "ek": 800, "dk": 1632, "ct": 768}  # FIPS 203, table 3


def layout(*names: str) -> Layout:
    """These texts, one after the other."""
    return tuple((f"{name}{block}", DIGEST) for name in names for block in range(OCTETS[name] // BLOCK))


def in_blocks(case: dict[str, int], _: Curve) -> dict[str, int]:
    """A case with its texts as blocks, too."""
    found = dict(case)
    for name in OCTETS.keys() & case.keys():
        octets = case[name].to_bytes(OCTETS[name])
        for block in range(OCTETS[name] // BLOCK):
            found[f"{name}{block}"] = int.from_bytes(octets[BLOCK * block : BLOCK * (block + 1)])
    return found


def operation(name: str, said: str) -> Operation:
    """An operation of which the adapter has the call."""
    return Operation(
        name, "scalar-mult", "implementation.c", (), (), said, on_curve=True, complete=in_blocks, of_subject=SUBJECT
    )


OPERATIONS = {
    "ml-kem-512-keygen": (
        Call("kem_keygen", (layout("d", "z"),), layout("dk", "ek")),
        operation("ml-kem-512-keygen", "random octets: seeds d and z"),
    ),
    "ml-kem-512-encaps": (
        Call("kem_encaps", (layout("ek"), layout("m")), layout("ct", "ss")),
        operation("ml-kem-512-encaps", "random octets: a public key and a seed"),
    ),
    "ml-kem-512-decaps": (
        Call("kem_decaps", (layout("ct"), layout("dk")), layout("ss")),
        operation("ml-kem-512-decaps", "random octets: a ciphertext and its private key"),
    ),
}
"""By name: the call of an adapter, and the operation."""
