"""The verdicts on all formulas: in which cases each is right, and which sentence of a comment excludes the others."""

import dataclasses
import functools
import re
import time

from motelab import ROOT
from motelab.prove.formulas import build, catalogue
from motelab.prove.formulas.build import Library
from motelab.prove.formulas.cases import Undecided
from motelab.prove.formulas.catalogue import Entry
from motelab.prove.formulas.systems import Wrong
from motelab.prove.formulas.verify import Call

CURVES = {
    "prime": "y^2 = x^3 + a x + b over F_p",
    "binary": "y^2 + x y = x^3 + a x^2 + b over F_2^m",
    "edwards": "a x^2 + y^2 = 1 + d x^2 y^2 over F_p",
}


@dataclasses.dataclass(frozen=True)
class Row:
    """A formula, as `prove --formulas` reports it. exceptional: cases in which it is wrong or not shown to be right,
    each with the reason; open_cases: those of them that no comment excludes."""

    formula: str
    coordinates: str
    curve_model: str
    statement: str
    proved: bool
    exceptional_cases: tuple[str, ...]
    excluded_by: tuple[str, ...]
    open_cases: tuple[str, ...]
    seconds: float


def prove(entry: Entry, model: build.Model | None = None) -> Row:
    """The verdict on one formula; `model` has changed sources."""
    started = time.monotonic()
    library = build.library(model or build.Model(entry.kind, entry.coordinates))
    wrong: dict[str, str] = {}
    for case in entry.cases:
        if reason := fault(entry, case, library):
            wrong[case] = reason
    texts, left = [], []
    for case, reason in wrong.items():
        found = next((one for one in entry.exclusions if one.covers(case)), None)
        if found is None:
            left.append(f"{case}: {reason}")
        elif (text := f"{found.text} ({found.file})") not in texts:
            if not is_said(found.file, found.text):
                left.append(f"{case}: {found.file} does not say: {found.text}")
            texts.append(text)
    if entry.domain:
        texts.append(f"{entry.domain.text} ({entry.domain.file})")
        if not is_said(entry.domain.file, entry.domain.text):
            left.append(f"{entry.domain.file} does not say: {entry.domain.text}")
    systems = [one.system for one in entry.formula.parameters if one.system not in ("", "element", "number")]
    return Row(
        entry.name,
        " ".join(dict.fromkeys(systems)),
        CURVES[entry.kind],
        entry.statement,
        not left and len(wrong) < len(entry.cases),
        (*wrong, *(entry.domain.cases if entry.domain else ())),
        tuple(texts),
        tuple(left),
        round(time.monotonic() - started, 2),
    )


def fault(entry: Entry, name: str, library: Library) -> str:
    """Why the formula is not right in a case, for every class of coefficients and every way to share memory; nothing
    if it is."""
    module = catalogue.model(entry.kind)
    for classes in module.CLASSES:
        for alias in (None, *entry.formula.aliases):
            try:
                Call(entry.formula, module.case(classes, name), library, module.flags(classes), alias).check()
            except (Wrong, Undecided) as error:
                where = f" where {alias[0]} is {alias[1]}" if alias else ""
                return f"{error}{where}"
    return ""


@functools.cache
def words(file: str) -> str:
    """The text of a file without the marks and the lines of comments."""
    text = (ROOT / "src" / file).read_text()
    return re.sub(r"\s+", " ", re.sub(r"(?m)^ ?\*|/\*|\*/", " ", text))


def is_said(file: str, text: str) -> bool:
    return text in words(file)
