"""Cost tables: every row is a function, executed on a curve of the table's class."""

import random

import pytest

from motelab.compare import published
from motelab.library import host
from motelab.measure import counting, formulas, operation_counts
from motelab.measure.formulas import Cost, Space
from motelab.report import tables
from motelab.subjects import curves

SOURCE = "arruda2014"
TABLES = {"1": 28, "14": 5, "44": 11, "45": 19}


def paired():
    """The rows of TABLES; the paper's others stand beside records of `./motecurve parallel`."""
    return [pair for pair in tables.source_rows(SOURCE) if not pair[1].parallel]


def test_tables_of_costs_are_complete():
    assert {table: sum(row.table == table for row, _ in paired()) for table in TABLES} == TABLES
    assert len(paired()) == sum(TABLES.values())
    assert all(match.formula for _, match in paired())
    assert len({(row.table, match.formula) for row, match in paired()}) == len(paired())


def test_curves_are_of_the_class_of_the_table():
    for row, match in paired():
        structure = curves.find(match.formula.curve).structure
        wanted = {"1": "general a", "44": "a = -3", "45": "general a"}.get(row.table)
        if wanted is None:
            wanted = {"a=-3": "a = -3", "a=0": "a = 0, endomorphism", "general a": "general a"}[
                row.algorithm.split(", ")[1]
            ]
        assert structure == wanted, row


@pytest.mark.parametrize(
    ("operation", "algorithm", "curve", "function"),
    [
        ("mixed addition", "Jm+Jc=Jm", "secp256r1", "add_modified_chudnovsky_to_modified"),
        ("mixed addition", "Jc+J", "secp256r1", "add_chudnovsky_jacobian_to_jacobian"),
        ("addition", "J+J", "secp256r1", "add_jacobian_jacobian_to_jacobian"),
        ("doubling", "A=J", "secp256r1", "double_affine_to_jacobian"),
        ("doubling", "A'=A", "sect163r1", "double_affine_slope_to_affine"),
        ("addition", "LD+A=LD", "sect163r1", "add_lopez_dahab_affine_to_lopez_dahab"),
    ],
)
def test_names_of_functions(operation, algorithm, curve, function):
    assert formulas.named(operation, algorithm, curve).function == function


def test_operands_of_a_named_function():
    found = formulas.named("mixed addition", "mixed addition, a=-3", "secp256r1", "add_jacobian_affine_traded")
    assert (found.operands, found.result) == (("jacobian", "affine"), "jacobian")


def test_costs_as_written_and_their_number():
    counts = {"I": 1, "M": 2, "S": 0, "C": 3}
    assert formulas.written(counts, coefficients_are_products=False) == "I+2M+3M2"
    assert formulas.written(counts, coefficients_are_products=True) == "I+5M"
    assert [formulas.operations(text) for text in ("I+2M+3M2", "1I+2M+1S", "M+2S+M2")] == [6, 4, 4]


@pytest.mark.parametrize("curve", ["secp256r1", "brainpoolP256r1", "sect163r1"])
def test_coordinates_of_points_are_by_their_definitions(curve):
    """x = X / Z^i, y = Y / Z^j, by divisions instead of products."""
    found = curves.find(curve)
    space, point = Space(found), operation_counts.multiple(found, 7)
    z = random.Random(curve).randrange(2, found.elements)
    by = space.inverse(z)
    for system in formulas.SYSTEMS["fp" if found.is_prime else "fb"].values():
        coordinates = space.coordinates(system, point, z)
        if system in formulas.POWERS:
            powers = formulas.POWERS[system]
            scaled = [space.times(c, space.power(by, n)) for c, n in zip(coordinates[:2], powers, strict=True)]
            assert tuple(scaled) == point
        assert space.is_point(system, coordinates, point)
        assert not space.is_point(system, (coordinates[0] ^ 1, *coordinates[1:]), point)
        assert not space.is_point(system, (*coordinates[:-1], coordinates[-1] ^ 1), point)


def test_a_function_that_does_not_exist_is_a_reason():
    host.require("fb163")
    missing = formulas.Formula("add_affine_affine_to_nothing", ("affine", "affine"), "affine", "sect163r1")
    assert formulas.cost(missing) == Cost(None, "the library has no add_affine_affine_to_nothing")


def test_a_wrong_result_is_a_reason(monkeypatch):
    host.require("fb163")
    monkeypatch.setattr(Space, "is_point", lambda *_: False)
    formula = formulas.Formula("affine_double_var", ("affine",), "affine", "sect163r1")
    assert "wrong result" in formulas.cost(formula).reason


def test_a_primitive_counted():
    host.require("fb163")
    formula = formulas.Formula("affine_double_var", ("affine",), "affine", "sect163r1")
    library = counting.library("fb163", multiplications=False)
    counts, is_right = formulas.execute(library, formula, curves.find("sect163r1"), random.Random(1))
    assert is_right and (counts["I"], counts["M"]) == (1, 2)


@pytest.mark.parametrize("table", TABLES)
def test_every_row_is_executed(table):
    """A row costs no more than printed, or a note explains the difference."""
    for _, match in tables.source_rows(SOURCE, table):
        host.require(curves.find(match.formula.curve).field)
    for row in tables.compare(tables.source_rows(SOURCE, table), {}):
        assert row["verified"], row["reason"]
        assert row["ratio"] <= 1 or row["note"], (row["algorithm"], row["value"], row["ours"])


def test_ratio_is_of_numbers_of_operations(monkeypatch):
    monkeypatch.setattr(formulas, "cost", lambda _: Cost("2M+S"))
    row = next(row for row in published.rows(SOURCE, "44") if row.algorithm == "J+J")
    counted = tables.counted(row, formulas.named(row.operation, row.algorithm, "secp256r1"))
    assert (counted["ours"], counted["ratio"], counted["verified"]) == ("2M+S", 0.188, True)
