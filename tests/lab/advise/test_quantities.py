"""Numbers with units, as users type them."""

import pytest

from motelab.advise import quantities
from motelab.advise.quantities import BYTES, DAYS, MILLIJOULES, MILLISECONDS, Battery
from motelab.common.errors import MotecurveError


@pytest.mark.parametrize(
    ("text", "units", "value"),
    [
        ("500", BYTES, 500), ("24K", BYTES, 24_576), ("24 kB", BYTES, 24_576), ("1.5KiB", BYTES, 1_536),
        ("1M", BYTES, 1_048_576), ("3uJ", MILLIJOULES, 0.003), ("20", MILLISECONDS, 20), ("20ms", MILLISECONDS, 20),
        ("1.5s", MILLISECONDS, 1_500),
        ("40us", MILLISECONDS, 0.04), ("2min", MILLISECONDS, 120_000), (".5J", MILLIJOULES, 500),
        ("2", DAYS, 730.5), ("2years", DAYS, 730.5), ("90 days", DAYS, 90), ("6months", DAYS, 182.625),
    ],
)  # fmt: skip
def test_quantities(text, units, value):
    assert quantities.parsed(text, units, "") == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "0", "0K", "-3", "K", "12X", "1e3", "nan", "3 4"])
def test_wrong_quantities_are_refused(text):
    with pytest.raises(MotecurveError, match="write it as in 24K"):
        quantities.parsed(text, BYTES, "24K")


@pytest.mark.parametrize("text", ["2000mAh@3V", "2000 mAh 3 V", "2000mah,3.0v", "2000mAhx3V"])
def test_capacities(text):
    """2,000 mAh are 7,200 coulombs; at 3 V these do 21.6 kJ of work."""
    assert quantities.battery(text).millijoules == 21_600_000


def test_batteries_have_names_and_sources():
    assert quantities.battery("cr2032") == Battery(225, 3.0, 2.0)
    for name, known in quantities.batteries().items():
        assert quantities.battery(name) == known and 50 < known.mah < 20_000 and 1 < known.volts < 13


@pytest.mark.parametrize("text", ["2xA", "0mAh@3V", "3V", "2000mAh"])
def test_unknown_batteries_are_refused(text):
    with pytest.raises(MotecurveError, match="written as 2000mAh@3V"):
        quantities.battery(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (1_234_567, "1,234,567"), (1_804.391547, "1,804.392"), (2.5, "2.5"), (0.00125, "0.00125"), (24.0, "24")],
)
def test_numbers_for_people(value, text):
    assert quantities.shown(value) == text
