"""The same sources as packages for systems that compile every file of a folder."""

import dataclasses

from motelab.common.errors import MotecurveError
from motelab.export import fits, layout, random_sources, room, templates, texts
from motelab.export.drop import Drop
from motelab.export.layout import Files
from motelab.export.units import Unit


@dataclasses.dataclass(frozen=True)
class Package:
    """A system with templates in packages/<name>/, for these kinds of devices. `optimised`: its flags cannot be
    changed by a package, so each part requests -O2 itself."""

    kinds: tuple[str, ...]
    optimised: bool = False
    takes_assembly: bool = True


PACKAGES = {
    "arduino": Package(("avr",), optimised=True),
    "platformio": Package(("avr", "thumb", "msp430")),
    "zephyr": Package(("thumb",)),
    "riot": Package(("avr", "msp430", "thumb")),
    "contiki-ng": Package(("msp430", "thumb")),
    "esp-idf": Package(("thumb",), takes_assembly=False),
    "cmsis": Package(("thumb",)),
    "tinyos": Package(("avr", "msp430")),
}
OTHER_LEVELS = ("-O", "-O1", "-O2", "-O3", "-Os", "-Og", "-flto")  # flags of a project that a package takes away
NOT_WHOLE = """. The package
leaves out `-flto` and what follows it, since systems link in their own ways, and takes some more flash"""
PLATFORMS = {"avr": "atmelavr", "thumb": "*", "msp430": "timsp430"}
RANDOM = random_sources.FILE
BESIDE = (RANDOM, "motecurve.c")  # that systems compile besides the units; of the second this is part 0
# The files that serve only one operation.
EXAMPLES = {"ecdh": "examples/Ecdh/", "sign": "examples/Sign/"}


def files(drop: Drop, name: str) -> Files:
    """Every file of the package of that name; MotecurveError if it is not for the device."""
    package = PACKAGES[name]
    kind = texts.kind_of(drop)
    if kind not in package.kinds:
        raise MotecurveError(f"{name} is not for {drop.board.device}; it is for {', '.join(package.kinds)}")
    if drop.has_assembly and not package.takes_assembly:
        raise MotecurveError(
            f"{name} runs on other processors than {drop.board.device}: add --prefer small, which is C"
        )
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
        "PACKAGE": name, "PLATFORMS": PLATFORMS.get(kind, "*"), "CORE": _core(drop),
        "CFLAGS": _compiler_flags(drop), "MEASURED_WHOLE": f" {values['WHOLE']}" if values["whole"] else "",
        "WHOLE_NOTE": NOT_WHOLE if values["whole"] else "",
        "UNFLAGS": " ".join(flag for flag in OTHER_LEVELS if flag not in _compiler_flags(drop).split()),
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


def _compiler_flags(drop: Drop) -> str:
    """The drop's, but for MSP430 as GCC takes them, which these systems have where the lab has clang; without those
    that optimise the library as a whole, since these systems link in their own ways."""
    others = (*texts.MACHINE_FLAGS, *texts.WHOLE_FLAGS)
    flags = [flag for flag in drop.builder.flags if not flag.startswith(others)]
    if texts.kind_of(drop) == "msp430":
        flags = [flag for flag in flags if flag != "-fno-integrated-as"]
        flags += [flag for flag in drop.builder.flags if flag.startswith("-DMC_")]
    return " ".join(flags)


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
