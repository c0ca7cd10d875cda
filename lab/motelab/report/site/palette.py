"""The colours of the site, each for light and for dark pages. Charts are made in the light ones; charts.js replaces
them, so each light colour stands here once. A board or a curve keeps its colour and symbol on every chart."""

import zlib

COLOURS = {
    "page": ("#f6f7f9", "#0f1318"),
    "card": ("#ffffff", "#171d25"),
    "ink": ("#18202b", "#e6ebf2"),
    "faint": ("#556170", "#9ba7b8"),
    "grid": ("#dfe4ea", "#2a333f"),
    "edge": ("#7d8896", "#77849a"),  # of what can be operated
    "c": ("#9fb0c6", "#586a82"),
    "asm": ("#0b7a75", "#35b5a7"),
    "mark": ("#c23a24", "#ff7d62"),
    "warn": ("#fff4e2", "#33260f"),
    "warn-edge": ("#e6a23c", "#c98a2b"),
}
# Series of a chart, told apart by colour and by symbol.
SERIES = (
    ("#0b6fa4", "#56b4e9"),
    ("#b4500a", "#f0954a"),
    ("#0a7f5a", "#2fc796"),
    ("#a8307c", "#e58cc4"),
    ("#6a51a3", "#b3a2f0"),
    ("#7a6a00", "#d9c546"),
    ("#c1121f", "#ff6b6b"),
    ("#3d4a5c", "#aab6c8"),
    ("#00707f", "#4fd1e0"),
    ("#7c3f1d", "#d9a07c"),
)
SYMBOLS = (
    *("circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down", "star", "hexagon", "pentagon"),
)
# Numbers of looks: a name keeps its place here, new ones come to the end.
BOARDS = (
    "micaz", "telosb", "cortex-m0plus", "cortex-m4", "ibex", "msp430f5438a", "nrf52840", "rp2040", "stm32l0", "uno",
    "mega", "ibex-b", "imx6", "pxa270", "rpi2", "host", "esp32c3",
)  # fmt: skip
CURVES = (
    "Curve25519", "secp256r1", "Ed25519", "sect233k1", "sect283k1", "secp192r1", "secp160r1", "sect163r2", "sect163k1",
    "GLS254", "FourQ",
)  # fmt: skip
OTHERS = 100  # looks, which the names of others share by their checksums


def light(name: str) -> str:
    """The light colour of that name, for charts."""
    return COLOURS[name][0]


def series(number: int) -> str:
    """The light colour of a series; more series than colours begin again."""
    return SERIES[number % len(SERIES)][0]


def symbol(number: int) -> str:
    """The symbol of a series' points. Where colours begin again, symbols are one further, so that no two of a hundred
    series look alike."""
    return SYMBOLS[(number + number // len(SERIES)) % len(SYMBOLS)]


def number_of_board(name: str) -> int:
    """The number of a board's colour and symbol, whatever else a chart shows. Boards of users have one, too."""
    return BOARDS.index(name) if name in BOARDS else len(BOARDS) + zlib.crc32(name.encode()) % (OTHERS - len(BOARDS))


def number_of(name: str, place: int) -> int:
    """The number of a series' colour and symbol: that of the board or curve that it names, else its place."""
    bare = name.partition(" (")[0]
    return number_of_board(bare) if bare in BOARDS else CURVES.index(bare) if bare in CURVES else place


def variables() -> str:
    """Custom properties of CSS, such as --ink."""
    return "\n".join(f"  --{name}: light-dark({light}, {dark});" for name, (light, dark) in COLOURS.items())


def both() -> dict[str, dict[str, str]]:
    """The light colours by name, and light colour -> dark colour, for scripts."""
    return {
        "light": {name: light for name, (light, _) in COLOURS.items()},
        "darkened": dict([*COLOURS.values(), *SERIES]),
    }
