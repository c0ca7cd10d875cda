"""Operations on points in scalar multiplications: by the formulas of their headers, and executed."""

import functools
import random
import re
import statistics

from codegen.built import scalar_bits
from codegen.points import BinaryCurve, EdwardsCurve, Point, PrimeCurve
from codegen.points import Curve as Arithmetic
from motelab.common import cache
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.common.names import one_of
from motelab.measure import counting, recoded, records
from motelab.subjects import recodings, registry
from motelab.subjects.curves import Curve
from motelab.subjects.recodings import Koblitz
from motelab.subjects.registry import Algorithm

COUNTED, DENSITY = records.OPERATION_FIELDS, records.DENSITY_FIELDS
NAMES = (
    "l", "order_bits", "bits", "ones", "length", "weight", "largest", "sizes", "sizes_ones", "twos", "threes", "fives",
    "w", "koblitz", "half_bits",
)  # fmt: skip
FORMULA = re.compile(rf"(?:[\d.\s()*/+<>=,\[\]-]|\b(?:{'|'.join(NAMES)})\b)+")
EXECUTED_SCALARS = 100  # scalars over which counts are means
RECODED_SCALARS = 1000  # scalars over which densities are means
DIGIT_BITS = 4  # of the tables of multiples

Counts = dict[str, int]


def value(algorithm: Algorithm, formula: str, **names: int | None) -> float:
    """A formula of a header, where an empty one is 0; MotecurveError if it is no formula."""
    if not formula:
        return 0
    if not FORMULA.fullmatch(formula):
        raise MotecurveError(f"{algorithm.file}: {formula!r} is no formula in {', '.join(NAMES)}")
    return eval(formula, {"__builtins__": {}}, names)


def has_formulas(algorithm: Algorithm) -> bool:
    """Whether the header states how many operations are executed."""
    return any(getattr(algorithm, name) for name in COUNTED)


def by_formula(algorithm: Algorithm, window: int | None, k: int, curve: Curve) -> Counts:
    """The operations that the header states for k > 0 and a point of prime order of the curve."""
    strings = strings_of(algorithm, window, k, curve) if algorithm.recoding else ()
    sizes = {abs(digit) for digits in strings for digit in digits} - {0}
    powers = recodings.powers(algorithm.recoding, k) if algorithm.recoding in recodings.CHAINS else (0, 0, 0)
    names = {
        "l": scalar_bits(curve.field),
        "order_bits": curve.order.bit_length(),
        "bits": k.bit_length(),
        "ones": k.bit_count(),
        "length": max(map(len, strings), default=0),
        "weight": sum(map(weight, strings)),
        "largest": max(sizes, default=0),
        "sizes": len(sizes),
        "sizes_ones": sum(size.bit_count() for size in sizes),
        **dict(zip(("twos", "threes", "fives"), powers, strict=True)),
        "w": window,
        "koblitz": int(curve.is_koblitz),
        "half_bits": curve.endomorphism.bits if curve.endomorphism else 0,
    }
    return {name: value(algorithm, getattr(algorithm, name), **names) for name in COUNTED}


def executed(function: str, k: int, curve: Curve) -> Counts:
    """The operations that `function` executed for k times the generator of the curve, with its result compared with
    Python's."""
    library, expected = counting.library(curve.field), multiple(curve, k)
    counts = library.multiplication(function, k, curve.generator, curve.identifier, expected)
    return {name: counts[name] for name in COUNTED}


def strings_of(algorithm: Algorithm, window: int | None, k: int, curve: Curve) -> list[recodings.Digits]:
    """The algorithm's strings of digits for k: one, or those of both halves of k where it uses an endomorphism."""
    halves = map(abs, curve.endomorphism.halves(k)) if algorithm.curves == "glv" else (k,)
    return [digits_of(algorithm, window, part, curve) for part in halves]


def digits_of(algorithm: Algorithm, window: int | None, k: int, curve: Curve) -> recodings.Digits:
    """Digits of k in the algorithm's recoding, for a point of prime order of the curve; for chains the signs. If an
    algorithm halves the point, the digits are those of k times the matching power of two, modulo the order. A recoding
    without a definition in recodings.py gives them itself."""
    if algorithm.recoding in recodings.CHAINS:
        return [sign for *_, sign in recodings.chain(algorithm.recoding, k)]
    if algorithm.halvings:
        k = (k << curve.order.bit_length() - 1) % curve.order
    if algorithm.recoding not in recodings.RECODINGS and algorithm.recoding in recoded.members():
        return recoded.recoder(counting.library(curve.field), algorithm.recoding, window or recoded.headers.ANY_WIDTH)(
            k
        )
    mu = 2 * dict(curve.coefficients)["a"] - 1 if curve.is_koblitz else 0
    koblitz = Koblitz(curve.bits, mu, curve.cofactor == 2) if mu else None
    return recodings.recode(algorithm.recoding, k, window, koblitz)


def weight(digits: recodings.Digits) -> int:
    """The number of nonzero digits."""
    return sum(digit != 0 for digit in digits)


def scalars(curve: Curve, count: int) -> list[int]:
    """Random numbers from 1 to below the curve's order, the same in every run."""
    source = random.Random(curve.name)
    return [source.randrange(1, curve.order) for _ in range(count)]


def means(algorithm: Algorithm, window: int | None, curve: Curve) -> dict[str, float | None]:
    """COUNTED, means of the operations executed for random scalars; and DENSITY, for random scalars and as the header
    of the recoding or of the algorithm states. Kept in the cache."""
    function = algorithm.function(window)
    key = digest("operation counts", counting.identity(curve.field), curve.name, function, str(EXECUTED_SCALARS))
    found = cache.get(key)
    if found is None:
        runs = [executed(function, k, curve) for k in scalars(curve, EXECUTED_SCALARS)]
        found = {name: round(statistics.mean(run[name] for run in runs), 3) for name in COUNTED}
        found |= dict(zip(DENSITY, densities(algorithm, window, curve), strict=True))
        cache.put(key, found)
    return found


def densities(algorithm: Algorithm, window: int | None, curve: Curve) -> tuple[float | None, float | None]:
    """Share of nonzero digits in the digits of random scalars, for chains in their bits, and by its formula; None for
    an algorithm that names no recoding. MotecurveError if it names an unknown one, or no header has the formula."""
    if not algorithm.recoding:
        return None, None
    is_chain = algorithm.recoding in recodings.CHAINS
    if not is_chain:
        one_of(f"recoding of {algorithm.file}", algorithm.recoding, {*recodings.RECODINGS, *recoded.members()})
    drawn = scalars(curve, RECODED_SCALARS)
    found = [digits for k in drawn for digits in strings_of(algorithm, window, k, curve)]
    share = sum(map(weight, found)) / sum(k.bit_length() for k in drawn) if is_chain else _share(found)
    family = "recoding-chain" if is_chain else "recoding"
    headers = [a.density for a in registry.load() if (a.family, a.name) == (family, algorithm.recoding)]
    formula = next(filter(None, (algorithm.density, *headers)), None)
    if not formula:
        raise MotecurveError(f"the header of {algorithm.recoding}, or {algorithm.file}, lacks the key 'density'")
    return round(share, 4), round(value(algorithm, formula, w=window), 4)


def _share(found: list[recodings.Digits]) -> float:
    """Share of nonzero digits."""
    return sum(map(weight, found)) / sum(map(len, found))


# Multiples by Python's arithmetic


def arithmetic(curve: Curve) -> Arithmetic:
    """Affine arithmetic of the curve."""
    coefficients = dict(curve.coefficients)
    if curve.kind == "edwards":
        return EdwardsCurve(curve.modulus, coefficients["a"], coefficients["d"])
    return (PrimeCurve if curve.is_prime else BinaryCurve)(curve.modulus, coefficients["a"], curve.generator)


@functools.cache
def _multiples(curve: Curve) -> list[list[Point]]:
    """d 2^(4 i) G for every digit d, by i."""
    group, base, rows = arithmetic(curve), curve.generator, []
    for _ in range(-(-curve.order.bit_length() // DIGIT_BITS)):
        row = [group.neutral]
        for _ in range(1, 1 << DIGIT_BITS):
            row.append(group.add(row[-1], base))
        rows.append(row)
        base = group.add(row[-1], base)
    return rows


@functools.cache
def multiple(curve: Curve, k: int) -> Point:
    """k times the generator, 0 <= k < n."""
    group = arithmetic(curve)
    total = group.neutral
    for i, row in enumerate(_multiples(curve)):
        total = group.add(total, row[(k >> i * DIGIT_BITS) % len(row)])
    return total
