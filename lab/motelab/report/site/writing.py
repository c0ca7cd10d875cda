"""Writes the site: pages, the chart library, scripts, the style, the data of advice. It works from disk."""

import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
from plotly import offline

from motelab import BUILD
from motelab.common.files import write_atomically
from motelab.measure import run_facts
from motelab.report import display
from motelab.report.overview import Overview
from motelab.report.site import (
    advice,
    algorithms,
    boards,
    curves,
    index,
    libraries,
    networks,
    pairings,
    palette,
    papers,
    records,
    silicon,
    study,
)
from motelab.report.site.subjects import milliseconds
from motelab.subjects import security

FOLDER = BUILD / "report"
FIRST_PAGE = "index.html"
TEMPLATES = Path(__file__).parent / "templates"
SCRIPTS = ("charts.js", "tables.js", "ranking.js", "advice.js")
CHART_LIBRARY = "plotly.min.js"
ADVICE_DATA = "choices.js"

Content = Callable[[Overview], dict[str, Any] | None]


@dataclasses.dataclass(frozen=True)
class Page:
    """A page: its file and template, its name in the navigation, a sentence on it; `content` gives what its template
    shows, None if there is nothing."""

    file: str
    name: str
    summary: str
    content: Content


PAGES = (
    Page(FIRST_PAGE, "Overview", "The figures that count, security, method.", index.page),
    Page("advice.html", "Advice", "Which curve and algorithm meet the demands of a device.", advice.page),
    Page("boards.html", "Boards", "The same curve on every simulated board, and on this computer.", boards.page),
    Page("silicon.html", "Silicon", "What boards themselves count, beside their simulators.", silicon.page),
    Page("curves.html", "Curves", "Time against security; flash and RAM on each board.", curves.page),
    Page("algorithms.html", "Algorithms", "Where cycles go; every algorithm compared; cost against size.",
         algorithms.page),
    Page("pairings.html", "Pairings", "Pairings and schemes with them on every board, and their security.",
         pairings.page),
    Page("networks.html", "Networks", "How motes come to share keys: cost, battery life, captured nodes.",
         networks.page),
    Page("study.html", "Study", "Do small parameters make curves faster? The answer, tested.", study.page),
    Page("papers.html", "Papers", "Published tables and goals, with ours beside them.", papers.page),
    Page("libraries.html", "Libraries", "Other libraries, with ours beside them.", libraries.page),
    Page("records.html", "Records", "Every record, to sort and to filter.", records.page),
)  # fmt: skip


def write(overview: Overview, folder: Path = FOLDER) -> bool:
    """Writes the site into a folder; returns whether any file of it is new or changed."""
    changed = [write_changed(folder / name, text) for name, text in files(overview).items()]
    return any(changed)


def write_changed(path: Path, text: str) -> bool:
    """Writes a file unless it has this text already; returns whether it did."""
    if path.exists() and path.read_text() == text:
        return False
    write_atomically(path, text)
    return True


def files(overview: Overview) -> dict[str, str]:
    """Name -> text of every file of the site."""
    contents = {page: page.content(overview) for page in PAGES}
    shown = [page for page, content in contents.items() if content is not None]
    templates = environment()
    common = {"pages": shown, "commit": run_facts.commit(), "palette": palette.both()}
    made = {
        page.file: templates.get_template(page.file).render(page=page, **common, **contents[page]) for page in shown
    }
    made |= {name: (TEMPLATES / name).read_text() for name in SCRIPTS}
    made["site.css"] = templates.get_template("site.css").render(variables=palette.variables())
    made[ADVICE_DATA] = f"const MOTECURVE = {json.dumps(advice.data(overview), separators=(',', ':'))};\n"
    made[CHART_LIBRARY] = offline.get_plotlyjs()
    return made


def environment() -> jinja2.Environment:
    """The templates, with the filters that they use."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    made = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.filters["figure"] = display.figure
    made.filters["printed"] = display.printed
    made.filters["notation"] = notation
    made.filters["marked"] = security.marked
    made.filters["milliseconds"] = milliseconds
    return made


def notation(text: str) -> str:
    """F_2^163 with its sub- and superscript, as HTML."""
    escaped = str(jinja2.filters.escape(text))
    return jinja2.filters.Markup(re.sub(r"F_2\^(\w+)", r"F<sub>2<sup>\1</sup></sub>", escaped))
