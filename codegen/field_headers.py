"""Field headers src/field/<field>.h: size, polynomial and trace of a binary field, the modulus of a prime field, and
the size of the group orders that are numbers of as many bits."""

import textwrap
from pathlib import Path

from codegen.built import is_prime_field, scalar_bits
from codegen.fields import BINARY_FIELDS, FIELDS, PRIME_FIELDS, TINY_FIELDS, trace_exponents
from codegen.output import ROOT, banner


def header_text(name: str, lines: list[str]) -> str:
    """A field header with these lines."""
    guard = f"MC_FIELD_{name.upper()}_H"
    first = [banner("codegen/field_headers.py").rstrip(), f"#ifndef {guard}", f"#define {guard}"]
    return "\n".join([*first, *lines, "#endif"]) + "\n"


def binary_header(name: str) -> str:
    poly = BINARY_FIELDS[name]
    lines = ["#define FIELD_IS_PRIME 0", f"#define EC_SCALAR_BITS {scalar_bits(name)}", f"#define FB_M {poly[0]}"]
    lines += [f"/* z^{poly[0]} = " + " + ".join(f"z^{e}" if e else "1" for e in poly[1:]) + " */"]
    lines += [f"#define FB_KMAX {poly[1]}"]
    lines += ["#define FB_TERMS(X) " + " ".join(f"X({e})" for e in poly[1:])]
    lines += ["/* Tr(a) is the sum of these coefficients of a. */"]
    lines += ["#define FB_TRACE_TERMS(X) " + " ".join(f"X({e})" for e in trace_exponents(poly))]
    return header_text(name, lines)


def prime_header(name: str) -> str:
    p = PRIME_FIELDS[name]
    lines = ["#define FIELD_IS_PRIME 1", f"#define EC_SCALAR_BITS {scalar_bits(name)}"]
    lines += [f"#define FP_BITS {p.bit_length()}", "#define FP_MONTGOMERY 1"]
    return header_text(name, lines)


def order_header(bits: int) -> str:
    return header_text(
        order_field(bits), ["#define FIELD_IS_PRIME 1", f"#define FP_BITS {bits}", "#define FP_RUNTIME_MODULUS", "#define FP_MONTGOMERY 1"]
    )


def order_field(bits: int) -> str:
    """Name of the template for moduli of so many bits that are known at run time."""
    return f"order{bits}"


# A size that fills its words at every word size, for tests: sums of residues then carry out of the top word.
FULL_BITS = 64


def order_sizes() -> list[int]:
    return sorted({FULL_BITS, *(scalar_bits(field) for field in FIELDS)})


def cmake_lists() -> str:
    """cmake/fields.cmake: what the host library compiles its templates for."""
    tiny_orders = {FULL_BITS, *(scalar_bits(field) for field in TINY_FIELDS)}
    lists = {
        "BINARY_FIELDS": [field for field in BINARY_FIELDS if field not in TINY_FIELDS],
        "PRIME_FIELDS": [field for field in PRIME_FIELDS if field not in TINY_FIELDS],
        "ORDER_BITS": [bits for bits in order_sizes() if bits not in tiny_orders],
        "TINY_BINARY_FIELDS": [field for field in BINARY_FIELDS if field in TINY_FIELDS],
        "TINY_PRIME_FIELDS": [field for field in PRIME_FIELDS if field in TINY_FIELDS],
        "TINY_ORDER_BITS": sorted(tiny_orders),
    }
    text = banner("codegen/field_headers.py", ("# ", ""))
    for name, values in lists.items():
        text += textwrap.fill(f"set(MC_{name} {' '.join(map(str, values))})", 100, subsequent_indent="    ") + "\n"
    return text


def outputs() -> dict[Path, str]:
    texts = {field: prime_header(field) if is_prime_field(field) else binary_header(field) for field in FIELDS}
    texts |= {order_field(bits): order_header(bits) for bits in order_sizes()}
    headers = {ROOT / f"src/field/{name}.h": text for name, text in texts.items()}
    return {**headers, ROOT / "cmake/fields.cmake": cmake_lists()}
