"""Radios of radios.toml: their currents, and the start from off."""

import functools
from typing import Any

from motelab import ROOT
from motelab.common.names import one_of
from motelab.common.schema import Schema

FILE = ROOT / "lab/motelab/network/radios.toml"
RADIOS_FILE = Schema("motelab.network.schemas", "RadiosFile")
USUAL = "cc2420"  # of the boards


@functools.cache
def known() -> dict[str, dict[str, Any]]:
    """Those of the file."""
    return RADIOS_FILE.read(FILE)


def find(name: str) -> dict[str, Any]:
    """MotecurveError with similar names if there is none."""
    return known()[one_of("radio", name, known())]
