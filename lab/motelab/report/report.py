"""The report: one HTML page that needs no other file, from an overview."""

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2

from motelab import BUILD
from motelab.boards import board
from motelab.common.files import digest, write_atomically
from motelab.compare import errata
from motelab.measure import run_facts
from motelab.measure.bench import command_for
from motelab.measure.records import Record
from motelab.report import charts, display, headlines, scatter, tables
from motelab.report.overview import BOARD, Overview
from motelab.subjects import security

REPORT_FILE = BUILD / "report/index.html"
TEMPLATES = Path(__file__).parent / "templates"
SOURCES = (
    Path(__file__),
    Path(charts.__file__),
    Path(charts.bars.__code__.co_filename),
    Path(scatter.__file__),
    Path(headlines.__file__),
)

FIELD_OPERATIONS = (
    ("fb-mul-reduce", "Multiplication with reduction"),
    ("fb-mul", "Multiplication"),
    ("fb-sqr-reduce", "Squaring with reduction"),
    ("fb-sqr", "Squaring"),
    ("fb-reduce", "Reduction"),
    ("fb-inv", "Inversion"),
)
PROFILE_ROWS = 12


def write(overview: Overview, path: Path = REPORT_FILE) -> bool:
    """Writes the page; does nothing, and returns False, if it shows this overview already."""
    content = digest(overview.digest, *(file.read_bytes() for file in (*SOURCES, *sorted(TEMPLATES.iterdir()))))
    if path.exists() and f'content="{content}"' in path.read_text()[:2000]:
        return False
    write_atomically(path, render(overview, content))
    return True


def render(overview: Overview, content: str = "") -> str:
    """The page as text; `content` marks its source."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["figure"] = display.figure
    environment.filters["printed"] = display.printed
    environment.filters["notation"] = notation
    environment.filters["marked"] = security.marked
    multiplications = [r for curve in curves(overview) for _, r in charts.chosen(overview, "scalar-mult", curve)]
    return environment.get_template("report.html").render(
        content=content,
        device=board.load(BOARD),
        facts=facts(overview),
        commit=run_facts.commit(),
        headlines=headlines.headlines(overview),
        boards=[(curve, list(groups)) for curve, groups in groupby(overview.on_boards, key=lambda g: g.curve)],
        devices=devices(overview),
        milliseconds=milliseconds,
        security=security_of_curves(overview),
        papers=[(source, tables.title(source), paper(rows)) for source, rows in overview.tables.items()],
        errata_of=errata.of,
        field_charts=charts.by_operation(overview, FIELD_OPERATIONS),
        memory_charts=charts.memory_accesses(overview),
        multiplications=sorted(multiplications, key=lambda record: record["cycles"]),
        curve_charts={curve: charts.on_curve(overview, curve) for curve in curves(overview)},
        table_charts=[chart for curve in curves(overview) for chart in charts.time_against_tables(overview, curve)],
        profile=profile(overview),
        records=[{**record, "command": command_for(request)} for request, record in overview.records.items()],
        failures={command_for(request): reason for request, reason in overview.failures.items()},
    )


def notation(text: str) -> str:
    """F_2^163 with its sub- and superscript, as HTML."""
    escaped = str(jinja2.filters.escape(text))
    return jinja2.filters.Markup(re.sub(r"F_2\^(\w+)", r"F<sub>2<sup>\1</sup></sub>", escaped))


def facts(overview: Overview) -> dict[str, Any]:
    """The facts that all records share: their number, compilers and simulators."""
    records = list(overview.records.values())
    return {
        "count": len(records),
        "compilers": sorted({record["compiler"] for record in records}),
        "simulators": sorted({record["simulator"] for record in records}),
    }


def devices(overview: Overview) -> list[board.Board]:
    """The boards that stand side by side."""
    shown = {row.board for group in overview.on_boards for row in group.rows}
    return [device for device in board.every() if device.name in shown]


def milliseconds(record: Record) -> str:
    """The time of a record with three digits, or all before the point."""
    value = record["microseconds"] / 1000
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def curves(overview: Overview) -> list[str]:
    """Curves that were measured."""
    return sorted({record["curve"] for record in overview.records.values() if record["curve"]})


def security_of_curves(overview: Overview) -> list[dict[str, Any]]:
    """Bits of security of each curve, automorphisms counted, and the name of that level."""
    found = {name: security.of(name) for name in curves(overview)}
    return [{"curve": name, "bits": known.bits, "level": known.level} for name, known in found.items()]


def paper(rows: list[tables.Row]) -> list[dict[str, Any]]:
    """The tables of a paper: title, the common facts of its rows, and its rows by command, or by reason for none."""
    made = []
    for number, group in groupby(rows, key=lambda row: row["table"]):
        members = list(group)
        common, parts = tables.description(members)
        groups: dict[tuple, list[tables.Row]] = {}
        for row in members:
            groups.setdefault((row["command"], row["reason"], row["note"]), []).append(with_title(row, parts))
        shown = [{"command": c, "reason": r, "note": n, "rows": alike} for (c, r, n), alike in groups.items()]
        made.append(
            {
                "title": f"Table {number}" if number.isdigit() else number[:1].upper() + number[1:],
                "limits": "reached" in members[0],
                "common": security.marked(" · ".join(common)),
                "paired": [group for group in shown if group["command"]],
                "gains": [{**gain, "operation": row["operation"]} for row in members for gain in row.get("gains", ())],
                "unpaired": [group for group in shown if not group["command"]],
            }
        )
    return made


def with_title(row: tables.Row, parts: list[str]) -> tables.Row:
    """A row and its name in its table."""
    return {
        **row,
        "what": security.marked(", ".join(row[name] for name in parts)),
        "unit": display.UNITS.get(row["metric"], row["metric"]),
    }


def profile(overview: Overview) -> dict[str, Any] | None:
    """Routines in which the fastest scalar multiplication spends its cycles: shares of the most expensive ones."""
    if overview.profiled is None:
        return None
    total = sum(routine["cycles_self"] for routine in overview.profile)
    routines = [
        {**routine, "percent": 100 * routine["cycles_self"] / total} for routine in overview.profile[:PROFILE_ROWS]
    ]
    record = overview.records[overview.profiled]
    command = command_for(overview.profiled).replace(" bench ", " profile ")
    return {"of": record, "label": charts.label(record), "routines": routines, "command": command}
