"""Constants of the group of the eta_T pairing, generated/pairing/data/<field>.h, from curves/pairings.json. The group
is insecure since 2013 (src/pairing/eta/eta.h)."""

from pathlib import Path

from codegen.curves import per_word_size, words
from codegen.output import GENERATED, banner
from codegen.pairings.constants import of_family


def header(record: dict) -> str:
    """generated/pairing/data/<field>.h."""
    degree, r = record["field"]["poly"][0], int(record["r"], 16)
    values = {"ETA_ORDER": (r, r.bit_length()), **{f"ETA_{c.upper()}": (int(record["G"][c], 16), degree) for c in "xy"}}

    def of_word_size(w: int) -> str:
        return "".join(f"#define {name} {words(value, size, w)}\n" for name, (value, size) in values.items())

    text = banner("curves/pairings.json and codegen/pairings/eta.py")
    return text + f"#define ETA_ORDER_BITS {r.bit_length()}\n" + per_word_size(of_word_size)


def outputs() -> dict[Path, str]:
    return {GENERATED / f"pairing/data/{record['field']['name']}.h": header(record) for record in of_family("eta")}
