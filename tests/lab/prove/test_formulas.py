"""Proofs of formulas: the algebra on numbers, formulas that must be proved, and planted faults that must not."""

import dataclasses
import json
import random
import re

import pytest
from click.testing import CliRunner

from codegen.points import Point
from motelab import ROOT
from motelab.commands import prove as module
from motelab.common.errors import MotecurveError
from motelab.measure import operation_counts
from motelab.prove.formulas import build, catalogue, edwards, prime, proof
from motelab.prove.formulas.algebra import MASK, Fraction, Ring
from motelab.prove.formulas.cases import GENERAL, Law
from motelab.prove.formulas.verify import combination
from motelab.report import of_formulas
from motelab.subjects import curves

PRIME = (1 << 61) - 1
ENTRIES = catalogue.entries()


def value(ring: Ring, p: dict[int, int], at: dict[str, int]) -> int:
    """A polynomial at numbers modulo PRIME."""
    total = 0
    for monomial, coefficient in p.items():
        for name in ring.names:
            coefficient = coefficient * pow(at[name], monomial >> ring.shift(name) & MASK, PRIME) % PRIME
        total += coefficient
    return total % PRIME


def drawn(ring: Ring, source: random.Random, terms: int = 6) -> dict[int, int]:
    """A polynomial with small exponents."""
    return {
        sum(source.randrange(3) << ring.shift(name) for name in ring.names): source.choice([-3, -2, -1, 1, 2, 5])
        for _ in range(terms)
    }


def test_operations_of_polynomials_are_those_of_their_values():
    ring, source = Ring(0, "abc"), random.Random(1)
    for _ in range(50):
        p, q = drawn(ring, source), drawn(ring, source)
        at = {name: source.randrange(PRIME) for name in ring.names}
        assert value(ring, ring.plus(p, q, -1), at) == (value(ring, p, at) - value(ring, q, at)) % PRIME
        product = ring.product(p, q)
        assert value(ring, product, at) == value(ring, p, at) * value(ring, q, at) % PRIME
        assert ring.divided(product, q) == p
        assert ring.divided(ring.plus(product, {0: 1}), q) is None or len(q) == 1


def test_a_polynomial_is_reduced_to_one_of_the_same_zeros():
    """At points of the relation the reduced polynomial is the polynomial times a power of the lead."""
    ring, source = Ring(0, "xyd"), random.Random(2)
    x, d, one = ring.variable("x"), ring.variable("d"), ring.number(1)
    lead, rest = ring.plus(one, ring.product(d, ring.product(x, x)), -1), ring.plus(one, ring.product(x, x), -1)
    ring.relate({2 << ring.shift("y"): 1}, rest, lead)
    for _ in range(20):
        p = drawn(ring, source)
        for _ in range(3):
            at = {"x": source.randrange(PRIME), "d": source.randrange(PRIME), "y": 0}
            square = value(ring, rest, at) * pow(value(ring, lead, at), -1, PRIME) % PRIME
            at["y"] = pow(square, (PRIME + 1) // 4, PRIME)
            if at["y"] ** 2 % PRIME == square:
                assert not value(ring, ring.reduced(p), at) or value(ring, p, at)
        assert all(m >> ring.shift("y") & MASK < 2 for m in ring.reduced(p))
        multiple = ring.product(p, ring.plus(ring.product(lead, {2 << ring.shift("y"): 1}), rest, -1))
        assert ring.is_zero(multiple)
        assert not ring.is_zero(ring.plus(multiple, one))


def test_polynomials_of_the_characteristic_two():
    ring = Ring(2, "ab")
    total = ring.plus(ring.variable("a"), ring.variable("b"))
    square = ring.product(total, total)
    assert square == ring.plus(ring.product(ring.variable("a"), ring.variable("a")), {2 << ring.shift("b"): 1})
    assert ring.plus(total, total) == {}


def test_exponents_do_not_run_into_each_other():
    ring = Ring(0, "ab")
    with pytest.raises(OverflowError):
        ring.product({400: 1}, {400: 1})


def at_points(case, p: Point, q: Point, a: int, modulus: int) -> dict[str, int]:
    values = dict.fromkeys(case.ring.names, 1) | {"a": a, "x1": p[0], "y1": p[1], "x2": q[0], "y2": q[1]}
    return {name: v % modulus for name, v in values.items()}


@pytest.mark.parametrize("points", ["P + Q", "P - Q", "2 P", "3 P", "5 P"])
def test_the_law_is_that_of_the_curve(points, monkeypatch):
    """Fractions of the law at points of secp256r1, beside arithmetic of points in Python."""
    curve = curves.find("secp256r1")
    name = prime.BY_FIVE if points == "5 P" else prime.BY_THREE if points == "3 P" else prime.DIFFERENT
    name = "2 P != O" if points == "2 P" else name
    monkeypatch.setitem(globals(), "PRIME", curve.modulus)
    for a_class in (3, GENERAL):
        case = prime.case(a_class, name)
        p, q = operation_counts.multiple(curve, 7), operation_counts.multiple(curve, 11)
        at = at_points(case, p, q, curve.modulus - 3, curve.modulus)
        found = [coordinate(case, one, at) for one in combination(points, case)]
        n = {"P + Q": 18, "P - Q": -4, "2 P": 14, "3 P": 21, "5 P": 35}[points]
        assert tuple(found) == operation_counts.multiple(curve, n % curve.order)


def coordinate(case, f: Fraction, at: dict[str, int]) -> int:
    return value(case.ring, f.top, at) * pow(value(case.ring, f.bottom, at), -1, PRIME) % PRIME


def test_a_polynomial_that_is_zero_nowhere_is_told_from_others():
    case = prime.case(GENERAL, prime.DIFFERENT)
    f, (p, q) = case.fractions, (case.points["P"], case.points["Q"])
    assert case.is_nonzero(f.minus(p[0], q[0]))
    assert case.is_nonzero(f.times(f.minus(p[0], q[0]), case.symbol("Z1", nonzero=True)))
    assert not case.is_nonzero(f.plus(p[0], q[0])) and not case.is_nonzero(f.minus(p[1], q[1]))
    assert not case.is_zero(f.minus(p[1], q[1]))
    assert Law(case).add(p, None) == p


def test_a_norm_does_not_make_another_point_one_that_is_excluded():
    """That 2 (P - Q) is not infinity says nothing of P + Q, whose y is the conjugate."""
    case = prime.case(GENERAL, prime.DIFFERENT_APART)
    law, p, q = Law(case), case.points["P"], case.points["Q"]
    total, difference = law.add(p, q)[1], law.add(p, law.negative(q))[1]
    assert case.is_nonzero(difference)
    assert not case.is_nonzero(total) and not case.is_nonzero(case.fractions.times(total, difference))


def test_every_function_of_points_is_a_formula_or_known_to_be_none():
    """No function of src/curve is forgotten."""
    names: dict[str, set[str]] = {}
    for entry in ENTRIES:
        names.setdefault(entry.kind, set()).add(entry.formula.function)
    for kind, coordinates in catalogue.DEFAULT.items():
        listed = build.field_build.run(["nm", "-D", "--defined-only", build.built(build.Model(kind, coordinates))])
        found = {line.split()[-1] for line in listed.splitlines() if " T mc_symbolic_" in line}
        left = {name.removeprefix("mc_symbolic_") for name in found} - names[kind]
        assert not [name for name in left if not any(re.fullmatch(one, name) for one in catalogue.OTHERS)]


def test_sentences_that_exclude_cases_stand_in_comments():
    for entry in ENTRIES:
        for one in (*entry.exclusions, *filter(None, [entry.domain])):
            assert proof.is_said(one.file, one.text), (entry.name, one)


def entry(function: str, note: str = ""):
    return next(one for one in ENTRIES if one.formula.function == function and note in one.note)


QUICK = (
    "add_jacobian_jacobian_to_jacobian", "double_modified_to_modified", "jacobian_triple", "projective_complete_add",
    "co_z_add_conjugate", "lopez_dahab_add_mixed", "lambda_double", "extended_add", "extended_add_mixed_any_var",
)  # fmt: skip


@pytest.mark.parametrize("function", QUICK)
def test_formulas_are_proved(function):
    row = proof.prove(entry(function))
    assert row.proved, row.open_cases


@pytest.mark.slow
def test_all_formulas_are_proved():
    assert [row.formula for row in map(proof.prove, ENTRIES) if not row.proved] == []


def test_an_exceptional_case_needs_a_sentence():
    """Without its exclusions a formula with exceptional cases is not proved, nor with one that no comment has."""
    bare = dataclasses.replace(entry("jacobian_add_mixed"), exclusions=())
    row = proof.prove(bare)
    assert not row.proved and any(one.startswith("P = O") for one in row.open_cases)
    other = dataclasses.replace(catalogue.NOT_INFINITY, text="r = p + q, one of them infinity")
    row = proof.prove(dataclasses.replace(bare, exclusions=(other,)))
    assert not row.proved and any("does not say" in one for one in row.open_cases)


def test_another_point_is_not_proved():
    """A lie about the result."""
    right = entry("jacobian_double")
    wrong = dataclasses.replace(right.formula, results=(dataclasses.replace(right.formula.results[0], points="3 P"),))
    assert not proof.prove(dataclasses.replace(right, formula=wrong)).proved


# A line of a file, what stands in its place, and a formula that is wrong then.
FAULTS = [
    ("curve/prime/fp_point_core.h", "fp_sub(h, h, q.z ? u : p.x);", "fp_add(h, h, q.z ? u : p.x);", "jacobian_add"),
    ("curve/prime/fp_point_core.h", "fp_sub(r.y, v, r.y);", "fp_sub(r.y, r.y, v);", "jacobian_add_mixed"),
    ("curve/prime/fp_point_core.h", "fp_mul(r.z3, r.z2, r.z);", "", "add_jacobian_affine_to_jacobian chudnovsky_add"),
    ("curve/prime/fp_projective_complete.c", "fp_triple(n, v);", "field_copy(n, v);", "projective_complete_add"),
    ("curve/prime/fp_jacobian_multiples.c", "fp_sub(v, s.t, f);", "fp_sub(v, f, s.t);", "jacobian_quintuple"),
    ("curve/prime/fp_extended.c", "fp_sub(f, d, c);", "fp_add(f, d, c);", "extended_add"),
    ("curve/binary/fb_lopez_dahab.c", "field_add(j, j, r->z);", "", "lopez_dahab_add"),
    ("curve/binary/fb_lambda.c", "field_add_masked(r->z, r->z, order_two);", "", "lambda_double"),
    ("curve/binary/fb_lambda.c", "fb_sqr(b, b);", "fb_mul(b, b, a);", "lambda_add_mixed"),
    ("curve/any_coordinates.c", "ec_double(r, r, curve);", "", "point_add_mixed_var"),
    ("scalar/ladder/co_z.c", "fp_sub(r->y, r->y, c->y1);", "fp_add(r->y, r->y, c->y1);", "co_z_add"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "line", "other", "functions"), FAULTS)
def test_planted_faults_are_not_proved(file, line, other, functions):
    text = (ROOT / "src" / file).read_text()
    assert line in text
    own = entry(functions.split()[-1])
    model = build.changed(build.Model(own.kind, own.coordinates), {file: text.replace(line, other)})
    assert not proof.prove(own, model).proved


STATEMENT = re.compile(r"^(\s+)((?:fp|fb|field)_\w+)\((.*)\);$")
OTHER = {"fp_add": "fp_sub", "fp_sub": "fp_add", "fp_mul": "fp_add", "fb_mul": "field_add", "field_add": "fb_mul"}
DRAWN = {"curve/prime/fp_jacobian_multiples.c": ("jacobian_triple", "jacobian_quintuple")}


def mutants(text: str):
    """The text with one operation left out, another one in its place, or its operands exchanged."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if not (found := STATEMENT.match(line)):
            continue
        space, name, arguments = found.groups()
        others = [f"{space};"]
        others += [f"{space}{OTHER[name]}({arguments});"] if name in OTHER else []
        parts = arguments.split(", ")
        if name == "fp_sub" and parts[1] != parts[2]:
            others.append(f"{space}{name}({parts[0]}, {parts[2]}, {parts[1]});")
        for other in others:
            yield line, "\n".join([*lines[:i], other, *lines[i + 1 :]])


@pytest.mark.slow
@pytest.mark.parametrize("file", DRAWN)
def test_drawn_faults_are_not_proved(file):
    every = list(mutants((ROOT / "src" / file).read_text()))
    for line, text in random.Random(file).sample(every, 12):
        own = [entry(function) for function in DRAWN[file]]
        model = build.changed(build.Model(own[0].kind, own[0].coordinates), {file: text})
        assert not all(proof.prove(one, model).proved for one in own), line


def test_edwards_sums_have_no_exception():
    assert edwards.completeness()


def test_formulas_by_coordinates():
    names = [one.name for one in of_formulas.chosen(("co_z",))]
    assert names == ["co_z_add_to", "co_z_add", "co_z_add_conjugate", "co_z_double"]
    with pytest.raises(MotecurveError, match="jacobean"):
        of_formulas.chosen(("jacobean",))


def test_the_command():
    result = CliRunner().invoke(module.command, ["--formulas", "--coordinates", "co_z", "--format", "json"])
    rows = json.loads(result.stdout)
    assert result.exit_code == 0 and all(row["proved"] for row in rows)
    assert rows[0]["excluded_by"] == ["The points are distinct, not opposite, not infinity (scalar/ladder/co_z.h)"]
    table = CliRunner().invoke(module.command, ["--coordinates", "co_z", "--format", "table"]).stdout
    assert "4 formulas: 4 proved" in table
