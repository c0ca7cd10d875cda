"""Field headers generated/field/<field>.h: size, polynomial and trace of a binary field, the modulus of a prime
field, and the size of the group orders with the same number of bits."""

import textwrap
from pathlib import Path

from codegen import normal_bases, pairing_fields
from codegen.built import curves_by_field, edwards, endomorphisms, has_eddsa, is_prime_field, montgomery, scalar_bits
from codegen.curves import per_word_size, words
from codegen.fields import (
    BINARY_FIELDS,
    COMMON_FIELDS,
    FIELDS,
    GROUP_FIELDS,
    PRIME_FIELDS,
    TEST_FIELDS,
    TINY_FIELDS,
    bits,
    inverse_series,
    square_root,
    subfield_element_of_trace_one,
    trace_exponents,
)
from codegen.output import GENERATED, banner
from codegen.prime_fields import header_lines


def header_text(name: str, lines: list[str]) -> str:
    """A field header with these lines."""
    guard = f"MC_FIELD_{name.upper()}_H"
    first = [banner("codegen/field_headers.py").rstrip(), f"#ifndef {guard}", f"#define {guard}"]
    return "\n".join([*first, *lines, "#endif"]) + "\n"


def binary_header(name: str, order_bits: int) -> str:
    poly = normal_bases.polynomial(name)
    lines = ["#define FIELD_IS_PRIME 0", f"#define EC_SCALAR_BITS {order_bits}", f"#define FB_M {poly[0]}"]
    lines += [f"#define FB_IS_COMMON {int(name in COMMON_FIELDS)}"]
    lines += [f"/* z^{poly[0]} = " + " + ".join(f"z^{e}" if e else "1" for e in poly[1:]) + " */"]
    lines += [f"#define FB_KMAX {poly[1]}"]
    lines += ["#define FB_TERMS(X) " + " ".join(f"X({e})" for e in poly[1:])]
    lines += ["/* Tr(a) is the sum of these coefficients of a. */", exponents("FB_TRACE_TERMS", trace_exponents(poly))]
    lines += ["/* 1/f = z^-m (the sum of z^-e), to z^-(m-2) in the sum. */"]
    lines += [exponents("FB_QUOTIENT_TERMS", inverse_series(poly))]
    return header_text(name, lines + square_root_of_z(poly) + subfield(poly) + normal_basis(name))


def exponents(macro: str, values: list[int]) -> str:
    """`macro`(X) as a list with X of each of these."""
    return f"#define {macro}(X) " + " ".join(f"X({e})" for e in values)


def constant(macro: str, value: int, poly: tuple[int, ...]) -> list[str]:
    """An element as an initialiser, at each word size."""
    return per_word_size(lambda w: f"#define {macro} {words(value, poly[0], w)}\n").splitlines()


# Up to so many terms, a multiplication by sqrt(z) uses shifts; the next larger count among the fields here is 24.
FEW_TERMS = 9


def square_root_of_z(poly: tuple[int, ...]) -> list[str]:
    root = square_root(2, poly)
    terms = [e for e in range(poly[0]) if root >> e & 1]
    lines = ["/* sqrt(z), and its terms where they are few. */", *constant("FB_SQRT_Z", root, poly)]
    lines += [f"#define FB_SQRT_Z_IS_SPARSE {int(len(terms) <= FEW_TERMS)}"]
    return lines + ([exponents("FB_SQRT_Z_TERMS", terms)] if len(terms) <= FEW_TERMS else [])


def subfield(poly: tuple[int, ...]) -> list[str]:
    """The largest subfield whose degree is a power of two, for fields of even degree."""
    degree = poly[0] & -poly[0]
    if degree == 1:
        return []
    element = subfield_element_of_trace_one(poly, degree)
    return [
        "/* Degree of the subfield F_2^s with m/s odd, s a power of two, and an element of it of trace 1. */",
        f"#define FB_SUBFIELD_M {degree}",
        *constant("FB_SUBFIELD_TRACE_ONE", element, poly),
    ]


def normal_basis(name: str) -> list[str]:
    """Type and element of the field's Gaussian normal basis, if the library has one."""
    if not normal_bases.has_normal_basis(name):
        return ["#define FB_NORMAL_TYPE 0"]
    is_of_curves = any("polynomial_basis_equivalent" in record for record in curves_by_field().get(name, []))
    poly = normal_bases.polynomial(name)
    return [
        "/* Gaussian normal basis of this type: beta, and the z^e with Tr(z^e delta) = 1, delta the dual of beta. */",
        f"#define FB_NORMAL_TYPE {normal_bases.normal_type(poly[0])}",
        *(["/* Bytes hold elements in normal basis. */", "#define FB_ENCODED_NORMAL 1"] if is_of_curves else []),
        *constant("FB_NORMAL_ELEMENT", normal_bases.NORMAL_ELEMENTS[name], poly),
        *constant("FB_NORMAL_TRACES", normal_bases.trace_mask(name), poly),
    ]


def prime_lines(name: str, order_bits: int) -> list[str]:
    """The lines of every prime field's header."""
    return ["#define FIELD_IS_PRIME 1", f"#define EC_SCALAR_BITS {order_bits}", *header_lines(name)]


def pairing_header(name: str, order_bits: int) -> str:
    """The header of a field of pairings: scalars are below the order of the groups, which may be much shorter than an
    element."""
    if isinstance(GROUP_FIELDS[name], tuple):
        return binary_header(name, order_bits)
    return header_text(name, prime_lines(name, order_bits))


def prime_header(name: str) -> str:
    lines = prime_lines(name, scalar_bits(name))
    forms = {"EDWARDS": edwards, "MONTGOMERY": montgomery}
    lines += [f"#define FIELD_HAS_{form}_CURVES 1" for form, curves in forms.items() if curves(name)]
    halves = [phi.bits for phi in endomorphisms(name)]
    lines += [f"#define FP_GLV_BITS {max(halves)} /* of the halves of a scalar (scalar/glv/glv.h) */"] if halves else []
    lines += ["#define FIELD_HAS_EDDSA_CURVES 1"] if any(map(has_eddsa, edwards(name))) else []
    return header_text(name, lines)


def order_header(bits: int) -> str:
    return header_text(
        order_field(bits),
        [
            "#define FIELD_IS_PRIME 1",
            f"#define FP_BITS {bits}",
            "#define FP_RUNTIME_MODULUS",
            "#define FP_MONTGOMERY 1",
        ],
    )


def order_field(bits: int) -> str:
    """Name of the template for moduli of so many bits that are known only at run time."""
    return f"order{bits}"


# Fills its words at every word size, for tests: sums of residues then carry out of the top word.
FULL_BITS = 64


def order_sizes() -> list[int]:
    return sorted({FULL_BITS, *(scalar_bits(field) for field in FIELDS)})


# Standards that are withdrawn, or that no new device is known to follow.
WITHDRAWN = ("ANSI X9.62", "WAP-261-WTLS", "RFC 2409")
WEAK_BITS = 160  # a shorter field's curves are broken, or soon will be
COMMON_ORDER_BITS = 256  # 128 bits of security


def is_rare(field: str) -> bool:
    """Whether hosts compile the field for size: its curves are weak, or come only from withdrawn standards."""
    standards = [s for record in curves_by_field()[field] for s in record.get("standards", [])]
    return bits(field) < WEAK_BITS or all(standard.startswith(WITHDRAWN) for standard in standards)


def has_compact_points(field: str) -> bool:
    """Whether hosts compile the points of a field for size, as a call of the field's arithmetic takes most of their
    time: none of its curves has 128 bits of security and is in FIPS 186 or SEC 2; of a binary field none is in FIPS
    186."""
    standards = [s for record in curves_by_field()[field] for s in record.get("standards", [])]
    if not is_prime_field(field):
        return not any(standard.startswith("FIPS 186") for standard in standards)
    is_common = any(standard.startswith(("FIPS 186", "SEC 2")) for standard in standards)
    return not (is_common and scalar_bits(field) >= COMMON_ORDER_BITS)


def cmake_lists() -> str:
    """generated/fields.cmake: the fields for which the host library compiles its templates."""
    tiny_orders = {FULL_BITS, *(scalar_bits(field) for field in TINY_FIELDS)}
    rare = [field for field in FIELDS if is_rare(field) and field not in TINY_FIELDS]
    lists = {
        "BINARY_FIELDS": [field for field in BINARY_FIELDS if field not in TINY_FIELDS],
        "PRIME_FIELDS": [field for field in PRIME_FIELDS if field not in TINY_FIELDS],
        "ORDER_BITS": [bits for bits in order_sizes() if bits not in tiny_orders],
        "RARE_FIELDS": rare,
        "COMPACT_POINT_FIELDS": [f for f in FIELDS if has_compact_points(f) and f not in (*rare, *TINY_FIELDS)],
        "RARE_ORDER_BITS": sorted({scalar_bits(f) for f in rare} - {scalar_bits(f) for f in FIELDS if f not in rare}),
        "TEST_FIELDS": list(TEST_FIELDS),
        "TINY_BINARY_FIELDS": [field for field in BINARY_FIELDS if field in TINY_FIELDS],
        "TINY_PRIME_FIELDS": [field for field in PRIME_FIELDS if field in TINY_FIELDS],
        "TINY_ORDER_BITS": sorted(tiny_orders),
    }
    text = banner("codegen/field_headers.py", ("# ", ""))
    for name, values in lists.items():
        text += textwrap.fill(f"set(MC_{name} {' '.join(map(str, values))})", 100, subsequent_indent="    ") + "\n"
    text += "# Sizes of the orders of the groups over each field.\n"
    for field in FIELDS:
        text += f"set(MC_ORDER_BITS_{field} {scalar_bits(field)})\n"
    return text + pairing_fields.cmake_lists()


def outputs() -> dict[Path, str]:
    texts = {
        field: prime_header(field) if is_prime_field(field) else binary_header(field, scalar_bits(field))
        for field in FIELDS
    }
    texts |= {field: binary_header(field, scalar_bits(field)) for field in TEST_FIELDS}
    of_pairings = pairing_fields.order_bits()
    texts |= {field: pairing_header(field, size) for field, size in of_pairings.items()}
    texts |= {order_field(size): order_header(size) for size in {*order_sizes(), *of_pairings.values()}}
    headers = {GENERATED / f"field/{name}.h": text for name, text in texts.items()}
    return {**headers, GENERATED / "fields.cmake": cmake_lists()}
