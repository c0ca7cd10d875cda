"""Processors, cores and governors, in trees that look as Linux shows them."""

import os
import signal
from pathlib import Path

import pytest

from motelab.common.errors import MotecurveError
from motelab.parallel import topology

GOVERNORS = "conservative ondemand userspace powersave performance schedutil"


def tree(root: Path, cores: list[str], governor: str | None = "ondemand", available: str = GOVERNORS) -> Path:
    """A processor for each entry of cores, which names the processors of its core, such as "0,2"; "" shows none."""
    for number, siblings in enumerate(cores):
        folder = root / f"cpu{number}"
        (folder / "topology").mkdir(parents=True)
        if siblings:
            (folder / "topology/core_cpus_list").write_text(f"{siblings}\n")
            (folder / "topology/physical_package_id").write_text("0\n")
        if governor:
            (folder / "cpufreq").mkdir()
            (folder / "cpufreq/scaling_governor").write_text(f"{governor}\n")
            (folder / "cpufreq/scaling_available_governors").write_text(f"{available} \n")
    return root


def system(root: Path, count: int) -> topology.System:
    return topology.System(root, range(count))


def governors(root: Path) -> list[str]:
    return [path.read_text().strip() for path in sorted(root.glob("cpu*/cpufreq/scaling_governor"))]


FOUR_OF_TWO = ["0,2", "1,3", "0,2", "1,3"]


@pytest.mark.parametrize(
    ("cores", "threads", "siblings", "numbers", "words"),
    [
        (["0", "1"], 2, False, [0, 1], "2 physical cores"),
        (["0", "1"], 1, False, [0], "1 physical core"),
        (["0", "1"], 4, False, [0, 1], "2 physical cores"),
        (["0-1", "0-1"], 2, False, [0, 1], "2 threads of 1 core"),
        (FOUR_OF_TWO, 2, False, [0, 1], "2 physical cores"),
        (FOUR_OF_TWO, 2, True, [0, 2], "2 threads of 1 core"),
        (FOUR_OF_TWO, 3, False, [0, 1, 2], "3 threads of 2 cores"),
        (["0-1", "0-1", "2-3", "2-3"], 2, False, [0, 2], "2 physical cores"),
        (["0-1", "0-1", "2", "3"], 3, True, [0, 1, 2], "3 threads of 2 cores"),
        (["", ""], 2, False, [0, 1], "unknown"),
    ],
)
def test_places_of_threads(tmp_path, cores, threads, siblings, numbers, words):
    chosen = system(tree(tmp_path, cores), len(cores)).chosen(threads, siblings)
    assert [one.number for one in chosen] == numbers
    assert topology.in_words(chosen) == words


def test_packages(tmp_path):
    tree(tmp_path, ["0", "1"])
    (tmp_path / "cpu1/topology/physical_package_id").write_text("1\n")
    assert topology.in_words(system(tmp_path, 2).chosen(2)) == "2 physical cores in 2 packages"


def test_only_allowed_processors_count(tmp_path):
    found = topology.System(tree(tmp_path, FOUR_OF_TWO), (1, 3))
    assert topology.in_words(found.chosen(2)) == "2 threads of 1 core"


def test_this_machine():
    """Its own tree, whatever it shows."""
    here = topology.System()
    assert {one.number for one in here.processors} == os.sched_getaffinity(0)
    with topology.running_on(here.processors[:1]):
        assert os.sched_getaffinity(0) == {here.processors[0].number}
    assert os.sched_getaffinity(0) == {one.number for one in here.processors}


def test_every_governor_in_turn(tmp_path):
    found = system(tree(tmp_path, ["0", "1"]), 2)
    seen = []
    for name in found.wanted("all"):
        with found.governed(name):
            seen.append(governors(tmp_path))
            assert found.governor() == name
    assert seen == [[name] * 2 for name in GOVERNORS.split() if name != "userspace"]
    assert governors(tmp_path) == ["ondemand"] * 2


def test_each_processor_has_its_own_governor_again(tmp_path):
    tree(tmp_path, ["0", "1"])
    (tmp_path / "cpu1/cpufreq/scaling_governor").write_text("powersave\n")
    found = system(tmp_path, 2)
    assert found.governor() == "ondemand, powersave"
    with found.governed("performance"):
        assert governors(tmp_path) == ["performance"] * 2
    assert governors(tmp_path) == ["ondemand", "powersave"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interruption_restores_the_governor(tmp_path, number):
    found = system(tree(tmp_path, ["0", "1"]), 2)
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), found.governed("performance"):
        assert governors(tmp_path) == ["performance"] * 2
        os.kill(os.getpid(), number)
    assert governors(tmp_path) == ["ondemand"] * 2
    assert signal.getsignal(number) is before


def test_a_second_interruption_does_not_end_the_first(tmp_path, monkeypatch):
    found = system(tree(tmp_path, ["0", "1"]), 2)
    write = topology._write

    def interrupted(path: Path, text: str) -> None:
        if text == "ondemand":
            os.kill(os.getpid(), signal.SIGINT)
        write(path, text)

    monkeypatch.setattr(topology, "_write", interrupted)
    with found.governed("performance"):
        pass
    assert governors(tmp_path) == ["ondemand"] * 2


def test_a_refusal_restores_those_that_were_set(tmp_path):
    tree(tmp_path, ["0", "1"])
    refusing = tmp_path / "cpu1/cpufreq/scaling_governor"
    refusing.unlink()
    refusing.mkdir()  # cannot be written, not even by root
    with (
        pytest.raises(MotecurveError, match="cpu1/cpufreq/scaling_governor"),
        system(tmp_path, 2).governed("performance"),
    ):
        pytest.fail("the block must not begin")
    assert (tmp_path / "cpu0/cpufreq/scaling_governor").read_text().strip() == "ondemand"


def test_a_governor_that_is_not_to_be_had(tmp_path):
    found = system(tree(tmp_path, ["0", "1"]), 2)
    with pytest.raises(MotecurveError, match="no governor 'performnce'; did you mean performance"):
        found.wanted("performnce")


@pytest.mark.parametrize("name", ["all", "performance"])
def test_a_system_without_governors(tmp_path, name):
    found = system(tree(tmp_path, ["0", "1"], governor=None), 2)
    assert found.governor() is None and found.wanted(None) == [None]
    with pytest.raises(MotecurveError, match=f"shows no governors of its clocks below {tmp_path}; measure without"):
        found.wanted(name)
