"""`./motecurve prove`: what kernels compute, proved from the bytes of their object code."""

import sys
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.table import Table

from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.prove import certificates, contract, images, objects, proof, targets
from motelab.prove.targets import Target
from motelab.prove.verdicts import NO_CONTRACT, OPEN, PROVED, REFUTED, Verdict
from motelab.report import display

ALL = "all"
STYLES = {PROVED: "green", REFUTED: "bold red", OPEN: "yellow", NO_CONTRACT: ""}
BY_CERTIFICATE, ANEW = "by certificate", "anew"
Row = dict[str, Any]


@click.command("prove")
@click.option(
    "--target", "target_names", multiple=True, help="Folder of kernels, such as avr; all that have semantics."
)
@click.option("--kernel", "kernels", multiple=True, help="A kernel by the name of its file, or all.  [default: all]")
@click.option(
    "--check", is_flag=True, help="Only kernels that have a certificate; those that changed are proved again."
)
@click.option("--from-nothing", is_flag=True, help="Prove again what has a certificate, too.")
@click.option("--record", is_flag=True, help="Write the certificates, after proofs from nothing or of what changed.")
@click.option(
    "--image",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A linked image: which of its calls of kernels rest on proofs.",
)
@display.format_option
def command(
    target_names: tuple[str, ...],
    kernels: tuple[str, ...],
    check: bool,
    from_nothing: bool,
    record: bool,
    image: Path | None,
    form: str,
) -> None:
    """Proves what kernels compute, for all inputs, from their object code.

    The comment of a kernel is its contract: the operation, its inputs, registers, stack. The proof says that the output
    is that, that nothing but outputs and the frame is written, that registers and the stack are kept, and that one path
    is taken whatever the inputs are. A kernel is proved, refuted with inputs that show it, or not proved, with the
    instruction at which the proof ends. Certificates in lab/motelab/data/proofs/ keep proofs of unchanged bytes.
    docs/assurance.md says what is trusted.

    Exits with 1 if a kernel is refuted, has lost its proof, or was named and is not proved.

    \b
    Examples:
      ./motecurve prove --target avr --kernel fb163_mul_reduce_ld_registers --from-nothing
      ./motecurve prove --check
      ./motecurve prove --image build/firmware.elf
    """
    if image:
        of_image(image, form)
        return
    wanted = chosen(target_names, kernels, check)
    rows = []
    with Progress("proving", len(wanted)) as progress:
        for done, (target, kernel) in enumerate(wanted, start=1):
            rows.append(row(target, kernel, from_nothing))
            if record:
                written(rows[-1:])
            progress(done, len(wanted), f"{target.name} {kernel}")
    if not display.for_programs([shown(one) for one in rows], form):
        show(rows)
    named = bool(set(kernels) - {ALL})
    if any(one["verdict"] == REFUTED or (one["verdict"] != PROVED and (named or one["certified"])) for one in rows):
        sys.exit(1)


def of_image(path: Path, form: str) -> None:
    """Calls of kernels in an image, and whether the bytes that they reach are those that were proved."""
    target = targets.named(images.target_of(path))
    rows = images.report(target, path, certificates.read(target.name))
    if display.for_programs(rows, form):
        return
    out = display.console()
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("routine", "calls", ""):
        table.add_column(heading)
    for one in rows:
        table.add_row(one["routine"], one["calls"], "[green]proved[/]" if one["proved"] else one["reason"])
    out.print(table)
    proved = sum(one["proved"] for one in rows)
    out.print(f"{len(rows)} calls of kernels: {proved} rest on proofs, {len(rows) - proved} do not", highlight=False)


def chosen(names: tuple[str, ...], kernels: tuple[str, ...], check: bool) -> list[tuple[Target, str]]:
    """Targets and kernels; MotecurveError for a name that is none."""
    known = [targets.named(one_of("target with semantics", name, targets.NAMES)) for name in names or targets.NAMES]
    found = []
    for target in known:
        every = objects.names(target.name)
        own = [kernel for kernel in kernels if kernel in every] if kernels and ALL not in kernels else every
        own = sorted(own, key=lambda kernel: len(objects.needed(target, kernel)))  # called ones before their callers
        if check:
            certified = certificates.read(target.name)
            own = [kernel for kernel in own if kernel in certified]
        found += [(target, kernel) for kernel in own]
    missing = set(kernels) - {ALL} - {kernel for _, kernel in found}
    for kernel in sorted(missing):
        if check and any(kernel in objects.names(target.name) for target in known):
            raise MotecurveError(f"{kernel} has no certificate; prove it without --check")
        one_of(
            f"kernel of {' or '.join(t.name for t in known)}", kernel, {n for t in known for n in objects.names(t.name)}
        )
    return found


def row(target: Target, kernel: str, from_nothing: bool) -> Row:
    """The verdict, from the certificate if the kernel is the same as then."""
    kept = certificates.read(target.name).get(kernel)
    checked, verdict = ANEW, None
    try:
        code, _ = certificates.identity(target, kernel)
    except contract.NoContract:
        code = objects.code_digest(target, kernel)
    if kept and not from_nothing and certificates.stands(target, certificates.read(target.name), kernel):
        checked, verdict = BY_CERTIFICATE, certificates.verdict(kept)
    return as_row(verdict or proof.prove(target, kernel), checked, code, bool(kept))


def as_row(found: Verdict, checked: str, code: str, certified: bool) -> Row:
    return {
        "kernel": found.kernel,
        "target": found.target,
        "statement": found.statement,
        "method": found.method,
        "solvers": list(found.solvers),
        "instructions": found.instructions,
        "seconds": found.seconds,
        "proved": found.proved,
        "verdict": found.verdict,
        "reason": found.reason,
        "counterexample": found.counterexample,
        "confirmed": found.confirmed,
        "code_sha256": code,
        "checked": checked,
        "certified": certified,
        "found": found,
    }


def shown(one: Row) -> Row:
    """The row without what is for this command alone."""
    return {key: value for key, value in one.items() if key not in ("found", "certified")}


def written(rows: list[Row]) -> None:
    """Certificates of all proofs among the rows; of kernels that are not proved any more, none."""
    for name in sorted({one["target"] for one in rows}):
        target = targets.named(name)
        kept = certificates.read(name)
        for one in (one for one in rows if one["target"] == name):
            kept.pop(one["kernel"], None)
            if one["proved"]:
                kept[one["kernel"]] = certificates.of(target, one["found"])
        existing = set(objects.names(name))
        certificates.write(name, {kernel: one for kernel, one in kept.items() if kernel in existing})


def show(rows: list[Row]) -> None:
    """The rows for people, and what they come to."""
    out = display.console()
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading, justify in (("kernel", "left"), ("method", "left"), ("instr.", "right"), ("s", "right"), ("", "left")):
        table.add_column(heading, justify=justify)
    for one in rows:
        found = one["found"]
        facts = (found.method, f"{found.instructions:,}" if found.instructions else "", f"{found.seconds:.2f}")
        style = STYLES[found.verdict]
        table.add_row(
            f"{found.target} {found.kernel}", *facts, f"[{style}]{found.verdict}[/]" if style else found.verdict
        )
    out.print(table)
    for one in rows:
        if one["verdict"] in (REFUTED, OPEN):
            out.print(f"{one['kernel']}: {one['reason']}", markup=False, highlight=False)
    for line in summary(rows):
        out.print(line, highlight=False)


def summary(rows: list[Row]) -> list[str]:
    """Counts by target."""
    lines = []
    for name in sorted({one["target"] for one in rows}):
        own = [one["verdict"] for one in rows if one["target"] == name]
        counts = [
            f"{own.count(verdict)} {verdict}" for verdict in (PROVED, REFUTED, OPEN, NO_CONTRACT) if verdict in own
        ]
        lines.append(f"{name}: {len(own)} kernels, {', '.join(counts)}")
    return lines
