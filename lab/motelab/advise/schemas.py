"""Schema of data/batteries.toml."""

from motelab.common.schema_types import Table, Text, Volts, said


class Battery(Table):
    name: Text
    mah: said(float, "a charge in mAh, above 0 and below 1_000_000, such as 2600", gt=0, lt=1_000_000)
    volts: Volts
    source: Text


class BatteriesFile(Table):
    battery: list[Battery]


FILES = {"lab/motelab/data/batteries.toml": BatteriesFile}
