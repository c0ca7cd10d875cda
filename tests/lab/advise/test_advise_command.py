"""./motecurve advise: its rows against the committed records, its answers to impossible and wrong demands, its time,
and first choices confirmed on the simulators."""

import csv
import io
import itertools
import json
import os
import resource
import subprocess
import sys

import pytest

from motelab import DATA, ROOT
from motelab.advise import configuration, confirmation
from motelab.advise.choices import candidates
from motelab.boards import board as boards
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.records import FIELDS
from tests.conftest import boards_in_turn, share
from tools import confirm_advice

CONTRACT = [
    "rank", "board", "curve", "operation", "algorithm", "cycles", "milliseconds", "energy_mj", "flash_bytes",
    "ram_bytes", "security_bits", "constant_time", "pareto", "excluded", "reason",
]  # fmt: skip
WORDS = {"ecdh": ("ecdh",), "sign": ("ecdsa-sign", "eddsa-sign"), "verify": ("ecdsa-verify", "eddsa-verify")}
SECONDS = 1.0
SEED = 20_26  # of the random scenarios that the slow tests draw from


def of_file(name: str, operations: tuple[str, ...]) -> list[dict]:
    """The records of a board's file for these operations."""
    rows = map(json.loads, (DATA / f"records/{name}.jsonl").read_text().splitlines())
    return [row for row in rows if row["operation"] in operations]


@pytest.mark.parametrize("name", ["micaz", "cortex-m4", "rpi2"])
@pytest.mark.parametrize("word", WORDS)
def test_rows_are_the_records(lab, name, word):
    """Without a terminal JSON: every committed record has one row with its figures, ranked by time. The sweep may have
    more."""
    status, output, _ = lab(f"advise --board {name} --op {word} --by time")
    rows, records = json.loads(output), of_file(name, WORDS[word])
    assert status == 0 and list(rows[0])[: len(CONTRACT)] == CONTRACT
    figures = ("curve", "operation", "algorithm", "cycles", "energy_mj", "flash_bytes", "profile", "choices")
    of_rows = [json.dumps([row[figure] for figure in figures]) for row in rows]
    of_records = [json.dumps([record[figure] for figure in figures]) for record in records]
    assert set(of_rows) >= set(of_records) and len(set(of_rows)) == len(rows) >= len(records) > 0
    ranked = [row for row in rows if not row["excluded"]]
    assert [row["rank"] for row in rows] == [*range(1, len(ranked) + 1), *[None] * (len(rows) - len(ranked))]
    counts = [row["cycles"] if row["cycles"] is not None else row["instructions"] for row in ranked]
    assert counts == sorted(counts) and ranked[0]["pareto"]
    assert all(row["security_bits"] >= 112 and row["level"] == "fine" and row["reason"] is None for row in ranked)
    assert all(row["reason"] and not row["pareto"] for row in rows if row["excluded"])


def test_csv_has_the_same_rows(lab):
    output = lab("advise --board telosb --op sign,verify --format csv")[1].decode()
    rows = json.loads(lab("advise --board telosb --op sign,verify")[1])
    read = list(csv.DictReader(io.StringIO(output)))
    assert [row["flash_bytes"] for row in read] == [str(row["flash_bytes"]) for row in rows]
    assert {row["operation"] for row in rows} == {"ecdsa-sign,ecdsa-verify", "eddsa-sign,eddsa-verify"}
    assert all(row["flash_is_upper_bound"] for row in rows)


def test_weak_curves_are_never_first_unless_admitted(lab):
    """Whatever bits are asked for; a legacy one that is first is called so on stderr."""
    for bits in (0, 60, 79):
        status, output, told = lab(f"advise --board micaz --op ecdh --security {bits}")
        rows = json.loads(output)
        assert status == 0 and {row["level"] for row in rows if not row["excluded"]} == {"legacy", "fine"}
        weak = [row for row in rows if row["level"] == "weak"]
        assert weak and all(row["missed"][0] == "weak" and "--allow-weak" in row["reason"] for row in weak)
        assert f"{rows[0]['curve']} has {rows[0]['security_bits']} bits, legacy" in told
    status, output, told = lab("advise --board micaz --op ecdh --by time --allow-weak")
    assert status == 0 and json.loads(output)[0]["level"] == "weak" and "bits, weak" in told


def test_the_table_for_people(lab):
    status, output, _ = lab("advise --board micaz --op sign,verify --format table")
    text = output.decode()
    assert status == 0 and "choices on micaz meet the demands" in text and "<= " in text and "1*" in text
    assert "sect233k1 (legacy)" in text and "./motecurve firmware --board micaz" in text
    status, output, _ = lab("advise --board micaz --op sign,verify --by time --allow-weak --format table")
    assert status == 0 and "sect163k1 (weak)" in output.decode()
    for shown in (text, output.decode()):
        assert max(map(len, shown.partition("The first choice")[0].splitlines())) <= 100


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (
            "--time 1ms --flash 500",
            ["flash of at most 500 B cannot be met: ", "time of at most 1 ms cannot be met: ", "nearest: "],
        ),
        ("--standard nist --security 300", ["security of at least 300 bits cannot be met: ", "nearest: "]),
        (
            "--field binary --flash 40K --ram 600",
            ["no choice meets these together: ", "nearest: ", "without records: "],
        ),
        ("--curve secp256r1 --time 1s --security 120", ["no choice meets these together: ", "nearest: secp256r1, "]),
    ],
)
def test_impossible_demands(lab, options, lines):
    """Exit status 1, the rows with their reasons, and on stderr the demands at fault and the nearest choice."""
    status, output, told = lab(f"advise --board micaz --op ecdh {options}")
    rows = json.loads(output)
    assert status == 1 and rows and all(row["excluded"] and row["rank"] is None for row in rows)
    got = [line.removeprefix("motecurve: ") for line in told.splitlines()]
    assert all(line.startswith(start) for line, start in zip(got, lines, strict=False)), told
    assert len(got) >= len(lines) and "weak" not in next(line for line in got if line.startswith("nearest"))


def test_curves_without_records_are_named(lab):
    told = lab("advise --board micaz --op ecdh --standard brainpool")[2]
    unlisted = lab("advise --board micaz --op ecdh --field binary --flash 20K --ram 600")[2]
    assert "without records: sect233r1, " in unlisted and " more; measure with" in unlisted
    assert "sect283k1" not in unlisted.partition("without records: ")[2] and "nearest: sect283k1, " in unlisted
    assert "without records: brainpoolP224r1, " in told and "P160" not in told and "--curve brainpoolP224r1" in told


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--op edch --board micaz", "did you mean ecdh or ecdh-checked?"),
        ("--op , --board micaz", "name calls with --op"),
        ("--op sign,ecdsa-sign --board micaz", "sign and ecdsa-sign, which are the same call"),
        ("--op ecdh --board micaz:16", "name micaz, not micaz:16"),
        ("--op ecdh", "name a device"),
        ("--op ecdh --board micas", "did you mean micaz?"),
        ("--op ecdh --board host", "name a simulated board"),
        ("--op ecdh --target arm", "did you mean armv7 or avr?"),
        ("--op ecdh --board micaz --standard nits", "did you mean nist?"),
        ("--op ecdh --board micaz --curve secp256", "did you mean"),
        ("--op ecdh --board micaz --battery CR2023 --per-day 1", "did you mean CR2032 or CR123A?"),
        ("--op ecdh --board micaz --flash 12X", "write it as in 24K"),
        ("--op ecdh --board micaz --per-day 0", "0"),
        ("--op ecdh --board micaz --security -1", "-1"),
        ("--op ecdh --board rpi2 --time 3", "leave out --time"),
        ("--op ecdh --target riscv", "./motecurve bench --board rv32 --op ecdh"),
        ("--op ecdh --board micaz --records nowhere", "nowhere is no file of records"),
        ("--op scalar-mult --board micaz --build out", "--build is for ecdh, sign, verify"),
    ],
)
def test_wrong_input_is_one_clear_line(lab, line, words):
    status, output, told = lab(f"advise {line}")
    assert status == 2 and not output and words in told and "Traceback" not in told


def test_a_board_without_records(lab):
    """The command that measures it names the folder of the board."""
    status, _, told = lab("advise --target riscv --op ecdh")
    assert status == 2 and "measure with MOTECURVE_BOARDS=examples/boards ./motecurve bench --board rv32 " in told


def test_more_records(lab, tmp_path):
    """A choice of a file is ranked beside the committed ones; a record of another version is refused."""
    record = of_file("micaz", ("ecdh",))[-1]
    fast = record | {"curve": "secp384r1", "median": 5, "cycles": 5, "microseconds": 1, "board": "micaz"}
    (tmp_path / "more.json").write_text(json.dumps([fast, fast | {"board": "telosb", "curve": "secp521r1"}]))
    rows = json.loads(lab("advise --board micaz --op ecdh --records more.json")[1])
    assert rows[0]["curve"] == "secp384r1" and "secp521r1" not in {row["curve"] for row in rows}
    del fast["stack_bytes"]
    (tmp_path / "more.json").write_text(json.dumps([fast]))
    status, _, told = lab("advise --board micaz --op ecdh --records more.json")
    assert status == 2 and "without stack_bytes" in told and tuple(record) == FIELDS


def test_it_takes_less_than_a_second():
    """Processor seconds of the whole program, start included. The least of a few runs: the first one may compile the
    lab's modules, and a processor that others share counts their time as well."""
    command = [sys.executable, "-m", "motelab", "advise", "--board", "micaz", "--op", "sign,verify"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def seconds() -> float:
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=environment)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    used = [seconds() for _ in range(5)]
    assert min(after - before for before, after in itertools.pairwise(used)) < SECONDS


@pytest.mark.parametrize("name", boards_in_turn())
def test_the_configuration_is_that_of_the_record(name):
    """The request that is named for a choice selects the record's very members. A share of them, since each field
    needs the compiler's preprocessor once."""
    device, calls = boards.load(name), [(operation,) for word in WORDS.values() for operation in word]
    choices = [choice for call in calls for choice in candidates(committed.of(name), [call])]
    for choice in share(choices, 8):
        (request,), (record,) = configuration.requests(choice, device), choice.records
        assert bench.select(request).choices == record["choices"], request


def test_another_member_is_named():
    """A multiplication that is not the board's own."""
    record = next(r for r in of_file("micaz", ("ecdh",)) if r["choices"].get("scalar-mult") == "ladder" and
                  r["curve"] == "sect163k1" and r["profile"] == "fast")  # fmt: skip
    (choice,), device = candidates([record], [("ecdh",)]), boards.load("micaz")
    assert configuration.members_named(choice, device, choice.curves[0]) == (("scalar-mult", "ladder:c"),)
    assert "--prefer fast --with scalar-mult=ladder:c --out DIR" in configuration.firmware_command(
        choice, device, "ecdh"
    )


def test_a_figure_that_differs_is_not_confirmed():
    choice = candidates(of_file("micaz", ("ecdh",)), [("ecdh",)])[0]
    (record,) = choice.records
    forged = record | {"stack_bytes": record["stack_bytes"] + 2}
    told = []
    found = confirmation.differences(choice, boards.load("micaz"), lambda *step: told.append(step), lambda *_: forged)
    assert [(one.figure, one.measured - one.recorded) for one in found] == [("stack_bytes", 2)] and len(told) == 1
    assert not confirmation.differences(choice, boards.load("micaz"), lambda *_: None, lambda *_: record)


def test_sources_of_an_unconfirmed_choice_are_not_written(lab, monkeypatch, tmp_path):
    difference = confirmation.Difference("ecdh", "cycles", 1, 2)
    monkeypatch.setattr(confirmation, "differences", lambda *_: [difference])
    status, output, told = lab("advise --board micaz --op ecdh --confirm --build mote")
    assert status == 1 and json.loads(output)[0]["confirmed"] is False and not (tmp_path / "mote").exists()
    assert "not confirmed: ecdh: cycles is 2, recorded 1" in told


@pytest.mark.slow
def test_sources_are_those_of_firmware(lab, tmp_path):
    """Byte for byte as its command writes them; a folder that is not empty is left alone."""
    status, output, told = lab("advise --board micaz --op ecdh --by ram --build mote")
    first = json.loads(output)[0]
    assert status == 0 and "files written" in told and 0 < first["together_flash_bytes"] <= first["flash_bytes"]
    assert lab(first["written_by"].removeprefix("./motecurve ").replace("DIR", "again"))[0] == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "mote").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} and files
    status, _, told = lab("advise --board micaz --op ecdh --build mote")
    assert status == 2 and "not empty" in told


def test_first_choices_are_those_of_the_page(lab):
    """Ten scenarios with their figures, none of them on a weak or legacy curve."""
    scenarios = confirm_advice.documented()
    assert len(scenarios) == 10 and len({one.options for one in scenarios}) == 10
    for one in scenarios:
        status, output, _ = lab(f"advise {one.options}")
        first = json.loads(output)[0]
        assert (status, confirm_advice.cells(first), first["level"]) == (0, one.cells, "fine"), one


def test_random_scenarios_follow_from_the_seed():
    assert confirm_advice.drawn(3, 1) == confirm_advice.drawn(3, 1) != confirm_advice.drawn(4, 1)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [*share(confirm_advice.documented(), 10), None])
def test_a_first_choice_is_confirmed(scenario):
    """Built and run: one that the page documents, chosen by the commit, and a random one."""
    assert confirm_advice.complaint(scenario or confirm_advice.drawn(SEED, 1)[0]) is None


def test_a_chip_by_the_figures_of_its_core(lab):
    """At its own clock, within its own memories; no energy without a current."""
    status, output, _ = lab("advise --board STM32G031K8 --op ecdh --by time")
    rows = {row["measured_by"][0].replace("stm32g031", "stm32l0"): row for row in json.loads(output)}
    assert status == 0 and {(row["figures_of"], row["energy_mj"]) for row in rows.values()} == {("cortex-m0plus", None)}
    _, output, _ = lab("advise --board stm32l0 --op ecdh --by time")
    same = [(rows[key], row) for row in json.loads(output) if (key := row["measured_by"][0]) in rows]
    assert same and all(mine["cycles"] == its["cycles"] for mine, its in same)
    assert all(mine["milliseconds"] == pytest.approx(its["milliseconds"] * 16 / 24, rel=1e-5) for mine, its in same)


def test_a_similar_core_is_an_estimate(lab):
    status, output, _ = lab("advise --board ESP32-C6 --handshake")
    first = json.loads(output)[0]
    assert status == 0 and (first["figures_of"], first["cycle_worth"]) == ("esp32c3", "estimate")
    _, output, _ = lab("advise --board ESP32-C6 --handshake --format table")
    assert "ESP32-C6 at 160 MHz, no waits, by the cycles of esp32c3: estimate" in output.decode()


def test_a_handshake_is_a_pair_of_keys_and_an_agreement(lab):
    """Pairs of keys on X25519 are made by the agreement itself: one image, twice its time."""
    _, output, _ = lab("advise --board cortex-m4 --handshake")
    found = {(row["curve"], row["profile"]): row for row in json.loads(output)}
    assert found["secp256r1", "fast"]["operation"] == "ecdsa-keygen,ecdh"
    twice, once = found["Curve25519", "small"], of_file("cortex-m4", ("ecdh",))
    (single,) = (row for row in once if (row["curve"], row["profile"]) == ("Curve25519", "small"))
    assert twice["operation"] == "ecdh,ecdh" and len(twice["measured_by"]) == 1 and not twice["flash_is_upper_bound"]
    assert (twice["cycles"], twice["flash_bytes"]) == (2 * single["cycles"], single["flash_bytes"])
    assert "--ops ecdh " in twice["written_by"]


def test_headroom_is_left_to_the_program(lab):
    """The first choice within all of the flash may fill it."""
    _, output, _ = lab("advise --board uno --op sign --by time")
    full = json.loads(output)[0]["flash_bytes"]
    _, output, _ = lab("advise --board uno --op sign --by time --headroom 20")
    rows = json.loads(output)
    assert full > 0.8 * boards.load("uno").usable_flash_bytes >= rows[0]["flash_bytes"]
    assert any("flash" in row["missed"] for row in rows)
