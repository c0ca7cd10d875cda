"""Every public header alone, and every macro of them, in C and C++ of these standards, without a warning of pedants."""

import re
import shutil
import subprocess

import pytest

from motelab import ROOT

INCLUDE = ROOT / "include"
HEADERS = sorted(path.relative_to(INCLUDE).as_posix() for path in INCLUDE.rglob("*.h"))
STANDARDS = ("c99", "c11", "c++17")
COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang", "clang++")}
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wmissing-field-initializers", "-Wundef", "-Werror")
OF_IMAGES = [f"-DMC_SINGLE_CURVE={curve}" for curve in ("secp256r1", "Curve25519", "Ed25519")]  # each form of curve
CASES = [(compiler, standard, "-DNDEBUG") for compiler in COMPILERS for standard in STANDARDS]
CASES += [("gcc", standard, flag) for standard in ("c11", "c++17") for flag in OF_IMAGES]
# What is more than a number: the macros with arguments, values of structures and casts. A line uses each.
USES = {
    "MC_ECIES_DEFAULTS": "static const mc_ecies_options options = MC_ECIES_DEFAULTS;",
    "MC_HPKE_DEFAULTS": "static const mc_hpke_options of_hpke = MC_HPKE_DEFAULTS;",
    "MC_EDDSA_EXPANDED_KEY_BYTES": "static uint8_t expanded_key[MC_EDDSA_EXPANDED_KEY_BYTES(32)];",
    "MC_DER_SIGNATURE_BYTES": "static uint8_t signature[MC_DER_SIGNATURE_BYTES(64)];",
    "MC_ECQV_CERTIFICATE_BYTES": "static uint8_t certificate[MC_ECQV_CERTIFICATE_BYTES(8, 32)];",
    "MC_PUBLIC_KEY_DER_BYTES": "static uint8_t public_key[MC_PUBLIC_KEY_DER_BYTES(65)];",
    "MC_PRIVATE_KEY_DER_BYTES": "static uint8_t private_key[MC_PRIVATE_KEY_DER_BYTES(32, 65)];",
}
ERRORS = "static const mc_status errors[] = {{{}}};"  # those of ibe.h
# Headers use them themselves, and MC_IF_VALID is a statement (src/protocol/ecdsa/firmware/ecdsa_verify_verdict.c).
WITHIN = {"MC_OF_CURVE_", "MC_OF_CURVE", "MC_IS", "MC_THE_CURVE"}
WITHIN |= {"MC_VERDICT_OCTET", "MC_VERDICT_WORD", "MC_IF_VALID"}


def macros() -> set[str]:
    """The macros that are more than a number. The tables of curve_table.h are for single_curve.h."""
    texts = [(INCLUDE / header).read_text() for header in HEADERS if header != "motecurve/curve_table.h"]
    pattern = re.compile(r"^#define (MC_\w+)(?:\(| +(?:\\\n)? *\{| +\(\()", re.M)
    return {name for text in texts for name in pattern.findall(text)}


def compile_all(compiler: str, standard: str, flag: str, sources: list) -> str:
    """What the compiler says of these sources."""
    program = COMPILERS[compiler][standard.startswith("c++")]
    language = "c++" if standard.startswith("c++") else "c"
    command = [program, "-x", language, f"-std={standard}", *WARNINGS, flag, f"-I{INCLUDE}", "-fsyntax-only"]
    return subprocess.run([*command, *sources], capture_output=True, text=True).stderr


@pytest.fixture(scope="module")
def sources(tmp_path_factory) -> list:
    """A source for each header, which holds it alone, and twice; one that uses all macros."""
    folder, found = tmp_path_factory.mktemp("headers"), []
    for header in HEADERS:
        found.append(folder / f"{header.replace('/', '_')}.c")
        found[-1].write_text(f'#include "{header}"\n#include "{header}"\nextern int none;\n')
    errors = ", ".join(sorted(name for name in macros() if name.startswith("MC_IBE_ERROR_")))
    uses = [*USES.values(), ERRORS.format(errors)]
    names = [re.search(r"(\w+)(?:\[.*\])? *(?:=.*)?;$", line)[1] for line in uses]
    lines = [*(f'#include "{header}"' for header in HEADERS), *uses]
    lines += ["const void *use(int i);", "const void *use(int i)", "{"]
    lines += [f"    if (i == {i})\n        return &{name};" for i, name in enumerate(names)]
    found.append(folder / "all.c")
    found[-1].write_text("\n".join([*lines, "    return 0;", "}", ""]))
    return found


def test_every_macro_is_used():
    errors = {name for name in macros() if name.startswith(("MC_IBE_ERROR_", "MC_OSCORE_ERROR_"))}
    assert macros() - WITHIN - errors == set(USES) and errors


@pytest.mark.parametrize(("compiler", "standard", "flag"), CASES)
def test_headers_stand_alone(sources, compiler, standard, flag):
    if not shutil.which(COMPILERS[compiler][standard.startswith("c++")]):
        pytest.skip(f"{compiler} is not installed")
    assert compile_all(compiler, standard, flag, sources) == ""
