"""`./motecurve leakage --plot`: a planted leak stands highest and alone, estimates of traces hold, samples that share a
pixel keep their largest, bad input is one line."""

import dataclasses
import json
import re
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

from motelab import ROOT
from motelab.leakage import campaign, plot, results, simulator, statistics
from motelab.leakage.moments import Sums
from motelab.leakage.results import Answer, Question
from tests.lab.leakage.test_traces import address_of, assembled, jobs, words

X25519 = "leakage --op ecdh --curve Curve25519 --board telosb --model weight"
WINDOW = "--to mc_fp255_clamped_scalar"
TRACES = 600


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(campaign, "FOLDER", tmp_path / "kept")


def texts(svg: bytes | str) -> list[str]:
    """The words of a picture; an error if it is no well-formed XML."""
    return [text for element in ElementTree.fromstring(svg).iter() for text in (element.text or "").split("\n") if text]


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """The planted program of test_traces.py, and t-tests of its changes in so many traces."""
    folder = tmp_path_factory.mktemp("planted")
    image = assembled(folder, "atmega128")
    options, made = words(image, folder, "distance"), jobs(TRACES)
    simulator.run(image.elf, options, [], made[:1])

    def tested(traces: int) -> np.ndarray:
        path = folder / f"{traces}.sums"
        simulator.run(image.elf, options, ["--sums", str(path), "--order", "1"], made[:traces])
        ((_, classes),) = Sums(path).pieces()
        draw = np.random.default_rng(1)
        return statistics.t_values([moments.with_noise(1.0, draw) for moments in classes], 1)

    return SimpleNamespace(elf=image.elf, kept=np.fromfile(folder / "planted.distance.index", np.uint32), tested=tested)


def answer(planted, values: np.ndarray, traces: int = TRACES, **more) -> Answer:
    """As `ask.answer` makes it, of a campaign without a curve."""
    told = SimpleNamespace(
        image=SimpleNamespace(path=planted.elf), kept=planted.kept, limits=(0, len(planted.kept)), calls=False,
        has_modules=False,
    )  # fmt: skip
    question = Question(traces, "fixed-random")
    head = {"operation": "ecdh", "algorithm": "ladder", "curve": "Curve25519", "board": "micaz", "protect": "none"}
    head |= {"traces": traces, "model": "distance", "test": "fixed-random", "source": None, "module": None}
    found = Answer(told, question, values, lambda n: statistics.threshold(len(values), n // 2), [], **more)
    rows = [
        head | {"routine": name, "instruction": "0x0", "t_max": float(t), "leaks": bool(t > found.limit), "parted": 0}
        for name, t in zip(
            ("planted", "apart"), (values.max(), values[planted.kept == planted.kept[6]][0]), strict=True
        )
    ]
    return dataclasses.replace(found, rows=rows)


def test_a_planted_leak_is_the_highest_and_alone(planted):
    """The instruction at the label `leak`, in its routine."""
    found = answer(planted, planted.tested(TRACES))
    (peak,) = plot.peaks(found)
    assert peak.routine == "planted"
    assert int(planted.kept[peak.sample]) == address_of(planted.elf, "leak")
    assert peak.value == found.values.max()
    said = texts(plot.drawn(found, "svg"))
    assert said.count("planted") == 2  # above the run, and beside its bar
    assert said.count("apart") == 1  # beside a bar alone
    assert any(f"{found.limit:.2f}" in text for text in said)


def test_a_routine_stands_at_its_strongest_sample(planted):
    """The strongest routine first."""
    values = np.zeros(len(planted.kept))
    apart = np.flatnonzero(planted.kept == planted.kept[6])[0]
    values[[0, 1, 2, apart]] = 50, 90, 70, 80
    assert plot.peaks(answer(planted, values)) == [("planted", 1, 90.0), ("apart", apart, 80.0)]


def test_estimates_of_traces_hold(planted):
    """In half as many the leak does not exceed the threshold, in twice as many it does."""
    found = answer(planted, planted.tested(TRACES))
    needed = plot.traces_needed(found, found.rows[0])
    assert needed and results.LEAST < needed < TRACES
    assert plot.traces_needed(found, found.rows[1]) is None
    for traces, leaks in ((needed // 2, False), (2 * needed, True)):
        values = planted.tested(traces)
        assert (values.max() > statistics.threshold(len(values), traces // 2)) == leaks


def test_differences_without_spread_and_parting_traces_are_drawn(planted):
    values = np.zeros(len(planted.kept))
    values[9] = np.inf
    found = answer(planted, values, parts_at=12)
    found.rows[0]["t_max"] = None
    found.rows.append(found.rows[0] | {"parted": 3})
    assert plot.traces_needed(found, found.rows[0]) == results.LEAST
    said = texts(plot.drawn(found, "svg"))
    assert plot.INFINITE in said and f"at most {results.LEAST}" in said
    assert "traces part here" in said and "traces part " in said


def test_columns_keep_the_largest():
    draw = np.random.default_rng(3)
    values = draw.random(123_457)
    values[77_777] = 9.0
    middles, largest = plot.columns(values)
    assert len(middles) == len(largest) == plot.COLUMNS_MAX
    assert largest.max() == 9.0
    assert abs(middles[largest.argmax()] - 77_777) <= len(values) / plot.COLUMNS_MAX
    few = draw.random(7)
    middles, largest = plot.columns(few)
    assert middles.tolist() == list(range(7)) and largest.tolist() == few.tolist()


def test_the_picture_has_what_the_rows_say(lab, tmp_path):
    """Routines that leak, the threshold and the conditions; rows stay as they are without a picture; the same bytes
    each time."""
    line = f"{X25519} {WINDOW} --traces 60"
    status, rows, error = lab(f"{line} --plot a.svg")
    assert status == 0, error
    assert lab(line)[1] == rows
    assert lab(f"{line} --plot b.svg --format table")[0] == 0
    picture = (tmp_path / "a.svg").read_bytes()
    assert (tmp_path / "b.svg").read_bytes() == picture
    found, said = json.loads(rows), texts(picture)
    leaking = [row["routine"] for row in found if row["leaks"]][: plot.NAMED_MAX]
    assert leaking and all(said.count(name) == 2 for name in leaking)
    assert any(f"{found[0]['threshold']:.2f}" in text for text in said)
    assert any(results.MODEL_ONLY in text and "telosb, blinding none: 60 traces, weight" in text for text in said)


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", ["--test fixed-fixed --calls", "--test mutual-information --traces 200", "--by instruction", "--order 2"]
)
def test_every_test_has_a_picture(lab, tmp_path, more):
    traces = "" if "--traces" in more else "--traces 60"
    status, _, error = lab(f"{X25519} {WINDOW} {traces} {more} --plot chart.PNG")
    assert status == 0, error
    assert (tmp_path / "chart.PNG").read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--traces 60 --plot chart.pdf", "chart.pdf must end with .svg or .png"),
        ("--traces 1 --test horizontal --plot chart.svg", "--plot is for tests, not attacks: leave it out, or --test "),
        ("--traces 3 --plot chart.svg", "--traces 3 is too few for --test fixed-random: at least 4"),
    ],
)
def test_bad_input_is_one_line(lab, tmp_path, line, told):
    status, output, error = lab(f"{X25519} {line}")
    assert (status, output) == (2, b"")
    assert told in error and len(error.splitlines()) == 1
    assert not list(tmp_path.glob("chart*"))


def test_the_committed_picture_is_that_of_its_command():
    """Its size, its title, and the command in the page."""
    path = ROOT / "docs/assets/leakage.svg"
    assert path.stat().st_size < 150_000
    said = texts(path.read_bytes())
    page = (ROOT / "docs/protection/leakage.md").read_text()
    (command,) = re.findall(
        r"leakage --op (\S+) --curve (\S+) --board (\S+) [^`]* --plot docs/assets/leakage\.svg", page
    )
    operation, curve, board = command
    assert any(operation in text and f"on {curve}, {board}," in text and results.MODEL_ONLY in text for text in said)
