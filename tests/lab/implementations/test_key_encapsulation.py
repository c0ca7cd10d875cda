"""ML-KEM-512 on the bench: its octets as blocks, its known answers, its records; another library agrees with these."""

import json

import pytest

from motelab.boards.implementations import key_encapsulation, manifest, operations
from motelab.common.errors import MotecurveError
from motelab.compare import committed_implementations
from motelab.measure import bench
from motelab.subjects import curves, known_answers
from motelab.subjects.layouts import encode

OCTETS = {"d": 32, "z": 32, "m": 32, "ss": 32, "ek": 800, "dk": 1632, "ct": 768}


def cases(name: str) -> list[dict[str, int]]:
    curve = curves.find("Curve25519")
    return [key_encapsulation.TEXTS.in_blocks(case, curve) for case in known_answers.load("ml-kem-512", name).random]


def test_layouts_give_the_octets_of_the_answers():
    file = json.loads((known_answers.OF_OTHERS / "ml-kem-512.json").read_text())
    for name, (call, _) in key_encapsulation.OPERATIONS.items():
        sizes = operations.octet_sizes(curves.find("Curve25519"))
        for case, written in zip(cases(name), file["operations"][name]["random"], strict=True):
            inputs = b"".join(encode(argument, case, sizes) for argument in call.arguments)
            names = list(dict.fromkeys(key.rstrip("0123456789") for part in call.arguments for key, _ in part))
            assert inputs.hex() == "".join(written[one] for one in names)
            results = list(dict.fromkeys(key.rstrip("0123456789") for key, _ in call.result))
            assert encode(call.result, case, sizes).hex() == "".join(written[one] for one in results)


def test_answers_belong_together():
    """A private key holds the public one (FIPS 203, algorithm 16), what is encapsulated comes out again."""
    file = json.loads((known_answers.OF_OTHERS / "ml-kem-512.json").read_text())
    made, sent, got = (file["operations"][f"ml-kem-512-{what}"]["random"] for what in ("keygen", "encaps", "decaps"))
    for key, here, there in zip(made, sent, got, strict=True):
        assert key["ek"] == here["ek"] and key["ek"] in key["dk"] and key["dk"].endswith(key["z"])
        assert (there["dk"], there["ct"], there["ss"]) == (key["dk"], here["ct"], here["ss"])
        assert all(len(key[name]) == 2 * OCTETS[name] for name in ("d", "z", "ek", "dk"))


def test_records_are_verified_and_of_every_claim():
    found = manifest.find("mlkem-native")
    records = committed_implementations.of("mlkem-native")
    claimed = {(board, name) for board in found.boards for name in found.operations}
    assert {(row["board"], row["operation"]) for row in records} == claimed
    assert all(row["verified"] and row["stack_bytes"] > 8_000 for row in records)


def test_operations_of_others_are_none_of_ours():
    request = bench.Request("nrf52840", "ml-kem-512-keygen", backend="c", curve="Curve25519")
    with pytest.raises(MotecurveError, match="ml-kem-512-keygen"):
        bench.select(request)
