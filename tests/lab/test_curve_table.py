"""The lab's facts about every curve: names, fields, parameters and security, against the data and plain arithmetic.
The check of the data finds a changed digit anywhere."""

import copy
import dataclasses
import json
import math
import subprocess
import sys

import pytest

from codegen.fields import FIELDS, load_curves, multiply, square
from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.subjects import curves, security

RECORDS = load_curves()
CURVES = curves.load()
CHECK = ROOT / "curves/check.py"


def test_every_record_is_a_curve():
    assert list(CURVES) == list(RECORDS) and len(CURVES) >= 85
    assert set(curves.built()) == set(CURVES) - {"c2onb239v5"}
    by_form = {curve.form for curve in CURVES.values()}
    assert by_form == {"Weierstrass", "Montgomery", "Edwards", "TwistedEdwards"}


def on_curve(curve: curves.Curve) -> bool:
    """Whether the generator solves the equation, in plain Python."""
    (x, y), values = curve.generator, dict(curve.coefficients)
    if not curve.is_prime:
        xx = square(x, curve.modulus)
        left = square(y, curve.modulus) ^ multiply(x, y, curve.modulus)
        return left == multiply(xx, x ^ values["a"], curve.modulus) ^ values["b"]
    if "d" in values:
        difference = values["a"] * x * x + y * y - 1 - values["d"] * x * x * y * y
    elif curve.form == "Montgomery":
        difference = values["b"] * y * y - x**3 - values["a"] * x * x - x
    else:
        difference = y * y - x**3 - values["a"] * x - values["b"]
    return difference % curve.modulus == 0


@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
def test_parameters_belong_together(curve):
    """Field, form, coefficients and generator belong to one curve, whose order lies in the interval of Hasse."""
    assert on_curve(curve)
    q = curve.modulus if curve.is_prime else 1 << curve.bits
    assert (curve.order * curve.cofactor - q - 1) ** 2 <= 4 * q
    assert curve.field.startswith("fp" if curve.is_prime else "fb") and FIELDS[curve.field] == curve.modulus
    assert curve.field_bytes == math.ceil(curve.bits / 8)
    assert {curve.name: curve}[dataclasses.replace(curve).name] == dataclasses.replace(curve)
    assert hash(curve) == hash(dataclasses.replace(curve))


def test_fields_have_names_of_their_own():
    """Two fields of one size must not share a name in records."""
    notations = {curve.field: curve.field_notation for curve in CURVES.values()}
    assert len(set(notations.values())) == len(notations)
    assert notations["fb163"] == "F_2^163" and notations["fb163k8"] == "F_2^163k8"
    assert notations["fp521"] == "F_p521" and notations["fp256r1"] == "F_p256r1"


@pytest.mark.parametrize(
    ("name", "structure", "sizes"),
    [
        ("sect163k1", "Koblitz, a = 1", (21, 43, 42)),
        ("sect233k1", "Koblitz, a = 0", (29, 61, 58)),
        ("sect163r2", "a = 1", (21, 43, 42)),
        ("secp160r1", "a = -3", (21, 41, 42)),
        ("secp256k1", "a = 0, endomorphism", (32, 65, 64)),
        ("brainpoolP256r1", "general a", (32, 65, 64)),
        ("Curve25519", "a = 486662", (32, 32, None)),
        ("Ed25519", "a = -1", (32, 32, 64)),
        ("Ed448", "a = 1", (57, 57, 114)),
    ],
)
def test_structure_and_sizes(name, structure, sizes):
    curve = CURVES[name]
    assert curve.structure == structure
    assert (curve.private_key_bytes, curve.public_key_bytes, curve.signature_bytes) == sizes
    assert curve.is_koblitz == structure.startswith("Koblitz")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("k-163", "sect163k1"),
        ("WTLS7", "secp160r1"),
        ("prime256v1", "secp256r1"),
        ("1.3.132.0.34", "secp384r1"),
        ("2.23.43.1.4.7", "secp160r1"),
        ("x25519", "Curve25519"),
        ("oakley group 3", "ipsec3"),
        ("C2PNB176V1", "c2pnb176w1"),
    ],
)
def test_any_name_finds_the_curve(name, found):
    assert curves.find(name).name == found


def test_every_name_finds_its_own_curve():
    for record in RECORDS.values():
        for name in (record["name"], *record["aliases"], *record["oids"]):
            assert curves.find(name.upper()).name == record["name"], name


@pytest.mark.parametrize(
    ("name", "allowed", "message"),
    [
        ("secp256r2", None, "no curve 'secp256r2'; did you mean secp256r1 or secp256k1?"),
        ("P257", None, "no curve 'P257'; did you mean P-256"),
        ("sect163k2", ["sect163k1", "sect163r2"], "no curve 'sect163k2'; did you mean sect163r2 or sect163k1?"),
        ("K-233", ["sect163k1", "sect163r2"], "no curve 'K-233' on this board; there is sect163k1, sect163r2"),
        ("zzz", None, "no curve 'zzz'; there is Curve25519, "),
    ],
)
def test_unknown_names(name, allowed, message):
    with pytest.raises(MotecurveError) as caught:
        curves.find(name, allowed)
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


def automorphisms(curve: curves.Curve) -> int:
    """Negation, with the Frobenius map of the smallest field that a and b lie in, or the roots of unity if a = 0."""
    if curve.is_prime:
        return 6 if curve.form == "Weierstrass" and dict(curve.coefficients)["a"] == 0 else 2
    powers = values = tuple(value for _, value in curve.coefficients)
    for degree in range(1, curve.bits + 1):
        powers = tuple(square(value, curve.modulus) for value in powers)
        if powers == values:
            return 2 * curve.bits // degree
    raise AssertionError(curve.name)


@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
def test_security(curve):
    """Bits of Pollard's rho, sqrt(pi n / (2 A)) steps with A automorphisms, and the name of that level."""
    known = security.of(curve.name)
    assert known.automorphisms == automorphisms(curve)
    steps = (math.log2(math.pi / 2 / known.automorphisms) + math.log2(curve.order)) / 2
    assert known.bits == round(steps)
    assert known.level == ("weak" if known.bits < 80 else "legacy" if known.bits < 112 else "fine")
    assert known.level in known.words


def test_classes_of_some_curves():
    classes = {"sect163k1": (77, "weak"), "secp160r1": (80, "legacy"), "secp160k1": (79, "weak"),
               "sect233k1": (111, "legacy"), "secp224r1": (112, "fine"), "secp256r1": (128, "fine")}  # fmt: skip
    assert {name: (security.of(name).bits, security.of(name).level) for name in classes} == classes


def test_weak_curves_are_called_so_in_any_text():
    assert security.marked("kP on K-163, secp256r1") == "kP on K-163 (weak), secp256r1"
    assert security.marked("sect163r2 and F_2^163") == "sect163r2 and F_2^163"


def test_flaws():
    """Each flaw is reported for the curves that have it and for no other."""
    having = {
        "The published generator is on the curve, but": {"c2onb239v5"},
        "The published generator is of composite order": {"ipsec3", "ipsec4"},
        "Weil descent": {"ipsec3", "ipsec4", *(f"c2pnb{m}w1" for m in (176, 208, 272, 304, 368))},
        "Cofactor": {name for name, record in RECORDS.items() if record["h"] > 1},
    }
    for words, names in having.items():
        assert {c.name for c in CURVES.values() if any(words in f for f in security.flaws(c))} == names, words
    assert security.flaws(CURVES["secp384r1"]) == []


def changed(value):
    """A number with one digit changed, a cofactor increased by one, a polynomial with another middle term."""
    if isinstance(value, list):
        return [value[0], value[1] + 1, *value[2:]]
    if isinstance(value, int):
        return value + 1
    place = len(value) // 2 + 1
    return value[:place] + ("1" if value[place] != "1" else "2") + value[place + 1 :]


COMPOSITE = ("G_order", "G_prime_order.x", "G_prime_order.y")
PLACES = ("a", "b", "d", "n", "h", "curve_order", "seed", "field.p", "field.poly", "G.x", "G.y", "G.compressed_x962")
PLACES += (*COMPOSITE, *(f"polynomial_basis_equivalent.{key}" for key in ("a", "b", "poly", "G.x", "G.y")))


def with_changes(record: dict) -> list[dict]:
    """The record with one of its numbers changed, for each number; a seed only if it determines the coefficients."""
    found = []
    for place in PLACES:
        *above, last = place.split(".")
        copied = copy.deepcopy(record)
        inner = copied
        for key in above:
            inner = inner.get(key, {})
        if inner.get(last) is None or (last == "seed" and record["x962_seed_check"] != "reproduced"):
            continue
        if isinstance(inner[last], str) and len(inner[last]) < 4:
            inner[last] = hex(int(inner[last], 16) ^ 4)
        else:
            inner[last] = changed(inner[last])
        found.append(copied | {"name": f"{record['name']} {place}"})
    return found


def checked(tmp_path, records: list[dict]) -> subprocess.CompletedProcess:
    path = tmp_path / "curves.json"
    path.write_text(json.dumps({"curves": records}))
    return subprocess.run([sys.executable, CHECK, path], capture_output=True, text=True)


ONE_OF_EACH_KIND = ("secp256r1", "sect163r1", "c2tnb191v1", "c2onb191v4", "c2onb239v5", "ipsec3", "Curve25519", "Ed448")


def test_check_of_right_data(tmp_path):
    run = checked(tmp_path, [RECORDS[name] for name in ONE_OF_EACH_KIND])
    assert run.returncode == 0 and f"{len(ONE_OF_EACH_KIND)} curves right, 0 wrong" in run.stdout


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_check_finds_a_changed_digit(tmp_path, name):
    assert_every_change_is_found(tmp_path, [RECORDS[name]])


@pytest.mark.slow
def test_check_finds_a_changed_digit_in_any_curve(tmp_path):
    assert_every_change_is_found(tmp_path, list(RECORDS.values()))


def assert_every_change_is_found(tmp_path, records: list[dict]) -> None:
    wrong = [copied for record in records for copied in with_changes(record)]
    run = checked(tmp_path, wrong)
    told = {line.partition(": ")[0] for line in run.stdout.splitlines()[:-1]}
    assert run.returncode == 1 and run.stderr == ""
    assert told == {record["name"] for record in wrong} and len(wrong) >= 6 * len(records)


def test_check_wants_the_flaws_that_records_own_up_to(tmp_path):
    """A generator that is marked invalid must be invalid, and one without the mark must be valid."""
    marked, right = RECORDS["c2onb239v5"], RECORDS["sect163k1"]
    cases = {
        "n G is not infinity": marked | {"generator_valid": True},
        "generator is marked invalid, but is of order n": right | {"generator_valid": False},
    }
    for fault, record in cases.items():
        run = checked(tmp_path, [record])
        assert run.returncode == 1 and fault in run.stdout
    assert checked(tmp_path, [marked]).stdout.startswith("c2onb239v5: generator is not of order n, as its record says")


def test_check_finds_an_incomplete_addition_law(tmp_path):
    """(x, 1/y) is on the curve with a and d exchanged, where d is a square; everything else about that curve is
    right."""
    record, p = RECORDS["Ed448"], int(RECORDS["Ed448"]["field"]["p"], 16)
    generator = record["G"] | {"y": hex(pow(int(record["G"]["y"], 16), -1, p))}
    run = checked(tmp_path, [record | {"a": record["d"], "d": record["a"], "G": generator}])
    assert run.stdout.splitlines()[0] == "Ed448: addition law is not complete" and run.returncode == 1


def test_check_of_a_record_that_lacks_a_number(tmp_path):
    run = checked(tmp_path, [{key: value for key, value in RECORDS["Ed25519"].items() if key != "d"}])
    assert (run.returncode, run.stderr) == (2, "curves/check.py: a record has no 'd'\n")
