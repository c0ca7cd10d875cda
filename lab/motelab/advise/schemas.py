"""Schemas of data/batteries.toml and data/counterparts.toml."""

from motelab.common.schema_types import Table, Text, Volts, one_of, said
from motelab.subjects import curves

CURVE = one_of("a curve", curves.load)


class Battery(Table):
    name: Text
    mah: said(float, "a charge in mAh, above 0 and below 1_000_000, such as 2600", gt=0, lt=1_000_000)
    volts: Volts
    empty_volts: Volts
    source: Text


class BatteriesFile(Table):
    battery: list[Battery]


class Counterpart(Table):
    name: Text
    title: Text
    curves: list[CURVE]
    signs_alone: list[CURVE] = None
    source: Text


class CounterpartsFile(Table):
    counterpart: list[Counterpart]


FILES = {"lab/motelab/data/batteries.toml": BatteriesFile, "lab/motelab/data/counterparts.toml": CounterpartsFile}
