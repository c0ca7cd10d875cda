"""The tables and figures of arruda2014 about parallel multiplication: complete, recomputed, with the wrong figures
found by their numbers, and ours beside."""

import dataclasses
from collections import Counter

import pytest

from motelab.compare import published
from motelab.parallel import programs
from motelab.parallel.paper import cells, costs, derived, faults, figures, ours
from motelab.parallel.paper.beside import FIELDS, Paper
from motelab.parallel.paper.cells import Cell
from motelab.parallel.paper.intervals import Interval, least, rounded
from motelab.report import display, tables

SOURCE = "arruda2014"
ROWS = tables.printed_for_parallel(SOURCE)
PRINTED = cells.figures(ROWS)
SUPERSINGULAR = "1536-bit supersingular (RELIC)"
WITHOUT_FIGURES = "43"  # laws of arithmetic
WRONG = {"19": 1, "20": 1, "21": 1, "31": 1, "36": 8, "38": 8, "40": 36, "42": 18}
WRONG_WITH_OURS = {("31", "Bipartite, 2 threads")}  # of made-up records
SIZES = (128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096)


def record(algorithm: str, threads: int, engine: str, bits: int, **more) -> dict:
    """A made-up record: bits microseconds, divided by the threads; by the pool a half of that."""
    return {
        "algorithm": algorithm, "threads": threads, "engine": engine, "bits": bits, "operation": "multiply",
        "microseconds": bits / threads / (2 if engine == "pool" else 1), "scenario": "1", "runs": 1000, "split": None,
        "governor": None, "topology": "2 physical cores", "oversubscribed": threads > 2, "verified": True,
        "predicted_microseconds": None,
        "wait_milliseconds": 0, "command": "./motecurve parallel modmul", "date": "2026-01-01", **more,
    }  # fmt: skip


def records(**more) -> list[dict]:
    """Records of every algorithm of the paper, on every size."""
    tests = {(1, "sequential"): ("gmp", "barrett", "montgomery"), (2, "openmp"): ("montgomery", "bipartite")}
    tests |= {(2, "pool"): ("montgomery", "bipartite")}
    many = ("montgomery", "multipartite-v1", "multipartite-v2", "bipartite")
    tests |= {(threads, engine): many for threads in (3, 4) for engine in ("openmp", "pool")}
    return [record(name, *test, bits, **more) for test, names in tests.items() for name in names for bits in SIZES]


def predictions(**more) -> list[dict]:
    """Of every algorithm of the paper by OpenMP, on every size and curve: bits / 8 microseconds on three threads and
    more; Montgomery's on one thread takes bits."""
    many = ("montgomery", "barrett", "bipartite", "multipartite-v1", "multipartite-v2")
    tests = [(name, threads, "openmp") for name in many for threads in (3, 4)]
    sizes = (*SIZES, 521)
    foreseen = [record(*test, bits, predicted_microseconds=bits / 8, **more) for test in tests for bits in sizes]
    return foreseen + [record("montgomery", 1, "sequential", bits, microseconds=bits, **more) for bits in sizes]


def beside(paper: Paper, cell: Cell) -> dict:
    """What stands beside the row of a cell."""
    (row,) = (row for row in ROWS if cells.of(row) == cell)
    return paper.beside(row)


def test_every_table_is_shown():
    shown = {row.table for row, match in tables.source_rows(SOURCE) if match.parallel or match.formula}
    assert shown == {str(number) for number in range(1, 46)} - {WITHOUT_FIGURES}
    assert tables.source_rows(SOURCE)[0][0].table == "1" and tables.source_rows(SOURCE)[-1][0].table == "45"


def test_every_row_is_a_cell_of_its_own():
    assert len({cells.of(row) for row in ROWS}) == len(ROWS) == 2750


def test_printed_rows_have_every_field_and_no_ratio_without_ours(monkeypatch):
    """From committed records nothing is measured; Table 2 is counted, which cannot run here."""
    monkeypatch.setattr(programs, "run", lambda *_, **__: pytest.fail("a program runs"))
    paper = Paper(ROWS)
    for row in (row for row in ROWS if row["table"] != "2"):
        found = paper.beside(row)
        assert set(FIELDS) < set(found) and found["command"] is None and found["ratio"] is None
        assert found["reason"] and found["ours"] is None and found["verified"] is None


def test_derived_figures_are_printed_as_their_sources_give_them():
    """All of eight tables, and of the columns of others; the exceptions are copies in Table 40."""
    agreeing = {cell: derived.agrees(cell, PRINTED) for cell in PRINTED if derived.of(cell)}
    assert {"6", "9", "11", "12", "18", "20", "21", "24", "26", "34", "37", "38", "41", "42"} <= {
        cell.table for cell in agreeing
    }
    assert len(agreeing) == 878
    wrong = [cell for cell, agrees in agreeing.items() if not agrees]
    assert len(wrong) == 7 and {(cell.table, cell.part) for cell in wrong} == {
        ("40", "coefficient of variation, Multp")
    }


@pytest.mark.parametrize("table", ["6", "9", "12", "15", "18", "21", "22", "24", "26", "38"])
def test_a_misprint_does_not_agree(table):
    """Two units more in the last digit than the sources allow."""
    for cell in [cell for cell in PRINTED if cell.table == table and derived.of(cell)][:5]:
        interval = derived.recomputed(cell, PRINTED)
        half = derived.half_unit(cell) or 0.5
        assert derived.agrees(cell, {**PRINTED, cell: interval.high + half * 0.9 * bool(derived.half_unit(cell))})
        assert not derived.agrees(cell, {**PRINTED, cell: interval.high + 4 * half})


def test_wrong_figures():
    found = faults.found(PRINTED)
    assert Counter(cell.table for cell in found) == WRONG
    by_table = {table: [(cell, why) for cell, why in found.items() if cell.table == table] for table in WRONG}
    assert {cell.algorithm for cell, _ in by_table["36"] if cell.part.startswith("mean")} == {
        "Montgomery, 2 threads", "2-ary Multi. v1, 3 threads", "Montgomery, 4 threads", "4-ary Multi. v1, 4 threads",
    }  # fmt: skip
    assert sum("has this mean" in why for _, why in by_table["36"]) == 3
    assert len({cell.algorithm for cell, _ in by_table["40"]}) == 9
    assert all("in Table 23" in why for _, why in by_table["40"])
    ((cell, why),) = by_table["19"]
    assert (cell.algorithm, cell.subject) == ("Montgomery, 3 threads", SUPERSINGULAR) and "400 MHz" in why
    ((cell, why),) = by_table["31"]
    assert (cell.algorithm, cell.subject) == ("Bipartite, 2 threads", "NIST P-256") and "4,458.83" in why
    assert "Table 19" in dict(by_table["20"])[Cell("20", SUPERSINGULAR, "Montgomery, 3 threads")]


def test_an_impossible_mean_is_found():
    mean = Cell("22", "NIST P-521", "GMP, 1 thread", "mean, Comba")
    before = faults.impossible_means(PRINTED)
    assert set(faults.impossible_means({**PRINTED, mean: 3.7})) == {*before, mean}
    assert set(faults.impossible_means({**PRINTED, mean: 3.6})) == set(before)


def test_a_copied_row_is_found():
    """GMP's row of Table 40 in place of that of Table 36."""
    cell = Cell("36", "NIST P-384", "GMP, 1 thread", "mean, Multp")
    parts = [f"{name}, Multp" for name in cells.STATISTICS]
    planted = {dataclasses.replace(cell, part=part): value
               for part, value in zip(parts, (3.29, 3.24, 0.19, 4.26), strict=True)}  # fmt: skip
    found = faults.copied_rows({**PRINTED, **planted})
    assert set(found) == {*faults.copied_rows(PRINTED), *planted}


@pytest.mark.parametrize(("table", "factor"), [("17", 2), ("30", 2), ("32", 0.5), ("17", 1.3)])
def test_a_time_at_another_clock_is_found(table, factor):
    cell = Cell(table, "NIST P-384", "GMP, 1 thread")
    found = faults.at_another_clock({**PRINTED, cell: PRINTED[cell] * factor})
    assert (cell in found) == (factor != 1.3) and len(found) == 2 + (factor != 1.3)


def test_a_figure_from_a_wrong_one_is_wrong():
    cell = Cell("5", "1024-bit modulus", "GMP, 1 thread")
    speedup = Cell("6", "1024-bit modulus", "Bipartite, 2 threads")
    wrong = {cell: "planted"}
    faults._follow(speedup, PRINTED, wrong)
    assert "Table 5" in wrong[speedup]


def test_clocks_of_ondemand():
    """Sizes from which the clock rises, as Section 3.4 says; the only slow row of Table 10."""
    slow = [cell for cell in PRINTED if faults.clock_mhz(cell, PRINTED) == faults.SLOW_MHZ]
    assert Counter(cell.table for cell in slow) == {"4": 120, "27": 120, "7": 42, "8": 17, "10": 1, "12": 12}
    assert [cell.algorithm for cell in slow if cell.table == "10"] == ["Montgomery, 4 threads"]


def test_operations_of_an_estimate_follow_from_the_additions():
    for table, additions in {"24": 276, "34": 276, "37": 216, "38": 216, "41": 71, "42": 71}.items():
        estimate = derived.ESTIMATES[table]
        assert (estimate.squarings, estimate.multiplications) == derived.operations(additions)
        subject = next(cell.subject for cell in PRINTED if cell.table == table)
        assert PRINTED[Cell("15", subject, "right-to-left with table", "point additions P+Q")] == additions


def test_intervals():
    one, two = rounded(1.0, 0.5), rounded(2.0, 0.5)
    assert (one + two, two - one, two / one) == (Interval(2, 4), Interval(0, 2), Interval(1, 5))
    assert (one.times(3), least([two, one]), one.middle) == (Interval(1.5, 4.5), one, 1)
    assert one.meets(two) and not one.meets(rounded(2.1, 0.5))


def test_a_time_stands_beside_ours():
    paper = Paper(ROWS, records())
    found = beside(paper, Cell("5", "1024-bit modulus", "Bipartite, 2 threads"))
    assert (found["ours"], found["ratio"], found["verified"]) == (512, 100, True)
    assert (found["published_speedup"], found["our_speedup"], found["pool_speedup"]) == (1.174, 2, 4)
    base = beside(paper, Cell("5", "1024-bit modulus", "GMP, 1 thread"))
    assert (base["ours"], base["published_speedup"], base["our_speedup"]) == (1024, None, None)


def test_a_speedup_stands_beside_ours():
    found = beside(Paper(ROWS, records()), Cell("6", "1024-bit modulus", "Bipartite, 2 threads"))
    assert (found["recomputed"], found["agrees"], found["ours"], found["ratio"]) == (1.17, True, 2, round(2 / 1.17, 3))


def test_threads_that_share_processors_are_not_compared():
    """Such rows are made in few runs."""
    known = [row for row in records() if row["threads"] < 3] + [r for r in records(runs=3) if r["threads"] > 2]
    cell = Cell("5", "512-bit modulus", "Montgomery, 4 threads")
    found = beside(Paper(ROWS, known, predictions=predictions()), cell)
    assert (found["ours"], found["ratio"], found["our_speedup"]) == (None, None, None)
    assert (found["predicted"], found["reason"]) == (64, ours.CROWDED)
    assert beside(Paper(ROWS, known), cell)["predicted"] is None
    fitting = beside(Paper(ROWS, known), Cell("5", "512-bit modulus", "Montgomery, 2 threads"))
    assert (fitting["ours"], fitting["predicted"], fitting["reason"]) == (256, None, None)
    speedup = beside(Paper(ROWS, known), Cell("6", "512-bit modulus", "Montgomery, 4 threads"))
    assert (speedup["ours"], speedup["command"]) == (None, None) and "more threads" in speedup["reason"]


def test_figures_from_predicted_times():
    """A speedup, a relation of two tables, and times that no record has: 100,000 runs."""
    rows = [*records(), *records(scenario="2"), *records(runs=100_000)]
    paper = Paper(ROWS, [row for row in rows if row["threads"] < 3], predictions=predictions())
    cells_of_tables = {
        "6": (8, "Montgomery, 4 threads"), "9": (1, "Bipartite, 4 threads"), "13": (128, "2-ary Multi. v2, 3 threads"),
    }  # fmt: skip
    for table, (expected, algorithm) in cells_of_tables.items():
        subject = next(cell.subject for cell in PRINTED if cell.table == table and "1024" in cell.subject)
        found = beside(paper, Cell(table, subject, algorithm))
        assert (found["predicted"], found["ours"], found["reason"]) == (expected, None, ours.CROWDED)


def test_times_measured_now_have_their_own_predictions():
    rows = [row | {"predicted_microseconds": 5} for row in records(runs=3)]
    for row in rows:
        del row["date"]
    paper = Paper(ROWS, rows, predictions=predictions())
    assert beside(paper, Cell("5", "512-bit modulus", "Montgomery, 4 threads"))["predicted"] == 5


def test_scalar_multiplications_from_predicted_times():
    """151 additions: 602 squarings and 1,054 multiplications, each in 1/8 of the time on one thread. Squarings by Comba
    stay on that."""
    on_one = [row | {"microseconds": 2e6, "squaring": squaring}
              for row in on_curves() for squaring in ("Multp", "Comba")]  # fmt: skip
    paper = Paper(ROWS, records(), on_one, statistics(algorithm="montgomery"), (), predictions())
    for table, count in (("19", 602 + 1054), ("17", 1054)):
        found = beside(paper, Cell(table, "NIST P-521", "Montgomery, 3 threads"))
        assert found["predicted"] == round(2e6 - count * 521 * 7 / 8) and found["ours"] is None


def test_statistics_from_predicted_times():
    """How far times scatter is not predicted; a squaring by Comba runs on one thread."""
    rows = statistics(algorithm="montgomery")
    rows += [row | {"squaring": "Comba"} for row in rows]
    paper = Paper(ROWS, records(), on_curves(), rows, (), predictions())
    found = {
        (table, part): beside(paper, Cell(table, "NIST P-521", "Montgomery, 3 threads", part))["predicted"]
        for table in ("22", "23")
        for part in ("mean, Multp", "mean, Comba", "standard deviation, Multp", "coefficient of variation, Multp")
    }
    assert found["22", "mean, Multp"] == found["23", "mean, Multp"] == found["22", "mean, Comba"] == 65.125
    assert found["23", "mean, Comba"] == 0.3
    assert {value for (_, part), value in found.items() if "mean" not in part} == {None}


def test_undone_and_impossible_are_told_apart():
    """Two processors have been filled, so what lacks on two threads is undone, and on three it cannot be here."""
    paper = Paper(ROWS, records(), on_curves(), statistics())
    runs = [cell for cell in PRINTED if cell.table == "13"]
    reasons = {cell.algorithm.split(", ")[1]: beside(paper, cell)["reason"] for cell in runs}
    undone = "not yet measured: ./motecurve parallel modmul --scenario 1 --runs 100000 --commit"
    assert reasons == {"1 thread": undone, "2 threads": undone, "3 threads": ours.CROWDED, "4 threads": ours.CROWDED}
    lacking = Paper(ROWS, records(), on_curves(), ())
    for threads, said in ((2, "not yet measured: "), (3, ours.CROWDED)):
        name = f"Montgomery, {threads} threads"
        assert beside(lacking, Cell("22", "NIST P-521", name, "mean, Multp"))["reason"].startswith(said)


def test_wrong_results_are_not_compared():
    found = beside(Paper(ROWS, records(verified=False)), Cell("5", "512-bit modulus", "Montgomery, 2 threads"))
    assert (found["verified"], found["ratio"], found["our_speedup"]) == (False, None, None)


def test_printed_speedups_are_of_one_clock():
    """With ondemand the sequential rows of Table 7 are slow up to 1,536 bits."""
    paper = Paper(ROWS, records())
    mixed, at_one = (beside(paper, Cell("7", f"{bits}-bit modulus", "Bipartite, 2 threads")) for bits in (1024, 2048))
    assert mixed["published_speedup"] is None and "800 MHz" in mixed["note"]
    assert at_one["published_speedup"] == round(19.41 / 15.23, 3)


def on_curves(**more) -> list[dict]:
    """Records of the paper's method on every curve: 1,000 microseconds on one thread, 500 on two."""
    tests = [(name, 1, "sequential") for name in ("gmp", "barrett", "montgomery")] + [("bipartite", 2, "openmp")]
    return [
        record(*test, 0, curve=curve, method="table", scenario="paper", squaring="Multp", field_threads=test[1],
               microseconds=1000 / test[1], additions=151, empty_additions=1) | more
        for curve in ours.CURVES.values() for test in tests
    ]  # fmt: skip


def statistics(**more) -> list[dict]:
    """Statistics of GMP's multiplications on every curve, in nanoseconds."""
    figures = {"mean": 300.0, "median": 290.0, "deviation": 30.0, "variation_percent": 10.0}
    of_kinds = {f"{kind}_{name}": value for kind in ("product", "square") for name, value in figures.items()}
    return [
        record("gmp", 1, "sequential", 0, curve=curve, method="table", scenario="paper", squaring="Multp", **of_kinds)
        | more
        for curve in ours.CURVES.values()
    ]


def test_a_scalar_multiplication_stands_beside_ours():
    paper = Paper(ROWS, scalar_mult=on_curves())
    found = beside(paper, Cell("19", "NIST P-521", "Bipartite, 2 threads"))
    assert (found["ours"], found["our_speedup"], found["published_speedup"]) == (500, 2, 0.892)
    assert beside(paper, Cell("20", "NIST P-521", "Bipartite, 2 threads"))["ours"] == 2
    assert "--squaring comba" in beside(paper, Cell("17", "NIST P-521", "Bipartite, 2 threads"))["reason"]
    for row in (row for row in ROWS if row["table"] == "15"):
        found = paper.beside(row)
        assert found["ours"] == {"point additions P+Q": 151, "point additions P+infinity": 1}.get(row["metric"], 152)


@pytest.mark.parametrize("change", [{"method": "comb"}, {"scenario": "full"}, {"field_threads": 3}])
def test_other_scalar_multiplications_do_not_stand_beside(change):
    found = beside(Paper(ROWS, scalar_mult=on_curves(**change)), Cell("19", "NIST P-521", "GMP, 1 thread"))
    assert found["ours"] is None and "--squaring multp" in found["reason"]


def test_statistics_and_estimates_stand_beside_ours():
    paper = Paper(ROWS, scalar_mult=on_curves(), statistics=statistics())
    parts = [f"{name}, Multp" for name in cells.STATISTICS]
    found = [beside(paper, Cell("22", "NIST P-521", "GMP, 1 thread", part)) for part in parts]
    assert [one["ours"] for one in found] == [0.3, 0.29, 0.03, 10] and all(one["verified"] for one in found)
    parts = ("squarings", "multiplications", "total", cells.DIFFERENCE)
    estimates = [beside(paper, Cell("24", "NIST P-521", "GMP, 1 thread", part))["ours"] for part in parts]
    assert estimates == [330.6, 578.7, 909.3, 9.1]  # 1,102 squarings, 1,929 multiplications, of 1,000 microseconds
    without = beside(Paper(ROWS), Cell("22", "NIST P-521", "GMP, 1 thread", "mean, Comba"))
    assert "--squaring comba --statistics --commit" in without["reason"]


def test_the_second_library_of_the_paper_has_no_counterpart():
    paper = Paper(ROWS, records())
    maria, relic = (beside(paper, Cell("25", "256-bit modulus", "GMP, 1 thread", name)) for name in ("MARIA", "RELIC"))
    assert maria["ours"] == 256 and (relic["ours"], relic["reason"][:5]) == (None, "RELIC")


def test_a_governor_of_the_table_counts_first():
    rows = [*records(microseconds=7.0), *records(microseconds=5.0, governor="powersave")]
    cell = Cell("4", "512-bit modulus", "GMP, 1 thread")
    assert beside(Paper(ROWS, rows), cell)["ours"] == 5
    assert beside(Paper(ROWS, rows), dataclasses.replace(cell, table="5"))["ours"] == 7
    only_other = Paper(ROWS, records(governor="performance"))
    assert beside(only_other, cell)["reason"].startswith("not yet measured: ")


def test_of_several_splits_the_usual_one_counts():
    rows = [record("bipartite", 2, "openmp", 1024, split=split, microseconds=split) for split in (3, 8, 12)]
    assert beside(Paper(ROWS, rows), Cell("5", "1024-bit modulus", "Bipartite, 2 threads"))["ours"] == 8


def test_wrong_figures_have_no_ratio():
    paper = Paper(ROWS, records(), on_curves(), statistics())
    for row in (row for row in ROWS if cells.of(row) in paper.faults):
        found = paper.beside(row)
        is_of_gmp = row["table"] in ("40", "42") and row["algorithm"] == "GMP, 1 thread"
        assert (found["ours"] is not None) == (is_of_gmp or (row["table"], row["algorithm"]) in WRONG_WITH_OURS)
        assert found["ratio"] is None and found["published_speedup"] is None
        assert found["note"].count("wrong: ") == 1 and found["fault"] in found["note"]


@pytest.mark.parametrize(
    ("table", "commands"),
    [
        ("4", ["./motecurve parallel modmul --scenario 1"]),
        ("6", ["./motecurve parallel modmul --scenario 1"]),
        ("9", ["./motecurve parallel modmul --scenario 1", "./motecurve parallel modmul --scenario 2"]),
        ("12", ["./motecurve parallel modmul --scenario each-alone", "./motecurve parallel modmul --scenario 1"]),
        ("13", ["./motecurve parallel modmul --scenario 1 --runs 100000"]),
        ("17", []),
    ],
)
def test_measurements_behind_a_table(table, commands):
    wanted = ours.requests(cell for cell in PRINTED if cell.table == table)
    assert list(wanted.values()) == commands
    assert all(f" --scenario {one.scenario}" in text for one, text in wanted.items())


def test_costs_are_those_of_the_library():
    """Table 2: ours are the printed ones, but for less in the busiest thread of the multipartite algorithms."""
    paper = Paper(ROWS)
    found = [paper.beside(row) | {"row": row} for row in ROWS if row["table"] == "2"]
    assert all(one["verified"] for one in found) and len(found) == 8
    ratios = {one["row"]["algorithm"]: one["ratio"] for one in found if one["row"]["metric"] == "complexity"}
    assert ratios["parallel Montgomery / Barrett"] == pytest.approx(1, abs=0.02)
    assert ratios["Bipartite"] == pytest.approx(1, abs=0.02)
    assert ratios["k-ary Multipartite v1"] == pytest.approx(3 / 3.0625, abs=0.02)
    assert ratios["k-ary Multipartite v2"] == pytest.approx(3.25 / 4.0625, abs=0.04)
    assert {one["ratio"] for one in found if one["row"]["metric"] == "synchronisations"} == {1}


@pytest.mark.parametrize(
    ("printed", "factor"),
    [("3M(n/t1,n/t2)", 3), ("2.5M(n/t1,n/t2)", 2.5), ("(2.5+9/(4 t1 t2))M(n/t1,n/t2)", 2.5 + 9 / 16),
     ("(1.5+9/(4 t1 t2)+t1 t2/2)M(n/t1,n/t2)", 1.5 + 9 / 16 + 2)],
)  # fmt: skip
def test_factor_of_a_printed_cost(printed, factor):
    assert costs.factor(printed) == factor


@pytest.mark.parametrize("number", figures.FIGURES)
def test_figures(number):
    """The names of the paper's rows, and a panel for ours or the command that makes it."""
    without, beside_ours = (figures.drawn(number, "svg", Paper(ROWS, rows)) for rows in ((), measured(number)))
    text = without.decode()
    assert f"Figure {number}" in text and "Bipartite, 2 threads" in text and "as printed" in text
    if isinstance(figures.FIGURES[number], figures.Times):
        assert "not yet measured" in text
        has_records = figures.FIGURES[number].table in cells.EXPERIMENTS
        assert ("not yet measured" in beside_ours.decode()) != has_records


def test_a_figure_has_the_same_bytes_each_time():
    assert figures.drawn("9", "svg", Paper(ROWS)) == figures.drawn("9", "svg", Paper(ROWS))


def measured(number: str) -> list[dict]:
    """Records of the experiment that a figure shows."""
    what = figures.FIGURES[number]
    experiment = cells.EXPERIMENTS.get(getattr(what, "table", ""))
    return records(scenario=experiment.scenario, runs=experiment.runs) if experiment else []


def test_orders_of_tests():
    """120 tests each, the same ones; by size in scenario 2, by threads from the largest size where sizes decrease."""
    names = figures.algorithms(Paper(ROWS), "4")
    for scenario in ("2", "decreasing"):
        printed, own = figures.orders(scenario, names)
        assert len(printed) == len(own) == 120
        assert {test[1:] for test in printed} == {test[1:] for test in own}
    assert printed == own and printed[0][1:] == ("GMP, 1 thread", 4096)
    assert figures.orders("2", names)[0][12][1:] == ("GMP, 1 thread", 256)


@pytest.mark.parametrize(
    ("line", "said"),
    [("7 -o x.svg", "no figure of arruda2014"), ("9 -o x.gif", "must end with .svg or .png"), ("9", "'-o'")],
)
def test_bad_figures(lab, line, said):
    status, _, error = lab(f"parallel figure {line}")
    assert status == 2 and said in error


def test_a_figure_is_written(lab, tmp_path):
    status, _, error = lab(f"parallel figure 8 -o {tmp_path / 'figure.svg'}")
    assert status == 0 and not error
    assert (tmp_path / "figure.svg").read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize("table", ["3", "5", "6", "12", "16", "20", "22", "24", "40"])
def test_tables_fit(table, capsys):
    paired = tables.source_rows(SOURCE, table)
    display.published_tables(tables.compare(paired, {}, Paper(ROWS, records())))
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("  ")]
    assert f"Table {table}" in lines[0] and max(map(len, lines)) <= 100
    if table in ("6", "20", "40"):
        assert any("recomputed" in line for line in lines)


def test_published_rows_are_whole():
    """2,813 figures: 63 costs of points, and 2,750 of parallel multiplication."""
    assert len(published.rows(SOURCE)) == 2813
