"""The selections of tools/mutate.toml that take no test, and so would let every fault survive: one collection by pytest
for all of them, with this file as its plugin."""

import collections
import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

import pytest
from _pytest.mark import KeywordMatcher, MarkMatcher
from _pytest.mark.expression import Expression

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "MC_MUTATE_SELECTIONS"  # the file that holds the selections, and then the answers
Selection = tuple[str, ...]  # the fields of the build, with semicolons between them, and the arguments of pytest


def empty(selections: Collection[Selection]) -> set[Selection]:
    """Those without a test whose fields their build has; slow tests count where a selection has -m."""
    asked = [list(selection) for selection in selections]
    paths = sorted({word for selection in asked for word in selection[1:] if word.startswith("tests/")})
    folders = (ROOT, ROOT / "lab", ROOT / "bindings/python", ROOT / "tools")
    with tempfile.TemporaryDirectory() as folder:
        question = Path(folder) / "selections.json"
        question.write_text(json.dumps(asked))
        environment = {**os.environ, "PYTHONPATH": ":".join(map(str, folders)), QUESTION: str(question)}
        environment |= {"MC_FIELDS": "", "MC_TEST_ALL": "1"}  # no test rests
        command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "mutate_selections", *paths]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"pytest cannot collect these tests: {done.stdout[-300:]}{done.stderr[-300:]}")
        return {tuple(own) for own, takes in zip(asked, json.loads(question.read_text()), strict=True) if not takes}


def pytest_collection_finish(session: pytest.Session) -> None:
    """Answers the question of `empty`."""
    if QUESTION not in os.environ:
        return
    from tests.conftest import fields_in

    question, of_files = Path(os.environ[QUESTION]), collections.defaultdict(list)
    for item in session.items:
        fields = fields_in(list(getattr(getattr(item, "callspec", None), "params", {}).values()))
        marks = MarkMatcher.from_markers(item.iter_markers())
        of_files[item.nodeid.partition("::")[0]].append((fields, KeywordMatcher.from_item(item), marks))

    @functools.cache
    def is_in(path: str, fields: str, named: str, marked: str) -> bool:
        name, mark = (Expression.compile(text) if text else None for text in (named, marked))
        return any(
            (not fields or own <= set(fields.split(";")))
            and (not mark or mark.evaluate(marks))
            and (not name or name.evaluate(keywords))
            for file, items in of_files.items()
            for own, keywords, marks in items
            if file == path or file.startswith(f"{path}/")
        )

    def takes(fields: str, *words: str) -> bool:
        named = words[words.index("-k") + 1] if "-k" in words else ""
        marked = words[words.index("-m") + 1] if "-m" in words else "not slow"
        return any(is_in(path, fields, named, marked) for path in words if path.startswith("tests/"))

    question.write_text(json.dumps([takes(*selection) for selection in json.loads(question.read_text())]))
