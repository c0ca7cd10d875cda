"""The pages of identity-based cryptography: commands are typed as they stand there, and tables are those of the records
and of the library."""

import re

import motecurve
from codegen.fields import load_pairings
from motecurve import ecies, ecqv, ibe
from motelab import ROOT
from motelab.ibe import groups
from motelab.library import bindings
from tests.lab.keys.test_key_commands import run_blocks, shell_blocks

FOLDER = ROOT / "docs/pairings"


def rows(page: str) -> dict[str, list[str]]:
    """First cell of every row of the page's tables -> the other cells."""
    found = re.findall(r"^\| (.+) \|$", (FOLDER / page).read_text(), re.M)
    return {cells[0]: cells[1:] for cells in (row.split(" | ") for row in found)}


def test_quick_start(tmp_path):
    """Every command of the page, in order."""
    printed = run_blocks(shell_blocks((FOLDER / "quick-start.md").read_text()), tmp_path)
    assert printed.splitlines() == [
        "node 17: 21.5 degrees",
        "the signature is valid",
        "a private key of these parameters",
        "the same key",
    ]
    group, key = groups.group("bls12-381"), (tmp_path / "node-17.key").read_bytes()
    group.validate(key, 5)


def test_security_of_every_group():
    found = rows("safe-for.md")
    for name, record in load_pairings().items():
        security = record["security"]
        curve, field = found[f"`{name}`"][:2]
        assert (curve, field.split()[0]) == (str(int(security["curve_bits"])), str(security["extension_field_bits"]))


def test_bytes_of_every_scheme():
    """The table beside ECDH and ECDSA."""
    found = rows("safe-for.md")
    used = groups.group("bls12-381")
    master, parameters = used.setup()
    name = ibe.Identity("node 17")
    keys = {use: used.extract(master, name, use) for use in ("encryption", "signatures")}
    sizes = [len(keys["encryption"]), len(keys["signatures"])]
    assert found["private key"] == ["32", f"BLS 32, of a name to decrypt {sizes[0]}, to sign {sizes[1]}"]
    assert found["signature"][1] == f"BLS 96 (or 48), by a name {len(used.sign(keys['signatures'], name, b''))}"
    curve = bindings.curve("secp256r1", 64, "fp256r1")
    key = curve.generate_key()
    overheads = [
        len(ecies.encrypt(key.public_key, b"", options=ecies.Options(compressed=how))) for how in (False, True)
    ]
    sealed = used.encrypt(parameters, name, b"")
    assert found["what encryption adds"] == ["{}, compressed {}".format(*overheads), str(len(sealed))]
    certificate = ecqv.issue(key, key.public_key, b"").certificate
    assert f"with a certificate of ECQV {len(certificate)} and its name" in found["public key to be sent"][0]
    assert isinstance(curve, motecurve.Curve)
