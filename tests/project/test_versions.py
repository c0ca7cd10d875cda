"""One version everywhere, and one date of it."""

import re

import pytest

from motelab import ROOT

VERSION = re.search(r"^project\(motecurve VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
# Each place that names the version, with an expression for it.
PLACES = {
    "CITATION.cff": r"^version: (\S+)$",
    "CHANGELOG.md": r"^## ([\d.]+), \d{4}-\d\d-\d\d$",
    "bindings/rust/motecurve/Cargo.toml": r'^version = "(.*)"$',
    "bindings/rust/motecurve-sys/Cargo.toml": r'^version = "(.*)"$',
}


@pytest.mark.parametrize("path", PLACES)
def test_one_version(path):
    """The first in each file; Python's package and Debian's take that of CMakeLists.txt."""
    assert re.search(PLACES[path], (ROOT / path).read_text(), re.M)[1] == VERSION


def test_the_crates_need_each_other_in_this_version():
    text = (ROOT / "bindings/rust/motecurve/Cargo.toml").read_text()
    assert f'motecurve-sys = {{ path = "../motecurve-sys", version = "{VERSION}" }}' in text


def test_the_citation_has_the_date_of_the_changes():
    dated = re.search(rf"^## {re.escape(VERSION)}, (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
    assert f"\ndate-released: {dated}\n" in (ROOT / "CITATION.cff").read_text()
