"""Reading tables at secret places on x86-64, by registers of 16, 32 and 64 bytes: entries of every length that points
have, every place, nothing written beside the entry. tests/src/whole/test_poisoned_secrets.py shows that no jump and no
address depends on the place."""

import ctypes
import platform
import random
import subprocess

import pytest

from motelab import INCLUDE_FLAGS, ROOT
from tests.src.native.x86_64 import processor

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")

GUARD = b"\xa5" * 64

FUNCTIONS = [
    ("x86_64", "lookup_sse2", None),
    ("vpclmul", "lookup_avx2", "avx2"),
    ("vpclmul", "lookup_avx512", "avx512f"),
]


@pytest.mark.parametrize(("level", "function", "needed"), FUNCTIONS)
def test_lookup(tmp_path, level, function, needed):
    if needed and not processor.has(needed):
        pytest.skip(f"no {needed}")
    library = tmp_path / "lookup.so"
    source = ROOT / "src/native/x86_64/lookup.c"
    flags = ("-O2", "-shared", "-fPIC", "-DMC_WORD_BITS=64", f"-DMC_X86_64_LEVEL={level}", *INCLUDE_FLAGS)
    text = f'#include "{source}"\nvoid exported(void *r, const void *t, size_t b, uint8_t c, uint8_t i)\n'
    (tmp_path / "lookup.c").write_text(f"{text}{{ {function}(r, t, b, c, i); }}\n")
    subprocess.run(["gcc", *flags, tmp_path / "lookup.c", "-o", library], check=True)
    look_up, noise = ctypes.CDLL(str(library)).exported, random.Random(level)
    for size in range(32, 161, 16):
        for count in (1, 2, 3, 8, 16, 32, 255):
            table = noise.randbytes(size * count)
            for index in range(count):
                result = ctypes.create_string_buffer(GUARD + bytes(size) + GUARD, size + 2 * len(GUARD))
                place = ctypes.c_void_p(ctypes.addressof(result) + len(GUARD))
                look_up(place, table, ctypes.c_size_t(size), ctypes.c_uint8(count), ctypes.c_uint8(index))
                assert result.raw == GUARD + table[size * index : size * (index + 1)] + GUARD, (size, count, index)
