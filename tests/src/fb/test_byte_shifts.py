"""Members of one template for several kinds of words use the registers that their names promise, and fall back if the
processor does not have them. (Their results: tests/src/fb/test_fb.py, tests/c/test_fb_*.c.)"""

import ctypes
import re
import subprocess

import pytest

from motelab import INCLUDE_FLAGS
from motelab.subjects import registry, templates
from tests.src.fb.test_fb import multiply
from tests.src.native.x86_64 import processor

pytestmark = pytest.mark.skipif(not processor.has("lm"), reason="x86-64 only")

FLAGS = ("-O3", "-std=gnu11", "-fPIC", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-DMC_WORD_BITS=64")
FLAGS += INCLUDE_FLAGS
# By the end of a member's name: the instruction that makes sums, the registers it uses, and the instruction that
# shifts.
REGISTERS = {"word32": (r"xor", r"%e\w\w|%r\d+d", "shl"), "mmx": ("pxor", "%mm", "psllq"),
             "sse2": ("pxor", "%xmm", "pslldq"), "avx2": ("vpxor", "%ymm", "vpslldq")}  # fmt: skip
WIDTHS = {"word32": 32, "mmx": 64, "wmmx": 64, "sse2": 128, "avx2": 256}


def compiled(path, member: str, *options: str) -> list[str]:
    """Instructions of the object file of a member of fb-mul for F_2^283."""
    source = templates.named(f"mul_{member.replace('-', '_')}")
    subprocess.run(["gcc", *FLAGS, "-DMC_FIELD=fb283", *options, "-c", source, "-o", path], check=True)
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True)
    return [line.split("\t")[-1] for line in text.stdout.splitlines() if "\t" in line]


@pytest.mark.parametrize("kind", REGISTERS)
def test_registers(tmp_path, kind):
    mnemonic, registers, shift = REGISTERS[kind]
    code = compiled(tmp_path / "member.o", f"comb-byte-shifts-{kind}")
    sums = [line for line in code if re.match(rf"{mnemonic}\s", line) and re.search(registers, line)]
    assert len(sums) >= 9  # of the rows for a word of a, at least
    assert any(line.startswith(shift) for line in code)
    wider = {
        "word32": r"%xmm.*,%xmm|%mm",
        "mmx": r"pxor.*%xmm\d+,%xmm\d*[1-9]|%ymm",
        "sse2": "%ymm|%mm",
        "avx2": "%zmm",
    }
    assert not [line for line in sums if re.search(wider[kind], line)]
    assert (kind == "mmx") == any(line.startswith("emms") for line in code)


def test_word_bits_of_the_headers():
    of_words = {a.name: a.word_bits for a in registry.load() if a.word_bits}
    names = [name for name in of_words if name.rpartition("-")[2] in WIDTHS]
    assert len(names) == 9 and set(names) == set(of_words)
    assert all(int(of_words[name]) == WIDTHS[name.rpartition("-")[2]] for name in names)


@pytest.mark.parametrize("level", ["x86_64", "adx"])
def test_without_avx2_there_are_words(tmp_path, level):
    """At levels without AVX2 the member exists, is right, and has no instruction of AVX2."""
    library = tmp_path / "library.so"
    sources = [templates.named(f"mul_comb_byte_shifts_{kind}") for kind in ("avx2", "parallel")]
    options = ("-DMC_FIELD=fb283", f"-DMC_X86_64_LEVEL={level}", "-shared")
    subprocess.run(["gcc", *FLAGS, *options, *sources, "-o", library], check=True)
    a, b, size = (1 << 283) - 1, (1 << 282) + (1 << 128) + 5, 40
    result = ctypes.create_string_buffer(2 * size)
    arguments = [ctypes.create_string_buffer(value.to_bytes(size, "little"), size) for value in (a, b)]
    ctypes.CDLL(str(library)).mc_fb283_mul_comb_byte_shifts_avx2(result, *arguments)
    assert int.from_bytes(result.raw, "little") == multiply(a, b)
    code = compiled(tmp_path / "member.o", "comb-byte-shifts-avx2", *options[:2])
    assert code and not any("%ymm" in line for line in code)
