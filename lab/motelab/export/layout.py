"""The files of a drop, each with its text."""

from collections.abc import Sequence
from typing import Any

from motelab import ROOT
from motelab.export import fits, public_header, purposes, templates, texts
from motelab.export.amalgamation import Amalgamation
from motelab.export.drop import Drop
from motelab.measure.records import Record

TEMPLATES = templates.FOLDER / "firmware"
STACK_PART = templates.FOLDER / "library/stack.c.in"
Files = dict[str, str]  # path in the drop -> text


def library(drop: Drop, package: str = "") -> Files:
    """The files that make up the library itself, in a package or alone."""
    found = drop.closure
    bound, headers = frozenset(drop.configuration.values()), public_header.needed(drop.offered)
    joined = Amalgamation(found.units, headers, drop.curve, found.symbols, bound, found.renames)
    public, removed = public_header.split(joined.public_headers(), drop.offered)
    internal, in_c = joined.internal(), joined.in_c()
    lacking = "".join(text for name, text in removed.items() if name in internal or name in in_c)
    common = texts.common_part(drop, lacking, internal)
    files = {
        "motecurve.h": texts.public_header(drop, public_header.without_references(public), package),
        "motecurve.c": texts.in_c(drop, stack_part(drop, package), joined.parameters(), common, in_c),
    }
    if drop.has_assembly:
        files[drop.assembly_file] = texts.in_assembly(drop, joined.in_assembly())
    return files


def stack_part(drop: Drop, package: str = "") -> str:
    """The part of motecurve.c that refuses a program with too little stack, in a package or alone."""
    kind = texts.kind_of(drop)
    values = texts.kinds(kind) | fits.values(kind, drop.stack_bytes, package)
    return templates.filled(STACK_PART, values)


def filled(drop: Drop) -> Files:
    """The files made from templates."""
    values = texts.values(drop)
    made = {name: templates.filled(path, values) for name, path in templates.of(TEMPLATES).items()}
    return {name: text for name, text in made.items() if name != "motecurve_fits.ld" or values["by_symbols"]}


def of_purpose(drop: Drop) -> Files:
    """The files of the drop's purpose, in a folder of its name; empty without a purpose."""
    if drop.purpose is None:
        return {}
    name = drop.purpose.name
    values = texts.values(drop) | purposes.values(drop.board, drop.curve)
    made = templates.of(templates.FOLDER / name)
    return {f"{name}/{path}": templates.filled(source, values) for path, source in made.items()}


def licence() -> str:
    return (ROOT / "LICENSE").read_text()


def files(drop: Drop) -> Files:
    """Every file of a stand-alone drop."""
    drop.refuse_too_large()
    return {**library(drop), **filled(drop), **of_purpose(drop), "LICENSE": licence()}


def rows(written: Files, records: Sequence[Record]) -> list[dict[str, Any]]:
    """The answer for programs: each file with its bytes, then the record of each call."""
    found = [{"file": name, "bytes": len(text.encode())} for name, text in sorted(written.items())]
    return [*found, *records]
