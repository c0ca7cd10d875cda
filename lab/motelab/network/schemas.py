"""Schemas of power_save.toml and radios.toml."""

import pydantic

from motelab.common.schema_types import Above0, Amperes, Table, Text


class Sleep(Table):
    """The current of a sleeping processor, and the data sheet that says so."""

    power_save_a: Amperes
    source: Text


class PowerSaveFile(pydantic.RootModel[dict[str, Sleep]]):
    """Sleep by board."""


class Radio(Table):
    """A radio's currents, its start from off, and the data sheet that says so."""

    send_a: Amperes
    receive_a: Amperes
    start_a: Amperes
    off_a: Amperes
    start_s: Above0
    source: Text


class RadiosFile(pydantic.RootModel[dict[str, Radio]]):
    """Radios by name."""


FILES = {"lab/motelab/network/power_save.toml": PowerSaveFile, "lab/motelab/network/radios.toml": RadiosFile}
