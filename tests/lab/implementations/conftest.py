"""A small implementation of the tests' own: multiplication in F_2^163, bit by bit, and a folder for it."""

from pathlib import Path

import pytest

MANIFEST = """
title = "Shift and add"
licence = "MIT"

[[builds]]
boards = ["micaz", "cortex-m4"]
files = ["multiply.c"]
flags = ["-O2"]

[operations.fb-mul-reduce]
curves = ["sect163k1"]
constant_time = true
"""
MULTIPLY = """
#include <stdint.h>
#include <string.h>

void multiply(uint8_t r[21], const uint8_t a[21], const uint8_t b[21])
{
    uint8_t sum[21] = {0};
    for (int i = 162; i >= 0; i--) {
        uint8_t top = sum[20] >> 2 & 1, chosen = -(a[i / 8] >> i % 8 & 1);
        for (int j = 20; j > 0; j--)
            sum[j] = sum[j] << 1 | sum[j - 1] >> 7;
        sum[0] = sum[0] << 1 ^ (0xc9 & -top);
        sum[20] &= 7;
        for (int j = 0; j < 21; j++)
            sum[j] ^= b[j] & chosen;
    }
    memcpy(r, sum, sizeof sum);
}
"""
ADAPTER = """
#include "implementation.h"

void multiply(uint8_t r[21], const uint8_t a[21], const uint8_t b[21]);

uint8_t implementation_field_mul(uint8_t *result, const uint8_t *a, const uint8_t *b)
{
    multiply(result, a, b);
    return 0;
}
"""


class Folder:
    """A folder with an implementation whose parts a test changes."""

    def __init__(self, path: Path):
        self.path = path
        path.mkdir()
        self.write("implementation.toml", MANIFEST)
        self.write("multiply.c", MULTIPLY)
        self.write("adapter.c", ADAPTER)

    def __str__(self) -> str:
        return str(self.path)

    def write(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)

    def replace(self, name: str, old: str, new: str) -> None:
        """Changes a text that the file has once."""
        text = (self.path / name).read_text()
        assert text.count(old) == 1
        self.write(name, text.replace(old, new))


@pytest.fixture
def folder(tmp_path) -> Folder:
    return Folder(tmp_path / "shift-and-add")
