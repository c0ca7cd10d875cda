"""The program that makes traces: samples against a count by hand, sums against stored samples, a planted leak, and the
absence of one."""

import random
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

from motelab import ROOT
from motelab.common.errors import ImageFailed
from motelab.leakage import pairs, simulator, statistics
from motelab.leakage.moments import Sums
from motelab.leakage.simulator import Job
from tests.simulators.ibex import build

HERE = ROOT / "tests/lab/leakage"
ORDER = 2
IBEX = "ibex-b"


class Planted(NamedTuple):
    """The image, and the words that say on which processor it runs."""

    elf: Path
    machine: list[str]


def assembled(folder: Path, mcu: str, thumb: str = "planted_thumb.S") -> Planted:
    elf = folder / f"{mcu}.elf"
    if mcu == "atmega128":
        include = ROOT / "tests/simulators/avr"
        subprocess.run(["avr-gcc", f"-mmcu={mcu}", f"-Wa,-I{include}", HERE / "planted.S", "-o", elf], check=True)
        return Planted(elf, ["--core", "avr", "--mcu", mcu])
    if mcu == IBEX:
        return Planted(build.image(mcu, HERE / "planted_riscv.S", folder), ["--core", mcu, "--mcu", mcu])
    wide = ["-DWIDE"] if mcu == "cortex-m4" else []
    command = ["arm-none-eabi-gcc", f"-mcpu={mcu}", *wide, "-nostdlib", "-Wl,-Ttext=0", "-Wl,--entry=main"]
    subprocess.run([*command, HERE / thumb, "-o", elf], check=True)
    return Planted(elf, ["--core", "cortex-m", "--mcu", mcu])


@pytest.fixture(scope="module", params=["atmega128", "cortex-m0plus", "cortex-m4", IBEX])
def planted(tmp_path_factory, request):
    return assembled(tmp_path_factory.mktemp("planted"), request.param)


def words(planted: Planted, folder: Path, model: str, measure: str = "planted") -> list[str]:
    machine = [*planted.machine, "--frequency", "8000000", "--measure", measure]
    return [*machine, "--model", model, "--index", str(folder / f"{measure}.{model}.index")]


def shared(secret: int, mask: int) -> bytes:
    return bytes([secret ^ mask, mask])


def jobs(count: int, is_fixed: bool = True) -> list[Job]:
    """Shares of a fixed secret and of random ones, or of random ones alone."""
    draw = random.Random(42)
    return [
        Job(i % 2, shared(0xFF if is_fixed and i % 2 == 0 else draw.randrange(256), draw.randrange(256)))
        for i in range(count)
    ]


def accused(folder, planted, model: str, made: list[Job]) -> set[int]:
    """The addresses of instructions whose t exceeds the threshold."""
    path = folder / f"{model}.sums"
    simulator.run(planted.elf, words(planted, folder, model), [], [made[0]])
    simulator.run(planted.elf, words(planted, folder, model), ["--sums", str(path), "--order", "1"], made)
    sums = Sums(path)
    ((_, classes),) = sums.pieces()
    noisy = [moments.with_noise(1.0, np.random.default_rng(1)) for moments in classes]
    over = statistics.t_values(noisy, 1) > statistics.threshold(sums.width, min(sums.traces))
    return set(np.fromfile(folder / f"planted.{model}.index", np.uint32)[over].tolist())


def address_of(elf, name: str) -> int:
    with elf.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".symtab")
        return symbols.get_symbol_by_name(name)[0]["st_value"]


def test_the_planted_leak_alone_is_named(planted, tmp_path):
    """Only the instruction that overwrites a share by the other, and only by the bits that change."""
    assert accused(tmp_path, planted, "distance", jobs(600)) == {address_of(planted.elf, "leak")}
    assert accused(tmp_path, planted, "weight", jobs(600)) == set()


def test_shares_tell_the_secret_in_pairs(planted, tmp_path):
    """Two instructions that handle one share each: neither tells the secret alone, their product does."""
    out, made = tmp_path / "samples", jobs(600)
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), [], made[:1])
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), ["--samples", str(out)], made)
    samples = np.fromfile(out, np.uint8).reshape(len(made), -1).astype(float)
    noisy = samples + np.random.default_rng(1).standard_normal(samples.shape)
    over, partner = pairs.strongest(noisy[0::2], noisy[1::2], 4)
    limit = statistics.threshold(4 * samples.shape[1], 300)
    assert {(i, int(partner[i])) for i in np.flatnonzero(over > limit)} == {(5, 7)}
    near, _ = pairs.strongest(noisy[0::2], noisy[1::2], 1)
    assert near.max() < limit


def test_nothing_is_accused_if_both_classes_are_random(planted, tmp_path):
    assert accused(tmp_path, planted, "distance", jobs(600, is_fixed=False)) == set()


@pytest.mark.parametrize("model", ["weight", "distance"])
def test_samples_are_the_bits_of_what_is_written(planted, tmp_path, model):
    """Each instruction of one run, by hand; calls and returns write nothing."""
    first, second = 0b1011_0001, 0b0000_0111
    out = tmp_path / "samples"
    made = [Job(0, bytes([first, second]))]
    simulator.run(planted.elf, words(planted, tmp_path, model), [], made)
    simulator.run(planted.elf, words(planted, tmp_path, model), ["--samples", str(out)], made)
    a, b, change = first.bit_count(), second.bit_count(), (first ^ second).bit_count()
    weight = [2, a, 0, 2, 0, a, 0, b, 0, 0, b, 0, 0, 0]
    distance = [2, a, 0, 2, 0, a, a, b, b, 0, change, b, 2, 0]
    assert list(out.read_bytes()) == (weight if model == "weight" else distance)


def test_sums_are_those_of_the_samples_and_go_on(planted, tmp_path):
    made = jobs(40)
    out, path = tmp_path / "samples", tmp_path / "sums"
    options = ["--sums", str(path), "--order", str(ORDER), "--samples", str(out)]
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), [], made[:1])
    for part in (made[:14], made[14:]):
        simulator.run(planted.elf, words(planted, tmp_path, "weight"), options, part)
    sums = Sums(path)
    samples = np.fromfile(out, np.uint8).reshape(len(made), sums.width).astype(float)
    ((_, classes),) = sums.pieces()
    assert sums.traces == [20, 20]
    for number, moments in enumerate(classes):
        own = samples[number::2]
        assert np.allclose(moments.mean, own.mean(axis=0))
        assert np.allclose(moments.second, own.var(axis=0))
        assert np.allclose(moments.fourth, ((own - own.mean(axis=0)) ** 4).mean(axis=0))


def test_a_window_is_a_part_of_the_samples(planted, tmp_path):
    made = jobs(4)
    whole, part = tmp_path / "whole", tmp_path / "part"
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), [], made[:1])
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), ["--samples", str(whole)], made)
    window = ["--samples", str(part), "--from", "3", "--to", "9"]
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), window, made)
    width = len(whole.read_bytes()) // 4
    expected = [whole.read_bytes()[i * width + 3 : i * width + 9] for i in range(4)]
    assert part.read_bytes() == b"".join(expected)


def test_sums_over_calls_keep_the_total(planted, tmp_path):
    """One sample for each stay in a routine: in `planted`, in `apart`, in `planted` again."""
    made = jobs(1)
    each, calls = tmp_path / "each", tmp_path / "calls"
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), [], made)
    simulator.run(planted.elf, words(planted, tmp_path, "weight"), ["--samples", str(each)], made)
    index = ["--index", str(tmp_path / "other"), "--calls"]
    simulator.run(planted.elf, [*words(planted, tmp_path, "weight"), *index], [], made)
    simulator.run(planted.elf, [*words(planted, tmp_path, "weight"), *index], ["--samples", str(calls)], made)
    found = np.fromfile(calls, "<u2")
    assert len(found) == 3
    assert found.sum() == sum(each.read_bytes())


def test_a_run_that_does_not_end_is_told(planted, tmp_path):
    with pytest.raises(ImageFailed, match="input exhausted"):
        simulator.run(planted.elf, words(planted, tmp_path, "weight"), [], [Job(0, b"\1")])


def samples_of(planted: Planted, folder: Path, model: str, measure: str, shares: bytes) -> list[int]:
    out = folder / f"{measure}.{model}.samples"
    made = [Job(0, shares)]
    simulator.run(planted.elf, words(planted, folder, model, measure), [], made)
    simulator.run(planted.elf, words(planted, folder, model, measure), ["--samples", str(out)], made)
    return list(out.read_bytes())


def test_stores_loads_and_products_of_thumb(tmp_path):
    """By hand. An instruction of an IT block whose condition fails handles nothing, and has a sample; operands of the
    multiplier are those before the product."""
    x, y = 0b1011_0001, 0b0000_0111
    planted = assembled(tmp_path, "cortex-m4")
    ones = int.bit_count
    a, b, place, behind = ones(x), ones(y), ones(0x20000008), ones(0x20000010)
    product, power = x * y, x * y * x
    half = ones(product)
    multiplied = [b + a + half, a + half + ones(power)]
    weight = [place, a + b, a + b, *multiplied, half, b, b + a + behind, place, b + a + behind, 0, 0, 0]
    assert samples_of(planted, tmp_path, "weight", "forms", bytes([x, y])) == weight

    r5, r6 = power * y & 0xFFFFFFFF, power * y >> 32
    first = ones(power) + b + ones(r5) + ones(r6)
    total = y * x + r5 + r6
    added = b + a + ones(total & 0xFFFFFFFF) + ones(total >> 32)
    wide = [first, added, 0, 0, 2, 0, 3, 2 + 3 + ones(0x20000018), 2 + 3, 0]
    assert samples_of(planted, tmp_path, "weight", "wide", bytes([x, y])) == wide


def test_changes_of_cells_and_operands_of_thumb(tmp_path):
    """By hand: cells against their content before, operands against those of the last product."""
    x, y = 0b1011_0001, 0b0000_0111
    planted = assembled(tmp_path, "cortex-m0plus")
    ones = int.bit_count
    product, power = x * y, x * y * x
    found = samples_of(planted, tmp_path, "distance", "forms", bytes([x, y]))
    assert found[0] == 1
    assert found[1:3] == [ones(x) + ones(y), ones(x ^ 5) + ones(y)]
    assert found[3] == ones(y) + ones(x) + ones(y ^ product)
    assert found[4] == ones(y ^ x) + ones(x ^ product) + ones(x ^ power)
    assert found[5:7] == [ones(product), ones(product & 0xFF ^ y)]
    assert found[7] == ones(product & 0xFF00) + ones(x) + ones(0x20000008 ^ 0x20000010)
    assert found[8:10] == [ones(0x20000008 ^ 0x20000010), ones(y) + ones(x) + ones(0x20000008 ^ 0x20000010)]
