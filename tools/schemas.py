"""Schemas of mutate.toml and mutate_equivalent.toml."""

from motelab.common.schema_types import Names, Table, Text, Texts, said


class Nearest(Table):
    """The tests that are nearest to files, in steps, and what these need."""

    files: Text
    tests: said(list[Texts], 'lists of tests, such as [["tests/src/fb"], ["tests/lab"]]', min_length=1)
    fields: Text = None
    pairings: Text = None
    assembler: Names = None
    processor: Names = None


class MutateFile(Table):
    of_lines: dict[Text, Names]
    nearest: list[Nearest]


class Equivalent(Table):
    """A fault that changes no result, and the proof."""

    file: Text
    line: Text
    rule: Text
    becomes: Text = None
    reason: Text


class EquivalentFile(Table):
    equivalent: list[Equivalent] = None


FILES = {"tools/mutate.toml": MutateFile, "tools/mutate_equivalent.toml": EquivalentFile}
