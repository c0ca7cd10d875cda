"""The committed results: made after the hypotheses and from them, complete in themselves, and the same when measured
again."""

import subprocess

import pytest

from motelab import ROOT
from motelab.study import conclusion, hypotheses, measuring, names, store, tables
from motelab.study.hypotheses import FILE, OURS
from tests.conftest import share


def first_commit_time(path) -> int | None:
    """When git first saw a file; None without its history."""
    command = ["git", "log", "--format=%ct", "--diff-filter=A", "--", str(path)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.split()
    return int(found[-1]) if found else None


def test_results_are_of_these_hypotheses():
    """Every kept state carries the digest of the file, and git saw the file before it saw results."""
    lines = store.states()
    assert lines and {line["hypotheses_sha256"] for line in lines.values()} == {hypotheses.sha256()}
    assert set(lines) <= set(hypotheses.states())
    times = [first_commit_time(path) for path in (FILE, store.STATES, store.ROWS)]
    if None not in times:
        assert times[0] <= min(times[1:])


def test_states_of_other_hypotheses_do_not_count(monkeypatch):
    monkeypatch.setattr(hypotheses, "sha256", lambda: "another")
    assert store.states() == {}


def test_every_state_has_a_cost_for_each_scalar():
    for state, line in store.states().items():
        assert len(line["costs"]) == hypotheses.method()["scalars"] and min(line["costs"]) > 0, state


def test_rows_are_measured_or_say_why_not():
    for row in tables.rows():
        measured = [row[unit] for unit in ("cycles", "instructions", "microseconds") if row[unit] is not None]
        assert bool(measured) != bool(row["reason"]), row
        assert (row["bytes_lacking"] or 0) > 0 if row["reason"] and not row["command"] else row["bytes_lacking"] is None


def test_conclusion_has_five_sentences():
    found = conclusion.sentences()
    assert len(found) == 5 and all(text.count(". ") == 0 and text.endswith(".") for text in found)


def test_numbers_of_the_conclusion():
    """The range of the second sentence, computed anew from the states."""
    known = store.states()
    changes = []
    for pair in hypotheses.pairs():
        if pair.hypothesis == "prime-minus-3-formulas":
            one, other = (sorted(known[state]["costs"][i] for i in range(12)) for state in (pair.curve, pair.twin))
            ratios = sorted(b / a for a, b in zip(known[pair.curve]["costs"], known[pair.twin]["costs"], strict=True))
            changes.append(100 * ((ratios[5] + ratios[6]) / 2 - 1))
            assert other[6] < one[6]
    assert f"a = -3 change the cost by {min(changes):+.1f} to {max(changes):+.1f} %" in conclusion.sentences()[1]


@pytest.mark.slow
def test_a_state_is_measured_again():
    """One state of this library on the board that is simulated fastest, with its image."""
    planned = [state for state in hypotheses.states() if (state.board, state.implementation) == ("cortex-m0plus", OURS)]
    (state,) = share(planned, len(planned))
    line = measuring.measured_state(state)
    assert line == store.states()[state]


@pytest.mark.slow
def test_a_row_is_measured_again():
    kept = {tuple(line[name] for name in store.ROW_KEY): line for line in store.rows()}
    (key,) = share(sorted(key for key in kept if key[0] == "cortex-m0plus"), len(kept))
    assert measuring.measured_row(*key[:2], names.find(key[2])) == kept[key]
