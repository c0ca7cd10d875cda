"""Confirms advice: asks for it, builds and runs the first choice, and compares it with the records that it is from.

    .venv/bin/python tools/confirm_advice.py --seed 7

The scenarios are those of docs/advise.md and as many random ones by the printed seed. Exits with 1 if a first choice is
not as recorded, or not the one that the page names."""

import argparse
import dataclasses
import json
import random
import re
import shlex
import sys
from typing import Any

from click.testing import CliRunner

from motelab import ROOT
from motelab.boards import board
from motelab.commands import advise

PAGE = ROOT / "docs/advise.md"
# A row of the page: the options, then the figures of the first choice.
ROW = re.compile(r"^\| `(--(?:board|target) [^`]+)` \| (.*) \|$", re.M)
BOARDS = board.simulated()
CALLS = ("ecdh", "sign", "verify", "sign,verify", "ecdh,verify", "scalar-mult")
BY = ("time", "flash", "ram", "security")
LOOSER = (1.0, 1.1, 1.5, 3.0)  # limits of random scenarios, by the figure of a random choice


@dataclasses.dataclass(frozen=True)
class Scenario:
    """The options of `advise`, and the cells of the page's row after them, if the page has one."""

    options: str
    cells: str = ""


def documented() -> list[Scenario]:
    """The scenarios of the page."""
    return [Scenario(*found) for found in ROW.findall(PAGE.read_text())]


def cells(row: dict[str, Any]) -> str:
    """The cells of the page for a first choice, as it has them."""
    count = row["cycles"] if row["cycles"] is not None else row["instructions"]
    names = f"`{row['curve']}` | `{row['algorithm']}` | {row['profile']}"
    return f"{names} | {count:,} | {row['flash_bytes']:,} | {row['ram_bytes']:,}"


def written(text: str) -> str:
    """The page with the cells of every row as `advise` answers now."""
    return ROW.sub(lambda found: f"| `{found[1]}` | {cells(advised(found[1])[0])} |", text)


def advised(options: str) -> list[dict[str, Any]]:
    """The rows of `advise` with these options; those that meet the demands come first."""
    done = CliRunner().invoke(advise.command, [*shlex.split(options), "--format", "json"])
    is_answer = done.exception is None or isinstance(done.exception, SystemExit)
    return json.loads(done.stdout) if is_answer and done.exit_code in (0, 1) else []


def drawn(seed: int, count: int) -> list[Scenario]:
    """So many random scenarios that a choice meets: a board, calls, an order, and limits near the figures of a choice
    that `advise` lists."""
    source, found = random.Random(seed), []
    while len(found) < count:
        options = f"--board {source.choice(BOARDS)} --op {source.choice(CALLS)} --by {source.choice(BY)}"
        options += f" --security {source.choice((80, 112, 125))}"
        meant = [row for row in advised(options) if not row["excluded"]]
        if meant:
            row = source.choice(meant)
            limits = {"--flash": row["flash_bytes"], "--ram": row["ram_bytes"]}
            limits |= {"--time": row["milliseconds"]} if row["milliseconds"] else {}
            asked = source.sample(sorted(limits), source.randint(1, len(limits)))
            options += "".join(f" {name} {round(limits[name] * source.choice(LOOSER) + 1)}" for name in asked)
            found.append(Scenario(options))
    return found


def complaint(scenario: Scenario) -> str | None:
    """Why the first choice of a scenario is not confirmed, or is not the documented one; None if all is well."""
    rows = advised(f"{scenario.options} --confirm")
    if not rows or rows[0]["excluded"]:
        return "no choice meets the demands"
    if not rows[0]["confirmed"]:
        return "the first choice is not as recorded"
    if scenario.cells and cells(rows[0]) != scenario.cells:
        return f"the page has {scenario.cells}; advise answers {cells(rows[0])}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6), help="of random scenarios")
    parser.add_argument("--write", action="store_true", help="write the first choices into the page, confirm nothing")
    asked = parser.parse_args()
    if asked.write:
        PAGE.write_text(written(PAGE.read_text()))
        return 0
    seed = asked.seed
    scenarios = documented()
    scenarios += drawn(seed, len(scenarios))
    print(f"{len(scenarios)} scenarios, seed {seed}", flush=True)
    failed = 0
    for scenario in scenarios:
        why = complaint(scenario)
        failed += why is not None
        print(f"{'FAIL' if why else 'ok  '} {scenario.options}{f': {why}' if why else ''}", flush=True)
    print(f"{len(scenarios) - failed} confirmed, {failed} not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
