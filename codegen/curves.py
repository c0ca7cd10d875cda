"""Curve parameters with the moduli of their orders, generated/curve/data/<field>.h and .c, and the primes,
generated/fp/data/, from curves/curves.json and the tiny test curves."""

from pathlib import Path

from codegen import glv, tau
from codegen.built import (
    edwards,
    endomorphism,
    endomorphisms,
    identifier,
    is_prime_field,
    order,
    scalar_bits,
    weierstrass,
)
from codegen.fields import FIELDS, PRIMES, bits, square_root
from codegen.output import GENERATED, banner
from codegen.prime_fields import constant_lines, is_montgomery, per_form, word_size_constants

WORD_SIZES = (8, 16, 32, 64)
SOURCE = "curves/curves.json and codegen/curves.py"


def words(value: int, bits: int, word_bits: int) -> str:
    """Initialiser of an array of MC_WORDS(bits) words; negative values in two's complement."""
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        raise ValueError(f"{value:#x} does not fit in {bits} bits")
    count = -(-bits // word_bits)
    mask = (1 << word_bits) - 1
    digits = word_bits // 4
    return "{" + ", ".join(f"0x{value >> (i * word_bits) & mask:0{digits}x}" for i in range(count)) + "}"


def montgomery_radix(size: int, word_bits: int) -> int:
    """R of fp/fp.h for numbers of `size` bits."""
    return 1 << (-(-size // word_bits) * word_bits)


def modulus(n: int, size: int, word_bits: int) -> str:
    """Initialiser of FP(modulus) for n, in numbers of `size` bits."""
    r = montgomery_radix(size, word_bits)
    constants = {"MC_UNLESS_SMALL(.r": r % n, "MC_IF_R_SQUARED(.r_squared": r * r % n}
    members = (f"{key} = {words(value, size, word_bits)},) " for key, value in constants.items())
    return initialiser(n, size, word_bits, "".join(members))


def initialiser(n: int, size: int, word_bits: int, constants: str = "") -> str:
    """Of a modulus with its inverse and, between these, further constants."""
    minus_inverse = -pow(n, -1, 1 << word_bits) % (1 << word_bits)
    last = f".minus_n_inverse = 0x{minus_inverse:0{word_bits // 4}x}"
    return f"{{.n = {words(n, size, word_bits)}, {constants}{last}}}"


def per_word_size(text_of) -> str:
    """The text for each word size, under a condition that picks the build's word size."""
    parts = [f"{'#elif' if i else '#if'} MC_WORD_BITS == {w}\n{text_of(w)}" for i, w in enumerate(WORD_SIZES)]
    return "".join(parts) + "#endif\n"


def prime_header(field: str) -> str:
    """generated/fp/data/<field>.h: the prime and the constants of the algorithms, as initialisers."""
    p = PRIMES[field]

    def of_word_size(w: int) -> str:
        return "\n".join([f"#define FP_PRIME {modulus(p, p.bit_length(), w)}", *word_size_constants(field, w), ""])

    return banner("codegen/curves.py") + "\n".join([*constant_lines(field), per_word_size(of_word_size)])


def koblitz_mu(record: dict) -> int | None:
    """-1 or 1 for a Koblitz curve, else None."""
    if record["field"]["type"] != "binary" or int(record["b"], 16) != 1:
        return None
    return {0: -1, 1: 1}.get(int(record["a"], 16))


def lattice(coordinates: tau.Element, minus_basis: tuple[tau.Element, tau.Element], size: int, word_bits: int) -> str:
    """Initialiser of EC(lattice) for scalars of `size` bits."""
    bits = size // 2 + 10

    def pair(values: tau.Element) -> str:
        for value in values:
            if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
                raise ValueError(f"{value:#x} does not fit in {bits} bits with its sign")
        return ", ".join(words(value, bits, word_bits) for value in values)

    rows = ", ".join(f"{{{pair(row)}}}" for row in minus_basis)
    return f"{{.s = {{{pair(coordinates)}}}, .minus_basis = {{{rows}}}}}"


def tau_modulus(delta: tau.Element, m: int, mu: int, word_bits: int) -> str:
    return lattice(tau.scaled_inverse(delta, m, mu), tau.minus_matrix(delta, mu), m, word_bits)


def koblitz_source(record: dict, mu: int, word_bits: int) -> str:
    m = record["field"]["m"]
    subgroup = tau_modulus(tau.modulus_subgroup(m, mu), m, mu, word_bits)
    full = tau_modulus(tau.modulus_full(m, mu), m, mu, word_bits)
    return (
        f"const MC_FLASH EC(koblitz) mc_{identifier(record)}_koblitz = {{\n"
        f"    .mu = {mu},\n    .subgroup = {subgroup},\n    .full = {full},\n}};\n"
    )


def glv_source(record: dict, phi: glv.Endomorphism, field: str, word_bits: int, factor: int) -> str:
    beta = in_form({"beta": phi.beta}, field, word_bits)["beta"] * factor % PRIMES[field]
    coordinates, minus_basis = phi.scaled_coordinates, phi.minus_matrix
    return (
        f"const MC_FLASH EC(glv) mc_{identifier(record)}_glv = {{\n"
        f"    .beta = {words(beta, bits(field), word_bits)},\n"
        f"    .lattice = {lattice(coordinates, minus_basis, scalar_bits(field), word_bits)},\n}};\n"
    )


def a_class(record: dict) -> str:
    """How formulas know the coefficient a: by its value if that is 0 or 1 (binary) or -3 (prime), else not at all."""
    a = int(record["a"], 16)
    if record["field"]["type"] == "prime":
        known = {0: "0", int(record["field"]["p"], 16) - 3: "MC_COEFFICIENT_MINUS_3"}
    else:
        known = {0: "0", 1: "1"}
    return known.get(a, "MC_COEFFICIENT_GENERAL")


def in_form(values: dict[str, int], field: str, word_bits: int, by_choice: bool = False) -> dict[str, int]:
    """Numbers modulo the prime of a field, in the form in which it holds its elements."""
    p = PRIMES[field]
    r = montgomery_radix(p.bit_length(), word_bits) if is_montgomery(field, word_bits, by_choice) else 1
    return {key: value * r % p for key, value in values.items()}


def coefficients(record: dict, field: str, word_bits: int, by_choice: bool) -> dict[str, int]:
    """The curve's field elements, in the field's form."""
    values = {"a": int(record["a"], 16), "b": int(record["b"], 16)}
    values |= {"generator_x": int(record["G"]["x"], 16), "generator_y": int(record["G"]["y"], 16)}
    if is_prime_field(field):
        return in_form(values, field, word_bits, by_choice)
    values["b_sqrt"] = square_root(values.pop("b"), FIELDS[field])
    return values


def pointers(record: dict) -> str:
    """The members that images of one curve omit, so that their linker drops everything that nothing refers to."""
    name = identifier(record)
    order_ = f"&mc_{name}_order"
    if record["field"]["type"] == "prime":
        phi = f"&mc_{name}_glv" if endomorphism(record) else "NULL"
        return f"POINTERS({phi}, {order_})"
    koblitz = f"&mc_{name}_koblitz" if koblitz_mu(record) else "NULL"
    return f"POINTERS({koblitz}, {order_}, mc_{name}_b)"


def coefficient_b(record: dict, field: str, word_bits: int) -> str:
    initialiser = words(int(record["b"], 16), bits(field), word_bits)
    return f"const MC_FLASH mc_word mc_{identifier(record)}_b[EC_WORDS] = {initialiser};"


def curve_source(record: dict, field: str, word_bits: int, by_choice: bool = False, factor: int = 1) -> str:
    """The curve's constants; `by_choice`: in a build that chooses Montgomery form (codegen/prime_fields.py); `factor`
    multiplies the elements of a prime field besides."""
    name, n, mu = identifier(record), order(record), koblitz_mu(record)
    values = coefficients(record, field, word_bits, by_choice)
    if factor != 1:
        values = {key: value * factor % PRIMES[field] for key, value in values.items()}
    modulus_of_order = modulus(n, scalar_bits(field), word_bits)
    lines = [
        *([] if is_prime_field(field) else [coefficient_b(record, field, word_bits)]),
        f"const MC_FLASH ORDER(modulus) mc_{name}_order = {modulus_of_order};",
        f"const MC_FLASH EC(curve) mc_{name} = {{",
        f"    .a_class = {a_class(record)},",
        *([] if is_prime_field(field) else [f"    .b_is_one = {int(int(record['b'], 16) == 1)},"]),
        f"    .order_bits = {n.bit_length()},",
        f"    .cofactor = {record['h']},",
        *(f"    .{key} = {words(value, bits(field), word_bits)}," for key, value in values.items()),
        f"    {pointers(record)}",
        "};",
    ]
    phi = endomorphism(record)
    first = koblitz_source(record, mu, word_bits) if mu else ""
    first += glv_source(record, phi, field, word_bits, factor) if phi else ""
    return first + "\n".join(lines) + "\n"


def source(field: str, records: list[dict]) -> str:
    parameters, members = "glv_, order_", ".modulus = (order_),"
    if endomorphisms(field):
        members = ".glv = (glv_), " + members
    if not is_prime_field(field):
        parameters, members = "koblitz_, order_, b_", ".koblitz = (koblitz_), .modulus = (order_), .b = (b_),"
    text = banner(SOURCE) + '#include "curve/curve.h"\n\n'
    text += f"#ifdef MC_SINGLE_CURVE\n#define POINTERS({parameters})\n#else\n"
    text += f"#define POINTERS({parameters}) {members}\n#endif\n\n"

    def of_form(word_bits: int, by_choice: bool) -> str:
        return "\n".join(curve_source(record, field, word_bits, by_choice) for record in records)

    return text + per_word_size(lambda w: per_form(field, w, lambda by_choice: of_form(w, by_choice)))


def header(field: str, records: list[dict]) -> str:
    guard = f"MC_CURVE_DATA_{field.upper()}_H"
    text = banner(SOURCE) + f"#ifndef {guard}\n#define {guard}\n"
    for record in records:
        name, mu = identifier(record), koblitz_mu(record)
        text += f"\nextern const MC_FLASH EC(curve) mc_{name};\n"
        text += f"extern const MC_FLASH ORDER(modulus) mc_{name}_order;\n"
        if mu:
            text += f"extern const MC_FLASH EC(koblitz) mc_{name}_koblitz;\n"
        if endomorphisms(field):
            has_glv = endomorphism(record) is not None
            text += f"extern const MC_FLASH EC(glv) mc_{name}_glv;\n" if has_glv else ""
            pointer = f"(&mc_{name}_glv)" if has_glv else "((const MC_FLASH EC(glv) *)0)"
            text += f"#define MC_CURVE_GLV_{name} {pointer}\n"
        text += f"#define MC_CURVE_A_CLASS_{name} {a_class(record)}\n"
        text += f"#define MC_CURVE_COFACTOR_{name} {record['h']}\n"
        text += f"#define MC_CURVE_ORDER_BITS_{name} {int(record['n'], 16).bit_length()}\n"
        if not is_prime_field(field):
            koblitz = f"(&mc_{name}_koblitz)" if mu else "((const MC_FLASH EC(koblitz) *)0)"
            text += f"extern const MC_FLASH mc_word mc_{name}_b[EC_WORDS];\n"
            text += f"#define MC_CURVE_B_IS_ONE_{name} {int(int(record['b'], 16) == 1)}\n"
            text += f"#define MC_CURVE_KOBLITZ_{name} {koblitz}\n"
    if not is_prime_field(field):
        text += f"\n#define FB_HAS_KOBLITZ_CURVES {int(any(koblitz_mu(record) for record in records))}\n"
    listed = " ".join(f"X({identifier(record)})" for record in records)
    return text + f"\n/* Every curve over this field. */\n#define EC_CURVES(X) {listed}\n\n#endif\n"


def outputs() -> dict[Path, str]:
    files = {GENERATED / f"fp/data/{field}.h": prime_header(field) for field in PRIMES}
    for field in FIELDS:
        if edwards(field):
            continue  # codegen/other_forms.py
        records = weierstrass(field)
        files[GENERATED / f"curve/data/{field}.h"] = header(field, records)
        files[GENERATED / f"curve/data/{field}.c"] = source(field, records)
    return files
