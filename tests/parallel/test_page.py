"""docs/parallel/multiplication.md: its program gives what the page says, its commands run."""

import re
import subprocess

import pytest

from motelab import ROOT
from motelab.library import parallel_build
from motelab.parallel import programs
from tests.project import documented

PAGE = ROOT / "docs/parallel/multiplication.md"
CONSUMER = """
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(motecurve 0.2 REQUIRED COMPONENTS parallel)
add_executable(program program.c)
target_link_libraries(program PRIVATE motecurve::parallel)
"""


def blocks(language: str) -> list[str]:
    return [text for kind, _, text in documented.BLOCK.findall(PAGE.read_text()) if kind == language]


def test_program(tmp_path):
    (program,) = blocks("c")
    (tmp_path / "program.c").write_text(program)
    library = parallel_build.build(tests=True) / "libmotecurve_parallel.a"
    command = [
        "cc",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"-I{parallel_build.SOURCES / 'include'}",
        "program.c",
        str(library),
    ]
    subprocess.run([*command, "-fopenmp", "-lgmp", "-o", "program"], cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "program"], check=True, capture_output=True, text=True).stdout
    assert f"It prints `{printed.strip()}`." in PAGE.read_text()


COST = re.compile(r"^\| ((?:`[\w-]+`(?:, )?)+)(?:, k = \d)? \| ([\d, ]+) \| [^|]+ \| ([^|]+) \|(?: (\d+))? \|$", re.M)
TOLERANCE = 1.04  # reductions from above take a limb more in each factor
TERM = re.compile(r"(\d*) ?M\(([^,()]+)(?:, ([^()]+))?\)")


def costs() -> list[tuple[str, str, str, float]]:
    """Algorithm, threads, barriers and, in squares of n limbs, the products of the rows that state them as M(...)."""
    found = []
    for names, threads, products, barriers in COST.findall(PAGE.read_text()):
        by_count = products.split("), ") if "," in threads else [products]
        for count, text in zip(threads.split(", "), by_count, strict=True):
            parts = {"n": 1.0, "n + 1": 1.0, "p": 1 / 2 if count == "3" else 1 / 4}
            parts |= {f"n / {k}": 1 / k for k in (2, 3, 4)}
            terms = TERM.findall(text if text.endswith(")") else text + ")")
            total = sum(int(k or 1) * parts[a] * parts[b or a] for k, a, b in terms)
            found += [(name, count, barriers or "0", total) for name in re.findall(r"`(.*?)`", names) if name != "gmp"]
    # blocks of a quarter of a thread's share: b = 4 threads
    ring = [("message-passing", str(k), "2" if k > 1 else "0", (2 + 1 / (4 * k)) / k) for k in (1, 2, 3, 4)]
    return [row for row in found if row[3] > 0] + ring


@pytest.fixture(scope="module")
def counted() -> dict[tuple[str, str], programs.Line]:
    """The lines of the program that counts, by algorithm and threads."""
    return {(line["algorithm"], line["threads"]): line for line in programs.run("costs")}


@pytest.mark.parametrize("row", costs(), ids=lambda row: f"{row[0]}-{row[1]}")
def test_costs(row, counted):
    algorithm, threads, barriers, products = row
    line = counted[algorithm, threads]
    assert line["barriers"] == barriers
    assert products * 0.9999 <= float(line["products"]) <= products * TOLERANCE


def test_every_parallel_algorithm_has_a_cost():
    assert len(costs()) == 19


@pytest.mark.slow
def test_installation(tmp_path):
    """With the library of curves; a program finds it as a component."""
    options = ("-DMC_PARALLEL=ON", "-DMC_FIELDS=fb163", "-DBUILD_SHARED_LIBS=OFF", "-DCMAKE_C_FLAGS_RELEASE=-O1")
    installed = tmp_path / "installed"
    consumer = tmp_path / "consumer"
    consumer.mkdir()
    (consumer / "program.c").write_text(*blocks("c"))
    (consumer / "CMakeLists.txt").write_text(CONSUMER)
    commands = [
        ["cmake", "-S", ROOT, "-B", tmp_path / "build", *options],
        ["cmake", "--build", tmp_path / "build", "--parallel", "2"],
        ["cmake", "--install", tmp_path / "build", "--prefix", installed],
        ["cmake", "-S", consumer, "-B", consumer / "build", f"-DCMAKE_PREFIX_PATH={installed}"],
        ["cmake", "--build", consumer / "build"],
        [consumer / "build/program"],
    ]
    for command in commands:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "no error: 35\n"


@pytest.mark.slow
def test_commands(tmp_path):
    commands = "".join(blocks("sh")).replace("build/parallel", str(tmp_path))
    script = re.sub(r"handover", "handover --rounds 1", commands)
    done = subprocess.run(["bash", "-ec", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "engine,threads,minimum_nanoseconds,median_nanoseconds" in lines
    assert [line.split(",")[:2] for line in lines[-2:]] == [["pool", "2"], ["openmp", "2"]]
