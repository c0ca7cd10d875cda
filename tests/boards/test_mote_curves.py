"""Scalar multiplication on simulated boards over every field of at most 283 bits, if the image fits in the MICAz's
RAM; an image that does not fit is refused."""

import dataclasses

import pytest

from motelab.boards import board
from motelab.boards.image import Builder
from motelab.boards.selection import Selection
from motelab.boards.sizes import sizes
from motelab.common import cache
from motelab.common.errors import ImageFailed
from motelab.measure import bench, catalogue, records, run_facts
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.subjects import curves, known_answers
from tests.conftest import fast_boards_in_turn, share

MOTE = "micaz"
# A board for each size of words and each set of instructions: a commit tests a quarter of the fields on each, and
# chooses which. The other boards differ from one of these in kernels or in the compiler's flags, and have a curve of
# each kind.
ANY_FIELD_ON = (MOTE, "telosb", "cortex-m0plus", "rpi2")
SAMPLE = ("secp112r1", "secp224r1", "sect113r1", "sect239k1")
LARGEST_BITS = 283


def first_curves() -> list[str]:
    """The first curve of each field that has curves of Weierstrass form."""
    found: dict[str, str] = {}
    for name in curves.built():
        curve = curves.find(name, [name])
        if curve.form == "Weierstrass" and curve.bits <= LARGEST_BITS:
            found.setdefault(curve.field, name)
    return list(found.values())


@pytest.fixture(autouse=True)
def own_outputs(tmp_path, monkeypatch):
    """Records, run facts and cache of these tests stay out of the build folder."""
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(run_facts, "RUN_FILE", tmp_path / "run.json")
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "cache")


def test_every_field_is_met():
    fields = [curves.find(name, [name]) for name in first_curves()]
    degrees = {curve.bits for curve in fields if not curve.is_prime}
    assert degrees == {113, 131, 155, 163, 176, 185, 191, 193, 208, 233, 239, 272, 283}
    sizes_of_primes = {curve.bits for curve in fields if curve.is_prime}
    assert sizes_of_primes == {112, 128, 160, 192, 224, 239, 256}
    assert len(fields) == 17 + 19


def few_cases(chosen: Selection) -> tuple[list[dict], list[dict]]:
    """The scalar n - 1 and a random one."""
    known = known_answers.load(chosen.curve.name, chosen.operation.name)
    return [case for case in known.edge if case["k"] == chosen.curve.order - 1], known.random[:1]


def measured(request: Request, monkeypatch) -> Record:
    monkeypatch.setattr(bench, "cases_of", few_cases)
    return bench.measure_one(bench.select(request))


def boards_and_curves() -> list[tuple[str, str]]:
    """Any field on some of the simulated boards, a sample on the others."""
    others = [name for name in fast_boards_in_turn() if name not in ANY_FIELD_ON]
    any_field = [(name, curve) for name in ANY_FIELD_ON for curve in first_curves()]
    return [*share(any_field, 4), *((name, curve) for name in others for curve in SAMPLE)]


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize(("name", "curve"), boards_and_curves())
def test_known_multiples(name, curve, monkeypatch):
    """With the board's own constant-time member, with kernels if the field has them."""
    record = measured(Request(name, "scalar-mult", backend="asm", curve=curve), monkeypatch)
    assert record["verified"] and record["constant_time"] and record["instructions"] > 100_000


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize(("curve", "window"), [("sect283k1", 5), ("sect409k1", 5), ("sect571k1", 4)])
def test_large_koblitz_curves_fit(curve, window, monkeypatch):
    request = Request(MOTE, "scalar-mult", "regular-wtnaf", window, backend="asm", curve=curve)
    record = measured(request, monkeypatch)
    static = sizes(Builder(bench.select(request)).build().path).ram_static
    assert record["verified"]
    assert 500 < record["stack_bytes"] + static <= 4096 == board.load(MOTE).ram_bytes


@pytest.mark.parametrize("algorithm", ["by-kind", "public-by-kind"])
def test_members_that_ask_for_the_kind_of_a_curve(algorithm, monkeypatch):
    """In the image of one curve, which is no Koblitz curve."""
    record = measured(Request(MOTE, "scalar-mult", algorithm, backend="asm", curve="sect163r2"), monkeypatch)
    assert record["verified"]


def smaller(request: Request, **has: int) -> Selection:
    """The selection on a board with less memory."""
    chosen = bench.select(request)
    return dataclasses.replace(chosen, board=dataclasses.replace(chosen.board, **has))


LARGE = Request(MOTE, "scalar-mult", "regular-wtnaf", 5, backend="asm", curve="sect283k1")


@pytest.mark.parametrize(
    ("has", "message"),
    [
        ({"ram_bytes": 512}, r"the table of regular-wtnaf/5 on sect283k1 takes 576 B of RAM; micaz has 512"),
        ({"ram_bytes": 1100}, r"the image takes [\d,]+ B of RAM; micaz has 1,100"),
        ({"flash_bytes": 8_000}, r"the image takes \d{2},\d{3} B of flash; micaz has 8,000"),
    ],
)
def test_image_that_does_not_fit_is_refused(has, message):
    with pytest.raises(ImageFailed, match=message):
        Builder(smaller(LARGE, **has)).build()


def test_table_that_does_not_fit_is_refused_by_name_and_left_out_of_all(capsys):
    reason = "the table of precomputed-doublings on sect163r2 takes 6,846 B of RAM; micaz has 4,096"
    with pytest.raises(ImageFailed, match=reason):
        Builder(bench.select(Request(MOTE, "scalar-mult", "precomputed-doublings", curve="sect163r2"))).build()
    requests = catalogue.expand(board.load(MOTE), ("scalar-mult",), "all", curve="sect163r2")
    found = {request.algorithm for request in requests}
    assert {"binary", "wnaf"} < found and "precomputed-doublings" not in found
    assert capsys.readouterr().err == f"motecurve: left out: {reason}\n"


def test_stack_that_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr(bench, "cases_of", few_cases)
    with pytest.raises(ImageFailed, match=r"takes \d{3} B of static RAM and 2,\d{3} B of stack; micaz has 2,000"):
        bench.measure_one(smaller(LARGE, ram_bytes=2_000))
