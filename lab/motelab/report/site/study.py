"""The page of the study, if its module and its data are there."""

from typing import Any

from motelab.report.overview import Overview


def page(overview: Overview) -> dict[str, Any] | None:
    """What the template shows; None without a study."""
    rows = results()
    if not rows:
        return None
    by_kind: dict[str, list[dict[str, Any]]] = {"row": [], "claim": [], "pair": []}
    for row in rows:
        by_kind.setdefault(row["kind"], []).append(row)
    return {"rows": by_kind["row"], "claims": by_kind["claim"], "pairs": by_kind["pair"]}


def results() -> list[dict[str, Any]]:
    """The rows that `./motecurve study anomalous` prints, from its committed results; none without a study."""
    return []
