"""Tables of kernels are objects with a size in their symbol table: `flash_const_bytes` of records counts these."""

import re

import pytest

from codegen.trees import GENERATED

DATA = re.compile(r"\s+\.(?:byte|short|hword|word|long|quad)\b")
LABEL = re.compile(r"([A-Za-z_.][\w.$]*):")
# Targets of boards whose flash is measured; kernels of hosts need no sizes.
TARGETS = ("arm", "armv7", "avr", "msp430", "thumb")


def untyped_tables(text: str) -> list[str]:
    """Labels before data that lack a type or a size."""
    found, label = [], ""
    for line in text.splitlines():
        if named := LABEL.match(line):
            label = named[1]
        elif DATA.match(line) and label not in found:
            found.append(label)
    return [
        name
        for name in found
        if not re.search(rf"\.type {re.escape(name)}, [@%]object", text)
        or f".size {name}, . - {name}" not in text
        or name.startswith(".L")  # the assembler forgets such names
    ]


@pytest.mark.parametrize("target", TARGETS)
def test_every_table_has_a_type_and_a_size(target):
    kernels = sorted((GENERATED / "native" / target).glob("*.S"))
    assert kernels
    for path in kernels:
        assert not untyped_tables(path.read_text()), path.name


def test_a_table_without_type_or_size_is_found():
    typed = "    .type t, @object\nt:\n    .byte 1, 2\n    .size t, . - t\n"
    assert untyped_tables(typed) == []
    for without in (".type t, @object", ".size t, . - t"):
        assert untyped_tables(typed.replace(without, "")) == ["t"]
    assert untyped_tables(typed.replace(" t", " .Lt").replace("t:", ".Lt:")) == [".Lt"]
