"""algorithms: prints the registry as it is."""

import dataclasses
import json

import pytest
from click.testing import CliRunner

from motecurve import registry
from motecurve.commands.algorithms import command
from motecurve.errors import MotecurveError


def run(*arguments: str):
    return CliRunner().invoke(command, arguments)


def test_json_is_the_registry():
    expected = [json.loads(json.dumps(dataclasses.asdict(algorithm))) for algorithm in registry.load()]
    assert json.loads(run("--format", "json").stdout) == expected


@pytest.mark.parametrize("family", sorted({algorithm.family for algorithm in registry.load()}))
def test_one_family(family):
    rows = json.loads(run("--family", family, "--format", "json").stdout)
    assert rows and {row["family"] for row in rows} == {family}
    table = run("--family", family, "--format", "table").stdout
    assert all(row["name"] in table for row in rows)
    assert max(map(len, table.splitlines())) <= 100


def test_unknown_family_is_one_clear_error():
    result = run("--family", "fb-mull")
    assert isinstance(result.exception, MotecurveError)
    assert "fb-mul" in str(result.exception)
