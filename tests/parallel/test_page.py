"""docs/parallel.md: its program gives what the page says, its commands run."""

import re
import subprocess

import pytest

from motelab import ROOT
from motelab.library import parallel_build
from tests.project import documented

PAGE = ROOT / "docs/parallel.md"
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
