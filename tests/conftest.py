"""What the tests share: the library at each word size, the curves, the folder of public vectors."""

import collections
import dataclasses
import functools
import os
import re
import subprocess
import sys
from collections.abc import Sequence

import pytest

from codegen.built import curves_by_field, identifier, scalar_bits
from codegen.fields import FIELDS, TEST_FIELDS, TINY_FIELDS
from motecurve import ROOT
from motecurve.compare import committed
from motecurve.library import host
from tests.processor_time import ProcessorTime

VECTORS = ROOT / "tests/vectors"

# Every field at 64 bits a word; at others, through the same templates, a field of every sort: trinomials, pentanomials
# and dense polynomials, even degrees, primes of every shape and of none, orders of more bits than the field; the
# longest at 32 bits a word. tests/codegen/test_generated_tables.py computes the numbers of all fields at all sizes.
# MC_TEST_ALL=1 (make test-all) leaves out no field, no word size and no test.
ALL = bool(os.environ.get("MC_TEST_ALL"))
SAMPLE = (
    *("fb163", "fb176", "fb193", "fb233", "fb239n", "fb283"),
    *("fp112r1", "fp160r1", "fp192r1", "fp224r1", "fp255", "fp256bp", "fp256k1", "fp256r1", "fp448"),
)
LONGEST = ("fb571", "fp521")
if not ALL:
    held = {8: SAMPLE, 16: SAMPLE, 32: (*SAMPLE, *LONGEST)}
    host.CHOSEN_BY_WORD.update({bits: ";".join((*fields, *TINY_FIELDS)) for bits, fields in held.items()})

# The smallest and the largest words; those between are of the slow tests.
SIZES = [bits if bits in (8, 64) else pytest.param(bits, marks=pytest.mark.slow) for bits in host.WORD_SIZES]


def pytest_configure(config):
    config.pluginmanager.register(ProcessorTime(config))


@pytest.fixture(scope="session", params=SIZES, ids=lambda bits: f"w{bits}")
def word_bits(request) -> int:
    """Every test that asks for it, or for the library, runs at 8, 16, 32 and 64 bits a word."""
    return request.param


@pytest.fixture(scope="session")
def library(word_bits) -> host.Library:
    return host.Library(word_bits)


@pytest.fixture(scope="session")
def interface(word_bits) -> host.PublicInterface:
    return host.PublicInterface(word_bits)


def share(things: Sequence, one_in: int) -> list:
    """About one in so many, which the commit chooses, so that each commit tries others; all with MC_TEST_ALL."""
    return committed.share(things, 1 if ALL else one_in)


@functools.cache
def field_of() -> dict[str, str]:
    """Field of every curve, by its names and by that of its C object, and of every field."""
    curves = {
        name: field
        for field, records in curves_by_field().items()
        for record in records
        for name in (record["name"], identifier(record), *record.get("aliases", ()))
    }
    return curves | {field: field for field in FIELDS}


def fields_in(value) -> set[str]:
    """Fields that a parameter of a test names: a field, a curve, or what has such, as a request or a tuple."""
    if isinstance(value, str):
        return {field_of()[value]} if value in field_of() else set()
    if isinstance(value, tuple | list):
        return set().union(*map(fields_in, value))
    parts = [getattr(value, name, None) for name in ("curve", "field", "name")]
    return set().union(*(fields_in(part) for part in parts if isinstance(part, str)))


def pytest_collection_modifyitems(config, items):
    """Leaves out combinations of parameters that a module's `is_pointless` says are of no use, so that they are not
    even skipped, what only `make test-all` runs, and fields that are no sample at their word size; skips what MC_FIELDS
    leaves out."""
    kept, left_out = [], []
    for item in items:
        (left_out if is_pointless(item) or is_for_all(item) or is_out_of_sample(item) else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    skip_other_fields(items)


def is_pointless(item) -> bool:
    """Whether the module of a test with parameters says so."""
    asked = getattr(item.module, "is_pointless", None) if hasattr(item, "callspec") else None
    return asked is not None and asked(item.callspec.params)


def is_for_all(item) -> bool:
    """Whether only `make test-all` runs a test: one marked `exhaustive`, or at a word size that its mark `word_sizes`
    does not name. Over chosen fields (MC_FIELDS) every size is tried."""
    sizes = item.get_closest_marker("word_sizes")
    word_bits = getattr(getattr(item, "callspec", None), "params", {}).get("word_bits")
    is_other_size = sizes and word_bits and word_bits not in sizes.args and not host.CHOSEN_FIELDS
    return not ALL and bool(is_other_size or item.get_closest_marker("exhaustive"))


def is_out_of_sample(item) -> bool:
    """Whether a test is of a field or a size of group order that the library of its word size leaves out, or of all."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    chosen = host.CHOSEN_BY_WORD.get(parameters.get("word_bits"), "")
    if not chosen or host.CHOSEN_FIELDS:
        return False
    if item.get_closest_marker("every_field"):
        return True
    held = set(chosen.split(";"))
    named = fields_in(list(parameters.values())) | set(re.findall(r"order\d+", item.name))
    return not named <= held | {*TEST_FIELDS} | {f"order{scalar_bits(field)}" for field in held}


def skip_other_fields(items):
    """Over a library of chosen fields (MC_FIELDS), tests of the others are skipped before they begin, and with them
    those marked `every_field`."""
    for item in items if host.CHOSEN_FIELDS else ():
        named = fields_in(list(getattr(getattr(item, "callspec", None), "params", {}).values()))
        absent = sorted(named - set(host.CHOSEN_FIELDS.split(";")))
        if absent:
            item.add_marker(pytest.mark.skip(reason=f"MC_FIELDS leaves {absent[0]} out"))
        elif item.get_closest_marker("every_field"):
            item.add_marker(pytest.mark.skip(reason="it is about every field, and MC_FIELDS leaves some out"))


@dataclasses.dataclass(frozen=True)
class Limited:
    """What came of a command line: exit status, stderr, and the most memory that it had resident."""

    status: int
    error: str
    peak_bytes: int


# Runs the lab under a limit of its address space, and tells in the last line of stderr what it took.
LIMITED = """
import atexit, os, re, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv[:] = ["motecurve", *sys.argv[2:]]
def peak():  # of this program alone: ru_maxrss counts what forked it, too
    with open("/proc/self/status") as stream:
        os.write(2, b"%d" % (int(re.search(r"^VmHWM:\\s+(\\d+) kB", stream.read(), re.M)[1]) << 10))
atexit.register(peak)
from motecurve import cli
cli.main()
"""


def limited(address_bytes: int, *words: str, **settings) -> Limited:
    """Runs a command of the lab with so much address space."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'lab'}"}
    command = [sys.executable, "-c", LIMITED, str(address_bytes), *words]
    run = subprocess.run(command, env=environment, stderr=subprocess.PIPE, **{"stdout": subprocess.DEVNULL} | settings)
    error, end, peak = run.stderr.decode().rpartition("\n")
    return Limited(run.returncode, error + end, int(peak))


def skip_fields_not_built(item):
    """The same for tests whose fields no parameter names."""
    try:
        return (yield)
    except host.FieldNotBuilt as left_out:
        pytest.skip(str(left_out))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A skip must name its reason; one that does not is a failure."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and not reason_of(report):
        report.outcome, report.longrepr = "failed", f"{item.nodeid} is skipped without a reason"
    return report


def reason_of(report) -> str:
    """Why a test was skipped; nothing if it says no more than that."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr or "")
    text = text.removeprefix("Skipped: ").strip()
    return "" if text in ("", "Skipped", "unconditional skip", "<Skipped instance>") else text


def pytest_terminal_summary(terminalreporter):
    """The skipped tests by reason."""
    reasons = collections.Counter(map(reason_of, terminalreporter.stats.get("skipped", ())))
    if reasons:
        terminalreporter.section("skipped tests by reason")
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count:5} {reason}")


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(skip_fields_not_built)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(skip_fields_not_built)
