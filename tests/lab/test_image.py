"""Images: reproducible, only what is needed, and clear errors."""

import dataclasses

import pytest

from motecurve.boards import image
from motecurve.boards.image import Builder
from motecurve.boards.sizes import defined_symbols, routine_at, sizes
from motecurve.common.errors import ImageFailed, MissingTool
from motecurve.measure import bench
from motecurve.measure.bench import Request

MULTIPLICATION = Request(operation="fb-mul", algorithm="ld-registers")


def build(request: Request) -> image.Image:
    return Builder(bench.select(request)).build()


def test_same_image_from_an_empty_build_folder(tmp_path, monkeypatch):
    once = build(MULTIPLICATION)
    monkeypatch.setattr(image, "BUILD", tmp_path)
    again = build(MULTIPLICATION)
    assert again.path != once.path
    assert again.sha256 == once.sha256
    assert again.baseline.read_bytes() == once.baseline.read_bytes()


def test_image_holds_what_it_needs_and_no_more():
    built = build(MULTIPLICATION)
    library = {name for name in defined_symbols(built.path) if name.startswith("mc_")}
    assert "mc_fb163_mul_ld_registers" in library
    assert not {name for name in library if "inv" in name or "sqr" in name or "scalar" in name}
    assert not {name for name in defined_symbols(built.baseline) if name.startswith("mc_")}


def test_sizes_are_those_of_the_library_alone():
    built = build(Request(operation="fb-sqr", algorithm="byte-table"))
    used = sizes(built.path) - sizes(built.baseline)
    assert used.flash_const == 512  # 256 squares of two bytes
    assert used.flash_const < used.flash < 1000
    assert used.ram_static == 0


def test_kernels_are_named():
    assert build(MULTIPLICATION).kernels == ()
    kernels = build(dataclasses.replace(MULTIPLICATION, backend="asm")).kernels
    assert kernels == ("mul_ld_registers_avr",)


def test_every_window_is_another_image():
    wnaf = Request(operation="scalar-mult", algorithm="wnaf", window=3)
    assert build(wnaf).symbol == "mc_fb163_scalar_mult_wnaf3_var"
    assert build(wnaf).sha256 != build(dataclasses.replace(wnaf, window=4)).sha256


def test_routine_of_an_address():
    built = build(MULTIPLICATION)
    assert routine_at(built.path, 0) == "start-up"
    assert routine_at(built.path, 1 << 20) in defined_symbols(built.path)


def test_choices_reach_the_configuration():
    request = Request(operation="scalar-mult", algorithm="ladder", choices=(("fb-mul", "lopez-dahab"),))
    header = Builder(bench.select(request)).config_header()
    assert "#define MC_FB_MUL mul_lopez_dahab\n" in header
    assert "#define MC_SCALAR_MULT scalar_mult_ladder\n" in header
    assert "#define MC_SINGLE_CURVE sect163k1\n" in header


def test_missing_compiler(monkeypatch, tmp_path):
    image.compiler_version.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match=r"avr-gcc is not installed; .*gcc-avr"):
        build(MULTIPLICATION)


def test_source_that_does_not_compile(tmp_path):
    broken = tmp_path / "broken.c"
    broken.write_text("int wrong(void) { return undeclared; }\n")
    chosen = bench.select(MULTIPLICATION)
    operation = dataclasses.replace(chosen.operation, firmware=str(broken))
    with pytest.raises(ImageFailed, match=r"broken\.c.*undeclared"):
        Builder(dataclasses.replace(chosen, operation=operation)).build()


def test_symbol_that_nobody_defines(tmp_path):
    lost = tmp_path / "lost.c"
    lost.write_text("void mc_nowhere(void); void bench_operation(void); void bench_operation(void) { mc_nowhere(); }\n")
    chosen = bench.select(MULTIPLICATION)
    operation = dataclasses.replace(chosen.operation, firmware=str(lost))
    with pytest.raises(ImageFailed, match="no source defines mc_nowhere"):
        Builder(dataclasses.replace(chosen, operation=operation)).build()
