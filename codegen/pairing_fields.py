"""The fields of curves/pairings.json and of GLS254: what CMake and the fields' headers know of them."""

from codegen.fields import load_groups, load_pairings


def order_bits() -> dict[str, int]:
    """Bits of the order of the groups over each of these fields."""
    return {record["field"]["name"]: int(record["r"], 16).bit_length() for record in load_groups().values()}


def cmake_lists() -> str:
    """The part of generated/fields.cmake for MC_PAIRINGS: its names, of each its field and family, and of each field
    its kind and the size of the orders."""
    records = load_pairings()
    text = "# The names of MC_PAIRINGS; of each its field, the field's kind, its family.\n"
    text += f"set(MC_ALL_PAIRINGS {' '.join(records)})\n"
    for name, record in records.items():
        kind = record["field"]["type"]
        text += f"set(MC_PAIRING_{name} {record['field']['name']} {kind} {record['family']})\n"
    return text + "".join(f"set(MC_ORDER_BITS_{field} {size})\n" for field, size in order_bits().items())
