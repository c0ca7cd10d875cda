"""How programs come to the library: an installation found by CMake or pkg-config, and a build for one curve."""

import functools
import shutil
import subprocess

import pytest

from codegen.built import curves_by_field
from motecurve import INCLUDE_FLAGS, ROOT, SOURCES
from motecurve.common.errors import MissingTool, MotecurveError
from motecurve.library import host
from motecurve.subjects import templates

EXAMPLE = ROOT / "examples/ecdh.c"
CONSUMER = """
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(motecurve 0.2 REQUIRED)
add_executable(linked_static {example})
target_link_libraries(linked_static PRIVATE motecurve::motecurve_static)
add_executable(linked_shared {example})
target_link_libraries(linked_shared PRIVATE motecurve::motecurve_shared)
"""
# What a one-curve image binds; for which field its folders are compiled; the multiplications that it needs.
IMAGE = """
#define MC_SINGLE_CURVE {curve}
#define MC_WORD_BITS 8
#define MC_FB_REDUCE reduce_words
#define MC_SCALAR_MULT_VAR scalar_mult_binary_var
"""
TEMPLATES = {"fp": "order233"} | dict.fromkeys(("fb", "curve", "scalar", "encoding", "protocol"), "fb233")
PLAIN = {"word": "word", "hash": "hash", "cipher": "cipher", "protocol/*/once": "once", "protocol/single": "single"}
MULTIPLICATIONS = ("ladder", "binary", "sum_from_left", "base_generic", "double_separate")

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
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", host.build(64, tests=False, fields="fb233;fp256r1"), "--prefix", folder)
    return folder


def test_found_by_cmake(prefix, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(CONSUMER.format(example=EXAMPLE))
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path / "build")
    for program in ("linked_static", "linked_shared"):
        assert "both have the secret" in run(tmp_path / "build" / program)


def test_headers_stand_alone_in_c_and_cpp(prefix):
    languages = ("c", "c++") if shutil.which("g++") else ("c",)
    for header in (prefix / "include/motecurve").glob("*.h"):
        if header.name != "single_curve.h":  # part of curve.h in a mote image
            for language in languages:
                run("gcc", "-x", language, "-Wall", "-Werror", "-fsyntax-only", f"-I{prefix / 'include'}", header)


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="pkg-config is not installed")
def test_found_by_pkg_config(prefix, tmp_path):
    folder = next(prefix.rglob("motecurve.pc")).parent
    query = ("pkg-config", f"--define-variable=prefix={prefix}", "--cflags", "--libs", "motecurve")
    flags = run("env", f"PKG_CONFIG_PATH={folder}", *query).split()
    run("gcc", EXAMPLE, *flags, f"-Wl,-rpath,{folder.parent}", "-o", tmp_path / "example")
    assert "both have the secret" in run(tmp_path / "example")


def test_wrong_word_size(tmp_path):
    with pytest.raises(MotecurveError, match="word_bits is 24; it must be one of 8, 16, 32, 64"):
        host.build(24)
    with pytest.raises(subprocess.CalledProcessError) as failure:
        run("cmake", "-S", ROOT, "-B", tmp_path, "-DMC_WORD_BITS=24")
    assert "MC_WORD_BITS is 24; it must be 8, 16, 32 or 64" in failure.value.stderr


def test_build_of_chosen_fields(prefix, tmp_path):
    """MC_FIELDS makes a library of some fields, which lists their curves alone; others are named in the error."""
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
    """Links a program as a mote image is: one curve, no descriptor, unused functions left out."""

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
    """The same octets as of the host's library, where the curve is found by name."""
    program = single_curve_program("sect233k1", ROOT / "examples/encodings.c", tmp_path / "program")
    printed = run(program)
    assert "its signature is valid: 30" in printed
    assert printed == run(host.build(64) / "tests/example_encodings")


def test_certificates_of_one_curve(single_curve_program, tmp_path):
    """Certificates and EC-Schnorr take in no ECDSA."""
    program = single_curve_program("sect233k1", ROOT / "examples/ecqv.c", tmp_path / "program")
    assert "the signature is valid, by the certificate of 50 bytes" in run(program)
    symbols = run("nm", program)
    assert not any(word in symbols for word in ("descriptor", "ecdsa", "ecmqv", "sha1", "schnorr_sign_random"))


def test_one_curve_refuses_another(single_curve_program, tmp_path):
    """The example asks for sect233k1, which is not the curve of this image."""
    program = single_curve_program("sect233r1", EXAMPLE, tmp_path / "program")
    failed = subprocess.run([program], capture_output=True, text=True)
    assert (failed.returncode, failed.stderr) == (1, f"no common secret: status {host.Status.ERROR_UNSUPPORTED}\n")
