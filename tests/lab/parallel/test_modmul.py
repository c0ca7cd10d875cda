"""`parallel modmul`: scenarios, records, resumption and bad input with a stand-in for the programs; right results with
the programs themselves."""

import json

import pytest

from motelab.parallel import derived, plots, store, topology, unfinished
from tests.lab.parallel.conftest import time_of
from tests.lab.parallel.test_topology import governors, tree

KEYS = [
    "algorithm", "threads", "engine", "bits", "microseconds", "median", "spread", "sequential_algorithm",
    "sequential_microseconds", "speedup", "efficiency", "predicted_microseconds", "prediction_error", "oversubscribed",
    "verified", "operation", "scenario", "runs", "split", "governor", "topology", "batch", "wait_milliseconds",
    "reference_algorithm", "reference_microseconds", "reference_speedup",
]  # fmt: skip
TWELVE = (64, 65, 127, 192, 255, 384, 521, 1031, 2048, 3072, 4099, 8191)


@pytest.fixture
def rows(lab):
    """The rows that a command prints."""

    def run(line: str) -> list[dict]:
        status, out, error = lab(f"parallel modmul {line}")
        assert status == 0, error
        return json.loads(out)

    return run


def test_right_results(rows, monkeypatch):
    """By every algorithm, engine and number of threads of this build, at twelve sizes. Threads that spin would wait for
    those of other tests."""
    monkeypatch.setenv("OMP_WAIT_POLICY", "passive")
    found = rows(f"--fresh --bits {','.join(map(str, TWELVE))} --runs 1 --scenario 2")
    assert found and all(row["verified"] for row in found)
    assert {row["bits"] for row in found} == set(TWELVE) and {row["threads"] for row in found} == {1, 2, 3, 4}
    engines = {row["engine"] for row in found}
    assert {"sequential", "openmp", "pool"} <= engines
    for row in found:
        assert list(row) == KEYS and row["microseconds"] <= row["median"]


def test_right_squares(rows, monkeypatch):
    monkeypatch.setenv("OMP_WAIT_POLICY", "passive")
    found = rows("--fresh --bits 64,521 --runs 1 --scenario 2 --operation square --threads 1,2")
    assert found and all(row["verified"] and row["operation"] == "square" for row in found)
    assert {"comba-square", "gmp", "bipartite"} <= {row["algorithm"] for row in found}
    assert "openssl" not in {row["algorithm"] for row in found}


def test_a_record(machine, rows):
    (row,) = rows("--bits 1024 --threads 2 --engine pool")
    time, base = time_of("bipartite", 2, "pool", 1024), time_of("montgomery", 1, "sequential", 1024)
    expected = {
        "algorithm": "bipartite", "threads": 2, "engine": "pool", "bits": 1024, "microseconds": time,
        "median": time * 1.5, "spread": time / 2, "sequential_algorithm": "montgomery", "sequential_microseconds": base,
        "speedup": pytest.approx(base / time, 1e-4), "efficiency": pytest.approx(base / time / 2, 1e-4),
        "predicted_microseconds": 111, "prediction_error": round(111 / time - 1, 4), "oversubscribed": False,
        "verified": True,
        "operation": "multiply", "scenario": "1", "runs": 1000, "split": 4, "governor": "ondemand",
        "topology": "2 physical cores", "batch": 1, "wait_milliseconds": 0, "reference_algorithm": "montgomery",
        "reference_microseconds": base, "reference_speedup": pytest.approx(base / time, 1e-4),
    }  # fmt: skip
    assert list(row) == KEYS and row == expected


def test_lanes_say_their_batch(machine, rows):
    (row,) = rows("--bits 1024 --engine simd")
    assert (row["batch"], row["threads"], row["topology"]) == (8, 1, "1 physical core")
    assert row["speedup"] == row["efficiency"] == 8  # of one multiplication


def test_more_threads_than_processors(machine, rows):
    """Are only checked, in few runs, with threads that do not spin."""
    found = rows("--bits 128,256 --threads 2,3,4 --engine pool")
    crowded = [row for row in found if row["threads"] > 2]
    assert len(crowded) == 4 and len(found) == 6
    for row in crowded:
        assert row["oversubscribed"] and row["verified"] and row["runs"] == 3
        assert row["speedup"] is None and row["efficiency"] is None
        assert row["predicted_microseconds"] > 111 and row["prediction_error"] is None
        assert row["sequential_algorithm"] == "montgomery"
    for call, environment in zip(machine.calls, machine.environments, strict=True):
        is_crowded = any(word.split(":")[1] in "34" for word in call if ":" in word)
        assert environment == {"OMP_WAIT_POLICY": "passive" if is_crowded else "active"}


@pytest.mark.parametrize(
    ("flag", "places", "words"), [("", {0, 1}, "2 physical cores"), ("--siblings", {0, 2}, "2 threads of 1 core")]
)
def test_cores_with_two_threads(machine, rows, tmp_path, monkeypatch, flag, places, words):
    monkeypatch.setattr(topology, "SYSTEM", tree(tmp_path / "four", ["0,2", "1,3", "0,2", "1,3"]))
    machine.processors = (0, 1, 2, 3)
    (row,) = rows(f"--bits 128 --threads 2 --engine pool {flag}")
    assert row["topology"] == words
    # a sequential test stays where the system puts it; the parts are measured where the threads were
    assert machine.moves == [places, {0, 1, 2, 3}] * 2


def sizes_and_tests(calls: list[list[str]]) -> list[tuple[str, list[str]]]:
    return [(call[1], [word for word in call if ":" in word]) for call in calls]


SEQUENTIAL = ["gmp:1:sequential", "montgomery:1:sequential", "openssl:1:sequential"]


@pytest.mark.parametrize(("scenario", "sizes"), [("1", ("128", "256")), ("decreasing", ("256", "128"))])
def test_a_process_for_each_test(machine, rows, scenario, sizes):
    rows(f"--bits 256,128 --threads 1,2 --scenario {scenario} --algorithm gmp --algorithm bipartite")
    sequential = ["montgomery:1:sequential", "openssl:1:sequential", "gmp:1:sequential"]
    first = [(size, [test]) for size in sizes for test in sequential]
    then = [(size, [f"bipartite:2:{engine}"]) for size in sizes for engine in ("openmp", "pool")]
    assert sizes_and_tests(machine.calls) == first + then


def test_one_process_for_an_engine(machine, rows):
    rows("--bits 256,128 --threads 1,2,3 --scenario 2 --engine sequential --engine pool")
    expected = [
        ("128,256", ["gmp:1:sequential", "montgomery:1:sequential", "rns:1:sequential", "openssl:1:sequential"]),
        ("128,256", ["bipartite:2:pool"]),
        ("128,256", ["tripartite:3:pool"]),
    ]
    assert sizes_and_tests(machine.calls) == expected


def test_each_alone(machine, rows):
    found = rows("--scenario each-alone --algorithm bipartite --engine pool --threads 2 --wait 50")
    assert [(row["bits"], row["runs"], row["wait_milliseconds"]) for row in found] == [
        (384, 1000, 50),
        (384, 100000, 50),
    ]
    assert [row["sequential_algorithm"] for row in found] == ["montgomery"] * 2
    assert all(len(tests) == 1 for _, tests in sizes_and_tests(machine.calls)) and len(machine.calls) == 8
    assert all(call[call.index("--wait-milliseconds") + 1] == "50" for call in machine.calls)


def test_sizes_of_the_paper(machine, rows):
    found = rows("--algorithm gmp")
    assert [row["bits"] for row in found] == [128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096]


def test_the_complete_grid(machine, rows):
    found = rows("--all --engine pool --threads 2")
    assert [(row["scenario"], row["bits"]) for row in found if row["bits"] in (128, 384, 16384)] == [
        *(("1", 128), ("1", 384), ("1", 16384)),
        *(("2", 128), ("2", 384)),
        *(("decreasing", 384), ("decreasing", 128)),
        *(("each-alone", 384), ("each-alone", 384)),
    ]
    assert len(machine.calls) == 4 * 14 + 2 + 4 * 10 + 4 * 2  # no measurement stands for another


def test_a_split(machine, rows):
    (row,) = rows("--bits 1024 --engine pool --threads 2 --split 3")
    assert row["split"] == 3 and ["bipartite:2:pool:3"] in [tests for _, tests in sizes_and_tests(machine.calls)]
    assert row["predicted_microseconds"] == 111  # of the parts with this split


def test_every_governor(machine, rows, tmp_path):
    found = rows("--bits 128 --engine pool --threads 2 --governor all")
    assert [row["governor"] for row in found] == ["conservative", "ondemand", "powersave", "performance", "schedutil"]
    assert governors(tmp_path / "cpu") == ["ondemand"] * 2


def test_an_interruption_keeps_the_governor_and_what_was_measured(machine, lab, rows, tmp_path):
    machine.ends_after = 3
    line = "--bits 128,256 --engine pool --threads 2 --governor performance"
    status, out, error = lab(f"parallel modmul {line}")
    assert (status, out) == (130, b"") and "motecurve: stopped" in error
    assert governors(tmp_path / "cpu") == ["ondemand"] * 2
    machine.ends_after = 100
    assert len(rows(f"{line} --threads 3")) == 4 and len(machine.calls) == 3 + 9  # another request begins anew
    machine.ends_after, machine.calls = 3, []
    lab(f"parallel modmul {line}")
    machine.ends_after = 100
    status, out, error = lab(f"parallel modmul {line}")
    assert "continues: 3 processes ended before" in error
    assert len(json.loads(out)) == 2 and len(machine.calls) == 8
    rows(line)
    assert len(machine.calls) == 16  # nothing was left to continue


def test_lines_that_were_cut_off(tmp_path):
    file = tmp_path / "unfinished"
    kept = unfinished.Unfinished("request", file)
    for process in "abc":
        kept.keep(process, [{"bits": process}])
    file.write_bytes(file.read_bytes()[:-9])
    again = unfinished.Unfinished("request", file)
    assert again.lines == {"a": [{"bits": "a"}], "b": [{"bits": "b"}]}
    again.keep("d", [])
    assert list(unfinished.Unfinished("request", file).lines) == ["a", "b", "d"]
    assert unfinished.Unfinished("other", file).lines == {}
    assert unfinished.Unfinished("request", file, is_fresh=True).lines == {}
    file.write_bytes(b"\xff\n")
    assert unfinished.Unfinished("request", file).lines == {}
    file.write_text("")
    assert unfinished.Unfinished("request", file).lines == {}


def test_fresh_forgets_what_was_measured(machine, lab, rows):
    machine.ends_after = 3
    lab("parallel modmul --bits 128 --engine pool --threads 2")
    machine.ends_after = 100
    rows("--bits 128 --engine pool --threads 2 --fresh")
    assert len(machine.calls) == 3 + 4


def test_predicted_rows(machine, rows):
    found = rows("--bits 1024 --engine pool --threads 2 --predict 8")
    assert [(row["algorithm"], row["threads"], row["engine"]) for row in found[1:3]] == [
        ("montgomery", 8, "openmp"),
        ("montgomery", 8, "pool"),
    ]
    row = found[2]  # 3 M(n/2, n/4) and 6 barriers of 8 threads
    assert row["predicted_microseconds"] == 3 * 8 * 4 + 6 * 25 * 7
    assert list(row) == KEYS and row["microseconds"] is row["verified"] is row["speedup"] is None


def test_a_wrong_result(machine, lab):
    machine.wrong = "montgomery"
    status, out, error = lab("parallel modmul --bits 128,256 --threads 1,2 --engine sequential --engine pool")
    assert status == 1 and "motecurve: montgomery, threads 1, sequential, 128 bits: a result is wrong" in error
    found = json.loads(out)
    assert {row["algorithm"] for row in found if not row["verified"]} == {"montgomery"}
    assert {row["sequential_algorithm"] for row in found} == {"openssl"}  # a wrong result is no base


def test_crossovers(machine, rows):
    """1.0 (b/64)^2 + 50 against 2 (b/64)^2: from 453 bits; with 100 from 640, which is not faster yet."""
    found = rows("--bits 256,512,640,1024 --threads 2")
    crossings = derived.crossovers(found)
    assert [(row["engine"], row["bits"]) for row in crossings] == [("openmp", 1024), ("pool", 512)]
    assert [row["reference_bits"] for row in crossings] == [1024, 512]
    slower = [row | {"speedup": 0.5} if row["bits"] == 1024 else row for row in found]
    assert [(row["bits"], row["reference_bits"]) for row in derived.crossovers(slower)] == [(None, 1024), (None, 512)]


def test_our_own_products_are_no_reference(machine, rows):
    machine.offers.append(("comba-words", "sequential", "1", "0", "0"))  # in half the time of a product
    (row,) = rows("--bits 1024 --threads 2 --engine pool")
    assert (row["sequential_algorithm"], row["reference_algorithm"]) == ("comba-words", "montgomery")
    assert row["reference_speedup"] == pytest.approx(512 / row["microseconds"], 1e-4)
    assert row["speedup"] == pytest.approx(128 / row["microseconds"], 1e-4)


def test_a_table_fits_100_columns(machine, lab):
    status, out, _ = lab("parallel modmul --format table --bits 128,1024,16384 --threads 1,2,3 --predict 16")
    lines = out.decode().splitlines()
    assert status == 0 and max(map(len, lines)) <= 100, max(lines, key=len)
    assert "1,024 bits: sequential at best 512 us (montgomery), of GMP and OpenSSL 512 us (montgomery)" in lines
    assert any(line.startswith("more threads than processors") for line in lines)
    assert any(line.split() == ["bipartite", "2", "pool", *["1,024", "bits"] * 2] for line in lines)


def test_committed_rows(machine, rows, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    measured = rows("--bits 128,256 --engine pool --threads 2 --commit")
    kept = store.rows("modmul")
    assert [{name: row[name] for name in KEYS} for row in kept] == measured
    assert kept[0]["command"] == "./motecurve parallel modmul --bits 128,256 --engine pool --threads 2"
    assert kept[0]["date"][:2] == "20" and list(kept[0]) == [*KEYS, "command", "date"]
    rows("--bits 256 --engine pool --threads 2 --wait 5 --commit")
    assert len(store.rows("modmul")) == 3  # a wait makes another row
    rows("--bits 256 --threads 2 --commit --predict 8")
    assert len(store.rows("modmul")) == 4 and "--predict 8" in store.rows("modmul")[1]["command"]
    shown = rows("--recorded --bits 256 --engine openmp")
    assert [(row["bits"], row["engine"]) for row in shown] == [(256, "openmp")]


def test_a_damaged_store(tmp_path):
    store.write("modmul", [{"bits": 128}], tmp_path)
    assert store.rows("modmul", tmp_path) == [{"bits": 128}] and store.rows("scalar-mult", tmp_path) == []
    (tmp_path / "modmul.jsonl").write_text('{"bits": 128}\n{"bits"')
    with pytest.raises(store.MotecurveError, match=r"line 2 of modmul.jsonl is no record"):
        store.rows("modmul", tmp_path)


def test_charts(machine, lab, rows, tmp_path):
    rows("--bits 128,1024,4096 --threads 1,2,3 --predict 8 --plot chart.svg")
    text = (tmp_path / "chart.svg").read_text()
    for words in ("bipartite, 2 threads, pool", "lanes-ifma, 1 thread, simd", "tripartite, 3 threads, pool, predicted",
                  "montgomery, 8 threads, pool, predicted", "bits of the modulus", ">4096<"):  # fmt: skip
        assert words in text, words
    rows("--bits 128,1024,4096 --threads 1,2,3 --predict 8 --plot again.svg")
    assert (tmp_path / "again.svg").read_text() == text
    rows("--bits 128 --threads 2 --plot chart.PNG")
    assert (tmp_path / "chart.PNG").read_bytes().startswith(b"\x89PNG\r\n")


def test_too_many_lines(machine, lab, tmp_path, monkeypatch):
    monkeypatch.setattr(plots, "LINES_MAX", 5)
    status, out, error = lab("parallel modmul --bits 128 --threads 1,2 --plot chart.svg")
    assert status == 2 and "7 lines are too many for a chart; choose with --scenario" in error
    assert json.loads(out) and not (tmp_path / "chart.svg").exists()  # the rows are not lost


def test_points_of_charts(machine, rows):
    found = rows("--bits 1024,128 --threads 2 --engine pool")
    assert plots.lines(found, "microseconds") == {("bipartite", 2, "pool"): [(128, 54.0), (1024, 306.0)]}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--bits 63", "'63': give bits of a modulus from 64 to 50000"),
        ("--bits 0", "give bits of a modulus from 64"),
        ("--bits 128,,256", "give bits of a modulus from 64"),
        ("--bits 50001", "from 64 to 50000"),
        ("--bits many", "'many': give bits"),
        ("--threads 0", "'0': give threads from 1 to 4"),
        ("--threads 5", "give threads from 1 to 4"),
        ("--threads two", "'two': give threads from 1 to 4"),
        ("--runs 0", "0 is not in the range"),
        ("--engine cuda", "'cuda' is not one of"),
        ("--engine openmp", "there is no engine openmp: the compiler of this build has no OpenMP"),
        ("--engine simd", "there is no engine simd: this processor has neither AVX-512 IFMA nor AVX2"),
        ("--algorithm bipartit", "no algorithm 'bipartit'; did you mean bipartite"),
        ("--algorithm tripartite --threads 2", "tripartite does not run so; it has pool on 3"),
        ("--algorithm gmp --engine pool", "gmp does not run so; it has sequential on 1"),
        ("--algorithm comba-square", "comba-square only squares; add --operation square"),
        ("--engine sequential --threads 2", "no algorithm has these engines on so many threads"),
        ("--algorithm tripartite --split 3", "nothing takes this split; bipartite take one"),
        ("--governor fast", "no governor 'fast'"),
        ("--scenario 3", "'3' is not one of '1', '2', 'decreasing', 'each-alone'"),
        ("--wait -1", "-1 is not in the range"),
        ("--predict 1", "1 is not in the range"),
        ("--all --bits 128", "--all has every size, scenario and number of runs; leave out --bits"),
        ("--plot chart.pdf", "chart.pdf must end with .svg or .png"),
        ("--recorded --commit", "--recorded measures nothing; leave out --commit"),
        ("--siblings --threads 2", "no core of this machine has two processors; leave out --siblings"),
    ],
)
def test_bad_input_is_one_line(machine, lab, tmp_path, line, message):
    machine.offers = [offer for offer in machine.offers if offer[1] in ("sequential", "pool")]
    status, out, error = lab(f"parallel modmul {line}")
    assert (status, out) == (2, b"") and message in error and "Traceback" not in error
    assert machine.calls == [] and not (tmp_path / "chart.pdf").exists()


def test_a_system_without_governors(machine, lab, tmp_path):
    for path in (tmp_path / "cpu").glob("cpu*/cpufreq/*"):
        path.unlink()
    status, _, error = lab("parallel modmul --bits 128 --governor all")
    assert status == 2 and "the system shows no governors of its clocks" in error and machine.calls == []


def test_a_build_without_engines_says_so(machine, lab):
    machine.offers = [offer for offer in machine.offers if offer[1] in ("sequential", "pool")]
    status, out, error = lab("parallel modmul --bits 128")
    assert status == 0 and {row["engine"] for row in json.loads(out)} == {"sequential", "pool"}
    assert "without the engine openmp: the compiler of this build has no OpenMP" in error
