"""Which member of each family the host library binds: what its headers say for a field (src/word/config.h and those of
each kind of field), asked of the preprocessor, so that no second list can differ from it."""

import functools
import re
import shutil
import subprocess

from codegen.fields import load_groups
from motelab import INCLUDE_FLAGS
from motelab.common.errors import MissingTool, MotecurveError
from motelab.subjects import registry
from motelab.subjects.slots import SLOTS

COMPILER = "cc"
HEADER = "scalar/scalar.h"  # includes, or makes visible, every macro that names a member
# The same for a field of a group with a pairing, over which no such curves are.
FIELD_HEADERS = {"prime": "fp/fp.h", "binary": "fb/fb.h"}


def macro(slot: str) -> str:
    """The macro of a slot, such as MC_FB_MUL."""
    return "EC_COORDINATES" if slot == "coordinates" else "MC_" + slot.upper().replace("-", "_")


def header_of(field: str) -> str:
    """The header that is asked about a field."""
    kinds = {record["field"]["name"]: record["field"]["type"] for record in load_groups().values()}
    return FIELD_HEADERS[kinds[field]] if field in kinds else HEADER


@functools.cache
def bound(field: str, word_bits: int) -> dict[str, str]:
    """Slot -> member, as NAME[/WINDOW][:asm], of a field in the host library. Slots that the library lacks are
    left out. Raises MissingTool without a compiler."""
    if shutil.which(COMPILER) is None:
        raise MissingTool(COMPILER, "gcc libc6-dev")
    foreign = "fb-" if field.startswith("fp") else "fp-"
    slots = [slot for slot in SLOTS if not slot.startswith(foreign)]
    header = header_of(field)
    question = f'#include "{header}"\n' + "".join(f'"{slot}" {macro(slot)};\n' for slot in slots)
    command = [COMPILER, "-std=gnu11", "-E", "-P", f"-DMC_FIELD={field}", f"-DMC_WORD_BITS={word_bits}"]
    command += [*INCLUDE_FLAGS, "-x", "c", "-"]
    run = subprocess.run(command, input=question, capture_output=True, text=True)
    if run.returncode:
        raise MotecurveError(f"{header} for {field}: {(run.stderr.splitlines() or ['no message'])[0]}")
    answers = dict(re.findall(r'^"(\S+)" *(\w+);', run.stdout, re.M))
    return {slot: spec for slot in slots if (spec := _spec(slot, answers[slot])) is not None}


def _spec(slot: str, function: str) -> str | None:
    """The member whose function is bound to the slot; None for a macro that is not defined."""
    if slot == "coordinates":
        return function.replace("_", "-")
    for algorithm in registry.load():
        if algorithm.family == SLOTS[slot] and function in algorithm.functions and algorithm.target in ("", "x86_64"):
            window = f"/{algorithm.windows[algorithm.functions.index(function)]}" if algorithm.windows else ""
            return algorithm.name + window + ("" if algorithm.backend == "c" else f":{algorithm.backend}")
    return None
