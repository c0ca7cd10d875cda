"""The words of a drop: beginnings of its files, and the values for its templates."""

import re
from collections.abc import Iterable

from motelab import ROOT
from motelab.export import costs, demands, fits, helpers, random_sources
from motelab.export.calls import KEYS
from motelab.export.drop import Drop
from motelab.measure import run_facts
from motelab.subjects import known_answers, layouts, operations, security

KINDS = {  # of devices, by their compilers
    "avr-gcc": "avr", "clang-14": "msp430", "arm-none-eabi-gcc": "thumb", "riscv64-unknown-elf-gcc": "riscv",
}  # fmt: skip
# Under Linux the lab's images are built without a C library. Programs with Debian's C library pass floating-point
# numbers in registers, which does not affect the machine code of integers.
SOFT, HARD = "-mfloat-abi=softfp", "-mfloat-abi=hard -mfpu=auto"
LINUX, LINUX_HARD = "arm-linux-gnueabi-gcc", "arm-linux-gnueabihf-gcc"
OTHER_MACHINE = {
    "avr": "-mmcu=atmega328p",
    "msp430": "'--target=msp430 -DMC_MSP430_MULTIPLIER=0x4c0'",
    "thumb": "'-mthumb -mcpu=cortex-m3'",
    "linux": "'-marm -mcpu=cortex-a9 -mfloat-abi=hard -mfpu=auto'",
}
LINKING = {"avr": "-Wl,--gc-sections", "linux": "-Wl,--gc-sections -static -no-pie"}
MACHINE_FLAGS = (
    "-mmcu",
    "-mcpu",
    "-mthumb",
    "-marm",
    "-mfloat-abi",
    "-march",
    "-mabi",
    "-mcmodel",
    "--target",
    "-DMC_",
)
OF_GCC_ALONE = ("-masm-syntax-unified",)  # that clang for the same device refuses
WHOLE_FLAGS = ("-flto", "-ffat-lto-objects", "--param=")  # that optimise the library as a whole
VERBS = {"ecdh": "ECDH", "sign": "signing", "verify": "verification", "stepwise": "in steps"}
USE = {
    "mc_key_generate": "mc_key_generate(private_key, public_key, motecurve_random, NULL, MC_THE_CURVE);",
    "mc_ecdh": "mc_ecdh(secret, private_key, peer_key, sizeof private_key, sizeof peer_key, MC_THE_CURVE);",
    "mc_ecdsa_sign_message": "mc_ecdsa_sign_message(signature, private_key, message, sizeof private_key, length,"
    " MC_THE_CURVE);",
    "mc_ecdsa_verify_message": "mc_ecdsa_verify_message(signature, public_key, message, sizeof signature,"
    " sizeof public_key, length, MC_THE_CURVE);",
    "mc_eddsa_sign": "mc_eddsa_sign(signature, private_key, message, sizeof private_key, length, MC_THE_CURVE);",
    "mc_eddsa_verify": "mc_eddsa_verify(signature, public_key, message, sizeof signature, sizeof public_key, length,"
    " MC_THE_CURVE);",
    "mc_ecdsa_sign_digest_begin": "mc_ecdsa_sign_digest_begin(&steps, task_stack, sizeof task_stack, signature,"
    " private_key, digest, sizeof private_key, sizeof digest, MC_THE_CURVE);",
    "mc_ecdsa_verify_digest_begin": "mc_ecdsa_verify_digest_begin(&steps, task_stack, sizeof task_stack, signature,"
    " public_key, digest, sizeof signature, sizeof public_key, sizeof digest, MC_THE_CURVE);",
    "mc_task_step": "while ((status = mc_task_step(&steps.task)) == MC_BUSY) { /* urgent work */ }",
}
OWN_HEADER = """/* The release and the commit from which these sources were made; -dirty behind it means that files
 * differed from the commit. */
#define MOTECURVE_VERSION "{version}"
#define MOTECURVE_COMMIT "{commit}"

/* motecurve_random.c: the source of random bytes that mc_key_generate takes, to be filled in. */
MC_API int motecurve_random(void *context, uint8_t *out, size_t bytes);

/* The most bytes of stack that a call here uses. A call that takes more than there is overwrites variables, and may
 * still return MC_OK: a thread that calls the library needs a stack of these and of its own functions. */
#ifndef MOTECURVE_STACK_BYTES
#define MOTECURVE_STACK_BYTES {stack_bytes}
#endif

/* How many bytes of stack are free below the caller; -1 where that is not known. */
MC_API long motecurve_free_stack(void);
{handler}"""
HANDLER = """
/* Called before main, in place of it, if too little stack is free. The library has one that does nothing for ever; a
 * program may have its own, which must not return. */
MC_API void motecurve_too_little_stack(long free_bytes);
"""
# Of string.h, for compilers without a C library; a program that includes its own string.h declares them alike.
MEMORY_FUNCTIONS = """/* Of the C library, which the compiler of the figures lacks. */
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

"""
STRING_H = re.compile(r"^#include <string\.h>\n", re.M)
# Takes part 0 out of an archive with any other part.
TAKES_STACK_PART = """/* The linker takes part 0, which refuses a program that leaves too little stack. */
__asm__(".global motecurve_free_stack");

"""
UNDER_LINUX = """ They are for an ARM processor
with Linux, such as a Cortex-A (`--target armv7`): `make` links programs with Debian's C library."""
RELAXED = """; the linker shortens
calls by where it puts routines, which moves cycles by a few hundredths of a percent"""
WHOLE = """ Those in `WHOLE` go together
and to the linker too: they optimise the library as a whole. `make WHOLE=` is for a compiler without them, and takes
some more flash."""
CONFIGURATION = "/* Curve, words, and the member of each family of algorithms that the device takes. */\n"
IN_C = """{notice}
#ifndef MC_UNIT
#define MC_UNIT 0
#endif
#include "motecurve.h"

{demands}
#if MC_UNIT == 0 /* refuses a program that leaves too little stack to MOTECURVE_STACK_BYTES */

{stack_part}

#else

/* ==== Parameters of the parts ==== */

{parameters}
/* ==== Common to the parts ==== */

{common}
/* ==== The parts ==== */

{units}
#endif
"""
QUIET = """/* Parameters, conditions and functions that are for other curves and parts; names of members with a prefix,
 * which are defined where a member has that property, and else 0 in a condition; casts to words of memory that is
 * aligned to them. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Waddress"
#pragma GCC diagnostic ignored "-Wcast-align"
#pragma GCC diagnostic ignored "-Wundef"
"""


def title(drop: Drop) -> str:
    words = ", ".join(VERBS[word] for word in drop.words).replace(", in steps", " in steps")
    return f"Motecurve: {words} on {security.marked(drop.curve.name)} for {drop.board.device}"


def notice(drop: Drop, text: str) -> str:
    """The beginning of a file."""
    return f"/* {title(drop)}.\n * {text}\n * SPDX-License-Identifier: MIT */\n"


def public_header(drop: Drop, headers: str, package: str) -> str:
    beginning = notice(drop, "The only header that a program includes.")
    guard = f"#ifndef MOTECURVE_H\n#define MOTECURVE_H\n\n{CONFIGURATION}{drop.configuration_header}"
    own = OWN_HEADER.format(
        version=version(),
        commit=commit(),
        stack_bytes=drop.stack_bytes,
        handler=HANDLER if fits.refuses_to_start(kind_of(drop), package) else "",
    )
    return f"{beginning}{guard}\n{headers}\n{own}\n#endif\n"


def common_part(drop: Drop, lacking: str, headers: str) -> str:
    """The text that stands before the source of each unit."""
    absent = f"/* Named below, but not part of these sources. */\n{lacking}\n" if lacking else ""
    own = helpers.redirections(drop.closure.renames)
    own += TAKES_STACK_PART if kind_of(drop) != "linux" else ""
    own += MEMORY_FUNCTIONS if drop.lacks_c_library else ""
    return f"{own}{QUIET}\n{absent}{without_c_library(drop, headers)}"


def without_c_library(drop: Drop, text: str) -> str:
    """The text, without an include of string.h if the compiler may have none."""
    return STRING_H.sub("", text) if drop.lacks_c_library else text


def in_c(drop: Drop, stack_part: str, parameters: str, common: str, units: str) -> str:
    """The one file of C: the part that looks at the stack, and the units."""
    last = sum(not unit.is_assembly for unit in drop.closure.units)
    return IN_C.format(
        notice=notice(drop, f"The library in C: each part is compiled by itself, -DMC_UNIT=0 to -DMC_UNIT={last}."),
        demands=demands.text(drop),
        stack_part=stack_part.strip(),
        parameters=parameters,
        common=common,
        units=without_c_library(drop, units),
    )


def in_assembly(drop: Drop, text: str) -> str:
    numbers = [unit.number for unit in drop.closure.units if unit.is_assembly]
    parts = f"-DMC_UNIT={numbers[0]} to -DMC_UNIT={numbers[-1]}"
    return (
        notice(drop, f"The library's kernels: each part is assembled by itself, {parts}.")
        + f"\n{demands.text(drop)}\n{text}"
    )


def version() -> str:
    """The project's, such as 0.2.0."""
    return re.search(r"^project\(motecurve VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)


def commit() -> str:
    """The commit of the sources, as git describes it; "unknown" outside a git checkout."""
    return run_facts.commit() or "unknown"


def kind_of(drop: Drop) -> str:
    """The kind of a device: avr, msp430, thumb, riscv, linux, that of a chip without figures, or bare for any other."""
    compiler = drop.board.compiler
    if drop.board.portable:
        return drop.board.portable
    if compiler.command == LINUX and SOFT in compiler.flags:
        return "linux"
    return KINDS.get(compiler.command, "bare")


def kinds(kind: str) -> dict[str, str | bool]:
    """For templates: which kind of device it is."""
    return {other: kind == other for other in ("avr", "msp430", "thumb", "linux")}


def values(drop: Drop) -> dict[str, str | bool]:
    """The values for the names in the templates of a drop."""
    board = drop.board
    kind = kind_of(drop)
    program = {"avr": " and an example for AVR", "linux": " and an example"}.get(kind, "")
    return {
        **kinds(kind),
        "program": bool(program), "bare": not program, "TITLE": title(drop), "PROGRAM_WORDS": program,
        **_of_make(drop, kind), **_of_example(drop), **_of_readme(drop),
        "VERSION": version(), "COMMIT": commit(), "DAY": run_facts.day() or "an unknown day",
        "DEVICE": board.device, "CLOCK_HZ": str(board.clock_hz), "RAM_BYTES": str(board.ram_bytes),
        "FLASH_BYTES": str(board.usable_flash_bytes), **fits.values(kind, drop.stack_bytes),
        **random_sources.values(kind, board.device, drop.blinding),
    }  # fmt: skip


def _of_make(drop: Drop, kind: str) -> dict[str, str | bool]:
    compiler = drop.board.compiler
    command = LINUX_HARD if kind == "linux" else compiler.command
    machine = [flag for flag in drop.builder.flags if flag.startswith(MACHINE_FLAGS)]
    others = [flag for flag in drop.builder.flags if flag not in machine and not flag.startswith(WHOLE_FLAGS)]
    whole = [flag for flag in drop.builder.flags if flag.startswith(WHOLE_FLAGS)]
    prefix = command.removesuffix("gcc") if command.endswith("-gcc") else ""
    units = drop.closure.units
    kernels = [str(unit.number) for unit in units if unit.is_assembly]
    rule = (
        ""
        if not kernels
        else (
            f"$(KERNELS:%=$(BUILD)/unit_%.o): $(BUILD)/unit_%.o: {drop.assembly_file} | $(BUILD)\n"
            "\t$(CC) $(MACHINE) $(CFLAGS) -DMC_UNIT=$* -c $< -o $@\n"
        )
    )
    return {
        "CC": command, "AR": f"{prefix}ar", "SIZE": f"{prefix}size",
        "MACHINE": " ".join(machine).replace(SOFT, HARD if kind == "linux" else SOFT),
        "CFLAGS": " ".join(others), "CMAKE_CFLAGS": in_cmake(others), "whole": bool(whole),
        "WHOLE": " ".join([*whole, "-DMC_WHOLE_LIBRARY=1"]),
        "ASSEMBLER_FLAGS": " ".join(compiler.assembler_flags),
        "LDFLAGS": LINKING.get(kind, "-Wl,--gc-sections"), "OTHER_MACHINE": OTHER_MACHINE.get(kind, "..."),
        "LIBRARY": "motecurve.o" if compiler.binutils else "libmotecurve.a",
        "UNITS": " ".join(str(unit.number) for unit in units if not unit.is_assembly),
        "KERNELS": " ".join(kernels),
        "assembly": bool(kernels), "ASSEMBLY": drop.assembly_file if kernels else "motecurve.c",
        "ASSEMBLY_RULE": rule,
        "AND_ASSEMBLY": f" and {drop.assembly_file}" if kernels else "",
    }  # fmt: skip


def in_cmake(flags: Iterable[str]) -> str:
    """Flags of a target in CMake, whatever its compiler is."""
    return " ".join(f"$<$<C_COMPILER_ID:GNU>:{flag}>" if flag in OF_GCC_ALONE else flag for flag in flags)


def _of_example(drop: Drop) -> dict[str, str | bool]:
    has = {word: word in drop.words for word in VERBS}
    is_known = has["verify"] and not has["sign"]
    takes_digest, eddsa = has["stepwise"] and not is_known, drop.curve.has_eddsa
    known = _known(drop) if is_known else dict.fromkeys(("KNOWN_KEY", "KNOWN_MESSAGE", "KNOWN_SIGNATURE"), "")
    ways = {f"{word}_in_steps": has[word] and has["stepwise"] for word in ("sign", "verify")}
    ways |= {f"{word}_at_once": has[word] and not has["stepwise"] for word in ("sign", "verify")}
    called = [name for word, name in (("ecdh", "agree"), ("sign", "sign"), ("verify", "verify")) if has[word]]
    return {
        **has, **ways, **known, "known": is_known, "keys": has["ecdh"] or has["sign"], "digest": takes_digest,
        "own_message": has["sign"] and not takes_digest,
        "SIGN": "mc_eddsa_sign" if eddsa else "mc_ecdsa_sign_message",
        "TASK_STACK_BYTES": str(drop.task_stack_bytes) if has["stepwise"] else "",
        "VERIFY": "mc_eddsa_verify" if eddsa else f"mc_ecdsa_verify_{'digest' if is_known else 'message'}",
        "CALLS": "\n".join(f"    CHECKED({name}());" for name in called),
    }  # fmt: skip


def _known(drop: Drop) -> dict[str, str]:
    """The bytes of a valid signature from the lab's known answers, with its key and the signed digest or message."""
    chosen = next(s for s in drop.selections if "-verify" in s.operation.name)
    case = known_answers.load(drop.curve.name, chosen.operation.answers or chosen.operation.name).random[0]
    layout = {name: form for name, form in chosen.operation.inputs if name}
    signature = (("r", layout["r"]), ("s", layout["s"]))
    message = "message" if "message" in layout else "digest"
    key = (("q", layout["q"]),) if "q" in layout else operations.PUBLIC_KEY

    def listed(part: layouts.Layout) -> str:
        return ", ".join(f"0x{byte:02x}" for byte in layouts.encode(part, case, chosen.sizes))

    return {
        "KNOWN_KEY": listed(key), "KNOWN_SIGNATURE": listed(signature),
        "KNOWN_MESSAGE": listed(((message, layout[message]),)),
    }  # fmt: skip


def _of_readme(drop: Drop) -> dict[str, str | bool]:
    board, units = drop.board, drop.closure.units
    level = security.of(drop.curve.name)
    kernel_count = sum(unit.is_assembly for unit in units)
    return {
        "WARNING": f"**{drop.curve.name} is {level.level}: {level.words}.**\n" if level.level == "weak" else "",
        "PURPOSE_ROW": f"| `{drop.purpose.name}/` | {drop.purpose.words_of_folder} |" if drop.purpose else "",
        "COMMAND": costs.made_by(drop), "MEASURED_BY": costs.measured_by(drop),
        "ASSEMBLY_CELL": f", `{drop.assembly_file}`" if kernel_count else "",
        "UNIT_COUNT": str(1 + len(units)), "LAST_UNIT": str(len(units) - kernel_count),
        "KERNELS_NOTE": f", and `{drop.assembly_file}` for the rest to {len(units)}" if kernel_count else "",
        "USE": "\n".join(USE[name] for name in ("mc_key_generate", *drop.functions[len(KEYS):]) if name in USE),
        "SIZES": ", `MC_MAX_SIGNATURE_BYTES` a signature" if {"sign", "verify"} & set(drop.words) else "",
        "CLOCK": board.clock_in_words, "WORTH": board.cycle_model, "COMPILER": drop.builder.version,
        "SIMULATOR": drop.records[0]["simulator"] if drop.records else "",
        "SYSTEM_NOTE": UNDER_LINUX if kind_of(drop) == "linux" else "",
        "COSTS": costs.calls_table(drop), "REMARKS": costs.remarks(drop), "STACKS": costs.stacks_table(drop),
        "STACK_NOTE": ", or as measured where there is no bound (*)" if costs.has_measured_stacks(drop) else "",
        "ALL_BYTES": f"{drop.closure.flash_bytes:,}",
        "WHOLE_NOTE": WHOLE if any(flag.startswith(WHOLE_FLAGS) for flag in drop.builder.flags) else "",
        "RELAX_NOTE": RELAXED if "-mrelax" in drop.builder.flags else "",
        "FLASH": f"{board.usable_flash_bytes:,}", "RAM": f"{board.ram_bytes:,}",
    }  # fmt: skip
