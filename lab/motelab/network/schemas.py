"""Schema of power_save.toml."""

import pydantic

from motelab.common.schema_types import Amperes, Table, Text


class Sleep(Table):
    """The current of a sleeping processor, and the data sheet that says so."""

    power_save_a: Amperes
    source: Text


class PowerSaveFile(pydantic.RootModel[dict[str, Sleep]]):
    """Sleep by board."""


FILES = {"lab/motelab/network/power_save.toml": PowerSaveFile}
