"""The groups of identity-based cryptography, the two problems that each rests on, and the library that has one."""

import dataclasses
import functools
import shutil
import sys
from typing import Any

from codegen.fields import load_pairings
from motecurve import ibe
from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.common.errors import MissingTool, MotecurveError
from motelab.library import bindings, host

# By their numbers in objects (motecurve/pairing/ibe.h); the first is the default.
NUMBERS = {"bls12-381": 5, "tate-1536": 4, "tate-512": 3, "tate-256-short": 2, "tate-256": 1}
DEFAULT = "bls12-381"
# Below the first, somebody with a computer finds logarithms; below the second, a group is for nothing new.
INSECURE_BITS, LEGACY_BITS = 64, 112
ONLY_PAIRING = "eta-271"  # has a pairing here, and no scheme


@dataclasses.dataclass(frozen=True)
class Security:
    """log2 of the steps to a logarithm in the group of points, and in the extension field that pairings map to."""

    curve_bits: int
    extension_field_bits: int

    @property
    def bits(self) -> int:
        """The smaller, which an attacker takes."""
        return min(self.curve_bits, self.extension_field_bits)

    @property
    def level(self) -> str:
        """insecure, legacy or fine."""
        return "insecure" if self.bits < INSECURE_BITS else "legacy" if self.bits < LEGACY_BITS else "fine"

    @property
    def words(self) -> str:
        both = f"{self.curve_bits} bits on the curve, {self.extension_field_bits} in the extension field"
        uses = {"insecure": "; for comparisons alone", "legacy": "; for nothing new", "fine": ""}
        return both + uses[self.level]


@functools.cache
def security(name: str) -> Security:
    """Security of the group of that name, from curves/pairings.json."""
    found = load_pairings()[name]["security"]
    return Security(int(found["curve_bits"]), int(found["extension_field_bits"]))


def admit(name: str, is_allowed: bool) -> None:
    """A line on stderr for a group that is not fine; MotecurveError for an insecure one, unless it `is_allowed`, and
    for a name that is none."""
    if name == ONLY_PAIRING:
        raise MotecurveError(f"{name} is insecure since 2013, and no scheme here is over it; take {DEFAULT}")
    if name not in NUMBERS:
        raise MotecurveError(f"no group is named {name!r}; the groups are {', '.join(NUMBERS)}")
    found = security(name)
    if found.level == "insecure" and not is_allowed:
        raise MotecurveError(f"{name} is insecure ({found.words}); take {DEFAULT}, or say --insecure")
    if found.level != "fine":
        print(f"motecurve: {name} is {found.level}: {found.words}", file=sys.stderr)


def named(number: int, what: str) -> str:
    """The name of the group with a number in an object; MotecurveError, which begins with `what`, if there is none."""
    for name, its_number in NUMBERS.items():
        if its_number == number:
            return name
    raise MotecurveError(f"{what} is of a group that is not known here")


@functools.cache
def group(name: str) -> ibe.Group:
    """The group, of a library with it alone, which is built first if need be: seconds, once."""
    folder = BUILD / f"ibe-{name}"
    path = folder / "libmotecurve.so"
    if not shutil.which("cmake"):
        raise MissingTool("cmake", "cmake")
    options: dict[str, Any] = {"MC_PAIRINGS": name, "MC_FIELDS": "fp7", "MC_TINY_FIELDS": "ON"}
    if shutil.which("ccache"):
        options["CMAKE_C_COMPILER_LAUNCHER"] = "ccache"
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), *(f"-D{key}={value}" for key, value in options.items())]
    if shutil.which("ninja") and not (folder / "Makefile").exists():
        configure += ["-G", "Ninja"]
    if not path.exists():
        print(f"motecurve: building the host library for {name}", file=sys.stderr)
    with locks.held(BUILD / f"{folder.name}.lock"):
        host.run_quietly(configure)
        host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", "motecurve_shared"])
    return ibe.group(name, library=bindings.opened(path))
