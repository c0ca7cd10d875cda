"""Curve parameters src/curve/data/<field>.h and .c, from curves/curves.json and the tiny test curves."""

from pathlib import Path

from codegen import tau, tiny_curves
from codegen.fields import FIELDS, field_name, load_curves, multiply
from codegen.output import ROOT, banner

BUILT = ("sect163k1", "sect163r2")
WORD_SIZES = (8, 16, 32, 64)


def built_curves() -> list[dict]:
    """Records of the curves that are built, tiny ones included."""
    known = load_curves()
    return [known[name] for name in BUILT] + tiny_curves.records()


def square_root(b: int, poly: tuple[int, ...]) -> int:
    """b^(2^(m-1)), the square root of b."""
    for _ in range(poly[0] - 1):
        b = multiply(b, b, poly)
    return b


def words(value: int, bits: int, word_bits: int) -> str:
    """Initialiser of an array of MC_WORDS(bits) words, two's complement for negative values."""
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        raise ValueError(f"{value:#x} does not fit in {bits} bits")
    count = -(-bits // word_bits)
    mask = (1 << word_bits) - 1
    digits = word_bits // 4
    return "{" + ", ".join(f"0x{value >> (i * word_bits) & mask:0{digits}x}" for i in range(count)) + "}"


def koblitz_mu(record: dict) -> int | None:
    """-1 or 1 for a Koblitz curve, else None."""
    a, b = int(record["a"], 16), int(record["b"], 16)
    return {0: -1, 1: 1}.get(a) if b == 1 else None


def tau_modulus(delta: tau.Element, m: int, mu: int, word_bits: int) -> str:
    bits = m // 2 + 10

    def pair(values: tau.Element) -> str:
        for value in values:
            if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
                raise ValueError(f"{value:#x} does not fit in {bits} bits with its sign")
        return ", ".join(words(value, bits, word_bits) for value in values)

    s = pair(tau.scaled_inverse(delta, m, mu))
    rows = [pair(row) for row in tau.minus_matrix(delta, mu)]
    return f"{{.s = {{{s}}}, .minus_delta = {{{{{rows[0]}}}, {{{rows[1]}}}}}}}"


def koblitz_source(record: dict, mu: int, word_bits: int) -> str:
    m = record["field"]["m"]
    subgroup = tau_modulus(tau.modulus_subgroup(m, mu), m, mu, word_bits)
    full = tau_modulus(tau.modulus_full(m, mu), m, mu, word_bits)
    return (
        f"const MC_FLASH FB(koblitz) mc_{record['name']}_koblitz = {{\n"
        f"    .mu = {mu},\n    .subgroup = {subgroup},\n    .full = {full},\n}};\n"
    )


def a_class(record: dict) -> str:
    a = int(record["a"], 16)
    return str(a) if a < 2 else "MC_COEFFICIENT_GENERAL"


def curve_source(record: dict, word_bits: int) -> str:
    name, m = record["name"], record["field"]["m"]
    a, b, n = (int(record[key], 16) for key in ("a", "b", "n"))
    values = {
        "a": a,
        "b_sqrt": square_root(b, tuple(record["field"]["poly"])),
        "generator_x": int(record["G"]["x"], 16),
        "generator_y": int(record["G"]["y"], 16),
        "order": n,
    }
    mu = koblitz_mu(record)
    lines = [
        f"const MC_FLASH FB(curve) mc_{name} = {{",
        f"    .a_class = {a_class(record)},",
        f"    .b_is_one = {int(b == 1)},",
        f"    .order_bits = {n.bit_length()},",
        f"    .cofactor = {record['h']},",
        *(f"    .{key} = {words(value, m, word_bits)}," for key, value in values.items()),
        f"    POINTERS({f'&mc_{name}_koblitz' if mu else 'NULL'}, &mc_{name}_order)",
        "};",
    ]
    return (koblitz_source(record, mu, word_bits) if mu else "") + "\n".join(lines) + "\n"


def source(records: list[dict]) -> str:
    text = banner("curves/curves.json and codegen/curves.py") + '#include "curve/fb_curve.h"\n\n'
    text += "#ifdef MC_SINGLE_CURVE\n#define POINTERS(koblitz_, order_)\n#else\n"
    text += "#define POINTERS(koblitz_, order_) .koblitz = (koblitz_), .modulus = (order_),\n#endif\n"
    for i, word_bits in enumerate(WORD_SIZES):
        text += f"\n#{'elif' if i else 'if'} MC_WORD_BITS == {word_bits}\n\n"
        text += "\n".join(curve_source(record, word_bits) for record in records)
    return text + "\n#endif\n"


def header(field: str, records: list[dict]) -> str:
    guard = f"MC_CURVE_DATA_{field.upper()}_H"
    text = banner("curves/curves.json and codegen/curves.py") + f"#ifndef {guard}\n#define {guard}\n"
    for record in records:
        name, mu = record["name"], koblitz_mu(record)
        text += f"\nextern const MC_FLASH FB(curve) mc_{name};\n"
        if mu:
            text += f"extern const MC_FLASH FB(koblitz) mc_{name}_koblitz;\n"
        koblitz = f"(&mc_{name}_koblitz)" if mu else "((const MC_FLASH FB(koblitz) *)0)"
        text += f"#define MC_CURVE_A_CLASS_{name} {a_class(record)}\n"
        text += f"#define MC_CURVE_B_IS_ONE_{name} {int(int(record['b'], 16) == 1)}\n"
        text += f"#define MC_CURVE_COFACTOR_{name} {record['h']}\n"
        text += f"#define MC_CURVE_KOBLITZ_{name} {koblitz}\n"
    listed = " ".join(f"X({record['name']})" for record in records)
    return text + f"\n/* Every curve over this field. */\n#define FB_CURVES(X) {listed}\n\n#endif\n"


def outputs() -> dict[Path, str]:
    files = {}
    for field in FIELDS:
        records = [record for record in built_curves() if field_name(record["field"]["poly"]) == field]
        files[ROOT / f"src/curve/data/{field}.h"] = header(field, records)
        files[ROOT / f"src/curve/data/{field}.c"] = source(records)
    return files
