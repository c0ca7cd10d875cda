"""How programs get the library: an installation found by CMake or pkg-config, and a build for one curve."""

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from codegen.built import curves_by_field
from motelab import INCLUDE_FLAGS, ROOT, SOURCES
from motelab.common.errors import MissingTool, MotecurveError
from motelab.library import host
from motelab.subjects import templates

EXAMPLE = ROOT / "examples/ecdh.c"
# Programs by the components that they request, and the library that each is linked with.
LINKED = {
    "default": ("", "shared"),
    "static": ("COMPONENTS static", "static"),
    "two": ("COMPONENTS static shared", "static"),
}
CONSUMER = """
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
"""
FINDING = """
find_package(motecurve 0.2 REQUIRED {components})
add_executable({name} {example})
target_link_libraries({name} PRIVATE motecurve::motecurve)
"""
REFUSED = {
    "0.2 REQUIRED COMPONENTS avr": "motecurve has no component avr; its components are static, shared and parallel",
    "0.1 REQUIRED": 'compatible with requested version "0.1"',
    "0.3 REQUIRED": 'compatible with requested version "0.3"',
}
# A project that includes the library's sources, and has targets with names that these might have taken.
PARENT = """
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES C)
add_custom_target(once)
add_custom_target(fp256r1)
add_subdirectory({root} motecurve)
add_executable(program {sources})
target_link_libraries(program PRIVATE motecurve::motecurve)
target_link_options(program PRIVATE -Wl,--gc-sections {options})
install(TARGETS program)
"""
# Where a Cortex-M begins. The C library's start-up finds its stack by semihosting.
VECTORS = """
extern void _start(void);
__attribute__((section(".vectors"), used)) const void *const vectors[] = {(void *)0x20010000, (void *)_start};
"""
VECTORS_AT_0 = "--specs=rdimon.specs -Wl,--undefined=vectors,--section-start=.vectors=0"
CORTEX_M4 = ("qemu-system-arm", "-M", "mps2-an386", "-nographic", "-semihosting-config", "enable=on,target=native")
# The bindings of a one-curve image; the field for which its folders are compiled; the multiplications that it needs.
IMAGE = """
#define MC_SINGLE_CURVE {curve}
#define MC_WORD_BITS 8
#define MC_FB_REDUCE reduce_words
#define MC_SCALAR_MULT_VAR scalar_mult_binary_var
"""
TEMPLATES = {"fp": "order233"} | dict.fromkeys(("fb", "curve", "scalar", "encoding", "protocol"), "fb233")
PLAIN = {"word": "word", "hash": "hash", "cipher": "cipher", "protocol/*/once": "once", "protocol/single": "single"}
PLAIN |= {"encoding/once": "encoding-once"}
MULTIPLICATIONS = ("ladder", "ladder_fraction", "binary", "sum_from_left", "base_generic", "double_separate")

HASHING = """
#include <motecurve/hash.h>
int main(void)
{
    mc_sha256_context context;
    uint8_t digest[MC_SHA256_BYTES];
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, (const uint8_t *)"abc", 3);
    mc_sha256_finish(digest, &context);
    return digest[0] != 0xba;
}
"""
FINDING_BY_NAME = """
#include "motecurve/curve.h"
const mc_curve *by_literal(void) { return mc_curve_find("K-233"); }
const mc_curve *of_another(void) { return mc_curve_find("B-233"); }
const mc_curve *by_name(const char *name) { return mc_curve_find(name); }
"""
LIST = """
#include <motecurve/curve.h>
#include <stdio.h>
int main(void)
{
    for (size_t i = 0; i < mc_curve_count(); i++)
        puts(mc_curve_name(mc_curve_at(i)));
}
"""


def run(*command) -> str:
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def built():
    return host.build(64, tests=False, fields="fb233;fp256r1")


@pytest.fixture(scope="module")
def prefix(built, tmp_path_factory):
    """An installation that was moved."""
    folder = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", built, "--prefix", folder / "first")
    return (folder / "first").rename(folder / "moved")


def needed(program) -> list[str]:
    """Our shared libraries that a program requires."""
    return re.findall(r"NEEDED.*(libmotecurve\S*)\]", run("readelf", "-d", program))


def test_found_by_cmake(prefix, tmp_path):
    folders = {
        name: FINDING.format(components=asked, name=name, example=EXAMPLE) for name, (asked, _) in LINKED.items()
    }
    for name, text in folders.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "CMakeLists.txt").write_text(text)
    (tmp_path / "CMakeLists.txt").write_text(CONSUMER + "".join(f"add_subdirectory({name})\n" for name in folders))
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path / "build")
    for name, (_, library) in LINKED.items():
        program = tmp_path / "build" / name / name
        assert "both have the secret" in run(program)
        assert needed(program) == (["libmotecurve.so.0.2"] if library == "shared" else [])


@pytest.mark.parametrize("asked", REFUSED)
def test_what_the_package_lacks_is_named(prefix, tmp_path, asked):
    (tmp_path / "CMakeLists.txt").write_text(f"{CONSUMER}find_package(motecurve {asked})\n")
    command = ("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    failed = subprocess.run(command, capture_output=True, text=True)
    assert failed.returncode and REFUSED[asked] in " ".join(failed.stderr.split())


def test_staged(built, tmp_path):
    """DESTDIR stands before the prefix, but nowhere in the installed files; nor does the folder of the sources
    or of the build, in libraries and pages either."""
    subprocess.run(
        ["cmake", "--install", built, "--prefix", "/opt/mc"], check=True, env=os.environ | {"DESTDIR": str(tmp_path)},
        capture_output=True,
    )  # fmt: skip
    staged = tmp_path / "opt/mc"
    assert [path.name for path in tmp_path.iterdir()] == ["opt"]
    assert {path.name for path in staged.glob("lib/libmotecurve*")} == {
        "libmotecurve.a", "libmotecurve.so", "libmotecurve.so.0.2", "libmotecurve.so.0.2.0",
    }  # fmt: skip
    pages = staged / "share/doc/motecurve"
    assert (pages / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (pages / "docs/keys.md").exists() and (pages / "examples/ecdh.c").exists()
    for path in (*staged.rglob("*.cmake"), *staged.rglob("*.pc")):
        assert not re.search(f"{tmp_path}|/opt/mc|{ROOT}", path.read_text()), path
    for path in filter(Path.is_file, staged.rglob("*")):
        assert str(ROOT).encode() not in path.read_bytes(), path


def within(folder, root, sources, options="", *arguments):
    """Builds a program of a project that includes the library's sources; returns its build folder."""
    text = PARENT.format(root=root, sources=" ".join(map(str, sources)), options=options)
    (folder / "CMakeLists.txt").write_text(text)
    generator = ("-G", "Ninja") if shutil.which("ninja") else ()
    run("cmake", "-S", folder, "-B", folder / "build", *generator, "-DMC_FIELDS=fb233", *arguments)
    run("cmake", "--build", folder / "build", "--parallel", "2")
    return folder / "build"


@pytest.mark.parametrize(("shared", "library"), [(None, "a"), ("ON", "so")])
def test_within_another_project(tmp_path, shared, library):
    """It has the library that BUILD_SHARED_LIBS chooses, the static one by default, and installs nothing of it."""
    arguments = [f"-DBUILD_SHARED_LIBS={shared}"] if shared else []
    build = within(tmp_path, ROOT, [EXAMPLE], "", *arguments)
    assert "both have the secret" in run(build / "program")
    assert {path.suffix for path in (build / "motecurve").glob("libmotecurve*[a-z]")} == {f".{library}"}
    run("cmake", "--install", build, "--prefix", tmp_path / "installed")
    installed = [path.name for path in (tmp_path / "installed").rglob("*") if path.is_file()]
    assert installed == ["program"]


@pytest.mark.skipif(not all(map(shutil.which, ("arm-none-eabi-gcc", CORTEX_M4[0]))), reason="no Cortex-M tools")
def test_within_a_project_for_a_cortex_m4(tmp_path):
    """Bare metal has only the static library, even if BUILD_SHARED_LIBS is on."""
    (tmp_path / "vectors.c").write_text(VECTORS)
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'cmake/toolchains/arm-none-eabi.cmake'}"
    flags = ("-DCMAKE_C_FLAGS=-mcpu=cortex-m4 -mthumb", "-DBUILD_SHARED_LIBS=ON")
    build = within(tmp_path, ROOT, [EXAMPLE, "vectors.c"], VECTORS_AT_0, toolchain, *flags)
    assert "both have the secret" in run("timeout", "60", *CORTEX_M4, "-kernel", build / "program")
    assert "Tag_CPU_arch_profile: Microcontroller" in run("readelf", "-A", build / "program")
    assert [path.name for path in (build / "motecurve").glob("libmotecurve*")] == ["libmotecurve.a"]


def test_unused_functions_are_left_out(prefix, tmp_path):
    (tmp_path / "hash.c").write_text(HASHING)
    library = prefix / "lib/libmotecurve.a"
    run("gcc", tmp_path / "hash.c", f"-I{prefix / 'include'}", library, "-Wl,--gc-sections", "-o", tmp_path / "hash")
    run(tmp_path / "hash")
    symbols = set(re.findall(r"\b[tT] (mc_\w+)", run("nm", tmp_path / "hash")))
    assert "mc_sha256_feed" in symbols and not any(
        word in s for s in symbols for word in ("fb233", "ecdh", "aes", "curve")
    )


def test_installed_headers_stand_alone(prefix):
    languages = ("c", "c++") if shutil.which("g++") else ("c",)
    for language in languages:
        headers = sorted((prefix / "include/motecurve").rglob("*.h"))
        run("gcc", "-x", language, "-Wall", "-Werror", "-fsyntax-only", f"-I{prefix / 'include'}", *headers)


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="pkg-config is not installed")
def test_found_by_pkg_config(prefix, tmp_path):
    folder = next(prefix.rglob("motecurve.pc")).parent
    flags = run("env", f"PKG_CONFIG_PATH={folder}", "pkg-config", "--cflags", "--libs", "motecurve").split()
    run("gcc", EXAMPLE, *flags, f"-Wl,-rpath,{folder.parent}", "-o", tmp_path / "example")
    assert "both have the secret" in run(tmp_path / "example")


def test_wrong_word_size(tmp_path):
    with pytest.raises(MotecurveError, match="word_bits is 24; it must be one of 8, 16, 32, 64"):
        host.build(24)
    with pytest.raises(subprocess.CalledProcessError) as failure:
        run("cmake", "-S", ROOT, "-B", tmp_path, "-DMC_WORD_BITS=24")
    assert "MC_WORD_BITS is 24; it must be 8, 16, 32 or 64" in failure.value.stderr


def test_build_of_chosen_fields(prefix, tmp_path):
    """MC_FIELDS makes a library of some fields, which lists only their curves; the error names the others."""
    (tmp_path / "list.c").write_text(LIST)
    library = next(prefix.rglob("libmotecurve.a"))
    run("gcc", tmp_path / "list.c", f"-I{prefix / 'include'}", library, "-o", tmp_path / "list")
    names = set(run(tmp_path / "list").split())
    assert names == {record["name"] for f in ("fb233", "fp256r1") for record in curves_by_field()[f]}
    with pytest.raises(MotecurveError, match="MC_FIELDS names fb164; the fields are fb113 "):
        host.build.__wrapped__(64, tests=False, fields="fb164")


def test_missing_cmake(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _program: None)
    with pytest.raises(MissingTool, match="cmake is not installed; install it with: apt-get install cmake"):
        host.build.__wrapped__(64)


@pytest.fixture(scope="module")
def single_curve_program(tmp_path_factory):
    """Links a program like a mote image: one curve, no descriptor, unused functions dropped."""

    @functools.cache
    def compiled(curve: str):
        return single_curve_objects(tmp_path_factory.mktemp(curve), curve)

    def link(curve: str, source, program):
        folder, flags = compiled(curve)
        run("gcc", *flags, "-Wl,--gc-sections", source, *folder.glob("*/*.o"), "-o", program)
        return program

    return link


def single_curve_objects(folder, curve: str):
    """The library compiled for one curve: the folder of its objects, and the flags."""
    (folder / "image.h").write_text(IMAGE.format(curve=curve))
    flags = ["-std=gnu11", "-O1", "-ffunction-sections", "-fdata-sections", '-DMC_CONFIG_HEADER="image.h"']
    flags += [f"-I{folder}", *INCLUDE_FLAGS]
    groups = {name: (field, templates.files(name, field)) for name, field in TEMPLATES.items()}
    for pattern, name in PLAIN.items():
        groups[name] = ("fb233", [path for tree in SOURCES for path in tree.glob(f"{pattern}/*.c")])
    for name, (field, paths) in groups.items():
        paths = [path for path in paths if "\nwindows:" not in path.read_text()]
        if name == "scalar":
            paths = [path for path in paths if path.stem in MULTIPLICATIONS]
        objects = folder / name
        objects.mkdir()
        command = ["gcc", *flags, f"-DMC_FIELD={field}", "-c", *paths]
        subprocess.run(command, cwd=objects, check=True, capture_output=True)
    run("gcc", *flags, "-DMC_FIELD=fb233", "-c", ROOT / "generated/curve/data/fb233.c", "-o", objects / "data.o")
    return folder, flags


def test_one_curve_without_descriptor_or_names(single_curve_program, tmp_path):
    program = single_curve_program("sect233k1", EXAMPLE, tmp_path / "program")
    assert "both have the secret" in run(program)
    symbols = run("nm", program)
    assert "mc_fb233_scalar_mult_ladder" in symbols
    assert not any(word in symbols for word in ("descriptor", "sect233r1", "binary_var", "ecdh_cofactor", "koblitz"))
    assert b"K-233" not in program.read_bytes()


def test_signatures_of_one_curve(single_curve_program, tmp_path):
    program = single_curve_program("sect233k1", ROOT / "examples/ecdsa.c", tmp_path / "program")
    assert "the signature is valid" in run(program)
    symbols = run("nm", program)
    assert not any(word in symbols for word in ("descriptor", "sect233r1", "sha1", "inv_fermat", "sign_digest_random"))


def test_encodings_of_one_curve(single_curve_program, tmp_path):
    """The same bytes as from the host's library, where the curve is found by name."""
    program = single_curve_program("sect233k1", ROOT / "examples/encodings.c", tmp_path / "program")
    printed = run(program)
    assert "its signature is valid: 30" in printed
    assert printed == run(host.build(64) / "tests/example_encodings")


def test_certificates_of_one_curve(single_curve_program, tmp_path):
    """Certificates and EC-Schnorr link no ECDSA."""
    program = single_curve_program("sect233k1", ROOT / "examples/ecqv.c", tmp_path / "program")
    assert "the signature is valid, by the certificate of 50 bytes" in run(program)
    symbols = run("nm", program)
    assert not any(word in symbols for word in ("descriptor", "ecdsa", "ecmqv", "sha1", "schnorr_sign_random"))


def test_one_curve_refuses_another(single_curve_program, tmp_path):
    """The example requests sect233k1, which is not the curve of this image."""
    program = single_curve_program("sect233r1", EXAMPLE, tmp_path / "program")
    failed = subprocess.run([program], capture_output=True, text=True)
    told = "no common secret: the curve or algorithm is not part of this build\n"
    assert (failed.returncode, failed.stderr) == (1, told)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", ["-O0", "-Os"])
def test_a_curve_is_found_without_a_c_library(tmp_path, compiler, level):
    """In freestanding code no compiler knows strcmp. Names are compared at compile time, and their text is not kept."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    (tmp_path / "image.h").write_text("#define MC_SINGLE_CURVE sect233k1\n")
    (tmp_path / "find.c").write_text(FINDING_BY_NAME)
    flags = [
        "-ffreestanding",
        "-ffunction-sections",
        "-fdata-sections",
        '-DMC_CONFIG_HEADER="image.h"',
        f"-I{tmp_path}",
    ]
    run(compiler, level, *flags, *INCLUDE_FLAGS, "-c", tmp_path / "find.c", "-o", tmp_path / "find.o")
    assert not re.search(r" U (?!_GLOBAL)", run("nm", tmp_path / "find.o"))
    if level == "-Os":
        literal = run("objdump", "-dr", "-j", ".text.by_literal", "-j", ".text.of_another", tmp_path / "find.o")
        assert "R_X86_64" not in literal and "cmp" not in literal
