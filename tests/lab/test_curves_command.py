"""curves: the list and its filters, one curve in full, several side by side."""

import json

import pytest
from click.testing import CliRunner

from motelab.commands import curves as module
from motelab.common.errors import MotecurveError
from motelab.measure import records
from motelab.subjects import curves, security

WEAK = {"secp112r1", "secp112r2", "secp128r1", "secp128r2", "secp160k1", "sect113r1", "sect113r2", "sect131r1",
        "sect131r2", "sect163k1", "c2pnb176w1", "wtls1", "wtls8", "wtls9", "ipsec3"}  # fmt: skip


def run(*words: str):
    result = CliRunner().invoke(module.command, words)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def rows(*words: str) -> list[dict]:
    """The output without a terminal."""
    return json.loads(run(*words).stdout)


def listed(*words: str) -> set[str]:
    return {row["name"] for row in rows("list", *words)}


def test_list_is_of_all_curves():
    assert [row["name"] for row in rows("list")] == list(curves.load())
    assert rows("list")[0] == {
        "name": "secp112r1", "field": "F_p112r1", "form": "Weierstrass", "bits": 112, "security_bits": 56,
        "security": "weak", "cofactor": 1, "standards": ["SEC 2", "WAP-261-WTLS"],
        "aliases": ["wap-wsg-idm-ecid-wtls6", "wtls6"],
    }  # fmt: skip


def test_filters():
    everything = listed()
    assert listed("--field", "binary") | listed("--field", "prime") == everything
    binary = {name for name in curves.load() if "polynomial" in rows("show", name)[0]}
    assert listed("--field", "binary") == binary and len(binary) >= 41
    assert everything - listed("--min-security", "80") >= WEAK
    assert "sect233k1" not in listed("--min-security", "112")
    assert listed("--max-bits", "112") == {"secp112r1", "secp112r2", "wtls8"}
    assert listed("--form", "montgomery") == {"Curve25519", "Curve448"}
    assert listed("--form", "edwards") == {"Ed25519", "Ed448", "Ed448-Goldilocks", "curve448-edwards-rfc7748"}
    assert listed("--standard", "rfc 5639") == {name for name in everything if name.startswith("brainpool")}
    assert listed("--standard", "RFC 7748", "--max-bits", "300") == {"Curve25519"}
    assert listed("--field", "binary", "--form", "edwards") == set()


def test_list_fits_the_page_and_calls_weak_curves_weak():
    lines = run("list", "--format", "table").stdout.splitlines()
    assert max(map(len, lines)) <= 100
    for name in curves.load():
        (line,) = [line for line in lines if line.split(" ")[0] == name]
        assert (" weak " in line) == (security.of(name).level == "weak")


@pytest.mark.parametrize("name", curves.load())
def test_show_has_every_number(name):
    """The JSON is the curve; the table has the same facts in lines of 100 columns."""
    (row,), curve = rows("show", name), curves.find(name)
    assert {key: int(value, 16) for key, value in row["coefficients"].items()} == dict(curve.coefficients)
    assert (int(row["generator"]["x"], 16), int(row["generator"]["y"], 16)) == curve.generator
    assert int(row["order"], 16) == curve.order and row["library_field"] == curve.field
    assert row["flaws"] == security.flaws(curve) and row["security"] in row["security_in_words"]
    assert row["choice_of_coefficients"] and row["standards"]
    table = run("show", name, "--format", "table").stdout
    assert max(map(len, table.splitlines())) <= 100
    joined = "".join(table.split())
    assert all(hex(value)[2:] in joined for value in (curve.order, *curve.generator))


def test_show_says_what_matters():
    (found,) = rows("show", "wtls7")
    assert found["name"] == "secp160r1" and "OpenSSL" in found["remarks"][0]
    (found,) = rows("show", "oakley3")
    assert found["security"] == "weak" and int(found["published_generator"]["x"], 16) == 0x7B
    assert any("composite order" in flaw for flaw in found["flaws"])
    (found,) = rows("show", "c2onb239v5")
    assert "normal" in found["basis"] and "its order is not n" in found["flaws"][0]
    (found,) = rows("show", "K-163")
    assert "micaz" in found["boards"]
    assert rows("show", "sect283k1")[0]["errata"][1].startswith("fujdiak2017, Table A-I, sect283, sect409 and sect571:")
    assert "does not give" in rows("show", "B-163")[0]["choice_of_coefficients"][0]


def test_remarks_are_of_curves():
    known = json.loads(module.REMARKS.read_text())
    assert set(known) == {"names", "seeds"}
    for entry in (entry for kind in known.values() for entry in kind):
        assert set(entry["curves"]) <= set(curves.load()) and entry["text"].endswith(".")


def record(curve: str, cycles: float | None, constant_time: bool, **more) -> dict:
    values = {"board": "micaz", "operation": "scalar-mult", "algorithm": "a", "verified": True} | more
    return records.new_record(curve=curve, cycles=cycles, constant_time=constant_time, **values)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Measurements in place of the kept ones."""
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    return records.keep_records


def test_compare_without_measurements(kept):
    found = rows("compare", "sect163k1", "K-163", "P-256")
    assert [row["name"] for row in found] == ["sect163k1", "secp256r1"]
    assert [(row["security_bits"], row["field_bits"], row["cofactor"]) for row in found] == [
        (77, 163, 2),
        (128, 256, 1),
    ]
    assert [row["measured"] for row in found] == [[], []]
    table = run("compare", "sect163k1", "P-256", "X25519", "--format", "table").stdout
    assert "sect163k1 (weak)" in table and "a = -3" in table and "None of them is measured" in table


def test_compare_takes_the_cheapest_verified_measurement(kept):
    kept([
        record("sect163k1", 9_000_000, True, algorithm="ladder", energy_mj=29.3),
        record("sect163k1", 8_000_000, True, energy_mj=26.0),
        record("sect163k1", 3_000_000, False, algorithm="wtnaf", energy_mj=9.8),
        record("sect163k1", 1_000, True, algorithm="b", verified=False),
        record("secp256r1", 25_000_000, True, energy_mj=81.4),
        record("secp256r1", None, True, board="host", microseconds=31.25),
        record("sect163r2", 1, True),
    ])  # fmt: skip
    first, second = rows("compare", "sect163k1", "secp256r1")
    assert [(m["board"], m["constant_time"], m["cycles"]) for m in first["measured"]] == [
        ("micaz", True, 8_000_000),
        ("micaz", False, 3_000_000),
    ]
    assert [(m["board"], m["cycles"]) for m in second["measured"] if m["constant_time"]] == [
        ("host", None),
        ("micaz", 25_000_000),
    ]
    table = run("compare", "sect163k1", "secp256r1", "--format", "table").stdout.splitlines()
    assert not any("host, any" in line for line in table)  # nothing there is faster
    assert sum("micaz, any" in line for line in table) == 1
    (host,) = [line.split() for line in table if "host, constant time" in line]
    assert host[-3:] == ["-", "31.2", "µs"]
    (mote,) = [line for line in table if "micaz, constant time" in line]
    assert "8,000,000 cycles" in mote and "25,000,000 cycles" in mote
    assert any("26.00 mJ" in line and "81.40 mJ" in line for line in table)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "secp256r2"), "no curve 'secp256r2'; did you mean secp256r1 or secp256k1?"),
        (("compare", "P-256", "P-255"), "no curve 'P-255'"),
        (("list", "--standard", "X9.64"), "no standard 'X9.64'; did you mean ANSI X9.63 or ANSI X9.62?"),
    ],
)
def test_unknown_names(words, message):
    with pytest.raises(MotecurveError) as caught:
        run(*words)
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [("compare",), ("list", "--field", "ternary"), ("list", "--max-bits", "0"), ("list", "--form", "hesse"), ("show",)],
)
def test_options_that_cannot_be(words):
    assert run(*words).exit_code == 2


@pytest.mark.parametrize("words", [(), ("list",), ("show",), ("compare",)])
def test_help_has_an_example(words):
    assert "./motecurve curves" in run(*words, "--help").stdout
