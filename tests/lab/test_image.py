"""Images: reproducible, free of unused code, and clear errors."""

import collections
import dataclasses
from pathlib import Path

import pytest

from codegen.sources import Source
from motelab import ROOT
from motelab.boards import image, preprocessing
from motelab.boards.image import Builder
from motelab.boards.sizes import defined_symbols, routine_at, sizes
from motelab.common.errors import ImageFailed, MissingTool
from motelab.measure import bench
from motelab.measure.bench import Request

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


def test_tables_of_kernels_count_as_constants():
    built = build(Request(operation="fb-inv", algorithm="itoh-tsujii-table", backend="asm"))
    used = sizes(built.path) - sizes(built.baseline)
    assert used.flash_const == 41 * 16 * 21 + 6 * 256  # of each nibble's values an element; the pages of byte-table
    assert used.flash_const < used.flash


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


def test_a_declaration_that_nothing_uses_makes_no_object_anew():
    """Nor does the compiler make another object file of it; a used declaration, a definition and a type stay."""
    text = "typedef int mc_t;\nvoid mc_used(int a);\n{}int mc_f(int a) {{ mc_used(a); return a; }}\n"
    idle = "void mc_new(mc_t *c,\n            int a);\nmc_t mc_other(void);\n"
    plain = image.without_idle_declarations(text.format(""))
    assert plain == text.format("") == image.without_idle_declarations(text.format(idle))
    named = text.format(idle).replace("mc_used(a);", "mc_new(0, a);")
    assert "void mc_new(" in image.without_idle_declarations(named)
    pointed = text.format(idle) + "mc_t (*mc_table[])(void) = {mc_other};\n"
    assert "mc_t mc_other(void);" in image.without_idle_declarations(pointed)


def test_objects_are_kept_when_a_family_grows(tmp_path, monkeypatch):
    """The preprocessed text of a file that sees the declarations of its family, plus one more."""
    builder = Builder(bench.select(Request(operation="fb-sqr", algorithm="spread")))
    source, runs = Source(ROOT / "src/fb/squaring/sqr_spread.c", "fb163"), []
    (tmp_path / "image.h").write_text(builder.config_header())
    monkeypatch.setattr(builder, "folder", tmp_path)
    preprocess = builder.run
    monkeypatch.setattr(builder, "run", lambda command: runs.append(command) or preprocess(command))
    first = builder.compile(source, tmp_path)
    grown = "void mc_fb163_sqr_new(mc_word *c, const mc_word *a);\n"
    monkeypatch.setattr(builder, "run", lambda command: runs.append(command) or grown + preprocess(command))
    compiled = len(runs)
    monkeypatch.setattr(preprocessing, "recall", lambda key, macros: None)
    assert builder.compile(source, tmp_path) == first
    assert not any("-c" in command or "-S" in command for command in runs[compiled:])


def test_names_from_the_counter_of_the_compiler_are_the_same(tmp_path, monkeypatch):
    """GCC numbers the static tables of functions (table.7) after the declarations before them. Idle ones count not, so
    that it does not matter which source filled the build folder first."""
    source, made = tmp_path / "table.c", []
    text = "int mc_f(int i);\nint mc_f(int i)\n{\n    static const int table[] = {3, 1, 4};\n    return table[i];\n}\n"
    monkeypatch.setattr(preprocessing, "recall", lambda key, macros: None)
    for idle in ("", "void mc_idle(int a);\nvoid mc_another(void);\n"):
        builder = Builder(bench.select(MULTIPLICATION))
        work = tmp_path / f"built with {len(idle)}"
        work.mkdir()
        (work / "image.h").write_text(builder.config_header())
        monkeypatch.setattr(builder, "folder", work)
        source.write_text(idle + text)
        made.append(builder.compile(Source(source, "fb163"), work))
    assert b"table." in made[0].read_bytes()
    assert made[0].name == made[1].name and made[0].read_bytes() == made[1].read_bytes()


@pytest.fixture
def unseen(monkeypatch):
    """Nothing was preprocessed in this process yet."""
    monkeypatch.setattr(preprocessing, "_seen", collections.defaultdict(preprocessing.Seen))


@pytest.mark.parametrize("board", ["micaz", pytest.param("cortex-m4", marks=pytest.mark.slow)])
def test_objects_of_another_configuration_serve(board, unseen, monkeypatch, tmp_path):
    """Images of several operations have the same objects, whether or not their sources were seen before."""
    names = ("ecdsa-sign", "ecdsa-verify", "ecdh", "ecdsa", "scalar-mult", "fb-mul")
    builders = [Builder(bench.select(Request(board=board, operation=name))) for name in names]

    def objects(builder: Builder) -> dict:
        (tmp_path / "image.h").write_text(builder.config_header())
        return builder.objects(tmp_path, ())

    found = [[objects(builder) for builder in builders] for _ in range(2)]  # remembered from the second time on
    with monkeypatch.context() as idle:
        idle.setattr(Builder, "run", None)
        assert [objects(builder) for builder in builders] == found[0] == found[1]
    monkeypatch.setattr(preprocessing, "recall", lambda key, macros: None)
    assert [objects(builder) for builder in builders] == found[0]


# Sources, and whether their text depends on whether MC_A is 1.
STRING = "#define AS_WRITTEN(x) #x\n#define STRING(x) AS_WRITTEN(x)\n"
DEPENDING = {
    STRING + "char a[] = STRING(MC_A);": True,
    STRING + "#define B MC_A\nchar a[] = STRING(B);": True,
    "#ifdef MC_A\nint a;\n#endif": True,
    "#if MC_A\nint a;\n#endif": True,
    "#if 0\n#elif \\\n MC_A == 1\nint a;\n#endif": True,
    '#include "conditional.h"': True,
    "int a;\n#if 0\nint b = MC_A;\n#endif": False,
}


@pytest.mark.parametrize("text", DEPENDING)
def test_macros_that_a_source_depends_on(text, unseen, monkeypatch, tmp_path):
    builder = Builder(bench.select(Request(operation="fb-mul")))
    monkeypatch.setattr(builder, "folder", tmp_path)
    source = Source(tmp_path / "source.c", "fb163")
    source.path.write_text(text + "\n")
    (tmp_path / "conditional.h").write_text("#if !MC_A\nint a;\n#endif\n")

    def made(header: str) -> Path:
        (tmp_path / "image.h").write_text(header)
        monkeypatch.setattr(builder, "flags", [*builder.flags[:1], "-include", str(tmp_path / "image.h"), "-w"])
        return builder.compile(source, tmp_path)

    without = [made("#define MC_B 2\n") for _ in range(2)][1]
    assert (made("#define MC_A 1\n#define MC_B 3\n") != without) == DEPENDING[text]
    assert len(preprocessing._seen) == 1


def test_a_configuration_is_definitions_alone(tmp_path):
    (tmp_path / "image.h").write_text("#define MC_A f(1)\nint a;\n")
    with pytest.raises(ValueError, match=r"image\.h holds 'int a;'; it may hold only"):
        preprocessing.configuration(tmp_path / "image.h")
