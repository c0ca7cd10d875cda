"""Proved kernels in a linked image, whose linker moved them and shortened calls, and in one with another byte."""

import subprocess
from pathlib import Path

import pytest

from motelab.boards.implementations.image import builder_of
from motelab.common.errors import MotecurveError
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.prove import images, matching, targets
from motelab.prove.kernel import certificates, objects

AVR = targets.named("avr")
KERNELS = ("fb233_mul_reduce_karatsuba_ld_registers", "fb163_sqr_nibble_table")
MAIN = """
#include <stdint.h>
uint8_t a[64], b[64], c[64];
void mc_fb233_mul_reduce_karatsuba_ld_registers_avr(uint8_t *r, const uint8_t *a, const uint8_t *b);
void mc_fb163_sqr_nibble_table_avr(uint8_t *c, const uint8_t *a);
int main(void)
{
    mc_fb233_mul_reduce_karatsuba_ld_registers_avr(c, a, b);
    mc_fb163_sqr_nibble_table_avr(c, a);
    return c[0];
}
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("image")
    (folder / "main.c").write_text(MAIN)
    names = {name for kernel in KERNELS for name in objects.needed(AVR, kernel)}
    made = [str(objects.assembled(AVR, name)) for name in sorted(names)]
    flags = ["-mmcu=atmega128", "-mrelax", "-Os", "-Wl,--gc-sections"]
    subprocess.run(["avr-gcc", *flags, folder / "main.c", *made, "-o", folder / "image.elf"], check=True)
    return folder / "image.elf"


def of_main(path: Path) -> dict[str, dict]:
    rows = images.report(AVR, path, certificates.read("avr"))
    return {one["calls"]: one for one in rows if one["routine"] == "main" and one["is_kernel"]}


def test_calls_rest_on_proofs(image):
    rows = of_main(image)
    assert set(rows) == {objects.symbol_of("avr", kernel) for kernel in KERNELS}
    assert all(one["proved"] and one["statement"] for one in rows.values()), rows


@pytest.mark.parametrize("offset", [0x40, 0x100])
def test_another_byte_is_seen(image, tmp_path, offset):
    """In the code of a kernel."""
    symbol = objects.symbol_of("avr", KERNELS[1])
    start = objects.Code(AVR, image).symbols[symbol]
    data = bytearray(image.read_bytes())
    ((base, code),) = [
        (at, found) for at, found in objects.Code(AVR, image).executable if at <= start < at + len(found)
    ]
    data[data.index(code) + start - base + offset] ^= 1
    (tmp_path / "image.elf").write_bytes(data)
    row = of_main(tmp_path / "image.elf")[symbol]
    assert not row["proved"]
    assert symbol in row["reason"]


def test_another_table_is_seen(image, tmp_path):
    symbol = objects.symbol_of("avr", KERNELS[1])
    table = objects.Code(AVR, image).symbols[f"{symbol}_table"]
    data = bytearray(image.read_bytes())
    ((base, code),) = [
        (at, found) for at, found in objects.Code(AVR, image).executable if at <= table < at + len(found)
    ]
    data[data.index(code) + table - base + 3] ^= 1
    (tmp_path / "image.elf").write_bytes(data)
    assert "other bytes" in of_main(tmp_path / "image.elf")[symbol]["reason"]


BUILT = (  # board, target, operation, curve: a table, a table behind a pool of addresses, addresses in two halves, code
    ("telosb", "msp430", "fb-sqr-reduce", "sect163k1"),
    ("cortex-m0plus", "thumb", "fb-mul-reduce", "sect283k1"),
    ("cortex-m4", "armv7", "fb-sqr-reduce", "sect283k1"),
    ("ibex-b", "riscvb", "fb-mul-reduce", "sect283k1"),
)


@pytest.mark.parametrize(("board", "target", "operation", "curve"), BUILT)
def test_images_of_other_targets(board, target, operation, curve, tmp_path):
    """The kernel that `bench` measures is the proved one; with one bit changed it is not."""
    request = Request(board=board, operation=operation, curve=curve, backend="asm")
    built = builder_of(bench.select(request)).build()
    known = targets.named(target)
    assert images.target_of(built.path, (target,)) == target
    certified = certificates.read(target)
    (row,) = images.report(known, built.path, certified, built.symbol)
    assert row["proved"], row
    code = objects.Code(known, built.path)
    start, end = code.symbols[built.symbol], code.ends[built.symbol]
    ((base, data),) = [(at, data) for at, data in code.executable if at <= start < at + len(data)]
    changed = bytearray(built.path.read_bytes())
    place = changed.index(data) + start - base
    changed[place + (end - start) // 4 * 2] ^= 1
    (tmp_path / "image.elf").write_bytes(changed)
    (row,) = images.report(known, tmp_path / "image.elf", certified, built.symbol)
    assert not row["proved"], row


def test_a_table_and_a_pool_of_addresses():
    """fb283_sqr_reduce_byte_table of Thumb reads a table through an address in its code."""
    known = targets.named("thumb")
    code = objects.linked(known, "fb283_sqr_reduce_byte_table")
    matching.match(known, "fb283_sqr_reduce_byte_table", code)
    start = code.symbols["mc_thumb_squares"]
    code.patched({start + 4: code.constant(start + 4) ^ 1})
    with pytest.raises(matching.Different, match="other bytes"):
        matching.match(known, "fb283_sqr_reduce_byte_table", code)


def test_file_that_is_no_image(tmp_path):
    (tmp_path / "text").write_text("no image")
    with pytest.raises(MotecurveError, match="is no ELF file"):
        images.target_of(tmp_path / "text")
