"""Multiples of each curve's generator that multiplications of it read from flash: src/curve/generator/<field>.h, .c."""

from pathlib import Path

from codegen import tau
from codegen.built import edwards, identifier, is_prime_field, scalar_bits, weierstrass
from codegen.curves import WORD_SIZES, koblitz_mu, montgomery_radix, per_word_size
from codegen.fields import FIELDS, TINY_FIELDS, bits
from codegen.output import ROOT, banner
from codegen.points import BinaryCurve, Curve, Point, curve_of
from codegen.prime_fields import is_montgomery

WTNAF_WINDOWS = (6, 7, 8)
WNAF_WINDOWS = (6,)
COMB_TEETH = (4, 5, 6)
COMBS = {"comb": 2, "comb_one_table": 1}  # names of the tables of a comb, and how many there are
# Curves that have tables, besides the tiny ones: those that motes use.
TABLED = ("sect163k1", "sect163r2", "sect233k1", "sect283k1", "secp160r1", "secp192r1", "secp256r1", "Ed25519")


def wtnaf_points(curve: BinaryCurve, mu: int, window: int) -> list[Point]:
    """alpha_u G, each at the slot of u."""
    by_slot = {}
    tau_g = curve.frobenius(curve.generator)
    for u, (beta, gamma) in tau.digits(window).items():
        by_slot[tau.slots_of(window)[u]] = curve.add(
            curve.multiply(beta, curve.generator), curve.multiply(mu * gamma, tau_g)
        )
    return [by_slot[slot] for slot in sorted(by_slot)]


def wnaf_points(curve: Curve, window: int) -> list[Point]:
    """G, 3 G, 5 G, ..."""
    return [curve.multiply(u, curve.generator) for u in range(1, 1 << (window - 1), 2)]


def doublings(curve: Curve, count: int) -> list[Point]:
    """G, 2 G, 4 G, ..."""
    points = [curve.generator]
    while len(points) < count:
        points.append(curve.add(points[-1], points[-1]))
    return points


def comb_points(curve: Curve, bits_of_scalars: int, teeth: int, comb_tables: int) -> list[Point]:
    """For each table, 2^(rows t) times: sums of +-2^(j spacing) G over the teeth j, where bit j
    of the index chooses the sign and the last tooth has +."""
    rows = -(-(bits_of_scalars + 1) // (teeth * comb_tables))
    spacing, result = rows * comb_tables, []
    for t in range(comb_tables):
        tooth = [curve.multiply(1 << (rows * t + spacing * j), curve.generator) for j in range(teeth)]
        sums = [tooth[-1]]
        for j in range(teeth - 1):
            sums = [curve.add(p, q) for q in (curve.negate(tooth[j]), tooth[j]) for p in sums]
        result += sums
    return result


def tables(record: dict, field: str) -> dict[str, list[Point]]:
    """The points of every table by the end of its name."""
    curve, mu = curve_of(record), koblitz_mu(record)
    found = {f"wtnaf{w}": wtnaf_points(curve, mu, w) for w in WTNAF_WINDOWS if mu}
    found |= {f"wnaf{w}": wnaf_points(curve, w) for w in WNAF_WINDOWS}
    found["doublings"] = doublings(curve, scalar_bits(field))
    for name, count in COMBS.items():
        found |= {f"{name}{teeth}": comb_points(curve, scalar_bits(field), teeth, count) for teeth in COMB_TEETH}
    return found


def element_macro(octets: int, word_bits: int) -> str:
    """ELEMENT(octets of an element, least significant first): its words."""
    names = [f"o{i}" for i in range(octets)]
    word_bytes = word_bits // 8
    words = [names[i : i + word_bytes] for i in range(0, octets, word_bytes)]
    joined = (" | ".join(f"(mc_word)({o}) << {8 * i}" for i, o in enumerate(word)) for word in words)
    return f"#define ELEMENT({', '.join(names)}) {{{', '.join(joined)}}}\n"


def element(value: int, octets: int) -> str:
    return f"ELEMENT({', '.join(map(str, value.to_bytes(octets, 'little')))})"


def radix(field: str, word_bits: int) -> int:
    """What elements are multiplied by to have the form in which a build of that word size holds them."""
    montgomery = is_prime_field(field) and is_montgomery(field, word_bits)
    return montgomery_radix(bits(field), word_bits) if montgomery else 1


def rows(points: list[Point], octets: int, factor: int, p: int) -> str:
    """Initialisers of the points, coordinates times `factor` modulo p."""
    scaled = ([value * factor % p if factor > 1 else value for value in point or (0, 0)] for point in points)
    return "".join(f"    {{{', '.join(element(value, octets) for value in point)}}},\n" for point in scaled)


def source(field: str, tables_of: dict[str, dict[str, list[Point]]]) -> str:
    """Every table, once for each form that elements have at one word size or another."""
    octets, p = (bits(field) + 7) // 8, FIELDS[field]
    text = banner("codegen/generator_tables.py") + '#include "curve/generator.h"\n'
    if not tables_of:
        return text
    text += "\n" + per_word_size(lambda word_bits: element_macro(octets, word_bits))
    word_sizes_by_factor: dict[int, list[int]] = {}
    for word_bits in WORD_SIZES:
        word_sizes_by_factor.setdefault(radix(field, word_bits), []).append(word_bits)
    for factor, word_sizes in word_sizes_by_factor.items():
        text += "\n#if " + " || ".join(f"MC_WORD_BITS == {word_bits}" for word_bits in word_sizes) + "\n"
        for name, kinds in tables_of.items():
            for kind, points in kinds.items():
                text += f"\nconst MC_FLASH EC(affine) mc_{name}_generator_{kind}[{len(points)}] = {{\n"
                text += rows(points, octets, factor, p) + "};\n"
        text += "\n#endif\n"
    return text


def choice(macro: str, names: list[str]) -> str:
    """Macro that gives one curve's table of a kind, null for other curves."""
    tests = "".join(f"    (curve) == &mc_{n} ? MC_CONCATENATE(mc_{n}_generator_, kind) : \\\n" for n in names)
    return f"#define {macro}(curve, kind) ( \\\n    (void)(curve), \\\n{tests}    (const MC_FLASH EC(affine) *)0)\n"


def without_tables(field: str, tables_of: dict[str, dict[str, list[Point]]]) -> str:
    """For the other curves over the field: null as the name of a table that every other curve can have."""
    names = [name for name in map(identifier, weierstrass(field) + edwards(field)) if name not in tables_of]
    kinds = ["doublings", *(f"wnaf{w}" for w in WNAF_WINDOWS)]
    kinds += [f"{name}{teeth}" for name in COMBS for teeth in COMB_TEETH]
    defines = (f"#define mc_{name}_generator_{kind} EC_NO_GENERATOR_TABLE\n" for name in names for kind in kinds)
    return "".join(defines)


def header(field: str, tables_of: dict[str, dict[str, list[Point]]]) -> str:
    guard = f"MC_CURVE_GENERATOR_{field.upper()}_H"
    text = banner("codegen/generator_tables.py") + f"#ifndef {guard}\n#define {guard}\n\n"
    for name, kinds in tables_of.items():
        for kind, points in kinds.items():
            text += f"extern const MC_FLASH EC(affine) mc_{name}_generator_{kind}[{len(points)}];\n"
    koblitz = [name for name, kinds in tables_of.items() if f"wtnaf{WTNAF_WINDOWS[0]}" in kinds]
    text += without_tables(field, tables_of)
    text += "\n/* The table of a curve that is known only when the program runs. */\n"
    text += choice("EC_GENERATOR_TABLE_OF", list(tables_of)) + choice("EC_GENERATOR_TABLE_OF_KOBLITZ", koblitz)
    return text + "\n#endif\n"


def outputs() -> dict[Path, str]:
    files = {}
    for field in FIELDS:
        records = [r for r in weierstrass(field) + edwards(field) if r["name"] in TABLED or field in TINY_FIELDS]
        tables_of = {identifier(record): tables(record, field) for record in records}
        files[ROOT / f"src/curve/generator/{field}.h"] = header(field, tables_of)
        files[ROOT / f"src/curve/generator/{field}.c"] = source(field, tables_of)
    return files
