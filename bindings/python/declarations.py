"""Writes what cffi makes of the public headers, for CMakeLists.txt beside this file:

    declarations.py COMPILER INCLUDE --extension _native.c --module _open.py --pairings "bls12-381;tate-512"

_native.c is the extension module motecurve._native, which holds the library, built with these pairings; _open.py has
the declarations of everything for a shared library that is opened while the program runs, and may lack pairings."""

import argparse
import re
import subprocess
from pathlib import Path

import cffi

LEFT_OUT = ("single_curve.h",)  # of mote images
FAMILIES = {"bls12": ("bls12_381.h", "bls_signature.h"), "tate": ("tate.h",), "eta": ("eta.h",)}  # in pairing/
IDENTITY_BASED = "ibe.h"
MARKER = re.compile(r'# \d+ "(?P<file>[^"]*)"')
NUMBER = re.compile(r"#define MC_(?!(FIELD|SCALAR|PUBLIC_KEY|SIGNATURE)_BYTES_)[A-Z0-9_]+ \d+$")  # of no one curve
ATTRIBUTE = re.compile(r"__attribute__\s*\(\(\w+(\(\"\w+\"\))?\)\)\s*")

OBJECTS = re.compile(r"^extern const mc_\w+ ([^;]*);$", re.M)  # of types that only the library knows

# Random bytes from the system, written where the library wants them: none pass through objects of Python. And the
# library's objects by name, of which cffi takes no address.
SOURCE = """
static int motecurve_random(void *context, uint8_t *out, size_t bytes)
{{
    (void)context;
    return mc_blinding_random(out, bytes);
}}

static const void *motecurve_object(const char *name)
{{
    static const struct {{
        const char *name;
        const void *object;
    }} objects[] = {{{rows}}};
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (strcmp(name, objects[i].name) == 0)
            return objects[i].object;
    return NULL;
}}
"""
SOURCE_DECLARATIONS = """
int motecurve_random(void *context, uint8_t *out, size_t bytes);
const void *motecurve_object(const char *name);
"""


def headers(include: Path, pairings: list[str] | None) -> list[str]:
    """The headers of the folder `include`/motecurve as programs include them: those of pairings for the groups named,
    all of them for None."""
    found = [f"motecurve/{path.name}" for path in sorted(include.glob("motecurve/*.h")) if path.name not in LEFT_OUT]
    families = FAMILIES if pairings is None else {re.match("[a-z]+(12)?", name)[0] for name in pairings}
    chosen = [name for family in FAMILIES if family in families for name in FAMILIES[family]]
    return found + [f"motecurve/pairing/{name}" for name in (*chosen, *([IDENTITY_BASED] if chosen else []))]


def included(names: list[str]) -> str:
    """A C text that includes these headers."""
    return "".join(f"#include <{name}>\n" for name in names)


def declarations(compiler: str, include: Path, names: list[str]) -> str:
    """The declarations and numbers of these headers, as the compiler's preprocessor gives them, without those of the
    system's headers."""
    command = [compiler, "-E", "-dD", f"-I{include}", "-x", "c", "-"]
    text = subprocess.run(command, input=included(names), check=True, capture_output=True, text=True).stdout
    kept, is_own = [], False
    for line in text.splitlines():
        if marker := MARKER.match(line):
            is_own = (include / "motecurve") in Path(marker["file"]).parents
        elif is_own and (not line.startswith("#") or NUMBER.match(line)):
            kept.append(line)
    return ATTRIBUTE.sub("", "\n".join(kept))


def objects(found: str) -> list[str]:
    """The names of the library's objects among declarations."""
    return [name.strip() for row in OBJECTS.findall(found) for name in row.split(",")]


def is_built(name: str, pairings: list[str]) -> bool:
    """Whether a library with these pairings has an object: one that is of a group with pairings is of one of them."""
    group = re.fullmatch(r"mc_(?:ibe_)?((?:bls12|tate|eta)_\w+)", name)
    return group is None or group[1].replace("_", "-") in pairings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiler", help="a C compiler")
    parser.add_argument("include", type=Path, help="the folder that holds motecurve/*.h")
    parser.add_argument("--extension", type=Path, help="the C source of motecurve._native")
    parser.add_argument("--module", type=Path, help="the Python source of motecurve._open")
    parser.add_argument("--pairings", default="", help="the groups with pairings that the extension's library has")
    asked = parser.parse_args()
    if asked.extension:
        pairings = [name for name in asked.pairings.split(";") if name]
        names = headers(asked.include, pairings)
        found = declarations(asked.compiler, asked.include, names)
        maker = cffi.FFI()
        maker.cdef(OBJECTS.sub("", found) + SOURCE_DECLARATIONS)
        held = [name for name in objects(found) if is_built(name, pairings)]
        source = SOURCE.format(rows=", ".join(f'{{"{name}", &{name}}}' for name in held))
        text = included(names) + "#include <string.h>\n" + source
        maker.set_source("motecurve._native", text, py_limited_api=True)
        maker.emit_c_code(str(asked.extension))
    if asked.module:
        found = declarations(asked.compiler, asked.include, headers(asked.include, None))
        maker = cffi.FFI()
        maker.cdef(OBJECTS.sub("", found) + "".join(f"extern const char {name}[];\n" for name in objects(found)))
        maker.set_source("motecurve._open", None)
        maker.emit_python_code(str(asked.module))


if __name__ == "__main__":
    main()
