"""`study anomalous`: its output, figures, and bad input."""

import json

import pytest

from motelab.boards import board as boards
from motelab.common.errors import DoesNotFit, ImageFailed
from motelab.study import measuring, missing, names, store, tables
from motelab.study.missing import Task

ROW = {
    "table", "curve", "board", "implementation", "microseconds", "cycles", "instructions", "small_parameters",
    "delta_percent", "published_microseconds", "published_delta_percent",
}  # fmt: skip
CLAIM = {"claim", "holds", "evidence"}
PAIR = {"curve", "twin", "changed", "board", "ratio", "interval"}


def test_lines_for_programs(lab):
    """Rows, claims and pairs, each with the fields that others read."""
    status, output, _ = lab("study anomalous")
    lines = json.loads(output)
    kinds = {kind: [line for line in lines if line["kind"] == kind] for kind in ("row", "claim", "pair")}
    assert status == 0 and sum(map(len, kinds.values())) == len(lines)
    for kind, fields in (("row", ROW), ("claim", CLAIM), ("pair", PAIR)):
        assert kinds[kind] and all(fields <= line.keys() for line in kinds[kind])
    assert len(kinds["row"]) == 50 * sum(map(len, measuring.BOARDS.values()))
    assert all(low <= line["ratio"] <= high for line in kinds["pair"] for low, high in [line["interval"]])


@pytest.mark.parametrize("name", tables.TABLES)
def test_tables_for_people(lab, name):
    """Every table prints, within 100 columns but for evidence; weak curves say so."""
    status, output, _ = lab(f"study anomalous --table {name} --format table --board rpi2")
    text = output.decode()
    assert status == 0 and text.strip()
    assert "wtls8" not in text or "wtls8 (weak)" in text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--table IV", "no table of the study 'IV'; "),
        ("--board imx6", "no board of the study 'imx6'; "),
        ("--figure 5 -o x.svg", "no figure of the paper '5'; there is 1, 2, 3, 4"),
        ("--figure 2", "a figure needs both: --figure NUMBER and -o FILE"),
        ("--figure 2 -o x.pdf", "x.pdf must end with .svg or .png"),
    ],
)
def test_bad_input(lab, line, message):
    status, output, error = lab(f"study anomalous {line}")
    assert (status, output) == (2, b"") and message in error and error.count("\n") == 1


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_figures(lab, tmp_path, number):
    """The same bytes every time; bars have the names of their group."""
    for name in ("first.svg", "second.svg"):
        assert lab(f"study anomalous --figure {number} -o {name}") == (0, b"", "")
    text = (tmp_path / "first.svg").read_text()
    assert text == (tmp_path / "second.svg").read_text()
    words = {"1": ("data concentrator", "MSP430"), "2": ("wtls5", "ipsec4", "c2pnb176v1"), "3": ("wtls9", "secp160k1")}
    assert all(word in text for word in words[number])


def test_kept_lines_of_simulated_boards_are_measured_again():
    assert missing.tasks() == []
    again = missing.tasks(again=True)
    assert {task.path for task in again} == {store.ROWS, store.STATES, store.TRADES}
    assert not {task.board for task in again} & set(boards.hosts())
    assert len([task for task in again if (task.board, task.path) == ("cortex-m0plus", store.ROWS)]) == 100


def test_missing_lines_are_told(lab, monkeypatch):
    """Without any row of a board, its command is named once, and the figure that needs it says the same."""
    monkeypatch.setattr(store, "rows", lambda: [])
    _, _, error = lab("study anomalous --table A-II --board rpi2")
    assert "rpi2: 150 lines are not measured yet: ./motecurve study anomalous --missing --board rpi2\n" in error
    status, _, error = lab("study anomalous --figure 2 -o x.svg")
    assert status == 2 and "figure 2 lacks rows; measure them with ./motecurve study anomalous" in error


def test_what_is_measured_is_kept_at_once(tmp_path, monkeypatch):
    """A task that fails is reported and the others are kept; a second run has only the failed one left."""
    monkeypatch.setitem(store.KEYS, tmp_path / "rows.jsonl", store.ROW_KEY)
    monkeypatch.setattr(store, "ROWS", tmp_path / "rows.jsonl")

    def fail():
        raise ImageFailed("wrong result")

    line = measuring.row("rpi2", "best", "wtls1") | {"median": 1}
    tasks = [
        Task("rpi2", "best wtls1", store.ROWS, 1, lambda: [line]),
        Task("rpi2", "best wtls3", store.ROWS, 1, fail),
    ]
    told = []
    assert missing.measured(tasks, 1, lambda *words: told.append(words)) == ["rpi2: best wtls3: wrong result"]
    assert store.rows() == [line] and [words[0] for words in told] == [1, 2]
    assert len([task for task in missing.tasks("rpi2") if task.what.startswith("best")]) == 49
    store.keep(store.ROWS, [line | {"median": 2}])
    assert store.rows() == [line | {"median": 2}]


def test_bytes_that_are_lacking(monkeypatch):
    """Flash, a table, or static RAM and stack; the row carries the reason."""
    for reason, lacking in (
        ("the image takes 42,000 B of flash; telosb has 41,856", 144),
        ("the table of wnaf/4 on sect571k1 takes 4,608 B of RAM; micaz has 4,096", 512),
        ("mc_key_generate takes 100 B of static RAM and 4,000 B of stack; micaz has 4,096", 4),
        ("mc-simavr: the stack ran into the variables: it reaches 0x201, variables end at 0x221 (pc 0x20c6)", 32),
        ("the region overflowed", None),
    ):
        assert measuring.bytes_lacking(reason) == lacking
    monkeypatch.setattr(measuring, "costs_of", lambda *_: (_ for _ in ()).throw(DoesNotFit(reason)))
    line = measuring.measured_row("micaz", "wnaf-montgomery", names.find("prime192v1"))
    assert line["reason"] == reason and line["bytes_lacking"] is None and "median" not in line
