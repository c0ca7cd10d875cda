#!/usr/bin/env python3
"""Runs CoreMark on the simulated ESP32-C3, and sets its cycles beside those that Espressif publishes.

    .venv/bin/python tools/calibrate_coremark.py SOURCE_ROOT

CoreMark (https://github.com/eembc/coremark, commit d5fad6b) lies in SOURCE_ROOT/coremark. It is compiled as Espressif
compiles it for its figure, and must validate its own result: otherwise there is no figure. Prints a table in Markdown;
exits with 1 for a wrong result.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from motelab import ROOT
from motelab.boards import board, qemu_riscv

ITERATIONS = 10
# The example of the component espressif/coremark, version 1.1.0: GCC 12.2.0, code in RAM.
ITERATIONS_A_SECOND, PUBLISHED_HZ = 409.249028, 160_000_000
FLAGS = (
    "-Og", "-fstrict-volatile-bitfields", "-std=gnu17", "-O3", "-fjump-tables", "-ftree-switch-conversion",
    "-ffunction-sections", "-fdata-sections", "-march=rv32imc", "-mabi=ilp32", "-ffreestanding", "-fbuiltin",
)  # fmt: skip
SOURCES = ("core_list_join.c", "core_main.c", "core_matrix.c", "core_state.c", "core_util.c")
CHECKSUMS = ("crclist: e714", "crcmatrix: 1fd7", "crcstate: 8e3a", "Correct operation validated")
# What CoreMark asks of a port: types, and how it is run. The part that counts must be a call.
HEADER = """
#include <stddef.h>
#include <stdint.h>
typedef int16_t ee_s16;
typedef uint16_t ee_u16;
typedef int32_t ee_s32;
typedef uint8_t ee_u8;
typedef uint32_t ee_u32, ee_ptr_int, CORE_TICKS;
typedef size_t ee_size_t;
typedef struct { ee_u8 portable_id; } core_portable;
#define HAS_FLOAT 0
#define COMPILER_VERSION __VERSION__
#define COMPILER_FLAGS ""
#define MEM_LOCATION ""
#define align_mem(x) (void *)(4 + (((ee_ptr_int)(x) - 1) & ~3u))
#define SEED_METHOD SEED_VOLATILE
#define MEM_METHOD MEM_STATIC
#define MULTITHREAD 1
#define MAIN_HAS_NOARGC 1
#define MAIN_HAS_NORETURN 0
#define PERFORMANCE_RUN 1
extern ee_u32 default_num_contexts;
void portable_init(core_portable *p, int *argc, char *argv[]);
void portable_fini(core_portable *p);
void *iterate(void *) __attribute__((noinline));
int ee_printf(const char *format, ...);
"""
# It prints words without their widths. The clock says that 10 seconds passed, which CoreMark wants.
PORT = """
#include <stdarg.h>
#include "coremark.h"
#include "io.h"
volatile ee_s32 seed1_volatile = 0, seed2_volatile = 0, seed3_volatile = 0x66, seed4_volatile = ITERATIONS,
                seed5_volatile = 0;
ee_u32 default_num_contexts = 1;
void start_time(void) { }
void stop_time(void) { }
CORE_TICKS get_time(void) { return 10; }
secs_ret time_in_secs(CORE_TICKS ticks) { return ticks; }
void portable_init(core_portable *p, int *argc, char *argv[]) { bench_mark_stack(); }
void portable_fini(core_portable *p) { bench_exit(0); }
static void write_text(const char *text) { while (*text) bench_write_byte((uint8_t)*text++); }
static void write_number(uint32_t number)
{
    for (int shift = 12; shift >= 0; shift -= 4)
        bench_write_byte((uint8_t)"0123456789abcdef"[number >> shift & 15]);
}
int ee_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_text(format);
    for (; *format; format++)
        if (*format == '%') {
            bench_write_byte(' ');
            if (format[1] == 's')
                write_text(va_arg(arguments, const char *));
            else
                write_number(va_arg(arguments, uint32_t));
        }
    va_end(arguments);
    return 0;
}
"""


def image(sources: Path, folder: Path) -> Path:
    """CoreMark for the board."""
    made, device = folder / "coremark.elf", board.load("esp32c3")
    (folder / "core_portme.h").write_text(HEADER)
    (folder / "core_portme.c").write_text(PORT)
    own = [folder / "core_portme.c", *(device.platform_folder / name for name in ("start.S", "memory.c"))]
    includes = [f"-I{path}" for path in (folder, sources, device.platform_folder, ROOT / "boards/firmware")]
    command = [device.compiler.command, *FLAGS, "-w", f"-DITERATIONS={ITERATIONS}", *includes]
    command += [*(sources / name for name in SOURCES), *own, *device.compiler.link_flags, "-o", made]
    subprocess.run(command, check=True)
    return made


def main() -> None:
    """Prints the table."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: calibrate_coremark.py SOURCE_ROOT")
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        elf = image(Path(sys.argv[1]) / "coremark", Path(folder))
        execution = qemu_riscv.execute(elf, measure="iterate", mcu="esp32c3")
    said = execution.output.decode()
    said = re.sub(r"\[%d\](\w+) +: 0x%04x\n 0000 (\w+)", r"\1: \2", said)
    if missing := [text for text in CHECKSUMS if text not in said]:
        raise SystemExit(f"CoreMark did not say {missing[0]}; it said:\n{said}")
    published = PUBLISHED_HZ / ITERATIONS_A_SECOND
    (run,) = execution.runs
    cycles, instructions = run.cycles / ITERATIONS, run.instructions / ITERATIONS
    print("| code | board | published by | instructions | published | here | % |\n|---|---|---|---:|---:|---:|---:|")
    print(
        "| CoreMark, an iteration | `esp32c3` | Espressif's component espressif/coremark 1.1.0 | "
        f"{instructions:,.0f} | {published:,.0f} | {cycles:,.0f} | {100 * (cycles / published - 1):+.2f} |"
    )


if __name__ == "__main__":
    main()
