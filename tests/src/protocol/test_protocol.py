"""The public interface: names, key generation, and a distinct status with zeroed outputs for each bad input."""

import itertools
import json
import subprocess

import pytest

from codegen.built import curves_by_field
from codegen.fields import FIELDS
from motelab import ROOT
from motelab.library import host
from motelab.library.host import Status

CURVES = ("sect163k1", "sect163r2")
BYTES = 21
P = (1 << 163) | 0b11001001  # the reduction polynomial: coordinates from 2^163 on are out of range
ONE = (1).to_bytes(BYTES, "big")


def all_records() -> list[dict]:
    return json.loads((ROOT / "curves/curves.json").read_text())["curves"]


@pytest.fixture(scope="module")
def records() -> dict[str, dict]:
    return {record["name"]: record for record in all_records() if record["name"] in CURVES}


@pytest.fixture(params=CURVES)
def record(request, records) -> dict:
    return records[request.param]


@pytest.fixture
def curve(record) -> str:
    return record["name"]


@pytest.fixture
def order(record) -> int:
    return int(record["n"], 16)


@pytest.fixture
def generator(record) -> bytes:
    return b"\x04" + b"".join(int(record["G"][c], 16).to_bytes(BYTES, "big") for c in "xy")


def test_every_name_alias_and_oid_finds_its_curve(interface, records):
    for name, record in records.items():
        for known in (name, *record["aliases"], *record["oids"]):
            assert interface.find(known) == name


@pytest.mark.parametrize("name", ["", "sect163", "sect163k1 ", "SECT163K1", "sect163r9", "1.3.132.0"])
def test_other_names_find_nothing(interface, name):
    assert interface.find(name) is None


def test_curves_and_sizes(interface, word_bits):
    listed = [name for name in interface.curves() if not name.startswith("tiny")]
    held = [r for field in FIELDS if host.holds(field, word_bits) for r in curves_by_field()[field]]
    named = {r["name"] for r in held if not r["name"].startswith("tiny")}
    assert sorted(listed) == sorted(r["name"] for r in all_records() if r["name"] in named)
    for name in CURVES:
        assert [interface.size(name, what) for what in ("field", "scalar", "public_key")] == [21, 21, 43]


def test_installed_library_has_no_tiny_curves():
    folder = host.build(64, tests=False, fields="fb163;fp256r1")
    symbols = subprocess.run(["nm", "-D", "--defined-only", folder / "libmotecurve.so"], capture_output=True, text=True)
    names = [line.split()[-1].partition("@")[0] for line in symbols.stdout.splitlines() if " A " not in line]
    assert "mc_ecdh" in names
    assert all(name.startswith("mc_") and "fb" not in name and "tiny" not in name for name in names)


def bad_private_keys(order: int) -> dict[str, tuple[bytes, Status]]:
    return {
        "empty": (b"", Status.ERROR_LENGTH),
        "short": (ONE[1:], Status.ERROR_LENGTH),
        "long": (b"\0" + ONE, Status.ERROR_LENGTH),
        "zero": (bytes(BYTES), Status.ERROR_SCALAR_ZERO),
        "order": (order.to_bytes(BYTES, "big"), Status.ERROR_SCALAR_RANGE),
        "above": ((order + 1).to_bytes(BYTES, "big"), Status.ERROR_SCALAR_RANGE),
        "full": (b"\xff" * BYTES, Status.ERROR_SCALAR_RANGE),
    }


def order_two_point(record: dict) -> bytes:
    """(0, sqrt b), with the square root as b^(2^162)."""
    root = int(record["b"], 16)
    for _ in range(162):
        root = square(root)
    return b"\x04" + bytes(BYTES) + root.to_bytes(BYTES, "big")


def square(a: int) -> int:
    product = int(bin(a)[2:], 4) if a else 0  # a bit of a square lies at twice its place
    while product >> 163:
        product ^= P << (product.bit_length() - 164)
    return product


def bad_public_keys(record: dict, generator: bytes) -> dict[str, tuple[bytes, Status]]:
    x, y = generator[1 : 1 + BYTES], generator[1 + BYTES :]
    high = (1 << 163).to_bytes(BYTES, "big")
    return {
        "empty": (b"", Status.ERROR_LENGTH),
        "short": (generator[:-1], Status.ERROR_LENGTH),
        "long": (generator + b"\0", Status.ERROR_LENGTH),
        "prefix only": (b"\x04", Status.ERROR_LENGTH),
        "compressed": (b"\x02" + x, Status.ERROR_ENCODING),
        "hybrid": (b"\x06" + generator[1:], Status.ERROR_ENCODING),
        "zero prefix": (b"\x00" + generator[1:], Status.ERROR_ENCODING),
        "x of 2^163": (b"\x04" + high + y, Status.ERROR_COORDINATE_RANGE),
        "y of 2^163": (b"\x04" + x + high, Status.ERROR_COORDINATE_RANGE),
        "infinity": (b"\x00", Status.ERROR_INFINITY),
        "zeros": (b"\x04" + bytes(2 * BYTES), Status.ERROR_INFINITY),
        "off the curve": (generator[:-1] + bytes([generator[-1] ^ 1]), Status.ERROR_NOT_ON_CURVE),
        "order two": (order_two_point(record), Status.ERROR_SUBGROUP),
    }


def test_bad_private_keys(interface, curve, order, generator):
    for key, expected in bad_private_keys(order).values():
        assert interface.public_key(key, curve) == (expected, bytes(1 + 2 * BYTES))
        for cofactor in (False, True):
            assert interface.ecdh(key, generator, curve, cofactor) == (expected, bytes(BYTES))


def test_bad_public_keys(interface, record, curve, generator):
    for key, expected in bad_public_keys(record, generator).values():
        assert interface.public_key_validate(key, curve) == expected
        for cofactor in (False, True):
            assert interface.ecdh(ONE, key, curve, cofactor) == (expected, bytes(BYTES))
        assert interface.ecdh_checked(ONE, key, curve) == (expected, bytes(BYTES))


def test_points_outside_the_subgroup(interface, library, record, curve, generator):
    """G + T with T of order two is on the curve and of order 2 n."""
    points = [
        (int.from_bytes(k[1 : 1 + BYTES], "big"), int.from_bytes(k[1 + BYTES :], "big"))
        for k in (generator, order_two_point(record))
    ]
    total = library.point_call("affine_add_var", *points, curve=curve)
    key = b"\x04" + b"".join(c.to_bytes(BYTES, "big") for c in total)
    assert interface.public_key_validate(key, curve) == Status.ERROR_SUBGROUP
    assert interface.ecdh(ONE, key, curve) == (Status.ERROR_SUBGROUP, bytes(BYTES))


def test_unknown_curve(interface, generator):
    """A failed search gives null, which every function refuses; without a curve it cannot know how much to zero."""
    untouched = b"\xaa" * 64
    assert interface.public_key(ONE, "none") == (Status.ERROR_UNSUPPORTED, untouched)
    assert interface.public_key_validate(generator, "none") == Status.ERROR_UNSUPPORTED
    assert interface.ecdh(ONE, generator, "none") == (Status.ERROR_UNSUPPORTED, untouched)
    assert interface.ecdh_checked(ONE, generator, "none") == (Status.ERROR_UNSUPPORTED, untouched)
    assert interface.ecdh(ONE, generator, "none", cofactor=True) == (Status.ERROR_UNSUPPORTED, untouched)
    assert interface.key_generate(bytes, "none") == (Status.ERROR_UNSUPPORTED, untouched, untouched)


def test_generated_key_is_the_first_candidate_in_range(interface, curve, order):
    draws = iter([bytes(BYTES), b"\xff" * BYTES, b"\xf8" + (77).to_bytes(BYTES - 1, "big")])
    status, private_key, public_key = interface.key_generate(lambda count: next(draws)[:count], curve)
    assert (status, private_key) == (Status.OK, (77).to_bytes(BYTES, "big"))
    assert interface.public_key(private_key, curve) == (Status.OK, public_key)
    assert interface.public_key_validate(public_key, curve) == Status.OK


@pytest.mark.parametrize("octet", [0x00, 0xFF])
def test_stuck_random_source(interface, curve, octet):
    """If every byte is the same, no key below n comes, and the search for one ends."""
    calls = itertools.count()

    def stuck(count: int) -> bytes:
        next(calls)
        return bytes([octet]) * count

    expected = (Status.ERROR_RANDOM, bytes(BYTES), bytes(1 + 2 * BYTES))
    assert interface.key_generate(stuck, curve) == expected
    assert next(calls) <= 1000


@pytest.mark.parametrize("good_draws", [0, 1])
def test_failing_random_source(interface, curve, good_draws):
    draws = iter([b"\xff" * BYTES] * good_draws)
    expected = (Status.ERROR_RANDOM, bytes(BYTES), bytes(1 + 2 * BYTES))
    assert interface.key_generate(lambda _count: next(draws, None), curve) == expected


def test_example_agrees():
    run = subprocess.run([host.build(64) / "tests/example_ecdh"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "both have the secret" in run.stdout
