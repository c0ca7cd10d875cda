"""Multiples of each curve's generator that its multiplications read from flash: generated/curve/generator/<field>.h
and .c."""

from pathlib import Path

from codegen import tau
from codegen.built import edwards, identifier, is_prime_field, scalar_bits, weierstrass
from codegen.curves import WORD_SIZES, koblitz_mu, montgomery_radix, per_word_size
from codegen.fields import FIELDS, TINY_FIELDS, bits, multiply
from codegen.output import GENERATED, banner
from codegen.points import BinaryCurve, Curve, Point, curve_of, inverse
from codegen.prime_fields import FRIENDLY_BY_CHOICE, is_montgomery

WTNAF_WINDOWS = (6, 7, 8)
WTNAF_SLOPES_WINDOWS = (8, 9)
WNAF_WINDOWS = (5, 6, 7)
COMB_TEETH = (4, 5, 6)
COMBS = {"comb": 2, "comb_one_table": 1}  # names of the tables of a comb, and how many there are
# Curves that motes use: besides the tiny ones, they have every table, for every word size.
TABLED = ("sect163k1", "sect163r2", "sect233k1", "sect283k1", "secp160r1", "secp192r1", "secp256r1", "Ed25519")

# Tables that the defaults of hosts read (src/word/config.h): every other curve has only these, for words of 32 and 64
# bits.
HOST_COMB_TEETH, HOST_WNAF_WINDOW, HOST_WTNAF_WINDOW = 6, 6, 8
HOST_WORD_SIZES = (32, 64)
# Tables with which one of those begins, and which those curves have by its name.
HOST_BEGINNINGS = {"wnaf5": f"wnaf{HOST_WNAF_WINDOW}"}
Tables = dict[str, list[Point]]


def wtnaf_points(curve: BinaryCurve, mu: int, window: int) -> list[Point]:
    """alpha_u G, each at the slot of u."""
    by_slot = {}
    tau_g = curve.frobenius(curve.generator)
    for u, (beta, gamma) in tau.digits(window).items():
        by_slot[tau.slots_of(window)[u]] = curve.add(
            curve.multiply(beta, curve.generator), curve.multiply(mu * gamma, tau_g)
        )
    return [by_slot[slot] for slot in sorted(by_slot)]


def slopes(curve: BinaryCurve, points: list[Point]) -> list[Point]:
    """(x, x + y/x) of each point; infinity, which has none, stays."""
    return [p and (p[0], p[0] ^ multiply(p[1], inverse(p[0], curve.poly), curve.poly)) for p in points]


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
    """For each table t, 2^(rows t) times sums of +-2^(j spacing) G over the teeth j; bit j of the index chooses the
    sign, and the last tooth has +."""
    rows = -(-(bits_of_scalars + 1) // (teeth * comb_tables))
    spacing, result = rows * comb_tables, []
    powers = doublings(curve, spacing * teeth)
    for t in range(comb_tables):
        tooth = [powers[rows * t + spacing * j] for j in range(teeth)]
        sums = [tooth[-1]]
        for j in range(teeth - 1):
            sums = [curve.add(p, q) for q in (curve.negate(tooth[j]), tooth[j]) for p in sums]
        result += sums
    return result


def host_tables(record: dict, field: str) -> Tables:
    """The tables that the defaults of hosts read."""
    curve, mu = curve_of(record), koblitz_mu(record)
    found = {f"comb{HOST_COMB_TEETH}": comb_points(curve, scalar_bits(field), HOST_COMB_TEETH, COMBS["comb"])}
    found[f"wnaf{HOST_WNAF_WINDOW}"] = wnaf_points(curve, HOST_WNAF_WINDOW)
    if mu:
        found[f"wtnaf{HOST_WTNAF_WINDOW}"] = wtnaf_points(curve, mu, HOST_WTNAF_WINDOW)
    return found


def tables(record: dict, field: str) -> Tables:
    """The points of every table, by the end of its name."""
    curve, mu = curve_of(record), koblitz_mu(record)
    found = {f"wtnaf{w}": wtnaf_points(curve, mu, w) for w in WTNAF_WINDOWS if mu}
    if mu:
        found |= {f"wtnaf_slopes{w}": slopes(curve, wtnaf_points(curve, mu, w)) for w in WTNAF_SLOPES_WINDOWS}
    found |= {f"wnaf{w}": wnaf_points(curve, w) for w in WNAF_WINDOWS}
    found["doublings"] = doublings(curve, scalar_bits(field))
    for name, count in COMBS.items():
        found |= {f"{name}{teeth}": comb_points(curve, scalar_bits(field), teeth, count) for teeth in COMB_TEETH}
    return found


def element_macro(octets: int, word_bits: int) -> str:
    """ELEMENT(bytes of an element, least significant first): its words."""
    names = [f"o{i}" for i in range(octets)]
    word_bytes = word_bits // 8
    words = [names[i : i + word_bytes] for i in range(0, octets, word_bytes)]
    joined = (" | ".join(f"(mc_word)({o}) << {8 * i}" for i, o in enumerate(word)) for word in words)
    return f"#define ELEMENT({', '.join(names)}) {{{', '.join(joined)}}}\n"


def element(value: int, octets: int) -> str:
    return f"ELEMENT({', '.join(map(str, value.to_bytes(octets, 'little')))})"


def radix(field: str, word_bits: int) -> int:
    """The factor that brings elements to the form in which a build of that word size holds them."""
    montgomery = is_prime_field(field) and is_montgomery(field, word_bits)
    return montgomery_radix(bits(field), word_bits) if montgomery else 1


def scaled(point: Point, factor: int, p: int) -> tuple[int, int]:
    """The point's coordinates times `factor` modulo p; in binary fields the factor is 1."""
    x, y = point or (0, 0)
    return (x * factor % p, y * factor % p) if factor > 1 else (x, y)


def octet_macros(octets: int) -> str:
    return per_word_size(lambda word_bits: element_macro(octets, word_bits))


def half_word_macros(_octets: int) -> str:
    """Two halves of 32 bits, the higher first, as one word or two; and a single half, the highest of an element."""
    return (
        "#if MC_WORD_BITS == 64\n#define W(high, low) 0x##high##low\n"
        "#else\n#define W(high, low) 0x##low, 0x##high\n#endif\n#define TOP(half) 0x##half\n"
    )


def half_words(value: int, octets: int) -> str:
    """An element in the macros of `half_word_macros`, which are shorter than bytes."""
    halves = [f"{value >> 32 * i & 0xFFFFFFFF:08x}" for i in range(-(-octets // 4))]
    pairs = [f"W({high}, {low})" for low, high in zip(halves[::2], halves[1::2], strict=False)]
    return f"{{{', '.join(pairs + [f'TOP({halves[-1]})'] * (len(halves) % 2))}}}"


def condition(field: str, factor: int, sizes: list[int]) -> str:
    """When elements are held times that factor, which is so at these word sizes."""
    if any(field in fields for fields in FRIENDLY_BY_CHOICE.values()):
        return "FP_MONTGOMERY" if factor > 1 else "!FP_MONTGOMERY"
    return " || ".join(f"MC_WORD_BITS == {word_bits}" for word_bits in sizes)


def definitions(field: str, tables_of: dict[str, Tables], word_sizes: tuple[int, ...], macros, written) -> str:
    """Every table, once for each form that elements have at any of the word sizes. `written` writes an element of so
    many bytes in the macros that `macros` defines."""
    if not tables_of:
        return ""
    octets, p = (bits(field) + 7) // 8, FIELDS[field]
    text = "\n" + macros(octets)
    sizes_by_factor: dict[int, list[int]] = {}
    for word_bits in word_sizes:
        sizes_by_factor.setdefault(radix(field, word_bits), []).append(word_bits)
    for factor, sizes in sizes_by_factor.items():
        text += f"\n#if {condition(field, factor, sizes)}\n"
        for name, kinds in tables_of.items():
            for kind, points in kinds.items():
                text += f"\nconst MC_FLASH EC(affine) mc_{name}_generator_{kind}[{len(points)}] = {{\n"
                for point in points:
                    text += f"    {{{', '.join(written(v, octets) for v in scaled(point, factor, p))}}},\n"
                text += "};\n"
        text += "\n#endif\n"
    return text


def source(field: str, tables_of: dict[str, Tables], host_tables_of: dict[str, Tables]) -> str:
    """generated/curve/generator/<field>.c"""
    text = banner("codegen/generator_tables.py") + '#include "curve/generator.h"\n'
    text += definitions(field, tables_of, WORD_SIZES, octet_macros, element)
    return text + definitions(field, host_tables_of, HOST_WORD_SIZES, half_word_macros, half_words)


def choice(macro: str, names: list[str]) -> str:
    """Macro that gives one curve's table of a kind; it is null for other curves."""
    tests = "".join(f"    (curve) == &mc_{n} ? MC_CONCATENATE(mc_{n}_generator_, kind) : \\\n" for n in names)
    return f"#define {macro}(curve, kind) ( \\\n    (void)(curve), \\\n{tests}    (const MC_FLASH EC(affine) *)0)\n"


KINDS = ("doublings", *(f"wnaf{w}" for w in WNAF_WINDOWS), *(f"{c}{teeth}" for c in COMBS for teeth in COMB_TEETH))
KOBLITZ_KINDS = (*(f"wtnaf{w}" for w in WTNAF_WINDOWS), *(f"wtnaf_slopes{w}" for w in WTNAF_SLOPES_WINDOWS))


def declarations(tables_of: dict[str, Tables]) -> str:
    return "".join(
        f"extern const MC_FLASH EC(affine) mc_{name}_generator_{kind}[{len(points)}];\n"
        for name, kinds in tables_of.items()
        for kind, points in kinds.items()
    )


def without_tables(kinds_of: dict[str, list[str]]) -> str:
    """Null as the name of each table that a curve does not have and another curve may have."""
    return "".join(
        f"#define mc_{name}_generator_{kind} EC_NO_GENERATOR_TABLE\n"
        for name, kinds in kinds_of.items()
        for kind in kinds
    )


def beginnings(names: list[str]) -> str:
    """The names of the tables with which others begin."""
    return "".join(
        f"#define mc_{name}_generator_{kind} mc_{name}_generator_{whole}\n"
        for name in names
        for kind, whole in HOST_BEGINNINGS.items()
    )


def header(field: str, tables_of: dict[str, Tables], host_tables_of: dict[str, Tables], koblitz: list[str]) -> str:
    """generated/curve/generator/<field>.h"""
    guard = f"MC_CURVE_GENERATOR_{field.upper()}_H"
    text = banner("codegen/generator_tables.py") + f"#ifndef {guard}\n#define {guard}\n\n{declarations(tables_of)}"
    if host_tables_of:
        every = {name: [*KINDS, *(KOBLITZ_KINDS if name in koblitz else ())] for name in host_tables_of}
        hosts = {name: [k for k in kinds if k in host_tables_of[name]] for name, kinds in every.items()}
        never = {
            name: [k for k in kinds if k not in {*host_tables_of[name], *HOST_BEGINNINGS}]
            for name, kinds in every.items()
        }
        condition = " || ".join(f"MC_WORD_BITS == {word_bits}" for word_bits in HOST_WORD_SIZES)
        text += f"#if {condition}\n{declarations(host_tables_of)}#else\n{without_tables(hosts)}#endif\n"
        text += beginnings([*host_tables_of]) + without_tables(never)
    names = [*tables_of, *host_tables_of]
    text += "\n/* The table of a curve that is known only when the program runs. */\n"
    text += choice("EC_GENERATOR_TABLE_OF", names) + choice("EC_GENERATOR_TABLE_OF_KOBLITZ", koblitz)
    return text + "\n#endif\n"


def outputs() -> dict[Path, str]:
    files = {}
    for field in FIELDS:
        records = weierstrass(field) + edwards(field)
        named = {identifier(record): record for record in records}
        has_every = [n for n, r in named.items() if r["name"] in TABLED or field in TINY_FIELDS]
        tables_of = {name: tables(named[name], field) for name in has_every}
        host_tables_of = {n: host_tables(record, field) for n, record in named.items() if n not in has_every}
        koblitz = [name for name, record in named.items() if koblitz_mu(record)]
        files[GENERATED / f"curve/generator/{field}.h"] = header(field, tables_of, host_tables_of, koblitz)
        files[GENERATED / f"curve/generator/{field}.c"] = source(field, tables_of, host_tables_of)
    return files
