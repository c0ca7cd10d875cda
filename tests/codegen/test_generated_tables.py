"""Every number of the committed tables, for every word size, is computed anew: from curves/ by PARI/GP, or from its
definition by Python's integers. The generators take no part, so a wrong digit is found whoever wrote it."""

import itertools
import json
import math
import re
from collections.abc import Iterable

import pytest

from motelab import ROOT
from motelab.subjects.polynomials import product, remainder
from tests.codegen import committed_tables as tables
from tests.oracles import pari_curves, pari_forms

WORD_SIZES = tables.WORD_SIZES
FIELDS = tables.generated("generated/curve/data", ".c")
BINARY = [field for field in FIELDS if field.startswith("fb")] + ["fb162"]  # of no curve
PRIME = [field for field in FIELDS if field.startswith("fp")]
CURVES = {
    record["name"].replace("-", "_"): record
    for name in ("curves/curves.json", "generated/curves/tiny.json")
    for record in json.loads((ROOT / name).read_text())["curves"]
}


def header(field: str) -> str:
    return f"generated/field/{field}.h"


def bits(field: str) -> int:
    """Bits of an element, from its field header."""
    return tables.macro_number(header(field), "FB_M" if field in BINARY else "FP_BITS")


def polynomial(field: str) -> int:
    terms = tables.items(header(field), "FB_TERMS(ITEM)")
    return 1 << bits(field) | sum(1 << int(e) for e in terms)


def prime(field: str, word_bits: int = 64) -> int:
    constants = tables.macro(f"generated/fp/data/{field}.h", "FP_PRIME", word_bits)
    return tables.number(tables.members(constants)["n"], word_bits)


def square(a: int, f: int) -> int:
    return remainder(int(f"{a:b}", 4), f)


def times(a: int, b: int, f: int) -> int:
    return remainder(product(a, b), f)


def radix(size: int, word_bits: int) -> int:
    """R of Montgomery form."""
    return 1 << -(-size // word_bits) * word_bits


def from_form(values: Iterable[int], field: str, word_bits: int) -> list[int]:
    """`values`, as elements in a build of that word size."""
    if field in BINARY or not tables.macro_number(header(field), "FP_MONTGOMERY", word_bits):
        return list(values)
    p = prime(field)
    inverse = pow(radix(bits(field), word_bits), -1, p)
    return [value * inverse % p for value in values]


def in_form(values: Iterable[int], field: str, word_bits: int, is_montgomery: bool) -> list[int]:
    """`values`, as elements in a form that is given."""
    inverse = pow(radix(bits(field), word_bits), -1, prime(field)) if is_montgomery else 1
    return [value * inverse % prime(field) for value in values]


def built(name: str) -> dict[str, int]:
    """Numbers of a curve in the form in which the library computes, from its record in curves/."""
    record = CURVES[name]
    record = record | record.get("polynomial_basis_equivalent", {}) | {"n": record["n"], "h": record["h"]}
    generator = record.get("G_prime_order", record["G"])
    values = {key: int(record[key], 16) for key in ("a", "b", "d", "n") if record.get(key)}
    return values | {"h": record["h"], "x": int(generator["x"], 16), "y": int(generator.get("y") or "0", 16)}


def assert_modulus(initialiser: str, n: int, size: int, word_bits: int) -> None:
    """FP(modulus) of n in numbers of `size` bits."""
    found = {key: tables.number(value, word_bits) for key, value in tables.members(initialiser).items()}
    r = radix(size, word_bits)
    assert (found["n"], found["r"], found["r_squared"]) == (n, r % n, r * r % n)
    assert found["minus_n_inverse"] * n % (1 << word_bits) == (1 << word_bits) - 1


# Curve data: generated/curve/data


def check_curves(field: str) -> None:
    """Every curve of a field at every word size."""
    size, seen = bits(field), set()
    scalar_bits = tables.macro_number(header(field), "EC_SCALAR_BITS")
    for word_bits in WORD_SIZES:
        found = tables.definitions(f"generated/curve/data/{field}.c", word_bits)
        for symbol, initialiser in found.items():
            name = re.sub("_(order|koblitz|glv|b)$", "", symbol.removeprefix("mc_"))
            seen.add(name)
            wanted = built(name)
            if symbol.endswith("_order"):
                assert_modulus(initialiser, wanted["n"], scalar_bits, word_bits)
            elif symbol.endswith("_koblitz"):
                assert_koblitz(initialiser, name, word_bits)
            elif symbol.endswith("_glv"):
                assert_glv(initialiser, name, field, word_bits)
            elif symbol.endswith("_b"):
                assert tables.number(initialiser, word_bits) == wanted["b"]
            else:
                assert_curve(tables.members(initialiser), name, field, word_bits)
        orders = {name for name in seen if f"mc_{name}_order" in found}
        assert scalar_bits == max([size, *(built(name)["n"].bit_length() for name in orders)])
    valid = [record for record in CURVES.values() if record.get("generator_valid", True)]
    assert seen == {r["name"].replace("-", "_") for r in valid if is_over(r["field"], field)}


def is_over(of_record: dict, field: str) -> bool:
    if field in PRIME:
        return of_record["type"] == "prime" and int(of_record["p"], 16) == prime(field)
    return of_record["type"] == "binary" and sum(1 << e for e in of_record["poly"]) == polynomial(field)


def assert_curve(members: dict[str, str], name: str, field: str, word_bits: int) -> None:
    """The structure of one curve."""
    wanted = built(name)
    if quarters := members.pop("quarters", None):
        points = [4 * tables.number(f"{{{row}}}", word_bits) for row in re.findall(r"\{([^{}]+)\}", quarters)]
        assert points == [wanted["n"] * wanted["h"], 2 * prime(field) + 2 - wanted["n"] * wanted["h"]]
    elements = {k: tables.number(v, word_bits) for k, v in members.items() if v.startswith("{")}
    elements = dict(zip(elements, from_form(elements.values(), field, word_bits), strict=True))
    assert elements.pop("generator_x") == wanted["x"] and elements.pop("generator_y", wanted["y"]) == wanted["y"]
    if "b_sqrt" in elements:
        assert square(elements.pop("b_sqrt"), polynomial(field)) == wanted["b"]
    assert elements == {key: wanted[key] for key in elements} and int(members["cofactor"]) == wanted["h"]
    if "a24" in members:
        assert 4 * int(members["a24"]) + 2 == wanted["a"]
        return
    path = f"generated/curve/data/{field}.h"
    assert tables.macro_number(path, f"MC_CURVE_COFACTOR_{name}") == wanted["h"]
    assert tables.macro(path, f"MC_CURVE_A_CLASS_{name}") == members["a_class"]
    assert tables.macro_number(path, f"MC_CURVE_B_IS_ONE_{name}") == (
        int(members.get("b_is_one", 0)) if field in BINARY else None
    )
    assert int(members["order_bits"]) == wanted["n"].bit_length()
    modulus = prime(field) if field in PRIME else None
    classes = {0: "0", 1: "1"} if modulus is None or "d" in wanted else {0: "0", modulus - 3: "MC_COEFFICIENT_MINUS_3"}
    classes |= {modulus - 1: "MC_COEFFICIENT_MINUS_1"} if "d" in wanted else {}
    assert members["a_class"] == classes.get(wanted["a"], "MC_COEFFICIENT_GENERAL")
    assert int(members.get("b_is_one", wanted.get("b") == 1 and modulus is None)) == (wanted.get("b") == 1)


def assert_koblitz(initialiser: str, name: str, word_bits: int) -> None:
    """Moduli 1 + tau + ... + tau^(m-1) and tau^m - 1 with their rounded inverses, tau^2 = mu tau - 2."""
    wanted, m, members = built(name), CURVES[name]["field"]["m"], tables.members(initialiser)
    mu = 1 if wanted["a"] else -1
    power, total = (1, 0), (0, 0)
    for _ in range(m):
        total = (total[0] + power[0], total[1] + power[1])
        power = (-2 * power[1], power[0] + mu * power[1])
    assert int(members["mu"]) == mu
    for key, (c0, c1), order in (
        ("subgroup", total, wanted["n"]),
        ("full", (power[0] - 1, power[1]), wanted["n"] * wanted["h"]),
    ):
        numbers = [tables.signed(words, word_bits) for words in re.findall(r"\{([^{}]+)\}", members[key])]
        norm = c0 * c0 + mu * c0 * c1 + 2 * c1 * c1
        assert norm == order and numbers[2:] == [-c0, 2 * c1, -c1, -c0 - mu * c1]
        for rounded, exact in zip(numbers, (c0 + mu * c1, -c1), strict=False):
            assert abs(2 * (rounded * norm - (exact << (m + 6)))) <= norm


def assert_glv(initialiser: str, name: str, field: str, word_bits: int) -> None:
    """beta G is lambda G, and the basis is one of the pairs (x, y) with x + y lambda = 0 modulo n."""
    wanted, members = built(name), tables.members(initialiser)
    p, n = prime(field), wanted["n"]
    (beta,) = from_form([tables.number(members["beta"], word_bits)], field, word_bits)
    assert beta != 1 and pow(beta, 3, p) == 1
    numbers = [tables.signed(words, word_bits) for words in re.findall(r"\{([^{}]+)\}", members["lattice"])]
    first, second = (-numbers[2], -numbers[4]), (-numbers[3], -numbers[5])
    eigenvalue = -first[0] * pow(first[1], -1, n) % n
    assert (second[0] + second[1] * eigenvalue) % n == 0
    determinant = first[0] * second[1] - first[1] * second[0]
    assert abs(determinant) == n
    image = pari_curves.evaluate(name, [f"multiply({pari_curves.text(pari_curves.generator(name))}, {eigenvalue})"])[0]
    assert image == (beta * wanted["x"] % p, wanted["y"])
    scalar_bits = tables.macro_number(header(field), "EC_SCALAR_BITS")
    for rounded, exact in zip(numbers, (second[1], -first[1]), strict=False):
        assert abs(2 * (rounded * determinant - (exact << scalar_bits + 6))) <= n


# Multiples of generators: generated/curve/generator


def check_generator_tables(field: str) -> None:
    """Every table of every curve of a field, at every word size that has it, in each form that it has there."""
    expected: dict[tuple[str, str], list] = {}
    path = f"generated/curve/generator/{field}.c"
    for word_bits, is_montgomery in itertools.product(WORD_SIZES, (0, 1)):
        form = f"#define FP_MONTGOMERY {is_montgomery}"
        for symbol, initialiser in tables.definitions(path, word_bits, form).items():
            name, kind = re.fullmatch(r"mc_(\w+)_generator_(\w+?)", symbol).groups()
            found = [value for point in tables.points(initialiser, word_bits) for value in point]
            of_other_form = "FP_MONTGOMERY" in tables.source(path)
            plain = (
                in_form(found, field, word_bits, is_montgomery) if of_other_form else from_form(found, field, word_bits)
            )
            if (name, kind) not in expected:
                expected[name, kind] = multiples(name, field, kind)
            assert list(zip(plain[::2], plain[1::2], strict=True)) == expected[name, kind], symbol


def multiples(name: str, field: str, kind: str) -> list[tuple[int, int]]:
    """The points of a table by PARI/GP; infinity, which occurs in the tables of tiny curves, is (0, 0)."""
    place = f"{built(name)['x']}, {built(name)['y']}"
    if kind.startswith("wtnaf"):
        sums = [
            f"add(multiply(point({place}), {beta}), multiply([point({place})[1]^2, point({place})[2]^2], {gamma}))"
            for beta, gamma in digits_by_slot(int(kind[-1]), 1 if built(name)["a"] else -1)
        ]
        if "slopes" in kind:
            sums = [f"(p -> if(#p == 1, p, [p[1], p[1] + p[2]/p[1]]))({each})" for each in sums]
        return [point or (0, 0) for point in pari_curves.evaluate(name, sums)]
    scalars = scalars_of(kind, tables.macro_number(header(field), "EC_SCALAR_BITS"))
    if "d" in built(name):
        return pari_forms.edwards_values(name, [f"multiple({k}, {place})" for k in scalars])
    return [p or (0, 0) for p in pari_curves.evaluate(name, [f"multiply(point({place}), {k})" for k in scalars])]


def scalars_of(kind: str, scalar_bits: int) -> list[int]:
    """The factors of the generator (src/curve/generator.h, src/scalar/fixed_base/base_comb.h)."""
    if kind == "doublings":
        return [1 << i for i in range(scalar_bits)]
    if kind.startswith("wnaf"):
        return list(range(1, 1 << int(kind[4:]) - 1, 2))
    teeth, count = int(kind[-1]), 1 if "one_table" in kind else 2
    rows = math.ceil((scalar_bits + 1) / (teeth * count))
    signs = [[1 if index >> j & 1 or j == teeth - 1 else -1 for j in range(teeth)] for index in range(1 << teeth - 1)]
    return [
        sum(sign << (rows * t + rows * count * j) for j, sign in enumerate(of_index))
        for t in range(count)
        for of_index in signs
    ]


def digits_by_slot(window: int, mu: int) -> list[tuple[int, int]]:
    """beta and mu gamma of alpha = beta + mu gamma tau at each place of a table."""
    rows = integer_rows(window_text(f"digits_{window}"))
    return [(beta, mu * gamma) for beta, gamma, slot in sorted(rows, key=lambda row: row[2])]


# Digits of wTNAF: generated/scalar/tau/windows.c


def window_text(name: str) -> str:
    text = re.sub(r"/\*.*?\*/", "", tables.source("generated/scalar/tau/windows.c"))
    return re.search(rf"\b{name}\W[^=]*= \{{(.*?)\}};", text, re.S)[1]


def integer_rows(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, row.split(","))) for row in re.findall(r"\{([^{}]+)\}", text)]


def check_windows() -> None:
    """Residues of tau, digits of least norm but for one, and additions that make their points (mu = 1: tau^2 = tau - 2)
    in at most two batches."""
    for window in range(2, 10):
        size, t = (int(word) for word in window_text(f"EC.wtnaf_window{window}").split(",")[:2])
        assert size == window and t % 2 == 0 and 0 <= t < 1 << window and (t * t - t + 2) % (1 << window) == 0
        digits = integer_rows(window_text(f"digits_{window}"))
        assert len(digits) == 1 << window - 2 and sorted(d[2] for d in digits) == list(range(len(digits)))
        for u, (beta, gamma, _) in zip(range(1, 1 << window - 1, 2), digits, strict=True):
            reach = range(-(1 << window // 2), (1 << window // 2) + 1)
            norms = [b * b + b * g + 2 * g * g for b in reach for g in reach if (b + g * t - u) % (1 << window) == 0]
            assert (beta + gamma * t - u) % (1 << window) == 0
            assert beta * beta + beta * gamma + 2 * gamma * gamma == (37 if (window, u) == (6, 19) else min(norms))
        if f"steps_{window}" not in tables.source("generated/scalar/tau/windows.c"):
            continue
        by_slot, batches = {slot: (beta, gamma) for beta, gamma, slot in digits}, {0: 0}
        for slot, row in enumerate(integer_rows(window_text(f"steps_{window}")), 1):
            batch, source, power, negate_source, negate_sum = row
            b, g = by_slot[source]
            for _ in range(power):
                b, g = -2 * g, b + g
            b, g = (-b, -g) if negate_source else (b, g)
            assert by_slot[slot] == ((-b - 1, -g) if negate_sum else (b + 1, g))
            assert batches[source] < batch
            batches[slot] = batch
        assert len(batches) == len(digits) or window == 2
        assert max(batches.values()) <= 2


# Binary fields: generated/field, generated/fb


def check_binary_field(field: str) -> None:
    """The header of a binary field."""
    path, m, f = header(field), bits(field), polynomial(field)
    terms = sorted((int(e) for e in tables.items(path, "FB_TERMS(ITEM)")), reverse=True)
    assert tables.macro_number(path, "FB_KMAX") == terms[0]
    # A linear function that is not 0 and has the same value for a and a^2 is the trace.
    mask = sum(1 << int(e) for e in tables.items(path, "FB_TRACE_TERMS(ITEM)"))
    assert 0 < mask < 1 << m
    assert all((square(1 << i, f) & mask).bit_count() % 2 == mask >> i & 1 for i in range(m))
    # The quotient of z^(2m-2) by f.
    quotient = sum(1 << (m - 2 - int(e)) for e in tables.items(path, "FB_QUOTIENT_TERMS(ITEM)"))
    assert (product(quotient, f) ^ 1 << 2 * m - 2).bit_length() <= m
    is_sparse = tables.macro_number(path, "FB_SQRT_Z_IS_SPARSE")
    for word_bits in WORD_SIZES:
        root = tables.macro_number(path, "FB_SQRT_Z", word_bits)
        assert square(root, f) == 2 and is_sparse == (root.bit_count() <= 9)
        if is_sparse:
            assert root == sum(1 << int(e) for e in tables.items(path, "FB_SQRT_Z_TERMS(ITEM)"))
        check_subfield(field, word_bits)
        check_normal_element(field, word_bits)


def check_subfield(field: str, word_bits: int) -> None:
    """An element of the largest subfield whose degree is a power of two, with trace 1 in that subfield."""
    f, s = polynomial(field), bits(field) & -bits(field)
    assert (tables.macro_number(header(field), "FB_SUBFIELD_M") or 1) == s
    if s > 1:
        conjugate = element = tables.macro_number(header(field), "FB_SUBFIELD_TRACE_ONE", word_bits)
        total = 0
        for _ in range(s):
            total, conjugate = total ^ conjugate, square(conjugate, f)
        assert conjugate == element and total == 1


def conjugates(field: str, word_bits: int = 64) -> list[int]:
    """beta, beta^2, beta^4, ..."""
    found, f = [tables.macro_number(header(field), "FB_NORMAL_ELEMENT", word_bits)], polynomial(field)
    while len(found) < bits(field):
        found.append(square(found[-1], f))
    return found


def check_normal_element(field: str, word_bits: int) -> None:
    """The mask of traces, whose function is 1 for beta and 0 for its conjugates."""
    if not tables.macro_number(header(field), "FB_NORMAL_TYPE"):
        return
    mask = tables.macro_number(header(field), "FB_NORMAL_TRACES", word_bits)
    assert mask < 1 << bits(field)
    assert [(mask & c).bit_count() % 2 for c in conjugates(field, word_bits)] == [1] + [0] * (bits(field) - 1)


def check_normal_basis(field: str) -> None:
    """Classes and products of a Gaussian normal basis: F(2^i u^j) = i, and beta beta^(2^d) as in the table."""
    path, m, f = f"generated/fb/normal/{field}.c", bits(field), polynomial(field)
    kind = tables.macro_number(header(field), "FB_NORMAL_TYPE")
    p = kind * m + 1
    classes, numbered = (tables.integers(text) for text in re.findall(r"\] = \{(.*?)\}", tables.source(path), re.S))
    u = next(g for g in range(1, p) if len({pow(g, j, p) for j in range(kind)}) == kind and pow(g, kind, p) == 1)
    wanted = {pow(2, i, p) * pow(u, j, p) % p: i for i in range(m) for j in range(kind)}
    assert len(wanted) == p - 1 and len(classes) == (p if kind % 2 else p // 2 + 1) and classes[0] == 0
    assert all(found == wanted[k] for k, found in enumerate(classes) if k)
    basis = conjugates(field)
    assert len(set(basis)) == m
    for d in range(1, m // 2 + 1):
        count, *numbered = numbered
        row, numbered = numbered[:count], numbered[count:]
        total = 0
        for w in row:
            total ^= basis[w]
        assert row == sorted(set(row)) and total == times(basis[0], basis[d], f)
    assert numbered == []


def check_multiple_squarings(field: str) -> None:
    """Bit b of byte 7 - t of block `row` of byte i is bit 8 row + t of (z^(8 i + b))^(2^k), k = (m - 1) / 4."""
    path, m, f = f"generated/fb/data/multi_sqr_{field}.h", bits(field), polynomial(field)
    rows = re.findall(r"\{([^{}]+)\}", tables.source(path))
    assert len(rows) == math.ceil(m / 8)
    power = 2
    for _ in range((m - 1) // 4):
        power = square(power, f)
    images = [1]
    while len(images) < m:
        images.append(times(images[-1], power, f))
    for i, row in enumerate(tables.integers(row) for row in rows):
        assert len(row) == 8 * math.ceil(m / 64)
        for b in range(8):
            found = sum((block >> 8 * (7 - t) + b & 1) << 8 * j + t for j, block in enumerate(row) for t in range(8))
            assert found == (images[8 * i + b] if 8 * i + b < m else 0)


# Prime fields: generated/field, generated/fp/data


def check_prime_field(field: str) -> None:
    """Reduction, inversion and roots of a prime field."""
    path, p, size = f"generated/fp/data/{field}.h", prime(field), bits(field)
    s = ((p - 1) & -(p - 1)).bit_length() - 1
    assert p.bit_length() == size and tables.macro_number(path, "FP_TWO_ADICITY") == s
    assert chain_exponent(path, "FP_INVERSION_CHAIN") == p - 2
    assert chain_exponent(path, "FP_ROOT_CHAIN") == ((p - 1 >> s) - 1) // 2
    assert tables.macro_number(header(field), "FP_RECIPROCAL") == (1 << size + 24) // p
    check_rows(field)
    for word_bits in WORD_SIZES:
        r = radix(size, word_bits)
        assert_modulus(tables.macro(path, "FP_PRIME", word_bits), p, size, word_bits)
        assert tables.macro_number(path, "FP_BARRETT", word_bits) == r * r // p
        root = tables.macro_number(path, "FP_ROOT_OF_UNITY", word_bits)
        assert (root is None) == (s <= 2)
        if root is not None:
            assert root < p and pow(from_form([root], field, word_bits)[0], 1 << s - 1, p) == p - 1
        fold = tables.macro_number(header(field), "FP_FOLD", word_bits)
        c = tables.macro_number(header(field), "FP_PSEUDO_MERSENNE_C", word_bits)
        assert fold in (None, r % p) and c in (None, (1 << size) - p)


def chain_exponent(path: str, name: str) -> int:
    """The exponent that a chain of src/fp/inversion/chain.h computes."""
    exponents = {0: 1}
    for squarings, start, factor, result in integer_rows(tables.macro(path, name)):
        assert max(start, factor, result) < tables.macro_number(path, f"{name}_REGISTERS")
        exponents[result] = (exponents[start] << squarings) + (exponents[factor] if factor != result else 0)
    return exponents[0]


def check_rows(field: str) -> None:
    """Sums of blocks of a generalised Mersenne prime: summed over all rows, they must equal the terms that they
    replace."""
    path, p = header(field), prime(field)
    n = tables.macro_number(path, "FP_BLOCKS")
    if n is None:
        return
    x = 1 << tables.macro_number(path, "FP_BLOCK_BITS")

    def total(macro: str, symbol: str) -> dict[str, int]:
        """Coefficient of each T(i) or Q(i), with row b counted x^b times."""
        sums: dict[str, int] = {}
        for row in tables.items(path, f"{macro}(ITEM)"):
            b, _, terms = row.partition(",")
            for sign, factor, name in re.findall(rf"([+-]?) ?(?:(\d+) \* )?({symbol})", terms):
                sums[name] = sums.get(name, 0) + int(sign + (factor or "1")) * x ** int(b)
        return sums

    found = total("FP_ROWS", r"T\(\d+\)")
    assert {name: value % p for name, value in found.items()} == {f"T({i})": x**i % p for i in range(2 * n)}
    assert total("FP_FOLD_ROWS", "top")["top"] % p == x**n % p
    lower, upper = (total(name, r"[TQ]\(\d+\)") for name in ("FP_QUOTIENT_ROWS", "FP_REST_ROWS"))
    for i in range(n if lower else 0):  # block i of the quotient equals its column
        q = f"Q({i})"
        assert lower.get(q, 0) - x**i + x**n * upper.get(q, 0) == x**i * p
        assert lower[f"T({i})"] == x**i and upper[f"T({n + i})"] == x**i


NORMAL, SQUARED = (
    tables.generated("generated/fb/normal", ".c"),
    [name.removeprefix("multi_sqr_") for name in tables.generated("generated/fb/data", ".h")],
)


@pytest.mark.parametrize("field", FIELDS)
def test_curves(field):
    check_curves(field)


@pytest.mark.parametrize("field", FIELDS)
def test_generator_tables(field):
    check_generator_tables(field)


@pytest.mark.parametrize("field", BINARY)
def test_binary_fields(field):
    check_binary_field(field)


@pytest.mark.parametrize("field", PRIME)
def test_prime_fields(field):
    check_prime_field(field)


@pytest.mark.parametrize("field", NORMAL)
def test_normal_bases(field):
    check_normal_basis(field)


@pytest.mark.parametrize("field", SQUARED)
def test_multiple_squarings(field):
    check_multiple_squarings(field)


def test_windows():
    check_windows()


WORDS = r"\b0x[0-9a-f]+"
SORTS = [
    ("generated/curve/data/fb431.c", WORDS, check_curves, "fb431"),
    ("generated/curve/data/fb163.c", WORDS, check_curves, "fb163"),
    ("generated/curve/data/fp160r1.c", WORDS, check_curves, "fp160r1"),
    ("generated/curve/data/fp255.c", WORDS, check_curves, "fp255"),
    ("generated/curve/generator/fb7.c", r"(?<=ELEMENT\()\d+", check_generator_tables, "fb7"),
    ("generated/curve/generator/fp7e.c", r"(?<=ELEMENT\()\d+", check_generator_tables, "fp7e"),
    ("generated/curve/generator/fb113.c", r"(?<=W\()[0-9a-f]{8}", check_generator_tables, "fb113"),
    ("generated/curve/generator/fp160bp.c", r"(?<=TOP\()[0-9a-f]{8}", check_generator_tables, "fp160bp"),
    ("generated/field/fb163.h", r"\b0x[0-9a-f]+|(?<=X\()\d+|(?<=FB_M )\d+", check_binary_field, "fb163"),
    ("generated/field/fb176.h", r"\b0x[0-9a-f]+|(?<=X\()\d+|(?<=FB_SUBFIELD_M )\d+", check_binary_field, "fb176"),
    ("generated/fb/normal/fb163.c", r"\b\d+(?=,)", check_normal_basis, "fb163"),
    ("generated/fb/data/multi_sqr_fb163.h", WORDS, check_multiple_squarings, "fb163"),
    ("generated/field/fp224r1.h", r"(?<=T\()\d+|(?<=FP_RECIPROCAL )\d+", check_prime_field, "fp224r1"),
    ("generated/field/fp256r1.h", r"(?<=Q\()\d+", check_prime_field, "fp256r1"),
    ("generated/field/fp521.h", r"\b0x[0-9a-f]+|(?<=_C )\d+", check_prime_field, "fp521"),
    ("generated/fp/data/fp224r1.h", r"\b0x[0-9a-f]+|(?<=\{)\d+", check_prime_field, "fp224r1"),
    ("generated/scalar/tau/windows.c", r"(?<=\{)-?\d+", lambda _: check_windows(), ""),
]


@pytest.mark.parametrize(("path", "numbers", "check", "field"), SORTS, ids=[path for path, *_ in SORTS])
def test_one_wrong_digit_is_found(path, numbers, check, field, monkeypatch):
    """Five numbers of each kind of table: the first, the last and three between."""
    text = tables.source(path)
    places = list(re.finditer(numbers, text))
    read = tables.source
    for place in {places[i * (len(places) - 1) // 4] for i in range(5)}:
        assert_is_wrong(changed(text, place), path, check, field, monkeypatch, read)


def test_a_wrong_square_root_is_found(monkeypatch):
    """sqrt(b) of c2tnb431r1 for words of eight bits, every byte."""
    path, text, read = "generated/curve/data/fb431.c", tables.source("generated/curve/data/fb431.c"), tables.source
    begin, end = re.search(r"\.b_sqrt = \{[^}]*", text).span()
    for place in list(re.finditer(WORDS, text)):
        if begin < place.start() < end:
            assert_is_wrong(changed(text, place), path, check_curves, "fb431", monkeypatch, read)


def changed(text: str, place: re.Match) -> str:
    """The text with another last digit of the number at a place."""
    digit = int(text[place.end() - 1], 16)
    return f"{text[: place.end() - 1]}{digit - 1 if digit in (9, 15) else digit + 1:x}{text[place.end() :]}"


def assert_is_wrong(text: str, path: str, check, field: str, monkeypatch, read) -> None:
    monkeypatch.setattr(tables, "source", lambda other: text if other == path else read(other))
    with pytest.raises((AssertionError, KeyError, StopIteration, IndexError, ZeroDivisionError)):
        check(field)
