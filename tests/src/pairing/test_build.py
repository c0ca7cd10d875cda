"""What MC_PAIRINGS adds to the library, and the records of its groups."""

import re
import subprocess
import sys

import pytest

from codegen.fields import FIELDS, load_pairings
from motelab import ROOT
from motelab.library import host


def test_unknown_names_are_refused(tmp_path):
    with pytest.raises(
        host.HostBuildFailed, match="MC_PAIRINGS names bls12-377; the groups with pairings are bls12-381"
    ):
        host.run_quietly(["cmake", "-S", str(ROOT), "-B", str(tmp_path), "-DMC_PAIRINGS=bls12-377"])


def test_the_library_has_no_pairings_by_default():
    text = (ROOT / "generated/sources.cmake").read_text() + (ROOT / "generated/fields.cmake").read_text()
    fields = {record["field"]["name"] for record in load_pairings().values()}
    assert not fields & FIELDS.keys()
    assert "pairing/" not in text
    listed = re.findall(r"set\(MC_(?:BINARY|PRIME)_FIELDS([^)]*)\)", text)
    assert listed and not fields & set(" ".join(listed).split())


def test_the_records_are_right():
    """PARI/GP finds them so, and finds a wrong generator."""
    run = subprocess.run([sys.executable, "curves/check_pairings.py"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0 and run.stdout.endswith(" 0 wrong\n"), run.stdout + run.stderr


def test_wrong_records_are_found():
    sys.path.insert(0, str(ROOT / "curves"))
    try:
        from check_pairings import check
    finally:
        sys.path.pop(0)
    record = load_pairings()["bls12-381"]
    other = {**record, "g2": {**record["g2"], "b": ["0x4", "0x5"]}}
    assert "the generator of G2 is not of order r" in check([other])["bls12-381"]
    other = {**record, "security": {}}
    assert "security.curve_bits is missing" in check([other])["bls12-381"]


def test_an_unknown_group_is_refused():
    command = [sys.executable, "curves/check_pairings.py", "--pairing", "bls12-377"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (2, "curves/check_pairings.py: no group is named bls12-377\n")
