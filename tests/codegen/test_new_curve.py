"""`tools/new.py curve`: the records of a curve from its parameters. Its figures are those that the committed records
have for every curve, which came from other programs."""

import json
import shutil
import subprocess
import sys

import pytest

from codegen.fields import load_curves, modulus_of
from curves import analysis
from curves.analysis import Parameters, WrongCurve
from motelab import ROOT
from motelab.common import schema
from tools.stubs import curve_records

SECURITY = {one["name"]: one for one in json.loads((ROOT / "curves/security.json").read_text())["curves"]}
SIMPLE = {
    name: record
    for name, record in load_curves().items()
    if record["form"] == "Weierstrass" and "polynomial_basis_equivalent" not in record
}
LONGEST = 300  # bits; longer ones take minutes
NUMS = {
    "name": "numsp256d1",
    "field": {"type": "prime", "p": hex(2**256 - 189)},
    "a": hex(2**256 - 192),
    "b": hex(152961),
}


def given(name: str) -> Parameters:
    """The parameters of a committed record, as the library uses them."""
    record = SIMPLE[name]
    point = record.get("G_prime_order") or record["G"]
    a, b, x, y, n = (int(text, 16) for text in (record["a"], record["b"], point["x"], point["y"], record["n"]))
    return Parameters(modulus_of(record["field"]), a, b, (x, y), n, record["h"])


@pytest.mark.turns(9)
@pytest.mark.parametrize(
    "name", [name for name in SIMPLE if given(name).bits < LONGEST and "generator_valid" not in SIMPLE[name]]
)
def test_figures_of_known_curves(name):
    found, kept = analysis.of(given(name), factor_seconds=1), SECURITY[name]
    assert found.automorphisms == kept["automorphism_group_order_used"]
    assert round(found.rho_bits, 2) == kept["rho_bits_with_automorphisms"]
    if found.twist_bits is not None:
        assert round(found.twist_bits, 2) == kept["twist_rho_bits"]
    assert [small for small, _ in found.descents] == [
        c["subfield_degree_l"] for c in kept.get("ghs_small_genus_cases", ())
    ]


def explicit(name: str, *options: str) -> bytes:
    command = ["openssl", "ecparam", "-name", name, "-param_enc", "explicit", *options]
    return subprocess.run(command, check=True, capture_output=True).stdout


@pytest.mark.parametrize(
    ("name", "theirs"), [("secp256r1", "prime256v1"), ("sect163k1", "sect163k1"), ("sect233r1",) * 2]
)
def test_every_kind_of_file(name, theirs):
    """Explicit parameters of OpenSSL in PEM and DER, our record, one of std-curves: the same parameters."""
    record, curve = SIMPLE[name], given(name)
    number = lambda text: {"raw": text}  # noqa: E731
    field = {"type": "Prime", "p": record["field"].get("p")}
    if not curve.is_prime:
        field = {"type": "Binary", "poly": [{"power": e, "coeff": "0x01"} for e in curve.modulus[:-1]]}
    collected = {
        "name": name, "form": "Weierstrass", "field": field, "order": record["n"], "cofactor": hex(record["h"]),
        "params": {key: number(record[key]) for key in "ab"},
        "generator": {key: number(record["G"][key]) for key in "xy"},
    }  # fmt: skip
    files = (
        explicit(theirs),
        explicit(theirs, "-outform", "DER"),
        *(json.dumps(r).encode() for r in (record, collected)),
    )
    assert [curve_records.read(data)[1] for data in files] == [curve] * 4


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither PEM, nor DER, nor JSON"),
        (b"-----BEGIN PUBLIC KEY-----\nMAA=\n-----END PUBLIC KEY-----\n", "has no block EC PARAMETERS"),
        (b"\x30\x03\x02\x01\x01", "has no explicit parameters"),
        (b'{"name": "x", "field": {"type": "prime", "p": "0x7f"}, "a": "0x1"}', "lacks 'b'"),
        (b'{"name": "x", "form": "Edwards", "field": {}}', "not in short Weierstrass form"),
        (b"[1]", "holds no record of a curve"),
    ],
)
def test_files_that_are_none(data, message):
    with pytest.raises(ValueError, match=message):
        curve_records.read(data)


def test_compressed_generator():
    with pytest.raises(ValueError, match="the generator is compressed; -conv_form uncompressed"):
        curve_records.read(explicit("prime256v1", "-conv_form", "compressed"))


def changed(name: str, **values) -> Parameters:
    return Parameters(**{**vars(given(name)), **values})


@pytest.mark.parametrize(
    ("curve", "message"),
    [
        (changed("secp112r1", modulus=given("secp112r1").modulus - 2), "the modulus is not prime"),
        (changed("sect113r1", modulus=(113, 8, 0)), "the polynomial is not irreducible"),
        (changed("secp112r1", a=0, b=0), "the curve is singular"),
        (changed("sect113r1", b=0), "the curve is singular"),
        (changed("secp112r1", order=given("secp112r1").order + 2), "the order of the curve is 1 times the prime"),
        (changed("secp112r1", generator=(1, 1)), "the generator is not a point of the order n"),
        (changed("secp112r2", cofactor=2), "the order of the curve is 4 times the prime"),
        # p = 3 modulo 4 and a curve y^2 = x^3 + x: supersingular, of order p + 1 = 4 263.
        (Parameters(1051, 1, 0), "the embedding degree of the curve is 2; at least 101"),
        # Of an order with two large factors, which a whole factorisation would not find in minutes for longer curves.
        (changed("secp192r1", b=7, generator=None, order=None, cofactor=None), "not a large prime times small ones"),
        # Of order p (Smart 1999), found by a search over small curves.
        (Parameters(1009, 10, 25), "the curve is anomalous"),
    ],
)
def test_curves_that_are_refused(curve, message):
    with pytest.raises(WrongCurve, match=message):
        analysis.of(curve, factor_seconds=1)


@pytest.fixture
def folder(tmp_path):
    """A checkout of the files to which a curve is added."""
    for name in ("curves/curves.json", "curves/security.json", "codegen/fields.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return curve_records.Folder(tmp_path)


def test_a_new_curve(folder, tmp_path):
    """Over a new field, without generator and order: its records, which the other program finds right."""
    kept, curve = curve_records.read(json.dumps(NUMS).encode())
    folder.refuse_known(kept, curve)
    texts = folder.with_curve(kept, curve, analysis.of(curve, factor_seconds=1))
    assert {path.name for path in texts} == {"curves.json", "security.json", "fields.py"}
    content = json.loads(texts[folder.curves])
    record = content["curves"][-1]
    assert content["index"]["numsp256d1"] == record["name"] == "numsp256d1"
    # Order: draft-black-numscurves-02, 4.1.
    assert int(record["n"], 16) == 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFE43C8275EA265C6020AB20294751A825
    assert json.loads(texts[folder.security])["curves"][-1]["rho_bits_with_automorphisms"] == 127.83
    names: dict = {}
    exec(texts[folder.fields].split("# Fields without curves")[0].split("ROOT\n")[1], names)
    assert names["PRIME_FIELDS"]["fp256"] == 2**256 - 189
    path = tmp_path / "new.json"
    path.write_text(texts[folder.curves])
    checked = [sys.executable, "curves/check.py", str(path), "--curve", "numsp256d1"]
    run = subprocess.run(checked, cwd=ROOT, capture_output=True, text=True)
    assert run.stdout == "1 curves right, 0 wrong\n"


def test_a_curve_over_a_known_field(folder):
    """By its coefficients alone: the order that the standard gives, a generator of it, and no new field."""
    curve = changed("sect163r1", generator=None, order=None, cofactor=None)
    found = analysis.of(curve, factor_seconds=1)
    assert (found.order, found.cofactor) == (given("sect163r1").order, 2) and found.automorphisms == 2
    assert folder.fields not in folder.with_curve({"name": "again163"}, curve, found)


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        ({"name": "P-256"}, "P-256 is the curve secp256r1 already"),
        ({"name": "new", "oids": ["1.2.840.10045.3.1.7"]}, "1.2.840.10045.3.1.7 is the curve secp256r1 already"),
        ({"name": "new curve"}, "'new curve' is no name of a curve"),
        ({"name": "new"}, "the parameters are those of secp256r1; an alias belongs into its record"),
    ],
)
def test_known_curves(folder, kept, message):
    with pytest.raises(ValueError, match=message):
        folder.refuse_known(kept, given("secp256r1"))


def test_messages_of_the_command(tmp_path):
    run = [sys.executable, "tools/new.py", "curve", str(tmp_path / "none")]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("tools/new.py: ") and done.stderr.count("\n") == 1


def test_records_are_as_their_schemas_say(folder):
    kept, curve = curve_records.read(json.dumps(NUMS).encode())
    texts = folder.with_curve(kept, curve, analysis.of(curve, factor_seconds=1))
    for kind, path in schema.committed("motelab.subjects"):
        new = next((text for one, text in texts.items() if one.name == path.name), None)
        assert new is None or kind.faults(json.loads(new)) == []
