"""Claims of papers about their own tables, on made-up rows; and the line that counts a paper's rows."""

import json

import pytest

from motelab.common.errors import MotecurveError
from motelab.compare import paper_claims, published
from motelab.compare.paper_claims import FAILS, HOLDS, PARTLY, UNTESTED, Claim
from motelab.report import summary

SOURCES = sorted({claim.source for claim in paper_claims.load()})
PAIRS = (
    {"of": {"language": "wMMX"}, "over": {"language": "C"}},
    {"of": {"language": "asm"}, "over": {"language": "C"}},
)


def row(language: str, value: float, ours: float | None, **more) -> dict:
    same = {"table": "1", "subject": "s", "operation": "product", "algorithm": "a", "metric": "cycles"}
    return {**same, "language": language, "value": value, "ours": ours, **more}


def result(rows: list[dict], **claim) -> dict:
    values = {"source": "x", "name": "n", "place": "p", "quote": "q", "pairs": PAIRS, "between": (30, 60)}
    return paper_claims.tested(Claim(**(values | claim)), rows)


def test_verdicts_on_printed_figures_and_on_ours():
    rows = [row("C", 100, 200), row("wMMX", 50, 150), row("asm", 70, 160)]
    found = result(rows)
    assert (found["on_printed"], found["on_ours"]) == (HOLDS, FAILS)
    assert found["printed"] == "wMMX: 50 % saved; asm: 30 % saved"
    assert found["ours"] == "wMMX: 25 % saved; asm: 20 % saved"
    assert result(rows, between=(25, 60))["on_ours"] == PARTLY
    faster = result(rows, between=(30, paper_claims.UNBOUNDED), unit="% faster")
    assert faster["printed"].startswith("wMMX: 100 % faster")


def test_a_claim_without_figures_is_not_tested():
    rows = [row("C", 100, None), row("wMMX", 50, 150), row("asm", 70, 80)]
    assert result(rows)["on_ours"] == UNTESTED and "no figure" in result(rows)["ours"]


def test_a_pair_that_names_no_row_is_an_error():
    with pytest.raises(MotecurveError, match="n: 0 rows instead of one"):
        result([row("C", 1, 1)])


def test_threads_win_or_lose():
    one = row("", 10, 10, published_speedup=None, our_speedup=None, pool_speedup=None)
    two = row("", 8, 12, published_speedup=1.25, our_speedup=0.8, pool_speedup=0.9) | {"algorithm": "Bipartite"}
    claim = {"pairs": (), "table": "1", "subjects": ("s", "other")}
    found = result([one, two], **claim)
    assert (found["on_printed"], found["printed"]) == (HOLDS, "s: 1.25 (Bipartite); other: no figure")
    assert (found["on_ours"], found["ours"]) == (FAILS, "s: 0.90 (Bipartite); other: no figure")
    assert result([one, two], **claim, wins=False)["on_ours"] == HOLDS


@pytest.mark.parametrize("source", SOURCES)
def test_papers_hold_on_their_own_figures(source):
    """Each pair of a claim names two rows; dahab2006's "54 %" and "30 to 60 %" hold as time saved, and its "50 %" as
    speed, but not in C."""
    rows = [vars(one) | {"ours": None} for one in published.rows(source)]
    found = {c.name: paper_claims.tested(c, rows) for c in paper_claims.of(source) if c.pairs}
    verdicts = {name: one["on_printed"] for name, one in found.items() if one["on_printed"] != HOLDS}
    assert verdicts == ({"constant-50-percent": PARTLY} if source == "dahab2006" else {})
    assert {one["on_ours"] for one in found.values()} <= {UNTESTED}


def test_claims_of_threads_are_read_from_records(lab):
    status, output, _ = lab("tables --source arruda2014 --claims")
    rows = {one["claim"]: one for one in json.loads(output)}
    assert status == 0 and rows["sequential-below-768-bits"]["on_ours"] == HOLDS
    assert {one["on_printed"] for one in rows.values()} == {HOLDS}


def test_a_source_without_claims(lab):
    status, output, error = lab("tables --source peers --claims")
    assert (status, output) == (2, b"") and "peers has no claims here" in error


def counted(*rows: dict) -> str:
    return summary.line([{"ours": None, "ratio": None, "reason": None, "verified": None} | one for one in rows])


def test_the_line_tells_undone_from_impossible():
    full = {"ours": 1, "ratio": 2.0, "verified": True}
    assert counted(full) == "1 rows; 1 with ours; 1 with a ratio; impossible here: none; undone: none"
    line = counted(full, full | {"nearest": True}, {"reason": "not yet measured: ./x"}, {"reason": "no such curve"})
    assert line == (
        "4 rows; 2 with ours (1 the nearest of ours); 2 with a ratio; impossible here: 1 (1 no such curve); "
        "undone: 1 (1 ./x)"
    )
    assert "1 not verified" in counted({"verified": False, "reason": "crashed"})
