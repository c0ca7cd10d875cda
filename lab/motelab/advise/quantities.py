"""Numbers with units, as users type them: 24K, 1.5 s, 40 uJ, 2 years, and batteries."""

import dataclasses
import re

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.names import hint, near
from motelab.common.schema import Schema

BATTERIES = Schema("motelab.advise.schemas", "BatteriesFile")
Units = dict[str, float]  # unit in lower case -> worth in the unit of the result; "" for a bare number
BYTES: Units = {"": 1, "b": 1, "k": 1024, "kb": 1024, "kib": 1024, "m": 1024**2, "mb": 1024**2, "mib": 1024**2}
MILLISECONDS: Units = {"": 1, "us": 1e-3, "ms": 1, "s": 1e3, "min": 60e3}
MILLIJOULES: Units = {"": 1, "uj": 1e-3, "mj": 1, "j": 1e3}
DAYS_IN_A_YEAR = 365.25
DAYS: Units = {
    "d": 1, "day": 1, "days": 1, "month": DAYS_IN_A_YEAR / 12, "months": DAYS_IN_A_YEAR / 12,
    "": DAYS_IN_A_YEAR, "y": DAYS_IN_A_YEAR, "year": DAYS_IN_A_YEAR, "years": DAYS_IN_A_YEAR,
}  # fmt: skip
NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
QUANTITY = re.compile(rf"{NUMBER}\s*([a-z]*)", re.I)
CAPACITY = re.compile(rf"{NUMBER}\s*mAh[\s,@x]*{NUMBER}\s*V", re.I)


@dataclasses.dataclass(frozen=True)
class Battery:
    """Charge of a battery, its nominal voltage and the one when it is empty. All of it counts: nothing is taken off for
    age or temperature."""

    mah: float
    volts: float
    empty_volts: float | None = None

    @property
    def millijoules(self) -> float:
        return self.mah * 3.6 * self.volts * 1e3

    def falls_short(self, minimum_v: float) -> str | None:
        """Why it does not always give so many volts, in words; None if it does, by its known voltages."""
        if self.volts < minimum_v:
            return f"the battery gives {shown(self.volts)} V"
        if self.empty_volts is not None and self.empty_volts < minimum_v:
            return f"the battery falls to {shown(self.empty_volts)} V before it is empty"
        return None


def parsed(text: str, units: Units, example: str) -> float:
    """The number, in the unit of `units` that is worth 1; MotecurveError for another unit, for 0 and for no number."""
    found = QUANTITY.fullmatch(text.strip())
    if found is None or found[2].lower() not in units or float(found[1]) == 0:
        raise MotecurveError(f"{text!r} is no number above 0 with a unit that fits; write it as in {example}")
    return float(found[1]) * units[found[2].lower()]


def battery(text: str) -> Battery:
    """The battery of that name in data/batteries.toml, or of a capacity such as 2000mAh@3V; MotecurveError for any
    other."""
    if found := CAPACITY.fullmatch(text.strip()):
        mah, volts = map(float, found.groups())
        if mah and volts:
            return Battery(mah, volts)
    known = batteries()
    by_lower = {name.lower(): name for name in known}
    if text.lower() in by_lower:
        return known[by_lower[text.lower()]]
    raise MotecurveError(f"no battery {text!r}; {hint(near(text, known), known)} A capacity is written as 2000mAh@3V")


def batteries() -> dict[str, Battery]:
    """Every battery that has a name."""
    listed = BATTERIES.read(DATA / "batteries.toml")["battery"]
    return {one["name"]: Battery(one["mah"], one["volts"], one["empty_volts"]) for one in listed}


def shown(value: float) -> str:
    """A number for people, thousands apart: whole, or with three decimals, or three digits if it is small."""
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.3f}".rstrip("0").rstrip(".") if abs(value) >= 0.1 else f"{value:.3g}"
