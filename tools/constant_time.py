"""Runs `ctcheck` with a thousand secrets for each protocol of lab/motelab/compare/committed_ctcheck.py and writes the
results into lab/motelab/data/ctcheck.jsonl, one after the other, so that a run that was stopped goes on where it ended.

    .venv/bin/python tools/constant_time.py [--board NAME] [--minutes N] [--check]

Without options it takes about 40 minutes of a processor: 1,000 secrets of 17 million cycles at 60 million a second are
five minutes. --check runs and builds nothing: it lists what has no result, and results of other images than those of
the records. Exits with 1 if a result shows a secret."""

import argparse
import sys
import time

from motelab.boards import board as boards
from motelab.common.names import one_of
from motelab.compare import committed_ctcheck as results
from motelab.measure import bench, ctcheck


def check(requests: list[bench.Request]) -> None:
    """Prints what is missing and what is of an older image."""
    for request in requests:
        if results.find(request) is None:
            print(f"no result yet: {bench.command_for(request)}")
    for request in results.older(requests):
        print(f"of another image than its record: {bench.command_for(request)}")


def run(requests: list[bench.Request], minutes: float) -> None:
    """Checks what waits, the cheapest first; begins none after so many minutes."""
    end = time.monotonic() + 60 * minutes
    for request in results.waiting(requests):
        if time.monotonic() > end:
            print("more is waiting; run it again")
            return
        row = results.add(request)
        shown = "a secret shows" if ctcheck.leaked(row) else "the same for all"
        print(f"{request.board} {request.operation} {request.curve}: {row['secrets']} secrets, {shown}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/constant_time.py", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--board", action="append", default=[], help="only this board; may be repeated")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin nothing new after so many minutes")
    parser.add_argument("--check", action="store_true", help="run nothing; list what is missing or of an older image")
    options = parser.parse_args()
    for name in options.board:
        one_of("simulated board", name, boards.simulated())
    requests = results.planned(options.board)
    check(requests) if options.check else run(requests, options.minutes)
    return any(ctcheck.leaked(row) for row in results.rows())


if __name__ == "__main__":
    sys.exit(main())
