"""The same sources as packages for systems that compile every file of a folder."""

import dataclasses

from motelab.common.errors import MotecurveError
from motelab.export import layout, room, templates, texts
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
PLATFORMS = {"avr": "atmelavr", "thumb": "*", "msp430": "timsp430"}
BESIDE = ("motecurve_random.c", "motecurve_fits.c")  # the library's own sources besides its units
# The files that serve only one operation.
EXAMPLES = {"ecdh": "examples/Ecdh/", "sign": "examples/Sign/"}


def files(drop: Drop, name: str) -> Files:
    """Every file of the package of that name; MotecurveError if it is not for the device."""
    package = PACKAGES[name]
    kind = texts.kind_of(drop)
    if kind not in package.kinds:
        raise MotecurveError(f"{name} is not for {drop.board.device}; it is for {', '.join(package.kinds)}")
    if drop.has_assembly and not package.takes_assembly:
        raise MotecurveError(f"{name} runs on other processors than {drop.board.device}: add --prefer size, which is C")
    drop.refuse_too_large()
    values = _values(drop, name)
    made = templates.of(templates.FOLDER / "all") | templates.of(templates.FOLDER / name)
    own = {path: templates.filled(made[path], values) for path in made if not _is_left_out(path, drop)}
    sources = {f"src/{path}": text for path, text in layout.library(drop).items()}
    units = {f"src/units/{path}": text for path, text in _units(drop, package).items()}
    beside = {f"src/{path}": templates.filled(layout.TEMPLATES / f"{path}.in", values) for path in BESIDE}
    return {**sources, **units, **own, **beside, "LICENSE": layout.licence()}


def _is_left_out(path: str, drop: Drop) -> bool:
    """Whether it is the example of an operation that the drop does not have, or has in steps."""
    words = [] if "stepwise" in drop.words else drop.words
    return path.startswith("examples/") and not any(path.startswith(EXAMPLES[w]) for w in words if w in EXAMPLES)


def _values(drop: Drop, name: str) -> dict[str, str | bool]:
    """The values for the names in the templates of a package."""
    use = (templates.FOLDER / name / "use.md").read_text().strip()
    values = texts.values(drop) | {
        "PACKAGE": name, "VERSION": texts.version(), "INSTALL": use,
        "PLATFORMS": PLATFORMS.get(texts.kind_of(drop), "*"), "CORE": _core(drop),
    }  # fmt: skip
    values |= {f"FITS_{word.upper()}": room.of_example(drop, word) for word in EXAMPLES} if name == "arduino" else {}
    system = name.replace("-", "_")
    if system in texts.SYSTEMS:
        values |= {system: True, "by_size": False, "by_symbols": False, "ends_of_variables": False}
    names = [f"src/units/{_unit_name(unit)}" for unit in drop.closure.units]
    values["SOURCES_IN_LINES"] = "\n    ".join(["", *names, *(f"src/{path}" for path in BESIDE)])
    category = {True: "sourceAsm", False: "sourceC"}
    values["SOURCES_IN_XML"] = "\n".join(
        f'        <file category="{category[path.endswith(".S")]}" name="{path}"/>'
        for path in (*names, "src/motecurve_fits.c")
    )
    return values


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
