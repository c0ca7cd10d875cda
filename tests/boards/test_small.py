"""Profile `small` on the MICAz: what it takes of each memory may shrink, not grow."""

import pytest

from motelab.boards.image import Builder
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request


def small(operation: str, **more) -> Request:
    return Request("micaz", operation, backend="c", curve="sect163k1", profile="small", **more)


@pytest.mark.parametrize(
    ("operation", "flash", "stack", "cycles"),
    [
        ("scalar-mult", 2_300, 458, 10_100_000),
        ("ecdh", 3_230, 427, 10_000_000),
        ("ecdsa-sign", 8_062, 619, 16_800_000),
        ("ecdsa", 10_150, 665, 42_300_000),
    ],
)
def test_no_memory_grows(operation, flash, stack, cycles):
    (record,) = bench.measure([small(operation)])
    assert record["verified"] and record["ram_static_bytes"] == 0
    assert record["flash_bytes"] <= flash and record["stack_bytes"] <= stack and record["cycles"] <= cycles


def test_agreement_links_no_arithmetic_modulo_the_order():
    """The cofactor of mc_ecdh_cofactor would need products, mc_ecdh does not."""
    symbols = Builder(bench.select(small("ecdh"))).build().path.with_suffix(".symbols").read_text().split()
    assert [name for name in symbols if "order163" in name and "_mask_" not in name] == []


def test_agreement_has_one_trace_for_every_key():
    row = ctcheck.check(small("ecdh"))
    assert row["leaks"] == [] and not ctcheck.leaked(row) and row["equal_trace"]


def test_a_nonce_from_the_caller():
    """The image gives the signatures of RFC 6979 if the source gives their nonces, and its record says whose they
    are."""
    asked = Request("cortex-m0plus", "ecdsa-sign-digest-random", curve="secp256r1", profile="small")
    row = bench.measure_one(bench.select(asked))
    assert row["verified"] and row["nonce"] == "from the caller"
