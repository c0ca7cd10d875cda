"""The page on which call fits which chip, from the committed records."""

from motelab.compare import committed
from motelab.measure.records import Record
from motelab.subjects import curves
from tools.site import costs

OWN_STACK_BYTES = 64  # of main and an interrupt, as in the Makefile of a drop
# Board whose records are used -> chips with its instructions: name, bytes of flash, bytes of RAM, by their data
# sheets.
CHIPS = {
    "uno": (("ATmega328P", 32_768, 2_048),),
    "micaz": (("ATmega128", 131_072, 4_096), ("ATmega1284P", 131_072, 16_384)),
    "mega": (("ATmega2560", 262_144, 8_192),),
    "telosb": (("MSP430F1611", 49_120, 10_240),),
    "cortex-m0plus": (
        ("STM32L011x4", 16_384, 2_048), ("ATSAMD21E15", 32_768, 4_096), ("STM32L031x6", 32_768, 8_192),
        ("ATSAMD21G18", 262_144, 32_768),
    ),
    "cortex-m4": (("nRF52832", 524_288, 65_536), ("STM32F405", 1_048_576, 131_072)),
}  # fmt: skip
HEAD = """# What fits which chip

A call fits if its code and constants are no more than the flash of the chip, and its variables, the bound of its
stack, the keys and 64 B for `main` and an interrupt no more than the RAM. Keys are a private key, a public key, that of
a peer, and a signature or secret. A cell names the memory that is too small. The members are those for speed;
`./motecurve firmware` takes less flash unless you ask for `--prefer fast`. Several calls share most of their flash, and
the stack is that of the deepest.

`make` in what `./motecurve firmware` writes makes the same comparison with your own program.
"""


def key_bytes(curve: curves.Curve) -> int:
    """Bytes of the buffers that a call works on."""
    result = max(curve.signature_bytes or 0, curve.field_bytes)
    return curve.private_key_bytes + 2 * curve.public_key_bytes + result


def ram_bytes(record: Record) -> int:
    """All RAM that a call takes."""
    stack = record["stack_bound_bytes"] or record["stack_bytes"]
    return record["ram_static_bytes"] + stack + key_bytes(curves.find(record["curve"])) + OWN_STACK_BYTES


def cell(record: Record, flash: int, ram: int) -> str:
    """Whether a call fits."""
    small = [name for name, needed, has in (("flash", record["flash_bytes"], flash), ("RAM", ram_bytes(record), ram))
             if needed > has]  # fmt: skip
    return " and ".join(small) or "fits"


def section(board: str) -> str:
    """The table of the chips of a board."""
    records = [record for record in costs.chosen(committed.of(board)) if curves.named(record["curve"])]  # not GLS254
    chips = [f"{name}, {flash // 1024} KB, {ram // 1024} KB" for name, flash, ram in CHIPS[board]]
    lines = [f"## By the records of {board}", ""]
    lines += [f"| {' | '.join(['curve', 'call', 'flash, bytes', 'RAM, bytes', *chips])} |"]
    lines += ["|---|---|--:|--:|" + "---|" * len(chips)]
    for record in records:
        curve, call = costs.cells(record)[:2]
        sizes = [f"{record['flash_bytes']:,}", f"{ram_bytes(record):,}"]
        lines.append(f"| {' | '.join([curve, call, *sizes, *(cell(record, *chip[1:]) for chip in CHIPS[board])])} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page in Markdown."""
    return HEAD + "\n" + "\n".join(section(board) for board in CHIPS)
