"""Demands on a choice, in the order in which a choice is asked, and by how much it misses one."""

import dataclasses
import re
from collections.abc import Callable, Iterable

from motelab.advise import counterparts
from motelab.advise.choices import Choice
from motelab.advise.quantities import DAYS_IN_A_YEAR, Battery, shown
from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.common.names import hint, near
from motelab.subjects import curves
from motelab.subjects.security import LEGACY_BITS, WEAK_BITS

SECONDS_IN_A_DAY = 86_400
# Limits in words, where their names are those of options.
IN_WORDS = {"ram": "RAM with stack", "per-day": "work a day"}
# Names under which standards are known, and words of their names in the curve data.
SHORT_STANDARDS = {"nist": "FIPS 186", "brainpool": "RFC 5639"}


@dataclasses.dataclass(frozen=True)
class Wishes:
    """The demands as a user states them; None, or empty, for none. `per_day` is how often each call is made."""

    flash_bytes: float | None = None
    ram_bytes: float | None = None
    headroom: float = 0  # the part of the board's own memories that is left to the program around the calls
    time_ms: float | None = None
    energy_mj: float | None = None
    per_day: float | None = None
    battery: Battery | None = None
    life_days: float | None = None
    security_bits: int = LEGACY_BITS
    allows_weak: bool = False
    wants_constant_time: bool = True
    standards: tuple[str, ...] = ()
    field: str | None = None
    profile: str | None = None
    curves: tuple[str, ...] = ()
    peers: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Limit:
    """A figure of a choice may be at most `limit`, or must be at least that. `of` names the figure in words. To miss it
    by `unit_of_distance`, or without that by the limit itself, is a distance of 1."""

    name: str
    limit: float
    unit: str
    value: Callable[[Choice], float]
    of: Callable[[Choice], str]
    is_least: bool = False
    unit_of_distance: float | None = None

    @property
    def words(self) -> str:
        way = "least" if self.is_least else "most"
        return f"{IN_WORDS.get(self.name, self.name)} of at {way} {shown(self.limit)} {self.unit}"

    def missed_by(self, choice: Choice) -> float:
        """By how much the choice misses it, in its unit; 0 if it is met."""
        value = self.value(choice)
        return max(0, self.limit - value if self.is_least else value - self.limit)

    def distance(self, choice: Choice) -> float:
        """How far the choice is from it; 0 if it is met."""
        return self.missed_by(choice) / (self.unit_of_distance or self.limit)

    def reason(self, choice: Choice) -> str:
        """One sentence for a choice that misses it."""
        far = shown(round(self.missed_by(choice), 6))
        way = "below" if self.is_least else "above"
        return f"{self.of(choice)} {shown(self.value(choice))} {self.unit}, {far} {way} {shown(self.limit)}"


@dataclasses.dataclass(frozen=True)
class Property:
    """A choice has a property, or has not."""

    name: str
    words: str
    holds: Callable[[Choice], bool]
    lacking: Callable[[Choice], str]

    def missed_by(self, choice: Choice) -> float | None:
        """0 if it is met; else None, since nothing tells how far off it is."""
        return 0 if self.holds(choice) else None

    def distance(self, choice: Choice) -> float:
        return 0 if self.holds(choice) else 1

    def reason(self, choice: Choice) -> str:
        """One sentence for a choice that misses it."""
        return self.lacking(choice)


Demand = Limit | Property


def of(wishes: Wishes, board: Board) -> list[Demand]:
    """The demands on choices for a board, its own memories among them. MotecurveError if the board has no such
    figures, or if one wish lacks another."""
    refuse_unknown_figures(wishes, board)
    return [
        *_of_security(wishes),
        *_of_form(wishes),
        *_of_peers(wishes),
        *_of_memory(wishes, board),
        *_of_time(wishes),
        *_of_energy(wishes),
    ]


def refuse_unknown_figures(wishes: Wishes, board: Board) -> None:
    """MotecurveError for a limit on time or energy that the board's figures cannot answer, and for half a demand."""
    if not board.counts_cycles and (wishes.time_ms or wishes.per_day):
        raise MotecurveError(f"{board.name} counts instructions, which give no time: leave out --time and --per-day")
    if not board.power and (wishes.energy_mj or wishes.battery):
        known = f"the board file of {board.name} has no current, so no energy is known"
        raise MotecurveError(f"{known}: leave out --energy, --battery and --life")
    if wishes.battery and not wishes.per_day:
        raise MotecurveError("a battery lasts as long as the work allows: say how often a day, with --per-day")
    if wishes.life_days and not wishes.battery:
        raise MotecurveError("--life needs a battery: add --battery, such as CR2032 or 2000mAh@3V")


def _of_security(wishes: Wishes) -> list[Demand]:
    found: list[Demand] = []
    if not wishes.allows_weak:
        found.append(Property(
            "weak", f"no weak curve (below {WEAK_BITS} bits)", lambda c: c.security.level != "weak",
            lambda c: f"{c.name} is weak, {WEAK_BITS - c.security.bits} bits below {WEAK_BITS}; --allow-weak"
            " admits it",
        ))  # fmt: skip
    if wishes.security_bits:
        found.append(Limit(
            "security", wishes.security_bits, "bits", lambda c: c.security.bits, lambda c: f"{c.name} has",
            is_least=True, unit_of_distance=1,  # a bit less halves an attacker's work, as twice the time doubles ours
        ))  # fmt: skip
    if wishes.wants_constant_time:
        found.append(Property(
            "constant-time", "constant time", lambda c: not c.telling,
            lambda c: f"the time of {' and '.join(c.telling)} tells the secret",
        ))  # fmt: skip
    return found


def _of_form(wishes: Wishes) -> list[Demand]:
    found: list[Demand] = []
    for words in wishes.standards:
        meant = standards(words)
        found.append(Property(
            "standard", f"a curve of {' or '.join(meant)}",
            lambda c, meant=meant: all(meant & set(curve.standards) for curve in c.curves),
            lambda c, meant=meant: f"{c.name} is of {', '.join(c.standards)}, not of {' or '.join(meant)}",
        ))  # fmt: skip
    if wishes.field:
        found.append(Property(
            "field", f"a {wishes.field} field", lambda c: c.is_prime == (wishes.field == "prime"),
            lambda c: f"the field of {c.name} is {'prime' if c.is_prime else 'binary'}",
        ))  # fmt: skip
    if wishes.profile:
        found.append(Property(
            "profile", f"profile {wishes.profile}", lambda c: c.profile == wishes.profile,
            lambda c: f"it is of profile {c.profile}",
        ))  # fmt: skip
    if wishes.curves:
        found.append(Property(
            "curve", f"curve {' or '.join(wishes.curves)}", lambda c: c.names <= set(wishes.curves),
            lambda c: f"its curve is {c.name}",
        ))  # fmt: skip
    return found


def _of_peers(wishes: Wishes) -> list[Demand]:
    return [
        Property(
            "peer", f"a curve of {peer.title}", lambda c, peer=peer: peer.name in c.peers,
            lambda c, peer=peer: f"{c.name} is none of the curves of {peer.title}",
        )
        for peer in map(counterparts.find, wishes.peers)
    ]  # fmt: skip


def _of_memory(wishes: Wishes, board: Board) -> list[Demand]:
    flash, ram = (int(size * (1 - wishes.headroom)) for size in (board.usable_flash_bytes, board.usable_ram_bytes))
    return [
        Limit(
            "flash", min(wishes.flash_bytes or flash, flash), "B", lambda c: c.flash_bytes,
            lambda c: "flash up to" if c.is_sum else "flash",
        ),
        Limit(
            "ram", min(wishes.ram_bytes or ram, ram), "B", lambda c: c.ram_bytes, lambda c: "RAM with stack",
        ),
    ]  # fmt: skip


def _of_time(wishes: Wishes) -> list[Demand]:
    found: list[Demand] = []
    if wishes.time_ms:
        found.append(Limit("time", wishes.time_ms, "ms", lambda c: c.longest_ms, lambda c: f"{c.slowest} takes"))
    if wishes.per_day:
        found.append(Limit(
            "per-day", SECONDS_IN_A_DAY, "s", lambda c: c.milliseconds * wishes.per_day / 1000,
            lambda c: "a day's work takes",
        ))  # fmt: skip
    return found


def _of_energy(wishes: Wishes) -> list[Demand]:
    found: list[Demand] = []
    if wishes.energy_mj:
        found.append(Limit("energy", wishes.energy_mj, "mJ", lambda c: c.most_mj, lambda c: f"{c.slowest} takes"))
    if wishes.life_days:
        found.append(Limit(
            "life", wishes.life_days / DAYS_IN_A_YEAR, "years", lambda c: life_years(c, wishes),
            lambda c: "the battery lasts", is_least=True,
        ))  # fmt: skip
    return found


def life_years(choice: Choice, wishes: Wishes) -> float | None:
    """How long the battery lasts if it does this work alone; None without a battery."""
    if not wishes.battery:
        return None
    return round(wishes.battery.millijoules / (choice.energy_mj * wishes.per_day) / DAYS_IN_A_YEAR, 3)


def short_supply(wishes: Wishes, board: Board) -> str | None:
    """Why the battery does not always supply the board at its clock, in a sentence; None if it does, by known
    voltages."""
    least = board.power.get("minimum_v")
    why = wishes.battery.falls_short(least) if wishes.battery and least else None
    return why and f"{board.device} needs {shown(least)} V at {board.clock_in_words}; {why}."


def standards(words: str) -> set[str]:
    """The standards of the curve data whose names contain the words, whatever capitals, spaces and points; nist and
    brainpool are names too. MotecurveError if there is none."""
    known = {standard for curve in curves.load().values() for standard in curve.standards}
    asked = _plain(SHORT_STANDARDS.get(words.lower(), words))
    meant = {standard for standard in known if asked and asked in _plain(standard)}
    if not meant:
        names = [*SHORT_STANDARDS, *sorted(known)]
        raise MotecurveError(f"no standard {words!r}; {hint(near(words, names), names)}")
    return meant


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def missed(demands: Iterable[Demand], choice: Choice) -> list[Demand]:
    """The demands that the choice misses, in their order."""
    return [demand for demand in demands if demand.distance(choice) > 0]
