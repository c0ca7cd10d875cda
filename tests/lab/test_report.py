"""The report: needs no other file, shows every record with its command, and is not rebuilt without a change."""

import dataclasses
import html
import re
from html.parser import HTMLParser

import pytest

from motelab.compare import errata, gains
from motelab.measure.bench import Request, command_for
from motelab.measure.records import new_record
from motelab.report import charts, headlines, overview, plots, report, scatter, tables
from motelab.report.overview import Overview
from motelab.report.side_by_side import Group, Row
from motelab.report.tables import Measured

ROUTINES = [{"routine": "mc_fb163_mul", "calls": 9, "cycles_self": 900, "cycles_total": 1000},
            {"routine": "mc_fb163_add", "calls": 99, "cycles_self": 100, "cycles_total": 100}]  # fmt: skip


def record(request: Request, cycles: int):
    on_curve = request.operation == "scalar-mult"
    return new_record(
        board="micaz", device="ATmega128", clock_hz=7_372_800, profile="fast", operation=request.operation,
        curve=request.curve if on_curve else None, field="F_2^163", algorithm=request.algorithm,
        window=request.window, backend=request.backend, kernel="k" if request.backend == "asm" else None,
        constant_time=request.algorithm == "ladder", cycles=cycles, microseconds=cycles / 7.3728,
        energy_mj=cycles / 3e5, flash_bytes=2000, flash_const_bytes=0, ram_static_bytes=0, stack_bytes=300,
        loads=100, stores=50, xors=20, verified=True, compiler="avr-gcc 5.4.0", simulator="simavr 1.6",
    )  # fmt: skip


@pytest.fixture(scope="module")
def everything() -> Overview:
    """Made-up measurements of everything that the papers' tables request."""
    paired = {source: tables.source_rows(source) for source in ("aranha2008", "tinyecck2008")}
    wanted = list(dict.fromkeys(request for rows in paired.values() for request in tables.requests(rows)))
    records = {request: record(request, 1000 + 10 * i) for i, request in enumerate(wanted)}
    measured = {request: Measured(made) for request, made in records.items()}
    shown = {source: tables.compare(rows, measured) for source, rows in paired.items()}
    best = overview.fastest(records, "scalar-mult")
    return Overview(records, shown, {Request(algorithm="broken"): "it crashed"}, best, ROUTINES)


@pytest.fixture(scope="module")
def little() -> Overview:
    """One measurement, quick to show."""
    request = Request(operation="fb-mul", algorithm="lopez-dahab")
    return Overview({request: record(request, 5000)}, {}, {}, None, [])


@pytest.fixture(scope="module")
def page(everything) -> str:
    return report.render(everything)


@pytest.fixture(scope="module")
def on_boards() -> list[Group]:
    """One curve on a mote, on a board that counts instructions, and on one where it does not fit."""
    made = record(Request(operation="scalar-mult"), 7_372_800)
    made |= {"instructions": 5_000_000, "cycle_model": "cycle-exact"}
    counted = made | {"board": "pxa270", "microseconds": None, "energy_mj": None, "cycles": None}
    counted |= {"instructions": 777_777, "cycle_model": "instructions"}
    rows = [Row("micaz", made, part=1.0), Row("pxa270", counted), Row("host", None, "no room for it")]
    return [Group("sect163k1", "scalar-mult", rows)]


def test_the_same_curve_on_every_board(little, on_boards):
    page = report.render(dataclasses.replace(little, on_boards=on_boards))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    shown = page[page.index('<h2 id="boards">') : page.index('<h2 id="security">')]
    assert "sect163k1 (weak)" in shown and "7.373 MHz" in shown and "7,372,800" in shown and "1,000" in shown
    assert "777,777" in shown and "no time: instructions are counted" in shown and "left out: no room for it" in shown
    assert '<span class="worth exact">' in shown and '<span class="worth instructions">' in shown
    assert 'id="boards"' not in report.render(little)


class Tags(HTMLParser):
    """Checks that elements nest, and collects what an element refers to."""

    VOID = ("meta", "input", "br", "link", "img")

    def __init__(self):
        super().__init__()
        self.open, self.references = [], []

    def handle_starttag(self, tag, attributes):
        self.references += [value for name, value in attributes if name in ("src", "href", "xlink:href", "action")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.references += [value for name, value in attributes if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_page_is_well_formed_and_refers_to_nothing_outside(page):
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.references and all(reference.startswith("#") for reference in tags.references)
    assert not re.search(r"https?:|url\((?!#)|@import", page)


def test_links_inside_the_page_have_a_target(page):
    for target in re.findall(r'<a href="#([^"]+)"', page):
        assert f'id="{target}"' in page


def test_every_record_is_shown_with_its_command(everything, page):
    body = page[page.index('<section id="records">') :]
    for request, made in everything.records.items():
        assert html.escape(command_for(request)) in body
        assert f'data-value="{made["cycles"]}"' in body


def test_every_published_row_is_shown(everything, page):
    rows = [row for rows in everything.tables.values() for row in rows]
    shown = page[page.index('id="papers"') : page.index('id="field"')]
    assert shown.count("<tr>") - shown.count("<thead><tr>") == len(rows)
    assert all(html.escape(row["reason"]) in shown for row in rows if row["reason"])


def test_gains_and_errata_stand_under_the_tables(page):
    assert page.count('<tr class="gain">') == len(gains.load())
    assert page.count("to verify:") == len(errata.of("aranha2008")) + len(errata.of("tinyecck2008"))


def test_failures_and_weak_curves_are_named(page):
    assert "it crashed" in page
    assert "sect163k1 gives 77 bits of security: weak" in re.sub(r"\s+", " ", page)
    assert "sect163r2 gives 81 bits of security: legacy" in re.sub(r"\s+", " ", page)


def test_profile_gives_shares(page):
    assert "90.0 %" in page and "10.0 %" in page


def test_written_once(little, tmp_path):
    path = tmp_path / "report" / "index.html"
    assert report.write(little, path)
    first = path.read_bytes()
    assert not report.write(little, path)
    assert path.read_bytes() == first


def test_new_figures_are_written(little, tmp_path):
    path = tmp_path / "index.html"
    report.write(little, path)
    (request,) = little.records
    changed = Overview({request: record(request, 4242)}, {}, {}, None, [])
    assert report.write(changed, path)
    assert 'data-value="4242"' in path.read_text()


def test_headlines_take_the_fastest(everything):
    made = {headline.title: headline for headline in headlines.headlines(everything)}
    best = made["kP on sect163k1, public k"]
    others = [r["cycles"] for r in everything.records.values() if r["operation"] == "scalar-mult"]
    assert best.record["cycles"] >= min(others)
    assert [other.cycles for other in best.others] == [5_100_400, 2_381_000]


def test_headline_selectors_name_one_published_row():
    with pytest.raises(ValueError, match="rows of aranha2008, not one"):
        headlines.published_cycles([{"table": "4"}])


def test_what_was_asked_for_twice_is_one_bar(little):
    """By name and as the board's own choice; the small profile is not drawn."""
    named, own = Request(operation="fb-mul", algorithm="lopez-dahab"), Request(operation="fb-mul")
    made = record(named, 5000)
    records = {named: made, own: made, dataclasses.replace(own, profile="small"): made | {"profile": "small"}}
    assert charts.chosen(dataclasses.replace(little, records=records), "fb-mul") == [(named, made)]


def test_charts_leave_out_what_would_dwarf_the_rest():
    made = {request: record(request, cycles) for request, cycles in (
        (Request(algorithm="fast"), 100), (Request(algorithm="slow"), 100_000))}  # fmt: skip
    chart = charts.comparison("x", "X", "cycles", list(made.items()), charts.cycles, "command")
    assert "fast" in chart.svg and "slow" not in chart.svg
    assert chart.left_out == "slow (100,000)"


def test_a_chart_is_in_the_colours_of_the_page():
    svg = plots.bars("x", [plots.Group("one", [plots.Bar(3, "c", 4), plots.Bar(2, "asm")])], "cycles", "One")
    assert svg.startswith("<svg viewBox=") and 'aria-label="One"' in svg
    assert all(f"var(--{name})" in svg for name in ("c", "asm", "mark", "grid", "ink"))
    assert not any(colour in svg for colour in plots.COLOURS.values())
    assert svg == plots.bars("x", [plots.Group("one", [plots.Bar(3, "c", 4), plots.Bar(2, "asm")])], "cycles", "One")


def multiplications(board: str, count: int) -> dict[Request, dict]:
    """Made-up multiplications on one curve, with tables of 0, 64, 128, ... bytes."""
    requests = [Request(board, "scalar-mult", "wnaf", window) for window in range(2, 2 + count)]
    return {
        request: record(request, 10**7 // (i + 1)) | {"board": board, "ram_table_bytes": 64 * i}
        for i, request in enumerate(requests)
    }


def test_time_against_tables_is_a_plot_for_each_board():
    own, kept = multiplications("micaz", 6), multiplications("host", 5)
    shown = Overview(own, {}, {}, None, [], list(kept.values()))
    plots_of = charts.time_against_tables(shown, "sect163k1")
    assert [chart.title.partition(", ")[2] for chart in plots_of] == [
        "micaz: time against tables", "host: time against tables"]  # fmt: skip
    assert [chart.command.split()[3] for chart in plots_of] == ["micaz", "host"]
    svg = plots_of[0].svg
    assert "wnaf, w=2" in svg and "none" in svg and "var(--mark)" in svg
    assert not any(colour in svg for colour in plots.COLOURS.values())
    assert "time against tables" in report.render(shown)


def test_few_members_make_no_plot():
    assert charts.time_against_tables(Overview(multiplications("micaz", 4), {}, {}, None, []), "sect163k1") == []


def test_the_fastest_backend_of_a_member_is_plotted(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "scatter", lambda _, lines, *__: drawn.extend(lines) or "")
    fast = Request("micaz", "scalar-mult", "ladder", backend="asm")
    slow = Request("micaz", "scalar-mult", "ladder")
    made = multiplications("micaz", 5) | {fast: record(fast, 73_728), slow: record(slow, 737_280)}
    charts.time_against_tables(Overview(made, {}, {}, None, []), "sect163k1")
    assert drawn[0].points == [(0, pytest.approx(10), "ladder")] and drawn[0].filled
    assert len(drawn[1].points) == 5 and not drawn[1].filled


@pytest.mark.parametrize("members", [1, 40])
def test_labels_of_a_plot_do_not_overlap_as_long_as_there_is_room(members):
    made = [scatter.Line(f"a{i}", [(0, 100.0 + i % 3, f"name-{i}")], bool(i % 2)) for i in range(members)]
    svg = scatter.scatter("x", made, ("bytes", "ms"), "X")
    assert all(f"name-{i}<" in svg for i in range(members))


@pytest.mark.parametrize(("value", "text"), [(300, "300"), (1500, "1.5 k"), (12_000_000, "12 M")])
def test_axis_numbers(value, text):
    assert plots.short(value) == text
