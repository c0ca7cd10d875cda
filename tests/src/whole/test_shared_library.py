"""How the shared library is linked. Names are bound when it is loaded, since binding them at their first calls saves
registers, and with them secrets, on the stack. Relocated memory is then read-only, and no stack is executable."""

import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from motelab import ROOT
from motelab.library import host

FIELDS = "fb163;fp256r1"  # with the flags of other tests' builds
NOW, NOW_1 = 0x8, 0x1  # DF_BIND_NOW of DT_FLAGS, DF_1_NOW of DT_FLAGS_1


def dynamic_flags(library: Path) -> tuple[int, int]:
    """DT_FLAGS and DT_FLAGS_1."""
    with library.open("rb") as stream:
        tags = {tag.entry.d_tag: tag.entry.d_val for tag in ELFFile(stream).get_section_by_name(".dynamic").iter_tags()}
    return tags.get("DT_FLAGS", 0), tags.get("DT_FLAGS_1", 0)


def segments(library: Path) -> dict[str, int]:
    """Flags of the program headers: memory that the loader makes read-only, and permissions of the stack."""
    with library.open("rb") as stream:
        return {segment.header.p_type: segment.header.p_flags for segment in ELFFile(stream).iter_segments()}


@pytest.fixture(scope="module", params=[True, False], ids=["tests", "plain"])
def library(request) -> Path:
    folder = host.build(64) if request.param else host.build(64, tests=False, fields=FIELDS)
    return folder / "libmotecurve.so"


def test_names_are_bound_when_it_is_loaded(library):
    flags, flags_1 = dynamic_flags(library)
    assert flags & NOW and flags_1 & NOW_1


def test_relocated_memory_is_read_only_and_no_stack_is_executable(library):
    found = segments(library)
    assert "PT_GNU_RELRO" in found and found["PT_GNU_STACK"] & 1 == 0


@pytest.mark.parametrize("target", ["x86_64", "arm", "armv7", "aarch64"])
def test_kernels_for_systems_with_a_loader_say_so(target):
    """An object that does not say whether it needs an executable stack is assumed to need one."""
    for path in (ROOT / "generated/native" / target).glob("*.S"):
        assert ".note.GNU-stack" in path.read_text(), path.name


def test_lazy_binding_would_be_seen(tmp_path):
    (tmp_path / "lazy.c").write_text('int puts(const char *); int lazy(void) { return puts(""); }\n')
    library = tmp_path / "lazy.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-Wl,-z,lazy", tmp_path / "lazy.c", "-o", library], check=True)
    flags, flags_1 = dynamic_flags(library)
    assert not flags & NOW and not flags_1 & NOW_1
