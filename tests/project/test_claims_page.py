"""docs/papers.md: its verdicts and figures are computed from committed records."""

import pytest

from motelab.compare import paper_claims
from motelab.report.tables import Measured
from motelab.study.names import SOURCE as STUDIED
from tools import claims_page, figures


def test_the_page_has_every_paper():
    found = [source for _, source, _ in claims_page.BLOCK.findall(claims_page.PAGE.read_text())]
    assert sorted(found) == sorted({*(claim.source for claim in paper_claims.load()), STUDIED})


def test_the_page_is_fresh_and_a_wrong_verdict_is_noticed():
    page = claims_page.PAGE.read_text()
    assert figures.written(claims_page.PAGE) == page, "run tools/figures.py docs/papers.md"
    wrong = page.replace("**does not hold**", "**holds**")
    assert wrong != page and claims_page.filled(wrong) == page


def test_every_claim_of_simulated_boards_and_hosts_is_tested():
    """Also the times of a host, which are committed by the Koblitz curve of a field."""
    for source in ("aranha2008", "tinyecck2008", "dahab2006"):
        assert all(row["on_ours"] != paper_claims.UNTESTED for row in claims_page.rows(source))


def test_its_commands_have_records():
    """They are among the commands of which a share is measured again in each commit."""
    assert set(claims_page.commands()) <= set(figures.asked()) and len(claims_page.commands()) > 50


@pytest.mark.parametrize(("cycles", "verdict"), [(1000, "holds"), (5_000_000, "does not hold")])
def test_a_verdict_follows_from_the_records(monkeypatch, cycles, verdict):
    """With made-up cycles of the faster side the claim of 39 % holds or fails; all other calls take 2 million."""

    def measured(request):
        is_faster = (request.algorithm, request.backend) == ("wtnaf", "asm")
        made = {"cycles": cycles if is_faster else 2_000_000, "board": "micaz", "loads": 10, "clock_hz": 7_372_800}
        return Measured(claims_page.NOTHING | made, is_recorded=True)

    monkeypatch.setattr(claims_page, "measured", measured)
    rows = {row["claim"]: row for row in claims_page.rows("aranha2008")}
    assert rows["koblitz-39-percent"]["on_ours"] == verdict and rows["koblitz-39-percent"]["on_printed"] == "holds"
