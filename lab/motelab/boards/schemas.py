"""Schemas of board files: boards/<board>/board.toml, boards/<platform>/platform.toml, boards/choices.toml and
boards/chips.toml. Each file of a board may leave keys to those that it takes values from; `WholeBoard` is what all of
them make together."""

import re
from typing import Any, Literal, Self

import pydantic

from codegen.fields import FIELDS, GROUP_FIELDS
from motelab.boards import profiles
from motelab.boards.board import WORTHS
from motelab.boards.chips import LIKE_IN_C
from motelab.common.names import hint, near
from motelab.common.schema_types import (
    Amperes,
    AnyText,
    Bytes,
    Count,
    Flag,
    Hertz,
    Names,
    Table,
    Text,
    Texts,
    Volts,
    checked,
    one_of,
    said,
    wrong,
)
from motelab.subjects import curves, groups
from motelab.subjects.slots import SLOTS

SIMULATORS = ("simavr", "msp430", "qemu", "qemu_riscv", "qemu_system", "ibex", "native")
KINDS = ("binary", "prime", "koblitz", "glv", "edwards", "montgomery")
CycleModel = said(str, "text with exact, model, estimate or instructions", pattern=rf"\b({'|'.join(WORTHS)})\b")
ORIGINS = ("board", "core", "similar", "without")
IN_C = tuple(LIKE_IN_C)
FACTS = ("device", "clock_hz", "ram_bytes", "flash_bytes", "source")
WORD_BITS = said(Literal[8, 16, 32, 64], "8, 16, 32 or 64, the bits of a word")


def member_fault(slot: str, member: Any) -> str | None:
    """Why a key and its value are no member of a slot; None if they are one."""
    if slot not in SLOTS:
        return f"a table of a slot's members; there is no slot {slot}; {hint(near(slot, SLOTS), SLOTS)}"
    return None if isinstance(member, str) and member else f'a member of {slot}, such as "NAME/4:asm"'


def members(*tables: str) -> Any:
    """A table of members by slot, and within it tables by these names."""

    def accept(value: Any) -> str | None:
        if not isinstance(value, dict):
            return "a table of members by slot"
        for key, part in value.items():
            if isinstance(part, dict) and key not in tables:
                return (
                    f"a table with tables by kind of curve or field; {key} is none; {hint(near(key, tables), tables)}"
                )
            pairs = part.items() if isinstance(part, dict) else [(key, part)]
            if fault := next(filter(None, (member_fault(*pair) for pair in pairs)), None):
                return fault
        return None

    return checked(accept)


Profile = members(*KINDS, *FIELDS, *GROUP_FIELDS)
OfCurves = members(*curves.load(), *groups.load())


def curves_fault(value: Any) -> str | None:
    """Why a value names no curves; None if it does."""
    if value == "all":
        return None
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return 'a list of curves, such as ["secp256r1"], or "all"'
    unknown = [name for name in value if name not in curves.load()]
    return (
        f"a list of curves; there is no {unknown[0]}; {hint(near(unknown[0], curves.load()), curves.load())}"
        if unknown
        else None
    )


Curves = checked(curves_fault, 'a list of curves, such as ["secp256r1"], or "all"')


class Choices(Table):
    """Members by backend or profile, and by curve."""

    c: Profile = None
    asm: Profile = None
    small: Profile = None
    balanced: Profile = None
    fast: Profile = None
    curve: OfCurves = None


class Compiler(Table):
    command: Text = None
    package: Text = None
    target: AnyText = None
    flags: Texts = None
    link_flags: Texts = None
    profiles: dict[Text, Texts] = None
    binutils: AnyText = None
    assembler_flags: Texts = None
    machine_flags: Texts = None


class Power(Table):
    """Voltage, the least at which the clock may run, and currents of the processor at work and of the radio."""

    voltage_v: Volts
    minimum_v: Volts = None
    active_a: Amperes
    radio_send_a: Amperes = None
    radio_receive_a: Amperes = None
    radio_bits_per_second: said(int, "bits a second, such as 250_000", gt=0) = None


class Point(Table):
    """Operations on a curve with members in the place of those that a profile chooses."""

    curve: one_of("a curve", curves.load)
    operations: Texts
    profile: Literal[profiles.NAMES]
    choices: dict[one_of("a slot", lambda: SLOTS), Text]


class Recorded(Table):
    curves: Texts = None
    faster: dict[one_of("a slot", lambda: SLOTS), Text] = None
    points: list[Point] = None
    pairings: Flag = None
    sweep: Flag = None


class PlatformFile(Table):
    """What boards may have in common: everything that no single device has alone."""

    word_bits: WORD_BITS = None
    has_data_cache: Flag = None
    simulator: Literal[SIMULATORS] = None
    cycle_model: CycleModel = None
    curves: Curves = None
    compared: Names = None
    versus: Names = None
    compiler: Compiler = None
    choices: Choices = None
    ram_begin: Count = None
    flash_line_bytes: Bytes = None
    multiplier_cycles: Count = None
    operand_times: Texts = None
    blinding: Literal["none", "coordinates", "scalar", "both"] = None
    montgomery_fields: Names = None
    balanced_extras: Names = None
    has_fast_simulator: Flag = None
    recorded: Recorded = None


class BoardFile(PlatformFile):
    name: Text = None
    device: Text = None
    like: Text = None
    platform: AnyText = None
    mcu: Text = None
    clock_hz: Hertz = None
    ram_bytes: Bytes = None
    flash_bytes: Bytes = None
    flash_wait_states: Count = None
    ram_wait_states: Count = None
    image_ram_bytes: Bytes = None
    image_flash_bytes: Bytes = None
    power: Power = None


class ChoicesFile(Table):
    """boards/choices.toml: the end of every board's choices."""

    blinding: Literal["none", "coordinates", "scalar", "both"] = None
    choices: Choices


class WholeCompiler(Compiler):
    command: Text
    package: Text
    target: AnyText
    flags: Texts
    link_flags: Texts
    profiles: dict[Text, Texts]


class WholeBoard(BoardFile):
    """A board with what other files say about it."""

    name: Text
    device: Text
    word_bits: WORD_BITS
    has_data_cache: Flag
    simulator: Literal[SIMULATORS]
    cycle_model: CycleModel
    curves: Curves
    compiler: WholeCompiler


class SimulatedBoard(WholeBoard):
    """Without these facts neither an image can be linked, nor a time told."""

    clock_hz: Hertz
    ram_bytes: Bytes
    flash_bytes: Bytes

    @pydantic.model_validator(mode="after")
    def parts_fit(self) -> Self:
        for part, whole in (("image_ram_bytes", "ram_bytes"), ("image_flash_bytes", "flash_bytes")):
            if (getattr(self, part) or 0) > getattr(self, whole):
                raise wrong(f"a table whose {part} is at most its {whole}")
        return self


def chip_names_fault(value: Any) -> str | None:
    """Why a value is no list of names of a chip; None if it is one."""
    is_list = isinstance(value, list) and value and all(isinstance(name, str) for name in value)
    is_plain = is_list and all(re.fullmatch("[a-z0-9]+", name) for name in value)
    return None if is_plain else 'a list of names in small letters and digits, such as ["esp32c3"]'


class ChipTable(Table):
    """A chip, and where its figures come from: one of `board`, `core`, `similar`, `without`."""

    names: checked(chip_names_fault)
    board: Text = None
    core: Text = None
    similar: Text = None
    without: Text = None
    firmware: Literal[IN_C] = None
    device: Text = None
    clock_hz: Hertz = None
    ram_bytes: Bytes = None
    flash_bytes: Bytes = None
    source: Text = None

    @pydantic.model_validator(mode="after")
    def one_origin(self) -> Self:
        given = [key for key in ORIGINS if getattr(self, key) is not None]
        if len(given) != 1:
            raise wrong(f"a table with one of {', '.join(ORIGINS)}")
        if self.firmware and not self.without:
            raise wrong("a table that has firmware only with without")
        has_own = given[0] in ("core", "similar") or self.firmware is not None
        facts = [key for key in FACTS if (getattr(self, key) is not None) != has_own]
        if facts:
            raise wrong(f"a table whose {', '.join(facts)} stand there exactly with core, similar or firmware")
        return self


class ChipsFile(Table):
    """boards/chips.toml; a name stands in it once."""

    chip: list[ChipTable]

    @pydantic.model_validator(mode="after")
    def names_are_unique(self) -> Self:
        names = [name for chip in self.chip for name in chip.names]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise wrong(f"a list in which {', '.join(twice)} stands once")
        return self


FILES = {
    "boards/chips.toml": ChipsFile,
    "boards/*/board.toml": BoardFile,
    "examples/boards/*/board.toml": BoardFile,
    "boards/*/platform.toml": PlatformFile,
    "boards/choices.toml": ChoicesFile,
}
