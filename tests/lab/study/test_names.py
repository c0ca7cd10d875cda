"""The paper's names: their number of short parameters and their lengths, against the printed ones and their errata."""

import re

import pytest

from motelab.compare import errata, published
from motelab.study import names, tables

SOURCE = names.SOURCE


def printed() -> dict[str, tuple[int, float]]:
    """Name -> No. and the difference to the fastest, as Tables I and II print them for the Raspberry Pi."""
    found = {}
    for row in published.rows(SOURCE):
        if row.platform == names.PI:
            count, relative = re.search(r"small parameters (\d); relative \+?([\d.]+) %", row.note).groups()
            found[row.subject] = int(count), float(relative)
    return found


def test_fifty_names_exist():
    known = names.load()
    assert len(known) == 50 and len({one.curve.name for one in known}) == 42
    assert set(printed()) - {one.name for one in known} == {"sect113k1"}
    assert len(names.twins()) == 8


def test_number_of_small_parameters():
    """As printed, but where an erratum says that the printed column is wrong."""
    wrong = {"sect409r1", "sect409k1", "sect571r1", "sect571k1"}
    (erratum,) = [one for one in errata.of(SOURCE, "I") if "No. of sect409" in one.place]
    assert set(erratum.curves) == wrong
    for one in names.load():
        assert (one.small_parameters == printed()[one.name][0]) == (one.name not in wrong), one.name
    assert [names.find(name).small_parameters for name in ("sect409r1", "sect409k1", "ipsec4")] == [1, 2, 4]


def test_deltas_are_those_of_the_groups():
    """Ours are computed as the paper's are: its printed times give its printed differences."""
    found = tables.in_groups(tables.printed_times("pi_microseconds"))
    for name, (_, relative) in printed().items():
        if name in found:
            assert found[name] == pytest.approx(relative, abs=0.03), name


def test_a_group_needs_all_of_its_names():
    """A name that does not fit is there, too; one that is not measured yet leaves its group without differences."""
    lines = {one.name: {"median": 1} for one in names.load()}
    assert tables.in_whole_groups(lines) == lines
    lines["wtls9"] = {"reason": "does not fit"}
    assert tables.in_whole_groups(lines) == lines
    del lines["sect131r1"]
    assert set(lines) - set(tables.in_whole_groups(lines)) == {"sect131r2", "ipsec3"}


def test_corrected_lengths():
    """Tables A-I and A-II differ from the printed ones only where errata say so."""
    rows = {row["curve"]: row for row in (*tables.lengths("A-I"), *tables.lengths("A-II"))}
    swapped = {f"sect{bits}{kind}" for bits in (283, 409, 571) for kind in ("r1", "k1")}
    assert {name for name, row in rows.items() if row["printed"]} == swapped | {"ipsec3", "ipsec4", "wtls7"}
    assert rows["wtls7"]["parameters"] == "secp160r1"
    assert {name: rows["ipsec4"][name] for name in "mabxyn"} == {"m": 185, "a": 0, "b": 13, "x": 5, "y": 4, "n": 183}
    known = names.printed_lengths()
    assert len(known) == 51 and {row["m"] for row in known.values() if "m" in row} == {
        bits + 1 for bits in (113, 131, 155, 163, 176, 185, 233, 239, 283, 409, 571)
    }
