"""Proofs by composition: called kernels by their statements, values as polynomials over F_p."""

import dataclasses
import itertools
import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.domains.regions import tightened
from motelab.prove.domains.residues import Element, Polynomial, parts, whole
from motelab.prove.kernel import certificates, contract, objects, refutation
from motelab.prove.kernel.machine import Unknown
from motelab.prove.kernel.verdicts import OPEN, PROVED, REFUTED
from motelab.prove.meanings import laws
from motelab.prove.methods import calls
from tests.lab.prove.faults import faulty, straight

AVR, MSP430, ARMV7 = (targets.named(name) for name in ("avr", "msp430", "armv7"))
FP2, LADDER = "fp256t_fp2_sqr_complex", "fp255_ladder_step_weak"
P = 1009
SUMS_START, SUMS_END = 0x96, 0x1EC  # of the local sums in the doubling, where faults are planted
ROOM = (
    f" {contract.FOR_OTHERS}: it saves no register, and r1 is any number on return; "
    "Y, which is kept, is the byte below 110 bytes that it may use."
)


# A zero that is there already, and what serves interrupts alone.
WITHOUT_EFFECT = ("eor r1, r1", "bclr 7", "cli", "in r0, 63", "out 0x3f, r0")


def left_out(kernel: str, code: objects.Code) -> str:
    """The instruction that is another in a code."""
    own = objects.linked(AVR, kernel)
    places = straight(AVR, own, own.symbols[contract.read("avr", kernel).symbol])
    return next(own.instruction(at).text for at, size in places if own.bytes_at(at)[:size] != code.bytes_at(at)[:size])


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    """Inputs that refute are drawn for a short time."""
    monkeypatch.setattr(refutation, "SECONDS_MAX", 0.1)


@pytest.fixture
def callees_are_proved(monkeypatch):
    """As if each called kernel had its certificate."""
    monkeypatch.setattr(calls, "missing", lambda *_: [])


@pytest.mark.usefixtures("callees_are_proved")
@pytest.mark.parametrize(
    ("target", "kernel"),
    [
        (AVR, FP2),
        (AVR, "fp256ts_fp2_mul_karatsuba"),
        (AVR, LADDER),
        (AVR, "fp255_mul_reduce_weak"),
        (MSP430, "fp256t_fp2_mul_karatsuba"),
    ],
)
def test_kernel_follows_from_its_callees(target, kernel):
    found = proof.prove(target, kernel)
    assert (found.verdict, found.reason) == (PROVED, "")
    assert found.rests


def test_kernel_is_not_proved_before_its_callees(monkeypatch):
    monkeypatch.setattr(certificates, "read", lambda _: {})
    found = proof.prove(AVR, FP2)
    assert found.verdict == OPEN
    assert found.reason.startswith("rests on fp256t_")


@pytest.mark.usefixtures("callees_are_proved")
@pytest.mark.parametrize("kernel", [FP2, pytest.param(LADDER, marks=pytest.mark.slow)])
def test_planted_fault_is_not_proved(kernel):
    """One that is proved leaves out an instruction without an effect on values."""
    source = random.Random(kernel)
    for number in range(8):
        code = faulty(AVR, kernel, source, number)
        found = proof.prove(AVR, kernel, code)
        assert found.verdict in (OPEN, REFUTED) or left_out(kernel, code) in WITHOUT_EFFECT


@pytest.mark.usefixtures("callees_are_proved")
@pytest.mark.parametrize(
    ("kernel", "lie"),
    [
        (FP2, {"radix_bits": 255}),
        (FP2, {"domain": "coefficients of a below 2 p"}),
        (FP2, {"stack_bytes": 100}),
        ("fp256t_fp2_mul_karatsuba", {"aliases": (("a", "b"),), "stack_bytes": 200}),
        (LADDER, {"domain": "coordinates below 2 p"}),
        (LADDER, {"modulus": 2**255 - 31}),
    ],
)
def test_contract_that_lies_is_not_proved(kernel, lie, monkeypatch):
    read = contract.read
    false = dataclasses.replace(read("avr", kernel), **lie)
    monkeypatch.setattr(contract, "read", lambda target, name: false if name == kernel else read(target, name))
    assert proof.prove(AVR, kernel).verdict != PROVED


@pytest.mark.usefixtures("callees_are_proved")
@pytest.mark.parametrize(
    ("kernel", "callee", "lie"),
    [
        (FP2, "fp256t_reduce_cofactor_bare", {"statement": "r = c / R mod p for c < p", "text": contract.FOR_OTHERS}),
        (FP2, "fp256t_mul_halves_bare", {"stack_bytes": 300}),
        (FP2, "fp256t_add_modular", {"clobbers": None, "text": contract.FOR_OTHERS}),
        (LADDER, "fp255_mul_weak_bare", {"aliases": ()}),
        (LADDER, "fp255_sqr_weak_bare", {"text": "r = a^2 modulo p, below 2^255, for any a; r may be a." + ROOM}),
    ],
)  # fmt: skip
def test_callee_with_another_contract_does_not_serve(kernel, callee, lie, monkeypatch):
    """Less that it takes, or more that it changes."""
    read = contract.read
    other = dataclasses.replace(read("avr", callee), **lie)
    monkeypatch.setattr(contract, "read", lambda target, name: other if name == callee else read(target, name))
    assert proof.prove(AVR, kernel).verdict != PROVED


def test_certificate_stands_as_long_as_those_that_it_rests_on():
    names = ("fp256t_add_modular", "fp256t_sub_modular")
    identity = {name: certificates.identity(AVR, name) for name in names}
    caller, callee = ({"code_sha256": i[0], "contract_sha256": i[1], "rests": {}} for i in identity.values())
    caller["rests"] = {names[1]: identity[names[1]][1]}
    kept = dict(zip(names, (caller, callee), strict=True))
    assert certificates.stands(AVR, kept, names[0])
    assert not certificates.stands(AVR, {names[0]: caller}, names[0])
    assert not certificates.stands(AVR, kept | {names[1]: callee | {"code_sha256": ""}}, names[0])
    assert not certificates.stands(AVR, kept | {names[0]: caller | {"rests": {names[1]: ""}}}, names[0])


def test_polynomials_agree_with_numbers():
    source = random.Random(1)
    values = {name: source.randrange(P) for name in "xyz"}
    x, y, z = (Polynomial.name(P, name) for name in "xyz")
    a, b, c = values.values()
    found = (x - y * 3) * (z + x) - (y * y - 5) * z + 7 - x
    assert found.value(values) == ((a - 3 * b) * (c + a) - (b * b - 5) * c + 7 - a) % P
    assert found - found == Polynomial(P, {})


def test_memory_holds_an_element_or_none():
    one, other = (Element(Polynomial.name(P, name), P, 4) for name in "xy")
    assert whole(P, parts(one)) is one
    assert whole(P, [1, 2, 0, 0]).residue == Polynomial(P, {(): 513})
    for wrong in ([*parts(one)[:3], parts(other)[3]], parts(one)[::-1], parts(one)[:3], [0, *parts(one)[1:]]):
        with pytest.raises(Unknown):
            whole(P, wrong)


def constants(*values: int) -> list[Polynomial]:
    return [Polynomial(P, {(): value}) for value in values]


def line(first: tuple[int, int], second: tuple[int, int], a: int, b: int) -> tuple[int, int]:
    """The sum of two points of y^2 = x^3 + a x^2 + b x + c, by trial: a third point of the line, reflected."""
    (x1, y1), (x2, y2) = first, second
    rise, run = (3 * x1 * x1 + 2 * a * x1 + b, 2 * y1) if first == second else (y1 - y2, x1 - x2)
    slope = rise * pow(run, -1, P)
    x = (slope * slope - a - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def points(a: int, b: int, c: int) -> list[tuple[int, int]]:
    roots = {}
    for y in range(1, P):
        roots.setdefault(y * y % P, y)
    every = range(1, P)
    return [(x, roots[v]) for x in every if (v := (x**3 + a * x * x + b * x + c) % P) in roots]


def test_law_of_the_ladder_on_a_small_curve():
    """On points of a curve, found by trial: the relations hold for the double and the sum, and not for others."""
    source, a24 = random.Random(3), 5
    a = 4 * a24 + 2
    for first, second in itertools.islice(itertools.combinations(points(a, 1, 0), 2), 0, 4000, 400):
        double, total = line(first, first, a, 1), line(first, second, a, 1)
        difference = line(first, (second[0], -second[1] % P), a, 1)
        z2, z3, s, t = (source.randrange(1, P) for _ in range(4))
        given = {"points": constants(first[0] * z2, z2, second[0] * z3, z3), "x": constants(difference[0])}
        given |= {"a24": constants(a24), "swap": [0]}
        found = {"points": constants(double[0] * s, s, total[0] * t, t)}
        assert not any(one.terms for one in laws.ladder(given, found, 1))
        other = {"points": constants(double[0] * s + 1, s, total[0] * t + 1, t)}
        assert all(one.terms for one in laws.ladder(given, other, 1))
        exchanged = {"points": constants(second[0] * z3, z3, first[0] * z2, z2), "swap": [1]}
        assert not any(one.terms for one in laws.ladder(given | exchanged, found, 1))


def test_law_of_the_double_on_a_small_curve():
    source, a, inverse = random.Random(4), 7, pow(16, -1, P)
    for x, y in points(0, a, 11)[:60:6]:
        double = line((x, y), (x, y), 0, a)
        z, s = source.randrange(1, P), source.randrange(1, P)
        given = {"sum": constants(*(16 * v for v in (x * z**2, 2 * y * z**3, z))), "az4": constants(16 * a * z**4)}
        new = [double[0] * s**2, 2 * double[1] * s**3, s]
        found = {"sum": constants(*(16 * v for v in new)), "power": constants(16 * (2 * y * z**3) ** 4)}
        assert not any(one.terms for one in laws.doubling(given, found, inverse))
        new[1] += 1
        assert any(one.terms for one in laws.doubling(given, {"sum": constants(*(16 * v for v in new))}, inverse))


@pytest.mark.usefixtures("callees_are_proved")
def test_sums_between_calls_are_shown():
    found = proof.prove(ARMV7, "fp256r1_doubling_calls")
    assert (found.verdict, found.reason) == (PROVED, "")


@pytest.mark.slow
@pytest.mark.usefixtures("callees_are_proved")
def test_planted_fault_in_a_sum_between_calls_is_not_proved():
    """An instruction of the sums is left out: nothing in them is without an effect."""
    own = objects.linked(ARMV7, "fp256r1_doubling_calls")
    start = own.symbols[contract.read("armv7", "fp256r1_doubling_calls").symbol]
    source, at, places = random.Random(5), start, []
    while at < start + SUMS_END:
        one = own.instruction(at)
        if at >= start + SUMS_START and one.jump is None:
            places.append((at, one.size))
        at += one.size
    for at, size in source.sample(places, 5):
        code = objects.linked(ARMV7, "fp256r1_doubling_calls")
        code.patched({at + i: byte for i in range(0, size, 2) for i, byte in ((i, 0x00), (i + 1, 0xBF))})
        assert proof.prove(ARMV7, "fp256r1_doubling_calls", code).verdict != PROVED, own.instruction(at).text


def test_inequalities_of_integers_are_made_tight():
    """At the same integers, on drawn ones."""
    source = random.Random(6)
    for _ in range(50):
        factor, constant = source.randrange(2, 9), source.randrange(-30, 30)
        form = {(0,): factor * source.randrange(-4, 5) or factor, (1,): factor * source.randrange(1, 5), (): constant}
        other = tightened(form)
        for x, y in itertools.product(range(-6, 7), repeat=2):
            values = [form.get((), 0) + form[(0,)] * x + form[(1,)] * y]
            values.append(other.get((), 0) + other[(0,)] * x + other[(1,)] * y)
            assert (values[0] >= 0) == (values[1] >= 0)
