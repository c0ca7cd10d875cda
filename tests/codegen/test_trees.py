"""src/ holds the files that people wrote, generated/ those that generators write: codegen names every file in the
wrong tree."""

import types

import pytest

from codegen import __main__ as command
from codegen import known_answers, trees
from codegen.output import banner

TEXT = banner("nothing")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Two trees in order, and a generator of one file."""
    made = tmp_path / "generated/field/fb7.h"
    for path, text in ((tmp_path / "src/field/field.h", "#pragma once\n"), (made, TEXT)):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    for module in (trees, command):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(trees, "WRITTEN", tmp_path / "src")
    monkeypatch.setattr(trees, "GENERATED", tmp_path / "generated")
    monkeypatch.setattr(known_answers, "paths", set)
    monkeypatch.setattr(command, "GENERATORS", [types.SimpleNamespace(outputs=lambda: {made: TEXT})])
    return tmp_path


def said(monkeypatch, capsys, *words: str) -> tuple[int, str]:
    """Exit status and stderr of codegen."""
    monkeypatch.setattr("sys.argv", ["codegen", *words])
    return command.main(), capsys.readouterr().err


def test_trees_as_they_should_be(tree, monkeypatch, capsys):
    assert said(monkeypatch, capsys, "--check") == (0, "")


@pytest.mark.parametrize("words", [(), ("--check",)])
@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("generated/field/mine.h", "#pragma once\n", "no generator writes it"),
        ("generated/field/fb8.h", TEXT, "no generator writes it"),  # left over
        ("src/field/fb8.h", TEXT, "a generated file in src/"),
        ("src/field/fb7.h", "#pragma once\n", "generated/ has a file of that name, too"),
    ],
)
def test_files_in_the_wrong_tree(tree, monkeypatch, capsys, words, path, text, complaint):
    (tree / path).write_text(text)
    assert said(monkeypatch, capsys, *words) == (1, f"{path}: {complaint}\n")
    assert (tree / path).read_text() == text


def test_a_generator_that_writes_into_src(tree, monkeypatch, capsys):
    path = tree / "src/field/fb8.h"
    path.write_text(TEXT)
    monkeypatch.setattr(command, "GENERATORS", [types.SimpleNamespace(outputs=lambda: {path: TEXT})])
    status, complaints = said(monkeypatch, capsys, "--check")
    assert status == 1 and "src/field/fb8.h: a generator writes it into src/\n" in complaints


def test_known_answers_are_those_that_their_generator_names():
    """It needs no computation for that."""
    assert known_answers.paths() == set(known_answers.FOLDER.iterdir())
