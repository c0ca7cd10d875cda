"""The same sources as packages for systems that compile every file of a folder."""

import dataclasses
import json

from motelab.boards import board as boards
from motelab.boards import chips
from motelab.common.errors import MotecurveError
from motelab.export import fits, layout, random_sources, room, templates, texts
from motelab.export.drop import Drop
from motelab.export.layout import Files
from motelab.export.units import Unit


@dataclasses.dataclass(frozen=True)
class Package:
    """A system with templates in packages/<name>/, for these kinds of devices, or among them for the chips whose names
    begin with `chips`. `optimised`: its flags cannot be changed by a package, so each part requests -O2 itself."""

    kinds: tuple[str, ...]
    optimised: bool = False
    chips: str = ""

    @property
    def devices(self) -> list[str]:
        """What it is for, in words."""
        if not self.chips:
            return [*self.kinds]
        listed = chips.beginning_with(self.chips)
        return sorted(boards.load(chip.board).device if chip.board else chip.device for chip in listed)


PACKAGES = {
    "arduino": Package(("avr",), optimised=True),
    "platformio": Package(("avr", "thumb", "msp430", "riscv", "xtensa")),
    "zephyr": Package(("thumb", "riscv", "xtensa")),
    "riot": Package(("avr", "msp430", "thumb", "riscv", "xtensa")),
    "contiki-ng": Package(("msp430", "thumb")),
    "esp-idf": Package(("riscv", "xtensa"), chips="esp32"),
    "cmsis": Package(("thumb",)),
    "tinyos": Package(("avr", "msp430")),
}
OTHER_LEVELS = ("-O", "-O1", "-O2", "-O3", "-Os", "-Og", "-flto")  # flags of a project that a package takes away
NOT_WHOLE = """. The package
leaves out `-flto` and what follows it, since systems link in their own ways, and takes some more flash"""
# PlatformIO's platforms for the kind of a device, or for a folder of kernels that only some of these run.
OF_ARM = (
    "atmelsam", "freescalekinetis", "infineonxmc", "maxim32", "nordicnrf52", "nxpimxrt", "nxplpc", "renesas-ra",
    "siliconlabsefm32", "ststm32", "titiva",
)  # fmt: skip
PLATFORMS = {
    "avr": ("atmelavr",), "msp430": ("timsp430",), "thumb": (*OF_ARM, "nordicnrf51", "raspberrypi"), "armv7": OF_ARM,
    "riscv": ("chipsalliance", "espressif32", "gd32v", "sifive"), "riscvb": (), "xtensa": ("espressif32",),
}  # fmt: skip
# RIOT's names of instruction sets; C for a chip without figures runs on any.
RIOT_FEATURES = {"avr": "arch_avr8", "msp430": "arch_msp430", "thumb": "arch_arm", "riscv": "arch_riscv"}
RANDOM = random_sources.FILE
BESIDE = (RANDOM, "motecurve.c")  # that systems compile besides the units; of the second this is part 0
# The files that serve only one operation.
EXAMPLES = {"ecdh": "examples/Ecdh/", "sign": "examples/Sign/"}


def files(drop: Drop, name: str) -> Files:
    """Every file of the package of that name; MotecurveError if it is not for the device."""
    package = PACKAGES[name]
    kind = texts.kind_of(drop)
    if kind not in package.kinds or not drop.board.name.startswith(package.chips):
        raise MotecurveError(f"{name} is not for {drop.board.device}; it is for {', '.join(package.devices)}")
    if name == "platformio" and not _platforms(drop):
        raise MotecurveError(f"no platform of {name} has the instructions of {drop.board.device}")
    drop.refuse_too_large()
    values = _values(drop, name)
    made = templates.of(templates.FOLDER / "all") | templates.of(templates.FOLDER / name)
    own = {path: templates.filled(made[path], values) for path in made if not _is_left_out(path, drop)}
    sources = {f"src/{path}": text for path, text in layout.library(drop, name).items()}
    units = {f"src/units/{path}": text for path, text in _units(drop, package).items()}
    own[f"src/{RANDOM}"] = templates.filled(layout.TEMPLATES / f"{RANDOM}.in", values)
    return {**sources, **units, **own, "LICENSE": layout.licence()}


def _is_left_out(path: str, drop: Drop) -> bool:
    """Whether it is the example of an operation that the drop does not have, or has in steps."""
    words = [] if "stepwise" in drop.words else drop.words
    return path.startswith("examples/") and not any(path.startswith(EXAMPLES[w]) for w in words if w in EXAMPLES)


def _values(drop: Drop, name: str) -> dict[str, str | bool]:
    """The values for the names in the templates of a package."""
    kind = texts.kind_of(drop)
    values = texts.values(drop) | fits.values(kind, drop.stack_bytes, name)
    values |= {
        "PACKAGE": name, "PLATFORMS": json.dumps(_platforms(drop)), "CORE": _core(drop), **_flags(drop),
        "measured": not drop.board.portable, "MEASURED_WHOLE": f" {values['WHOLE']}" if values["whole"] else "",
        "WHOLE_NOTE": NOT_WHOLE if values["whole"] else "",
        "riot_feature": kind in RIOT_FEATURES, "RIOT_FEATURE": RIOT_FEATURES.get(kind, ""),
        "TARGETS_IN_YAML": "\n".join(f"  - {chip}" for chip in _idf_targets(drop)),
    }  # fmt: skip
    values["INSTALL"] = templates.filled(templates.FOLDER / name / "use.md", values).strip()
    values |= {f"FITS_{word.upper()}": room.of_example(drop, word) for word in EXAMPLES} if name == "arduino" else {}
    names = [f"src/units/{_unit_name(unit)}" for unit in drop.closure.units]
    values["SOURCES_IN_LINES"] = "\n    ".join(["", *names, *(f"src/{path}" for path in BESIDE)])
    category = {True: "sourceAsm", False: "sourceC"}
    values["SOURCES_IN_XML"] = "\n".join(
        f'        <file category="{category[path.endswith(".S")]}" name="{path}"/>'
        for path in (*names, "src/motecurve.c")
    )
    return values


def _flags(drop: Drop) -> dict[str, str | bool]:
    """The values for flags: all of them, those that any compiler takes, those that only GCC does, and those of a
    project that a package takes away."""
    flags = _compiler_flags(drop)
    of_gcc = [flag for flag in flags if flag in texts.OF_GCC_ALONE]
    return {
        "CFLAGS": " ".join(flags), "CMAKE_CFLAGS": texts.in_cmake(flags), "gcc_flags": bool(of_gcc),
        "COMMON_CFLAGS": " ".join(flag for flag in flags if flag not in of_gcc), "GCC_CFLAGS": " ".join(of_gcc),
        "UNFLAGS": " ".join(flag for flag in OTHER_LEVELS if flag not in flags),
    }  # fmt: skip


def _compiler_flags(drop: Drop) -> list[str]:
    """The drop's, but for MSP430 as GCC takes them, which these systems have where the lab has clang; without those
    that optimise the library as a whole, since these systems link in their own ways."""
    others = (*texts.MACHINE_FLAGS, *texts.WHOLE_FLAGS)
    flags = [flag for flag in drop.builder.flags if not flag.startswith(others)]
    if texts.kind_of(drop) == "msp430":
        flags = [flag for flag in flags if flag != "-fno-integrated-as"]
        flags += [flag for flag in drop.builder.flags if flag.startswith("-DMC_")]
    return flags


def _platforms(drop: Drop) -> list[str]:
    """PlatformIO's platforms whose chips may have the drop's instructions."""
    kernels = {unit.source.path.parent.name for unit in drop.closure.units if unit.is_assembly}
    found = [PLATFORMS[one] for one in (texts.kind_of(drop), *sorted(kernels)) if one in PLATFORMS]
    return [name for name in found[0] if all(name in names for names in found)] if found else []


def _idf_targets(drop: Drop) -> list[str]:
    """ESP-IDF's names of the chips that run the drop."""
    same = drop.board.portable
    return [chip.name for chip in chips.beginning_with(PACKAGES["esp-idf"].chips) if chip.firmware == same]


def _core(drop: Drop) -> str:
    """The core as CMSIS calls it, such as Cortex-M0+."""
    core = (drop.board.mcu or "").removeprefix("cortex-").upper().replace("PLUS", "+")
    return f"Cortex-{core}"


def _unit_name(unit: Unit) -> str:
    return f"unit_{unit.number}{unit.source.path.suffix}"


def _units(drop: Drop, package: Package) -> Files:
    """A file for each unit, for systems that compile a file once."""
    found = {}
    for unit in drop.closure.units:
        host = drop.assembly_file if unit.is_assembly else "motecurve.c"
        pragma = '#pragma GCC optimize("O2")\n' if package.optimised and not unit.is_assembly else ""
        found[_unit_name(unit)] = f'{pragma}#define MC_UNIT {unit.number}\n#include "../{host}"\n'
    return found
