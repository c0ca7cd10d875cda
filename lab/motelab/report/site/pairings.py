"""The page of pairings: what each costs on every board, with the security of its group."""

import itertools
from typing import Any

from motelab.report import pairings
from motelab.report.overview import Overview


def page(_: Overview) -> dict[str, Any] | None:
    """What the template shows; None without records."""
    found = pairings.tables()
    by_group = itertools.groupby(found, key=lambda table: (table.group, table.security))
    groups = [(name, security, list(tables)) for (name, security), tables in by_group]
    return {"groups": groups, "headings": pairings.HEADINGS} if groups else None
