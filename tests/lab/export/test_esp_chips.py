"""The component for ESP32 chips: compiled by CMake as ESP-IDF does it, with a compiler of the same instructions; C for
Xtensa by that of a computer, where it runs, and the refusals. packages/esp-idf/use.md tells what ESP-IDF itself
built."""

import functools
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards import chips
from motelab.boards.image import Builder
from motelab.commands.firmware import command
from motelab.common.errors import MotecurveError
from motelab.export import calls, packages, writing
from motelab.export.drop import STACK_FACTOR, Drop
from motelab.export.fits import OWN_STACK_BYTES
from motelab.measure import bench
from motelab.subjects import curves
from tests.lab.export.test_firmware import linked

RISCV = [chip.name for chip in chips.every().values() if chip.name.startswith("esp") and not chip.without]
XTENSA = [name for name, chip in chips.every().items() if chip.firmware == "xtensa"]
# What ESP-IDF compiles components with, but for the optimisation, and what stands for its function.
WARNINGS = "-Wall -Wextra -Werror -Wstrict-prototypes -Wold-style-definition -Wcast-align -Wwrite-strings"
PROJECT = f"""cmake_minimum_required(VERSION 3.16)
project(component C ASM)
add_compile_options(-Og -std=gnu17 {WARNINGS})
function(idf_component_register)
    cmake_parse_arguments(PARSE_ARGV 0 given "" "" "SRCS;INCLUDE_DIRS;REQUIRES;PRIV_REQUIRES")
    if(given_UNPARSED_ARGUMENTS OR NOT given_SRCS)
        message(FATAL_ERROR "not understood: ${{given_UNPARSED_ARGUMENTS}}")
    endif()
    add_library(component STATIC ${{given_SRCS}})
    target_include_directories(component PUBLIC ${{given_INCLUDE_DIRS}} PRIVATE ${{CMAKE_SOURCE_DIR}}/idf)
    set(COMPONENT_LIB component PARENT_SCOPE)
endfunction()
add_subdirectory(motecurve)
"""
# The declarations of ESP-IDF 6 that the component uses.
IDF_HEADERS = {
    "sdkconfig.h": "#define CONFIG_ESP_MAIN_TASK_STACK_SIZE 3584\n",
    "esp_idf_version.h": "#define ESP_IDF_VERSION_MAJOR 6\n",
    "esp_random.h": "#include <stddef.h>\nvoid esp_fill_random(void *to, size_t bytes);\n",
    "freertos/FreeRTOS.h": "#include <stdint.h>\ntypedef uint8_t StackType_t;\ntypedef struct task *TaskHandle_t;\n",
    "freertos/task.h": "#ifndef FREERTOS_TASK\n#error FreeRTOS.h and what it needs come first\n#endif\n",
    "freertos/idf_additions.h": "#define FREERTOS_TASK\nStackType_t *xTaskGetStackStart(TaskHandle_t task);\n",
}  # fmt: skip
C3_COMPILER = ["riscv64-unknown-elf-gcc", "-march=rv32imc_zicsr_zifencei", "-mabi=ilp32"]


@functools.cache
def drop_of(board: str) -> Drop:
    """The profile fast has committed records, which the slow simulator need not measure anew."""
    return Drop(calls.device(board, None), curves.find("Curve25519"), ("ecdh",), "fast")


def project(folder: Path, drop: Drop) -> None:
    """A project with the component, and with headers as ESP-IDF has them."""
    writing.write(folder / "motecurve", packages.files(drop, "esp-idf"))
    (folder / "CMakeLists.txt").write_text(PROJECT)
    for name, text in IDF_HEADERS.items():
        (folder / "idf" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "idf" / name).write_text(text)


def compiled(folder: Path, compiler: list[str], *defines: str) -> Path:
    """The library that CMake makes of the component."""
    flags = " ".join([*compiler[1:], *defines])
    asked = ["cmake", "-S", folder, "-B", folder / "made", "-DCMAKE_SYSTEM_NAME=Generic"]
    asked += [
        f"-DCMAKE_{key}_{value}" for key in ("C", "ASM") for value in (f"COMPILER={compiler[0]}", f"FLAGS={flags}")
    ]
    asked.append("-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY")
    for step in (asked, ["cmake", "--build", folder / "made", "-j2"]):
        done = subprocess.run(step, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder / "made/motecurve/libcomponent.a"


def test_riscv_component(tmp_path):
    """With its kernels, under ESP-IDF's warnings, with the random source that reads the chip's generator."""
    drop = drop_of("ESP32-C3")
    project(tmp_path, drop)
    library = compiled(tmp_path, C3_COMPILER, "-DMOTECURVE_RANDOM_IS_CHECKED")
    names = subprocess.run(["riscv64-unknown-elf-nm", library], capture_output=True, text=True, check=True).stdout
    defined = set(re.findall(r" T (\w+)", names))
    assert {"mc_ecdh", "motecurve_random", "motecurve_free_stack"} <= defined
    assert drop.has_assembly and any(name.endswith("_riscv") for name in defined)
    assert {"esp_fill_random", "xTaskGetStackStart"} <= set(re.findall(r" U (\w+)", names)) - defined


@pytest.mark.slow
def test_riscv_component_runs(tmp_path):
    """Its objects in the lab's image, on the simulated core: the known answers in the cycles of the record."""
    drop = drop_of("ESP32-C3")
    project(tmp_path, drop)
    compiled(tmp_path, ["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32"])
    (tmp_path / "build").mkdir()
    for path in (tmp_path / "made").rglob("unit_*.obj"):
        shutil.copy(path, tmp_path / "build" / f"{path.name.split('.')[0]}.o")
    ((selection, record),) = zip(drop.selections, drop.records, strict=True)
    cases = bench.cases_of(selection)[1]
    run = bench.simulator_of(drop.board).execute(
        linked(drop, selection, tmp_path),
        measure=Builder(selection).build().symbol,
        data=bench.inputs(selection, cases),
        max_cycles=selection.max_cycles,
        **drop.board.machine,
    )
    assert run.output == bench.outputs(selection, cases)
    assert min(one.cost for one in run.runs) == record["min"]


# The keys and the shared secret of RFC 7748, 6.1.
PROGRAM = """#include <string.h>
#include "motecurve.h"
void *xTaskGetStackStart(void *task);
void *xTaskGetStackStart(void *task) { return task; }
int main(void)
{
    static const uint8_t alice[] = {A}, bob[] = {B_PUBLIC}, expected[] = {SECRET};
    uint8_t secret[sizeof expected];
    int failed = mc_ecdh(secret, alice, bob, sizeof alice, sizeof bob, MC_THE_CURVE);
    return failed || memcmp(secret, expected, sizeof secret);
}
"""


def test_xtensa_component_is_c(tmp_path):
    """With no flag of one processor: what a computer makes of it computes a known secret."""
    drop = drop_of("ESP32")
    project(tmp_path, drop)
    assert not drop.has_assembly and not list(tmp_path.rglob("*.S"))
    known = json.loads((ROOT / "tests/vectors/rfc/rfc7748.json").read_text())["functions"]["Curve25519"]["agreement"]
    defines = [f"-D{name.upper()}={','.join(map(str, bytes.fromhex(value)))}" for name, value in known.items()]
    (tmp_path / "program.c").write_text(PROGRAM)
    library = compiled(tmp_path, ["gcc"])
    made = ["gcc", *defines, f"-I{tmp_path}/motecurve/src", tmp_path / "program.c", library, "-o", tmp_path / "program"]
    subprocess.run(made, check=True)
    assert subprocess.run([tmp_path / "program"]).returncode == 0


def test_xtensa_has_no_figures():
    """No record is measured or borrowed; the stack is an estimate above the bounds of the board like it."""
    drop = drop_of("ESP32")
    bounds = [bound for bound in drop.closure.stack_bounds.values() if bound]
    assert drop.records == [] and drop.stack_bytes == STACK_FACTOR * max(bounds)
    readme = packages.files(drop, "esp-idf")["README.md"]
    assert "Not known: no simulator here runs the processor of ESP32." in readme
    assert "Measured by" not in readme and "mJ" not in readme


@pytest.mark.parametrize(("named", "targets"), [("ESP32-C3", RISCV), ("ESP32", XTENSA)])
def test_manifest(named, targets):
    """It names the chips that run the sources."""
    text = packages.files(drop_of(named), "esp-idf")["idf_component.yml"]
    found = re.search(r"^targets:\n((?:  - \w+\n)+)", text, re.M).group(1).split()[1::2]
    assert set(found) <= set(targets) and len(found) == 3
    assert found == list(dict.fromkeys(chip.name for chip in chips.every().values() if chip.name in found))


def test_refusals(tmp_path):
    with pytest.raises(MotecurveError, match="esp-idf is not for Ibex RV32IMC; it is for ESP32, ESP32-C3"):
        packages.files(drop_of("ibex"), "esp-idf")
    with pytest.raises(MotecurveError, match="cmsis is not for ESP32; it is for thumb"):
        packages.files(drop_of("ESP32"), "cmsis")
    with pytest.raises(MotecurveError, match="no figures for ESP32: it has an Xtensa core"):
        boards.load("ESP32")
    with pytest.raises(MotecurveError, match="no figures for ESP8266"):
        calls.device("ESP8266", None)
    asked = ["--board", "ESP32", "--curve", "Curve25519", "--ops", "ecdh", "--out", str(tmp_path / "drop")]
    refused = CliRunner().invoke(command, asked)
    assert "for ESP32 there are packages alone: add --package" in str(refused.exception)
    assert not (tmp_path / "drop").exists()


STACK_STARTS = {
    5: "uint8_t *pxTaskGetStackStart(TaskHandle_t task);",
    6: "StackType_t *xTaskGetStackStart(TaskHandle_t task);",
}


@pytest.mark.parametrize("version", STACK_STARTS)
def test_a_small_main_task_is_refused(version, tmp_path):
    """By ESP-IDF's compiler; a project whose other tasks call the library is not."""
    drop = drop_of("ESP32-C3")
    project(tmp_path, drop)
    (tmp_path / "idf/esp_idf_version.h").write_text(f"#define ESP_IDF_VERSION_MAJOR {version}\n")
    (tmp_path / "idf/freertos/idf_additions.h").write_text(f"#define FREERTOS_TASK\n{STACK_STARTS[version]}\n")
    needed = drop.stack_bytes + OWN_STACK_BYTES

    def said(size: int, *flags: str) -> str:
        (tmp_path / "idf/sdkconfig.h").write_text(f"#define CONFIG_ESP_MAIN_TASK_STACK_SIZE {size}\n")
        asked = [*C3_COMPILER, *WARNINGS.split(), *flags, "-ffreestanding", "-fsyntax-only", f"-I{tmp_path}/idf"]
        asked += [tmp_path / "motecurve/src" / name for name in packages.BESIDE]
        return subprocess.run(asked, capture_output=True, text=True).stderr

    assert not said(needed) and not said(512, "-DMOTECURVE_IN_OTHER_THREADS")
    assert f"too little stack: set CONFIG_ESP_MAIN_TASK_STACK_SIZE={needed}" in said(needed - 1)
