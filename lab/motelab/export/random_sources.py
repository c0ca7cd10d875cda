"""The random source of a drop, motecurve_random.c: of the generator that the very chip has, or else a text that fails
until it is filled in."""

import dataclasses
import re
import textwrap

from motelab.export import templates

FOLDER = templates.FOLDER / "random"
FILE = "motecurve_random.c"
HEAD = (
    "The random source of mc_key_generate on {}. As delivered it fails, so that no key is made of bytes that somebody "
    "can guess: {}."
)
CHECK = "test it, and define MOTECURVE_RANDOM_IS_CHECKED"
LINUX = (
    "Linux has one. Define MOTECURVE_RANDOM_IS_CHECKED once you trust it at the time of the first call: a device that "
    "starts for the first time may have none yet"
)


@dataclasses.dataclass(frozen=True)
class Generator:
    """A template of packages/random/ with its values, for devices whose name matches the expression."""

    devices: str
    template: str
    values: dict[str, str] = dataclasses.field(default_factory=dict)


def stm32(devices: str, manual: str, clocks: int, clocks_name: str, bit: int, base: int) -> Generator:
    """The generator of ST's parts: by the reference manual, the register of its clock, and the address of RNG_CR."""
    names = {"CONTROL": base, "STATUS": base + 4, "DATA": base + 8, "CLOCKS": clocks}
    values = {name: f"{address:#010x}" for name, address in names.items()}
    return Generator(devices, "stm32", values | {"MANUAL": manual, "CLOCKS_NAME": clocks_name, "CLOCK_BIT": str(bit)})


GENERATORS = (
    stm32(r"STM32F4([01][57]|[23][79])", "RM0090, 24", 0x40023834, "RCC_AHB2ENR", 6, 0x50060800),
    stm32(r"STM32L4[789A]", "RM0351", 0x4002104C, "RCC_AHB2ENR", 18, 0x50060800),
    stm32(r"STM32L0[5-8]2", "RM0376", 0x40021030, "RCC_AHBENR", 20, 0x40025000),
    stm32(r"STM32L0[5-8]3", "RM0367", 0x40021030, "RCC_AHBENR", 20, 0x40025000),
    Generator(r"nRF52", "nrf52"),
    Generator(r"ESP32", "esp32"),
    Generator(r"ATmega(?!\d+RF)", "converter"),
)
# Of chips without one that gives keys: where the bytes may come from. The first that matches counts.
SEED = (
    "load a seed of 32 bytes at manufacture, and draw from it by HMAC and a counter in flash, whose next value is "
    "stored before it is used"
)
WITHOUT = (
    (
        r"ATmega\d+RF",
        "The radio has two random bits while it receives, RND_VALUE of PHY_RSSI: mix them with another source",
    ),
    (
        r"MSP430|CC430",
        "Draw from what differs between two clocks: count the cycles of DCO in one of ACLK, from VLO or a crystal "
        "(capture by a timer), keep the lowest bit, and take the parity of 64 of them for each random bit. Return -1 "
        "if all 64 are the same",
    ),
    (r"RP2040", f"RANDOMBIT of the ring oscillator is not meant for secrets, says the data sheet: {SEED}"),
    (r"ATSAMD21|STM32(F411|L011|G0[37]1)", f"This chip has no generator: {SEED}"),
    (r"", f"The lab knows of no generator in this chip. If it has none, {SEED}"),
)


BLINDING = """
/* The library blinds secrets with bytes of the same source. */
int mc_blinding_random(uint8_t *out, size_t bytes)
{
    return motecurve_random(NULL, out, bytes);
}
"""


def generator(device: str) -> Generator | None:
    """The generator of a device, such as STM32F405RG; None if it has none that the lab knows."""
    return next((one for one in GENERATORS if re.match(one.devices, device)), None)


def values(kind: str, device: str, blinding: str = "none") -> dict[str, str]:
    """The values for the template of the file, on a kind of devices (texts.kind_of)."""
    if kind == "linux":
        todo, source = LINUX, templates.filled(FOLDER / "linux.c.in", {})
    elif found := generator(device):
        todo = CHECK
        source = templates.filled(FOLDER / f"{found.template}.c.in", {"CHIP": device, **found.values})
    else:
        note = next(words for devices, words in WITHOUT if re.match(devices, device))
        todo, source = f"fill it in, {CHECK}", f'{comment(f"{note}.")}#error "fill in motecurve_random"\n'
    blinds = BLINDING if blinding not in ("", "none") else ""
    return {
        "RANDOM_HEAD": comment(HEAD.format(device, todo)),
        "RANDOM_SOURCE": source.strip(),
        "BLINDING_SOURCE": blinds,
    }


def comment(text: str) -> str:
    """A comment in C."""
    lines = textwrap.wrap(text, 114)
    return "/* " + "\n * ".join(lines) + " */\n"
