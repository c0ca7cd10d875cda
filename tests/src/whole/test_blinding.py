"""Blinding (docs/protection/blinding.md): results are the same as without it, operands differ from call to call, and a
source that fails ends the call with nothing in its outputs."""

import dataclasses
import itertools
import random
import re
from collections.abc import Callable

import pytest

from motelab import ROOT
from motelab.boards import board
from motelab.library import host
from motelab.library.host import Status
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request
from motelab.subjects import known_answers
from tests.src.whole.blinding import FAMILIES, Interface, Library

CURVES = {"sect163k1": "fb163", "sect163r2": "fb163", "secp256r1": "fp256r1", "Ed25519": "fp255", "Curve25519": "fp255"}
SHARE_DIFFERENT = 0.6  # of operands that depend on the scalar; affine points of tables are the same in every call
OF_WIDE = re.compile("wide|by_kind")  # only the last inversion of these is observed


def constant(octet: int):
    return lambda count: bytes([octet]) * count


def number(value: int):
    """The factor with that value, as the library draws it."""
    return lambda count: value.to_bytes(count, "little")


def generator(seed: int):
    return random.Random(seed).randbytes


def alternating():
    """A source of 0 and 1 in turn."""
    values = itertools.cycle((0, 1))
    return lambda count: number(next(values))(count)


def no_source(_count):
    raise AssertionError("drew octets")


SOURCES = {
    "1": number(1),
    "2": number(2),
    "all ones": constant(0xFF),
    "zero, then one": alternating(),
    **{f"random {seed}": generator(seed) for seed in range(3)},
}


def cases_of_members(library: Library, curve: str):
    """Every member on the curve with known answers: its name, its family, the cases."""
    for family in FAMILIES:
        for member in library.members(family):
            try:
                yield member, family, known_answers.load(curve, family)
            except host.MotecurveError:
                continue


def calls(library: Library, curve: str, edge: int = 4):
    """Every member on the curve with known answers, with `edge` of the edge cases: its name, a function without
    arguments, its result."""
    for member, family, cases in cases_of_members(library, curve):
        for case in (*cases.edge[:edge], *cases.random[:2]):
            yield member, *call_of(library, family, member, curve, case)


def call_of(library: Library, family: str, member: str, name: str, case: dict[str, int]):
    """The call of a case, and its known answer."""
    k = case["k"]
    if family == "scalar-mult-x":
        return lambda: library.x_mult(member, k, case["x"], name), case["rx"]
    result = (case["rx"], case["ry"])
    answer = result if any(result) else None
    if family == "scalar-mult-base":
        return lambda: library.base_mult(member, k, name), answer
    point = (case["px"], case["py"])
    return lambda: library.scalar_mult(member, k, point, name), answer


def is_missing(status: Status) -> bool:
    """Whether the curve does not have a property that the member needs: a table, prime order, Koblitz form."""
    return status in (Status.ERROR_UNSUPPORTED, Status.ERROR_SUBGROUP)


@pytest.mark.parametrize("curve", CURVES)
def test_results_are_those_without(curve):
    library, seen = Library(CURVES[curve]), set()
    for member, call, expected in calls(library, curve):
        for name, source in SOURCES.items():
            with library.drawing(source):
                status, result = call()
            if not is_missing(status):
                assert (status, result) == (Status.OK, expected), (member, name)
                seen.add(member)
    assert len(seen) >= {"Curve25519": 1, "Ed25519": 5}.get(curve, 10)


@pytest.mark.parametrize(("field", "curve"), [("fb7", "tiny7r1"), ("fp7", "tiny7p3"), ("fp7e", "tiny7e1")])
def test_every_factor_on_tiny_curves(field, curve):
    """With each element as factor the result equals the result with factor 1, for every scalar."""
    library = Library(field)
    point = tiny_point(library, curve)
    elements = 1 << library.degree if field == "fb7" else library.prime
    for member in library.members("scalar-mult"):
        for k in (*range(0, 1 << library.scalar_bits, 7), *range(1 << library.scalar_bits)[-3:]):
            with library.drawing(number(1)):
                expected = library.scalar_mult(member, k, point, curve)
            for factor in range(2, elements):
                with library.drawing(number(factor)):
                    assert library.scalar_mult(member, k, point, curve) == expected, (member, k, factor)


TINY = [("fb7", "tiny7k1"), ("fb7", "tiny7r1"), ("fp7", "tiny7p3"), ("fp7e", "tiny7e1")]


@pytest.mark.parametrize(("field", "curve"), TINY)
def test_every_split_on_tiny_curves(field, curve):
    """Every scalar, as a sum with every number, gives its multiple of the generator; a number 0 is drawn again."""
    library = Library(field, "both")
    point, limit = tiny_point(library, curve), 1 << library.scalar_bits
    multiples: list[host.Point] = []
    with library.drawing(number(1)):
        for k in range(limit):
            multiples.append(library.scalar_mult("scalar_mult_add_always", k, point, curve)[1])
            for first in range(1, limit, 5):
                draws = itertools.cycle((first, 1, 1))
                with library.drawing(lambda count, draws=draws: next(draws).to_bytes(count, "little")):
                    answer = (Status.OK, multiples[k])
                    assert library.scalar_mult("scalar_mult_split", k, point, curve) == answer, (k, first)
                    assert library.base_mult("scalar_mult_base_split", k, curve) == answer, (k, first)


@pytest.mark.parametrize(("curve", "a24"), [("tiny7m8", 1), ("tiny7m4", 10)])
def test_every_x_of_a_tiny_curve_and_its_twist(curve, a24):
    """The blinded ladder gives what the ladder of the textbook gives, of points of any order."""
    library = Library("fp7e", "both")
    with library.drawing(generator(7)):
        for x in range(library.prime):
            for k in range(0, 1 << library.scalar_bits, 5):
                answer = (Status.OK, textbook_ladder(k, x, library.prime, a24, library.scalar_bits))
                assert library.x_mult("scalar_mult_x_blinded", k, x, curve) == answer, (k, x)


def textbook_ladder(k: int, x: int, p: int, a24: int, bits: int) -> int:
    """x of k times a point with that x: RFC 7748, section 5."""
    x2, z2, x3, z3 = 1, 0, x, 1
    for i in reversed(range(bits)):
        if k >> i & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
        plus, minus = (x2 + z2) ** 2, (x2 - z2) ** 2
        first, second = (x3 - z3) * (x2 + z2), (x3 + z3) * (x2 - z2)
        x3, z3 = (first + second) ** 2 % p, x * (first - second) ** 2 % p
        x2, z2 = plus * minus % p, (plus - minus) * (plus + a24 * (plus - minus)) % p
        if k >> i & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return x2 * pow(z2, p - 2, p) % p


@pytest.mark.slow
@pytest.mark.parametrize("curve", ["Curve25519", "Curve448"])
def test_blinded_ladder(curve):
    """Known answers, the twist and points of small order among them; a source that fails or gives zeros."""
    library = Library({"Curve25519": "fp255", "Curve448": "fp448"}[curve], "both")
    cases = known_answers.load(curve, "scalar-mult-x")
    for case in (*cases.edge, *cases.random[:4]):
        for name, source in SOURCES.items():
            with library.drawing(source):
                answer = library.x_mult("scalar_mult_x_blinded", case["k"], case["x"], curve)
            assert answer == (Status.OK, case["rx"]), (name, case)
    for source in (lambda count: None, constant(0)):
        with library.drawing(source):
            status, result = library.x_mult("scalar_mult_x_blinded", 5, 9, curve)
        assert status == Status.ERROR_RANDOM and result == 0


@pytest.mark.parametrize("curve", ["tiny7r1", "tiny7p3"])
def test_every_factor_of_a_quotient(curve):
    """(e + d r) / k is the same with d, e and k times any number."""
    library = Library(dict(map(reversed, TINY))[curve], "both")
    expected = {}
    for factor in range(1, 1 << library.scalar_bits):
        for k in (2, 3, 17):
            octets = itertools.cycle((5, 1, 1, factor))
            with library.drawing(lambda count, octets=octets: next(octets).to_bytes(count, "little")):
                result = library.ecdsa_sign_nonce(3, 5, k, curve)
            assert expected.setdefault(k, result) == result
    assert len(set(expected.values())) > 1


def tiny_point(library: Library, curve: str) -> host.Point:
    """The generator of a curve."""
    return library.point_call("affine_generator", curve=curve)


def weights_drawn(library: Library, call: Callable[[], object], seed: int) -> list[int]:
    with library.drawing(generator(seed)):
        return library.weights(call)


@pytest.mark.parametrize("curve", CURVES)
def test_operands_differ_from_call_to_call(curve):
    """With one source in two calls all operands are the same; with two sources most of those that depend on the scalar
    have other weights. The others, of a table's making or a public point's halving, tell nothing."""
    library, seen = Library(CURVES[curve]), set()
    for member, family, cases in cases_of_members(library, curve):
        case, second = cases.random[:2]
        call, _ = call_of(library, family, member, curve, case)
        of_other_scalar, _ = call_of(library, family, member, curve, {**case, "k": second["k"]})
        with library.drawing(generator(1)):
            if is_missing(call()[0]):
                continue
        runs = ((call, 1), (call, 1), (call, 2), (of_other_scalar, 1))
        first, again, other, other_scalar = (weights_drawn(library, run, seed) for run, seed in runs)
        assert first == again and len(first) == len(other) == len(other_scalar), member
        if OF_WIDE.search(member):
            assert first != other, member
            continue
        of_secret = [i for i in range(len(first)) if first[i] != other_scalar[i]]
        assert len(of_secret) > len(first) / 8, member
        share = sum(first[i] != other[i] for i in of_secret) / len(of_secret)
        assert share > SHARE_DIFFERENT, (member, share)
        seen.add(member)
    assert len(seen) >= {"Curve25519": 1, "Ed25519": 5}.get(curve, 8)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("curve", ["sect163r2", "secp256r1"])
def test_operands_are_the_same_without_blinding(curve):
    """A build without blinding draws nothing, and has the same operands in every call."""
    library = Library(CURVES[curve], "none")
    for member, call, _ in calls(library, curve):
        with library.drawing(no_source):
            assert library.weights(call) == library.weights(call), member


@pytest.mark.parametrize("curve", CURVES)
def test_failing_source(curve):
    """A source that fails, or gives only zeros, ends the call with an error and zeros; nothing is multiplied."""
    library = Library(CURVES[curve])
    for member, call, _ in calls(library, curve):
        for source in (lambda count: None, constant(0)):
            with library.drawing(source):
                weights = library.weights(call)
                status, result = call()
            if is_missing(status):
                continue
            assert status == Status.ERROR_RANDOM, member
            assert result in (None, 0, (0, 1)), member
            assert not weights, member


def test_source_asked_for_little():
    """The library stops asking a source of zeros."""
    library, asked = Library("fb163"), []
    with library.drawing(lambda count: asked.append(count) or bytes(count)):
        library.base_mult("scalar_mult_base_comb6", 1, "sect163r2")
    assert 1 < len(asked) <= 32 and set(asked) == {library.element_bytes}


KEY = bytes(range(1, 22))


@pytest.mark.parametrize("curve", ["sect163k1", "sect163r2", "secp256r1", "Ed25519", "Curve25519"])
def test_public_functions_fail_with_their_source(curve):
    """For keys, agreement and signatures: the status, and zeros in every output."""
    interface = Interface(CURVES[curve])
    key = (bytes(64) + KEY)[-interface.size(curve, "scalar") :]
    draw = generator(3)
    with interface.drawing(generator(4)):
        status, public = interface.public_key(key, curve)
    assert status == Status.OK
    asked = [
        interface.public_key,
        lambda k, c: interface.key_generate(draw, c),
        *([lambda k, c: interface.ecdh(k, public, c)] if curve != "Ed25519" else []),
        *([lambda k, c: interface.sign(k, bytes(32), c)] if curve.startswith("se") else []),
        *([lambda k, c: interface.sign_random(k, bytes(32), draw, c)] if curve.startswith("se") else []),
    ]
    with interface.drawing(lambda count: None):
        for call in asked:
            status, *outputs = call(key, curve)
            assert status == Status.ERROR_RANDOM
            assert not any(b"".join(outputs))
    with interface.drawing(generator(4)):
        assert all(call(key, curve)[0] == Status.OK for call in asked)


def test_verification_draws_nothing():
    interface = Interface("fp256r1")
    key = (bytes(64) + KEY)[-32:]
    with interface.drawing(generator(4)):
        public, signature = interface.public_key(key, "P-256")[1], interface.sign(key, bytes(32), "P-256")[1]
    with interface.drawing(no_source):
        assert interface.verify(signature, public, bytes(32), "P-256") == Status.OK


@pytest.fixture
def records_here(tmp_path, monkeypatch):
    monkeypatch.setattr(bench, "keep_records", lambda records: None)
    monkeypatch.setattr(bench.run_facts, "RUN_FILE", tmp_path / "run.json")


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("curve", ["sect163k1", "secp256r1", "Ed25519"])
def test_split_scalars(curve):
    """Known answers with numbers of all ones, 1 and random ones; a source that fails at any draw ends the call."""
    library = Library(CURVES[curve], "both")
    for family, member in (("scalar-mult", "scalar_mult_split"), ("scalar-mult-base", "scalar_mult_base_split")):
        cases = known_answers.load(curve, family)
        for case in (*cases.edge[:4], *cases.random[:2]):
            call, expected = call_of(library, family, member, curve, case)
            if family == "scalar-mult" and not library.is_in_subgroup((case["px"], case["py"]), curve):
                continue
            for name, source in SOURCES.items():
                with library.drawing(source):
                    assert call() == (Status.OK, expected), (member, name)
            for good in range(3):
                draws = itertools.count()
                failing = lambda count, draws=draws, good=good: bytes([7]) * count if next(draws) < good else None  # noqa: E731
                with library.drawing(failing):
                    status, result = call()
                assert status == Status.ERROR_RANDOM and result in (None, (0, 1))


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("curve", ["sect163k1", "secp256r1"])
def test_scalars_differ_from_call_to_call(curve):
    """With the same key, point and factor, but other random numbers that split the key, operands differ."""
    library = Library(CURVES[curve], "scalar")
    case = known_answers.load(curve, "scalar-mult").random[0]
    call, _ = call_of(library, "scalar-mult", "scalar_mult_split", curve, case)
    weights = []
    for seed in (1, 1, 2):
        with library.drawing(generator(seed)):
            weights.append(library.weights(call))
    first, again, other = weights
    assert first == again and first != other and len(first) == len(other)


def blinded_images(name: str, curve: str, operation: str, *blindings: str) -> list[tuple[Request, dict]]:
    """Requests and records of the board's own choice and of these."""
    request = Request(board=name, operation=operation, curve=curve, backend="asm")
    asked = [request, *(dataclasses.replace(request, blinding=one) for one in blindings)]
    return list(zip(asked, bench.measure(asked), strict=True))


def test_mote_image(records_here):
    """Off is the board's default without any option; on costs little, is right, and shows nothing of secrets."""
    (_, own), (_, off), (request, on) = blinded_images("micaz", "sect163r2", "ecdh", "none", "coordinates")
    assert own["verified"] and own == off and own["blinding"] == "none"
    assert on["verified"] and on["blinding"] == "coordinates"
    assert 1 < on["cycles"] / own["cycles"] < 1.05
    assert "--blinding coordinates" in bench.command_for(request)
    assert not ctcheck.leaked(ctcheck.check(request))


MOTES = [("micaz", "sect163k1", "ecdsa-sign"), ("cortex-m0plus", "secp160r1", "ecdh"), ("telosb", "secp192r1", "ecdh")]


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize(("name", "curve", "operation"), MOTES)
def test_mote_images_with_blinded_scalars(name, curve, operation, records_here):
    (_, own), *others = blinded_images(name, curve, operation, "coordinates", "scalar", "both")
    shares = [record["cycles"] / own["cycles"] for _, record in others]
    assert 1 < shares[0] < 1.05 < 1.3 < shares[1] < shares[2] < 2.5
    for request, record in others:
        assert record["verified"] and record["blinding"] == request.blinding
        assert not ctcheck.leaked(ctcheck.check(request))


def test_what_is_blinded():
    """Records say which part of their measurement is blinded: for field arithmetic and public values none."""
    chosen = {
        operation: bench.select(Request(operation=operation, blinding="coordinates")).blinding
        for operation in ("scalar-mult", "ecdh", "ecdsa-sign", "fb-mul", "ecdsa-verify")
    }
    assert chosen == {
        "scalar-mult": "coordinates", "ecdh": "coordinates", "ecdsa-sign": "coordinates", "fb-mul": "none",
        "ecdsa-verify": "none",
    }  # fmt: skip
    with pytest.raises(host.MotecurveError, match="no blinding 'everything'"):
        bench.select(Request(blinding="everything"))
    assert bench.select(Request(operation="ecdh", curve="Curve25519", blinding="both")).blinding == "both"
    assert bench.select(Request(operation="scalar-mult", blinding="both")).blinding == "coordinates"


def test_one_default():
    """CMake's default on hosts agrees with the lab and the board of hosts."""
    default = re.search(
        r"^if\(has_shared_libraries\)\n  set\(blinding (\w+)\)", (ROOT / "CMakeLists.txt").read_text(), re.M
    )
    assert default and default.group(1) == host.BLINDING == board.load("host").blinding
    assert all(board.load(name).blinding == "none" for name in board.simulated())
