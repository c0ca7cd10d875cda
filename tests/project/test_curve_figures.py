"""How many curves there are, wherever a page says so: those of the catalogue, those that the library has, the weak."""

import re

import pytest

from codegen import tiny_curves
from codegen.built import curves_by_field
from motelab import ROOT
from motelab.subjects import curves, security

KNOWN = curves.load().values()
TINY = {record["name"] for record in tiny_curves.records()}
BUILT = [record for records in curves_by_field().values() for record in records if record["name"] not in TINY]
CLASSES = [security.of(curve.name).level for curve in KNOWN]
BINARY = sum(curve.field.startswith("fb") for curve in KNOWN)
PAGES = [ROOT / name for name in ("README.md", "SECURITY.md", "bindings/python/README.md", "debian/control")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
LIBRARY = r"(?<!The lab knows )\b([6-9]\d|\d{3}) curves\b"  # a page may speak of fewer, such as those of one paper
FIGURES = {
    LIBRARY: len(BUILT),
    r"The lab knows (\d+) curves": len(KNOWN),
    r"The library has (\d+) of them": len(BUILT),
    r"(\d+) are over binary fields": BINARY,
    r"(\d+) over prime fields of": len(KNOWN) - BINARY,
    r"(\d+) (?:of the )?curves are weak": CLASSES.count("weak"),
    r"and (\d+) legacy \(below 112\)": CLASSES.count("legacy"),
    r"\| weak \| below 80 \| (\d+) \|": CLASSES.count("weak"),
    r"\| legacy \| 80 to 111 \| (\d+) \|": CLASSES.count("legacy"),
    r"\| fine \| 112 and more \| (\d+) \|": CLASSES.count("fine"),
}


def found(pattern: str) -> list[tuple[str, int]]:
    """Page and figure of each place."""
    texts = [(page.relative_to(ROOT).as_posix(), " ".join(page.read_text().split())) for page in PAGES]
    return [(name, int(figure)) for name, text in texts for figure in re.findall(pattern, text)]


@pytest.mark.parametrize("pattern", FIGURES)
def test_numbers_of_curves(pattern):
    places = found(pattern)
    assert places and set(places) == {(name, FIGURES[pattern]) for name, _ in places}


def test_the_curve_that_is_not_built():
    assert {curve.name for curve in KNOWN} - {record["name"] for record in BUILT} == {"c2onb239v5"}
    assert {name for name, _ in found(LIBRARY)} >= {"README.md", "bindings/python/README.md", "debian/control"}
