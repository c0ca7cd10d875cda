"""`./motecurve prove`: what kernels compute, proved from the bytes of their object code; and what stands above them:
formulas of points and recodings of scalars."""

import sys
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.table import Table

from motelab.boards import stack
from motelab.boards.board import Board
from motelab.boards.implementations.image import builder_of
from motelab.commands.bench import BoardType, ProfileType, once
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.prove import images, left_open, proof, targets
from motelab.prove.kernel import certificates, contract, objects
from motelab.prove.kernel.verdicts import NO_CONTRACT, OPEN, PROVED, REFUTED, Verdict
from motelab.prove.targets import Target
from motelab.report import display, of_formulas, of_proofs, of_recodings

ALL = "all"
STYLES = {PROVED: "green", REFUTED: "bold red", OPEN: "yellow", NO_CONTRACT: ""}
BY_CERTIFICATE, AS_RECORDED, ANEW = "by certificate", "as recorded", "anew"
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
@once("--routine", metavar="NAME", help="With --image: only what this routine reaches, and the bound of its stack.")
@once("--op", "operation", metavar="OP", help="The image of this operation that `bench` measures, such as ecdh.")
@once("--curve", default="Curve25519", help="With --op: curve by name or alias.")
@once("--board", "device", type=BoardType(), default="micaz", help="With --op: a simulated board.  [default: micaz]")
@once("--profile", type=ProfileType(), default="fast", help="With --op: small, balanced or fast.  [default: fast]")
@click.option("--formulas", is_flag=True, help="Instead of kernels, formulas of points: the group law, from the C.")
@click.option(
    "--coordinates", multiple=True, help="With --formulas, those of a coordinate system, such as lopez_dahab."
)
@click.option(
    "--recodings", is_flag=True, help="Instead of kernels, digits of scalars: that they stand for the scalar."
)
@display.format_option
def command(
    target_names: tuple[str, ...],
    kernels: tuple[str, ...],
    check: bool,
    from_nothing: bool,
    record: bool,
    image: Path | None,
    routine: str | None,
    operation: str | None,
    curve: str,
    device: Board,
    profile: str,
    formulas: bool,
    coordinates: tuple[str, ...],
    recodings: bool,
    form: str,
) -> None:
    """Proves what kernels compute, for all inputs, from their object code.

    The comment of a kernel is its contract: the operation, its inputs, registers, stack. The proof says that the output
    is that, that nothing but outputs and the frame is written, that registers and the stack are kept, and that one path
    is taken whatever the inputs are. A kernel is proved, refuted with inputs that show it, or not proved, with the
    instruction at which the proof ends. Certificates in lab/motelab/data/proofs/ keep proofs of unchanged bytes.
    docs/assurance.md says what is trusted.

    With --formulas the functions of src/curve are proved to be the group law by computer algebra: in which cases each
    is right, and which sentence of a comment excludes the others. With --recodings the digits of src/scalar are proved
    to stand for the scalar, by induction on the steps of the C.

    Exits with 1 if a kernel is refuted, has lost its proof, or was named and is not proved.

    \b
    Examples:
      ./motecurve prove --target avr --kernel fb163_mul_reduce_ld_registers --from-nothing
      ./motecurve prove --check
      ./motecurve prove --image build/firmware.elf --routine main
      ./motecurve prove --op ecdh --curve Curve25519 --board cortex-m0plus
      ./motecurve prove --formulas --coordinates jacobian
      ./motecurve prove --recodings --format table
    """
    if formulas or coordinates:
        of_formulas.report(coordinates, form)
        return
    if recodings:
        of_recodings.report(form)
        return
    if image and operation:
        raise click.UsageError("--image takes an image, --op makes one; leave one out")
    if routine and not image:
        raise click.UsageError("--routine names a routine of the --image; name both")
    if image or operation:
        if image:
            of_image(image, target_names, routine, form)
        else:
            of_operation(operation, curve, device, profile, form)
        return
    wanted = chosen(target_names, kernels, check)
    rows = []
    with Progress("proving", len(wanted)) as progress:
        for done, (target, kernel) in enumerate(wanted, start=1):
            rows.append(row(target, kernel, from_nothing, is_named=kernel in kernels))
            if record:
                written(rows[-1:])
            progress(done, len(wanted), f"{target.name} {kernel}")
    if not display.for_programs([shown(one) for one in rows], form):
        show(rows)
    named = bool(set(kernels) - {ALL})
    if any(one["verdict"] == REFUTED or (one["verdict"] != PROVED and (named or one["certified"])) for one in rows):
        sys.exit(1)


def of_operation(operation: str, curve: str, device: Board, profile: str, form: str) -> None:
    """Calls of the image that `bench` measures."""
    if device.is_host:
        raise MotecurveError(f"{device.loaded_as} runs no images; name a simulated board")
    backend = device.best_backend(profile)
    made = bench.select(
        Request(board=device.loaded_as, operation=operation, curve=curve, profile=profile, backend=backend)
    )
    image = builder_of(made).build()
    names = tuple(name for name in targets.NAMES if targets.named(name).board == device.name)
    of_image(image.path, names, image.symbol, form)


def of_image(path: Path, names: tuple[str, ...], routine: str | None, form: str) -> None:
    """Calls of kernels in an image, and whether the bytes that they reach are those that were proved."""
    target = targets.named(images.target_of(path, names))
    rows = images.report(target, path, certificates.read(target.name), routine)
    if display.for_programs(rows, form):
        return
    bound = stack.bound(path, routine) if routine else None
    title = f"{path.name}, {target.name}" + (f", from {routine}" if routine else "")
    of_proofs.show_image(rows, title, bound.bytes if bound else None)


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


def row(target: Target, kernel: str, from_nothing: bool, is_named: bool) -> Row:
    """The verdict: recorded if the kernel is the same as then. A kernel that is named and was left open is tried."""
    kept = certificates.read(target.name).get(kernel)
    try:
        code, promised = certificates.identity(target, kernel)
    except contract.NoContract:
        code, promised = objects.code_digest(target, kernel), ""
    checked, found = ANEW, None
    if not from_nothing:
        if kept and certificates.stands(target, certificates.read(target.name), kernel):
            checked, found = BY_CERTIFICATE, certificates.verdict(kept)
        elif not is_named and is_of(open_one := left_open.read(target.name).get(kernel), code, promised):
            checked, found = AS_RECORDED, left_open.verdict(open_one)
    found = found or proof.prove(target, kernel)
    return as_row(found, checked, code, bool(kept)) | {"contract_sha256": promised}


def is_of(kept: dict[str, Any] | None, code: str, promised: str) -> bool:
    """Whether a recorded verdict is of these bytes and of this contract."""
    return kept is not None and (kept["code_sha256"], kept["contract_sha256"]) == (code, promised)


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
    return {key: value for key, value in one.items() if key not in ("found", "certified", "contract_sha256")}


def written(rows: list[Row]) -> None:
    """Certificates of all proofs among the rows, and lines of kernels that are not proved, or not any more."""
    for name in sorted({one["target"] for one in rows}):
        target, existing = targets.named(name), set(objects.names(name))
        kept, open_ones = certificates.read(name), left_open.read(name)
        for one in (one for one in rows if one["target"] == name):
            kernel = one["kernel"]
            kept.pop(kernel, None)
            open_ones.pop(kernel, None)
            if one["proved"]:
                kept[kernel] = certificates.of(target, one["found"])
            else:
                open_ones[kernel] = left_open.of(one["found"], one["code_sha256"], one["contract_sha256"])
        certificates.write(name, {kernel: one for kernel, one in kept.items() if kernel in existing})
        left_open.write(name, {kernel: one for kernel, one in open_ones.items() if kernel in existing})


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
