"""`./motecurve faults`: what becomes of a call when a fault strikes the board."""

import os
import sys
from pathlib import Path

import click

from motelab.boards.board import Board
from motelab.boards.selection import Selection
from motelab.commands.bench import (
    BoardType,
    ProfileType,
    choice_pairs,
    implementation_options,
    of_implementation,
    once,
)
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.faults import ask
from motelab.faults import campaign as campaigns
from motelab.faults.campaign import Campaign
from motelab.faults.classes import CLASSES, WORST_FIRST
from motelab.faults.journal import Journal
from motelab.faults.space import MODELS
from motelab.measure import bench
from motelab.report.display import console, figure, for_programs, format_option, table_of
from motelab.subjects import security

SHOWN = 12


@click.command("faults")
@once("--op", "operation", required=True, help="Operation of a protocol, such as ecdsa-verify.")
@once("--curve", default="secp256r1", help="Curve by name or alias.")
@once("--board", "device", type=BoardType(), default="micaz", help="Board of AVR, MSP430, Cortex-M or Ibex.")
@once("--profile", type=ProfileType(), default="fast", help="What code is compiled for: small, balanced or fast.")
@once("--backend", type=click.Choice(["c", "asm"]), help="C only, or with assembly. Without it, the board's best.")
@click.option(
    "--with",
    "choices",
    multiple=True,
    metavar="FAMILY=NAME[/WINDOW][:BACKEND]",
    callback=choice_pairs,
    help="Replaces the board's own member of a family; may be repeated.",
)
@implementation_options
@once("--model", default="skip", help=f"What a fault does: {', '.join(MODELS)}.")
@click.option("--all", "exhaustive", is_flag=True, help="Every fault of the space.")
@click.option("--sample", type=click.IntRange(1), metavar="N", help=f"So many, drawn.  [default: {ask.SAMPLE}]")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the drawing.")
@click.option("--routine", "routines", multiple=True, help="Only moments in such routines, as mc_*; may be repeated.")
@click.option("--from", "first", type=click.IntRange(0), metavar="N", help="Only moments after so many instructions.")
@click.option("--to", "end", type=click.IntRange(1), metavar="N", help="Only moments before so many instructions.")
@click.option("--places", is_flag=True, help="A row for each instruction where something bad became of a fault.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="The file that keeps the outcomes.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Runs at a time.")
@format_option
def command(
    operation, curve, device, profile, backend, choices, implementation, source, model, exhaustive, sample, seed,
    routines, first, end, places, output, jobs, form,
):  # fmt: skip
    """Injects faults into a call on a simulated board, and classifies what becomes of each.

    A fault is a moment of the call and a change: an instruction that is not executed, a flipped bit. Verifications run
    on a bad signature. A key counts as given away if an attack of ours computes it, or bits of it, from the faulty
    output. An interrupted run continues from its file. docs/protection/faults.md describes models, classes and attacks.

    Prints one row, and to a terminal the routines where something bad happened, the worst first. Exits with 1 if a
    fault was accepted or a key given away.

    \b
    Examples:
      ./motecurve faults --op ecdsa-verify --board telosb --sample 500
      ./motecurve faults --op ecdsa-sign --board micaz --model register --sample 2000 --places
      ./motecurve faults --op ecdsa-verify --board telosb --all --routine mc_ecdsa_verify_digest
      ./motecurve faults --op ecdsa-verify --board cortex-m4 --implementation micro-ecc --source micro-ecc
      ./motecurve faults --op ecdh --curve Curve25519 --model memory --sample 2000 --seed 7 --format json
    """
    if exhaustive and sample:
        raise click.UsageError("--all takes every fault, --sample draws some; leave one out")
    if device.is_host:
        raise MotecurveError(f"{device.loaded_as} runs no images; name a board of AVR, MSP430, Cortex-M or Ibex")
    if implementation:
        chosen = of_others(implementation, source, device, operation, curve)
    else:
        chosen = bench.select(
            bench.Request(
                board=device.loaded_as, operation=operation, curve=curve, profile=profile, choices=choices,
                backend=backend or device.best_backend(profile),
            )
        )  # fmt: skip
    tried = None if exhaustive else sample or ask.SAMPLE
    campaign = ask.campaign_of(chosen, ask.Asked(model, tried, seed, routines, first, end))
    journal = ask.journal_of(campaign, output)
    told(campaign, journal)
    with journal, Progress("injecting", len(campaign.numbers)) as progress:
        campaign.run(journal, jobs, lambda done, total: progress(done, total, f"{operation}, {model}"))
    shown(campaign, journal, places, form)
    bad = [o.kind for number in campaign.numbers if (o := journal.outcomes[number]).kind in WORST_FIRST[:2]]
    click.get_current_context().exit(1 if bad else 0)


def of_others(implementation: str, source: str, device: Board, operation: str, curve: str) -> Selection:
    """The operation of somebody else's code on that board; MotecurveError if its manifest has none."""
    requests = of_implementation(implementation, source, (device,), (operation,), (curve,))
    for request in requests:
        if request.board == device.loaded_as:
            return bench.select(request)
    raise MotecurveError(
        f"the manifest of {implementation} has no {operation} on {curve} for {device.loaded_as}; its boards here are "
        f"{', '.join(dict.fromkeys(request.board for request in requests)) or 'none'}"
    )


def told(campaign: Campaign, journal: Journal) -> None:
    """Says on stderr how large the space is, and how much of it is tried."""
    space, count = campaign.space, len(campaign.numbers)
    kept = sum(number in journal.outcomes for number in campaign.numbers)
    known = f"; {kept:,} of them are in {journal.path}" if kept else ""
    part = "all of them" if count == space.size else f"{count:,} drawn, {100 * count / space.size:.2g} %"
    print(f"{space.size:,} faults: {MODELS[space.model]}; {part}{known}", file=sys.stderr)


def shown(campaign: Campaign, journal: Journal, places: bool, form: str) -> None:
    """Prints the row, or those of places; to a terminal also the worst routines."""
    row, found = campaigns.summary(campaign, journal), campaigns.places(campaign, journal)
    if for_programs(found if places else [row], form):
        return
    out, chosen = console(), campaign.target.chosen
    curve = security.marked(chosen.curve.name)
    out.print(
        f"{row['operation']} on {curve}, {row['board']}, {row['profile']}: {MODELS[row['model']]}", style="bold cyan"
    )
    for kind in reversed(WORST_FIRST):
        out.print(f"  {figure(row[kind]):>9}  {kind.replace('_', '-')}: {CLASSES[kind]}", soft_wrap=True)
    listed = found if places else campaigns.routines(found)
    if listed:
        out.print(table_of([{**entry, "attacks": ", ".join(entry["attacks"])} for entry in listed[:SHOWN]]))
        if len(listed) > SHOWN:
            out.print(f"and {len(listed) - SHOWN} more; --format json has all")
