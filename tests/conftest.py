"""Common part of the tests: the library at each word size, the curves, the folder of public vectors."""

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
from motelab import ROOT, python_path
from motelab.boards import board
from motelab.compare import committed
from motelab.library import host
from motelab.measure import run_facts
from tests import budget
from tests.processor_time import ProcessorTime
from tests.public_interface import PublicInterface

VECTORS = ROOT / "tests/vectors"

# A field of every kind at each word size, through the same templates: trinomials, pentanomials and dense polynomials,
# even degrees, primes of every shape and of none, orders of more bits than the field; the longest field at 32 bits a
# word. At 64 bits the other fields take turns, a tenth in each commit; test_lean_library.py builds the public library
# of all and multiplies on every curve. tests/codegen/test_generated_tables.py computes the numbers of all fields at
# all sizes. MC_TEST_ALL=1 (make test-all) includes every field, every word size and every test.
ALL = bool(os.environ.get("MC_TEST_ALL"))
# These fields are in every commit; those IN_TURN have theirs at 8 or at 16 bits a word.
ALWAYS = ("fb163", "fb233", "fp160r1", "fp255", "fp256r1")
IN_TURN = (
    *("fb176", "fb193", "fb239n", "fb283"),
    *("fp112r1", "fp192r1", "fp224r1", "fp256bp", "fp256k1", "fp448"),
)
LONGEST = ("fb571", "fp521")
ALWAYS_AT_64_BITS = (
    *(*ALWAYS, *LONGEST, *TINY_FIELDS),
    *("fb113", "fb191n", "fb283", "fb409"),
    *("fp192r1", "fp224r1", "fp256bp", "fp256k1", "fp384r1", "fp448"),
)
TENTHS = tuple(field for field in FIELDS if field not in ALWAYS_AT_64_BITS)


def part(things: Sequence, of: int, later: int = 0) -> list:
    """One of so many parts of the things: every so many-th of them. The change chooses which part, or the part so
    many places later; all with MC_TEST_ALL. Unlike the parts of `share`, these parts are always the same, so that
    their builds are used again."""
    begin = (int(run_facts.draw() or "0", 16) + later) % of
    return list(things) if ALL else list(things[begin::of])


if not ALL:
    held = {8: part(IN_TURN, 2), 16: part(IN_TURN, 2, later=1), 32: part((*LONGEST, *IN_TURN), 2)}
    host.CHOSEN_BY_WORD.update({bits: ";".join((*ALWAYS, *fields, *TINY_FIELDS)) for bits, fields in held.items()})
    host.CHOSEN_BY_WORD[64] = ";".join((*ALWAYS_AT_64_BITS, *part(TENTHS, 10)))
    os.environ["MC_FIELDS_OF_64_BITS"] = host.CHOSEN_BY_WORD[64]

# The smallest and the largest words; slow tests cover one of those between.
WORD_SIZES = (8, *part((16, 32), 2), 64)
SIZES = [bits if bits in (8, 64) else pytest.param(bits, marks=pytest.mark.slow) for bits in WORD_SIZES]


def pytest_configure(config):
    config.pluginmanager.register(ProcessorTime(config))


@pytest.fixture(scope="session", params=SIZES, ids=lambda bits: f"w{bits}")
def word_bits(request) -> int:
    """Every test that requests it, or the library, runs at 8 and 64 bits a word, and at 16 or 32."""
    return request.param


@pytest.fixture(scope="session")
def library(word_bits) -> host.Library:
    return host.Library(word_bits)


@pytest.fixture(scope="session")
def interface(word_bits) -> PublicInterface:
    return PublicInterface(word_bits)


def require_curve(name: str, word_bits: int = 64) -> str:
    """The curve, if the library of that word size has it: one of chosen fields may leave it out, and the test is
    skipped."""
    host.require_curve(name, word_bits)
    return name


def share(things: Sequence, one_in: int) -> list:
    """About one in so many. Each change of what is measured tries others; all with MC_TEST_ALL."""
    return committed.share(things, 1 if ALL else one_in)


def boards_in_turn() -> list[str]:
    """The simulated boards of the sweep, each with a processor or a compiler of its own, and one in three of the
    others, which differ from one of these in clock and memories."""
    names = board.simulated()
    swept = [name for name in names if board.load(name).recorded.sweep]
    return [*swept, *share([name for name in names if name not in swept], 3)]


def fast_boards_in_turn() -> list[str]:
    """These without the boards whose simulator is too slow for calls of protocols."""
    return [name for name in boards_in_turn() if board.load(name).has_fast_simulator]


@functools.cache
def field_of() -> dict[str, str]:
    """Field of every curve, by its names and by the name of its C object, and of every field."""
    curves = {
        name: field
        for field, records in curves_by_field().items()
        for record in records
        for name in (record["name"], identifier(record), *record.get("aliases", ()))
    }
    return curves | {field: field for field in FIELDS}


def fields_in(value) -> set[str]:
    """Fields that a parameter of a test names: it is a field, a curve, or something that has one, such as a request
    or a tuple."""
    if isinstance(value, str):
        return {field_of()[value]} if value in field_of() else set()
    if isinstance(value, tuple | list):
        return set().union(*map(fields_in, value))
    parts = [getattr(value, name, None) for name in ("curve", "field", "name")]
    return set().union(*(fields_in(part) for part in parts if isinstance(part, str)))


def pytest_collection_modifyitems(config, items):
    """Removes five kinds of tests, so that they do not even count as skipped: combinations of parameters that a
    module's `is_pointless` calls useless, tests that only `make test-all` runs, fields outside the sample of
    their word size, all but a share of the tests that take turns, and what is beyond the budget. Skips tests of fields
    that MC_FIELDS leaves out."""
    kept, left_out = [], []
    for item in items:
        (left_out if is_pointless(item) or is_for_all(item) or is_out_of_sample(item) else kept).append(item)
    for resting_of in (resting_tests, beyond_budget):
        resting = set(resting_of(kept))
        left_out += [item for item in kept if item.nodeid in resting]
        kept = [item for item in kept if item.nodeid not in resting]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    skip_other_fields(items)


def is_pointless(item) -> bool:
    """Whether the test's module calls its parameters pointless."""
    asked = getattr(item.module, "is_pointless", None) if hasattr(item, "callspec") else None
    return asked is not None and asked(item.callspec.params)


def resting_tests(items) -> list[str]:
    """The tests that have no turn in this commit: for a function marked `turns(n)`, all but one in n of its fast and of
    its slow parameters."""
    taking_turns = collections.defaultdict(list)
    for item in items:
        if turns := item.get_closest_marker("turns"):
            is_slow = bool(item.get_closest_marker("slow"))
            taking_turns[item.nodeid.partition("[")[0], is_slow, turns.args[0]].append(item.nodeid)
    shares = {key: set(share(tests, key[-1])) for key, tests in taking_turns.items()}
    return [test for key, tests in taking_turns.items() for test in tests if test not in shares[key]]


def beyond_budget(items) -> set[str]:
    """The tests that have no turn in this commit for what they cost (tests/budget.py)."""
    return set() if ALL else budget.resting(items, run_facts.draw())


def is_for_all(item) -> bool:
    """Whether only `make test-all` runs a test: one marked `exhaustive`, or at a word size that its mark `word_sizes`
    does not name. Over chosen fields (MC_FIELDS) every size is tried."""
    sizes = item.get_closest_marker("word_sizes")
    word_bits = getattr(getattr(item, "callspec", None), "params", {}).get("word_bits")
    is_other_size = sizes and word_bits and word_bits not in sizes.args and not host.CHOSEN_FIELDS
    return not ALL and bool(is_other_size or item.get_closest_marker("exhaustive"))


def is_out_of_sample(item) -> bool:
    """Whether a test is for a field or a size of group order that the library of its word size leaves out."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    chosen = host.CHOSEN_BY_WORD.get(parameters.get("word_bits"), "")
    if not chosen or host.CHOSEN_FIELDS:
        return False
    held = set(chosen.split(";"))
    named = fields_in(list(parameters.values())) | set(re.findall(r"order\d+", item.name))
    return not named <= held | {*TEST_FIELDS} | {f"order{scalar_bits(field)}" for field in held}


def skip_other_fields(items):
    """Over a library of chosen fields (MC_FIELDS), tests of the other fields are skipped before they begin."""
    for item in items if host.CHOSEN_FIELDS else ():
        named = fields_in(list(getattr(getattr(item, "callspec", None), "params", {}).values()))
        absent = sorted(named - set(host.CHOSEN_FIELDS.split(";")))
        if absent:
            item.add_marker(pytest.mark.skip(reason=f"MC_FIELDS leaves {absent[0]} out"))


@dataclasses.dataclass(frozen=True)
class Limited:
    """The result of a command line: exit status, stderr, and its largest resident memory."""

    status: int
    error: str
    peak_bytes: int


# Runs the lab with a limited address space, and reports its memory in the last line of stderr.
LIMITED = """
import atexit, os, re, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv[:] = ["motecurve", *sys.argv[2:]]
status = os.open("/proc/self/status", os.O_RDONLY)  # before memory is short
kilobytes = re.compile(rb"VmHWM:\\s+(\\d+) kB")
def peak():  # of this program alone: ru_maxrss counts what forked it, too
    os.write(2, b"%d" % (int(kilobytes.search(os.pread(status, 4096, 0))[1]) << 10))
atexit.register(peak)
from motelab import cli
cli.main()
"""


def limited(address_bytes: int, *words: str, **settings) -> Limited:
    """Runs a command of the lab with that limit of address space."""
    environment = os.environ | {"PYTHONPATH": python_path()}
    command = [sys.executable, "-c", LIMITED, str(address_bytes), *words]
    run = subprocess.run(command, env=environment, stderr=subprocess.PIPE, **{"stdout": subprocess.DEVNULL} | settings)
    error, end, peak = run.stderr.decode().rpartition("\n")
    assert peak.isdigit(), f"{command} ended with {run.returncode} before it could say its memory: {run.stderr}"
    return Limited(run.returncode, error + end, int(peak))


def skip_fields_not_built(item):
    """The same for tests whose parameters name no field."""
    try:
        return (yield)
    except host.FieldNotBuilt as left_out:
        pytest.skip(str(left_out))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A skip must name its reason; one without a reason is a failure."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and not reason_of(report):
        report.outcome, report.longrepr = "failed", f"{item.nodeid} is skipped without a reason"
    return report


def reason_of(report) -> str:
    """Why a test was skipped; nothing if there is no more than the word."""
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
