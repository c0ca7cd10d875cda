"""On hosts every call on secrets of the groups of type 1, of GLS254, of FourQ and of identity-based schemes ends with a
burn of the stack, and each of its multiples and pairings, too. test_bls12_stack.py measures how deep those of BLS12-381
go."""

import os
import subprocess
import sys

import pytest

from motelab import ROOT, python_path

CIPHER_BYTES = 6144  # MC_BURN_CIPHER_BYTES, the end of a scheme's call
HASH_BYTES = 512  # MC_BURN_HASH_BYTES, the end of each hash
CURVE_BYTES = {"bls12-381": 16384, "tate-256": 33792, "tate": 33792, "eta": 17696}
CURVE_BYTES |= dict.fromkeys(("gls", "fourq", "schnorrq"), 16896)
# Multiples and pairings of each call of a scheme: in two groups, and in one.
OPERATIONS = {
    **{"setup": (2, 1), "parameters": (2, 1), "extract": (1, 1), "encrypt": (2, 2), "decrypt": (2, 2), "sign": (2, 2)},
    **{"agree": (1, 1), "split": (6, 3), "extract_partial": (1, 1), "recover": (0, 0)},
}
CALLS = {
    *((group, name) for group in ("bls12-381", "tate-256") for name in OPERATIONS),
    *((group, name) for group in ("tate", "eta") for name in ("multiply", "pairing")),
    *((group, name) for group in ("gls", "fourq") for name in ("public_key", "ecdh")),
    *(("schnorrq", name) for name in ("public_key", "sign", "key_expand", "sign_expanded")),
}


@pytest.fixture(scope="module")
def burned(tmp_path_factory) -> dict[tuple[str, str], list[int]]:
    library = tmp_path_factory.mktemp("burning") / "burn.so"
    subprocess.run(["cc", "-shared", "-fPIC", ROOT / "tests/src/pairing/burn.c", "-o", library], check=True)
    command = [sys.executable, "-m", "tests.src.pairing.burning", library]
    environment = os.environ | {"PYTHONPATH": python_path()}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    return {(group, name): list(map(int, sizes)) for group, name, *sizes in lines}


def test_every_call_is_made(burned):
    assert set(burned) == CALLS


@pytest.mark.parametrize(("group", "name"), sorted(CALLS))
def test_calls_end_with_a_burn(burned, group, name):
    sizes = burned[group, name]
    if name not in OPERATIONS or group == "schnorrq":
        assert sizes[-1] == CURVE_BYTES[group] and set(sizes[:-1]) <= {HASH_BYTES}
        return
    assert sizes[-1] == CIPHER_BYTES and (name != "agree" or sizes[-2] == CIPHER_BYTES), "the end"
    assert sizes.count(CURVE_BYTES[group]) == OPERATIONS[name][group != "bls12-381"]
