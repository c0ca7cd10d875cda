"""Claims of fujdiak2017 in the paper's own measure: on made-up costs, and on its printed times."""

import json

import pytest

from motelab.study import fair_claims, names
from motelab.study.claims import Costs

CLAIMS = {claim.name: claim for claim in fair_claims.load()}


def findings(name: str, costs: dict[str, float]):
    return fair_claims.TESTS[CLAIMS[name].test](CLAIMS[name], Costs("board", "library", costs))


def test_delta_is_of_the_fastest():
    """The paper's own 50.50 %, from 13,031 to 19,612 us."""
    assert round(fair_claims.delta(19_612, 13_031), 2) == 50.50


@pytest.mark.parametrize(
    ("name", "costs", "text", "agrees"),
    [
        ("binary-small-fields", {"wtls1": 100, "sect113r1": 104}, "sect113r1 takes +4.0 % against wtls1", False),
        ("binary-small-fields", {"wtls1": 100, "sect113r1": 400}, "sect113r1 takes +300.0 % against wtls1", True),
        ("binary-small-fields", {"wtls1": 110, "sect113r1": 100}, "sect113r1 takes -9.1 % against wtls1", False),
        ("prime-not-small", {"secp192k1": 109, "prime192v2": 100}, "secp192k1 takes +9.0 % against prime192v2", False),
        ("prime-not-small", {"secp192k1": 190, "prime192v2": 100}, "secp192k1 takes +90.0 % against prime192v2", True),
        ("prime-no-effect-or-slower", {"secp192k1": 99, "prime192v2": 100}, "192 bits: secp192k1 takes -1.0 %", True),
        ("prime-no-effect-or-slower", {"secp192k1": 97, "prime192v2": 100}, "192 bits: secp192k1 takes -3.0 %", False),
        ("ipsec3-sect131r2", {"ipsec3": 106, "sect131r2": 100}, "ipsec3 takes +6.0 % against sect131r2", False),
        ("up-to-50-percent-reduction", {"wtls9": 150, "wtls7": 100}, "wtls9 takes +50.0 % against wtls7", True),
        ("prime-beats-binary", {"secp160r1": 100, "sect163k1": 109}, "80 bits: sect163k1 takes +9.0 %", False),
    ],
)
def test_one_side_decides(name, costs, text, agrees):
    (found,) = findings(name, costs)
    assert text in found.text and found.agrees is agrees


def test_memory_is_counted_in_bytes_of_parameters():
    """wtls8, with 112, 0, 2, 1, 2 and 113 bits, in 14 + 0 + 1 + 1 + 1 + 15 bytes; no board tests it."""
    assert fair_claims.octets(names.printed_lengths()["wtls8"]) == 32
    assert findings("small-saves-memory", {"wtls8": 1, "wtls6": 2}) == []
    rows = [row for row in fair_claims.rows() if row["claim"] == "small-saves-memory"]
    assert [row["board"] for row in rows] == [fair_claims.TABLES_A, fair_claims.STANDARDS]
    assert all("112 bits: 32 B against 84 B" in row["evidence"] for row in rows)


def test_places_are_apart():
    """The paper's devices by OpenSSL and by its library's algorithms; all else is elsewhere. Counts add up."""
    rows = fair_claims.rows()
    own = {(row["board"], row["implementation"]) for row in rows if row["where"] == fair_claims.ITS_PLATFORMS}
    assert own == {*fair_claims.PLATFORMS, (fair_claims.STANDARDS, "lengths")}
    every = [fair_claims.counts(of)[place] for of in (fair_claims.OWN, fair_claims.EARLIER)
             for place in fair_claims.PLACES]  # fmt: skip
    assert sum(count for _, count in every) == len(rows) and all(0 <= holding <= count for holding, count in every)


def test_claims_of_earlier_works_are_apart():
    assert {claim.name for claim in CLAIMS.values() if claim.of == fair_claims.EARLIER} == {
        "prime-beats-binary", "same-size-50-percent"
    }  # fmt: skip
    by_name = {row["claim"]: row for row in fair_claims.summaries()}
    assert by_name["up-to-50-percent-reduction"]["on_printed"] == "holds"
    assert "wtls9 takes +50.5 % against wtls7" in by_name["up-to-50-percent-reduction"]["printed"]
    assert by_name["prime-not-small"]["on_printed"] == "holds in part"


def test_command(lab):
    status, output, _ = lab("tables --source fujdiak2017 --claims")
    rows = json.loads(output)
    assert status == 0 and [row["claim"] for row in rows] == list(CLAIMS)
