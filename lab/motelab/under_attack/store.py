"""Committed rows of campaigns, one a line: data/peers-faults.jsonl and data/peers-leakage.jsonl."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from motelab import BUILD, DATA
from motelab.common import locks
from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.common.names import one_of
from motelab.under_attack import plan
from motelab.under_attack.campaign import Campaign, Row
from motelab.under_attack.plan import Beside

PLANS: dict[str, Callable[[], list[Beside]]] = {"faults": plan.faults, "leakage": plan.leakage}
REWRITE = "tools/peer_attacks.py"


def file(table: str) -> Path:
    """Where the rows of a table are."""
    return DATA / f"peers-{table}.jsonl"


def rows(table: str) -> list[Row]:
    """The committed rows of a table; MotecurveError for a damaged file."""
    try:
        return [json.loads(line) for line in file(table).read_text().splitlines()] if file(table).exists() else []
    except ValueError as error:
        raise MotecurveError(f"{file(table).name} is damaged ({error}); write it anew with {REWRITE}") from error


def planned(table: str) -> list[Campaign]:
    """Every campaign of a table, each once: those of others, each before ours beside it."""
    found = [campaign for beside in PLANS[one_of("table of attacks", table, PLANS)]() for campaign in beside.every]
    return list(dict.fromkeys([*found, *([plan.REPEATED] if table == "faults" else [])]))


def find(campaign: Campaign, known: Iterable[Row]) -> Row | None:
    """The row of a campaign."""
    identity = campaign.identity
    return next((row for row in known if identity.items() <= row.items()), None)


def keep(table: str, campaign: Campaign, row: Row) -> None:
    """Writes a row in the place of an older one; two runs may do so at a time. Rows stand in the order of the plan;
    those that it does not have any more are left out."""
    with locks.held(BUILD / f"{file(table).name}.lock"):
        known = [row, *rows(table)]
        found = (find(one, known) for one in planned(table))
        write_atomically(file(table), "".join(f"{json.dumps(one)}\n" for one in found if one))
