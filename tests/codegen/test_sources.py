"""generated/sources.json names the sources of every member, so that any member can be linked into an image."""

import json

import pytest

from codegen import registry
from codegen.sources import SOURCES_FILE

KERNELS = [a for a in registry.collect() if a.backend == "asm"]


@pytest.mark.parametrize("target", sorted({a.target for a in KERNELS}))
def test_every_kernel_has_a_source(target):
    known = json.loads(SOURCES_FILE.read_text())
    for algorithm in (a for a in KERNELS if a.target == target):
        for function in registry.members(algorithm):
            is_c = algorithm.file.endswith(".c")  # which calls a kernel, and is compiled for each field
            name = function if is_c else f"mc_{algorithm.field}_{function}"
            assert algorithm.file in known.get(name, ()), algorithm.file
