"""What the board `host` is measured with: the host library, the runner, other libraries' sides; built when needed."""

import ctypes
import functools
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from motelab import BUILD, HEADERS, INCLUDE_FLAGS, ROOT
from motelab.common.errors import MissingTool, MotecurveError
from motelab.common.files import digest, sources_digest
from motelab.library import field_build, host
from motelab.library.other_libraries import OTHERS

SOURCES = ROOT / "simulators" / "host"
COMPILER = "cc"
COMPILER_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra", f"-I{ROOT / 'include'}")
YARDSTICK = "openssl"  # whose ECDH on secp256r1 stands beside every comparison


def shared_library(word_bits: int, blinding: str = host.BLINDING) -> Path:
    """The host library, with every member of every field; built first if need be, which a line on stderr announces."""
    path = host.build_folder(word_bits, blinding=blinding) / host.CATALOGUE
    if not path.exists():
        print("motecurve: building the host library, every field and curve", file=sys.stderr)
    return host.build(word_bits, blinding=blinding) / path.name


def library_with(field: str, word_bits: int) -> Path:
    """The catalogue where it is built already, or MC_FIELDS chooses its fields; else the library of that field alone,
    which takes seconds, not minutes, and does not wait for a check of generated files. Without a field, all of it."""
    whole = host.build_folder(word_bits) / host.CATALOGUE
    if not field or host.CHOSEN_FIELDS or (whole.exists() and host.holds(field, word_bits)):
        return shared_library(word_bits)
    alone = host.build_folder(word_bits, tests=False, fields=field) / "libmotecurve.so"
    if not alone.exists():
        print(f"motecurve: building the host library for the curves over {field}", file=sys.stderr)
    return host.build(word_bits, tests=False, fields=field, is_checked=False) / alone.name


@functools.cache
def library_of_coordinates(word_bits: int, field: str, coordinates: str, blinding: str = host.BLINDING) -> Path:
    """Points of one field in other coordinates than the host library's: curve/ and scalar/ compiled as there, in front
    of that library. All the rest comes from there, except the reading of tables, which it hides."""
    rest = shared_library(word_bits, blinding)
    flags = compiled_with(word_bits)[1].split()
    flags += ["-std=gnu11", "-fPIC", "-w", f"-DMC_WORD_BITS={word_bits}", f"-DMC_COORDINATES={coordinates}"]
    flags += [f"-DMC_BLINDING=MC_BLINDING_{blinding.upper()}"] if blinding != "none" else []
    key = digest(sources_digest(*HEADERS), hashlib.sha256(rest.read_bytes()).hexdigest(), *flags)[:16]

    def build(objects: Path, linked: Path) -> None:
        print(f"motecurve: building {field} in {coordinates} coordinates", file=sys.stderr)
        parts = field_build.compiled(field, flags, objects)
        hidden = objects / "lookup.o"
        field_build.run([COMPILER, "-c", *INCLUDE_FLAGS, *flags, ROOT / "src/native/x86_64/lookup.c", "-o", hidden])
        field_build.run([COMPILER, "-shared", *parts, hidden, rest, f"-Wl,-rpath,{rest.parent}", "-o", linked])

    return field_build.shared_object(BUILD / "coordinates" / field, key, build)


@functools.cache
def library(word_bits: int) -> ctypes.CDLL:
    """The same, loaded into this process."""
    return ctypes.CDLL(str(shared_library(word_bits)))


@functools.cache
def compiled_with(word_bits: int) -> tuple[str, str]:
    """Compiler and flags of the host library, from CMake's cache."""
    return compiled_by(shared_library(word_bits).parent)


def compiled_by(folder: Path) -> tuple[str, str]:
    """The same of the library that CMake built in the folder."""
    text = (folder / "CMakeCache.txt").read_text()
    cache = dict(re.findall(r"^(\w+):\w+=(.*)$", text, re.M))
    compiler = cache["CMAKE_C_COMPILER"]
    run = subprocess.run([compiler, "-dumpfullversion", "-dumpversion"], capture_output=True, text=True)
    kind = cache.get("CMAKE_BUILD_TYPE", "").upper() or "RELEASE"  # as CMakeLists.txt
    flags = f"{cache.get('CMAKE_C_FLAGS', '')} {cache.get(f'CMAKE_C_FLAGS_{kind}', '')}"
    return f"{Path(compiler).name} {run.stdout.strip()}", flags.strip()


@functools.cache
def processor() -> str:
    """Name of the processor, as its system calls it."""
    path = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*: (.*)$", path.read_text(), re.M) if path.exists() else None
    return found.group(1) if found else platform.machine()


@functools.cache
def runner() -> Path:
    """The runner, compiled if this version of it is not there yet."""
    return compiled("mc-native", sorted(SOURCES.glob("*.c")), ("-ldl",))


@functools.cache
def other_side(name: str, source: str = "") -> Path:
    """The shared object that runs another library, of a folder `source` if it is no package. MissingTool if it is not
    installed, MotecurveError without that folder."""
    common = [SOURCES / f"{part}.c" for part in ("kind", "numbers", "raw", "octets")]
    return side(f"mc-native-{name}.so", name, [*sorted((SOURCES / "versus").glob(f"{name}*.c")), *common], source)


@functools.cache
def yardstick() -> Path:
    """The shared object of the yardstick that stands beside comparisons; MissingTool without its library."""
    return side("mc-native-yardstick.so", YARDSTICK, [SOURCES / "yardstick" / f"{YARDSTICK}.c", SOURCES / "numbers.c"])


def side(name: str, other: str, sources: list[Path], source: str = "") -> Path:
    """The shared object of a side that calls the library `other`; raises as `other_side`."""
    library = OTHERS[other]
    options = library.build_options(other, source)
    given = digest(*(Path(option).read_bytes() for option in options if option.endswith(".S")))
    try:
        return compiled(name, sources, ("-shared", "-fPIC", *options), libraries=given)
    except MotecurveError as error:
        if library.package and ("No such file" in str(error) or "cannot find" in str(error)):
            raise MissingTool(other, library.package) from error
        raise


def compiled(
    name: str,
    sources: list[Path],
    flags: tuple[str, ...],
    compiler: str = COMPILER,
    package: str = "gcc libc6-dev",
    libraries: str = "",
) -> Path:
    """The program or shared object `name`, under a name with the digest of all that it is made from; `libraries` says
    which versions it is linked with, where that is not the system's affair."""
    if shutil.which(compiler) is None:
        raise MissingTool(compiler, package)
    key = digest(sources_digest(SOURCES, ROOT / "include"), *COMPILER_FLAGS, *flags, compiler, libraries)[:16]
    path = (BUILD / "tools" / name).with_stem(f"{Path(name).stem}-{key}")
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{name}.")
    os.close(handle)
    done = subprocess.run(
        [compiler, *COMPILER_FLAGS, *sources, "-o", temporary, *flags], capture_output=True, text=True
    )
    if done.returncode:
        Path(temporary).unlink(missing_ok=True)  # the linker removes what it could not link
        errors = [line for line in done.stderr.splitlines() if "error" in line or "cannot find" in line]
        raise MotecurveError(f"{name} did not compile: {(errors or ['no message'])[0]}")
    os.chmod(temporary, 0o755)
    os.replace(temporary, path)
    return path
