"""The records of the groups with pairings of type 1: the search finds them again, and the check with PARI/GP sees what
is wrong with a changed one."""

import copy
import importlib.util
import json

import pytest

from motelab import ROOT

FOLDER = ROOT / "curves"
RECORDS = {record["name"]: record for record in json.loads((FOLDER / "pairings.json").read_text())["pairings"]}


def script(name: str):
    """The module curves/<name>.py."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("group", script("find_tate").GROUPS, ids=lambda group: group[0])
def test_search_finds_the_record(group):
    found, record = script("find_tate").record(*group), RECORDS[group[0]]
    assert found["counter"] == record["search"]["counter"]
    assert (found["p"], found["order"], found["cofactor"]) == (record["field"]["p"], record["r"], record["h"])
    assert (found["x"], found["y"]) == (record["G"]["x"], record["G"]["y"])


def changed(name: str, path: str, by: int) -> dict:
    """A copy of the record with a number changed."""
    record = copy.deepcopy(RECORDS[name])
    *folders, last = path.split(".")
    place = record
    for folder in folders:
        place = place[folder]
    place[last] = hex(int(place[last], 16) + by)
    return record


WRONG = {
    "p": ("tate-256", "field.p", 4, "no prime"),
    "h": ("tate-256", "h", 1, "number of points"),
    "y": ("tate-256", "G.y", 1, "not of order r"),
    "eta h": ("eta-271", "h", 2, "number of points"),
    "eta x": ("eta-271", "G.x", 1, "not of order r"),
}


@pytest.mark.parametrize("case", WRONG)
def test_check_sees_what_is_wrong(case):
    name, path, by, complaint = WRONG[case]
    assert complaint in script("check_pairings").check([changed(name, path, by)])[name]


def test_check_wants_both_numbers_of_bits():
    record = copy.deepcopy(RECORDS["tate-1536"])
    del record["security"]["extension_field_bits"]
    assert "extension_field_bits" in script("check_pairings").check([record])["tate-1536"]


def test_eta_says_that_it_is_insecure():
    assert RECORDS["eta-271"]["security"]["extension_field_source"].startswith("insecure since 2013")
