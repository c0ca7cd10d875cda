"""`tools/new.py` for algorithms, boards and fields: stubs that compile and load at once, and names that are refused."""

import os
import subprocess
import sys

import pytest

from codegen import registry
from motelab import INCLUDE_FLAGS, ROOT
from tools import left
from tools.stubs import algorithm, field

FIELD_OF = {"fb": "fb163", "fp": "fp256r1", "scalar": "fb163"}
OF_OTHERS = {"scalar-mult-x": "fp255", "ladder-step": "fp255", "window-step": "fp256r1", "differences-step": "fp256r1"}
OF_OTHERS |= dict.fromkeys(("doubling", "addition", "jacobian-addition", "jacobian-doubling"), "fp256r1")


def new(*arguments: object, **more: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "tools/new.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=os.environ | more, capture_output=True, text=True)


@pytest.mark.parametrize("family", algorithm.families())
def test_a_stub_compiles(family, tmp_path, monkeypatch):
    """With the prototypes of its family in sight, so that a wrong one is refused."""
    text = algorithm.stub(family, "toy-stub")
    path = tmp_path / "stub.c"
    monkeypatch.setattr(registry, "ROOT", tmp_path)
    prefix, top, prototype = registry.FAMILIES[family]
    declared = prototype.format(f=f"{algorithm.MACRO_OF[top]}({prefix}_toy_stub)") + ";\n"
    include = f'#include "{algorithm.HEADER_OF[top]}"\n'
    path.write_text(text.replace(include, include + declared))
    chosen = f"-DMC_FIELD={OF_OTHERS.get(family, FIELD_OF[top])}"
    flags = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *INCLUDE_FLAGS, chosen]
    run = subprocess.run(["gcc", *flags, str(path)], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    with pytest.raises(registry.RegistryError, match="the key 'summary' is left to write"):
        registry.read_algorithm(path)
    values = registry.parse_header(path)
    assert set(values) <= {*registry.REQUIRED, *registry.OPTIONAL}
    assert text.count(left.MARK) == 5 + 3 * (family == algorithm.MULTIPLICATION)


def test_a_board_loads_at_once(tmp_path):
    """The compiler knows the memories of an AVR: 16 KB of RAM behind the registers, 128 KB of flash."""
    made = new("board", "toy", "--chip", "ATmega1284P", "--clock-hz", 16_000_000, "--folder", tmp_path)
    assert made.returncode == 0, made.stderr
    assert made.stdout.count("toy/board.toml:") == 5
    code = "from motelab.boards import board; b = board.load('toy'); print(b.ram_bytes, b.flash_bytes, b.mcu)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"MOTECURVE_BOARDS": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert loaded.stdout.split() == ["16384", "131072", "atmega1284p"], loaded.stderr


def test_a_board_like_another(tmp_path):
    options = ("--clock-hz", 64_000_000, "--ram-bytes", 65_536, "--flash-bytes", 524_288, "--folder", tmp_path)
    made = new("board", "toy52", "--chip", "nRF52832", *options)
    assert made.returncode == 0, made.stderr
    assert 'like = "cortex-m4"' in (tmp_path / "toy52/board.toml").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("board Big --chip ATmega328P", "'Big' is no name of a board"),
        ("board micaz --chip ATmega128", "the board micaz exists already"),
        ("board new --chip Z80", "the name Z80 tells no core; give a board with the same core by --like"),
        ("board new --chip ATmega9999", "avr-gcc knows no chip atmega9999"),
        ("board new --chip Z80 --like zx", "--like zx: there is no such board"),
        ("board new --chip nRF52832", "only the data sheet of nRF52832 says this; give --ram-bytes"),
        ("scalar-mult wnaf", "the scalar-mult wnaf exists already, in src/scalar/window/wnaf.c"),
        ("scalar-mult Wide", "'Wide' is no name of an algorithm"),
        ("algorithm fb-mull x", "'fb-mull' is no family; one of these: fb-add"),
        ("field 128,1,0", "the polynomial is not irreducible"),
        ("field 163,7,6,3,0", "the field is fb163 already"),
        ("field 1,7,0", "the exponents must fall, and end in 0"),
        ("field 2^13", "'2^13' is no polynomial"),
    ],
)  # fmt: skip
def test_refusals(arguments, message):
    done = new(*arguments.split())
    assert done.returncode == 2 and done.stderr.startswith(f"tools/new.py: {message}"), done.stderr
    assert done.stderr.count("\n") == 1


def test_irreducible_polynomials():
    """Those of the library, and products of such."""
    assert field.polynomial("x^127 + x + 1") == (127, 1, 0)
    assert field.is_irreducible((163, 7, 6, 3, 0)) and field.is_irreducible((2, 1, 0))
    assert not field.is_irreducible((4, 2, 0))  # a square
    assert not field.is_irreducible((5, 1, 0))  # (z^2 + z + 1) (z^3 + z^2 + 1)
