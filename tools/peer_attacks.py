"""Runs the campaigns against other people's code and against ours, and writes lab/motelab/data/peers-faults.jsonl or
peers-leakage.jsonl, a row as it comes: a run that was stopped goes on where it ended.

    .venv/bin/python tools/peer_attacks.py faults|leakage --source-folder DIR [NAME...] [--jobs N] [--mark]

DIR has a folder for each implementation, of its name and at the commit of its manifest; those that it lacks are left
out and named. NAME chooses some, motecurve among them, which is ours. A row whose image and commit are today's stays.
--mark runs nothing: rows of ours whose image has changed are marked as measured before."""

import argparse
import sys
from pathlib import Path

from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations.image import builder_of
from motelab.boards.selection import OURS
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.under_attack import store
from motelab.under_attack.campaign import Campaign, Row


def is_todays(campaign: Campaign, row: Row | None, source: str) -> bool:
    """Whether a row is of the image and the commit of today."""
    if row is None:
        return False
    chosen = campaign.selection(source)
    wanted = (builder_of(chosen).build().sha256, chosen.implementation_commit)
    return wanted == (row["elf_sha256"], row["implementation_commit"])


def mark(table: str) -> None:
    """Marks the rows of ours that are of an older image."""
    for campaign in store.planned(table):
        row = store.find(campaign, store.rows(table))
        if campaign.is_ours and row:
            store.keep(table, campaign, row | {"measured_before": not is_todays(campaign, row, "")})


def run(table: str, folder: Path, names: list[str], jobs: int) -> int:
    """Runs what is missing or of another image. Returns the exit status: 2 if a call failed."""
    wanted = [one for one in store.planned(table) if not names or one.implementation in names]
    missing = {one.implementation for one in wanted if not one.is_ours and not (folder / one.implementation).is_dir()}
    for name in sorted(missing):
        print(f"left out: {folder} has no {name}", file=sys.stderr)
    status = 0
    for i, campaign in enumerate(one := [one for one in wanted if one.implementation not in missing]):
        title = f"{i + 1}/{len(one)} {campaign.implementation} {campaign.operation} {campaign.curve} {campaign.board}"
        source = "" if campaign.is_ours else str(folder / campaign.implementation)
        try:
            if is_todays(campaign, store.find(campaign, store.rows(table)), source):
                continue
            print(title, file=sys.stderr, flush=True)
            with Progress(title, 1) as progress:
                store.keep(table, campaign, campaign.measured(source, progress, jobs))
        except MotecurveError as error:
            print(f"motecurve: {title}: {error}", file=sys.stderr)
            status = 2
    return status


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/peer_attacks.py", description=__doc__.partition("\n\n")[0])
    parser.add_argument("table", choices=list(store.PLANS))
    parser.add_argument("names", nargs="*", metavar="NAME", help="implementations; motecurve is ours")
    parser.add_argument("--source-folder", type=Path, default=Path("build/sources"), help="a folder with their code")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--mark", action="store_true", help="run nothing; mark rows of ours of an older image")
    options = parser.parse_intermixed_args()
    try:
        for name in options.names:
            one_of("implementation", name, [*manifests.names(), OURS])
        if options.mark:
            mark(options.table)
            return 0
        return run(options.table, options.source_folder, options.names, options.jobs)
    except MotecurveError as error:
        print(f"motecurve: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
