"""Curves of Edwards and Montgomery form: generated/curve/data/<field>.h and .c of the fields that have them."""

from pathlib import Path

from codegen.built import edwards, has_eddsa, identifier, montgomery, order, scalar_bits
from codegen.curves import in_form, modulus, per_word_size, words
from codegen.fields import PRIME_FIELDS, bits
from codegen.output import GENERATED, banner

SOURCE = "curves/curves.json and codegen/other_forms.py"


def a_class(record: dict) -> str:
    """How formulas know the coefficient a of an Edwards curve, which is 1 or -1."""
    a, p = int(record["a"], 16), int(record["field"]["p"], 16)
    return {1: "1", p - 1: "MC_COEFFICIENT_MINUS_1"}[a]


def a24(record: dict) -> int:
    """(A - 2) / 4 of a Montgomery curve, as a small integer."""
    quotient, rest = divmod(int(record["a"], 16) - 2, 4)
    if rest or int(record["b"], 16) != 1:
        raise ValueError(f"{record['name']}: the ladder is for A = 2 mod 4 and B = 1")
    return quotient


def initialisers(values: dict[str, int], field: str, word_bits: int) -> list[str]:
    """Members that are field elements, in the field's form."""
    return [
        f"    .{key} = {words(value, bits(field), word_bits)},"
        for key, value in in_form(values, field, word_bits).items()
    ]


def edwards_source(record: dict, field: str, word_bits: int) -> str:
    """Definitions of one Edwards curve."""
    name, n = identifier(record), order(record)
    values = {"d": record["d"], "generator_x": record["G"]["x"], "generator_y": record["G"]["y"]}
    lines = [
        f"const MC_FLASH ORDER(modulus) mc_{name}_order = {modulus(n, scalar_bits(field), word_bits)};",
        f"const MC_FLASH EC(curve) mc_{name} = {{",
        f"    .a_class = {a_class(record)},",
        f"    .order_bits = {n.bit_length()},",
        f"    .cofactor = {record['h']},",
        *initialisers({key: int(value, 16) for key, value in values.items()}, field, word_bits),
        f"    POINTERS(&mc_{name}_order)",
        "};",
    ]
    return "\n".join(lines) + "\n"


def montgomery_source(record: dict, field: str, word_bits: int) -> str:
    """Definition of one Montgomery curve."""
    lines = [
        f"const MC_FLASH EC(montgomery_curve) mc_{identifier(record)} = {{",
        f"    .cofactor = {record['h']},",
        f"    .a24 = {a24(record)},",
        *initialisers({"generator_x": int(record["G"]["x"], 16)}, field, word_bits),
        f"    MC_IF_BLINDED_SCALARS(.quarters = {{{quarters(record, field, word_bits)}}},)",
        "};",
    ]
    return "\n".join(lines) + "\n"


def quarters(record: dict, field: str, word_bits: int) -> str:
    """A fourth of the number of points of a Montgomery curve, and of its twist: together they have 2 p + 2."""
    points = order(record) * record["h"]
    twist = 2 * int(record["field"]["p"], 16) + 2 - points
    if points % 4 or twist % 4:
        raise ValueError(f"{record['name']}: a Montgomery curve and its twist have multiples of 4 of points")
    return ", ".join(words(count // 4, bits(field), word_bits) for count in (points, twist))


def source(field: str) -> str:
    """generated/curve/data/<field>.c."""
    text = banner(SOURCE) + '#include "curve/curve.h"\n\n'
    text += "#ifdef MC_SINGLE_CURVE\n#define POINTERS(order_)\n#else\n"
    text += "#define POINTERS(order_) .modulus = (order_),\n#endif\n\n"

    def of_word_size(word_bits: int) -> str:
        found = [edwards_source(record, field, word_bits) for record in edwards(field)]
        return "\n".join([*found, *(montgomery_source(record, field, word_bits) for record in montgomery(field))])

    return text + per_word_size(of_word_size)


def header(field: str) -> str:
    """generated/curve/data/<field>.h."""
    guard = f"MC_CURVE_DATA_{field.upper()}_H"
    text = banner(SOURCE) + f"#ifndef {guard}\n#define {guard}\n\n"
    for record in edwards(field):
        name = identifier(record)
        text += f"extern const MC_FLASH EC(curve) mc_{name};\nextern const MC_FLASH ORDER(modulus) mc_{name}_order;\n"
        text += f"#define MC_CURVE_A_CLASS_{name} {a_class(record)}\n#define MC_CURVE_COFACTOR_{name} {record['h']}\n"
        text += f"#define MC_CURVE_ORDER_BITS_{name} {int(record['n'], 16).bit_length()}\n\n"
    for record in montgomery(field):
        text += f"extern const MC_FLASH EC(montgomery_curve) mc_{identifier(record)};\n\n"
    lists = {
        "EC_CURVES": ("Every curve of Edwards form over this field.", edwards(field)),
        "EC_EDDSA_CURVES": ("Those that have EdDSA.", [r for r in edwards(field) if has_eddsa(r)]),
        "EC_OTHER_EDWARDS_CURVES": ("Edwards curves without EdDSA.", [r for r in edwards(field) if not has_eddsa(r)]),
        "EC_MONTGOMERY_CURVES": ("Every curve of Montgomery form over this field.", montgomery(field)),
    }
    for macro, (comment, records) in lists.items():
        listed = "".join(f" X({identifier(record)})" for record in records)
        text += f"/* {comment} */\n#define {macro}(X){listed}\n\n"
    return text + "#endif\n"


def outputs() -> dict[Path, str]:
    fields = [field for field in PRIME_FIELDS if edwards(field)]
    headers = {GENERATED / f"curve/data/{field}.h": header(field) for field in fields}
    return {**headers, **{GENERATED / f"curve/data/{field}.c": source(field) for field in fields}}
