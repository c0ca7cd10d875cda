"""The board `host`: times of checked results, comparison with OpenSSL, the members that the library binds."""

import dataclasses
import json
import operator
import os
import platform
import re
import statistics
import subprocess
import sys
from collections import Counter

import pytest

from motelab import python_path
from motelab.boards import board
from motelab.boards.selection import select
from motelab.common.errors import MotecurveError
from motelab.compare import goals
from motelab.library import bound_members, host, native_build
from motelab.library.other_libraries import Other
from motelab.measure import batch_rates, bench, catalogue, native, records, run_facts
from motelab.measure.batch_rates import BatchRequest
from motelab.measure.bench import Request
from motelab.subjects import curves, layouts, operations
from motelab.subjects.slots import SLOTS
from tests.src.native.x86_64 import processor

SCALAR_MULT = Request(board="host", operation="scalar-mult", curve="secp256r1")
CURVE_OPERATIONS = native.CURVE_OPERATIONS
# On curves whose keys are bytes: RFC 7748, RFC 8032.
RAW = [(curve, "ecdh") for curve in ("Curve25519", "Curve448")]
RAW += [(curve, operation) for curve in ("Ed25519", "Ed448") for operation in native.EDDSA_OPERATIONS]


@pytest.fixture(autouse=True)
def own_outputs(tmp_path, monkeypatch):
    """Records and run facts stay out of the build folder; a few short blocks suffice here."""
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(run_facts, "RUN_FILE", tmp_path / "run.json")
    monkeypatch.setattr(native, "BLOCKS", 5)
    monkeypatch.setattr(native, "BLOCK_MICROSECONDS", 300)


def one(request: Request, **changes) -> records.Record:
    """The record of the request with `changes`."""
    host.require(curves.find(request.curve).field)
    (record,) = bench.measure([dataclasses.replace(request, **changes)])
    return record


def test_record_is_complete():
    record = one(SCALAR_MULT)
    assert tuple(record) == records.FIELDS
    assert record["verified"] and record["constant_time"] and record["runs"] == 5
    assert 1 < record["min"] <= record["median"] == record["microseconds"] <= record["max"] < 100_000
    assert record["unit"] == "microseconds" and record["word_bits"] == 64
    assert record["cycles"] == pytest.approx(record["median"] * record["clock_hz"] / 1e6, rel=0.1)
    assert "chain of dependent additions" in record["cycle_model"]
    absent = ("instructions", "energy_mj", "flash_bytes", "ram_static_bytes", "stack_bytes")
    assert [record[name] for name in absent] == [None] * len(absent)
    assert record["choices"]["scalar-mult"] == bound_members.bound("fp256r1", 64)["scalar-mult"]
    assert re.fullmatch("[0-9a-f]{64}", record["elf_sha256"]) and record["device"] and record["compiler"]


@pytest.mark.parametrize("coordinates", ["projective"])
def test_other_coordinates_are_measured(coordinates):
    """Other coordinates need a library of their own, which gives right results; the library's own coordinates need
    none."""
    own = dataclasses.replace(SCALAR_MULT, algorithm="binary")
    other = dataclasses.replace(own, choices=(("coordinates", coordinates),))
    records = [one(own), one(other)]
    assert all(record["verified"] for record in records)
    assert records[1]["choices"]["coordinates"] == coordinates != records[0]["choices"]["coordinates"]
    assert records[1]["elf_sha256"] != records[0]["elf_sha256"]
    built = native.library(bench.select(other))
    assert subprocess.run(["nm", "-D", built], capture_output=True, text=True).stdout.count("_projective_add_mixed\n")


@pytest.mark.parametrize("curve, kind", [("secp256r1", "fp"), ("sect163k1", "fb")])
def test_every_operation_is_verified(curve, kind):
    """Every member of operations on elements and of scalar-mult; the library's own members of the others."""
    host.require(curves.find(curve).field)
    elements = [f"{of}-{name}" for of in (kind, "order") for name in native.ELEMENT_OPERATIONS]
    all_members = (*filter(operations.OPERATIONS.__contains__, elements), "scalar-mult")
    requests = catalogue.expand(board.load("host"), all_members, algorithm="all", curve=curve)
    requests += catalogue.expand(board.load("host"), CURVE_OPERATIONS, curve=curve)
    measured = bench.measure(requests)
    assert {f"{kind}-mul-reduce", "order-inv", *CURVE_OPERATIONS} <= {record["operation"] for record in measured}
    failed = [(r["operation"], r["algorithm"]) for r in measured if not r["verified"]]
    assert failed == [], run_facts.failures()


@pytest.mark.parametrize("operation, name", [("scalar-mult", "ry"), ("ecdsa-sign", "s"), ("fp-mul-reduce", "r")])
@pytest.mark.parametrize("group", ["edge", "random"])
def test_wrong_result_has_no_figure(operation, name, group, monkeypatch):
    expect_no_figure(dataclasses.replace(SCALAR_MULT, operation=operation), name, 1, group, monkeypatch)


@pytest.mark.parametrize(
    "curve, operation, name, bit",
    [
        ("Curve448", "ecdh", "secret", 447),
        ("Ed25519", "eddsa-keygen", "q", 255),
        ("Ed448", "eddsa-sign", "r", 455),
        ("Ed448", "eddsa-sign", "s", 440),
        ("Ed448", "eddsa-verify", "message", 0),
        ("Ed448", "eddsa-verify", "status", 0),
    ],
)
@pytest.mark.parametrize("group", ["edge", "random"])
def test_wrong_octets_have_no_figure(curve, operation, name, bit, group, monkeypatch):
    """The highest bytes are tested too."""
    request = Request(board="host", operation=operation, curve=curve)
    expect_no_figure(request, name, 1 << bit, group, monkeypatch)


def expect_no_figure(request, name, difference, group, monkeypatch):
    """The cache has no entry for a request with another known answer, or another input of one."""
    cases_of = bench.cases_of

    def tampered(chosen):
        cases = dict(zip(("edge", "random"), cases_of(chosen), strict=True))
        last = cases[group][-1]
        cases[group] = [*cases[group][:-1], last | {name: last[name] ^ difference}]
        return cases["edge"], cases["random"]

    monkeypatch.setattr(bench, "cases_of", tampered)
    record = one(request)
    assert not record["verified"] and record["microseconds"] is None
    assert "wrong result" in next(iter(run_facts.failures().values()))


def test_members_that_a_field_has_not_are_left_out():
    for field in ("fb571", "fb163"):
        host.require(field)
    wide = catalogue.expand(board.load("host"), ("fb-reduce",), algorithm="all", curve="sect571r1")
    narrow = catalogue.expand(board.load("host"), ("fb-reduce",), algorithm="all", curve="sect163r2")
    assert "words-merged" in {request.algorithm for request in wide} - {request.algorithm for request in narrow}
    with pytest.raises(MotecurveError, match="no algorithm of fb-reduce on sect163r2 'words-merged'"):
        catalogue.expand(board.load("host"), ("fb-reduce",), algorithm="words-merged", curve="sect163r2")


def test_members_that_the_library_does_not_bind_are_refused():
    with pytest.raises(MotecurveError, match="regular-window/3: the host library binds"):
        catalogue.expand(
            board.load("host"), ("ecdh",), curve="secp256r1", choices=(("scalar-mult", "regular-window/3"),)
        )
    with pytest.raises(MotecurveError, match="point-add is not measured on host"):
        catalogue.expand(board.load("host"), ("point-add",), curve="secp256r1")


@pytest.mark.parametrize("field", ["fp256r1", "fp521", "fb163", "fb191n"])
def test_bindings_are_those_of_the_objects(field):
    """Compares the preprocessor's statements about a field with the symbols to which its objects refer."""
    host.require(field)
    folders = [host.build(64) / f"CMakeFiles/mc_{field}_{part}.dir" for part in ("points", "protocol")]
    objects = [path for folder in folders for path in folder.rglob("*.o")]
    run = subprocess.run(["nm", "-u", "--", *objects], capture_output=True, text=True, check=True)
    wanted = set(re.findall(rf"U mc_{field}_(\w+)", run.stdout))
    bound = bound_members.bound(field, 64)
    families = {slot: SLOTS[slot] for slot in bound if slot.startswith("scalar-mult") and slot[-2:] != "-x"}
    assert {"scalar-mult", "scalar-mult-var", "scalar-mult-base", "scalar-mult-double"} <= set(families)
    for slot, family in families.items():
        name, _, window = bound[slot].partition("/")
        function = f"{family.replace('-', '_')}_{name.replace('-', '_')}{window}"
        assert {function, f"{function}_var"} & wanted, (slot, function)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")
def test_kernels_are_named():
    """The instructions of the members in use that the library found; portable members have none."""
    level = processor.level("adx" if processor.has_adx() else "x86_64")
    record = one(Request(board="host", operation="fb-inv", algorithm="itoh-tsujii", curve="sect163k1"))
    assert record["kernel"] == f"mul_reduce_carryless + sqr_reduce_carryless ({level})"
    record = one(Request(board="host", operation="fb-mul-reduce", algorithm="composed", curve="sect163k1"))
    assert record["kernel"] is None


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")
@pytest.mark.parametrize(
    ("curve", "names"),
    [
        ("sect163k1", "mul_reduce_carryless + scalar_mult_regular_wtnaf_wide4 + sqr_reduce_carryless"),
        ("sect163r2", "mul_reduce_carryless + scalar_mult_ladder_wide + sqr_reduce_carryless"),
    ],
)
def test_kernels_behind_a_choice_by_kind_are_named(curve, names):
    chosen = select(operations.find("scalar-mult"), board.load("host"), curves.find(curve))
    assert native.kernel(chosen, "level") == f"{names} (level)"


# Products in binary fields


PRODUCT = Request(board="host", operation="fb-mul-reduce", curve="sect163k1")


def test_a_product_and_a_reduction_are_composed():
    """On any two members; the other members of the same operation stay as the library binds them."""
    record = one(PRODUCT, algorithm="comb-byte-shifts-sse2")
    assert record["verified"] and record["word_bits"] == 128 and not record["constant_time"]
    assert record["choices"]["fb-mul"] == "comb-byte-shifts-sse2"
    record = one(PRODUCT, algorithm="comb-window4", choices=(("fb-reduce", "barrett"),))
    assert record["verified"] and record["word_bits"] == 64
    assert record["choices"] == {"fb-mul": "comb-window4", "fb-reduce": "barrett", "fb-mul-reduce": "composed"}
    assert native.function(bench.select(PRODUCT)) == "mul_reduce_carryless" or platform.machine() != "x86_64"


def test_products_by_a_constant_and_in_montgomery_form():
    for operation in ("fb-mul-constant", "fb-mul-montgomery"):
        host.require("fb163")
        for request in catalogue.expand(board.load("host"), (operation,), algorithm="all", curve="sect163k1"):
            assert one(request)["verified"], request


def test_a_product_in_another_form_is_seen(monkeypatch):
    monkeypatch.setattr(layouts.Sizes, "in_form", lambda _, value: value)
    with pytest.raises(AssertionError):
        assert one(PRODUCT, operation="fb-mul-montgomery", algorithm="bits")["verified"]


def test_an_operation_without_own_member_asks_for_one():
    with pytest.raises(MotecurveError, match="name an algorithm: bits, words"):
        bench.select(dataclasses.replace(PRODUCT, operation="fb-mul-montgomery"))


# Comparison with other libraries


@pytest.mark.parametrize(
    "curve, operation", [(curve, o) for curve in ("secp256r1", "sect163k1") for o in CURVE_OPERATIONS] + RAW
)
def test_openssl_agrees(curve, operation):
    record = one(Request(board="host", operation=operation, curve=curve), versus="openssl")
    assert record["verified"] and record["versus"].startswith("OpenSSL ")
    assert record["ratio"] == pytest.approx(record["versus_microseconds"] / record["microseconds"], rel=0.01)


def test_openssl_by_explicit_parameters():
    """FRP256v1 has no name in OpenSSL."""
    assert one(dataclasses.replace(SCALAR_MULT, curve="FRP256v1"), versus="openssl")["ratio"] > 0


def test_openssl_has_our_generator(monkeypatch):
    """OpenSSL's curve of the name ipsec3 has another generator."""
    x, y = curves.find("ipsec3").generator
    monkeypatch.setattr(bench, "cases_of", lambda chosen: ([], [{"k": 1, "status": 0, "rx": x, "ry": y}]))
    record = one(dataclasses.replace(SCALAR_MULT, operation="scalar-mult-base", curve="ipsec3"), versus="openssl")
    assert record["verified"] and record["ratio"] > 0


def test_every_curve_means_those_that_have_the_operation(monkeypatch):
    host.require("fp448")
    monkeypatch.setattr(curves, "built", lambda: ["Ed448", "Curve448", "Ed25519", "secp256r1", "Curve25519"])
    measured = {
        operation: [r.curve for r in catalogue.expand(board.load("host"), (operation,), curve="all") if not r.choices]
        for operation in ("ecdh", "eddsa-sign")
    }
    assert measured == {"ecdh": ["Curve448", "secp256r1", "Curve25519"], "eddsa-sign": ["Ed448", "Ed25519"]}


def test_what_openssl_cannot_do_has_a_reason(capsys):
    record = one(dataclasses.replace(SCALAR_MULT, curve="c2onb191v4"), versus="openssl")
    assert record["verified"] and record["microseconds"] > 0
    assert (record["versus"], record["versus_microseconds"], record["ratio"]) == (None, None, None)
    assert "scalar-mult on c2onb191v4: no comparison with openssl: unsupported field" in capsys.readouterr().err


@pytest.mark.parametrize(
    "curve, operation, name, reason",
    [
        ("secp256r1", "scalar-mult", "rx", "its result differs"),
        ("secp256r1", "ecdh", "secret", "its result differs"),
        ("secp256r1", "ecdsa-sign", "s", "its result is not valid"),
        ("secp256r1", "ecdsa-keygen", "py", "its result is not valid"),
        ("secp256r1", "ecdsa-verify", "status", "it disagrees on a signature"),
        ("Ed448", "eddsa-keygen", "q", "its result differs"),
        ("Ed448", "eddsa-sign", "s", "its result differs"),
        ("Ed448", "eddsa-verify", "status", "it disagrees on a signature"),
    ],
)
def test_another_result_is_no_comparison(curve, operation, name, reason, monkeypatch, capsys):
    execute = native.execute

    def altered(*arguments):
        run = execute(*arguments)
        ours, theirs, yardstick = run.sides
        theirs = dataclasses.replace(theirs, results=tuple(r | {name: r[name] ^ 1} for r in theirs.results))
        return dataclasses.replace(run, sides=(ours, theirs, yardstick))

    monkeypatch.setattr(native, "execute", altered)
    record = one(Request(board="host", operation=operation, curve=curve), versus="openssl")
    assert record["verified"] and record["ratio"] is None and record["yardstick_ratio"] > 0
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("curve", ["secp256r1", "sect163k1", "sect163r2"])
def test_ecdh_with_a_public_scalar(curve):
    """Uses the multiplication for public values; its result equals the known answers and OpenSSL's."""
    host.require(curves.find(curve).field)
    requests = catalogue.expand(board.load("host"), ("ecdh",), curve=curve, constant_time=False)
    own = bound_members.bound(curves.find(curve).field, 64)["scalar-mult-var"]
    assert [request.choices for request in requests] == [(("scalar-mult", own),)]
    record = one(requests[0], versus="openssl")
    assert record["verified"] and not record["constant_time"] and record["ratio"] > 0
    assert record["choices"]["scalar-mult"] == own


def test_a_wrong_shared_secret_has_no_figure(monkeypatch):
    request = Request(board="host", operation="ecdh", curve="secp256r1", choices=(("scalar-mult", "wnaf/4"),))
    expect_no_figure(request, "secret", 1, "random", monkeypatch)


def test_what_is_compared_without_names():
    """Everything on binary curves with a ratio as its goal, in constant time and not."""
    requests = [dataclasses.replace(request, versus="openssl") for request in catalogue.compared(board.load("host"))]
    assert Counter(request.operation for request in requests) == {
        "ecdh": 20, "ecdsa-keygen": 10, "ecdsa-sign": 10, "ecdsa-verify": 10,
    }  # fmt: skip
    wanted = [match.request for row, match in goals.paired("host") if row.metric == "ratio"]
    key = operator.attrgetter("operation", "curve", "choices", "versus")
    assert len(wanted) == 30 and set(map(key, wanted)) <= set(map(key, requests))
    assert {request.curve for request in catalogue.compared(board.load("host"), "P-256")} == {"secp256r1"}


def test_batches_stand_beside_comparisons(capsys):
    record = batch_rates.bench_record(BatchRequest("secp256r1", 4, 2))
    assert tuple(record) == records.FIELDS and record["verified"] and record["runs"] == batch_rates.BLOCKS
    assert 1 < record["min"] <= record["median"] == record["microseconds"] <= record["max"] < 100_000
    assert record["input"] == "4 signatures of 2 signers, each verified on its own"
    failed = batch_rates.bench_record(BatchRequest("Curve25519", 4, 2))
    assert not failed["verified"] and failed["median"] is None
    assert "--curve Curve25519 --signatures 4 --signers 2: Curve25519 has no signatures" in capsys.readouterr().err


def test_yardstick_is_ecdh_on_p256():
    """On the yardstick's own curve, OpenSSL takes as long as the yardstick."""
    record = one(SCALAR_MULT, operation="ecdh", versus="openssl")
    assert record["yardstick"].startswith("ECDH on secp256r1, OpenSSL ")
    assert record["yardstick_microseconds"] == pytest.approx(record["versus_microseconds"], rel=0.2)
    assert record["yardstick_ratio"] == pytest.approx(record["yardstick_microseconds"] / record["median"], rel=0.01)


CLOCK = """
#include <stdint.h>
#include <stdio.h>
#include "clock.h"
#define TEN(what) what what what what what what what what what what
#define MULTIPLY __asm__ volatile("imul %1, %0" : "+r"(product) : "r"(factor));
static double nanoseconds_of_a_product(unsigned rounds)
{
    uint64_t product = 1, factor = 3;
    double begin = clock_microseconds();
    for (unsigned i = 0; i < rounds; i++) {
        TEN(TEN(MULTIPLY))
    }
    return 10 * (clock_microseconds() - begin) / rounds;
}
int main(void)
{
    for (int i = 0; i < 21; i++) {
        double megahertz = clock_megahertz();
        printf("%.1f %.4f\\n", megahertz, nanoseconds_of_a_product(3000));
    }
}
"""


@pytest.mark.skipif(not processor.has("lm"), reason="x86-64 only")
def test_clock_of_the_core(tmp_path):
    """The frequency is plausible and stable. With it a multiplication takes three cycles: the latency that the makers
    of every 64-bit processor since 2008 give."""
    (tmp_path / "clock.c").write_text(CLOCK)
    program = tmp_path / "clock"
    sources = [tmp_path / "clock.c", native_build.SOURCES / "clock.c"]
    subprocess.run(["cc", "-O2", f"-I{native_build.SOURCES}", *sources, "-o", program], check=True)
    run = subprocess.run([program], check=True, capture_output=True, text=True)
    clocks, products = zip(*(map(float, line.split()) for line in run.stdout.splitlines()), strict=True)
    lowest, middle, highest = statistics.quantiles(clocks)
    assert lowest > 500 and highest < 8000 and highest < 1.2 * lowest
    assert statistics.median(products) * middle / 1000 == pytest.approx(3, rel=0.1)


BURNER = """
#include <stdlib.h>
#include <time.h>
#include "side.h"
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}
static const char *version(void) { return "burner"; }
static const char *open_burner(const struct subject *s, const char *l) { return s && l ? NULL : "?"; }
static void *prepare(const struct numbers *in) { return (void *)in; }
static void run(void *prepared, size_t count)
{
    for (size_t i = 0; prepared && i < count; i++)
        for (double end = now() + 200; now() < end;)
            ;
}
static void results(const void *p, struct numbers *out) { numbers_add_little(out, "status", p ? "" : "x", 1); }
const struct side mc_native_side = {"burner", version, open_burner, prepare, run, results};
"""


def test_times_are_those_of_one_call(tmp_path, monkeypatch):
    """A side that takes 200 microseconds of processor time for each call."""
    (tmp_path / "burner.c").write_text(BURNER)
    side = tmp_path / "burner.so"
    sources = [tmp_path / "burner.c", native_build.SOURCES / "numbers.c"]
    command = [
        native_build.COMPILER,
        "-std=gnu11",
        "-O2",
        "-shared",
        "-fPIC",
        f"-I{native_build.SOURCES}",
        *sources,
        "-o",
        side,
    ]
    subprocess.run(command, check=True)
    monkeypatch.setitem(native_build.OTHERS, "burner", Other())
    monkeypatch.setattr(native_build, "other_side", lambda name, source: side)
    record = one(SCALAR_MULT, versus="burner")
    assert 200 <= record["versus_microseconds"] < 260


@pytest.mark.parametrize(
    "options, text, status",
    [
        (["--speed", "1"], "", "unknown option --speed"),
        (["--blocks", "many"], "", "it must be a number"),
        ([], "time k=1g", "malformed numbers"),
        ([], "time k", "malformed numbers"),
        ([], "maybe k=1", "none of curve, check, time"),
        ([], "check k=1", "no case to be timed"),
        ([], "time k=1\ncheck k=1", "follows one to be timed"),
        ([], "time k=" + "1" * 801, "malformed numbers"),
        ([], "time k=1", "lacks the numbers"),
        (["--curve", "secp256r9"], "time k=1 px=1 py=1", "lacks this member for this curve"),
        (["--operation", "pairing"], "time k=1", "does not know this operation"),
        (["--operation", "pairing-weil"], "time k=1", "does not know this operation"),
        (["--operation", "pairing-tate"], "time k=1", "lacks the pairing of this field"),
        (["--operation", "ibe-revoke"], "time k=1", "does not know this operation"),
        (["--operation", "bls-sign"], "time k=1", "lacks this operation of the group"),
        (["--operation", "eddsa-add", "--raw-octets", "32"], "time d=1", "does not know this operation"),
        (["--operation", "eddsa-sign", "--raw-octets", "58"], "time d=1", "keys are longer"),
        (["--library", "/nowhere.so"], "time k=1", "/nowhere.so"),
    ],
)
def test_runner_refuses_bad_input(options, text, status):
    base = {
        "--library": str(native_build.shared_library(64)),
        "--operation": "scalar-mult",
        "--curve": "secp256r1",
        "--field": "fp256r1",
        "--function": bound_function("fp256r1"),
        "--element-bytes": "32",
    }
    base |= dict(zip(options[::2], options[1::2], strict=True))
    words = [word for pair in base.items() for word in pair]
    run = subprocess.run([native_build.runner(), *words], input=text + "\n", capture_output=True, text=True)
    assert run.returncode in range(2, 6) and run.stdout == ""
    assert run.stderr.startswith("mc-native: ") and status in run.stderr and run.stderr.count("\n") == 1


def bound_function(field: str) -> str:
    name, _, window = bound_members.bound(field, 64)["scalar-mult"].partition("/")
    return f"scalar_mult_{name.replace('-', '_')}{window}"


# The command line


def motecurve(*words: str) -> subprocess.CompletedProcess:
    env = os.environ | {"PYTHONPATH": python_path()}
    return subprocess.run([sys.executable, "-m", "motelab", *words], env=env, capture_output=True, text=True)


def test_table_of_a_comparison():
    run = motecurve("bench", "--board", "host", "--curve", "P-256", "--op", "ecdh", "--versus", "openssl",
                    "--format", "table")  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert "ecdh on host" in run.stdout and "theirs" in run.stdout and run.stdout.count("ratio") == 2
    assert "2/2 ecdh" in run.stderr


def test_simulated_boards_run_no_other_library():
    run = motecurve("bench", "--op", "ecdh", "--versus", "openssl")
    assert run.returncode == 2 and "micaz runs no other library" in run.stderr and run.stdout == ""


def test_a_host_has_no_images_to_check():
    run = motecurve("ctcheck", "--board", "host", "--op", "ecdh", "--curve", "secp256r1")
    assert run.returncode == 2 and "host runs no images" in run.stderr


@pytest.mark.slow
def test_every_curve():
    run = motecurve("bench", "--board", "host", "--curve", "all", "--op", "scalar-mult")
    assert run.returncode == 0, run.stderr
    measured = json.loads(run.stdout)
    built = (curve for curve in map(curves.find, curves.built()) if host.holds(curve.field))
    weierstrass = {curve.name for curve in built if curve.form == "Weierstrass"}
    for constant_time in (True, False):
        names = {r["curve"] for r in measured if r["verified"] and r["constant_time"] == constant_time}
        assert weierstrass <= names
