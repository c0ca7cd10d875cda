"""Writes what cffi makes of the public headers, for CMakeLists.txt beside this file:

    declarations.py COMPILER INCLUDE --extension _native.c --module _open.py

_native.c is the extension module motecurve._native, which holds the library; _open.py has the same declarations for a
shared library that is opened while the program runs."""

import argparse
import re
import subprocess
from pathlib import Path

import cffi

LEFT_OUT = ("single_curve.h",)  # of mote images
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


def headers(include: Path) -> list[str]:
    """The headers of the folder `include`/motecurve as programs include them."""
    return [f"motecurve/{path.name}" for path in sorted(include.glob("motecurve/*.h")) if path.name not in LEFT_OUT]


def included(include: Path) -> str:
    """A C text that includes them all."""
    return "".join(f"#include <{name}>\n" for name in headers(include))


def declarations(compiler: str, include: Path) -> str:
    """The declarations and numbers of all headers, as the compiler's preprocessor gives them, without those of the
    system's headers."""
    command = [compiler, "-E", "-dD", f"-I{include}", "-x", "c", "-"]
    text = subprocess.run(command, input=included(include), check=True, capture_output=True, text=True).stdout
    kept, is_own = [], False
    for line in text.splitlines():
        if marker := MARKER.match(line):
            is_own = Path(marker["file"]).parent == include / "motecurve"
        elif is_own and (not line.startswith("#") or NUMBER.match(line)):
            kept.append(line)
    return ATTRIBUTE.sub("", "\n".join(kept))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiler", help="a C compiler")
    parser.add_argument("include", type=Path, help="the folder that holds motecurve/*.h")
    parser.add_argument("--extension", type=Path, help="the C source of motecurve._native")
    parser.add_argument("--module", type=Path, help="the Python source of motecurve._open")
    asked = parser.parse_args()
    found = declarations(asked.compiler, asked.include)
    names = [name.strip() for row in OBJECTS.findall(found) for name in row.split(",")]
    functions = OBJECTS.sub("", found)
    if asked.extension:
        maker = cffi.FFI()
        maker.cdef(functions + SOURCE_DECLARATIONS)
        source = SOURCE.format(rows=", ".join(f'{{"{name}", &{name}}}' for name in names))
        text = included(asked.include) + "#include <string.h>\n" + source
        maker.set_source("motecurve._native", text, py_limited_api=True)
        maker.emit_c_code(str(asked.extension))
    if asked.module:
        maker = cffi.FFI()
        maker.cdef(functions + "".join(f"extern const char {name}[];\n" for name in names))
        maker.set_source("motecurve._open", None)
        maker.emit_python_code(str(asked.module))


if __name__ == "__main__":
    main()
