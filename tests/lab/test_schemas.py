"""Files that people write: every committed one is as its schema says, and whatever is wrong in one is told in a line
that names the file, the key, the value found and a right one."""

import copy
import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from operator import setitem
from pathlib import Path
from typing import Any

import pytest

from motelab import ROOT
from motelab.boards import board
from motelab.boards.implementations import manifest
from motelab.common import schema
from motelab.common.errors import FaultyFile, MotecurveError
from motelab.common.schema import Schema
from motelab.compare import goals
from motelab.subjects import curves, security
from tools import schemas as of_tools

OF_TOOLS = [(Schema("tools.schemas", kind.__name__), ROOT / name) for name, kind in of_tools.FILES.items()]
COMMITTED = [*schema.committed(), *((kind, path) for kind, path in OF_TOOLS)]
IDS = [str(path.relative_to(ROOT)) for _, path in COMMITTED]
Place = tuple[Any, ...]
# Tables whose keys people choose, as places without the numbers of their lists.
ANY_KEY = (
    "meta", "index", "pairings.hash", "curves.verification", "choices", "plan", "match.request.choices", "goal.limits",
    "goal.at_least", "goal.others", "compiler.profiles", "recorded.faster", "recorded.points.choices", "operations",
    "of_lines",
)  # fmt: skip


def test_every_kind_of_file_has_a_schema():
    """A TOML or JSON file that people write and that no schema accepts would be found by a KeyError alone."""
    written = [*ROOT.glob("curves/*.json"), *ROOT.glob("lab/motelab/data/*.toml"), *ROOT.glob("tools/*.toml")]
    written += [*ROOT.glob("lab/motelab/data/*/*.toml"), *ROOT.glob("boards/*/*.toml"), *ROOT.glob("boards/*.toml")]
    written += [*ROOT.glob("implementations/*/*.toml"), *ROOT.glob("lab/motelab/*/*.toml")]
    assert {path for _, path in COMMITTED} >= set(written) and len(written) > 60


@pytest.mark.parametrize(("kind", "path"), COMMITTED, ids=IDS)
def test_committed_files_are_right(kind, path):
    assert schema.faults_of(kind, path) == []


def content(path) -> dict[str, Any]:
    return json.loads(path.read_text()) if path.suffix == ".json" else tomllib.loads(path.read_text())


def places(values: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value below a place, the place itself included."""
    yield place, values
    inside = values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    for key, value in inside:
        yield from places(value, (*place, key))


def pattern(place: Place) -> str:
    """The keys of a place, with [] for an element of a list at its end."""
    return ".".join([part for part in place if isinstance(part, str)] + ["[]"] * (place != () and place[-1] == 0))


def distinct(values: Any) -> dict[str, tuple[Place, Any]]:
    """One place of each kind in a file."""
    return {pattern(place): (place, value) for place, value in reversed(list(places(values)))}


def changed(values: Any, place: Place, change) -> Any:
    """A copy of the values in which `change` was called with the container of a place and its key."""
    copied = copy.deepcopy(values)
    container = copied
    for part in place[:-1]:
        container = container[part]
    change(container, place[-1])
    return copied


def is_free(text: str, path: Path) -> bool:
    """Whether people choose the keys of a table."""
    of_papers = (path.parent.name, text) == ("matches", "curves")
    of_names = text == "" and path.name in ("radios.toml", "boards.toml")
    return (
        of_papers
        or of_names
        or path.name == "power_save.toml"
        or f"{text}.".startswith(tuple(f"{key}." for key in ANY_KEY))
    )


@pytest.mark.parametrize(("kind", "path"), COMMITTED, ids=IDS)
def test_an_unknown_key_is_told_with_a_known_one(kind, path):
    values = content(path)
    tried = 0
    for text, (place, value) in distinct(values).items():
        if isinstance(value, dict) and value and not is_free(text, path):
            key = next(iter(value))
            wrong = changed({"": values}, ("", *place, f"{key}x"), lambda table, name: table.update({name: 1}))[""]
            found = kind.faults(wrong)
            assert found and f"has an unknown key {key}x; did you mean {key}" in found[0], (text, found)
            tried += 1
    assert tried or path.name == "power_save.toml"


@pytest.mark.parametrize(("kind", "path"), COMMITTED, ids=IDS)
def test_a_value_of_another_type_is_told_with_its_key(kind, path):
    values = content(path)
    text_wrong = 7 if path.parent.name == "matches" else "x.c"  # rules may have a text or a list of texts
    for text, (place, value) in distinct(values).items():
        if place and not text.startswith("meta") and not text.startswith("pairings.hash"):
            other = {str: 7, int: "x", float: "x", bool: "no", list: text_wrong, dict: text_wrong}.get(type(value), {})
            found = kind.faults(changed(values, place, lambda table, name, other=other: setitem(table, name, other)))
            named = [part for part in place if isinstance(part, str)]
            assert found and any(part in found[0] for part in named[-2:]), (text, other, found)
            assert re.search(r"; it must be \S|a wrong key|unknown key|; \S", found[0]), found


def required(kind: Schema, path) -> list[str]:
    """The patterns of keys without which the schema refuses a file."""
    values, found = content(path), []
    for text, (place, _) in distinct(values).items():
        if place and isinstance(place[-1], str):
            faults = kind.faults(changed(values, place, lambda table, name: table.pop(name)))
            assert all(place[-1] in fault for fault in faults), (text, faults)
            found += [text] if faults else []
    return found


def test_missing_keys_are_told():
    """A sample of the keys that each kind of file needs."""
    needed = {
        "curves/curves.json": {"curves.name", "curves.form", "curves.field.type", "curves.a", "curves.n", "curves.h"},
        "curves/security.json": {"curves.rho_bits_with_automorphisms", "curves.automorphism_group_order_used"},
        "curves/pairings.json": {"pairings.r", "pairings.security.curve_bits", "pairings.field"},
        "curves/gls254.json": {"groups.r", "groups.G.s", "groups.eigenvalue"},
        "curves/fourq.json": {"groups.d", "groups.basis", "groups.maps.tau", "groups.eigenvalues.psi"},
        "curves/remarks.json": {"names", "seeds", "names.text"},
        "boards/uno/board.toml": {"power.voltage_v", "power.active_a"},
        "boards/choices.toml": {"choices"},
        "boards/device/boards.toml": {"uno.drivers", "uno.clock"},
        "boards/chips.toml": {"chip", "chip.names"},
        "implementations/micro-ecc/implementation.toml": {"operations.ecdh.curves"},
        "lab/motelab/data/goals.toml": {"goal.subject", "goal.request"},
        "lab/motelab/data/calibration.toml": {"row", "row.board", "row.published_source"},
        "lab/motelab/data/batteries.toml": {"battery", "battery.mah", "battery.volts"},
        "lab/motelab/data/counterparts.toml": {"counterpart", "counterpart.title", "counterpart.curves"},
        "lab/motelab/data/errata.toml": {"erratum.paper", "erratum.right"},
        "lab/motelab/data/gains.toml": {"group.unit", "group.gains.printed"},
        "lab/motelab/data/claims.toml": {"claim.quote", "claim.place"},
        "lab/motelab/data/study/fair-claims.toml": {"claim.of", "claim.test"},
        "lab/motelab/data/headlines.toml": {"headline.title", "headline.peer"},
        "lab/motelab/data/bounds_tried.toml": {"tried.method", "tried.cycles"},
        "lab/motelab/data/operand_times.toml": {"allowed.reason"},
        "lab/motelab/data/matches/aranha2008.toml": {"paper", "match"},
        "lab/motelab/data/study/hypotheses.toml": {"method.alpha", "claim.test"},
        "lab/motelab/data/parallel/supersingular-1536.json": {"p", "order"},
        "lab/motelab/network/power_save.toml": {"micaz.power_save_a"},
        "lab/motelab/network/radios.toml": {"cc2420.send_a", "cc2420.source"},
        "tools/mutate.toml": {"nearest.files", "nearest.tests"},
        "tools/mutate_equivalent.toml": {"equivalent.reason"},
    }
    kinds = {str(path.relative_to(ROOT)): (kind, path) for kind, path in COMMITTED}
    assert {kind.name for kind, _ in kinds.values()} - {kinds[name][0].name for name in needed} == {"PlatformFile"}
    for name, keys in needed.items():
        assert keys <= set(required(*kinds[name])), (name, keys - set(required(*kinds[name])))


@pytest.mark.parametrize(
    ("module", "name", "values", "said"),
    [
        ("boards", "BoardFile", {"clock_hz": 16}, "clock_hz is 16; it must be a clock in hertz, 1_000 or more"),
        ("boards", "BoardFile", {"power": {"voltage_v": 3.0, "active_a": 8.0e3}}, "active_a is 8000.0; it must be amp"),
        ("boards", "BoardFile", {"choices": {"c": {"fb-mull": "x"}}}, "no slot fb-mull; did you mean fb-mul"),
        ("boards", "BoardFile", {"choices": {"c": {"koblit": {}}}}, "koblit is none; did you mean koblitz"),
        ("boards", "BoardFile", {"choices": {"curve": {"secp256r2": {}}}}, "secp256r2 is none; did you mean secp256"),
        ("boards", "BoardFile", {"curves": ["secp256r2"]}, "there is no secp256r2; did you mean secp256"),
        ("boards", "BoardFile", {"simulator": "simaver"}, "simulator is \"simaver\"; it must be 'simavr'"),
        ("boards", "BoardFile", {"cycle_model": "good"}, "it must be text with exact, model, estimate or instructions"),
        ("measure", "OperandTimesFile", {"allowed": [{"kind": "division", "routines": "(", "reason": "r"}]}, "a reg"),
        ("compare", "GoalsFile", {"goal": [{"subject": "s"}]}, "goal[0] lacks the key operation"),
        ("compare", "MatchesFile", {"paper": "p", "match": [{"table": "1"}]}, "a table with exactly one of request"),
        ("subjects", "RemarksFile", {"names": [{"curves": "sect163k1", "text": "t"}], "seeds": []}, "a list of names"),
    ],
)  # fmt: skip
def test_units_and_names(module, name, values, said):
    assert any(said in fault for fault in Schema(f"motelab.{module}.schemas", name).faults(values))


MANIFEST = """
title = "Mine"
licence = "MIT"

[[builds]]
boards = ["micaz"]
files = ["x.c"]

[operations.ecdh]
curves = ["secp256r1"]
constant_time = true
"""


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("= true", '= "no"', ['operations.ecdh.constant_time is "no"; it must be true or false, without quotes']),
        (
            '["x.c"]',
            '"x.c"',
            ['builds[0].files is "x.c"; it must be a list of names, such as ["a", "b"], wi'],
        ),
        ("licence", "license", ["it has an unknown key license; did you mean licence?"]),
        ('title = "Mine"', "title = 3", ["title is 3; it must be text that is not empty"]),
        ('files = ["x.c"]', "", ["builds[0] lacks the key files: a list of names"]),
        ("= true", "= 1\nnonces = 2", ["operations.ecdh has an unknown key nonces; did you mean nonce?", "time is 1;"]),
    ],
)
def test_a_manifest_of_one_s_own(tmp_path, old, new, lines):
    (tmp_path / "adapter.c").write_text("")
    (tmp_path / manifest.FILE).write_text(MANIFEST.replace(old, new))
    manifest.load.cache_clear()
    with pytest.raises(FaultyFile) as caught:
        manifest.find(f"{tmp_path}/")
    assert len(caught.value.lines) == len(lines)
    for line, said in zip(caught.value.lines, lines, strict=True):
        assert line.startswith(f"{tmp_path}/{manifest.FILE}: ") and said in line


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (('platform = "avr"', 'platform = "avrr"'), ["platform is 'avrr', and there is no such folder; did you mean"]),
        (("clock_hz = 16_000_000", ""), [", with the files that it takes keys from: it lacks the key clock_hz"]),
        (("ram_bytes = 2_048", 'ram_bytes = "2 KB"'), ['ram_bytes is "2 KB"; it must be whole bytes, such as 4']),
        (("image_ram_bytes = 1_536", "image_ram_bytes = 4_096"), ["a table whose image_ram_bytes is at most its"]),
    ],
)  # fmt: skip
def test_a_board_of_one_s_own(tmp_path, monkeypatch, change, lines):
    monkeypatch.setenv(board.MORE_BOARDS, str(tmp_path))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/board.toml").write_text((board.BOARDS / "uno/board.toml").read_text().replace(*change))
    with pytest.raises(MotecurveError) as caught:
        board.load("mine")
    assert len(caught.value.lines) == len(lines)
    for line, said in zip(caught.value.lines, lines, strict=True):
        assert line.startswith(f"{tmp_path}/mine/board.toml") and said in line


def test_a_board_of_one_s_own_that_is_right(tmp_path, monkeypatch):
    monkeypatch.setenv(board.MORE_BOARDS, str(tmp_path))
    shutil.copytree(board.BOARDS / "uno", tmp_path / "mine")
    assert board.load("mine").clock_hz == 16_000_000


def test_a_curve_without_its_bits_of_security(lab, monkeypatch):
    """`curves show` ended in a KeyError."""
    monkeypatch.setattr(security, "_table", lambda: {})
    status, _, error = lab("curves show sect163k1")
    assert status == 2 and error.startswith("motecurve: curves/security.json: it lacks a record of sect163k1, ")
    assert len(error.splitlines()) == 1 and len(security.missing()) == len(curves.load())


def test_wrong_data_of_curves_are_told_where_the_generators_end(lab, tmp_path, monkeypatch):
    """Generators read the data as they are imported, before any schema: the command line looks for the cause."""
    path = tmp_path / "pairings.json"
    text = (ROOT / "curves/pairings.json").read_text()
    path.write_text(text.replace('"family"', '"familie"', 1))
    kind = Schema("motelab.subjects.schemas", "PairingsFile")
    monkeypatch.setattr(schema, "committed", lambda below="": [(kind, path)])

    def fails(*_: Any) -> None:
        raise KeyError("family")

    monkeypatch.setattr(curves, "find", fails)
    status, _, error = lab("curves show sect163k1")
    assert status == 2 and "pairings[0] (bls12-381) has an unknown key familie; did you mean family?" in error
    path.write_text(text)
    with pytest.raises(KeyError):  # a fault of ours
        lab("curves show sect163k1")


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_another_notation(tmp_path, suffix):
    path = tmp_path / f"file.{suffix}"
    for text, said in ((b"[", "is no "), (b"\xff", "is not UTF-8: byte 0 is 0xff")):
        path.write_bytes(text)
        with pytest.raises(MotecurveError, match=rf"file\.{suffix} {said}"):
            goals.FILE.read(path)


def test_an_accepted_content_is_not_checked_again(tmp_path, monkeypatch):
    """Nor is the library behind the schemas loaded; another content is checked."""
    monkeypatch.setattr(schema, "CHECKED", tmp_path / "checked")
    monkeypatch.setattr(schema, "OWNERS", tmp_path / "owners")
    path, calls = tmp_path / "power_save.toml", []
    kind = Schema("motelab.network.schemas", "PowerSaveFile")
    counted = Schema.faults
    monkeypatch.setattr(Schema, "faults", lambda self, values: calls.append(1) or counted(self, values))
    for count, text in ((1, '[a]\npower_save_a = 1e-6\nsource = "s"'), (1, None), (2, "[a]\npower_save_a = 1e-6")):
        path.write_text(text or path.read_text())
        if count == 2:
            with pytest.raises(FaultyFile):
                kind.read(path)
        else:
            kind.read(path)
        assert len(calls) == count
