"""`./motecurve curves`: the curves that the library knows, one of them in full, several side by side."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from motelab import ROOT
from motelab.boards import board
from motelab.common.errors import MotecurveError
from motelab.common.names import hint, near
from motelab.common.schema import Schema
from motelab.common.whole_help import WholeHelp
from motelab.compare import errata
from motelab.measure import records
from motelab.report import display
from motelab.subjects import curves, security
from motelab.subjects.curves import Curve

FORMS = {
    "weierstrass": ("Weierstrass",),
    "montgomery": ("Montgomery",),
    "edwards": ("Edwards", "TwistedEdwards"),
}
STYLES = {"weak": "bold red", "legacy": "yellow", "fine": "green"}
CAPTION = "form: W short Weierstrass, M Montgomery, E Edwards or twisted Edwards; h: cofactor"
ALIAS_WIDTH = 16
REMARKS = ROOT / "curves/remarks.json"
REMARKS_FILE = Schema("motelab.subjects.schemas", "RemarksFile")


@click.group("curves", cls=WholeHelp)
def command() -> None:
    """Lists the curves, shows one with all parameters, compares several.

    \b
    Examples:
      ./motecurve curves list --field prime --min-security 112
      ./motecurve curves show P-256
      ./motecurve curves compare sect163k1 secp160r1 secp256r1
    """


@command.command("list")
@click.option("--field", "kind", type=click.Choice(["binary", "prime"]), help="Only curves over such fields.")
@click.option("--standard", help="Only curves of a standard with these words in its name, such as 'RFC 5639'.")
@click.option("--min-security", type=click.IntRange(0), default=0, metavar="BITS", help="At least so secure.")
@click.option("--max-bits", type=click.IntRange(1), metavar="BITS", help="Field of at most so many bits.")
@click.option("--form", "shape", type=click.Choice(list(FORMS)), help="Only curves that are stated in this form.")
@display.format_option
def list_command(
    kind: str | None, standard: str | None, min_security: int, max_bits: int | None, shape: str | None, form: str
) -> None:
    """Every curve, or those that options choose: field, form, security, cofactor, standards, aliases.

    Example: ./motecurve curves list --standard X9.62 --field binary
    """
    found = [
        curve
        for curve in of_standard(standard)
        if (kind is None or curve.is_prime == (kind == "prime"))
        and security.of(curve.name).bits >= min_security
        and (max_bits is None or curve.bits <= max_bits)
        and (shape is None or curve.form in FORMS[shape])
    ]
    if not display.for_programs(map(summary, found), form):
        display.console().print(list_table(found))


def of_standard(words: str | None) -> list[Curve]:
    """Curves of the standards with these words in their names; MotecurveError if there is no such standard."""
    every = list(curves.load().values())
    if words is None:
        return every
    known = sorted({standard for curve in every for standard in curve.standards})
    meant = {standard for standard in known if words.lower() in standard.lower()}
    if not meant:
        raise MotecurveError(f"no standard {words!r}; {hint(near(words, known), known)}")
    return [curve for curve in every if meant & set(curve.standards)]


def summary(curve: Curve) -> dict[str, Any]:
    """One row of the list."""
    known = security.of(curve.name)
    return {
        "name": curve.name,
        "field": curve.field_notation,
        "form": curve.form,
        "bits": curve.bits,
        "security_bits": known.bits,
        "security": known.level,
        "cofactor": curve.cofactor,
        "standards": curve.standards,
        "aliases": list(curve.names[1:]),
    }


def security_text(curve: Curve) -> Text:
    known = security.of(curve.name)
    return Text(f"{known.bits} {known.level}", STYLES[known.level])


def list_table(found: Sequence[Curve]) -> Table:
    """The list for people, in 100 columns: forms by their letter, and no alias longer than a curve's name."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), caption=CAPTION, caption_justify="left")
    for header in ("name", "field", "form", "bits", "security", "h", "standards", "aliases"):
        table.add_column(header, no_wrap=header not in ("standards", "aliases"))
    for curve in found:
        cells = (str(curve.bits), security_text(curve), str(curve.cofactor))
        aliases = ", ".join(alias for alias in curve.names[1:] if len(alias) <= ALIAS_WIDTH)
        form = curve.form.removeprefix("Twisted")[0]
        table.add_row(curve.name, curve.field_notation, form, *cells, ", ".join(curve.standards), aliases)
    return table


@command.command("show")
@click.argument("name")
@display.format_option
def show_command(name: str, form: str) -> None:
    """One curve by name, alias or OID: parameters, names, standards, seed, security, flaws, errors of published
    tables about it, and the boards that measure it.

    Example: ./motecurve curves show sect163k1
    """
    row = details(curves.find(name))
    if display.for_programs([row], form):
        return
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for key, value in row.items():
        for i, line in enumerate(lines(value)):
            table.add_row("" if i else key.replace("_", " "), Text(line, STYLES[row["security"]] * (key == "security")))
    display.console().print(table)


def lines(value: Any) -> list[str]:
    """A value of `details` for people."""
    if isinstance(value, list):
        return [str(item) for item in value] or ["-"]
    if isinstance(value, dict):
        return [f"{name} = {item}" for name, item in value.items()]
    return ["-" if value is None else str(value)]


def details(curve: Curve) -> dict[str, Any]:
    """Everything about a curve, in the order in which it is shown."""
    known = security.of(curve.name)
    return {
        **summary(curve),
        "security_in_words": known.words,
        "automorphisms": known.automorphisms,
        "twist_security_bits": known.twist_bits,
        "oids": curve.oids,
        "library_field": curve.field,
        "equation": curve.record["equation"],
        "structure": curve.structure,
        **modulus(curve),
        "coefficients": {name: hex(value) for name, value in curve.coefficients},
        "generator": dict(zip("xy", map(hex, curve.generator), strict=True)),
        **published_generator(curve),
        "order": hex(curve.order),
        "order_bits": curve.order.bit_length(),
        "private_key_bytes": curve.private_key_bytes,
        "public_key_bytes": curve.public_key_bytes,
        "signature_bytes": curve.signature_bytes,
        **provenance(curve),
        "flaws": security.flaws(curve),
        "remarks": [entry["text"] for entry in remarks("names", curve)],
        "errata": [f"{e.paper}, {e.in_words}." for e in errata.of_curve(curve.name)],
        "boards": [device.name for device in board.every() if curve.name in device.curves],
    }


def modulus(curve: Curve) -> dict[str, str]:
    """The prime, or the reduction polynomial and the basis of the standard."""
    if isinstance(curve.modulus, int):
        return {"prime": hex(curve.modulus)}
    powers = {0: "1", 1: "z"}
    polynomial = " + ".join(powers.get(e, f"z^{e}") for e in curve.modulus)
    basis = "normal, in keys and signatures; computed in polynomial basis" if curve.is_in_normal_basis else "polynomial"
    return {"polynomial": polynomial, "basis": basis}


def published_generator(curve: Curve) -> dict[str, Any]:
    """The standard's generator if ours is another."""
    return {"published_generator": curve.record["G"]} if curve.published_generator_order else {}


def provenance(curve: Curve) -> dict[str, Any]:
    """The seed from which the coefficients are drawn, and known facts about it, or about their choice if there is no
    seed."""
    seed, found = curve.record["seed"], [entry["text"] for entry in remarks("seeds", curve)]
    if seed and curve.record.get("x962_seed_check") == "reproduced":
        found.insert(0, "The rule of ANSI X9.62 gives the coefficients from the seed.")
    elif seed:
        found.insert(0, "The rule of ANSI X9.62, as it stands, does not give the coefficients from the seed.")
    elif curve.is_koblitz:
        found.insert(0, "No seed: a Koblitz curve, both coefficients 0 or 1.")
    elif "endomorphism" in curve.structure:
        found.insert(0, "No seed: a = 0 and a small b, for the endomorphism.")
    elif not found:
        found = ["No seed and no reason for the choice are published with the curve."]
    return {"seed": seed.lower() if seed else None, "choice_of_coefficients": found}


def remarks(kind: str, curve: Curve) -> list[dict[str, str]]:
    """Entries of one kind of curves/remarks.json about a curve."""
    return [entry for entry in REMARKS_FILE.read(REMARKS)[kind] if curve.name in entry["curves"]]


@command.command("compare")
@click.argument("names", nargs=-1, required=True)
@display.format_option
def compare_command(names: tuple[str, ...], form: str) -> None:
    """Curves side by side: security, sizes, structure, and the kept measurements: the least cycles (time where a
    board counts none) of each operation, in constant time and at all. "-": not measured.

    Example: ./motecurve curves compare sect163k1 sect163r2 secp160r1
    """
    chosen = list(dict.fromkeys(map(curves.find, names)))
    measured = measurements([curve.name for curve in chosen])
    compared = (
        {**facts(curve), "measured": [{**key, **rows[curve.name]} for key, rows in measured if curve.name in rows]}
        for curve in chosen
    )
    if display.for_programs(compared, form):
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("")
    for curve in chosen:
        table.add_column(security.marked(curve.name), justify="right", overflow="fold")
    for key in list(facts(chosen[0]))[1:]:
        values = (facts(curve)[key] for curve in chosen)
        table.add_row(key.replace("_", " "), *("-" if value is None else str(value) for value in values))
    constant: dict[tuple[str, str], list[str]] = {}
    for key, rows in measured:
        costs = [cost_text(rows.get(curve.name)) for curve in chosen]
        subject = (key["operation"], key["board"])
        if key["constant_time"]:
            constant[subject] = costs
        elif costs == constant.get(subject):  # no varying time is faster, so one line serves both
            continue
        kind = "constant time" if key["constant_time"] else "any"
        table.add_row(f"{', '.join(subject)}, {kind}", *costs)
    out = display.console()
    out.print(table)
    if not measured:
        out.print("None of them is measured yet: ./motecurve bench --curve NAME")


def facts(curve: Curve) -> dict[str, Any]:
    """Properties that need no measurement."""
    known = security.of(curve.name)
    return {
        "name": curve.name,
        "security_bits": known.bits,
        "security": known.level,
        "field": curve.field_notation,
        "field_bits": curve.bits,
        "order_bits": curve.order.bit_length(),
        "form": curve.form,
        "structure": curve.structure,
        "cofactor": curve.cofactor,
        "private_key_bytes": curve.private_key_bytes,
        "public_key_bytes": curve.public_key_bytes,
        "signature_bytes": curve.signature_bytes,
    }


Measured = list[tuple[dict[str, Any], dict[str, dict[str, Any]]]]


def measurements(names: Iterable[str]) -> Measured:
    """(board, operation, whether only constant time counts), and the cheapest verified record of each curve, for
    everything that any of the curves has."""
    names = set(names)
    kept = [r for r in records.read_records() if r.get("curve") in names and r.get("verified")]
    keys = sorted({(r["board"], r["operation"]) for r in kept})
    found = []
    for board_name, operation in keys:
        of_key = [r for r in kept if (r["board"], r["operation"]) == (board_name, operation)]
        for constant_time in (True, False):
            cheapest = cheapest_by_curve(of_key, lambda r, ct=constant_time: r["constant_time"] or not ct)
            key = {"board": board_name, "operation": operation, "constant_time": constant_time}
            found += [(key, cheapest)] if cheapest else []
    return found


def cheapest_by_curve(
    kept: list[records.Record], counts: Callable[[records.Record], bool]
) -> dict[str, dict[str, Any]]:
    """By curve, the cost of the fastest of the records that count."""
    found = {}
    for record in sorted(filter(counts, kept), key=cost_of, reverse=True):
        members = ("algorithm", "window", "backend", "profile", "cycles", "instructions", "microseconds", "energy_mj")
        found[record["curve"]] = {name: record[name] for name in members}
    return found


# The unit in which a board's measurements are compared: the first of these units that its records have.
COSTS = (("cycles", ",.0f", "cycles"), ("microseconds", ",.1f", "µs"), ("instructions", ",.0f", "instructions"))


def cost_of(record: records.Record) -> float:
    return next(record[name] for name, _, _ in COSTS if record[name] is not None)


def cost_text(cost: dict[str, Any] | None) -> str:
    """Cycles, time or instructions, and energy if it is known, of one measurement for people."""
    if cost is None:
        return "-"
    text = next(f"{cost[name]:{form}} {unit}" for name, form, unit in COSTS if cost[name] is not None)
    return text if cost["energy_mj"] is None else f"{text}\n{cost['energy_mj']:,.2f} mJ"
