"""Known answers of identity-based cryptography, by the reference of the tests: the schemes of the papers over integers,
which share nothing with the library (tests/src/ibe/ibe_reference.py). Points of BLS12-381 are hashed by arkworks.

Objects are numbers of their bytes, of which the first is never 0, so that the number has their length."""

import importlib
import random
from typing import Any

from codegen.known_answers.gp import SEED, Case, split

RANDOM_CASES = 3
# mc_status of include/motecurve/status.h and of include/motecurve/pairing/ibe.h.
SCALAR_ZERO, SCALAR_RANGE, SIGNATURE, MAC, KIND, SAME_IDENTITY = 7, 8, 12, 25, 49, 55
VALIDITY = 1_700_000_000, 1_702_592_000


def number(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


def answers(record: dict[str, Any]) -> dict[str, Any]:
    """Answers of every operation of one group of the families tate and bls12."""
    reference = importlib.import_module("tests.src.ibe.ibe_reference")
    is_type_1 = record["family"] == "tate"
    schemes = reference.Schemes(reference.TypeOne(record["name"]) if is_type_1 else reference.TypeThree(hashed))
    draw = random.Random(f"{SEED} {record['name']} identity-based")
    who, peer = (reference.identity(name, VALIDITY) for name in (b"mote-17", b"mote-18"))
    found: dict[str, list[Case]] = {}
    for _ in range(RANDOM_CASES):
        s, message, seed = draw.randrange(1, schemes.pairing.order), draw.randbytes(32), draw.randbytes(32)
        for name, case in of_authority(reference, schemes, s, who, peer, message, seed).items():
            found.setdefault(name, []).append(case | {"status": 0})
    wrong = refused(schemes, found)
    return {name: split(wrong[name] + cases, len(wrong[name])) for name, cases in found.items()}


def hashed(message: bytes, tag: bytes, side: int) -> bytes:
    """A compressed point of BLS12-381's side by hash_to_curve of RFC 9380, as arkworks, a library of Rust, has it."""
    arkworks = importlib.import_module("py_arkworks_bls12381")
    return (arkworks.G1Point, arkworks.G2Point)[side].hash_to_curve(message, tag).to_compressed_bytes()


def of_authority(
    reference: Any, schemes: Any, s: int, who: bytes, peer: bytes, message: bytes, seed: bytes
) -> dict[str, Case]:
    """One case of each operation, under the authority with the secret s."""
    keys = {use: number(schemes.private_key(s, use, who)) for use in (1, 2, 3)}
    name, parameters = number(who), number(schemes.parameters(s))
    ciphertext = number(schemes.ciphertext(reference.FULL, message, who, s, seed))
    signature = number(schemes.signature(message, who, s))
    text = number(message)
    return {
        "ibe-extract": {"master": number(schemes.master_secret(s)), "identity": name, "key": keys[1]},
        "ibe-encrypt": {
            "message": text, "identity": name, "parameters": parameters, "seed": number(seed), "ciphertext": ciphertext,
        },
        "ibe-decrypt": {"key": keys[1], "ciphertext": ciphertext, "message": text},
        "ibe-sign": {"key": keys[2], "identity": name, "message": text, "signature": signature},
        "ibe-verify": {"signature": signature, "identity": name, "message": text, "parameters": parameters},
        "ibe-agree": {
            "key": keys[3], "identity": name, "peer": number(peer), "shared": number(schemes.agreed(32, who, peer, s)),
        },
    }  # fmt: skip


def refused(schemes: Any, found: dict[str, list[Case]]) -> dict[str, list[Case]]:
    """Inputs of each operation that are errors."""
    first, second = ({name: cases[i] for name, cases in found.items()} for i in (0, 1))
    order = schemes.pairing.order

    def changed(operation: str, status: int, **values: int) -> Case:
        outputs = {"ibe-extract": ("key",), "ibe-encrypt": ("ciphertext",), "ibe-decrypt": ("message",)}
        outputs |= {"ibe-sign": ("signature",), "ibe-agree": ("shared",)}
        return first[operation] | dict.fromkeys(outputs.get(operation, ()), 0) | values | {"status": status}

    decrypt, verify, sign = first["ibe-decrypt"], first["ibe-verify"], first["ibe-sign"]
    return {
        "ibe-extract": [
            changed("ibe-extract", SCALAR_ZERO, master=number(schemes.master_secret(0))),
            changed("ibe-extract", SCALAR_RANGE, master=number(schemes.master_secret(order))),
            changed("ibe-extract", KIND, master=of_another_kind(first["ibe-extract"]["master"])),
        ],
        "ibe-encrypt": [changed("ibe-encrypt", KIND, parameters=of_another_kind(verify["parameters"]))],
        "ibe-decrypt": [
            changed("ibe-decrypt", MAC, ciphertext=decrypt["ciphertext"] ^ 1),
            changed("ibe-decrypt", MAC, key=second["ibe-decrypt"]["key"]),
        ],
        "ibe-sign": [changed("ibe-sign", KIND, key=of_another_kind(sign["key"]))],
        "ibe-verify": [
            changed("ibe-verify", SIGNATURE, message=verify["message"] ^ 1),
            changed("ibe-verify", SIGNATURE, parameters=second["ibe-verify"]["parameters"]),
        ],
        "ibe-agree": [changed("ibe-agree", SAME_IDENTITY, peer=first["ibe-agree"]["identity"])],
    }


def of_another_kind(value: int) -> int:
    """The object with the next kind in its second byte."""
    return value + (1 << 8 * ((value.bit_length() + 7) // 8 - 2))
