"""`./motecurve firmware`: the sources that some operations need on a device, to use elsewhere."""

import sys
from pathlib import Path

import click
from rich import box
from rich.table import Table

from motelab.boards import profiles, protection
from motelab.commands.bench import choice_pairs, protect_option
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.export import calls, layout, packages, purposes, texts, writing
from motelab.export.drop import Drop
from motelab.report.display import console, for_programs, format_option
from motelab.subjects import curves, security


@click.command("firmware")
@click.option("--board", "board_name", help="The device: a simulated board, or a chip.")
@click.option("--target", help=f"Instead of a board: {calls.TARGETS_IN_WORDS}.")
@click.option("--curve", "curve_name", required=True, help="Name of the curve.")
@click.option("--ops", "words", required=True, help=f"What is needed, with commas between: {', '.join(calls.WORDS)}.")
@click.option(
    "--prefer", default=profiles.USUAL, show_default=True,
    help="small (or size): least flash and RAM; fast (or speed); balanced: fast code that stays small.",
)  # fmt: skip
@click.option(
    "--with", "choices", multiple=True, metavar="FAMILY=NAME[/WINDOW][:BACKEND]", callback=choice_pairs,
    help="Replaces the device's own member of a family; may be repeated.",
)  # fmt: skip
@protect_option
@click.option("--for", "purpose", help=f"Add files for a purpose: {', '.join(purposes.PURPOSES)} (verified boot).")
@click.option("--package", help=f"Lay it out for a system: {', '.join(packages.PACKAGES)}.")
@click.option("--out", "out", required=True, type=click.Path(path_type=Path), help="Folder to write.")
@click.option("--force", is_flag=True, help="Replace the files of a drop; the random source that is there stays.")
@format_option
def command(board_name, target, curve_name, words, prefer, choices, protect, purpose, package, out, force, form):
    """Writes the sources that operations on a curve need on a device, ready to compile.

    The folder holds one header to include, the library in C and assembly with the algorithms that are measured on the
    device, a Makefile, an example, a random source to fill in, and a README with the cost of each call. It needs
    nothing else of this project. With `stepwise` ECDSA is done in steps of a few milliseconds. --package lays the same
    sources out for a system that compiles every file of a folder.

    \b
    Examples:
      ./motecurve firmware --board micaz --curve sect233k1 --ops sign,verify --out mote
      ./motecurve firmware --board micaz --curve P-256 --ops ecdh --with scalar-mult=ladder-co-z --out mote
      ./motecurve firmware --target thumb --curve secp256r1 --ops ecdh --prefer small --out mote
      ./motecurve firmware --board telosb --curve Ed25519 --ops sign --protect all --out mote
      ./motecurve firmware --target avr --curve Curve25519 --ops ecdh --package arduino --out Motecurve
      ./motecurve firmware --target cortex-m4 --curve P-256 --ops verify --for mcuboot --prefer small --out boot
    """
    device = calls.device(board_name, target)
    prefer = profiles.named(prefer, "preference")
    curve = curves.find(curve_name, curves.built())
    if security.of(curve.name).level == "weak":
        print(f"motecurve: {curve.name} is weak: {security.of(curve.name).words}", file=sys.stderr)
    asked = calls.parsed(words)
    beside = purposes.of(purpose, device, curve, asked) if purpose else None
    if protect == protection.UNPROTECTED:
        raise MotecurveError(
            "--protect none is for bench: firmware is in constant time; use timing, power, faults or all"
        )
    wanted = Drop(device, curve, asked, prefer, choices, beside, protect or "timing")
    if device.portable and not package:
        raise MotecurveError(f"for {device.device} there are packages alone: add --package, such as esp-idf")
    if package:
        one_of("package", package, packages.PACKAGES)
        purposes.refuse_package(wanted.purpose, package)
    files = packages.files(wanted, package) if package else layout.files(wanted)
    writing.write(out, files, force)
    rows = layout.rows(files, wanted.records)
    if not for_programs(rows, form):
        table = Table(title=f"{out}: {texts.title(wanted)}", title_justify="left", box=box.SIMPLE_HEAD)
        table.add_column("file")
        table.add_column("bytes", justify="right")
        for row in rows[: len(files)]:
            table.add_row(row["file"], f"{row['bytes']:,}")
        console().print(table)
