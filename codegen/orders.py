"""Moduli src/fp/data/fp<bits>.h and .c: the orders of the built curves with their Montgomery constants."""

from pathlib import Path

from codegen.curves import WORD_SIZES, built_curves, words
from codegen.fields import FIELDS, field_name
from codegen.output import ROOT, banner

# A prime that fills its words, for tests: sums of residues then carry out of the top word.
FULL_BITS = 64
FULL = {"name": "full64", "n": hex(2**64 - 59)}


def orders() -> dict[int, list[dict]]:
    """Records by size in bits: that of the binary field, whose curves have orders of as many bits or fewer."""
    found = {
        poly[0]: [record for record in built_curves() if field_name(record["field"]["poly"]) == field]
        for field, poly in FIELDS.items()
    }
    return {**found, FULL_BITS: [FULL]}


def modulus(record: dict, bits: int, word_bits: int) -> str:
    """Definition of the constants that fp/fp.h describes, for one word size."""
    n = int(record["n"], 16)
    r = 1 << (-(-bits // word_bits) * word_bits)
    minus_inverse = -pow(n, -1, 1 << word_bits) % (1 << word_bits)
    return (
        f"const MC_FLASH FP(modulus) mc_{record['name']}_order = {{\n"
        f"    .n = {words(n, bits, word_bits)},\n"
        f"    .r_squared = {words(r * r % n, bits, word_bits)},\n"
        f"    .minus_n_inverse = 0x{minus_inverse:0{word_bits // 4}x},\n}};\n"
    )


def source(records: list[dict], bits: int) -> str:
    text = banner("codegen/orders.py and the curves' data") + '#include "fp/fp.h"\n'
    for i, word_bits in enumerate(WORD_SIZES):
        text += f"\n#{'elif' if i else 'if'} MC_WORD_BITS == {word_bits}\n\n"
        text += "\n".join(modulus(record, bits, word_bits) for record in records)
    return text + "\n#endif\n"


def header(records: list[dict], bits: int) -> str:
    guard = f"MC_FP_DATA_FP{bits}_H"
    text = banner("codegen/orders.py and the curves' data") + f"#ifndef {guard}\n#define {guard}\n\n"
    text += "".join(f"extern const MC_FLASH FP(modulus) mc_{record['name']}_order;\n" for record in records)
    return text + "\n#endif\n"


def outputs() -> dict[Path, str]:
    folder = ROOT / "src/fp/data"
    sources = {folder / f"fp{bits}.c": source(records, bits) for bits, records in orders().items()}
    headers = {folder / f"fp{bits}.h": header(records, bits) for bits, records in orders().items()}
    return {**sources, **headers}
