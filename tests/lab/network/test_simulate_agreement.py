"""The model beside the firmware itself, on simulated processors. Means over seeds are compared, within 10 % and three
standard errors of the firmware's mean: with so few seeds only large errors are found. tools/network_agreement.py takes
more of them."""

import pytest

from motelab.network import agreement
from tools import network_agreement

pytestmark = pytest.mark.slow
FIRMWARE, MODEL = range(1, 9), range(200)  # seeds
TOLERANCE = 0.10


@pytest.mark.parametrize("scheme", network_agreement.SCHEMES)
@pytest.mark.parametrize("name", ["line of 3", "star of 4", "triangle and a node behind it"])
def test_agreement(scheme, name, tmp_path):
    form, motes = network_agreement.topologies(tmp_path)[name]
    for found in agreement.differences(agreement.Case(scheme, form, motes), FIRMWARE, MODEL):
        assert abs(found.error) < TOLERANCE + 3 * found.spread, found


@pytest.mark.parametrize(("name", "seeds"), [("pair", 32), ("star of 5", 12)])
def test_agreement_of_radios_that_sleep(name, seeds, tmp_path):
    """Time, and energy of the radio alone."""
    form, motes = network_agreement.topologies(tmp_path, "lpl")[name]
    case = agreement.Case("global", form, motes, mac="lpl")
    for found in agreement.differences(case, range(1, seeds + 1), range(300)):
        assert abs(found.error) < TOLERANCE + 3 * found.spread, found
