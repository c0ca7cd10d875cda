"""Flash and static RAM by routine."""

import json
import re

import pytest
from click.testing import CliRunner

from motelab.boards import board, footprint
from motelab.boards.image import Builder
from motelab.boards.sizes import plain, sizes
from motelab.commands.footprint import command
from motelab.measure import bench
from motelab.measure.bench import Request
from tools import footprint_tables

# A board of each compiler and instruction set; the smallest images, a kernel in assembly, a constant in flash of AVR.
REQUESTS = [
    Request("micaz", "ecdh", backend="c", curve="secp256r1", profile="small"),
    Request("telosb", "ecdh", backend="c", curve="secp256r1", profile="small"),
    Request("cortex-m0plus", "ecdh", backend="asm", curve="Curve25519"),
    Request("cortex-m4", "ecdsa-verify", backend="c", curve="secp256r1", profile="small"),
]
BASELINE_PADDING_BYTES = 3  # which the image may be without: its tables end at a border of words
MOST_UNNAMED_BYTES = 48  # padding between routines; more would be a routine that is not found


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: f"{one.board}-{one.operation}-{one.curve}")
def test_parts_are_the_whole(request_):
    """Sums are the image less its baseline, nearly all of it has a name, and every name has its source."""
    builder = Builder(bench.select(request_))
    parts, image = footprint.parts(builder), builder.build()
    whole = sizes(image.path) - sizes(image.baseline)
    assert sum(part.flash_bytes for part in parts) == whole.flash
    assert sum(part.ram_bytes for part in parts) == whole.ram_static
    *named, rest = parts
    assert rest.name == footprint.REST and -BASELINE_PADDING_BYTES <= rest.flash_bytes <= MOST_UNNAMED_BYTES
    assert all(part.flash_bytes >= 0 for part in named)
    ours = [part for part in named if part.name.startswith("mc_")]
    assert ours and all(re.match(r"(src|generated|boards)/", part.source) for part in ours)
    assert {footprint.room(part) for part in ours} >= {"src/protocol"}


def test_constants_and_odd_addresses():
    """On the MSP430 a table of single bytes may begin at an odd address, on AVR constants lie among the code."""
    for name in ("micaz", "telosb"):
        parts = footprint.parts(Builder(bench.select(next(one for one in REQUESTS if one.board == name))))
        kinds = {part.name: part.kind for part in parts}
        assert kinds["ladder_list_step"] == kinds["mc_secp256r1"] == footprint.CONSTANT
        assert kinds["mc_ecdh"] == footprint.CODE


def test_variants_have_the_source_of_their_routine():
    assert plain("climb.constprop.0.isra.1") == "climb"
    assert plain("mc_ecdh") == "mc_ecdh" and plain("table.1234") == "table.1234"


def test_command():
    asked = ["--op", "ecdh", "--board", "micaz", "--curve", "secp256r1", "--profile", "small"]
    rows = json.loads(CliRunner().invoke(command, [*asked, "--format", "json"]).stdout)
    assert rows[0].keys() == {"name", "kind", "flash_bytes", "ram_bytes", "source"}
    shown = CliRunner().invoke(command, [*asked, "--format", "table"]).stdout
    assert re.search(rf"^ *all +{sum(row['flash_bytes'] for row in rows):,} ", shown, re.M)
    assert "src/scalar" in shown


def test_hosts_have_no_images():
    assert board.load("host").is_host
    refused = CliRunner().invoke(command, ["--op", "ecdh", "--board", "host"])
    assert "runs no images" in str(refused.exception)


def test_tables_of_the_page():
    """Those of today's images; a wrong sum is noticed."""
    page = footprint_tables.PAGE.read_text()
    assert footprint_tables.written(page, anew=True) == page
    for _, name, text, _ in footprint_tables.BLOCK.findall(page):
        assert footprint_tables.is_of_record(name, text)
        assert not footprint_tables.is_of_record(name, footprint_tables.TOTAL.sub("| all | | 1 |", text))
