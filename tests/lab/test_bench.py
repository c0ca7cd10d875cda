"""Measuring: complete and reproducible records, checked results, the cache, and vectors inside the mote."""

import dataclasses
import json
import os
import shutil
from pathlib import Path

import pytest

from codegen import known_answers as known_answers_of_gp
from motelab import ROOT
from motelab.boards import board, simavr
from motelab.boards.image import Builder
from motelab.common import cache
from motelab.common.errors import ImageFailed, MissingTool, MotecurveError
from motelab.library import host
from motelab.measure import bench, catalogue, operation_counts, records, run_facts
from motelab.measure.bench import Request
from motelab.report.record_tables import count_tables
from motelab.subjects import known_answers  # fmt: skip
from motelab.vectors import cavp
from tests.conftest import VECTORS, share

MULTIPLICATION = Request(operation="fb-mul", algorithm="ld-registers")
CURVES = {"sect163k1": "K-163", "sect163r2": "B-163"}


@pytest.fixture(autouse=True)
def own_outputs(tmp_path, monkeypatch):
    """Records, run facts and cache of these tests stay out of the build folder."""
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(run_facts, "RUN_FILE", tmp_path / "run.json")
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "cache")


def one(request: Request, **options) -> records.Record:
    (record,) = bench.measure([request], **options)
    return record


def cached() -> Path:
    """The entry of the only measurement in the cache, which also has the bound of its stack."""
    (entry,) = (path for path in cache.FOLDER.iterdir() if "elf_sha256" in path.read_text())
    return entry


def test_record_is_complete_and_reproducible():
    record = one(MULTIPLICATION)
    assert tuple(record) == records.FIELDS
    assert record["verified"] and record["constant_time"] and record["runs"] == 20
    assert record["min"] == record["median"] == record["max"] == record["cycles"] > 1000
    assert record["microseconds"] == pytest.approx(record["cycles"] / 7.3728, abs=1e-3)
    assert record["energy_mj"] == pytest.approx(record["cycles"] * 3.2552e-6, rel=1e-3)  # 3.26 nJ a cycle
    assert record["kernel"] is None and record["backend"] == "c"
    assert json.dumps(one(MULTIPLICATION, fresh=True)) == json.dumps(record)


def test_records_are_kept_once_each():
    one(MULTIPLICATION)
    one(dataclasses.replace(MULTIPLICATION, backend="asm"))
    one(MULTIPLICATION)
    kept = records.read_records()
    assert sorted(record["backend"] for record in kept) == ["asm", "c"]


@pytest.mark.parametrize("backend", ["c", "asm"])
def test_every_field_operation_and_point_operation(backend):
    names = ("fb-mul", "fb-sqr", "fb-reduce", "fb-mul-reduce", "fb-sqr-reduce", "fb-inv", "point-add", "point-double")
    requests = catalogue.expand(board.load("micaz"), names, algorithm="all", backend=backend, curve="sect163r2")
    measured = bench.measure(requests)
    assert {record["operation"] for record in measured} == set(names)
    assert [record["algorithm"] for record in measured if not record["verified"]] == []
    assert all(record["constant_time_evidence"] is None or record["constant_time"] for record in measured)


def test_own_choices_reach_the_goals():
    """Upper bounds for the cycles of assembly, with the board's own choices."""
    requests = catalogue.expand(board.load("micaz"), ("fb-mul-reduce", "fb-sqr-reduce", "scalar-mult"))
    figures = {(r["operation"], r["curve"], r["constant_time"]): r["cycles"] for r in bench.measure(requests)}
    assert figures["fb-mul-reduce", None, True] <= 5_400
    assert figures["fb-sqr-reduce", None, True] <= 700
    assert figures["scalar-mult", "sect163k1", False] <= 3_000_000
    assert figures["scalar-mult", "sect163r2", True] <= 7_000_000
    assert one(Request(operation="fb-mul-reduce"))["cycles"] <= 10_000


def test_part_of_a_composed_operation():
    record = one(Request(operation="fb-mul-reduce", algorithm="ld-registers", backend="c"))
    assert record["algorithm"] == "ld-registers" and record["choices"]["fb-mul"] == "ld-registers"
    alone = one(MULTIPLICATION)["cycles"] + one(Request(operation="fb-reduce"))["cycles"]
    assert alone < record["cycles"] < alone + 200


def test_wrong_result_is_not_a_figure(monkeypatch):
    right = known_answers.load("fb163", "fb-mul")
    broken = [*right.random[:7], right.random[7] | {"c": right.random[7]["c"] ^ 1}, *right.random[8:]]
    monkeypatch.setattr(known_answers, "load", lambda *_: dataclasses.replace(right, random=broken))
    record = one(MULTIPLICATION)
    assert record["verified"] is False and record["cycles"] is None
    assert "wrong result" in run_facts.failures()[bench.command_for(MULTIPLICATION)]


def test_cached_result_is_taken(monkeypatch):
    first = one(MULTIPLICATION)
    monkeypatch.setattr(simavr, "execute", lambda *_, **__: pytest.fail("measured again"))
    assert one(MULTIPLICATION) == first


@pytest.mark.parametrize("damage", [b"", b"x", b"\xff\xfe"])
def test_damaged_cache_entry_is_measured_again(damage, capsys):
    first = one(MULTIPLICATION)
    entry = cached()
    whole = entry.read_bytes()
    entry.write_bytes(whole[:-10] + damage if damage else b"")
    assert one(MULTIPLICATION) == first
    assert capsys.readouterr().err.count("is damaged") == 1
    assert entry.read_bytes() == whole


def test_missing_simulator(monkeypatch, tmp_path):
    os.symlink(shutil.which("avr-gcc"), tmp_path / "avr-gcc")
    monkeypatch.setattr(simavr, "PROGRAM", tmp_path / "mc-simavr")
    simavr.simulator.cache_clear()
    bench.select(MULTIPLICATION)
    Builder(bench.select(MULTIPLICATION)).build()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match="apt-get install"):
        one(MULTIPLICATION)
    simavr.simulator.cache_clear()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": "micas"}, "no board 'micas'; did you mean micaz"),
        ({"operation": "fb-mull"}, "did you mean fb-mul"),
        ({"algorithm": "lopez-dahb"}, "did you mean lopez-dahab"),
        ({"curve": "sect163k2"}, "did you mean sect163r2 or sect163k1"),
        ({"curve": "c2onb239v5"}, "no curve 'c2onb239v5'"),
        ({"profile": "quick"}, "no profile 'quick'"),
        ({"window": 4}, "has no windows"),
        ({"algorithm": "lopez-dahab", "backend": "asm"}, "has no assembly"),
        ({"choices": (("fb-mol", "comb"),)}, "no family 'fb-mol'"),
        ({"choices": (("fb-inv", "euclid"),)}, "euclid is not constant time"),
        ({"operation": "scalar-mult", "algorithm": "wtnaf", "window": 9}, "has windows 2, 3, 4, 5, 6"),
        ({"operation": "scalar-mult", "algorithm": "wtnaf", "window": 4, "curve": "sect163r2"}, "no algorithm"),
        ({"operation": "ecdh", "algorithm": "wnaf", "window": 4}, "not constant time"),
    ],
)
def test_names_that_do_not_fit(change, message):
    with pytest.raises(MotecurveError, match=message):
        bench.select(dataclasses.replace(MULTIPLICATION, **change))


def test_what_a_name_stands_for():
    """An algorithm that only some operations and curves have is looked for in all of them."""
    found = catalogue.expand(board.load("micaz"), algorithm="wtnaf", window=4)
    assert {(r.curve, r.backend) for r in found if r.operation == "scalar-mult"} == {
        (curve, backend) for curve in ("sect163k1", "sect233k1", "sect283k1") for backend in ("c", "asm")
    }
    assert {r.operation for r in found} == {"scalar-mult", "ecqv-public-key"}
    own = catalogue.expand(board.load("micaz"), ("scalar-mult",))
    assert [(r.curve, bench.select(r).is_constant_time) for r in own[:4]] == [
        ("sect163k1", True),
        ("sect163k1", False),
        ("sect163r2", True),
        ("sect163r2", False),
    ]


def test_curve_by_alias():
    assert bench.select(dataclasses.replace(MULTIPLICATION, curve="K-163")).curve.name == "sect163k1"


def test_command_repeats_the_request():
    request = Request("micaz", "scalar-mult", "wnaf", 4, "asm", "sect163r2", "small", (("fb-inv", "itoh-tsujii"),))
    assert bench.command_for(request) == (
        "./motecurve bench --board micaz --op scalar-mult --algorithm wnaf --window 4 --backend asm"
        " --curve sect163r2 --profile small --with fb-inv=itoh-tsujii"
    )


def test_board_file_with_a_mistake(tmp_path, monkeypatch):
    monkeypatch.setattr(board, "BOARDS", tmp_path)
    (tmp_path / "choices.toml").touch()
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd/board.toml").write_text("name = 'odd'\nclock = 3\n")
    with pytest.raises(MotecurveError, match=r"board\.toml"):
        board.load("odd")


@pytest.mark.skipif(shutil.which("gp") is None, reason="PARI/GP writes the known answers")
def test_known_answers_are_those_of_gp():
    """On an eighth of the fields and curves; the commit chooses which."""
    names = sorted(path.stem for path in known_answers_of_gp.FOLDER.glob("*.json"))
    chosen = share(names, 8)
    computed = known_answers_of_gp.outputs(chosen.__contains__)
    assert {path.stem for path in computed} == set(chosen)
    assert [path.name for path, text in computed.items() if path.read_text() != text] == []


def run_cases(operation: str, curve: str, cases: list[dict], **replaced) -> None:
    """Runs `cases` in the simulated mote; ImageFailed at the first wrong result."""
    chosen = bench.select(Request(operation=operation, backend="asm", curve=curve))
    chosen = dataclasses.replace(chosen, operation=dataclasses.replace(chosen.operation, **replaced))
    image = Builder(chosen).build()
    execution = simavr.execute(image.path, measure=image.symbol, data=bench.inputs(chosen, cases))
    bench.check_output(execution, cases, bench.outputs(chosen, cases), image.symbol)


def base_point(curve: str) -> dict[str, int]:
    record = next(c for c in json.loads((ROOT / "curves/curves.json").read_text())["curves"] if c["name"] == curve)
    return {"px": int(record["G"]["x"], 16), "py": int(record["G"]["y"], 16)}


def cavp_cases(file: str, key: str, curve: str) -> list[cavp.Case]:
    return [case for case in cavp.read(VECTORS / "cavp" / file, key) if case.curve == CURVES[curve]]


@pytest.mark.parametrize("curve", CURVES)
def test_key_pairs_in_the_mote(curve):
    """NIST CAVP KeyPair: Q = d G."""
    found = cavp_cases("fips186-3_ecdsa/KeyPair.rsp", "d", curve)
    cases = [
        base_point(curve) | {"k": c.integer("d"), "status": 0, "rx": c.integer("Qx"), "ry": c.integer("Qy")}
        for c in found
    ]
    assert len(cases) == 10
    run_cases("scalar-mult", curve, cases)
    cases[9]["ry"] ^= 1
    with pytest.raises(ImageFailed, match="wrong result"):
        run_cases("scalar-mult", curve, cases[9:])


@pytest.mark.parametrize("curve", CURVES)
def test_key_agreement_in_the_mote(curve):
    """NIST CAVP ECC CDH: x of h d Q."""
    names = {"d": "dIUT", "px": "QCAVSx", "py": "QCAVSy", "secret": "ZIUT"}
    found = cavp_cases("sp800-56a_ecccdh/KAS_ECC_CDH_PrimitiveTest.txt", "ZIUT", curve)
    cases = [{name: c.integer(key) for name, key in names.items()} | {"status": 0} for c in found]
    assert len(cases) == 25
    run_cases("ecdh", curve, cases, defines=(("MC_BENCH_ECDH", "mc_ecdh_cofactor"),), symbols=("mc_ecdh_cofactor",))


@pytest.mark.parametrize("curve", CURVES)
def test_known_multiples_in_the_mote(curve):
    """Multiples of the base point by PARI/GP and OpenSSL, small and large scalars."""
    answers = json.loads((VECTORS / "kat/scalar_mult_ecdh.json").read_text())["curves"][curve]["scalar_mult"]
    cases = [
        base_point(curve) | {"k": int(a["k"], 16), "status": 0, "rx": int(a["x"], 16), "ry": int(a["y"], 16)}
        for a in answers
    ]
    run_cases("scalar-mult", curve, cases)


TABLED = Request(operation="scalar-mult", algorithm="wnaf", window=4, backend="asm", curve="sect163r2")
COUNTS = {name: 1.5 for name in (*records.OPERATION_FIELDS, *records.DENSITY_FIELDS)}


def test_bytes_of_tables_are_of_scalar_multiplications_alone():
    record = one(TABLED)
    assert tuple(record) == records.FIELDS
    assert (record["ram_table_bytes"], record["flash_table_bytes"]) == (4 * 2 * 21, 0)
    assert all(record[name] is None for name in COUNTS)
    assert all(one(MULTIPLICATION)[name] is None for name in records.DERIVED)


def test_counts_are_taken_where_they_are_asked_for(monkeypatch):
    monkeypatch.setattr(operation_counts, "means", lambda algorithm, window, curve: COUNTS)
    counted = bench.measure([TABLED, MULTIPLICATION], counts=True)
    assert counted[0] == one(TABLED) | COUNTS
    assert counted[1] == one(MULTIPLICATION)


def test_a_cached_record_without_the_newer_fields_is_taken(monkeypatch):
    first = one(TABLED)
    entry = cached()
    assert set(cache.get(entry.stem)) == set(records.MEASURED)
    monkeypatch.setattr(simavr, "execute", lambda *_, **__: pytest.fail("measured again"))
    assert one(TABLED) == first


def test_counts_of_a_curve_are_a_table(monkeypatch):
    monkeypatch.setattr(operation_counts, "means", lambda *_: COUNTS)
    assert len(list(count_tables(bench.measure([TABLED]), board.load("micaz")))) == 0
    both = bench.measure([TABLED, dataclasses.replace(TABLED, backend="c")], counts=True)
    (table,) = count_tables(both, board.load("micaz"))
    assert table.row_count == 1 and "sect163r2" in table.title  # both backends execute the same


@pytest.mark.slow
def test_counted_means_are_near_theory():
    """A NAF of width 4 has nonzero digits at a fifth of its places."""
    host.require("fb163")
    (record,) = bench.measure([TABLED], counts=True)
    assert record["digit_density_theory"] == 0.2 and record["digit_density"] == pytest.approx(0.2, abs=0.01)
    assert record["doublings"] == pytest.approx(162, abs=2) and record["additions"] == pytest.approx(35, abs=2)


@pytest.mark.parametrize(
    ("name", "nanojoules"),
    [
        *(("micaz", 3.255), ("telosb", 0.675), ("msp430f5438a", 1.068), ("cortex-m0plus", 0.2317)),
        *(("uno", 3.25), ("mega", 6.25), ("nrf52840", 0.1547)),
    ],
)
def test_energy_a_cycle(name, nanojoules):
    """With the currents that docs/measuring.md cites."""
    assert board.load(name).energy_mj(1_000_000) == pytest.approx(nanojoules, rel=1e-3)


def test_energy_is_of_the_board_file_and_not_of_the_cache(monkeypatch):
    first, power = one(MULTIPLICATION), board.load("micaz").power
    monkeypatch.setitem(power, "active_a", 2 * power["active_a"])
    assert one(MULTIPLICATION)["energy_mj"] == pytest.approx(2 * first["energy_mj"], abs=1e-6)
