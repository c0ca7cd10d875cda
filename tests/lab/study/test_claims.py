"""The tests of the paper's claims, on made-up costs, and on its printed times."""

import pytest

from motelab.study import claims, hypotheses, names
from motelab.study.claims import Costs

CLAIMS = {claim["name"]: claim for claim in hypotheses.load()["claim"]}


def findings_of(name: str, costs: dict[str, float], **memory) -> list[claims.Finding]:
    return claims.TESTS[name](CLAIMS[name], Costs("board", "library", costs, **memory))


def test_every_claim_has_a_test():
    assert set(CLAIMS) == set(claims.TESTS)


@pytest.mark.parametrize(
    ("name", "costs", "text", "agrees"),
    [
        ("binary-small-fields", {"wtls1": 90, "sect113r1": 95, "sect113r2": 100}, "saves 10.0 % of sect113r2", True),
        ("binary-small-fields", {"wtls1": 99, "sect113r2": 100}, "wtls1 saves 1.0 % of sect113r2", False),
        ("binary-large-fields", {"sect163k1": 80, "sect163r1": 100}, "sect163k1 saves 20.0 % of sect163r1", False),
        ("prime-not-small", {"secp192k1": 100, "prime192v1": 85, "prime192v2": 80},
         "192 bits: prime192v2 saves 20.0 % of secp192k1", True),
        ("ipsec3-sect131r2", {"ipsec3": 104, "sect131r2": 100}, "ipsec3 takes +4.0 % against sect131r2", True),
        ("secp128r1-wtls8", {"secp128r1": 106, "wtls8": 100}, "secp128r1 takes +6.0 % against wtls8", False),
        ("prime-beats-binary", {"secp160r1": 60, "secp160k1": 50, "sect163r1": 100, "sect163k1": 90},
         "80 bits: secp160k1 saves 44.4 % of sect163k1", True),
        ("up-to-50-percent", {"wtls9": 100, "wtls7": 50, "secp160r1": 75}, "bits: wtls7 saves 50.0 % of wtls9", True),
    ],
)  # fmt: skip
def test_findings(name, costs, text, agrees):
    (found,) = findings_of(name, costs)
    assert text in found.text and found.agrees == agrees


def test_a_field_with_one_kind_of_curve_says_nothing():
    """Both curves over F_2^283 have a short a."""
    assert findings_of("binary-large-fields", {"sect283r1": 100, "sect283k1": 90}) == []
    assert findings_of("ipsec3-sect131r2", {"ipsec3": 100}) == []
    assert findings_of("up-to-50-percent", {"wtls9": 100}) == []


def test_memory_needs_less_of_both():
    names = ("secp192k1", "prime192v1", "prime192v2")
    flash = dict(zip(names, (7000, 7100, 7300), strict=True))
    for ram, agrees in ((900, True), (1000, False)):
        sizes = dict(zip(names, (ram, 1000, 990), strict=True))
        (found,) = findings_of("small-saves-memory", dict.fromkeys(names, 1), flash_bytes=flash, ram_bytes=sizes)
        assert found.text == f"F_p of 192 bits: -100 B of flash, {ram - 990:+,} B of RAM" and found.agrees == agrees


def test_only_complete_sides_count(monkeypatch):
    """A board whose rows are not all measured tests no claim; a name that does not fit is a row."""
    lines = [{"board": "b", "implementation": "best", "name": one.name, "median": 1} for one in names.load()]
    lines[0] = {"board": "b", "implementation": "best", "name": lines[0]["name"], "reason": "does not fit"}
    for kept, count in ((lines, 3), (lines[1:], 2)):
        monkeypatch.setattr(claims.store, "rows", lambda kept=kept: kept)
        assert len(claims.sides()) == count
    assert len(claims.sides()[0].costs) == 50


def test_printed_times():
    """The paper's own tables: 10 % more from wtls8 to wtls6 at least, and never 50 % of anything."""
    rows = {(row["claim"], row["board"]): row for row in claims.rows() if row["implementation"] == "as printed"}
    assert rows["prime-not-small", "Raspberry Pi 2"]["holds"] and not rows["prime-not-small", "MSP430"]["holds"]
    assert "wtls7 saves 33.6 % of wtls9" in rows["up-to-50-percent", "MSP430"]["evidence"]
    assert rows["ipsec3-sect131r2", "Raspberry Pi 2"]["evidence"] == "ipsec3 takes -0.7 % against sect131r2"
