"""Schema of boards/device/boards.toml."""

from typing import Literal

import pydantic

from motelab.common.schema_types import AnyText, Names, Positive, Table, Text, Texts


class Driver(Table):
    """How the bench reaches a board's own silicon."""

    drivers: Names
    format: Literal["ihex", "binary", "elf"]
    write: AnyText
    package: AnyText
    clock: Text
    fetch_bytes: Positive = None
    flags: Texts = None


class DriversFile(pydantic.RootModel[dict[str, Driver]]):
    """Drivers by board."""


FILES = {"boards/device/boards.toml": DriversFile}
