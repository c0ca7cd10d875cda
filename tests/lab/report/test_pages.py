"""The site: its pages refer to nothing outside their folder, show every record with its command, and are written only
when something changes."""

import dataclasses
import html
import json
import math
import re
from html.parser import HTMLParser

import pytest

from motelab.boards import board as boards
from motelab.compare import committed, committed_host, committed_implementations, errata, gains, goals, peers
from motelab.device import given, silicon
from motelab.measure.bench import Request, command_for
from motelab.measure.records import cost
from motelab.report import headlines
from motelab.report.overview import NetworkMap, Networks, Overview, Study
from motelab.report.record_plot import short
from motelab.report.side_by_side import Group, Row
from motelab.report.site import (
    advice,
    algorithms,
    comparisons,
    fields,
    figures,
    fits,
    hosts,
    index,
    multiplications,
    palette,
    places,
    writing,
)
from motelab.report.site.figures import Axis, Bar
from motelab.report.site.places import Point
from tests.lab.report.conftest import made_up

SITE_BYTES_MAX = 8_000_000


class Tags(HTMLParser):
    """Checks that elements nest, and collects what an element refers to, and its names."""

    VOID = ("meta", "input", "br", "link", "img")

    def __init__(self, text: str):
        super().__init__()
        self.open, self.references, self.names = [], [], set()
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.references += [value for name, value in attributes if name in ("src", "href", "action")]
        self.names |= {value for name, value in attributes if name == "id"}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_pages_are_well_formed_and_refer_to_files_of_the_site(files, pages):
    tags = {name: Tags(text) for name, text in pages.items()}
    for name, page in tags.items():
        for reference in page.references:
            file, _, part = reference.partition("#")
            assert reference == "data:," or file in files or not file, (name, reference)
            assert not part or part in tags[file or name].names, (name, reference)
    assert set(pages) == {page.file for page in writing.PAGES if page.file in files}


def test_nothing_is_loaded_from_elsewhere(files):
    for name, text in files.items():
        if name != writing.CHART_LIBRARY:
            assert not re.search(r"https?://|url\((?!#)|@import", text), name


def test_size(files):
    assert sum(len(text.encode()) for text in files.values()) < SITE_BYTES_MAX


def test_every_record_is_shown_with_its_command(everything, pages):
    for request, made in everything.records.items():
        assert html.escape(command_for(request)) in pages["records.html"]
        assert f">{made['cycles']:,}<" in pages["records.html"]


def test_every_published_row_is_shown(everything, pages):
    rows = [row for rows in everything.tables.values() for row in rows]
    shown = pages["papers.html"]
    assert len(re.findall(r"<tr>\s*<td>", shown)) == len(rows)
    assert all(html.escape(row["reason"]) in shown for row in rows if row["reason"])


def test_gains_and_errata_stand_under_the_tables(pages):
    page = pages["papers.html"]
    assert page.count('<tr class="gain">') == len(gains.load())
    assert page.count("to verify:") == len(errata.of("aranha2008")) + len(errata.of("tinyecck2008"))


def test_failures_and_weak_curves_are_named(pages):
    page = re.sub(r"\s+", " ", pages["index.html"])
    assert "it crashed" in page
    assert "sect163k1 gives 77 bits of security: weak" in page
    assert "sect163r2 gives 81 bits of security: legacy" in page


def test_weak_curves_are_marked_wherever_they_stand(pages):
    """In the text and in the charts; commands and addresses take the bare name."""
    for name, text in pages.items():
        if name != "index.html":  # its sentence says so in other words
            shown = re.sub(r"<code.*?</code>|<p class=\"faint\">.*?</p>|such as [^<]*", "", text, flags=re.S)
            assert not re.search(r"\bsect163k1\b(?! \(weak\))", shown), name


def test_profile_gives_shares(pages):
    assert "90.0 %" in pages["algorithms.html"] and "10.0 %" in pages["algorithms.html"]


def test_flame_graph(pages):
    shown = charts_of(pages["algorithms.html"])["ecdh on secp256r1, micaz"]["data"][0]
    assert shown["labels"] == ["ecdh", "mc_fp_mul", "mc_fp_inv"] and shown["values"] == [100, 80, 10]
    assert shown["parents"] == ["", "ecdh", "ecdh"] and len(set(shown["marker"]["colors"])) == 3


def test_flash_by_routine(pages):
    shown = charts_of(pages["algorithms.html"])["ecdh on secp256r1, micaz, for size"]["data"][0]
    bytes_of = dict(zip(shown["labels"], shown["values"], strict=True))
    assert bytes_of["ecdh, flash"] == 100 and bytes_of["src/fp"] == 92 and bytes_of["mc_prime"] == 32
    assert bytes_of["memset"] == bytes_of["the compiler's library"]


def charts_of(page: str) -> dict[str, dict]:
    """Title -> figure of every chart of a page."""
    found = re.findall(r'<h3>([^<]*)</h3>\s*<div class="plot".*?class="figure">(.*?)</script>', page, re.S)
    return {html.unescape(title): json.loads(text) for title, text in found}


def test_colours_of_charts_have_dark_ones(pages):
    known = set(palette.both()["darkened"])
    for page in pages.values():
        for figure in charts_of(page).values():
            assert set(re.findall(r"#[0-9a-fA-F]{6}\b", json.dumps(figure))) <= known


@pytest.fixture(scope="module")
def on_boards() -> list[Group]:
    """One curve on a mote, on a board that counts instructions, and on one where it does not fit."""
    made = made_up(Request(operation="scalar-mult"), 7_372_800)
    made |= {"instructions": 5_000_000, "cycle_model": "cycle-exact"}
    counted = made | {"board": "pxa270", "microseconds": None, "energy_mj": None, "cycles": None}
    counted |= {"instructions": 777_777, "cycle_model": "instructions"}
    rows = [Row("micaz", made, part=1.0), Row("pxa270", counted), Row("host", None, "no room for it")]
    return [Group("sect163k1", "scalar-mult", rows)]


def test_the_same_curve_on_every_board(little, on_boards):
    shown = writing.files(dataclasses.replace(little, on_boards=on_boards))["boards.html"]
    Tags(shown)
    assert "sect163k1 (weak)" in shown and "7.3728 MHz, no waits" in shown and "7,372,800" in shown and "1,000" in shown
    assert "777,777" in shown and ">no time<" in shown and "left out: no room for it" in shown
    assert '<span class="worth exact">' in shown and '<span class="worth instructions">' in shown


def test_written_once(little, tmp_path):
    assert writing.write(little, tmp_path / "site")
    first = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "site").iterdir()}
    assert not writing.write(little, tmp_path / "site")
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "site").iterdir()} == first
    (request,) = little.records
    assert writing.write(Overview({request: made_up(request, 4242)}, {}, {}, None, []), tmp_path / "site")
    assert ">4,242<" in (tmp_path / "site/records.html").read_text()


def test_headlines_take_the_fastest(everything):
    made = {headline.title: headline for headline in headlines.headlines(everything)}
    best = made["kP on sect163k1, public k"]
    others = [r["cycles"] for r in everything.records.values() if r["operation"] == "scalar-mult"]
    assert best.record["cycles"] >= min(others)
    (relic,) = [r for r in committed_implementations.of("relic-avr") if r["operation"] == "scalar-mult"]
    assert [other.cycles for other in best.others] == [5_100_400, relic["cycles"]]
    assert len(made["kP on sect163r2, constant time"].others) == 2  # of peers-measured.csv


def test_headlines_mark_what_is_slower(little, monkeypatch):
    """A ratio above 1, as other tables mark what is not reached; 1 itself is none."""
    [request] = little.records
    others = tuple(headlines.Comparison(f"peer {ratio}", 1000, ratio) for ratio in (0.94, 1.0, 1.06))
    one = headlines.Headline("kP", little.records[request] | {"energy_mj": 1.0}, "", others)
    monkeypatch.setattr(headlines, "headlines", lambda overview: [one])
    shown = writing.files(little)["index.html"]
    assert re.findall(r'<span class="no" title="slower">(.*?)</span>', shown) == ["✗ 1.06"]
    assert re.findall(r"<b>([01]\.\d\d)</b>", shown) == ["0.94", "1.00"]


def test_headline_selectors_name_one_published_row():
    with pytest.raises(ValueError, match="rows of aranha2008, not one"):
        headlines.published_cycles([{"table": "4"}])


def test_what_was_asked_for_twice_is_one_bar():
    """By name and as the board's own choice; the small profile is not drawn."""
    made = made_up(Request(operation="fb-mul", algorithm="lopez-dahab"), 5000)
    other = made_up(Request(operation="fb-mul", algorithm="comb"), 6000)
    (place,) = fields.places([made, made, other, made | {"profile": "small", "median": 1}], {})
    (chart,) = place.charts
    assert [row[:3] for row in chart.rows] == [("lopez-dahab", "C", 5000), ("comb", "C", 6000)]


def test_charts_leave_out_what_would_dwarf_the_rest():
    made = [made_up(Request(algorithm="fast"), 100), made_up(Request(algorithm="slow"), 100_000)]
    chart = comparisons.comparison("X", "cycles", made, cost, "command")
    assert [row[0] for row in chart.rows] == ["fast"] and "slow" not in chart.json
    assert chart.note == "Too long to draw: slow (100,000)."


def test_bars_and_their_marks():
    chart = figures.bars("One", [Bar("a", 3, "c", 4), Bar("a", 2, "asm"), Bar("</script>", 9)], "cycles", "command")
    assert "</" not in chart.json
    c, asm, marks = json.loads(chart.json)["data"]
    assert (c["x"], asm["x"], marks["x"]) == ([3, 9], [2], [4]) and c["y"] == ["a", "</script>"]
    assert chart.rows == [("a", "C", 3, 4), ("a", "assembly", 2, ""), ("</script>", "C", 9, "")]


def test_no_two_series_look_alike():
    """On charts with more boards than there are colours."""
    looks = [(palette.series(number), palette.symbol(number)) for number in range(len(boards.simulated()) + 1)]
    assert len(looks) > len(palette.SERIES) and len(set(looks)) == len(looks)


def test_implementations_beside_ours(pages):
    """Each point of the open bench's charts: their cycles by ours, of the committed records."""
    figure = charts_of(pages["libraries.html"])["Implementations: secp256r1"]
    points = {(trace["name"], y): x for trace in figure["data"] for x, y in zip(trace["x"], trace["y"], strict=True)}
    theirs = next(r for r in peers.records("p256-m") if (r["board"], r["operation"]) == ("cortex-m4", "ecdh"))
    ours = committed.find(peers.ours_beside(theirs))
    assert points["p256-m", "ecdh, cortex-m4"] == theirs["cycles"] / ours["cycles"] > 10


def test_points_by_series():
    series = {"one": [Point(1, "b", ("first",)), Point(2, "a", is_hollow=True)]}
    figure = json.loads(figures.points("T", series, (Axis("ms", True), Axis("")), "command").json)
    drawn = figure["data"][0]
    assert drawn["x"] == [1, 2] and drawn["customdata"][0] == "<b>one</b><br>first"
    assert drawn["marker"]["color"] == [palette.series(0), palette.light("card")]
    assert figure["layout"]["xaxis"]["type"] == "log" and figure["layout"]["yaxis"]["categoryarray"] == ["b", "a"]


def members(board: str, count: int) -> list[dict]:
    """Made-up multiplications on one curve, with tables of 0, 64, 128, ... bytes."""
    requests = [Request(board, "scalar-mult", "wnaf", window) for window in range(2, 2 + count)]
    return [
        made_up(request, 10**7 // (i + 1)) | {"board": board, "ram_table_bytes": 64 * i}
        for i, request in enumerate(requests)
    ]


def test_time_against_tables_is_a_chart_for_each_board():
    places = multiplications.places([*members("micaz", 6), *members("host", 5)], {})
    charts = [place.tables for place in places]
    assert [chart.title.partition(", ")[2] for chart in charts] == [
        "micaz: time against tables", "host: time against tables"]  # fmt: skip
    assert [chart.command.split()[3] for chart in charts] == ["micaz", "host"]
    assert charts[0].rows[0][:2] == ("wnaf", pytest.approx(0.3 * 64)) and charts[0].rows[1][1] == 64
    assert "no tables" in charts[0].json


def test_few_members_make_no_chart():
    assert multiplications.places(members("micaz", 4), {}) == []


def test_the_fastest_backend_of_a_member_is_drawn():
    fast, slow = (made_up(Request("micaz", "scalar-mult", "ladder", backend=b), c)
                  for b, c in (("asm", 73_728), ("c", 737_280)))  # fmt: skip
    (place,) = multiplications.places([*members("micaz", 5), fast, slow], {})
    ladder = [row for row in place.tables.rows if row[0] == "ladder"]
    assert [row[2] for row in ladder] == [pytest.approx(10)]


def test_a_board_keeps_its_look():
    """Whatever else a chart shows; on bars as on points."""
    axes = (Axis("ms", True), Axis(""))
    alone = figures.points("T", {"telosb": [Point(1, "a")]}, axes)
    beside = figures.points("T", {name: [Point(1, "a")] for name in ("cortex-m4", "telosb", "micaz")}, axes)
    bars = figures.by_board("T", ["a"], {"micaz": {"a": 1}, "telosb": {"a": 2}}, "B", "")
    looks = [next(t["marker"] for t in json.loads(chart.json)["data"] if t["name"] == "telosb")
             for chart in (alone, beside, bars)]  # fmt: skip
    assert looks[0]["symbol"] == looks[1]["symbol"] and looks[0]["line"] == looks[1]["line"]
    assert looks[2]["color"] == looks[0]["line"]["color"] == palette.series(palette.number_of_board("telosb"))


def test_every_board_has_its_own_look():
    numbers = {name: palette.number_of_board(name) for name in (*boards.simulated(), "host")}
    assert set(numbers) <= set(palette.BOARDS) and len(set(numbers.values())) == len(numbers)
    assert palette.number_of_board("of-a-user") == palette.number_of_board("of-a-user") >= len(palette.BOARDS)


def test_the_overview_begins_with_what_people_use(pages):
    """X25519, secp256r1 and Ed25519 on several boards, before any figure of a weak curve."""
    page = pages["index.html"]
    chart = charts_of(page)["Time of a call, milliseconds"]
    assert page.index("Time of a call") < page.index("Beside the paper")
    assert chart["layout"]["yaxis"]["categoryarray"] == [name for *_, name in index.USUAL]
    names = [trace["meta"] for trace in chart["data"]]
    assert len(names) > 4 and "micaz" in names and all(trace["text"] for trace in chart["data"])
    (of_micaz,) = (trace for trace in chart["data"] if trace["name"] == "micaz")
    (record,) = (r for r in committed.of("micaz") if r["curve"] == "Curve25519" and r["operation"] == "ecdh"
                 and r["profile"] == "fast")  # fmt: skip
    assert of_micaz["x"][0] == record["microseconds"] / 1000


def test_labels_of_points_do_not_meet():
    """Of curves whose costs and security are close."""
    close = [Point(77, 44, label="sect163k1 (weak)"),
             Point(80, 58, label="secp160r1"), Point(81, 86, label="sect163r2"),
             Point(126, 129, label="Curve25519"), Point(128, 161, label="secp256r1")]  # fmt: skip
    ends = ((60, 150), (0.7, 3.6))
    chosen = places.sides(close, ends)
    boxes = [places.box(point, places.pixels(point, ends), side) for point, side in zip(close, chosen, strict=True)]
    assert all(places.covered(box, boxes[:i]) == 0 for i, box in enumerate(boxes))


def law_records(exponent: float) -> list[dict]:
    """Records whose cycles are 7 m^exponent."""
    request = Request(operation="fb-mul-reduce", algorithm="comb")
    return [made_up(request, 0) | {"field": f"F_2^{m}", "median": 7 * m**exponent} for m in (163, 233, 283, 571)]


def test_exponents():
    (law,) = fits.fits(law_records(1.75))
    assert (law.exponent, law.factor) == (pytest.approx(1.75), pytest.approx(7))
    assert law.deviation_percent < 1e-6 and law.at(1000) == pytest.approx(7 * math.exp(1.75 * math.log(1000)))
    assert fits.fits(law_records(2)[:2]) == []  # two sizes fit any law
    off = law_records(1.75)
    off[1] |= {"median": 1.2 * off[1]["median"]}
    assert 5 < fits.fits(off)[0].deviation_percent < 20


def test_laws_of_hosts(monkeypatch):
    """OpenSSL's time and ours of a curve, from the same committed run; families apart, and no law of two sizes."""
    runs = {
        "sect163k1": (10, 20),
        "sect233k1": (20, 20),
        "sect283k1": (40, 10),
        "secp256r1": (5, 2),
        "Curve448": (5, 2),
    }

    def find(request):
        time, ratio = runs.get(request.curve, (None, None))
        return {"microseconds": time, "ratio": ratio} if time and request.operation == "ecdh" else None

    monkeypatch.setattr(committed_host, "find", find)
    made = hosts.records()
    assert {(r["curve"], r["algorithm"], r["median"]) for r in made} == {
        ("sect163k1", "ours on Koblitz curves", 10), ("sect163k1", "OpenSSL on Koblitz curves", 200),
        ("sect233k1", "ours on Koblitz curves", 20), ("sect233k1", "OpenSSL on Koblitz curves", 400),
        ("sect283k1", "ours on Koblitz curves", 40), ("sect283k1", "OpenSSL on Koblitz curves", 400),
        ("secp256r1", "ours on NIST's prime curves", 5), ("secp256r1", "OpenSSL on NIST's prime curves", 10),
    }  # fmt: skip
    laws = fits.fits(made)
    assert [(law.board, law.algorithm, law.kind, law.unit) for law in laws] == [
        ("host", "OpenSSL on Koblitz curves", "Koblitz curves", "microseconds"),
        ("host", "ours on Koblitz curves", "Koblitz curves", "microseconds"),
    ]
    ((board, (chart,)),) = algorithms.fit_charts(laws).items()
    assert board == "host" and chart.command == "./motecurve tables --source goals --table host"


def test_committed_laws_of_hosts():
    """Five sizes of binary fields and four primes, on both sides, grow."""
    found = {(law.operation, law.algorithm): law for law in fits.fits(hosts.records())}
    families = ("Koblitz curves", "random binary curves", "NIST's prime curves")
    for whose in ("ours", "OpenSSL"):
        laws = [found["ecdh", f"{whose} on {family}"] for family in families]
        assert [len(law.sizes) for law in laws] == [5, 5, 4] and all(1 < law.exponent < 4 for law in laws)


def test_choices_are_those_of_the_records(little):
    rows = advice.choices(little)
    (record,) = (
        r for r in committed.of("micaz") if (r["curve"], r["operation"], r["profile"]) == ("secp256r1", "ecdh", "fast")
    )
    (row,) = (r for r in rows if (r["board"], r["curve"], r["cycles"]) == ("micaz", "secp256r1", record["cycles"]))
    assert row["cycles"] == record["cycles"] and row["milliseconds"] == round(record["cycles"] / 7372.8, 3)
    assert row["ram_bytes"] == record["ram_static_bytes"] + record["stack_bound_bytes"]
    assert (row["security_bits"], row["level"], row["takes_secret"]) == (128, "fine", True)
    assert {r["takes_secret"] for r in rows if r["operation"].endswith("verify")} == {False}
    assert {r["level"] for r in rows if r["curve"] == "sect163k1"} == {"weak"}


def test_records_of_the_sweep_are_choices_too(little):
    record = next(r for r in committed.of("micaz") if r["operation"] == "ecdh")
    other = record | {"algorithm": "another", "cycles": 1, "median": 1, "microseconds": 0.136}
    swept = dataclasses.replace(little, swept=[record, other])
    assert len(advice.choices(swept)) == len(advice.choices(little)) + 1
    assert '"another, w=' in writing.files(swept)["choices.js"]


PAIR = {"kind": "pair", "hypothesis": "short-a", "changed": "a short", "curve": "secp256r1", "twin": "secp256r1-a",
        "board": "telosb", "implementation": "ours", "ratio": 1.125, "interval": [1.1, 1.15], "p_corrected": 0.01,
        "limit_percent": 1.5, "verdict": "effect"}  # fmt: skip
CLAIM = {"kind": "claim", "claim": "primes", "quote": "primes are faster", "board": "telosb", "implementation": "ours",
         "holds": False, "evidence": "sect163k1 saves 3 %"}  # fmt: skip
ROW = {"kind": "row", "table": "I", "curve": "sect163k1", "small_parameters": 2, "board": "telosb",
       "implementation": "ours", "delta_percent": 25.0, "published_delta_percent": 5.5}  # fmt: skip


def test_a_pairing_among_the_records(little):
    """What `make run` measures; its group stands among the curves with the smaller of its two numbers."""
    request = Request("micaz", "pairing-tate", "composed", backend="asm", curve="tate-256")
    record = made_up(request, 27_000_000) | {"curve": "tate-256", "field": "F_q^2"}
    made = writing.files(dataclasses.replace(little, records=little.records | {request: record}))
    assert "tate-256" in made["index.html"] and command_for(request) in made["records.html"]


def test_page_of_networks(little):
    """Charts of what was measured; firmware that does not fit is named with its bytes."""
    row = {"board": "micaz", "label": "edhoc, secp256r1", "security_bits": 128, "time_to_all_keyed_s": 22.05,
           "cycles": 77, "energy_cpu_mj": 3.0, "energy_send_mj": 2.0, "energy_receive_mj": 1.0, "handshake_mj": 6.0,
           "battery_years": {1: 9.0, 10: 3.0}, "bytes": 373, "flash_bytes": 5, "ram_bytes": 6, "reveals": "own",
           "forward_secret": True, "does_not_fit": None, "command": "./motecurve z"}  # fmt: skip
    unmet = {"board": "telosb", "label": "ibe", "does_not_fit": "takes 50,000 B of flash", "command": "./motecurve x"}
    ring = NetworkMap("a ring", [(0, 0), (1, 0), (0, 1)], {"keyed": [(0, 1)], "open": [(1, 2)]}, [2], "./motecurve y")
    made = writing.files(dataclasses.replace(little, networks=Networks([row, unmet], [ring])))
    Tags(made["networks.html"])
    assert "22.05" in made["networks.html"] and "telosb, ibe: takes 50,000 B of flash" in made["networks.html"]
    charts = charts_of(made["networks.html"])
    assert [bar["x"] for bar in charts["Energy of a handshake on micaz"]["data"]] == [[3.0], [2.0], [1.0]]
    assert charts["Life of two AA cells on micaz"]["data"][0]["y"] == [9.0, 3.0]
    names = [trace["name"] for trace in charts["a ring"]["data"]]
    assert names == ["keyed: 1", "open: 1", "captured", "other nodes"]
    assert "networks.html" not in writing.files(little)


def test_page_of_the_study(little):
    study = Study(["Short parameters pay nothing."], [PAIR, CLAIM, ROW, ROW | {"delta_percent": None}])
    made = writing.files(dataclasses.replace(little, study=study))
    Tags(made["study.html"])
    assert "Short parameters pay nothing." in made["study.html"] and "sect163k1 (weak) saves 3 %" in made["study.html"]
    assert "or that do not fit their board: 1." in made["study.html"] and 'href="study.html"' in made["index.html"]
    charts = charts_of(made["study.html"])
    assert charts["telosb, ours: pairs"]["data"][0]["x"] == [12.5]
    assert [trace["x"] for trace in charts["telosb, ours: key generation"]["data"] if "name" in trace] == [[25], [5.5]]
    assert "study.html" not in writing.files(little)


@pytest.mark.parametrize(("value", "text"), [(300, "300"), (1500, "1.5 k"), (12_000_000, "12 M")])
def test_axis_numbers(value, text):
    assert short(value) == text


def page_of_silicon(overview: Overview) -> str:
    page = next(page for page in writing.PAGES if page.file == "silicon.html")
    common = {"pages": [page], "commit": "", "palette": palette.both()}
    shown = writing.environment().get_template(page.file).render(page=page, **common, **page.content(overview))
    Tags(shown)
    return shown


def test_the_page_of_silicon(little, tmp_path, monkeypatch):
    monkeypatch.setattr(given, "FOLDER", tmp_path)
    page = page_of_silicon(little)
    assert "No record from silicon has been given yet" in page and page.count("never run on a chip") > 1
    request = Request("uno", "ecdh", backend="asm", curve="secp256r1", profile="balanced")
    record = made_up(request, 20_000_500) | dict.fromkeys(silicon.FIELDS, 0)
    record |= {"board": "uno", "curve": "secp256r1", "command": command_for(request), "date": "2026-11-29"}
    record |= {"simulated": 20_000_000, "simulated_loads": 5_000_000, "contributor": "a maker"}
    given.keep([record])
    page = page_of_silicon(little)
    assert "No record" not in page and "20,000,500" in page and "a maker" in page
    limit = next(row.value for row, match in goals.paired() if match.request == request and row.metric == "cycles")
    assert f"{limit:,}" in page
    assert charts_of(page)["Difference by loads in 100 cycles"]["data"][0]["x"] == [25]
