"""Constants of groups with the Tate pairing on supersingular curves y^2 = x^3 + a x, generated/pairing/data/<field>.h,
from curves/pairings.json."""

import itertools
from pathlib import Path

from codegen.curves import per_word_size
from codegen.output import GENERATED, banner
from codegen.pairings.constants import Constants, of_family

COEFFICIENTS = (1, -3)  # a; src/pairing/tate knows the formulas for these


def runs(r: int) -> list[int]:
    """Doublings between the additions of Miller's loop for r, from the highest bit: the distances of its bits. The
    addition after the last run ends at infinity, and its line is vertical."""
    exponents = [i for i in range(r.bit_length() - 1, -1, -1) if r >> i & 1]
    if exponents[-1] != 0:
        raise ValueError(f"{r:#x} is even")
    return [high - low for high, low in itertools.pairwise(exponents)]


def lines(record: dict, word_bits: int) -> list[str]:
    """The macros at one word size."""
    c = Constants(record["field"]["name"], word_bits)
    r, h = int(record["r"], 16), int(record["h"], 16)
    values = {
        "TATE_ORDER": c.number(r, r.bit_length()),
        "TATE_COFACTOR": c.number(h, h.bit_length()),
        "TATE_X": c.element(int(record["G"]["x"], 16)),
        "TATE_Y": c.element(int(record["G"]["y"], 16)),
    }
    return [f"#define {name} {value}" for name, value in values.items()]


def header(record: dict) -> str:
    """generated/pairing/data/<field>.h. Elements are in the field's form."""
    a, r, h = (int(record[key], 16) for key in ("a", "r", "h"))
    p = int(record["field"]["p"], 16)
    if a not in COEFFICIENTS or p % 4 != 3 or (p + 1) // r != h or h % 4:
        raise ValueError(f"{record['name']}: src/pairing/tate needs a = 1 or -3, p = 3 mod 4 and 4 | (p + 1) / r")
    doublings = runs(r)
    text = banner("curves/pairings.json and codegen/pairings/tate.py")
    text += f'#define TATE_NAME "{record["name"]}"\n#define TATE_GROUP mc_{record["name"].replace("-", "_")}\n'
    text += f"#define TATE_A_IS_MINUS_3 {int(a == -3)}\n"
    text += f"#define TATE_ORDER_BITS {r.bit_length()}\n#define TATE_COFACTOR_BITS {h.bit_length()}\n"
    text += "/* Doublings between the additions of Miller's loop, and the lines of all. */\n"
    text += f"#define TATE_RUNS {{{', '.join(map(str, doublings))}}}\n"
    text += f"#define TATE_LINES {sum(doublings) + len(doublings) - 1}\n"
    return text + per_word_size(lambda w: "\n".join([*lines(record, w), ""]))


def outputs() -> dict[Path, str]:
    return {GENERATED / f"pairing/data/{record['field']['name']}.h": header(record) for record in of_family("tate")}
