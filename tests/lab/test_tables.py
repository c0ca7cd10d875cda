"""Published tables: every row is paired once, formulas give the papers' printed values, and output marks our own
figures."""

import dataclasses
import json
import re

import pytest
from click.testing import CliRunner

from motelab.commands.tables import command
from motelab.common.errors import MotecurveError
from motelab.compare import (
    committed_host,
    committed_implementations,
    errata,
    gains,
    goals,
    matches,
    models,
    peers,
    published,
)
from motelab.compare.published import PublishedRow
from motelab.measure import bench, native
from motelab.measure.aarch64_counts import CountRequest
from motelab.measure.batch_rates import BatchRequest
from motelab.measure.bench import Request
from motelab.measure.records import new_record
from motelab.report import columns, tables
from motelab.report.tables import Measured
from tests.conftest import share

PAPERS = ("aranha2008", "tinyecck2008")
IN_COLUMNS = "dahab2006"
SOURCES = (*PAPERS, IN_COLUMNS, "fujdiak2017", "peers")
COUNTED = "arruda2014"  # tests/lab/test_formulas.py, tests/lab/parallel/test_paper.py
METRICS = ("loads", "stores", "xors")
OTHERS = re.compile(r"does not have|no standard has|cannot be told|no longer on the bench")


def paired(source: str) -> list:
    return tables.source_rows(source)


def record(request: Request, **figures):
    """A verified record of made-up figures, with a kernel if assembly was requested."""
    made = {"cycles": 7_382_800, "clock_hz": 7_372_800, "loads": 30, "stores": 20, "xors": 10, "flash_bytes": 500}
    made |= {
        "microseconds": 1.5,
        "instructions": 700,
        "ram_static_bytes": 4,
        "stack_bytes": 96,
        "board": request.board,
        "backend": request.backend,
    }
    made |= {"verified": True}
    return new_record(**{**made, "kernel": "k" if request.backend == "asm" else None, **figures})


def record_of(request: Request | BatchRequest | CountRequest, **figures):
    """The same, and records of many signatures at once and of instructions."""
    if isinstance(request, BatchRequest):
        is_constant_time = request.is_constant_time and figures.get("constant_time", True)
        return {"standard_per_second": 70_000, "reach": 0.02, "constant_time": is_constant_time}
    if isinstance(request, CountRequest):
        counts = {"instructions": 1, "versus_instructions": 50, "versus": "OpenSSL", "constant_time": True}
        return {"board": "aarch64", "reach": 0.02} | counts | figures
    return record(request, **figures) | {"ratio": 20.0, "reach": 0.02}


def answers(source: str) -> dict[Request, Measured]:
    return {request: Measured(record(request)) for request in tables.requests(paired(source))}


def test_papers_and_peers_are_paired():
    every = sorted((*SOURCES, COUNTED))
    assert matches.sources() == every
    assert tables.sources() == [*every, "goals"]


@pytest.mark.parametrize("source", SOURCES)
def test_every_row_is_paired_once_and_in_order(source):
    rows = [row for row, _ in paired(source) if row in published.all_rows()]  # peers have records besides
    assert sorted(map(repr, rows)) == sorted(repr(row) for row in published.all_rows() if row.source == source)


@pytest.mark.parametrize("source", SOURCES)
def test_a_row_without_ours_is_of_others(source):
    for row, match in paired(source):
        assert (match.request is None) == bool(match.reason)
        assert match.reason is None or OTHERS.search(match.reason), row


@pytest.mark.parametrize("source", SOURCES)
def test_language_of_a_pair_agrees(source):
    for row, match in paired(source):
        if match.request and row.language in ("C", "assembly"):
            assert match.request.backend == {"C": "c", "assembly": "asm"}[row.language]
        if match.request and row.subject.startswith("sect"):
            assert match.request.curve == row.subject


@pytest.mark.parametrize("source", SOURCES)
def test_every_request_names_what_the_library_has(source):
    requests = tables.requests(paired(source))
    for request in requests[:: 10 if source == "fujdiak2017" else 1]:  # one operation on fifty curves
        bench.select(request)


@pytest.mark.parametrize("change", [{"table": "9"}, {"operation": "cubing", "algorithm": "unheard of"}])
def test_a_row_that_no_rule_takes_is_an_error(change):
    row = next(row for row, _ in paired("aranha2008") if row.table == "4")
    with pytest.raises(MotecurveError, match="0 times instead of once"):
        matches.find(PublishedRow(**{**vars(row), **change}))


def evaluate(formula: str, n: int, t: int = 4, inner=0) -> int:
    """Value of a formula in the paper's notation, such as 2^t n+5n-1; M(...) is `inner`."""
    text = formula.replace("M(ceil(n/2))", " M").replace("^", "**")
    text = re.sub(r"(?<=[0-9a-zA-Z)])\s*(?=[nM])", "*", text)
    return eval(text, {"__builtins__": {}}, {"n": n, "t": t, "M": inner})


@pytest.mark.parametrize("n", range(2, 60))
def test_table_2_is_what_the_steps_add_up_to(n):
    formulas = [(row, match) for row, match in paired("aranha2008") if row.table == "2"]
    assert len(formulas) == 9
    for row, match in formulas:
        inner = getattr(models.ld_registers(-(-n // 2)), row.metric)
        assert getattr(models.MODELS[match.model](n), row.metric) == evaluate(row.value, n, inner=inner)


def test_printed_counts_are_the_formulas_at_21_words():
    """aranha2008 Table 3 and section 4.3, tinyecck2008 Table 2: none of their 28 numbers is a misprint."""
    checked = 0
    for source in PAPERS:
        for row, match in paired(source):
            if match.model and not isinstance(row.value, str):
                counts = models.MODELS[match.model](tables.WORDS_OF_ELEMENT)
                assert getattr(counts, row.metric) == row.value, row
                checked += 1
    assert checked == 12 + 4 + 12


def test_model_rows_of_the_papers_without_a_model_are_none():
    for source in SOURCES:
        for row, match in paired(source):
            assert (row.language == "model") == (match.model is not None), row


@pytest.mark.parametrize("source", SOURCES)
def test_fields_of_output(source):
    rows = tables.compare(paired(source), answers(source))
    header = (published.DATA / "published.csv").read_text().splitlines()[0].split(",")
    for row, (published_row, match) in zip(rows, paired(source), strict=True):
        more = columns.FIELDS if source == IN_COLUMNS else tables.VERSUS_FIELDS if match.versus else ()
        more = tables.FRONT_FIELDS if source == "peers" else more
        more = (*(["nearest"] if match.nearest else []), *more, *(["gains"] if gains.at(published_row) else []))
        assert list(row) == [*header, "ours", "ratio", "verified", "origin", "reason", "command", *more]
        assert row["origin"] == (tables.NOW if row["verified"] else None)
        assert (row["command"] is None) == (row["verified"] is None) == (row["ours"] is None)
    assert tables.all_verified(rows)


def columned(change=None) -> dict[tuple, dict]:
    """Rows of dahab2006 beside made-up figures, by table, subject, operation and language."""
    requests = tables.requests(paired(IN_COLUMNS))
    measured = {r: Measured(record(r, **(change(r) if change else {}))) for r in requests}
    rows = tables.compare(paired(IN_COLUMNS), measured)
    return {(row["table"], row["subject"], row["operation"], row["language"]): row for row in rows}


def test_ratios_of_columns():
    """The printed times for F_2^163 on the Pentium 4, and made-up times: 3 in SSE2, 2 in MMX, 4 in C."""
    times = {"comb-byte-shifts-word32": 4.0, "comb-byte-shifts-mmx": 2.0, "comb-byte-shifts-sse2": 3.0}
    rows = columned(lambda request: {"microseconds": times.get(request.algorithm, 1.0), "cycles": 9000})
    line = ("Pentium 4 1.5 GHz", "F_2^163", "multiplication")
    c, mmx, sse2 = (rows[*line, name] for name in ("C, 32-bit words", "MMX, 64-bit words", "SSE2, 128-bit words"))
    assert (c["first_column"], c["published_to_first"], c["ours_to_first"]) == (None, None, None)
    assert (mmx["first_column"], mmx["published_to_first"], mmx["ours_to_first"]) == ("C, 32-bit words", 0.829, 0.5)
    assert (sse2["published_to_first"], sse2["ours_to_first"]) == (0.7, 0.75)
    assert (c["published_cycles"], c["our_cycles"], c["ratio"]) == (1050, 9000, round(4 / 0.7, 3))


def test_rows_of_columns_hold_all_that_is_printed():
    rows = columned()
    assert len(rows) == 87 == len(published.rows(IN_COLUMNS))
    assert sum(row["command"] is not None for row in rows.values()) == 30 + 18 + 6 + 12 + 18 + 3
    wanted = {row["command"].split("--curve ")[1].split()[0] for row in rows.values() if row["command"]}
    assert wanted == {"sect163r2", "sect233r1", "sect283r1", "sect409r1", "sect571r1", "sect163k1", "sect233k1",
                      "secp192r1", "secp256r1", "tate-256"}  # fmt: skip
    tiny = rows["TinyTate", "y^2=x^3+x over F_q, q 256 bits, k=2", "Tate pairing", "C"]
    assert tiny["value"] == 30.21 and "--op pairing-tate" in tiny["command"]
    assert "insecure (curve 79 bits, extension field 54 bits)" in tiny["note"]


def test_nothing_is_compared_with_a_misprint():
    rows = columned()
    line = ("XScale ECDSA", "B-163", "ECDSA verify")
    assert "misprint" in rows[*line, "C"]["note"] and rows[*line, "C"]["value"] == 117432
    assert rows[*line, "wMMX"]["published_to_first"] is None
    assert rows["XScale ECDSA", "B-163", "ECDSA sign", "wMMX"]["published_to_first"] == round(1926 / 4257, 3)


def test_instructions_are_no_microseconds():
    row = columned()["XScale", "F_2^163", "multiplication", "C"]
    assert (row["ours"], row["ratio"], row["verified"]) == (700, None, True) and "instructions" in row["note"]


def test_units_of_ours():
    request = Request(operation="fb-mul")
    made = record(request)
    assert tables.figure(made, "cycles") == 7_382_800
    assert tables.figure(made, "seconds", 7.3828) == 1
    assert tables.figure(made, "seconds") == pytest.approx(7_382_800 / 7_372_800)
    assert tables.figure(made, "rom_bytes") == 500
    assert tables.figure(made, "ram_bytes") == 100


def test_seconds_are_at_the_clock_of_the_paper():
    """tinyecck2008 names no clock, so its seconds stand beside ours at our board's clock."""
    assert {row.clock_mhz for row, _ in paired("tinyecck2008")} == {None}
    for source, clock_mhz in (("aranha2008", 7.3828), ("tinyecck2008", 7.3728)):
        rows = [row for row in tables.compare(paired(source), answers(source)) if row["metric"] == "seconds"]
        timed = [row for row in rows if row["command"]]
        assert timed
        assert all(row["ours"] == round(7.3828 / clock_mhz, 8) for row in timed)


def test_ratio_of_a_formula_is_to_its_value_at_21_words():
    rows = tables.compare(paired("aranha2008"), answers("aranha2008"))
    first = next(row for row in rows if row["value"] == "4n^2+9n-1")
    assert (first["ours"], first["ratio"]) == (30, round(30 / 1952, 3))


def test_gains_of_papers_follow_from_their_figures():
    """The printed savings, rounded or not, except errata."""
    wrong = {("% saved", 24.68), ("% saved", 51), ("times", 197.47), ("% saved", -12), ("% saved", -29)}
    assert len(gains.load()) == 2 + 2 + 14 + 3 + 8 + 7
    for gain in gains.load():
        computed = gain.value(gain.of.value, gain.over.value)
        tolerance = 0.015 if gain.printed != int(gain.printed) else 0.6
        assert abs(computed - gain.printed) < tolerance or (gain.unit, gain.printed) in wrong, gain


def test_gains_of_ours():
    """Between made-up cycles, even if the other row stands in a table that is not shown."""
    table = tables.source_rows("aranha2008", "6")
    cycles = {request: 1000 if request.backend == "c" else 250 for request in tables.requests(table)}
    rows = tables.compare(table, {r: Measured(record(r, cycles=cycles[r])) for r in cycles})
    (in_c, in_assembly) = next(row["gains"] for row in rows if row["operation"] == "reduction")
    assert (in_c["printed"], in_c["computed"], in_c["ours"]) == (67, 67.38, 0)
    assert (in_assembly["gain"], in_assembly["ours"]) == ("Algorithm 6, assembly over TinyECCK, C", 75)
    words = [gain["gain"] for row in rows if row["subject"] == "sect163k1" for gain in row["gains"]]
    assert len(words) == 6 and words[-1] == "sect163r2, LD ladder, assembly over sect163k1, TinyECCK, C"
    failed = tables.compare(table, {r: Measured(None, "crashed") for r in cycles})
    assert {gain["ours"] for row in failed for gain in row["gains"]} == {None}


def test_a_gain_of_rows_that_there_are_not_is_an_error():
    with pytest.raises(MotecurveError, match="0 rows instead of one"):
        gains._row("aranha2008", {"table": "6", "operation": "cubing"})


def test_initialisation_is_of_one_routine():
    """The table of a multiplication, where cycles are a part of the whole; a missing routine is a reason."""
    rows = {(row.operation, row.algorithm): match for row, match in paired("tinyecck2008") if row.table == "6"}
    found = {name: match.request for name, match in rows.items() if name[0].startswith("initialisation")}
    assert len(found) == 7 and found["initialisation of ECDSA sign", "TinyECC"].routine == "mc_fp160r1_wnaf_table_var"
    request = found["initialisation of scalar multiplication", "TinyECCK with ECDSA"]
    whole = rows["scalar multiplication", "TinyECCK with ECDSA"].request
    unknown = dataclasses.replace(request, routine="mc_fb163_no_table")
    measured = tables.measure([request, whole, unknown])
    assert request.command.startswith("./motecurve profile --board micaz --op scalar-mult ")
    assert 0 < 5 * measured[request].record["cycles"] < measured[whole].record["cycles"]
    assert "mc_fb163_no_table" in measured[unknown].reason


def test_a_failed_measurement_is_not_verified():
    measured = answers("aranha2008")
    request = next(iter(measured))
    measured[request] = Measured(None, "crashed")
    rows = tables.compare(paired("aranha2008"), measured)
    failed = [row for row in rows if row["command"] == bench.command_for(request)]
    assert failed and all(row["verified"] is False and row["reason"] == "crashed" for row in failed)
    assert not tables.all_verified(rows)


def test_an_unknown_algorithm_is_a_reason_and_no_crash():
    unknown = Request(operation="fb-mul", algorithm="of-no-paper")
    measured = tables.measure([unknown])
    assert measured[unknown].record is None
    assert "of-no-paper" in measured[unknown].reason


@pytest.mark.parametrize(("backend", "kernel", "differs"), [("c", None, False), ("c", "k", True),
                                                            ("asm", "k", False), ("asm", None, True)])  # fmt: skip
def test_a_record_must_be_of_the_language_asked_for(backend, kernel, differs):
    made = record(Request(operation="fb-mul", backend=backend), kernel=kernel)
    assert bool(tables.language_differs(made)) == differs


def test_ecdsa_of_a_paper_multiplies_as_the_row_says():
    rows = {(row.operation, row.algorithm): match for row, match in paired("tinyecck2008") if row.table == "3"}
    assert len(rows) == 28
    chosen = bench.select(rows["ECDSA sign", "4TNAF, conventional"].request)
    assert not chosen.is_constant_time
    assert chosen.choices["scalar-mult"] == "wtnaf/4" and chosen.choices["fb-mul"] == "comb-window4"
    chosen = bench.select(rows["ECDSA verify", "3NAF, proposed"].request)
    assert chosen.choices["scalar-mult-var"] == "wnaf/3" and chosen.choices["fb-mul"] == "comb-window4-merged"
    assert len({match.request for match in rows.values()}) == 28


def test_peers_hold_every_library_and_metric():
    rows = published.rows("peers")
    relic = {r.metric: r.value for r in rows if (r.table, r.subject, r.algorithm, r.operation) == (
        "RELIC", "sect163r2", "not constant time", "scalar multiplication (random point)")}  # fmt: skip
    assert relic == {"cycles": 5848000, "rom_bytes": 33854, "ram_bytes": 1326 + 925}
    assert [r.value for r in published.rows("peers", "TinyECCK, as published")] == [
        5592, 618, 1.137, 13748, 1004, 1.1411, 1.3613, 2.3116]  # fmt: skip


def test_secrets_of_peers_stand_beside_constant_time():
    for row, match in paired("peers"):
        if match.request and row.operation in ("ECDSA sign", "ECDH", "scalar multiplication (fixed base)"):
            assert bench.select(match.request).is_constant_time, row


def goal_rows(**figures):
    """Every goal of the mote, with made-up measurements that reach it unless `figures` override them."""
    best = {"cycles": 1, "flash_bytes": 1, "stack_bytes": 1, "ram_static_bytes": 0, "constant_time": True}
    goals = tables.source_rows("goals", "micaz")
    return tables.compare(goals, {r: Measured(record(r, **(best | figures))) for r in tables.requests(goals)})


def test_goals_that_are_reached():
    rows = goal_rows()
    assert len(rows) == 30 and all(row["reached"] for row in rows) and tables.all_reached(rows)


@pytest.mark.parametrize(
    ("figures", "missed"), [({"cycles": 12_000_001}, 15), ({"stack_bytes": 1001}, 9), ({"constant_time": False}, 23)]
)
def test_goals_that_are_missed(figures, missed):
    rows = goal_rows(**figures)
    assert sum(not row["reached"] for row in rows) == missed
    assert not tables.all_reached(rows)


def test_goals_stand_beside_the_same_work():
    """A figure in `others` that records of others' code have on that board and curve is one of that operation, or the
    goal says that ours makes the nonce, too."""
    rows = [row for name in peers.names() for row in committed_implementations.of(name)]
    compared = 0
    for goal in goals.each():
        board, operation, curve = (goal["request"].get(name) for name in ("board", "operation", "curve"))
        if isinstance(text := goal.get("others", {}).get("cycles"), str):
            figures = {int(figure.replace(",", "")) for figure in re.findall(r"\d[\d,]{6,}", text)}
            same = [row for row in rows if (row["board"], row["curve"]) == (board, curve) and row["cycles"] in figures]
            does_more = operation == "ecdsa-sign" and text.endswith("nonce drawn")
            assert not same or does_more or operation in {row["operation"] for row in same}, goal
            compared += bool(same)
    assert compared > 20


def test_a_goal_that_was_not_measured_is_missed():
    goals = tables.source_rows("goals", "micaz")
    rows = tables.compare(goals, {request: Measured(None, "crashed") for request in tables.requests(goals)})
    assert not any(row["reached"] for row in rows)


def host_goals(ratio=20.0, cycles=80_000, per_second=70_000, constant_time=True, reach=0.02, instructions=240_000):
    """Every goal on a host, with made-up measurements."""
    goals = tables.source_rows("goals", "host")
    made = {
        request: record_of(request, cycles=cycles, constant_time=constant_time)
        | {"ratio": ratio, "standard_per_second": per_second, "reach": reach}
        | ({"instructions": instructions} if isinstance(request, CountRequest) else {})
        for request in tables.requests(goals)
    }
    return tables.compare(goals, {request: Measured(figures) for request, figures in made.items()})


@pytest.mark.parametrize(
    ("figures", "missed"),
    [
        ({}, 0),
        ({"ratio": 11.99}, 10),
        ({"ratio": 16}, 0),
        ({"ratio": 12}, 5),
        ({"ratio": 9}, 20),
        ({"ratio": 8.9}, 30),
        ({"ratio": None}, 30),
        ({"reach": 0.76}, 9),
        ({"reach": 1.0}, 15),
        ({"reach": 1.001}, 21),
        ({"reach": None}, 21),
        ({"cycles": 90_001}, 1),
        ({"per_second": 59_999}, 1),
        ({"instructions": 240_001}, 1),
        ({"constant_time": False}, 10 + 18),
    ],
)
def test_goals_of_hosts(figures, missed):
    """Ten curves in constant time, with a public scalar, and verifying; cycles for one, a rate for another. Sixteen
    operations beside another library's, two batches, and three counts of instructions, two with limits of their own."""
    rows = host_goals(**figures)
    assert len(rows) == 33 + 22 and sum(not row["reached"] for row in rows) == missed
    assert tables.all_reached(rows) == (missed == 0)


def test_goals_of_hosts_are_those_of_the_secret_or_public_scalar():
    """Each is measured together with OpenSSL as its class requires, and only if the host is requested."""
    requests = [(row, match.request) for row, match in tables.source_rows("goals", "host")]
    for row, request in requests:
        if isinstance(request, Request) and row.metric in committed_host.RATIOS:
            kind, _, operation = row.operation.partition(",")[0].partition(" ")
            if row.operation == "random point":
                kind, operation = "scalar", "mult"
            if row.operation.endswith("the public key kept with the private one"):
                operation += "-expanded"
            assert request.versus in ("openssl", "libsecp256k1") and request.curve == row.subject
            assert bench.select(request).is_constant_time == (row.algorithm == "constant time")
            assert request.operation == ("ecdh" if kind.startswith("ECDH") else f"{kind.lower()}-{operation}")
        else:
            known = row.subject == "sect283k1" and row.metric in ("cycles", "standard_per_second")
            counted = row.metric == "instructions" and isinstance(request, CountRequest)
            assert known or counted or (row.metric == "reach" and not isinstance(request, Request))
    assert not {row.table for row, _ in paired("goals")} & {"host"}
    with pytest.raises(MotecurveError, match=r"no table of goals 'hosts'.*host"):
        tables.source_rows("goals", "hosts")


def test_goals_of_hosts_are_read_where_times_are_committed(monkeypatch):
    """The median of the runs stands beside the goal, with the least and the most; others are measured now."""
    (row, match), *others = (pair for pair in tables.source_rows("goals", "host") if pair[0].subject == "Curve448")
    line = {"date": "2026-11-25", "runs": [{"reach": reach} for reach in (0.7, 0.6, 0.9)]}
    monkeypatch.setattr(committed_host, "lines", lambda: {committed_host.command(match.request): line})
    monkeypatch.setattr(committed_host, "counts", dict)
    assert tables.kept(tables.source_rows("goals", "host")) == [match.request] and not others
    (compared,) = tables.compare([(row, match)], tables.read([match.request]))
    assert (compared["ours"], compared["reached"], compared["origin"]) == (0.7, True, "recorded")
    assert compared["note"] == "between 0.6 and 0.9 in the runs of 2026-11-25"


def test_committed_batches_and_counts_are_read(monkeypatch):
    """The third kind of row is a count of instructions, whose note has both counts."""
    batch = BatchRequest("Ed25519", 64, 64)
    line = {"date": "2026-11-25", "runs": [{"reach": reach} for reach in (0.51, 0.49, 0.4)]}
    count = CountRequest("secp256r1")
    monkeypatch.setattr(committed_host, "lines", lambda: {committed_host.command(batch): line})
    monkeypatch.setattr(committed_host, "counts", lambda: {count: record_of(count)})
    goals = tables.source_rows("goals", "host")
    assert set(tables.kept(goals)) == {batch, count}
    rows = [(row, match) for row, match in goals if match.request in (batch, count)]
    of_batch, of_count, of_limit = tables.compare(rows, tables.read([batch, count]))
    assert (of_batch["ours"], of_batch["reached"]) == (0.49, True) and "between 0.4 and 0.51" in of_batch["note"]
    assert of_count["note"] == "1 instructions, OpenSSL: 50" and of_count["reached"]
    assert of_limit["metric"] == "instructions" and of_limit["reached"]


@pytest.mark.parametrize(("reach", "note"), [(0.8, ""), (0.801, "Two words are not one.")])
def test_a_missed_goal_says_why(reach, note):
    """As long as it is missed."""
    row, match = next(pair for pair in tables.source_rows("goals", "host") if pair[0].subject == "Curve448")
    match = dataclasses.replace(match, unreached="Two words are not one.")
    (compared,) = tables.compare(
        [(row, match)], {match.request: Measured(record_of(match.request, constant_time=True) | {"reach": reach})}
    )
    assert compared["note"] == note


def test_missed_goals_of_hosts_have_a_reason():
    """By what is committed."""
    pairs = tables.source_rows("goals", "host")
    kept = tables.kept(pairs)
    rows = tables.compare([pair for pair in pairs if pair[1].request in kept], tables.read(kept))
    silent = [row["subject"] for row in rows if not row["reached"] and not row["note"].endswith(".")]
    assert len(rows) == 53 and silent == []


def test_what_cannot_be_measured_on_a_host_has_a_reason(monkeypatch):
    monkeypatch.setattr(native, "refusal", lambda chosen: f"no {chosen.operation.name}")
    batch = BatchRequest("X25519", 3, 2)
    request = Request(board="host", operation="ecdh", curve="sect163k1", versus="openssl")
    measured = tables.measure([request, batch])
    assert measured[request] == Measured(None, "no ecdh")
    assert measured[batch].record is None and "has no signatures" in measured[batch].reason


@pytest.fixture
def lab(monkeypatch):
    """The command with made-up measurements."""
    monkeypatch.setattr(tables, "measure", lambda wanted, *_: {r: Measured(record_of(r)) for r in wanted})
    return lambda *arguments: CliRunner().invoke(command, arguments)


def test_command_prints_one_json_array(lab):
    result = lab("--source", "tinyecck2008", "--format", "json")
    assert result.exit_code == 0
    rows = json.loads(result.stdout)
    assert len(rows) == len(published.rows("tinyecck2008"))


def test_command_prints_columns(lab):
    result = lab("--source", IN_COLUMNS, "--format", "table")
    assert result.exit_code == 0 and "misprint" in result.stdout and "microseconds" in result.stdout
    tabular = [line for line in result.stdout.splitlines() if not line.startswith("  ")]
    assert max(map(len, tabular)) <= 100


def test_command_quotes_errata(lab):
    """All rows of a paper, or only the requested table; JSON has no headings, only rows."""
    every = lab("--source", "tinyecck2008", "--format", "table").stdout
    assert all(erratum.in_words in every for erratum in errata.of("tinyecck2008"))
    one = lab("--source", "aranha2008", "--table", "4", "--format", "table").stdout
    assert "1,235 us" in one and "1.35 s" not in one and "errata" not in lab("--source", "goals").stdout
    assert "errata" not in lab("--source", "aranha2008", "--format", "json").stdout


def test_command_prints_one_table(lab):
    result = lab("--source", "aranha2008", "--table", "text 4.3", "--format", "table")
    assert "text 4.3" in result.stdout and "./motecurve bench" in result.stdout
    tabular = [line for line in result.stdout.splitlines() if not line.startswith("  ")]
    assert max(map(len, tabular)) <= 100


@pytest.mark.parametrize("arguments", [("--source", "aranha2009"), ("--source", "aranha2008", "--table", "8")])
def test_bad_names_are_one_clear_error(lab, arguments):
    result = lab(*arguments)
    assert isinstance(result.exception, MotecurveError)
    assert "no source" in str(result.exception) or "no table" in str(result.exception)


def test_command_fails_when_a_pair_is_not_verified(lab, monkeypatch):
    monkeypatch.setattr(tables, "measure", lambda wanted, *_: {r: Measured(None, "crashed") for r in wanted})
    assert lab("--source", "aranha2008", "--format", "json").exit_code == 1


def test_command_says_what_is_least(lab):
    result = lab("--source", "goals", "--table", "host", "--format", "table")
    assert "at least 60,000" in result.stdout and "at most 90,000" in result.stdout


def test_command_fails_when_a_goal_is_missed(lab):
    result = lab("--source", "goals", "--table", "micaz", "--format", "table")
    assert result.exit_code == 1 and "at most" in result.stdout


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("source", (*SOURCES, "goals"))
def test_paired_rows_are_verified(source):
    """Real measurements: images, simulator, known answers. The goals of the boards that are measured live; a share of
    the papers' rows."""
    if source == "goals":
        live = tables.source_rows(source, "micaz")
    else:
        live = share([pair for pair in paired(source) if pair[1].request], 4)
    rows = tables.compare(live, tables.measure(tables.requests(live), fresh=True))
    assert tables.all_reached(rows)
    assert {row["command"]: row["reason"] for row in rows if row["verified"] is False} == {}


def test_curves_of_fujdiak2017():
    """Misleading names in papers: a curve that no standard has, and two that are called wtls7."""
    rows = [(row.subject, row.platform[:3], match) for row, match in paired("fujdiak2017")]
    of = {(subject, platform): match for subject, platform, match in rows}
    assert len(rows) == len(of) == 69
    assert "no standard has" in of["sect113k1", "Ras"].reason
    assert of["wtls7", "MSP"].request.curve == "secp160r1" and "0.15 %" in of["wtls7", "MSP"].nearest
    assert of["wtls7", "Ras"].request.curve == "secp160r2" and of["wtls3", "Ras"].request.curve == "sect163k1"
    boards = {
        platform: {p.request.board for (_, at), p in of.items() if at == platform and p.request}
        for platform in ("Ras", "MSP")
    }
    assert boards == {"Ras": {"rpi2"}, "MSP": {"msp430f5438a"}}
    assert {match.ours for match in of.values() if match.request} == {
        "instructions",
        "cycles",
    }  # no time, no ratio
