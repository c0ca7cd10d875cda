"""Boards: the facts in boards/<board>/board.toml on clock, power, memories, compiler and own choices."""

import dataclasses
import functools
import os
import re
from pathlib import Path
from typing import Any

from codegen.prime_fields import FRIENDLY_BY_CHOICE, FRIENDLY_MACRO
from motelab import ROOT
from motelab.boards import chips, profiles
from motelab.boards.chips import Chip
from motelab.common import schema
from motelab.common.errors import MotecurveError
from motelab.common.names import hint, near, one_of
from motelab.common.schema import Schema
from motelab.library import bound_members
from motelab.subjects import curves
from motelab.subjects.curves import Curve
from motelab.subjects.operations import fits

BOARDS = ROOT / "boards"
FILE, PLATFORM_FILE, CHOICES_FILE, WHOLE, SIMULATED = (
    Schema("motelab.boards.schemas", name)
    for name in ("BoardFile", "PlatformFile", "ChoicesFile", "WholeBoard", "SimulatedBoard")
)
TIMING = ("flash_wait_states", "ram_wait_states", "flash_line_bytes", "multiplier_cycles")
NATIVE = "native"  # the simulator of hosts: none
MORE_BOARDS = "MOTECURVE_BOARDS"  # environment variable: further folders of boards, separated by colons
WORD_SIZES = (8, 16, 32)  # of images, in bits
# The worth of a board's cycles. A cycle model contains one of these words; the first of these in the list counts.
WORTHS = ("exact", "model", "estimate", "instructions")
# Values of a board file that a board which is `like` another one does not take from it.
OF_THE_DEVICE = (
    "name", "device", "clock_hz", "flash_wait_states", "ram_bytes", "flash_bytes", "image_ram_bytes",
    "image_flash_bytes", "power", "recorded",
)  # fmt: skip


@dataclasses.dataclass(frozen=True, eq=False)
class Compiler:
    """How images of the board are built. `package` is the name for apt-get install. `target` names the folder of
    kernels, or several in the order of preference. Flags begin with the machine's own, which differ between boards of
    one platform; in flags for the linker STACK_TOP is the end of the RAM that images can use. If `binutils` names a
    target, the compiler writes assembly, and as and ld of that target do the rest (binutils.py)."""

    command: str
    package: str
    target: str
    flags: list[str]
    link_flags: list[str]
    profiles: dict[str, list[str]]
    binutils: str = ""
    assembler_flags: list[str] = dataclasses.field(default_factory=list)
    machine_flags: dataclasses.InitVar[list[str] | None] = None
    stack_top: dataclasses.InitVar[int | None] = None

    def __post_init__(self, machine_flags: list[str] | None, stack_top: int | None) -> None:
        object.__setattr__(self, "flags", [*(machine_flags or []), *self.flags])
        if stack_top is not None:
            link_flags = [flag.replace("STACK_TOP", f"{stack_top:#x}") for flag in self.link_flags]
            object.__setattr__(self, "link_flags", link_flags)
        for name in profiles.FOR_SIZE:
            if profiles.SMALL in self.profiles:
                self.profiles.setdefault(name, self.profiles[profiles.SMALL])

    @property
    def targets(self) -> list[str]:
        """The folders of generated/native/ from which images can take kernels, in the order of preference."""
        return self.target.split()


@dataclasses.dataclass(frozen=True)
class Recorded:
    """Which committed records a board has: those on all curves of the plan or on these, those of pairings, and rows of
    the sweep. Boards that share core and compiler with another, and differ in clock and memories, need few. `faster`
    names members, by slot, that save cycles for more flash than the board's own are worth: multiplications by secrets
    and signatures have records with these, too. `points` are further points of flash, RAM and time beside a profile's:
    operations on a curve with these choices."""

    curves: list[str] | None = None
    points: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    faster: dict[str, str] = dataclasses.field(default_factory=dict)
    pairings: bool = True
    sweep: bool = True


@dataclasses.dataclass(frozen=True, eq=False)
class Board:
    """One device: figures in the units of their names, its compiler, its own choice of members by backend. `versus`
    lists libraries that it can be compared with, `compared` the curves of that comparison if no curve is named."""

    name: str
    folder: Path
    device: str
    word_bits: int
    has_data_cache: bool
    simulator: str
    cycle_model: str
    curves: list[str]
    compiler: Compiler
    compared: list[str] = dataclasses.field(default_factory=list)
    versus: list[str] = dataclasses.field(default_factory=list)
    choices: dict[str, Any] = dataclasses.field(default_factory=dict)
    platform: str = ""
    mcu: str | None = None
    clock_hz: int | None = None
    ram_bytes: int | None = None
    flash_bytes: int | None = None
    # What cycles include: wait states of the memories; the bytes that a read of the flash gives at once; the cycles
    # of a multiplication on cores whose makers choose them (docs/cortex-m-cycles.md). None: as if there were no such
    # choice, or no model of cycles.
    flash_wait_states: int | None = None
    ram_wait_states: int | None = None
    flash_line_bytes: int | None = None
    multiplier_cycles: int | None = None
    # The parts of both that images can use; None for all.
    image_ram_bytes: int | None = None
    image_flash_bytes: int | None = None
    # Kinds of instructions whose time depends on their operands (operand_times.py).
    operand_times: list[str] = dataclasses.field(default_factory=lambda: ["division"])
    blinding: str = "none"  # one of selection.BLINDINGS
    # Fields in Montgomery form here, of those that leave it to the build (codegen/prime_fields.py).
    montgomery_fields: list[str] = dataclasses.field(default_factory=list)
    balanced_extras: list[str] = dataclasses.field(default_factory=list)  # of profiles.BALANCED_EXTRAS
    has_fast_simulator: bool = True  # if not, it is tested and recorded with few operations
    power: dict[str, float] = dataclasses.field(default_factory=dict)
    recorded: Recorded = dataclasses.field(default_factory=Recorded)
    file_word_bits: int | None = None  # the word size of its file, unless NAME:BITS says otherwise
    follows: str | None = None  # the board whose measured figures hold for it, if it is a chip of chips.toml
    portable: str | None = None  # the kind of its processor (chips.LIKE_IN_C), if it is a chip without figures

    @property
    def loaded_as(self) -> str:
        """The argument of `load`: its name, or NAME:BITS."""
        return f"{self.name}:{self.word_bits}" if self.file_word_bits else self.name

    def is_montgomery(self, curve: Curve) -> bool:
        """Whether elements of the curve's prime field are in Montgomery form in images for the board."""
        return curve.is_montgomery(self.word_bits) or curve.field in self.montgomery_fields

    @property
    def form_macros(self) -> dict[str, str]:
        """The macros of images by which fields are in the board's form."""
        return {FRIENDLY_MACRO: "1"} if self.montgomery_fields else {}

    @property
    def platform_folder(self) -> Path:
        """The folder with the firmware's input and output (io.h) and the sources that every image holds: the board's
        own, or one that several boards share, beside it or among the project's."""
        beside = self.folder.parent / self.platform
        return self.folder if not self.platform else beside if beside.is_dir() else BOARDS / self.platform

    @property
    def environment(self) -> str:
        """The beginning of commands that name the board: empty, or the folder in which they must look for it."""
        folder = self.folder.parent
        if folder == BOARDS:
            return ""
        return f"{MORE_BOARDS}={folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder} "

    @property
    def is_host(self) -> bool:
        """Whether it is the computer that the lab runs on, which has one build of the library and no images."""
        return self.simulator == NATIVE

    @property
    def cycle_worth(self) -> str:
        """The worth of its cycles, in a word of WORTHS; MotecurveError if its cycle model has none."""
        return cycle_worth(self.cycle_model)

    @property
    def counts_cycles(self) -> bool:
        """Whether its simulator counts cycles, and not only instructions."""
        return self.cycle_worth != "instructions"

    @property
    def unit(self) -> str:
        """The unit that its simulator counts."""
        return "cycles" if self.counts_cycles else "instructions"

    @property
    def usable_ram_bytes(self) -> int:
        """RAM for the variables and the stack of an image."""
        return self.image_ram_bytes or self.ram_bytes

    @property
    def usable_flash_bytes(self) -> int:
        """Flash for an image."""
        return self.image_flash_bytes or self.flash_bytes

    def room(self, memory: str) -> str:
        """How much of "RAM" or "flash" there is for an image, in words."""
        all_of_it = {"RAM": self.ram_bytes, "flash": self.flash_bytes}[memory]
        usable = {"RAM": self.usable_ram_bytes, "flash": self.usable_flash_bytes}[memory]
        return f"{self.name} has {usable:,}" + ("" if usable == all_of_it else f" B of its {all_of_it:,} for images")

    @property
    def clock_in_words(self) -> str:
        """Clock and wait states, which belong together: without the one the other tells no time."""
        return clock_in_words(self.clock_hz, self.flash_wait_states)

    @property
    def machine(self) -> dict[str, str | int | dict[str, int]]:
        """The facts about the board for the simulator."""
        facts = {"mcu": self.mcu, "frequency_hz": self.clock_hz}
        facts |= {"ram_bytes": self.usable_ram_bytes} if self.simulator == "qemu_system" else {}
        return facts | ({"timing": self.timing} if self.timing else {})

    @property
    def timing(self) -> dict[str, int]:
        """Wait states and the multiplier, by the names of the board file, where its simulator knows them and they
        change its cycles."""
        if self.simulator != "qemu_system":
            return {}
        return {name: value for name in TIMING if (value := getattr(self, name))}

    def microseconds(self, cycles: float | None) -> float | None:
        """Time of so many cycles; None if they are not known."""
        return None if cycles is None else round(cycles / self.clock_hz * 1e6, 3)

    def energy_mj(self, cycles: float | None) -> float | None:
        """Energy of the processor alone, derived from voltage and active current; None without cycles or power."""
        if cycles is None or not self.power:
            return None
        return round(cycles / self.clock_hz * self.power["voltage_v"] * self.power["active_a"] * 1e3, 6)

    def own_choices(self, backend: str, curve: Curve, profile: str) -> dict[str, list[str]]:
        """Slot -> member specs; the first that exists for the curve's field is the choice. They come from the tables of
        the board's profile if it has choices, else from those for the curve, for `backend`, for `c`. Each table holds
        members for every curve, and tables of its own for a kind of curve (binary, prime, koblitz, glv, edwards) or a
        field, which take precedence. Backend c takes no kernel of a profile."""
        if self.is_host:
            bound = bound_members.bound(curve.field, self.word_bits)
            return {slot: [spec] for slot, spec in bound.items() if fits(slot, curve)}
        own = [self.choices[name] for name in profiles.TABLES.get(profile, (profile,)) if name in self.choices]
        of_curve = self.choices.get("curve", {}).get(curve.name, {})
        tables = [*own, self.choices["c"]] if own else [of_curve, self.choices.get(backend, {}), self.choices["c"]]
        special = (("koblitz", curve.is_koblitz), ("glv", curve.endomorphism is not None))
        kinds = (curve.field, *(name for name, is_so in special if is_so), curve.kind)
        kinds += ("prime",) if curve.is_prime and curve.kind != "prime" else ()
        found: dict[str, list[str]] = {}
        for table in tables:
            for part in (*(table.get(kind, {}) for kind in kinds), table):
                for slot, spec in part.items():
                    is_refused = own and backend == "c" and str(spec).endswith(":asm")
                    if isinstance(spec, str) and fits(slot, curve) and not is_refused:
                        found.setdefault(slot, []).append(spec)
        return found

    def best_backend(self, profile: str) -> str:
        """Assembly, but C for a board without kernels and for a profile with choices of its own, all in C."""
        tables = profiles.TABLES.get(profile, (profile,))
        is_c = profile != profiles.BALANCED and any(name in self.choices for name in tables)
        return "c" if is_c or "asm" not in self.choices else "asm"


def clock_in_words(clock_hz: float, flash_wait_states: int | None) -> str:
    """Such as "16 MHz, no waits": a clock, and the wait states of the flash that cycles at it include; nothing about
    these where there is no model of cycles."""
    clock = f"{clock_hz / 1e6:g} MHz"
    if flash_wait_states is None:
        return clock
    return f"{clock}, {flash_wait_states or 'no'} {'wait' if flash_wait_states == 1 else 'waits'}"


def cycle_worth(cycle_model: str) -> str:
    """The first of WORTHS in a cycle model, as records have it; MotecurveError if it has none."""
    found = re.search(rf"\b({'|'.join(WORTHS)})\b", cycle_model)
    if not found:
        raise MotecurveError(f"the cycle model {cycle_model!r} contains none of {', '.join(WORTHS)}")
    return found.group()


def places() -> dict[str, Path]:
    """Folder of every board by name: the project's, then those in the folders that MORE_BOARDS lists. MotecurveError
    for a folder that does not exist, or a name that occurs twice."""
    found: dict[str, Path] = {}
    for folder in (BOARDS, *map(Path, filter(None, os.environ.get(MORE_BOARDS, "").split(os.pathsep)))):
        if not folder.is_dir():
            raise MotecurveError(f"{MORE_BOARDS} names {folder}, which is no folder")
        for path in sorted(folder.glob("*/board.toml")):
            name = path.parent.name
            if name in found:
                raise MotecurveError(f"two boards have the name {name}: {found[name]} and {path.parent}")
            found[name] = path.parent.resolve()
    return found


def names() -> list[str]:
    """Every board that has a board file."""
    return sorted(places())


def merged(own: dict[str, Any], common: dict[str, Any]) -> dict[str, Any]:
    """The values of a board's own file, completed by those that the boards of its platform have in common."""
    both = {key: merged(own[key], common[key]) for key in own if isinstance(own[key], dict) and key in common}
    return {**common, **own, **both}


def read(folder: Path) -> dict[str, Any]:
    """The values of a board: its board.toml first; then, if it is `like` a board, what that board's file says about
    everything but the device; then the platform.toml of its platform. It may be `like` a platform without sharing
    its sources. On simulated boards boards/choices.toml comes last."""
    return completed(folder, FILE.read(folder / "board.toml"))


def completed(folder: Path, values: dict[str, Any]) -> dict[str, Any]:
    """The values of a board's own file, with those of the files that it names."""
    require_named(folder, values)
    like = values.pop("like", None)
    if model := beside(folder, f"{like}/board.toml"):
        of_model = read(model.parent)
        values = merged(values, {key: value for key, value in of_model.items() if key not in OF_THE_DEVICE})
        like = None
    if common := beside(folder, f"{like or values.get('platform')}/platform.toml"):
        values = merged(values, PLATFORM_FILE.read(common))
    is_host = values.get("simulator") == NATIVE
    return values if is_host else merged(values, CHOICES_FILE.read(BOARDS / "choices.toml"))


def require_named(folder: Path, values: dict[str, Any]) -> None:
    """MotecurveError for a board or a platform that a board file names and that is not there."""
    for key in ("like", "platform"):
        if (name := values.get(key)) and not beside(folder, name):
            known = {path.parent.name for parent in (folder.parent, BOARDS) for path in parent.glob("*/*.toml")}
            place = f"{schema.shown(folder / 'board.toml')}: {key} is {name!r}"
            raise MotecurveError(f"{place}, and there is no such folder; {hint(near(name, known), known)}")


def beside(folder: Path, name: str) -> Path | None:
    """The file of that name beside a board's folder or among the project's boards; None if there is none."""
    candidates = (parent / name for parent in (folder.parent, BOARDS))
    return next((path for path in candidates if path.exists()), None)


def every() -> list[Board]:
    """Every board that has a board file, by name."""
    return [load(name) for name in names()]


def simulated() -> list[str]:
    """Names of the boards that have a simulator."""
    return [board.name for board in every() if not board.is_host]


def hosts() -> list[str]:
    """Names of the boards that are the computer that the lab runs on."""
    return [board.name for board in every() if board.is_host]


def load(name: str) -> Board:
    """The board of that name; for NAME:BITS the board with words of so many bits. MotecurveError if there is none or
    its file is damaged."""
    name, colon, bits = name.partition(":")
    return _with_words(_load(name), bits) if colon else _load(name)


@functools.cache
def _with_words(board: Board, bits: str) -> Board:
    """The board with images of another word size, and so without assembly."""
    if board.is_host or bits not in map(str, WORD_SIZES):
        if board.is_host:
            raise MotecurveError(
                f"{board.name}:{bits}: words of another size are for simulated boards, as in micaz:{WORD_SIZES[1]}; "
                f"{board.name} has those of its processor"
            )
        sizes = ", ".join(map(str, WORD_SIZES))
        raise MotecurveError(f"{board.name}:{bits}: words of an image have one of {sizes} bits")
    if int(bits) == board.word_bits:
        return board
    return _in_c(board, word_bits=int(bits), montgomery_fields=[], file_word_bits=board.word_bits)


def _in_c(board: Board, **changed: Any) -> Board:
    """The board without its assembly, and with these changes."""
    choices = {table: slots for table, slots in board.choices.items() if table != "asm"}
    return dataclasses.replace(
        board, choices=choices, compiler=dataclasses.replace(board.compiler, target=""), **changed
    )


@functools.cache
def portable(name: str) -> Board | None:
    """The board of a chip without figures that sources in C are written for; None for any other name. No image is built
    for it: its compiler is that of a board like it, which tells which sources belong together."""
    chip = None if name in places() else chips.find(name)
    if not chip or not chip.firmware:
        return None
    like = _following(chip, chips.LIKE_IN_C[chip.firmware], {})
    return _in_c(like, cycle_model=chip.without, follows=None, portable=chip.firmware)


@functools.cache
def _load(name: str) -> Board:
    known = places()
    if name in known:
        return _made(known[name], read(known[name]))
    if own := {chips.plain(board): board for board in known}.get(chips.plain(name)):
        return load(own)
    if chip := chips.find(name):
        return _of_chip(chip, name)
    is_chip = near(chips.plain(name), {*known, *chips.every()}, 1)[:1] not in [[board] for board in known]
    similar = near(chips.plain(name), chips.every(), 2) if is_chip else near(name, known)
    raise MotecurveError(f"no board {name!r}; {hint(similar, known)}")


def _of_chip(chip: Chip, name: str) -> Board:
    """The board of a chip: a board of its own, or one that follows another. Without figures MotecurveError."""
    if chip.without:
        instead = "; firmware --package writes sources in C for it" if chip.firmware else ""
        raise MotecurveError(f"no figures for {name}: it has {chip.without}{instead}")
    if not chip.follows:
        return load(chip.board)
    estimate = f"estimate (cycles of {chip.similar}, whose pipeline and memories are other ones)"
    return _following(chip, chip.follows, {"cycle_model": estimate} if chip.similar else {})


def _following(chip: Chip, name: str, changed: dict[str, Any]) -> Board:
    """The board of that name with the clock and the memories of a chip, and these changes."""
    folder, core = places()[name], load(name)
    own = {"name": chip.names[0], "device": chip.device, "clock_hz": chip.clock_hz, "flash_wait_states": 0}
    own |= {"ram_bytes": chip.ram_bytes, "flash_bytes": chip.flash_bytes, "like": name}
    simulated = {"image_ram_bytes": core.usable_ram_bytes, "image_flash_bytes": core.usable_flash_bytes}
    own |= {name: size for name, size in simulated.items() if size < own[name.removeprefix("image_")]}
    return _made(folder, completed(folder, own) | changed, name)


def _made(folder: Path, values: dict[str, Any], follows: str | None = None) -> Board:
    parts = ", with the files that it takes keys from" if {"like", "platform"} & values.keys() else ""
    whole = WHOLE if values.get("simulator") == NATIVE else SIMULATED
    whole.check(values, schema.shown(folder / "board.toml") + parts)
    try:
        values["curves"] = curves.built() if values["curves"] == "all" else values["curves"]
        stack_top = values.pop("ram_begin", 0) + (values.get("image_ram_bytes") or values.get("ram_bytes", 0))
        compiler = Compiler(**values["compiler"], stack_top=stack_top)
        recorded = Recorded(**values.pop("recorded", {}))
        for field in values.get("montgomery_fields", []):
            one_of("montgomery_fields", field, FRIENDLY_BY_CHOICE.get(values["word_bits"], ()))
        for extra in values.get("balanced_extras", []):
            one_of("balanced_extras", extra, profiles.BALANCED_EXTRAS)
        return Board(**{**values, "folder": folder, "compiler": compiler, "recorded": recorded, "follows": follows})
    except MotecurveError as error:
        raise MotecurveError(f"{schema.shown(folder / 'board.toml')}: {error}") from error
